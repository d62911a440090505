"""The commands of ``puzzles``, a module each, loaded when it is asked for.

Each module has ``run(arguments) -> exit code``; here is what they share.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

from dlx import Stopped
from dlx.terminal import FOUND, INTERRUPTED, STOPPED, say
from reductions import kind_of

from ..files import PuzzleFile, load

__all__ = ["inventory", "read", "reasons", "until_stopped"]


def read(arguments: argparse.Namespace) -> PuzzleFile:
    """Read the puzzle that is asked for, and say what was taken for granted."""
    file = load(
        arguments.puzzle, arguments.format, arguments.edges, arguments.number
    )
    for note in file.notes:
        say(f"puzzles: {file.name}: {note}")
    return file


def until_stopped(search: Callable[[], object]) -> int:
    """Search; return 0, or the exit code of what stopped it."""
    try:
        search()
    except Stopped as stopped:
        say(f"puzzles: stopped by {stopped.reason}")
        return INTERRUPTED if stopped.reason == "interrupt" else STOPPED
    return FOUND


def reasons(file: PuzzleFile) -> Iterator[str]:
    """Yield why a puzzle has no layout, as far as that can be said, line by line."""
    from dlx import explain

    kind = kind_of(file.puzzle)
    misfit = kind.misfit(file.puzzle)
    if misfit:
        yield misfit
        return
    explanation = explain(kind.encode(file.puzzle))
    if explanation:
        yield from str(explanation).split("\n")
    else:
        yield "every way was tried; there is no short reason"


def inventory(file: PuzzleFile) -> str:
    """Return how many pieces and cells there are."""
    puzzle: Any = file.puzzle
    if not puzzle.board:
        problem = puzzle.problem
        items = len(problem.primary) + len(problem.secondary)
        return f"{len(problem.names)} options, {items} items"
    cells = f"{len(puzzle.board)} cells"
    for what in ("tiles", "pieces"):
        if hasattr(puzzle, what):
            return f"{len(getattr(puzzle, what))} {what}, {cells}"
    return cells
