"""Edge-matching puzzles: their parts, and the data of a file that state one."""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import Any, NamedTuple

from dlx.errors import shown, suggestion

from .data import (
    board_of,
    boolean,
    few_placements,
    integer,
    known_keys,
    lattice_of,
    listed,
    symbol,
)
from .lattice import Cell, Lattice
from .layout import PuzzleError

__all__ = ["KEYS", "SIDES", "EdgeMatching", "Fixed", "Tile", "parse"]

KEYS = (
    ("lattice", "square (the default) or hexagonal"),
    ("size", "[rows, columns] of the board; by default a square that the tiles fill"),
    ("board", "in place of size: a drawing of the board, # a cell, . none"),
    (
        "tiles",
        "a line of edge symbols for each tile, clockwise from the top (on hexagons "
        "from the upper right); or a table name -> line; else they are 1, 2, 3 …",
    ),
    ("mates", "pairs of symbols that fit together; by default each fits itself"),
    ("turn", "whether tiles may be turned (true by default)"),
    (
        "fixed",
        "tiles that lie fast: a list of {tile = name, cell = [row, column], "
        "turns = steps clockwise}; without turns, any",
    ),
)

SIDES = {
    4: "top right bottom left",
    6: "upper right, right, lower right, lower left, left, upper left",
}


class Tile(NamedTuple):
    """A tile: its name, and the symbol on each side, clockwise from the top."""

    name: str
    edges: tuple[str, ...]


class Fixed(NamedTuple):
    """A tile that lies fast on a cell, with so many steps of turn (None: any)."""

    tile: str
    cell: Cell
    turns: int | None


