"""Explaining why there is no cover: what is said is true, and says enough."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from dlx import Explanation, Problem, explain
from oracle import all_covers, pigeons, problems, quiet


def colored(options: dict[Any, Any]) -> Problem:
    return Problem(options, secondary=["x"])


EXPLAINED = [
    # items that no option covers
    (Problem([["a"], ["c"]], ["a", "b", "c", "d"]),
     ["no option covers item 'b'", "no option covers item 'd'"]),
    (Problem([], [("cell", 1)]), ["no option covers item ('cell', 1)"]),
    (quiet([["x"], []], ["a"], ["x"]), ["no option covers item 'a'"]),
    # two forced options that exclude each other
    (Problem({"A": ["p", "r"], "B": ["q", "r"]}),
     ["item 'p' forces option 'A'",
      "item 'q' forces option 'B', but option 'B' shares item 'r' with option 'A', "
      "which item 'p' forces"]),
    (colored({"A": ["p", "x"], "B": ["q", "x"]}),
     ["item 'p' forces option 'A'",
      "item 'q' forces option 'B', but option 'B' shares item 'x' with option 'A', "
      "which item 'p' forces"]),
    (colored({"A": {"p": None, "x": "red"}, "B": {"q": None, "x": "blue"}}),
     ["item 'p' forces option 'A'",
      "item 'q' forces option 'B', but option 'B' disagrees on item 'x' with option "
      "'A' ('blue' against 'red'), which item 'p' forces"]),
    (colored({"A": {"p": None, "x": "red"}, "B": ["q", "x"]}),
     ["item 'p' forces option 'A'",
      "item 'q' forces option 'B', but option 'B' shares item 'x' with option 'A', "
      "which item 'p' forces"]),
    # a chain that leaves an item without options
    (Problem({1: ["a", "b"], 2: ["b", "c"], 3: ["b", "c", "d"], 4: ["d"]}),
     ["item 'a' forces option 1",
      "item 'c' has no option left: "
      "option 2 shares item 'b' with option 1, which item 'a' forces; "
      "option 3 shares item 'b' with option 1, which item 'a' forces"]),
    (Problem({1: ["a", "b"], 2: ["b", "c"], 3: ["c", "d"], 4: ["d", "e"],
              5: ["d", "e", "f"], 6: ["f"]}),
     ["item 'a' forces option 1",
      "item 'c' forces option 3",
      "item 'e' has no option left: "
      "option 4 shares item 'd' with option 3, which item 'c' forces; "
      "option 5 shares item 'd' with option 3, which item 'c' forces"]),
    # what does not lead to the end is left out
    (Problem({"far": ["z", "y"], 1: ["a", "b"], 2: ["b", "c"], 3: ["b", "c", "d"],
              4: ["d"]}),
     ["item 'a' forces option 1",
      "item 'c' has no option left: "
      "option 2 shares item 'b' with option 1, which item 'a' forces; "
      "option 3 shares item 'b' with option 1, which item 'a' forces"]),
    # what is clear only by a search
    (Problem({1: ["a", "b"], 2: ["b", "c"], 3: ["c", "a"]}),
     ["no contradiction without a search: 0 options are forced, 3 items are left"]),
    (Problem({1: ["a"], 2: ["b"], 3: ["c", "d"], 4: ["c"], 5: ["d"]}),
     ["no contradiction without a search: 2 options are forced, 2 items are left"]),
    (Problem([]),
     ["no contradiction without a search: 0 options are forced, 0 items are left"]),
]


@pytest.mark.parametrize(("problem", "lines"), EXPLAINED)
def test_an_explanation_reads_as_a_chain_of_reasons_in_names(problem, lines):
    assert str(explain(problem)).splitlines() == lines


def test_one_is_not_said_in_the_plural():
    told = str(explain({1: ["a"], 2: ["b"], 3: ["b"]}))
    assert told == ("no contradiction without a search: 1 option is forced, 1 item is "
                    "left")


def test_an_explanation_lists_no_more_than_can_be_read():
    many = explain(Problem([], range(50)))
    assert many.uncoverable == tuple(range(50))
    assert str(many).splitlines() == [
        *(f"no option covers item {k}" for k in range(20)),
        "and so it is with 30 more items"]
    wide = {"all": ["a", *range(30)], **{k: ["b", k] for k in range(30)}}
    end = explain(wide).dead_end
    assert end.startswith("item 'b' has no option left: option 0 shares item 0 with ")
    assert end.endswith("; and so on for 10 more") and end.count("shares") == 20


def test_an_explanation_can_be_asked_for_its_parts():
    assert explain({"A": ["p", "r"], "B": ["q", "r"]}) == Explanation(
        (), (("p", "A"),), "item 'q' forces option 'B', but option 'B' shares item 'r' "
        "with option 'A', which item 'p' forces", 1)
    assert explain([["a"], ["b"], ["b"]]) == Explanation((), (("a", 0),), "", 1)
    assert explain(Problem([["a"]], ["a", "b"])).uncoverable == ("b",)


def agree(one: dict[Any, Any], two: dict[Any, Any]) -> bool:
    return all(one[item] is not None and one[item] == two[item]
               for item in one.keys() & two.keys())


def live(problem: Problem, item: Any, chosen: list[Any]) -> list[Any]:
    """List the options of an item that may stand beside all that are chosen."""
    return [name for name, option in problem.options.items() if item in option
            and all(agree(option, problem.options[other]) for other in chosen)]


@given(problems())
@settings(deadline=None, max_examples=300)
def test_what_an_explanation_says_is_true(problem):
    told = explain(problem)
    whole = all_covers(problem)
    assert bool(told) == bool(told.uncoverable or told.dead_end)
    if told:
        assert whole == set()
    for item in told.uncoverable:
        assert not any(item in option for option in problem.options.values())
    chosen: list[Any] = []
    for item, name in told.forced:
        assert live(problem, item, chosen) == [name]
        chosen.append(name)
    assert all(cover.issuperset(chosen) for cover in whole)
    open_items = [item for item in problem.primary
                  if not any(item in problem.options[name] for name in chosen)]
    left = [len(live(problem, item, chosen)) for item in open_items]
    if told.dead_end:
        assert 0 in left
    if not told:
        assert all(number > 1 for number in left)
        assert told.items == len(open_items)


def test_an_explanation_does_not_search():
    assert not explain(pigeons(30))


def test_a_chain_of_thousands_of_forced_options_is_followed_without_recursion():
    # Each option leaves the next item a single one, and the last none.
    size = 3000
    chain = {k: [("a", k), ("b", k)] for k in range(size)}
    chain |= {("other", k): [("b", k), ("a", k + 1)] for k in range(size - 1)}
    chain |= {last: [("b", size - 1), "z"] for last in ("last", "least")}
    told = explain(chain)
    assert told and len(told.forced) == size
    assert told.dead_end.startswith("item 'z' has no option left: option 'last' ")
