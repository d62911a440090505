"""``puzzles new``: a commented example of a kind of puzzle."""

from __future__ import annotations

import argparse

from dlx.terminal import FOUND

from ..files import template
from . import write_new

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Write the example and return the exit code."""
    text = template(arguments.kind)
    if arguments.out is None:
        print(text, end="")
        return FOUND
    return write_new(arguments.out, text, f"; now: puzzles solve {arguments.out}")
