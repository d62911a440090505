"""Packing: pieces fill a region of squares, hexagons or cubes.

=================  ==============================================  ====================
Items              what                                            how many
=================  ==============================================  ====================
primary            each piece (none for a piece that may be used   pieces
                   any number of times; one with a multiplicity
                   for a piece that may be used so many times)
primary            each cell that must be filled                   cells
secondary          each cell that may stay empty                   optional cells
=================  ==============================================  ====================

*Options*: a piece in one of its distinct poses on cells of the region; it covers its
piece and those cells.  Where a piece that may be used any number of times fits on cells
that may all stay empty, such cells are primary too, each with an option that leaves it
empty; else nothing would ask for the piece there.

*Why it is exact*: a piece is somewhere, once; and no two pieces share a cell.

The wooden cube is such a puzzle.  Its points have coordinates from -2 to 2: a wooden
cube lies where all three are even, a plate between two cubes where just one is odd.  A
turn about the center and a shift by even amounts carry cubes to cubes and plates to
plates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dlx import Problem
from dlx.errors import shown

from . import lattice as lattices
from .data import (
    board_of,
    boolean,
    cells_of,
    few_placements,
    integer,
    known_keys,
    lattice_of,
)
from .kinds import Look, Symmetries
from .lattice import Cell, Lattice, Motion, Pose, motions, poses
from .layout import Layout, Placement, PuzzleError
from .order import order_items

__all__ = [
    "KEYS",
    "Packing",
    "Piece",
    "check",
    "copies",
    "decode",
    "encode",
    "misfit",
    "moves",
    "parse",
    "placements",
    "required",
    "symmetries",
]

KEYS = (
    ("lattice", "square (the default), hexagonal or cubic"),
    ("size", "[rows, columns] or [x, y, z] of the region"),
    (
        "board",
        "in place of size: a drawing, # a cell to fill, + one that may stay empty, "
        ". none; layers in space are separated by blank lines",
    ),
    ("origin", "the coordinates of the drawing's first corner (zeros by default)"),
    (
        "pieces",
        "a table name -> shape: a drawing, a list of cells, or {shape = ..., "
        'count = a number, [least, most] or "any"}',
    ),
    ("flip", "whether pieces may be flipped (false by default)"),
    ("step", "shifts are multiples of it (1 by default)"),
)

#: So many equal pieces one entry may stand for.
MOST_COPIES = 1000

#: Up to so many are kept in order by secondary items, more by a multiplicity.
FEW_COPIES = 6


class Piece(NamedTuple):
    """A piece: its name, its cells, and how often it is used.

    Attributes
    ----------
    name : str
    cells : tuple of cells
    number : int or None
        How many there are; None: any number.
    least : int or None
        How many of them have to be used; None: all.
    """

    name: str
    cells: tuple[Cell, ...]
    number: int | None = 1
    least: int | None = None

    @property
    def bounds(self) -> tuple[int, int]:
        """How often the piece is used, at least and at most; (0, 0) for any number."""
        most = self.number or 0
        return most if self.least is None else self.least, most

    @property
    def counted(self) -> bool:
        """Whether equal layouts are avoided by counting the copies that are used."""
        least, most = self.bounds
        return most > FEW_COPIES or least < most

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its copies, as they occur in placements."""
        if self.number is None or self.number == 1:
            return (self.name,)
        return tuple(f"{self.name}#{number}" for number in range(1, self.number + 1))


class Empty(NamedTuple):
    """The name of the option that leaves a cell empty."""

    cell: Cell


class Packing(NamedTuple):
    """A packing puzzle.

    Attributes
    ----------
    lattice : Lattice
    pieces : tuple of Piece
    cells : tuple of cells
        Those that must be filled.
    optional : tuple of cells
        Those that may stay empty.
    flip : bool
        Whether pieces may be flipped; they may always be turned.
    step : int
        Shifts are multiples of it in each coordinate.
    """

    lattice: Lattice
    pieces: tuple[Piece, ...]
    cells: tuple[Cell, ...]
    optional: tuple[Cell, ...] = ()
    flip: bool = False
    step: int = 1

    @property
    def kind(self) -> str:
        return "packing"

    @property
    def board(self) -> tuple[Cell, ...]:
        return self.cells + self.optional


