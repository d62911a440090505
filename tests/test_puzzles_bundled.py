"""Every bundled puzzle against the answers in its file, and what else is known."""

from __future__ import annotations

import textwrap
from itertools import islice
from math import prod
from typing import Any

import pytest

import dlx
from puzzles import bundled, load
from reductions import Layouts, check, count, encode, solve
from reductions.packing import placements
from test_reductions_oracle import four_ways, middle, packings, queens, seen, turned

#: The raw search of these takes long: up to some ten seconds, with the engine `bits`.
LONG = (
    "pentominoes-4x15",
    "pentominoes-5x12",
    "pentominoes-6x10",
    "solid-pentominoes-2x5x6",
)
#: That of these takes some ten seconds with the engine `words`, minutes with `bits`.
LONGER = ("pentominoes-and-square", "solid-pentominoes-3x4x5")
#: Of more layouts than these some are left out when they are checked by the rules.
MANY = 400

#: The raw search of these has under 100,000 nodes, few enough for the engine `links`.
FEW_NODES = [
    "burr-level-5",
    "burr-with-key",
    "chinese-cross",
    "cube-in-cage",
    "diabolical-cube",
    "drive-ya-nuts",
    "frogs",
    "light-bulbs",
    "lizards",
    "pentominoes-3x20",
    "piston-burr",
    "queens-8",
    "sudoku-inkala",
    "tetrahexes-4x7",
    "wooden-cube",
]
NAMES = [
    pytest.param(name, marks=[pytest.mark.slow] * (name in LONG + LONGER))
    for name in bundled()
]


def test_the_puzzles_are_those_that_are_told_of():
    assert bundled() == [
        "burr-level-5",
        "burr-with-key",
        "chinese-cross",
        "cube-in-cage",
        "diabolical-cube",
        "drive-ya-nuts",
        "frogs",
        "hexiamonds-6x6",
        "light-bulbs",
        "lizards",
        "meteor",
        "pentominoes-3x20",
        "pentominoes-4x15",
        "pentominoes-5x12",
        "pentominoes-6x10",
        "pentominoes-8x8",
        "pentominoes-and-square",
        "piston-burr",
        "queens-8",
        "solid-pentominoes-2x3x10",
        "solid-pentominoes-2x5x6",
        "solid-pentominoes-3x4x5",
        "soma",
        "sudoku-inkala",
        "tetrahexes-4x7",
        "wooden-cube",
    ]


@pytest.mark.parametrize("name", bundled())
def test_every_file_says_what_it_is_and_where_it_comes_from(name):
    file = load(name)
    assert file.name == name
    assert file.title and file.source and file.notes == ()
    assert file.known["source"]
    assert {"raw", "rotations"} <= file.known.keys()


KNOWN = {
    "burr-level-5": (12, 1, 1),
    "burr-with-key": (12, 1, 1),
    "chinese-cross": (24, 2, 1),
    "cube-in-cage": (2304, 96, 96),
    "diabolical-cube": (624, 26, 13),
    "hexiamonds-6x6": (624, 312, 156),
    "pentominoes-and-square": (129168, 32292, 16146),
    "solid-pentominoes-2x3x10": (96, 24, 12),
    "solid-pentominoes-2x5x6": (2112, 528, 264),
    "solid-pentominoes-3x4x5": (31520, 7880, 3940),
    "tetrahexes-4x7": (18, 9, 9),
    "drive-ya-nuts": (6, 1, 1),
    "frogs": (8, 2, 2),
    "light-bulbs": (12, 3, 3),
    "lizards": (4, 1, 1),
    "meteor": (2098, 1049, 1049),
    "pentominoes-3x20": (8, 4, 2),
    "pentominoes-4x15": (1472, 736, 368),
    "pentominoes-5x12": (4040, 2020, 1010),
    "pentominoes-6x10": (9356, 4678, 2339),
    "pentominoes-8x8": (520, 130, 65),
    "piston-burr": (240, 10, 10),
    "queens-8": (92, 24, 12),
    "soma": (11520, 480, 240),
    "sudoku-inkala": (1, 1, 1),
    "wooden-cube": (24, 1, 1),
}


@pytest.mark.parametrize("name", bundled())
def test_the_answers_in_the_files_are_those_that_are_published(name):
    known = load(name).known
    raw, rotations, every = KNOWN[name]
    assert (known["raw"], known["rotations"]) == (raw, rotations)
    assert known.get("all", rotations) == every


def engine(name: str) -> str:
    return "words" if name in LONGER else "bits"


@pytest.fixture(scope="module")
def raw():
    """Return a function that searches for all layouts of a puzzle, once."""
    known: dict[str, tuple[Layouts, list[Any]]] = {}

    def find(name: str) -> tuple[Layouts, list[Any]]:
        if name not in known:
            layouts = Layouts(load(name).puzzle, symmetry="raw", engine=engine(name))
            known[name] = layouts, list(layouts)
        return known[name]

    return find


