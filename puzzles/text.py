"""Layouts as text: tiles as boxes, other pieces as a letter a cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dlx.terminal import plain
from reductions import Layout, Placement, Puzzle
from reductions.edge_matching_geometry import shown_by
from reductions.lattice import Cell

__all__ = ["draw"]

#: Which way a tile's own first side points after some turns.
COMPASS = {
    "square": ("N", "E", "S", "W"),
    "hexagonal": ("NE", "E", "SE", "SW", "W", "NW"),
    "triangular": ("NE", "SE", "S", "SW", "NW", "N"),
}

#: What follows where a tile shows its back.
FLIPPED = "'"

# Corners of boxes, by the lines that leave them: up, down, left, right.
CORNERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"

#: Background colors of a terminal that go with black letters.
SHADES = (217, 156, 153, 229, 183, 116, 216, 194, 189, 223, 152, 251)

#: Pieces of long names are shown by one of these.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

Paint = Callable[[str, int], str]


def draw(
    puzzle: Puzzle, layout: Layout, *, color: bool = False, ascii: bool = False
) -> str:
    """Draw a layout as text.

    A tile is a box (or a hexagon, or a triangle) with its symbols around its name and
    letters that tell where its own first side points; other pieces are a letter a cell,
    in space layer by layer; options without a place are lines of their items, and
    pieces without a board lines of their names.

    Parameters
    ----------
    puzzle : Puzzle
    layout : Layout
    color : bool
        Whether to use the colors of a terminal.
    ascii : bool
        Whether to draw lines with ``+ - |`` only.

    Returns
    -------
    str
        Lines, without a line end after the last.

    Examples
    --------
    >>> from reductions import solve
    >>> from reductions.packing import parse
    >>> corner = ["##", "#."]
    >>> puzzle = parse({"size": [2, 3], "pieces": {"P": corner, "Q": corner}})
    >>> print(draw(puzzle, next(solve(puzzle))))
    P P Q
    P Q Q
    """
    paint = _paint if color else _plain
    if puzzle.kind == "exact-cover":
        return _options(puzzle, layout)
    if not puzzle.board:
        return "\n".join(plain(placement.piece) for placement in layout)
    if puzzle.kind != "edge-matching":
        return _letters(puzzle, layout, paint)
    shown = _shown(puzzle, layout)
    if puzzle.lattice.name == "square":
        picture = _boxes(puzzle, shown, paint, ascii)
    elif puzzle.lattice.name == "hexagonal":
        picture = _hexagons(puzzle, shown, paint)
    else:
        picture = _triangles(puzzle, shown, paint)
    if any(placement.flipped for placement in layout):
        picture += f"\n\n{FLIPPED} = turned over"
    return picture


def _plain(text: str, shade: int) -> str:
    return text


def _paint(text: str, shade: int) -> str:
    return f"\x1b[30;48;5;{SHADES[shade % len(SHADES)]}m{text}\x1b[0m"


def _options(puzzle: Any, layout: Layout) -> str:
    """Return an option a line, with its items, and what all of them cost."""
    from reductions.exact_cover import option_text

    lines = [
        plain(f"{name}: {option_text(puzzle, name)}") for name, _, _, _ in layout
    ]
    costs = {str(name): cost for name, cost in puzzle.problem.costs.items()}
    if costs:
        lines.append(f"cost {sum(costs.get(name, 0) for name, _, _, _ in layout)}")
    return "\n".join(lines) or "nothing to cover"


# ------------------------------------------------------------------------------ tiles


Shown = Mapping[Placement, tuple[str, ...]]


def _shown(puzzle: Any, layout: Layout) -> dict[Placement, tuple[str, ...]]:
    """Return the symbols around each tile as it lies, clockwise from the top."""
    tiles = {tile.name: tile for tile in puzzle.tiles}
    return {
        placement: tuple(
            map(plain, shown_by(puzzle, tiles[placement.piece], placement))
        )
        for placement in layout
    }


def _label(puzzle: Puzzle, placement: Placement) -> str:
    """Return the name of a tile, where its own first side points, and whether flipped.

    >>> from reductions.edge_matching import parse
    >>> _label(parse({"tiles": ["a b c d"]}), Placement("5", ((1, 1),), 3))
    '5W'
    """
    lattice = puzzle.lattice.name
    space = "" if lattice == "square" and placement.piece.isdecimal() else " "
    points = COMPASS[lattice][placement.turns or 0]
    return f"{plain(placement.piece)}{space}{points}{FLIPPED * placement.flipped}"


def _widths(puzzle: Puzzle, shown: Shown) -> tuple[int, int]:
    """Return the widths of the widest symbol and of the widest label."""
    lengths = [len(symbol) for symbols in shown.values() for symbol in symbols]
    labels = [len(_label(puzzle, placement)) for placement in shown]
    return max(lengths, default=1), max(labels, default=2)


def _shades(puzzle: Any) -> dict[str, int]:
    """Return a shade for each symbol; mates have the same."""
    mates = dict(puzzle.mates)
    used = dict.fromkeys(
        symbol for tile in puzzle.tiles for symbol in tile.edges + tile.back
    )
    pairs = dict.fromkeys(min(symbol, mates[symbol]) for symbol in used)
    shade = {symbol: k for k, symbol in enumerate(pairs)}
    return {plain(symbol): shade[min(symbol, mates[symbol])] for symbol in used}


def _boxes(puzzle: Puzzle, shown: Shown, paint: Paint, ascii: bool) -> str:
    widest, middle = _widths(puzzle, shown)
    width = 2 * widest + middle + 4
    shades = _shades(puzzle)
    canvas: dict[tuple[int, int], str] = {}
    lines: dict[tuple[int, int], int] = {}
    for row, column in puzzle.board:
        _frame(lines, 4 * row, (width + 1) * column, 4, width + 1)
    for placement, symbols in shown.items():
        label = _label(puzzle, placement)
        row, column = placement.cells[0]
        top, left = 4 * row, (width + 1) * column
        side = (width - widest) // 2
        for y, x, text, where in (
            (1, 1 + side, symbols[0].center(widest), 0),
            (2, 2, symbols[3].ljust(widest), 3),
            (2, 3 + widest, label.center(middle), None),
            (2, 4 + widest + middle, symbols[1].rjust(widest), 1),
            (3, 1 + side, symbols[2].center(widest), 2),
        ):
            _put(
                canvas,
                top + y,
                left + x,
                text,
                None if where is None else shades[symbols[where]],
                paint,
            )
    for spot, directions in lines.items():
        mark = CORNERS[directions]
        if ascii:
            mark = {"│": "|", "─": "-"}.get(mark, "+")
        canvas[spot] = mark
    return _rendered(canvas)


def _frame(
    lines: dict[tuple[int, int], int], top: int, left: int, height: int, width: int
) -> None:
    """Draw a box into `lines`, which tells the directions of the lines at each spot."""
    up, down, west, east = 1, 2, 4, 8
    for y in (top, top + height):
        for x in range(left, left + width + 1):
            lines[y, x] = (
                lines.get((y, x), 0)
                | (west if x > left else 0)
                | (east if x < left + width else 0)
            )
    for x in (left, left + width):
        for y in range(top, top + height + 1):
            lines[y, x] = (
                lines.get((y, x), 0)
                | (up if y > top else 0)
                | (down if y < top + height else 0)
            )


def _put(
    canvas: dict[tuple[int, int], str],
    y: int,
    x: int,
    text: str,
    shade: int | None,
    paint: Paint,
) -> None:
    for k, letter in enumerate(text):
        if shade is not None and letter != " ":
            letter = paint(letter, shade)
        canvas[y, x + k] = letter


def _rendered(canvas: Mapping[tuple[int, int], str]) -> str:
    """Return the lines of a canvas, moved to the left and to the top."""
    rows: dict[int, dict[int, str]] = {}
    for (y, x), text in canvas.items():
        rows.setdefault(y, {})[x] = text
    left = min(x for _, x in canvas)
    return "\n".join(
        "".join(
            rows.get(y, {}).get(x, " ")
            for x in range(left, max(rows.get(y, {left: ""})) + 1)
        ).rstrip()
        for y in range(min(rows), max(rows) + 1)
    )


def _hexagons(puzzle: Puzzle, shown: Shown, paint: Paint) -> str:
    widest, middle = _widths(puzzle, shown)
    half = widest + (middle + 6) // 2
    shades = _shades(puzzle)
    canvas: dict[tuple[int, int], str] = {}
    for row, column in puzzle.board:
        top, left = 3 * row, half * (2 * column + row % 2)
        for y, marks in enumerate(("/\\", "||", "\\/")):
            inset = y != 1
            _put(canvas, top + y, left + inset, marks[0], None, paint)
            _put(canvas, top + y, left + 2 * half - inset, marks[1], None, paint)
    for placement, symbols in shown.items():
        label = _label(puzzle, placement)
        row, column = placement.cells[0]
        top, left = 3 * row, half * (2 * column + row % 2)
        for y, right, other in ((0, 0, 5), (2, 2, 3)):
            _put(
                canvas,
                top + y,
                left + half - 1 - widest,
                symbols[other].rjust(widest),
                shades[symbols[other]],
                paint,
            )
            _put(
                canvas,
                top + y,
                left + half + 2,
                symbols[right],
                shades[symbols[right]],
                paint,
            )
        _put(canvas, top + 1, left + 2, symbols[4], shades[symbols[4]], paint)
        _put(
            canvas,
            top + 1,
            left + 2 * half - 1 - widest,
            symbols[1].rjust(widest),
            shades[symbols[1]],
            paint,
        )
        _put(canvas, top + 1, left + half - (len(label) - 1) // 2, label, None, paint)
    return _rendered(canvas)


def _triangles(puzzle: Puzzle, shown: Shown, paint: Paint) -> str:
    """Draw triangles: from the corner, two symbols, the label, the third symbol."""
    widest, middle = _widths(puzzle, shown)
    first = max(widest + 1, (middle - 1) // 2)  # the line of the two symbols
    height = first + 3
    shades = _shades(puzzle)
    canvas: dict[tuple[int, int], str] = {}
    for cell in puzzle.board:
        corner, line, x = _apex(puzzle, cell, height)
        for k in range(1, height):
            edges = "\\/" if line < 0 else "/\\"
            _put(canvas, corner + line * k, x - k, edges[0], None, paint)
            _put(canvas, corner + line * k, x + k, edges[1], None, paint)
        for k in range(-height, height + 1):
            mark = "+" if abs(k) == height else "-"
            _put(canvas, corner + line * height, x + k, mark, None, paint)
        _put(canvas, corner, x, "+", None, paint)
    for placement, symbols in shown.items():
        corner, line, x = _apex(puzzle, placement.cells[0], height)
        left, right, far = (symbols[k] for k in ((4, 2, 0) if line < 0 else (5, 1, 3)))
        label = _label(puzzle, placement)
        for k, text, at, shade in (
            (first, left, x - first + 1, shades[left]),
            (first, right, x + first - len(right), shades[right]),
            (first + 1, label, x - (len(label) - 1) // 2, None),
            (first + 2, far, x - (len(far) - 1) // 2, shades[far]),
        ):
            _put(canvas, corner + line * k, at, text, shade, paint)
    return _rendered(canvas)


def _apex(puzzle: Puzzle, cell: Cell, height: int) -> tuple[int, int, int]:
    """Return the line of a triangle's corner, whether up or down it goes on, and x."""
    row, column = cell
    down = 1 not in puzzle.lattice.around(cell)
    return (row + down) * height, -1 if down else 1, (column + 1) * height


