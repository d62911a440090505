"""Colors that color-blind people, too, can tell apart; and who gets which."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

__all__ = ["LIGHT", "STRONG", "colored", "ink", "mixed"]

#: To write on in black: Paul Tol's light scheme, without its grey.
LIGHT = (
    "#77aadd",
    "#ee8866",
    "#eedd88",
    "#ffaabb",
    "#99ddff",
    "#44bb99",
    "#bbcc33",
    "#aaaa00",
)

#: Of small shapes: the scheme of M. Okabe and K. Ito, without black.
STRONG = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442")


def colored(neighbors: Mapping[Hashable, Iterable[Hashable]]) -> dict[Hashable, str]:
    """Return a light color for each thing, so that no neighbor has the same.

    Of the colors that its neighbors leave, a thing gets one that was used least, so
    that a few things all look different.  Where none is left there are darker ones.

    Examples
    --------
    >>> colored({"a": "b", "b": "a"})
    {'a': '#77aadd', 'b': '#ee8866'}
    """
    number: dict[Hashable, int] = {}
    used = [0] * len(LIGHT)
    for thing, near in neighbors.items():
        taken = {number.get(other) for other in near}
        free = [k for k in range(len(used)) if k not in taken]
        if not free:
            free = [len(used)]
            used.append(0)
        best = min(free, key=lambda k: (used[k], k))
        number[thing] = best
        used[best] += 1
    return {thing: _light(k) for thing, k in number.items()}


def _light(number: int) -> str:
    """Return the light color of a number; after the first ones, darker and darker."""
    rounds, k = divmod(number, len(LIGHT))
    return mixed(LIGHT[k], "#000000", 1 - 0.8**rounds)


def mixed(color: str, other: str, part: float) -> str:
    """Return a color with a part of another one in it.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(_parts(color), _parts(other))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def ink(color: str) -> str:
    """Return black or white, whichever is easier to read on a color.

    >>> ink("#0072b2"), ink("#f0e442")
    ('#ffffff', '#000000')
    """
    red, green, blue = _parts(color)
    return "#000000" if 299 * red + 587 * green + 114 * blue > 120000 else "#ffffff"


def _parts(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
