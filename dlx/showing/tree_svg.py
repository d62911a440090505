"""A search tree as SVG."""

from __future__ import annotations

from html import escape

from .svg import FONT, element, picture
from .tree_picture import COLORS, HALF, INK, LINE, MARGIN, SIZE, Edge, Mark, Paper

__all__ = ["tree_svg"]


def tree_svg(paper: Paper) -> str:
    """Return a tree on paper as the text of an SVG file.

    Examples
    --------
    >>> from dlx.showing.tree import search_tree
    >>> from dlx.showing.tree_picture import paper
    >>> tree_svg(paper(search_tree([["a"]]), [])).count('class="found"')
    1
    """
    parts = [element("rect", width="100%", height="100%", fill="#ffffff")]
    parts += map(_edge, paper.edges)
    parts += map(_mark, paper.marks)
    for number, line in enumerate(reversed(paper.lines)):
        y = paper.height - MARGIN - 1.6 * SIZE * number
        parts.append(_text(line, MARGIN, y, INK))
    return picture((0, 0, paper.width, paper.height), "\n".join(parts),
                   font_family=FONT, font_size=SIZE, width=paper.width,
                   height=paper.height) + "\n"


def _edge(edge: Edge) -> str:
    half = (edge.bend - edge.x) / 2
    way = (f"M{edge.x:.1f} {edge.y:.1f}c{half:.1f} 0 {half:.1f} "
           f"{edge.down - edge.y:.1f} {2 * half:.1f} {edge.down - edge.y:.1f}"
           f"H{edge.end:.1f}")
    return element("g", element("title", escape(edge.full))
                   + element("path", d=way, fill="none", stroke=LINE, stroke_width=1.4)
                   + _text(edge.text, edge.bend + 6, edge.down - 4, INK),
                   class_="option")


def _mark(mark: Mark) -> str:
    fill, line, ink = COLORS[mark.kind]
    x, y = mark.x, mark.y
    style = {"fill": fill, "stroke": line, "stroke_width": 1.4}
    if mark.beside:
        white = {"stroke": "#ffffff", "stroke_width": 2.4, "fill": "none"}
        if mark.kind == "found":
            shape = element("circle", cx=x + HALF, cy=y, r=HALF, **style)
            sign = f"M{x + 5:.1f} {y + .5:.1f}l3.6 4 6.6 -8"
        else:
            shape = element("rect", x=x, y=y - HALF, width=2 * HALF, height=2 * HALF,
                            **style)
            sign = f"M{x + 5:.1f} {y - 5:.1f}l10 10m0 -10l-10 10"
        content = (shape + element("path", d=sign, **white)
                   + _text(mark.text, x + 2 * HALF + 6, y + SIZE / 3, ink))
    else:
        dashed = None if mark.kind == "branch" else "4 3"
        content = element("rect", x=x, y=y - HALF, width=mark.width, height=2 * HALF,
                          rx=HALF if mark.kind == "branch" else 3,
                          stroke_dasharray=dashed, **style)
        content += _text(mark.text, x + 7, y + SIZE / 3, ink)
    return element("g", element("title", escape(mark.full)) + content, class_=mark.kind)


def _text(text: str, x: float, y: float, color: str) -> str:
    if not text:
        return ""
    return element("text", escape(text), x=x, y=y, fill=color)
