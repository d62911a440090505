"""The givens of a Sudoku that may be mistaken: each taken away, and what then stands
in its place."""

from __future__ import annotations

from collections import Counter

from .clock import Clock
from .solving import Layouts
from .sudoku import Sudoku
from .mistakes import ENOUGH, Note, Suspect

__all__ = ["suspects"]


def suspects(puzzle: Sudoku, clock: Clock, note: Note) -> None:
    """Note every given whose change gives the puzzle a layout.

    Raises
    ------
    dlx.Stopped
        If the time was too short.

    Examples
    --------
    >>> from reductions.sudoku import parse
    >>> puzzle = parse({"grid": "12.. | ..3. | .... | ...4"})
    >>> found = []
    >>> suspects(puzzle, Clock(None), found.append)
    >>> found[0].change
    'row 1, column 1 should perhaps be 3, not 1'
    """
    for place, given in enumerate(puzzle.grid):
        if given == ".":
            continue
        head, tail = puzzle.grid[:place], puzzle.grid[place:][1:]
        layouts = Layouts(
            puzzle._replace(grid=f"{head}.{tail}"),
            symmetry="raw",
            limit=ENOUGH,
            timeout=clock.left(),
        )
        clock.running(layouts)
        row, column = divmod(place, len(puzzle.symbols))
        symbols = Counter(layout[place].piece for layout in layouts)
        for symbol, number in sorted(symbols.items()):
            change = (
                f"row {row + 1}, column {column + 1} should perhaps be {symbol}, not "
                f"{given}"
            )
            changed = puzzle._replace(grid=head + symbol + tail)
            more = not layouts.complete
            note(Suspect(change, number, more, True, changed))
