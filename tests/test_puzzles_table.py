"""What a person at a table does with the commands, and the slips that come with it."""

from __future__ import annotations

import io
from itertools import chain, repeat

import pytest

from dlx import FormatError
from puzzles import formats
from puzzles.command import main
from puzzles.files import PuzzleFile, load
from puzzles.formats import parse
from puzzles.formats.own import write
from reductions import Layouts

TWO_SIDED = "a b c d / e f g h\n" * 4
UNBALANCED_TORUS = """\
kind = "edge-matching"
size = [2, 2]
wrap = "both"
turn = false
tiles = ["a b a c", "a c a b", "b a c a", "b c b c"]
"""


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Return a function that runs the command in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        code = main(arguments)
        return code, *capsys.readouterr()

    return run


def test_drawings_are_written_row_by_row_and_read_back():
    for name in ("pentominoes-8x8", "soma", "meteor"):
        file = load(name)
        text = write(file)
        assert "\\u000a" not in text
        (again,) = parse(text, "again.toml")
        assert isinstance(again, PuzzleFile) and again.puzzle == file.puzzle


def test_tiles_with_a_back_may_be_listed_after_a_stroke(run):
    (file,) = formats.parse(TWO_SIDED, "mine.txt")
    assert {tile[1:] for tile in file.puzzle.tiles} == {(tuple("abcd"), tuple("efgh"))}
    assert file.puzzle.flip
    (again,) = formats.parse(formats.writer("tiles").write(file), "mine.txt")
    assert again.puzzle == file.puzzle
    (counter,) = formats.parse("# edges: counter-clockwise\n" + TWO_SIDED, "mine.txt")
    assert counter.puzzle.tiles[0][1:] == (tuple("adcb"), tuple("ehgf"))
    code, out, err = run("check", "-", typed=TWO_SIDED.replace("h", "", 1))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "<standard input>:1: tile 1 has 3 edges on its back, want 4 (" in err


def test_a_problem_without_options_is_known_by_what_convert_writes(run):
    text = "a b c d | e f\n"
    assert run("solve", "-", typed="| x\n" + text)[0] == 1
    # Without the comment, one line might be anything.
    assert run("solve", "-", typed=text)[0] == 2


def test_a_symbol_in_the_wrong_case_gets_a_suggestion(run):
    tiles = "owlT owlH foxT foxT\nowlH foxT foxT owlH\nfoxH owlH foxT foxh\n"
    code, _, err = run("check", "-", typed=tiles + "owlH foxH foxT owlT\n")
    assert code == 2 and "tile 3 has 'foxh'" in err and "did you mean 'foxH'?" in err


def test_what_proves_that_there_is_no_layout_is_said_once_and_by_solve_too(run):
    reason = "edges have no mate"
    code, out, _ = run("check", "-", typed=UNBALANCED_TORUS)
    assert code == 1 and out.count(reason) == 1 and "no short reason" not in out
    code, _, err = run("solve", "-", typed=UNBALANCED_TORUS)
    assert code == 1 and reason in err and "no short reason" not in err


def test_a_format_asked_for_is_heeded_for_a_bundled_puzzle_too(run):
    code, _, err = run("solve", "frogs", "--from", "tomll")
    assert code == 2 and "did you mean 'toml'?" in err
    assert run("solve", "frogs", "--from", "toml")[0] == 0


def test_a_hint_of_no_piece_tells_only_whether_there_is_a_layout(run):
    _, out, _ = run("hint", "frogs", "--pieces", "0")
    assert "there is a layout" in out and "lies already" not in out


def test_a_random_layout_that_takes_too_long_is_one_short_line(run):
    code, out, err = run("solve", "meteor", "--random", "--timeout", "0")
    assert (code, out) == (3, "")
    assert err == "puzzles: meteor: stopped by timeout\n"


def test_a_single_node_is_not_nodes(run):
    text = 'kind = "edge-matching"\ntiles = ["a b c d"]\n'
    _, _, err = run("solve", "-", "--symmetry", "raw", typed=text)
    assert ", 1 node, " in err or " nodes, " in err and ", 1 nodes, " not in err


@pytest.mark.parametrize("option", ["--limit", "--timeout"])
def test_a_number_that_makes_no_sense_is_told_what_would(option, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["solve", "frogs", option, "-1"])
    assert stop.value.code == 2
    assert "'-1'; want " in capsys.readouterr().err


def test_the_timeout_is_that_of_stating_the_problem_too(monkeypatch):
    ticks = chain([0.0], repeat(7.0))
    monkeypatch.setattr("reductions.solving.time.monotonic", lambda: next(ticks))
    layouts = Layouts(load("frogs").puzzle, timeout=10)
    monkeypatch.undo()
    assert layouts._search.limits.timeout == 3.0


LONG = 2**19


@pytest.mark.parametrize(
    "text",
    [
        "0 " + "1 " * LONG + "\n=",
        "0" + " \n" * (LONG - 9) + "= x y",
        "# edges: N" + " " * 2 * LONG + "E\n1 2 3 4",
    ],
    ids=["bits", "blank lines", "blanks in a comment"],
)
def test_telling_the_format_of_a_long_text_looks_at_it_once(text):
    """A pattern that goes back would take hours for these."""
    with pytest.raises(ValueError, match="my.txt"):
        parse(text[: 2**20], "my.txt")


def test_a_link_whose_edges_are_no_key_of_it_is_refused_in_a_line(run):
    code, out, err = run("solve", "-", typed="0 board_edges=aaaa\n")
    assert (code, out) == (2, "")
    assert err == (
        "puzzles: <standard input>:1: there is no link; want one with &board_edges=\n"
    )


def test_a_text_that_is_like_no_format_is_not_taken_for_tiles():
    rows = "83,101,185,321,485,573,627,787,889\n64,115,168,335,481,582,609,789,866\n"
    with pytest.raises(FormatError, match="^my.csv: this looks like none of the form"):
        formats.parse(rows, "my.csv")
