"""Figures as pages: one file each, with all that a browser needs to show it offline.

`space` and `layouts` make the figures; this is the only module that needs plotly.
The same figure gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from dlx.terminal import plain

__all__ = ["ENDING", "html", "needed", "slider", "written"]

ENDING = ".html"

PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>html, body {{ height: 100%; margin: 0 }}</style>
</head>
<body>
{body}
</body>
</html>
"""


def needed() -> None:
    """Raise `ModuleNotFoundError`, with what to do, if plotly is not there."""
    try:
        import plotly.io  # noqa: F401
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        raise ModuleNotFoundError(
            f"pages need {missing}: pip install 'tilewright[draw]'", name=missing
        ) from None


def html(figure: Mapping[str, Any], title: str) -> str:
    """Return a figure, as data of plotly, as a page."""
    needed()
    from plotly.io import to_html

    body = to_html(
        figure,
        config={"displaylogo": False, "responsive": True},
        auto_play=False,
        full_html=False,
        validate=False,
        div_id="puzzle",
    )
    return PAGE.format(title=written(title), body=body)


def written(text: str) -> str:
    """Return a text as it is written in a page, where some characters are marks.

    >>> written("<b>")
    '&lt;b&gt;'
    """
    return escape(plain(text), quote=False)


def slider(steps: Sequence[Mapping[str, Any]], prefix: str) -> dict[str, Any]:
    """Return the part of a layout that is a slider along the bottom."""
    return {
        "sliders": [
            {
                "active": 0,
                "steps": steps,
                "currentvalue": {"prefix": prefix},
                "pad": {"l": 20, "r": 20, "t": 10, "b": 20},
            }
        ]
    }
