"""Algorithm X: choose an item, try its options, forget what they exclude.

The whole algorithm stands in dlx/algorithm_x.py; here it is at work on the example with
which D. E. Knuth introduced it, and then on dominoes, on boards that grow.
"""

import inspect
from time import process_time

import dlx
from dlx.algorithm_x import algorithm_x

KNUTH = {1: ["C", "E", "F"], 2: ["A", "D", "G"], 3: ["B", "C", "F"],
         4: ["A", "D"],      5: ["B", "G"],      6: ["D", "E", "G"]}


def dominoes(rows, columns):
    """Return one option for each way to lay a domino on the board."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    return ([[(r, c), (r, c + 1)] for r, c in cells if c + 1 < columns]
            + [[(r, c), (r + 1, c)] for r, c in cells if r + 1 < rows])


print(__doc__.splitlines()[0], "\n")
body = inspect.getsource(algorithm_x)
print(body[body.index("    def search"):])

problem = dlx.Problem(KNUTH, primary="ABCDEFG")
print("Knuth's example:", *algorithm_x(problem))
print("\nHow the search goes: A has two options, as few as any item; 2 fails, 4 works.")
for event in dlx.trace(problem):
    print("  ", event)

print("\nEach engine finds the same covers in the same order; only the time differs.")
print(f"{'dominoes':10}{'covers':>8}{'algorithm_x':>14}{'links':>10}{'bits':>10}")
for size in (2, 4, 5, 6):
    board = dlx.Problem(dominoes(4, size))
    line = f"4 x {size:<6}{dlx.count(board):8}"
    for find in (algorithm_x, lambda p: dlx.covers(p, engine="links"),
                 lambda p: dlx.covers(p, engine="bits")):
        begin = process_time()
        list(find(board))
        line += f"{1000 * (process_time() - begin):10.1f} ms"
    print(line)

print("""
To try next:
  - Always choose the first item instead of the smallest one.  How much slower is it?
  - Remove two opposite corners of a 4 x 4 board.  How many covers, and why?
  - Read dlx/engines/links.py: the same search, undone instead of copied.""")
