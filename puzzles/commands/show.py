"""``puzzles show``: the pieces, what is known, the size of the problem."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from dlx.errors import shown
from dlx.showing import asked
from dlx.terminal import FOUND, plain
from reductions import kind_of

from ..files import PuzzleFile
from ..subjects import subject_of
from . import in_turn, inventory, read, read_all

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Show a puzzle, or all of a file, or a search; return the exit code."""
    if asked.anything(arguments):
        subject = subject_of(read(arguments))
        return asked.show(subject, arguments, arguments.puzzle, "puzzles")
    return in_turn(arguments, read_all(arguments), _show)


def _show(file: PuzzleFile) -> int:
    from tabulate import tabulate

    kind = kind_of(file.puzzle)
    print(plain(file.title))
    if file.source:
        print(f"source: {plain(file.source)}")
    print(f"kind: {file.puzzle.kind}; {inventory(file)}; {kind.moves(file.puzzle)}")
    rows = list(_pieces(file))
    if rows:
        print("\n" + tabulate(rows, headers="keys", disable_numparse=True))
    known = [f"{key}: {_text(value)}" for key, value in file.known.items()]
    if known:
        print("\nknown answers\n" + "\n".join("  " + plain(line) for line in known))
    problem = kind.encode(file.puzzle)
    print(f"\nexact cover: {plain(repr(problem)[10:-1])}")
    return FOUND


def _times(number: int | None, least: int, most: int) -> object:
    if number is None:
        return "any"
    return most if least == most else f"{least} to {most}"


def _text(value: object) -> str:
    try:
        return str(value)
    except (RecursionError, ValueError):  # nested too deeply, a number too long
        return shown(value)


def _pieces(file: PuzzleFile) -> Iterator[dict[str, object]]:
    """Yield a row of a table for each piece."""
    puzzle: Any = file.puzzle
    places: dict[str, int] = {}
    for placement in kind_of(puzzle).placements(puzzle):
        places[placement.piece] = places.get(placement.piece, 0) + 1
    for tile in getattr(puzzle, "tiles", ()):
        yield {
            "tile": plain(tile.name),
            "edges, clockwise": plain(
                " / ".join(" ".join(face) for face in tile[1:] if face)
            ),
            "placements": places.get(tile.name, 0),
        }
    for piece in getattr(puzzle, "pieces", ()):
        yield {
            "piece": plain(piece.name),
            "cells": len(piece.cells),
            "times": _times(piece.number, *piece.bounds),
            "placements": places.get(piece.names[0], 0),
        }
