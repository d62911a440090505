"""Stars: one in each row, each column and each region; no two touch, not at corners.

Items: each row, column and region (primary); each block of 2 x 2 cells (secondary).
Options: a star on a cell; it covers its row, column and region, and 4 blocks.
Why it is exact: lines and regions have one star each; cells that touch share a block.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dlx import Problem
from reductions import Layout, Placement, PuzzleError
from reductions.lattice import SQUARE, Cell
from reductions.simple import (copies, decode, misfit, moves, required, state,
                               symmetries)

__all__ = ["KEYS", "Stars", "check", "copies", "decode", "encode", "misfit", "moves",
           "parse", "placements", "required", "state", "symmetries"]

KEYS = (("regions", "the rows as text, a letter for the region of each cell"),)


class Stars(NamedTuple):
    regions: tuple[str, ...]

    kind = "stars"
    lattice = SQUARE

    @property
    def board(self) -> tuple[Cell, ...]:
        lines = range(len(self.regions))
        return tuple((row, column) for row in lines for column in lines)


def parse(data: Mapping[str, Any]) -> Stars:
    rows = data.get("regions")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise PuzzleError("regions: want the rows, a text each")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows):
            raise PuzzleError(f"regions: row {number} has {len(row)} cells, "
                              f"want {len(rows)}, one for each row")
    return Stars(tuple(rows))


def placements(puzzle: Stars) -> list[Placement]:
    return [Placement(puzzle.regions[r][c], ((r, c),)) for r, c in puzzle.board]


def encode(puzzle: Stars, options: Sequence[Placement] | None = None, *,
           ordered: bool = False) -> Problem:
    def blocks(row: int, column: int) -> list[str]:
        return [f"block {r},{c}" for r in (row, row + 1) for c in (column, column + 1)]

    lines = range(len(puzzle.regions))
    stated = {star: [f"row {r}", f"column {c}", f"region {star.piece}", *blocks(r, c)]
              for star in (placements(puzzle) if options is None else options)
              for r, c in star.cells}
    regions = sorted(set("".join(puzzle.regions)))
    return Problem(
        stated,
        [f"{line} {k}" for line in ("row", "column") for k in lines]
        + [f"region {letter}" for letter in regions],
        dict.fromkeys(block for cell in puzzle.board for block in blocks(*cell)))


def check(puzzle: Stars, layout: Layout) -> list[str]:
    stars = [star.cells[0] for star in layout]
    letters = [puzzle.regions[r][c] for r, c in stars]
    lines = sorted(range(len(puzzle.regions)))
    faults = [f"not one star in each {what}" for what, found, want in (
        ("row", [r for r, _ in stars], lines),
        ("column", [c for _, c in stars], lines),
        ("region", letters, sorted(set("".join(puzzle.regions)))),
    ) if sorted(found) != want]
    return faults + [f"the stars on {one} and {other} touch"
                     for k, one in enumerate(stars) for other in stars[:k]
                     if max(abs(one[0] - other[0]), abs(one[1] - other[1])) < 2]
