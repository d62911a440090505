"""Taking apart: to fit is one thing, to get there is another.

A burr: six bars, notched so that they cross in the middle.  Items: each bar, each cell
that must be filled (primary), and each that may stay empty (secondary).  Options: a bar
in a place.  Why it is exact: no two bars share a cell, and none is left over.  But that
they fit does not say that hands can put them there.  This is another problem, for
another algorithm: breadth first through the states that moves lead to, until something
leaves; and backwards through them, the order to build in.
"""

import dlx
from puzzles import draw, load
from puzzles.takeapart import take_apart
from reductions import Layouts, encode

print(__doc__)
puzzle = load("burr-level-5").puzzle
problem = encode(puzzle)
covers = dlx.count(problem)
layouts = Layouts(puzzle, symmetry="rotations")
(layout,) = layouts
print(f"{problem}:\n{covers} covers, {layouts.count} layout up to turning it.\n")
print(draw(puzzle, layout))

plan = take_apart({placement.piece: placement.cells for placement in layout})
print(f"\nIt comes {plan.result} in {len(plan.moves)} moves ({plan.states} states were "
      "looked at):")
for number, move in enumerate(plan.moves, 1):
    print(f"  {number:2}. {move}")
print("The moves until something leaves, each time:", *plan.levels,
      "\nThe first of them is called the level of a burr, and says how hard it is.")

print("\nBuilt in reverse; the last three moves:")
for move in plan.assembly()[-3:]:
    print("     ", move)

shell = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)
         if (x, y, z) != (1, 1, 1)]
box = {"shell": shell, "core": [(1, 1, 1)]}
fits = dlx.count({name: [name, *cells] for name, cells in box.items()})
print(f"\nA core in a closed shell: {fits} cover, and yet:\n ", take_apart(box).why())

wooden = load("wooden-cube").puzzle
(layout,) = Layouts(wooden)
parts = {placement.piece: placement.cells for placement in layout}
plan = take_apart(parts, wooden.ratio)
print(f"\nThe cube of lesson 11 comes {plan.result}, by levels", *plan.levels)

print("""
To try next:
  - Watch it: puzzles draw burr-level-5 --out burr.html (needs plotly).
  - puzzles takeapart wooden-cube --assemble
  - Which of the layouts of your own burr come apart?  puzzles takeapart FILE --all""")
