"""``puzzles draw --out FILE.html``: a page that shows how to build, or many layouts."""

from __future__ import annotations

import argparse

from dlx.terminal import BAD_INPUT, FOUND, INTERRUPTED, STOPPED, interruptible, say
from reductions import Layout, Layouts
from reductions.clock import Clock
from reductions.packing_parts import Packing

from ..drawing import layouts, pages
from ..files import PuzzleFile
from . import read_to_draw, until_stopped
from .choosing import APART, Chosen, in_space, none, planned, ratio_of
from .draw import find_layout, spare
from .progress import progress

__all__ = ["run"]


def run(arguments: argparse.Namespace, out: str) -> int:
    """Write the page of a puzzle and return the exit code."""
    spare(out, arguments)
    try:
        pages.needed()
    except ModuleNotFoundError as error:
        say(f"puzzles: {error}")
        return BAD_INPUT
    file = read_to_draw(arguments)
    puzzle = file.puzzle
    if isinstance(puzzle, Packing) and puzzle.lattice.name == "cubic":
        return _space(file, puzzle, arguments, out)
    return _plane(file, arguments, out)


def _space(
    file: PuzzleFile, puzzle: Packing, arguments: argparse.Namespace, out: str
) -> int:
    """Show how a layout is put together."""
    from ..drawing import space

    ratio = ratio_of(file, puzzle, arguments.ratio)
    clock = Clock(arguments.timeout)
    code, chosen = find_layout(file, arguments, clock)
    if chosen.layout is None:
        return code
    with interruptible(clock):
        plan = chosen.plan or planned(puzzle, chosen.layout, ratio, None, clock)
    advice = _another(arguments.puzzle) if plan.result == "impossible" else ""
    with progress(f"drawing {out}"):
        _write(out, space.page(plan, file.title, advice))
    reason = space.alone(plan)
    number = len(plan.moves)
    how = f"without steps: {reason}" if reason else f"put together in {number} steps"
    say(f"puzzles: {file.name}: layout {chosen.number} is in {out}, {how}")
    if advice:
        say(f"puzzles: {file.name}: {advice}")
    if plan.stopped in ("timeout", "interrupt"):
        return INTERRUPTED if plan.stopped == "interrupt" else STOPPED
    return FOUND


def _another(puzzle: str) -> str:
    """Say how to get a layout that comes apart."""
    return (
        f"puzzles draw {puzzle} --layout apart --out FILE.html looks for a layout that "
        "comes apart"
    )


def _plane(file: PuzzleFile, arguments: argparse.Namespace, out: str) -> int:
    """Show layouts, from the one that is asked for on."""
    if arguments.ratio is not None:
        raise ValueError("--ratio is for puzzles in space")
    if arguments.layout == APART:
        in_space(file)
    if not arguments.layout:
        raise ValueError("--layout counts from 1")
    first: int = arguments.layout
    # One more than there is room for tells whether there are more.
    most = layouts.MOST_LAYOUTS + 1
    search = Layouts(
        file.puzzle,
        symmetry=arguments.symmetry,
        engine=arguments.engine,
        timeout=arguments.timeout,
        limit=first - 1 + most,
    )
    found: list[Layout] = []

    def find() -> None:
        with progress("looking for layouts", "layouts", search.limit) as bar:
            for layout in search:
                bar.tick()
                if search.count >= first:
                    found.append(layout)

    with interruptible(search):
        code = until_stopped(find)
    if not found:
        seen = Chosen(None, search.count, symmetry=search.symmetry)
        return code or none(file, seen, first)
    with progress(f"drawing {out}"):
        text, number = layouts.page(file.puzzle, found, file.title, first)
        _write(out, text)
    last = first + number - 1
    which = f"layout {first} is" if number == 1 else f"layouts {first} to {last} are"
    more = "; there are more" if number < len(found) else ""
    say(f"puzzles: {file.name}: {which} in {out} ({search.symmetry}){more}")
    return code


def _write(out: str, text: str) -> None:
    with open(out, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
