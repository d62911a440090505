"""Sudoku against the rules, and against grids filled cell by cell."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings, strategies as st

import dlx
from reductions import Placement, check, count, decode, encode, kind_of, solve
from reductions.sudoku import Sudoku, parse
from test_reductions_oracle import self_moves

HARD = (
    "300080900000340000008005600500104070002009010003000040005001200000000000070008090"
)
ANSWER = (
    "351786924697342185428915637569134872742859316813267549"
    "935471268284693751176528493"
)


def fillings(puzzle: Sudoku) -> Iterator[str]:
    """Try each symbol in each empty cell, row by row."""
    side = len(puzzle.symbols)
    rows, columns = puzzle.box
    grid = list(puzzle.grid)

    def seen_by(place: int) -> list[int]:
        r, c = divmod(place, side)
        return [
            k
            for k in range(side * side)
            if k != place
            and (
                k // side == r
                or k % side == c
                or (k // side // rows, k % side // columns) == (r // rows, c // columns)
            )
        ]

    around = [seen_by(place) for place in range(side * side)]

    def fill(place: int) -> Iterator[str]:
        if place == side * side:
            yield "".join(grid)
        elif grid[place] != ".":
            yield from fill(place + 1)
        else:
            for symbol in puzzle.symbols:
                if all(grid[k] != symbol for k in around[place]):
                    grid[place] = symbol
                    yield from fill(place + 1)
                    grid[place] = "."

    return fill(0)


def text(layout) -> str:
    return "".join(placement.piece for placement in layout)


def four_ways(puzzle: Sudoku, grids: set[str]) -> tuple[int, ...]:
    """Count grids, and the orbits under moves that keep boxes and givens."""
    side = len(puzzle.symbols)
    rows, columns = puzzle.box
    tops, lefts = range(0, side, rows), range(0, side, columns)
    board = dict(zip(puzzle.board, puzzle.grid))
    boxes = {
        frozenset((r + i, c + j) for i in range(rows) for j in range(columns))
        for r in tops
        for c in lefts
    }
    moves = [
        (flipped, goes)
        for _, flipped, goes in self_moves("square", board)
        if {frozenset(map(goes.get, box)) for box in boxes} == boxes
    ]

    def moved(grid: str, goes) -> str:
        at = {goes[cell]: symbol for cell, symbol in zip(puzzle.board, grid)}
        return "".join(at[cell] for cell in puzzle.board)

    counts = []
    for flips in (False, True):
        group = [goes for flipped, goes in moves if flips or not flipped]
        counts.append(len({frozenset(moved(g, m) for m in group) for g in grids}))
    return len(grids), len(grids), *counts


def test_the_small_empty_grid_has_288_fillings():
    puzzle = parse({"grid": "." * 16})
    grids = set(fillings(puzzle))
    counts = count(puzzle)
    assert counts[:4] == four_ways(puzzle, grids)
    assert counts.raw == 288
    assert {text(one) for one in solve(puzzle, symmetry="raw")} == grids


SMALL = [
    "." * 16,
    "1... .... .... ...1",
    "1..2 .... .... 2..1",
    "12.. 34.. .... ....",
    ".1.. .... .... ....",
    "..1. .... .... .1..",
]


@pytest.mark.parametrize("grid", SMALL)
def test_givens_and_boxes_are_kept_by_the_moves_that_are_merged(grid):
    puzzle = parse({"grid": grid})
    grids = set(fillings(puzzle))
    counts = count(puzzle)
    assert counts[:4] == four_ways(puzzle, grids)
    for name, number in zip(("raw", "merged", "rotations", "all"), counts):
        layouts = list(solve(puzzle, symmetry=name))
        assert len(layouts) == number
        assert {text(layout) for layout in layouts} <= grids


@pytest.mark.parametrize(
    ("box", "number"),
    [([1, 1], 1), ([1, 2], 2), ([2, 1], 2), ([1, 3], 12), ([3, 1], 12), ([1, 4], 576)],
)
def test_a_turn_of_the_grid_must_carry_boxes_to_boxes(box, number):
    side = box[0] * box[1]
    puzzle = parse({"grid": "." * side**2, "box": box})
    grids = set(fillings(puzzle))
    assert len(grids) == number
    assert count(puzzle)[:4] == four_ways(puzzle, grids)


@pytest.mark.parametrize("box", [[1, 4], [4, 1], [2, 2], [2, 3], [3, 2], [1, 5]])
def test_boxes_of_any_size(box):
    side = box[0] * box[1]
    puzzle = parse({"grid": "1" + "." * (side * side - 1), "box": box})
    chance = random.Random(side + box[0])
    given_ = list(next(fillings(puzzle)))
    for place in chance.sample(range(side * side), side * side // 2 + 2):
        given_[place] = "."
    puzzle = parse({"grid": "".join(given_), "box": box})
    grids = set(fillings(puzzle))
    assert {text(one) for one in solve(puzzle, symmetry="raw")} == grids
    assert count(puzzle)[:4] == four_ways(puzzle, grids)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**40))
def test_random_givens_leave_the_fillings_that_fit(seed):
    chance = random.Random(seed)
    full = next(fillings(parse({"grid": "." * 16})))
    names = dict(zip("1234", chance.sample("1234", 4)))
    kept = chance.sample(range(16), chance.randint(2, 9))
    grid = "".join(names[full[k]] if k in kept else "." for k in range(16))
    puzzle = parse({"grid": grid})
    layouts = list(solve(puzzle, symmetry="raw"))
    assert sorted(map(text, layouts)) == sorted(fillings(puzzle))
    assert all(check(puzzle, layout) == [] for layout in layouts)


def test_the_empty_grid_of_nine_has_729_options_and_324_items():
    problem = encode(parse({"grid": "." * 81}))
    assert (len(problem.options), len(problem.primary)) == (729, 324)
    assert not problem.secondary
    assert {len(option) for option in problem.options.values()} == {4}


def test_twenty_three_givens_leave_545_options_and_one_layout():
    puzzle = parse({"grid": HARD})
    problem = encode(puzzle)
    assert (len(problem.options), len(problem.primary)) == (545, 324)
    (layout,) = solve(puzzle, symmetry="raw")
    assert text(layout) == ANSWER
    assert check(puzzle, layout) == []
    assert count(puzzle)[:4] == (1, 1, 1, 1)


def test_a_layout_has_an_entry_for_each_cell_row_by_row():
    puzzle = parse({"grid": HARD})
    cover = dlx.first(encode(puzzle))
    layout = decode(puzzle, cover[::-1])
    assert [placement.cells for placement in layout] == [
        ((row, column),) for row in range(9) for column in range(9)
    ]


def test_a_given_leaves_its_cell_one_option():
    problem = encode(parse({"grid": "1... .... .... ...."}))
    options = [name for name in problem.options if name.cells == ((0, 0),)]
    assert options == [Placement("1", ((0, 0),))]


def test_empty_cells_and_boxes_may_be_written_in_several_ways():
    puzzle = parse({"grid": "1234 3412 2143 4321"})
    for grid in (
        "1234341221434321",
        "12|34\n34|12\n--+--\n21|43\n43|21\n",
        ["1 2 3 4", "3 4 1 2", "2 1 4 3", "4 3 2 1"],
    ):
        assert parse({"grid": grid}) == puzzle
    assert parse({"grid": "1.34 3012 .143 4321"}).grid == "1.343.12.1434321"


def test_symbols_may_be_any_characters():
    puzzle = parse({"grid": "a... .... .... ...d", "symbols": "dcba"})
    layout = next(solve(puzzle))
    assert text(layout)[0] + text(layout)[-1] == "ad"
    assert check(puzzle, layout) == []
    hexadecimal = parse({"grid": "." * 256})
    assert hexadecimal.symbols == "123456789ABCDEFG"


GOOD = "1234341221434321"


def laid(grid: str) -> tuple[Placement, ...]:
    return tuple(
        Placement(symbol, ((k // 4, k % 4),))
        for k, symbol in enumerate(grid)
        if symbol != " "
    )


def test_check_says_which_lines_are_wrong():
    puzzle = parse({"grid": "1... .... .... ...."})
    assert check(puzzle, laid(GOOD)) == []
    assert check(puzzle, laid("1234341221434312")) == [
        "column 3 is 3 1 4 1",
        "column 4 is 4 2 3 2",
    ]
    assert check(puzzle, laid("2134341221434321"))[-1] == (
        "the given 1 at row 1, column 1 is missing"
    )
    assert check(puzzle, laid("1 34341221434321"))[0] == "row 1 is 1 . 3 4"
    assert check(puzzle, laid("1234234134124123")) == [
        "the box at row 1, column 1 is 1 2 2 3",
        "the box at row 1, column 3 is 3 4 4 1",
        "the box at row 3, column 1 is 3 4 4 1",
        "the box at row 3, column 3 is 1 2 2 3",
    ]


def test_check_sees_symbols_that_are_too_many():
    puzzle = parse({"grid": "." * 16})
    for extra in (
        Placement("1", ((0, 0),)),
        Placement("2", ((0, 0),)),
        Placement("1", ((4, 0),)),
    ):
        assert check(puzzle, (extra, *laid(GOOD)))
        assert check(puzzle, (*laid(GOOD), extra))


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 15), st.integers(0, 15), st.sampled_from("1234"))
def test_check_tells_a_grid_with_one_symbol_changed(place, other, symbol):
    puzzle = parse({"grid": "." * 16})
    grid = list(GOOD)
    grid[place], grid[other] = grid[other], grid[place]
    assert (check(puzzle, laid("".join(grid))) == []) == ("".join(grid) == GOOD)
    grid = list(GOOD)
    grid[place] = symbol
    assert (check(puzzle, laid("".join(grid))) == []) == ("".join(grid) == GOOD)


def test_symbols_carry_no_label_and_the_answer_says_so():
    puzzle = parse({"grid": HARD})
    assert count(puzzle).notes == {
        "merged": "merged = raw: symbols carry no label",
        "rotations": "rotations = merged: no turn carries the boxes and the givens to "
        "themselves",
        "all": "all = rotations: no reflection carries the boxes and the givens to "
        "themselves",
    }
    assert kind_of(puzzle).moves(puzzle) == "symbols do not move"
