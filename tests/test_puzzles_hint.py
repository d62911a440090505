"""Hints: against all layouts of small puzzles, and at the command line."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from puzzles import draw
from puzzles.command import main
from reductions import Placement, PuzzleError, kind_named, solve
from reductions.hints import Given, Hints, read_given

TILES = ["a b b a", "b a a b", "a a b b", "b b a a"]
ROW = {"size": [1, 3], "tiles": ["a b c d", "d b a b", "c a a d"]}


def puzzle_of(kind: str, **data: Any) -> Any:
    module = kind_named(kind)
    assert module is not None
    return module.parse(data)


SMALL = {
    "equal tiles": puzzle_of("edge-matching", tiles=TILES),
    "spare tiles": puzzle_of(
        "edge-matching", size=[1, 2], tiles=["a b a c", "a b a c", "b c c a", "a b c c"]
    ),
    "a fixed tile": puzzle_of(
        "edge-matching",
        tiles=["a b b a", "b a a c", "c a b b", "b c a a"],
        fixed=[{"tile": "2", "cell": [0, 1]}],
    ),
    "two-sided tiles": puzzle_of(
        "edge-matching", size=[1, 3], tiles=["a b b c", "c a b b", "c c a b"], flip=True
    ),
    "equal pieces": puzzle_of(
        "packing",
        size=[3, 4],
        flip=True,
        pieces={"L": ["###", "#.."], "I": {"shape": "##", "count": 4}},
    ),
    "counted pieces": puzzle_of(
        "packing",
        board=["####", "#++#"],
        pieces={
            "I": {"shape": "###", "count": [0, 2]},
            "o": {"shape": "#", "count": "any"},
        },
    ),
    "sudoku": puzzle_of("sudoku", grid="1...|..2.|....|.3.."),
    "queens": puzzle_of("queens", size=6),
}


def plain(name: str) -> str:
    return name.partition("#")[0]


def lies_so(given: Given, placement: Placement, exactly: bool) -> bool:
    """Tell whether a placement is what a given says, by its words."""
    return (
        (placement.piece if exactly else plain(placement.piece)) == given.piece
        and set(given.cells) <= set(placement.cells)
        and given.turns in (None, placement.turns)
        and (given.turns is None or given.flipped == placement.flipped)
    )


def completions(puzzle: Any, givens: list[Given]) -> list[Any]:
    """Filter all layouts, equal pieces told apart."""
    return [
        layout
        for layout in solve(puzzle, symmetry="raw")
        if all(
            any(lies_so(given, p, hasattr(puzzle, "tiles")) for p in layout)
            for given in givens
        )
    ]


def some_givens(puzzle: Any, chance: random.Random) -> list[Given]:
    """Take some placements of a layout, and now and then one of another place."""
    layouts = list(solve(puzzle, symmetry="raw"))
    layout = chance.choice(layouts)
    chosen = chance.sample(layout, chance.randint(0, min(3, len(layout) - 1)))
    if chance.random() < 0.3:
        chosen += chance.sample(chance.choice(layouts), 1)
    tiles = hasattr(puzzle, "tiles")
    givens = [
        Given(
            plain(p.piece),
            p.cells if chance.random() < 0.7 else p.cells[:1],
            p.turns if tiles and chance.random() < 0.7 else None,
        )
        for p in dict.fromkeys(chosen)
    ]
    return [
        given._replace(flipped=given.turns is not None and p.flipped)
        for given, p in zip(givens, dict.fromkeys(chosen))
    ]


@pytest.mark.parametrize("name", SMALL)
def test_hints_agree_with_all_layouts_filtered(name):
    puzzle = SMALL[name]
    look = kind_named(puzzle.kind).symmetries(puzzle).look
    chance = random.Random(name)
    for _ in range(25):
        givens = some_givens(puzzle, chance)
        left = completions(puzzle, givens)
        hints = Hints(puzzle, givens)
        assert hints.completable() == bool(left), givens
        if not left:
            for given in givens:
                others = [other for other in givens if other is not given]
                completed = bool(completions(puzzle, others))
                assert (given in hints.culprits()) == completed
            continue
        for placement, forced in hints.more(1):
            looks = look(placement)
            having = [x for x in left if looks in map(look, x)]
            assert having
            assert forced == (len(having) == len(left))
            assert looks not in map(look, hints.lying)


def test_all_hints_together_are_a_completion():
    puzzle = SMALL["equal tiles"]
    given = read_given("4 at 0,1", puzzle)
    hints = Hints(puzzle, [given])
    assert hints.completable()
    more = hints.more(9)
    assert len(more) == 3
    assert sorted(h.placement.piece for h in more) == ["1", "2", "3"]
    layouts = [set(x) for x in solve(puzzle, symmetry="raw")]
    assert any({h.placement for h in more} < layout for layout in layouts)


def test_equal_pieces_keep_the_names_under_which_they_lie_there():
    puzzle = puzzle_of(
        "edge-matching", size=[1, 3], tiles=["a b a b", "b a b a", "a b a c"]
    )
    hints = Hints(puzzle, [read_given("2 at 0,0", puzzle)])
    assert hints.completable()
    assert [placement.piece for placement in hints.lying] == ["2"]
    assert [hint.placement.piece for hint in hints.more(3)] == ["1", "3"]


@pytest.mark.parametrize(
    "kind, data, text, given",
    [
        ("edge-matching", {"tiles": TILES}, "3 at 1,0", Given("3", ((1, 0),))),
        (
            "edge-matching",
            {"tiles": TILES},
            " 3  at 1 , 0 turned 2 ",
            Given("3", ((1, 0),), 2),
        ),
        ("sudoku", {"grid": "." * 16}, "4 at 3,3", Given("4", ((3, 3),))),
        ("queens", {"size": 4}, "at 1,3", Given("Q", ((1, 3),))),
        (
            "packing",
            {"size": [2, 2], "pieces": {"a b": "##", "at": "##"}},
            "a b at 0,1 0,0",
            Given("a b", ((0, 0), (0, 1))),
        ),
        (
            "packing",
            {"size": [2, 2], "pieces": {"a b": "##", "at": "##"}},
            "at at 0,1",
            Given("at", ((0, 1),)),
        ),
    ],
)
def test_a_given_is_read_in_the_form_in_which_placements_are_shown(
    kind, data, text, given
):
    puzzle = puzzle_of(kind, **data)
    assert read_given(text, puzzle) == given
    assert read_given(str(given), puzzle) == given


@pytest.mark.parametrize(
    "text, fault",
    [
        ("", "want PIECE at ROW,COLUMN"),
        ("frog", "want PIECE at ROW,COLUMN"),
        ("L at 0", "want PIECE at ROW,COLUMN"),
        ("L at 0,9", "there is no cell 0,9 on the board"),
        ("L at 0,0,0", "there is no cell 0,0,0 on the board"),
        ("long at 0,0", "there is no piece 'long'; did you mean 'Long'?"),
        ("L at 0,0 turned 1", "turned 1; want no turn"),
        ("L at 0,0 0,1 0,2", "did you mean 'L at 0,0 0,1 1,"),
        ("9" * 99999 + " at 0,0", "want PIECE"),
        ("L at " + "9" * 9999, "want PIECE"),
    ],
)
def test_what_a_given_cannot_be_is_one_line(text, fault):
    pieces = {"L": ["##", "#."], "Long": "###"}
    puzzle = puzzle_of("packing", size=[2, 3], pieces=pieces)
    with pytest.raises(PuzzleError) as error:
        read_given(text, puzzle)
    assert fault in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


# ------------------------------------------------------------------- the command line


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = ", ".join(f'"{line}"' for line in ROW["tiles"])
    (tmp_path / "row.toml").write_text(
        f'kind = "edge-matching"\nsize = [1, 3]\ntiles = [{lines}]\n'
    )

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return run


def test_the_command_shows_one_piece_more_and_the_board(run):
    code, out, err = run("hint", "light-bulbs", "--given", "4 at 0,1 turned 3")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[:2] == ["this can be completed", "tile 1 must lie at 0,0 turned 0"]
    assert "1N" in out and "4W" in out and out.count("FBB") == 1
    assert len(lines) == 2 + 13  # the whole board, though most of it is empty


def test_a_hint_can_be_given_in_its_turn(run):
    givens: list[str] = []
    for _ in range(9):
        code, out, _ = run("hint", "frogs", *givens)
        assert code == 0
        words = out.splitlines()[1].split()
        assert words[0] == "tile" and words[2] in ("must", "can")
        givens += ["--given", " ".join([words[1], *words[4:]])]
    code, out, _ = run("hint", "frogs", *givens)
    assert (code, out.splitlines()[1]) == (0, "every piece lies already")


def test_two_givens_that_exclude_each_other_are_named(run):
    code, out, _ = run(
        "hint", "light-bulbs", "--given", "4 at 0,1", "--given", "4 at 1,1 turned 2"
    )
    assert code == 1
    assert "4 at 0,1 and 4 at 1,1 turned 2 exclude each other: tile 4" in out
    assert "without 4 at 1,1 turned 2 it can be completed" in out


def test_wrong_givens_are_bad_input(run):
    for given in ("10 at 0,0", "1 at 3,0", "1 at 0,0 turned 4", "1"):
        code, out, err = run("hint", "light-bulbs", "--given", given)
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1


def test_the_json_object_says_the_same(run):
    code, out, _ = run(
        "hint", "light-bulbs", "--given", "4 at 0,1 turned 3", "--pieces", "2", "--json"
    )
    data = json.loads(out)
    assert code == 0 and data["completable"] is True
    assert [hint["piece"] for hint in data["hints"]] == ["1", "3"]
    assert all(hint["forced"] for hint in data["hints"])
    code, out, _ = run("hint", "light-bulbs", "--given", "1 at 1,1", "--json")
    data = json.loads(out)
    assert (code, data["completable"], data["culprits"]) == (1, False, ["1 at 1,1"])


def test_no_time_means_undecided(run):
    code, out, err = run("hint", "meteor", "--timeout", "0")
    assert code == 3
    assert "undecided" in out and "timeout" in err


@pytest.mark.parametrize(
    "data",
    [
        {"tiles": TILES},
        {
            "lattice": "hexagonal",
            "size": [1, 2],
            "tiles": ["a b c d e f", "f e d c b a"],
        },
        {"lattice": "triangular", "size": [1, 2], "tiles": ["a b c", "a c b"]},
    ],
)
def test_the_outline_of_the_board_is_the_same_however_few_tiles_lie_there(data):
    puzzle = puzzle_of("edge-matching", **data)
    layout = next(solve(puzzle))
    full = draw(puzzle, layout, ascii=True)

    def outline(picture: str) -> list[int]:
        return [picture.count(mark) for mark in "+-|/\\"]

    for number in range(len(layout)):
        assert outline(draw(puzzle, layout[:number], ascii=True)) == outline(full)
