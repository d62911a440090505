"""Sudoku as 729 options: why 324 items.

Options: a digit in a cell.  9 rows, 9 columns, 9 digits.
Items: what must be there exactly once.  Each cell has a digit; and each row, each
column and each box has each digit.
Why it is exact: a filled grid is a choice of 81 options; each covers 4 items, and the
rules say that none is covered twice and none is left out.
"""

import dlx
from reductions import PuzzleError, check, encode
from reductions.sudoku import parse

LINES = range(9)
GRID = """
7.4.....6 | ..52..... | .3..8.... | 9....4.35 | .48.5..9. | 6......4. |
.6...12.. | ....2.31. | ...4....8
"""


def items(row, column, digit):
    """Return what a digit in a cell covers: a cell, and the digit in three places."""
    box = row // 3 * 3 + column // 3
    return [f"cell {row},{column}", f"{digit} in row {row}",
            f"{digit} in column {column}", f"{digit} in box {box}"]


print(__doc__)
problem = dlx.Problem({(r, c, d): items(r, c, d)
                       for r in LINES for c in LINES for d in range(1, 10)})
kinds = ["cell", "row", "column", "box"]
numbers = {k: sum(k in item for item in problem.primary) for k in kinds}
print(f"{len(problem.names)} options (9 x 9 x 9), {len(problem.primary)} items:",
      " + ".join(f"{number} ({kind})" for kind, number in numbers.items()))
print("The option 5 in row 2, column 7 covers:", "; ".join(problem.options[2, 7, 5]))
entries = sum(map(len, problem.options.values()))
print(f"Each item is in {entries // len(problem.primary)} options; a cover has "
      f"{len(problem.primary)} / 4 = {len(dlx.first(problem))} of them.\n")

puzzle = parse({"grid": GRID})
given = encode(puzzle)
print(f"A given leaves its cell one option: {len(given.names)} options are left, and "
      f"{len(dlx.simplify(given).problem.names)} of them\nonce what is forced is done.")
layout = dlx.first(given)
covers = dlx.count(given)
solved = {placement.cells[0]: placement.piece for placement in layout}
for row in LINES:
    print(" ".join(puzzle.grid[9 * row:9 * row + 9]), "   ",
          " ".join(solved[row, column] for column in LINES))
try:
    parse({"grid": GRID.replace("7.4.....6", "7.4...7.6")})
except PuzzleError as error:
    print("A slip is named, not searched:", error)
print(f"Covers: {covers}; wrong by the rules: {check(puzzle, layout) or 'nothing'}.")

print("""
To try next:
  - Turn the 3 of the last row but one into a 5.  How many covers are there now?
  - Take a given away.  How many covers are there now?
  - What are the items of a Sudoku whose two diagonals have all digits, too?""")
