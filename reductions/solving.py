"""From a puzzle to its layouts, and how many there are under each convention."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import dlx
from dlx.errors import suggestion

from .clock import Clock
from .kinds import Puzzle, kind_of
from .layout import Layout
from .order import Labelings
from .symmetry import Orbit, Representatives

if TYPE_CHECKING:
    from dlx.parallel import ParallelSearch
    from dlx.progress import Watcher

__all__ = ["SYMMETRIES", "Counts", "Layouts", "count", "solve"]

#: The ways to count layouts, each merging what the one before it merges, and more.
SYMMETRIES = ("raw", "merged", "rotations", "all")


class Layouts:
    """Find the layouts of a puzzle: the detailed form of `solve`.

    Parameters
    ----------
    puzzle : Puzzle
    symmetry : {"rotations", "raw", "merged", "all"}
        Which layouts count as one: none; those that differ in equal pieces only; also
        those that a turn of the whole board carries into each other; also those that a
        reflection does.
    engine, timeout, max_nodes, max_memory, progress
        As for `dlx.Search`; the timeout is that of stating the problem, too.
    limit : int, optional
        End in the ordinary way after so many layouts.
    counted : bool
        Whether no more than `tally` will be asked; so a checkpoint needs no covers.
    sharing
        Where there is any of them: ``jobs``, ``executor``, ``ordered``, ``checkpoint``
        and ``title``, as for `dlx.parallel.ParallelSearch`, which then does the search.

    Attributes
    ----------
    count : int
        How many layouts were found so far.
    raw : int
        How many there are of them when all are told apart.
    complete : bool
        Whether there are no others.
    problem : dlx.Problem
        The exact-cover problem that is searched.
    pinned : str
        The piece that was kept from turning with the board; nothing, if none was.
    symmetries : Symmetries
        Of the puzzle.
    misfit : str
        What makes a layout impossible at a glance, so that nothing is searched.
    engine, nodes, seconds
        As in `dlx.Search`.

    Examples
    --------
    >>> from reductions import Queens
    >>> layouts = Layouts(Queens(8), symmetry="all")
    >>> len(list(layouts)), layouts.raw, layouts.complete
    (12, 92, True)
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        symmetry: str = "rotations",
        engine: str = "auto",
        limit: int | None = None,
        timeout: float | None = None,
        max_nodes: int | None = None,
        max_memory: int | None = None,
        progress: Watcher | None = None,
        counted: bool = False,
        **sharing: Any,
    ) -> None:
        if symmetry not in SYMMETRIES:
            raise ValueError(
                f"symmetry is {symmetry!r}; want one of "
                + ", ".join(SYMMETRIES)
                + suggestion(symmetry, SYMMETRIES)
            )
        if limit is not None and limit < 0:
            raise ValueError(f"limit is {limit}; want at least 0")
        clock = Clock(timeout)
        self.puzzle = puzzle
        self.symmetry = symmetry
        self.limit = limit
        self.count = 0
        self.raw = 0
        self.complete = False
        # encode: the placements to choose from become a problem
        self.kind = kind = kind_of(puzzle)
        self.misfit = kind.misfit(puzzle)
        self.symmetries = kind.symmetries(puzzle)
        group = self.symmetries.turns[:1]
        if symmetry in ("rotations", "all"):
            group = self.symmetries.turns
        if symmetry == "all":
            group += self.symmetries.flips
        self.representatives = Representatives(kind, puzzle, self.symmetries, group)
        self.pinned = self.representatives.pinned
        options = self.representatives.options
        self.labelings = Labelings(kind.copies(puzzle), options, self.symmetries.look)
        self._late = ""  # what stopped us before there was anything to search
        try:
            self.problem = self._stated(clock)
        except dlx.Stopped as stopped:
            self._late = stopped.reason
            self.problem = dlx.Problem([])
        if self._late or self.misfit:
            sharing = {}  # nothing is searched, and nothing to be written down
        self._counted = counted
        self._search = self._searching(
            sharing,
            engine=engine,
            timeout=timeout,
            max_nodes=max_nodes,
            max_memory=max_memory,
            progress=progress,
        )
        if clock.end is not None:
            left = max(0.0, clock.end - time.monotonic())
            self._search.limits.timeout = left
        self._layouts = self._run()

    def _stated(self, clock: Clock) -> dlx.Problem:
        """Return the problem to search; an empty one, if nothing is to be searched."""
        if self.misfit:
            return dlx.Problem([])
        options = clock.watched(self.representatives.options)
        problem = self.kind.encode(self.puzzle, options, ordered=True)
        clock.left()
        return problem

    def _searching(
        self, sharing: dict[str, Any], **settings: Any
    ) -> dlx.Search | ParallelSearch:
        """Return the search, shared out if that was asked for."""
        if not sharing:
            return dlx.Search(self.problem, **settings)
        from dlx.parallel import ParallelSearch

        tallies = self if self._counted else None
        return ParallelSearch(self.problem, tallies=tallies, **sharing, **settings)

    def tallies(self) -> dict[str, int]:
        """Return what was counted, to be kept in a checkpoint."""
        return {"layouts": self.count, "raw": self.raw}

    def restore(self, tallies: dict[str, int]) -> None:
        """Go on from what `tallies` returned in an earlier run."""
        self.count, self.raw = tallies["layouts"], tallies["raw"]

    def __iter__(self) -> Iterator[Layout]:
        """Return the one generator of layouts; asked again, it goes on."""
        return self._layouts

    @property
    def engine(self) -> str:
        return self._search.engine

    @property
    def nodes(self) -> int:
        return self._search.nodes

    @property
    def seconds(self) -> float:
        return self._search.seconds

    @property
    def done(self) -> float:
        """The share of the search that is done, 0 to 1."""
        return self._search.done

    def stop(self, reason: str) -> None:
        """Let the search raise `dlx.Stopped` soon; see `dlx.Search.stop`."""
        self._search.stop(reason)

    def close(self) -> None:
        """Give the search up; a checkpoint is written once more."""
        self._search.close()

    def orbits(self) -> Iterator[tuple[Layout, Orbit, int]]:
        """Search, decode, and keep one layout of each orbit.

        Yields
        ------
        layout : Layout
        orbit : Orbit
            Under the group that belongs to `symmetry`.
        labelings : int
            In how many ways equal pieces can be told apart.
        """
        if self._late:
            raise dlx.Stopped(self._late, 0, None)
        if self.misfit:
            self.complete = True
            return
        try:
            for cover in self._search:
                layout = self.kind.decode(self.puzzle, cover)  # type: ignore[arg-type]
                orbit = self.representatives.orbit(layout)
                labelings = self.labelings.count(layout)
                if orbit is not None and labelings:
                    yield layout, orbit, labelings
        except dlx.Stopped as stopped:
            raise dlx.Stopped(stopped.reason, self.count, stopped.position) from None
        self.complete = True

    def _run(self) -> Iterator[Layout]:
        if self.limit == 0:
            return
        for layout, orbit, labelings in self.orbits():
            same: Iterable[Layout] = (layout,)
            raw = orbit.size * labelings
            if self.symmetry == "raw":
                same, raw = self._labeled(layout), 1
            for labeled in same:
                self.count += 1
                self.raw += raw
                yield labeled
                if self.count == self.limit:
                    return
                if reason := self._search.due():
                    raise dlx.Stopped(reason, self.count, self._search.position)

    def _labeled(self, layout: Layout) -> Iterator[Layout]:
        for labeled in self.labelings.each(layout):
            yield self.kind.decode(self.puzzle, labeled)

    def tally(self) -> int:
        """Find all layouts without listing them, and return how many there are.

        Of layouts that differ in equal pieces only, one is looked at.
        """
        for _, orbit, labelings in self.orbits():
            self.count += labelings if self.symmetry == "raw" else 1
            self.raw += orbit.size * labelings
        return self.count

    def notes(self) -> dict[str, str]:
        """Say why a way to count adds nothing to the one before it, if so."""
        found = {}
        if not self.labelings.groups:
            found["merged"] = "merged = raw: " + self.symmetries.why_no_copies
        if self.symmetries.why_no_turns:
            found["rotations"] = "rotations = merged: " + self.symmetries.why_no_turns
        if self.symmetries.why_no_flips:
            found["all"] = "all = rotations: " + self.symmetries.why_no_flips
        return found


