"""How far a search is, how fast it goes, and how long it may still take."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

__all__ = ["Meter", "Progress", "Watched", "Watcher"]

#: The speed that tells the time left is that of about so many seconds, or of a tenth of
#: the whole time where that is longer.
MEMORY = 10.0


class Progress(NamedTuple):
    """How far a search is.

    Attributes
    ----------
    done : float
        The share of the search that is done, 0 to 1, as far as the position tells: at
        each level k of d options are done, and all branches are taken to be alike (the
        estimate that D. E. Knuth's programs print).
    covers : int
        How many covers were found so far.
    nodes : int
        How many options were chosen so far.
    seconds : float
        How long the search has run.
    rate : float
        Nodes per second, of late.
    left : float or None
        How many seconds may be left, at the speed of late; None while nothing tells.

    Examples
    --------
    >>> print(Progress(0.25, 3, 12_000_000, 70.0, 171_000.0, 210.0))
    25.0 %, 0:03:30 left, 3 found, 12.0M nodes, 171.0k/s, 0:01:10 so far
    """

    done: float
    covers: int
    nodes: int
    seconds: float
    rate: float
    left: float | None

    def __str__(self) -> str:
        # What matters most comes first: a narrow terminal cuts the rest off.
        parts = [f"{100 * self.done:.1f} %"]
        if self.left is not None and self.done < 1:
            parts.append(f"{duration(self.left)} left")
        parts += [f"{self.covers} found", f"{short(self.nodes)} nodes",
                  f"{short(self.rate)}/s", f"{duration(self.seconds)} so far"]
        return ", ".join(parts)


class Watched(Protocol):
    """A search, as far as its progress goes."""

    @property
    def count(self) -> int:
        """How many covers were found."""

    @property
    def nodes(self) -> int:
        """How many options were chosen."""

    @property
    def seconds(self) -> float:
        """How long it has run."""

    @property
    def done(self) -> float:
        """The share of it that is done, 0 to 1."""


#: What is told of progress; a true answer stops the search.
Watcher = Callable[[Progress], object]


class Meter:
    """Tell a watcher of the progress of a search, now and then.

    Parameters
    ----------
    watcher : function (Progress) -> object
        Its true answer is the reason to stop.
    """

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self._speed = 0.0  # share per second
        self._first: Progress | None = None
        self._last: Progress | None = None

    def tell(self, search: Watched) -> str:
        """Tell the watcher; return the reason to stop, or nothing."""
        progress = self._progress(search.done, search.count, search.nodes,
                                  search.seconds)
        self._last = progress
        answer = self.watcher(progress)
        return answer if isinstance(answer, str) else "the watcher" if answer else ""

    def _progress(self, done: float, covers: int, nodes: int,
                  seconds: float) -> Progress:
        last = self._last
        if self._first is None or last is None:
            # What was done before this run tells nothing of its speed.
            self._first = Progress(done, covers, nodes, seconds, 0.0, None)
            return self._first
        passed = max(seconds - last.seconds, 1e-9)
        # The weight of what is new: as in the average of all, until MEMORY has passed.
        whole = seconds - self._first.seconds
        weight = passed / max(passed, min(whole, max(MEMORY, whole / 10)))
        rate = last.rate + weight * ((nodes - last.nodes) / passed - last.rate)
        self._speed += weight * (max(0.0, done - last.done) / passed - self._speed)
        left = (1 - done) / self._speed if self._speed > 0 else None
        return Progress(done, covers, nodes, seconds, rate, left)


def short(number: float) -> str:
    """Return a number in at most four characters and a letter.

    >>> [short(number) for number in (7, 1234, 45_678, 1.5e7, 2e13)]
    ['7', '1.2k', '45.7k', '15.0M', '20.0T']
    """
    for letter in ("", "k", "M", "G"):
        if number < 1000:
            return f"{number:.1f}{letter}" if letter else f"{number:.0f}"
        number /= 1000
    return f"{number:.1f}T"


def duration(seconds: float) -> str:
    """Return a time as hours, minutes and seconds, with days or years where it is long.

    >>> [duration(seconds) for seconds in (7.4, 3725, 2e5, 1e9, 1e30)]
    ['0:00:07', '1:02:05', '2.3 days', '31.7 years', 'ages']
    """
    if seconds < 86_400:
        minutes, rest = divmod(int(seconds), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
    days = seconds / 86_400
    if days < 1000:
        return f"{days:.1f} days"
    return f"{days / 365.25:.1f} years" if days < 4e8 else "ages"
