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

from collections.abc import Sequence
from typing import NamedTuple

from dlx import Problem

from . import lattice as lattices
from .kinds import Look, Symmetries
from .lattice import Cell, Motion, motions, poses
from .layout import Layout, Placement
from .order import order_items
from .packing_data import KEYS, Packing, Piece, equal_pieces, form_of, parse

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


class Empty(NamedTuple):
    """The name of the option that leaves a cell empty."""

    cell: Cell


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
    groups = equal_pieces(puzzle)
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


def _twins(puzzle: Packing, groups: list[list[Piece]]) -> list[int]:
    """Return the group of each shape's mirror image; nothing if one has none."""
    if puzzle.flip:
        return list(range(len(groups)))
    sizes = [
        tuple(map(sum, zip(*(piece.bounds for piece in group)))) for group in groups
    ]
    forms = {form_of(puzzle, group[0], False): k for k, group in enumerate(groups)}
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
        for group in equal_pieces(puzzle)
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
