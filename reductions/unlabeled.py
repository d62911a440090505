"""What kinds have in common whose pieces carry no label: none of them equals another.

Queens and the symbols of a Sudoku are not told apart to begin with, and the options of
an exact-cover problem by their names alone.
"""

from __future__ import annotations

__all__ = ["copies", "misfit", "required"]


def copies(puzzle: object) -> list[tuple[str, ...]]:
    """Return nothing: there are no pieces that could change places.

    Parameters
    ----------
    puzzle : object
        Of any kind; it is not looked at.

    Examples
    --------
    >>> from reductions import Queens
    >>> copies(Queens(8))
    []
    """
    return []


def required(puzzle: object) -> list[str]:
    """Return nothing: no piece has a label that every layout has once.

    Parameters
    ----------
    puzzle : object
        Of any kind; it is not looked at.

    Examples
    --------
    >>> from reductions import Queens
    >>> required(Queens(8))
    []
    """
    return []


def misfit(puzzle: object) -> str:
    """Say nothing: only a search can tell.

    Parameters
    ----------
    puzzle : object
        Of any kind; it is not looked at.

    Examples
    --------
    >>> from reductions import Queens
    >>> misfit(Queens(8))
    ''
    """
    return ""
