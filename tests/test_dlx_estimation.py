"""Estimates: what random probes say, against what a search finds."""

from __future__ import annotations

import json
from random import Random
from unittest import mock

import pytest
from hypothesis import given, settings, strategies as st

import dlx
from dlx import Problem, Search, Stopped, estimate
from dlx.bench import dominoes, langford, matchings, tiles
from dlx.estimation import Estimate, _spread
from dlx.tree import tree
from oracle import pigeons, problems, queens, switches

MULTIPLE = Problem(
    [["a", "b"], ["a"], ["b", "c"], ["a", "c"], ["b"], ["a", "b", "c"]],
    multiplicities={"a": (1, 2), "b": (0, 3)},
)


def totals(problem, **settings):
    """Return the nodes and covers that a search counts."""
    search = Search(problem, **settings)
    for _ in search:
        pass
    return search.nodes, search.count


def by_links():
    """Let no problem be small enough for bits."""
    return mock.patch("dlx.engines.BITS_MEMORY", 0)


# ------------------------------------------------------------------------ right numbers


@given(problems())
@settings(deadline=None, max_examples=150)
def test_a_tree_that_is_seen_whole_is_counted_exactly(problem):
    found = estimate(problem, 10**6)
    assert (found.nodes, found.covers) == totals(problem)
    assert found.exact and found.nodes_error == found.covers_error == 0


@pytest.mark.parametrize("problem", [queens(6), pigeons(4), MULTIPLE], ids=repr)
def test_links_and_bits_give_the_same_estimate(problem):
    for probes in (10, 50, 10**5):
        expected = estimate(problem, probes)
        with by_links():
            assert estimate(problem, probes) == expected
    assert (expected.nodes, expected.covers) == totals(problem)


def test_look_ahead_is_estimated_as_it_is_searched():
    problem = queens(7)
    nodes, covers = totals(problem, lookahead=True)
    found = estimate(problem, 10**5, lookahead=True)
    assert (found.nodes, found.covers) == (nodes, covers) == (found.nodes, 40)
    assert nodes < estimate(problem, 10**5).nodes


@given(st.integers(1, 60), st.integers(1, 60))
def test_each_branch_is_followed_as_often_as_any_other(number, most):
    firsts = range(number if most < number else 1)
    times = [0] * number
    for first in firsts:
        followed = _spread(number, most, mock.Mock(randrange=lambda _: first))
        assert followed == sorted(set(followed)) and len(followed) == min(number, most)
        for branch in followed:
            times[branch] += 1
    assert set(times) == {min(number, most) * len(firsts) // number}


def test_a_tree_that_is_wide_alike_everywhere_is_estimated_without_error():
    found = estimate(matchings(20))
    assert found.covers == pytest.approx(654_729_075)  # 19 * 17 * ... * 3
    assert found.covers_error == pytest.approx(0, abs=1e-3)
    assert not found.exact


KNOWN = {  # problem, and its covers where they are known
    "Langford pairs, 8": (langford(8), 300),
    "8 queens": (queens(8), 92),
    "tiles, 3 x 3, in colors": (tiles(3, 4, 1), None),
    "multiplicities": (
        Problem(
            [[k % 5, 5 + k % 3] for k in range(15)],
            multiplicities={k: (1, 2) if k < 5 else (2, 3) for k in range(8)},
        ),
        None,
    ),
}


@pytest.mark.parametrize("name", KNOWN)
def test_the_truth_is_within_two_standard_errors_most_of_the_time(name):
    problem, known = KNOWN[name]
    truth = totals(problem)
    assert known in (None, truth[1])
    seeds = range(60)
    near = [0, 0]
    sums = [0.0, 0.0]
    spread = [0.0, 0.0]
    for seed in seeds:
        found = estimate(problem, 200, seed)
        assert not found.exact
        for k, (mean, error) in enumerate((found[:2], found[2:4])):
            near[k] += abs(mean - truth[k]) <= 2 * error
            sums[k] += mean
            spread[k] += error**2
    assert min(near) >= 0.8 * len(seeds)
    for k in range(2):  # no bias: the mean of all is as near as that of 60 can be
        error = spread[k] ** 0.5 / len(seeds)
        assert sums[k] / len(seeds) == pytest.approx(truth[k], abs=4 * error)


def test_totals_that_are_known_are_found_without_a_search():
    found = estimate(dominoes(8), seed=5)
    assert abs(found.covers - 12_988_816) < 3 * found.covers_error
    assert found.covers_error < 0.1 * found.covers
    found = estimate(langford(11), seed=5)  # 17,792 pairs of mirror images
    assert abs(found.covers - 35_584) < 3 * found.covers_error
    assert abs(found.nodes - 508_884) < 3 * found.nodes_error
    assert found.nodes_error < 0.05 * found.nodes


def test_more_probes_make_the_error_smaller():
    problem = langford(9)
    few, many = (
        sum(estimate(problem, probes, seed).nodes_error for seed in range(5))
        for probes in (100, 1600)
    )
    assert many < few / 2


# ------------------------------------------------------------------------------ seldom


def test_problems_with_little_to_search():
    assert estimate([]) == Estimate(0, 0, 1, 0, True)
    assert estimate(Problem([], ["a"])) == Estimate(0, 0, 0, 0, True)
    assert str(estimate([["a"]])) == "1 node, 1 cover"


def test_a_cover_that_no_probe_came_to_is_not_denied():
    found = estimate(pigeons(8), 50)
    assert (found.covers, found.covers_error, found.exact) == (0, 0, False)
    assert str(found).endswith(", no cover was seen")
    assert str(estimate(pigeons(3))).endswith(", 0 covers")


def test_numbers_beyond_all_bounds_are_said_to_be_so():
    found = estimate(switches(1100), 20)
    assert found.covers == float("inf")
    assert str(found) == "more than 1e308 nodes, more than 1e308 covers"
    assert found.data() == {"exact": False}


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (
            Estimate(1234.5, 100, 7.25, 7.25, False),
            "about 1.2e3 nodes (± 8.1 %), about 7.2 covers (± 100 %)",
        ),
        (
            Estimate(9.96e6, 1e4, 523, 52.3, False, 86400 * 400, 2e6, "words"),
            "about 1.0e7 nodes (± 0.1 %), about 523 covers (± 10 %), 400 days "
            "with words (2.0e6 nodes a second)",
        ),
        (
            Estimate(5, 0, 1, 0, True, 1e-6, 5e6, "bits"),
            "5 nodes, 1 cover, less than 0.01 s with bits (5.0e6 nodes a second)",
        ),
        (
            Estimate(2e9, 0, 1, 0, False, 200, 1e7, "words"),
            "about 2.0e9 nodes (± 0 %), about 1 covers (± 0 %), 3.3 minutes with words "
            "(1.0e7 nodes a second)",
        ),
    ],
)
def test_an_estimate_is_one_line_to_read(found, told):
    assert str(found) == told


