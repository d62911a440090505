"""Edge matching: tiles side by side, whose touching edges must be mates.

=================  ==============================================  ====================
Items              what                                            how many
=================  ==============================================  ====================
primary            each cell of the board                          cells
primary            each tile (secondary, if there are more tiles   tiles
                   than cells)
secondary          each inner side of the board                    pairs of neighbors
=================  ==============================================  ====================

*Options*: a tile on a cell in one of its distinct turns; it covers its tile, its cell
and the inner sides of the cell, each in a color.  The tile above or to the left colors
a side with its own symbol, the tile below or to the right with the mate of its symbol.

*Why it is exact*: every cell gets one tile and every tile one cell; and two neighbors
agree on the color of their side just if the one's symbol is the other's mate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dlx import Problem

from .edge_matching_data import KEYS, SIDES, EdgeMatching, Fixed, Tile, parse
from .kinds import Look, Symmetries
from .lattice import Cell, Lattice, Motion, motions
from .layout import Layout, Placement
from .order import order_items

__all__ = [
    "KEYS",
    "SIDES",
    "EdgeMatching",
    "Fixed",
    "Tile",
    "check",
    "copies",
    "decode",
    "encode",
    "misfit",
    "moves",
    "parse",
    "placements",
    "required",
    "symmetries",
]

# --------------------------------------------------------- puzzle -> problem, and back


def encode(
    puzzle: EdgeMatching,
    options: Sequence[Placement] | None = None,
    *,
    ordered: bool = False,
    colors: bool = True,
) -> Problem:
    """Return the puzzle as an exact-cover problem.

    Parameters
    ----------
    puzzle : EdgeMatching
    options : sequence of Placement, optional
        What may be chosen; by default all `placements`.
    ordered : bool
        Let equal tiles lie in one order only.
    colors : bool
        Without colors, an inner side becomes one secondary item for each symbol: the
        first tile takes that of its symbol, the second takes all but that of its
        symbol's mate.

    Examples
    --------
    >>> puzzle = parse({"tiles": ["a b b a", "b a a b", "a a b b", "b b a a"]})
    >>> encode(puzzle)
    <Problem: 8 primary items, 4 secondary items, 64 options, 256 entries, 2 colors>
    >>> encode(puzzle, colors=False)
    <Problem: 8 primary items, 8 secondary items, 64 options, 256 entries>
    """
    mates = dict(puzzle.mates)
    edges = {tile.name: tile.edges for tile in puzzle.tiles}
    cells = {cell: f"cell {_spot(cell)}" for cell in puzzle.cells}
    sides = _inner_sides(puzzle)
    ordering = _ordering(puzzle) if ordered else {}
    stated = {}
    for placement in placements(puzzle) if options is None else options:
        name, (cell,), turns, _ = placement
        around = _turned(edges[name], turns or 0)
        option: dict[str, str | None] = {cells[cell]: None, f"tile {name}": None}
        for side, number, is_first in sides[cell]:
            if colors:
                symbol = around[number]
                option[side] = symbol if is_first else mates[symbol]
            else:
                option |= _columns(side, around[number], is_first, mates)
        option |= dict.fromkeys(ordering.get((name, cell), ()))
        stated[placement] = option
    needed = [f"tile {name}" for name in required(puzzle)]
    spare = [
        item for tile in puzzle.tiles if (item := f"tile {tile.name}") not in needed
    ]
    inner = [side for cell in sides for side, _, is_first in sides[cell] if is_first]
    if not colors:
        inner = [f"{side} {symbol}" for side in inner for symbol in mates]
    order = dict.fromkeys(item for items in ordering.values() for item in items)
    return Problem(stated, [*needed, *cells.values()], [*spare, *inner, *order])


def _columns(
    side: str, symbol: str, is_first: bool, mates: Mapping[str, str]
) -> dict[str, None]:
    """Return what a tile takes of an inner side that has an item for each symbol.

    The two tiles of the side share an item just if their symbols are not mates.
    """
    if is_first:
        return {f"{side} {symbol}": None}
    return {f"{side} {other}": None for other in mates if other != mates[symbol]}


def decode(puzzle: EdgeMatching, cover: Sequence[Placement]) -> Layout:
    """Return the layout that a cover stands for: its placements, in tile order."""
    number = {tile.name: k for k, tile in enumerate(puzzle.tiles)}
    return tuple(sorted(cover, key=lambda placement: number[placement.piece]))


def placements(puzzle: EdgeMatching) -> list[Placement]:
    """Return every tile on every cell in every distinct turn, fixed tiles in place."""
    fixed = {entry.tile: entry for entry in puzzle.fixed}
    found = []
    for tile in puzzle.tiles:
        turns = _distinct_turns(puzzle, tile)
        cells = puzzle.cells
        if tile.name in fixed:
            _, cell, turn = fixed[tile.name]
            cells = (cell,)
            turns = turns if turn is None else [turn]
        found += [
            Placement(tile.name, (cell,), turn) for cell in cells for turn in turns
        ]
    return found


def _distinct_turns(puzzle: EdgeMatching, tile: Tile) -> list[int]:
    if not puzzle.turn:
        return [0]
    forms = [_turned(tile.edges, turns) for turns in range(len(tile.edges))]
    return [turns for turns, form in enumerate(forms) if forms.index(form) == turns]


def _turned(edges: tuple[str, ...], turns: int) -> tuple[str, ...]:
    """Return the symbols around a tile, clockwise from the top, after some turns."""
    split = len(edges) - turns % len(edges)
    return edges[split:] + edges[:split]


def _inner_sides(puzzle: EdgeMatching) -> dict[Cell, list[tuple[str, int, bool]]]:
    """Return the sides that each cell shares with other cells of the board.

    Each as its item, its number clockwise from the top, and whether the cell is the
    first of the two, in the order of the board.
    """
    order = {cell: k for k, cell in enumerate(puzzle.cells)}
    found: dict[Cell, list[tuple[str, int, bool]]] = {}
    for cell in puzzle.cells:
        found[cell] = []
        for number in range(len(puzzle.lattice.sides)):
            other = _neighbor(puzzle.lattice, cell, number)
            if other in order:
                is_first = order[cell] < order[other]
                one, two = (cell, other) if is_first else (other, cell)
                found[cell].append(
                    (f"side {_spot(one)}-{_spot(two)}", number, is_first)
                )
    return found


def _neighbor(lattice: Lattice, cell: Cell, number: int) -> Cell:
    place, side = lattice.vector(cell), lattice.sides[number]
    return lattice.cell(tuple([a + b for a, b in zip(place, side)]))


def _spot(cell: Cell) -> str:
    return ",".join(map(str, cell))


def _ordering(puzzle: EdgeMatching) -> dict[tuple[str, Cell], list[str]]:
    """Return the items that keep equal tiles in the order of the cells they lie on."""
    return {
        (name, puzzle.cells[place]): items
        for group in copies(puzzle)
        for (name, place), items in order_items(group, len(puzzle.cells)).items()
    }


# --------------------------------------------------------------------------- the rules


def check(puzzle: EdgeMatching, layout: Layout) -> list[str]:
    """List what is wrong with a layout, from the rules of the puzzle alone.

    Examples
    --------
    >>> puzzle = parse({"tiles": ["a b b a", "b a a b", "a a b b", "b b a a"]})
    >>> check(puzzle, (Placement("1", ((0, 0),), 0), Placement("2", ((0, 1),), 0)))[:2]
    ['cell 1,0 is empty', 'cell 1,1 is empty']
    """
    faults = []
    tiles = {tile.name: tile for tile in puzzle.tiles}
    mates = dict(puzzle.mates)
    at: dict[Cell, Placement] = {}
    seen = set()
    for placement in layout:
        if placement.piece not in tiles or placement.piece in seen:
            faults.append(f"tile {placement.piece} is not there, or used twice")
            continue
        seen.add(placement.piece)
        if placement.turns and not puzzle.turn:
            faults.append(f"tile {placement.piece} is turned")
        if placement.flipped:
            faults.append(f"tile {placement.piece} is flipped")
        for cell in placement.cells:
            if cell not in puzzle.cells or cell in at:
                faults.append(
                    f"tile {placement.piece} is off the board, or lies on "
                    f"another, at {_spot(cell)}"
                )
            at[cell] = placement
    faults += [
        f"cell {_spot(cell)} is empty" for cell in puzzle.cells if cell not in at
    ]
    opposite = len(puzzle.lattice.sides) // 2
    for cell, placement in at.items():
        for number in range(opposite):
            other = _neighbor(puzzle.lattice, cell, number)
            if other in at:
                mine = _symbol(tiles, placement, number)
                its = _symbol(tiles, at[other], number + opposite)
                if mates[mine] != its:
                    faults.append(
                        f"{mine} at {_spot(cell)} meets {its} at {_spot(other)}"
                    )
    for entry in puzzle.fixed:
        found = at.get(entry.cell)
        if (
            found is None
            or found.piece != entry.tile
            or entry.turns not in (None, found.turns)
        ):
            faults.append(f"tile {entry.tile} is not where it lies fast")
    return faults


def _symbol(tiles: Mapping[str, Tile], placement: Placement, number: int) -> str:
    edges = tiles[placement.piece].edges
    return edges[(number - (placement.turns or 0)) % len(edges)]


# --------------------------------------------------------------------------- symmetry


def symmetries(puzzle: EdgeMatching) -> Symmetries:
    """Return the turns of the board that carry the puzzle to itself.

    A placement looks like its cell and the symbols around it.
    """
    edges = {tile.name: tile.edges for tile in puzzle.tiles}

    def look(placement: Placement) -> Look:
        return placement.cells[0], _turned(edges[placement.piece], placement.turns or 0)

    def move(motion: Motion, look: Look) -> Look:
        cell, symbols = look
        return motion.cells[cell], _turned(symbols, motion.turns)

    turns = motions(puzzle.lattice, dict.fromkeys(puzzle.cells), flip=False)
    fast = {entry.cell: entry for entry in puzzle.fixed}
    kept = [
        motion
        for motion in turns
        if all(
            _carried(entry, fast.get(motion.cells[cell]), motion, edges)
            for cell, entry in fast.items()
        )
    ]
    why = ""
    if not puzzle.turn:
        kept, why = kept[:1], "tiles may not be turned"
    elif len(kept) == 1:
        why = (
            "no turn carries the fixed tiles to themselves"
            if len(turns) > 1
            else "no turn carries the board to itself"
        )
    return Symmetries(tuple(kept), (), look, move, why, "tiles cannot be flipped")


def _carried(
    entry: Fixed,
    target: Fixed | None,
    motion: Motion,
    edges: Mapping[str, tuple[str, ...]],
) -> bool:
    """Tell whether a motion carries a fixed tile to one that is fixed alike."""
    if target is None or (entry.turns is None) != (target.turns is None):
        return False
    one, other = edges[entry.tile], edges[target.tile]
    if entry.turns is None or target.turns is None:
        return other in [_turned(one, turns) for turns in range(len(one))]
    return _turned(one, entry.turns + motion.turns) == _turned(other, target.turns)


def copies(puzzle: EdgeMatching) -> list[tuple[str, ...]]:
    """Return the groups of equal tiles; one that lies fast is equal to no other."""
    fast = {entry.tile for entry in puzzle.fixed}
    groups: dict[tuple[str, ...], list[str]] = {}
    for tile in puzzle.tiles:
        if tile.name not in fast:
            forms = [_turned(tile.edges, turns) for turns in range(len(tile.edges))]
            form = min(forms) if puzzle.turn else tile.edges
            groups.setdefault(form, []).append(tile.name)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def required(puzzle: EdgeMatching) -> list[str]:
    """Return the tiles that every layout has."""
    if len(puzzle.tiles) > len(puzzle.cells):
        return [entry.tile for entry in puzzle.fixed]
    return [tile.name for tile in puzzle.tiles]


def misfit(puzzle: EdgeMatching) -> str:
    """Say nothing: only a search can tell."""
    return ""


def moves(puzzle: EdgeMatching) -> str:
    """Say which moves of a tile are allowed."""
    if puzzle.turn:
        return "tiles may be turned, not flipped"
    return "tiles may be neither turned nor flipped"
