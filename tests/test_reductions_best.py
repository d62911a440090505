"""The best board of an edge-matching puzzle, judged by trying every board."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import reductions
from dlx import Stopped
from reductions import Placement, check
from reductions.best import Best
from reductions.best.compiled import CompiledDescent
from reductions.best.descent import Descent
from reductions.best.ground import Ground
from reductions.edge_matching import EdgeMatching, parse, placements


def random_puzzle(seed: int, rows: int, columns: int, **data: Any) -> EdgeMatching:
    """Return a puzzle whose tiles are drawn at random, often with equal ones."""
    random = Random(seed)
    symbols = "abcdefgh"[: random.choice((2, 3, 5, 8))]
    sides = 6 if data.get("lattice") == "hexagonal" else 4
    number = rows * columns + data.pop("more", 0)
    tiles = [[random.choice(symbols) for _ in range(sides)] for _ in range(number)]
    if seed % 3 == 0:
        tiles[-1] = tiles[0]
    if seed % 4 == 1 and len(symbols) % 2 == 0:
        data["mates"] = [list(pair) for pair in zip(symbols[::2], symbols[1::2])]
    return parse({"size": [rows, columns], "tiles": tiles, **data})


def boards(puzzle: EdgeMatching, empty: bool) -> Iterator[tuple[Placement, ...]]:
    """Yield every way to lay tiles on the board, with empty cells only if asked for."""
    fixed = {entry.cell: entry.tile for entry in puzzle.fixed}
    on: dict[Any, list[Placement | None]] = {cell: [] for cell in puzzle.cells}
    for placement in placements(puzzle):
        cell = placement.cells[0]
        if fixed.get(cell, placement.piece) == placement.piece:
            on[cell].append(placement)
    for choices in on.values():
        choices += [None] * empty

    def fill(cells: list[Any], used: frozenset[str]) -> Iterator[list[Placement]]:
        if not cells:
            yield []
            return
        for choice in on[cells[0]]:
            if choice is None:
                yield from fill(cells[1:], used)
            elif choice.piece not in used:
                for rest in fill(cells[1:], used | {choice.piece}):
                    yield [choice, *rest]

    for board in fill(list(puzzle.cells), frozenset()):
        yield tuple(board)


def matching(puzzle: EdgeMatching, layout: tuple[Placement, ...]) -> int:
    """Count the matching sides of square or hexagonal tiles, side by side."""
    tiles = {tile.name: tile.edges for tile in puzzle.tiles}
    mates = dict(puzzle.mates)
    at = {placement.cells[0]: placement for placement in layout}
    lattice, count = puzzle.lattice, 0
    half = len(lattice.sides) // 2
    for cell, placement in at.items():
        for side in range(half):
            place = zip(lattice.vector(cell), lattice.sides[side])
            row, column = lattice.cell(tuple(a + b for a, b in place))
            if puzzle.wrap in ("rows", "both"):
                row %= 1 + max(row for row, _ in puzzle.cells)
            if puzzle.wrap in ("columns", "both"):
                column %= 1 + max(column for _, column in puzzle.cells)
            other = at.get((row, column))
            if other is not None:
                edges, beside = tiles[placement.piece], tiles[other.piece]
                mine = edges[(side - (placement.turns or 0)) % (2 * half)]
                its = beside[(side + half - (other.turns or 0)) % (2 * half)]
                count += mates[mine] == its
    return count


def solved(puzzle: EdgeMatching, **how: Any) -> Best:
    """Search until the best is proved, and look at every board on the way."""
    best = Best(puzzle, **how)
    scores = []
    for layout, score in best:
        assert score == matching(puzzle, layout) == best.score
        assert layout == best.layout
        scores.append(score)
    assert scores == sorted(set(scores))
    assert best.proved and best.score == best.most <= best.possible
    return best


def agrees_with_every_board(puzzle: EdgeMatching) -> None:
    full = list(boards(puzzle, empty=False)) or list(boards(puzzle, empty=True))
    best = solved(puzzle)
    assert best.score == max(matching(puzzle, board) for board in full)
    assert len(best.layout) == max(map(len, full))
    assert (check(puzzle, best.layout) == []) == (best.score == best.possible)


@pytest.mark.parametrize("seed", range(8))
def test_the_best_of_four_tiles_is_the_best_of_all_their_boards(seed):
    agrees_with_every_board(random_puzzle(seed, 2, 2))


@pytest.mark.parametrize("seed", range(8))
def test_the_best_of_six_upright_tiles_is_the_best_of_all_their_boards(seed):
    agrees_with_every_board(random_puzzle(seed, 2, 3, turn=False))


@pytest.mark.parametrize("seed", range(4))
def test_the_best_of_hexagons_is_the_best_of_all_their_boards(seed):
    agrees_with_every_board(random_puzzle(seed, 1, 3, lattice="hexagonal"))
    agrees_with_every_board(random_puzzle(seed, 2, 3, lattice="hexagonal", turn=False))


@pytest.mark.parametrize("seed", range(6))
def test_tiles_may_be_left_over(seed):
    agrees_with_every_board(random_puzzle(seed, 1, 3, more=2))


@pytest.mark.parametrize("seed", range(6))
def test_fixed_tiles_stay_and_excluded_ones_stay_away(seed):
    fixed = [{"tile": "2", "cell": [1, 1], "turns": 1}, {"tile": "3", "cell": [0, 1]}]
    excluded = [{"tile": "1", "cell": [0, 0]}]
    puzzle = random_puzzle(seed, 2, 2, fixed=fixed[: 1 + seed % 2], excluded=excluded)
    agrees_with_every_board(puzzle)
    lying = {(p.piece, p.cells[0], p.turns) for p in solved(puzzle).layout}
    assert ("2", (1, 1), 1) in lying
    assert ("1", (0, 0)) not in {(piece, cell) for piece, cell, _ in lying}


@pytest.mark.parametrize("seed", range(8))
def test_the_border_lies_outside_and_cells_stay_empty_if_tiles_cannot_fill_them(seed):
    random = Random(seed)
    frame = ["0 {} {} 0", "0 0 {} {}", "{} 0 0 {}", "{} {} 0 0"]
    tiles = [line.format(*random.choices("ab", k=2)) for line in frame]
    if seed % 2:
        tiles[seed % 4] = "a b b a"  # no corner: it can lie nowhere
    puzzle = parse({"tiles": tiles, "border": "0"})
    agrees_with_every_board(puzzle)
    layout = solved(puzzle).layout
    assert len(layout) == 4 - seed % 2
    assert not [fault for fault in check(puzzle, layout) if "outside" in fault]


def test_where_no_tile_can_lie_the_board_is_empty():
    puzzle = parse({"tiles": ["0 a a a"] * 4, "border": "0"})
    best = solved(puzzle)
    assert (best.layout, best.score, best.possible) == ((), 0, 4)


def test_a_single_tile_has_no_sides_to_match():
    assert solved(parse({"tiles": ["a b c d"]})).score == 0


def test_symbols_without_a_partner_are_known_before_any_search():
    tiles = ["a b c d", "e f g h", "i j k l", "m n o p"]
    best = Best(parse({"tiles": tiles}))
    assert best.most == 0 and next(iter(best)).score == 0 and best.proved


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("how", ["triangular", "flip"])
def test_triangles_and_tiles_that_may_be_flipped_lose_what_the_rules_object_to(
    seed, how
):
    random = Random(seed)
    tiles = [random.choices("abcd", k=4 - (how == "triangular")) for _ in range(3)]
    more = {"lattice": how} if how == "triangular" else {how: True}
    puzzle = parse({"size": [1, 3], "tiles": tiles, **more})
    best = Best(puzzle)
    assert [score for _, score in best][-1] == best.most
    fewest = min(len(check(puzzle, board)) for board in boards(puzzle, empty=False))
    assert fewest == len(check(puzzle, best.layout)) == best.possible - best.score


@pytest.mark.parametrize("wrap", ["rows", "columns", "both"])
def test_boards_that_run_around_count_the_sides_that_meet_there(wrap):
    puzzle = random_puzzle(8, 2, 2, wrap=wrap)
    best = solved(puzzle)
    assert best.possible == {"rows": 6, "columns": 6, "both": 8}[wrap]
    assert len(check(puzzle, best.layout)) == best.possible - best.score
    fewest = min(len(check(puzzle, board)) for board in boards(puzzle, empty=False))
    assert fewest == best.possible - best.score


@pytest.mark.parametrize("seed", range(5))
def test_nine_tiles_at_random_are_proved(seed):
    random = Random(seed)
    tiles = [random.choices("abcdefgh", k=4) for _ in range(9)]
    puzzle = parse({"tiles": tiles})
    best = solved(puzzle)
    assert len(check(puzzle, best.layout)) == best.possible - best.score


def framed(rows: int, columns: int, symbols: str, seed: int) -> list[list[str]]:
    """Return tiles cut from a framed board, shuffled and turned."""
    random = Random(seed)
    across = [[random.choice(symbols) for _ in range(columns)] for _ in range(rows)]
    down = [[random.choice(symbols) for _ in range(columns)] for _ in range(rows)]
    tiles = []
    for row in range(rows):
        for column in range(columns):
            tile = [
                down[row - 1][column] if row else "0",
                across[row][column] if column < columns - 1 else "0",
                down[row][column] if row < rows - 1 else "0",
                across[row][column - 1] if column else "0",
            ]
            turns = random.randrange(4)
            tiles.append(tile[turns:] + tile[:turns])
    random.shuffle(tiles)
    return tiles


@pytest.mark.parametrize("seed", range(4))
def test_a_framed_board_is_solved_and_with_a_wrong_symbol_proved_not_to_be(seed):
    tiles = framed(4, 4, "abcdef", seed)
    best = solved(parse({"tiles": tiles, "border": "0"}))
    assert best.score == best.possible == 24
    place = next(k for k, edge in enumerate(tiles[0]) if edge != "0")
    tiles[0][place] = "x"
    puzzle = parse({"tiles": tiles, "border": "0"})
    best = solved(puzzle)
    assert best.score == 23 and len(check(puzzle, best.layout)) == 1


def test_a_large_board_gets_better_and_better_and_is_never_said_to_be_proved():
    tiles = framed(10, 10, "abcdefghijklm", 1)
    best = Best(parse({"tiles": tiles, "border": "0"}))
    scores = [score for _, score in islice(best, 3)]
    assert scores == sorted(set(scores)) and scores[-1] > 140
    assert best.most == best.possible == 180 and not best.proved


def test_the_same_seed_gives_the_same_boards_and_another_seed_others():
    puzzle = parse({"tiles": framed(8, 8, "abcdefgh", 2), "border": "0"})
    one, same, other = (
        [improvement for improvement in islice(Best(puzzle, seed=seed), 4)]
        for seed in (1, 1, 2)
    )
    assert one == same != other


def test_the_boards_do_not_depend_on_the_seed_of_hashes():
    program = (
        "from itertools import islice\n"
        "from reductions.best import Best\n"
        "from reductions.edge_matching import parse\n"
        "tiles = [f'{a}{b} {b}{c} {c}{a} {a}{c}' for a in 'ab' for b in 'cd' "
        "for c in 'ace'] * 2\n"
        "puzzle = parse({'tiles': tiles, 'size': [4, 6]})\n"
        "print(list(islice(Best(puzzle), 3)))\n"
    )
    root = Path(reductions.__file__).parents[1]
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            cwd=root,
            capture_output=True,
            check=True,
        ).stdout
        for seed in "123"
    }
    assert len(printed) == 1 and b"Improvement" in printed.pop()


def test_time_that_is_over_still_leaves_a_board():
    best = Best(parse({"tiles": framed(6, 6, "abcdef", 3), "border": "0"}), timeout=0)
    found = []
    with pytest.raises(Stopped, match="timeout"):
        for improvement in best:
            found.append(improvement)
    assert len(found) == best.count == 1
    assert len(best.layout) == 36


def test_a_search_can_be_stopped_from_outside():
    best = Best(parse({"tiles": framed(10, 10, "abcdefghijklm", 4), "border": "0"}))
    with pytest.raises(Stopped, match="interrupt"):
        for _ in best:
            best.stop("interrupt")
    assert best.layout and not best.proved


def test_the_first_board_holds_as_many_tiles_as_can_lie_at_once():
    # Only tile 1 can lie on the left, and tile 3 on the right only.
    excluded = [
        {"tile": "2", "cell": [0, 0]},
        {"tile": "3", "cell": [0, 0]},
        {"tile": "3", "cell": [0, 1]},
    ]
    tiles = ["a b c d", "a c b d", "a d b c"]
    puzzle = parse({"size": [1, 3], "tiles": tiles, "excluded": excluded})
    ground = Ground(puzzle)
    assert {p.piece: p.cells for p in ground.layout(ground.first)} == {
        "1": ((0, 0),),
        "2": ((0, 1),),
        "3": ((0, 2),),
    }


@pytest.mark.parametrize("seed", range(6))
def test_compiled_code_visits_the_same_nodes_and_finds_the_same_boards(seed):
    lattice = ("square", "hexagonal")[seed % 2]
    fixed = [{"tile": "5", "cell": [2, 1]}, {"tile": "9", "cell": [1, 2], "turns": 1}]
    puzzle = random_puzzle(seed, 4, 4, lattice=lattice, fixed=fixed[: seed % 3])
    ground = Ground(puzzle)
    cells = len(ground.cells)
    rank = list(range(ground.blank))
    Random(seed).shuffle(rank)
    found = []
    for search in (Descent, CompiledDescent):
        allowance = [depth * seed // cells for depth in range(cells)]
        descent = search(ground, allowance, rank, 1 + seed % 2)
        boards = []
        for nodes in range(1, 300, 7):
            boards.append((descent.run(nodes), descent.deepest, descent.done))
            if nodes == 99:
                allowance[8:] = [2] * (cells - 8)
        found.append(boards)
    assert found[0] == found[1]


def test_compiled_code_ends_where_the_search_ends():
    puzzle = parse({"tiles": framed(3, 3, "ab", 1), "border": "0"})
    ground = Ground(puzzle)
    ends = []
    for search in (Descent, CompiledDescent):
        descent = search(ground, [3] * 9, range(ground.blank), 2)
        lost = []
        while not descent.done:
            board = descent.run(1000)
            lost += [ground.lost(board)] if board else []
        ends.append(lost)
    assert ends[0] == ends[1] != []


@pytest.mark.parametrize("there", [True, False])
def test_a_search_that_lasts_goes_over_to_compiled_code_if_that_is_there(
    there, monkeypatch
):
    if not there:
        monkeypatch.setitem(sys.modules, "reductions.best.compiled", None)
    monkeypatch.setattr(reductions.best, "SHIFT_AFTER", 2)
    monkeypatch.setattr(reductions.best, "SLICE", 10)
    tiles = framed(4, 4, "abcd", 1)
    tiles[3] = ["x" if edge != "0" else "0" for edge in tiles[3]]
    best = solved(parse({"tiles": tiles, "border": "0"}))
    assert (best._search is CompiledDescent) == there
    assert best.score < best.possible == 24
