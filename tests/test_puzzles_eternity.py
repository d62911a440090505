"""Edge matching with a border: the texts, the CSV, the JSON and the links of others.

The tiles here come from boards that are made up in the tests, so that what a file
should say is known: a finished board is cut into tiles, which are turned and shuffled.
"""

from __future__ import annotations

import json
import re
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from dlx import FormatError
from puzzles import formats, load
from puzzles.command import main
from puzzles.files import PuzzleFile
from puzzles.formats import (
    bordered,
    eternity,
    eternity_csv,
    eternity_json,
    tile_list,
    viewer,
)
from reductions import Placement, PuzzleError, check, count, solve
from reductions.edge_matching import parse as edge_matching

#: Four tiles around a middle: what each shows clockwise from the top, where it lies.
FOUR = ("0 1 2 0", "0 0 3 1", "2 4 0 0", "3 0 0 4")

ONES = "1" * 16


def bits(number: int) -> str:
    return format(number, "016b")


def read(text: str, source: str = "set.txt", **options: str) -> PuzzleFile:
    (file,) = formats.parse(text, source, **options)
    return file


def edges(file: PuzzleFile) -> dict[str, str]:
    return {tile.name: " ".join(tile.edges) for tile in file.puzzle.tiles}


def hinted(file: PuzzleFile) -> list[tuple]:
    """Return the hints of a file: tile, cell, quarter turns clockwise."""
    return [entry[:3] for entry in file.puzzle.fixed]


def refusal(text: str, source: str = "set.txt", **options: str) -> str:
    with pytest.raises((FormatError, PuzzleError)) as error:
        formats.parse(text, source, **options)
    message = str(error.value)
    assert "\n" not in message and len(message) < 400
    return message


def cut(rows: int, columns: int, colors: int, seed: int) -> list[tuple[int, ...]]:
    """Return the tiles of a made up board, as they lie, row by row."""
    random = Random(seed)
    across = [
        [0, *[random.randint(1, colors) for _ in range(columns - 1)], 0]
        for _ in range(rows)
    ]
    down = [
        [random.randint(1, colors) if 0 < row < rows else 0 for _ in range(columns)]
        for row in range(rows + 1)
    ]
    return [
        (down[r][c], across[r][c + 1], down[r + 1][c], across[r][c])
        for r in range(rows)
        for c in range(columns)
    ]


def turned(tile: tuple, turns: int) -> tuple:
    """Return a tile after some quarter turns clockwise: the left comes to the top."""
    for _ in range(turns):
        tile = (tile[3], tile[0], tile[1], tile[2])
    return tile


def listed(tiles, order: str = "NESW") -> str:
    """Write tiles, given clockwise from the top, in some order of their edges."""
    return "".join(
        " ".join(str(tile["NESW".index(side)]) for side in order) + "\n"
        for tile in tiles
    )


def bordered_puzzle(rows=3, columns=3, seed=1, hints=(), **keys) -> PuzzleFile:
    """Return a puzzle with a border; its layout is that of the list, unturned."""
    tiles = [list(map(str, tile)) for tile in cut(rows, columns, 4, seed)]
    data = {"size": [rows, columns], "tiles": tiles, "border": "0"} | keys
    if hints:
        data["fixed"] = [
            {"tile": tile, "cell": [row, column], "turns": turns}
            for tile, row, column, turns in hints
        ]
    return PuzzleFile("mine.toml", "Mine", "", edge_matching(data), {})


# ------------------------------------------------------------------ the order of edges


def test_edges_are_north_east_south_west_by_default():
    file = read("\n".join(FOUR))
    assert list(edges(file).values()) == list(FOUR)
    assert file.puzzle.border == "0"
    assert file.notes[0].startswith("edges are in the order N E S W")


@pytest.mark.parametrize("order", ["".join(order) for order in permutations("NESW")])
def test_any_order_of_the_edges_may_be_said(order):
    tiles = cut(3, 4, 5, seed=3)
    for spelled in (order, " ".join(order), order.lower()):
        file = read(listed(tiles, order), format="eternity", edges=spelled)
        assert edges(file) == {
            str(number): " ".join(map(str, tile))
            for number, tile in enumerate(tiles, 1)
        }


@pytest.mark.parametrize(
    "comment, order",
    [
        ("# Format: id north east south west", "NESW"),
        ("# edges: south, west, north, east", "SWNE"),
        ("c top bottom left right", "NSWE"),
        ("# UP DOWN LEFT RIGHT", "NSWE"),
        ("# edges: S W N E", "SWNE"),
    ],
)
def test_a_comment_may_say_the_order_of_the_edges(comment, order):
    tiles = cut(3, 3, 5, seed=3)
    file = read(f"{comment}\n{listed(tiles, order)}", format="eternity")
    assert list(edges(file).values()) == [" ".join(map(str, tile)) for tile in tiles]


@pytest.mark.parametrize(
    "comment",
    ["# read from top left to bottom right", "# Puzzle: top left bottom right"],
)
def test_another_comment_says_nothing_of_the_order(comment):
    tiles = cut(3, 3, 5, seed=3)
    file = read(f"{comment}\n{listed(tiles)}", format="eternity")
    assert file.notes[0].startswith("edges are in the order N E S W")


def test_the_option_goes_before_the_comment():
    tiles = cut(3, 3, 5, seed=3)
    text = "# edges: south west north east\n" + listed(tiles)
    file = read(text, format="eternity", edges="N E S W")
    assert list(edges(file).values()) == [" ".join(map(str, tile)) for tile in tiles]


