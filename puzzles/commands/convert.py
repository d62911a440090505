"""``puzzles convert``: write a puzzle in another format."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from dlx.errors import FormatError
from dlx.terminal import FOUND, say

from ..files import Found, PuzzleFile
from ..formats import by_ending, notes_on, writer, written
from . import read_all, write_new
from .progress import progress

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Write the puzzle, or all of a file, and return the exit code."""
    name = arguments.to or by_ending(arguments.out)
    if not name:
        raise FormatError(
            f"{arguments.out}: say the format, with --to: {', '.join(written())}"
        )
    text = _text(name, read_all(arguments), arguments.puzzle)
    if arguments.out == "-":
        print(text, end="")
        return FOUND
    return write_new(arguments.out, text, f" ({name})")


def _text(name: str, files: Sequence[Found], source: str) -> str:
    """Return the text of the puzzles in a format, if it can hold so many."""
    form = writer(name)
    if len(files) > 1 and not getattr(form, "MANY", False):
        raise FormatError(
            f"{source}: there are {len(files)} puzzles in it; format {name} holds one; "
            "say which, with --number"
        )
    texts = []
    for file in files:
        if not isinstance(file, PuzzleFile):
            raise file
        with progress(f"writing {name}"):
            texts.append(form.write(file))
        for note in (*file.notes, *notes_on(name, file)):
            say(f"puzzles: {file.name}: {note}")
    return "".join(texts)
