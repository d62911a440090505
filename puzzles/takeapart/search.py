"""Looking for the moves, breadth first.

The *level* of a separation is the least number of moves with the last of which some
pieces leave for good.  A move is one, however far it goes (see `states`).

When some have left, they and the rest are two assemblies that go on by themselves.  It
does not matter who leaves first: in whatever way the whole comes apart, each part of it
comes apart in the same way, with the others thought away.  So a part that cannot come
apart settles the whole, and any other layout that has the part in the same places.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from operator import itemgetter
from typing import NamedTuple

from dlx import Stopped
from dlx.errors import shown
from reductions import PuzzleError
from reductions.clock import Clock
from reductions.lattice import Cell, Vector

from .blocking import MOST_SETS
from .geometry import SPAN, Memory, Shape, outlook, packed, shape_of, unpacked
from .plan import Move, Plan
from .states import Assembly, Shift, State

__all__ = ["MOST_STATES", "take_apart"]

#: After so many states the search is given up, unless more are asked for.
MOST_STATES = 500_000


class Separation(NamedTuple):
    """The states on the way, and what can leave from the last of them."""

    path: list[State]
    ways_out: list[Shift]


class Search:
    """The search for all separations of an assembly; see `take_apart`.

    Attributes
    ----------
    states : int
        How many were looked at so far.
    """

    def __init__(
        self,
        shapes: Mapping[str, Shape],
        memory: Memory,
        clock: Clock,
        most_states: int,
        most_sets: int,
        progress: Callable[[], object],
    ) -> None:
        self.states = 0
        self.least = True
        self.moves: list[Move] = []
        self.levels: list[int] = []
        self._shapes = shapes
        self._memory = memory
        self._clock = clock
        self._most_states = most_states
        self._most_sets = most_sets
        self._progress = progress

    def run(
        self, places: Mapping[str, Vector], together: Callable[[Collection[str]], bool]
    ) -> tuple[str, ...]:
        """Take it apart; return a part that is locked, or nothing.

        Raises
        ------
        dlx.Stopped
        """
        stack = [dict(places)]
        while stack:
            places = stack.pop()
            names = tuple(places)
            if len(names) < 2 or together(names):
                continue
            assembly = Assembly(
                [self._shapes[name] for name in names], self._memory, self._most_sets
            )
            corners = [packed(place) for place in places.values()]
            first = tuple([corner - corners[0] for corner in corners])
            separation = self._separate(assembly, first)
            self.least &= assembly.least
            if separation is None:
                return names
            rest, left = self._follow(places, separation)
            stack += [left, rest]
        return ()

    def _separate(self, assembly: Assembly, first: State) -> Separation | None:
        """Return the least moves with which some leave, None if none ever do."""
        before: dict[State, State | None] = {first: None}
        waiting = deque([first])
        self._count()
        ways_out = assembly.ways_out(assembly.outlooks(first))
        if ways_out:
            return Separation([first], ways_out)
        while waiting:
            state = waiting.popleft()
            for new in assembly.next(state, assembly.outlooks(state)):
                if new in before:
                    continue
                self._count()
                before[new] = state
                ways_out = assembly.ways_out(assembly.outlooks(new))
                if ways_out:
                    return Separation(_path(before, new), ways_out)
                waiting.append(new)
        return None

    def _count(self) -> None:
        """Count a state, unless there is no time or no room for one more."""
        self._clock.left()
        if self.states >= self._most_states:
            raise Stopped("states", 0, None)
        self.states += 1
        self._progress()

    def _follow(
        self, places: dict[str, Vector], separation: Separation
    ) -> tuple[dict[str, Vector], dict[str, Vector]]:
        """Note the moves of a separation; return the rest, and what has left."""
        names = list(places)
        path, ways_out = separation
        for old, new in zip(path, path[1:]):
            changes = [unpacked(b - a) for a, b in zip(old, new)]
            shift = next(change for change in changes if any(change))
            moving = [name for name, change in zip(names, changes) if any(change)]
            self._move(places, moving, shift, leaves=False)
        way, leaving = min(
            ((self._clear(places, names, leaving), leaving) for leaving in ways_out),
            key=itemgetter(0),
        )
        shift = tuple([way * (k == leaving.axis) for k in range(3)])
        moving = self._move(places, [names[k] for k in leaving.up], shift, leaves=True)
        self.levels.append(len(path))
        rest = {name: place for name, place in places.items() if name not in moving}
        return rest, {name: places[name] for name in moving}

    def _clear(
        self, places: Mapping[str, Vector], names: list[str], leaving: Shift
    ) -> int:
        """Return how far the pieces that leave have to go to be clear of the others."""
        axis = leaving.axis
        lows = [places[names[k]][axis] for k in leaving.up]
        highs = [
            places[names[k]][axis] + self._shapes[names[k]].size[axis]
            for k in leaving.others
        ]
        return max(1, max(highs) - min(lows))

    def _move(
        self, places: dict[str, Vector], moving: list[str], shift: Vector, leaves: bool
    ) -> list[str]:
        """Let those move, or all others the other way; return them.

        The fewer do, and of two halves the one without the first piece.
        """
        excess = 2 * len(moving) - len(places)
        if excess > 0 or excess == 0 and next(iter(places)) in moving:
            moving = [name for name in places if name not in moving]
            shift = tuple([-x for x in shift])
        for name in moving:
            places[name] = tuple([a + b for a, b in zip(places[name], shift)])
        distance = max(map(abs, shift))
        direction = tuple([x // distance for x in shift])
        self.moves.append(Move(tuple(moving), direction, distance, leaves))
        return moving


def _path(before: Mapping[State, State | None], last: State) -> list[State]:
    """Return the states that lead to a state, and itself."""
    path: list[State] = []
    state: State | None = last
    while state is not None:
        path.append(state)
        state = before[state]
    return path[::-1]


def take_apart(
    pieces: Mapping[str, Iterable[Cell]],
    ratio: int = 1,
    *,
    together: Callable[[Collection[str]], bool] = lambda names: len(names) < 2,
    most_states: int = MOST_STATES,
    most_sets: int = MOST_SETS,
    timeout: float | None = None,
    clock: Clock | None = None,
    memory: Memory | None = None,
    progress: Callable[[], object] | None = None,
) -> Plan:
    """Return how an assembly comes apart by straight moves along the axes.

    Parameters
    ----------
    pieces : mapping name -> cells
        Where each piece is: ``(x, y, z)`` of its cells.  A piece is rigid, even where
        its cells touch at an edge only.
    ratio : int
        How many plates a cube is thick: cells are so thick where a coordinate is even,
        and 1 where it is odd.
    together : function names -> bool
        Whether pieces need not be separated, and so any of them need not; by default,
        none but single ones.
    most_states : int
        Give up after so many states.
    most_sets : int
        Try all sets of pieces that can move, if there are so many at most.
    timeout : float, optional
        Give up after so many seconds.
    clock : Clock, optional
        In place of a timeout: one that others share.
    memory : Memory, optional
        Shared with other layouts of the puzzle.
    progress : function, optional
        Called at each state.

    Raises
    ------
    PuzzleError
        If two pieces share space, one has none, or they reach too far.

    Examples
    --------
    >>> ring = [(x, y, 0) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    >>> peg = [(1, 1, 0), (1, 1, 1)]
    >>> print(*take_apart({"ring": ring, "peg": peg}).moves)
    peg +z 1, leaves
    >>> head = [(x, y, z) for x in range(3) for y in range(3) for z in (-1, 1)]
    >>> take_apart({"ring": ring, "peg": [(1, 1, 0), *head]}).why()
    'proved impossible by straight moves: ring peg cannot be separated'
    """
    if ratio < 1:
        raise ValueError(f"ratio is {ratio}; want at least 1")
    memory = memory or Memory()
    start = {name: tuple(sorted(cells)) for name, cells in pieces.items()}
    shapes, corners = {}, {}
    for name, cells in start.items():
        if not cells:
            raise PuzzleError(f"piece {shown(name)} has no cells")
        shapes[name], corners[name] = shape_of(cells, ratio)
    _check(shapes, corners)
    search = Search(
        shapes,
        memory,
        clock or Clock(timeout),
        most_states,
        most_sets,
        progress or (lambda: None),
    )
    stopped = ""
    places = {name: (shapes[name], corners[name]) for name in start}
    known = memory.locked(places.values())
    locked = tuple(name for name in start if places[name] in known)
    if not locked or together(locked):
        try:
            locked = search.run(corners, together)
        except Stopped as stop:
            locked, stopped = (), stop.reason
        if locked:
            memory.lock(places[name] for name in locked)
    return Plan(
        "gave up" if stopped else "impossible" if locked else "apart",
        tuple(search.moves),
        tuple(search.levels),
        search.least,
        search.states,
        start,
        ratio,
        locked,
        stopped,
    )


def _check(shapes: Mapping[str, Shape], corners: Mapping[str, Vector]) -> None:
    """Raise an error if two pieces share space, or reach further than can be told."""
    ends = [tuple(map(sum, zip(corners[k], shape.size))) for k, shape in shapes.items()]
    for lows, highs, sizes in zip(
        zip(*corners.values()), zip(*ends), zip(*(s.size for s in shapes.values()))
    ):
        if max(max(highs) - min(lows), sum(sizes)) > SPAN // 8:
            raise PuzzleError(f"pieces reach further than {SPAN // 8} plates")
    names = list(shapes)
    for place, one in enumerate(names):
        for other in names[:place]:
            offset = tuple([a - b for a, b in zip(corners[one], corners[other])])
            if outlook(shapes[other], shapes[one], offset) is None:
                raise PuzzleError(f"pieces {other} and {one} share space")
