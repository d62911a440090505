"""Draw the picture of the README: three puzzles solved, and one of them taken apart.

``python examples/picture.py`` writes picture.svg beside this file, or the file that is
named.  All in it is found by the program itself: the layouts, the numbers, and where
the pieces of the cube are after the first moves of its plan.  It gives the same bytes
each time.
"""

import sys
from itertools import combinations, permutations
from math import sqrt
from pathlib import Path
from xml.sax.saxutils import escape

import networkx as nx

from puzzles import load
from puzzles.drawing import scene_of
from puzzles.drawing.colors import colored, mixed
from puzzles.drawing.motion import bars, stages
from puzzles.drawing.scene import Area, Label, Scene, moved
from puzzles.drawing.solids import touching
from puzzles.takeapart import extent, take_apart
from reductions import encode, solve

TALL = 290  # of each puzzle, in dots
GAP = 46
LINE = "#22262c"
#: Grey that can be read on white and on black.
INK = "#7d8590"

#: The three faces of a box that are seen from the upper right, and how dark they are.
FACES = (((0, 0, -1), 0.0), ((0, 1, 0), 0.16), ((1, 0, 0), 0.32))

#: After so many moves of its plan the cube is shown.
MOVES = 5
#: What is drawn of the length of a move, so that all comes on one picture.
SHORTER = 0.7


def main(path):
    plan = wooden_plan()
    parts = [
        (flat("frogs"), "edges that match", numbers("frogs")),
        (flat("pentominoes-8x8"), "pieces that fill a board",
         numbers("pentominoes-8x8")),
        (cube(plan, 0), "parts that interlock", numbers("wooden-cube")),
        (cube(plan, MOVES), "and how they come apart",
         f"{len(plan.moves)} moves, found in {plan.states} states"),
    ]
    left, body = GAP / 2, []
    for shapes, title, told in parts:
        box = Scene(tuple(shapes)).box
        scale = TALL / box.height
        wide = box.width * scale
        body += drawn(moved(shapes, -box.left, -box.top), left, GAP / 2, scale)
        body += caption(left + wide / 2, title, told)
        left += wide + GAP
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="0 0 {left - GAP / 2:.0f} {TALL + 100}" '
            'font-family="Helvetica, Arial, sans-serif" text-anchor="middle" '
            'stroke-linejoin="round" stroke-linecap="round">')
    text = "\n".join([head, *body, "</svg>\n"])
    Path(path).write_text(text, encoding="utf-8", newline="\n")


# --------------------------------------------------------------------------- puzzles


def flat(name):
    """Return a bundled puzzle in the plane, solved."""
    puzzle = load(name).puzzle
    shapes = scene_of(puzzle, next(solve(puzzle))).shapes
    return [shape for shape in shapes if shape.what != "caption"]


def numbers(name):
    """Return how large the exact-cover problem of a puzzle is, and its answer."""
    puzzle, known = load(name).puzzle, load(name).known
    layouts = known.get("all", known["rotations"])
    return (f"{len(encode(puzzle).names)} options, {layouts} "
            f"layout{'s' * (layouts != 1)}")


def wooden_plan():
    """Return how the wooden cube comes apart."""
    puzzle = load("wooden-cube").puzzle
    pieces = {placement.piece: placement.cells for placement in next(solve(puzzle))}
    return take_apart(pieces, puzzle.ratio)


def cube(plan, moves):
    """Return the wooden cube after so many moves of its plan, seen from the front."""
    building = stages(plan)
    at = building[-1 - moves]
    pieces = bars(plan, building)
    owner = {cell: piece for piece, cells in pieces.items() for cell in cells}
    colors = colored(touching(owner, pieces))
    boxes = {
        (piece, cell): [
            tuple(a + SHORTER * b for a, b in zip(corner, at[piece]))
            for corner in extent(cell, plan.ratio)
        ]
        for piece, cells in pieces.items() for cell in cells
    }
    shapes = []
    for piece, cell in from_behind(boxes):
        own = set(pieces[piece])
        for normal, dark in FACES:
            if plus(cell, normal) not in own:
                fill = mixed(colors[piece], "#000000", dark)
                shapes += face(boxes[piece, cell], normal, fill, cell, own)
    return shapes


def from_behind(boxes):
    """Return boxes in an order in which none hides one that comes later.

    Of two boxes that are apart in both ways, along two axes, none hides the other.
    """
    for pair in combinations(boxes.values(), 2):
        assert behind(*pair) or behind(*pair[::-1]), "no two boxes meet"
    order = nx.DiGraph()
    order.add_nodes_from(boxes)
    order.add_edges_from(
        (one, other) for one, other in permutations(boxes, 2)
        if behind(boxes[one], boxes[other]) and not behind(boxes[other], boxes[one])
    )
    return nx.lexicographical_topological_sort(order)


def behind(one, other):
    """Return whether a box lies behind another one along some axis."""
    (low, high), (start, end) = one, other
    return high[0] <= start[0] or high[1] <= start[1] or low[2] >= end[2]


def face(box, normal, fill, cell, own):
    """Yield a face of a box, and lines where its piece has an edge."""
    low, high = box
    axis = next(k for k in range(3) if normal[k])
    one, two = (k for k in range(3) if k != axis)
    fixed = (high if normal[axis] > 0 else low)[axis]
    corners = []
    for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)):
        point = [fixed] * 3
        point[one], point[two] = box[a][one], box[b][two]
        corners.append(projected(point))
    ways = ((two, -1), (one, 1), (two, 1), (one, -1))
    edges = []
    for k, (direction, sign) in enumerate(ways):
        beside = plus(cell, [sign * (direction == j) for j in range(3)])
        if beside not in own or plus(beside, normal) in own:
            edges.append((corners[k], corners[(k + 1) % 4]))
    yield Area((tuple(corners),), fill, fill, 0.06)
    if edges:
        yield Area(tuple(edges), "", LINE, 0.13)


def projected(point):
    x, y, z = point
    return (x - y) * sqrt(3) / 2, (x + y) / 2 + z


def plus(cell, way):
    return tuple(a + b for a, b in zip(cell, way))


# ------------------------------------------------------------------------------- SVG


def drawn(shapes, left, top, scale):
    """Yield shapes as elements of an SVG."""
    for shape in shapes:
        if isinstance(shape, Label):
            x, y = shape.point
            size = shape.size * scale
            weight = ' font-weight="bold"' if shape.bold else ""
            yield (f'<text x="{left + x * scale:.1f}" '
                   f'y="{top + y * scale + 0.36 * size:.1f}" font-size="{size:.1f}" '
                   f'fill="{shape.color}"{weight}>{escape(shape.text)}</text>')
            continue
        path = "".join(
            "M" + " ".join(f"{left + x * scale:.1f},{top + y * scale:.1f}"
                           for x, y in loop) + "Z" * (len(loop) > 2)
            for loop in shape.loops
        )
        line = (f' stroke="{shape.line}" stroke-width="{shape.width * scale:.1f}"'
                if shape.line else "")
        yield f'<path d="{path}" fill="{shape.fill or "none"}"{line}/>'


def caption(middle, title, numbers):
    for down, size, text in ((36, 17, title), (58, 13, numbers)):
        yield (f'<text x="{middle:.1f}" y="{GAP / 2 + TALL + down}" font-size="{size}" '
               f'fill="{INK}">{escape(text)}</text>')


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_suffix(".svg"))
