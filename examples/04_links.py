"""Links: how to hide something so that putting it back costs nothing.

In a doubly linked list everyone knows their left and right neighbor.  To take x out,
its neighbors shake hands; x itself forgets nothing, so it knows where it belongs.  An
option hangs in one such list for each of its items.  Lesson 3 copied what was left at
each step; with links the search hides and puts back, in reverse order: they dance.
"""

import dlx
from dlx.engines.links import Links

print(__doc__)
left, right = dict(zip("bcda", "abcd")), dict(zip("abcd", "bcda"))


def ring(text):
    """Print the ring from a to the right, and what c believes."""
    around = ["a"]
    while right[around[-1]] != "a":
        around.append(right[around[-1]])
    print(f"  {text:20} {' <-> '.join(around):20} c knows {left['c']} and {right['c']}")


ring("a ring of four")
right[left["c"]], left[right["c"]] = right["c"], left["c"]
ring("c is taken out")
right[left["c"]] = left[right["c"]] = "c"
ring("c puts itself back")

problem = dlx.Problem(["CEF", "ADG", "BCF", "AD", "BG", "DEG"], primary="ABCDEFG")
links = Links(problem)


def lists(title):
    """Draw the ring of items, and below each item the list of its live options."""
    item, columns = links.right[0], {}
    while item:
        live, name = set(links.live(item)), problem.primary[item - 1]
        columns[name] = [str(n) if n in live else "." for n in range(6)]
        item = links.right[item]
    print(f"\n{title}\n  {' - '.join(columns)}   and around again")
    for row in zip(*columns.values()):
        print("  " + "   ".join(row))


before = [list(array) for array in (links.left, links.right, links.up, links.down)]
lists("Seven items, each with the options that cover it:")
links.cover(1)
lists("A is covered: options 1 and 3, which cover A, are gone from D and G:")
links.uncover(1)
same = before == [links.left, links.right, links.up, links.down]
print(f"\nA is uncovered, and all {sum(map(len, before))} links are as before: {same}.")
covers = dlx.count(problem, engine="links")
print(f"The search leaves them so, too, after {covers} cover.")

print("""
To try next:
  - Take out b, c and d.  Put back b, then d, then c: where are b and c in a print?
  - Cover two items (links.cover(1), links.cover(4)).  Which lists are left?
  - Read dlx/engines/links.py: each method, and below it the one that undoes it.""")
