"""Algorithm X in 30 lines: choose an item, try its options, forget what they exclude.

A dictionary holds the state: for each item that is still to be covered, the options
that still may cover it.  An item without options is a dead end, and no item left is a
cover.  Nothing is missed, since some option must cover the item; nothing comes twice,
since two of its options never stand in one cover.
"""

import dlx

KNUTH = {1: "CEF", 2: "ADG", 3: "BCF", 4: "AD", 5: "BG", 6: "DEG"}


def solve(options, live, smallest=True, chosen=()):
    """Yield what was chosen at each node of the search, and how things stand there."""
    yield chosen, "" if live and all(live.values()) else "stuck" if live else "cover"
    if live:
        item = min(live, key=lambda i: len(live[i])) if smallest else next(iter(live))
        for name in live[item]:
            taken = set(options[name])
            yield from solve(options, {
                other: [n for n in names if taken.isdisjoint(options[n])]
                for other, names in live.items() if other not in taken
            }, smallest, (*chosen, name))


def start(problem):
    """Return the options by their names, and for each item those that cover it."""
    return problem.options, {item: [n for n, o in problem.options.items() if item in o]
                             for item in problem.primary}


print(__doc__)
problem = dlx.Problem(KNUTH, primary="ABCDEFG")
print("An example of D. E. Knuth's:", *(f"{k}={v}" for k, v in KNUTH.items()), "\n")
for chosen, state in solve(*start(problem)):
    print(f"  {' then '.join(map(str, chosen)) or 'begin'} {state}")
covers = [state for _, state in solve(*start(problem))].count("cover")
print(f"\n{covers} cover; dlx.covers agrees: {list(dlx.covers(problem))}")

print("\nWhy the smallest item?  Nodes of the search, with and without that choice:")
print(f"  {'dominoes':10}{'covers':>8}{'smallest item':>16}{'first item':>13}")
for size in (2, 3, 4):
    cells = [(r, c) for r in range(4) for c in range(size)]
    cells.sort(key=lambda cell: (5 * cell[0] + 3 * cell[1]) % 7)  # no good order
    board = dlx.Problem([[(r, c), (r + d, c + 1 - d)] for r, c in cells
                         for d in (0, 1) if (r + d, c + 1 - d) in cells], cells)
    nodes = [list(solve(*start(board), smallest)) for smallest in (True, False)]
    print(f"  4 x {size:<6}{dlx.count(board):8}{len(nodes[0]):16}{len(nodes[1]):13}")

print("""
To try next:
  - Choose the largest item.  How many nodes then?
  - Leave the cells in order, row by row.  Why does the first item do better then?
  - Read dlx/algorithm_x.py: the same with the rule of choice that all engines keep.""")
