"""Every lesson runs, is short, and prints what it should teach; its table is true."""

import ast
import io
import os
import re
import runpy
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import dlx
import reductions
from puzzles import load
from reductions import kind_of
from reductions.kinds import missing

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
LESSONS = sorted(EXAMPLES.glob("[0-9]*.py"))

TAUGHT = {
    "01_by_hand": [
        "Ann    x . . . x . .",
        "choose item 'B': 1 option",
        "found cover 'Dora', 'Ann', 'Ben'",
        "Ann + Ben + Dora: every item exactly once",
        "item 'B' is not covered; item 'G' is not covered",
        "item 'D' is covered by options 'Ben' and 'Cleo'",
    ],
    "02_matrix": [
        "option 2: cat fox\n",
        "item eel: in options 1 3 5\n",
        "rows (2, 1): cat fox | dog eel",
        "item 'b' is covered by options 0 and 1",
        " 8 x 8 : 112 rows, 64 columns, 224 ones, 6944 zeros: 3.1% is not zero",
    ],
    "03_algorithm_x": [
        "2 then 3 stuck\n",
        "4 then 1 then 5 cover\n",
        "dlx.covers agrees: [(4, 1, 5)]",
        "4 x 3           11              40           69\n",
        "4 x 4           36             135          396\n",
    ],
    "04_links": [
        "c is taken out       a <-> b <-> d        c knows b and d",
        "c puts itself back   a <-> b <-> c <-> d  c knows b and d",
        "A - B - C - D - E - F - G   and around again\n  .   .   0   .   0   0   .",
        "B - C - D - E - F - G   and around again\n  .   0   .   0   0   .\n"
        "  .   .   .   .   .   .\n",
        "all 64 links are as before: True",
    ],
    "05_dance": [
        "..III/.....  try option <I at 0,2 0,3 0,4>",
        "PPIII/PPPDD        a cover",
        "stuck item 'cell 0,0' has no option left",
        "2 covers, 3 dead ends and 11 nodes",
        "level 2: #####\n",
    ],
    "06_sudoku": [
        "729 options (9 x 9 x 9), 324 items: 81 (cell) + 81 (row) + 81 (column)",
        "covers: cell 2,7; 5 in row 2; 5 in column 7; 5 in box 2",
        "Each item is in 9 options; a cover has 324 / 4 = 81 of them.",
        "529 options are left, and 145",
        "7 . 4 . . . . . 6     7 2 4 9 1 3 5 8 6",
        "7 stands twice in one row, at row 1, column 1 and row 1, column 7",
        "Covers: 1; wrong by the rules: nothing",
    ],
    "07_queens": [
        "Diagonals secondary: 92 covers.",
        "Diagonals primary:   0 covers.  There are 30 of them",
        "With slack options:  92 covers.",
        "94 options in place of 64",
        "item 'up 0' forces option (0, 0)",
        "covers     1    0    0    2   10    4   40   92",
    ],
    "08_dominoes": [
        "dominoes, 4 x 4             36",
        "dominoes, 6 x 6          6,728",
        "dominoes, 8 x 8     12,988,816    too many",
        "pentominoes, 3 x 20          8",
        "in 50% of all covers",
    ],
    "09_colors": [
        "[b r] in place 0: tile rb, place 0, edge 1 in color r",
        "2 covers: [g b] [b r] and [r b] [b g]",
        "Without colors there are 0",
        "12 rows (by trying every row: 12)",
        "[0 0] [0 1] [1 1] [1 2] [2 2] [2 0]",
    ],
    "10_light_bulbs": [
        "FWT-SWB, FWB-SWT, FBT-SBB, FBB-SBT",
        "18 primary items, 12 secondary items, 324 options",
        "side 0,0-0,1, in color",
        "18 primary items, 96 secondary items, 324 options",
        "Layout 3",
        "12 layouts when all are told apart, 3 when",
        "the same cards would have 0 layouts.",
    ],
    "11_wooden_cube": [
        "587,068,342,272 arrangements",
        "8 primary items, 81 secondary items, 360 options",
        "24 covers after",
        "Points optional: 24 layouts.  Required: 0",
        "80 elements, the cube has 81",
        "Up to turning there is 1",
        "Empty: (0, 0, 0)",
    ],
    "12_meteor": [
        "    5     12     298\n",
        "2098 covers; a half turn",
        "1049 are to be found",
        "9 9 9 9 6\n 9 6 6 6 4\n",
    ],
    "13_symmetry": [
        "12 orbits, 92 covers = 11 x 8 + 1 x 4",
        "2 moves of 8 keep this layout",
        "92         92         24         12   92 = 11 x 8 + 1 x 4\n",
        "8          8          2          2   8 = 2 x 4\n",
        "24         24          1          1   24 = 1 x 24\n",
        "240         10          5          3   240 = 2 x 4 x 24 + 1 x 2 x 24\n",
    ],
    "14_langford": [
        "3 at 2   . . x  . x . . . x",
        "Covers: 3 1 2 1 3 2, 2 3 1 2 1 3",
        "  7       63         52             26      ",
        "  8       84        300            150      ",
        "  9      108          0              0      -",
    ],
    "15_graphs": [
        "Petersen      10    15          6         6          120       120\n",
        "cube           8    12          9         9          114       114\n",
        "ring of 7      7     7          0         0          126       126\n",
        "K4             4     6          3         3            0         0\n",
        "Graph with 85 nodes and 120 edges",
    ],
    "16_multiplicities": [
        "  4     24     90         2586       65536\n",
        "11 covers",
        "each day once: Ann + Ben + Dora\n",
        "{'F': 2}: Ann + Ben + Dora + Eve or Ben + Cleo + Dora\n",
        "{'A': 2}: no way",
    ],
    "17_cheapest": [
        "36 covers; the costs of all, sorted: 12 14 16 16",
        "The three cheapest, without listing: 12 14 16",
        "12,988,816 covers in a diagram of 1,628 nodes: the cheapest costs 75",
    ],
    "18_taking_apart": [
        "12 covers, 1 layout up to turning it",
        "It comes apart in 13 moves",
        "   5. 4 +z 4, leaves\n",
        "each time: 5 4 2 1 1",
        "1 cover, and yet:\n  proved impossible",
        "The cube of lesson 11 comes apart",
    ],
    "19_links_and_bits": [
        "  0 0 1 1 1      0 0 0 0 0      0 0 0 0 0\n",
        "Row 4 has 2 live options",
        "queens-8       1,177               12                2",
        "frogs          1,803              107               11",
    ],
    "20_your_own_kind": [
        "regions = [\n",
        "def encode(puzzle: Stars",
        "21 primary items, 64 secondary items, 49 options, 343 entries>, 1 cover",
        "wrong with it: nothing",
        "not one star in each row; not one star in each column",
        "$ puzzles solve stars.toml --kind stars.py\n. . . . . . A\n",
        "slip.toml: regions: row 1 has 6 cells, want 7",
    ],
}


