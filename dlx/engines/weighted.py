"""Bits with a choice of item that learns from dead ends, to find one cover sooner.

Every time an item has no live option left its weight grows, and the search branches on
the item with the fewest options for its weight: on what has made trouble before (the
idea of dom/wdeg, F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, Boosting Systematic
Search by Weighting Constraints, ECAI 2004; D. E. Knuth tries it in variants of SSXCC).
The order of the search depends on its past, so there are no positions to go on from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .bits import Bits, BitSearch, last_done

if TYPE_CHECKING:
    from ..problem import Problem

__all__ = ["Weighted"]


class Weighted(Bits):
    """One search of `problem`, from the root only.

    Examples
    --------
    >>> from dlx import Problem
    >>> engine = Weighted(Problem(["CEF", "ADG", "BCF", "AD", "BG", "DEG"]))
    >>> next(engine.search())
    (0, 4, 3)
    """

    search = BitSearch.search

    def __init__(self, problem: Problem) -> None:
        self.weights = [1] * len(problem.primary)
        super().__init__(problem)

    def chosen(self, node: Any) -> int:
        _, _, choices, left = node
        return len(self.compatible) - 1 - last_done(choices, left)

    def _enter(self, items: list[int], live: int) -> tuple[list[int], int, int, int]:
        if not items:
            return items, live, 1, 1
        weights = self.weights
        least, choices = 1e300, 0
        for item in items:
            options = self.members[item] & live
            size = options.bit_count()
            if size < 2:
                if size == 0:
                    weights[item] += 1
                return items, live, options, options
            if size < least * weights[item]:
                least, choices = size / weights[item], options
        return items, live, choices, choices
