"""Solids for a printer: closed surfaces in millimeters, read back by trimesh."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
import trimesh

from puzzles import load
from puzzles.drawing import meshes, plates
from puzzles.drawing.printing import printable
from reductions import Placement, PuzzleError, solve
from reductions.packing import parse

SHAPES = {
    "bar": [(0, 0, 0), (1, 0, 0), (2, 0, 0)],
    "step": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)],
    "ring": [c for c in product(range(3), range(3), [0]) if c[:2] != (1, 1)],
    "hollow": [c for c in product(range(3), repeat=3) if c != (1, 1, 1)],
}


def space(*pieces, **more):
    """Return a puzzle of such pieces in a box where each of them fits."""
    cells = {f"P{k}": [list(cell) for cell in piece] for k, piece in enumerate(pieces)}
    box = [max(3, max(c[k] for p in pieces for c in p) + 1) for k in range(3)]
    return parse({"lattice": "cubic", "size": box, "pieces": cells, **more})


def bodies(path):
    """Return the closed surfaces in a file."""
    mesh = trimesh.load(path, force="mesh")
    assert mesh.is_watertight and mesh.is_volume
    return sorted(
        mesh.split(only_watertight=False), key=lambda body: body.bounds.tolist()
    )


def drawn_in(cells, gap):
    """Return how much of unit cubes is farther than `gap` from all others, by counting.

    Along each axis a point is near the lower face of its cube, in the middle, or near
    the upper face.
    """
    own, total = set(cells), 0.0
    for cell in own:
        for near in product((-1, 0, 1), repeat=3):
            around = product(*({0, step} for step in near))
            if all(tuple(map(sum, zip(cell, d))) in own for d in around):
                size = [gap if step else 1 - 2 * gap for step in near]
                total += size[0] * size[1] * size[2]
    return total


@pytest.mark.parametrize("name", ["bar", "step", "ring", "hollow"])
@pytest.mark.parametrize("gap", [0, 0.1, 0.4])
def test_a_piece_is_closed_and_as_large_as_its_cells(name, gap, tmp_path):
    cells = SHAPES[name]
    puzzle = space(cells)
    solid = plates.one(puzzle, "P0", plates.scale(puzzle, 10, 10 * gap))
    path = tmp_path / "piece.stl"
    path.write_bytes(printable([solid], ".stl"))
    mesh = trimesh.load(path)
    assert mesh.is_watertight and mesh.is_volume
    assert mesh.volume == pytest.approx(1000 * drawn_in(cells, gap), rel=1e-5)
    assert len(bodies(path)) == (2 if name == "hollow" else 1)  # inside and outside


def test_a_ring_has_a_hole_and_a_bar_has_none():
    for name, euler in (("bar", 2), ("ring", 0), ("hollow", 4)):
        puzzle = space(SHAPES[name])
        points, triangles = meshes.surface(
            plates.one(puzzle, "P0", plates.scale(puzzle))
        )
        mesh = trimesh.Trimesh(points, triangles, process=False)
        assert mesh.euler_number == euler


def test_faces_that_are_alike_are_not_divided():
    puzzle = space(SHAPES["bar"])
    solid = plates.one(puzzle, "P0", plates.scale(puzzle))
    points, triangles = meshes.surface(solid)
    assert (len(points), len(triangles)) == (8, 12)
    assert sorted(solid.high) == pytest.approx([11.8, 11.8, 35.8])


def test_a_piece_lies_on_its_largest_side():
    puzzle = space([(0, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1), (1, 0, 0)])
    solid = plates.one(puzzle, "P0", plates.scale(puzzle, 10, 0))
    assert solid.low == (0, 0, 0) and solid.high[2] == 20
    bottom = [cell for cell in solid.filled if cell[2] == 0]
    assert meshes.Solid("", solid.lines, tuple(bottom)).volume == 4000


def test_a_piece_is_never_mirrored():
    screw = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]
    puzzle = space(screw, [(x, y, 1 - z) for x, y, z in screw])
    sizes = plates.scale(puzzle, 10, 0)

    def hand(points):
        """Return on which side the fourth of four points in a chain lies."""
        one, two, three = (
            [b - a for a, b in zip(p, q)] for p, q in zip(points, points[1:])
        )
        return round(
            sum(
                one[i] * (two[j] * three[k] - two[k] * three[j])
                for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
            )
            / 1000
        )

    def chain(solid):
        """Return the middles of the cubes, from one end to the other."""
        cubes = [
            tuple((line[k] + line[k + 1]) / 2 for line, k in zip(solid.lines, cell))
            for cell in solid.filled
        ]
        near = {
            a: [
                b
                for b in cubes
                if abs(sum(abs(x - y) for x, y in zip(a, b)) - 10) < 1e-6
            ]
            for a in cubes
        }
        path = [next(a for a in cubes if len(near[a]) == 1)]
        while len(path) < 4:
            path.append(next(b for b in near[path[-1]] if b not in path))
        return path

    for name, cells in (("P0", screw), ("P1", [(x, y, 1 - z) for x, y, z in screw])):
        lying = plates.one(puzzle, name, sizes)
        layout = (Placement(name, tuple(cells)),)
        (standing,) = plates.assembled(puzzle, layout, sizes)
        wanted = hand([(10 * x, 10 * y, 10 * z) for x, y, z in cells])
        assert {hand(chain(lying)), hand(chain(standing))} == {wanted}


# ---------------------------------------------------------------------- the wooden cube


@pytest.mark.parametrize(("ratio", "side"), [(1, 60), (2, 48), (4, 42)])
def test_the_wooden_cube_has_eight_closed_bodies(run, ratio, side):
    code, out, err = run(
        "draw",
        "wooden-cube",
        "--assembled",
        "--out",
        "cube.stl",
        "--ratio",
        str(ratio),
        "--gap",
        "0.2",
    )
    assert (code, out) == (0, "")
    assert f"8 pieces, {side - 0.4:.1f} x {side - 0.4:.1f} x {side - 0.4:.1f} mm" in err
    assert "over 34 gaps" in err
    found = bodies("cube.stl")
    assert len(found) == 8
    for body in found:
        assert body.is_watertight and body.is_volume


def test_pieces_that_are_put_together_fill_the_cells_of_the_layout():
    puzzle = load("wooden-cube").puzzle
    layout = next(solve(puzzle))
    sizes = plates.scale(puzzle, 12, 0.1, ratio=4)
    solids = {solid.name: solid for solid in plates.assembled(puzzle, layout, sizes)}
    assert sorted(solids) == sorted(placement.piece for placement in layout)

    def fills(solid, point):
        places = []
        for line, x in zip(solid.lines, point):
            places.append(
                next(
                    (k for k in range(len(line) - 1) if line[k] < x < line[k + 1]), None
                )
            )
        return tuple(places) in solid.filled

    # Cubes are 12 mm wide and plates 3; the whole is 42, less the gap on each side.
    middle = {-2: 6, -1: 13.5, 0: 21, 1: 28.5, 2: 36}
    owner = {cell: p.piece for p in layout for cell in p.cells}
    for cell in puzzle.board:
        x, y, z = (middle[k] for k in cell)
        point = (x - 0.1, 41.9 - y, 41.9 - z)
        at = [name for name, solid in solids.items() if fills(solid, point)]
        assert at == ([owner[cell]] if cell in owner else [])


def test_a_plate_with_all_pieces_has_room_between_them(run):
    assert run("draw", "wooden-cube", "--out", "cube.stl")[0] == 0
    found = bodies("cube.stl")
    assert len(found) == 8
    for body in found:
        assert body.bounds[0][2] == 0
    for k, one in enumerate(found):
        for other in found[:k]:
            apart = [
                max(
                    one.bounds[0][a] - other.bounds[1][a],
                    other.bounds[0][a] - one.bounds[1][a],
                )
                for a in (0, 1)
            ]
            assert max(apart) >= 4.99


def test_each_piece_alone_is_as_large_as_on_the_plate(run):
    puzzle = load("wooden-cube").puzzle
    whole = 0.0
    for piece in puzzle.pieces:
        name = f"{piece.name}.stl"
        assert run("draw", "wooden-cube", "--piece", piece.name, "--out", name)[0] == 0
        (body,) = bodies(name)
        whole += body.volume
    assert run("draw", "wooden-cube", "--plate", "--out", "all.stl")[0] == 0
    assert whole == pytest.approx(sum(b.volume for b in bodies("all.stl")), rel=1e-5)


def test_the_unit_is_the_side_of_a_cube_in_millimeters(run):
    assert (
        run(
            "draw",
            "soma",
            "--assembled",
            "--unit",
            "20",
            "--gap",
            "0.25",
            "--out",
            "soma.stl",
        )[0]
        == 0
    )
    mesh = trimesh.load("soma.stl")
    assert mesh.extents == pytest.approx([59.5] * 3, rel=1e-6)
    assert len(bodies("soma.stl")) == 7


# ---------------------------------------------------------------------------- the files


def test_a_3mf_file_has_an_object_for_each_piece_and_tells_the_unit(run):
    assert run("draw", "soma", "--out", "soma.3mf")[0] == 0
    scene = trimesh.load("soma.3mf")
    names = [f"piece {piece.name}" for piece in load("soma").puzzle.pieces]
    assert sorted(scene.geometry) == sorted(names)
    assert scene.units == "millimeter"
    assert all(mesh.is_volume for mesh in scene.geometry.values())
    cubes = {
        name: len(piece.cells) for name, piece in zip(names, load("soma").puzzle.pieces)
    }
    for name, mesh in scene.geometry.items():
        assert 0.9 * cubes[name] < mesh.volume / 12**3 < cubes[name]


@pytest.mark.parametrize(
    "name", ["camera", "world", "a<b>&\"'", "\x01\x1b", "ü", "body"]
)
def test_any_name_of_a_piece_can_be_in_a_file(name, tmp_path):
    solids = [
        meshes.Solid(name, 3 * ((0.0, 1.0),), ((0, 0, 0),)),
        meshes.Solid("other", 3 * ((2.0, 3.0),), ((0, 0, 0),)),
    ]
    for ending in (".stl", ".3mf"):
        path = tmp_path / f"piece{ending}"
        path.write_bytes(printable(solids, ending))
        assert len(bodies(path)) == 2


def test_the_same_puzzle_gives_the_same_bytes(run):
    for ending in ("stl", "3mf"):
        run("draw", "soma", "--out", f"a.{ending}")
        script = (
            "import sys; from puzzles.command import main;"
            f"sys.exit(main(['draw', 'soma', '--out', 'b.{ending}']))"
        )
        root = Path(meshes.__file__).parents[2]
        done = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            timeout=60,
            env={"PYTHONHASHSEED": "7", "PYTHONPATH": str(root)},
        )
        assert done.returncode == 0, done.stderr
        assert Path(f"a.{ending}").read_bytes() == Path(f"b.{ending}").read_bytes()


def test_copies_are_all_on_the_plate():
    more = {
        "size": [3, 2, 1],
        "pieces": {
            "I": {"shape": [[0, 0, 0]], "count": 4},
            "D": [[0, 0, 0], [1, 0, 0]],
        },
    }
    puzzle = parse({"lattice": "cubic", **more})
    names = [solid.name for solid in plates.plate(puzzle, plates.scale(puzzle))]
    assert names == ["I#1", "I#2", "I#3", "I#4", "D"]


def test_of_pieces_used_as_often_as_one_likes_a_plate_holds_one_and_that_is_said(run):
    text = (
        'kind = "packing"\nlattice = "cubic"\nsize = [2, 2, 1]\n[pieces]\n'
        'I = {shape = [[0, 0, 0]], count = "any"}\n'
        "D = {shape = [[0, 0, 0], [1, 0, 0]], count = [2, 4]}\n"
    )
    code, _, err = run("draw", "p.toml", "--out", "p.stl", p=text)
    assert code == 0
    assert len(bodies("p.stl")) == 3
    assert "piece I may be used more or less often; a plate holds" in err


def test_plane_pieces_of_squares_are_given_a_height(run):
    assert (
        run(
            "draw", "pentominoes-6x10", "--height", "4", "--gap", "0", "--out", "p.stl"
        )[0]
        == 0
    )
    found = bodies("p.stl")
    assert len(found) == 12
    for body in found:
        assert body.volume == pytest.approx(5 * 12 * 12 * 4, rel=1e-6)
        assert body.extents[2] == 4


def test_a_plane_layout_is_seen_from_above():
    puzzle = parse({"size": [2, 2], "pieces": {"L": ["#.", "##"], "o": "#"}})
    layout = next(solve(puzzle, symmetry="raw"))
    sizes = plates.scale(puzzle, 10, 0)
    solids = {solid.name: solid for solid in plates.assembled(puzzle, layout, sizes)}
    ((row, column),) = next(p.cells for p in layout if p.piece == "o")
    assert solids["o"].low == (10 * column, 10 * (1 - row), 0)


# --------------------------------------------------------------------- what is refused


EDGE = [(0, 0, 0), (1, 1, 0)]
CORNER = [(0, 0, 0), (1, 1, 1)]
APART = [(0, 0, 0), (2, 0, 0)]


def test_a_layout_without_pieces_is_refused():
    puzzle = space([(0, 0, 0)])
    with pytest.raises(PuzzleError, match="^the layout has no pieces to print$"):
        plates.assembled(puzzle, (), plates.scale(puzzle))


@pytest.mark.parametrize("cells", [EDGE, CORNER, APART])
def test_a_piece_that_no_faces_hold_together_is_refused_by_name(cells):
    puzzle = space([(0, 0, 0)], cells)
    with pytest.raises(
        PuzzleError,
        match=r"^piece P1 would fall apart: no faces join "
        r"cell 0,0,0 to cell \d,\d,\d$",
    ):
        plates.plate(puzzle, plates.scale(puzzle))


def test_a_contact_at_an_edge_needs_a_gap_and_is_closed_with_one(tmp_path):
    touching = space([(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (1, 1, 0)])
    solid = plates.one(touching, "P0", plates.scale(touching, 12, 0))
    with pytest.raises(PuzzleError, match="^piece P0 touches itself at an edge only"):
        printable([solid], ".stl")
    solid = plates.one(touching, "P0", plates.scale(touching, 12, 0.05))
    path = tmp_path / "piece.stl"
    path.write_bytes(printable([solid], ".stl"))
    assert len(bodies(path)) == 1


COVER = 'kind = "exact-cover"\n[options]\np = "a b"\n'
BROKEN = (
    'kind = "packing"\nlattice = "cubic"\nsize = [2, 2, 1]\n[pieces]\n'
    "a = [[0, 0, 0], [1, 1, 0]]\nb = [[0, 0, 0], [1, 1, 0]]\n"
)
NONE = (
    'kind = "packing"\nlattice = "cubic"\nsize = [2, 2, 1]\n[pieces]\n'
    "a = [[0, 0, 0], [1, 0, 0], [2, 0, 0]]\nb = [[0, 0, 0]]\n"
)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ["frogs"],
            2,
            "frogs: edge-matching has no pieces of cubes or squares to print",
        ),
        (["a.toml"], 2, "a.toml: exact-cover has no pieces of cubes or squares"),
        (["meteor"], 2, "lattice: pieces of hexagonal cells are not printed"),
        (
            ["b.toml"],
            2,
            "piece a would fall apart: no faces join cell 0,0,0 to cell 1,1,0",
        ),
        (["soma", "--piece", "Q"], 2, "there is no piece Q; there are V, L, T"),
        (["soma", "--unit", "0"], 2, "unit: 0.0; want 0.1 to 1000 millimeters"),
        (["soma", "--unit", "nan"], 2, "unit: nan; want 0.1 to 1000 millimeters"),
        (["soma", "--unit", "1e999"], 2, "unit: inf; want"),
        (["soma", "--unit", "wide"], 2, "--unit"),
        (
            ["soma", "--gap", "6"],
            2,
            "gap: 6.0; want 0, or 0.01 millimeters up to less than",
        ),
        (["soma", "--gap", "-1"], 2, "gap: -1.0; want 0"),
        (["soma", "--gap", "nan"], 2, "gap: nan; want 0"),
        (
            ["wooden-cube", "--ratio", "4", "--gap", "1.5"],
            2,
            "half of the 3 that the thinn",
        ),
        (["wooden-cube", "--ratio", "0"], 2, "ratio: 0; want 1 to 100"),
        (
            ["soma", "--ratio", "2"],
            2,
            "ratio: the puzzle has no plates, all cells are cubes",
        ),
        (["soma", "--height", "2"], 2, "height: only plane pieces have one"),
        (["pentominoes-6x10", "--height", "-2"], 2, "height: -2.0; want 0.1 to 1000"),
        (["pentominoes-6x10", "--unit", "1000"], 2, "want at most 10000"),
        (
            ["soma", "--assembled", "--gap", "0"],
            2,
            "pieces that touch are one lump in .stl",
        ),
        (
            ["pentominoes-3x20", "--assembled", "--layout", "4", "--timeout", "0"],
            3,
            "stopped by timeout",
        ),
        (["c.toml", "--assembled"], 1, "c.toml: "),
        (["soma", "--assembled", "--plate"], 2, "not allowed with"),
    ],
)
def test_what_cannot_be_printed_is_said(run, arguments, code, message):
    found = run("draw", *arguments, "--out", "x.stl", a=COVER, b=BROKEN, c=NONE)
    assert found[:2] == (code, "")
    assert message in found[2]
    assert not Path("x.stl").exists()


@pytest.mark.parametrize(
    "option",
    [
        ["--piece", "V"],
        ["--plate"],
        ["--assembled"],
        ["--unit", "12"],
        ["--gap", "0"],
        ["--height", "3"],
        ["--ratio", "4"],
    ],
)
def test_a_picture_takes_no_option_of_solids(run, option):
    code, _, err = run("draw", "soma", *option, "--out", "x.svg")
    assert code == 2
    assert err == (f"puzzles: {option[0]} is for solids: --out FILE.stl or FILE.3mf\n")


def test_without_trimesh_one_line_says_what_to_install(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "trimesh", None)
    code, out, err = run("draw", "soma", "--out", "x.stl")
    assert (code, out) == (2, "")
    assert err == "puzzles: solids need trimesh: pip install 'tilewright[mesh]'\n"


def test_pictures_do_not_load_what_solids_need():
    script = (
        "import sys; import puzzles.commands.draw, puzzles.commands.printing;"
        "print('trimesh' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=Path(meshes.__file__).parents[2],
        timeout=60,
    )
    assert done.stdout == "False False\n", done.stderr
