"""How many sides no board can match, because the symbols do not pair up.

Each side that matches takes two ends whose symbols are mates.  Where mates differ, the
rarer of the two says how many pairs there can be; where a symbol is its own mate, half
their number.
"""

from __future__ import annotations

from collections import Counter

from .ground import Ground

__all__ = ["least_lost"]


def least_lost(ground: Ground) -> int:
    """Return how many sides every board loses, at least.

    Examples
    --------
    >>> from reductions.edge_matching import parse
    >>> tiles = ["a a a a", "b b b b"]
    >>> mates = [["a", "a"], ["b", "b"]]
    >>> least_lost(Ground(parse({"size": [1, 2], "tiles": tiles, "mates": mates})))
    1
    """
    total: Counter[int] = Counter()
    for number, ends in zip(ground.stock, _ends(ground)):
        for symbol, count in ends.items():
            total[symbol] += number * count
    pairs = 0
    for symbol, mate in enumerate(ground.mate):
        if symbol == mate:
            pairs += total[symbol] // 2
        elif symbol < mate:
            pairs += min(total[symbol], total[mate])
    return max(0, ground.possible - pairs)


def _ends(ground: Ground) -> list[Counter[int]]:
    """Return how often each kind has each symbol on inner sides, at most."""
    inner = [{side for side, _, _ in meetings} for meetings in ground.meetings]
    for meetings in ground.meetings:
        for _, earlier, across in meetings:
            inner[earlier].add(across)
    most: list[Counter[int]] = [Counter() for _ in ground.stock]
    for alike, sides in dict.fromkeys(zip(ground.alike, map(frozenset, inner))):
        for choice in ground.choices[alike]:
            shown = Counter([ground.shows[side][choice] for side in sides])
            most[ground.kind[choice]] |= shown
    return most
