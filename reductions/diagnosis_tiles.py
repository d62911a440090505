"""The doctor's first look at tiles: symbols and their mates, the border, equal tiles.

On every inner side a symbol meets its mate, so all that has no partner lies outside.
Where every tile is used, that can be counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import cast

from dlx.errors import suggestion

from . import edge_matching
from .diagnosis import Finding, Table, few, impossible, listing, note
from .edge_matching import EdgeMatching
from .lattice import Cell
from .layout import Placement

#: Of fewer symbols with mates, none is called the odd one out.
FEWEST_PAIRS = 3

__all__ = ["cleared", "findings", "imbalance", "pairs", "tables"]


def tables(puzzle: EdgeMatching) -> Iterator[Table]:
    """Yield how often each symbol and its mate occur, and the tiles of the border.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> next(tables(puzzle)).rows
    (('a', 2, 'b', 2),)
    """
    counts = _counts(puzzle)
    every = pairs(puzzle)
    if any(one != other for one, other in every):
        yield Table(
            ("symbol", "edges", "mate", "edges"),
            tuple(
                (one, counts[one], other, counts[other] if one != other else "")
                for one, other in every
            ),
        )
    else:
        yield Table(
            ("symbol", "edges"), tuple((symbol, counts[symbol]) for symbol, _ in every)
        )
    if puzzle.border and not puzzle.wrap:
        cells, tiles = _outer_sides(puzzle), _border_edges(puzzle)
        rows = tuple(
            (number, cells[number], tiles[number])
            for number in sorted({*cells, *tiles}, reverse=True)
        )
        yield Table(("sides outside", "cells", "tiles with so much border"), rows)


def findings(puzzle: EdgeMatching) -> Iterator[Finding]:
    """Yield what makes a layout impossible, and what is worth a remark.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> tiles = ["aH aH aH aH", "aH aH aH aH", "aH aH aH aH", "aH aH aT aH"]
    >>> for finding in findings(parse({"tiles": tiles, "mates": [["aH", "aT"]]})):
    ...     print(*finding, sep=": ")
    impossible: 14 edges have no mate (14 of aH), and only 8 sides lie outside
    note: tiles 1, 2 and 3 are equal
    note: tile 1 looks the same after every turn
    note: tile 2 looks the same after every turn
    note: tile 3 looks the same after every turn
    """
    yield from _border_counts(puzzle)
    yield from _unpaired(puzzle)
    yield from _odd_one_out(puzzle)
    yield from _places(puzzle)
    yield from _clashes(puzzle)
    yield from _lonely(puzzle)
    groups = edge_matching.copies(puzzle)
    equal = (note(f"tiles {listing(group)} are equal") for group in groups)
    yield from few(equal, "groups of tiles")
    yield from few(_regular(puzzle), "tiles")


# ------------------------------------------------------------------- symbols and mates


def pairs(puzzle: EdgeMatching) -> list[tuple[str, str]]:
    """Return each symbol with its mate, each pair once.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> pairs(puzzle)
    [('a', 'b')]
    """
    found: dict[frozenset[str], tuple[str, str]] = {}
    for pair in puzzle.mates:
        found.setdefault(frozenset(pair), pair)
    return list(found.values())


def imbalance(puzzle: EdgeMatching) -> int:
    """Return how many edges cannot have a partner, whatever lies where.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> imbalance(puzzle)
    0
    """
    return sum(_left_over(puzzle, _counts(puzzle)).values())


def _counts(puzzle: EdgeMatching) -> Counter[str]:
    """Return how often each symbol occurs, on backs, too."""
    return Counter(symbol for tile in puzzle.tiles for symbol in tile.edges + tile.back)


def _left_over(puzzle: EdgeMatching, counts: Counter[str]) -> Counter[str]:
    """Return how many edges of each symbol are left when all others are paired."""
    left: Counter[str] = Counter()
    for one, other in pairs(puzzle):
        if one == other:
            left[one] = counts[one] % 2
        else:
            more = one if counts[one] > counts[other] else other
            left[more] = abs(counts[one] - counts[other])
    return +left


def _is_counted(puzzle: EdgeMatching) -> bool:
    """Tell whether all edges of all tiles are on the board."""
    return len(puzzle.tiles) == len(puzzle.cells) and not _two_sided(puzzle)


def _two_sided(puzzle: EdgeMatching) -> bool:
    return any(tile.back for tile in puzzle.tiles)


def _unpaired(puzzle: EdgeMatching) -> Iterator[Finding]:
    """Yield whether more edges are without a mate than there are sides outside."""
    if not _is_counted(puzzle):
        return
    counts, outside = _counts(puzzle), sum(_outer_sides(puzzle).elements())
    border = puzzle.border
    if border and not puzzle.wrap:
        counts[border] -= outside
        outside = 0
        if counts[border] < 0:
            return  # which is a finding of its own
    left = _left_over(puzzle, counts)
    number = sum(left.values())
    names = listing(f"{count} of {symbol}" for symbol, count in left.items())
    if number > outside:
        where = "no side lies" if not outside else f"only {outside} sides lie"
        if border:
            where = f"outside lies {border} alone"
        else:
            where += " outside"
        verb = "edge has" if number == 1 else "edges have"
        yield impossible(f"{number} {verb} no mate ({names}), and {where}")
    elif number:
        yield note(
            f"symbols and their mates do not balance: {names} must lie outside, where "
            f"there are {outside} sides"
        )


def _odd_one_out(puzzle: EdgeMatching) -> Iterator[Finding]:
    """Yield the one symbol that is out of balance with its mate, if all others are not.

    A tail that is typed as a head is one head more and one tail less.
    """
    counts = _counts(puzzle)
    differences = sorted(
        (abs(counts[one] - counts[other]), one, other)
        for one, other in pairs(puzzle)
        if one != other and puzzle.border not in (one, other)
    )
    if len(differences) < FEWEST_PAIRS:
        return
    (usual, *_), (most, *pair) = differences[-2:]
    if usual <= 1 and most >= usual + 2:
        less, more = sorted(pair, key=lambda symbol: counts[symbol])
        yield note(
            f"{counts[more]} of {more} and {counts[less]} of {less} stand out, other "
            f"symbols and their mates differ by {usual} at most: should one {more} "
            f"perhaps be {less}?"
        )


def _lonely(puzzle: EdgeMatching) -> Iterator[Finding]:
    """Yield the symbols whose mate is on no tile."""
    counts = _counts(puzzle)
    border = puzzle.border
    for symbol, mate in puzzle.mates:
        if counts[symbol] and not counts[mate] and symbol != border:
            names = [
                tile.name for tile in puzzle.tiles if symbol in tile.edges + tile.back
            ]
            yield note(
                f"no tile has {mate}, the mate of {symbol} "
                f"(tile{'s' * (len(names) > 1)} {listing(names)}): such an edge can "
                "only lie outside"
                + suggestion(symbol, [other for other in counts if other != symbol])
            )


# ------------------------------------------------------------------ the board's border


def _outer_sides(puzzle: EdgeMatching) -> Counter[int]:
    """Return how many cells have how many sides without a neighbor.

    A side at which a cell meets itself counts, too.
    """
    sides = len(puzzle.tiles[0].edges)
    blank = edge_matching.Tile("", ("x",) * sides)
    board = cleared(puzzle)._replace(tiles=(blank,), mates=(("x", "x"),))
    options = edge_matching.encode(board).options
    inner = {
        placement: sum(str(item).startswith("side ") for item in option)
        for placement, option in options.items()
    }
    return Counter(sides - number for number in inner.values())


def cleared(puzzle: EdgeMatching) -> EdgeMatching:
    """Return the puzzle without conditions on single cells or on the border.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> puzzle = parse({"tiles": ["a b b a"], "mates": [["a", "b"]]})
    >>> cleared(puzzle) == puzzle
    True
    """
    return puzzle._replace(fixed=(), excluded=(), border="")


def _border_edges(puzzle: EdgeMatching) -> Counter[int]:
    """Return how many tiles have how many edges with the border's symbol."""
    return Counter(tile.edges.count(puzzle.border) for tile in puzzle.tiles)


