"""Algorithm X in a few lines: the one to read first.

It knows neither colors nor multiplicities, copies instead of undoing, and recurs; so
it is for small problems.  The rule of choice, and so the order, is that of the engines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .errors import ProblemError
from .problem import Stated, as_problem
from .search import Cover


def algorithm_x(problem: Stated) -> Iterator[Cover]:
    """Yield every exact cover of a problem without colors.

    Algorithm X of D. E. Knuth, The Art of Computer Programming, volume 4B, section
    7.2.2.1, with dictionaries in place of links.

    Parameters
    ----------
    problem : Problem, or the options of one
        Without colors and multiplicities, and small.

    Raises
    ------
    ProblemError
        If it has colors or multiplicities; raised when the first cover is asked for.

    Examples
    --------
    >>> list(algorithm_x([["a", "b"], ["c"], ["a"], ["b", "c"]]))
    [(0, 1), (2, 3)]
    """
    problem = as_problem(problem)
    if problem.colored or problem.bounds:
        what = "colors" if problem.colored else "multiplicities"
        raise ProblemError(f"algorithm_x knows no {what}; use dlx.covers")
    options = problem.options

    def search(live: dict[Any, list[Any]]) -> Iterator[Cover]:
        # `live` has the options that are left for each item that is still to be
        # covered.
        if not live:
            yield ()
            return
        few = next((item for item in live if len(live[item]) <= 1), None)
        item = min(live, key=lambda item: len(live[item])) if few is None else few
        for name in live[item]:
            rest = {other: [n for n in names if options[n].keys().isdisjoint(
                        options[name])]
                    for other, names in live.items() if other not in options[name]}
            for cover in search(rest):
                yield (name, *cover)

    yield from search({item: [n for n in options if item in options[n]]
                       for item in problem.primary})
