"""The doctor's first look at a Sudoku: the givens, and what can be swapped.

Givens that clash are refused when the puzzle is read.
"""

from __future__ import annotations

from collections.abc import Iterator

from .diagnosis import Finding, Table, listing, note
from .sudoku import Sudoku

__all__ = ["findings", "tables"]

#: No Sudoku of 9 x 9 with fewer givens has just one layout (G. McGuire, B. Tugemann and
#: G. Civario, "There is no 16-clue Sudoku", 2012).
FEWEST_GIVENS = 17


def tables(puzzle: Sudoku) -> Iterator[Table]:
    """Yield how often each symbol is given.

    Examples
    --------
    >>> from reductions.sudoku import parse
    >>> next(tables(parse({"grid": "1... | ..2. | ..4. | .3.."}))).rows
    (('givens', 1, 1, 1, 1),)
    """
    counts = tuple(puzzle.grid.count(symbol) for symbol in puzzle.symbols)
    yield Table(("symbol", *puzzle.symbols), (("givens", *counts),))


def findings(puzzle: Sudoku) -> Iterator[Finding]:
    """Yield how many givens there are, and why there cannot be just one layout.

    Examples
    --------
    >>> for finding in findings(Sudoku((2, 2), "1234", "12" + "." * 14)):
    ...     print(finding.text)
    2 givens in 16 cells
    3 and 4 are not given: they can be swapped, so there is not just one layout
    rows 3 and 4 have no givens: they can be swapped, so there is not just one layout
    columns 3 and 4 have no givens: they can be swapped, so there is not just one layout
    """
    side = len(puzzle.symbols)
    givens = len(puzzle.grid) - puzzle.grid.count(".")
    yield note(f"{givens} givens in {len(puzzle.grid)} cells")
    if puzzle.box == (3, 3) and givens < FEWEST_GIVENS:
        yield note(
            f"with fewer than {FEWEST_GIVENS} givens there is not just one layout"
        )
    if not givens:
        return
    lacking = [symbol for symbol in puzzle.symbols if symbol not in puzzle.grid]
    if len(lacking) > 1:
        yield _swapped(lacking, "are not given")
    rows = ["".join(line) for line in zip(*[iter(puzzle.grid)] * side)]
    columns = [puzzle.grid[k::side] for k in range(side)]
    for what, lines, width in ("rows", rows, puzzle.box[0]), (
        "columns",
        columns,
        puzzle.box[1],
    ):
        for start in range(0, side, width):
            bare = [
                k + 1 for k in range(start, start + width) if set(lines[k]) == {"."}
            ]
            if len(bare) > 1:
                yield _swapped(bare, "have no givens", what + " ")


def _swapped(names: list[str] | list[int], why: str, what: str = "") -> Finding:
    return note(
        f"{what}{listing(names)} {why}: they can be swapped, so there is not just one "
        "layout"
    )
