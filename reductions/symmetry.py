"""One layout of each orbit: turned and flipped boards are not searched twice.

Two layouts that a turn (or a flip) of the whole board carries into each other form one
*orbit*.  Of each orbit one layout is kept, without remembering any:

* A piece is *pinned*: of its placements that the group carries into each other, only
  the first stays.  Every orbit has a layout with the piece there; where no motion but
  the identity keeps a placement of the piece, it has exactly one.
* Where some motions do keep it, or there is no piece to pin, the least layout is kept
  of those that these motions carry into each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .kinds import Kind, Look, Puzzle, Symmetries
from .lattice import Motion
from .layout import Layout, Placement

__all__ = ["Orbit", "Representatives"]


class Orbit(NamedTuple):
    """The size of an orbit under all motions, and the motions that keep the layout."""

    size: int
    keeping: tuple[Motion, ...]


class Representatives:
    """Choose one layout of each orbit of a puzzle under a group of motions.

    Parameters
    ----------
    kind : Kind
    puzzle : Puzzle
    symmetries : Symmetries
        Of the puzzle.
    group : sequence of Motion
        The turns, or the turns and the flips; the identity first.

    Attributes
    ----------
    options : list of Placement
        What may be chosen: all placements of all pieces, but of the pinned piece one of
        each orbit.
    pinned : str
        The name of the pinned piece; nothing where none is.
    """

    def __init__(
        self,
        kind: Kind,
        puzzle: Puzzle,
        symmetries: Symmetries,
        group: Sequence[Motion],
    ) -> None:
        self.symmetries = symmetries
        self.group = group
        self.options = kind.placements(puzzle)
        self.pinned = ""
        self.places = 0  # how many the pinned piece has
        # Which motions keep each of the pinned piece's placements.
        self.keeping: dict[Placement, tuple[Motion, ...]] = {}
        if len(group) > 1:
            self._pin(kind, puzzle)

    def _pin(self, kind: Kind, puzzle: Puzzle) -> None:
        """Pin the piece whose placements fall into few orbits, each of many."""
        places: dict[str, list[Placement]] = {}
        for placement in self.options:
            places.setdefault(placement.piece, []).append(placement)
        equal = {name for names in kind.copies(puzzle) for name in names}
        alone = [
            name
            for name in kind.required(puzzle)
            if name not in equal and name in places
        ]
        fewest = min((len(places[name]) for name in alone), default=0)
        best = 0.0
        for name in alone:
            keeping = self._orbits(places[name])
            if not keeping:
                continue
            gain = len(places[name]) / len(keeping)
            # What saved most nodes on boxes of pentominoes: few orbits, and large ones.
            score = gain**3 / len(keeping)
            if score > best:
                best, self.pinned, self.keeping = score, name, keeping
            if gain == len(self.group) and len(places[name]) == fewest:
                break
        if self.pinned:
            self.places = len(places[self.pinned])
            self.options = [
                option
                for option in self.options
                if option.piece != self.pinned or option in self.keeping
            ]

    def _orbits(self, places: list[Placement]) -> dict[Placement, tuple[Motion, ...]]:
        """Return the first placement of each orbit, and the motions that keep it.

        Nothing, if some motion carries the piece to another one.
        """
        look, move = self.symmetries.look, self.symmetries.move
        looks = {look(placement): placement for placement in places}
        found = {}
        seen: set[Look] = set()
        for value, placement in looks.items():
            if value in seen:
                continue
            images = [move(motion, value) for motion in self.group]
            if not all(image in looks for image in images):
                return {}
            seen.update(images)
            found[placement] = tuple(
                motion for motion, image in zip(self.group, images) if image == value
            )
        return found

    def how(self) -> str:
        """Say how symmetry was taken out, and why that is right."""
        if len(self.group) == 1:
            return ""
        if not self.pinned:
            return "of each orbit the least layout is kept"
        pin = (
            f"piece {self.pinned} is pinned to {len(self.keeping)} of its {self.places}"
            " places, which moving the board brings to all others"
        )
        if all(len(motions) == 1 for motions in self.keeping.values()):
            return pin
        return pin + "; where moves of the board keep one, the least layout counts"

    def orbit(self, layout: Layout) -> Orbit | None:
        """Return the orbit of a layout that is to be kept, None for all others."""
        motions = self.group
        if self.pinned:
            motions = next(
                self.keeping[placement]
                for placement in layout
                if placement.piece == self.pinned
            )
        keeping = list(motions[:1])
        if len(motions) > 1:
            look, move = self.symmetries.look, self.symmetries.move
            looks = sorted(map(look, layout))
            for motion in motions[1:]:
                image = sorted([move(motion, value) for value in looks])
                if image < looks:
                    return None
                if image == looks:
                    keeping.append(motion)
        return Orbit(len(self.group) // len(keeping), tuple(keeping))
