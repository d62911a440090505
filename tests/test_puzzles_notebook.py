"""What a notebook shows: layouts as pictures, plans as pages, or else plain text."""

from __future__ import annotations

import pickle
import subprocess
import sys
from configparser import ConfigParser
from importlib.metadata import EntryPoint
from pathlib import Path
from xml.etree import ElementTree

import pytest

from puzzles import bundled, load
from puzzles.drawing import Picture
from puzzles.takeapart import plan_of
from reductions import Layout, decode, solve
from reductions.best import Best
from reductions.exact_cover import parse
from reductions.layout import DRAWERS
from reductions.sampling import random_layout

ROOT = Path(__file__).parents[1]


def declared() -> list[EntryPoint]:
    """Return the drawers that the distribution declares."""
    settings = ConfigParser()
    settings.read(ROOT / "setup.cfg", encoding="utf-8")
    lines = settings["options.entry_points"][DRAWERS].split("\n")
    pairs = [line.split(" = ") for line in lines if line]
    return [EntryPoint(name, value, DRAWERS) for name, value in pairs]


@pytest.fixture
def installed(monkeypatch):
    """Let the entry points be those of this source, whatever is installed."""
    found = declared()
    assert len(found) == 1
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda group: found * (group == DRAWERS)
    )


@pytest.mark.parametrize("name", ["frogs", "meteor", "queens-8", "sudoku-inkala"])
def test_a_layout_shows_itself_as_the_picture_that_is_drawn(installed, name):
    puzzle = load(name).puzzle
    layout = next(solve(puzzle))
    svg = layout._repr_svg_()
    assert svg == Picture(puzzle, layout)._repr_svg_()
    assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"


def test_every_way_to_a_layout_tells_it_whose_it_is():
    puzzle = load("frogs").puzzle
    first = next(solve(puzzle))
    best = Best(puzzle)
    assert best.layout.puzzle is puzzle
    found = [
        first,
        *solve(puzzle, symmetry="raw"),
        random_layout(puzzle, 1).layout,
        decode(puzzle, first),
        next(iter(best))[0],
    ]
    assert all(layout.puzzle is puzzle for layout in found)
    for name in bundled():
        if name not in ("pentominoes-and-square", "solid-pentominoes-3x4x5"):
            file = load(name)
            assert next(solve(file.puzzle)).puzzle is file.puzzle


def test_a_layout_is_a_tuple_like_any_other():
    puzzle = load("queens-8").puzzle
    layout = next(solve(puzzle))
    plain = tuple(layout)
    assert (
        layout == plain and hash(layout) == hash(plain) and repr(layout) == repr(plain)
    )
    again = pickle.loads(pickle.dumps(layout))
    assert again == layout and again.puzzle == puzzle


def test_what_has_no_picture_is_shown_as_text(installed):
    puzzle = parse({"options": ["A"]})
    assert next(solve(puzzle))._repr_svg_() is None
    assert Layout()._repr_svg_() is None


def test_without_a_drawer_a_layout_is_shown_as_text(monkeypatch):
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [])
    assert next(solve(load("queens-8").puzzle))._repr_svg_() is None


def test_without_what_draws_layouts_and_plans_are_shown_as_text(installed, monkeypatch):
    for name in ("matplotlib", "matplotlib.figure", "plotly", "plotly.io"):
        monkeypatch.setitem(sys.modules, name, None)
    assert next(solve(load("queens-8").puzzle))._repr_svg_() is None
    puzzle = load("burr-with-key").puzzle
    plan = plan_of(puzzle, next(solve(puzzle)))
    assert plan._repr_html_() is None
    assert repr(plan).startswith("Plan(result='apart'")


def test_a_plan_shows_itself_as_the_page_of_its_steps():
    puzzle = load("burr-with-key").puzzle
    html = plan_of(puzzle, next(solve(puzzle)))._repr_html_()
    assert html.startswith("<iframe srcdoc=") and "step 5 of 5" in html


def test_nothing_that_draws_is_loaded_to_solve():
    script = (
        "import sys\nfrom reductions import Queens, solve\nnext(solve(Queens(6)))\n"
        "print(*(n for n in ('matplotlib', 'puzzles', 'importlib.metadata') "
        "if n in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("\n", "")
