"""What may stop a search before its end: time, nodes, memory, a watcher, a request."""

from __future__ import annotations

import sys
import time
from _thread import get_ident  # of threading, which takes a while to load
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .errors import shown

if TYPE_CHECKING:
    from .progress import Meter, Watched, Watcher

__all__ = ["Limits", "memory_used"]

#: Memory and progress are looked at so many seconds apart.
APART = 0.1


class _Abandoned(BaseException):
    """What was waited for is not wanted any more."""


class Limits:
    """What may stop one search.

    Parameters
    ----------
    timeout : float, optional
        Seconds, from `begin` on.
    max_nodes : int, optional
        How many options may be chosen.
    max_memory : int, optional
        How many bytes this process may take.
    progress : function (Progress) -> object, optional
        Told ten times a second how far the search is; a true answer stops it.

    Attributes
    ----------
    reason : str
        What is to stop the search; nothing, as long as it may go on.
    end : float
        When the time is over, by `time.monotonic`.
    """

    def __init__(self, timeout: float | None = None, max_nodes: int | None = None,
                 max_memory: int | None = None, progress: Watcher | None = None
                 ) -> None:
        if timeout is not None and not (isinstance(timeout, (int, float))
                                        and timeout >= 0):
            raise ValueError(f"timeout is {shown(timeout)}; want seconds, at least 0")
        check_number("max_nodes", max_nodes, 1)
        check_number("max_memory", max_memory)
        self.timeout = timeout
        self.max_nodes = max_nodes
        self.max_memory = max_memory
        self.meter = _meter(progress) if progress else None
        self.reason = ""
        self.end = float("inf")
        self._look_at = float("inf")
        self._nodes_before = 0
        self._waiting = 0  # the thread in `abandonable`

    def begin(self, nodes: int = 0) -> None:
        """Start the clock; so many nodes were searched by earlier runs."""
        self._nodes_before = nodes
        now = time.monotonic()
        if self.timeout is not None:
            self.end = now + self.timeout
        self._look_at = now if self.meter or self.max_memory is not None else self.end

    def stop(self, reason: str) -> None:
        """Let the search stop where it next can; the first reason counts."""
        self.reason = self.reason or reason
        if self._waiting == get_ident():
            raise _Abandoned

    @contextmanager
    def abandonable(self) -> Iterator[None]:
        """Let `stop` break off what is done in here, if a signal's handler calls it.

        It is for what takes seconds and has no position to go on from, as compiling.
        """
        self._waiting = get_ident()
        try:
            yield
        except _Abandoned:
            pass
        finally:
            self._waiting = 0

    def due(self, search: Watched) -> str:
        """Return what is to stop the search now: nothing, as long as it may go on."""
        now = time.monotonic()
        if now >= self._look_at:
            self._look(search, now)
        if self.max_nodes is not None and self.nodes_left(search.nodes) <= 0:
            self.stop("nodes")
        return self.reason

    def _look(self, search: Watched, now: float) -> None:
        if now >= self.end:
            self.stop("timeout")
        if self.max_memory is not None and memory_used() > self.max_memory:
            self.stop("memory")
        self.tell(search)
        self._look_at = self.end
        if self.meter or self.max_memory is not None:
            self._look_at = min(self.end, now + APART)

    def tell(self, search: Watched) -> None:
        """Tell the watcher, if there is one, how far the search is."""
        if self.meter:
            self.stop(self.meter.tell(search))

    def left(self) -> float:
        """Return how many seconds are left."""
        return max(0.0, self.end - time.monotonic())

    def nodes_left(self, nodes: int) -> int:
        """Return how many options may still be chosen after so many."""
        if self.max_nodes is None:
            return sys.maxsize
        return self.max_nodes - (nodes - self._nodes_before)


def _meter(progress: Watcher) -> Meter:
    from .progress import Meter

    return Meter(progress)


def check_number(name: str, value: object, least: int = 0) -> None:
    """Refuse what is no number of things."""
    if value is not None and (not isinstance(value, int) or value < least):
        raise ValueError(f"{name} is {shown(value)}; want a number from {least}")


def memory_used() -> int:
    """Return how many bytes of memory this process takes; 0 where nothing tells.

    Examples
    --------
    >>> memory_used() > 1_000_000
    True
    """
    try:
        with open("/proc/self/statm", "rb") as file:
            import resource
            return int(file.read().split()[1]) * resource.getpagesize()
    except (OSError, ImportError):
        pass
    try:
        import resource
    except ImportError:
        return _memory_on_windows()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def _memory_on_windows() -> int:
    import ctypes

    class Counters(ctypes.Structure):
        _fields_ = [("size", ctypes.c_uint32), ("faults", ctypes.c_uint32),
                    *((name, ctypes.c_size_t) for name in "abcdefgh")]

    library: Any = getattr(ctypes, "windll", None)
    if library is None:
        return 0
    counters = Counters(ctypes.sizeof(Counters))
    kernel = library.kernel32
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    if not kernel.K32GetProcessMemoryInfo(
            ctypes.c_void_p(kernel.GetCurrentProcess()), ctypes.byref(counters),
            counters.size):
        return 0
    return int(counters.b)  # the working set
