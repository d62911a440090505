"""Pictures: what is drawn where, and the files that are made of it."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring

import puzzles
from dlx.errors import FormatError
from puzzles import load
from puzzles.drawing import Picture, draw, scene_of
from puzzles.drawing.colors import LIGHT, STRONG, colored
from puzzles.drawing.rendering import ENDINGS, rendered, scale
from puzzles.drawing.scene import Area, Label, Scene
from reductions import Placement, PuzzleError, Queens, solve
from reductions.edge_matching import parse as tiles
from reductions.exact_cover import parse as options
from reductions.packing import parse as packing

TILES = ["0 a b 0", "0 0 c A", "C 0 0 d", "B D 0 0"]
MATES = [["a", "A"], ["b", "B"], ["c", "C"], ["d", "D"]]
FRAME = {"tiles": TILES, "mates": MATES, "border": "0"}
PLANE = {
    "size": [4, 4],
    "blocked": [[1, 1]],
    "pieces": {"ring": ["####", "#..#", "#..#", "####"], "L": ["##", "#."]},
    "flip": True,
}


def first(puzzle):
    return next(solve(puzzle))


def inside(point, area):
    """Tell whether a point is in an area, by crossing its lines to the right."""
    x, y = point
    crossings = 0
    for loop in area.loops:
        for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1]):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                crossings += 1
    return crossings % 2 == 1


def pieces(name):
    """Return a bundled puzzle, its first layout, and the areas of its pieces."""
    puzzle = load(name).puzzle
    layout = first(puzzle)
    return puzzle, layout, scene_of(puzzle, layout).areas("piece")


def hexagon_middle(cell):
    row, column = cell
    return 1.1 * (column + row % 2 / 2), 1.1 * row * 3**0.5 / 2


def square_middle(cell):
    return cell[1] + 0.5, cell[0] + 0.5


PACKINGS = [("pentominoes-8x8", square_middle), ("meteor", hexagon_middle)]


# --------------------------------------------------------------------------- packings


@pytest.mark.parametrize(("name", "middle"), PACKINGS)
def test_each_cell_lies_in_the_area_of_its_piece_and_in_no_other(name, middle):
    puzzle, layout, areas = pieces(name)
    assert len(areas) == len(layout)
    owner = {cell: placement for placement in layout for cell in placement.cells}
    for cell in puzzle.board:
        covering = [area.of for area in areas if inside(middle(cell), area)]
        assert covering == [owner[cell]]


@pytest.mark.parametrize(("name", "middle"), PACKINGS)
def test_lines_run_only_where_a_piece_ends(name, middle):
    puzzle, layout, areas = pieces(name)
    for area in areas:
        sides = [
            frozenset([one, other])
            for loop in area.loops
            for one, other in zip(loop, loop[1:] + loop[:1])
        ]
        assert len(sides) == len(set(sides))
        for one, other in map(sorted, sides):
            x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
            across = one[1] - other[1], other[0] - one[0]
            beside = [(x + k * across[0] / 4, y + k * across[1] / 4) for k in (-1, 1)]
            assert sorted(inside(point, area) for point in beside) == [False, True]


@pytest.mark.parametrize(("name", "middle"), PACKINGS)
def test_no_two_neighbors_have_one_color(name, middle):
    _, _, areas = pieces(name)
    sides = {
        area.of: {
            frozenset([one, other])
            for loop in area.loops
            for one, other in zip(loop, loop[1:] + loop[:1])
        }
        for area in areas
    }
    met = 0
    for one, other in combinations(areas, 2):
        if sides[one.of] & sides[other.of]:
            met += 1
            assert one.fill != other.fill
    assert met > len(areas)


def test_a_hole_in_a_piece_is_a_loop_the_other_way_around():
    puzzle = packing(PLANE)
    layout = first(puzzle)
    scene = scene_of(puzzle, layout)
    ring = next(area for area in scene.areas("piece") if area.of.piece == "ring")
    turning = [
        sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1]))
        for loop in ring.loops
    ]
    assert sorted(turning) == [-8, 32]
    assert [label.text for label in scene.labels("name")] == ["ring", "L"]


def test_cells_without_a_piece_are_drawn_light():
    puzzle = packing({"board": "##+", "pieces": {"I": "##"}})
    scene = scene_of(puzzle, first(puzzle))
    assert [area.of for area in scene.areas("empty")] == [(0, 2)]
    assert scene.areas("empty")[0].dashed


def test_long_names_are_written_over_several_cells():
    puzzle = packing({"size": [1, 5], "pieces": {"a long name": "#####"}})
    (label,) = scene_of(puzzle, first(puzzle)).labels("name")
    assert label.text == "a long name"
    assert label.point == (2.5, 0.5)
    assert label.size > 0.3


def test_many_neighbors_need_more_colors_than_there_are():
    all_meet = {k: [other for other in range(30) if other != k] for k in range(30)}
    assert len(set(colored(all_meet).values())) == 30
    assert len(set(LIGHT)) == len(LIGHT) and len(set(STRONG)) == len(STRONG)


# ------------------------------------------------------------------------------ tiles


@pytest.mark.parametrize("name", ["frogs", "drive-ya-nuts"])
def test_the_halves_of_mates_meet_and_differ(name):
    """They stand on the same part of a side, are mirror images, and say two things."""
    puzzle = load(name).puzzle
    scene = scene_of(puzzle, first(puzzle))
    mates = dict(puzzle.mates)
    standing = {}
    words = [label.text for label in scene.labels("symbol")]
    for area, word in zip(scene.areas("symbol"), words, strict=True):
        (loop,) = area.loops
        spot = frozenset((round(x, 6), round(y, 6)) for x, y in (loop[0], loop[-1]))
        standing.setdefault(spot, []).append((area, word))
    rings = Counter(area.of for area in scene.areas("ring"))
    inner = [pair for pair in standing.values() if len(pair) == 2]
    assert len(inner) == 12
    assert len(standing) == len(words) - 12
    for (one, word), (other, mate) in inner:
        assert mates[word] == mate
        assert one.fill == other.fill
        same = word == mate
        assert rings[one.of] + rings[other.of] == (0 if same else 1)
        assert len(one.loops[0]) == len(other.loops[0])


def test_symbols_that_are_no_mates_differ_in_shape_or_color():
    from puzzles.drawing.tiles import looks

    lines = [f"{k} {k + 7} {k + 14} {k + 21}" for k in range(1, 8)]
    puzzle = tiles({"tiles": lines, "size": [1, 7]})
    found = looks(puzzle)
    assert len(set(found.values())) == len(found) == 28


def test_triangles_meet_side_by_side():
    puzzle = tiles(
        {"lattice": "triangular", "tiles": ["a b c", "b d e", "b d f", "e b f"]}
    )
    middle = Placement("2", tuple(cell for cell in puzzle.cells if sum(cell) % 2), 1)
    scene = scene_of(puzzle, (middle,))
    (tile,) = scene.areas("tile")
    assert len(tile.loops[0]) == 3
    assert len(scene.areas("empty")) == 3
    assert len(scene.areas("symbol")) == 3
    lowest = max(y for _, y in tile.loops[0])
    assert [y for _, y in tile.loops[0]].count(lowest) == 1  # it points down


def test_the_border_is_grey_and_lies_outside():
    puzzle = tiles(FRAME)
    scene = scene_of(puzzle, first(puzzle))
    bands = scene.areas("border")
    assert len(bands) == 8
    assert len({band.fill for band in bands}) == 1
    for band in bands:
        one, other, *_ = band.loops[0]
        assert one[0] == other[0] in (0, 2) or one[1] == other[1] in (0, 2)
    assert len(scene.areas("symbol")) == 8
    assert not scene.areas("fault")


def test_the_tip_points_to_the_first_side_of_the_tile():
    puzzle = tiles({"tiles": ["a b c d"]})
    for turns, (right, down) in enumerate([(0, -1), (1, 0), (0, 1), (-1, 0)]):
        scene = scene_of(puzzle, (Placement("1", ((0, 0),), turns),))
        x, y = scene.areas("tip")[0].loops[0][0]
        assert (x - 0.5) * right + (y - 0.5) * down > 0.15
        at = {label.text: label.point for label in scene.labels("symbol")}
        assert (at["a"][0] - 0.5) * right + (at["a"][1] - 0.5) * down > 0.3


def test_sides_that_do_not_match_are_marked():
    puzzle = tiles({"tiles": ["a b c d", "a b c d"], "size": [1, 2], "turn": False})
    layout = (Placement("1", ((0, 0),), 0), Placement("2", ((0, 1),), 0))
    (fault,) = scene_of(puzzle, layout).areas("fault")
    assert set(fault.loops[0]) == {(1, 0), (1, 1)}


def test_tiles_that_lie_fast_or_are_turned_over_say_so():
    fixed = [{"tile": "1", "cell": [0, 0], "turns": 0}]
    puzzle = tiles({"tiles": ["a b c d"], "fixed": fixed, "flip": True})
    plain = scene_of(puzzle._replace(fixed=()), (Placement("1", ((0, 0),), 0),))
    fast = scene_of(puzzle, (Placement("1", ((0, 0),), 0, True),))
    assert plain.areas("disk")[0].fill != fast.areas("disk")[0].fill
    assert [label.text for label in fast.labels("name")] == ["1'"]
    assert [label.text for label in fast.labels("caption")] == [
        "a tip shows where the top of a tile as listed lies; ' is turned over; grey "
        "lies fast"
    ]


# ---------------------------------------------------------------------- grids, solids


def test_givens_of_a_sudoku_are_bold_and_all_cells_have_a_symbol():
    puzzle = load("sudoku-inkala").puzzle
    scene = scene_of(puzzle, first(puzzle))
    given, found = scene.labels("given"), scene.labels("found")
    marks = [mark for mark in puzzle.grid if mark != "."]
    assert [label.text for label in sorted(given, key=lambda g: g.of)] == marks
    assert all(label.bold for label in given) and not any(f.bold for f in found)
    assert len({label.point for label in given + found}) == 81
    assert len(scene.areas("box")) == 9


def test_queens_stand_in_the_middle_of_their_squares():
    puzzle = Queens(6)
    layout = first(puzzle)
    queens = scene_of(puzzle, layout).labels("queen")
    wanted = [(cell[1] + 0.5, cell[0] + 0.5) for _, (cell,), *_ in layout]
    assert [queen.point for queen in queens] == wanted


@pytest.mark.parametrize("name", ["soma", "wooden-cube"])
def test_solids_show_every_layer_and_each_piece_apart(name):
    puzzle = load(name).puzzle
    layout = first(puzzle)
    scene = scene_of(puzzle, layout)
    heads = [label.of for label in scene.labels("heading")]
    assert [head for head in heads if head is not None] == sorted(
        {z for _, _, z in puzzle.board}
    )
    whole, apart = split(scene)
    assert {area.of[0] for area in apart} == set(layout)
    boxes = {}
    for area in apart:
        boxes.setdefault(area.of[0], []).extend(area.loops[0])
    for one, other in combinations(boxes.values(), 2):
        (ax, ay), (bx, by) = zip(*one), zip(*other)
        beside = max(ax) <= min(bx) or max(bx) <= min(ax)
        assert beside or max(ay) <= min(by) or max(by) <= min(ay)
    assert len({area.fill for area in scene.areas("piece")}) == len(layout)


def split(scene):
    """Return the faces of the whole and those of the pieces apart."""
    faces = scene.areas("face")
    below = [label.point[1] for label in scene.labels("heading")][-1]
    whole = [area for area in faces if area.loops[0][0][1] < below]
    return whole, [area for area in faces if area not in whole]


def test_a_whole_cube_shows_three_sides_and_hides_what_is_behind():
    puzzle = load("soma").puzzle
    layout = first(puzzle)
    whole, _ = split(scene_of(puzzle, layout))
    assert len(whole) == 27  # nine faces of each of three sides
    seen = {area.of[1] for area in whole}
    assert seen == {c for c in puzzle.board if c[0] == 2 or c[1] == 2 or c[2] == 0}


def test_faces_come_from_back_to_front():
    """No face hides one that comes later: judged by sampling points and their depth."""
    puzzle = load("soma").puzzle
    _, apart = split(scene_of(puzzle, first(puzzle)))
    hidden = 0
    for one, other in combinations(apart, 2):
        if one.of[0] != other.of[0] or one.of[1] == other.of[1]:
            continue
        xs, ys = zip(*other.loops[0])
        spot = sum(xs) / 4 + 0.01, sum(ys) / 4 + 0.013
        if inside(spot, one):
            hidden += 1
            (ax, ay, az), (bx, by, bz) = one.of[1], other.of[1]
            assert bx >= ax and by >= ay and bz <= az
    assert hidden > 0


def test_a_part_of_a_layout_can_be_drawn():
    for name in ("soma", "frogs", "meteor", "queens-8", "sudoku-inkala"):
        puzzle = load(name).puzzle
        assert scene_of(puzzle, ()).box.width > 0
        assert scene_of(puzzle, first(puzzle)[:2]).shapes


# ------------------------------------------------------------------------------ files


def test_the_content_of_a_file_is_of_its_kind(tmp_path):
    puzzle = Queens(4)
    picture = Picture(puzzle, first(puzzle))
    begins = {".svg": b"<?xml", ".png": b"\x89PNG\r\n\x1a\n", ".pdf": b"%PDF-"}
    for ending in ENDINGS:
        path = tmp_path / f"queens{ending}"
        picture.save(path)
        content = path.read_bytes()
        assert content.startswith(begins[ending])
        assert content == rendered(picture.scene, ending)
    wide, tall = (
        int.from_bytes((tmp_path / "queens.png").read_bytes()[part])
        for part in (slice(16, 20), slice(20, 24))
    )
    assert 1000 < wide == tall < 1300


def test_an_svg_is_well_formed_whatever_the_names_are():
    puzzle = tiles({"tiles": {"<&--\x1b]$x$": "$ -- <!--  ]]>"}})
    svg = Picture(puzzle, first(puzzle))._repr_svg_()
    assert fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert "\x1b" not in svg


def test_a_letter_that_the_font_lacks_is_told():
    puzzle = packing({"size": [1, 1], "pieces": {"\u732b": "#"}})
    with pytest.warns(UserWarning, match="^the font has no \u732b; boxes"):
        rendered(scene_of(puzzle, first(puzzle)), ".svg")


SCRIPT = """
import sys
from puzzles import load
from puzzles.drawing import Picture
from reductions import solve
for name in ("light-bulbs", "soma"):
    puzzle = load(name).puzzle
    print(Picture(puzzle, next(solve(puzzle)))._repr_svg_())
