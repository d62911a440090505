"""Puzzle files of the program BurrTools: XML, plain or compressed, of cubes.

A file has shapes, drawn voxel by voxel, and problems: which shapes, how many of each,
make which result.  Each problem is a packing puzzle.

===================  =================================================================
in the file          here
===================  =================================================================
``+`` in a result    a cell that may stay empty
``maxHoles``         ``holes``: how many of those may do so; where the numbers of the
                     pieces are fixed, the program does not look at it
``count``,           how often a piece is used
``min`` and ``max``
``group``            ``groups``: pieces that need not come apart
``#2``, ``pair``     colors, and which may lie on which; a voxel without a color goes
                     with all; color 1 of a voxel is number 0 in a pair
``assemblies``,      told as they are stored, in ``known``; other stored results,
``solutions``        weights and names of shapes that are not used are left out
===================  =================================================================

Pieces may be turned, never flipped.  Copies of one shape are told apart by nobody; two
shapes of the file that are equal are merged here, and told apart by the program.

The meaning of the numbers was read in the program's source (``problem.cpp`` and
``assembler_1.cpp``), and agrees with the counts that its own examples store.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from dlx.errors import FormatError, shown
from dlx.terminal import plain
from reductions import PuzzleError
from reductions.lattice import Cell
from reductions.packing import parse as parse_packing
from reductions.packing_parts import equal_pieces
from reductions.packing_state import drawing

from ..files import Found, PuzzleFile
from .burrtools_writing import LETTERS, counts_apart, notes, write
from .burrtools_xml import Element, tree

__all__ = ["ABOUT", "notes", "parse", "reads", "write"]

ABOUT = "a file of the program BurrTools"

#: The grids of the program, by number.
GRIDS = ("cubes", "triangular prisms", "spheres", "rhombic", "tetrahedra and octahedra")

#: More voxels, in the shapes of all problems, are refused.
MOST_VOXELS = 200_000

#: No number of a file is larger.
MOST = 999_999_999

#: Names that are longer are not taken for pieces.
LONGEST_NAME = 40

VOXEL = re.compile(r"([_#+])(\d{0,3})")


# ------------------------------------------------------------------- text -> elements


def reads(text: str) -> bool:
    """Tell whether a text is XML: no other format is.

    Examples
    --------
    >>> reads('<?xml version="1.0"?><puzzle version="2"/>'), reads("AAB")
    (True, False)
    """
    return re.match(r"\s*<(\?xml|!|puzzle\b)", text) is not None


# ------------------------------------------------------------------ elements -> puzzle


def parse(text: str, source: str, edges: str = "") -> list[Found]:
    """Read the problems of a file; of several, one at fault stands as its error.

    Raises
    ------
    FormatError, PuzzleError
        If there is none, the only one makes no sense, or the grid has no cubes; the
        message names the line, or the key of the puzzle.

    Examples
    --------
    >>> file, = parse('''<puzzle version="2"><gridType type="0"/>
    ... <shapes><voxel x="2" y="1" z="1" type="0">##</voxel>
    ... <voxel x="2" y="2" z="1" type="0">####</voxel></shapes>
    ... <problems><problem state="2" assemblies="1"><shapes><shape id="0" count="2"/>
    ... </shapes><result id="1"/></problem></problems></puzzle>''', "a.xmpuzzle")
    >>> [(piece.name, piece.number) for piece in file.puzzle.pieces], file.known
    ([('S1', 2)], {'assemblies': 1})
    """
    if edges:
        raise FormatError(f"{source}: pieces have no edges to be put in order")
    reader = _Reader(tree(text, source), source)
    found: list[Found] = []
    for problem in reader.problems:
        try:
            found.append(reader.file(problem))
        except (FormatError, PuzzleError) as error:
            found.append(error)
    if len(found) == 1 and not isinstance(found[0], PuzzleFile):
        raise found[0]
    return found


class Voxel(NamedTuple):
    """A voxel that is not empty: ``#`` or ``+``, and the letter of its color."""

    mark: str
    color: str


