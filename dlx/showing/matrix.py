"""The matrix of a problem as SVG: a row an option, a column an item.

The same picture lies below the links of a page (`dlx.showing.page`), which finds what
it needs by the classes and numbers of its elements: ``c3`` is the column of the item of
number 3 and ``h3`` its name, ``b5`` the band of an option, ``r5`` its name and ``o5``
its entries; ``e7`` is the entry of number 7, counted through all options in order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from ..errors import FormatError
from ..problem import Name, Problem
from ..text import times
from .svg import FONT, element, label, picture, short, wide

__all__ = ["MOST_ENTRIES", "MOST_OPTIONS", "Places", "matrix_svg", "refuse"]

#: Larger problems are not drawn: nobody could read them.
MOST_OPTIONS, MOST_ITEMS, MOST_ENTRIES = 750, 750, 8000

#: So many letters of a name are written.
MOST = 26

MARGIN = 12.0

#: How a picture in a file looks; a page has colors of its own.
STYLE = """
rect.column { fill: #f3f6f8 } .secondary rect.column { fill: #f8f3ee }
.name { fill: #222222 } .secondary .name { font-style: italic }
.ground { fill: #ffffff } .band { fill: none } .row { stroke: #e2e2e2; stroke-width: 1 }
.entry { fill: #ffffff; stroke: #666666; stroke-width: 1.2 }
.color { fill: #222222 } .mark { fill: #0072b2 }
.chosen .band { fill: #cfe4f3 } .chosen .name { font-weight: bold; fill: #00304d }
.chosen .entry { fill: #0072b2; stroke: #00304d } .chosen .color { fill: #ffffff }
"""


class Places(NamedTuple):
    """Where things are drawn.

    Attributes
    ----------
    cell : float
        From one row, or column, to the next.
    x : list of float
        The middle of each item's column.
    y : list of float
        The middle of each option's row.
    head : float
        How far down the heads of the columns are.
    root : float
        How far to the right the root of the ring of items is.
    width, height : float
    letter : float
        The size of letters.
    upright : bool
        Whether the names of items stand upright, since all are short.
    """

    cell: float
    x: list[float]
    y: list[float]
    head: float
    root: float
    width: float
    height: float
    letter: float
    upright: bool


def refuse(problem: Problem, what: str) -> None:
    """Raise an error if a problem is too large to be drawn.

    Examples
    --------
    >>> problem = Problem([[k] for k in range(1000)])
    >>> refuse(problem, "a page")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    dlx.errors.FormatError: a page is for up to 750 options; this problem has 1000, ...
    """
    for number, most, units in (
        (len(problem.names), MOST_OPTIONS, "options"),
        (len(problem.primary) + len(problem.secondary), MOST_ITEMS, "items"),
        (sum(map(len, problem.entries)), MOST_ENTRIES, "entries"),
    ):
        if number > most:
            raise FormatError(f"{what} is for up to {most} {units}; this problem has "
                              f"{number}, for which there are --steps and --tree")


def places(problem: Problem, room: int = 0) -> Places:
    """Return where the items and options of a problem are drawn.

    `room` is for how many letters there is room behind the names of items.
    """
    items = problem.primary + problem.secondary
    large = max(len(items), len(problem.names))
    cell = 26.0 if large <= 24 else 20.0 if large <= 80 else 14.0
    letter = min(14.0, cell - 4)
    names = max((wide(row_name(name), letter) for name in problem.names), default=0.0)
    heads = max((wide(head_name(problem, k) + room * " ", letter)
                 for k in range(len(items))), default=0.0)
    upright = heads <= cell
    if upright:
        heads = letter
    root = MARGIN + 1.4 * letter + names + 1.2 * cell
    first = root + 1.2 * cell
    gap = 0.8 * cell  # before the secondary items
    x = [first + k * cell + (gap if k >= len(problem.primary) else 0)
         for k in range(len(items))]
    head = MARGIN + heads + 1.6 * cell
    y = [head + (k + 1.3) * cell for k in range(len(problem.names))]
    return Places(cell, x, y, head, root, max([root, *x]) + cell + MARGIN,
                  max([head, *y]) + cell + MARGIN, letter, upright)


def row_name(name: Name) -> str:
    """Return what stands before the row of an option."""
    return short(label(name), MOST)


def head_name(problem: Problem, number: int) -> str:
    """Return what stands above the column of an item."""
    item = (problem.primary + problem.secondary)[number]
    return short(times(problem, item) + label(item), MOST)


def matrix_svg(problem: Problem, chosen: Sequence[Name] = (), line: str = "") -> str:
    """Return the text of an SVG file with the matrix, chosen options marked.

    Raises
    ------
    FormatError
        If the problem is too large to be drawn.

    Examples
    --------
    >>> matrix_svg(Problem({"r1": ["a"], "r2": ["a"]}), ["r2"]).count("▶")
    1
    """
    refuse(problem, "a picture of the matrix")
    at = places(problem)
    below = 2.0 * at.letter if line else 0.0
    width = max(at.width, wide(line, at.letter) + 2 * MARGIN)
    content = [element("style", STYLE),
               element("rect", width="100%", height="100%", fill="#ffffff"),
               *drawn(problem, at, set(chosen))]
    if line:
        content.append(element("text", escape(line), class_="name", x=MARGIN,
                               y=at.height + at.letter))
    return picture((0, 0, width, at.height + below), "\n".join(content), width=width,
                   height=at.height + below, font_family=FONT,
                   font_size=at.letter) + "\n"


def drawn(problem: Problem, at: Places, chosen: Collection[Name] = ()) -> Iterator[str]:
    """Yield the elements of the matrix; links are to be drawn where `links` stands.

    The names come last and have a ground of their own, so that a page can keep them in
    sight while the rest is scrolled away below them.
    """
    items = range(len(problem.primary) + len(problem.secondary))
    options = list(enumerate(problem.names))
    yield _group([_column(problem, at, k) for k in items], "columns")
    yield _group([_band(at, k, name in chosen) for k, name in options], "bands")
    yield '<g id="links"></g>'
    yield _group(_entries(problem, at, chosen), "entries")
    left = at.root - 0.8 * at.cell
    yield _group([_ground(left, at.height)]
                 + [_row_name(problem, at, k, name in chosen) for k, name in options],
                 "rows")
    yield _group([_ground(at.width, at.head)]
                 + [_head_name(problem, at, k) for k in items], "heads")


def _group(elements: Iterable[str], name: str) -> str:
    return element("g", "\n".join(elements), id=name)


def _ground(width: float, height: float) -> str:
    return element("rect", class_="ground", width=width, height=height)


def _kind(problem: Problem, number: int) -> str:
    return "item primary" if number < len(problem.primary) else "item secondary"


def _column(problem: Problem, at: Places, number: int) -> str:
    return element(
        "g", element("rect", class_="column", x=at.x[number] - at.cell / 2 + 1,
                     y=at.head, width=at.cell - 2,
                     height=at.height - MARGIN - at.head),
        id=f"c{number}", class_=_kind(problem, number))


def _head_name(problem: Problem, at: Places, number: int) -> str:
    """Return the name of an item: upright if all are short, else turned."""
    x, y = at.x[number], at.head - 1.2 * at.cell
    item = (problem.primary + problem.secondary)[number]
    kind = _kind(problem, number)
    if at.upright:
        turned = f"translate({x:.1f} {y:.1f})"
    else:
        turned = f"translate({x + at.letter / 3:.1f} {y:.1f}) rotate(-90)"
    return element(
        "g", element("title", escape(f"{kind[5:]} item {label(item)}"))
        + element("text", escape(head_name(problem, number)), class_="name",
                  transform=turned, text_anchor="middle" if at.upright else None),
        id=f"h{number}", class_=kind)


def _band(at: Places, number: int, chosen: bool) -> str:
    y = at.y[number]
    return element(
        "g", element("rect", class_="band", x=0.0, y=y - at.cell / 2, width=at.width,
                     height=at.cell)
        + element("path", class_="row",
                  d=f"M{at.root - 0.8 * at.cell:.1f} {y:.1f}H{at.width - MARGIN:.1f}"),
        id=f"b{number}", class_="option chosen" if chosen else "option")


def _row_name(problem: Problem, at: Places, number: int, chosen: bool) -> str:
    """Return the name of an option, with room for a mark before it."""
    name, y = problem.names[number], at.y[number] + at.letter / 3
    cost = problem.costs.get(name, 0)
    told = f"option {label(name)}" + (f", cost {cost:g}" if cost else "")
    right = at.root - 1.2 * at.cell
    return element(
        "g", element("title", escape(told))
        + element("rect", class_="band", x=0.0, y=at.y[number] - at.cell / 2,
                  width=at.root - 0.8 * at.cell, height=at.cell)
        + element("text", "▶" if chosen else "", class_="mark", x=MARGIN, y=y)
        + element("text", escape(row_name(name)), class_="name", x=right, y=y,
                  text_anchor="end"),
        id=f"r{number}", class_="option chosen" if chosen else "option")


def _entries(problem: Problem, at: Places, chosen: Collection[Name]) -> Iterator[str]:
    """Yield the entries of each option: a square, a circle in the columns of secondary
    items, and the color that the item is given."""
    number = 0
    for row, (name, pairs) in enumerate(zip(problem.names, problem.entries)):
        colors = list(problem.options[name].values())
        parts = []
        for (item, _), color in zip(pairs, colors):
            parts.append(_entry(problem, at, number, row, item, color))
            number += 1
        yield element("g", "".join(parts), id=f"o{row}",
                      class_="option chosen" if name in chosen else "option")


def _entry(problem: Problem, at: Places, number: int, row: int, item: int,
           color: object) -> str:
    x, y = at.x[item], at.y[row]
    half = 0.32 * at.cell
    if color is None:
        inner = ""
    else:
        text = short(label(color), 3)
        size = min(0.55 * at.cell, 0.8 * at.cell / (0.62 * len(text)))
        inner = element("title", escape(f"color {label(color)}"))
        inner += element("text", escape(text), class_="color", x=x, y=y + size / 3,
                         font_size=size, text_anchor="middle")
    if item >= len(problem.primary):
        radius = 0.44 * at.cell if inner else half
        shape = element("circle", class_="entry", cx=x, cy=y, r=radius)
    else:
        shape = element("rect", class_="entry", x=x - half, y=y - half, width=2 * half,
                        height=2 * half, rx=2)
    return element("g", shape + inner, id=f"e{number}")
