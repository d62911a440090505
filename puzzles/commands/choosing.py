"""Which layout is meant: that of a number, or the first one that comes apart."""

from __future__ import annotations

import argparse
from typing import NamedTuple

from dlx import Stopped
from dlx.terminal import NONE, say
from reductions import Layout, Layouts, Packing, PuzzleError
from reductions.clock import Clock

from ..files import PuzzleFile
from ..takeapart import MOST_STATES, Plan, plan_of, plans
from . import reasons
from .progress import progress

__all__ = ["APART", "Chosen", "choose", "in_space", "none", "planned", "ratio_of"]

#: What is written in place of a number for the first layout that comes apart.
APART = "apart"


class Chosen(NamedTuple):
    """The layout that is meant, if there is one.

    Attributes
    ----------
    layout : Layout or None
    number : int
        Which one it is, in the order of ``solve --all``; else how many there are.
    plan : Plan or None
        How it comes apart, where that was asked for.
    unsure : int
        Of how many layouts it is not known whether they come apart.
    symmetry : str
        Which layouts count as one.
    """

    layout: Layout | None
    number: int
    plan: Plan | None = None
    unsure: int = 0
    symmetry: str = "rotations"

    def why_none(self, asked: int | str) -> str:
        """Say in a line why no layout was chosen, though there are some."""
        many = f"{self.number} layout{'s' * (self.number != 1)}"
        if asked != APART:
            return f"there is no layout {asked}, only {self.number} ({self.symmetry})"
        if not self.unsure:
            return f"of {many} none comes apart"
        return f"of {many} none is known to come apart; {self.unsure} were given up"


def choose(file: PuzzleFile, arguments: argparse.Namespace, clock: Clock) -> Chosen:
    """Find the layout that is asked for.

    Raises
    ------
    dlx.Stopped
        If there was no time to find it.
    """
    asked: int | str = arguments.layout
    if not asked:
        raise ValueError("--layout counts from 1")
    number = asked if isinstance(asked, int) else None
    layouts = Layouts(
        file.puzzle,
        symmetry=getattr(arguments, "symmetry", "rotations"),
        engine=arguments.engine,
        timeout=clock.left(),
        limit=number,
    )
    clock.running(layouts)
    if number is None:
        return _first_apart(file, arguments, layouts, clock)
    layout = None
    with progress(f"looking for layout {number}", "layouts", number) as bar:
        for layout in layouts:
            bar.tick()
    if layouts.count < number:
        layout = None
    return Chosen(layout, layouts.count, symmetry=layouts.symmetry)


def _first_apart(
    file: PuzzleFile, arguments: argparse.Namespace, layouts: Layouts, clock: Clock
) -> Chosen:
    puzzle = in_space(file)
    ratio = ratio_of(file, puzzle, getattr(arguments, "ratio", None))
    states = getattr(arguments, "states", None)
    most = MOST_STATES if states is None else states
    unsure = 0
    with progress("looking for one that comes apart", "layouts") as bar:
        for layout, plan in plans(
            puzzle, layouts, ratio, most_states=most, clock=clock
        ):
            bar.tick()
            if plan.result == "apart":
                return Chosen(layout, layouts.count, plan)
            if plan.stopped and plan.stopped != "states":
                raise Stopped(plan.stopped, layouts.count, None)
            unsure += plan.result == "gave up"
    return Chosen(None, layouts.count, None, unsure, layouts.symmetry)


def none(file: PuzzleFile, chosen: Chosen, asked: int | str) -> int:
    """Say why there is no layout, or none that is meant; return the exit code."""
    lines = [chosen.why_none(asked)] if chosen.number else reasons(file)
    for line in lines:
        say(f"puzzles: {file.name}: {line}")
    return NONE


def planned(
    puzzle: Packing, layout: Layout, ratio: int, most: int | None, clock: Clock
) -> Plan:
    """Take a layout apart, with a progress bar if it takes long."""
    with progress("taking apart", "states") as bar:
        return plan_of(
            puzzle,
            layout,
            ratio,
            most_states=MOST_STATES if most is None else most,
            clock=clock,
            progress=bar.tick,
        )


def in_space(file: PuzzleFile) -> Packing:
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
