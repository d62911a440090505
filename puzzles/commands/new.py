"""``puzzles new``: a commented example of a kind of puzzle."""

from __future__ import annotations

import argparse

from dlx.terminal import BAD_INPUT, FOUND, say

from ..files import template

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Write the example and return the exit code."""
    text = template(arguments.kind)
    if arguments.out is None:
        print(text, end="")
        return FOUND
    try:
        with open(arguments.out, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        say(f"puzzles: {arguments.out}: there is such a file already")
        return BAD_INPUT
    say(f"puzzles: wrote {arguments.out}; now: puzzles solve {arguments.out}")
    return FOUND
