"""Edge matching against tiles put down cell by cell, by the rules on the box."""

from __future__ import annotations

import random
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, strategies as st

import dlx
from reductions import Layouts, Placement, check, count, decode, encode, solve
from reductions.edge_matching import EdgeMatching, Fixed, Tile, parse, state
from reductions.lattice import lattice_named
from test_reductions_oracle import (
    AROUND,
    STEPS,
    beside,
    few,
    four_ways,
    groups,
    look,
    mirrored,
    moved,
    moves,
    orbit,
    seen_tiles,
    tilings,
    tried,
)

#: More layouts than these take too long to try out.
MANY = 1200

BOARDS = {
    "square": ["##|##", "###", "###|###", "##.|.##", "###|#.#", "#", "##", ".#.|###"],
    "hexagonal": ["##", "##|#.", "#.|##", ".##|###|.##", "##|##", "###", "#|#"],
    "triangular": [
        "##",
        "####",
        ".#.|###",
        "###|###",
        "##|##",
        "#.|##",
        "#",
        "###|.#.",
    ],
}


def planted(chance: random.Random) -> EdgeMatching:
    """Cut tiles from a board that is painted at random, and mix them up."""
    lattice = chance.choice(["square", "square", "hexagonal", "triangular"])
    board = chance.choice(BOARDS[lattice]).split("|")
    cells = [
        (row, column)
        for row, line in enumerate(board)
        for column, mark in enumerate(line)
        if mark == "#"
    ]
    pairs = chance.sample(
        [["x", "x"], ["aH", "aT"], ["bH", "bT"], ["y", "y"], ["cH", "cT"]],
        chance.randint(1, 3) if len(cells) < 6 else 3,
    )
    mate = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    data: dict[str, Any] = {"lattice": lattice, "board": board, "tiles": ["x"]}
    if chance.random() < 0.3:
        data |= {"border": "x", "border_inside": chance.random() < 0.5}
        mate["x"] = "x"
        pairs = [["x", "x"], *(pair for pair in pairs if pair != ["x", "x"])]
    even = {"square": (1, 1), "hexagonal": (2, 1), "triangular": (2, 2)}[lattice]
    if chance.random() < 0.3:
        around = [
            name
            for name, size, want in zip(
                ("rows", "columns"), (len(board), len(board[0])), even
            )
            if size % want == 0
        ]
        if around:
            data["wrap"] = chance.choice([*around, "both" if around[1:] else around[0]])
    data["flip"] = chance.random() < 0.2
    data["turn"] = turn = chance.random() < 0.7
    tiles = painted(data, cells, mate, chance)
    if chance.random() < 0.3 and len(tiles) > 1:  # a tile like another one
        tiles[0] = tiles[1]
    if chance.random() < 0.3:  # a tile that looks the same after some turns
        edges = tiles[-1].edges
        if chance.random() < 0.7 and len(edges) % 2 == 0:
            same = edges[: len(edges) // 2] * 2
        else:
            same = edges[:1] * len(edges)
        tiles[-1] = tiles[-1]._replace(edges=same)
    spare = chance.choice([0, 0, 1, 2]) if len(cells) < 5 else 0
    for _ in range(spare):
        new = tuple(chance.choice(sorted(mate)) for _ in tiles[0].edges)
        tiles.append(chance.choice([Tile("", new), tiles[0]]))
    chance.shuffle(tiles)
    fixed: list[dict[str, Any]] = []
    steps = range(STEPS[lattice] if turn else 1)
    for cell in chance.sample(cells, chance.choice([0, 0, 1, 2, 2]) % (len(cells) + 1)):
        name = str(chance.randrange(len(tiles)) + 1)
        if all(name != entry["tile"] for entry in fixed):
            fixed.append({"tile": name, "cell": list(cell)})
            fits = [
                k for k in steps if lattice != "triangular" or (k + sum(cell)) % 2 == 0
            ]
            if fits and chance.random() < 0.5:
                fixed[-1]["turns"] = chance.choice(fits)
                fixed[-1]["flipped"] = data["flip"] and chance.random() < 0.5
    excluded = [
        {"tile": str(chance.randrange(len(tiles)) + 1), "cell": list(cell)}
        for cell in chance.sample(
            cells, min(len(cells), chance.choice([0, 0, 0, 1, 2]))
        )
    ]
    for entry in excluded:
        if chance.random() < 0.5 and lattice != "triangular":
            entry["turns"] = chance.choice(steps)
    data["tiles"] = [
        " / ".join(" ".join(face) for face in tile[1:] if face) for tile in tiles
    ]
    used = {edge for tile in tiles for edge in tile.edges + tile.back}
    if "border" in data and data["border"] not in used:
        del data["border"], data["border_inside"]
    return parse({**data, "mates": pairs, "fixed": fixed, "excluded": excluded})


def painted(
    data: dict[str, Any], cells: list[Any], mate: dict[str, str], chance: random.Random
) -> list[Tile]:
    """Paint the sides of a board, cut the tiles out, turn and flip them at random."""
    lattice, wrap = data["lattice"], data.get("wrap", "")
    stage = EdgeMatching(lattice_named(lattice), tuple(cells), (), (), wrap=wrap)
    near = beside(stage)
    on: dict[Any, dict[Any, str]] = {cell: {} for cell in cells}
    for cell in cells:
        down = lattice == "triangular" and sum(cell) % 2
        for x, y in AROUND[lattice]:
            point = (-x, -y) if down else (x, y)
            other = near[cell].get(point)
            facing = on.get(other, {}).get((-point[0], -point[1]))
            if facing:
                on[cell][point] = mate[facing]
            elif other is None and "border" in data:
                on[cell][point] = data["border"]
            else:
                inner = [
                    symbol for symbol in sorted(mate) if symbol != data.get("border")
                ]
                on[cell][point] = chance.choice(inner or sorted(mate))
    tiles = []
    turns = [move for _, flipped, move in moves(lattice) if not flipped]
    for cell in cells:
        face = frozenset(on[cell].items())
        fits = [
            shown
            for move in (turns if data["turn"] else turns[:1])
            if dict(shown := moved(move, face)).keys() == {*AROUND[lattice]}
        ]
        shown = dict(
            chance.choice(fits) if fits else zip(AROUND[lattice], [min(mate)] * 6)
        )
        other = dict(moved(mirrored, frozenset(shown.items())))
        back: tuple[str, ...] = ()
        if data["flip"] and chance.random() < 0.3:
            other = {point: chance.choice(sorted(mate)) for point in AROUND[lattice]}
            back = tuple(other[point] for point in AROUND[lattice])
        edges = tuple(shown[point] for point in AROUND[lattice])
        if back and chance.random() < 0.5:
            edges, back = back, edges
        elif data["flip"] and not back and chance.random() < 0.5:
            edges = tuple(other[point] for point in AROUND[lattice])
        tiles.append(Tile("", edges, back))
    return tiles


puzzles = st.integers(0, 2**40).map(lambda seed: planted(random.Random(seed)))


@tried
@given(puzzles)
def test_every_layout_is_found_once_and_no_other(puzzle):
    layouts = list(solve(puzzle, symmetry="raw"))
    seen = [seen_tiles(puzzle, layout) for layout in layouts]
    assert set(seen) == few(tilings(puzzle), MANY)
    assert len(set(seen)) == len(seen)


@tried
@given(puzzles)
def test_what_a_puzzle_states_makes_the_same_puzzle(puzzle):
    assert parse(state(puzzle)) == puzzle._replace(mates=parse(state(puzzle)).mates)
    assert dict(parse(state(puzzle)).mates) == dict(puzzle.mates)


@tried
@given(puzzles)
def test_the_encoding_without_colors_has_the_same_layouts(puzzle):
    plain = encode(puzzle, colors=False)
    assert not any(any(option.values()) for option in plain.options.values())
    found = {seen_tiles(puzzle, cover) for cover in dlx.covers(plain)}
    assert found == few(tilings(puzzle), MANY)
    assert found == {seen_tiles(puzzle, cover) for cover in dlx.covers(encode(puzzle))}


@tried
@given(puzzles)
def test_the_four_ways_to_count_are_those_of_the_orbits_tried_out(puzzle):
    expected = four_ways(puzzle, few(tilings(puzzle), MANY))
    assert count(puzzle)[:4] == expected
    for name, number in zip(("raw", "merged", "rotations", "all"), expected):
        layouts = Layouts(puzzle, symmetry=name)
        assert (name, len(list(layouts))) == (name, number)
        assert (layouts.raw, layouts.complete) == (expected[0], True)


@tried
@given(puzzles)
def test_of_each_orbit_one_layout_is_kept(puzzle):
    looks = {look(puzzle, layout) for layout in few(tilings(puzzle), MANY)}
    turns, every = groups(puzzle)
    ways = (("merged", turns[:1]), ("rotations", turns), ("all", every))
    for symmetry, group in ways:
        kept = [
            orbit(group, look(puzzle, seen_tiles(puzzle, layout)))
            for layout in solve(puzzle, symmetry=symmetry)
        ]
        assert len(set(kept)) == len(kept)
        assert set(kept) == {orbit(group, one) for one in looks}


@tried
@given(puzzles, st.randoms(use_true_random=False))
def test_check_tells_layouts_from_all_else(puzzle, chance):
    right = few(tilings(puzzle), MANY)
    for layout in list(solve(puzzle, symmetry="raw"))[:20]:
        assert check(puzzle, layout) == []
        for damaged in damages(puzzle, list(layout), chance):
            fits = seen_tiles(puzzle, damaged) in right
            assert (check(puzzle, damaged) == []) == fits, damaged


def damages(
    puzzle: EdgeMatching, layout: list[Placement], chance: random.Random
) -> list[tuple[Placement, ...]]:
    """Swap two tiles, turn one, drop one, take a spare one, put one off the board."""
    found = [layout[:-1], layout[1:]]
    if len(layout) > 1:
        a, b = chance.sample(range(len(layout)), 2)
        swapped = list(layout)
        swapped[a] = layout[a]._replace(cells=layout[b].cells)
        swapped[b] = layout[b]._replace(cells=layout[a].cells)
        found.append(swapped)
    number = chance.randrange(len(layout))
    one = layout[number]
    rest = [other for other in layout if other != one]
    if puzzle.turn:
        steps = chance.randrange(STEPS[puzzle.lattice.name])
        found.append([*rest, one._replace(turns=steps)])
    for tile in puzzle.tiles:
        if tile.name not in {placement.piece for placement in layout}:
            found.append([*rest, one._replace(piece=tile.name)])
    found.append([*rest, one._replace(cells=((9, 9),))])
    return [tuple(layout) for layout in found]


def lying(*lies: tuple[str, int, int, int]) -> tuple[Placement, ...]:
    """Return tiles as they lie: name, row, column, turns."""
    return tuple(Placement(name, ((r, c),), turns) for name, r, c, turns in lies)


def test_check_says_what_is_wrong():
    tiles = ["o a o o", "o o b a", "o c o b", "a o c a"]
    puzzle = parse(
        {
            "tiles": tiles,
            "size": [1, 3],
            "turn": False,
            "mates": [["a", "a"], ["b", "b"], ["c", "o"]],
            "fixed": [{"tile": "1", "cell": [0, 0]}],
        }
    )
    assert check(puzzle, lying(("1", 0, 0, 0), ("2", 0, 1, 0), ("3", 0, 2, 0))) == [
        "o at 0,1 meets b at 0,2"
    ]
    assert check(puzzle, lying(("1", 0, 0, 0), ("2", 0, 1, 1))) == [
        "tile 2 is turned",
        "cell 0,2 is empty",
        "a at 0,0 meets b at 0,1",
    ]
    assert check(puzzle, lying(("3", 0, 0, 0), ("4", 0, 1, 0), ("4", 0, 2, 0))) == [
        "tile 4 is not there, or used twice",
        "cell 0,2 is empty",
        "c at 0,0 meets a at 0,1",
        "tile 1 is not where it lies fast",
    ]
    assert check(puzzle, lying(("1", 0, 0, 0), ("9", 0, 1, 0), ("2", 1, 1, 0)))[:2] == [
        "tile 9 is not there, or used twice",
        "tile 2 is off the board, or lies on another, at 1,1",
    ]


def test_check_knows_that_tiles_cannot_be_flipped():
    puzzle = parse({"tiles": ["a b c d"]})
    (layout,) = solve(puzzle)
    flipped = (layout[0]._replace(flipped=True),)
    assert check(puzzle, layout) == []
    assert len(check(puzzle, flipped)) == 1
    assert "flipped" in check(puzzle, flipped)[0]


def test_check_is_blind_to_how_a_symmetric_tile_is_turned():
    puzzle = parse({"tiles": ["a b a b", "b c b c"], "size": [1, 2]})
    for layout in solve(puzzle, symmetry="raw"):
        half = tuple(one._replace(turns=one.turns + 2) for one in layout)
        assert check(puzzle, layout) == check(puzzle, half) == []
        quarter = layout[0]._replace(turns=layout[0].turns + 1), layout[1]
        assert len(check(puzzle, quarter)) == 1


def test_layouts_list_the_tiles_in_the_order_of_the_file():
    tiles = {"z": "a b a b", "a": "a b a b", "m": "b a b a", "k": "a b b a"}
    puzzle = parse({"tiles": tiles})
    for symmetry in ("raw", "merged", "rotations"):
        layouts = list(solve(puzzle, symmetry=symmetry))
        assert layouts
        for layout in layouts:
            assert [placement.piece for placement in layout] == list("zamk")


def test_a_cover_read_in_any_order_is_the_same_layout():
    puzzle = parse({"tiles": ["a b b a", "b a a b", "a a b b", "b b a a"]})
    for cover in dlx.covers(encode(puzzle)):
        layout = decode(puzzle, cover)
        assert decode(puzzle, cover[::-1]) == layout
        assert sorted(cover) == sorted(layout)


def test_items_are_cells_tiles_and_inner_sides():
    puzzle = parse({"tiles": ["a b c d"] * 3, "board": ["##", "#."]})
    problem = encode(puzzle)
    assert sorted(problem.primary) == [
        "cell 0,0",
        "cell 0,1",
        "cell 1,0",
        "tile 1",
        "tile 2",
        "tile 3",
    ]
    assert list(problem.secondary) == ["side 0,0-0,1", "side 0,0-1,0"]
    assert problem.options[Placement("2", ((0, 0),), 1)] == {
        "cell 0,0": None,
        "tile 2": None,
        "side 0,0-0,1": "a",
        "side 0,0-1,0": "b",
    }


def test_the_tile_below_or_to_the_right_takes_the_mate_of_its_symbol():
    tiles = ["aH aT aH aT", "aT aH aH aT"]
    puzzle = parse({"tiles": tiles, "size": [2, 1], "mates": [["aH", "aT"]]})
    options = encode(puzzle).options
    assert options[Placement("2", ((0, 0),), 0)]["side 0,0-1,0"] == "aH"
    assert options[Placement("2", ((1, 0),), 0)]["side 0,0-1,0"] == "aH"
    plain = encode(puzzle, colors=False).options
    assert "side 0,0-1,0 aH" in plain[Placement("2", ((0, 0),), 0)]
    assert "side 0,0-1,0 aT" in plain[Placement("2", ((1, 0),), 0)]
    assert "side 0,0-1,0 aH" not in plain[Placement("2", ((1, 0),), 0)]


def test_spare_tiles_are_secondary():
    puzzle = parse({"tiles": ["a a a a"] * 3, "size": [1, 2]})
    problem = encode(puzzle)
    assert list(problem.primary) == ["cell 0,0", "cell 0,1"]
    assert {f"tile {k}" for k in (1, 2, 3)} <= set(problem.secondary)
    assert count(puzzle)[:4] == (6, 1, 1, 1)


def test_a_symmetric_tile_counts_once_under_every_name():
    for tiles, raw in (["a a a a"], 1), (["a b a b"], 2), (["a b c d"], 4):
        assert count(parse({"tiles": tiles}))[:4] == (raw, raw, 1, 1)


def test_tiles_that_may_not_be_turned_leave_no_turns_of_the_board():
    puzzle = parse({"tiles": ["a a a a"] * 3 + ["a a a b"], "turn": False})
    counts = count(puzzle)
    assert counts[:4] == (12, 2, 2, 2)
    assert counts.notes == {
        "rotations": "rotations = merged: tiles may not be turned",
        "all": "all = rotations: tiles cannot be flipped",
    }


def test_a_fixed_tile_lies_where_it_was_put():
    tiles = ["a b b a", "b a a b", "a a b b", "b b a a"]
    fixed = [{"tile": "3", "cell": [1, 0], "turns": 2}]
    puzzle = parse({"tiles": tiles, "fixed": fixed})
    layouts = list(solve(puzzle, symmetry="raw"))
    assert layouts
    assert all(Placement("3", ((1, 0),), 2) in layout for layout in layouts)
    free = solve(parse({"tiles": tiles}), symmetry="raw")
    assert len(layouts) == sum(
        Placement("3", ((1, 0),), 2) in layout for layout in free
    )
    assert count(puzzle).notes["rotations"] == (
        "rotations = merged: no turn carries the fixed tiles to themselves"
    )


def test_fixed_tiles_that_a_turn_carries_to_equal_ones_leave_the_turn():
    tiles = ["a b c d", "a b c d", "a a a a", "b b b b"]
    half_turn = [
        {"tile": "1", "cell": [0, 0], "turns": 0},
        {"tile": "2", "cell": [1, 1], "turns": 2},
    ]
    anyhow = [{k: v for k, v in entry.items() if k != "turns"} for entry in half_turn]
    for fixed in (half_turn, anyhow):
        puzzle = parse({"tiles": tiles, "fixed": fixed})
        assert len(groups(puzzle)[0]) == 2
        assert count(puzzle)[:4] == four_ways(puzzle, set(tilings(puzzle)))


def test_puzzles_are_frozen_and_compare_by_what_they_say():
    data = {"tiles": ["a b b a"], "fixed": [{"tile": 1, "cell": [0, 0]}]}
    puzzle = parse(data)
    assert puzzle == parse(data)
    assert puzzle.fixed == (Fixed("1", (0, 0), None),)
    with pytest.raises(AttributeError):
        puzzle.turn = False


def test_many_equal_tiles_are_labeled_one_way_after_the_other():
    puzzle = parse({"tiles": ["a a a a"] * 9})
    tracemalloc.start()
    try:
        layouts = list(solve(puzzle, symmetry="raw", limit=1000))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(set(layouts)) == 1000
    assert peak < 10e6


def test_a_turn_of_the_board_is_counted_once_where_tiles_are_equal_and_symmetric():
    puzzle = parse({"tiles": ["a b a b"] * 3 + ["a a a a"]})
    assert count(puzzle)[:4] == four_ways(puzzle, set(tilings(puzzle)))


def test_tiles_may_meet_on_all_sides_but_their_own_around_a_torus():
    data = {"lattice": "hexagonal", "size": [2, 1], "wrap": "both"}
    puzzle = parse(data | {"tiles": ["a b a a b a", "a b a a b a"]})
    sides = [item for item in encode(puzzle).secondary if item.startswith("side")]
    assert len(sides) == 4
    assert count(puzzle)[:4] == four_ways(puzzle, set(tilings(puzzle)))
    assert count(puzzle).raw > 0


def test_nothing_says_that_all_equals_rotations_where_reflections_are_merged():
    tiles = ["a a a b", "a a b b", "a b b b", "a a a a"]
    assert "all" not in count(parse({"tiles": tiles, "size": [1, 4]})).notes
    fixed = [{"tile": 1, "cell": [0, 0], "turns": 1}]
    counts = count(parse({"tiles": tiles, "size": [1, 4], "fixed": fixed}))
    assert counts.notes["all"] == (
        "all = rotations: no reflection carries the board and what is fixed to "
        "themselves"
    )
