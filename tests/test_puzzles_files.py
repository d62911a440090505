"""Reading puzzles: by name, from a path, from standard input, and what can go wrong."""

from __future__ import annotations

import io
import os
import re
import sys
import time
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings, strategies as st

import puzzles
from dlx import FormatError
from puzzles import bundled, load
from puzzles.files import template
from puzzles import formats
from puzzles.formats import own, tile_list
from reductions import KINDS, PuzzleError, Queens, count, kind_named, kind_of, solve

QUEENS = 'kind = "queens"\nsize = 6\n'
TILES = "AH BH AT BT\nAT BT AH BH\nAH AH BT BT\nAT AT BH BH\n"


def parse(text, source):
    """Return the only puzzle of a file."""
    (file,) = formats.parse(text, source)
    return file


@pytest.fixture
def save(tmp_path, monkeypatch):
    """Return a function that writes a file to a folder of its own, and goes there."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, text: str | bytes) -> str:
        data = text if isinstance(text, bytes) else text.encode()
        (tmp_path / name).write_bytes(data)
        return name

    return write


def refusal(function, *arguments) -> str:
    with pytest.raises((FormatError, PuzzleError)) as error:
        function(*arguments)
    message = str(error.value)
    assert "\n" not in message and len(message) < 400
    return message


# ------------------------------------------------------------------ where they are read


def test_a_puzzle_is_read_by_its_name():
    file = load("queens-8")
    assert (file.name, file.puzzle) == ("queens-8", Queens(8))
    assert file.known["raw"] == 92


def test_a_puzzle_is_read_from_a_path(save, tmp_path):
    save("mine.toml", QUEENS)
    for path in ("mine.toml", "./mine.toml", str(tmp_path / "mine.toml")):
        file = load(path)
        assert (file.name, file.title, file.source) == (path, path, "")
        assert (file.puzzle, file.notes, file.known) == (Queens(6), (), {})


def test_a_file_of_the_name_of_a_bundled_puzzle_is_meant_if_it_is_written_as_a_path(
    save,
):
    save("frogs", QUEENS)
    assert load("./frogs").puzzle == Queens(6)
    assert load("frogs").title == "Fabulous Frogs"


def test_a_puzzle_is_read_from_standard_input(monkeypatch):
    tiles = tile_list.parse(TILES, "")[0].puzzle
    for text, puzzle in (QUEENS, Queens(6)), (TILES, tiles):
        stream = io.TextIOWrapper(io.BytesIO(text.encode()))
        monkeypatch.setattr(sys, "stdin", stream)
        file = load("-")
        assert (file.name, file.puzzle) == ("<standard input>", puzzle)


def test_no_more_is_read_of_an_endless_stream_than_a_puzzle_may_have(monkeypatch):
    def read(size: int = -1) -> bytes:
        assert 0 <= size < 2**26
        return b"#" * size

    endless = SimpleNamespace(buffer=SimpleNamespace(read=read))
    monkeypatch.setattr(sys, "stdin", endless)
    assert re.fullmatch(
        r"<standard input>: larger than \d+ bytes; want a puzzle", refusal(load, "-")
    )


def test_a_name_that_is_nearly_right_gets_a_suggestion(save):
    save("x", "")
    assert refusal(load, "frog") == (
        "there is no file frog and no bundled puzzle of that name; did you mean "
        "'frogs'?"
    )
    assert refusal(load, "wooden_cube") == (
        "there is no file wooden_cube and no bundled puzzle of that name; did you mean "
        "'wooden-cube'?"
    )
    assert refusal(load, "no/such/place.toml") == (
        "there is no file no/such/place.toml and no bundled puzzle of that name; "
        "puzzles list shows the bundled ones"
    )


def test_a_folder_is_no_puzzle(tmp_path):
    with pytest.raises(OSError):
        load(str(tmp_path))


def test_bundled_puzzles_are_found_wherever_one_is(save):
    save("x", "")
    assert load("soma").puzzle.lattice.name == "cubic"
    folder = Path(puzzles.__file__).parent / "data"
    assert bundled() == sorted(path.stem for path in folder.glob("*.toml"))
    assert all((folder / f"{name}.toml").is_file() for name in bundled())


# ------------------------------------------------------------------------------ our own


OWN = [
    (
        "size = 8",
        "kind: missing; want edge-matching, packing, sudoku, queens, exact-cover",
    ),
    ("kind = 8", "kind: 8; want edge-matching, packing, sudoku, queens, exact-cover"),
    (
        'kind = "queen"',
        "kind: 'queen'; want edge-matching, packing, sudoku, queens, exact-cover; did "
        "you mean 'queens'?",
    ),
    (
        "kind = [1]",
        "kind: [1]; want edge-matching, packing, sudoku, queens, exact-cover",
    ),
    (QUEENS + "sise = 9", "sise: unknown key; did you mean 'size'?"),
    (
        'kind = "edge-matching"\ntitle = "x"\ntilez = []',
        "tilez: unknown key; did you mean 'tiles'?",
    ),
    (QUEENS + 'titel = "x"', "titel: unknown key; did you mean 'title'?"),
    (
        QUEENS + "lid = 1",
        "lid: unknown key; known are kind, title, source, known, size",
    ),
    (QUEENS + "title = 5", "title: 5; want text"),
    (QUEENS + "source = []", "source: []; want text"),
    (QUEENS + "known = 5", "known: 5; want a table"),
    ('kind = "queens"\nsize = nan', "size: nan; want a whole number from 1 to 100"),
    (
        'kind = "packing"\nsize = [2, 2]\npieces.C = [[0, 0], [0, 1], [1, 1], [0, 1]]',
        "pieces.C[3]: cell (0, 1) is listed twice",
    ),
    (
        'kind = "packing"\nsize = [2, 2]\n[pieces.C]\nshape = [[0, 0], 5]',
        "pieces.C.shape[1]: 5; want 2 coordinates",
    ),
    (
        'kind = "packing"\nsize = [2, 2]\n[pieces.C]\nshape = "#"\ntimes = 2',
        "pieces.C.times: unknown key; known are shape, count, turn, flip, colors",
    ),
    (
        'kind = "packing"\nsize = [200, 200]\n[pieces]\nC = "#"',
        "size: [200, 200]; want at most 10000 cells",
    ),
    (
        'kind = "edge-matching"\ntiles = ["a b c d", "a b c"]',
        "tiles: tile 2 has 3 edges, want 4 (top right bottom left)",
    ),
    (
        'kind = "edge-matching"\ntiles = ["a a a a"]\n[[fixed]]\ntile=1\ncell = [1, 0]',
        "fixed[0].cell: [1, 0] is not on the board; want [row, column], counted from 0",
    ),
    (
        'kind = "sudoku"\ngrid = "1..1 .... .... ...."',
        "grid: 1 stands twice in one row, at row 1, column 1 and row 1, column 4",
    ),
]


@pytest.mark.parametrize(("text", "message"), OWN)
def test_an_error_in_a_file_names_the_file_and_the_key(text, message):
    assert refusal(parse, text, "cube.toml") == f"cube.toml: {message}"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('kind = "queens"\nsize = \n', 2),
        ('kind = "queens"\nsize = 8\nsize = 9\n', 3),
        ('kind = "queens\nsize = 8', 1),
        ('kind = "queens"\n\n\nsize == 8\n', 4),
        ('kind = "queens"\nsize = [', 2),
        ('kind = "queens"\r\nsize = 8\r\n[pieces\r\n', 3),
        ('kind = "queens"\n# a comment\nsize = 8\x00\n', 3),
        ('kind = "qu\x00eens"\n', 1),
        ('kind = "queens"\nsize = 08\n', 2),
    ],
)
def test_a_syntax_error_has_a_line(text, line):
    assert refusal(parse, text, "my.toml").startswith(f"my.toml:{line}: ")


@pytest.mark.parametrize(
    "text",
    [
        "size = " + "[" * 3000,
        "size = " + "[" * 3000 + "]" * 3000,
        "size = " + "{a = " * 3000,
        "size." + "a." * 20_000 + "b = 1",
        "[size." + "a." * 20_000 + "b]",
        "known." + "a . " * 3000 + "b = 1",
        "size." + '"a".' * 3000 + "b = 1",
    ],
    ids=["arrays", "closed arrays", "tables", "keys", "header", "known", "quoted"],
)
def test_a_file_that_is_nested_deeply_is_refused(text):
    assert refusal(parse, f'kind = "queens"\n{text}', "my.toml") == (
        "my.toml: nested too deeply"
    )


@pytest.mark.parametrize(
    "number",
    [
        "9" * 5000,
        "-" + "9" * 5000,
        "0x" + "f" * 5000,
        "1e400",
        "-inf",
        "0b" + "1" * 20_000,
    ],
)
@pytest.mark.parametrize("key", ["size", "title"])
def test_a_number_too_large_is_refused(number, key):
    text = f'kind = "queens"\n{key} = {number}\n'
    assert refusal(parse, text, "my.toml").startswith("my.toml: ")


def test_dots_in_drawings_and_grids_are_not_taken_for_nested_keys():
    grid = "1.2." * 64
    with pytest.raises(PuzzleError, match="stands twice in one row"):
        parse(f'kind = "sudoku"\ngrid = """{grid}"""', "my.toml")
    rows = "\n".join([". " * 400 + "#"] * 2)
    text = f'kind = "packing"\nboard = """\n{rows}\n"""\n[pieces]\nI = ["#", "#"]\n'
    assert len(parse(text, "my.toml").puzzle.cells) == 2


def test_text_without_keys_is_a_list_of_tiles_unless_its_name_says_otherwise():
    assert parse(TILES, "frogs.txt").puzzle.kind == "edge-matching"
    assert parse(QUEENS, "frogs.txt").puzzle == Queens(6)
    assert parse("# it = is\n" + TILES, "a").puzzle.kind == "edge-matching"
    assert parse("\n\n  kind='queens'\n\tsize=6", "a").puzzle == Queens(6)
    assert refusal(parse, TILES, "frogs.toml").startswith("frogs.toml:1: ")


@pytest.mark.parametrize(
    "text",
    [
        "\n" * 30_000,
        " \n" * 30_000,
        "a\n" + "\n" * 30_000,
        "\t" * 60_000,
        "[a]" + " " * 60_000 + "x",
        "a" + " " * 60_000,
        "a" * 60_000,
    ],
)
def test_the_format_is_found_in_the_time_it_takes_to_read(text):
    begin = time.process_time()
    refusal(parse, text, "a")
    assert time.process_time() - begin < 2


def test_many_pieces_and_cells_are_read_in_the_time_it_takes_to_read():
    begin = time.process_time()
    cells = [[k // 100, k % 100] for k in range(9_999)]
    text = f'kind = "packing"\nsize = [1, 1]\n[pieces]\nA = {cells}'
    assert len(parse(text, "a.toml").puzzle.pieces[0].cells) == 9_999
    pieces = "\n".join(f'"{k}" = [[0, {k % 7}], [{k % 9}, 9]]' for k in range(5_000))
    text = f'kind = "packing"\nsize = [1, 1]\n[pieces]\n{pieces}'
    assert len(parse(text, "a.toml").puzzle.pieces) == 5_000
    assert time.process_time() - begin < 6


def test_a_file_that_is_too_large_is_refused(save):
    path = save("large", b"#" * (16 * 2**20 + 1))
    assert re.fullmatch(
        r"large: larger than \d+ bytes; want a puzzle", refusal(load, path)
    )


def test_a_byte_order_mark_and_any_line_ends_are_fine(save):
    for name, text in ("a.toml", QUEENS), ("a.txt", TILES):
        plain = load(save(name, text)).puzzle
        for data in (
            b"\xef\xbb\xbf" + text.encode(),
            text.replace("\n", "\r\n").encode(),
            text.replace("\n", "\r").encode(),
            text.rstrip("\n").encode(),
        ):
            assert load(save(name, data)).puzzle == plain


def test_text_that_is_not_utf_8_is_refused_with_its_line(save):
    for name in ("a.toml", "a.txt"):
        path = save(name, b"# one\n# two\n# th\xffree\n")
        assert refusal(load, path) == f"{name}:3: this is not UTF-8 text"


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=60))
def test_no_bytes_at_all_make_more_than_one_line_of_trouble(data):
    from puzzles.files import _decoded

    try:
        parse(_decoded(data, "a"), "a")
    except (FormatError, PuzzleError) as error:
        assert str(error).startswith("a:")


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["##", "a b c d", "any", "square", "1... .... .... ...."]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(["tile", "cell", "turns", "shape", "count", "A"]),
        inner,
        max_size=3,
    ),
    max_leaves=8,
)


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_no_values_of_the_keys_make_anything_but_a_puzzle_or_an_error(data):
    kind = kind_named(data.draw(st.sampled_from([name for name, _ in KINDS])))
    good = tomllib.loads(template(kind_name(kind)))
    stated = {key: good[key] for key, _ in kind.KEYS if key in good}
    key = data.draw(st.sampled_from([key for key, _ in kind.KEYS]))
    stated[key] = data.draw(values)
    try:
        puzzle = kind.parse(stated)
    except PuzzleError as error:
        assert str(error)
    else:
        kind.encode(puzzle)


def kind_name(kind) -> str:
    return next(name for name, module in KINDS if kind.__name__.endswith(module))


# ----------------------------------------------------------------------- lists of tiles


TILE_LISTS = [
    ("", "there are no tiles; want one a line"),
    ("# nothing\n\n", "there are no tiles; want one a line"),
]


@pytest.mark.parametrize(("text", "message"), TILE_LISTS)
def test_a_list_without_tiles_is_refused(text, message):
    assert refusal(parse, text, "frogs.txt") == f"frogs.txt: {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a b c d\na b c\n", "2: tile 2 has 3 edges, want 4 (top right bottom left)"),
        (
            "\n# one\na b c d e\n",
            "3: tile 1 has 5 edges, want 4 (top right bottom left)",
        ),
        (
            "a b c d # 1\n\n# two\na b c d\na b c d e\na b c d",
            "5: tile 3 has 5 edges, want 4 (top right bottom left)",
        ),
        (
            "a b c d e f\na b c d\n",
            "2: tile 2 has 4 edges, want 6 (upper right, right, lower right, "
            "lower left, left, upper left)",
        ),
        (
            "a b c d\r\na b c d f g\r\n",
            "2: tile 2 has 6 edges, want 4 (top right bottom left)",
        ),
    ],
)
def test_an_error_in_a_list_of_tiles_names_the_line(text, message, save):
    assert refusal(load, save("frogs.txt", text)) == f"frogs.txt:{message}"


def test_a_list_of_tiles_must_fill_a_square():
    assert refusal(parse, "a b c d\n" * 5, "frogs.txt") == (
        "frogs.txt: 5 tiles do not fill a square; is a line missing?  For another "
        "board add a line such as # size: 3 x 4"
    )
    assert refusal(parse, "a b c d\n" * 400, "frogs.txt") == (
        "frogs.txt: tiles: there are 640000 ways to lay them; want at most 500000"
    )


def test_heads_and_tails_are_taken_for_mates_and_it_is_said():
    file = parse(TILES, "frogs.txt")
    assert file.notes == ("heads and tails (H, T) of the same name meet",)
    assert dict(file.puzzle.mates) == {"AH": "AT", "AT": "AH", "BH": "BT", "BT": "BH"}
    plain = parse(TILES.replace("H", "X"), "frogs.txt")
    assert plain.notes == ("equal symbols meet",)
    assert dict(plain.puzzle.mates)["AX"] == "AX"
    one_letter = parse("H T H T", "a")
    assert one_letter.notes == ("equal symbols meet",)


def test_a_list_of_tiles_is_the_puzzle_that_its_symbols_say():
    frogs = load("frogs")
    text = "\n".join(
        " ".join(tile.edges) + f" # {tile.name}" for tile in frogs.puzzle.tiles
    )
    file = parse(f"# nine frogs\n{text}\n", "mine.txt")
    assert file.puzzle.tiles == frogs.puzzle.tiles
    assert dict(file.puzzle.mates) == dict(frogs.puzzle.mates)
    assert file.puzzle.cells == frogs.puzzle.cells
    assert (file.title, file.known) == ("mine.txt", {})
    assert list(solve(file.puzzle)) == list(solve(frogs.puzzle))


def test_a_list_of_tiles_with_six_sides_is_hexagonal():
    file = parse("a a a a a a\n" * 4, "a")
    assert file.puzzle.lattice.name == "hexagonal"
    assert file.puzzle.cells == ((0, 0), (0, 1), (1, 0), (1, 1))


def test_a_hand_counted_list_is_solved():
    file = parse(TILES, "a")
    assert count(file.puzzle).raw == len(list(solve(file.puzzle, symmetry="raw")))


# ---------------------------------------------------------------------------- templates


@pytest.mark.parametrize("kind", [name for name, _ in KINDS])
def test_every_template_uses_every_key_and_is_solved(kind):
    text = template(kind)
    data = tomllib.loads(text)
    assert data["kind"] == kind
    keys = {key for key, _ in own.KEYS + kind_named(kind).KEYS}
    # A key that another one stands in for is shown in a comment.
    commented = set(re.findall(r"(?m)^# (\w+) = ", text))
    named = set(re.findall(r"\b[a-z]+\b", text))
    assert data.keys() <= keys
    assert keys - {"known"} <= data.keys() | commented | named
    missing = keys - {"known"} - data.keys() - commented
    assert missing <= {"size"}  # told in words, beside board
    file = parse(text, f"{kind}.toml")
    layout = next(solve(file.puzzle))
    assert kind_of(file.puzzle).check(file.puzzle, layout) == []


def test_templates_end_with_a_line_end_and_name_the_command():
    for kind, _ in KINDS:
        text = template(kind)
        assert text.endswith("\n") and not text.endswith("\n\n")
        assert "puzzles solve" in text
        assert text.isascii()
        assert max(map(len, text.splitlines())) <= 90


def test_the_files_of_the_package_are_where_the_package_is():
    folder = os.path.dirname(puzzles.__file__)
    assert sorted(os.listdir(os.path.join(folder, "templates"))) == sorted(
        f"{kind}.toml" for kind, _ in KINDS
    )


def test_a_slip_among_heads_and_tails_is_found():
    slip = TILES.replace("AH", "AG", 1)
    number = 1 + slip[: slip.index("AG")].count("\n")
    message = refusal(parse, slip, "frogs.txt")
    assert message.startswith(f"frogs.txt:{number}: tile ")
    assert "has 'AG', which ends in neither H nor T, while " in message
    words = parse("CAT HAT RAT DOG\n", "a")  # no heads and tails at all
    assert words.notes == ("equal symbols meet",)


def test_a_symbol_without_its_mate_is_told():
    file = parse("AH AT BH BH\n", "a")
    assert file.notes[1:] == (
        "no tile has BT, the mate of BH (tile 1): that edge can only lie outside",
    )


def test_a_symbol_that_lacks_a_letter_is_told_with_the_one_that_is_meant():
    *_, told = parse("beeH beeT owlH owlT\nbeeT owlT owlH beH\n" * 2, "a").notes
    assert "no tile has beT, the mate of beH" in told
    assert told.endswith("; did you mean 'beeH'?")


def test_commas_separate_symbols_and_seven_hexagons_lie_around_one():
    assert parse("AH, AT, BH, BT", "a").puzzle == parse("AH AT BH BT", "a").puzzle
    nuts = parse("1 2 3 4 5 6\n" * 7, "a")
    assert nuts.notes[0] == "six hexagons lie around one"
    assert nuts.puzzle.cells == load("drive-ya-nuts").puzzle.cells
