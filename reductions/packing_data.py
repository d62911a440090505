"""Packing puzzles: their parts, and the data of a file that state one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from dlx.errors import shown

from .data import (
    board_of,
    boolean,
    cells_of,
    few_placements,
    integer,
    known_keys,
    lattice_of,
    shown_or_missing,
)
from .lattice import Cell, Lattice, Pose, poses
from .layout import PuzzleError

__all__ = ["KEYS", "Packing", "Piece", "equal_pieces", "form_of", "parse"]

KEYS = (
    ("lattice", "square (the default), hexagonal or cubic"),
    ("size", "[rows, columns] or [x, y, z] of the region"),
    (
        "board",
        "in place of size: a drawing, # a cell to fill, + one that may stay empty, "
        ". none; layers in space are separated by blank lines",
    ),
    ("origin", "the coordinates of the drawing's first corner (zeros by default)"),
    (
        "pieces",
        "a table name -> shape: a drawing, a list of cells, or {shape = ..., "
        'count = a number, [least, most] or "any"}',
    ),
    ("flip", "whether pieces may be flipped (false by default)"),
    ("step", "shifts are multiples of it (1 by default)"),
)

#: So many equal pieces one entry may stand for.
MOST_COPIES = 1000

#: Up to so many are kept in order by secondary items, more by a multiplicity.
FEW_COPIES = 6


class Piece(NamedTuple):
    """A piece: its name, its cells, and how often it is used.

    Attributes
    ----------
    name : str
    cells : tuple of cells
    number : int or None
        How many there are; None: any number.
    least : int or None
        How many of them have to be used; None: all.
    """

    name: str
    cells: tuple[Cell, ...]
    number: int | None = 1
    least: int | None = None

    @property
    def bounds(self) -> tuple[int, int]:
        """How often the piece is used, at least and at most; (0, 0) for any number."""
        most = self.number or 0
        return most if self.least is None else self.least, most

    @property
    def counted(self) -> bool:
        """Whether equal layouts are avoided by counting the copies that are used."""
        least, most = self.bounds
        return most > FEW_COPIES or least < most

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its copies, as they occur in placements."""
        if self.number is None or self.number == 1:
            return (self.name,)
        return tuple(f"{self.name}#{number}" for number in range(1, self.number + 1))


class Packing(NamedTuple):
    """A packing puzzle.

    Attributes
    ----------
    lattice : Lattice
    pieces : tuple of Piece
    cells : tuple of cells
        Those that must be filled.
    optional : tuple of cells
        Those that may stay empty.
    flip : bool
        Whether pieces may be flipped; they may always be turned.
    step : int
        Shifts are multiples of it in each coordinate.
    """

    lattice: Lattice
    pieces: tuple[Piece, ...]
    cells: tuple[Cell, ...]
    optional: tuple[Cell, ...] = ()
    flip: bool = False
    step: int = 1

    @property
    def kind(self) -> str:
        return "packing"

    @property
    def board(self) -> tuple[Cell, ...]:
        return self.cells + self.optional


def parse(data: Mapping[str, Any]) -> Packing:
    """Return the puzzle that the data of a file state; `KEYS` tells the keys.

    Raises
    ------
    PuzzleError
        If the data do not make a puzzle; the message begins with the key.

    Examples
    --------
    >>> puzzle = parse({"size": [2, 3], "pieces": {"I": "###", "L": ["##.", "#.."]}})
    >>> puzzle.pieces[1].cells
    ((0, 0), (0, 1), (1, 0))
    """
    known_keys(data, [key for key, _ in KEYS])
    lattice = lattice_of(data, ("square", "hexagonal", "cubic"))
    board = board_of(data, lattice, "#+")
    if board is None:
        raise PuzzleError("size: give the size of the region, or its drawing as board")
    entries = data.get("pieces")
    if not isinstance(entries, Mapping) or not entries:
        raise PuzzleError(
            f"pieces: {shown_or_missing(entries)}; want a table name -> shape"
        )
    pieces = tuple(
        _piece(name, entry, len(lattice.sides[0])) for name, entry in entries.items()
    )
    puzzle = Packing(
        lattice,
        pieces,
        tuple(cell for cell, mark in board.items() if mark == "#"),
        tuple(cell for cell, mark in board.items() if mark == "+"),
        boolean(data, "flip", False),
        integer(data.get("step", 1), "step", 1, 100),
    )
    _check_names(puzzle)
    few_placements(
        sum(len(p.names) * len(_poses(puzzle, p)) for p in pieces) * len(board),
        "pieces",
    )
    return puzzle


def _poses(puzzle: Packing, piece: Piece) -> list[Pose]:
    vectors = map(puzzle.lattice.vector, piece.cells)
    return poses(puzzle.lattice, vectors, puzzle.flip, puzzle.step)


def _piece(name: str, entry: Any, dimension: int) -> Piece:
    path = f"pieces.{name}"
    number: int | None = 1
    least = None
    if isinstance(entry, Mapping):
        known_keys(entry, ("shape", "count"), f"{path}.")
        if "shape" not in entry:
            raise PuzzleError(f"{path}.shape: missing")
        if entry.get("count") == "any":
            number = None
        elif "count" in entry:
            least, number = _bounds(entry["count"], f"{path}.count")
        entry, path = entry["shape"], f"{path}.shape"
    return Piece(name, tuple(cells_of(entry, path, dimension)), number, least)


def _bounds(value: Any, path: str) -> tuple[int | None, int]:
    """Return how many have to be used (None: all of them), and how many there are."""
    pair = value if isinstance(value, list) else [value, value]
    if (
        len(pair) != 2
        or any(type(number) is not int for number in pair)
        or not 0 <= pair[0] <= pair[1] <= MOST_COPIES
        or pair[1] == 0
    ):
        raise PuzzleError(
            f"{path}: {shown(value)}; want a number from 1 to {MOST_COPIES}, "
            '[least, most], or "any"'
        )
    return None if pair[0] == pair[1] else pair[0], pair[1]


def _check_names(puzzle: Packing) -> None:
    """Refuse names that two pieces share, and equal pieces that cannot be merged."""
    names = set()
    for name in (name for piece in puzzle.pieces for name in piece.names):
        if name in names:
            raise PuzzleError(f"pieces.{name}: two pieces have this name")
        names.add(name)
    for group in equal_pieces(puzzle):
        loose = [p for p in group if p.number is None or p.counted]
        if loose and len(group) > 1:
            other = next(p.name for p in group if p != loose[0])
            times = "any number of" if loose[0].number is None else "so many"
            raise PuzzleError(
                f"pieces.{other}: this is the same shape as piece "
                f"{loose[0].name}, which may be used {times} times"
            )


def equal_pieces(puzzle: Packing) -> list[list[Piece]]:
    """Return the pieces in groups of equal shape."""
    groups: dict[tuple[Cell, ...], list[Piece]] = {}
    for piece in puzzle.pieces:
        groups.setdefault(form_of(puzzle, piece, puzzle.flip), []).append(piece)
    return list(groups.values())


def form_of(puzzle: Packing, piece: Piece, flip: bool) -> tuple[Cell, ...]:
    """Return a form of the piece that is the same for all pieces of its shape."""
    vectors = map(puzzle.lattice.vector, piece.cells)
    return min(
        pose.vectors for pose in poses(puzzle.lattice, vectors, flip, puzzle.step)
    )
