"""Long runs at the command line: progress, limits, checkpoints, processes, signals."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import dlx
import dlx.parallel
from dlx import Problem, text
from dlx.command import main as dlx_main
from oracle import pigeons, queens, switches

ROOT = Path(dlx.__file__).parents[1]
PENTOMINOES = ["solve", "pentominoes-3x20", "--symmetry", "raw"]


@pytest.fixture
def dlx_run(capsys, tmp_path, monkeypatch):
    """Return a function that runs ``dlx`` on a problem, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(command, problem, *arguments):
        if not isinstance(problem, str):
            text.dump(short(problem), "problem.dlx")
            problem = "problem.dlx"
        code = dlx_main([command, problem, *arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return run


def short(problem):
    """Return a problem whose names are as short as in the files of Knuth's programs."""
    items = {item: f"i{number}" for number, item in enumerate(
        (*problem.primary, *problem.secondary))}
    return Problem(
        [{items[item]: color for item, color in option.items()}
         for option in problem.options.values()],
        [items[item] for item in problem.primary],
        [items[item] for item in problem.secondary])


def start(program, *arguments, **settings):
    """Start a program as a process that leads a group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", program, *arguments], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, **settings)


# ------------------------------------------------------------------ limits and progress


def test_a_limit_of_nodes_is_exact_and_says_where_the_search_is(dlx_run):
    code, out, err = dlx_run("count", queens(8), "--max-nodes", "500")
    assert code == 3 and 0 < int(out) < 92
    told = re.fullmatch(
        r"dlx: stopped by nodes after (\d+) found, there are at least so many, "
        r"(\d+\.\d) % done, at (\(.*\))\n", err)
    assert told and told[1] == out.strip() and 0 < float(told[2]) < 100
    code, again, _ = dlx_run("count", queens(8), "--max-nodes", "500", "--engine",
                             "links")
    assert (code, again) == (3, out)


def test_puzzles_stop_at_limits_and_print_what_they_have(run):
    code, out, err = run(*PENTOMINOES, "--json", "--all", "--max-nodes", "20000")
    found = json.loads(out)
    assert (code, found["complete"], found["nodes"]) == (3, False, 20000)
    assert "puzzles: stopped by nodes after " in err
    code, out, err = run(*PENTOMINOES, "--count", "--max-memory", "1M")
    assert (code, int(out) < 8) == (3, True) and "stopped by memory after " in err


@pytest.mark.parametrize(("option", "value", "want"), [
    ("--max-memory", "lots", "want a size such as 500M, 2G"),
    ("--max-nodes", "-1", "want a whole number"),
    ("--jobs", "two", "want a whole number"),
    ("--progress", "loud", "choose from"),
])
def test_an_option_that_makes_no_sense_is_told_what_would(option, value, want, run):
    code, _, err = run("solve", "frogs", f"{option}={value}")
    assert code == 2 and want in err and err.count("\n") == 1


def test_plain_progress_is_a_line_now_and_then(dlx_run, monkeypatch):
    monkeypatch.setattr("dlx.running.LINE_AFTER", 0)
    monkeypatch.setattr("dlx.limits.APART", 0)
    code, out, err = dlx_run("count", queens(8), "--progress=plain", "--engine",
                             "links")
    assert (code, out) == (0, "92\n")
    lines = err.splitlines()
    assert len(lines) > 3 and all(re.match(
        r"dlx: \d+\.\d %, (0:00:\d\d left, )?\d+ found, [\d.]+k? nodes, "
        r"[\d.]+k?/s, 0:00:\d\d so far", line) for line in lines)
    assert lines[-1].startswith("dlx: 100.0 %, 92 found")


def test_a_bar_is_shown_where_it_is_wanted_and_goes_in_the_end(dlx_run, monkeypatch):
    monkeypatch.setattr("dlx.running.BAR_AFTER", 0)
    monkeypatch.setattr("dlx.limits.APART", 0)
    code, out, err = dlx_run("count", queens(6), "--progress", "--engine", "links")
    assert (code, out) == (0, "4\n")
    assert "% |" in err and " found, " in err and err.endswith("\r")
    assert dlx_run("count", queens(6))[2] == ""  # no terminal, nothing asked for
    assert dlx_run("count", queens(6), "--progress=none")[2] == ""


IMPATIENT = """
import sys
import dlx.limits, dlx.running
from dlx.__main__ import main

dlx.running.BAR_AFTER = dlx.running.LINE_AFTER = dlx.limits.APART = 0
sys.exit(main())
"""


def on_a_terminal(tmp_path, *arguments):
    """Run ``dlx`` on a terminal; return what was written, and the screen in the end."""
    import pty
    import termios

    text.dump(short(queens(6)), tmp_path / "problem.dlx")
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    with subprocess.Popen(
            [sys.executable, "-c", IMPATIENT, *arguments], stdout=slave, stderr=slave,
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}):
        os.close(slave)
        written = b""
        try:
            while part := os.read(master, 4096):
                written += part
        except OSError:  # how Linux says that the other end is closed
            pass
    os.close(master)
    told, screen = written.decode().replace("\r\n", "\n"), []
    for line in told.split("\n"):
        shown = ""
        for part in line.split("\r"):
            shown = part + shown[len(part):]
        screen.append(shown.rstrip())
    return told, [line for line in screen if line]


def test_a_bar_gives_way_to_what_is_printed(tmp_path):
    told, screen = on_a_terminal(tmp_path, "count", "problem.dlx", "--engine", "links")
    assert screen == ["4"]
    assert re.search(r"\rdlx: +\d+\.\d % \|.{10}\| 0:00:\d\d left, \d found, ", told)
    _, screen = on_a_terminal(tmp_path, "count", "problem.dlx", "--engine", "links",
                              "--max-nodes", "20")
    assert len(screen) == 2 and screen[0].startswith("dlx: stopped by nodes after ")
    assert screen[1].isdigit()


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_no_bar_gets_between_covers_on_a_terminal(more, tmp_path):
    told, _ = on_a_terminal(tmp_path, "solve", "problem.dlx", *more)
    assert "%" not in told
    told, _ = on_a_terminal(tmp_path, "solve", "problem.dlx", "--progress", *more)
    assert " found, " in told and "|" not in told


# ---------------------------------------------------------------------------- processes


@pytest.mark.parametrize("sharing", [["--jobs", "2"], ["--jobs", "0"],
                                     ["--jobs", "1"], ["--jobs", "2", "--unordered"]])
def test_processes_find_what_one_finds(sharing, dlx_run, monkeypatch):
    monkeypatch.setattr("dlx.parallel.ALONE", 0)
    plain = dlx_run("solve", queens(6), "--json")
    shared = dlx_run("solve", queens(6), "--json", *sharing)
    assert shared[0] == plain[0] == 0
    one, other = json.loads(plain[1]), json.loads(shared[1])
    if "--unordered" in sharing:
        one["covers"].sort()
        other["covers"].sort()
    assert one == other
    assert dlx_run("count", queens(6), *sharing)[:2] == (0, "4\n")


def test_layouts_are_the_same_from_many_processes(run, monkeypatch):
    monkeypatch.setattr("dlx.parallel.ALONE", 0)
    plain = run("solve", "frogs", "--all")
    assert run("solve", "frogs", "--all", "--jobs", "2")[:2] == plain[:2]
    assert run("solve", "tetrahexes-4x7", "--count", "--jobs", "2")[:2] == (0, "9\n")
    assert run("solve", "soma", "--limit", "3", "--jobs", "2")[:2] == run(
        "solve", "soma", "--limit", "3")[:2]


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_of_this_machine_finds_the_same(dlx_run):
    code, out, _ = dlx_run("solve", queens(6), "--json", "--scheduler", "local",
                           "--jobs", "2")
    assert code == 0
    assert json.loads(out)["covers"] == json.loads(
        dlx_run("solve", queens(6), "--json")[1])["covers"]


@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_is_not_there_is_one_line(dlx_run):
    for address in ("nowhere", "tcp://127.0.0.1:1"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("dlx.running.PATIENCE", 0.5)
            code, out, err = dlx_run("count", queens(6), "--scheduler", address)
        assert (code, out) == (2, "") and err.count("\n") == 1
        assert err.startswith(f"dlx: no scheduler at '{address}': ")


def test_without_dask_the_extra_is_named(dlx_run, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert dlx_run("count", queens(6), "--scheduler", "local") == (
        2, "", "dlx: --scheduler needs distributed: pip install "
               "'tilewright[cluster]'\n")


# -------------------------------------------------------------------------- checkpoints


def test_a_count_goes_on_from_its_checkpoint_until_it_is_done(dlx_run, monkeypatch):
    monkeypatch.setattr("dlx.counting.MOMENT", 0)
    monkeypatch.setattr("dlx.counting.TRIAL", 0)
    arguments = ["count", queens(7), "--checkpoint", "run.sqlite"]
    for turn in range(40):
        code, out, _ = dlx_run(*arguments, "--max-nodes", "100")
        if code == 0:
            break
        assert code == 3
        told = json.loads(dlx_run("status", "run.sqlite", "--json")[1])
        assert told["covers"] == int(out)
    assert (code, out) == (0, "40\n") and turn > 3
    monkeypatch.setattr("dlx.workers.Worker.search", None)  # nothing is searched again
    assert dlx_run(*arguments)[:2] == (0, "40\n")


def test_covers_are_listed_from_the_beginning_after_each_interruption(dlx_run):
    arguments = ["solve", queens(6), "--json", "--checkpoint", "run.sqlite"]
    whole = json.loads(dlx_run("solve", queens(6), "--json")[1])
    seen = [json.loads(dlx_run(*arguments, "--max-nodes", "30")[1])["covers"]
            for _ in range(8)]
    assert [len(covers) for covers in seen] == sorted(map(len, seen))
    assert seen[0] == [] and all(covers == whole["covers"][:len(covers)]
                                 for covers in seen)
    assert seen[-1] == whole["covers"]


def test_status_tells_how_far_a_checkpoint_is(dlx_run):
    dlx_run("solve", pigeons(8), "--checkpoint", "run.sqlite", "--max-nodes", "5000")
    code, out, err = dlx_run("status", "run.sqlite")
    assert (code, err) == (0, "")
    assert "the covers of problem.dlx" in out and "complete  False" in out
    assert re.search(r"^done +\d+\.\d\d %$", out, re.M)
    assert re.search(r"^nodes +5000$", out, re.M)
    assert re.search(r"^left from \(\d.*\) \(.* %\)$", out, re.M)
    code, out, err = dlx_run("status", "nothing.sqlite")
    assert code == 2 and err.count("\n") == 1 and "nothing.sqlite: " in err


def test_a_checkpoint_of_something_else_is_refused_naming_both(run):
    first = [*PENTOMINOES, "--count", "--checkpoint", "run.sqlite"]
    assert run(*first, "--max-nodes", "100")[0] == 3
    for other in (["solve", "frogs", "--count"], [*PENTOMINOES, "--all"],
                  ["solve", "pentominoes-3x20", "--count"]):
        code, out, err = run(*other, "--checkpoint", "run.sqlite")
        assert (code, out) == (2, "") and err.count("\n") == 1
        assert "of the number of layouts of pentominoes-3x20 (raw)" in err
        assert f", not of {'the layouts' if '--all' in other else 'the number'}" in err
    assert run(*first)[:2] == (0, "8\n")
    assert run(*first)[:2] == (0, "8\n")


@pytest.mark.parametrize("other", ["--random", "--best", "--apart", "--estimate"])
def test_sharing_out_what_is_not_shared_out_is_refused(other, run):
    for option in (["--jobs", "2"], ["--checkpoint", "run.sqlite"], ["--unordered"]):
        code, out, err = run("solve", "soma", other, *option)
        assert (code, out) == (2, "") and err.startswith(f"puzzles: {option[0]} is for")
        assert err.count("\n") == 1


def test_a_checkpoint_is_of_one_puzzle(run, tmp_path):
    line = "1" + "." * 80
    Path("two.sdm").write_text(f"{line}\n{line}\n")
    code, out, err = run("solve", "two.sdm", "--checkpoint", "run.sqlite")
    assert (code, out) == (2, "") and not Path("run.sqlite").exists()
    assert err == ("puzzles: --checkpoint is for one puzzle; two.sdm has 2, --number "
                   "chooses one\n")
    assert run("solve", "two.sdm", "--checkpoint", "run.sqlite", "--number", "2",
               "--limit", "1")[0] == 0


def test_layouts_are_counted_once_over_many_runs(run):
    arguments = ["solve", "soma", "--json", "--count", "--checkpoint", "run.sqlite"]
    rng = random.Random(3)
    for _ in range(30):
        code, out, _ = run(*arguments, "--max-nodes", str(rng.randrange(500, 3000)),
                           *rng.choice([[], ["--engine", "links"]]))
        if code != 3:
            break
    found = json.loads(out)
    assert (found["count"], found["raw"]) == (480, 11520)
    assert found["nodes"] == json.loads(run(*arguments[:-2])[1])["nodes"]


def test_a_folder_that_cannot_be_written_is_said_at_once(dlx_run):
    code, out, err = dlx_run("count", switches(3), "--checkpoint",
                             "no/such/folder/run.sqlite")
    assert (code, out) == (2, "") and err.count("\n") == 1
    assert "no/such/folder/run.sqlite" in err


def killed_again_and_again(arguments, kills, longest, folder, seed):
    """Run the command, kill it at random moments, and return what it prints at last."""
    rng = random.Random(seed)
    for turn in range(kills + 200):
        process = start("puzzles", *arguments, cwd=folder)
        try:
            patience = rng.uniform(0.3, longest) if turn < kills else 300
            out, err = process.communicate(timeout=patience)
            assert process.returncode == 0, err
            return out, turn
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    raise AssertionError("it does not come to its end")


@pytest.mark.slow
@pytest.mark.parametrize("more", [["--count"], ["--all"], ["--count", "--jobs", "2"],
                                  ["--all", "--jobs", "2"]])
def test_a_run_that_is_killed_again_and_again_loses_and_repeats_nothing(more, tmp_path):
    arguments = ["solve", "pentominoes-4x15", "--symmetry", "raw", "--json", "--engine",
                 "bits", "--checkpoint", "run.sqlite", *more]
    out, kills = killed_again_and_again(arguments, 20, 0.9, tmp_path, len(more))
    found = json.loads(out)
    assert (found["count"], found["complete"]) == (1472, True) and kills >= 5
    if "--all" in more:
        layouts = {json.dumps(layout) for layout in found["layouts"]}
        assert len(layouts) == len(found["layouts"]) == 1472


# ------------------------------------------------------------------------------ signals


@pytest.mark.parametrize(("received", "code", "reason"), [
    (signal.SIGINT, 130, "interrupt"), (signal.SIGTERM, 3, "termination")])
@pytest.mark.parametrize("more", [
    ["--engine", "links"], ["--engine", "bits"], ["--engine", "words"],
    ["--jobs", "2", "--engine", "bits"],
    ["--checkpoint", "x.sqlite", "--engine", "bits"]])
def test_a_signal_stops_a_search_which_says_where_it_is(received, code, reason, more,
                                                        tmp_path):
    # An engine that is named counts one by one; by states this takes no time.
    text.dump(short(pigeons(12)), tmp_path / "problem.dlx")
    with start("dlx", "count", "problem.dlx", "--progress=plain", *more,
               cwd=tmp_path) as process:
        assert " nodes, " in process.stderr.readline()
        process.send_signal(received)
        out, err = process.communicate(timeout=60)
    assert process.returncode == code and out == "0\n"
    assert re.search(rf"^dlx: stopped by {reason} after 0 found, .* % done", err, re.M)
    if more[:1] != ["--jobs"]:
        assert ", at (" in err
    assert "Traceback" not in err


AT_IMPORT = """
import os, signal, sys
from {program}.__main__ import main

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "{module}":
            {event}

sys.meta_path.insert(0, Finder())
sys.argv[1:] = {arguments}
sys.exit(main())
"""


@pytest.mark.parametrize(("program", "module", "arguments"), [
    ("dlx", "dlx.estimation", ["count", "problem.dlx", "--estimate"]),
    ("puzzles", "puzzles.commands.solve", ["solve", "frogs"]),
    ("puzzles", "reductions.edge_matching", ["solve", "frogs"])])
def test_the_signal_to_end_before_a_search_is_one_line(program, module, arguments,
                                                       tmp_path):
    done = at_import(program, module, "os.kill(os.getpid(), signal.SIGTERM)", arguments,
                     tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"{program}: stopped by termination\n"


@pytest.mark.parametrize("module", ["dlx.command", "argparse", "dlx.terminal",
                                    "dlx.estimation"])
def test_an_interrupt_while_dlx_is_loaded_is_one_line(module, tmp_path):
    done = at_import("dlx", module, "raise KeyboardInterrupt",
                     ["count", "problem.dlx", "--estimate"], tmp_path)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "dlx: interrupted\n"
    assert "    dlx = dlx.__main__:main\n" in (ROOT / "setup.cfg").read_text("utf-8")


@pytest.mark.parametrize(("number", "code", "reason"), [
    ("SIGINT", 130, "interrupt"), ("SIGTERM", 3, "termination")])
def test_a_signal_that_a_library_has_swallowed_stops_the_search_all_the_same(
        number, code, reason, tmp_path):
    swallow = (f"try: os.kill(os.getpid(), signal.{number})\n"
               "            except BaseException: pass")
    done = at_import("puzzles", "reductions.edge_matching", swallow,
                     ["solve", "frogs", "--json", "--all"], tmp_path)
    assert done.returncode == code and json.loads(done.stdout)["complete"] is False
    assert done.stderr.startswith(f"puzzles: stopped by {reason} after ")


def at_import(program, module, event, arguments, folder):
    """Run a program to which something happens when it imports a module."""
    text.dump(short(queens(6)), folder / "problem.dlx")
    script = AT_IMPORT.format(program=program, module=module, event=event,
                              arguments=arguments)
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)})


def test_the_path_of_a_problem_does_not_matter_to_its_checkpoint(tmp_path):
    text.dump(short(queens(6)), tmp_path / "problem.dlx")
    for place in "problem.dlx", "./problem.dlx", str(tmp_path / "problem.dlx"):
        with start("dlx", "count", place, "--checkpoint", "run.db",
                   cwd=tmp_path) as process:
            out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (0, "4\n", "")


def test_a_search_by_processes_leaves_none_behind(tmp_path):
    text.dump(short(pigeons(12)), tmp_path / "problem.dlx")
    with start("dlx", "count", "problem.dlx", "--jobs", "2", "--progress=plain",
               "--engine", "bits", cwd=tmp_path) as process:
        process.stderr.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    for _ in range(50):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("some process of the group is still there")
