"""Pieces as pictures or as lists of cells, in plain text.

=====================  ===============================================================
a picture              rows of one mark a cell, ``x``, ``o``, ``#`` or the letter of
                       the piece; ``.``, ``_`` or a blank for none; a blank line ends
                       it, a line of dashes its layer
a sheet                a picture with several letters, each of them a piece
a row of strings       ``"xx.|.x."``, a string a layer, its rows divided by ``|``
a list of cells        ``T 0,0,0 1,0,0 2,0,0 1,1,0``, the name first, or none; x to the
                       right, y down
``T:``                 the name of the piece that follows; ``T: 2 times``, ``T: 0 to 2
                       times``, ``T: any number`` tell how often it is there
``board:``             what follows is the board, in which ``+`` may stay empty
``5x8``, ``3x3x3``     the size of the board: rows x columns, or x, y, z
``flip: yes``          pieces may be flipped; ``turn: no``, not even turned
=====================  ===============================================================

Lines that start with ``//``, or with ``#`` and are no picture, are comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import prod
from typing import Any, NamedTuple

from dlx.errors import FormatError, one_line, shown
from reductions import PuzzleError
from reductions.lattice import Cell
from reductions.packing import Packing, Piece
from reductions.packing import parse as parse_packing
from reductions.packing_state import drawing

from ..files import PuzzleFile

__all__ = ["ABOUT", "parse", "reads", "write"]

ABOUT = "pieces as pictures or lists of cells"

#: Marks that name no piece.
PLAIN = "xXo#*"

#: Pictures of more cells, and blanks between them, are refused.
MOST_CELLS = 10_000

#: More pictures are refused: no search would end.
MOST_PIECES = 2000

SIZE = (
    r"(?:(?:board|size)\b\s*[:=]?\s*)?"
    r"(\d{1,5})\s*[x×]\s*(\d{1,5})(?:\s*[x×]\s*(\d{1,5}))?"
)
SETTING = r"(flip|turn)\s*[:=]?\s*(yes|no|true|false)"
CELL = r"-?\d{1,5}(?:,-?\d{1,5}){1,2},?"
TIMES = r"(?:(\d{1,4}) times|(\d{1,4}) to (\d{1,4}) times|(any number))"
HEADER = rf"([^:]*[^:\s])\s*:\s*{TIMES}?"
NAME = r"(?:([^\s\"|:=]+)\s*[:=]\s*)?"
STRINGS = NAME + r"[\[\s]*(\"[^\"]*\"(?:[\s,]*\"[^\"]*\")*)[\]\s,;]*"


class Block(NamedTuple):
    """A picture, or a list of cells: the mark of each cell, in x, y, z.

    Attributes
    ----------
    line : int
        Where it begins.
    name : str
        Of the piece, "board", or nothing.
    times : int, list or str
        How often the piece is there, as in our own format.
    flat : bool
        Whether it says nothing of a third coordinate.
    """

    line: int
    name: str
    times: Any
    marks: dict[Cell, str]
    flat: bool


def reads(text: str) -> bool:
    """Tell whether every line is of this format, and each letter is a whole piece.

    Examples
    --------
    >>> reads("xx\\nx.\\n\\nxxx"), reads("AAB\\nABB"), reads("ABC\\nCAB")
    (True, True, False)
    """
    if _is_json(text):
        return True
    if not set(text) - set("01, \t\n"):
        return False  # rather a matrix than lists of cells
    try:
        scan = _Scan(text, "")
    except FormatError:
        return False
    told = scan.size or scan.settings or any(block.name for block in scan.blocks)
    if not told and re.search(r"(?m)^ *\w( \w)+ *$", text):
        return False  # a list of tiles looks like that, too
    pictures = [_parts(block.marks) for block in scan.blocks if block.name != "board"]
    return bool(pictures) and not any(
        mark.isdigit()
        or (len(parts) > 1 and len(cells) < 2)
        or (mark != "#" and not _connected(cells))
        for parts in pictures
        for mark, cells in parts.items()
    )


def _is_json(text: str) -> bool:
    return text.lstrip().startswith("{") and (
        re.search(r'"pieces"\s{,9}:\s{,9}\{', text) is not None
    )


def parse(text: str, source: str, edges: str = "") -> list[PuzzleFile]:
    """Read a puzzle from pictures or lists of cells.

    Raises
    ------
    FormatError
        If a line is nothing of that, or something is missing.

    Examples
    --------
    >>> file, = parse("board: 2 x 3\\n\\nxx\\nx.\\n\\nL:\\n.x\\nxx", "a")
    >>> [piece.name for piece in file.puzzle.pieces]
    ['1', 'L']
    """
    if edges:
        raise FormatError(f"{source}: pieces have no edges to be put in order")
    if _is_json(text):
        raise FormatError(
            f"{source}: this JSON tells the cells of its pieces, but neither board nor "
            "moves; state them in our own format: puzzles new packing"
        )
    scan = _Scan(text, source)
    pieces = _pieces(scan, source)
    notes: list[str] = []
    data: dict[str, Any] = {**scan.settings, **_board(scan, pieces, source, notes)}
    solid = data.pop("solid")
    data["lattice"] = "cubic" if solid else "square"
    data["pieces"] = {
        name: {"shape": _listed(cells, solid), "count": times}
        for name, (cells, times) in pieces.items()
    }
    if not solid and "flip" not in scan.settings:
        notes.append("pieces may not be flipped; a line flip: yes would allow it")
    try:
        puzzle = parse_packing(data)
    except PuzzleError as error:
        raise PuzzleError(f"{source}: {error}") from None
    title = scan.words.get("title", source)
    words = title, scan.words.get("source", "")
    return [PuzzleFile(source, *words, puzzle, {}, tuple(notes))]


def _listed(cells: Iterable[Cell], solid: bool) -> list[list[int]]:
    """Return cells as our own format names them: row and column, in the plane."""
    return [[x, y, z] if solid else [y, x] for x, y, z in cells]


# ------------------------------------------------------------------------ line by line


class _Scan:
    """What the lines of a text say, taken one after the other."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.blocks: list[Block] = []
        self.size: list[int] = []
        self.settings: dict[str, bool] = {}
        self.words: dict[str, str] = {}
        self.rows: list[tuple[int, str]] = []  # of the picture that is being drawn
        self.heading: tuple[int, str, Any] = 0, "", None  # line, name, how often
        for number, line in enumerate([*text.expandtabs(4).split("\n"), ""], 1):
            self._take(number, line.rstrip())
        if self.heading[1]:
            raise self._lonely()
        if not self.blocks:
            raise FormatError(f"{source}: there are no pieces")

    def _take(self, number: int, line: str) -> None:
        kind, found = _line(line)
        if kind == "row":
            self.rows.append((number, line))
            if len(self.rows) > MOST_CELLS:
                raise self._error(number, "this is too much for a puzzle")
            return
        if self.rows:
            self._add(self.rows[0][0], "", _picture(self.rows, self.source))
            self.rows = []
        if kind == "size":
            if self.size:
                raise self._error(number, "a second size of the board")
            self.size = [int(group) for group in found.groups() if group]
        elif kind == "setting":
            self.settings[found[1].lower()] = found[2].lower() in ("yes", "true")
        elif kind == "word":
            self.words[found[1]] = found[2].strip()
        elif kind == "header":
            if self.heading[1]:
                raise self._lonely()
            self.heading = number, found[1].strip(), _times(found.groups()[1:])
        elif kind in ("cells", "strings"):
            read = _cells if kind == "cells" else _strings
            self._add(number, found[0], read(found[1], number, self.source))
        elif kind == "unknown":
            raise self._error(
                number,
                f"{shown(line.strip())} is neither a row of a picture, a list of "
                "cells, nor the name of a piece with a colon",
            )

    def _add(self, line: int, name: str, drawn: tuple[dict[Cell, str], bool]) -> None:
        """Add what is drawn, under its own name or that of the heading above it."""
        _, above, times = self.heading
        if len(self.blocks) > MOST_PIECES:
            raise self._error(line, "this is too much for a puzzle")
        self.blocks.append(Block(line, name or above, times, *drawn))
        self.heading = 0, "", None

    def _lonely(self) -> FormatError:
        number, name, _ = self.heading
        return self._error(number, f"{shown(name)} has no picture below it")

    def _error(self, line: int, message: str) -> FormatError:
        return FormatError(f"{self.source}:{line}: {message}")


