"""What ``show`` is asked for at the command line: its options, and doing it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from itertools import islice

from ..errors import FormatError, suggestion
from ..terminal import FOUND, NONE, number, say
from . import Subject

#: What is written to a file, and the endings that it may have.
ENDINGS = {"tree": (".svg", ".png"), "matrix": (".svg",), "html": (".html", ".htm")}


def add_options(sub: argparse.ArgumentParser) -> None:
    """Add the options to the command of a program.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_options(parser)
    >>> parser.parse_args(["--tree", "t.svg"]).tree
    't.svg'
    """
    group = sub.add_argument_group("seeing the search")
    group.add_argument("--steps", action="store_true",
                       help="print what happens, an event a line")
    group.add_argument("--tree", metavar="FILE",
                       help="draw the search tree (.svg or .png)")
    group.add_argument("--matrix", metavar="FILE",
                       help="draw the matrix, the options of a cover marked (.svg)")
    group.add_argument("--html", metavar="FILE",
                       help="write a page that steps through the search, for up to "
                            "some hundred options")
    group.add_argument("--events", type=number, metavar="N",
                       help="show no more than the first N events")
    group.add_argument("--cover", type=number, default=1, metavar="N",
                       help="which cover --matrix marks; the first by default")


def anything(arguments: argparse.Namespace) -> bool:
    """Tell whether any of the options that show a search is given."""
    return bool(arguments.steps or any(getattr(arguments, what) is not None
                                       for what in ENDINGS))


def show(subject: Subject, arguments: argparse.Namespace, source: str,
         program: str) -> int:
    """Show a search in every way that is asked for, and return the exit code.

    Parameters
    ----------
    subject : Subject
    arguments : Namespace
        With the options of `add_options`.
    source : str
        The file that was read, which is never written over.
    program : str
        What lines about the run begin with.

    Raises
    ------
    FormatError
        If a file has an ending that does not fit, or the problem is too large.
    """
    if arguments.cover < 1:
        raise FormatError("--cover counts from 1")
    for what, endings in ENDINGS.items():
        _spare(what, getattr(arguments, what), endings, source)
    if arguments.tree and arguments.tree.lower().endswith(".png"):
        from .tree_png import needed

        needed()

    def tell(line: str) -> None:
        say(f"{program}: {line}")

    codes = [FOUND]
    for what, write in (("steps", _steps), ("tree", _tree), ("matrix", _matrix),
                        ("html", _page)):
        if getattr(arguments, what):
            codes.append(write(subject, arguments, tell))
    return max(codes)


Say = Callable[[str], None]


def _spare(what: str, path: str | None, endings: tuple[str, ...], source: str) -> None:
    """Refuse a file that would not be what its ending says, or that was read."""
    if path is None:
        return
    end = os.path.splitext(path)[1].lower()
    if end not in endings:
        raise FormatError(f"--{what} {path}: want a name that ends in "
                          + " or ".join(endings) + suggestion(end, endings))
    if all(map(os.path.exists, (path, source))) and os.path.samefile(path, source):
        raise FormatError(f"{path}: this is what is shown; give --{what} another file")


def _written(path: str, content: str | bytes) -> None:
    data = content.encode() if isinstance(content, str) else content
    with open(path, "wb") as file:
        file.write(data)


def _steps(subject: Subject, arguments: argparse.Namespace, say: Say) -> int:
    from .steps import Tally, steps

    tally = Tally()
    for line in steps(subject.problem, tally, arguments.events):
        print(line)
    say(str(tally))
    return NONE if tally.complete and not tally.found else FOUND


def _tree(subject: Subject, arguments: argparse.Namespace, say: Say) -> int:
    from .tree import MOST_EVENTS, folded, search_tree
    from .tree_picture import paper, summary

    most = MOST_EVENTS if arguments.events is None else arguments.events
    whole = search_tree(subject.problem, most)
    small = folded(whole)
    lines = summary(whole, small)
    drawn = paper(small, lines)
    if arguments.tree.lower().endswith(".png"):
        from .tree_png import tree_png

        _written(arguments.tree, tree_png(drawn))
    else:
        from .tree_svg import tree_svg

        _written(arguments.tree, tree_svg(drawn))
    say(f"the search tree is in {arguments.tree}: {'; '.join(lines)}")
    kinds = [kind for _, kind in whole.nodes(data="kind")]
    return NONE if whole.graph["complete"] and "found" not in kinds else FOUND


def _matrix(subject: Subject, arguments: argparse.Namespace, say: Say) -> int:
    from ..search import Search
    from .matrix import matrix_svg, refuse

    refuse(subject.problem, "a picture of the matrix")
    search = Search(subject.problem, limit=arguments.cover)
    cover = next(islice(search, arguments.cover - 1, None), None)
    if cover is not None:
        line = f"cover {arguments.cover} is marked"
    elif search.count:
        line = f"there is no cover {arguments.cover}, only {search.count}"
    else:
        line = "there is no cover"
    _written(arguments.matrix, matrix_svg(subject.problem, cover or (), line))
    say(f"the matrix is in {arguments.matrix}: {line}")
    return NONE if cover is None else FOUND


def _page(subject: Subject, arguments: argparse.Namespace, say: Say) -> int:
    from .page import page

    text, film = page(subject, arguments.events)
    _written(arguments.html, text)
    events = [frame.event for frame in film.frames if frame.event is not None]
    covers = sum(event.kind == "found" for event in events)
    state = ("the whole search" if film.complete
             else "the beginning of the search; there is more")
    say(f"the page is {arguments.html}: events: {len(events)}, covers: {covers}, "
        f"{state}")
    return NONE if film.complete and not covers else FOUND
