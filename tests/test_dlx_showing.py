"""What is shown of a search is what happens in it: lines, trees, matrices, films."""

import configparser
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib.metadata import EntryPoint
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from oracle import pigeons, problems, queens, quiet, switches

from dlx import Problem, covers, trace
from dlx.command import main
from dlx.showing import Board, Subject
from dlx.showing.film import film
from dlx.showing.matrix import matrix_svg
from dlx.showing.page import page
from dlx.showing.steps import Tally, steps
from dlx.showing.tree import folded, search_tree
from dlx.showing.tree_picture import paper, summary
from dlx.showing.tree_svg import tree_svg

ROOT = Path(__file__).parent.parent
SVG = "{http://www.w3.org/2000/svg}"

SMALL = "A B C | X\nA B X:red\nC X:red\nA\nB C X\n"
NONE = "p q | r\np r\nq r\n"

#: Names that would do harm if they were written as they are.
HOSTILE = (
    "</script><script>window.hit=1</script>",
    "<!--",
    "]]>",
    "\x1b[2J\0",
    "\ud800",
    "\u202eabc",
    "a&b\"c'd",
    "${title} $film",
    "line\nline",
)


@pytest.fixture
def show(capsys, tmp_path, monkeypatch):
    """Return a function that runs ``dlx show`` on a text, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def show(stated, *options, name="file.dlx"):
        if stated is not None:
            Path(name).write_text(stated, encoding="utf-8")
        try:
            code = main(["show", name, *options])
        except SystemExit as stop:
            code = stop.code
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return show


def kinds_of(problem):
    """Return how often each kind of event happens in a search."""
    found = [event.kind for event in trace(problem)]
    return {kind: found.count(kind) for kind in ("try", "found", "stuck")}


# ------------------------------------------------------------------------------- steps


def test_steps_are_the_lines_of_the_trace_and_their_number_is_said(show):
    code, out, err = show(SMALL, "--steps")
    assert code == 0
    assert out.splitlines() == [
        "choose item 'A': 2 options",
        "try option 1",
        "  choose item 'C': 1 option",
        "  try option 2",
        "    found cover 1, 2",
        "  undo option 2",
        "undo option 1",
        "try option 3",
        "  choose item 'B': 1 option",
        "  try option 4",
        "    found cover 3, 4",
        "  undo option 4",
        "undo option 3",
    ]
    assert err == "dlx: covers: 2 (complete); options tried: 4, dead ends: 0\n"


def test_steps_end_where_they_are_asked_to_and_say_so(show):
    code, out, err = show(SMALL, "--steps", "--events", "3")
    assert (code, len(out.splitlines())) == (0, 3)
    assert "not complete" in err
    code, out, err = show(SMALL, "--steps", "--events", "13")
    assert "(complete)" in err


def test_steps_of_a_problem_without_covers_exit_with_1(show):
    code, out, err = show(NONE, "--steps")
    assert code == 1
    assert "stuck item 'q' has no option left" in out
    assert show(NONE, "--steps", "--events", "1")[0] == 0


@given(problems())
@settings(deadline=None, max_examples=50)
def test_the_tally_counts_what_the_trace_tells(problem):
    tally = Tally()
    lines = list(steps(problem, tally))
    counts = kinds_of(problem)
    assert len(lines) == len(list(trace(problem)))
    assert (tally.tried, tally.found, tally.stuck) == tuple(counts.values())
    assert tally.complete


# -------------------------------------------------------------------------------- tree


def totals(tree):
    """Return how many covers and dead ends a tree has, those that are folded, too."""
    data = [data for _, data in tree.nodes(data=True)]
    return tuple(
        sum(node.get(kind, node["kind"] == kind) for node in data)
        for kind in ("found", "stuck")
    )


def rows(tree):
    return sum(tree.out_degree(node) == 0 for node in tree)


@given(problems())
@settings(deadline=None, max_examples=80)
def test_the_tree_has_a_node_for_each_option_tried_and_the_ends_of_the_trace(problem):
    tree = search_tree(problem)
    counts = kinds_of(problem)
    assert len(tree) == counts["try"] + 1
    assert totals(tree) == (counts["found"], counts["stuck"])
    assert tree.graph["complete"]
    assert all(
        data["ways"] == tree.out_degree(node)
        for node, data in tree.nodes(data=True)
        if data["kind"] == "branch"
    )


def test_the_ways_from_the_root_to_the_covers_are_the_covers():
    problem = queens(6)
    tree = search_tree(problem)
    found = []
    for node, kind in tree.nodes(data="kind"):
        if kind == "found":
            names = []
            while node:
                (above,) = tree.predecessors(node)
                names.append(tree.edges[above, node]["option"])
                node = above
            found.append(tuple(names[::-1]))
    assert found == list(covers(problem))


@pytest.mark.parametrize("most", [2, 5, 20, 60, 1000])
@pytest.mark.parametrize("problem", [queens(6), pigeons(5), switches(7)])
def test_folding_loses_no_cover_no_dead_end_and_no_node(problem, most):
    tree = search_tree(problem)
    small = folded(tree, most)
    assert totals(small) == totals(tree)
    shown = [data.get("nodes", 1) for _, data in small.nodes(data=True)]
    assert sum(shown) == len(tree)
    assert rows(small) <= most or rows(small) == rows(tree)


def test_a_small_tree_is_not_folded():
    tree = search_tree({1: ["a", "b"], 2: ["a"], 3: ["b"]})
    assert list(folded(tree).nodes(data=True)) == list(tree.nodes(data=True))


def test_a_few_forced_options_in_a_row_are_not_folded():
    tree = search_tree([[k] for k in range(3)])
    assert list(folded(tree).nodes(data=True)) == list(tree.nodes(data=True))
    assert len(folded(search_tree([[k] for k in range(4)]))) == 3


def test_the_way_to_the_first_cover_is_shown_where_most_is_folded():
    tree = search_tree(queens(8))
    small = folded(tree, 30)
    assert "found" in [kind for _, kind in small.nodes(data="kind")]
    assert "folded" in summary(tree, small)[1]


def test_an_item_of_thousands_of_options_is_folded_to_the_first_ones():
    tree = search_tree([["a"]] * 3000)
    small = folded(tree, 10)
    assert rows(small) == 10
    (fold,) = [data for _, data in small.nodes(data=True) if data["kind"] == "fold"]
    assert fold["found"] == fold["options"] == 2991
    assert "2991 more" in tree_svg(paper(small, []))


def test_a_tree_of_thousands_of_levels_is_drawn_with_its_run_folded():
    tree = search_tree([[k] for k in range(3000)])
    small = folded(tree)
    assert [kind for _, kind in small.nodes(data="kind")] == ["branch", "run", "found"]
    assert sum(data.get("nodes", 1) for _, data in small.nodes(data=True)) == 3001
    picture = ElementTree.fromstring(tree_svg(paper(small, [])))
    assert float(picture.get("width")) < 1000


def test_a_tree_that_was_not_seen_to_its_end_says_so():
    events = list(trace(queens(6)))
    tree = search_tree(
        queens(6), max(k for k in range(40) if events[k].kind == "try") + 1
    )
    assert not tree.graph["complete"]
    assert "open" in [kind for _, kind in tree.nodes(data="kind")]
    drawn = paper(folded(tree), summary(tree, folded(tree)))
    assert any("goes on" in line for line in drawn.lines)
    assert "not seen further" in tree_svg(drawn)


def test_marks_of_a_tree_do_not_overlap_and_lie_on_the_paper():
    tree = folded(search_tree(queens(7)))
    drawn = paper(tree, ["a line"])
    boxes = [(m.x, m.y - 10, m.x + m.width, m.y + 10) for m in drawn.marks]
    for k, one in enumerate(boxes):
        assert 0 <= one[0] <= one[2] <= drawn.width
        assert 0 <= one[1] <= one[3] <= drawn.height
        for other in boxes[:k]:
            apart = one[0] >= other[2] or other[0] >= one[2]
            assert apart or one[1] >= other[3] or other[1] >= one[3]


def elements(text, kind):
    """Return the elements of a class in a picture."""
    root = ElementTree.fromstring(text)
    return [e for e in root.iter() if kind in e.get("class", "").split()]


def test_the_picture_of_a_tree_has_a_mark_for_each_cover_and_dead_end(show):
    code, out, err = show(SMALL, "--tree", "t.svg")
    text = Path("t.svg").read_text(encoding="utf-8")
    assert (code, out, len(elements(text, "found"))) == (0, "", 2)
    assert "2, dead ends: 0" in err
    code, _, _ = show(NONE, "--tree", "t.svg")
    text = Path("t.svg").read_text(encoding="utf-8")
    assert (code, len(elements(text, "stuck"))) == (1, 1)
    assert "none for q" in "".join(ElementTree.fromstring(text).itertext())


def test_found_and_stuck_differ_in_shape_and_not_in_color_alone():
    problem = Problem([["a", "x"], ["a"], ["b", "x"], ["b", "x"]], secondary=["x"])
    text = tree_svg(paper(search_tree(problem), []))
    (found, _), (stuck,) = elements(text, "found"), elements(text, "stuck")
    assert found.find(f"{SVG}circle") is not None
    assert stuck.find(f"{SVG}circle") is None and stuck.find(f"{SVG}rect") is not None


def test_a_tree_as_png_is_a_png_and_the_same_each_time(show):
    code, _, _ = show(SMALL, "--tree", "t.png")
    first = Path("t.png").read_bytes()
    show(SMALL, "--tree", "t.png")
    assert code == 0 and first.startswith(b"\x89PNG")
    assert Path("t.png").read_bytes() == first


def test_without_matplotlib_a_png_is_refused_in_one_line_before_any_search(
    show, monkeypatch
):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    code, out, err = show(SMALL, "--steps", "--tree", "t.png")
    assert (code, out) == (2, "") and err.count("\n") == 1
    assert "pip install 'tilewright[draw]'" in err
    assert show(SMALL, "--tree", "t.svg")[0] == 0


# ------------------------------------------------------------------------------ matrix


def test_the_matrix_marks_the_options_of_the_cover_that_is_asked_for(show):
    for number, cover in ((1, {"1", "2"}), (2, {"3", "4"})):
        code, _, err = show(SMALL, "--matrix", "m.svg", "--cover", str(number))
        text = Path("m.svg").read_text(encoding="utf-8")
        chosen = [e for e in elements(text, "chosen") if e.get("id").startswith("r")]
        names = {e.findall(f"{SVG}text")[1].text for e in chosen}
        assert (code, names) == (0, cover)
        assert f"cover {number} is marked" in err


def test_a_matrix_without_the_cover_is_drawn_unmarked_and_exits_with_1(show):
    for stated, words, line in (
        (SMALL, ["--cover", "3"], "there is no cover 3, only 2"),
        (NONE, [], "there is no cover"),
    ):
        code, _, err = show(stated, "--matrix", "m.svg", *words)
        text = Path("m.svg").read_text(encoding="utf-8")
        assert (code, elements(text, "chosen")) == (1, [])
        assert line in err and line in text


@given(problems())
@settings(deadline=None, max_examples=50)
def test_the_matrix_has_an_entry_for_each_item_of_each_option(problem):
    text = matrix_svg(problem)
    assert len(elements(text, "entry")) == sum(map(len, problem.entries))
    root = ElementTree.fromstring(text)
    rows = [e for e in root.iter() if re.fullmatch(r"o\d+", e.get("id", ""))]
    for row, option in zip(rows, problem.options.values()):
        written = [text.text for text in row.iter(f"{SVG}text")]
        colors = [color for color in option.values() if color is not None]
        assert written == [{"blue": "bl…"}.get(color, color) for color in colors]


# -------------------------------------------------------------------------------- film


def linked_at_each_stage(reel):
    """Yield each stage with the entries in their lists, and the items in the ring."""
    problem = reel.problem
    number = 0
    entries = set()
    for name, pairs in zip(problem.names, problem.entries):
        if name not in problem.idle:
            entries |= set(range(number, number + len(pairs)))
        number += len(pairs)
    items = set(range(len(problem.primary)))
    for frame in reel.frames:
        entries ^= set(frame.entries)
        items ^= set(frame.items)
        yield frame, set(entries), set(items)


def agree(one, other):
    """Tell whether two options can both be chosen."""
    return all(
        one[item] is not None and one[item] == other[item]
        for item in one
        if item in other
    )


@given(problems())
@settings(deadline=None, max_examples=120)
def test_at_each_stage_the_lists_hold_the_options_that_are_live_by_definition(problem):
    """The items in the ring have the options that agree with all that is chosen.

    While an item is branched on, and none of its options chosen, those are hidden, too.
    """
    where = [
        (name, item)
        for name, pairs in zip(problem.names, problem.entries)
        for item, _ in pairs
    ]
    path, opened = [], []
    for frame, entries, ring in linked_at_each_stage(film(problem)):
        event = frame.event
        if event is None:
            path, opened = [], []
        elif event.kind == "choose":
            opened = [*opened[: event.level], event.item]
        elif event.kind == "try":
            path = [*path[: event.level], event.options[0]]
        elif event.kind == "undo":
            path, opened = path[: event.level], opened[: event.level + 1]
        chosen = [problem.options[name] for name in path]
        taken = {item for option in chosen for item in option} | set(opened)
        assert ring == {
            k for k, item in enumerate(problem.primary) if item not in taken
        }
        live = {
            name
            for name, option in problem.options.items()
            if name not in problem.idle
            and all(agree(option, other) for other in chosen)
            and not any(item in option for item in opened)
        }
        for entry, (name, item) in enumerate(where):
            if item in ring:
                assert (entry in entries) == (name in live)


@pytest.mark.parametrize(
    "problem",
    [
        queens(5),
        Problem([["a"], ["a", "b"], ["b"]], multiplicities={"a": (1, 2)}),
        Problem([{"p": None, "x": "red"}, {"p": None, "x": 0}], secondary=["x"]),
        [],
        Problem([], primary=["a"]),
    ],
)
def test_a_film_ends_as_it_began_and_tells_what_the_trace_tells(problem):
    problem = problem if isinstance(problem, Problem) else Problem(problem)
    reel = film(problem)
    stages = list(linked_at_each_stage(reel))
    assert stages[0][1:] == stages[-1][1:]
    assert [frame.event for frame in reel.frames[1:-1]] == list(trace(problem))
    assert reel.complete and reel.frames[-1].event is None


@given(problems())
@settings(deadline=None, max_examples=40)
def test_a_film_of_multiplicities_ends_as_it_began_and_counts_the_choices(problem):
    many = quiet(
        problem.options,
        problem.primary,
        problem.secondary,
        multiplicities={item: (0, 2) for item in problem.primary[::2]},
    )
    reel = film(many)
    stages = list(linked_at_each_stage(reel))
    assert stages[0][1:] == stages[-1][1:]
    events = [frame.event for frame in reel.frames if frame.event]
    for number, frame in enumerate(reel.frames[1:-1], 1):
        if frame.event.kind == "choose":
            places = []
            for event in events[number:]:
                if event.level < frame.event.level:
                    break
                if event.kind == "try" and event.level == frame.event.level:
                    places.append(event.place)
            assert places == list(range(frame.ways))


def test_a_film_of_the_first_events_ends_there():
    reel = film(queens(6), 10)
    assert not reel.complete
    assert [frame.event for frame in reel.frames[1:]] == list(trace(queens(6)))[:10]


# -------------------------------------------------------------------------------- page


class Reader(HTMLParser):
    """Reads a page: its tags, and what stands in each script."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.scripts = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        if self.tags and self.tags[-1][0] == "script":
            self.scripts[-1] += data


