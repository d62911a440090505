"""The search tree as a graph, and folded so that it fits on paper."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..events import trace
from ..problem import Stated

if TYPE_CHECKING:
    import networkx

__all__ = ["MOST_EVENTS", "MOST_ROWS", "folded", "search_tree"]

#: After so many events a tree ends, if nothing else is said: memory is bounded.
MOST_EVENTS = 200_000

#: So many ends of branches a picture has, if nothing else is said.
MOST_ROWS = 60

#: From so many options in a row that were the only ones, those in between are folded.
LONG_RUN = 4


def search_tree(problem: Stated, most: int = MOST_EVENTS) -> networkx.DiGraph[int]:
    """Return the tree of a search, with the root as node 0.

    Parameters
    ----------
    problem : Problem, or the options of one
    most : int
        After how many events to end.

    Returns
    -------
    networkx.DiGraph
        Nodes are numbered in the order of the search and have a ``kind``: ``"branch"``,
        ``"found"``, ``"stuck"``, or ``"open"`` where the search was not seen on.  A
        branch has its ``item`` and the number of choices, ``ways``; a dead end the
        ``item`` without options; a cover its ``number``, from 1.  An edge has the
        ``option`` that was tried, None if no more of the item was taken.
        ``graph.graph["complete"]`` tells whether the search was seen to its end.

    Examples
    --------
    >>> tree = search_tree({1: ["a", "b"], 2: ["a"], 3: ["b"]})
    >>> [(node, tree.nodes[node]["kind"]) for node in tree]
    [(0, 'branch'), (1, 'found'), (2, 'branch'), (3, 'found')]
    >>> tree.edges[0, 2]["option"]
    2
    """
    import networkx

    tree: networkx.DiGraph[int] = networkx.DiGraph()
    tree.add_node(0, kind="open")
    events = trace(problem)
    path = [0]
    covers = 0
    for event in islice(events, most):
        at = tree.nodes[path[-1]]
        if event.kind == "try":
            node = len(tree)
            tree.add_node(node, kind="open")
            option = event.options[0] if event.options else None
            tree.add_edge(path[-1], node, option=option, more=bool(event.options))
            at["ways"] += 1
            path.append(node)
        elif event.kind == "undo":
            path.pop()
        elif event.kind == "choose":
            at.update(kind="branch", item=event.item, ways=0)
        elif event.kind == "stuck":
            at.update(kind="stuck", item=event.item)
        else:
            covers += 1
            at.update(kind="found", number=covers)
    tree.graph["complete"] = next(events, None) is None
    if not tree.graph["complete"]:
        # The branches on the path may have more choices than were seen.
        for node in path:
            tree.nodes[node]["partial"] = True
    return tree


def folded(tree: networkx.DiGraph[int], most: int = MOST_ROWS) -> networkx.DiGraph[int]:
    """Return a search tree with no more than about so many ends of branches.

    The way to the first cover comes first, then what is nearest to the root, as long as
    there is room.

    Returns
    -------
    networkx.DiGraph
        As `search_tree`, and two more kinds of node: ``"fold"`` stands for whole
        branches, with how many nodes, covers and dead ends are in them, as ``nodes``,
        ``found`` and ``stuck``; ``"run"`` for ``nodes`` options in a row each of which
        was the only one.

    Examples
    --------
    >>> from dlx import Problem
    >>> digits = Problem({(k, bit): [k] for k in range(8) for bit in (0, 1)})
    >>> small = folded(search_tree(digits), 12)
    >>> [small.nodes[node]["kind"] for node in small].count("fold")
    10
    >>> sum(data.get("found", data["kind"] == "found")
    ...     for _, data in small.nodes(data=True))
    256
    """
    import networkx

    most = max(most, 2)
    totals = _totals(tree)
    opened = _opened(tree, most)
    small: networkx.DiGraph[int] = networkx.DiGraph(**tree.graph)
    if not opened and tree.nodes[0]["kind"] == "branch":
        small.add_node(0, **_fold(totals, [0]))
        return small
    small.add_node(0, **tree.nodes[0])
    ahead = [0]
    while ahead:
        node = ahead.pop()
        children = list(tree.successors(node))
        shown = children if len(children) <= most else children[:most - 1]
        for child in shown:
            data = tree.nodes[child]
            if data["kind"] == "branch" and child not in opened:
                data = _fold(totals, [child])
            small.add_node(child, **data)
            small.add_edge(node, child, **tree.edges[node, child])
        rest = children[len(shown):]
        if rest:
            small.add_node(rest[0], **_fold(totals, rest), options=len(rest))
            small.add_edge(node, rest[0])
        ahead += [child for child in reversed(shown) if child in opened]
    _fold_runs(small)
    return small


def _totals(tree: networkx.DiGraph[int]) -> list[tuple[int, int, int]]:
    """Return how many nodes, covers and dead ends each branch has, itself included."""
    totals = []
    for node in range(len(tree)):
        kind = tree.nodes[node]["kind"]
        totals.append((1, int(kind == "found"), int(kind == "stuck")))
    for node in range(len(tree) - 1, 0, -1):  # a parent has the smaller number
        parent = next(iter(tree.predecessors(node)))
        one, other = totals[parent], totals[node]
        totals[parent] = (one[0] + other[0], one[1] + other[1], one[2] + other[2])
    return totals


def _fold(totals: list[tuple[int, int, int]], branches: list[int]) -> dict[str, Any]:
    nodes, found, stuck = map(sum, zip(*(totals[node] for node in branches)))
    return {"kind": "fold", "nodes": nodes, "found": found, "stuck": stuck}


def _opened(tree: networkx.DiGraph[int], most: int) -> set[int]:
    """Return the branches that are shown, as long as there is room for their ends."""
    opened: set[int] = set()
    rows = 1
    for node in _in_order_of_interest(tree):
        parent = next(iter(tree.predecessors(node)), None)
        if parent is None or parent in opened:
            more = min(tree.out_degree(node), most) - 1
            if rows + more <= most:
                opened.add(node)
                rows += more
    return opened


def _in_order_of_interest(tree: networkx.DiGraph[int]) -> Iterator[int]:
    """Yield the branches: those on the way to the first cover, then level by level."""
    found = next((n for n, kind in tree.nodes(data="kind") if kind == "found"), None)
    way = []
    while found is not None:
        found = next(iter(tree.predecessors(found)), None)
        if found is not None:
            way.append(found)
    yield from reversed(way)
    seen = set(way)
    ahead = [0]
    for node in ahead:  # which grows on the way
        if tree.nodes[node]["kind"] == "branch":
            ahead += tree.successors(node)
            if node not in seen:
                yield node


def _fold_runs(tree: networkx.DiGraph[int]) -> None:
    """Put one node in place of many in a row that had one child each."""
    for node in list(tree):
        if node not in tree or _only_child(tree, node) is None:
            continue
        above = next(iter(tree.predecessors(node)), None)
        if above is not None and _only_child(tree, above) is not None:
            continue  # not the first of a run
        run = []
        child = _only_child(tree, node)
        while child is not None:
            run.append(child)
            child = _only_child(tree, child)
        if len(run) < LONG_RUN:
            continue
        *inner, last = run
        edge = tree.edges[inner[-1], last]
        tree.remove_nodes_from(inner[1:])
        tree.add_node(inner[0], kind="run", nodes=len(inner))
        tree.add_edge(inner[0], last, **edge)


def _only_child(tree: networkx.DiGraph[int], node: int) -> int | None:
    """Return the one child of a branch whose item had one option."""
    if tree.out_degree(node) != 1 or tree.nodes[node].get("partial"):
        return None
    child: int = next(iter(tree.successors(node)))
    return child
