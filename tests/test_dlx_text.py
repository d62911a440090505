"""Knuth's text format: what is read, what is refused, and what is written."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from dlx import DlxError, FormatError, Problem, covers
from dlx.text import dump, dumps, load, loads
from oracle import problems, quiet


# ------------------------------------------------------------------------------ reading


def test_the_first_line_names_the_items_and_the_others_are_options():
    assert loads("A B C | X Y\nA B X:red\nC X:red Y\n") == Problem(
        {1: {"A": None, "B": None, "X": "red"}, 2: {"C": None, "X": "red", "Y": None}},
        ["A", "B", "C"], ["X", "Y"])


@pytest.mark.parametrize("text", [
    "A B\nA\nB",
    "A B\nA\nB\n",
    "\n\nA B\n\nA\n\n\nB\n\n",
    "| one\n|two\n|\nA B\n| three\nA\n  | four\nB\n| A | B\n",
    "// one\n\n// two: A B\n| three\nA B\nA\nB\n",
    "  A\tB  \n\tA\n B \t \n",
    "A B |\nA\nB\n",
    "A B\r\nA\r\n\r\nB\r\n",
])
def test_comments_and_blanks_count_for_nothing(text):
    assert loads(text) == Problem({1: ["A"], 2: ["B"]})


@pytest.mark.parametrize("data", [
    b"A B\nA\nB\n", b"A B\r\nA\r\nB\r\n", b"A B\rA\rB\r", b"\xef\xbb\xbfA B\nA\nB",
    b"\xef\xbb\xbf\r\n// note\r\nA B\r\nA\r\n\r\nB",
])
def test_a_file_may_end_its_lines_in_any_way_and_begin_with_a_mark(tmp_path, data):
    path = tmp_path / "small.dlx"
    path.write_bytes(data)
    assert load(path) == load(str(path)) == Problem({1: ["A"], 2: ["B"]})


def test_items_and_colors_have_names_of_any_length_and_alphabet():
    problem = loads("north/east käse 0 | edge;1\n"
                    "north/east käse edge;1:light-blue\n0 edge;1:light-blue")
    assert problem.primary == ("north/east", "käse", "0")
    assert problem.options[2] == {"0": None, "edge;1": "light-blue"}
    assert list(covers(problem)) == [(1, 2)]


def test_options_are_numbered_by_their_lines_dropped_ones_included():
    with pytest.warns(UserWarning) as caught:
        problem = loads("A B | X\n| note\nX\nA\n\nX:red\nB\n", "small.dlx")
    assert [str(w.message) for w in caught] == [
        "small.dlx:3: option 1 has no primary item and is never chosen",
        "small.dlx:6: option 3 has no primary item and is never chosen"]
    assert problem.names == (1, 2, 3, 4) and problem.idle == (1, 3)
    assert list(covers(problem)) == [(2, 4)]


def test_the_same_option_twice_counts_twice():
    assert list(covers(loads("A B\nA\nA\nB"))) == [(3, 1), (3, 2)]


def test_items_alone_are_a_problem_without_covers():
    assert list(covers(loads("A B\n"))) == []


# ----------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(("text", "message"), [
    ("", "bad.dlx: no items; want a line that names them"),
    ("\n| note\n// note\n\n", "bad.dlx: no items; want a line that names them"),
    ("| X Y", "bad.dlx: no items; want a line that names them"),
    ("A B A\nA", "bad.dlx:1: item 'A' is named twice"),
    ("\n\nA | B A\nA", "bad.dlx:3: item 'A' is named twice"),
    ("A | B | C\nA", "bad.dlx:1: '|' appears twice; want primary | secondary"),
    ("A B:r\nA", "bad.dlx:1: item 'B:r' has a colon in its name; colors stand in the "
                 "options, and bounds are written low:high|name"),
    ("2:A B\nA", "bad.dlx:1: item '2:A' has a colon in its name; colors stand in the "
                 "options, and bounds are written low:high|name"),
    ("A |B\nA", "bad.dlx:1: '|B' is not an item; want a name without '|', or "
                "low:high|name"),
    ("A x|B\nA", "bad.dlx:1: 'x|B' is not an item; want a name without '|', or "
                 "low:high|name"),
    ("A 1:|B", "bad.dlx:1: '1:|B' is not an item; want a name without '|', or "
               "low:high|name"),
    ("A 2|", "bad.dlx:1: '2|' is not an item; want a name without '|', or "
             "low:high|name"),
    ("3:2|A\nA", "bad.dlx:1: item '3:2|A': its lower bound is above its upper bound"),
    ("0|A\nA", "bad.dlx:1: item '0|A': its upper bound is 0"),
    ("0:0|A\nA", "bad.dlx:1: item '0:0|A': its upper bound is 0"),
    ("1000000000000000|A\nA",
     "bad.dlx:1: '1000000000000000|A': the number is too large"),
    ("A | 2|B\nA B", "bad.dlx:1: secondary item 'B' has a multiplicity; only primary "
                     "items have"),
    ("A 2|A\nA", "bad.dlx:1: item 'A' is named twice"),
    ("1000000000:1|A\nA",
     "bad.dlx:1: item '1000000000:1|A': its lower bound is above its upper bound"),
    ("A B\nA\n| note\nA C\n", "bad.dlx:4: option 2 uses item 'C', which is neither "
                              "primary nor secondary"),
    ("north east\nnort\n",
     "bad.dlx:2: option 1 uses item 'nort', which is neither primary nor secondary; "
     "did you mean 'north'?"),
    ("A B\nA B A", "bad.dlx:2: item 'A' appears twice in one option"),
    ("A | X\nA X:r X:s", "bad.dlx:2: item 'X' appears twice in one option"),
    ("A | X\nA:r X", "bad.dlx:2: option 1 gives primary item 'A' the color 'r'; only "
                     "secondary items are colored"),
    ("A | X\nA X:", "bad.dlx:2: 'X:'; want item or item:color"),
    ("A | X\nA :r", "bad.dlx:2: ':r'; want item or item:color"),
    ("A\nA |1000000000000000",
     "bad.dlx:2: '|1000000000000000': the number is too large"),
    ("A\nA |x", "bad.dlx:2: '|x' in an option; want |cost; '|' alone separates items "
                "in the first line only"),
    ("A\nA |-1", "bad.dlx:2: '|-1' in an option; want |cost; '|' alone separates items "
                 "in the first line only"),
    ("A B\nA | B", "bad.dlx:2: '|' in an option; want |cost; '|' alone separates items "
                   "in the first line only"),
    ("A\n// note", "bad.dlx:2: option 1 uses item '//', which is neither primary nor "
                   "secondary"),
    ("a, b, c\na, b\nc",
     "bad.dlx:2: option 1 uses item 'b', which is neither primary nor secondary; names "
     "are separated by blanks alone, without commas or the like"),
    ("A B\nA B;",
     "bad.dlx:2: option 1 uses item 'B;', which is neither primary nor secondary; "
     "names are separated by blanks alone, without commas or the like"),
    ("# notes\nA B\nA",
     "bad.dlx:2: option 1 uses item 'A', which is neither primary nor secondary; a "
     "comment begins with '|', not with '#'"),
    ("A B\n1: A B", "bad.dlx:2: '1:'; want item or item:color; options have no names "
                    "here, they are 1, 2, 3, ..."),
    ("A\n\nA\0", "bad.dlx:3: a NUL character; this is not a text"),
    ("\0", "bad.dlx:1: a NUL character; this is not a text"),
    ("| \0\nA", "bad.dlx:1: a NUL character; this is not a text"),
])
def test_a_bad_text_is_refused_by_its_line_and_word(text, message):
    with pytest.raises(FormatError) as info:
        loads(text, "bad.dlx")
    assert str(info.value) == message
    assert isinstance(info.value, ValueError) and isinstance(info.value, DlxError)


def test_a_text_without_a_name_is_called_text():
    with pytest.raises(FormatError, match="^<text>:1: item 'A' is named twice$"):
        loads("A A")


def test_a_number_of_thousands_of_digits_does_no_harm():
    for bounds in ("9" * 10_000, "0:" + "9" * 10_000):
        with pytest.raises(FormatError, match="the number is too large$"):
            loads(f"{bounds}|A")


@pytest.mark.parametrize(("data", "line"), [
    (b"A\nA\xff", 2), (b"\xff\xfeA\0", 1), (b"A\r\nA\r\n\xe4\r\n", 3),
    (b"\xef\xbb\xbfA\n\xff", 2), (b"A\rA\r\xff", 3),
])
def test_bytes_that_are_no_text_are_refused_by_file_and_line(tmp_path, data, line):
    path = tmp_path / "bad.dlx"
    path.write_bytes(data)
    with pytest.raises(FormatError) as info:
        load(path)
    assert str(info.value).startswith(f"{path}:{line}: this is not UTF-8 text")


def test_an_error_in_a_file_names_the_file(tmp_path):
    path = tmp_path / "bad.dlx"
    path.write_bytes(b"\xef\xbb\xbf| note\r\nA A\r\n")
    with pytest.raises(FormatError) as info:
        load(path)
    assert str(info.value) == f"{path}:2: item 'A' is named twice"
    path.write_bytes(b"")
    with pytest.raises(FormatError) as info:
        load(path)
    assert str(info.value) == f"{path}: no items; want a line that names them"


def test_a_file_that_is_not_there_is_the_usual_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.dlx")


# ------------------------------------------------------------------------------ writing


def test_a_problem_is_written_one_line_an_option():
    problem = Problem({"r1": ["b", "a"], "r2": {"a": None, "x": "red", "y": None}},
                      secondary=["x", "y"])
    assert dumps(problem) == "b a | x y\nb a\na x:red y\n"
    assert dumps(Problem([["a"]])) == "a\na\n"


def back(problem: Problem) -> Problem:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return loads(dumps(problem))


def numbered(problem: Problem) -> Problem:
    return quiet(dict(enumerate(problem.options.values(), 1)), problem.primary,
                 problem.secondary)


@given(problems())
@settings(deadline=None, max_examples=150)
def test_a_problem_that_was_written_reads_back_as_itself(problem):
    try:
        read = back(problem)
    except FormatError:
        assert not problem.primary or {} in problem.options.values()
    else:
        assert read == numbered(problem)


@given(st.lists(st.text(max_size=4), min_size=3, max_size=3, unique=True))
@example(["//", "a", "b"])
@example(["||a", "b", "c"])
@example(["|", ":", " "])
@example(["\ufeff", "\0", "a\r\nb"])
@settings(deadline=None, max_examples=200)
def test_whatever_items_are_called_the_problem_reads_back_or_is_refused(names):
    one, two, three = names
    problem = Problem([[one, two], {two: None, three: one}, {one: None, three: one}],
                      [one, two], [three])
    try:
        read = back(problem)
    except FormatError as error:
        assert "would both be written" in str(error) or "cannot hold" in str(error)
    else:
        assert read.entries == problem.entries


@pytest.mark.parametrize("name", ["a", "//a", "||a", "\ufeffa", "\ufeff", "a b", "ä"])
def test_a_problem_that_was_saved_reads_back_from_its_file(tmp_path, name):
    problem = Problem({1: [name, "b"], 2: [name]})
    dump(problem, tmp_path / "saved.dlx")
    assert load(tmp_path / "saved.dlx").entries == problem.entries


def test_a_saved_file_has_plain_line_ends_and_no_mark(tmp_path):
    dump(Problem([["ä"]]), tmp_path / "saved.dlx")
    assert (tmp_path / "saved.dlx").read_bytes() == "ä\nä\n".encode()
    dump(Problem([["b"]]), str(tmp_path / "saved.dlx"))
    assert (tmp_path / "saved.dlx").read_bytes() == b"b\nb\n"


def test_names_are_written_without_what_the_format_uses_itself():
    problem = Problem([{("cell", 1): None, "a:b": None, "x|y": " up  down "}],
                      [("cell", 1), "a:b"], ["x|y"])
    with pytest.warns(UserWarning, match="longer than the 8 characters"):
        text = dumps(problem)
    assert text == "('cell',_1) a.b | x/y\n('cell',_1) a.b x/y:up_down\n"
    assert loads(text).entries == problem.entries


@pytest.mark.parametrize(("problem", "longest"), [
    (Problem([["ninechars", "a"]]), "ninechars"),
    (Problem([{"a": None, "x": "dark-green"}], secondary=["x"]), "dark-green"),
])
def test_names_too_long_for_other_programs_make_a_warning(problem, longest):
    with pytest.warns(UserWarning) as caught:
        dumps(problem)
    assert [str(w.message) for w in caught] == [
        f"names such as {longest} are longer than the 8 characters that Knuth's own "
        "programs read"]


def test_names_of_eight_characters_make_no_warning():
    assert dumps(Problem([["eightchr"]])) == "eightchr\neightchr\n"


@pytest.mark.parametrize(("arguments", "message"), [
    (([],), "the format cannot hold a problem without primary items"),
    (([["x"]], [], ["x"]), "the format cannot hold a problem without primary items"),
    (({"r1": ["a"], "r2": []},), "the format cannot hold option 'r2', which has no "
                                 "items"),
    (([["1"], [1]],), "the items '1' and 1 would both be written 1"),
    (([["a:b"], ["a.b"]],), "the items 'a:b' and 'a.b' would both be written a.b"),
    (([["a", "x"]], ["a"], ["x", " x"]), "the items 'x' and ' x' would both be written "
                                         "x"),
    (([{"a": None, "x": 1}, {"a": None, "x": "1"}], ["a"], ["x"]),
     "the colors 1 and '1' would both be written 1"),
])
def test_what_the_format_cannot_hold_is_refused(tmp_path, arguments, message):
    problem: Any = quiet(*arguments)
    with pytest.raises(FormatError) as info:
        dumps(problem)
    assert str(info.value) == message
    (tmp_path / "kept.dlx").write_text("A\nA\n")
    with pytest.raises(FormatError):
        dump(problem, tmp_path / "kept.dlx")
    assert (tmp_path / "kept.dlx").read_text() == "A\nA\n"


def test_a_name_without_end_is_cut_short_in_the_warning():
    with pytest.warns(UserWarning, match=r"^names such as x{60}\.\.\. are longer"):
        dumps(Problem([["x" * 5000]]))
