"""Lattices: their symmetry groups, poses, placements, and motions of a board."""

from __future__ import annotations

import copy
import pickle
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from reductions.lattice import (
    CUBIC,
    HEXAGONAL,
    SQUARE,
    TRIANGULAR,
    apply,
    lattice_named,
    motions,
    placements,
    poses,
)
from reductions.data import picture
from test_reductions_oracle import middle, self_moves

LATTICES = (SQUARE, HEXAGONAL, TRIANGULAR, CUBIC)
ORDERS = {"square": 4, "hexagonal": 6, "triangular": 6, "cubic": 24}

PENTOMINOES = {
    "F": (8, ".##|##.|.#."),
    "I": (2, "#####"),
    "L": (8, "####|#..."),
    "N": (8, "###.|..##"),
    "P": (8, "###|##."),
    "T": (4, "###|.#.|.#."),
    "U": (4, "#.#|###"),
    "V": (4, "#..|#..|###"),
    "W": (4, "#..|##.|.##"),
    "X": (1, ".#.|###|.#."),
    "Y": (8, "####|.#.."),
    "Z": (4, "##.|.#.|.##"),
}


def drawn(drawing: str) -> list[tuple[int, ...]]:
    return list(picture(drawing.split("|"), "", 2, "#"))


cells = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
shapes = st.lists(cells, min_size=1, max_size=6, unique=True)
quick = settings(deadline=None, max_examples=80)


@pytest.mark.parametrize("lattice", LATTICES, ids=repr)
def test_turns_and_flips_are_groups_of_the_right_size(lattice):
    turns, flips = {*lattice.turns}, {*lattice.flips}
    number = ORDERS[lattice.name]
    assert len(lattice.turns) == len(turns) == number
    assert len(lattice.flips) == len(flips) == number
    assert not turns & flips
    units = [
        tuple(int(i == j) for j in range(len(lattice.turns[0])))
        for i in range(len(lattice.turns[0]))
    ]
    assert [apply(lattice.turns[0], unit) for unit in units] == units

    def after(first, second):
        images = [apply(second, apply(first, unit)) for unit in units]
        return tuple(zip(*images))

    for one, other in product(turns | flips, repeat=2):
        both = after(one, other)
        assert both in (turns if (one in turns) == (other in turns) else flips)


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGONAL], ids=repr)
def test_a_turn_of_one_step_carries_each_side_to_the_next(lattice):
    sides = lattice.sides
    for steps, turn in enumerate(lattice.turns):
        for number, side in enumerate(sides):
            assert apply(turn, side) == sides[(number + steps) % len(sides)]
    for flip in lattice.flips:  # a flip runs around the other way
        images = [sides.index(apply(flip, side)) for side in sides]
        assert {(b - a) % len(sides) for a, b in zip(images, images[1:])} == {
            len(sides) - 1
        }


@pytest.mark.parametrize("lattice", LATTICES, ids=repr)
def test_turns_and_flips_carry_sides_to_sides(lattice):
    for matrix in lattice.turns + lattice.flips:
        assert {apply(matrix, side) for side in lattice.sides} == {*lattice.sides}


def test_the_sides_of_a_square_run_clockwise_from_the_top():
    assert SQUARE.sides == ((-1, 0), (0, 1), (1, 0), (0, -1))


@pytest.mark.parametrize("row", [-3, -2, -1, 0, 1, 2, 3])
def test_the_neighbors_of_a_hexagon_are_those_drawn_around_it(row):
    x, y = middle("hexagonal", (row, 5))
    place = HEXAGONAL.vector((row, 5))
    neighbors = [
        HEXAGONAL.cell(tuple(a + b for a, b in zip(place, side)))
        for side in HEXAGONAL.sides
    ]
    assert [middle("hexagonal", cell) for cell in neighbors] == [
        (x + 1, y - 1),
        (x + 2, y),
        (x + 1, y + 1),
        (x - 1, y + 1),
        (x - 2, y),
        (x - 1, y - 1),
    ]


@pytest.mark.parametrize("cell", [(0, 0), (0, 1), (3, -2), (-1, -3), (-2, 3)])
def test_the_neighbors_of_a_triangle_are_those_drawn_around_it(cell):
    row, column = cell
    place = TRIANGULAR.vector(cell)
    neighbors = {
        number: TRIANGULAR.cell(
            tuple(a + b for a, b in zip(place, TRIANGULAR.sides[number]))
        )
        for number in TRIANGULAR.around(cell)
    }
    left, right = (row, column - 1), (row, column + 1)
    if (row + column) % 2 == 0:
        assert neighbors == {1: right, 3: (row + 1, column), 5: left}
    else:
        assert neighbors == {0: (row - 1, column), 2: right, 4: left}


