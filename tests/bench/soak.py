"""Soak: random problems, searched in every way there is, against what is known of them.

    python tests/bench/soak.py --seconds 600 --seed 1

Small problems are compared with the definition (every subset of the options is tried),
larger ones with the list of dancing links, searched in one go.  Then come other
engines, limits, stops at random moments, positions to go on from, jobs split and
divided, files closed and opened, processes, look-ahead, counting by states.  Each round
has a seed of its own: ``--round N`` repeats just that one.  The exit code is 1 if
anything disagreed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

import dlx
from dlx import Problem, Search, Stopped
from dlx.bench import langford
from dlx.counting import Counting
from dlx.engines import engine_for
from dlx.jobs import ROOT, Job
from dlx.parallel import ParallelSearch
from dlx.workers import Inline, Processes
from oracle import COLORS, all_covers, pigeons, queens, quiet, switches

Covers = list[tuple[Any, ...]]


class Disagreement(Exception):
    """What was found is not what is known."""


# --------------------------------------------------------------------------- problems


def small(rng: Random) -> Problem:
    """Return a problem of at most ten options, often with a planted cover."""
    primary = [f"p{k}" for k in range(rng.randrange(6))]
    secondary = [f"s{k}" for k in range(rng.randrange(4))]
    options: list[dict[str, str | None]] = [
        {
            **dict.fromkeys(some(rng, primary)),
            **{item: rng.choice(COLORS) for item in some(rng, secondary)},
        }
        for _ in range(rng.randrange(8))
    ]
    if rng.random() < 0.5 and primary:
        blocks: dict[int, dict[str, str | None]] = {}
        for item in primary:
            blocks.setdefault(rng.randrange(3), {})[item] = None
        for item in secondary:
            color = rng.choice(COLORS)
            planted = list(blocks.values())
            for block in planted if color else planted[:1]:
                block[item] = color
        options += blocks.values()
    options = rng.sample(options, len(options))[:10]
    bounds = {}
    if rng.random() < 0.3:
        for item in some(rng, primary):
            low = rng.randrange(3)
            bounds[item] = (low, max(1, low + rng.randrange(3)))
    return quiet(
        {("row", n): option for n, option in enumerate(options)},
        primary,
        secondary,
        multiplicities=bounds,
    )


def some(rng: Random, values: list[str]) -> list[str]:
    return [value for value in values if rng.random() < 0.5]


def dominoes(rng: Random) -> Problem:
    """Return the tilings of a board by dominoes; at times one of each color."""
    height, width = rng.choice([(2, 5), (2, 8), (3, 4), (4, 4), (3, 6), (4, 5)])
    cells = [(r, c) for r in range(height) for c in range(width)]
    pairs = [
        [cell, other]
        for cell in cells
        for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
        if other in cells
    ]
    if rng.random() < 0.3:
        color = {cell: rng.choice("rgb") for cell in cells}
        return Problem(
            [{pair[0]: None, pair[1]: None, "x": color[pair[0]]} for pair in pairs],
            secondary=["x"],
        )
    return Problem(pairs)


def packing(rng: Random) -> Problem:
    """Return how random pieces, turned and flipped, fill a box that they just fit."""
    height, width = rng.choice([(3, 4), (4, 4), (3, 6), (4, 5)])
    cells = {(r, c) for r in range(height) for c in range(width)}
    left, pieces = set(cells), []
    while left:
        piece = {min(left)}
        for _ in range(rng.randrange(2, 5)):
            around = {
                near
                for r, c in piece
                for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
            }
            if around & left - piece:
                piece.add(rng.choice(sorted(around & left - piece)))
        pieces.append(piece)
        left -= piece
    options: dict[Any, list[Any]] = {}
    for number, piece in enumerate(pieces):
        for turn in range(8):
            turned = piece
            for _ in range(turn % 4):
                turned = {(c, -r) for r, c in turned}
            if turn >= 4:
                turned = {(r, -c) for r, c in turned}
            for r, c in sorted(cells):
                first = min(turned)
                placed = {(a - first[0] + r, b - first[1] + c) for a, b in turned}
                if placed <= cells:
                    options[number, tuple(sorted(placed))] = [number, *sorted(placed)]
    return Problem(options)


def loose(rng: Random) -> Problem:
    """Return a problem with multiplicities, larger than the small ones."""
    rows, columns = rng.randrange(2, 5), rng.randrange(2, 5)
    bounds = {}
    for item in [*(f"r{k}" for k in range(rows)), *(f"c{k}" for k in range(columns))]:
        low = rng.randrange(3)
        bounds[item] = (low, max(1, low + rng.randrange(2)))
    return Problem(
        [[f"r{r}", f"c{c}"] for r in range(rows) for c in range(columns)],
        multiplicities=bounds,
    )


KINDS: list[Callable[[Random], Problem]] = [
    dominoes,
    packing,
    loose,
    lambda rng: queens(rng.randrange(4, 9)),
    lambda rng: langford(rng.randrange(3, 9)),
    lambda rng: switches(rng.randrange(1, 9)),
    lambda rng: pigeons(rng.randrange(2, 7)),
]


# ----------------------------------------------------------------------- ways to search


class Soak:
    """Rounds of searches, and what has come of them.

    Attributes
    ----------
    counts : Counter
        Of problems, searches, interruptions, resumptions, covers compared.
    faults : list of str
        What disagreed, and how to repeat it.
    """

    def __init__(self, seed: int, folder: Path) -> None:
        self.seed = seed
        self.folder = folder
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.ways: list[Callable[[Random, Problem, Covers], None]] = [
            self.plainly,
            self.with_a_limit,
            self.in_turn,
            self.from_positions,
            self.stopped_by_a_thread,
            self.in_jobs,
            self.split_first,
            self.in_a_file,
            self.with_look_ahead,
            self.counted,
        ]

    def run(self, seconds: float) -> None:
        """Do as many rounds as the time allows."""
        end = time.monotonic() + seconds
        number = 0
        while time.monotonic() < end:
            self.round(number)
            number += 1

    def round(self, number: int) -> None:
        """State a problem, and search it in some ways."""
        rng = Random(f"{self.seed} {number}")
        is_small = rng.random() < 0.5
        problem = small(rng) if is_small else rng.choice(KINDS)(rng)
        self.counts["problems"] += 1
        known = list(Search(problem, engine="links"))
        ways = rng.sample(self.ways, 4)
        if rng.random() < 0.03:
            ways.append(self.in_processes)
        if rng.random() < 0.1:
            ways.append(self.in_threads)
        if is_small:
            ways.insert(0, self.by_definition)
        for way in ways:
            try:
                with mock.patch("dlx.engines.bits.PULSE", rng.choice([1, 7, 1000])):
                    way(rng, problem, known)
            except Exception as error:
                self.faults.append(
                    f"--seed {self.seed} --round {number}: {way.__name__} of "
                    f"{problem!r}: {type(error).__name__}: {error}"
                )

    def same(self, found: Covers, known: Covers) -> None:
        """Insist on the same covers in the same order."""
        self.counts["covers compared"] += len(known)
        if found != known:
            raise Disagreement(f"found {found}, known {known}")

    def engine(self, rng: Random, problem: Problem) -> str:
        names = ["auto", "links", "bits", "words"]
        return rng.choice(names[:3] if problem.bounds else names)

    def by_definition(self, rng: Random, problem: Problem, known: Covers) -> None:
        wanted = sorted(map(sorted, all_covers(problem)))
        self.same(sorted(map(sorted, known)), wanted)  # type: ignore[arg-type]

    def plainly(self, rng: Random, problem: Problem, known: Covers) -> None:
        self.counts["searches"] += 1
        search = Search(problem, engine=self.engine(rng, problem))
        with mock.patch("dlx.search.SHIFT_AFTER", rng.choice([0, 0.5])):
            self.same(list(search), known)
        if not search.complete or search.done != 1:
            raise Disagreement(f"complete {search.complete}, done {search.done}")

    def with_a_limit(self, rng: Random, problem: Problem, known: Covers) -> None:
        self.counts["searches"] += 1
        limit = rng.randrange(len(known) + 2)
        search = Search(problem, engine=self.engine(rng, problem), limit=limit)
        found = list(search)
        self.same(found, known[:limit])
        if found and len(found) == limit:
            rest = Search(
                problem, engine=self.engine(rng, problem), position=search.position
            )
            self.counts["resumptions"] += 1
            self.same([*found, *rest], known)

    def in_turn(self, rng: Random, problem: Problem, known: Covers) -> None:
        """Read some searches in turn, one of which is dropped half way."""
        self.counts["searches"] += 3
        searches = [
            iter(Search(problem, engine=self.engine(rng, problem))) for _ in range(3)
        ]
        found: list[Covers] = [[], [], []]
        going = [0, 1, 2]
        while going:
            number = rng.choice(going)
            cover = next(searches[number], None)
            if cover is None or number == 2 and rng.random() < 0.2:
                going.remove(number)
                self.counts["interruptions"] += cover is not None
            if cover is not None:
                found[number].append(cover)
        self.same(found[0], known)
        self.same(found[1], known)
        self.same(found[2], known[: len(found[2])])

    def interrupted(self, rng: Random) -> dict[str, Any]:
        """Return limits that end a search early."""
        return rng.choice(
            [
                {"max_nodes": rng.randrange(1, 60)},
                {"timeout": rng.choice([0.0005, 0.005])},
                {"max_nodes": 10_000, "progress": lambda far: rng.random() < 0.5},
            ]
        )

    def from_positions(self, rng: Random, problem: Problem, known: Covers) -> None:
        """Go on from where the last engine has stopped, with another one."""
        self.counts["searches"] += 1
        position: tuple[int, ...] = (0,)
        found: Covers = []
        nodes = 0
        while True:
            search = Search(
                problem,
                engine=self.engine(rng, problem),
                position=position,
                **self.interrupted(rng),
            )
            try:
                found += search
            except Stopped as stopped:
                assert stopped.position is not None
                position = stopped.position
                nodes += search.nodes
                self.counts["interruptions"] += 1
                self.counts["resumptions"] += 1
            else:
                break
        self.same(found, known)
        whole = Search(problem, engine="links")
        whole_nodes = sum(1 for _ in whole) and whole.nodes or whole.nodes
        if nodes + search.nodes != whole_nodes:
            raise Disagreement(f"{nodes + search.nodes} nodes, known {whole_nodes}")

    def stopped_by_a_thread(self, rng: Random, problem: Problem, known: Covers) -> None:
        self.counts["searches"] += 1
        jobs = rng.choice([None, 1])
        engine = self.engine(rng, problem)
        search: Search | ParallelSearch
        if jobs:
            search = ParallelSearch(problem, engine=engine)
        else:
            search = Search(problem, engine=engine)
        found: Covers = []
        timer = threading.Timer(rng.uniform(0, 0.005), search.stop, ["a wish"])
        timer.start()
        try:
            found += search
        except Stopped as stopped:
            self.counts["interruptions"] += 1
            self.counts["resumptions"] += 1
            assert stopped.position is not None
            found += Search(problem, position=stopped.position)
        timer.join()
        self.same(found, known)

    def in_jobs(self, rng: Random, problem: Problem, known: Covers) -> None:
        """Do jobs in any order, cut them in two, each step with another engine."""
        self.counts["searches"] += 1
        names = ["links", "bits"] if problem.bounds else ["links", "bits", "words"]
        engines = [engine_for(problem, name) for name in names]
        jobs, parts = [ROOT], []
        while jobs:
            job = jobs.pop(rng.randrange(len(jobs)))
            engine = rng.choice(engines)
            engine.restart(job.position, job.stops)
            engine.most_nodes = engine.nodes + rng.randrange(1, 40)
            for numbers in engine.search():
                if numbers is not None:
                    parts.append((job.position, len(parts), numbers))
                if engine.nodes >= engine.most_nodes:
                    left = Job(engine.position, engine.widths, job.stops)
                    pair = left.divided() if rng.random() < 0.4 else None
                    jobs += pair or [left]
                    self.counts["interruptions"] += 1
                    self.counts["resumptions"] += 1
                    break
        names_of = problem.names
        self.same(
            [tuple([names_of[n] for n in numbers]) for _, _, numbers in sorted(parts)],
            known,
        )

    def split_first(self, rng: Random, problem: Problem, known: Covers) -> None:
        self.counts["searches"] += 1
        ordered = rng.random() < 0.7
        with mock.patch("dlx.parallel.LEAST_PARTS", rng.randrange(1, 60)), mock.patch(
            "dlx.parallel.SLICE", rng.choice([0, 0.001])
        ):
            search = ParallelSearch(
                problem,
                executor=Losing(rng),
                ordered=ordered,
                jobs=rng.randrange(1, 5),
                engine=self.engine(rng, problem),
            )
            found = list(search)
        if ordered:
            self.same(found, known)
        else:
            self.same(sorted(found, key=repr), sorted(known, key=repr))

    def in_processes(self, rng: Random, problem: Problem, known: Covers) -> None:
        """Let two processes search, one of which is killed now and then."""
        self.counts["searches"] += 1
        engine = self.engine(rng, problem)
        found: Covers = []
        with mock.patch("dlx.parallel.ALONE", 0):
            search = ParallelSearch(problem, jobs=2, engine=engine)
            for cover in search:
                found.append(cover)
                if rng.random() < 0.05 and isinstance(search._remote, Processes):
                    for process in search._remote._processes()[:1]:
                        process.kill()
                        self.counts["interruptions"] += 1
        self.same(found, known)

    def in_threads(self, rng: Random, problem: Problem, known: Covers) -> None:
        self.counts["searches"] += 1
        engine = self.engine(rng, problem)
        slices = mock.patch("dlx.parallel.SLICE", 0.001)
        with slices, ThreadPoolExecutor(3) as threads:
            search = ParallelSearch(problem, jobs=3, executor=threads, engine=engine)
            self.same(list(search), known)

    def in_a_file(self, rng: Random, problem: Problem, known: Covers) -> None:
        """Close a checkpoint and open it again, as often as it takes."""
        self.counts["searches"] += 1
        mode = rng.choice(["covers", "number", "tallies"])
        lookahead = rng.random() < 0.2 and not problem.bounds
        if lookahead:
            known = list(Search(problem, lookahead=True))
        path = self.folder / f"{self.counts['searches']}.db"
        slices = rng.choice([0, 0.001])
        with mock.patch("dlx.parallel.SLICE", slices), mock.patch(
            "dlx.parallel.APART", rng.choice([0, 0.01])
        ), mock.patch("dlx.checkpoint.PAUSE", 0), mock.patch(
            "dlx.parallel.MOST_COVERS", rng.choice([1, 5, 2000])
        ), warnings.catch_warnings():
            warnings.simplefilter("error")
            while not self.sitting(rng, problem, known, path, mode, lookahead):
                self.counts["interruptions"] += 1
                self.counts["resumptions"] += 1
        path.unlink()

    def sitting(
        self,
        rng: Random,
        problem: Problem,
        known: Covers,
        path: Path,
        mode: str,
        lookahead: bool,
    ) -> bool:
        """Search on from a file; return whether that was all, and insist on it."""
        reader = Sums()
        ordered = rng.random() < 0.7
        engine = "auto" if lookahead else self.engine(rng, problem)
        search = ParallelSearch(
            problem,
            checkpoint=path,
            lookahead=lookahead,
            engine=engine,
            ordered=ordered,
            listed=mode != "number",
            tallies=reader if mode == "tallies" else None,
            jobs=rng.randrange(1, 4),
            executor=Losing(rng) if rng.random() < 0.5 else None,
            **(self.interrupted(rng) if rng.random() < 0.7 else {}),
        )
        if search.workers > 1 and search._executor is None:
            search.workers = 1  # processes are another way
        ending = rng.choice([None, rng.randrange(20)])
        found: Covers = []
        try:
            for cover in search:
                found.append(cover)
                reader.add(cover)
                if len(found) == ending:
                    break
        except Stopped:
            pass
        search.close()
        if not search.complete:
            return False
        if mode == "covers":
            self.same(sorted(found, key=repr), sorted(known, key=repr))
        elif mode == "tallies":
            self.same(
                [tuple(sorted(reader.counts.items()))],
                [tuple(sorted(Counter(map(Sums.of, known)).items()))],
            )
        if search.found != len(known):
            raise Disagreement(f"{search.found} counted, known {len(known)}")
        return True

    def with_look_ahead(self, rng: Random, problem: Problem, known: Covers) -> None:
        """The same covers in another order; the same order from any position."""
        if problem.bounds:
            return
        self.counts["searches"] += 1
        whole = list(Search(problem, lookahead=True))
        self.same(
            sorted(map(sorted, whole), key=repr),  # type: ignore[arg-type]
            sorted(map(sorted, known), key=repr),
        )  # type: ignore[arg-type]
        position: tuple[int, ...] = (0,)
        found: Covers = []
        while True:
            try:
                found += Search(
                    problem, lookahead=True, position=position, **self.interrupted(rng)
                )
                break
            except Stopped as stopped:
                assert stopped.position is not None
                position = stopped.position
                self.counts["interruptions"] += 1
                self.counts["resumptions"] += 1
        self.same(found, whole)

    def counted(self, rng: Random, problem: Problem, known: Covers) -> None:
        """Count by states, ask for the first, and whether there is one only."""
        self.counts["searches"] += 3
        with mock.patch("dlx.counting.MOMENT", rng.choice([0, 0.05])):
            number = Counting(problem, memory=rng.choice([2**16, 2**28])).run()
        unique = dlx.is_unique(problem)
        try:
            first = [dlx.first(problem)]
        except dlx.NoCover:
            first = []
        self.same(
            [(number, unique), *first], [(len(known), len(known) == 1), *known[:1]]
        )


class Losing(Inline):
    """Does the work at once, and loses a slice now and then."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Any:
        if self.rng.random() < 0.1:
            return super().submit(lost)
        return super().submit(function, *arguments, **named)


def lost() -> None:
    raise OSError("lost")


class Sums:
    """A reader whose counts are kept: of how many options covers are."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    @staticmethod
    def of(cover: tuple[Any, ...]) -> str:
        return str(len(cover))

    def add(self, cover: tuple[Any, ...]) -> None:
        self.counts[self.of(cover)] += 1

    def tallies(self) -> dict[str, int]:
        return dict(self.counts)

    def restore(self, tallies: dict[str, int]) -> None:
        self.counts = Counter(tallies)


def told(soak: Soak) -> Iterator[str]:
    """Yield the lines of the report."""
    for name, number in sorted(soak.counts.items()):
        yield f"{number:12,} {name}"
    yield f"{len(soak.faults):12,} disagreements"
    yield from soak.faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--round", type=int, help="repeat that round only")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(arguments.seed, Path(folder))
        if arguments.round is None:
            soak.run(arguments.seconds)
        else:
            soak.round(arguments.round)
    print(*told(soak), sep="\n")
    return 1 if soak.faults else 0


if __name__ == "__main__":
    sys.exit(main())
