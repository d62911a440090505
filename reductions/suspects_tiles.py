"""The edges of tiles that may be mistaken.

*One side at a time.*  If a change of one edge gives the puzzle a layout, then without
the change the tiles can lie so that just one side does not match: that of the edge.  So
the condition on one side is left out, of each side in turn, and every cover then names
two changes, of the one edge and of the other.  That takes as many searches as the board
has sides (as sides that no turn of the board carries into each other), whatever the
number of tiles and symbols.

Where the board has a border, a side outside may be the one; and inside the border's
symbol may be it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from os.path import commonprefix
from typing import Any, NamedTuple, cast

import dlx

from . import edge_matching
from .clock import Clock
from .diagnosis_tiles import imbalance
from .edge_matching import EdgeMatching, Tile
from .kinds import Look
from .lattice import Motion
from .layout import Layout, Placement
from .mistakes import ENOUGH, Change, Note, Suspect, tried

__all__ = ["suspects"]

#: Puzzles with more placements than this are not searched for mistakes.
MOST_OPTIONS = 20_000

#: Two edges that are swapped are as unlikely as so many wrong characters.
SWAPPED = 2

#: The names of the edges of a tile that has so many, in the order of the file.
EDGES = {
    3: ("upper right", "bottom", "upper left"),
    4: ("top", "right", "bottom", "left"),
    6: ("upper right", "right", "lower right", "lower left", "left", "upper left"),
}


class Edge(NamedTuple):
    """An edge of a tile: the name of the tile, and its place in the file."""

    tile: str
    place: int


def suspects(puzzle: EdgeMatching, clock: Clock, note: Note) -> None:
    """Note every change of one edge that gives the puzzle a layout; then some others.

    Raises
    ------
    dlx.Stopped
        If the time was too short.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> tiles = ["a a a a", "b b b b"]
    >>> mates = [["a", "a"], ["b", "b"]]
    >>> puzzle = parse({"size": [1, 2], "tiles": tiles, "mates": mates})
    >>> found = []
    >>> suspects(puzzle, Clock(None), found.append)
    >>> found[0].change
    'tile 1: right edge should perhaps be b, not a'
    """
    _edges(puzzle, clock, note)
    tried(_swaps(puzzle), clock, note)


# ------------------------------------------------------------- one edge, by one side


def _edges(puzzle: EdgeMatching, clock: Clock, note: Note) -> None:
    sides = _Sides(puzzle)
    boards: dict[Any, set[Look]] = {}
    changes: dict[Any, tuple[str, EdgeMatching, bool, tuple[int, ...]]] = {}
    complete = False
    try:
        for side in sides.one_of_each():
            search = dlx.Search(sides.without(side), timeout=clock.left())
            clock.running(search)
            for cover in cast(Iterator[Layout], iter(search)):
                for edge, symbol in sides.corrections(side, cover):
                    changed = _changed(puzzle, edge, symbol)
                    key = _same(changed)
                    if key not in changes:
                        text = _text(puzzle, edge, symbol)
                        left = imbalance(changed)
                        wrong = _wrong(sides.symbols[edge], symbol)
                        changes[key] = text, changed, left == 0, (wrong, left)
                    found = boards.setdefault(key, set())
                    if len(found) < ENOUGH:
                        found.add(_look(changed, cover))
        complete = True
    finally:
        for key, (text, changed, balanced, rank) in changes.items():
            number = len(boards[key])
            more = not complete or number == ENOUGH
            note(Suspect(text, number, more, balanced, changed, rank))


class _Sides:
    """The sides of a board, and the problems in which one of them has no condition.

    A side is named by its item; the sides outside of a cell, by the cell.
    """

    def __init__(self, puzzle: EdgeMatching) -> None:
        self.puzzle = puzzle
        self.symbols = {
            Edge(tile.name, place): symbol
            for tile in puzzle.tiles
            for place, symbol in enumerate(_every(tile))
        }
        self.mates = dict(puzzle.mates)
        self.border = puzzle.border
        self.inside = not puzzle.border or puzzle.border_inside
        loose = puzzle if puzzle.wrap else puzzle._replace(border="")
        options = edge_matching.placements(loose)
        if len(options) > MOST_OPTIONS:
            raise dlx.Stopped("size", 0, None)
        self.problem = edge_matching.encode(loose, options, ordered=True)
        # Which edge lies at which side: seen where every edge has a symbol of its own.
        names = {edge: f"{number}" for number, edge in enumerate(self.symbols)}
        probe = edge_matching.encode(
            loose._replace(
                tiles=tuple(_named(tile, names) for tile in puzzle.tiles),
                mates=tuple((name, name) for name in names.values()),
            ),
            options,
        )
        edges = {name: edge for edge, name in names.items()}
        self.edges: dict[Placement, dict[Any, Edge]] = {
            cast(Placement, placement): {
                item: edges[str(name)] for item, name in option.items() if name
            }
            for placement, option in probe.options.items()
        }
        self.faults = {
            placement: self._faults(placement) if loose != puzzle else ()
            for placement in self.edges
        }

    def _faults(self, placement: Placement) -> tuple[Any, ...]:
        """Return the sides at which a tile breaks the rule of the border."""
        inner = self.edges[placement]
        inside = [
            item
            for item, edge in inner.items()
            if self.symbols[edge] == self.border and not self.inside
        ]
        outside = [
            placement.cells
            for edge in self._outside(placement)
            if self.symbols[edge] != self.border
        ]
        return (*inside, *outside)

    def _outside(self, placement: Placement) -> list[Edge]:
        """Return the edges of a tile that lie outside, on the face that is shown."""
        tile = next(t for t in self.puzzle.tiles if t.name == placement.piece)
        number, every = len(tile.edges), _every(tile)
        start = number if placement.flipped and len(every) > number else 0
        inner = set(self.edges[placement].values())
        places = range(start, start + number)
        edges = [Edge(tile.name, place) for place in places]
        return [edge for edge in edges if edge not in inner]

    def one_of_each(self) -> Iterator[Any]:
        """Yield the sides, one of those that turns of the board carry together."""
        cells: dict[Any, set[Any]] = {}
        for placement, sides in self.edges.items():
            for side in sides:
                cells.setdefault(side, set()).update(placement.cells)
            for side in self.faults[placement]:
                cells.setdefault(side, set()).update(placement.cells)
        turns: Sequence[Motion] = edge_matching.symmetries(self.puzzle).turns
        if _is_marked(self.puzzle) or self.puzzle.wrap:
            turns = turns[:1]
        seen: set[Any] = set()
        for side, places in cells.items():
            images = [frozenset(map(t.cells.get, places)) for t in turns]
            if len(turns) == 1 or images[0] not in seen:
                yield side
            seen.update(images)

    def without(self, side: Any) -> dlx.Problem:
        """Return the problem that leaves out the condition on one side."""
        return dlx.Problem(
            {
                placement: {
                    item: color for item, color in option.items() if item != side
                }
                for placement, option in self.problem.options.items()
                if self.faults[cast(Placement, placement)] in ((), (side,))
            },
            self.problem.primary,
            [item for item in self.problem.secondary if item != side],
        )

    def corrections(self, side: Any, cover: Layout) -> Iterator[tuple[Edge, str]]:
        """Yield which edge has to have which symbol, so that a cover is a layout."""
        if isinstance(side, tuple):
            for placement in cover:
                if self.faults[placement]:
                    for edge in self._outside(placement):
                        if self.symbols[edge] != self.border:
                            yield edge, self.border
            return
        one, other = [
            self.edges[placement][side]
            for placement in cover
            if side in self.edges[placement]
        ]
        if self.mates[self.symbols[one]] == self.symbols[other] and not any(
            side in self.faults[placement] for placement in cover
        ):
            return
        for edge, facing in ((one, other), (other, one)):
            symbol = self.mates[self.symbols[facing]]
            if self.inside or self.border not in (symbol, self.symbols[facing]):
                yield edge, symbol


# -------------------------------------------------------------------------- the change


def _every(tile: Tile) -> tuple[str, ...]:
    """Return the edges of a tile, those of its back too."""
    return tile.edges + tile.back


def _with(tile: Tile, every: tuple[str, ...]) -> Tile:
    """Return the tile with other edges; the inverse of `_every`."""
    number = len(tile.edges)
    return tile._replace(edges=every[:number], back=every[number:])


def _named(tile: Tile, names: Mapping[Edge, str]) -> Tile:
    """Return the tile with other symbols on its edges."""
    places = range(len(_every(tile)))
    return _with(tile, tuple(names[Edge(tile.name, place)] for place in places))


def _changed(puzzle: EdgeMatching, edge: Edge, symbol: str) -> EdgeMatching:
    """Return the puzzle with another symbol on an edge."""
    tile = next(tile for tile in puzzle.tiles if tile.name == edge.tile)
    every = _every(tile)
    every = tuple(
        symbol if place == edge.place else old for place, old in enumerate(every)
    )
    return _exchanged(puzzle, _with(tile, every))


def _exchanged(puzzle: EdgeMatching, tile: Tile) -> EdgeMatching:
    """Return the puzzle with another tile of the same name."""
    return puzzle._replace(
        tiles=tuple(tile if old.name == tile.name else old for old in puzzle.tiles)
    )


def _is_marked(puzzle: EdgeMatching) -> bool:
    """Tell whether something is said of single tiles."""
    return bool(puzzle.fixed or puzzle.excluded)


def _same(puzzle: EdgeMatching) -> Any:
    """Return what is the same for puzzles of which the tiles are equal."""
    if _is_marked(puzzle):
        return puzzle.tiles
    return tuple(sorted(_form(puzzle, tile) for tile in puzzle.tiles))


def _form(puzzle: EdgeMatching, tile: Tile) -> tuple[Any, ...]:
    """Return what is the same for a tile however it is turned in the file."""
    every = _every(tile)
    if len(every) > len(tile.edges) or not puzzle.turn:
        return every
    return min(every[k:] + every[:k] for k in range(len(every)))


def _look(puzzle: EdgeMatching, layout: Layout) -> Look:
    """Return how a layout looks, the same for all turns of the board."""
    # The same for all puzzles that `_same` takes for one, whatever the names of tiles.
    tiles = sorted(puzzle.tiles, key=lambda tile: _form(puzzle, tile))
    symmetries = edge_matching.symmetries(puzzle._replace(tiles=tuple(tiles)))
    looks = [symmetries.look(placement) for placement in layout]
    return min(
        tuple(sorted([symmetries.move(turn, look) for look in looks]))
        for turn in symmetries.turns
    )


def _wrong(one: str, other: str) -> int:
    """Return how many characters of a symbol would be wrong, missing or too many.

    >>> _wrong("RH", "RT"), _wrong("1", "12"), _wrong("beH", "beeH"), _wrong("RH", "YT")
    (1, 1, 1, 2)
    """
    in_place = sum(a != b for a, b in zip(one, other)) + abs(len(one) - len(other))
    same = len(commonprefix([one, other]))
    one, other = one[same:][::-1], other[same:][::-1]
    between = max(len(one), len(other)) - len(commonprefix([one, other]))
    return min(in_place, between)


def _text(puzzle: EdgeMatching, edge: Edge, symbol: str) -> str:
    tile = next(tile for tile in puzzle.tiles if tile.name == edge.tile)
    return (
        f"tile {edge.tile}: {_place(tile, edge.place)} edge should perhaps be "
        f"{symbol}, not {_every(tile)[edge.place]}"
    )


def _place(tile: Tile, place: int) -> str:
    names = EDGES[len(tile.edges)]
    return ("back, " if place >= len(names) else "") + names[place % len(names)]


# ------------------------------------------------------------------------ other changes


def _swaps(puzzle: EdgeMatching) -> Iterator[Change]:
    """Yield the tiles with two edges swapped, or typed the other way round."""
    left = imbalance(puzzle)
    if not puzzle.turn:
        turning = puzzle._replace(turn=True)
        yield Change("tiles may perhaps be turned (turn = true)", turning, left == 0)
    for tile in puzzle.tiles:
        seen = {_form(puzzle, tile)}
        for text, edges in _rearranged(tile):
            other = tile._replace(edges=edges)
            form = _form(puzzle, other)
            if form not in seen:
                seen.add(form)
                change = f"tile {tile.name}: {text}"
                changed = _exchanged(puzzle, other)
                yield Change(change, changed, left == 0, (SWAPPED, left))


def _rearranged(tile: Tile) -> Iterator[tuple[str, tuple[str, ...]]]:
    edges = tile.edges
    yield "perhaps typed in the other turning direction", edges[:1] + edges[:0:-1]
    for one in range(len(edges)):
        for other in range(one + 1, len(edges)):
            swapped = list(edges)
            swapped[one], swapped[other] = edges[other], edges[one]
            names = f"{_place(tile, one)} and {_place(tile, other)}"
            yield f"{names} edges perhaps swapped", tuple(swapped)
