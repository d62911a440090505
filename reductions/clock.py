"""A limit of time that several searches share, and one way to stop them all."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Protocol, SupportsIndex, TypeVar, overload

from dlx import Stopped

__all__ = ["Clock"]


T = TypeVar("T")

#: After so many values of a list that is watched, we look at the clock.
PACE = 256


class Stoppable(Protocol):
    """What can be told to stop: a search, or the layouts of a puzzle."""

    def stop(self, reason: str) -> None: ...


class Clock:
    """Tell how much time is left.

    Parameters
    ----------
    timeout : float, optional
        How many seconds there are; by default, there is no end.

    Attributes
    ----------
    end : float or None
        When they are over, by `time.monotonic`.
    """

    def __init__(self, timeout: float | None = None) -> None:
        self.end = None if timeout is None else time.monotonic() + timeout
        self._reason = ""
        self._running: Stoppable | None = None

    def stop(self, reason: str) -> None:
        """Stop what is running and all that would follow."""
        self._reason = self._reason or reason
        if self._running is not None:
            self._running.stop(reason)

    def left(self) -> float | None:
        """Return how many seconds are left, None if there is no end.

        Raises
        ------
        dlx.Stopped
            If there are none.
        """
        if self._reason:
            raise Stopped(self._reason, 0, None)
        if self.end is None:
            return None
        seconds = self.end - time.monotonic()
        if seconds <= 0:
            raise Stopped("timeout", 0, None)
        return seconds

    def share(self, seconds: float) -> float:
        """Return how long something may take that is to take so long at most."""
        left = self.left()
        return seconds if left is None else min(seconds, left)

    def running(self, search: Stoppable) -> None:
        """Take note of what `stop` has to stop."""
        self._running = search

    def watched(self, values: Sequence[T]) -> Sequence[T]:
        """Return the values in a list that can be gone through while there is time."""
        return _Watched(values, self)


class _Watched(Sequence[T]):
    """A sequence; to go through it raises `dlx.Stopped` when a clock has run out."""

    def __init__(self, values: Sequence[T], clock: Clock) -> None:
        self._values = values
        self._clock = clock

    def __iter__(self) -> Iterator[T]:
        for number, value in enumerate(self._values):
            if number % PACE == 0:
                self._clock.left()
            yield value

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, place: SupportsIndex) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[T]: ...

    def __getitem__(self, place: SupportsIndex | slice) -> T | Sequence[T]:
        return self._values[place]  # type: ignore[index]
