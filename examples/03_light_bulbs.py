"""Light bulbs: nine cards, and colors that make neighbors agree.

Each side of a card shows half a bulb.  What fits what is data, a list of *mates*; that
two neighbors fit is one secondary item for each inner side, colored with the symbol
that the upper or left card shows there.
"""

from puzzles import draw, load
from reductions import check, count, encode, solve

puzzle = load("light-bulbs").puzzle
print(__doc__.splitlines()[0], "\n")

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
    print(f"\nLayout {number}" + (": wrong!" if check(puzzle, layout) else ""))
    print(draw(puzzle, layout, ascii=True))

counts = count(puzzle)
print(f"\n{counts.raw} layouts when all are told apart, {counts.rotations} when a turn "
      "of the board\nmakes no difference: each can be turned four ways.")

# First (F) meets second (S), since the halves sit off the middle.  And if they did not?
wrong = puzzle._replace(mates=tuple((a, a[0] + b[1:]) for a, b in puzzle.mates))
print("If first met first, the same cards would have", count(wrong).raw, "layouts.")

print("""
To try next:
  - Solve frogs and lizards: what are the mates there?
  - Swap two symbols of one card (puzzle.tiles).  How many layouts are left?
  - Type in nine tiles of your own: puzzles new edge-matching --out mine.toml""")