def test_a_page_holds_the_film_and_needs_nothing_else(show):
    code, out, err = show(SMALL, "--html", "p.html")
    assert (code, out) == (0, "")
    assert err == "dlx: the page is p.html: events: 13, covers: 2, the whole search\n"
    text = Path("p.html").read_text(encoding="utf-8")
    reader = Reader(text)
    data = json.loads(reader.scripts[0])
    assert [frame[0] for frame in data["frames"]] == (
        ["still", *(event.kind for event in trace(load_small())), "still"]
    )
    addresses = set(re.findall(r"\w+://[^\"'\s]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert not any({"src", "href"} & set(found) for _, found in reader.tags)


def load_small():
    from dlx.text import loads

    return loads(SMALL)


def hostile():
    """Return a problem whose names would do harm, with a cover."""
    return Problem(
        {
            name: {item: None, HOSTILE[0] + "2": color}
            for name, item, color in zip(HOSTILE, HOSTILE[1:], HOSTILE)
        },
        secondary=[HOSTILE[0] + "2"],
    )


def test_names_that_would_do_harm_stand_in_all_pictures_as_text():
    problem = hostile()
    text, reel = page(Subject(HOSTILE[0], problem))
    reader = Reader(text)
    assert [tag for tag, _ in reader.tags].count("script") == 2
    assert json.loads(reader.scripts[0])["options"][0] == HOSTILE[0]
    tree = tree_svg(paper(folded(search_tree(problem)), []))
    for svg in (tree, matrix_svg(problem, [HOSTILE[0]])):
        ElementTree.fromstring(svg)
        assert "<script" not in svg
    for written in (text, tree):
        assert not set(written) & {"\0", "\x1b", "\ud800", "\u202e"}
    assert all(line.isprintable() for line in steps(problem, Tally()))


def test_a_board_has_a_picture_for_each_option():
    board = Board((0, 0, 2, 1), "<rect/>", {"a": "<circle/>", "b": ""})
    problem = Problem({"a": ["x"], "b": ["x"]})
    text, _ = page(Subject("toy", problem, lambda: board))
    lies = [found for tag, found in Reader(text).tags if found.get("class") == "lies"]
    assert [found["id"] for found in lies] == ["p0", "p1"]


def test_a_page_is_the_same_for_every_hash_seed():
    script = (
        "import sys; sys.path.insert(0, 'tests')\n"
        "from oracle import queens\n"
        "from dlx.showing import Subject\n"
        "from dlx.showing.page import page\n"
        "from dlx.showing.tree import *\n"
        "from dlx.showing.tree_picture import paper\n"
        "from dlx.showing.tree_svg import tree_svg\n"
        "import hashlib\n"
        "text = page(Subject('', queens(5)))[0]\n"
        "text += tree_svg(paper(folded(search_tree(queens(5)), 9), []))\n"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "12"
    }
    assert len(seen) == 1


def test_a_problem_that_is_too_large_for_a_picture_is_refused_in_one_line(show):
    stated = "A\n" + "A\n" * 800
    for words in (["--html", "p.html"], ["--matrix", "p.svg"]):
        code, out, err = show(stated, *words)
        assert (code, out) == (2, "") and err.count("\n") == 1
        assert "up to 750 options; this problem has 800, for which" in err
        assert not Path(words[1]).exists()
    assert show(stated, "--tree", "p.svg")[0] == 0


def test_a_long_film_is_cut_and_says_so(show):
    code, _, err = show(SMALL, "--html", "p.html", "--events", "5")
    assert code == 0 and "the beginning of the search" in err
    assert "first 5 events" in Path("p.html").read_text(encoding="utf-8")


# ------------------------------------------------------------------------ command line


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--tree", "t.gif"], "--tree t.gif: want a name that ends in .svg or .png"),
        (["--matrix", "m.png"], "--matrix m.png: want a name that ends in .svg"),
        (["--html", "p.htm1"], "--html p.htm1: want a name that ends in .html or .htm"),
        (["--html", ""], "--html : want a name that ends in .html or .htm"),
        (["--matrix", "m.svg", "--cover", "0"], "--cover counts from 1"),
        (["--steps", "--events", "-1"], "want a whole number"),
        (["--tree", "no/t.svg"], "no/t.svg: No such file or directory"),
    ],
)
def test_what_cannot_be_shown_is_said_in_one_line(show, words, line):
    code, out, err = show(SMALL, *words)
    assert (code, out) == (2, "") and err.count("\n") == 1
    assert line in err


