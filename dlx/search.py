"""Asking for covers: one by one, the first, how many, whether there is just one.

All calls take a `Problem`, or the options that state one, and agree on every problem.
They search in one order (`dlx.engines` tells the rule): the same covers in the same
order from every engine, on every run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

from .engines import Engine, engine_for, faster
from .errors import NoCover, ProblemError, Stopped
from .limits import Limits, check_number
from .problem import Name, Problem, Stated, as_problem

if TYPE_CHECKING:
    from .jobs import Job
    from .progress import Watcher

Cover = tuple[Name, ...]

#: After so many seconds ``engine="auto"`` goes over to compiled code, if there is any.
SHIFT_AFTER = 0.5

#: How many seconds it may take to compile that code when it is first used.
COMPILING = 6

__all__ = ["Search", "covers", "first", "count", "is_unique"]


class Search:
    """Search a problem, and know how far the search is: the detailed form of `covers`.

    Parameters
    ----------
    problem : Problem, or the options of one
    engine : {"auto", "bits", "links", "words"}
        How to hold the live options; changes the speed, never the answer.  ``auto``
        begins with ``bits`` (with ``links``, if the masks of ``bits`` would take more
        than 128 MiB) and goes over to ``words``, if numba is installed, when the
        search lasts.
    limit : int, optional
        End in the ordinary way after so many covers.
    timeout : float, optional
        Raise `Stopped` after so many seconds of search.
    max_nodes : int, optional
        Raise `Stopped` when so many options were chosen.
    max_memory : int, optional
        Raise `Stopped` when this process takes more than so many bytes.
    progress : function (Progress) -> object, optional
        Told ten times a second how far the search is, and at its end; a true answer
        stops it: `Stopped` gives the answer as its reason, if it is a text.
    lookahead : bool
        Do not try options that leave some item without an option.  That takes far fewer
        nodes and more time for each; covers come in an order of its own.
    position : tuple of int
        Where to begin (`dlx.engines` says what a position is); by default at the root.

    Attributes
    ----------
    engine : str
        The name of the engine in use.
    count : int
        How many covers were found so far.
    nodes : int
        How many options were chosen so far, at all nodes of the search.
    seconds : float
        How long the search has run, up to the last cover.
    complete : bool
        Whether the search came to its end, so that there is no other cover.
    done : float
        The share of the search that is done, 0 to 1 (see `Progress`).
    position : tuple of int
        Where the search would go on.

    Examples
    --------
    >>> search = Search({1: "CEF", 2: "ADG", 3: "BCF", 4: "AD", 5: "BG", 6: "DEG"})
    >>> list(search)
    [(1, 5, 4)]
    >>> search.complete, search.nodes
    (True, 5)
    """

    def __init__(
        self,
        problem: Stated,
        *,
        engine: str = "auto",
        limit: int | None = None,
        timeout: float | None = None,
        max_nodes: int | None = None,
        max_memory: int | None = None,
        progress: Watcher | None = None,
        lookahead: bool = False,
        position: tuple[int, ...] = (0,),
    ) -> None:
        check_number("limit", limit)
        self.limits = Limits(timeout, max_nodes, max_memory, progress)
        self.problem = as_problem(problem)
        self.limit = limit
        self.count = 0
        self.seconds = 0.0
        self.complete = False
        self._engine: Engine = engine_for(self.problem, engine, tuple(position),
                                          lookahead)
        self._engine.most_nodes = self.limits.nodes_left(0)
        self._may_shift = engine == "auto" and not lookahead
        self._nodes_before = 0  # those of the engine that was in use before a shift
        self._covers = self._run()

    def __iter__(self) -> Iterator[Cover]:
        """Return the one generator of covers; asked again, it goes on."""
        return self._covers

    @property
    def engine(self) -> str:
        return self._engine.name

    @property
    def nodes(self) -> int:
        return self._nodes_before + self._engine.nodes

    @property
    def position(self) -> tuple[int, ...]:
        return self._engine.position

    @property
    def left(self) -> Job:
        """What is left of the search, as a job (see `dlx.jobs`)."""
        from .jobs import Job

        return Job(self._engine.position, self._engine.widths)

    @property
    def done(self) -> float:
        return 1.0 if self.complete else 1.0 - self.left.share

    def stop(self, reason: str) -> None:
        """Let the search raise `Stopped` where it next knows its position.

        This is safe at any moment, in the handler of a signal too; an exception that is
        thrown into a running search instead leaves it without a right position.
        """
        self.limits.stop(reason)

    def due(self) -> str:
        """Return what is to stop the search now: nothing, as long as it may go on."""
        return self.limits.due(self)

    def close(self) -> None:
        """Give the search up."""
        self._covers.close()

    def _run(self) -> Generator[Cover, None, None]:
        names = self.problem.names
        # Options of a list are named by their numbers, and need no looking up.
        same = names == tuple(range(len(names)))
        begin = time.monotonic()
        self.limits.begin()
        if self.limit == 0:
            return
        while not self.complete:
            for numbers in self._engine.search():
                self.seconds = time.monotonic() - begin
                if numbers is not None:
                    self.count += 1
                    yield numbers if same else tuple([names[n] for n in numbers])
                    if self.count == self.limit:
                        return
                elif self.seconds >= SHIFT_AFTER and self._shift():
                    break
                if reason := self.due():
                    raise Stopped(reason, self.count, self.position)
            else:
                self.complete = True
        self.seconds = time.monotonic() - begin
        self.limits.tell(self)

    def _shift(self) -> bool:
        """Hand the position over to a faster engine, if one is wanted and there."""
        if not self._may_shift:
            return False
        if (self.limits.left() < COMPILING
                and "dlx.engines.words" not in sys.modules):
            return False  # it might have to be compiled first
        self._may_shift = False
        engine = None
        with self.limits.abandonable():
            engine = faster(self._engine, self.problem, self.position)
        if engine is None:
            return False
        self._nodes_before = self._engine.nodes
        engine.most_nodes = self.limits.nodes_left(self._nodes_before)
        self._engine = engine
        return True


def covers(
    problem: Stated,
    *,
    engine: str = "auto",
    limit: int | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    max_memory: int | None = None,
    progress: Watcher | None = None,
    lookahead: bool = False,
) -> Iterator[Cover]:
    """Yield every exact cover, as the names of its options in the order chosen.

    Parameters
    ----------
    problem : Problem, or the options of one
    engine, limit, timeout, max_nodes, max_memory, progress, lookahead
        As for `Search`.

    Yields
    ------
    tuple of option names

    Raises
    ------
    Stopped
        If the search was stopped before its end; what was found has been yielded.

    Examples
    --------
    >>> list(covers([["a", "b"     ],
    ...              [          "c"],
    ...              ["a"          ],
    ...              [     "b", "c"]]))
    [(0, 1), (2, 3)]

    Notes
    -----
    The search is Algorithm X with the choice of the smallest item, as in D. E. Knuth,
    The Art of Computer Programming, volume 4B, section 7.2.2.1.
    """
    return iter(Search(problem, engine=engine, limit=limit, timeout=timeout,
                       max_nodes=max_nodes, max_memory=max_memory, progress=progress,
                       lookahead=lookahead))


def first(
    problem: Stated, *, engine: str = "auto", timeout: float | None = None,
    lookahead: bool = False, weighted: bool = False,
) -> Cover:
    """Return the first cover that `covers` yields, or another one.

    Parameters
    ----------
    problem : Problem, or the options of one
    engine, timeout, lookahead
        As for `Search`.
    weighted : bool
        Return any cover, and choose items by the trouble that they made before, in an
        engine of its own; that finds one sooner where dead ends have a few causes.

    Raises
    ------
    NoCover
        If there is none (``None`` is never an answer here).
    Stopped
        If the timeout came first.

    Returns
    -------
    tuple of option names

    Examples
    --------
    >>> first([["a", "b"], ["c"], ["a"], ["b", "c"]])
    (0, 1)
    """
    if weighted:
        if engine not in ("auto", "bits") or lookahead:
            raise ValueError("a search by weights has an engine of its own; want "
                             "neither engine nor lookahead")
        found = _weighted(as_problem(problem), Limits(timeout))
    else:
        found = covers(problem, engine=engine, limit=1, timeout=timeout,
                       lookahead=lookahead)
    for cover in found:
        return cover
    raise NoCover("the problem has no cover; dlx.explain may say why")


def _weighted(problem: Problem, limits: Limits) -> Iterator[Cover]:
    """Yield covers in the order of `dlx.engines.weighted`."""
    from .engines.weighted import Weighted

    if problem.bounds:
        raise ProblemError("a search by weights knows no multiplicities")
    limits.begin()
    for numbers in Weighted(problem).search():
        if numbers is not None:
            yield tuple([problem.names[number] for number in numbers])
        elif not limits.left():
            raise Stopped("timeout", 0, None)


def count(
    problem: Stated, *, engine: str | None = None, timeout: float | None = None,
    max_nodes: int | None = None, max_memory: int | None = None,
    progress: Watcher | None = None, memory: int = 2**28,
) -> int:
    """Count the covers.

    Parameters
    ----------
    problem : Problem, or the options of one
    engine : {"auto", "bits", "links", "words"}, optional
        Search with that engine, cover by cover.  Without one, states that occur again
        are counted once and independent parts are multiplied, as long as that pays.
    timeout, max_memory, progress
        As for `Search`.
    max_nodes : int, optional
        As for `Search`; then they are counted cover by cover.
    memory : int
        How many bytes may be used to remember states, about.

    Raises
    ------
    Stopped
        If it was stopped before the end; its `count` says how many there are at least.

    Returns
    -------
    int

    Examples
    --------
    >>> count([["a", "b"], ["c"], ["a"], ["b", "c"]])
    2
    """
    from .counting import Counting

    return Counting(as_problem(problem), engine=engine, timeout=timeout,
                    max_nodes=max_nodes, max_memory=max_memory, progress=progress,
                    memory=memory).run()


def is_unique(
    problem: Stated, *, engine: str = "auto", timeout: float | None = None
) -> bool:
    """Tell whether there is exactly one cover; look no further than the second.

    Parameters
    ----------
    problem : Problem, or the options of one
    engine, timeout
        As for `Search`.

    Returns
    -------
    bool

    Raises
    ------
    Stopped
        If the timeout came before that was clear.

    Examples
    --------
    >>> is_unique([["a", "b"], ["c"], ["a"], ["b", "c"]])
    False
    """
    found = covers(problem, engine=engine, limit=2, timeout=timeout)
    return sum(1 for _ in found) == 1
