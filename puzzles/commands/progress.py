"""A progress bar for what takes long, on standard error, in a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread

__all__ = ["Progress", "progress"]

#: A step that has taken so many seconds is a long one.
DELAY = 1.0

#: After so many seconds the bar is drawn anew, so that the time is seen to run.
EVERY = 0.25


class Progress:
    """How far a step has come.

    The bar is drawn by a thread of its own: a step that can be counted pays for adding
    one, a step that cannot still shows how long it has taken, and a short step does not
    even load what draws it.

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
        self._shown = ""
        self._over = Event()
        self._lock = Lock()

    def tick(self) -> None:
        """Count one more."""
        self.done += 1

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the bar away while something else is written to the terminal."""
        with self._lock:
            if self._shown and sys.stderr is not None:
                print("\r" + " " * len(self._shown), end="\r", file=sys.stderr)
                self._shown = ""
            yield

    @contextmanager
    def running(self) -> Iterator[Progress]:
        """Show the bar for as long as the step takes."""
        thread = Thread(target=self._show, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._over.set()
            thread.join()

    def _show(self) -> None:
        if self._over.wait(DELAY):
            return
        from tqdm import tqdm

        bar = tqdm(
            desc=self.what,
            unit=f" {self.unit}",
            total=self.total,
            leave=False,
            bar_format=None if self.unit else "{desc}: {elapsed}",
        )
        bar.start_t -= DELAY
        while not self._over.wait(EVERY):
            with self._lock:
                bar.n = self.done
                bar.refresh()
                self._shown = str(bar)
        with self._lock:
            bar.close()


@contextmanager
def progress(what: str, unit: str = "", total: int | None = None) -> Iterator[Progress]:
    """Show a progress bar during a step that may take long; see `Progress`.

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
