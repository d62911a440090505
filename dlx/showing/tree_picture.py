"""A search tree on paper: a column a level, a row an end of a branch.

What is drawn is decided here, and said as `Mark` and `Edge`; `tree_svg` and `tree_png`
draw it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .svg import label, short, wide

if TYPE_CHECKING:
    import networkx

__all__ = ["Edge", "Mark", "Paper", "paper", "summary"]

SIZE = 13.0  # of letters
ROW = 28.0  # from one end of a branch to the next
HALF = 10.0  # of the height of a mark
GAP = 26.0  # for the bend of an edge
MARGIN = 16.0

#: So many letters of a name are written.
MOST = 28

#: The fill, the line and the letters of each kind of mark: colors that color-blind
#: people, too, can tell apart (M. Okabe and K. Ito), and each kind has its own shape.
COLORS = {
    "branch": ("#e8f1f8", "#0072b2", "#00304d"),
    "found": ("#009e73", "#00664a", "#00513b"),
    "stuck": ("#d55e00", "#8f3f00", "#7a3600"),
    "fold": ("#f2f2f2", "#777777", "#333333"),
    "run": ("#f2f2f2", "#777777", "#333333"),
    "open": ("#ffffff", "#777777", "#333333"),
}


#: Of other letters, and of edges.
INK, LINE = "#222222", "#8a8a8a"


class Mark(NamedTuple):
    """A node: its kind, the middle of its left side, how wide it is, what it says.

    The text of covers and dead ends stands to the right of their marks.
    """

    kind: str
    x: float
    y: float
    width: float
    text: str
    full: str

    @property
    def beside(self) -> bool:
        return self.kind in ("found", "stuck")


class Edge(NamedTuple):
    """The way to a node: down from its parent, then level, below its option's name."""

    x: float
    y: float
    bend: float
    end: float
    down: float
    text: str
    full: str


class Paper(NamedTuple):
    """A picture of a tree.

    Attributes
    ----------
    width, height : float
    marks, edges : list
    lines : list of str
        What is said below it.
    """

    width: float
    height: float
    marks: list[Mark]
    edges: list[Edge]
    lines: list[str]


def paper(tree: networkx.DiGraph[int], lines: list[str]) -> Paper:
    """Place a tree, folded or not, from its root on the left.

    Examples
    --------
    >>> from dlx.showing.tree import search_tree
    >>> drawn = paper(search_tree({"Ann": ["a"], "Ben": ["a"]}), [])
    >>> [mark.text for mark in drawn.marks], [edge.text for edge in drawn.edges]
    (['a: 2', 'cover 1', 'cover 2'], ['Ann', 'Ben'])
    """
    depth, order = _depths(tree)
    texts = {node: _text(tree, node) for node in order}
    widths = {node: _width(tree.nodes[node]["kind"], short(texts[node], MOST))
              for node in order}
    names = {node: _option(tree, node) for node in order}
    levels = max(depth.values()) + 1
    box, name = [0.0] * levels, [0.0] * levels
    for node, level in depth.items():
        beside = tree.nodes[node]["kind"] in ("found", "stuck")
        text = wide(short(texts[node], MOST), SIZE) + 6 if beside else 0
        box[level] = max(box[level], widths[node] + text)
        name[level] = max(name[level], wide(short(names[node], MOST), SIZE) + 12)
    left = [MARGIN]
    for level in range(1, levels):
        left.append(left[-1] + box[level - 1] + GAP + name[level])
    y = _rows(tree, order)
    marks = [Mark(tree.nodes[node]["kind"], left[depth[node]], y[node], widths[node],
                  short(texts[node], MOST), texts[node]) for node in order]
    edges = []
    for parent, node in tree.edges:
        start = left[depth[parent]] + widths[parent]
        level = depth[node]
        edges.append(Edge(start, y[parent], left[level] - name[level], left[level],
                          y[node], short(names[node], MOST), names[node]))
    width = max(left[-1] + box[-1], *(wide(line, SIZE) + MARGIN for line in lines), 200)
    height = max(y.values()) + ROW / 2 + 1.6 * SIZE * len(lines) + MARGIN
    return Paper(width + MARGIN, height, marks, edges, lines)


def summary(
    whole: networkx.DiGraph[int], small: networkx.DiGraph[int]
) -> list[str]:
    """Return what a search came to, and how much of it is folded in a picture.

    Examples
    --------
    >>> from dlx.showing.tree import folded, search_tree
    >>> tree = search_tree([["a"]] * 100)
    >>> summary(tree, folded(tree, 10))[1]
    'folded (dashed): nodes: 91, covers: 91, dead ends: 0'
    """
    kinds = [kind for _, kind in whole.nodes(data="kind")]
    lines = [f"nodes: {len(kinds)}, covers: {kinds.count('found')}, "
             f"dead ends: {kinds.count('stuck')}"]
    hidden = [data for _, data in small.nodes(data=True)
              if data["kind"] in ("fold", "run")]
    if hidden:
        nodes, found, stuck = (sum(data.get(what, 0) for data in hidden)
                               for what in ("nodes", "found", "stuck"))
        lines.append(f"folded (dashed): nodes: {nodes}, covers: {found}, "
                     f"dead ends: {stuck}")
    if not whole.graph["complete"]:
        lines.append("the search goes on; this is its beginning")
    return lines


def _depths(tree: networkx.DiGraph[int]) -> tuple[dict[int, int], list[int]]:
    """Return how deep each node lies, and the nodes from the first branch to the last.
    """
    depth = {0: 0}
    order = []
    ahead = [0]
    while ahead:
        node = ahead.pop()
        order.append(node)
        children = list(tree.successors(node))
        depth |= dict.fromkeys(children, depth[node] + 1)
        ahead += reversed(children)
    return depth, order


def _rows(tree: networkx.DiGraph[int], order: list[int]) -> dict[int, float]:
    """Return how far down each node lies: a branch in the middle of its children."""
    y: dict[int, float] = {}
    down = MARGIN + ROW / 2
    for node in order:
        if tree.out_degree(node) == 0:
            y[node] = down
            down += ROW
    for node in reversed(order):
        if node not in y:
            children = list(tree.successors(node))
            y[node] = (y[children[0]] + y[children[-1]]) / 2
    return y


def _width(kind: str, text: str) -> float:
    return 2 * HALF if kind in ("found", "stuck") else wide(text, SIZE) + 14


def _text(tree: networkx.DiGraph[int], node: int) -> str:
    """Return what a mark says."""
    data = tree.nodes[node]
    kind = data["kind"]
    if kind == "branch":
        more = "+" if data.get("partial") else ""
        return f"{label(data['item'])}: {data['ways']}{more}"
    if kind == "found":
        return f"cover {data['number']}"
    if kind == "stuck":
        return f"none for {label(data['item'])}"
    if kind == "run":
        return f"… {data['nodes']} forced …"
    if kind == "open":
        return "not seen further"
    return f"{data['nodes']} nodes: {data['found']} ✓ {data['stuck']} ✗"


def _option(tree: networkx.DiGraph[int], node: int) -> str:
    """Return what stands on the way to a node."""
    if "options" in tree.nodes[node]:
        return f"{tree.nodes[node]['options']} more"
    parent = next(iter(tree.predecessors(node)), None)
    if parent is None:
        return ""
    edge = tree.edges[parent, node]
    return label(edge["option"]) if edge["more"] else "no more"