def _line(line: str) -> tuple[str, Any]:
    """Return what kind of line it is, and what is found in it."""
    plain = line.strip()
    if not plain:
        return "blank", None
    if set(plain) <= set(PLAIN + "._+ ") or not plain.strip("-"):
        return "row", None
    if found := re.fullmatch(r"#\s*(title|source):(.*)", plain):
        return "word", found
    if plain.startswith(("#", "//")):
        return "comment", None
    for kind, pattern in (("size", SIZE), ("setting", SETTING)):
        if found := re.fullmatch(pattern, plain, re.I):
            return kind, found
    name, *words = [*plain.partition("#")[0].replace(";", " ").split(), ""]
    if re.fullmatch(CELL, name):
        name, words = "", [name, *words]
    if len(words) > 1 and all(re.fullmatch(CELL, word) for word in words[:-1]):
        return "cells", (name.removesuffix(":"), " ".join(words))
    if found := re.fullmatch(HEADER, plain):
        return "header", found
    if found := re.fullmatch(STRINGS, plain):
        return "strings", found.groups()
    if "|" in plain and (found := re.fullmatch(NAME + r"([\w*#.+|]+)", plain)):
        return "strings", found.groups()
    if all(mark.isalnum() or mark in PLAIN + "._+ " for mark in line):
        if not re.search(r"\w\w \w\w", line):  # as between the words of a sentence
            return "row", None
    return "unknown", None


