"""The data of a file that state a packing puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dlx.errors import shown, suggestion

from .data import (
    MOST_CELLS,
    MOST_PIECE_CELLS,
    board_of,
    boolean,
    cells_of,
    few_placements,
    integer,
    known_keys,
    lattice_of,
    listed,
    short_name,
    picture,
    shown_or_missing,
)
from .lattice import Cell, Lattice, Pose, poses
from .layout import PuzzleError
from .packing_parts import Excluded, Fixed, Packing, Piece, equal_pieces, poses_of

__all__ = ["KEYS", "parse"]

KEYS = (
    ("lattice", "square (the default), hexagonal, triangular or cubic"),
    ("size", "[rows, columns] or [x, y, z] of the region"),
    (
        "board",
        "in place of size: a drawing, # a cell to fill, + one that may stay empty, "
        ". none; layers in space are separated by blank lines",
    ),
    ("origin", "the coordinates of the drawing's first corner (zeros by default)"),
    ("blocked", "a list of cells of the region that are not to be filled"),
    (
        "colors",
        "a drawing of the board with a letter for the color of each cell, . for any; "
        'in place of board, too; or "chessboard" (w where the coordinates have an even '
        "sum, else b)",
    ),
    (
        "allowed",
        "a table color of a piece -> colors of the board on which it may lie; by "
        'default the equal color; "" for none, but on cells without a color',
    ),
    (
        "pieces",
        "a table name -> shape: a drawing (where the board has colors, with their "
        "letters, and # for any), a list of cells, or {shape = ..., count = a number, "
        '[least, most] or "any", turn = ..., flip = ..., colors = a letter a cell}',
    ),
    ("turn", "whether pieces may be turned (true by default)"),
    ("flip", "whether pieces may be flipped (false by default)"),
    (
        "holes",
        "how many of the cells that may stay empty may do so at most (all by default)",
    ),
    (
        "groups",
        "pieces that need not come apart when the rest is taken apart: a list of "
        "tables name -> how many of them",
    ),
    ("step", "shifts are multiples of it (1 by default)"),
    (
        "ratio",
        "in space, where shifts are even: cells are so many times as thick where a "
        "coordinate is even as where it is odd (1 by default); for taking apart",
    ),
    ("fixed", "pieces that lie fast: a list of {piece = name, cells = [[...], ...]}"),
    (
        "excluded",
        "where pieces may not lie: a list of {piece = name, cells = [[...], ...]} for "
        "just those cells, or {piece = name, cell = [...]} for any way over that cell",
    ),
)

#: So many equal pieces one entry may stand for.
MOST_COPIES = 1000

#: So many times as thick as a plate may a cube be.
MOST_RATIO = 100

#: Marks of the cells of a piece, where they have no colors.
MARKS = "#Xxo"

#: The colors of a chessboard, by the sum of the coordinates.
CHESSBOARD = "wb"


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
    lattice = lattice_of(data, ("square", "hexagonal", "triangular", "cubic"))
    board, colors = _board(data, lattice)
    allowed = _allowed(data, colors)
    letters = [*data.get("allowed", ()), *(color for color, _ in allowed)]
    entries = data.get("pieces")
    if not isinstance(entries, Mapping) or not entries:
        raise PuzzleError(
            f"pieces: {shown_or_missing(entries)}; want a table name -> shape"
        )
    marks = "#" + "".join(dict.fromkeys(letters))
    pieces = tuple(
        _piece(name, entry, len(lattice.sides[0]), marks if colors else MARKS)
        for name, entry in entries.items()
    )
    area = sum(len(piece.cells) for piece in pieces)
    if area > MOST_PIECE_CELLS:
        raise PuzzleError(
            f"pieces: their shapes have {area} cells together; want at most "
            f"{MOST_PIECE_CELLS}"
        )
    puzzle = Packing(
        lattice,
        pieces,
        tuple(cell for cell, mark in board.items() if mark == "#"),
        tuple(cell for cell, mark in board.items() if mark == "+"),
        boolean(data, "flip", False),
        integer(data.get("step", 1), "step", 1, 100),
        boolean(data, "turn", True),
        tuple(colors.items()),
        allowed,
        holes=_holes(data),
        groups=_groups(data, pieces),
    )
    puzzle = puzzle._replace(ratio=_ratio(data, puzzle))
    _check_moves(puzzle)
    lying = {piece.name: poses_of(puzzle, piece) for piece in pieces}
    few_placements(
        sum(len(p.names) * len(lying[p.name]) for p in pieces) * len(board), "pieces"
    )
    puzzle = puzzle._replace(excluded=_excluded(data, puzzle, lying))
    puzzle = puzzle._replace(fixed=_fixed(data, puzzle, lying))
    _check_names(puzzle)
    return puzzle


# --------------------------------------------------------------------------- the board


def _board(
    data: Mapping[str, Any], lattice: Lattice
) -> tuple[dict[Cell, str], dict[Cell, str]]:
    """Return the mark of each cell of the board, and the colors of those with one."""
    colors: dict[Cell, str] = {}
    drawn = data.get("colors")
    if drawn is not None and drawn != "chessboard":
        only = {key: data[key] for key in ("colors", "origin") if key in data}
        colors = board_of(only, lattice, _letters(drawn), "colors") or {}
    board = board_of(data, lattice, "#+") or dict.fromkeys(colors, "#")
    if not board:
        raise PuzzleError("size: give the size of the region, or its drawing as board")
    if drawn == "chessboard":
        if lattice.name == "hexagonal":
            raise PuzzleError("colors: hexagons make no chessboard; want a drawing")
        colors = {cell: CHESSBOARD[sum(cell) % 2] for cell in board}
    for cell, color in colors.items():
        if cell not in board:
            raise PuzzleError(
                f"colors: cell {cell} is {color}, but is not on the board"
            )
    if "blocked" in data:
        for cell in cells_of(data["blocked"], "blocked", len(lattice.sides[0])):
            if board.pop(cell, None) is None:
                raise PuzzleError(f"blocked: cell {cell} is not on the board")
            colors.pop(cell, None)
        if not board:
            raise PuzzleError("blocked: there is no cell left")
    return board, colors


def _letters(drawing: Any) -> str:
    """Return the letters and digits that occur in a drawing."""
    lines = [drawing] if isinstance(drawing, str) else drawing
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise PuzzleError(
            f'colors: {shown(drawing)}; want a drawing of the board, or "chessboard"'
        )
    found = sorted({mark for line in lines for mark in line if mark.isalnum()})
    if not found:
        raise PuzzleError("colors: no cell has a color; want a letter a cell")
    return "".join(found)


def _allowed(
    data: Mapping[str, Any], colors: Mapping[Cell, str]
) -> tuple[tuple[str, str], ...]:
    """Return which color of a piece may lie on which of the board, in pairs."""
    entries = data.get("allowed", {})
    if not isinstance(entries, Mapping):
        raise PuzzleError(
            f"allowed: {shown(entries)}; want a table color of a piece -> colors of "
            "the board"
        )
    if entries and not colors:
        raise PuzzleError("allowed: the board has no colors; give them as colors")
    known = sorted(set(colors.values()))
    pairs = {(color, color) for color in known if color not in entries}
    for color, targets in entries.items():
        if len(color) != 1 or not color.isalnum():
            raise PuzzleError(f"allowed.{color}: want a color, which is one letter")
        if not isinstance(targets, str):
            raise PuzzleError(
                f"allowed.{color}: {shown(targets)}; want colors of the board, such as "
                f'"{"".join(known[:2])}"'
            )
        for target in targets:
            if target not in known:
                raise PuzzleError(
                    f"allowed.{color}: no cell of the board is {target}; want some of "
                    + ", ".join(known)
                )
            pairs.add((color, target))
    return tuple(sorted(pairs))


# -------------------------------------------------------------------------- the pieces


def _piece(name: str, entry: Any, dimension: int, marks: str) -> Piece:
    path = f"pieces.{short_name(name, 'pieces')}"
    if not isinstance(entry, Mapping):
        cells, colors = _shape(entry, path, dimension, marks)
        return Piece(name, cells, colors=colors)
    known_keys(entry, ("shape", "count", "turn", "flip", "colors"), f"{path}.")
    if "shape" not in entry:
        raise PuzzleError(f"{path}.shape: missing")
    number: int | None = 1
    least = None
    if entry.get("count") == "any":
        number = None
    elif "count" in entry:
        least, number = _bounds(entry["count"], f"{path}.count")
    for key in ("turn", "flip"):
        if type(entry.get(key, False)) is not bool:
            raise PuzzleError(f"{path}.{key}: {shown(entry[key])}; want true or false")
    cells, colors = _shape(entry["shape"], f"{path}.shape", dimension, marks)
    if "colors" in entry:
        colors = _piece_colors(entry["colors"], f"{path}.colors", len(cells), marks)
    return Piece(
        name, cells, number, least, entry.get("turn"), entry.get("flip"), colors
    )


def _shape(
    value: Any, path: str, dimension: int, marks: str
) -> tuple[tuple[Cell, ...], tuple[str, ...]]:
    """Return the cells of a shape, and their colors if they have any."""
    if isinstance(value, str) or (
        isinstance(value, list) and value and all(isinstance(row, str) for row in value)
    ):
        drawn = picture(value, path, dimension, marks)
        colors = "" if marks == MARKS else "".join(drawn.values())
        return tuple(drawn), _color_names(colors)
    return tuple(cells_of(value, path, dimension)), ()


def _piece_colors(value: Any, path: str, number: int, marks: str) -> tuple[str, ...]:
    if marks == MARKS:
        raise PuzzleError(f"{path}: the board has no colors")
    if not isinstance(value, str) or len(value) != number or set(value) - set(marks):
        raise PuzzleError(
            f"{path}: {shown(value)}; want {number} letters, each one of "
            + ", ".join(marks)
        )
    return _color_names(value)


def _color_names(letters: str) -> tuple[str, ...]:
    """Return the colors that letters mean, of which # is any."""
    if not letters.strip("#"):
        return ()
    return tuple("" if letter == "#" else letter for letter in letters)


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


