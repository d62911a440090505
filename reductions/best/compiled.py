"""The search of `reductions.best.descent`, compiled by numba: the same nodes, faster.

The tables stay in Python, where they are filled as they are needed; the compiled loop
stops where it misses an entry, and goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np

from .descent import Descent
from .ground import Board, Ground

__all__ = ["CompiledDescent", "fits"]

Array = Any

# How the loop ends, and where its numbers are in `CompiledDescent._state`.
PAUSED, FOUND, DONE, MISSING = 0, 1, 2, 3
DEPTH, ENTERING, DEEPEST, KEY = 0, 1, 2, 3

#: How many keys the tables may have together.
MOST_KEYS = 2**22


def fits(ground: Ground) -> bool:
    """Tell whether the keys of the tables are few enough for an array.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> fits(Ground(parse({"tiles": ["a a a a"], "mates": [["a", "a"]]})))
    True
    """
    most = sum(ground.symbols ** len(meetings) for meetings in ground.meetings)
    return bool(most <= MOST_KEYS)


class CompiledDescent(Descent):
    """A `Descent` in arrays."""

    def __init__(
        self, ground: Ground, allowance: list[int], rank: Sequence[int], most: int
    ) -> None:
        super().__init__(ground, allowance, rank, most)
        cells = len(ground.cells)
        self._kinds = np.array(ground.kind, np.int32)
        self._wants = np.array(ground.wants, np.int32)
        # The meetings of a cell follow those of the cell before it.
        meetings = [
            (earlier, across, ground.symbols**k)
            for found in ground.meetings
            for k, (_, earlier, across) in enumerate(found)
        ]
        self._meetings = np.array(meetings, np.int32).reshape(-1, 3)
        ends = np.cumsum([0] + [len(found) for found in ground.meetings])
        self._first = ends.astype(np.int32)
        self._base = self._bases()
        # A row for each key that was met: where its candidates begin in the pool, and
        # how many of them lose no side, at most one, at most two …
        levels = 2 + max(map(len, ground.meetings))
        self._rows = np.zeros((64, levels), np.int32)
        self._row_count = 0
        self._pool = np.zeros((1024, 3), np.int32)  # choices, kinds and losses
        self._pool_count = 0
        self._state = np.array([0, 1, 0, 0], np.int32)
        self._waits = np.zeros((cells, 2), np.int32)  # next candidate, and the end
        self._laid = np.array(self._board, np.int32)
        self._free = np.array(self._stock, np.int32)
        self._losing = np.zeros(cells + 1, np.int32)

    def _bases(self) -> Array:
        """Return where the keys of each cell's table begin in `_row_of`."""
        bases: dict[int, int] = {}
        size = 0
        for table, meetings in zip(self._tables, self.ground.meetings):
            if id(table) not in bases:
                bases[id(table)] = size
                size += self.ground.symbols ** len(meetings)
        self._row_of = np.full(size, -1, np.int32)
        return np.array([bases[id(table)] for table in self._tables], np.int32)

    def run(self, nodes: int) -> Board | None:
        """Search on, as `Descent.run` does."""
        allowance = np.array(self.allowance, np.int32)
        while not self.done:
            status, nodes = search(
                nodes,
                self._state,
                self._waits,
                self._laid,
                self._free,
                self._losing,
                allowance,
                self._kinds,
                self._wants,
                self._meetings,
                self._first,
                self._base,
                self._row_of,
                self._rows,
                self._pool,
            )
            self.deepest = int(self._state[DEEPEST])
            self.done = status == DONE
            if status == FOUND:
                return [int(choice) for choice in self._laid]
            if status == MISSING:
                self._fill(int(self._state[DEPTH]), int(self._state[KEY]))
            else:
                break
        return None

    def _fill(self, depth: int, key: int) -> None:
        """Enter into the arrays what the table says of a key."""
        levels = self._tables[depth].levels(key)
        begin, end = self._pool_count, self._pool_count + len(levels[-1])
        self._pool = _room(self._pool, end)
        if levels[-1]:
            self._pool[begin:end] = levels[-1]
        self._rows = _room(self._rows, self._row_count + 1)
        row = self._rows[self._row_count]
        row[0] = begin
        row[1:] = len(levels[-1])
        for level, found in enumerate(levels):
            row[1 + level] = len(found)
        self._row_of[self._base[depth] + key] = self._row_count
        self._row_count += 1
        self._pool_count = end


def _room(array: Array, size: int) -> Array:
    """Return the array, or a longer one with what it holds."""
    if size <= len(array):
        return array
    longer = np.zeros((2 * size, array.shape[1]), array.dtype)
    longer[: len(array)] = array
    return longer


@numba.njit(cache=True, boundscheck=False)
def search(
    nodes: int,
    state: Array,
    waiting: Array,
    board: Array,
    stock: Array,
    lost: Array,
    allowance: Array,
    kinds: Array,
    wants: Array,
    meetings: Array,
    first: Array,
    base: Array,
    row_of: Array,
    rows: Array,
    pool: Array,
) -> tuple[int, int]:
    """Search on; return how that ended, and how many nodes are left."""
    cells = len(board)
    depth, entering = state[DEPTH], state[ENTERING]
    deepest = state[DEEPEST]
    status = PAUSED
    while True:
        if entering:
            key = 0
            for k in range(first[depth], first[depth + 1]):
                key += meetings[k, 2] * wants[meetings[k, 1], board[meetings[k, 0]]]
            row = row_of[base[depth] + key]
            if row < 0:
                state[KEY] = key
                status = MISSING
                break
            slack = allowance[depth] - lost[depth]
            waiting[depth, 0] = waiting[depth, 1] = rows[row, 0]
            if slack >= 0:
                waiting[depth, 1] += rows[row, 1 + min(slack, rows.shape[1] - 2)]
            entering = 0
        if nodes <= 0:
            break
        place, end = waiting[depth, 0], waiting[depth, 1]
        while place < end and not stock[pool[place, 1]]:
            place += 1
        if place == end:
            depth -= 1
            if depth < 0:
                status = DONE
                break
            stock[kinds[board[depth]]] += 1
            continue
        waiting[depth, 0] = place + 1
        choice, kind = pool[place, 0], pool[place, 1]
        total = lost[depth] + pool[place, 2]
        if total > allowance[depth]:
            waiting[depth, 0] = end
            continue
        nodes -= 1
        board[depth] = choice
        if depth + 1 == cells:
            status = FOUND
            deepest = cells
            break
        stock[kind] -= 1
        depth += 1
        lost[depth] = total
        entering = 1
        deepest = max(deepest, depth)
    state[DEPTH], state[ENTERING], state[DEEPEST] = depth, entering, deepest
    return status, nodes
