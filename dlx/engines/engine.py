"""What every engine has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

__all__ = ["Engine", "bad_position"]


class Engine(Protocol):
    """One search through one problem; it is never shared and never starts again."""

    name: str

    @property
    def nodes(self) -> int:
        """How many options were chosen so far, at all nodes of the search."""

    @property
    def position(self) -> tuple[int, ...]:
        """Where the search would go on; right whenever `search` has just yielded."""

    def search(self) -> Iterator[tuple[int, ...] | None]:
        """Yield each cover as option numbers, in the order chosen.

        Yield ``None`` now and then in between, so that the reader can look at the
        clock and stop.
        """


def bad_position(position: tuple[int, ...], level: int, size: int) -> ValueError:
    """Return the error for a position that this problem does not have.

    Examples
    --------
    >>> print(bad_position((7,), 0, 2))
    position (7,) does not fit this problem: at level 0 there are 2 options
    """
    return ValueError(f"position {position} does not fit this problem: at level "
                      f"{level} there are {size} options")
