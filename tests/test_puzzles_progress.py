"""Progress bars: in a terminal only, and only where a step takes long."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from puzzles.command import main
from puzzles.commands.progress import Progress, progress

ROOT = Path(__file__).parents[1]

#: The package has a function of that name, too.
MODULE = sys.modules["puzzles.commands.progress"]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch):
    """Return a terminal that standard error is, for the bars."""
    found = Terminal()
    monkeypatch.setattr(MODULE, "sys", SimpleNamespace(stderr=found))
    return found


def until(what) -> None:
    """Wait until something is so, but not for ever."""
    end = time.monotonic() + 20
    while not what():
        assert time.monotonic() < end
        time.sleep(0.001)


@pytest.fixture
def at_once(monkeypatch):
    """Let every step be a long one."""
    monkeypatch.setattr(MODULE, "DELAY", 0.0)
    monkeypatch.setattr(MODULE, "EVERY", 0.001)


def test_a_bar_shows_how_far_a_long_step_is_and_goes_away(terminal, at_once):
    with progress("counting", "sheep", 4) as bar:
        bar.tick()
        until(lambda: "1/4" in terminal.getvalue())
        bar.tick()
        until(lambda: "2/4" in terminal.getvalue())
    assert "counting:  50%" in terminal.getvalue()
    assert terminal.getvalue().split("\r")[-2].strip() == ""
    assert terminal.getvalue().endswith("\r")


def test_a_step_that_cannot_be_counted_shows_the_time(terminal, at_once):
    with progress("thinking"):
        until(lambda: "thinking: 00:00" in terminal.getvalue())
    assert terminal.getvalue().endswith("\r")


def test_a_bar_goes_away_when_the_step_fails(terminal, at_once):
    with pytest.raises(KeyboardInterrupt):
        with progress("thinking"):
            until(lambda: "thinking" in terminal.getvalue())
            raise KeyboardInterrupt
    assert terminal.getvalue().endswith("\r")


def test_lines_do_not_end_up_in_the_bar(terminal, at_once):
    with progress("thinking") as bar:
        until(lambda: bar._shown)
        with bar.aside():
            print("found", file=terminal)
    assert "\rfound\n" in terminal.getvalue()


def test_a_short_step_shows_nothing(terminal):
    with progress("thinking"):
        pass
    assert terminal.getvalue() == ""


def test_nothing_is_shown_where_there_is_no_terminal(at_once, capsys, monkeypatch):
    with progress("thinking") as bar:
        bar.tick()
    monkeypatch.setattr(MODULE, "sys", SimpleNamespace(stderr=None))
    with progress("thinking") as bar:
        bar.tick()
    monkeypatch.undo()
    assert capsys.readouterr() == ("", "")


def test_a_short_command_does_not_load_what_draws_bars():
    script = (
        "import sys\nfrom puzzles.command import main\n"
        "sys.stderr.isatty = lambda: True\nmain(['solve', 'frogs', '--count'])\n"
        "print('tqdm' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout == "2\nFalse\n"


#: Tiles with one edge that is mistyped, so that there is no layout.
MINE = """
owlT owlH foxT foxT
owlH beeH foxT elkH
foxH owlH foxT foxH
foxH beeH owlH owlH
foxT owlH owlT elkT
beeT owlH elkT beeH
owlT foxH elkH owlH
beeT elkT owlT beeH
beeT elkH owlH foxH
"""


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        (["takeapart", "wooden-cube"], ["looking for layout 1", "taking apart"]),
        (["takeapart", "piston-burr", "--all"], ["taking apart"]),
        (["solve", "piston-burr", "--apart"], ["counting layouts", "taking apart"]),
        (["solve", "frogs", "--random"], ["drawing a layout at random"]),
        (["solve", "frogs", "--best"], ["looking for a better board"]),
        (
            ["draw", "frogs", "--layout", "2", "--out", "a.svg"],
            ["looking for layout 2", "drawing a.svg"],
        ),
        (
            ["draw", "frogs", "--out", "a.html"],
            ["looking for layouts", "drawing a.html"],
        ),
        (
            ["draw", "piston-burr", "--layout", "apart", "--out", "a.html"],
            ["looking for one that comes apart", "drawing a.html"],
        ),
        (["draw", "soma", "--out", "a.stl"], ["making solids"]),
        (["check", "frogs"], ["looking for a second layout"]),
        (
            ["check", "a.txt", "--timeout", "1"],
            ["looking for a second layout", "looking for typing mistakes"],
        ),
        (["hint", "frogs"], ["looking for a completion"]),
        (["make", "sudoku", "--size", "4", "--seed", "1"], ["making a puzzle"]),
        (["convert", "frogs", "a.dlx"], ["writing dlx"]),
    ],
)
def test_every_step_that_may_take_long_has_a_bar(
    words, steps, terminal, monkeypatch, tmp_path
):
    seen: list[str] = []

    @contextmanager
    def running(self: Progress):
        seen.append(self.what)
        yield

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Progress, "running", running)
    Path("a.txt").write_text(MINE, encoding="utf-8")
    assert main(words) in (0, 1)
    reading = [] if words[0] == "make" else [f"reading {words[1]}"]
    assert seen == reading + steps
