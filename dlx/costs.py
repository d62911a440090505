"""The cheapest covers of a problem whose options have costs."""

from __future__ import annotations

import time
from heapq import heappush, heappushpop

from .diagrams import diagram
from .errors import ProblemError, Stopped, shown
from .problem import Stated, as_problem
from .search import Cover, Search

__all__ = ["cheapest"]


def cheapest(problem: Stated, k: int = 1, *, timeout: float | None = None,
             memory: int = 2**28) -> list[tuple[float, Cover]]:
    """Return the `k` cheapest covers with their costs, the cheapest first.

    Parameters
    ----------
    problem : Problem, or the options of one
        With `costs`; without them, every cover costs nothing.
    k : int
    timeout : float, optional
        Raise `Stopped` after so many seconds of search.
    memory : int
        How many bytes a diagram of the covers may take, about; where that is not
        enough, or there are multiplicities, all covers are looked at.

    Raises
    ------
    Stopped
        If the timeout came before the end.

    Returns
    -------
    list of (cost, cover)
        Fewer than `k`, if there are fewer covers.

    Examples
    --------
    >>> from dlx import Problem
    >>> problem = Problem([["a"], ["b"], ["a", "b"]], costs={0: 4, 1: 3, 2: 5})
    >>> cheapest(problem, 2)
    [(5, (2,)), (7, (0, 1))]
    """
    if not isinstance(k, int) or k < 0:
        raise ProblemError(f"k is {shown(k)}; want a number from 0")
    stated = as_problem(problem)
    end = None if timeout is None else time.monotonic() + timeout
    if not stated.bounds:
        try:
            return diagram(stated, memory=memory, timeout=timeout).cheapest(k)
        except Stopped as stopped:
            if stopped.reason != "memory":
                raise
    best: list[tuple[float, int, Cover]] = []  # the dearest first, the last found first
    left = None if end is None else max(0.0, end - time.monotonic())
    for number, cover in enumerate(Search(stated, timeout=left)):
        price = sum(stated.costs.get(name, 0) for name in cover)
        entry = -price, -number, cover
        if len(best) < k:
            heappush(best, entry)
        elif k:
            heappushpop(best, entry)
    return [(-price, cover) for price, _, cover in sorted(best, reverse=True)]
