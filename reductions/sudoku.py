"""Sudoku: every symbol once in each row, each column and each box.

=================  ==============================================  ====================
Items              what                                            how many (9 x 9)
=================  ==============================================  ====================
primary            each cell                                       81
primary            each symbol in each row, column and box         3 x 81
=================  ==============================================  ====================

*Options*: a symbol in a cell, 729 of them on an empty grid; it covers its cell, and its
symbol in its row, its column and its box.  A given leaves its cell one option.

*Why it is exact*: each cell has one symbol, and each line and box each symbol once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dlx import Problem
from dlx.errors import shown

from .data import integer, known_keys, listed, shown_or_missing
from .kinds import Look, Symmetries
from .lattice import SQUARE, Cell, Lattice, Motion, motions
from .layout import Layout, Placement, PuzzleError
from .unlabeled import copies, misfit, required

__all__ = [
    "KEYS",
    "Sudoku",
    "check",
    "copies",
    "decode",
    "encode",
    "misfit",
    "moves",
    "parse",
    "placements",
    "required",
    "state",
    "symmetries",
]

KEYS = (
    (
        "grid",
        "the rows as text, . or 0 for an empty cell; blanks, | and - may separate "
        "boxes",
    ),
    ("box", "[rows, columns] of a box; by default a square that fits the grid"),
    ("symbols", "the symbols as text, by default 1 to 9, then A to Z"),
)

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Sudoku(NamedTuple):
    """A Sudoku.

    Attributes
    ----------
    box : (int, int)
        The rows and columns of a box; their product n is the length of a side.
    symbols : str
        The n symbols.
    grid : str
        The n x n cells, row by row; ``.`` is an empty one.

    Examples
    --------
    >>> Sudoku((1, 2), "12", "1...").board
    ((0, 0), (0, 1), (1, 0), (1, 1))
    """

    box: tuple[int, int]
    symbols: str
    grid: str

    @property
    def kind(self) -> str:
        return "sudoku"

    @property
    def lattice(self) -> Lattice:
        return SQUARE

    @property
    def board(self) -> tuple[Cell, ...]:
        lines = range(len(self.symbols))
        return tuple((row, column) for row in lines for column in lines)


# ---------------------------------------------------------------------- data -> puzzle


def parse(data: Mapping[str, Any]) -> Sudoku:
    """Return the puzzle that the data of a file state; `KEYS` tells the keys.

    Raises
    ------
    PuzzleError
        If the data do not make a puzzle, or two equal givens clash.

    Examples
    --------
    >>> parse({"grid": "1... | ..2. | ..4. | .3.."})
    Sudoku(box=(2, 2), symbols='1234', grid='1.....2...4..3..')
    """
    known_keys(data, [key for key, _ in KEYS])
    grid = _grid(data.get("grid"))
    side = next((n for n in range(1, 36) if n * n == len(grid)), None)
    if side is None:
        raise PuzzleError(f"grid: {len(grid)} cells; want n x n, such as 81")
    box = _box(data.get("box"), side)
    symbols = data.get("symbols", SYMBOLS[:side])
    if not isinstance(symbols, str) or not len(set(symbols)) == len(symbols) == side:
        raise PuzzleError(
            f"symbols: {shown(symbols)}; want {side} different characters"
        )
    for symbol in symbols:
        if symbol in ".0|-+" or symbol.isspace():
            raise PuzzleError(
                f"symbols: {shown(symbol)} has a meaning of its own in the grid"
            )
    for place, symbol in enumerate(grid):
        if symbol != "." and symbol not in symbols:
            raise PuzzleError(
                f"grid: {shown(symbol)} at {_named(place, side)}; want one "
                f"of {symbols}, or . for an empty cell"
            )
    puzzle = Sudoku(box, symbols, grid)
    _check_givens(puzzle)
    return puzzle


def state(puzzle: Sudoku) -> dict[str, Any]:
    """Return data that `parse` makes this puzzle of.

    Examples
    --------
    >>> puzzle = parse({"grid": "1... | ..2. | ..4. | .3.."})
    >>> state(puzzle)
    {'grid': ['1...', '..2.', '..4.', '.3..']}
    """
    side = len(puzzle.symbols)
    cells = iter(puzzle.grid)
    data: dict[str, Any] = {"grid": ["".join(row) for row in zip(*[cells] * side)]}
    if puzzle.box[0] != puzzle.box[1]:
        data["box"] = list(puzzle.box)
    if puzzle.symbols != SYMBOLS[:side]:
        data["symbols"] = puzzle.symbols
    return data


def _grid(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(row, str) for row in value):
        value = "\n".join(value)
    if not isinstance(value, str):
        raise PuzzleError(f"grid: {shown_or_missing(value)}; want the rows as text")
    return "".join(
        c for c in value.replace("0", ".") if not c.isspace() and c not in "|-+"
    )


def _box(value: Any, side: int) -> tuple[int, int]:
    if value is None:
        root = next((n for n in range(1, side + 1) if n * n == side), None)
        if root is None:
            raise PuzzleError(
                f"box: give the [rows, columns] of a box; the grid has "
                f"{side} columns"
            )
        return root, root
    box = listed(value, "box", "[rows, columns]")
    if len(box) != 2:
        raise PuzzleError(f"box: {shown(box)}; want [rows, columns]")
    rows, columns = (integer(n, f"box[{k}]", 1, side) for k, n in enumerate(box))
    if rows * columns != side:
        raise PuzzleError(
            f"box: {rows} x {columns} does not fit a grid of {side} columns"
        )
    return rows, columns


def _named(place: int, side: int) -> str:
    return f"row {place // side + 1}, column {place % side + 1}"


def _check_givens(puzzle: Sudoku) -> None:
    side = len(puzzle.symbols)
    seen: dict[str, int] = {}
    for place, symbol in enumerate(puzzle.grid):
        if symbol == ".":
            continue
        for item in _items(puzzle, (place // side, place % side), symbol):
            if item in seen:
                line = item.partition(" of ")[2].split()[0]
                raise PuzzleError(
                    f"grid: {symbol} stands twice in one {line}, at "
                    f"{_named(seen[item], side)} and {_named(place, side)}"
                )
            seen[item] = place


# --------------------------------------------------------- puzzle -> problem, and back


def encode(
    puzzle: Sudoku, options: Sequence[Placement] | None = None, *, ordered: bool = False
) -> Problem:
    """Return the puzzle as an exact-cover problem.

    Examples
    --------
    >>> encode(parse({"grid": "." * 81}))
    <Problem: 324 primary items, 0 secondary items, 729 options, 2916 entries>
    """
    everywhere = [(cell, symbol) for cell in puzzle.board for symbol in puzzle.symbols]
    stated = {
        placement: _items(puzzle, placement.cells[0], placement.piece)
        for placement in (placements(puzzle) if options is None else options)
    }
    items = [_items(puzzle, cell, symbol) for cell, symbol in everywhere]
    return Problem(
        stated,
        list(dict.fromkeys(option[part] for part in range(4) for option in items)),
    )


def decode(puzzle: Sudoku, cover: Sequence[Placement]) -> Layout:
    """Return the layout that a cover stands for: a symbol a cell, row by row.

    Examples
    --------
    >>> puzzle = parse({"grid": "1... | ..2. | ..4. | .3.."})
    >>> decode(puzzle, placements(puzzle)[1::-1])
    (<1 at 0,0>, <1 at 0,1>)
    """
    return Layout(sorted(cover, key=lambda placement: placement.cells), puzzle)


def placements(puzzle: Sudoku) -> list[Placement]:
    """Return every symbol in every empty cell, and the givens where they are.

    Examples
    --------
    >>> puzzle = parse({"grid": "1... | ..2. | ..4. | .3.."})
    >>> placements(puzzle)[:3]
    [<1 at 0,0>, <1 at 0,1>, <2 at 0,1>]
    """
    return [
        Placement(symbol, (cell,))
        for cell, given in zip(puzzle.board, puzzle.grid)
        for symbol in (puzzle.symbols if given == "." else given)
    ]


def _items(puzzle: Sudoku, cell: Cell, symbol: str) -> list[str]:
    row, column = cell
    return [
        f"cell {row},{column}",
        f"{symbol} of row {row}",
        f"{symbol} of column {column}",
        f"{symbol} of box {_box_of(puzzle, cell)}",
    ]


def _box_of(puzzle: Sudoku, cell: Cell) -> int:
    rows, columns = puzzle.box
    return cell[0] // rows * rows + cell[1] // columns


# --------------------------------------------------------------------------- the rules


def check(puzzle: Sudoku, layout: Sequence[Placement]) -> list[str]:
    """List what is wrong with a layout, from the rules of the puzzle alone.

    Examples
    --------
    >>> puzzle = Sudoku((1, 2), "12", "1...")
    >>> cells = [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> check(puzzle, tuple(Placement(s, (c,)) for s, c in zip("1212", cells)))
    ['column 1 is 1 1', 'column 2 is 2 2']
    """
    side = len(puzzle.symbols)
    lines = range(side)
    at = {cell: placement.piece for placement in layout for cell in placement.cells}
    rows, columns = puzzle.box
    units = [(f"row {r + 1}", [(r, c) for c in lines]) for r in lines]
    units += [(f"column {c + 1}", [(r, c) for r in lines]) for c in lines]
    units += [
        (
            f"the box at row {r + 1}, column {c + 1}",
            [(r + i, c + j) for i in range(rows) for j in range(columns)],
        )
        for r in range(0, side, rows)
        for c in range(0, side, columns)
    ]
    taken = [cell for placement in layout for cell in placement.cells]
    faults = [
        f"{cell} is off the grid, or has two symbols"
        for cell in at
        if taken.count(cell) > 1 or not all(x in lines for x in cell)
    ]
    for name, cells in units:
        symbols = [at.get(cell, ".") for cell in cells]
        if sorted(symbols) != sorted(puzzle.symbols):
            faults.append(f"{name} is {' '.join(symbols)}")
    return faults + [
        f"the given {given} at {_named(place, side)} is missing"
        for place, given in enumerate(puzzle.grid)
        if given != "." and at.get((place // side, place % side)) != given
    ]


# --------------------------------------------------------------------------- symmetry


def symmetries(puzzle: Sudoku) -> Symmetries:
    """Return the moves of the grid that carry its boxes and givens to themselves.

    Examples
    --------
    >>> found = symmetries(parse({"grid": "." * 16}))
    >>> len(found.turns), len(found.flips)
    (4, 4)
    """

    def look(placement: Placement) -> Look:
        return placement.cells[0], placement.piece

    def move(motion: Motion, look: Look) -> Look:
        cell, symbol = look
        return motion.cells[cell], symbol

    board = dict(zip(puzzle.board, puzzle.grid))
    turns, flips = (
        tuple(
            motion
            for motion in motions(SQUARE, board, flip)
            if _keeps_boxes(puzzle, motion)
        )
        for flip in (False, True)
    )
    why = "no {} carries the boxes and the givens to themselves"
    return Symmetries(
        turns,
        flips,
        look,
        move,
        "" if len(turns) > 1 else why.format("turn"),
        "" if flips else why.format("reflection"),
        "symbols carry no label",
    )


def _keeps_boxes(puzzle: Sudoku, motion: Motion) -> bool:
    images: dict[int, set[int]] = {}
    for cell, image in motion.cells.items():
        images.setdefault(_box_of(puzzle, cell), set()).add(_box_of(puzzle, image))
    return all(len(boxes) == 1 for boxes in images.values())


def moves(puzzle: Sudoku) -> str:
    """Say which moves of a piece are allowed.

    Examples
    --------
    >>> puzzle = parse({"grid": "1... | ..2. | ..4. | .3.."})
    >>> moves(puzzle)
    'symbols do not move'
    """
    return "symbols do not move"