def _times(groups: tuple[str | None, ...]) -> Any:
    """Return how often a piece is there, of what `TIMES` found."""
    exactly, least, most, any_number = groups
    if any_number:
        return "any"
    if least and most:
        return [int(least), int(most)]
    return int(exactly) if exactly else None


def _cells(text: str, line: int, source: str) -> tuple[dict[Cell, str], bool]:
    """Return the cells of a list, each as x, y, z, and whether it has no z."""
    marks: dict[Cell, str] = {}
    lengths = set()
    for word in text.split():
        numbers = [int(number) for number in word.rstrip(",").split(",")]
        lengths.add(len(numbers))
        cell = (*numbers, 0)[:3]
        if cell in marks:
            raise FormatError(f"{source}:{line}: cell {word} is listed twice")
        marks[cell] = "#"
    if len(lengths) > 1:
        raise FormatError(f"{source}:{line}: some cells have 2 coordinates, some 3")
    return marks, lengths == {2}


def _strings(text: str, line: int, source: str) -> tuple[dict[Cell, str], bool]:
    """Return the cells of a string a layer, with rows divided by bars."""
    layers = re.findall(r'"([^"]*)"', text) or [text]
    drawn = [layer.split("|") for layer in layers]
    return _marked(drawn, line, source), len(layers) == 1


def _picture(rows: list[tuple[int, str]], source: str) -> tuple[dict[Cell, str], bool]:
    """Return a picture of some lines, of which dashes divide the layers."""
    first = rows[0][0]
    layers: list[list[str]] = [[]]
    for _, row in rows:
        if row.strip("- "):
            layers[-1].append(row)
        else:
            layers.append([])
    lines = [row for layer in layers for row in layer]
    if not lines or not all(layers):
        raise FormatError(f"{source}:{first}: there is a layer without rows")
    indent = min(len(row) - len(row.lstrip()) for row in lines)
    lines = [row[indent:] for row in lines]
    # Letters with a blank after each: those blanks are no cells.
    step = 1 if any(row[1::2].strip() for row in lines) else 2
    drawn = [[row[indent:][::step] for row in layer] for layer in layers]
    return _marked(drawn, first, source), len(layers) == 1


def _marked(layers: list[list[str]], line: int, source: str) -> dict[Cell, str]:
    rows = [row for layer in layers for row in layer]
    if sum(len(row) - sum(map(row.count, "._ ")) for row in rows) > MOST_CELLS:
        raise FormatError(f"{source}:{line}: want at most {MOST_CELLS} cells")
    marks: dict[Cell, str] = {
        (x, y, z): mark
        for z, layer in enumerate(layers)
        for y, row in enumerate(layer)
        for x, mark in enumerate(row)
        if mark not in "._ "
    }
    if not marks:
        raise FormatError(f"{source}:{line}: a picture without cells")
    return marks


# --------------------------------------------------------------------- what is a piece


