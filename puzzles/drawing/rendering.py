"""Scenes as files, by matplotlib: SVG, PNG and PDF.

The same scene gives the same bytes: no dates, no settings of the user's, a font that
matplotlib brings along, and fixed names inside of an SVG.
"""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import TYPE_CHECKING

from .scene import Area, Label, Point, Scene

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

__all__ = ["ENDINGS", "needed", "rendered"]

#: The formats, as the endings of files.
ENDINGS = (".svg", ".png", ".pdf")

#: What fits on a sheet of paper, in inches; a unit is not larger than `LARGEST`, and
#: where cells are many, the picture is larger than a sheet, up to `MOST`.
SHEET = 7.5, 10.0
LARGEST = 2.0
MOST = 40.0
MARGIN = 0.15

DOTS = 150  # an inch, of a PNG

FONT = "DejaVu Sans"


def needed() -> None:
    """Raise `ModuleNotFoundError`, with what to do, if matplotlib is not there.

    Examples
    --------
    >>> needed()  # it is there, where the extra ``draw`` is installed
    """
    try:
        import matplotlib.figure  # noqa: F401
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        raise ModuleNotFoundError(
            f"pictures need {missing}: pip install 'tilewright[draw]'", name=missing
        ) from None


def rendered(scene: Scene, ending: str) -> bytes:
    """Return a scene as the content of a file with an ending of `ENDINGS`."""
    needed()
    import matplotlib
    from matplotlib.figure import Figure

    box = scene.box
    inches = scale(scene)
    wide, tall = box.width * inches + 2 * MARGIN, box.height * inches + 2 * MARGIN
    out = BytesIO()
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        matplotlib.rcParams["svg.hashsalt"] = "tilewright"
        matplotlib.rcParams["font.family"] = FONT
        _tell_missing(scene)
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = Figure(figsize=(wide, tall), dpi=DOTS, facecolor="#ffffff")
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.axis("off")
        margin = MARGIN / inches
        axes.set_xlim(box.left - margin, box.right + margin)
        axes.set_ylim(box.bottom + margin, box.top - margin)
        for order, shape in enumerate(scene.shapes):
            if isinstance(shape, Area):
                _add_area(axes, shape, inches, order)
            else:
                _add_label(axes, shape, inches, order)
        figure.savefig(out, format=ending[1:], metadata=_metadata(ending))
    return out.getvalue()


def scale(scene: Scene) -> float:
    """Return how many inches a unit is.

    >>> scale(Scene((Area((((0, 0), (10, 0), (10, 10)),)),)))
    0.75
    """
    box = scene.box
    wide, tall = max(box.width, 1e-9), max(box.height, 1e-9)
    fitting = min(SHEET[0] / wide, SHEET[1] / tall, LARGEST)
    return min(max(fitting, scene.least), MOST / wide, MOST / tall)


def _metadata(ending: str) -> dict[str, None]:
    """Return what is left out, since it would differ from day to day."""
    return {
        ".svg": {"Date": None},
        ".pdf": {"CreationDate": None},
        ".png": {"Software": None},
    }[ending]


def _add_area(axes: Axes, area: Area, inches: float, order: int) -> None:
    from matplotlib.patches import PathPatch

    axes.add_patch(
        PathPatch(
            _path(area.loops),
            facecolor=area.fill or "none",
            edgecolor=area.line or "none",
            linewidth=area.width * inches * 72 if area.line else 0,
            linestyle=(0, (3, 3)) if area.dashed else "solid",
            joinstyle="round",
            capstyle="round",
            zorder=order,
        )
    )


def _path(loops: tuple[tuple[Point, ...], ...]) -> Path:
    """Return loops as one path; a loop of two points is a line, without an inside."""
    from matplotlib.path import Path

    return Path.make_compound_path(
        *(Path([*loop, loop[0]], closed=True) for loop in loops)
    )


def _add_label(axes: Axes, label: Label, inches: float, order: int) -> None:
    points = label.size * inches * 72
    if points < 0.5:  # nobody could read it
        return
    x, y = label.point
    axes.text(
        x,
        y + 0.36 * label.size,  # half the height of a capital
        label.text,
        fontsize=points,
        fontweight="bold" if label.bold else "normal",
        color=label.color,
        horizontalalignment="center",
        verticalalignment="baseline",
        parse_math=False,
        zorder=order,
    )


def _tell_missing(scene: Scene) -> None:
    """Warn of characters that the font does not have."""
    from matplotlib.font_manager import findfont, get_font

    known = get_font(findfont(FONT)).get_charmap()
    letters = dict.fromkeys(
        letter for s in scene.shapes if isinstance(s, Label) for letter in s.text
    )
    missing = "".join(letter for letter in letters if ord(letter) not in known)
    if missing:
        warnings.warn(
            f"the font has no {' '.join(missing[:20])}; boxes stand for them",
            stacklevel=4,
        )
