"""Knuth's text format for exact-cover problems.

The first line names the items, primary ones first, then after a lone ``|`` the
secondary ones; every other line is an option, its items in any order, a secondary one
perhaps with a color after a colon.  Blank lines, and lines that begin with ``|``, count
for nothing::

    | a comment
    A B 2:3|C | X Y
    A B X:red
    C X:red Y |5

Before the name of a primary item may stand how often it is to be covered, ``n|`` or
``low:high|``; after the items of an option, what it costs, ``|n``.

The options are named 1, 2, 3, ... in the order of their lines.  This is the input of
the programs DLX1, DLX2, DLX3 and DLX5 that go with D. E. Knuth, The Art of Computer
Programming, volume 4B, section 7.2.2.1; names and colors may be longer than there.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator, Mapping

from .errors import FormatError, ProblemError, one_line, shown
from .problem import Color, Item, Problem
from .reading import MOST_BYTES, contents, decoded

__all__ = ["MOST_BYTES", "load", "loads", "dump", "dumps"]

#: Of so many options that are never chosen each has a warning of its own.
MOST_WARNINGS = 20


def load(path: str | os.PathLike[str]) -> Problem:
    """Read a problem from a file.

    Parameters
    ----------
    path : path of a file
        Of `MOST_BYTES` at most.

    Returns
    -------
    Problem
        As `loads` makes it.

    Raises
    ------
    FormatError
        If the text is not in the format; the message names the file and the line.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "toy.dlx")
    ...     dump(Problem([["a", "b"], ["a"]]), path)
    ...     load(path)
    <Problem: 2 primary items, 0 secondary items, 2 options, 3 entries>
    """
    data = contents(path, MOST_BYTES + 1)
    return loads(decoded(data, os.fspath(path)), os.fspath(path))


def dump(problem: Problem, path: str | os.PathLike[str]) -> None:
    """Write a problem to a file; `load` reads it back.

    Parameters
    ----------
    problem : Problem
    path : path of a file
        It is written over, if it is there.

    Raises
    ------
    FormatError
        If the format cannot hold the problem; nothing is written then.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "toy.dlx")
    ...     dump(Problem([["a", "b"], ["a"]]), path)
    ...     load(path)
    <Problem: 2 primary items, 0 secondary items, 2 options, 3 entries>
    """
    data = dumps(problem).encode()
    with open(path, "wb") as file:
        file.write(data)


def loads(text: str, source: str = "<text>") -> Problem:
    """Read a problem from text.

    Parameters
    ----------
    text : str
    source : str
        What messages call the text, say a file's name.

    Returns
    -------
    Problem
        Its options are named from 1, in the order of their lines.  One without primary
        items keeps its number, with a warning.

    Raises
    ------
    FormatError
        If the text is not in the format; the message names the line.

    Examples
    --------
    >>> loads("A B | X\\nA X:red\\nB X:red\\nA B")
    <Problem: 2 primary items, 1 secondary item, 3 options, 6 entries, 1 color>
    """
    lines = _lines(text, source)
    try:
        number, words = next(lines)
    except StopIteration:
        raise FormatError(f"{source}: no items; want a line that names them") from None
    primary, secondary, bounds = item_line(words, f"{source}:{number}")
    options: dict[int, dict[str, str | None]] = {}
    costs: dict[int, int] = {}
    line_of = [number]  # of the items, then of each option
    for option, (number, words) in enumerate(lines, 1):
        line_of.append(number)
        options[option], cost = option_line(words, f"{source}:{number}")
        if cost:
            costs[option] = cost
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            problem = Problem(options, primary, secondary, multiplicities=bounds,
                              costs=costs)
        except ProblemError as error:
            words, where = [*primary, *secondary], number
            if isinstance(error.option, int):
                words += options[error.option]
                where = line_of[error.option]
            raise FormatError(f"{source}:{where}: {error}{_habit(words)}") from None
    for name in problem.idle[:MOST_WARNINGS]:
        where = line_of[name]  # type: ignore[call-overload]
        warnings.warn(f"{source}:{where}: option {name} has no primary item and is "
                      "never chosen", stacklevel=2)
    more = len(problem.idle) - MOST_WARNINGS
    if more > 0:
        warnings.warn(f"{source}: {more} more options have no primary item and are "
                      "never chosen", stacklevel=2)
    return problem


def dumps(problem: Problem) -> str:
    """Write a problem as text; `loads` reads it back.

    Items and colors are written as strings, without blanks, ``:`` and ``|``, signs that
    drive a terminal spelled out; the names of the options are not written, since the
    format has none.

    Parameters
    ----------
    problem : Problem

    Returns
    -------
    str

    Raises
    ------
    FormatError
        If the format cannot hold the problem: two items that are written alike, an
        option without items, no primary items, a cost that is not a whole number.

    Examples
    --------
    >>> print(dumps(Problem([["a", "b"], {"a": None, "x": "red"}], secondary=["x"])))
    a b | x
    a b
    a x:red
    <BLANKLINE>
    """
    if not problem.primary:
        raise FormatError("the format cannot hold a problem without primary items")
    words = _words(problem.primary + problem.secondary, "items")
    colors = _words(dict.fromkeys(
        color for option in problem.options.values() for color in option.values()
        if color is not None), "colors")
    longest = max((*words.values(), *colors.values()), key=len)
    if len(longest) > 8:
        start = longest if len(longest) <= 60 else f"{longest[:60]}..."
        warnings.warn(f"names such as {start} are longer than the 8 characters that "
                      "Knuth's own programs read", stacklevel=2)
    lines = [" ".join(times(problem, item) + words[item] for item in problem.primary)]
    if problem.secondary:
        lines[0] += " | " + " ".join(words[item] for item in problem.secondary)
    for name, option in problem.options.items():
        if not option:
            raise FormatError(f"the format cannot hold option {shown(name)}, "
                              "which has no items")
        line = [words[item] if color is None else f"{words[item]}:{colors[color]}"
                for item, color in option.items()]
        cost = problem.costs.get(name, 0)
        if cost != int(cost) or cost < 0:
            raise FormatError(f"the format cannot hold the cost {shown(cost)} of "
                              f"option {shown(name)}; want a whole number from 0")
        lines.append(" ".join(line + [f"|{int(cost)}"] * (cost != 0)))
    return "\n".join(lines) + "\n"


def times(problem: Problem, item: Item) -> str:
    """Return what stands before an item with a multiplicity."""
    if item not in problem.bounds:
        return ""
    low, high = problem.bounds[item]
    return f"{low}|" if low == high else f"{low}:{high}|"


def _lines(text: str, source: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the words of each line that counts."""
    begun = False
    for number, line in enumerate(text.split("\n"), 1):
        if "\0" in line:
            raise FormatError(f"{source}:{number}: a NUL character; this is not a text")
        line = line.strip()
        if not line or line.startswith("|"):
            continue
        if line.startswith("//") and not begun:
            continue
        begun = True
        yield number, line.split()


