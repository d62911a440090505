"""The command ``dlx``: exact-cover files at the command line."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import __version__, text
from .counting import Counting
from .engines import NAMES
from .errors import FormatError, Stopped
from .examples import EXAMPLES
from .explanation import explain
from .jobs import done_share
from .problem import Problem
from .reading import MOST_BYTES, decoded
from .search import Search
from .running import add_limits, add_sharing, limits, sharing, stopped_by, watched
from .showing import Subject
from .showing.asked import add_options, anything, show
from .terminal import (FOUND, NONE, Parser, clear_bars, decimal, interruptible, number,
                       plain, run, say)

if TYPE_CHECKING:
    from .parallel import ParallelSearch

#: `show` prints the matrix of problems up to this size.
SMALL = 40


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with those arguments (``sys.argv``) and return its exit code."""
    arguments = _parser().parse_args(argv)
    return run(lambda: int(arguments.run(arguments)), "dlx")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="dlx", description="Count, list and explain exact covers.",
        epilog=EXAMPLES["dlx"])
    parser.add_argument("--version", action="version",
                        version=f"tilewright {__version__}")
    commands = parser.add_subparsers(prog=parser.prog, required=True, metavar="COMMAND")

    def command(name: str, action: object, help: str,
                file: str = "a problem in Knuth's format, or a puzzle",
                ) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help,
                                  epilog=EXAMPLES.get(name))
        if file:
            sub.add_argument("file", metavar="FILE",
                             help=f"{file}; - is standard input")
        sub.set_defaults(run=action)
        return sub

    for name, action, help in (("count", _count, "print the number of covers"),
                               ("solve", _solve, "print every cover")):
        sub = command(name, action, help)
        sub.add_argument("--engine", choices=NAMES,
                         help="how to search; changes the speed, never the answer")
        add_limits(sub)
        add_sharing(sub)
        sub.add_argument("--estimate", action="store_true",
                         help="do not search; say how long that would take, from "
                              "probes at random")
        sub.add_argument("--probes", type=number, default=1000, metavar="N",
                         help="of --estimate, 1000 by default")
        if name == "solve":
            sub.add_argument("--limit", type=number, metavar="N",
                             help="end after N covers")
            sub.add_argument("--json", action="store_true", help="print a JSON object")
    command("explain", _explain, "say why there is no cover, as far as it is clear "
                                 "without a search")
    add_options(command(
        "show", _show, "print the matrix, or its size when it is large; or the search"))
    sub = command("status", _status, "show how far a checkpoint is", file="")
    sub.add_argument("file", metavar="FILE", help="what --checkpoint has written")
    sub.add_argument("--json", action="store_true", help="print a JSON object")
    command("bench", _bench, "time a few searches on this machine", file="")
    return parser


def _read(arguments: argparse.Namespace) -> Problem:
    """Read the problem whose covers are wanted, and say what they are, if need be."""
    subject = _subject(arguments)
    if subject.note:
        say(f"dlx: {subject.note}")
    return subject.problem


def _subject(arguments: argparse.Namespace) -> Subject:
    """Read what the command is about, which may be more than a problem."""
    if arguments.file != "-":
        from .showing.subjects import subject

        return subject(arguments.file)
    source = "<standard input>"
    if sys.stdin is None:
        raise FormatError(f"{source}: there is none")
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    return Subject("standard input", text.loads(decoded(data, source), source))


def _estimate(arguments: argparse.Namespace) -> int:
    from .estimation import estimate

    found = estimate(_read(arguments), arguments.probes, timeout=arguments.timeout,
                     engine=arguments.engine or "auto")
    as_json = getattr(arguments, "json", False)
    print(json.dumps(found.data()) if as_json else found)
    return FOUND


def _count(arguments: argparse.Namespace) -> int:
    if arguments.estimate:
        return _estimate(arguments)
    problem = _read(arguments)
    code = FOUND
    with sharing(arguments) as shared, watched(arguments, "dlx") as watcher:
        if shared:
            shared["title"] = f"the number of covers of {_name(arguments)}"
        counting = Counting(problem, engine=arguments.engine, **shared,
                            **limits(arguments, watcher))
        with interruptible(counting):
            try:
                counting.run()
            except Stopped as stopped:
                code = stopped_by(stopped, "dlx", counting.done,
                                  "{} found, there are at least so many")
        clear_bars()
        print(decimal(counting.count))
    return code or (FOUND if counting.count else NONE)