@pytest.mark.parametrize("wrong", ["N E S", "NEWW", "north", "0 1 2 3", "NESWN"])
def test_an_order_that_is_none_is_refused(wrong):
    assert "want N, E, S and W" in refusal("\n".join(FOUR), edges=wrong)


def test_a_corner_with_the_border_on_opposite_sides_names_the_order_that_is_right():
    text = "# mine\n\n" + listed(cut(3, 3, 5, seed=3), "NSWE")
    assert refusal(text) == (
        "set.txt:3: tile 1 has the border (0) on opposite sides in the order N E S W; "
        "want 'N S W E', with --edges"
    )
    assert read(text, edges="N S W E").notes[0] == (
        "edges are in the order N S W E, which the border bears out"
    )


def test_the_sides_beside_the_border_tell_the_order_where_no_corner_does():
    # All corners are the bottom left one when read clockwise: 1 0 0 2 and so on.
    tiles = cut(4, 4, 6, seed=5)
    corners = {0: 3, 3: 2, 12: 0, 15: 1}
    tiles = [turned(tile, corners.get(k, 0)) for k, tile in enumerate(tiles)]
    text = listed(tiles, "NSWE")
    zeros = [line.split() for line in text.split("\n") if line.split().count("0") == 2]
    assert all(words[1] == words[2] == "0" for words in zeros)
    message = refusal(text)
    assert "beside the border" in message and "want 'N S W E', with --edges" in message
    assert re.match(r"set\.txt:\d+: \d, as on tile \d+, lies", message)
    assert count(read(text, edges="NSWE").puzzle).raw > 0


def test_a_known_order_that_fits_is_offered_with_its_half_turn():
    text = listed(cut(3, 3, 5, seed=3))
    message = refusal(text, edges="N S W E")
    assert message.endswith(
        "want 'N E S W' (or 'S W N E', half a turn on), with --edges"
    )


def test_a_typing_error_beside_the_border_is_no_matter_of_order():
    tiles = cut(4, 4, 9, seed=3)
    tiles[1] = (0, 77, *tiles[1][2:])
    file = read(listed(tiles))
    assert "lies beside the border" in file.notes[0]
    assert next(solve(file.puzzle), None) is None


def test_a_board_of_one_row_has_borders_on_opposite_sides():
    file = read("p tile 3 1\n0 1 0 0\n0 2 0 1\n0 0 0 2\n")
    assert count(file.puzzle).raw == 2


# -------------------------------------------------------------- sizes, ids and comments


@pytest.mark.parametrize(
    "head",
    ["p tile 4 3 5", "p tile 4 3", "4 3 5", "3 4", "", "# nothing\nc comment\n\n"],
)
def test_each_way_to_say_the_size_gives_the_board(head):
    file = read(head + "\n" + listed(cut(3, 4, 5, seed=2)))
    assert file.puzzle.cells[-1] == (2, 3)


@pytest.mark.parametrize("head", ["3", "3 3", "3 3 1", "p tile 3 3 6", "3 6 42"])
def test_each_way_to_say_a_square_gives_the_square(head):
    file = read(head + "\n" + listed(cut(3, 3, 5, seed=2)))
    assert file.puzzle.cells[-1] == (2, 2)


def test_three_numbers_may_be_the_size_the_colors_and_a_seed():
    notes = read("3 6 42\n" + listed(cut(3, 3, 5, seed=2))).notes
    assert "the board is 3 x 3, with 6 colors" in notes


def test_rows_and_columns_the_other_way_around_are_the_same_board_turned():
    text = listed(cut(2, 3, 5, seed=2))
    notes = read("3 2\n" + text).notes
    assert any("the other way around it is the same board turned" in n for n in notes)
    results = [count(read(head + text).puzzle) for head in ("3 2\n", "2 3\n")]
    assert results[0][:4] == results[1][:4]


def test_without_a_size_the_border_tells_it():
    file = read(listed(cut(2, 8, 5, seed=2)))  # sixteen tiles, no square
    assert file.puzzle.cells[-1] == (1, 7)
    assert any("as 20 edges of the border want it" in note for note in file.notes)


def test_where_nothing_tells_the_size_it_is_asked_for():
    text = listed([*cut(3, 4, 5, seed=2)[1:], (1, 1, 2, 2)])
    assert refusal(text, format="eternity") == (
        "set.txt: 12 tiles with 12 edges of the border fill neither a square nor "
        "another rectangle; want a first line 'p tile COLUMNS ROWS'"
    )


def test_hints_tell_rows_from_columns():
    hint = "# hint: tile 4 at row 0, column 3 (from 0), 0 quarter turns clockwise\n"
    file = read(hint + "4 3\n" + listed(cut(3, 4, 5, seed=2)))
    assert file.puzzle.cells[-1] == (2, 3)
    assert hinted(file) == [("4", (0, 3), 0)]


def test_hints_that_fit_both_ways_ask_for_the_size():
    hint = "# hint: tile 1 at row 0, column 0 (from 0), 0 quarter turns clockwise\n"
    message = refusal(hint + "4 3\n" + listed(cut(3, 4, 5, seed=2)))
    assert "4 rows and 3 columns or 3 rows and 4 columns" in message
    assert "'p tile 3 4'" in message


