"""``puzzles hint``: can what lies on the table be completed, and one piece more."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from dlx import Stopped
from dlx.terminal import FOUND, INTERRUPTED, NONE, STOPPED, interruptible, plain, say
from reductions import Layout, Placement, Puzzle
from reductions.hints import Given, Hint, Hints, read_given

from ..files import PuzzleFile
from . import picture, placement_data, read
from .progress import progress

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Give a hint and return the exit code."""
    file = read(arguments)
    givens = [read_given(text, file.puzzle) for text in arguments.given]
    hints = Hints(
        file.puzzle, givens, engine=arguments.engine, timeout=arguments.timeout
    )
    answer: bool | None = None
    more: list[Hint] = []
    culprits: list[Given] = []
    reason = ""
    with interruptible(hints):
        try:
            with progress("looking for a completion"):
                answer = hints.completable()
                if answer:
                    more = hints.more(arguments.pieces)
                else:
                    culprits = hints.culprits()
        except Stopped as stopped:
            reason = stopped.reason
            say(f"puzzles: stopped by {reason}")
    if arguments.json:
        _write_json(file, hints, answer, more, culprits)
    else:
        _write_text(file, hints, answer, arguments.pieces, more, culprits)
    if answer is None:
        return INTERRUPTED if reason == "interrupt" else STOPPED
    return FOUND if answer else NONE


def _write_text(
    file: PuzzleFile,
    hints: Hints,
    answer: bool | None,
    wanted: int,
    more: list[Hint],
    culprits: list[Given],
) -> None:
    if answer is None:
        print("undecided: no completion so far")
        return
    if not answer:
        print("this cannot be completed" if hints.givens else "there is no layout")
        if obstacle := hints.obstacle():
            print(plain(obstacle))
        for given in culprits:
            print(f"without {plain(str(given))} it can be completed")
        return
    print("this can be completed" if hints.givens else "there is a layout")
    for placement, forced in more:
        verb = "must" if forced else "can"
        print(f"{plain(named(file.puzzle, placement, verb))}")
    if wanted and not more:
        print("every piece lies already")
    laid = Layout([*hints.lying, *(placement for placement, _ in more)], file.puzzle)
    print(picture(file.puzzle, laid, sys.stdout))


def named(puzzle: Puzzle, placement: Placement, verb: str) -> str:
    """Say where a piece lies, in the form in which it can be given."""
    what = next((n for n in ("tile", "piece") if hasattr(puzzle, n + "s")), "")
    tile = what == "tile"
    turns = placement.turns if tile and getattr(puzzle, "turn", False) else None
    given = Given(placement.piece, placement.cells, turns, tile and placement.flipped)
    piece, _, where = str(given).rpartition(" at ")
    return f"{what} {piece} {verb} lie at {where}".strip()


def _write_json(
    file: PuzzleFile,
    hints: Hints,
    answer: bool | None,
    more: list[Hint],
    culprits: list[Given],
) -> None:
    from json import dumps

    data: dict[str, Any] = {
        "puzzle": file.name,
        "kind": file.puzzle.kind,
        "given": [str(given) for given in hints.givens],
        "completable": answer,
        "hints": [
            placement_data(placement) | {"forced": forced} for placement, forced in more
        ],
        "obstacle": hints.obstacle(),
        "culprits": [str(given) for given in culprits],
        "complete": hints.complete,
    }
    print(dumps(data))
