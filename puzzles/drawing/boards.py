"""The board of a puzzle, and what each placement adds to its picture."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from dlx.showing import Board
from reductions import Layout, Placement, Puzzle, PuzzleError
from reductions.packing_parts import Packing

from . import scene_of
from .colors import colored
from .scene import Area, Scene, Shape
from .vectors import elements

__all__ = ["board_of"]

#: Around the picture, as a part of a cell.
MARGIN = 0.1


def board_of(puzzle: Puzzle, placements: Sequence[Placement]) -> Board | None:
    """Return the empty board and the pictures of placements that lie alone on it.

    A piece has one color wherever it lies.

    Returns
    -------
    Board or None
        Nothing for kinds of puzzle whose options lie nowhere.

    Examples
    --------
    >>> from reductions import Queens, encode
    >>> board = board_of(Queens(1), encode(Queens(1)).names)
    >>> board.box
    (-0.1, -0.1, 1.2, 1.2)
    """
    try:
        empty = _scene(puzzle, ())
    except PuzzleError:
        return None
    pieces: dict[Hashable, Iterable[Hashable]] = {
        placement.piece: () for placement in placements
    }
    colors = colored(pieces)
    below = set(empty.shapes)
    options: Mapping[Hashable, str] = {
        placement: elements(
            _painted(shape, colors)
            for shape in _scene(puzzle, (placement,)).shapes
            if shape not in below and shape.what != "caption"
        )
        for placement in placements
    }
    left, top, right, bottom = empty.box
    box = (
        left - MARGIN,
        top - MARGIN,
        right - left + 2 * MARGIN,
        bottom - top + 2 * MARGIN,
    )
    return Board(box, elements(empty.shapes), options)


def _scene(puzzle: Puzzle, placements: tuple[Placement, ...]) -> Scene:
    """Return the picture of part of a layout; in space, layer by layer."""
    layout = Layout(placements, puzzle)
    if isinstance(puzzle, Packing) and puzzle.lattice.name == "cubic":
        from .solids import layers

        return layers(puzzle, layout)
    return scene_of(puzzle, layout)


def _painted(shape: Shape, colors: dict[Hashable, str]) -> Shape:
    """Return the area of a piece in the piece's own color."""
    if isinstance(shape, Area) and isinstance(shape.of, Placement):
        if shape.what == "piece":
            return shape._replace(fill=colors[shape.of.piece])
    return shape
