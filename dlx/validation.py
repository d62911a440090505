"""What callers state, turned into numbers, or refused with a message that names it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from operator import index
from typing import Any

from .errors import ProblemError, shown, suggestion

Item = Hashable
Name = Hashable
Color = Hashable
Option = Iterable[Item] | Mapping[Any, Color]

__all__ = ["Color", "Item", "Name", "Option", "bit", "bounded", "distinct",
           "idle_warning", "named_options", "numbered", "priced"]


def named_options(options: Any) -> dict[Name, dict[Item, Color]]:
    """Return the options by name, each as a new mapping item -> color.

    Examples
    --------
    >>> named_options([["a"], {"b": "RED"}])
    {0: {'a': None}, 1: {'b': 'RED'}}
    """
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


def distinct(items: Iterable[Item], what: str) -> dict[Item, None]:
    """Return items as the keys of a mapping, or refuse those that are named twice.

    Examples
    --------
    >>> distinct("ab", "primary")
    {'a': None, 'b': None}
    """
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


def numbered(
    named: Mapping[Name, Mapping[Item, Color]], items: Sequence[Item], primary: int
) -> tuple[tuple[tuple[tuple[int, int], ...], ...], int]:
    """Return the options as (item, color) numbers, and how many colors there are.

    Examples
    --------
    >>> numbered({"one": {"p": None, "x": "RED"}}, ["p", "x"], 1)
    ((((0, 0), (1, 1)),), 1)
    """
    number = {item: k for k, item in enumerate(items)}
    plain = [(k, 0) for k in range(len(items))]  # shared: there are many of each
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
                pairs.append(plain[k])
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


def bounded(multiplicities: Any, primary: Mapping[Item, None],
            secondary: Mapping[Item, None]) -> dict[Item, tuple[int, int]]:
    """Return the bounds of the items that are not to be covered exactly once.

    Examples
    --------
    >>> bounded({"p": 2, "q": 1}, {"p": None, "q": None}, {})
    {'p': (2, 2)}
    """
    bounds = {}
    for item, given in multiplicities.items():
        if item in secondary:
            raise ProblemError(f"secondary item {shown(item)} has a multiplicity; only "
                               "primary items have")
        if item not in primary:
            raise ProblemError(f"item {shown(item)} with a multiplicity is not primary"
                               + suggestion(item, primary))
        bound = given if isinstance(given, (tuple, list)) else (given, given)
        try:
            bound = tuple(map(index, bound))
        except TypeError:
            bound = ()
        if len(bound) != 2 or not 0 <= bound[0] <= bound[1] or bound[1] < 1:
            raise ProblemError(f"the multiplicity of item {shown(item)} is "
                               f"{shown(given)}; want a number from 1, or (low, high)")
        if tuple(bound) != (1, 1):
            bounds[item] = bound[0], bound[1]
    return bounds


def _is_real(cost: Any) -> bool:
    """Tell whether a cost can be added up, of whatever type of number it is."""
    try:
        return not isinstance(cost, (str, bytes)) and float(cost) == float(cost)
    except (TypeError, ValueError, OverflowError):
        return False


def priced(costs: Any, options: Mapping[Name, Any]) -> dict[Name, float]:
    """Return the costs that are not nothing.

    Examples
    --------
    >>> priced({"one": 3, "two": 0}, {"one": [], "two": []})
    {'one': 3}
    """
    for name, cost in costs.items():
        if name not in options:
            raise ProblemError(f"there is no option {shown(name)} to cost "
                               f"{shown(cost)}" + suggestion(name, options))
        if not _is_real(cost):
            raise ProblemError(f"option {shown(name)} costs {shown(cost)}; want a "
                               "number", name)
    return {name: cost for name, cost in costs.items() if cost}


def bit(row: int, column: int, entry: Any) -> bool:
    """Return an entry of a matrix as a truth value, or refuse what is neither 0 nor 1.

    Examples
    --------
    >>> bit(0, 0, 1)
    True
    """
    try:
        if entry == 0 or entry == 1:
            return bool(entry)
    except ValueError:  # an array in place of a number
        pass
    raise ProblemError(f"row {row}, column {column} of the matrix is {shown(entry)}; "
                       "want 0 or 1")


def idle_warning(idle: Sequence[Name]) -> str:
    """Return the warning that some options are never chosen.

    Examples
    --------
    >>> idle_warning(["one"])
    "option 'one' has no primary item and is never chosen"
    """
    if len(idle) == 1:
        return f"option {shown(idle[0])} has no primary item and is never chosen"
    return (f"{len(idle)} options have no primary item and are never chosen; the first "
            f"is option {shown(idle[0])}")