def test_the_file_that_is_shown_is_never_written_over(show):
    code, _, err = show(SMALL, "--tree", "a.svg", name="a.svg")
    assert code == 2 and "this is what is shown" in err
    assert Path("a.svg").read_text(encoding="utf-8") == SMALL


def test_several_ways_of_showing_go_together(show):
    words = ["--steps", "--tree", "t.svg", "--matrix", "m.svg", "--html", "p.html"]
    code, out, err = show(SMALL, *words)
    assert (code, len(out.splitlines()), len(err.splitlines())) == (0, 13, 4)
    assert all(Path(name).stat().st_size > 500 for name in words[2::2])


# ---------------------------------------------------------------------------- plug-ins


@pytest.fixture
def plugged(tmp_path, monkeypatch):
    """Return a function that installs a distribution with a plug-in."""

    def plugged(target):
        folder = tmp_path / "site" / "plugged-1.dist-info"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "METADATA").write_text("Name: plugged\nVersion: 1\n")
        (folder / "entry_points.txt").write_text(f"[dlx.subjects]\nname = {target}\n")
        monkeypatch.syspath_prepend(str(folder.parent))

    return plugged


def declared():
    """Return where this distribution says that its plug-in is."""
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf-8")
    _, target = setup["options.entry_points"]["dlx.subjects"].strip().split(" = ")
    return target


