"""Dominoes and pentominoes: count against list.

Items: the cells of a board.  Options: a domino on two cells that share a side.  Why it
is exact: each cell lies below one domino.  A board of 8 x 8 has too many covers to list
but not too many to count: once its upper rows are full, it does not matter how, only
which cells are left; equal states are counted once.  A *diagram* keeps these states: a
graph in which every way from the root to the end is a cover.
"""

from time import perf_counter

import dlx
from puzzles import load
from reductions import encode


def dominoes(size):
    cells = [(r, c) for r in range(size) for c in range(size)]
    return dlx.Problem([[(r, c), (r + d, c + 1 - d)] for r, c in cells for d in (0, 1)
                        if (r + d, c + 1 - d) in cells], cells)


def drawn(cover):
    """Return the rows of a board with dominoes: <> lies, ^ over v stands."""
    at = {}
    for one, other in (problem.options[name] for name in cover):
        at |= {one: "<", other: ">"} if one[0] == other[0] else {one: "^", other: "v"}
    return ["".join(at[r, c] for c in range(8)) for r in range(8)]


def timed(work):
    begin = perf_counter()
    return work(), 1000 * (perf_counter() - begin)


print(__doc__)
print(f"{'board':20}{'covers':>10}{'ms to list':>12}{'ms to count':>13}{'diagram':>14}")
problems = {"pentominoes, 3 x 20": encode(load("pentominoes-3x20").puzzle)}
problems |= {f"dominoes, {size} x {size}": dominoes(size) for size in (4, 6, 8)}
for name, problem in problems.items():
    diagram, count_ms = timed(lambda: dlx.diagram(problem))
    covers = diagram.count()
    list_ms = "too many"
    if covers < 10**6:
        list_ms = f"{timed(lambda: list(dlx.covers(problem)))[1]:.1f}"
    print(f"{name:20}{covers:10,}{list_ms:>12}{count_ms:13.1f}"
          f"{len(diagram.nodes):8,} nodes")

print("""
Pentominoes gain nothing: each is used once, so a state says which of them are left, and
hardly any state occurs again.  Dominoes are all alike.  Three of the 8 x 8 covers, at
random, each as likely as any other:""")
for rows in zip(*map(drawn, diagram.sample(3, seed=1))):
    print("  " + "   ".join(rows))
print(f"""The first option is in {diagram.usage()[0] / covers:.0%} of all covers.

To try next:
  - Cut off two opposite corners.  How many covers are left?  (Think of a chessboard.)
  - Which of diagram.usage() is the largest?  Where is that domino?
  - Three rows, 2 n columns: count for n = 1, 2, 3 ...  Can you find a recurrence?""")
