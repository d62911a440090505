"""Links to the viewers of Eternity II boards, such as that at e2.bucas.name.

The part of a link that counts is ``board_w=``, ``board_h=`` and ``board_edges=``: four
letters a cell, row by row, up, right, down, left; ``a`` is the border, and ``aaaa`` a
cell without a tile.  ``board_pieces=`` has the numbers of the tiles, three digits a
cell.  Other letters mean nothing but themselves; we read b as 1, c as 2, and so on.

A link to a full board is read as the puzzle of its tiles, one to part of a board as the
tiles where they lie, since a link does not hold those that are left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isqrt
from string import ascii_lowercase
from typing import Any

from dlx.errors import FormatError, shown
from reductions import Layout, PuzzleError
from reductions.edge_matching import EdgeMatching
from reductions.edge_matching import parse as parse_edge_matching
from reductions.edge_matching_geometry import shown_by

from ..files import PuzzleFile
from .bordered import BORDER, Entry, board_of, few, puzzle_file, title_of

__all__ = ["ABOUT", "notes", "parse", "reads", "write", "write_layout"]

ABOUT = "a link to a viewer of boards"

VIEWER = "https://e2.bucas.name/#"

EMPTY = "aaaa"

#: The letter of the border, and those of the other symbols.
OUTER, INNER = ascii_lowercase[0], ascii_lowercase[1:]


def reads(text: str) -> bool:
    """Tell whether a text has the edges of a board, as a link has."""
    return re.search(r"\bboard_edges=", text) is not None


# ----------------------------------------------------------------------------- reading


def parse(text: str, source: str, edges: str = "") -> list[PuzzleFile]:
    """Read puzzles from links, one a line.

    Raises
    ------
    FormatError
        If a link is not as it should be; the message names the line.
    PuzzleError
        If it makes no puzzle.

    Examples
    --------
    >>> file, = parse("#board_w=2&board_h=1&board_edges=abaaaaab", "link.txt")
    >>> [tile.edges for tile in file.puzzle.tiles]
    [('0', '1', '0', '0'), ('0', '0', '0', '1')]
    """
    if edges:
        raise FormatError(
            f"{source}: the order of edges in a link is fixed: up, right, down, left"
        )
    files = [
        _board(line, source, f"{source}:{number}")
        for number, line in enumerate(text.split("\n"), 1)
        if "board_edges=" in line
    ]
    if not files:
        raise FormatError(f"{source}: there is no link; want one with board_edges=")
    return files


def _board(link: str, source: str, where: str) -> PuzzleFile:
    values = _values(link, where)
    if "board_edges" not in values:
        raise FormatError(f"{where}: there is no link; want one with &board_edges=")
    letters = values["board_edges"]
    wrong = re.search("[^a-z]", letters)
    if wrong:
        raise FormatError(
            f"{where}: board_edges has {shown(wrong[0])}; want letters from a to z"
        )
    rows, columns = _size(values, len(letters), where)
    few(rows * columns, where)
    cells = re.findall("....", letters)
    names = _names(values, cells, where)
    tiles: list[Entry] = []
    places: list[tuple[int, int]] = []
    for number, (cell, name) in enumerate(zip(cells, names)):
        if cell != EMPTY:
            symbols = tuple([str(ascii_lowercase.index(letter)) for letter in cell])
            tiles.append(Entry(name, symbols, where))
            places.append(divmod(number, columns))
    if not tiles:
        raise FormatError(f"{where}: there is no tile on the board")
    title = " ".join(values.get("puzzle", "").split()) or source
    heard = ["edges are up, right, down, left", _score(cells, rows, columns)]
    if len(tiles) == len(cells):
        return puzzle_file(source, title, tiles, (rows, columns), (), heard)
    heard.append(
        f"{len(cells) - len(tiles)} of {len(cells)} cells are empty, and a link does "
        "not hold the tiles that are left: its tiles lie fast on the cells they cover"
    )
    return _partial(source, title, tiles, places, heard)


def _values(link: str, where: str) -> dict[str, str]:
    """Return the values of a link by their keys."""
    from urllib.parse import unquote

    query = re.split("[#?](?=[^#?]*board_edges=)", link, maxsplit=1)[-1].strip()
    values: dict[str, str] = {}
    for part in query.split("&"):
        key, _, value = part.strip().partition("=")
        if key in values:
            raise FormatError(f"{where}: {shown(key)} is in the link twice")
        values[key] = unquote(value)
    return values


def _size(values: Mapping[str, str], letters: int, where: str) -> tuple[int, int]:
    """Return the rows and the columns, a square if the link does not say."""
    side = isqrt(letters // 4)
    size = []
    for key in ("board_h", "board_w"):
        value = values.get(key, str(side))
        if not re.fullmatch("[0-9]{1,4}", value):
            raise FormatError(f"{where}: {key} is {shown(value)}; want a number")
        size.append(int(value))
    rows, columns = size
    if 4 * rows * columns != letters or not letters:
        raise FormatError(
            f"{where}: board_edges has {letters} letters; a board of {rows} x "
            f"{columns} (rows, columns) wants {4 * rows * columns}"
        )
    return rows, columns


def _names(values: Mapping[str, str], cells: Sequence[str], where: str) -> list[str]:
    """Return the name of the tile on each cell."""
    if not values.get("board_pieces"):
        return [str(number) for number in range(1, len(cells) + 1)]
    digits = values["board_pieces"]
    if not re.fullmatch("[0-9]*", digits) or len(digits) != 3 * len(cells):
        raise FormatError(
            f"{where}: board_pieces has {len(digits)} characters; want three digits "
            f"for each of {len(cells)} cells"
        )
    numbers = [int(number) for number in re.findall("...", digits)]
    for number, cell in zip(numbers, cells):
        if (cell == EMPTY) != (number == 0):
            raise FormatError(
                f"{where}: board_pieces has {number:03} for a cell with {cell}; want "
                "000 for an empty cell, and only there"
            )
    return [str(number) for number in numbers]


def _score(cells: Sequence[str], rows: int, columns: int) -> str:
    """Say how many inner sides of the board match."""
    pairs = [
        (left[1], right[3])
        for k, (left, right) in enumerate(zip(cells, cells[1:]), 1)
        if k % columns and EMPTY not in (left, right)
    ]
    pairs += [
        (above[2], below[0])
        for above, below in zip(cells, cells[columns:])
        if EMPTY not in (above, below)
    ]
    possible = rows * (columns - 1) + columns * (rows - 1)
    matching = sum(one == other != OUTER for one, other in pairs)
    return f"on the board of the link, {matching} of {possible} inner sides match"


def _partial(
    source: str,
    title: str,
    tiles: Sequence[Entry],
    places: Sequence[tuple[int, int]],
    heard: Sequence[str],
) -> PuzzleFile:
    """Return the tiles of a part of a board as a puzzle, each where it lies."""
    edges = {tile.name: tile.edges for tile in tiles}
    if len(edges) < len(tiles):
        raise FormatError(f"{tiles[0].where}: board_pieces has a number twice")
    rows, columns = (max(line) + 1 for line in zip(*places))
    filled = set(places)
    data: dict[str, Any] = {
        "board": [
            "".join(
                "#" if (row, column) in filled else "." for column in range(columns)
            )
            for row in range(rows)
        ],
        "tiles": edges,
        "fixed": [
            {"tile": tile.name, "cell": list(cell), "turns": 0}
            for tile, cell in zip(tiles, places)
        ],
    }
    try:
        puzzle = parse_edge_matching(data)
    except PuzzleError as error:
        raise PuzzleError(f"{source}: {error}") from None
    return PuzzleFile(source, title, "", puzzle, {}, tuple(heard))


# ----------------------------------------------------------------------------- writing


def write(file: PuzzleFile) -> str:
    """Return a link to the board of all tiles of a puzzle, in their order, unturned.

    Raises
    ------
    FormatError
        If a link cannot express the puzzle.

    Examples
    --------
    >>> link = "#board_w=2&board_h=1&board_edges=abaaaaab"
    >>> print(write(parse(link, "two")[0]), end="")  # doctest: +ELLIPSIS
    https://...#puzzle=two&board_w=2&board_h=1&board_edges=abaaaaab&board_pieces=001002
    """
    board = board_of(file, "viewer")
    if board.hints:
        raise FormatError(
            f"{file.name}: tile {board.hints[0].tile} lies fast, which a link to a "
            "full board cannot say; want eternity, eternity-csv or eternity-json"
        )
    letters = _letters(file)
    cells = ["".join([letters[edge] for edge in tile.edges]) for tile in board.tiles]
    if EMPTY in cells:
        raise FormatError(
            f"{file.name}: tile {board.tiles[cells.index(EMPTY)].name} has the border "
            "all around, which means an empty cell in a link"
        )
    numbers = _piece_numbers(file)
    pieces = [numbers[tile.name] for tile in board.tiles] if numbers else []
    return _link(title_of(file), board.rows, board.columns, cells, pieces) + "\n"


def write_layout(file: PuzzleFile, layout: Layout) -> str:
    """Return a link to a layout, finished or not, without a line end.

    Symbols that are mates get the same letter, so that a viewer sees them match.

    Parameters
    ----------
    file : PuzzleFile
        An edge-matching puzzle with square tiles.
    layout : Layout

    Raises
    ------
    FormatError
        If a viewer cannot show the puzzle.

    Examples
    --------
    >>> from reductions import Placement
    >>> file, = parse("#board_w=2&board_h=1&board_edges=abaaaaab", "two")
    >>> print(write_layout(file, (Placement("2", ((0, 0),), 2),)))
    ... # doctest: +ELLIPSIS
    https://...#puzzle=two&board_w=2&board_h=1&board_edges=abaaaaaa&board_pieces=002000
    """
    letters = _letters(file)
    puzzle: Any = file.puzzle
    tiles = {tile.name: tile for tile in puzzle.tiles}
    first_row, first_column = (min(line) for line in zip(*puzzle.cells))
    rows, columns = (max(line) - min(line) + 1 for line in zip(*puzzle.cells))
    cells = [EMPTY] * (rows * columns)
    pieces = [0] * len(cells)
    numbers = _piece_numbers(file)
    for placement in layout:
        symbols = shown_by(puzzle, tiles[placement.piece], placement)
        row, column = placement.cells[0]
        place = (row - first_row) * columns + column - first_column
        cells[place] = "".join([letters[symbol] for symbol in symbols])
        pieces[place] = numbers.get(placement.piece, 0)
    return _link(title_of(file), rows, columns, cells, pieces if numbers else [])


def _link(
    title: str, rows: int, columns: int, cells: Sequence[str], pieces: Sequence[int]
) -> str:
    from urllib.parse import quote

    parts = [
        f"puzzle={quote(title, safe='')}",
        f"board_w={columns}",
        f"board_h={rows}",
        f"board_edges={''.join(cells)}",
    ]
    if pieces:
        parts.append("board_pieces=" + "".join([f"{number:03}" for number in pieces]))
    return VIEWER + "&".join(parts)


def _piece_numbers(file: PuzzleFile) -> dict[str, int]:
    """Return a number of three digits for each tile; none if there are too many."""
    puzzle: Any = file.puzzle
    names = [tile.name for tile in puzzle.tiles]
    if all(re.fullmatch("[1-9][0-9]{0,2}", name) for name in names):
        return {name: int(name) for name in names}
    if len(names) > 999:
        return {}
    return {name: number for number, name in enumerate(names, 1)}


def _letters(file: PuzzleFile) -> dict[str, str]:
    """Return a letter for each symbol, the same one for mates, a for the border.

    Numbers keep the letters that they are read from; else symbols get theirs in their
    order.
    """
    puzzle = file.puzzle
    if not isinstance(puzzle, EdgeMatching) or puzzle.lattice.name != "square":
        raise FormatError(f"{file.name}: a viewer shows boards of square tiles only")
    rows, columns = (max(line) - min(line) + 1 for line in zip(*puzzle.cells))
    border = puzzle.border
    if not border and len(puzzle.cells) < rows * columns:
        border = BORDER  # as on part of a board, read from a link
    mates = dict(puzzle.mates)
    used = dict.fromkeys(
        edge for tile in puzzle.tiles for edge in tile.edges + tile.back
    )
    first = {edge: min(edge, mates[edge]) for edge in used}
    inner = sorted(set(first.values()) - {border}, key=_by_number)
    if all(re.fullmatch("[1-9]|1[0-9]|2[0-5]", symbol) for symbol in inner) and (
        border in ("", BORDER)
    ):
        letters = {symbol: INNER[int(symbol) - 1] for symbol in inner}
    elif len(inner) <= len(INNER):
        letters = dict(zip(inner, INNER))
    else:
        raise FormatError(
            f"{file.name}: there are {len(inner)} symbols beside the border; a link "
            f"has {len(INNER)} letters for them"
        )
    letters[border] = OUTER
    return {edge: letters[symbol] for edge, symbol in first.items()}


def _by_number(symbol: str) -> tuple[int, str]:
    """Return a key that puts 9 before 10, and numbers before words."""
    plain = re.fullmatch("[0-9]{1,9}", symbol)
    return (int(symbol) if plain else 10**9, symbol)


def notes(file: PuzzleFile) -> list[str]:
    """Return what is to be said aloud when a link was written."""
    letters = _letters(file)
    pairs = sorted((letter, symbol) for symbol, letter in letters.items())
    said = []
    if any(symbol != str(ascii_lowercase.index(letter)) for letter, symbol in pairs):
        said.append(
            "the letters of the link are "
            + ", ".join(f"{letter} = {symbol}" for letter, symbol in pairs)
        )
    puzzle: Any = file.puzzle
    numbers = _piece_numbers(file)
    if any(str(number) != name for name, number in numbers.items()):
        said.append("tiles have new numbers, in their order, from 1")
    if len(puzzle.tiles) > len(puzzle.cells):
        said.append("tiles that are left are not in the link")
    return said
