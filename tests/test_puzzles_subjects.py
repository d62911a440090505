"""Puzzles as what ``dlx show`` shows: the problem, and a board that fills up."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dlx import first
from dlx.showing import Board
from puzzles.drawing import scene_of
from puzzles.drawing.boards import board_of
from puzzles.drawing.scene import Label
from puzzles.files import load
from puzzles.subjects import subject, subject_of
from reductions import decode, encode

#: One puzzle of each kind, and packings on each lattice.
NAMES = ("frogs", "drive-ya-nuts", "soma", "wooden-cube", "tetrahexes-4x7", "queens-8")


def parsed(elements):
    """Return the elements of a picture, which must be well formed."""
    return list(ElementTree.fromstring(f"<svg>{elements}</svg>"))


@pytest.mark.parametrize("name", [*NAMES, "sudoku-inkala", "hexiamonds-6x6"])
def test_every_placement_adds_something_to_the_picture_of_the_board(name):
    shown = subject(name)
    board = shown.board()
    assert isinstance(board, Board)
    assert parsed(board.empty)
    assert list(board.options) == list(shown.problem.names)
    left, top, width, height = board.box
    for added in board.options.values():
        for element in parsed(added):
            numbers = re.findall(r"-?[\d.]+(?:e-?\d+)?", element.get("d", ""))
            for x, y in zip(numbers[::2], numbers[1::2]):
                assert left <= float(x) <= left + width
                assert top <= float(y) <= top + height
        assert added


@pytest.mark.parametrize("name", [*NAMES, "sudoku-inkala"])
def test_the_pictures_of_a_cover_together_say_what_the_picture_of_the_layout_says(name):
    puzzle = load(name).puzzle
    problem = encode(puzzle)
    cover = first(problem)
    board = board_of(puzzle, problem.names)
    written = [
        element.text
        for added in [board.empty, *(board.options[name] for name in cover)]
        for element in parsed(added)
        if element.tag == "text"
    ]
    layout = scene_of(puzzle, decode(puzzle, cover))
    labels = [
        shape.text
        for shape in layout.shapes
        if isinstance(shape, Label) and shape.what != "heading"
    ]
    if name in ("soma", "wooden-cube"):  # of which there are other views, too
        assert set(labels) <= set(written)
    else:
        assert sorted(written) == sorted(labels)


def test_a_piece_has_one_color_wherever_it_lies_and_pieces_differ():
    puzzle = load("tetrahexes-4x7").puzzle
    problem = encode(puzzle)
    board = board_of(puzzle, problem.names)
    colors = {}
    for placement, added in board.options.items():
        fill = next(e.get("fill") for e in parsed(added) if e.tag == "path")
        colors.setdefault(placement.piece, set()).add(fill)
    assert all(len(fills) == 1 for fills in colors.values())
    assert len(set(map(min, colors.values()))) == 7


def test_a_puzzle_without_a_place_has_no_board_but_a_page(run):
    stated = 'kind = "exact-cover"\n[options]\na = ["x", "y"]\nb = ["x"]\nc = ["y"]\n'
    code, out, err = run("show", "a.toml", "--html", "p.html", a=stated)
    assert (code, out) == (0, "")
    assert (
        err == "puzzles: the page is p.html: events: 10, covers: 2, the whole search\n"
    )
    assert 'id="board"' not in Path("p.html").read_text(encoding="utf-8")
    assert subject_of(load("a.toml")).board() is None


def test_show_shows_the_search_in_all_ways(run):
    words = ["--steps", "--tree", "t.svg", "--matrix", "m.svg", "--html", "p.html"]
    code, out, err = run("show", "queens-8", *words, "--events", "50")
    assert (code, len(out.splitlines())) == (0, 50)
    assert out.startswith("choose item 'row 3': 8 options\ntry option <Q at 3,0>\n")
    assert [line.partition(":")[0] for line in err.splitlines()] == 4 * ["puzzles"]
    page = Path("p.html").read_text(encoding="utf-8")
    assert "<title>Eight queens</title>" in page and page.count('class="lies"') == 64
    for name in ("t.svg", "m.svg"):
        ElementTree.parse(name)


def test_names_of_pieces_that_would_do_harm_are_text_on_the_board(run):
    stated = (
        'kind = "packing"\nsize = [1, 2]\n[pieces]\n'
        '"</script><b>" = "#"\n"]]>&\\u001b" = "#"\n'
    )
    assert run("show", "a.toml", "--html", "p.html", a=stated)[0] == 0
    page = Path("p.html").read_text(encoding="utf-8")
    assert page.count("</script>") == 2 and "<b>" not in page and "\x1b" not in page


def test_a_puzzle_that_is_too_large_for_a_page_is_refused_in_one_line(run):
    code, out, err = run("show", "meteor", "--html", "p.html")
    assert (code, out) == (2, "")
    assert err == (
        "puzzles: a page is for up to 750 options; this problem has 2596, for which "
        "there are --steps and --tree\n"
    )
    assert run("show", "meteor", "--tree", "t.svg", "--events", "500")[0] == 0


def test_one_of_several_puzzles_in_a_file_is_shown_by_its_number(run):
    grid = "12343412214343.1"
    Path("s.txt").write_text(f"{grid}\n{grid[::-1]}\n")
    code, out, err = run("show", "s.txt", "--steps")
    assert code == 2 and "there are 2 puzzles in it" in err
    code, out, err = run("show", "s.txt", "--steps", "--number", "2")
    assert code == 0 and "covers: 1 (complete)" in err
