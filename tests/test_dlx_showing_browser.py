"""The page of a search, in a browser: every stage is the one that the trace tells."""

import pytest
from browser import CHROMIUM, Browser
from oracle import queens

from dlx import Problem, covers, trace
from dlx.showing import Subject
from dlx.showing.page import page
from dlx.showing.svg import label
from puzzles.files import load
from puzzles.subjects import subject_of
from reductions import Queens

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        CHROMIUM is None, reason="there is no Chromium to open pages with"
    ),
]

TOY = Problem(
    {
        "Ann": ["A", "E"],
        "Ben": ["C", "D", "F"],
        "Cleo": ["A", "D"],
        "Dora": ["B"],
        "Emil": ["C", "F"],
        "Fritz": ["E", "B"],
        "Gus": ["E"],
    }
)

COLORED = Problem(
    {
        1: {"p": None, "q": None, "x": None, "y": "A"},
        2: {"p": None, "r": None, "x": "A", "y": None},
        3: {"p": None, "x": "B"},
        4: {"q": None, "x": "A"},
        5: {"r": None, "y": "B"},
        6: {"r": None, "x": "B"},
        7: {"q": None, "x": "B"},
    },
    secondary=["x", "y"],
)

MANY = Problem(
    {k: ["a", *rest] for k, rest in enumerate((["b"], ["c"], [], ["b", "c"]))},
    multiplicities={"a": (1, 3), "b": (0, 1)},
)

