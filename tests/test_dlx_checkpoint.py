"""Checkpoints: stopped or killed at any moment, a search loses nothing."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import warnings
from collections import Counter
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings, strategies as st

import dlx
from dlx import Problem, Stopped
from dlx.checkpoint import (
    Batch,
    Checkpoint,
    CheckpointError,
    State,
    fingerprint,
    status,
)
from dlx.jobs import Job
from dlx.ledger import Ledger
from dlx.parallel import ParallelSearch
from dlx.workers import Inline
from oracle import pigeons, problems, queens, switches

MULTIPLE = Problem(
    [["a", "b"], ["a"], ["b", "c"], ["a", "c"], ["b"], ["a", "b", "c"]],
    multiplicities={"a": (1, 2), "b": (0, 3)},
)
HERE = Path(__file__).parent


@pytest.fixture
def in_small_slices(monkeypatch):
    """Let slices be of a few nodes, and write whenever there is something new."""
    monkeypatch.setattr("dlx.checkpoint.PAUSE", 0)
    monkeypatch.setattr("dlx.parallel.SLICE", 0.001)
    monkeypatch.setattr("dlx.parallel.ALONE", 0)
    monkeypatch.setattr("dlx.parallel.APART", 0)
    monkeypatch.setattr("dlx.parallel.MOST_COVERS", 3)
    monkeypatch.setattr("dlx.engines.bits.PULSE", 5)
    monkeypatch.setattr("dlx.engines.links.PULSE", 5)


class Digits:
    """A reader whose counts are kept: of how many options covers are."""

    def __init__(self):
        self.counts = Counter()

    def add(self, cover):
        self.counts[str(sum(cover_part != 0 for cover_part in cover))] += 1

    def tallies(self):
        return dict(self.counts)

    def restore(self, tallies):
        self.counts = Counter(tallies)


def in_sittings(path, problem, *, mode, rng, **given):
    """Search in many runs, each ended in another way; return what the last one gave.

    That is the covers, their number, or the counts of a reader.
    """
    for sitting in range(5000):
        reader = Digits()
        wanted = {
            "listed": {},
            "counted": {"listed": False},
            "tallied": {"tallies": reader},
        }[mode]
        limits = rng.choice(
            [
                {"max_nodes": rng.randrange(1, 80)},
                {"limit": rng.randrange(1, 40)},
                {"timeout": rng.choice([0.002, 0.02])},
                {"progress": lambda far: rng.random() < 0.5},
                {},
            ]
        )
        search = ParallelSearch(
            problem, checkpoint=path, title=mode, **wanted, **given, **limits
        )
        ending = rng.randrange(12)
        found = []
        try:
            for cover in search:
                found.append(cover)
                reader.add(cover)
                if len(found) == ending:
                    search.close()
                elif len(found) == 5 * ending:
                    search.stop("a wish")
        except Stopped:
            continue
        if search.complete:
            assert search.done == 1 and search.position is None
            if mode == "counted":
                return search.found
            assert search.found == len(found) or mode == "tallied"
            return reader.counts if mode == "tallied" else found
    raise AssertionError("it never ends")


def expected(problem, mode, **rule):
    """Return what `in_sittings` ought to return."""
    found = list(dlx.covers(problem, **rule))
    reader = Digits()
    for cover in found:
        reader.add(cover)
    return {"listed": found, "counted": len(found), "tallied": reader.counts}[mode]


# ------------------------------------------------------------------- stopping, going on


@pytest.mark.parametrize("mode", ["listed", "counted", "tallied"])
@pytest.mark.parametrize("engine", ["links", "bits", "words", "auto"])
def test_a_search_in_many_sittings_is_one_search(
    mode, engine, tmp_path, in_small_slices
):
    for seed, problem in enumerate([queens(6), switches(6), pigeons(4)]):
        told = in_sittings(
            tmp_path / f"{seed}.db",
            problem,
            mode=mode,
            engine=engine,
            rng=random.Random(seed),
        )
        assert told == expected(problem, mode)


@pytest.mark.parametrize("mode", ["listed", "counted", "tallied"])
def test_look_ahead_and_multiplicities_go_on_too(mode, tmp_path, in_small_slices):
    rng = random.Random(mode)
    told = in_sittings(tmp_path / "a.db", MULTIPLE, mode=mode, rng=rng)
    assert told == expected(MULTIPLE, mode)
    told = in_sittings(tmp_path / "b.db", queens(6), mode=mode, rng=rng, lookahead=True)
    assert told == expected(queens(6), mode, lookahead=True)


@pytest.mark.parametrize("mode", ["listed", "counted", "tallied"])
@pytest.mark.parametrize("ordered", [True, False])
def test_sittings_of_several_workers_make_up_one_search(
    mode, ordered, tmp_path, in_small_slices
):
    for seed, problem in enumerate([queens(6), switches(6)]):
        told = in_sittings(
            tmp_path / f"{seed}.db",
            problem,
            mode=mode,
            ordered=ordered,
            jobs=3,
            executor=Inline(),
            rng=random.Random(seed),
        )
        wanted = expected(problem, mode)
        # A later sitting reads what an earlier one has found in order of the search.
        assert (sorted(told) if mode == "listed" and not ordered else told) == (
            sorted(wanted) if mode == "listed" and not ordered else wanted
        )


def test_sittings_with_other_engines_and_numbers_of_processes_are_one_search(tmp_path):
    problem = queens(9)
    path = tmp_path / "run.db"
    found = []
    with mock.patch("dlx.parallel.ALONE", 0), mock.patch("dlx.parallel.SLICE", 0.01):
        for jobs, engine in [(2, "bits"), (1, "links"), (2, "words"), (1, "auto")]:
            search = ParallelSearch(
                problem, checkpoint=path, jobs=jobs, engine=engine, max_nodes=400
            )
            with pytest.raises(Stopped):
                for cover in search:
                    found.append(cover)
            assert found == list(dlx.covers(problem))[: len(found)]
            found.clear()
        search = ParallelSearch(problem, checkpoint=path, jobs=2)
        assert list(search) == list(dlx.covers(problem))
    assert search.found == 352


@given(problems(), st.integers(0, 99), st.booleans())
@settings(deadline=None, max_examples=25)
def test_any_problem_goes_on_from_its_file(tmp_path_factory, problem, seed, ordered):
    path = tmp_path_factory.mktemp("any") / "run.db"
    with mock.patch("dlx.parallel.SLICE", 0), mock.patch("dlx.parallel.APART", 0):
        with mock.patch("dlx.engines.bits.PULSE", 1), mock.patch(
            "dlx.checkpoint.PAUSE", 0
        ):
            told = in_sittings(
                path, problem, mode="listed", ordered=ordered, rng=random.Random(seed)
            )
    assert sorted(told) == sorted(dlx.covers(problem))
    assert told == list(dlx.covers(problem)) or not ordered


@pytest.mark.parametrize(
    "step", [97, pytest.param(7, marks=pytest.mark.slow)], ids=["some", "many"]
)
def test_an_exception_at_any_line_leaves_a_file_to_go_on_from(step, tmp_path):
    """As Ctrl-C does, where nobody catches it."""
    files = ("ledger.py", "parallel.py", "checkpoint.py", "workers.py")
    problem = queens(6)
    wanted = expected(problem, "tallied")

    def broken_off(path, lines):
        def trace(frame, event, argument):
            nonlocal lines
            if not frame.f_code.co_filename.endswith(files):
                return None
            if event == "line":
                lines -= 1
                if lines == 0:
                    raise KeyboardInterrupt
            return trace

        reader = Digits()
        search = ParallelSearch(
            problem, checkpoint=path, tallies=reader, title="queens"
        )
        before = sys.gettrace()
        sys.settrace(trace)
        try:
            for cover in search:
                reader.add(cover)
        except KeyboardInterrupt:
            return False
        finally:
            sys.settrace(before)
            search.close()
        assert reader.counts == wanted and search.found == 4
        return True

    with mock.patch("dlx.parallel.APART", 0), mock.patch("dlx.parallel.SLICE", 0):
        with mock.patch("dlx.engines.bits.PULSE", 5), mock.patch(
            "dlx.checkpoint.PAUSE", 0
        ):
            for first in range(1, 1400, step):
                path = tmp_path / f"{first}.db"
                lines = first
                while not broken_off(path, lines):
                    lines = lines % 500 + 211
                assert status(path).state.covers == 4


# ----------------------------------------------------------------------- being killed

#: Search with a checkpoint, and kill this process when so many lines were run.
KILLED = """
import os, signal, sys
from dlx import parallel
from oracle import queens, switches
import dlx.engines.bits

