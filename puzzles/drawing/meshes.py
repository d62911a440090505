"""Solids in millimeters: from cells of two sizes to closed surfaces.

A solid is a union of boxes of one grid, whose lines need not lie equally far apart.
All faces are drawn in by a gap, so that printed pieces can move.  That takes away
whatever hangs together at an edge or a corner only; so the surface is closed, and no
edge belongs to more than two faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from reductions import PuzzleError
from reductions.lattice import Cell

__all__ = ["Scale", "Solid", "solid_of", "surface"]

Point = tuple[float, float, float]
Triangle = tuple[int, int, int]


class Scale(NamedTuple):
    """How large cells are, in millimeters.

    Attributes
    ----------
    unit : float
        The side of a cube, or of a square.
    gap : float
        How far each face is drawn in.
    thin : float
        How thick a plate is, of the side of a cube; cells with an odd coordinate are
        plates.
    height : float
        How thick plane pieces are; 0: the pieces are made of cubes.
    """

    unit: float = 12.0
    gap: float = 0.1
    thin: float = 1.0
    height: float = 0.0

    def edge(self, axis: int, x: int) -> float:
        """Return where a coordinate begins.

        >>> [Scale(thin=0.25).edge(0, x) for x in range(-1, 4)]
        [-3.0, 0.0, 12.0, 15.0, 27.0]
        """
        if axis == 2 and self.height:
            return x * self.height
        return (x // 2 * (1 + self.thin) + x % 2) * self.unit


class Solid(NamedTuple):
    """A union of boxes.

    Attributes
    ----------
    name : str
    lines : three tuples of float
        Where the grid is divided along x, y and z, in millimeters.
    filled : tuple of cells
        Which boxes of the grid belong to it: cell ``(i, j, k)`` begins at the i-th line
        of x, the j-th of y and the k-th of z.
    """

    name: str
    lines: tuple[tuple[float, ...], ...]
    filled: tuple[Cell, ...]

    @property
    def low(self) -> Point:
        x, y, z = (line[0] for line in self.lines)
        return x, y, z

    @property
    def high(self) -> Point:
        x, y, z = (line[-1] for line in self.lines)
        return x, y, z

    @property
    def volume(self) -> float:
        """The sum of the boxes, in cubic millimeters."""
        x, y, z = ([b - a for a, b in zip(line, line[1:])] for line in self.lines)
        return sum(x[i] * y[j] * z[k] for i, j, k in self.filled)

    def moved(self, by: Sequence[float]) -> Solid:
        """Return the solid elsewhere: shifted by so much along each axis."""
        lines = zip(self.lines, by)
        return self._replace(lines=tuple(tuple(x + d for x in a) for a, d in lines))


# ----------------------------------------------------------------------------- surfaces


def solid_of(name: str, cells: Iterable[Cell], sizes: Scale) -> Solid:
    """Return the union of some cells, all its faces drawn in by the gap.

    Each cell is divided, along each axis, into a margin, a middle and a margin.  Such a
    part remains if all cells that it touches belong to the piece.

    Examples
    --------
    >>> solid_of("bar", [(0, 0, 0), (1, 0, 0)], Scale(10, 0.5)).lines
    ((0.5, 19.5), (0.5, 9.5), (0.5, 9.5))
    """
    own = set(cells)
    offsets = (-1, 0, 1) if sizes.gap else (0,)
    parts = len(offsets)
    filled = {
        tuple([parts * x + o + parts // 2 for x, o in zip(cell, offset)])
        for cell in own
        for offset in product(offsets, repeat=3)
        if own.issuperset(_touched(cell, offset))
    }
    lines = []
    for axis in range(3):
        starts, filled = _joined(filled, axis)
        places = (divmod(start, parts) for start in starts)
        lines.append(
            tuple(
                sizes.edge(axis, x + part // 2) + (0, sizes.gap, -sizes.gap)[part]
                for x, part in places
            )
        )
    return Solid(name, tuple(lines), tuple(sorted(filled)))


def _touched(cell: Cell, offset: Sequence[int]) -> Iterator[Cell]:
    """Yield the cells that a part of a cell touches, and the cell itself."""
    return product(*((x, x + o) if o else (x,) for x, o in zip(cell, offset)))


def _joined(filled: Iterable[Cell], axis: int) -> tuple[list[int], set[Cell]]:
    """Join layers that are alike; return where each begins and the last ends."""
    layers: dict[int, set[Cell]] = {}
    for cell in filled:
        rest = *cell[:axis], *cell[axis:][1:]
        layers.setdefault(cell[axis], set()).add(rest)
    starts: list[int] = []
    joined: set[Cell] = set()
    before: set[Cell] = set()
    for at in range(min(layers), max(layers) + 2):
        layer = layers.get(at, set())
        if layer != before:
            number = len(starts)
            joined |= {rest[:axis] + (number,) + rest[axis:] for rest in layer}
            starts.append(at)
        before = layer
    return starts, joined


def surface(solid: Solid) -> tuple[list[Point], list[Triangle]]:
    """Return the surface of a solid: points, and triangles of their numbers.

    Seen from outside, the corners of each triangle run counterclockwise.

    Raises
    ------
    PuzzleError
        If two boxes touch at an edge only, which no closed surface can have.

    Examples
    --------
    >>> points, triangles = surface(Solid("cube", 3 * ((0.0, 1.0),), ((0, 0, 0),)))
    >>> len(points), len(triangles)
    (8, 12)
    """
    own = set(solid.filled)
    number: dict[Cell, int] = {}
    triangles: list[Triangle] = []
    for cell in solid.filled:
        for axis, sign in product(range(3), (-1, 1)):
            beside = tuple([x + sign * (k == axis) for k, x in enumerate(cell)])
            if beside not in own:
                a, b, c, d = (
                    number.setdefault(corner, len(number))
                    for corner in _corners(cell, axis, sign)
                )
                triangles += (a, b, c), (a, c, d)
    sides = [side for a, b, c in triangles for side in ((a, b), (b, c), (c, a))]
    if len(set(sides)) < len(sides):
        raise PuzzleError(
            f"piece {solid.name} touches itself at an edge only, where its surface "
            "cannot be closed; want a gap above 0"
        )
    return [_point(solid.lines, corner) for corner in number], triangles


def _corners(cell: Cell, axis: int, sign: int) -> list[Cell]:
    """Return the corners of a face, counterclockwise as seen from outside."""
    one, other = (axis + 1) % 3, (axis + 2) % 3
    found = []
    for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)):
        corner = list(cell)
        corner[axis] += sign > 0
        corner[one] += a
        corner[other] += b
        found.append(tuple(corner))
    return found[::sign]


def _point(lines: Sequence[Sequence[float]], corner: Cell) -> Point:
    x, y, z = (line[k] for line, k in zip(lines, corner))
    return x, y, z
