"""Counting covers by states, as long as that beats counting them one by one."""

from __future__ import annotations

import time

from .engines.lanes import table_bytes
from .errors import Stopped
from .problem import Problem
from .search import Search
from .walking import Walk

__all__ = ["Counting"]

#: So many seconds go into counting one by one first: most problems are done by then.
MOMENT = 0.05

#: After so many seconds it has to have paid to remember states, and so on each time
#: that the time has doubled.
TRIAL = 0.1

#: It pays if a plain search would have visited so many times as many nodes; compiled
#: code is about that much faster.
GAIN = 8

Tally = tuple[int, int]  # the covers of a state, and the nodes of a plain search of it


class Counting:
    """Count the covers of a problem: the detailed form of `dlx.count`.

    Parameters
    ----------
    problem, engine, timeout, memory
        As for `dlx.count`.

    Attributes
    ----------
    count : int
        How many covers there are; at least, if the counting was stopped.
    nodes : int
        How many options were chosen.

    Examples
    --------
    >>> Counting(Problem([["a", "b"], ["c"], ["a"], ["b", "c"]])).run()
    2
    """

    def __init__(self, problem: Problem, *, engine: str | None = None,
                 timeout: float | None = None, memory: int = 2**28) -> None:
        self.problem = problem
        self.engine = engine
        self.memory = memory
        self.end = None if timeout is None else time.monotonic() + timeout
        self.count = 0
        self.nodes = 0
        self._reason = ""
        self._search = Search(problem, engine=engine or "auto", timeout=timeout)

    def stop(self, reason: str) -> None:
        """Let the counting raise `Stopped` soon; see `Search.stop`."""
        self._reason = self._reason or reason
        self._search.stop(reason)

    def run(self) -> int:
        """Count, and return how many covers there are."""
        by_states = (self.engine is None and not self.problem.bounds
                     and 2 * table_bytes(self.problem) <= self.memory)
        if by_states and not self._count_a_moment():
            if self._count_states():
                return self.count
            self._search.timeout = self._left()
        if not self._search.complete:
            self._count_one_by_one()
        return self.count

    def _left(self) -> float | None:
        """Return how many seconds are left."""
        return None if self.end is None else max(0.0, self.end - time.monotonic())

    def _count_one_by_one(self) -> None:
        count, nodes = self.count, self.nodes
        try:
            for _ in self._search:
                pass
        except Stopped as stopped:
            raise Stopped(stopped.reason, count + stopped.count,
                          stopped.position) from None
        finally:
            self.count = count + self._search.count
            self.nodes = nodes + self._search.nodes

    def _count_a_moment(self) -> bool:
        """Count one by one for a moment; tell whether that was all."""
        left = self._left()
        if left is None or left > MOMENT:
            self._search.timeout = MOMENT
        try:
            self._count_one_by_one()
        except Stopped as stopped:
            if stopped.reason != "timeout" or self._search.timeout != MOMENT:
                raise
            self._search = Search(self.problem, position=self._search.position)
            return False
        return True

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
            if self.end is not None and now >= self.end:
                self.stop("timeout")
            if self._reason:
                finished = sum(covers for covers, _ in walk.finished())
                self.count = max(self.count, finished)
                raise Stopped(self._reason, self.count, None)
            if now >= trial and len(walk.known) > known and not walk.in_parts:
                if walk.nodes + saved < GAIN * walk.nodes:
                    return False
                trial, known = now + (now - begin), len(walk.known)
        assert tally is not None
        self.count = tally[0]
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
