"""The engines: ways to hold the live options while searching.

All engines follow one rule: branch on the first item, in item order, that has at most
one live option; where there is none, on the first with the fewest; try its live options
in option order.  So they meet the same nodes and yield the same covers in the same
order, and one form of *position* serves them all:

    for each level above, the place (from 0) of the option that was chosen among the
    live options of that level's item as they were on entering it; and last, how many
    options of the current item are already done with.

A search starts at position ``(0,)``.  A new engine is one module here, with a class
that has what `engine.Engine` lists, and one line in `engine_for`.

| engine | holds the live options in | use |
|---|---|---|
| `links` | linked lists, Algorithm C | to read, to trace; large problems |
| `bits` | one big integer | pure Python, 6 to 26 times as fast |
| `words` | words, compiled by numba | the extra `fast`; what takes longer |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import DlxError, ProblemError, shown, suggestion
from .bits import Bits, colored_pairs
from .engine import Engine
from .lanes import MOST_BITS, Lanes, lane_bits
from .links import Links

if TYPE_CHECKING:
    from ..problem import Problem

__all__ = ["BITS_MEMORY", "NAMES", "Engine", "engine_for", "faster"]

#: The values of ``engine=``.
NAMES = ("auto", "links", "bits", "words")

#: ``auto`` takes `bits` while its masks need at most so many bytes (128 MiB: some
#: 30,000 options), and `links` beyond.
BITS_MEMORY = 128 * 2**20

#: A search goes over to `words` only if its tables need at most so many bytes.
WORDS_MEMORY = 512 * 2**20


def engine_for(
    problem: Problem, name: str = "auto", position: tuple[int, ...] = (0,),
    lookahead: bool = False,
) -> Engine:
    """Return a new engine of that name, ready to search `problem` from `position`.

    Parameters
    ----------
    problem : Problem
    name : {"auto", "links", "bits", "words"}
    position : tuple of int
        Where to begin.
    lookahead : bool
        Whether options are left out that leave some item without an option.

    Raises
    ------
    ValueError
        If there is no engine of that name, or the problem has no such position.
    ProblemError
        If that engine cannot do what the problem asks for.

    Examples
    --------
    >>> from dlx import Problem
    >>> engine = engine_for(Problem([["a"], ["b"], ["a", "b"]]), "links")
    >>> engine.name, list(engine.search())
    ('links', [(0, 1), (2,)])
    """
    if name not in NAMES:
        raise ValueError(f"there is no engine {shown(name)}; want one of "
                         + ", ".join(NAMES) + suggestion(name, NAMES))
    if not position or not all(isinstance(place, int) for place in position):
        raise ValueError(f"position {position} is none; the first is (0,)")
    if lookahead:
        return _with_lookahead(problem, name, position)
    if name == "auto":
        name = "bits" if _mask_bytes(problem) <= BITS_MEMORY else "links"
    if problem.bounds:
        return _multi(problem, name, position)
    if name == "bits":
        form = Lanes if lane_bits(problem) <= MOST_BITS else Bits
        return form(problem, position)
    if name == "links":
        return Links(problem, position)
    return _words(problem, position)


def _with_lookahead(problem: Problem, name: str,
                    position: tuple[int, ...]) -> Engine:
    if name not in ("auto", "bits"):
        raise ProblemError(f"engine {name} has no look ahead; want bits")
    if problem.bounds:
        item = next(iter(problem.bounds))
        raise ProblemError(f"item {shown(item)} has a multiplicity, with which there "
                           "is no look ahead")
    from .lookahead import Lookahead
    return Lookahead(problem, position)


def _multi(problem: Problem, name: str, position: tuple[int, ...]) -> Engine:
    """Return an engine for a problem with multiplicities."""
    if name == "bits":
        from .multibits import MultiBits
        return MultiBits(problem, position)
    if name == "links":
        from .multilinks import MultiLinks
        return MultiLinks(problem, position)
    raise ProblemError(f"engine {name!r} knows no multiplicities; want links or bits")


def _words(problem: Problem, position: tuple[int, ...]) -> Engine:
    try:
        from .compiling import compile_first
        from .words import Words
    except ModuleNotFoundError as error:
        raise DlxError(f"engine 'words' needs {error.name}: pip install "
                       "'tilewright[fast]'") from None
    except ImportError as error:
        raise DlxError(f"engine 'words' cannot be used: {error}") from None
    compile_first()
    return Words(problem, position)


def faster(
    engine: Engine, problem: Problem, position: tuple[int, ...]
) -> Engine | None:
    """Return an engine to go on with where a search lasts, or None if there is none.

    It costs a moment to load, or some seconds when it has to be compiled first.

    Examples
    --------
    >>> from dlx import Problem
    >>> problem = Problem(["A"], multiplicities={"A": (0, 1)})
    >>> print(faster(engine_for(problem), problem, (0,)))
    None
    """
    lanes = lane_bits(problem) // 64 + len(problem.primary)  # words, at most
    rows = (len(problem.names) + 2 * len(problem.primary) + len(problem.secondary)
            + colored_pairs(problem))
    if engine.name == "words" or problem.bounds or 8 * lanes * rows > WORDS_MEMORY:
        return None
    try:
        return _words(problem, position)
    except (DlxError, MemoryError, RuntimeError):  # not installed, or not usable
        return None


def _mask_bytes(problem: Problem) -> int:
    """Return how many bytes the masks of `bits` need: mainly a bit for two options."""
    options = len(problem.names)
    rows = options + len(problem.primary) + len(problem.secondary)
    entries = sum(map(len, problem.entries)) if problem.colored else 0
    if options * (rows + entries) // 8 > BITS_MEMORY:
        entries = colored_pairs(problem)  # not more than entries, and slow to count
    return options * (rows + entries) // 8
