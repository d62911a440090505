"""How long would a search take?  An answer from random probes, before it is begun.

A probe goes down the search tree and takes a branch at random at each node.  If it had
the choice of d1, then d2, ... branches, there are d1 + d1 d2 + ... nodes, on average
over all that it could have taken (D. E. Knuth, Estimating the efficiency of backtrack
programs, Mathematics of Computation 29, 1975; The Art of Computer Programming, volume
4B, section 7.2.2).  But most probes soon end at a node without options, and the few
that find a cover stand for very many.

So here the probes of a run go down together, level by level, and where one ends another
takes its place: of all branches under the nodes of a level, so many are followed as
there are probes, each as likely as any other.  This is the stochastic enumeration of
R. Vaisman and D. P. Kroese (Methodology and Computing in Applied Probability 19, 2017);
and the branches are spread evenly over the level, since neighbors are alike.  On
packings it needs a fifth of the work or less for the same error in the number of nodes,
and it does come to covers.  Several runs tell how much the answers differ.
"""

from __future__ import annotations

import time
from itertools import accumulate
from math import inf, isfinite, sqrt
from random import Random
from statistics import stdev
from typing import Any, NamedTuple

from .engines import Engine, engine_for, faster
from .errors import Stopped, shown
from .problem import Problem, Stated, as_problem
from .search import SHIFT_AFTER
from .tree import Tree, tree

__all__ = ["Estimate", "estimate"]

#: In so many runs the probes are made; they tell the standard error.
RUNS = 10

#: The rate of an engine is taken from a search of so many seconds.
MOMENT = 0.2


class Estimate(NamedTuple):
    """What `estimate` found out; as a string, one line to read.

    Attributes
    ----------
    nodes, covers : float
        How many there are, about; nodes as `Search` counts them.
    nodes_error, covers_error : float
        The standard error of that: the truth is less than twice as far away, in nine of
        ten cases or so.
    exact : bool
        Whether the tree is so small that all of it was seen, and nothing is estimated.
    seconds, rate : float or None
        How long a search would take, and how many nodes it would visit in a second; if
        that was asked for.
    engine : str
        With which engine.

    Examples
    --------
    >>> print(Estimate(1.2e6, 1e5, 350.0, 70.0, False))
    about 1.2e6 nodes (± 8.3 %), about 350 covers (± 20 %)

    Notes
    -----
    If no probe has come to a cover, `covers` is 0 and its error too; that proves
    nothing, unless `exact` is true.
    """

    nodes: float
    nodes_error: float
    covers: float
    covers_error: float
    exact: bool
    seconds: float | None = None
    rate: float | None = None
    engine: str = ""

    def __str__(self) -> str:
        parts = [self._told("node", self.nodes, self.nodes_error),
                 self._told("cover", self.covers, self.covers_error)]
        if self.seconds is not None and self.rate is not None:
            parts.append(f"{_duration(self.seconds)} with {self.engine} "
                         f"({_rough(self.rate)} nodes a second)")
        return ", ".join(parts)

    def data(self) -> dict[str, object]:
        """Return all that is known as it is written in JSON, which has no infinity."""
        return {name: value for name, value in self._asdict().items()
                if value not in (None, "", inf)}

    def _told(self, what: str, number: float, error: float) -> str:
        if self.exact:
            return f"{number:.0f} {what}{'s' * (number != 1)}"
        if not number:
            return f"no {what} was seen"
        if not isfinite(number):
            return f"more than 1e308 {what}s"
        return f"about {_rough(number)} {what}s (± {_rough(100 * error / number)} %)"