@pytest.mark.parametrize("name", NAMES)
def test_the_raw_layouts_are_as_many_as_known_and_pass_the_rules(name, raw):
    file = load(name)
    layouts, found = raw(name)
    assert len(set(found)) == layouts.count == layouts.raw == file.known["raw"]
    assert layouts.complete
    assert (name in FEW_NODES) == (layouts.nodes < 100_000)
    for layout in found[:: 1 + len(found) // MANY]:
        assert check(file.puzzle, layout) == []


@pytest.mark.parametrize("name", NAMES)
def test_turns_and_reflections_leave_as_many_as_known(name):
    file = load(name)
    known = file.known
    counts = count(file.puzzle, engine=engine(name))
    assert (counts.raw, counts.rotations) == (known["raw"], known["rotations"])
    assert counts.merged == known.get("merged", known["raw"])
    assert counts.all == known.get("all", known["rotations"])


@pytest.mark.parametrize("name", FEW_NODES)
def test_dancing_links_find_the_same(name, raw):
    layouts = Layouts(load(name).puzzle, symmetry="raw", engine="links")
    bits, found = raw(name)
    assert list(layouts) == found
    assert layouts.nodes == bits.nodes
    assert (layouts.engine, bits.engine) == ("links", "bits")


@pytest.mark.parametrize(
    "name", [n for n in bundled() if n not in (*FEW_NODES, "solid-pentominoes-2x3x10")]
)
def test_dancing_links_begin_in_the_same_way(name):
    problem = encode(load(name).puzzle)
    reports = []
    for engine in ("links", "bits"):
        search = dlx.Search(problem, engine=engine)
        reports.append(
            [(cover, search.position, search.nodes) for cover in islice(search, 10)]
        )
    assert reports[0] == reports[1]
    assert len(reports[0]) == 10


# --------------------------------------------------------------------------- edge tiles


def named(puzzle: Any, layout: Any) -> str:
    """Return a layout row by row: each tile, and where its own top points."""
    by_cell = {placement.cells[0]: placement for placement in layout}
    return " ".join(
        f"{by_cell[cell].piece}{'NESW'[by_cell[cell].turns]}" for cell in puzzle.cells
    )


def test_the_published_layouts_of_the_light_bulbs_are_found():
    file = load("light-bulbs")
    raw = {named(file.puzzle, one) for one in solve(file.puzzle, symmetry="raw")}
    published = file.known["layouts"]
    assert published == [
        "1N 4W 3E 7W 5N 9S 2E 8W 6S",
        "2N 1W 4E 8W 5N 9S 3E 7W 6S",
        "1W 7S 9S 5N 2N 6S 4S 8W 3S",
    ]
    assert set(published) <= raw

    def turn(layout: str) -> str:
        cells = layout.split()
        grid = [cells[:3], cells[3:6], cells[6:]]
        after = dict(zip("NESW", "ESWN"))
        return " ".join(
            cell[0] + after[cell[1]] for line in zip(*grid[::-1]) for cell in line
        )

    turned_ = set()
    for layout in published:
        for _ in range(4):
            layout = turn(layout)
            turned_.add(layout)
    assert turned_ == raw


@pytest.mark.parametrize("name", ["frogs", "lizards", "light-bulbs"])
def test_the_sides_that_touch_show_halves_of_one_thing(name):
    puzzle = load(name).puzzle
    edges = {tile.name: tile.edges for tile in puzzle.tiles}
    for layout in solve(puzzle, symmetry="raw"):
        at = {p.cells[0]: turned(edges[p.piece], p.turns) for p in layout}
        for row, column in at:
            pairs = []
            if (row, column + 1) in at:
                pairs.append((at[row, column][1], at[row, column + 1][3]))
            if (row + 1, column) in at:
                pairs.append((at[row, column][2], at[row + 1, column][0]))
            for one, other in pairs:
                if name == "light-bulbs":  # position, color, part
                    assert one[1] == other[1]
                    assert {one[0], other[0]} == {"F", "S"}
                    assert {one[2], other[2]} == {"B", "T"}
                else:
                    assert one[0] == other[0]
                    assert {one[1], other[1]} == {"H", "T"}


def test_the_fourth_nut_is_in_the_middle():
    file = load("drive-ya-nuts")
    (layout,) = solve(file.puzzle)
    by_cell = {placement.cells[0]: placement for placement in layout}
    assert by_cell[1, 1].piece == "4"
    edges = {tile.name: tile.edges for tile in file.puzzle.tiles}
    around = turned(edges["4"], by_cell[1, 1].turns)
    # Around the fourth nut, from its own first side on: 6, 1, 3, 7, 2, 5.
    x, y = middle("hexagonal", (1, 1))
    sides = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)]
    cells = {middle("hexagonal", cell): p.piece for cell, p in by_cell.items()}
    ring = [cells[x + dx, y + dy] for dx, dy in sides]
    first = around.index("1")
    assert ring[first:] + ring[:first] == list("613725")


