"""Looking ahead, and weights, find the same covers in an order of their own."""

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import given, settings

from dlx import NoCover, Problem, ProblemError, Search, Stopped, covers, first
from dlx.engines import engine_for
from dlx.engines.weighted import Weighted
from dlx.parallel import ParallelSearch
from oracle import all_covers, pigeons, problems, queens

moderately = settings(deadline=None, max_examples=150)


@given(problems())
@moderately
def test_the_covers_are_those_of_the_definition_in_no_more_nodes(problem):
    search = Search(problem, lookahead=True)
    found = list(search)
    assert len(found) == len(set(found))
    assert set(map(frozenset, found)) == all_covers(problem)
    assert search.complete


@given(problems())
@moderately
def test_from_every_position_the_rest_is_found(problem):
    found, position = [], (0,)
    with mock.patch("dlx.engines.bits.PULSE", 1):
        for _ in range(1000):
            search = Search(problem, lookahead=True, position=position, timeout=0)
            try:
                found += list(search)
                break
            except Stopped as stopped:
                again = Search(problem, lookahead=True, position=position,
                               limit=stopped.count)
                found += list(again)
                position = stopped.position
    assert found == list(covers(problem, lookahead=True))


def test_no_option_is_tried_that_leaves_an_item_without_one():
    problem = Problem([["a", "b"], ["a"], ["b", "c"], ["c"], ["b"]])
    plain, ahead = (Search(problem, engine="bits", lookahead=look)
                    for look in (False, True))
    assert sorted(map(sorted, plain)) == sorted(map(sorted, ahead))
    assert ahead.nodes <= plain.nodes
    lost, plainly = (Search(pigeons(6), engine="bits", lookahead=look)
                     for look in (True, False))
    assert list(lost) == list(plainly) == [] and lost.nodes < plainly.nodes
    queens_ahead, queens_plain = (Search(queens(8), engine="bits", lookahead=look)
                                  for look in (True, False))
    assert len(list(queens_ahead)) == len(list(queens_plain)) == 92
    assert 2 * queens_ahead.nodes < queens_plain.nodes


def test_first_may_look_ahead_too():
    assert len(first(queens(8), lookahead=True)) == 8


@pytest.mark.parametrize("arguments, problem", [
    ({"engine": "links"}, Problem([["a"]])), ({"engine": "words"}, Problem([["a"]])),
    ({}, Problem([["a"]], multiplicities={"a": (0, 1)}))])
def test_where_there_is_no_look_ahead_that_is_said(arguments, problem):
    with pytest.raises(ProblemError, match="no look ahead"):
        Search(problem, lookahead=True, **arguments)


@given(problems())
@moderately
def test_a_search_by_weights_finds_each_cover_once(problem):
    search = Weighted(problem).search()
    found = [frozenset(problem.names[n] for n in cover)
             for cover in search if cover is not None]
    assert len(found) == len(set(found)) and set(found) == all_covers(problem)
    if found:
        assert frozenset(first(problem, weighted=True)) in found
    else:
        with pytest.raises(NoCover):
            first(problem, weighted=True)


def test_items_that_make_trouble_are_branched_on_before_others():
    # Pigeons without enough holes, after easy choices that have nothing to do with it.
    easy = [[f"easy {k}"] for k in range(12) for _ in range(2)]
    hard = [[f"pigeon {p}", f"hole {h}"] for p in range(4) for h in range(3)]
    problem = Problem(easy + hard, secondary=[f"hole {h}" for h in range(3)])
    engine = Weighted(problem)
    assert [cover for cover in engine.search() if cover is not None] == []
    plain = Search(problem, engine="bits")
    assert list(plain) == [] and 100 * engine.nodes < plain.nodes
    with mock.patch("dlx.engines.bits.PULSE", 1), pytest.raises(Stopped) as info:
        first(problem, weighted=True, timeout=0)
    assert (info.value.reason, info.value.count) == ("timeout", 0)
    with pytest.raises(ProblemError, match="knows no multiplicities"):
        first(Problem([["a"]], multiplicities={"a": (0, 1)}), weighted=True)


def test_a_node_that_takes_long_can_be_left_half_way_and_is_then_tried_anew():
    problem = queens(6)
    engine = engine_for(problem, lookahead=True)
    assert engine.glance > 100
    engine.glance = 1
    going = engine.search()
    assert next(going) is None and engine.nodes == 0 and not engine.settled
    assert engine.position == (0,)
    found = [numbers for numbers in engine.search() if numbers is not None]
    whole = Search(problem, lookahead=True)
    assert [tuple(problem.names[n] for n in cover) for cover in found] == list(whole)
    assert engine.nodes == whole.nodes and engine.settled


def test_a_search_with_look_ahead_that_never_gets_through_a_node_at_once_goes_on():
    problem = queens(6)
    search = ParallelSearch(problem, lookahead=True)
    search._worker.engine.glance = 1
    with mock.patch("dlx.parallel.SLICE", 0):
        assert list(search) == list(covers(problem, lookahead=True))
