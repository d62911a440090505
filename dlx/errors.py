"""The errors of this package, and how a value is named in a message."""

from __future__ import annotations

from collections.abc import Iterable


#: The message of an error about a file is not longer, before signs are spelled out.
LONGEST = 1000


class DlxError(Exception):
    """Base of every error that this package raises on purpose."""


class ProblemError(DlxError, ValueError):
    """An exact-cover problem, or a question about one, that makes no sense.

    Attributes
    ----------
    option : object
        The name of the option at fault, or None where no single one is.
    """

    def __init__(self, message: str, option: object = None) -> None:
        super().__init__(message)
        self.option = option


class FormatError(DlxError, ValueError):
    """A file that cannot be read; the message names the file and the line.

    It quotes the file, which may hold anything, so it is kept to one short line.
    """

    def __init__(self, message: object) -> None:
        super().__init__(one_line(str(message)))


class NoCover(DlxError, LookupError):
    """The problem was searched to its end and has no cover."""


class Stopped(DlxError):
    """A search was stopped before its end, so that what came is only a part.

    Attributes
    ----------
    reason : str
        What stopped it: ``"timeout"``, or what `Search.stop` was told.
    count : int
        How many covers came before.
    position : tuple of int or None
        Where to go on, by the same rule (see `dlx.engines`); None, if that is nowhere.
    """

    def __init__(self, reason: str, count: int,
                 position: tuple[int, ...] | None) -> None:
        where = "" if position is None else f", at {position}"
        super().__init__(f"stopped by {reason} after {count} found{where}")
        self.reason = reason
        self.count = count
        self.position = position

    def __reduce__(self) -> tuple[type, tuple[str, int, tuple[int, ...] | None]]:
        return type(self), (self.reason, self.count, self.position)


def one_line(message: str, longest: int = LONGEST) -> str:
    """Return a message as one line that is not too long, without control characters.

    Examples
    --------
    >>> print(one_line("a\\nb \\x1b[31m"))
    a\\nb \\x1b[31m
    >>> len(one_line("x" * 10**6))
    1000
    """
    if len(message) > longest:
        message = f"{message[:longest - 305]} ... {message[-300:]}"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode()
                   for c in message)


def shown(value: object) -> str:
    """Return `value` as a short piece of text for one line of a message."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deeply, a number too long
        text = f"<{type(value).__name__} too large to show>"
    return text if len(text) <= 80 else text[:60] + " ... " + text[-15:]


def suggestion(wrong: object, known: Iterable[object]) -> str:
    """Return ``; did you mean ...?`` for the near miss of `wrong`, or nothing.

    Examples
    --------
    >>> suggestion("cel 0,2", ["cell 0,1", "cell 0,2"])
    "; did you mean 'cell 0,2'?"
    >>> suggestion("tile", ["title", "tiles"])
    "; did you mean 'tiles'?"
    >>> suggestion("cell", ["tile", "side"])
    ''
    """
    from difflib import get_close_matches
    from itertools import islice

    spelled = {str(value).lower(): value for value in islice(known, 5000)}
    text = wrong if isinstance(wrong, str) else shown(wrong)
    text = text[:200].lower()
    longer = [word for word in spelled if len(text) > 2 and word.startswith(text)]
    near = longer if len(longer) == 1 else get_close_matches(text, spelled, 1, 0.7)
    return f"; did you mean {shown(spelled[near[0]])}?" if near else ""
