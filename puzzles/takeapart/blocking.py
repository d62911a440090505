"""Who blocks whom, and so what can move together.

In the graph of a direction an arrow leads from each piece to those it would run into.
Pieces can go that way together just if no arrow leads out of their set: if it is
*closed*.  Pieces on a circle of arrows are in it together, or not at all; so closed
sets are those of the graph of strongly connected components, which has no circles.

All closed sets are tried, and not only those that one component needs: two pieces that
could each go alone may have to go together, in one move, for the level to be least.
Where there are too many closed sets, those of single components are taken, and what
they leave behind.  No separation is lost by that, since each closed set is a union of
such ones and can move one of them after the other; but a level may then not be the
least.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["MOST_SETS", "closed_sets", "closures", "single_sets"]

#: Up to so many closed sets all are tried.
MOST_SETS = 1024


def closed_sets(
    blocked: Sequence[int], most: int = MOST_SETS
) -> tuple[list[int], bool]:
    """Return the sets of pieces that can move, as bit masks, and whether that is all.

    Parameters
    ----------
    blocked : sequence of int
        For each piece, the mask of those that it would run into.
    most : int
        If there are more sets, those that one piece needs are returned, and those that
        stay behind where one piece does not move.

    Returns
    -------
    masks : list of int
        Without the empty set and that of all pieces, in the order of their number of
        pieces.
    all : bool

    Examples
    --------
    >>> closed_sets([0b010, 0b001, 0b001])
    ([3], True)
    >>> closed_sets([0, 0, 0])
    ([1, 2, 4, 3, 5, 6], True)
    """
    needed = closures(blocked)
    masks = {0}
    for closure in set(needed):
        masks |= {mask | closure for mask in masks}
        if len(masks) > most + 2:
            return single_sets(needed), False
    return _proper(masks, len(blocked)), True


def single_sets(needed: Sequence[int]) -> list[int]:
    """Return the sets that one piece takes along, and those that one leaves behind.

    A smallest closed set is among the former, and what a largest one leaves behind is
    smallest for one of the latter.

    Parameters
    ----------
    needed : sequence of int
        The `closures`.

    Examples
    --------
    >>> single_sets(closures([0, 0, 0]))
    [1, 2, 4, 3, 5, 6]
    """
    pieces = range(len(needed))
    stay = [sum(1 << k for k in pieces if not needed[k] >> one & 1) for one in pieces]
    return _proper({*needed, *stay}, len(needed))


def _proper(masks: Iterable[int], number: int) -> list[int]:
    """Return the masks of some pieces but not all, those of the fewest first."""
    every = (1 << number) - 1
    proper = {mask for mask in masks if 0 < mask < every}
    return sorted(proper, key=lambda mask: (mask.bit_count(), mask))


def closures(blocked: Sequence[int]) -> list[int]:
    """Return for each piece the mask of those that have to go with it, and itself.

    Examples
    --------
    >>> closures([0b010, 0b001, 0b001])
    [3, 3, 7]
    """
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(range(len(blocked)))
    for piece, mask in enumerate(blocked):
        graph.add_edges_from((piece, k) for k in range(len(blocked)) if mask >> k & 1)
    components = networkx.condensation(graph)
    needed: dict[int, int] = {}
    for component in reversed(list(networkx.topological_sort(components))):
        mask = sum(1 << piece for piece in components.nodes[component]["members"])
        for other in components.successors(component):
            mask |= needed[other]
        needed[component] = mask
    return [needed[components.graph["mapping"][k]] for k in range(len(blocked))]
