"""Scenes as elements of an SVG, without any library."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from dlx.showing.svg import element

from .scene import Area, Label, Shape

__all__ = ["elements"]


def elements(shapes: Iterable[Shape]) -> str:
    """Return shapes as SVG elements, in the order of drawing.

    Examples
    --------
    >>> elements([Area((((0, 0), (1, 0), (1, 1)),), "#ffffff")])
    '<path d="M0 0L1 0L1 1Z" fill="#ffffff"/>'
    """
    return "\n".join(
        _area(shape) if isinstance(shape, Area) else _label(shape) for shape in shapes
    )


def _area(area: Area) -> str:
    way = "".join(
        "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in loop) + "Z" for loop in area.loops
    )
    return element(
        "path",
        d=way,
        fill=area.fill or "none",
        stroke=area.line or None,
        stroke_width=area.width if area.line else None,
        stroke_dasharray="0.08 0.08" if area.dashed else None,
        stroke_linejoin="round" if area.line else None,
    )


def _label(label: Label) -> str:
    x, y = label.point
    return element(
        "text",
        escape(label.text),
        x=x,
        y=y + 0.36 * label.size,  # half the height of a capital
        font_size=label.size,
        fill=label.color,
        font_weight="bold" if label.bold else None,
        text_anchor="middle",
    )
