"""The doctor: what is called impossible is, and a planted mistake is named."""

from __future__ import annotations

import random

import pytest
from test_reductions_oracle import packings, tilings

from dlx import Stopped
from puzzles import load
from reductions import (
    Layouts,
    Suspects,
    Sudoku,
    check,
    diagnose,
    solve,
    suspects,
    suspects_pieces,
)
from reductions.clock import Clock
from reductions.diagnosis import IMPOSSIBLE, tables
from reductions.edge_matching import EdgeMatching, Tile, parse as edge_matching
from reductions.packing import Packing, parse as packing
from reductions.packing_parts import equal_pieces, form_of, poses_of


def impossible(puzzle) -> list[str]:
    return [text for kind, text in diagnose(puzzle) if kind == IMPOSSIBLE]


def notes(puzzle) -> list[str]:
    return [text for kind, text in diagnose(puzzle) if kind != IMPOSSIBLE]


# ------------------------------------------------- impossible is never said of too much


def random_tiles(choice: random.Random) -> EdgeMatching:
    rows, columns = choice.choice([(1, 2), (1, 3), (2, 2), (2, 3), (1, 4)])
    symbols = choice.choice(["aA", "aAbB", "ab", "aAc"])
    extra = choice.choice([0, 0, 0, 1])
    tiles = [
        " ".join(choice.choice(symbols) for _ in range(4))
        for _ in range(rows * columns + extra)
    ]
    mates = [[s, s.upper()] for s in "ab" if s.upper() in symbols]
    mates += [[s, s] for s in "abc" if s in symbols and s.upper() not in symbols]
    data = {"size": [rows, columns], "tiles": tiles, "mates": mates}
    if choice.random() < 0.3:
        data["fixed"] = [
            {"tile": str(k + 1), "cell": [0, k], "turns": choice.randrange(4)}
            for k in range(2)
        ]
    return edge_matching(data)


def test_tiles_that_are_called_impossible_have_no_layout_by_trying_all():
    choice = random.Random(11)
    said = silent = 0
    for _ in range(500):
        puzzle = random_tiles(choice)
        if impossible(puzzle):
            said += 1
            assert next(tilings(puzzle), None) is None
        elif next(tilings(puzzle), None) is None:
            silent += 1
    assert said > 50 and silent > 10


def test_symbols_on_the_backs_of_tiles_are_counted_too():
    puzzle = edge_matching(
        {
            "size": [1, 2],
            "tiles": ["aH b b b / b b b b", "b b b b / aT b b b"],
            "mates": [["aH", "aT"], ["b", "b"]],
        }
    )
    assert tables(puzzle)[0].rows == (("aH", 1, "aT", 1), ("b", 14, "b", ""))
    assert not any("only lie outside" in text for text in notes(puzzle))


SHAPES = ["#", "##", "###", "##\n#.", "###\n.#.", "##\n##", "###\n#..", "##.\n.##"]


def random_pieces(choice: random.Random) -> Packing:
    rows, columns = choice.choice([(2, 3), (2, 4), (3, 3), (3, 4), (2, 5)])
    board = [
        "".join(choice.choice("#######+.") for _ in range(columns)) for _ in range(rows)
    ]
    if not any("#" in row for row in board):
        board[0] = "#" * columns
    pieces: dict[str, object] = {}
    for shape in choice.sample(SHAPES, 3):
        count = choice.choice([1, 1, 2, [0, 2], "any"])
        pieces[f"P{len(pieces)}"] = {"shape": shape, "count": count}
    return packing({"board": board, "pieces": pieces, "flip": choice.random() < 0.5})


def test_pieces_that_are_called_impossible_have_no_layout_by_trying_all():
    choice = random.Random(12)
    said = silent = 0
    for _ in range(500):
        puzzle = random_pieces(choice)
        if impossible(puzzle):
            said += 1
            assert next(packings(puzzle), None) is None
        elif next(packings(puzzle), None) is None:
            silent += 1
    assert said > 50 and silent > 10


@pytest.mark.parametrize(
    "name", ["frogs", "light-bulbs", "lizards", "drive-ya-nuts", "soma", "meteor"]
)
def test_no_bundled_puzzle_is_called_impossible(name):
    assert impossible(load(name).puzzle) == []


# ------------------------------------------------------------------------ what is said


