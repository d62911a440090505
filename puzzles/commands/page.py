"""``puzzles draw --out FILE.html``: a page that shows how to build, or many layouts."""

from __future__ import annotations

import argparse
from itertools import islice

from dlx.errors import FormatError
from dlx.terminal import BAD_INPUT, FOUND, INTERRUPTED, STOPPED, interruptible, say
from reductions import Layout, Layouts
from reductions.clock import Clock
from reductions.packing_parts import Packing

from ..drawing import layouts, pages
from ..files import PuzzleFile
from . import read, until_stopped
from .draw import none, spare
from .takeapart import plan_of, ratio_of

__all__ = ["run"]


def run(arguments: argparse.Namespace, out: str) -> int:
    """Write the page of a puzzle and return the exit code."""
    spare(out, arguments)
    try:
        pages.needed()
    except ModuleNotFoundError as error:
        say(f"puzzles: {error}")
        return BAD_INPUT
    file = read(arguments)
    if not file.puzzle.board:
        raise FormatError(
            f"{file.name}: {file.puzzle.kind} has no picture, since its options lie "
            "nowhere"
        )
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
    found, search, code = _found(file, arguments, clock, 1)
    if not found:
        return code or none(file, search, arguments.layout)
    with interruptible(clock):
        plan = plan_of(puzzle, found[0], ratio, None, clock)
    _write(out, space.page(plan, file.title))
    reason = space.alone(plan)
    number = len(plan.moves)
    how = f"without steps: {reason}" if reason else f"put together in {number} steps"
    say(f"puzzles: {file.name}: layout {arguments.layout} is in {out}, {how}")
    if plan.stopped in ("timeout", "interrupt"):
        return INTERRUPTED if plan.stopped == "interrupt" else STOPPED
    return FOUND


def _plane(file: PuzzleFile, arguments: argparse.Namespace, out: str) -> int:
    """Show layouts, from the one that is asked for on."""
    if arguments.ratio is not None:
        raise ValueError("--ratio is for puzzles in space")
    first: int = arguments.layout
    # One more than there is room for tells whether there are more.
    most = layouts.MOST_LAYOUTS + 1
    found, search, code = _found(file, arguments, Clock(arguments.timeout), most)
    if not found:
        return code or none(file, search, first)
    text, number = layouts.page(file.puzzle, found, file.title, first)
    _write(out, text)
    last = first + number - 1
    which = f"layout {first} is" if number == 1 else f"layouts {first} to {last} are"
    more = "; there are more" if number < len(found) else ""
    say(f"puzzles: {file.name}: {which} in {out} ({search.symmetry}){more}")
    return code


def _found(
    file: PuzzleFile, arguments: argparse.Namespace, clock: Clock, most: int
) -> tuple[list[Layout], Layouts, int]:
    """Return layouts from the one asked for on, whose they are, and an exit code."""
    first: int = arguments.layout
    search = Layouts(
        file.puzzle,
        symmetry=arguments.symmetry,
        engine=arguments.engine,
        timeout=clock.left(),
        limit=first - 1 + most,
    )
    found: list[Layout] = []
    with interruptible(search):
        code = until_stopped(lambda: found.extend(islice(search, first - 1, None)))
    return found, search, code


def _write(out: str, text: str) -> None:
    with open(out, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
