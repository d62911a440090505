"""What the formats of edge matching with a border share; no format of its own.

Their tiles are square, equal symbols meet, and one symbol, 0 in most of them, lies all
around the board and nowhere inside.  That tells more than it seems to: how large the
board is, whether the edges of a tile come in the order that was said, and whether a
hint, that is, a tile that lies fast, is turned the right way.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import isqrt
from typing import Any, NamedTuple

from dlx.errors import FormatError, one_line, shown
from reductions import PuzzleError
from reductions.data import MOST_CELLS
from reductions.edge_matching import EdgeMatching
from reductions.edge_matching import parse as parse_edge_matching
from reductions.edge_matching_geometry import turned

from ..files import PuzzleFile

__all__ = [
    "BORDER",
    "ORDERS",
    "Board",
    "Entry",
    "Hint",
    "board_of",
    "checked_order",
    "clockwise",
    "clash",
    "few",
    "hint_readings",
    "hints_read",
    "is_framed",
    "title_of",
    "numbered",
    "order_of",
    "puzzle_file",
    "renamed",
    "size_of_tiles",
    "sizes",
    "spelled",
]

#: The orders of the edges of a tile that files in use have.
ORDERS = ("NESW", "SWNE", "NSWE")

BORDER = "0"


class Entry(NamedTuple):
    """A tile of a file: its name, its symbols clockwise from the top, and its place."""

    name: str
    edges: tuple[str, ...]
    where: str


class Fault(NamedTuple):
    """What is wrong, and where."""

    where: str
    what: str


class Hint(NamedTuple):
    """A tile that lies fast, after some quarter turns clockwise; and its place."""

    tile: str
    row: int
    column: int
    turns: int
    where: str


def few(tiles: int, source: str) -> None:
    """Refuse more tiles than a board may have, before anything is done with them."""
    if tiles > MOST_CELLS:
        raise FormatError(f"{source}: {tiles} tiles; want at most {MOST_CELLS}")


# ------------------------------------------------------------------ the order of edges


def order_of(edges: str, source: str) -> str:
    """Return an order of the edges as four letters, or nothing if none was said.

    Examples
    --------
    >>> order_of("s w n e", "set.txt")
    'SWNE'
    """
    order = "".join(edges.replace(",", " ").split()).upper()
    if order and sorted(order) != sorted("NESW"):
        raise FormatError(
            f"{source}: the order of edges is {shown(edges)}; want N, E, S and W, such "
            "as 'N E S W'"
        )
    return order


def spelled(order: str) -> str:
    """Return an order of the edges as it is written, ``N E S W``."""
    return " ".join(order)


def clockwise(values: Sequence[str], order: str) -> tuple[str, ...]:
    """Return symbols that are given in some order clockwise from the top.

    Examples
    --------
    >>> clockwise(["1", "3", "4", "2"], "NSWE")
    ('1', '2', '3', '4')
    """
    return tuple([values[order.index(side)] for side in "NESW"])


def checked_order(tiles: Sequence[Entry], order: str, border: str, source: str) -> str:
    """Refuse an order of edges that cannot be right if another one can.

    Returns
    -------
    str
        A note that says what the border tells of the order.
    """
    fault = _misplaced(tiles, border)
    said = spelled(order)
    if not any(border in tile.edges for tile in tiles):
        return f"edges are in the order {said}"
    others = [
        other
        for other in ORDERS
        if not _misplaced(
            [
                tile._replace(edges=clockwise(_listed(tile.edges, order), other))
                for tile in tiles
            ],
            border,
        )
    ]
    if fault and others:
        raise FormatError(
            f"{fault.where}: {fault.what} in the order {said}; want "
            f"{_either(others)}, with --edges"
        )
    if fault:
        return f"edges are in the order {said}, but {fault.what}"
    alike = [spelled(other) for other in others if set(other[::2]) != set(order[::2])]
    if alike:
        return f"edges are in the order {said}; the border allows {alike[0]}, too"
    return f"edges are in the order {said}, which the border bears out"


def _either(orders: Sequence[str]) -> str:
    first, *rest = [f"'{spelled(order)}'" for order in orders]
    return first + "".join(f" (or {other}, half a turn on)" for other in rest)


def _listed(edges: tuple[str, ...], order: str) -> list[str]:
    """Return symbols, given clockwise from the top, in some order: see `clockwise`."""
    return [edges["NESW".index(side)] for side in order]


def _misplaced(tiles: Sequence[Entry], border: str) -> Fault | None:
    """Say what is wrong with the borders of tiles, as the order of edges may cause it.

    A corner has its two borders side by side.  And the sides that lie next to a border
    of their tile meet one another, all around, so each symbol is there an even number
    of times.
    """
    if any(tile.edges.count(border) > 2 for tile in tiles):
        return None  # a board of one row: there, borders lie on opposite sides
    beside: Counter[str] = Counter()
    first: dict[str, Entry] = {}
    for tile in tiles:
        edges = tile.edges
        places = [k for k in range(4) if edges[k] == border]
        if len(places) == 2 and places[1] - places[0] == 2:
            return Fault(
                tile.where,
                f"tile {tile.name} has the border ({border}) on opposite sides",
            )
        for k in range(4):
            if edges[k] != border and border in (edges[k - 1], edges[(k + 1) % 4]):
                beside[edges[k]] += 1
                first.setdefault(edges[k], tile)
    for symbol, count in beside.items():
        if count % 2:
            tile = first[symbol]
            return Fault(
                tile.where,
                f"{symbol}, as on tile {tile.name}, lies beside the border {count} "
                "times, an odd number,",
            )
    return None


# --------------------------------------------------------------- the size of the board


def sizes(cells: int, border: int) -> list[tuple[int, int]]:
    """Return the sizes, none with more rows than columns, that have that many cells.

    Parameters
    ----------
    cells : int
    border : int
        How many sides lie outside.

    Examples
    --------
    >>> sizes(72, 36), sizes(72, 35)
    ([(6, 12)], [])
    """
    return [
        (rows, cells // rows)
        for rows in range(1, isqrt(cells) + 1)
        if cells % rows == 0 and 2 * (rows + cells // rows) == border
    ]


def is_framed(tiles: Sequence[Sequence[str]], border: str = BORDER) -> bool:
    """Tell whether a symbol lies on tiles just as the border of a board does.

    Also, whether the first line of a text, taken for a tile, is a line of size.

    Examples
    --------
    >>> is_framed(["0012", "0021", "1001", "2002"]), is_framed(["0012", "0021"])
    (True, False)
    """
    if tiles and list(tiles[0][:2]) == ["p", "tile"]:
        return True
    counts = [list(tile).count(border) for tile in tiles]
    rim = [(r + c - 4) * 2 for r, c in sizes(len(counts), sum(counts)) if r > 1]
    return [counts.count(number) for number in (2, 1)] in [[4, ones] for ones in rim]


def size_of_tiles(
    tiles: Sequence[Entry], border: str, source: str, how: str
) -> tuple[tuple[int, int], str]:
    """Return the size of a board that no line states, and a note of what told it."""
    count = len(tiles)
    outer = sum(tile.edges.count(border) for tile in tiles)
    found = sizes(count, outer)
    side = isqrt(count)
    if found:
        (rows, columns), *_ = found
        note = f"the board is {rows} x {columns} (rows, columns)"
        if rows != columns:
            note += f", as {outer} edges of the border want it; it could lie turned"
        return (rows, columns), note
    if side * side == count:
        return (side, side), f"the board is {side} x {side}, a square"
    raise FormatError(
        f"{source}: {count} tiles with {outer} edges of the border fill neither a "
        f"square nor another rectangle; {how}"
    )


# ----------------------------------------------------------------------------- hints


def hint_readings(
    said: str, hints: Sequence[Hint], other: str, swapped: Sequence[Hint]
) -> dict[str, Sequence[Hint]]:
    """Return the conventions in which hints may have been written, for `hints_read`.

    Parameters
    ----------
    said : str
        What the convention of the format is called.
    hints : sequence of Hint
        As that convention reads them.
    other, swapped
        The same for the convention in which rows and columns change places.
    """
    return {
        said: hints,
        "turned anticlockwise": [
            hint._replace(turns=-hint.turns % 4) for hint in hints
        ],
        other: swapped,
        "with --edges 'S W N E'": [
            hint._replace(turns=(hint.turns + 2) % 4) for hint in hints
        ],
    }


def hints_read(
    readings: Mapping[str, Sequence[Hint]],
    tiles: Sequence[Entry],
    size: tuple[int, int],
    border: str,
    mates: Mapping[str, str] | None = None,
) -> str:
    """Refuse hints that show by themselves that they are read by the wrong convention.

    Parameters
    ----------
    readings : mapping
        What a convention is called -> the hints as it reads them; the first is the one
        that counts.
    tiles : sequence of Entry
    size : (int, int)
        The rows and the columns of the board.
    border : str
    mates : mapping, optional
        The mate of each symbol, if not itself.

    Returns
    -------
    str
        A note about the hints, empty without any.
    """
    (name, hints), *others = readings.items()
    if not hints:
        return ""
    fault = clash(hints, tiles, size, border, mates)
    fit = [
        other
        for other, read in others
        if [*read] != [*hints] and not clash(read, tiles, size, border, mates)
    ]
    if fault and fit:
        raise FormatError(
            f"{fault.where}: {fault.what}, if hints are {name}; {' or '.join(fit)} "
            "they fit"
        )
    if fault:
        return f"hints are {name}, but {fault.what}"
    told = "though they would fit otherwise, too" if fit else "which they bear out"
    return f"hints are {name}, {told}"


def clash(
    hints: Iterable[Hint],
    tiles: Sequence[Entry],
    size: tuple[int, int],
    border: str,
    mates: Mapping[str, str] | None = None,
) -> Fault | None:
    """Say which hint is off the board, has its border inside, or fits not the next."""
    rows, columns = size
    edges = {tile.name: tile.edges for tile in tiles}
    framed = any(border in around for around in edges.values())
    at: dict[tuple[int, int], tuple[str, ...]] = {}
    for tile, row, column, turns, where in hints:
        if not (0 <= row < rows and 0 <= column < columns):
            return Fault(where, f"tile {tile} lies off the board, at {row},{column}")
        around = turned(edges[tile], turns)
        for k, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            y, x = row + down, column + right
            inside = 0 <= y < rows and 0 <= x < columns
            what = f"tile {tile} at {row},{column} has"
            if framed and (around[k] == border) == inside:
                lies = "the border inside" if inside else f"{around[k]} outside"
                return Fault(where, f"{what} {lies}")
            if (y, x) in at:
                other = at[y, x][(k + 2) % 4]
                if (mates or {}).get(around[k], around[k]) != other:
                    return Fault(
                        where, f"{what} {around[k]} where its neighbor has {other}"
                    )
        at[row, column] = around
    return None


# ------------------------------------------------------------------- reading, the end


def puzzle_file(
    source: str,
    title: str,
    tiles: Sequence[Entry],
    size: tuple[int, int],
    hints: Sequence[Hint] = (),
    notes: Iterable[str] = (),
    *,
    border: str = BORDER,
    mates: Sequence[Sequence[str]] | None = None,
) -> PuzzleFile:
    """Return the puzzle of a file; an error names the file."""
    named: dict[str, tuple[str, ...]] = {}
    for tile in tiles:
        if tile.name in named:
            raise FormatError(f"{tile.where}: there is a tile {tile.name} already")
        named[tile.name] = tile.edges
    for hint in hints:
        if hint.tile not in named:
            raise FormatError(
                f"{hint.where}: there is no tile {shown(hint.tile)} to lie fast"
            )
    data: dict[str, Any] = {"size": list(size), "tiles": named}
    outer = sum(edges.count(border) for edges in named.values())
    notes = list(notes)
    if outer:
        data["border"] = border
        notes.append(f"{border} is the border")
        want = 2 * sum(size)
        if outer != want:
            notes.append(f"the border is on {outer} edges; the board wants {want}")
    else:
        notes.append("there is no border")
    if mates is not None:
        data["mates"] = mates
    if hints:
        data["fixed"] = [
            {"tile": tile, "cell": [row, column], "turns": turns}
            for tile, row, column, turns, _ in hints
        ]
    try:
        puzzle = parse_edge_matching(data)
    except PuzzleError as error:
        raise PuzzleError(f"{source}: {error}") from None
    return PuzzleFile(source, title, "", puzzle, {}, tuple(filter(None, notes)))


# ---------------------------------------------------------------------------- writing


class Board(NamedTuple):
    """A puzzle as these formats hold it.

    Attributes
    ----------
    rows, columns : int
    tiles : tuple of Entry
        In the order of the puzzle.
    hints : tuple of Hint
    border : str
        The symbol of the border; empty, if there is none.
    mates : mapping
        The mate of each symbol.
    """

    rows: int
    columns: int
    tiles: tuple[Entry, ...]
    hints: tuple[Hint, ...]
    border: str
    mates: Mapping[str, str]


def board_of(file: PuzzleFile, format: str, mates: bool = False) -> Board:
    """Return a puzzle as these formats hold it, or say what they cannot express.

    Parameters
    ----------
    file : PuzzleFile
    format : str
        What messages call the format.
    mates : bool
        Whether other symbols than equal ones may meet.

    Raises
    ------
    FormatError
        If the format cannot express the puzzle.
    """
    puzzle = file.puzzle
    for lack in _lacks(puzzle, mates):
        raise FormatError(f"{file.name}: {lack}, which the format {format} cannot say")
    assert isinstance(puzzle, EdgeMatching)
    rows, columns = (max(line) + 1 for line in zip(*puzzle.cells))
    tiles = tuple([Entry(tile.name, tile.edges, file.name) for tile in puzzle.tiles])
    hints = tuple(
        [
            Hint(entry.tile, entry.cell[0], entry.cell[1], entry.turns or 0, file.name)
            for entry in puzzle.fixed
        ]
    )
    return Board(rows, columns, tiles, hints, puzzle.border, dict(puzzle.mates))


def _lacks(puzzle: Any, mates: bool) -> Iterable[str]:
    """Yield what a puzzle has that is beyond squares in a frame."""
    if not isinstance(puzzle, EdgeMatching):
        yield f"the puzzle is of the kind {puzzle.kind}"
        return
    if puzzle.lattice.name != "square":
        yield f"its lattice is {puzzle.lattice.name}"
    rows, columns = (max(line) + 1 for line in zip(*puzzle.cells))
    if min(map(min, puzzle.cells)) < 0 or rows * columns != len(puzzle.cells):
        yield "its board is no rectangle that begins at 0,0"
    if len(puzzle.tiles) != len(puzzle.cells):
        yield f"it has {len(puzzle.tiles)} tiles for {len(puzzle.cells)} cells"
    if not mates and any(one != other for one, other in puzzle.mates):
        yield "symbols meet that are not equal"
    if not puzzle.turn:
        yield "its tiles may not be turned"
    if puzzle.flip:
        yield "its tiles may be flipped"
    if puzzle.wrap:
        yield "its board wraps around"
    if puzzle.excluded:
        yield "tiles are excluded from cells"
    if puzzle.border and puzzle.border_inside:
        yield "its border may lie inside, too"
    if any(entry.turns is None for entry in puzzle.fixed):
        yield "a tile lies fast, but may be turned"


def numbered(board: Board) -> dict[str, int]:
    """Return a number for each symbol, 0 for the border.

    Symbols that are such numbers already stay as they are.

    Examples
    --------
    >>> tiles = [Entry("1", ("b", "b", "x", "a"), "")]
    >>> numbered(Board(1, 1, tuple(tiles), (), "x", {}))
    {'x': 0, 'a': 1, 'b': 2}
    """
    symbols = sorted({symbol for tile in board.tiles for symbol in tile.edges})
    if all(re.fullmatch("0|[1-9][0-9]{0,5}", symbol) for symbol in symbols):
        if all((symbol == "0") == (symbol == board.border) for symbol in symbols):
            return {symbol: int(symbol) for symbol in symbols}
    inner = [symbol for symbol in symbols if symbol != board.border]
    framed = {board.border: 0} if board.border else {}
    return framed | {symbol: k for k, symbol in enumerate(inner, 1)}


def renamed(board: Board) -> list[str]:
    """Return a note for what has another name in a format that has numbers only."""
    notes = []
    numbers = numbered(board)
    other = [f"{n} = {s}" for s, n in numbers.items() if str(n) != s]
    if other:
        notes.append("symbols have new numbers: " + ", ".join(other))
    names = [tile.name for tile in board.tiles]
    if names != [str(number) for number in range(1, len(names) + 1)]:
        notes.append("tiles have new numbers, in their order, from 1")
    return notes


def title_of(file: PuzzleFile) -> str:
    """Return the title of a puzzle on one line, without the folders of its file."""
    title = os.path.basename(file.title) if file.title == file.name else file.title
    return one_line(" ".join(title.split()))
