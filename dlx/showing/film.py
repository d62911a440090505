"""A search stage by stage: what happens, and what it changes in the links.

Between two stages some entries of the matrix leave the lists of their items or come
back, and some items leave the ring or come back.  Each change is its own inverse, so
that a film can be shown backwards, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..engines.links import BACK, CHOOSE, FOUND, STUCK, UNDO, Links
from ..engines.multilinks import MultiLinks
from ..events import Event, event_of, links_of
from ..problem import Problem

__all__ = ["Film", "Frame", "MOST_CHANGES", "MOST_EVENTS", "film"]

#: A film ends after so many events, if nothing else is said, and in any case when so
#: many changes are in it: about as many bytes as 6 MB of text.
MOST_EVENTS, MOST_CHANGES = 10_000, 1_000_000


class Frame(NamedTuple):
    """One stage.

    Attributes
    ----------
    event : Event or None
        What has just happened; nothing yet at the first stage, and no more at the last
        one of a whole search.  At ``undo``, the option has been put back.
    entries : tuple of int
        The entries that have left their lists, or come back, since the stage before;
        numbered from 0 through all options in order.
    items : tuple of int
        The same of the primary items and the ring.
    ways : int
        Of ``choose``: how many choices there are.
    """

    event: Event | None
    entries: tuple[int, ...] = ()
    items: tuple[int, ...] = ()
    ways: int = 0


class Film(NamedTuple):
    """A search.

    Attributes
    ----------
    problem : Problem
    frames : list of Frame
    complete : bool
        Whether it ends with the search.
    """

    problem: Problem
    frames: list[Frame]
    complete: bool


def film(problem: Problem, events: int | None = None) -> Film:
    """Return the film of a search, or of its first events.

    Examples
    --------
    >>> for frame in film(Problem([["a", "b"], ["a"], ["b"]])).frames[:4]:
    ...     print(str(frame.event).strip(), frame.entries, frame.items)
    None () ()
    choose item 'a': 2 options (1,) (0,)
    try option 0 () (1,)
    found cover 0 () ()
    """
    links = links_of(problem)
    most = MOST_EVENTS if events is None else events
    stage = _Stage(links, problem)
    frames = [Frame(None)]
    changes = 0
    complete = True
    for kind in links.dance():
        if kind == UNDO:
            continue  # nothing has changed yet
        if len(frames) > most or changes > MOST_CHANGES:
            complete = False
            break
        event = event_of(UNDO if kind == BACK else kind, links, problem)
        if kind in (FOUND, STUCK):
            frames.append(Frame(event))
            continue
        entries, items = stage.changed()
        changes += len(entries) + len(items)
        frames.append(Frame(event, entries, items,
                            _ways(links, event) if kind == CHOOSE else 0))
    if complete:
        frames.append(Frame(None, *stage.changed()))
    return Film(problem, frames, complete)


class _Stage:
    """Which entries are in their lists, and which items in the ring."""

    def __init__(self, links: Links, problem: Problem) -> None:
        self.links = links
        idle = set(problem.idle)
        number = 0
        self.numbers: list[int] = []  # of the entry that each node is
        for name, pairs in zip(problem.names, problem.entries):
            if name not in idle:
                self.numbers += range(number, number + len(pairs))
            number += len(pairs)
        self.entries, self.items = self.now()

    def now(self) -> tuple[list[bool], list[bool]]:
        """Tell what is linked.  What is hidden knows its neighbors; they forgot it."""
        links = self.links
        up, down, left, right = links.up, links.down, links.left, links.right
        return ([down[up[node]] == node for node in range(links.items + 1, len(up))],
                [right[left[item]] == item for item in range(1, links.primary + 1)])

    def changed(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return what has changed since this was asked before."""
        entries, items = self.now()
        found = (tuple(self.numbers[k] for k in _differing(entries, self.entries)),
                 tuple(_differing(items, self.items)))
        self.entries, self.items = entries, items
        return found


def _differing(one: Iterable[bool], other: Iterable[bool]) -> Iterator[int]:
    return (k for k, (a, b) in enumerate(zip(one, other)) if a != b)


def _ways(links: Links, event: Event) -> int:
    """Return how many choices the level that has just been opened has."""
    return links.limit[-1] if isinstance(links, MultiLinks) else len(event.options)
