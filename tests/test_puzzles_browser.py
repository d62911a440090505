"""Pages do in a browser what they say: sliders move, nothing fails, all is there."""

import json
import re
import shutil
import subprocess
from math import dist

import pytest

from puzzles.command import main
from puzzles.commands.takeapart import pieces_of
from puzzles.drawing import scene_of, space
from puzzles.drawing.scene import Label
from puzzles.files import load
from puzzles.takeapart import extent, take_apart
from reductions import solve

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
    None,
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        CHROMIUM is None, reason="there is no Chromium to open pages with"
    ),
]

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--use-angle=swiftshader",  # WebGL without a graphics card
    "--enable-unsafe-swiftshader",
    "--window-size=1100,800",
    "--virtual-time-budget=60000",
    "--dump-dom",
)

#: Before all else in the page: whatever fails is written down.
WATCH = """<script>
const failures = [];
const failed = what => failures.push(String(what));
window.addEventListener("error", event => failed(event.message || event.target));
window.addEventListener("unhandledrejection", event => failed(event.reason));
console.error = (...words) => failed(words.join(" "));
</script>"""

#: After all else: do what a test wants, and leave the answer in the page.
ACT = """<script>
const page = document.getElementById("puzzle");
const quiet = () => new Promise(resolve => setTimeout(resolve, 150));
const click = async (target, x, y) => {
  for (const kind of ["mousedown", "mouseup", "click"]) {
    target.dispatchEvent(new MouseEvent(
      kind, {bubbles: true, view: window, button: 0, clientX: x, clientY: y}));
  }
  await quiet();
};
const middle = async target => {
  const box = target.getBoundingClientRect();
  await click(target, box.left + box.width / 2, box.top + box.height / 2);
};
const slide = async (step, steps) => {
  const rail = page.querySelector(".slider-rail-touch-rect");
  const box = rail.getBoundingClientRect();
  const grip = 10;
  const long = box.width - 2 * grip;
  await click(rail, box.left + grip + long * step / (steps - 1),
              box.top + box.height / 2);
};
const title = () => page.querySelector(".gtitle").textContent;
window.addEventListener("load", async () => {
  let answer = null;
  try { await quiet(); answer = await (async () => { %s })(); }
  catch (error) { failed(error.stack); }
  const result = document.createElement("pre");
  result.id = "result";
  result.textContent = JSON.stringify({
    answer, failures,
    loaded: performance.getEntriesByType("resource").map(entry => entry.name)});
  document.body.innerHTML = "";
  document.body.append(result);
});
</script>"""


def opened(text, script, folder):
    """Open a page, run a script in it, and return its answer; nothing may fail."""
    text = text.replace("<head>", "<head>" + WATCH, 1)
    head, end = text.rsplit("</body>", 1)
    path = folder / "page.html"
    path.write_text(head + ACT % script + "</body>" + end, encoding="utf-8")
    done = subprocess.run(
        [CHROMIUM, *FLAGS, f"--user-data-dir={folder / 'profile'}", path.as_uri()],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    found = re.search(r'<pre id="result">(.*?)</pre>', done.stdout, re.S)
    assert found, done.stdout[-2000:] + done.stderr[-2000:]
    entities = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}
    result = json.loads(re.sub("&(lt|gt|amp);", lambda m: entities[m[0]], found[1]))
    assert result["failures"] == []
    assert result["loaded"] == []
    return result["answer"]


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


MESHES = """
const meshes = () => page.data.filter(trace => trace.type == "mesh3d").map(
  ({name, visible, x, y, z, i, j, k}) => ({name, visible, x, y, z, i, j, k}));
"""


def test_the_slider_puts_the_wooden_cube_together_as_the_layout_says(tmp_path):
    file = load("wooden-cube")
    pieces = pieces_of(next(solve(file.puzzle)))
    plan = take_apart(pieces, file.puzzle.ratio)
    number = len(plan.moves) + 1
    script = MESHES + """
      const seen = [{title: title(), meshes: meshes()}];
      for (let step = 1; step < %d; step++) {
        await slide(step, %d);
        seen.push({title: title(), meshes: meshes()});
      }
      return {seen, labels: page.layout.sliders[0].active};
    """ % (number, number)
    answer = opened(space.page(plan, file.title), script, tmp_path)
    seen = answer["seen"]
    assert answer["labels"] == number - 1
    solids = {mesh["name"]: inside(mesh) for mesh in seen[-1]["meshes"]}
    assert solids == {
        name: filled(cells, file.puzzle.ratio) for name, cells in pieces.items()
    }
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


def test_a_click_on_its_name_hides_a_piece_for_all_steps(tmp_path):
    plan = take_apart({"base": [(0, 0, 0)], "<b>lid": [(0, 0, 1)]})
    script = MESHES + """
      const name = page.querySelectorAll(".legendtoggle")[1];
      await middle(name);
      for (let k = 0; k < 5; k++) await quiet();  // it might have been a double click
      await slide(1, 2);
      return {
        names: [...page.querySelectorAll(".legendtext")].map(one => one.textContent),
        shown: page._fullData.map(trace => [trace.name, trace.type, trace.visible]),
        ends: meshes().map(({z}) => [Math.min(...z), Math.max(...z)])};
    """
    answer = opened(space.page(plan, "</script><b>box"), script, tmp_path)
    assert answer["names"] == ["base", "<b>lid"]
    assert [visible for _, _, visible in answer["shown"]] == [
        True, True, "legendonly", "legendonly"
    ]  # fmt: skip
    assert answer["ends"] == [[0, 1], [1, 2]]


def test_what_cannot_come_apart_is_shown_alone_with_the_reason(tmp_path):
    ring = [(x, y, 0) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    heads = [(x, y, z) for x in range(3) for y in range(3) for z in (-1, 1)]
    pieces = {"ring": ring, "spool": [(1, 1, 0), *heads]}
    script = MESHES + """
      return {meshes: meshes(), title: title(),
              sliders: page.querySelectorAll(".slider-rail-touch-rect").length};
    """
    answer = opened(space.page(take_apart(pieces), "Spool"), script, tmp_path)
    assert answer["sliders"] == 0
    assert "proved impossible by straight moves: ring spool" in answer["title"]
    found = {mesh["name"]: inside(mesh) for mesh in answer["meshes"]}
    assert found == {name: filled(cells, 1) for name, cells in pieces.items()}


def test_the_slider_of_a_plane_puzzle_goes_through_all_layouts(tmp_path):
    out = tmp_path / "frogs.html"
    assert main(["draw", "frogs", "--out", str(out)]) == 0
    script = """
      const {xaxis, yaxis} = page._fullLayout;
      const seen = [];
      for (const step of [0, 1, 0]) {
        await slide(step, 2);
        const plot = page.querySelector(".nsewdrag").getBoundingClientRect();
        seen.push({
          paths: page.querySelectorAll(".shapelayer path").length,
          words: [...page.querySelectorAll(".annotation-text")].map(one => {
            const box = one.getBoundingClientRect();
            return [one.textContent,
                    xaxis.p2d(box.left + box.width / 2 - plot.left),
                    yaxis.p2d(box.top + box.height / 2 - plot.top)];
          })});
      }
      return seen;
    """
    seen = opened(out.read_text(encoding="utf-8"), script, tmp_path)
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
