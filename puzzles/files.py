"""Finding puzzles: the bundled ones by name, others in files or on standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from dlx.errors import FormatError, suggestion
from reductions import Puzzle, PuzzleError

__all__ = ["Found", "PuzzleFile", "bundled", "load", "load_all", "template"]

#: Larger files are refused: no puzzle that can be solved needs them.
MOST_BYTES = 2**20

#: So large may be what a compressed file unpacks to, if it is XML: files of BurrTools
#: hold their answers, too, which are passed over.
MOST_UNPACKED = 2**22

BOM = b"\xef\xbb\xbf"

#: How a file begins that was compressed with gzip.
GZIP = b"\x1f\x8b"


class PuzzleFile(NamedTuple):
    """What a file says.

    Attributes
    ----------
    name : str
        The bundled name, or the path.
    title, source : str
    puzzle : Puzzle
    known : mapping
        Known answers: ``raw``, ``merged``, ``rotations``, ``all``, and others.
    notes : tuple of str
        What was taken for granted in reading it, to be said aloud.
    format : str
        The name of the format that it was read in.

    Examples
    --------
    >>> load("queens-8").known["raw"]
    92
    """

    name: str
    title: str
    source: str
    puzzle: Puzzle
    known: Mapping[str, Any]
    notes: tuple[str, ...] = ()
    format: str = ""


#: What stands in a file of several puzzles: one of them, or what is wrong with it.
Found = PuzzleFile | FormatError | PuzzleError


def _folder(name: str) -> str:
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


def bundled() -> list[str]:
    """Return the names of the bundled puzzles, sorted.

    Examples
    --------
    >>> bundled()[:3]
    ['burr-level-5', 'burr-with-key', 'chinese-cross']
    """
    files = os.listdir(_folder("data"))
    return sorted(name[:-5] for name in files if name.endswith(".toml"))


def template(kind: str) -> str:
    """Return the commented example file of a kind of puzzle."""
    return _read(os.path.join(_folder("templates"), f"{kind}.toml"))


def load(
    name: str, format: str = "", edges: str = "", number: int = 0, kind: str = ""
) -> PuzzleFile:
    """Read a puzzle.

    Parameters
    ----------
    name : str
        The name of a bundled puzzle, the path of a file, or ``-`` for standard input.
        A file in the current folder is meant if it is written ``./name``.
    format, edges : str
        As for `puzzles.formats.parse`.
    number : int
        Which puzzle of a file that has several, from 1; 0 for the only one.
    kind : str
        The file of a module with a kind of one's own, which is run; see
        `puzzles.own_kind`.

    Returns
    -------
    PuzzleFile

    Raises
    ------
    FormatError, PuzzleError
        If it cannot be read; the message names the file, and the line or the key.
    OSError
        If the file cannot be opened.

    Examples
    --------
    >>> load("frogs").title
    'Fabulous Frogs'
    """
    files = load_all(name, format, edges, kind)
    if not number and len(files) > 1:
        raise FormatError(
            f"{name}: there are {len(files)} puzzles in it; say which, by its number"
        )
    if number > len(files):
        raise FormatError(f"{name}: there is no puzzle {number}, only {len(files)}")
    file = files[max(number, 1) - 1]
    if not isinstance(file, PuzzleFile):
        raise file
    return file


def load_all(
    name: str, format: str = "", edges: str = "", kind: str = ""
) -> list[Found]:
    """Read all puzzles of a file; see `load`.

    One that makes no sense stands as its error, if there are others.
    """
    if kind:
        parse = _with_kind(kind)
    else:
        from .formats import parse

    if name == "-":
        if sys.stdin is None:
            raise FormatError("<standard input>: it is closed")
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
        text = _decoded(data, "<standard input>")
        return parse(text, "<standard input>", format, edges)
    path = os.path.join(_folder("data"), f"{name}.toml")
    if os.sep not in name and "/" not in name and os.path.isfile(path):
        files = parse(_read(path), f"{name}.toml", format, edges)
        return [
            file._replace(name=name) if isinstance(file, PuzzleFile) else file
            for file in files
        ]
    try:
        return parse(_read(name), name, format, edges)
    except FileNotFoundError:
        near = suggestion(name, bundled())
        raise FormatError(
            f"there is no file {name} and no bundled puzzle of that name"
            + (near or "; puzzles list shows the bundled ones")
        ) from None


def _with_kind(path: str) -> Callable[[str, str, str, str], list[Found]]:
    """Return what reads our own format, with a kind of one's own in it."""
    from .formats import own
    from .own_kind import load_kind

    kind = load_kind(path)

    def parse(text: str, source: str, format: str, edges: str) -> list[Found]:
        if format not in ("", "toml"):
            raise FormatError(f"{source}: a kind of one's own is written in TOML only")
        return list(own.parse(text, source, edges, (kind,)))

    return parse


def _read(path: str) -> str:
    from dlx.reading import contents

    return _decoded(contents(path, MOST_BYTES + 1), path)


def _decoded(data: bytes, source: str) -> str:
    from dlx.reading import decoded

    if len(data) > MOST_BYTES:
        raise FormatError(f"{source}: larger than {MOST_BYTES} bytes; want a puzzle")
    data = _unpacked(data, source)
    if len(data) > MOST_BYTES and not data.removeprefix(BOM).lstrip().startswith(b"<"):
        raise FormatError(f"{source}: it unpacks to more than {MOST_BYTES} bytes")
    return decoded(data, source)


def _unpacked(data: bytes, source: str) -> bytes:
    """Return what a gzip file holds, of a bounded size, and other files as they are."""
    if not data.startswith(GZIP):
        return data
    import zlib

    unpacker = zlib.decompressobj(wbits=31)  # with the head and tail of gzip
    try:
        unpacked = unpacker.decompress(data, MOST_UNPACKED + 1)
    except zlib.error:
        raise FormatError(
            f"{source}: it begins like a gzip file, but cannot be unpacked"
        ) from None
    if len(unpacked) > MOST_UNPACKED:
        raise FormatError(f"{source}: it unpacks to more than {MOST_UNPACKED} bytes")
    if not unpacker.eof or unpacker.unused_data.strip(b"\0"):
        what = "something follows" if unpacker.eof else "the end is missing"
        raise FormatError(f"{source}: this is not one whole gzip file: {what}")
    return unpacked
