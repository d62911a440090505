"""``puzzles solve --best``: what is said, what is written, and when."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import puzzles
from puzzles.commands import best as command
from puzzles.commands.best import save

FRAME = """\
kind = "edge-matching"
border = "0"
tiles = ["0 a b 0", "0 0 c a", "c 0 0 d", "b {} 0 0"]
"""
SOLVABLE, WRONG = FRAME.format("d"), FRAME.format("e")

#: More than can be finished: a hundred tiles that hardly fit together.
LARGE = (
    'kind = "edge-matching"\ntiles = [\n'
    + "".join(
        f'  "{k % 29} {k * 7 % 31} {k * k % 23} {k * k * k % 37}",\n'
        for k in range(100)
    )
    + "]\n"
)


def test_a_puzzle_with_a_layout_is_solved(run):
    code, out, err = run("solve", "a.toml", "--best", a=SOLVABLE)
    assert code == 0
    assert out.endswith("4 of 4 inner sides match\n")
    assert "best: 4 of 4" in err


def test_what_does_not_match_is_named_and_the_best_is_proved(run):
    code, out, err = run("solve", "a.toml", "--best", a=WRONG)
    assert code == 0
    assert "3 of 4 inner sides match; no board has more\n" in out
    assert len([line for line in out.splitlines() if " meets " in line]) == 1
    assert "best: 3 of 4; no board has more" in err


def test_json_says_all_of_it(run):
    code, out, _ = run("solve", "a.toml", "--best", "--json", "--seed", "7", a=WRONG)
    said = json.loads(out)
    assert code == 0
    assert (said["score"], said["possible"], said["most"]) == (3, 4, 3)
    assert said["proved"] is True and said["seed"] == 7
    assert len(said["layout"]) == 4 and len(said["faults"]) == 1


def test_a_link_opens_the_board_in_a_viewer(run):
    code, out, _ = run("solve", "a.toml", "--best", "--link", a=WRONG)
    assert code == 0 and "board_edges=" in out and out.count("\n") == 1


def test_other_kinds_are_refused_in_a_line(run):
    code, out, err = run("solve", "soma", "--best")
    assert (code, out) == (2, "")
    assert err == "puzzles: soma: --best is for edge matching; this is packing\n"


def test_best_is_one_of_several_things_to_ask_for(run):
    code, _, err = run("solve", "frogs", "--best", "--all")
    assert code == 2 and "not allowed with" in err


def test_time_that_is_over_is_told_and_the_best_so_far_is_shown(run):
    code, out, err = run("solve", "a.toml", "--best", "--timeout", "0", a=LARGE)
    assert code == 3
    assert "of 180 inner sides match; whether that is the most is not known" in out
    assert "stopped by timeout" in err


def test_each_improvement_is_said_and_written_at_once(run, monkeypatch):
    written = []

    def saved(path: str, text: str) -> None:
        save(path, text)
        written.append(json.loads(Path("b.json").read_text())["score"])

    monkeypatch.setattr(command, "save", saved)
    code, out, err = run(
        "solve", "a.toml", "--best", "--json", "--out", "b.json", a=WRONG
    )
    assert (code, out) == (0, "")
    said = [int(line.split()[2]) for line in err.splitlines() if " after " in line]
    assert len(said) > 1 and written == [*said, said[-1]]
    assert sorted(os.listdir()) == ["a.toml", "b.json"]


def test_the_puzzle_is_never_written_over(run):
    code, _, err = run("solve", "a.toml", "--best", "--out", "a.toml", a=WRONG)
    assert code == 2 and "this is the puzzle" in err
    assert Path("a.toml").read_text() == WRONG


def test_a_folder_that_is_not_there_is_a_line(run):
    code, _, err = run("solve", "a.toml", "--best", "--out", "no/b.txt", a=WRONG)
    assert code == 2 and "No such file or directory" in err


def test_writing_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "board.txt"
    save(str(path), "one\n")

    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(KeyboardInterrupt):
        save(str(path), "two\n")
    assert path.read_text() == "one\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_to_a_file_stays_one_and_a_device_stays_a_device(tmp_path):
    path, other = tmp_path / "board.txt", tmp_path / "link.txt"
    path.write_text("old\n")
    try:
        other.symlink_to(path)
    except OSError:  # a system that does not let everybody make links
        other = path
    save(str(other), "new\n")
    assert path.read_text() == "new\n"
    assert other == path or other.is_symlink()
    save(os.devnull, "gone\n")
    assert not os.path.isfile(os.devnull)


def test_an_interrupt_ends_the_search_with_the_best_so_far(tmp_path):
    file, board = tmp_path / "a.toml", tmp_path / "board.txt"
    file.write_text(LARGE)
    process = subprocess.Popen(
        [sys.executable, "-m", "puzzles", "solve", str(file), "--best"]
        + ["--out", str(board)],
        cwd=Path(puzzles.__file__).parents[1],
        stderr=subprocess.PIPE,
        text=True,
    )
    while not board.exists() and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "stopped by interrupt" in err and "Traceback" not in err
    assert "of 180 inner sides match" in board.read_text()
