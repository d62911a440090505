"""Limits and progress: a search that is stopped says why, how far, and where to go on.
"""

from __future__ import annotations

import os
import signal
import threading
from unittest import mock

import pytest

from dlx import Search, Stopped, count, covers
from dlx.counting import Counting
from dlx.limits import Limits, memory_used
from dlx.progress import Meter, Progress
from oracle import pigeons, queens, read, switches

ENGINES = ["links", "bits", "words"]
each_engine = pytest.mark.parametrize("engine", ENGINES)


@each_engine
def test_a_limit_of_nodes_stops_every_engine_at_the_same_node(engine):
    problem = queens(7)
    reference = Search(problem, engine="links", max_nodes=150)
    seen, found = [], []
    stopped = read(reference, seen)
    search = Search(problem, engine=engine, max_nodes=150)
    again = read(search, found)
    assert (stopped.reason, reference.nodes) == ("nodes", 150)
    assert (again.reason, search.nodes) == ("nodes", 150)
    assert found == seen and again.position == stopped.position
    assert [*found, *Search(problem, position=again.position)] == list(covers(problem))


def test_a_limit_of_nodes_holds_beyond_a_shift_of_engines():
    with mock.patch("dlx.engines.bits.PULSE", 10), mock.patch("dlx.search.SHIFT_AFTER",
                                                              0):
        search = Search(pigeons(7), max_nodes=1000)
        assert read(search, []).reason == "nodes"
    assert (search.engine, search.nodes) == ("words", 1000)


@each_engine
def test_a_limit_of_memory_below_what_is_taken_stops_the_search(engine):
    search = Search(pigeons(9), engine=engine, max_memory=1000)
    assert read(search, []).reason == "memory"
    plenty = Search(queens(6), engine=engine, max_memory=2**40)
    assert len(list(plenty)) == 4 and plenty.complete


def test_the_memory_of_this_process_grows_with_what_it_takes():
    before = memory_used()
    block = bytearray(b"x" * 50_000_000)
    assert before > 1_000_000 and memory_used() > before + 40_000_000
    del block


@each_engine
def test_a_watcher_is_told_of_rising_shares_up_to_one(engine):
    told = []
    with mock.patch("dlx.limits.APART", 0):
        found = list(covers(queens(6), engine=engine, progress=told.append))
    shares = [far.done for far in told]
    assert len(told) > 3 and shares == sorted(shares) and shares[-1] == 1.0
    assert told[-1].covers == len(found) == 4
    assert [far.nodes for far in told] == sorted(far.nodes for far in told)
    assert told[-1].left == 0


@each_engine
@pytest.mark.parametrize(("answer", "reason"), [(True, "the watcher"),
                                                ("a wish", "a wish")])
def test_a_watcher_may_stop_the_search(engine, answer, reason):
    search = Search(pigeons(9), engine=engine, progress=lambda far: answer)
    assert read(search, []).reason == reason
    assert not search.complete and search.done < 1


def test_counting_tells_a_watcher_of_all_it_counts_and_may_be_stopped_by_it():
    problem = queens(8)
    for moment, trial in ((0.05, 0.1), (0, 0.1), (0, 0)):
        told = []
        with mock.patch("dlx.limits.APART", 0), \
                mock.patch("dlx.counting.MOMENT", moment), \
                mock.patch("dlx.counting.TRIAL", trial), \
                mock.patch("dlx.walking.PULSE", 50), \
                mock.patch("dlx.engines.bits.PULSE", 10):
            assert count(problem, progress=told.append) == 92
        assert (told[-1].done, told[-1].covers) == (1.0, 92)
        assert all(0 <= far.done <= 1 for far in told)
    counting = Counting(problem, progress=lambda far: "a wish")
    with mock.patch("dlx.counting.MOMENT", 0), pytest.raises(Stopped) as info:
        counting.run()
    assert info.value.reason == "a wish"


@pytest.mark.parametrize("engine", [*ENGINES, None])
def test_a_count_that_runs_out_of_nodes_is_a_lower_bound(engine):
    with pytest.raises(Stopped) as info:
        count(queens(8), engine=engine, max_nodes=500)
    assert info.value.reason == "nodes" and 0 < info.value.count < 92


@pytest.mark.parametrize(("limit", "value", "want"), [
    ("max_nodes", 0, "from 1"), ("max_nodes", "7", "from 1"),
    ("max_memory", -1, "from 0"), ("timeout", "soon", "seconds")])
def test_a_limit_that_makes_no_sense_is_told_what_would(limit, value, want):
    for ask in (Search, covers, count):
        with pytest.raises(ValueError, match=f"^{limit} is .*{want}"):
            ask(switches(2), **{limit: value})


def test_what_has_no_position_can_be_abandoned_by_a_signal_but_not_by_a_thread():
    limits = Limits()
    before = signal.signal(signal.SIGINT, lambda *_: limits.stop("interrupt"))
    try:
        done = []
        with limits.abandonable():
            thread = threading.Thread(target=limits.stop, args=("another",))
            thread.start()
            thread.join()
            done.append("thread")
            os.kill(os.getpid(), signal.SIGINT)
            signal.pthread_sigmask(signal.SIG_BLOCK, [])  # where it is delivered
            done.append("never")
        assert done == ["thread"] and limits.reason == "another"
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_interrupt_does_not_wait_for_a_compiler():
    def compiling(*_):
        search.stop("interrupt")
        raise AssertionError("not abandoned")

    with mock.patch("dlx.search.faster", compiling), \
            mock.patch("dlx.search.SHIFT_AFTER", 0):
        search = Search(pigeons(8))
        assert read(search, []).reason == "interrupt"
    assert search.position != (0,)


class At:
    """A search that is so far."""

    def __init__(self, done, count, nodes, seconds):
        self.done, self.count, self.nodes, self.seconds = done, count, nodes, seconds


def test_time_left_is_told_from_the_speed_of_late():
    told = []
    meter = Meter(told.append)
    for second in range(101):  # one percent a second, then two
        done = second / 100 if second < 50 else 0.5 + (second - 50) / 50
        meter.tell(At(min(done, 1.0), 0, 1000 * second, float(second)))
    assert told[0].left is None
    assert told[40].left == pytest.approx(60, rel=0.05)
    assert told[74].left == pytest.approx(1, abs=0.6)
    assert told[74].rate == pytest.approx(1000)
    assert told[75].left == 0


def test_what_was_done_in_an_earlier_run_does_not_count_as_speed():
    told = []
    meter = Meter(told.append)
    meter.tell(At(0.9, 0, 10**9, 500.0))
    meter.tell(At(0.91, 0, 10**9 + 100, 501.0))
    assert told[0].left is None and told[1].left == pytest.approx(9)
    assert told[1].rate == pytest.approx(100)


def test_progress_reads_as_one_line():
    assert str(Progress(0.5, 0, 10, 1.0, 10.0, None)) == (
        "50.0 %, 0 found, 10 nodes, 10/s, 0:00:01 so far")
