"""Lattices: where cells lie, how shapes turn, where they fit.

A *cell* is named as a person would name it on the drawn board: ``(row, column)`` on
squares, on hexagons (rows of hexagons with every odd row half a cell to the right) and
on triangles (rows in which one points up and the next down), ``(x, y, z)`` in space.  A
*vector* is the same place in coordinates in which every turn is a matrix and every
shift is an addition; on squares and cubes it is the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations, product
from typing import NamedTuple, Protocol

Cell = tuple[int, ...]
Vector = tuple[int, ...]
Matrix = tuple[Vector, ...]

__all__ = [
    "CUBIC",
    "HEXAGONAL",
    "SQUARE",
    "TRIANGULAR",
    "Cell",
    "Lattice",
    "Motion",
    "Pose",
    "lattice_named",
    "motions",
    "placements",
    "poses",
]


class Lattice(Protocol):
    """What the rest of the package needs to know of a lattice.

    Attributes
    ----------
    name : str
    turns : tuple of matrices
        The turns about the origin, the identity first; in the plane the k-th is k steps
        clockwise.
    flips : tuple of matrices
        The reflections: each turn after one fixed reflection.
    sides : tuple of vectors
        To the neighbors of a cell, clockwise from the top (from the upper right, on
        hexagons); a turn of one step carries each side to the next.
    mirror : int
        The first reflection carries side k to side ``mirror - k``.
    unit : int
        Shifts of a vector are multiples of it.
    corners : int
        How many sides a cell has.
    """

    name: str
    sides: tuple[Vector, ...]
    mirror: int
    unit: int
    corners: int

    @property
    def turns(self) -> tuple[Matrix, ...]: ...

    @property
    def flips(self) -> tuple[Matrix, ...]: ...

    def vector(self, cell: Cell) -> Vector:
        """Return the place of `cell` in the coordinates that matrices act on."""

    def cell(self, vector: Vector) -> Cell:
        """Return the name of the cell at `vector`; the inverse of `vector`."""

    def around(self, cell: Cell) -> tuple[int, ...]:
        """Return the sides that a cell has, as numbers into `sides`."""


def apply(matrix: Matrix, vector: Vector) -> Vector:
    """Return the image of a vector.

    >>> apply(SQUARE.turns[1], (-1, 0))
    (0, 1)
    """
    return tuple([sum([a * x for a, x in zip(row, vector)]) for row in matrix])


def _compose(first: Matrix, second: Matrix) -> Matrix:
    """Return the matrix that applies `first`, then `second`."""
    columns = [apply(second, column) for column in zip(*first)]
    return tuple(zip(*columns))


def _powers(matrix: Matrix, number: int) -> tuple[Matrix, ...]:
    size = range(len(matrix))
    powers = [tuple(tuple(int(i == j) for j in size) for i in size)]
    while len(powers) < number:
        powers.append(_compose(powers[-1], matrix))
    return tuple(powers)


class _Constant:
    """A lattice has no state: it is pickled by its name in this module."""

    name = ""
    mirror = 0
    unit = 1
    corners = 4

    def __reduce__(self) -> str:
        return self.name.upper()

    def __repr__(self) -> str:
        return self.name.upper()

    def vector(self, cell: Cell) -> Vector:
        return cell

    def cell(self, vector: Vector) -> Cell:
        return vector

    def around(self, cell: Cell) -> tuple[int, ...]:
        return tuple(range(self.corners))


class Square(_Constant):
    """Squares, as ``(row, column)``."""

    name = "square"
    turns = _powers(((0, 1), (-1, 0)), 4)
    flips = tuple(_compose(((1, 0), (0, -1)), turn) for turn in turns)
    sides: tuple[Vector, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Hexagonal(_Constant):
    """Hexagons with a corner on top, as ``(row, column)``; odd rows to the right."""

    name = "hexagonal"
    turns = _powers(((0, -1), (1, 1)), 6)
    flips = tuple(_compose(((-1, -1), (0, 1)), turn) for turn in turns)
    sides: tuple[Vector, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
    mirror = 5
    corners = 6

    def vector(self, cell: Cell) -> Vector:
        row, column = cell
        return column - (row - row % 2) // 2, row

    def cell(self, vector: Vector) -> Cell:
        across, row = vector
        return row, across + (row - row % 2) // 2


class Triangular(_Constant):
    """Triangles, as ``(row, column)``; those with an even sum point up.

    The vector of a triangle is three times its middle, on axes to the right and to the
    lower right; so a turn about a corner of triangles carries middles to middles.  A
    triangle that points up has sides 1, 3 and 5 (upper right, bottom, upper left), one
    that points down has sides 0, 2 and 4 (top, lower right, lower left).
    """

    name = "triangular"
    turns = Hexagonal.turns
    flips = Hexagonal.flips
    sides: tuple[Vector, ...] = ((1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1))
    unit = 3
    corners = 3

    def vector(self, cell: Cell) -> Vector:
        row, column = cell
        down = (row + column) % 2
        return (column - row - down) * 3 // 2 + 2 * down - 1, 3 * row + 2 - down

    def cell(self, vector: Vector) -> Cell:
        across, along = vector
        down = 2 - along % 3
        row = along // 3
        return row, (across - 2 * down + 1) // 3 * 2 + down + row

    def around(self, cell: Cell) -> tuple[int, ...]:
        return (0, 2, 4) if sum(cell) % 2 else (1, 3, 5)


class Cubic(_Constant):
    """Cubes, as ``(x, y, z)``."""

    name = "cubic"
    corners = 6
    sides: tuple[Vector, ...] = (
        (0, 0, -1),
        (1, 0, 0),
        (0, 1, 0),
        (-1, 0, 0),
        (0, -1, 0),
        (0, 0, 1),
    )

    @cached_property
    def turns(self) -> tuple[Matrix, ...]:
        return _signed_permutations(1)

    @cached_property
    def flips(self) -> tuple[Matrix, ...]:
        return _signed_permutations(-1)


def _signed_permutations(determinant: int) -> tuple[Matrix, ...]:
    """Return the 24 matrices of that determinant that carry the cube to itself."""
    found = []
    for order in permutations(range(3)):
        parity = sum(order[i] > order[j] for j in range(3) for i in range(j)) % 2
        for signs in product((1, -1), repeat=3):
            if signs[0] * signs[1] * signs[2] * (-1) ** parity == determinant:
                found.append(
                    tuple(
                        tuple(signs[i] * (order[i] == j) for j in range(3))
                        for i in range(3)
                    )
                )
    return tuple(found)


SQUARE = Square()
HEXAGONAL = Hexagonal()
TRIANGULAR = Triangular()
CUBIC = Cubic()


def lattice_named(name: str) -> Lattice | None:
    """Return the lattice of that name, None if there is none.

    Examples
    --------
    >>> lattice_named("hexagonal"), lattice_named("round")
    (HEXAGONAL, None)
    """
    lattices: tuple[Lattice, ...] = (SQUARE, HEXAGONAL, TRIANGULAR, CUBIC)
    return next((lattice for lattice in lattices if lattice.name == name), None)


class Pose(NamedTuple):
    """One of the distinct turned or flipped forms of a shape.

    Attributes
    ----------
    turns : int
        Which of the lattice's turns leads to it; the first that does.
    flipped : bool
        Whether it takes a flip to get there.
    vectors : tuple of vectors
        The cells, sorted, moved as close to the origin as whole steps allow.
    tags : tuple of str
        The tag of each cell, in the same order; empty if the shape has none.
    """

    turns: int
    flipped: bool
    vectors: tuple[Vector, ...]
    tags: tuple[str, ...] = ()


def poses(
    lattice: Lattice,
    shape: Iterable[Vector],
    flip: bool,
    step: int = 1,
    *,
    turn: bool = True,
    tags: Sequence[str] = (),
) -> list[Pose]:
    """Return the distinct poses of a shape: turned, and flipped if that is allowed.

    Parameters
    ----------
    lattice : Lattice
    shape : iterable of vectors
    flip : bool
    step : int
        Shapes that differ by a shift of a multiple of `step` count as one.
    turn : bool
        Without it (and without `flip`) there is but one pose.
    tags : sequence of str
        What is written on each cell, if anything; shapes that differ in it are
        distinct.

    Examples
    --------
    >>> [pose.vectors for pose in poses(SQUARE, [(0, 0), (0, 1)], flip=True)]
    [((0, 0), (0, 1)), ((0, 0), (1, 0))]
    """
    vectors = tuple(shape)
    step *= lattice.unit
    found: dict[tuple[object, object], Pose] = {}
    for flipped, matrices in ((False, lattice.turns), (True, lattice.flips)):
        if flipped and not flip:
            break
        for turns, matrix in enumerate(matrices if turn else matrices[:1]):
            image = [apply(matrix, vector) for vector in vectors]
            form, marks = _normal(image, tags, step)
            if (form, marks) not in found:
                found[form, marks] = Pose(turns, flipped, form, marks)
    return list(found.values())


def _normal(
    vectors: Sequence[Vector], tags: Sequence[str], step: int
) -> tuple[tuple[Vector, ...], tuple[str, ...]]:
    corner = [min(line) // step * step for line in zip(*vectors)]
    form = [tuple([x - c for x, c in zip(vector, corner)]) for vector in vectors]
    if not tags:
        return tuple(sorted(form)), ()
    cells, marks = zip(*sorted(zip(form, tags)))
    return cells, marks


def placements(
    lattice: Lattice,
    shape: Iterable[Cell],
    region: Collection[Cell],
    flip: bool,
    step: int = 1,
    *,
    turn: bool = True,
    tags: Sequence[str] = (),
    fits: Callable[[str, Cell], bool] = lambda tag, cell: True,
) -> Iterator[tuple[Pose, tuple[Cell, ...]]]:
    """Yield all ways to lay a shape on cells of a region, pose by pose.

    Parameters
    ----------
    lattice : Lattice
    shape : iterable of cells
    region : collection of cells
    flip : bool
        Whether the shape may be flipped.
    step : int
        Shifts are multiples of it in each coordinate.
    turn, tags
        As for `poses`.
    fits : function (tag, cell) -> bool
        Whether what has a tag may lie on a cell; by default anything may.

    Yields
    ------
    pose : Pose
    cells : tuple of cells, sorted

    Examples
    --------
    >>> corner = [(0, 0), (0, 1), (1, 0)]
    >>> for pose, cells in placements(SQUARE, [(0, 0), (1, 0)], corner, flip=False):
    ...     print(pose.turns, cells)
    0 ((0, 0), (1, 0))
    1 ((0, 0), (0, 1))
    """
    step_of_vectors = step * lattice.unit
    free = {lattice.vector(cell): cell for cell in region}
    vectors = [lattice.vector(cell) for cell in shape]
    for pose in poses(lattice, vectors, flip, step, turn=turn, tags=tags):
        anchor = pose.vectors[0]
        for place in free:
            shift = [p - a for p, a in zip(place, anchor)]
            if step_of_vectors != 1 and any(s % step_of_vectors for s in shift):
                continue
            cells = _lying(free, pose.vectors, shift)
            if cells and all(map(fits, pose.tags, cells)):
                yield pose, tuple(sorted(cells))


def _lying(
    free: Mapping[Vector, Cell], vectors: Sequence[Vector], shift: Sequence[int]
) -> list[Cell]:
    """Return the cells of a shape that is shifted; none if one of them is not free.

    The last is the farthest from the first, and the likeliest not to be.
    """
    cells = []
    for vector in reversed(vectors):
        cell = free.get(tuple([x + s for x, s in zip(vector, shift)]))
        if cell is None:
            return []
        cells.append(cell)
    return cells[::-1]


class Motion(NamedTuple):
    """A move of the whole board: a turn or a flip, then a shift.

    Attributes
    ----------
    turns : int
        Which of the lattice's turns (or flips).
    flipped : bool
    cells : mapping cell -> cell
        Where each cell of the board goes.

    Examples
    --------
    >>> motion = motions(SQUARE, dict.fromkeys([(0, 0), (0, 1)]), flip=False)[1]
    >>> motion.turns, motion.cells[0, 0]
    (2, (0, 1))
    """

    turns: int
    flipped: bool
    cells: Mapping[Cell, Cell]


def motions(
    lattice: Lattice, board: Mapping[Cell, object], flip: bool, step: int = 1
) -> list[Motion]:
    """Return the turns (or, with `flip`, the flips) that carry a board to itself.

    Parameters
    ----------
    lattice : Lattice
    board : mapping cell -> tag
        A motion takes each cell to a cell with an equal tag.
    flip : bool
    step : int

    Returns
    -------
    list of Motion
        The identity first, among turns.

    Examples
    --------
    >>> oblong = dict.fromkeys([(0, 0), (0, 1)])
    >>> [(motion.turns, motion.cells) for motion in motions(SQUARE, oblong, flip=False)]
    [(0, {(0, 0): (0, 0), (0, 1): (0, 1)}), (2, {(0, 0): (0, 1), (0, 1): (0, 0)})]
    """
    step *= lattice.unit
    places = {lattice.vector(cell): cell for cell in board}
    corner = [min(line) for line in zip(*places)]
    found = []
    for turns, matrix in enumerate(lattice.flips if flip else lattice.turns):
        images = [apply(matrix, vector) for vector in places]
        shift = [c - min(line) for c, line in zip(corner, zip(*images))]
        if any(s % step for s in shift):
            continue
        targets = [
            places.get(tuple([x + s for x, s in zip(image, shift)])) for image in images
        ]
        cells = {
            cell: target
            for cell, target in zip(board, targets)
            if target is not None and board[cell] == board[target]
        }
        if len(cells) == len(board):
            found.append(Motion(turns, flip, cells))
    return found
