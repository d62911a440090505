"""The states of an assembly, and the moves between them.

A *state* is where each piece is.  In a move, pieces go together along an axis as far as
they like and nothing stops them.  Whoever moves, only where pieces are to one another
counts, so the first piece of an assembly stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reductions.lattice import Vector

from .blocking import closed_sets, closures, single_sets
from .geometry import FAR, Gaps, Memory, Shape

__all__ = ["SPAN", "Assembly", "Shift", "State", "packed", "unpacked"]

#: A corner in one number, so that the difference of two is that of the corners.  The
#: pieces of an assembly never are as far apart as half of this.
SPAN = 2**20
STEPS = (1, SPAN, SPAN**2)

#: The corners of the pieces, seen from the first one.
State = tuple[int, ...]


def packed(vector: Vector) -> int:
    return sum(x * step for x, step in zip(vector, STEPS))


def unpacked(number: int) -> Vector:
    found = []
    for _ in range(3):
        x = (number + SPAN // 2) % SPAN - SPAN // 2
        found.append(x)
        number = (number - x) // SPAN
    return tuple(found)


class Outlook(NamedTuple):
    """How two pieces stand to one another.

    Attributes
    ----------
    blocks, meets : int
        A bit for each axis and each of the two that would run into the other, at once
        or ever, if it went up that axis: the bits of all pairs together are the graphs.
    gaps : six numbers
    """

    blocks: int
    meets: int
    gaps: Gaps


class Shift(NamedTuple):
    """Pieces that can move together.

    Attributes
    ----------
    pieces : tuple of int
        Those that do; never the first of the assembly.
    axis : int
    sign : int
    gaps : tuple of (pair, gap)
        Which gaps between those that move and the others tell how far.
    """

    pieces: tuple[int, ...]
    axis: int
    sign: int
    gaps: tuple[tuple[int, int], ...]


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
        self._memory = memory
        self._most_sets = most_sets
        self._size = len(shapes)
        self._pairs = [(i, j) for j in range(self._size) for i in range(j)]
        self._number = {pair: number for number, pair in enumerate(self._pairs)}
        self._tables: list[dict[int, Outlook]] = [{} for _ in self._pairs]
        self._shifts: dict[int, list[Shift]] = {}
        self._exits: dict[int, list[Shift]] = {}

    def outlooks(self, state: State) -> list[Outlook]:
        """Look up how each two pieces stand to one another."""
        found = []
        for (i, j), table in zip(self._pairs, self._tables):
            offset = state[j] - state[i]
            outlook = table.get(offset)
            if outlook is None:
                outlook = table[offset] = self._outlook(i, j, unpacked(offset))
            found.append(outlook)
        return found

    def _outlook(self, i: int, j: int, offset: Vector) -> Outlook:
        gaps = self._memory.gaps(self.shapes[i], self.shapes[j], offset)
        assert gaps is not None  # no move leads where two pieces share space
        blocks = meets = 0
        for axis in range(3):
            for one, other, gap in ((i, j, gaps[2 * axis]), (j, i, gaps[2 * axis + 1])):
                bit = 1 << (axis * self._size + one) * self._size + other
                blocks |= bit * (gap == 0)
                meets |= bit * (gap < FAR)
        return Outlook(blocks, meets, gaps)

    def ways_out(self, outlooks: Sequence[Outlook]) -> list[Shift]:
        """Return in which ways the fewest pieces can leave, nothing if none can."""
        graphs = 0
        for outlook in outlooks:
            graphs |= outlook.meets
        if graphs not in self._exits:
            shifts = [
                self._shift(mask, axis)
                for axis, blocked in enumerate(self._graphs(graphs))
                for mask in single_sets(closures(blocked))
            ]
            least = min(map(self._fewest, shifts), default=0)
            self._exits[graphs] = [s for s in shifts if self._fewest(s) == least]
        return self._exits[graphs]

    def _fewest(self, shift: Shift) -> int:
        """Return how many pieces move, if the others may move in their place."""
        return min(len(shift.pieces), self._size - len(shift.pieces))

    def next(self, state: State, outlooks: Sequence[Outlook]) -> Iterator[State]:
        """Yield the states that one move leads to."""
        graphs = 0
        for outlook in outlooks:
            graphs |= outlook.blocks
        if graphs not in self._shifts:
            self._shifts[graphs] = self._all_shifts(graphs)
        for pieces, axis, sign, gaps in self._shifts[graphs]:
            step = STEPS[axis] * sign
            corners = list(state)
            for _ in range(min([outlooks[pair].gaps[gap] for pair, gap in gaps])):
                for piece in pieces:
                    corners[piece] += step
                yield tuple(corners)

    def _all_shifts(self, graphs: int) -> list[Shift]:
        """Return which pieces can move, the fewest first."""
        found = []
        for axis, blocked in enumerate(self._graphs(graphs)):
            masks, every = closed_sets(blocked, self._most_sets)
            self.least &= every
            found += [self._shift(mask, axis) for mask in masks]
        return sorted(found, key=self._fewest)

    def _graphs(self, graphs: int) -> Iterator[list[int]]:
        """Yield for each axis which pieces each one would run into."""
        row = (1 << self._size) - 1
        for _ in range(3):
            blocked = []
            for _ in range(self._size):
                blocked.append(graphs & row)
                graphs >>= self._size
            yield blocked

    def _shift(self, mask: int, axis: int) -> Shift:
        """Return what moves if a set goes up an axis, or all others down."""
        up = [piece for piece in range(self._size) if mask >> piece & 1]
        rest = [piece for piece in range(self._size) if not mask >> piece & 1]
        gaps = [
            (self._number[min(one, other), max(one, other)], 2 * axis + (one > other))
            for one in up
            for other in rest
        ]
        moving, sign = (rest, -1) if mask & 1 else (up, 1)
        return Shift(tuple(moving), axis, sign, tuple(gaps))
