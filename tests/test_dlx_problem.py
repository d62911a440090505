"""Problems: the conventions, what is refused and how, and going in and out."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import dlx
from dlx import Problem, ProblemError, check, covers
from oracle import all_covers, is_cover, problems, queens, quiet

ROWS = {"r1": ["a", "b"], "r2": ["c"], "r3": ["a", "c"]}


# -------------------------------------------------------------------------- conventions


def test_options_may_be_named_or_counted_from_zero():
    assert Problem(ROWS).names == ("r1", "r2", "r3")
    assert Problem(list(ROWS.values())).names == (0, 1, 2)
    assert Problem(tuple(map(tuple, ROWS.values()))).names == (0, 1, 2)
    assert Problem(map(iter, ROWS.values())).options == Problem(
        list(ROWS.values())).options


def test_items_are_primary_in_order_of_first_appearance_unless_secondary():
    problem = Problem({1: ["c", "x"], 2: ["a", "c"], 3: ["b", "y"]},
                      secondary=["y", "x"])
    assert problem.primary == ("c", "a", "b")
    assert problem.secondary == ("y", "x")


def test_items_are_named_by_any_hashable_value():
    items = ["a", 1, ("cell", 2), None, frozenset("xy"), 2.5, b"raw"]
    problem = Problem([[item] for item in items])
    assert problem.primary == tuple(items)
    assert list(covers(problem)) == [tuple(range(len(items)))]


def test_options_are_mappings_from_items_to_colors():
    problem = Problem({1: {"p": None, "x": "red"}, 2: ["q", "x"]}, secondary=["x"])
    assert problem.options[1] == {"p": None, "x": "red"}
    assert problem.options[2] == {"q": None, "x": None}
    assert problem.colored
    assert not Problem([{"p": None, "x": None}], secondary=["x"]).colored


@pytest.mark.parametrize(("one", "two", "number"), [
    ("red", "red", 1), ("red", "blue", 0), ("red", None, 0), (None, None, 0),
    (0, 0, 1), (0, False, 1), (("a", 1), ("a", 1), 1), ("", "", 1),
])
def test_options_agree_on_an_item_only_in_one_color(one, two, number):
    problem = Problem([{"p": None, "x": one}, {"q": None, "x": two}], secondary=["x"])
    for engine in ("links", "bits"):
        assert dlx.count(problem, engine=engine) == number
    assert (check(problem, [0, 1]) == []) == (number == 1)
    assert len(all_covers(problem)) == number


def test_a_problem_without_primary_items_has_just_the_empty_cover():
    assert list(covers(Problem([]))) == [()]
    assert list(covers(Problem({}, primary=[], secondary=["x"]))) == [()]


def test_a_primary_item_without_options_leaves_no_cover():
    problem = Problem(ROWS, primary=["a", "b", "c", "d"])
    assert list(covers(problem)) == []
    assert dlx.explain(problem).uncoverable == ("d",)


def test_a_secondary_item_without_options_does_no_harm():
    assert list(covers(Problem(ROWS, secondary=["x"]))) == [("r1", "r2")]


def test_equal_options_under_two_names_are_both_used():
    assert list(covers({1: ["a"], 2: ["a"], 3: ["b"]})) == [(3, 1), (3, 2)]


def test_one_option_without_primary_items_is_never_chosen_and_a_warning_says_so():
    with pytest.warns(UserWarning) as caught:
        problem = Problem({1: ["a"], 2: ["x"]}, secondary=["x"])
    assert [str(w.message) for w in caught] == [
        "option 2 has no primary item and is never chosen"]
    assert caught[0].filename == __file__
    assert problem.idle == (2,)
    assert list(covers(problem)) == [(1,)]


def test_several_options_without_primary_items_make_one_warning():
    with pytest.warns(UserWarning) as caught:
        problem = Problem({"r": ["a"], "s": [], "t": ["x"], "u": []}, secondary=["x"])
    assert [str(w.message) for w in caught] == [
        "3 options have no primary item and are never chosen; the first is option 's'"]
    assert problem.idle == ("s", "t", "u")
    assert list(covers(problem)) == [("r",)]


# ----------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(("arguments", "message", "option"), [
    ((5,), "the options of a problem are a mapping name -> option or a sequence of "
           "options, not 5", None),
    (("ab",), "the options of a problem are a mapping name -> option or a sequence of "
              "options, not 'ab'", None),
    (([["a"], 5],), "option 1 is 5; want a sequence of hashable items, or a mapping "
                    "item -> color", 1),
    (([None],), "option 0 is None; want a sequence of hashable items, or a mapping "
                "item -> color", 0),
    (({"r": [["a"]]},), "option 'r' is [['a']]; want a sequence of hashable items, or "
                        "a mapping item -> color", "r"),
    (([{"a"}],), "option 0 is a set, whose order changes from run to run; give its "
                 "items as a list or a tuple", 0),
    (([["b"], ["a", "b", "a"]],), "item 'a' appears twice in option 1", 1),
    (([[0, 1, 0]],), "item 0 appears twice in option 0; a matrix of 0 and 1 is read by "
                     "Problem.from_matrix", 0),
    (({"r": ["b"]}, ["a"]), "option 'r' uses item 'b', which is neither primary nor "
                            "secondary", "r"),
    (({"r": ["cel 1"]}, ["cell 1"]),
     "option 'r' uses item 'cel 1', which is neither primary nor secondary; did you "
     "mean 'cell 1'?", "r"),
    (({"r": ["a", "xs"]}, ["a"], ["x1"]),
     "option 'r' uses item 'xs', which is neither primary nor secondary", "r"),
    (({"r": {"a": "red"}},), "option 'r' gives primary item 'a' the color 'red'; only "
                             "secondary items are colored", "r"),
    (({"r": {"a": 0}},), "option 'r' gives primary item 'a' the color 0; only "
                         "secondary items are colored", "r"),
    (({"r": {"p": None, "a": [1]}}, ["p"], ["a"]),
     "option 'r' gives item 'a' the color [1], which is not hashable", "r"),
    (([["a"]], ["a", "a"]), "item 'a' is named twice in primary", None),
    (([["a"]], None, ["x", "x"]), "item 'x' is named twice in secondary", None),
    (([["a"]], ["a"], ["a"]), "item 'a' is both primary and secondary", None),
    (([["a"]], [["a"]]), "an item of primary is not hashable", None),
    (([["a"]], None, [["a"]]), "an item of secondary is not hashable", None),
])
def test_a_problem_without_sense_is_refused_in_names(arguments, message, option):
    with pytest.raises(ProblemError) as info:
        Problem(*arguments)
    assert str(info.value) == message
    assert info.value.option == option
    assert isinstance(info.value, ValueError)


@pytest.mark.parametrize(("arguments", "message"), [
    (([[0, 1], [2, 0]],), "row 1, column 0 of the matrix is 2; want 0 or 1"),
    (([[0, -1]],), "row 0, column 1 of the matrix is -1; want 0 or 1"),
    (([[0.5, 0]],), "row 0, column 0 of the matrix is 0.5; want 0 or 1"),
    (([[1, float("nan")]],), "row 0, column 1 of the matrix is nan; want 0 or 1"),
    (([["1", 0]],), "row 0, column 0 of the matrix is '1'; want 0 or 1"),
    (([[None]],), "row 0, column 0 of the matrix is None; want 0 or 1"),
    (([[[1]]],), "row 0, column 0 of the matrix is [1]; want 0 or 1"),
    (([1, 0],), "row 0 of the matrix is 1; want a sequence of 0 and 1"),
    ((["10"],), "row 0 of the matrix is '10'; want a sequence of 0 and 1"),
    (([[1, 0], [1, 0, 1]],), "row 1 of the matrix has 3 entries, want 2"),
    (([[1, 0], []],), "row 1 of the matrix has 0 entries, want 2"),
    (([[1, 0]], ["a", "b", "c"]), "row 0 of the matrix has 2 entries, want 3"),
    (([[1, 0]], ["a", "a"]), "item 'a' is named twice in columns"),
    (([[1, 0]], None, [1, 1]), "item 1 is named twice in secondary"),
    (([[1, 0]], None, [2]), "secondary item 2 is not a column"),
    (([[1, 0]], ["north", "east"], ["nort"]),
     "secondary item 'nort' is not a column; did you mean 'north'?"),
])
def test_a_matrix_without_sense_is_refused_by_row_and_column(arguments, message):
    with pytest.raises(ProblemError) as info:
        Problem.from_matrix(*arguments)
    assert str(info.value) == message


FORCED = {"A": ["a", "x"], "B": ["b", "x"], "C": ["a"], "long name": ["c"],
          "D": {"d": None, "y": "red"}, "E": {"e": None, "y": "blue"}, "idle": ["x"]}


@pytest.mark.parametrize(("names", "message", "option"), [
    (["Z"], "there is no option 'Z'", None),
    (["long nam"], "there is no option 'long nam'; did you mean 'long name'?", None),
    ([["A"]], "there is no option ['A']", None),
    (["A", "C"], "options 'A' and 'C' cannot both be chosen: they both cover item "
                 "'a'", "C"),
    (["B", "A"], "options 'B' and 'A' cannot both be chosen: they do not agree on item "
                 "'x'", "A"),
    (["D", "E"], "options 'D' and 'E' cannot both be chosen: they do not agree on item "
                 "'y'", "E"),
    (["idle"], "option 'idle' has no primary item and is never chosen", "idle"),
])
def test_what_cannot_be_forced_is_refused(names, message, option):
    with pytest.raises(ProblemError) as info:
        quiet(FORCED, secondary=["x", "y"]).force(names)
    assert str(info.value) == message
    assert info.value.option == option


def test_a_long_value_is_cut_short_in_a_message():
    with pytest.raises(ProblemError) as info:
        Problem([["a" * 10_000] * 2])
    assert len(str(info.value)) < 150
    assert str(info.value).startswith("item 'aaaa")


# ------------------------------------------------------------------------------- frozen


def test_a_problem_cannot_be_changed():
    problem = Problem(ROWS)
    with pytest.raises(AttributeError) as info:
        problem.primary = ()
    assert str(info.value) == "a Problem is frozen: 'primary' cannot be changed"
    with pytest.raises(AttributeError) as info:
        del problem.options
    assert str(info.value) == "a Problem is frozen: 'options' cannot be deleted"
    with pytest.raises(AttributeError):
        problem.note = "new"
    with pytest.raises(TypeError):
        problem.options["r4"] = ["b"]
    with pytest.raises(TypeError):
        problem.options["r1"]["c"] = None
    with pytest.raises(TypeError):
        hash(problem)
    assert problem == Problem(ROWS)


def test_changing_what_a_problem_was_built_from_does_not_change_it():
    options: dict[str, Any] = {"r1": ["a", "b"], "r2": {"b": None, "x": "red"}}
    primary, secondary = ["a", "b"], ["x"]
    problem = Problem(options, primary, secondary)
    options["r1"].append("c")
    options["r2"]["x"] = "blue"
    options["r3"] = ["a"]
    primary.append("c")
    secondary.clear()
    assert problem == Problem({"r1": ["a", "b"], "r2": {"b": None, "x": "red"}},
                              ["a", "b"], ["x"])


@pytest.mark.parametrize(("problem", "text"), [
    (Problem([]),
     "<Problem: 0 primary items, 0 secondary items, 0 options, 0 entries>"),
    (Problem([["a"]]),
     "<Problem: 1 primary item, 0 secondary items, 1 option, 1 entry>"),
    (Problem(ROWS),
     "<Problem: 3 primary items, 0 secondary items, 3 options, 5 entries>"),
    (Problem([{"a": None, "x": 1}, ["a", "x"]], secondary=["x"]),
     "<Problem: 1 primary item, 1 secondary item, 2 options, 4 entries, 1 color>"),
    (Problem([{"a": None, "x": 1}, {"a": None, "x": 2, "y": 1}], secondary=["x", "y"]),
     "<Problem: 1 primary item, 2 secondary items, 2 options, 5 entries, 2 colors>"),
])
def test_the_repr_states_the_numbers(problem, text):
    assert repr(problem) == text


@given(problems())
@settings(deadline=None, max_examples=60)
def test_a_problem_survives_pickling_and_copying(problem):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        twins = [pickle.loads(pickle.dumps(problem)), copy.copy(problem),
                 copy.deepcopy(problem)]
    for twin in twins:
        assert twin == problem
        assert (twin.primary, twin.secondary, twin.names, twin.idle) == (
            problem.primary, problem.secondary, problem.names, problem.idle)
        assert list(covers(twin)) == list(covers(problem))


def test_problems_are_equal_when_all_that_a_search_sees_is_equal():
    assert Problem(ROWS) == Problem(dict(ROWS))
    assert Problem(ROWS) == Problem({name: dict.fromkeys(option)
                                     for name, option in ROWS.items()})
    for other in (
        Problem(ROWS, primary=["b", "a", "c"]),
        Problem(ROWS, primary=["a", "b", "c"], secondary=["x"]),
        Problem(dict(reversed(ROWS.items())), primary=["a", "b", "c"]),
        Problem({**ROWS, "r3": ["a"]}),
        Problem(list(ROWS.values())),
        ROWS,
    ):
        assert Problem(ROWS) != other
    red, blue = (Problem([{"a": None, "x": color}], secondary=["x"])
                 for color in ("red", "blue"))
    assert red != blue


# ------------------------------------------------------------------ choosing beforehand


@given(problems(), st.data())
@settings(deadline=None, max_examples=200)
def test_force_leaves_the_covers_that_hold_what_is_forced(problem, data):
    names = data.draw(st.lists(st.sampled_from(problem.names), max_size=3)
                      if problem.names else st.just([]))
    whole = all_covers(problem)
    holding = {cover for cover in whole if cover.issuperset(names)}
    try:
        left = problem.force(names)
    except ProblemError:
        assert not holding
        return
    found = [frozenset(cover) for cover in covers(left)]
    assert len(found) == len(set(found))
    assert {cover | set(names) for cover in found} == holding
    assert not any(cover & set(names) for cover in found)


def test_force_chooses_options_by_name_and_drops_what_they_exclude():
    problem = Problem({1: ["a", "b"], 2: ["b", "c"], 3: ["c"],
                       4: {"d": None, "x": "red"}, 5: {"a": None, "x": "blue"},
                       6: {"c": None, "x": "red"}}, secondary=["x"])
    left = problem.force([1, 4])
    assert left == Problem({3: ["c"], 6: ["c"]})
    assert left.secondary == ()
    assert problem.force([]) == problem
    assert problem.force([1, 1]) == problem.force([1])
    assert problem.force(iter((1, 4))) == left


# ----------------------------------------------------------------------------- matrices


def matrix(text: str) -> list[list[int]]:
    return [[int(entry) for entry in row] for row in text.split()]


@pytest.mark.parametrize(("rows", "found"), [
    ("1", [{0}]),
    ("11", [{0}]),
    ("10 01", [{0, 1}]),
    ("100 010 001", [{0, 1, 2}]),
    ("010 101", [{0, 1}]),
    ("110 101", []),
    ("01 01 10", [{0, 2}, {1, 2}]),
    ("110 000 001 000 110", [{0, 2}, {2, 4}]),
    ("000 111 000 110 001 011 100 111", [{1}, {3, 4}, {5, 6}, {7}]),
    ("00 00", []),
    ("10 10", []),
    ("1100 0011 1010 0101 1001 0110 0101", [{0, 1}, {2, 3}, {2, 6}, {4, 5}]),
])
def test_a_row_of_a_matrix_is_an_option_named_by_its_place(rows, found):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        problem = Problem.from_matrix(matrix(rows))
    assert problem.names == tuple(range(len(rows.split())))
    assert all_covers(problem) == set(map(frozenset, found))
    for engine in ("links", "bits"):
        answers = list(covers(problem, engine=engine))
        assert sorted(map(sorted, answers)) == sorted(map(sorted, found))
        assert dlx.count(problem, engine=engine) == len(found)
        if found:
            assert dlx.first(problem, engine=engine) == answers[0]


def test_a_row_of_zeros_keeps_its_number_and_a_warning_names_it():
    with pytest.warns(UserWarning, match="^option 1 has no primary item and is never"):
        problem = Problem.from_matrix([[1, 0], [0, 0], [0, 1]])
    assert list(covers(problem)) == [(0, 2)]


@pytest.mark.parametrize("size", [0, 3])
def test_a_matrix_without_columns_has_the_empty_cover_only(size):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        problem = Problem.from_matrix([[]] * size)
    assert len(problem.names) == size
    assert list(covers(problem)) == [()]
    assert (dlx.count(problem), dlx.first(problem)) == (1, ())


def test_a_matrix_without_rows_has_no_cover_as_soon_as_it_has_columns():
    assert list(covers(Problem.from_matrix([], columns=["a", "b", "c"]))) == []
    assert list(covers(Problem.from_matrix([]))) == [()]


def test_a_column_that_no_row_covers_must_be_secondary_to_allow_covers():
    rows = [[1, 0, 0], [0, 0, 1]]
    assert list(covers(Problem.from_matrix(rows))) == []
    assert dlx.explain(Problem.from_matrix(rows)).uncoverable == (1,)
    assert list(covers(Problem.from_matrix(rows, secondary=[1]))) == [(0, 1)]


def test_columns_have_names_and_secondary_ones_may_stand_anywhere():
    rows = [[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [0, 0, 1, 0]]
    problem = Problem.from_matrix(rows, columns="xayz", secondary=["x", "z"])
    assert (problem.primary, problem.secondary) == (("a", "y"), ("x", "z"))
    assert list(covers(problem)) == [(0, 2), (0, 3), (1,)]


def test_true_and_false_do_for_one_and_zero():
    assert Problem.from_matrix([[True, False], [False, True]]) == Problem.from_matrix(
        [[1, 0], [0, 1]])
    assert Problem.from_matrix(((1, 0) for _ in range(2))) == Problem.from_matrix(
        [[1, 0], [1, 0]])


@given(problems(colored=False))
@settings(deadline=None, max_examples=60)
def test_a_problem_written_as_a_matrix_reads_back_as_itself(problem):
    rows, columns = problem.to_matrix()
    assert columns == problem.primary + problem.secondary
    assert [len(row) for row in rows] == [len(columns)] * len(problem.names)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        back = Problem.from_matrix(rows, columns, problem.secondary)
    assert (back.primary, back.secondary) == (problem.primary, problem.secondary)
    assert list(back.options.values()) == list(problem.options.values())


def test_a_matrix_holds_zeros_and_ones_in_the_order_of_the_items():
    problem = Problem({"r1": ["b", "x"], "r2": ["a", "b"]}, secondary=["x"])
    assert problem.to_matrix() == ([[1, 0, 1], [1, 1, 0]], ("b", "a", "x"))
    assert Problem([]).to_matrix() == ([], ())


def test_a_colored_problem_has_no_matrix_and_says_how_to_avoid_colors():
    problem = Problem({"r1": ["a"], "r2": {"a": None, "x": "red"}}, secondary=["x"])
    with pytest.raises(ProblemError) as info:
        problem.to_matrix()
    assert str(info.value) == (
        "a 0/1 matrix has no colors, and option 'r2' colors item 'x'; to avoid colors, "
        "replace a colored item by plain secondary items, one for each two options "
        "that disagree on it")


@given(problems())
@settings(deadline=None, max_examples=100)
def test_the_advice_on_avoiding_colors_is_right(problem):
    options: dict[Any, list[Any]] = {
        name: [item for item in option if item in problem.primary]
        for name, option in problem.options.items()}
    extra = []
    for item in problem.secondary:
        users = [name for name in problem.names if item in problem.options[name]]
        for k, one in enumerate(users):
            for two in users[:k]:
                colors = {problem.options[name][item] for name in (one, two)}
                if None in colors or len(colors) > 1:
                    extra.append((item, one, two))
                    options[one].append(extra[-1])
                    options[two].append(extra[-1])
    plain = quiet(options, problem.primary, extra)
    assert list(covers(plain)) == list(covers(problem))


# -------------------------------------------------------------------------------- graph


def test_the_graph_joins_options_with_their_items():
    problem = Problem({"r1": ["a", "b"], "r2": {"b": None, "x": "red"}},
                      primary=["a", "b", "c"], secondary=["x"])
    graph = problem.to_networkx()
    assert dict(graph.nodes(data=True)) == {
        ("item", "a"): {"bipartite": 0, "primary": True},
        ("item", "b"): {"bipartite": 0, "primary": True},
        ("item", "c"): {"bipartite": 0, "primary": True},
        ("item", "x"): {"bipartite": 0, "primary": False},
        ("option", "r1"): {"bipartite": 1},
        ("option", "r2"): {"bipartite": 1},
    }
    colors = {frozenset(edge): color for *edge, color in graph.edges(data="color")}
    assert colors == {
        frozenset({("option", "r1"), ("item", "a")}): None,
        frozenset({("option", "r1"), ("item", "b")}): None,
        frozenset({("option", "r2"), ("item", "b")}): None,
        frozenset({("option", "r2"), ("item", "x")}): "red",
    }


def test_the_graph_keeps_an_item_and_an_option_of_one_name_apart():
    graph = Problem({"a": ["a", "b"], "b": ["b"]}).to_networkx()
    assert len(graph.nodes) == 4 and len(graph.edges) == 3


# -------------------------------------------------------------------- testing an answer


CHECKED = quiet({1: ["a", "b"], 2: ["b", "c"], 3: ["c"],
                 4: {"a": None, "x": "red"}, 5: {"b": None, "x": "red"},
                 6: {"b": None, "x": "blue"}, 7: ["c", "x"], 8: ["x"]},
                primary=["a", "b", "c"], secondary=["x"])


@pytest.mark.parametrize(("cover", "faults"), [
    ([1, 3], []),
    ([3, 1], []),
    ([4, 5, 3], []),
    ([1, 7], []),
    ([], ["item 'a' is not covered", "item 'b' is not covered",
          "item 'c' is not covered"]),
    ([1], ["item 'c' is not covered"]),
    ([1, 2], ["item 'b' is covered by options 1 and 2"]),
    ([1, 2, 5], ["item 'b' is covered by options 1, 2 and 5"]),
    ([1, 1, 3], ["item 'a' is covered by options 1 and 1",
                 "item 'b' is covered by options 1 and 1"]),
    ([4, 6, 3], ["secondary item 'x' is used by options 4 and 6, which do not agree on "
                 "a color"]),
    ([4, 5, 7], ["secondary item 'x' is used by options 4, 5 and 7, which do not agree "
                 "on a color"]),
    ([7, 4, 2], ["item 'c' is covered by options 7 and 2",
                 "secondary item 'x' is used by options 7 and 4, which do not agree on "
                 "a color"]),
    ([1, 3, 8], ["option 8 has no primary item"]),
])
def test_check_names_each_fault_of_an_answer(cover, faults):
    assert check(CHECKED, cover) == faults
    assert check(CHECKED, iter(cover)) == faults


@pytest.mark.parametrize(("name", "message"), [
    (9, "there is no option 9"),
    ("1", "there is no option '1'; did you mean 1?"),
    ([9], "there is no option [9]"),
])
def test_check_refuses_an_option_that_is_not_there(name, message):
    with pytest.raises(ProblemError) as info:
        check(CHECKED, [name])
    assert str(info.value) == message


@given(problems(), st.data())
@settings(deadline=None, max_examples=200)
def test_check_agrees_with_the_definition(problem, data):
    names = data.draw(st.lists(st.sampled_from(problem.names), unique=True)
                      if problem.names else st.just([]))
    assert (check(problem, names) == []) == is_cover(problem, tuple(names))
    for cover in all_covers(problem):
        assert check(problem, cover) == []


def test_check_accepts_every_cover_of_a_real_problem():
    problem = queens(6)
    found = list(covers(problem))
    assert len(found) == 4
    for cover in found:
        assert check(problem, cover) == []
        assert check(problem, cover[1:]) != []
