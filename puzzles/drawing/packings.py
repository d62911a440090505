"""Packings on a plane board as scenes."""

from __future__ import annotations

from dlx.terminal import plain
from reductions import Layout
from reductions.packing_parts import Packing

from .colors import colored
from .plane import corners, neighbors, place, regions
from .scene import Scene

__all__ = ["scene"]


def scene(puzzle: Packing, layout: Layout) -> Scene:
    """Return the picture of pieces on a board: lines between them, none inside one.

    Pieces that share a side never have the same color; cells without a piece are light.
    In space there are several views, by `solids`.
    """
    if puzzle.lattice.name == "cubic":
        from . import solids

        return solids.scene(puzzle, layout)
    around = corners(puzzle.lattice.name)
    owner = {cell: placement for placement in layout for cell in placement.cells}
    empty = [cell for cell in puzzle.board if cell not in owner]
    shapes = regions(
        {placement: placement.cells for placement in layout},
        empty,
        colored(neighbors(owner, around)),
        {placement: plain(placement.piece) for placement in layout},
        around,
        place(puzzle.lattice.name),
    )
    return Scene(tuple(shapes), least=0.25)