def _holes(data: Mapping[str, Any]) -> int | None:
    return integer(data["holes"], "holes", 0, MOST_CELLS) if "holes" in data else None


def _groups(
    data: Mapping[str, Any], pieces: Sequence[Piece]
) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Return which pieces, and how many of each, need not come apart."""
    most = {piece.name: piece.number or MOST_COPIES for piece in pieces}
    found = []
    for path, entry in _entries(data, "groups", "{name = how many, ...}"):
        for name, number in entry.items():
            if name not in most:
                raise PuzzleError(
                    f"{path}: there is no piece {shown(name)}" + suggestion(name, most)
                )
            integer(number, f"{path}.{name}", 1, most[name])
        found.append(tuple((n, entry[n]) for n in most if n in entry))
    return tuple(found)


def _ratio(data: Mapping[str, Any], puzzle: Packing) -> int:
    """Return how many plates a cube is thick."""
    ratio = integer(data.get("ratio", 1), "ratio", 1, MOST_RATIO)
    if ratio != 1 and (puzzle.lattice.name != "cubic" or puzzle.step % 2):
        raise PuzzleError(
            f'ratio: {ratio}; want 1, or lattice = "cubic" with an even step, so that '
            "cubes go to cubes"
        )
    return ratio


def _check_moves(puzzle: Packing) -> None:
    """Refuse flips without turns: it would not be clear over which side."""
    why = "pieces that may not be turned cannot be flipped"
    if puzzle.flip and not puzzle.turn:
        raise PuzzleError(f"flip: {why}; leave out turn = false")
    for piece in puzzle.pieces:
        if piece.flip and not puzzle.moves(piece)[0]:
            raise PuzzleError(f"pieces.{piece.name}.flip: {why}")


def _check_names(puzzle: Packing) -> None:
    """Refuse names that two pieces share, and equal pieces that cannot be merged."""
    names = set()
    for name in (name for piece in puzzle.pieces for name in piece.names):
        if name in names:
            raise PuzzleError(f"pieces.{name}: two pieces have this name")
        names.add(name)
    for group in equal_pieces(puzzle):
        loose = [p for p in group if p.number is None or p.counted]
        if loose and len(group) > 1:
            other = next(p.name for p in group if p != loose[0])
            times = "any number of" if loose[0].number is None else "so many"
            raise PuzzleError(
                f"pieces.{other}: this is the same shape as piece "
                f"{loose[0].name}, which may be used {times} times"
            )


# -------------------------------------------------------- what is fixed, what excluded

Poses = Mapping[str, Sequence[Pose]]


def _fixed(data: Mapping[str, Any], puzzle: Packing, lying: Poses) -> tuple[Fixed, ...]:
    found: list[Fixed] = []
    owner: dict[Cell, str] = {}
    left = {piece.name: piece.number for piece in puzzle.pieces}
    excluded = {entry[:2] for entry in puzzle.excluded if entry.exactly}
    nowhere = {
        (entry.piece, cell)
        for entry in puzzle.excluded
        if not entry.exactly
        for cell in entry.cells
    }
    for path, entry in _entries(data, "fixed"):
        known_keys(entry, ("piece", "cells"), f"{path}.")
        piece = _named(puzzle, entry, path)
        cells = _place(puzzle, piece, entry.get("cells"), f"{path}.cells", lying)
        for cell in cells:
            if cell in owner:
                raise PuzzleError(
                    f"{path}.cells: piece {owner[cell]} lies fast on {cell} already"
                )
            owner[cell] = piece.name
        if (piece.name, cells) in excluded or any(
            (piece.name, cell) in nowhere for cell in cells
        ):
            raise PuzzleError(f"{path}.cells: {piece.name} is excluded from there")
        number = left[piece.name]
        if number == 0:
            raise PuzzleError(
                f"{path}.piece: there are only {piece.number} of piece {piece.name}"
            )
        left[piece.name] = None if number is None else number - 1
        found.append(Fixed(piece.name, cells))
    return tuple(found)


def _excluded(
    data: Mapping[str, Any], puzzle: Packing, lying: Poses
) -> tuple[Excluded, ...]:
    found: dict[Excluded, None] = {}
    board = set(puzzle.board)
    for path, entry in _entries(data, "excluded"):
        known_keys(entry, ("piece", "cells", "cell"), f"{path}.")
        piece = _named(puzzle, entry, path)
        if "cell" not in entry:
            cells = _place(puzzle, piece, entry.get("cells"), f"{path}.cells", lying)
            found[Excluded(piece.name, cells)] = None
            continue
        if "cells" in entry:
            raise PuzzleError(f"{path}.cell: give either cell or cells")
        (cell,) = cells_of(
            [entry["cell"]], f"{path}.cell", len(puzzle.lattice.sides[0])
        )
        if cell not in board:
            raise PuzzleError(f"{path}.cell: cell {cell} is not on the board")
        found[Excluded(piece.name, (cell,), False)] = None
    return tuple(found)


def _entries(
    data: Mapping[str, Any], key: str, want: str = "{piece = name, cells = [...]}"
) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the tables of a list, each with its path."""
    entries = data.get(key, [])
    if not isinstance(entries, list) or len(entries) > MOST_CELLS:
        raise PuzzleError(f"{key}: {shown(entries)}; want a list of tables")
    for place, entry in enumerate(entries):
        if not isinstance(entry, Mapping):
            raise PuzzleError(f"{key}[{place}]: {shown(entry)}; want {want}")
    return [(f"{key}[{place}]", entry) for place, entry in enumerate(entries)]


