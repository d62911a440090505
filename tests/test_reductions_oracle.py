"""What the tests of puzzles measure against: every layout, tried out by the rules.

Nothing here looks at how the packages do it.  A cell is where its middle lies on paper;
tiles are put down cell by cell, pieces one after the other; and layouts count as one if
turning (or flipping) the paper makes one of the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import permutations
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, settings

from reductions import Queens
from reductions.edge_matching import EdgeMatching, parse as edge_matching
from reductions.packing import Packing, parse as packing

Point = tuple[int, ...]
Shape = frozenset[Point]

#: For tests of puzzles that are made at random, and solved by trying all out.
tried = settings(
    deadline=None, max_examples=90, suppress_health_check=[HealthCheck.too_slow]
)

#: To the neighbors of a cell, clockwise from the top; the y axis points down.  Those
#: of a triangle that points down lie the other way.
AROUND = {
    "square": [(0, -1), (1, 0), (0, 1), (-1, 0)],
    "hexagonal": [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)],
    "triangular": [(1, -1), (0, 2), (-1, -1)],
}

#: How many steps of turn there are.
STEPS = {"square": 4, "hexagonal": 6, "triangular": 6}

# ---------------------------------------------------------------------------- geometry


def middle(lattice: str, cell: Point) -> Point:
    """Return where the middle of a cell lies: x, y in the plane, x, y, z in space.

    The unit of x is half a hexagon, so that odd rows lie one unit to the right; with
    triangles, half a side, and that of y a third of the height; the origin is a corner.
    """
    if lattice == "cubic":
        return cell
    row, column = cell
    if lattice == "triangular":
        return column, 3 * row + 2 - (row + column) % 2
    return (column, row) if lattice == "square" else (2 * column + row % 2, row)


def clockwise(lattice: str, point: Point) -> Point:
    """Return the image of a point after one turn to the next side, about the origin."""
    x, y = point
    if lattice == "square":
        return -y, x
    if lattice == "triangular":
        return (x - y) // 2, (3 * x + y) // 2
    return (x - 3 * y) // 2, (x + y) // 2


def mirrored(point: Point) -> Point:
    return (-point[0], *point[1:])


Move = tuple[int, bool, Callable[[Point], Point]]


def moves(lattice: str) -> list[Move]:
    """Return all turns and flips about the origin: steps, whether flipped, function."""
    if lattice == "cubic":
        return _moves_in_space()

    def move(steps: int, flipped: bool) -> Callable[[Point], Point]:
        def moved(point: Point) -> Point:
            if flipped:
                point = mirrored(point)
            for _ in range(steps):
                point = clockwise(lattice, point)
            return point

        return moved

    steps = range(STEPS[lattice])
    return [(k, flipped, move(k, flipped)) for flipped in (False, True) for k in steps]


def _moves_in_space() -> list[Move]:
    """Roll a die over two of its edges until it has lain in all ways."""
    axes = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    found = [axes]
    for one in found:
        for rolled in (
            tuple((-y, x, z) for x, y, z in one),
            tuple((x, -z, y) for x, y, z in one),
        ):
            if rolled not in found:
                found.append(rolled)

    def move(lies: Any, flipped: bool) -> Callable[[Point], Point]:
        def moved(point: Point) -> Point:
            if flipped:
                point = mirrored(point)
            return tuple(
                sum(point[axis] * lies[axis][k] for axis in range(3)) for k in range(3)
            )

        return moved

    return [
        (0, flipped, move(lies, flipped)) for flipped in (False, True) for lies in found
    ]


def shifted(points: Iterable[Point], by: Point) -> Shape:
    return frozenset(tuple(a + b for a, b in zip(point, by)) for point in points)


def difference(one: Point, other: Point) -> Point:
    return tuple(a - b for a, b in zip(one, other))


def self_moves(
    lattice: str, board: dict[Point, Any], step: int = 1
) -> list[tuple[int, bool, dict[Point, Point]]]:
    """Return the moves that carry a tagged board to itself, and where cells go."""
    found = []
    for steps, flipped, move in moves(lattice):
        images = {cell: move(middle(lattice, cell)) for cell in board}
        by = difference(
            min(middle(lattice, cell) for cell in board), min(images.values())
        )
        names = {middle(lattice, cell): cell for cell in board}
        goes = {
            cell: names.get(tuple(a + b for a, b in zip(image, by)))
            for cell, image in images.items()
        }
        if lattice == "triangular" and by[1] % 3:
            continue
        if all(b % step == 0 for b in by) and all(
            image is not None and board[image] == board[cell]
            for cell, image in goes.items()
        ):
            found.append((steps, flipped, goes))
    return found


# ------------------------------------------------------------------------------- tiles


def turned(edges: tuple[str, ...], steps: int) -> tuple[str, ...]:
    """Return the symbols around a tile after some steps clockwise."""
    for _ in range(steps):
        edges = (edges[-1], *edges[:-1])
    return edges


Face = frozenset[tuple[Point, str]]


def moved(move: Callable[[Point], Point], face: Face) -> Face:
    return frozenset((move(point), symbol) for point, symbol in face)


def faces(puzzle: EdgeMatching, tile: Any) -> list[Face]:
    """Return a tile as it stands in the file, and turned over to the side.

    A face says which symbol points where.
    """
    around = AROUND[puzzle.lattice.name]
    front = frozenset(zip(around, tile.edges))
    if not puzzle.flip:
        return [front]
    back = frozenset(zip(around, tile.back)) if tile.back else moved(mirrored, front)
    return [front, back]


@lru_cache(maxsize=500)
def lies(puzzle: EdgeMatching, tile: Any) -> dict[tuple[int, bool], Face]:
    """Return what each way to turn and flip a tile shows."""
    return {
        (steps, bool(flipped)): moved(move, face)
        for flipped, face in enumerate(faces(puzzle, tile))
        for steps, mirror, move in moves(puzzle.lattice.name)
        if not mirror and (puzzle.turn or steps == 0)
    }


@lru_cache(maxsize=50)
def beside(puzzle: EdgeMatching) -> dict[Point, dict[Point, Point]]:
    """Return for each cell of the board which cells lie where, around the board too."""
    lattice = puzzle.lattice.name
    around = AROUND[lattice]
    names = {middle(lattice, cell): cell for cell in puzzle.cells}
    rows = 1 + max(row for row, _ in puzzle.cells)
    columns = 1 + max(column for _, column in puzzle.cells)
    ends = [(0, 0)]
    if puzzle.wrap in ("rows", "both"):
        ends += [(rows, 0), (-rows, 0)]
    if puzzle.wrap in ("columns", "both"):
        ends += [(r, c) for r, _ in ends for c in (columns, -columns)]
    origin = middle(lattice, (0, 0))
    shifts = [difference(middle(lattice, end), origin) for end in ends]
    found: dict[Point, dict[Point, Point]] = {}
    for place, cell in names.items():
        found[cell] = {}
        down = lattice == "triangular" and sum(cell) % 2
        for x, y in [(-x, -y) for x, y in around] if down else around:
            for by in shifts:
                other = (place[0] + x + by[0], place[1] + y + by[1])
                if other in names:
                    found[cell][x, y] = names[other]
    return found


@lru_cache(maxsize=500)
def forbidden(puzzle: EdgeMatching, name: str) -> set[tuple[Point, Face]]:
    """Return where a tile, or an equal one, may not lie, and how it looks there."""
    ways = {tile.name: lies(puzzle, tile) for tile in puzzle.tiles}
    return {
        (out.cell, face)
        for out in puzzle.excluded
        if {*ways[out.tile].values()} == {*ways[name].values()}
        for (steps, _), face in ways[out.tile].items()
        if out.turns in (None, steps)
    }


def framed(puzzle: EdgeMatching, cell: Point, point: Point, symbol: str) -> bool:
    """Tell whether a symbol may point that way: inside, outside, on a triangle."""
    if puzzle.lattice.name == "triangular" and (
        (point in AROUND["triangular"]) == sum(cell) % 2
    ):
        return False  # it points the wrong way
    if puzzle.border and point not in beside(puzzle)[cell]:
        return symbol == puzzle.border
    return symbol != puzzle.border or puzzle.border_inside or not symbol


def tilings(puzzle: EdgeMatching) -> Iterator[frozenset[Any]]:
    """Yield every layout as a set of (tile, cell, what it shows)."""
    mates = {*puzzle.mates}
    near = beside(puzzle)
    ways = {tile.name: lies(puzzle, tile) for tile in puzzle.tiles}
    fixed_at = {entry.cell: entry for entry in puzzle.fixed}
    fixed_tiles = {entry.tile: entry.cell for entry in puzzle.fixed}
    at: dict[Point, tuple[str, Face]] = {}

    def fits(cell: Point, name: str, face: Face) -> bool:
        at[cell] = name, face
        try:
            return all(fits_there(cell, *pointing) for pointing in face)
        finally:
            del at[cell]

    def fits_there(cell: Point, point: Point, symbol: str) -> bool:
        other = near[cell].get(point)
        if not framed(puzzle, cell, point, symbol):
            return False
        if other not in at:
            return True
        facing = dict(at[other][1]).get((-point[0], -point[1]))
        return facing is None or (symbol, facing) in mates

    def allowed(cell: Point, name: str) -> set[Face]:
        entry = fixed_at.get(cell)
        if entry and entry.tile != name or fixed_tiles.get(name, cell) != cell:
            return set()
        found = set(ways[name].values())
        if entry and entry.turns is not None:
            found = {ways[name][entry.turns, entry.flipped]}
        return {face for face in found if (cell, face) not in forbidden(puzzle, name)}

    cells = list(puzzle.cells)

    def fill(number: int) -> Iterator[frozenset[Any]]:
        if number == len(cells):
            yield frozenset((name, cell, face) for cell, (name, face) in at.items())
            return
        cell = cells[number]
        used = {name for name, _ in at.values()}
        for name in ways:
            if name not in used:
                for face in allowed(cell, name):
                    if fits(cell, name, face):
                        at[cell] = name, face
                        yield from fill(number + 1)
                        del at[cell]

    return fill(0)


def seen_tiles(puzzle: EdgeMatching, layout: Any) -> frozenset[Any]:
    """Return a layout of the package in the form of `tilings`."""
    ways = {tile.name: lies(puzzle, tile) for tile in puzzle.tiles}
    upright = puzzle._replace(turn=True, flip=True)
    spare = {tile.name: lies(upright, tile) for tile in puzzle.tiles}
    return frozenset(
        (name, *cells, {**spare[name], **ways[name]}[turns, flipped])
        for name, cells, turns, flipped in layout
    )


# ------------------------------------------------------------------------------ pieces


def forms(puzzle: Packing, shape: Iterable[Point], flip: bool) -> set[Shape]:
    """Return what a shape looks like after each move that a piece is allowed."""
    lattice = puzzle.lattice.name
    points = [middle(lattice, cell) for cell in shape]
    found = set()
    for _, flipped, move in moves(lattice):
        if flip or not flipped:
            image = [move(point) for point in points]
            corner = tuple(
                min(line) // puzzle.step * puzzle.step for line in zip(*image)
            )
            if lattice == "hexagonal" and sum(corner) % 2:
                corner = corner[0] - 1, corner[1]
            found.add(shifted(image, tuple(-c for c in corner)))
    return found


def kind_of_shape(puzzle: Packing, shape: Iterable[Point], flip: bool) -> Any:
    """Return the same value for shapes that are the same, perhaps after a flip."""
    return frozenset(forms(puzzle, shape, flip))


def spots(puzzle: Packing, shape: Iterable[Point]) -> set[Shape]:
    """Return the sets of cells of the board on which a shape can lie."""
    lattice, step = puzzle.lattice.name, puzzle.step
    names = {middle(lattice, cell): cell for cell in puzzle.cells + puzzle.optional}
    found = set()
    for form in forms(puzzle, shape, puzzle.flip):
        corner = min(form)
        for place in names:
            by = difference(place, corner)
            points = shifted(form, by)
            if points <= names.keys() and all(b % step == 0 for b in by):
                found.add(frozenset(names[point] for point in points))
    return found


def packings(puzzle: Packing) -> Iterator[frozenset[Any]]:
    """Yield every layout as a set of (piece, cells)."""
    single, unlimited, wanted = [], [], []
    for name, cells, number, least, *_ in puzzle.pieces:
        places = spots(puzzle, cells)
        if number is None:
            unlimited += [(name, place) for place in places]
            continue
        names = [name] if number == 1 else [f"{name}#{k + 1}" for k in range(number)]
        single += [(one, places, least is None) for one in names]
        if least is not None:
            wanted.append((set(names), least))

    def lay(number: int, used: Shape, laid: tuple[Any, ...]) -> Iterator[Any]:
        if number < len(single):
            name, places, needed = single[number]
            if not needed:
                yield from lay(number + 1, used, laid)
            for place in places:
                if not place & used:
                    yield from lay(number + 1, used | place, (*laid, (name, place)))
        elif all(
            sum(name in names for name, _ in laid) >= least for names, least in wanted
        ):
            yield from add(0, used, laid)

    def add(number: int, used: Shape, laid: tuple[Any, ...]) -> Iterator[Any]:
        if number == len(unlimited):
            if used.issuperset(puzzle.cells):
                yield frozenset(laid)
            return
        yield from add(number + 1, used, laid)
        if not unlimited[number][1] & used:
            yield from add(
                number + 1, used | unlimited[number][1], (*laid, unlimited[number])
            )

    return lay(0, frozenset(), ())


def seen_pieces(puzzle: Packing, layout: Any) -> frozenset[Any]:
    """Return a layout of the package in the form of `packings`."""
    return frozenset((name, frozenset(cells)) for name, cells, _, _ in layout)


# ------------------------------------------------------------------------------ orbits


def look(puzzle: Any, seen: frozenset[Any]) -> frozenset[Any]:
    """Return what a person sees who cannot tell equal pieces apart."""
    if puzzle.kind == "edge-matching":
        kind = {t.name: frozenset(lies(puzzle, t).values()) for t in puzzle.tiles}
        return frozenset((cell, face, kind[name]) for name, cell, face in seen)
    return frozenset(cells for _, cells in seen)


def seen(puzzle: Any, layout: Any) -> frozenset[Any]:
    """Return a layout of the package in the form that is used here."""
    if puzzle.kind == "edge-matching":
        return seen_tiles(puzzle, layout)
    return seen_pieces(puzzle, layout)


def groups(puzzle: Any) -> tuple[list[Any], list[Any]]:
    """Return the turns of the board that keep the puzzle, and its turns and flips.

    Each as a function of looks.
    """
    if puzzle.kind == "edge-matching":
        return _moves_of_tiles(puzzle)
    if puzzle.kind == "packing":
        board = {**dict.fromkeys(puzzle.cells, 1), **dict.fromkeys(puzzle.optional, 0)}
        step = puzzle.step
        reflect = puzzle.flip or set_of(puzzle, False) == set_of(puzzle, True)
    else:
        board, step, reflect = dict.fromkeys(puzzle.board), 1, True
    found = self_moves(puzzle.lattice.name, board, step)
    functions = [(flipped, _mover(goes)) for _, flipped, goes in found]
    turns = [function for flipped, function in functions if not flipped]
    return turns, [f for flipped, f in functions if not flipped or reflect]


def _mover(goes: dict[Point, Point]) -> Callable[[Any], Any]:
    cache: dict[Shape, Shape] = {}

    def one(cells: Shape) -> Shape:
        if cells not in cache:
            cache[cells] = frozenset([goes[cell] for cell in cells])
        return cache[cells]

    return lambda look: frozenset([one(cells) for cells in look])


def set_of(puzzle: Packing, flipped: bool) -> Counter[Any]:
    """Return how often there is a piece of each shape, all of them flipped or not."""
    found: Counter[Any] = Counter()
    for _, cells, number, least, *_ in puzzle.pieces:
        shape = mirror_image(puzzle.lattice.name, cells) if flipped else cells
        found[kind_of_shape(puzzle, shape, False), number is None, least] += number or 1
    return found


def mirror_image(lattice: str, cells: Iterable[Point]) -> list[Point]:
    points = [mirrored(middle(lattice, cell)) for cell in cells]
    if lattice == "cubic":
        return points
    if lattice == "square":
        return [(y, x) for x, y in points]
    return [(y, (x - y % 2) // 2) for x, y in points]


def _moves_of_tiles(puzzle: EdgeMatching) -> tuple[list[Any], list[Any]]:
    near = beside(puzzle)
    tiles = {tile.name: frozenset(lies(puzzle, tile).values()) for tile in puzzle.tiles}
    cells = frozenset(puzzle.cells)

    def places(name: str) -> frozenset[Any]:
        """Return where a tile may lie as far as it is fixed or excluded, and how."""
        (tile,) = (tile for tile in puzzle.tiles if tile.name == name)
        found = {(cell, face) for cell in cells for face in tiles[name]}
        for entry in puzzle.fixed:
            if entry.tile == name:
                shown = lies(puzzle, tile)
                found = {
                    (cell, face)
                    for cell, face in found
                    if cell == entry.cell
                    and entry.turns is None
                    or (cell, face)
                    == (entry.cell, shown.get((entry.turns or 0, entry.flipped)))
                }
        return frozenset(
            (cell, face)
            for cell, face in found - forbidden(puzzle, name)
            if all(framed(puzzle, cell, *pointing) for pointing in face)
        )

    every = {name: (shown, places(name)) for name, shown in tiles.items()}
    found = []
    for steps, flipped, goes in self_moves(
        puzzle.lattice.name, dict.fromkeys(puzzle.cells)
    ):
        if steps and not puzzle.turn:
            continue
        by = next(
            move
            for k, mirror, move in moves(puzzle.lattice.name)
            if (k, mirror) == (steps, flipped)
        )
        same = all(
            {by(point): goes[other] for point, other in near[cell].items()}
            == near[goes[cell]]
            for cell in cells
        )
        before, after = (
            Counter(
                (
                    frozenset(moved(move, face) for face in shown),
                    frozenset((to[cell], moved(move, face)) for cell, face in where),
                )
                for shown, where in every.values()
            )
            for move, to in ((lambda point: point, {c: c for c in cells}), (by, goes))
        )
        if same and before == after:
            found.append((flipped, _tile_mover(by, goes)))
    turns = [function for flipped, function in found if not flipped]
    return turns, [function for _, function in found]


def _tile_mover(
    by: Callable[[Point], Point], goes: dict[Point, Point]
) -> Callable[[Any], Any]:
    def mover(look: Any) -> Any:
        return frozenset(
            (goes[cell], moved(by, face), frozenset(moved(by, f) for f in kind))
            for cell, face, kind in look
        )

    return mover


def orbit(group: Iterable[Callable[[Any], Any]], look: Any) -> frozenset[Any]:
    """Return the looks into which a look can be turned: the same for each of them."""
    return frozenset([move(look) for move in group])


def few(layouts: Iterable[frozenset[Any]], most: int) -> set[frozenset[Any]]:
    """Collect the layouts that were tried out; give the puzzle up if there are more."""
    found = set()
    for layout in layouts:
        found.add(layout)
        assume(len(found) <= most)
    return found


def four_ways(puzzle: Any, layouts: set[frozenset[Any]]) -> tuple[int, int, int, int]:
    """Count layouts: all, those that look different, orbits of turns, of all moves."""
    looks = {look(puzzle, layout) for layout in layouts}
    counts = [len(layouts), len(looks)]
    for group in groups(puzzle):
        orbits = {orbit(group, one) for one in looks}
        assert looks == {one for orbit in orbits for one in orbit}
        counts.append(len(orbits))
    return tuple(counts)  # type: ignore[return-value]


def queens(size: int) -> set[frozenset[Any]]:
    """Return every way to put down queens, as a set of (letter, cells)."""
    return {
        frozenset(("Q", frozenset([(row, place[row])])) for row in range(size))
        for place in permutations(range(size))
        if len({place[row] + row for row in range(size)}) == size
        and len({place[row] - row for row in range(size)}) == size
    }


# ------------------------------------------------------------- does the measure measure


@pytest.mark.parametrize(
    ("lattice", "number"), [("square", 8), ("hexagonal", 12), ("cubic", 48)]
)
def test_the_moves_here_are_as_many_as_a_cell_has_symmetries(lattice, number):
    corner = [(1, 2), (3, 5)] if lattice == "square" else [(4, 2), (1, 5)]
    if lattice == "cubic":
        corner = [(1, 2, 3), (4, 6, 9)]
    images = {tuple(map(move, corner)) for _, _, move in moves(lattice)}
    assert len(images) == number


def test_trying_out_finds_the_three_dominoes_in_a_two_by_three_box():
    puzzle = packing({"size": [2, 3], "pieces": {"D": {"shape": "##", "count": 3}}})
    assert four_ways(puzzle, set(packings(puzzle))) == (18, 3, 2, 2)


def test_trying_out_finds_the_four_tiles_that_were_cut_from_one_board():
    tiles = ["e a b f", "g h c a", "c i j d", "b d k l"]
    puzzle = edge_matching({"size": [2, 2], "tiles": tiles})
    found = set(tilings(puzzle))
    as_cut = [((0, 0), "1"), ((0, 1), "2"), ((1, 1), "3"), ((1, 0), "4")]
    faces = [frozenset(zip(AROUND["square"], tile.split())) for tile in tiles]
    assert {(n, c, faces[int(n) - 1]) for c, n in as_cut} in found
    assert four_ways(puzzle, found) == (4, 4, 1, 1)


def test_trying_out_finds_the_queens_that_are_known():
    assert [len(queens(size)) for size in range(1, 8)] == [1, 0, 0, 2, 10, 4, 40]
    assert [four_ways(Queens(size), queens(size))[3] for size in range(1, 8)] == [
        1,
        0,
        0,
        1,
        2,
        1,
        6,
    ]


def test_a_piece_and_its_mirror_image_are_two_pieces_until_they_may_be_flipped():
    pieces = {"S": [".##", "##."], "Z": ["##.", ".##"], "L": ["###", "#.."]}
    flat = packing({"size": [4, 3], "pieces": pieces})
    assert len({kind_of_shape(flat, cells, False) for _, cells, *_ in flat.pieces}) == 3
    assert len({kind_of_shape(flat, cells, True) for _, cells, *_ in flat.pieces}) == 2
    assert set_of(flat, False) != set_of(flat, True)
    del pieces["L"]
    twins = packing({"size": [4, 2], "pieces": pieces})
    assert set_of(twins, False) == set_of(twins, True)
