"""Pieces in other programs' files: pictures, lists of cells, Tiler, polyform YAML."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from dlx.errors import FormatError
from puzzles.files import PuzzleFile
from puzzles.formats import FORMATS, format_named, parse, writer
from puzzles.formats.polyomino import write
from reductions import PuzzleError, count
from reductions.packing import parse as packing, state

SOMA = """
# the seven pieces, x,y,z
V 0,0,0 1,0,0 0,1,0
L 0,0,0 1,0,0 2,0,0 0,1,0
T: 0,0,0 1,0,0 2,0,0 1,1,0
Z 0,0,0; 1,0,0; 1,1,0; 2,1,0   # as drawn on the box
A 0,0,0 1,0,0 0,1,0 1,0,1
B 0,0,0 1,0,0 0,1,0 0,1,1
P 0,0,0 1,0,0 0,1,0 0,0,1
"""


def read(text: str, name: str = "box.txt") -> PuzzleFile:
    (file,) = parse(text, name)
    return file


def shapes(file: PuzzleFile) -> dict[str, Any]:
    """Return the pieces as our own format states them."""
    puzzle: Any = file.puzzle
    return {piece.name: sorted(piece.cells) for piece in puzzle.pieces}


def refusal(text: str, name: str = "box.txt", format: str = "") -> str:
    with pytest.raises((FormatError, PuzzleError)) as info:
        parse(text, name, format)
    message = str(info.value)
    assert "\n" not in message
    return message


# ---------------------------------------------------------------------------- pictures


def test_a_list_of_cells_that_make_a_cube_is_read_as_that_cube():
    file = read(SOMA)
    assert file.notes == ("no board is given: the 27 cells make a cube, 3 wide",)
    assert count(file.puzzle)[:4] == (11520, 11520, 480, 240)


def test_a_board_that_is_given_is_taken_instead():
    wall = read(SOMA.replace("T: 0", "3x3x3\n\nT: 0"))
    assert wall.notes == ()
    assert len(wall.puzzle.board) == 27
    wide = read("9 x 3 x 1\n" + SOMA)
    assert count(wide.puzzle).raw == 0


@pytest.mark.parametrize(
    "text",
    [
        "2x3\n\nxx\nx\n\n x\nxx",
        "board: 2 x 3\n\noo\no_\n\n_o\noo",
        "size 2x3\n\n##\n#.\n\n.#\n##",
        "board:\n###\n###\n\n1:\nAA\nA.\n\n2:\n.A\nAA",
        'size 2x3\n1: "xx|x."\n2: [".x|xx"]',
        "2x3\n1: xx|x.\n2: .x|xx",
        "2x3\n0,0 1,0 0,1\n1,0 0,1 1,1",
        "2x3\n\n  x x\n  x\n\n  . x\n  x x",
    ],
)
def test_pictures_are_read_however_they_are_drawn(text):
    file = read(text)
    assert len(file.puzzle.board) == 6
    assert shapes(file) == {
        "1": [(0, 0), (0, 1), (1, 0)],
        "2": [(0, 1), (1, 0), (1, 1)],
    }


def test_a_row_of_strings_may_be_set_equal_to_a_name():
    text = 'size = 2x3\n1 = ["xx|x."];\n2 = [".x|xx"];'
    assert "could be toml" in refusal(text)
    (file,) = parse(text, "box.txt", "pieces")
    assert list(shapes(file)) == ["1", "2"]


def test_a_block_of_letters_is_a_piece_of_that_name():
    file = read("4x4\n\n.FF\nFF.\n.F.\n\nIIIII\n\nLL\nL.\n\nLL\nL.")
    puzzle: Any = file.puzzle
    assert [(p.name, len(p.cells), p.number) for p in puzzle.pieces] == [
        ("F", 5, 1),
        ("I", 5, 1),
        ("L", 3, 2),
    ]


def test_a_sheet_of_letters_is_pieces_and_board_at_once():
    for text in ("AAB\nCBB\nCCB", "A A B\nC B B\nC C B"):
        (file,) = parse(text, "box.txt", "pieces")
        assert file.notes[0] == "no board is given: it is the whole picture"
        assert {name: len(cells) for name, cells in shapes(file).items()} == {
            "A": 2,
            "B": 4,
            "C": 3,
        }
        assert count(file.puzzle).raw > 0
    apart = "AA..B\n.A..B"
    assert refusal(apart) == (
        "box.txt: no board is given; add a line such as 5x8 (rows x columns), or a "
        "picture of it under board:"
    )
    assert len(read("1x5\n" + apart).puzzle.board) == 5


def test_layers_are_divided_by_dashes_or_are_strings_of_a_row():
    for text in (
        "2x2x2\n\nT:\n##\n#.\n-\n.#\n..\n\nrest:\n##\n##",
        '2x2x2\nT: ["xx|x.", ".x|.."]\nrest: xx|xx',
    ):
        file = read(text)
        assert shapes(file) == {
            "T": [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 0, 1)],
            "rest": [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)],
        }


def test_how_often_a_piece_is_there_and_how_it_moves_is_told_in_words():
    text = "flip: yes\nboard:\n##+\n##+\n\nD: 0 to 2 times\n##\n\nM: any number\n#"
    puzzle: Any = read(text).puzzle
    assert [(p.number, p.least) for p in puzzle.pieces] == [(2, 0), (None, None)]
    assert (puzzle.flip, puzzle.turn, len(puzzle.optional)) == (True, True, 2)
    upright: Any = read("2x2\nturn: no\n\nD: 2 times\n##").puzzle
    assert (upright.turn, upright.pieces[0].number) == (False, 2)


def test_what_is_not_said_of_flips_is_said_aloud():
    plain = "2x3\n\nxx\nx\n\n x\nxx"
    note = "pieces may not be flipped; a line flip: yes would allow it"
    assert note in read(plain).notes
    assert note not in read("flip: no\n" + plain).notes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("xx\nx\n\nxxx", "box.txt: no board is given; add a line such as 5x8 (rows x "
         "columns), or a picture of it under board:"),
        ("A 0,0,0 1,0,0\nB 0,0,0", "box.txt: no board is given; add a line such as "
         "3x3x4, or a picture of it under board:"),
        ("2x2\n2x3\n\nxx", "box.txt:2: a second size of the board"),
        ("2x2\nboard:\nxx\nxx\n\nxx", "box.txt: the board is given twice; want it "
         "once"),
        ("2x2\n\nT:\n\nU:\nxx", "box.txt:3: 'T' has no picture below it"),
        ("2x2\n\nxx\nx!", "box.txt:4: 'x!' is neither a row of a picture, a list of "
         "cells, nor the name of a piece with a colon"),
        ("2x2\n\nxo\nxx", "box.txt:3: one piece is drawn with x and o; want one mark "
         "for its cells and . for none"),
        ("2x2\n\nT:\nAB\nAA", "box.txt:4: one piece is drawn with A and B; want one "
         "mark for its cells and . for none"),
        ("2x2\n\nx+", "box.txt:3: + is a cell of a board that may stay empty; write "
         "board: above the board"),
        ("2x2\nT:\nxx\n\nT:\nxx", "box.txt:6: two pieces have the name T, the first in "
         "line 3"),
        ("2x2\n\nLL\nL.\n\nLL\n\nI", "box.txt:6: two pieces have the name L, the first "
         "in line 3"),
        ("T 0,0,0 1,0", "box.txt:1: some cells have 2 coordinates, some 3"),
        ("T 0,0,0 0,0,0", "box.txt:1: cell 0,0,0 is listed twice"),
        ("2x2\n\nT:\n##\n-\n-\n##", "box.txt:4: there is a layer without rows"),
        ("board:\nxx", "box.txt: there are no pieces beside the board"),
        ("2x2\n# nothing", "box.txt: there are no pieces"),
        ("2x2\nT 0,0,0", "box.txt: the size of a board in space is like 3x3x3"),
        ("0x2\n\nxx", "box.txt: size[0]: 0; want a whole number from 1 to 10000"),
        ("board: 0,0 9999,9999\nT 0,0", "box.txt:1: the board is too wide for a "
         "picture"),
        ('{"pieces": {"A": [[0, 0, 0]]}}', "box.txt: this JSON tells the cells of its "
         "pieces, but neither board nor moves; state them in our own format: puzzles "
         "new packing"),
    ],
)  # fmt: skip
def test_pictures_that_make_no_puzzle_are_refused_in_one_line(text, message):
    assert refusal(text, format="pieces") == message


def test_texts_of_other_kinds_are_not_taken_for_pieces():
    reads = format_named("pieces").reads
    for text in (
        "a b b a\nb a a b\na a b b\nb b a a",
        "1000 0110\n1001 0011",
        "A B C\nA B\nC",
        "a b c d\n" * 4,
        "..3.2.6..\n9..3.5..1",
        "Four tiles\nmake a square",
        'kind = "queens"\nsize = 8',
        "",
    ):
        assert not reads(text), text


# ----------------------------------------------------------------------------- writing

PLANE = {
    "board": "##+\n##+",
    "flip": True,
    "pieces": {
        "D": {"shape": "##", "count": [0, 2]},
        "L of three": ["##", "#."],
        "M": {"shape": "#", "count": "any"},
        "I": {"shape": "###", "count": 2},
    },
}
SPACE = {
    "lattice": "cubic",
    "board": "##\n##\n\n##\n#.",
    "pieces": {"a": "##\n#.\n\n#.\n..", "b": ["##", ".#"]},
}


@pytest.mark.parametrize("data", [PLANE, SPACE, {**PLANE, "flip": False}])
def test_pictures_that_are_written_are_read_as_the_same_puzzle(data):
    puzzle = packing(data)
    text = write(PuzzleFile("x", "Two halves", "my own head", puzzle, {}))
    again = read(text)
    assert state(again.puzzle) == state(puzzle)
    assert (again.title, again.source) == ("Two halves", "my own head")
    assert write(again._replace(name="x")) == text


def test_the_layouts_are_the_same_after_writing_and_reading():
    puzzle = packing({**SPACE, "origin": [1, 2, 0]})
    again = read(write(PuzzleFile("x", "x", "", puzzle, {}))).puzzle
    assert count(again)[:4] == count(puzzle)[:4]
    assert count(again).raw > 0


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"lattice": "hexagonal"}, "pictures cannot say hexagons; write it as toml"),
        ({"fixed": [{"piece": "D", "cells": [[0, 0], [0, 1]]}]},
         "pictures cannot say fixed pieces; write it as toml"),
        ({"excluded": [{"piece": "D", "cell": [0, 0]}]},
         "pictures cannot say excluded places; write it as toml"),
        ({"colors": "ab\nba"}, "pictures cannot say colors; write it as toml"),
        ({"step": 2}, "pictures cannot say a step; write it as toml"),
        ({"pieces": {"D": {"shape": "##", "turn": False}}},
         "pictures cannot say moves of single pieces; write it as toml"),
        ({"pieces": {"a:b": "##"}}, "'a:b' cannot name a piece of a picture"),
        ({"pieces": {"board": "##"}}, "'board' cannot name a piece of a picture"),
        ({"pieces": {"# D": "##"}}, "'# D' cannot name a piece of a picture"),
        ({"pieces": {"D": [[0, 0], [999, 999]]}},
         "piece D is too wide for a picture"),
    ],
)  # fmt: skip
def test_what_pictures_cannot_say_is_refused(more, message):
    puzzle = packing({"size": [2, 2], "pieces": {"D": "##"}, **more})
    with pytest.raises(FormatError) as info:
        write(PuzzleFile("x", "x", "", puzzle, {}))
    assert str(info.value) == f"x: {message}"


def test_other_kinds_of_puzzle_are_not_written_as_pictures():
    with pytest.raises(FormatError) as info:
        writer("pieces").write(parse('kind = "queens"\nsize = 4', "q.toml")[0])
    assert "only packing puzzles" in str(info.value)


# ------------------------------------------------------------------------------- Tiler


def test_a_problem_of_tiler_has_columns_first_and_numbers_that_are_most():
    file = read("5x2\n\n4L\n\n2:\nxx\n x\n\n1:1x3\n", "a.problem")
    puzzle: Any = file.puzzle
    assert max(puzzle.board) == (1, 4)
    assert [(p.name, p.number, p.least) for p in puzzle.pieces] == [
        ("4L", None, None),
        ("2", 2, 0),
        ("1x3", 1, 0),
    ]
    assert puzzle.pieces[1].cells == ((0, 0), (0, 1), (1, 1))
    assert len(file.notes) == 2


def test_pieces_of_tiler_that_just_fill_the_board_are_all_needed():
    file = read("3x3\n\n1:3L\n\n2:3I")
    puzzle: Any = file.puzzle
    assert [piece.bounds for piece in puzzle.pieces] == [(1, 1), (2, 2)]
    assert "all pieces are needed" in file.notes[1]


def test_the_named_shapes_of_tiler_are_all_one_sided_polyominoes():
    names = ["3I", "3L", *(f"4{x}" for x in "IJLOSTZ"), *(f"5{x}" for x in NAMES_5)]
    text = "9x9\n\n" + "\n\n".join(f"1:{name}" for name in names)
    puzzle: Any = read(text, "all.problem").puzzle
    assert [len(piece.cells) for piece in puzzle.pieces] == [3] * 2 + [4] * 7 + [5] * 18
    from reductions.packing import copies, symmetries

    assert copies(puzzle) == []  # no two are the same, without flips
    assert len(symmetries(puzzle).flips) == 4  # but the mirror image of each is there


NAMES_5 = "AFGJPSYRNLQZITUVWX"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5x2", "want a board and a piece, divided by a blank line"),
        ("5x2\n\n4K", "3: '4K'; want a name such as 4T, a size such as 11x7, or a "
         "picture of x and blanks"),
        ("5x2\n\n0:4T", "3: '0'; want a number, once"),
        ("DDRRULUL\n\n4T", "1: a shape by its perimeter is not read; draw it with x"),
        ("5x2\n\n9999x9999", "3: 9999x9999; want at most 10000 cells"),
        ("5x2\n\n3:4T\n\n4T\n\n4T", "7: ''; want a number, once"),
    ],
)  # fmt: skip
def test_problems_of_tiler_that_cannot_be_read_name_the_line(text, message):
    found = refusal(text, "a.problem")
    assert found in (f"a.problem:{message}", f"a.problem: {message}")


# ------------------------------------------------------------------------ polyform YAML

YAML = """\
!Puzzle
  name: "two corners "
  description: |
    anything: at all
  fill_value: "  "
  shape: |
    ooo
    ooo
  puzzle_pieces:
    - !Polyomino
      name: "red "
      shape: |
        oo
        o
    - !Polyomino
      name: blue
      flip: false
      shape: |
        _o
        oo
