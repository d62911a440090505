"""``puzzles solve --estimate``: how long a search for layouts would take."""

from __future__ import annotations

import argparse
from typing import IO

from dlx import estimate
from dlx.terminal import FOUND, say
from reductions import Layouts

from ..files import PuzzleFile

__all__ = ["write_estimate"]


def write_estimate(
    file: PuzzleFile, layouts: Layouts, arguments: argparse.Namespace, out: IO[str]
) -> int:
    """Estimate the search for layouts, write that, and return the exit code."""
    if layouts.misfit:
        say(f"puzzles: {file.name}: nothing to search: {layouts.misfit}")
    found = estimate(
        layouts.problem,
        arguments.probes,
        arguments.seed or 0,
        engine=arguments.engine,
        timeout=arguments.timeout,
    )
    if arguments.json:
        from json import dumps

        data = {"puzzle": file.name, "kind": file.puzzle.kind, **found.data()}
        print(dumps(data), file=out)
    else:
        print(found, file=out)
    how = layouts.representatives.how()
    say(
        f"puzzles: {file.name}: an estimate, of covers of the problem that is "
        "searched; several of them may be one layout" + (f"; {how}" if how else "")
    )
    return FOUND
