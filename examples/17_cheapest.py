"""Cheapest covers: when covers are many, and not all are worth the same.

A board has a number on each cell.  A domino costs the difference of the two numbers
below it.  Items and options are those of lesson 8; options have *costs* now, and the
cost of a cover is the sum.  Which covers there are does not change; which are cheap can
be told without listing them: in a diagram, the cheapest way below a node is the best
of its branches, and it is worked out once for each node.
"""

from random import Random

import dlx


def dominoes(numbers):
    options = [[(r, c), (r + d, c + 1 - d)] for r, c in numbers for d in (0, 1)
               if (r + d, c + 1 - d) in numbers]
    return dlx.Problem(options, numbers, costs={
        name: abs(numbers[one] - numbers[other])
        for name, (one, other) in enumerate(options)})


def drawn(problem, numbers, cover, size):
    """Return the rows of a board, with = and | between the two halves of a domino."""
    pairs, lines = {tuple(problem.options[name]) for name in cover}, []
    for r in range(size):
        row = [(r, c) for c in range(size)]
        lines += ["".join(f"{numbers[one]}" + " ="[(one, (r, one[1] + 1)) in pairs]
                          for one in row),
                  " ".join(" |"[(one, (r + 1, one[1])) in pairs] for one in row)]
    return lines[:-1]


print(__doc__)
chance = Random(16)
small = {(r, c): chance.randrange(10) for r in range(4) for c in range(4)}
problem = dominoes(small)
best = dlx.cheapest(problem, 3)
listed = sorted(sum(problem.costs.get(name, 0) for name in cover)
                for cover in dlx.covers(problem))
print(f"4 x 4, {len(listed)} covers; the costs of all, sorted:", *listed)
print("The three cheapest, without listing:", *(cost for cost, _ in best), "\n")
for row in zip(*(drawn(problem, small, cover, 4) for _, cover in best)):
    print("  " + "     ".join(row).rstrip())

large = {(r, c): chance.randrange(10) for r in range(8) for c in range(8)}
problem = dominoes(large)
diagram = dlx.diagram(problem)
covers = diagram.count()
(cost, cover), (second, _) = diagram.cheapest(2)
(dear, _), = diagram.cheapest(1, lambda name: -problem.costs.get(name, 0))
print(f"\n8 x 8, {covers:,} covers in a diagram of {len(diagram.nodes):,} nodes: the "
      f"cheapest costs {cost},\nthe next {second}, the dearest {-dear}:\n")
print("\n".join("  " + row.rstrip() for row in drawn(problem, large, cover, 8)))

print("""
To try next:
  - Find the cover with the most dominoes that lie flat: which costs say so?
  - Pay the friends of lesson 1, and add one who comes every day for a high price.
  - What does dlx.cheapest do when a diagram takes too much memory?""")