# ---------------------------------------------------------------------------- letters


def _letters(puzzle: Puzzle, layout: Layout, paint: Paint) -> str:
    letters = _alphabet(puzzle, layout)
    shade = {placement: k for k, placement in enumerate(layout)}
    if len({p.piece for p in layout}) < len(layout):
        shade = {placement: ord(letters[placement][0]) for placement in layout}
    at = {cell: placement for placement in layout for cell in placement.cells}
    marks = {
        cell: paint(letters[at[cell]], shade[at[cell]]) if cell in at else "."
        for cell in puzzle.board
    }
    if puzzle.lattice.name == "cubic":
        picture = _layers(marks)
    elif puzzle.lattice.name == "triangular":
        picture = _pointed(marks)
    else:
        slant = puzzle.lattice.name == "hexagonal"
        picture = _rows(marks, slant, getattr(puzzle, "box", None))
    named: dict[str, list[str]] = {}
    for placement in layout:
        if letters[placement] != placement.piece:
            named.setdefault(plain(placement.piece), []).append(letters[placement])
    legend = [
        f"{' '.join(dict.fromkeys(marks))} = {name}" for name, marks in named.items()
    ]
    if named and len({placement.piece for placement in layout}) == 1 < len(layout) // 2:
        legend = [f"each letter is one {plain(layout[0].piece)}"]
    return "\n".join([picture, *(["", ", ".join(legend)] if legend else ())])