def test_edges_without_a_mate_are_counted_against_the_sides_outside():
    row = {"size": [1, 3], "mates": [["H", "T"]]}
    (text,) = impossible(edge_matching({**row, "tiles": ["H H H H"] * 3}))
    assert text == "12 edges have no mate (12 of H), and only 8 sides lie outside"
    tiles = ["H H H H", "H H H H", "T T H H"]
    assert impossible(edge_matching({**row, "tiles": tiles})) == []


def test_a_symbol_without_a_mate_is_named_with_its_tile():
    data = {"tiles": ["a b b a", "a b b a", "a a b b", "b b a x"]}
    puzzle = edge_matching({**data, "mates": [["a", "a"], ["b", "b"], ["x", "y"]]})
    text = "no tile has y, the mate of x (tile 4): such an edge can only lie outside"
    assert text in notes(puzzle)
    assert "tiles 1, 2 and 3 are equal" in notes(puzzle)


def test_a_symbol_that_lacks_a_letter_is_named_with_the_one_that_is_meant():
    tiles = ["beeH owlH owlT beeT", "beeT owlH beeH owlT", "beH beeT owlH owlT"]
    mates = [["beeH", "beeT"], ["owlH", "owlT"], ["beH", "beT"]]
    puzzle = edge_matching({"size": [1, 3], "tiles": tiles, "mates": mates})
    (text,) = [text for text in notes(puzzle) if "no tile has beT" in text]
    assert text.endswith(
        "(tile 3): such an edge can only lie outside; did you mean " "'beeH'?"
    )


def test_fixed_tiles_that_clash_are_named():
    data = {"size": [1, 2], "tiles": ["a b a b", "c a c a"]}
    fixed = [{"tile": str(k + 1), "cell": [0, k], "turns": 0} for k in (0, 1)]
    (text,) = impossible(edge_matching({**data, "fixed": fixed}))
    assert text.startswith("the fixed tiles 1 at 0,0 and 2 at 0,1 clash")
    fixed[0]["turns"] = 1
    assert impossible(edge_matching({**data, "fixed": fixed})) == []


def test_areas_are_compared_first():
    shapes = {"I": "####", "O": "##\n##", "T": "###\n.#.", "L": "###\n#.."}
    shapes |= {"J": "###\n..#", "S": ".##\n##.", "Z": "##.\n.##"}
    twice = {name: {"shape": shape, "count": 2} for name, shape in shapes.items()}
    pieces = {**shapes, "I": twice["I"], "O": twice["O"], "T": twice["T"]}
    puzzle = packing({"size": [5, 8], "pieces": pieces})
    assert impossible(puzzle) == []
    assert "the pieces have 40 cells, the board has 40" in notes(puzzle)
    puzzle = packing({"size": [5, 8], "pieces": {**pieces, "L": twice["L"]}})
    assert impossible(puzzle) == ["the pieces have 44 cells, the board has 40"]


def test_the_five_tetrominoes_fill_no_rectangle_by_the_colors_of_a_chessboard():
    shapes = ["####", "##\n##", "###\n.#.", "###\n#..", "##.\n.##"]
    for size in ([4, 5], [2, 10]):
        pieces = dict(zip("IOTLZ", shapes))
        (text,) = impossible(packing({"size": size, "pieces": pieces, "flip": True}))
        assert text.startswith("colored like a chessboard, the board has 10 and 10")


def test_a_chessboard_without_two_corners_is_not_filled_by_dominoes():
    board = [".#######", *["########"] * 6, "#######."]
    pieces = {"D": {"shape": "##", "count": "any"}}
    (text,) = impossible(packing({"board": board, "pieces": pieces}))
    assert "32 and 30" in text or "30 and 32" in text
    board[0] = "#######."
    board[7] = "#######."
    assert impossible(packing({"board": board, "pieces": pieces})) == []


def test_trominoes_leave_one_of_few_squares_of_a_chessboard():
    """Golomb: straight trominoes leave square 2,2 or one like it, and no other."""
    pieces = {"I": {"shape": "###", "count": 21}}
    for corner in [(0, 0), (3, 4), (2, 2), (5, 2)]:
        board = [
            "".join("." if (r, c) == corner else "#" for c in range(8))
            for r in range(8)
        ]
        found = impossible(packing({"board": board, "pieces": pieces}))
        assert bool(found) == (corner not in [(2, 2), (5, 2)])


def test_equal_shapes_and_mirror_images_are_named():
    pieces = {"L": "###\n#..", "J": "###\n..#", "K": "#.\n#.\n##"}
    puzzle = packing({"size": [3, 4], "pieces": pieces})
    assert "pieces L and K have the same shape" in notes(puzzle)
    assert "pieces L and J are mirror images" in notes(puzzle)
    puzzle = puzzle._replace(flip=True)
    assert "pieces L, J and K have the same shape" in notes(puzzle)


