"""Making puzzles: tiles with just one layout, Sudokus with just one answer.

Whether a layout is the only one is decided by the search that solves puzzles, up to
turns of the whole board.  A puzzle depends on its seed alone, not on the machine.

*Tiles* are cut from a board whose sides are painted at random.  Few symbols leave many
layouts; so single sides are painted anew, as long as that leaves no more of them.

A *Sudoku* begins with a full grid; givens are taken out at random, one by one, except
those without which there would be another answer.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from math import comb
from typing import Any

import dlx

from .data import integer
from .edge_matching import EdgeMatching, parse
from .layout import PuzzleError
from .sampling import random_layout
from .solving import Layouts
from .sudoku import SYMBOLS, Sudoku, encode

__all__ = ["NoPuzzle", "make_edge_matching", "make_sudoku"]

#: A board of tiles may have so many rows, and so many columns.
MOST_LINES = 20

#: So many sets of tiles are tried out one by one, so that "none" is proved.
FEW_SETS = 5000

#: More layouts than these are not told apart while their number is brought down.
MANY_LAYOUTS = 3000

#: After so many paintings that were no better than the best a new board is begun.
PATIENCE = 400

#: How readily more layouts are put up with for a while; 0 for never.
WARMTH = 0.1

#: The names of symbols.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: The symbol on the outer sides of a board with a border.
BORDER = "0"

Edges = tuple[str, ...]
#: A side is named by the cell of which it is the top or the left; those at the bottom
#: and at the right of the board, by cells beyond it.
Side = tuple[int, int, str]


class NoPuzzle(PuzzleError):
    """It is proved that there is no puzzle of the kind that was asked for."""


class _Deadline:
    """A moment after which nothing is begun."""

    def __init__(self, timeout: float | None) -> None:
        self.end = None if timeout is None else time.monotonic() + timeout

    def left(self) -> float | None:
        """Return how many seconds are left, or raise `dlx.Stopped`."""
        if self.end is None:
            return None
        seconds = self.end - time.monotonic()
        if seconds <= 0:
            raise dlx.Stopped("timeout", 0, None)
        return seconds


def _is_unique(puzzle: EdgeMatching | Sudoku, deadline: _Deadline) -> bool:
    layouts = Layouts(puzzle, limit=2, timeout=deadline.left())
    return sum(1 for _ in layouts) == 1


# ------------------------------------------------------------------------------ tiles


def make_edge_matching(
    rows: int,
    columns: int,
    symbols: int,
    *,
    seed: int = 0,
    heads_and_tails: bool = False,
    border: bool = False,
    unique: bool = True,
    timeout: float | None = None,
) -> EdgeMatching:
    """Make a puzzle of square tiles.

    Parameters
    ----------
    rows, columns : int
        Of the board, which the tiles fill.
    symbols : int
        How many there are, beside that of the border; all are used.  With heads and
        tails, how many pairs.
    seed : int
        The same seed gives the same puzzle.
    heads_and_tails : bool
        Let the head of a symbol meet its tail; else each symbol meets itself.
    border : bool
        Let one more symbol lie on the outer sides of the board, and nowhere else.
    unique : bool
        Whether there is to be just one layout, up to turns of the board, made of tiles
        that are all different, each of which looks different after each turn.
    timeout : float, optional
        In seconds.

    Raises
    ------
    PuzzleError
        If the numbers make no sense.
    NoPuzzle
        If there is no such puzzle.
    dlx.Stopped
        If the timeout came first.

    Examples
    --------
    >>> from reductions import count
    >>> puzzle = make_edge_matching(2, 2, 4, seed=7)
    >>> len(puzzle.tiles), count(puzzle).rotations
    (4, 1)
    """
    integer(rows, "rows", 1, MOST_LINES)
    integer(columns, "columns", 1, MOST_LINES)
    integer(symbols, "symbols", 1, len(LETTERS))
    board = _Board(rows, columns, symbols, heads_and_tails, border)
    if symbols > len(board.free):
        raise PuzzleError(
            f"symbols: {len(board.symbols)}; a board of {rows} x {columns} has only "
            f"{len(board.free)} sides for them"
        )
    chance = random.Random(seed)
    if not unique:
        return board.puzzle(_mixed(board.tiles(board.painted(chance)), chance))
    deadline = _Deadline(timeout)
    if border:
        return _improved(board, chance, deadline)
    different, cells = _different(len(board.symbols)), rows * columns
    if different < cells:
        raise NoPuzzle(
            f"symbols: {len(board.symbols)}; so few make only {different} tiles that "
            "are different, each of which looks different after each turn; the board "
            f"has {cells} cells"
        )
    if comb(different, cells) <= FEW_SETS:
        return _one_of_all(board, chance, deadline)
    return _improved(board, chance, deadline)


class _Board:
    """A board that can be painted, and cut into tiles.

    Attributes
    ----------
    mate : dict symbol -> symbol
    symbols : list of str
    free : list of Side
        Those that may have any symbol.
    """

    def __init__(
        self, rows: int, columns: int, symbols: int, heads_and_tails: bool, border: bool
    ) -> None:
        self.rows, self.columns, self.border = rows, columns, border
        self.heads_and_tails = heads_and_tails
        ends = [("H", "T"), ("T", "H")] if heads_and_tails else [("", "")]
        self.mate = {
            letter + end: letter + other
            for letter in LETTERS[:symbols]
            for end, other in ends
        }
        self.symbols = list(self.mate)
        tops = [(r, c, "top") for r in range(rows + 1) for c in range(columns)]
        lefts = [(r, c, "left") for r in range(rows) for c in range(columns + 1)]
        self.outer = [side for side in tops if side[0] in (0, rows)]
        self.outer += [side for side in lefts if side[1] in (0, columns)]
        fast = set(self.outer) if border else ()
        self.free = [side for side in tops + lefts if side not in fast]

    def painted(self, chance: random.Random) -> dict[Side, str]:
        """Return a symbol for each side, as the tile below it or right of it has it."""
        painting = dict.fromkeys(self.outer, BORDER)
        return painting | {side: chance.choice(self.symbols) for side in self.free}

    def tiles(self, painting: Mapping[Side, str]) -> list[Edges]:
        """Cut the painted board into tiles, row by row."""
        mate = self.mate | {BORDER: BORDER}
        return [
            (
                painting[r, c, "top"],
                mate[painting[r, c + 1, "left"]],
                mate[painting[r + 1, c, "top"]],
                painting[r, c, "left"],
            )
            for r in range(self.rows)
            for c in range(self.columns)
        ]

    def puzzle(self, tiles: Sequence[Edges]) -> EdgeMatching:
        """Return the puzzle with those tiles."""
        data: dict[str, Any] = {"size": [self.rows, self.columns], "tiles": tiles}
        if self.heads_and_tails:
            data["mates"] = [
                [head, tail] for head, tail in self.mate.items() if head.endswith("H")
            ]
        if self.border:
            data["border"] = BORDER
        return parse(data)

    def faults(self, tiles: Sequence[Edges]) -> int:
        """Count what is wrong with the tiles whatever their layouts.

        Tiles that are equal or look the same after a turn, and symbols without a use.
        """
        forms = {min(_turns(tile)) for tile in tiles}
        same = sum(len(set(_turns(tile))) < len(tile) for tile in tiles)
        used = {symbol for tile in tiles for symbol in tile}
        idle = sum(not used & {symbol, mate} for symbol, mate in self.mate.items())
        return len(tiles) - len(forms) + same + idle


def _turns(tile: Edges) -> list[Edges]:
    return [tile[k:] + tile[:k] for k in range(len(tile))]


def _different(symbols: int) -> int:
    """Return how many tiles there are that look different after each turn.

    Of the n^4 ways to label the sides, n^2 look the same after a half turn; the others
    are four to a tile.
    """
    return (symbols**4 - symbols**2) // 4


def _mixed(tiles: Sequence[Edges], chance: random.Random) -> list[Edges]:
    """Turn the tiles, and put them in another order."""
    mixed = [chance.choice(_turns(tile)) for tile in tiles]
    chance.shuffle(mixed)
    return mixed


def _one_of_all(
    board: _Board, chance: random.Random, deadline: _Deadline
) -> EdgeMatching:
    """Try out every set of tiles."""
    forms = [
        tile
        for tile in product(board.symbols, repeat=4)
        if min(_turns(tile)) == tile and len(set(_turns(tile))) == len(tile)
    ]
    sets = list(combinations(forms, board.rows * board.columns))
    chance.shuffle(sets)
    for tiles in sets:
        puzzle = board.puzzle(_mixed(tiles, chance))
        if not board.faults(tiles) and _is_unique(puzzle, deadline):
            return puzzle
    raise NoPuzzle(f"none of the {len(sets)} sets of different tiles has one layout")


def _improved(
    board: _Board, chance: random.Random, deadline: _Deadline
) -> EdgeMatching:
    """Paint boards at random, and improve each side by side.

    Now and then a change for the worse is taken, the rarer the worse it is, so that the
    way does not end where no single change is for the better.
    """
    while True:
        painting = board.painted(chance)
        score = _score(board, painting, MANY_LAYOUTS, deadline)
        best, idle = score, 0
        while score > (0, 1) and idle < PATIENCE:
            side, symbol = chance.choice(board.free), chance.choice(board.symbols)
            other = painting | {side: symbol}
            bearable = score[0], int(score[1] * (1 - chance.random()) ** -WARMTH)
            new = _score(board, other, bearable[1], deadline)
            if new <= bearable:
                painting, score = other, new
            idle = 0 if new < best else idle + 1
            best = min(best, new)
        if score == (0, 1):
            return board.puzzle(_mixed(board.tiles(painting), chance))


def _score(
    board: _Board, painting: Mapping[Side, str], many: int, deadline: _Deadline
) -> tuple[int, int]:
    """Return the faults of a painted board and, where there are none, its layouts.

    No more than one above `many` are counted.
    """
    left = deadline.left()
    tiles = board.tiles(painting)
    faults = board.faults(tiles)
    if faults:
        return faults, MANY_LAYOUTS
    layouts = Layouts(board.puzzle(tiles), limit=many + 1, timeout=left)
    return 0, sum(1 for _ in layouts)


# ----------------------------------------------------------------------------- Sudoku


def make_sudoku(
    box: tuple[int, int] = (3, 3),
    *,
    seed: int = 0,
    givens: int | None = None,
    timeout: float | None = None,
) -> Sudoku:
    """Make a Sudoku that has just one answer.

    Parameters
    ----------
    box : (int, int)
        The rows and columns of a box.
    seed : int
        The same seed gives the same Sudoku.
    givens : int, optional
        How many there are to be; by default, so few that none can be taken out.
    timeout : float, optional
        In seconds.

    Raises
    ------
    PuzzleError
        If the numbers make no sense.
    NoPuzzle
        If there is no such Sudoku.
    dlx.Stopped
        If the timeout came first.

    Examples
    --------
    >>> make_sudoku((2, 2), seed=1).grid
    '4....3....2...34'
    """
    rows, columns = box
    integer(rows, "box rows", 1, len(SYMBOLS))
    integer(columns, "box columns", 1, len(SYMBOLS) // rows)
    side = rows * columns
    if givens is not None:
        integer(givens, "givens", 0, side * side)
        _possible((rows, columns), givens)
    empty = Sudoku((rows, columns), SYMBOLS[:side], "." * side * side)
    chance = random.Random(seed)
    deadline = _Deadline(timeout)
    while True:
        full = random_layout(
            empty, chance.getrandbits(32), timeout=deadline.left(), memory=0
        )
        grid = "".join(placement.piece for placement in full.layout)
        puzzle = _thinned(empty._replace(grid=grid), givens or 0, chance, deadline)
        if givens in (None, len(grid) - puzzle.grid.count(".")):
            return puzzle


def _possible(box: tuple[int, int], givens: int) -> None:
    """Raise an error for a number of givens with which no Sudoku has just one answer.

    Two symbols that are not given can be swapped.  Of the usual Sudoku it is known that
    16 givens are too few (G. McGuire, B. Tugemann, G. Civario, 2012).
    """
    side = box[0] * box[1]
    least = 17 if box == (3, 3) else max(side - 1, 0)
    if givens < least:
        raise NoPuzzle(
            f"givens: {givens}; a Sudoku of {side} rows with fewer than {least} has "
            "several answers"
        )


def _thinned(
    puzzle: Sudoku, givens: int, chance: random.Random, deadline: _Deadline
) -> Sudoku:
    """Take out givens, as long as the answer stays the only one."""
    grid = list(puzzle.grid)
    left = len(grid)
    for place in chance.sample(range(left), left):
        if left == givens:
            break
        symbol, grid[place] = grid[place], "."
        thinner = puzzle._replace(grid="".join(grid))
        if dlx.is_unique(encode(thinner), timeout=deadline.left()):
            puzzle, left = thinner, left - 1
        else:
            grid[place] = symbol
    return puzzle
