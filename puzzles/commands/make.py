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

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Make a puzzle, write it, and return the exit code."""
    if arguments.seed is None:
        arguments.seed = fresh_seed()
    making = _edge_matching if arguments.make == "edge-matching" else _sudoku
    try:
        title, how, puzzle = making(arguments)
    except NoPuzzle as error:
        say(f"puzzles: there is no such puzzle: {error}")
        return NONE
    except Stopped as stopped:
        say(
            f"puzzles: found none; stopped by {stopped.reason} (seed {arguments.seed})"
            + "; more symbols leave fewer layouts, as do --heads-and-tails and --border"
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
    switches = ("unique", "heads_and_tails", "border")
    chosen = [name for name in switches if getattr(arguments, name)]
    puzzle = make_edge_matching(
        rows,
        columns,
        symbols,
        seed=arguments.seed,
        timeout=arguments.timeout,
        **{name: name in chosen for name in switches},
    )
    how = f"edge-matching --rows {rows} --columns {columns} --symbols {symbols}"
    how += "".join(f" --{name.replace('_', '-')}" for name in chosen)
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
