"""Langford pairs: a puzzle without a board.

Put the numbers 1, 1, 2, 2, ..., n, n in a row such that between the two k there are
just k others: 3 1 2 1 3 2.  Items: each number, and each of the 2 n places.  Options:
both k, in places i and i + k + 1; such an option covers the number and two places.  Why
it is exact: each pair stands somewhere, and each place has one number.
"""

import dlx


def langford(size, mirrored=True):
    """Return the problem; without `mirrored`, with one of each row and its mirror."""
    last = 2 * size
    options = {(k, i): [f"pair {k}", f"place {i}", f"place {i + k + 1}"]
               for k in range(1, size + 1) for i in range(1, last - k)}
    if not mirrored:  # 1 may begin in the left half only: its mirror is in the right
        options = {(k, i): option for (k, i), option in options.items()
                   if k > 1 or i + 1 <= size}
    pairs = [f"pair {k}" for k in range(1, size + 1)]
    return dlx.Problem(options, pairs + [f"place {i}" for i in range(1, last + 1)])


def row(cover):
    """Return the row that a cover stands for."""
    at = {place: k for k, i in cover for place in (i, i + k + 1)}
    return " ".join(str(at[place]) for place in sorted(at))


print(__doc__)
small = langford(3)
print("All options for n = 3, as rows of the matrix:")
rows, columns = small.to_matrix()
print(" " * 10 + "1 2 3  1 2 3 4 5 6")
for (k, i), bits in zip(small.names, rows):
    marks = ["x" if bit else "." for bit in bits]
    print(f"  {k} at {i}   {' '.join(marks[:3])}  {' '.join(marks[3:])}")
print("Covers:", ", ".join(map(row, dlx.covers(small))))

print("\n  n   options    covers   without mirrors   a row")
for size in range(1, 10):
    problem = langford(size)
    covers = dlx.count(problem)
    half = dlx.count(langford(size, mirrored=False))
    example = row(dlx.first(problem)) if covers else "-"
    print(f"{size:3}{len(problem.names):9}{covers:11}{half:15}      {example}")
size, problem = 8, langford(8)
covers = dlx.count(problem)

print("""
Why none for n = 1, 2, 5, 6, 9?  The two places of k add up to 2 i + k + 1, and so all
places to an even number and n (n + 3) / 2.  But all places add up to n (2 n + 1), which
for these n is odd where the other is even, or the other way around.  The search does
not see such reasons: it tries every way, and is right, too.

To try next:
  - Let n be 10.  How long does the search take to find none?
  - Allow one place to stay empty: make it secondary, and add a place.  Which n work?
  - Three of each number, k others between neighbors: what are the options?""")
