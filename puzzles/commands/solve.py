"""``puzzles solve``: find layouts, and show, count or write them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import IO

from dlx import NoCover, Stopped
from dlx.running import limits, sharing, watched
from dlx.terminal import FOUND, NONE, STOPPED, clear_bars, interruptible, say
from reductions import Layout, Layouts

from ..files import PuzzleFile
from . import (
    fresh_seed,
    in_turn,
    picture,
    placement_data,
    read_all,
    reasons,
    until_stopped,
)
from .progress import progress

__all__ = ["run"]

MERGED = {
    "raw": "all pieces told apart",
    "merged": "equal pieces merged",
    "rotations": "turns of the whole board merged",
    "all": "turns and reflections of the whole board merged",
}


def run(arguments: argparse.Namespace) -> int:
    """Solve a puzzle, or all of a file, and return the exit code."""
    _spare(arguments)
    _fit_together(arguments)
    if arguments.best:
        from . import best

        return best.run(arguments)
    files = read_all(arguments)
    if arguments.checkpoint is not None and len(files) > 1:
        raise ValueError(
            f"--checkpoint is for one puzzle; {arguments.puzzle} has {len(files)}, "
            "--number chooses one"
        )
    with _output(arguments.out) as out:

        def head(line: str) -> None:
            if not arguments.json:
                print(line, file=out)

        return in_turn(
            arguments, files, lambda file: _solve(file, arguments, out), head
        )


def _fit_together(arguments: argparse.Namespace) -> None:
    """Refuse options of which one would be overlooked."""
    if arguments.link and (arguments.json or arguments.count or arguments.apart):
        raise ValueError("--link writes layouts; leave out --json, --count, --apart")
    chance = arguments.random or arguments.best or arguments.estimate
    if arguments.seed is not None and not chance:
        raise ValueError("--seed goes with --random, --best and --estimate")
    if arguments.estimate and (arguments.random or arguments.best or arguments.link):
        raise ValueError(
            "--estimate is about a search; leave out --random, --best and --link"
        )
    if chance or arguments.apart:
        for name in ("jobs", "unordered", "checkpoint", "scheduler"):
            if getattr(arguments, name):
                raise ValueError(
                    f"--{name} is for a search of layouts; leave out --random, "
                    "--best, --apart and --estimate"
                )


def _solve(file: PuzzleFile, arguments: argparse.Namespace, out: IO[str]) -> int:
    if arguments.random:
        return _draw_one(file, arguments, out)
    if arguments.apart:
        from . import apart

        return apart.run(file, arguments, out)
    begin = monotonic()
    limit = None if arguments.all or arguments.count else 1
    if arguments.limit is not None:
        limit = arguments.limit
    if arguments.json:
        write = _write_json
    elif arguments.link:
        write = _write_links
    elif arguments.count:
        write = _write_count
    else:
        write = _write_text
    listing = limit != 1 and not arguments.count and out is sys.stdout
    with (
        sharing(arguments) as shared,
        watched(arguments, "puzzles", listing) as watcher,
    ):
        if shared:
            shared["title"] = _title(file, arguments)
        layouts = Layouts(
            file.puzzle,
            symmetry=arguments.symmetry,
            engine=arguments.engine,
            limit=limit,
            counted=arguments.count,
            **limits(arguments, watcher),
            **shared,
        )
        if arguments.estimate:
            from .estimate import write_estimate

            return write_estimate(file, layouts, arguments, out)
        with interruptible(layouts):
            code = write(file, layouts, arguments, out)
        layouts.close()
    _summarize(file, layouts, arguments)
    if code == FOUND and layouts.complete and not layouts.count:
        return _none(file, arguments)
    if code == FOUND and file.format == "burrtools":
        from . import apart

        if apart.reported(arguments):
            apart.add_report(file, arguments, monotonic() - begin)
    return code


def _title(file: PuzzleFile, arguments: argparse.Namespace) -> str:
    """Return what is searched for, in words, for a checkpoint."""
    what = "the number of layouts" if arguments.count else "the layouts"
    name = os.path.basename(file.name)  # by whatever path, it is the same puzzle
    return f"{what} of {name} ({arguments.symmetry})"


def _none(file: PuzzleFile, arguments: argparse.Namespace) -> int:
    """Say why there is no layout, and what may help; return the exit code."""
    for line in reasons(file):
        say(f"puzzles: {file.name}: {line}")
    if hasattr(file.puzzle, "tiles") or hasattr(file.puzzle, "pieces"):
        say(f"puzzles: puzzles check {arguments.puzzle} looks for likely mistakes")
    return NONE


def _draw_one(file: PuzzleFile, arguments: argparse.Namespace, out: IO[str]) -> int:
    """Draw a layout at random, show it, and return the exit code."""
    from reductions.sampling import random_layout

    seed = fresh_seed() if arguments.seed is None else arguments.seed
    try:
        with progress("drawing a layout at random"):
            layout, uniform = random_layout(
                file.puzzle, seed, engine=arguments.engine, timeout=arguments.timeout
            )
    except NoCover:
        return _none(file, arguments)
    except Stopped as stopped:
        say(f"puzzles: {file.name}: stopped by {stopped.reason}")
        return STOPPED
    if arguments.json:
        _write_drawn(file, layout, uniform, seed, out)
    elif arguments.link:
        from ..formats.viewer import write_layout

        print(write_layout(file, layout), file=out)
    else:
        print(picture(file.puzzle, layout, out), file=out)
    how = "each that looks different is as likely as any other"
    say(
        f"puzzles: {file.name}: a layout at random"
        + (f"; {how}" if uniform else ", not uniformly")
        + f"; --seed {seed} gives it again"
    )
    return FOUND


def _write_drawn(
    file: PuzzleFile, layout: Layout, uniform: bool, seed: int, out: IO[str]
) -> None:
    from json import dumps

    data = {
        "puzzle": file.name,
        "kind": file.puzzle.kind,
        "layouts": [[placement_data(placement) for placement in layout]],
        "seed": seed,
        "uniform": uniform,
    }
    print(dumps(data), file=out)


def _spare(arguments: argparse.Namespace) -> None:
    """Refuse to write the layouts over the puzzle."""
    out = arguments.out
    if out and os.path.exists(out) and os.path.exists(arguments.puzzle):
        if os.path.samefile(out, arguments.puzzle):
            raise ValueError(f"{out}: this is the puzzle; give another file for --out")


@contextmanager
def _output(path: str | None) -> Iterator[IO[str]]:
    if path is None:
        yield sys.stdout
    else:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            yield file


def _write_count(
    file: PuzzleFile, layouts: Layouts, arguments: argparse.Namespace, out: IO[str]
) -> int:
    code = until_stopped(layouts.tally, done=lambda: layouts.done)
    clear_bars()
    print(layouts.count, file=out)
    return code


def _write_text(
    file: PuzzleFile, layouts: Layouts, arguments: argparse.Namespace, out: IO[str]
) -> int:
    several = arguments.all or arguments.limit is not None

    def show_all() -> None:
        for layout in layouts:
            if several:
                print(f"layout {layouts.count}", file=out)
            else:
                clear_bars()
            text = picture(file.puzzle, layout, out)
            print(text + "\n" * several, file=out, flush=True)

    return until_stopped(show_all, done=lambda: layouts.done)


def _write_links(
    file: PuzzleFile, layouts: Layouts, arguments: argparse.Namespace, out: IO[str]
) -> int:
    """Write a link to a viewer for each layout, one a line."""
    from ..formats.viewer import notes, write_layout

    for note in notes(file):
        say(f"puzzles: {file.name}: {note}")

    def show_all() -> None:
        for layout in layouts:
            if layouts.limit == 1:
                clear_bars()
            print(write_layout(file, layout), file=out, flush=True)

    return until_stopped(show_all, done=lambda: layouts.done)


def _write_json(
    file: PuzzleFile, layouts: Layouts, arguments: argparse.Namespace, out: IO[str]
) -> int:
    """Write the object bit by bit, so that no number of layouts fills the memory."""
    from json import dumps

    def pair(key: str, value: object) -> str:
        return f"{dumps(key)}: {dumps(value)}"

    def show_all() -> None:
        comma = ""
        for layout in layouts:
            entries = dumps([placement_data(placement) for placement in layout])
            print(comma + entries, end="", file=out)
            comma = ", "

    print(
        "{" + pair("puzzle", file.name),
        pair("kind", file.puzzle.kind),
        pair("symmetry", layouts.symmetry),
        '"layouts": [',
        sep=", ",
        end="",
        file=out,
    )
    find = layouts.tally if arguments.count else show_all
    code = until_stopped(find, done=lambda: layouts.done)
    clear_bars()
    print(
        "], " + pair("count", layouts.count),
        pair("raw", layouts.raw if layouts.complete else None),
        pair("complete", layouts.complete),
        pair("engine", layouts.engine),
        pair("nodes", layouts.nodes),
        pair("seconds", round(layouts.seconds, 6)) + "}",
        sep=", ",
        file=out,
    )
    return code


def _summarize(
    file: PuzzleFile, layouts: Layouts, arguments: argparse.Namespace
) -> None:
    """Say what was counted, whether that is all, and which moves were allowed."""
    state, at_least = "complete", ""
    if not layouts.complete and layouts.count == layouts.limit:
        state = "that was the limit, there may be more"
        if arguments.limit is None:
            state = "the first one found, --all finds what others there are"
    elif not layouts.complete:
        state, at_least = "not complete", "at least "
    merged = f"({layouts.symmetry}: {MERGED[layouts.symmetry]})"
    parts = [f"layouts: {at_least}{layouts.count} {merged}"]
    if layouts.complete and layouts.symmetry != "raw":
        parts.append(f"raw: {layouts.raw}")
    parts += [state, layouts.kind.moves(file.puzzle)]
    how = layouts.representatives.how()
    if how:
        parts.append(how)
    notes = layouts.notes()
    if layouts.symmetry in notes:
        parts.append(notes[layouts.symmetry])
    nodes = f"{layouts.nodes} node{'s' * (layouts.nodes != 1)}"
    parts.append(f"{layouts.engine}, {nodes}, {layouts.seconds:.2f} s")
    say(f"puzzles: {file.name}: " + "; ".join(parts))
