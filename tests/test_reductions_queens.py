"""Queens against all permutations of the columns."""

from __future__ import annotations

import pytest

import dlx
from reductions import Placement, Queens, check, count, decode, encode, kind_of, solve
from test_reductions_oracle import four_ways, groups, look, orbit, queens, seen

RAW = [1, 0, 0, 2, 10, 4, 40, 92]
FUNDAMENTAL = [1, 0, 0, 1, 2, 1, 6, 12]


@pytest.mark.parametrize("size", range(1, 9))
def test_queens_are_counted_in_four_ways(size):
    found = queens(size)
    counts = count(Queens(size))
    assert counts[:4] == four_ways(Queens(size), found)
    assert counts[:2] == (RAW[size - 1],) * 2
    assert counts.all == FUNDAMENTAL[size - 1]
    for name, number in zip(("raw", "merged", "rotations", "all"), counts):
        assert len(list(solve(Queens(size), symmetry=name))) == number


def test_eight_queens_are_eleven_orbits_of_eight_and_one_of_four():
    counts = count(Queens(8))
    assert counts[:4] == (92, 92, 24, 12)
    _, group = groups(Queens(8))
    sizes = [
        len(orbit(group, look(Queens(8), seen(Queens(8), layout))))
        for layout in solve(Queens(8), symmetry="all")
    ]
    assert sorted(sizes) == [4] + 11 * [8]


@pytest.mark.parametrize("size", range(1, 8))
def test_every_way_to_put_down_queens_is_found_and_checked(size):
    found = list(solve(Queens(size), symmetry="raw"))
    assert {seen(Queens(size), layout) for layout in found} == queens(size)
    assert len(found) == len(set(found))
    for layout in found:
        assert check(Queens(size), layout) == []
        assert [placement.piece for placement in layout] == ["Q"] * size
        assert [p.cells[0][0] for p in layout] == list(range(size))


@pytest.mark.parametrize("symmetry", ["merged", "rotations", "all"])
def test_of_each_orbit_of_queens_one_layout_is_kept(symmetry):
    puzzle = Queens(6)
    turns, every = groups(puzzle)
    group = {"merged": turns[:1], "rotations": turns, "all": every}[symmetry]
    kept = [
        orbit(group, look(puzzle, seen(puzzle, layout)))
        for layout in solve(puzzle, symmetry=symmetry)
    ]
    assert len(set(kept)) == len(kept)
    assert set(kept) == {orbit(group, look(puzzle, one)) for one in queens(6)}


def test_diagonals_are_secondary_since_there_are_more_of_them_than_queens():
    problem = encode(Queens(8))
    assert (len(problem.primary), len(problem.secondary)) == (16, 30)
    assert len(problem.options) == 64
    primary = dlx.Problem(
        {name: list(option) for name, option in problem.options.items()},
        [*problem.primary, *problem.secondary],
    )
    assert dlx.count(primary) == 0
    assert dlx.count(problem) == 92


def laid(*squares):
    return tuple(Placement("Q", (square,)) for square in squares)


def test_check_says_which_queens_attack_each_other():
    assert check(Queens(4), laid((0, 1), (1, 3), (2, 0), (3, 2))) == []
    assert check(Queens(4), laid((0, 1), (1, 3), (2, 0))) == [
        "there are 3 queens, want 4"
    ]
    assert check(Queens(4), laid((0, 1), (1, 3), (2, 0), (3, 1))) == [
        "the queens on (0, 1) and (3, 1) attack each other",
        "the queens on (1, 3) and (3, 1) attack each other",
        "the queens on (2, 0) and (3, 1) attack each other",
    ]
    assert check(Queens(4), laid((0, 1), (1, 3), (2, 0), (2, 2))) == [
        "the queens on (1, 3) and (2, 2) attack each other",
        "the queens on (2, 0) and (2, 2) attack each other",
    ]
    assert check(Queens(4), laid((0, 1), (1, 3), (2, 0), (4, 4))) == [
        "(4, 4) is off the board"
    ]


def test_queens_that_are_read_from_a_cover_come_row_by_row():
    cover = dlx.first(encode(Queens(6)))
    layout = decode(Queens(6), cover)
    assert layout == decode(Queens(6), cover[::-1])
    assert sorted(layout) == list(layout)


def test_queens_carry_no_label_and_the_answer_says_so():
    notes = count(Queens(6)).notes
    assert notes == {"merged": "merged = raw: queens carry no label"}
    puzzle = Queens(6)
    assert kind_of(puzzle).moves(puzzle) == "queens look the same from all sides"
