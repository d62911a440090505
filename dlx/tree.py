"""The search tree, to walk about in: node by node, down and up, without searching.

A node has one branch for each live option of the item that an engine would branch on;
so the places of a position lead from the root to a node.  Splitting a search and
estimating its size need no more than this.  Sampling goes from node to node in any
order, by marks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from .engines import engine_for
from .engines.bits import BitSearch
from .engines.links import Links

if TYPE_CHECKING:
    from .problem import Problem

__all__ = ["Tree", "tree"]


class Tree(Protocol):
    """A place in the search tree of a problem.

    Attributes
    ----------
    covered : bool
        Whether all is covered here: the node is a cover.
    width : int
        How many branches there are: 1 at a cover, 0 where the search is stuck.
    """

    @property
    def covered(self) -> bool: ...

    @property
    def width(self) -> int: ...

    def descend(self, place: int) -> None:
        """Go down that branch, counted from 0."""

    def ascend(self) -> None:
        """Go back up the last branch."""

    def mark(self) -> Any:
        """Return what leads back to this node; it stays good."""

    def go_back(self, mark: Any) -> None:
        """Go to the node of a mark, from wherever this is."""


def tree(problem: Problem, lookahead: bool = False) -> Tree:
    """Return the search tree of a problem, at its root.

    Parameters
    ----------
    problem : Problem
    lookahead : bool
        Whether it is the tree of a search with look-ahead.

    Examples
    --------
    >>> from dlx import Problem
    >>> place = tree(Problem(["CEF", "ADG", "BCF", "AD", "BG", "DEG"]))
    >>> place.width
    2
    >>> place.descend(1)
    >>> place.width, place.covered
    (1, False)
    """
    engine = engine_for(problem, lookahead=lookahead)
    if isinstance(engine, Links):
        return _LinkTree(engine)
    assert isinstance(engine, BitSearch)
    return _BitTree(engine)


class _BitTree:
    """The tree of an engine that holds its nodes in bits."""

    def __init__(self, engine: BitSearch) -> None:
        self.engine = engine

    @property
    def covered(self) -> bool:
        return not self.engine.node[0]

    @property
    def width(self) -> int:
        return int(self.engine.node[-2].bit_count())

    def descend(self, place: int) -> None:
        engine = self.engine
        *rest, choices, left = engine.node
        for _ in range(place + 1):
            left &= ~(1 << left.bit_length() - 1)
        engine.levels.append((*rest, choices, left))
        engine.node = engine.below(engine.levels[-1])

    def ascend(self) -> None:
        *rest, choices, _ = self.engine.levels.pop()
        self.engine.node = *rest, choices, choices

    def mark(self) -> Any:
        return tuple(self.engine.levels), self.engine.node

    def go_back(self, mark: Any) -> None:
        self.engine.levels[:], self.engine.node = mark


class _LinkTree:
    """The tree of an engine whose nodes are links."""

    def __init__(self, engine: Links) -> None:
        self.engine = engine

    @property
    def covered(self) -> bool:
        return not self.engine.right[0]

    @property
    def width(self) -> int:
        return 1 if self.covered else self.engine.ways(self.engine.choose())

    def descend(self, place: int) -> None:
        self.engine.open(self.engine.choose())
        self.engine.skip(place)
        self.engine.advance()
        self.engine.tried[-1] += 1

    def ascend(self) -> None:
        self.engine.retreat()
        self.engine.close()

    def mark(self) -> Any:
        return tuple(self.engine.tried)

    def go_back(self, mark: Any) -> None:
        tried = self.engine.tried
        while tuple(tried) != mark[:len(tried)]:
            self.ascend()
        for number in mark[len(tried):]:
            self.descend(number - 1)
