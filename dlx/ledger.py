"""The book of a search in jobs: what is open, who has what, what was found and read."""

from __future__ import annotations

import warnings
from bisect import insort
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from .checkpoint import Batch, Checkpoint, CheckpointError, State
from .jobs import Job
from .workers import Slice

__all__ = ["Ledger", "Tallies"]


class Tallies(Protocol):
    """A reader of covers that counts something, and whose counts are to be kept."""

    def tallies(self) -> dict[str, int]:
        """Return the counts."""

    def restore(self, tallies: dict[str, int]) -> None:
        """Go on from those counts."""


class Ledger:
    """Keep account of a search.

    Parameters
    ----------
    start : State
        Where to begin, if the file does not say.
    file : Checkpoint, optional
        Where to write all down.
    ordered : bool
        Whether to read what was found in the order of the search.
    tallies : Tallies, optional
        If there is one, its counts are written, and what it has read is not kept.

    Attributes
    ----------
    open : list of Job
        What nobody has, in the order of the search.
    out : dict
        Ticket -> the jobs that somebody has.
    covers, nodes : int
        How many were found, and how many options chosen.
    unread : int
        How many covers were not read yet.

    Examples
    --------
    >>> ledger = Ledger(State())
    >>> ticket = ledger.hand_out(1)
    >>> ledger.take_back(ticket, Slice([], [Batch((0,), [(2, 4)])], 1, 7))
    >>> [batch.covers for batch in ledger.readable()], ledger.jobs
    ([[(2, 4)]], [])
    """

    def __init__(self, start: State, file: Checkpoint | None = None,
                 ordered: bool = True, tallies: Tallies | None = None) -> None:
        self.file = file
        self.ordered = ordered
        self.reader = tallies
        if file and file.state != State():
            start = file.state
        self.open = list(start.jobs)
        self.covers, self.nodes, self.seconds = start.covers, start.nodes, start.seconds
        self.tallied = dict(start.tallies)
        if tallies and self.tallied:
            tallies.restore(self.tallied)
        self.out: dict[int, list[Job]] = {}
        self.unread = 0
        self._tickets = 0
        self._waiting: list[Batch] = []  # to be read, in the order of the search
        self._old = file.batches() if file else iter(())  # those of an earlier run
        self._old_left = file is not None
        self._new: dict[tuple[int, ...], Batch] = {}  # not in the file yet
        self._gone: list[Batch] = []  # in the file, and not to stay there
        self._trouble = ""  # with the file, as was said already
        self._torn = False  # whether an entry was broken off

    @property
    def jobs(self) -> list[Job]:
        """What is left, in the order of the search."""
        return sorted([*self.open, *(job for jobs in self.out.values()
                                     for job in jobs)])

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to search."""
        return not self.open and not any(self.out.values())

    @property
    def is_read(self) -> bool:
        """Whether no batch is left to read."""
        return not self._old_left and not self._waiting

    @property
    def position(self) -> tuple[int, ...] | None:
        """Where what is open or not read yet begins."""
        heads = [job.position for job in self.jobs[:1]]
        heads += [batch.position for batch in self._waiting[:1]]
        return min(heads, default=None)

    @contextmanager
    def _entry(self) -> Iterator[None]:
        """Make an entry; if it is broken off, by Ctrl-C, nothing is written any more.

        Then the file holds what was written last, which is whole.
        """
        self._torn = True
        yield
        self._torn = False

    # ------------------------------------------------------------------- who has what

    def hand_out(self, number: int) -> int:
        """Give away so many open jobs, the first ones; return the ticket for them."""
        with self._entry():
            self._tickets += 1
            self.out[self._tickets], self.open = self.open[:number], self.open[number:]
        return self._tickets

    def put_back(self, ticket: int) -> None:
        """Undo `hand_out`: nothing came of it."""
        with self._entry():
            for job in self.out.pop(ticket):
                insort(self.open, job)

    def take_back(self, ticket: int, part: Slice) -> None:
        """Enter what came of the jobs that were handed out."""
        with self._entry():
            del self.out[ticket]
            self.covers += part.covers
            self.nodes += part.nodes
            for job in part.left:
                insort(self.open, job)
            for batch in part.found:
                self.unread += len(batch.covers)
                insort(self._waiting, batch)
                if self.file:
                    self._new[batch.position] = batch

    def divide(self, wanted: int) -> None:
        """Cut open jobs in two, the largest first, until there are so many of them."""
        jobs, whole = list(self.open), list[Job]()
        while jobs and len(whole) + len(jobs) < wanted:
            largest = max(jobs, key=lambda job: job.share)
            jobs.remove(largest)
            pair = largest.divided()
            if pair:
                jobs += pair
            else:
                whole.append(largest)
        self.open = sorted(jobs + whole)

    # ------------------------------------------------------------ what was found, read

    def readable(self) -> Iterator[Batch]:
        """Yield what can be read by now; `read` is to be told when that is done."""
        heads = [jobs[0] for jobs in (self.open, *self.out.values()) if jobs]
        first = min(heads).position if heads and self.ordered else ()
        # What comes before everything that is open was written by an earlier run.
        for batch in self._old:
            if first and batch.position >= first:
                self.unread += len(batch.covers)
                insort(self._waiting, batch)
            else:
                yield batch
        self._old_left = False
        while self._waiting and not (first and self._waiting[0].position >= first):
            batch = self._waiting.pop(0)
            self.unread -= len(batch.covers)
            yield batch

    def read(self, batch: Batch) -> None:
        """Take note that a batch was read to its end."""
        if not self.reader:
            return  # it stays in the file, to be read again by another run
        with self._entry():
            self.tallied = dict(self.reader.tallies())
            if self.file and self._new.pop(batch.position, None) is None:
                self._gone.append(batch)

    # ------------------------------------------------------------------- writing down

    def write(self) -> None:
        """Write all down; if that fails, say so, and try again the next time."""
        if not self.file or self._torn:
            return
        state = State(tuple(self.jobs), self.covers, self.nodes, self.seconds,
                      tuple(self.tallied.items()))
        try:
            with self._entry():
                self.file.write(state, list(self._new.values()), self._gone)
                self._new.clear()
                self._gone.clear()
        except CheckpointError as error:
            self._torn = False
            if str(error) != self._trouble:
                self._trouble = str(error)
                warnings.warn(f"{error}; nothing is written, and the search goes on",
                              stacklevel=2)
        else:
            if self._trouble:
                warnings.warn(f"{self.file.path}: all is written again", stacklevel=2)
            self._trouble = ""

    def close(self) -> None:
        """Write all down for the last time."""
        self.write()
        with self._entry():
            if self.file:
                self.file.close()
            self.file = None