def solve(
    puzzle: Puzzle,
    *,
    symmetry: str = "rotations",
    engine: str = "auto",
    limit: int | None = None,
    timeout: float | None = None,
) -> Iterator[Layout]:
    """Yield the layouts of a puzzle, by default one of those that turns carry together.

    Parameters
    ----------
    puzzle : Puzzle
    symmetry, engine, limit, timeout
        As for `Layouts`.

    Yields
    ------
    Layout

    Raises
    ------
    dlx.Stopped
        If the timeout came before the end; what was found has been yielded.

    Examples
    --------
    >>> from reductions import Queens
    >>> [len(list(solve(Queens(6), symmetry=name))) for name in SYMMETRIES]
    [4, 4, 2, 1]
    """
    return iter(
        Layouts(puzzle, symmetry=symmetry, engine=engine, limit=limit, timeout=timeout)
    )


class Counts(NamedTuple):
    """How many layouts a puzzle has, in the four ways to count.

    Attributes
    ----------
    raw, merged, rotations, all : int
    notes : dict
        Way to count -> why it equals the one before it, where the puzzle says so.

    Examples
    --------
    >>> from reductions import Queens
    >>> count(Queens(6)).notes["merged"]
    'merged = raw: queens carry no label'
    """

    raw: int
    merged: int
    rotations: int
    all: int
    notes: dict[str, str]


def count(
    puzzle: Puzzle,
    *,
    engine: str = "auto",
    timeout: float | None = None,
    clock: Clock | None = None,
) -> Counts:
    """Count the layouts in all four ways, with one search.

    The search finds one layout of each orbit under all motions; the motions that keep
    it tell how large its orbit is, and into how many orbits under turns it falls.

    Parameters
    ----------
    puzzle : Puzzle
    engine, timeout
        As for `Layouts`.
    clock : Clock, optional
        In place of a timeout: one that others share.

    Returns
    -------
    Counts

    Raises
    ------
    dlx.Stopped
        If the timeout came before the end.

    Examples
    --------
    >>> from reductions import Queens
    >>> count(Queens(8))[:4]
    (92, 92, 24, 12)
    """
    clock = clock or Clock(timeout)
    layouts = Layouts(puzzle, symmetry="all", engine=engine, timeout=clock.left())
    clock.running(layouts)
    turns = len(layouts.symmetries.turns)
    raw = merged = rotations = orbits = 0
    for _, orbit, labelings in layouts.orbits():
        layouts.count += 1
        raw += orbit.size * labelings
        keeping = sum(not motion.flipped for motion in orbit.keeping)
        merged += orbit.size
        rotations += orbit.size // (turns // keeping)
        orbits += 1
    return Counts(raw, merged, rotations, orbits, layouts.notes())
