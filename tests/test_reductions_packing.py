"""Packing against pieces laid down one after the other, by the rules of the box."""

from __future__ import annotations

import random
import warnings
from math import factorial
from typing import Any

import pytest
from hypothesis import given, strategies as st

import dlx
from reductions import Layouts, Placement, PuzzleError, check, count, encode, solve
from reductions.packing import Packing, parse
from test_reductions_oracle import (
    difference,
    few,
    four_ways,
    groups,
    kind_of_shape,
    look,
    middle,
    mirror_image,
    moves,
    orbit,
    packings,
    seen_pieces,
    tried,
)

#: More layouts than these take too long to try out.
MANY = 1500

BOARDS = {
    "square": [
        [(r, c) for r in range(h) for c in range(w)]
        for h, w in ((2, 2), (2, 3), (3, 3), (2, 4), (1, 5), (3, 2))
    ]
    + [
        [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)],
        [(0, 1), (1, 0), (1, 1), (2, 0)],
        [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)],
    ],
    "hexagonal": [
        [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)],
        [(0, 0), (0, 1), (1, 0), (1, 1)],
        [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)],
        [(0, 0), (0, 1), (1, 0)],
        [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0)],
        [(0, 1), (0, 2), (1, 0), (1, 2), (2, 1), (2, 2)],
    ],
    "cubic": [
        [(x, y, z) for x in range(a) for y in range(b) for z in range(c)]
        for a, b, c in ((2, 2, 2), (2, 2, 1), (1, 2, 3), (3, 1, 1))
    ]
    + [[(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]],
}


def cut(chance: random.Random) -> Packing:
    """Cut a board into pieces at random; name, turn and join equal ones at random."""
    lattice = chance.choice(["square", "hexagonal", "cubic"])
    board = list(chance.choice(BOARDS[lattice]))
    flip = chance.random() < 0.5
    parts = partition(lattice, board, chance)
    optional: set[Any] = set()
    if chance.random() < 0.4:
        optional = set(chance.sample(board, chance.randint(1, min(4, len(board)))))
        for part in list(parts):
            if optional.issuperset(part) and len(parts) > 1 and chance.random() < 0.7:
                parts.remove(part)
    if chance.random() < 0.2:  # it need not have a layout
        parts[0] = parts[0][:1]
    entries: dict[str, Any] = {}
    chance.shuffle(parts)
    for part in parts:
        if flip and chance.random() < 0.5:
            part = mirror_image(lattice, part)
        entries["QRSTUVWXYZ"[len(entries)]] = [list(cell) for cell in part]
    join(lattice, entries, flip, chance)
    if lattice == "square" or lattice == "hexagonal":
        rows = 1 + max(row for row, _ in board)
        columns = 1 + max(column for _, column in board)
        drawing = [
            "".join(
                "." if (r, c) not in board else "+" if (r, c) in optional else "#"
                for c in range(columns)
            )
            for r in range(rows)
        ]
    else:
        drawing = []
        for z in range(1 + max(z for _, _, z in board)):
            for y in range(1 + max(y for _, y, _ in board)):
                drawing.append(
                    "".join(
                        (
                            "."
                            if (x, y, z) not in board
                            else "+" if (x, y, z) in optional else "#"
                        )
                        for x in range(1 + max(x for x, _, _ in board))
                    )
                )
            drawing.append("")
    return parse(
        {"lattice": lattice, "board": drawing, "pieces": entries, "flip": flip}
    )


def partition(lattice: str, board: list[Any], chance: random.Random) -> list[list[Any]]:
    """Cut the cells of a board into connected parts of at most four."""
    steps = {
        "square": [(0, 1), (1, 0), (0, -1), (-1, 0)],
        "hexagonal": [(2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)],
        "cubic": [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)],
    }[lattice]
    left = list(board)
    parts = []
    while left:
        part = [left.pop(chance.randrange(len(left)))]
        for _ in range(chance.choice([1, 1, 2, 2, 3])):
            near = [
                cell
                for cell in left
                if any(
                    difference(middle(lattice, cell), middle(lattice, one)) in steps
                    for one in part
                )
            ]
            if near:
                part.append(chance.choice(near))
                left.remove(part[-1])
        parts.append(part)
    return parts


