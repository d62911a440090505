"""The command line: streams, exit codes, and no traceback whatever happens."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import dlx
from dlx import Problem, Search, covers
from dlx.command import main
from dlx.text import dump, load
from oracle import pigeons, queens, switches

SMALL = "A B C | X\nA B X:red\nC X:red\nA\nB C X\n"
NONE = "p q | r\np r\nq r\n"
DROPPED = "| the first option is never chosen\nA B | X\nX\nA\n\nB X\n"


@pytest.fixture
def run(capsys, tmp_path):
    """Return a function that runs the command on a text or a problem."""
    def run(command: str, stated: str | Problem, *options: str) -> tuple[int, str, str]:
        path = tmp_path / "file.dlx"
        if isinstance(stated, Problem):
            save(stated, path)
        else:
            path.write_text(stated, encoding="utf-8")
        return call(capsys, command, *options, str(path))
    return run


def call(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err


def save(problem: Problem, path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dump(problem, path)


# ---------------------------------------------------------------------- count and solve


@pytest.mark.parametrize("engine", ["auto", "links", "bits", "words"])
@pytest.mark.parametrize(("stated", "number"), [
    (SMALL, 2), (NONE, 0), (queens(6), 4), (switches(10), 1024), ("A\n", 0)])
def test_count_prints_the_bare_number(run, stated, number, engine):
    assert run("count", stated, "--engine", engine) == (
        0 if number else 1, f"{number}\n", "")


def test_solve_prints_every_cover_as_its_options(run):
    code, out, err = run("solve", SMALL)
    assert code == 0
    assert out == ("cover 1:\n  1: A B X:red\n  2: C X:red\n"
                   "cover 2:\n  3: A\n  4: B C X\n")
    assert re.fullmatch(
        r"dlx: covers: 2 \(complete\); bits, \d+ nodes, [\d.]+ s\n", err)


def test_solve_prints_nothing_when_there_is_no_cover(run):
    code, out, err = run("solve", NONE)
    assert (code, out) == (1, "")
    assert err.startswith("dlx: covers: 0 (complete)")


@pytest.mark.parametrize(("limit", "found"), [
    ("0", []), ("1", [[1, 2]]), ("2", [[1, 2], [3, 4]]), ("3", [[1, 2], [3, 4]])])
def test_solve_ends_after_the_covers_that_were_asked_for(run, limit, found):
    code, out, err = run("solve", SMALL, "--json", "--limit", limit)
    assert code == 0
    assert json.loads(out) == {"count": len(found), "complete": limit == "3",
                               "covers": found}
    assert err.startswith(f"dlx: covers: {len(found)} (")
    assert ("not complete: that was the limit" in err) == (limit != "3")
    code, out, _ = run("solve", SMALL, "--limit", limit)
    assert (code, out.count("cover")) == (0, len(found))


def test_json_is_one_object_with_the_options_in_the_order_chosen(run):
    assert json.loads(run("solve", SMALL, "--json")[1]) == {
        "count": 2, "complete": True, "covers": [[1, 2], [3, 4]]}
    code, out, _ = run("solve", NONE, "--json")
    assert code == 1 and out.endswith("}\n")
    assert json.loads(out) == {"count": 0, "complete": True, "covers": []}
    out = run("solve", "A B\nA\nA\nA\nB\nB\n", "--json")[1]
    assert json.loads(out)["covers"] == [
        [4, 1], [4, 2], [4, 3], [5, 1], [5, 2], [5, 3]]


@pytest.mark.parametrize("engine", ["links", "bits"])
def test_json_of_a_larger_problem_lists_all_covers(run, engine):
    answer = json.loads(run("solve", switches(8), "--json", "--engine", engine)[1])
    assert answer["count"] == len(answer["covers"]) == 256
    assert answer["covers"] == sorted(answer["covers"])


def test_numbers_count_the_option_lines_of_the_file_dropped_ones_included(run):
    code, out, err = run("solve", DROPPED)
    assert (code, out) == (0, "cover 1:\n  2: A\n  3: B X\n")
    note, summary = err.splitlines()
    assert re.fullmatch(r"dlx: note: .*file\.dlx:3: option 1 has no primary item and "
                        r"is never chosen", note)
    assert summary.startswith("dlx: covers: 1 (complete)")


@pytest.mark.parametrize("command", ["count", "solve"])
def test_a_timeout_prints_what_was_found_and_exits_with_3(run, command, tmp_path):
    code, out, err = run(command, switches(12), "--engine", "bits", "--timeout", "0")
    assert code == 3
    assert err.startswith("dlx: stopped by timeout after 1 found") and (
        " % done, at (0, 0, " in err and err.count("\n") == 1)
    assert ("there are at least so many" in err) == (command == "count")
    assert out == "1\n" if command == "count" else out.startswith("cover 1:\n  1: 0\n")
    assert out.count("cover") == (command == "solve")
    assert rest(tmp_path / "file.dlx", err, 1) == [(*range(1, 23, 2), 24)]


def rest(path: Path, err: str, limit: int | None = None) -> list[Any]:
    """List the covers from the position on that a message names."""
    numbers = re.findall(r"at \(([-\d, ]*)\)", err)[-1]
    position = tuple(int(number) for number in numbers.split(",") if number.strip())
    return list(Search(load(path), position=position, limit=limit))


def test_a_timeout_closes_the_json_object(run):
    code, out, err = run("solve", pigeons(9), "--json", "--timeout", "0")
    assert code == 3
    assert json.loads(out) == {"count": 0, "complete": False, "covers": []}
    assert err.startswith("dlx: stopped by timeout after 0 found, ")


# --------------------------------------------------------------------- explain and show


def test_explain_says_why_there_is_no_cover_and_exits_with_1(run):
    assert run("explain", NONE) == (
        1, "item 'p' forces option 1\n"
           "item 'q' forces option 2, but option 2 shares item 'r' with option 1, "
           "which item 'p' forces\n", "")
    assert run("explain", "A B\nA\n") == (1, "no option covers item 'B'\n", "")


def test_explain_exits_with_0_when_it_proves_nothing(run):
    code, out, err = run("explain", SMALL)
    assert (code, err) == (0, "")
    assert out.startswith("no contradiction without a search: 0 options are forced")


def test_show_prints_a_small_matrix_as_a_table(run):
    code, out, err = run("show", SMALL)
    assert (code, err) == (0, "")
    rows = [line.split() for line in out.splitlines()]
    assert rows[0] == ["option", "A", "B", "C", "(X)"]
    assert rows[2:] == [["1", "1", "1", ".", "red"], ["2", ".", ".", "1", "red"],
                        ["3", "1", ".", ".", "."], ["4", ".", "1", "1", "1"],
                        "items in brackets are secondary".split()]
    assert "secondary" not in run("show", "A B\nA\nB\n")[1]


def test_show_keeps_names_and_colors_as_they_are_written(run):
    out = run("show", "1.50 02 | x\n1.50 x:007\n02 x:1e3\n")[1]
    assert out.splitlines()[0].split() == ["option", "1.50", "02", "(x)"]
    assert [line.split()[1:] for line in out.splitlines()[2:4]] == [
        ["1", ".", "007"], [".", "1", "1e3"]]


@pytest.mark.parametrize(("stated", "numbers"), [
    (switches(41), (41, 0, 82)), (queens(7), (14, 26, 49)),
    (Problem([range(41)]), (41, 0, 1)), (Problem([[0]] * 41), (1, 0, 41))])
def test_show_prints_the_numbers_of_a_large_problem(run, stated, numbers):
    assert run("show", stated) == (
        0, "primary items: {}\nsecondary items: {}\noptions: {}\n".format(*numbers), "")


def test_show_still_prints_a_table_of_forty_items_and_options(run):
    out = run("show", Problem([[k] for k in range(40)]))[1]
    assert len(out.splitlines()) == 42


def test_show_names_the_package_that_it_misses(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "tabulate", None)
    assert run("show", SMALL) == (
        2, "", "dlx: this needs the package tabulate: pip install tabulate\n")


# -------------------------------------------------------------------------------- input


def standard_input(monkeypatch: Any, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "ascii"))


@pytest.mark.parametrize(("command", "printed"), [
    ("count", "1\n"), ("solve", "cover 1:\n  1: ä\n"), ("show", "ä"),
    ("explain", "no contradiction")])
def test_a_dash_is_standard_input(capsys, monkeypatch, command, printed):
    standard_input(monkeypatch, "\ufeffä\r\nä\r\n".encode())
    code, out, _ = call(capsys, command, "-")
    assert code == 0 and printed in out


def test_an_error_in_standard_input_names_it(capsys, monkeypatch):
    standard_input(monkeypatch, b"A\nB\n")
    assert call(capsys, "count", "-") == (
        2, "", "dlx: <standard input>:2: option 1 uses item 'B', which is neither "
               "primary nor secondary\n")


def test_an_absent_standard_input_is_an_error_like_others(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    code, out, err = call(capsys, "count", "-")
    assert (code, out) == (2, "")
    assert err.startswith("dlx: ") and err.count("\n") == 1


@pytest.mark.parametrize("command", ["count", "solve", "explain", "show"])
@pytest.mark.parametrize(("data", "message"), [
    (b"", " no items; want a line that names them"),
    (b"A\nA A\n", "2: item 'A' appears twice in one option"),
    (b"A\n\xff\n", "2: this is not UTF-8 text"),
    (b"A\nA\0\n", "2: a NUL character; this is not a text"),
    (b"A 2:1|B\nA\n", "1: item '2:1|B': its lower bound is above its upper bound"),
    (b"A\nA |-7\n", "2: '|-7' in an option; want |cost; '|' alone separates items in "
                    "the first line only"),
])
def test_a_bad_file_is_one_line_on_standard_error(
        capsys, tmp_path, command, data, message):
    path = tmp_path / "bad.dlx"
    path.write_bytes(data)
    assert call(capsys, command, str(path)) == (2, "", f"dlx: {path}:{message}\n")


def test_a_file_that_cannot_be_read_is_one_line_on_standard_error(capsys, tmp_path):
    missing = tmp_path / "none.dlx"
    assert call(capsys, "count", str(missing)) == (
        2, "", f"dlx: {missing}: No such file or directory\n")
    code, out, err = call(capsys, "count", str(tmp_path))
    assert (code, out) == (2, "")
    assert err.startswith(f"dlx: {tmp_path}: ") and err.count("\n") == 1


def test_a_name_cannot_drive_the_terminal_through_a_message(capsys):
    code, _, err = call(capsys, "count", "no\nsuch\x1b[2J.dlx")
    assert code == 2
    assert err == "dlx: no\\nsuch\\x1b[2J.dlx: No such file or directory\n"


@pytest.mark.parametrize(("arguments", "begin", "end"), [
    ("", "dlx: the following arguments are required: COMMAND", ""),
    ("solv x", "dlx: argument COMMAND: invalid choice: 'solv' (", "'solve'"),
    ("count", "dlx count: the following arguments are required: FILE", ""),
    ("count x y", "dlx: unrecognized arguments: y", ""),
    ("count x --engin bits", "dlx: unrecognized arguments: --engin bits", "'--engine'"),
    ("count x --limit 1", "dlx: unrecognized arguments: --limit 1", ""),
    ("solve x --lim 1", "dlx: unrecognized arguments: --lim 1", "'--limit'"),
    ("solve x --limit -1", "dlx solve: argument --limit: '-1'; want a whole number",
     ""),
    ("solve x --limit one", "dlx solve: argument --limit: 'one'; want a whole number",
     ""),
    ("count x --timeout -1",
     "dlx count: argument --timeout: '-1'; want seconds", ""),
    ("count x --timeout nan",
     "dlx count: argument --timeout: 'nan'; want seconds", ""),
    ("count x --engine bit", "dlx count: argument --engine: invalid choice: 'bit' (",
     "'bits'"),
    ("count x --engine algorithm_x",
     "dlx count: argument --engine: invalid choice: 'algorithm_x' (", ""),
])
def test_wrong_usage_is_one_line_with_a_near_miss(capsys, arguments, begin, end):
    code, out, err = call(capsys, *arguments.split())
    assert (code, out) == (2, "")
    assert err.startswith(begin) and err.count("\n") == 1
    program = begin.partition(":")[0]
    near = f"; did you mean {end}?" if end else ""
    assert err.endswith(f"{near}; {program} --help tells more\n")
    assert ("did you mean" in err) == bool(end)


def test_version_and_help_answer_at_once(capsys):
    assert call(capsys, "--version") == (0, f"tilewright {dlx.__version__}\n", "")
    code, out, err = call(capsys, "--help")
    assert (code, err) == (0, "")
    for command in ("count", "solve", "explain", "show"):
        assert f"  {command} " in out
        assert call(capsys, command, "--help")[0] == 0


# ------------------------------------------------------------------------------- output


def test_a_terminal_without_the_characters_gets_ascii(run, monkeypatch):
    screen = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(screen, encoding="ascii"))
    code, _, err = run("solve", "ä B\nä B\n")
    assert code == 0 and err.startswith("dlx: covers: 1 (complete)")
    assert screen.getvalue() == b"cover 1:\n  1: \\xe4 B\n"


@pytest.mark.parametrize("command", ["count", "solve", "explain", "show"])
def test_an_absent_standard_output_is_no_disaster(run, monkeypatch, command):
    monkeypatch.setattr(sys, "stdout", None)
    assert run(command, SMALL)[0] == 0


def test_an_absent_standard_error_does_not_spill_into_the_answer(run, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert run("count", DROPPED) == (0, "1\n", "")
    answer = json.loads(run("solve", DROPPED, "--json")[1])
    assert answer == {"count": 1, "complete": True, "covers": [[2, 3]]}


@pytest.mark.parametrize("command", ["count", "solve"])
def test_a_full_disk_is_one_line_on_standard_error(run, monkeypatch, command):
    def flush() -> None:
        raise OSError(28, "No space left on device")

    screen = io.StringIO()
    monkeypatch.setattr(screen, "flush", flush)
    monkeypatch.setattr(sys, "stdout", screen)
    code, _, err = run(command, SMALL)
    assert code == 2
    assert err.splitlines()[-1] == "dlx: No space left on device"


def start(*arguments: str, **streams: Any) -> subprocess.Popen[bytes]:
    buffered = {name: value for name, value in os.environ.items()
                if name != "PYTHONUNBUFFERED"}
    return subprocess.Popen([sys.executable, "-m", "dlx", *arguments], env=buffered,
                            cwd=Path(dlx.__file__).parents[1],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **streams)


def test_the_module_runs_as_the_command():
    process = start("count", "-", stdin=subprocess.PIPE)
    assert process.communicate(SMALL.encode(), 60) == (b"2\n", b"")
    assert process.returncode == 0
    process = start("count", "-", stdin=subprocess.PIPE)
    out, err = process.communicate(b"A\nA:r\n", 60)
    assert (process.returncode, out) == (2, b"")
    assert err.splitlines() == [
        b"dlx: <standard input>:2: option 1 gives primary item 'A' the color 'r'; only "
        b"secondary items are colored"]


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
def test_a_closed_pipe_ends_quietly(tmp_path, options):
    save(switches(16), tmp_path / "long.dlx")
    with start("solve", *options, str(tmp_path / "long.dlx")) as process:
        assert process.stdout and process.stderr
        assert process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_a_pipe_that_was_closed_before_the_answer_ends_quietly():
    with start("count", "-", stdin=subprocess.PIPE) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(SMALL.encode())
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


# ------------------------------------------------------------------------ interruptions


@contextmanager
def interruptible() -> Iterator[None]:
    """Take an interrupt as usual, even where tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        sys.setprofile(None)
        signal.signal(signal.SIGINT, before)


