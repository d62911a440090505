"""Why there is no cover, as far as that can be said without a search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .errors import shown
from .problem import Item, Name, Problem, Stated, as_problem

__all__ = ["Explanation", "explain"]


class Explanation(NamedTuple):
    """What `explain` found out; true when it proves that there is no cover.

    Attributes
    ----------
    uncoverable : tuple of items
        The primary items that no option covers.
    forced : tuple of (item, option name)
        Options that every cover would have to hold, each with the item that forces it,
        in the order in which they follow; if they end in a contradiction, only those
        that lead there.
    dead_end : str
        The contradiction in which they end, or nothing.
    items : int
        How many items all options that are forced leave open.

    Examples
    --------
    >>> found = explain(Problem([["a"]], primary=["a", "b"]))
    >>> bool(found), found.uncoverable
    (True, ('b',))
    """

    uncoverable: tuple[Item, ...]
    forced: tuple[tuple[Item, Name], ...]
    dead_end: str
    items: int

    def __bool__(self) -> bool:
        return bool(self.uncoverable or self.dead_end)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for item in self.uncoverable[:20]:
            yield f"no option covers item {shown(item)}"
        if len(self.uncoverable) > 20:
            yield f"and so it is with {len(self.uncoverable) - 20} more items"
        if self.uncoverable:
            return
        if not self.dead_end:
            forced, left = len(self.forced), self.items
            yield (f"no contradiction without a search: {forced} "
                   f"{'option is' if forced == 1 else 'options are'} forced, {left} "
                   f"{'item is' if left == 1 else 'items are'} left")
            return
        for item, name in self.forced:
            yield f"item {shown(item)} forces option {shown(name)}"
        yield self.dead_end


class _Chain:
    """The options that are forced, and what they exclude, step by step."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.primary = len(problem.primary)
        items = problem.primary + problem.secondary
        self.users: list[list[int]] = [[] for _ in items]
        for option, pairs in enumerate(problem.entries):
            for item, _ in pairs:
                self.users[item].append(option)
        self.forced: dict[int, int] = {}  # option -> the item that forces it
        self.excluded: dict[int, tuple[int, int]] = {}  # by (option, item)
        self.closed = [False] * len(items)
        self.fixed: set[tuple[int, int]] = set()  # the (item, color) that are forced
        self.live = [len(users) for users in self.users]
        self.changed: list[int] = []  # the items that may force something, or lack all

    def run(self) -> str:
        """Force options while there are any; return the dead end, or nothing."""
        self.changed = list(range(self.primary))
        while self.changed:
            changed = [item for item in sorted(set(self.changed))
                       if item < self.primary and not self.closed[item]]
            self.changed = []
            for item in changed:
                if self.live[item] == 0:
                    return self._nothing_left(item)
            only = {item: self._live(item)[0] for item in changed
                    if self.live[item] == 1}
            for item, option in only.items():
                if option in self.excluded:
                    return self._two_forced(item, option)
                if option not in self.forced:
                    self._force(item, option)
        return ""

    def _live(self, item: int) -> list[int]:
        return [option for option in self.users[item] if option not in self.excluded]

    def _force(self, item: int, option: int) -> None:
        self.forced[option] = item
        for used, color in self.problem.entries[option]:
            if (used, color) in self.fixed:
                continue  # what disagrees is excluded already
            if color:
                self.fixed.add((used, color))
            else:
                self.closed[used] = True
            for other in self.users[used]:
                if other == option or other in self.excluded:
                    continue
                if not color or (used, color) not in self.problem.entries[other]:
                    self.excluded[other] = option, used
                    for lost, _ in self.problem.entries[other]:
                        self.live[lost] -= 1
                        if self.live[lost] < 2:
                            self.changed.append(lost)

    def needed(self, options: list[int]) -> list[int]:
        """Return which of the forced options lead to `options`, in order."""
        wanted = set(options)
        for option in reversed(self.forced):
            if option in wanted:
                for other in self.users[self.forced[option]]:
                    if other != option and other in self.excluded:
                        wanted.add(self.excluded[other][0])
        return [option for option in self.forced if option in wanted]

    # The two ways to end; each keeps in `forced` only what leads there.

    def _two_forced(self, item: int, option: int) -> str:
        other, shared = self.excluded[option]
        causes = [self.excluded[o][0] for o in self.users[item]
                  if o != option and o in self.excluded]
        self._keep([other, *causes])
        return (f"item {self._item(item)} forces option {self._name(option)}, but "
                + self._quarrel(option, other, shared))

    def _nothing_left(self, item: int) -> str:
        self._keep([self.excluded[option][0] for option in self.users[item]])
        reasons = [self._quarrel(option, *self.excluded[option])
                   for option in self.users[item][:20]]
        more = len(self.users[item]) - len(reasons)
        if more:
            reasons.append(f"and so on for {more} more")
        return f"item {self._item(item)} has no option left: " + "; ".join(reasons)

    def _keep(self, options: list[int]) -> None:
        self.forced = {option: self.forced[option] for option in self.needed(options)}

    def _quarrel(self, option: int, other: int, shared: int) -> str:
        """Say why `option` cannot stand beside `other`, which was forced before."""
        colors = [self.problem.options[self.problem.names[k]][self._value(shared)]
                  for k in (option, other)]
        tail = "" if None in colors else " ({} against {})".format(*map(shown, colors))
        verb = "disagrees on" if tail else "shares"
        return (f"option {self._name(option)} {verb} item {self._item(shared)} with "
                f"option {self._name(other)}{tail}, which item "
                f"{self._item(self.forced[other])} forces")

    def _value(self, item: int) -> Item:
        problem = self.problem
        return (problem.primary + problem.secondary)[item]

    def _item(self, item: int) -> str:
        return shown(self._value(item))

    def _name(self, option: int) -> str:
        return shown(self.problem.names[option])


