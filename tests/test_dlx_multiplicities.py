"""Items covered several times, and options that cost something."""

from __future__ import annotations

import pickle
from fractions import Fraction
from unittest import mock

import pytest
from hypothesis import given, settings, strategies as st

import dlx
from dlx import Problem, ProblemError, Search, Stopped, cheapest, count, covers
from dlx.algorithm_x import algorithm_x
from dlx.text import dumps, loads
from oracle import all_covers, problems, quiet, switches

ENGINES = ["links", "bits"]
moderately = settings(deadline=None, max_examples=200)


@st.composite
def several(draw):
    """Draw a problem in which some items have a multiplicity."""
    plain = draw(problems())
    bounds = {}
    for item in plain.primary:
        low = draw(st.integers(0, 3))
        high = draw(st.integers(max(1, low), 4))
        if draw(st.booleans()):
            bounds[item] = low, high
    return quiet(plain.options, plain.primary, plain.secondary, multiplicities=bounds)


@given(several())
@moderately
def test_an_engine_finds_each_cover_of_the_definition_once(problem):
    wanted = all_covers(problem)
    for engine in ENGINES:
        found = [frozenset(cover) for cover in covers(problem, engine=engine)]
        assert len(found) == len(set(found))
        assert set(found) == wanted
    assert count(problem) == len(wanted)


def steps(problem, engine, position=(0,)):
    search = Search(problem, engine=engine, position=position)
    return [(cover, search.position, search.nodes) for cover in search]


@given(several())
@moderately
def test_both_engines_agree_on_covers_positions_and_nodes_in_order(problem):
    found = steps(problem, "links")
    assert steps(problem, "bits") == found
    for place, (_, position, _) in enumerate(found):
        rest = [cover for cover, _, _ in found[place + 1:]]
        for engine in ENGINES:
            assert list(Search(problem, engine=engine, position=position)) == rest


@given(several())
@moderately
def test_a_search_stopped_at_every_node_loses_and_repeats_nothing(problem):
    for engine in ENGINES:
        found, position = [], (0,)
        with mock.patch("dlx.engines.bits.PULSE", 1), mock.patch(
            "dlx.engines.links.PULSE", 1
        ):
            for _ in range(10_000):
                search = Search(problem, engine=engine, timeout=0, position=position)
                try:
                    found += list(search)
                    break
                except Stopped as stopped:
                    found += list(
                        Search(
                            problem,
                            engine=engine,
                            limit=stopped.count,
                            position=position,
                        )
                    )
                    position = stopped.position
        assert found == list(covers(problem))


@given(several())
@moderately
def test_links_restored(problem):
    from dlx.engines.multilinks import MultiLinks

    if not problem.bounds:
        return
    links = MultiLinks(problem)
    names = ("left", "right", "up", "down", "size", "color", "low", "high")
    before = {name: list(getattr(links, name)) for name in names}
    for _ in links.events:
        pass
    assert {name: list(getattr(links, name)) for name in names} == before


@given(several(), st.data())
@moderately
def test_forcing_leaves_the_covers_that_hold_the_options_forced(problem, data):
    found = all_covers(problem)
    names = data.draw(
        st.lists(st.sampled_from(problem.names), max_size=2)
        if problem.names
        else st.just([])
    )
    wanted = {cover for cover in found if cover.issuperset(names)}
    try:
        left = problem.force(names)
    except ProblemError:
        assert not wanted
    else:
        assert {cover | set(names) for cover in all_covers(left)} == wanted


@given(several(), st.data())
@moderately
def test_checking_agrees_with_the_definition(problem, data):
    from oracle import is_cover

    subset = tuple(
        data.draw(
            st.lists(st.sampled_from(problem.names), unique=True)
            if problem.names
            else st.just([])
        )
    )
    assert (dlx.check(problem, subset) == []) == is_cover(problem, subset)


@given(several())
@moderately
def test_an_explanation_that_proves_something_is_right(problem):
    if dlx.explain(problem):
        assert not all_covers(problem)


@given(several())
@moderately
def test_a_trace_finds_the_covers(problem):
    events = list(dlx.trace(problem))
    assert [e.options for e in events if e.kind == "found"] == list(covers(problem))
    kinds = [event.kind for event in events]
    assert kinds.count("try") == kinds.count("undo")


def test_knuths_example_has_one_cover_with_three_options():
    # D. E. Knuth, DLX3: A and B once, C two or three times
    problem = loads("A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n")
    assert list(covers(problem)) == [(2, 4, 5)]
    assert [str(e) for e in dlx.trace(problem)][-1].strip().startswith("undo")


def test_taking_no_more_is_a_choice_of_its_own_and_comes_last():
    problem = Problem([["a"], ["a"]], multiplicities={"a": (0, 2)})
    for engine in ENGINES:
        assert list(covers(problem, engine=engine)) == [(0, 1), (0,), (1,), ()]
    assert "try no more of item 'a'" in map(str, dlx.trace(problem))


