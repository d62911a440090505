"""``puzzles check``: the doctor at the command line."""

from __future__ import annotations

import pytest

from puzzles.command import main

FROGS = """\
YH YH BH GH
RT BT BH GH
RH GT RT YT
YT BH GH GT
BT RH GH RH
RT GH BH YH
BT RH GT RT
YH BT YT GT
YH RH RT BT
"""

TETROMINOES = """\
kind = "packing"
size = [4, 5]
flip = true
[pieces]
I = "####"
O = ["##", "##"]
T = ["###", ".#."]
L = ["###", "#.."]
S = [".##", "##."]
"""


@pytest.fixture
def checked(tmp_path, capsys):
    """Return a function that checks a text: the exit code, and the lines."""

    def checked(text: str, *options: str) -> tuple[int, list[str]]:
        path = tmp_path / ("a.toml" if "=" in text else "a.txt")
        path.write_text(text)
        code = main(["check", str(path), *options])
        return code, capsys.readouterr().out.splitlines()

    return checked


def test_a_wrong_edge_is_named_after_the_table_of_mates(checked):
    code, lines = checked(FROGS)  # the first edge of tile 3 should be YT
    assert code == 1
    table = [sorted(line.split()) for line in lines]
    assert ["5", "5", "RH", "RT"] in table and ["3", "5", "YH", "YT"] in table
    start = lines.index("no layout")
    likeliest = "  tile 8: right edge should perhaps be GT, not BT (then 1 layout)"
    assert lines.index(likeliest) > start
    assert lines[-1].startswith("  and ")


def test_what_is_impossible_is_said_without_a_search(checked):
    code, lines = checked(TETROMINOES, "--timeout", "0")
    assert code == 1
    (proof,) = [line for line in lines if line.startswith("impossible: ")]
    assert "colored like a chessboard" in proof
    assert lines.index(proof) < lines.index("no layout")
    assert lines[-1] == "the search for typing mistakes was stopped by timeout"


def test_equal_shapes_are_reported_of_a_puzzle_that_has_layouts(checked):
    text = 'kind = "packing"\nsize = [2, 4]\n[pieces]\nA = "####"\nB = "####"\n'
    code, lines = checked(text)
    assert code == 0
    assert "note: pieces A and B have the same shape" in lines
    assert ["A", "4", "1", "2", "2"] in [line.split() for line in lines]


def test_symbols_of_a_sudoku_that_can_be_swapped_are_named(checked):
    grid = "12.. ..1. .... ...."
    code, lines = checked(f'kind = "sudoku"\ngrid = "{grid}"\n')
    assert code == 0
    assert "note: 3 givens in 16 cells" in lines
    assert any(line.startswith("note: 3 and 4 are not given") for line in lines)
    assert lines[-1].startswith("several layouts")
