"""Assemblies in space as pages: a slider puts them together, the mouse turns them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from math import hypot
from textwrap import wrap
from typing import Any, NamedTuple

from reductions.lattice import CUBIC, Cell, Vector

from ..takeapart import Move, Plan, edge
from .colors import colored
from .motion import Offsets, bars, stages
from .pages import html, slider, written
from .plane import LINE
from .solids import touching

__all__ = ["MOST", "alone", "page"]

#: Where a step goes, for one who sees x to the right, y to the front and z downwards.
WAYS = {
    "+x": "to the right",
    "-x": "to the left",
    "+y": "to the front",
    "-y": "to the back",
    "+z": "down",
    "-z": "up",
}

#: So many cells are in all steps together, at most, so that a browser can keep up.
MOST = 100_000

#: From corner to corner, and what is left free around all, so that nothing is cut off.
SIZE, MARGIN = 1.85, 0.1

#: Seen from the front, the right and above, straight.
SCENE = {
    "aspectmode": "manual",
    "camera": {
        "eye": {"x": 0.7, "y": -1.3, "z": 0.9},
        "projection": {"type": "orthographic"},
    },
}

#: From above, where z is least.
LIGHT = {
    "lighting": {"ambient": 0.72, "diffuse": 0.5, "specular": 0.05, "roughness": 1.0},
    "lightposition": {"x": 20000, "y": -50000, "z": 100000},
}


def page(plan: Plan, title: str, advice: str = "") -> str:
    """Return a page that shows how an assembly is put together.

    Parameters
    ----------
    plan : Plan
        How it comes apart.  Where there are no steps to show, the page has the assembly
        `alone`, and says why.
    title : str
    advice : str
        What else to do, where there are no steps to show.

    Raises
    ------
    ModuleNotFoundError
        Without plotly; the message says what to install.
    """
    texts, places = _steps(plan, advice)
    pieces = bars(plan, places)
    bodies = {name: surface(cells, plan.ratio) for name, cells in pieces.items()}
    frames = [
        _frame(bodies, at, str(number), _title(title, text))
        for number, (at, text) in enumerate(zip(places, texts))
    ]
    first = frames[0]
    data = [
        {**trace, **points}
        for trace, points in zip(_traces(plan, bodies), first["data"])
    ]
    heading = {**first["layout"]["title"], "x": 0.02, "xanchor": "left"}
    layout = {
        "title": heading,
        "scene": {**first["layout"]["scene"], **SCENE},
        "legend": {"title": {"text": "click to hide"}},
        "margin": {"l": 0, "r": 0, "b": 0, "t": 80},
        "font": {"family": "sans-serif", "color": LINE},
    }
    figure: dict[str, Any] = {"data": data, "layout": layout}
    if len(frames) > 1:
        layout |= slider([_step(frame["name"]) for frame in frames], "step ")
        figure["frames"] = frames
    return html(figure, title)


def alone(plan: Plan) -> str:
    """Return why the page of a plan shows the assembly alone, or nothing.

    Examples
    --------
    >>> alone(Plan("gave up", (), (), True, 500, {}, stopped="states"))
    'given up after 500 states; it may come apart'
    """
    if plan.result != "apart":
        return plan.why()
    cells = sum(map(len, plan.start.values()))
    if cells * len(plan.moves) > MOST:
        return f"{len(plan.moves)} steps of {cells} cells are too many for a page"
    return ""


def _steps(plan: Plan, advice: str) -> tuple[list[str], list[Offsets]]:
    """Return what is said before building and after each step, and where pieces are."""
    reason = alone(plan)
    if not reason:
        return list(_texts(plan)), stages(plan)
    text = "; ".join(filter(None, ["put together", reason, advice]))
    return [text], [dict.fromkeys(plan.start, (0, 0, 0))]


def _frame(
    bodies: Mapping[str, Body], at: Offsets, name: str, title: str
) -> dict[str, Any]:
    """Return what is other than before after a step."""
    placed = [
        part for piece, body in bodies.items() for part in _placed(body, at[piece])
    ]
    return {
        "name": name,
        "data": [dict(zip("xyz", zip(*points))) for points in placed],
        "traces": list(range(len(placed))),
        "layout": {"title": {"text": title}, "scene": _window(bodies, at)},
    }


def _step(name: str) -> dict[str, Any]:
    """Return the step of the slider that shows a frame."""
    at_once = {
        "mode": "immediate",
        "frame": {"duration": 0, "redraw": True},
        "transition": {"duration": 0},
    }
    return {"label": name, "method": "animate", "args": [[name], at_once]}


# -------------------------------------------------------------------------------- texts


def _title(title: str, text: str) -> str:
    lines = [f"<b>{written(title)}</b>", *map(written, wrap(text, 100))]
    return "<br>".join(lines)


def _texts(plan: Plan) -> Iterable[str]:
    """Yield what is said before the first step of building, and after each."""
    number = len(plan.moves)
    units = ("cell", "cells") if plan.ratio == 1 else ("plate", "plates")
    apart = f"apart, {number} steps to go" if number else "put together"
    yield f"{apart}; x runs to the right, y to the front, z down"
    steps = zip(plan.assembly(), reversed(list(plan.separations())))
    for place, (move, (_, groups)) in enumerate(steps, 1):
        joins = f", and joins {' '.join(groups[-2])}" if move.leaves else ""
        yield f"step {place} of {number}: {_moves(move, units)}{joins}"


def _moves(move: Move, units: tuple[str, str]) -> str:
    """Say which pieces move where.

    >>> _moves(Move(("A", "B"), (0, 0, 1), 2, False), ("cell", "cells"))
    'A B move down (+z) by 2 cells'
    """
    verb = "moves" if len(move.pieces) == 1 else "move"
    far = f"{move.distance} {units[move.distance != 1]}"
    return f"{' '.join(move.pieces)} {verb} {WAYS[move.way]} ({move.way}) by {far}"


# ------------------------------------------------------------------------------- bodies


class Body(NamedTuple):
    """A piece as triangles, and the lines along its edges, on the fine grid."""

    points: tuple[Vector, ...]
    triangles: tuple[tuple[int, int, int], ...]
    lines: tuple[tuple[Vector, Vector], ...]


def surface(cells: Iterable[Cell], ratio: int) -> Body:
    """Return what can be seen of a piece.

    Examples
    --------
    >>> bar = surface([(0, 0, 0), (1, 0, 0)], 1)
    >>> len(bar.points), len(bar.triangles), len(bar.lines)
    (12, 20, 12)
    """
    own = dict.fromkeys(sorted(cells))
    number: dict[Vector, int] = {}
    triangles = []
    for cell in own:
        for side in CUBIC.sides:
            if _sum(cell, side) not in own:
                a, b, c, d = (
                    number.setdefault(corner, len(number))
                    for corner in _corners(cell, side)
                )
                triangles += [(a, b, c), (a, c, d)]
    lines = [(_fine(one, ratio), _fine(other, ratio)) for one, other in _edges(own)]
    points = tuple(_fine(corner, ratio) for corner in number)
    return Body(points, tuple(triangles), tuple(lines))


def _sum(one: Vector, other: Vector) -> Vector:
    return tuple([a + b for a, b in zip(one, other)])


def _fine(corner: Vector, ratio: int) -> Vector:
    return tuple([edge(x, ratio) for x in corner])


def _corners(cell: Cell, side: Vector) -> list[Vector]:
    """Return the corners of a face of a cell, around it, on the lattice."""
    axis = next(k for k in range(3) if side[k])
    base = _sum(cell, _unit(axis)) if side[axis] > 0 else cell
    one, other = _across(axis)
    return [base, _sum(base, one), _sum(_sum(base, one), other), _sum(base, other)]


def _unit(axis: int) -> Vector:
    return tuple([int(k == axis) for k in range(3)])


def _across(axis: int) -> tuple[Vector, Vector]:
    one, other = (_unit(k) for k in range(3) if k != axis)
    return one, other


def _edges(own: Mapping[Cell, object]) -> Iterable[tuple[Vector, Vector]]:
    """Yield lines where two faces meet at an angle, as long as they go on."""
    for axis in range(3):
        along, (one, other) = _unit(axis), _across(axis)
        begins: dict[Vector, None] = {}
        for cell, a, b in product(own, (0, 1), (0, 1)):
            corner = _sum(cell, tuple([a * x + b * y for x, y in zip(one, other)]))
            if _angular(corner, own, one, other):
                begins[corner] = None
        back = tuple([-x for x in along])
        for corner in sorted(begins):
            if _sum(corner, back) not in begins:
                end = corner
                while end in begins:
                    end = _sum(end, along)
                yield corner, end


def _angular(
    corner: Vector, own: Mapping[Cell, object], one: Vector, other: Vector
) -> bool:
    """Return whether the four cells around an edge leave a line to be seen there."""
    around = [
        tuple([x - a * y - b * z for x, y, z in zip(corner, one, other)]) in own
        for a, b in ((0, 0), (0, 1), (1, 1), (1, 0))
    ]
    return sum(around) % 2 == 1 or around in ([True, False] * 2, [False, True] * 2)


# ------------------------------------------------------------------------------- traces


def _traces(plan: Plan, bodies: Mapping[str, Body]) -> list[dict[str, Any]]:
    """Return how each piece looks: its faces and its lines, hidden together."""
    owner = {cell: name for name, cells in plan.start.items() for cell in cells}
    colors = colored(touching(owner, plan.start))
    traces = []
    for name, body in bodies.items():
        group = {"name": written(name), "legendgroup": name}
        traces.append({**_solid(body), **group, "color": colors[name]})
        traces.append({**_lines(), **group})
    return traces


def _solid(body: Body) -> dict[str, Any]:
    return {
        "type": "mesh3d",
        **dict(zip("ijk", zip(*body.triangles))),
        "flatshading": True,
        **LIGHT,
        "showlegend": True,
        "hoverinfo": "name",
    }


def _lines() -> dict[str, Any]:
    return {
        "type": "scatter3d",
        "mode": "lines",
        "line": {"color": LINE, "width": 4},
        "showlegend": False,
        "hoverinfo": "skip",
    }


def _placed(body: Body, at: Vector) -> tuple[list[Any], list[Any]]:
    """Return the points of the triangles, and those of the lines, of a piece there."""
    nowhere = (None, None, None)  # where one line ends and another one begins
    points: list[Any] = [_sum(point, at) for point in body.points]
    lines: list[Any] = []
    for one, other in body.lines:
        lines += [_sum(one, at), _sum(other, at), nowhere]
    return points, lines


def _window(
    bodies: Mapping[str, Body], at: Mapping[str, Vector]
) -> dict[str, dict[str, Any]]:
    """Return the part of space in which all is; it can be turned and still be seen."""
    spots = [_sum(point, at[name]) for name in bodies for point in bodies[name].points]
    lows = [min(line) - MARGIN for line in zip(*spots)]
    highs = [max(line) + MARGIN for line in zip(*spots)]
    sizes = [high - low for low, high in zip(lows, highs)]
    ratios = [SIZE * size / hypot(*sizes) for size in sizes]
    window: dict[str, dict[str, Any]] = {"aspectratio": dict(zip("xyz", ratios))}
    for axis, low, high in zip("xyz", lows, highs):
        # y runs to the front and z downwards: both are turned, so nothing is mirrored.
        ends = [low, high] if axis == "x" else [high, low]
        window[f"{axis}axis"] = {"range": ends, "visible": False}
    return window
