"""The community's CSV of Eternity II: a line a tile, its colors in 16 binary digits.

The first line is the size of the board, a square.  The others are the edges of a tile,
clockwise from the top, then column, row and clockwise quarter turns of a hint::

    2
    1111111111111111,1111111111111111,0000000000000001,0000000000000010,0,0,1

Sixteen ones are the border.  Where the last three are zeros there is no hint, so a tile
that lies fast in the first cell, unturned, cannot be said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dlx.errors import FormatError, shown

from reductions.edge_matching_geometry import turned

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
    numbered,
    order_of,
    puzzle_file,
    renamed,
)

__all__ = ["ABOUT", "notes", "parse", "reads", "write"]

ABOUT = "an Eternity II CSV of binary colors"

#: The border in a file.
ONES = 2**16 - 1

LINE = re.compile(
    "([01]{16}),([01]{16}),([01]{16}),([01]{16}),([0-9]{1,4}),([0-9]{1,4}),([0-3])"
)


def reads(text: str) -> bool:
    """Tell whether a text begins with a number and a line of binary colors."""
    return re.match(r"\s*[0-9]{1,3}[^\S\n]*\n\s*([01]{16},){4}", text) is not None


def parse(text: str, source: str, edges: str = "") -> list[PuzzleFile]:
    """Read a puzzle from the CSV.

    Raises
    ------
    FormatError
        If a line is not as it should be; the message names it.
    PuzzleError
        If it makes no puzzle.

    Examples
    --------
    >>> text = "1\\n" + "1111111111111111," * 3 + "0000000000000001,0,0,1\\n"
    >>> parse(text, "one.csv")[0].puzzle.fixed[0][:3]
    ('1', (0, 0), 1)
    """
    order = order_of(edges, source) or "NESW"
    lines = [
        (f"{source}:{number}", "".join(line.split()))
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip()
    ]
    if not lines:
        raise FormatError(f"{source}: there is nothing in it; want the size first")
    (where, size), *rest = lines
    if not re.fullmatch(r"[0-9]{1,3}", size) or int(size) ** 2 != len(rest):
        raise FormatError(
            f"{where}: the size of the board is {shown(size)}; want a number whose "
            f"square is that of the tiles, {len(rest)}"
        )
    few(len(rest), source)
    colors: list[list[int]] = []
    tails: list[tuple[int, int, int]] = []
    for where, digits in rest:
        found = LINE.fullmatch(digits)
        if found is None:
            raise FormatError(
                f"{where}: {shown(digits)}; want four edges ({' '.join(order)}) of 16 "
                "binary digits, then column, row, and turns from 0 to 3, with commas"
            )
        colors.append([int(color, 2) for color in found.groups()[:4]])
        column, row, turns = map(int, found.groups()[4:])
        tails.append((row, column, turns))
    # Where 0 is a color, the border keeps its own number.
    border = str(ONES) if any(0 in line for line in colors) else BORDER
    tiles = []
    hints = []
    for number, ((where, _), line, tail) in enumerate(zip(rest, colors, tails), 1):
        symbols = [border if color == ONES else str(color) for color in line]
        tiles.append(Entry(str(number), clockwise(symbols, order), where))
        if any(tail):
            hints.append(Hint(str(number), *tail, where))
    side = int(size)
    heard = [
        checked_order(tiles, order, border, source),
        _hint_note(hints, tiles, side, border),
    ]
    file = puzzle_file(source, source, tiles, (side, side), hints, heard, border=border)
    return [file]


def _hint_note(
    hints: Sequence[Hint], tiles: Sequence[Entry], side: int, border: str
) -> str:
    swapped = [hint._replace(row=hint.column, column=hint.row) for hint in hints]
    readings = hint_readings(
        "column, row, quarter turns clockwise", hints, "with row before column", swapped
    )
    return hints_read(readings, tiles, (side, side), border)


def write(file: PuzzleFile) -> str:
    """Return a puzzle as the CSV.

    Raises
    ------
    FormatError
        If the format cannot express the puzzle.
    """
    board = board_of(file, "eternity-csv")
    if board.rows != board.columns:
        raise FormatError(
            f"{file.name}: the board is {board.rows} x {board.columns}, and the format "
            "eternity-csv has squares only; want eternity or eternity-json"
        )
    numbers = numbered(board)
    if max(numbers.values()) >= ONES:
        raise FormatError(
            f"{file.name}: the format eternity-csv has no color above {ONES - 1}"
        )
    if board.border:
        numbers = numbers | {board.border: ONES}
    hints = {hint.tile: hint for hint in board.hints}
    lines = [str(board.rows)]
    for name, edges, _ in board.tiles:
        tail = (0, 0, 0)
        if name in hints:
            _, row, column, turns, _ = hints[name]
            tail = column, row, turns
            if not any(tail):
                raise FormatError(
                    f"{file.name}: tile {name} lies fast at 0,0 unturned, which means "
                    "no hint in the format eternity-csv; list the tile as "
                    f"'{' '.join(turned(edges, 3))}' and let it lie turned by 1"
                )
        words = [f"{numbers[edge]:016b}" for edge in edges]
        lines.append(",".join([*words, *map(str, tail)]))
    return "\n".join(lines) + "\n"


def notes(file: PuzzleFile) -> list[str]:
    """Return what is to be said aloud when a puzzle was written."""
    return [
        "edges are north, east, south, west; hints are column, row (from 0), quarter "
        "turns clockwise",
        *renamed(board_of(file, "eternity-csv")),
    ]
