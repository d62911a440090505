"""Pictures as text: read back, they show the layout that was drawn."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from hypothesis import assume, given, settings, strategies as st

from puzzles import draw, load
from reductions import Placement, Queens, solve
from reductions.edge_matching import parse as edge_matching
from reductions.packing import parse as packing
from reductions.sudoku import parse as sudoku
from test_reductions_oracle import turned

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
BLOCK = re.compile(r"\s*(\S+)\s*\n\s*(\S+)\s+(\S+ ?[NESW])\s+(\S+)\s*\n\s*(\S+)\s*")


def boxes(picture: str) -> dict[tuple[int, int], tuple[str, tuple[str, ...]]]:
    """Read a picture of square tiles: the label and the symbols in each box."""
    lines = picture.split("\n")
    corners = [k for k, mark in enumerate(lines[0]) if mark in "┌┬┐+"]
    width = min(b - a for a, b in zip(corners, corners[1:]))
    found = {}
    for row in range(len(lines) // 4):
        rows = [lines[4 * row + k].ljust(200) for k in (1, 2, 3)]
        for column in range(200 // width):
            left = column * width
            sides = {line[left] for line in rows}
            block = "\n".join(line[left:][1:width] for line in rows)
            if sides <= {"│", "|"} and block.strip():
                top, west, label, east, bottom = BLOCK.fullmatch(block).groups()
                found[row, column] = label, (top, east, bottom, west)
    return found


def hexagons(picture: str) -> list[list[tuple[str, tuple[str, ...]]]]:
    """Read a picture of hexagonal tiles, row by row: label, symbols clockwise."""
    lines = picture.split("\n")
    rows = []
    for row in range(0, len(lines), 3):
        tops = re.findall(r"/ *(\S+) +(\S+) *\\", lines[row])
        middles = re.findall(
            r"\| *(\S+) +(\S+ [NESW]{1,2}) +(\S+) *(?=\|)", lines[row + 1]
        )
        bottoms = re.findall(r"\\ *(\S+) +(\S+) *(?=/)", lines[row + 2])
        assert len(tops) == len(middles) == len(bottoms)
        rows.append(
            [
                (label, (ne, east, se, sw, west, nw))
                for (nw, ne), (west, label, east), (sw, se) in zip(
                    tops, middles, bottoms
                )
            ]
        )
    return rows


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("name", ["frogs", "lizards", "light-bulbs"])
def test_touching_symbols_in_a_picture_of_tiles_are_mates(name, ascii):
    puzzle = load(name).puzzle
    mates = set(puzzle.mates)
    edges = {tile.name: tile.edges for tile in puzzle.tiles}
    for layout in solve(puzzle, symmetry="raw"):
        picture = draw(puzzle, layout, ascii=ascii)
        assert picture.isascii() == ascii
        seen = boxes(picture)
        assert set(seen) == set(puzzle.cells)
        for (row, column), (_, symbols) in seen.items():
            if (row, column + 1) in seen:
                assert (symbols[1], seen[row, column + 1][1][3]) in mates
            if (row + 1, column) in seen:
                assert (symbols[2], seen[row + 1, column][1][0]) in mates
        for placement in layout:
            label, symbols = seen[placement.cells[0]]
            assert label == placement.piece + "NESW"[placement.turns]
            assert symbols == turned(edges[placement.piece], placement.turns)


def test_a_picture_of_tiles_looks_like_this():
    puzzle = edge_matching(
        {"tiles": ["red sky oak elm", "oak elm red sky"], "size": [1, 2]}
    )
    layout = (Placement("1", ((0, 0),), 0), Placement("2", ((0, 1),), 2))
    assert draw(puzzle, layout) == (
        "┌────────────┬────────────┐\n"
        "│    red     │    red     │\n"
        "│ elm 1N sky │ elm 2S sky │\n"
        "│    oak     │    oak     │\n"
        "└────────────┴────────────┘"
    )
    assert draw(puzzle, layout, ascii=True) == (
        "+------------+------------+\n"
        "|    red     |    red     |\n"
        "| elm 1N sky | elm 2S sky |\n"
        "|    oak     |    oak     |\n"
        "+------------+------------+"
    )


def test_a_board_with_holes_has_a_frame_around_each_tile():
    puzzle = edge_matching({"tiles": ["a a a a"] * 4, "board": ["##.", ".##"]})
    picture = draw(puzzle, next(solve(puzzle)))
    assert picture == (
        "┌────────┬────────┐\n"
        "│   a    │   a    │\n"
        "│ a 1N a │ a 2N a │\n"
        "│   a    │   a    │\n"
        "└────────┼────────┼────────┐\n"
        "         │   a    │   a    │\n"
        "         │ a 3N a │ a 4N a │\n"
        "         │   a    │   a    │\n"
        "         └────────┴────────┘"
    )
    assert set(boxes(picture)) == set(puzzle.cells)


def test_an_empty_column_at_the_left_is_left_out():
    puzzle = edge_matching({"tiles": ["a a a a"], "board": ["..", ".#"]})
    assert draw(puzzle, next(solve(puzzle)), ascii=True).startswith("+--------+\n|")


symbols = st.text("abHT12-é", min_size=1, max_size=4)


@settings(deadline=None, max_examples=50)
@given(
    st.lists(st.tuples(*[symbols] * 4), min_size=4, max_size=4),
    st.booleans(),
    st.lists(st.integers(0, 3), min_size=4, max_size=4),
)
def test_symbols_of_any_length_stay_in_their_boxes(tiles, long_names, turns):
    names = ["one", "t-2", "3", "4"] if long_names else "1234"
    puzzle = edge_matching({"tiles": dict(zip(names, map(" ".join, tiles)))})
    layout = tuple(
        Placement(name, (cell,), steps)
        for name, cell, steps in zip(names, puzzle.cells, turns)
    )
    seen = boxes(draw(puzzle, layout))
    for (name, (cell,), steps, _), tile in zip(layout, tiles):
        space = "" if name.isdecimal() else " "
        assert seen[cell] == (name + space + "NESW"[steps], turned(tile, steps))


def test_the_nuts_in_the_picture_show_equal_numbers_where_they_touch():
    puzzle = load("drive-ya-nuts").puzzle
    edges = {tile.name: tile.edges for tile in puzzle.tiles}
    for layout in solve(puzzle, symmetry="raw"):
        rows = hexagons(draw(puzzle, layout))
        assert [len(row) for row in rows] == [2, 3, 2]
        by_cell = {p.cells[0]: p for p in layout}
        order = iter(sorted(by_cell))
        for row in rows:
            for label, numbers in row:
                placement = by_cell[next(order)]
                where = ("NE", "E", "SE", "SW", "W", "NW")[placement.turns]
                assert label == f"{placement.piece} {where}"
                assert numbers == turned(edges[placement.piece], placement.turns)
            for (_, one), (_, other) in zip(row, row[1:]):
                assert one[1] == other[4]
        top, middle, bottom = ([numbers for _, numbers in row] for row in rows)
        for k in (0, 1):
            assert top[k][3] == middle[k][0] and top[k][2] == middle[k + 1][5]
            assert bottom[k][5] == middle[k][2] and bottom[k][0] == middle[k + 1][3]


def test_a_picture_of_hexagons_looks_like_this():
    puzzle = edge_matching(
        {
            "lattice": "hexagonal",
            "tiles": {"A": "1 2 3 4 5 6", "B": "1 5 3 4 5 6"},
            "size": [2, 1],
        }
    )
    layout = (Placement("A", ((0, 0),), 0), Placement("B", ((1, 0),), 1))
    picture = draw(puzzle, layout)
    assert picture.split("\n") == [
        " /  6   1  \\",
        "| 5  A NE 2 |",
        " \\  4   3  /",
        "       /  5   6  \\",
        "      | 4  B E  1 |",
        "       \\  3   5  /",
    ]
    assert hexagons(picture) == [
        [("A NE", tuple("123456"))],
        [("B E", tuple("615345"))],
    ]


# ---------------------------------------------------------------------------- letters


def letters(picture: str) -> dict[tuple[int, int], str]:
    """Read a picture of a square board, a letter a cell."""
    lines = picture.partition("\n\n")[0].split("\n")
    return {
        (row, place // 2): mark
        for row, line in enumerate(lines)
        for place, mark in enumerate(line)
        if place % 2 == 0 and mark != " "
    }


def test_a_packing_is_a_letter_a_cell():
    puzzle = load("pentominoes-8x8").puzzle
    for layout in islice(solve(puzzle), 10):
        at = {cell: p.piece for p in layout for cell in p.cells}
        assert letters(draw(puzzle, layout)) == at


def test_rows_of_hexagons_are_shifted_as_on_the_board():
    puzzle = load("meteor").puzzle
    layout = next(solve(puzzle))
    lines = draw(puzzle, layout).split("\n")
    assert len(lines) == 10
    at = {cell: p.piece for p in layout for cell in p.cells}
    for row, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        assert indent == row % 2
        assert line.split() == [at[row, column] for column in range(5)]
        assert set(line[indent:][1::2]) <= {" "}


def test_a_board_in_space_is_shown_layer_by_layer():
    puzzle = load("soma").puzzle
    for layout in islice(solve(puzzle), 5):
        heads, *lines = draw(puzzle, layout).split("\n")
        assert heads.split() == ["z=0", "z=1", "z=2"]
        starts = [heads.index(head) for head in heads.split()]
        at = {cell: p.piece for p in layout for cell in p.cells}
        assert {
            (x, y, z): line[start + 2 * x]
            for y, line in enumerate(lines)
            for z, start in enumerate(starts)
            for x in range(3)
        } == at


def test_the_middle_of_the_wooden_cube_is_drawn_empty():
    puzzle = load("wooden-cube").puzzle
    heads, *lines = draw(puzzle, next(solve(puzzle))).split("\n")
    assert heads.split() == ["z=-2", "z=-1", "z=0", "z=1", "z=2"]
    middle = heads.index("z=0")
    assert lines[2][middle + 4] == "."
    assert "".join(lines).count(".") == 1
    assert lines[1][middle + 2] == " "  # no point of the board


def test_cells_that_stay_empty_are_dots():
    puzzle = packing({"board": "+#+", "pieces": {"A": "#"}})
    assert draw(puzzle, next(solve(puzzle))) == ". A ."
    assert draw(puzzle, ()) == ". . ."


def test_pieces_without_a_letter_of_their_own_are_dealt_one_and_it_is_said():
    puzzle = packing({"size": [2, 2], "pieces": {"D": {"shape": "##", "count": "any"}}})
    pictures = {draw(puzzle, layout) for layout in solve(puzzle, symmetry="raw")}
    assert pictures == {"A A\nB B\n\nA B = D", "A B\nA B\n\nA B = D"}
    copies = packing(
        {"size": [1, 3], "pieces": {"D": {"shape": "#", "count": 2}, "E": "#"}}
    )
    assert draw(copies, next(solve(copies))) == "A B E\n\nA = D#1, B = D#2"
    long_names = packing({"size": [1, 3], "pieces": {"bar": "##", "dot": "#"}})
    assert draw(long_names, next(solve(long_names, symmetry="raw"))) in (
        "A A B\n\nA = bar, B = dot",
        "B A A\n\nA = bar, B = dot",
    )


def test_neighbors_never_share_a_letter_unless_they_are_one_piece():
    puzzle = packing(
        {"size": [8, 20], "pieces": {"D": {"shape": "##", "count": "any"}}}
    )
    layout = next(solve(puzzle))
    seen = letters(draw(puzzle, layout))
    of = {cell: number for number, p in enumerate(layout) for cell in p.cells}
    for row, column in of:
        for other in (row, column + 1), (row + 1, column):
            if other in of and of[other] != of[row, column]:
                assert seen[other] != seen[row, column]


def test_a_board_that_does_not_begin_at_zero_is_drawn_from_its_first_cell():
    for origin in [0, 0], [5, 7], [-3, -2]:
        puzzle = packing(
            {"board": [".#", "##"], "pieces": {"V": ["##", "#."]}, "origin": origin}
        )
        assert draw(puzzle, next(solve(puzzle))) == "  V\nV V"


def test_queens_stand_on_an_empty_board():
    puzzle = Queens(4)
    assert draw(puzzle, next(solve(puzzle))) in (
        ". Q . .\n. . . Q\nQ . . .\n. . Q .",
        ". . Q .\nQ . . .\n. . . Q\n. Q . .",
    )


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (1, 4)])
def test_a_sudoku_shows_its_boxes(box):
    rows, columns = box
    side = rows * columns
    puzzle = sudoku({"grid": "." * side**2, "box": list(box)})
    layout = next(solve(puzzle))
    lines = draw(puzzle, layout).split("\n")
    grid = [line for line in lines if "-" not in line]
    bars = [number for number, line in enumerate(lines) if "-" in line]
    text = "".join(p.piece for p in layout)
    assert re.sub(r"[^\w]", "", "".join(grid)) == text
    assert bars == [k * (rows + 1) - 1 for k in range(1, columns)]
    for line in grid:
        assert [len(part.split()) for part in line.split("|")] == [columns] * rows
    for bar in bars:
        assert [k for k, mark in enumerate(lines[bar]) if mark == "+"] == [
            k for k, mark in enumerate(grid[0]) if mark == "|"
        ]
        assert len(lines[bar]) == len(grid[0])


# ------------------------------------------------------------------------------ colors


@pytest.mark.parametrize(
    "name", ["frogs", "drive-ya-nuts", "soma", "meteor", "queens-8", "sudoku-inkala"]
)
def test_colors_come_only_when_asked_for_and_change_nothing_else(name):
    puzzle = load(name).puzzle
    layout = next(solve(puzzle))
    plain = draw(puzzle, layout)
    assert "\x1b" not in plain
    colored = draw(puzzle, layout, color=True)
    assert "\x1b[" in colored
    assert ESCAPES.sub("", colored) == plain
    for line in colored.split("\n"):
        assert (
            line.count("m")
            and line.count("\x1b[0m") * 2 == line.count("\x1b[")
            or ("\x1b" not in line)
        )


def test_neighboring_pieces_and_symbols_that_begin_alike_have_their_own_colors():
    puzzle = load("soma").puzzle
    colored = draw(puzzle, next(solve(puzzle)), color=True)
    shades = {}
    for shade, letter in re.findall(r"\x1b\[30;48;5;(\d+)m(\S)", colored):
        shades.setdefault(letter, set()).add(shade)
    assert all(len(found) == 1 for found in shades.values())
    assert len(set.union(*shades.values())) == 7
    frogs = load("frogs").puzzle
    colored = draw(frogs, next(solve(frogs)), color=True)
    marks = re.findall(r"\x1b\[30;48;5;(\d+)m(.)", colored)
    by_color = {letter: {s for s, mark in marks if mark == letter} for letter in "RGBY"}
    assert all(len(found) == 1 for found in by_color.values())
    assert len(set.union(*by_color.values())) == 4


@settings(deadline=None, max_examples=60)
@given(
    st.text(st.characters(categories=["Cc", "Cf", "Lu", "Zl"]), min_size=1, max_size=3)
)
def test_no_name_or_symbol_drives_the_terminal(text):
    assume(text.split() == [text])
    tiles = edge_matching({"tiles": {text: [text] * 4}})
    hexagon = edge_matching({"lattice": "hexagonal", "tiles": {text: [text] * 6}})
    pieces = packing({"size": [1, 2], "pieces": {text: "#", text + "x": "#"}})
    for puzzle in tiles, hexagon, pieces:
        picture = draw(puzzle, next(solve(puzzle)))
        assert picture.replace("\n", "").isprintable()


def test_a_control_character_as_a_name_is_written_out():
    tiles = edge_matching({"tiles": {"\x07": "a \x1b a a"}})
    assert draw(tiles, next(solve(tiles)), ascii=True).split("\n")[2] == (
        "| a    \\x07 N \\x1b |"
    )
    pieces = packing({"size": [1, 2], "pieces": {"\x1b": "#", "B": "#"}})
    picture = draw(pieces, (Placement("\x1b", ((0, 0),)), Placement("B", ((0, 1),))))
    assert picture == "A B\n\nA = \\x1b"
    grid = sudoku({"grid": "." * 16, "symbols": "12\x1b4"})
    assert draw(grid, next(solve(grid))).replace("\n", "").isprintable()


def test_neighbors_never_share_a_letter_however_many_pieces_there_are():
    puzzle = packing(
        {"size": [4, 62], "pieces": {"D": {"shape": "##", "count": "any"}}}
    )
    layout = tuple(
        Placement("D", ((row, column), (row + 1, column)))
        for row in (0, 2)
        for column in range(62)
    )
    rows = [line.split() for line in draw(puzzle, layout).split("\n")[:4]]
    assert rows[0] == rows[1] and rows[2] == rows[3]
    assert not any(one == other for one, other in zip(rows[1], rows[2]))
    assert not any(one == other for one, other in zip(rows[0], rows[0][1:]))


def test_pieces_with_a_letter_for_a_name_keep_it():
    puzzle = packing({"size": [1, 4], "pieces": {"bar": "##", "A": "#", "step": "#"}})
    layout = next(solve(puzzle))
    letters = dict(zip(layout, "BAC"))
    row = [letters[p] for cell in puzzle.cells for p in layout if cell in p.cells]
    assert draw(puzzle, layout) == " ".join(row) + "\n\nB = bar, C = step"


def test_many_pieces_of_one_name_are_explained_in_one_line():
    puzzle = packing({"size": [4, 4], "pieces": {"D": {"shape": "##", "count": "any"}}})
    assert draw(puzzle, next(solve(puzzle))).endswith("\n\neach letter is one D")


def test_mates_have_the_same_color_in_a_terminal():
    puzzle = load("light-bulbs").puzzle
    picture = draw(puzzle, next(solve(puzzle)), color=True)
    shade = dict(re.findall(r"48;5;(\d+)m(.)", picture))
    assert len(shade) == 4  # one for each kind of bulb
