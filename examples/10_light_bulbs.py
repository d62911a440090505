"""Light bulbs: nine cards, and colors that make neighbors agree.

Each side of a card shows half a bulb.  Items: each card and each cell (primary), each
side between two cells (secondary).  Options: a card in a cell, turned in one of four
ways; it gives each inner side a color: the symbol that the upper or left card shows
there.  Why it is exact: two neighbors fit if and only if their side has one color.  And
what fits what is no rule in a program but data, a list of *mates*.
"""

from puzzles import draw, load
from reductions import count, encode, solve

puzzle = load("light-bulbs").puzzle
print(__doc__)
print("Mates:", ", ".join(f"{a}-{b}" for a, b in puzzle.mates if a < b))
problem = encode(puzzle)
print("As exact cover:", problem, "\n")
placement = next(iter(problem.options))
print(f"The first option, card {placement.piece} on cell {placement.cells[0]}, covers:")
for item, color in problem.options[placement].items():
    print(f"  {item}" + (f", in color {color}" if color else ""))

print("\nWithout colors the same needs an item for each side and symbol:")
print(" ", encode(puzzle, colors=False))

for number, layout in enumerate(solve(puzzle), 1):
    print(f"\nLayout {number}")
    print(draw(puzzle, layout, ascii=True))

counts = count(puzzle)
covers = counts.raw
print(f"\n{covers} layouts when all are told apart, {counts.rotations} when a turn "
      "of the board\nmakes no difference: each can be turned four ways.")

# First (F) meets second (S), since the halves sit off the middle.  And if they did not?
wrong = puzzle._replace(mates=tuple((a, a[0] + b[1:]) for a, b in puzzle.mates))
print("If first met first, the same cards would have", count(wrong).raw, "layouts.")

print("""
To try next:
  - Solve frogs and lizards: what are the mates there?
  - Swap two symbols of one card (puzzle.tiles).  How many layouts are left?
  - Type in nine tiles of your own: puzzles new edge-matching --out mine.toml""")
