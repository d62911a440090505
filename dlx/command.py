"""The command ``dlx``: exact-cover files at the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from . import __version__, text
from .counting import Counting
from .engines import NAMES
from .errors import FormatError, Stopped
from .explanation import explain
from .problem import Problem
from .search import Search
from .terminal import (FOUND, INTERRUPTED, NONE, STOPPED, Parser, decimal,
                       interruptible, number, plain, run, say, seconds)

#: `show` prints the matrix of problems up to this size.
SMALL = 40

EXAMPLE = """\
example:
  printf 'A B C\\nA B\\nC\\nA\\nB C\\n' | dlx solve -
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with those arguments (``sys.argv``) and return its exit code."""
    arguments = _parser().parse_args(argv)
    return run(lambda: int(arguments.run(arguments)), "dlx")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="dlx", description="Count, list and explain exact covers.", epilog=EXAMPLE)
    parser.add_argument("--version", action="version",
                        version=f"tilewright {__version__}")
    commands = parser.add_subparsers(prog=parser.prog, required=True, metavar="COMMAND")

    def command(name: str, action: object, help: str,
                file: bool = True) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help)
        if file:
            sub.add_argument("file", metavar="FILE",
                             help="a problem in Knuth's format; - is standard input")
        sub.set_defaults(run=action)
        return sub

    for name, action, help in (("count", _count, "print the number of covers"),
                               ("solve", _solve, "print every cover")):
        sub = command(name, action, help)
        sub.add_argument("--engine", choices=NAMES,
                         help="how to search; changes the speed, never the answer")
        sub.add_argument("--timeout", type=seconds, metavar="SECONDS",
                         help="stop after so many seconds (exit code 3)")
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
    command("show", _show, "print the matrix, or its size when it is large")
    command("bench", _bench, "time a few searches on this machine", file=False)
    return parser


def _read(arguments: argparse.Namespace) -> Problem:
    if arguments.file != "-":
        return text.load(arguments.file)
    source = "<standard input>"
    if sys.stdin is None:
        raise FormatError(f"{source}: there is none")
    data = sys.stdin.buffer.read(text.MOST_BYTES + 1)
    return text.loads(text.decoded(data, source), source)


def _search(arguments: argparse.Namespace) -> Search:
    return Search(_read(arguments), engine=arguments.engine or "auto",
                  timeout=arguments.timeout, limit=arguments.limit)


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
    counting = Counting(_read(arguments), engine=arguments.engine,
                        timeout=arguments.timeout)
    code = FOUND
    with interruptible(counting):
        try:
            counting.run()
        except Stopped as stopped:
            code = _stopped(stopped)
        print(decimal(counting.count))
    return code or (FOUND if counting.count else NONE)


def _solve(arguments: argparse.Namespace) -> int:
    if arguments.estimate:
        return _estimate(arguments)
    search = _search(arguments)
    write = _write_json if arguments.json else _write_text
    with interruptible(search):
        code = write(search)
    if code in (STOPPED, INTERRUPTED):
        return code
    state = "complete" if search.complete else "not complete: that was the limit"
    say(f"dlx: covers: {search.count} ({state}); {search.engine}, "
        f"{search.nodes} nodes, {search.seconds:.2f} s")
    return FOUND if search.count or not search.complete else NONE


def _stopped(stopped: Stopped) -> int:
    say(f"dlx: {stopped}")
    return INTERRUPTED if stopped.reason == "interrupt" else STOPPED


def _write_text(search: Search) -> int:
    options = search.problem.options
    try:
        for cover in search:
            print(f"cover {search.count}:" if cover else f"cover {search.count}: empty")
            for name in cover:
                print(plain(f"  {name}: " + " ".join(
                    f"{item}" if color is None else f"{item}:{color}"
                    for item, color in options[name].items())))
    except Stopped as stopped:
        return _stopped(stopped)
    return FOUND


def _write_json(search: Search) -> int:
    """Write the one object bit by bit, so that no number of covers fills the memory."""
    code = FOUND
    print('{"covers": [', end="")
    try:
        comma = ""
        for cover in search:
            print(comma + json.dumps(cover), end="")
            comma = ", "
    except Stopped as stopped:
        code = _stopped(stopped)
    complete = json.dumps(search.complete)
    print(f'], "count": {search.count}, "complete": {complete}}}')
    return code


def _explain(arguments: argparse.Namespace) -> int:
    explanation = explain(_read(arguments))
    print(explanation)
    return NONE if explanation else FOUND


def _show(arguments: argparse.Namespace) -> int:
    problem = _read(arguments)
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
