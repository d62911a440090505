"""Check a list of the 256 tiles of Eternity II, by counts that its players published.

    PYTHONPATH=. python tests/bench/bench_eternity.py PIECES

counts the ordered 2 x 2 blocks of inner tiles, and the fillings of the top left corner,
3 x 3, with all tiles and without the starter, tile 139.  Players of the puzzle found
wrong lists and wrong programs by these numbers (group eternity2, messages 1811, 1852,
2229 and 2370): 4,059,952, 2,633,221 and 2,582,369.  They do not depend on how the tiles
of a list are turned.  In plain Python, without the solver: an independent judge.

Not part of the normal run: it needs the list, which is not ours to ship.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from puzzles import load

STARTER = "139"

#: (symbol on the left, symbol on top), either None for any ->
#: the forms of tiles that have it, as (tile, symbol on the right, symbol below).
Shelf = dict[tuple[str | None, str | None], list[tuple[str, str, str]]]


def main(path: str) -> int:
    """Count, print, and return 0 if every number is right."""
    puzzle = load(path).puzzle
    border = puzzle.border
    tiles = {tile.name: tile.edges for tile in puzzle.tiles}
    inner = {name: edges for name, edges in tiles.items() if border not in edges}
    rest = {name: edges for name, edges in tiles.items() if name != STARTER}
    jobs = (
        ("2 x 2 blocks of inner tiles", 4_059_952, inner, 2, None),
        ("3 x 3 corners, all tiles", 2_633_221, tiles, 3, border),
        ("3 x 3 corners, without 139", 2_582_369, rest, 3, border),
    )
    right = True
    for what, want, chosen, side, outside in jobs:
        start = time.perf_counter()
        found = fillings(shelf(chosen, border), side, outside)
        seconds = time.perf_counter() - start
        verdict = "right" if found == want else f"want {want:,}"
        print(f"{what}: {found:,} ({verdict}), {seconds:.1f} s", flush=True)
        right = right and found == want
    return 0 if right else 1


def shelf(tiles: dict[str, tuple[str, ...]], border: str) -> Shelf:
    """Sort the forms of tiles, but for those with the border on the right or below."""
    found: Shelf = {}
    for name, edges in tiles.items():
        for form in dict.fromkeys(edges[k:] + edges[:k] for k in range(4)):
            top, right, below, left = form
            if border in (right, below):
                continue
            for key in ((left, top), (left, None), (None, top), (None, None)):
                found.setdefault(key, []).append((name, right, below))
    return found


def fillings(forms: Shelf, side: int, outside: str | None) -> int:
    """Count the ways to fill a square, with a symbol on its left and its top."""
    lower: list[str | None] = [outside] * side  # what lies above, column by column
    used: list[str] = []

    def count(place: int, left: str | None) -> int:
        column = place % side
        above = lower[column]
        found = 0
        for name, right, below in forms.get((left, above), ()):
            if name in used:
                continue
            if place + 1 == side * side:
                found += 1
                continue
            used.append(name)
            lower[column] = below
            found += count(place + 1, right if column + 1 < side else outside)
            used.pop()
        lower[column] = above
        return found

    return count(0, outside)


def run(arguments: Sequence[str]) -> int:
    """Check the list that is named."""
    if len(arguments) != 1:
        print("usage: python tests/bench/bench_eternity.py PIECES", file=sys.stderr)
        return 2
    return main(arguments[0])


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
