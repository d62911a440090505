"""Steps as colors: files of BurrTools let pieces be shifted by single cells only.

With a step of two, a turn about the center and a shift by even amounts keep of each
cell how many of its coordinates are odd.  If that is its color, and pieces lie on their
own colors, then pieces may be shifted as they like: in most puzzles they will go to no
other places.  Whether it is so is looked up place by place, so nothing is taken on
trust.
"""

from __future__ import annotations

from reductions.lattice import Cell
from reductions.packing import Packing, placements

__all__ = ["unstepped"]

#: A color for each class of cells.
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def unstepped(puzzle: Packing) -> Packing | None:
    """Return the same problem without a step, None if colors cannot say it.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> bars = {"lattice": "cubic", "step": 2, "board": "#+#", "pieces": {"I": "##"}}
    >>> puzzle = unstepped(parse(bars))
    >>> puzzle.step, puzzle.colors
    (1, (((0, 0, 0), 'a'), ((2, 0, 0), 'a'), ((1, 0, 0), 'b')))
    >>> len(placements(puzzle)) == len(placements(parse(bars)))
    True
    """
    if puzzle.step == 1:
        return puzzle
    classes = sorted({_class(cell, puzzle.step) for cell in puzzle.board})
    used = {_class(cell, puzzle.step) for p in puzzle.pieces for cell in p.cells}
    painted = puzzle.colors or any(piece.colors for piece in puzzle.pieces)
    if painted or len(classes) > len(LETTERS) or not used.issubset(classes):
        return None
    color = dict(zip(classes, LETTERS))
    same = puzzle._replace(
        step=1,
        ratio=1,
        colors=tuple((cell, color[_class(cell, puzzle.step)]) for cell in puzzle.board),
        allowed=tuple((letter, letter) for letter in color.values()),
        pieces=tuple(
            piece._replace(
                colors=tuple(color[_class(cell, puzzle.step)] for cell in piece.cells)
            )
            for piece in puzzle.pieces
        ),
    )
    return same if _places(same) == _places(puzzle) else None


def _class(cell: Cell, step: int) -> tuple[int, ...]:
    """Return what turns about the origin and shifts by the step keep of a cell."""
    return tuple(sorted(min(x % step, -x % step) for x in cell))


def _places(puzzle: Packing) -> set[tuple[str, tuple[Cell, ...]]]:
    return {(placement.piece, placement.cells) for placement in placements(puzzle)}