# ------------------------------------------------------------------------------ packing


def test_the_least_layout_of_meteor_is_the_published_one(raw):
    file = load("meteor")
    strings = []
    for layout in raw("meteor")[1]:
        at = {cell: p.piece for p in layout for cell in p.cells}
        strings.append("".join(at[row, c] for row in range(10) for c in range(5)))
    assert min(strings) == file.known["least"]
    assert min(strings) == "00001222012661126155865558633348893448934747977799"
    half_turned = {string[::-1] for string in strings}
    assert half_turned == set(strings)


def test_the_pieces_of_meteor_have_2596_placements():
    puzzle = load("meteor").puzzle
    assert len(placements(puzzle)) == 2596
    assert [len(piece.cells) for piece in puzzle.pieces] == [5] * 10


def test_the_wooden_cube_goes_together_in_one_way():
    file = load("wooden-cube")
    puzzle = file.puzzle
    (layout,) = solve(puzzle)
    used = [cell for placement in layout for cell in placement.cells]
    assert len(used) == len(set(used)) == 80
    (empty,) = set(puzzle.board) - set(used)
    assert len(puzzle.board) == 81
    assert [list(empty)] == file.known["empty"] == [[0, 0, 0]]
    for layout in solve(puzzle, symmetry="raw"):
        assert (0, 0, 0) not in {
            cell for placement in layout for cell in placement.cells
        }


def test_wooden_cubes_stay_on_even_points_and_plates_between_two_of_them():
    puzzle = load("wooden-cube").puzzle
    assert puzzle.step == 2

    def odd(cells):
        return sorted(sum(x % 2 for x in cell) for cell in cells)

    assert set(odd(puzzle.board)) == {0, 1}
    shapes = {piece.name: odd(piece.cells) for piece in puzzle.pieces}
    for placement in placements(puzzle):
        assert odd(placement.cells) == shapes[placement.piece]


def test_the_parts_of_the_wooden_cube_can_be_laid_down_in_very_many_ways():
    file = load("wooden-cube")
    numbers: dict[str, int] = {}
    for placement in placements(file.puzzle):
        numbers[placement.piece] = numbers.get(placement.piece, 0) + 1
    assert numbers["0"] == 24
    ways = prod(numbers[name] for name in "1234567")
    assert ways == file.known["arrangements"] == 587_068_342_272


def test_soma_pieces_that_could_be_flipped_would_make_more_cubes():
    puzzle = load("soma").puzzle
    assert count(puzzle._replace(flip=True)).raw == 54048


def test_the_layouts_of_small_packings_in_the_files_are_all_there_are():
    puzzle = load("pentominoes-3x20").puzzle
    some = puzzle._replace(
        pieces=tuple(piece for piece in puzzle.pieces if piece.name in "LPV"),
        cells=tuple((row, column) for row in range(3) for column in range(5)),
    )
    found = set(packings(some))
    assert found
    assert {seen(some, one) for one in solve(some, symmetry="raw")} == found
    assert count(some)[:4] == four_ways(some, found)


# ----------------------------------------------------------------------------- classics


def test_the_sudoku_has_the_layout_that_the_rules_leave():
    puzzle = load("sudoku-inkala").puzzle
    assert textwrap.wrap(puzzle.grid, 9) == [
        "..53.....",
        "8......2.",
        ".7..1.5..",
        "4....53..",
        ".1..7...6",
        "..32...8.",
        ".6.5....9",
        "..4....3.",
        ".....97..",
    ]
    (layout,) = solve(puzzle, symmetry="raw")
    rows = textwrap.wrap("".join(placement.piece for placement in layout), 9)
    assert rows == [
        "145327698",
        "839654127",
        "672918543",
        "496185372",
        "218473956",
        "753296481",
        "367542819",
        "984761235",
        "521839764",
    ]
    columns = ["".join(column) for column in zip(*rows)]
    three = range(3)
    boxes = [
        "".join(rows[3 * r + i][3 * c + j] for i in three for j in three)
        for r in three
        for c in three
    ]
    assert all(sorted(unit) == list("123456789") for unit in rows + columns + boxes)


def test_eight_queens_are_those_that_are_tried_out():
    puzzle = load("queens-8").puzzle
    found = {seen(puzzle, layout) for layout in solve(puzzle, symmetry="raw")}
    assert found == queens(8)
