"""One search by many processes, or in many sittings.

A search is a list of jobs (`dlx.jobs`).  They are handed out a *slice* at a time:
whoever gets some jobs searches them for a moment, and hands back what was found and
what is left, which joins the list again.  So a search can be watched, stopped, written
down and shared out anew several times a second, wherever the work is done; a worker
that dies takes nothing with it that cannot be done again; and where jobs become fewer
than workers, the largest is cut in two.

The work is done by any `concurrent.futures.Executor`; PARALLEL.md tells about many of
them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from pathlib import Path
from typing import Any

from .checkpoint import Checkpoint, State
from .errors import DlxError, Stopped
from .jobs import Job, done_share, split
from .ledger import Ledger, Tallies
from .limits import Limits, check_number
from .problem import Stated, as_problem
from .progress import Watcher
from .search import SHIFT_AFTER, Cover
from .tree import tree
from .workers import (Amount, Inline, Processes, Slice, Worker, in_numbers, lost,
                      processors, search_slice)

__all__ = ["ParallelSearch", "count", "covers"]

#: A slice takes about so many seconds; with many workers more, ...
SLICE = 0.1

#: ... so that no more than so many slices come back in a second.
SLICES = 500

#: A slice ends after so many covers, so that they can be read and written down.
MOST_COVERS = 2000

#: While so many covers wait to be read, only the first jobs are worked on.
MOST_UNREAD = 1_000_000

#: A slice has at most so many jobs, where there are many.
BUNDLE = 16

#: So many seconds this process works alone: most searches are over by then.
ALONE = 0.3

#: A search is split into so many jobs for each worker, and in all at least, ...
PARTS, LEAST_PARTS = 50, 200

#: ... if it has no more options than this; else jobs are only divided when they are too
#: few, which takes no time.
MOST_OPTIONS = 5000

#: A checkpoint is written so many seconds apart.
APART = 0.4

#: After so many failures in a row for each worker there is no point in going on.
FAILURES = 5


class ParallelSearch:
    """Search a problem in jobs: by many processes, in many sittings.

    It has what `dlx.Search` has, and can be used in its place.

    Parameters
    ----------
    problem : Problem, or the options of one
    jobs : int
        How many workers there are; 0 is one for each processor of this machine.
    executor : concurrent.futures.Executor, optional
        Who does the work; by default processes of this machine, or this process alone
        if there is one worker.
    ordered : bool
        Whether covers come in the order of `dlx.Search`; else as soon as they can.
    checkpoint : path, optional
        Write to that file what is left and what was found, at least twice a second; if
        it is there already, go on from it.
    title : str
        What is searched for, in words, to be written there.
    listed : bool
        Whether the covers are wanted; otherwise they are only counted.
    tallies : Tallies, optional
        Keep its counts in the checkpoint, instead of the covers that it has read.
    start : State
        Where to begin, if no checkpoint tells.
    engine, limit, timeout, max_nodes, max_memory, progress, lookahead
        As for `dlx.Search`; nodes are those of all workers, but not of earlier runs,
        memory is that of this process.

    Attributes
    ----------
    found : int
        How many covers were found, with those that are not yielded yet.
    count, nodes, seconds, complete, done, engine, position, limits
        As in `dlx.Search`.

    Raises
    ------
    CheckpointError
        If the file cannot be used.
    DlxError
        If workers fail again and again.

    Examples
    --------
    >>> search = ParallelSearch(["CEF", "ADG", "BCF", "AD", "BG", "DEG"])
    >>> list(search), search.complete
    ([(0, 4, 3)], True)
    """

    def __init__(
        self, problem: Stated, *, jobs: int = 1, executor: Executor | None = None,
        ordered: bool = True, checkpoint: str | Path | None = None,
        title: str = "covers", listed: bool = True, tallies: Tallies | None = None,
        start: State | None = None, engine: str = "auto", limit: int | None = None,
        timeout: float | None = None, max_nodes: int | None = None,
        max_memory: int | None = None, progress: Watcher | None = None,
        lookahead: bool = False,
    ) -> None:
        check_number("limit", limit)
        check_number("jobs", jobs)
        self.limits = Limits(timeout, max_nodes, max_memory, progress)
        self.problem = as_problem(problem)
        self.workers = jobs or processors()
        self.limit = limit
        self.listed = listed
        self.complete = False
        self._rule = engine, lookahead
        self._worker = Worker(self.problem, engine, lookahead)
        self._worker.is_over = self._is_over
        self._inline = Inline()
        self._executor = executor
        self._remote: Executor | None = None  # who does the work, if not this process
        self._numbers = b""  # the problem, as it is sent
        file = None
        if checkpoint is not None:
            keeps = "covers" if listed and not tallies else "numbers"
            file = Checkpoint(checkpoint, self.problem, title, lookahead, keeps)
        self._ledger = Ledger(start or State(), file, ordered, tallies)
        self._counting = tallies is not None
        self._yielded = 0
        self._out: dict[Future[Slice], int] = {}
        self._failures = 0
        self._before = self._ledger.seconds
        self._started = self._ended = self._written = 0.0
        self._covers = self._run()

    def __iter__(self) -> Iterator[Cover]:
        """Return the one generator of covers; asked again, it goes on."""
        return self._covers

    @property
    def engine(self) -> str:
        return self._worker.engine.name

    @property
    def found(self) -> int:
        return self._ledger.covers

    @property
    def count(self) -> int:
        return self._yielded if self.listed and not self._counting else self.found

    @property
    def nodes(self) -> int:
        return self._ledger.nodes

    @property
    def seconds(self) -> float:
        if not self._started:
            return self._before
        return self._before + (self._ended or time.monotonic()) - self._started

    @property
    def done(self) -> float:
        return done_share(self._ledger.jobs)

    @property
    def position(self) -> tuple[int, ...] | None:
        """Where to go on if no more than one position can be kept; None at the end.

        With a checkpoint it is better to go on from that: it knows all that was found.
        """
        return self._ledger.position

    def stop(self, reason: str) -> None:
        """Let the search raise `Stopped` soon; see `dlx.Search.stop`."""
        self.limits.stop(reason)

    def due(self) -> str:
        """Return what is to stop the search now: nothing, as long as it may go on."""
        return self.limits.due(self)

    def run(self) -> int:
        """Search to the end, and return how many covers there are."""
        for _ in self:
            pass
        return self.found

    def _run(self) -> Generator[Cover, None, None]:
        self.limits.begin(self.nodes)
        self._started = self._written = time.monotonic()
        ledger, reason = self._ledger, ""
        try:
            while not self._is_enough():
                read = yield from self._read()
                if self._is_enough():
                    break
                if read and ledger.is_done:
                    self.complete = True
                    break
                if reason := self.due():
                    break
                self._hand_out()
                self._take_back()
                self._write_now_and_then()
        finally:
            self._end()
        if reason:
            raise Stopped(reason, self.count, self.position)
        self.limits.tell(self)

    def _read(self) -> Generator[Cover, None, bool]:
        """Yield the covers that can be read by now; return whether they were all read.

        They are not, if there is a hurry to stop.  Inside a batch nobody could go on
        from a position, but from a file.
        """
        names, ledger = self.problem.names, self._ledger
        for batch in ledger.readable():
            for numbers in batch.covers:
                self._yielded += 1
                yield tuple([names[number] for number in numbers])
                if self._is_enough() or ledger.file and self._is_over():
                    return False
            ledger.read(batch)
            self._write_now_and_then()
            if self._is_over():
                return ledger.is_read
        return True

    def _is_enough(self) -> bool:
        return self.limit is not None and self._given >= self.limit

    @property
    def _given(self) -> int:
        """How many covers were given to the reader of this run."""
        return self._yielded if self.listed else self.found

    def _is_over(self) -> bool:
        """Whether somebody has asked for the end, or time has."""
        return bool(self.limits.reason) or not self.limits.left()

    def close(self) -> None:
        """Give the search up: write what is left, and let the workers go.

        At the end of a search, and where it is stopped, this is done anyway.
        """
        self._covers.close()
        self._end()

    def _end(self) -> None:
        """Take what comes at once, write what is left, and let the workers go."""
        self._ended = self._ended or time.monotonic()
        for future in self._out:
            future.cancel()
        while self._out and time.monotonic() < self._ended + SLICE:
            self._take_back()
        self._ledger.seconds = self.seconds
        self._ledger.close()
        if isinstance(self._remote, Processes):
            self._remote.shutdown()

    def _write_now_and_then(self) -> None:
        now = time.monotonic()
        if now - self._written >= APART:
            self._written = now
            self._ledger.seconds = self.seconds
            self._ledger.write()

    # ------------------------------------------------------------- handing out work

    def _hand_out(self) -> None:
        """Give every worker something to do, and have something ready for the next."""
        ledger = self._ledger
        if self._remote is None and self._worth_sharing():
            self._share()
        wanted = self._wanted()
        if ledger.unread > MOST_UNREAD:
            wanted = 1
        elif self._remote:
            ledger.divide(self.workers)
        while ledger.open and len(self._out) < wanted:
            ticket = ledger.hand_out(min(BUNDLE, 1 + len(ledger.open) // (8 * wanted)))
            try:
                future = self._submit(ledger.out[ticket])
            except Exception as error:  # nobody takes work any more
                self._give_back(ticket, error)
                break
            self._out[future] = ticket

    def _wanted(self) -> int:
        """How many slices are to be out."""
        return self.workers + 1 if self._remote else 1

    def _worth_sharing(self) -> bool:
        """Whether it is time to let others do the work."""
        return self._executor is not None or (
            self.workers > 1 and time.monotonic() - self._started >= ALONE)

    def _share(self) -> None:
        """Get workers, and jobs for them."""
        ledger = self._ledger
        with self.limits.abandonable():
            self._numbers = in_numbers(self.problem)
            wanted = max(LEAST_PARTS, PARTS * self.workers)
            if len(ledger.open) < wanted and len(self.problem.names) <= MOST_OPTIONS:
                root = tree(self.problem, self._rule[1])
                parts = wanted // max(1, len(ledger.open))
                pieces = [split(root, job, parts) for job in ledger.open]
                nodes = ledger.nodes + sum(nodes for _, nodes in pieces)
                ledger.open, ledger.nodes = sorted(
                    job for jobs, _ in pieces for job in jobs), nodes
            self._remote = self._executor or Processes(self.workers)

    def _submit(self, jobs: list[Job]) -> Future[Slice]:
        """Ask for a slice of some jobs."""
        seconds = max(SLICE, self.workers / SLICES) if self._remote else SLICE
        covers = MOST_COVERS if self.listed else sys.maxsize
        if self.limit is not None:
            covers = min(covers, self.limit - self._given)
        # What the workers may do, together.
        nodes = self.limits.nodes_left(self.nodes) // self._wanted()
        amount = Amount(min(seconds, self.limits.left()), covers, max(1, nodes),
                        self.listed)
        shift = self.seconds >= SHIFT_AFTER
        if self._remote:
            return self._remote.submit(search_slice, self._numbers, *self._rule, shift,
                                       jobs, amount)
        if shift:
            with self.limits.abandonable():
                self._worker.shift()
        return self._inline.submit(self._worker.search, jobs, amount)

    def _take_back(self) -> None:
        """Wait for a slice, not for long, and enter what has come of it."""
        wait(self._out, SLICE / 2, FIRST_COMPLETED)
        # It does not mind those that were cancelled, as by a scheduler that is lost.
        finished = [future for future in self._out if future.done()]
        if not finished and isinstance(self._remote, Processes):
            self._remote.mend()
        if not finished and self._remote and (reason := lost(self._remote)):
            self.stop(reason)
        for future in finished:
            ticket = self._out.pop(future)
            try:
                part = future.result()
            except Exception as error:  # whatever a worker dies of
                self._give_back(ticket, error)
            else:
                self._failures = 0
                self._ledger.take_back(ticket, part)

    def _give_back(self, ticket: int, error: Exception) -> None:
        """Bear that a slice has come to nothing, but not again and again."""
        self._ledger.put_back(ticket)
        if self._ended:
            return
        if self._remote is None:
            raise error
        if reason := lost(self._remote):
            self.stop(reason)
            return
        self._failures += 1
        if self._failures > FAILURES * (self.workers + 1):
            raise DlxError(f"workers failed {self._failures} times in a row: "
                           f"{type(error).__name__}: {error}")


def covers(problem: Stated, *, jobs: int = 0, **settings: Any) -> Iterator[Cover]:
    """Yield every exact cover, found by several processes.

    Parameters
    ----------
    problem : Problem, or the options of one
    jobs : int
        How many; by default, one for each processor of this machine.
    settings
        As for `ParallelSearch`.

    Yields
    ------
    tuple of option names
        In the order of `dlx.covers`.

    Raises
    ------
    Stopped
        If the search was stopped before its end; what was found has been yielded.

    Examples
    --------
    >>> list(covers([["a", "b"], ["c"], ["a"], ["b", "c"]]))
    [(0, 1), (2, 3)]
    """
    return iter(ParallelSearch(problem, jobs=jobs, **settings))


def count(problem: Stated, *, jobs: int = 0, **settings: Any) -> int:
    """Count the covers one by one, by several processes.

    Parameters
    ----------
    problem : Problem, or the options of one
    jobs, settings
        As for `covers`.

    Returns
    -------
    int

    Raises
    ------
    Stopped
        If it was stopped before the end; its `count` says how many there are at least.

    Examples
    --------
    >>> count([["a", "b"], ["c"], ["a"], ["b", "c"]])
    2
    """
    return ParallelSearch(problem, jobs=jobs, listed=False, **settings).run()