@pytest.mark.parametrize("lattice", LATTICES, ids=repr)
def test_cells_and_vectors_are_inverse_to_each_other(lattice):
    for numbers in product(range(-4, 5), repeat=len(lattice.sides[0])):
        assert lattice.cell(lattice.vector(numbers)) == numbers
        if lattice != TRIANGULAR:  # where some vectors are corners, and no cells
            assert lattice.vector(lattice.cell(numbers)) == numbers


@pytest.mark.parametrize("lattice", LATTICES, ids=repr)
def test_a_lattice_is_one_object_however_it_is_copied(lattice):
    assert pickle.loads(pickle.dumps(lattice)) is lattice
    assert copy.deepcopy(lattice) is lattice
    assert lattice_named(lattice.name) is lattice
    assert lattice_named("round") is None


def test_the_twelve_pentominoes_have_63_poses():
    numbers = {
        name: len(poses(SQUARE, drawn(drawing), flip=True))
        for name, (_, drawing) in PENTOMINOES.items()
    }
    assert numbers == {name: number for name, (number, _) in PENTOMINOES.items()}
    assert sum(numbers.values()) == 63


def test_a_pose_names_the_first_turn_that_leads_to_it():
    found = poses(SQUARE, drawn("##.|.##"), flip=True)
    assert [(pose.turns, pose.flipped) for pose in found] == [
        (0, False),
        (1, False),
        (0, True),
        (1, True),
    ]
    one_sided = poses(SQUARE, drawn("##.|.##"), flip=False)
    assert one_sided == found[:2]


@quick
@given(shapes, st.sampled_from([SQUARE, HEXAGONAL]), st.booleans())
def test_every_pose_of_a_shape_has_the_same_poses(shape, lattice, flip):
    found = poses(lattice, map(lattice.vector, shape), flip)
    forms = {pose.vectors for pose in found}
    assert len(forms) == len(found)
    assert len(lattice.turns) * (1 + flip) % len(found) == 0
    for pose in found:
        assert {p.vectors for p in poses(lattice, pose.vectors, flip)} == forms


def boards(lattice, shape, region, flip, step=1):
    return {cells for _, cells in placements(lattice, shape, region, flip, step)}


def test_a_region_without_its_corner_has_all_its_places():
    region = [(r, c) for r in range(3) for c in range(2) if (r, c) != (0, 0)]
    found = boards(SQUARE, drawn("###|##."), region, True)
    assert found == {tuple(region)}


def test_placements_list_their_cells_in_order_and_each_place_once():
    region = [(r, c) for r in range(5) for c in range(5)]
    for _, drawing in PENTOMINOES.values():
        found = [cells for _, cells in placements(SQUARE, drawn(drawing), region, True)]
        assert len(set(found)) == len(found)
        assert all(list(cells) == sorted(cells) for cells in found)


@quick
@given(shapes, st.integers(-3, 3), st.integers(-3, 3), st.booleans())
def test_hexagons_drawn_on_even_and_on_odd_rows_are_the_same_piece(
    shape, down, right, flip
):
    moved = [
        HEXAGONAL.cell(tuple(a + b for a, b in zip(HEXAGONAL.vector(cell), by)))
        for cell in shape
        for by in [HEXAGONAL.vector((down, right))]
    ]
    x, y = (
        a - b
        for a, b in zip(middle("hexagonal", moved[0]), middle("hexagonal", shape[0]))
    )
    assert [middle("hexagonal", cell) for cell in moved] == [
        (a + x, b + y) for a, b in (middle("hexagonal", cell) for cell in shape)
    ]
    region = [(r, c) for r in range(6) for c in range(6)]
    assert boards(HEXAGONAL, moved, region, flip) == boards(
        HEXAGONAL, shape, region, flip
    )


def test_hexagonal_placements_on_a_small_board_are_those_counted_by_hand():
    region = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert boards(HEXAGONAL, [(0, 0), (0, 1)], region, False) == {
        ((0, 0), (0, 1)),
        ((1, 0), (1, 1)),
        ((2, 0), (2, 1)),
        ((0, 0), (1, 0)),
        ((0, 1), (1, 0)),
        ((0, 1), (1, 1)),
        ((1, 0), (2, 0)),
        ((1, 0), (2, 1)),
        ((1, 1), (2, 1)),
    }
    line = [(0, 0), (1, 0), (2, 1)]  # slants to the right, straight
    assert boards(HEXAGONAL, line, region, False) == {
        ((0, 0), (1, 0), (2, 1)),
        ((0, 1), (1, 0), (2, 0)),
    }