def _alphabet(puzzle: Puzzle, layout: Layout) -> dict[Placement, str]:
    """Return a letter for each placement: the name of its piece, if that is one.

    Those that share a name, and those with longer names, are dealt the other letters.
    """
    names = [placement.piece for placement in layout]
    if all(len(cells) == 1 for _, cells, _, _ in layout) and all(
        map(_is_letter, names)
    ):
        return {placement: placement.piece for placement in layout}
    own = {
        p: p.piece for p in layout if _is_letter(p.piece) and names.count(p.piece) == 1
    }
    letters = "".join(letter for letter in LETTERS if letter not in own.values())
    others = tuple(placement for placement in layout if placement not in own)
    if len(others) <= len(letters):
        return own | dict(zip(others, letters))
    return own | _dealt(puzzle, others, letters)


def _is_letter(name: str) -> bool:
    return len(name) == 1 and name.isprintable()


def _dealt(
    puzzle: Puzzle, layout: Sequence[Placement], letters: str
) -> dict[Placement, str]:
    """Return a letter for each placement that none of its neighbors has."""
    lattice = puzzle.lattice
    at = {
        lattice.vector(cell): placement
        for placement in layout
        for cell in placement.cells
    }
    dealt: dict[Placement, str] = {}
    for number, placement in enumerate(layout):
        near = {
            dealt.get(at.get(tuple([a + b for a, b in zip(vector, side)]), placement))
            for vector in map(lattice.vector, placement.cells)
            for side in lattice.sides
        }
        start = number % len(letters)
        order = letters[start:] + letters[:start]
        dealt[placement] = next((one for one in order if one not in near), order[0])
    return dealt


