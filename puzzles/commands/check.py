"""``puzzles check``: is a file sound, has its puzzle layouts, and if not, why?

First what is clear without a search, to be compared with what is on the table; then
whether there is none, one or several layouts; and where there is none, the likeliest
typing mistakes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from typing import Any

from dlx.terminal import FOUND, NONE, interruptible, plain
from reductions import Layouts, Suspect, Suspects, diagnose, kind_of
from reductions.diagnosis import IMPOSSIBLE, Table, tables

from ..files import PuzzleFile
from . import in_turn, inventory, read_all, reasons, until_stopped
from .progress import progress

__all__ = ["run"]

#: How many seconds a check takes at most, if the user does not say.
SECONDS = 30.0

#: More suspects than this are not shown.
MOST_SUSPECTS = 20


def run(arguments: argparse.Namespace) -> int:
    """Check a puzzle, or all of a file, and return the exit code."""
    return in_turn(arguments, read_all(arguments), lambda file: _check(file, arguments))


def _check(file: PuzzleFile, arguments: argparse.Namespace) -> int:
    end = time.monotonic()
    end += SECONDS if arguments.timeout is None else arguments.timeout
    kind = kind_of(file.puzzle)
    print(
        f"{plain(file.name)}: the file is sound: {file.puzzle.kind}, "
        f"{inventory(file)}; {kind.moves(file.puzzle)}",
        flush=True,
    )
    _show(tables(file.puzzle))
    findings = diagnose(file.puzzle)
    for finding in findings:
        print(plain(f"{finding.kind}: {finding.text}"), flush=True)
    code = NONE
    if all(finding.kind != IMPOSSIBLE for finding in findings):
        code, verdict = _decided(file, arguments.engine, end - time.monotonic())
    else:
        verdict = "no layout"
    print(verdict)
    if code == NONE:
        _explain(file, [finding.text for finding in findings])
        _suspect(file, end - time.monotonic())
    return code


def _decided(file: PuzzleFile, engine: str, timeout: float) -> tuple[int, str]:
    """Search for a second layout; return the exit code and what to say."""
    layouts = Layouts(file.puzzle, engine=engine, timeout=max(0.0, timeout), limit=2)
    with interruptible(layouts):
        code = until_stopped(
            lambda: sum(1 for _ in layouts), "looking for a second layout"
        )
    if layouts.count == 2:
        return FOUND, "several layouts (turns of the whole board merged)"
    if code:
        found = "one layout" if layouts.count else "no layout"
        return code, f"undecided: {found} so far"
    if layouts.count == 1:
        return FOUND, "exactly one layout (turns of the whole board merged)"
    return NONE, "no layout"


def _show(figures: Iterable[Table]) -> None:
    """Print tables, if there are any."""
    from tabulate import tabulate

    for headers, rows in figures:
        cells = [[plain(str(value)) for value in row] for row in rows]
        names = [plain(header) for header in headers]
        print("\n" + tabulate(cells, names, disable_numparse=True) + "\n", flush=True)


def _explain(file: PuzzleFile, said: list[str]) -> None:
    """Print why there is no layout, but for what was said already."""
    for line in reasons(file):
        if line not in said:
            print(plain(line))


def _suspect(file: PuzzleFile, timeout: float) -> None:
    """Print the likeliest typing mistakes."""
    suspects = Suspects(file.puzzle, timeout=max(0.0, timeout))
    with interruptible(suspects), progress("looking for typing mistakes"):
        ranked = suspects.ranked()
    if ranked:
        print("perhaps a typing mistake; there are layouts if one of these is changed:")
    for suspect in ranked[:MOST_SUSPECTS]:
        print(plain(f"  {suspect.change} ({_then(suspect)})"))
    rest = len(ranked) - MOST_SUSPECTS
    if rest > 0:
        print(f"  and {rest} less likely one{'s' * (rest > 1)}")
    if suspects.stopped:
        print(f"the search for typing mistakes was stopped by {suspects.stopped}")
    elif not ranked and suspects.searched:
        print("no single change of those that were tried gives a layout")


def _then(suspect: Suspect) -> str:
    """Say what a puzzle is like after a change."""
    puzzle: Any = suspect.puzzle
    number = f"{'at least ' * suspect.more}{suspect.layouts}"
    text = f"then {number} layout{'s' * (suspect.layouts > 1)}"
    if suspect.balanced and hasattr(puzzle, "mates"):
        return text + "; symbols and their mates balance"
    if suspect.balanced and hasattr(puzzle, "pieces"):
        return text + "; all pieces differ"
    return text
