"""Knuth's text format for exact-cover problems.

The first line names the items, primary ones first, then after a lone ``|`` the
secondary ones; every other line is an option, its items in any order, a secondary one
perhaps with a color after a colon.  Blank lines, and lines that begin with ``|``, count
for nothing::

    | a comment
    A B C | X Y
    A B X:red
    C X:red Y

The options are named 1, 2, 3, ... in the order of their lines.  This is the input of
the programs DLX1 and DLX2 that go with D. E. Knuth, The Art of Computer Programming,
volume 4B, section 7.2.2.1; names and colors may be longer than there.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping

from .errors import FormatError, ProblemError, shown
from .problem import Color, Item, Problem

__all__ = ["load", "loads", "dump", "dumps"]


def load(path: str | os.PathLike[str]) -> Problem:
    """Read a problem from a file.

    Raises
    ------
    FormatError
        If the text is not in the format; the message names the file and the line.
    OSError
        If the file cannot be read.
    """
    with open(path, "rb") as file:
        return loads(decoded(file.read(), os.fspath(path)), os.fspath(path))


def dump(problem: Problem, path: str | os.PathLike[str]) -> None:
    """Write a problem to a file; `load` reads it back."""
    data = dumps(problem).encode()
    with open(path, "wb") as file:
        file.write(data)


def decoded(data: bytes, source: str) -> str:
    """Return the text of a file's bytes, whichever way its lines end."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(f"{source}:{line}: this is not UTF-8 text") from None


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
    primary, secondary = _items(words, f"{source}:{number}")
    options: dict[int, dict[str, str | None]] = {}
    line_of = {}
    for number, words in lines:
        option = len(options) + 1
        line_of[option] = number
        options[option] = _option(words, f"{source}:{number}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            problem = Problem(options, primary, secondary)
        except ProblemError as error:
            where = line_of.get(error.option, number)  # type: ignore[call-overload]
            raise FormatError(f"{source}:{where}: {error}") from None
    for name in problem.idle:
        where = line_of[name]  # type: ignore[index]
        warnings.warn(f"{source}:{where}: option {name} has no primary item and is "
                      "never chosen", stacklevel=2)
    return problem


def dumps(problem: Problem) -> str:
    """Write a problem as text; `loads` reads it back.

    Items and colors are written as strings, without blanks, ``:`` and ``|``; the names
    of the options are not written, since the format has none.

    Raises
    ------
    FormatError
        If the format cannot hold the problem: two items that are written alike, an
        option without items, no primary items.

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
        warnings.warn(f"names such as {longest} are longer than the 8 characters that "
                      "Knuth's own programs read", stacklevel=2)
    lines = [" ".join(words[item] for item in problem.primary)]
    if problem.secondary:
        lines[0] += " | " + " ".join(words[item] for item in problem.secondary)
    for name, option in problem.options.items():
        if not option:
            raise FormatError(f"the format cannot hold option {shown(name)}, "
                              "which has no items")
        lines.append(" ".join(words[item] if color is None
                              else f"{words[item]}:{colors[color]}"
                              for item, color in option.items()))
    return "\n".join(lines) + "\n"


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


def _items(words: list[str], where: str) -> tuple[list[str], list[str]]:
    """Return the primary and the secondary items that the first line names."""
    if words.count("|") > 1:
        raise FormatError(f"{where}: '|' appears twice; want primary | secondary")
    seen = set()
    for word in words:
        if word != "|" and "|" in word:
            _multiplicity(word, where)
        if ":" in word:
            raise FormatError(f"{where}: item {shown(word)} has a colon in its name; "
                              "colors stand in the options")
        if word in seen:
            raise FormatError(f"{where}: item {shown(word)} is named twice")
        seen.add(word)
    if "|" not in words:
        return words, []
    bar = words.index("|")
    return words[:bar], words[bar + 1:]


def _multiplicity(word: str, where: str) -> None:
    """Refuse an item such as ``2:3|A``, and say what is wrong with it if more is."""
    bounds, _, name = word.partition("|")
    low, colon, high = bounds.partition(":")
    numbers = [low, high] if colon else [low]
    if not name or not all(map(_is_number, numbers)):
        raise FormatError(f"{where}: {shown(word)} is not an item; want a name without "
                          "'|', or low:high|name")
    if _size(numbers[-1]) == _size("0"):
        raise FormatError(f"{where}: item {shown(word)}: its upper bound is 0")
    if colon and _size(low) > _size(high):
        raise FormatError(f"{where}: item {shown(word)}: its lower bound is above its "
                          "upper bound")
    raise FormatError(f"{where}: item {shown(word)}: multiplicities are not supported "
                      "yet")


def _size(number: str) -> tuple[int, str]:
    """Return what orders numbers of any length; `int` refuses very long ones."""
    digits = number.lstrip("0")
    return len(digits), digits


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal()


def _option(words: list[str], where: str) -> dict[str, str | None]:
    option: dict[str, str | None] = {}
    for word in words:
        if word.startswith("|"):
            if _is_number(word[1:]):
                raise FormatError(f"{where}: {shown(word)}: costs are not supported "
                                  "yet")
            raise FormatError(f"{where}: {shown(word)} in an option; '|' separates "
                              "items in the first line only")
        item, colon, color = word.partition(":")
        if not item or colon and not color:
            raise FormatError(f"{where}: {shown(word)}; want item or item:color")
        if item in option:
            raise FormatError(f"{where}: item {shown(item)} appears twice in "
                              "one option")
        option[item] = color if colon else None
    return option


def _words(values: Mapping[Item, object] | tuple[Item, ...] | dict[Color, None],
           what: str) -> dict[Item, str]:
    """Return how each value is written; no two alike."""
    words: dict[Item, str] = {}
    taken: dict[str, Item] = {}
    for value in values:
        word = "_".join(str(value).split()).translate(_PLAIN) or "_"
        if word.startswith("//"):  # at the beginning of a text it marks a comment
            word = "_" + word[1:]
        if word in taken:
            raise FormatError(f"the {what} {shown(taken[word])} and {shown(value)} "
                              f"would both be written {word}")
        words[value] = word
        taken[word] = value
    return words


_PLAIN = str.maketrans({":": ".", "|": "/", "\0": "_", "\ufeff": "_"})