def _border_counts(puzzle: EdgeMatching) -> Iterator[Finding]:
    """Yield where the border of the tiles does not suffice for the board, or is more.

    Without a border inside, a tile lies where just as many sides lie outside as it has
    edges of the border; else where at most so many do.
    """
    border, inside = puzzle.border, puzzle.border_inside
    if not border or puzzle.wrap or _two_sided(puzzle):
        return
    cells, tiles = _outer_sides(puzzle), _border_edges(puzzle)
    for number in sorted({*cells, *tiles}, reverse=True):
        have, want = tiles[number], cells[number]
        at_least = ""
        if inside:
            have = sum(tiles[k] for k in tiles if k >= number)
            want = sum(cells[k] for k in cells if k >= number)
            at_least = "at least "
        if have < want or (have > want and not inside and _is_counted(puzzle)):
            yield impossible(
                f"{want} cells have {at_least}{number} sides outside, {have} tiles "
                f"have {at_least}{number} edges of the border ({border})"
            )


# ----------------------------------------------------------------------- tiles, places


def _places(puzzle: EdgeMatching) -> Iterator[Finding]:
    """Yield the tiles that fit nowhere, and the cells that no tile fits."""
    every = edge_matching.placements(puzzle)
    laid = {placement.piece for placement in every}
    filled = {cell for placement in every for cell in placement.cells}
    required = set(edge_matching.required(puzzle))
    nowhere = [tile.name for tile in puzzle.tiles if tile.name not in laid]
    must = [name for name in nowhere if name in required]
    if must:
        plural = "s" * (len(must) > 1)
        yield impossible(f"tile{plural} {listing(must)}: no cell fits")
    elif nowhere:
        yield note(f"no cell fits tile {listing(nowhere)}")
    empty = [_spot(cell) for cell in puzzle.cells if cell not in filled]
    if empty:
        yield impossible(f"no tile fits cell {listing(empty)}")


