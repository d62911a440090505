"""Taking apart: plans replayed step by step, levels against brute force."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from puzzles import bundled, load
from puzzles.command import main
from puzzles.takeapart import Memory, Plan, extent, plans, take_apart
from puzzles.takeapart.blocking import closed_sets, closures, single_sets
from puzzles.takeapart.geometry import FAR, blocks, outlook, shape_of
from reductions import PuzzleError, solve
from reductions.packing import parse, state
from takeapart_simulator import DIRECTIONS, Assembly, add, fine, replay

moderately = settings(deadline=None, max_examples=100)

#: A ring around the middle of a square, and bars through it.
RING = [(x, y, 0) for x, y in product(range(3), repeat=2) if (x, y) != (1, 1)]
BAR = [(1, 1, z) for z in (-1, 0, 1)]
HEADS = [(x, y, z) for x, y in product(range(3), repeat=2) for z in (-1, 1)]
DUMBBELL = BAR + HEADS


def cube() -> dict[str, tuple[tuple[int, ...], ...]]:
    return {p.piece: p.cells for p in next(solve(load("wooden-cube").puzzle))}


def replayed(plan: Plan) -> list[set[str]] | str:
    return replay(plan.start, plan.ratio, [move._asdict() for move in plan.moves])


def cut(random: Random, size: tuple[int, ...], number: int, holes: int, far: float):
    """Return pieces of a block: most cells join a neighbor, some any piece."""
    cells = list(product(*map(range, size)))
    owner = {cell: k for k, cell in enumerate(random.sample(cells, number + holes))}
    while len(owner) < len(cells):
        cell = random.choice(cells)
        near = [owner[add(cell, d)] for d in DIRECTIONS if add(cell, d) in owner]
        if cell in owner:
            continue
        if random.random() < far:
            owner[cell] = random.randrange(number + holes)
        elif near:
            owner[cell] = random.choice(near)
    return {str(k): [c for c in cells if owner[c] == k] for k in range(number)}


@st.composite
def assemblies(draw: Any, most: int = 4) -> dict[str, list[tuple[int, ...]]]:
    return cut(
        Random(draw(st.integers(0, 2**32))),
        draw(st.sampled_from([(3, 3, 3), (3, 3, 4)])),
        draw(st.integers(2, most)),
        draw(st.integers(0, 4)),
        draw(st.sampled_from([0.0, 0.1, 0.3])),
    )


# ------------------------------------------------------------------- the wooden cube

LEVELS = {1: (2, 1, 1, 1, 2, 1, 1)} | dict.fromkeys(range(2, 6), (2, 1, 1, 1, 3, 2, 2))


@pytest.mark.parametrize("ratio", range(1, 6))
def test_the_wooden_cube_comes_apart_whatever_the_plates_are(ratio):
    plan = take_apart(cube(), ratio)
    assert plan.result == "apart" and plan.least
    assert plan.levels == LEVELS[ratio]
    groups = replayed(plan)
    assert isinstance(groups, list), groups
    assert sorted(map(len, groups)) == [1] * 8


@pytest.mark.parametrize("ratio", [1, 2])
def test_no_piece_of_the_wooden_cube_slides_straight_out(ratio):
    pieces = cube()
    for name, direction in product(pieces, DIRECTIONS):
        move = {"pieces": [name], "direction": direction, "distance": 5 * ratio}
        assert "a collision" in replay(pieces, ratio, [move | {"leaves": False}])


def with_gaps_filled(cells):
    """Return a piece with the gaps that its long plates run over."""
    found = set(cells)
    for cell in cells:
        for axis, across in product(range(3), repeat=2):
            one, other = list(cell), list(cell)
            one[axis] += 1
            other[axis] += 2
            if across != axis and cell[across] % 2 and tuple(other) in cells:
                found.add(tuple(one))
    return found


@pytest.mark.parametrize("ratio", range(1, 6))
def test_what_the_file_says_of_gaps_under_long_plates_is_so(ratio):
    pieces = {name: with_gaps_filled(cells) for name, cells in cube().items()}
    plan = take_apart(pieces, ratio)
    assert plan.locked == (() if ratio == 1 else ("3", "4", "5", "6"))
    assert plan.result == ("apart" if ratio == 1 else "impossible")
    assert isinstance(replayed(plan), list)


def test_the_plan_backwards_leads_back_to_the_start():
    plan = take_apart(cube(), 4)
    places = {name: (0, 0, 0) for name in plan.start}
    for move in plan.moves + plan.assembly():
        for name in move.pieces:
            step = tuple(move.distance * x for x in move.direction)
            places[name] = add(places[name], step)
    assert set(places.values()) == {(0, 0, 0)}
    assert [m.pieces for m in plan.assembly()] == [m.pieces for m in plan.moves][::-1]


def test_a_plan_is_the_same_for_every_hash_seed():
    script = (
        "from puzzles.takeapart import take_apart\n" f"print(take_apart({cube()!r}, 3))"
    )
    root = Path(__file__).parents[1]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=root,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


# ------------------------------------------------------------- against brute force


@pytest.mark.parametrize("name", [n for n in bundled() if "levels" in load(n).known])
def test_levels_in_the_files_are_found_and_the_first_is_the_least(name):
    file = load(name)
    found = [plan for _, plan in plans(file.puzzle, solve(file.puzzle))]
    apart = [plan for plan in found if plan.result == "apart"]
    assert len(apart) == file.known.get("apart", 1)
    assert {plan.result for plan in found} <= {"apart", "impossible"}
    for plan in apart:
        assert list(plan.levels) == file.known["levels"] and plan.least
        assert isinstance(replayed(plan), list)
    brute = Assembly([fine(cells, plan.ratio) for cells in apart[0].start.values()])
    assert apart[0].levels[0] == brute.level()


def test_the_frames_of_the_cage_are_the_only_pieces_that_stay_together():
    puzzle = load("cube-in-cage").puzzle
    (plan,) = [p for _, p in plans(puzzle, solve(puzzle)) if p.result == "apart"]
    assert sorted(map(sorted, replayed(plan))) == [
        ["A", "B#1", "B#2"], ["C"], ["D"], ["E"]
    ]


@moderately
@given(assemblies())
def test_the_first_level_is_the_least_of_all_subsets_in_all_states(pieces):
    plan = take_apart(pieces)
    brute = Assembly(list(pieces.values()))
    assert plan.least
    assert (plan.levels or (None,))[0] == brute.level()
    groups = replayed(plan)
    assert isinstance(groups, list), groups
    if plan.result == "apart":
        assert sorted(map(len, groups)) == [1] * len(pieces)
    else:
        assert plan.result == "impossible"
        assert set(plan.locked) in groups


@moderately
@given(assemblies(most=3))
def test_it_comes_apart_just_if_it_does_whoever_leaves_first(pieces):
    brute = Assembly(list(pieces.values()))
    assert (take_apart(pieces).result == "apart") == brute.comes_apart()


@pytest.mark.slow
@settings(deadline=None, max_examples=3000)
@given(assemblies(most=5))
def test_many_more_levels_are_the_least(pieces):
    levels = take_apart(pieces).levels or (None,)
    assert levels[0] == Assembly(list(pieces.values())).level()


@moderately
@given(assemblies(most=5))
def test_sets_that_single_pieces_need_lose_no_separation(pieces):
    few = take_apart(pieces, most_sets=0)
    assert few.result == take_apart(pieces).result
    assert isinstance(replayed(few), list)


@moderately
@given(assemblies(), st.integers(2, 4))
def test_plans_with_plates_and_cubes_can_be_carried_out(pieces, ratio):
    plan = take_apart(pieces, ratio)
    groups = replayed(plan)
    assert isinstance(groups, list), groups
    assert plan.result == "apart" or set(plan.locked) in groups


graphs = st.lists(st.integers(0, 31), min_size=1, max_size=5).map(
    lambda masks: [m & (1 << len(masks)) - 1 & ~(1 << k) for k, m in enumerate(masks)]
)


@given(graphs)
def test_closed_sets_are_those_that_run_into_none_outside(blocked):
    pieces = range(len(blocked))
    closed = [
        mask
        for mask in range(1, (1 << len(blocked)) - 1)
        if not any(blocked[k] & ~mask for k in pieces if mask >> k & 1)
    ]
    masks, every = closed_sets(blocked)
    assert every
    assert sorted(masks) == closed
    least = min((mask.bit_count() for mask in closed), default=None)
    single = single_sets(closures(blocked))
    assert set(single) <= set(closed)
    assert min((mask.bit_count() for mask in single), default=None) == least


@given(st.sets(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1), st.integers(1, 5))
def test_blocks_fill_the_cells_and_no_cell_twice(cells, ratio):
    filled = [
        cell
        for low, high in blocks(cells, ratio)
        for cell in product(*map(range, low, high))
    ]
    assert sorted(filled) == sorted(fine(cells, ratio))


shapes = st.sets(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=6)


@given(shapes, shapes, st.integers(1, 3))
def test_gaps_are_what_steps_one_by_one_find(one, other, ratio):
    (form, place), (stands, there) = shape_of(one, ratio), shape_of(other, ratio)
    offset = tuple(b - a for a, b in zip(place, there))
    going, rest = fine(one, ratio), fine(other, ratio)
    seen = outlook(form, stands, offset)
    if going & rest:
        assert seen is None
        return
    for direction, gap in zip(DIRECTIONS, seen.gaps):
        now, steps = going, -1
        while now.isdisjoint(rest) and steps < 20:
            now, steps = {add(cell, direction) for cell in now}, steps + 1
        assert gap == (FAR if steps == 20 else steps)


# ------------------------------------------------------------------ the honest noes


def test_a_ring_on_a_dumbbell_is_proved_to_stay():
    plan = take_apart({"ring": RING, "dumbbell": DUMBBELL})
    assert (plan.result, plan.moves, plan.stopped) == ("impossible", (), "")
    assert plan.locked == ("ring", "dumbbell")


def test_a_part_that_is_locked_settles_the_whole():
    pieces = {"ring": RING, "dumbbell": DUMBBELL, "brick": [(5, 0, 0)]}
    plan = take_apart(pieces)
    assert plan.result == "impossible"
    assert plan.locked == ("ring", "dumbbell")
    assert [str(move) for move in plan.moves] == ["brick +x 1, leaves"]


def test_a_part_that_is_locked_is_remembered_for_other_layouts():
    memory = Memory()
    take_apart({"ring": RING, "bell": DUMBBELL, "brick": [(5, 0, 0)]}, memory=memory)
    again = {"brick": [(3, 0, 0)], "ring": RING, "bell": DUMBBELL}
    plan = take_apart(again, memory=memory)
    assert (plan.result, plan.states) == ("impossible", 0)
    assert plan.locked == ("ring", "bell")
    free = {"ring": RING, "bar": BAR}
    assert take_apart(free, memory=memory).result == "apart"


def test_pieces_that_belong_together_need_not_be_separated():
    pieces = {"ring": RING, "dumbbell": DUMBBELL, "brick": [(3, 0, 0)]}
    memory = Memory()
    assert take_apart(pieces, memory=memory).result == "impossible"
    plan = take_apart(pieces, together={"ring", "dumbbell"}.issuperset, memory=memory)
    assert (plan.result, plan.levels) == ("apart", (1,))
    assert (
        take_apart(pieces, together={"ring", "brick"}.issuperset).result == "impossible"
    )


def test_the_search_is_given_up_after_so_many_states():
    plan = take_apart(cube(), 4, most_states=20)
    assert (plan.result, plan.stopped, plan.states) == ("gave up", "states", 20)
    assert plan.locked == ()
    assert isinstance(replayed(plan), list)


def test_the_search_is_stopped_by_time():
    plan = take_apart(cube(), 4, timeout=0)
    assert (plan.result, plan.stopped, plan.moves) == ("gave up", "timeout", ())


def test_too_many_sets_are_not_tried_and_that_is_said():
    loose = {str(k): [(3 * k, 0, 0), (3 * k, 3, 3)] for k in range(3)}
    loose |= {"ring": add_all(RING, (9, 9, 9)), "bell": add_all(DUMBBELL, (9, 9, 9))}
    assert take_apart(loose, most_sets=1).levels == (1, 1, 1)
    tight = cube()
    assert not take_apart(tight, 4, most_sets=1).least
    assert take_apart(tight, 4).least


def add_all(cells, shift):
    return [add(cell, shift) for cell in cells]


def test_one_piece_is_apart_and_so_is_none():
    assert take_apart({"ring": RING})[:3] == ("apart", (), ())
    assert take_apart({})[:3] == ("apart", (), ())


@pytest.mark.parametrize(
    ("pieces", "wrong"),
    [
        ({"a": RING, "b": HEADS + RING[:1]}, "pieces a and b share space"),
        ({"a": []}, "piece 'a' has no cells"),
        ({"a": [(0, 0, 0)], "b": [(10**9, 0, 0)]}, "pieces reach further than"),
    ],
)
def test_what_is_no_assembly_is_refused(pieces, wrong):
    with pytest.raises(PuzzleError, match=wrong):
        take_apart(pieces)


def test_a_ratio_below_one_is_refused():
    with pytest.raises(ValueError, match="ratio is 0; want at least 1"):
        take_apart({"ring": RING}, 0)


# --------------------------------------------------------------------- the ratio key


def test_the_ratio_of_the_wooden_cube_is_in_its_file():
    puzzle = load("wooden-cube").puzzle
    assert puzzle.ratio == 4
    assert state(puzzle)["ratio"] == 4
    assert parse(state(puzzle)) == puzzle
    assert [
        extent((x, 0, 0), 4)[1][0] - extent((x, 0, 0), 4)[0][0] for x in (0, 1)
    ] == [4, 1]


@pytest.mark.parametrize(
    ("keys", "wrong"),
    [
        ({"ratio": 0}, "ratio: 0; want a whole number from 1 to 100"),
        ({"ratio": 101}, "ratio: 101; want a whole number from 1 to 100"),
        ({"ratio": 4, "step": 1}, "ratio: 4; want 1, or lattice"),
        ({"ratio": 2, "size": [2, 2], "lattice": "square"}, "ratio: 2; want 1, or"),
    ],
)
def test_a_ratio_that_makes_no_sense_is_refused(keys, wrong):
    cell = [0] * len(keys.get("size", [2, 2, 2]))
    data = {"lattice": "cubic", "size": [2, 2, 2], "step": 2, "pieces": {"I": [cell]}}
    with pytest.raises(PuzzleError, match=wrong):
        parse(data | keys)


# ------------------------------------------------------------------- the command line

RINGS = """
kind = "packing"
lattice = "cubic"
board = '''
###
###
###

###
###
###

###
###
###
'''
turn = false
[pieces]
ring = [[0,0,1], [1,0,1], [2,0,1], [0,1,1], [2,1,1], [0,2,1], [1,2,1], [2,2,1]]
bell = '''
###
###
###

...
.#.
...

###
###
###
'''
"""


def run(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    code = main(["takeapart", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("ratio", [None, 1, 2, 5])
def test_json_tells_a_plan_that_can_be_replayed(capsys, ratio):
    asked = [] if ratio is None else ["--ratio", str(ratio)]
    code, out, _ = run(capsys, "wooden-cube", "--json", *asked)
    data = json.loads(out)
    assert code == 0 and out.count("\n") == 1
    assert (data["puzzle"], data["result"]) == ("wooden-cube", "apart")
    assert data["ratio"] == ratio or 4
    assert data["levels"] == list(LEVELS[ratio or 4])
    groups = replay(data["start"], data["ratio"], data["moves"])
    assert isinstance(groups, list) and sorted(map(len, groups)) == [1] * 8


def test_json_backwards_is_the_order_in_which_to_build(capsys):
    _, out, _ = run(capsys, "wooden-cube", "--json")
    _, back, _ = run(capsys, "wooden-cube", "--json", "--assemble")
    moves = json.loads(out)["moves"]
    for move, built in zip(moves[::-1], json.loads(back)["moves"], strict=True):
        assert built == {
            "pieces": move["pieces"],
            "direction": [-x for x in move["direction"]],
            "distance": move["distance"],
            "joins": move["leaves"],
        }


def test_the_table_tells_what_moves_where_and_what_is_free_then(capsys):
    code, out, err = run(capsys, "wooden-cube", "--ratio", "1")
    lines = [line.split() for line in out.splitlines()]
    assert code == 0
    assert ["1", "3", "7", "+y", "1"] in lines
    assert ["2", "2", "+x", "2", "2"] in lines
    assert lines[-1][0] == "9"
    assert sorted(lines[-1][-2:]) == ["3", "5"]
    assert "levels 2.1.1.1.2.1.1; 10 states" in err


def test_the_table_backwards_tells_what_is_together_then(capsys):
    code, out, _ = run(capsys, "wooden-cube", "--assemble")
    lines = out.splitlines()
    assert code == 0
    assert lines[-1].split() == ["12", "3", "7", "-y", "4"]
    assert lines[-2].endswith("  0 1 2 3 4 5 6 7")


def test_what_cannot_come_apart_is_said_and_exits_with_one(capsys, tmp_path):
    path = tmp_path / "rings.toml"
    path.write_text(RINGS)
    code, out, _ = run(capsys, str(path))
    assert code == 1
    assert out.splitlines()[-1] == (
        "proved impossible by straight moves: ring bell cannot be separated"
    )
    code, out, _ = run(capsys, str(path), "--json")
    data = json.loads(out)
    assert code == 1
    assert (data["result"], data["locked"]) == ("impossible", ["ring", "bell"])


def test_a_puzzle_without_layouts_exits_with_one(capsys, tmp_path):
    path = tmp_path / "none.toml"
    path.write_text(RINGS.replace("[1,0,1], ", ""))
    code, out, err = run(capsys, str(path), "--json")
    assert code == 1
    assert json.loads(out)["reason"] == "there is no layout"
    assert "cells" in err


def test_a_limit_of_states_or_of_time_exits_with_three(capsys):
    code, out, _ = run(capsys, "wooden-cube", "--states", "20")
    assert code == 3
    assert out.splitlines()[-1] == "given up after 20 states; it may come apart"
    code, out, _ = run(capsys, "wooden-cube", "--timeout", "0", "--json")
    data = json.loads(out)
    assert code == 3
    assert (data["result"], data["moves"], data["start"]) == ("gave up", [], {})
    assert data["reason"] == "stopped by timeout before there was a layout"


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["frogs"], "frogs: this is edge-matching; want a packing puzzle in space"),
        (["meteor"], "meteor: pieces in a plane can be lifted one by one; want"),
        (["soma", "--ratio", "2"], "--ratio: soma has no plates"),
        (["wooden-cube", "--ratio", "0"], "--ratio: a cube is at least 1 plate thick"),
        (["wooden-cube", "--layout", "2"], "--layout: there is no layout 2, only 1 ("),
        (["wooden-cube", "--layout", "0"], "--layout counts from 1"),
    ],
)
def test_what_cannot_be_asked_is_one_line_and_exits_with_two(capsys, arguments, wrong):
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"puzzles: {wrong}")


def test_layouts_are_those_that_solve_finds_in_its_order(capsys):
    _, out, _ = run(capsys, "soma", "--layout", "3", "--json")
    *_, third = solve(load("soma").puzzle, limit=3)
    start = {p.piece: [list(cell) for cell in p.cells] for p in third}
    assert json.loads(out)["start"] == start


def test_pieces_of_which_there_are_many_have_names_of_their_own(capsys, tmp_path):
    path = tmp_path / "bars.toml"
    path.write_text(
        'kind = "packing"\nlattice = "cubic"\nsize = [2, 2, 1]\n'
        '[pieces]\nI = {shape = "##", count = "any"}\n'
    )
    code, out, _ = run(capsys, str(path), "--json")
    assert code == 0
    assert sorted(json.loads(out)["start"]) == ["I#1", "I#2"]
    for one, other in combinations(json.loads(out)["start"].values(), 2):
        assert one != other


def test_all_layouts_are_counted_and_those_that_come_apart(capsys):
    code, out, _ = run(capsys, "burr-with-key", "--all")
    assert (code, out.splitlines()[1]) == (0, "come apart: 1")
    code, out, _ = run(capsys, "diabolical-cube", "--all", "--json")
    data = json.loads(out)
    puzzle = load("diabolical-cube").puzzle
    apart = sum(
        take_apart({p.piece: p.cells for p in layout}).result == "apart"
        for layout in solve(puzzle)
    )
    assert (data["layouts"], data["apart"], data["complete"]) == (26, apart, True)
    assert data["apart"] + data["impossible"] + data["gave up"] == 26
    code, out, err = run(capsys, "soma", "--all", "--timeout", "0")
    assert code == 3 and out.startswith("layouts: at least 0") and "timeout" in err