def _pieces(scan: _Scan, source: str) -> dict[str, tuple[list[Cell], Any]]:
    """Return the cells of each piece, and how often it is there."""
    single = [b for b in scan.blocks if not b.name and len(set(b.marks.values())) == 1]
    letters = {mark for block in single for mark in block.marks.values()}
    named = len(letters) > 1 and not letters <= set(PLAIN)
    found: dict[str, tuple[list[Cell], Any]] = {}
    lines: dict[str, int] = {}
    for number, block in enumerate(_sheets(scan, source), 1):
        (mark,) = set(block.marks.values())
        name = block.name or (mark if named else str(number))
        cells = list(block.marks)
        if name in found:
            if block.name or _shifted(found[name][0]) != _shifted(cells):
                raise FormatError(
                    f"{source}:{block.line}: two pieces have the name {name}, the "
                    f"first in line {lines[name]}"
                )
            found[name] = cells, found[name][1] + 1
        else:
            times = 1 if block.times is None else block.times
            found[name], lines[name] = (cells, times), block.line
    if not found:
        raise FormatError(f"{source}: there are no pieces beside the board")
    return found


def _sheets(scan: _Scan, source: str) -> Iterator[Block]:
    """Yield a block for each piece: pictures with several letters are cut up."""
    for block in scan.blocks:
        marks = list(dict.fromkeys(block.marks.values()))
        if block.name == "board":
            continue
        if "+" in marks:
            raise FormatError(
                f"{source}:{block.line}: + is a cell of a board that may stay empty; "
                "write board: above the board"
            )
        if len(marks) > 1 and (block.name or set(marks) & set(PLAIN) - {"X"}):
            raise FormatError(
                f"{source}:{block.line}: one piece is drawn with "
                f"{' and '.join(marks[:5])}; want one mark for its cells and . for none"
            )
        for mark, cells in _parts(block.marks).items():
            name = block.name if len(marks) == 1 else mark
            yield block._replace(name=name, marks=dict.fromkeys(cells, mark))


def _parts(marks: dict[Cell, str]) -> dict[str, list[Cell]]:
    """Return the cells of each mark."""
    found: dict[str, list[Cell]] = {}
    for cell, mark in marks.items():
        found.setdefault(mark, []).append(cell)
    return found


def _shifted(cells: Iterable[Cell]) -> list[Cell]:
    """Return cells moved to the origin, sorted."""
    cells = list(cells)
    x, y, z = (min(line) for line in zip(*cells))
    return sorted((a - x, b - y, c - z) for a, b, c in cells)


def _connected(cells: Iterable[Cell]) -> bool:
    left = set(cells)
    edge = [left.pop()]
    while edge:
        x, y, z = edge.pop()
        for near in (
            (x + 1, y, z), (x - 1, y, z), (x, y + 1, z),
            (x, y - 1, z), (x, y, z + 1), (x, y, z - 1),
        ):  # fmt: skip
            if near in left:
                left.remove(near)
                edge.append(near)
    return not left


# ------------------------------------------------------------------- what is the board


def _board(
    scan: _Scan,
    pieces: dict[str, tuple[list[Cell], Any]],
    source: str,
    notes: list[str],
) -> dict[str, Any]:
    """Return the board, as our own format states it, and whether it is in space."""
    drawn = [block for block in scan.blocks if block.name == "board"]
    if len(drawn) + bool(scan.size) > 1:
        raise FormatError(f"{source}: the board is given twice; want it once")
    solid = len(scan.size) == 3 or not all(block.flat for block in scan.blocks)
    if scan.size:
        if solid and len(scan.size) == 2:
            raise FormatError(f"{source}: the size of a board in space is like 3x3x3")
        return {"solid": solid, "size": scan.size}
    if drawn:
        return {"solid": solid, "board": _drawn(drawn[0], solid, source)}
    if len(scan.blocks) == 1 < len(pieces) and _connected(scan.blocks[0].marks):
        notes.append("no board is given: it is the whole picture")
        return {"solid": solid, "board": _drawn(scan.blocks[0], solid, source)}
    numbers = [times for _, times in pieces.values()]
    if all(type(number) is int for number in numbers):
        area = sum(len(cells) * times for cells, times in pieces.values())
        side = round(area ** (1 / 3))
        if solid and side**3 == area:
            notes.append(
                f"no board is given: the {area} cells make a cube, {side} wide"
            )
            return {"solid": True, "size": [side] * 3}
    size = "a line such as 3x3x4" if solid else "a line such as 5x8 (rows x columns)"
    raise FormatError(
        f"{source}: no board is given; add {size}, or a picture of it under board:"
    )


