"""The command line of puzzles: streams, exit codes, and no traceback whatever comes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import puzzles
from puzzles import bundled, load
from puzzles.files import template
from reductions import KINDS, SYMMETRIES, Placement, count, solve

FRAME = 'kind = "packing"\nsize = [2, 2]\n[pieces]\n'
NONE = FRAME + 'A = ["##", "#."]\n'
ONE = FRAME + 'A = ["##", "#."]\nB = "#"\n'
SEVERAL = FRAME + 'A = "##"\nB = { shape = "#", count = 2 }\n'
UNSOUND = FRAME + "A = 5\n"


def start(*arguments: str, env: dict[str, str] | None = None, **streams: Any):
    """Start the command in a process of its own."""
    plain = {
        k: v
        for k, v in os.environ.items()
        if k not in ("PYTHONUNBUFFERED", "TERM", "NO_COLOR")
    }
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.Popen(
        [sys.executable, "-m", "puzzles", *arguments],
        cwd=Path(puzzles.__file__).parents[1],
        env={**plain, **(env or {})},
        **streams,
    )


def finish(*arguments: str, text: str = "", **how: Any) -> tuple[int, str, str]:
    with start(*arguments, stdin=subprocess.PIPE, **how) as process:
        out, err = process.communicate(text.encode(), 120)
    return process.returncode, out.decode(), err.decode()


# -------------------------------------------------------------------- list, new, show


def test_list_names_every_puzzle_with_what_is_known(run):
    code, out, err = run("list")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["name", "kind", "title", "raw", "rotations", "all"]
    rows = {line.split()[0]: line for line in lines[2:]}
    assert list(rows) == bundled()
    for name, row in rows.items():
        file = load(name)
        assert file.title in row and file.puzzle.kind in row
        assert f" {file.known['raw']}" in row


@pytest.mark.parametrize("kind", [name for name, _ in KINDS])
def test_new_writes_an_example_that_is_solved(kind, run):
    assert run("new", kind) == (0, template(kind), "")
    code, out, err = run("new", kind, "--out", "mine.toml")
    assert (code, out) == (0, "")
    assert err == "puzzles: wrote mine.toml; now: puzzles solve mine.toml\n"
    assert Path("mine.toml").read_text() == template(kind)
    code, out, _ = run("solve", "mine.toml")
    assert code == 0 and out
    code, out, _ = run("check", "mine.toml")
    assert code == 0 and "the file is sound" in out


def test_new_never_writes_over_a_file(run):
    Path("mine.toml").write_text("precious")
    code, out, err = run("new", "queens", "--out", "mine.toml")
    assert (code, out) == (2, "")
    assert err == "puzzles: mine.toml: there is such a file already\n"
    assert Path("mine.toml").read_text() == "precious"
    code, out, err = run("new", "queens", "--out", "no/mine.toml")
    assert (code, out) == (2, "")
    assert err == "puzzles: no/mine.toml: No such file or directory\n"


def test_show_tells_the_pieces_the_answers_and_the_size_of_the_problem(run):
    code, out, err = run("show", "soma")
    assert (code, err) == (0, "")
    assert out.splitlines()[:3] == [
        "Soma cube",
        "source: Piet Hein, 1936",
        "kind: packing; 7 pieces, 27 cells; pieces may be turned, not flipped",
    ]
    rows = [line.split() for line in out.splitlines()]
    for name, cells, places in ("V", "3", "144"), ("P", "4", "64"), ("T", "4", "72"):
        assert [name, cells, "1", places] in rows
    assert ["raw:", "11520"] in rows and ["all:", "240"] in rows
    assert out.endswith(
        "exact cover: 34 primary items, 0 secondary items, 688 options, 3296 entries\n"
    )


def test_show_lists_tiles_with_their_edges_and_pieces_with_their_number(run):
    _, out, _ = run("show", "frogs")
    assert re.search(r"(?m)^1 +YH YH BH GH +36$", out)
    assert "18 primary items, 12 secondary items, 324 options" in out
    text = (
        FRAME + 'A = { shape = "##", count = "any" }\nB = { shape = "#", count = 2 }\n'
    )
    _, out, _ = run("show", "a.toml", a=text)
    assert re.search(r"(?m)^A +2 +any +4$", out)
    assert re.search(r"(?m)^B +1 +2 +4$", out)


@pytest.mark.parametrize("name", bundled())
def test_every_bundled_puzzle_can_be_shown(name, run):
    code, out, err = run("show", name)
    assert (code, err) == (0, "")
    assert out.startswith(load(name).title)
    assert "known answers" in out and "exact cover: " in out


# ------------------------------------------------------------------------------- solve


def test_solve_prints_the_first_layout_and_says_what_it_did(run):
    code, out, err = run("solve", "frogs")
    puzzle = load("frogs").puzzle
    assert code == 0
    assert out == puzzles.draw(puzzle, next(solve(puzzle))) + "\n"
    assert re.fullmatch(
        r"puzzles: frogs: layouts: 1 \(rotations: turns of the whole board merged\); "
        r"the first one found, --all finds what others there are; "
        r"tiles may be turned, not flipped; "
        r"piece 1 is pinned to 9 of its 36 places, which moving the board brings to "
        r"all others; bits, \d+ nodes, \d+\.\d\d s\n",
        err,
    )


def test_solve_all_prints_every_layout_of_the_symmetry(run):
    puzzle = load("light-bulbs").puzzle
    for symmetry, number in zip(SYMMETRIES, (12, 12, 3, 3)):
        code, out, err = run("solve", "light-bulbs", "--all", "--symmetry", symmetry)
        assert code == 0
        pictures = [
            puzzles.draw(puzzle, layout) for layout in solve(puzzle, symmetry=symmetry)
        ]
        assert len(pictures) == number
        assert out == "".join(
            f"layout {k}\n{picture}\n\n" for k, picture in enumerate(pictures, 1)
        )
        assert f"layouts: {number} ({symmetry}: " in err
        assert "; complete; " in err and "tiles may be turned, not flipped" in err
    assert "all = rotations: tiles cannot be flipped" in err


def test_solve_prints_as_many_layouts_as_asked_for(run):
    for limit, number in ("0", 0), ("1", 1), ("5", 5), ("100", 12):
        code, out, err = run(
            "solve", "light-bulbs", "--symmetry", "raw", "--limit", limit
        )
        assert (code, out.count("layout ")) == (0, number)
        assert ("there may be more" in err) == (number < 12)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("queens-8", (92, 92, 24, 12)),
        ("soma", (11520, 11520, 480, 240)),
        ("frogs", (8, 8, 2, 2)),
        ("wooden-cube", (24, 24, 1, 1)),
    ],
)
def test_count_prints_the_bare_number(name, counts, run):
    for symmetry, number in zip(SYMMETRIES, counts):
        code, out, err = run("solve", name, "--count", "--symmetry", symmetry)
        assert (code, out) == (0, f"{number}\n")
        assert f"layouts: {number} ({symmetry}: " in err
        assert "complete" in err
        assert symmetry == "raw" or f"raw: {counts[0]}" in err


def test_the_default_symmetry_is_rotations(run):
    assert run("solve", "soma", "--count")[:2] == (0, "480\n")
    assert run("solve", "queens-8", "--count")[:2] == (0, "24\n")


def test_both_engines_print_the_same(run):
    for arguments in (["light-bulbs", "--all"], ["queens-8", "--all"], ["soma"]):
        bits, links = (
            run("solve", *arguments, "--engine", engine) for engine in ("bits", "links")
        )
        assert bits[:2] == links[:2]
        assert "; bits, " in bits[2] and "; links, " in links[2]


def test_solve_without_a_layout_exits_with_one(run):
    for options in [], ["--all"], ["--limit", "3"]:
        code, out, err = run("solve", "none.toml", *options, none=NONE)
        assert (code, out) == (1, "")
        assert "layouts: 0" in err and "; complete; " in err
    assert run("solve", "none.toml", "--count", none=NONE)[:2] == (1, "0\n")
    code, out, _ = run("solve", "none.toml", "--json", none=NONE)
    assert (code, json.loads(out)["layouts"]) == (1, [])


def test_the_answer_says_which_moves_were_allowed(run):
    flat = 'kind = "packing"\nsize = [2, 3]\nflip = %s\n[pieces]\nA = [".##", "##."]\n'
    *_, err = run("solve", "a.toml", a=flat % "false")
    assert "pieces may be turned, not flipped" in err
    *_, err = run("solve", "a.toml", a=flat % "true")
    assert "pieces may be turned and flipped" in err
    still = 'kind = "edge-matching"\ntiles = ["a b c d"]\nturn = false\n'
    *_, err = run("solve", "a.toml", a=still)
    assert "tiles may be neither turned nor flipped" in err


def test_heads_and_tails_are_told_of_aloud(run):
    Path("tiles.txt").write_text("AH BH AT BT\nAT BT AH BH\nAH AH BT BT\nAT AT BH BH\n")
    code, out, err = run("solve", "tiles.txt", "--count")
    assert code in (0, 1) and out.strip().isdigit()
    assert err.splitlines()[0] == (
        "puzzles: tiles.txt: heads and tails (H, T) of the same name meet"
    )


def test_out_writes_the_layouts_to_a_file(run):
    code, out, err = run("solve", "light-bulbs", "--all", "--out", "a.txt")
    assert (code, out) == (0, "")
    assert "layouts: 3" in err
    _, printed, _ = run("solve", "light-bulbs", "--all")
    assert Path("a.txt").read_text(encoding="utf-8") == printed
    run("solve", "light-bulbs", "--all", "--json", "--out", "a.json")
    assert json.loads(Path("a.json").read_text())["count"] == 3
    run("solve", "light-bulbs", "--count", "--out", "a.txt")
    assert Path("a.txt").read_text() == "3\n"
    code, out, err = run("solve", "frogs", "--out", "no/a.txt")
    assert (code, out, err) == (2, "", "puzzles: no/a.txt: No such file or directory\n")


# -------------------------------------------------------------------------------- json

FIELDS = [
    "count",
    "complete",
    "engine",
    "kind",
    "layouts",
    "nodes",
    "puzzle",
    "raw",
    "seconds",
    "symmetry",
]


def answer(run, *arguments: str) -> dict[str, Any]:
    code, out, _ = run("solve", *arguments, "--json")
    assert code == 0
    assert out.endswith("}\n") and out.count("\n") == 1
    found = json.loads(out)
    assert sorted(found) == sorted(FIELDS)
    assert isinstance(found["nodes"], int) and found["seconds"] >= 0
    return found


def placements(layout: list[dict[str, Any]]) -> tuple[Placement, ...]:
    for entry in layout:
        assert sorted(entry) == ["cells", "flipped", "piece", "turns"]
    return tuple(
        Placement(
            entry["piece"],
            tuple(tuple(cell) for cell in entry["cells"]),
            entry["turns"],
            entry["flipped"],
        )
        for entry in layout
    )


@pytest.mark.parametrize(
    "name",
    [
        "light-bulbs",
        "drive-ya-nuts",
        "wooden-cube",
        "queens-8",
        "sudoku-inkala",
        "pentominoes-3x20",
    ],
)
def test_json_tells_the_layouts_as_they_are(name, run):
    file = load(name)
    for symmetry in "rotations", "raw":
        found = answer(run, name, "--all", "--symmetry", symmetry, "--engine", "bits")
        expected = list(solve(file.puzzle, symmetry=symmetry))
        assert [placements(layout) for layout in found["layouts"]] == expected
        assert (found["puzzle"], found["kind"]) == (name, file.puzzle.kind)
        assert (found["symmetry"], found["engine"]) == (symmetry, "bits")
        assert found["count"] == file.known[symmetry] == len(found["layouts"])
        assert (found["raw"], found["complete"]) == (file.known["raw"], True)


def test_json_of_the_first_layout_knows_no_raw_count(run):
    found = answer(run, "light-bulbs")
    assert len(found["layouts"]) == found["count"] == 1
    assert (found["raw"], found["complete"]) == (None, False)
    assert found["symmetry"] == "rotations"
    limited = answer(run, "light-bulbs", "--limit", "2")
    assert len(limited["layouts"]) == limited["count"] == 2
    assert limited["layouts"][:1] == found["layouts"]
    assert (limited["raw"], limited["complete"]) == (None, False)


def test_json_of_a_count_lists_no_layouts(run):
    for symmetry, number in zip(SYMMETRIES, (92, 92, 24, 12)):
        found = answer(run, "queens-8", "--count", "--symmetry", symmetry)
        assert (found["layouts"], found["count"], found["raw"]) == ([], number, 92)
        assert found["complete"] is True


def test_json_of_tiles_tells_how_they_are_turned(run):
    (layout,) = answer(run, "light-bulbs")["layouts"]
    assert [entry["piece"] for entry in layout] == list("123456789")
    assert {entry["turns"] for entry in layout} <= {0, 1, 2, 3}
    assert all(len(entry["cells"]) == 1 for entry in layout)
    (layout,) = answer(run, "drive-ya-nuts")["layouts"]
    assert {tuple(*map(tuple, entry["cells"])) for entry in layout} == {
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    }
    for name in ("soma", "queens-8", "sudoku-inkala"):
        (layout,) = answer(run, name)["layouts"]
        assert {entry["turns"] for entry in layout} == {None}


def test_json_of_the_classics(run):
    (queens,) = answer(run, "queens-8")["layouts"]
    assert [entry["piece"] for entry in queens] == ["Q"] * 8
    (grid,) = answer(run, "sudoku-inkala")["layouts"]
    assert len(grid) == 81
    assert [entry["cells"] for entry in grid] == [
        [[row, column]] for row in range(9) for column in range(9)
    ]
    assert {entry["piece"] for entry in grid} == set("123456789")


def test_json_of_equal_pieces_keeps_them_in_the_order_of_the_file(run):
    text = 'kind = "edge-matching"\n[tiles]\nz = "a b a b"\na = "a b a b"\n' + (
        'm = "b a b a"\nk = "a b b a"\n'
    )
    _, out, _ = run("solve", "a.toml", "--all", "--symmetry", "raw", "--json", a=text)
    found = json.loads(out)
    assert found["count"] > 6
    for layout in found["layouts"]:
        assert [entry["piece"] for entry in layout] == list("zamk")


def test_json_names_what_was_read(run):
    _, out, _ = run("solve", "./one.toml", "--json", one=ONE)
    assert json.loads(out)["puzzle"] == "./one.toml"
    code, out, _ = finish("solve", "-", "--json", text=ONE)
    assert (code, json.loads(out)["puzzle"]) == (0, "<standard input>")


# -------------------------------------------------------------------------- stop, check


def test_a_timeout_exits_with_three_and_gives_what_was_found(run):
    code, out, err = run("solve", "pentominoes-6x10", "--count", "--timeout", "0.2")
    assert code == 3 and out.strip().isdigit()
    assert "puzzles: stopped by timeout after " in err and "not complete" in err
    assert re.search(r"found, \d+\.\d % done, at \(\d", err)
    code, out, _ = run(
        "solve", "pentominoes-6x10", "--all", "--timeout", "0.3", "--json"
    )
    found = json.loads(out)
    assert code == 3
    assert (found["complete"], found["raw"]) == (False, None)
    assert found["count"] == len(found["layouts"])
    code, out, _ = run("solve", "pentominoes-6x10", "--all", "--timeout", "0.3")
    assert code == 3 and out.count("layout ") == out.count("\n\n")


def test_a_timeout_that_does_not_come_changes_nothing(run):
    assert run("solve", "frogs", "--count", "--timeout", "60")[:2] == (0, "2\n")
    assert run("solve", "frogs", "--count", "--timeout", "inf")[:2] == (0, "2\n")


def test_check_says_whether_there_are_none_one_or_several_layouts(run):
    code, out, err = run("check", "one.toml", one=ONE)
    assert (code, err) == (0, "")
    assert out.startswith(
        "one.toml: the file is sound: packing, 2 pieces, 4 cells; pieces may be "
        "turned, not flipped\n"
    )
    assert out.endswith("\nexactly one layout (turns of the whole board merged)\n")
    code, out, err = run(
        "check", "several.toml", several=SEVERAL.replace("2, 2", "1, 4")
    )
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "several layouts (turns of the whole board merged)"
    code, out, err = run("check", "none.toml", none=NONE)
    assert (code, err) == (1, "")
    assert "no layout" in out.splitlines()
    code, out, err = run("check", "unsound.toml", unsound=UNSOUND)
    assert (code, out) == (2, "")
    assert (
        err == "puzzles: unsound.toml: pieces.A: 5; want a drawing or a list of cells\n"
    )
    code, out, err = run("check", "pentominoes-6x10", "--timeout", "0")
    assert code == 3
    assert out.splitlines()[-1] in (
        "undecided: no layout so far",
        "undecided: one layout so far",
    )
    assert err == "puzzles: stopped by timeout\n"


def test_check_says_why_there_is_no_layout_where_that_is_clear(run):
    text = 'kind = "packing"\nboard = ["##.##.#"]\n[pieces]\nA = "##"\nB = "###"\n'
    code, out, _ = run("check", "a.toml", a=text)
    assert code == 1
    lines = out.splitlines()
    assert "impossible: piece B fits nowhere" in lines
    assert "impossible: no piece reaches cell 0,6" in lines
    start = lines.index("no layout")
    assert lines[start + 1 : start + 3] == [  # noqa: E203
        "no option covers item 'cell 0,6'",
        "no option covers item 'piece B'",
    ]
    text = 'kind = "packing"\nsize = [1, 3]\n[pieces]\nA = "##"\nB = "##"\n'
    code, out, _ = run("check", "a.toml", a=text)
    assert code == 1
    lines = out.splitlines()
    assert lines.index("impossible: the pieces have 4 cells, the board has 3") < (
        lines.index("no layout")
    )
    code, out, err = run("solve", "a.toml", "--all", a=text)
    assert (code, out) == (1, "")
    assert "a.toml: the pieces have 4 cells, the board has 3\n" in err


@pytest.mark.parametrize("name", ["light-bulbs", "sudoku-inkala", "queens-8"])
def test_check_of_bundled_puzzles(name, run):
    code, out, err = run("check", name)
    assert (code, err) == (0, "")
    one = load(name).known["rotations"] == 1
    assert ("exactly one layout" in out) == one
    assert ("several layouts" in out) == (not one)


# ------------------------------------------------------------------------------- errors

HELP = "puzzles --help tells more"


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ([], ["puzzles: the following arguments are required: COMMAND", HELP]),
        (
            ["slove", "frogs"],
            ["invalid choice: 'slove'", "did you mean 'solve'?", HELP],
        ),
        (["new", "sudoko"], ["invalid choice: 'sudoko'", "did you mean 'sudoku'?"]),
        (["new", "edge_matching"], ["did you mean 'edge-matching'?"]),
        (["new"], ["the following arguments are required: KIND"]),
        (["solve"], ["the following arguments are required: NAME|FILE"]),
        (["solve", "frogs", "--limt", "3"], ["--limt", "did you mean '--limit'?"]),
        (["solve", "frogs", "--symetry", "raw"], ["did you mean '--symmetry'?"]),
        (["solve", "frogs", "--symmetry", "rotation"], ["did you mean 'rotations'?"]),
        (["solve", "frogs", "--engine", "link"], ["did you mean 'links'?"]),
        (["solve", "frogs", "--limit", "-1"], ["--limit", "'-1'"]),
        (["solve", "frogs", "--limit", "two"], ["--limit", "'two'"]),
        (["solve", "frogs", "--timeout", "-1"], ["--timeout", "'-1'"]),
        (["solve", "frogs", "--timeout", "nan"], ["--timeout", "'nan'"]),
        (["solve", "frogs", "--all", "--count"], ["not allowed with argument --all"]),
        (["solve", "frogs", "--limit", "2", "--all"], ["not allowed with argument"]),
        (["solve", "frogs", "lizards"], ["unrecognized arguments: lizards"]),
        (["check", "frogs", "--all"], ["unrecognized arguments: --all"]),
        (["list", "frogs"], ["unrecognized arguments: frogs"]),
        (["solve", "forgs"], ["puzzles: there is no file forgs", "mean 'frogs'?"]),
        (["show", "no/file.toml"], ["puzzles: there is no file no/file.toml"]),
        (["solve", "."], ["puzzles: .: "]),
    ],
)
def test_a_wrong_use_is_one_line_and_exits_with_two(arguments, parts, run):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.endswith("\n") and err.count("\n") == 1
    assert err.startswith("puzzles")
    for part in parts:
        assert part in err


@pytest.mark.parametrize("command", ["solve", "show", "check"])
def test_an_unsound_file_is_one_line_with_its_key_or_line(command, run):
    code, out, err = run(command, "a.toml", a=UNSOUND)
    assert (code, out) == (2, "")
    assert err == "puzzles: a.toml: pieces.A: 5; want a drawing or a list of cells\n"
    code, out, err = run(command, "a.toml", a='kind = "queens"\nsize =\n')
    assert (code, out) == (2, "")
    assert err.startswith("puzzles: a.toml:2: ") and err.count("\n") == 1
    Path("frogs.txt").write_text("a b c d\n\na b c\n")
    assert run(command, "frogs.txt") == (
        2,
        "",
        "puzzles: frogs.txt:3: tile 2 has 3 edges, want 4 (top right bottom left)\n",
    )


HOSTILE = {
    "deep": 'kind = "queens"\nsize.' + "a." * 5000 + "a = 1\n",
    "known": 'kind = "queens"\nsize = 4\nknown.' + "a." * 5000 + "a = 1\n",
    "huge": 'kind = "queens"\nsize = 0x' + "f" * 9999 + "\n",
    "title": 'kind = "queens"\nsize = 4\ntitle = 0x' + "f" * 9999 + "\n",
    "fixed": 'kind = "edge-matching"\ntiles = ["a a a a"]\nfixed = 1\n',
    "cell": 'kind = "edge-matching"\ntiles = ["a a a a"]\n'
    'fixed = [{ tile = "1", cell = [[0], [0]] }]\n',
    "empty": 'kind = "edge-matching"\ntiles = [["", "", "", ""]]\n',
    "number": 'kind = "edge-matching"\ntiles = [[0x' + "f" * 9999 + ", 1, 1, 1]]\n",
}


@pytest.mark.parametrize("command", ["solve", "show", "check"])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_one_line(name, command, run):
    code, out, err = run(command, "a.toml", a=HOSTILE[name])
    assert (code, out) == (2, "")
    assert err.startswith("puzzles: a.toml: ")
    assert err.count("\n") == 1 and len(err) < 400


ROW = 'kind = "packing"\nsize = [1, 2]\n[pieces]\n'
ESCAPE = "\\u001b[2J\\u0007"
NASTY = {
    "tiles": f'kind = "edge-matching"\ntitle = "x{ESCAPE}"\nsource = "{ESCAPE}"\n'
    f'[tiles]\n"{ESCAPE}" = "{ESCAPE} a a a"\n[known]\n"{ESCAPE}" = "{ESCAPE}"\n',
    "nuts": 'kind = "edge-matching"\nlattice = "hexagonal"\n'
    f'[tiles]\n"{ESCAPE}" = "{ESCAPE} a a a a a"\n',
    "pieces": f'{ROW}"\\u001b" = "#"\n"a\\n" = "#"\n',
    "grid": 'kind = "sudoku"\nsymbols = "12\\u001b\\u0007"\ngrid = "%s"\n' % ("." * 16),
    "none": f'{ROW}"\\u001b[2J" = "###"\nB = "#"\n',
    "unknown": f'kind = "queens"\nsize = 4\n"{ESCAPE}" = 1\n',
    "path": f'{ROW}"{ESCAPE}" = 5\n',
}


@pytest.mark.parametrize("name", NASTY)
def test_nothing_in_a_file_drives_the_terminal(name, run):
    for arguments in (
        ["solve", "a.toml"],
        ["solve", "a.toml", "--all"],
        ["solve", "a.toml", "--json"],
        ["show", "a.toml"],
        ["check", "a.toml"],
    ):
        code, out, err = run(*arguments, a=NASTY[name])
        assert code in (0, 1, 2)
        assert (out + err).replace("\n", "").isprintable()
    Path("a\x1b[2J").write_text("a b c d\n")
    for arguments in (
        ["solve", "a\x1b[2J"],
        ["check", "a\x1b[2J"],
        ["show", "b\x1b["],
        ["show", "a\x1b[2J"],
        ["solve", "a\x1b[2J", "--json"],
    ):
        _, out, err = run(*arguments)
        assert (out + err).replace("\n", "").isprintable()


# -------------------------------------------------------------- as a process of its own


def test_the_module_runs_as_the_command():
    code, out, err = finish("solve", "light-bulbs", "--count")
    assert (code, out) == (0, "3\n")
    assert err.startswith("puzzles: light-bulbs: layouts: 3 (rotations: ")
    code, out, err = finish("--version")
    assert (code, err) == (0, "")
    assert out == f"tilewright {sys.modules['dlx'].__version__}\n"
    code, out, err = finish("--help")
    assert (code, err) == (0, "")
    for word in ("list", "new", "show", "solve", "check"):
        assert word in out


def test_a_puzzle_comes_through_standard_input():
    code, out, err = finish("check", "-", text=ONE)
    assert (code, err) == (0, "")
    assert out.startswith("<standard input>: the file is sound")
    code, out, err = finish("solve", "-", text="a b\n")
    assert (code, out) == (2, "")
    assert err == (
        "puzzles: <standard input>:1: tile 1 has 2 edges, want 4 (top right bottom "
        "left)\n"
    )


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_closed_pipe_ends_quietly(options):
    with start("solve", "soma", "--all", "--symmetry", "raw", *options) as process:
        process.stdout.read(100)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_a_pipe_that_is_closed_from_the_start_ends_quietly():
    for arguments in (["list"], ["solve", "frogs"], ["new", "packing"]):
        reader, writer = os.pipe()
        os.close(reader)
        with start(*arguments, stdout=writer) as process:
            os.close(writer)
            err = process.stderr.read()
            assert process.wait(60) == 0
        assert b"Traceback" not in err and b"BrokenPipe" not in err


def test_streams_that_are_closed_from_the_start_are_no_trouble():
    def without(number: int, *arguments: str) -> tuple[int, bytes]:
        with start(*arguments, preexec_fn=lambda: os.close(number)) as process:
            _, err = process.communicate(timeout=60)
        assert b"Traceback" not in err
        return process.returncode, err

    assert without(0, "check", "-") == (2, b"puzzles: <standard input>: it is closed\n")
    for arguments in (
        ["solve", "frogs"],
        ["solve", "frogs", "--json"],
        ["list"],
        ["solve", "frogs", "--count"],
        ["check", "frogs"],
    ):
        assert without(1, *arguments)[0] == 0
        assert without(2, *arguments) == (0, b"")


#: A chessboard without two opposite corners: dominoes do not fill it, but it takes very
#: long to try.
CHESSBOARD = (
    'kind = "packing"\nboard = """\n.###########\n'
    + "############\n" * 10
    + '###########.\n"""\n[pieces]\nD = { shape = "##", count = "any" }\n'
)

