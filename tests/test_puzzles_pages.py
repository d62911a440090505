"""Pages: where pieces wait, what a page says, and that it is the same every time."""

import html
import os
import random
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from takeapart_simulator import add, fine
from test_puzzles_takeapart import cut

from puzzles.command import main
from puzzles.takeapart.layouts import named
from puzzles.drawing import layouts, space
from puzzles.drawing.motion import bars, stages
from puzzles.files import load
from puzzles.takeapart import take_apart
from reductions import Queens, solve

ROOT = Path(__file__).parent.parent


def wooden(ratio):
    """Return the plan of the wooden cube."""
    placements = named(next(solve(load("wooden-cube").puzzle)))
    return take_apart({name: p.cells for name, p in placements.items()}, ratio)


def collision(pieces, ratio, places):
    """Return where two pieces share space on the way, cell by cell, or nothing."""
    filled = {name: fine(cells, ratio) for name, cells in pieces.items()}
    for number, (at, then) in enumerate(zip(places, places[1:] + places[-1:])):
        steps = {
            name: tuple(b - a for a, b in zip(at[name], then[name])) for name in filled
        }
        far = max(abs(x) for step in steps.values() for x in step)
        shifts = {shift for shift in steps.values() if any(shift)}
        assert len(shifts) <= 1, "one way at a time"
        for k in range(far + 1):
            now = {
                name: {
                    add(
                        cell, add(at[name], (k * x // max(far, 1) for x in steps[name]))
                    )
                    for cell in cells
                }
                for name, cells in filled.items()
            }
            for one, other in combinations(now, 2):
                if now[one] & now[other]:
                    return number, one, other
    return None


@pytest.mark.parametrize("ratio", [1, 4])
def test_no_two_pieces_share_space_anywhere_on_the_way_of_the_wooden_cube(ratio):
    plan = wooden(ratio)
    places = stages(plan)
    assert len(places) == len(plan.moves) + 1
    assert set(places[-1].values()) == {(0, 0, 0)}
    pieces = bars(plan, places)
    assert collision(pieces, ratio, places) is None


def test_pieces_of_plates_fill_what_gaps_they_can_and_nothing_else():
    plan = wooden(4)
    places = stages(plan)
    pieces = bars(plan, places)
    assert sum(map(len, pieces.values())) > sum(map(len, plan.start.values()))
    for name, cells in plan.start.items():
        assert set(cells) <= set(pieces[name])
        for gap in set(pieces[name]) - set(cells):
            assert sum(x % 2 for x in gap) == 2
    # There are notches: not all gaps can be filled.
    every = {name: (*cells, *space_gaps(cells)) for name, cells in plan.start.items()}
    assert collision(every, 4, places) is not None


def space_gaps(cells):
    """Return cells between two cells of a piece in line, where both are plates."""
    own = set(cells)
    for cell in cells:
        for axis in range(3):
            if cell[axis] % 2 == 0 and sum(x % 2 for x in cell) == 1:
                side = tuple(int(k == axis) for k in range(3))
                if add(add(cell, side), side) in own:
                    yield add(cell, side)


def test_no_two_pieces_share_space_on_the_way_of_boxes_cut_at_random():
    apart = 0
    for seed in range(25):
        pieces = cut(random.Random(seed), (3, 3, 3), 5, 2, 0.2)
        plan = take_apart(pieces)
        if plan.result == "apart":
            apart += len(plan.moves) > 3
            assert collision(plan.start, 1, stages(plan)) is None
    assert apart > 5


def test_the_surface_of_a_piece_has_lines_only_where_faces_meet_at_an_angle():
    frame = [(x, y, 0) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    body = space.surface(frame, 1)
    # Two squares above and below, and the four and four lines that join them.
    assert len(body.lines) == 24
    assert max(sum(abs(b - a) for a, b in zip(*line)) for line in body.lines) == 3
    # Two cells that touch at an edge have a line there.
    assert ((1, 1, 0), (1, 1, 1)) in space.surface([(0, 0, 0), (1, 1, 0)], 1).lines


def test_a_page_is_the_same_for_every_hash_seed():
    script = (
        "from puzzles.drawing import space; from puzzles.takeapart import take_apart;"
        "from hashlib import sha256;"
        "page = space.page(take_apart({'a': [(0, 0, 0), (1, 0, 0)], 'b': [(0, 1, 0)],"
        "'c': [(1, 1, 0)]}), 'three');"
        "print(sha256(page.encode()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in "12"
    }
    assert len(seen) == 1 and len(seen.pop()) == 65


def test_names_and_titles_are_text_and_no_marks():
    name = "</script><img src=x>"
    page = space.page(take_apart({name: [(0, 0, 0)], "b": [(1, 0, 0)]}), name)
    assert "<img" not in page
    assert page.count("<title>&lt;/script&gt;&lt;img src=x&gt;</title>") == 1


def test_a_page_has_at_most_so_many_layouts_and_shapes(monkeypatch):
    found = list(solve(Queens(5), symmetry="raw"))
    assert len(found) == 10
    assert layouts.page(Queens(5), found, "queens")[1] == 10
    monkeypatch.setattr(layouts, "MOST_LAYOUTS", 4)
    assert layouts.page(Queens(5), found, "queens")[1] == 4
    monkeypatch.setattr(layouts, "MOST_SHAPES", 65)
    assert layouts.page(Queens(5), found, "queens")[1] == 2
    monkeypatch.setattr(layouts, "MOST_SHAPES", 1)
    assert layouts.page(Queens(5), found, "queens")[1] == 1


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ({"most_states": 0}, "given up after 0 states; it may come apart"),
        ({"timeout": 0}, "stopped by timeout after 0 states"),
    ],
)
def test_without_a_whole_plan_the_page_says_why_there_are_no_steps(limits, reason):
    plan = take_apart({"a": [(0, 0, 0)], "b": [(1, 0, 0)]}, **limits)
    page = space.page(plan, "two")
    assert f"put together; {reason}" in page
    assert '"sliders":[' not in page


def test_steps_that_are_too_many_are_left_out_and_that_is_said(monkeypatch):
    plan = take_apart({"a": [(0, 0, 0)], "b": [(1, 0, 0)]})
    assert '"sliders":[' in space.page(plan, "two")
    monkeypatch.setattr(space, "MOST", 1)
    page = space.page(plan, "two")
    assert "put together; 1 steps of 2 cells are too many for a page" in page
    assert '"sliders":[' not in page


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Return a function that draws a page in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, out="a.html"):
        code = main(["draw", *arguments, "--out", out])
        return code, *capsys.readouterr()

    return run


