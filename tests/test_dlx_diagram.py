"""Counting without listing: states are counted once, and nothing is counted wrong."""

from __future__ import annotations

from collections import Counter
from math import prod
from unittest import mock

import pytest
from hypothesis import given, settings, strategies as st

import dlx
from dlx import Problem, ProblemError, Stopped, count, covers, diagram
from dlx.counting import Counting
from dlx.jobs import ROOT
from dlx.terminal import decimal
from dlx.walking import Walk
from oracle import all_covers, pigeons, problems, queens, quiet, switches

moderately = settings(deadline=None, max_examples=150)


def dominoes(rows: int, columns: int) -> Problem:
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    across = [[(r, c), (r, c + 1)] for r, c in cells if c + 1 < columns]
    return Problem(across + [[(r, c), (r + 1, c)] for r, c in cells if r + 1 < rows],
                   primary=cells)


def side_by_side(*parts: Problem) -> Problem:
    """Return independent problems as one."""
    return quiet({(k, name): {(k, item): color for item, color in option.items()}
                  for k, part in enumerate(parts)
                  for name, option in part.options.items()},
                 [(k, item) for k, part in enumerate(parts) for item in part.primary],
                 [(k, item) for k, part in enumerate(parts) for item in part.secondary])


@given(problems())
@moderately
def test_counts_are_those_of_the_definition(problem):
    number = len(all_covers(problem))
    assert count(problem) == number
    with mock.patch("dlx.counting.Counting._count_a_moment", return_value=ROOT):
        assert count(problem) == number
        assert count(problem, memory=0) == number
    assert diagram(problem).count() == number


@given(problems(), problems())
@moderately
def test_independent_parts_are_multiplied(one, other):
    together = side_by_side(one, other)
    number = len(all_covers(one)) * len(all_covers(other))
    with mock.patch("dlx.walking.MANY_ITEMS", 0), \
            mock.patch("dlx.counting.Counting._count_a_moment", return_value=ROOT):
        assert count(together) == number
        found = diagram(together)
    assert found.count() == number
    assert len({frozenset(cover) for cover in found}) == number


def test_parts_are_found_and_speak_of_each_other_through_secondary_items_only():
    board = dominoes(4, 4)
    apart = side_by_side(board, board, board)
    walk = Walk(apart, 0, 1, lambda item, found: sum(n for _, n in found), prod, 2**20)
    assert list(walk.run())[-1] == 36 ** 3
    assert walk.splits > 0 and walk.nodes < 200
    tied = Problem([{"p": None, "x": "red"}, {"p": None, "x": None},
                    {"q": None, "x": "red"}, {"q": None}], secondary=["x"])
    with mock.patch("dlx.walking.MANY_ITEMS", 0):
        assert count(tied) == len(all_covers(tied)) == 3


@given(problems())
@moderately
def test_a_diagram_holds_the_covers_and_nothing_else(problem):
    listed = list(diagram(problem))
    assert len(listed) == len(set(listed))
    assert {frozenset(cover) for cover in listed} == all_covers(problem)


@given(problems())
@moderately
def test_usage_says_in_how_many_covers_an_option_occurs(problem):
    wanted = Counter(name for cover in all_covers(problem) for name in cover)
    assert diagram(problem).usage() == {name: wanted[name] for name in problem.names}


def reached(graph) -> set[int]:
    found, ahead = set(), [graph.root]
    while ahead:
        number = ahead.pop()
        if number not in found:
            found.add(number)
            node = graph.nodes[number]
            ahead += (node.parts if hasattr(node, "parts")
                      else [child for _, child in node.branches])
    return found


@given(problems(), st.data())
@moderately
def test_containing_keeps_the_covers_with_all_the_options_named(problem, data):
    names = data.draw(st.lists(st.sampled_from(problem.names), max_size=2)
                      if problem.names else st.just([]))
    kept = diagram(problem).containing(names)
    wanted = {cover for cover in all_covers(problem) if cover.issuperset(names)}
    assert {frozenset(cover) for cover in kept} == wanted
    assert kept.count() == len(wanted)
    assert all(number in reached(kept) for number in range(2, len(kept.nodes)))


@given(problems(), st.data())
@moderately
def test_the_cheapest_covers_are_the_cheapest(problem, data):
    costs = {name: data.draw(st.integers(-5, 5)) for name in problem.names}
    k = data.draw(st.integers(0, 5))
    wanted = sorted(sum(map(costs.get, cover)) for cover in all_covers(problem))
    with mock.patch("dlx.walking.MANY_ITEMS", 0):
        graph = diagram(problem)
    found = graph.cheapest(k, costs)
    assert [price for price, _ in found] == wanted[:k]
    assert all(sum(costs[name] for name in cover) == price for price, cover in found)
    assert len({frozenset(cover) for _, cover in found}) == len(found)
    assert found == graph.cheapest(k, costs.get)


def test_a_sample_is_drawn_evenly_and_the_same_for_the_same_seed():
    found = diagram(side_by_side(queens(4), switches(2)))
    assert found.count() == 2 * 4
    drawn = found.sample(8000, seed=5)
    assert drawn == found.sample(8000, seed=5) != found.sample(8000, seed=6)
    times = Counter(map(frozenset, drawn))
    assert len(times) == 8
    assert all(850 < number < 1150 for number in times.values())  # five deviations