#: Lessons about the search, or about problems that an earlier one stated.
REDUCES_NOTHING_NEW = ("01", "02", "03", "04", "13", "17", "19", "20")


class Lesson(NamedTuple):
    path: Path
    names: dict[str, Any]
    text: str


@pytest.fixture(scope="module", params=LESSONS, ids=lambda path: path.stem)
def lesson(request):
    """Run a lesson; return what it defines, and what it prints."""
    out = io.StringIO()
    with redirect_stdout(out), pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        patch.chdir(ROOT.parent)
        names = runpy.run_path(str(request.param), run_name="__main__")
    return Lesson(request.param, names, out.getvalue())


def as_script(path, folder, **settings):
    """Run a lesson by itself, as a student does."""
    return subprocess.run(
        [sys.executable, "-W", "error", path],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTHONIOENCODING": "utf-8",
            **settings,
        },
    )


def table():
    """Return the rows of the table in the course's README, by the lesson's file."""
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    rows = [
        re.split(r" *\| *", line.strip("| "))
        for line in text.split("\n")
        if line.startswith("| [")
    ]
    found = {}
    for title, *cells in rows:
        name, file = re.fullmatch(r"\[(.*)\]\((.*)\)", title).groups()
        found[file] = (name, *cells)
    return found


def test_the_command_of_the_course_prints_what_it_shows(monkeypatch, capsys):
    from puzzles.command import main

    monkeypatch.chdir(ROOT)
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    ((words, output),) = re.findall(r"^\$ puzzles (.*)\n((?:.+\n)+?)```", text, re.M)
    assert main(words.split()) == 0
    assert capsys.readouterr().out == output


def test_there_are_twenty_lessons_in_order_each_with_an_entry_here():
    assert [path.stem for path in LESSONS] == sorted(TAUGHT)
    assert [path.name[:3] for path in LESSONS] == [f"{k:02}_" for k in range(1, 21)]


def test_a_lesson_prints_what_it_teaches(lesson):
    assert not [line for line in TAUGHT[lesson.path.stem] if line not in lesson.text]


