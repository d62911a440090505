"""Sudokus, one a line or drawn as grids, many in a file.

A line holds all cells, row by row, and after them perhaps a note; their number tells
the size: 16, 81, 256 or 625.  A grid has a line for each row; blanks may stand between
the cells, and bars and dashes between the boxes.  ``.`` or 0 is an empty cell.  Blank
lines separate grids; a line that begins with ``#``, or such as ``Grid 01``, is the
title of the grid below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from dlx.errors import FormatError, shown
from dlx.terminal import plain
from reductions import PuzzleError, Sudoku
from reductions.sudoku import SYMBOLS
from reductions.sudoku import parse as parse_sudoku

from ..files import PuzzleFile
from .bordered import is_framed

__all__ = ["ABOUT", "MANY", "parse", "reads", "write"]

ABOUT = "Sudokus, as lines of 81 cells or as grids"

#: Texts of this format can follow each other in one file.
MANY = True

#: How many cells a line has that holds a whole Sudoku, and the side of its grid.
SIDES = {16: 4, 81: 9, 256: 16, 625: 25}

#: A text with more grids at fault is no file of Sudokus.
MOST_FAULTS = 1000

CELLS = re.compile(r"[.0-9A-Za-z]+")
TITLE = re.compile(r"#(.*)|([A-Za-z]{4,} +#?\d+)")


@dataclass
class _Grid:
    """The rows of a Sudoku as they stand in a file.

    Attributes
    ----------
    line : int
        Where it begins.
    title : str
    rows : list of str
    bars : list of tuple of int
        For each row, how many cells stand before each bar within it.
    breaks : list of int
        How many rows stand before each line of dashes within it.
    """

    line: int
    title: str = ""
    rows: list[str] = field(default_factory=list)
    bars: list[tuple[int, ...]] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)


# ---------------------------------------------------------------------- text -> puzzle


def reads(text: str) -> bool:
    """Tell whether the first thing in a text is a Sudoku with an empty cell.

    It may have clashing givens if it is nothing but digits and dots, and more than a
    small grid or a matrix of 0 and 1.  Numbers with a border around are rather tiles;
    so is what says how edges meet.
    """
    lines = [line.partition("#")[0].split() for line in text.split("\n")]
    if re.search(r"(?m)^#\s*(edges|mates)\s*:", text) or is_framed(
        [line[-4:] for line in lines if line]
    ):
        return False
    first = next(_grids(text, ""), None)
    if not isinstance(first, _Grid):
        return False
    cells = "".join(first.rows)
    if not set(cells) & set(".0"):
        return False
    try:
        _sudoku(first, "")
    except (FormatError, PuzzleError):
        square = len(first.rows) in (1, len(first.rows[0]))
        large = len(cells) > 16 or len(first.rows) == 1
        return (
            square
            and large
            and not cells.strip(".0123456789")
            and cells.strip("01") != ""
        )
    return True


def parse(
    text: str, source: str, edges: str = ""
) -> list[PuzzleFile | FormatError | PuzzleError]:
    """Read Sudokus; of several, one that makes no sense stands as its error.

    Raises
    ------
    FormatError, PuzzleError
        If there is none, or the only one makes no sense; the message names the line.

    Examples
    --------
    >>> files = parse("1..4.3....1....3 easy\\n11..............", "my.txt")
    >>> files[0].title, files[0].puzzle.box
    ('easy', (2, 2))
    >>> print(files[1])
    my.txt:2: 1 stands twice in one row, at row 1, column 1 and row 1, column 2
    """
    if edges:
        raise FormatError(f"{source}: tiles have edges, a Sudoku has none")
    found: list[PuzzleFile | FormatError | PuzzleError] = []
    faults = 0
    for grid in _grids(text, source):
        file = grid if isinstance(grid, FormatError) else _file(grid, source)
        found.append(file)
        faults += not isinstance(file, PuzzleFile)
        if faults > MOST_FAULTS:
            raise FormatError(
                f"{source}: more than {MOST_FAULTS} faults in it; the last is {file}"
            )
    if not found:
        raise FormatError(f"{source}: there is no Sudoku; want lines of 81 cells")
    if len(found) == 1 and not isinstance(found[0], PuzzleFile):
        raise found[0]
    return found


def _file(grid: _Grid, source: str) -> PuzzleFile | FormatError | PuzzleError:
    """Return the puzzle of a grid, or what is wrong with it."""
    try:
        puzzle, notes = _sudoku(grid, source)
    except (FormatError, PuzzleError) as error:
        return error
    return PuzzleFile(source, grid.title or source, "", puzzle, {}, notes)


def _grids(text: str, source: str) -> Iterator[_Grid | FormatError]:
    """Yield the grids of a file, or what is wrong with a paragraph of it."""
    title = ""
    for paragraph in _paragraphs(text):
        grid = _Grid(0)
        # A row of a large grid is as long as a line with a small one.
        large = any(re.match("[.0-4]*[5-9A-Za-z]", line) for _, line in paragraph)
        for number, line in paragraph:
            if not grid.rows:
                grid = _Grid(number, title)
            heading = TITLE.fullmatch(line)
            if heading:
                title = (heading[1] or heading[2] or "").strip()
                continue
            whole = _whole(line, large)
            if whole and not grid.rows:
                cells, note = whole
                yield _Grid(number, note, [cells])
                continue
            try:
                _add(grid, line, f"{source}:{number}")
            except FormatError as error:
                yield error
                grid, title = _Grid(0), ""
                break
            if grid.rows and len(grid.rows) == len(grid.rows[0]):
                yield grid
                grid, title = _Grid(0), ""
        if grid.rows:
            yield FormatError(
                f"{source}:{grid.line}: {len(grid.rows)} rows of {len(grid.rows[0])} "
                "cells; want as many rows as cells in a row"
            )


def _paragraphs(text: str) -> Iterator[list[tuple[int, str]]]:
    """Yield the lines, with their numbers, that stand between blank ones."""
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            lines.append((number, line.strip()))
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines


def _whole(line: str, large: bool) -> tuple[str, str] | None:
    """Return the cells and the note of a line that holds a whole Sudoku."""
    first = CELLS.match(line)
    if first and _fits(first[0], large):
        return first[0], line.removeprefix(first[0]).strip(" \t,;#")
    spaced = "".join(line.split())
    return (spaced, "") if CELLS.fullmatch(spaced) and _fits(spaced, large) else None


def _fits(cells: str, large: bool) -> bool:
    return len(cells) in SIDES and not (large and len(cells) == 16)


def _add(grid: _Grid, line: str, where: str) -> None:
    """Add a line to a grid: a row, or what separates two."""
    row = re.sub(r"[ \t]", "", line)
    if not row.strip("|+-="):
        if grid.rows:
            grid.breaks.append(len(grid.rows))
        return
    parts = row.split("|")
    cells = "".join(parts)
    if not CELLS.fullmatch(cells):
        raise FormatError(
            f"{where}: {shown(line)} is not a row of a Sudoku; want cells such as "
            "53..7...., perhaps with | between them"
        )
    if not 4 <= len(cells) <= len(SYMBOLS):
        raise FormatError(
            f"{where}: a row of {len(cells)} cells; want 4 to {len(SYMBOLS)}, or all "
            "81 in a line"
        )
    want = len(grid.rows[0]) if grid.rows else len(cells)
    if len(cells) != want:
        raise FormatError(f"{where}: a row of {len(cells)} cells, want {want}")
    before = dict.fromkeys(accumulate(map(len, parts)))
    grid.rows.append(cells)
    grid.bars.append(tuple(k for k in before if 0 < k < len(cells)))


def _sudoku(grid: _Grid, source: str) -> tuple[Sudoku, tuple[str, ...]]:
    """Return the puzzle of a grid, and what was taken for granted."""
    cells = "".join(grid.rows)
    side = SIDES.get(len(cells), len(grid.rows))
    where = f"{source}:{grid.line}"
    if side > 9 and set(".0") <= set(cells):
        raise FormatError(
            f"{where}: both . and 0 stand in it; want one of them, for an empty cell"
        )
    box = _box(grid, side, where)
    symbols = SYMBOLS[:side]
    if not set(cells.upper()) - set(symbols) - set(".0") and cells == cells.lower():
        cells = cells.upper()
    used = "".join(sorted(set(cells) - set(".0")))
    notes = []
    if set(used) - set(symbols) and len(used) == side:
        symbols = used
        notes.append(f"the symbols are {used}")
    if box[0] != box[1]:
        notes.append(f"the boxes have {box[0]} rows and {box[1]} columns, as drawn")
    try:
        puzzle = parse_sudoku({"grid": cells, "box": list(box), "symbols": symbols})
    except PuzzleError as error:
        message = str(error).removeprefix("grid: ")
        raise PuzzleError(f"{where}: {message}") from None
    return puzzle, tuple(notes)


def _box(grid: _Grid, side: int, where: str) -> tuple[int, int]:
    """Return the rows and columns of a box, as drawn or else a square."""
    columns = {_step(bars, side) for bars in grid.bars} or {side}
    rows = _step(grid.breaks, side)
    if len(columns) > 1 or not rows or 0 in columns:
        raise FormatError(
            f"{where}: the bars in it are not at equal distances; boxes of other "
            "shapes than rectangles cannot be read"
        )
    (width,) = columns
    if rows == width == side:  # nothing is drawn
        root = next((n for n in range(1, side + 1) if n * n == side), 0)
        if not root:
            raise FormatError(
                f"{where}: a grid of {side} columns has no square boxes; draw its "
                "boxes with | and -"
            )
        return root, root
    if rows == side:
        rows = side // width
    elif width == side:
        width = side // rows
    if rows * width != side:
        raise FormatError(
            f"{where}: the boxes drawn in it have {rows} x {width} cells, want {side}"
        )
    return rows, width


def _step(places: Iterable[int], side: int) -> int:
    """Return at which distance the places stand; 0 if there is no such distance.

    >>> _step([3, 6], 9), _step([], 9), _step([3, 5], 9)
    (3, 9, 0)
    """
    stated = list(places)
    step = stated[0] if stated else side
    return step if stated == list(range(step, side, step)) else 0


# ---------------------------------------------------------------------- puzzle -> text


def write(file: PuzzleFile) -> str:
    """Return a Sudoku as a line, with its title as a note.

    Raises
    ------
    FormatError
        If it is no Sudoku, or one that would be read as another.

    Examples
    --------
    >>> puzzle = Sudoku((2, 2), "1234", "1..4.3....1....3")
    >>> write(PuzzleFile("my.toml", "easy", "", puzzle, {}))
    '1..4.3....1....3 easy\\n'
    """
    puzzle = file.puzzle
    if not isinstance(puzzle, Sudoku):
        raise FormatError(f"{file.name}: this is {puzzle.kind}; want a Sudoku")
    title = "" if file.title == file.name else " ".join(plain(file.title).split())
    line = f"{puzzle.grid} {title}".rstrip()
    try:
        (again,) = parse(line, file.name)
    except (FormatError, PuzzleError):
        again = None
    if not isinstance(again, PuzzleFile) or again.puzzle != puzzle:
        raise FormatError(
            f"{file.name}: a line of cells cannot tell its boxes of {puzzle.box[0]} x "
            f"{puzzle.box[1]} cells, or its symbols {puzzle.symbols}"
        )
    return line + "\n"