def _solve(arguments: argparse.Namespace) -> int:
    if arguments.estimate:
        return _estimate(arguments)
    problem = _read(arguments)
    with (sharing(arguments) as shared,
          watched(arguments, "dlx", listing=True) as watcher):
        search = _search(problem, arguments, shared, limits(arguments, watcher))
        with interruptible(search):
            code = (_write_json if arguments.json else _write_text)(search)
        search.close()
    if code:
        return code
    state = "complete" if search.complete else "not complete: that was the limit"
    say(f"dlx: covers: {search.count} ({state}); {search.engine}, "
        f"{search.nodes} nodes, {search.seconds:.2f} s")
    return FOUND if search.count or not search.complete else NONE


def _search(problem: Problem, arguments: argparse.Namespace, shared: dict[str, Any],
            limits: dict[str, Any]) -> Search | ParallelSearch:
    """Return the search that is asked for, shared out if that is asked for."""
    settings = {"engine": arguments.engine or "auto", "limit": arguments.limit,
                **limits}
    if not shared:
        return Search(problem, **settings)
    from .parallel import ParallelSearch

    return ParallelSearch(problem, title=f"the covers of {_name(arguments)}", **shared,
                          **settings)


def _name(arguments: argparse.Namespace) -> str:
    """Return the name of the file: by whatever path, it is the same problem."""
    return os.path.basename(str(arguments.file))


def _write_text(search: Search | ParallelSearch) -> int:
    options = search.problem.options
    try:
        for cover in search:
            print(f"cover {search.count}:" if cover else f"cover {search.count}: empty")
            for name in cover:
                print(plain(f"  {name}: " + " ".join(
                    f"{item}" if color is None else f"{item}:{color}"
                    for item, color in options[name].items())))
    except Stopped as stopped:
        return stopped_by(stopped, "dlx", search.done)
    return FOUND


def _write_json(search: Search | ParallelSearch) -> int:
    """Write the one object bit by bit, so that no number of covers fills the memory."""
    code = FOUND
    print('{"covers": [', end="")
    try:
        comma = ""
        for cover in search:
            print(comma + json.dumps(cover), end="")
            comma = ", "
    except Stopped as stopped:
        code = stopped_by(stopped, "dlx", search.done)
    complete = json.dumps(search.complete)
    print(f'], "count": {search.count}, "complete": {complete}}}')
    return code


def _status(arguments: argparse.Namespace) -> int:
    from .checkpoint import status

    told = status(arguments.file)
    state = told.state
    facts: dict[str, Any] = {
        "title": told.title, "problem": told.problem, "complete": told.complete,
        "done": round(done_share(list(state.jobs)), 6), "covers": state.covers,
        **dict(state.tallies), "nodes": state.nodes, "seconds": round(state.seconds, 3),
        "jobs": len(state.jobs), "batches": told.batches}
    if arguments.json:
        print(json.dumps(facts))
        return FOUND
    from tabulate import tabulate

    facts["done"] = f"{100 * facts['done']:.2f} %"
    print(tabulate([(key, plain(str(value))) for key, value in facts.items()],
                   tablefmt="plain", disable_numparse=True))
    for job in state.jobs[:5]:
        print("left from", job.position, f"({100 * job.share:.3g} %)")
    if len(state.jobs) > 5:
        print(f"and {len(state.jobs) - 5} jobs more")
    return FOUND


def _explain(arguments: argparse.Namespace) -> int:
    explanation = explain(_read(arguments))
    print(explanation)
    return NONE if explanation else FOUND


def _show(arguments: argparse.Namespace) -> int:
    subject = _subject(arguments)
    if anything(arguments):
        return show(subject, arguments, arguments.file, "dlx")
    problem = subject.problem
    items = problem.primary + problem.secondary
    if len(items) > SMALL or len(problem.names) > SMALL:
        print(f"primary items: {len(problem.primary)}\n"
              f"secondary items: {len(problem.secondary)}\n"
              f"options: {len(problem.names)}")
        return FOUND
    from tabulate import tabulate

    rows = [[name, *(_cell(option, item) for item in items)]
            for name, option in problem.options.items()]
    heads = ["option", *(plain(text.times(problem, item) + f"{item}")
                         for item in problem.primary),
             *(plain(f"({item})") for item in problem.secondary)]
    if problem.costs:
        heads.append("cost")
        for row in rows:
            row.append(problem.costs.get(row[0], 0))
    print(tabulate(rows, headers=heads, stralign="center", disable_numparse=True))
    if problem.secondary:
        print("items in brackets are secondary")
    return FOUND


def _cell(option: object, item: object) -> str:
    if item not in option:  # type: ignore[operator]
        return "."
    color = option[item]  # type: ignore[index]
    return "1" if color is None else plain(str(color))


def _bench(arguments: argparse.Namespace) -> int:
    from .bench import table

    print(table())
    return FOUND
