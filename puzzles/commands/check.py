"""``puzzles check``: is a file sound, and how many layouts has its puzzle?"""

from __future__ import annotations

import argparse

from dlx.terminal import FOUND, NONE, interruptible, plain
from reductions import Layouts, kind_of

from ..files import PuzzleFile
from . import in_turn, inventory, read_all, reasons, until_stopped

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Check a puzzle, or all of a file, and return the exit code."""
    return in_turn(arguments, read_all(arguments), lambda file: _check(file, arguments))


def _check(file: PuzzleFile, arguments: argparse.Namespace) -> int:
    kind = kind_of(file.puzzle)
    print(
        f"{plain(file.name)}: the file is sound: {file.puzzle.kind}, "
        f"{inventory(file)}; {kind.moves(file.puzzle)}"
    )
    layouts = Layouts(
        file.puzzle, engine=arguments.engine, timeout=arguments.timeout, limit=2
    )
    with interruptible(layouts):
        code = until_stopped(lambda: sum(1 for _ in layouts))
    found = layouts.count
    if found == 2:
        print("several layouts (turns of the whole board merged)")
        return FOUND
    if code:
        print("undecided: " + ("one layout so far" if found else "no layout so far"))
        return code
    if found == 1:
        print("exactly one layout (turns of the whole board merged)")
        return FOUND
    print("no layout")
    for line in reasons(file):
        print(plain(line))
    return NONE