"""


def test_the_same_layout_gives_the_same_bytes_for_any_hash_seed():
    done = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            cwd=Path(puzzles.__file__).parents[1],
            env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            timeout=60,
        )
        for seed in ("1", "2")
    ]
    assert done[0].returncode == 0, done[0].stderr.decode()
    assert len(done[0].stdout) > 10000
    assert done[0].stdout == done[1].stdout


def test_the_settings_of_the_user_change_nothing():
    import matplotlib

    scene = scene_of(Queens(2), ())
    before = rendered(scene, ".svg")
    with matplotlib.rc_context({"savefig.bbox": "tight", "savefig.dpi": 7}):
        assert rendered(scene, ".svg") == before
        assert matplotlib.rcParams["savefig.dpi"] == 7


def test_large_pictures_stay_within_bounds():
    line = Area((((0, 0), (100_000, 0), (100_000, 1), (0, 1)),), "#000000")
    assert scale(Scene((line,))) == pytest.approx(0.0004)
    label = Label((50_000, 0.5), "x", 0.5)
    assert rendered(Scene((line, label)), ".png").startswith(b"\x89PNG")


def test_reading_about_pictures_does_not_load_matplotlib():
    script = (
        "import sys, puzzles.drawing; from puzzles import load; "
        "from reductions import Queens; puzzles.drawing.scene_of(Queens(3), ()); "
        "print('matplotlib' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(puzzles.__file__).parents[1],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == "False False\n", done.stderr


# ----------------------------------------------------------------------- command line


def test_the_command_writes_the_layout_that_is_asked_for(run):
    code, out, err = run("draw", "frogs", "--layout", "2", "--out", "a.svg")
    assert (code, out) == (0, "")
    assert err == "puzzles: frogs: layout 2 (rotations) is in a.svg\n"
    puzzle = load("frogs").puzzle
    second = list(solve(puzzle))[1]
    draw(puzzle, second, "b.svg")
    assert Path("a.svg").read_bytes() == Path("b.svg").read_bytes()


def test_without_out_a_new_file_has_the_name_of_the_puzzle(run):
    assert run("draw", "queens-8")[0] == 0
    assert Path("queens-8.svg").stat().st_size > 1000
    code, _, err = run("draw", "queens-8")
    assert code == 2
    assert err == (
        "puzzles: queens-8.svg: there is such a file already; name one with --out\n"
    )


EMPTY = 'kind = "packing"\nsize = [1, 3]\n[pieces]\nI = "##"\n'
COVER = 'kind = "exact-cover"\n[options]\np = "a b"\n'


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["frogs", "--out", "a.gif"], 2, "a.gif: pictures end in .svg .png .pdf"),
        (["frogs", "--out", "a.svgz"], 2, "did you mean '.svg'?"),
        (["frogs", "--out", "no/a.svg"], 2, "no: No such file or directory"),
        (["frogs", "--layout", "0"], 2, "--layout counts from 1"),
        (["frogs", "--layout", "3"], 1, "there is no layout 3, only 2 (rotations)"),
        (["a.toml"], 1, "the pieces have 2 cells, the board has 3"),
        (["b.toml"], 2, "b.toml: exact-cover has no picture"),
        (["nothing.toml"], 2, "there is no file nothing.toml"),
        (
            ["pentominoes-3x20", "--layout", "4", "--timeout", "0"],
            3,
            "stopped by timeout",
        ),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_line(run, arguments, code, message):
    found = run("draw", *arguments, a=EMPTY, b=COVER)
    assert found[0] == code
    assert found[1] == ""
    assert found[2].startswith("puzzles: ") and found[2].count("\n") == 1
    assert message in found[2]
    assert not list(Path().glob("*.[sg]*"))


def test_the_puzzle_is_not_written_over(run):
    Path("a.svg").write_text(EMPTY, encoding="utf-8")
    code, _, err = run("draw", "a.svg", "--from", "toml", "--out", "a.svg")
    assert code == 2 and "this is the puzzle" in err
    assert Path("a.svg").read_text(encoding="utf-8") == EMPTY


def test_without_matplotlib_one_line_says_what_to_install(run, monkeypatch):
    for name in [name for name in sys.modules if name.startswith("matplotlib")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, out, err = run("draw", "frogs")
    assert (code, out) == (2, "")
    assert err == "puzzles: pictures need matplotlib: pip install 'tilewright[draw]'\n"


def test_python_tells_the_same_errors():
    with pytest.raises(FormatError, match=r"^a.txt: pictures end in"):
        draw(Queens(1), (), "a.txt")
    with pytest.raises(PuzzleError, match="^kind: exact-cover has no picture"):
        Picture(options({"options": {"p": "a b"}}), ())
