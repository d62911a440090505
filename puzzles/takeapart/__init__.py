"""Taking an assembly of interlocking pieces apart, and so the order to build it in.

>>> from puzzles.takeapart import take_apart
>>> square = [(x, y) for x in range(2) for y in range(2)]
>>> plan = take_apart({"box": [(x, y, 0) for x, y in square],
...                    "lid": [(x, y, 1) for x, y in square]})
>>> plan.result, plan.levels
('apart', (1,))
>>> print(*plan.moves)
lid +z 1, leaves

`geometry` has the blocks that pieces are made of and how far one can go before it meets
another; `blocking` the graphs of who blocks whom, and what can move together;
`search` looks for separations, breadth first; `plan` is the answer; `layouts` takes
layouts of a puzzle for assemblies.
"""

from .geometry import Memory, edge, extent
from .layouts import plan_of, plans
from .plan import Move, Plan
from .search import MOST_STATES, take_apart

__all__ = [
    "MOST_STATES",
    "Memory",
    "Move",
    "Plan",
    "edge",
    "extent",
    "plan_of",
    "plans",
    "take_apart",
]
