"""Files of the program BurrTools: what they say, what is refused, what is written."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from dlx.errors import FormatError
from puzzles.command import main
from puzzles.files import MOST_UNPACKED, PuzzleFile, load, load_all
from puzzles.formats import parse, writer
from puzzles.formats.burrtools import notes, write
from reductions import Layouts, PuzzleError, count
from reductions.packing import check, misfit, parse as packing, state

BOX = '<voxel x="3" y="2" z="1" type="0">######</voxel>'
DOMINO = '<voxel x="2" y="1" z="1" name="Domino" type="0">##</voxel>'
BEND = '<voxel x="2" y="2" z="1" hx="1" weight="2" type="0">###_</voxel>'
DOT = '<voxel x="1" y="1" z="1" type="0">#</voxel>'
LOOSE = '<voxel x="3" y="2" z="1" type="0">#+++++</voxel>'

#: The shapes above have the numbers 0 to 4.
SHAPES = BOX + DOMINO + BEND + DOT + LOOSE


def problem(pieces: str, more: str = "", result: int = 0, inside: str = "") -> str:
    return (
        f"<problem {more}><shapes>{pieces}</shapes><result id='{result}'/>"
        f"<bitmap>{inside}</bitmap></problem>"
    )


def puzzle_file(
    problems: str, shapes: str = SHAPES, colors: int = 0, head: str = "", tail: str = ""
) -> str:
    paint = '<color red="1" green="2" blue="3"/>' * colors
    return (
        f'{head}<puzzle version="2"><gridType type="0"/><colors>{paint}</colors>\n'
        f"<shapes>{shapes}</shapes>\n<problems>\n{problems}\n</problems>{tail}</puzzle>"
    )


THREE = problem('<shape id="1" count="3"/>')


def read(text: str) -> PuzzleFile:
    (file,) = parse(text, "box.xmpuzzle")
    assert isinstance(file, PuzzleFile)
    return file


def refusal(text: str, name: str = "box.xmpuzzle") -> str:
    with pytest.raises((FormatError, PuzzleError)) as info:
        parse(text, name)
    message = str(info.value)
    assert "\n" not in message and message.startswith(name)
    assert len(message) < 400
    return message


# ------------------------------------------------------------------------- what it says


def test_shapes_counts_and_the_result_make_a_packing_puzzle_in_space():
    pieces = '<shape id="1" count="1"/><shape id="2" min="0" max="2"/><shape id="3"/>'
    file = read(puzzle_file(problem(pieces, 'name="The box"')))
    assert file.title == "The box"
    assert [(p.name, p.bounds) for p in file.puzzle.pieces] == [
        ("Domino", (1, 1)),
        ("S3", (0, 2)),
        ("S4", (1, 1)),
    ]
    assert file.puzzle.pieces[1].cells == ((0, 0, 0), (1, 0, 0), (0, 1, 0))
    assert file.puzzle.lattice.name == "cubic" and not file.puzzle.flip
    assert file.notes == () and file.known == {}


def test_voxels_run_along_x_then_y_then_z():
    shapes = '<voxel x="2" y="3" z="2" type="0">#_ _# __\n__ __ _#</voxel>'
    file = read(puzzle_file(problem('<shape id="0"/>'), shapes))
    assert file.puzzle.cells == ((0, 0, 0), (1, 1, 0), (1, 2, 1))


def test_pieces_are_turned_in_space_but_never_flipped():
    left = '<voxel x="2" y="2" z="2" type="0">###__#__</voxel>'
    right = '<voxel x="2" y="2" z="2" type="0">###___#_</voxel>'
    turned = '<voxel x="2" y="2" z="2" type="0">##__#_#_</voxel>'
    fits = [
        count(read(puzzle_file(problem('<shape id="0"/>', "", 1), left + other)).puzzle)
        for other in (left, right, turned)
    ]
    assert [found.raw for found in fits] == [1, 0, 1]


def test_a_shape_without_its_count_is_there_once_and_one_of_count_0_is_not_there():
    file = read(puzzle_file(problem('<shape id="2"/><shape id="3" count="0"/>')))
    assert [(p.name, p.bounds) for p in file.puzzle.pieces] == [("S3", (1, 1))]


def test_two_pieces_of_one_name_are_called_by_their_numbers():
    shapes = BOX + DOMINO + DOT.replace("<voxel", '<voxel name="Domino"')
    file = read(puzzle_file(problem('<shape id="1"/><shape id="2"/>'), shapes))
    assert [piece.name for piece in file.puzzle.pieces] == ["S2", "S3"]
    shapes = BOX + DOT + DOMINO.replace("Domino", "S2")
    file = read(puzzle_file(problem('<shape id="1"/><shape id="2"/>'), shapes))
    assert [piece.name for piece in file.puzzle.pieces] == ["shape 1", "S2"]


def test_groups_are_kept_in_either_spelling_and_said_aloud():
    pieces = (
        '<shape id="1" count="2" group="1"/><shape id="2"/><shape id="3" count="2">'
        '<group group="1" count="1"/><group group="7" count="2"/></shape>'
    )
    file = read(puzzle_file(problem(pieces)))
    assert file.puzzle.groups == ((("Domino", 2), ("S4", 1)), (("S4", 2),))
    assert file.notes[0] == "a group, which need not come apart: 2 of Domino, S4"
    assert packing(state(file.puzzle)) == file.puzzle


def test_several_problems_are_several_puzzles_and_one_at_fault_stands_as_its_error():
    bad = problem('<shape id="9"/>')
    found = parse(puzzle_file(THREE + "\n" + bad + "\n" + THREE), "box.xmpuzzle")
    assert [isinstance(file, PuzzleFile) for file in found] == [True, False, True]
    assert str(found[1]) == (
        "box.xmpuzzle:5: id of <shape> is 9; want a number from 0 to 4"
    )


def test_stored_counts_are_told_as_they_are_stored():
    text = THREE.replace(
        "<problem ", '<problem state="2" assemblies="3" solutions="1" '
    )
    file = read(puzzle_file(text))
    assert file.known == {"assemblies": 3, "solutions": 1}
    assert file.notes[0].startswith(
        "stored by BurrTools: assemblies 3 and solutions 1;"
    )
    unfinished = read(puzzle_file(text.replace('state="2"', 'state="1"')))
    assert unfinished.known == {}
    assert "not finished: assemblies 3" in unfinished.notes[0]


def test_stored_results_and_a_saved_search_are_passed_over():
    inside = "<solutions><solution asmNum='1'><assembly>0 0</assembly></solution>"
    text = THREE.replace(
        "</problem>",
        f"{inside}</solutions><assembler version='1'>7 8</assembler></problem>",
    )
    assert read(puzzle_file(text)) == read(puzzle_file(THREE))


def test_the_comment_gives_the_title_and_the_source():
    comment = "<comment popup=''>Name: Two Dominoes\nDesigned by: N. N.</comment>"
    file = read(puzzle_file(THREE, tail=comment))
    assert file.title == "Two Dominoes"
    assert file.source == "Name: Two Dominoes Designed by: N. N."


# ------------------------------------------------------------------------------- colors


RED_BLUE = '<voxel x="4" y="1" z="1" type="0">#1#1#2#2</voxel>'
RED = '<voxel x="2" y="1" z="1" type="0">#1#1</voxel>'
BLUE = '<voxel x="2" y="1" z="1" type="0">#2#2</voxel>'
MIXED = '<voxel x="2" y="1" z="1" type="0">##2</voxel>'


def colored(pairs: Sequence[tuple[int, int]], pieces: str = RED + BLUE) -> int:
    text = "".join(f'<pair piece="{a}" result="{b}"/>' for a, b in pairs)
    entries = '<shape id="1"/><shape id="2"/>'
    shapes = RED_BLUE + pieces
    file = read(puzzle_file(problem(entries, inside=text), shapes, colors=2))
    assert packing(state(file.puzzle)) == file.puzzle
    return count(file.puzzle).merged


def test_color_1_of_a_voxel_is_number_0_of_a_pair():
    assert colored([(0, 0), (1, 1)]) == 1
    assert colored([(0, 1), (1, 0)]) == 1
    assert colored([(0, 0), (0, 1), (1, 0), (1, 1)]) == 2


def test_a_pair_that_is_not_listed_is_not_allowed_not_even_of_equal_colors():
    assert colored([]) == 0
    assert colored([(0, 0)]) == 0
    assert colored([(0, 1), (1, 1)]) == 0


def test_a_voxel_without_a_color_goes_with_every_color():
    assert colored([(1, 1)], MIXED + DOMINO) == 2  # its blue end on either blue cell
    assert colored([(1, 0), (1, 1)], MIXED + DOMINO) == 4


def test_colors_of_pieces_do_not_matter_where_the_result_has_none():
    shapes = BOX + RED + BLUE
    text = puzzle_file(problem('<shape id="1"/><shape id="2" count="2"/>'), shapes, 2)
    file = read(text)
    assert "colors of pieces do not matter: the result has none" in file.notes
    assert count(file.puzzle).merged == 3


def test_a_color_number_that_there_is_not_is_refused():
    text = puzzle_file(problem('<shape id="1"/>'), RED_BLUE + BLUE, colors=1)
    assert refusal(text).endswith("color 2, want at most 1")
    pair = problem('<shape id="1"/>', inside='<pair piece="2" result="0"/>')
    message = refusal(puzzle_file(pair, RED_BLUE + RED, colors=2))
    assert message.endswith("piece of <pair> is 2; want a number from 0 to 1")


# -------------------------------------------------------------------------------- holes


def test_max_holes_limits_the_cells_that_stay_empty():
    pieces = '<shape id="1" min="0" max="3"/>'
    counts = [
        count(read(puzzle_file(problem(pieces, more, 4))).puzzle).merged
        for more in ("", 'maxHoles="4"', 'maxHoles="3"', 'maxHoles="2"', 'maxHoles="0"')
    ]
    # The cell to fill lies under one domino in 2 ways, one of two in 7, of three in 3.
    assert counts == [12, 12, 10, 10, 3]


def test_max_holes_does_not_count_where_the_numbers_of_pieces_are_fixed():
    file = read(puzzle_file(problem('<shape id="1"/>', 'maxHoles="1"', 4)))
    assert file.puzzle.holes is None and "maxHoles" in file.notes[0]
    assert count(file.puzzle).merged == 2


def squares(rows: int, columns: int) -> list[tuple[int, int]]:
    return list(product(range(rows), range(columns)))


def ways_to_lay(shape: Sequence[tuple[int, int]], board: set[tuple[int, int]]) -> Any:
    """Return the sets of cells that a shape may cover, by trying every turn."""
    found = set()
    for turns in range(4):
        turned = [(r, c) for r, c in shape]
        for _ in range(turns):
            turned = [(c, -r) for r, c in turned]
        for down, right in product(range(-4, 5), repeat=2):
            cells = frozenset((r + down, c + right) for r, c in turned)
            if cells <= board:
                found.add(cells)
    return found


def brute(
    board: Sequence[tuple[int, int]],
    needed: set[tuple[int, int]],
    pieces: Sequence[tuple[Sequence[tuple[int, int]], int, int]],
    holes: int,
) -> int:
    """Count sets of places by the rule, trying all of them."""
    choices: list[list[list[Any]]] = []
    for shape, least, most in pieces:
        ways = sorted(ways_to_lay(shape, set(board)), key=sorted)
        choices.append(
            [list(c) for k in range(least, most + 1) for c in combinations(ways, k)]
        )
    total = 0
    for choice in product(*choices):
        laid = [cell for places in choice for place in places for cell in place]
        covered = set(laid)
        total += (
            len(laid) == len(covered)
            and needed <= covered
            and len(set(board) - covered) <= holes
        )
    return total


@pytest.mark.parametrize("holes", range(8))
@pytest.mark.parametrize("drawing", ["##+\n+++\n+.+", "+++\n+++", "#++\n#.+\n+++"])
def test_at_most_so_many_holes_agrees_with_trying_everything(drawing, holes):
    shapes = {"I": [(0, 0), (0, 1)], "L": [(0, 0), (0, 1), (1, 0)], "o": [(0, 0)]}
    times = {"I": [0, 2], "L": [0, 1], "o": 1}
    puzzle = packing(
        {
            "board": drawing,
            "holes": holes,
            "pieces": {
                name: {"shape": [list(cell) for cell in shape], "count": times[name]}
                for name, shape in shapes.items()
            },
        }
    )
    assert packing(state(puzzle)) == puzzle
    pieces = [(shapes["I"], 0, 2), (shapes["L"], 0, 1), (shapes["o"], 1, 1)]
    want = brute(puzzle.board, set(puzzle.cells), pieces, holes)
    layouts = Layouts(puzzle, symmetry="merged")
    found = list(layouts)
    assert len(found) == want == count(puzzle).merged
    assert all(not check(puzzle, layout) for layout in found)
    assert not (misfit(puzzle) and want)
    for engine in ("bits", "links"):
        assert count(puzzle, engine=engine).merged == want


def test_holes_and_a_piece_of_any_number_go_together():
    data = {"board": "+++\n+++", "pieces": {"I": {"shape": "##", "count": "any"}}}
    counts = [count(packing(data | {"holes": n})).merged for n in range(7)]
    everything = [0] * 7
    ways = sorted(ways_to_lay([(0, 0), (0, 1)], set(squares(2, 3))), key=sorted)
    for k in range(4):
        for chosen in combinations(ways, k):
            covered = set().union(*chosen)
            if len(covered) == 2 * k:
                everything[6 - 2 * k] += 1
    assert counts == [sum(everything[: n + 1]) for n in range(7)]
    assert count(packing(data)).merged == sum(everything)


def test_check_counts_the_cells_that_stay_empty():
    data = {"board": "+++", "pieces": {"I": {"shape": "##", "count": [0, 1]}}}
    assert check(packing(data | {"holes": 1}), ()) == [
        "3 cells are empty, want at most 1"
    ]
    assert misfit(packing(data | {"holes": 0})) == (
        "the pieces have 0 to 2 cells, the board has 3"
    )


def test_groups_of_our_own_format_name_pieces_and_how_many():
    data = {"size": [1, 2], "pieces": {"A": {"shape": "#", "count": 2}}}
    for groups, want in (
        ([{"B": 1}], "groups[0]: there is no piece 'B'"),
        ([{"A": 3}], "groups[0].A: 3; want a whole number from 1 to 2"),
        ([7], "groups[0]: 7; want {name = how many, ...}"),
    ):
        with pytest.raises(PuzzleError) as info:
            packing(data | {"groups": groups})
        assert str(info.value) == want


# -------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "old, new, want",
    [
        ('type="0"/>', 'type="1"/>', "triangular prisms; only number 0, cubes"),
        ('type="0"/>', 'type="7"/>', "the grid is number 7; only number 0"),
        ('type="0"/>', "/>", "type of <gridType> is missing"),
        ('version="2"', 'version="3"', "version of <puzzle> is '3'; want 2"),
        ("######", "#####", "5 voxels, want 3 x 2 x 1 = 6"),
        ("######", "#######", "7 voxels, want 3 x 2 x 1 = 6"),
        ("######", "###?##", "'?' in <voxel>; want _ # + and colors"),
        ("######", "___9___", "color 9 of an empty voxel"),
        ("######", "#64#####", "color 64, want at most 0"),
        ("######", "______", "all voxels of this shape are empty"),
        ('x="3"', 'x="3000000000"', "x of <voxel> is '3000000000'"),
        ('x="3"', 'x="' + "9" * 5000 + '"', "x of <voxel> is '999"),
        ('x="3"', 'x="-3"', "x of <voxel> is '-3'; want a number"),
        ('x="3"', 'x="³"', "x of <voxel> is '³'; want a number"),
        ('x="3" ', "", "x of <voxel> is missing"),
        ('count="3"', 'count="1000000000"', "count of <shape> is '1000000000'"),
        ('count="3"', 'count="2000"', "pieces.Domino.count"),
        ('count="3"', 'min="3" max="2"', "min 3 is more than max 2"),
        ('count="3"', 'min="3"', "want both min and max, or count"),
        ('count="3"', 'count="3" kount="3"', "kount of <shape> is not known; did you"),
        ('id="1" count="3"/>', 'id="1"/><shape id="1"/>', "shape 1 stands twice"),
        ('id="1" count="3"/>', 'id="4"/>', "shape 4 has + in it"),
        ('id="1" count="3"/>', 'id="1" count="0"/>', "pieces: {}; want a table"),
        ("<result id='0'/>", "", "0 results; want one"),
        ("<result id='0'/>", "<result id='0'/><result id='0'/>", "2 results"),
        (
            "<result id='0'/>",
            "<results id='0'/>",
            "<results> in <problem> is not known",
        ),
        ("<problem ", '<problem state="5" ', "state of <problem> is '5'; want 0 or 1"),
        ("</shapes>\n", "</shapes><joint/>\n", "<joint> in <puzzle> is not known"),
        ("<puzzle ", "<svg/><puzzle ", "<svg>; want <puzzle>"),
        ("</puzzle>", "", "no element found"),
        ("</puzzle>", "</puzle>", "mismatched tag"),
        ("</puzzle>", "</puzzle>&x;", ""),
        ("<puzzle ", "<!DOCTYPE puzzle><puzzle ", "a document type or an entity"),
    ],
)
def test_a_file_that_is_not_understood_is_refused_with_its_place(old, new, want):
    text = puzzle_file(THREE)
    assert old in text
    assert want in refusal(text.replace(old, new, 1))


def test_a_file_without_problems_is_refused():
    message = refusal(puzzle_file(""))
    assert message == "box.xmpuzzle: there is no problem in it, only shapes"


LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a "ha">'
    + "".join(
        f'<!ENTITY {c} "{f"&{b};" * 10}">' for b, c in zip("abcdefgh", "bcdefghi")
    )
    + "]>"
)


@pytest.mark.parametrize(
    "head, name",
    [
        (LAUGHS, "&i;"),
        ('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>', "&e;"),
        ('<!DOCTYPE x SYSTEM "http://localhost/x.dtd">', "x"),
        ('<!DOCTYPE x [<!ENTITY % p SYSTEM "file:///etc/hostname"> %p;]>', "x"),
    ],
)
def test_entities_are_neither_expanded_nor_fetched(head, name):
    text = puzzle_file(problem('<shape id="1"/>', f'name="{name}"'), head=head)
    assert "a document type or an entity; these are not read" in refusal(text)
    assert "a document type or an entity" in refusal(text, "box.txt")


def test_deep_nesting_is_refused_and_in_what_is_passed_over_it_does_no_harm():
    deep = "<shape id='1'>" * 50_000
    assert "<shape> in <shape> is not known" in refusal(puzzle_file(problem(deep)))
    nested = "<a>" * 50_000 + "</a>" * 50_000
    inside = f"<solutions>{nested}</solutions></problem>"
    text = puzzle_file(THREE.replace("</problem>", inside))
    assert read(text).puzzle == read(puzzle_file(THREE)).puzzle


def test_very_many_elements_are_refused():
    text = puzzle_file(problem('<shape id="1"/>' * 30_000))
    assert "more than 20000 elements" in refusal(text)


def test_many_large_shapes_are_drawn_only_where_they_are_used():
    large = '<voxel x="20" y="20" z="20" type="0">' + "#" * 8000 + "</voxel>"
    file = read(puzzle_file(THREE, SHAPES + large * 100))
    assert count(file.puzzle).merged == 3


def test_too_large_a_result_is_refused():
    large = '<voxel x="100" y="101" z="1" type="0">' + "#" * 10100 + "</voxel>"
    message = refusal(puzzle_file(problem('<shape id="1"/>'), large + DOMINO))
    assert "[100, 101, 1]; want at most 10000 cells" in message


# ----------------------------------------------------------------- plain and compressed


def written(folder: Path, data: bytes, name: str = "box.xmpuzzle") -> str:
    path = folder / name
    path.write_bytes(data)
    return str(path)


def test_a_compressed_file_is_the_same_puzzle_whatever_its_name(tmp_path):
    text = puzzle_file(THREE).encode()
    plain = load(written(tmp_path, text))
    for name in ("packed.xmpuzzle", "packed.gz", "packed"):
        packed = load(written(tmp_path, gzip.compress(text), name))
        assert packed.puzzle == plain.puzzle


def test_our_own_format_may_be_compressed_too(tmp_path):
    path = written(tmp_path, gzip.compress(b'kind = "queens"\nsize = 8'), "q.toml")
    assert load(path).puzzle.kind == "queens"


@pytest.mark.parametrize(
    "data, want",
    [
        (gzip.compress(b" " * (MOST_UNPACKED + 1)), "it unpacks to more than 4194304"),
        (gzip.compress(bytes(10**9 // 4)), "it unpacks to more than 4194304 bytes"),
        (gzip.compress(b"<puzzle/>")[:-5], "the end is missing"),
        (gzip.compress(b"<puzzle/>") + b"more", "something follows"),
        (b"\x1f\x8b\x08", "the end is missing"),
        (b"\x1f\x8bnonsense", "cannot be unpacked"),
        (gzip.compress(b"\xff\xfe"), "this is not UTF-8 text"),
        (gzip.compress(gzip.compress(b"<puzzle/>")), "this is not UTF-8 text"),
    ],
)
def test_a_compressed_file_that_is_too_large_or_broken_is_refused(tmp_path, data, want):
    path = written(tmp_path, data)
    with pytest.raises(FormatError) as info:
        load_all(path)
    assert want in str(info.value) and "\n" not in str(info.value)


def test_the_command_line_counts_a_file_and_says_what_it_stores(tmp_path, capsys):
    text = THREE.replace("<problem ", '<problem state="2" assemblies="3" ')
    path = written(tmp_path, gzip.compress(puzzle_file(text).encode()))
    assert main(["solve", path, "--count", "--symmetry", "merged", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["count"] == 3
    assert "stored by BurrTools: assemblies 3" in err


# ---------------------------------------------------------------------------- writing


def again(puzzle: Any) -> Any:
    text = write(PuzzleFile("a.toml", "A <b> & 'c'", "me & you", puzzle, {}))
    (file,) = parse(text, "a.xmpuzzle")
    assert isinstance(file, PuzzleFile)
    assert (file.title, file.source) == ("A <b> & 'c'", "me & you")
    return file.puzzle


COMMON = {"lattice": "cubic", "pieces": {"A": "##\n#.", "B": "#\n\n#"}}

WRITTEN: tuple[dict[str, Any], ...] = (
    COMMON | {"size": [5, 1, 1]},
    COMMON | {"board": "##\n#+\n\n+.\n.+"},
    COMMON | {"board": "++\n++", "groups": [{"A": 1, "B": 1}]},
    {
        "lattice": "cubic",
        "board": "+++\n+++\n\n+++\n###",
        "holes": 3,
        "pieces": {
            "A": {"shape": "###\n#..", "count": [0, 2]},
            "B": {"shape": "##", "count": 3},
            "C": {"shape": "##\n.#", "count": [1, 2]},
        },
        "groups": [{"A": 1, "B": 3}, {"C": 2}],
    },
    {
        "lattice": "cubic",
        "board": "###\n++.",
        "colors": "rb.\n.r.",
        "allowed": {"r": "rb", "b": "", "g": "b"},
        "pieces": {"A": "r\n#", "B": "g", "C": {"shape": "b", "count": [0, 1]}},
    },
)


@pytest.mark.parametrize("data", WRITTEN)
def test_what_was_written_holds_the_same_problem(data):
    puzzle = packing(data)
    read_again = again(puzzle)
    assert again(read_again) == read_again
    assert count(read_again)[:4] == count(puzzle)[:4]
    assert [p.bounds for p in read_again.pieces] == [p.bounds for p in puzzle.pieces]
    assert (read_again.groups, read_again.holes) == (puzzle.groups, puzzle.holes)
    if not puzzle.colors:
        assert read_again == puzzle


def test_boards_and_pieces_off_the_origin_are_shifted_to_it():
    data = {"size": [2, 2, 1], "origin": [-3, -1, 0], "lattice": "cubic"}
    puzzle = packing(data | {"pieces": {"A": {"shape": [[-9, 0, 4]], "count": 4}}})
    assert count(again(puzzle))[:4] == count(puzzle)[:4]
    assert again(puzzle).cells[0] == (0, 0, 0)


def test_any_number_of_a_piece_becomes_as_many_as_there_is_room_for():
    puzzle = packing(
        {
            "lattice": "cubic",
            "board": "+++\n+++",
            "pieces": {"I": {"shape": "##", "count": "any"}},
        }
    )
    assert again(puzzle).pieces[0].bounds == (0, 3)
    assert count(again(puzzle)).merged == count(puzzle).merged


@pytest.mark.parametrize(
    "change, want",
    [
        ({"flip": True}, "pieces that may be flipped"),
        ({"turn": False}, "pieces that may not be turned"),
        ({"fixed": [{"piece": "B", "cells": [[0, 0, 0], [1, 0, 0]]}]}, "fixed pieces"),
        ({"excluded": [{"piece": "A", "cell": [0, 0, 0]}]}, "excluded places"),
    ],
)
def test_what_the_program_does_not_know_is_not_written(change, want):
    puzzle = packing(COMMON | {"size": [5, 2, 1]} | change)
    with pytest.raises(FormatError) as info:
        write(PuzzleFile("a.toml", "", "", puzzle, {}))
    assert str(info.value) == (
        f"a.toml: files of BurrTools cannot say {want}; write it as toml"
    )


def test_colors_stand_for_a_step_where_they_let_pieces_go_to_the_same_places():
    file = load("wooden-cube")
    text = write(file)
    assert notes(file) == [
        "colors stand for the step: pieces lie on their own colors",
        "that plates are thinner than cubes is left out",
    ]
    assert len(ElementTree.fromstring(text).findall(".//color")) == 2
    (read,) = parse(text, "a.xmpuzzle")
    assert count(read.puzzle)[:4] == count(file.puzzle)[:4] == (24, 24, 1, 1)


@pytest.mark.parametrize(
    "change",
    [
        # Shifted by (1, 1, 0) each cell would lie on its own color.
        {"pieces": {"P": [[1, 0, 0], [0, 1, 0], [3, 0, 0]]}},
        {"colors": "\n".join(["abaab"] * 5), "pieces": {"P": "#"}},
    ],
)
def test_a_step_that_colors_cannot_say_is_refused(change):
    board = "\n".join(["+++++"] * 5)
    data = {"lattice": "cubic", "board": board, "step": 2}
    with pytest.raises(FormatError, match="a step, nor can colors"):
        write(PuzzleFile("a", "", "", packing(data | change), {}))


def test_a_limit_of_holes_that_the_program_would_pass_over_is_not_written():
    puzzle = packing(COMMON | {"board": "+++\n+++", "holes": 0})
    with pytest.raises(FormatError) as info:
        write(PuzzleFile("a.toml", "", "", puzzle, {}))
    assert "1 cells stay empty, more than holes = 0" in str(info.value)
    assert again(puzzle._replace(holes=1)).holes is None


def test_flat_puzzles_and_other_kinds_are_not_written():
    for data, want in (
        ({"kind": "queens", "size": 4}, "only packing puzzles"),
        ({"kind": "packing", "size": [1, 2], "pieces": {"A": "##"}}, "square cells"),
    ):
        text = "\n".join(
            f"{key} = {json.dumps(value).replace(': ', ' = ')}"
            for key, value in data.items()
        )
        (file,) = parse(text, "a.toml")
        assert isinstance(file, PuzzleFile)
        with pytest.raises(FormatError, match=want):
            writer("burrtools").write(file)


def test_equal_pieces_are_said_to_be_counted_otherwise():
    puzzle = packing(
        {"lattice": "cubic", "size": [2, 1, 1], "pieces": {"A": "#", "B": "#"}}
    )
    (note,) = notes(PuzzleFile("a", "", "", puzzle, {}))
    assert note.startswith("pieces A and B are equal; BurrTools counts layouts apart")


def test_the_command_line_converts_there_and_back(tmp_path, capsys):
    own = tmp_path / "a.toml"
    own.write_text(
        'kind = "packing"\ntitle = "T"\nlattice = "cubic"\nsize = [2, 2, 2]\n'
        'pieces = {A = "##", B = "##\\n#.", C = "##\\n.#"}\n',
        encoding="utf-8",
    )
    burr, back = str(tmp_path / "a.xmpuzzle"), str(tmp_path / "b.toml")
    assert main(["convert", str(own), burr]) == 0
    assert main(["convert", burr, back]) == 0
    assert load(back).puzzle == load(str(own)).puzzle
    assert "are equal" in capsys.readouterr().err
