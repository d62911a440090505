"""Exact covers with compiled code: the bits of `dlx.engines.lanes` in 64-bit words.

Needs numba, which comes with ``pip install 'tilewright[fast]'``; the code is compiled
when it is first used and kept on disk.  Each item has a lane of whole words, a bit for
each of its options; choosing an option is an ``&`` of all lanes with a row of a table,
and the smallest item is found on the way.  The compiled part works in slices, so many
nodes or covers, and then comes back, so that limits, clocks and Ctrl-C are looked at in
Python.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from struct import iter_unpack
from typing import TYPE_CHECKING, Any

import numpy as np

from .compiled import DONE, FULL, enter, fill, search_slice
from .engine import bad_position, check_stops

if TYPE_CHECKING:
    from ..problem import Problem

#: After so many nodes, some hundredths of a second, the search looks up, ...
PULSE = 50_000

#: ... or when about so many words have been looked at.
MOMENT = 50_000_000

#: How many covers a slice finds at most; the first slices find fewer.
BATCH = 1024


class Words:
    """One search of `problem` from `position`; see `dlx.engines` for the rule.

    Attributes
    ----------
    first : array of int64, shape (items + 1)
        Where the lane of each item begins; the words of an item are in a row.
    members : array of int32, shape (words, 64)
        The option that a bit stands for.
    keep : array of uint64, shape (options, words)
        What an option leaves of the lanes.
    covered : array of uint64, shape (options, words for the items)
        Which items an option covers, as bits.
    lanes : array of uint64, shape (levels, words)
        The live options at each level; of items that are covered there, anything.
    open_items : array of uint64, shape (levels, words for the items)
        Which items are still to be covered, as bits.
    branch, path, tried, width : arrays of int32, shape (levels)
        The item branched on, the option chosen, how many were tried, and of how many.
    left : array of uint64, shape (levels, words of the widest lane)
        The options of the item branched on that are not tried yet.
    """

    name = "words"

    def __init__(self, problem: Problem, position: tuple[int, ...] = (0,)) -> None:
        primary = len(problem.primary)
        self.most_nodes = sys.maxsize
        self.empty = primary == 0
        levels = max(primary, 1) + 1
        sizes, self.first, *tables = _tables_of(problem)
        self.members, self.covered, self.keep, lanes = tables
        self.lanes = np.empty((levels, len(lanes)), np.uint64)
        self.lanes[0] = lanes
        self.open_items = np.zeros((levels, self.covered.shape[1]), np.uint64)
        self.open_items[0] = np.bitwise_or.reduce(self.covered, axis=0)
        for item in np.flatnonzero(np.diff(self.first) == 0):
            self.open_items[0, item // 64] |= np.uint64(1 << int(item) % 64)
        self.branch, self.path, self.tried, self.width = np.zeros((4, levels),
                                                                  np.int32)
        self.left = np.zeros((levels, max(1, np.diff(self.first).max())), np.uint64)
        self.state = np.zeros(3, np.int64)
        # The covers of the last slice, and which of them was yielded last (-1: all).
        self.covers = self.positions = self.sizes = np.zeros((0, levels), np.int32)
        self.counts = np.zeros((0, 2), np.int64)
        self.last = -1
        few = np.flatnonzero(sizes < 2)
        self.branch[0] = few[0] if len(few) else sizes.argmin()
        self.width[0] = sizes[self.branch[0]]
        self.every = max(1, min(PULSE, MOMENT // max(1, len(lanes))))
        self.done = False
        self.restart(position)

    def restart(self, position: tuple[int, ...], stops: tuple[int, ...] = ()) -> None:
        """Go to `position`, and try what comes before the stops (`Engine`)."""
        check_stops(position, stops)
        self.state[0], self.last = 0, -1
        if self.empty:
            if position not in ((0,), (1,)):
                raise bad_position(position, 0, 1)
            self.done = position != (0,) or stops == (0,)
            return
        begin, end = self.first[self.branch[0]:self.branch[0] + 2]
        self.left[0, :end - begin] = self.lanes[0, begin:end]
        self.tried[0] = 0
        self._go_to(position)
        for level, stop in enumerate(stops):
            self._keep(level, stop - int(self.tried[level]))

    def _keep(self, level: int, most: int) -> None:
        """Keep that many of the options that are left at a level, the first ones."""
        for w, word in enumerate(self.left[level].tolist()):
            beyond = word
            while beyond and most > 0:
                beyond &= beyond - 1
                most -= 1
            self.left[level, w] = np.uint64(word & ~beyond)

    def _tables(self) -> tuple[Any, ...]:
        return (self.first, self.members, self.keep, self.covered, self.lanes,
                self.open_items, self.branch, self.left)

    def _go_to(self, position: tuple[int, ...]) -> None:
        """Take the options that `position` says, from the root."""
        for level, place in enumerate(position):
            item = self.branch[level]
            begin, end = self.first[item:item + 2]
            size = sum(int(word).bit_count() for word in self.left[level, :end - begin])
            deeper = level + 1 < len(position)
            if not 0 <= place < size + (not deeper):
                raise bad_position(position, level, size)
            option = -1
            for _ in range(place + deeper):
                w = next(w for w in range(end - begin) if self.left[level, w])
                word = int(self.left[level, w])
                option = int(self.members[begin + w, (word & -word).bit_length() - 1])
                self.left[level, w] = np.uint64(word & word - 1)
                self.tried[level] += 1
            if deeper:
                self.path[level] = option
                size = enter(option, level, *self._tables())
                if size <= 0:
                    if size == 0 and position[level + 1:] == (0,):
                        return  # an item without options: nothing to try there
                    raise bad_position(position, level + 1, 0)
                self.state[0] = level + 1
                self.tried[level + 1] = 0
                self.width[level + 1] = size

    @property
    def settled(self) -> bool:
        return self.last < 0

    @property
    def nodes(self) -> int:
        if self.last < 0:
            return int(self.state[1])
        return int(self.counts[self.last, 1])

    @property
    def position(self) -> tuple[int, ...]:
        if self.empty:
            return (int(self.done),)
        if self.last < 0:
            tried = self.tried[:self.state[0] + 1].tolist()
        else:
            tried = self.positions[self.last, :self.counts[self.last, 0]].tolist()
        return *(number - 1 for number in tried[:-1]), tried[-1]

    @property
    def widths(self) -> tuple[int, ...]:
        if self.empty:
            return (1,)
        if self.last < 0:
            return tuple(self.width[:self.state[0] + 1].tolist())
        return tuple(self.sizes[self.last, :self.counts[self.last, 0]].tolist())

    def search(self) -> Iterator[tuple[int, ...] | None]:
        """Yield each cover as option numbers, and ``None`` now and then."""
        if self.empty:
            if not self.done:
                self.done = True
                yield ()
            return
        levels = len(self.branch)
        how, room = FULL, 1
        while how != DONE:
            if how == FULL and room < BATCH:
                room *= 4
                self.covers, self.positions, self.sizes = np.zeros(
                    (3, room, levels), np.int32)
                self.counts = np.zeros((room, 2), np.int64)
            budget = max(1, min(self.every, self.most_nodes - self.nodes))
            how = search_slice(
                self.state, room, budget, *self._tables(), self.path, self.tried,
                self.width, self.covers, self.positions, self.sizes, self.counts)
            for self.last, cover in enumerate(self._found()):
                yield cover
            self.last = -1
            if how != DONE:
                yield None

    def _found(self) -> Iterable[tuple[int, ...]]:
        """Return the covers of the last slice, as option numbers."""
        number = self.state[2]
        rows, depths = self.covers[:number], self.counts[:number, 0]
        if number and depths.min() == depths.max():
            return iter_unpack(f"={depths[0]}i", rows[:, :depths[0]].tobytes())
        return [tuple(row[:depth])
                for row, depth in zip(rows.tolist(), depths.tolist())]


def _tables_of(problem: Problem) -> tuple[Any, ...]:
    """Return the tables of a problem.

    How many options each item has; first, members, covered, keep; and all lanes.
    """
    primary, entries = len(problem.primary), problem.entries
    flat = np.array(list(chain.from_iterable(chain.from_iterable(entries))), np.int64)
    item, color = flat.reshape(-1, 2).T
    starts = np.zeros(len(entries) + 1, np.int64)
    starts[1:] = np.cumsum(np.fromiter(map(len, entries), np.int64, len(entries)))
    if problem.colored:
        kinds, pair = np.unique(item * (color.max() + 1) + color, return_inverse=True)
        pair_item, pair_color = np.divmod(kinds, color.max() + 1)
    else:
        kinds, pair = np.unique(item, return_inverse=True)
        pair_item, pair_color = kinds, np.zeros_like(kinds)
    sizes = np.bincount(item[item < primary], minlength=max(primary, 1))
    first = np.zeros(len(sizes) + 1, np.int64)
    first[1:] = np.cumsum(-(-sizes // 64))
    words = max(int(first[-1]), 1)
    items = len(problem.primary) + len(problem.secondary)
    filled = fill(starts, item, pair, pair_item, pair_color, first, items, words)
    return sizes, first, *filled
