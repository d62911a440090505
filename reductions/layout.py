"""Placements and layouts: what an answer consists of."""

from __future__ import annotations

from typing import NamedTuple

from dlx.errors import one_line

from .lattice import Cell

__all__ = ["Layout", "Placement", "PuzzleError"]


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


#: A finished arrangement: its placements, in the order of the pieces in the puzzle.
Layout = tuple[Placement, ...]
