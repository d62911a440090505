"""Exact covers with sets of options held in the bits of Python's integers.

The live options are one integer, a bit for each.  `Bits.members` has the options of
each item, `Bits.compatible` the options that may stand beside each option; so choosing
an option is one ``&``, the live options of an item are ``members[item] & live``, and
undoing is going back to the integer that was there before.  The work of hiding and
unhiding, which dancing links do entry by entry, is done 30 options at a time by the
interpreter's own loops in C.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .engine import bad_position, check_stops

if TYPE_CHECKING:
    from ..problem import Problem

#: After so many nodes the search looks up, that is, yields ``None``, ...
PULSE = 1000

#: ... or after fewer, about so many nanoseconds of work.
MOMENT = 20_000_000


class BitSearch:
    """What the two ways to search with bits share: levels, positions, going to one.

    A node of the search is a tuple: first what is still to be covered (false when that
    is nothing), then whatever the way needs, then as bits the options of the item to
    branch on, and those of them that are not done with; the first option has the
    highest bit, so that ``bit_length`` finds it in one step.
    """

    name = "bits"
    settled = True

    def __init__(self, root: Any, work: int = 0) -> None:  # nanoseconds for a node
        self.nodes = 0
        self.most_nodes = sys.maxsize
        self.every = max(1, min(PULSE, MOMENT // max(1, work)))
        self.root = self.node = root
        self.levels: list[Any] = []  # the nodes above, each under a chosen option
        self.stopped: list[int] = []  # how wide the levels with a stop are in truth

    @property
    def position(self) -> tuple[int, ...]:
        done = [choices.bit_count() - left.bit_count()
                for *_, choices, left in (*self.levels, self.node)]
        return *(place - 1 for place in done[:-1]), done[-1]

    @property
    def widths(self) -> tuple[int, ...]:
        nodes = (*self.levels, self.node)
        return *self.stopped[:len(nodes)], *(
            choices.bit_count() for *_, choices, _ in nodes[len(self.stopped):])

    def restart(self, position: tuple[int, ...], stops: tuple[int, ...] = ()) -> None:
        """Go to `position`, and try what comes before the stops (`Engine`)."""
        check_stops(position, stops)
        self.levels.clear()
        self.stopped.clear()
        self.node = self.root
        self.go_to(position)
        self.stopped.extend(self.widths[:len(stops)])
        nodes = [*self.levels, self.node]
        for level, stop in enumerate(stops):
            *rest, choices, left = nodes[level]
            beyond = left
            for _ in range(stop - choices.bit_count() + left.bit_count()):
                beyond &= ~(1 << max(0, beyond.bit_length() - 1))
            nodes[level] = *rest, choices & ~beyond, left & ~beyond
        *self.levels[:], self.node = nodes

    def below(self, node: Any) -> Any:
        """Return the node under the last option of `node` that is done with, untouched.

        A node with nothing to cover has 1 as its options: one way to do that.
        """
        raise TypeError("a way to search says how")

    def entering(self, node: Any) -> Iterator[Any]:
        """Yield what `below` returns; None now and then before, if that takes long."""
        yield self.below(node)

    def chosen(self, node: Any) -> int:
        """Return the last option of `node` that is done with; -1 if that was none."""
        raise TypeError("a way to search says how")

    def search(self) -> Iterator[tuple[int, ...] | None]:
        """Search; a way that is to be fast has a loop of its own."""
        if not self.node[0]:
            yield from self.empty_cover()
            return
        pulse = self.next_pulse(self.nodes)
        while True:
            *rest, choices, left = self.node
            if not left:
                if not self.levels:
                    return
                self.node = self.levels.pop()
                continue
            trying = (*rest, choices, left ^ 1 << left.bit_length() - 1)
            for below in self.entering(trying):
                if below is None:
                    yield None
            self.node = trying
            self.nodes += 1
            if below[0]:
                self.levels.append(self.node)
                self.node = below
            else:
                numbers = map(self.chosen, (*self.levels, self.node))
                yield tuple([number for number in numbers if number >= 0])
            if self.nodes >= pulse:
                pulse = self.next_pulse(self.nodes)
                yield None

    def next_pulse(self, nodes: int) -> int:
        """Return at how many nodes to look up next."""
        return min(nodes + self.every, max(self.most_nodes, nodes + 1))

    def go_to(self, position: tuple[int, ...]) -> None:
        """Take the options that `position` says, from the root."""
        for level, place in enumerate(position):
            *rest, choices, left = self.node
            size = choices.bit_count()
            deeper = level + 1 < len(position)
            if (not 0 <= place < size + (not deeper)
                    or not rest[0] and (level or deeper)):
                raise bad_position(position, level, size)
            for _ in range(place + deeper):
                left ^= 1 << left.bit_length() - 1
            self.node = (*rest, choices, left)
            if deeper:
                self.levels.append(self.node)
                self.node = self.below(self.node)

    def empty_cover(self) -> Iterator[tuple[int, ...]]:
        """Yield the cover of a problem with nothing to cover, once."""
        if self.node[-1]:
            self.node = (*self.node[:-1], 0)
            yield ()


def last_done(choices: int, left: int) -> int:
    """Return the bit of the last option of `choices` that is not `left` any more."""
    done = choices & ~left
    return (done & -done).bit_length() - 1


class Bits(BitSearch):
    """One search of `problem` from `position`; see `dlx.engines` for the rule.

    A node is ``(items, live, choices, left)``: the items still to be covered, and as
    bits the options that are live, those of the item to branch on, and those not done
    with.

    Examples
    --------
    >>> from dlx import Problem
    >>> engine = Bits(Problem(["CEF", "ADG", "BCF", "AD", "BG", "DEG"]))
    >>> list(engine.search())
    [(0, 4, 3)]
    """

    def __init__(self, problem: Problem, position: tuple[int, ...] = (0,)) -> None:
        self.members = members(problem)
        self.compatible = compatible(problem, self.members)
        primary = len(problem.primary)
        self.covered = [frozenset(item for item, _ in pairs if item < primary)
                        for pairs in reversed(problem.entries)]
        everything = 0
        for options in self.members[:primary]:
            everything |= options
        super().__init__(self._enter(list(range(primary)), everything),
                         primary * (60 + len(self.compatible) // 64))
        self.go_to(position)

    def search(self) -> Iterator[tuple[int, ...] | None]:
        members, keep, covered = self.members, self.compatible, self.covered
        levels, last = self.levels, len(keep) - 1
        items, live, choices, left = self.node
        if not items:
            yield from self.empty_cover()
            return
        # The bit of the option that was chosen at each level above.
        chosen = [last_done(choices, left) for _, _, choices, left in levels]
        pulse = self.next_pulse(self.nodes)
        while True:
            # Go up from a node that is done with, or down to the next option's node.
            if not left:
                self.node = items, live, choices, left
                if not levels:
                    return
                items, live, choices, left = levels.pop()
                chosen.pop()
                continue
            top = left.bit_length() - 1
            left ^= 1 << top
            levels.append((items, live, choices, left))
            chosen.append(top)
            self.nodes += 1
            live &= keep[top]
            hit = covered[top]
            items = [item for item in items if item not in hit]
            if not items:
                self.node = items, live, choices, left = levels.pop()
                yield tuple([last - bit for bit in chosen])
                chosen.pop()
                continue
            # The rule of choice, as in `_enter`; a call would cost as much again.
            fewest = last + 2
            for item in items:
                options = members[item] & live
                size = options.bit_count()
                if size < fewest:
                    choices, fewest = options, size
                    if size < 2:
                        break
            left = choices
            if self.nodes >= pulse:
                pulse = self.next_pulse(self.nodes)
                self.node = items, live, choices, left
                yield None

    def _enter(self, items: list[int], live: int) -> tuple[list[int], int, int, int]:
        """Return the node with those items open and those options live, untouched."""
        if not items:
            return items, live, 1, 1
        fewest = len(self.compatible) + 1
        choices = 0
        for item in items:
            options = self.members[item] & live
            size = options.bit_count()
            if size < fewest:
                choices, fewest = options, size
                if size < 2:
                    break
        return items, live, choices, choices

    def below(self, node: Any) -> Any:
        items, live, choices, left = node
        bit = last_done(choices, left)
        return self._enter([item for item in items if item not in self.covered[bit]],
                           live & self.compatible[bit])


def colored_pairs(problem: Problem) -> int:
    """Return how many pairs of an item and a color there are: each takes a mask."""
    if not problem.colored:
        return 0
    return len({pair for pairs in problem.entries for pair in pairs if pair[1]})


def members(problem: Problem) -> list[int]:
    """Return the options of each item, primary ones first, as bits."""
    members = [0] * (len(problem.primary) + len(problem.secondary))
    bit = 1 << len(problem.names)
    for pairs in problem.entries:
        bit >>= 1
        for item, _ in pairs:
            members[item] |= bit
    return members


def compatible(problem: Problem, members: list[int]) -> list[int]:
    """Return the options that may stand beside each one, as bits; last option first."""
    same: dict[tuple[int, int], int] = {}  # those that use an item in one color
    bit = 1 << len(problem.names)
    for pairs in problem.entries:
        bit >>= 1
        for pair in pairs:
            if pair[1]:
                same[pair] = same.get(pair, 0) | bit
    everything = (1 << len(problem.names)) - 1
    masks = []
    for pairs in reversed(problem.entries):
        clash = 0
        for pair in pairs:
            options = members[pair[0]]
            clash |= options & ~same[pair] if pair[1] else options
        masks.append(everything & ~clash)
    return masks