# ---------------------------------------------------------------------- data -> puzzle


def parse(data: Mapping[str, Any]) -> Packing:
    """Return the puzzle that the data of a file state; `KEYS` tells the keys.

    Raises
    ------
    PuzzleError
        If the data do not make a puzzle; the message begins with the key.

    Examples
    --------
    >>> puzzle = parse({"size": [2, 3], "pieces": {"I": "###", "L": ["##.", "#.."]}})
    >>> puzzle.pieces[1].cells
    ((0, 0), (0, 1), (1, 0))
    """
    known_keys(data, [key for key, _ in KEYS])
    lattice = lattice_of(data, ("square", "hexagonal", "cubic"))
    board = board_of(data, lattice, "#+")
    if board is None:
        raise PuzzleError("size: give the size of the region, or its drawing as board")
    entries = data.get("pieces")
    if not isinstance(entries, Mapping) or not entries:
        raise PuzzleError(f"pieces: {shown(entries)}; want a table name -> shape")
    pieces = tuple(
        _piece(name, entry, len(lattice.sides[0])) for name, entry in entries.items()
    )
    puzzle = Packing(
        lattice,
        pieces,
        tuple(cell for cell, mark in board.items() if mark == "#"),
        tuple(cell for cell, mark in board.items() if mark == "+"),
        boolean(data, "flip", False),
        integer(data.get("step", 1), "step", 1, 100),
    )
    _check_names(puzzle)
    few_placements(
        sum(len(p.names) * len(_poses(puzzle, p)) for p in pieces) * len(board),
        "pieces",
    )
    return puzzle


def _poses(puzzle: Packing, piece: Piece) -> list[Pose]:
    vectors = map(puzzle.lattice.vector, piece.cells)
    return poses(puzzle.lattice, vectors, puzzle.flip, puzzle.step)


def _piece(name: str, entry: Any, dimension: int) -> Piece:
    path = f"pieces.{name}"
    number: int | None = 1
    least = None
    if isinstance(entry, Mapping):
        known_keys(entry, ("shape", "count"), f"{path}.")
        if "shape" not in entry:
            raise PuzzleError(f"{path}.shape: missing")
        if entry.get("count") == "any":
            number = None
        elif "count" in entry:
            least, number = _bounds(entry["count"], f"{path}.count")
        entry, path = entry["shape"], f"{path}.shape"
    return Piece(name, tuple(cells_of(entry, path, dimension)), number, least)


def _bounds(value: Any, path: str) -> tuple[int | None, int]:
    """Return how many have to be used (None: all of them), and how many there are."""
    pair = value if isinstance(value, list) else [value, value]
    if (
        len(pair) != 2
        or any(type(number) is not int for number in pair)
        or not 0 <= pair[0] <= pair[1] <= MOST_COPIES
        or pair[1] == 0
    ):
        raise PuzzleError(
            f"{path}: {shown(value)}; want a number from 1 to {MOST_COPIES}, "
            '[least, most], or "any"'
        )
    return None if pair[0] == pair[1] else pair[0], pair[1]


def _check_names(puzzle: Packing) -> None:
    """Refuse names that two pieces share, and equal pieces that cannot be merged."""
    names = set()
    for name in (name for piece in puzzle.pieces for name in piece.names):
        if name in names:
            raise PuzzleError(f"pieces.{name}: two pieces have this name")
        names.add(name)
    for group in _equal(puzzle):
        loose = [p for p in group if p.number is None or p.counted]
        if loose and len(group) > 1:
            other = next(p.name for p in group if p != loose[0])
            times = "any number of" if loose[0].number is None else "so many"
            raise PuzzleError(
                f"pieces.{other}: this is the same shape as piece "
                f"{loose[0].name}, which may be used {times} times"
            )


# --------------------------------------------------------- puzzle -> problem, and back


