"""Watching it dance: a whole search, a line for each thing that happens.

Three pieces, a bar of three (I), a domino (D) and a P, are to fill a board of 2 x 5.
Items: each cell and each piece.  Options: a piece in a place; it covers that piece and
the cells below it.  It is exact: each piece is used once, and no cell twice or never.
Watch how the search takes the item with the fewest options, and where it gets stuck.
"""

from collections import Counter

import dlx
from reductions import encode
from reductions.packing import parse

puzzle = parse({"size": [2, 5], "pieces": {"I": "###", "D": "##", "P": "##\n##\n#."}})
problem = encode(puzzle)


def board(chosen):
    """Return the rows of the board with the pieces that lie on it."""
    at = {cell: piece.piece for piece in chosen for cell in piece.cells}
    return "/".join("".join(at.get((r, c), ".") for c in range(5)) for r in range(2))


print(__doc__)
chosen, nodes, kinds = [], Counter(), Counter()
for event in dlx.trace(problem):
    if event.kind == "try":
        chosen.append(event.options[0])
        nodes[len(chosen)] += 1
    if event.kind == "undo":
        chosen.pop()
    if event.kind != "found":
        print(f"{board(chosen)}  {event}")
    else:
        print(f"{board(chosen)}  {'  ' * event.level}a cover")
    kinds[event.kind] += 1

covers = kinds["found"]
print(f"\nThe tree of the search has {covers} covers, {kinds['stuck']} dead ends and "
      f"{sum(nodes.values())} nodes:")
for level, number in nodes.items():
    print(f"  level {level}: {'#' * number}")

print("""
A choice among one is no choice, and a choice among none is the earliest end that there
can be.  So the rule keeps the tree narrow; it never changes which covers there are.""")

print("""
To try next:
  - Let pieces be flipped ("flip": True).  How much larger is the tree?
  - Step forward and back, with links and board: dlx show queens-8 --html queens.html
  - Put the board above into a file (puzzles new packing tells how), and watch it:
    dlx show FILE --steps, or --html PAGE, or --tree TREE.svg""")