def test_sampling_where_there_is_nothing_is_an_error():
    empty = diagram(pigeons(3))
    assert (empty.count(), list(empty), empty.sample(0)) == (0, [], [])
    assert empty.cheapest(3) == []
    with pytest.raises(ProblemError, match="^there is no cover to sample$"):
        empty.sample(1)
    with pytest.raises(ProblemError, match="there is no option 99"):
        empty.containing([99])


@pytest.mark.parametrize("size, number", [(2, 2), (4, 36), (6, 6728), (8, 12988816),
                                          (12, 53060477521960000)])
def test_domino_tilings_are_counted_without_listing_them(size, number):
    # OEIS A004003
    assert count(dominoes(size, size)) == number
    if size <= 8:
        tiling = diagram(dominoes(size, size)).sample(1, seed=1)[0]
        assert len(tiling) == size * size // 2
        assert dlx.check(dominoes(size, size), tiling) == []


def test_the_empty_problem_has_a_diagram_with_the_empty_cover():
    found = diagram(Problem([]))
    assert (found.count(), list(found), found.sample(2)) == (1, [()], [(), ()])
    assert found.cheapest() == [(0, ())]


def test_where_states_do_not_occur_again_a_plain_search_takes_over():
    problem = queens(8)
    plain = Counting(problem, engine="bits")
    assert plain.run() == plain.count == 92
    with mock.patch("dlx.counting.TRIAL", 0), mock.patch("dlx.walking.PULSE", 50), \
            mock.patch("dlx.counting.MOMENT", 0), \
            mock.patch("dlx.engines.bits.PULSE", 9):
        counting = Counting(problem)
        assert counting.run() == counting.count == 92
    assert counting.nodes > plain.nodes
    with mock.patch("dlx.counting.Walk", side_effect=AssertionError):
        assert count(problem, memory=1000) == 92


def test_a_count_by_states_that_is_stopped_says_how_many_there_are_at_least():
    problem = dominoes(8, 8)
    with mock.patch("dlx.walking.PULSE", 700), mock.patch("dlx.counting.MOMENT", 0), \
            mock.patch("dlx.limits.APART", 0), \
            pytest.raises(Stopped) as info:
        count(problem, progress=lambda far: far.nodes > 2000 and "enough")
    assert info.value.reason == "enough" and info.value.position is None
    assert 0 < info.value.count < 12988816


def test_memory_is_bounded():
    problem = dominoes(6, 8)
    walk = Walk(problem, 0, 1, lambda item, got: sum(n for _, n in got), prod, 20000)
    for _ in walk.run():
        if len(walk.known) > 100:
            break
    assert len(walk.known) <= 20000 // 150
    with mock.patch("dlx.walking.PULSE", 10), pytest.raises(Stopped) as info:
        diagram(problem, memory=20000)
    assert info.value.reason == "memory"


def test_a_problem_of_thousands_of_levels_is_walked_without_recursion():
    size = 1500
    chain = Problem([[k] for k in range(size)] * 2, primary=range(size))
    assert diagram(chain).count() == count(chain) == 2 ** size
    assert len(diagram(chain).sample(1, seed=1)[0]) == size
    assert len(next(iter(diagram(chain)))) == size
    assert diagram(chain).cheapest(1)[0][0] == 0


def test_an_explicit_engine_counts_one_by_one():
    problem = switches(3)
    with mock.patch("dlx.counting.Walk", side_effect=AssertionError):
        assert count(problem, engine="bits") == count(problem, engine="links") == 8


def test_the_same_diagram_comes_on_every_run():
    one, other = diagram(queens(6)), diagram(queens(6))
    assert one.nodes == other.nodes and list(one) == list(other)
    assert {frozenset(c) for c in one} == {frozenset(c) for c in covers(queens(6))}


def test_a_count_that_is_stopped_says_all_that_it_found():
    problem = queens(9)
    with mock.patch("dlx.counting.MOMENT", 0), \
            mock.patch("dlx.engines.bits.PULSE", 500):
        counting = Counting(problem)
        counting._count_states = lambda: counting.stop("enough") or False
        with pytest.raises(Stopped) as info:
            counting.run()
    assert 0 < info.value.count == counting.count < 352


def test_independent_boards_and_long_ones_are_counted_by_states_to_the_end():
    board = dominoes(12, 12)
    with mock.patch("dlx.counting.MOMENT", 0), mock.patch("dlx.counting.TRIAL", 0):
        assert count(side_by_side(board, board)) == 53060477521960000 ** 2
        assert count(dominoes(2, 300)) == fibonacci(301)


def fibonacci(number: int) -> int:
    one, other = 0, 1
    for _ in range(number):
        one, other = other, one + other
    return one


def test_numbers_too_long_for_python_to_print_are_printed():
    assert repr(diagram(Problem([[k] for k in range(200)] * 2))) == (
        "<Diagram: 203 nodes, about 2^200 covers>")
    assert len(decimal(2**15000)) == 4516  # Python itself refuses more than 4300 digits
    with pytest.raises(ValueError, match="4300 digits"):
        str(2**15000)


def test_tables_that_do_not_fit_the_memory_are_not_built():
    pairs = Problem([[a, b] for a in range(80) for b in range(a)])
    with pytest.raises(Stopped) as info:
        diagram(pairs, memory=2**20)
    assert (info.value.reason, info.value.position) == ("memory", None)
    assert str(info.value) == "stopped by memory after 0 found"
