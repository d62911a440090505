"""The cells of pieces that may be mistaken: one too many, one missing, one elsewhere.

Only changes after which the areas are right are tried.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import packing
from .clock import Clock
from .diagnosis import IMPOSSIBLE, diagnose
from .lattice import Cell
from .packing_parts import Packing, Piece, equal_pieces, form_of, poses_of
from .mistakes import Change, Note, tried

__all__ = ["suspects"]


def suspects(puzzle: Packing, clock: Clock, note: Note) -> None:
    """Note every change of one cell of a piece that gives the puzzle a layout.

    Also how often a piece is used, and whether pieces may be flipped.

    Raises
    ------
    dlx.Stopped
        If the time was too short.

    Examples
    --------
    >>> from reductions.packing import parse
    >>> puzzle = parse({"size": [2, 3], "pieces": {"I": "###", "L": ["##", "##"]}})
    >>> found = []
    >>> suspects(puzzle, Clock(None), found.append)
    >>> found[0].change
    'piece I: cell 0,0 is perhaps one too many'
    """
    tried(_possible(puzzle, clock), clock, note)


def _possible(puzzle: Packing, clock: Clock) -> Iterator[Change]:
    """Yield the changes that are not impossible at a glance."""
    for text, changed in _changes(puzzle, clock):
        clock.left()
        if packing.misfit(changed):
            continue
        if all(finding.kind != IMPOSSIBLE for finding in diagnose(changed)):
            groups = equal_pieces(changed)
            different = all(len(g) == 1 and g[0].number == 1 for g in groups)
            yield Change(text, changed, different, (int(not different),))


def _changes(puzzle: Packing, clock: Clock) -> Iterator[tuple[str, Packing]]:
    if not puzzle.flip and puzzle.lattice.name != "cubic":
        yield "pieces may perhaps be flipped (flip = true)", puzzle._replace(flip=True)
    bound = {entry.piece for entry in puzzle.fixed}
    bound.update(entry.piece for entry in puzzle.excluded)
    for place, piece in enumerate(puzzle.pieces):
        if piece.name in bound:
            continue  # what is said of its places goes with its shape
        head, (_, *tail) = puzzle.pieces[:place], puzzle.pieces[place:]
        for text, other in (*_counts(piece), *_shapes(puzzle, piece, clock)):
            changed = puzzle._replace(pieces=(*head, *other, *tail))
            if _may_stand(changed):
                yield text, changed


def _may_stand(puzzle: Packing) -> bool:
    """Tell whether equal pieces, if there are any, can be merged."""
    return bool(puzzle.pieces) and all(
        len(group) == 1 or all(p.number is not None and not p.counted for p in group)
        for group in equal_pieces(puzzle)
    )


def _counts(piece: Piece) -> Iterator[tuple[str, tuple[Piece, ...]]]:
    """Yield the piece used once less, or once more."""
    number = piece.number
    if number is None or piece.least is not None:
        return
    if number == 1:
        yield f"piece {piece.name}: perhaps one too many", ()
    else:
        fewer = piece._replace(number=number - 1)
        yield _number(piece.name, number - 1, number), (fewer,)
    yield _number(piece.name, number + 1, number), (piece._replace(number=number + 1),)


def _number(name: str, want: int, have: int) -> str:
    return f"piece {name}: there should perhaps be {want} of it, not {have}"


def _shapes(
    puzzle: Packing, piece: Piece, clock: Clock
) -> Iterator[tuple[str, tuple[Piece, ...]]]:
    """Yield the piece without a cell, with one more, and with one elsewhere.

    A piece that hangs together still does.
    """
    if piece.colors:
        return  # each goes with a cell
    seen = {form_of(poses_of(puzzle, piece))}
    joined = _is_joined(puzzle, piece.cells)
    for text, cells in _reshaped(puzzle, piece):
        clock.left()  # large shapes have many changes, few of them new
        other = piece._replace(cells=cells)
        form = form_of(poses_of(puzzle, other))
        if form not in seen and (not joined or _is_joined(puzzle, cells)):
            seen.add(form)
            yield f"piece {piece.name}: {text}", (other,)


def _reshaped(puzzle: Packing, piece: Piece) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    cells = piece.cells
    fewer = []
    if len(cells) > 1:
        fewer = [tuple(other for other in cells if other != cell) for cell in cells]
    for cell, rest in zip(cells, fewer):
        yield f"cell {_spot(cell)} is perhaps one too many", rest
    for new in _beside(puzzle, cells):
        yield f"cell {_spot(new)} is perhaps missing", (*cells, new)
    for cell, rest in zip(cells, fewer):
        for new in _beside(puzzle, rest):
            if new != cell:
                text = f"cell {_spot(cell)} should perhaps be {_spot(new)}"
                yield text, (*rest, new)


def _beside(puzzle: Packing, cells: tuple[Cell, ...]) -> list[Cell]:
    """Return the cells next to a shape."""
    found: dict[Cell, None] = {}
    for cell in cells:
        for number in puzzle.lattice.around(cell):
            place = zip(puzzle.lattice.vector(cell), puzzle.lattice.sides[number])
            found[puzzle.lattice.cell(tuple(a + b for a, b in place))] = None
    return [cell for cell in found if cell not in cells]


def _is_joined(puzzle: Packing, cells: tuple[Cell, ...]) -> bool:
    """Tell whether one can go from each cell to each over sides."""
    reached = [cells[0]]
    for cell in reached:
        reached += [
            other
            for other in _beside(puzzle, (cell,))
            if other in cells and other not in reached
        ]
    return len(reached) == len(cells)


def _spot(cell: Cell) -> str:
    return ",".join(map(str, cell))
