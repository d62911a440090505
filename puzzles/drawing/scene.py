"""A picture as data: areas, lines and labels on paper, in the order of drawing.

Nothing here knows how a picture becomes a file, so that a picture can be looked at, and
tested, as what it is.  Lengths are in units of the picture, about a cell each; x runs
to the right and y runs down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

__all__ = [
    "Area",
    "Box",
    "Label",
    "Point",
    "Scene",
    "Shape",
    "arranged",
    "moved",
    "size",
]

Point = tuple[float, float]

#: How wide a letter is at most, on average, as a part of its size.
LETTER = 0.68


class Area(NamedTuple):
    """A region that is filled, or has a line around it, or both.

    Attributes
    ----------
    loops : tuple of loops
        The lines around it, each a tuple of points; one that runs the other way around
        is a hole.
    fill, line : str
        Colors; nothing where there is none.
    width : float
        Of the line.
    dashed : bool
    what : str
        What it shows, such as ``"tile"`` or ``"piece"``.
    of : object
        Of which tile, cell or piece.
    """

    loops: tuple[tuple[Point, ...], ...]
    fill: str = ""
    line: str = ""
    width: float = 0.03
    dashed: bool = False
    what: str = ""
    of: object = None


class Label(NamedTuple):
    """A line of text, its middle at a point.

    Attributes
    ----------
    point : Point
    text : str
    size : float
        Of its letters.
    color : str
    bold : bool
    what, of
        As for `Area`.
    """

    point: Point
    text: str
    size: float
    color: str = "#000000"
    bold: bool = False
    what: str = ""
    of: object = None


Shape = Area | Label


class Box(NamedTuple):
    """What a picture takes of the paper."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


class Scene(NamedTuple):
    """A picture.

    Attributes
    ----------
    shapes : tuple of shapes
        What comes later lies on top.
    least : float
        How many inches a unit has to be, so that all can be read.

    Examples
    --------
    >>> Scene((Area((((0, 0), (2, 0), (2, 1)),)),)).box
    Box(left=0, top=0, right=2, bottom=1)
    """

    shapes: tuple[Shape, ...]
    least: float = 0.2

    @property
    def box(self) -> Box:
        xs, ys = zip(*(point for shape in self.shapes for point in _extent(shape)))
        return Box(min(xs), min(ys), max(xs), max(ys))

    def areas(self, what: str) -> list[Area]:
        """Return the areas that show something."""
        return [s for s in self.shapes if isinstance(s, Area) and s.what == what]

    def labels(self, what: str) -> list[Label]:
        """Return the labels that say something."""
        return [s for s in self.shapes if isinstance(s, Label) and s.what == what]


def _extent(shape: Shape) -> Iterator[Point]:
    if isinstance(shape, Area):
        for loop in shape.loops:
            yield from loop
    else:
        x, y = shape.point
        half = LETTER * shape.size * len(shape.text) / 2
        yield x - half, y - 0.6 * shape.size
        yield x + half, y + 0.6 * shape.size


def size(text: str, room: float, most: float) -> float:
    """Return the size of the letters of a text that has so much room."""
    return min(most, room / (LETTER * max(len(text), 1)))


def moved(shapes: Iterable[Shape], right: float, down: float) -> list[Shape]:
    """Return the shapes somewhere else."""
    found: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Area):
            loops = tuple(
                tuple((x + right, y + down) for x, y in loop) for loop in shape.loops
            )
            found.append(shape._replace(loops=loops))
        else:
            x, y = shape.point
            found.append(shape._replace(point=(x + right, y + down)))
    return found


def arranged(
    parts: Sequence[Sequence[Shape]], columns: int, gap: float = 0.6
) -> list[Shape]:
    """Return pictures put in rows of so many columns, each in the middle of its place.

    Examples
    --------
    >>> letter = Label((5.0, 5.0), "a", 1.0)
    >>> [round(s.point[1], 6) for s in arranged([[letter], [letter]], 1, gap=1.0)]
    [0.6, 2.8]
    """
    boxes = [Scene(tuple(part)).box for part in parts]
    lefts = _ends(
        [[box.width for box in boxes[k::columns]] for k in range(columns)], gap
    )
    rows: list[list[float]] = [[] for _ in boxes[::columns]]
    for k, box in enumerate(boxes):
        rows[k // columns].append(box.height)
    tops = _ends(rows, gap)
    placed: list[Shape] = []
    for k, (part, box) in enumerate(zip(parts, boxes)):
        row, column = divmod(k, columns)
        left = (lefts[column] + lefts[column + 1] - gap - box.width) / 2
        top = (tops[row] + tops[row + 1] - gap - box.height) / 2
        placed += moved(part, left - box.left, top - box.top)
    return placed


def _ends(lengths: Iterable[Sequence[float]], gap: float) -> list[float]:
    """Return where lines begin that have room for the longest in each."""
    ends = [0.0]
    for line in lengths:
        ends.append(ends[-1] + max(line, default=-gap) + gap)
    return ends
