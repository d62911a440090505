"""Packing: pieces fill a region of squares, hexagons, triangles or cubes.

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
empty; else nothing would ask for the piece there.  Where only so many cells may stay
empty, all of them have that option, and it uses the primary item ``holes``, which has a
multiplicity.

*Why it is exact*: a piece is somewhere, once; and no two pieces share a cell.

Where a piece lies fast, no other option touches its cells, which must be filled; where
it is excluded, or would lie on a cell of a color that is not allowed, it has no option.

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
from .data import few_entries
from .kinds import Look, Symmetries
from .lattice import Cell, Motion, motions, poses
from .layout import Layout, Placement
from .order import order_items
from .packing_data import KEYS, parse
from .packing_parts import (
    Excluded,
    Fixed,
    Packing,
    Piece,
    colored,
    equal_pieces,
    lies,
    poses_of,
    rules_of,
)
from .packing_rules import check
from .packing_state import state

__all__ = [
    "KEYS",
    "Excluded",
    "Fixed",
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
    "state",
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
    needed, optional = _needed(puzzle)
    limited = puzzle.holes is not None and len(optional) > puzzle.holes
    stated: dict[Placement | Empty, list[str]] = {}
    # Optional cells of which to say that they stay empty: all, if that is to be
    # counted, or else those on which a piece of any number may lie, and on no others.
    loose: dict[Cell, None] = dict(optional) if limited else {}
    cell_items = {cell: _cell_item(cell) for cell in puzzle.board}
    entries = 0
    for placement in placements(puzzle) if options is None else options:
        name, cells, _, _ = placement
        if name not in items_of:
            continue  # one of the copies that are counted, of which the first stands
        items = items_of[name] + [cell_items[cell] for cell in cells]
        items += ordering.get((name, cells), ())
        entries += len(items)
        few_entries(entries, "pieces")
        stated[placement] = items
        if name in unlimited and optional.keys() >= set(cells):
            loose |= dict.fromkeys(cells)
    counted = ["holes"] if limited and puzzle.holes else []
    if not limited or puzzle.holes:
        stated |= {Empty(cell): [_cell_item(cell), *counted] for cell in loose}
    pieces = dict.fromkeys(item for items in items_of.values() for item in items)
    spare = [item for item in pieces if item in _spare_items(puzzle)]
    return Problem(
        stated,
        [
            *map(_cell_item, needed),
            *map(_cell_item, loose),
            *(item for item in pieces if item not in spare),
            *counted,
        ],
        [
            *spare,
            *(_cell_item(cell) for cell in optional if cell not in loose),
            *dict.fromkeys(item for items in ordering.values() for item in items),
        ],
        multiplicities={
            f"pieces {piece.name}": piece.bounds
            for piece in puzzle.pieces
            if f"pieces {piece.name}" in pieces
        }
        | {item: (0, puzzle.holes or 0) for item in counted},
    )


def _needed(puzzle: Packing) -> tuple[list[Cell], dict[Cell, None]]:
    """Return the cells that must be filled, and those that may stay empty."""
    fast = {cell for entry in puzzle.fixed for cell in entry.cells}
    return (
        [*puzzle.cells, *(cell for cell in puzzle.optional if cell in fast)],
        {cell: None for cell in puzzle.optional if cell not in fast},
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
    """Return the layout that a cover stands for: its placements, in piece order.

    Examples
    --------
    >>> puzzle = parse({"size": [2, 2], "pieces": {"I": {"shape": "##", "count": 2}}})
    >>> decode(puzzle, placements(puzzle)[:1])
    (<I#1 at 0,0 0,1>,)
    """
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
    return Layout(laid, puzzle)


def placements(puzzle: Packing) -> list[Placement]:
    """Return every copy of every piece in every pose wherever it may lie.

    Examples
    --------
    >>> puzzle = parse({"size": [2, 2], "pieces": {"I": {"shape": "##", "count": 2}}})
    >>> placements(puzzle)[:2]
    [<I#1 at 0,0 0,1>, <I#1 at 1,0 1,1>]
    """
    found = []
    covered = 0
    for piece in puzzle.pieces:
        ways = []
        for pose, cells in lies(puzzle, piece):
            ways.append((pose.turns if piece.patterned else None, pose.flipped, cells))
            covered += len(cells) * len(piece.names)
            few_entries(covered, "pieces")
        found += [
            Placement(name, cells, turns, flipped)
            for name in piece.names
            for turns, flipped, cells in ways
        ]
    return found


def _cell_item(cell: Cell) -> str:
    return "cell " + ",".join(map(str, cell))


def _ordering(puzzle: Packing) -> dict[tuple[str, tuple[Cell, ...]], list[str]]:
    """Return the items that keep equal pieces in the order of their places."""
    laid: dict[str, dict[tuple[Cell, ...], None]] = {}
    for placement in placements(puzzle):
        laid.setdefault(placement.piece, {})[placement.cells] = None
    found = {}
    counted = {name for p in puzzle.pieces if p.counted for name in p.names}
    for group in copies(puzzle):
        if counted.issuperset(group):
            continue
        places = sorted(laid.get(group[0], ()))
        for (name, place), items in order_items(group, len(places)).items():
            found[name, places[place]] = items
    return found


# --------------------------------------------------------------------------- symmetry


def symmetries(puzzle: Packing) -> Symmetries:
    """Return the moves of the region that carry the puzzle to itself.

    A placement looks like its cells, together with its shape and the colors on them.
    A move of the board puts the image of a piece in its place.  Where the piece may not
    be moved so (flipped, as in Soma, or turned), or is fixed or excluded somewhere, its
    image is another piece, and has to be in the set as often.

    Examples
    --------
    >>> puzzle = parse({"size": [2, 2], "pieces": {"I": {"shape": "##", "count": 2}}})
    >>> found = symmetries(puzzle)
    >>> len(found.turns), len(found.flips)
    (4, 4)
    """
    groups = equal_pieces(puzzle)
    shape_of = {
        name: (k, piece)
        for k, group in enumerate(groups)
        for piece in group
        for name in piece.names
    }
    images_of = _Images(puzzle, groups)
    shapes: dict[tuple[int, bool], list[int]] = {}

    def kept(flip: bool) -> tuple[tuple[Motion, ...], str]:
        """Return the motions that keep the puzzle, and why none does, if so."""
        found = motions(puzzle.lattice, _tagged(puzzle), flip, puzzle.step)
        shapes.update({(motion.turns, flip): images_of(motion) for motion in found})
        keep = tuple(motion for motion in found if shapes[motion.turns, flip])
        none = 0 if flip else 1  # the identity is a turn
        return keep, _why_none(puzzle, flip, len(found) > none, len(keep) > none)

    def look(placement: Placement) -> Look:
        shape, piece = shape_of[placement.piece]
        if piece.patterned:
            return shape, colored(puzzle, piece, placement)
        return shape, placement.cells

    def move(motion: Motion, look: Look) -> Look:
        shape, cells = look
        target = shapes[motion.turns, motion.flipped][shape]
        if groups[shape][0].patterned:
            images = [(motion.cells[cell], color) for cell, color in cells]
            return target, tuple(sorted(images))
        return target, _moved(cells, motion)

    (turns, why_no_turns), (flips, why_no_flips) = kept(False), kept(True)
    return Symmetries(turns, flips, look, move, why_no_turns, why_no_flips)


def _tagged(puzzle: Packing) -> dict[Cell, object]:
    """Return what a motion has to keep of each cell of the board."""
    board: dict[Cell, object] = dict.fromkeys(puzzle.cells, "#")
    board |= dict.fromkeys(puzzle.optional, "+")
    return board | {cell: (board[cell], color) for cell, color in puzzle.colors}


def _why_none(puzzle: Packing, flip: bool, of_board: bool, of_puzzle: bool) -> str:
    """Say why no motion but the identity carries the puzzle to itself, if so."""
    what = "reflection" if flip else "turn"
    if of_puzzle:
        return ""
    if not of_board:
        return f"no {what} carries the board to itself"
    if puzzle.fixed or puzzle.excluded:
        return f"no {what} carries the pieces, and where they may lie, to themselves"
    if flip:
        return (
            "pieces may not be flipped, and the mirror image of the set is another set"
        )
    return "pieces may not be turned, and the set turned is another set"


class _Images:
    """Tell which group of pieces each group becomes, when the board is moved."""

    def __init__(self, puzzle: Packing, groups: list[list[Piece]]) -> None:
        self.puzzle = puzzle
        self.groups = groups
        self.rules = [rules_of(puzzle, group[0]) for group in groups]
        self.poses = [poses_of(puzzle, group[0]) for group in groups]
        self.sizes = [
            (
                any(piece.number is None for piece in group),
                *map(sum, zip(*(piece.bounds for piece in group))),
            )
            for group in groups
        ]
        self.group = {
            (pose.vectors, pose.tags, len(forms), rules): k
            for k, (forms, rules) in enumerate(zip(self.poses, self.rules))
            for pose in forms
        }

    def __call__(self, motion: Motion) -> list[int]:
        """Return the image of each group; nothing if one has none."""
        lattice, step = self.puzzle.lattice, self.puzzle.step
        matrices = lattice.flips if motion.flipped else lattice.turns
        matrix = matrices[motion.turns]
        images = []
        for forms, (fixed, excluded), size in zip(self.poses, self.rules, self.sizes):
            vectors = [lattices.apply(matrix, vector) for vector in forms[0].vectors]
            (image,) = poses(
                lattice, vectors, False, step, turn=False, tags=forms[0].tags
            )
            rules = (
                frozenset(_moved(cells, motion) for cells in fixed),
                frozenset((_moved(cells, motion), exact) for cells, exact in excluded),
            )
            k = self.group.get((image.vectors, image.tags, len(forms), rules))
            if k is None or self.sizes[k] != size:
                return []
            images.append(k)
        return images


def _moved(cells: Sequence[Cell], motion: Motion) -> tuple[Cell, ...]:
    return tuple(sorted([motion.cells[cell] for cell in cells]))


def copies(puzzle: Packing) -> list[tuple[str, ...]]:
    """Return the groups of pieces of equal shape, copies of one piece among them.

    Examples
    --------
    >>> puzzle = parse({"size": [2, 2], "pieces": {"I": {"shape": "##", "count": 2}}})
    >>> copies(puzzle)
    [('I#1', 'I#2')]
    """
    groups = [
        tuple(
            name for piece in group if piece.number is not None for name in piece.names
        )
        for group in equal_pieces(puzzle)
    ]
    return [group for group in groups if len(group) > 1]


def required(puzzle: Packing) -> list[str]:
    """Return the pieces that every layout has once.

    Examples
    --------
    >>> puzzle = parse({"size": [2, 2], "pieces": {"I": {"shape": "##", "count": 2}}})
    >>> required(puzzle)
    ['I#1', 'I#2']
    """
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
    if puzzle.holes is not None:
        want = max(want, room - puzzle.holes)
    if least <= room and (unlimited or most >= want):
        return _color_misfit(puzzle)
    pieces = f"{least}" if least == most else f"{least} to {most}"
    board = f"{room}" if want == room else f"{want} to {room}"
    return f"the pieces have {pieces} cells, the board has {board}"


def _color_misfit(puzzle: Packing) -> str:
    """Say which color of the pieces has no room on the board, if one has none."""
    needed: dict[str, int] = {}
    for piece in puzzle.pieces:
        for color in piece.colors:
            needed[color] = needed.get(color, 0) + piece.bounds[0]
    below = dict(puzzle.colors)
    for color, number in needed.items():
        room = sum(puzzle.takes(color, below.get(cell, "")) for cell in puzzle.board)
        if number > room:
            return (
                f"the pieces have {number} cells of color {color}, the board has room "
                f"for {room}"
            )
    return ""


def moves(puzzle: Packing) -> str:
    """Say which moves of a piece are allowed.

    Examples
    --------
    >>> piece = {"shape": ["##.", "#.."], "flip": True}
    >>> moves(parse({"size": [2, 3], "pieces": {"I": "###", "L": piece}}))
    'pieces may be turned, not flipped; L may be turned and flipped'
    """
    said = {
        (True, True): "may be turned and flipped",
        (True, False): "may be turned, not flipped",
        (False, False): "may be neither turned nor flipped",
    }
    usual = puzzle.turn, puzzle.turn and puzzle.flip
    others: dict[tuple[bool, bool], list[str]] = {}
    for piece in puzzle.pieces:
        others.setdefault(puzzle.moves(piece), []).append(piece.name)
    others.pop(usual, None)
    parts = [f"pieces {said[usual]}"]
    for freedom, names in others.items():
        many = f" and {len(names) - 6} others" * (len(names) > 6)
        parts.append(f"{', '.join(names[:6])}{many} {said[freedom]}")
    return "; ".join(parts)
