"""What a command line lets its user ask of a long run: limits, progress, sharing."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .errors import DlxError, Stopped, shown
from .terminal import INTERRUPTED, STOPPED, decimal, number, say, seconds

if TYPE_CHECKING:
    from .progress import Progress, Watcher

#: A bar is shown when a run has lasted so many seconds.
BAR_AFTER = 1.0

#: A line of progress is written after so many seconds, or a tenth of the time so far.
LINE_AFTER = 1.0

#: A scheduler has to answer within so many seconds.
PATIENCE = 10


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add the options that bound a search and show how far it is."""
    parser.add_argument("--timeout", type=seconds, metavar="SECONDS",
                        help="stop after so many seconds (exit code 3)")
    parser.add_argument("--max-nodes", type=number, metavar="N",
                        help="stop when so many options were chosen (exit code 3)")
    parser.add_argument("--max-memory", type=size, metavar="SIZE",
                        help="stop when more memory is taken, such as 500M or 2G "
                             "(exit code 3)")
    parser.add_argument("--progress", nargs="?", const="bar", default="auto",
                        choices=("auto", "bar", "plain", "none"),
                        help="show how far it is: a bar (by default in a terminal, "
                             "when it lasts), plain lines, or nothing")


def add_sharing(parser: argparse.ArgumentParser) -> None:
    """Add the options that share out a search, and keep what was done."""
    parser.add_argument("--jobs", type=number, metavar="N",
                        help="search in N processes; 0 is one for each processor")
    parser.add_argument("--unordered", action="store_true",
                        help="with --jobs: give what is found at once, in any order")
    parser.add_argument("--checkpoint", metavar="FILE",
                        help="write there what is done, and go on from it next time; "
                             "dlx status FILE shows it")
    parser.add_argument("--scheduler", metavar="ADDRESS",
                        help="share the work through dask, such as tcp://host:8786; "
                             "'local' starts a cluster on this machine")


def limits(arguments: argparse.Namespace, watcher: Watcher | None) -> dict[str, Any]:
    """Return the limits that were asked for, as `dlx.Search` takes them."""
    return {"timeout": arguments.timeout, "max_nodes": arguments.max_nodes,
            "max_memory": arguments.max_memory, "progress": watcher}


@contextmanager
def sharing(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Give the way of sharing that was asked for, as `ParallelSearch` takes it.

    It is empty, if there was none: then a plain search will do.
    """
    asked: dict[str, Any] = {}
    if arguments.jobs is not None and arguments.jobs != 1:
        asked["jobs"] = arguments.jobs
    if arguments.checkpoint is not None:
        asked["checkpoint"] = arguments.checkpoint
    if arguments.scheduler is None:
        if asked and arguments.unordered:
            asked["ordered"] = False
        yield asked
        return
    with _no_logs(), _client(arguments.scheduler, arguments.jobs) as client:
        asked["executor"] = client.get_executor()
        asked["jobs"] = arguments.jobs or sum(client.nthreads().values())
        asked["ordered"] = not arguments.unordered
        yield asked


@contextmanager
def _no_logs() -> Iterator[None]:
    """Keep libraries from logging what happens to workers, with tracebacks.

    What is lost is asked for again, and what cannot be is told in a line.
    """
    import logging

    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


def _client(address: str, workers: int | None) -> Any:
    """Return a client of that dask scheduler."""
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        raise DlxError(f"--scheduler needs {error.name}: pip install "
                       "'tilewright[cluster]'") from None
    if address == "local":
        return Client(n_workers=workers or None, threads_per_worker=1,
                      dashboard_address=None)
    try:
        return Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0]
        raise DlxError(f"no scheduler at {shown(address)}: {reason}") from None


@contextmanager
def watched(arguments: argparse.Namespace, program: str,
            listing: bool = False) -> Iterator[Watcher | None]:
    """Give a watcher that shows progress on standard error, as was asked for.

    Parameters
    ----------
    arguments : Namespace
    program : str
    listing : bool
        Whether covers are written while the search goes on; a bar would get between
        them, where both go to a terminal: there are lines instead, if it is asked for.
    """
    how = arguments.progress
    between = listing and _is_terminal(sys.stdout)
    if how == "auto":
        how = "bar" if _is_terminal(sys.stderr) and not between else "none"
    elif how == "bar" and between:
        how = "plain"
    if how == "none":
        yield None
    elif how == "plain":
        yield _Lines(program)
    else:
        bar = _Bar(program)
        try:
            yield bar
        finally:
            bar.close()


def _is_terminal(stream: Any) -> bool:
    return stream is not None and stream.isatty()


class _Lines:
    """Writes a line of progress now and then, ever more seldom."""

    def __init__(self, program: str) -> None:
        self.program = program
        self.begin = time.monotonic()
        self.next = LINE_AFTER
        self.begun = False

    def __call__(self, progress: Progress) -> None:
        passed = time.monotonic() - self.begin
        if passed >= self.next or self.begun and progress.done == 1:
            self.begun = True
            say(f"{self.program}: {progress}")
            self.next = passed + max(LINE_AFTER, passed / 10)


class _Bar:
    """Shows a bar, once a run has lasted for a moment."""

    def __init__(self, program: str) -> None:
        self.program = program
        self.begin = time.monotonic()
        self.bar: Any = None

    def __call__(self, progress: Progress) -> None:
        if self.bar is None:
            if time.monotonic() - self.begin < BAR_AFTER:
                return
            self.bar = _new_bar(self.program)
        self.bar.n = progress.done
        self.bar.told = str(progress).partition(" %, ")[2]
        self.bar.refresh()

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


def _new_bar(program: str) -> Any:
    from tqdm import tqdm

    class Bar(tqdm):  # type: ignore[misc]
        monitor_interval = 0  # no thread: it would be in the way of new processes
        told = ""

        @property
        def format_dict(self) -> Any:
            return {**super().format_dict, "told": self.told}

    # The delay is there so that it is not drawn before it has something to tell.
    return Bar(total=1.0, desc=program, leave=False, file=sys.stderr, delay=1e-9,
               dynamic_ncols=True,
               bar_format="{desc}: {percentage:5.1f} % |{bar:10}| {told}")


def stopped_by(stopped: Stopped, program: str, done: float,
               found: str = "{} found") -> int:
    """Say what stopped a search and where it is; return the exit code."""
    where = "" if stopped.position is None else f", at {shown(stopped.position)}"
    say(f"{program}: stopped by {stopped.reason} after "
        f"{found.format(decimal(stopped.count))}, {100 * done:.1f} % done{where}")
    return INTERRUPTED if stopped.reason == "interrupt" else STOPPED


def size(text: str) -> int:
    """Read a size of memory.

    >>> size("500M"), size("2G"), size("1000")
    (524288000, 2147483648, 1000)
    """
    found = re.fullmatch(r"(\d{1,15}(?:\.\d{1,3})?)\s*([kKMGT]?)i?B?", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{shown(text)}; want a size such as 500M, 2G")
    return int(float(found[1]) * 1024 ** " KMGT".index((found[2] or " ").upper()))
