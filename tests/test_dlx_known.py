"""Counts that are known from elsewhere, and come out the same."""

from __future__ import annotations

from typing import Any

import pytest

import dlx
from dlx import Problem, covers
from oracle import pigeons, queens, quiet

each_engine = pytest.mark.parametrize("engine", ["links", "bits", "words"])


@each_engine
@pytest.mark.parametrize(("size", "number"), [
    (1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_queens_stand_on_a_board_in_so_many_ways(size, number, engine):
    problem = queens(size)
    found = list(covers(problem, engine=engine))
    assert len(found) == len(set(map(frozenset, found))) == number
    for cover in found:
        for at in range(len(cover)):
            for r, c in cover[:at]:
                dr, dc = abs(r - cover[at][0]), abs(c - cover[at][1])
                assert dr and dc and dr != dc


def test_queens_have_no_place_when_every_diagonal_must_be_covered():
    problem = queens(8)
    every = Problem(problem.options, problem.primary + problem.secondary)
    assert dlx.count(every) == 0


def langford(size: int) -> Problem:
    """Two of each number k up to `size` in a row, with k others between them."""
    return Problem({(k, place): [f"number {k}", place, place + k + 1]
                    for k in range(1, size + 1)
                    for place in range(2 * size - k - 1)},
                   [*(f"number {k + 1}" for k in range(size)), *range(2 * size)])


@each_engine
@pytest.mark.parametrize(("size", "number"), [(1, 0), (2, 0), (3, 2), (4, 2), (5, 0),
                                              (6, 0), (7, 52)])
def test_numbers_are_paired_in_so_many_ways_read_from_both_ends(size, number, engine):
    assert dlx.count(langford(size), engine=engine) == number


def dominoes(rows: int, columns: int) -> Problem:
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    pairs = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c))
             if other in cells]
    return Problem({pair: pair for pair in pairs}, cells)


@each_engine
@pytest.mark.parametrize(("rows", "columns", "number"), [
    (1, 2, 1), (2, 2, 2), (2, 5, 8), (3, 3, 0), (3, 4, 11), (4, 4, 36)])
def test_dominoes_tile_a_board_in_so_many_ways(rows, columns, number, engine):
    assert dlx.count(dominoes(rows, columns), engine=engine) == number


@each_engine
@pytest.mark.parametrize("number", [1, 2, 3, 6])
def test_pigeons_do_not_fit_into_one_hole_fewer(number, engine):
    problem = pigeons(number) if number > 1 else Problem([], primary=["pigeon 0"])
    assert dlx.count(problem, engine=engine) == 0


@each_engine
def test_the_colored_example_of_the_textbook_has_its_one_cover(engine):
    options: dict[int, dict[str, Any]] = {
        1: {"p": None, "q": None, "x": None, "y": "A"},
        2: {"p": None, "r": None, "x": "A", "y": None},
        3: {"p": None, "x": "B"},
        4: {"q": None, "x": "A"},
        5: {"r": None, "y": "B"},
    }
    problem = Problem(options, ["p", "q", "r"], ["x", "y"])
    assert list(map(set, covers(problem, engine=engine))) == [{2, 4}]


@each_engine
def test_the_plain_example_of_the_textbook_has_its_one_cover(engine):
    options = ["CE", "ADG", "BCF", "ADF", "BG", "DEG"]
    found = list(covers(options, engine=engine))
    assert list(map(set, found)) == [{0, 3, 4}]
    turned = [option[::-1] for option in reversed(options)]
    assert list(map(set, covers(turned, engine=engine))) == [{5, 2, 1}]
    either = Problem(options, "ABCDE", "FG")
    assert {0, 3, 4} in map(set, covers(either, engine=engine))


@each_engine
def test_equal_options_multiply_the_covers(engine):
    rows = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 0], [0, 1, 0, 1]]
    once = Problem.from_matrix(rows)
    assert dlx.count(once, engine=engine) == 2
    assert dlx.count(Problem.from_matrix(rows + rows[:1]), engine=engine) == 3
    assert dlx.count(Problem.from_matrix(rows + rows), engine=engine) == 8
    spread = [row for pair in zip(rows, [[0] * 4] * 4) for row in pair]
    problem = quiet([[k for k in range(4) if row[k]] for row in spread], range(4))
    assert list(covers(problem, engine=engine)) == [
        tuple(2 * name for name in cover) for cover in covers(once)]