@pytest.mark.parametrize(
    "text, message",
    [
        ("3 3\n" + "\n".join(FOUR), "set.txt:1: a board of 3 x 3 wants 9 tiles; "
         "there are 4"),
        ("p board 2 2\n" + "\n".join(FOUR),
         "set.txt:1: want 'p tile COLUMNS ROWS COLORS'"),
        ("two\n" + "\n".join(FOUR), "set.txt:1: the size of the board is 'two'; want a "
         "whole number"),
        ("2 2\n0 1 2 0\n0 0 3 1 9 9\n", "set.txt:3: '0 0 3 1 9 9' are 6 words; want "
         "four numbers (N E S W)"),
        ("2 2\n0 1 2 0\n0 0 x 1\n", "set.txt:3: tile 2 has 'x'; want whole numbers "
         "from 0, of six digits at most"),
        ("2 2\n0 1 2 0\n0 0 -3 1\n", "set.txt:3: tile 2 has '-3'; want whole numbers "
         "from 0, of six digits at most"),
        ("2 2\n0 1 2 0\n0 0 1234567 1\n", "set.txt:3: tile 2 has '1234567'; want whole "
         "numbers from 0, of six digits at most"),
        ("7 0 1 2 0\n0 0 3 1\n", "set.txt:2: '0 0 3 1' are 4 words; want the number of "
         "a tile and four numbers (N E S W)"),
        ("1 0 1 2 0\n1 0 0 3 1\n3 2 4 0 0\n4 3 0 0 4\n", "set.txt:2: there is a tile 1 "
         "already"),
        ("# edges: left right\n" + "\n".join(FOUR), "set.txt:1: 'edges: left right'; "
         "want 'edges: north east south west', in the order of the file"),
        ("# nothing\n", "set.txt: there are no tiles; want one a line"),
        ("# hint: tile 5 at 3\n" + "\n".join(FOUR), "set.txt:1: 'hint: tile 5 at 3'; "
         "want 'hint: tile 5 at row 0, column 2 (from 0), 3 quarter turns clockwise'"),
        ("# hint: tile 5 at row 0, column 0 (from 0), 0 quarter turns clockwise\n"
         + "\n".join(FOUR), "set.txt:1: there is no tile '5' to lie fast"),
    ],
)  # fmt: skip
def test_an_error_names_the_line_and_what_would_be_right(text, message):
    assert refusal(text, format="eternity") == message


def test_tiles_may_have_numbers_of_their_own_and_comments_behind_them():
    text = "# set\n7 0 1 2 0 # a corner\n9 0 0 3 1\nc and more\n11 2 4 0 0\n2 3 0 0 4\n"
    assert edges(read(text)) == dict(zip(["7", "9", "11", "2"], FOUR))


def test_a_finished_board_is_no_puzzle():
    message = refusal("4 14 1 11 19 22 24 28 35")
    assert "finished board" in message and "want the file of its tiles" in message


def test_what_is_short_of_a_border_is_said():
    notes = read("2 2\n0 1 2 0\n0 5 3 1\n2 4 0 0\n3 0 0 4\n").notes
    assert "the border is on 7 edges; the board wants 8" in notes
    assert (
        "there is no border" in read("2 2\n1 1 2 2\n1 2 3 1\n2 4 5 5\n3 3 3 4\n").notes
    )


# ------------------------------------------------------------------------------- signs


def test_with_signs_neighbors_have_different_ones():
    tiles = cut(2, 3, 1, seed=4)
    lines = listed(tiles).split("\n")
    signs = "+-+-+-"
    text = "p tile 3 2\n" + "\n".join(
        f"{line} {sign}" for line, sign in zip(lines, signs)
    )
    plain, signed = read("p tile 3 2\n" + listed(tiles)), read(text)
    assert "neighbors have different signs" in signed.notes

    def checkered(layout) -> bool:
        colors = {
            (signs[int(placement.piece) - 1] == "+")
            == (sum(placement.cells[0]) % 2 == 0)
            for placement in layout
        }
        return len(colors) == 1

    kept = [
        layout for layout in solve(plain.puzzle, symmetry="raw") if checkered(layout)
    ]
    assert 0 < len(kept) == count(signed.puzzle).raw < count(plain.puzzle).raw


def test_a_tile_without_a_sign_among_others_is_refused():
    text = "2\n0 1 2 0 +\n0 0 3 1\n2 4 0 0 -\n3 0 0 4 +\n"
    assert refusal(text) == (
        "set.txt:3: tile 2 has no sign while others have; want + or - on each tile or "
        "on none"
    )


# ------------------------------------------------------------------------------- hints

HINT = "# hint: tile {} at row {}, column {} (from {}), {} quarter turns {}\n"


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("way", ["clockwise", "anticlockwise"])
def test_a_hint_says_which_way_it_is_turned(turns, way):
    tiles = cut(3, 3, 9, seed=6)
    back = -turns if way == "clockwise" else turns
    lying, tiles[1] = tiles[1], turned(tiles[1], back % 4)
    text = HINT.format(2, 0, 1, 0, turns, way) + listed(tiles)
    (fixed,) = read(text).puzzle.fixed
    assert fixed[:2] == ("2", (0, 1))
    assert turned(tiles[1], fixed.turns) == lying
    other = HINT.format(2, 1, 2, 1, turns, way) + listed(tiles)
    assert read(other).puzzle.fixed == (fixed,)  # rows and columns counted from 1


def test_a_hint_that_shows_its_border_inside_tells_that_it_is_turned_the_wrong_way():
    tiles = cut(3, 3, 9, seed=6)
    bottom = tiles[1][2]
    tiles[1] = turned(tiles[1], 3)
    text = HINT.format(2, 0, 1, 0, 1, "anticlockwise") + listed(tiles)
    assert refusal(text) == (
        f"set.txt:1: tile 2 at 0,1 has {bottom} outside, if hints are turned "
        "as they say; turned the other way or with the order of edges half a turn on "
        "(--edges) they fit"
    )


