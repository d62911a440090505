"""Files that mean harm, or are broken: an answer or one line of error, in bounds."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import dlx.reading
from dlx import FormatError, Stopped, text
from dlx.errors import LONGEST, one_line
from puzzles import formats
from puzzles.files import MOST_BYTES, load, load_all
from puzzles.formats import FORMATS, format_named, written
from reductions import Layouts, PuzzleError, count, solve
from reductions import data as reading
from reductions.clock import Clock

NAMES = [name for name, _, _ in FORMATS]

#: What must never reach a terminal, a picture or a page as it stands.
ESCAPE, BIDI, BELL, CSI, LINE = "\x1b[31m", "\u202e", "\x07", "\x9b", "\u2028"
SCRIPT = "</script><script>alert(1)</script>"
WILD = f"{ESCAPE}{BIDI}{SCRIPT}&<b>{LINE}{BELL}{CSI}\n\t]]>-->"
WORD = f"{ESCAPE}{BIDI}</script><b>&{BELL}{CSI}'`$"


def quoted(value: str) -> str:
    return json.dumps(value)


HOSTILE = {
    "plane": f"""
kind = "packing"
title = {quoted(WILD)}
source = {quoted(WILD)}
size = [2, 3]
[pieces]
{quoted(WORD + "1")} = ["##", "#."]
{quoted(WORD + "2")} = ["##", "#."]
[known]
{quoted(WORD)} = {quoted(WILD)}
""",
    "cube": f"""
kind = "packing"
lattice = "cubic"
title = {quoted(WILD)}
size = [2, 2, 2]
[pieces]
{quoted(WORD + "1")} = "##\\n##"
{quoted(WORD + "2")} = "##\\n##"
""",
    "tiles": f"""
kind = "edge-matching"
title = {quoted(WILD)}
mates = "equal"
[tiles]
"""
    + "".join(
        f"{quoted(f'{WORD}{k}')} = {quoted(f'{WORD} b {WORD} b')}\n" for k in range(4)
    ),
    "cover": f"""
kind = "exact-cover"
title = {quoted(WILD)}
items = [{quoted(WORD + "1")}, {quoted(WORD + "2")}]
[options]
{quoted(WORD + "3")} = [{quoted(WORD + "1")}]
{quoted(WORD + "4")} = [{quoted(WORD + "2")}]
""",
    "none": f"""
kind = "packing"
title = {quoted(WILD)}
size = [2, 3]
[pieces]
{quoted(WORD)} = ["##", "##"]
""",
    "sudoku": f'kind = "sudoku"\ntitle = {quoted(WILD)}\ngrid = "1..4.3....1....3"\n',
    "queens": f'kind = "queens"\ntitle = {quoted(WILD)}\nsize = 4\n',
}


def is_plain(said: str) -> bool:
    """Tell whether nothing in a text could drive a terminal."""
    return all(sign.isprintable() or sign == "\n" for sign in said)


def outcome(function, *arguments):
    """Return what a function answers, or the one line of its error."""
    try:
        return function(*arguments)
    except (FormatError, PuzzleError) as error:
        message = str(error)
        assert is_plain(message) and "\n" not in message
        assert len(message) < 10 * LONGEST
        return message


@pytest.fixture
def save(tmp_path, monkeypatch):
    """Return a function that writes a file to a folder of its own, and goes there."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, data: str | bytes) -> str:
        if isinstance(data, str):
            data = data.encode()
        (tmp_path / name).write_bytes(data)
        return name

    return write


# ------------------------------------------------------------------------- any text


MARKS = st.text("ab01 .#\n:,|-=x[]{}\"'<>/!é²٣\u202e\x1b\0\ufeff", max_size=60)
LINES = st.lists(
    st.sampled_from(
        [
            *("a b c d", "0 0 1 2", "AB", "##", "1..4", "size = 2", "kind = 'queens'"),
            *("board: 2 x 2", "A:", "flip: yes", "2 1", "p tile 2 2", "3:4T", "11x7"),
            *("!Puzzle", "  shape: |", "    oo", "  puzzle_pieces:", "a | b", "|5", ""),
            *("# mates: case", "# edges: n e s w", "Pictures: A", "1: a b c d", "---"),
            *('{"width": 1,', '"height": 1, "pieces": [[0,0,0,0]]}', "[pieces]", "a=1"),
            *("<puzzle version='2'>", "</puzzle>", "#board_edges=aaaa", "999999999"),
            *("# hint: tile 1 at row 0, column 0 (from 0), 0 quarter turns clockwise",),
        ]
    ),
    max_size=8,
).map("\n".join)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.one_of(MARKS, LINES, st.text(max_size=40)), st.sampled_from(["", *NAMES]))
def test_any_text_is_puzzles_or_one_line_of_error_in_every_format(words, name):
    outcome(formats.parse, words, "a", name)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.one_of(MARKS, LINES, st.text(max_size=40)))
