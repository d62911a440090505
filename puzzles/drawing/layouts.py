"""Layouts in a plane as a page: a slider goes through them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reductions import Layout, Puzzle

from . import scene_of
from .pages import html, slider, written
from .plane import LINE
from .scene import Area, Box, Label, Scene

__all__ = ["MOST_LAYOUTS", "MOST_SHAPES", "page"]

#: A page has not more layouts, nor (but for the first one) more areas and labels.
MOST_LAYOUTS, MOST_SHAPES = 1000, 20_000

#: How large the picture is at most, in dots of a screen, and what is around it; the
#: title and the slider have `ABOVE` and `BELOW`, and `LEAST` from side to side.
WIDE, TALL, MARGIN = 900, 520, 20
ABOVE, BELOW, LEAST = 60, 100, 480

AXIS = {"visible": False, "fixedrange": True}


def page(
    puzzle: Puzzle, layouts: Sequence[Layout], title: str, first: int = 1
) -> tuple[str, int]:
    """Return a page that shows layouts, and how many there was room for.

    Parameters
    ----------
    puzzle : Puzzle
    layouts : sequence of Layout
        At least one.
    title : str
    first : int
        The number of the first one.

    Raises
    ------
    ModuleNotFoundError
        Without plotly; the message says what to install.
    PuzzleError
        If the puzzle has no picture.
    """
    scenes: list[Scene] = []
    shapes = 0
    for layout in layouts[:MOST_LAYOUTS]:
        scene = scene_of(puzzle, layout)
        shapes += len(scene.shapes)
        if scenes and shapes > MOST_SHAPES:
            break
        scenes.append(scene)
    around = _around([scene.box for scene in scenes])
    dots = min(WIDE / around.width, TALL / around.height)
    wide = around.width * dots
    spare = max(0, LEAST - wide)
    drawn = [_drawn(scene, dots) for scene in scenes]
    steps = [
        {"label": str(number), "method": "relayout", "args": [picture]}
        for number, picture in enumerate(drawn, first)
    ]
    board: dict[str, Any] = {
        **drawn[0],
        "title": {"text": f"<b>{written(title)}</b>", "x": 0.02, "xanchor": "left"},
        "xaxis": {"range": [around.left, around.right], **AXIS},
        "yaxis": {"range": [around.bottom, around.top], **AXIS},
        "width": wide + spare + 2 * MARGIN,
        "height": around.height * dots + ABOVE + BELOW,
        "margin": {"l": MARGIN, "r": MARGIN + spare, "t": ABOVE, "b": BELOW},
        "plot_bgcolor": "#ffffff",
        "font": {"family": "sans-serif", "color": LINE},
    }
    if len(steps) > 1:
        board |= slider(steps, "layout ")
    figure = {"data": [], "layout": board}
    return html(figure, title), len(scenes)


def _around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes)
    rim = 0.04  # half of a line that lies on the edge
    return Box(min(lefts) - rim, min(tops) - rim, max(rights) + rim, max(bottoms) + rim)


def _drawn(scene: Scene, dots: float) -> dict[str, Any]:
    """Return a scene as shapes and annotations of plotly; a unit is so many dots."""
    areas = [_area(s, dots) for s in scene.shapes if isinstance(s, Area)]
    labels = [_label(s, dots) for s in scene.shapes if isinstance(s, Label)]
    return {"shapes": areas, "annotations": labels}


def _area(area: Area, dots: float) -> dict[str, Any]:
    return {
        "type": "path",
        "path": "".join(
            "M" + "L".join(f"{x:.6g},{y:.6g}" for x, y in loop) + "Z"
            for loop in area.loops
        ),
        "fillcolor": area.fill or "rgba(0,0,0,0)",
        "line": {
            "color": area.line or "rgba(0,0,0,0)",
            "width": round(area.width * dots, 2) if area.line else 0,
            "dash": "dash" if area.dashed else "solid",
        },
    }


def _label(label: Label, dots: float) -> dict[str, Any]:
    x, y = label.point
    text = written(label.text)
    return {
        "x": x,
        "y": y,
        "text": f"<b>{text}</b>" if label.bold else text,
        "showarrow": False,
        "font": {"size": max(1, round(label.size * dots, 1)), "color": label.color},
    }
