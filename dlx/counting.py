"""Counting covers by states, as long as that beats counting them one by one."""

from __future__ import annotations

import time
from math import prod

from .engines.lanes import lane_bits
from .errors import Stopped
from .problem import Problem
from .search import Search
from .walking import Walk

__all__ = ["Counting"]

#: Larger problems are counted one by one: each of their states takes too much memory.
MOST_BITS = 100_000

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
                     and lane_bits(self.problem) <= MOST_BITS)
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
            self._search = Search(self.problem, position=stopped.position)
            return False
        return True

    def _count_states(self) -> bool:
        """Count by states; tell whether that came to the end, or does not pay."""
        walk = Walk[Tally](self.problem, (0, 0), (1, 0), _join, _product, self.memory)
        begin = time.monotonic()
        trial = begin + TRIAL
        nodes = self.nodes
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
                raise Stopped(self._reason, self.count, (0,))
            if now >= trial:
                plain = sum(nodes for _, nodes in walk.finished())
                if plain < GAIN * walk.nodes:
                    return False
                trial = now + (now - begin)
        assert tally is not None
        self.count = tally[0]
        return True


def _join(item: int, branches: list[tuple[int, Tally]]) -> Tally:
    return (sum([covers for _, (covers, _) in branches]),
            sum([nodes + 1 for _, (_, nodes) in branches]))


def _product(parts: list[Tally]) -> Tally:
    return (prod([covers for covers, _ in parts]), sum([nodes for _, nodes in parts]))
