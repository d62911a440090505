"""Who searches: this process, or others, a slice of some jobs at a time."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Any, NamedTuple

from .checkpoint import Batch
from .engines import engine_for, faster
from .jobs import Job
from .problem import Problem

__all__ = ["Amount", "Inline", "Processes", "Slice", "Worker", "in_numbers", "lost",
           "processors", "search_slice"]


class Amount(NamedTuple):
    """How much a slice is to be, at most, about.

    Attributes
    ----------
    seconds : float
    covers, nodes : int
        How many to find, and how many options to choose.
    listed : bool
        Whether the covers are wanted, or only their number.
    """

    seconds: float
    covers: int = sys.maxsize
    nodes: int = sys.maxsize
    listed: bool = True


class Slice(NamedTuple):
    """What came of some jobs.

    Attributes
    ----------
    left : list of Job
        What was not done.
    found : list of Batch
        The covers, a batch for each job; none where they are only counted.
    covers, nodes : int
        How many covers were found, and how many options chosen.
    """

    left: list[Job]
    found: list[Batch]
    covers: int
    nodes: int


class Worker:
    """Searches jobs of one problem in one process.

    Examples
    --------
    >>> from dlx import Problem
    >>> from dlx.jobs import ROOT
    >>> worker = Worker(Problem(["CEF", "ADG", "BCF", "AD", "BG", "DEG"]))
    >>> worker.search([ROOT], Amount(1.0)).found
    [Batch(position=(0,), covers=[(0, 4, 3)])]
    """

    def __init__(self, problem: Problem, engine: str = "auto",
                 lookahead: bool = False) -> None:
        self.problem = problem
        self.engine = engine_for(problem, engine, lookahead=lookahead)
        self.may_shift = engine == "auto" and not lookahead
        self.is_over: Callable[[], bool] = lambda: False  # whether to stop at once
        # Where the engine stands in the middle of a job, to go on from at once.
        self.place: tuple[tuple[int, ...], tuple[int, ...]] | None = None

    def search(self, jobs: list[Job], amount: Amount) -> Slice:
        """Search those jobs, one after the other, as long as the amount lasts."""
        engine, (seconds, most_covers, most_nodes, listed) = self.engine, amount
        end = time.monotonic() + seconds
        left, found, covers, nodes = list(jobs), list[Batch](), 0, 0
        enough = False
        while left and not enough:
            job, batch = left.pop(0), list[tuple[int, ...]]()
            if (job.position, job.stops) != self.place:
                engine.restart(job.position, job.stops)
            self.place = None
            before = engine.nodes
            engine.most_nodes = min(sys.maxsize, before + most_nodes - nodes)
            for numbers in engine.search():
                if numbers is not None:
                    covers += 1
                    if listed:
                        batch.append(numbers)
                enough = covers >= most_covers or self.is_over() or engine.settled and (
                    time.monotonic() >= end or engine.nodes >= engine.most_nodes)
                if enough:
                    left.insert(0, Job(engine.position, engine.widths, job.stops))
                    if engine.settled:
                        self.place = engine.position, job.stops
                    break
            nodes += engine.nodes - before
            enough = (enough or nodes >= most_nodes or time.monotonic() >= end
                      or self.is_over())
            if batch:
                found.append(Batch(job.position, batch))
        return Slice(left, found, covers, nodes)

    def shift(self) -> None:
        """Go over to a faster engine, if one is wanted and there."""
        if self.may_shift:
            self.may_shift = False
            self.place = None
            self.engine = faster(self.engine, self.problem, (0,)) or self.engine


def in_numbers(problem: Problem) -> bytes:
    """Return a problem with numbers for names, as it travels to other processes.

    Examples
    --------
    >>> from dlx import Problem
    >>> pickle.loads(in_numbers(Problem({"Ann": ["Monday"]}))).options
    mappingproxy({0: mappingproxy({0: None})})
    """
    primary, secondary = len(problem.primary), len(problem.secondary)
    options = {number: {item: color or None for item, color in pairs}
               for number, pairs in enumerate(problem.entries)}
    bounds = {place: problem.bounds[item] for place, item in enumerate(problem.primary)
              if item in problem.bounds}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what there is to warn of was said before
        return pickle.dumps(Problem(options, range(primary),
                                    range(primary, primary + secondary),
                                    multiplicities=bounds))


def search_slice(problem: bytes, engine: str, lookahead: bool, shift: bool,
                 jobs: list[Job], amount: Amount) -> Slice:
    """Search some jobs: what is asked of other processes.

    Parameters
    ----------
    problem : bytes
        As `in_numbers` returns it; it never comes from a file.
    engine, lookahead
        As for `dlx.Search`.
    shift : bool
        Whether to use a faster engine, if ``engine="auto"`` and there is one.
    jobs, amount
        As for `Worker.search`.

    Returns
    -------
    Slice

    Examples
    --------
    >>> from dlx import Problem
    >>> from dlx.jobs import ROOT
    >>> search_slice(in_numbers(Problem(["ab", "a", "b"])), "auto", False, False,
    ...              [ROOT], Amount(1.0, listed=False))
    Slice(left=[], found=[], covers=2, nodes=3)
    """
    worker = _worker(problem, engine, lookahead)
    if shift:
        worker.shift()
    return worker.search(jobs, amount)


#: The worker of each thread, kept from one slice to the next.
_kept = threading.local()


def _worker(problem: bytes, engine: str, lookahead: bool) -> Worker:
    """Return the worker of this thread, a new one if it is for another problem."""
    asked = problem, engine, lookahead
    if getattr(_kept, "asked", None) != asked:
        _kept.worker = Worker(pickle.loads(problem), engine, lookahead)
        _kept.asked = asked
    worker: Worker = _kept.worker
    return worker


class Inline(Executor):
    """Does what it is asked at once, in this process."""

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class Processes(Executor):
    """Processes of this machine; new ones, when some have died.

    Parameters
    ----------
    number : int
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        if self._pool is None:
            self._pool = self._new_pool()
        try:
            return self._pool.submit(function, *arguments, **named)
        except BrokenExecutor:
            self.shutdown(wait=False)
            self._pool = self._new_pool()
            return self._pool.submit(function, *arguments, **named)

    def _new_pool(self) -> ProcessPoolExecutor:
        from multiprocessing import get_context

        # Forking is quickest, and safe only where there is nothing but this thread.
        alone = sys.platform == "linux" and threading.active_count() == 1
        context = get_context("fork" if alone else "spawn")
        return ProcessPoolExecutor(self.number, context, _begin_work)

    def kill(self) -> None:
        """End the processes at once, whatever they do; they have nothing to lose."""
        for process in self._processes():
            process.kill()
        # One that was about to tell what it found leaves half of that in the pipe, and
        # the pool would wait for ever, as long as anybody could write the rest.
        results = getattr(self._pool, "_result_queue", None)
        if results:
            results._writer.close()

    def mend(self) -> None:
        """Give up processes of which one has died without the pool's noticing."""
        if not all(process.is_alive() for process in self._processes()):
            self.kill()

    def _processes(self) -> list[Any]:
        return list((getattr(self._pool, "_processes", None) or {}).values())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        if self._pool is not None:
            # To ask them to end takes longer; and if one has just died of itself, with
            # a lock in its hands, the others would not hear of it.
            self.kill()
            self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)
            self._pool = None


def _begin_work() -> None:
    """Leave Ctrl-C to the process that hands out the work, and end when it ends."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    """Wait for the end of the parent: if it was killed, nobody else ends this process.
    """
    parent.join()
    os._exit(1)


def lost(executor: Executor) -> str:
    """Return what an executor has lost that it cannot work without; mostly nothing.

    That of dask says nothing itself when its client has given the scheduler up.

    Examples
    --------
    >>> lost(Inline())
    ''
    """
    status = getattr(getattr(executor, "_client", None), "status", "")
    return "the loss of the scheduler" if status == "closed" else ""


def processors() -> int:
    """Return how many processors this process may use.

    Examples
    --------
    >>> processors() >= 1
    True
    """
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1
