"""A search tree as PNG, by matplotlib."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from ..errors import DlxError
from .tree_picture import COLORS, HALF, INK, LINE, MARGIN, SIZE, Edge, Mark, Paper

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Dots of the file for each unit, as long as no side has more than `MOST` of them.
SCALE, MOST = 2.0, 20_000

DOTS = 100  # an inch


def needed() -> None:
    """Raise an error that says what to do, if matplotlib is not there."""
    try:
        import matplotlib.figure  # noqa: F401
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        raise DlxError(f"a picture in .png needs {missing}: pip install "
                       "'tilewright[draw]'; one in .svg does not") from None


def tree_png(paper: Paper) -> bytes:
    """Return a tree on paper as the content of a PNG file.

    Raises
    ------
    DlxError
        Without matplotlib; the message says what to install.
    """
    needed()
    import matplotlib
    from matplotlib.figure import Figure

    scale = min(SCALE, MOST / paper.width, MOST / paper.height)
    out = BytesIO()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams["font.family"] = "DejaVu Sans Mono"
        matplotlib.rcParams["font.size"] = SIZE * scale * 72 / DOTS
        matplotlib.rcParams["lines.linewidth"] = 1.4 * scale * 72 / DOTS
        matplotlib.rcParams["patch.linewidth"] = 1.4 * scale * 72 / DOTS
        inches = paper.width * scale / DOTS, paper.height * scale / DOTS
        figure = Figure(figsize=inches, dpi=DOTS, facecolor="#ffffff")
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.axis("off")
        axes.set_xlim(0, paper.width)
        axes.set_ylim(paper.height, 0)
        for edge in paper.edges:
            _edge(axes, edge)
        for mark in paper.marks:
            _mark(axes, mark)
        for number, line in enumerate(reversed(paper.lines)):
            _text(axes, line, MARGIN, paper.height - MARGIN - 1.6 * SIZE * number, INK)
        figure.savefig(out, format="png", metadata={"Software": None})
    return out.getvalue()


def _edge(axes: Axes, edge: Edge) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    half = (edge.x + edge.bend) / 2
    way = Path([(edge.x, edge.y), (half, edge.y), (half, edge.down),
                (edge.bend, edge.down), (edge.end, edge.down)],
               [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4, Path.LINETO])
    axes.add_patch(PathPatch(way, facecolor="none", edgecolor=LINE))
    _text(axes, edge.text, edge.bend + 6, edge.down - 4, INK)


def _mark(axes: Axes, mark: Mark) -> None:
    from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

    fill, line, ink = COLORS[mark.kind]
    x, y = mark.x, mark.y
    if mark.kind == "found":
        axes.add_patch(Circle((x + HALF, y), HALF, facecolor=fill, edgecolor=line,
                              zorder=2))
        _sign(axes, [(x + 5, y + 0.5), (x + 8.6, y + 4.5), (x + 15.2, y - 3.5)])
    elif mark.kind == "stuck":
        axes.add_patch(Rectangle((x, y - HALF), 2 * HALF, 2 * HALF, facecolor=fill,
                                 edgecolor=line, zorder=2))
        _sign(axes, [(x + 5, y - 5), (x + 15, y + 5)])
        _sign(axes, [(x + 15, y - 5), (x + 5, y + 5)])
    else:
        round = HALF if mark.kind == "branch" else 3
        axes.add_patch(FancyBboxPatch(
            (x, y - HALF), mark.width, 2 * HALF, facecolor=fill, edgecolor=line,
            boxstyle=f"round,pad=0,rounding_size={round}", zorder=2,
            linestyle="solid" if mark.kind == "branch" else (0, (4, 3))))
    left = x + 2 * HALF + 6 if mark.beside else x + 7
    _text(axes, mark.text, left, y + SIZE / 3, ink)


def _sign(axes: Axes, points: list[tuple[float, float]]) -> None:
    xs, ys = zip(*points)
    axes.plot(xs, ys, color="#ffffff", zorder=3)


def _text(axes: Axes, text: str, x: float, y: float, color: str) -> None:
    axes.text(x, y, text, color=color, parse_math=False, zorder=4,
              verticalalignment="baseline")
