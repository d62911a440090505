"""Exact covers with dancing links: Algorithm C, as a program to read.

The options that are still live hang in one doubly linked list for each item.  Taking an
option out of a list is ``down[up[x]] = down[x]; up[down[x]] = up[x]``; and since `x`
still knows its old neighbors, ``down[up[x]] = up[down[x]] = x`` puts it back: the links
dance.

Each method does one thing to the problem; its inverse stands below it and walks the
other way.  Names and steps follow D. E. Knuth, The Art of Computer Programming, volume
4B, section 7.2.2.1, Algorithm C, with two changes that suit Python: the other nodes of
an option come from a table instead of by way of spacers; and an option that is hidden
leaves the lists of all its items, those of purified items too, which nobody reads
before they are unpurified, and then the option is back.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .engine import bad_position, check_stops

if TYPE_CHECKING:
    from ..problem import Problem

#: After so many nodes the search looks up, that is, yields ``None``.
PULSE = 100

# What can happen while searching (see `Links.dance`).
CHOOSE, TRY, FOUND, STUCK, UNDO = "choose", "try", "found", "stuck", "undo"
BACK = "back"


#: Options of more items than this keep no table of the others for each of their nodes.
LONG = 64


class Others:
    """The nodes of a long option but one, in place of a tuple of them."""

    def __init__(self, before: range, after: range) -> None:
        self.before, self.after = before, after

    def __iter__(self) -> Iterator[int]:
        yield from self.before
        yield from self.after

    def __reversed__(self) -> Iterator[int]:
        yield from reversed(self.after)
        yield from reversed(self.before)


class Links:
    """One search of `problem` from `position`; see `dlx.engines` for the rule.

    Attributes
    ----------
    left, right : list of int
        The ring of the primary items that are still to be covered, in item order; its
        head is 0.  Items are numbered from 1 (primary ones first).
    up, down : list of int
        The ring of the live options of each item, in option order; its head is the
        item's own number.  Every node with a larger number stands for one item of one
        option.
    top, color : list of int
        The item of a node; and its color, where 0 is none and -1 means that it agrees
        with the color that the item has been given.
    size : list of int
        How many live options an item has.
    others : list of iterables of int
        The other nodes of the option that a node belongs to.
    path : list of int
        The node that was chosen at each level, an item's head before the first choice.
    tried : list of int
        How many options were tried at each level, the one on the path included.

    Examples
    --------
    >>> from dlx import Problem
    >>> engine = Links(Problem(["CEF", "ADG", "BCF", "AD", "BG", "DEG"]))
    >>> list(engine.search())
    [(0, 4, 3)]
    """

    name = "links"
    settled = True

    def __init__(self, problem: Problem, position: tuple[int, ...] = (0,)) -> None:
        items = len(problem.primary) + len(problem.secondary)
        self.items = items
        self.primary = len(problem.primary)
        self.left = [self.primary, *range(items)]
        self.right = [*range(1, items + 1), 0]
        self.up = list(range(items + 1))
        self.down = list(range(items + 1))
        self.top = list(range(items + 1))
        self.color = [0] * (items + 1)
        self.size = [0] * (items + 1)
        self.others: list[tuple[int, ...] | Others] = [()] * (items + 1)
        self.number = [-1] * (items + 1)  # of the option that a node belongs to
        self._separate_secondary()
        idle = set(problem.idle)
        for number, (name, pairs) in enumerate(zip(problem.names, problem.entries)):
            if name not in idle:
                self._append(number, pairs)
        self.nodes = 0
        self.most_nodes = sys.maxsize
        # Look up more often where options or lists are long, and so a node takes long.
        entries = len(self.top) // max(1, len(problem.entries))
        options = len(self.top) // max(1, items)
        self.every = min(PULSE, max(1, 200_000 // max(1, entries**2 * options)))
        self.pulse = self.every
        self.stops: tuple[int, ...] = ()  # how many options to try, at the top levels
        self.path: list[int] = []
        self.tried: list[int] = []
        self.stuck = 0
        self.ended = (0,)
        self.events = self.dance(False)
        if position != (0,):
            self.go_to(position)

    def restart(self, position: tuple[int, ...], stops: tuple[int, ...] = ()) -> None:
        """Go to `position`, and try what comes before the stops (`Engine`)."""
        check_stops(position, stops)
        while self.path:
            if self.tried[-1]:
                self.retreat()
            self.close()
        self.ended = (0,)
        self.stops = stops
        self.events = self.dance(False)
        self.go_to(position)

    def _separate_secondary(self) -> None:
        """Leave only primary items in the ring, and each secondary one alone."""
        self.right[self.primary] = 0
        for item in range(self.primary + 1, self.items + 1):
            self.left[item] = self.right[item] = item

    def _append(self, number: int, pairs: tuple[tuple[int, int], ...]) -> None:
        """Hang an option at the end of the lists of its items."""
        nodes = range(len(self.top), len(self.top) + len(pairs))
        for node, (item, color) in zip(nodes, pairs):
            item += 1
            last = self.up[item]
            self.top.append(item)
            self.color.append(color)
            self.up.append(last)
            self.down.append(item)
            self.down[last] = self.up[item] = node
            self.size[item] += 1
            before, after = range(nodes.start, node), range(node + 1, nodes.stop)
            self.others.append((*before, *after) if len(nodes) <= LONG
                               else Others(before, after))
            self.number.append(number)

    # ------------------------------------------------- taking away, putting back

    def hide(self, node: int) -> None:
        """Take the option of `node` out of the lists of its other items [hide]."""
        top, up, down, size = self.top, self.up, self.down, self.size
        for other in self.others[node]:
            above, below = up[other], down[other]
            down[above], up[below] = below, above
            size[top[other]] -= 1

    def unhide(self, node: int) -> None:
        """Put back what `hide` took out [unhide]."""
        top, up, down, size = self.top, self.up, self.down, self.size
        for other in reversed(self.others[node]):
            down[up[other]] = up[down[other]] = other
            size[top[other]] += 1

    def cover(self, item: int) -> None:
        """Hide every option of `item`, and take `item` out of the ring [cover]."""
        top, up, down, size = self.top, self.up, self.down, self.size
        others, node = self.others, down[item]
        while node != item:
            for other in others[node]:  # hide, written out: a call costs as much again
                above, below = up[other], down[other]
                down[above], up[below] = below, above
                size[top[other]] -= 1
            node = down[node]
        left, right = self.left[item], self.right[item]
        self.right[left], self.left[right] = right, left

    def uncover(self, item: int) -> None:
        """Put back what `cover` took out [uncover]."""
        top, up, down, size = self.top, self.up, self.down, self.size
        others, node = self.others, up[item]
        self.right[self.left[item]] = self.left[self.right[item]] = item
        while node != item:
            for other in others[node]:  # unhide, in any order: no two share a list
                down[up[other]] = up[down[other]] = other
                size[top[other]] += 1
            node = up[node]

    def purify(self, node: int) -> None:
        """Hide every option that needs the item of `node` in another color [purify]."""
        color, item = self.color[node], self.top[node]
        other = self.down[item]
        while other != item:
            if self.color[other] == color:
                self.color[other] = -1
            else:
                self.hide(other)
            other = self.down[other]

    def unpurify(self, node: int) -> None:
        """Put back what `purify` hid [unpurify]."""
        color, item = self.color[node], self.top[node]
        other = self.up[item]
        while other != item:
            if self.color[other] < 0:
                self.color[other] = color
            else:
                self.unhide(other)
            other = self.up[other]

    def commit(self, node: int) -> None:
        """Cover the other items of `node`'s option, or fix their color [commit]."""
        for other in self.others[node]:
            color = self.color[other]
            if color == 0:
                self.cover(self.top[other])
            elif color > 0:
                self.purify(other)

    def uncommit(self, node: int) -> None:
        """Put back what `commit` covered or fixed [uncommit]."""
        for other in reversed(self.others[node]):
            color = self.color[other]
            if color == 0:
                self.uncover(self.top[other])
            elif color > 0:
                self.unpurify(other)

    # ------------------------------------------------------------------ searching

    def choose(self) -> int:
        """Return the first item with at most one live option, or with the fewest."""
        right, size = self.right, self.size
        best: int = right[0]
        item = best
        fewest = size[best] + 1
        while item:
            if size[item] < fewest:
                best, fewest = item, size[item]
                if fewest < 2:
                    break
            item = right[item]
        return best

    def dance(self, watched: bool = True) -> Iterator[str]:
        """Search, and say what happens; the links stand still at each event.

        Unless `watched`, it says no more than FOUND, and after each pulse CHOOSE or
        STUCK.

        ``CHOOSE``: branch on the item of `path`'s last node, which is its head.
        ``TRY``: the last node of `path` was chosen.  ``FOUND``: `path` is a cover.
        ``STUCK``: the item `stuck` has no live option.  ``UNDO``: the last node of
        `path` is about to be put back.  ``BACK``: it has been put back.
        """
        path, right, stops = self.path, self.right, self.stops
        fresh = not path
        while True:
            if fresh:
                if right[0] == 0:
                    yield FOUND
                else:
                    item = self.choose()
                    if self.ways(item):
                        self.open(item)
                        if watched or self.nodes >= self.pulse:
                            yield CHOOSE
                    else:
                        self.stuck = item
                        if watched or self.nodes >= self.pulse:
                            yield STUCK
            fresh = True
            while True:
                if not path:
                    return
                if self.tried[-1]:
                    if watched:
                        yield UNDO
                        self.retreat()
                        yield BACK
                    else:
                        self.retreat()
                level = len(path) - 1
                done = level < len(stops) and self.tried[-1] >= stops[level]
                if not done and self.advance():
                    self.tried[-1] += 1
                    self.nodes += 1
                    if watched:
                        yield TRY
                    break
                self.close()

    def advance(self) -> bool:
        """Choose the next option at the last level, if there is one."""
        node = self.path[-1] = self.down[self.path[-1]]
        if node <= self.items:
            return False
        self.commit(node)
        return True

    def retreat(self) -> None:
        """Put back what was chosen last at the last level."""
        self.uncommit(self.path[-1])

    def skip(self, number: int) -> None:
        """Let so many options of the last level be done with; then comes `advance`."""
        for _ in range(number):
            self.path[-1] = self.down[self.path[-1]]
        self.tried[-1] += number

    def ways(self, item: int) -> int:
        """Return how many choices there are for an item."""
        return self.size[item]

    def open(self, item: int) -> None:
        """Begin a level that branches on `item`, with none of its options tried."""
        self.cover(item)
        self.path.append(item)
        self.tried.append(0)

    def close(self) -> None:
        """End the last level; what was chosen there is put back already."""
        self.uncover(self.top[self.path.pop()])
        self.ended = (self.tried.pop(),)

    def search(self) -> Iterator[tuple[int, ...] | None]:
        """Yield each cover as option numbers, and ``None`` now and then."""
        self.pulse = min(self.nodes + self.every, self.most_nodes)
        for event in self.events:
            if event is FOUND:
                if not self.path:
                    self.ended = (1,)
                yield self.cover_found()
            else:
                self.pulse = min(self.nodes + self.every, self.most_nodes)
                yield None

    def live(self, item: int) -> Iterator[int]:
        """Yield the numbers of the live options of `item`, in option order."""
        node = self.down[item]
        while node != item:
            yield self.number[node]
            node = self.down[node]

    def cover_found(self) -> tuple[int, ...]:
        """Return the numbers of the options on the path."""
        return tuple([self.number[node] for node in self.path])

    @property
    def position(self) -> tuple[int, ...]:
        if not self.path:
            return self.ended
        return *(tried - 1 for tried in self.tried[:-1]), self.tried[-1]

    @property
    def widths(self) -> tuple[int, ...]:
        if not self.path:
            return (self.ways(self.choose()) if self.right[0] else 1,)
        return tuple([self.size[self.top[node]] for node in self.path])

    def go_to(self, position: tuple[int, ...]) -> None:
        """Choose what `position` says; its last option is chosen too, to be undone."""
        if self.right[0] == 0 and position == (1,):
            self.events = iter(())
            self.ended = position
            return
        for level, place in enumerate(position):
            deeper = level + 1 < len(position)
            item = self.choose() if self.right[0] else 0
            ways = self.ways(item) if item else 0
            if not 0 <= place < ways + (not deeper) or item == 0 and level:
                raise bad_position(position, level, ways)
            if item:
                self.open(item)
            if place + deeper:
                self.skip(place + deeper - 1)
                self.advance()
                self.tried[-1] += 1