def test_any_text_is_a_problem_or_one_line_of_error(words):
    with warnings.catch_warnings(action="ignore"):
        outcome(text.loads, words, "a.dlx")


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.binary(max_size=60))
def test_any_bytes_are_a_text_or_one_line_of_error(data):
    outcome(dlx.reading.decoded, data, "a")


@settings(max_examples=40, deadline=None, derandomize=True)
@given(LINES)
def test_what_is_read_can_be_stated_and_shown_or_is_refused_in_one_line(words):
    files = outcome(formats.parse, words, "a")
    for file in files if isinstance(files, list) else ():
        if isinstance(file, Exception):
            continue
        for name in written():
            with warnings.catch_warnings(action="ignore"):  # of long names
                outcome(formats.writer(name).write, file)
        try:
            outcome(next, solve(file.puzzle, timeout=0.5), None)
        except Stopped:
            pass


# ------------------------------------------------------------------ kinds of bad files


DEEP = 20_000
BAD = {
    "empty": b"",
    "blank": b" \n\t\n",
    "one_nul": b"\0",
    "nul_in_toml": b'kind = "queens"\0\nsize = 6\n',
    "nul_in_tiles": b"a b c d\0\n" * 4,
    "utf16": 'kind = "queens"\nsize = 6\n'.encode("utf-16"),
    "utf16_unmarked": 'kind = "queens"\nsize = 6\n'.encode("utf-16-le"),
    "utf32": b"a b c d\n".decode().encode("utf-32"),
    "latin": "kind = 'queens'\ntitle = 'Königin'\nsize = 6".encode("latin-1"),
    "surrogate": b'kind = "queens"\ntitle = "\xed\xa0\x80"\nsize = 6\n',
    "surrogate_in_toml": b'kind = "queens"\ntitle = "\\ud800"\nsize = 6\n',
    "surrogate_in_json": b'{"id": "\\ud800", "width": 1, "height": 1, '
    b'"pieces": [[0, 0, 0, 0]]}',
    "deep_toml": b"a = " + b"[" * DEEP,
    "deep_table": b"[" + b"a." * DEEP + b"a]\n",
    "deep_inline": b"a = " + b"{a = " * DEEP,
    "deep_json": b'{"width": 1, "height": 1, "pieces": ' + b"[" * DEEP,
    "deep_xml": b"<puzzle>" * DEEP,
    "entities": b'<?xml version="1.0"?><!DOCTYPE puzzle [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(
        b'<!ENTITY %c "%s">' % (98 + k, b"&%c;" % (97 + k) * 10) for k in range(9)
    )
    + b"]><puzzle>&j;</puzzle>",
    "entity_of_a_file": b'<!DOCTYPE puzzle [<!ENTITY a SYSTEM "file:///etc/hosts">]>'
    b"<puzzle>&a;</puzzle>",
    "bomb": gzip.compress(bytes(2**26), 9, mtime=0),
    "bomb_of_blanks": gzip.compress(b" " * 2**24 + b"<puzzle/>", 9, mtime=0),
    "packed_twice": gzip.compress(gzip.compress(b"a b c d\n", mtime=0), mtime=0),
    "packed_and_cut": gzip.compress(b"a b c d\n" * 4, mtime=0)[:-6],
    "board_of_10_to_the_9": b'kind = "packing"\nsize = [31623, 31623]\npieces.A = "#"',
    "box_of_10_to_the_9": b'kind = "packing"\nlattice = "cubic"\n'
    b'size = [1000, 1000, 1000]\npieces.A = "#"',
    "tiles_on_10_to_the_9": b'kind = "edge-matching"\nsize = [1, 1000000000]\n'
    b'tiles = ["a a a a"]',
    "queens_on_10_to_the_9": b'kind = "queens"\nsize = 1000000000',
    "box_of_sudoku": b'kind = "sudoku"\nbox = [1000000000, 1]\ngrid = "1"',
    "a_million_pieces": b'kind = "packing"\nsize = [9, 9]\n[pieces.A]\nshape = "#"\n'
    b"count = 1000000",
    "pictures_too_large": b"board: 31623 x 31623\n\nA:\n#\n",
    "pictures_a_million_times": b"board: 9 x 9\n\nA: 1000000 times\n#\n",
    "tiler_too_large": b"9999x9999\n\n4T\n",
    "columns_of_10_to_the_9": b"999999999\n0 1\n",
    "eternity_too_large": b"p tile 99999 99999 5\n0 0 1 2\n",
    "json_too_large": b'{"width": 1000000, "height": 1000, "pieces": []}',
    "voxels": b'<puzzle version="2"><gridType type="0"/><shapes><voxel x="99999" '
    b'y="99999" z="99999" type="0">#</voxel></shapes><problems><problem state="0">'
    b'<shapes><shape id="0" count="1"/></shapes><result id="0"/></problem></problems>'
    b"</puzzle>",
    "long_number": b'kind = "queens"\nsize = ' + b"9" * 10**5,
    "long_number_in_json": b'{"width": ' + b"9" * 10**5 + b', "height": 1, "pieces":0}',
    "not_a_number": b'kind = "queens"\nsize = nan',
    "infinite": b'kind = "packing"\nsize = [inf, 2]\npieces.A = "#"',
    "infinite_in_json": b'{"width": Infinity, "height": NaN, "pieces": []}',
    "long_line": b"x" * (MOST_BYTES - 1),
    "long_name": b"11x7\n\n3:3I\n\n" + b"x" * 10**6,
    "many_lines": b"-\n" * (MOST_BYTES // 2 - 1),
    "many_tiles": b"a b c d\n" * 100_000,
    "many_words": b"ab " * 300_000,
    "large": b"a b c d\n" * (MOST_BYTES // 8 + 1),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_in_one_line(name, run, tmp_path):
    (tmp_path / "bad.txt").write_bytes(BAD[name])
    for words in (["show"], ["convert", "-", "--to", "toml"]):
        code, out, err = run(words[0], "bad.txt", *words[1:])
        assert (code, out) == (2, "")
        (line,) = err.splitlines()
        assert line.startswith("puzzles: ") and "bad.txt" in line
        assert len(line) < 2 * LONGEST and is_plain(line)


@pytest.mark.parametrize("name", NAMES)
def test_a_bad_file_is_refused_when_its_format_is_said(name):
    for data in BAD.values():
        try:
            words = data.decode()
        except UnicodeDecodeError:
            continue
        outcome(formats.parse, words[: 2**14], "bad.txt", name)


def test_line_ends_and_a_byte_order_mark_change_nothing(save):
    tiles = "# mates: equal\na b a b\nb a b a\na b a b\nb a b a\n"
    (plain,) = load_all(save("a.txt", tiles))
    for name, data in (
        ("crlf.txt", tiles.replace("\n", "\r\n")),
        ("cr.txt", tiles.replace("\n", "\r")),
        ("bom.txt", "\ufeff" + tiles),
        ("end.txt", tiles.rstrip("\n")),
        ("packed.txt", gzip.compress(tiles.encode(), mtime=0)),
    ):
        assert load(save(name, data)).puzzle == plain.puzzle


def test_no_more_is_looked_at_than_tells_the_format(monkeypatch):
    seen = []
    for name in NAMES:
        module = format_named(name)
        monkeypatch.setattr(module, "reads", lambda words: bool(seen.append(words)))
    line = "a b c d\n"
    outcome(formats.parse, line * 100_000, "a")
    assert len(seen) == len(NAMES)
    assert {len(words) for words in seen} <= {len(line) * 10_000, len(line) * 10**4 - 1}
    assert formats.beginning("x" * 10**6) == "x" * formats.BEGINNING
    assert formats.beginning("") == ""


def test_the_format_of_a_large_file_is_told_by_its_beginning():
    rows = "1 0 0 1 0 1 1 0 1 0\n" * 20_000
    (file,) = formats.parse(rows, "a")
    assert len(file.puzzle.problem.names) == 20_000


def test_options_that_are_never_chosen_are_told_of_in_few_lines():
    words = "a | x\na\n" + "x\n" * 5000
    (file,) = formats.parse(words, "a.dlx")
    assert len(file.notes) == text.MOST_WARNINGS + 1
    assert file.notes[0].startswith("line 3: option 2 ")
    assert file.notes[-1].startswith("4980 more options ")


def test_many_faults_of_many_sudokus_are_one():
    with pytest.raises(FormatError, match="^a: more than 1000 faults in it; the last"):
        formats.parse("x1\n\n" * 2000, "a", "sudoku")


def test_only_xml_may_unpack_to_more_than_a_file_may_have(save):
    large = gzip.compress(b"a b c d\n" * 2**18, 9, mtime=0)
    with pytest.raises(FormatError, match="unpacks to more than 1048576 bytes"):
        load(save("a.txt", large))
    xml = b"<puzzle>" + b" " * 2**21
    with pytest.raises(FormatError, match="no element found"):
        load(save("b.txt", gzip.compress(xml, 9, mtime=0)))


def test_the_message_of_an_error_is_one_short_line():
    for kind in (FormatError, PuzzleError):
        message = str(kind(f"a.toml: {WILD}" + "x" * 10**6))
        assert message.startswith("a.toml: \\x1b[31m\\u202e")
        assert is_plain(message) and "\n" not in message
        assert len(message) < LONGEST + 200
    assert one_line("plain é") == "plain é"


# -------------------------------------------------------------- what is no plain file


@pytest.mark.parametrize("words", [("puzzles", "show"), ("dlx", "count")])
def test_folders_loops_and_closed_files_are_refused_in_one_line(words, tmp_path):
    (tmp_path / "folder").mkdir()
    os.symlink("b", tmp_path / "a")
    os.symlink("a", tmp_path / "b")
    os.symlink("nowhere", tmp_path / "dangling")
    closed = tmp_path / "closed"
    closed.write_text("a b c d\n")
    closed.chmod(0)
    names = ["folder", "a", "dangling", "folder/", "a/b"]
    names += ["closed"] if not os.access(closed, os.R_OK) else []
    for name in names:
        done = _command(words, tmp_path, f"./{name}")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"{words[0]}: ")
        assert done.stderr.count("\n") == 1


def _command(words, folder, *more, **settings):
    root = Path(__file__).resolve().parent.parent
    return subprocess.run(
        [sys.executable, "-m", *words, *more],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=60,
        **settings,
    )


POSIX = hasattr(os, "mkfifo")


def test_a_pipe_into_which_nobody_writes_is_refused(tmp_path, monkeypatch):
    if not POSIX:
        return
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    monkeypatch.setattr(dlx.reading, "PATIENCE", 0.05)
    for reader in (load, text.load):
        with pytest.raises(FormatError, match="pipe: nothing came out of this pipe "):
            reader(path)
    # Somebody holds its other end and is silent, at once or after the first words.
    writer = os.open(path, os.O_RDWR)
    for words in (b"", b"A B\nA\nB\n"):
        os.write(writer, words)
        with pytest.raises(FormatError, match="this pipe for 0.05 seconds"):
            text.load(path)
    os.write(writer, b"A B\nA\nB\n")
    assert dlx.reading.contents(path, 4) == b"A B\n"
    os.close(writer)


def test_a_pipe_is_read_to_its_end(tmp_path):
    if not POSIX:
        return
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    words = b"kind = 'queens'\nsize = 6\n" + b"# more\n" * 30_000
    thread = threading.Thread(target=lambda: Path(path).write_bytes(words))
    thread.start()
    assert load(path).puzzle.kind == "queens"
    thread.join()


def test_no_more_is_read_of_a_device_than_a_puzzle_may_have(tmp_path):
    if os.path.exists("/dev/zero"):
        done = _command(("puzzles", "show"), tmp_path, "/dev/zero")
        assert done.returncode == 2
        assert done.stderr == (
            "puzzles: /dev/zero: larger than 1048576 bytes; want a puzzle\n"
        )
        with pytest.raises(FormatError, match="there is nothing|no tiles|no items"):
            load("/dev/null")


# --------------------------------------------------------------- what reading leads to


LARGE = {
    "tiles": "a b c d\n" * 16,
    "hexagons": "a b c d e f\n" * 16,
    "triangles": "a b c\n" * 16,
    "wide_pieces": 'kind = "packing"\nsize = [12, 12]\n[pieces]\n'
    + "".join(f"P{k} = [" + f'"{"#" * (4 + k)}",' * 4 + "]\n" for k in range(5)),
}


@pytest.mark.parametrize("name", LARGE)
def test_a_problem_that_is_too_large_is_refused_in_one_line(
    name, run, tmp_path, monkeypatch
):
    monkeypatch.setattr(reading, "MOST_ENTRIES", 1000)
    (tmp_path / "large.txt").write_text(LARGE[name])
    for command in ("solve", "check", "hint"):
        code, _, err = run(command, "large.txt")
        assert code == 2
        assert "problem would have more than 1000 entries" in err.splitlines()[-1]


def test_the_voxels_of_all_problems_of_a_file_are_bounded(monkeypatch):
    monkeypatch.setattr("puzzles.formats.burrtools.MOST_VOXELS", 5000)
    problem = (
        '<problem state="0"><shapes><shape id="0" count="1"/></shapes>'
        '<result id="0"/></problem>'
    )
    words = (
        '<puzzle version="2"><gridType type="0"/><shapes><voxel x="10" y="10" z="10" '
        f'type="0">{"#" * 1000}</voxel></shapes><problems>{problem * 40}</problems>'
        "</puzzle>"
    )
    files = formats.parse(words, "a", "burrtools")
    assert len(files) == 40
    for file in files[3:]:
        assert str(file) == "a:1: the problems have more than 5000 voxels together"


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ('kind = "packing"\nsize = [1, 1]\npieces.{} = "#"', "pieces"),
        ('kind = "edge-matching"\nmates = "equal"\ntiles.{} = "a a a a"', "tiles"),
        ('kind = "edge-matching"\ntiles = ["a a a {}"]', "tiles: tile 1"),
        ('kind = "exact-cover"\nitems = ["{}"]\noptions = []', "items"),
        ('kind = "exact-cover"\nitems = ["a"]\noptions.{} = ["a"]', "options"),
    ],
)
def test_a_name_that_no_table_has_room_for_is_refused(words, key, run):
    code, _, err = run("show", "a.toml", a=words.format("n" * 201))
    assert code == 2 and err.startswith(f"puzzles: a.toml: {key}")
    assert "has 201 characters; want at most 200" in err and err.count("\n") == 1
    code, _, err = run("show", "a.toml", a=words.format("n" * 200))
    assert "characters" not in err


