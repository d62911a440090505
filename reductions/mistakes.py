"""The likeliest typing mistakes in a puzzle that should have a layout and has none.

A *suspect* is a single small change that gives the puzzle a layout: an edge of a tile,
a cell of a piece, a given.  Each kind of puzzle that has any is a module of its own,
with

    suspects(puzzle, clock, note) -> None

which calls `note` with each suspect as it is found, again if it becomes better known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from dlx import Stopped

from .clock import Clock
from .kinds import Puzzle
from .solving import Layouts

__all__ = ["ENOUGH", "Change", "Suspect", "Suspects", "suspects", "tried"]

#: The kinds that have suspects, and the module.
SEARCHES = {
    "edge-matching": "suspects_tiles",
    "packing": "suspects_pieces",
    "sudoku": "suspects_sudoku",
}

#: More layouts than this are not counted.
ENOUGH = 100

#: So many seconds a first look at a change may take while others wait.
FIRST_LOOK = 1.0


class Suspect(NamedTuple):
    """A change that gives a puzzle a layout.

    Attributes
    ----------
    change : str
        In the words of the puzzle.
    layouts : int
        How many there are then, turns of the whole board merged.
    more : bool
        Whether there may be more of them, which were not counted.
    balanced : bool
        Whether the puzzle looks right then: each symbol and its mate occur equally
        often, or no two pieces are equal.
    puzzle : Puzzle
        What it is then.
    rank : tuple of int
        How unlikely the mistake is: how many characters of a symbol are wrong, and how
        far from balanced the puzzle is without it.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> (suspect,) = suspects(parse({"size": [1, 1], "pieces": {"I": "##"}}))[:1]
    >>> suspect.change, suspect.layouts
    ('piece I: cell 0,0 is perhaps one too many', 1)
    """

    change: str
    layouts: int
    more: bool
    balanced: bool
    puzzle: Puzzle
    rank: tuple[int, ...] = ()


class Change(NamedTuple):
    """A change that may be tried."""

    text: str
    puzzle: Puzzle
    balanced: bool
    rank: tuple[int, ...] = ()


Note = Callable[[Suspect], None]


class Module(Protocol):
    """What the module of a kind provides."""

    def suspects(self, puzzle: Any, clock: Clock, note: Note) -> None:
        """Call `note` with each suspect."""


class Suspects:
    """Search for typing mistakes: the detailed form of `suspects`.

    Parameters
    ----------
    puzzle : Puzzle
        One that has no layout.
    timeout : float, optional
        Stop after so many seconds.

    Attributes
    ----------
    searched : bool
        Whether puzzles of this kind are searched at all.
    complete : bool
        Whether every change was tried to the end.
    stopped : str
        What stopped the search, or nothing.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> search = Suspects(parse({"size": [1, 3], "pieces": {"I": "##"}}))
    >>> [suspect.layouts for suspect in search.ranked()], search.complete
    ([1], True)
    """

    def __init__(self, puzzle: Puzzle, *, timeout: float | None = None) -> None:
        self.puzzle = puzzle
        self.searched = puzzle.kind in SEARCHES
        self.complete = not self.searched
        self.stopped = ""
        self._clock = Clock(timeout)
        self._found: dict[str, Suspect] = {}

    def stop(self, reason: str) -> None:
        """Let the search end soon, with what it has found."""
        self._clock.stop(reason)

    def ranked(self) -> list[Suspect]:
        """Search, and return what was found, the likeliest first."""
        module = SEARCHES.get(self.puzzle.kind)
        if module:
            search = cast(Module, import_module(f"reductions.{module}"))
            try:
                search.suspects(self.puzzle, self._clock, self._note)
                self.complete = True
            except Stopped as stopped:
                self.stopped = stopped.reason
        return sorted(
            self._found.values(), key=lambda suspect: (suspect.rank, suspect.layouts)
        )

    def _note(self, suspect: Suspect) -> None:
        self._found[suspect.change] = suspect


def suspects(puzzle: Puzzle, *, timeout: float | None = None) -> list[Suspect]:
    """Name the likeliest typing mistakes in a puzzle that has no layout.

    Parameters
    ----------
    puzzle : Puzzle
    timeout : float, optional
        Stop after so many seconds.

    Returns
    -------
    list of Suspect
        Each single change that gives it a layout, the likeliest first: those of few
        characters, those after which the puzzle looks right, those with few layouts.

    Raises
    ------
    dlx.Stopped
        If the timeout came before the end; `Suspects` keeps what was found.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> puzzle = parse({"size": [2, 3], "pieces": {"I": "###", "L": ["##", "##"]}})
    >>> [suspect.change for suspect in suspects(puzzle)]
    ['piece I: cell 0,0 is perhaps one too many']
    """
    search = Suspects(puzzle, timeout=timeout)
    found = search.ranked()
    if not search.complete:
        raise Stopped(search.stopped, len(found), None)
    return found


def tried(changes: Iterable[Change], clock: Clock, note: Note) -> None:
    """Note which changes give layouts: first whether there are any, then how many.

    Raises
    ------
    dlx.Stopped
        If the time was too short.

    Examples
    --------
    >>> from reductions import Queens
    >>> found = []
    >>> tried([Change("four queens", Queens(4), True)], Clock(None), found.append)
    >>> found[-1].layouts
    2
    """
    found: list[Change] = []
    slow: list[Change] = []
    for change in changes:
        try:
            if _count(change, clock, note, 1, clock.share(FIRST_LOOK)):
                found.append(change)
        except Stopped as stopped:
            if stopped.reason != "timeout":
                raise
            slow.append(change)
    for change in found + slow:
        _count(change, clock, note, ENOUGH, clock.left())


def _count(
    change: Change, clock: Clock, note: Note, limit: int, timeout: float | None
) -> int:
    layouts = Layouts(change.puzzle, limit=limit, timeout=timeout)
    clock.running(layouts)
    try:
        for _ in layouts:
            pass
    finally:
        if layouts.count:
            text, puzzle, balanced, rank = change
            more = not layouts.complete
            note(Suspect(text, layouts.count, more, balanced, puzzle, rank))
    return layouts.count
