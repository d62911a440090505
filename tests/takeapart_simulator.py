"""Judges of plans that share no code with those who make them.

`replay` carries a plan out on a fine grid, step by step; `Assembly` looks at every
subset of the pieces, in every state, to say what can be done at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product

Cell = tuple[int, ...]
Offsets = tuple[Cell, ...]

DIRECTIONS = tuple(
    tuple(sign * (k == axis) for k in range(3)) for axis in range(3) for sign in (1, -1)
)


def add(one: Iterable[int], other: Iterable[int]) -> Cell:
    return tuple(a + b for a, b in zip(one, other))


def fine(cells: Iterable[Cell], ratio: int) -> set[Cell]:
    """Return the cells of the fine grid that a piece fills, walking along each axis."""
    cells = list(cells)
    lowest = min(min(cell) for cell in cells)
    highest = max(max(cell) for cell in cells)
    lowest -= lowest % 2
    places, place = {}, lowest // 2 * (ratio + 1)
    for coordinate in range(lowest, highest + 1):
        width = 1 if coordinate % 2 else ratio
        places[coordinate] = range(place, place + width)
        place += width
    return {found for cell in cells for found in product(*(places[x] for x in cell))}


def replay(
    start: Mapping[str, Iterable[Cell]], ratio: int, moves: Iterable[Mapping]
) -> list[set[str]] | str:
    """Carry out a plan; return the assemblies that there are then, or what is wrong."""
    filled = {name: fine(cells, ratio) for name, cells in start.items()}
    if sum(map(len, filled.values())) != len(set().union(*filled.values())):
        return "pieces share space at the start"
    far = sum(
        max(map(max, cells)) - min(map(min, cells)) + 1 for cells in filled.values()
    )
    groups = [set(filled)]
    for number, move in enumerate(moves, 1):
        moving = set(move["pieces"])
        whole = next((group for group in groups if moving < group), None)
        if not moving or whole is None:
            return f"move {number}: not some of the pieces of an assembly"
        direction = tuple(move["direction"])
        if direction not in DIRECTIONS:
            return f"move {number}: direction {direction}"
        if move["distance"] < 1:
            return f"move {number}: distance {move['distance']}"
        rest = set().union(*(filled[name] for name in whole - moving))
        for step in range(1, (far if move["leaves"] else move["distance"]) + 1):
            for name in moving:
                filled[name] = {add(cell, direction) for cell in filled[name]}
            going = set().union(*(filled[name] for name in moving))
            if going & rest:
                return f"move {number}: a collision at step {step}"
            if move["leaves"] and abs(step - move["distance"]) < 2:
                clear = is_clear(going, rest, direction)
                if clear != (step >= move["distance"]):
                    return f"move {number}: clear or not after {step} steps"
        if move["leaves"]:
            groups.remove(whole)
            groups += [moving, whole - moving]
    return groups


def is_clear(going: set[Cell], rest: set[Cell], direction: Cell) -> bool:
    """Tell whether all that goes is past all that stays, in the direction it goes."""
    ahead = min(sum(a * b for a, b in zip(cell, direction)) for cell in going)
    behind = max(sum(a * b for a, b in zip(cell, direction)) for cell in rest)
    return ahead > behind


class Assembly:
    """Some pieces, of which every subset may move in every direction."""

    def __init__(self, pieces: Sequence[Iterable[Cell]]) -> None:
        self.pieces = [frozenset(cells) for cells in pieces]
        cells = [cell for piece in self.pieces for cell in piece]
        self.far = 1 + max(map(max, cells)) - min(map(min, cells))
        indices = range(len(self.pieces))
        #: By how much more one may not be shifted than the other.
        self.forbidden = {
            (i, j): {
                tuple(a - b for a, b in zip(one, other))
                for one in self.pieces[i]
                for other in self.pieces[j]
            }
            for i in indices
            for j in indices
            if i != j
        }
        self.subsets = [
            frozenset(subset)
            for size in range(1, len(self.pieces))
            for subset in combinations(indices, size)
        ]

    def collides(self, offsets: Offsets, moving: frozenset[int]) -> bool:
        """Tell whether one that moves has come to share a cell with one that stays."""
        return any(
            tuple(b - a for a, b in zip(offsets[one], offsets[other]))
            in self.forbidden[one, other]
            for one in moving
            for other in range(len(offsets))
            if other not in moving
        )

    def moves(self, offsets: Offsets) -> tuple[set[Offsets], set[frozenset[int]]]:
        """Return the states that one move leads to, and who can leave."""
        states, leaving = set(), set()
        for moving in self.subsets:
            for direction in DIRECTIONS:
                now = offsets
                spread = 2 * self.far + max(
                    abs(x) for offset in offsets for x in offset
                )
                for _ in range(spread):
                    now = tuple(
                        add(offset, direction) if k in moving else offset
                        for k, offset in enumerate(now)
                    )
                    if self.collides(now, moving):
                        break
                    states.add(seen_from_the_first(now))
                else:
                    leaving.add(moving)
        return states, leaving

    def level(self) -> int | None:
        """Return the least number of moves until some leave, None if none ever can."""
        first = ((0, 0, 0),) * len(self.pieces)
        known, frontier, level = {first}, [first], 0
        while frontier:
            level += 1
            found = [self.moves(offsets) for offsets in frontier]
            if any(leaving for _, leaving in found):
                return level
            frontier = sorted(set().union(*(states for states, _ in found)) - known)
            known.update(frontier)
        return None

    def comes_apart(self) -> bool:
        """Tell whether it does, whoever may leave first, and from wherever."""
        if len(self.pieces) == 1:
            return True
        first = ((0, 0, 0),) * len(self.pieces)
        known, waiting = {first}, [first]
        tried = set()
        while waiting:
            offsets = waiting.pop()
            states, leaving = self.moves(offsets)
            for moving in sorted(leaving, key=sorted):
                parts = self.parts(offsets, moving)
                if parts in tried:
                    continue
                tried.add(parts)
                if all(Assembly(part).comes_apart() for part in parts):
                    return True
            # Further away from each other nobody is in anybody's way.
            near = {s for s in states if max(abs(x) for o in s for x in o) <= 3}
            waiting += sorted(near - known)
            known |= near
        return False

    def parts(self, offsets: Offsets, moving: frozenset[int]) -> tuple:
        """Return the pieces of the two parts where they are, those that move first."""
        placed = [
            frozenset(add(cell, offset) for cell in piece)
            for piece, offset in zip(self.pieces, offsets)
        ]
        return (
            tuple(placed[k] for k in sorted(moving)),
            tuple(p for k, p in enumerate(placed) if k not in moving),
        )


def seen_from_the_first(offsets: Offsets) -> Offsets:
    return tuple(tuple(x - y for x, y in zip(o, offsets[0])) for o in offsets)
