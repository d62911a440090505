"""From a packing puzzle back to the data that state it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from .data import picture
from .lattice import Cell
from .packing_parts import Packing, Piece

__all__ = ["drawing", "state"]

#: Pieces that would need larger drawings are lists of cells.
MOST_DRAWN = 1000


def state(puzzle: Packing) -> dict[str, Any]:
    """Return the data of a puzzle: the inverse of `packing.parse`.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> state(parse({"size": [2, 3], "pieces": {"I": "###", "L": [[0, 0]]}}))
    {'lattice': 'square', 'size': [2, 3], 'pieces': {'I': '###', 'L': '#'}}
    """
    data: dict[str, Any] = {"lattice": puzzle.lattice.name, **_board(puzzle)}
    allowed: dict[str, str] = {}
    for color, below in puzzle.allowed:
        allowed[color] = allowed.get(color, "") + below
    allowed = {color: below for color, below in allowed.items() if color != below}
    used = {color for _, color in puzzle.colors}
    used = used.union(*(piece.colors for piece in puzzle.pieces))
    nowhere = used - {"", *(color for color, _ in puzzle.allowed)}
    allowed |= dict.fromkeys(sorted(nowhere), "")
    if allowed:
        data["allowed"] = allowed
    if not puzzle.turn:
        data["turn"] = False
    if puzzle.flip:
        data["flip"] = True
    if puzzle.step != 1:
        data["step"] = puzzle.step
    if puzzle.ratio != 1:
        data["ratio"] = puzzle.ratio
    for entry in puzzle.fixed:
        place = {"piece": entry.piece, "cells": _listed(entry.cells)}
        data.setdefault("fixed", []).append(place)
    for piece, cells, exactly in puzzle.excluded:
        places = {"cells": _listed(cells)} if exactly else {"cell": list(cells[0])}
        data.setdefault("excluded", []).append({"piece": piece, **places})
    if puzzle.holes is not None:
        data["holes"] = puzzle.holes
    if puzzle.groups:
        data["groups"] = [dict(group) for group in puzzle.groups]
    data["pieces"] = {piece.name: _piece(puzzle, piece) for piece in puzzle.pieces}
    return data


def _listed(cells: Iterable[Cell]) -> list[list[int]]:
    return [list(cell) for cell in cells]


def _board(puzzle: Packing) -> dict[str, Any]:
    """Return the size of a box, or the drawing of another board, and its colors."""
    marks = {**dict.fromkeys(puzzle.cells, "#"), **dict.fromkeys(puzzle.optional, "+")}
    lines = list(zip(*marks))
    corner = [min(line) for line in lines]
    size = [max(line) + 1 - low for line, low in zip(lines, corner)]
    if puzzle.lattice.name == "hexagonal":
        corner[0] -= corner[0] % 2  # rows of a drawing keep to their side
    if puzzle.lattice.name == "triangular":
        corner[1] -= sum(corner) % 2  # the first triangle of a drawing points up
    data: dict[str, Any] = {"origin": corner} if any(corner) else {}
    if _is_box(puzzle.cells, corner, size):
        data["size"] = size
    else:
        data["board"] = _rows(drawing(marks, corner))
    if puzzle.colors:
        data["colors"] = _rows(drawing(dict(puzzle.colors), corner))
    return data


def _is_box(cells: Sequence[Cell], corner: list[int], size: list[int]) -> bool:
    """Tell whether cells are those of a box, in the order in which it has them."""
    ranges = [range(low, low + length) for low, length in zip(corner, size)]
    return len(cells) == prod(size) and cells == tuple(product(*ranges))


def _piece(puzzle: Packing, piece: Piece) -> Any:
    """Return the entry of a piece: a drawing, if that gives the same cells."""
    colors = [color or "#" for color in piece.colors] or ["#"] * len(piece.cells)
    marks = dict(zip(piece.cells, colors))
    entry: dict[str, Any] = {}
    corner = [min(0, *line) for line in zip(*piece.cells)]
    reach = prod([max(line) + 1 for line in zip(*piece.cells)])
    if not any(corner) and reach <= MOST_DRAWN:
        shape = drawing(marks, corner)
        read = picture(shape, "", len(corner), "#" + "".join(colors))
        if list(read.items()) == list(marks.items()):
            entry["shape"] = _rows(shape)
    if not entry:
        entry["shape"] = _listed(piece.cells)
        if piece.colors:
            entry["colors"] = "".join(colors)
    if piece.number is None:
        entry["count"] = "any"
    elif piece.least is not None:
        entry["count"] = [piece.least, piece.number]
    elif piece.number != 1:
        entry["count"] = piece.number
    for key, value in (("turn", piece.turn), ("flip", piece.flip)):
        if value is not None:
            entry[key] = value
    return entry["shape"] if len(entry) == 1 else entry


def _rows(picture: str) -> str | list[str]:
    """Return a drawing as a person would type it: a text for each row."""
    rows = picture.split("\n")
    return rows if len(rows) > 1 else picture


def drawing(marks: Mapping[Cell, str], corner: Iterable[int]) -> str:
    """Return a picture of marked cells: the inverse of `data.picture`.

    Parameters
    ----------
    marks : mapping cell -> mark
    corner : iterable of int
        The coordinates of the first corner of the drawing.

    Examples
    --------
    >>> print(drawing({(1, 1): "#", (1, 2): "+", (2, 2): "#"}, (1, 1)))
    #+
    .#
    """
    start = tuple(corner)
    ends = [max(line) + 1 for line in zip(*marks)]
    if len(start) == 2:
        (top, left), (bottom, right) = start, ends
        return "\n".join(
            "".join(marks.get((row, column), ".") for column in range(left, right))
            for row in range(top, bottom)
        )
    (left, top, low), (right, bottom, high) = start, ends
    return "\n\n".join(
        "\n".join(
            "".join(marks.get((x, y, z), ".") for x in range(left, right))
            for y in range(top, bottom)
        )
        for z in range(low, high)
    )
