"""A layout at random.

Where the diagram of all covers fits into memory, a way through it is chosen so that
every layout that looks different is as likely as any other.  Where it does not, a
search in random order takes the first layout that it meets: any may come, yet not all
are equally likely.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import dlx

from .clock import Clock
from .kinds import Kind, Puzzle, kind_of
from .layout import Layout
from .order import Labelings

__all__ = ["Drawn", "random_layout"]

#: How many bytes the diagram may use, about.  It is no question of time: the same seed
#: is to give the same layout on every machine.
MEMORY = 2**28


class Drawn(NamedTuple):
    """A layout that was drawn at random.

    Attributes
    ----------
    layout : Layout
    uniform : bool
        Whether each that looks different was as likely as any other.
    """

    layout: Layout
    uniform: bool


def random_layout(
    puzzle: Puzzle,
    seed: int,
    *,
    engine: str = "auto",
    timeout: float | None = None,
    memory: int = MEMORY,
) -> Drawn:
    """Draw a layout of a puzzle at random.

    Parameters
    ----------
    puzzle : Puzzle
    seed : int
        The same seed gives the same layout.
    engine, timeout
        As for `dlx.Search`.
    memory : int
        How many bytes the diagram of all layouts may use, about.

    Raises
    ------
    dlx.NoCover
        If there is no layout.
    dlx.Stopped
        If the timeout came first.

    Examples
    --------
    >>> from reductions import Queens
    >>> random_layout(Queens(4), seed=1).uniform
    True
    """
    kind = kind_of(puzzle)
    if misfit := kind.misfit(puzzle):
        raise dlx.NoCover(misfit)
    clock = Clock(timeout)
    options = clock.watched(kind.placements(puzzle))
    problem = kind.encode(puzzle, options, ordered=True)
    chance = random.Random(seed)
    try:
        diagram = dlx.diagram(problem, memory=memory, timeout=clock.left())
    except (dlx.Stopped, dlx.ProblemError) as error:
        # Too little memory; or pieces that are counted, of which diagrams know nothing.
        if getattr(error, "reason", "memory") != "memory":
            raise
    else:
        return Drawn(_sampled(kind, puzzle, diagram, chance), True)
    shuffled = _shuffled(problem, chance)
    cover = dlx.first(shuffled, engine=engine, timeout=clock.left())
    return Drawn(kind.decode(puzzle, cover), False)  # type: ignore[arg-type]


def _sampled(
    kind: Kind, puzzle: Puzzle, diagram: dlx.Diagram, chance: random.Random
) -> Layout:
    """Draw covers until one is the one to keep of those that look the same."""
    if not diagram.count():
        raise dlx.NoCover("the puzzle has no layout")
    labelings = Labelings(
        kind.copies(puzzle), kind.placements(puzzle), kind.symmetries(puzzle).look
    )
    while True:
        (cover,) = diagram.sample(1, seed=chance.getrandbits(64))
        layout = kind.decode(puzzle, cover)  # type: ignore[arg-type]
        if labelings.count(layout):
            return layout


def _shuffled(problem: dlx.Problem, chance: random.Random) -> dlx.Problem:
    """Return the same problem with its options and its items in another order."""
    options, items = list(problem.options.items()), list(problem.primary)
    chance.shuffle(options)
    chance.shuffle(items)
    return dlx.Problem(
        dict(options), items, problem.secondary, multiplicities=dict(problem.bounds)
    )
