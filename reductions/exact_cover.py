"""Exact-cover problems themselves, stated in words: a 0/1 matrix, or a DLX file.

=================  ==============================================  ====================
Items              what                                            how many
=================  ==============================================  ====================
primary            each of ``items``                               as stated
secondary          each of ``secondary``                           as stated
=================  ==============================================  ====================

*Options*: those stated that have a primary item; the others are never chosen.

*Why it is exact*: it is the problem.  There is no board, so nothing can be turned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import dlx
from dlx import Problem
from dlx.errors import FormatError, ProblemError, shown
from dlx.text import item_line, option_line, times, word_of

from .data import MOST_PLACEMENTS, known_keys, short_name, shown_or_missing, symbol
from .kinds import Look, Symmetries
from .lattice import SQUARE, Cell, Lattice, Motion
from .layout import Layout, Placement, PuzzleError
from .unlabeled import copies, misfit, required

__all__ = [
    "KEYS",
    "ExactCover",
    "check",
    "copies",
    "decode",
    "encode",
    "misfit",
    "moves",
    "option_text",
    "parse",
    "placements",
    "required",
    "state",
    "symmetries",
]

KEYS = (
    (
        "items",
        "what must be covered once, as words; 2|A or 1:3|A so often; by default, all "
        "items that are not secondary",
    ),
    ("secondary", "what may be covered once, or more often in one color"),
    (
        "options",
        "lines of items, such as 'A B X:red |5' (in the color red, for a cost of 5); "
        "or a table name -> line",
    ),
)


@dataclass(frozen=True)
class ExactCover:
    """An exact-cover problem as a puzzle.

    Attributes
    ----------
    problem : dlx.Problem
        An option is a piece, named as the option is.

    Examples
    --------
    >>> puzzle = ExactCover(Problem({"one": ["a"], "two": ["a", "b"]}))
    >>> puzzle.places["two"]
    1
    """

    problem: Problem
    #: Name of a piece -> the place of its option.
    places: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        places = {str(name): k for k, name in enumerate(self.problem.names)}
        if len(places) < len(self.problem.names):
            raise PuzzleError("options: two have names that are written alike")
        object.__setattr__(self, "places", places)

    @property
    def kind(self) -> str:
        return "exact-cover"

    @property
    def lattice(self) -> Lattice:
        return SQUARE

    @property
    def board(self) -> tuple[Cell, ...]:
        return ()


# ---------------------------------------------------------------------- data -> puzzle


def parse(data: Mapping[str, Any]) -> ExactCover:
    """Return the puzzle that the data of a file state; `KEYS` tells the keys.

    Raises
    ------
    PuzzleError
        If the data do not make a problem; the message names the key.

    Examples
    --------
    >>> parse({"items": "A B C", "options": ["A B", "C", "B C"]})
    ExactCover(problem=<Problem: 3 primary items, 0 secondary items, 3 options, \
5 entries>)
    """
    known_keys(data, [key for key, _ in KEYS])
    lines = _lines(data.get("options"))
    try:
        items, secondary, bounds = item_line(
            [
                *_words(data.get("items", []), "items"),
                "|",
                *_words(data.get("secondary", []), "secondary"),
            ],
            "items",
        )
        read = {
            name: option_line(_words(line, path), path)
            for name, (path, line) in lines.items()
        }
    except FormatError as error:
        raise PuzzleError(str(error)) from None
    options = {name: option for name, (option, _) in read.items()}
    if "items" not in data:
        minor = set(secondary)
        items = [item for option in options.values() for item in option]
        items = [item for item in dict.fromkeys(items) if item not in minor]
    try:
        return ExactCover(_problem(options, items, secondary, bounds, read))
    except ProblemError as error:
        raise PuzzleError(f"options: {error}") from None


def _problem(
    options: Mapping[str, Mapping[str, str | None]],
    items: Sequence[str],
    secondary: Sequence[str],
    bounds: Mapping[str, tuple[int, int]],
    read: Mapping[str, tuple[object, int]],
) -> Problem:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `moves` tells which are never chosen
        return Problem(
            options,
            items,
            secondary,
            multiplicities=bounds,
            costs={name: cost for name, (_, cost) in read.items()},
        )


def _lines(value: Any) -> dict[str, tuple[str, Any]]:
    """Return the path and the line of each option, by its name."""
    if isinstance(value, Mapping):
        lines = {str(name): (f"options.{name}", line) for name, line in value.items()}
    elif isinstance(value, (list, tuple)):
        lines = {str(k): (f"options[{k - 1}]", line) for k, line in enumerate(value, 1)}
    else:
        raise PuzzleError(
            f"options: {shown_or_missing(value)}; want lines of items, or a table "
            "name -> line"
        )
    if len(lines) > MOST_PLACEMENTS:
        raise PuzzleError(
            f"options: there are {len(lines)}; want at most {MOST_PLACEMENTS}"
        )
    for name in lines:
        short_name(name, "options")
    return lines


def _words(value: Any, path: str) -> list[str]:
    """Return the words of a line, or of a list that has one in each place."""
    if isinstance(value, str):
        words = value.split()
    elif isinstance(value, (list, tuple)):
        words = [symbol(word, f"{path}[{k}]") for k, word in enumerate(value)]
    else:
        raise PuzzleError(f"{path}: {shown(value)}; want items, as a line of words")
    if "|" in words and path == "items":
        raise PuzzleError("items: '|' stands alone; secondary items have their own key")
    return words


def state(puzzle: ExactCover) -> dict[str, object]:
    """Return the data that state a puzzle: the inverse of `parse`.

    Examples
    --------
    >>> state(parse({"secondary": "X", "options": {"one": "A X:red |5"}}))
    {'items': 'A', 'secondary': 'X', 'options': {'one': 'A X:red |5'}}
    """
    problem = puzzle.problem
    data: dict[str, object] = {
        "items": " ".join(
            times(problem, item) + word_of(item) for item in problem.primary
        )
    }
    if problem.secondary:
        data["secondary"] = " ".join(map(word_of, problem.secondary))
    data["options"] = {name: option_text(puzzle, name) for name in puzzle.places}
    return data


def option_text(puzzle: ExactCover, piece: str) -> str:
    """Return an option as a line: its items, with their colors, and what it costs.

    Examples
    --------
    >>> puzzle = parse({"options": ["A B X:red |5", "C", "B C"], "secondary": "X"})
    >>> option_text(puzzle, "1")
    'A B X:red |5'
    """
    problem = puzzle.problem
    name = problem.names[puzzle.places[piece]]
    words = [
        word_of(item) if color is None else f"{word_of(item)}:{word_of(color)}"
        for item, color in problem.options[name].items()
    ]
    cost = problem.costs.get(name, 0)
    return " ".join(words + [f"|{cost}"] * (cost != 0))


# --------------------------------------------------------- puzzle -> problem, and back


def encode(
    puzzle: ExactCover,
    options: Sequence[Placement] | None = None,
    *,
    ordered: bool = False,
) -> Problem:
    """Return the problem, with placements for the names of its options.

    Examples
    --------
    >>> encode(parse({"options": ["A B", "C", "B C"]})).names
    (<1>, <2>, <3>)
    """
    problem = puzzle.problem
    named = {
        placement: problem.names[puzzle.places[placement.piece]]
        for placement in (placements(puzzle) if options is None else options)
    }
    return Problem(
        {placement: problem.options[name] for placement, name in named.items()},
        problem.primary,
        problem.secondary,
        multiplicities=problem.bounds,
        costs={
            placement: problem.costs[name]
            for placement, name in named.items()
            if name in problem.costs
        },
    )


def decode(puzzle: ExactCover, cover: Sequence[Placement]) -> Layout:
    """Return the layout that a cover stands for: the options chosen, in their order.

    Examples
    --------
    >>> puzzle = parse({"options": ["A B X:red |5", "C", "B C"], "secondary": "X"})
    >>> one, two, _ = placements(puzzle)
    >>> decode(puzzle, (two, one))
    (<1>, <2>)
    """
    chosen = sorted(cover, key=lambda placement: puzzle.places[placement.piece])
    return Layout(chosen, puzzle)


def placements(puzzle: ExactCover) -> list[Placement]:
    """Return a placement, without cells, for each option that has a primary item.

    Examples
    --------
    >>> puzzle = parse({"options": ["A B X:red |5", "C", "B C"], "secondary": "X"})
    >>> placements(puzzle)
    [<1>, <2>, <3>]
    """
    idle = set(puzzle.problem.idle)
    return [
        Placement(str(name), ()) for name in puzzle.problem.names if name not in idle
    ]


# --------------------------------------------------------------------------- the rules


def check(puzzle: ExactCover, layout: Sequence[Placement]) -> list[str]:
    """List what is wrong with a layout, from the definition of a cover alone.

    Examples
    --------
    >>> puzzle = parse({"options": ["A B", "C", "B C"]})
    >>> check(puzzle, (Placement("1", ()), Placement("3", ())))
    ["item 'B' is covered by options '1' and '3'"]
    """
    chosen = [placement.piece for placement in layout]
    faults = [
        f"there is no option {shown(name)}"
        for name in chosen
        if name not in puzzle.places
    ]
    faults += [
        f"option {shown(name)} is used twice"
        for name in dict.fromkeys(chosen)
        if chosen.count(name) > 1
    ]
    names = puzzle.problem.names
    return faults or dlx.check(
        puzzle.problem, [names[puzzle.places[name]] for name in chosen]
    )


# --------------------------------------------------------------------------- symmetry


def symmetries(puzzle: ExactCover) -> Symmetries:
    """Return the identity alone: without a board there is nothing to turn.

    Examples
    --------
    >>> puzzle = parse({"options": ["A B X:red |5", "C", "B C"], "secondary": "X"})
    >>> symmetries(puzzle).why_no_turns
    'there is no board to turn'
    """

    def look(placement: Placement) -> Look:
        return placement.piece

    def move(motion: Motion, look: Look) -> Look:
        return look

    return Symmetries(
        (Motion(0, False, {}),),
        (),
        look,
        move,
        "there is no board to turn",
        "there is no board to reflect",
        "options are told apart by their names",
    )


def moves(puzzle: ExactCover) -> str:
    """Say what may be done with an option, and which have nothing to do.

    Examples
    --------
    >>> puzzle = parse({"options": ["A B X:red |5", "C", "B C"], "secondary": "X"})
    >>> moves(puzzle)
    'an option is chosen once or not at all'
    """
    text = "an option is chosen once or not at all"
    idle = puzzle.problem.idle
    if len(idle) == 1:
        return f"{text}; option {idle[0]} has no primary item and is never chosen"
    if idle:
        text += f"; {len(idle)} options have no primary item and are never chosen"
    return text