def item_line(
    words: list[str], where: str
) -> tuple[list[str], list[str], dict[str, tuple[int, int]]]:
    """Return the primary and the secondary items of the first line, and the bounds."""
    if words.count("|") > 1:
        raise FormatError(f"{where}: '|' appears twice; want primary | secondary")
    primary: list[str] = []
    secondary: list[str] = []
    bounds = {}
    seen = set()
    names = primary
    for word in words:
        if word == "|":
            names = secondary
            continue
        times, bar, name = word.rpartition("|")
        if ":" in name:
            raise FormatError(f"{where}: item {shown(name)} has a colon in its name; "
                              "colors stand in the options, and bounds are written "
                              "low:high|name")
        if bar:
            if names is secondary:
                raise FormatError(f"{where}: secondary item {shown(name)} has a "
                                  "multiplicity; only primary items have")
            bounds[name] = _bounds(times, word, where)
        if name in seen:
            raise FormatError(f"{where}: item {shown(name)} is named twice")
        seen.add(name)
        names.append(name)
    return primary, secondary, bounds


def _bounds(times: str, word: str, where: str) -> tuple[int, int]:
    """Read the multiplicity in a word such as ``2:3|A``."""
    low, colon, high = times.partition(":")
    numbers = [low, high] if colon else [low, low]
    if word.endswith("|") or not all(map(_is_number, numbers)):
        raise FormatError(f"{where}: {shown(word)} is not an item; want a name without "
                          "'|', or low:high|name")
    least, most = (_number(number, word, where) for number in numbers)
    if most == 0:
        raise FormatError(f"{where}: item {shown(word)}: its upper bound is 0")
    if least > most:
        raise FormatError(f"{where}: item {shown(word)}: its lower bound is above its "
                          "upper bound")
    return least, most


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal()


def _number(digits: str, word: str, where: str) -> int:
    if len(digits.lstrip("0")) > 15:
        raise FormatError(f"{where}: {shown(word)}: the number is too large")
    return int(digits)


def _habit(words: list[str]) -> str:
    """Return which habit from elsewhere may have spoiled the items, or nothing."""
    if words[0].startswith("#"):
        return "; a comment begins with '|', not with '#'"
    if any(mark in word for word in words for mark in ",;"):
        return "; names are separated by blanks alone, without commas or the like"
    return ""


def option_line(
    words: list[str], where: str
) -> tuple[dict[str, str | None], int]:
    """Return the items of an option with their colors, and what it costs."""
    option: dict[str, str | None] = {}
    cost = 0
    for word in words:
        if word.startswith("|"):
            if not _is_number(word[1:]):
                raise FormatError(f"{where}: {shown(word)} in an option; want |cost; "
                                  "'|' alone separates items in the first line only")
            cost += _number(word[1:], word, where)
            continue
        item, colon, color = word.partition(":")
        if not item or colon and not color:
            names_it = item and word is words[0] and len(words) > 1
            hint = "; options have no names here, they are 1, 2, 3, ..."
            raise FormatError(f"{where}: {shown(word)}; want item or item:color"
                              + hint * bool(names_it))
        if item in option:
            raise FormatError(f"{where}: item {shown(item)} appears twice in "
                              "one option")
        option[item] = color if colon else None
    return option, cost


def _words(values: Mapping[Item, object] | tuple[Item, ...] | dict[Color, None],
           what: str) -> dict[Item, str]:
    """Return how each value is written; no two alike."""
    words: dict[Item, str] = {}
    taken: dict[str, Item] = {}
    for value in values:
        word = one_line(word_of(value), sys.maxsize)
        if word in taken:
            raise FormatError(f"the {what} {shown(taken[word])} and {shown(value)} "
                              f"would both be written {word}")
        words[value] = word
        taken[word] = value
    return words


def word_of(value: object) -> str:
    """Return how an item or a color is written.

    Examples
    --------
    >>> word_of("cell 0,2"), word_of("a:b|c")
    ('cell_0,2', 'a.b/c')
    """
    word = "_".join(str(value).split()).translate(_PLAIN) or "_"
    # At the beginning of a text, two slashes mark a comment.
    return "_" + word[1:] if word.startswith("//") else word


_PLAIN = str.maketrans({":": ".", "|": "/", "\0": "_", "\ufeff": "_"})