def _rows(marks: Mapping[Cell, str], slant: bool, box: tuple[int, int] | None) -> str:
    """Return the cells of a plane board, row by row; odd rows shifted if `slant`."""
    rows = [row for row, _ in marks]
    columns = [column for _, column in marks]
    first = min(columns) if not slant else min(2 * c + r % 2 for r, c in marks)
    lines = []
    for row in range(min(rows), max(rows) + 1):
        line = ""
        if slant:
            line = " " * (2 * min(columns) + row % 2 - first)
        cells = []
        for column in range(min(columns), max(columns) + 1):
            if box and column and column % box[1] == 0:
                cells.append("|")
            cells.append(marks.get((row, column), " "))
        if box and row and row % box[0] == 0:
            bars = "+".join("-" * (2 * box[1] + 1) for _ in range(box[0]))
            lines.append(bars[1:-1])
        lines.append((line + " ".join(cells)).rstrip())
    return "\n".join(lines)


def _pointed(marks: Mapping[Cell, str]) -> str:
    """Return the triangles of a board, row by row, with the sides between pieces.

    >>> print(_pointed({(0, 0): "A", (0, 1): "B", (0, 2): "B", (1, 1): "B"}))
    /A\\B B\\
      /B\\
    """
    rows = [row for row, _ in marks]
    columns = [column for _, column in marks]
    lines = []
    for row in range(min(rows), max(rows) + 1):
        line = ""
        for column in range(min(columns), max(columns) + 2):
            left, right = marks.get((row, column - 1)), marks.get((row, column))
            line += " " if left == right else "/\\"[(row + column) % 2]
            line += right or " "
        lines.append(line.rstrip())
    return "\n".join(lines)


def _layers(marks: Mapping[Cell, str]) -> str:
    """Return the cells of a board in space, its layers side by side, x to the right."""
    xs, ys, zs = (sorted(set(line)) for line in zip(*marks))
    width = 2 * len(xs) - 1
    heads = [f"z={z}".ljust(width) for z in zs]
    lines = ["   ".join(heads).rstrip()]
    for y in ys:
        layers = [" ".join(marks.get((x, y, z), " ") for x in xs) for z in zs]
        lines.append("   ".join(layers).rstrip())
    return "\n".join(lines)