def test_pieces_larger_than_any_board_are_refused_before_they_are_turned(run):
    cube = '"""' + "\n\n".join(["\n".join(["#" * 20] * 20)] * 20) + '"""'
    pieces = "".join(f"P{k} = {cube}\n" for k in range(6))
    head = 'kind = "packing"\nlattice = "cubic"\nsize = [21, 21, 21]\n[pieces]\n'
    code, _, err = run("show", "a.toml", a=head + pieces)
    assert code == 2
    assert err == (
        "puzzles: a.toml: pieces: their shapes have 48000 cells together; want at most "
        "20000\n"
    )


def test_the_timeout_is_that_of_stating_the_problem_too():
    puzzle = load("pentominoes-6x10").puzzle
    layouts = Layouts(puzzle, timeout=0)
    assert layouts.problem.names == ()  # nothing was stated
    with pytest.raises(Stopped, match="^stopped by timeout after 0 found$"):
        next(iter(layouts))
    assert not layouts.complete
    with pytest.raises(Stopped):
        count(puzzle, timeout=0)


def test_a_watched_list_ends_when_the_clock_has_run_out():
    assert [*Clock().watched(range(1000))] == [*range(1000)]
    late = Clock(0).watched([1, 2, 3])
    assert (len(late), late[1], late[1:]) == (3, 2, [2, 3])
    with pytest.raises(Stopped, match="timeout"):
        list(late)
    clock = Clock()
    with pytest.raises(Stopped, match="enough"):
        for number in clock.watched(range(10**6)):
            clock.stop("enough")
    assert 0 < number < 1000