def _named(puzzle: Packing, entry: Mapping[str, Any], path: str) -> Piece:
    name = entry.get("piece")
    pieces = {piece.name: piece for piece in puzzle.pieces}
    if not isinstance(name, str):
        raise PuzzleError(f"{path}.piece: {shown_or_missing(name)}; want a name")
    if name not in pieces:
        raise PuzzleError(
            f"{path}.piece: there is no piece {shown(name)}" + suggestion(name, pieces)
        )
    return pieces[name]


def _place(
    puzzle: Packing, piece: Piece, value: Any, path: str, lying: Poses
) -> tuple[Cell, ...]:
    """Return the cells of a place where a piece can lie."""
    lattice = puzzle.lattice
    listed(value, path, "a list of cells")
    cells = cells_of(value, path, len(lattice.sides[0]))
    color = dict(puzzle.colors)
    board = {*puzzle.cells, *puzzle.optional}
    for cell in cells:
        if cell not in board:
            raise PuzzleError(f"{path}: cell {cell} is not on the board")
    vectors = sorted(map(lattice.vector, cells))
    (form,) = poses(lattice, vectors, False, puzzle.step, turn=False)
    fitting = [pose for pose in lying[piece.name] if pose.vectors == form.vectors]
    if not fitting:
        raise PuzzleError(f"{path}: these cells do not have the shape of {piece.name}")
    below = [color.get(lattice.cell(vector), "") for vector in vectors]
    if not any(all(map(puzzle.takes, pose.tags, below)) for pose in fitting):
        raise PuzzleError(f"{path}: the colors of {piece.name} cannot lie there")
    return tuple(sorted(cells))
