"""Symmetry: which layouts are the same, and how one counts them.

Turn a layout with its board, and it is another cover, but hardly another answer.  All
images of a layout form its *orbit*.  The group of a square board has 8 moves, and the
size of an orbit is 8 divided by how many moves keep the layout: the more symmetry, the
smaller the orbit.  So one does not divide a count by 8; one adds up orbits.
"""

from collections import Counter

import dlx
from puzzles import draw, load
from reductions import SYMMETRIES, Layouts, Queens, count, encode
from reductions.packing import parse

print(__doc__)
queens = Queens(8)
problem = encode(queens)
covers = dlx.count(problem)
found = list(Layouts(queens, symmetry="all").orbits())
sizes = Counter(orbit.size for _, orbit, _ in found)
total = " + ".join(f"{number} x {size}" for size, number in sorted(sizes.items())[::-1])
print(f"8 queens: {len(found)} orbits, {covers} covers = {total}")

layout, orbit, _ = min(found, key=lambda entry: entry[1].size)
print(f"\nThe small orbit: {len(orbit.keeping)} moves of 8 keep this layout as it is.")
print(draw(queens, layout))

print("\nFour ways to count, each merging what the one before it merges, and more:")
print("  raw        everything is told apart")
print("  merged     equal pieces are not told apart")
print("  rotations  nor are turns of the whole board")
print("  all        nor are reflections, where pieces allow it\n")
puzzles = {name: load(name).puzzle for name in (
    "queens-8", "frogs", "drive-ya-nuts", "pentominoes-3x20", "wooden-cube")}
puzzles["four equal Ls"] = parse({"size": [4, 4], "flip": True, "pieces": {
    "L": {"shape": ["###", "#.."], "count": 4}}})
print(f"{'':18}" + "".join(f"{name:>11}" for name in SYMMETRIES) + "   identity")
for name, puzzle in puzzles.items():
    counts = count(puzzle)
    raw = dlx.count(encode(puzzle))  # by no symmetry at all
    layouts = Layouts(puzzle, symmetry="all")
    orbits = [(orbit.size, labels) for _, orbit, labels in layouts.orbits()]
    assert raw == counts.raw == sum(size * labels for size, labels in orbits)
    identity = " + ".join(f"{number} x {size}" + f" x {labels}" * (labels > 1)
                          for (size, labels), number in Counter(orbits).items())
    numbers = "".join(f"{number:11}" for number in counts[:4])
    print(f"{name:18}{numbers}   {raw} = {identity}")
print("\nRaw counts are made without symmetry.  Each is the sum of the sizes of orbits,"
      "\ntimes the ways to tell equal pieces apart: 4 of them in 4 x 3 x 2 x 1 ways.")

print("""
To try next:
  - For which sizes up to 10 have queens a layout that a quarter turn keeps?
  - Why is rotations equal to all for frogs?  print(count(...).notes)
  - Burnside: the number of orbits is the mean number of layouts that a move keeps.""")
