"""Exact-cover problems: items, options, colors.

An *item* is something to be covered, any hashable value.  An *option* is a choice:
the set of items that it covers.  A *cover* is a choice of options in which every
*primary* item occurs exactly once and every *secondary* item at most once, or any
number of times in one *color* (D. E. Knuth, The Art of Computer Programming,
volume 4B, section 7.2.2.1).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .engines.lanes import LaneTable
from .errors import ProblemError, shown, suggestion
from .validation import (Color, Item, Name, Option, bit, bounded, distinct,
                         idle_warning, named_options, numbered, priced)

if TYPE_CHECKING:
    import networkx

__all__ = ["Color", "Item", "Name", "Option", "Problem", "Stated", "as_problem"]

#: A problem with at most so many items and entries is made ready to search at once.
SMALL = 4000


class Problem:
    """State an exact-cover problem: which options there are, and what they cover.

    Parameters
    ----------
    options : mapping or sequence
        Name -> option, or a sequence of options, whose names are then their places
        from 0.  An option is a sequence of items, or a mapping item -> color in
        which ``None`` means no color (such a use of a secondary item excludes all
        others).  A set is refused: its order changes from run to run.
    primary : sequence of items, optional
        What must be covered exactly once.  By default, all items that are not in
        `secondary`, in order of first appearance.  This order is the one in which
        engines look at the items.
    secondary : sequence of items
        What may be covered at most once, or more often in one color.
    multiplicities : mapping item -> n or (low, high), optional
        How often a primary item is to be covered, where that is not exactly once; by
        as many different options.
    costs : mapping name -> number, optional
        What options cost, where that is not nothing; see `cheapest`.

    Attributes
    ----------
    primary, secondary : tuple of items
    options : mapping name -> mapping item -> color
        Read-only, in the order given.
    names : tuple
        The names of the options, in order.
    colored : bool
        Whether any option gives a color.
    bounds : mapping item -> (low, high)
        The multiplicities of the items that have any other than (1, 1).
    costs : mapping name -> number
        The costs of the options that have any.
    idle : tuple
        The names of options without primary items.  They are never chosen; a
        warning says so.

    Raises
    ------
    ProblemError
        If an item is named twice, unknown, or (when primary) colored; if a multiplicity
        is none, or a cost is not a number.

    Examples
    --------
    >>> problem = Problem({"r1": ["a", "b"     ],
    ...                    "r2": [          "c"],
    ...                    "r3": ["a",      "c"]})
    >>> problem
    <Problem: 3 primary items, 0 secondary items, 3 options, 5 entries>

    Two options agree on a secondary item when they give it the same color:

    >>> Problem([{"p": None, "x": "RED"}, {"q": None, "x": "RED"}], secondary=["x"])
    <Problem: 2 primary items, 1 secondary item, 2 options, 4 entries, 1 color>

    Three friends, two of whom are to come on the second day:

    >>> friends = {"Ann": [1, 2], "Ben": [2], "Cleo": [1]}
    >>> dict(Problem(friends, multiplicities={2: 2}).bounds)
    {2: (2, 2)}
    """

    __slots__ = ("primary", "secondary", "options", "names", "colored", "idle",
                 "bounds", "costs", "entries", "table", "__weakref__")

    primary: tuple[Item, ...]
    secondary: tuple[Item, ...]
    options: Mapping[Name, Mapping[Item, Color]]
    names: tuple[Name, ...]
    colored: bool
    idle: tuple[Name, ...]
    bounds: Mapping[Item, tuple[int, int]]
    costs: Mapping[Name, float]
    # The options in numbers, for the engines: a tuple of (item, color) pairs for each;
    # primary items count from 0, secondary ones follow, colors count from 1, 0 is none.
    entries: tuple[tuple[tuple[int, int], ...], ...]
    # What engines look up, where that is small: they begin at once, each time anew.
    table: LaneTable | None

    def __init__(
        self,
        options: Mapping[Any, Option] | Iterable[Option],
        primary: Iterable[Item] | None = None,
        secondary: Iterable[Item] = (),
        *,
        multiplicities: Mapping[Any, Any] | None = None,
        costs: Mapping[Any, float] | None = None,
    ) -> None:
        for what, given in (("multiplicities", multiplicities), ("costs", costs)):
            if given is not None and not isinstance(given, Mapping):
                raise ProblemError(f"{what} are {shown(given)}; want a mapping")
        named = named_options(options)
        minor = distinct(secondary, "secondary")
        if primary is None:
            major = dict.fromkeys(item for option in named.values()
                                  for item in option if item not in minor)
        else:
            major = distinct(primary, "primary")
        for item in minor:
            if item in major:
                raise ProblemError(f"item {shown(item)} is both primary and secondary")
        entries, colors = numbered(named, (*major, *minor), len(major))
        frozen = {name: MappingProxyType(option) for name, option in named.items()}
        idle = tuple(name for name, pairs in zip(named, entries)
                     if not any(item < len(major) for item, _ in pairs))
        for field, value in (
            ("primary", tuple(major)), ("secondary", tuple(minor)),
            ("options", MappingProxyType(frozen)), ("names", tuple(named)),
            ("colored", colors > 0), ("idle", idle), ("entries", entries),
            ("bounds", MappingProxyType(bounded(multiplicities or {}, major, minor))),
            ("costs", MappingProxyType(priced(costs or {}, named))),
        ):
            object.__setattr__(self, field, value)
        small = len(major) + sum(map(len, entries)) <= SMALL
        object.__setattr__(self, "table", LaneTable(self) if small else None)
        if idle:
            warnings.warn(idle_warning(idle), stacklevel=2)

    @classmethod
    def from_matrix(
        cls,
        rows: Iterable[Iterable[Any]],
        columns: Iterable[Item] | None = None,
        secondary: Iterable[Item] = (),
    ) -> Problem:
        """Read a matrix of 0 and 1, one option a row, one item a column.

        Parameters
        ----------
        rows : sequence of m sequences of n entries
            0, 1, False or True; a list of lists or a two-dimensional array.
        columns : sequence of n items, optional
            The names of the columns; by default 0 to n - 1.
        secondary : sequence of items
            Which of the columns are secondary, wherever they stand.

        Returns
        -------
        Problem
            Its options are named 0 to m - 1; a row of zeros keeps its number.

        Raises
        ------
        ProblemError
            If an entry is anything else, or a row is longer or shorter than others.

        Examples
        --------
        >>> Problem.from_matrix([[1, 0], [0, 1], [1, 1]], columns=["a", "b"])
        <Problem: 2 primary items, 0 secondary items, 3 options, 4 entries>
        """
        names = None if columns is None else tuple(columns)
        options = []
        for r, row in enumerate(rows):
            if isinstance(row, (str, bytes)) or not isinstance(row, Iterable):
                raise ProblemError(f"row {r} of the matrix is {shown(row)}; "
                                   "want a sequence of 0 and 1")
            bits = [bit(r, c, entry) for c, entry in enumerate(row)]
            if names is None:
                names = tuple(range(len(bits)))
            if len(bits) != len(names):
                raise ProblemError(f"row {r} of the matrix has {len(bits)} entries, "
                                   f"want {len(names)}")
            options.append([name for name, used in zip(names, bits) if used])
        known = distinct(names or (), "columns")
        minor = distinct(secondary, "secondary")
        for item in minor:
            if item not in known:
                raise ProblemError(f"secondary item {shown(item)} is not a column"
                                   + suggestion(item, known))
        return cls(options, [item for item in known if item not in minor], minor)

    def to_matrix(self) -> tuple[list[list[int]], tuple[Item, ...]]:
        """Return the 0/1 matrix, one row an option, and the names of its columns.

        Returns
        -------
        rows : list of lists of int
        columns : tuple of items
            The primary items, then the secondary ones.

        Raises
        ------
        ProblemError
            If the problem is colored: a matrix cannot say so.

        Examples
        --------
        >>> Problem({"r1": ["a", "b"], "r2": ["b"]}).to_matrix()
        ([[1, 1], [0, 1]], ('a', 'b'))
        """
        if self.bounds:
            item = next(iter(self.bounds))
            raise ProblemError("a 0/1 matrix has no multiplicities, and item "
                               f"{shown(item)} has one")
        if self.colored:
            name, item = next((name, item) for name, option in self.options.items()
                              for item in option if option[item] is not None)
            raise ProblemError(
                f"a 0/1 matrix has no colors, and option {shown(name)} colors item "
                f"{shown(item)}; to avoid colors, replace a colored item by plain "
                "secondary items, one for each two options that disagree on it"
            )
        columns = self.primary + self.secondary
        rows = [[int(item in option) for item in columns]
                for option in self.options.values()]
        return rows, columns

    def to_networkx(self) -> networkx.Graph[Any]:
        """Return the bipartite graph of options and items.

        Returns
        -------
        networkx.Graph
            Nodes ``("item", item)`` (``bipartite=0``, ``primary`` True or False) and
            ``("option", name)`` (``bipartite=1``), an edge for each item of an
            option, with its ``color``.

        Examples
        --------
        >>> Problem({"r1": ["a", "b"], "r2": ["b"]}).to_networkx().degree["item", "b"]
        2
        """
        import networkx

        graph: networkx.Graph[Any] = networkx.Graph()
        for item in self.primary:
            graph.add_node(("item", item), bipartite=0, primary=True)
        for item in self.secondary:
            graph.add_node(("item", item), bipartite=0, primary=False)
        for name, option in self.options.items():
            graph.add_node(("option", name), bipartite=1)
            for item, color in option.items():
                graph.add_edge(("option", name), ("item", item), color=color)
        return graph

    def force(self, names: Iterable[Name]) -> Problem:
        """Return the problem that is left once the options `names` are chosen.

        Its covers, with `names` added, are the covers of this problem that hold all
        of `names`.

        Parameters
        ----------
        names : iterable of option names

        Returns
        -------
        Problem

        Raises
        ------
        ProblemError
            If a name is unknown, or two of the options exclude each other.

        Examples
        --------
        >>> Problem({1: ["a", "b"], 2: ["b", "c"], 3: ["c"]}).force([1]).options[3]
        mappingproxy({'c': None})
        """
        taken: dict[Item, Color] = {}
        by: dict[Item, list[Name]] = {}
        chosen = dict.fromkeys(name for name in names if self.option(name) is not None)
        idle, minor = set(self.idle), set(self.secondary)
        for name in chosen:
            for item, color in self.options[name].items():
                _, high = self.bounds.get(item, (1, 1))
                if len(by.get(item, ())) >= high and not agree(taken, item, color):
                    quarrel = ("do not agree on" if item in minor else "both cover")
                    raise ProblemError(
                        f"options {shown(by[item][-1])} and {shown(name)} cannot both "
                        f"be chosen: they {quarrel} item {shown(item)}", name)
                taken[item] = color
                by.setdefault(item, []).append(name)
            if name in idle:
                raise ProblemError(idle_warning([name]), name)
        bounds = {}
        for item, (low, high) in self.bounds.items():
            times = len(by.get(item, ()))
            bounds[item] = max(0, low - times), high - times
            if times < high:
                taken.pop(item, None)
        left = {name: {item: color for item, color in option.items()
                       if item not in taken}
                for name, option in self.options.items()
                if name not in idle and name not in chosen
                and all(agree(taken, item, color) for item, color in option.items())}
        return Problem(left, [item for item in self.primary if item not in taken],
                       [item for item in self.secondary if item not in taken],
                       multiplicities={item: bound for item, bound in bounds.items()
                                       if item not in taken},
                       costs={name: cost for name, cost in self.costs.items()
                              if name in left})

    def option(self, name: Name) -> Mapping[Item, Color]:
        """Return the items of an option and their colors, or raise `ProblemError`."""
        try:
            return self.options[name]
        except (KeyError, TypeError):
            raise ProblemError(f"there is no option {shown(name)}"
                               + suggestion(name, self.options)) from None

    def __repr__(self) -> str:
        colors = {color for pairs in self.entries for _, color in pairs if color}
        several = f" ({len(self.bounds)} with a multiplicity)" if self.bounds else ""
        parts = [_counted(len(self.primary), "primary item") + several,
                 _counted(len(self.secondary), "secondary item"),
                 _counted(len(self.names), "option"),
                 _plural(sum(map(len, self.entries)), "entry", "entries")]
        if colors:
            parts.append(_counted(len(colors), "color"))
        return f"<Problem: {', '.join(parts)}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return ((self.primary, self.secondary, self.bounds, self.costs)
                == (other.primary, other.secondary, other.bounds, other.costs)
                and list(self.options.items()) == list(other.options.items()))

    __hash__ = None  # type: ignore[assignment]

    def __setattr__(self, field: str, value: object) -> None:
        raise AttributeError(f"a Problem is frozen: {field!r} cannot be changed")

    def __delattr__(self, field: str) -> None:
        raise AttributeError(f"a Problem is frozen: {field!r} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        options = {name: dict(option) for name, option in self.options.items()}
        return _restored, (options, self.primary, self.secondary, dict(self.bounds),
                           dict(self.costs))


#: What functions take that ask about a problem: one, or the options that state it.
Stated = Problem | Mapping[Any, Option] | Iterable[Option]


def _restored(options: Any, primary: Any, secondary: Any, bounds: Any,
              costs: Any) -> Problem:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what there is to warn of was said before
        return Problem(options, primary, secondary, multiplicities=bounds, costs=costs)


def as_problem(problem: Stated) -> Problem:
    """Return `problem` itself, or the `Problem` that the options in it state.

    Examples
    --------
    >>> as_problem([["a"], ["b"]])
    <Problem: 2 primary items, 0 secondary items, 2 options, 2 entries>
    """
    return problem if isinstance(problem, Problem) else Problem(problem)


def agree(taken: Mapping[Item, Color], item: Item, color: Color) -> bool:
    """Tell whether `item` may be used in `color` beside what is `taken` already."""
    return item not in taken or (color is not None and taken[item] == color)


def _counted(number: int, noun: str) -> str:
    return _plural(number, noun, noun + "s")


def _plural(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