def join(
    lattice: str, entries: dict[str, Any], flip: bool, chance: random.Random
) -> None:
    """Make one entry of some equal pieces: a number of copies, or any number."""
    plain = parse(
        {
            "lattice": lattice,
            "size": [1, 1, 1][: 3 if lattice == "cubic" else 2],
            "pieces": entries,
            "flip": flip,
        }
    )
    kinds: dict[Any, list[str]] = {}
    for name, cells, *_ in plain.pieces:
        kinds.setdefault(kind_of_shape(plain, cells, flip), []).append(name)
    for names in kinds.values():
        what = chance.choice(["apart", "apart", "count", "any", "range"])
        if what == "apart" or (what == "count" and len(names) < 2):
            continue
        number = chance.randint(2, min(6, len(names))) if what == "count" else "any"
        if what == "range":
            most = chance.randint(1, len(names) + 1)
            number = [chance.randint(0, most - 1), most]
        gone = names[1:number] if what == "count" else names[1:]
        for name in gone:
            del entries[name]
        entries[names[0]] = {"shape": entries[names[0]], "count": number}


puzzles = st.integers(0, 2**40).map(lambda seed: cut(random.Random(seed)))


@tried
@given(puzzles)
def test_every_layout_is_found_once_and_no_other(puzzle):
    seen = [seen_pieces(puzzle, layout) for layout in solve(puzzle, symmetry="raw")]
    assert set(seen) == few(packings(puzzle), MANY)
    assert len(set(seen)) == len(seen)


@tried
@given(puzzles)
def test_the_four_ways_to_count_are_those_of_the_orbits_tried_out(puzzle):
    expected = four_ways(puzzle, few(packings(puzzle), MANY))
    assert count(puzzle)[:4] == expected
    for name, number in zip(("raw", "merged", "rotations", "all"), expected):
        layouts = Layouts(puzzle, symmetry=name)
        assert (name, len(list(layouts))) == (name, number)
        assert (layouts.raw, layouts.complete) == (expected[0], True)


@tried
@given(puzzles)
def test_of_each_orbit_one_layout_is_kept(puzzle):
    looks = {look(puzzle, layout) for layout in few(packings(puzzle), MANY)}
    turns, every = groups(puzzle)
    for symmetry, group in (
        ("merged", turns[:1]),
        ("rotations", turns),
        ("all", every),
    ):
        kept = [
            orbit(group, look(puzzle, seen_pieces(puzzle, layout)))
            for layout in solve(puzzle, symmetry=symmetry)
        ]
        assert len(set(kept)) == len(kept)
        assert set(kept) == {orbit(group, one) for one in looks}


@tried
@given(puzzles, st.randoms(use_true_random=False))
def test_check_tells_layouts_from_all_else(puzzle, chance):
    right = few(packings(puzzle), MANY)
    for layout in list(solve(puzzle, symmetry="raw"))[:20]:
        assert check(puzzle, layout) == []
        for damaged in damages(puzzle, list(layout), chance):
            fits = seen_pieces(puzzle, damaged) in right and len(set(damaged)) == len(
                damaged
            )
            assert (check(puzzle, damaged) == []) == fits, damaged


def damages(
    puzzle: Packing, layout: list[Placement], chance: random.Random
) -> list[tuple[Placement, ...]]:
    """Drop a piece, swap the names of two, move one, lay one twice."""
    if not layout:
        return []
    number = chance.randrange(len(layout))
    one, other = layout[number], layout[chance.randrange(len(layout))]
    rest = [other for other in layout if other != one]
    cell = chance.choice(puzzle.board)
    found = [
        rest,
        [*rest, one._replace(piece="nobody")],
        [*rest, one._replace(cells=one.cells[1:])],
        [*rest, one._replace(cells=tuple(sorted({*one.cells[1:], cell})))],
        [*rest, one._replace(cells=tuple((*c[:-1], c[-1] + 1) for c in one.cells))],
        [*layout, one],
    ]
    if other != one:
        rest.remove(other)
        found.append(
            [*rest, one._replace(piece=other.piece), other._replace(piece=one.piece)]
        )
    return [tuple(damaged) for damaged in found]


