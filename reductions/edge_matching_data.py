"""Edge-matching puzzles: their parts, and the data of a file that state one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
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
    short_name,
    stated_board,
    symbol,
)
from .lattice import Cell, Lattice
from .layout import PuzzleError

__all__ = [
    "KEYS",
    "SIDES",
    "EdgeMatching",
    "Excluded",
    "Fixed",
    "Tile",
    "parse",
    "state",
]

KEYS = (
    ("lattice", "square (the default), hexagonal or triangular"),
    (
        "size",
        "[rows, columns] of the board; by default a square (of triangles, a large "
        "triangle) that the tiles fill",
    ),
    ("board", "in place of size: a drawing of the board, # a cell, . none"),
    (
        "tiles",
        "a line of edge symbols for each tile, clockwise from the top (from the upper "
        "right on hexagons, and on triangles that point up); or a table name -> line; "
        "else they are 1, 2, 3 …; after a stroke /, those of its back",
    ),
    (
        "mates",
        'pairs of symbols that fit together; or a rule: "equal" (the default), "case" '
        '(a and A), "signs" (3 and -3), "heads-and-tails" (RH and RT)',
    ),
    ("border", "the symbol that has to lie all around the board, and nowhere inside"),
    ("border_inside", "whether the symbol of the border may lie inside, too"),
    ("wrap", "columns or rows that run around: rows, columns or both"),
    ("turn", "whether tiles may be turned (true by default)"),
    (
        "flip",
        "whether tiles may be flipped; a back that is not given shows the same edges, "
        "seen from behind",
    ),
    (
        "fixed",
        "tiles that lie fast: a list of {tile = name, cell = [row, column], "
        "turns = steps clockwise, flipped = true}; without turns, any",
    ),
    (
        "excluded",
        "where tiles may not lie: a list of {tile = name, cell = [row, column], "
        "turns = steps clockwise}; without turns, any",
    ),
)

SIDES = {
    3: "upper right, bottom, upper left, of a triangle that points up",
    4: "top right bottom left",
    6: "upper right, right, lower right, lower left, left, upper left",
}

#: The rules by which symbols have mates.
RULES = ("equal", "case", "signs", "heads-and-tails")

WRAPS = ("rows", "columns", "both")


class Tile(NamedTuple):
    """A tile: its name, and the symbol on each side, clockwise from the top.

    Where a tile may be flipped and its back shows something of its own, `back` has the
    symbols of the back, as one sees them after turning the tile over to the side.
    """

    name: str
    edges: tuple[str, ...]
    back: tuple[str, ...] = ()


class Fixed(NamedTuple):
    """A tile that lies fast on a cell, with so many steps of turn (None: any).

    Where any turn will do, so does either face.
    """

    tile: str
    cell: Cell
    turns: int | None
    flipped: bool = False


class Excluded(NamedTuple):
    """A tile that may not lie on a cell with so many steps of turn (None: any)."""

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
    turn, flip : bool
        Whether tiles may be turned, and flipped.
    fixed : tuple of Fixed
    border : str
        The symbol that has to lie on every outer side; nothing where none has to.
    border_inside : bool
        Whether it may lie on inner sides, too.
    wrap : str
        Whether ``"rows"``, ``"columns"`` or ``"both"`` run around the board, so that
        what leaves it on one side comes in on the other; nothing where none do.
    excluded : tuple of Excluded

    Examples
    --------
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> puzzle.tiles[0].edges, puzzle.mates
    (('a', 'b', 'b', 'a'), (('a', 'b'), ('b', 'a')))
    """

    lattice: Lattice
    cells: tuple[Cell, ...]
    tiles: tuple[Tile, ...]
    mates: tuple[tuple[str, str], ...]
    turn: bool = True
    fixed: tuple[Fixed, ...] = ()
    flip: bool = False
    border: str = ""
    border_inside: bool = False
    wrap: str = ""
    excluded: tuple[Excluded, ...] = ()

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
    lattice = lattice_of(data, ("square", "hexagonal", "triangular"))
    tiles = _tiles(data.get("tiles"), lattice.corners)
    board = _board(data, lattice, tiles)
    border = symbol(data["border"], "border") if "border" in data else ""
    inside = boolean(data, "border_inside", False)
    symbols = {edge for tile in tiles for edge in tile.edges + tile.back}
    if border and border not in symbols:
        raise PuzzleError(
            f"border: no tile has the symbol {shown(border)}"
            + suggestion(border, symbols)
        )
    if inside and not border:
        raise PuzzleError("border_inside: there is no border; give its symbol")
    mates = _mates(data.get("mates"), tiles, "" if inside else border)
    turn = boolean(data, "turn", True)
    flip = boolean(data, "flip", any(tile.back for tile in tiles))
    for tile in tiles:
        if tile.back and not flip:
            raise PuzzleError(f"flip: false, but tile {tile.name} has a back")
    ways = (lattice.corners if turn else 1) * (2 if flip else 1)
    few_placements(len(tiles) * len(board) * ways, "tiles")
    puzzle = EdgeMatching(
        lattice, tuple(board), tiles, mates, turn, (), flip, border, inside
    )
    puzzle = puzzle._replace(wrap=_wrap(data, lattice, puzzle.cells))
    return puzzle._replace(
        fixed=_fixed(data.get("fixed", []), puzzle),
        excluded=_excluded(data.get("excluded", []), puzzle),
    )