"""

HEXAGONS = """\
!Puzzle
  shape: |
    _o_o
    o_o_o
    _o_o
  puzzle_pieces:
    - !Polyhex
      name: "a"
      shape: |
        o_o
        _o
    - !Polyhex
      name: "b"
      shape: |
        __o
        ___o
        o_o
"""


def test_the_yaml_of_polyforms_is_read():
    file = read(YAML)
    puzzle: Any = file.puzzle
    assert file.title == "two corners"
    assert shapes(file) == {
        "red": [(0, 0), (0, 1), (1, 0)],
        "blue": [(0, 1), (1, 0), (1, 1)],
    }
    assert (puzzle.flip, [piece.flip for piece in puzzle.pieces]) == (
        True,
        [None, False],
    )
    assert count(puzzle)[:4] == (4, 2, 2, 1)


def test_hexagons_drawn_half_a_step_apart_are_put_in_rows():
    file = read(HEXAGONS)
    puzzle: Any = file.puzzle
    assert puzzle.lattice.name == "hexagonal"
    assert len(puzzle.cells) == 7
    # Seven hexagons around one: each row is half a cell beside the next.
    around = packing(
        {
            "lattice": "hexagonal",
            "board": [".##", "###", ".##"],
            "flip": True,
            "pieces": {
                "a": [[0, 0], [0, 1], [1, 0]],
                "b": [[0, 1], [1, 1], [2, 0], [2, 1]],
            },
        }
    )
    assert count(puzzle)[:4] == count(around)[:4]
    assert count(puzzle).raw > 0


def test_pieces_that_are_more_than_the_board_need_not_all_be_used():
    more = YAML + "    - !Polyomino\n      name: I\n      shape: |\n        ooo\n"
    file = read(more.replace("_o\n        oo", "oo\n        oo"))
    puzzle: Any = file.puzzle
    assert file.notes[0] == "not all pieces are used: they have 10 cells, 6 to fill"
    assert {piece.bounds for piece in puzzle.pieces} == {(0, 1)}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  fill_value", "  fil_value", "5: 'fil_value: \"  \"'; want one of the keys "
         "name, description, fill_value, shape, puzzle_pieces, flip; did you mean "
         "'fill_value'?"),
        ("flip: false", "flip: no", "17: flip is true or false"),
        ("- !Polyomino\n      name: blue", "- !Polyhex\n      name: blue",
         "15: !Polyomino and !Polyhex pieces; want either !Polyomino or !Polyhex"),
        ("name: blue", "name: red", "16: two pieces have the name red"),
        ("_o\n        oo", "_x\n        oo", "19: 'x'; want o, or _ for no cell"),
        ("- !Polyomino\n      name: blue", "- *alias\n      name: blue",
         "15: '- *alias'; want one of the keys name, description, fill_value, shape, "
         "puzzle_pieces, flip"),
    ],
)  # fmt: skip
def test_yaml_beyond_the_few_constructs_is_refused_by_line(old, new, message):
    assert old in YAML
    assert refusal(YAML.replace(old, new)) == f"box.txt:{message}"


def test_a_hexagon_that_is_not_half_a_step_aside_is_refused():
    text = HEXAGONS.replace("    o_o_o\n", "    _o_o_o\n", 1)
    assert "box.txt:4: the hexagon in column 2 does not lie half a step" in refusal(
        text
    )


# --------------------------------------------------------------------------- any text


@settings(deadline=None, max_examples=200)
@given(
    st.sampled_from(["pieces", "tiler", "polyform"]),
    st.one_of(
        st.text(max_size=60),
        st.text("xo#AB.+_|-:;,=\"[] 0123\n", max_size=60),
        st.text("!PuzleoymnhxS_- |:\n", max_size=60).map("!Puzzle\n".__add__),
    ),
)
def test_no_text_makes_anything_but_a_puzzle_or_an_error(format, text):
    module = format_named(format)
    module.reads(text)
    try:
        files = module.parse(text, "x")
    except (FormatError, PuzzleError) as error:
        assert str(error).startswith("x") and "\n" not in str(error)
    else:
        assert len(files) == 1


def test_each_text_here_is_read_by_one_format_only():
    for text, name in (
        (SOMA, "pieces"),
        ("3x3\n\n1:3L\n\n2:3I", "tiler"),
        (YAML, "polyform"),
        (HEXAGONS, "polyform"),
        (write(PuzzleFile("x", "x", "", packing(PLANE), {})), "pieces"),
    ):
        found = [n for n, _, _ in FORMATS if format_named(n).reads(text)]
        assert found == [name]