def test_check_says_what_is_wrong():
    puzzle = parse({"board": ["###", "##+"], "pieces": {"I": "##", "L": ["##", "#."]}})
    upright = Placement("I", ((0, 0), (1, 0)))
    corner = Placement("L", ((0, 1), (0, 2), (1, 1)))
    assert check(puzzle, (upright, corner)) == []
    assert check(puzzle, (upright,)) == [
        "piece L is used 0 times, want 1",
        "cell (0, 1) is empty",
        "cell (0, 2) is empty",
        "cell (1, 1) is empty",
    ]
    assert check(puzzle, (upright, corner, corner))[-1] == (
        "piece L is used 2 times, want 1"
    )
    assert check(puzzle, (Placement("I", ((0, 1), (1, 1))), corner)) == [
        "pieces I and L share cell (0, 1)",
        "pieces I and L share cell (1, 1)",
        "cell (0, 0) is empty",
        "cell (1, 0) is empty",
    ]
    assert check(puzzle, (Placement("I", ((1, 2), (2, 2))), corner))[:1] == [
        "piece I is off the board at (2, 2)"
    ]
    assert check(puzzle, (Placement("I", ((0, 0), (1, 1))), corner))[:1] == [
        "piece I does not have the shape that it lies in"
    ]
    assert "there is no piece J" in check(puzzle, (Placement("J", ((0, 0),)),))


# ---------------------------------------------------------------------- known puzzles


def test_a_hole_at_the_corner_hides_no_place():
    board = [".#", "##", "##"]
    puzzle = parse({"board": board, "pieces": {"P": ["##", "##", "#."]}, "flip": True})
    (layout,) = solve(puzzle, symmetry="raw")
    assert layout[0].cells == ((0, 1), (1, 0), (1, 1), (2, 0), (2, 1))


def test_two_tetrominoes_in_a_box_of_ten():
    pieces = {"T": ["###", ".#."], "Z": ["##.", ".##"]}
    full = {"size": [2, 5], "pieces": pieces}
    loose = {"board": ["+++++", "+++++"], "pieces": pieces}
    for flip in (False, True):
        assert count(parse({**full, "flip": flip})).raw == 0
    assert count(parse({**loose, "flip": True})).raw == 4
    assert count(parse(loose)).raw == 2


def test_ten_tetrominoes_in_a_box_of_forty():
    pieces = {
        "I": {"shape": "####", "count": 2},
        "O": {"shape": ["##", "##"], "count": 2},
        "T": {"shape": ["###", ".#."], "count": 2},
        "L": ["###", "#.."],
        "J": ["###", "..#"],
        "S": [".##", "##."],
        "Z": ["##.", ".##"],
    }
    puzzle = parse({"size": [5, 8], "pieces": pieces})
    counts = count(puzzle)
    assert counts[:2] == (5920, 740)
    assert sum(1 for _ in solve(puzzle, symmetry="raw")) == 5920
    looks = [
        look(puzzle, seen_pieces(puzzle, layout))
        for layout in solve(puzzle, symmetry="merged")
    ]
    assert len(set(looks)) == len(looks) == 740
    turns, every = groups(puzzle)
    assert counts.rotations == len({orbit(turns, one) for one in looks})
    assert counts.all == len({orbit(every, one) for one in looks})
    assert len(every) == 4  # L and J, S and Z are mirror images


@pytest.mark.parametrize(("side", "number"), [(2, 2), (4, 36), (6, 6728)])
def test_dominoes_fill_a_square(side, number):
    dominoes = {"D": {"shape": "##", "count": "any"}}
    puzzle = parse({"size": [side, side], "pieces": dominoes})
    counts = count(puzzle)
    assert counts[:2] == (number, number)
    assert not any(str(item).startswith("piece") for item in encode(puzzle).primary)
    if side < 6:
        assert counts[:4] == four_ways(puzzle, set(packings(puzzle)))


