"""YAML of polyform puzzles: ``!Puzzle`` with ``!Polyomino`` or ``!Polyhex`` pieces.

    !Puzzle
      name: two
      shape: |
        oo
        oo
      puzzle_pieces:
        - !Polyomino
          name: "L"
          flip: false
          shape: |
            oo
            o

Only these few constructs are read: keys with a word, and drawings under ``|``, in which
``o`` is a cell, ``_`` or a blank none.  Hexagons lie in rows that are drawn half a step
apart: two characters are one hexagon.  Pieces may be flipped unless they say otherwise,
and where they have more cells than the board, not all of them are used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from dlx.errors import FormatError, shown, suggestion
from reductions import PuzzleError
from reductions.packing import parse as parse_packing

from ..files import PuzzleFile

__all__ = ["ABOUT", "parse", "reads"]

ABOUT = "YAML of a polyform puzzle"

KNOWN = ("name", "description", "fill_value", "shape", "puzzle_pieces", "flip")


class Entry(NamedTuple):
    """A key with its value: a word, or the lines below it; "-" begins a piece."""

    line: int
    key: str
    value: str
    rows: list[tuple[int, str]]


def reads(text: str) -> bool:
    """Tell whether a text begins as a puzzle of this kind."""
    return text.lstrip().removeprefix("---").lstrip().startswith("!Puzzle")


def parse(text: str, source: str, edges: str = "") -> list[PuzzleFile]:
    """Read a puzzle from YAML.

    Raises
    ------
    FormatError
        If a line is none of the few constructs; the message names it.
    """
    if edges:
        raise FormatError(f"{source}: pieces have no edges to be put in order")
    head: dict[str, Entry] = {}
    pieces: list[dict[str, Entry]] = []
    kinds = {}
    for entry in _entries(text, source):
        target = pieces[-1] if pieces else head
        if entry.key == "-":
            kinds[entry.value] = entry.line
            pieces.append({})
        elif entry.key in target:
            raise FormatError(f"{source}:{entry.line}: a second {entry.key}")
        else:
            target[entry.key] = entry
    if not pieces:
        raise FormatError(f"{source}: there are no pieces, under puzzle_pieces")
    if len(kinds) > 1 or not {"!Polyomino", "!Polyhex"} & kinds.keys():
        raise FormatError(
            f"{source}:{max(kinds.values())}: {' and '.join(kinds)} pieces; want "
            "either !Polyomino or !Polyhex"
        )
    hexagons = "!Polyhex" in kinds
    data: dict[str, Any] = {
        "lattice": "hexagonal" if hexagons else "square",
        "flip": True,
        "pieces": {},
    }
    for number, entries in enumerate(pieces, 1):
        name = entries["name"].value.strip("\" '") if "name" in entries else ""
        piece: dict[str, Any] = {"shape": _cells(entries, hexagons, source, number)}
        if "flip" in entries:
            piece["flip"] = entries["flip"].value == "true"
        if (name or str(number)) in data["pieces"]:
            raise FormatError(
                f"{source}:{entries['name'].line}: two pieces have the name {name}"
            )
        data["pieces"][name or str(number)] = piece
    cells = {tuple(cell) for cell in _cells(head, hexagons, source, 0)}
    data["board"] = [
        "".join("#" if (row, column) in cells else "." for column in range(width))
        for width in [max(column for _, column in cells) + 1]
        for row in range(max(row for row, _ in cells) + 1)
    ]
    area = sum(len(entry["shape"]) for entry in data["pieces"].values())
    notes = ["all pieces are used, once each"]
    if area > len(cells):
        notes = [
            f"not all pieces are used: they have {area} cells, {len(cells)} to fill"
        ]
        for entry in data["pieces"].values():
            entry["count"] = [0, 1]
    if any("flip" not in entries for entries in pieces):
        notes.append("pieces may be flipped unless they say flip: false")
    try:
        puzzle = parse_packing(data)
    except PuzzleError as error:
        raise PuzzleError(f"{source}: {error}") from None
    title = head["name"].value.strip("\" '") if "name" in head else source
    return [PuzzleFile(source, title, "", puzzle, {}, tuple(notes))]


def _entries(text: str, source: str) -> Iterator[Entry]:
    """Yield the keys of a file, in order; the rows of a drawing belong to its key."""
    rows: list[tuple[int, str]] | None = None
    indent = 0  # of the key whose rows are read
    for number, line in enumerate(text.split("\n"), 1):
        depth = len(line) - len(line.lstrip())
        if rows is not None and (not line.strip() or depth > indent):
            rows.append((number, line.rstrip()))
            continue
        rows = None
        plain = line.strip()
        if plain in ("", "---", "!Puzzle") or plain.startswith("#"):
            continue
        if found := re.fullmatch(r"-\s*(!\w+)", plain):
            yield Entry(number, "-", found[1], [])
            continue
        found = re.fullmatch(r"(\w+):\s*(.*)", plain)
        if not found or found[1] not in KNOWN:
            near = suggestion(found[1], KNOWN) if found else ""
            raise FormatError(
                f"{source}:{number}: {shown(plain)}; want one of the keys "
                + ", ".join(KNOWN)
                + near
            )
        key, value = found[1], found[2]
        if key == "flip" and value not in ("true", "false"):
            raise FormatError(f"{source}:{number}: flip is true or false")
        rows = [] if value == "|" else None
        indent = depth
        if key != "puzzle_pieces":
            yield Entry(number, key, value, rows if rows is not None else [])


def _cells(
    entries: dict[str, Entry], hexagons: bool, source: str, piece: int
) -> list[list[int]]:
    """Return the cells of a drawing, as row and column."""
    what = f"piece {piece}" if piece else "the board"
    if "shape" not in entries:
        raise FormatError(f"{source}: {what} has no shape")
    entry = entries["shape"]
    rows = [(number, row) for number, row in entry.rows if row]
    indent = min((len(row) - len(row.lstrip()) for _, row in rows), default=0)
    found = []
    for y, (number, row) in enumerate(rows):
        for x, mark in enumerate(row[indent:]):
            if mark == "o":
                found.append((number, y, x))
            elif mark not in "_ ":
                raise FormatError(
                    f"{source}:{number}: {mark!r}; want o, or _ for no cell"
                )
    if not found or len(found) > 10_000:
        raise FormatError(f"{source}:{entry.line}: {what} has {len(found)} cells")
    if not hexagons:
        return [[y, x] for _, y, x in found]
    # Of hexagons, row and half step have the same parity, or all have not.
    _, y, x = found[0]
    odd = (x + y) % 2
    for number, y, x in found:
        if (x + y) % 2 != odd:
            raise FormatError(
                f"{source}:{number}: the hexagon in column {x + 1} does not lie half a "
                "step beside those of the rows around it"
            )
    return [[y, (x + odd - y % 2) // 2] for _, y, x in found]
