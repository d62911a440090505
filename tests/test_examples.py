"""Every lesson runs by itself, is short, and prints what it should teach."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LESSONS = sorted((ROOT / "examples").glob("[0-9]*.py"))

TAUGHT = {
    "01_by_hand": [
        "Ann   x . . . x . .",
        "choose item 'B': 1 option",
        "found cover 'Dora', 'Ann', 'Ben'",
        "Ann + Ben + Dora: every item exactly once",
        "item 'B' is not covered; item 'G' is not covered",
    ],
    "02_algorithm_x": [
        "if not live:",
        "Knuth's example: (4, 1, 5)",
        "stuck item 'E' has no option left",
        "4 x 4           36",
        "4 x 6          281",
    ],
    "03_light_bulbs": [
        "FWT-SWB, FWB-SWT, FBT-SBB, FBB-SBT",
        "18 primary items, 12 secondary items, 324 options",
        "side 0,0-0,1, in color",
        "18 primary items, 96 secondary items, 324 options",
        "Layout 3",
        "12 layouts when all are told apart, 3 when",
        "the same cards would have 0 layouts.",
    ],
    "04_wooden_cube": [
        "587,068,342,272 arrangements",
        "8 primary items, 81 secondary items, 360 options",
        "24 covers after",
        "Points optional: 24 layouts.  Required: 0",
        "80 elements, the cube has 81",
        "Up to turning there is 1",
        "Empty: (0, 0, 0)",
    ],
}


def test_every_lesson_has_an_entry_here():
    assert [lesson.stem for lesson in LESSONS] == sorted(TAUGHT)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_a_lesson_prints_what_it_teaches(lesson, tmp_path):
    result = subprocess.run(
        [sys.executable, "-W", "error", lesson], cwd=tmp_path, capture_output=True,
        encoding="utf-8", env={**os.environ, "PYTHONPATH": str(ROOT),
                               "PYTHONIOENCODING": "utf-8"},
    )
    assert result.returncode == 0, result.stderr
    assert not result.stderr
    assert not [line for line in TAUGHT[lesson.stem] if line not in result.stdout]
    assert "wrong!" not in result.stdout
    assert "To try next:" in result.stdout


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_a_lesson_is_short(lesson):
    assert len(lesson.read_text(encoding="utf-8").splitlines()) <= 60
