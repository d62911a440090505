"""``puzzles draw``: a layout as a picture in a file or a page, or as solids."""

from __future__ import annotations

import argparse
import errno
import os
from collections.abc import Sequence

from dlx.errors import FormatError
from dlx.terminal import BAD_INPUT, FOUND, interruptible, say
from reductions.clock import Clock

from ..drawing import Picture, ending, needed
from ..drawing.printing import ENDINGS as SOLIDS
from ..files import PuzzleFile
from . import read_to_draw, until_stopped
from .choosing import Chosen, choose, none
from .progress import progress

__all__ = ["find_layout", "run", "spare"]

SOLID_OPTIONS = ("plate", "piece", "assembled", "unit", "gap", "height")


def run(arguments: argparse.Namespace) -> int:
    """Find the layout that is asked for, draw it, and return the exit code."""
    out = arguments.out or _file_for(arguments.puzzle)
    if out.lower().endswith(".html"):
        _refuse(arguments, SOLID_OPTIONS)
        from . import page

        return page.run(arguments, out)
    # What must fail in the end had better fail before a long search.
    if os.path.splitext(out)[1].lower() in SOLIDS:
        spare(out, arguments)
        from . import printing

        return printing.run(arguments)
    ending(out)
    spare(out, arguments)
    _refuse(arguments, (*SOLID_OPTIONS, "ratio"))
    try:
        needed()
    except ModuleNotFoundError as error:
        say(f"puzzles: {error}")
        return BAD_INPUT
    file = read_to_draw(arguments)
    code, chosen = find_layout(file, arguments, Clock(arguments.timeout))
    if chosen.layout is None:
        return code
    with progress(f"drawing {out}"):
        Picture(file.puzzle, chosen.layout).save(out)
    say(
        f"puzzles: {file.name}: layout {chosen.number} ({arguments.symmetry}) "
        f"is in {out}"
    )
    return FOUND


def find_layout(
    file: PuzzleFile, arguments: argparse.Namespace, clock: Clock
) -> tuple[int, Chosen]:
    """Find the layout that is meant, or say why there is none, with the exit code."""
    found: list[Chosen] = []
    with interruptible(clock):
        code = until_stopped(lambda: found.append(choose(file, arguments, clock)))
    if not found:
        return code, Chosen(None, 0)
    if found[0].layout is None:
        return none(file, found[0], arguments.layout), found[0]
    return FOUND, found[0]


def _file_for(puzzle: str) -> str:
    """Return the file in this folder for the picture of a puzzle.

    >>> _file_for("tiles/frogs.txt"), _file_for("-")
    ('frogs.svg', 'puzzle.svg')
    """
    name = os.path.splitext(os.path.basename(puzzle))[0]
    return f"{'puzzle' if puzzle == '-' else name}.svg"


def _refuse(arguments: argparse.Namespace, options: Sequence[str]) -> None:
    """Refuse options that are for solids."""
    for option in options:
        value = getattr(arguments, option)
        if value is not None and value is not False:  # 0 is a number like others
            raise ValueError(f"--{option} is for solids: --out FILE.stl or FILE.3mf")


def spare(out: str, arguments: argparse.Namespace) -> None:
    """Refuse a file that cannot be written, or that nobody asked to write over."""
    folder = os.path.dirname(out)
    if folder and not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), folder)
    if not os.path.exists(out):
        return
    if not arguments.out:
        raise FormatError(f"{out}: there is such a file already; name one with --out")
    if os.path.exists(arguments.puzzle) and os.path.samefile(out, arguments.puzzle):
        raise ValueError(f"{out}: this is the puzzle; give another file for --out")
