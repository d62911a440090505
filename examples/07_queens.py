"""Queens, and why there are secondary items.

Options: a queen on a square of the chessboard.  Primary items: each row and each
column, which has exactly one of 8 queens.  Secondary items: each diagonal, which may
have one queen or none.  A secondary item is covered at most once, and need not be.
Why it is exact: "at most one" for diagonals is the rule of the game, not "exactly one".
"""

import dlx

LINES = range(8)


def queens(size, diagonals="secondary"):
    """Return the problem of so many queens."""
    lines = range(size)
    options = {(r, c): [f"row {r}", f"column {c}", f"up {r + c}", f"down {r - c}"]
               for r in lines for c in lines}
    rows = [f"{line} {k}" for k in lines for line in ("row", "column")]
    slopes = [f"up {k}" for k in range(2 * size - 1)]
    slopes += [f"down {k}" for k in range(1 - size, size)]
    if diagonals == "secondary":
        return dlx.Problem(options, rows, slopes)
    if diagonals == "slack":  # an option for each diagonal that covers it alone
        options |= {f"no queen on {slope}": [slope] for slope in slopes}
    return dlx.Problem(options, rows + slopes)


print(__doc__)
problem = queens(8)
covers = dlx.count(problem)
cover = dlx.first(problem)
for row in LINES:
    print("  " + " ".join(".Q"[(row, column) in cover] for column in LINES))

slopes = len(problem.secondary)
print(f"""
Diagonals secondary: {covers} covers.
Diagonals primary:   {dlx.count(queens(8, "primary"))} covers.  There are {slopes} of \
them, and 8 queens stand on 2 each.
With slack options:  {dlx.count(queens(8, "slack"))} covers.  An option "no queen on \
this diagonal" covers it.

The last way is what one does without secondary items: {len(queens(8, "slack").names)} \
options in place of {len(problem.names)}.""")

why = dlx.explain(queens(2, "primary"))
print("On a board of 2 x 2 with primary diagonals, the reason is a short one:")
print(" ", str(why).replace("\n", "\n  "))

print("\nsize   " + "".join(f"{size:5}" for size in range(1, 9)))
print("covers " + "".join(f"{dlx.count(queens(size)):5}" for size in range(1, 9)))

print("""
To try next:
  - Leave the diagonals out: rooks.  Which well-known number of covers is that?
  - Put a queen into a corner first: problem.force([(0, 0)]).  How many covers are left?
  - Queens on a cylinder: diagonals go on at the other side.  Which sizes work?""")
