"""The wooden cube: eight parts, 80 of 81 points, and what "optional" does.

The parts are glued together from cubes and plates.  Cubes lie on points with three even
coordinates, plates between two cubes on points with one odd coordinate; a part may be
turned in 24 ways and shifted by even amounts.

Options: a part in a place, with all its points.  Primary items: each part.  Secondary
items: each point, which may stay empty.  Why it is exact: every part is used once, and
two parts never share a point; no rule says that a point must be filled.
"""

from math import prod
from time import perf_counter

import dlx
from puzzles import draw, load
from reductions import Layouts, count, encode

puzzle = load("wooden-cube").puzzle
print(__doc__)

places = {}
begin = perf_counter()
problem = encode(puzzle)
stated = perf_counter() - begin
for placement in problem.options:
    places[placement.piece] = places.get(placement.piece, 0) + 1
print("Ways to lay parts 0 to 7 into the cube:", *places.values())
free = prod(number for piece, number in places.items() if piece != "0")
print(f"With part 0 in one place, that makes {free:,} arrangements.")

print("\nAs exact cover:", problem)
search = dlx.Search(problem)
covers = sum(1 for _ in search)
print(f"{covers} covers after {search.nodes} nodes in {search.seconds:.3f} s; to state "
      f"it took {stated:.3f} s.\nMeasure both before you make either faster.\n")

full = puzzle._replace(cells=puzzle.cells + puzzle.optional, optional=())
elements = sum(len(piece.cells) for piece in puzzle.pieces)
print(f"Points optional: {count(puzzle).raw} layouts.  Required: {count(full).raw}, "
      f"since the parts\nhave {elements} elements, the cube has {len(puzzle.board)}.")

layouts = Layouts(puzzle)
(layout,) = layouts
filled = {cell for placement in layout for cell in placement.cells}
print(f"\nUp to turning there is {layouts.count}; part {layouts.pinned} was kept from "
      "turning with the cube.")
print(draw(puzzle, layout))
print("\nEmpty:", *(cell for cell in puzzle.board if cell not in filled))

print("""
To try next:
  - Leave out part 7 (puzzle._replace(pieces=...)).  How many layouts are there?
  - Allow flips (flip=True).  Is there a new layout that no hand can make?
  - puzzles show wooden-cube; puzzles solve wooden-cube --symmetry raw --all""")
