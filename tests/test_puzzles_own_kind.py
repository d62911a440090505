"""A kind of puzzle of one's own: a module that only the command line can name."""

import shutil
import sys
from pathlib import Path

import pytest

from puzzles.files import load
from puzzles.own_kind import load_kind
from reductions import check, count, kind_of, solve
from reductions.kinds import Kind, missing

EXAMPLES = Path(__file__).parent.parent / "examples"

# Pick numbers of a list, each digit 0 to 2 once: the least that a kind can be.
DIGITS = """
from typing import NamedTuple
from dlx import Problem
from reductions import Placement, PuzzleError
from reductions.lattice import SQUARE
from reductions.simple import (copies, decode, misfit, moves, required, state,
                               symmetries)

KEYS = (("numbers", "what may be picked, as texts of digits"),)

class Digits(NamedTuple):
    numbers: list
    kind = "all-digits"
    lattice = SQUARE
    board = ()

def parse(data):
    if "numbers" not in data:
        raise PuzzleError("numbers: missing; want texts of digits")
    return Digits(data["numbers"])

def placements(puzzle):
    return [Placement(number, ((0, k),)) for k, number in enumerate(puzzle.numbers)]

def encode(puzzle, options=None, *, ordered=False):
    return Problem({placement: list(placement.piece) for placement in
                    (placements(puzzle) if options is None else options)}, "012")

def check(puzzle, layout):
    return []
"""
PUZZLE = 'kind = "all-digits"\nnumbers = ["01", "2", "12", "0"]\n'


@pytest.fixture
def stars(tmp_path):
    """Return the example's module and puzzle, in a folder of their own."""
    for name in ("stars.py", "stars.toml"):
        shutil.copy(EXAMPLES / name, tmp_path)
    return str(tmp_path / "stars.py"), str(tmp_path / "stars.toml")


def test_a_module_and_a_file_are_all_that_a_kind_of_ones_own_takes(run):
    Path("all_digits.py").write_text(DIGITS)
    own = "--kind", "all_digits.py"
    code, out, err = run("solve", "mine.toml", *own, "--count", mine=PUZZLE)
    assert (code, out) == (0, "2\n"), err
    code, out, err = run("solve", "mine.toml", *own, "--all")
    assert (code, out) == (0, "layout 1\n01\n2\n\nlayout 2\n0\n12\n\n"), err
    code, out, err = run("check", "mine.toml", *own)
    assert code == 0 and "all-digits, 4 options, 3 items" in out


def test_every_command_that_reads_a_puzzle_takes_the_kind(run, stars):
    module, puzzle = stars
    for command, told in (
        (["show"], "21 primary items, 64 secondary items, 49 options"),
        (["check"], "exactly one layout"),
        (["solve"], "E . . . . . .\n"),
        (["hint"], "A must lie at 0,6"),
    ):
        code, out, err = run(*command, puzzle, "--kind", module)
        assert code == 0 and told in out, err
    code, _, err = run("convert", puzzle, "copy.toml", "--kind", module)
    assert code == 0, err
    assert load("copy.toml", kind=module).puzzle.regions == (
        load(puzzle, kind=module).puzzle.regions
    )


def test_a_puzzle_of_ones_own_is_drawn_like_a_packing(run, stars):
    module, puzzle = stars
    code, _, err = run("draw", puzzle, "--kind", module, "--out", "stars.svg")
    assert code == 0, err
    assert Path("stars.svg").read_text(encoding="utf-8").count("<path") > 49


def test_a_file_alone_never_names_a_module(run):
    Path("all_digits.py").write_text("raise SystemExit('it was run')")
    code, out, err = run("solve", "mine.toml", mine=PUZZLE)
    assert (code, out) == (2, "")
    assert "the module of a kind of your own is given by --kind FILE.py" in err


def test_our_own_kinds_are_read_beside_it(run):
    Path("all_digits.py").write_text(DIGITS)
    code, out, _ = run("solve", "queens-8", "--kind", "all_digits.py", "--count")
    assert (code, out) == (0, "24\n")


def test_a_near_miss_of_its_name_is_suggested(run):
    Path("all_digits.py").write_text(DIGITS)
    wrong = PUZZLE.replace("digits", "digit")
    code, _, err = run("solve", "mine.toml", "--kind", "all_digits.py", mine=wrong)
    assert code == 2 and err.count("\n") == 1
    assert "exact-cover, all-digits; did you mean 'all-digits'?" in err


