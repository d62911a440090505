"""Searching in jobs: the covers of `dlx.covers`, whoever does the work, whoever dies.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from unittest import mock

import pytest
from hypothesis import given, settings, strategies as st

import dlx
from dlx import DlxError, Problem, Stopped
from dlx.parallel import ParallelSearch, count, covers
from dlx.workers import Inline, Processes, in_numbers, search_slice
from oracle import pigeons, problems, queens, read, switches

MULTIPLE = Problem([["a", "b"], ["a"], ["b", "c"], ["a", "c"], ["b"], ["a", "b", "c"]],
                   multiplicities={"a": (1, 2), "b": (0, 3)})
REAL = [queens(7), switches(5), pigeons(4), MULTIPLE, Problem([])]


@pytest.fixture
def in_small_slices(monkeypatch):
    """Let slices be of a few nodes, and the work be shared from the beginning."""
    monkeypatch.setattr("dlx.parallel.SLICE", 0)
    monkeypatch.setattr("dlx.parallel.ALONE", 0)
    monkeypatch.setattr("dlx.engines.bits.PULSE", 7)


class Shuffling(Inline):
    """Does the work at once, but not all of it: every third slice comes to nothing."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error
        self.number = 0

    def submit(self, function, /, *arguments, **named):
        self.number += 1
        if self.number % 3:
            return super().submit(function, *arguments, **named)
        future = Future()
        future.set_exception(self.error("lost"))
        return future


@given(problems(), st.integers(1, 40), st.booleans())
@settings(deadline=None, max_examples=60)
def test_covers_in_jobs_are_the_covers_and_in_order(problem, parts, ordered):
    with mock.patch("dlx.parallel.LEAST_PARTS", parts), \
            mock.patch("dlx.parallel.PARTS", 0), mock.patch("dlx.parallel.SLICE", 0), \
            mock.patch("dlx.engines.bits.PULSE", 1):
        search = ParallelSearch(problem, executor=Inline(), jobs=3, ordered=ordered)
        found = list(search)
    plain = dlx.Search(problem)
    expected = list(plain)
    assert (found if ordered else sorted(found)) == (
        expected if ordered else sorted(expected))
    assert (search.count, search.found, search.nodes, search.complete) == (
        plain.count, plain.count, plain.nodes, True)
    assert search.position is None and search.done == 1


@pytest.mark.parametrize("problem", REAL, ids=repr)
def test_one_worker_in_this_process_finds_all_in_order(problem, in_small_slices):
    assert list(covers(problem, jobs=1)) == list(dlx.covers(problem))
    assert count(problem, jobs=1) == dlx.count(problem)


@pytest.mark.parametrize("problem", REAL, ids=repr)
def test_two_processes_find_all_in_order(problem, monkeypatch):
    monkeypatch.setattr("dlx.parallel.ALONE", 0)
    assert list(covers(problem, jobs=2)) == list(dlx.covers(problem))
    found = list(covers(problem, jobs=2, ordered=False))
    assert sorted(found) == sorted(dlx.covers(problem))
    assert count(problem, jobs=2) == dlx.count(problem)


@pytest.mark.parametrize("engine", ["links", "bits", "words"])
def test_every_engine_can_do_the_work(engine, in_small_slices):
    problem = queens(6)
    assert list(covers(problem, jobs=2, engine=engine)) == list(dlx.covers(problem))


def test_a_search_with_look_ahead_is_shared_out_by_its_own_rule(in_small_slices):
    problem = queens(6)
    assert list(covers(problem, jobs=2, lookahead=True)) == list(
        dlx.covers(problem, lookahead=True))


def test_threads_that_work_at_the_same_time_do_not_disturb_each_other(in_small_slices):
    problem, before = queens(7), sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as threads:
            search = ParallelSearch(problem, executor=threads, jobs=4, engine="links")
            assert list(search) == list(dlx.covers(problem))
    finally:
        sys.setswitchinterval(before)


