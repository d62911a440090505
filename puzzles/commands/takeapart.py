"""``puzzles takeapart``: how a layout comes apart, and so the order to build it in."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping

from dlx import Stopped
from dlx.terminal import FOUND, INTERRUPTED, NONE, STOPPED, interruptible, plain, say
from reductions import Packing
from reductions.clock import Clock

from ..files import PuzzleFile
from ..takeapart import MOST_STATES, Plan
from . import picture, read, reasons
from .apart import count_apart
from .choosing import APART, Chosen, choose, in_space, planned, ratio_of

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Take a layout of a puzzle apart and return the exit code."""
    file = read(arguments)
    puzzle = in_space(file)
    ratio = ratio_of(file, puzzle, arguments.ratio)
    clock = Clock(arguments.timeout)
    if arguments.all:
        return _take_all(file, puzzle, ratio, arguments, clock)
    with interruptible(clock):
        chosen, plan, reason = _answer(file, puzzle, ratio, arguments, clock)
    if arguments.json:
        _write_json(file, plan, reason, arguments.assemble)
    else:
        if chosen.layout is not None:
            print(picture(puzzle, chosen.layout, sys.stdout) + "\n")
        _write_text(plan, reason, arguments.assemble)
    _summarize(file, chosen, plan, reason)
    if plan.stopped:
        return INTERRUPTED if plan.stopped == "interrupt" else STOPPED
    return FOUND if plan.result == "apart" else NONE


def _answer(
    file: PuzzleFile,
    puzzle: Packing,
    ratio: int,
    arguments: argparse.Namespace,
    clock: Clock,
) -> tuple[Chosen, Plan, str]:
    """Return the layout that is meant, how it comes apart, and how that ended."""
    plan = Plan("impossible", (), (), True, 0, {}, ratio)
    try:
        chosen = choose(file, arguments, clock)
    except Stopped as stopped:
        plan = plan._replace(result="gave up", stopped=stopped.reason)
        reason = f"stopped by {stopped.reason} before there was a layout"
        return Chosen(None, 0), plan, reason
    if chosen.layout is not None:
        plan = chosen.plan or planned(
            puzzle, chosen.layout, ratio, arguments.states, clock
        )
        return chosen, plan, plan.why()
    if not chosen.number:
        for line in reasons(file):
            say(f"puzzles: {file.name}: {line}")
        return chosen, plan, "there is no layout"
    why = chosen.why_none(arguments.layout)
    if arguments.layout != APART:
        raise ValueError(f"--layout: {why}")
    if chosen.unsure:
        plan = plan._replace(result="gave up", stopped="states")
    return chosen, plan, why


def _take_all(
    file: PuzzleFile,
    puzzle: Packing,
    ratio: int,
    arguments: argparse.Namespace,
    clock: Clock,
) -> int:
    """Count the layouts that come apart, and return the exit code."""
    most = MOST_STATES if arguments.states is None else arguments.states
    with interruptible(clock):
        tally = count_apart(
            puzzle, ratio, clock, engine=arguments.engine, most=most
        )
    _write_counts(file, tally.results, arguments.json, bool(tally.stopped))
    if tally.stopped:
        say(f"puzzles: stopped by {tally.stopped}")
        return INTERRUPTED if tally.stopped == "interrupt" else STOPPED
    return FOUND if tally.results["apart"] else NONE


def _write_counts(
    file: PuzzleFile, results: Mapping[str, int], json: bool, stopped: bool
) -> None:
    """Write how many layouts there are, and how many of them come apart."""
    number = sum(results.values())
    if json:
        from json import dumps

        data = {"puzzle": file.name, "layouts": number, **results}
        print(dumps({**data, "complete": not stopped}))
        return
    least = "at least " * stopped
    print(f"layouts: {least}{number}, turns of the whole board merged")
    print(f"come apart: {least}{results['apart']}")
    print(f"proved impossible by straight moves: {least}{results['impossible']}")
    if results["gave up"]:
        print(f"given up: {results['gave up']}")


def _write_text(plan: Plan, reason: str, assemble: bool) -> None:
    """Write the moves as a table, and how it ends unless all is well."""
    from tabulate import tabulate

    moves = plan.assembly() if assemble else plan.moves
    notes = _joins(plan) if assemble else _leaves(plan)
    rows = [
        [step, plain(" ".join(move.pieces)), move.way, move.distance, plain(note)]
        for step, (move, note) in enumerate(zip(moves, notes), 1)
    ]
    last = "then together" if assemble else "then free"
    if rows:
        heads = ["step", "pieces", "direction", "distance", last]
        columns = ("right", "left", "left", "right", "left")
        print(tabulate(rows, heads, disable_numparse=True, colalign=columns))
    if plan.result != "apart":
        print(plain(reason))


def _leaves(plan: Plan) -> Iterator[str]:
    """Yield for each move which pieces are free after it."""
    for move, groups in plan.separations():
        if not move.leaves:
            yield ""
            continue
        rest, left = groups[-2:]
        free = [group[0] for group in (left, rest) if len(group) == 1]
        yield " ".join(free) or f"{' '.join(left)} | {' '.join(rest)}"


def _joins(plan: Plan) -> Iterator[str]:
    """Yield for each move backwards which pieces are together after it."""
    for move, groups in reversed(list(plan.separations())):
        whole = {*groups[-2], *groups[-1]} if move.leaves else ()
        yield " ".join(name for name in plan.start if name in whole)


def _write_json(file: PuzzleFile, plan: Plan, reason: str, assemble: bool) -> None:
    from json import dumps

    last = "joins" if assemble else "leaves"
    data = {
        "puzzle": file.name,
        "ratio": plan.ratio,
        "result": plan.result,
        "reason": reason,
        "states": plan.states,
        "levels": plan.levels,
        "least": plan.least,
        "locked": plan.locked,
        "start": plan.start,
        "moves": [
            {
                "pieces": move.pieces,
                "direction": move.direction,
                "distance": move.distance,
                last: move.leaves,
            }
            for move in (plan.assembly() if assemble else plan.moves)
        ],
    }
    print(dumps(data))


def _summarize(file: PuzzleFile, chosen: Chosen, plan: Plan, reason: str) -> None:
    """Say how it ended, in how many moves, and in which units."""
    number = f"layout {chosen.number} " * (chosen.number > 1 and bool(plan.start))
    parts = [number + reason]
    if plan.levels:
        least = "" if plan.least else " (perhaps not the least)"
        parts.append("levels " + ".".join(map(str, plan.levels)) + least)
    parts.append(f"{plan.states} states")
    if plan.ratio > 1:
        parts.append(f"a cube is {plan.ratio} plates thick, distances are in plates")
    if not plan.locked and plan.result == "apart":
        parts.append("x runs to the right, y down, z from layer to layer")
    if plan.locked and chosen.layout is not None:
        parts.append("--layout apart looks for a layout that comes apart")
    say(f"puzzles: {file.name}: " + "; ".join(parts))
