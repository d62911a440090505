"""Counting covers by states, as long as that beats counting them one by one."""

from __future__ import annotations

import time
from math import prod

from .engines.lanes import lane_bits
from .errors import Stopped
from .problem import Problem
from .walking import Walk

__all__ = ["count_states"]

#: Larger problems are counted one by one: each of their states takes too much memory.
MOST_BITS = 100_000

#: After so many seconds it has to have paid to remember states, and so on each time
#: that the time has doubled.
TRIAL = 0.1

#: It pays if a plain search would have visited so many times as many nodes; compiled
#: code is about that much faster.
GAIN = 8

Tally = tuple[int, int]  # the covers of a state, and the nodes of a plain search of it


def count_states(problem: Problem, timeout: float | None, memory: int) -> int | None:
    """Count the covers by states; None if a plain search is the better way.

    Raises
    ------
    Stopped
        If the timeout came before the end; the count is that of the states that are
        finished, so there are at least so many covers.
    """
    if lane_bits(problem) > MOST_BITS:
        return None
    walk = Walk[Tally](problem, (0, 0), (1, 0), _join, _product, memory)
    begin = time.monotonic()
    trial = begin + TRIAL
    tally: Tally | None = None
    for tally in walk.run():
        now = time.monotonic()
        if timeout is not None and now >= begin + timeout:
            raise Stopped("timeout", sum(covers for covers, _ in walk.finished()), (0,))
        if now >= trial:
            plain = sum(nodes for _, nodes in walk.finished())
            if plain < GAIN * walk.nodes:
                return None
            trial = now + (now - begin)
    assert tally is not None
    return tally[0]


def _join(item: int, branches: list[tuple[int, Tally]]) -> Tally:
    return (sum([covers for _, (covers, _) in branches]),
            sum([nodes + 1 for _, (_, nodes) in branches]))


def _product(parts: list[Tally]) -> Tally:
    return (prod([covers for covers, _ in parts]), sum([nodes for _, nodes in parts]))