def test_a_bundled_puzzle_is_shown_through_the_plug_in(show, plugged):
    plugged(declared())
    code, out, err = show(None, "--html", "q.html", name="queens-8")
    assert code == 0 and "covers: 92" in err
    text = Path("q.html").read_text(encoding="utf-8")
    assert "<title>Eight queens</title>" in text and 'id="p63"' in text
    assert show(None, name="queens-8")[1].endswith("options: 64\n")


def test_a_puzzle_file_is_shown_through_the_plug_in(show, plugged):
    plugged(declared())
    code, out, err = show('kind = "queens"\nsize = 4\n', "--steps", name="q.toml")
    assert code == 0 and "covers: 2 (complete)" in err
    code, out, err = show('kind = "queens"\nsize = -4\n', "--steps", name="q.toml")
    assert (code, out) == (2, "") and "q.toml: size" in err


def test_a_puzzle_is_counted_and_listed_through_the_plug_in(plugged, capsys):
    plugged(declared())
    assert main(["count", "queens-8"]) == 0
    out, err = capsys.readouterr()
    assert out == "92\n"
    assert "all told apart (raw)" in err and "puzzles solve queens-8 --count" in err
    assert main(["solve", "queens-8", "--limit", "1"]) == 0
    assert capsys.readouterr()[0].startswith("cover 1:\n  <Q at 3,0>: row 3 ")
    assert main(["explain", "queens-8"]) == 0


