"""tilewright: exact cover.  Items, options, colors; every cover, in one order.

>>> import dlx
>>> list(dlx.covers({"r1": ["a", "b"     ],
...                  "r2": [          "c"],
...                  "r3": ["a",      "c"]}))
[('r1', 'r2')]

Where things are: `Problem` states a problem; `covers`, `first`, `count` and `is_unique`
ask about it, `Search` in detail; `check` tests an answer, `explain` says why there is
none, `trace` shows the search at work; `dlx.text` reads and writes Knuth's format.
To see how it works, read `dlx.algorithm_x` first, then `dlx.engines.links`.
"""

from .errors import DlxError, FormatError, NoCover, ProblemError, Stopped
from .explain import Explanation, explain
from .problem import Problem, check
from .search import Search, count, covers, first, is_unique
from .trace import Event, trace

__version__ = "0.1.0"

__all__ = [
    "DlxError", "Event", "Explanation", "FormatError", "NoCover", "Problem",
    "ProblemError", "Search", "Stopped", "check", "count", "covers", "explain", "first",
    "is_unique", "trace",
]
