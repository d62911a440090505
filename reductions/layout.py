"""Placements and layouts: what an answer consists of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from dlx.errors import one_line

from .lattice import Cell

if TYPE_CHECKING:
    from .kinds import Puzzle

__all__ = ["Layout", "Placement", "PuzzleError"]

#: The group of entry points that draw: functions (puzzle, layout) -> SVG or None.
DRAWERS = "tilewright.drawers"


class PuzzleError(ValueError):
    """A puzzle that makes no sense; the message begins with the key at fault.

    It quotes the puzzle, which may hold anything, so it is kept to one short line.
    """

    def __init__(self, message: object) -> None:
        super().__init__(one_line(str(message)))


class Placement(NamedTuple):
    """A piece where it lies.  As the name of an option it is the option's meaning.

    Attributes
    ----------
    piece : str
        The name of the piece.
    cells : tuple of cells, sorted
        The cells of the board that it covers.
    turns : int or None
        Of a tile: how many steps clockwise (quarter or sixth turns) from its form in
        the file.  None where that has no meaning.
    flipped : bool
        Whether it shows its other face.

    Examples
    --------
    >>> Placement("A", ((0, 0), (0, 1)), 1)
    <A at 0,0 0,1 turned 1>
    """

    piece: str
    cells: tuple[Cell, ...]
    turns: int | None = None
    flipped: bool = False

    def __repr__(self) -> str:
        where = " ".join(",".join(map(str, cell)) for cell in self.cells)
        at = f" at {where}" if self.cells else ""
        turned = f" turned {self.turns}" if self.turns else ""
        return f"<{self.piece}{at}{turned}{' flipped' * self.flipped}>"


class Layout(tuple[Placement, ...]):
    """A finished arrangement: its placements, in the order of the pieces in the puzzle.

    It is a tuple, and equal to a tuple of the same placements.  It remembers which
    puzzle it is of, so that a notebook can show it as a picture.

    Parameters
    ----------
    placements : iterable of Placement
    puzzle : Puzzle, optional

    Attributes
    ----------
    puzzle : Puzzle or None

    Examples
    --------
    >>> layout = Layout([Placement("Q", ((0, 0),))])
    >>> layout
    (<Q at 0,0>,)
    >>> layout == (Placement("Q", ((0, 0),)),)
    True
    """

    puzzle: Puzzle | None

    def __new__(
        cls, placements: Iterable[Placement] = (), puzzle: Puzzle | None = None
    ) -> Layout:
        layout = super().__new__(cls, placements)
        layout.puzzle = puzzle
        return layout

    def _repr_svg_(self) -> str | None:
        """Return the picture that a notebook shows, None where nobody draws one.

        Who draws is not known here: it is what an installed distribution offers as
        entry point `DRAWERS`.
        """
        from importlib.metadata import entry_points

        if self.puzzle is None:
            return None
        for drawer in entry_points(group=DRAWERS):
            svg: str | None = drawer.load()(self.puzzle, self)
            if svg is not None:
                return svg
        return None
