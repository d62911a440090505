"""The dance as lines of text, an event each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..events import Event, trace
from ..problem import Problem
from ..terminal import plain

__all__ = ["Tally", "steps"]


class Tally:
    """How often each thing happened.

    Attributes
    ----------
    tried, found, stuck : int
    complete : bool
        Whether the search was seen to its end.
    """

    def __init__(self) -> None:
        self.tried = self.found = self.stuck = 0
        self.complete = False

    def add(self, event: Event) -> None:
        """Count an event."""
        self.tried += event.kind == "try"
        self.found += event.kind == "found"
        self.stuck += event.kind == "stuck"

    def __str__(self) -> str:
        state = "complete" if self.complete else "not complete: there is more"
        return (f"covers: {self.found} ({state}); options tried: {self.tried}, "
                f"dead ends: {self.stuck}")


def steps(problem: Problem, tally: Tally, most: int | None = None) -> Iterator[str]:
    """Yield a line for each event, indented by its level.

    Parameters
    ----------
    problem : Problem
    tally : Tally
        Counts what was yielded.
    most : int, optional
        After how many events to end.

    Examples
    --------
    >>> tally = Tally()
    >>> for line in steps(Problem([["a", "b"], ["a"]]), tally):
    ...     print(line)
    choose item 'b': 1 option
    try option 0
      found cover 0
    undo option 0
    >>> print(tally)
    covers: 1 (complete); options tried: 1, dead ends: 0
    """
    events = trace(problem)
    for event in islice(events, most):
        tally.add(event)
        yield plain(str(event))
    tally.complete = next(events, None) is None