def test_a_lesson_says_first_what_it_is_about(lesson):
    told = lesson.names["__doc__"]
    assert lesson.text.startswith(told)
    assert re.match(r"[A-Z].*\.\n\n", told) and len(told) > 300
    if lesson.path.stem[:2] not in REDUCES_NOTHING_NEW:
        said = " ".join(told.split())
        assert "tems: " in said and "ptions: " in said and "t is exact: " in said


def test_a_lesson_ends_with_two_or_three_things_to_try(lesson):
    _, found, last = lesson.text.partition("\nTo try next:\n")
    assert found
    things = [line for line in last.split("\n") if line.startswith("  - ")]
    assert len(things) in (2, 3)
    assert all(line.startswith("  ") for line in last.split("\n") if line)


def test_the_table_has_what_a_lesson_computes(lesson):
    title, idea, items, options, covers = table()[lesson.path.name]
    number = f"{int(lesson.path.name[:2])}. "
    assert title.startswith(number)
    assert lesson.names["__doc__"].startswith(title.removeprefix(number))
    assert idea
    problem = lesson.names["problem"]
    secondary = f" + {len(problem.secondary)}" if problem.secondary else ""
    assert items == f"{len(problem.primary)}{secondary}"
    assert options == f"{len(problem.names):,}"
    found = lesson.names["covers"]
    assert covers.split()[0] == f"{found:,}"
    assert str(found) in lesson.text or f"{found:,}" in lesson.text
    counted = lesson.names.get("given", problem)  # of the Sudoku
    if len(counted.names) < 1000:
        assert dlx.count(counted) == found


def test_what_lesson_4_lets_one_try_loses_what_was_put_back_too_early(capsys):
    names = runpy.run_path(str(EXAMPLES / "04_links.py"))
    left, right = names["left"], names["right"]
    for name in "bcd":
        right[left[name]], left[right[name]] = right[name], left[name]
    for name in "bdc":
        right[left[name]] = left[right[name]] = name
    capsys.readouterr()
    names["ring"]("put back")
    assert capsys.readouterr().out.split("c knows")[0].split() == (
        "put back a <-> d".split()
    )


def test_the_table_has_the_lessons_and_nothing_else():
    assert list(table()) == [path.name for path in LESSONS]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_is_short_and_needs_only_what_is_always_there(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    imported = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module.partition(".")[0])
    assert imported <= sys.stdlib_module_names | {
        "dlx",
        "reductions",
        "puzzles",
        "networkx",
        "tabulate",
    }


@pytest.mark.parametrize("path", [LESSONS[0], LESSONS[-1]], ids=lambda path: path.stem)
def test_a_lesson_runs_as_a_script_in_any_folder(path, tmp_path):
    done = as_script(path, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert not [line for line in TAUGHT[path.stem] if line not in done.stdout]
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_lessons_without_clocks_print_the_same_under_every_hash_seed(tmp_path):
    for path in LESSONS:
        if path.name[:2] not in ("08", "11", "19", "20"):
            one, other = (
                as_script(path, tmp_path, PYTHONHASHSEED=seed) for seed in "01"
            )
            assert (one.returncode, one.stderr) == (0, "")
            assert one.stdout == other.stdout


def test_a_kind_of_ones_own_is_written_and_solved_from_the_command_line(run):
    for name in ("stars.py", "stars.toml"):
        shutil.copy(EXAMPLES / name, name)
    text = Path("stars.toml").read_text(encoding="utf-8")
    code, out, err = run("solve", "stars.toml", "--kind", "stars.py", "--count")
    assert (code, out) == (0, f"{load('stars.toml', kind='stars.py').known['raw']}\n")
    assert "complete" in err
    # The same letter everywhere: one region of 49 cells has one star, 7 rows have 7.
    puzzle = re.sub(r"[A-G]{7}", "AAAAAAA", text)
    code, out, err = run("solve", "mine.toml", "--kind", "stars.py", mine=puzzle)
    assert (code, out) == (1, "")
    assert "exact-cover" not in err


def test_the_stars_are_counted_right_by_trying_all():
    from itertools import permutations

    puzzle = load(str(EXAMPLES / "stars.toml"), kind=str(EXAMPLES / "stars.py")).puzzle
    assert missing(kind_of(puzzle)) == []
    right = [
        columns
        for columns in permutations(range(7))
        if all(abs(a - b) > 1 for a, b in zip(columns, columns[1:]))
        and len({puzzle.regions[r][c] for r, c in enumerate(columns)}) == 7
    ]
    (layout,) = reductions.solve(puzzle)
    assert [tuple(c for _, c in sorted(star.cells[0] for star in layout))] == right
