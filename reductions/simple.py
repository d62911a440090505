"""What a kind of puzzle of one's own may take as it is, as long as it is a simple one.

It is simple if its board is not turned, and if its pieces carry no label.  A module of
such a kind has a puzzle, ``KEYS``, ``parse``, ``placements``, ``encode`` and ``check``
of its own (`reductions.kinds.Kind` says what they are), and imports the rest::

    from reductions.simple import copies, decode, misfit, moves, required
    from reductions.simple import state, symmetries
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .kinds import Look, Puzzle, Symmetries
from .lattice import Motion
from .layout import Layout, Placement
from .unlabeled import copies, misfit, required

__all__ = ["copies", "decode", "misfit", "moves", "required", "state", "symmetries"]


def state(puzzle: Any) -> dict[str, Any]:
    """Return the fields of a puzzle that is a named tuple, by their names.

    Parameters
    ----------
    puzzle : NamedTuple
        With a field for each key of its file, as the file has it.

    Examples
    --------
    >>> from reductions import Queens
    >>> state(Queens(8))
    {'size': 8}
    """
    return dict(puzzle._asdict())


def decode(puzzle: Puzzle | None, cover: Sequence[Placement]) -> Layout:
    """Return the layout that a cover stands for: its placements, sorted.

    Parameters
    ----------
    puzzle : Puzzle
    cover : sequence of Placement

    Examples
    --------
    >>> decode(None, [Placement("B", ((0, 1),)), Placement("A", ((0, 0),))])
    (<A at 0,0>, <B at 0,1>)
    """
    return Layout(sorted(cover), puzzle)


def symmetries(puzzle: object) -> Symmetries:
    """Return the identity alone, so that every layout counts for itself.

    Parameters
    ----------
    puzzle : object
        Of any kind; it is not looked at.

    Examples
    --------
    >>> len(symmetries(None).turns), symmetries(None).why_no_turns
    (1, 'the board is not turned')
    """

    def look(placement: Placement) -> Look:
        return placement

    def move(motion: Motion, look: Look) -> Look:
        return look

    return Symmetries(
        (Motion(0, False, {}),),
        (),
        look,
        move,
        "the board is not turned",
        "the board is not reflected",
        "pieces carry no label",
    )


def moves(puzzle: object) -> str:
    """Say which moves of a piece are allowed: none.

    Parameters
    ----------
    puzzle : object
        Of any kind; it is not looked at.

    Examples
    --------
    >>> moves(None)
    'pieces are not turned'
    """
    return "pieces are not turned"
