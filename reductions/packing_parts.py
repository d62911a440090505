"""The parts of a packing puzzle, how its pieces may lie, and which are equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from . import lattice as lattices
from .lattice import Cell, Lattice, Pose, Vector
from .layout import Placement

__all__ = [
    "Excluded",
    "Fixed",
    "Form",
    "Packing",
    "Piece",
    "colored",
    "equal_pieces",
    "form_of",
    "lies",
    "poses_of",
    "rules_of",
]

#: Up to so many equal pieces are kept in order by secondary items, more by a
#: multiplicity.
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
    turn, flip : bool or None
        Whether it may be turned, and flipped; None: as the puzzle says.
    colors : tuple of str
        The color of each cell, "" where it may lie on any; empty if none has one.
    """

    name: str
    cells: tuple[Cell, ...]
    number: int | None = 1
    least: int | None = None
    turn: bool | None = None
    flip: bool | None = None
    colors: tuple[str, ...] = ()

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

    @property
    def patterned(self) -> bool:
        """Whether its colors tell turns apart that cover the same cells."""
        return len(set(self.colors)) > 1


class Fixed(NamedTuple):
    """Cells on which one copy of a piece lies fast."""

    piece: str
    cells: tuple[Cell, ...]


class Excluded(NamedTuple):
    """Cells on which a piece may not lie: exactly there, or else on any of them."""

    piece: str
    cells: tuple[Cell, ...]
    exactly: bool = True