def test_a_hint_tells_two_orders_apart_that_no_count_can():
    tiles = cut(3, 3, 9, seed=6)
    text = HINT.format(1, 0, 0, 0, 0, "clockwise") + listed(tiles, "SWNE")
    message = refusal(text)
    assert (
        "tile 1 at 0,0 has" in message
        and "half a turn on (--edges) they fit" in message
    )
    file = read(text, edges="S W N E")
    assert count(file.puzzle).raw == 1
    assert any("which they bear out" in note for note in file.notes)
    bare = listed(tiles, "SWNE")
    assert count(read(bare).puzzle).raw == count(read(bare, edges="SWNE").puzzle).raw


def test_two_hints_side_by_side_that_do_not_match_tell_the_wrong_way():
    # Inner tiles of a 4 x 4 board: the border tells nothing of them.
    tiles = cut(4, 4, 9, seed=8)
    for k in (5, 6):
        tiles[k] = turned(tiles[k], 3)
    hints = "".join(HINT.format(k + 1, 1, k - 4, 0, 1, "anticlockwise") for k in (5, 6))
    message = refusal(hints + listed(tiles))
    assert "where its neighbor has" in message and "the other way" in message


def test_hints_that_clash_in_any_case_are_left_to_the_search():
    tiles = cut(3, 3, 9, seed=6)
    text = HINT.format(5, 0, 0, 0, 0, "clockwise") + listed(tiles)
    file = read(text)
    assert any("hints are turned as they say, but tile 5" in n for n in file.notes)
    assert next(solve(file.puzzle), None) is None


# ----------------------------------------------------------------------------- the CSV


def as_csv(tiles, tails) -> str:
    lines = [str(round(len(tiles) ** 0.5))]
    for tile, tail in zip(tiles, tails):
        colors = [ONES if color == 0 else bits(color) for color in tile]
        lines.append(",".join([*colors, *map(str, tail)]))
    return "\n".join(lines) + "\n"


def test_a_csv_has_column_row_and_clockwise_turns():
    tiles = cut(3, 3, 9, seed=6)
    lying, tiles[2] = tiles[2], turned(tiles[2], 3)
    tails = [(0, 0, 0)] * 9
    tails[2] = (2, 0, 1)
    file = read(as_csv(tiles, tails))
    assert hinted(file) == [("3", (0, 2), 1)]
    assert turned(tiles[2], 1) == lying
    assert count(file.puzzle).raw == 1
    assert any("which they bear out" in note for note in file.notes)
    assert eternity_csv.write(file) == as_csv(tiles, tails)


@pytest.mark.parametrize(
    "tail, told",
    [((2, 0, 3), "turned anticlockwise"), ((0, 2, 1), "with row before column")],
)
def test_a_csv_whose_hint_is_of_another_convention_is_refused(tail, told):
    tiles = cut(3, 3, 9, seed=6)
    tiles[2] = turned(tiles[2], 3)
    tails = [(0, 0, 0)] * 9
    tails[2] = tail
    message = refusal(as_csv(tiles, tails))
    assert message.startswith("set.txt:4: tile 3 at ") and told in message


def test_a_csv_in_the_order_of_the_other_document_is_told_by_its_hint():
    tiles = [turned(tile, 2) for tile in cut(3, 3, 9, seed=6)]
    tails = [(0, 0, 0)] * 9
    tails[4] = (1, 1, 2)
    tails[2] = (2, 0, 0)
    text = as_csv(tiles, tails)
    assert "with --edges 'S W N E' they fit" in refusal(text)
    file = read(text, edges="SWNE")
    assert ("3", (0, 2), 0) in hinted(file)


def test_the_number_0_may_be_a_color_of_a_csv():
    colors = [(0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)]
    lines = [
        ",".join(
            [ONES if color == 0 else bits(color - 1) for color in tile] + ["0"] * 3
        )
        for tile in colors
    ]
    file = read("2\n" + "\n".join(lines))
    assert file.puzzle.border == "65535"
    assert count(file.puzzle).raw == 4
    assert edges(read(eternity.write(file))) == dict(zip("1234", FOUR))


@pytest.mark.parametrize(
    "text, message",
    [
        ("3\n" + as_csv(cut(2, 2, 3, 1), [(0, 0, 0)] * 4)[2:],
         "set.csv:1: the size of the board is '3'; want a number whose square is that "
         "of the tiles, 4"),
        (as_csv([(0, 0, 0, 0)], [(0, 0, 4)]), "set.csv:2: '1111"),
        (as_csv([(0, 0, 0, 0)], [(0, 0)]), "set.csv:2: '1111"),
        ("1\n1,2,3,4,0,0,0\n", "set.csv:2: '1,2,3,4,0,0,0'; want four edges (N E S W) "
         "of 16 binary digits, then column, row, and turns from 0 to 3, with commas"),
        ("", "set.csv: there is nothing in it; want the size first"),
    ],
)  # fmt: skip
def test_a_csv_that_is_not_as_it_should_be_is_refused(text, message):
    assert refusal(text, "set.csv", format="eternity-csv").startswith(message)


