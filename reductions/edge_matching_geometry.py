"""Geometry of edge matching: tiles turned and flipped, sides that meet.

The sides of a tile are numbered as the sides of its lattice, clockwise.  What a tile
shows is a tuple with a symbol for each number, "" where it has no side: a triangle has
three of six.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .edge_matching_data import EdgeMatching, Fixed, Tile
from .lattice import Cell, Lattice, Motion
from .layout import Placement

__all__ = [
    "Around",
    "Excluding",
    "Side",
    "Showing",
    "excluded_looks",
    "fixed_looks",
    "form",
    "inner_sides",
    "mirrored",
    "moved",
    "neighbor",
    "rim",
    "shown_by",
    "spot",
    "turned",
    "ways",
]

Around = tuple[str, ...]


class Showing(NamedTuple):
    """A way to lay a tile: steps of turn, whether flipped, and what it then shows."""

    turns: int
    flipped: bool
    symbols: Around


def turned(symbols: Around, turns: int) -> Around:
    """Return what is shown after some steps of turn.

    Examples
    --------
    >>> turned(("a", "b", "c", "d"), 1)
    ('d', 'a', 'b', 'c')
    """
    split = len(symbols) - turns % len(symbols)
    return symbols[split:] + symbols[:split]


def mirrored(lattice: Lattice, symbols: Around) -> Around:
    """Return what is shown after the first reflection of the lattice.

    Examples
    --------
    >>> from reductions.lattice import SQUARE
    >>> mirrored(SQUARE, ("a", "b", "c", "d"))
    ('a', 'd', 'c', 'b')
    """
    return tuple([symbols[lattice.mirror - k] for k in range(len(symbols))])


def _spread(lattice: Lattice, edges: Iterable[str]) -> Around:
    """Return what a tile with these edges shows, as it stands in the file."""
    symbols = [""] * len(lattice.sides)
    for side, edge in zip(lattice.around((0,) * len(lattice.sides[0])), edges):
        symbols[side] = edge
    return tuple(symbols)


def _faces(puzzle: EdgeMatching, tile: Tile) -> list[Around]:
    """Return what the tile shows from the front and, if it may be flipped, behind."""
    front = _spread(puzzle.lattice, tile.edges)
    if not puzzle.flip:
        return [front]
    if tile.back:
        return [front, _spread(puzzle.lattice, tile.back)]
    return [front, mirrored(puzzle.lattice, front)]


def ways(puzzle: EdgeMatching, tile: Tile) -> list[Showing]:
    """Return the ways to lay a tile that look different, the first of each.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> ways(puzzle, puzzle.tiles[0])[1]
    Showing(turns=1, flipped=False, symbols=('a', 'a', 'b', 'b'))
    """
    steps = len(puzzle.lattice.sides) if puzzle.turn else 1
    found: dict[Around, Showing] = {}
    for flipped, face in enumerate(_faces(puzzle, tile)):
        for turns in range(steps):
            symbols = turned(face, turns)
            found.setdefault(symbols, Showing(turns, bool(flipped), symbols))
    return list(found.values())


def shown_by(puzzle: EdgeMatching, tile: Tile, placement: Placement) -> Around:
    """Return what a tile shows as it lies; its front, if it may not be flipped.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> shown_by(puzzle, puzzle.tiles[0], Placement("1", ((0, 0),), turns=1))
    ('a', 'a', 'b', 'b')
    """
    faces = _faces(puzzle, tile)
    face = faces[placement.flipped and len(faces) > 1]
    return turned(face, placement.turns or 0)


def form(puzzle: EdgeMatching, tile: Tile, mirror: bool = False) -> tuple[Around, ...]:
    """Return what is the same for all tiles that are equal, or equal when mirrored.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> form(puzzle, puzzle.tiles[0])[0]
    ('a', 'a', 'b', 'b')
    """
    shown = {showing.symbols for showing in ways(puzzle, tile)}
    if mirror:
        shown = {mirrored(puzzle.lattice, symbols) for symbols in shown}
    return tuple(sorted(shown))


def moved(lattice: Lattice, motion: Motion, symbols: Around) -> Around:
    """Return what a tile shows after a move of the whole board.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> from reductions.lattice import SQUARE
    >>> moved(SQUARE, Motion(1, True, {}), ("a", "b", "c", "d"))
    ('b', 'a', 'd', 'c')
    """
    return turned(
        mirrored(lattice, symbols) if motion.flipped else symbols, motion.turns
    )


#: Where tiles of a form may not lie, and what they show there.
Excluding = Mapping[tuple[Around, ...], set[tuple[Cell, Around]]]


def fixed_looks(puzzle: EdgeMatching, tile: Tile, fixed: Fixed) -> list[Around]:
    """Return what a tile that lies fast may show.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> fixed_looks(puzzle, puzzle.tiles[0], Fixed("1", (0, 0), 1))
    [('a', 'a', 'b', 'b')]
    """
    if fixed.turns is None:
        return [showing.symbols for showing in ways(puzzle, tile)]
    placement = Placement(tile.name, (fixed.cell,), fixed.turns, fixed.flipped)
    return [shown_by(puzzle, tile, placement)]


def excluded_looks(puzzle: EdgeMatching) -> Excluding:
    """Return where tiles may not lie, and what they show there, by their form.

    Equal tiles look the same wherever they lie, so what is forbidden to one of them is
    forbidden to all.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> excluded_looks(puzzle)
    {}
    """
    tiles = {tile.name: tile for tile in puzzle.tiles}
    looks: dict[tuple[Around, ...], set[tuple[Cell, Around]]] = {}
    for entry in puzzle.excluded:
        tile = tiles[entry.tile]
        if entry.turns is None:
            shown = [showing.symbols for showing in ways(puzzle, tile)]
        else:
            shown = [
                shown_by(puzzle, tile, Placement("", (), entry.turns, flipped))
                for flipped in (False, True)
            ]
        out = looks.setdefault(form(puzzle, tile), set())
        out.update((entry.cell, symbols) for symbols in shown)
    return looks


# ------------------------------------------------------------------------- the board


class Side(NamedTuple):
    """A side that a cell shares with another: as an item, as a number, and whose it is.

    The first of the two cells, in the order of the board, is the one that `first` says.
    """

    item: str
    number: int
    first: bool


def neighbor(puzzle: EdgeMatching, cell: Cell, number: int) -> Cell:
    """Return the cell at a side, around the board if lines run around.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> tiles = ["a a a a", "a a a a"]
    >>> puzzle = parse({"size": [1, 2], "tiles": tiles, "mates": [["a", "a"]]})
    >>> neighbor(puzzle, (0, 0), 1)
    (0, 1)
    """
    lattice = puzzle.lattice
    place = zip(lattice.vector(cell), lattice.sides[number])
    row, column = lattice.cell(tuple([a + b for a, b in place]))
    if puzzle.wrap in ("rows", "both"):
        row %= 1 + max(row for row, _ in puzzle.cells)
    if puzzle.wrap in ("columns", "both"):
        column %= 1 + max(column for _, column in puzzle.cells)
    return row, column


def inner_sides(puzzle: EdgeMatching) -> dict[Cell, list[Side]]:
    """Return the sides that each cell shares with other cells of the board.

    A cell that meets itself, where a line of one cell runs around, is in `rim`.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> tiles = ["a a a a", "a a a a"]
    >>> puzzle = parse({"size": [1, 2], "tiles": tiles, "mates": [["a", "a"]]})
    >>> inner_sides(puzzle)[0, 0]
    [Side(item='side 0,0-0,1', number=1, first=True)]
    """
    order = {cell: k for k, cell in enumerate(puzzle.cells)}
    half = len(puzzle.lattice.sides) // 2
    names: dict[tuple[Cell, int], str] = {}
    shared: Counter[tuple[Cell, Cell]] = Counter()
    found: dict[Cell, list[Side]] = {}
    for cell in puzzle.cells:
        found[cell] = []
        for number in puzzle.lattice.around(cell):
            other = neighbor(puzzle, cell, number)
            if other not in order or other == cell:
                continue
            first = order[cell] < order[other]
            one, two = (cell, other) if first else (other, cell)
            side = one, number if first else (number + half) % (2 * half)
            if side not in names:
                # Two cells may meet on several sides, where lines run around.
                around = " around" * shared[one, two]
                names[side] = f"side {spot(one)}-{spot(two)}{around}"
                shared[one, two] += 1
            found[cell].append(Side(names[side], number, first))
    return found


def rim(puzzle: EdgeMatching, cell: Cell) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return at which sides of a cell the board ends, and where it meets itself.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> tiles = ["a a a a", "a a a a"]
    >>> puzzle = parse({"size": [1, 2], "tiles": tiles, "mates": [["a", "a"]]})
    >>> rim(puzzle, (0, 0))
    ((0, 2, 3), ())
    """
    cells = set(puzzle.cells)
    beside = {
        number: neighbor(puzzle, cell, number) for number in puzzle.lattice.around(cell)
    }
    outer = tuple(number for number, other in beside.items() if other not in cells)
    own = tuple(number for number, other in beside.items() if other == cell)
    return outer, own


def spot(cell: Cell) -> str:
    """Return a cell as it is written in items.

    Examples
    --------
    >>> spot((0, 2))
    '0,2'
    """
    return ",".join(map(str, cell))