def _clashes(puzzle: EdgeMatching) -> Iterator[Finding]:
    """Yield the pairs of fixed tiles that meet and do not match."""
    fixed = {entry.tile: entry.cell for entry in puzzle.fixed}
    if len(fixed) < 2:
        return
    places = edge_matching.placements(puzzle)
    problem = edge_matching.encode(puzzle, [p for p in places if p.piece in fixed])
    meeting: dict[str, list[str]] = {}
    options: dict[str, list[dict[str, object]]] = {name: [] for name in fixed}
    for name, option in problem.options.items():
        placement = cast(Placement, name)
        colored = {str(item): color for item, color in option.items() if color}
        options[placement.piece].append(colored)
        for item in colored:
            if placement.piece not in meeting.setdefault(item, []):
                meeting[item].append(placement.piece)
    seen = dict.fromkeys(tuple(names) for names in meeting.values() if len(names) == 2)
    for one, other in seen:
        if not any(
            all(mine[item] == its[item] for item in mine.keys() & its.keys())
            for mine in options[one]
            for its in options[other]
        ):
            yield impossible(
                f"the fixed tiles {one} at {_spot(fixed[one])} and {other} at "
                f"{_spot(fixed[other])} clash: their edges that meet are no mates"
            )


def _regular(puzzle: EdgeMatching) -> Iterator[Finding]:
    """Yield the tiles that look the same after a turn."""
    if not puzzle.turn:
        return
    for tile in puzzle.tiles:
        period = _period(tile.edges)
        if period < len(tile.edges):
            parts = len(tile.edges) // period
            turn = {2: "half a turn", 3: "a third of a turn"}.get(parts, "a turn")
            if period == 1:
                turn = "every turn"
            yield note(f"tile {tile.name} looks the same after {turn}")


def _period(edges: tuple[str, ...]) -> int:
    """Return after how many steps a tile looks the same for the first time."""
    return next(
        steps
        for steps in range(1, len(edges) + 1)
        if edges[steps:] + edges[:steps] == edges
    )


def _spot(cell: Cell) -> str:
    return ",".join(map(str, cell))
