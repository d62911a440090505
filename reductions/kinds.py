"""The kinds of puzzle, and what a module of a kind provides.

A new kind is one module in this package and one line in `KINDS`; the command line, the
listing, the counting and the pictures follow from what the module provides (`Kind`).
A module outside of this package is a kind, too: that of the puzzles whose class is
defined in it (at the command line, ``puzzles solve mine.toml --kind stars.py``).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple, Protocol, cast

from dlx import Problem
from dlx.errors import shown

from .lattice import Cell, Lattice, Motion
from .layout import Layout, Placement

__all__ = [
    "KINDS",
    "Kind",
    "Look",
    "Puzzle",
    "Symmetries",
    "kind_named",
    "kind_of",
    "missing",
]

#: The name of each kind in files, and its module.
KINDS = (
    ("edge-matching", "edge_matching"),
    ("packing", "packing"),
    ("sudoku", "sudoku"),
    ("queens", "queens"),
    ("exact-cover", "exact_cover"),
)

Look = Any


class Puzzle(Protocol):
    """A puzzle of any kind; frozen."""

    @property
    def kind(self) -> str:
        """The name of its kind, as in `KINDS`."""

    @property
    def lattice(self) -> Lattice:
        """The lattice of its board."""

    @property
    def board(self) -> tuple[Cell, ...]:
        """All its cells."""


class Symmetries(NamedTuple):
    """The moves of the whole board that carry a puzzle to itself.

    Attributes
    ----------
    turns : tuple of Motion
        The identity first.
    flips : tuple of Motion
        Empty where pieces cannot be flipped.
    look : function Placement -> look
        How a placement looks when equal pieces are not told apart: a value that can be
        compared and hashed.
    move : function (Motion, look) -> look
        How it looks after a move of the whole board.
    why_no_turns, why_no_flips : str
        Why there are none beside the identity, where there are none.
    why_no_copies : str
        Why no two pieces are equal, where none are.

    Examples
    --------
    >>> from reductions.queens import Queens, symmetries
    >>> found = symmetries(Queens(3))
    >>> found.move(found.turns[1], (0, 0))
    (0, 2)
    """

    turns: tuple[Motion, ...]
    flips: tuple[Motion, ...]
    look: Callable[[Placement], Look]
    move: Callable[[Motion, Look], Look]
    why_no_turns: str = ""
    why_no_flips: str = ""
    why_no_copies: str = "no two pieces are equal"


class Kind(Protocol):
    """What each module of a kind provides; the functions never change a puzzle."""

    #: The keys of a file of this kind, each with a line that says what it holds.
    KEYS: tuple[tuple[str, str], ...]

    def parse(self, data: Mapping[str, Any]) -> Any:
        """Return the puzzle that the data state, or raise `PuzzleError`."""

    def state(self, puzzle: Any) -> dict[str, Any]:
        """Return data that `parse` makes the puzzle of."""

    def placements(self, puzzle: Any) -> list[Placement]:
        """Return every way to place every piece, in option order."""

    def encode(
        self,
        puzzle: Any,
        options: Sequence[Placement] | None = None,
        *,
        ordered: bool = False,
    ) -> Problem:
        """Return the exact-cover problem with those placements as options, or with all.

        With `ordered`, equal pieces lie in one order only, so that each layout comes
        with one labelling.
        """

    def decode(self, puzzle: Any, cover: Sequence[Placement]) -> Layout:
        """Return the layout that a cover stands for."""

    def check(self, puzzle: Any, layout: Sequence[Placement]) -> list[str]:
        """List what is wrong with a layout, from the rules of the puzzle alone."""

    def symmetries(self, puzzle: Any) -> Symmetries:
        """Return the moves of the whole board that carry the puzzle to itself."""

    def copies(self, puzzle: Any) -> list[tuple[str, ...]]:
        """Return the groups of pieces that are equal, each of two or more names."""

    def required(self, puzzle: Any) -> list[str]:
        """Return the pieces with a label that every layout has exactly once."""

    def misfit(self, puzzle: Any) -> str:
        """Say what makes a layout impossible at a glance, such as areas; or nothing."""

    def moves(self, puzzle: Any) -> str:
        """Say which moves of a piece are allowed."""


def kind_named(name: str) -> Kind | None:
    """Return the module of a kind, None if there is none of that name.

    Parameters
    ----------
    name : str
        As in `KINDS`.

    Examples
    --------
    >>> kind_named("queens").__name__, kind_named("chess")
    ('reductions.queens', None)
    """
    module = dict(KINDS).get(name)
    return None if module is None else cast(Kind, import_module(f"reductions.{module}"))


def missing(module: ModuleType) -> list[str]:
    """List what a module lacks to be a kind.

    Parameters
    ----------
    module : module

    Returns
    -------
    list of str
        Names of what `Kind` lists.

    Examples
    --------
    >>> from reductions import queens, simple
    >>> missing(queens), missing(simple)
    ([], ['KEYS', 'parse', 'placements', 'encode', 'check'])
    """
    wanted = (*Kind.__annotations__, *vars(Kind))
    return [
        name
        for name in wanted
        if not name.startswith("_") and not hasattr(module, name)
    ]


def kind_of(puzzle: Puzzle) -> Kind:
    """Return the module of the kind of a puzzle.

    That is the module of the kind that it names; or, where that is none of ours, the
    module that defines its class.

    Parameters
    ----------
    puzzle : Puzzle

    Raises
    ------
    TypeError
        If it is no puzzle.

    Examples
    --------
    >>> from reductions import Queens
    >>> kind_of(Queens(8)).moves(Queens(8))
    'queens look the same from all sides'
    """
    kind = kind_named(getattr(puzzle, "kind", ""))
    home = sys.modules.get(type(puzzle).__module__)
    if kind is None and home is not None and not missing(home):
        kind = cast(Kind, home)
    if kind is None:
        raise TypeError(
            f"{shown(puzzle)} is no puzzle; want one such as Queens(8), or "
            "load('soma').puzzle"
        )
    return kind
