"""Testing a cover from the definition, without any engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .errors import shown
from .problem import Item, Name, Stated, as_problem

__all__ = ["check"]


def check(problem: Stated, cover: Iterable[Name]) -> list[str]:
    """List what is wrong with a cover, from the definition; nothing if it is one.

    Parameters
    ----------
    problem : Problem, or the options of one
    cover : iterable of option names

    Returns
    -------
    list of str
        One sentence for each item that is covered wrongly, in item order.

    Examples
    --------
    >>> from dlx import Problem
    >>> problem = Problem({1: ["a", "b"], 2: ["b", "c"], 3: ["c"]})
    >>> check(problem, [1, 2])
    ["item 'b' is covered by options 1 and 2"]
    >>> check(problem, [1])
    ["item 'c' is not covered"]
    """
    problem = as_problem(problem)
    by: dict[Item, list[Name]] = {}
    faults = []
    seen = set()
    for name in cover:
        option = problem.option(name)
        if name in seen and problem.bounds:
            faults.append(f"option {shown(name)} is used twice")
        seen.add(name)
        if name in problem.idle:
            faults.append(f"option {shown(name)} has no primary item")
        for item in option:
            by.setdefault(item, []).append(name)
    for item in problem.primary:
        users = by.get(item, [])
        low, high = problem.bounds.get(item, (1, 1))
        if low <= len(users) <= high:
            continue
        want = f", want {low} to {high}" if item in problem.bounds else ""
        if not users:
            faults.append(f"item {shown(item)} is not covered{want}")
        else:
            plural = "option" if len(users) == 1 else "options"
            faults.append(f"item {shown(item)} is covered by {plural} "
                          f"{_listed(users)}{want}")
    for item in problem.secondary:
        users = by.get(item, [])
        colors = [problem.options[name][item] for name in users]
        if len(users) > 1 and (None in colors or any(c != colors[0] for c in colors)):
            faults.append(f"secondary item {shown(item)} is used by options "
                          f"{_listed(users)}, which do not agree on a color")
    return faults


def _listed(names: Sequence[Name]) -> str:
    if len(names) == 1:
        return shown(names[0])
    return ", ".join(map(shown, names[:-1])) + " and " + shown(names[-1])
