"""Sudokus and queens as scenes."""

from __future__ import annotations

from dlx.terminal import plain
from reductions import Layout, Puzzle
from reductions.sudoku import Sudoku

from .plane import LINE
from .scene import Area, Label, Scene, Shape

__all__ = ["scene"]

DARK, BRIGHT = "#c9b79c", "#fbf6ea"
GIVEN = "#ececec"
FOUND = "#0b4f8a"
QUEEN = "\N{BLACK CHESS QUEEN}"


def scene(puzzle: Puzzle, layout: Layout) -> Scene:
    """Return the picture of a Sudoku, or of queens on a chessboard."""
    if isinstance(puzzle, Sudoku):
        return _sudoku(puzzle, layout)
    return _queens(puzzle, layout)


def _sudoku(puzzle: Sudoku, layout: Layout) -> Scene:
    """Return the picture of a Sudoku: boxes, givens bold on grey, the others blue."""
    given = {cell for cell, mark in zip(puzzle.board, puzzle.grid) if mark != "."}
    shapes: list[Shape] = []
    for cell in puzzle.board:
        fill = GIVEN if cell in given else "#ffffff"
        shapes.append(_rectangle(cell, 1, 1, fill, 0.015, "cell"))
    side, (rows, columns) = len(puzzle.symbols), puzzle.box
    for row in range(0, side, rows):
        for column in range(0, side, columns):
            shapes.append(_rectangle((row, column), rows, columns, "", 0.06, "box"))
    for symbol, ((row, column),), *_ in layout:
        is_given = (row, column) in given
        shapes.append(
            Label(
                (column + 0.5, row + 0.5),
                plain(symbol),
                0.6,
                LINE if is_given else FOUND,
                is_given,
                "given" if is_given else "found",
                (row, column),
            )
        )
    return Scene(tuple(shapes))


def _queens(puzzle: Puzzle, layout: Layout) -> Scene:
    """Return the picture of queens on a chessboard, the upper left square light."""
    shapes: list[Shape] = [
        _rectangle(cell, 1, 1, DARK if sum(cell) % 2 else BRIGHT, 0.01, "cell")
        for cell in puzzle.board
    ]
    side = max(row for row, _ in puzzle.board) + 1
    shapes.append(_rectangle((0, 0), side, side, "", 0.05, "board"))
    for _, ((row, column),), *_ in layout:
        at = column + 0.5, row + 0.5
        shapes.append(Label(at, QUEEN, 0.8, LINE, what="queen", of=(row, column)))
    return Scene(tuple(shapes))


def _rectangle(
    cell: tuple[int, ...], rows: int, columns: int, fill: str, width: float, what: str
) -> Area:
    row, column = cell
    outline = (
        (column, row),
        (column + columns, row),
        (column + columns, row + rows),
        (column, row + rows),
    )
    return Area((outline,), fill, LINE, width, what=what, of=cell)