class Packing(NamedTuple):
    """A packing puzzle.

    Attributes
    ----------
    lattice : Lattice
    pieces : tuple of Piece
    cells : tuple of cells
        Those that must be filled.
    optional : tuple of cells
        Those that may stay empty (unless a fixed piece lies there).
    flip : bool
        Whether pieces may be flipped.
    step : int
        Shifts are multiples of it in each coordinate.
    turn : bool
        Whether pieces may be turned; if not, they cannot be flipped either.
    colors : tuple of (cell, color)
        Of the board; a cell without a color takes any.
    allowed : tuple of (color of a piece, color of the board)
        Which may lie on which.
    fixed : tuple of Fixed
    excluded : tuple of Excluded
    holes : int or None
        How many of the optional cells may stay empty; None: all.
    groups : tuple of tuple of (piece, number)
        So many of each of these pieces need not come apart when the rest is taken
        apart; where pieces lie does not depend on it.
    ratio : int
        How many plates a cube is thick, where cells with an even coordinate are cubes
        and those with an odd one plates; of no meaning for how pieces lie, only for how
        they come apart.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> puzzle = parse({"size": [1, 2], "pieces": {"I": "##"}})
    >>> puzzle.board, puzzle.pieces[0].cells
    (((0, 0), (0, 1)), ((0, 0), (0, 1)))
    """

    lattice: Lattice
    pieces: tuple[Piece, ...]
    cells: tuple[Cell, ...]
    optional: tuple[Cell, ...] = ()
    flip: bool = False
    step: int = 1
    turn: bool = True
    colors: tuple[tuple[Cell, str], ...] = ()
    allowed: tuple[tuple[str, str], ...] = ()
    fixed: tuple[Fixed, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    holes: int | None = None
    groups: tuple[tuple[tuple[str, int], ...], ...] = ()
    ratio: int = 1

    @property
    def kind(self) -> str:
        return "packing"

    @property
    def board(self) -> tuple[Cell, ...]:
        return self.cells + self.optional

    def moves(self, piece: Piece) -> tuple[bool, bool]:
        """Return whether a piece may be turned, and whether it may be flipped."""
        turn = self.turn if piece.turn is None else piece.turn
        return turn, turn and (self.flip if piece.flip is None else piece.flip)

    def takes(self, color: str, below: str) -> bool:
        """Tell whether a color of a piece may lie on a color of the board."""
        return not color or not below or (color, below) in self.allowed


# ------------------------------------------------------------------ how a piece may lie


def poses_of(puzzle: Packing, piece: Piece) -> list[Pose]:
    """Return the distinct poses of a piece, as it may be turned and flipped.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> puzzle = parse({"size": [2, 2], "pieces": {"I": {"shape": "##", "count": 2}}})
    >>> len(poses_of(puzzle, puzzle.pieces[0]))
    2
    """
    turn, flip = puzzle.moves(piece)
    vectors = map(puzzle.lattice.vector, piece.cells)
    return lattices.poses(
        puzzle.lattice, vectors, flip, puzzle.step, turn=turn, tags=piece.colors
    )


def lies(puzzle: Packing, piece: Piece) -> Iterator[tuple[Pose, tuple[Cell, ...]]]:
    """Yield all ways in which shape, colors, and what is fixed or excluded let it lie.

    Yields
    ------
    pose : Pose
    cells : tuple of cells, sorted

    Examples
    --------
    >>> from reductions.packing import parse
    >>> puzzle = parse({"size": [2, 2], "pieces": {"I": {"shape": "##", "count": 2}}})
    >>> [cells for _, cells in lies(puzzle, puzzle.pieces[0])][:2]
    [((0, 0), (0, 1)), ((1, 0), (1, 1))]
    """
    color = dict(puzzle.colors)
    fast = {cell: entry for entry in puzzle.fixed for cell in entry.cells}
    own = [entry.cells for entry in puzzle.fixed if entry.piece == piece.name]
    no_places = {
        e.cells for e in puzzle.excluded if e.piece == piece.name and e.exactly
    }
    no_cells = {
        cell
        for entry in puzzle.excluded
        if entry.piece == piece.name and not entry.exactly
        for cell in entry.cells
    }
    turn, flip = puzzle.moves(piece)
    for pose, cells in lattices.placements(
        puzzle.lattice,
        piece.cells,
        puzzle.board,
        flip,
        puzzle.step,
        turn=turn,
        tags=piece.colors,
        fits=lambda tag, cell: puzzle.takes(tag, color.get(cell, "")),
    ):
        if cells in no_places or not no_cells.isdisjoint(cells):
            continue
        if cells not in own and (
            len(own) == piece.number or any(cell in fast for cell in cells)
        ):
            continue
        yield pose, cells


def colored(
    puzzle: Packing, piece: Piece, placement: Placement
) -> tuple[tuple[Cell, str], ...]:
    """Return the color of a piece on each cell that it covers, as it lies.

    Examples
    --------
    >>> from reductions.packing import parse, placements
    >>> puzzle = parse({"colors": ["wb"], "pieces": {"I": "bw"}})
    >>> colored(puzzle, puzzle.pieces[0], placements(puzzle)[0])
    (((0, 0), 'w'), ((0, 1), 'b'))
    """
    lattice = puzzle.lattice
    matrices = lattice.flips if placement.flipped else lattice.turns
    matrix = matrices[placement.turns or 0]
    images = [lattices.apply(matrix, lattice.vector(cell)) for cell in piece.cells]
    corner, place = min(images), min(map(lattice.vector, placement.cells))
    shift = [b - a for a, b in zip(corner, place)]
    cells = [lattice.cell(tuple([x + s for x, s in zip(v, shift)])) for v in images]
    return tuple(sorted(zip(cells, piece.colors)))


# -------------------------------------------------------------------- which are equal

#: A shape with its colors, and how many poses it has.  Two pieces have the same poses
#: just if they share one and have as many: turns, and turns with flips, are groups of
#: which the one holds the other.
Form = tuple[tuple[Vector, ...], tuple[str, ...], int]

#: Where a piece is fixed and where it is excluded.
Rules = tuple[frozenset[tuple[Cell, ...]], frozenset[tuple[tuple[Cell, ...], bool]]]


def form_of(poses: Iterable[Pose]) -> Form:
    """Return a form that is the same for all pieces with those poses.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> puzzle = parse({"size": [2, 2], "pieces": {"I": {"shape": "##", "count": 2}}})
    >>> form_of(poses_of(puzzle, puzzle.pieces[0]))
    (((0, 0), (0, 1)), (), 2)
    """
    forms = [(pose.vectors, pose.tags) for pose in poses]
    return (*min(forms), len(forms))


def rules_of(puzzle: Packing, piece: Piece) -> Rules:
    """Return what is fixed and what is excluded of a piece.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> puzzle = parse({"size": [2, 2], "pieces": {"I": {"shape": "##", "count": 2}}})
    >>> rules_of(puzzle, puzzle.pieces[0])
    (frozenset(), frozenset())
    """
    return (
        frozenset(e.cells for e in puzzle.fixed if e.piece == piece.name),
        frozenset(
            (e.cells, e.exactly) for e in puzzle.excluded if e.piece == piece.name
        ),
    )


def equal_pieces(puzzle: Packing) -> list[list[Piece]]:
    """Return the pieces in groups of those that can swap places, whatever they do.

    They have the same shape and colors, the same moves, and are fixed and excluded
    alike.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> puzzle = parse({"size": [2, 2], "pieces": {"I": "##", "J": ["#", "#"]}})
    >>> [[piece.name for piece in group] for group in equal_pieces(puzzle)]
    [['I', 'J']]
    """
    sizes = Counter(len(piece.cells) for piece in puzzle.pieces)
    groups: dict[int | tuple[Form, Rules], list[Piece]] = {}
    for piece in puzzle.pieces:
        size = len(piece.cells)
        key: int | tuple[Form, Rules] = size
        if sizes[size] > 1:  # else nothing can be equal, and poses take their time
            key = form_of(poses_of(puzzle, piece)), rules_of(puzzle, piece)
        groups.setdefault(key, []).append(piece)
    return list(groups.values())
