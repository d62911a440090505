"""Lists of tiles in all the ways in which people type them, and writing them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st

from dlx import FormatError
from puzzles import formats, load
from puzzles.formats import own, tile_list
from reductions import Layouts, PuzzleError, count, solve
from reductions.edge_matching import parse as edge_matching, state
from test_reductions_edge_matching import planted

#: Four tiles of one board: nothing on them is the same after a turn.
TILES = ["aH bH cT aT", "cH aT bT bH", "bT cT aH cH", "aT bT cH aH"]


def read(text, edges=""):
    (file,) = formats.parse(text, "mine.txt", edges=edges)
    return file


def refusal(text, edges=""):
    with pytest.raises((FormatError, PuzzleError)) as error:
        formats.parse(text, "mine.txt", edges=edges)
    assert "\n" not in str(error.value)
    return str(error.value)


def named(lines):
    return "\n".join(f"{k}: {line}" for k, line in enumerate(lines, 1))


# ------------------------------------------------------------------- order of the edges


def test_the_edges_of_a_list_with_pictures_run_counter_clockwise_and_it_is_said():
    listed = [line.split() for line in TILES]
    text = "A puzzle\n\nPictures: a, b, c\n\n" + named(
        ", ".join(f"{symbol[0]} {symbol[1]}" for symbol in line) for line in listed
    )
    file = read(text)
    assert file.title == "A puzzle"
    assert "counter-clockwise from the top" in file.notes[0]
    for tile, (top, left, bottom, right) in zip(file.puzzle.tiles, listed):
        assert tile.edges == (top, right, bottom, left)
    upright = read(text, edges="clockwise")
    for tile, line in zip(upright.puzzle.tiles, listed):
        assert tile.edges == tuple(line)


@pytest.mark.parametrize(
    "edges, order",
    [
        ("clockwise", "top right bottom left"),
        ("counter-clockwise", "top left bottom right"),
        ("Anticlockwise", "top left bottom right"),
        ("N E S W", "top right bottom left"),
        ("SWNE", "bottom left top right"),
        ("n s w e", "top bottom left right"),
    ],
)
def test_the_order_of_edges_can_be_given_and_stated(edges, order):
    lines = "\n".join([order] * 4)
    stated = f"# edges: {edges}\n{lines}"
    for file in (read(lines, edges), read(stated)):
        assert {tile.edges for tile in file.puzzle.tiles} == {
            ("top", "right", "bottom", "left")
        }


def test_the_order_given_goes_before_the_one_stated():
    text = "# edges: counter-clockwise\na b c d\n"
    assert read(text).puzzle.tiles[0].edges == tuple("adcb")
    assert read(text, edges="clockwise").puzzle.tiles[0].edges == tuple("abcd")


def test_counter_clockwise_begins_at_the_same_side_on_every_lattice():
    text = "# edges: counter-clockwise\n"
    assert read(text + "a b c\n").puzzle.tiles[0].edges == tuple("acb")
    assert read(text + "a b c d e f\n").puzzle.tiles[0].edges == tuple("afedcb")


@pytest.mark.parametrize("edges", ["sideways", "N E S", "N E S S", "1 2 3 4"])
def test_an_order_that_is_none_is_refused(edges):
    assert refusal("a b c d\n", edges) == (
        f"mine.txt: --edges: {edges!r}; want clockwise, counter-clockwise or the "
        "order, such as N E S W"
    )
    assert refusal(f"a b c d\n# edges: {edges}\n").startswith("mine.txt:2: ")
    assert "N E S W" not in refusal("a b c\n", edges)


# -------------------------------------------------------------------------- the symbols


def mates_of(*lines):
    return dict(read("\n".join(lines)).puzzle.mates)


def test_signs_meet_when_they_add_up_to_nothing():
    mates = mates_of("1 -2 3 +2", "-1 -3 0 2", "-3 1 1 2", "1 1 -1 -2")
    assert mates == {k: str(-int(k)) for k in "1 -1 2 -2 3 -3 0".split()}


def test_numbers_without_a_sign_meet_their_equals():
    assert mates_of("1 2 3 2", "1 3 2 2", "3 1 1 2", "1 1 1 2")["2"] == "2"


def test_upper_and_lower_case_meet_and_letters_may_stand_close():
    spread = ["a B c D", "A b C d", "a a B D", "d b C c"]
    mates = mates_of(*spread)
    assert mates == {k: k.swapcase() for k in "aAbBcCdD"}
    close = ["".join(line.split()) for line in spread]
    assert read("\n".join(close)).puzzle == read("\n".join(spread)).puzzle


def test_names_in_capitals_or_not_meet_their_equals():
    assert mates_of("sun Moon sun star", *["Moon Moon star sun"] * 3)["sun"] == "sun"


def test_few_letters_in_both_cases_are_refused_with_both_readings():
    lines = ["a b c d", "e f g A", "h i j k", "l m n o"]
    message = refusal("\n".join(lines))
    assert message.startswith("mine.txt:1: tile 1 has 'b', but no tile has 'B'")
    assert "# mates: case" in message and "# mates: equal" in message
    case = dict(read("# mates: case\n" + "\n".join(lines)).puzzle.mates)
    equal = dict(read("# mates: equal\n" + "\n".join(lines)).puzzle.mates)
    assert (case["b"], equal["a"]) == ("B", "a")


def test_halves_that_lie_off_the_middle_meet_their_other_half_on_the_other_side():
    mates = mates_of("FWT SWB FBB SBT", "SBB FBT FWB SWT", *["FWT SWB FBB SBT"] * 2)
    assert mates["FWT"] == "SWB" and mates["SBB"] == "FBT"
    bulbs = load("light-bulbs").puzzle
    text = "\n".join(" ".join(tile.edges) for tile in bulbs.tiles)
    assert dict(read(text).puzzle.mates) == dict(bulbs.mates)
    halves = mates_of("WT WB BT BB", *["WB BB WT BT"] * 3)
    assert halves == {"WT": "WB", "WB": "WT", "BT": "BB", "BB": "BT"}


def test_pairs_of_mates_can_be_stated():
    text = "# mates: sun moon, star star\nsun moon star star\n"
    assert dict(read(text).puzzle.mates) == {
        "sun": "moon",
        "moon": "sun",
        "star": "star",
    }
    assert refusal(text.replace("sun moon,", "sun,")).startswith(
        "mine.txt:1: the mates are 'sun, star star'; want equal, case, signs, "
    )
    assert "did you mean 'signs'?" in refusal("# mates: sings\n1 2 3 4\n")


@pytest.mark.parametrize(
    "slip, told",
    [
        ("x", "mine.txt:2: tile 2 has 'x', which is not a whole number, while 15"),
        ("--1", "mine.txt:2: tile 2 has '--1', which is not a whole number"),
    ],
)
def test_a_slip_among_signed_numbers_is_found(slip, told):
    lines = ["1 -2 3 2", f"-1 -3 {slip} 2", "-3 1 1 2", "1 1 -1 -2"]
    assert refusal("\n".join(lines)).startswith(told)


def test_a_picture_that_is_not_in_the_list_is_found():
    text = "Two cats\nPictures: lion, tiger\n1: lion H, tiger T, lion T, tigre T\n"
    assert refusal(text) == (
        "mine.txt:3: tile 1 has 'tigre', which is none of the pictures lion, "
        "tiger; did you mean 'tiger'?"
    )


@pytest.mark.parametrize(
    "text, told",
    [
        ("1: a b c d\n1: a b c d", "mine.txt:2: tile 1 is in the list already"),
        ("1: a b c d\na b c d", "mine.txt:2: want the name of a tile, as in 1: …"),
        ("x: a b c\ny: a b c d", "mine.txt:2: tile y has 4 edges, want 3 ("),
        ("a b c\nd e f g\na b c", "mine.txt:2: tile 2 has 4 edges, want 3 ("),
        ("a b c\n" + "a b c d\n" * 8, "mine.txt:1: tile 1 has 3 edges, want 4 ("),
        ("# size: 3 by 3\na b c d", "mine.txt:1: the size is '3 by 3'; want it as in"),
        (
            "# size: 9 x 9\na b c d",
            "mine.txt: tiles: 1 tiles cannot fill a board of 81",
        ),
        ("# size: 9999 x 9999\na b c d", "mine.txt: size: [9999, 9999]; want at most"),
        ("", "mine.txt: there are no tiles; want one a line"),
    ],
)
def test_what_is_no_list_of_tiles_is_refused_with_its_line(text, told):
    assert refusal(text).startswith(told)


# ------------------------------------------------------------------------------- boards


def test_a_size_is_stated_and_triangles_make_up_a_large_one():
    assert len(read("# size: 2 x 3\n" + "a b c d\n" * 6).puzzle.cells) == 6
    large = read("a b c\n" * 9).puzzle
    assert large.lattice.name == "triangular"
    assert [sum(row == cell[0] for cell in large.cells) for row in range(3)] == [
        1,
        3,
        5,
    ]
    assert all(
        large.lattice.around(cell)[0] == 1
        for cell in large.cells
        if cell[1] in (min(c for r, c in large.cells if r == cell[0]),)
    )


# ------------------------------------------------------------------------------ writing


def test_bundled_tiles_survive_a_list():
    for name in ("frogs", "lizards", "light-bulbs", "drive-ya-nuts"):
        file = load(name)
        text = tile_list.write(file)
        again = read(text)
        assert again.puzzle.tiles == file.puzzle.tiles
        assert again.puzzle.cells == file.puzzle.cells
        assert dict(again.puzzle.mates) == dict(file.puzzle.mates)
        assert count(again.puzzle) == count(file.puzzle)
        assert "# edges: clockwise from the top" in text


def test_a_rule_of_mates_is_written_as_such():
    rules = {
        "equal": "a b c d",
        "case": "a B A b",
        "signs": "1 -1 2 -2",
        "heads-and-tails": "aH aT bH bT",
    }
    for rule, line in rules.items():
        puzzle = edge_matching({"tiles": [line], "mates": rule})
        text = tile_list.write(load("frogs")._replace(puzzle=puzzle))
        assert f"# mates: {rule}\n" in text
        assert dict(read(text).puzzle.mates) == dict(puzzle.mates)


@pytest.mark.parametrize(
    "more, key",
    [
        ({"turn": False}, "turn"),
        ({"flip": True}, "flip"),
        ({"border": "a"}, "border"),
        ({"wrap": "both"}, "wrap"),
        ({"fixed": [{"tile": "1", "cell": [0, 0]}]}, "fixed"),
        ({"excluded": [{"tile": "1", "cell": [0, 0], "turns": 0}]}, "excluded"),
    ],
)
def test_what_a_list_cannot_say_is_not_left_out(more, key):
    puzzle = edge_matching({"tiles": ["a b c d"], **more})
    with pytest.raises(FormatError, match=f"cannot say {key}; write .toml instead"):
        tile_list.write(load("frogs")._replace(puzzle=puzzle))


def test_a_drawn_board_and_signs_with_a_meaning_are_not_written():
    drawn = edge_matching({"tiles": ["a b c d"] * 3, "board": ["##", "#."]})
    with pytest.raises(FormatError, match="a board that is drawn"):
        tile_list.write(load("frogs")._replace(puzzle=drawn))
    signs = edge_matching({"tiles": [["a,", "b", "c", "d"]]})
    with pytest.raises(FormatError, match="cannot hold 'a,'"):
        tile_list.write(load("frogs")._replace(puzzle=signs))
    with pytest.raises(FormatError, match="cannot hold packing"):
        tile_list.write(load("soma"))


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**40))
def test_any_edge_matching_puzzle_survives_our_own_format(seed):
    puzzle = planted(random.Random(seed))
    file = load("frogs")._replace(puzzle=puzzle, title='a "title" \\ \x7f', known={})
    text = own.write(file)
    (again,) = own.parse(text, "again.toml")
    assert again.title == file.title
    assert state(again.puzzle) == state(puzzle)
    assert own.write(again) == text


def test_bundled_puzzles_survive_our_own_format():
    for name in ("frogs", "drive-ya-nuts", "sudoku-inkala", "queens-8"):
        file = load(name)
        (again,) = own.parse(own.write(file), "again.toml")
        assert (again.title, again.source) == (file.title, file.source)
        assert again.known == file.known
        layouts = list(solve(again.puzzle, symmetry="raw"))
        assert layouts == list(Layouts(file.puzzle, symmetry="raw"))