def interrupt(steps: int) -> None:
    """Interrupt this process so many steps of `dlx` after a search has begun."""
    home = str(Path(dlx.__file__).parent)
    seen = 0

    def watch(frame: Any, event: str, argument: object) -> None:
        nonlocal seen
        code = frame.f_code
        if code.co_filename.startswith(home) and (seen or code.co_name == "_run"):
            seen += 1
            if seen == steps:
                sys.setprofile(None)
                signal.raise_signal(signal.SIGINT)

    sys.setprofile(watch)


@pytest.mark.parametrize("engine", ["links", "bits"])
def test_an_interrupt_at_any_moment_closes_the_json_object(run, tmp_path, engine):
    found = [list(cover) for cover in numbered(switches(8))]
    for steps in range(3, 400, 13):
        with interruptible():
            interrupt(steps)
            code, out, err = run("solve", switches(8), "--json", "--engine", engine)
        answer = json.loads(out)
        assert (code, answer["complete"]) == (130, False)
        assert answer["count"] == len(answer["covers"]) < len(found)
        after = [list(cover) for cover in rest(tmp_path / "file.dlx", err)]
        assert answer["covers"] + after == found
        assert err.startswith("dlx: ") and err.count("\n") == 1


@pytest.mark.parametrize("engine", ["links", "bits"])
def test_an_interrupt_at_any_moment_says_where_to_go_on(run, tmp_path, engine):
    found = numbered(queens(7))
    for steps in range(3, 3000, 103):
        with interruptible():
            interrupt(steps)
            code, out, err = run("count", queens(7), "--engine", engine)
        assert code == 130
        assert err.startswith("dlx: ") and err.count("\n") == 1
        assert rest(tmp_path / "file.dlx", err) == found[int(out):]


def numbered(problem: Problem) -> list[tuple[int, ...]]:
    return [tuple(problem.names.index(name) + 1 for name in cover)
            for cover in covers(problem)]


if os.name == "posix":  # elsewhere one process cannot interrupt just one other
    @pytest.mark.parametrize("wait", [0, 0.2], ids=["at once", "blocked"])
    def test_an_interrupted_process_closes_the_json_object(tmp_path, wait):
        save(switches(60), tmp_path / "long.dlx")
        with interruptible(), \
                start("solve", "--json", str(tmp_path / "long.dlx")) as run:
            assert run.stdout and run.stderr
            begin = run.stdout.read(1000)
            time.sleep(wait)
            run.send_signal(signal.SIGINT)
            answer = json.loads(begin + run.stdout.read())
            err = run.stderr.read().decode()
            assert run.wait(60) == 130
        assert answer["complete"] is False
        assert answer["count"] == len(answer["covers"]) > 0
        assert err.startswith("dlx: ") and err.count("\n") == 1
