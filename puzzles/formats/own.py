"""Our own format: TOML, with the keys of the kind of puzzle and a few for all kinds."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dlx.errors import FormatError, shown, suggestion
from reductions import KINDS, PuzzleError, kind_named, kind_of
from reductions.data import known_keys, shown_or_missing
from reductions.edge_matching_data import SIDES

from ..files import PuzzleFile

if TYPE_CHECKING:
    from ..own_kind import OwnKind

__all__ = ["ABOUT", "KEYS", "parse", "reads", "write"]

ABOUT = "our own TOML"

KEYS = (
    (
        "kind",
        "the kind of puzzle: edge-matching, packing, sudoku, queens or exact-cover",
    ),
    ("title", "its name"),
    ("source", "where it comes from"),
    ("known", "a table of known answers: raw, merged, rotations, all, source, ..."),
)

#: What a file says first, so that nobody has to guess how its tiles are to be read.
ORDERS = {
    ("edge-matching", lattice): (
        f"# Edges of a tile run clockwise: {sides}.  Turns are steps clockwise.\n"
    )
    for lattice, sides in (
        ("square", "top, right, bottom, left"),
        ("hexagonal", SIDES[6]),
        ("triangular", SIDES[3]),
    )
}


def reads(text: str) -> bool:
    """Tell whether a text has a key or the head of a table."""
    line = r"^[ \t]*(\[\w+\][ \t]*$|[\w.-]+[ \t]*=)"
    return re.search(line, text, re.M) is not None


def parse(
    text: str, source: str, edges: str = "", own: Sequence[OwnKind] = ()
) -> list[PuzzleFile]:
    """Read a puzzle from TOML.

    Parameters
    ----------
    text, source, edges : str
        As for every format; the order of edges is fixed here.
    own : sequence of OwnKind
        Kinds that puzzles may be of, beside ours.

    Raises
    ------
    FormatError
        If it is not TOML; the message names the line.
    PuzzleError
        If it makes no puzzle; the message names the key.

    Examples
    --------
    >>> parse('kind = "queens"\\nsize = 8', "my.toml")[0].puzzle
    Queens(size=8)
    """
    if edges:
        raise FormatError(f"{source}: the order of edges in our own format is fixed")
    data = _data(text, source)
    try:
        name = data.get("kind")
        added = {kind.name: kind.module for kind in own}
        kind = None
        if isinstance(name, str):
            kind = added.get(name) or kind_named(name)
        if kind is None:
            names = [known for known, _ in KINDS] + list(added)
            raise PuzzleError(
                "kind: "
                + shown_or_missing(name)
                + "; want "
                + ", ".join(names)
                + (suggestion(name, names) or _own_kind_hint(name, own))
            )
        known_keys(data, [key for key, _ in KEYS + kind.KEYS])
        common = dict.fromkeys(key for key, _ in KEYS)
        puzzle = kind.parse(
            {key: value for key, value in data.items() if key not in common}
        )
        for key in ("title", "source"):
            if not isinstance(data.get(key, ""), str):
                raise PuzzleError(f"{key}: {shown(data[key])}; want text")
        known = data.get("known", {})
        if not isinstance(known, dict):
            raise PuzzleError(f"known: {shown(known)}; want a table")
    except PuzzleError as error:
        raise PuzzleError(f"{source}: {error}") from None
    title = data.get("title", source)
    return [PuzzleFile(source, title, data.get("source", ""), puzzle, known)]


def write(file: PuzzleFile) -> str:
    """Return a puzzle as TOML, with its title, its source and its known answers.

    Examples
    --------
    >>> (file,) = parse('kind = "queens"\\nsize = 8', "my.toml")
    >>> print(write(file), end="")
    kind = "queens"
    title = "my.toml"
    size = 8
    """
    from .toml import written

    puzzle = file.puzzle
    data: dict[str, Any] = {"kind": puzzle.kind, "title": file.title}
    if file.source:
        data["source"] = file.source
    data |= kind_of(puzzle).state(puzzle)
    if file.known:
        data["known"] = file.known
    return ORDERS.get((puzzle.kind, puzzle.lattice.name), "") + written(data)


def _own_kind_hint(name: object, own: Sequence[OwnKind]) -> str:
    if own or not isinstance(name, str):
        return ""
    return "; the module of a kind of your own is given by --kind FILE.py"


def _data(text: str, source: str) -> dict[str, Any]:
    deep = r"(\.[ \t]*[\w\"'-]+[ \t]*){200}"
    if text.count(".") >= 200 and re.search(deep, text):
        raise FormatError(f"{source}: nested too deeply")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = re.search(r" \(at line (\d+), column \d+\)$", message)
        line = int(found[1]) if found else text.count("\n") + 1
        message = re.sub(r" \(at .*\)$", "", message)
        raise FormatError(f"{source}:{line}: {message}") from None
    except RecursionError:
        raise FormatError(f"{source}: nested too deeply") from None
    except ValueError as error:  # a number too long for Python to read
        raise FormatError(f"{source}: {error}") from None
