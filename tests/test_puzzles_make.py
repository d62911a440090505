"""``puzzles make`` and ``puzzles solve --random`` at the command line."""

from __future__ import annotations

import json

import pytest

from puzzles import load
from puzzles.command import main
from reductions import Placement, check, count


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return run


TILES = "make edge-matching --rows 3 --columns 3 --symbols 4 --unique".split()


def test_made_tiles_are_a_file_that_has_one_layout(run):
    arguments = [*TILES, "--seed", "2"]
    code, out, err = run(*arguments, "--out", "nine.toml")
    assert (code, out) == (0, "")
    assert "wrote nine.toml" in err and "seed 2" in err
    file = load("nine.toml")
    assert len(file.puzzle.tiles) == 9
    assert {edge for tile in file.puzzle.tiles for edge in tile.edges} == {
        "AH",
        "AT",
        "BH",
        "BT",
    }
    assert count(file.puzzle).rotations == file.known["rotations"] == 1
    code, again, _ = run(*file.source.split()[1:])
    with open("nine.toml", encoding="utf-8") as text:
        assert (code, again) == (0, text.read())
    code, _, err = run(*arguments, "--out", "nine.toml")
    assert code == 2 and "there is such a file already" in err


def test_a_made_sudoku_is_a_file_that_has_one_layout(run):
    code, _, _ = run(*"make sudoku --box 2 3 --seed 4 --out s.toml".split())
    assert code == 0
    assert count(load("s.toml").puzzle).raw == 1
    code, out, _ = run(*"make sudoku --size 4 --givens 9 --seed 1".split())
    assert code == 0 and "9 givens" in out


def test_without_a_seed_one_is_chosen_and_said(run):
    code, out, _ = run("make", "sudoku", "--size", "4")
    assert code == 0
    source = next(line for line in out.splitlines() if line.startswith("source"))
    command = source.split('"')[1].split()[1:]
    assert run(*command)[1] == out


@pytest.mark.parametrize(
    "words, code, fault",
    [
        (
            "edge-matching --rows 3 --columns 3 --symbols 1 --unique --mates equal",
            1,
            "no such puzzle",
        ),
        ("edge-matching --rows 3 --columns 3 --symbols 0", 2, "symbols: 0; want"),
        ("edge-matching --rows 0 --columns 3 --symbols 4", 2, "rows: 0; want"),
        ("edge-matching --rows 3 --columns 3 --symbols 5", 2, "an even number, or --"),
        ("edge-matching --rows 3 --symbols 3", 2, "--columns"),
        (
            "edge-matching --rows 5 --columns 5 --symbols 4 --unique --timeout 0",
            3,
            "found none; stopped by timeout",
        ),
        ("sudoku --size 8", 2, "size: 8; want 1, 4, 9, 16 or 25, or --box"),
        ("sudoku --box 9 9", 2, "box columns: 9; want"),
        ("sudoku --givens 12", 1, "no such puzzle: givens: 12"),
        ("sudoko", 2, "did you mean 'sudoku'?"),
    ],
)
def test_what_cannot_be_made_is_said_in_one_line(run, words, code, fault):
    got, out, err = run("make", *words.split())
    assert (got, out) == (code, "")
    assert fault in err
    assert len(err.splitlines()) == 1


def test_a_random_layout_is_right_and_the_seed_gives_it_again(run):
    code, out, err = run("solve", "soma", "--random", "--seed", "3", "--json")
    data = json.loads(out)
    (placements,) = data["layouts"]
    layout = tuple(
        Placement(
            entry["piece"],
            tuple(map(tuple, entry["cells"])),
            entry["turns"],
            entry["flipped"],
        )
        for entry in placements
    )
    assert code == 0 and data["uniform"] is True
    assert check(load("soma").puzzle, layout) == []
    assert "--seed 3 gives it again" in err
    assert run("solve", "soma", "--random", "--seed", "3", "--json")[1] == out


def test_random_draws_differ_and_say_their_seed(run):
    _, first, err = run("solve", "queens-8", "--random")
    seed = err.split("--seed ")[1].split()[0]
    assert run("solve", "queens-8", "--random", "--seed", seed)[1] == first
    pictures = {
        run("solve", "queens-8", "--random", "--seed", str(k))[1] for k in range(9)
    }
    assert len(pictures) > 3


@pytest.mark.parametrize("other", ["--all", "--count", "--limit=2"])
def test_random_excludes_asking_for_more(run, other):
    code, out, err = run("solve", "queens-8", "--random", other)
    assert (code, out) == (2, "")
    assert "not allowed with" in err


def test_a_seed_alone_is_refused(run):
    code, _, err = run("solve", "queens-8", "--seed", "3")
    assert code == 2 and "--seed goes with --random" in err


def test_a_puzzle_without_layouts_has_none_at_random(run, tmp_path):
    (tmp_path / "none.toml").write_text('kind = "queens"\nsize = 3\n')
    code, out, _ = run("solve", "none.toml", "--random", "--seed", "1")
    assert (code, out) == (1, "")


def test_symbols_are_counted_as_they_were_asked_for(run):
    sizes = ("--rows", "4", "--columns", "4", "--symbols", "2")
    code, _, err = run("make", "edge-matching", *sizes, "--unique", "--seed", "1")
    assert code == 1
    assert "symbols: 2; so few make only 3 tiles" in err
