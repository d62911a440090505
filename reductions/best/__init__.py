"""The best that can be done with an edge-matching puzzle, with or without a layout.

The *score* of a board is how many of its inner sides match; the sides around an empty
cell do not.  What a tile may do on its own (where it may lie, how it may be turned,
that the border lies outside) stays a rule, so that a board has empty cells only if the
tiles cannot fill it.

Two searches take turns.  One dives for good boards: each dive tries the tiles in an
order of its own, leaves no side unmatched down to about the depth that can be reached
so, and more and more from there on.  The other proves: it shows that no board leaves 0,
1, 2 … sides unmatched.  The best is proved when the two meet.  A search that lasts goes
over to compiled code where numba is installed, and then has longer turns.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import NamedTuple

import dlx

from ..edge_matching import EdgeMatching, symmetries
from ..kinds import kind_of
from ..layout import Layout
from ..symmetry import Representatives
from .balance import least_lost
from .descent import Descent
from .ground import Board, Ground

__all__ = ["Best", "Improvement"]

#: How many nodes a search gets before it is the other one's turn.
SLICE = 20_000

#: How many turns a dive gets at most before a side may be lost; the first dives get
#: fewer, so that there is a good board soon.
PLAIN = 10

#: How many times as many turns a dive gets after that.
LOOSE = 4

#: After how many turns to go over to compiled code, if there is any; how many times as
#: many nodes a turn then has; and how many seconds it may take to compile the code.
SHIFT_AFTER, FASTER, COMPILING = 100, 16, 6

#: A dive is to lose fewer sides than the best board, at most by one in so many.
JUMP = 12

#: One symbol in so many is used up early.
EARLY = 4

#: On a board of so many cells a proof gets as many nodes as the dives; on larger ones
#: one in so many of theirs.
SMALL, SHARE = 36, 8


class Improvement(NamedTuple):
    """A board that is better than all before it, and its score."""

    layout: Layout
    score: int


class Best:
    """Find better and better boards of an edge-matching puzzle.

    Parameters
    ----------
    puzzle : EdgeMatching
    seed : int
        Another seed tries other boards.
    timeout : float, optional
        Raise `dlx.Stopped` after so many seconds.

    Attributes
    ----------
    layout : Layout
        The best board so far.
    score : int
        How many of its inner sides match.
    possible : int
        How many inner sides there are.
    most : int
        What the score of no board can exceed, as far as that is known.
    proved : bool
        Whether there is no better board.
    seconds : float
        How long the search has run.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> best = Best(parse({"tiles": ["a b b a", "b a a b", "a a b b", "b b a c"]}))
    >>> [score for _, score in best][-1], best.possible, best.proved
    (4, 4, True)
    """

    def __init__(
        self, puzzle: EdgeMatching, *, seed: int = 0, timeout: float | None = None
    ) -> None:
        self.puzzle = puzzle
        self.seed = seed
        self.ground = _ground(puzzle)
        self.possible = self.ground.possible
        self.layout = Layout((), puzzle)
        self.count = 0
        self.seconds = 0.0
        self._random = Random(seed)
        self._timeout = timeout
        self._reason = ""
        self._lost = self.possible + 1
        self._least = least_lost(self.ground)
        self._search: type[Descent] = Descent
        self._slice = SLICE
        self._improvements = self._run()

    def __iter__(self) -> Iterator[Improvement]:
        """Return the one generator of improvements; asked again, it goes on."""
        return self._improvements

    @property
    def score(self) -> int:
        return self.possible - self._lost

    @property
    def most(self) -> int:
        return self.possible - self._least

    @property
    def proved(self) -> bool:
        return self._lost == self._least

    def stop(self, reason: str) -> None:
        """Let the search raise `dlx.Stopped` soon."""
        self._reason = self._reason or reason

    def _run(self) -> Iterator[Improvement]:
        begin = time.monotonic()
        for board in self._boards():
            self.seconds = time.monotonic() - begin
            if board is not None:
                lost = self.ground.lost(board)
                if lost < self._lost:
                    self.count += 1
                    self._lost = lost
                    self.layout = self.ground.layout(board)
                    yield Improvement(self.layout, self.score)
            if self.proved:
                return
            if self._timeout is not None and self.seconds >= self._timeout:
                self.stop("timeout")
            if self._reason:
                raise dlx.Stopped(self._reason, self.count, None)

    def _boards(self) -> Iterator[Board | None]:
        """Yield boards, and None where the search can be stopped."""
        yield self.ground.first
        dives, proof = self._dives(), self._proof()
        for turn in count(1):
            yield next(dives)
            yield next(proof)
            if turn == SHIFT_AFTER and self._may_shift():
                self._shift()

    def _proof(self) -> Iterator[Board | None]:
        """Show that no board loses so few sides, and go on with one more."""
        cells, order = len(self.ground.cells), range(self.ground.blank)
        share = 1 if cells <= SMALL else SHARE
        while True:
            least, search = self._least, self._search
            descent = search(self.ground, [least] * cells, order, least)
            while not descent.done and search is self._search:
                yield descent.run(self._slice // share)
            if descent.done:
                self._least = least + 1

    def _dives(self) -> Iterator[Board | None]:
        """Search for good boards, each time with the tiles in another order."""
        ground, random = self.ground, self._random
        cells, slices = len(ground.cells), 0
        while True:
            slices = min(slices + 1, PLAIN)
            allowance, rank = [0] * cells, self._ranks()
            descent = self._search(ground, allowance, rank, 1)
            for _ in range(slices):
                yield descent.run(self._slice)
            start = descent.deepest - cells // 16 - random.randrange(1 + cells // 16)
            if descent.done:
                start = random.randrange(descent.deepest + 1)
                descent = self._search(ground, allowance, rank, random.randint(1, 2))
            start = max(0, start)
            self._allow(allowance, start)
            left = LOOSE * slices
            while left and not descent.done:
                board = descent.run(self._slice)
                yield board
                left -= 1
                if board is not None:  # a good place: stay as long as it gets better
                    self._allow(allowance, start)
                    left = LOOSE * slices

    def _may_shift(self) -> bool:
        """Tell whether there is time left in which the code might be compiled first."""
        return self._timeout is None or self._timeout - self.seconds > COMPILING

    def _shift(self) -> None:
        """Go over to compiled code, if it is there and can be used."""
        try:
            from .compiled import CompiledDescent, fits
        except (ImportError, RuntimeError):  # not installed, or not usable
            return
        if fits(self.ground):
            self._search, self._slice = CompiledDescent, FASTER * SLICE

    def _allow(self, allowance: list[int], start: int) -> None:
        """Let sides be lost from a depth on, so that the board will be a better one.

        Few at first and more and more, as the square of the way: of all powers that is
        the one with which most dives reached the end on boards of sixteen by sixteen.
        """
        goal = self._lost - self._random.randint(1, 1 + self._lost // JUMP)
        steps = len(allowance) - start
        goal = max(0, min(goal, 2 * steps))
        for depth in range(start, len(allowance)):
            allowance[depth] = goal * (depth - start + 1) ** 2 // steps**2

    def _ranks(self) -> list[int]:
        """Rank the choices at random, but tiles with some symbols before the others.

        What is left in the end then has fewer symbols, and fits together more often.
        """
        ground, random = self.ground, self._random
        symbols = range(ground.symbols - 2)
        early = set(random.sample(symbols, len(symbols) // EARLY))
        order = list(range(ground.blank))
        random.shuffle(order)
        order.sort(key=lambda c: -sum(shown[c] in early for shown in ground.shows))
        ranks = [0] * ground.blank
        for rank, choice in enumerate(order):
            ranks[choice] = rank
        return ranks


def _ground(puzzle: EdgeMatching) -> Ground:
    """Return the puzzle in numbers; a small one with a tile pinned, if that can be.

    Turns of the whole board then need not be tried, which a proof has to gain from.
    """
    ground = Ground(puzzle)
    if len(puzzle.cells) > SMALL or ground.blank in ground.first:
        return ground
    found = symmetries(puzzle)
    pinned = Representatives(kind_of(puzzle), puzzle, found, found.turns)
    return Ground(puzzle, pinned.options) if pinned.pinned else ground
