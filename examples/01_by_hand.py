"""By hand: four options on paper.

Seven days, A to G, and four friends who can water the plants, each on some of them.  On
every day exactly one friend is to come, and a friend comes on all of their days or on
none.  That is an exact-cover problem: the days are *items*, the friends are *options*.
"""

import dlx

problem = dlx.Problem({
    "Ann": ["A",                          "E"          ],
    "Ben": [          "C", "D",                "F"     ],
    "Cleo": ["A",               "D",               "G" ],
    "Dora": [    "B",                              "G" ],
}, primary="ABCDEFG")


def paper():
    """Print the matrix as one would draw it: a row an option, a column an item."""
    rows, columns = problem.to_matrix()
    print("      " + " ".join(columns))
    for name, row in zip(problem.names, rows):
        print(f"{name:5} " + " ".join("x" if bit else "." for bit in row))


print(__doc__.splitlines()[0], "\n")
paper()

print("\nB is in one row only, Dora's; so Dora comes.  Cleo shares G with her; so Cleo")
print("does not.  D and F are left to Ben, A and E to Ann.  What the program says:\n")
for event in dlx.trace(problem):
    print(event)

print("\nIs it a cover?  What is wrong with two others:")
for cover in (["Ann", "Ben", "Dora"], ["Ann", "Ben"], ["Dora", "Cleo", "Ben"]):
    faults = dlx.check(problem, cover)
    print(f"  {' + '.join(cover)}: {'; '.join(faults) or 'every item exactly once'}")

print("""
To try next:
  - Let Ann come on A only.  Who is missing?  Ask dlx.explain(problem).
  - Give Ben a twin with the same days.  How many covers are there now?
  - Make G secondary: Problem(..., primary="ABCDEF", secondary="G").  What changes?""")
