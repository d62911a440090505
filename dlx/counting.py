"""Counting covers by states, as long as that beats counting them one by one."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from .engines.lanes import table_bytes
from .errors import Stopped
from .jobs import ROOT, Job
from .limits import Limits
from .problem import Problem
from .progress import Progress, Watcher
from .search import Search
from .walking import Walk

if TYPE_CHECKING:
    from .parallel import ParallelSearch

__all__ = ["Counting"]

#: So many seconds go into counting one by one first: most problems are done by then.
MOMENT = 0.05

#: After so many seconds it has to have paid to remember states, and so on each time
#: that the time has doubled.
TRIAL = 0.1

#: It pays if a plain search would have visited so many times as many nodes; compiled
#: code is about that much faster.
GAIN = 8

#: So many seconds at most, if the counting is to be resumed or shared out.
MOST_STATES = 5.0

Tally = tuple[int, int]  # the covers of a state, and the nodes of a plain search of it


class Counting:
    """Count the covers of a problem: the detailed form of `dlx.count`.

    Parameters
    ----------
    problem, engine, timeout, max_nodes, max_memory, progress, memory
        As for `dlx.count`.
    sharing
        Where there is any of them: ``jobs``, ``executor``, ``checkpoint`` and
        ``title``, as for `dlx.parallel.ParallelSearch`, which then counts one by one.

    Attributes
    ----------
    count : int
        How many covers there are; at least, if the counting was stopped.
    nodes : int
        How many options were chosen.
    seconds : float
        How long the counting has run, up to when somebody last asked for the time.
    complete : bool
        Whether all are counted.
    done : float
        The share of the counting that is done, 0 to 1 (see `Progress`).

    Examples
    --------
    >>> Counting(Problem([["a", "b"], ["c"], ["a"], ["b", "c"]])).run()
    2
    """

    def __init__(self, problem: Problem, *, engine: str | None = None,
                 timeout: float | None = None, max_nodes: int | None = None,
                 max_memory: int | None = None, progress: Watcher | None = None,
                 memory: int = 2**28, **sharing: Any) -> None:
        self.problem = problem
        self.engine = engine
        self.memory = memory
        self.progress = progress
        self.sharing = sharing
        self.limits = Limits(timeout, max_nodes, max_memory, progress)
        self.count = 0
        self.nodes = 0
        self.seconds = 0.0
        self.complete = False
        self.done = 0.0
        # How many nodes states take is nothing to set a limit to.
        self._by_states = (engine is None and max_nodes is None and not problem.bounds
                           and 2 * table_bytes(problem) <= memory)
        self._search: Search | ParallelSearch | None = None

    def stop(self, reason: str) -> None:
        """Let the counting raise `Stopped` soon; see `Search.stop`."""
        self.limits.stop(reason)
        if self._search:
            self._search.stop(reason)

    def run(self) -> int:
        """Count, and return how many covers there are."""
        self.limits.begin()
        self._begin = time.monotonic()
        left: Job | None = ROOT
        if self._by_states and not self._has_begun():
            left = self._count_a_moment()
            if left and self._count_states():
                left = None
        if left or self.sharing:  # where nothing is left, the file is to say so
            search = None
            with self.limits.abandonable():  # what is to be compiled takes a while
                search = self._searching(left)
            if search is None:
                raise Stopped(self.limits.reason, self.count, left and left.position)
            self._count_one_by_one(search)
        return self.count

    def _has_begun(self) -> bool:
        """Whether there is a checkpoint to go on from."""
        file = self.sharing.get("checkpoint")
        return file is not None and os.path.exists(file)

    def _count_a_moment(self) -> Job | None:
        """Count one by one for a moment; return what is left, None if that was all."""
        moment = Search(self.problem, timeout=min(MOMENT, self.limits.left()))
        try:
            self._count_one_by_one(moment)
        except Stopped as stopped:
            if reason := self.limits.due(self):
                raise Stopped(reason, self.count, stopped.position) from None
            return moment.left
        self.limits.tell(self)
        return None

    def _searching(self, left: Job | None) -> Search | ParallelSearch:
        """Return a search of what is left, under what is left of all limits."""
        seconds, count, nodes = self._passed(), self.count, self.nodes
        progress = self.progress
        limits: dict[str, Any] = {
            "max_nodes": self.limits.max_nodes, "max_memory": self.limits.max_memory}
        if self.limits.timeout is not None:
            limits["timeout"] = self.limits.left()
        if self.sharing:
            from .checkpoint import State
            from .parallel import ParallelSearch

            self.count = self.nodes = 0  # they are in what it begins with
            start = State((left,) if left else (), count, nodes, seconds)
            return ParallelSearch(self.problem, engine=self.engine or "auto",
                                  listed=False, start=start, progress=progress,
                                  **limits, **self.sharing)

        def watcher(far: Progress) -> object:
            assert progress
            return progress(far._replace(covers=count + far.covers,
                                         nodes=nodes + far.nodes,
                                         seconds=seconds + far.seconds))

        assert left
        return Search(self.problem, engine=self.engine or "auto",
                      position=left.position, progress=watcher if progress else None,
                      **limits)

    def _passed(self) -> float:
        self.seconds = time.monotonic() - self._begin
        return self.seconds

    def _count_one_by_one(self, search: Search | ParallelSearch) -> None:
        count, nodes = self.count, self.nodes
        self._search = search
        if self.limits.reason:
            search.limits.stop(self.limits.reason)
        try:
            for _ in search:
                pass
            self.complete = True
        except Stopped as stopped:
            raise Stopped(stopped.reason, count + stopped.count,
                          stopped.position) from None
        finally:
            self._search = None
            self.count = count + search.count
            self.nodes = nodes + search.nodes
            self.done = search.done
            self._passed()

    def _count_states(self) -> bool:
        """Count by states; return whether that was all, and not given up before."""
        saved = 0  # nodes that a plain search would visit again

        def met(tally: Tally) -> None:
            nonlocal saved
            saved += tally[1]

        walk = Walk[Tally](self.problem, (0, 0), (1, 0), _join, _product, self.memory,
                           met)
        begin = time.monotonic()
        trial, known, nodes = begin + TRIAL, 0, self.nodes
        tally: Tally | None = None
        for tally in walk.run():
            self.nodes = nodes + walk.nodes
            if tally is not None:
                break
            now = time.monotonic()
            self.done, self.seconds = walk.done, now - self._begin
            if reason := self.limits.due(self):
                finished = sum(covers for covers, _ in walk.finished())
                self.count = max(self.count, finished)
                raise Stopped(reason, self.count, None)
            if self.sharing and now - begin >= MOST_STATES:
                return False  # what is remembered of states cannot be written down
            if now >= trial and len(walk.known) > known and not walk.in_parts:
                if walk.nodes + saved < GAIN * walk.nodes:
                    return False
                trial, known = now + (now - begin), len(walk.known)
        assert tally is not None
        self.count = tally[0]
        self.complete, self.done = True, 1.0
        self._passed()
        self.limits.tell(self)
        return True


def _join(item: int, branches: list[tuple[int, Tally]]) -> Tally:
    return (sum([covers for _, (covers, _) in branches]),
            sum([nodes + 1 for _, (_, nodes) in branches]))


def _product(parts: list[Tally]) -> Tally:
    covers, nodes = 1, 0
    for more, inside in parts:  # a plain search repeats a part for each cover so far
        nodes += covers * inside
        covers *= more
    return covers, nodes
