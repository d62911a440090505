"""The rules of edge matching: what is wrong with a layout, without any search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .edge_matching_data import EdgeMatching
from .edge_matching_geometry import (
    Around,
    excluded_looks,
    fixed_looks,
    form,
    neighbor,
    shown_by,
    spot,
)
from .lattice import Cell
from .layout import Placement

__all__ = ["check"]


def check(puzzle: EdgeMatching, layout: Sequence[Placement]) -> list[str]:
    """List what is wrong with a layout, from the rules of the puzzle alone.

    Examples
    --------
    >>> from reductions.edge_matching_data import parse
    >>> puzzle = parse({"tiles": ["a b b a", "b a a b", "a a b b", "b b a a"]})
    >>> check(puzzle, (Placement("1", ((0, 0),), 0), Placement("2", ((0, 1),), 0)))[:2]
    ['cell 1,0 is empty', 'cell 1,1 is empty']
    """
    faults = []
    tiles = {tile.name: tile for tile in puzzle.tiles}
    at: dict[Cell, Placement] = {}
    seen = set()
    for placement in layout:
        if placement.piece not in tiles or placement.piece in seen:
            faults.append(f"tile {placement.piece} is not there, or used twice")
            continue
        seen.add(placement.piece)
        if placement.turns and not puzzle.turn:
            faults.append(f"tile {placement.piece} is turned")
        if placement.flipped and not puzzle.flip:
            faults.append(f"tile {placement.piece} is flipped")
        for cell in placement.cells:
            if cell not in puzzle.cells or cell in at:
                faults.append(
                    f"tile {placement.piece} is off the board, or lies on "
                    f"another, at {spot(cell)}"
                )
            at[cell] = placement
    faults += [f"cell {spot(cell)} is empty" for cell in puzzle.cells if cell not in at]
    showing = {
        cell: shown_by(puzzle, tiles[placement.piece], placement)
        for cell, placement in at.items()
    }
    for cell, symbols in showing.items():
        faults += _faults_around(puzzle, cell, symbols, showing)
    for fixed in puzzle.fixed:
        found = at.get(fixed.cell)
        looks = fixed_looks(puzzle, tiles[fixed.tile], fixed)
        if (
            found is None
            or found.piece != fixed.tile
            or showing[fixed.cell] not in looks
        ):
            faults.append(f"tile {fixed.tile} is not where it lies fast")
    excluded = excluded_looks(puzzle)
    for cell, placement in at.items():
        out = excluded.get(form(puzzle, tiles[placement.piece]), set())
        if (cell, showing[cell]) in out:
            faults.append(f"tile {placement.piece} may not lie at {spot(cell)}")
    return faults


def _faults_around(
    puzzle: EdgeMatching, cell: Cell, symbols: Around, showing: Mapping[Cell, Around]
) -> Iterator[str]:
    """Yield what is wrong at the sides of a tile; of two that meet, at the first."""
    mates = dict(puzzle.mates)
    half = len(symbols) // 2
    sides = puzzle.lattice.around(cell)
    if any(not symbols[number] for number in sides):
        yield f"the triangle at {spot(cell)} points the wrong way"
        return
    for number in sides:
        mine, border = symbols[number], puzzle.border
        other = neighbor(puzzle, cell, number)
        if other not in puzzle.cells:
            if border and mine != border:
                yield f"{mine} at {spot(cell)} lies outside, and is not the border's"
            continue
        if mine == border and border and not puzzle.border_inside:
            yield f"{mine} at {spot(cell)} lies inside, and is the border's"
        if number < half and other in showing:
            its = showing[other][(number + half) % (2 * half)]
            if its and mates[mine] != its:
                yield f"{mine} at {spot(cell)} meets {its} at {spot(other)}"
