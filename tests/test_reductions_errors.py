"""What is said about data that make no puzzle: one table, with the exact text."""

from __future__ import annotations

from typing import Any

import pytest

from reductions import Layouts, PuzzleError, Queens, kind_named, solve

TILES = ["a b c d"] * 4
FOUR = {"tiles": TILES}
BOX: dict[str, Any] = {"size": [2, 2], "pieces": {"A": "##"}}
DRAWN = {"board": "##", "pieces": {"A": "##"}}
SIXTEEN = {"grid": "." * 16}


def pieces(**entries: Any) -> dict[str, Any]:
    return {"size": [2, 2], "pieces": entries}


def fixed(*entries: Any) -> dict[str, Any]:
    return {"tiles": TILES, "fixed": list(entries)}


def mates(*pairs: Any) -> dict[str, Any]:
    return {"tiles": TILES, "mates": list(pairs)}


TILE_1 = {"tile": 1, "cell": [0, 0]}

EDGE_MATCHING = [
    ({"tile": TILES}, "tile: unknown key; did you mean 'tiles'?"),
    (
        {**FOUR, "shape": 1},
        "shape: unknown key; known are lattice, size, board, tiles, mates, border, "
        "border_inside, wrap, turn, flip, fixed, excluded",
    ),
    (
        {**FOUR, "origin": [0, 0]},
        "origin: unknown key; known are lattice, size, board, "
        "tiles, mates, border, border_inside, wrap, turn, flip, fixed, excluded",
    ),
    (
        {**FOUR, "lattice": "cubic"},
        "lattice: 'cubic'; want square, hexagonal or triangular",
    ),
    (
        {**FOUR, "lattice": "hexagon"},
        "lattice: 'hexagon'; want square, hexagonal or triangular; "
        "did you mean 'hexagonal'?",
    ),
    ({**FOUR, "lattice": 4}, "lattice: 4; want square, hexagonal or triangular"),
    ({}, "tiles: missing; want a list with a line of symbols for each tile"),
    ({"tiles": []}, "tiles: []; want a list with a line of symbols for each tile"),
    ({"tiles": {}}, "tiles: there are none"),
    (
        {"tiles": "a b c d"},
        "tiles: 'a b c d'; want a list with a line of symbols for each tile",
    ),
    ({"tiles": [*TILES, 7]}, "tiles: tile 5 is 7; want 4 symbols"),
    (
        {"tiles": ["a b c d", "a b c"]},
        "tiles: tile 2 has 3 edges, want 4 (top right bottom left)",
    ),
    (
        {"tiles": {"door": "a b c d e"}},
        "tiles: tile door has 5 edges, want 4 (top right bottom left)",
    ),
    (
        {**FOUR, "lattice": "hexagonal"},
        "tiles: tile 1 has 4 edges, want 6 (upper right, right, lower right, lower "
        "left, left, upper left)",
    ),
    (
        {"tiles": [list("abc") + [1.5]]},
        "tiles: tile 1: 1.5; want a symbol without " "blanks",
    ),
    (
        {"tiles": [list("abc") + [""]]},
        "tiles: tile 1: ''; want a symbol without blanks",
    ),
    (
        {"tiles": [["a", "b", "c d", "e"]]},
        "tiles: tile 1: 'c d'; want a symbol without " "blanks",
    ),
    (
        {"tiles": [["a", "b", ["c"], "d"]]},
        "tiles: tile 1: ['c']; want a symbol without " "blanks",
    ),
    (
        {"tiles": TILES[:3]},
        "size: give the [rows, columns] of the board; 3 tiles do not fill a square",
    ),
    ({**FOUR, "size": [2, 3]}, "tiles: 4 tiles cannot fill a board of 6 cells"),
    ({**FOUR, "size": [2]}, "size: [2]; want [rows, columns]"),
    ({**FOUR, "size": 4}, "size: 4; want [rows, columns]"),
    ({**FOUR, "size": [2, "2"]}, "size[1]: '2'; want a whole number from 1 to 10000"),
    ({**FOUR, "size": [0, 2]}, "size[0]: 0; want a whole number from 1 to 10000"),
    ({**FOUR, "size": [True, 2]}, "size[0]: True; want a whole number from 1 to 10000"),
    ({**FOUR, "size": [101, 100]}, "size: [101, 100]; want at most 10000 cells"),
    ({**FOUR, "size": [2, 2], "board": "##"}, "size: give either size or board"),
    ({**FOUR, "board": 5}, "board: 5; want a drawing, as lines of # and ."),
    (
        {**FOUR, "board": ["#", 5]},
        "board: ['#', 5]; want a drawing, as lines of # " "and .",
    ),
    (
        {**FOUR, "board": "##\n#+"},
        "board: '+' in line 2 of the drawing; want #, or . for no cell",
    ),
    ({**FOUR, "board": "..\n.."}, "board: the drawing has no cells"),
    ({**FOUR, "board": "##\n\n##"}, "board: there is a blank line in the drawing"),
    ({**FOUR, "board": ["#" * 101] * 100}, "board: 10100 cells; want at most 10000"),
    (
        {"tiles": ["a b c d"] * 400},
        "tiles: there are 640000 ways to lay them; want at most 500000",
    ),
    ({**FOUR, "mates": 5}, "mates: 5; want a list of pairs of symbols"),
    ({**FOUR, "mates": []}, "mates: []; want a list of pairs of symbols"),
    (mates(["a", "b", "c"]), "mates[0]: ['a', 'b', 'c']; want two symbols"),
    (mates("ab"), "mates[0]: 'ab'; want two symbols"),
    (mates(["a", ["b"]]), "mates[0]: ['b']; want a symbol without blanks"),
    (mates(["a", "b"], ["c", "a"]), "mates[1]: symbol 'a' has the mate 'b' already"),
    (mates(["a", "b"], ["b", "b"]), "mates[1]: symbol 'b' has the mate 'a' already"),
    (
        mates(["a", "b"], ["c", "x"]),
        "tiles: tile 1 has the symbol 'd', which has no mate",
    ),
    (
        {
            "tiles": ["blueH blueT redH redT"],
            "mates": [["blueH", "blueT"], ["redH", "redt"]],
        },
        "tiles: tile 1 has the symbol 'redT', which has no mate; did you mean 'redt'?",
    ),
    ({**FOUR, "turn": "yes"}, "turn: 'yes'; want true or false"),
    ({**FOUR, "turn": 0}, "turn: 0; want true or false"),
    ({**FOUR, "fixed": 5}, "fixed: 5; want a list of tables"),
    (fixed(5), "fixed[0]: 5; want {tile = name, cell = [row, column], turns = steps}"),
    (
        fixed(TILE_1, {"tile": "1"}),
        "fixed[1]: {'tile': '1'}; want {tile = name, cell = [row, column], turns = "
        "steps}",
    ),
    (fixed({**TILE_1, "turn": 1}), "fixed[0].turn: unknown key; did you mean 'turns'?"),
    (fixed({**TILE_1, "tile": "5"}), "fixed[0].tile: there is no tile '5'"),
    (
        {"tiles": {"north": "a b c d"}, "fixed": [{**TILE_1, "tile": "norht"}]},
        "fixed[0].tile: there is no tile 'norht'; did you mean 'north'?",
    ),
    (
        fixed({**TILE_1, "tile": [1]}),
        "fixed[0].tile: [1]; want a symbol without blanks",
    ),
    *(
        (
            fixed({"tile": 1, "cell": cell}),
            f"fixed[0].cell: {cell!r} is not on the board; want [row, column], counted "
            "from 0",
        )
        for cell in (
            [2, 0],
            [0, -1],
            0,
            [0],
            [0, 0, 0],
            [[0], [0]],
            [0.0, 0],
            [False, True],
            "00",
            {},
        )
    ),
    (
        fixed({**TILE_1, "turns": 4}),
        "fixed[0].turns: 4; want a whole number from 0 to 3",
    ),
    (
        {**fixed({**TILE_1, "turns": 1}), "turn": False},
        "fixed[0].turns: 1; want a whole number from 0 to 0",
    ),
    (
        fixed(TILE_1, {"tile": "1", "cell": [0, 1]}),
        "fixed[1]: tile '1' is in the list already",
    ),
    (
        fixed(TILE_1, {"tile": 2, "cell": [0, 0]}),
        "fixed[1]: cell (0, 0) is in the list already",
    ),
]

