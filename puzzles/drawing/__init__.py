"""Layouts as pictures for paper and screen, and as pages: SVG, PNG, PDF and HTML.

>>> from reductions import Queens, solve
>>> puzzle = Queens(6)
>>> picture = Picture(puzzle, next(solve(puzzle)))
>>> [label.text for label in picture.scene.labels("queen")] == 6 * ["\\u265b"]
True

A picture is made as a `scene` of areas and labels, by `tiles`, `packings`, `solids` or
`grids`;
`rendering` makes a file of it, and is the only module that needs matplotlib.

Pages are made by `space`, of a plan, and by `layouts`, of many layouts in a plane;
`pages` makes a file of them, and is the only module that needs plotly.

For a printer, `plates` makes solids of pieces, as in `meshes`; `printing` makes a file
of them, and is the only module that needs trimesh.
"""

from __future__ import annotations

import os
from importlib import import_module

from dlx.errors import FormatError, suggestion
from reductions import Layout, Puzzle, PuzzleError

from .rendering import ENDINGS, needed, rendered
from .scene import Scene

__all__ = [
    "ENDINGS",
    "SCENES",
    "Picture",
    "draw",
    "ending",
    "needed",
    "scene_of",
    "svg",
]

#: The module with the `scene` of a kind of puzzle, if that is not `packings`.
SCENES = {
    "edge-matching": "tiles",
    "queens": "grids",
    "sudoku": "grids",
}


class Picture:
    """A layout as a picture; a notebook shows it.

    Parameters
    ----------
    puzzle : Puzzle
        Of any kind but exact cover, which has no place to draw it.
    layout : Layout
        A whole one, or a part of one.

    Attributes
    ----------
    scene : Scene
        What is drawn where.

    Raises
    ------
    PuzzleError
        If there is nothing to draw.

    Examples
    --------
    >>> from reductions import solve
    >>> from reductions.packing import parse
    >>> puzzle = parse({"size": [1, 2], "pieces": {"P": "#", "Q": "#"}})
    >>> Picture(puzzle, next(solve(puzzle))).scene.box
    Box(left=0.0, top=0.0, right=2.0, bottom=1.0)
    """

    def __init__(self, puzzle: Puzzle, layout: Layout) -> None:
        self.scene = scene_of(puzzle, layout)

    def _repr_svg_(self) -> str:
        return rendered(self.scene, ".svg").decode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file, in the format that its ending tells.

        Raises
        ------
        FormatError
            If the ending is none of `ENDINGS`.
        ModuleNotFoundError
            Without matplotlib; the message says what to install.
        """
        content = rendered(self.scene, ending(os.fspath(path)))
        with open(path, "wb") as file:
            file.write(content)


def draw(puzzle: Puzzle, layout: Layout, path: str | os.PathLike[str]) -> None:
    """Draw a layout into a file: ``.svg``, ``.png`` or ``.pdf``.

    Parameters
    ----------
    puzzle : Puzzle
    layout : Layout
    path : path of a file
        Its ending tells the format; it is written over, if it is there.

    Raises
    ------
    FormatError, PuzzleError, ModuleNotFoundError
        As for `Picture` and its `save`.

    Examples
    --------
    >>> from reductions import Queens
    >>> draw(Queens(1), (), "queen.gif")
    Traceback (most recent call last):
    dlx.errors.FormatError: queen.gif: pictures end in .svg .png .pdf, pages in .html
    """
    ending(os.fspath(path))
    Picture(puzzle, layout).save(path)


def svg(puzzle: Puzzle, layout: Layout) -> str | None:
    """Return a layout as SVG for a notebook, None if it is to be shown as text.

    So it is for a kind without pictures, and without matplotlib.

    Parameters
    ----------
    puzzle : Puzzle
    layout : Layout

    Returns
    -------
    str or None

    Examples
    --------
    >>> from reductions.exact_cover import parse
    >>> svg(parse({"options": ["A"]}), ()) is None
    True
    """
    try:
        return Picture(puzzle, layout)._repr_svg_()
    except (ModuleNotFoundError, PuzzleError):
        return None


def scene_of(puzzle: Puzzle, layout: Layout) -> Scene:
    """Return the picture of a layout as a scene.

    Parameters
    ----------
    puzzle : Puzzle
    layout : Layout

    Returns
    -------
    Scene

    Raises
    ------
    PuzzleError
        If there is nothing to draw.

    Examples
    --------
    >>> from reductions import Queens
    >>> len(scene_of(Queens(3), ()).areas("cell"))
    9
    """
    module = SCENES.get(puzzle.kind, "packings")
    if not puzzle.board:
        raise PuzzleError(
            f"kind: {puzzle.kind} has no picture, since its options lie nowhere"
        )
    scene: Scene = import_module(f".{module}", __name__).scene(puzzle, layout)
    return scene


def ending(path: str) -> str:
    """Return the ending of a path, if a picture can have it.

    >>> ending("Frogs.SVG")
    '.svg'

    Parameters
    ----------
    path : str
    """
    end = os.path.splitext(path)[1].lower()
    if end not in ENDINGS:
        raise FormatError(
            f"{path}: pictures end in {' '.join(ENDINGS)}, pages in .html"
            + suggestion(end, (*ENDINGS, ".html"))
        )
    return end
