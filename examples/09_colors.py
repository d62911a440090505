"""Colors: two tiles, one edge, on which they must agree.

A tile has a symbol at either end and may be turned around.  Items: each tile and each
place (primary), and each edge between two places (secondary).  Options: a tile in a
place, turned or not; it covers tile and place, and gives the edges beside it the
*color* that it shows there.  A secondary item may be covered more than once if all give
it one color.  Why it is exact: two ends fit if and only if their edge has one color.
"""

from itertools import pairwise, permutations, product

import dlx


def train(tiles):
    """Return the problem of laying tiles in a row so that ends that touch are equal."""
    places = range(len(tiles))
    edges = [f"edge {place}" for place in places[1:]]
    options = {}
    for tile, place, step in product(tiles, places, (1, -1)):
        left, right = tile[::step]
        ends = {f"edge {place}": left, f"edge {place + 1}": right}
        options[place, left + right] = {
            f"tile {tile}": None, f"place {place}": None,
            **{edge: color for edge, color in ends.items() if edge in edges}}
    primary = [f"tile {tile}" for tile in tiles] + [f"place {p}" for p in places]
    return dlx.Problem(options, primary, edges)


def rows(problem):
    return sorted(" ".join(f"[{text[0]} {text[1]}]" for _, text in sorted(cover))
                  for cover in dlx.covers(problem))


print(__doc__)
two = train(["rb", "bg"])
for (place, text), option in two.options.items():
    print(f"  [{text[0]} {text[1]}] in place {place}:", ", ".join(
        item + f" in color {color}" * bool(color) for item, color in option.items()))
print(f"\n{len(rows(two))} covers:", " and ".join(rows(two)))
plain = dlx.count(dlx.Problem(map(list, two.options.values()), two.primary, ["edge 1"]))
print(f"Without colors there are {plain}: edge 1 can be covered once only.")

TILES = ["00", "01", "02", "11", "12", "22"]
problem = train(TILES)
found = rows(problem)
covers = len(found)
tried = {row for tiles in permutations(TILES)
         for row in product(*((tile, tile[::-1]) for tile in tiles))
         if all(one[1] == other[0] for one, other in pairwise(row))}
print(f"\nDominoes with 0 to 2: {covers} rows (by trying every row: {len(tried)}):")
for row in found[:4]:
    print("  ", row)

print("""   ...

To try next:
  - Close the row to a ring: one more edge, before the first place.  How many covers?
  - Leave out the tiles with two equal ends, and take 0 to 3.  Why is there no cover?
  - What fits what need not be equality: read lesson 10.""")
