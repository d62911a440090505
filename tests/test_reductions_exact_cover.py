"""Exact-cover problems as puzzles: judged by brute force over all sets of options."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given, settings

from dlx import Problem
from oracle import all_covers, problems
from puzzles import draw
from reductions import ExactCover, Placement, check, count, decode, encode, solve
from reductions.exact_cover import moves, option_text, parse, state

PARTY = {
    "items": "Friday 2|Saturday Sunday",
    "secondary": "theme",
    "options": {
        "Ann": "Friday Saturday theme:rock",
        "Ben": "Saturday theme:jazz |5",
        "Cleo": "Saturday Sunday theme:rock |2",
        "Dora": "Sunday",
    },
}


@settings(deadline=None, max_examples=150)
@given(problems())
def test_the_layouts_are_the_covers_and_each_other_set_of_options_is_at_fault(problem):
    puzzle = ExactCover(problem)
    covers = {frozenset(map(str, cover)) for cover in all_covers(problem)}
    layouts = list(solve(puzzle))
    assert {frozenset(p.piece for p in layout) for layout in layouts} == covers
    assert len(layouts) == len(covers)
    assert count(puzzle)[:4] == (len(covers),) * 4
    for layout in layouts:
        assert check(puzzle, layout) == []
        assert (
            check(puzzle, layout[1:]) != []
            or frozenset(p.piece for p in layout[1:]) in covers
        )


@settings(deadline=None, max_examples=100)
@given(problems())
def test_what_states_a_problem_makes_it_again(problem):
    puzzle = ExactCover(problem)
    again = parse(state(puzzle))
    assert state(again) == state(puzzle)
    assert count(again) == count(puzzle)


def test_a_problem_in_words_has_its_multiplicities_colors_and_costs():
    problem = parse(PARTY).problem
    assert problem.primary == ("Friday", "Saturday", "Sunday")
    assert problem.secondary == ("theme",)
    assert dict(problem.bounds) == {"Saturday": (2, 2)}
    assert problem.costs == {"Ben": 5, "Cleo": 2}
    assert problem.options["Ann"]["theme"] == "rock"
    assert state(parse(PARTY)) == PARTY


def test_lines_and_lists_of_words_and_a_table_state_the_same():
    lines = parse({"items": "A B", "secondary": "X", "options": ["A X:1", "B X:1"]})
    words = parse(
        {"items": ["A", "B"], "secondary": ["X"], "options": [["A", "X:1"], "B X:1"]}
    )
    table = parse({"secondary": "X", "options": {"1": "A X:1", "2": "B X:1"}})
    assert lines == words == table
    assert lines.problem.names == ("1", "2")


def test_items_are_by_default_all_that_are_not_secondary():
    puzzle = parse({"secondary": "X", "options": ["B X", "A", "B A"]})
    assert puzzle.problem.primary == ("B", "A")


def test_layouts_list_the_options_in_their_order():
    puzzle = parse({"items": "C B A", "options": ["A", "B", "C"]})
    (layout,) = solve(puzzle)
    assert [placement.piece for placement in layout] == ["1", "2", "3"]
    assert decode(puzzle, layout[::-1]) == layout


def test_an_option_without_primary_items_is_never_chosen_and_it_is_said():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        puzzle = parse({"items": "A", "secondary": "X", "options": ["X", "A", ""]})
        assert [placement.piece for placement in encode(puzzle).names] == ["2"]
        assert count(puzzle).raw == 1
    assert moves(puzzle).endswith("2 options have no primary item and are never chosen")
    one = parse({"items": "A", "secondary": "X", "options": ["X", "A"]})
    assert moves(one).endswith("option 1 has no primary item and is never chosen")


def test_equal_options_are_two_choices():
    assert count(parse({"options": ["A", "A", "B"]}))[:4] == (2, 2, 2, 2)


def test_the_ways_to_count_say_why_they_are_equal():
    notes = count(parse(PARTY)).notes
    assert notes == {
        "merged": "merged = raw: options are told apart by their names",
        "rotations": "rotations = merged: there is no board to turn",
        "all": "all = rotations: there is no board to reflect",
    }


def test_the_rules_name_what_is_wrong():
    puzzle = parse(PARTY)
    ann, ben, dora = (Placement(name, ()) for name in ("Ann", "Ben", "Dora"))
    assert check(puzzle, (ann, ben, dora)) == [
        "secondary item 'theme' is used by options 'Ann' and 'Ben', which do not agree "
        "on a color"
    ]
    assert check(puzzle, (ann, ann)) == ["option 'Ann' is used twice"]
    assert check(puzzle, (Placement("Eve", ()),)) == ["there is no option 'Eve'"]
    assert check(puzzle, (ann, dora)) == [
        "item 'Saturday' is covered by option 'Ann', want 2 to 2"
    ]


def test_a_layout_is_drawn_as_its_options_with_their_cost():
    puzzle = parse(PARTY)
    (layout,) = solve(puzzle)
    assert draw(puzzle, layout, color=True) == (
        "Ann: Friday Saturday theme:rock\nCleo: Saturday Sunday theme:rock |2\ncost 2"
    )
    assert option_text(puzzle, "Dora") == "Sunday"
    nothing = parse({"options": []})
    assert [draw(nothing, layout) for layout in solve(nothing)] == ["nothing to cover"]
    hostile = parse({"options": {"\x1b[2J": "A"}})
    assert "\x1b" not in draw(hostile, next(solve(hostile)))


def test_names_that_are_written_alike_are_refused():
    with pytest.raises(ValueError, match="written alike"):
        ExactCover(Problem({1: ["A"], "1": ["B"]}))
