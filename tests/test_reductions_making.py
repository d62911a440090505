"""Made puzzles: one layout, judged without the search that made them."""

from __future__ import annotations

from itertools import permutations, product

import pytest

import dlx
from reductions import PuzzleError, check, count, solve
from reductions.edge_matching import EdgeMatching
from reductions.making import NoPuzzle, make_edge_matching, make_sudoku
from reductions.sampling import random_layout
from reductions import Queens
from reductions.packing import parse as packing
from reductions.sudoku import Sudoku


def turned(tile: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [tile[-k:] + tile[:-k] for k in range(4)]


def boards(puzzle: EdgeMatching, rows: int, columns: int) -> list[tuple]:
    """Try every tile in every turn on every cell, by the rule on the box."""
    mates = dict(puzzle.mates)
    found = []
    for order in permutations([tile.edges for tile in puzzle.tiles]):
        for board in product(*map(turned, order)):
            if all(
                (c == 0 or mates[board[k - 1][1]] == board[k][3])
                and (r == 0 or mates[board[k - columns][2]] == board[k][0])
                for k, (r, c) in enumerate(product(range(rows), range(columns)))
            ):
                found.append(board)
    return found


@pytest.mark.parametrize("heads", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_a_unique_puzzle_of_four_tiles_has_four_boards_that_turns_carry_together(
    heads, seed
):
    symbols = 3 if heads else 4
    puzzle = make_edge_matching(2, 2, symbols, seed=seed, heads_and_tails=heads)
    assert len(boards(puzzle, 2, 2)) == 4
    forms = {min(turned(tile.edges)) for tile in puzzle.tiles}
    assert len(forms) == 4
    assert all(len(set(turned(tile.edges))) == 4 for tile in puzzle.tiles)


def test_a_row_of_tiles_has_two_boards_that_a_half_turn_carries_together():
    assert len(boards(make_edge_matching(1, 3, 5, seed=2), 1, 3)) == 2


@pytest.mark.parametrize("seed", [1, 7])
def test_nine_tiles_with_four_heads_and_tails_have_one_layout(seed):
    puzzle = make_edge_matching(3, 3, 4, seed=seed, heads_and_tails=True)
    assert count(puzzle)[:4] == (4, 4, 1, 1)
    used = {symbol[0] for tile in puzzle.tiles for symbol in tile.edges}
    assert used == set("ABCD")
    assert check(puzzle, next(solve(puzzle))) == []


def test_a_border_lies_on_all_outer_sides_and_nowhere_else():
    puzzle = make_edge_matching(3, 3, 4, seed=1, border=True)
    assert (puzzle.border, puzzle.border_inside) == ("0", False)
    edges = [symbol for tile in puzzle.tiles for symbol in tile.edges]
    assert edges.count("0") == 12
    assert count(puzzle).rotations == 1


def test_the_same_seed_makes_the_same_puzzle_and_another_seed_another_one():
    first, again, other = (make_edge_matching(3, 3, 7, seed=s) for s in (5, 5, 6))
    assert first == again != other
    assert make_sudoku(seed=5) == make_sudoku(seed=5) != make_sudoku(seed=6)


def test_not_unique_means_tiles_that_have_a_layout():
    for seed in range(5):
        puzzle = make_edge_matching(3, 3, 2, seed=seed, unique=False)
        assert check(puzzle, next(solve(puzzle))) == []


@pytest.mark.parametrize(
    "rows, columns, symbols", [(1, 2, 1), (1, 2, 2), (1, 3, 2), (2, 2, 1), (2, 2, 2)]
)
def test_what_cannot_be_is_proved(rows, columns, symbols):
    with pytest.raises(NoPuzzle):
        make_edge_matching(rows, columns, symbols, seed=1)


def test_no_two_tiles_of_two_symbols_fit_in_just_one_way():
    kinds = [("A", "A", "A", "B"), ("A", "A", "B", "B"), ("A", "B", "B", "B")]
    for one, other in ((kinds[i], kinds[j]) for i in range(3) for j in range(i)):
        pairs = sum(a[1] == b[3] for a in turned(one) for b in turned(other))
        assert pairs > 1  # with the second tile on the right; the rest are half turns


@pytest.mark.parametrize(
    "numbers, fault",
    [
        ((0, 3, 4), "rows: 0; want a whole number from 1 to"),
        ((3, 10**9, 4), "columns: 1000000000; want"),
        ((3, 3, 0), "symbols: 0; want"),
        ((1, 1, 5), "symbols: 5; a board of 1 x 1 has only 4 sides for them"),
    ],
)
def test_numbers_that_make_no_sense_are_named(numbers, fault):
    with pytest.raises(PuzzleError) as error:
        make_edge_matching(*numbers)
    assert str(error.value).startswith(fault)


def test_a_timeout_stops_the_making():
    with pytest.raises(dlx.Stopped):
        make_edge_matching(3, 3, 3, timeout=0.05)
    with pytest.raises(dlx.Stopped):
        make_sudoku(givens=17, timeout=0.05)


# ----------------------------------------------------------------------------- Sudoku


def put(grid: str, place: int, symbol: str) -> str:
    cells = list(grid)
    cells[place] = symbol
    return "".join(cells)


def answers(puzzle: Sudoku, most: int) -> list[str]:
    """Fill the emptiest choice first, by the rules of Sudoku alone."""
    side, (rows, columns) = len(puzzle.symbols), puzzle.box

    def seen(grid: str, place: int) -> set[str]:
        r, c = divmod(place, side)
        return {
            grid[other]
            for other in range(side * side)
            for i, j in [divmod(other, side)]
            if i == r
            or j == c
            or (i // rows, j // columns) == (r // rows, c // columns)
        }

    found, ahead = [], [puzzle.grid]
    while ahead and len(found) < most:
        grid = ahead.pop()
        empty = [k for k, symbol in enumerate(grid) if symbol == "."]
        if not empty:
            found.append(grid)
            continue
        left = {k: [s for s in puzzle.symbols if s not in seen(grid, k)] for k in empty}
        place = min(empty, key=lambda k: len(left[k]))
        ahead += [put(grid, place, s) for s in left[place]]
    return found


@pytest.mark.parametrize("box", [(1, 1), (1, 2), (2, 2), (2, 3), (3, 2)])
def test_a_sudoku_has_one_answer_and_no_given_too_many(box):
    for seed in range(2):
        puzzle = make_sudoku(box, seed=seed)
        assert len(answers(puzzle, 2)) == 1
        for place, symbol in enumerate(puzzle.grid):
            if symbol != ".":
                grid = put(puzzle.grid, place, ".")
                assert len(answers(puzzle._replace(grid=grid), 2)) == 2


def test_a_sudoku_has_as_many_givens_as_were_asked_for():
    puzzle = make_sudoku(seed=3, givens=30)
    assert 81 - puzzle.grid.count(".") == 30
    assert len(answers(puzzle, 2)) == 1
    full = make_sudoku((2, 2), seed=3, givens=16)
    assert "." not in full.grid


def test_too_few_givens_are_proved_impossible():
    with pytest.raises(NoPuzzle):
        make_sudoku(givens=16)
    with pytest.raises(NoPuzzle):
        make_sudoku((2, 2), givens=2)
    with pytest.raises(PuzzleError, match="givens: 82; want"):
        make_sudoku(givens=82)


# ------------------------------------------------------------------ layouts at random


def test_layouts_come_equally_often_where_that_is_promised():
    drawn = [random_layout(Queens(5), seed) for seed in range(600)]
    assert all(uniform for _, uniform in drawn)
    layouts = [layout for layout, _ in drawn]
    times = [layouts.count(layout) for layout in set(layouts)]
    assert len(times) == 10
    assert 35 < min(times) and max(times) < 90


def test_equal_pieces_and_spare_tiles_do_not_make_a_layout_likelier():
    data = {"size": [2, 3], "pieces": {"I": {"shape": "##", "count": 3}}}
    puzzle = packing(data)
    looks = [
        frozenset(placement.cells for placement in random_layout(puzzle, seed).layout)
        for seed in range(300)
    ]
    times = [looks.count(look) for look in set(looks)]
    assert len(times) == 3
    assert min(times) > 70


def test_without_memory_every_layout_may_come_though_not_equally_often():
    drawn = [random_layout(Queens(6), seed, memory=0) for seed in range(60)]
    assert not any(uniform for _, uniform in drawn)
    assert len({layout for layout, _ in drawn}) == 4


def test_counted_pieces_are_laid_at_random_too():
    data = {
        "size": [3, 4],
        "pieces": {
            "I": {"shape": "##", "count": 4},
            "U": {"shape": "#", "count": [0, 6]},
        },
    }
    puzzle = packing(data)
    layouts = [random_layout(puzzle, seed).layout for seed in range(5)]
    assert [check(puzzle, layout) for layout in layouts] == [[]] * 5
    assert len(set(layouts)) > 1


def test_a_seed_draws_the_same_layout_again():
    for memory in (0, 2**28):
        one, same, *others = (
            random_layout(Queens(8), seed, memory=memory) for seed in (1, 1, 2, 3, 4)
        )
        assert one == same
        assert any(one != other for other in others)


def test_a_puzzle_without_a_layout_has_none_to_draw():
    for memory in (0, 2**28):
        with pytest.raises(dlx.NoCover):
            random_layout(Queens(3), 1, memory=memory)
    with pytest.raises(dlx.NoCover, match="cells"):
        random_layout(packing({"size": [2, 2], "pieces": {"I": "###"}}), 1)
