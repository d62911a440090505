"""Puzzles for the command ``dlx``: the exact-cover problem of one, and its board."""

from __future__ import annotations

from typing import cast

from dlx.showing import Board, Subject
from reductions import Placement, kind_of

from .files import PuzzleFile, load

__all__ = ["subject", "subject_of"]


def subject(name: str) -> Subject:
    """Return a bundled puzzle, or that of a file, as what ``dlx`` can search and show.

    Parameters
    ----------
    name : str

    Returns
    -------
    dlx.showing.Subject

    Raises
    ------
    FormatError, PuzzleError
        If it cannot be read.

    Examples
    --------
    >>> subject("queens-8").title
    'Eight queens'
    """
    file = load(name)
    note = ""
    if file.puzzle.kind != "exact-cover":  # which has no other way to count
        note = (
            f"{name} is a puzzle: its covers are its layouts, all told apart (raw); "
            f"other ways to count: puzzles solve {name} --count"
        )
    return subject_of(file)._replace(note=note)


def subject_of(file: PuzzleFile) -> Subject:
    """Return a puzzle as what ``dlx show`` can show.

    Parameters
    ----------
    file : PuzzleFile

    Returns
    -------
    dlx.showing.Subject

    Examples
    --------
    >>> subject_of(load("soma")).problem
    <Problem: 34 primary items, 0 secondary items, 688 options, 3296 entries>
    """
    puzzle = file.puzzle
    problem = kind_of(puzzle).encode(puzzle)

    def board() -> Board | None:
        from .drawing.boards import board_of

        return board_of(puzzle, cast(tuple[Placement, ...], problem.names))

    return Subject(file.title, problem, board)
