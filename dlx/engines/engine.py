"""What every engine has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

__all__ = ["Engine", "bad_position", "check_stops"]


class Engine(Protocol):
    """One search through one problem; it is never shared.

    Attributes
    ----------
    name : str
    most_nodes : int
        At so many nodes `search` looks up, that is, yields ``None``, at the latest.
    settled : bool
        Whether nothing that was searched already would be searched again if somebody
        else went on from `position`.  Where it is not, it soon will be.
    """

    name: str
    most_nodes: int

    @property
    def settled(self) -> bool: ...

    @property
    def nodes(self) -> int:
        """How many options were chosen so far, at all nodes of the search."""

    @property
    def position(self) -> tuple[int, ...]:
        """Where the search would go on; right whenever `search` has just yielded."""

    @property
    def widths(self) -> tuple[int, ...]:
        """How many options the item of each level of `position` has."""

    def restart(self, position: tuple[int, ...], stops: tuple[int, ...] = ()) -> None:
        """Go to `position`, from wherever the search is; then ask anew for `search`.

        A stop says how many options of its level are tried, those before `position`
        included.  At the last level that has one it is anything that comes after
        `position`; at those above it lets nothing change.  So what is searched is a
        part of what is left.
        """

    def search(self) -> Iterator[tuple[int, ...] | None]:
        """Yield each cover as option numbers, in the order chosen.

        Yield ``None`` now and then in between, so that the reader can look at the
        clock and stop.
        """


def check_stops(position: tuple[int, ...], stops: tuple[int, ...]) -> None:
    """Refuse stops that `Engine.restart` has no meaning for.

    Examples
    --------
    >>> check_stops((3, 1, 0), (4, 5))
    >>> check_stops((3, 1, 0), (5, 5))
    Traceback (most recent call last):
    ValueError: stops (5, 5) do not fit position (3, 1, 0)
    """
    least = [place + (level + 1 < len(position))
             for level, place in enumerate(position[:len(stops)])]
    if len(stops) > len(position) or stops and (
            [*stops[:-1]] != least[:-1] or stops[-1] < least[-1]):
        raise ValueError(f"stops {stops} do not fit position {position}")


def bad_position(position: tuple[int, ...], level: int, size: int) -> ValueError:
    """Return the error for a position that this problem does not have.

    Examples
    --------
    >>> print(bad_position((7,), 0, 2))
    position (7,) does not fit this problem: at level 0 there are 2 options
    """
    return ValueError(f"position {position} does not fit this problem: at level "
                      f"{level} there are {size} options")
