"""Making a problem smaller before it is searched, without changing its covers.

Options that cannot be in a cover are found as by D. E. Knuth's program DLX-PRE (The Art
of Computer Programming, volume 4B, section 7.2.2.1): each is tried alone, and goes if
it would leave an item without an option.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod

from .engines.bits import compatible, members
from .errors import ProblemError, shown
from .problem import Item, Name, Problem, Stated, as_problem
from .search import Cover, count

__all__ = ["Simplified", "simplify"]


class Simplified:
    """What `simplify` did, and what is left.

    Attributes
    ----------
    problem : Problem
        What is left.
    forced : tuple of option names
        Options that every cover holds; `problem` is without them.
    removed : tuple of (option name, item)
        Options that no cover holds: each would leave that item without an option.
    dropped : tuple of (item, item)
        Secondary items that forbid nothing that the other item does not forbid (None
        for items that forbid nothing at all).
    parts : tuple of Problem
        The independent parts of `problem`: a cover of it is a cover of each.

    Examples
    --------
    >>> found = simplify({1: ["a"], 2: ["a", "b"], 3: ["b"], 4: ["c"]})
    >>> found.forced, found.count()
    ((4,), 2)
    """

    def __init__(
        self, problem: Problem, forced: Iterable[Name],
        removed: Iterable[tuple[Name, Item]],
        dropped: Iterable[tuple[Item, Item | None]], parts: Iterable[Problem],
    ) -> None:
        self.problem = problem
        self.forced = tuple(forced)
        self.removed = tuple(removed)
        self.dropped = tuple(dropped)
        self.parts = tuple(parts)

    def restore(self, cover: Cover) -> Cover:
        """Return the cover of the whole that a cover of `problem` stands for."""
        return (*self.forced, *cover)

    def count(self) -> int:
        """Count the covers, part by part."""
        return prod([count(part) for part in self.parts])

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def _lines(self) -> Iterator[str]:
        for name in self.forced:
            yield f"option {shown(name)} is in every cover"
        for name, item in self.removed:
            yield (f"option {shown(name)} is in no cover: it would leave item "
                   f"{shown(item)} without an option")
        for item, other in self.dropped:
            yield (f"item {shown(item)} forbids nothing" if other is None else
                   f"item {shown(item)} forbids nothing that item {shown(other)} does "
                   "not")
        if len(self.parts) > 1:
            sizes = ", ".join(str(len(part.names)) for part in self.parts)
            yield f"what is left falls into independent parts of {sizes} options"
        yield f"left: {self.problem!r}"


def simplify(problem: Stated) -> Simplified:
    """Make a problem smaller without changing its covers, and tell what was done.

    Options that would leave some item without an option go; options that are the only
    one of an item are taken; secondary items that forbid nothing of their own are
    dropped; the rest is looked through for independent parts.  The covers of what is
    left come in another order than those of the problem.

    Parameters
    ----------
    problem : Problem, or the options of one

    Returns
    -------
    Simplified
        As a string, what was done, line by line.

    Raises
    ------
    ProblemError
        If the problem has multiplicities.

    Examples
    --------
    >>> print(simplify({1: ["a", "b"], 2: ["b", "c"], 3: ["a"], 4: ["b"], 5: ["d"]}))
    option 3 is in every cover
    option 2 is in every cover
    option 5 is in every cover
    option 1 is in no cover: it would leave item 'c' without an option
    option 4 is in no cover: it would leave item 'c' without an option
    left: <Problem: 0 primary items, 0 secondary items, 0 options, 0 entries>
    """
    stated = left = as_problem(problem)
    if stated.bounds:
        item = next(iter(stated.bounds))
        raise ProblemError("simplify knows no multiplicities, and item "
                           f"{shown(item)} has one")
    forced: list[Name] = []
    removed: list[tuple[Name, Item]] = []
    while True:
        dead = _dead_options(left)
        removed += dead.items()
        left = _without(left, dead)
        only = _only_options(left)
        if not only and not dead:
            break
        try:
            left = left.force(only)
        except ProblemError:  # two of them exclude each other: there is no cover
            only = only[:1]
            left = left.force(only)
        forced += only
    left, dropped = _drop_items(left)
    return Simplified(left, forced, removed, dropped, _parts(left))


def _dead_options(problem: Problem) -> dict[Name, Item]:
    """Return the options that leave an item without an option, with that item."""
    every = members(problem)
    users = every[:len(problem.primary)]
    if not all(users):
        return {}  # there is no cover: nothing to gain
    beside = compatible(problem, every)[::-1]
    names, dead = problem.names, {}
    live = 0
    for options in users:
        live |= options
    bit = 1 << len(names)
    for number, pairs in enumerate(problem.entries):
        bit >>= 1
        own = {item for item, _ in pairs}
        for item, options in enumerate(users):
            if item not in own and live & bit and not options & beside[number] & live:
                dead[names[number]] = problem.primary[item]
                live &= ~bit
                break
    return dead


def _without(problem: Problem, names: dict[Name, Item]) -> Problem:
    if not names and not problem.idle:
        return problem
    gone = {*names, *problem.idle}
    return _part(problem, [name for name in problem.names if name not in gone],
                 problem.primary, problem.secondary)


def _part(problem: Problem, names: Iterable[Name], primary: Iterable[Item],
          secondary: Iterable[Item]) -> Problem:
    """Return the problem with those options and items only."""
    items = {*primary, *secondary}
    options = {name: {item: color for item, color in problem.options[name].items()
                      if item in items} for name in names}
    costs = {name: problem.costs[name] for name in options if name in problem.costs}
    return Problem(options, primary, secondary, costs=costs)


def _only_options(problem: Problem) -> list[Name]:
    """Return the options that are the only one of an item."""
    found: dict[Name, None] = {}
    for options in members(problem)[:len(problem.primary)]:
        if options.bit_count() == 1:
            found[problem.names[len(problem.names) - options.bit_length()]] = None
    return list(found)


def _drop_items(problem: Problem) -> tuple[Problem, list[tuple[Item, Item | None]]]:
    """Drop the secondary items that forbid nothing of their own."""
    uses: dict[Item, dict[Name, object]] = {item: {} for item in problem.primary}
    uses |= {item: {} for item in problem.secondary}
    for name, option in problem.options.items():
        for item, color in option.items():
            uses[item][name] = color
    dropped: list[tuple[Item, Item | None]] = []
    gone: set[Item] = set()
    for item in problem.secondary:
        users = uses[item]
        colors = set(users.values())
        if len(users) < 2 or len(colors) == 1 and None not in colors:
            dropped.append((item, None))
        else:
            beside = problem.options[next(iter(users))]
            other = next((other for other in beside
                          if other != item and other not in gone
                          and _forbids(uses[other], users)), None)
            if other is None:
                continue
            dropped.append((item, other))
        gone.add(item)
    kept = [item for item in problem.secondary if item not in gone]
    if not gone:
        return problem, dropped
    return _part(problem, problem.names, problem.primary, kept), dropped


def _forbids(more: dict[Name, object], users: dict[Name, object]) -> bool:
    """Tell whether an item that is used like `more` forbids what `users` does."""
    if not users.keys() <= more.keys():
        return False
    return (all(more[name] is None for name in users)
            or all(more[name] == users[name] for name in users))


def _parts(problem: Problem) -> Iterator[Problem]:
    """Yield the independent parts of a problem, in item order."""
    import networkx

    graph = problem.to_networkx()
    part_of = {node: k for k, nodes in enumerate(networkx.connected_components(graph))
               for node in nodes}
    parts = dict.fromkeys(part_of["item", item] for item in problem.primary)
    for part in parts:
        yield _part(problem,
                    [name for name in problem.names if part_of["option", name] == part],
                    [item for item in problem.primary if part_of["item", item] == part],
                    [item for item in problem.secondary
                     if part_of["item", item] == part])
