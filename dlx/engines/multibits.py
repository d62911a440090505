"""Exact covers with multiplicities, with sets of options as bits.

An item is to be covered `low` to `high` times, by as many different options.  While it
may still be covered, the choice is which of its live options comes next, in option
order: the ones before it are then out.  Where `low` is 0, the last choice is to take no
more. This is the choice of Algorithm M (D. E. Knuth, The Art of Computer Programming,
volume 4B, section 7.2.2.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import bits
from .bits import BitSearch, last_done

if TYPE_CHECKING:
    from ..problem import Problem

Bounds = dict[int, tuple[int, int]]


class MultiBits(BitSearch):
    """One search of `problem` from `position`; see `dlx.engines` for the rule.

    A node is ``(open, live, item, choices, left)``: how often each item that is open
    is still to be covered; the live options as bits, the last one at bit 1; the item to
    branch on; its choices, where bit 0 is to take no more; and those not done with.

    Examples
    --------
    >>> from dlx import Problem
    >>> problem = Problem([["a"], ["a"], ["a"]], multiplicities={"a": (1, 2)})
    >>> [cover for cover in MultiBits(problem).search()]
    [(0, 1), (0, 2), (0,), (1, 2), (1,), (2,)]
    """

    def __init__(self, problem: Problem, position: tuple[int, ...] = (0,)) -> None:
        primary = len(problem.primary)
        self.options = len(problem.names)
        members = bits.members(problem)
        self.members = [options << 1 for options in members]
        same: dict[tuple[int, int], int] = {}
        for number, pairs in enumerate(problem.entries):
            for pair in pairs:
                same[pair] = same.get(pair, 0) | self._bit(number)
        everything = (1 << self.options + 1) - 2
        # What an option leaves of the others as far as secondary items go, and the
        # primary items that it covers.
        self.keep, self.items = [], []
        for number, pairs in enumerate(problem.entries):
            clash = self._bit(number)
            for item, color in pairs:
                if item >= primary:
                    clash |= self.members[item] & ~(same[item, color] if color else 0)
            self.keep.append(everything & ~clash)
            self.items.append([item for item, _ in pairs if item < primary])
        live = 0
        for item in range(primary):
            live |= self.members[item]
        open_items = {item: problem.bounds.get(name, (1, 1))
                      for item, name in enumerate(problem.primary)}
        super().__init__(self._enter(open_items, live),
                         primary * (200 + self.options // 32))
        self.go_to(position)

    def _bit(self, number: int) -> int:
        return 1 << self.options - number

    def chosen(self, node: Any) -> int:
        _, _, _, choices, left = node
        return self.options - (last_done(choices, left) or self.options + 1)

    def _enter(self, open_items: Bounds, live: int) -> Any:
        """Return the node with those items open and those options live, untouched."""
        if not open_items:
            return open_items, live, -1, 1, 1
        fewest, best = self.options + 2, -1
        for item, (low, _) in open_items.items():
            ways = max(0, (self.members[item] & live).bit_count() + 1 - low)
            if ways < fewest:
                fewest, best = ways, item
                if ways < 2:
                    break
        low, _ = open_items[best]
        choices = self.members[best] & live | (low == 0)
        for _ in range(choices.bit_count() - fewest):  # the last ones leave too few
            choices &= choices - 1
        return open_items, live, best, choices, choices

    def below(self, node: Any) -> Any:
        open_items, live, item, choices, left = node
        bit = last_done(choices, left)
        still = dict(open_items)
        if bit == 0:  # no more of this item
            del still[item]
            return self._enter(still, live & ~self.members[item])
        number = self.options - bit
        passed = choices & ~left  # the options before, and this one
        live &= self.keep[number] & ~passed
        for other in self.items[number]:
            low, high = still[other]
            if high == 1:
                del still[other]
                live &= ~self.members[other]
            else:
                still[other] = max(0, low - 1), high - 1
        return self._enter(still, live)
