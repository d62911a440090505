"""The pieces of a puzzle as solids: side by side on one plate, or as a layout lies.

In a layout the layer of the least z is the top one, as in `solids`; here z runs up.
Pieces are turned, never mirrored.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from dlx.errors import suggestion
from reductions import Layout, PuzzleError
from reductions.lattice import CUBIC, Cell, apply
from reductions.packing_parts import Packing

from .meshes import Scale, Solid, solid_of
from .solids import bridges

__all__ = ["assembled", "forms", "one", "plate", "scale", "whole"]

#: Between pieces on one plate, in millimeters.
SPACE = 5.0

#: The least gap, if there is one, and the longest side of a plate: within these, the
#: numbers of an STL file, which have 24 bits, tell all lines of the grid apart.
LEAST_GAP = 0.01
MOST = 10_000.0

#: The side of a cube in millimeters, at least and at most.
UNITS = 0.1, 1000.0

#: So many plates thick may a cube be.
MOST_RATIO = 100


def scale(
    puzzle: Packing,
    unit: float = 12.0,
    gap: float = 0.1,
    *,
    ratio: int | None = None,
    height: float | None = None,
) -> Scale:
    """Return how large the cells of a puzzle are.

    Parameters
    ----------
    puzzle : Packing
        Of cubes or squares.
    unit, gap : float
        In millimeters.
    ratio : int, optional
        How many plates a cube is thick, if not as the puzzle says.
    height : float, optional
        Of plane pieces in millimeters; by default they are half as high as wide.

    Raises
    ------
    PuzzleError
        If the cells have another form, or a size cannot be printed.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> plane = parse({"size": [1, 2], "pieces": {"I": "##"}})
    >>> scale(plane, 20)
    Scale(unit=20, gap=0.1, thin=1.0, height=10.0)
    """
    lattice = puzzle.lattice.name
    if lattice not in ("cubic", "square"):
        raise PuzzleError(
            f"lattice: pieces of {lattice} cells are not printed, only of cubes or "
            "squares"
        )
    least, most = UNITS
    if not least <= unit <= most:
        raise PuzzleError(f"unit: {unit}; want {least:g} to {most:g} millimeters")
    if ratio is not None and not 1 <= ratio <= MOST_RATIO:
        raise PuzzleError(f"ratio: {ratio}; want 1 to {MOST_RATIO}")
    thin = 1.0
    if lattice == "cubic":
        if height is not None:
            raise PuzzleError("height: only plane pieces have one")
        height = 0.0
        if puzzle.step % 2 == 0:
            thin = 1 / (puzzle.ratio if ratio is None else ratio)
        elif ratio not in (None, 1):
            raise PuzzleError("ratio: the puzzle has no plates, all cells are cubes")
    else:
        if ratio is not None:
            raise PuzzleError("ratio: the puzzle has no plates, all cells are squares")
        height = unit / 2 if height is None else height
        if not least <= height <= most:
            raise PuzzleError(
                f"height: {height}; want {least:g} to {most:g} millimeters"
            )
    narrow = min(unit * thin, height or unit)
    if gap and not LEAST_GAP <= gap < narrow / 2:
        raise PuzzleError(
            f"gap: {gap}; want 0, or {LEAST_GAP:g} millimeters up to less than half of "
            f"the {narrow:g} that the thinnest part has"
        )
    return Scale(unit, gap, thin, height)


def forms(puzzle: Packing) -> dict[str, tuple[Cell, ...]]:
    """Return the cells of each piece as in the file, and of each of its copies.

    Of pieces that need not be used, or may be used any number of times, there is one.
    """
    found = {}
    for piece in puzzle.pieces:
        least, _ = piece.bounds
        for name in piece.names[: max(1, least)]:
            found[name] = piece.cells
    return found


def one(puzzle: Packing, name: str, sizes: Scale) -> Solid:
    """Return a piece, lying on z = 0.

    Raises
    ------
    PuzzleError
        If there is no such piece, or it would fall apart.
    """
    cells = {piece.name: piece.cells for piece in puzzle.pieces} | forms(puzzle)
    if name not in cells:
        raise PuzzleError(
            f"there is no piece {name}"
            + (suggestion(name, cells) or f"; there are {', '.join(forms(puzzle))}")
        )
    return _lying(puzzle, name, cells[name], sizes)


def plate(puzzle: Packing, sizes: Scale) -> list[Solid]:
    """Return all pieces side by side, lying on z = 0.

    Raises
    ------
    PuzzleError
        If one would fall apart, or together they are too large.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> soma = {"V": ["##", "#."], "I": "###"}
    >>> puzzle = parse({"lattice": "cubic", "size": [3, 2, 1], "pieces": soma})
    >>> for solid in plate(puzzle, scale(puzzle, 10, 0)):
    ...     print(solid.name, solid.low, solid.high)
    V (0.0, 0.0, 0.0) (20.0, 20.0, 10.0)
    I (0.0, 25.0, 0.0) (30.0, 35.0, 10.0)
    """
    pieces = forms(puzzle).items()
    return _in_rows([_lying(puzzle, name, cells, sizes) for name, cells in pieces])


def assembled(puzzle: Packing, layout: Layout, sizes: Scale) -> list[Solid]:
    """Return the pieces as a layout lies, its lowest face on z = 0.

    Raises
    ------
    PuzzleError
        If one would fall apart, or together they are too large.
    """
    found = []
    for placement in layout:
        cells = whole(puzzle, placement.piece, placement.cells)
        found.append(solid_of(placement.piece, _upright(cells), sizes))
    if not found:
        raise PuzzleError("the layout has no pieces to print")
    corner = [-min(line) for line in zip(*(solid.low for solid in found))]
    return _small([solid.moved(corner) for solid in found])


def whole(puzzle: Packing, name: str, cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells of a piece in space, each long plate as one bar.

    Raises
    ------
    PuzzleError
        If no faces join some of its cells: it would break, and whatever else joined
        them would be in the way of other pieces.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> plane = parse({"size": [1, 2], "pieces": {"I": "##"}})
    >>> whole(plane, "I", [(0, 0), (0, 1)])
    [(0, 0, 0), (1, 0, 0)]
    """
    if puzzle.lattice.name == "square":
        found: list[Cell] = [(column, row, 0) for row, column in cells]
    else:
        found = list(cells)
        if puzzle.step % 2 == 0 and _plated(puzzle):
            found += bridges(cells)
    joined = _joined_by_faces(found)
    for cell, place in zip(cells, found):
        if place not in joined:
            raise PuzzleError(
                f"piece {name} would fall apart: no faces join cell "
                f"{_named(cells[0])} to cell {_named(cell)}"
            )
    return found