def test_a_hint_that_the_csv_cannot_express_is_refused_with_what_to_do():
    file = bordered_puzzle(hints=[("1", 0, 0, 0)])
    with pytest.raises(FormatError, match="tile 1 lies fast at 0,0 unturned") as error:
        eternity_csv.write(file)
    # Do what the message says: the same hint can be said then.
    advice = re.search(
        r"list the tile as '(.*)' and let it lie turned by 1", str(error.value)
    )
    tiles = [list(tile.edges) for tile in file.puzzle.tiles]
    tiles[0] = advice[1].split()
    other = bordered_puzzle(hints=[("1", 0, 0, 1)], tiles=tiles)
    back = read(eternity_csv.write(other))
    assert count(back.puzzle).raw == count(file.puzzle).raw == 1


# ---------------------------------------------------------------------------- the JSON


def as_json(tiles, size, hints=()) -> str:
    rows, columns = size
    return json.dumps(
        {
            "width": columns,
            "height": rows,
            "pieces": [list(tile) for tile in tiles],
            "hints": [dict(zip(("pos", "piece", "rot"), hint)) for hint in hints],
        }
    )


def test_json_has_cells_row_by_row_pieces_from_0_and_clockwise_turns():
    tiles = cut(3, 4, 9, seed=6)
    lying, tiles[7] = tiles[7], turned(tiles[7], 1)
    file = read(as_json(tiles, (3, 4), [(7, 7, 3)]))
    assert hinted(file) == [("8", (1, 3), 3)]
    assert turned(tiles[7], 3) == lying
    assert count(file.puzzle).raw == 1
    assert any("which they bear out" in note for note in file.notes)


@pytest.mark.parametrize(
    "pos, rot, told", [(7, 1, "turned anticlockwise"), (10, 3, "column by column")]
)
def test_json_whose_hint_is_of_another_convention_is_refused(pos, rot, told):
    tiles = cut(3, 4, 9, seed=6)
    tiles[7] = turned(tiles[7], 1)
    message = refusal(as_json(tiles, (3, 4), [(pos, 7, rot)]), "set.json")
    assert message.startswith("set.json: hints[0]: tile 8 at ") and told in message


@pytest.mark.parametrize(
    "text, message",
    [
        ("{", "set.json:1: Expecting property name enclosed in double quotes"),
        ("[]", "set.json: []; want an object with width, ..."),
        ("[" * 100_000, "set.json: nested too deeply"),
        ('{"width": 1' + "0" * 5000 + "}", "set.json: a number is too long"),
        ('{"height": 2}', "set.json: width: missing"),
        ('{"Width": 2}', "set.json: width: missing; did you mean 'Width'?"),
        ('{"width": true}', "set.json: width: True; want a whole number from 1 to"),
        ('{"width": 1e9, "height": 1}', "set.json: width: 1000000000.0; want a whole"),
        ('{"width": 2, "height": 2, "pieces": [[0, 0, 1, 1]]}', "set.json: pieces: 1; "
         "want 2 x 2 = 4"),
        ('{"width": 1, "height": 1, "pieces": {}}', "set.json: pieces: {}; want 1 x 1"),
        ('{"width": 1, "height": 1, "pieces": [[0, 0, 0]]}', "set.json: pieces[0]: "
         "[0, 0, 0]; want four whole numbers from 0 [up, right, down, left]"),
        ('{"width": 1, "height": 1, "pieces": [[0, 0, 0, -1]]}',
         "set.json: pieces[0]: [0, 0, 0, -1]; want"),
        ('{"width": 1, "height": 1, "pieces": [[0, 0, 0, 0]], "hints": 3}',
         "set.json: hints: 3; want a list"),
        ('{"width": 1, "height": 1, "pieces": [[0, 0, 0, 0]], "hints": [3]}',
         "set.json: hints[0]: 3; want pos, piece and rot"),
        ('{"width": 1, "height": 1, "pieces": [[0, 0, 0, 0]], "hints": [{"pos": 1}]}',
         "set.json: hints[0].pos: 1; want a whole number from 0 to 0"),
        ('{"width": 1, "height": 1, "pieces": [[0, 0, 0, 0]], "hints": [{"pos": 0, '
         '"piece": 0, "rot": 4}]}', "set.json: hints[0].rot: 4; want a whole number"),
        ('{"width": 1, "height": 1, "pieces": [[0, 0, 0, 0]], "id": 3}',
         "set.json: id: 3; want text"),
    ],
)  # fmt: skip
def test_json_that_is_not_as_it_should_be_is_refused(text, message):
    assert refusal(text, "set.json", format="eternity-json").startswith(message)


# ------------------------------------------------------------------------------- links


def link(tiles, size, pieces=(), more="") -> str:
    rows, columns = size
    letters = "".join(chr(97 + color) for tile in tiles for color in tile)
    text = f"https://example.org/#puzzle=Mine&board_w={columns}&board_h={rows}"
    text += f"&board_edges={letters}"
    if pieces:
        text += "&board_pieces=" + "".join(f"{number:03}" for number in pieces)
    return text + more


def test_a_link_to_a_full_board_is_the_puzzle_of_its_tiles():
    tiles = cut(2, 3, 5, seed=2)
    file = read(link(tiles, (2, 3), [5, 3, 1, 6, 2, 4], "&motifs_order=mine"))
    assert edges(file) == {
        str(number): " ".join(map(str, tile))
        for number, tile in zip([5, 3, 1, 6, 2, 4], tiles)
    }
    assert (file.title, file.puzzle.border, file.puzzle.fixed) == ("Mine", "0", ())
    assert "on the board of the link, 7 of 7 inner sides match" in file.notes
    assert count(file.puzzle).raw > 0


