"""Matrices of 0 and 1 below a line that tells the columns: ``columns [secondary]``.

This is the input of the program that comes with the C++ library jlaire/dlx-cpp; there
the *first* columns are the secondary ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dlx.errors import FormatError, shown

from ..files import PuzzleFile
from .matrix import MOST_COLUMNS, matrix_file, row_of

__all__ = ["ABOUT", "Header", "header_of", "parse", "reads"]

ABOUT = "a 0/1 matrix below its number of columns"


class Header(NamedTuple):
    """The number of columns, and how many of them, the first, are secondary."""

    columns: int
    secondary: int


def reads(text: str) -> bool:
    """Tell whether the first line is a header, and each other as wide as it says."""
    lines = (line.replace(",", " ") for line in text.split("\n") if line.strip())
    header = header_of(next(lines, ""))
    if header is None:
        return False
    rows = ["".join(line.split()) for line in lines]
    return bool(rows) and all(
        len(row) == header.columns and not row.strip("01") for row in rows
    )


def header_of(line: str) -> Header | None:
    """Return what a header says; None if the line is none.

    >>> header_of("7 2"), header_of("2 7"), header_of("0 1 1")
    (Header(columns=7, secondary=2), None, None)
    """
    words = line.split()
    if len(words) not in (1, 2) or not all(
        word.isascii() and word.isdecimal() and len(word) < 10 for word in words
    ):
        return None
    header = Header(int(words[0]), int(words[1]) if len(words) == 2 else 0)
    return header if header.columns and header.secondary <= header.columns else None


def parse(text: str, source: str, edges: str = "") -> list[PuzzleFile]:
    """Read a matrix with a header.

    Raises
    ------
    FormatError
        If it is not one; the message names the line.

    Examples
    --------
    >>> file = parse("3 1\\n0 1 1", "abc.txt")[0]
    >>> file.puzzle.problem.primary, file.puzzle.problem.secondary
    (('1', '2'), ('0',))
    """
    lines = numbered(text)
    header = read_header(lines, source, edges)
    rows: list[list[int]] = []
    for number, line in lines:
        if line.strip():
            where = f"{source}:{number}: row {len(rows)}"
            rows.append(row_of(line, header.columns, where))
    return [matrix_file(source, rows, *header)]


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text with their numbers."""
    return enumerate(text.split("\n"), 1)


def read_header(lines: Iterator[tuple[int, str]], source: str, edges: str) -> Header:
    """Take the header from the lines, or raise `FormatError`."""
    if edges:
        raise FormatError(f"{source}: tiles have edges, a matrix has none")
    for number, line in lines:
        if not line.strip():
            continue
        header = header_of(line)
        if header is None or header.columns > MOST_COLUMNS:
            raise FormatError(
                f"{source}:{number}: {shown(line.strip())}; want the number of "
                f"columns, at most {MOST_COLUMNS}, and perhaps how many of them, the "
                "first, are secondary"
            )
        return header
    raise FormatError(f"{source}: there are no rows; want the number of columns first")
