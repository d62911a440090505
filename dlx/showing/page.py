"""A film as one page that a browser shows without any network: forward and back.

The matrix comes from `dlx.showing.matrix`; `page.js` draws the links upon it, and marks
what is covered, hidden and chosen; `page.css` says how that looks.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from html import escape
from string import Template
from typing import Any

from ..problem import Problem
from . import Board, Subject
from .film import Film, Frame, film
from .matrix import Places, drawn, places, refuse
from .svg import element, label, picture

__all__ = ["page"]

PAGE = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>$title</title>
<style>
$style</style>
</head>
<body>
<header>
<h1>$title</h1>
<p id="told" aria-live="polite"></p>
<p id="note">$note</p>
</header>
<main>
<section id="matrix" aria-label="matrix" tabindex="0">
$matrix
</section>
<aside>
$board
<section id="branch"><h2>Branch</h2><table><thead><tr><th>level<th>item<th>choice\
<th>option</thead><tbody></tbody></table></section>
<section id="covers"><h2>Covers <span id="number"></span></h2><ol></ol></section>
<details id="help"><summary>marks and keys</summary><dl>
$help
</dl></details>
</aside>
</main>
<footer>
<svg id="profile" preserveAspectRatio="none" aria-hidden="true"></svg>
<input id="slide" type="range" min="0" value="0" step="1" aria-label="stage">
<nav>
$buttons
<label>speed <select id="speed">$speeds</select></label>
<label><input id="linked" type="checkbox" checked> links <kbd>L</kbd></label>
<span id="place"></span>
</nav>
</footer>
<script id="film" type="application/json">$film</script>
<script>
$script</script>
</body>
</html>
""")

#: The buttons: what each does, its sign, its name, its keys.
BUTTONS = (
    ("first", "|◀", "to the start", "Home"),
    ("coverBefore", "◀ ✓", "cover before", "P"),
    ("back", "◀", "back", "←"),
    ("play", "▶ play", "play or pause", "space"),
    ("on", "▶", "on", "→"),
    ("coverNext", "✓ ▶", "next cover", "N"),
    ("last", "▶|", "to the end", "End"),
)

#: What the marks and the keys mean.
HELP = (
    ("▶", "an option that is chosen"),
    ("○", "an option of the item that is branched on, to be tried"),
    ("–", "one that was tried"),
    ("grey", "an item that is covered, an option that is hidden"),
    ("dashed", "an entry that left the list of its item; links go around it"),
    ("□ ○", "an entry of a primary, of a secondary item"),
    ("number", "how many options the list of an item has; the fewest is chosen"),
    ("= red", "the color that a secondary item has been given"),
    ("← →", "one stage back, one on"),
    ("space", "play, pause"), ("+ −", "faster, slower"),
    ("N P", "next cover, cover before"), ("Home End", "to the start, to the end"),
)

#: Stages in a second.
SPEEDS = (0.5, 1, 2, 4, 10, 30, 100)
USUAL = 2


def page(subject: Subject, events: int | None = None) -> tuple[str, Film]:
    """Return the text of a page, and the film that is in it.

    Parameters
    ----------
    subject : Subject
    events : int, optional
        After how many events the film ends; by default 10 000.

    Raises
    ------
    FormatError
        If the problem is too large to be drawn.

    Examples
    --------
    >>> from dlx import Problem
    >>> text, reel = page(Subject("toy", Problem([["a", "b"], ["a"], ["b"]])))
    >>> len(reel.frames), "<title>toy</title>" in text
    (12, True)
    """
    problem = subject.problem
    refuse(problem, "a page")
    reel = film(problem, events)
    at = places(problem, _room(problem))
    board = subject.board()
    matrix = picture((0, 0, at.width, at.height), "\n".join(drawn(problem, at)),
                     font_size=at.letter)
    text = PAGE.substitute(
        title=escape(label(subject.title)), style=_read("page.css"), matrix=matrix,
        board=_board(problem, board) if board else "", note=_note(reel),
        help="\n".join(f"<dt>{key}</dt><dd>{what}</dd>" for key, what in HELP),
        buttons="\n".join(_button(*button) for button in BUTTONS),
        speeds="".join(_speed(speed) for speed in SPEEDS),
        film=_json(_data(reel, at)), script=_read("page.js"))
    return text, reel


def _read(name: str) -> str:
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def _room(problem: Problem) -> int:
    """Return how many letters the script may write behind the name of an item."""
    colors = max((len(label(color)) for option in problem.options.values()
                  for color in option.values() if color is not None), default=-3)
    return max(min(3 + colors, 13), 10 if problem.bounds else 0)


def _note(reel: Film) -> str:
    if reel.complete:
        return ""
    return (f"These are the first {len(reel.frames) - 1} events; the search goes on "
            "after them.")


def _button(name: str, sign: str, what: str, key: str) -> str:
    return element("button", escape(sign), id=name, type="button", aria_label=what,
                   title=f"{what} (key: {key})")


def _speed(speed: float) -> str:
    return element("option", f"{speed:g} a second", value=speed,
                   selected="" if speed == USUAL else None)


def _board(problem: Problem, board: Board) -> str:
    """Return the board with the pictures of all options, none of them shown yet."""
    parts = [board.empty]
    parts += [element("g", board.options.get(name, ""), class_="lies", id=f"p{number}")
              for number, name in enumerate(problem.names)]
    return element("section", picture(board.box, "\n".join(parts)), id="board",
                   aria_label="board")


def _json(data: object) -> str:
    """Return data as they may stand in a page: nothing in them ends a script."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _data(reel: Film, at: Places) -> dict[str, Any]:
    """Return all that the script needs, in numbers and in texts to show."""
    problem = reel.problem
    items = problem.primary + problem.secondary
    item_at = {item: number for number, item in enumerate(items)}
    option_at = {name: number for number, name in enumerate(problem.names)}
    entries = []
    for number, (name, pairs) in enumerate(zip(problem.names, problem.entries)):
        colors = problem.options[name].values()
        entries += [[number, item, label(given) if color else None]
                    for (item, color), given in zip(pairs, colors)]
    most = [problem.bounds.get(item, (1, 1))[1] for item in problem.primary]
    return {
        "items": [label(item) for item in items], "primary": len(problem.primary),
        "most": most, "options": [label(name) for name in problem.names],
        "idle": [option_at[name] for name in problem.idle], "entries": entries,
        "x": at.x, "y": at.y, "cell": at.cell, "head": at.head, "root": at.root,
        "complete": reel.complete,
        "frames": [_frame(frame, item_at, option_at) for frame in reel.frames],
    }


def _frame(frame: Frame, item_at: dict[Any, int],
           option_at: dict[Any, int]) -> list[Any]:
    """Return a stage: kind, level, item, options, place or ways, and what changed."""
    changes = [_runs(frame.entries), frame.items]
    event = frame.event
    if event is None:
        return ["still", 0, -1, [], 0, *changes]
    options = [] if event.kind == "found" else [option_at[o] for o in event.options]
    item = -1 if event.kind == "found" else item_at[event.item]
    number = frame.ways if event.kind == "choose" else event.place
    return [event.kind, event.level, item, options, number, *changes]


def _runs(numbers: Sequence[int]) -> list[int]:
    """Return rising numbers as pairs: where a run begins, and how long it is.

    >>> _runs((3, 4, 5, 9))
    [3, 3, 9, 1]
    """
    runs: list[int] = []
    for number in numbers:
        if runs and number == runs[-2] + runs[-1]:
            runs[-1] += 1
        else:
            runs += [number, 1]
    return runs