def test_a_link_shows_how_many_sides_match():
    tiles = cut(2, 3, 5, seed=2)
    tiles[0] = (0, 25, tiles[0][2], 0)
    notes = read(link(tiles, (2, 3))).notes
    assert "on the board of the link, 6 of 7 inner sides match" in notes


def test_a_link_to_a_part_of_a_board_has_its_tiles_fast():
    tiles = cut(2, 3, 5, seed=2)
    tiles[1] = tiles[3] = (0, 0, 0, 0)
    file = read(link(tiles, (2, 3), [5, 0, 1, 0, 2, 4]))
    assert hinted(file) == [
        ("5", (0, 0), 0),
        ("1", (0, 2), 0),
        ("2", (1, 1), 0),
        ("4", (1, 2), 0),
    ]
    assert any(note.startswith("2 of 6 cells are empty") for note in file.notes)
    (layout,) = solve(file.puzzle)
    assert link(tiles, (2, 3), [5, 0, 1, 0, 2, 4]).partition("#")[2] == (
        viewer.write_layout(file, layout).partition("#")[2]
    )


def test_a_file_may_hold_many_links():
    text = "\n".join([link(cut(2, 2, 3, 1), (2, 2)), "", link(cut(2, 3, 3, 1), (2, 3))])
    assert [len(f.puzzle.tiles) for f in formats.parse(text, "set.txt")] == [4, 6]


@pytest.mark.parametrize(
    "text, message",
    [
        ("#board_w=2&board_h=2&board_edges=abca", "board_edges has 4 letters; a board "
         "of 2 x 2 (rows, columns) wants 16"),
        ("#board_edges=abc1", "board_edges has '1'; want letters from a to z"),
        ("#board_w=x&board_edges=abca", "board_w is 'x'; want a number"),
        ("#board_w=99999&board_edges=abca", "board_w is '99999'; want a number"),
        ("#board_edges=", "board_edges has 0 letters; a board of 0 x 0 (rows, columns) "
         "wants 0"),
        ("#board_edges=aaaa", "there is no tile on the board"),
        ("#board_edges=abca&board_pieces=01", "board_pieces has 2 characters; want "
         "three digits for each of 1 cells"),
        ("#board_edges=abca&board_pieces=000", "board_pieces has 000 for a cell with "
         "abca; want 000 for an empty cell, and only there"),
        ("#board_edges=abca&board_edges=abca", "'board_edges' is in the link twice"),
        ("#board_w=2&board_h=1&board_edges=abaaaaab&board_pieces=003003", "there is a "
         "tile 3 already"),
        ("#board_w=3&board_h=1&board_edges=abaaaaaaaaab&board_pieces=003000003",
         "board_pieces has a number twice"),
    ],
)  # fmt: skip
def test_a_link_that_is_not_as_it_should_be_is_refused(text, message):
    assert refusal("\n" + text) == f"set.txt:2: {message}"


def test_the_order_of_the_edges_in_a_link_is_fixed():
    assert "is fixed" in refusal(link(cut(2, 2, 3, 1), (2, 2)), edges="NESW")


def test_a_link_to_a_layout_shows_the_layout():
    file = bordered_puzzle(rows=2, columns=3)
    for layout in solve(file.puzzle, symmetry="raw"):
        text = viewer.write_layout(file, layout)
        back = read(text)
        assert "on the board of the link, 7 of 7 inner sides match" in back.notes
        where = {placement.cells[0]: placement for placement in layout}
        for cell, tile in zip(back.puzzle.cells, back.puzzle.tiles):
            piece, _, turns, _ = where[cell]
            assert tile.name == piece
            mine = file.puzzle.tiles[int(piece) - 1].edges
            assert tile.edges == turned(mine, turns)
    with pytest.raises(FormatError, match="square tiles only"):
        viewer.write_layout(load("drive-ya-nuts"), ())
    with pytest.raises(FormatError, match="square tiles only"):
        viewer.write_layout(load("queens-8"), ())


def test_mates_have_the_same_letter_and_the_note_says_which():
    file = load("frogs")
    text = viewer.write_layout(file, next(solve(file.puzzle)))
    assert "12 of 12 inner sides match" in " ".join(read(text).notes)
    assert viewer.notes(file) == [
        "the letters of the link are b = BH, b = BT, c = GH, c = GT, d = RH, d = RT, "
        "e = YH, e = YT"
    ]


def test_numbers_beyond_the_letters_get_letters_in_their_order():
    tiles = [["0", "100", "9", "0"], ["0", "0", "26", "100"]]
    tiles += [["9", "x", "0", "0"], ["26", "0", "0", "x"]]
    file = bordered_puzzle(2, 2, tiles=tiles)
    assert viewer.write(file).partition("board_edges=")[2].startswith("adba" "aacd")
    assert viewer.notes(file) == [
        "the letters of the link are a = 0, b = 9, c = 26, d = 100, e = x"
    ]


def test_more_symbols_than_letters_are_refused():
    tiles = cut(5, 5, 10**5, seed=1)
    file = bordered_puzzle(5, 5, tiles=[list(map(str, tile)) for tile in tiles])
    message = "mine.toml: there are 40 symbols beside the border; a link has 25 letters"
    for write in (viewer.write, viewer.notes):
        with pytest.raises(FormatError, match=message):
            write(file)


def test_a_link_cannot_say_that_a_tile_lies_fast_or_is_border_all_around():
    with pytest.raises(FormatError, match="tile 1 lies fast"):
        viewer.write(bordered_puzzle(hints=[("1", 0, 0, 0)]))
    with pytest.raises(FormatError, match="tile 1 has the border all around"):
        viewer.write(bordered_puzzle(1, 1))


