"""A search in depth that may leave sides unmatched, so many up to each cell.

The cells are filled in order.  What may lie on a cell follows from what its earlier
neighbors want, by a table that is filled in as it is needed; those that lose the fewest
sides come first.  With nothing allowed to be lost this is plain backtracking; with the
same number allowed everywhere, the search proves when it ends that no board loses so
few; with more and more allowed from some depth on, it finds good boards of any size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .ground import Board, Ground

__all__ = ["Descent"]

#: A choice, its kind, and how many sides it loses.
Candidate = tuple[int, int, int]


class Descent:
    """Search for boards that lose few sides; the search can be paused at any node.

    Parameters
    ----------
    ground : Ground
    allowance : list of int
        How many sides may be lost when so many cells are filled, from one cell on.  The
        caller may lower the numbers while the search is paused.
    rank : sequence of int
        The rank of each choice among those that lose equally many sides.
    most : int
        How many sides a tile may lose where it lies, as long as there is one that loses
        no more.

    Attributes
    ----------
    done : bool
        Whether the search came to its end.
    deepest : int
        How many cells were filled at most.
    """

    def __init__(
        self, ground: Ground, allowance: list[int], rank: Sequence[int], most: int
    ) -> None:
        cells = len(ground.cells)
        self.ground = ground
        self.allowance = allowance
        self.deepest = 0
        self.done = False
        self._depth = 0
        self._board = [ground.blank] * cells
        self._stock = list(ground.stock)
        self._lost = [0] * (cells + 1)
        self._waiting: list[Iterator[Candidate]] = [iter(())] * cells
        # The key of a table is a number; its digits are what the neighbors want.
        digits: dict[tuple[int, int], list[int]] = {}
        self._looks: list[list[tuple[int, list[int]]]] = []
        for meetings in ground.meetings:
            look = []
            for k, (_, earlier, across) in enumerate(meetings):
                if (across, k) not in digits:
                    unit = ground.symbols**k
                    digits[across, k] = [unit * want for want in ground.wants[across]]
                look.append((earlier, digits[across, k]))
            self._looks.append(look)
        tables: dict[tuple[int, tuple[int, ...]], Table] = {}
        self._tables = []
        for alike, meetings in zip(ground.alike, ground.meetings):
            sides = tuple([side for side, _, _ in meetings])
            if (alike, sides) not in tables:
                choices = sorted(ground.choices[alike], key=rank.__getitem__)
                tables[alike, sides] = Table(ground, choices, sides, most)
            self._tables.append(tables[alike, sides])
        self._waiting[0] = iter(self._tables[0].levels(0)[0])

    def run(self, nodes: int) -> Board | None:
        """Search on; return the next board, or None after so many nodes or at the end.

        A node is a tile that is laid.
        """
        cells, kinds = len(self._board), self.ground.kind
        board, stock, lost = self._board, self._stock, self._lost
        waiting, allowance = self._waiting, self.allowance
        looks, tables = self._looks, self._tables
        depth, deepest = self._depth, self.deepest
        found = None
        while nodes and not self.done:
            for choice, kind, loss in waiting[depth]:
                if stock[kind]:
                    break
            else:
                depth -= 1
                if depth < 0:
                    self.done = True
                    break
                stock[kinds[board[depth]]] += 1
                continue
            total = lost[depth] + loss
            if total > allowance[depth]:  # it was lowered; those to come lose no less
                waiting[depth] = iter(())
                continue
            nodes -= 1
            board[depth] = choice
            if depth + 1 == cells:
                found = board[:]
                break
            stock[kind] -= 1
            depth += 1
            lost[depth] = total
            key = 0
            for earlier, wants in looks[depth]:
                key += wants[board[earlier]]
            levels = tables[depth].get(key) or tables[depth].levels(key)
            slack = allowance[depth] - total
            if slack < 0:
                waiting[depth] = iter(())
            else:
                waiting[depth] = iter(
                    levels[slack] if slack < len(levels) else levels[-1]
                )
            if depth > deepest:
                deepest = depth
        self._depth = depth
        self.deepest = cells if found else deepest
        return found


class Table(dict[int, list[list[Candidate]]]):
    """What may lie on a cell, by what its earlier neighbors want.

    Parameters
    ----------
    ground : Ground
    choices : sequence of int
        All that may lie there, in the order in which to try them.
    sides : tuple of int
        Where the earlier neighbors are.
    most : int
        As for `Descent`.
    """

    def __init__(
        self, ground: Ground, choices: Sequence[int], sides: tuple[int, ...], most: int
    ) -> None:
        self.ground = ground
        self.choices = choices
        self.place = {choice: k for k, choice in enumerate(choices)}
        self.most = most
        self.showing: list[dict[int, list[int]]] = []
        for side in sides:
            shows = ground.shows[side]
            by_symbol: dict[int, list[int]] = {}
            for choice in choices:
                by_symbol.setdefault(shows[choice], []).append(choice)
            self.showing.append(by_symbol)

    def levels(self, key: int) -> list[list[Candidate]]:
        """Return the candidates that lose no side, at most one, at most two …"""
        if key not in self:
            self[key] = self._levels(key)
        return self[key]

    def _levels(self, key: int) -> list[list[Candidate]]:
        sides = len(self.showing)
        fits: dict[int, int] = {}
        for by_symbol in self.showing:
            key, want = divmod(key, self.ground.symbols)
            for choice in by_symbol.get(want, ()):
                fits[choice] = fits.get(choice, 0) + 1
        losing: list[list[int]] = [[] for _ in range(sides + 1)]
        for choice in sorted(fits, key=self.place.__getitem__):
            losing[sides - fits[choice]].append(choice)
        if sides <= self.most or not fits:
            losing[sides] = [choice for choice in self.choices if choice not in fits]
        least = next((k for k, found in enumerate(losing) if found), sides)
        kind, blank = self.ground.kind, self.ground.blank
        levels: list[list[Candidate]] = []
        found: list[Candidate] = []
        for loss, choices in enumerate(losing):
            if loss <= max(self.most, least):
                found += [(choice, kind[choice], loss) for choice in choices]
            if loss == sides and self.ground.stock[kind[blank]]:
                found.append((blank, kind[blank], loss))
            levels.append(found[:])
        while len(levels) > 1 and levels[-1] == levels[-2]:
            del levels[-1]
        return levels
