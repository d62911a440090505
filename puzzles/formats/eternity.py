"""Eternity II texts: a tile a line, four whole numbers, 0 the border.

Before the numbers may stand the number of the tile, and behind them ``+`` or ``-``:
then tiles that lie side by side have different signs.  The order of the edges is
N E S W, unless a comment or the option says another.  Comments follow ``#``, or fill a
line that begins with ``c``.  The first line may be the size of the board, in any of the
ways that are in use::

    p tile COLUMNS ROWS [COLORS]
    COLUMNS ROWS ANYTHING
    SIZE COLORS ANYTHING
    ROWS COLUMNS
    SIZE

Which is meant, the number of tiles tells.  We write two kinds of comments that are read
again, since there is no other place for what they say::

    # edges: north east south west
    # hint: tile 5 at row 0, column 2 (from 0), 3 quarter turns clockwise
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dlx.errors import FormatError, one_line, shown

from ..files import PuzzleFile
from .bordered import (
    BORDER,
    Board,
    Entry,
    Hint,
    board_of,
    clash,
    checked_order,
    clockwise,
    few,
    hints_read,
    title_of,
    numbered,
    order_of,
    puzzle_file,
    size_of_tiles,
    sizes,
    spelled,
)

__all__ = ["ABOUT", "parse", "reads", "write"]

ABOUT = "an Eternity II text, four numbers a tile, 0 the border"

NUMBER = re.compile(r"[0-9]{1,6}")

SIGNS = ("+", "-")

HINT = re.compile(
    r"hint: tile (\S+) at row ([0-9]{1,4}), column ([0-9]{1,4}) \(from ([01])\), "
    r"([0-3]) quarter turns? (clockwise|anticlockwise)"
)

#: What may stand before the order of edges in a comment.
LABELS = ("edges", "format", "order", "tile", "piece", "id")

COMPASS = {"north": "N", "east": "E", "south": "S", "west": "W"}
SIDES = {"top": "N", "up": "N", "right": "E", "bottom": "S", "down": "S", "left": "W"}
LETTERS = {"n": "N", "e": "E", "s": "S", "w": "W"}


class Line(NamedTuple):
    """A line of a text: its number, its words, and the comment on it."""

    number: int
    words: tuple[str, ...]
    comment: str


def _lines(text: str) -> list[Line]:
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        plain, _, comment = line.partition("#")
        if plain.startswith("c"):
            plain, comment = "", plain[1:]
        if plain.strip() or comment.strip():
            found.append(Line(number, tuple(plain.split()), comment.strip()))
    return found


# ------------------------------------------------------------------------ recognizing


def reads(text: str) -> bool:
    """Tell whether a text has tiles of four numbers that are framed, or a size line.

    Examples
    --------
    >>> reads("0 0 1 2\\n0 0 2 1\\n1 0 0 1\\n2 0 0 2"), reads("1 2 1 2\\n2 1 1 1")
    (True, False)
    """
    found = _lines(text)
    lines = [line.words for line in found if line.words]
    if not lines or any(line.comment.startswith("mates:") for line in found):
        return False  # nothing, or a list of tiles that says which symbols meet
    if lines[0][:2] == ("p", "tile") or _vector(lines):
        return True
    head, lines = (lines[0], lines[1:]) if len(lines[0]) < 4 else ((), lines)
    plain = [line[:-1] if line[-1] in SIGNS else line for line in lines]
    widths = set(map(len, plain))
    if widths not in ({4}, {5}) or not all(
        NUMBER.fullmatch(word) for line in (head, *plain) for word in line
    ):
        return False
    tiles = [tuple(map(int, line)) for line in plain]
    edges = [line[-4:] for line in tiles]
    if max(map(max, edges)) < 2:
        return False  # rather a matrix of 0 and 1
    first = tiles[0][0]
    if widths == {5} and [tile[0] for tile in tiles] == [
        *range(first, first + len(tiles))
    ]:
        return True
    return _framed(edges) or len(tiles) in _cells([int(word) for word in head])


def _cells(size: Sequence[int]) -> tuple[int, ...]:
    """Return how many cells a line of size may mean."""
    return (size[0] ** 2, size[0] * size[min(1, len(size) - 1)]) if size else ()


def _framed(tiles: Sequence[tuple[int, ...]]) -> bool:
    """Tell whether zeros lie on tiles as a border does, perhaps but for a mistake."""
    counts = [tile.count(0) for tile in tiles]
    corners = counts.count(2) == 4 and max(counts) == 2
    return corners or bool(sum(counts) and sizes(len(tiles), sum(counts)))


def _vector(lines: Sequence[Sequence[str]]) -> bool:
    """Tell whether a text is a finished board, a number ``4 * tile + turns`` a cell."""
    if len(lines) != 1 or not all(map(NUMBER.fullmatch, lines[0])):
        return False
    tiles = sorted(int(word) // 4 for word in lines[0])
    return len(tiles) > 3 and tiles == [*range(len(tiles))]


# ----------------------------------------------------------------------------- reading


def parse(text: str, source: str, edges: str = "") -> list[PuzzleFile]:
    """Read a puzzle from an Eternity II text.

    Raises
    ------
    FormatError
        If a line is neither tile nor size, or the order of the edges cannot be right;
        the message names the line.
    PuzzleError
        If it makes no puzzle.

    Examples
    --------
    >>> file, = parse("2 2\\n0 0 1 2\\n0 0 2 1\\n1 0 0 1\\n2 0 0 2", "four.txt")
    >>> file.puzzle.tiles[2].edges
    ('1', '0', '0', '1')
    """
    lines = _lines(text)
    if _vector([line.words for line in lines if line.words]):
        raise FormatError(
            f"{source}: this is a finished board (4 * tile + turns of each cell), no "
            "puzzle; want the file of its tiles"
        )
    title = _title([line.comment for line in lines]) or source
    order = order_of(edges, source) or _declared(lines, source) or "NESW"
    filled = [line for line in lines if line.words]
    head = filled[0] if filled and _is_size(filled[0]) else None
    listed = filled[1:] if head else filled
    if not listed:
        raise FormatError(f"{source}: there are no tiles; want one a line")
    few(len(listed), source)
    tiles, signs = _tiles(listed, order, source)
    notes = [checked_order(tiles, order, BORDER, source)]
    hints = _hints(lines, source)
    readings, note = _sizes(head, tiles, source)
    size, note = _chosen(readings, note, tiles, hints, source)
    tiles, mates = _signed(tiles, signs, source)
    notes += [note, _hint_note(hints, tiles, size, mates)]
    if mates:
        notes.append("neighbors have different signs")
    return [puzzle_file(source, title, tiles, size, hints, notes, mates=mates)]


def _title(comments: Sequence[str]) -> str:
    titles = [text[7:].strip() for text in comments if text.startswith("Puzzle:")]
    return titles[0] if titles else ""


def _declared(lines: Sequence[Line], source: str) -> str:
    """Return the order of edges that the first comment about it spells, or nothing."""
    for line in lines:
        order = _order_in(line.comment)
        if order:
            return order
        if line.comment.startswith("edges:"):
            raise FormatError(
                f"{source}:{line.number}: {shown(line.comment)}; want 'edges: north "
                "east south west', in the order of the file"
            )
    return ""


def _order_in(comment: str) -> str:
    """Return the order of edges that a comment spells, or nothing.

    >>> _order_in("Format: id north east south west"), _order_in("top left bottom")
    ('NESW', '')
    """
    words = re.findall("[a-z]+", comment.lower())
    while words and words[0] in LABELS:
        del words[0]
    for names in (COMPASS, SIDES, LETTERS):
        order = "".join([names.get(word, "") for word in words[:4]])
        if sorted(order) == sorted("NESW"):
            return order
    return ""


def _is_size(line: Line) -> bool:
    return line.words[0] == "p" or len(line.words) < 4


def _tiles(
    lines: Sequence[Line], order: str, source: str
) -> tuple[list[Entry], list[str]]:
    """Return the tiles, and the sign of each."""
    tiles: list[Entry] = []
    signs: list[str] = []
    first = [word for word in lines[0].words if word not in SIGNS]
    with_names = len(first) == 5
    for line in lines:
        where = f"{source}:{line.number}"
        *words, last = line.words
        sign = last if last in SIGNS else ""
        if not sign:
            words.append(last)
        name = words.pop(0) if with_names and len(words) == 5 else str(len(tiles) + 1)
        if len(words) != 4 or (with_names and len(line.words) < 5):
            raise FormatError(
                f"{where}: {shown(' '.join(line.words))} are {len(line.words)} words; "
                f"want {'the number of a tile and ' * with_names}four numbers "
                f"({spelled(order)})"
            )
        for word in (name, *words):
            if not NUMBER.fullmatch(word):
                raise FormatError(
                    f"{where}: tile {len(tiles) + 1} has {shown(word)}; want whole "
                    "numbers from 0, of six digits at most"
                )
        symbols = [str(int(word)) for word in words]
        tiles.append(Entry(str(int(name)), clockwise(symbols, order), where))
        signs.append(sign)
    return tiles, signs


# ----------------------------------------------------------------- the size of a board


def _sizes(
    head: Line | None, tiles: Sequence[Entry], source: str
) -> tuple[list[tuple[int, int]], str]:
    """Return the sizes (rows, columns) that a line of size may mean, and a note."""
    if head is None:
        how = "want a first line 'p tile COLUMNS ROWS'"
        size, note = size_of_tiles(tiles, BORDER, source, how)
        return [size], note
    where = f"{source}:{head.number}"
    drawn = head.words[0] == "p"
    words = head.words[2:] if drawn else head.words
    if drawn and (head.words[1:2] != ("tile",) or len(words) not in (2, 3)):
        raise FormatError(f"{where}: want 'p tile COLUMNS ROWS COLORS'")
    for word in words:
        if not NUMBER.fullmatch(word):
            raise FormatError(
                f"{where}: the size of the board is {shown(word)}; want a whole number"
            )
    numbers = [int(word) for word in words]
    first, second = numbers[0], numbers[min(1, len(numbers) - 1)]
    count = len(tiles)
    if len(numbers) == 3 and not drawn and first * second != count == first * first:
        note = f"the board is {first} x {first}, with {second} colors"
        return [(first, first)], note
    if first * second != count:
        raise FormatError(
            f"{where}: a board of {first} x {second} wants {first * second} tiles; "
            f"there {'is' if count == 1 else 'are'} {count}"
        )
    if len(numbers) == 2 and not drawn and first != second:
        return [(first, second), (second, first)], ""
    return [(second, first)], f"the board is {second} x {first} (rows, columns)"


def _chosen(
    readings: Sequence[tuple[int, int]],
    note: str,
    tiles: Sequence[Entry],
    hints: Sequence[Hint],
    source: str,
) -> tuple[tuple[int, int], str]:
    """Return the one size that is meant, and a note.

    Two numbers may be rows and columns or the other way around.  Without hints that is
    the same board turned by a quarter; hints may lie well on one of the two only.
    """
    if len(readings) == 1:
        return readings[0], note
    (rows, columns), other = readings
    if not hints:
        return (rows, columns), (
            f"the board is {rows} x {columns} (rows, columns); the other way around "
            "it is the same board turned"
        )
    if not {hint.tile for hint in hints} <= {tile.name for tile in tiles}:
        return (rows, columns), ""  # refused later
    fit = [size for size in readings if not clash(hints, tiles, size, BORDER)]
    if len(fit) != 1:
        raise FormatError(
            f"{source}: the size may be {rows} rows and {columns} columns or {columns} "
            f"rows and {rows} columns; say which, with a first line such as "
            f"'p tile {columns} {rows}' (columns, rows)"
        )
    return (
        fit[0],
        f"the board is {fit[0][0]} x {fit[0][1]} (rows, columns), by the hints",
    )


# ------------------------------------------------------------------------------- hints


def _hints(lines: Sequence[Line], source: str) -> list[Hint]:
    hints = []
    for line in lines:
        if not line.comment.startswith("hint:"):
            continue
        where = f"{source}:{line.number}"
        found = HINT.fullmatch(line.comment)
        if found is None:
            raise FormatError(
                f"{where}: {shown(line.comment)}; want 'hint: tile 5 at row 0, "
                "column 2 (from 0), 3 quarter turns clockwise'"
            )
        tile, row, column, start, turns, way = found.groups()
        quarter = int(turns) if way == "clockwise" else -int(turns) % 4
        first = int(start)
        hints.append(Hint(tile, int(row) - first, int(column) - first, quarter, where))
    return hints


def _hint_note(
    hints: Sequence[Hint],
    tiles: Sequence[Entry],
    size: tuple[int, int],
    mates: Sequence[Sequence[str]] | None,
) -> str:
    known = {tile.name for tile in tiles}
    if any(hint.tile not in known for hint in hints):
        return ""  # refused later
    table = {one: other for pair in mates or () for one, other in (pair, pair[::-1])}
    other = [hint._replace(turns=-hint.turns % 4) for hint in hints]
    half = [hint._replace(turns=(hint.turns + 2) % 4) for hint in hints]
    readings: Mapping[str, Sequence[Hint]] = {
        "turned as they say": hints,
        "turned the other way": other,
        "with the order of edges half a turn on (--edges)": half,
    }
    return hints_read(readings, tiles, size, BORDER, table)


# ------------------------------------------------------------------------------- signs


def _signed(
    tiles: Sequence[Entry], signs: Sequence[str], source: str
) -> tuple[list[Entry], list[list[str]] | None]:
    """Return the tiles with their signs on the symbols, and the mates, if there are."""
    if not any(signs):
        return list(tiles), None
    if not all(signs):
        tile = tiles[signs.index("")]
        raise FormatError(
            f"{tile.where}: tile {tile.name} has no sign while others have; want + or "
            "- on each tile or on none"
        )
    signed = [
        tile._replace(
            edges=tuple(
                [edge if edge == BORDER else edge + sign for edge in tile.edges]
            )
        )
        for tile, sign in zip(tiles, signs)
    ]
    plain = dict.fromkeys(edge for tile in tiles for edge in tile.edges)
    mates = [
        [edge, edge] if edge == BORDER else [f"{edge}+", f"{edge}-"] for edge in plain
    ]
    return signed, mates


# ----------------------------------------------------------------------------- writing


def write(file: PuzzleFile) -> str:
    """Return a puzzle as an Eternity II text.

    Raises
    ------
    FormatError
        If the format cannot express the puzzle.

    Examples
    --------
    >>> file, = parse("0 0 1 2\\n0 0 2 1\\n1 0 0 1\\n2 0 0 2", "four.txt")
    >>> print(write(file), end="")
    # Puzzle: four.txt
    # edges: north east south west; 0 = border
    2 2
    0 0 1 2
    0 0 2 1
    1 0 0 1
    2 0 0 2
    """
    board = board_of(file, "eternity", mates=True)
    signs = _signs(board)
    if signs:
        board = board._replace(tiles=tuple([_unsigned(tile) for tile in board.tiles]))
    else:
        board_of(file, "eternity")  # which wants equal symbols to meet
    numbers = numbered(board)
    lines = [
        f"# Puzzle: {title_of(file)}",
        "# edges: north east south west; "
        + ("0 = border" if board.border else "no border"),
    ]
    if any(str(number) != symbol for symbol, number in numbers.items()):
        lines += [
            f"# symbol {number} = {one_line(symbol)}"
            for symbol, number in numbers.items()
        ]
    names = {tile.name: str(number) for number, tile in enumerate(board.tiles, 1)}
    own = any(name != number for name, number in names.items())
    if own and all(map(_is_plain, names)):
        names = {name: name for name in names}
    elif own:
        own = False
        lines += [
            f"# tile {number} = {one_line(name)}" for name, number in names.items()
        ]
    for tile, row, column, turns, _ in board.hints:
        lines.append(
            f"# hint: tile {names[tile]} at row {row}, column {column} (from 0), "
            f"{turns} quarter turn{'s' * (turns != 1)} clockwise"
        )
    if board.rows == board.columns:
        lines.append(f"{board.rows} {board.columns}")
    else:
        size = f"p tile {board.columns} {board.rows} {len(set(numbers.values()) - {0})}"
        lines += ["# p tile COLUMNS ROWS COLORS", size]
    for (name, edges, _), sign in zip(board.tiles, signs or [""] * len(board.tiles)):
        words = [names[name]] if own else []
        words += [str(numbers[edge]) for edge in edges]
        lines.append(" ".join([*words, sign]).rstrip())
    return "\n".join(lines) + "\n"


def _is_plain(name: str) -> bool:
    return re.fullmatch("0|[1-9][0-9]{0,5}", name) is not None


def _unsigned(tile: Entry) -> Entry:
    return tile._replace(edges=tuple([edge.rstrip("+-") for edge in tile.edges]))


def _signs(board: Board) -> list[str]:
    """Return the sign of each tile, if all have one: the inverse of `_signed`."""
    signs = []
    for tile in board.tiles:
        inner = [edge for edge in tile.edges if edge != board.border]
        last = {edge[-1] for edge in inner}
        if last not in ({"+"}, {"-"}):
            return []
        sign, other = ("+", "-") if last == {"+"} else ("-", "+")
        if any(board.mates[edge] != edge[:-1] + other for edge in inner):
            return []
        signs.append(sign)
    return signs
