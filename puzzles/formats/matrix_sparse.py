"""Sparse matrices: ``columns [secondary]``, then the columns of each row that have 1.

Columns are counted from 0, and the *first* ones are the secondary ones, as in the
input of the program that comes with the C++ library jlaire/dlx-cpp, with its option
``-s``.  A blank line between rows is a row of zeros.
"""

from __future__ import annotations

from dlx.errors import FormatError, shown

from ..files import PuzzleFile
from .matrix import matrix_file
from .matrix_headed import header_of, numbered, read_header

__all__ = ["ABOUT", "parse", "reads"]

ABOUT = "a sparse matrix: the number of columns, then those of each row that have 1"


def reads(text: str) -> bool:
    """Tell whether the first line is a header, and the others have such columns."""
    lines = (line.replace(",", " ") for line in text.split("\n") if line.strip())
    header = header_of(next(lines, ""))
    if header is None:
        return False
    rows = [line.split() for line in lines]
    return bool(rows) and all(
        len(set(row)) == len(row)
        and all(_is_column(word, header.columns) for word in row)
        for row in rows
    )


def _is_column(word: str, columns: int) -> bool:
    """Tell whether a word is the number of a column, without zeros in front."""
    plain = word.isascii() and word.isdecimal() and len(word) < 10
    return plain and word == str(int(word)) and int(word) < columns


def parse(text: str, source: str, edges: str = "") -> list[PuzzleFile]:
    """Read a sparse matrix.

    Raises
    ------
    FormatError
        If it is not one; the message names the line.

    Examples
    --------
    >>> file = parse("4\\n0 3\\n1 2\\n", "abc.txt")[0]
    >>> dict(file.puzzle.problem.options["0"])
    {'0': None, '3': None}
    """
    lines = numbered(text.rstrip())
    header = read_header(lines, source, edges)
    rows: list[list[int]] = []
    for number, line in lines:
        where = f"{source}:{number}: row {len(rows)}"
        row: dict[int, None] = {}
        for word in line.replace(",", " ").split():
            if not _is_column(word, header.columns):
                raise FormatError(
                    f"{where} has {shown(word)}; want columns from 0 to "
                    f"{header.columns - 1}"
                )
            if int(word) in row:
                raise FormatError(f"{where} has column {word} twice")
            row[int(word)] = None
        rows.append(list(row))
    return [matrix_file(source, rows, *header)]
