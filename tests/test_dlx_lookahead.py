"""Looking ahead finds the same covers in fewer nodes, in an order of its own."""

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import given, settings

from dlx import Problem, ProblemError, Search, Stopped, covers, first
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
    with pytest.raises(ProblemError, match="there is no look ahead; want engine bits"):
        Search(problem, lookahead=True, **arguments)