def _too_few(problem: Problem) -> Explanation:
    """Explain a problem with multiplicities, as far as the numbers of options go."""
    users = dict.fromkeys(problem.primary, 0)
    for name, option in problem.options.items():
        for item in option:
            if item in users:
                users[item] += 1
    bare = []
    for item, number in users.items():
        low, _ = problem.bounds.get(item, (1, 1))
        if number == 0 and low:
            bare.append(item)
        elif number < low:
            reason = (f"item {shown(item)} is to be covered {low} times and is in "
                      f"{number} of the options")
            return Explanation((), (), reason, len(users))
    return Explanation(tuple(bare), (), "", len(users))


def explain(problem: Stated) -> Explanation:
    """Say why a problem has no cover, as far as that is clear without a search.

    An item with one live option forces that option (in problems without
    multiplicities); what a forced option excludes may
    leave other items with one option, or with none.

    Parameters
    ----------
    problem : Problem, or the options of one

    Returns
    -------
    Explanation
        True if it proves that there is no cover; ``str`` of it is the reason, in names.
        A false one proves nothing: there may be covers or none.

    Examples
    --------
    >>> print(explain({"A": ["p", "r"],
    ...                "B": ["r", "q"],
    ...                "C": ["r"     ]}))  # doctest: +ELLIPSIS
    item 'p' forces option 'A'
    item 'q' forces option 'B', but option 'B' shares item 'r' with ...
    """
    stated = as_problem(problem)
    if stated.bounds:
        return _too_few(stated)
    chain = _Chain(stated)
    bare = tuple(stated.primary[k] for k in range(chain.primary) if not chain.users[k])
    if bare:
        return Explanation(bare, (), "", chain.primary)
    dead_end = chain.run()
    forced = tuple((stated.primary[item], stated.names[option])
                   for option, item in chain.forced.items())
    left = chain.closed[:chain.primary].count(False)
    return Explanation((), forced, dead_end, left)