def test_a_puzzle_without_layouts_at_a_glance_is_not_stated():
    puzzle = formats.parse("4x4\n\nxx\nx.\n", "a", "pieces")[0].puzzle
    layouts = Layouts(puzzle)
    assert layouts.misfit and layouts.problem.names == ()
    assert [*layouts] == [] and layouts.complete


# ----------------------------------------------------- names that are not what they say


COMMANDS = [
    ["show"],
    ["solve", "--all"],
    ["solve", "--json"],
    ["solve", "--link"],
    ["solve", "--random", "--seed", "1"],
    ["solve", "--best", "--timeout", "0.2"],
    ["check"],
    ["hint"],
    ["hint", "--json"],
    ["hint", "--given", f"{WORD} at 0,0"],
    ["takeapart"],
    ["takeapart", "--json"],
    ["draw", "--piece", WORD, "--out", "out.stl"],
]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_of_a_file_drives_a_terminal(name, run, tmp_path):
    (tmp_path / f"{name}.toml").write_text(HOSTILE[name])
    for command, *options in COMMANDS:
        code, out, err = run(command, f"{name}.toml", *options)
        assert code in (0, 1, 2)
        assert is_plain(out) and is_plain(err)
        if "--json" in options:
            for line in out.splitlines():
                json.loads(line)


