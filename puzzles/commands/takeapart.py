"""``puzzles takeapart``: how a layout comes apart, and so the order to build it in."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager

from dlx import Stopped
from dlx.terminal import FOUND, INTERRUPTED, NONE, STOPPED, interruptible, plain, say
from reductions import Layout, Layouts, Packing, Placement, PuzzleError
from reductions.clock import Clock

from ..files import PuzzleFile
from ..takeapart import MOST_STATES, Memory, Plan, take_apart
from . import picture, read, reasons

__all__ = ["plan_of", "ratio_of", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Take a layout of a puzzle apart and return the exit code."""
    file = read(arguments)
    puzzle = _in_space(file)
    ratio = ratio_of(file, puzzle, arguments.ratio)
    clock = Clock(arguments.timeout)
    if arguments.all:
        return _take_all(file, puzzle, ratio, arguments, clock)
    layout: Layout | None = None
    plan = Plan("impossible", (), (), True, 0, {}, ratio)
    reason = "there is no layout"
    with interruptible(clock):
        try:
            layout = _layout(file, arguments, clock)
        except Stopped as stopped:
            plan = plan._replace(result="gave up", stopped=stopped.reason)
            reason = f"stopped by {stopped.reason} before there was a layout"
        if layout is not None:
            plan = plan_of(puzzle, layout, ratio, arguments.states, clock)
            reason = plan.why()
    if layout is None and not plan.stopped:
        for line in reasons(file):
            say(f"puzzles: {file.name}: {line}")
    if arguments.json:
        _write_json(file, plan, reason, arguments.assemble)
    else:
        if layout is not None:
            print(picture(puzzle, layout, sys.stdout) + "\n")
        _write_text(plan, reason, arguments.assemble)
    _summarize(file, plan, reason)
    if plan.stopped:
        return INTERRUPTED if plan.stopped == "interrupt" else STOPPED
    return FOUND if plan.result == "apart" else NONE


def plan_of(
    puzzle: Packing, layout: Layout, ratio: int, most: int | None, clock: Clock
) -> Plan:
    """Take a layout apart, with a progress bar if it takes long."""
    placements = named(layout)
    with _progress() as tick:
        return take_apart(
            {name: placement.cells for name, placement in placements.items()},
            ratio,
            together=together(puzzle, placements),
            most_states=MOST_STATES if most is None else most,
            clock=clock,
            progress=tick,
        )


def _take_all(
    file: PuzzleFile,
    puzzle: Packing,
    ratio: int,
    arguments: argparse.Namespace,
    clock: Clock,
) -> int:
    """Count the layouts that come apart, and return the exit code."""
    results = Counter({"apart": 0, "impossible": 0, "gave up": 0})
    memory = Memory()
    stopped = ""
    most = MOST_STATES if arguments.states is None else arguments.states
    with interruptible(clock):
        try:
            left = clock.left()
            layouts = Layouts(file.puzzle, engine=arguments.engine, timeout=left)
            clock.running(layouts)
            for layout in layouts:
                placements = named(layout)
                plan = take_apart(
                    {name: placed.cells for name, placed in placements.items()},
                    ratio,
                    together=together(puzzle, placements),
                    most_states=most,
                    clock=clock,
                    memory=memory,
                )
                if plan.stopped:
                    stopped = plan.stopped
                    break
                results[plan.result] += 1
        except Stopped as error:
            stopped = stopped or error.reason
    _write_counts(file, results, arguments.json, bool(stopped))
    if stopped:
        say(f"puzzles: stopped by {stopped}")
        return INTERRUPTED if stopped == "interrupt" else STOPPED
    return FOUND if results["apart"] else NONE


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


def _in_space(file: PuzzleFile) -> Packing:
    """Return the puzzle, or raise an error if there is nothing to take apart."""
    puzzle = file.puzzle
    if not isinstance(puzzle, Packing):
        raise PuzzleError(
            f"{file.name}: this is {puzzle.kind}; want a packing puzzle in space"
        )
    if puzzle.lattice.name != "cubic":
        raise PuzzleError(
            f"{file.name}: pieces in a plane can be lifted one by one; want a packing "
            'puzzle in space (lattice = "cubic")'
        )
    return puzzle


def ratio_of(file: PuzzleFile, puzzle: Packing, asked: int | None) -> int:
    """Return how many plates a cube is thick, or raise an error if there are none."""
    if asked is None:
        return puzzle.ratio
    if asked < 1:
        raise ValueError("--ratio: a cube is at least 1 plate thick")
    if asked > 1 and puzzle.step % 2:
        raise ValueError(
            f"--ratio: {file.name} has no plates, since pieces are shifted by one cell"
        )
    return asked


def _layout(
    file: PuzzleFile, arguments: argparse.Namespace, clock: Clock
) -> Layout | None:
    """Return the layout that is asked for, None if there is none at all."""
    number = arguments.layout
    if not number:
        raise ValueError("--layout: layouts are counted from 1")
    layouts = Layouts(
        file.puzzle, engine=arguments.engine, timeout=clock.left(), limit=number
    )
    clock.running(layouts)
    layout = None
    for layout in layouts:
        pass
    if layout is not None and layouts.count < number:
        raise ValueError(
            f"--layout: there is no layout {number} of {file.name}, only "
            f"{layouts.count}; turns of the whole board are merged"
        )
    return layout


def named(layout: Layout) -> dict[str, Placement]:
    """Return the placements of a layout under names of their own.

    Examples
    --------
    >>> list(named((Placement("I", ((0, 0, 0),)), Placement("I", ((0, 0, 1),)))))
    ['I#1', 'I#2']
    """
    names = [placement.piece for placement in layout]
    found = {}
    for place, name in enumerate(names):
        if names.count(name) > 1:
            name = f"{name}#{names[: place + 1].count(name)}"
        found[name] = layout[place]
    return found


def together(
    puzzle: Packing, placements: Mapping[str, Placement]
) -> Callable[[Collection[str]], bool]:
    """Return what tells whether pieces need not be separated from each other.

    A puzzle may have groups: so many of each of some pieces may stay together.
    """
    groups = [dict(group) for group in puzzle.groups]
    kinds = {name: piece.name for piece in puzzle.pieces for name in piece.names}

    def stay(names: Collection[str]) -> bool:
        numbers = Counter(kinds[placements[name].piece] for name in names)
        return len(names) < 2 or any(
            all(number <= group.get(kind, 0) for kind, number in numbers.items())
            for group in groups
        )

    return stay


@contextmanager
def _progress() -> Iterator[Callable[[], object] | None]:
    """Show in a terminal how many states were looked at, if it takes long."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(unit=" states", leave=False, delay=1) as bar:
        yield bar.update


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


def _summarize(file: PuzzleFile, plan: Plan, reason: str) -> None:
    """Say how it ended, in how many moves, and in which units."""
    parts = [reason]
    if plan.levels:
        least = "" if plan.least else " (perhaps not the least)"
        parts.append("levels " + ".".join(map(str, plan.levels)) + least)
    parts.append(f"{plan.states} states")
    if plan.ratio > 1:
        parts.append(f"a cube is {plan.ratio} plates thick, distances are in plates")
    if not plan.locked and plan.result == "apart":
        parts.append("x runs to the right, y down, z from layer to layer")
    say(f"puzzles: {file.name}: " + "; ".join(parts))
