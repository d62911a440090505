"""Knuth's text format for exact-cover problems; see `dlx.text`.

It is read as a puzzle of its own kind, ``exact-cover``.  A puzzle of any kind is
written as the problem that it comes down to, all layouts told apart: each option below
a comment that says which placement it is.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Hashable, Iterable

from dlx import Problem
from dlx.errors import FormatError
from dlx.terminal import plain
from dlx.text import dumps, loads, word_of
from reductions import kind_of
from reductions.exact_cover import ExactCover

from ..files import PuzzleFile

__all__ = ["ABOUT", "parse", "reads", "write"]

ABOUT = "an exact-cover problem, items in the first line"


def reads(text: str) -> bool:
    """Tell whether the first line names all items that the others use.

    Without a bar or a colon, a first line of four or six words is that of a tile; so is
    one of three, if all others have as many.  So is one with a stroke, before the back.
    A problem without options is known by its comment.
    """
    lines = [line.strip() for line in text.split("\n")]
    lines = [line for line in lines if line and not line.startswith(("|", "//"))]
    if len(lines) < (1 if re.search(r"(?m)^\| ", text) else 2):
        return False
    words = lines[0].split()
    names = [word.rpartition("|")[2] for word in words if word != "|"]
    known = set(names)
    if "/" in known:
        return False
    if len(known) < max(2, len(names)) or any(":" in name for name in known):
        return False
    alike = {len(line.split()) for line in lines} == {3}
    stated = re.search(r"\||[^ \t]:[^ \t]|^//", text, re.M)
    if (len(names) in (4, 6) or alike) and not stated:
        return False
    return all(
        word.partition(":")[0] in known or re.fullmatch(r"\|\d+", word)
        for line in lines[1:]
        for word in line.split()
    )


def parse(text: str, source: str, edges: str = "") -> list[PuzzleFile]:
    """Read a problem.

    Raises
    ------
    FormatError
        If the text is not in the format; the message names the line.

    Examples
    --------
    >>> text = "| Three letters\\nA B C | X\\nA B X:red\\nC X:red\\nX"
    >>> file = parse(text, "abc.dlx")[0]
    >>> file.title, file.notes
    ('Three letters', ('line 5: option 3 has no primary item and is never chosen',))
    """
    if edges:
        raise FormatError(
            f"{source}: tiles have edges, an exact-cover problem has none"
        )
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        problem = loads(text, source)
    notes = tuple(_note(str(warning.message), source) for warning in told)
    title = re.match(r"\s*\|([^\n]*)", text)
    name = title[1].strip() if title else ""
    return [PuzzleFile(source, name or source, "", ExactCover(problem), {}, notes)]


def _note(message: str, source: str) -> str:
    """Return a warning as a note, in which the line stands without the file.

    >>> _note("a.dlx:5: so it is", "a.dlx"), _note("a.dlx: so it is", "a.dlx")
    ('line 5: so it is', 'so it is')
    """
    note = message.removeprefix(f"{source}:")
    return note.lstrip() if note.startswith(" ") else f"line {note}"


def write(file: PuzzleFile) -> str:
    """Return the exact-cover problem of a puzzle.

    Raises
    ------
    FormatError
        If the format cannot hold it: a problem without primary items.

    Examples
    --------
    >>> from reductions.exact_cover import parse as stated
    >>> puzzle = stated({"items": ["door"], "options": {"open it": ["door"]}})
    >>> print(write(PuzzleFile("", "A door", "", puzzle, {})))
    | A door
    | exact-cover: 1 option, 1 item
    door
    | open it
    door
    <BLANKLINE>
    """
    problem = kind_of(file.puzzle).encode(file.puzzle)
    items, *options = dumps(_in_words(problem)).rstrip("\n").split("\n")
    about = [file.title, f"source: {file.source}"][: 2 if file.source else 1]
    about.append(
        f"{file.puzzle.kind}: {_counted(len(problem.names), 'option')}, "
        + _counted(len(problem.primary + problem.secondary), "item")
    )
    if file.puzzle.board:
        about.append("cells are counted from 0, and turns are clockwise")
    lines = [*map(_comment, about), items]
    for name, option in zip(problem.names, options):
        lines += [_comment(repr(name)[1:-1]), option]
    return "\n".join(lines) + "\n"


def _comment(text: str) -> str:
    return f"| {plain(text)}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" + "s" * (number != 1)


def _in_words(problem: Problem) -> Problem:
    """Return a problem with words for items and colors, no two alike."""
    item = _words(problem.primary + problem.secondary)
    color = _words(
        color for option in problem.options.values() for color in option.values()
    )
    color[None] = None
    return Problem(
        [
            {item[one]: color[paint] for one, paint in option.items()}
            for option in problem.options.values()
        ],
        [item[one] for one in problem.primary],
        [item[one] for one in problem.secondary],
        multiplicities={item[one]: bound for one, bound in problem.bounds.items()},
        costs={
            k: problem.costs[name]
            for k, name in enumerate(problem.names)
            if name in problem.costs
        },
    )


def _words(values: Iterable[Hashable]) -> dict[Hashable, str | None]:
    """Return a word for each value, told apart by primes where they would be alike.

    >>> _words(["a b", "a_b", "c"])
    {'a b': 'a_b', 'a_b': "a_b'", 'c': 'c'}
    """
    words: dict[Hashable, str | None] = {}
    taken: set[str] = set()
    for value in dict.fromkeys(values):
        word = plain(word_of(value))
        while word in taken:
            word += "'"
        words[value] = word
        taken.add(word)
    return words
