"""Cells on paper: their corners, and the lines around regions of them.

A *spot* is a corner in whole numbers, so that the corners of neighbors are equal; where
it lies on the paper is another question, answered by `place` and, for layers of blocks
of several sizes, by others.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import sqrt

from reductions.lattice import Cell

from .scene import Area, Label, Point, Shape, size

__all__ = [
    "Corners",
    "Place",
    "corners",
    "loops",
    "middle",
    "parts",
    "place",
    "regions",
]

Spot = tuple[int, int]
Corners = Callable[[Cell], tuple[Spot, ...]]
Place = Callable[[Spot], Point]

#: How far apart spots lie: a square is 1 wide, a hexagon 1.1, a triangle 1.6.
STEPS = {
    "square": (1.0, 1.0),
    "hexagonal": (0.55, 1.1 / sqrt(12)),
    "triangular": (0.8, 0.8 * sqrt(3)),
}

LINE = "#222222"
EMPTY = "#f4f4f4"


def corners(lattice: str) -> Corners:
    """Return the function from a cell to its corners, clockwise.

    Its k-th side runs from the k-th corner to the next, in the order of the sides that
    the cell has on its lattice.
    """
    return {"square": _square, "hexagonal": _hexagon, "triangular": _triangle}[lattice]


def _square(cell: Cell) -> tuple[Spot, ...]:
    y, x = cell
    return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)


def _hexagon(cell: Cell) -> tuple[Spot, ...]:
    row, column = cell
    x, y = 2 * column + row % 2, 3 * row
    around = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    return tuple((x + right, y + down) for right, down in around)


def _triangle(cell: Cell) -> tuple[Spot, ...]:
    row, column = cell
    if (row + column) % 2:
        return (column, row), (column + 2, row), (column + 1, row + 1)
    return (column + 1, row), (column + 2, row + 1), (column, row + 1)


def place(lattice: str) -> Place:
    """Return the function from a spot to its point on paper."""
    right, down = STEPS[lattice]
    return lambda spot: (spot[0] * right, spot[1] * down)


def middle(points: Sequence[Point]) -> Point:
    """Return the mean of some points."""
    xs, ys = zip(*points)
    return sum(xs) / len(xs), sum(ys) / len(ys)


# ---------------------------------------------------------------------------- regions


def loops(cells: Iterable[Cell], around: Corners) -> tuple[tuple[Spot, ...], ...]:
    """Return the lines around a set of cells, clockwise, and around its holes.

    Examples
    --------
    >>> loops([(0, 0), (0, 1)], corners("square"))
    (((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)),)
    """
    sides = dict.fromkeys(side for cell in cells for side in _sides(around(cell)))
    onward: dict[Spot, list[Spot]] = {}
    for one, other in sides:
        if (other, one) not in sides:
            onward.setdefault(one, []).append(other)
    found = []
    while onward:
        spot = next(iter(onward))
        loop = []
        while spot in onward:
            loop.append(spot)
            ends = onward[spot]
            following = ends.pop()
            if not ends:
                del onward[spot]
            spot = following
        found.append(tuple(loop))
    return tuple(found)


def _sides(spots: tuple[Spot, ...]) -> Iterable[tuple[Spot, Spot]]:
    return zip(spots, spots[1:] + spots[:1])


def parts(cells: Iterable[Cell], around: Corners) -> list[list[Cell]]:
    """Return a set of cells in parts that hang together, side by side."""
    at: dict[frozenset[Spot], list[Cell]] = {}
    left = dict.fromkeys(cells)
    for cell in left:
        for side in _sides(around(cell)):
            at.setdefault(frozenset(side), []).append(cell)
    found = []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for cell in part:  # which grows on the way
            for side in _sides(around(cell)):
                for other in at[frozenset(side)]:
                    if other in left:
                        del left[other]
                        part.append(other)
        found.append(sorted(part))
    return found


def neighbors(
    owner: Mapping[Cell, Hashable], around: Corners
) -> dict[Hashable, list[Hashable]]:
    """Return with whom each owner of cells shares a side."""
    at: dict[frozenset[Spot], list[Hashable]] = {}
    for cell, one in owner.items():
        for side in _sides(around(cell)):
            at.setdefault(frozenset(side), []).append(one)
    near: dict[Hashable, dict[Hashable, None]] = {one: {} for one in owner.values()}
    for pair in at.values():
        for one in pair:
            near[one] |= dict.fromkeys(other for other in pair if other != one)
    return {one: list(others) for one, others in near.items()}


def regions(
    cells: Mapping[Hashable, Sequence[Cell]],
    empty: Sequence[Cell],
    colors: Mapping[Hashable, str],
    names: Mapping[Hashable, str],
    around: Corners,
    place: Place,
    most: float = 0.36,
) -> list[Shape]:
    """Return pieces as colored areas with their names, and the cells that are empty.

    The letters of names are of the size `most` at most.
    """
    shapes: list[Shape] = []
    for cell in empty:
        outline = (tuple(map(place, around(cell))),)
        shapes.append(Area(outline, EMPTY, "#aaaaaa", 0.015, True, "empty", cell))
    for piece, own in cells.items():
        lines = tuple(tuple(map(place, loop)) for loop in loops(own, around))
        shapes.append(Area(lines, colors[piece], LINE, 0.045, False, "piece", piece))
    for piece, own in cells.items():
        for part in parts(own, around):
            shapes.append(_name(names[piece], part, piece, around, place, most))
    return shapes


def _name(
    text: str,
    part: Sequence[Cell],
    piece: object,
    around: Corners,
    place: Place,
    most: float,
) -> Label:
    """Return the name of a piece on a few cells in a row, near the middle of the part.

    There are no more cells than it takes to write it large.
    """
    points = {cell: [place(spot) for spot in around(cell)] for cell in part}
    x, y = middle([point for own in points.values() for point in own])
    best: tuple[tuple[float, ...], Point] | None = None
    for cell in part:
        for number in range(1, 6):
            row = [(*cell[:-1], cell[-1] + k) for k in range(number)]
            if not all(other in points for other in row):
                break
            xs, ys = zip(*(point for other in row for point in points[other]))
            wide, tall = max(xs) - min(xs), max(ys) - min(ys)
            if len(around(cell)) == 3:  # a triangle has less room than it is wide
                wide, tall = wide / 2, tall / 1.5
            letters = size(text, 0.85 * wide, min(most, 0.7 * tall))
            at = middle([middle(points[other]) for other in row])
            far = round(abs(at[0] - x) + abs(at[1] - y), 6)
            key = (-round(letters, 6), far, number, *cell)
            if best is None or key < best[0]:
                best = key, at
    assert best is not None
    return Label(best[1], text, -best[0][0], bold=True, what="name", of=piece)
