"""Puzzles on the table: bundled ones, your own in a file, and their pictures.

>>> from puzzles import bundled, draw, load
>>> from reductions import solve
>>> puzzle = load("queens-8").puzzle
>>> print(draw(puzzle, next(solve(puzzle))).splitlines()[0])
. . Q . . . . .

`load` reads a bundled puzzle or a file, `bundled` names the former, `draw` shows a
layout as text.  `formats` has one module for each kind of file; `command` is the
command line.
"""

from .files import PuzzleFile, bundled, load
from .text import draw

__all__ = ["PuzzleFile", "bundled", "draw", "load"]
