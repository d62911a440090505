"""Reading values out of the data of a file, with errors that name the key.

The path of a key is written as in ``pieces.C[3]``; places in a list count from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dlx.errors import shown, suggestion

from .lattice import Cell, Lattice, lattice_named
from .layout import PuzzleError

#: More cells than this are refused: no search would end.
MOST_CELLS = 10_000

#: More ways to lay the pieces are refused: their problem would need a gigabyte.
MOST_PLACEMENTS = 500_000

#: So many items may the options of a problem have together: two or three times as many
#: as the largest boards of tiles that are sold.
MOST_ENTRIES = 2_500_000

#: So long may names and symbols be: they stand in tables, in pictures and in notes.
MOST_LETTERS = 200

#: So many cells may the pieces have together: twice those of the largest board.
MOST_PIECE_CELLS = 2 * MOST_CELLS

__all__ = [
    "MOST_CELLS",
    "MOST_ENTRIES",
    "MOST_PIECE_CELLS",
    "few_entries",
    "few_placements",
    "board_of",
    "boolean",
    "cells_of",
    "integer",
    "known_keys",
    "lattice_of",
    "listed",
    "short_name",
    "picture",
    "shown_or_missing",
    "size_of",
    "stated_board",
    "symbol",
]


def known_keys(data: Mapping[str, Any], known: Iterable[str], path: str = "") -> None:
    """Raise an error for the first key that is not known.

    Examples
    --------
    >>> known_keys({"tile": 1}, ["tiles"])
    Traceback (most recent call last):
    reductions.layout.PuzzleError: tile: unknown key; did you mean 'tiles'?
    """
    known = tuple(known)
    for key in data:
        if key not in known:
            left = [name for name in known if name not in data]
            near = suggestion(key, left) or suggestion(key, known)
            raise PuzzleError(
                f"{path}{key}: unknown key"
                + (near or "; known are " + ", ".join(known))
            )


def shown_or_missing(value: Any) -> str:
    """Return a value for a message; no file can state None, so None is a lack.

    Examples
    --------
    >>> shown_or_missing(None), shown_or_missing(3)
    ('missing', '3')
    """
    return "missing" if value is None else shown(value)


def boolean(data: Mapping[str, Any], key: str, default: bool, path: str = "") -> bool:
    """Return true or false.

    Examples
    --------
    >>> boolean({"flip": True}, "flip", False), boolean({}, "flip", False)
    (True, False)
    """
    value = data.get(key, default)
    if not isinstance(value, bool):
        raise PuzzleError(f"{path}{key}: {shown(value)}; want true or false")
    return value


def integer(value: Any, path: str, low: int, high: int) -> int:
    """Return a whole number between bounds.

    Examples
    --------
    >>> integer(9, "size", 1, 8)
    Traceback (most recent call last):
    reductions.layout.PuzzleError: size: 9; want a whole number from 1 to 8
    """
    if (
        not isinstance(value, int)
        or isinstance(value, bool)
        or not low <= value <= high
    ):
        raise PuzzleError(
            f"{path}: {shown(value)}; want a whole number from {low} to {high}"
        )
    return value


def symbol(value: Any, path: str) -> str:
    """Return a word of text; a whole number is taken as it is written.

    Examples
    --------
    >>> symbol(7, "tiles[0]"), symbol("owl", "tiles[0]")
    ('7', 'owl')
    """
    if type(value) is int and abs(value) < 10**20:
        return str(value)
    if not isinstance(value, str) or value.split() != [value]:
        raise PuzzleError(f"{path}: {shown(value)}; want a symbol without blanks")
    return short_name(value, path)


def short_name(name: str, path: str) -> str:
    """Return a name or a symbol that is short enough to be shown.

    Examples
    --------
    >>> short_name("sun", "tiles[1][0]")
    'sun'
    """
    if len(name) > MOST_LETTERS:
        raise PuzzleError(
            f"{path}: {shown(name)} has {len(name)} characters; want at most "
            f"{MOST_LETTERS}"
        )
    return name


def listed(value: Any, path: str, what: str) -> list[Any]:
    """Return a list that is not empty.

    Examples
    --------
    >>> listed([], "tiles", "a line for each tile")
    Traceback (most recent call last):
    reductions.layout.PuzzleError: tiles: []; want a line for each tile
    """
    if not isinstance(value, (list, tuple)) or not value:
        raise PuzzleError(f"{path}: {shown_or_missing(value)}; want {what}")
    return list(value)


def few_placements(number: int, key: str) -> None:
    """Raise an error if the pieces can be laid in too many ways.

    Examples
    --------
    >>> few_placements(1000, "pieces")
    """
    if number > MOST_PLACEMENTS:
        raise PuzzleError(
            f"{key}: there are {number} ways to lay them; want at most "
            f"{MOST_PLACEMENTS}"
        )


def few_entries(number: int, key: str) -> None:
    """Raise an error if so many items in all options are too many.

    Examples
    --------
    >>> few_entries(10**7, "tiles")
    Traceback (most recent call last):
    reductions.layout.PuzzleError: tiles: with all ways to lay them the exact-cover \
