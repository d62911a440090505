"""How many layouts there are, in the four ways to count, and how many come apart.

``puzzles solve --apart`` asks for it; with a file of the program BurrTools, which tells
such numbers itself, any ordinary solving ends with it.
"""

from __future__ import annotations

import argparse
from typing import IO, Any, NamedTuple

from dlx import Stopped
from dlx.terminal import FOUND, INTERRUPTED, NONE, STOPPED, interruptible, say
from reductions import SYMMETRIES, Counts, Layouts, Packing, count
from reductions.clock import Clock

from ..files import PuzzleFile
from ..takeapart import MOST_STATES, plans
from .choosing import in_space
from .progress import progress

__all__ = ["Tally", "add_report", "count_apart", "reported", "run"]

#: So many seconds are spent on what was not asked for, without a timeout.
UNASKED = 10.0


class Tally(NamedTuple):
    """How taking layouts apart ended.

    Attributes
    ----------
    apart, impossible, gave_up : int
        Layouts that come apart, that are proved not to, and of which it is not known.
    stopped : str
        What ended it before all were tried, or nothing.
    """

    apart: int = 0
    impossible: int = 0
    gave_up: int = 0
    stopped: str = ""

    @property
    def results(self) -> dict[str, int]:
        return {
            "apart": self.apart,
            "impossible": self.impossible,
            "gave up": self.gave_up,
        }


def count_apart(
    puzzle: Packing,
    ratio: int,
    clock: Clock,
    *,
    engine: str = "auto",
    most: int = MOST_STATES,
    total: int | None = None,
) -> Tally:
    """Take all layouts apart, turns of the whole board merged.

    Examples
    --------
    >>> from puzzles import load
    >>> count_apart(load("piston-burr").puzzle, 1, Clock()).results
    {'apart': 1, 'impossible': 9, 'gave up': 0}
    """
    results = {"apart": 0, "impossible": 0, "gave up": 0}
    stopped = ""
    try:
        layouts = Layouts(puzzle, engine=engine, timeout=clock.left())
        clock.running(layouts)
        with progress("taking apart", "layouts", total) as bar:
            for _, plan in plans(puzzle, layouts, ratio, most_states=most, clock=clock):
                if plan.stopped not in ("", "states"):
                    stopped = plan.stopped
                    break
                results[plan.result] += 1
                bar.tick()
    except Stopped as error:
        stopped = stopped or error.reason
    return Tally(results["apart"], results["impossible"], results["gave up"], stopped)


# ------------------------------------------------------------- when it is asked for


def run(file: PuzzleFile, arguments: argparse.Namespace, out: IO[str]) -> int:
    """Count, write a table or a JSON object, and return the exit code."""
    counts, tally = _counted(file, arguments.engine, Clock(arguments.timeout))
    if arguments.json:
        _write_json(file, counts, tally, out)
    else:
        print("\n".join(_table(file, counts, tally)), file=out)
    if tally.stopped:
        say(f"puzzles: stopped by {tally.stopped}")
        return INTERRUPTED if tally.stopped == "interrupt" else STOPPED
    return NONE if counts is not None and not counts.raw else FOUND


def _counted(
    file: PuzzleFile, engine: str, clock: Clock
) -> tuple[Counts | None, Tally]:
    """Count the layouts, and those that come apart; the former are first to be had."""
    puzzle = in_space(file)
    with interruptible(clock):
        try:
            with progress("counting layouts"):
                counts = count(puzzle, engine=engine, clock=clock)
        except Stopped as stopped:
            return None, Tally(stopped=stopped.reason)
        tally = count_apart(
            puzzle, puzzle.ratio, clock, engine=engine, total=counts.rotations
        )
        return counts, tally


def _write_json(
    file: PuzzleFile, counts: Counts | None, tally: Tally, out: IO[str]
) -> None:
    from json import dumps

    known = ("assemblies", "solutions", "apart", *SYMMETRIES)
    data: dict[str, Any] = {
        "puzzle": file.name,
        "kind": file.puzzle.kind,
        "counts": None if counts is None else dict(zip(SYMMETRIES, counts)),
        **tally.results,
        "known": {key: file.known[key] for key in known if key in file.known},
        "complete": not tally.stopped,
    }
    print(dumps(data), file=out)


def _table(file: PuzzleFile, counts: Counts | None, tally: Tally) -> list[str]:
    """Return the lines of a table: what was counted, and what is known."""
    from tabulate import tabulate

    known = _known(file, counts)
    least = "at least " * bool(tally.stopped)
    rows = [] if counts is None else [[n, x] for n, x in zip(SYMMETRIES, counts)]
    rows.append(["come apart", f"{least}{tally.apart}"])
    if tally.gave_up:
        rows.append(["given up", tally.gave_up])
    cells = [[name, str(ours), known.get(str(name), "")] for name, ours in rows]
    heads = ["layouts", "counted", "stored" if _stores(file) else "known"]
    if not any(known.values()):
        cells, heads = [row[:2] for row in cells], heads[:2]
    align = ["left", "right", "right"][: len(heads)]
    return tabulate(cells, heads, disable_numparse=True, colalign=align).split("\n")


def _stores(file: PuzzleFile) -> bool:
    """Tell whether the program BurrTools stored its counts in the file."""
    return file.format == "burrtools"


def _known(file: PuzzleFile, counts: Counts | None) -> dict[str, str]:
    """Return what is known of each line of the table.

    Where BurrTools was told to leave mirror images out, its assemblies are the layouts
    up to all; a file does not say so, but the number does.
    """
    stored = file.known.get("assemblies")
    mirrored = counts is not None and counts.all == stored != counts.rotations
    names = {
        "apart": "come apart",
        "solutions": "come apart",
        "assemblies": "all" if mirrored else "rotations",
    }
    names |= {name: name for name in SYMMETRIES}
    return {names[k]: str(n) for k, n in file.known.items() if k in names}


# --------------------------------------------------------- when it is not asked for


def reported(arguments: argparse.Namespace) -> bool:
    """Tell whether solving ends with these numbers: not for other programs to read."""
    return not (arguments.json or arguments.link or arguments.limit is not None)


def add_report(file: PuzzleFile, arguments: argparse.Namespace, spent: float) -> None:
    """Say how many layouts there are, and how many come apart, if that is soon known.

    So many seconds of a timeout were spent before.
    """
    timeout: float | None = arguments.timeout
    left = UNASKED if timeout is None else max(0.0, timeout - spent)
    counts, tally = _counted(file, arguments.engine, Clock(left))
    for line in _table(file, counts, tally):
        say(line)
    if tally.stopped:
        say(
            f"puzzles: {file.name}: not all was counted, stopped by {tally.stopped} "
            f"after {left:g} s; puzzles solve {arguments.puzzle} --apart takes its time"
        )
