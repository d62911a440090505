"""Meteor: another lattice, the same reduction.

Ten pieces of five hexagons each fill a board of 10 rows of 5, every odd row half a cell
to the right.  Items: each cell and each piece.  Options: a piece in a place.  Why it is
exact: each piece is used once, and each cell is filled once.  What is new is geometry
alone: hexagons are turned by 60 degrees, so a piece may lie in 6 ways, or in 12 if it
may be flipped and has no symmetry of its own.  A cell (row, column) gets two
coordinates in which a turn is a matrix and a shift is an addition.
"""

from collections import Counter

from puzzles import draw, load
from reductions import Layouts, encode
from reductions.lattice import HEXAGONAL, poses

puzzle = load("meteor").puzzle
print(__doc__)

problem = encode(puzzle)
places = Counter(placement.piece for placement in problem.options)
print("piece  poses  places on the board")
for piece in puzzle.pieces:
    shapes = poses(HEXAGONAL, map(HEXAGONAL.vector, piece.cells), flip=True)
    print(f"{piece.name:>5}  {len(shapes):5}  {places[piece.name]:6}")


def drawn(vectors):
    """Return four lines with the hexagons of a shape, odd rows half a cell right."""
    at = {(row, 2 * column + row % 2) for row, column in map(HEXAGONAL.cell, vectors)}
    left, top = min(x for _, x in at), min(row for row, _ in at)
    return ["".join("#" if (top + y, left + x) in at else " " for x in range(9))
            for y in range(4)]


shapes = poses(HEXAGONAL, map(HEXAGONAL.vector, puzzle.pieces[5].cells), flip=False)
print("\nPiece 5, turned by 60 degrees at a time:")
for row in zip(*(drawn(pose.vectors) for pose in shapes)):
    print("  " + "  ".join(row).rstrip())

layouts = Layouts(puzzle)
first = next(iter(layouts))
layouts.tally()
covers = layouts.raw
print(f"""
As exact cover: {problem}
{covers} covers; a half turn of the board carries each into another one, so that
{layouts.count} are to be found, after {layouts.nodes:,} nodes.  The first:
""")
print(draw(puzzle, first))

print("""
To try next:
  - Forbid flips: puzzle._replace(flip=False).  Is there a layout left?
  - What is different on triangles?  puzzles show hexiamonds-6x6
  - Draw the first layout: puzzles draw meteor --out meteor.svg""")
