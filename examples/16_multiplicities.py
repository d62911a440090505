"""Multiplicities: items that are covered twice, or once to twice.

So far a primary item was covered exactly once.  It may have another number, or a range:
then it is to be covered by so many *different* options.  Items: each row and each
column of a board, twice each.  Options: a counter on a square.  Why it is exact: two
counters in each line is the rule of the puzzle, word for word.
"""

from math import factorial

import dlx


def counters(size, each, diagonals=False):
    """Return the problem of so many counters in each row and each column."""
    lines = range(size)
    options = {(r, c): [f"row {r}", f"column {c}", *(
        [f"up {r + c}", f"down {r - c}"] * diagonals)] for r in lines for c in lines}
    items = dict.fromkeys(item for option in options.values() for item in option)
    bounds = {item: each if item[0] in "rc" else (0, 2) for item in items}
    return dlx.Problem(options, items, multiplicities=bounds)


def board(size, cover):
    """Return the rows of a board."""
    return [" ".join(".o"[(r, c) in cover] for c in range(size)) for r in range(size)]


print(__doc__)
print("Boards of n x n with so many counters in each line (one: rooks, n!):")
print("  n    one    two   one or two   zero to n (2 to the power n n)")
for size in range(1, 5):
    numbers = [dlx.count(counters(size, each)) for each in
               (1, (2, 2), (1, min(2, size)), (0, size))]
    assert numbers[0] == factorial(size) and numbers[3] == 2 ** (size * size)
    print("{:3}{:7}{:7}{:13}{:12}".format(size, *numbers))

problem = counters(4, 2, diagonals=True)
covers = dlx.count(problem)
print(f"\nNo three in a diagonal either, on 4 x 4: {covers} covers.  The first three:")
for rows in zip(*(board(4, cover) for cover in dlx.covers(problem, limit=3))):
    print("  " + "     ".join(rows))

print("""
A range that begins with 0 is like a secondary item that may be used more than once; yet
every option must have a primary item, and this is one.  Friends again, two on day F:
""")
friends = {"Ann": "AE", "Ben": "CDF", "Cleo": "AEF", "Dora": "BG", "Eve": "F"}
for bounds in ({}, {"F": 2}, {"F": (1, 2)}, {"A": 2}):
    several = dlx.Problem(friends, "ABCDEFG", multiplicities=bounds)
    found = [" + ".join(sorted(cover)) for cover in dlx.covers(several)]
    print(f"  {bounds or 'each day once'}: {' or '.join(found) or 'no way'}")

print("""
To try next:
  - Ask for two queens in each row and column, at most two in each diagonal, on 5 x 5.
  - An option is used once or not at all.  How could one be used twice?
  - Pieces of any number: puzzles show pentominoes-6x10, then give a piece a count.""")
