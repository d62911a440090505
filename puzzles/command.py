"""The command ``puzzles``: puzzles at the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from dlx import __version__
from dlx.engines import NAMES
from dlx.errors import shown, suggestion
from dlx.terminal import Parser, number, run, seconds
from reductions import KINDS, SYMMETRIES

from .examples import EXAMPLES
from .formats import FORMATS


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with those arguments (``sys.argv``) and return its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    arguments = _parser(words).parse_args(words)
    return run(lambda: _run(arguments), "puzzles")


def _run(arguments: argparse.Namespace) -> int:
    """Load the module of the command, and only that one, and run it."""
    command = import_module(f".commands.{arguments.command}", "puzzles")
    if own_kind := getattr(arguments, "own_kind", ""):
        from .own_kind import one_line_errors

        with one_line_errors(own_kind):
            return int(command.run(arguments))
    return int(command.run(arguments))


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser that knows the command that is asked for, or all, if none is.

    To add the options of all commands takes longer than to solve nine tiles.
    """
    parser = Parser(
        prog="puzzles",
        description="Solve tile puzzles, packing puzzles and their like.",
        epilog=EXAMPLES["puzzles"],
    )
    version = f"tilewright {__version__}"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(
        prog=parser.prog, dest="command", required=True, metavar="COMMAND"
    )
    asked = next((word for word in words if not word.startswith("-")), "")
    known = {name: (help, add_options) for name, help, add_options in _commands()}
    for name, (help, add_options) in known.items():
        if asked == name or asked not in known:
            sub = commands.add_parser(
                name, help=help, description=help, epilog=EXAMPLES.get(name)
            )
            add_options(sub)
    return parser


Adder = Callable[[argparse.ArgumentParser], None]


def _commands() -> tuple[tuple[str, str, Adder], ...]:
    """Return the name of each command, what it does, and what adds its options."""
    return (
        ("list", "list the bundled puzzles", lambda sub: None),
        ("new", "write a commented example of a kind of puzzle", _new_options),
        ("convert", "write a puzzle in another format", _convert_options),
        (
            "show",
            "show the pieces, known answers, and the exact-cover problem's size; or "
            "the search",
            _show_options,
        ),
        (
            "solve",
            "find layouts: the first, or as many as asked for",
            _solve_options,
        ),
        (
            "draw",
            "draw a layout into a file, a page, or solids to print",
            _draw_options,
        ),
        (
            "check",
            "is the file sound; has it none, one or several layouts",
            _search_options,
        ),
        (
            "hint",
            "can what lies on the table be completed; a piece more",
            _hint_options,
        ),
        (
            "takeapart",
            "how a layout in space comes apart, move by move",
            _takeapart_options,
        ),
        ("make", "make a new puzzle with just one layout", _make_options),
    )


def _puzzle_options(sub: argparse.ArgumentParser) -> None:
    """Add the puzzle, and what helps to read it."""
    sub.add_argument(
        "puzzle",
        metavar="NAME|FILE",
        help="a bundled puzzle, a file, or - for standard input",
    )
    _reading_options(sub)


def _show_options(show: argparse.ArgumentParser) -> None:
    from dlx.showing.asked import add_options

    _puzzle_options(show)
    add_options(show)


def _engine_options(sub: argparse.ArgumentParser) -> None:
    """Add the puzzle, and how to search it."""
    _puzzle_options(sub)
    sub.add_argument(
        "--engine",
        choices=NAMES,
        default="auto",
        help="how to search; changes the speed, never the answer",
    )


def _search_options(sub: argparse.ArgumentParser) -> None:
    """Add the puzzle, and what a search of it needs."""
    _engine_options(sub)
    sub.add_argument(
        "--timeout",
        type=seconds,
        metavar="SECONDS",
        help="stop after so many seconds (exit code 3)",
    )


def _which(text: str) -> int | str:
    """Read the number of a layout, or ``apart``, the first that comes apart."""
    if text == "apart":
        return text
    try:
        return number(text)
    except argparse.ArgumentTypeError:
        near = suggestion(text, ["apart"])
        raise argparse.ArgumentTypeError(
            f"{shown(text)}; want a number from 1, or apart{near}"
        ) from None


