"""Which layouts come apart: counted, chosen, and told next to what is known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzles import bundled, load
from puzzles.formats.burrtools import write
from puzzles.takeapart import plans
from reductions import SYMMETRIES, count, solve

#: A ring around a bar between two plates, which cannot be separated.
RING = """
kind = "packing"
lattice = "cubic"
size = [3, 3, 3]
[pieces]
ring = ["###", "#.#", "###"]
bell = ["###", "###", "###", "", "...", ".#.", "...", "", "###", "###", "###"]
"""


SPACE = ["burr-level-5", "chinese-cross", "cube-in-cage", "piston-burr", "wooden-cube"]


@pytest.mark.parametrize("name", SPACE)
def test_what_is_counted_equals_what_is_known(run, name):
    code, out, err = run("solve", name, "--apart", "--json")
    data, known = json.loads(out), load(name).known
    assert (code, err, data["complete"]) == (0, "", True)
    assert data["counts"] == dict(zip(SYMMETRIES, count(load(name).puzzle)))
    assert data["apart"] == known.get("apart", 1)
    assert data["apart"] + data["impossible"] == known["rotations"]
    assert data["known"].items() <= known.items()


def test_the_table_has_what_is_known_next_to_what_is_counted(run):
    code, out, _ = run("solve", "cube-in-cage", "--apart")
    assert code == 0
    assert [line.split() for line in out.splitlines()] == [
        ["layouts", "counted", "known"],
        ["----------", "---------", "-------"],
        ["raw", "2304", "2304"],
        ["merged", "1152", "1152"],
        ["rotations", "96", "96"],
        ["all", "96", "96"],
        ["come", "apart", "1", "1"],
    ]


def burrtools(name: str, stored: str) -> None:
    """Write a bundled puzzle as a file of BurrTools, with counts that it stored."""
    text = write(load(name))
    assert 'state="0"' in text
    Path("a.xmpuzzle").write_text(
        text.replace('state="0"', f'state="2" {stored}'), encoding="utf-8"
    )


@pytest.mark.parametrize("how", [[], ["--count"], ["--all"]])
def test_solving_a_file_of_burrtools_tells_what_comes_apart(run, how):
    burrtools("piston-burr", 'assemblies="10" solutions="1"')
    code, out, err = run("solve", "a.xmpuzzle", *how)
    assert code == 0 and "come apart" not in out
    table = [line.split() for line in err.splitlines()[-7:]]
    assert table[0] == ["layouts", "counted", "stored"]
    assert table[2:] == [
        ["raw", "240"],
        ["merged", "120"],
        ["rotations", "10", "10"],
        ["all", "10"],
        ["come", "apart", "1", "1"],
    ]


def test_a_stored_count_without_mirror_images_stands_next_to_all(run):
    burrtools("chinese-cross", 'assemblies="1" solutions="1"')
    _, out, _ = run("solve", "a.xmpuzzle", "--apart")
    lines = [line.split() for line in out.splitlines()]
    assert ["rotations", "2"] in lines and ["all", "1", "1"] in lines


def test_a_stored_count_that_is_another_is_seen(run):
    burrtools("chinese-cross", 'assemblies="7" solutions="1"')
    _, out, _ = run("solve", "a.xmpuzzle", "--apart")
    assert ["rotations", "2", "7"] in [line.split() for line in out.splitlines()]


@pytest.mark.parametrize("how", [["--json"], ["--limit", "1"], ["--random"]])
def test_what_is_for_other_programs_or_asks_for_some_ends_at_once(run, how):
    burrtools("piston-burr", 'assemblies="10" solutions="1"')
    code, _, err = run("solve", "a.xmpuzzle", *how)
    assert code == 0 and "come apart" not in err.replace("that come apart", "")


def test_a_bundled_puzzle_is_not_taken_apart_unless_asked(run):
    assert "come apart" not in run("solve", "piston-burr", "--count")[2]


def test_what_time_was_too_short_for_is_said(run):
    code, out, err = run("solve", "soma", "--apart", "--timeout", "0")
    assert code == 3 and "stopped by timeout" in err
    assert out.splitlines()[-1].split() == ["come", "apart", "at", "least", "0"]
    code, out, _ = run("solve", "soma", "--apart", "--timeout", "0", "--json")
    assert code == 3
    assert json.loads(out)["counts"] is None and not json.loads(out)["complete"]
    burrtools("soma", 'assemblies="480"')
    code, _, err = run("solve", "a.xmpuzzle", "--timeout", "0.1")
    assert "puzzles solve a.xmpuzzle --apart takes its time" in err or code == 3


def test_what_cannot_be_taken_apart_is_one_line(run):
    code, out, err = run("solve", "frogs", "--apart")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "want a packing puzzle in space" in err


def test_a_puzzle_without_layouts_exits_with_one(run):
    none = 'kind = "packing"\nlattice = "cubic"\nsize = [1, 1, 3]\n[pieces]\nI = "##"'
    code, out, _ = run("solve", "a.toml", "--apart", a=none)
    assert code == 1 and out.splitlines()[2].split() == ["raw", "0"]


# ------------------------------------------------------------------- the first of them


@pytest.mark.parametrize("name", SPACE)
def test_the_first_layout_that_comes_apart_is_chosen(run, name):
    puzzle = load(name).puzzle
    found = [plan.result for _, plan in plans(puzzle, solve(puzzle))]
    first = found.index("apart") + 1
    code, out, _ = run("takeapart", name, "--layout", "apart", "--json")
    assert (code, json.loads(out)["result"]) == (0, "apart")
    assert out == run("takeapart", name, "--layout", str(first), "--json")[1]


def test_a_locked_layout_tells_how_to_look_for_another(run):
    code, _, err = run("takeapart", "cube-in-cage")
    assert code == 1 and "--layout apart looks for a layout that comes apart" in err


def test_where_none_comes_apart_that_is_said(run):
    code, out, err = run("takeapart", "a.toml", "--layout", "apart", a=RING)
    assert code == 1 and out == "of 1 layout none comes apart\n"
    code, _, err = run("draw", "a.toml", "--layout", "apart", "--out", "a.html")
    assert code == 1 and "of 1 layout none comes apart" in err
    assert not Path("a.html").exists()


def test_what_was_given_up_is_not_said_to_be_locked(run):
    code, out, _ = run("takeapart", "piston-burr", "--layout", "apart", "--states", "3")
    assert code == 3
    assert out.startswith("of 10 layouts none is known to come apart; 5 were given up")


@pytest.mark.parametrize("ending", ["svg", "html", "stl"])
def test_pictures_pages_and_solids_are_of_the_layout_that_is_chosen(run, ending):
    more = ["--assembled"] if ending == "stl" else []
    for number in ("apart", "93"):
        out = f"{number}.{ending}"
        words = ["draw", "cube-in-cage", "--layout", number, "--out", out]
        assert run(*words, *more)[0] == 0
    assert Path(f"apart.{ending}").read_bytes() == Path(f"93.{ending}").read_bytes()


@pytest.mark.parametrize("out", ["a.svg", "a.html"])
def test_tiles_do_not_come_apart(run, out):
    code, _, err = run("draw", "frogs", "--layout", "apart", "--out", out)
    assert code == 2 and "want a packing puzzle in space" in err


def test_a_slip_in_the_word_gets_a_suggestion(run):
    code, _, err = run("draw", "soma", "--layout", "appart")
    assert code == 2 and "want a number from 1, or apart; did you mean" in err


def test_bundled_puzzles_with_levels_say_how_many_come_apart():
    for name in bundled():
        known = load(name).known
        if known.get("rotations") != 1 and "levels" in known:
            assert known["apart"] >= 1
