"""Formats of puzzle files, one module each; a new one is a module and a line here.

A module says what it is for in ``ABOUT``, has ``reads(text) -> bool``, which tells
whether a text looks like that format, and

    parse(text, source, edges="") -> list of PuzzleFile

where `edges` is the order of the edges in a line, where a file does not say it.  A
format that is written, too, has the inverse, ``write(file) -> text``, which says what
it cannot express with a `FormatError`, and perhaps ``notes(file) -> list of str``, what
is to be said aloud about a file that was written; if texts of it can follow each other
in one file, ``MANY = True`` says so.  Of several puzzles in a file, one that makes no
sense stands in the list as its error.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from dlx.errors import FormatError, shown, suggestion

from ..files import Found, PuzzleFile

__all__ = [
    "FORMATS",
    "Format",
    "beginning",
    "by_ending",
    "format_named",
    "notes_on",
    "parse",
    "writer",
    "written",
]

#: The name of each format, its module, and the endings of names that mean it.
FORMATS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("toml", "own", (".toml",)),
    ("tiles", "tile_list", (".tiles",)),
    ("eternity", "eternity", (".puz",)),
    ("eternity-csv", "eternity_csv", ()),
    ("eternity-json", "eternity_json", ()),
    ("viewer", "viewer", ()),
    ("dlx", "knuth", (".dlx",)),
    ("matrix", "matrix", ()),
    ("matrix-headed", "matrix_headed", ()),
    ("matrix-sparse", "matrix_sparse", ()),
    ("sudoku", "sudoku_lines", (".sdm",)),
    ("pieces", "polyomino", (".pieces",)),
    ("tiler", "tiler", (".problem",)),
    ("polyform", "polyform", (".yaml", ".yml")),
    ("burrtools", "burrtools", (".xmpuzzle",)),
)


#: A text whose lines all have more words is not even a list of tiles with slips.
MOST_WORDS = 8

#: More lines are refused, in any format: no puzzle that can be solved needs them.
MOST_LINES = 200_000

#: So much of a text, in characters and in lines, tells its format: as much as any board
#: of tiles needs.  Otherwise each format would read all of a text that is not its own.
BEGINNING, BEGINNING_LINES = 2**17, 10_000


class Format(Protocol):
    """What each module of a format provides."""

    ABOUT: str

    def reads(self, text: str) -> bool:
        """Tell whether a text, perhaps the beginning of one, looks like this format."""

    def parse(self, text: str, source: str, edges: str = "") -> Sequence[Found]:
        """Return the puzzles of a file, or raise `FormatError` or `PuzzleError`."""


class Writer(Protocol):
    """A format that is written, too."""

    def write(self, file: PuzzleFile) -> str:
        """Return the text of a file, or raise `FormatError`."""


def notes_on(name: str, file: PuzzleFile) -> list[str]:
    """Return what is to be said aloud when a file was written in some format."""
    notes = getattr(format_named(name), "notes", None)
    return list(notes(file)) if notes else []


def format_named(name: str) -> Format:
    """Return the module of a format, or raise `FormatError`."""
    names = [known for known, _, _ in FORMATS]
    for known, module, _ in FORMATS:
        if known == name:
            return cast(Format, import_module(f".{module}", __name__))
    raise FormatError(
        f"there is no format {shown(name)}; want one of {', '.join(names)}"
        + suggestion(name, names)
    )


def writer(name: str) -> Writer:
    """Return the module of a format that can be written, or raise `FormatError`."""
    module = format_named(name)
    if not hasattr(module, "write"):
        raise FormatError(
            f"format {name} can be read, not written; want one of "
            + ", ".join(written())
        )
    return cast(Writer, module)


def written() -> list[str]:
    """Return the names of the formats that can be written.

    >>> written()[:2]
    ['toml', 'tiles']
    """
    return [name for name, _, _ in FORMATS if hasattr(format_named(name), "write")]


def by_ending(path: str) -> str:
    """Return the name of the format that the ending of a name means, if any does."""
    return next((name for name, _, ends in FORMATS if path.lower().endswith(ends)), "")


def parse(text: str, source: str, format: str = "", edges: str = "") -> list[Found]:
    """Read the puzzles of a file in any format.

    Parameters
    ----------
    text : str
    source : str
        What messages call it; its ending may tell the format.
    format : str
        The name of the format; by default, its ending or its content tell.
    edges : str
        The order of the edges of a tile, such as ``"N E S W"``, where a format has
        no fixed one.

    Raises
    ------
    FormatError, PuzzleError
        If it cannot be read, or could be two things; the message names `source`, and
        the line or the key.
    """
    if text.count("\n") > MOST_LINES:
        raise FormatError(f"{source}: more than {MOST_LINES} lines; want a puzzle")
    name = format or by_ending(source) or _by_content(beginning(text), source)
    return [
        found._replace(format=name) if isinstance(found, PuzzleFile) else found
        for found in format_named(name).parse(text, source, edges)
    ]


def beginning(text: str) -> str:
    """Return so much of a text as tells its format, in whole lines if it has any.

    >>> beginning("a b c d\\na b c d")
    'a b c d\\na b c d'
    """
    lines = text[:BEGINNING].split("\n", BEGINNING_LINES)
    if len(lines) == 1 or len(text) <= BEGINNING and len(lines) <= BEGINNING_LINES:
        return text[:BEGINNING]
    return "\n".join(lines[:-1])


def _by_content(text: str, source: str) -> str:
    found = [name for name, _, _ in FORMATS if format_named(name).reads(text)]
    if len(found) > 1:
        readings = " or ".join(f"{name} ({format_named(name).ABOUT})" for name in found)
        raise FormatError(f"{source}: this could be {readings}; say which, with --from")
    if not found and all(len(line.split()) > MOST_WORDS for line in _content(text)):
        names = ", ".join(name for name, _, _ in FORMATS)
        raise FormatError(
            f"{source}: this looks like none of the formats that are known ({names})"
        )
    return found[0] if found else "tiles"


def _content(text: str) -> list[str]:
    """Return the lines of a text that are neither blank nor comments."""
    lines = [line.replace(",", " ").partition("/")[0] for line in text.split("\n")]
    return [line for line in lines if line.partition("#")[0].strip()] or [""]