def test_an_item_with_too_few_options_is_named():
    problem = Problem([["a"], ["a", "b"]], multiplicities={"a": 3})
    assert str(dlx.explain(problem)) == (
        "item 'a' is to be covered 3 times and is in 2 " "of the options"
    )
    assert dlx.check(problem, [0, 1]) == [
        "item 'a' is covered by options 0 and 1, want 3 to 3"
    ]
    assert dlx.check(problem, []) == [
        "item 'a' is not covered, want 3 to 3",
        "item 'b' is not covered",
    ]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            {"multiplicities": {"x": 2}},
            "secondary item 'x' has a multiplicity; only primary " "items have",
        ),
        ({"multiplicities": {"b": 2}}, "item 'b' with a multiplicity is not primary"),
        (
            {"multiplicities": {"a": 0}},
            "the multiplicity of item 'a' is 0; want a number "
            "from 1, or (low, high)",
        ),
        (
            {"multiplicities": {"a": (3, 2)}},
            "the multiplicity of item 'a' is (3, 2); want a "
            "number from 1, or (low, high)",
        ),
        (
            {"multiplicities": {"a": "2"}},
            "the multiplicity of item 'a' is '2'; want a number "
            "from 1, or (low, high)",
        ),
        (
            {"costs": {"frist": 1}},
            "there is no option 'frist' to cost 1; did you mean 'first'?",
        ),
        ({"costs": {"first": "1"}}, "option 'first' costs '1'; want a number"),
        ({"costs": {"first": float("nan")}}, "option 'first' costs nan; want a number"),
    ],
)
def test_bounds_and_costs_that_are_none_are_refused(arguments, message):
    with pytest.raises(ProblemError) as info:
        Problem({"first": ["a", "x"]}, secondary=["x"], **arguments)
    assert str(info.value) == message


def test_what_knows_no_multiplicities_says_so():
    problem = Problem([["a"], ["a"]], multiplicities={"a": 2})
    for ask in (
        problem.to_matrix,
        lambda: dlx.diagram(problem),
        lambda: Search(problem, engine="words"),
        lambda: list(algorithm_x(problem)),
    ):
        with pytest.raises(ProblemError):
            ask()
    assert Search(problem).engine == "bits"


def test_bounds_and_costs_belong_to_a_problem():
    problem = Problem([["a"], ["a"]], multiplicities={"a": (1, 1)}, costs={0: 0})
    assert problem == Problem([["a"], ["a"]]) and not problem.bounds
    other = Problem([["a"], ["a"]], multiplicities={"a": 2}, costs={0: 5})
    assert other != problem and pickle.loads(pickle.dumps(other)) == other
    assert repr(other) == (
        "<Problem: 1 primary item (1 with a multiplicity), 0 secondary "
        "items, 2 options, 2 entries>"
    )


@given(several(), st.data())
@moderately
def test_bounds_and_costs_survive_writing_and_reading(problem, data):
    if not problem.primary or not all(problem.options.values()):
        return
    costs = {name: data.draw(st.integers(0, 9)) for name in problem.names}
    priced = quiet(
        problem.options,
        problem.primary,
        problem.secondary,
        multiplicities=problem.bounds,
        costs=costs,
    )
    with pytest.warns(UserWarning) if priced.idle else mock.MagicMock():
        again = loads(dumps(priced))
    assert again.bounds == priced.bounds
    assert list(again.costs.values()) == list(priced.costs.values())


@given(several(), st.data())
@moderately
def test_the_cheapest_covers_are_the_cheapest(problem, data):
    costs = {name: data.draw(st.integers(-5, 5)) for name in problem.names}
    k = data.draw(st.integers(0, 4))
    for bounds in ({}, problem.bounds):
        priced = quiet(
            problem.options,
            problem.primary,
            problem.secondary,
            multiplicities=bounds,
            costs=costs,
        )
        wanted = sorted(sum(map(costs.get, cover)) for cover in all_covers(priced))[:k]
        for memory in (0, 2**20):
            with mock.patch("dlx.walking.PULSE", 1):
                found = cheapest(priced, k, memory=memory)
            assert [price for price, _ in found] == wanted
            assert all(sum(map(costs.get, cover)) == price for price, cover in found)
            assert len({frozenset(cover) for _, cover in found}) == len(found)


def test_a_timeout_stops_the_search_for_the_cheapest():
    with mock.patch("dlx.walking.PULSE", 1), pytest.raises(Stopped) as info:
        cheapest(switches(12), timeout=0)
    assert info.value.reason == "timeout"


def test_numbers_of_all_types_cost_and_count():
    problem = Problem(
        [["a"], ["a"]], multiplicities={"a": Two()}, costs={0: Fraction(1, 2)}
    )
    assert cheapest(problem) == [(Fraction(1, 2), (0, 1))]
    for k in (-1, 1.5):
        with pytest.raises(ProblemError, match="want a number from 0"):
            cheapest(problem, k)


class Two:
    def __index__(self):
        return 2