#: Two chessboards, each without two corners of one color, the colors of one the others
#: of the other, and a bridge of two cells.  Colors balance, and dominoes do not fill
#: it, but it takes very long to try.
BOTTLENECK = (
    'kind = "packing"\nboard = """\n.#########..#########.\n'
    + "##########..##########\n" * 7
    + "######################\n"
    + '#########....#########\n"""\n[pieces]\nD = { shape = "##", count = "any" }\n'
)


def interrupted(*arguments: str, begun: str, text: str = "") -> tuple[int, str, str]:
    """Send the command an interrupt some time after it has begun to write."""
    with start(
        *arguments, stdin=subprocess.PIPE, bufsize=0, env={"PYTHONUNBUFFERED": "1"}
    ) as process:
        process.stdin.write(text.encode())
        process.stdin.close()
        out = b""
        while begun.encode() not in out:
            out += process.stdout.read(1000)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        while part := process.stdout.read(100_000):
            out += part
        err = process.stderr.read().decode()
        code = process.wait(60)
    assert "Traceback" not in err
    return code, out.decode(), err


@pytest.mark.parametrize("option", ["--all", "--count"])
def test_an_interrupted_search_closes_its_object_and_exits_with_130(option):
    arguments = ["solve", "pentominoes-6x10", "--symmetry", "raw", "--json", option]
    code, out, err = interrupted(*arguments, begun='"layouts": [')
    assert code == 130
    found = json.loads(out)
    assert (found["complete"], found["raw"]) == (False, None)
    assert err.startswith("puzzles: stopped by interrupt after ")
    layouts = list(map(placements, found["layouts"]))
    if option == "--all":
        assert found["count"] == len(layouts)
    puzzle = load("pentominoes-6x10").puzzle
    assert layouts == list(solve(puzzle, symmetry="raw", limit=len(layouts)))