RING = """
kind = "packing"
lattice = "cubic"
size = [3, 3, 3]
turn = false
[pieces]
ring = [[0,0,0],[1,0,0],[2,0,0],[0,1,0],[2,1,0],[0,2,0],[1,2,0],[2,2,0]]
spool = [[0,0,0],[1,0,0],[2,0,0],[0,1,0],[1,1,0],[2,1,0],[0,2,0],[1,2,0],[2,2,0],
  [1,1,1],[0,0,2],[1,0,2],[2,0,2],[0,1,2],[1,1,2],[2,1,2],[0,2,2],[1,2,2],[2,2,2]]
"""


def test_the_command_says_what_is_in_the_page(run):
    assert run("wooden-cube") == (
        0,
        "",
        "puzzles: wooden-cube: layout 1 is in a.html, put together in 12 steps\n",
    )
    assert run("pentominoes-3x20", "--layout", "2", out="b.HTML") == (
        0,
        "",
        "puzzles: pentominoes-3x20: layouts 2 to 4 are in b.HTML (rotations)\n",
    )
    code, _, err = run("pentominoes-6x10")
    assert code == 0 and err.endswith(
        "layouts 1 to 833 are in a.html (rotations); there are more\n"
    )


def test_the_ratio_that_is_asked_for_is_that_of_the_page(run):
    assert run("wooden-cube", "--ratio", "1")[0] == 0
    assert " by 1 cell" in Path("a.html").read_text(encoding="utf-8")


def test_what_cannot_come_apart_has_a_page_and_the_reason_is_said(run):
    Path("ring.toml").write_text(RING, encoding="utf-8")
    code, _, err = run("ring.toml")
    assert code == 0
    reason, advice = err.splitlines()
    assert reason.endswith("straight moves: ring spool cannot be separated")
    assert "puzzles draw ring.toml --layout apart --out FILE.html" in advice
    page = Path("a.html").read_text(encoding="utf-8")
    assert "proved impossible" in page and "ring.toml --layout apart" in page
    assert run("ring.toml", "--layout", "apart")[0] == 1


def test_the_first_layout_that_comes_apart_has_a_page_with_steps(run):
    code, _, err = run("cube-in-cage", "--layout", "apart")
    assert code == 0 and err == (
        "puzzles: cube-in-cage: layout 93 is in a.html, put together in 16 steps\n"
    )
    code, _, err = run("cube-in-cage")
    assert code == 0 and "layout 1 is in a.html, without steps" in err


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["frogs", "--layout", "3"], 1, "there is no layout 3, only 2 (rotations)"),
        (["frogs", "--layout", "0"], 2, "--layout counts from 1"),
        (["wooden-cube", "--layout", "2"], 1, "there is no layout 2, only 1"),
        (["wooden-cube", "--timeout", "0"], 3, "stopped by timeout"),
        (["nothing.toml"], 2, "there is no file nothing.toml"),
        (["frogs", "--ratio", "2"], 2, "--ratio is for puzzles in space"),
        (["soma", "--ratio", "2"], 2, "soma has no plates"),
        (["soma", "--plate"], 2, "--plate is for solids: --out FILE.stl or FILE.3mf"),
    ],
)
def test_what_has_no_page_is_said_in_one_line(run, arguments, code, message):
    found = run(*arguments)
    assert found[:2] == (code, "")
    assert message in found[2] and found[2].count("\n") == 1
    assert not Path("a.html").exists()


def test_without_plotly_one_line_says_what_to_install(run, monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "plotly"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "plotly", None)
    assert run("frogs") == (
        2, "", "puzzles: pages need plotly: pip install 'tilewright[draw]'\n"
    )  # fmt: skip


def test_a_plan_shows_its_page_in_a_notebook():
    plan = wooden(4)
    shown = plan._repr_html_()
    start = '<iframe srcdoc="'
    assert shown.startswith(start) and shown.count("<") == 2
    page = shown[len(start):shown.index('" width=')]
    assert html.unescape(page) == space.page(plan, "put together")


def test_without_plotly_a_notebook_shows_a_plan_as_text(monkeypatch):
    monkeypatch.setitem(sys.modules, "plotly.io", None)
    assert wooden(4)._repr_html_() is None
