"""tilewright: exact cover.  Items, options, colors; every cover, in one order.

>>> import dlx
>>> list(dlx.covers({"r1": ["a", "b"     ],
...                  "r2": [          "c"],
...                  "r3": ["a",      "c"]}))
[('r1', 'r2')]

Where things are: `Problem` states a problem; `covers`, `first`, `count` and `is_unique`
ask about it, `Search` in detail; `check` tests an answer, `explain` says why there is
none, `trace` shows the search at work, `simplify` makes a problem smaller, `diagram`
holds more covers than can be listed, `cheapest` minds costs, `estimate` says how long
a search would take; `dlx.text` reads and writes Knuth's format, and `dlx.parallel` lets
many processes search, in many sittings.  Of what is loaded when it is asked for, pydoc
tells under ``dlx.checking``, ``dlx.explanation``, ``dlx.events``,
``dlx.simplification``, ``dlx.diagrams``, ``dlx.costs``, ``dlx.estimation``,
``dlx.text`` and ``dlx.parallel``; ``dlx.showing`` draws a search.

To see how it works, read `dlx.algorithm_x` first, then `dlx.engines.links`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import DlxError, FormatError, NoCover, ProblemError, Stopped
from .problem import Problem
from .search import Search, count, covers, first, is_unique

if TYPE_CHECKING:
    from .checking import check
    from .costs import cheapest
    from .diagrams import Diagram, diagram
    from .estimation import Estimate, estimate
    from .explanation import Explanation, explain
    from .events import Event, trace
    from .simplification import Simplified, simplify

__version__ = "0.1.0"

__all__ = [
    "Diagram", "DlxError", "Estimate", "Event", "Explanation", "FormatError", "NoCover",
    "Problem", "ProblemError", "Search", "Simplified", "Stopped", "cheapest", "check",
    "count", "covers", "diagram", "estimate", "explain", "first", "is_unique",
    "simplify", "trace",
]


def __getattr__(name: str) -> Any:
    """Load what few programs use when it is first asked for: start-up time counts."""
    from importlib import import_module

    modules = {"check": "checking",
               "cheapest": "costs",
               "Diagram": "diagrams", "diagram": "diagrams",
               "Estimate": "estimation", "estimate": "estimation",
               "Explanation": "explanation", "explain": "explanation",
               "Event": "events", "trace": "events",
               "Simplified": "simplification", "simplify": "simplification"}
    if name == "text":
        return import_module(".text", "dlx")
    if name not in modules:
        raise AttributeError(f"module 'dlx' has no attribute {name!r}")
    return getattr(import_module(f".{modules[name]}", "dlx"), name)
