"""``puzzles make``: a new puzzle, with just one layout."""

from __future__ import annotations

import argparse

from dlx import Stopped
from dlx.errors import shown
from dlx.terminal import FOUND, NONE, STOPPED, say
from reductions import Puzzle, PuzzleError
from reductions.making import NoPuzzle, make_edge_matching, make_sudoku

from ..files import PuzzleFile
from ..formats import writer
from . import fresh_seed, write_new
from .progress import progress

__all__ = ["run"]

HEADS = "heads-and-tails"


def run(arguments: argparse.Namespace) -> int:
    """Make a puzzle, write it, and return the exit code."""
    if arguments.seed is None:
        arguments.seed = fresh_seed()
    making = _edge_matching if arguments.make == "edge-matching" else _sudoku
    try:
        with progress("making a puzzle"):
            title, how, puzzle = making(arguments)
    except NoPuzzle as error:
        say(f"puzzles: there is no such puzzle: {error}")
        return NONE
    except Stopped as stopped:
        say(
            f"puzzles: found none; stopped by {stopped.reason} (seed {arguments.seed})"
            + f"; more symbols leave fewer layouts, as do --mates {HEADS} and --border"
            * (arguments.make == "edge-matching")
        )
        return STOPPED
    how = f"puzzles make {how} --seed {arguments.seed}"
    one = arguments.make == "sudoku" or arguments.unique
    known = {"rotations": 1, "source": "counted when it was made"} if one else {}
    file = PuzzleFile("", f"{title}, seed {arguments.seed}", how, puzzle, known)
    text = writer("toml").write(file)
    if arguments.out is None:
        print(text, end="")
        return FOUND
    return write_new(arguments.out, text, f"; made with seed {arguments.seed}")


def _edge_matching(arguments: argparse.Namespace) -> tuple[str, str, Puzzle]:
    rows, columns, symbols = arguments.rows, arguments.columns, arguments.symbols
    mates = arguments.mates or ("equal" if arguments.border else HEADS)
    if mates == HEADS and symbols % 2:
        raise PuzzleError(
            f"symbols: {symbols}; heads and tails come in pairs; want an even number, "
            "or --mates equal"
        )
    puzzle = make_edge_matching(
        rows,
        columns,
        symbols // 2 if mates == HEADS else symbols,
        heads_and_tails=mates == HEADS,
        border=arguments.border,
        unique=arguments.unique,
        seed=arguments.seed,
        timeout=arguments.timeout,
    )
    how = f"edge-matching --rows {rows} --columns {columns} --symbols {symbols}"
    how += f" --mates {mates}"
    how += "".join(
        f" --{name}" for name in ("unique", "border") if getattr(arguments, name)
    )
    return f"{rows} x {columns} tiles with {symbols} symbols", how, puzzle


def _sudoku(arguments: argparse.Namespace) -> tuple[str, str, Puzzle]:
    rows, columns = arguments.box or _square(arguments.size)
    puzzle = make_sudoku(
        (rows, columns),
        seed=arguments.seed,
        givens=arguments.givens,
        timeout=arguments.timeout,
    )
    how = f"sudoku --box {rows} {columns}"
    if arguments.givens is not None:
        how += f" --givens {arguments.givens}"
    side = rows * columns
    number = side * side - puzzle.grid.count(".")
    return f"Sudoku of {side} rows with {number} givens", how, puzzle


def _square(size: int) -> tuple[int, int]:
    """Return the square box of a Sudoku of so many rows."""
    root = next((n for n in range(1, 6) if n * n == size), None)
    if root is None:
        raise PuzzleError(
            f"size: {shown(size)}; want 1, 4, 9, 16 or 25, or --box ROWS COLUMNS"
        )
    return root, root
