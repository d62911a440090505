"""The engines: right by the definition, and the same in every step."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import example, given, settings, strategies as st

import dlx
from dlx import Problem, ProblemError, Search, Stopped, covers
from dlx.algorithm_x import algorithm_x
from dlx.engines import engine_for
from dlx.engines.links import Links
from oracle import all_covers, pigeons, problems, queens, quiet, read, switches

ENGINES = ["links", "bits", "words"]


@pytest.fixture(scope="module", autouse=True, params=["lanes", "one by one"])
def form_of_bits(request):
    """Run all tests here with both ways in which `bits` finds the smallest item."""
    if request.param == "lanes":
        yield
    else:
        with mock.patch("dlx.engines.MOST_BITS", -1):
            yield


each_engine = pytest.mark.parametrize("engine", ENGINES)
moderately = settings(deadline=None, max_examples=150)

EMPTY = Problem([])
IDLE_ONLY = quiet([["x"], []], primary=[], secondary=["x"])
UNCOVERABLE = Problem([["a"], ["b"]], primary=["a", "b", "c"])


def edge_cases(test: Any) -> Any:
    for problem in (EMPTY, IDLE_ONLY, UNCOVERABLE):
        test = example(problem)(test)
    return test


# --------------------------------------------------------------------- the right covers


@each_engine
@given(problems())
@edge_cases
@moderately
def test_an_engine_finds_each_cover_of_the_definition_once(engine, problem):
    found = [frozenset(cover) for cover in covers(problem, engine=engine)]
    assert len(found) == len(set(found))
    assert set(found) == all_covers(problem)


@given(problems(colored=False))
@edge_cases
@moderately
def test_algorithm_x_yields_what_the_engines_yield_in_the_same_order(problem):
    found = list(algorithm_x(problem))
    assert set(map(frozenset, found)) == all_covers(problem)
    for engine in ENGINES:
        assert found == list(covers(problem, engine=engine))


def test_algorithm_x_refuses_colors():
    colored = Problem([{"p": None, "x": "red"}], secondary=["x"])
    with pytest.raises(ProblemError) as info:
        next(algorithm_x(colored))
    assert str(info.value) == "algorithm_x knows no colors; use dlx.covers"


def test_algorithm_x_stays_short_enough_to_be_read_first():
    lines = Path(dlx.algorithm_x.__file__).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60


# --------------------------------------------------------- the same order, step by step


def steps(problem: Problem, engine: str, limit: int | None = None) -> Iterator[Any]:
    """Yield what can be seen of a search after each cover, and at its end."""
    search = Search(problem, engine=engine, limit=limit)
    yield search.position, search.nodes, search.count, search.complete
    for cover in search:
        yield cover, search.position, search.nodes, search.count, search.complete
    yield search.position, search.nodes, search.count, search.complete


@given(problems())
@edge_cases
@moderately
def test_both_engines_agree_on_covers_positions_and_nodes_in_order(problem):
    assert list(steps(problem, "links")) == list(steps(problem, "bits"))


def test_both_engines_agree_on_real_searches_in_order():
    for problem in (queens(6), pigeons(5), switches(6)):
        assert list(steps(problem, "links")) == list(steps(problem, "bits"))


def test_the_rule_prefers_an_item_with_one_option_over_a_later_one_with_none():
    problem = Problem({1: ["a", "x"], 2: ["a", "y"], 3: ["b"]},
                      primary=["a", "b", "c"], secondary=["x", "y"])
    for engine in ENGINES:
        search = Search(problem, engine=engine)
        assert list(search) == []
        assert search.nodes == 1  # option 3, and then item c


def test_the_rule_takes_the_first_of_the_smallest_items_and_options_in_order():
    problem = Problem({1: ["a"], 2: ["a"], 3: ["a"],
                       4: ["b"], 5: ["b"], 6: ["c"], 7: ["c"]})
    for engine in ENGINES:
        assert list(covers(problem, engine=engine))[:3] == [
            (4, 6, 1), (4, 6, 2), (4, 6, 3)]


def test_the_order_of_primary_items_decides_and_can_be_given():
    options = {1: ["a"], 2: ["a"], 3: ["b"], 4: ["b"]}
    for engine in ENGINES:
        assert next(covers(Problem(options), engine=engine)) == (1, 3)
        assert next(covers(Problem(options, ["b", "a"]), engine=engine)) == (3, 1)


def test_auto_takes_bits_until_its_masks_would_need_too_much_memory():
    problem = switches(3)
    assert Search(problem).engine == "bits"
    with mock.patch("dlx.engines.BITS_MEMORY", 0):
        search = Search(problem)
    assert search.engine == "links"
    assert list(search) == list(covers(problem, engine="bits"))


@settings(max_examples=50)
@given(problems())
def test_a_problem_that_is_made_ready_when_it_is_stated_has_the_same_covers(problem):
    with mock.patch("dlx.problem.SMALL", -1):
        later = quiet(problem.options, problem.primary, problem.secondary)
    assert later.table is None and later == problem
    assert list(covers(later, engine="bits")) == list(covers(problem, engine="bits"))
    assert dlx.count(later) == dlx.count(problem)


@pytest.mark.parametrize("sizes", [
    (70, 3, 2), (3, 70, 2), (64, 2, 64), (63, 2), (1, 63, 1), (128, 1), (65, 65, 2),
    (40, 30, 20, 10, 1),
])
def test_lanes_of_all_sizes_lie_side_by_side(sizes):
    options = {(item, k): [f"item {item}"]
               for item, size in enumerate(sizes) for k in range(size)}
    for item in range(len(sizes) - 1):  # and one that takes two neighbors together
        options[item, "both"] = [f"item {item}", f"item {item + 1}"]
    problem = Problem(options)
    first = list(itertools.islice(covers(problem, engine="words"), 500))
    assert first == list(itertools.islice(covers(problem, engine="bits"), 500))


# ---------------------------------------------------------------------------- positions


def positions(problem: Problem) -> list[tuple[tuple[int, ...], int]]:
    """List the positions at the start, after each cover and at the end, with the number
    of covers before each."""
    search = Search(problem, engine="bits")
    return [(search.position, 0), *((search.position, search.count) for _ in search),
            (search.position, search.count)]


@given(problems())
@edge_cases
@settings(deadline=None, max_examples=100)
def test_from_every_position_either_engine_yields_exactly_the_rest(problem):
    found = list(covers(problem))
    for position, number in positions(problem):
        for engine in ENGINES:
            search = Search(problem, engine=engine, position=position)
            assert search.position == position
            assert list(search) == found[number:]
            assert search.complete
            assert search.count == len(found) - number


def going_on(problem: Problem, engines: list[str]) -> list[Any]:
    """Read all covers while the search is stopped at every node, and goes on from there
    with the next of the engines."""
    found: list[Any] = []
    position: tuple[int, ...] = (0,)
    with mock.patch("dlx.engines.bits.PULSE", 1), \
            mock.patch("dlx.engines.links.PULSE", 1), \
            mock.patch("dlx.engines.words.PULSE", 1):
        for turn in range(10_000):
            search = Search(problem, engine=engines[turn % len(engines)], timeout=0,
                            position=position)
            stopped = read(search, found)
            if stopped is None:
                return found
            assert stopped.position == search.position != position
            position = stopped.position
    raise AssertionError("the search does not come to its end")


@pytest.mark.parametrize("engines", [["links"], ["bits"], ["words"], ENGINES], ids=str)
@given(problems())
@edge_cases
@settings(deadline=None, max_examples=100)
def test_a_search_stopped_at_every_node_loses_and_repeats_nothing(engines, problem):
    assert going_on(problem, engines) == list(covers(problem))


def test_a_real_search_stopped_at_every_node_loses_and_repeats_nothing():
    for problem in (queens(6), pigeons(5)):
        assert going_on(problem, ["bits", "links"]) == list(covers(problem))


WRONG_POSITIONS = [
    (EMPTY, [(2,), (-1,), (0, 0), (1, 0), (0, 1)]),
    (UNCOVERABLE, [(2,), (-1,), (0, 2), (1, 0), (0, 0, 0, 0), (0, 0, 1)]),
    (switches(2), [(3,), (-1,), (0, 3), (2, 0), (0, -1), (-1, 0), (0, 2, 0),
                   (0, 0, 0), (1, 1, 1)]),
]


@each_engine
@pytest.mark.parametrize(("problem", "position"), [
    (problem, position) for problem, wrong in WRONG_POSITIONS for position in wrong])
def test_a_position_that_the_problem_does_not_have_is_refused(
        problem, position, engine):
    wanted = f"position {position} does not fit this problem: at level "
    with pytest.raises(ValueError, match="^" + re.escape(wanted)):
        Search(problem, engine=engine, position=position)


@each_engine
def test_the_empty_position_is_none_at_all(engine):
    with pytest.raises(ValueError):
        Search(switches(2), engine=engine, position=())


@each_engine
def test_a_position_may_come_back_from_storage_as_a_list(engine):
    for problem in (EMPTY, UNCOVERABLE, switches(3)):
        found = list(covers(problem))
        for position, number in positions(problem):
            stored = json.loads(json.dumps(position))
            search = Search(problem, engine=engine, position=stored)
            assert list(search) == found[number:]


@given(problems(), st.lists(st.integers(-1, 4), min_size=1, max_size=4).map(tuple))
@settings(deadline=None, max_examples=300)
def test_both_engines_take_or_refuse_the_same_positions(problem, position):
    answers = []
    for engine in ENGINES:
        try:
            answers.append(list(Search(problem, engine=engine, position=position)))
        except ValueError:
            answers.append("refused")
    assert all(answer == answers[0] for answer in answers)


# ------------------------------------------- generators that are dropped or interleaved


def arrays(links: Links) -> dict[str, list[int]]:
    return {name: list(getattr(links, name))
            for name in ("left", "right", "up", "down", "size", "color", "top")}


@given(problems())
@edge_cases
@moderately
def test_links_restored(problem):
    links = Links(problem)
    before = arrays(links)
    found = list(links.search())
    assert arrays(links) == before
    again = Links(problem)
    for event in again.events:  # watched step by step, it leaves no trace either
        pass
    assert arrays(again) == before
    for position, number in positions(problem):
        resumed = Links(problem, position)
        rest = [cover for cover in resumed.search() if cover is not None]
        assert len(rest) == len(found) - number
        assert arrays(resumed) == before


@each_engine
def test_a_search_dropped_half_way_leaves_the_problem_as_it_was(engine):
    problem = queens(6)
    found = list(covers(problem, engine=engine))
    for number in range(1, len(found)):
        dropped = covers(problem, engine=engine)
        assert [next(dropped) for _ in range(number)] == found[:number]
        dropped.close()
        assert list(dropped) == []
        assert list(covers(problem, engine=engine)) == found


@pytest.mark.parametrize("other", ENGINES)
@each_engine
def test_two_searches_of_one_problem_read_in_turn_do_not_disturb_each_other(
        engine, other):
    problem = queens(6)
    found = list(covers(problem))
    one, two = covers(problem, engine=engine), covers(problem, engine=other)
    ahead = [next(one)]
    pairs = list(zip(one, two))
    assert ahead + [cover for cover, _ in pairs] == found
    assert [cover for _, cover in pairs] + list(two) == found


@each_engine
def test_searches_of_two_problems_read_in_turn_do_not_disturb_each_other(engine):
    small, large = switches(3), queens(6)
    pairs = zip(covers(small, engine=engine), covers(large, engine=engine))
    assert list(pairs) == list(zip(list(covers(small)), list(covers(large))))


@each_engine
def test_an_exception_in_the_reader_harms_no_search(engine):
    problem = switches(3)
    found = list(covers(problem, engine=engine))
    reading = covers(problem, engine=engine)
    seen = []
    with pytest.raises(ZeroDivisionError):
        for cover in reading:
            seen.append(cover)
            1 // (len(seen) - 3)
    assert seen + list(reading) == found
    assert list(covers(problem, engine=engine)) == found


@each_engine
def test_a_search_that_has_ended_stays_ended(engine):
    search = Search(switches(2), engine=engine)
    assert len(list(search)) == 4
    end = search.position
    assert list(search) == [] and list(search) == []
    assert (search.count, search.complete, search.position) == (4, True, end)


@each_engine
def test_an_engine_yields_none_in_between_so_that_the_clock_can_be_read(engine):
    with mock.patch("dlx.engines.words.PULSE", 1000):
        seen = list(engine_for(pigeons(7), engine).search())
    assert seen and set(seen) == {None}


# ------------------------------------------------------------------------ deep and wide

DEEP = 5000


@each_engine
def test_a_problem_of_thousands_of_levels_is_searched_without_recursion(engine):
    problem = Problem([[k] for k in range(DEEP)])
    search = Search(problem, engine=engine)
    assert list(search) == [tuple(range(DEEP))]
    assert search.nodes == DEEP
    middle = Search(problem, engine=engine, position=(0,) * DEEP)
    assert list(middle) == [tuple(range(DEEP))]


@each_engine
def test_a_dead_end_thousands_of_levels_down_is_left_without_recursion(engine):
    problem = Problem([[k] for k in range(DEEP)], primary=range(DEEP + 1))
    search = Search(problem, engine=engine)
    assert list(search) == []
    assert search.complete and search.nodes == DEEP


@each_engine
def test_a_wide_problem_full_of_dead_ends_can_be_stopped(engine):
    problem = Problem([["a", "x"]] * 1500 + [["b", "x"]] * 1501, secondary=["x"])
    with mock.patch("dlx.engines.words.PULSE", 1000), \
            pytest.raises(Stopped) as info:
        list(covers(problem, engine=engine, timeout=0))
    assert info.value.count == 0


# ---------------------------------------------------------------- the same on every run

SHOW_ALL = """
import dlx, dlx.engines, dlx.text
from dlx.algorithm_x import algorithm_x