def test_an_interrupted_count_gives_the_number_so_far():
    code, out, err = interrupted(
        "solve",
        "-",
        "--limit",
        "1",
        "--symmetry",
        "all",
        "--json",
        begun='"layouts": [',
        text=CHESSBOARD,
    )
    assert (code, json.loads(out)["count"]) == (130, 0)
    assert "puzzles: <standard input>: layouts: at least 0 (all: " in err


def test_an_interrupted_check_is_undecided():
    code, out, err = interrupted("check", "-", begun="note: ", text=BOTTLENECK)
    assert (code, err) == (130, "puzzles: stopped by interrupt\n")
    assert out.splitlines()[-1] == "undecided: no layout so far"


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "frogs", "--all", "--symmetry", "raw"],
        ["solve", "soma", "--limit", "5"],
        ["show", "light-bulbs"],
        ["show", "wooden-cube"],
        ["list"],
        ["check", "queens-8"],
        ["solve", "pentominoes-3x20", "--all", "--json"],
    ],
)
def test_two_hash_seeds_give_the_same_answer(arguments):
    answers = []
    for seed in "12":
        code, out, _ = finish(*arguments, env={"PYTHONHASHSEED": seed})
        assert code == 0
        answers.append(re.sub(r'"seconds": [\d.e-]+', "", out))
    assert answers[0] == answers[1] != ""