def encode(
    puzzle: Packing,
    options: Sequence[Placement] | None = None,
    *,
    ordered: bool = False,
) -> Problem:
    """Return the puzzle as an exact-cover problem.

    Parameters
    ----------
    puzzle : Packing
    options : sequence of Placement, optional
        What may be chosen; by default all `placements`.
    ordered : bool
        Let equal pieces lie in one order only.

    Examples
    --------
    >>> encode(parse({"size": [2, 3], "pieces": {"I": "###", "L": ["##.", "#.."]}}))
    <Problem: 8 primary items, 0 secondary items, 10 options, 40 entries>
    """
    ordering = _ordering(puzzle) if ordered else {}
    unlimited = {piece.name for piece in puzzle.pieces if piece.number is None}
    items_of = _piece_items(puzzle, ordered)
    optional = set(puzzle.optional)
    stated: dict[Placement | Empty, list[str]] = {}
    # Optional cells on which a piece of any number may lie, and on no others.
    loose: dict[Cell, None] = {}
    for placement in placements(puzzle) if options is None else options:
        name, cells, _, _ = placement
        if name not in items_of:
            continue  # one of the copies that are counted, of which the first stands
        items = items_of[name] + [_cell_item(cell) for cell in cells]
        items += ordering.get((name, cells), ())
        stated[placement] = items
        if name in unlimited and optional.issuperset(cells):
            loose |= dict.fromkeys(cells)
    stated |= {Empty(cell): [_cell_item(cell)] for cell in loose}
    pieces = dict.fromkeys(item for items in items_of.values() for item in items)
    spare = [item for item in pieces if item in _spare_items(puzzle)]
    return Problem(
        stated,
        [
            *map(_cell_item, puzzle.cells),
            *map(_cell_item, loose),
            *(item for item in pieces if item not in spare),
        ],
        [
            *spare,
            *(_cell_item(cell) for cell in puzzle.optional if cell not in loose),
            *dict.fromkeys(item for items in ordering.values() for item in items),
        ],
        multiplicities={
            f"pieces {piece.name}": piece.bounds
            for piece in puzzle.pieces
            if f"pieces {piece.name}" in pieces
        },
    )


def _piece_items(puzzle: Packing, ordered: bool) -> dict[str, list[str]]:
    """Return the items that say which piece is used, for each name of a piece."""
    found: dict[str, list[str]] = {}
    for piece in puzzle.pieces:
        least, most = piece.bounds
        if piece.number is None:
            found[piece.name] = []
        elif piece.counted and (ordered or most == 1):
            found[piece.names[0]] = [f"pieces {piece.name}"]
        else:
            for name in piece.names:
                found[name] = [f"piece {name}"]
                if piece.counted and least < most:
                    found[name].append(f"pieces {piece.name}")
    return found


def _spare_items(puzzle: Packing) -> set[str]:
    """Return the items of the pieces that need not be used."""
    return {
        f"piece {name}"
        for piece in puzzle.pieces
        if piece.bounds[0] < piece.bounds[1]
        for name in piece.names
    }


def decode(puzzle: Packing, cover: Sequence[Placement]) -> Layout:
    """Return the layout that a cover stands for: its placements, in piece order."""
    names = [name for piece in puzzle.pieces for name in piece.names]
    number = {name: k for k, name in enumerate(names)}
    laid = [option for option in cover if isinstance(option, Placement)]
    laid.sort(key=lambda placement: (number[placement.piece], placement.cells))
    for piece in puzzle.pieces:
        same = [
            k for k, placement in enumerate(laid) if placement.piece == piece.names[0]
        ]
        if piece.counted and len(same) > 1:  # they were all called by the first name
            for k, name in zip(same, piece.names):
                laid[k] = laid[k]._replace(piece=name)
    return tuple(laid)


def placements(puzzle: Packing) -> list[Placement]:
    """Return every copy of every piece in every pose wherever it fits."""
    region = puzzle.cells + puzzle.optional
    return [
        Placement(name, cells, None, pose.flipped)
        for piece in puzzle.pieces
        for lies in [
            list(
                lattices.placements(
                    puzzle.lattice, piece.cells, region, puzzle.flip, puzzle.step
                )
            )
        ]
        for name in piece.names
        for pose, cells in lies
    ]