path, kind, jobs, lines = sys.argv[1], *map(int, sys.argv[2:])
parallel.APART, parallel.SLICE, parallel.MOST_COVERS = 0.0, 0.001, 3
dlx.engines.bits.PULSE = 20
parallel.ALONE = 0

def trace(frame, event, argument):
    global lines
    if not frame.f_code.co_filename.endswith(
            ("ledger.py", "parallel.py", "checkpoint.py", "workers.py")):
        return None
    lines -= 1
    if lines == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return trace

if __name__ == "__main__":
    problem = (queens(7), switches(6))[kind]
    search = parallel.ParallelSearch(problem, checkpoint=path, jobs=jobs, engine="bits")
    sys.settrace(trace)
    found = list(search)
    sys.settrace(None)
    print(found == list(parallel.covers(problem, jobs=1)), search.found)
"""


def killed_until_the_end(folder, kind, jobs, kills, rng):
    """Run `KILLED`, killed that many times, then to its end; return what it says."""
    script = folder / "killed.py"
    script.write_text(f"import sys; sys.path[:0] = {sys.path!r}\n" + KILLED)
    path = folder / f"run-{kind}-{jobs}.db"
    for kill in range(kills):
        lines = rng.randrange(1, 400 + 150 * kill)
        process = subprocess.run(
            [sys.executable, script, path, str(kind), str(jobs), str(lines)],
            capture_output=True,
        )
        assert process.returncode == -signal.SIGKILL or b"True" in process.stdout
    process = subprocess.run(
        [sys.executable, script, path, str(kind), str(jobs), "-1"],
        capture_output=True,
        text=True,
    )
    assert process.stderr == ""
    return process.stdout.split()


@pytest.mark.parametrize(("jobs", "kills"), [(1, 4), (2, 3)])
def test_a_search_that_is_killed_again_and_again_finds_all(jobs, kills, tmp_path):
    told = killed_until_the_end(tmp_path, 0, jobs, kills, random.Random(jobs))
    assert told == ["True", "40"]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_search_that_is_killed_twenty_times_finds_all(jobs, tmp_path):
    for kind, number in enumerate(["40", "64"]):
        told = killed_until_the_end(tmp_path, kind, jobs, 20, random.Random(jobs))
        assert told == ["True", number]


@pytest.mark.slow
def test_a_search_that_is_killed_from_outside_at_random_times_finds_all(tmp_path):
    script = tmp_path / "run.py"
    script.write_text(
        f"import sys; sys.path[:0] = {sys.path!r}\n"
        "from dlx import parallel\n"
        "from oracle import queens\n"
        "parallel.APART = 0.01; parallel.SLICE = 0.01; parallel.ALONE = 0.05\n"
        "if __name__ == '__main__':\n"
        "    search = parallel.ParallelSearch(queens(10), checkpoint=sys.argv[1],\n"
        "                                     jobs=2, engine='links')\n"
        "    print(*search, sep='\\n')\n"
    )
    rng = random.Random(7)
    command = [sys.executable, script, tmp_path / "run.db"]
    shares = []
    for _ in range(20):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.1, 0.9))
        process.kill()
        process.wait()
        if (tmp_path / "run.db").exists():
            shares.append(dlx.jobs.done_share(list(status(command[2]).state.jobs)))
    assert shares == sorted(shares) and shares[-1] > 0
    told = subprocess.run(command, capture_output=True, text=True).stdout
    assert told.splitlines() == list(map(str, dlx.covers(queens(10))))


# ---------------------------------------------------------------- what a file is worth


def finished(path, problem=None, title="queens", **given):
    """Write the file of a finished search; return its covers."""
    search = ParallelSearch(problem or queens(6), checkpoint=path, title=title, **given)
    return list(search)


def refused(path, problem=None, title="queens", **given):
    """Return the one line with which a file is refused."""
    before = Path(path).read_bytes() if os.path.isfile(path) else None
    with pytest.raises(CheckpointError) as info:
        ParallelSearch(problem or queens(6), checkpoint=path, title=title, **given)
    assert before is None or Path(path).read_bytes() == before
    line = str(info.value)
    assert line.startswith(f"{path}: ") and "\n" not in line
    return line.removeprefix(f"{path}: ")


def test_a_finished_file_answers_without_a_search(tmp_path):
    path = tmp_path / "run.db"
    found = finished(path)
    with mock.patch("dlx.workers.Worker.search", side_effect=AssertionError):
        with mock.patch("dlx.workers.Processes.submit", side_effect=AssertionError):
            again = ParallelSearch(
                queens(6), checkpoint=path, title="queens", jobs=2, engine="links"
            )
            assert list(again) == found == list(dlx.covers(queens(6)))
    assert again.complete and again.count == again.found == 4 and again.done == 1


def test_a_file_of_another_search_is_refused_and_both_are_named(tmp_path):
    path = tmp_path / "run.db"
    finished(path)
    six, five = repr(queens(6)), repr(queens(5))
    this = f"this is a checkpoint of queens ({six}), not of "
    last = "; give another file"
    assert refused(path, queens(5)) == f"{this}queens ({five}){last}"
    assert refused(path, title="rooks") == f"{this}rooks ({six}){last}"
    assert refused(path, lookahead=True) == (
        f"{this}queens ({six}, with look-ahead){last}"
    )
    assert refused(path, listed=False) == f"{this}queens ({six}, only counted){last}"
    assert refused(path, tallies=Digits()) == (
        f"{this}queens ({six}, only counted){last}"
    )
    assert finished(path) == list(dlx.covers(queens(6)))
    finished(tmp_path / "b.db", Problem([["a"], ["b"], ["a", "b"]]), "letters")
    assert refused(
        tmp_path / "b.db", Problem([["a"], ["a", "b"], ["b"]]), "letters"
    ).endswith("not of another problem of that size; give another file")


def test_problems_that_differ_in_anything_but_names_have_other_fingerprints():
    options = [["a", "b"], ["a", "c"], ["b", "c"]]
    different = [
        Problem(options),
        Problem(options[::-1]),
        Problem(options, secondary=["c"]),
        Problem(options, multiplicities={"a": (1, 2)}),
        Problem(options, multiplicities={"b": (1, 2)}),
        Problem([{"a": None, "b": None, "c": "red"}], secondary=["c"]),
        Problem([["a", "b", "c"]], secondary=["c"]),
    ]
    prints = {fingerprint(problem) for problem in different}
    assert len(prints) == len(different)
    assert fingerprint(different[0], lookahead=True) not in prints


def test_what_is_no_checkpoint_is_refused_and_left_alone(tmp_path):
    text = tmp_path / "text"
    text.write_text("queens, all the covers\n" * 100)
    assert refused(text) == "damaged, or no checkpoint: file is not a database"
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE letters (a)")
    database.close()
    assert "the database of another program" in refused(other)
    assert refused(tmp_path) == "this is no file"
    os.mkfifo(tmp_path / "pipe")
    assert refused(tmp_path / "pipe") == "this is no file"
    folder = tmp_path / "there is"
    assert refused(folder / "none") == f"there is no folder {folder}"
    with pytest.raises(CheckpointError, match="none.db: there is no such file$"):
        status(tmp_path / "none.db")
    with pytest.raises(CheckpointError, match="needs the name of a file"):
        ParallelSearch(queens(6), checkpoint="")
    path = tmp_path / "run.db"
    finished(path)
    edited(path, "PRAGMA user_version = 7")
    assert "it is of version 7 of these files" in refused(path)
    for place in (text, other, tmp_path, path):
        with pytest.raises(CheckpointError):
            status(place)


def test_an_empty_file_is_taken_as_a_new_one(tmp_path):
    path = tmp_path / "run.db"
    path.touch()
    with pytest.raises(CheckpointError, match="there is nothing in it$"):
        status(path)
    assert finished(path) == finished(path) == list(dlx.covers(queens(6)))


@pytest.mark.parametrize(
    "name",
    ["a file.db", "what?.db", "#1%20.db", "schön 中.db", "file:x?mode=ro", "%00"],
)
def test_names_of_files_are_just_names(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert finished(name) == finished(tmp_path / name) == list(dlx.covers(queens(6)))
    assert status(name).complete and os.listdir() == [name]


def test_a_name_that_is_no_text_is_a_name_and_a_title_too(tmp_path):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.db")
    title = f"the covers of {path}"
    assert finished(path, title=title) == finished(path, title=title)
    assert status(path).title.endswith("/caf\\udce9.db")


def edited(path, *statements):
    database = sqlite3.connect(path)
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE about SET value = '3' WHERE key = 'covers'",
        "UPDATE about SET value = 'rooks' WHERE key = 'title'",
        "DELETE FROM about WHERE key = 'digest'",
        "DELETE FROM about WHERE key = 'fingerprint'",
        "DELETE FROM about",
        "INSERT INTO about VALUES ('more', '1')",
        "INSERT INTO about VALUES (NULL, '1')",
        "DELETE FROM jobs",
        "UPDATE jobs SET position = '0000001'",
        "UPDATE jobs SET stops = x'00ff'",
        "UPDATE jobs SET widths = 'wide'",
        "INSERT INTO jobs VALUES ('0000000', '0000001', '')",
        "DELETE FROM found",
        "UPDATE found SET covers = '[[0,1]]'",
        "UPDATE found SET covers = 7",
        "INSERT INTO found VALUES ('0000009', '[[1]]')",
        "DROP TABLE about",
        "DROP TABLE found",
        "ALTER TABLE jobs RENAME COLUMN stops TO halts",
        "PRAGMA application_id = 0",
    ],
)
def test_a_file_that_was_changed_by_hand_is_refused(statement, tmp_path):
    path = tmp_path / "run.db"
    search = ParallelSearch(queens(6), checkpoint=path, title="queens", limit=2)
    assert len(list(search)) == 2
    edited(path, statement)
    refused(path)
    with pytest.raises(CheckpointError):
        status(path)


@pytest.mark.parametrize(
    ("times", "step"),
    [(60, 512), pytest.param(600, 32, marks=pytest.mark.slow)],
    ids=["some", "much"],
)
@mock.patch("dlx.checkpoint.PAUSE", 0)
def test_every_damage_is_refused_or_does_no_harm(times, step, tmp_path):
    """Bytes are changed, in all the file, or it is cut, or its log is."""
    problem, wanted = queens(6), list(dlx.covers(queens(6)))
    path = tmp_path / "run.db"
    checkpoint = Checkpoint(path, problem, "covers")
    search = ParallelSearch(problem, checkpoint=tmp_path / "b.db", limit=2)
    found = list(search)
    numbers = {name: number for number, name in enumerate(problem.names)}
    batch = Batch((0,), [tuple(numbers[name] for name in cover) for cover in found])
    state = State(tuple(search._ledger.jobs), 2, 9, 0.5)
    checkpoint.write(state, [batch])
    files = [Path(f"{path}{suffix}") for suffix in ("", "-wal")]
    logged = [file.read_bytes() for file in files]
    checkpoint.close()
    whole = [path.read_bytes(), b""]
    rng = random.Random(3)
    outcomes = Counter()
    for number in range(times):
        for file, content in zip(files, whole if number % 3 else logged):
            data = bytearray(content)
            for _ in range(rng.choice([1, 1, 1, 2, 8, 200]) if data else 0):
                data[rng.randrange(len(data))] = rng.randrange(256)
            if rng.random() < 0.15:
                cut = rng.randrange(len(data) + 1)
                data = data[:cut]
            file.write_bytes(data)
            if not data:
                file.unlink()
        outcomes[outcome(path, problem, wanted)] += 1
        for file in tmp_path.glob("run.db*"):
            file.unlink()
    for place in range(0, len(whole[0]), step):  # the whole file, evenly
        data = bytearray(whole[0])
        data[place + rng.randrange(step)] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
        outcomes[outcome(path, problem, wanted)] += 1
    assert min(outcomes.values()) > times / 10
    assert set(outcomes) == {"refused", "whole"}


def outcome(path, problem, wanted):
    """Return what has come of a file: refused, or whole."""
    try:
        search = ParallelSearch(problem, checkpoint=path)
    except CheckpointError as error:
        assert "\n" not in str(error)
        return "refused"
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert list(search) == wanted and search.found == len(wanted)
    assert len(told) <= 1  # a file may be whole to read, and no good to write to
    return "whole"


def test_without_its_log_a_file_is_an_older_one_or_refused(tmp_path):
    problem, wanted = queens(6), list(dlx.covers(queens(6)))
    path = tmp_path / "run.db"
    checkpoint = Checkpoint(path, problem, "covers")
    shutil.copy(path, tmp_path / "copy.db")  # as a crash leaves it, but for the log
    checkpoint.write(State((Job((0, 1), (6, 3)),), 0, 1), [])
    shutil.copy(path, tmp_path / "later.db")
    checkpoint.close()
    for name in ("copy.db", "later.db"):
        assert outcome(tmp_path / name, problem, wanted) == "whole"


# ----------------------------------------------------------------- one run, and others


def test_a_second_run_is_refused_while_the_first_goes_on(tmp_path, in_small_slices):
    path = tmp_path / "run.db"
    search = ParallelSearch(queens(6), checkpoint=path, title="queens")
    assert refused(path) == "another run is using it"
    going = iter(search)
    found = [next(going)]
    assert refused(path) == "another run is using it"
    told = status(path)
    assert told.title == "queens" and not told.complete
    found += going
    assert found == list(dlx.covers(queens(6)))
    assert status(path).complete and status(path).state.covers == 4


def test_runs_that_try_to_get_in_never_spoil_a_file(tmp_path, in_small_slices):
    """Even if one gets hold of it between two transactions."""
    path, problem = tmp_path / "run.db", queens(8)
    refusals, found = [], []

    def try_to_get_in():
        for _ in range(5):
            try:
                Checkpoint(path, problem, "queens").close()
            except CheckpointError as error:
                refusals.append(str(error))

    thread = threading.Thread(target=try_to_get_in)
    search = ParallelSearch(problem, checkpoint=path, title="queens")
    thread.start()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for cover in search:
            found.append(cover)
            if len(found) == 50:
                thread.join()
    assert found == list(dlx.covers(problem)) and refusals
    assert set(refusals) == {f"{path}: another run is using it"}
    again = ParallelSearch(problem, checkpoint=path, title="queens")
    assert list(again) == found and again.found == 92


def test_what_another_run_has_written_is_not_written_over(tmp_path):
    path = tmp_path / "run.db"
    first = Checkpoint(path, queens(6), "queens")
    first._database.rollback()  # as if the next transaction could not begin
    second = Checkpoint(path, queens(6), "queens")
    second.write(State((Job((1,), (6,)),), 7), [])
    second.close()
    with pytest.raises(CheckpointError, match="another run has written to it$"):
        first.write(State((), 9), [])
    first.close()
    assert status(path).state.covers == 7


# ------------------------------------------------------------ when it cannot be written

FULL = """
import resource, signal, sys, warnings
from dlx import parallel
from oracle import switches

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
parallel.APART, parallel.SLICE = 0.0, 0.001
search = parallel.ParallelSearch(switches(13), checkpoint=sys.argv[1], engine="bits")
number = 0
for cover in search:
    number += 1
    if number == 100:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, resource.RLIM_INFINITY))