problem would have more than 2500000 entries; it is too large to be searched
    """
    if number > MOST_ENTRIES:
        raise PuzzleError(
            f"{key}: with all ways to lay them the exact-cover problem would have more "
            f"than {MOST_ENTRIES} entries; it is too large to be searched"
        )


def lattice_of(data: Mapping[str, Any], names: tuple[str, ...]) -> Lattice:
    """Return the lattice that ``lattice`` names, by default the first of `names`.

    Examples
    --------
    >>> lattice_of({"lattice": "cubic"}, ("square", "cubic"))
    CUBIC
    """
    name = data.get("lattice", names[0])
    lattice = lattice_named(name) if name in names else None
    if lattice is None:
        raise PuzzleError(
            f"lattice: {shown(name)}; want "
            + " or ".join([", ".join(names[:-1]), names[-1]])
            + suggestion(name, names)
        )
    return lattice


def size_of(data: Mapping[str, Any], dimension: int) -> list[Cell] | None:
    """Return the cells of a box of the ``size`` given, in order; None if none is.

    Examples
    --------
    >>> size_of({"size": [1, 3]}, 2)
    [(0, 0), (0, 1), (0, 2)]
    """
    if "size" not in data:
        return None
    what = "[rows, columns]" if dimension == 2 else "[x, y, z]"
    size = listed(data["size"], "size", what)
    if len(size) != dimension:
        raise PuzzleError(f"size: {shown(size)}; want {what}")
    cells: list[Cell] = [()]
    for place, length in enumerate(size):
        integer(length, f"size[{place}]", 1, MOST_CELLS)
        if len(cells) * length > MOST_CELLS:
            raise PuzzleError(f"size: {shown(size)}; want at most {MOST_CELLS} cells")
        cells = [(*cell, number) for cell in cells for number in range(length)]
    return cells


def board_of(
    data: Mapping[str, Any], lattice: Lattice, marks: str, key: str = "board"
) -> dict[Cell, str] | None:
    """Return the mark of each cell of a board that is drawn or measured.

    Parameters
    ----------
    data : mapping
        With ``board``, a picture, or ``size``; with neither, None is returned.
    lattice : Lattice
    marks : str
        The characters that may stand for cells; the first is that of a box.
    key : str
        Where the picture is.

    Examples
    --------
    >>> from reductions.lattice import SQUARE
    >>> board_of({"board": ["#.", "##"]}, SQUARE, "#")
    {(0, 0): '#', (1, 0): '#', (1, 1): '#'}
    """
    dimension = len(lattice.sides[0])
    box = size_of(data, dimension)
    if box is not None:
        if key in data:
            raise PuzzleError(f"size: give either size or {key}")
        board = dict.fromkeys(box, marks[0])
    elif key in data:
        board = picture(data[key], key, dimension, marks)
    else:
        return None
    if "origin" in data:
        origin = listed(data["origin"], "origin", "the coordinates of the first cell")
        if len(origin) != dimension:
            raise PuzzleError(f"origin: {shown(origin)}; want {dimension} numbers")
        for place, number in enumerate(origin):
            integer(number, f"origin[{place}]", -MOST_CELLS, MOST_CELLS)
        start = lattice.vector((0,) * dimension)
        shift = [a - b for a, b in zip(lattice.vector(tuple(origin)), start)]
        if any(number % lattice.unit for number in shift):
            raise PuzzleError(
                f"origin: {shown(origin)}; want an even sum, for the first triangle "
                "of a drawing points up"
            )
        board = {
            lattice.cell(tuple([a + b for a, b in zip(vector, shift)])): mark
            for vector, mark in zip(map(lattice.vector, board), board.values())
        }
    return board


def stated_board(board: Mapping[Cell, str]) -> dict[str, Any]:
    """Return the data that `board_of` makes this board of; in the plane only.

    Examples
    --------
    >>> stated_board({(0, 0): "#", (1, 0): "#", (1, 1): "#"})
    {'board': ['#.', '##']}
    """
    rows = 1 + max(row for row, _ in board)
    columns = 1 + max(column for _, column in board)
    box = [(row, column) for row in range(rows) for column in range(columns)]
    if list(board) == box and len(set(board.values())) == 1:
        return {"size": [rows, columns]}
    lines = [
        "".join(board.get((row, column), ".") for column in range(columns))
        for row in range(rows)
    ]
    return {"board": lines}


def picture(value: Any, path: str, dimension: int, marks: str) -> dict[Cell, str]:
    """Read a drawing, a character a cell, where ``.`` is no cell; blanks do not count.

    Parameters
    ----------
    value : str or list of str
        The rows of the drawing.  In space it has layers, separated by blank lines; the
        cell ``(x, y, z)`` is in layer z, row y, column x.
    path : str
    dimension : int
    marks : str
        The characters that stand for cells.

    Returns
    -------
    dict cell -> mark

    Examples
    --------
    >>> picture("##\\n.#", "board", 2, "#")
    {(0, 0): '#', (0, 1): '#', (1, 1): '#'}
    """
    lines = value.split("\n") if isinstance(value, str) else value
    if not isinstance(lines, (list, tuple)) or not all(
        isinstance(line, str) for line in lines
    ):
        raise PuzzleError(
            f"{path}: {shown(value)}; want a drawing, as lines of {marks} and ."
        )
    layers: list[list[str]] = [[]]
    for line in lines:
        row = "".join(line.split())
        if row:
            layers[-1].append(row)
        elif layers[-1]:
            layers.append([])
    if not layers[-1]:
        layers.pop()
    if len(layers) > 1 and dimension == 2:
        raise PuzzleError(f"{path}: there is a blank line in the drawing")
    number = sum(row.count(m) for layer in layers for row in layer for m in marks)
    if number > MOST_CELLS:
        raise PuzzleError(f"{path}: {number} cells; want at most {MOST_CELLS}")
    cells: dict[Cell, str] = {}
    for z, layer in enumerate(layers):
        for y, row in enumerate(layer):
            for x, mark in enumerate(row):
                if mark in marks:
                    cells[(y, x) if dimension == 2 else (x, y, z)] = mark
                elif mark not in "._":
                    raise PuzzleError(
                        f"{path}: {mark!r} in line {y + 1} of the drawing; "
                        f"want {' or '.join(marks)}, or . for no cell"
                    )
    if not cells:
        raise PuzzleError(f"{path}: the drawing has no cells")
    return cells


def cells_of(value: Any, path: str, dimension: int) -> list[Cell]:
    """Read a shape: a drawing, or a list of cells given by their coordinates.

    Examples
    --------
    >>> cells_of([[0, 0], [0, 1]], "pieces.I", 2)
    [(0, 0), (0, 1)]
    """
    if isinstance(value, str) or (
        isinstance(value, list) and value and all(isinstance(row, str) for row in value)
    ):
        return list(picture(value, path, dimension, "#Xxo"))
    cells: dict[Cell, None] = {}
    listing = listed(value, path, "a drawing or a list of cells")
    if len(listing) > MOST_CELLS:
        raise PuzzleError(f"{path}: {len(listing)} cells; want at most {MOST_CELLS}")
    for place, cell in enumerate(listing):
        where = f"{path}[{place}]"
        numbers = listed(cell, where, f"{dimension} coordinates")
        if len(numbers) != dimension:
            raise PuzzleError(f"{where}: {shown(cell)}; want {dimension} coordinates")
        for number in numbers:
            integer(number, where, -MOST_CELLS, MOST_CELLS)
        if tuple(numbers) in cells:
            raise PuzzleError(f"{where}: cell {tuple(numbers)} is listed twice")
        cells[tuple(numbers)] = None
    return list(cells)
