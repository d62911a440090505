"""Layouts as text: tiles as boxes, other pieces as a letter a cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import ascii_letters, digits
from typing import Any

from dlx.terminal import plain
from reductions import Layout, Placement, Puzzle
from reductions.lattice import Cell

__all__ = ["draw"]

#: Which way a tile's own first side points after some turns.
COMPASS = {4: ("N", "E", "S", "W"), 6: ("NE", "E", "SE", "SW", "W", "NW")}

# Corners of boxes, by the lines that leave them: up, down, left, right.
CORNERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"

#: Background colors of a terminal that go with black letters.
SHADES = (217, 156, 153, 229, 183, 116, 216, 194, 189, 223, 152, 251)

Paint = Callable[[str, int], str]


def draw(
    puzzle: Puzzle, layout: Layout, *, color: bool = False, ascii: bool = False
) -> str:
    """Draw a layout as text.

    A square tile is a box with its symbols around its name and a letter that tells
    where its own top points; other pieces are a letter a cell, in space layer by layer.
    Options without a place are lines of their items.

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
    if not puzzle.board:
        return _options(puzzle, layout)
    tiles: Iterable[Any] = getattr(puzzle, "tiles", ())
    edges = {tile.name: tuple(map(plain, tile.edges)) for tile in tiles}
    if edges and puzzle.lattice.name == "square":
        return _boxes(puzzle, layout, edges, paint, ascii)
    if edges:
        return _hexagons(puzzle, layout, edges, paint)
    return _letters(puzzle, layout, paint)


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


def _around(placement: Placement, edges: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the symbols around a tile as it lies, clockwise from the top."""
    symbols = edges[placement.piece]
    return [
        symbols[(k - (placement.turns or 0)) % len(symbols)]
        for k in range(len(symbols))
    ]


def _label(placement: Placement, sides: int) -> str:
    """Return the name of a tile, and where its own top points.

    >>> _label(Placement("5", ((1, 1),), 3), 4)
    '5W'
    """
    space = "" if sides == 4 and placement.piece.isdecimal() else " "
    return f"{plain(placement.piece)}{space}{COMPASS[sides][placement.turns or 0]}"


def _shades(puzzle: Any) -> dict[str, int]:
    """Return a shade for each symbol; mates have the same."""
    mates = dict(puzzle.mates)
    used = dict.fromkeys(symbol for tile in puzzle.tiles for symbol in tile.edges)
    pairs = dict.fromkeys(min(symbol, mates[symbol]) for symbol in used)
    shade = {symbol: k for k, symbol in enumerate(pairs)}
    return {plain(symbol): shade[min(symbol, mates[symbol])] for symbol in used}


def _boxes(
    puzzle: Puzzle,
    layout: Layout,
    edges: Mapping[str, tuple[str, ...]],
    paint: Paint,
    ascii: bool,
) -> str:
    labels = [_label(placement, 4) for placement in layout]
    widest = max(len(symbol) for symbols in edges.values() for symbol in symbols)
    middle = max(map(len, labels))
    width = 2 * widest + middle + 4
    shades = _shades(puzzle)
    canvas: dict[tuple[int, int], str] = {}
    lines: dict[tuple[int, int], int] = {}
    for placement, label in zip(layout, labels):
        row, column = placement.cells[0]
        top, left = 4 * row, (width + 1) * column
        symbols = _around(placement, edges)
        _frame(lines, top, left, 4, width + 1)
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


def _hexagons(
    puzzle: Puzzle, layout: Layout, edges: Mapping[str, tuple[str, ...]], paint: Paint
) -> str:
    labels = [_label(placement, 6) for placement in layout]
    widest = max(len(symbol) for symbols in edges.values() for symbol in symbols)
    middle = max(map(len, labels))
    half = widest + (middle + 6) // 2
    shades = _shades(puzzle)
    canvas: dict[tuple[int, int], str] = {}
    for placement, label in zip(layout, labels):
        row, column = placement.cells[0]
        top, left = 3 * row, half * (2 * column + row % 2)
        symbols = _around(placement, edges)
        for y, marks, right, other in ((0, "/\\", 0, 5), (2, "\\/", 2, 3)):
            _put(canvas, top + y, left + 1, marks[0], None, paint)
            _put(canvas, top + y, left + 2 * half - 1, marks[1], None, paint)
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
        for x in (0, 2 * half):
            _put(canvas, top + 1, left + x, "|", None, paint)
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
    letters = "".join(
        letter
        for letter in ascii_letters[26:] + ascii_letters[:26] + digits
        if letter not in own.values()
    )
    others = tuple(placement for placement in layout if placement not in own)
    if len(others) <= len(letters):
        return own | dict(zip(others, letters))
    return own | _dealt(puzzle, others, letters)


def _is_letter(name: str) -> bool:
    return len(name) == 1 and name.isprintable()


def _dealt(puzzle: Puzzle, layout: Layout, letters: str) -> dict[Placement, str]:
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
