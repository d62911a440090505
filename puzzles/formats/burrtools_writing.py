"""Writing the files of BurrTools: the inverse of `puzzles.formats.burrtools.parse`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import prod

from dlx.errors import FormatError
from dlx.terminal import plain
from reductions.lattice import Cell
from reductions.packing import Packing, Piece
from reductions.packing_parts import equal_pieces

from ..files import PuzzleFile
from .burrtools_steps import unstepped

__all__ = ["LETTERS", "counts_apart", "notes", "write"]

#: A letter or digit for each color; "0" would be voxels without one.
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: So many cells around a shape may be written.
MOST_VOXELS = 100_000


def write(file: PuzzleFile) -> str:
    """Return a packing puzzle in space as the only problem of a file.

    Raises
    ------
    FormatError
        If it is another kind of puzzle, or has what the program does not know.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> puzzle = parse({"lattice": "cubic", "size": [2, 1, 1], "pieces": {"A": "##"}})
    >>> print(*write(PuzzleFile("a", "", "", puzzle, {})).split("\\n")[4:8], sep="\\n")
    <shapes>
    <voxel x="2" y="1" z="1" name="A" type="0">##</voxel>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    </shapes>
    """
    puzzle = file.puzzle
    if not isinstance(puzzle, Packing):
        raise FormatError(f"{file.name}: only packing puzzles are files of BurrTools")
    _refuse(file.name, puzzle)
    puzzle = _unstepped(file.name, puzzle)
    numbers = {color: k for k, color in enumerate(_colors(puzzle), 1)}
    parts = [
        _element("gridType", type=0),
        _element("colors", [_paint(number) for number in numbers.values()]),
        _element("shapes", _shapes(file.name, puzzle, numbers)),
        _element("problems", [_problem(file.title, puzzle, numbers)]),
        _element("comment", escape(plain(file.source))),
    ]
    return f'<?xml version="1.0"?>\n{_element("puzzle", parts, version=2)}\n'


def notes(file: PuzzleFile) -> list[str]:
    """Say where BurrTools will count otherwise."""
    puzzle = file.puzzle
    if not isinstance(puzzle, Packing):
        return []
    equal = [group for group in equal_pieces(puzzle) if len(group) > 1]
    found = [counts_apart(group) for group in equal[:1]]
    if puzzle.step != 1:
        found.append("colors stand for the step: pieces lie on their own colors")
    if puzzle.ratio != 1:
        found.append("that plates are thinner than cubes is left out")
    return found


def counts_apart(equal: Sequence[Piece]) -> str:
    """Say that the program tells equal pieces apart that are not one shape."""
    names = plain(" and ".join(piece.name for piece in equal[:6]))
    return (
        f"pieces {names} are equal; BurrTools counts layouts apart in which they swap "
        "places"
    )


def _element(tag: str, inside: str | Sequence[str] = "", **attributes: object) -> str:
    """Return an element with text or other elements in it."""
    start = " ".join(
        [tag, *(f'{k}="{escape(plain(str(v)))}"' for k, v in attributes.items())]
    )
    if not inside:
        return f"<{start}/>"
    if not isinstance(inside, str):
        inside = "\n".join(["", *inside, ""])
    return f"<{start}>{inside}</{tag}>"


def _shapes(name: str, puzzle: Packing, numbers: Mapping[str, int]) -> list[str]:
    """Return the shapes of the pieces, and after them the result."""
    marks = {**dict.fromkeys(puzzle.cells, "#"), **dict.fromkeys(puzzle.optional, "+")}
    painted = {cell: str(numbers[color]) for cell, color in puzzle.colors}
    result = {cell: mark + painted.get(cell, "") for cell, mark in marks.items()}
    found = []
    for piece in puzzle.pieces:
        size, text = _voxels(_painted(piece, numbers), name)
        found.append(_element("voxel", text, **size, name=piece.name, type=0))
    size, text = _voxels(result, name)
    return [*found, _element("voxel", text, **size, type=0)]


def _problem(title: str, puzzle: Packing, numbers: Mapping[str, int]) -> str:
    holes = {}
    if puzzle.holes is not None and any(_ranges(puzzle)):
        holes = {"maxHoles": puzzle.holes}
    pieces = []
    for number, piece in enumerate(puzzle.pieces):
        groups = [
            _element("group", group=k, count=group[piece.name])
            for k, group in enumerate(map(dict, puzzle.groups), 1)
            if piece.name in group
        ]
        pieces.append(_element("shape", groups, id=number, **_count(puzzle, piece)))
    pairs = [
        _element("pair", piece=numbers[color] - 1, result=numbers[below] - 1)
        for color, below in puzzle.allowed
        if color in numbers and below in numbers
    ]
    parts = [
        _element("shapes", pieces),
        _element("result", id=len(puzzle.pieces)),
        _element("bitmap", pairs),
    ]
    return _element("problem", parts, name=title, state=0, **holes)


def _refuse(name: str, puzzle: Packing) -> None:
    """Refuse what files of BurrTools cannot say."""
    for what, present in (
        (f"a lattice of {puzzle.lattice.name} cells", puzzle.lattice.name != "cubic"),
        ("pieces that may be flipped", any(puzzle.moves(p)[1] for p in puzzle.pieces)),
        (
            "pieces that may not be turned",
            not all(puzzle.moves(p)[0] for p in puzzle.pieces),
        ),
        ("fixed pieces", puzzle.fixed),
        ("excluded places", puzzle.excluded),
        ("more than 61 colors", len(_colors(puzzle)) >= len(LETTERS)),
    ):
        if present:
            raise FormatError(
                f"{name}: files of BurrTools cannot say {what}; write it as toml"
            )
    least = sum(len(piece.cells) * piece.bounds[0] for piece in puzzle.pieces)
    if puzzle.holes is not None and not any(_ranges(puzzle)):
        if len(puzzle.board) - least > puzzle.holes:
            raise FormatError(
                f"{name}: {len(puzzle.board) - least} cells stay empty, more than "
                f"holes = {puzzle.holes}, which BurrTools does not look at where the "
                "numbers of pieces are fixed"
            )


def _unstepped(name: str, puzzle: Packing) -> Packing:
    """Return the puzzle with colors in place of a step."""
    same = unstepped(puzzle)
    if same is None:
        raise FormatError(
            f"{name}: files of BurrTools cannot say a step, nor can colors in its "
            "place; write it as toml"
        )
    return same


def _colors(puzzle: Packing) -> list[str]:
    """Return the colors that occur, sorted."""
    used = {color for piece in puzzle.pieces for color in piece.colors if color}
    return sorted(used.union(color for _, color in puzzle.colors))


def _ranges(puzzle: Packing) -> Iterator[bool]:
    """Yield for each piece whether it may be used more or less often."""
    for piece in puzzle.pieces:
        yield piece.number is None or piece.bounds[0] < piece.bounds[1]


def _count(puzzle: Packing, piece: Piece) -> dict[str, int]:
    """Return how often a piece is used; any number is as many as there is room for."""
    least, most = piece.bounds
    if piece.number is None:
        most = len(puzzle.board) // len(piece.cells)
    return {"count": most} if least == most else {"min": least, "max": most}


def _painted(piece: Piece, numbers: Mapping[str, int]) -> dict[Cell, str]:
    """Return the voxels of a piece, each as a mark and a color."""
    colors = piece.colors or ("",) * len(piece.cells)
    return {
        cell: "#" + (str(numbers[color]) if color else "")
        for cell, color in zip(piece.cells, colors)
    }


def _voxels(marks: Mapping[Cell, str], name: str) -> tuple[dict[str, int], str]:
    """Return the size and the text of a shape: the inverse of the reader's `voxels`."""
    low = [min(0, *line) for line in zip(*marks)]
    sizes = [max(line) + 1 - least for line, least in zip(zip(*marks), low)]
    if prod(sizes) > MOST_VOXELS:
        raise FormatError(
            f"{name}: a shape of {' x '.join(map(str, sizes))} voxels; want at most "
            f"{MOST_VOXELS}"
        )
    a, b, c = low
    text = "".join(
        marks.get((x + a, y + b, z + c), "_")
        for z in range(sizes[2])
        for y in range(sizes[1])
        for x in range(sizes[0])
    )
    return dict(zip("xyz", sizes)), text


def _paint(number: int) -> str:
    """Return the definition of a color; the first few are far apart."""
    red, green, blue = (number * step % 256 for step in (97, 57, 193))
    return _element("color", red=red, green=green, blue=blue)
