"""Parts of a search: any way of cutting it gives every cover once, in order."""

from __future__ import annotations

from random import Random
from unittest import mock

import pytest
from hypothesis import given, settings, strategies as st

from dlx import Problem, covers
from dlx.engines import engine_for
from dlx.jobs import ROOT, Job, done_share, split
from dlx.tree import tree
from oracle import pigeons, problems, queens, switches

ENGINES = ["links", "bits", "words"]
each_engine = pytest.mark.parametrize("engine", ENGINES)
moderately = settings(deadline=None, max_examples=100)
MULTIPLE = Problem([["a", "b"], ["a"], ["b", "c"], ["a", "c"], ["b"], ["a", "b", "c"]],
                   multiplicities={"a": (1, 2), "b": (0, 3)})


def read(engine, problem, job: Job):
    """Return the covers of a job, and the engine that has searched it."""
    searching = engine_for(problem, engine)
    searching.restart(job.position, job.stops)
    return [numbers for numbers in searching.search() if numbers is not None], searching


def engines_of(problem):
    return ENGINES[:2] if problem.bounds else ENGINES


def in_pieces(problem, names, random: Random):
    """Search in steps of a random length, each with another engine, on jobs that are
    cut in two now and then; return the covers in the order of the jobs, and the nodes.
    """
    engines = [engine_for(problem, name) for name in names]
    jobs, found, nodes = [ROOT], [], 0
    while jobs:
        job = jobs.pop(random.randrange(len(jobs)))
        engine = random.choice(engines)
        before = engine.nodes
        engine.restart(job.position, job.stops)
        engine.most_nodes = before + random.randrange(1, 5)
        for numbers in engine.search():
            if numbers is not None:
                found.append((job.position, len(found), numbers))
            if engine.nodes >= engine.most_nodes:
                left = Job(engine.position, engine.widths, job.stops)
                assert left.share <= job.share + 1e-9
                pair = left.divided()
                jobs += pair if pair and random.random() < 0.5 else [left]
                break
        nodes += engine.nodes - before
    return [numbers for _, _, numbers in sorted(found)], nodes


@given(problems(), st.randoms(use_true_random=False))
@moderately
def test_a_search_cut_anywhere_finds_each_cover_once_and_in_order(problem, random):
    whole = engine_for(problem, "links")
    found = [numbers for numbers in whole.search() if numbers is not None]
    assert in_pieces(problem, engines_of(problem), random) == (found, whole.nodes)


@pytest.mark.parametrize("problem", [queens(6), pigeons(4), MULTIPLE], ids=repr)
def test_a_real_search_cut_anywhere_finds_each_cover_once_and_in_order(problem):
    whole = engine_for(problem, "links")
    found = [numbers for numbers in whole.search() if numbers is not None]
    for seed in range(5):
        assert in_pieces(problem, engines_of(problem), Random(seed)) == (
            found, whole.nodes)


@each_engine
@given(problems(), st.integers(1, 30))
@moderately
def test_the_jobs_of_a_split_make_up_the_search(engine, problem, parts):
    whole = engine_for(problem, "links")
    found = [numbers for numbers in whole.search() if numbers is not None]
    jobs, nodes = split(tree(problem), ROOT, parts)
    assert jobs == sorted(jobs)
    seen = []
    for job in jobs:
        numbers, searched = read(engine, problem, job)
        seen += numbers
        nodes += searched.nodes
    assert seen == found and nodes == whole.nodes
    if jobs:
        assert done_share(jobs) == pytest.approx(0)


def test_a_tree_of_links_and_one_of_bits_are_the_same_tree():
    for problem in (queens(6), switches(3), MULTIPLE):
        expected = split(tree(problem), ROOT, 50)
        with mock.patch("dlx.engines.BITS_MEMORY", 0):
            assert split(tree(problem), ROOT, 50) == expected
        assert len(expected[0]) >= 4


def test_what_is_left_in_the_middle_of_a_search_can_be_split():
    problem = queens(6)
    for engine in ENGINES:
        searching = engine_for(problem, engine)
        going = searching.search()
        first = next(numbers for numbers in going if numbers)
        left = Job(searching.position, searching.widths)
        jobs, _ = split(tree(problem), left, 20)
        assert len(jobs) >= 20
        assert sum(job.share for job in jobs) == pytest.approx(left.share)
        rest = [numbers for job in jobs for numbers in read(engine, problem, job)[0]]
        names = problem.names
        assert [tuple(names[number] for number in numbers)
                for numbers in (first, *rest)] == list(covers(problem))


@each_engine
def test_shares_fall_from_one_to_nothing_while_a_search_goes_on(engine):
    problem = queens(6)
    searching = engine_for(problem, engine)
    shares = [1.0]
    for _ in searching.search():
        job = Job(searching.position, searching.widths)
        assert len(job.position) == len(job.widths)
        shares.append(job.share)
    assert len(shares) > 4 and shares == sorted(shares, reverse=True)
    assert Job(searching.position, searching.widths).share == 0
    assert 0 < shares[-1] < shares[1] < 1


@each_engine
def test_stops_that_do_not_fit_the_position_are_refused(engine):
    searching = engine_for(queens(5), engine)
    for position, stops in [((0, 1), (2, 3)), ((1, 1), (1,)), ((2,), (1,)),
                            ((0,), (1, 1)), ((0, 0), (0,))]:
        with pytest.raises(ValueError) as info:
            searching.restart(position, stops)
        assert str(info.value) == f"stops {stops} do not fit position {position}"


@each_engine
def test_an_engine_looks_up_at_the_node_that_it_is_told(engine):
    problem = pigeons(7)
    for most in (1, 2, 77, 1000):
        searching = engine_for(problem, engine)
        searching.most_nodes = most
        seen = (searching.nodes for found in searching.search() if found is None)
        assert next(nodes for nodes in seen if nodes >= most) == most


def test_links_look_up_more_often_where_a_node_takes_long():
    def every(options, items, length):
        problem = Problem([[(k + n) % items for n in range(length)]
                           for k in range(options)])
        return engine_for(problem, "links").every

    assert every(20, 5, 2) == 100
    assert every(4000, 8, 4) < 20  # long lists
    assert every(60, 600, 500) < 20  # long options