@pytest.mark.parametrize("form", written())
@pytest.mark.parametrize("name", HOSTILE)
def test_no_format_writes_signs_that_drive_a_terminal(name, form):
    (file,) = formats.parse(HOSTILE[name], f"{name}.toml")
    assert file.title == WILD
    try:
        with warnings.catch_warnings(action="ignore"):  # of long names
            words = formats.writer(form).write(file)
    except FormatError as error:
        assert is_plain(str(error))
        return
    assert is_plain(words)
    (again,) = formats.parse(words, "again", form)
    if form == "toml":
        assert again.puzzle == file.puzzle and again.title == WILD


@pytest.mark.parametrize("name", ["plane", "cube", "tiles", "sudoku", "queens"])
def test_names_are_escaped_in_pictures_and_pages(name, run, tmp_path):
    from defusedxml.ElementTree import fromstring

    (tmp_path / f"{name}.toml").write_text(HOSTILE[name])
    for ending in ("svg", "html", "png"):
        code, _, err = run("draw", f"{name}.toml", "--out", f"out.{ending}")
        assert code == 0 and is_plain(err)
    picture = (tmp_path / "out.svg").read_text(encoding="utf-8")
    fromstring(picture)
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    for words in (picture, page):
        assert SCRIPT not in words and "</script><b>" not in words
        for sign in (ESCAPE, BIDI, BELL, CSI, LINE):
            assert sign not in words


