"""Matrices of 0 and 1: a line for each option, a column for each item.

Commas or blanks may stand between the columns, or nothing.  All items are primary, and
they are named after their columns, the options after their rows, both counted from 0; a
row of zeros keeps its number.  Blank lines, and lines that begin with ``#``, count for
nothing.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence

from dlx import Problem
from dlx.errors import FormatError, shown
from reductions.exact_cover import ExactCover

from ..files import PuzzleFile

__all__ = ["ABOUT", "MOST_COLUMNS", "matrix_file", "parse", "reads", "row_of"]

ABOUT = "a 0/1 matrix, an option a row"

#: More columns than this are refused: no search would end.
MOST_COLUMNS = 100_000

#: What separates columns.
_GAPS = str.maketrans("", "", ", \t")


def reads(text: str) -> bool:
    """Tell whether there is nothing but 0, 1, and what may stand between them."""
    lines = re.sub(r"(?m)^[ \t]*#.*$", "", text)
    marks = set(lines)
    return marks <= set("01, \t\n") and not marks.isdisjoint("01")


def parse(text: str, source: str, edges: str = "") -> list[PuzzleFile]:
    """Read a matrix.

    Raises
    ------
    FormatError
        If it is not one; the message names the line.

    Examples
    --------
    >>> file = parse("1,0,1\\n0,1,0\\n0,0,0", "abc.csv")[0]
    >>> file.puzzle.problem
    <Problem: 3 primary items, 0 secondary items, 3 options, 3 entries>
    """
    if edges:
        raise FormatError(f"{source}: tiles have edges, a matrix has none")
    rows: list[list[int]] = []
    width = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"{source}:{number}: row {len(rows)}"
        width = width or len(line.translate(_GAPS))
        rows.append(row_of(line, width, where))
    if not rows:
        raise FormatError(f"{source}: there are no rows; want lines of 0 and 1")
    return [matrix_file(source, rows, width)]


def row_of(line: str, width: int, where: str) -> list[int]:
    """Return the columns in which a row of a given width has 1."""
    bits = line.translate(_GAPS)
    strange = re.search("[^01]", bits)
    if strange:
        word = next(w for w in re.split("[, \t]+", line) if strange[0] in w)
        raise FormatError(f"{where} has {shown(word)}; want 0 or 1")
    if len(bits) != width:
        raise FormatError(f"{where} has {len(bits)} columns, want {width}")
    return [column for column, bit in enumerate(bits) if bit == "1"]


def matrix_file(
    source: str, rows: Sequence[Sequence[int]], width: int, secondary: int = 0
) -> PuzzleFile:
    """Return the puzzle of a matrix, given the columns of each row that have 1.

    Parameters
    ----------
    source : str
    rows : sequence of sequences of columns
    width : int
        The number of columns.
    secondary : int
        How many of them, the first, are secondary.
    """
    if width > MOST_COLUMNS:
        raise FormatError(f"{source}: {width} columns; want at most {MOST_COLUMNS}")
    columns = [str(column) for column in range(width)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the puzzle tells of rows never chosen
        problem = Problem(
            {str(k): [columns[column] for column in row] for k, row in enumerate(rows)},
            columns[secondary:],
            columns[:secondary],
        )
    notes = ["rows and columns are numbered from 0"]
    if secondary:
        notes.append(f"the first columns, {secondary} of {width}, are secondary")
    puzzle = ExactCover(problem)
    return PuzzleFile(source, source, "", puzzle, {}, tuple(notes))