def test_any_executor_does_the_work(in_small_slices):
    problem = queens(6)
    with ThreadPoolExecutor(1) as threads:
        assert list(covers(problem, executor=threads, jobs=4)) == list(
            dlx.covers(problem))
        assert threads.submit(int).result() == 0  # it belongs to who made it


@pytest.mark.parametrize("error", [OSError, RuntimeError])
def test_a_slice_that_comes_to_nothing_is_done_again_and_counted_once(
        error, in_small_slices):
    problem = queens(6)
    search = ParallelSearch(problem, executor=Shuffling(error), jobs=3)
    plain = dlx.Search(problem)
    assert list(search) == list(plain) and search.nodes == plain.nodes


def test_workers_that_only_fail_end_the_search_with_the_reason():
    class Failing(Shuffling):
        def submit(self, *_, **__):
            self.number = 2
            return super().submit(int)

    with pytest.raises(DlxError) as info:
        count(queens(6), executor=Failing(OSError), jobs=2)
    assert str(info.value) == "workers failed 16 times in a row: OSError: lost"


def test_an_executor_that_takes_no_more_work_ends_the_search_with_the_reason(tmp_path):
    class Closing(Inline):
        left = 3

        def submit(self, *arguments, **named):
            self.left -= 1
            if self.left < 0:
                raise RuntimeError("it is closed")
            return super().submit(*arguments, **named)

    path = tmp_path / "run.db"
    search = ParallelSearch(pigeons(6), executor=Closing(), jobs=1, checkpoint=path)
    with mock.patch("dlx.parallel.SLICE", 0), mock.patch("dlx.engines.bits.PULSE", 7):
        with pytest.raises(DlxError, match="11 times in a row: RuntimeError: it is "):
            list(search)
    again = ParallelSearch(pigeons(6), checkpoint=path)
    assert list(again) == [] and again.complete
    plain = dlx.Search(pigeons(6))
    assert list(plain) == [] and again.nodes == plain.nodes


def test_slices_that_are_cancelled_are_done_again(in_small_slices):
    class Cancelling(Inline):
        number = 0

        def submit(self, *arguments, **named):
            self.number += 1
            if self.number % 3:
                return super().submit(*arguments, **named)
            future = Future()
            future.cancel()  # and nobody who waits is told
            return future

    problem = queens(6)
    assert list(covers(problem, executor=Cancelling(), jobs=2)) == list(
        dlx.covers(problem))


def test_a_scheduler_that_is_lost_stops_the_search_and_leaves_its_place(tmp_path):
    class Client:
        status = "running"

    class Losing(Inline):
        _client = Client()

        def submit(self, *arguments, **named):
            if len(found) < 2:
                return super().submit(*arguments, **named)
            self._client.status = "closed"
            return Future()  # of which nobody hears again

    path, found = tmp_path / "run.db", []
    search = ParallelSearch(queens(6), executor=Losing(), jobs=1, checkpoint=path)
    with mock.patch("dlx.parallel.MOST_COVERS", 1):
        with pytest.raises(Stopped, match="the loss of the scheduler"):
            for cover in search:
                found.append(cover)
    assert found and not search.complete
    assert list(ParallelSearch(queens(6), checkpoint=path)) == list(
        dlx.covers(queens(6)))


def test_a_process_that_is_killed_has_its_jobs_run_again(monkeypatch):
    monkeypatch.setattr("dlx.parallel.ALONE", 0)
    problem = queens(9)
    killed = []

    def kill(progress):
        pool = search._remote and search._remote._pool
        workers = list(pool._processes or ()) if pool else []
        if workers and len(killed) < 2 and progress.covers and (
                workers[0] not in killed):
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    with mock.patch("dlx.limits.APART", 0), \
            mock.patch("dlx.engines.bits.PULSE", 50), \
            mock.patch("dlx.parallel.SLICE", 0.02):
        search = ParallelSearch(problem, jobs=2, progress=kill, engine="bits")
        assert list(search) == list(dlx.covers(problem))
    assert len(set(killed)) == 2