def test_a_stream_without_the_characters_gets_ascii():
    env = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    code, out, _ = finish("solve", "frogs", env=env)
    assert code == 0 and out.isascii()
    puzzle = load("frogs").puzzle
    assert out == puzzles.draw(puzzle, next(solve(puzzle)), ascii=True) + "\n"
    tile = 'kind = "edge-matching"\ntitle = "\u00fc"\ntiles = ["\u00e9 a \u2603 a"]\n'
    for command in "solve", "show", "check":
        code, out, _ = finish(command, "-", text=tile, env=env)
        assert code == 0 and out.isascii()
    code, out, _ = finish("solve", "-", text=tile, env={"PYTHONIOENCODING": "utf-8"})
    assert "\u2603" in out and "\u250c" in out


def on_a_terminal(env: dict[str, str], *arguments: str) -> str:
    """Return what the command writes to a terminal."""
    import pty

    master, slave = pty.openpty()
    with start(*arguments, env={"TERM": "xterm", **env}, stdout=slave) as process:
        os.close(slave)
        found = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:  # how Linux says that the other end is closed
                break
            if not part:
                break
            found += part
    os.close(master)
    assert process.returncode == 0
    return found.decode().replace("\r\n", "\n")


def test_a_terminal_gets_colors_unless_it_says_no():
    _, plain, _ = finish("solve", "frogs")
    assert "\x1b" not in plain
    colored = on_a_terminal({}, "solve", "frogs")
    assert "\x1b[" in colored
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == plain
    for env in {"NO_COLOR": "1"}, {"TERM": "dumb"}:
        assert on_a_terminal(env, "solve", "frogs") == plain


