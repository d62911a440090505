"""Telling from the symbols on tiles alone which of them fit together.

Nobody writes down that heads meet tails; it shows.  A scheme is taken if all symbols
follow it; if nearly all do, the others are slips, and are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from dlx.errors import FormatError, shown, suggestion

__all__ = ["Symbol", "found_mates"]

#: So many symbols that follow a scheme make one that does not a slip.
FEW = 3


class Symbol(NamedTuple):
    """A symbol, and where it stands: ``frogs.txt:4: tile 3``."""

    text: str
    where: str


class Scheme(NamedTuple):
    """A way in which symbols have mates.

    Attributes
    ----------
    mate : function symbol -> symbol or None
        None for a symbol that does not follow the scheme.
    note : str
        What meets what, to be said aloud.
    strange : str
        What is wrong with a symbol that does not follow the scheme.
    """

    mate: Callable[[str], str | None]
    note: str
    strange: str


def _swapped(letters: str) -> Callable[[str], str | None]:
    """Return a function that swaps the last letter of a symbol with its opposite."""
    ends = {letters[0]: letters[1], letters[1]: letters[0]}

    def mate(symbol: str) -> str | None:
        if len(symbol) < 2 or symbol[-1] not in ends:
            return None
        return symbol[:-1] + ends[symbol[-1]]

    return mate


def _swapped_twice(symbol: str) -> str | None:
    mate = _swapped("TB")(symbol)
    if mate is None or len(mate) < 3 or mate[0] not in "FS":
        return None
    return {"F": "S", "S": "F"}[mate[0]] + mate[1:]


def _negated(symbol: str) -> str | None:
    if not re.fullmatch(r"0|-?[1-9][0-9]{0,8}", symbol):
        return None
    return str(-int(symbol))


def _other_case(symbol: str) -> str | None:
    if not symbol.isascii() or not (symbol.islower() or symbol.isupper()):
        return None
    return symbol.swapcase()


SCHEMES = (
    Scheme(
        _swapped("HT"),
        "heads and tails (H, T) of the same name meet",
        "ends in neither H nor T",
    ),
    Scheme(
        _swapped_twice,
        "tops and bottoms (T, B) of the same name meet, first (F) and second (S)",
        "does not begin with F or S and end with T or B",
    ),
    Scheme(
        _swapped("TB"),
        "tops and bottoms (T, B) of the same name meet",
        "ends in neither T nor B",
    ),
    Scheme(_negated, "numbers that add up to 0 meet", "is not a whole number"),
    Scheme(
        _other_case,
        "the upper and the lower case of a letter meet",
        "is neither in lower nor in upper case",
    ),
)


def found_mates(symbols: Sequence[Symbol]) -> tuple[list[list[str]] | None, str]:
    """Return the pairs of mates, None where equal symbols meet, and what to say of it.

    Raises
    ------
    FormatError
        If some few symbols do not follow a scheme that all others do, or if it cannot
        be told whether upper and lower case make a difference.

    Examples
    --------
    >>> found_mates([Symbol("RH", ""), Symbol("RT", "")])
    ([['RH', 'RT']], 'heads and tails (H, T) of the same name meet')
    """
    used = dict.fromkeys(symbol.text for symbol in symbols)
    for scheme in SCHEMES:
        mates = {text: scheme.mate(text) for text in used}
        paired = [text for text, mate in mates.items() if mate != text and mate in used]
        if not paired:
            continue
        strange = [symbol for symbol in symbols if mates[symbol.text] is None]
        rest = len(symbols) - len(strange)
        if strange and rest >= FEW * len(strange):
            first = strange[0]
            raise FormatError(
                f"{first.where} has {shown(first.text)}, which {scheme.strange}, while "
                f"{rest} others do"
                + _do(scheme.strange)
                + suggestion(first.text, [t for t in used if mates[t] is not None])
            )
        if strange:
            continue
        if scheme.mate is _other_case:
            _sure_of_case(symbols, paired)
        return _pairs(mates.items()), scheme.note
    return None, "equal symbols meet"


def _do(strange: str) -> str:
    return "" if strange.startswith("ends") else " not"


def _pairs(mates: Iterable[tuple[str, str | None]]) -> list[list[str]]:
    found: dict[str, str] = {}
    for text, mate in mates:
        if mate is not None and mate not in found:
            found.setdefault(text, mate)
    return [list(pair) for pair in found.items()]


def _sure_of_case(symbols: Sequence[Symbol], paired: Iterable[str]) -> None:
    """Refuse symbols of which too few are there in both cases."""
    lonely = [symbol for symbol in symbols if symbol.text not in paired]
    if FEW * len(lonely) > len(symbols):
        first = lonely[0]
        raise FormatError(
            f"{first.where} has {shown(first.text)}, but no tile has "
            f"{shown(first.text.swapcase())}: do upper and lower case meet (add a line "
            "# mates: case), or equal symbols (# mates: equal)?"
        )
