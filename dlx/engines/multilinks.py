"""Exact covers with multiplicities, with dancing links: Algorithm M.

`high` and `low` say how often an item may, and has to, be covered still; the choices
for an item are those of `dlx.engines.multibits`.  An option that was tried for an item
that may be covered again is *tweaked*: hidden, and taken out of the item's own list, so
that it does not come again (D. E. Knuth, The Art of Computer Programming, volume 4B,
section 7.2.2.1, Algorithm M).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .links import Links

if TYPE_CHECKING:
    from ..problem import Problem

#: What stands on the path where no more of an item was the choice, less the item.
NO_MORE = -1


class MultiLinks(Links):
    """One search of `problem` from `position`; see `dlx.engines` for the rule.

    Attributes
    ----------
    low, high : list of int
        How often each item has to be, and may be, covered still; `low` may go below 0,
        which means 0.
    opened : list of int
        The item that each level branches on.
    tweaked : list of list of int
        The nodes that were tweaked at each level.

    Examples
    --------
    >>> from dlx import Problem
    >>> problem = Problem([["a"], ["a"], ["a"]], multiplicities={"a": (1, 2)})
    >>> list(MultiLinks(problem).search())
    [(0, 1), (0, 2), (0,), (1, 2), (1,), (2,)]
    """

    def __init__(self, problem: Problem, position: tuple[int, ...] = (0,)) -> None:
        bounds = [problem.bounds.get(item, (1, 1)) for item in problem.primary]
        self.low = [0, *(low for low, _ in bounds)]
        self.high = [0, *(high for _, high in bounds)]
        self.opened: list[int] = []
        self.limit: list[int] = []  # how many choices each level has
        self.tweaked: list[list[int]] = []
        super().__init__(problem, position)

    # ------------------------------------------------- taking away, putting back

    def tweak(self, node: int) -> None:
        """Hide the option of `node`, and take it out of the item's own list [tweak]."""
        self.hide(node)
        above, below = self.up[node], self.down[node]
        self.down[above], self.up[below] = below, above
        self.size[self.top[node]] -= 1

    def untweak(self, node: int) -> None:
        """Put back what `tweak` took out [untweak]."""
        self.down[self.up[node]] = self.up[self.down[node]] = node
        self.size[self.top[node]] += 1
        self.unhide(node)

    def cover_once(self, item: int) -> None:
        """Note that `item` is covered once more; cover it if that was the last time."""
        self.low[item] -= 1
        self.high[item] -= 1
        if self.high[item] == 0:
            self.cover(item)

    def uncover_once(self, item: int) -> None:
        """Undo `cover_once`."""
        if self.high[item] == 0:
            self.uncover(item)
        self.low[item] += 1
        self.high[item] += 1

    def commit(self, node: int) -> None:
        for other in self.others[node]:
            color = self.color[other]
            item = self.top[other]
            if item <= self.primary:
                self.cover_once(item)
            elif color == 0:
                self.cover(item)
            elif color > 0:
                self.purify(other)

    def uncommit(self, node: int) -> None:
        for other in reversed(self.others[node]):
            color = self.color[other]
            item = self.top[other]
            if item <= self.primary:
                self.uncover_once(item)
            elif color == 0:
                self.uncover(item)
            elif color > 0:
                self.unpurify(other)

    # ------------------------------------------------------------------ searching

    def ways(self, item: int) -> int:
        return max(0, self.size[item] + 1 - max(0, self.low[item]))

    @property
    def widths(self) -> tuple[int, ...]:
        return tuple(self.limit) if self.path else super().widths

    def choose(self) -> int:
        best: int = self.right[0]
        item = best
        fewest = self.ways(best) + 1
        while item:
            ways = self.ways(item)
            if ways < fewest:
                best, fewest = item, ways
                if ways < 2:
                    break
            item = self.right[item]
        return best

    def open(self, item: int) -> None:
        self.limit.append(self.ways(item))
        self.opened.append(item)
        self.tweaked.append([])
        self.path.append(item)
        self.tried.append(0)
        self.cover_once(item)

    def close(self) -> None:
        self.path.pop()
        self.limit.pop()
        for node in reversed(self.tweaked.pop()):
            self.untweak(node)
        self.uncover_once(self.opened.pop())
        self.ended = (self.tried.pop(),)

    def advance(self) -> bool:
        item, last = self.opened[-1], self.path[-1]
        if self.tried[-1] == self.limit[-1]:
            return False
        # A tweaked option has left the list, so the next one is the first.
        node = self.down[item if self.high[item] else last]
        if node == item:
            self.path[-1] = NO_MORE - item
            if self.high[item]:
                self.cover(item)
            return True
        self.path[-1] = node
        if self.high[item]:
            self.tweak(node)
            self.tweaked[-1].append(node)
        self.commit(node)
        return True

    def retreat(self) -> None:
        node = self.path[-1]
        if node >= 0:
            self.uncommit(node)
        elif self.high[NO_MORE - node]:
            self.uncover(NO_MORE - node)

    def skip(self, number: int) -> None:
        for _ in range(number):
            self.advance()
            self.tried[-1] += 1
            self.retreat()

    def cover_found(self) -> tuple[int, ...]:
        return tuple([self.number[node] for node in self.path if node >= 0])
