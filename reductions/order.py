"""Equal pieces in one order only.

Two equal pieces can swap places, so each layout would be found twice.  The pairwise
ordering trick (D. E. Knuth, The Art of Computer Programming, volume 4B, section
7.2.2.1, exercise 20) keeps one of the two, with about log2(n) secondary items for n
places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from math import perm
from typing import Any

from .layout import Layout, Placement

__all__ = ["Labelings", "order_items"]


def order_items(group: Sequence[str], places: int) -> dict[tuple[str, int], list[str]]:
    """Return secondary items that make the pieces of a group lie in increasing places.

    Parameters
    ----------
    group : sequence of piece names
    places : int
        How many places there are; no two of the pieces can share one.

    Returns
    -------
    dict (name, place) -> items
        What the option that puts a piece at a place has to use in addition.

    Notes
    -----
    Write both places in binary.  Where they first differ, the first piece must have 0
    and the second 1; so the first piece uses an item for each 1 of its place, the
    second an item for each 0, named after the digits before: they share one just if the
    first piece lies behind the second.

    Examples
    --------
    >>> items = order_items(["a", "b"], 2)
    >>> items["a", 1], items["b", 0], items["a", 0], items["b", 1]
    (["'a' before 'b': "], ["'a' before 'b': "], [], [])
    """
    digits = max(1, (places - 1).bit_length())
    items: dict[tuple[str, int], list[str]] = {
        (name, place): [] for name in group for place in range(places)
    }
    for one, other in zip(group, group[1:]):
        said: dict[str, str] = {}  # one string for all places, of which there are many
        for place in range(places):
            binary = f"{place:0{digits}b}"
            for k, digit in enumerate(binary):
                name = one if digit == "1" else other
                before = binary[:k]
                item = said.setdefault(before, f"{one!r} before {other!r}: {before}")
                items[name, place].append(item)
    return items


class Labelings:
    """The ways to tell equal pieces of a layout apart.

    Parameters
    ----------
    groups : sequence of tuples of names
        The pieces that are equal.
    placements : sequence of Placement
        Of all pieces.
    look : function Placement -> look
        How a placement looks, whichever of the equal pieces lies there.
    """

    def __init__(
        self,
        groups: Sequence[tuple[str, ...]],
        placements: Sequence[Placement],
        look: Callable[[Placement], Any],
    ) -> None:
        self.groups = groups
        self.look = look
        names = {name for group in groups for name in group}
        self.placement = {(p.piece, look(p)): p for p in placements if p.piece in names}

    def count(self, layout: Layout) -> int:
        """Return how many labelings there are; 0 if the layout is not the one to keep.

        Where there are more pieces than places, the layout to keep uses the first of
        each group.
        """
        ways = 1
        used = {placement.piece for placement in layout}
        for group in self.groups:
            present = sum(name in used for name in group)
            if not used.issuperset(group[:present]):
                return 0
            ways *= perm(len(group), present)
        return ways

    def each(self, layout: Layout) -> Iterator[Layout]:
        """Yield the layout under each of its labelings."""
        spots = [
            [k for k, placement in enumerate(layout) if placement.piece in group]
            for group in self.groups
        ]
        looks = [self.look(placement) for placement in layout]
        for names in _dealt(self.groups, [len(places) for places in spots]):
            labeled = list(layout)
            for places, order in zip(spots, names):
                for k, name in zip(places, order):
                    labeled[k] = self.placement[name, looks[k]]
            yield Layout(labeled)


def _dealt(
    groups: Sequence[tuple[str, ...]], sizes: Sequence[int]
) -> Iterator[Sequence[tuple[str, ...]]]:
    """Yield each choice of so many names of each group, in order, the last one fastest.

    Nothing is remembered but the choice at hand, however many there are.
    """
    orders = [permutations(group, size) for group, size in zip(groups, sizes)]
    names = [next(order) for order in orders]
    k = 0
    while k >= 0:
        yield names
        k = len(orders) - 1
        while k >= 0:
            following = next(orders[k], None)
            if following is not None:
                names[k] = following
                break
            orders[k] = permutations(groups[k], sizes[k])
            names[k] = next(orders[k])
            k -= 1
