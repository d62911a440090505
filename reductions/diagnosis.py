"""What can be said of a puzzle before any search: the doctor's first look.

A *finding* is either a proof that there is no layout, or a remark that helps to compare
the file with what is on the table.  Each kind of puzzle that has something to say is a
module of its own, with

    tables(puzzle) -> tables to be read beside the puzzle
    findings(puzzle) -> findings, in the words of the puzzle
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from .kinds import Puzzle

__all__ = ["IMPOSSIBLE", "NOTE", "Finding", "Table", "diagnose", "tables"]

IMPOSSIBLE, NOTE = "impossible", "note"

#: The kinds that have a doctor, and its module.
DOCTORS = {
    "edge-matching": "diagnosis_tiles",
    "packing": "diagnosis_pieces",
    "sudoku": "diagnosis_sudoku",
}


class Finding(NamedTuple):
    """What was found.

    Attributes
    ----------
    kind : {"impossible", "note"}
        Whether it proves that there is no layout.
    text : str

    Examples
    --------
    >>> Finding("note", "two tiles are equal").kind
    'note'
    """

    kind: str
    text: str


class Table(NamedTuple):
    """Figures of a puzzle, to be compared with what is on the table."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]


class Doctor(Protocol):
    """What the module of a kind provides."""

    def tables(self, puzzle: Any) -> Iterable[Table]:
        """Yield the figures of a puzzle."""

    def findings(self, puzzle: Any) -> Iterable[Finding]:
        """Yield what makes a layout impossible, and what is worth a remark."""


def diagnose(puzzle: Puzzle) -> list[Finding]:
    """List what can be said of a puzzle without a search, what is impossible first.

    A finding of the kind ``"impossible"`` is proved; none of that kind proves nothing.

    Parameters
    ----------
    puzzle : Puzzle
        Of any kind; of some, nothing can be said.

    Returns
    -------
    list of Finding

    Examples
    --------
    >>> from reductions.packing import parse
    >>> for finding in diagnose(parse({"size": [1, 3], "pieces": {"I": "##"}})):
    ...     print(*finding, sep=": ")
    impossible: the pieces have 2 cells, the board has 3
    """
    doctor = _doctor(puzzle)
    found = list(doctor.findings(puzzle)) if doctor else []
    return sorted(found, key=lambda finding: finding.kind != IMPOSSIBLE)


def tables(puzzle: Puzzle) -> list[Table]:
    """Return the figures of a puzzle, to be compared with what is on the table.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> tables(parse({"tiles": ["a b b a"], "mates": [["a", "b"]]}))[0].rows
    (('a', 2, 'b', 2),)
    """
    doctor = _doctor(puzzle)
    return list(doctor.tables(puzzle)) if doctor else []


def _doctor(puzzle: Puzzle) -> Doctor | None:
    module = DOCTORS.get(puzzle.kind)
    return cast(Doctor, import_module(f"reductions.{module}")) if module else None


def impossible(text: str) -> Finding:
    return Finding(IMPOSSIBLE, text)


def note(text: str) -> Finding:
    return Finding(NOTE, text)


def listing(names: Iterable[object], most: int = 8) -> str:
    """Return names in a row, as in ``1, 2 and 3``, and how many more there are.

    >>> listing("abc"), listing("abcd", 2)
    ('a, b and c', 'a, b and 2 more')
    """
    every = [str(name) for name in names]
    if len(every) > most:
        every[most:] = [f"{len(every) - most} more"]
    return " and ".join(filter(None, [", ".join(every[:-1]), *every[-1:]]))


def few(findings: Iterable[Finding], what: str, most: int = 8) -> Iterator[Finding]:
    """Yield the first findings of their sort, and how many more there are."""
    every = list(findings)
    yield from every[:most]
    more = len(every) - most
    if more > 0:
        yield Finding(every[-1].kind, f"and so it is with {more} more {what}")
