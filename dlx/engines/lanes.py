"""Exact covers with all items counted at once, in the bits of one integer.

The live options stand in one integer, as in `dlx.engines.bits`, but once for each of
their primary items: each item has a *lane*, a bit for each of its options, and above
them one more bit, its *guard*, which is always set.  Taking 1 from every lane and
keeping what was set before,

    lanes & (lanes - ones)

drops the last live option of every item in one step; guards stop the borrow of a lane
that was empty from reaching its neighbor, and are lost by such lanes.  So after a few
steps the item with the fewest live options is the one whose lane is empty first, and
the first such item, in item order, has the highest guard that is lost.  Where Python
would look at one item after the other, this looks at all of them in some eight
operations.

The idea of counting in lanes of a word is old (D. E. Knuth, The Art of Computer
Programming, volume 4A, section 7.1.3); the steps are the interpreter's own loops in C.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .bits import BitSearch, colored_pairs, last_done

if TYPE_CHECKING:
    from ..problem import Problem

#: Beyond so many bits it is faster to look at one item after the other (`Bits`).
MOST_BITS = 9000


def lane_bits(problem: Problem) -> int:
    """Return how many bits the lanes of a problem have."""
    if problem.table:
        return problem.table.guards.bit_length()
    primary = len(problem.primary)
    return primary + sum(item < primary for pairs in problem.entries
                         for item, _ in pairs)


def table_bytes(problem: Problem) -> int:
    """Return how many bytes the tables of `Lanes` take: lanes for each option."""
    rows = len(problem.names) + len(problem.primary) + len(problem.secondary)
    return lane_bits(problem) * (rows + colored_pairs(problem)) // 8


class LaneTable:
    """The options of a problem in lanes: what every search of it looks up.

    Attributes
    ----------
    members : list of lists of int
        The options of each item, last one first; bit k of its lane is for the k-th.
    offset : list of int
        The lowest bit of the lane of each item; the first item has the highest lane.
    ones, guards : int
        The lowest bit of each lane, and the guard of each.
    guarded : dict
        The item of a guard, by the guard's bit length.
    places : list of int
        The bits of each option.
    lanes : int
        The lanes at the root: all options, and all guards.
    keep : list of int
        The part of the lanes that may stand beside each option.
    covered : list of int
        The guards of the items of each option.
    """

    def __init__(self, problem: Problem) -> None:
        primary = len(problem.primary)
        self.members: list[list[int]] = [[] for _ in range(primary)]
        for number in reversed(range(len(problem.entries))):
            for item, _ in problem.entries[number]:
                if item < primary:
                    self.members[item].append(number)
        self.offset = [0] * primary
        self.ones = self.guards = 0
        self.guarded: dict[int, int] = {}
        guard = [0] * (primary + len(problem.secondary))
        bits = 0
        for item in reversed(range(primary)):
            self.offset[item] = bits
            self.ones |= 1 << bits
            bits += len(self.members[item])
            guard[item] = 1 << bits
            bits += 1
            self.guarded[bits] = item
        self.guards = sum(guard)
        self.places = self._places(problem)
        self.lanes = self.guards
        for place in self.places:
            self.lanes |= place
        self.keep = self._kept(problem)
        self.covered = [sum([guard[item] for item, _ in pairs])
                        for pairs in problem.entries]

    def _places(self, problem: Problem) -> list[int]:
        """Return the bits of each option."""
        places = [0] * len(problem.entries)
        for options, offset in zip(self.members, self.offset):
            bit = 1 << offset
            for number in options:
                places[number] |= bit
                bit <<= 1
        return places

    def _kept(self, problem: Problem) -> list[int]:
        """Return for each option the part of the lanes that may stand beside it."""
        users = [0] * (len(problem.primary) + len(problem.secondary))
        same: dict[tuple[int, int], int] = {}  # those that use an item in one color
        for pairs, place in zip(problem.entries, self.places):
            for item, color in pairs:
                users[item] |= place
                if color:
                    same[item, color] = same.get((item, color), 0) | place
        apart = [self.lanes & ~place for place in users]
        agreeing = {pair: apart[pair[0]] | place for pair, place in same.items()}
        kept = []
        for pairs in problem.entries:
            keep = self.lanes
            for item, color in pairs:
                keep &= agreeing[item, color] if color else apart[item]
            kept.append(keep)
        return kept

    def smallest(self, guards: int, lanes: int) -> int:
        """Return the item to branch on.

        `rest` is what is left of the lanes when some options of every item are dropped;
        in `fewer`, items that had no more than these have lost their guards.
        """
        rest = lanes & (lanes - self.ones) | self.guards
        fewer = rest - self.ones
        while fewer & guards == guards:
            rest = rest & fewer | self.guards
            fewer = rest - self.ones
        return self.guarded[(fewer & guards ^ guards).bit_length()]

    def lane(self, item: int, lanes: int) -> int:
        """Return the live options of an item, as bits."""
        return lanes >> self.offset[item] & (1 << len(self.members[item])) - 1

    @cached_property
    def option_at(self) -> list[int]:
        """The option that each bit of the lanes stands for; -1 for a guard."""
        options = [-1] * self.guards.bit_length()
        for members, offset in zip(self.members, self.offset):
            options[offset:offset + len(members)] = members
        return options


class Lanes(BitSearch):
    """One search of `problem` from `position`; see `dlx.engines` for the rule.

    A node is ``(guards, lanes, options, choices, left)``: the guards of the items still
    to be covered; the lanes; the numbers of the options of the item to branch on, last
    one first; and its lane, as it was and without the options done with.

    Examples
    --------
    >>> from dlx import Problem
    >>> engine = Lanes(Problem(["CEF", "ADG", "BCF", "AD", "BG", "DEG"]))
    >>> list(engine.search())
    [(0, 4, 3)]
    """

    def __init__(self, problem: Problem, position: tuple[int, ...] = (0,)) -> None:
        self.table = problem.table or LaneTable(problem)
        super().__init__(self.enter(self.table.guards, self.table.lanes))
        self.go_to(position)

    def search(self) -> Iterator[tuple[int, ...] | None]:
        if not self.node[0]:
            yield from self.empty_cover()
            return
        table = self.table
        members, offset, guarded = table.members, table.offset, table.guarded
        keep, covered = table.keep, table.covered
        ones, all_guards = table.ones, table.guards
        full = [(1 << len(options)) - 1 for options in members]
        levels = self.levels
        guards, lanes, options, choices, left = self.node
        chosen = [options[last_done(choices, left)]
                  for _, _, options, choices, left in levels]
        nodes = self.nodes
        pulse = self.next_pulse(nodes)
        while True:
            # Go up from a node that is done with, or down to the next option's node.
            if not left:
                if not levels:
                    self.nodes = nodes
                    self.node = guards, lanes, options, choices, left
                    return
                guards, lanes, options, choices, left = levels.pop()
                chosen.pop()
                continue
            top = left.bit_length() - 1
            left ^= 1 << top
            option = options[top]
            nodes += 1
            below = guards ^ covered[option]
            if not below:
                self.nodes = nodes
                self.node = guards, lanes, options, choices, left
                yield (*chosen, option)
                continue
            kept = lanes & keep[option]
            # The rule of choice, as in `smallest`; a call would cost as much again.
            rest = kept & (kept - ones) | all_guards
            fewer = rest - ones
            unspent = fewer & below
            while unspent == below:
                rest = rest & fewer | all_guards
                fewer = rest - ones
                unspent = fewer & below
            item = guarded[(unspent ^ below).bit_length()]
            lane = kept >> offset[item] & full[item]
            if lane:
                levels.append((guards, lanes, options, choices, left))
                chosen.append(option)
                guards, lanes, options = below, kept, members[item]
                choices = left = lane
            if nodes >= pulse:
                pulse = self.next_pulse(nodes)
                self.nodes = nodes
                self.node = guards, lanes, options, choices, left
                yield None

    def enter(self, guards: int, lanes: int) -> tuple[int, int, list[int], int, int]:
        """Return the node with those items open and those lanes, untouched."""
        if not guards:
            return guards, lanes, [], 1, 1
        item = self.table.smallest(guards, lanes)
        lane = self.table.lane(item, lanes)
        return guards, lanes, self.table.members[item], lane, lane

    def below(self, node: Any) -> Any:
        guards, lanes, options, choices, left = node
        option = options[last_done(choices, left)]
        return self.enter(guards ^ self.table.covered[option],
                          lanes & self.table.keep[option])