items = ["north", "east", "south", "west", ("cell", 1), ("cell", 2)]
pairs = [(a, b) for a in items for b in items if a != b]
plain = dlx.Problem({(a, b): [a, b] for a, b in pairs})
colored = dlx.Problem({(a, b): {a: None, b: None, "side": str(b), "rim": "red"}
                       for a, b in pairs} | {a: [a] for a in items},
                      secondary=["side", "rim"])
chain = dlx.Problem({k: {items[k]: None, items[k + 1]: None, "x": items[k]}
                     for k in range(5)}, secondary=["x"])
for problem in (plain, colored, chain):
    for engine in dlx.engines.NAMES:
        for cover in dlx.covers(problem, engine=engine):
            print(engine, cover)
    for event in dlx.trace(problem):
        print(event)
    print(problem, dlx.explain(problem), dlx.text.dumps(problem), sep="\\n")
for cover in algorithm_x(plain):
    print("algorithm_x", cover)
print(plain.to_matrix(), plain.to_networkx().edges)
print(plain.force([pairs[0]]).options, dlx.check(plain, [pairs[0], pairs[1]]))
"""


def run_with_seed(seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SHOW_ALL],
        env={**os.environ, "PYTHONHASHSEED": seed}, cwd=Path(dlx.__file__).parents[1],
        capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_hash_seeds_print_the_same_to_the_letter():
    one, two = run_with_seed("1"), run_with_seed("2")
    assert one == two
    for word in ("auto", "links", "bits", "algorithm_x", "stuck item", "forces option"):
        assert word in one


@pytest.mark.parametrize("arguments", [
    {"options": {("a", "b"), ("b", "c")}},
    {"options": [["a"]], "primary": {"a", "b"}},
    {"options": [["a"]], "secondary": {"x", "y"}},
], ids=["options", "primary", "secondary"])
def test_a_set_whose_order_changes_from_run_to_run_is_refused(arguments):
    with pytest.raises(ProblemError, match="set"):
        Problem(**arguments)


# ---------------------------------------------------------- going over while searching


def shifted(problem: Problem, node: int) -> tuple[list[Any], Search]:
    """Search with a shift to compiled code forced at a node."""
    with mock.patch("dlx.engines.bits.PULSE", node), \
            mock.patch("dlx.engines.links.PULSE", node), \
            mock.patch("dlx.search.SHIFT_AFTER", 0):
        search = Search(problem)
        return list(search), search


@given(problems())
@moderately
def test_a_shift_at_any_node_loses_repeats_and_reorders_nothing(problem):
    plain = Search(problem, engine="bits")
    found = list(plain)
    for node in range(1, plain.nodes + 1):
        again, search = shifted(problem, node)
        assert again == found
        assert (search.count, search.nodes) == (plain.count, plain.nodes)
        assert search.complete and search.position == plain.position


@pytest.mark.parametrize("problem", [queens(6), switches(4)], ids=repr)
def test_a_search_that_lasts_goes_over_at_every_node_it_is_asked_to(problem):
    plain = Search(problem, engine="bits")
    found = list(plain)
    engines = set()
    for node in range(1, plain.nodes):
        again, search = shifted(problem, node)
        assert again == found and search.nodes == plain.nodes
        engines.add(search.engine)
    assert "words" in engines


def test_links_go_over_too_and_an_engine_that_was_asked_for_stays():
    problem = queens(6)
    with mock.patch("dlx.engines.BITS_MEMORY", 0):
        found, search = shifted(problem, 20)
        assert search.engine == "words" and found == list(covers(problem))
    with mock.patch("dlx.engines.bits.PULSE", 1), \
            mock.patch("dlx.search.SHIFT_AFTER", 0):
        asked = Search(problem, engine="bits")
        assert list(asked) == found and asked.engine == "bits"


def test_without_numba_or_memory_for_it_a_search_stays_in_python(monkeypatch):
    problem = queens(6)
    with mock.patch("dlx.engines.WORDS_MEMORY", 0):
        found, search = shifted(problem, 20)
        assert search.engine == "bits" and found == list(covers(problem))
    monkeypatch.setitem(sys.modules, "dlx.engines.words", None)
    found, search = shifted(problem, 20)
    assert search.engine == "bits" and search.complete


def test_compiled_code_that_is_missing_is_named_with_the_command_to_get_it(monkeypatch):
    monkeypatch.delitem(sys.modules, "dlx.engines.words", raising=False)
    monkeypatch.delitem(sys.modules, "dlx.engines.compiled", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(dlx.DlxError) as info:
        Search(queens(4), engine="words")
    assert str(info.value) == ("engine 'words' needs numba: pip install "
                               "'tilewright[fast]'")


def test_a_search_with_little_time_does_not_wait_for_a_compiler(monkeypatch):
    monkeypatch.delitem(sys.modules, "dlx.engines.words", raising=False)
    problem = queens(7)
    with mock.patch("dlx.engines.bits.PULSE", 1), \
            mock.patch("dlx.search.SHIFT_AFTER", 0):
        search = Search(problem, timeout=3)
        assert list(search) == list(covers(problem, engine="bits"))
    assert search.engine == "bits"


def test_an_installed_numba_that_cannot_be_used_is_said_so(monkeypatch):
    monkeypatch.delitem(sys.modules, "dlx.engines.words", raising=False)
    with mock.patch.dict(sys.modules), pytest.raises(dlx.DlxError) as info:
        sys.modules["dlx.engines.words"] = type(sys)("words")  # without Words
        Search(queens(4), engine="words")
    assert str(info.value).startswith("engine 'words' cannot be used: ")


def test_long_options_make_links_look_at_the_clock_more_often():
    wide = Problem([list(range(k, 300)) for k in range(3)])
    assert Links(wide).every == 1 < Links(queens(6)).every == 100
