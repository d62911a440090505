"""Puzzles on the table: bundled ones, your own in a file, and their pictures.

>>> from puzzles import bundled, draw, load
>>> from reductions import solve
>>> puzzle = load("queens-8").puzzle
>>> print(draw(puzzle, next(solve(puzzle))).splitlines()[0])
. . Q . . . . .

`load` reads a bundled puzzle or a file, `bundled` names the former; pydoc tells of both
under ``puzzles.files``, and of `draw`, which shows a layout as text, under
``puzzles.text``.  `formats` has one module for each kind of file, `drawing` makes
pictures, pages and solids, `takeapart` finds out how an assembly comes apart, and
`own_kind` loads a kind of puzzle of your own; `command` is the command line.
"""

from __future__ import annotations

TYPE_CHECKING = False  # to load `typing` takes longer than the rest of this module

if TYPE_CHECKING:
    from typing import Any

    from .files import PuzzleFile, bundled, load
    from .text import draw

__all__ = ["PuzzleFile", "bundled", "draw", "load"]


def __getattr__(name: str) -> Any:
    """Load the rest when it is asked for.

    So a program begins at once, and can tell what Ctrl-C means while more is loaded.
    """
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module 'puzzles' has no attribute {name!r}")
    module = ".text" if name == "draw" else ".files"
    return getattr(import_module(module, __name__), name)
