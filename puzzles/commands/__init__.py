"""The commands of ``puzzles``, a module each, loaded when it is asked for.

Each module has ``run(arguments) -> exit code``; here is what they share.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from time import monotonic
from typing import IO, Any

from dlx import FormatError, Stopped
from dlx.terminal import BAD_INPUT, FOUND, INTERRUPTED, STOPPED, plain, say
from reductions import Layout, Placement, Puzzle, kind_of

from ..files import Found, PuzzleFile, load, load_all
from .progress import progress

__all__ = [
    "fresh_seed",
    "in_turn",
    "inventory",
    "picture",
    "placement_data",
    "read",
    "read_all",
    "read_to_draw",
    "reasons",
    "until_stopped",
    "write_new",
]


def read(arguments: argparse.Namespace) -> PuzzleFile:
    """Read the puzzle that is asked for, and say what was taken for granted."""
    how = arguments.puzzle, arguments.format, arguments.edges
    with _reading(arguments.puzzle):
        file = load(*how, arguments.number, arguments.own_kind)
    _say_notes(file)
    return file


def read_to_draw(arguments: argparse.Namespace) -> PuzzleFile:
    """Read the puzzle that is asked for, and refuse one that has no picture."""
    file = read(arguments)
    if not file.puzzle.board:
        raise FormatError(
            f"{file.name}: {file.puzzle.kind} has no picture, since its options lie "
            "nowhere"
        )
    return file


def read_all(arguments: argparse.Namespace) -> list[Found]:
    """Read the puzzle whose number is given, or all that are in the file."""
    how = arguments.puzzle, arguments.format, arguments.edges
    with _reading(arguments.puzzle):
        if arguments.number:
            return [load(*how, arguments.number, arguments.own_kind)]
        return load_all(*how, arguments.own_kind)


def _reading(name: str) -> AbstractContextManager[object]:
    """Show a progress bar, unless a person may be typing."""
    return nullcontext() if name == "-" else progress(f"reading {plain(name)}")


def _say_notes(file: PuzzleFile) -> None:
    for note in file.notes:
        say(f"puzzles: {file.name}: {note}")


def in_turn(
    arguments: argparse.Namespace,
    files: Sequence[Found],
    command: Callable[[PuzzleFile], int],
    head: Callable[[str], object] = print,
) -> int:
    """Run a command on each puzzle of a file, and return the exit code of all.

    Several are introduced by their numbers and titles, told to `head`.  A timeout is
    for all of them together, and what stops one ends the run; otherwise a bad puzzle
    weighs more than one without layouts.
    """
    timeout = getattr(arguments, "timeout", None)
    begin = monotonic()
    codes = {FOUND}
    for number, file in enumerate(files, 1):
        if not isinstance(file, PuzzleFile):
            say(f"puzzles: {file}")
            codes.add(BAD_INPUT)
            continue
        if len(files) > 1:
            title = "" if file.title == file.name else f": {plain(file.title)}"
            head(f"puzzle {number}{title}")
            file = file._replace(name=f"{file.name} puzzle {number}")
        if timeout is not None:
            arguments.timeout = max(0.0, timeout - (monotonic() - begin))
        _say_notes(file)
        code = command(file)
        if code in (STOPPED, INTERRUPTED):
            return code
        codes.add(code)
    return max(codes)


def until_stopped(
    search: Callable[[], object],
    what: str = "",
    done: Callable[[], float] | None = None,
) -> int:
    """Search; return 0, or the exit code of what stopped it.

    If it is said what is done, a progress bar shows how long it takes.  If there is a
    way to tell how much is `done`, that is said in the end, and where to go on.
    """
    try:
        with progress(what) if what else nullcontext():
            search()
    except Stopped as stopped:
        if done is not None:
            from dlx.running import stopped_by

            return stopped_by(stopped, "puzzles", done())
        say(f"puzzles: stopped by {stopped.reason}")
        return INTERRUPTED if stopped.reason == "interrupt" else STOPPED
    return FOUND


def reasons(file: PuzzleFile) -> Iterator[str]:
    """Yield why a puzzle has no layout, as far as that can be said, line by line."""
    from dlx import explain
    from reductions.diagnosis import IMPOSSIBLE, diagnose

    kind = kind_of(file.puzzle)
    misfit = kind.misfit(file.puzzle)
    if misfit:
        yield misfit
        return
    explanation = explain(kind.encode(file.puzzle))
    proofs = [found.text for found in diagnose(file.puzzle) if found.kind == IMPOSSIBLE]
    if explanation:
        yield from str(explanation).split("\n")
    elif proofs:
        yield from proofs
    else:
        yield "every way was tried; there is no short reason"


def inventory(file: PuzzleFile) -> str:
    """Return how many pieces and cells there are."""
    puzzle: Any = file.puzzle
    if not puzzle.board:
        problem = kind_of(puzzle).encode(puzzle)
        items = len(problem.primary) + len(problem.secondary)
        return f"{len(problem.names)} options, {items} items"
    cells = _counted(len(puzzle.board), "cell")
    for what in ("tile", "piece"):
        if hasattr(puzzle, what + "s"):
            return f"{_counted(len(getattr(puzzle, what + 's')), what)}, {cells}"
    return cells


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def fresh_seed() -> int:
    """Return a seed that nobody asked for, short enough to be typed again."""
    from random import SystemRandom

    return SystemRandom().randrange(10**6)


def picture(puzzle: Puzzle, layout: Layout, out: IO[str] | None) -> str:
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
