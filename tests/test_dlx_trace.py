"""Watching the search: the events tell all that happens, and nothing else."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings

from dlx import Event, Problem, Search, covers, trace
from oracle import pigeons, problems, queens


def told(problem: Any) -> str:
    return "\n".join(map(str, trace(problem)))


def test_the_events_of_a_small_search_read_as_a_story():
    assert told({"A": ["a", "b"], "B": ["a", "c"], "C": ["b"], "D": ["c", "d"],
                 "E": ["d"]}) == dedent("""\
        choose item 'a': 2 options
        try option 'A'
          choose item 'c': 1 option
          try option 'D'
            found cover 'A', 'D'
          undo option 'D'
        undo option 'A'
        try option 'B'
          choose item 'b': 1 option
          try option 'C'
            choose item 'd': 1 option
            try option 'E'
              found cover 'B', 'C', 'E'
            undo option 'E'
          undo option 'C'
        undo option 'B'""")


def test_a_dead_end_names_the_item_that_has_no_option_left():
    assert told({1: ["a", "b"], 2: ["a", "c"], 3: ["b", "c"]}) == dedent("""\
        choose item 'a': 2 options
        try option 1
          stuck item 'c' has no option left
        undo option 1
        try option 2
          stuck item 'b' has no option left
        undo option 2""")


def test_colors_decide_which_options_stay_live():
    options = {1: {"a": None, "x": "red"}, 2: {"b": None, "x": "blue"}, 3: ["b"],
               4: {"b": None, "x": "red"}}
    assert told(Problem(options, secondary=["x"])) == dedent("""\
        choose item 'a': 1 option
        try option 1
          choose item 'b': 2 options
          try option 3
            found cover 1, 3
          undo option 3
          try option 4
            found cover 1, 4
          undo option 4
        undo option 1""")


def test_the_events_carry_what_their_text_says():
    events = list(trace({1: ["a", "b"], 2: ["b"], 3: ["a"]}))
    assert events == [
        Event("choose", 0, "a", (1, 3)),
        Event("try", 0, "a", (1,), 0),
        Event("found", 1, None, (1,)),
        Event("undo", 0, "a", (1,), 0),
        Event("try", 0, "a", (3,), 1),
        Event("choose", 1, "b", (2,)),
        Event("try", 1, "b", (2,), 0),
        Event("found", 2, None, (3, 2)),
        Event("undo", 1, "b", (2,), 0),
        Event("undo", 0, "a", (3,), 1),
    ]


def test_an_item_without_options_is_stuck_at_once():
    assert list(trace(Problem([], primary=["a"]))) == [Event("stuck", 0, "a", ())]


def test_a_problem_without_items_is_found_covered_at_once():
    assert list(trace([])) == [Event("found", 0, None, ())]


@pytest.mark.parametrize("problem", [[], [["a"]], pigeons(3), queens(4)])
def test_no_event_ends_in_blanks(problem):
    for event in trace(problem):
        assert str(event) == str(event).rstrip()


@given(problems())
@settings(deadline=None, max_examples=150)
def test_the_events_tell_the_search_step_by_step(problem):
    path: list[Event] = []
    found, tried = [], 0
    live: list[Event] = []  # the `choose` above, one a level
    for event in trace(problem):
        if event.kind == "undo":
            assert event._replace(kind="try") == path.pop()
            assert event.level == len(path)
            del live[event.level + 1:]
            continue
        assert event.level == len(path)
        if event.kind == "choose":
            assert len(live) == event.level and event.options
            assert all(event.item in problem.options[name] for name in event.options)
            live.append(event)
        elif event.kind == "try":
            del live[event.level + 1:]
            assert event.item == live[event.level].item
            assert event.options == (live[event.level].options[event.place],)
            path.append(event)
            tried += 1
        elif event.kind == "found":
            assert event.options == tuple(step.options[0] for step in path)
            found.append(event.options)
        else:
            assert event.kind == "stuck" and event.item in problem.primary
            assert not any(event.item in problem.options[step.options[0]]
                           for step in path)
    assert path == []
    search = Search(problem)
    assert found == list(search)
    assert tried == search.nodes


def test_every_live_option_of_a_choice_is_tried_in_order():
    events = list(trace(queens(5)))
    for n, event in enumerate(events):
        if event.kind == "choose":
            tries = []
            for later in events[n + 1:]:
                if later.level < event.level:
                    break
                if later.kind == "try" and later.level == event.level:
                    tries.append(later)
            assert [later.options[0] for later in tries] == list(event.options)
            assert [later.place for later in tries] == list(range(len(tries)))


def test_a_trace_dropped_half_way_does_not_disturb_the_next():
    problem = queens(5)
    whole = list(trace(problem))
    half = trace(problem)
    for event in whole[:len(whole) // 2]:
        assert next(half) == event
    half.close()
    assert list(trace(problem)) == whole
    one, two = trace(problem), trace(problem)
    assert list(zip(one, two)) == [(event, event) for event in whole]


def test_a_trace_goes_thousands_of_levels_deep():
    problem = Problem([[k] for k in range(5000)])
    kinds = [event.kind for event in trace(problem)]
    assert kinds == ["choose", "try"] * 5000 + ["found"] + ["undo"] * 5000


def test_the_found_events_are_the_covers_in_order():
    found = [event.options for event in trace(queens(6)) if event.kind == "found"]
    assert found == list(covers(queens(6))) and len(found) == 4
