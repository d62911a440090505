"""The command ``puzzles``: puzzles at the command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

from dlx import Stopped, __version__
from dlx.engines import NAMES
from dlx.terminal import (
    BAD_INPUT,
    FOUND,
    INTERRUPTED,
    NONE,
    STOPPED,
    Parser,
    interruptible,
    number,
    plain,
    run,
    say,
    seconds,
)
from reductions import KINDS, SYMMETRIES, Layouts, kind_of

from .files import PuzzleFile, bundled, load, template

MERGED = {
    "raw": "all pieces told apart",
    "merged": "equal pieces merged",
    "rotations": "turns of the whole board merged",
    "all": "turns and reflections of the whole board merged",
}

EXAMPLE = """\
example:
  puzzles solve light-bulbs --all
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with those arguments (``sys.argv``) and return its exit code."""
    arguments = _parser().parse_args(argv)
    return run(lambda: int(arguments.run(arguments)), "puzzles")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="puzzles",
        description="Solve tile puzzles, packing puzzles and their like.",
        epilog=EXAMPLE,
    )
    parser.add_argument(
        "--version", action="version", version=f"tilewright {__version__}"
    )
    commands = parser.add_subparsers(prog=parser.prog, required=True, metavar="COMMAND")

    def command(name: str, action: Any, help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help)
        sub.set_defaults(run=action)
        return sub

    command("list", _list, "list the bundled puzzles")
    new = command("new", _new, "write a commented example of a kind of puzzle")
    new.add_argument(
        "kind",
        choices=[name for name, _ in KINDS],
        metavar="KIND",
        help=" | ".join(name for name, _ in KINDS),
    )
    new.add_argument(
        "--out", metavar="FILE", help="where to write it; never over a file"
    )
    _puzzle(
        command(
            "show",
            _show,
            "show the pieces, what is known, and the size of the "
            "exact-cover problem",
        )
    )
    solve = _puzzle(
        command("solve", _solve, "find layouts: the first, or as many as asked for")
    )
    many = solve.add_mutually_exclusive_group()
    many.add_argument("--all", action="store_true", help="find every layout")
    many.add_argument(
        "--limit", type=number, metavar="N", help="find at most N layouts"
    )
    many.add_argument(
        "--count", action="store_true", help="print the number of layouts"
    )
    solve.add_argument(
        "--symmetry",
        choices=SYMMETRIES,
        default="rotations",
        help="what counts as one layout; the default merges turns of the "
        "whole board",
    )
    solve.add_argument("--out", metavar="FILE", help="write the layouts to a file")
    solve.add_argument("--json", action="store_true", help="write one JSON object")
    check = _puzzle(
        command(
            "check",
            _check,
            "is the file sound; has the puzzle none, one or several layouts",
        )
    )
    for sub in (solve, check):
        sub.add_argument(
            "--engine",
            choices=NAMES,
            default="auto",
            help="how to search; changes the speed, never the answer",
        )
        sub.add_argument(
            "--timeout",
            type=seconds,
            metavar="SECONDS",
            help="stop after so many seconds (exit code 3)",
        )
    return parser


def _puzzle(sub: argparse.ArgumentParser) -> argparse.ArgumentParser:
    sub.add_argument(
        "puzzle",
        metavar="NAME|FILE",
        help="a bundled puzzle, a file, or - for standard input",
    )
    return sub


def _load(arguments: argparse.Namespace) -> PuzzleFile:
    file = load(arguments.puzzle)
    for note in file.notes:
        say(f"puzzles: {file.name}: {note}")
    return file


# ------------------------------------------------------------------------------ solve


def _solve(arguments: argparse.Namespace) -> int:
    file = _load(arguments)
    limit = None if arguments.all or arguments.count else 1
    layouts = Layouts(
        file.puzzle,
        symmetry=arguments.symmetry,
        engine=arguments.engine,
        timeout=arguments.timeout,
        limit=limit if arguments.limit is None else arguments.limit,
    )
    with _output(arguments.out) as out, interruptible(layouts):
        if arguments.json:
            write = _write_json
        elif arguments.count:
            write = _write_count
        else:
            write = _write_text
        code = write(file, layouts, arguments, out)
    _summarize(file, layouts)
    if code == FOUND and layouts.complete and not layouts.count:
        return NONE
    return code


@contextmanager
def _output(path: str | None) -> Iterator[IO[str]]:
    if path is None:
        yield sys.stdout
    else:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            yield file


def _until_stopped(search: Callable[[], object]) -> int:
    """Search; return 0, or the exit code of what stopped it."""
    try:
        search()
    except Stopped as stopped:
        say(f"puzzles: stopped by {stopped.reason}")
        return INTERRUPTED if stopped.reason == "interrupt" else STOPPED
    return FOUND


def _write_count(
    file: PuzzleFile, layouts: Layouts, arguments: argparse.Namespace, out: IO[str]
) -> int:
    code = _until_stopped(layouts.tally)
    print(layouts.count, file=out)
    return code


def _write_text(
    file: PuzzleFile, layouts: Layouts, arguments: argparse.Namespace, out: IO[str]
) -> int:
    from .text import draw

    color = (
        out.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )
    ascii = not _can_write("┼", getattr(out, "encoding", "utf-8"))
    several = arguments.all or arguments.limit is not None

    def show_all() -> None:
        for layout in layouts:
            if several:
                print(f"layout {layouts.count}", file=out)
            picture = draw(file.puzzle, layout, color=color, ascii=ascii)
            print(picture + "\n" * several, file=out, flush=True)

    return _until_stopped(show_all)


def _can_write(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or "ascii")
        return True
    except (UnicodeEncodeError, LookupError):
        return False


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
            entries = dumps([_placement(placement) for placement in layout])
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
    code = _until_stopped(layouts.tally if arguments.count else show_all)
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


def _placement(placement: Any) -> dict[str, object]:
    piece, cells, turns, flipped = placement
    return {"piece": piece, "turns": turns, "flipped": flipped, "cells": cells}


def _summarize(file: PuzzleFile, layouts: Layouts) -> None:
    """Say what was counted, whether that is all, and which moves were allowed."""
    state = "complete" if layouts.complete else "not complete"
    parts = [
        f"layouts: {layouts.count} ({layouts.symmetry}: {MERGED[layouts.symmetry]})"
    ]
    if layouts.complete and layouts.symmetry != "raw":
        parts.append(f"raw: {layouts.raw}")
    parts += [state, layouts.kind.moves(file.puzzle)]
    if layouts.pinned:
        parts.append(f"piece {layouts.pinned} pinned against turns of the board")
    notes = layouts.notes()
    if layouts.symmetry in notes:
        parts.append(notes[layouts.symmetry])
    parts.append(f"{layouts.engine}, {layouts.nodes} nodes, {layouts.seconds:.2f} s")
    say(f"puzzles: {file.name}: " + "; ".join(parts))


# ------------------------------------------------------------------------------ check


def _check(arguments: argparse.Namespace) -> int:
    file = _load(arguments)
    kind = kind_of(file.puzzle)
    print(
        f"{plain(file.name)}: the file is sound: {file.puzzle.kind}, "
        f"{_inventory(file)}; {kind.moves(file.puzzle)}"
    )
    layouts = Layouts(
        file.puzzle, engine=arguments.engine, timeout=arguments.timeout, limit=2
    )
    with interruptible(layouts):
        code = _until_stopped(lambda: sum(1 for _ in layouts))
    found = layouts.count
    if found == 2:
        print("several layouts (turns of the whole board merged)")
        return FOUND
    if code:
        print("undecided: " + ("one layout so far" if found else "no layout so far"))
        return code
    if found == 1:
        print("exactly one layout (turns of the whole board merged)")
        return FOUND
    print("no layout")
    from dlx import explain

    explanation = explain(kind.encode(file.puzzle))
    if explanation:
        print(plain(str(explanation).replace("\n", "; ")))
    return NONE


def _inventory(file: PuzzleFile) -> str:
    """Return how many pieces and cells there are."""
    puzzle: Any = file.puzzle
    cells = f"{len(puzzle.board)} cells"
    for what in ("tiles", "pieces"):
        if hasattr(puzzle, what):
            return f"{len(getattr(puzzle, what))} {what}, {cells}"
    return cells


# --------------------------------------------------------------------- list, new, show


def _list(arguments: argparse.Namespace) -> int:
    from tabulate import tabulate

    files = [load(name) for name in bundled()]
    rows = [
        [
            file.name,
            file.puzzle.kind,
            file.title,
            *(file.known.get(name, "") for name in ("raw", "rotations", "all")),
        ]
        for file in files
    ]
    print(tabulate(rows, ["name", "kind", "title", "raw", "rotations", "all"]))
    return FOUND


def _new(arguments: argparse.Namespace) -> int:
    text = template(arguments.kind)
    if arguments.out is None:
        print(text, end="")
        return FOUND
    try:
        with open(arguments.out, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        say(f"puzzles: {arguments.out}: there is such a file already")
        return BAD_INPUT
    say(f"puzzles: wrote {arguments.out}; now: puzzles solve {arguments.out}")
    return FOUND


def _show(arguments: argparse.Namespace) -> int:
    from tabulate import tabulate

    file = _load(arguments)
    kind = kind_of(file.puzzle)
    print(plain(file.title))
    if file.source:
        print(f"source: {plain(file.source)}")
    print(f"kind: {file.puzzle.kind}; {_inventory(file)}; {kind.moves(file.puzzle)}")
    rows = list(_pieces(file))
    if rows:
        print("\n" + tabulate(rows, headers="keys", disable_numparse=True))
    known = [f"{key}: {value}" for key, value in file.known.items()]
    if known:
        print("\nknown answers\n" + "\n".join("  " + plain(line) for line in known))
    problem = kind.encode(file.puzzle)
    print(f"\nexact cover: {plain(repr(problem)[10:-1])}")
    return FOUND


def _pieces(file: PuzzleFile) -> Iterator[dict[str, object]]:
    """Yield a row of a table for each piece."""
    puzzle: Any = file.puzzle
    places: dict[str, int] = {}
    for placement in kind_of(puzzle).placements(puzzle):
        places[placement.piece] = places.get(placement.piece, 0) + 1
    for tile in getattr(puzzle, "tiles", ()):
        yield {
            "tile": tile.name,
            "edges, clockwise": " ".join(tile.edges),
            "placements": places.get(tile.name, 0),
        }
    for piece in getattr(puzzle, "pieces", ()):
        yield {
            "piece": piece.name,
            "cells": len(piece.cells),
            "times": "any" if piece.number is None else piece.number,
            "placements": places.get(piece.names[0], 0),
        }
