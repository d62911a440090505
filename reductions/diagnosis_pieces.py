"""The doctor's first look at pieces: shapes, areas, colorings of the board.

*Colorings.*  Color the cells of the board in some regular way, and give each color a
weight.  A piece, wherever it lies, covers cells of a certain weight, one of few; where
no choice of these adds up to the weight of the board, there is no layout.  On a
chessboard a T of four squares covers three of one color and one of the other, all other
pieces of four cover two and two: so a rectangle takes an even number of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from . import packing
from .diagnosis import Finding, Table, few, impossible, listing, note
from .lattice import Cell
from .packing_parts import Form, Packing, Piece, equal_pieces, form_of, poses_of

__all__ = ["findings", "tables"]

#: Colorings are tried where they take no more steps than this, of which each adds
#: two long numbers.
MOST_STEPS = 300_000

#: Larger boards are not colored: their numbers would be too long.
MOST_CELLS = 1000


def tables(puzzle: Packing) -> Iterator[Table]:
    """Yield for each piece its size, and in how many ways and places it can lie.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> puzzle = parse({"size": [2, 2], "pieces": {"I": {"shape": "##", "count": 2}}})
    >>> next(tables(puzzle)).rows
    (('I', 2, 2, 2, 4),)
    """
    places: dict[str, int] = {}
    for placement in packing.placements(puzzle):
        places[placement.piece] = places.get(placement.piece, 0) + 1
    yield Table(
        ("piece", "cells", "times", "poses", "places"),
        tuple(
            (
                piece.name,
                len(piece.cells),
                _times(piece),
                len(poses_of(puzzle, piece)),
                places.get(piece.names[0], 0),
            )
            for piece in puzzle.pieces
        ),
    )


def findings(puzzle: Packing) -> Iterator[Finding]:
    """Yield what makes a layout impossible, and what is worth a remark.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> pieces = {"T": ["###", ".#."], "I": "####"}
    >>> for finding in findings(parse({"size": [2, 4], "pieces": pieces})):
    ...     print(*finding, sep=": ")
    impossible: colored like a chessboard, the board has 4 and 4 cells of the colors; \
