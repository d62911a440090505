"""By hand: four options on paper.

Seven days, A to G, and four friends who can water the plants, each on some of the days.
On every day exactly one friend is to come, and a friend comes on all of their days or
on none.  That is an exact-cover problem:

- an *item* is what has to be covered: here a day;
- an *option* is what one may choose, with all the items that it covers: here a friend;
- a *cover* is a choice of options that has every item exactly once.
"""

import dlx

problem = dlx.Problem({
    "Ann":  ["A",                          "E"          ],
    "Ben":  [          "C", "D",                "F"     ],
    "Cleo": ["A",           "D",                "G"     ],
    "Dora": [     "B",                          "G"     ],
}, primary="ABCDEFG")


def paper():
    """Print the problem as one would draw it: a row an option, a column an item."""
    rows, columns = problem.to_matrix()
    print("       " + " ".join(columns))
    for name, row in zip(problem.names, rows):
        print(f"{name:6} " + " ".join("x" if bit else "." for bit in row))


print(__doc__)
paper()

print("""
Day B is in one row only, Dora's: she must come.  Cleo shares G with her, so Cleo must
not.  Then A and E are left to Ann, C, D and F to Ben.  The program thinks alike:
""")
for event in dlx.trace(problem):
    print("  ", event)

print("\nIs it a cover?  That can be told without any search, item by item:")
for choice in (["Ann", "Ben", "Dora"], ["Ann", "Ben"], ["Ben", "Cleo", "Dora"]):
    faults = dlx.check(problem, choice)
    print(f"  {' + '.join(choice)}: {'; '.join(faults) or 'every item exactly once'}")

covers = dlx.count(problem)
print(f"\n{problem}, {covers} cover.")

print("""
To try next:
  - Let Ann come on A only.  Who is missing?  Print dlx.explain(problem).
  - Give Ben a twin with the same days.  How many covers are there now, and why?
  - Cross out what Dora excludes on paper: two rows and two columns, or more?""")
