"""A progress bar for what takes long, on standard error, in a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

__all__ = ["Progress", "progress"]

#: A step that has taken so many seconds is a long one.
DELAY = 1.0

#: After so many seconds the bar is drawn anew, so that the time is seen to run.
EVERY = 0.25


class Progress:
    """How far a step has come.

    Parameters
    ----------
    what : str
        What is done, such as ``"taking apart"``.
    unit : str
        What is counted, if anything is.
    total : int, optional
        How many there will be.

    Attributes
    ----------
    done : int
        How many there were so far.
    """

    def __init__(self, what: str, unit: str = "", total: int | None = None) -> None:
        self.what = what
        self.unit = unit
        self.total = total
        self.done = 0
        self._shown = 0
        self._lock: AbstractContextManager[object] = nullcontext()

    def tick(self) -> None:
        """Count one more."""
        self.done += 1

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the bar away while something else is written to the terminal."""
        with self._lock:
            if self._shown:
                print("\r" + " " * self._shown, end="\r", file=sys.stderr, flush=True)
                self._shown = 0
            yield

    @contextmanager
    def running(self) -> Iterator[None]:
        """Show the bar for as long as the step takes.

        It is drawn by a thread of its own: a step that can be counted pays for adding
        one, a step that cannot still shows how long it has taken, and a short step does
        not even load what draws it.
        """
        from threading import Event, Lock, Thread

        self._lock = Lock()
        over = Event()

        def show() -> None:
            if not over.wait(DELAY):
                self._show(over.wait)

        thread = Thread(target=show, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def _show(self, over: Callable[[float], bool]) -> None:
        """Draw the bar again and again until it is over, and take it away."""
        from tqdm import tqdm

        bar = tqdm(
            desc=self.what,
            unit=f" {self.unit}",
            total=self.total,
            leave=False,
            bar_format=None if self.unit else "{desc}: {elapsed}",
            file=sys.stderr,
        )
        bar.start_t -= DELAY
        while not over(EVERY):
            with self._lock:
                bar.n = self.done
                bar.refresh()
                self._shown = len(str(bar))
        bar.close()


@contextmanager
def progress(what: str, unit: str = "", total: int | None = None) -> Iterator[Progress]:
    """Show a progress bar during a step that may take long.

    Parameters
    ----------
    what, unit, total
        As for `Progress`.

    Examples
    --------
    >>> with progress("counting", "sheep", 2) as bar:
    ...     for _ in range(2):
    ...         bar.tick()
    >>> bar.done
    2
    """
    bar = Progress(what, unit, total)
    if sys.stderr is None or not sys.stderr.isatty():
        yield bar
    else:
        with bar.running():
            yield bar