def _drawn(block: Block, solid: bool, source: str) -> str:
    """Return the picture of a board, in our own marks."""
    board: dict[Cell, str] = {
        (cell if solid else (cell[1], cell[0])): "+" if mark == "+" else "#"
        for cell, mark in block.marks.items()
    }
    if _reach(board) > MOST_CELLS:
        raise FormatError(f"{source}:{block.line}: the board is too wide for a picture")
    return drawing(board, [min(line) for line in zip(*board)])


def _reach(cells: Iterable[Cell]) -> int:
    """Return how many cells the least box has that holds these."""
    return prod([max(line) + 1 - min(line) for line in zip(*cells)])


# ----------------------------------------------------------------------------- writing


def write(file: PuzzleFile) -> str:
    """Write a packing puzzle as pictures.

    Raises
    ------
    FormatError
        If it is of another kind, or has what pictures cannot say.

    Examples
    --------
    >>> print(write(parse("2x2\\nflip: yes\\n\\nAB\\nAA", "a")[0]))
    # title: a
    board: 2 x 2
    flip: yes
    turn: yes
    <BLANKLINE>
    A:
    #.
    ##
    <BLANKLINE>
    B:
    #
    <BLANKLINE>
    """
    puzzle = file.puzzle
    if not isinstance(puzzle, Packing):
        raise FormatError(
            f"{file.name}: only packing puzzles can be written as pictures"
        )
    _refuse(file.name, puzzle)
    lines = [
        f"# {key}: {one_line(' '.join(text.split()))}"
        for key, text in (("title", file.title), ("source", file.source))
        if text
    ]
    corner = [min(line) for line in zip(*puzzle.board)]
    lengths = [max(line) + 1 - low for line, low in zip(zip(*puzzle.board), corner)]
    full = prod(lengths) == len(puzzle.cells)
    lines.append("board:" + f" {' x '.join(map(str, lengths))}" * full)
    marks = {**dict.fromkeys(puzzle.cells, "#"), **dict.fromkeys(puzzle.optional, "+")}
    if not full:
        lines += [_layers(drawing(marks, corner)), ""]
    for key, value in (("flip", puzzle.flip), ("turn", puzzle.turn)):
        lines.append(f"{key}: {'yes' if value else 'no'}")
    for piece in puzzle.pieces:
        corner = [min(line) for line in zip(*piece.cells)]
        shape = drawing(dict.fromkeys(piece.cells, "#"), corner)
        lines += ["", f"{piece.name}:{_how_often(piece)}", _layers(shape)]
    return "\n".join(lines) + "\n"


def _layers(picture: str) -> str:
    return picture.replace("\n\n", "\n-\n")


def _how_often(piece: Piece) -> str:
    """Return how often a piece is there, as `TIMES` reads it."""
    least, most = piece.bounds
    if piece.number is None:
        return " any number"
    if least < most:
        return f" {least} to {most} times"
    return f" {most} times" if most > 1 else ""


def _refuse(name: str, puzzle: Packing) -> None:
    """Refuse what pictures cannot say."""
    for what, present in (
        ("hexagons", puzzle.lattice.name == "hexagonal"),
        ("triangles", puzzle.lattice.name == "triangular"),
        ("colors", puzzle.colors),
        ("fixed pieces", puzzle.fixed),
        ("excluded places", puzzle.excluded),
        ("a step", puzzle.step != 1),
        ("how many cells may stay empty", puzzle.holes is not None),
        ("groups", puzzle.groups),
        (
            "moves of single pieces",
            any(p.turn is not None or p.flip is not None for p in puzzle.pieces),
        ),
    ):
        if present:
            raise FormatError(f"{name}: pictures cannot say {what}; write it as toml")
    for piece in puzzle.pieces:
        if _reach(piece.cells) > MOST_CELLS:
            raise FormatError(f"{name}: piece {piece.name} is too wide for a picture")
        kind, found = _line(f"{piece.name}:")
        named = kind == "header" and found[1] == piece.name != "board"
        if not named or not piece.name.isprintable():
            raise FormatError(
                f"{name}: {shown(piece.name)} cannot name a piece of a picture"
            )
