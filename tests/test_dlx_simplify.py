"""Simplifying changes no answer, and says what it did."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from dlx import Problem, ProblemError, covers, simplify
from dlx.bench import queens
from oracle import all_covers, problems

moderately = settings(deadline=None, max_examples=200)


@given(problems())
@moderately
def test_the_covers_of_what_is_left_stand_for_the_covers_of_the_whole(problem):
    found = simplify(problem)
    left = covers(found.problem)
    restored = [frozenset(found.restore(cover)) for cover in left]
    assert len(restored) == len(set(restored))
    assert set(restored) == all_covers(problem)
    assert found.count() == len(restored)


@given(problems())
@moderately
def test_what_it_says_is_true(problem):
    found = simplify(problem)
    everything = all_covers(problem)
    assert all(cover.issuperset(found.forced) for cover in everything)
    assert not any(name in cover for name, _ in found.removed for cover in everything)
    parts = [name for part in found.parts for name in part.names]
    assert sorted(parts) == sorted(found.problem.names)
    items = [item for part in found.parts for item in part.primary]
    assert sorted(items) == sorted(found.problem.primary)


def test_an_option_that_would_leave_an_item_without_one_is_removed_by_name():
    problem = Problem({"A": ["p", "q"], "B": ["p"], "C": ["q", "r"], "D": ["q"],
                       "E": ["r", "p"]})
    found = simplify(problem)
    assert found.removed == (("A", "r"),)
    reason = "it would leave item 'r' without an option"
    assert f"option 'A' is in no cover: {reason}" in str(found)


def test_secondary_items_that_forbid_nothing_of_their_own_are_dropped():
    problem = Problem(
        {1: {"p": None, "x": None, "y": None, "z": "red", "w": None},
         2: {"q": None, "x": None, "y": None, "z": "red"},
         3: {"q": None, "x": None}, 4: {"p": None}, 5: {"q": None}},
        secondary=["x", "y", "z", "w"])
    found = simplify(problem)
    assert found.dropped == (("y", "x"), ("z", None), ("w", None))
    assert found.problem.secondary == ("x",)
    assert "item 'y' forbids nothing that item 'x' does not" in str(found)


def test_independent_parts_are_found_and_multiplied():
    two = Problem({(k, name): [(k, item) for item in option]
                   for k in (0, 1) for name, option in queens(6).options.items()},
                  [(k, item) for k in (0, 1) for item in queens(6).primary],
                  [(k, item) for k in (0, 1) for item in queens(6).secondary])
    found = simplify(two)
    assert len(found.parts) == 2
    assert found.count() == 16
    assert "falls into independent parts of 3" in str(found)


def test_costs_stay_with_their_options():
    problem = Problem({1: ["a"], 2: ["a"], 3: ["b"]}, costs={1: 5, 3: 2})
    assert dict(simplify(problem).problem.costs) == {1: 5}


def test_problems_without_covers_stay_without():
    for problem in (Problem([["a"]], primary=["a", "b"]),
                    Problem([["p", "r"], ["q", "r"], ["r"]])):
        assert simplify(problem).count() == 0


def test_multiplicities_are_refused():
    with pytest.raises(ProblemError, match="no multiplicities, and item 'a' has one$"):
        simplify(Problem([["a"]], multiplicities={"a": (0, 1)}))