def diabolical_cube() -> Packing:
    """Six flat pieces of two to seven cubes make a cube of three by three by three."""
    drawn = ["##", "##|#.", "##|##", "#.#|###", "###|##.|#..", "###|###|#.."]
    return parse(
        {
            "lattice": "cubic",
            "size": [3, 3, 3],
            "pieces": {
                str(number): drawing.split("|")
                for number, drawing in enumerate(drawn, 2)
            },
        }
    )


def test_the_diabolical_cube():
    puzzle = diabolical_cube()
    assert [len(piece.cells) for piece in puzzle.pieces] == [2, 3, 4, 5, 6, 7]
    counts = count(puzzle)
    assert (counts.raw, counts.merged, counts.all) == (624, 624, 13)
    layouts = list(solve(puzzle, symmetry="raw"))
    assert len(layouts) == 624
    assert all(check(puzzle, layout) == [] for layout in layouts)


# ------------------------------------------------------------------ the problem itself


def test_items_are_cells_and_pieces_and_cells_that_may_stay_empty():
    puzzle = parse(
        {"board": ["#+", "##"], "pieces": {"I": {"shape": "##", "count": 2}, "O": "#"}}
    )
    problem = encode(puzzle)
    assert sorted(problem.primary) == [
        "cell 0,0",
        "cell 1,0",
        "cell 1,1",
        "piece I#1",
        "piece I#2",
        "piece O",
    ]
    assert list(problem.secondary) == ["cell 0,1"]
    assert set(problem.options[Placement("I#2", ((0, 0), (1, 0)))]) == {
        "piece I#2",
        "cell 0,0",
        "cell 1,0",
    }
    assert len(problem.options) == 4 + 4 + 4


def test_a_piece_of_any_number_may_lie_on_cells_that_may_all_stay_empty():
    dominoes = {"D": {"shape": "##", "count": "any"}}
    for board, number in (["##++"], 2), (["++"], 2), (["+++", "+++"], 22), (["#+"], 1):
        puzzle = parse({"board": board, "pieces": dominoes})
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            layouts = list(solve(puzzle, symmetry="raw"))
        assert len(layouts) == number
        assert {seen_pieces(puzzle, one) for one in layouts} == set(packings(puzzle))
        assert count(puzzle)[:4] == four_ways(puzzle, set(packings(puzzle)))
        assert all(check(puzzle, one) == [] for one in layouts)


def test_equal_pieces_are_searched_in_one_order_only():
    puzzle = parse({"size": [2, 6], "pieces": {"D": {"shape": "##", "count": 6}}})
    raw, merged = (Layouts(puzzle, symmetry=name) for name in ("raw", "merged"))
    assert (len(list(raw)), len(list(merged))) == (13 * 720, 13)
    assert raw.nodes == merged.nodes < 720


def test_no_number_of_labelings_outlasts_the_timeout():
    pieces = {
        "A": {"shape": "#", "count": 6},
        "B": {"shape": "##", "count": 6},
        "C": {"shape": "###", "count": 6},
    }
    puzzle = parse({"size": [1, 36], "pieces": pieces})
    found = 0
    with pytest.raises(dlx.Stopped) as stopped:
        for _ in solve(puzzle, symmetry="raw", timeout=0.2):
            found += 1
            assert found < 2_000_000
    assert (stopped.value.reason, stopped.value.count) == ("timeout", found)
    assert found


def test_a_stop_is_heeded_between_two_labelings():
    pieces = {"A": {"shape": "#", "count": 6}, "B": {"shape": "##", "count": 6}}
    puzzle = parse({"size": [1, 18], "pieces": pieces})
    layouts = Layouts(puzzle, symmetry="raw")
    with pytest.raises(dlx.Stopped, match="interrupt"):
        for _ in layouts:
            layouts.stop("interrupt")
            assert layouts.count < 10
    assert not layouts.complete


def test_equal_pieces_under_different_names_are_found_equal():
    pieces = {"A": ["##", "#."], "B": ["#.", "##"], "C": [[0, 0], [1, 0], [1, 1]]}
    puzzle = parse({"size": [3, 3], "pieces": pieces})
    assert count(puzzle)[:4] == four_ways(puzzle, set(packings(puzzle)))
    assert "merged" not in count(puzzle).notes


