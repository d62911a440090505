"""Packings in space as scenes: layers side by side, and an exploded view.

The layer of the least z is the top one; x runs to the right and y to the front.  In the
exploded view one looks down from the front, where x runs to the lower right and y to
the lower left, so that both show the same puzzle and not its mirror image.

Where shifts are even, cells with an odd coordinate are plates, thinner than cubes.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import ceil, sqrt
from typing import NamedTuple

from dlx.terminal import plain
from reductions import Layout, Placement
from reductions.lattice import CUBIC, Cell
from reductions.packing_parts import Packing

from .colors import colored, mixed
from .plane import LINE, middle, regions
from .scene import Area, Box, Label, Point, Scene, Shape, arranged, moved, size

__all__ = ["bridges", "layers", "scene", "touching"]

Solid = tuple[float, float, float]

#: What can be seen of a block: its top, its right and its left, and how dark it is.
FACES = (((0, 0, -1), 0.0), ((0, 1, 0), 0.14), ((1, 0, 0), 0.3))

#: Between pieces that are drawn apart.
GAP = 0.35

#: So often pictures push each other at most.
ROUNDS = 400


class Grid(NamedTuple):
    """Where each coordinate of a cell begins and ends, along the three axes."""

    ends: tuple[Mapping[int, tuple[float, float]], ...]

    def box(self, cell: Cell) -> tuple[Solid, Solid]:
        """Return the least and the greatest corner of a block."""
        pairs = [ends[x] for ends, x in zip(self.ends, cell)]
        low, high = zip(*pairs)
        return low, high


def grid(puzzle: Packing) -> Grid:
    """Return the blocks of a puzzle: all of one size, or cubes and plates."""
    thin = 1.0 if puzzle.step % 2 else 1 / puzzle.ratio
    axes = []
    for line in zip(*puzzle.board):
        at, ends = 0.0, {}
        for x in range(min(line), max(line) + 1):
            wide = thin if x % 2 else 1.0
            ends[x] = (at, at + wide)
            at += wide
        axes.append(ends)
    return Grid(tuple(axes))


def scene(puzzle: Packing, layout: Layout) -> Scene:
    """Return the picture of a layout: its layers, the whole, and its pieces apart."""
    owner = _owners({placement: placement.cells for placement in layout})
    colors = colored(touching(owner, layout))
    blocks = grid(puzzle)
    bars = {
        placement: placement.cells + _bridges(puzzle, placement) for placement in layout
    }
    solid = _undisputed(bars)
    layers = _layers(puzzle, solid, colors, blocks)
    upper = [arranged(layers, ceil(sqrt(len(layers))))]
    views = [upper[0]]
    if layout:
        whole = _faces(_owners(solid), colors, blocks)
        letters = _letters(blocks)
        upper.append(_heading(list(whole), "put together", letters))
        exploded = _exploded(bars, colors, blocks)
        apart = _heading(exploded, "its pieces, pulled apart", letters)
        views = [arranged(upper, 2, 1.0), apart]
    return Scene(tuple(arranged(views, 1, 1.0)), least=0.25)


def layers(puzzle: Packing, layout: Layout) -> Scene:
    """Return the picture of the layers alone, of part of a layout, too."""
    solid = {placement: placement.cells for placement in layout}
    colors = colored(touching(_owners(solid), layout))
    found = _layers(puzzle, solid, colors, grid(puzzle))
    return Scene(tuple(arranged(found, ceil(sqrt(len(found))))), least=0.25)


def touching(
    owner: Mapping[Cell, Hashable], pieces: Iterable[Hashable]
) -> dict[Hashable, list[Hashable]]:
    """Return which pieces share a side of a cell with each piece."""
    near: dict[Hashable, list[Hashable]] = {piece: [] for piece in pieces}
    for cell, piece in owner.items():
        for side in CUBIC.sides:
            other = owner.get(_sum(cell, side), piece)
            if other != piece and other not in near[piece]:
                near[piece].append(other)
    return near


def _sum(cell: Cell, side: Cell) -> Cell:
    return tuple([a + b for a, b in zip(cell, side)])


def _letters(blocks: Grid) -> float:
    """Return how large letters are: larger where there is much to fit on a page."""
    return max(0.34, 0.022 * sum(max(ends.values())[1] for ends in blocks.ends))


def _heading(
    shapes: Sequence[Shape], text: str, letters: float, of: object = None
) -> list[Shape]:
    """Return a picture with a line of text above it."""
    box = Scene(tuple(shapes)).box
    at = (box.left + box.right) / 2, box.top - letters
    return [Label(at, text, 0.9 * letters, "#444444", what="heading", of=of), *shapes]


def _bridges(puzzle: Packing, placement: Placement) -> tuple[Cell, ...]:
    if puzzle.step % 2 or puzzle.ratio == 1:
        return ()
    return bridges(placement.cells)


def bridges(cells: Collection[Cell]) -> tuple[Cell, ...]:
    """Return the gaps that a long plate spans between those cells that are its parts.

    Two plates in line are one plate.

    >>> bridges([(0, 1, 0), (2, 1, 0)])
    ((1, 1, 0),)
    """
    own = set(cells)
    found = []
    for cell in cells:
        if sum(x % 2 for x in cell) != 1:
            continue
        for axis, x in enumerate(cell):
            side = tuple(int(k == axis) for k in range(3))
            gap = _sum(cell, side)
            far = _sum(gap, side)
            if not x % 2 and far in own and gap not in own:
                found.append(gap)
    return tuple(dict.fromkeys(found))


def _undisputed(
    bars: Mapping[Placement, Sequence[Cell]],
) -> dict[Placement, Sequence[Cell]]:
    """Return the pieces without the gaps where two long plates cross.

    One of the two is notched there, and nothing tells which.
    """
    claims: dict[Cell, int] = {}
    for cells in bars.values():
        for cell in cells:
            claims[cell] = claims.get(cell, 0) + 1
    return {
        placement: [cell for cell in cells if claims[cell] == 1]
        for placement, cells in bars.items()
    }


def _owners(solid: Mapping[Placement, Sequence[Cell]]) -> dict[Cell, Placement]:
    return {cell: placement for placement, cells in solid.items() for cell in cells}


# ----------------------------------------------------------------------------- layers


def _layers(
    puzzle: Packing,
    solid: Mapping[Placement, Sequence[Cell]],
    colors: Mapping[Hashable, str],
    blocks: Grid,
) -> list[list[Shape]]:
    """Return each layer as a plane picture with its z above it."""
    letters = _letters(blocks)
    found: list[list[Shape]] = []
    for z in sorted(blocks.ends[2]):
        pieces: dict[Hashable, list[Cell]] = {}
        for placement, own in solid.items():
            flat: list[Cell] = [(y, x) for x, y, at in own if at == z]
            if flat:
                pieces[placement] = flat
        filled = {cell for own_cells in pieces.values() for cell in own_cells}
        empty = [
            (y, x) for x, y, at in puzzle.board if at == z and (y, x) not in filled
        ]
        shapes = regions(
            pieces,
            empty,
            colors,
            {placement: plain(placement.piece) for placement in solid},
            _flat_corners,
            lambda spot: (_edge(blocks, 0, spot[0]), _edge(blocks, 1, spot[1])),
            letters,
        )
        if shapes:
            top = "" if found else " (top)"
            found.append(_heading(shapes, f"z = {z}{top}", letters, z))
    return found


def _flat_corners(cell: Cell) -> tuple[tuple[int, int], ...]:
    y, x = cell
    return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)


def _edge(blocks: Grid, axis: int, x: int) -> float:
    """Return where a coordinate begins, or where the one before it ends."""
    ends = blocks.ends[axis]
    return ends[x][0] if x in ends else ends[x - 1][1]


# -------------------------------------------------------------------------- projection


def _project(point: Sequence[float]) -> Point:
    x, y, z = point
    return (x - y) * sqrt(3) / 2, (x + y) / 2 + z


def _nearness(cell: Cell) -> int:
    """Return what grows towards the viewer."""
    x, y, z = cell
    return x + y - z


def _faces(
    owner: Mapping[Cell, Placement], colors: Mapping[Hashable, str], blocks: Grid
) -> Iterator[Area]:
    """Yield the faces that can be seen, from back to front, and the lines of each.

    No block hides one that comes later, since all are cells of one grid.
    """
    for cell in sorted(owner, key=lambda cell: (_nearness(cell), cell)):
        piece = owner[cell]
        for normal, dark in FACES:
            if _sum(cell, normal) in owner:
                continue
            color = mixed(colors[piece], "#000000", dark)
            sides = list(_sides(cell, normal, blocks))
            outline = tuple(_project(points[0]) for _, points in sides)
            yield Area((outline,), color, color, 0.02, what="face", of=(piece, cell))
            for across, points in sides:
                beside = _sum(cell, across)
                if owner.get(beside) != piece or _sum(beside, normal) in owner:
                    line = (tuple(map(_project, points)),)
                    yield Area(line, "", LINE, 0.035, what="edge", of=(piece, cell))


def _sides(
    cell: Cell, normal: Cell, blocks: Grid
) -> Iterator[tuple[Cell, tuple[Solid, Solid]]]:
    """Yield the four sides of a face: across which way, and its two ends."""
    low, high = blocks.box(cell)
    axis = next(k for k in range(3) if normal[k])
    one, other = (k for k in range(3) if k != axis)
    begin = list(high if normal[axis] > 0 else low)
    around = ((0, 0), (1, 0), (1, 1), (0, 1))
    corners: list[Solid] = []
    for a, b in around:
        begin[one], begin[other] = (low, high)[a][one], (low, high)[b][other]
        corners.append((begin[0], begin[1], begin[2]))
    for k, (direction, sign) in enumerate(
        ((other, -1), (one, 1), (other, 1), (one, -1))
    ):
        across = tuple(sign * (direction == j) for j in range(3))
        yield across, (corners[k], corners[(k + 1) % 4])


def _exploded(
    solid: Mapping[Placement, Sequence[Cell]],
    colors: Mapping[Hashable, str],
    blocks: Grid,
) -> list[Shape]:
    """Return each piece as it lies, pulled apart until no piece hides another one."""
    drawn: list[list[Shape]] = []
    centers: list[Point] = []
    for placement, cells in solid.items():
        shapes: list[Shape] = list(
            _faces(dict.fromkeys(cells, placement), colors, blocks)
        )
        box = Scene(tuple(shapes)).box
        text = plain(placement.piece)
        letters = size(text, max(1.5, box.width), _letters(blocks))
        at = (box.left + box.right) / 2, box.bottom + 0.74 * letters
        shapes.append(Label(at, text, letters, bold=True, what="name", of=placement))
        drawn.append(shapes)
        centers.append(middle([_center(blocks, cell) for cell in cells]))
    return _apart(drawn, centers)


def _center(blocks: Grid, cell: Cell) -> Point:
    low, high = blocks.box(cell)
    return _project([(a + b) / 2 for a, b in zip(low, high)])


def _apart(drawn: Sequence[Sequence[Shape]], centers: Sequence[Point]) -> list[Shape]:
    """Return pictures moved away from the middle, until no two overlap."""
    x, y = middle(centers)
    boxes = [Scene(tuple(shapes)).box for shapes in drawn]
    shifts = [[0.8 * (cx - x), 0.8 * (cy - y)] for cx, cy in centers]
    for _ in range(ROUNDS):
        quiet = True
        for one, other in combinations(range(len(drawn)), 2):
            quiet &= not _push(boxes[one], shifts[one], boxes[other], shifts[other])
        if quiet:
            break
    placed = zip(drawn, shifts)
    return [
        shape for shapes, shift in placed for shape in moved(shapes, shift[0], shift[1])
    ]


def _push(box: Box, shift: list[float], other: Box, beside: list[float]) -> bool:
    """Push two pictures that overlap away from each other, the shorter way."""
    ways = []
    for axis in (0, 1):
        low, high = box[axis] + shift[axis], box[axis + 2] + shift[axis]
        least, most = other[axis] + beside[axis], other[axis + 2] + beside[axis]
        over = min(high, most) - max(low, least) + GAP
        # A sheet of paper is higher than wide, so there is more room up and down.
        cost = over * (1.0, 0.7)[axis]
        ways.append((cost, over, axis, low + high <= least + most))
    _, over, axis, first = min(ways)
    if over <= 1e-6:
        return False
    step = (over / 2 + 1e-6) * (-1 if first else 1)
    shift[axis] += step
    beside[axis] -= step
    return True
