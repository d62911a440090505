"""Packing with colors, fixed and excluded places, and moves piece by piece."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, strategies as st

from reductions import Layouts, Placement, PuzzleError, check, count, solve
from reductions.packing import (
    Packing,
    colored,
    misfit,
    moves as said_moves,
    parse,
    state,
    symmetries,
)
from test_reductions_oracle import (
    difference,
    middle,
    mirror_image,
    moves,
    self_moves,
    tried,
)
from test_reductions_packing import BOARDS, partition

#: More layouts than these take too long to try out.
MANY = 400

#: Cells, each with the color that lies on it.
Lying = frozenset[tuple[tuple[int, ...], str]]


class Kind(NamedTuple):
    """What a piece is, apart from its name: how it lies, where it must and may not."""

    forms: frozenset[Lying]
    fixed: frozenset[Any]
    excluded: frozenset[Any]


# ------------------------------------------------- trying out, from the data of a file


class Trial:
    """A puzzle of few cells, tried out from its data."""

    def __init__(self, data: dict[str, Any], board: dict[Any, str]) -> None:
        self.lattice = data["lattice"]
        self.data = data
        self.board = board
        self.color = marks(data.get("colors", ""), self.lattice)
        self.allowed = {letter: letter for letter in "ab"} | data.get("allowed", {})
        self.fixed = listing(data.get("fixed", []))
        self.excluded = listing(data.get("excluded", []))
        self.kinds: dict[str, Kind] = {}
        self.numbers: dict[str, tuple[int, int | None]] = {}
        for name, entry in data["pieces"].items():
            self.kinds[name] = Kind(
                self.forms(entry),
                frozenset(cells for piece, cells, _ in self.fixed if piece == name),
                frozenset(rest[1:] for rest in self.excluded if rest[0] == name),
            )
            number = entry.get("count", 1)
            if number == "any":
                self.numbers[name] = 0, None
            else:
                pair = number if isinstance(number, list) else [number, number]
                self.numbers[name] = pair[0], pair[1]

    def forms(self, entry: dict[str, Any]) -> frozenset[Lying]:
        """Return how a piece lies on paper after each move that it is allowed."""
        turn = entry.get("turn", self.data.get("turn", True))
        flip = entry.get("flip", self.data.get("flip", False)) and turn
        letters = entry.get("colors", "#" * len(entry["shape"]))
        points = [middle(self.lattice, tuple(cell)) for cell in entry["shape"]]
        found = set()
        for number, (_, flipped, move) in enumerate(moves(self.lattice)):
            if number == 0 or turn and (flip or not flipped):
                image = list(map(move, points))
                found.add(at_origin(zip(image, letters)))
        return frozenset(found)

    def spots(self, name: str) -> list[Lying]:
        """Return every way to lay a piece on the board by itself."""
        names = {middle(self.lattice, cell): cell for cell in self.board}
        kind = self.kinds[name]
        found = set()
        for form in kind.forms:
            for place in names:
                by = difference(place, min(point for point, _ in form))
                spot = {
                    (names.get(tuple(a + b for a, b in zip(point, by))), letter)
                    for point, letter in form
                }
                cells = frozenset(cell for cell, _ in spot)
                if (
                    None not in cells
                    and all(self.suits(*one) for one in spot)
                    and not any(
                        cells == barred if exact else cells & barred
                        for barred, exact in kind.excluded
                    )
                ):
                    found.add(frozenset(spot))
        return sorted(found, key=sorted)

    def suits(self, cell: Any, letter: str) -> bool:
        below = self.color.get(cell, ".")
        return "." == below or letter == "#" or below in self.allowed[letter]

    def layouts(self) -> set[frozenset[tuple[str, Lying]]]:
        """Return all layouts, as sets of (piece, colored cells)."""
        copies = [
            (f"{name}#{k + 1}" if most != 1 else name, name, least == most)
            for name, (least, most) in self.numbers.items()
            if most is not None
            for k in range(most)
        ]
        spots = {name: self.spots(name) for name in self.kinds}
        endless = [
            (name, spot)
            for name, (_, most) in self.numbers.items()
            if most is None
            for spot in spots[name]
        ]
        partial = {(frozenset(), frozenset())}
        steps: list[tuple[bool, list[tuple[str, Lying]]]] = [
            (needed, [(label, spot) for spot in spots[name]])
            for label, name, needed in copies
        ]
        steps += [(False, [option]) for option in endless]
        for needed, choices in steps:
            following = set() if needed else set(partial)
            for laid, used in partial:
                for label, spot in choices:
                    cells = frozenset(cell for cell, _ in spot)
                    if not cells & used:
                        following.add((laid | {(label, spot)}, used | cells))
            partial = following
            assume(len(partial) < 40 * MANY)
        return {laid for laid, used in partial if self.is_right(laid, used)}

    def is_right(self, laid: frozenset[tuple[str, Lying]], used: Any) -> bool:
        times = Counter(label.partition("#")[0] for label, _ in laid)
        lying = {
            (label.partition("#")[0], frozenset(cell for cell, _ in spot))
            for label, spot in laid
        }
        return (
            all(cell in used for cell, mark in self.board.items() if mark == "#")
            and all(times[name] >= least for name, (least, _) in self.numbers.items())
            and all((name, cells) in lying for name, cells, _ in self.fixed)
        )

    def look(self, layout: frozenset[tuple[str, Lying]]) -> frozenset[Any]:
        return frozenset(
            (self.kinds[label.partition("#")[0]], spot) for label, spot in layout
        )

    def group(self, flips: bool) -> list[Any]:
        """Return the moves of looks that carry the puzzle to itself."""
        board = {cell: (m, self.color.get(cell)) for cell, m in self.board.items()}
        every = moves(self.lattice)
        found = []
        for steps, flipped, goes in self_moves(self.lattice, board):
            if flipped and not flips:
                continue
            move = next(
                m
                for s, f, m in every
                if (s, f) == (steps, flipped) and agrees(self.lattice, m, goes)
            )
            image = {kind: self.moved(kind, move, goes) for kind in self.kinds.values()}
            if self.amounts() == {
                image[kind]: number for kind, number in self.amounts().items()
            }:
                found.append((image, goes))

        def function(image: Any, goes: Any) -> Any:
            return lambda look: frozenset(
                (image[kind], frozenset((goes[cell], letter) for cell, letter in spot))
                for kind, spot in look
            )

        return [function(*pair) for pair in found]

    def moved(self, kind: Kind, move: Any, goes: Any) -> Kind:
        """Return what a piece becomes when the paper is moved."""
        return Kind(
            frozenset(
                at_origin((move(point), letter) for point, letter in form)
                for form in kind.forms
            ),
            frozenset(frozenset(map(goes.get, cells)) for cells in kind.fixed),
            frozenset(
                (frozenset(map(goes.get, cells)), exact)
                for cells, exact in kind.excluded
            ),
        )

    def amounts(self) -> dict[Kind, tuple[int, int, bool]]:
        """Return how many pieces of each kind there are."""
        found: dict[Kind, tuple[int, int, bool]] = {}
        for name, (least, most) in self.numbers.items():
            low, high, endless = found.get(self.kinds[name], (0, 0, False))
            number = low + least, high + (most or 0), endless or most is None
            found[self.kinds[name]] = number
        return found

    def four_ways(self) -> tuple[int, int, int, int]:
        layouts = self.layouts()
        assume(len(layouts) <= MANY)
        looks = {self.look(layout) for layout in layouts}
        numbers = [len(layouts), len(looks)]
        for flips in (False, True):
            group = self.group(flips)
            orbits = {frozenset(move(look) for move in group) for look in looks}
            assert looks == {look for orbit in orbits for look in orbit}
            numbers.append(len(orbits))
        return tuple(numbers)  # type: ignore[return-value]


def at_origin(points: Any) -> Lying:
    """Shift colored points so that the least of them is the origin."""
    points = list(points)
    corner = min(point for point, _ in points)
    return frozenset((difference(point, corner), letter) for point, letter in points)


def agrees(lattice: str, move: Any, goes: Any) -> bool:
    """Tell whether a move of the paper, after some shift, carries cells so."""
    return (
        len(
            {
                difference(middle(lattice, image), move(middle(lattice, cell)))
                for cell, image in goes.items()
            }
        )
        == 1
    )


def marks(drawing: str, lattice: str) -> dict[Any, str]:
    found = {}
    for z, layer in enumerate(drawing.split("\n\n")):
        for y, row in enumerate(layer.split("\n")):
            for x, mark in enumerate(row):
                found[(x, y, z) if lattice == "cubic" else (y, x)] = mark
    return found


def listing(entries: list[dict[str, Any]]) -> list[tuple[str, frozenset[Any], bool]]:
    return [
        (
            entry["piece"],
            frozenset(map(tuple, entry.get("cells", [entry.get("cell")]))),
            "cells" in entry,
        )
        for entry in entries
    ]


def drawn(board: dict[Any, str], lattice: str) -> str:
    ends = [max(line) + 1 for line in zip(*board)]
    if lattice == "cubic":
        return "\n\n".join(
            "\n".join(
                "".join(board.get((x, y, z), ".") for x in range(ends[0]))
                for y in range(ends[1])
            )
            for z in range(ends[2])
        )
    return "\n".join(
        "".join(board.get((r, c), ".") for c in range(ends[1])) for r in range(ends[0])
    )


def made(chance: random.Random) -> tuple[Packing, Trial]:
    """Cut a small board at random, and add rules at random that it may still keep."""
    lattice = chance.choice(["square", "square", "hexagonal", "cubic"])
    cells = chance.choice(BOARDS[lattice])
    parts = partition(lattice, list(cells), chance)
    board = {cell: "+" if chance.random() < 0.15 else "#" for cell in cells}
    data: dict[str, Any] = {"lattice": lattice, "board": drawn(board, lattice)}
    if chance.random() < 0.3:
        data["turn"] = False
    elif chance.random() < 0.5:
        data["flip"] = True
    color: dict[Any, str] = {}
    if chance.random() < 0.6:
        plain = chance.random() < 0.4
        color = {
            cell: "ab"[sum(cell) % 2] if plain else chance.choice("aab.")
            for cell in cells
        }
        if set(color.values()) != {"."}:
            data["colors"] = drawn(color, lattice)
        else:
            color = {}
    if color and chance.random() < 0.3:
        data["allowed"] = {"a": chance.choice(sorted(set(color.values()) - {"."}))}
    letters = {mark for mark in color.values() if mark != "."}
    letters |= set(data.get("allowed", {}))
    pieces: dict[str, Any] = {}
    for name, part in zip("QRSTUVWXYZ", parts):
        entry: dict[str, Any] = {"shape": [list(cell) for cell in part]}
        if color:
            entry["colors"] = "".join(
                color[cell] if color[cell] in letters and chance.random() < 0.6 else "#"
                for cell in part
            )
        if chance.random() < 0.2:
            entry["turn"] = chance.random() < 0.7
        if entry.get("turn", data.get("turn", True)) and chance.random() < 0.3:
            entry["flip"] = chance.random() < 0.5
            if entry["flip"]:
                entry["shape"] = [list(c) for c in mirror_image(lattice, part)]
        if chance.random() < 0.2:
            entry["count"] = chance.choice([2, "any", [0, 1], [1, 2], [0, 2]])
        pieces[name] = entry
    data["pieces"] = pieces
    for name, part in zip(pieces, parts):
        if chance.random() < 0.15:
            place = [list(cell) for cell in part]
            data.setdefault("fixed", []).append({"piece": name, "cells": place})
        elif chance.random() < 0.2:
            if chance.random() < 0.5:
                place = [list(cell) for cell in part]
                data.setdefault("excluded", []).append({"piece": name, "cells": place})
            else:
                cell = list(chance.choice(cells))
                data.setdefault("excluded", []).append({"piece": name, "cell": cell})
    try:
        puzzle = parse(data)
    except PuzzleError:  # equal pieces that cannot be merged, a place of other colors
        assume(False)
    return puzzle, Trial(data, board)


puzzles = st.integers(0, 2**40).map(lambda seed: made(random.Random(seed)))


def as_tried(puzzle: Packing, layout: Any) -> frozenset[Any]:
    """Return a layout of the package in the form of `Trial.layouts`."""
    shape_of = {name: piece for piece in puzzle.pieces for name in piece.names}
    found = []
    for placement in layout:
        piece = shape_of[placement.piece]
        label = placement.piece if piece.number is not None else piece.name
        letters = set(piece.colors) or {""}
        if len(letters) == 1:
            (letter,) = letters
            lying = frozenset((cell, letter or "#") for cell in placement.cells)
        else:
            lattice = puzzle.lattice.name
            every = moves(lattice)
            lying = by_hand(lattice, every, piece, placement)
        found.append((label, lying))
    return frozenset(found)


def by_hand(lattice: str, every: Any, piece: Any, placement: Placement) -> Lying:
    """Carry a piece by the turn that its placement tells, on paper.

    In space the turns have no natural order: there the package tells what it means.
    """
    if lattice == "cubic":
        cells = colored(parse_lattice(lattice), piece, placement)
        return frozenset((cell, letter or "#") for cell, letter in cells)
    move = next(
        m
        for steps, flipped, m in every
        if (steps, flipped) == (placement.turns, placement.flipped)
    )
    image = [move(middle(lattice, cell)) for cell in piece.cells]
    by = difference(min(middle(lattice, cell) for cell in placement.cells), min(image))
    names = {middle(lattice, cell): cell for cell in placement.cells}
    return frozenset(
        (names[tuple(a + b for a, b in zip(point, by))], letter or "#")
        for point, letter in zip(image, piece.colors)
    )


def parse_lattice(name: str) -> Packing:
    size = [1, 1, 1] if name == "cubic" else [1, 1]
    return parse({"lattice": name, "size": size, "pieces": {"A": [[0] * len(size)]}})


@tried
@given(puzzles)
def test_every_layout_is_found_once_and_no_other(made):
    puzzle, trial = made
    right = trial.layouts()
    assume(len(right) <= MANY)
    found = [as_tried(puzzle, layout) for layout in solve(puzzle, symmetry="raw")]
    assert set(found) == right
    assert len(set(found)) == len(found)


@tried
@given(puzzles)
def test_the_four_ways_to_count_are_those_of_the_orbits_tried_out(made):
    puzzle, trial = made
    expected = trial.four_ways()
    assert count(puzzle)[:4] == expected
    for name, number in zip(("raw", "merged", "rotations", "all"), expected):
        layouts = Layouts(puzzle, symmetry=name)
        assert (name, len(list(layouts))) == (name, number)
        assert (layouts.raw, layouts.complete) == (expected[0], True)


@tried
@given(puzzles)
def test_stating_a_puzzle_and_reading_it_gives_the_same_puzzle(made):
    puzzle, _ = made
    assert parse(state(puzzle)) == puzzle


@tried
@given(puzzles, st.randoms(use_true_random=False))
def test_check_tells_layouts_from_all_else(made, chance):
    puzzle, trial = made
    right = trial.layouts()
    assume(len(right) <= MANY)
    for layout in list(solve(puzzle, symmetry="raw"))[:10]:
        assert check(puzzle, layout) == []
        if not layout:
            continue
        one, other = chance.choice(layout), chance.choice(layout)
        rest = [placement for placement in layout if placement != one]
        swapped = [p for p in rest if p != other] + [
            one._replace(cells=other.cells),
            other._replace(cells=one.cells),
        ]
        for damaged in (rest, swapped if other != one else rest):
            if damaged is rest or not any(piece.patterned for piece in puzzle.pieces):
                fits = as_tried(puzzle, damaged) in right
                assert (check(puzzle, damaged) == []) == fits


@pytest.mark.parametrize(
    "data",
    [
        {"board": ["++", "++"]},
        {"size": [2, 3], "origin": [-2, 5]},
        {"lattice": "hexagonal", "size": [3, 2], "origin": [1, 0]},
        {"lattice": "hexagonal", "board": ["..", "#+", "##"]},
        {"lattice": "cubic", "size": [1, 2, 3]},
        {"lattice": "cubic", "board": ["+#", "", "##"], "origin": [-2, -2, -2]},
    ],
)
def test_boards_anywhere_are_stated_as_they_are(data):
    cell = [0, 0, 0] if data.get("lattice") == "cubic" else [0, 0]
    far = [900] * len(cell)
    pieces = {"M": {"shape": [cell], "count": [0, 3]}, "W": [[-1, *cell[1:]], far]}
    puzzle = parse({**data, "pieces": pieces, "step": 1})
    assert parse(state(puzzle)) == puzzle


# --------------------------------------------------------------------------- by hand

BOX = {"size": [2, 3], "pieces": {"L": ["##", "#."], "J": ["##", ".#"]}}


def lying(piece: str, *cells: list[int]) -> dict[str, Any]:
    return {"piece": piece, "cells": list(cells)}


def test_a_fixed_piece_takes_the_turns_from_the_board():
    assert count(parse(BOX))[:4] == (4, 2, 2, 1)
    fixed = [lying("L", [0, 0], [0, 1], [1, 0])]
    puzzle = parse({**BOX, "fixed": fixed})
    assert count(puzzle)[:4] == (1, 1, 1, 1)
    assert symmetries(puzzle).why_no_turns == (
        "no turn carries the pieces, and where they may lie, to themselves"
    )
    (layout,) = solve(puzzle)
    assert layout[0] == Placement("L", ((0, 0), (0, 1), (1, 0)))
    swapped = tuple(
        placement._replace(piece=name) for placement, name in zip(layout, "JL")
    )
    assert check(puzzle, swapped) == ["piece L is not where it lies fast"]


def test_two_pieces_that_are_fixed_alike_swap_when_the_board_is_turned():
    dominoes = {name: "##" for name in "PQRS"}
    fixed = [lying("P", [0, 0], [0, 1]), lying("Q", [3, 0], [3, 1])]
    puzzle = parse({"size": [4, 2], "pieces": dominoes, "fixed": fixed})
    # R and S lie side by side in one of two ways; each turn keeps both.
    assert count(puzzle)[:4] == (4, 2, 2, 2)
    assert len(symmetries(puzzle).turns) == len(symmetries(puzzle).flips) == 2


def test_a_fixed_piece_fills_cells_that_may_stay_empty():
    pieces = {"D": {"shape": "##", "count": "any"}}
    loose = {"board": "++++", "pieces": pieces}
    assert count(parse(loose)).raw == 5
    fast = parse({**loose, "fixed": [lying("D", [0, 1], [0, 2])]})
    assert [len(layout) for layout in solve(fast)] == [1]
    edge = parse({**loose, "fixed": [lying("D", [0, 0], [0, 1])]})
    assert count(edge).raw == 2


def test_some_of_the_copies_of_a_piece_may_be_fixed():
    dominoes = {"D": {"shape": "##", "count": 3}}
    box = {"size": [2, 3], "pieces": dominoes}
    assert count(parse(box))[:2] == (18, 3)
    upright = parse({**box, "fixed": [lying("D", [0, 0], [1, 0])]})
    assert count(upright)[:2] == (12, 2)
    both = [lying("D", [0, 0], [1, 0]), lying("D", [0, 2], [1, 2])]
    assert count(parse({**box, "fixed": both}))[:4] == (6, 1, 1, 1)


def test_a_piece_is_kept_out_of_a_place_or_of_a_cell():
    exactly = {**BOX, "excluded": [lying("L", [0, 0], [0, 1], [1, 0])]}
    assert count(parse(exactly)).raw == 3
    corner = parse({**BOX, "excluded": [{"piece": "L", "cell": [0, 0]}]})
    layouts = list(solve(corner, symmetry="raw"))
    assert len(layouts) == 2
    assert all((0, 0) in layout[1].cells for layout in layouts)
    wrong = tuple(p._replace(piece=n) for p, n in zip(layouts[0], "JL"))
    assert check(corner, wrong) == ["piece L is excluded from cell (0, 0)"]


def test_equal_pieces_that_are_kept_out_of_different_places_are_told_apart():
    pieces = {"A": "#", "B": "#"}
    free = {"size": [1, 2], "pieces": pieces}
    assert count(parse(free))[:4] == (2, 1, 1, 1)
    out = parse({**free, "excluded": [{"piece": "A", "cell": [0, 0]}]})
    assert count(out)[:4] == (1, 1, 1, 1)
    each = [{"piece": "A", "cell": [0, 0]}, {"piece": "B", "cell": [0, 1]}]
    assert count(parse({**free, "excluded": each}))[:4] == (1, 1, 1, 1)


def test_flips_are_allowed_piece_by_piece():
    skew = {"S": [".##", "##."]}
    as_drawn = {"board": [".##", "##."], "pieces": skew}
    flipped = {"board": ["##.", ".##"], "pieces": skew}
    assert [count(parse(data)).raw for data in (as_drawn, flipped)] == [1, 0]
    free = {"S": {"shape": skew["S"], "flip": True}}
    puzzle = parse({**flipped, "pieces": free})
    assert count(puzzle).raw == 1
    assert said_moves(puzzle) == (
        "pieces may be turned, not flipped; S may be turned and flipped"
    )
    held = {"S": {"shape": skew["S"], "flip": False}}
    assert count(parse({**flipped, "pieces": held, "flip": True})).raw == 0


def test_a_board_is_flipped_just_if_the_pieces_make_up_for_it():
    hand = [".##", "##."]
    box = {"board": ["++++", "++++", "++++"], "flip": False}
    for pieces, merged in (
        ({"S": hand}, False),
        ({"S": hand, "Z": hand[::-1]}, True),
        ({"S": {"shape": hand, "flip": True}}, True),
        ({"S": {"shape": hand, "flip": True}, "Z": hand[::-1]}, False),
        ({"S": {"shape": hand, "count": [0, 1]}, "Z": hand[::-1]}, False),
    ):
        found = symmetries(parse({**box, "pieces": pieces}))
        assert bool(found.flips) == merged


def test_pieces_that_may_not_be_turned_are_only_shifted():
    upright = {"I": {"shape": "##\n", "count": 3}}
    assert count(parse({"size": [3, 2], "pieces": upright, "turn": False})).merged == 1
    assert count(parse({"size": [2, 3], "pieces": upright, "turn": False})).raw == 0
    assert count(parse({"size": [2, 3], "pieces": upright})).merged == 3
    corner = {"size": [2, 2], "pieces": {"L": ["##", "#."], "I": "#"}, "turn": False}
    puzzle = parse(corner)
    assert count(puzzle)[:4] == (1, 1, 1, 1)
    assert symmetries(puzzle).why_no_turns == (
        "pieces may not be turned, and the set turned is another set"
    )
    assert said_moves(puzzle) == "pieces may be neither turned nor flipped"
    one = {"L": {"shape": ["##", "#."], "turn": True}, "I": "#"}
    puzzle = parse({**corner, "pieces": one})
    assert count(puzzle)[:4] == (4, 4, 1, 1)


# ------------------------------------------------------------------------ colors


def test_a_chessboard_is_cut_up_and_put_together():
    pieces = {"L": ["bw", "w."], "J": ["wbw", "..b"], "I": ["w", "b"]}
    box = {"size": [3, 3], "colors": "chessboard", "pieces": pieces}
    bare = {
        name: [row.replace("w", "#").replace("b", "#") for row in rows]
        for name, rows in pieces.items()
    }
    plain = parse({"size": [3, 3], "pieces": bare})
    puzzle = parse(box)
    color = dict(puzzle.colors)
    assert [color[0, 0], color[0, 1], color[2, 2]] == ["w", "b", "w"]
    found = list(solve(puzzle, symmetry="raw"))
    for layout in found:
        assert check(puzzle, layout) == []
        for piece, placement in zip(puzzle.pieces, layout):
            assert sorted(piece.colors) == sorted(color[c] for c in placement.cells)
    assert len(found) == count(plain).raw == 8
    other = {**pieces, "I": "ww"}
    assert count(parse({**box, "pieces": other})).raw == 0
    drawn = {"colors": ["wbw", "bwb", "wbw"], "pieces": pieces}
    assert parse(drawn) == puzzle


def test_colors_take_the_turns_that_do_not_keep_them():
    monomino = {"M": {"shape": "#", "count": "any"}}
    for colors, turns in (("ab\nba", 2), ("aa\nbb", 1), ("aa\naa", 4), ("..\n..", 0)):
        data = {"size": [2, 2], "colors": colors, "pieces": monomino}
        if turns:
            assert len(symmetries(parse(data)).turns) == turns
        else:
            with pytest.raises(PuzzleError, match="colors: no cell has a color"):
                parse(data)


def test_a_piece_that_looks_another_way_after_a_turn_lies_in_two_ways():
    half = {"D": "a#"}
    puzzle = parse({"colors": "aa", "pieces": half})
    assert count(puzzle)[:4] == (2, 2, 1, 1)
    assert [placement.turns for (placement,) in solve(puzzle, symmetry="raw")] == [0, 2]
    assert count(parse({"colors": "ab", "pieces": half})).raw == 1
    assert count(parse({"colors": "bb", "pieces": {"D": "b#"}})).raw == 2
    same = parse({"colors": "aa", "pieces": {"D": "aa"}})
    assert [placement.turns for (placement,) in solve(same, symmetry="raw")] == [None]


def test_what_lies_on_what_may_be_said():
    board = {"colors": ["ab", "bc"]}
    both = {**board, "pieces": {"P": ["xy", "yx"]}}
    allowed = {"x": "ac", "y": "b"}
    assert count(parse({**both, "allowed": allowed})).raw == 1
    assert count(parse({**both, "allowed": {"x": "a", "y": "b"}})).raw == 0
    upright = {**both, "allowed": {"x": "abc", "y": "abc"}}
    assert count(parse(upright))[:4] == (2, 2, 2, 2)  # the flip keeps both


def test_equal_shapes_with_other_colors_are_other_pieces():
    box = {"colors": ["ab", "ab"], "pieces": {"P": "a\na", "Q": "b\nb"}}
    assert count(parse(box))[:2] == (1, 1)
    box = {"colors": ["ab", "ab"], "pieces": {"P": "ab", "Q": "ba"}}
    assert count(parse(box))[:2] == (2, 1)  # Q is P, turned


def test_a_color_without_room_is_named_before_any_search():
    board = {"colors": ["wb", "bw"], "pieces": {"A": "wb", "B": "w", "C": "w"}}
    assert misfit(parse(board)) == (
        "the pieces have 3 cells of color w, the board has room for 2"
    )
    assert Layouts(parse(board)).tally() == 0
    one = {**board, "pieces": {"A": "wb", "B": "#", "C": "w"}}
    assert misfit(parse(one)) == ""


def test_blocked_cells_are_no_cells():
    box = {"size": [2, 3], "blocked": [[0, 0], [1, 2]], "pieces": {"S": [".##", "##."]}}
    assert parse(box).cells == ((0, 1), (0, 2), (1, 0), (1, 1))
    assert count(parse(box)).raw == 1
    assert state(parse(box))["board"] == [".##", "##."]


def test_a_puzzle_made_in_python_may_have_a_fixed_piece_on_an_optional_cell():
    from reductions.packing import Fixed

    loose = parse({"board": "+++", "pieces": {"D": {"shape": "##", "count": [0, 1]}}})
    assert count(loose).raw == 3
    assert count(loose._replace(fixed=(Fixed("D", ((0, 1), (0, 2))),))).raw == 1


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"fixed": [lying("K", [0, 0])]}, "fixed[0].piece: there is no piece 'K'"),
        ({"fixed": [lying("L", [0, 0], [0, 1], [0, 2])]},
         "fixed[0].cells: these cells do not have the shape of L"),
        ({"fixed": [lying("J", [0, 0], [1, 0])]},
         "fixed[0].cells: these cells do not have the shape of J"),
        ({"fixed": [lying("L", [1, 0], [1, 1], [2, 0])]},
         "fixed[0].cells: cell (2, 0) is not on the board"),
        ({"fixed": [lying("L", [0, 0], [0, 1], [1, 0]),
                    lying("J", [0, 1], [0, 2], [1, 2])]},
         "fixed[1].cells: piece L lies fast on (0, 1) already"),
        ({"fixed": [lying("L", [0, 0], [0, 1], [1, 0]),
                    lying("L", [0, 2], [1, 1], [1, 2])]},
         "fixed[1].piece: there are only 1 of piece L"),
        ({"fixed": [lying("L", [0, 0], [0, 1], [1, 0])],
          "excluded": [{"piece": "L", "cell": [0, 1]}]},
         "fixed[0].cells: L is excluded from there"),
        ({"fixed": {"L": [[0, 0]]}}, "fixed: {'L': [[0, 0]]}; want a list of tables"),
        ({"fixed": [{"piece": "L"}]}, "fixed[0].cells: missing; want a list of cells"),
        ({"excluded": [{"piece": "L", "cell": [0, 3]}]},
         "excluded[0].cell: cell (0, 3) is not on the board"),
        ({"excluded": [{"piece": "L", "cell": [0, 1], "cells": [[0, 0]]}]},
         "excluded[0].cell: give either cell or cells"),
        ({"excluded": [{"piece": "L", "sell": [0, 1]}]},
         "excluded[0].sell: unknown key; did you mean 'cell'?"),
        ({"turn": False, "flip": True},
         "flip: pieces that may not be turned cannot be flipped; leave out turn = "
         "false"),
        ({"turn": False, "pieces": {"L": {"shape": "##", "flip": True}}},
         "pieces.L.flip: pieces that may not be turned cannot be flipped"),
        ({"pieces": {"L": {"shape": "##", "flip": 1}}},
         "pieces.L.flip: 1; want true or false"),
        ({"blocked": [[0, 3]]}, "blocked: cell (0, 3) is not on the board"),
        ({"colors": "a"}, None),
        ({"colors": "aaaa"}, "colors: cell (0, 3) is a, but is not on the board"),
        ({"colors": "a!"},
         "colors: '!' in line 1 of the drawing; want a, or . for no cell"),
        ({"colors": 5}, 'colors: 5; want a drawing of the board, or "chessboard"'),
        ({"allowed": {"a": "b"}},
         "allowed: the board has no colors; give them as colors"),
        ({"colors": "ab", "allowed": {"x": "c"}},
         "allowed.x: no cell of the board is c; want some of a, b"),
        ({"colors": "ab", "allowed": {"xy": "b"}},
         "allowed.xy: want a color, which is one letter"),
        ({"colors": "ab", "pieces": {"L": "ac"}},
         "pieces.L: 'c' in line 1 of the drawing; want # or a or b, or . for no cell"),
        ({"colors": "ab", "pieces": {"L": {"shape": [[0, 0]], "colors": "ab"}}},
         "pieces.L.colors: 'ab'; want 1 letters, each one of #, a, b"),
        ({"pieces": {"L": {"shape": [[0, 0]], "colors": "a"}}},
         "pieces.L.colors: the board has no colors"),
        ({"lattice": "hexagonal", "colors": "chessboard"},
         "colors: hexagons make no chessboard; want a drawing"),
        ({"colors": "ab.", "fixed": [lying("L", [0, 0], [0, 1])],
          "pieces": {"L": "aa"}}, "fixed[0].cells: the colors of L cannot lie there"),
    ],
)  # fmt: skip
def test_rules_that_make_no_sense_are_refused_in_one_line(more, message):
    if message is None:
        assert parse({**BOX, **more})
        return
    with pytest.raises(PuzzleError) as info:
        parse({**BOX, **more})
    assert str(info.value) == message
