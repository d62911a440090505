"""The answer: the moves that take an assembly apart, or why there are none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from reductions.lattice import Cell, Vector

__all__ = ["Move", "Plan"]


class Move(NamedTuple):
    """Pieces that move together along an axis.

    Attributes
    ----------
    pieces : tuple of str
    direction : vector
        ``(1, 0, 0)`` or another one of the six.
    distance : int
        How far, in steps of the fine grid; where they leave, until they are clear of
        the rest in that direction.
    leaves : bool
        Whether they can go on for ever, so that they and the rest are two assemblies.
        In a plan that is read backwards: whether the two are joined.

    Examples
    --------
    >>> move = Move(("lid",), (0, 0, 1), 2, True)
    >>> print(move, "/", move.reversed().way)
    lid +z 2, leaves / -z
    """

    pieces: tuple[str, ...]
    direction: Vector
    distance: int
    leaves: bool

    @property
    def way(self) -> str:
        """The direction as one writes it, such as ``+x``."""
        return next(
            f"{'-+'[step > 0]}{axis}"
            for axis, step in zip("xyz", self.direction)
            if step
        )

    def reversed(self) -> Move:
        """Return the move back."""
        return self._replace(direction=tuple(-step for step in self.direction))

    def __str__(self) -> str:
        left = ", leaves" if self.leaves else ""
        return f"{' '.join(self.pieces)} {self.way} {self.distance}{left}"


class Plan(NamedTuple):
    """How to take an assembly apart.

    Attributes
    ----------
    result : {"apart", "impossible", "gave up"}
        Whether all came apart; or it was proved that straight moves along the axes
        cannot do it; or the search was ended before.
    moves : tuple of Move
        When pieces leave, first the rest is taken apart, and then what has left; moves
        before the end are listed, too, where the result is another.
    levels : tuple of int
        How many moves each separation took, in that order.
    least : bool
        Whether no separation can be had in fewer moves from where it begins.
    states : int
        How many states were looked at.
    start : mapping piece -> cells
    ratio : int
        How many plates a cube is thick.
    locked : tuple of str
        Pieces that cannot come apart; nothing, unless the result is "impossible".
    stopped : str
        What ended the search: ``"states"``, ``"timeout"``, ``"interrupt"`` or nothing.
    """

    result: str
    moves: tuple[Move, ...]
    levels: tuple[int, ...]
    least: bool
    states: int
    start: Mapping[str, tuple[Cell, ...]]
    ratio: int = 1
    locked: tuple[str, ...] = ()
    stopped: str = ""

    def _repr_html_(self) -> str | None:
        """Show the steps of building in a notebook; as text, if plotly is not there."""
        from html import escape

        from ..drawing.space import page

        try:
            text = page(self, "put together")
        except ModuleNotFoundError:
            return None
        return f'<iframe srcdoc="{escape(text)}" width="100%" height="600"></iframe>'

    def assembly(self) -> tuple[Move, ...]:
        """Return the moves backwards: the order in which to build."""
        return tuple(move.reversed() for move in reversed(self.moves))

    def separations(self) -> Iterator[tuple[Move, tuple[tuple[str, ...], ...]]]:
        """Yield each move with the assemblies that there are after it."""
        groups = [tuple(self.start)]
        for move in self.moves:
            if move.leaves:
                whole = next(group for group in groups if move.pieces[0] in group)
                groups.remove(whole)
                groups.append(tuple(p for p in whole if p not in move.pieces))
                groups.append(move.pieces)
            yield move, tuple(groups)

    def why(self) -> str:
        """Say in a line how it ended.

        Examples
        --------
        >>> Plan("gave up", (), (), True, 500, {}, stopped="states").why()
        'given up after 500 states; it may come apart'
        """
        if self.result == "apart":
            return "comes apart"
        if self.locked:
            names = " ".join(self.locked)
            return f"proved impossible by straight moves: {names} cannot be separated"
        if self.stopped == "states":
            return f"given up after {self.states} states; it may come apart"
        return f"stopped by {self.stopped} after {self.states} states"