def _cell_item(cell: Cell) -> str:
    return "cell " + ",".join(map(str, cell))


def _ordering(puzzle: Packing) -> dict[tuple[str, tuple[Cell, ...]], list[str]]:
    """Return the items that keep equal pieces in the order of their places."""
    lies: dict[str, list[tuple[Cell, ...]]] = {}
    for placement in placements(puzzle):
        lies.setdefault(placement.piece, []).append(placement.cells)
    found = {}
    counted = {name for p in puzzle.pieces if p.counted for name in p.names}
    for group in copies(puzzle):
        if counted.issuperset(group):
            continue
        places = sorted(lies.get(group[0], ()))
        for (name, place), items in order_items(group, len(places)).items():
            found[name, places[place]] = items
    return found


# --------------------------------------------------------------------------- the rules


def check(puzzle: Packing, layout: Layout) -> list[str]:
    """List what is wrong with a layout, from the rules of the puzzle alone.

    Examples
    --------
    >>> puzzle = parse({"size": [2, 3], "pieces": {"I": "###", "L": ["##.", "#.."]}})
    >>> check(puzzle, (Placement("I", ((0, 0), (0, 1), (0, 2))),
    ...                Placement("L", ((1, 0), (1, 1), (1, 2)))))
    ['piece L does not have the shape that it lies in']
    """
    faults = []
    shapes = {name: piece for piece in puzzle.pieces for name in piece.names}
    region = {*puzzle.cells, *puzzle.optional}
    used: dict[Cell, str] = {}
    times: dict[str, int] = {}
    for name, cells, _, _ in layout:
        if name not in shapes:
            faults.append(f"there is no piece {name}")
            continue
        times[name] = times.get(name, 0) + 1
        if not _congruent(puzzle, shapes[name].cells, cells):
            faults.append(f"piece {name} does not have the shape that it lies in")
        for cell in cells:
            if cell not in region:
                faults.append(f"piece {name} is off the board at {cell}")
            if cell in used:
                faults.append(f"pieces {used[cell]} and {name} share cell {cell}")
            used[cell] = name
    for name, piece in shapes.items():
        number, (least, most) = times.get(name, 0), piece.bounds
        if piece.number is not None and (number > 1 or number < 1 and least == most):
            faults.append(f"piece {name} is used {number} times, want 1")
    for piece in puzzle.pieces:
        number, (least, most) = sum(times.get(n, 0) for n in piece.names), piece.bounds
        if least < most and not least <= number:
            faults.append(
                f"piece {piece.name} is used {number} times, want {least} to " f"{most}"
            )
    return faults + [
        f"cell {cell} is empty" for cell in puzzle.cells if cell not in used
    ]


def _congruent(puzzle: Packing, shape: Sequence[Cell], cells: Sequence[Cell]) -> bool:
    """Tell whether some allowed move carries the shape to those cells."""
    vector, step = puzzle.lattice.vector, puzzle.step
    target = sorted(map(vector, cells))
    for matrix in puzzle.lattice.turns + puzzle.lattice.flips * puzzle.flip:
        image = sorted(lattices.apply(matrix, vector(cell)) for cell in shape)
        shifts = {
            tuple(a - b for a, b in zip(one, other))
            for one, other in zip(target, image)
        }
        if (
            len(image) == len(target)
            and len(shifts) == 1
            and all(s % step == 0 for s in shifts.pop())
        ):
            return True
    return False


# --------------------------------------------------------------------------- symmetry