def test_the_tables_are_to_be_compared_with_what_is_on_the_table():
    (table,) = tables(load("soma").puzzle)
    assert ("P", 4, 1, 8, 64) in table.rows
    (table,) = tables(load("frogs").puzzle)
    assert ("RH", 4, "RT", 5) in table.rows


HEADS_AND_TAILS = [["aH", "aT"], ["bH", "bT"], ["cH", "cT"], ["dH", "dT"]]


def odd_ones(tiles: list[str], mates: list[list[str]] = HEADS_AND_TAILS) -> list[str]:
    puzzle = edge_matching({"size": [1, len(tiles)], "tiles": tiles, "mates": mates})
    return [text for text in notes(puzzle) if "stand out" in text]


def test_the_one_symbol_that_is_out_of_balance_is_a_note():
    tiles = ["aH bH cH dH", "aT bT cT dT", "aH bH cH dH", "aT bT cT bT"]
    assert odd_ones(tiles) == []  # two heads of d, one tail
    tiles[3] = "aT bT cT bH"
    assert odd_ones(tiles) == []
    tiles[3] = "aH bT cT dT"
    assert odd_ones(tiles) == [
        "3 of aH and 1 of aT stand out, other symbols and their mates differ by 0 at "
        "most: should one aH perhaps be aT?"
    ]
    tiles[3] = "aH bH cT dT"
    assert odd_ones(tiles) == []  # two pairs are out of balance: nothing stands out


def test_no_symbol_stands_out_among_two():
    assert odd_ones(["aH aH bH bT", "aH aH bH bT"], HEADS_AND_TAILS[:2]) == []


def test_one_slip_in_frogs_that_leaves_a_layout_is_a_note_all_the_same():
    puzzle = load("frogs").puzzle
    assert not any("stand out" in text for text in notes(puzzle))
    typed = puzzle.tiles[2].edges.index("GT")
    slip = with_edge(puzzle, 2, typed, "GH")
    assert next(solve(slip), None)
    assert any(text.startswith("6 of GH and 3 of GT stand out") for text in notes(slip))


# --------------------------------------------------------------------- planted mistakes


def with_edge(puzzle: EdgeMatching, tile: int, edge: int, symbol: str) -> EdgeMatching:
    name, edges = puzzle.tiles[tile][:2]
    changed = Tile(name, (*edges[:edge], symbol, *edges[edge:][1:]))
    tiles = list(puzzle.tiles)
    tiles[tile] = changed
    return puzzle._replace(tiles=tuple(tiles))


def set_of_tiles(puzzle: EdgeMatching) -> tuple[tuple[str, ...], ...]:
    """Return what is the same however the tiles are named, and turned in the file."""
    forms = ([t.edges[k:] + t.edges[:k] for k in range(4)] for t in puzzle.tiles)
    return tuple(sorted(map(min, forms)))


def turned_alike(one: Tile, other: Tile) -> bool:
    return any(
        other.edges == one.edges[k:] + one.edges[:k] for k in range(len(one.edges))
    )


@pytest.mark.parametrize("name", ["frogs", "light-bulbs", "lizards", "drive-ya-nuts"])
def test_a_wrong_edge_is_named_with_as_many_layouts_as_there_are(name):
    puzzle = load(name).puzzle
    choice = random.Random(5)
    symbols = sorted({symbol for tile in puzzle.tiles for symbol in tile.edges})
    planted = 0
    while planted < 3:
        tile, edge = choice.randrange(len(puzzle.tiles)), choice.randrange(4)
        wrong = with_edge(puzzle, tile, edge, choice.choice(symbols))
        if next(solve(wrong), None):
            continue
        planted += 1
        (found,) = [
            suspect
            for suspect in suspects(wrong)
            if all(map(turned_alike, suspect.puzzle.tiles, puzzle.tiles))
        ]
        assert found.layouts == load(name).known["rotations"] and not found.more
        assert f"tile {puzzle.tiles[tile].name}: " in found.change