def test_the_same_seed_gives_the_same_estimate():
    problem = langford(8)
    assert estimate(problem, 100, 7) == estimate(problem, 100, 7)
    assert estimate(problem, 100, 7) != estimate(problem, 100, 8)


@pytest.mark.parametrize("engine", ["auto", "bits", "links", "words"])
def test_the_time_of_a_search_is_estimated_with_the_engine_asked_for(engine):
    problem = langford(7)
    found = estimate(problem, 100, engine=engine)
    assert found[:5] == estimate(problem, 100)[:5]
    assert found.engine == ("bits" if engine == "auto" else engine)
    assert found.seconds == pytest.approx(found.nodes / found.rate)


def test_a_long_search_is_estimated_with_the_engine_that_does_most_of_it():
    assert estimate(dominoes(8), 100, engine="auto").engine == "words"


def test_too_little_time_is_said_and_a_little_is_made_do_with():
    with pytest.raises(Stopped) as info:
        estimate(langford(8), timeout=0)
    assert info.value.reason == "timeout"
    now = iter(range(10**6))
    with mock.patch("dlx.estimation.time.monotonic", lambda: next(now)):
        found = estimate(langford(8), 100, timeout=500)
    assert 0 < found.nodes != estimate(langford(8), 100).nodes


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"probes": 0}, "probes is 0; want a number from 1"),
        ({"probes": 2.5}, "probes is 2.5; want a number from 1"),
        ({"seed": "x"}, "seed is 'x'; want a number"),
        ({"timeout": -1}, "timeout is -1; want seconds, at least 0"),
        (
            {"engine": "bit"},
            "there is no engine 'bit'; want one of auto, links, bits, "
            "words; did you mean 'bits'?",
        ),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, message):
    with pytest.raises(ValueError) as info:
        estimate([["a"]], **settings)
    assert str(info.value) == message


@pytest.mark.parametrize("problem", [queens(6), MULTIPLE], ids=repr)
def test_marks_lead_back_to_their_nodes_in_any_order(problem):
    for bits in (True, False):
        with mock.patch("dlx.engines.BITS_MEMORY", 2**30 if bits else 0):
            place = tree(problem)
        seen = {}
        for seed in range(10):
            chance, path = Random(seed), ()
            while True:
                seen[path] = place.mark(), place.width, place.covered
                if place.covered or not place.width:
                    break
                path += (chance.randrange(place.width),)
                place.descend(path[-1])
            for _ in path:
                place.ascend()
        for path in Random(1).sample(sorted(seen), len(seen)):
            mark, width, covered = seen[path]
            place.go_back(mark)
            assert (place.width, place.covered) == (width, covered)
            if path:
                place.ascend()
                assert place.width == seen[path[:-1]][1]


# ------------------------------------------------------------------------- command line


def test_the_commands_estimate_instead_of_searching(capsys, tmp_path):
    from dlx.command import main

    path = tmp_path / "pairs.dlx"
    dlx.text.dump(langford(11), path)
    for command in ("count", "solve"):
        assert main([command, "--estimate", "--engine", "bits", str(path)]) == 0
        out, err = capsys.readouterr()
        found = str(estimate(dlx.text.load(path)))
        assert out.startswith(found + ", ") and out.endswith(" nodes a second)\n")
        assert err == ""
    assert main(["solve", "--estimate", "--json", "--probes", "200", str(path)]) == 0
    data = json.loads(capsys.readouterr()[0])
    assert data["nodes"] == estimate(dlx.text.load(path), 200).nodes
    assert main(["count", "--estimate", "--timeout", "0", str(path)]) == 3
    assert main(["count", "--estimate", "--probes", "0", str(path)]) == 2


def test_puzzles_solve_estimates_the_problem_that_it_would_search(run):
    from puzzles import load
    from reductions import Layouts

    problem = Layouts(load("soma").puzzle).problem
    code, out, err = run("solve", "soma", "--estimate", "--seed", "4")
    assert code == 0
    assert out.startswith(str(estimate(problem, seed=4)) + ", ")
    assert err == (
        "puzzles: soma: an estimate, of covers of the problem that is searched; "
        "several of them may be one layout; piece Z is pinned to 3 of its 72 places, "
        "which moving the board brings to all others\n"
    )
    code, out, err = run("solve", "soma", "--estimate", "--json", "--probes", "100")
    data = json.loads(out)
    assert data["puzzle"] == "soma" and data["covers"] > 0
    code, out, err = run("solve", "soma", "--estimate", "--best")
    assert code == 2 and "leave out --random, --best and --link" in err