Voxels = Mapping[Cell, Voxel]


class _Reader:
    """Make puzzles of the elements of a file."""

    def __init__(self, root: Element, source: str) -> None:
        self.source = source
        self.one_of(root, "version", ("2",), missing=False)
        grids = list(root.all("gridType"))
        if len(grids) != 1:
            raise self.error(root, f"{len(grids)} times <gridType>; want it once")
        self.cubes(grids[0])
        self.colors = sum(1 for part in root.all("colors") for _ in part.all("color"))
        self.shapes = [v for part in root.all("shapes") for v in part.all("voxel")]
        self.problems = [
            p for part in root.all("problems") for p in part.all("problem")
        ]
        if not self.problems:
            raise FormatError(f"{source}: there is no problem in it, only shapes")
        words = [word for part in root.all("comment") for word in part.text]
        self.comment = "".join(words).strip()
        self.drawn: dict[int, Voxels] = {}
        self.used = 0  # voxels, in all problems so far

    # What is wrong, and where.

    def error(self, element: Element, message: str) -> FormatError:
        return FormatError(f"{self.source}:{element.line}: {message}")

    def one_of(
        self, element: Element, name: str, known: Sequence[str], missing: bool = True
    ) -> None:
        value = element.attributes.get(name)
        if value not in known and not (value is None and missing):
            raise self.error(
                element,
                f"{name} of {element.name} is {shown(value) if value else 'missing'}; "
                f"want {' or '.join(known)}",
            )

    def number(
        self, element: Element, name: str, most: int, default: int | None = None
    ) -> int:
        value = element.attributes.get(name)
        if value is None and default is not None:
            return default
        text = (value or "").strip()
        if not text.isascii() or not text.isdigit() or len(text) > len(str(MOST)):
            said = "missing" if value is None else shown(value)
        elif int(text) <= most:
            return int(text)
        else:
            said = text
        raise self.error(
            element,
            f"{name} of {element.name} is {said}; want a number from 0 to {most}",
        )

    def cubes(self, element: Element) -> None:
        """Refuse a grid of anything but cubes."""
        kind = self.number(element, "type", 99)
        if kind:
            grid = f", {GRIDS[kind]}" if kind < len(GRIDS) else ""
            raise self.error(
                element,
                f"the grid is number {kind}{grid}; only number 0, cubes, is read",
            )

    # The shapes.

    def shape(self, element: Element, name: str) -> tuple[int, Voxels]:
        """Return the number that an element gives, and the voxels of that shape."""
        if not self.shapes:
            raise self.error(element, "there are no shapes")
        number = self.number(element, name, len(self.shapes) - 1)
        if number not in self.drawn:
            self.drawn[number] = self.voxels(self.shapes[number])
        self.used += len(self.drawn[number])
        if self.used > MOST_VOXELS:
            raise self.error(
                element, f"the problems have more than {MOST_VOXELS} voxels together"
            )
        return number, self.drawn[number]

    def voxels(self, element: Element) -> Voxels:
        """Return the voxels that are not empty."""
        if "type" in element.attributes:
            self.cubes(element)
        width, depth, height = (self.number(element, key, MOST) for key in "xyz")
        text = "".join("".join(element.text).split())
        if VOXEL.sub("", text):
            raise self.error(
                element,
                f"{shown(VOXEL.sub('', text))} in <voxel>; want _ # + and colors",
            )
        marks = VOXEL.findall(text)
        if len(marks) != width * depth * height:
            raise self.error(
                element,
                f"{len(marks)} voxels, want {width} x {depth} x {height} = "
                f"{width * depth * height}",
            )
        found: dict[Cell, Voxel] = {}
        for place, (mark, color) in enumerate(marks):
            if mark == "_":
                if color:
                    raise self.error(element, f"color {color} of an empty voxel")
                continue
            number = int(color or 0)
            if number > self.colors or number >= len(LETTERS):
                most = min(self.colors, len(LETTERS) - 1)
                raise self.error(element, f"color {number}, want at most {most}")
            rest, x = divmod(place, width)
            z, y = divmod(rest, depth)
            found[x, y, z] = Voxel(mark, LETTERS[number])
        if not found:
            raise self.error(element, "all voxels of this shape are empty")
        return found

    # The problems.

    def file(self, problem: Element) -> PuzzleFile:
        """Return what a problem says."""
        notes: list[str] = []
        data: dict[str, Any] = {"lattice": "cubic"}
        board = self.result(problem)
        data |= self.board(board)
        colored = "colors" in data
        data |= self.pieces(problem, colored, notes)
        if colored:
            data["allowed"] = self.allowed(problem)
        data |= self.holes(problem, data["pieces"], len(board), notes)
        try:
            puzzle = parse_packing(data)
        except PuzzleError as error:
            raise PuzzleError(f"{self.source}:{problem.line}: {error}") from None
        known = self.stored(problem, notes)
        for group in puzzle.groups:
            names = [f"{n} of {name}" if n > 1 else name for name, n in group]
            notes.append(
                f"a group, which need not come apart: {plain(', '.join(names))}"
            )
        equal = [group for group in equal_pieces(puzzle) if len(group) > 1]
        notes += [counts_apart(group) for group in equal[:1]]
        source = plain(" ".join(self.comment[:500].split()))
        return PuzzleFile(
            self.source, self.title(problem), source, puzzle, known, tuple(notes)
        )

    def title(self, problem: Element) -> str:
        first = re.match(r"Name:(.{1,100})$", self.comment, re.M)
        words = [first[1]] if first else []
        words.append(problem.attributes.get("name", "")[:100])
        return ", ".join(filter(None, (w.strip() for w in words))) or self.source

    def result(self, problem: Element) -> Voxels:
        results = list(problem.all("result"))
        if len(results) != 1:
            raise self.error(problem, f"{len(results)} results; want one")
        return self.shape(results[0], "id")[1]

    def board(self, voxels: Voxels) -> dict[str, Any]:
        """Return the board and its colors, as our own format states them."""
        marks = {cell: mark for cell, (mark, _) in voxels.items()}
        data: dict[str, Any] = {"board": drawing(marks, (0, 0, 0))}
        size = [max(line) + 1 for line in zip(*marks)]
        if len(marks) == prod(size) and set(marks.values()) == {"#"}:
            data = {"size": size}
        colors = {cell: color for cell, (_, color) in voxels.items() if color != "0"}
        if colors:
            data["colors"] = drawing(colors, (0, 0, 0))
        return data

    def pieces(
        self, problem: Element, colored: bool, notes: list[str]
    ) -> dict[str, Any]:
        """Return the pieces and their groups, as our own format states them."""
        entries: dict[int, dict[str, Any]] = {}
        groups: dict[int, dict[int, int]] = {}
        dropped = False
        for element in (e for part in problem.all("shapes") for e in part.all("shape")):
            number, voxels = self.shape(element, "id")
            if number in entries:
                raise self.error(element, f"shape {number} stands twice in the problem")
            if any(mark == "+" for mark, _ in voxels.values()):
                raise self.error(
                    element, f"shape {number} has + in it, which only a result may have"
                )
            least, most = self.bounds(element)
            if not most:
                continue
            entries[number] = {
                "shape": [list(cell) for cell in voxels],
                "count": [least, most],
            }
            colors = "".join(color for _, color in voxels.values()).replace("0", "#")
            if colored:
                entries[number]["colors"] = colors
            dropped |= not colored and bool(colors.strip("#"))
            for group, many in self.groups(element, most):
                groups.setdefault(group, {})[number] = many
        if dropped:
            notes.append("colors of pieces do not matter: the result has none")
        names = self.names(entries)
        data: dict[str, Any] = {
            "pieces": {names[number]: entry for number, entry in entries.items()}
        }
        if groups:
            data["groups"] = [
                {names[number]: many for number, many in group.items()}
                for _, group in sorted(groups.items())
            ]
        return data

    def bounds(self, element: Element) -> tuple[int, int]:
        """Return how often a shape is used, at least and at most."""
        if "count" in element.attributes:
            count = self.number(element, "count", MOST)
            return count, count
        if {"min", "max"} <= element.attributes.keys():
            least = self.number(element, "min", MOST)
            bounds = least, self.number(element, "max", MOST)
            if bounds[0] > bounds[1]:
                raise self.error(
                    element, f"min {bounds[0]} is more than max {bounds[1]}"
                )
            return bounds
        if {"min", "max"} & element.attributes.keys():
            raise self.error(element, "want both min and max, or count")
        return 1, 1

    def groups(self, element: Element, most: int) -> Iterator[tuple[int, int]]:
        """Yield the groups of a shape, and how many of it are in each."""
        if group := self.number(element, "group", MOST, 0):
            yield group, most
            return
        for part in element.all("group"):
            group = self.number(part, "group", MOST)
            many = self.number(part, "count", most)
            if group and many:
                yield group, many

    def names(self, entries: Iterable[int]) -> dict[int, str]:
        """Return the names of shapes; S1 is the first without one, as on the screen."""
        said = {}
        for number in entries:
            name = " ".join(self.shapes[number].attributes.get("name", "").split())
            bad = len(name) > LONGEST_NAME or "#" in name or plain(name) != name
            said[number] = "" if bad else name
        names = list(said.values())
        found = {number: n for number, n in said.items() if n and names.count(n) == 1}
        for number in said:
            if number not in found:
                name = f"S{number + 1}"
                found[number] = f"shape {number}" if name in found.values() else name
        return found

    def allowed(self, problem: Element) -> dict[str, str]:
        """Return on which colors of the board each color of the pieces may lie."""
        found: dict[str, dict[str, None]] = {
            LETTERS[color]: {}
            for color in range(1, self.colors + 1)[: len(LETTERS) - 1]
        }
        used = {voxel.color for voxel in self.result(problem).values()}
        for pair in (p for part in problem.all("bitmap") for p in part.all("pair")):
            color, below = (
                self.number(pair, key, self.colors - 1) + 1
                for key in ("piece", "result")
            )
            if max(color, below) < len(LETTERS) and LETTERS[below] in used:
                found[LETTERS[color]][LETTERS[below]] = None
        return {color: "".join(below) for color, below in found.items()}

    def holes(
        self,
        problem: Element,
        pieces: Mapping[str, Mapping[str, Any]],
        room: int,
        notes: list[str],
    ) -> dict[str, int]:
        """Return how many cells may stay empty, if the file limits it."""
        if "maxHoles" not in problem.attributes:
            return {}
        holes = self.number(problem, "maxHoles", 2**32 - 1)
        if any(low < high for low, high in (p["count"] for p in pieces.values())):
            return {"holes": min(holes, room)}
        notes.append("maxHoles is not looked at, as the numbers of pieces are fixed")
        return {}

    def stored(self, problem: Element, notes: list[str]) -> dict[str, int]:
        """Return the counts in the file, and say what they are."""
        self.one_of(problem, "state", ("0", "1", "2"))
        known = {
            key: self.number(problem, key, MOST)
            for key in ("assemblies", "solutions")
            if key in problem.attributes
        }
        state = problem.attributes.get("state", "0")
        if state == "0" or not known:
            return {}
        counts = " and ".join(f"{key} {number}" for key, number in known.items())
        if state == "1":
            notes.append(f"stored by a search that was not finished: {counts}")
            return {}
        notes.append(
            f"stored by BurrTools: {counts}; assemblies are layouts up to rotations, "
            "or up to all, where it left mirror images out; solutions are those that "
            "come apart"
        )
        return known
