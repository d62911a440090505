"""Your own kind of puzzle: one module and one data file.

The module examples/stars.py is a whole kind, and stars.toml a puzzle of it.  The module
has what nobody else can know: the keys of a file (KEYS, parse), what may be chosen
(placements), what that covers (encode), and the rules (check).  All else it takes from
reductions.simple.  Named on the command line by --kind, it is solved, checked, drawn,
hinted at and converted like any other kind.  Here this is done in a folder of its own.
"""

import inspect
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import dlx
from puzzles import load
from reductions import check, encode, kind_of, solve

HERE = Path(__file__).parent


def puzzles(*words):
    """Run the command line in the new folder, and show what it says."""
    print("$ puzzles", *words)
    done = subprocess.run([sys.executable, "-m", "puzzles", *words], cwd=folder,
                          capture_output=True, encoding="utf-8")
    print(done.stdout + done.stderr)


print(__doc__)
print("The puzzle, stars.toml:\n")
print((HERE / "stars.toml").read_text(encoding="utf-8"))
puzzle = load(str(HERE / "stars.toml"), kind=str(HERE / "stars.py")).puzzle
print("The reduction, from stars.py, which begins with its items and options:\n")
print(inspect.getdoc(kind_of(puzzle)), "\n")
print(inspect.getsource(kind_of(puzzle).encode))

problem = encode(puzzle)
covers = dlx.count(problem)
print(f"In Python: {problem}, {covers} cover.")
(layout,) = solve(puzzle)
print("By its rules, wrong with it:", check(puzzle, layout) or "nothing")
print("Wrong without its first star:", "; ".join(check(puzzle, layout[1:])), "\n")

with TemporaryDirectory() as folder:
    for name in ("stars.py", "stars.toml"):
        shutil.copy(HERE / name, folder)
    puzzles("solve", "stars.toml", "--kind", "stars.py")
    text = (HERE / "stars.toml").read_text(encoding="utf-8")
    Path(folder, "slip.toml").write_text(text.replace("DBBBBBA", "DBBBBA"), "utf-8")
    puzzles("check", "slip.toml", "--kind", "stars.py")

print("""To try next:
  - Draw it: puzzles draw stars.toml --kind stars.py --out stars.svg (in examples).
  - Two stars in each row, column and region: lesson 16 tells how.  Where do you begin?
  - A kind of your own: copy stars.py to moons.py, and say kind = "moons" in its data
    file.  Write its items and options down first.""")
