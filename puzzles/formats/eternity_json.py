"""The JSON of a public set of Eternity II puzzles (CC0).

An object with the keys ``width``, ``height``, ``pieces``, a list of four numbers each,
``[up, right, down, left]`` with 0 for the border, and ``hints``, a list of ``{"pos":
..., "piece": ..., "rot": ...}``: the cell ``y * width + x`` and the piece counted from
0, and clockwise quarter turns.  We ignore the other keys, and write ``id``,
``numColors`` and ``maxScore``, too, and what the numbers mean under ``edges`` and
``rotation``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from dlx.errors import FormatError, shown, suggestion

from ..files import PuzzleFile
from .bordered import (
    BORDER,
    Entry,
    Hint,
    board_of,
    checked_order,
    clockwise,
    few,
    hint_readings,
    hints_read,
    title_of,
    numbered,
    order_of,
    puzzle_file,
    renamed,
)

__all__ = ["ABOUT", "notes", "parse", "reads", "write"]

ABOUT = "an Eternity II set in JSON"

#: Larger numbers are refused.
MOST = 10**6


def reads(text: str) -> bool:
    """Tell whether a text is an object with a width and pieces."""
    return text.lstrip().startswith("{") and all(
        re.search(rf'"{key}"\s*:', text) for key in ("width", "height", "pieces")
    )


def parse(text: str, source: str, edges: str = "") -> list[PuzzleFile]:
    """Read a puzzle from JSON.

    Raises
    ------
    FormatError
        If it is not JSON, or a value is not as it should be; the message names the line
        or the key.
    PuzzleError
        If it makes no puzzle.

    Examples
    --------
    >>> text = '{"width": 1, "height": 1, "pieces": [[0, 0, 0, 0]]}'
    >>> parse(text, "one.json")[0].puzzle.tiles[0].edges
    ('0', '0', '0', '0')
    """
    order = order_of(edges, source) or "NESW"
    data = _data(text, source)
    width = _whole(data, "width", source, "", 1, MOST)
    height = _whole(data, "height", source, "", 1, MOST)
    pieces = data.get("pieces")
    if not isinstance(pieces, list) or len(pieces) != width * height:
        found = len(pieces) if isinstance(pieces, list) else shown(pieces)
        raise FormatError(
            f"{source}: pieces: {found}; want {width} x {height} = {width * height}"
        )
    few(len(pieces), source)
    tiles = [
        _tile(piece, number, order, f"{source}: pieces[{number}]")
        for number, piece in enumerate(pieces)
    ]
    entries = data.get("hints", [])
    if not isinstance(entries, list):
        raise FormatError(f"{source}: hints: {shown(entries)}; want a list")
    hints = [
        _hint(entry, source, f"hints[{place}]", width, len(tiles))
        for place, entry in enumerate(entries)
    ]
    heard = [
        checked_order(tiles, order, BORDER, source),
        _hint_note(hints, tiles, width, height),
    ]
    title = data.get("id", source)
    if not isinstance(title, str) or re.search("[\ud800-\udfff]", title):
        raise FormatError(f"{source}: id: {shown(title)}; want text")
    return [puzzle_file(source, title, tiles, (height, width), hints, heard)]


def _data(text: str, source: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"{source}:{error.lineno}: {error.msg}") from None
    except RecursionError:
        raise FormatError(f"{source}: nested too deeply") from None
    except ValueError:
        raise FormatError(f"{source}: a number is too long") from None
    if not isinstance(data, dict):
        raise FormatError(f"{source}: {shown(data)}; want an object with width, ...")
    return data


def _whole(
    data: Mapping[str, Any], key: str, source: str, path: str, low: int, high: int
) -> int:
    if key not in data:
        near = suggestion(key, data) or suggestion(key, [k.lower() for k in data])
        raise FormatError(f"{source}: {path}{key}: missing{near}")
    value = data[key]
    if type(value) is not int or not low <= value <= high:
        raise FormatError(
            f"{source}: {path}{key}: {shown(value)}; want a whole number from {low} to "
            f"{high}"
        )
    return value


def _tile(piece: Any, number: int, order: str, where: str) -> Entry:
    if (
        not isinstance(piece, list)
        or len(piece) != 4
        or not all(type(color) is int and 0 <= color <= MOST for color in piece)
    ):
        raise FormatError(
            f"{where}: {shown(piece)}; want four whole numbers from 0 "
            "[up, right, down, left]"
        )
    return Entry(
        str(number + 1), clockwise([str(color) for color in piece], order), where
    )


def _hint(entry: Any, source: str, path: str, width: int, count: int) -> Hint:
    if not isinstance(entry, dict):
        raise FormatError(f"{source}: {path}: {shown(entry)}; want pos, piece and rot")
    pos = _whole(entry, "pos", source, f"{path}.", 0, count - 1)
    piece = _whole(entry, "piece", source, f"{path}.", 0, count - 1)
    turns = _whole(entry, "rot", source, f"{path}.", 0, 3)
    row, column = divmod(pos, width)
    return Hint(str(piece + 1), row, column, turns, f"{source}: {path}")


def _hint_note(
    hints: Sequence[Hint], tiles: Sequence[Entry], width: int, height: int
) -> str:
    cells = [(hint, hint.row * width + hint.column) for hint in hints]
    swapped = [
        hint._replace(row=cell % height, column=cell // height) for hint, cell in cells
    ]
    readings = hint_readings(
        "row by row, quarter turns clockwise", hints, "column by column", swapped
    )
    return hints_read(readings, tiles, (height, width), BORDER)


def write(file: PuzzleFile) -> str:
    """Return a puzzle as JSON.

    Raises
    ------
    FormatError
        If the format cannot express the puzzle.
    """
    board = board_of(file, "eternity-json")
    numbers = numbered(board)
    place = {tile.name: k for k, tile in enumerate(board.tiles)}
    rows, columns = board.rows, board.columns
    data: dict[str, Any] = {
        "id": title_of(file),
        "edges": ["up", "right", "down", "left"],
        "rotation": "quarter turns clockwise",
        "width": columns,
        "height": rows,
        "numColors": len(numbers),
        "pieces": [[numbers[edge] for edge in tile.edges] for tile in board.tiles],
        "hints": [
            {"pos": row * columns + column, "piece": place[tile], "rot": turns}
            for tile, row, column, turns, _ in board.hints
        ],
        "maxScore": rows * (columns - 1) + columns * (rows - 1),
    }
    lines = [f"  {json.dumps(key)}: {_laid_out(value)}" for key, value in data.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _laid_out(value: Any) -> str:
    """Return a value as JSON, a list of lists or of tables with an entry a line."""
    if not isinstance(value, list) or not value or isinstance(value[0], str):
        return json.dumps(value)
    return "[\n    " + ",\n    ".join(map(json.dumps, value)) + "\n  ]"


def notes(file: PuzzleFile) -> list[str]:
    """Return what is to be said aloud when a puzzle was written."""
    return renamed(board_of(file, "eternity-json"))