@pytest.mark.parametrize(
    "name, text, said",
    [
        (
            "all_digits.txt",
            DIGITS,
            "all_digits.txt: want a Python module, such as stars.py",
        ),
        ("2.py", DIGITS, "2.py: want a Python module"),
        ("queens.py", DIGITS, "queens.py: there is a kind queens already"),
        ("all_digits.py", "x = (", "all_digits.py:1: '(' was never closed"),
        (
            "all_digits.py",
            "import nothing_such",
            "all_digits.py:1: ModuleNotFoundError",
        ),
        ("all_digits.py", "\n1 / 0", "all_digits.py:2: ZeroDivisionError"),
        ("all_digits.py", "\0", "all_digits.py"),
        (
            "all_digits.py",
            DIGITS.replace("def check", "def chequed"),
            "it lacks check;",
        ),
        (
            "all_digits.py",
            DIGITS.replace('data["numbers"])', "data.x)"),
            "all_digits.py:20: AttributeError: 'dict' object has no attribute 'x'",
        ),
        (
            "all_digits.py",
            DIGITS.replace("return []", "return 1 / 0"),
            None,  # `solve` does not ask it
        ),
        (
            "all_digits.py",
            DIGITS.replace("list(placement.piece)", "[placement.piece, 'X']"),
            "uses item '01', which is neither primary nor secondary",
        ),
        (
            "all_digits.py",
            DIGITS.replace("return [Placement(number, ((0, k),))", "return [number"),
            "says: AttributeError: 'str' object has no attribute 'piece' (at order.py:",
        ),
        (
            "all_digits.py",
            DIGITS.replace("def decode", "").replace("KEYS = (", "KEYS = 3  # ("),
            "all_digits.py: something that it provides is not as reductions.kinds.Kind "
            "says: TypeError",
        ),
    ],
)
def test_whatever_is_wrong_with_a_module_is_told_in_one_line(run, name, text, said):
    Path(name).write_text(text)
    code, _, err = run("solve", "mine.toml", "--kind", name, "--all", mine=PUZZLE)
    assert (code, err.count("\n")) == (0 if said is None else 2, 1), err
    assert said is None or said in err


def test_errors_of_the_puzzle_pass_as_they_are(run):
    Path("all_digits.py").write_text(DIGITS)
    text = 'kind = "all-digits"'
    code, _, err = run("solve", "mine.toml", "--kind", "all_digits.py", mine=text)
    assert code == 2
    assert err == "puzzles: mine.toml: numbers: missing; want texts of digits\n"


def test_a_module_that_is_not_there_is_said_so(run):
    code, _, err = run("solve", "mine.toml", "--kind", "none.py", mine=PUZZLE)
    assert (code, err) == (2, "puzzles: none.py: No such file or directory\n")


def test_it_is_written_in_our_own_format_only(run):
    Path("all_digits.py").write_text(DIGITS)
    code, _, err = run(
        "solve", "mine.toml", "--kind", "all_digits.py", "--from", "tiles", mine=PUZZLE
    )
    assert code == 2 and "in TOML only" in err


def test_in_python_the_module_of_the_class_is_the_kind(stars):
    own = load_kind(stars[0])
    puzzle = load(stars[1], kind=stars[0]).puzzle
    assert own.name == puzzle.kind == "stars"
    assert kind_of(puzzle) is sys.modules[type(puzzle).__module__]
    assert count(puzzle)[:4] == (1, 1, 1, 1)
    (layout,) = solve(puzzle)
    assert check(puzzle, layout) == []


def test_the_stars_of_the_example_are_judged_by_their_rules(stars):
    puzzle = load(stars[1], kind=stars[0]).puzzle
    (layout,) = solve(puzzle)
    first = layout[0]
    assert check(puzzle, layout[1:]) == [
        "not one star in each row",
        "not one star in each column",
        "not one star in each region",
    ]
    moved = first._replace(cells=((1, 2),))
    assert "the stars on (1, 2) and (1, 3) touch" in check(puzzle, (*layout[1:], moved))


def test_two_kinds_of_one_name_in_two_folders_do_not_mix(tmp_path):
    found = []
    for folder, answer in (("one", "[]"), ("two", '["wrong"]')):
        path = tmp_path / folder
        path.mkdir()
        (path / "all_digits.py").write_text(
            DIGITS.replace("return []", f"return {answer}")
        )
        (path / "mine.toml").write_text(PUZZLE)
        kind = str(path / "all_digits.py")
        found.append(load(str(path / "mine.toml"), kind=kind).puzzle)
    assert [check(puzzle, ()) for puzzle in found] == [[], ["wrong"]]


def test_what_a_kind_provides_is_listed_in_one_place():
    import reductions.queens

    assert missing(reductions.queens) == []
    assert "KEYS" in missing(sys) and "parse" in missing(sys)
    assert set(missing(sys)) == {"KEYS"} | {n for n in vars(Kind) if n[0] != "_"}
