"""``puzzles list``: the bundled puzzles."""

from __future__ import annotations

import argparse

from dlx.terminal import FOUND

from ..files import bundled, load

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """List the bundled puzzles and return the exit code."""
    from tabulate import tabulate

    files = [load(name) for name in bundled()]
    rows = [
        [
            file.name,
            file.puzzle.kind,
            file.title,
            *(file.known.get(name, "") for name in ("raw", "rotations", "all")),
        ]
        for file in files
    ]
    print(tabulate(rows, ["name", "kind", "title", "raw", "rotations", "all"]))
    return FOUND
