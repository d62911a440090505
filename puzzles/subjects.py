"""Puzzles for ``dlx show``: the exact-cover problem of a puzzle, and its board."""

from __future__ import annotations

from typing import cast

from dlx.showing import Board, Subject
from reductions import Placement, kind_of

from .files import PuzzleFile, load

__all__ = ["subject", "subject_of"]


def subject(name: str) -> Subject:
    """Return a bundled puzzle, or that of a file, as what ``dlx show`` can show.

    Raises
    ------
    FormatError, PuzzleError
        If it cannot be read.

    Examples
    --------
    >>> subject("queens-8").title
    'Eight queens'
    """
    return subject_of(load(name))


def subject_of(file: PuzzleFile) -> Subject:
    """Return a puzzle as what ``dlx show`` can show."""
    puzzle = file.puzzle
    problem = kind_of(puzzle).encode(puzzle)

    def board() -> Board | None:
        from .drawing.boards import board_of

        return board_of(puzzle, cast(tuple[Placement, ...], problem.names))

    return Subject(file.title, problem, board)