#: What the scripts of the tests use: all that is seen (but for how far the matrix is
#: scrolled, which the names follow), and what can be read of it.
TOOLS = """
const seen = () => [...document.querySelectorAll("header, main, #place")]
  .map(part => part.outerHTML).join("")
  .replace(/id="(rows|heads)" transform="[^"]*"/g, "");
const texts = where =>
  [...document.querySelectorAll(where)].map(one => one.textContent);
const branch = () => [...document.querySelectorAll("#branch tbody tr")].map(row =>
  [...row.children].map(cell => cell.textContent.trim()));
const options = kind => [...document.querySelectorAll(`#rows .option.${kind} .name`)]
  .map(one => one.textContent);
const covered = () => [...document.querySelectorAll("#heads .covered .name")]
  .map(one => one.firstChild.textContent);
const place = () => texts("#place")[0];
const still = () => new Promise(done => requestAnimationFrame(() =>
  requestAnimationFrame(done)));
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def opened(browser, tmp_path):
    """Return a function that opens a page; in the end, nothing may have failed."""

    def opened(subject, events=None):
        path = tmp_path / "page.html"
        path.write_text(page(subject, events)[0], encoding="utf-8")
        browser.open(path)
        return browser

    yield opened
    assert browser.failures == []
    assert browser.requests == [(tmp_path / "page.html").as_uri()]


def look(browser, what):
    """Return what an expression is in the page."""
    return browser.run(f"{TOOLS} return {what};")


def shown_cover(browser):
    """Return the names on the branch, without those of levels that take no more."""
    return [row[3] for row in look(browser, "branch()") if row[3] != "no more"]


@pytest.mark.parametrize(
    "subject",
    [
        Subject("toy", TOY),
        Subject("colored", COLORED),
        Subject("many", MANY),
        Subject("queens", queens(4)),
        Subject("nothing", Problem([])),
        Subject("nothing to try", Problem([], primary=["a"])),
    ],
)
def test_stepping_to_the_end_and_back_restores_the_first_picture(subject, opened):
    browser = opened(subject)
    number = len(list(trace(subject.problem))) + 1
    stages = browser.run(f"""{TOOLS}
        const [on, back] = ["on", "back"].map(id => document.getElementById(id));
        const there = [], again = [];
        const all = () => document.querySelector("main").outerHTML;
        const first = all();
        for (let k = 0; k <= {number}; k++) {{
          there.push(seen()); on.click();
        }}
        for (let k = 0; k <= {number}; k++) {{
          again.push(seen()); back.click();
        }}
        await still();
        return [there, again.reverse(), place(), first == all()];""")
    there, again, place, whole = stages
    assert whole
    assert place == f"stage 0 of {number}"
    assert there == again
    assert len(set(there)) == number + 1


def test_the_last_stage_shows_the_links_as_the_first_one_did(opened):
    browser = opened(Subject("colored", COLORED))
    links = "['links', 'ring'].map(id => document.getElementById(id).innerHTML)"
    first = look(browser, links)
    browser.press("End")
    assert look(browser, "texts('#told')[0]").startswith("end: all is as it was")
    assert look(browser, links) == first


@pytest.mark.parametrize("problem", [TOY, COLORED, MANY, queens(5)])
def test_the_covers_shown_are_the_covers_one_jump_each(problem, opened):
    browser = opened(Subject("problem", problem))
    found = list(covers(problem))
    written = [", ".join(map(label, cover)) for cover in found]
    assert look(browser, "texts('#covers li')") == written
    for number, cover in enumerate(found, 1):
        browser.press("n")
        assert shown_cover(browser) == [label(name) for name in cover]
        assert sorted(look(browser, "options('chosen')")) == sorted(map(label, cover))
        assert look(browser, "texts('#told')[0]").startswith(f"✓ cover {number}: ")
        assert set(look(browser, "covered()")) >= {
            label(item) for item in problem.primary if item not in problem.bounds
        }
    browser.press("n")
    assert look(browser, "texts('#told')[0]").startswith("end")
    for cover in reversed(found):
        browser.press("p")
        assert shown_cover(browser) == [label(name) for name in cover]
    browser.press("p")
    assert look(browser, "place()").startswith("stage 0 ")


def branches(problem):
    """Yield what the branch is at each event: item, choice and option of each level."""
    levels = []
    for event in trace(problem):
        name = label(event.options[0]) if event.options else "no more"
        if event.kind == "choose":
            ways = len(event.options)
            level = event.level
            del levels[level:]
            levels.append([label(event.item), f"{ways} to try", "", ways])
        elif event.kind in ("try", "undo"):
            deeper = event.level + 1
            del levels[deeper:]
            ways = levels[-1][3]
            tried = name if event.kind == "try" else ""
            levels[-1] = [
                label(event.item),
                f"{event.place + 1} of {ways}",
                tried,
                ways,
            ]
        yield [[str(k), *level[:3]] for k, level in enumerate(levels, 1)]


@pytest.mark.parametrize("problem", [TOY, COLORED, queens(4)])
def test_at_each_stage_the_branch_has_the_sizes_that_the_trace_tells(problem, opened):
    browser = opened(Subject("problem", problem))
    expected = list(branches(problem))
    found = browser.run(f"""{TOOLS}
        const found = [];
        for (let k = 0; k < {len(expected)}; k++) {{
          document.getElementById("on").click();
          found.push(branch());
        }}
        return found;""")
    assert found == expected


def live(problem, path, opened):
    """Return the options that can be chosen still, by the definition."""

    def agree(one, other):
        return all(
            one[item] is not None and one[item] == other[item]
            for item in one
            if item in other
        )

    return [
        label(name)
        for name, option in problem.options.items()
        if all(agree(option, problem.options[other]) for other in path)
        and not any(item in option for item in opened)
    ]


@pytest.mark.parametrize("problem", [TOY, COLORED, queens(4)])
def test_at_each_stage_the_options_that_are_not_grey_are_live(problem, opened):
    browser = opened(Subject("problem", problem))
    path, choices = [], []
    for event in trace(problem):
        browser.press("ArrowRight")
        if event.kind == "choose":
            choices = [*choices[: event.level], list(map(label, event.options))]
        elif event.kind == "try":
            path = [*path[: event.level], event.options[0]]
        elif event.kind == "undo":
            path = path[: event.level]
        there = look(browser, "['live', 'next', 'chosen', 'tried'].map(options)")
        if event.kind == "choose":
            assert there[0] == live(problem, path, [event.item])
            assert there[1] == [label(name) for name in event.options]
        elif event.kind == "try":
            assert there[:2] == [live(problem, path, []), []]
        elif event.kind == "undo":
            tried = event.place + 1
            assert there[1] == choices[event.level][tried:]
            assert there[3] == choices[event.level][:tried]
        assert sorted(there[2]) == sorted(map(label, path))


def test_purified_items_show_their_color_and_take_part_in_no_other(opened):
    browser = opened(Subject("colored", COLORED))
    cover = next(iter(covers(COLORED)))
    browser.press("n")
    colors = {}
    for name in cover:
        for item, color in COLORED.options[name].items():
            if color is not None:
                colors[item] = color
    pure = (
        "[...document.querySelectorAll('#heads .pure .name')].map(x => x.textContent)"
    )
    assert look(browser, pure) == [f"{item} = {colors[item]}" for item in colors]
    browser.press("Home")
    assert look(browser, pure) == []


def test_an_item_that_may_be_covered_again_says_how_often_it_was(opened):
    browser = opened(Subject("many", MANY))
    seen = set()
    for _ in trace(MANY):
        browser.press("ArrowRight")
        name = look(browser, "texts('#h0 .name')[0]")
        taken = sum("a" in MANY.options[int(n)] for n in shown_cover(browser) if n)
        assert name == "1:3|a" + (f" ({taken} taken)" if taken else "")
        seen.add(taken)
    assert seen == {0, 1, 2, 3}


def test_the_board_fills_up_with_what_is_on_the_branch(opened):
    file = load("queens-8")
    subject = subject_of(file._replace(puzzle=Queens(5)))
    browser = opened(subject)
    names = list(subject.problem.names)
    lies = (
        "[...document.querySelectorAll('.lies')].filter(one => "
        "getComputedStyle(one).display != 'none').map(one => Number(one.id.slice(1)))"
    )
    assert look(browser, lies) == []
    for cover in covers(subject.problem):
        browser.press("n")
        assert {names[k] for k in look(browser, lies)} == set(cover)
        assert (
            look(browser, "document.querySelectorAll('.lies.shown text').length") == 5
        )


def test_space_plays_to_the_end_and_pauses_in_between(opened):
    browser = opened(Subject("toy", TOY))
    number = len(list(trace(TOY))) + 1
    told = "[texts('#play')[0], document.getElementById('speed').value]"
    assert look(browser, told) == ["▶ play", "2"]
    browser.press("-")
    assert look(browser, told)[1] == "1"
    for _ in range(9):
        browser.press("+")
    assert look(browser, told)[1] == "100"
    end = f"""
        while (place() != "stage {number} of {number}")
          await new Promise(done => setTimeout(done, 20));
        await still();"""
    browser.press(" ")
    browser.run(TOOLS + end)
    assert look(browser, told)[0] == "▶ play"
    # From the end it begins anew; the slowest goes nowhere in the meantime.
    for _ in range(9):
        browser.press("-")
    browser.press(" ")
    assert look(browser, "[texts('#play')[0], place()]") == [
        "‖ pause",
        f"stage 0 of {number}",
    ]
    browser.press(" ")
    assert look(browser, told)[0] == "▶ play"


def test_keys_arrows_home_end_and_l_do_what_the_page_says(opened):
    browser = opened(Subject("toy", TOY))
    number = len(list(trace(TOY))) + 1
    stage = "Number(place().split(' ')[1])"
    for key, there in (
        ("ArrowRight", 1),
        ("ArrowDown", 2),
        ("ArrowLeft", 1),
        ("ArrowUp", 0),
        ("ArrowLeft", 0),
        ("End", number),
        ("ArrowRight", number),
        ("Home", 0),
    ):
        browser.press(key)
        assert look(browser, stage) == there
    hidden = "getComputedStyle(document.getElementById('links')).display == 'none'"
    assert look(browser, hidden) is False
    browser.press("l")
    assert look(browser, hidden) is True
    browser.press("l")
    assert look(browser, hidden) is False


def test_a_key_moves_one_stage_wherever_the_focus_is(opened):
    browser = opened(Subject("toy", TOY))
    for number, focus in enumerate(("slide", "on", "play", "matrix", "linked"), 1):
        browser.run(f"document.getElementById('{focus}').focus();")
        browser.press("ArrowRight")
        assert look(browser, "place()").startswith(f"stage {number} ")


def test_a_click_on_a_cover_and_on_the_slider_goes_there(opened):
    browser = opened(Subject("toy", TOY))
    found = list(covers(TOY))
    for cover in reversed(found):
        number = found.index(cover)
        browser.run(f"document.querySelectorAll('#covers button')[{number}].click();")
        assert tuple(shown_cover(browser)) == cover
    browser.run(
        "const slide = document.getElementById('slide'); slide.value = 3;"
        "slide.dispatchEvent(new Event('input'));"
    )
    assert look(browser, "place()").startswith("stage 3 ")


def test_a_link_goes_around_what_is_hidden_and_straight_again_after(opened):
    browser = opened(Subject("one", Problem([["a"], ["a", "b"], ["a"], ["b", "c"]])))
    ways = "[...document.querySelectorAll('#links path')].map(p => p.getAttribute('d'))"
    first = look(browser, ways)
    assert not any("-" in way.split("M")[1] for way in first[:3])
    browser.press(
        "ArrowRight"
    )  # item c is covered, so that option 3 leaves the list of b
    second = look(browser, ways)
    assert second[0] == first[0] and second[1] != first[1]
    browser.press("ArrowLeft")
    assert look(browser, ways) == first


def test_names_that_would_do_harm_are_text_and_do_nothing(opened):
    name = (
        "</script><script>window.hit = 1</script><img src=x onerror='window.hit = 1'>"
    )
    problem = Problem(
        {name: {name + "p": None, name + "s": name}}, secondary=[name + "s"]
    )
    browser = opened(Subject(name, problem))
    browser.press("n")
    assert look(browser, "window.hit ?? null") is None
    assert shown_cover(browser) == [name]
    assert look(browser, "document.title") == name


def test_a_film_of_the_first_events_says_that_there_is_more(opened):
    browser = opened(Subject("queens", queens(6)), 30)
    assert look(browser, "place()") == "stage 0 of 30"
    assert "first 30 events" in look(browser, "texts('#note')[0]")
    assert look(browser, "texts('#number')[0]").endswith("+")


@pytest.mark.parametrize("name", ["frogs", "soma", "tetrahexes-4x7", "sudoku-inkala"])
def test_bundled_puzzles_of_each_kind_have_a_page_that_runs(name, opened):
    browser = opened(subject_of(load(name)), 1500)
    for key in ("n", "End", "p", "ArrowLeft", "Home"):
        browser.press(key)
    assert look(browser, "place()") == "stage 0 of 1500"
    assert look(browser, "document.querySelectorAll('.lies.shown').length") == 0
    browser.press("ArrowRight")
    browser.press("ArrowRight")
    assert look(browser, "document.querySelectorAll('.lies.shown').length") == 1


@pytest.mark.parametrize("problem", [TOY, COLORED, queens(4)])
def test_the_item_chosen_is_by_the_sizes_shown_the_first_with_the_fewest(
    problem, opened
):
    browser = opened(Subject("problem", problem))
    items = list(map(label, problem.primary))
    size = "texts('#ring text').map(Number)"
    for event in trace(problem):
        sizes, ring = look(browser, f"[{size}, covered()]")
        if event.kind in ("choose", "stuck"):
            open_items = [k for k, item in enumerate(items) if item not in ring]
            few = [k for k in open_items if sizes[k] <= 1]
            best = few[0] if few else min(open_items, key=sizes.__getitem__)
            assert items[best] == label(event.item)
            assert sizes[best] == len(event.options)
        browser.press("ArrowRight")
