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
A tile that would put something else than the border's symbol outside, or would not fit
itself where a line of one cell runs around, is no option.

*Why it is exact*: every cell gets one tile and every tile one cell; and two neighbors
agree on the color of their side just if the one's symbol is the other's mate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from dlx import Problem

from .data import few_entries
from .edge_matching_data import (
    KEYS,
    SIDES,
    EdgeMatching,
    Excluded,
    Fixed,
    Tile,
    parse,
    state,
)
from .edge_matching_geometry import (
    Around,
    Excluding,
    Showing,
    excluded_looks,
    fixed_looks,
    form,
    inner_sides,
    moved,
    neighbor,
    rim,
    shown_by,
    spot,
    ways,
)
from .edge_matching_rules import check
from .kinds import Look, Symmetries
from .lattice import Cell, Motion, motions
from .layout import Layout, Placement
from .order import order_items

__all__ = [
    "KEYS",
    "SIDES",
    "EdgeMatching",
    "Excluded",
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
    "state",
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
    tiles = {tile.name: tile for tile in puzzle.tiles}
    cells = {cell: f"cell {spot(cell)}" for cell in puzzle.cells}
    sides = inner_sides(puzzle)
    ordering = _ordering(puzzle) if ordered else {}
    stated = {}
    entries = 0
    for placement in placements(puzzle) if options is None else options:
        name, (cell,), *_ = placement
        symbols = shown_by(puzzle, tiles[name], placement)
        option: dict[str, str | None] = {cells[cell]: None, f"tile {name}": None}
        for side in sides[cell]:
            symbol = symbols[side.number]
            if colors:
                option[side.item] = symbol if side.first else mates[symbol]
            else:
                option |= _columns(side.item, symbol, side.first, mates)
        option |= dict.fromkeys(ordering.get((name, cell), ()))
        entries += len(option)
        few_entries(entries, "tiles")
        stated[placement] = option
    needed = [f"tile {name}" for name in required(puzzle)]
    spare = [
        item for tile in puzzle.tiles if (item := f"tile {tile.name}") not in needed
    ]
    inner = [side.item for cell in sides for side in sides[cell] if side.first]
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
    """Return the layout that a cover stands for: its placements, in tile order.

    Examples
    --------
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> decode(puzzle, placements(puzzle)[:1])
    (<1 at 0,0>,)
    """
    number = {tile.name: k for k, tile in enumerate(puzzle.tiles)}
    laid = sorted(cover, key=lambda placement: number[placement.piece])
    return Layout(laid, puzzle)


def placements(puzzle: EdgeMatching) -> list[Placement]:
    """Return every tile on every cell in every distinct turn, fixed tiles in place.

    Examples
    --------
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> placements(puzzle)
    [<1 at 0,0>, <1 at 0,0 turned 1>, <1 at 0,0 turned 2>, <1 at 0,0 turned 3>]
    """
    rims = {cell: rim(puzzle, cell) for cell in puzzle.cells}
    excluded = excluded_looks(puzzle)
    return [
        placement
        for tile in puzzle.tiles
        for placement in _placements_of(puzzle, tile, rims, excluded)
    ]


Rim = tuple[tuple[int, ...], tuple[int, ...]]


def _placements_of(
    puzzle: EdgeMatching, tile: Tile, rims: Mapping[Cell, Rim], excluded: Excluding
) -> Iterator[Placement]:
    fixed = next((entry for entry in puzzle.fixed if entry.tile == tile.name), None)
    out = excluded.get(form(puzzle, tile), set()) if excluded else set()
    every = ways(puzzle, tile)
    fitting: dict[Rim, list[Showing]] = {}
    for cell in puzzle.cells if fixed is None else (fixed.cell,):
        if rims[cell] not in fitting:
            fitting[rims[cell]] = [
                showing for showing in every if _fits(puzzle, showing, rims[cell])
            ]
        side = puzzle.lattice.around(cell)[0]
        for turns, flipped, symbols in fitting[rims[cell]]:
            if not symbols[side] or (cell, symbols) in out:
                continue
            if fixed is None or symbols in fixed_looks(puzzle, tile, fixed):
                yield Placement(tile.name, (cell,), turns, flipped)


def _fits(puzzle: EdgeMatching, showing: Showing, rim: Rim) -> bool:
    """Tell whether the border and the tile itself allow a way to lay it."""
    outer, own = rim
    symbols, border = showing.symbols, puzzle.border
    if border:
        for number, symbol in enumerate(symbols):
            if number in outer:
                if symbol not in ("", border):
                    return False
            elif symbol == border and not puzzle.border_inside:
                return False
    half = len(symbols) // 2
    mates = dict(puzzle.mates)
    return all(
        mates.get(symbols[number]) == symbols[(number + half) % (2 * half)]
        for number in own
        if symbols[number]
    )


def _ordering(puzzle: EdgeMatching) -> dict[tuple[str, Cell], list[str]]:
    """Return the items that keep equal tiles in the order of the cells they lie on."""
    return {
        (name, puzzle.cells[place]): items
        for group in copies(puzzle)
        for (name, place), items in order_items(group, len(puzzle.cells)).items()
    }


# -------------------------------------------------------------------------- symmetry


def symmetries(puzzle: EdgeMatching) -> Symmetries:
    """Return the moves of the board that carry the puzzle to itself.

    A placement looks like its cell, the symbols around it and, since its back may tell
    it from others, the kind of its tile.  Reflections carry the puzzle to itself if the
    mirror image of every tile is a tile, perhaps its own back.

    Examples
    --------
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> found = symmetries(puzzle)
    >>> len(found.turns), len(found.flips)
    (4, 4)
    """
    tiles = {tile.name: tile for tile in puzzle.tiles}
    kind, mirror = _kinds(puzzle)

    def look(placement: Placement) -> Look:
        tile = tiles[placement.piece]
        return placement.cells[0], shown_by(puzzle, tile, placement), kind[tile.name]

    def move(motion: Motion, look: Look) -> Look:
        cell, symbols, number = look
        if motion.flipped:
            number = mirror[number]
        return motion.cells[cell], moved(puzzle.lattice, motion, symbols), number

    board = dict.fromkeys(puzzle.cells)
    places = _marked_places(puzzle, look)
    beside = {
        cell: {
            number: neighbor(puzzle, cell, number)
            for number in puzzle.lattice.around(cell)
        }
        for cell in puzzle.cells
        if puzzle.wrap
    }
    turns, flips = (
        [
            motion
            for motion in motions(puzzle.lattice, board, flip=flip)
            if (puzzle.turn or motion.turns == 0)
            and _keeps_sides(puzzle, beside, motion)
        ]
        for flip in (False, True)
    )
    twins = _mirror_twins(puzzle)
    kept = [motion for motion in turns if _keeps_places(places, motion, move)]
    kept_flips = [
        motion for motion in flips if twins and _keeps_places(places, motion, move)
    ]
    why = ""
    if not puzzle.turn:
        why = "tiles may not be turned"
    elif len(kept) == 1:
        why = (
            "no turn carries the fixed tiles to themselves"
            if len(turns) > 1
            else "no turn carries the board to itself"
        )
    why_no_flips = "" if kept_flips else _why_no_flips(puzzle)
    return Symmetries(tuple(kept), tuple(kept_flips), look, move, why, why_no_flips)


def _why_no_flips(puzzle: EdgeMatching) -> str:
    """Say why no reflection carries the puzzle to itself."""
    if _mirror_twins(puzzle):
        return "no reflection carries the board and what is fixed to themselves"
    if not puzzle.flip:
        return "tiles cannot be flipped"
    return "the mirror images of the tiles are other tiles"


def _kinds(puzzle: EdgeMatching) -> tuple[dict[str, int], dict[int, int]]:
    """Return a number for each tile that its equals share, and its mirror image's."""
    numbers: dict[tuple[Around, ...], int] = {}
    kind = {}
    for tile in puzzle.tiles:
        kind[tile.name] = numbers.setdefault(form(puzzle, tile), len(numbers))
    mirror = {}
    for tile in puzzle.tiles:
        image = form(puzzle, tile, mirror=True)
        mirror[kind[tile.name]] = numbers.setdefault(image, len(numbers))
    return kind, mirror


def _mirror_twins(puzzle: EdgeMatching) -> bool:
    """Tell whether mirroring every tile gives the same set of tiles."""
    return Counter(form(puzzle, tile) for tile in puzzle.tiles) == Counter(
        form(puzzle, tile, mirror=True) for tile in puzzle.tiles
    )


def _keeps_sides(
    puzzle: EdgeMatching, beside: Mapping[Cell, Mapping[int, Cell]], motion: Motion
) -> bool:
    """Tell whether cells that meet do so after a move.

    Without wrap they always do, and `beside` is empty.
    """
    return all(
        motion.cells[other]
        == beside[motion.cells[cell]][_image(puzzle, motion, number)]
        for cell, sides in beside.items()
        for number, other in sides.items()
        if other in motion.cells
    )


def _image(puzzle: EdgeMatching, motion: Motion, number: int) -> int:
    """Return which side a side becomes."""
    if motion.flipped:
        number = puzzle.lattice.mirror - number
    return (number + motion.turns) % len(puzzle.lattice.sides)


Places = Counter[frozenset[Look]]


def _marked_places(puzzle: EdgeMatching, look: Callable[[Placement], Look]) -> Places:
    """Return how tiles may look that may not lie everywhere, tile by tile."""
    excluded = {entry.tile for entry in puzzle.excluded}
    marked = excluded.union(entry.tile for entry in puzzle.fixed)
    forms = {form(puzzle, tile) for tile in puzzle.tiles if tile.name in excluded}
    rims = {cell: rim(puzzle, cell) for cell in puzzle.cells if marked}
    looks = excluded_looks(puzzle)
    return Counter(
        frozenset(map(look, _placements_of(puzzle, tile, rims, looks)))
        for tile in puzzle.tiles
        if tile.name in marked or form(puzzle, tile) in forms
    )


def _keeps_places(
    places: Places, motion: Motion, move: Callable[[Motion, Look], Look]
) -> bool:
    """Tell whether a motion carries the places of marked tiles to such places."""
    moved_places: Places = Counter()
    for looks, number in places.items():
        moved_places[frozenset(move(motion, look) for look in looks)] += number
    return places == moved_places


def copies(puzzle: EdgeMatching) -> list[tuple[str, ...]]:
    """Return the groups of equal tiles; one that lies fast is equal to no other.

    Examples
    --------
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> copies(puzzle)
    []
    """
    marked = {entry.tile for entry in puzzle.fixed}
    groups: dict[tuple[Around, ...], list[str]] = {}
    for tile in puzzle.tiles:
        if tile.name not in marked:
            groups.setdefault(form(puzzle, tile), []).append(tile.name)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def required(puzzle: EdgeMatching) -> list[str]:
    """Return the tiles that every layout has.

    Examples
    --------
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> required(puzzle)
    ['1']
    """
    if len(puzzle.tiles) > len(puzzle.cells):
        return [entry.tile for entry in puzzle.fixed]
    return [tile.name for tile in puzzle.tiles]


def misfit(puzzle: EdgeMatching) -> str:
    """Say nothing: only a search can tell.

    Examples
    --------
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> misfit(puzzle)
    ''
    """
    return ""


def moves(puzzle: EdgeMatching) -> str:
    """Say which moves of a tile are allowed.

    Examples
    --------
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> moves(puzzle)
    'tiles may be turned, not flipped'
    """
    if puzzle.turn:
        said = "tiles may be turned" + (
            " and flipped" if puzzle.flip else ", not flipped"
        )
    else:
        said = "tiles may be " + (
            "flipped, not turned" if puzzle.flip else "neither turned nor flipped"
        )
    if puzzle.wrap:
        said += "; layouts that are shifted around the board count as different"
    return said