def test_pieces_may_have_any_names():
    def named(*names):
        shapes = ["##", "##", "###", "###"]
        return parse({"size": [2, 5], "pieces": dict(zip(names, shapes))})

    plain = named(*"abcd")
    expected = four_ways(plain, set(packings(plain)))
    assert expected[:2] == (28, 7)
    assert count(plain)[:4] == expected
    for names in ("a", "b before c", "a before b", "c"), ("", " ", "cell 0,0", "'"):
        assert count(named(*names))[:4] == expected


def test_mirror_twins_are_equal_only_where_pieces_may_be_flipped():
    pieces = {"S": [".##", "##."], "Z": ["##.", ".##"], "I": {"shape": "#", "count": 4}}
    for flip, same in (False, 1), (True, 2):
        puzzle = parse({"size": [3, 4], "pieces": pieces, "flip": flip})
        counts = count(puzzle)
        assert counts.raw == 24 * same * counts.merged
        assert counts.all < counts.rotations
    lone = parse({"size": [2, 3], "pieces": {"Z": ["##.", ".##"], "I": pieces["I"]}})
    lone = lone._replace(pieces=(lone.pieces[0], lone.pieces[1]._replace(number=2)))
    assert count(lone)[:4] == (2, 1, 1, 1)
    assert count(lone).notes["all"] == (
        "all = rotations: pieces may not be flipped, and the mirror image of the set "
        "is another set"
    )


@pytest.mark.parametrize("numbers", [(2, 1), (1, 2), (1, 1), (2, 2)])
def test_reflections_are_merged_only_where_there_are_as_many_of_each_twin(numbers):
    left, right = numbers
    puzzle = parse(
        {
            "board": ["++++"] * 4 if left + right > 3 else ["+++++"] * 3,
            "pieces": {
                "L": {"shape": ["#.", "#.", "##"], "count": left},
                "J": {"shape": [".#", ".#", "##"], "count": right},
            },
        }
    )
    found = set(packings(puzzle))
    assert found
    counts = count(puzzle)
    assert counts[:4] == four_ways(puzzle, found)
    assert counts.all == counts.rotations or left == right
    assert ("all" in counts.notes) == (left != right)


def test_check_refuses_the_mirror_image_of_a_piece_that_may_not_be_flipped():
    pieces = {"Z": ["##.", ".##"]}
    mirrored = (Placement("Z", ((0, 1), (0, 2), (1, 0), (1, 1))),)
    for flip, faults in (True, []), (
        False,
        ["piece Z does not have the shape that it lies in"],
    ):
        puzzle = parse({"board": ["+++"] * 2, "pieces": pieces, "flip": flip})
        assert check(puzzle, mirrored) == faults
        turned = (Placement("Z", ((0, 0), (0, 1), (1, 1), (1, 2))),)
        assert check(puzzle, turned) == []


def test_drawings_are_read_row_by_row_and_layer_by_layer():
    flat = parse({"board": "#.+\n##.", "pieces": {"A": ["##.", "..#"]}})
    assert flat.cells == ((0, 0), (1, 0), (1, 1))
    assert flat.optional == ((0, 2),)
    assert flat.pieces[0].cells == ((0, 0), (0, 1), (1, 2))
    solid = parse(
        {
            "lattice": "cubic",
            "board": "\n##+\n#..\n\n..#\n...\n\n",
            "pieces": {"A": "#.\n##\n\n\n.#\n.."},
            "origin": [1, -1, 10],
        }
    )
    assert solid.cells == ((1, -1, 10), (2, -1, 10), (1, 0, 10), (3, -1, 11))
    assert solid.optional == ((3, -1, 10),)
    assert solid.pieces[0].cells == ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 1))
    box = parse({"lattice": "cubic", "size": [1, 2, 3], "pieces": {"A": "#"}})
    assert box.cells == tuple((0, y, z) for y in range(2) for z in range(3))
    oblong = parse({"size": [1, 2], "pieces": {"A": [[5, 5], [5, 6]]}})
    assert oblong.cells == ((0, 0), (0, 1))
    assert oblong.pieces[0].cells == ((5, 5), (5, 6))


