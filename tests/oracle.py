"""What the tests measure against: covers from the definition, and random problems."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from dlx import Problem, Search, Stopped


def is_cover(problem: Problem, names: tuple[Any, ...]) -> bool:
    """Tell whether these options cover the problem, word for word as defined."""
    chosen = [problem.options[name] for name in names]
    if any(option.keys().isdisjoint(problem.primary) for option in chosen):
        return False
    for item in problem.primary:
        low, high = problem.bounds.get(item, (1, 1))
        if not low <= sum(item in option for option in chosen) <= high:
            return False
    for item in problem.secondary:
        colors = [option[item] for option in chosen if item in option]
        if len(colors) > 1 and (None in colors or len(set(colors)) > 1):
            return False
    return True


def all_covers(problem: Problem) -> set[frozenset[Any]]:
    """Try every subset of the options."""
    names = list(problem.options)
    return {frozenset(subset) for size in range(len(names) + 1)
            for subset in combinations(names, size) if is_cover(problem, subset)}


def quiet(*args: Any, **kwargs: Any) -> Problem:
    """State a problem that may have options without primary items."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Problem(*args, **kwargs)


COLORS = (None, None, "red", "blue")


@st.composite
def problems(draw: Callable[..., Any], colored: bool = True) -> Problem:
    """Draw a problem of at most ten options, every second time with a planted cover.

    Options may be equal, empty, or without primary items; items may have no options.
    """
    primary = [f"p{k}" for k in range(draw(st.integers(0, 5)))]
    secondary = [f"s{k}" for k in range(draw(st.integers(0, 3)))]
    colors = st.sampled_from(COLORS if colored else (None,))
    some = st.lists(st.tuples(subsets(primary), subsets(secondary)), max_size=6)
    options = [{**dict.fromkeys(major), **{item: draw(colors) for item in minor}}
               for major, minor in draw(some)]
    if draw(st.booleans()):
        blocks: dict[int, dict[str, str | None]] = {}
        for item in primary:
            blocks.setdefault(draw(st.integers(0, 2)), {})[item] = None
        planted = list(blocks.values())
        for item in secondary if planted else ():
            color = draw(colors)
            users = draw(subsets(planted)) if color else planted[:1]
            for option in users:
                option[item] = color
        options += planted
    if options and draw(st.booleans()):
        options.append(draw(st.sampled_from(options)))
    order = draw(st.permutations(range(len(options))))
    return quiet({("row", n): options[n] for n in order}, primary, secondary)


def subsets(values: list[Any]) -> st.SearchStrategy[list[Any]]:
    return st.integers(0, 2 ** len(values) - 1).map(
        lambda mask: [value for k, value in enumerate(values) if mask >> k & 1])


def read(search: Search, into: list[Any]) -> Stopped | None:
    """Append the covers of a search; return what stopped it, or None at its end."""
    try:
        for cover in search:
            into.append(cover)
    except Stopped as stopped:
        return stopped
    return None


def queens(size: int) -> Problem:
    """State the problem of as many queens; diagonals are secondary."""
    rows = [("row", k) for k in range(size)]
    columns = [("column", k) for k in range(size)]
    options = {(r, c): [("row", r), ("column", c), ("rise", r + c), ("fall", r - c)]
               for r in range(size) for c in range(size)}
    seen = dict.fromkeys(item for option in options.values() for item in option)
    return Problem(options, rows + columns,
                   [item for item in seen if item not in rows + columns])


def pigeons(number: int) -> Problem:
    """State the problem of putting pigeons into one hole fewer; it has no cover."""
    return Problem([[f"pigeon {p}", f"hole {h}"]
                    for p in range(number) for h in range(number - 1)],
                   secondary=[f"hole {h}" for h in range(number - 1)])


def switches(number: int) -> Problem:
    """State a problem whose covers are the binary numbers of so many digits."""
    return Problem({(k, bit): [k] for k in range(number) for bit in (0, 1)})