PACKING = [
    ({"size": [2, 2], "peices": {}}, "peices: unknown key; did you mean 'pieces'?"),
    (
        {**BOX, "lattice": "octagonal"},
        "lattice: 'octagonal'; want square, hexagonal, triangular or cubic",
    ),
    (
        {"pieces": {"A": "##"}},
        "size: give the size of the region, or its drawing as board",
    ),
    ({"size": [2, 2]}, "pieces: missing; want a table name -> shape"),
    (pieces(), "pieces: {}; want a table name -> shape"),
    ({**BOX, "pieces": ["##"]}, "pieces: ['##']; want a table name -> shape"),
    ({**BOX, "size": [2, 2, 2]}, "size: [2, 2, 2]; want [rows, columns]"),
    ({**BOX, "lattice": "cubic"}, "size: [2, 2]; want [x, y, z]"),
    (
        {**BOX, "lattice": "cubic", "size": [100, 100, 2]},
        "size: [100, 100, 2]; want at most 10000 cells",
    ),
    ({**BOX, "flip": 1}, "flip: 1; want true or false"),
    ({**BOX, "step": 0}, "step: 0; want a whole number from 1 to 100"),
    ({**BOX, "step": 1.0}, "step: 1.0; want a whole number from 1 to 100"),
    ({**DRAWN, "origin": [1]}, "origin: [1]; want 2 numbers"),
    ({**DRAWN, "origin": 3}, "origin: 3; want the coordinates of the first cell"),
    (
        {**DRAWN, "origin": [1, "x"]},
        "origin[1]: 'x'; want a whole number from -10000 to 10000",
    ),
    (
        {**DRAWN, "board": "#*"},
        "board: '*' in line 1 of the drawing; want # or +, or . " "for no cell",
    ),
    (pieces(A=5), "pieces.A: 5; want a drawing or a list of cells"),
    (pieces(A=[]), "pieces.A: []; want a drawing or a list of cells"),
    (pieces(A=""), "pieces.A: the drawing has no cells"),
    (
        pieces(A=["##", ".%"]),
        "pieces.A: '%' in line 2 of the drawing; want # or X or x or o, or . for no "
        "cell",
    ),
    (pieces(A=[[0, 0], [0]]), "pieces.A[1]: [0]; want 2 coordinates"),
    (pieces(A=[[0, 0], 5]), "pieces.A[1]: 5; want 2 coordinates"),
    (
        pieces(A=[[0, 0], [0, 0.5]]),
        "pieces.A[1]: 0.5; want a whole number from -10000 to 10000",
    ),
    (pieces(C=[[0, 0], [0, 1], [0, 0]]), "pieces.C[2]: cell (0, 0) is listed twice"),
    (
        pieces(A=[[k // 100, k % 100] for k in range(10_001)]),
        "pieces.A: 10001 cells; want at most 10000",
    ),
    (pieces(A={"count": 2}), "pieces.A.shape: missing"),
    (
        pieces(A={"shape": "#", "cuont": 2}),
        "pieces.A.cuont: unknown key; did you mean 'count'?",
    ),
    *(
        (
            pieces(A={"shape": "#", "count": number}),
            f"pieces.A.count: {number!r}; want a number from 1 to 1000, "
            '[least, most], or "any"',
        )
        for number in (1001, 0, -1, "many", 2.0, True, [2], [3, 2], [0, 0], [1, 2, 3])
    ),
    (
        pieces(A={"shape": "#?"}),
        "pieces.A.shape: '?' in line 1 of the drawing; want # or X or x or o, or . for "
        "no cell",
    ),
    (
        {"size": [2, 2], "pieces": {"A": {"shape": "#", "count": 2}, "A#2": "##"}},
        "pieces.A#2: two pieces have this name",
    ),
    (
        pieces(A={"shape": "##", "count": "any"}, B=["#", "#"]),
        "pieces.B: this is the same shape as piece A, which may be used any number of "
        "times",
    ),
    (
        {"size": [100, 100], "pieces": {str(k): "#" * k for k in range(1, 40)}},
        "pieces: there are 770000 ways to lay them; want at most 500000",
    ),
]

QUEENS = [
    ({}, "size: give the number of queens"),
    ({"size": 0}, "size: 0; want a whole number from 1 to 100"),
    ({"size": "8"}, "size: '8'; want a whole number from 1 to 100"),
    ({"size": 101}, "size: 101; want a whole number from 1 to 100"),
    ({"size": 8, "sise": 8}, "sise: unknown key; did you mean 'size'?"),
]

SUDOKU = [
    ({}, "grid: missing; want the rows as text"),
    ({"grid": 5}, "grid: 5; want the rows as text"),
    ({"grid": ["1...", 5]}, "grid: ['1...', 5]; want the rows as text"),
    ({"grid": "." * 15}, "grid: 15 cells; want n x n, such as 81"),
    ({"grid": ""}, "grid: 0 cells; want n x n, such as 81"),
    ({"gird": "", "grid": ""}, "gird: unknown key; did you mean 'grid'?"),
    (
        {"grid": "." * 36},
        "box: give the [rows, columns] of a box; the grid has 6 columns",
    ),
    ({**SIXTEEN, "box": 4}, "box: 4; want [rows, columns]"),
    ({**SIXTEEN, "box": [2, 2, 2]}, "box: [2, 2, 2]; want [rows, columns]"),
    ({**SIXTEEN, "box": [2, "2"]}, "box[1]: '2'; want a whole number from 1 to 4"),
    ({"grid": "." * 36, "box": [2, 2]}, "box: 2 x 2 does not fit a grid of 6 columns"),
    ({**SIXTEEN, "symbols": "123"}, "symbols: '123'; want 4 different characters"),
    ({**SIXTEEN, "symbols": "1223"}, "symbols: '1223'; want 4 different characters"),
    ({**SIXTEEN, "symbols": 1234}, "symbols: 1234; want 4 different characters"),
    *(
        (
            {**SIXTEEN, "symbols": f"12{symbol}4"},
            f"symbols: {symbol!r} has a meaning of its own in the grid",
        )
        for symbol in ".0|-+ "
    ),
    (
        {"grid": "1... ...5 .... ...."},
        "grid: '5' at row 2, column 4; want one of 1234, or . for an empty cell",
    ),
    (
        {"grid": "11.. .... .... ...."},
        "grid: 1 stands twice in one row, at row 1, column 1 and row 1, column 2",
    ),
    (
        {"grid": "1... .... 1... ...."},
        "grid: 1 stands twice in one column, at row 1, column 1 and row 3, column 1",
    ),
    (
        {"grid": ".... .... ..2. ...2"},
        "grid: 2 stands twice in one box, at row 3, column 3 and row 4, column 4",
    ),
]

EXACT_COVER = [
    ({}, "options: missing; want lines of items, or a table name -> line"),
    ({"option": []}, "option: unknown key; did you mean 'options'?"),
    (
        {"options": "A B"},
        "options: 'A B'; want lines of items, or a table name -> line",
    ),
    ({"options": ["A", 5]}, "options[1]: 5; want items, as a line of words"),
    ({"options": {"x": 5}}, "options.x: 5; want items, as a line of words"),
    (
        {"options": [["A", "B C"]]},
        "options[0][1]: 'B C'; want a symbol without blanks",
    ),
    ({"options": ["A A"]}, "options[0]: item 'A' appears twice in one option"),
    ({"options": {"x": "A:"}}, "options.x: 'A:'; want item or item:color"),
    (
        {"options": ["A |x"]},
        "options[0]: '|x' in an option; want |cost; '|' alone separates items in the "
        "first line only",
    ),
    (
        {"options": ["A |" + "9" * 16]},
        "options[0]: '|9999999999999999': the number is too large",
    ),
    (
        {"options": ["A:red"]},
        "options: option '1' gives primary item 'A' the color 'red'; only secondary "
        "items are colored",
    ),
    (
        {"items": "north", "options": ["norht"]},
        "options: option '1' uses item 'norht', which is neither primary nor "
        "secondary; did you mean 'north'?",
    ),
    ({"items": 5, "options": []}, "items: 5; want items, as a line of words"),
    ({"items": "A A", "options": []}, "items: item 'A' is named twice"),
    (
        {"items": "A", "secondary": "A", "options": []},
        "items: item 'A' is named twice",
    ),
    (
        {"items": "A | X", "options": []},
        "items: '|' stands alone; secondary items have their own key",
    ),
    (
        {"items": "3:2|A", "options": []},
        "items: item '3:2|A': its lower bound is above its upper bound",
    ),
    ({"items": "0|A", "options": []}, "items: item '0|A': its upper bound is 0"),
    ({"options": 5}, "options: 5; want lines of items, or a table name -> line"),
    (
        {"secondary": "2|X", "options": []},
        "items: secondary item 'X' has a multiplicity; only primary items have",
    ),
    ({"secondary": 5, "options": []}, "secondary: 5; want items, as a line of words"),
]

TABLE = [
    pytest.param(kind, data, message, id=f"{kind}-{message[:40]}")
    for kind, rows in (
        ("edge-matching", EDGE_MATCHING),
        ("packing", PACKING),
        ("queens", QUEENS),
        ("sudoku", SUDOKU),
        ("exact-cover", EXACT_COVER),
    )
    for data, message in rows
]


@pytest.mark.parametrize(("kind", "data", "message"), TABLE)
def test_data_that_make_no_puzzle_are_refused_in_one_line(kind, data, message):
    with pytest.raises(PuzzleError) as error:
        kind_named(kind).parse(data)
    assert str(error.value) == message


DEEP: Any = 1
for _ in range(100_000):
    DEEP = {"deep": DEEP}
KEYS = [
    (kind, key)
    for kind in ("edge-matching", "packing", "queens", "sudoku", "exact-cover")
    for key, _ in kind_named(kind).KEYS
]


@pytest.mark.parametrize(("kind", "key"), KEYS)
def test_no_value_is_too_large_or_too_deep_to_be_named(kind, key):
    data: dict[str, Any] = {
        "edge-matching": {"tiles": TILES},
        "packing": {"size": [1, 2], "pieces": {"A": "##"}},
        "queens": {},
        "sudoku": SIXTEEN,
        "exact-cover": {"options": ["A"]},
    }[kind]
    if key in ("board", "origin"):
        data = {k: v for k, v in data.items() if k != "size"}
    if key == "origin":
        data = DRAWN
    for value in 10**5000, -(10**5000), DEEP, [DEEP], [10**5000]:
        with pytest.raises(PuzzleError) as error:
            kind_named(kind).parse({**data, key: value})
        message = str(error.value)
        assert message.startswith((key, "pieces.deep")) and len(message) < 300


def test_other_questions_that_make_no_sense_are_refused():
    with pytest.raises(ValueError) as error:
        solve(Queens(4), symmetry="rotation")
    assert str(error.value) == (
        "symmetry is 'rotation'; want one of raw, merged, rotations, all; did you mean "
        "'rotations'?"
    )
    with pytest.raises(ValueError, match="limit is -1; want at least 0"):
        Layouts(Queens(4), limit=-1)
    with pytest.raises(ValueError, match="there is no engine 'link'"):
        Layouts(Queens(4), engine="link")
    with pytest.raises(ValueError, match="timeout is -1; want seconds, at least 0"):
        Layouts(Queens(4), timeout=-1)
