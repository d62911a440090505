"""Timings of the engines; run with ``python -m pytest tests/bench/bench_workloads.py``.

Not part of the normal run: times say nothing about right and wrong.
"""

import pytest

import dlx
from dlx.bench import langford, queens, workloads
from puzzles import load
from reductions import Layouts, encode

SMALL = dict(workloads())
PUZZLES = ["light-bulbs", "frogs", "wooden-cube", "soma", "sudoku-inkala",
           "pentominoes-3x20", "pentominoes-8x8", "meteor"]
LARGE = {"12 queens": queens(12), "Langford pairs, 11": langford(11),
         **{name: encode(load(name).puzzle) for name in PUZZLES}}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("engine", ["links", "bits", "words"])
def test_all_covers_of_a_small_problem(benchmark, engine, name):
    benchmark(lambda: sum(1 for _ in dlx.covers(SMALL[name], engine=engine)))


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.parametrize("engine", ["bits", "words"])
def test_all_covers(benchmark, engine, name):
    next(dlx.covers(LARGE[name], engine=engine), None)
    problem = LARGE[name]
    benchmark.pedantic(lambda: sum(1 for _ in dlx.covers(problem, engine=engine)),
                       rounds=3)


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("symmetry", ["rotations", "all"])
def test_counting_layouts_up_to_symmetry(benchmark, symmetry, name):
    puzzle = load(name).puzzle
    benchmark.pedantic(lambda: Layouts(puzzle, symmetry=symmetry).tally(), rounds=3)
