"""One layout of each orbit, whether or not a piece is pinned for it."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

import puzzles
from puzzles import bundled, load
from reductions import SYMMETRIES, Layouts, Queens, count, solve
from reductions.edge_matching import parse as edge_matching
from reductions.packing import parse as packing
from reductions.symmetry import Representatives
from test_reductions_oracle import groups, look, orbit, seen

#: Those whose search has more than some hundred thousand nodes.
LONG = [
    "meteor",
    *(f"pentominoes-{size}" for size in ("4x15", "5x12", "6x10", "8x8", "and-square")),
    *(f"solid-pentominoes-{size}" for size in ("2x3x10", "2x5x6", "3x4x5")),
]
SHORT = [name for name in bundled() if name not in LONG]

PUZZLES = {
    **{name: load(name).puzzle for name in SHORT if name != "sudoku-inkala"},
    "queens-6": Queens(6),
    "six equal tiles": edge_matching(
        {"tiles": ["a b a c"] * 4 + ["a a b b"] * 2, "size": [2, 3]}
    ),
    "a tile fixed in the middle": edge_matching(
        {
            "board": [".##", "###", ".##"],
            "lattice": "hexagonal",
            "tiles": ["a a a a a a", "a b c b a b"] + ["a b a b a b"] * 5,
            "mates": [["a", "b"], ["c", "c"]],
            "fixed": [{"tile": "2", "cell": [1, 1]}],
        }
    ),
    "two of each": packing(
        {
            "size": [4, 4],
            "pieces": {
                "L": {"shape": ["###", "#.."], "count": 2},
                "J": {"shape": ["###", "..#"], "count": 2},
            },
        }
    ),
    "a bar that half turns keep": packing(
        {"size": [3, 3], "pieces": {"I": "###", "L": ["###", "#.."], "V": "##"}}
    ),
}


@pytest.fixture(scope="module")
def looks():
    """Return a function from the name of a puzzle to the looks of its raw layouts."""
    known: dict[str, Counter] = {}

    def find(name: str) -> Counter:
        if name not in known:
            puzzle = PUZZLES[name]
            known[name] = Counter(
                look(puzzle, seen(puzzle, layout))
                for layout in solve(puzzle, symmetry="raw")
            )
        return known[name]

    return find


def group_of(puzzle, symmetry: str):
    turns, every = groups(puzzle)
    return {"merged": turns[:1], "rotations": turns, "all": every}[symmetry]


@pytest.mark.parametrize("symmetry", ["rotations", "all"])
@pytest.mark.parametrize("name", PUZZLES)
def test_the_layouts_kept_are_one_of_each_orbit(name, symmetry, looks):
    puzzle = PUZZLES[name]
    group = group_of(puzzle, symmetry)
    kept = [
        orbit(group, look(puzzle, seen(puzzle, layout)))
        for layout in solve(puzzle, symmetry=symmetry)
    ]
    assert len(set(kept)) == len(kept)
    assert {one for orbit in kept for one in orbit} == set(looks(name))


@pytest.mark.parametrize("name", PUZZLES)
def test_the_raw_count_is_the_sum_of_the_orbits_over_the_layouts_kept(name, looks):
    puzzle = PUZZLES[name]
    raw = looks(name)
    (labelings,) = set(raw.values()) or {1}
    group = group_of(puzzle, "all")
    layouts = list(solve(puzzle, symmetry="all"))
    sizes = [len(orbit(group, look(puzzle, seen(puzzle, one)))) for one in layouts]
    assert sum(raw.values()) == labelings * sum(sizes)
    counts = count(puzzle)
    assert counts.raw == sum(raw.values())
    assert (counts.merged, counts.all) == (len(raw), len(layouts))
    turns = group_of(puzzle, "rotations")
    assert counts.rotations == len({orbit(turns, one) for one in raw})


@pytest.mark.parametrize("symmetry", ["rotations", "all"])
@pytest.mark.parametrize("name", PUZZLES)
def test_pinned_or_not_the_same_orbits_are_kept(name, symmetry, monkeypatch):
    puzzle = PUZZLES[name]
    group = group_of(puzzle, symmetry)

    def kept() -> Counter:
        return Counter(
            orbit(group, look(puzzle, seen(puzzle, layout)))
            for layout in solve(puzzle, symmetry=symmetry)
        )

    pinned = kept()
    monkeypatch.setattr(Representatives, "_pin", lambda *arguments: None)
    assert not Layouts(puzzle, symmetry=symmetry).pinned
    assert kept() == pinned


def test_some_puzzles_here_are_pinned_and_some_pinned_pieces_look_the_same_turned():
    kept = {}
    for name, puzzle in PUZZLES.items():
        layouts = Layouts(puzzle, symmetry="all")
        kept[name] = layouts.pinned and max(
            map(len, layouts.representatives.keeping.values())
        )
    assert kept["frogs"] == kept["wooden-cube"] == 1
    assert kept["soma"] == 2
    assert kept["queens-6"] == kept["two of each"] == ""
    assert set(kept.values()) == {"", 1, 2}


def test_pinning_a_piece_leaves_a_part_of_the_search():
    for name, most in ("soma", 24), ("wooden-cube", 12), ("light-bulbs", 3):
        puzzle = PUZZLES[name]
        free, pinned = (
            Layouts(puzzle, symmetry=symmetry) for symmetry in ("raw", "rotations")
        )
        assert len(list(free)) > len(list(pinned))
        assert pinned.pinned and not free.pinned
        assert pinned.nodes * most / 2 < free.nodes


@pytest.mark.slow
@pytest.mark.parametrize(
    "size, known, raw",
    [((2, 3, 10), 12, 96), ((2, 5, 6), 264, 2112), ((3, 4, 5), 3940, 31520)],
)
def test_the_boxes_of_solid_pentominoes_have_their_published_counts(size, known, raw):
    """C. J. Bouwkamp, Packing a rectangular box with the twelve solid pentominoes."""
    file = Path(puzzles.__file__).parent / "data" / "pentominoes-6x10.toml"
    pieces = tomllib.loads(file.read_text(encoding="utf-8"))["pieces"]
    box = packing({"lattice": "cubic", "size": list(size), "pieces": pieces})
    layouts = Layouts(box, symmetry="all", engine="words")
    assert layouts.pinned
    assert (layouts.tally(), layouts.raw) == (known, raw)


def test_where_a_name_adds_nothing_the_answer_says_why():
    def notes(puzzle):
        return count(puzzle).notes

    assert notes(PUZZLES["frogs"]) == {
        "merged": "merged = raw: no two pieces are equal",
        "all": "all = rotations: tiles cannot be flipped",
    }
    assert notes(load("meteor").puzzle) == {
        "merged": "merged = raw: no two pieces are equal",
        "all": "all = rotations: no reflection carries the board to itself",
    }
    assert notes(PUZZLES["soma"]) == {"merged": "merged = raw: no two pieces are equal"}
    assert notes(PUZZLES["two of each"]) == {}
    one_way = edge_matching({"tiles": ["a a a a"] * 3, "board": ["##.", "..#"]})
    assert notes(one_way)["rotations"] == (
        "rotations = merged: no turn carries the board to itself"
    )


def test_the_wooden_cube_has_no_reflections_to_merge():
    puzzle = PUZZLES["wooden-cube"]
    assert count(puzzle)[:4] == (24, 24, 1, 1)
    assert count(puzzle).notes["all"] == (
        "all = rotations: pieces may not be flipped, and the mirror image of the set "
        "is another set"
    )


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_limit_ends_a_search_that_is_then_not_complete(symmetry):
    puzzle = PUZZLES["two of each"]
    number = dict(zip(SYMMETRIES, count(puzzle)))[symmetry]
    everything = list(solve(puzzle, symmetry=symmetry))
    for limit in (0, 1, number - 1, number, number + 1):
        layouts = Layouts(puzzle, symmetry=symmetry, limit=limit)
        assert list(layouts) == everything[:limit]
        assert layouts.count == min(limit, number)
        assert layouts.complete == (limit > number)


def test_a_puzzle_is_solved_in_the_same_order_on_every_run_and_by_both_engines():
    for name in ("frogs", "soma", "two of each", "queens-6"):
        bits, links = (
            list(solve(PUZZLES[name], engine=engine)) for engine in ("bits", "links")
        )
        assert bits == links


def test_a_generator_that_is_asked_again_goes_on():
    layouts = Layouts(PUZZLES["light-bulbs"])
    first = next(iter(layouts))
    rest = list(layouts)
    assert [first, *rest] == list(solve(PUZZLES["light-bulbs"]))
    assert list(layouts) == []
    assert layouts.complete