def test_every_edge_that_helps_is_named_and_no_other():
    """By trying every symbol on every edge."""
    tiles = ["aH bT aT bH", "bH bH aT aH", "aH aT bT bT", "bT aH bH bT"]
    data = {"tiles": tiles, "mates": [["aH", "aT"], ["bH", "bT"]]}
    puzzle = edge_matching(data)
    symbols = [symbol for symbol, _ in puzzle.mates]
    choice = random.Random(1)
    while next(solve(puzzle), None):
        spot = choice.randrange(4), choice.randrange(4)
        puzzle = with_edge(puzzle, *spot, choice.choice(symbols))
    assert next(solve(puzzle), None) is None
    helpful = {}
    for tile in range(4):
        for edge in range(4):
            for symbol, _ in puzzle.mates:
                other = with_edge(puzzle, tile, edge, symbol)
                number = sum(1 for _ in solve(other))
                if number:
                    helpful[set_of_tiles(other)] = number
    named = {
        set_of_tiles(suspect.puzzle): suspect.layouts
        for suspect in suspects(puzzle)
        if "should" in suspect.change
    }
    assert named == helpful != {}


def test_a_correction_of_a_suspect_gives_layouts_that_keep_the_rules():
    wrong = with_edge(load("lizards").puzzle, 3, 0, "RT")
    if next(solve(wrong), None):
        wrong = with_edge(load("lizards").puzzle, 2, 0, "RH")
    for suspect in suspects(wrong)[:10]:
        layout = next(solve(suspect.puzzle))
        assert check(suspect.puzzle, layout) == []


@pytest.mark.parametrize(
    ("wrong", "change"),
    [
        ("##\n##", "is perhaps missing"),
        ("##\n##\n##", "is perhaps one too many"),
        ("##\n#.\n##", "should perhaps be"),
    ],
)
def test_a_wrong_cell_of_a_piece_is_named(wrong, change):
    pieces = {"L": "####\n#...", "P": wrong, "Y": "####\n.#..", "Z": "##.\n.#.\n.##"}
    right = {**pieces, "P": "##\n##\n#."}
    meant = packing({"size": [4, 5], "pieces": right, "flip": True})
    puzzle = packing({"size": [4, 5], "pieces": pieces, "flip": True})
    assert next(solve(puzzle), None) is None
    (found,) = [
        suspect
        for suspect in suspects(puzzle)
        if len(equal_pieces(suspect.puzzle)) == 4
        and all(
            form_of(poses_of(meant, one._replace(flip=True)))
            == form_of(poses_of(meant, other._replace(flip=True)))
            for one, other in zip(suspect.puzzle.pieces, meant.pieces)
        )
    ]
    assert found.change.startswith("piece P: cell ") and change in found.change
    assert found.layouts == sum(1 for _ in solve(meant))


def test_one_piece_too_many_and_flips_that_are_off_are_named():
    two = {"I": {"shape": "##", "count": 3}, "O": "##\n##"}
    found = [s.change for s in suspects(packing({"size": [2, 4], "pieces": two}))]
    assert "piece I: there should perhaps be 2 of it, not 3" in found
    board = ["##.", "#..", "#.."]
    found = suspects(packing({"board": board, "pieces": {"J": "###\n#.."}}))
    assert ("pieces may perhaps be flipped (flip = true)", 1) in [
        (suspect.change, suspect.layouts) for suspect in found
    ]


def test_a_wrong_given_is_named_with_the_right_symbol():
    sudoku = load("sudoku-inkala").puzzle
    layout = next(solve(sudoku))
    place = next(k for k, given in enumerate(sudoku.grid) if given != ".")
    right = layout[place].piece
    choice = [s for s in sudoku.symbols if s != right]
    for symbol in choice:
        grid = sudoku.grid[:place] + symbol + sudoku.grid[place:][1:]
        wrong = Sudoku(sudoku.box, sudoku.symbols, grid)
        if not list(Layouts(wrong, limit=1)):
            break
    named = [s.change for s in suspects(wrong)]
    row, column = divmod(place, 9)
    spot = f"row {row + 1}, column {column + 1}"
    assert f"{spot} should perhaps be {right}, not {symbol}" in named


def test_a_search_for_mistakes_that_is_cut_short_says_so():
    search = Suspects(load("light-bulbs").puzzle, timeout=0)
    assert search.ranked() == []
    assert (search.complete, search.stopped) == (False, "timeout")


def test_the_time_is_looked_at_for_each_cell_of_a_shape_that_is_changed():
    puzzle = packing({"size": [2, 20], "pieces": {"A": ["#" * 20] * 2}})
    clock = Clock(None)
    clock.stop("a wish")
    with pytest.raises(Stopped, match="a wish"):
        next(suspects_pieces._shapes(puzzle, puzzle.pieces[0], clock))