def _new_options(new: argparse.ArgumentParser) -> None:
    kinds = [name for name, _ in KINDS]
    new.add_argument("kind", choices=kinds, metavar="KIND", help=" | ".join(kinds))
    new.add_argument("--out", metavar="FILE", help="where to; never over another file")


def _convert_options(convert: argparse.ArgumentParser) -> None:
    _puzzle_options(convert)
    convert.add_argument(
        "out", metavar="OUT", help="where to, or -; its ending tells the format"
    )
    names = " | ".join(name for name, _, _ in FORMATS)
    convert.add_argument("--to", default="", metavar="FORMAT", help=names)


def _reading_options(sub: argparse.ArgumentParser) -> None:
    """Add what helps to read a file that does not say all by itself."""
    names = " | ".join(name for name, _, _ in FORMATS)
    sub.add_argument(
        "--from",
        dest="format",
        default="",
        metavar="FORMAT",
        help=f"the format of the file, if its ending and content do not tell: {names}",
    )
    sub.add_argument(
        "--edges",
        default="",
        metavar="ORDER",
        help="the order of the edges of a tile in the file, such as 'N E S W'",
    )
    sub.add_argument(
        "--number",
        type=number,
        default=0,
        metavar="N",
        help="which puzzle of a file that has several, from 1",
    )
    sub.add_argument(
        "--kind",
        dest="own_kind",
        default="",
        metavar="FILE.py",
        help="a module with the kind of the puzzle, if it is one of your own; it is "
        "run, so give only what you trust",
    )


def _solve_options(solve: argparse.ArgumentParser) -> None:
    from dlx.running import add_limits, add_sharing

    _engine_options(solve)
    add_limits(solve)
    add_sharing(solve)
    many = solve.add_mutually_exclusive_group()
    many.add_argument("--all", action="store_true", help="find every layout")
    many.add_argument(
        "--limit", type=number, metavar="N", help="find N layouts at most"
    )
    many.add_argument("--count", action="store_true", help="print how many there are")
    many.add_argument(
        "--apart",
        action="store_true",
        help="count the layouts in space, in the four ways, and those that come apart",
    )
    many.add_argument("--random", action="store_true", help="draw one at random")
    many.add_argument(
        "--best",
        action="store_true",
        help="find the board with the most matching sides, for edge matching; "
        "each better one is written to --out at once",
    )
    solve.add_argument(
        "--estimate",
        action="store_true",
        help="do not search; say how long that would take, from probes at random",
    )
    solve.add_argument(
        "--probes",
        type=number,
        default=1000,
        metavar="N",
        help="of --estimate, 1000 by default",
    )
    solve.add_argument(
        "--seed", type=number, metavar="N", help="of --random, --best, --estimate"
    )
    solve.add_argument(
        "--symmetry",
        choices=SYMMETRIES,
        default="rotations",
        help="what counts as one layout; by default, turns of the board are merged",
    )
    solve.add_argument("--out", metavar="FILE", help="write the layouts to a file")
    solve.add_argument(
        "--link", action="store_true", help="write a link to a viewer for each layout"
    )
    solve.add_argument(
        "--json",
        action="store_true",
        help="write a JSON object a line, one for each puzzle",
    )


def _draw_options(draw: argparse.ArgumentParser) -> None:
    _search_options(draw)
    draw.add_argument(
        "--layout",
        type=_which,
        default=1,
        metavar="N|apart",
        help="which layout, in the order of solve --all, or the first that comes "
        "apart; the first by default",
    )
    draw.add_argument(
        "--symmetry",
        choices=SYMMETRIES,
        default="rotations",
        help="what counts as one layout, as in solve",
    )
    draw.add_argument(
        "--out",
        metavar="FILE",
        help="where to: .svg .png .pdf, .html for a page with steps or layouts, or "
        ".stl .3mf for solids; by default the puzzle's name and .svg, never over "
        "another file",
    )
    _solid_options(draw)


