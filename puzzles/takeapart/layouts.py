"""Layouts of a packing in space as assemblies: which of them come apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from reductions import Layout, Packing, Placement
from reductions.clock import Clock

from .geometry import Memory
from .plan import Plan
from .search import MOST_STATES, take_apart

__all__ = ["named", "plan_of", "plans", "together"]


def plan_of(
    puzzle: Packing,
    layout: Layout,
    ratio: int | None = None,
    *,
    most_states: int = MOST_STATES,
    clock: Clock | None = None,
    memory: Memory | None = None,
    progress: Callable[[], object] | None = None,
) -> Plan:
    """Return how a layout comes apart.

    Parameters
    ----------
    puzzle : Packing
        In space.
    layout : Layout
    ratio : int, optional
        How many plates a cube is thick, if not as the puzzle says.
    most_states, clock, memory, progress
        As for `take_apart`.

    Examples
    --------
    >>> from puzzles import load
    >>> from reductions import solve
    >>> puzzle = load("burr-level-5").puzzle
    >>> plan_of(puzzle, next(solve(puzzle))).levels
    (5, 4, 2, 1, 1)
    """
    placements = named(layout)
    return take_apart(
        {name: placement.cells for name, placement in placements.items()},
        puzzle.ratio if ratio is None else ratio,
        together=together(puzzle, placements),
        most_states=most_states,
        clock=clock,
        memory=memory,
        progress=progress,
    )


def plans(
    puzzle: Packing,
    layouts: Iterable[Layout],
    ratio: int | None = None,
    *,
    most_states: int = MOST_STATES,
    clock: Clock | None = None,
) -> Iterator[tuple[Layout, Plan]]:
    """Take one layout after the other apart, and remember for all what is locked.

    Parameters
    ----------
    puzzle : Packing
        In space.
    layouts : iterable of Layout
    ratio, most_states, clock
        As for `plan_of`.

    Yields
    ------
    layout : Layout
    plan : Plan

    Examples
    --------
    >>> from puzzles import load
    >>> from reductions import solve
    >>> puzzle = load("piston-burr").puzzle
    >>> results = [plan.result for _, plan in plans(puzzle, solve(puzzle))]
    >>> len(results), results.count("apart")
    (10, 1)
    """
    memory = Memory()
    for layout in layouts:
        yield layout, plan_of(
            puzzle, layout, ratio, most_states=most_states, clock=clock, memory=memory
        )


def named(layout: Layout) -> dict[str, Placement]:
    """Return the placements of a layout under names of their own.

    Examples
    --------
    >>> list(named((Placement("I", ((0, 0, 0),)), Placement("I", ((0, 0, 1),)))))
    ['I#1', 'I#2']
    """
    names = [placement.piece for placement in layout]
    found = {}
    for place, name in enumerate(names):
        if names.count(name) > 1:
            name = f"{name}#{names[: place + 1].count(name)}"
        found[name] = layout[place]
    return found


def together(
    puzzle: Packing, placements: Mapping[str, Placement]
) -> Callable[[Collection[str]], bool]:
    """Return what tells whether pieces need not be separated from each other.

    A puzzle may have groups: so many of each of some pieces may stay together.
    """
    groups = [dict(group) for group in puzzle.groups]
    kinds = {name: piece.name for piece in puzzle.pieces for name in piece.names}

    def stay(names: Collection[str]) -> bool:
        numbers = Counter(kinds[placements[name].piece] for name in names)
        return len(names) < 2 or any(
            all(number <= group.get(kind, 0) for kind, number in numbers.items())
            for group in groups
        )

    return stay
