"""The rules of packing: what is wrong with a layout, without any search."""

from __future__ import annotations

from collections.abc import Sequence

from . import lattice as lattices
from .lattice import Cell
from .layout import Placement
from .packing_parts import Packing, Piece

__all__ = ["check"]


def check(puzzle: Packing, layout: Sequence[Placement]) -> list[str]:
    """List what is wrong with a layout, from the rules of the puzzle alone.

    Examples
    --------
    >>> from reductions.packing_data import parse
    >>> puzzle = parse({"size": [2, 3], "pieces": {"I": "###", "L": ["##.", "#.."]}})
    >>> check(puzzle, (Placement("I", ((0, 0), (0, 1), (0, 2))),
    ...                Placement("L", ((1, 0), (1, 1), (1, 2)))))
    ['piece L does not have the shape that it lies in']
    """
    faults = []
    shapes = {name: piece for piece in puzzle.pieces for name in piece.names}
    region = {*puzzle.cells, *puzzle.optional}
    used: dict[Cell, str] = {}
    times: dict[str, int] = {}
    for placement in layout:
        name, cells, _, _ = placement
        if name not in shapes:
            faults.append(f"there is no piece {name}")
            continue
        times[name] = times.get(name, 0) + 1
        faults += _misplaced(puzzle, shapes[name], placement)
        for cell in cells:
            if cell not in region:
                faults.append(f"piece {name} is off the board at {cell}")
            if cell in used:
                faults.append(f"pieces {used[cell]} and {name} share cell {cell}")
            used[cell] = name
    for name, piece in shapes.items():
        number, (least, most) = times.get(name, 0), piece.bounds
        if piece.number is not None and (number > 1 or number < 1 and least == most):
            faults.append(f"piece {name} is used {number} times, want 1")
    for piece in puzzle.pieces:
        number, (least, most) = sum(times.get(n, 0) for n in piece.names), piece.bounds
        if least < most and not least <= number:
            faults.append(
                f"piece {piece.name} is used {number} times, want {least} to {most}"
            )
    lying = {(shapes[p.piece].name, p.cells) for p in layout if p.piece in shapes}
    faults += [
        f"piece {entry.piece} is not where it lies fast"
        for entry in puzzle.fixed
        if (entry.piece, entry.cells) not in lying
    ]
    faults += [f"cell {cell} is empty" for cell in puzzle.cells if cell not in used]
    empty = sum(cell not in used for cell in puzzle.optional)
    if puzzle.holes is not None and empty > puzzle.holes:
        faults.append(f"{empty} cells are empty, want at most {puzzle.holes}")
    return faults


def _misplaced(puzzle: Packing, piece: Piece, placement: Placement) -> list[str]:
    """List what is wrong with where a piece lies: shape, colors, excluded places."""
    name, cells, _, _ = placement
    faults = []
    ways = _ways(puzzle, piece, placement)
    if not ways:
        faults.append(f"piece {name} does not have the shape that it lies in")
    elif not any(_colors_fit(puzzle, way) for way in ways):
        faults.append(f"piece {name} lies on a cell of a color that is not allowed")
    for entry in puzzle.excluded:
        if entry.piece != piece.name:
            continue
        if entry.exactly and set(entry.cells) == set(cells):
            faults.append(f"piece {name} is excluded from where it lies")
        if not entry.exactly and not set(entry.cells).isdisjoint(cells):
            faults.append(f"piece {name} is excluded from cell {entry.cells[0]}")
    return faults


def _ways(
    puzzle: Packing, piece: Piece, placement: Placement
) -> list[list[tuple[Cell, str]]]:
    """Return how an allowed move can carry the piece there: each cell with its color.

    Where the placement tells the turn, that one.
    """
    lattice, step = puzzle.lattice, puzzle.step * puzzle.lattice.unit
    turn, flip = puzzle.moves(piece)
    moves = [
        (number, flipped, matrix)
        for flipped, matrices in ((False, lattice.turns), (True, lattice.flips))
        for number, matrix in enumerate(matrices)
        if (flip or not flipped) and (turn or not number)
    ]
    target = sorted(map(lattice.vector, placement.cells))
    colors = piece.colors or ("",) * len(piece.cells)
    found = []
    for number, flipped, matrix in moves:
        if placement.turns not in (None, number):
            continue
        if placement.turns is not None and placement.flipped != flipped:
            continue
        image = sorted(
            (lattices.apply(matrix, lattice.vector(cell)), color)
            for cell, color in zip(piece.cells, colors)
        )
        shifts = {
            tuple(a - b for a, b in zip(one, other))
            for one, (other, _) in zip(target, image)
        }
        if (
            len(image) == len(target)
            and len(shifts) == 1
            and all(s % step == 0 for s in shifts.pop())
        ):
            found.append(
                [(lattice.cell(v), color) for v, (_, color) in zip(target, image)]
            )
    return found


def _colors_fit(puzzle: Packing, way: Sequence[tuple[Cell, str]]) -> bool:
    below = dict(puzzle.colors)
    return all(
        not color or cell not in below or (color, below[cell]) in puzzle.allowed
        for cell, color in way
    )
