"""Problem files of the program Tiler (David Misiak, 2020).

The first shape is the board, the others are pieces; blank lines divide them.  A shape
is a name such as ``4T``, a size ``columns x rows`` such as ``11x7``, or a picture of
``x`` and blanks.  ``3:`` before a shape says that there are three of it; without a
number there is no limit.  Pieces may be turned; whether they may be flipped is an
option of the program, and not in the file.
"""

from __future__ import annotations

import re
from typing import Any

from dlx.errors import FormatError, shown, suggestion
from reductions import PuzzleError
from reductions.packing import parse as parse_packing

from ..files import PuzzleFile

__all__ = ["ABOUT", "parse", "reads"]

ABOUT = "a problem of the program Tiler"

#: The shapes that have names, as the program's own list draws them.
NAMED = """
1 x
2 x|x
3I x|x|x        3L x.|xx
4I x|x|x|x      4J .x|.x|xx     4L x.|x.|xx     4O xx|xx
4S .xx|xx.      4T xxx|.x.      4Z xx.|.xx
5A .x|.x|xx|.x  5F .xx|xx.|.x.  5G x.|xx|.x|.x  5J .x|.x|.x|xx
5P xx|xx|x.     5S .xx|.x.|xx.  5Y .x|xx|.x|.x  5R xx.|.xx|.x.
5N .x|xx|x.|x.  5L x.|x.|x.|xx  5Q xx|xx|.x     5Z xx.|.x.|.xx
5I x|x|x|x|x    5T xxx|.x.|.x.  5U x.x|xxx      5V x..|x..|xxx
5W x..|xx.|.xx  5X .x.|xxx|.x.
"""


def reads(text: str) -> bool:
    """Tell whether the blocks are shapes, at least one of them by name or number.

    Examples
    --------
    >>> reads("11x7\\n\\n4T\\n\\n3:3I"), reads("4x4\\n\\nxx\\nx")
    (True, False)
    """
    blocks = [block for _, block in _blocks(text)]
    return len(blocks) > 1 and (
        all(re.fullmatch(r"(\d+:\s*)?(\d[A-Z]?|\d+x\d+|[x \n]+)", b) for b in blocks)
        and any(re.match(r"\d+:|\d[A-Z]?$", block) for block in blocks[1:])
    )


def parse(text: str, source: str, edges: str = "") -> list[PuzzleFile]:
    """Read a puzzle from a problem file.

    Raises
    ------
    FormatError
        If a shape cannot be read; the message names its line.

    Examples
    --------
    >>> file, = parse("3x2\\n\\n1:3L\\n\\n3:1", "a.problem")
    >>> [(piece.name, piece.bounds) for piece in file.puzzle.pieces]
    [('3L', (1, 1)), ('1', (3, 3))]
    """
    if edges:
        raise FormatError(f"{source}: pieces have no edges to be put in order")
    blocks = _blocks(text)
    if len(blocks) < 2:
        raise FormatError(
            f"{source}: want a board and a piece, divided by a blank line"
        )
    (line, board), *rest = blocks
    shape = _shape(board, line, source)
    entries: dict[str, dict[str, Any]] = {}
    for place, (line, block) in enumerate(rest, 1):
        number, colon, block = block.rpartition(":")
        name = block.strip() if re.fullmatch(r"\w+", block.strip()) else str(place)
        name = f"piece {name}" if name in entries else name
        if name in entries or (colon and not re.fullmatch(r"[1-9]\d{0,3}", number)):
            raise FormatError(f"{source}:{line}: {shown(number)}; want a number, once")
        entries[name] = {
            "shape": _shape(block.lstrip("\n"), line, source),
            "count": [0, int(number)] if colon else "any",
        }
    notes = ["pieces may be turned, not flipped: the file does not say"]
    notes.append(_needed(entries, sum(row.count("#") for row in shape)))
    data = {"board": shape, "pieces": entries}
    try:
        puzzle = parse_packing(data)
    except PuzzleError as error:
        raise PuzzleError(f"{source}: {error}") from None
    return [PuzzleFile(source, source, "", puzzle, {}, tuple(notes))]


def _needed(entries: dict[str, dict[str, Any]], area: int) -> str:
    """Ask for all pieces where they just fill the board, and say so."""
    counts = [entry["count"] for entry in entries.values()]
    if "any" not in counts:
        cells = [
            sum(row.count("#") for row in entry["shape"]) for entry in entries.values()
        ]
        if sum(size * count[1] for size, count in zip(cells, counts)) == area:
            for entry in entries.values():
                entry["count"] = entry["count"][1]
            return "all pieces are needed, for together they just fill the board"
    return "a number of pieces is how many there are at most; without one, any number"


def _blocks(text: str) -> list[tuple[int, str]]:
    """Return the shapes as they are written, each with its line."""
    found: list[tuple[int, list[str]]] = []
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip()
        if line and inside:
            found[-1][1].append(line)
        elif line:
            found.append((number, [line]))
        inside = bool(line)
    return [(number, "\n".join(lines)) for number, lines in found]


def _shape(text: str, line: int, source: str) -> list[str]:
    """Return the drawing of a shape that is named, measured or drawn."""
    words = NAMED.split()
    named = dict(zip(words[::2], words[1::2]))
    if text in named:
        return [row.replace("x", "#") for row in named[text].split("|")]
    if found := re.fullmatch(r"(\d{1,4})x(\d{1,4})", text):
        columns, rows = int(found[1]), int(found[2])
        if columns * rows > 10_000:
            raise FormatError(f"{source}:{line}: {text}; want at most 10000 cells")
        return ["#" * columns] * rows
    if re.fullmatch(r"[x \n]*x[x \n]*", text):
        return [row.replace("x", "#").replace(" ", ".") for row in text.split("\n")]
    if re.fullmatch(r"[UDLR]{4,}", text):
        raise FormatError(
            f"{source}:{line}: a shape by its perimeter is not read; draw it with x"
        )
    raise FormatError(
        f"{source}:{line}: {shown(text)}; want a name such as 4T, a size such as 11x7, "
        "or a picture of x and blanks" + suggestion(text, named)
    )