the pieces cannot cover that, wherever they lie
    note: the pieces have 8 cells, the board has 8
    """
    misfit = packing.misfit(puzzle)
    yield from _places(puzzle)
    if misfit:
        yield impossible(misfit)
    else:
        yield from _colorings(puzzle)
        yield note(_areas(puzzle))
    yield from few(_equal(puzzle), "groups of pieces")
    yield from few(_twins(puzzle), "pairs of pieces")


def _times(piece: Piece) -> str | int:
    least, most = piece.bounds
    if piece.number is None:
        return "any"
    return most if least == most else f"{least} to {most}"


def _areas(puzzle: Packing) -> str:
    least = sum(len(piece.cells) * piece.bounds[0] for piece in puzzle.pieces)
    most = sum(len(piece.cells) * piece.bounds[1] for piece in puzzle.pieces)
    need, room = len(puzzle.cells), len(puzzle.board)
    pieces = str(least) if least == most else f"{least} to {most}"
    if any(piece.number is None for piece in puzzle.pieces):
        pieces = f"{least} or more"
    board = str(room) if need == room else f"{need} to {room}"
    return f"the pieces have {pieces} cells, the board has {board}"


# ---------------------------------------------------------------------- equal shapes


def _equal(puzzle: Packing) -> Iterator[Finding]:
    for group in equal_pieces(puzzle):
        if len(group) > 1:
            names = listing(piece.name for piece in group)
            yield note(f"pieces {names} have the same shape")


def _twins(puzzle: Packing) -> Iterator[Finding]:
    """Yield the pairs of shapes that are mirror images, where flips are not allowed."""
    upright = [
        piece
        for piece, *_ in equal_pieces(puzzle)
        if puzzle.moves(piece) == (True, False)
    ]
    mirrored: dict[Form, Piece] = {}
    for piece in upright:
        either_way = form_of(poses_of(puzzle, piece._replace(flip=True)))
        if either_way in mirrored:
            twin = mirrored[either_way].name
            yield note(f"pieces {twin} and {piece.name} are mirror images")
        mirrored[either_way] = piece


# ---------------------------------------------------------------------------- places


def _places(puzzle: Packing) -> Iterator[Finding]:
    """Yield the pieces that fit nowhere, and the cells that no piece reaches."""
    every = packing.placements(puzzle)
    laid = {placement.piece for placement in every}
    reached = {cell for placement in every for cell in placement.cells}
    for piece in puzzle.pieces:
        if piece.names[0] not in laid:
            say = impossible if piece.bounds[0] else note
            yield say(f"piece {piece.name} fits nowhere")
    bare = [_spot(cell) for cell in puzzle.cells if cell not in reached]
    if bare:
        plural = "s" * (len(bare) > 1)
        yield impossible(f"no piece reaches cell{plural} {listing(bare)}")


# --------------------------------------------------------------------------- colorings


class Coloring(NamedTuple):
    """A regular coloring: a sum of multiples of the coordinates, by its remainder."""

    name: str
    multiples: tuple[int, ...]
    colors: int


class Part(NamedTuple):
    """Something that covers so many cells, of one of these weights, so often."""

    cells: int
    weights: tuple[int, ...]
    least: int
    most: int


def _coloring(puzzle: Packing) -> Iterator[Coloring]:
    """Yield the colorings to try, the best known first."""
    if puzzle.lattice.name == "square":
        yield Coloring("like a chessboard", (1, 1), 2)
        yield Coloring("in stripes, row by row", (1, 0), 2)
        yield Coloring("in stripes, column by column", (0, 1), 2)
        yield Coloring("in three colors along the diagonals", (1, 1), 3)
        yield Coloring("in three colors along the other diagonals", (1, -1), 3)
    elif puzzle.lattice.name == "hexagonal":
        yield Coloring("in three colors, no two neighbors alike", (1, -1), 3)
        yield Coloring("in stripes, row by row", (0, 1), 2)
        yield Coloring("in slanting stripes", (1, 0), 2)
        yield Coloring("in stripes slanting the other way", (1, 1), 2)
    elif puzzle.lattice.name == "triangular":
        yield Coloring("by the way that triangles point", (0, 1), 3)
    elif puzzle.lattice.name == "cubic":
        yield Coloring("like a chessboard in space", (1, 1, 1), 2)
        for axis in range(3):
            multiples = tuple(int(axis == k) for k in range(3))
            yield Coloring(f"in layers along {'xyz'[axis]}", multiples, 2)
        yield Coloring("in three colors along a diagonal of space", (1, 1, 1), 3)


def _colorings(puzzle: Packing) -> Iterator[Finding]:
    """Yield the first coloring that proves that there is no layout, if any does."""
    if len(puzzle.board) > MOST_CELLS:
        return
    places: dict[str, list[tuple[Cell, ...]]] = {}
    for placement in packing.placements(puzzle):
        places.setdefault(placement.piece, []).append(placement.cells)
    for coloring in _coloring(puzzle):
        color = {
            cell: sum(
                a * x for a, x in zip(coloring.multiples, puzzle.lattice.vector(cell))
            )
            % coloring.colors
            for cell in puzzle.board
        }
        parts = _parts(puzzle, places, color, coloring.colors)
        if parts and not _adds_up(parts, _weight(puzzle.board, color), len(color)):
            sizes = [0] * coloring.colors
            for cell in puzzle.cells:
                sizes[color[cell]] += 1
            numbers = listing(size for size in sizes if size)
            yield impossible(
                f"colored {coloring.name}, the board has {numbers} cells of the "
                "colors; the pieces cannot cover that, wherever they lie"
            )
            return


def _weight(cells: Sequence[Cell], color: dict[Cell, int]) -> int:
    """Return a number that tells how many of the cells have each color.

    As a number with a digit for each color but the first, of which there are as many as
    the sum of all cells leaves.
    """
    base = len(color) + 1
    return sum((0, 1, base)[color[cell]] for cell in cells)


def _parts(
    puzzle: Packing,
    places: dict[str, list[tuple[Cell, ...]]],
    color: dict[Cell, int],
    colors: int,
) -> list[Part]:
    """Return what has to add up to the board, or nothing if that takes too long.

    A cell that stays empty counts as filled by something of one cell.
    """
    room = len(puzzle.board)
    parts = []
    for piece in puzzle.pieces:
        least, most = piece.bounds
        if piece.number is None:
            most = room // len(piece.cells)
        lies = places.get(piece.names[0], [])
        weights = dict.fromkeys(_weight(cells, color) for cells in lies)
        parts.append(Part(len(piece.cells), tuple(sorted(weights)), least, most))
    for one in range(colors):
        empty = sum(color[cell] == one for cell in puzzle.optional)
        weight = (0, 1, room + 1)[one]
        parts.append(Part(1, (weight,), 0, empty))
    fixed = all(part.least == part.most for part in parts)
    steps = sum(part.most * len(part.weights) for part in parts)
    return [] if steps * (1 if fixed else room) * (colors - 1) > MOST_STEPS else parts


def _adds_up(parts: list[Part], weight: int, room: int) -> bool:
    """Tell whether parts can be chosen of so many cells and so much weight together.

    For each number of cells, the weights that can be reached are the bits of a number.
    """
    reached = {0: 1}
    bits = (1 << (weight + 1)) - 1
    for cells, weights, least, most in parts:
        for number in range(most):
            more: dict[int, int] = {}
            for used, sums in reached.items():
                if used + cells <= room:
                    for w in weights:
                        more[used + cells] = (
                            more.get(used + cells, 0) | sums << w & bits
                        )
            if number >= least:
                for used, sums in reached.items():
                    more[used] = more.get(used, 0) | sums
                if more == reached:
                    break
            reached = more
    return bool(reached.get(room, 0) >> weight & 1)


def _spot(cell: Cell) -> str:
    return ",".join(map(str, cell))
