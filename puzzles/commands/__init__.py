"""The commands of ``puzzles``, a module each, loaded when it is asked for.

Each module has ``run(arguments) -> exit code``; here is what they share.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from typing import IO, Any

from dlx import Stopped
from dlx.terminal import BAD_INPUT, FOUND, INTERRUPTED, STOPPED, say
from reductions import Layout, Placement, Puzzle, kind_of

from ..files import PuzzleFile, load

__all__ = [
    "fresh_seed",
    "inventory",
    "picture",
    "placement_data",
    "read",
    "reasons",
    "until_stopped",
    "write_new",
]


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
    cells = f"{len(puzzle.board)} cells"
    for what in ("tiles", "pieces"):
        if hasattr(puzzle, what):
            return f"{len(getattr(puzzle, what))} {what}, {cells}"
    return cells


def fresh_seed() -> int:
    """Return a seed that nobody asked for, short enough to be typed again."""
    from random import SystemRandom

    return SystemRandom().randrange(10**6)


def picture(puzzle: Puzzle, layout: Layout, out: IO[str]) -> str:
    """Draw a layout with the colors and the lines that a stream can show."""
    from ..text import draw

    color = (
        out is not None  # None where it was closed from the start
        and out.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )
    ascii = not _can_write("┼", getattr(out, "encoding", "utf-8"))
    return draw(puzzle, layout, color=color, ascii=ascii)


def _can_write(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or "ascii")
        return True
    except (UnicodeEncodeError, LookupError):
        return False


def placement_data(placement: Placement) -> dict[str, object]:
    """Return a placement as it is written in JSON."""
    piece, cells, turns, flipped = placement
    return {"piece": piece, "turns": turns, "flipped": flipped, "cells": cells}


def write_new(path: str, text: str, note: str = "") -> int:
    """Write a file that is not there yet, and return the exit code."""
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        say(f"puzzles: {path}: there is such a file already")
        return BAD_INPUT
    say(f"puzzles: wrote {path}{note}")
    return FOUND
