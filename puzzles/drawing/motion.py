"""Where pieces wait before they are put together, and which gaps they may fill.

A plan tells how far pieces go until they are clear of what they leave.  Drawn like
that, those that leave the same way would end up in each other; so they go farther,
until there is room for all that is done later on both sides.

A plan is made of the cells alone, without the gaps that a long plate spans where plates
cross.  One of those is notched there: `bars` fills each gap that nothing runs into.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from reductions.lattice import Cell, Vector

from ..takeapart import Move, Plan, extent
from ..takeapart.geometry import Block, blocks
from .solids import bridges

__all__ = ["Offsets", "bars", "stages"]

#: How far each piece is from its place in the layout, on the fine grid.
Offsets = dict[str, Vector]


def stages(plan: Plan) -> list[Offsets]:
    """Return where the pieces are before building and after each step of it.

    Parameters
    ----------
    plan : Plan
        A whole one; its last stage is the layout.

    Examples
    --------
    >>> from puzzles.takeapart import take_apart
    >>> for stage in stages(take_apart({"a": [(0, 0, 0)], "b": [(1, 0, 0)]})):
    ...     print(stage)
    {'a': (0, 0, 0), 'b': (3, 0, 0)}
    {'a': (0, 0, 0), 'b': (0, 0, 0)}
    """
    return _offsets(plan.start, _roomy(plan))[::-1]


def _offsets(names: Iterable[str], moves: Iterable[Move]) -> list[Offsets]:
    """Return where the pieces are before taking apart and after each move of it."""
    found: list[Offsets] = [dict.fromkeys(names, (0, 0, 0))]
    for move in moves:
        step = _step(move)
        moved = {name: _sum(found[-1][name], step) for name in move.pieces}
        found.append({**found[-1], **moved})
    return found


def _step(move: Move) -> Vector:
    return tuple([x * move.distance for x in move.direction])


def _sum(one: Vector, other: Vector) -> Vector:
    return tuple([a + b for a, b in zip(one, other)])


def _roomy(plan: Plan) -> list[Move]:
    """Return the moves of a plan; those that leave go as far as there has to be room.

    From the last move to the first, so that it is known where each piece will yet go.
    """
    before = _offsets(plan.start, plan.moves)
    own = {name: _box(blocks(cells, plan.ratio)) for name, cells in plan.start.items()}
    # What pieces touch of space from a move on, seen from where they are before it.
    ways = dict(own)
    moves = []
    for at, (move, groups) in reversed(list(zip(before, plan.separations()))):
        if move.leaves:
            there = {name: _shifted(way, at[name]) for name, way in ways.items()}
            distance = _room(move, groups[-2], there, plan.ratio + 1)
            move = move._replace(distance=distance)
        for name in move.pieces:
            ways[name] = _box([own[name], _shifted(ways[name], _step(move))])
        moves.append(move)
    return moves[::-1]


def _box(parts: Iterable[Block]) -> Block:
    """Return the box around blocks."""
    lows, highs = zip(*parts)
    return tuple(map(min, zip(*lows))), tuple(map(max, zip(*highs)))


def _shifted(block: Block, step: Vector) -> Block:
    low, high = block
    return _sum(low, step), _sum(high, step)


def _room(move: Move, rest: Iterable[str], ways: Mapping[str, Block], gap: int) -> int:
    """Return how far pieces have to go, so that they and the rest have room for all."""
    axis = next(k for k in range(3) if move.direction[k])
    farthest = move.distance + gap
    for name in rest:
        low, high = ways[name]
        for other in move.pieces:
            start, end = ways[other]
            if all(
                low[k] < end[k] and start[k] < high[k] for k in range(3) if k != axis
            ):
                ahead = move.direction[axis] > 0
                over = high[axis] - start[axis] if ahead else end[axis] - low[axis]
                farthest = max(farthest, over + gap)
    return farthest


def bars(plan: Plan, places: Sequence[Offsets]) -> dict[str, tuple[Cell, ...]]:
    """Return the pieces with those gaps below long plates that are never in the way.

    Parameters
    ----------
    plan : Plan
    places : sequence of Offsets
        Where the pieces are, one after the other; of one step straight along an axis.
    """
    filled = dict(plan.start)
    if plan.ratio == 1:  # then there are no plates
        return filled
    solid = {name: blocks(cells, plan.ratio) for name, cells in filled.items()}
    for name, cells in plan.start.items():
        for gap in bridges(cells):
            block = extent(gap, plan.ratio)
            ways = [
                (other, _way(block, places, name, other, step))
                for other in solid
                if other != name
                for step in range(len(places))
            ]
            if not any(
                _meet(way, theirs) for other, way in ways for theirs in solid[other]
            ):
                filled[name] += (gap,)
                solid[name].append(block)
    return filled


def _way(
    block: Block, places: Sequence[Offsets], name: str, other: str, step: int
) -> Block:
    """Return where a part of a piece gets in a step, seen from another piece."""
    ends = [
        tuple([a - b for a, b in zip(at[name], at[other])])
        for at in (places[step], places[min(step + 1, len(places) - 1)])
    ]
    return _box([_shifted(block, end) for end in ends])


def _meet(one: Block, other: Block) -> bool:
    """Return whether two blocks share space."""
    return all(
        low < end and start < high for low, high, start, end in zip(*one, *other)
    )
