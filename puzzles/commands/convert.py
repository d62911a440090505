"""``puzzles convert``: write a puzzle in another format."""

from __future__ import annotations

import argparse

from dlx.errors import FormatError
from dlx.terminal import BAD_INPUT, FOUND, say

from ..formats import by_ending, notes_on, writer
from . import read

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Write the puzzle and return the exit code."""
    name = arguments.to or by_ending(arguments.out)
    if not name:
        raise FormatError(f"{arguments.out}: say the format, with --to")
    file = read(arguments)
    text = writer(name).write(file)
    for note in notes_on(name, file):
        say(f"puzzles: {file.name}: {note}")
    if arguments.out == "-":
        print(text, end="")
        return FOUND
    try:
        with open(arguments.out, "x", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except FileExistsError:
        say(f"puzzles: {arguments.out}: there is such a file already")
        return BAD_INPUT
    say(f"puzzles: wrote {arguments.out} ({name})")
    return FOUND