def estimate(
    problem: Stated, probes: int = 1000, seed: int = 0, *, engine: str | None = None,
    timeout: float | None = None, lookahead: bool = False,
) -> Estimate:
    """Estimate how many nodes a search visits, and how many covers it finds.

    Parameters
    ----------
    problem : Problem, or the options of one
    probes : int
        How many branches are followed at each level, in ten runs together.  Four times
        as many halve the error.
    seed : int
        The same seed gives the same estimate.
    engine : {"auto", "bits", "links", "words"}, optional
        Search for a moment with that engine, and tell how long the search would take.
        That differs from one machine and moment to the next.
    timeout : float, optional
        Make do with the runs that are done after so many seconds.
    lookahead : bool
        Whether it is about a search with look-ahead.

    Returns
    -------
    Estimate

    Raises
    ------
    Stopped
        If the timeout came before the second run was done.

    Examples
    --------
    >>> squares = [(row, column) for row in range(8) for column in range(8)]
    >>> dominoes = [[(r, c), (r, c + 1)] for r, c in squares if c < 7]
    >>> dominoes += [[(r, c), (r + 1, c)] for r, c in squares if r < 7]
    >>> print(estimate(dominoes))  # there are 12,988,816 covers
    about 5.0e7 nodes (± 4.5 %), about 1.3e7 covers (± 4.6 %)
    """
    if not isinstance(probes, int) or probes < 1:
        raise ValueError(f"probes is {shown(probes)}; want a number from 1")
    if not isinstance(seed, int):
        raise ValueError(f"seed is {shown(seed)}; want a number")
    if timeout is not None and not timeout >= 0:
        raise ValueError(f"timeout is {shown(timeout)}; want seconds, at least 0")
    end = inf if timeout is None else time.monotonic() + timeout
    stated = as_problem(problem)
    found = _estimate(tree(stated, lookahead), -(-probes // RUNS), Random(seed), end)
    if engine is None:
        return found
    return _timed(found, stated, engine, lookahead)


def _estimate(tree: Tree, probes: int, chance: Random, end: float) -> Estimate:
    """Estimate from runs of so many probes, as many runs as there is time for."""
    runs: list[tuple[float, float, bool]] = []
    root = tree.mark()
    while len(runs) < RUNS:
        tree.go_back(root)
        run = _run(tree, probes, chance, end)
        if run is None:
            break
        runs.append(run)
        if run[2]:
            return Estimate(run[0], 0.0, run[1], 0.0, True)
    if len(runs) < 2:
        raise Stopped("timeout", 0, None)
    nodes, covers, _ = zip(*runs)
    return Estimate(*_mean(nodes), *_mean(covers), False)


def _mean(values: tuple[float, ...]) -> tuple[float, float]:
    """Return the mean of the runs and its standard error."""
    mean = sum(values) / len(values)
    return mean, stdev(values) / sqrt(len(values)) if isfinite(mean) else inf


def _run(tree: Tree, probes: int, chance: Random,
         end: float) -> tuple[float, float, bool] | None:
    """Return the nodes and covers that so many probes stand for; None at the end.

    And whether they have followed every branch.
    """
    if tree.covered or not tree.width:
        return 0.0, float(tree.covered), True
    nodes = covers = 0.0
    weight = 1.0  # how many nodes of its level one node stands for
    level = [(tree.mark(), tree.width)]  # nodes with branches, in the order of the tree
    while level:
        branches = sum([width for _, width in level])
        nodes += weight * branches
        followed = _spread(branches, probes, chance)
        weight *= branches / len(followed)
        below: list[tuple[Any, int]] = []
        ends = accumulate([width for _, width in level])
        numbers = iter([*followed, branches])
        number = next(numbers)
        for (mark, width), stop in zip(level, ends):
            if number >= stop:
                continue
            if time.monotonic() >= end:
                return None
            tree.go_back(mark)
            while number < stop:
                tree.descend(number - stop + width)
                if tree.covered:
                    covers += weight
                elif ways := tree.width:
                    below.append((tree.mark(), ways))
                tree.ascend()
                number = next(numbers)
        level = below
    return nodes, covers, weight == 1


def _spread(number: int, most: int, chance: Random) -> list[int]:
    """Return at most so many of the numbers below `number`, evenly spread, in order.

    Each is as likely to be among them as any other.
    """
    if number <= most:
        return list(range(number))
    first = chance.randrange(number)
    return sorted([(first + k * number // most) % number for k in range(most)])


# ------------------------------------------------------------------------------ seconds


def _timed(found: Estimate, problem: Problem, name: str, lookahead: bool) -> Estimate:
    """Add how long a search would take with that engine, as `Search` would use it."""
    engine = engine_for(problem, name, lookahead=lookahead)
    rate = _rate(engine)
    seconds = found.nodes / rate
    if name == "auto" and not lookahead and seconds > SHIFT_AFTER:
        compiled = faster(engine, problem, (0,))
        if compiled is not None:
            engine, before = compiled, SHIFT_AFTER * rate
            rate = _rate(engine)
            seconds = SHIFT_AFTER + (found.nodes - before) / rate
    return found._replace(seconds=seconds, rate=rate, engine=engine.name)


def _rate(engine: Engine) -> float:
    """Return how many nodes an engine visits in a second, from the root on."""
    for _ in engine.search():  # what it loads and compiles first does not count
        break
    engine.restart((0,))
    before, begin = engine.nodes, time.monotonic()
    for _ in engine.search():
        if time.monotonic() - begin >= MOMENT:
            break
    seconds = max(time.monotonic() - begin, 1e-6)
    return max(1, engine.nodes - before) / seconds


def _rough(number: float) -> str:
    """Return a number as one says it: not more digits than are known."""
    if number < 999.5:
        return f"{number:.2g}" if number < 9.95 else f"{number:.0f}"
    digits, _, exponent = f"{number:.1e}".partition("e")
    return f"{digits}e{int(exponent)}"


def _duration(seconds: float) -> str:
    if seconds < 0.01:
        return "less than 0.01 s"
    for unit, size in (("years", 31_557_600), ("days", 86_400), ("hours", 3600),
                       ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{_rough(seconds / size)} {unit}"
    return f"{seconds:.2g} s"