def test_the_numbers_of_the_command_are_those_of_the_library(run):
    for name in ("lizards", "drive-ya-nuts", "pentominoes-3x20"):
        for symmetry, number in zip(SYMMETRIES, count(load(name).puzzle)):
            assert run("solve", name, "--count", "--symmetry", symmetry)[1] == (
                f"{number}\n"
            )


def test_solve_says_how_symmetry_was_taken_out(run):
    for arguments, how in (
        (
            ("soma", "--symmetry", "all"),
            "brings to all others; where",
        ),
        (("queens-8",), "of each orbit the least layout is kept"),
    ):
        code, out, err = run("solve", *arguments, "--count")
        assert code == 0 and how in err


def test_the_puzzle_itself_is_not_written_over(run, tmp_path):
    text = 'kind = "queens"\nsize = 4\n'
    code, _, err = run("solve", "a.toml", "--out", "a.toml", a=text)
    assert code == 2 and "this is the puzzle; give another file for --out" in err


# ------------------------------------------------------------------------------ Ctrl-C

INTERRUPTED = """
import sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Finder())
from puzzles.__main__ import main
sys.argv[1:] = ["solve", "frogs"]
"""


@pytest.mark.parametrize(
    "module",
    [
        "argparse",
        "dlx",
        "dlx.terminal",
        "reductions",
        "puzzles.command",
        "puzzles.formats",
        "puzzles.commands.solve",
        "reductions.edge_matching",
    ],
)
def test_an_interrupt_while_it_is_loaded_is_one_line(module):
    script = INTERRUPTED.replace("sys.argv[1]:", f"{module!r}:") + "sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "puzzles: interrupted\n"


def test_the_program_that_is_installed_is_the_one_that_ends_quietly():
    settings = (Path(__file__).parents[1] / "setup.cfg").read_text(encoding="utf-8")
    assert "    puzzles = puzzles.__main__:main\n" in settings
    script = "import sys, puzzles.__main__; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", script],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
    )
    loaded = done.stdout.split()
    assert not {"argparse", "typing", "dlx", "reductions"} & set(loaded)
