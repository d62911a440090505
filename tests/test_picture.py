"""The picture of the README is what its program draws, and says what is true."""

import os
import subprocess
import sys
from pathlib import Path

import defusedxml.ElementTree as ElementTree

from puzzles import load
from puzzles.takeapart import take_apart
from reductions import count, encode, solve

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "examples" / "picture.svg"


def words():
    """Return the lines below the puzzles, in their order."""
    root = ElementTree.parse(PICTURE).getroot()
    texts = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    return [text for text in texts if " " in text]


def test_the_picture_is_what_its_program_draws(tmp_path):
    made = tmp_path / "again.svg"
    subprocess.run(
        [sys.executable, ROOT / "examples" / "picture.py", made],
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "7"},
    )
    assert made.read_bytes() == PICTURE.read_bytes()


def test_the_picture_says_how_many_options_and_layouts_there_are():
    for at, name in ((1, "frogs"), (3, "pentominoes-8x8"), (5, "wooden-cube")):
        puzzle = load(name).puzzle
        options, number = len(encode(puzzle).names), count(puzzle).all
        assert words()[at] == f"{options} options, {number} layout{'s'[number == 1:]}"


def test_the_picture_says_how_the_cube_comes_apart():
    cube = load("wooden-cube").puzzle
    pieces = {placement.piece: placement.cells for placement in next(solve(cube))}
    plan = take_apart(pieces, cube.ratio)
    assert plan.result == "apart"
    told = f"{len(plan.moves)} moves, found in {plan.states} states"
    assert words()[7] == told
