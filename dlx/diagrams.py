"""All covers in one diagram, without listing them.

A diagram is a graph in which every way from the root to the end is a cover: a *choice*
node has a branch for each option of an item, a *parts* node has independent parts that
are put together.  Equal states share a node, so that a diagram with some thousands of
nodes may hold more covers than can be listed (M. Nishino et al., Dancing with Decision
Diagrams, AAAI 2017; D. E. Knuth, The Art of Computer Programming, volume 4A, section
7.1.4, for what can be asked of such graphs).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import merge, nsmallest
from itertools import islice
from math import prod
from typing import Any, NamedTuple

from .engines.lanes import table_bytes
from .errors import ProblemError, Stopped, shown
from .problem import Name, Problem, Stated, as_problem
from .search import Cover
from .walking import Walk

__all__ = ["Diagram", "diagram"]

#: The nodes of every diagram that have no branches: no cover, and the empty one.
NONE, EMPTY = 0, 1


class Choice(NamedTuple):
    """A node that branches on an item, with the node that follows each option."""

    item: int
    branches: tuple[tuple[int, int], ...]


class Parts(NamedTuple):
    """A node whose covers are made of one cover of each part."""

    parts: tuple[int, ...]


Node = Choice | Parts


class Diagram:
    """The covers of a problem as a graph; `diagram` makes one.

    Attributes
    ----------
    problem : Problem
    nodes : tuple of Choice or Parts
        Each after the nodes that it leads to; the first two stand for no cover and for
        the empty one.
    root : int
        The node to begin with.
    """

    def __init__(self, problem: Problem, nodes: Iterable[Node], root: int) -> None:
        self.problem = problem
        self.nodes = tuple(nodes)
        self.root = root
        self._counts = self._count_all()

    def _count_all(self) -> list[int]:
        counts = [0, 1]
        for node in self.nodes[2:]:
            if isinstance(node, Choice):
                counts.append(sum([counts[child] for _, child in node.branches]))
            else:
                counts.append(prod([counts[child] for child in node.parts]))
        return counts

    def count(self) -> int:
        """Return the number of covers (too large for ``len``, as often as not).

        Examples
        --------
        >>> diagram([["a"], ["a"], ["b"]]).count()
        2
        """
        return self._counts[self.root]

    def usage(self) -> dict[Name, int]:
        """Return for each option in how many covers it occurs.

        Examples
        --------
        >>> diagram({1: ["a"], 2: ["a"], 3: ["b"]}).usage()
        {1: 1, 2: 1, 3: 2}
        """
        counts = self._counts
        above = [0] * len(self.nodes)  # in how many ways a node is come to
        above[self.root] = 1
        uses = [0] * len(self.problem.names)
        for number in range(len(self.nodes) - 1, EMPTY, -1):
            node, ways = self.nodes[number], above[number]
            if isinstance(node, Choice):
                for option, child in node.branches:
                    uses[option] += ways * counts[child]
                    above[child] += ways
            elif ways and counts[number]:
                for child in node.parts:
                    above[child] += ways * (counts[number] // counts[child])
        return dict(zip(self.problem.names, uses))

    def sample(self, k: int, seed: int | None = None) -> list[Cover]:
        """Return `k` covers at random, each as likely as any other, again and again.

        Parameters
        ----------
        k : int
        seed : int, optional
            The same seed gives the same covers.

        Returns
        -------
        list of covers

        Raises
        ------
        ProblemError
            If there is no cover.

        Examples
        --------
        >>> diagram([["a"], ["a"], ["b"]]).sample(3, seed=1)
        [(2, 0), (2, 0), (2, 1)]
        """
        if not self.count() and k:
            raise ProblemError("there is no cover to sample")
        chance = random.Random(seed)
        return [self._random(chance) for _ in range(k)]

    def _random(self, chance: random.Random) -> Cover:
        chosen = []
        ahead = [self.root]
        while ahead:
            number = ahead.pop()
            node = self.nodes[number]
            if number == EMPTY:
                continue
            if isinstance(node, Parts):
                ahead.extend(reversed(node.parts))
                continue
            place = chance.randrange(self._counts[number])
            for option, child in node.branches:
                place -= self._counts[child]
                if place < 0:
                    chosen.append(option)
                    ahead.append(child)
                    break
        return self._named(chosen)

    def __iter__(self) -> Iterator[Cover]:
        """Yield every cover.

        Examples
        --------
        >>> list(diagram([["a"], ["a"], ["b"]]))
        [(2, 0), (2, 1)]
        """
        # What was chosen, and the nodes that are still to go through, as linked lists.
        ahead: list[tuple[Any, Any]] = [(None, (self.root, None))]
        while ahead:
            chosen, left = ahead.pop()
            if left is None:
                yield self._named(reversed(list(_linked(chosen))))
                continue
            number, rest = left
            node = self.nodes[number]
            if number == EMPTY:
                ahead.append((chosen, rest))
            elif isinstance(node, Parts):
                for child in reversed(node.parts):
                    rest = child, rest
                ahead.append((chosen, rest))
            else:
                for option, child in reversed(node.branches):
                    ahead.append(((option, chosen), (child, rest)))

    def cheapest(
        self, k: int = 1,
        cost: Mapping[Any, float] | Callable[[Any], float] | None = None,
    ) -> list[tuple[float, Cover]]:
        """Return the `k` cheapest covers with their costs, the cheapest first.

        Parameters
        ----------
        k : int
        cost : mapping or function name -> number, optional
            What each option costs; options that a mapping lacks cost nothing.  By
            default the costs of the problem.

        Returns
        -------
        list of (cost, cover)
            Fewer than `k`, if there are fewer covers.

        Examples
        --------
        >>> diagram({1: ["a"], 2: ["a"], 3: ["b"]}).cheapest(2, {1: 5, 2: 3, 3: 1})
        [(4, (3, 2)), (6, (3, 1))]
        """
        if not isinstance(k, int) or k < 0:
            raise ProblemError(f"k is {shown(k)}; want a number from 0")
        names = self.problem.names
        if cost is None:
            cost = self.problem.costs
        price_of = cost if callable(cost) else lambda name: cost.get(name, 0)
        prices: list[float] = [price_of(name) for name in names]
        # For each node its cheapest covers: the cost, and a tree of what was chosen.
        best: list[list[tuple[float, Any]]] = [[], [(0, None)]]
        for node in self.nodes[2:]:
            cheap: list[tuple[float, Any]] = [(0, None)]
            if isinstance(node, Choice):
                rows = [[(price + prices[option], (option, tree))
                         for price, tree in best[child]]
                        for option, child in node.branches]
                cheap = list(islice(merge(*rows, key=_price), k))
            else:
                for child in node.parts:
                    cheap = nsmallest(k, [(price + other, (tree, more))
                                          for price, tree in cheap
                                          for other, more in best[child]], key=_price)
            best.append(cheap)
        return [(price, self._named(_leaves(tree)))
                for price, tree in best[self.root][:k]]

    def containing(self, names: Iterable[Name]) -> Diagram:
        """Return the diagram of the covers that contain all of the options `names`.

        Parameters
        ----------
        names : iterable of option names

        Returns
        -------
        Diagram

        Raises
        ------
        ProblemError
            If there is no such option.

        Examples
        --------
        >>> list(diagram([["a"], ["a"], ["b"]]).containing([1]))
        [(2, 1)]
        """
        allowed = self._beside(names)
        if allowed is None:
            return Diagram(self.problem, self.nodes[:2], NONE)
        nodes: list[Node] = list(self.nodes[:2])
        new = [NONE, EMPTY]
        for node in self.nodes[2:]:
            if isinstance(node, Choice):
                branches = tuple((option, new[child]) for option, child in node.branches
                                 if new[child] != NONE and option in allowed)
                kept: Node = Choice(node.item, branches)
                none = not branches
            else:
                kept = Parts(tuple(new[child] for child in node.parts))
                none = NONE in kept.parts
            new.append(NONE if none else len(nodes))
            if not none:
                nodes.append(kept)
        return Diagram(self.problem, *_reached(nodes, new[self.root]))

    def _beside(self, names: Iterable[Name]) -> set[int] | None:
        """Return the options that cover no primary item of the options `names`.

        With those themselves; so a cover made of such options has them all.  None if
        no cover can have them all.
        """
        problem = self.problem
        number = {name: k for k, name in enumerate(problem.names)}
        wanted: dict[int, int] = {}
        for name in names:
            problem.option(name)
            if name in problem.idle:
                return None
            for item, _ in problem.entries[number[name]]:
                if item < len(problem.primary):
                    if wanted.setdefault(item, number[name]) != number[name]:
                        return None  # two of them share an item
        return {option for option, pairs in enumerate(problem.entries)
                if all(wanted.get(item, option) == option for item, _ in pairs)}

    def _named(self, options: Iterable[int]) -> Cover:
        names = self.problem.names
        return tuple([names[option] for option in options])

    def __repr__(self) -> str:
        number = self.count()
        covers = (f"{number}" if number < 10**20
                  else f"about 2^{number.bit_length() - 1}")
        return f"<Diagram: {len(self.nodes)} nodes, {covers} covers>"


def _reached(nodes: list[Node], root: int) -> tuple[list[Node], int]:
    """Return the nodes that the root leads to, numbered anew, and the root."""
    wanted = {NONE, EMPTY, root}
    for number in range(len(nodes) - 1, EMPTY, -1):
        if number in wanted:
            wanted.update(_children(nodes[number]))
    new = {number: k for k, number in enumerate(sorted(wanted))}
    kept = nodes[:2]
    for number in sorted(wanted)[2:]:
        node = nodes[number]
        kept.append(Parts(tuple(new[child] for child in node.parts))
                    if isinstance(node, Parts) else
                    Choice(node.item, tuple((option, new[child])
                                            for option, child in node.branches)))
    return kept, new[root]


def _children(node: Node) -> Iterator[int]:
    if isinstance(node, Parts):
        yield from node.parts
    else:
        yield from (child for _, child in node.branches)


def _price(entry: tuple[float, Any]) -> float:
    return entry[0]


def _linked(pairs: Any) -> Iterator[int]:
    """Yield the values of a linked list, the last one first."""
    while pairs is not None:
        value, pairs = pairs
        yield value


def _leaves(tree: Any) -> Iterator[int]:
    """Yield the numbers in a tree of pairs, from left to right."""
    ahead = [tree]
    while ahead:
        top = ahead.pop()
        if isinstance(top, tuple):
            ahead += reversed(top)
        elif top is not None:
            yield top


def diagram(problem: Stated, *, memory: int = 2**28,
            timeout: float | None = None) -> Diagram:
    """Return the diagram of all covers of a problem.

    Parameters
    ----------
    problem : Problem, or the options of one
    memory : int
        How many bytes may be used, about.
    timeout : float, optional
        In seconds.

    Returns
    -------
    Diagram

    Raises
    ------
    Stopped
        If the memory or the time was not enough.
    ProblemError
        If the problem has multiplicities.

    Examples
    --------
    >>> squares = [(row, column) for row in range(8) for column in range(8)]
    >>> dominoes = [[(r, c), (r, c + 1)] for r, c in squares if c < 7]
    >>> dominoes += [[(r, c), (r + 1, c)] for r, c in squares if r < 7]
    >>> diagram(dominoes).count()
    12988816
    """
    stated = as_problem(problem)
    if stated.bounds:
        item = next(iter(stated.bounds))
        raise ProblemError(f"a diagram has no multiplicities, and item {shown(item)} "
                           "has one; use dlx.covers")
    nodes: list[Node] = [Choice(-1, ()), Choice(-1, ())]

    def join(item: int, branches: list[tuple[int, int]]) -> int:
        nodes.append(Choice(item, tuple(branches)))
        return len(nodes) - 1

    def product(parts: list[int]) -> int:
        nodes.append(Parts(tuple(parts)))
        return len(nodes) - 1

    if table_bytes(stated) > memory:
        raise Stopped("memory", 0, None)
    walk = Walk(stated, NONE, EMPTY, join, product, memory)
    root: int | None = NONE
    end = None if timeout is None else time.monotonic() + timeout
    for root in walk.run():
        if end is not None and root is None and time.monotonic() >= end:
            raise Stopped("timeout", 0, None)
        if walk.memory - 200 * len(nodes) < 0:
            raise Stopped("memory", 0, None)
    assert root is not None
    return Diagram(stated, nodes, root)