def state(puzzle: EdgeMatching) -> dict[str, Any]:
    """Return data that `parse` makes this puzzle of.

    Examples
    --------
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> state(puzzle)
    {'size': [1, 1], 'tiles': {'1': 'a b b a'}, 'mates': [['a', 'b']]}
    """
    data: dict[str, Any] = {}
    if puzzle.lattice.name != "square":
        data["lattice"] = puzzle.lattice.name
    data |= stated_board(dict.fromkeys(puzzle.cells, "#"))
    data["tiles"] = {
        tile.name: " / ".join(" ".join(face) for face in tile[1:] if face)
        for tile in puzzle.tiles
    }
    symbols = {edge for tile in puzzle.tiles for edge in tile.edges + tile.back}
    if dict(puzzle.mates) != {symbol: symbol for symbol in symbols}:
        pairs = dict.fromkeys(min(pair, pair[::-1]) for pair in puzzle.mates)
        data["mates"] = [list(pair) for pair in pairs]
    for key in ("border", "border_inside", "wrap", "flip"):
        if getattr(puzzle, key):
            data[key] = getattr(puzzle, key)
    if not puzzle.turn:
        data["turn"] = False
    for key in ("fixed", "excluded"):
        entries = [
            {
                name: list(value) if name == "cell" else value
                for name, value in entry._asdict().items()
                if value is not None and value is not False
            }
            for entry in getattr(puzzle, key)
        ]
        if entries:
            data[key] = entries
    return data


def _board(
    data: Mapping[str, Any], lattice: Lattice, tiles: tuple[Tile, ...]
) -> dict[Cell, str]:
    board = board_of(data, lattice, "#")
    if board is None:
        side = isqrt(len(tiles))
        if side * side != len(tiles):
            raise PuzzleError(
                f"size: give the [rows, columns] of the board; {len(tiles)} "
                "tiles do not fill a square"
            )
        board = dict.fromkeys(_default_board(lattice, side), "#")
    if len(tiles) < len(board):
        raise PuzzleError(
            f"tiles: {len(tiles)} tiles cannot fill a board of {len(board)} cells"
        )
    return board


def _default_board(lattice: Lattice, side: int) -> list[Cell]:
    """Return a square of cells; of triangles, the large triangle of as many."""
    rows = range(side)
    if lattice.name != "triangular":
        return [(row, column) for row in rows for column in rows]
    middle = side - side % 2  # even, so that the topmost triangle points up
    return [
        (row, column)
        for row in rows
        for column in range(middle - row, middle + row + 1)
    ]


def _wrap(data: Mapping[str, Any], lattice: Lattice, cells: Iterable[Cell]) -> str:
    """Return which lines run around; on some lattices their number must be even."""
    wrap = data.get("wrap", "")
    if "wrap" in data and wrap not in WRAPS:
        raise PuzzleError(
            f"wrap: {shown(wrap)}; want {', '.join(WRAPS)}" + suggestion(wrap, WRAPS)
        )
    for axis, (name, odd) in enumerate(
        (("rows", ("hexagonal", "triangular")), ("columns", ("triangular",)))
    ):
        number = 1 + max(cell[axis] for cell in cells)
        if wrap in (name, "both") and lattice.name in odd and number % 2:
            raise PuzzleError(
                f"wrap: {number} {name} of {lattice.name} cells cannot run around; "
                "want an even number"
            )
    return str(wrap)


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
        short_name(name, "tiles")
        faces = _faces(line)
        if faces is None:
            raise PuzzleError(
                f"tiles: tile {name} is {shown(line)}; want {sides} symbols"
            )
        for face in faces:
            if len(face) != sides:
                raise PuzzleError(
                    f"tiles: tile {name} has {len(face)} edges, want {sides} "
                    f"({SIDES[sides]})"
                )
        path = f"tiles: tile {name}"
        symbols = [tuple([symbol(edge, path) for edge in face]) for face in faces]
        tiles.append(Tile(name, *symbols))
    return tuple(tiles)


def _faces(line: Any) -> list[list[Any]] | None:
    """Return the edges of a tile, and those of its back if it has one."""
    edges = line.split() if isinstance(line, str) else line
    if not isinstance(edges, (list, tuple)):
        return None
    edges = list(edges)
    if edges.count("/") != 1:
        return [edges]
    front = edges.index("/")
    back = front + 1
    return [edges[:front], edges[back:]]


