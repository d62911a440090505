"""A few searches, timed: what this machine does with each engine.

Run it as ``python -m dlx bench``; it takes some seconds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from random import Random

from .counting import Counting
from .errors import DlxError
from .problem import Problem
from .search import Search

__all__ = ["table", "workloads"]

ENGINES = ("links", "bits", "words")


def queens(size: int) -> Problem:
    """Return the problem of so many queens on a chessboard."""
    lines = range(size)
    middle = sorted(lines, key=lambda k: abs(2 * k - size + 1))
    return Problem(
        [[f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c}"] for r in lines for c in lines],
        [f"{line}{k}" for k in middle for line in "rc"],
        [*(f"a{k}" for k in range(2 * size - 1)),
         *(f"b{k}" for k in range(1 - size, size))])


def langford(size: int) -> Problem:
    """Return the problem of pairs of numbers, each k with k others in between."""
    return Problem([[f"pair {k}", f"place {i}", f"place {i + k + 1}"]
                    for k in range(1, size + 1) for i in range(2 * size - k - 1)])


def matchings(size: int) -> Problem:
    """Return the problem of pairing off so many people."""
    return Problem([list(pair) for pair in combinations(range(size), 2)])


def dominoes(size: int) -> Problem:
    """Return the problem of covering a square board with dominoes."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    across = [[(r, c), (r, c + 1)] for r, c in cells if c + 1 < size]
    down = [[(r, c), (r + 1, c)] for r, c in cells if r + 1 < size]
    return Problem(across + down, cells)


def tiles(size: int, colors: int, seed: int) -> Problem:
    """Return the problem of laying out square tiles whose edges agree in color."""
    chance = Random(seed)
    edge = {(way, r, c): f"color {chance.randrange(colors)}"
            for way in "hv" for r in range(size + 1) for c in range(size + 1)}
    cells = [(row, column) for row in range(size) for column in range(size)]
    options = []
    for tile, (r, c) in enumerate(chance.sample(cells, len(cells))):
        around = [edge["h", r, c], edge["v", r, c + 1], edge["h", r + 1, c],
                  edge["v", r, c]]
        for turn in range(4):
            top, right, bottom, left = around[turn:] + around[:turn]
            options += [{f"tile {tile}": None, (i, j): None, ("h", i, j): top,
                         ("h", i + 1, j): bottom, ("v", i, j): left,
                         ("v", i, j + 1): right} for i, j in cells]
    return Problem(options, [*(f"tile {k}" for k in range(size * size)), *cells], edge)


def workloads() -> Iterator[tuple[str, Problem]]:
    """Yield the names and the problems of the table.

    Examples
    --------
    >>> [name for name, _ in workloads()][:2]
    ['8 queens', '10 queens']
    """
    yield "8 queens", queens(8)
    yield "10 queens", queens(10)
    yield "Langford pairs, 8", langford(8)
    yield "pairs of 10 people", matchings(10)
    yield "tiles, 3 x 3, 6 colors", tiles(3, 6, 1)
    yield "tiles, 4 x 4, 24 colors", tiles(4, 24, 1)
    yield "dominoes, 6 x 6", dominoes(6)


def table() -> str:
    """Return the table: covers, and for each engine the milliseconds to find them."""
    from tabulate import tabulate

    rows = []
    with suppress(DlxError):  # compiled code is loaded once, and not timed
        list(Search([["a"]], engine="words"))
    for name, problem in workloads():
        row: list[object] = [name, len(problem.names), ""]
        for engine in ENGINES:
            begin = time.process_time()
            try:
                search = Search(problem, engine=engine)
            except DlxError:
                row.append("not installed")
                continue
            row[2] = sum(1 for _ in search)
            row.append(_milliseconds(begin))
        begin = time.process_time()
        Counting(problem).run()
        row.append(_milliseconds(begin))
        rows.append(row)
    heads = ["problem", "options", "covers", *(f"{engine} ms" for engine in ENGINES),
             "count only, ms"]
    return tabulate(rows, heads, stralign="right", disable_numparse=True,
                    colalign=("left",))


def _milliseconds(begin: float) -> str:
    return f"{1000 * (time.process_time() - begin):.1f}"
