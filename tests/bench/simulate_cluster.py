"""Simulate a search by many workers, from times measured on one core.

    PYTHONPATH=. python tests/bench/simulate_cluster.py

splits a problem into some thousands of jobs, searches each, and replays their times for
10 to 10,000 workers and the coordinator that `dlx/PARALLEL.md` describes: it hands out
slices of jobs, takes back what is left, and cuts the largest job, by its share, where
a worker has nothing to do.  ``--store FILE`` keeps the times, ``--replay FILE`` takes
them from there; from the same times it prints the same table.  ``--middle 0 --least 0``
cuts at the top level, and without regard to how little is cut.

A search for 10,000 workers is larger than one that can be measured.  So the times are
taken as a pattern: what lies under a job is as uneven as the whole tree is, and under
the jobs of that again.  The whole can then have any length, and be cut anywhere.

Not part of the normal run, but for a tiny problem in tests/test_bench_simulation.py.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import NamedTuple

from tabulate import tabulate

from dlx import Problem
from dlx.engines import engine_for, faster
from dlx.jobs import ROOT, Job, split
from dlx.tree import tree

#: A part of the search: where it begins and ends, as fractions of all the work.
Part = tuple[float, float]

#: Smaller parts than this, of the whole, are not cut.
LEAST = 1e-11


class Measured(NamedTuple):
    """A job that was searched: what it was, how long that took, of how many nodes."""

    job: Job
    seconds: float
    nodes: int


class Settings(NamedTuple):
    """What a cluster is like; times in seconds.

    Attributes
    ----------
    seconds : float
        How much work there is for each worker.
    results : float
        At how many results a second the coordinator is to be kept, by longer slices.
    slice : float
        How long a slice is at least; longer, while many workers are busy.
    reserve : float
        How many open jobs the coordinator holds ready for each worker, by cutting the
        largest; 0: it cuts one when a worker has nothing to do.
    least : float
        A job is not cut if it seems to take less than this, by its share of the whole.
    middle : int
        1: jobs are cut near their middle; 0: at their top level, see `Pattern`.
    cost : float
        Of one result, for the coordinator: to take it, record it, and hand out another.
    latency : float
        How long a message is on its way.
    overhead : float
        Of a slice, for the worker: to go to the position, and back.
    start : float
        Within how long the workers come, one after the other, each once it is ready.
    deaths : float
        How often a worker dies in an hour.
    notice : float
        How long it takes until that is seen; a new worker is there as late.
    seed : int
        Of the deaths.
    """

    seconds: float = 100.0
    results: float = 1000.0
    slice: float = 0.15
    reserve: float = 1.0
    least: float = 0.1
    middle: int = 1
    cost: float = 0.0005
    latency: float = 0.001
    overhead: float = 0.0002
    start: float = 2.0
    deaths: float = 0.0
    notice: float = 10.0
    seed: int = 0


class Outcome(NamedTuple):
    """How a search by many workers went."""

    workers: int
    slice: float
    seconds: float
    efficiency: float
    results: int
    cuts: int
    lost: int
    busy: float  # the coordinator, as a part of the time
    tail: float  # seconds from when the first worker had nothing more to do for good


# ---------------------------------------------------------------------------- measuring


def measure(problem: Problem, parts: int) -> list[Measured]:
    """Split a problem into jobs, search each, and return what that took."""
    jobs, _ = split(tree(problem), ROOT, parts)
    engine = engine_for(problem)
    engine = faster(engine, problem, (0,)) or engine
    for _ in engine.search():  # what is loaded and compiled first does not count
        break
    found = []
    for job in jobs:
        begin = time.process_time()
        engine.restart(job.position, job.stops)
        before = engine.nodes
        for _ in engine.search():
            pass
        found.append(Measured(job, time.process_time() - begin, engine.nodes - before))
    return found


def store(measured: Sequence[Measured], path: Path) -> None:
    """Write what was measured into a file."""
    path.write_text(json.dumps(measured) + "\n", encoding="utf-8")


def replay(path: Path) -> list[Measured]:
    """Read what `store` wrote."""
    return [
        Measured(Job(*(tuple(part) for part in job)), seconds, nodes)
        for job, seconds, nodes in json.loads(path.read_text(encoding="utf-8"))
    ]


class Pattern:
    """A search tree in which what was measured is repeated under each job.

    `cut` is at the top level: everything under the present option is kept, and what
    comes after it is the second part.  `halve` takes the first level that has a place
    between a quarter and three quarters of the share; `Job.divided` comes near to that.
    """

    def __init__(self, measured: Sequence[Measured]) -> None:
        self.positions = [job.position for job, _, _ in measured]
        self.work = fractions([max(seconds, 1e-9) for _, seconds, _ in measured])
        self.share = fractions([max(job.share, 1e-12) for job, _, _ in measured])

    def cut(self, part: Part) -> tuple[Part, Part] | None:
        """Cut a part in two, if it is not too small for that."""
        begin, end = part
        bottom, size = 0.0, 1.0
        while size > LEAST:
            first = self._at((begin - bottom) / size)
            last = (
                min(bisect_left(self.work, (end - bottom) / size), len(self.positions))
                - 1
            )
            if first < last:
                where = bottom + size * self.work[self._after(first, last)]
                if begin + LEAST < where < end - LEAST:
                    return (begin, where), (where, end)
            bottom += size * self.work[first]
            size *= self.work[first + 1] - self.work[first]
        return None

    def halve(self, part: Part) -> tuple[Part, Part] | None:
        """Cut a part near the middle of its share, if it is not too small for that."""
        begin, end = part
        low, high = self.shared(begin), self.shared(end)
        quarter, middle = (high - low) / 4, (low + high) / 2
        bottom, size, seen, wide = 0.0, 1.0, 0.0, 1.0
        while size > LEAST and wide > 0:
            k = bisect_right(self.share, (middle - seen) / wide) - 1
            k = min(max(0, k), len(self.positions) - 1)
            for edge in (k, k + 1):
                where = bottom + size * self.work[edge]
                share = seen + wide * self.share[edge]
                if (
                    begin + LEAST < where < end - LEAST
                    and abs(share - middle) <= quarter
                ):
                    return (begin, where), (where, end)
            bottom += size * self.work[k]
            size *= self.work[k + 1] - self.work[k]
            seen += wide * self.share[k]
            wide *= self.share[k + 1] - self.share[k]
        return self.cut(part)

    def _at(self, work: float) -> int:
        """Return the job in which so much of the work is done."""
        return min(max(0, bisect_right(self.work, work) - 1), len(self.positions) - 1)

    def _after(self, first: int, last: int) -> int:
        """Return the first job that is not under the top option of the first."""
        position, other = self.positions[first], self.positions[last]
        level = next(
            level for level, (a, b) in enumerate(zip(position, other)) if a != b
        )
        beside = *position[:level], position[level] + 1
        return bisect_left(self.positions, beside, first + 1, last)

    def shared(self, work: float) -> float:
        """Return how much of the search seems to be done when so much of the work is.

        That is all that the coordinator knows: it has no times, only shares.
        """
        done, size = 0.0, 1.0
        for _ in range(4):
            k = self._at(work)
            done += size * self.share[k]
            size *= self.share[k + 1] - self.share[k]
            work = (work - self.work[k]) / (self.work[k + 1] - self.work[k])
        return done + size * work


def fractions(values: Sequence[float]) -> list[float]:
    """Return which part of the sum comes before each value, and at last the whole."""
    total = sum(values)
    return [0.0, *(part / total for part in accumulate(values))]


# --------------------------------------------------------------------------- simulating


class Waiting:
    """The open jobs that no worker has: the first in the order, or the largest."""

    def __init__(self, pattern: Pattern, middle: int = 1, least: float = 0.0) -> None:
        self.pattern = pattern
        self.halve = pattern.halve if middle else pattern.cut
        self.least = least  # smaller shares are not cut
        self.ends: dict[float, float] = {}  # of each part that waits, by its beginning
        self.ordered: list[float] = []
        self.sizes: list[tuple[float, float, float]] = []
        self.cuts = 0

    def __len__(self) -> int:
        return len(self.ends)

    def add(self, part: Part) -> None:
        begin, end = part
        self.ends[begin] = end
        heappush(self.ordered, begin)
        share = self.pattern.shared(begin) - self.pattern.shared(end)
        heappush(self.sizes, (share, begin, end))

    def take(self) -> Part:
        """Take the first in the order of the search."""
        while (begin := heappop(self.ordered)) not in self.ends:
            pass
        return begin, self.ends.pop(begin)

    def cut(self) -> bool:
        """Cut the largest that can be cut, and tell whether there is one."""
        while self.sizes and -self.sizes[0][0] >= self.least:
            _, begin, end = heappop(self.sizes)
            if self.ends.get(begin) != end:
                continue  # taken, or cut, before
            pair = self.halve((begin, end))
            if pair is not None:
                self.add(pair[0])
                self.add(pair[1])
                self.cuts += 1
                return True
        return False


class Cluster:
    """A simulation: a coordinator, its workers, and the messages between them."""

    def __init__(self, pattern: Pattern, workers: int, settings: Settings) -> None:
        self.settings = settings
        self.workers = workers
        self.total = settings.seconds * workers  # of work
        self.chance = Random(settings.seed)
        self.waiting = Waiting(pattern, settings.middle, settings.least / self.total)
        self.waiting.add((0.0, 1.0))
        self.idle: list[int] = []
        # What arrives at the coordinator: when, from which worker, what is left of its
        # job (None: all that it got), and whether it has died.
        self.arriving: list[tuple[float, int, Part | None, bool]] = []
        self.death = [self._death(0.0) for _ in range(workers)]
        self.there = [False] * workers
        self.results = self.lost = self.out = 0
        self.free = self.busy = 0.0  # when the coordinator is free; how long it worked

    def _death(self, now: float) -> float:
        """Return when a worker that is new now will die."""
        if not self.settings.deaths:
            return float("inf")
        return now + 3600 * self.chance.expovariate(self.settings.deaths)

    def run(self) -> Outcome:
        """Simulate until everything is searched."""
        last_full = 0.0  # when nobody was idle for the last time
        for worker in range(self.workers):
            self._come(worker, self.settings.start * (worker + 1) / self.workers)
        while self.out or len(self.waiting):
            when, worker, left, dead = heappop(self.arriving)
            self.free = max(when, self.free) + self.settings.cost
            self.busy += self.settings.cost
            if self.there[worker]:
                self.out -= 1
                self.results += not dead
                self.lost += dead
            if left is not None:
                self.waiting.add(left)
            self.there[worker] = not dead
            if dead:
                again = self.free + self.settings.notice
                self.death[worker] = self._death(again)
                self._come(worker, again)
            else:
                self.idle.append(worker)
            self._hand_out()
            if not self.idle:
                last_full = self.free
        seconds = self.free
        longest = max(self.settings.slice, self.workers / self.settings.results)
        return Outcome(
            self.workers,
            longest,
            seconds,
            self.total / self.workers / seconds,
            self.results,
            self.waiting.cuts,
            self.lost,
            self.busy / seconds,
            seconds - last_full,
        )

    def _come(self, worker: int, when: float) -> None:
        """Let a new worker ask for a job."""
        heappush(self.arriving, (when, worker, None, False))

    def _hand_out(self) -> None:
        """Give each idle worker a job, and cut jobs where there are too few."""
        while self.idle:
            wanted = max(len(self.idle), self.settings.reserve * self.workers)
            if len(self.waiting) < wanted and self.waiting.cut():
                continue
            if not len(self.waiting):
                return
            self._begin(self.idle.pop(), self.waiting.take())

    def _begin(self, worker: int, part: Part) -> None:
        """Let a worker search a part for as long as a slice, and send what is left."""
        begin, end = part
        settings = self.settings
        self.out += 1
        longest = max(settings.slice, self.out / settings.results)
        work = min(longest, (end - begin) * self.total)
        there = self.free + settings.latency
        done = there + settings.overhead + work
        if self.death[worker] < done:
            seen = max(there, self.death[worker]) + settings.notice
            heappush(self.arriving, (seen, worker, part, True))
            return
        begin += work / self.total
        left = (begin, end) if end - begin > LEAST else None
        heappush(self.arriving, (done + settings.latency, worker, left, False))


def simulate(pattern: Pattern, workers: int, settings: Settings) -> Outcome:
    """Return how a search by so many workers goes."""
    return Cluster(pattern, workers, settings).run()


# ----------------------------------------------------------------------------- printing


def load(name: str) -> Problem:
    """Return the problem of a bundled puzzle, or of a file that is one or ends so."""
    if name.endswith(".dlx"):
        from dlx import text

        return text.load(name)
    from puzzles import load as load_puzzle
    from reductions import encode

    return encode(load_puzzle(name).puzzle)


def described(measured: Sequence[Measured]) -> str:
    """Return in a line what was measured."""
    seconds = sorted([entry.seconds for entry in measured])
    total, nodes = sum(seconds), sum([entry.nodes for entry in measured])
    most = -(-len(seconds) // 10)
    tenth = sum(seconds[-most:]) / total
    return (
        f"{len(measured)} jobs, {nodes} nodes, {total:.2f} s: median "
        f"{1e3 * seconds[len(seconds) // 2]:.2f} ms, largest {1e3 * seconds[-1]:.1f} "
        f"ms; the largest tenth has {100 * tenth:.0f} % of the work"
    )


def table(outcomes: Sequence[Outcome]) -> str:
    """Return what came out as a table."""
    rows = [
        [
            outcome.workers,
            f"{outcome.slice:.2f}",
            f"{outcome.seconds:.1f}",
            f"{100 * outcome.efficiency:.1f} %",
            outcome.results,
            f"{outcome.results / outcome.seconds:.0f}",
            f"{100 * outcome.busy:.0f} %",
            outcome.cuts,
            outcome.lost,
            f"{outcome.tail:.1f}",
        ]
        for outcome in outcomes
    ]
    heads = [
        "workers",
        "slice, s",
        "run, s",
        "efficiency",
        "results",
        "a second",
        "coordinator",
        "cuts",
        "lost",
        "tail, s",
    ]
    return tabulate(rows, heads, disable_numparse=True, stralign="right")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure or replay, simulate, print the table."""
    parser = argparse.ArgumentParser(description="Simulate a search by many workers.")
    parser.add_argument(
        "problem",
        nargs="?",
        default="pentominoes-6x10",
        help="a bundled puzzle, or a file in Knuth's format (.dlx)",
    )
    parser.add_argument("--parts", type=int, default=3000, help="jobs to measure")
    parser.add_argument("--store", type=Path, help="write the times to this file")
    parser.add_argument("--replay", type=Path, help="take the times from this file")
    parser.add_argument(
        "--workers", type=int, nargs="+", default=[10, 100, 1000, 10_000]
    )
    for name, default in Settings()._asdict().items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    chosen = parser.parse_args(arguments)
    if chosen.replay:
        measured = replay(chosen.replay)
    else:
        measured = measure(load(chosen.problem), chosen.parts)
    if chosen.store:
        store(measured, chosen.store)
    print(described(measured))
    settings = Settings(**{name: getattr(chosen, name) for name in Settings._fields})
    pattern = Pattern(measured)
    print(table([simulate(pattern, workers, settings) for workers in chosen.workers]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