def _joined_by_faces(cells: Sequence[Cell]) -> set[Cell]:
    """Return the cells that faces join to the first one, one after the other."""
    left = set(cells[1:])
    found = list(cells[:1])
    for cell in found:  # which grows on the way
        for side in CUBIC.sides:
            beside = tuple([a + b for a, b in zip(cell, side)])
            if beside in left:
                left.remove(beside)
                found.append(beside)
    return set(found)


def _plated(puzzle: Packing) -> bool:
    """Tell whether all cells are cubes, or plates between two of them."""
    return all(sum(x % 2 for x in cell) <= 1 for cell in puzzle.board)


def _named(cell: Cell) -> str:
    return ",".join(map(str, cell))


# ------------------------------------------------------------------------------- plates


def _lying(puzzle: Packing, name: str, cells: Sequence[Cell], sizes: Scale) -> Solid:
    """Return a piece on its largest side, so that the printer need not prop it up."""
    found = whole(puzzle, name, cells)
    ways = [_upright(found)]
    if not sizes.height:
        ways = [[apply(turn, cell) for cell in found] for turn in CUBIC.turns]
    best = min(ways, key=lambda way: _unrest(way, sizes))
    solid = solid_of(name, best, sizes)
    return solid.moved([-x for x in solid.low])


def _upright(cells: Sequence[Cell]) -> list[Cell]:
    """Return cells turned so that the top layer, of the least z, has the largest."""
    return [(x, -y, -z) for x, y, z in cells]


def _unrest(cells: Sequence[Cell], sizes: Scale) -> tuple[float, int]:
    """Return what is little where much of a piece lies on the plate, and it is low."""
    heights = [z for _, _, z in cells]
    low = min(heights)
    area = 0.0
    for x, y, z in cells:
        if z == low:
            wide = sizes.edge(0, x + 1) - sizes.edge(0, x)
            area += wide * (sizes.edge(1, y + 1) - sizes.edge(1, y))
    return -round(area, 6), max(heights) - low


def _in_rows(solids: Sequence[Solid]) -> list[Solid]:
    """Return solids side by side, in rows that make about a square."""
    widths = [solid.high[0] + SPACE for solid in solids]
    depths = [solid.high[1] + SPACE for solid in solids]
    side = max(sqrt(sum(w * d for w, d in zip(widths, depths))), *widths)
    ways = [_rows(solids, side * (1 + k / 10)) for k in range(11)]
    return _small(min(ways, key=_longest))


def _rows(solids: Sequence[Solid], most: float) -> list[Solid]:
    """Return solids in rows that are at most so long."""
    found = []
    x = y = deep = 0.0
    for solid in solids:
        wide, tall, _ = solid.high
        if x + wide > most:
            x, y, deep = 0.0, y + deep, 0.0
        found.append(solid.moved((x, y, 0.0)))
        x += wide + SPACE
        deep = max(deep, tall + SPACE)
    return found


def _longest(solids: Sequence[Solid]) -> float:
    return max(max(solid.high) for solid in solids)


def _small(solids: list[Solid]) -> list[Solid]:
    """Refuse what no printer prints."""
    longest = _longest(solids)
    if longest > MOST:
        raise PuzzleError(
            f"unit: the pieces would take {longest:.0f} millimeters, want at most "
            f"{MOST:.0f}"
        )
    return solids
