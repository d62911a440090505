"""The states of an assembly, and the moves between them.

A *state* is where each piece is.  In a move, pieces go together along an axis as far as
they like and nothing stops them.  Whoever moves, only where pieces are to one another
counts, so the first piece of an assembly stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .blocking import closed_sets, closures, single_sets
from .geometry import FAR, STEPS, Memory, Outlook, Shape, outlook, unpacked

__all__ = ["Assembly", "Shift", "State"]

#: The corners of the pieces, seen from the first one.
State = tuple[int, ...]


class Shift(NamedTuple):
    """Pieces that can go up an axis together, or all others down.

    Attributes
    ----------
    up, others : tuple of int
    axis : int
    """

    up: tuple[int, ...]
    others: tuple[int, ...]
    axis: int

    @property
    def fewest(self) -> int:
        """How many pieces have to move."""
        return min(len(self.up), len(self.others))


class Assembly:
    """Some pieces, and what they can do.

    Parameters
    ----------
    shapes : sequence of Shape
    memory : Memory
    most_sets : int
        As for `closed_sets`.

    Attributes
    ----------
    least : bool
        Whether all sets of pieces that could move were tried so far.
    """

    def __init__(self, shapes: Sequence[Shape], memory: Memory, most_sets: int) -> None:
        self.shapes = shapes
        self.least = True
        self._most_sets = most_sets
        self._size = len(shapes)
        self._pairs = [(i, j) for j in range(self._size) for i in range(j)]
        self._tables = [memory.table(shapes[i], shapes[j]) for i, j in self._pairs]
        self._shifts: dict[bytes, list[Shift]] = {}
        self._exits: dict[bytes, list[Shift]] = {}

    def outlooks(self, state: State) -> list[Outlook]:
        """Look up how each two pieces stand to one another."""
        found = []
        for (i, j), table in zip(self._pairs, self._tables):
            offset = state[j] - state[i]
            seen = table.get(offset)
            if seen is None:
                seen = outlook(self.shapes[i], self.shapes[j], unpacked(offset))
                assert seen is not None  # no move leads where two pieces share space
                table[offset] = seen
            found.append(seen)
        return found

    def ways_out(self, outlooks: Sequence[Outlook]) -> list[Shift]:
        """Return in which ways the fewest pieces can leave, nothing if none can."""
        meets = bytes([seen.meets for seen in outlooks])
        if meets not in self._exits:
            shifts = [
                self._shift(mask, axis)
                for axis in range(3)
                for mask in single_sets(closures(self._blocked(meets, axis)))
            ]
            least = min([shift.fewest for shift in shifts], default=0)
            self._exits[meets] = [shift for shift in shifts if shift.fewest == least]
        return self._exits[meets]

    def next(self, state: State, outlooks: Sequence[Outlook]) -> Iterator[State]:
        """Yield the states that one move leads to."""
        blocks = bytes([seen.blocks for seen in outlooks])
        if blocks not in self._shifts:
            self._shifts[blocks] = self._all_shifts(blocks)
        for shift in self._shifts[blocks]:
            step, moving = STEPS[shift.axis], shift.up
            if not moving[0]:  # the first piece stays
                step, moving = -step, shift.others
            corners = list(state)
            for _ in range(_room(shift, outlooks)):
                for piece in moving:
                    corners[piece] += step
                yield tuple(corners)

    def _all_shifts(self, blocks: bytes) -> list[Shift]:
        """Return which pieces can move, the fewest first."""
        found = []
        for axis in range(3):
            masks, every = closed_sets(self._blocked(blocks, axis), self._most_sets)
            self.least &= every
            found += [self._shift(mask, axis) for mask in masks]
        return sorted(found, key=lambda shift: shift.fewest)

    def _blocked(self, bits: bytes, axis: int) -> list[int]:
        """Return the graph of going up an axis: which others each piece runs into."""
        blocked = [0] * self._size
        for (i, j), six in zip(self._pairs, bits):
            up, down = six >> 2 * axis & 1, six >> 2 * axis + 1 & 1
            blocked[i] |= up << j
            blocked[j] |= down << i  # the one would run into the other going down
        return blocked

    def _shift(self, mask: int, axis: int) -> Shift:
        up: list[int] = []
        others: list[int] = []
        for piece in range(self._size):
            (up if mask >> piece & 1 else others).append(piece)
        return Shift(tuple(up), tuple(others), axis)


def _room(shift: Shift, outlooks: Sequence[Outlook]) -> int:
    """Return how far pieces can go before they meet one of the others."""
    room = FAR
    upward, downward = 2 * shift.axis, 2 * shift.axis + 1
    for one in shift.up:
        for other in shift.others:
            if one < other:
                gap = outlooks[other * (other - 1) // 2 + one].gaps[upward]
            else:
                gap = outlooks[one * (one - 1) // 2 + other].gaps[downward]
            room = min(room, gap)
    return room
