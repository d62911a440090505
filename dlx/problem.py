"""Exact-cover problems: items, options, colors.

An *item* is something to be covered, any hashable value.  An *option* is a choice:
the set of items that it covers.  A *cover* is a choice of options in which every
*primary* item occurs exactly once and every *secondary* item at most once, or any
number of times in one *color* (D. E. Knuth, The Art of Computer Programming,
volume 4B, section 7.2.2.1).
"""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .errors import ProblemError, shown, suggestion

if TYPE_CHECKING:
    import networkx

Item = Hashable
Name = Hashable
Color = Hashable
Option = Iterable[Item] | Mapping[Any, Color]

__all__ = ["Problem", "as_problem", "check"]


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

    Attributes
    ----------
    primary, secondary : tuple of items
    options : mapping name -> mapping item -> color
        Read-only, in the order given.
    names : tuple
        The names of the options, in order.
    colored : bool
        Whether any option gives a color.
    idle : tuple
        The names of options without primary items.  They are never chosen; a
        warning says so.

    Raises
    ------
    ProblemError
        If an item is named twice, unknown, or (when primary) colored.

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
    """

    __slots__ = ("primary", "secondary", "options", "names", "colored", "idle",
                 "entries", "__weakref__")

    primary: tuple[Item, ...]
    secondary: tuple[Item, ...]
    options: Mapping[Name, Mapping[Item, Color]]
    names: tuple[Name, ...]
    colored: bool
    idle: tuple[Name, ...]
    # The options in numbers, for the engines: a tuple of (item, color) pairs for each;
    # primary items count from 0, secondary ones follow, colors count from 1, 0 is none.
    entries: tuple[tuple[tuple[int, int], ...], ...]

    def __init__(
        self,
        options: Mapping[Any, Option] | Iterable[Option],
        primary: Iterable[Item] | None = None,
        secondary: Iterable[Item] = (),
    ) -> None:
        named = _named(options)
        minor = _distinct(secondary, "secondary")
        if primary is None:
            major = dict.fromkeys(item for option in named.values()
                                  for item in option if item not in minor)
        else:
            major = _distinct(primary, "primary")
        for item in minor:
            if item in major:
                raise ProblemError(f"item {shown(item)} is both primary and secondary")
        entries, colors = _numbered(named, (*major, *minor), len(major))
        frozen = {name: MappingProxyType(option) for name, option in named.items()}
        idle = tuple(name for name, pairs in zip(named, entries)
                     if not any(item < len(major) for item, _ in pairs))
        for field, value in (
            ("primary", tuple(major)), ("secondary", tuple(minor)),
            ("options", MappingProxyType(frozen)), ("names", tuple(named)),
            ("colored", colors > 0), ("idle", idle), ("entries", entries),
        ):
            object.__setattr__(self, field, value)
        if idle:
            warnings.warn(_idle_warning(idle), stacklevel=2)

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
            bits = [_bit(r, c, entry) for c, entry in enumerate(row)]
            if names is None:
                names = tuple(range(len(bits)))
            if len(bits) != len(names):
                raise ProblemError(f"row {r} of the matrix has {len(bits)} entries, "
                                   f"want {len(names)}")
            options.append([name for name, bit in zip(names, bits) if bit])
        known = _distinct(names or (), "columns")
        minor = _distinct(secondary, "secondary")
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
        by: dict[Item, Name] = {}
        idle = set(self.idle)
        chosen = [name for name in names if self._option(name) is not None]
        for name in dict.fromkeys(chosen):
            for item, color in self.options[name].items():
                if not agree(taken, item, color):
                    raise ProblemError(
                        f"options {shown(by[item])} and {shown(name)} cannot both be "
                        f"chosen: they do not agree on item {shown(item)}", name)
                taken[item] = color
                by[item] = name
            if name in idle:
                raise ProblemError(_idle_warning([name]), name)
        left = {name: {item: color for item, color in option.items()
                       if item not in taken}
                for name, option in self.options.items()
                if name not in idle
                and all(agree(taken, item, color) for item, color in option.items())}
        return Problem(left, [item for item in self.primary if item not in taken],
                       [item for item in self.secondary if item not in taken])

    def _option(self, name: Name) -> Mapping[Item, Color]:
        try:
            return self.options[name]
        except (KeyError, TypeError):
            raise ProblemError(f"there is no option {shown(name)}"
                               + suggestion(name, self.options)) from None

    def __repr__(self) -> str:
        colors = {color for pairs in self.entries for _, color in pairs if color}
        parts = [_counted(len(self.primary), "primary item"),
                 _counted(len(self.secondary), "secondary item"),
                 _counted(len(self.names), "option"),
                 _plural(sum(map(len, self.entries)), "entry", "entries")]
        if colors:
            parts.append(_counted(len(colors), "color"))
        return f"<Problem: {', '.join(parts)}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return ((self.primary, self.secondary) == (other.primary, other.secondary)
                and list(self.options.items()) == list(other.options.items()))

    __hash__ = None  # type: ignore[assignment]

    def __setattr__(self, field: str, value: object) -> None:
        raise AttributeError(f"a Problem is frozen: {field!r} cannot be changed")

    def __delattr__(self, field: str) -> None:
        raise AttributeError(f"a Problem is frozen: {field!r} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        options = {name: dict(option) for name, option in self.options.items()}
        return type(self), (options, self.primary, self.secondary)


def as_problem(problem: Problem | Mapping[Any, Option] | Iterable[Option]) -> Problem:
    """Return `problem` itself, or the `Problem` that the options in it state."""
    return problem if isinstance(problem, Problem) else Problem(problem)


def agree(taken: Mapping[Item, Color], item: Item, color: Color) -> bool:
    """Tell whether `item` may be used in `color` beside what is `taken` already."""
    return item not in taken or (color is not None and taken[item] == color)


def check(problem: Problem, cover: Iterable[Name]) -> list[str]:
    """List what is wrong with a cover, from the definition; nothing if it is one.

    Parameters
    ----------
    problem : Problem
    cover : iterable of option names

    Returns
    -------
    list of str
        One sentence for each item that is covered wrongly, in item order.

    Examples
    --------
    >>> problem = Problem({1: ["a", "b"], 2: ["b", "c"], 3: ["c"]})
    >>> check(problem, [1, 2])
    ["item 'b' is covered by options 1 and 2"]
    >>> check(problem, [1])
    ["item 'c' is not covered"]
    """
    by: dict[Item, list[Name]] = {}
    faults = []
    for name in cover:
        option = problem._option(name)
        if name in problem.idle:
            faults.append(f"option {shown(name)} has no primary item")
        for item in option:
            by.setdefault(item, []).append(name)
    for item in problem.primary:
        users = by.get(item, [])
        if not users:
            faults.append(f"item {shown(item)} is not covered")
        elif len(users) > 1:
            faults.append(f"item {shown(item)} is covered by options {_listed(users)}")
    for item in problem.secondary:
        users = by.get(item, [])
        colors = [problem.options[name][item] for name in users]
        if len(users) > 1 and (None in colors or any(c != colors[0] for c in colors)):
            faults.append(f"secondary item {shown(item)} is used by options "
                          f"{_listed(users)}, which do not agree on a color")
    return faults


def _named(options: Any) -> dict[Name, dict[Item, Color]]:
    """Return the options by name, each as a new mapping item -> color."""
    _ordered(options, "what holds the options is")
    if isinstance(options, Mapping):
        pairs: Iterable[tuple[Name, Any]] = options.items()
    elif isinstance(options, Iterable) and not isinstance(options, (str, bytes)):
        pairs = enumerate(options)
    else:
        raise ProblemError("the options of a problem are a mapping name -> option or a "
                           f"sequence of options, not {shown(options)}")
    named = {}
    for name, option in pairs:
        try:
            named[name] = (dict(option) if isinstance(option, Mapping)
                           else _uncolored(name, option))
        except TypeError:
            raise ProblemError(
                f"option {shown(name)} is {shown(option)}; want a sequence of hashable "
                "items, or a mapping item -> color", name) from None
    return named


def _uncolored(name: Name, option: Any) -> dict[Item, Color]:
    _ordered(option, f"option {shown(name)} is", name)
    items = option if isinstance(option, Sequence) else tuple(option)
    plain: dict[Item, Color] = dict.fromkeys(items)
    if len(plain) != len(items):
        listed = list(items)
        twice = next(item for item in plain if listed.count(item) > 1)
        hint = ("; a matrix of 0 and 1 is read by Problem.from_matrix"
                if all(item in (0, 1) for item in plain) else "")
        raise ProblemError(f"item {shown(twice)} appears twice in option "
                           f"{shown(name)}{hint}", name)
    return plain


def _ordered(values: object, what: str, option: Name = None) -> None:
    if isinstance(values, (set, frozenset)):
        raise ProblemError(f"{what} a set, whose order changes from run to run; give "
                           "its items as a list or a tuple", option)


def _distinct(items: Iterable[Item], what: str) -> dict[Item, None]:
    _ordered(items, f"{what} is")
    listed = tuple(items)
    try:
        distinct = dict.fromkeys(listed)
    except TypeError:
        raise ProblemError(f"an item of {what} is not hashable") from None
    if len(distinct) != len(listed):
        twice = next(item for item in distinct if listed.count(item) > 1)
        raise ProblemError(f"item {shown(twice)} is named twice in {what}")
    return distinct


def _numbered(
    named: Mapping[Name, Mapping[Item, Color]], items: Sequence[Item], primary: int
) -> tuple[tuple[tuple[tuple[int, int], ...], ...], int]:
    """Return the options as (item, color) numbers, and how many colors there are."""
    number = {item: k for k, item in enumerate(items)}
    colors: dict[Color, int] = {}
    entries = []
    for name, option in named.items():
        pairs = []
        for item, color in option.items():
            k = number.get(item)
            if k is None:
                raise ProblemError(
                    f"option {shown(name)} uses item {shown(item)}, which is neither "
                    "primary nor secondary" + suggestion(item, number), name)
            if color is None:
                pairs.append((k, 0))
            elif k < primary:
                raise ProblemError(
                    f"option {shown(name)} gives primary item {shown(item)} the color "
                    f"{shown(color)}; only secondary items are colored", name)
            else:
                try:
                    pairs.append((k, colors.setdefault(color, len(colors) + 1)))
                except TypeError:
                    raise ProblemError(
                        f"option {shown(name)} gives item {shown(item)} the color "
                        f"{shown(color)}, which is not hashable", name) from None
        entries.append(tuple(pairs))
    return tuple(entries), len(colors)


def _bit(row: int, column: int, entry: Any) -> bool:
    try:
        if entry == 0 or entry == 1:
            return bool(entry)
    except ValueError:  # an array in place of a number
        pass
    raise ProblemError(f"row {row}, column {column} of the matrix is {shown(entry)}; "
                       "want 0 or 1")


def _idle_warning(idle: Sequence[Name]) -> str:
    if len(idle) == 1:
        return f"option {shown(idle[0])} has no primary item and is never chosen"
    return (f"{len(idle)} options have no primary item and are never chosen; the first "
            f"is option {shown(idle[0])}")


def _listed(names: Sequence[Name]) -> str:
    return ", ".join(map(shown, names[:-1])) + " and " + shown(names[-1])


def _counted(number: int, noun: str) -> str:
    return _plural(number, noun, noun + "s")


def _plural(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