def _mates(
    value: Any, tiles: tuple[Tile, ...], outside: str
) -> tuple[tuple[str, str], ...]:
    """Return the mates of all symbols; one that only lies outside needs none."""
    used = {
        symbol: tile.name
        for tile in reversed(tiles)
        for symbol in (tile.edges + tile.back)[::-1]
    }
    if isinstance(value, str):
        if value not in RULES:
            raise PuzzleError(
                f"mates: {shown(value)}; want pairs of symbols, or "
                f"{', '.join(RULES)}" + suggestion(value, RULES)
            )
        return _mates_by_rule(value, used, outside)
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
    if outside:
        mates.setdefault(outside, outside)
    for edge, tile in used.items():
        if edge not in mates:
            raise PuzzleError(
                f"tiles: tile {tile} has the symbol {shown(edge)}, which "
                "has no mate" + suggestion(edge, mates)
            )
    return tuple(mates.items())


def _mates_by_rule(
    rule: str, used: Mapping[str, str], outside: str
) -> tuple[tuple[str, str], ...]:
    mates = {outside: outside} if outside else {}
    for edge in sorted(used):
        if edge == outside:
            continue
        mate = _mate(rule, edge)
        if mate is None:
            want = {
                "case": "a letter, upper or lower case",
                "signs": "a whole number",
                "heads-and-tails": "a name that ends in H or T",
            }
            raise PuzzleError(
                f"tiles: tile {used[edge]} has the symbol {shown(edge)}; by the rule "
                f"{rule} of mates, want {want[rule]}"
            )
        mates[edge], mates[mate] = mate, edge
    return tuple(mates.items())


def _mate(rule: str, edge: str) -> str | None:
    """Return the mate of a symbol by a rule; None if it can have none."""
    if rule == "equal":
        return edge
    if rule == "case":
        other = edge.swapcase()
        return other if other != edge and other.swapcase() == edge else None
    if rule == "signs":
        whole = re.fullmatch(r"0|-?[1-9][0-9]{0,17}", edge)
        return str(-int(edge)) if whole else None
    ends = {"H": "T", "T": "H"}
    return edge[:-1] + ends[edge[-1]] if len(edge) > 1 and edge[-1] in ends else None


def _entries(value: Any, key: str) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        raise PuzzleError(f"{key}: {shown(value)}; want a list of tables")
    return list(value)


def _spot(
    entry: Any, path: str, keys: tuple[str, ...], puzzle: EdgeMatching
) -> tuple[str, Cell, int | None]:
    """Return the tile, the cell and the turns of an entry of `fixed` or `excluded`."""
    if not isinstance(entry, Mapping) or not {"tile", "cell"} <= entry.keys():
        raise PuzzleError(
            f"{path}: {shown(entry)}; want {{tile = name, cell = [row, "
            "column], turns = steps}"
        )
    known_keys(entry, keys, f"{path}.")
    tile, cell = symbol(entry["tile"], f"{path}.tile"), entry["cell"]
    names = [tile.name for tile in puzzle.tiles]
    if tile not in names:
        raise PuzzleError(
            f"{path}.tile: there is no tile {shown(tile)}" + suggestion(tile, names)
        )
    if (
        not isinstance(cell, (list, tuple))
        or any(type(number) is not int for number in cell)
        or tuple(cell) not in puzzle.cells
    ):
        raise PuzzleError(
            f"{path}.cell: {shown(cell)} is not on the board; want [row, "
            "column], counted from 0"
        )
    turns = entry.get("turns")
    if turns is not None:
        steps = len(puzzle.lattice.sides)
        integer(turns, f"{path}.turns", 0, steps - 1 if puzzle.turn else 0)
        if puzzle.lattice.name == "triangular" and (turns + sum(cell)) % 2:
            raise PuzzleError(
                f"{path}.turns: {turns} steps turn a triangle to point "
                f"{'down' if turns % 2 else 'up'}; want an "
                f"{'even' if turns % 2 else 'odd'} number on this cell"
            )
    return tile, tuple(cell), turns


def _fixed(value: Any, puzzle: EdgeMatching) -> tuple[Fixed, ...]:
    fixed = []
    for place, entry in enumerate(_entries(value, "fixed")):
        path = f"fixed[{place}]"
        spot = _spot(entry, path, Fixed._fields, puzzle)
        flipped = boolean(entry, "flipped", False, f"{path}.")
        if flipped and (not puzzle.flip or spot[2] is None):
            raise PuzzleError(
                f"{path}.flipped: true; "
                + ("give turns, too" if puzzle.flip else "tiles may not be flipped")
            )
        fixed.append(Fixed(*spot, flipped))
    for what in ("tile", "cell"):
        places = [getattr(entry, what) for entry in fixed]
        for place, value in enumerate(places):
            if value in places[:place]:
                raise PuzzleError(
                    f"fixed[{place}]: {what} {shown(value)} is in the list already"
                )
    return tuple(fixed)


def _excluded(value: Any, puzzle: EdgeMatching) -> tuple[Excluded, ...]:
    return tuple(
        Excluded(*_spot(entry, f"excluded[{place}]", Excluded._fields, puzzle))
        for place, entry in enumerate(_entries(value, "excluded"))
    )
