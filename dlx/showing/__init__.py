"""Seeing a search: as lines, as a tree, as a matrix, as a page to step through.

`steps` prints what happens, `tree` is the search tree, `matrix` the matrix with the
options of a cover marked; `film` holds every stage of the links, and `page` is the film
in one file that a browser shows.  `asked` has the options of the command line.

All work on a `Subject`: a problem, what it is called, and, if it is that of a puzzle,
the board.  Who knows more than exact cover can say so (see `subjects`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..problem import Name, Problem

__all__ = ["Board", "Subject"]


class Board(NamedTuple):
    """Where the options of a problem lie, drawn; a picture for each.

    Attributes
    ----------
    box : tuple of four numbers
        What is shown: left, top, width, height.
    empty : str
        The board itself, as SVG elements.
    options : mapping name -> str
        What an option adds to the picture, as SVG elements.
    """

    box: tuple[float, float, float, float]
    empty: str
    options: Mapping[Name, str]


class Subject(NamedTuple):
    """What is shown, or searched.

    Attributes
    ----------
    title : str
    problem : Problem
    board : function -> Board or None
        Called only where a board is drawn.
    note : str
        What is to be known of its covers before they are counted, or nothing.

    Examples
    --------
    >>> Subject("a toy", Problem(["ab", "a"])).note
    ''
    """

    title: str
    problem: Problem
    board: Callable[[], Board | None] = lambda: None
    note: str = ""