def test_a_file_named_to_mislead_is_named_in_plain_words(run, tmp_path):
    name = f"{ESCAPE}{BIDI}\n{LINE}.toml"
    (tmp_path / name).write_text('kind = "queens"\nsize = 4\n')
    for command in ("show", "check", "solve"):
        code, out, err = run(command, name)
        assert code == 0 and is_plain(out + err)
    code, _, err = run("show", name + "x")
    assert code == 2 and is_plain(err) and err.count("\n") == 1


def test_the_tables_of_dlx_show_names_in_plain_words(tmp_path):
    path = tmp_path / "a.dlx"
    path.write_text(
        f"{ESCAPE}a b | {BIDI}x\n{ESCAPE}a {BIDI}x:{CSI}\nb {BIDI}x:{CSI}\n"
    )
    for command in ("show", "solve", "count", "explain"):
        done = _command(("dlx", command), tmp_path, "a.dlx")
        assert done.returncode in (0, 1)
        assert is_plain(done.stdout) and is_plain(done.stderr)


# --------------------------------------------------------------------- a mutation run


FUZZ = Path(__file__).resolve().parent / "bench" / "fuzz.py"
LIMITS = [
    "--seconds",
    "60",
    "--after",
    "120",
    "--megabytes",
    "400",
    "--patience",
    "300",
]


def fuzz(*options: str) -> list[str]:
    """Run a batch, with limits that a busy machine keeps; return what it printed."""
    env = {**os.environ, "PYTHONPATH": str(FUZZ.parent.parent.parent)}
    words = [sys.executable, str(FUZZ), *LIMITS, *options]
    done = subprocess.run(words, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def test_a_few_mutated_files_are_all_read_or_refused():
    said = fuzz("--count", "40", "--seed", "7", "--jobs", "1")
    assert said[0].startswith("40 files of seed 7: ")
    assert said[-1] == "0 faults"


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 10_000])
def test_many_mutated_files_are_all_read_or_refused(first):
    assert fuzz("--count", "500", "--first", str(first))[-1] == "0 faults"