def test_the_command_prints_a_link_for_each_layout(tmp_path, capsys):
    path = tmp_path / "set.txt"
    path.write_text("\n".join(FOUR))
    assert main(["solve", str(path), "--link"]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 1 and "board_edges=" in out
    assert "0 is the border" in err
    assert main(["solve", str(path), "--link", "--all", "--symmetry", "raw"]) == 0
    assert capsys.readouterr().out.count("board_edges=") == 4
    assert main(["solve", "soma", "--link"]) == 2
    assert capsys.readouterr().err == (
        "puzzles: soma: a viewer shows boards of square tiles only\n"
    )
    assert main(["solve", str(path), "--link", "--count"]) == 2


# --------------------------------------------------------------------------- writing

WRITERS = {
    "eternity": eternity,
    "eternity-csv": eternity_csv,
    "eternity-json": eternity_json,
    "viewer": viewer,
}


@pytest.mark.parametrize(
    "name, size, with_hints",
    [
        (name, size, with_hints)
        for name in WRITERS
        for size in [(2, 2), (3, 3), (2, 5), (4, 3)]
        for with_hints in [False, True]
        if not (name == "viewer" and with_hints)  # which links cannot say
        if name != "eternity-csv" or size[0] == size[1]
    ],
)
def test_what_is_written_is_read_as_the_same_puzzle(name, size, with_hints):
    rows, columns = size
    hints = [("2", 0, 1, 0), (str(rows * columns), rows - 1, columns - 1, 0)]
    file = bordered_puzzle(rows, columns, 3, hints if with_hints else ())
    assert read(WRITERS[name].write(file)).puzzle == file.puzzle


@pytest.mark.parametrize("name", ["eternity", "eternity-csv", "eternity-json"])
@pytest.mark.parametrize("turns", range(4))
def test_a_hint_is_written_and_read_the_same_way_around(name, turns):
    file = bordered_puzzle(4, 4, 3)
    tiles = [list(tile.edges) for tile in file.puzzle.tiles]
    tiles[7] = list(turned(tiles[7], -turns % 4))
    file = bordered_puzzle(4, 4, 3, [("8", 1, 3, turns)], tiles=tiles)
    back = read(WRITERS[name].write(file))
    assert back.puzzle == file.puzzle
    assert any("which they bear out" in note for note in back.notes)


def test_each_format_is_told_by_its_content_alone():
    file = bordered_puzzle(3, 3, 3)
    for name, module in WRITERS.items():
        text = module.write(file)
        assert [
            known for known, _, _ in formats.FORMATS
            if formats.format_named(known).reads(text)
        ] == [name]  # fmt: skip


def test_an_eternity_text_says_its_order_and_the_turns_of_its_hints():
    text = eternity.write(bordered_puzzle(2, 3, 3, [("2", 0, 1, 0)]))
    assert text.startswith(
        "# Puzzle: Mine\n"
        "# edges: north east south west; 0 = border\n"
        "# hint: tile 2 at row 0, column 1 (from 0), 0 quarter turns clockwise\n"
        "# p tile COLUMNS ROWS COLORS\n"
        "p tile 3 2 4\n"
    )
    data = json.loads(eternity_json.write(bordered_puzzle()))
    assert data["edges"] == ["up", "right", "down", "left"]
    assert data["rotation"] == "quarter turns clockwise"


def test_other_symbols_and_names_are_numbered_and_the_text_says_how():
    tiles = {
        "A": "x red blu x",
        "B": "x x red red",
        "C": "blu blu x x",
        "D": "red x x blu",
    }
    file = bordered_puzzle(2, 2, tiles=tiles, border="x")
    text = eternity.write(file)
    for line in (
        "# symbol 0 = x",
        "# symbol 1 = blu",
        "# symbol 2 = red",
        "# tile 2 = B",
    ):
        assert line + "\n" in text
    assert "\n0 2 1 0\n0 0 2 2\n1 1 0 0\n2 0 0 1\n" in text
    told = [
        "symbols have new numbers: 0 = x, 1 = blu, 2 = red",
        "tiles have new numbers, in their order, from 1",
    ]
    assert eternity_json.notes(file) == told
    assert eternity_csv.notes(file)[1:] == told
    for module in (eternity, eternity_csv, eternity_json):
        back = read(module.write(file))
        assert count(back.puzzle)[:4] == count(file.puzzle)[:4]


def test_numbers_of_tiles_are_kept_and_signs_are_written():
    file = read("# edges: north east south west\n7 0 1 2 0 +\n9 0 0 3 1 -\n"
                "11 2 4 0 0 -\n2 3 0 0 4 +\n")  # fmt: skip
    back = read(eternity.write(file))
    assert back.puzzle == file.puzzle
    with pytest.raises(FormatError, match="symbols meet that are not equal"):
        eternity_json.write(file)


def test_a_file_from_a_folder_does_not_tell_the_folder():
    file = read("\n".join(FOUR), "/home/me/secret/set.txt")
    for module in WRITERS.values():
        assert "secret" not in module.write(file)


def test_without_a_border_there_is_no_0():
    data = {"tiles": ["0 1 1 0", "1 0 0 1", "0 0 1 1", "1 1 0 0"]}
    file = PuzzleFile("mine.toml", "Mine", "", edge_matching(data), {})
    for module in (eternity, eternity_csv, eternity_json, viewer):
        back = read(module.write(file), format=next(
            name for name, other in WRITERS.items() if other is module
        ))  # fmt: skip
        assert back.puzzle.border == ""
        assert count(back.puzzle)[:4] == count(file.puzzle)[:4]


@pytest.mark.parametrize("module", [eternity, eternity_csv, eternity_json, viewer])
@pytest.mark.parametrize(
    "keys, lack",
    [
        ({"turn": False}, "its tiles may not be turned"),
        ({"size": [3, 1]}, "it has 9 tiles for 3 cells"),
        (
            {"board": ["###", "###", ".##", "..#"], "size": None},
            "its board is no rectangle",
        ),
        (
            {"mates": [["0", "0"], ["1", "2"], ["3", "4"]]},
            "symbols meet that are not equal",
        ),
        (
            {"fixed": [{"tile": "1", "cell": [0, 0]}]},
            "a tile lies fast, but may be turned",
        ),
    ],
)
def test_what_a_format_cannot_say_is_refused(module, keys, lack):
    keys = dict(keys)
    data = {"size": [3, 3], "tiles": [list(map(str, t)) for t in cut(3, 3, 4, 1)]}
    data |= {"border": "0"} | keys
    data = {key: value for key, value in data.items() if value is not None}
    file = PuzzleFile("mine.toml", "Mine", "", edge_matching(data), {})
    with pytest.raises(FormatError, match=f"mine.toml: {lack}"):
        module.write(file)


@pytest.mark.parametrize("name", ["soma", "drive-ya-nuts", "queens-8"])
@pytest.mark.parametrize("module", [eternity, eternity_csv, eternity_json, viewer])
def test_a_puzzle_of_another_kind_or_lattice_is_refused(module, name):
    with pytest.raises(FormatError, match=f"{name}: "):
        module.write(load(name))


def test_a_csv_is_a_square():
    with pytest.raises(
        FormatError, match="2 x 3, and the format eternity-csv has squares"
    ):
        eternity_csv.write(bordered_puzzle(2, 3))


def test_the_command_converts_and_says_what_changed(tmp_path, capsys):
    path = tmp_path / "set.txt"
    path.write_text("\n".join(FOUR))
    assert main(["convert", str(path), "-", "--to", "eternity-csv"]) == 0
    out, err = capsys.readouterr()
    assert read(out).puzzle == read("\n".join(FOUR)).puzzle
    assert "hints are column, row (from 0), quarter turns clockwise" in err


# ----------------------------------------------------------------- telling them apart


def test_a_framed_list_is_an_eternity_text_and_another_a_list_of_tiles():
    framed, plain = "\n".join(FOUR), "1 2 1 2\n2 1 2 1\n1 1 2 2\n2 2 1 1"
    assert eternity.reads(framed) and not tile_list.reads(framed)
    assert tile_list.reads(plain) and not eternity.reads(plain)
    assert not bordered.is_framed([line.split() for line in plain.split("\n")])


def test_a_list_of_tiles_that_says_which_symbols_meet_is_no_eternity_text():
    data = {"tiles": list(FOUR)}  # symbols as with a border, but without one
    file = PuzzleFile("mine.toml", "Mine", "", edge_matching(data), {})
    text = tile_list.write(file)
    assert tile_list.reads(text) and not eternity.reads(text)
    assert read(text).puzzle == file.puzzle


def test_what_is_nearly_framed_could_be_two_things():
    text = "0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n5 6 5 6\n"
    message = refusal(text)
    assert "this could be" in message and "tiles" in message and "eternity" in message


def test_a_matrix_of_0_and_1_is_no_eternity_text():
    for text in ("4\n1 0 0 1\n0 1 1 0\n", "1 0 0 1\n0 1 1 0\n0 0 1 1\n1 1 0 0\n"):
        assert not eternity.reads(text)


# --------------------------------------------------------------------- any text at all


def test_more_tiles_than_a_board_may_have_are_refused_at_once():
    tile = [0, 1, 2, 3]
    texts = {
        "eternity": "p tile 101 100\n" + "0 1 2 3\n" * 10_100,
        "eternity-csv": as_csv([tile] * 101**2, [(0, 0, 0)] * 101**2),
        "eternity-json": as_json([tile] * 101**2, (101, 101)),
        "viewer": link([tile] * 101**2, (101, 101)),
    }
    for name, text in texts.items():
        assert "tiles; want at most 10000" in refusal(text, format=name)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='0123456789 \n#cp+-ahint:,&={}[]"', max_size=80))
@pytest.mark.parametrize("name", WRITERS)
def test_any_text_is_read_or_refused_on_one_line(name, text):
    assert formats.format_named(name).reads(text) in (True, False)
    try:
        formats.parse(text, "any", name)
    except (FormatError, PuzzleError) as error:
        assert str(error).startswith("any") and "\n" not in str(error)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.integers(2, 5), st.integers(0, 10**6), st.data())
def test_any_board_is_read_as_it_was_cut(rows, columns, seed, data):
    random = Random(seed)
    tiles = cut(rows, columns, data.draw(st.integers(1, 8)), seed)
    turns = [random.randrange(4) for _ in tiles]
    order = random.sample(range(len(tiles)), len(tiles))
    lines = [turned(tiles[k], turns[k]) for k in order]
    file = read(f"p tile {columns} {rows}\n{listed(lines)}", format="eternity")
    layout = tuple(
        Placement(str(place), (divmod(k, columns),), -turns[k] % 4)
        for place, k in enumerate(order, 1)
    )
    assert check(file.puzzle, layout) == []
