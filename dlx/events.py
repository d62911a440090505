"""Watching the links dance: the search as a list of events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .engines import engine_for
from .engines.links import BACK, CHOOSE, FOUND, STUCK, Links
from .engines.multilinks import NO_MORE
from .errors import shown
from .problem import Item, Name, Problem, Stated, as_problem

__all__ = ["Event", "trace"]


class Event(NamedTuple):
    """One thing that happens in a search; as a string, one line to read.

    Attributes
    ----------
    kind : {"choose", "try", "found", "stuck", "undo"}
    level : int
        How many options are chosen already (for ``try`` and ``undo``: before this one).
    item : object
        The item that the level branches on; the item without live options for
        ``stuck``; None for ``found``.
    options : tuple of option names
        ``choose``: the live options of the item; ``try`` and ``undo``: the one option,
        or none if no more of the item is taken; ``found``: the cover; ``stuck``: none.
    place : int
        ``try`` and ``undo``: which of the item's live options it is, from 0; else 0.

    Examples
    --------
    >>> print(Event("stuck", 1, "a", ()))
      stuck item 'a' has no option left
    """

    kind: str
    level: int
    item: Item
    options: tuple[Name, ...]
    place: int = 0

    def __str__(self) -> str:
        return "  " * self.level + f"{self.kind} {self._told()}"

    def _told(self) -> str:
        if self.kind == "choose":
            number = len(self.options)
            return (f"item {shown(self.item)}: {number} "
                    f"{'option' if number == 1 else 'options'}")
        if self.kind == "stuck":
            return f"item {shown(self.item)} has no option left"
        if self.kind == "found":
            return "cover " + (", ".join(map(shown, self.options)) or "of no options")
        if not self.options:
            return f"no more of item {shown(self.item)}"
        return f"option {shown(self.options[0])}"


def trace(problem: Stated) -> Iterator[Event]:
    """Yield what happens while the `links` engine searches, event by event.

    Parameters
    ----------
    problem : Problem, or the options of one

    Yields
    ------
    Event

    Examples
    --------
    >>> for event in trace({1: ["a", "b"], 2: ["b"], 3: ["a"]}):
    ...     print(event)
    choose item 'a': 2 options
    try option 1
      found cover 1
    undo option 1
    try option 3
      choose item 'b': 1 option
      try option 2
        found cover 3, 2
      undo option 2
    undo option 3
    """
    stated = as_problem(problem)
    links = links_of(stated)
    for kind in links.dance():
        if kind != BACK:
            yield event_of(kind, links, stated)


def links_of(problem: Problem) -> Links:
    """Return the links of a problem, ready to dance."""
    links = engine_for(problem, "links")
    assert isinstance(links, Links)
    return links


def event_of(kind: str, links: Links, problem: Problem) -> Event:
    """Return what has just happened in the dance, in names."""
    items, names = problem.primary, problem.names
    level = len(links.path)
    if kind == FOUND:
        return Event(kind, level, None, tuple(names[n] for n in links.cover_found()))
    if kind == STUCK:
        return Event(kind, level, items[links.stuck - 1], ())
    if kind == CHOOSE:
        item = links.path[-1]
        live = tuple(names[n] for n in links.live(item))
        return Event(kind, level - 1, items[item - 1], live)
    node = links.path[-1]
    item = NO_MORE - node if node < 0 else links.top[node]
    options = () if node < 0 else (names[links.number[node]],)
    return Event(kind, level - 1, items[item - 1], options, links.tried[-1] - 1)
