"""The lanes of bits, with a look ahead: options that lead to a dead end are not tried.

An option is out if choosing it would leave some item without a live option; and since
that may leave others so, this goes on until nothing changes (domain consistency, as in
D. E. Knuth's XCCDC).  The search visits far fewer nodes, each of which costs far more;
and since fewer options are live, items are chosen in another order than without the
look ahead. So covers come in another order, and positions mean something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .bits import MOMENT, BitSearch, last_done
from .lanes import Lanes, lane_bits

if TYPE_CHECKING:
    from ..problem import Problem

__all__ = ["Lookahead"]


class Lookahead(Lanes):
    """One search of `problem` from `position`, with a look ahead.

    Examples
    --------
    >>> from dlx import Problem
    >>> engine = Lookahead(Problem(["ab", "bc", "a", "c"]))
    >>> list(engine.search()), engine.nodes
    ([(0, 3), (2, 1)], 4)
    """

    search = BitSearch.search

    def __init__(self, problem: Problem, position: tuple[int, ...] = (0,)) -> None:
        # So many options can be looked at in a moment; at a node it may be all.
        self.glance = max(1, MOMENT // (1000 + lane_bits(problem) // 4))
        super().__init__(problem, position)
        self.every = max(1, self.glance // max(1, len(problem.names)))

    def chosen(self, node: Any) -> int:
        _, _, options, choices, left = node
        number: int = options[last_done(choices, left)]
        return number

    def enter(self, guards: int, lanes: int) -> tuple[int, int, list[int], int, int]:
        *_, kept = self.consistent(guards, lanes)
        assert kept is not None
        return super().enter(guards, kept)

    def entering(self, node: Any) -> Iterator[Any]:
        guards, lanes, options, choices, left = node
        option = options[last_done(choices, left)]
        guards ^= self.table.covered[option]
        lanes &= self.table.keep[option]
        for kept in self.consistent(guards, lanes):
            self.settled = kept is not None
            yield None if kept is None else super().enter(guards, kept)

    def consistent(self, guards: int, lanes: int) -> Iterator[int | None]:
        """Yield the lanes without the options that lead to a dead end at once.

        Before that, yield None now and then.
        """
        table = self.table
        changed, looked = True, 0
        while changed:
            changed = False
            ahead = lanes ^ table.guards
            while ahead:
                looked += 1
                if looked % self.glance == 0:
                    yield None
                option = table.option_at[ahead.bit_length() - 1]
                ahead &= ~table.places[option]
                below = guards ^ table.covered[option]
                kept = lanes & table.keep[option]
                if kept - table.ones & below != below:
                    lanes &= ~table.places[option]
                    changed = True
        yield lanes