def test_workers_end_when_the_process_that_engaged_them_is_killed(tmp_path):
    script = tmp_path / "work.py"
    script.write_text(
        "import sys; sys.path[:0] = " + repr(sys.path) + "\n"
        "from oracle import pigeons\n"
        "import dlx.parallel\n"
        "def told(progress):\n"
        "    if search._remote: print(*search._remote._pool._processes, flush=True)\n"
        "if __name__ == '__main__':\n"
        "    search = dlx.parallel.ParallelSearch(pigeons(12), jobs=2, progress=told)\n"
        "    search.run()\n")
    process = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE,
                               text=True)
    workers = [int(word) for word in process.stdout.readline().split()]
    assert len(workers) == 2
    process.kill()
    process.wait()
    process.stdout.close()
    for _ in range(100):
        if not any(map(is_running, workers)):
            return
        time.sleep(0.1)
    raise AssertionError("they go on for ten seconds")


def is_running(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_limits_stop_a_shared_search_with_what_was_found(in_small_slices):
    problem = queens(8)
    expected = list(dlx.covers(problem))
    found = []
    stopped = read(ParallelSearch(problem, jobs=2, max_nodes=700), found)
    assert stopped.reason == "nodes" and found == expected[:len(found)]
    assert [*found, *dlx.Search(problem, position=stopped.position)] == expected
    assert list(covers(problem, jobs=2, limit=5)) == expected[:5]
    assert list(covers(problem, jobs=2, limit=0)) == []
    with pytest.raises(Stopped) as info:
        count(problem, jobs=2, max_nodes=700)
    assert 0 < info.value.count < 92
    with pytest.raises(Stopped) as info:
        count(pigeons(11), jobs=2, timeout=0.5)
    assert info.value.reason == "timeout" and info.value.count == 0


def test_a_search_that_is_dropped_lets_its_workers_go(in_small_slices):
    search = ParallelSearch(queens(9), jobs=2)
    first = next(iter(search))
    assert first == next(dlx.covers(queens(9)))
    for _ in range(20):
        next(iter(search))
    processes = search._remote
    search.close()
    assert processes._pool is None and list(search) == []


def test_shares_told_by_a_shared_search_rise_to_one(in_small_slices, monkeypatch):
    monkeypatch.setattr("dlx.limits.APART", 0)
    told = []
    found = list(covers(queens(6), jobs=2, progress=told.append))
    shares = [far.done for far in told]
    assert len(shares) > 3 and shares[-1] == 1
    assert all(later >= earlier - 1e-9 for earlier, later in zip(shares, shares[1:]))
    assert told[-1].covers == len(found)


def test_a_problem_travels_without_its_names():
    class Local:
        pass

    problem = Problem({Local: {"p": None, "x": "red"}, 2: ["q"], 3: ["p", "q"]},
                      secondary=["x"])
    numbers = in_numbers(problem)
    assert b"Local" not in numbers
    part = search_slice(numbers, "bits", False, False, [dlx.jobs.ROOT],
                        dlx.workers.Amount(9))
    assert [batch.covers for batch in part.found] == [[(0, 1), (2,)]]


def test_processes_are_made_anew_when_they_have_died():
    processes = Processes(1)
    try:
        first = processes.submit(os.getpid).result()
        with pytest.raises(Exception):
            processes.submit(os._exit, 3).result()
        assert processes.submit(os.getpid).result() != first
    finally:
        processes.shutdown()


def test_more_covers_than_can_wait_are_not_piled_up(in_small_slices, monkeypatch):
    monkeypatch.setattr("dlx.parallel.MOST_UNREAD", 3)
    problem = switches(7)
    assert list(covers(problem, jobs=2)) == list(dlx.covers(problem))
