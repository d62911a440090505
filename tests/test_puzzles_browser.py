"""Pages do in a browser what they say: sliders move, nothing fails, all is there."""

from math import dist

import pytest
from browser import CHROMIUM, Browser

from puzzles.command import main
from puzzles.takeapart.layouts import named
from puzzles.drawing import scene_of, space
from puzzles.drawing.scene import Label
from puzzles.files import load
from puzzles.takeapart import extent, take_apart
from reductions import solve

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        CHROMIUM is None, reason="there is no Chromium to open pages with"
    ),
]

#: What the scripts of the tests use.
TOOLS = """
const page = document.getElementById("puzzle");
const middle = target => {
  const box = target.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};
const title = () => page.querySelector(".gtitle").textContent;
const meshes = () => page.data.filter(trace => trace.type == "mesh3d").map(
  ({name, x, y, z, i, j, k}) => ({name, x, y, z, i, j, k}));
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def opened(browser, tmp_path):
    """Return a function that opens a page; in the end, nothing may have failed."""

    def opened(text):
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        browser.open(path)
        return browser

    yield opened
    assert browser.failures == []
    assert browser.requests == [(tmp_path / "page.html").as_uri()]


def await_event(browser, event):
    """Let ``window.shown`` be there once the page has told of an event."""
    browser.run(
        f"{TOOLS} window.shown = new Promise(shown => page.once('{event}', shown));"
    )


def slide(browser, step, steps, event):
    """Click on the rail of the slider, and wait until the page has followed."""
    rail = "page.querySelector('.slider-rail-touch-rect')"
    browser.run(f"{TOOLS} {rail}.scrollIntoView();")
    box = "(({left, width, top, height}) => [left, width, top, height])"
    left, wide, top, tall = look(browser, f"{box}({rail}.getBoundingClientRect())")
    await_event(browser, event)
    grip = 10
    browser.click(left + grip + (wide - 2 * grip) * step / (steps - 1), top + tall / 2)
    browser.run("await window.shown;")


def look(browser, what):
    """Return what an expression is in the page."""
    return browser.run(f"{TOOLS} return {what};")


def inside(mesh):
    """Return the cells of the fine grid inside of a closed surface of triangles.

    A line along x from the middle of a cell crosses it an odd number of times.
    """
    points = list(zip(mesh["x"], mesh["y"], mesh["z"]))
    crossed = {}
    for corners in zip(mesh["i"], mesh["j"], mesh["k"]):
        (x, *a), (x2, *b), (x3, *c) = (points[k] for k in corners)
        if not x == x2 == x3:
            continue
        ys, zs = zip(a, b, c)
        for y in range(min(ys), max(ys)):
            for z in range(min(zs), max(zs)):
                # Beside the middle, which may lie on the line between two triangles.
                spot = (y + 0.41421, z + 0.33661)
                turns = [
                    (q[0] - p[0]) * (spot[1] - p[1]) > (q[1] - p[1]) * (spot[0] - p[0])
                    for p, q in ((a, b), (b, c), (c, a))
                ]
                if len(set(turns)) == 1:
                    crossed.setdefault((y, z), []).append(x)
    found = set()
    for (y, z), xs in crossed.items():
        xs.sort()
        assert len(xs) % 2 == 0
        for begin, end in zip(xs[::2], xs[1::2]):
            found |= {(x, y, z) for x in range(begin, end)}
    return found


def filled(cells, ratio):
    """Return the cells of the fine grid that the cells of a puzzle are."""
    return {
        (x, y, z)
        for low, high in (extent(cell, ratio) for cell in cells)
        for x in range(low[0], high[0])
        for y in range(low[1], high[1])
        for z in range(low[2], high[2])
    }


def test_the_slider_puts_the_wooden_cube_together_as_the_layout_says(opened):
    file = load("wooden-cube")
    placements = named(next(solve(file.puzzle)))
    pieces = {name: placement.cells for name, placement in placements.items()}
    plan = take_apart(pieces, file.puzzle.ratio)
    number = len(plan.moves) + 1
    browser = opened(space.page(plan, file.title))
    seen = [look(browser, "{title: title(), meshes: meshes()}")]
    for step in range(1, number):
        slide(browser, step, number, "plotly_animated")
        seen.append(look(browser, "{title: title(), meshes: meshes()}"))
    solids = {mesh["name"]: inside(mesh) for mesh in seen[-1]["meshes"]}
    ratio = file.puzzle.ratio
    for name, cells in pieces.items():
        # What is more is what long plates span beside the board.
        more = solids[name] - filled(cells, ratio)
        assert filled(cells, ratio) <= solids[name]
        assert not more & filled(file.puzzle.board, ratio)
    assert sum(map(len, solids.values())) == len(set().union(*solids.values()))
    for step, (one, other, move) in enumerate(zip(seen, seen[1:], plan.assembly()), 1):
        assert f"step {step} of {number - 1}: {' '.join(move.pieces)} move" in (
            other["title"]
        )
        for before, after in zip(one["meshes"], other["meshes"]):
            shifts = {
                tuple(b - a for a, b in zip(p, q))
                for p, q in zip(
                    zip(*map(before.get, "xyz")), zip(*map(after.get, "xyz"))
                )
            }
            (shift,) = shifts
            far = sum(map(abs, shift))
            if after["name"] not in move.pieces:
                assert far == 0
            else:
                assert shift == tuple(far * way for way in move.direction)
                assert far > move.distance if move.leaves else far == move.distance


def test_a_click_on_its_name_hides_a_piece_for_all_steps(opened):
    plan = take_apart({"base": [(0, 0, 0)], "<b>lid": [(1, 0, 0)]})
    browser = opened(space.page(plan, "</script><b>box"))
    names = "[...page.querySelectorAll('.legendtext')].map(one => one.textContent)"
    assert look(browser, names) == ["base", "<b>lid"]
    assert look(browser, "title()").startswith("</script><b>box")
    shown = "page._fullData.map(trace => trace.visible)"
    assert look(browser, shown) == [True, True, True, True]
    await_event(browser, "plotly_restyle")
    browser.click(*look(browser, "middle(page.querySelectorAll('.legendtoggle')[1])"))
    browser.run("await window.shown;")
    slide(browser, 1, 2, "plotly_animated")
    assert look(browser, shown) == [True, True, "legendonly", "legendonly"]
    ends = "meshes().map(({x}) => [Math.min(...x), Math.max(...x)])"
    assert look(browser, ends) == [[0, 1], [1, 2]]


def test_the_mouse_turns_the_assembly_and_steps_leave_it_turned(opened):
    plan = take_apart({"a": [(0, 0, 0)], "b": [(1, 0, 0)]})
    browser = opened(space.page(plan, "two"))
    eye = "page._fullLayout.scene._scene.getCamera().eye"
    before = look(browser, eye)
    x, y = look(browser, "middle(page.querySelector('.gl-container canvas'))")
    await_event(browser, "plotly_relayout")
    browser.drag((x, y), (x + 40, y + 10), (x + 120, y + 30))
    browser.run("await window.shown;")
    # Where it was when the mouse let go; it may turn a little further.
    turned = look(browser, "page.layout.scene.camera.eye")
    assert dist(before.values(), turned.values()) > 0.2
    slide(browser, 1, 2, "plotly_animated")
    assert look(browser, eye) == pytest.approx(turned)


def test_what_cannot_come_apart_is_shown_alone_with_the_reason(opened):
    ring = [(x, y, 0) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    heads = [(x, y, z) for x in range(3) for y in range(3) for z in (-1, 1)]
    pieces = {"ring": ring, "spool": [(1, 1, 0), *heads]}
    browser = opened(space.page(take_apart(pieces), "Spool"))
    assert look(browser, "page.querySelectorAll('.slider-container').length") == 0
    assert "impossible by straight moves: ring spool" in look(browser, "title()")
    found = {mesh["name"]: inside(mesh) for mesh in look(browser, "meshes()")}
    assert found == {name: filled(cells, 1) for name, cells in pieces.items()}


def test_the_slider_of_a_plane_puzzle_goes_through_all_layouts(opened, tmp_path):
    out = tmp_path / "frogs.html"
    assert main(["draw", "frogs", "--out", str(out)]) == 0
    browser = opened(out.read_text(encoding="utf-8"))
    drawn = """(() => {
      const {xaxis, yaxis} = page._fullLayout;
      const plot = page.querySelector(".nsewdrag").getBoundingClientRect();
      return {
        paths: page.querySelectorAll(".shapelayer path").length,
        words: [...page.querySelectorAll(".annotation-text")].map(one => {
          const [x, y] = middle(one);
          return [one.textContent, xaxis.p2d(x - plot.left), yaxis.p2d(y - plot.top)];
        })};
    })()"""
    seen = [look(browser, drawn)]
    for step in (1, 0):
        slide(browser, step, 2, "plotly_relayout")
        seen.append(look(browser, drawn))
    puzzle = load("frogs").puzzle
    scenes = [
        scene_of(puzzle, layout) for layout in solve(puzzle, symmetry="rotations")
    ]
    assert len(scenes) == 2
    for picture, scene in zip(seen, [scenes[0], scenes[1], scenes[0]]):
        labels = [shape for shape in scene.shapes if isinstance(shape, Label)]
        assert picture["paths"] == len(scene.shapes) - len(labels)
        words = picture["words"]
        assert len(words) == len(labels)
        for label in labels:  # in another order than those of the page
            near = [
                word
                for word in words
                if word[0] == label.text and dist(word[1:], label.point) < 0.1
            ]
            assert len(near) == 1, label
