"""Pictures as SVG text, written element by element, whatever names hold."""

from __future__ import annotations

from html import escape

from ..errors import shown
from ..terminal import plain

__all__ = ["element", "label", "picture", "short", "wide"]

#: How wide a letter of the fixed-width fonts is, as a part of its size.
LETTER = 0.605

FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


def label(value: object) -> str:
    """Return an item, an option's name or a color as one line of text to read.

    Examples
    --------
    >>> label("cell 0,2"), label(("row", 3)), label("a\\x1b[2J")
    ('cell 0,2', "('row', 3)", 'a\\\\x1b[2J')
    """
    if isinstance(value, str):
        return plain(value)
    text = plain(shown(value))
    # What has a name of its own is shown in angle brackets; these say nothing here.
    return text[1:-1] if text[:1] + text[-1:] == "<>" and len(text) > 2 else text


def short(text: str, most: int) -> str:
    """Return a text of so many letters at most.

    >>> short("diagonal", 5), short("row", 5)
    ('diag…', 'row')
    """
    return text if len(text) <= most else text[:most - 1] + "…"


def wide(text: str, size: float) -> float:
    """Return how wide a text is about, in letters of that size.

    Examples
    --------
    >>> wide("item", 10) == 4 * wide("x", 10)
    True
    """
    return LETTER * size * len(text)


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """Return an element; what is in `content` is written already.

    An underscore at the end of an attribute's name is left out, others become hyphens.

    Examples
    --------
    >>> element("text", escape("a<b"), x=1.5, class_="item", text_anchor="end")
    '<text x="1.5" class="item" text-anchor="end">a&lt;b</text>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_written(value)}"'
        for key, value in attributes.items() if value is not None)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _written(value: object) -> str:
    if isinstance(value, float):
        return f"{round(value, 3):g}"
    return escape(str(value))


def picture(box: tuple[float, float, float, float], content: str, /,
            **attributes: object) -> str:
    """Return the element of a whole picture that shows so much: x, y, width, height.

    Examples
    --------
    >>> picture((0, 0, 3, 4), "")
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"/>'
    """
    view = " ".join(_written(float(number)) for number in box)
    return element("svg", content, xmlns="http://www.w3.org/2000/svg", viewBox=view,
                   **attributes)
