"""Queens: n queens on an n x n board, no two on one line.

=================  ==============================================  ====================
Items              what                                            how many
=================  ==============================================  ====================
primary            each row, each column                           2 n
secondary          each diagonal: it may have a queen, or none     4 n - 2
=================  ==============================================  ====================

*Options*: a queen on a square, n x n of them; it covers its row, its column and its two
diagonals.

*Why it is exact*: n queens on n rows and n columns take each just once; a diagonal has
at most one.  With primary diagonals there would be no cover at all: there are more of
them than queens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dlx import Problem

from .data import integer, known_keys
from .kinds import Look, Symmetries
from .lattice import SQUARE, Cell, Lattice, Motion, motions
from .layout import Layout, Placement, PuzzleError
from .unlabeled import copies, misfit, required

__all__ = [
    "KEYS",
    "Queens",
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

KEYS = (("size", "how many queens, rows and columns"),)


class Queens(NamedTuple):
    """A queens puzzle of `size` rows and columns.

    Examples
    --------
    >>> Queens(4).board[:5]
    ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0))
    """

    size: int

    @property
    def kind(self) -> str:
        return "queens"

    @property
    def lattice(self) -> Lattice:
        return SQUARE

    @property
    def board(self) -> tuple[Cell, ...]:
        lines = range(self.size)
        return tuple((row, column) for row in lines for column in lines)


def parse(data: Mapping[str, Any]) -> Queens:
    """Return the puzzle that the data of a file state; `KEYS` tells the keys.

    Examples
    --------
    >>> parse({"size": 8})
    Queens(size=8)
    """
    known_keys(data, [key for key, _ in KEYS])
    if "size" not in data:
        raise PuzzleError("size: give the number of queens")
    return Queens(integer(data["size"], "size", 1, 100))


def state(puzzle: Queens) -> dict[str, Any]:
    """Return data that `parse` makes this puzzle of.

    Examples
    --------
    >>> state(Queens(8))
    {'size': 8}
    """
    return {"size": puzzle.size}


def encode(
    puzzle: Queens, options: Sequence[Placement] | None = None, *, ordered: bool = False
) -> Problem:
    """Return the puzzle as an exact-cover problem.

    Rows and columns are looked at from the middle, where a queen rules out most.

    Examples
    --------
    >>> encode(Queens(8))
    <Problem: 16 primary items, 30 secondary items, 64 options, 256 entries>
    """
    size = puzzle.size
    stated = {
        placement: [
            f"row {row}",
            f"column {column}",
            f"diagonal {row + column}",
            f"antidiagonal {row - column}",
        ]
        for placement in (placements(puzzle) if options is None else options)
        for row, column in placement.cells
    }
    middle = sorted(range(size), key=lambda k: abs(2 * k - size + 1))
    return Problem(
        stated,
        [f"{line} {k}" for k in middle for line in ("row", "column")],
        [
            *(f"diagonal {k}" for k in range(2 * size - 1)),
            *(f"antidiagonal {k}" for k in range(1 - size, size)),
        ],
    )


def decode(puzzle: Queens, cover: Sequence[Placement]) -> Layout:
    """Return the layout that a cover stands for: the queens, row by row.

    Examples
    --------
    >>> decode(Queens(2), [Placement("Q", ((1, 0),)), Placement("Q", ((0, 1),))])
    (<Q at 0,1>, <Q at 1,0>)
    """
    return Layout(sorted(cover), puzzle)


def placements(puzzle: Queens) -> list[Placement]:
    """Return a queen on every square.

    Examples
    --------
    >>> placements(Queens(2))
    [<Q at 0,0>, <Q at 0,1>, <Q at 1,0>, <Q at 1,1>]
    """
    return [Placement("Q", (cell,)) for cell in puzzle.board]


def check(puzzle: Queens, layout: Sequence[Placement]) -> list[str]:
    """List what is wrong with a layout, from the rules of the puzzle alone.

    Examples
    --------
    >>> check(Queens(2), (Placement("Q", ((0, 0),)), Placement("Q", ((1, 1),))))
    ['the queens on (0, 0) and (1, 1) attack each other']
    """
    squares = [cell for placement in layout for cell in placement.cells]
    faults = [f"there are {len(squares)} queens, want {puzzle.size}"] * (
        len(squares) != puzzle.size
    )
    faults += [
        f"{cell} is off the board"
        for cell in squares
        if not all(0 <= x < puzzle.size for x in cell)
    ]
    return faults + [
        f"the queens on {one} and {other} attack each other"
        for k, other in enumerate(squares)
        for one in squares[:k]
        if (
            one[0] == other[0]
            or one[1] == other[1]
            or abs(one[0] - other[0]) == abs(one[1] - other[1])
        )
    ]


def symmetries(puzzle: Queens) -> Symmetries:
    """Return the eight symmetries of the board; a queen looks like its square.

    Examples
    --------
    >>> found = symmetries(Queens(8))
    >>> len(found.turns), len(found.flips)
    (4, 4)
    """

    def look(placement: Placement) -> Look:
        return placement.cells[0]

    def move(motion: Motion, look: Look) -> Look:
        return motion.cells[look]

    board = dict.fromkeys(puzzle.board)
    return Symmetries(
        tuple(motions(SQUARE, board, flip=False)),
        tuple(motions(SQUARE, board, flip=True)),
        look,
        move,
        why_no_copies="queens carry no label",
    )


def moves(puzzle: Queens) -> str:
    """Say which moves of a piece are allowed.

    Examples
    --------
    >>> moves(Queens(8))
    'queens look the same from all sides'
    """
    return "queens look the same from all sides"
