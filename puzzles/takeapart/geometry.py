"""Pieces as blocks on a fine grid, and how far one can go before it meets another.

Cells need not be cubes.  On the lattice of the wooden cube a coordinate that is even
stands for the thickness of a cube, one that is odd for that of a plate; a cube is
`ratio` plates thick, and the fine grid is that of plate thicknesses.  With a ratio of 1
all cells are cubes of the fine grid.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from reductions.lattice import Cell, Vector

__all__ = [
    "FAR",
    "SPAN",
    "STEPS",
    "Block",
    "Memory",
    "Outlook",
    "Shape",
    "blocks",
    "edge",
    "extent",
    "outlook",
    "packed",
    "shape_of",
    "unpacked",
]

#: Further than any two pieces can be: nothing is in the way.
FAR = 2**40

#: The first corner of a block of space, and the opposite one, on the fine grid.
Block = tuple[Vector, Vector]


def edge(coordinate: int, ratio: int) -> int:
    """Return where a coordinate of the lattice begins on the fine grid.

    Parameters
    ----------
    coordinate : int
    ratio : int
        How many plates a cube is thick.

    Examples
    --------
    >>> [edge(x, 4) for x in range(-2, 4)]
    [-5, -1, 0, 4, 5, 9]
    """
    return coordinate // 2 * (ratio + 1) + coordinate % 2 * ratio


def extent(cell: Cell, ratio: int) -> Block:
    """Return the block of the fine grid that a cell is.

    Parameters
    ----------
    cell : cell
    ratio : int
        How many plates a cube is thick.

    Examples
    --------
    >>> extent((0, 1, 2), 4)
    ((0, 4, 5), (4, 5, 9))
    """
    return (
        tuple([edge(x, ratio) for x in cell]),
        tuple([edge(x + 1, ratio) for x in cell]),
    )


def blocks(cells: Iterable[Cell], ratio: int) -> list[Block]:
    """Return a piece as few blocks: cells that touch are joined to longer ones.

    Examples
    --------
    >>> blocks([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], 1)
    [((0, 0, 0), (2, 2, 1))]
    """
    found = [extent(cell, ratio) for cell in set(cells)]
    for axis in range(3):
        rows: dict[tuple[Vector, Vector], list[Block]] = {}
        for low, high in sorted(found):
            across = _without(low, axis), _without(high, axis)
            row = rows.setdefault(across, [])
            if row and row[-1][1][axis] == low[axis]:
                row[-1] = row[-1][0], high
            else:
                row.append((low, high))
        found = [block for row in rows.values() for block in row]
    return sorted(found)


def _without(vector: Vector, axis: int) -> Vector:
    return tuple([x for k, x in enumerate(vector) if k != axis])


class Shape(NamedTuple):
    """The form of a piece, wherever it is.

    Attributes
    ----------
    blocks : tuple of Block
        From the corner of the box around the piece.
    size : vector
        Of that box.
    """

    blocks: tuple[Block, ...]
    size: Vector


def shape_of(cells: Iterable[Cell], ratio: int) -> tuple[Shape, Vector]:
    """Return the shape of a piece, and the corner at which it is."""
    found = blocks(cells, ratio)
    corner = tuple(map(min, zip(*(low for low, _ in found))))
    opposite = tuple(map(max, zip(*(high for _, high in found))))
    return (
        Shape(
            tuple((_less(low, corner), _less(high, corner)) for low, high in found),
            _less(opposite, corner),
        ),
        corner,
    )


def _less(vector: Vector, other: Vector) -> Vector:
    return tuple([x - y for x, y in zip(vector, other)])


#: A corner in one number, so that the difference of two is that of the corners.  The
#: pieces of an assembly never are as far apart as half of this.
SPAN = 2**20
STEPS = (1, SPAN, SPAN**2)


def packed(vector: Vector) -> int:
    """Return a vector as one number."""
    return sum(x * step for x, step in zip(vector, STEPS))


def unpacked(number: int) -> Vector:
    """Return the vector that a number stands for: the inverse of `packed`.

    >>> unpacked(packed((1, -2, 3)) - packed((3, 3, 3)))
    (-2, -5, 0)
    """
    found = []
    for _ in range(3):
        x = (number + SPAN // 2) % SPAN - SPAN // 2
        found.append(x)
        number = (number - x) // SPAN
    return tuple(found)


#: How far a shape can go along +x, -x, +y, -y, +z and -z before it meets another.
Gaps = tuple[int, int, int, int, int, int]


class Outlook(NamedTuple):
    """How two shapes stand to one another.

    Attributes
    ----------
    gaps : six numbers
        How far the one can go along +x, -x, +y, -y, +z and -z before it meets the
        other; `FAR` where nothing is in the way.
    blocks, meets : int
        A bit for each of the six, the lowest for +x: whether it would meet the other at
        once, or ever.
    """

    gaps: Gaps
    blocks: int
    meets: int


def outlook(one: Shape, other: Shape, offset: Vector) -> Outlook | None:
    """Return how two shapes stand to one another, None if they share space.

    Parameters
    ----------
    one, other : Shape
    offset : vector
        From the corner of the one to that of the other.

    Examples
    --------
    >>> cube, _ = shape_of([(0, 0, 0)], 1)
    >>> near = outlook(cube, cube, (3, 0, 0))
    >>> near.gaps[0], near.blocks, near.meets
    (2, 0, 1)
    """
    gaps = _gaps(one, other, offset)
    if gaps is None:
        return None
    return Outlook(
        gaps,
        sum(1 << k for k, gap in enumerate(gaps) if not gap),
        sum(1 << k for k, gap in enumerate(gaps) if gap < FAR),
    )


class Memory:
    """What was worked out once: how shapes stand to one another, and what is locked.

    Several layouts of a puzzle have much of both in common; let them share one.

    Examples
    --------
    >>> from puzzles.takeapart import take_apart
    >>> memory = Memory()
    >>> parts = {"box": [(0, 0, 0)], "lid": [(0, 0, 1)]}
    >>> [take_apart(parts, memory=memory).result for _ in range(2)]
    ['apart', 'apart']
    """

    def __init__(self) -> None:
        self._tables: dict[tuple[Shape, Shape], dict[int, Outlook]] = {}
        self._locked: list[frozenset[tuple[Shape, Vector]]] = []

    def table(self, one: Shape, other: Shape) -> dict[int, Outlook]:
        """Return what is known of two shapes: packed offset -> outlook."""
        return self._tables.setdefault((one, other), {})

    def lock(self, part: Iterable[tuple[Shape, Vector]]) -> None:
        """Remember that a part cannot come apart."""
        self._locked.append(frozenset(part))

    def locked(
        self, assembly: Iterable[tuple[Shape, Vector]]
    ) -> frozenset[tuple[Shape, Vector]]:
        """Return a part of an assembly that is known to be locked, or nothing."""
        whole = frozenset(assembly)
        return next((part for part in self._locked if part <= whole), frozenset())


def _gaps(one: Shape, other: Shape, offset: Vector) -> Gaps | None:
    """Compare each block of the one with each of the other."""
    x, y, z = offset
    right = left = down = up = above = below = FAR
    theirs = [
        (low[0] + x, low[1] + y, low[2] + z, high[0] + x, high[1] + y, high[2] + z)
        for low, high in other.blocks
    ]
    for (a, b, c), (d, e, f) in one.blocks:
        for p, q, r, s, t, u in theirs:
            x_meets, y_meets, z_meets = (
                a < s and p < d,
                b < t and q < e,
                c < u and r < f,
            )
            if y_meets and z_meets:
                if x_meets:
                    return None
                if p >= d:
                    right = min(right, p - d)
                else:
                    left = min(left, a - s)
            elif x_meets and z_meets:
                if q >= e:
                    down = min(down, q - e)
                else:
                    up = min(up, b - t)
            elif x_meets and y_meets:
                if r >= f:
                    above = min(above, r - f)
                else:
                    below = min(below, c - u)
    return right, left, down, up, above, below