def _solid_options(draw: argparse.ArgumentParser) -> None:
    solids = draw.add_argument_group("solids to print (.stl .3mf), in millimeters")
    which = solids.add_mutually_exclusive_group()
    which.add_argument(
        "--plate", action="store_true", help="all pieces side by side (the default)"
    )
    which.add_argument("--piece", metavar="NAME", help="one piece alone")
    which.add_argument(
        "--assembled", action="store_true", help="the pieces as the layout lies"
    )
    for name, what in (
        ("unit", "the side of a cube or a square, 12 by default"),
        ("gap", "how far each face is drawn in, 0.1 by default"),
        ("height", "of plane pieces, half of --unit by default"),
    ):
        solids.add_argument(f"--{name}", type=float, metavar="MM", help=what)
    solids.add_argument(
        "--ratio",
        type=number,
        metavar="K",
        help="a cube is K plates thick, if not as the puzzle says",
    )


def _hint_options(hint: argparse.ArgumentParser) -> None:
    _search_options(hint)
    hint.add_argument(
        "--given",
        action="append",
        default=[],
        metavar="PIECE at CELL",
        help="what lies there, such as '4 at 1,2 turned 1' (rows and columns from 0, "
        "quarter turns clockwise); may be repeated",
    )
    hint.add_argument(
        "--pieces", type=number, default=1, metavar="K", help="how many more to show"
    )
    hint.add_argument("--json", action="store_true", help="write one JSON object")


def _takeapart_options(takeapart: argparse.ArgumentParser) -> None:
    _search_options(takeapart)
    takeapart.add_argument(
        "--layout",
        type=_which,
        default=1,
        metavar="N|apart",
        help="which layout, in the order in which solve finds them, or the first that "
        "comes apart",
    )
    for name, what in (
        ("ratio", "how many plates a cube is thick, if not as the file says"),
        ("states", "give up after so many states, 500000 by default"),
    ):
        takeapart.add_argument(f"--{name}", type=number, metavar="N", help=what)
    takeapart.add_argument(
        "--all", action="store_true", help="count the layouts that come apart"
    )
    takeapart.add_argument(
        "--assemble", action="store_true", help="backwards: the order in which to build"
    )
    takeapart.add_argument("--json", action="store_true", help="write one JSON object")


def _make_options(make: argparse.ArgumentParser) -> None:
    kinds = make.add_subparsers(dest="make", required=True, metavar="KIND")
    tiles = kinds.add_parser(
        "edge-matching", help="square tiles", epilog=EXAMPLES["make edge-matching"]
    )
    for name, what in (
        ("rows", "rows of the board"),
        ("columns", "columns of the board"),
        ("symbols", "how many symbols lie on the edges, each head and tail counted"),
    ):
        tiles.add_argument(
            f"--{name}", type=number, required=True, metavar="N", help=what
        )
    for name, what in (
        ("unique", "just one layout, up to turning, and no two equal tiles"),
        ("border", "one more symbol all around the board"),
    ):
        tiles.add_argument(f"--{name}", action="store_true", help=what)
    tiles.add_argument(
        "--mates",
        choices=("heads-and-tails", "equal"),
        help="which symbols meet; by default heads and tails, with a border equal ones",
    )
    sudoku = kinds.add_parser(
        "sudoku",
        help="a Sudoku with just one answer",
        epilog=EXAMPLES["make sudoku"],
    )
    size = sudoku.add_mutually_exclusive_group()
    size.add_argument(
        "--size", type=number, default=9, metavar="N", help="rows, 9 by default"
    )
    size.add_argument(
        "--box", type=number, nargs=2, metavar=("R", "C"), help="rows, columns of a box"
    )
    sudoku.add_argument(
        "--givens", type=number, metavar="N", help="as few as can be, by default"
    )
    for sub in (tiles, sudoku):
        sub.add_argument(
            "--seed", type=number, metavar="N", help="the same gives the same puzzle"
        )
        sub.add_argument("--out", metavar="FILE", help="never over another file")
        sub.add_argument(
            "--timeout",
            type=seconds,
            default=60.0,
            metavar="SECONDS",
            help="give up after so many seconds, 60 by default (exit code 3)",
        )
