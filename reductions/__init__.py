"""Puzzles as exact-cover problems, and covers as layouts.

>>> from reductions import Queens, check, decode, encode, solve
>>> puzzle = Queens(6)
>>> layout = next(solve(puzzle))
>>> [placement.cells[0] for placement in layout]
[(0, 3), (1, 0), (2, 4), (3, 1), (4, 5), (5, 2)]
>>> check(puzzle, layout)
[]

Each kind of puzzle is a module: `edge_matching`, `packing`, `queens`, `sudoku`,
`exact_cover`; `kinds` lists them and says what a module of a kind provides, and
`simple` has what a kind of your own need not write itself.  `lattice` has the
geometry, `symmetry` keeps one layout of each orbit, `solving` puts it together.
`best` finds what comes closest to a layout where there is none.  `diagnosis` says what
is clear before any search, `mistakes` names the likeliest slips in typing.  `hints`
goes on from what lies on the table, `sampling` draws a layout at random, `making`
makes puzzles with one layout.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from dlx import Problem

from .kinds import KINDS, Puzzle, kind_named, kind_of
from .layout import Layout, Placement, PuzzleError
from .solving import SYMMETRIES, Counts, Layouts, count, solve

if TYPE_CHECKING:
    from .diagnosis import Finding, diagnose
    from .edge_matching import EdgeMatching
    from .exact_cover import ExactCover
    from .mistakes import Suspect, Suspects, suspects
    from .packing import Packing
    from .queens import Queens
    from .sudoku import Sudoku

__all__ = [
    "KINDS",
    "SYMMETRIES",
    "Counts",
    "EdgeMatching",
    "ExactCover",
    "Finding",
    "Layout",
    "Layouts",
    "Packing",
    "Placement",
    "Puzzle",
    "PuzzleError",
    "Queens",
    "Sudoku",
    "Suspect",
    "Suspects",
    "check",
    "count",
    "decode",
    "diagnose",
    "encode",
    "kind_named",
    "kind_of",
    "solve",
    "suspects",
]


def encode(puzzle: Puzzle, **how: Any) -> Problem:
    """Return a puzzle as an exact-cover problem; its options are the placements.

    Parameters
    ----------
    puzzle : Puzzle
        Of any kind.
    **how
        What the module of the kind offers, such as ``colors=False`` for edge matching.

    Returns
    -------
    dlx.Problem
        Its covers are the layouts, all told apart (raw).

    Examples
    --------
    >>> from reductions import Queens
    >>> encode(Queens(8))
    <Problem: 16 primary items, 30 secondary items, 64 options, 256 entries>
    """
    return kind_of(puzzle).encode(puzzle, **how)


def decode(puzzle: Puzzle, cover: Sequence[Placement]) -> Layout:
    """Return the layout that a cover stands for, in piece order; inverse of `encode`.

    Parameters
    ----------
    puzzle : Puzzle
    cover : sequence of Placement
        Names of options of ``encode(puzzle)``.

    Returns
    -------
    Layout

    Examples
    --------
    >>> import dlx
    >>> from reductions import Queens
    >>> decode(Queens(1), dlx.first(encode(Queens(1))))
    (<Q at 0,0>,)
    """
    return kind_of(puzzle).decode(puzzle, cover)


def check(puzzle: Puzzle, layout: Sequence[Placement]) -> list[str]:
    """List what is wrong with a layout, from the rules of the puzzle alone.

    Parameters
    ----------
    puzzle : Puzzle
    layout : Layout

    Returns
    -------
    list of str
        Nothing, for a layout that is right.

    Examples
    --------
    >>> from reductions import Queens
    >>> check(Queens(2), ())
    ['there are 0 queens, want 2']
    """
    return kind_of(puzzle).check(puzzle, layout)


def __getattr__(name: str) -> Any:
    """Load what is not needed at every start when it is first asked for."""
    modules: Mapping[str, str] = {
        "EdgeMatching": "edge_matching",
        "ExactCover": "exact_cover",
        "Finding": "diagnosis",
        "Packing": "packing",
        "Queens": "queens",
        "Sudoku": "sudoku",
        "Suspect": "mistakes",
        "Suspects": "mistakes",
        "diagnose": "diagnosis",
        "suspects": "mistakes",
    }
    if name not in modules:
        raise AttributeError(f"module 'reductions' has no attribute {name!r}")
    return getattr(import_module(f".{modules[name]}", "reductions"), name)
