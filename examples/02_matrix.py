"""The matrix and the items: one problem, written in three ways.

As a matrix of 0 and 1: choose rows such that every column has exactly one 1.  As named
sets: choose sets such that every element is in exactly one.  As a list of options: the
same sets, as one types them.  The matrix is good to look at; names are good to think
with, since "row 2" is soon mistaken for another row, and "Dora" is not.
"""

import dlx

ROWS = """
1 0 0 0
0 1 1 0
1 0 0 1
0 0 1 1
0 1 0 0
0 0 1 0
"""
matrix = [[int(bit) for bit in line.split()] for line in ROWS.split("\n") if line]
problem = dlx.Problem.from_matrix(matrix, columns=["cat", "dog", "eel", "fox"])

print(__doc__)
print("Options are rows ...")
for name, option in problem.options.items():
    print(f"  option {name}: {' '.join(option)}")
print("... items are columns.  Read each line downwards:")
for item in problem.primary:
    users = [str(name) for name, option in problem.options.items() if item in option]
    print(f"  item {item}: in options {' '.join(users)}")

found = list(dlx.covers(problem))
covers = len(found)
print(f"\nThe search branches on the item with the fewest options.  {covers} covers:")
for cover in found:
    sets = [" ".join(problem.options[name]) for name in cover]
    print(f"  rows {cover}: " + " | ".join(sets))

print("\nTwo sets that overlap are no cover, whatever a textbook may print:")
for fault in dlx.check([["a", "b"], ["b", "c"]], [0, 1]):
    print("  ", fault)

print("\nA matrix is mostly zeros, so nobody stores it.  Dominoes on an n x n board:")
for n in (4, 8, 16):
    cells = [(r, c) for r in range(n) for c in range(n)]
    dominoes = [[(r, c), (r, c + 1)] for r, c in cells if c + 1 < n]
    dominoes += [[(r, c), (r + 1, c)] for r, c in cells if r + 1 < n]
    ones, size = sum(map(len, dominoes)), len(dominoes) * len(cells)
    print(f"  {n:2} x {n:<2}: {len(dominoes)} rows, {len(cells)} columns, {ones} ones, "
          f"{size - ones} zeros: {ones / size:.1%} is not zero")

print("""
To try next:
  - Which rows occur in two covers?  Take one out: how many covers are left?
  - Print problem.to_matrix(), and problem.to_networkx().edges: a third way to draw it.
  - Add a column that no row covers.  What do dlx.count and dlx.explain say?""")
