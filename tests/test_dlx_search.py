"""Asking for covers: all calls agree, and a part is never taken for the whole."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given, settings

import dlx
from dlx import NoCover, Problem, Search, Stopped, covers, first, is_unique
from dlx.engines import NAMES
from oracle import all_covers, pigeons, problems, queens, quiet, read, switches

each_engine = pytest.mark.parametrize("engine", NAMES)

# What is stated, and its covers in order.
SMALL: list[tuple[Any, list[tuple[Any, ...]]]] = [
    ([], [()]),
    ({}, [()]),
    (Problem({}, primary=["a"]), []),
    (Problem([["a"]], primary=["a", "b"]), []),
    (Problem([], secondary=["x"]), [()]),
    (quiet([["x"], ["x"]], secondary=["x"]), [()]),
    (quiet([[], []]), [()]),
    (quiet([["a"], [], ["b"]]), [(0, 2)]),
    ([["a"]], [(0,)]),
    ([["a"], ["b"], ["c"]], [(0, 1, 2)]),
    ([["a", "b", "c"]], [(0,)]),
    ([["a"], ["a"], ["b"], ["b"]], [(0, 2), (0, 3), (1, 2), (1, 3)]),
    ([["a", "b"], ["b", "c"]], []),
    ({"one": "ab", "two": "c", "three": "a", "four": "bc"},
     [("one", "two"), ("three", "four")]),
    ((("a",), ("b",)), [(0, 1)]),
]


@each_engine
@pytest.mark.parametrize(("stated", "found"), SMALL)
def test_all_calls_agree_on_small_problems(stated, found, engine):
    assert list(covers(stated, engine=engine)) == found
    assert list(Search(stated, engine=engine)) == found
    assert dlx.count(stated, engine=engine) == len(found)
    assert is_unique(stated, engine=engine) is (len(found) == 1)
    if found:
        assert first(stated, engine=engine) == found[0]
    else:
        with pytest.raises(NoCover):
            first(stated, engine=engine)


@each_engine
@given(problem=problems())
@settings(deadline=None, max_examples=60)
def test_all_calls_agree_on_random_problems(engine, problem):
    number = len(all_covers(problem))
    assert dlx.count(problem, engine=engine) == number
    assert is_unique(problem, engine=engine) is (number == 1)
    try:
        assert frozenset(first(problem, engine=engine)) in all_covers(problem)
    except NoCover:
        assert number == 0


def test_no_cover_is_an_error_that_says_where_to_ask_on():
    with pytest.raises(LookupError) as info:
        first(pigeons(3))
    assert str(info.value) == "the problem has no cover; dlx.explain may say why"
    assert isinstance(info.value, dlx.DlxError)


def test_is_unique_looks_no_further_than_the_second_cover():
    # A third cover would be searched for among all ways to seat twelve pigeons.
    crowd = pigeons(12)
    problem = Problem([["a", *crowd.primary]] * 2 + [["a"], *crowd.options.values()],
                      secondary=crowd.secondary)
    assert list(covers(problem, limit=2)) == [(0,), (1,)]
    assert not is_unique(problem, timeout=5)


def test_options_that_state_a_problem_do_as_well_as_the_problem():
    options = {"one": ["a", "b"], "two": ["c"]}
    assert list(covers(options)) == list(covers(Problem(options))) == [("one", "two")]
    assert list(covers([["a"], ["b"]])) == [(0, 1)]


# ------------------------------------------------------------------------------- limits


@each_engine
@pytest.mark.parametrize("limit", [0, 1, 3, 4, 5, 1000])
def test_a_limit_ends_the_search_in_the_ordinary_way(limit, engine):
    problem = queens(6)
    found = list(covers(problem))
    assert len(found) == 4
    assert list(covers(problem, engine=engine, limit=limit)) == found[:limit]
    search = Search(problem, engine=engine, limit=limit)
    assert list(search) == found[:limit]
    assert search.count == min(limit, 4)
    assert search.complete == (limit > 4)
    rest = Search(problem, engine=engine, position=search.position)
    assert list(rest) == found[limit:]


@each_engine
def test_a_limit_of_no_covers_at_all_searches_nothing(engine):
    search = Search([], engine=engine, limit=0)
    assert list(search) == [] and not search.complete and search.nodes == 0


# -------------------------------------------------------------------------- time limits


@pytest.mark.parametrize("timeout", [0, 1e-9])
@each_engine
def test_a_timeout_raises_after_the_last_cover_and_says_where_to_go_on(engine, timeout):
    problem = queens(7)
    found = list(covers(problem))
    search = Search(problem, engine=engine, timeout=timeout)
    seen: list[Any] = []
    stopped = read(search, seen)
    assert stopped and stopped.reason == "timeout"
    assert stopped.count == search.count == len(seen) < len(found) == 40
    assert stopped.position == search.position
    assert not search.complete
    for other in NAMES:
        rest = Search(problem, engine=other, position=stopped.position)
        assert seen + list(rest) == found


@each_engine
def test_a_search_can_be_read_in_slices_of_time(engine):
    problem = queens(6)
    seen: list[Any] = []
    search = Search(problem, engine=engine, timeout=0)
    while read(search, seen):
        search = Search(problem, engine=engine, timeout=0, position=search.position)
    assert search.complete
    assert seen == list(covers(problem))


@each_engine
@pytest.mark.parametrize("ask", [dlx.count, first, is_unique])
def test_a_timeout_before_the_answer_is_an_error_for_every_call(ask, engine):
    with pytest.raises(Stopped) as info:
        ask(pigeons(9), engine=engine, timeout=0)
    assert info.value.count == 0


@each_engine
def test_a_timeout_that_does_not_come_changes_nothing(engine):
    search = Search(queens(6), engine=engine, timeout=1000)
    assert list(search) == list(covers(queens(6)))
    assert search.complete and 0 < search.seconds < 1000
    assert dlx.count(queens(5), engine=engine, timeout=float("inf")) == 10


def test_the_clock_does_not_run_before_the_first_cover_is_asked_for():
    search = Search(queens(6))
    assert search.seconds == 0 and search.nodes == 0 and search.count == 0
    assert search.position == (0,)


def test_stopped_says_what_it_knows_and_survives_pickling():
    stopped = Stopped("timeout", 3, (0, 1, 2))
    assert str(stopped) == "stopped by timeout after 3 found, at (0, 1, 2)"
    for twin in (pickle.loads(pickle.dumps(stopped)), copy.copy(stopped)):
        assert type(twin) is Stopped and str(twin) == str(stopped)
        assert (twin.reason, twin.count, twin.position) == ("timeout", 3, (0, 1, 2))


# --------------------------------------------------------------------- what is nonsense


@pytest.mark.parametrize(("arguments", "message"), [
    ({"limit": -1}, "limit is -1; want a number from 0"),
    ({"timeout": -0.5}, "timeout is -0.5; want seconds, at least 0"),
    ({"timeout": float("nan")}, "timeout is nan; want seconds, at least 0"),
    ({"engine": "bit"}, "there is no engine 'bit'; want one of auto, links, bits, "
                        "words; did you mean 'bits'?"),
    ({"engine": "algorithm_x"},
     "there is no engine 'algorithm_x'; want one of auto, links, bits, words"),
    ({"position": (9,)},
     "position (9,) does not fit this problem: at level 0 there are 2 options"),
])
def test_arguments_without_sense_are_refused_at_once(arguments, message):
    with pytest.raises(ValueError) as info:
        Search(switches(2), **arguments)
    assert str(info.value) == message


@pytest.mark.parametrize("ask", [dlx.count, covers, first, is_unique, dlx.explain,
                                 lambda stated: next(dlx.trace(stated))])
def test_every_call_refuses_a_problem_without_sense(ask):
    with pytest.raises(dlx.ProblemError) as info:
        ask({"r1": ["a", "a"]})
    assert str(info.value) == "item 'a' appears twice in option 'r1'"
    assert info.value.option == "r1"
