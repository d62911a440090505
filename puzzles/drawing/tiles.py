"""Edge matching as a scene: tiles whose symbols make one picture across a side.

The two symbols of a pair of mates are the halves of one shape in one color: one is
filled, the other is an outline.  A symbol that is its own mate is filled on both sides.
Their letters stand in them, so that nothing depends on color alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, hypot, pi, sin
from typing import NamedTuple

from dlx.terminal import plain
from reductions import Layout, Placement
from reductions.edge_matching_data import EdgeMatching
from reductions.edge_matching_geometry import Around, inner_sides, neighbor, shown_by
from reductions.lattice import Cell

from .colors import STRONG, ink
from .plane import EMPTY, LINE, corners, middle, place
from .scene import Area, Box, Label, Point, Scene, Shape, size

__all__ = ["scene"]

#: The sides of a cell by their numbers, each from a corner to the next, clockwise.
Sides = dict[int, tuple[Point, Point]]

PAPER = "#fdfaf2"
BORDER = "#b8b8b8"
FAULT = "#cc0000"


def _arc(left: float, right: float, height: float, number: int) -> list[Point]:
    """Return points on half an ellipse, from the left to the right."""
    wide = (right - left) / 2
    return [
        (left + wide - wide * cos(pi * k / number), height * sin(pi * k / number))
        for k in range(number + 1)
    ]


#: Halves of shapes over a side that runs from -1 to 1, up to a height of 1.
HALVES: tuple[tuple[Point, ...], ...] = (
    tuple(_arc(-1, 1, 1, 24)),
    ((-1, 0), (0, 1), (1, 0)),
    ((-0.8, 0), (-0.8, 0.8), (0.8, 0.8), (0.8, 0)),
    (
        (-0.9, 0),
        (-0.72, 0.9),
        (-0.36, 0.62),
        (0, 0.9),
        (0.36, 0.62),
        (0.72, 0.9),
        (0.9, 0),
    ),
    ((-1, 0), (-0.5, 0.9), (0.5, 0.9), (1, 0)),
)

#: How thick the line of a half is that is not filled.
RING = 0.14


def _inset(outline: tuple[Point, ...], depth: float) -> tuple[Point, ...]:
    """Return a half shape without a rim of that depth; it stays open at its side.

    >>> square = ((-1.0, 0.0), (-1.0, 1.0), (1.0, 1.0), (1.0, 0.0))
    >>> _inset(square, 0.5)[1:3]
    ((-0.5, 0.5), (0.5, 0.5))
    """
    lines = []
    for k, (x, y) in enumerate(outline):
        ex, ey = outline[(k + 1) % len(outline)]
        long = hypot(ex - x, ey - y)
        # Unit normal to the inside, and how far the line is from the origin along it.
        nx, ny = (ey - y) / long, (x - ex) / long
        inward = depth if k < len(outline) - 1 else 0.0
        lines.append((nx, ny, nx * x + ny * y + inward))
    found = []
    for (ax, ay, a), (bx, by, b) in zip(lines[-1:] + lines[:-1], lines):
        across = ax * by - ay * bx
        found.append(((a * by - b * ay) / across, (ax * b - bx * a) / across))
    return tuple(found)


class Look(NamedTuple):
    """How a symbol looks: which half shape, its color, and whether it is filled."""

    half: int
    color: str
    filled: bool


def looks(puzzle: EdgeMatching) -> dict[str, Look]:
    """Return how each symbol looks; mates share the shape and the color, in two ways.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> both = looks(parse({"tiles": ["a A a A"], "mates": "case"}))
    >>> both["A"].color == both["a"].color, both["A"].filled, both["a"].filled
    (True, True, False)
    """
    found: dict[str, Look] = {}
    pairs = 0
    for symbol, mate in puzzle.mates:
        if symbol in found or symbol == puzzle.border:
            continue
        half, color = pairs % len(HALVES), STRONG[pairs % len(STRONG)]
        found[symbol] = Look(half, color, True)
        found.setdefault(mate, Look(half, color, False))
        pairs += 1
    return found


def scene(puzzle: EdgeMatching, layout: Layout) -> Scene:
    """Return the picture of a layout; of a part of one, too."""
    around, on_paper = corners(puzzle.lattice.name), place(puzzle.lattice.name)
    tiles = {tile.name: tile for tile in puzzle.tiles}
    at = {placement.cells[0]: placement for placement in layout}
    shown = {
        cell: shown_by(puzzle, tiles[placement.piece], placement)
        for cell, placement in at.items()
    }
    look = looks(puzzle)
    outlines = {cell: tuple(map(on_paper, around(cell))) for cell in puzzle.cells}
    sides: dict[Cell, Sides] = {
        cell: dict(zip(puzzle.lattice.around(cell), zip(points, _next(points))))
        for cell, points in outlines.items()
    }
    shapes: list[Shape] = []
    for cell, points in outlines.items():
        if cell not in at:
            shapes.append(Area((points,), EMPTY, "#aaaaaa", 0.015, True, "empty", cell))
            continue
        shapes.append(Area((points,), PAPER, LINE, 0.02, False, "tile", at[cell]))
        for number, side in sides[cell].items():
            symbol = shown[cell][number]
            if symbol == puzzle.border:
                shapes += _rim(symbol, side, middle(points), (cell, number))
            else:
                shapes += _half(symbol, look[symbol], side, points, (cell, number))
        shapes += _center(puzzle, at[cell], sides[cell], middle(points))
    # The lines come again, since halves lie over them.
    for cell in at:
        shapes.append(Area((outlines[cell],), "", LINE, 0.02, what="line", of=at[cell]))
    shapes += _faults(puzzle, shown, sides)
    shapes.append(_caption(puzzle, layout, Scene(tuple(shapes)).box))
    return Scene(tuple(shapes), least=0.6)


def _next(points: tuple[Point, ...]) -> tuple[Point, ...]:
    return points[1:] + points[:1]


def _half(
    symbol: str,
    look: Look,
    side: tuple[Point, Point],
    points: tuple[Point, ...],
    of: object,
) -> list[Shape]:
    """Return a symbol as half a shape on a side, with its letters."""
    reach = _reach(side, points)
    outline = _upon(side, middle(points), HALVES[look.half], reach)
    at = _upon(side, middle(points), ((0, 0.42),), reach)[0]
    fill = look.color if look.filled else "#ffffff"
    letters = ink(fill)
    text = plain(symbol)
    shapes: list[Shape] = [Area((outline,), fill, LINE, 0.012, False, "symbol", of)]
    if not look.filled:
        inner = _inset(HALVES[look.half], RING)
        ring = _upon(side, middle(points), inner, reach)
        shapes = [Area((outline,), look.color, LINE, 0.012, False, "symbol", of)]
        shapes.append(Area((ring,), fill, what="ring", of=of))
    letter = size(text, 0.56 * reach, 0.5 * reach)
    shapes.append(Label(at, text, letter, letters, True, "symbol", of))
    return shapes


def _reach(side: tuple[Point, Point], points: tuple[Point, ...]) -> float:
    """Return how far a symbol may reach from the middle of its side."""
    (ax, ay), (bx, by) = side
    mx, my = (ax + bx) / 2, (ay + by) / 2
    x, y = middle(points)
    return min(0.36 * hypot(bx - ax, by - ay), 0.6 * hypot(x - mx, y - my))


def _upon(
    side: tuple[Point, Point], center: Point, outline: tuple[Point, ...], reach: float
) -> tuple[Point, ...]:
    """Return an outline put on a side, towards the center."""
    (ax, ay), (bx, by) = side
    mx, my = (ax + bx) / 2, (ay + by) / 2
    long, deep = hypot(bx - ax, by - ay), hypot(center[0] - mx, center[1] - my)
    ux, uy = (bx - ax) / long * reach, (by - ay) / long * reach
    vx, vy = (center[0] - mx) / deep * reach, (center[1] - my) / deep * reach
    return tuple((mx + u * ux + v * vx, my + u * uy + v * vy) for u, v in outline)


def _rim(
    symbol: str, side: tuple[Point, Point], center: Point, of: object
) -> list[Shape]:
    """Return the symbol of the border: a grey band along the side."""
    deep = 0.26
    inner = [
        (x + deep * (center[0] - x), y + deep * (center[1] - y)) for x, y in side[::-1]
    ]
    (ax, ay), (bx, by) = side
    (cx, cy), (dx, dy) = inner
    at = (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
    text = plain(symbol)
    tall = hypot((ax + bx - cx - dx) / 2, (ay + by - cy - dy) / 2)
    letters = size(text, 0.3, 0.7 * tall)
    return [
        Area(((*side, *inner),), BORDER, BORDER, 0.01, False, "border", of),
        Label(at, text, letters, LINE, False, "border", of),
    ]


def _center(
    puzzle: EdgeMatching, placement: Placement, sides: Sides, center: Point
) -> list[Shape]:
    """Return the name of a tile in a disk whose tip points where its own first side is.

    A tile that lies fast has a grey disk; one that shows its back has a mark after its
    name and a second ring.
    """
    lattice = puzzle.lattice
    steps = len(lattice.sides)
    first = (lattice.around((0, 0))[0] + (placement.turns or 0)) % steps
    side = middle(sides[first])
    deep = hypot(side[0] - center[0], side[1] - center[1])
    ux, uy = (side[0] - center[0]) / deep, (side[1] - center[1]) / deep
    radius = 0.27 * deep
    disk = _disk(center, radius)
    tip = tuple(
        (center[0] + a * ux - b * uy, center[1] + a * uy + b * ux)
        for a, b in (
            (1.42 * radius, 0.0),
            (0.9 * radius, 0.45 * radius),
            (0.9 * radius, -0.45 * radius),
        )
    )
    fast = any(fixed.tile == placement.piece for fixed in puzzle.fixed)
    text = plain(placement.piece) + "'" * placement.flipped
    letters = size(text, 1.75 * radius, 1.15 * radius)
    shapes: list[Shape] = [Area((tip,), LINE, LINE, 0.01, False, "tip", placement)]
    if placement.flipped:
        ring = _disk(center, 1.15 * radius)
        shapes.append(Area((ring,), "#ffffff", LINE, 0.012, False, "back", placement))
    fill = "#cccccc" if fast else "#ffffff"
    return [
        *shapes,
        Area((disk,), fill, LINE, 0.012, False, "disk", placement),
        Label(center, text, letters, bold=True, what="name", of=placement),
    ]


def _disk(center: Point, radius: float) -> tuple[Point, ...]:
    around = [2 * pi * k / 36 for k in range(36)]
    x, y = center
    return tuple((x + radius * cos(a), y + radius * sin(a)) for a in around)


def _caption(puzzle: EdgeMatching, layout: Layout, box: Box) -> Label:
    """Return a line below the picture that says what its marks mean."""
    top = "top" if puzzle.lattice.name == "square" else "first side"
    text = f"a tip shows where the {top} of a tile as listed lies"
    if any(placement.flipped for placement in layout):
        text += "; ' is turned over"
    if puzzle.fixed:
        text += "; grey lies fast"
    letters = size(text, box.width, 0.1)
    at = (box.left + box.right) / 2, box.bottom + 1.5 * letters
    return Label(at, text, letters, "#555555", what="caption")


def _faults(
    puzzle: EdgeMatching, shown: Mapping[Cell, Around], sides: Mapping[Cell, Sides]
) -> Iterator[Shape]:
    """Yield a red line along each side whose two symbols are no mates."""
    mates = dict(puzzle.mates)
    half = len(puzzle.lattice.sides) // 2
    for cell, inner in inner_sides(puzzle).items():
        for _, number, first in inner:
            other = neighbor(puzzle, cell, number)
            if not first or cell not in shown or other not in shown:
                continue
            symbol = shown[other][(number + half) % (2 * half)]
            if mates[shown[cell][number]] != symbol:
                line = (sides[cell][number],)
                yield Area(line, "", FAULT, 0.07, what="fault", of=(cell, number))