def test_steps_of_two_keep_even_coordinates_even():
    region = list(product(range(-2, 3), repeat=3))
    shape = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)]
    parities = sorted(tuple(x % 2 for x in cell).count(1) for cell in shape)
    found = boards(CUBIC, shape, region, False, step=2)
    assert found
    for cells_ in found:
        assert sorted(tuple(x % 2 for x in c).count(1) for c in cells_) == parities
    by_one = boards(CUBIC, shape, region, False)
    assert found == {
        cells_
        for cells_ in by_one
        if sorted(tuple(x % 2 for x in c).count(1) for c in cells_) == parities
    }


def test_shapes_that_differ_by_an_odd_shift_are_two_for_steps_of_two():
    def forms(*shape):
        return {pose.vectors for pose in poses(SQUARE, shape, True, 2)}

    assert forms((0, 0)) == forms((4, -2)) == {((0, 0),)}
    assert forms((0, 1)) == forms((3, 2)) == {((0, 1),), ((1, 0),)}
    assert not forms((0, 0)) & forms((0, 1))
    line = forms((0, 0), (0, 1), (0, 2))
    assert line == forms((0, 2), (0, 3), (0, 4))
    assert not line & forms((0, 1), (0, 2), (0, 3))
    assert forms((0, 0), (0, 1)) == forms((0, 1), (0, 2))  # after half a turn


REGIONS = {
    "square": [
        "###|###",
        "###|###|###",
        "##.|.##",
        "##|#.",
        "#",
        "####|#..#|####",
        ".##|##.|.#.",
    ],
    "hexagonal": [
        ".##|###|.##",
        "##|##",
        "##|#.",
        "#.|##",
        "###",
        ".##|#.#|.##",
        "##|##|##",
        "#.|#.|##",
    ],
}


@pytest.mark.parametrize(
    ("lattice", "drawing"),
    [(HEXAGONAL, d) for d in REGIONS["hexagonal"]]
    + [(SQUARE, d) for d in REGIONS["square"]],
)
def test_the_motions_of_a_region_are_those_of_the_paper(lattice, drawing):
    board = dict.fromkeys(drawn(drawing))
    for flip in (False, True):
        found = motions(lattice, board, flip)
        expected = [
            (steps, goes)
            for steps, flipped, goes in self_moves(lattice.name, board)
            if flipped == flip
        ]
        assert all(motion.flipped == flip for motion in found)
        if not flip:
            assert [(motion.turns, motion.cells) for motion in found] == expected
            assert found[0].cells == {cell: cell for cell in board}
        by_cells = sorted(sorted(motion.cells.items()) for motion in found)
        assert by_cells == sorted(sorted(goes.items()) for _, goes in expected)


@pytest.mark.parametrize(
    ("size", "number"),
    [((3, 3, 3), 24), ((2, 2, 3), 8), ((1, 2, 3), 4), ((1, 1, 2), 8), ((1, 1, 1), 24)],
)
def test_the_motions_of_a_box_are_as_many_as_it_has_symmetries(size, number):
    box = dict.fromkeys(product(*map(range, size)))
    for flip in (False, True):
        found = motions(CUBIC, box, flip)
        assert len(found) == number
        images = sorted(sorted(motion.cells.items()) for motion in found)
        assert images == sorted(
            sorted(goes.items())
            for _, flipped, goes in self_moves("cubic", box)
            if flipped == flip
        )


def test_motions_keep_the_tags_of_cells():
    board = dict.fromkeys([(0, 0), (0, 1), (1, 0), (1, 1)], "a")
    assert len(motions(SQUARE, board, False)) == 4
    board[1, 1] = "b"
    assert [motion.turns for motion in motions(SQUARE, board, False)] == [0]
    (flip,) = motions(SQUARE, board, True)
    assert flip.cells[0, 1] == (1, 0)
    board[0, 0] = "b"
    assert [motion.turns for motion in motions(SQUARE, board, False)] == [0, 2]


def test_motions_keep_to_steps():
    board = dict.fromkeys(product(range(4), repeat=2))
    assert len(motions(SQUARE, board, False, 1)) == 4
    assert [motion.turns for motion in motions(SQUARE, board, False, 2)] == [0]
    odd = dict.fromkeys(product(range(-2, 3), repeat=2))
    assert len(motions(SQUARE, odd, False, 2)) == 4
    assert len(motions(SQUARE, odd, True, 2)) == 4
