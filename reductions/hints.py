"""Hints: can what lies on the table be completed, and where may one more piece lie?

Each piece that lies there, a *given*, is one more primary item of the exact-cover
problem, which the placements that look like it have, and no others.  So the covers are
the completions, whichever of several equal pieces was taken.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import dlx
from dlx.errors import shown, suggestion
from dlx.problem import agree

from .kinds import Look, Puzzle, kind_of
from .lattice import Cell
from .layout import Layout, Placement, PuzzleError
from .order import Labelings

__all__ = ["Given", "Hint", "Hints", "read_given"]

#: So many completions are looked at, to see what they have in common.
MANY = 1000

#: How many seconds the search for the given that is at fault may take.
QUICK = 5.0

#: After so many nodes no more completions are looked for, if there is one.
NODES = 100_000

#: Of so many pieces that all known completions share it is tried whether they have to.
FEW = 3


class Given(NamedTuple):
    """A piece that lies on the table.

    Attributes
    ----------
    piece : str
    cells : tuple of cells, sorted
        All cells that it covers, or one of them.
    turns : int or None
        Of a tile: how many steps it is turned; None: that is not said.
    flipped : bool
        Whether its other face is said to show.
    """

    piece: str
    cells: tuple[Cell, ...]
    turns: int | None = None
    flipped: bool = False

    def __str__(self) -> str:
        where = " ".join(",".join(map(str, cell)) for cell in self.cells)
        turned = "" if self.turns is None else f" turned {self.turns}"
        return f"{self.piece} at {where}{turned}{' flipped' * self.flipped}"


class Hint(NamedTuple):
    """A piece more, and whether it lies so in every completion."""

    placement: Placement
    forced: bool


def read_given(text: str, puzzle: Puzzle) -> Given:
    """Read a given, in the form in which placements are shown.

    Raises
    ------
    PuzzleError
        If the text says no such thing, or what no piece of the puzzle can do.

    Examples
    --------
    >>> from reductions import Queens
    >>> print(read_given("at 1,3", Queens(4)))
    Q at 1,3
    >>> read_given("at 1,4", Queens(4))
    Traceback (most recent call last):
    reductions.layout.PuzzleError: given 'at 1,4': there is no cell 1,4 on the board
    """
    where = f"given {shown(text)}"
    form = re.fullmatch(
        r"\s*(.*?)\s*\bat\s+((?:-?\d{1,9}(?:\s*,\s*-?\d{1,9})+\s*)+?)"
        r"(?:turned\s+(\d{1,9})\s*)?(flipped)?\s*",
        text[:10_000],
    )
    if not form:
        raise PuzzleError(
            f"{where}: want PIECE at ROW,COLUMN, and perhaps more cells, or turned N"
        )
    places = re.findall(r"-?\d+(?:\s*,\s*-?\d+)+", form[2])
    cells = [tuple(map(int, place.split(","))) for place in places]
    board = set(puzzle.board)
    for cell in cells:
        if cell not in board:
            raise PuzzleError(f"{where}: there is no cell {_spot(cell)} on the board")
    options = kind_of(puzzle).placements(puzzle)
    names = list(dict.fromkeys(placement.piece for placement in options))
    known = list(dict.fromkeys([*map(_plain, names), *names]))
    piece = form[1]
    if not piece and len(known) == 1:
        piece = known[0]
    if piece not in known:
        raise PuzzleError(
            f"{where}: there is no piece {shown(piece)}" + suggestion(piece, known)
        )
    turns = None if form[3] is None else int(form[3])
    steps = len(puzzle.lattice.sides) - 1
    if turns is not None and (not hasattr(puzzle, "tiles") or turns > steps):
        want = f"0 to {steps} steps" if hasattr(puzzle, "tiles") else "no turn"
        raise PuzzleError(f"{where}: turned {turns}; want {want}")
    given = Given(piece, tuple(sorted(set(cells))), turns, form[4] is not None)
    if len(given.cells) > 1:
        _check_shape(where, given, options)
    return given


def _check_shape(where: str, given: Given, options: Sequence[Placement]) -> None:
    """Raise an error if a piece cannot lie on so many cells, or on just those."""
    cells = set(given.cells)
    places = [
        option.cells
        for option in options
        if _plain(option.piece) == _plain(given.piece)
    ]
    if not any(cells.issubset(place) for place in places):
        near = max(places, key=lambda place: len(cells.intersection(place)))
        meant = given._replace(cells=near)
        raise PuzzleError(
            f"{where}: the piece does not fit on those cells; did you mean "
            f"{shown(str(meant))}?"
        )


def _spot(cell: Cell) -> str:
    return ",".join(map(str, cell))


def _plain(name: str) -> str:
    """Return the name of a piece without the number of its copy."""
    return re.sub(r"#\d+$", "", name)


class _Bounded(dlx.Search):
    """A search that stops after so many nodes, once it has a cover."""

    def due(self) -> str:
        if self.count and self.nodes > NODES:
            self.stop("nodes")
        return super().due()


class Hints:
    """Find what completes the pieces on the table.

    Parameters
    ----------
    puzzle : Puzzle
    givens : sequence of Given
        The pieces that lie there.
    engine, timeout
        As for `dlx.Search`; the timeout is that of everything together.

    Attributes
    ----------
    lying : list of Placement
        What lies on the table, in the first completion that was found: the givens, and
        what is fixed by the puzzle.
    complete : bool
        Whether all completions are known.

    Examples
    --------
    >>> from reductions import Queens
    >>> hints = Hints(Queens(4), [read_given("at 0,1", Queens(4))])
    >>> hints.completable(), hints.more(2)
    (True, [Hint(placement=<Q at 1,3>, forced=True), \
Hint(placement=<Q at 2,0>, forced=True)])
    """

    def __init__(
        self,
        puzzle: Puzzle,
        givens: Sequence[Given] = (),
        *,
        engine: str = "auto",
        timeout: float | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.kind = kind = kind_of(puzzle)
        self.givens = tuple(givens)
        self.engine = engine
        self.complete = False
        self.lying: list[Placement] = []
        self._end = None if timeout is None else time.monotonic() + timeout
        self._reason = ""
        self._search: dlx.Search | None = None
        self._look = kind.symmetries(puzzle).look
        every = kind.placements(puzzle)
        self._labels = Labelings(kind.copies(puzzle), every, self._look)
        # Equal pieces lie in one order only, whichever was taken; see `_labeled`.
        self._problem = kind.encode(puzzle, every, ordered=True)
        self._fast = _without_choice(
            every, kind.required(puzzle), frozenset(map(str, self._problem.primary))
        )
        self._wanted = self._together(self.givens)
        self._completions: list[Layout] = []

    def stop(self, reason: str) -> None:
        """Let the search raise `dlx.Stopped` soon; see `dlx.Search.stop`."""
        self._reason = reason
        if self._search is not None:
            self._search.stop(reason)

    # ------------------------------------------------------------- what lies there

    def _names(self, given: Given) -> set[str]:
        """Return the names of the pieces that are like the one that lies there."""
        alike = {given.piece}
        for group in self._labels.groups:
            if given.piece in group or given.piece in map(_plain, group):
                alike.update(group)
        return alike

    def _like(self, given: Given) -> dict[Placement, None]:
        """Return the options that look like a given."""
        names, cells = self._names(given), set(given.cells)
        found = [
            option
            for option in self._problem.options
            if isinstance(option, Placement)
            and (option.piece in names or _plain(option.piece) in names)
            and cells.issubset(option.cells)
        ]
        if given.turns is not None:
            look = self._look(Placement(*given))
            found = [option for option in found if self._look(option) == look]
        elif given.flipped:
            found = [option for option in found if option.flipped]
        return dict.fromkeys(found)

    def _is_one(self, name: str) -> bool:
        """Tell whether a name is that of one of several equal pieces."""
        return any(name in group for group in self._labels.groups)

    def _together(self, givens: Sequence[Given]) -> list[dict[Placement, None]]:
        """Return the options of each given; those of one piece have to be the same."""
        wanted = [self._like(given) for given in givens]
        return [
            dict.fromkeys(
                option
                for option in wanted[number]
                if not self._is_one(given.piece)
                or all(
                    option in options
                    for other, options in zip(givens, wanted)
                    if other.piece == given.piece
                )
            )
            for number, given in enumerate(givens)
        ]

    def obstacle(self) -> str:
        """Say which given cannot lie there at all, or which two exclude each other."""
        every = [(given, self._like(given)) for given in self.givens]
        for given, wanted in every:
            if not wanted:
                return f"{given}: this piece cannot lie there"
        for (one, ones), (other, others) in combinations(every, 2):
            twice = one.piece == other.piece and self._is_one(one.piece)
            if twice and ones.keys().isdisjoint(others):
                return f"{one} and {other} exclude each other: this is one piece"
            if not any(not self._quarrel(a, b) for a in ones for b in others):
                item = self._quarrel(next(iter(ones)), next(iter(others)))
                return f"{one} and {other} exclude each other: {item}"
        return ""

    def _quarrel(self, one: Placement, other: Placement) -> str:
        """Return an item that keeps two options from being chosen together."""
        if one == other:
            return ""
        options = self._problem.options
        for item, color in options[other].items():
            high = self._problem.bounds.get(item, (1, 1))[1]
            if high == 1 and not agree(options[one], item, color):
                return str(item)
        return ""

    # ---------------------------------------------------------------- completions

    def _covers(
        self, wanted: Sequence[Iterable[Placement]], without: Iterable[Placement] = ()
    ) -> Iterator[Layout]:
        """Yield the layouts with one of each of those placements."""
        if self._end is not None and time.monotonic() >= self._end:
            raise dlx.Stopped("timeout", 0, None)  # stating a problem takes time, too
        items: dict[Any, list[str]] = {}
        for number, options in enumerate(wanted):
            for option in options:
                items.setdefault(option, []).append(f"given {number}")
        out = set(without)
        problem = dlx.Problem(
            {
                name: {**option, **dict.fromkeys(items.get(name, []))}
                for name, option in self._problem.options.items()
                if name not in out
            },
            [f"given {number}" for number in range(len(wanted))]
            + list(self._problem.primary),
            self._problem.secondary,
            multiplicities=dict(self._problem.bounds),
        )
        left = None if self._end is None else max(0.0, self._end - time.monotonic())
        self._search = _Bounded(problem, engine=self.engine, timeout=left)
        if self._reason:
            self._search.stop(self._reason)
        for cover in self._search:
            layout = self.kind.decode(self.puzzle, cover)  # type: ignore[arg-type]
            if self._labels.count(layout):
                yield layout

    def completable(self) -> bool:
        """Tell whether what lies on the table can be completed.

        Raises
        ------
        dlx.Stopped
            If the search was stopped before that was clear.
        """
        if self.obstacle() or self.kind.misfit(self.puzzle):
            self.complete = True
            return False
        try:
            for layout in self._covers(self._wanted):
                self._completions.append(layout)
                if len(self._completions) == MANY:
                    break
            else:
                self.complete = True
        except dlx.Stopped:
            if not self._completions or self._reason:
                raise
        if self._completions:
            self.lying = list(map(self._as_given, self._lying(self._completions[0])))
        return bool(self._completions)

    def _lying(self, layout: Layout) -> list[Placement]:
        """Return what of a completion lies on the table already."""
        return [
            placement
            for placement in layout
            if placement in self._fast
            or any(placement in wanted for wanted in self._wanted)
        ]

    def _as_given(self, placement: Placement) -> Placement:
        """Return a placement under the name that was given to one of equal pieces."""
        for given, wanted in zip(self.givens, self._wanted):
            if placement in wanted and self._is_one(given.piece):
                return self._labels.placement[given.piece, self._look(placement)]
        return placement

    def culprits(self) -> list[Given]:
        """Return the givens of which taking away one lets the others be completed.

        As many of them as can be told by searches of some seconds.
        """
        found = []
        before = self._end
        self._end = min(time.monotonic() + QUICK, before or float("inf"))
        try:
            for given in self.givens:
                others = [other for other in self.givens if other is not given]
                if next(self._covers(self._together(others)), None) is not None:
                    found.append(given)
        except dlx.Stopped as stopped:
            if stopped.reason != "timeout":
                raise
        self._end = before
        return found

    # ----------------------------------------------------------------------- hints

    def more(self, pieces: int = 1) -> list[Hint]:
        """Return pieces more, one after the other, once `completable` has said yes.

        One that lies so in every completion comes first; of several, and where there is
        none, one that touches what lies there; of several, the one nearest to the top.
        """
        found: list[Hint] = []
        completions = [self._looks(layout) for layout in self._completions]
        lying = list(self.lying)
        wanted = list(self._wanted)
        for _ in range(pieces):
            left = self._in_turn(lying)
            if not left:
                break
            shared = set.intersection(*map(set, completions))
            common = [option for option in left if self._look(option) in shared]
            forced = common[:1]
            if not self.complete:
                forced = [o for o in common[:FEW] if self._is_needed(o, wanted)][:1]
            placement = (forced or left)[0]
            look = self._look(placement)
            found.append(Hint(placement, bool(forced)))
            lying.append(placement)
            wanted.append(dict.fromkeys(self._all_like(placement)))
            completions = [looks for looks in completions if look in looks]
        return self._labeled(found)

    def _looks(self, layout: Layout) -> set[Look]:
        return {self._look(placement) for placement in layout}

    def _in_turn(self, lying: Sequence[Placement]) -> list[Placement]:
        """Return what the first completion has more, in the order to be shown."""
        lattice = self.puzzle.lattice
        near = {
            tuple([a + b for a, b in zip(lattice.vector(cell), lattice.sides[side])])
            for placement in lying
            for cell in placement.cells
            for side in lattice.around(cell)
        }
        there = set(map(self._look, lying))

        def key(placement: Placement) -> tuple[bool, tuple[Cell, ...]]:
            return (
                near.isdisjoint(map(lattice.vector, placement.cells)),
                placement.cells,
            )

        return sorted(
            [p for p in self._completions[0] if self._look(p) not in there], key=key
        )

    def _all_like(self, placement: Placement) -> list[Placement]:
        look = self._look(placement)
        return [
            option
            for option in self._problem.options
            if isinstance(option, Placement) and self._look(option) == look
        ]

    def _is_needed(
        self, placement: Placement, wanted: Sequence[Iterable[Placement]]
    ) -> bool:
        """Tell whether a search shows that nothing can be completed without it."""
        try:
            covers = self._covers(wanted, without=self._all_like(placement))
            return next(covers, None) is None
        except dlx.Stopped:
            return False

    def _labeled(self, hints: Sequence[Hint]) -> list[Hint]:
        """Give the hints names of equal pieces that do not lie on the table yet."""
        taken = {given.piece for given in self.givens}
        taken.update(placement.piece for placement in self._fast)
        labeled = []
        for placement, forced in hints:
            group = next((g for g in self._labels.groups if placement.piece in g), ())
            free = [name for name in group if name not in taken]
            if placement.piece in taken and free:
                look = self._look(placement)
                placement = self._labels.placement[free[0], look]
            taken.add(placement.piece)
            labeled.append(Hint(placement, forced))
        return labeled


def _without_choice(
    options: Sequence[Placement], required: Sequence[str], needed: frozenset[str]
) -> set[Placement]:
    """Return what goes without saying: fixed pieces, and symbols that are given.

    Of all placements these are the only ones of their piece, or of a cell that has to
    be filled, one of the items `needed`.
    """
    by_piece: dict[str, list[Placement]] = {name: [] for name in required}
    by_cell: dict[Cell, list[Placement]] = {}
    for option in options:
        if option.piece in by_piece:
            by_piece[option.piece].append(option)
        for cell in option.cells:
            by_cell.setdefault(cell, []).append(option)
    only = [places for places in by_piece.values() if len(places) == 1]
    only += [
        places
        for cell, places in by_cell.items()
        if len(places) == 1 and f"cell {_spot(cell)}" in needed
    ]
    return {placement for (placement,) in only}
