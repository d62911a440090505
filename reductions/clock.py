"""A limit of time that several searches share, and one way to stop them all."""

from __future__ import annotations

import time
from typing import Protocol

from dlx import Stopped

__all__ = ["Clock"]


class Stoppable(Protocol):
    """What can be told to stop: a search, or the layouts of a puzzle."""

    def stop(self, reason: str) -> None: ...


class Clock:
    """Tell how much time is left.

    Parameters
    ----------
    timeout : float, optional
        How many seconds there are; by default, there is no end.
    """

    def __init__(self, timeout: float | None = None) -> None:
        self._end = None if timeout is None else time.monotonic() + timeout
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
        if self._end is None:
            return None
        seconds = self._end - time.monotonic()
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