print(number, search.complete)
"""


def test_a_full_disk_is_told_once_and_the_search_is_not_lost(tmp_path):
    script = tmp_path / "full.py"
    script.write_text(f"import sys; sys.path[:0] = {sys.path!r}\n" + FULL)
    path = tmp_path / "run.db"
    done = subprocess.run(
        [sys.executable, script, path], capture_output=True, text=True
    )
    assert done.stdout.split() == ["8192", "True"]
    assert done.stderr.count("Warning") == 1
    assert "nothing is written, and the search goes on" in done.stderr
    again = ParallelSearch(switches(13), checkpoint=path)
    assert list(again) == list(dlx.covers(switches(13))) and again.found == 8192


def test_when_there_is_room_again_all_is_written(tmp_path):
    path = tmp_path / "run.db"
    search = ParallelSearch(switches(9), checkpoint=path)
    database = search._ledger.file._database
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {pages}")
    going = iter(search)
    found = [next(going) for _ in range(100)]
    with pytest.warns(UserWarning, match="is full; nothing is written"):
        search._ledger.write()
    search._ledger.write()  # and says nothing
    database.execute("PRAGMA max_page_count = 1000000")
    with pytest.warns(UserWarning, match=f"^{path}: all is written again$"):
        found += going
    assert found == list(dlx.covers(switches(9)))
    assert finished(path, switches(9), "covers") == found


@pytest.mark.parametrize("what", ["removed", "replaced", "folder", "log"])
def test_a_file_that_vanishes_is_told_once_and_the_search_is_not_lost(what, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "run.db"
    search = ParallelSearch(queens(6), checkpoint=path)
    going = iter(search)
    found = [next(going)]
    if what == "removed":
        path.unlink()
    elif what == "replaced":
        path.unlink()
        path.write_text("something else")
    elif what == "log":
        Path(f"{path}-wal").unlink()
    else:
        shutil.rmtree(folder)
    with pytest.warns(UserWarning) as told:
        found += going
        search.close()
    (line,) = [str(warning.message) for warning in told]
    assert line.startswith(f"{path}: ")
    assert line.endswith("; nothing is written, and the search goes on")
    assert found == list(dlx.covers(queens(6)))
    if what == "replaced":
        assert path.read_text() == "something else"


def test_a_search_that_never_began_is_closed_as_it_was(tmp_path):
    path = tmp_path / "run.db"
    search = ParallelSearch(queens(6), checkpoint=path)
    search.close()
    search.close()
    assert status(path).state == State() and list(search) == []


# ----------------------------------------------------------------------- what is in it


def test_a_file_can_be_read_by_hand(tmp_path):
    path = tmp_path / "run.db"
    problem = queens(6)
    search = ParallelSearch(problem, checkpoint=path, title="queens", limit=2)
    found = list(search)
    database = sqlite3.connect(path)
    about = dict(database.execute("SELECT key, value FROM about"))
    assert about["title"] == "queens" and about["problem"] == repr(problem)
    assert (about["complete"], about["covers"]) == ("no", "2")
    assert int(about["nodes"]) == search.nodes
    batches = database.execute("SELECT covers FROM found ORDER BY position")
    names = problem.names
    assert found == [
        tuple(names[number] for number in cover)
        for row in batches
        for cover in json.loads(row[0])
    ]
    (position,) = database.execute("SELECT position FROM jobs LIMIT 1").fetchone()
    assert tuple(map(int, position.split())) == search.position
    database.close()


def test_positions_as_texts_sort_as_positions_do():
    rng = random.Random(1)
    positions = [
        tuple(rng.choice([0, 1, 9, 10, 99, 100_000]) for _ in range(rng.randint(1, 4)))
        for _ in range(200)
    ]
    texts = sorted(map(dlx.checkpoint._text, positions))
    assert [dlx.checkpoint._numbers(text) for text in texts] == sorted(positions)


def test_a_ledger_goes_on_from_the_counts_of_its_file(tmp_path):
    path = tmp_path / "run.db"
    file = Checkpoint(path, queens(6), "queens", keeps="numbers")
    file.write(State((), 5, tallies=(("7", 2),)), [Batch((1,), [(1, 2), (3, 4)])])
    file.close()
    reader = Digits()
    ledger = Ledger(
        State(), Checkpoint(path, queens(6), "queens", keeps="numbers"), tallies=reader
    )
    assert reader.counts == {"7": 2} and ledger.covers == 5
    for batch in ledger.readable():
        for cover in batch.covers:
            reader.add(cover)
        ledger.read(batch)
    ledger.close()
    told = status(path)
    assert dict(told.state.tallies) == {"7": 2, "2": 2} and told.batches == 0


def test_a_limit_of_nodes_is_one_for_each_run(tmp_path, in_small_slices):
    path = tmp_path / "run.db"
    nodes = []
    for _ in range(3):
        search = ParallelSearch(pigeons(6), checkpoint=path, max_nodes=100)
        with pytest.raises(Stopped):
            search.run()
        nodes.append(search.nodes)
    assert nodes == [100, 200, 300]


def test_a_limit_holds_where_covers_are_only_counted(in_small_slices):
    search = ParallelSearch(switches(6), listed=False, limit=20)
    assert search.run() == search.count == 20 and not search.complete


def test_a_stop_that_comes_after_the_last_cover_is_none():
    search = ParallelSearch(switches(3))
    found = []
    for cover in search:
        found.append(cover)
        if len(found) == 8:
            search.stop("a wish")
    assert found == list(dlx.covers(switches(3)))
    assert search.complete and search.position is None


def test_a_stop_does_not_wait_until_all_that_was_found_is_read(in_small_slices):
    problem = switches(9)
    search = ParallelSearch(problem, jobs=3, executor=Inline())
    found = []
    with pytest.raises(Stopped) as info:
        for cover in search:
            found.append(cover)
            if len(found) == 50:
                search.stop("a wish")
    assert 50 <= len(found) < 60 and info.value.count == len(found)
    rest = dlx.Search(problem, position=info.value.position)
    assert [*found, *rest] == list(dlx.covers(problem))


@pytest.mark.slow
def test_a_search_of_three_seconds_is_written_at_least_twice_a_second(tmp_path):
    path = tmp_path / "run.db"
    search = ParallelSearch(pigeons(12), checkpoint=path, timeout=3, engine="bits")
    seen = []
    over = threading.Event()

    def look():
        while not over.wait(0.02):
            seen.append((time.monotonic(), status(path).state))

    thread = threading.Thread(target=look)
    thread.start()
    with pytest.raises(Stopped):
        search.run()
    over.set()
    thread.join()
    states = [state for _, state in seen]
    changes = [now for (now, state), last in zip(seen[1:], states) if state != last]
    assert all(
        later.nodes >= earlier.nodes for earlier, later in zip(states, states[1:])
    )
    assert len(changes) >= 6


@pytest.mark.slow
def test_a_file_of_two_hundred_thousand_covers(tmp_path):
    path = tmp_path / "run.db"
    problem = Problem({(k, c): [k] for k in range(6) for c in range(8)})  # 8 ** 6
    search = ParallelSearch(problem, checkpoint=path, limit=200_000)
    assert sum(1 for _ in search) == 200_000
    assert path.stat().st_size < 50 * 200_000
    again = ParallelSearch(problem, checkpoint=path)
    assert sum(1 for _ in again) == 8**6 == again.found