class EdgeMatching(NamedTuple):
    """An edge-matching puzzle.

    Attributes
    ----------
    lattice : Lattice
    cells : tuple of cells
        The board.
    tiles : tuple of Tile
        At least as many as cells.
    mates : tuple of (symbol, symbol)
        The one mate of each symbol, in both directions.
    turn : bool
        Whether tiles may be turned.
    fixed : tuple of Fixed
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    tiles: tuple[Tile, ...]
    mates: tuple[tuple[str, str], ...]
    turn: bool = True
    fixed: tuple[Fixed, ...] = ()

    @property
    def kind(self) -> str:
        return "edge-matching"

    @property
    def board(self) -> tuple[Cell, ...]:
        return self.cells


def parse(data: Mapping[str, Any]) -> EdgeMatching:
    """Return the puzzle that the data of a file state; `KEYS` tells the keys.

    Raises
    ------
    PuzzleError
        If the data do not make a puzzle; the message begins with the key.

    Examples
    --------
    >>> parse({"tiles": ["a b b a", "b a a b", "a a b b", "b b a a"]}).cells
    ((0, 0), (0, 1), (1, 0), (1, 1))
    """
    known_keys(data, [key for key, _ in KEYS])
    lattice = lattice_of(data, ("square", "hexagonal"))
    tiles = _tiles(data.get("tiles"), len(lattice.sides))
    board = board_of(data, lattice, "#")
    if board is None:
        side = isqrt(len(tiles))
        if side * side != len(tiles):
            raise PuzzleError(
                f"size: give the [rows, columns] of the board; {len(tiles)} "
                "tiles do not fill a square"
            )
        board = {(row, column): "#" for row in range(side) for column in range(side)}
    if len(tiles) < len(board):
        raise PuzzleError(
            f"tiles: {len(tiles)} tiles cannot fill a board of {len(board)} cells"
        )
    mates = _mates(data.get("mates"), tiles)
    turn = boolean(data, "turn", True)
    turns = len(lattice.sides) if turn else 1
    few_placements(len(tiles) * len(board) * turns, "tiles")
    entries = data.get("fixed", [])
    if not isinstance(entries, (list, tuple)):
        raise PuzzleError(f"fixed: {shown(entries)}; want a list of tables")
    fixed = tuple(
        _fixed(entry, f"fixed[{place}]", tiles, board, len(lattice.sides), turn)
        for place, entry in enumerate(entries)
    )
    for what in ("tile", "cell"):
        places = [getattr(entry, what) for entry in fixed]
        for place, value in enumerate(places):
            if value in places[:place]:
                raise PuzzleError(
                    f"fixed[{place}]: {what} {shown(value)} is in the list already"
                )
    return EdgeMatching(lattice, tuple(board), tiles, mates, turn, fixed)


def _tiles(value: Any, sides: int) -> tuple[Tile, ...]:
    if isinstance(value, Mapping):
        named = [(str(name), line) for name, line in value.items()]
    else:
        lines = listed(value, "tiles", "a list with a line of symbols for each tile")
        named = [(str(number), line) for number, line in enumerate(lines, 1)]
    if not named:
        raise PuzzleError("tiles: there are none")
    tiles = []
    for name, line in named:
        edges = line.split() if isinstance(line, str) else line
        if not isinstance(edges, (list, tuple)):
            raise PuzzleError(
                f"tiles: tile {name} is {shown(line)}; want {sides} symbols"
            )
        if len(edges) != sides:
            raise PuzzleError(
                f"tiles: tile {name} has {len(edges)} edges, want {sides} "
                f"({SIDES[sides]})"
            )
        path = f"tiles: tile {name}"
        tiles.append(Tile(name, tuple([symbol(edge, path) for edge in edges])))
    return tuple(tiles)


def _mates(value: Any, tiles: tuple[Tile, ...]) -> tuple[tuple[str, str], ...]:
    used = {
        symbol: tile.name for tile in reversed(tiles) for symbol in tile.edges[::-1]
    }
    if value is None:
        return tuple((symbol, symbol) for symbol in sorted(used))
    mates: dict[str, str] = {}
    for place, pair in enumerate(listed(value, "mates", "a list of pairs of symbols")):
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise PuzzleError(f"mates[{place}]: {shown(pair)}; want two symbols")
        one, other = (symbol(value, f"mates[{place}]") for value in pair)
        for edge in dict.fromkeys((one, other)):
            if edge in mates:
                raise PuzzleError(
                    f"mates[{place}]: symbol {shown(edge)} has the mate "
                    f"{shown(mates[edge])} already"
                )
        mates[one], mates[other] = other, one
    for edge, tile in used.items():
        if edge not in mates:
            raise PuzzleError(
                f"tiles: tile {tile} has the symbol {shown(edge)}, which "
                "has no mate" + suggestion(edge, mates)
            )
    return tuple(mates.items())


def _fixed(
    entry: Any,
    path: str,
    tiles: tuple[Tile, ...],
    board: Mapping[Cell, str],
    sides: int,
    turn: bool,
) -> Fixed:
    if not isinstance(entry, Mapping) or not {"tile", "cell"} <= entry.keys():
        raise PuzzleError(
            f"{path}: {shown(entry)}; want {{tile = name, cell = [row, "
            "column], turns = steps}"
        )
    known_keys(entry, Fixed._fields, f"{path}.")
    tile, cell = symbol(entry["tile"], f"{path}.tile"), entry["cell"]
    names = [tile.name for tile in tiles]
    if tile not in names:
        raise PuzzleError(
            f"{path}.tile: there is no tile {shown(tile)}" + suggestion(tile, names)
        )
    if (
        not isinstance(cell, (list, tuple))
        or any(type(number) is not int for number in cell)
        or tuple(cell) not in board
    ):
        raise PuzzleError(
            f"{path}.cell: {shown(cell)} is not on the board; want [row, "
            "column], counted from 0"
        )
    turns = entry.get("turns")
    if turns is not None:
        integer(turns, f"{path}.turns", 0, sides - 1 if turn else 0)
    return Fixed(tile, tuple(cell), turns)
