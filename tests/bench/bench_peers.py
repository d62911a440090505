"""Time the exact-cover packages that are installed, side by side.

    python tests/bench/bench_peers.py

It takes every package of `PEERS` that it finds, and the engines of this one.  Each
search is for all covers, in a process of its own, and is checked against the number
that is known.  The figures are milliseconds of CPU time of the search alone, without
starting, stating the problem, and compiling, for which a tiny problem is solved before;
medians of three, or fewer where they take long.  After two minutes it is given up.

Packages without secondary items get them as primary ones, each with an option of its
own: that keeps the number of covers.  Those without colors are left out where there are
colors.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import dlx  # noqa: E402
from dlx.bench import langford, queens, tiles  # noqa: E402
from puzzles import load  # noqa: E402
from reductions import encode  # noqa: E402

Solve = Callable[[], int]

#: Each problem, and how many covers it has.
PROBLEMS = {
    "a hard Sudoku": (lambda: encode(load("sudoku-inkala").puzzle), 1),
    "3 x 3 tiles": (lambda: encode(load("frogs").puzzle), 8),
    "5 x 5 tiles": (lambda: tiles(5, 20, 1), 4),
    "12 queens": (lambda: queens(12), 14_200),
    "Langford pairs, 11": (lambda: langford(11), 35_584),
    "Soma": (lambda: encode(load("soma").puzzle), 11_520),
    "pentominoes, 8 x 8": (lambda: encode(load("pentominoes-8x8").puzzle), 520),
    "Meteor": (lambda: encode(load("meteor").puzzle), 2_098),
}

TINY = dlx.Problem([["a", "b"], ["c"], ["b"], ["a", "c"]])


def number(covers: Iterable[object]) -> int:
    return sum(1 for _ in covers)


def rows(problem: dlx.Problem) -> list[list[int]]:
    """Return options as numbers of items, and one more for each secondary item."""
    at = {item: k for k, item in enumerate(problem.primary + problem.secondary)}
    options = [[at[item] for item in option] for option in problem.options.values()]
    return options + [[at[item]] for item in problem.secondary]


def words(problem: dlx.Problem) -> dict[object, str]:
    """Return names of items and colors that are short words."""
    colors = [c for option in problem.options.values() for c in option.values()]
    named = [*problem.primary, *problem.secondary, *filter(None, colors)]
    return {name: f"w{k}" for k, name in enumerate(dict.fromkeys(named))}


# --------------------------------------------------------------------------- packages


def ours(engine: str) -> Callable[[dlx.Problem], Solve]:
    def state(problem: dlx.Problem) -> Solve:
        return lambda: number(dlx.covers(problem, engine=engine))

    return state


def algorithm_x(problem: dlx.Problem) -> Solve:
    from algorithm_x import AlgorithmX

    solver = AlgorithmX(len(problem.primary + problem.secondary))
    for row in rows(problem):
        solver.appendRow(row)
    return lambda: number(solver.solve())


def dancing_links(problem: dlx.Problem) -> Solve:
    from dancing_links.algorithm_c import AlgorithmC, Header, Node

    word, root = words(problem), Header(name="root")
    heads = {
        item: Header(name=word[item]) for item in problem.primary + problem.secondary
    }
    for item in problem.primary:
        root.insert_left(heads[item])
    for k, option in enumerate(problem.options.values()):
        nodes = []
        for item, color in option.items():
            shade = int(word[color][1:]) + 1 if color is not None else 0
            node = Node(header=heads[item], name=word[item], row=k, color=shade)
            heads[item].insert_up(node)
            nodes.append(node)
        for node in nodes[1:]:
            nodes[0].insert_left(node)
    return lambda: number(AlgorithmC(root).solutions())


def exact_cover(problem: dlx.Problem) -> Solve:
    import exact_cover
    import numpy

    numbers = rows(problem)
    matrix = numpy.zeros(
        (len(numbers), len(problem.primary + problem.secondary)), dtype=bool
    )
    for k, row in enumerate(numbers):
        matrix[k, row] = True
    return lambda: int(exact_cover.get_solution_count(matrix))


def pyxcc(problem: dlx.Problem) -> Solve:
    import pyxcc

    word, primary = words(problem), set(problem.primary)
    options = [
        pyxcc.Option(
            str(k),
            [word[item] for item in option if item in primary],
            [
                (word[item], "" if color is None else word[color])
                for item, color in option.items()
                if item not in primary
            ],
        )
        for k, option in enumerate(problem.options.values())
    ]
    used = {item for option in problem.options.values() for item in option}
    stated = pyxcc.Problem(
        [word[item] for item in problem.primary],
        [word[item] for item in problem.secondary if item in used],
        options,
    )
    return lambda: int(pyxcc.solve(stated, True).count())


def xcover(problem: dlx.Problem) -> Solve:
    from xcover.dancing_cells import algorithm_c
    from xcover.solvers import input_as_arrays

    word = words(problem)
    options = [
        [
            word[item] + (f":{word[color]}" if color is not None else "")
            for item, color in option.items()
        ]
        for option in problem.options.values()
    ]
    arrays = input_as_arrays(
        options,
        primary=[word[item] for item in problem.primary],
        secondary=[word[item] for item in problem.secondary],
        colored=True,
    )
    return lambda: number(algorithm_c(*arrays))


def miniexact(problem: dlx.Problem) -> Solve:
    import miniexact

    word = words(problem)
    solver = (miniexact.miniexacts_c if problem.secondary else miniexact.miniexacts_x)()
    number_of = {item: solver.primary(word[item]) for item in problem.primary}
    number_of |= {item: solver.secondary(word[item]) for item in problem.secondary}
    colors: dict[object, int] = {}
    for option in problem.options.values():
        for item, color in option.items():
            if color is None:
                solver.add(number_of[item])
                continue
            if color not in colors:
                colors[color] = solver.color(word[color])
            solver.add(number_of[item], colors[color])
        solver.add(0)

    def solve() -> int:
        found = 0
        while solver.solve() == 10:
            found += 1
        return found

    return solve


#: How a package states a problem, and whether it knows colors; pure Python first.
PEERS = {
    "algorithm-x": (algorithm_x, False),
    "dancing-links": (dancing_links, True),
    "links": (ours("links"), True),
    "bits": (ours("bits"), True),
    "exact-cover": (exact_cover, False),
    "pyxcc": (pyxcc, True),
    "xcover": (xcover, True),
    "miniexact": (miniexact, True),
    "words": (ours("words"), True),
    "auto": (ours("auto"), True),
}

OURS = ("links", "bits", "words", "auto")


# ---------------------------------------------------------------------------- running


def once(peer: str, name: str) -> None:
    """Print the milliseconds of one search, and how many covers it found."""
    state, _ = PEERS[peer]
    if peer != "auto":  # which loads compiled code on the way, as it does for users
        state(TINY)()
    solve = state(PROBLEMS[name][0]())
    begin = time.process_time()
    found = solve()
    print(json.dumps([1000 * (time.process_time() - begin), found]))


def timed(peer: str, name: str) -> str:
    """Return the milliseconds of a search, in a process of its own."""
    problem, known = PROBLEMS[name]
    if not PEERS[peer][1] and colored(problem()):
        return "–"
    spent: list[float] = []
    while len(spent) < 3 and sum(spent) < 5000:
        try:
            done = subprocess.run(
                [sys.executable, __file__, peer, name],
                timeout=120,
                capture_output=True,
                check=True,
                encoding="utf-8",
            )
        except subprocess.TimeoutExpired:
            return "gave up"
        milliseconds, found = json.loads(done.stdout)
        assert found == known, f"{peer} finds {found} covers of {name}, not {known}"
        spent.append(milliseconds)
    median = statistics.median(spent)
    return f"{median:.1f}" if median < 10 else f"{float(f'{median:.3g}'):,.0f}"


def colored(problem: dlx.Problem) -> bool:
    return any(
        color is not None
        for option in problem.options.values()
        for color in option.values()
    )


def installed(peer: str) -> str:
    """Return the version of a package; nothing, if it is not there."""
    if peer in OURS:
        return dlx.__version__
    try:
        return version(peer)
    except PackageNotFoundError:
        return ""


def main() -> None:
    peers = [peer for peer in PEERS if installed(peer)]
    heads = ["problem", "covers", *(f"{peer} {installed(peer)}" for peer in peers)]
    print("|", " | ".join(heads), "|")
    print("|---" + "|---:" * (len(heads) - 1) + "|")
    for name, (_, known) in PROBLEMS.items():
        cells = [name, f"{known:,}", *(timed(peer, name) for peer in peers)]
        print("|", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        once(*sys.argv[1:])
    else:
        main()
