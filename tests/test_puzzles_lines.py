"""Exact-cover files, matrices and Sudokus, and files that hold several puzzles."""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import dlx
from dlx import FormatError
from oracle import problems, quiet
from puzzles import PuzzleFile, load
from puzzles.command import main
from puzzles.files import load_all
from puzzles.formats import knuth, parse, sudoku_lines, writer
from puzzles.formats import matrix, matrix_headed, matrix_sparse
from reductions import ExactCover, PuzzleError, Sudoku, count, encode, solve
from reductions.edge_matching import parse as parse_tiles
from reductions.sudoku import parse as parse_sudoku


def only(text: str, source: str = "my.txt", format: str = ""):
    (file,) = parse(text, source, format)
    return file


def refusal(text: str, source: str = "my.txt", format: str = "") -> str:
    with pytest.raises((FormatError, PuzzleError)) as error:
        parse(text, source, format)
    assert "\n" not in str(error.value)
    return str(error.value)


def written(puzzle, title: str = "t") -> str:
    """Return a puzzle in Knuth's format, without the note on its long names."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return knuth.write(PuzzleFile("n", title, "", puzzle, {}))


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Return a function that runs the command in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return run


# --------------------------------------------------------------------- Knuth's format


@pytest.mark.parametrize(
    "name",
    [
        "frogs",
        "lizards",
        "light-bulbs",
        "drive-ya-nuts",
        "queens-8",
        "sudoku-inkala",
        "wooden-cube",
    ],
)
def test_a_bundled_puzzle_has_as_many_covers_when_written_as_layouts(name):
    file = load(name)
    text = written(file.puzzle)
    assert dlx.count(dlx.text.loads(text)) == file.known["raw"]
    again = only(text, "out.dlx")
    assert again.puzzle.kind == "exact-cover"
    assert count(again.puzzle).raw == file.known["raw"]


def test_items_are_readable_and_comments_say_what_the_options_are():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        lines = knuth.write(load("frogs")).splitlines()
    assert lines[0] == "| Fabulous Frogs"
    assert lines[1].startswith("| source: Lagoon Games")
    assert lines[2] == "| edge-matching: 324 options, 30 items"
    assert lines[3] == "| cells are counted from 0, and turns are clockwise"
    assert lines[4].startswith("tile_1 tile_2")
    assert lines[7:9] == [
        "| 1 at 0,0 turned 1",
        "cell_0,0 tile_1 side_0,0-0,1:YH side_0,0-1,0:YH",
    ]


@settings(deadline=None, max_examples=100)
@given(problems())
def test_a_problem_is_written_and_read_back_with_everything_but_names(problem):
    idle = set(problem.idle)
    if not problem.primary:
        return
    file = only(written(ExactCover(problem)), "a.dlx")
    kept = [dict(v) for k, v in problem.options.items() if k not in idle]
    assert [dict(option) for option in file.puzzle.problem.options.values()] == kept
    assert file.puzzle.problem.primary == problem.primary
    assert file.puzzle.problem.bounds == problem.bounds


def test_multiplicities_and_costs_are_written_and_read():
    text = "A 2:3|B | X\nA X:red |7\nB\nB X:red\n"
    file = only(text, "a.dlx")
    again = only(written(file.puzzle), "b.dlx")
    assert again.puzzle == file.puzzle
    assert dict(again.puzzle.problem.costs) == {1: 7}


@pytest.mark.parametrize(
    "symbols",
    [
        ["a:b", "a.b", "a|b", "a/b"],
        ["x y", "x_y", "//z", "_/z"],
        ["\N{SNOWMAN}", "|", ":", "é"],
    ],
)
def test_symbols_that_are_no_words_there_stay_different(symbols):
    problem = quiet(
        {(1, s): {"p": None, (s, 1): s} for s in symbols},
        ["p"],
        [(s, 1) for s in symbols],
    )
    text = written(ExactCover(problem))
    assert dlx.count(dlx.text.loads(text)) == len(symbols)
    words = [symbol.replace(" ", "-") for symbol in symbols]
    tiles = parse_tiles({"tiles": [words] * 4})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert dlx.count(dlx.text.loads(written(tiles))) == count(tiles).raw


def test_no_title_can_break_a_file():
    text = written(parse_sudoku({"grid": "1..4.3....1....3"}), "two\nlines\x1b")
    assert text.startswith("| two\\nlines\\x1b\n| sudoku: ")
    assert count(only(text, "a.dlx").puzzle).raw == 1


def test_a_problem_without_primary_items_cannot_be_written():
    puzzle = ExactCover(quiet([["X"]], secondary=["X"]))
    with pytest.raises(FormatError, match="without primary items"):
        written(puzzle)


def test_knuths_format_is_found_by_its_content():
    assert only("A B C\nA B\nC\n").puzzle.kind == "exact-cover"
    assert only("| a comment\na b c d | x\na b\nc d x\n").title == "a comment"
    for tiles in "a b c d\n" * 4, "a b c d\nb c d a\nc d a b\nd a b c":
        assert only(tiles).puzzle.kind == "edge-matching"


def test_an_option_without_primary_items_is_told_with_its_line():
    file = only("A | X\nA\nX\n", "a.dlx")
    assert file.notes == ("line 3: option 2 has no primary item and is never chosen",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a.dlx: no items; want a line that names them"),
        ("A A\n", "a.dlx:1: item 'A' is named twice"),
        ("A | B | C\n", "a.dlx:1: '|' appears twice; want primary | secondary"),
        ("A\nA A\n", "a.dlx:2: item 'A' appears twice in one option"),
        ("A\n\nB\n", "a.dlx:3: option 1 uses item 'B', which is neither"),
        ("0|A\n", "a.dlx:1: item '0|A': its upper bound is 0"),
    ],
)
def test_an_error_in_knuths_format_names_the_line(text, message):
    assert refusal(text, "a.dlx").startswith(message)


# --------------------------------------------------------------------------- matrices


@pytest.mark.parametrize(
    "text",
    [
        "1 0 1\n0 1 0\n0 0 0\n0 1 0",
        "1,0,1\n0,1,0\n0,0,0\n0,1,0\n",
        "101\n010\n\n000\n010",
        "# three columns\n1, 0, 1\n0, 1, 0\n0, 0, 0\n0, 1, 0",
    ],
)
def test_a_matrix_is_read_however_its_columns_are_separated(text):
    puzzle = only(text).puzzle
    assert list(puzzle.places) == [
        "0",
        "1",
        "2",
        "3",
    ]  # a row of zeros keeps its number
    chosen = [[p.piece for p in layout] for layout in solve(puzzle)]
    assert chosen == [["0", "1"], ["0", "3"]]


def test_the_first_columns_are_secondary_below_a_header():
    file = only("3 1\n0 1 1\n")
    assert file.puzzle.problem.secondary == ("0",)
    assert file.notes[1] == "the first columns, 1 of 3, are secondary"
    assert count(file.puzzle).raw == 1
    assert count(only("3\n0 1 1\n").puzzle).raw == 0


def test_dense_and_sparse_rows_make_the_same_matrix():
    dense = only("4 1\n0 1 1 0\n0000\n1,0,0,1\n")
    sparse = only("4 1\n1 2\n\n0, 3\n", format="matrix-sparse")
    assert dense.puzzle == sparse.puzzle
    assert count(dense.puzzle).raw == 1


def test_what_could_be_two_formats_is_refused_with_both_readings():
    assert refusal("2\n0 1\n1 0\n") == (
        "my.txt: this could be matrix-headed (a 0/1 matrix below its number of "
        "columns) or matrix-sparse (a sparse matrix: the number of columns, then those "
        "of each row that have 1); say which, with --from"
    )
    tiles = refusal("0 1 1 0\n1 0 0 1\n1 1 0 0\n0 0 1 1\n")
    assert "tiles (" in tiles and " or matrix (" in tiles
    assert count(only("2\n0 1\n1 0\n", format="matrix-headed").puzzle).raw == 1
    assert count(only("2\n0 1\n1 0\n", format="matrix-sparse").puzzle).raw == 2
    grid = "1000\n0010\n0000\n0001"
    assert "matrix (" in refusal(grid) and "sudoku (" in refusal(grid)


@pytest.mark.parametrize(
    ("format", "text", "message"),
    [
        ("matrix", "", "my.txt: there are no rows; want lines of 0 and 1"),
        ("matrix", "101\n01", "my.txt:2: row 1 has 2 columns, want 3"),
        ("matrix", "1 0\n\n2 0", "my.txt:3: row 1 has '2'; want 0 or 1"),
        ("matrix", "1 0.5", "my.txt:1: row 0 has '0.5'; want 0 or 1"),
        ("matrix-headed", "3\n0 1", "my.txt:2: row 0 has 2 columns, want 3"),
        (
            "matrix-sparse",
            "3\n0 3",
            "my.txt:2: row 0 has '3'; want columns from 0 to 2",
        ),
        ("matrix-sparse", "3\n1 1", "my.txt:2: row 0 has column 1 twice"),
        (
            "matrix-sparse",
            "3\n-1",
            "my.txt:2: row 0 has '-1'; want columns from 0 to 2",
        ),
        *(
            (
                format,
                header + "\n0 1",
                f"my.txt:1: {header!r}; want the number of columns, at most 100000, "
                "and perhaps how many of them, the first, are secondary",
            )
            for format in ("matrix-headed", "matrix-sparse")
            for header in ("0", "2 3", "x", "1 2 3", "999999999", "9" * 50, "²")
        ),
    ],
)
def test_a_matrix_that_is_none_is_refused_with_its_line(format, text, message):
    assert refusal(text, format=format) == message


def test_matrices_are_read_not_written():
    for name in ("matrix", "matrix-headed", "matrix-sparse"):
        with pytest.raises(FormatError, match="can be read, not written"):
            writer(name)


# ---------------------------------------------------------------------------- Sudokus

FOUR = "1..4.3....1....3"
NINE = load("sudoku-inkala").puzzle.grid
SIX = "5..|...\n..1|.4.\n---+---\n.5.|...\n3..|..2\n---+---\n...|.1.\n2..|..5\n"


def grids(text: str) -> list[str]:
    return [file.puzzle.grid for file in parse(text, "my.txt", "sudoku")]


@pytest.mark.parametrize("mark", [".", "0"])
def test_lines_of_cells_with_notes_and_comments_are_sudokus(mark):
    nine = NINE.replace(".", mark)
    text = f"# two of them\n{nine} hard, they say\n\n{nine},solution\n{nine}\n"
    files = parse(text, "my.txt")
    assert [file.puzzle.grid for file in files] == [NINE] * 3
    assert [file.title for file in files] == ["hard, they say", "solution", "my.txt"]


def test_grids_are_read_however_they_are_drawn():
    rows = re.findall("....", FOUR)
    boxed = ["|".join((row[:2], row[2:])) for row in rows]
    for text in (
        FOUR,
        "\n".join(rows),
        "\n".join(boxed[:2] + ["--+--"] + boxed[2:]),
        "\n".join(["+--+--+", *(f"|{row}|" for row in boxed), "+--+--+"]),
    ):
        assert grids(text) == [FOUR]
        assert grids(f"{text}\n\n# again\n{text}\n") == [FOUR] * 2
        assert only(text).puzzle == Sudoku((2, 2), "1234", FOUR)
    # These could be tiles, too, so that they need to be told.
    for text in " ".join(rows), "\n".join(" ".join(row) for row in rows):
        assert grids(text) == [FOUR]
        assert "tiles (" in refusal(text) and "sudoku (" in refusal(text)


def test_headings_are_titles_of_grids():
    rows = "\n".join(re.findall("....", FOUR))
    files = parse(f"Grid 01\n{rows}\nGrid 02\n{rows}\n# last\n{rows}", "a.sdm")
    assert [file.title for file in files] == ["Grid 01", "Grid 02", "last"]


def test_sixteen_rows_of_sixteen_cells_are_one_grid_and_not_sixteen():
    row = "123456789ABCDEFG"
    text = "\n".join([row] + ["." * 16] * 15)
    assert [len(grid) for grid in grids(text)] == [256]
    assert [len(grid) for grid in grids("\n".join([FOUR] * 16))] == [16] * 16
    assert only(text.lower()).puzzle == only(text).puzzle
    mixed = text.replace("A", "0")
    assert refusal(mixed, "a.sdm") == (
        "a.sdm:1: both . and 0 stand in it; want one of them, for an empty cell"
    )


def test_boxes_are_taken_as_drawn_and_other_shapes_are_refused():
    file = only(SIX)
    assert file.puzzle.box == (2, 3)
    assert file.notes == ("the boxes have 2 rows and 3 columns, as drawn",)
    assert count(file.puzzle).raw == 1
    assert refusal(SIX.replace("..1|.4.", "..|1.4."), "a.sdm") == (
        "a.sdm:1: the bars in it are not at equal distances; boxes of other shapes "
        "than rectangles cannot be read"
    )
    assert refusal(SIX.replace("|", "").replace("---+---\n", ""), "a.sdm") == (
        "a.sdm:1: a grid of 6 columns has no square boxes; draw its boxes with | and -"
    )


def test_letters_are_symbols_if_there_are_as_many_as_columns():
    file = only("WO..\n..RD\n....\n....\n")
    assert file.puzzle.symbols == "DORW"
    assert file.notes == ("the symbols are DORW",)


def test_equal_givens_are_reported_with_both_cells():
    assert refusal("11" + "." * 79) == (
        "my.txt:1: 1 stands twice in one row, at row 1, column 1 and row 1, column 2"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a.sdm: there is no Sudoku; want lines of 81 cells"),
        ("# nothing\n", "a.sdm: there is no Sudoku; want lines of 81 cells"),
        ("1...\n.....\n", "a.sdm:2: a row of 5 cells, want 4"),
        ("1...\n....\n", "a.sdm:1: 2 rows of 4 cells; want as many rows as cells"),
        ("1...\n.*..\n", "a.sdm:2: '.*..' is not a row of a Sudoku; want cells"),
        ("1..5.3....1....3", "a.sdm:1: 1 rows of 16 cells; want as many rows"),
        ("." * 80, "a.sdm:1: a row of 80 cells; want 4 to 35, or all 81 in a line"),
    ],
)
def test_what_is_no_sudoku_is_refused_with_its_line(text, message):
    assert refusal(text, "a.sdm").startswith(message)


@pytest.mark.parametrize("name", ["sudoku-inkala", "four"])
def test_a_sudoku_is_written_as_a_line_that_reads_back(name):
    file = (
        PuzzleFile("f", "a small\none", "", Sudoku((2, 2), "1234", FOUR), {})
        if name == "four"
        else load(name)
    )
    text = sudoku_lines.write(file)
    assert text.count("\n") == 1 and text.endswith("\n")
    again = only(text)
    assert again.puzzle == file.puzzle
    assert again.title == file.title.replace("\n", "\\n")


def test_what_a_line_cannot_say_is_not_written():
    for puzzle, message in (
        (only(SIX).puzzle, "cannot tell its boxes of 2 x 3 cells"),
        (Sudoku((2, 2), "ABCD", "A..............."), "or its symbols ABCD"),
        (load("queens-8").puzzle, "f: this is queens; want a Sudoku"),
    ):
        with pytest.raises(FormatError, match=message):
            sudoku_lines.write(PuzzleFile("f", "f", "", puzzle, {}))


@settings(deadline=None, max_examples=200)
@given(st.text("01.2 |-+#\nAx,:", max_size=60))
def test_no_text_makes_more_than_puzzles_or_a_line_of_trouble(text):
    for module in knuth, matrix, matrix_headed, matrix_sparse, sudoku_lines:
        module.reads(text)
        try:
            files = module.parse(text, "a")
        except (FormatError, PuzzleError) as error:
            assert str(error).startswith("a:") and "\n" not in str(error)
        else:
            for file in files:
                if isinstance(file, PuzzleFile):
                    encode(file.puzzle)


@pytest.mark.parametrize(
    "text",
    ["|." * 50_000, "." * 100_000, "|" * 100_000, "0" * 100_000, "9 9\n" * 30_000],
    ids=["bars", "dots", "lines", "zeros", "pairs"],
)
def test_no_text_takes_longer_to_read_than_its_length_asks_for(text):
    for module in knuth, matrix, matrix_headed, matrix_sparse, sudoku_lines:
        module.reads(text)
        try:
            module.parse(text, "a")
        except (FormatError, PuzzleError) as error:
            assert len(str(error)) < 300


@pytest.mark.parametrize("module", [knuth, matrix, matrix_sparse, sudoku_lines])
def test_the_order_of_edges_means_nothing_here(module):
    with pytest.raises(FormatError, match="tiles have edges"):
        module.parse("1 0", "a", "N E S W")


# --------------------------------------------------------------- many puzzles in a file

BAD = "11.............."
NONE = "123....4........"  # the fourth cell of the first row has no symbol left
MANY = f"{FOUR} easy\n{BAD}\n{'.' * 16}\n"


def test_one_that_makes_no_sense_stands_as_its_error(tmp_path):
    path = tmp_path / "many.sdm"
    path.write_text(MANY)
    files = load_all(str(path))
    assert [isinstance(file, PuzzleFile) for file in files] == [True, False, True]
    assert load(str(path), number=3).puzzle.grid == "." * 16
    with pytest.raises(PuzzleError, match="many.sdm:2: 1 stands twice"):
        load(str(path), number=2)
    with pytest.raises(FormatError, match="there are 3 puzzles in it"):
        load(str(path))


def test_solve_goes_through_all_and_goes_on_after_a_bad_one(run):
    Path("many.sdm").write_text(MANY)
    code, out, err = run("solve", "many.sdm", "--count")
    assert code == 2
    assert out.startswith("puzzle 1: easy\n1\npuzzle 3\n")
    assert "puzzles: many.sdm:2: 1 stands twice in one row" in err
    assert "puzzles: many.sdm puzzle 1: layouts: 1 (rotations: " in err
    code, out, _ = run("solve", "many.sdm", "--number", "1", "--count")
    assert (code, out) == (0, "1\n")
    code, out, _ = run("solve", "many.sdm", "--count", "--symmetry", "raw")
    assert out.endswith("puzzle 3\n288\n")  # the grids of 4 x 4: a known number


def test_the_exit_code_is_that_of_the_worst(run):
    for text, code in (
        (f"{FOUR}\n{FOUR}\n", 0),
        (f"{FOUR}\n{NONE}\n{FOUR}\n", 1),
        (f"{NONE}\n{BAD}\n{FOUR}\n", 2),
    ):
        Path("many.sdm").write_text(text)
        assert run("solve", "many.sdm")[0] == code
        assert run("check", "many.sdm")[0] == code


def test_json_is_an_object_a_line(run):
    Path("many.sdm").write_text(MANY)
    code, out, _ = run("solve", "many.sdm", "--json", "--out", "out.json")
    assert (code, out) == (2, "")
    objects = [json.loads(line) for line in Path("out.json").read_text().splitlines()]
    assert [entry["puzzle"] for entry in objects] == [
        "many.sdm puzzle 1",
        "many.sdm puzzle 3",
    ]
    assert all(len(entry["layouts"]) == 1 for entry in objects)


def test_a_timeout_is_for_all_together_and_ends_the_run(run):
    Path("many.sdm").write_text(f"{'.' * 81}\n" * 3)
    code, out, err = run("solve", "many.sdm", "--timeout", "0.2", "--all")
    assert code == 3
    assert (
        "puzzle 1\n" in out
        and "puzzle 2\n" not in out
        and err.count("stopped by timeout") == 1
    )


def test_show_and_check_introduce_each(run):
    Path("many.sdm").write_text(MANY)
    code, out, _ = run("show", "many.sdm")
    assert code == 2
    assert out.count("kind: sudoku; 16 cells") == 2
    assert [line for line in out.splitlines() if line.startswith("puzzle ")] == [
        "puzzle 1: easy",
        "puzzle 3",
    ]
    code, out, _ = run("check", "many.sdm")
    assert code == 2
    assert "exactly one layout" in out and "several layouts" in out


def test_many_are_converted_if_the_format_holds_many(run):
    Path("many.sdm").write_text(f"{FOUR} easy\n{FOUR}\n")
    assert run("convert", "many.sdm", "out.sdm")[0] == 0
    assert Path("out.sdm").read_text() == f"{FOUR} easy\n{FOUR}\n"
    code, out, err = run("convert", "many.sdm", "out.dlx")
    assert (code, out) == (2, "")
    assert err == (
        "puzzles: many.sdm: there are 2 puzzles in it; format dlx holds one; say "
        "which, with --number\n"
    )
    assert not Path("out.dlx").exists()
    assert run("convert", "many.sdm", "out.dlx", "--number", "2")[0] == 0
    Path("bad.sdm").write_text(MANY)
    code, _, err = run("convert", "bad.sdm", "new.sdm")
    assert code == 2 and "bad.sdm:2: 1 stands twice" in err
    assert not Path("new.sdm").exists()


def test_a_puzzle_goes_out_to_knuths_format_and_comes_back(run):
    code, _, err = run("convert", "light-bulbs", "out.dlx")
    assert code == 0 and "wrote out.dlx (dlx)" in err
    assert run("solve", "out.dlx", "--count")[1] == "12\n"
    code, out, _ = run("check", "out.dlx")
    assert code == 0 and out.startswith("out.dlx: the file is sound: exact-cover, ")
    code, out, _ = run("show", "out.dlx")
    assert code == 0 and out.startswith("Light bulbs, nine cards\nkind: exact-cover; ")


def test_a_name_that_tells_no_format_is_answered_with_those_that_are_written(run):
    code, _, err = run("convert", "light-bulbs", "out.txt")
    assert code == 2
    assert "out.txt: say the format, with --to: toml, tiles, eternity," in err
    assert "matrix" not in err and "tiler" not in err