def symmetries(puzzle: Packing) -> Symmetries:
    """Return the moves of the region that carry the puzzle to itself.

    A placement looks like its cells, together with its shape.  A flip of the board puts
    the mirror image of a piece in its place: another piece, where pieces cannot be
    flipped (as in Soma).
    """
    groups = _equal(puzzle)
    shape_of = {
        name: k
        for k, group in enumerate(groups)
        for piece in group
        for name in piece.names
    }
    twins = _twins(puzzle, groups)

    def look(placement: Placement) -> Look:
        return shape_of[placement.piece], placement.cells

    def move(motion: Motion, look: Look) -> Look:
        shape, cells = look
        return (
            twins[shape] if motion.flipped and twins else shape,
            tuple(sorted([motion.cells[cell] for cell in cells])),
        )

    board = {**dict.fromkeys(puzzle.cells, "#"), **dict.fromkeys(puzzle.optional, "+")}
    turns = tuple(motions(puzzle.lattice, board, False, puzzle.step))
    flips = tuple(motions(puzzle.lattice, board, True, puzzle.step))
    return Symmetries(
        turns,
        flips if twins else (),
        look,
        move,
        "" if len(turns) > 1 else "no turn carries the board to itself",
        (
            "pieces may not be flipped, and the mirror image of the set is another set"
            if not twins
            else "" if flips else "no reflection carries the board to itself"
        ),
    )


def _equal(puzzle: Packing) -> list[list[Piece]]:
    """Return the pieces in groups of equal shape."""
    groups: dict[tuple[Cell, ...], list[Piece]] = {}
    for piece in puzzle.pieces:
        groups.setdefault(_form(puzzle, piece, puzzle.flip), []).append(piece)
    return list(groups.values())


def _form(puzzle: Packing, piece: Piece, flip: bool) -> tuple[Cell, ...]:
    """Return a form of the piece that is the same for all pieces of its shape."""
    vectors = map(puzzle.lattice.vector, piece.cells)
    return min(
        pose.vectors for pose in poses(puzzle.lattice, vectors, flip, puzzle.step)
    )


def _twins(puzzle: Packing, groups: list[list[Piece]]) -> list[int]:
    """Return the group of the mirror image of each group's shape; nothing if one has
    none.
    """
    if puzzle.flip:
        return list(range(len(groups)))
    sizes = [
        tuple(map(sum, zip(*(piece.bounds for piece in group)))) for group in groups
    ]
    forms = {_form(puzzle, group[0], False): k for k, group in enumerate(groups)}
    twins = []
    for k, group in enumerate(groups):
        vectors = map(puzzle.lattice.vector, group[0].cells)
        images = [lattices.apply(puzzle.lattice.flips[0], vector) for vector in vectors]
        form = min(
            pose.vectors for pose in poses(puzzle.lattice, images, False, puzzle.step)
        )
        if form not in forms or sizes[forms[form]] != sizes[k]:
            return []
        twins.append(forms[form])
    return twins


def copies(puzzle: Packing) -> list[tuple[str, ...]]:
    """Return the groups of pieces of equal shape, copies of one piece among them."""
    groups = [
        tuple(
            name for piece in group if piece.number is not None for name in piece.names
        )
        for group in _equal(puzzle)
    ]
    return [group for group in groups if len(group) > 1]


def required(puzzle: Packing) -> list[str]:
    """Return the pieces that every layout has once."""
    return [
        name
        for piece in puzzle.pieces
        if piece.number is not None and piece.bounds[0] == piece.bounds[1]
        for name in piece.names
    ]


def misfit(puzzle: Packing) -> str:
    """Say whether the pieces are too large or too small for the board.

    Examples
    --------
    >>> misfit(parse({"size": [2, 4], "pieces": {"I": "###", "L": ["##.", "#.."]}}))
    'the pieces have 6 cells, the board has 8'
    """
    sizes = [(len(piece.cells), piece.bounds) for piece in puzzle.pieces]
    least = sum(cells * low for cells, (low, _) in sizes)
    most = sum(cells * high for cells, (_, high) in sizes)
    unlimited = any(piece.number is None for piece in puzzle.pieces)
    want, room = len(puzzle.cells), len(puzzle.board)
    if least <= room and (unlimited or most >= want):
        return ""
    pieces = f"{least}" if least == most else f"{least} to {most}"
    board = f"{room}" if want == room else f"{want} to {room}"
    return f"the pieces have {pieces} cells, the board has {board}"


def moves(puzzle: Packing) -> str:
    """Say which moves of a piece are allowed."""
    return f"pieces may be turned{' and' if puzzle.flip else ', not'} flipped"