@pytest.mark.parametrize("step", [1, 2, 3])
def test_steps_are_kept_by_pieces_and_by_turns_of_the_board(step):
    pieces = {"L": ["##", "#."], "I": "#"}
    for board in (["####"] * 4, ["+++++"] * 4, ["+++++"] * 5, ["+++", "+.+", "+++"]):
        puzzle = parse({"board": board, "pieces": pieces, "step": step})
        if board[0][0] == "#":
            some = {**pieces, "L": {"shape": pieces["L"], "count": 5}}
            puzzle = parse({"board": board, "pieces": some, "step": step})
        found = set()
        for layout in packings(puzzle):
            found.add(layout)
            assert len(found) < 200_000
        assert count(puzzle)[:4] == four_ways(puzzle, found)


def test_the_origin_moves_the_board_and_the_pieces_stay_as_they_are():
    for lattice, origin in (
        ("square", [3, -4]),
        ("hexagonal", [1, 0]),
        ("hexagonal", [-3, 2]),
    ):
        data = {
            "lattice": lattice,
            "board": [".##", "###", ".##"],
            "pieces": {"A": [".#", "#.", ".#"], "B": ["##", "#."], "C": "#"},
        }
        there = parse({**data, "origin": origin})
        assert count(there)[:4] == count(parse(data))[:4]
    size = parse({"size": [1, 2], "origin": [5, 6], "pieces": {"A": "##"}})
    assert size.cells == ((5, 6), (5, 7))


def test_a_cube_of_wood_that_must_be_full_has_no_layout():
    from puzzles import load

    puzzle = load("wooden-cube").puzzle
    full = puzzle._replace(cells=puzzle.optional, optional=())
    assert count(full)[:4] == (0, 0, 0, 0)
    loose = count(puzzle)
    assert (loose.raw, loose.rotations) == (24, 1)


def test_the_answer_says_which_moves_a_piece_was_allowed():
    from reductions import kind_of

    pieces = {"Z": ["##.", ".##"]}
    for flip, said in (
        (False, "pieces may be turned, not flipped"),
        (True, "pieces may be turned and flipped"),
    ):
        puzzle = parse({"size": [2, 3], "pieces": pieces, "flip": flip})
        assert kind_of(puzzle).moves(puzzle) == said


def test_a_flipped_piece_is_marked():
    puzzle = parse(
        {"board": [".##", "##."], "pieces": {"Z": ["##.", ".##"]}, "flip": True}
    )
    (layout,) = solve(puzzle, symmetry="raw")
    assert layout == (Placement("Z", ((0, 1), (0, 2), (1, 0), (1, 1)), None, True),)
    assert len(moves("square")) == 8


def test_more_equal_pieces_than_a_few_are_counted_instead_of_ordered():
    puzzle = parse({"size": [2, 7], "pieces": {"D": {"shape": "##", "count": 7}}})
    counts = count(puzzle)
    assert counts.merged == 21  # a Fibonacci number
    assert counts.raw == 21 * factorial(7)
    layout = next(solve(puzzle))
    assert [placement.piece for placement in layout] == [f"D#{k}" for k in range(1, 8)]
    assert check(puzzle, layout) == []


def test_a_range_of_pieces_is_kept():
    pieces = {
        "D": {"shape": "##", "count": [1, 2]},
        "I": {"shape": "#", "count": [0, 4]},
    }
    puzzle = parse({"size": [2, 2], "pieces": pieces})
    numbers = sorted(
        [placement.piece[0] for placement in layout].count("D")
        for layout in solve(puzzle, symmetry="merged")
    )
    assert numbers == [1, 1, 1, 1, 2, 2]
    assert check(puzzle, ()) == [
        "piece D is used 0 times, want 1 to 2",
        *(f"cell {cell} is empty" for cell in puzzle.cells),
    ]
    with pytest.raises(PuzzleError) as info:
        parse({"size": [2, 2], "pieces": {**pieces, "E": "#\n#"}})
    assert str(info.value) == (
        "pieces.E: this is the same shape as piece D, which may be used so many times"
    )
