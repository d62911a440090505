"""Packing of triangles, against shapes that are moved about by their middles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from test_reductions_oracle import difference, middle, moves

from dlx.errors import FormatError
from puzzles import draw
from puzzles.files import PuzzleFile
from puzzles.formats import polyomino
from reductions import PuzzleError, check, count, diagnose, encode, solve
from reductions.packing import Packing, parse, placements, state

#: The twelve pieces of six triangles, row by row; the first triangle points up.
HEXIAMONDS = """
    ....##/.####  ######        .#####/..#  ####/##     .###/###     ####/.##
    .###/.###     ..##/####     #####/..#   ###/..###   #####/....#  ###/###
""".split()


def parallelogram(rows: int, sides: int) -> list[str]:
    """Draw so many rows, each as many sides of triangles long, leaning to the right."""
    start = rows - rows % 2
    return [f"{'.' * (start - row)}{'##' * sides}" for row in range(rows)]


def hexiamonds(rows: int, sides: int) -> Packing:
    drawings = [drawing.split("/") for drawing in HEXIAMONDS]
    return parse(
        {
            "lattice": "triangular",
            "board": parallelogram(rows, sides),
            "flip": True,
            "pieces": dict(zip("ABCDEFGHIJKL", drawings)),
        }
    )


@pytest.mark.parametrize("rows, sides, number", [(4, 9, 74), (3, 12, 0)])
def test_hexiamonds_fill_a_parallelogram_in_as_many_ways_as_published(
    rows, sides, number
):
    # Polyform Puzzler, hexiamonds: 6 x 6 has 156, 4 x 9 has 74, 3 x 12 has none.
    assert count(hexiamonds(rows, sides)).all == number


@pytest.mark.slow
def test_hexiamonds_fill_a_rhombus_in_156_ways():
    assert count(hexiamonds(6, 6)).all == 156


# --------------------------------------------------------------------- by their middles


def lying(puzzle: Packing, cells: Any) -> set[frozenset[Any]]:
    """Return where a shape can lie: moved, then shifted onto the board."""
    names = {middle("triangular", cell): cell for cell in puzzle.board}
    found = set()
    for steps, flipped, move in moves("triangular"):
        if (steps and not puzzle.turn) or (flipped and not puzzle.flip):
            continue
        image = [move(middle("triangular", cell)) for cell in cells]
        for target in names:
            across, along = difference(target, image[0])
            there = [names.get((x + across, y + along)) for x, y in image]
            if along % 3 == 0 and None not in there:
                found.add(frozenset(there))
    return found


def tried(ways: list[set[frozenset[Any]]], left: frozenset[Any]) -> int:
    """Count the ways to cover all that is left, piece by piece."""
    if not ways:
        return not left
    return sum(tried(ways[1:], left - way) for way in ways[0] if way <= left)


def cut_boards() -> Iterator[Packing]:
    chance = random.Random(5)
    for _ in range(30):
        rows = chance.choice([["####", "####"], [".###", "####"], ["##", "##", "##"]])
        board = [(r, c) for r, row in enumerate(rows) for c in range(4) if c < len(row)]
        left = [(r, c) for r, c in board if rows[r][c] == "#"]
        pieces = {}
        while left:
            part = [left.pop(chance.randrange(len(left)))]
            for _ in range(chance.randint(0, 3)):
                near = [cell for cell in left if any(beside(cell, o) for o in part)]
                if near:
                    part.append(chance.choice(near))
                    left.remove(part[-1])
            pieces["ABCDEFGH"[len(pieces)]] = [list(cell) for cell in part]
        turn = chance.random() < 0.8
        yield parse(
            {
                "lattice": "triangular",
                "board": rows,
                "turn": turn,
                "flip": turn and chance.random() < 0.5,
                "pieces": pieces,
            }
        )


def beside(one: Any, other: Any) -> bool:
    by = difference(middle("triangular", one), middle("triangular", other))
    return by in [(1, 1), (-1, 1), (0, 2), (1, -1), (-1, -1), (0, -2)]


def test_triangles_are_packed_in_all_ways_and_no_other():
    for puzzle in cut_boards():
        ways = [lying(puzzle, piece.cells) for piece in puzzle.pieces]
        assert [
            {frozenset(p.cells) for p in placements(puzzle) if p.piece == piece.name}
            for piece in puzzle.pieces
        ] == ways
        raw = list(solve(puzzle, symmetry="raw"))
        assert len(raw) == tried(ways, frozenset(puzzle.cells)) > 0
        assert all(check(puzzle, layout) == [] for layout in raw)
        assert parse(state(puzzle)) == puzzle


def test_a_triangle_that_points_up_does_not_lie_on_one_that_points_down():
    data = {"lattice": "triangular", "size": [1, 2], "turn": False}
    puzzle = parse({**data, "pieces": {"A": "#", "B": ".#"}})
    (layout,) = solve(puzzle, symmetry="raw")
    swapped = tuple(a._replace(cells=b.cells) for a, b in zip(layout, reversed(layout)))
    assert check(puzzle, layout) == []
    assert len(check(puzzle, swapped)) == 2


# ------------------------------------------------------ around the puzzle: text, errors


def test_triangles_are_drawn_with_the_sides_between_pieces():
    pieces = {"A": "#", "B": "###", "C": "##", "D": "#"}
    board = ["####", "###."]
    puzzle = parse({"lattice": "triangular", "board": board, "pieces": pieces})
    layout = next(solve(puzzle, symmetry="raw"))
    at = {cell: placement.piece for placement in layout for cell in placement.cells}
    lines = draw(puzzle, layout).split("\n")
    for row, line in enumerate(lines):
        for column in range(4):
            mark = line.ljust(9)[2 * column + 1].strip()
            assert mark == at.get((row, column), "")
            left = line[2 * column]
            if at.get((row, column)) == at.get((row, column - 1)):
                assert left == " "
            else:
                assert left == "/\\"[(row + column) % 2]


def test_the_origin_of_triangles_keeps_them_pointing_up():
    data = {"lattice": "triangular", "size": [1, 2], "pieces": {"A": "##"}}
    assert parse({**data, "origin": [0, 0]}) == parse(data)
    there = parse({**data, "origin": [3, -1]})
    assert there.cells == ((3, -1), (3, 0))
    assert parse(state(there)) == there
    assert len(encode(there).options) == len(encode(parse(data)).options)
    with pytest.raises(PuzzleError, match=r"^origin: \[0, 1\]; want an even sum"):
        parse({**data, "origin": [0, 1]})


def test_pieces_that_cannot_point_as_the_board_does_need_no_search():
    pieces = {"A": ["..#", ".###"], "B": "##", "C": "##"}
    data = {"lattice": "triangular", "size": [2, 4], "pieces": pieces}
    assert diagnose(parse(data))[0].text == (
        "colored by the way that triangles point, the board has 4 and 4 cells of the "
        "colors; the pieces cannot cover that, wherever they lie"
    )


def test_pictures_of_pieces_cannot_say_triangles():
    puzzle = parse({"lattice": "triangular", "size": [1, 2], "pieces": {"A": "##"}})
    with pytest.raises(FormatError, match="pictures cannot say triangles"):
        polyomino.write(PuzzleFile("mine", "", "", puzzle, {}))