def test_a_text_that_nobody_can_read_is_refused_by_all(plugged, capsys, tmp_path):
    plugged(declared())
    path = tmp_path / "hand.txt"
    path.write_text("a b\na b c\n")
    assert main(["count", str(path)]) == 2
    err = capsys.readouterr()[1]
    assert err.startswith(f"dlx: {path}:2: option 1 uses item 'c', which is neither")
    assert f"; or else {path}:" in err and err.count("\n") == 1


def test_a_matrix_is_counted_through_the_plug_in(plugged, capsys, tmp_path):
    plugged(declared())
    path = tmp_path / "matrix.txt"
    path.write_text("1 0 0\n0 1 1\n1 1 0\n")
    assert main(["count", str(path)]) == 0
    assert capsys.readouterr() == ("1\n", "")


@pytest.mark.parametrize("target", [None, "no_such_module:read"])
def test_what_no_plug_in_knows_is_said_in_one_line(target, show, monkeypatch):
    points = [EntryPoint("name", target, "dlx.subjects")] if target else []
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: points)
    assert show(None, name="queens-8") == (
        2,
        "",
        "dlx: queens-8: No such file or directory\n",
    )


def test_a_fault_in_a_file_of_knuths_is_not_handed_to_a_plug_in(show, plugged):
    plugged(declared())
    code, out, err = show("A B\nA A\n", name="a.dlx")
    assert (code, out) == (2, "")
    assert err == "dlx: a.dlx:2: item 'A' appears twice in one option\n"


def test_plug_ins_are_not_looked_up_for_a_file_of_knuths(show, plugged, tmp_path):
    (tmp_path / "boom.py").write_text("raise SystemExit('boom')")
    plugged("boom:read")
    assert show(SMALL)[0] == 0
