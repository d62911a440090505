"""An edge-matching puzzle in whole numbers: what the searches for a best board share.

A *board* is a list with a choice for each cell, in the order of the search.  A choice
is a kind of tile (equal tiles are one kind) in one of its ways to lie; the last one,
`Ground.blank`, leaves the cell empty.  Every inner side whose two symbols are no mates
is *lost*; so is every inner side of an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..edge_matching import EdgeMatching, decode, placements
from ..edge_matching_geometry import inner_sides, shown_by
from ..lattice import Cell
from ..layout import Layout, Placement

__all__ = ["Ground", "Meeting"]

Board = list[int]


class Meeting(NamedTuple):
    """A side at which a cell meets one that comes earlier in the order of the search.

    Attributes
    ----------
    side : int
        Its number, at the cell.
    cell : int
        The place of the earlier cell in the order.
    across : int
        The number of the side, at the earlier cell.
    """

    side: int
    cell: int
    across: int


class Ground:
    """Number the cells, the choices and the symbols of a puzzle.

    Parameters
    ----------
    puzzle : EdgeMatching
    options : sequence of Placement, optional
        What may be chosen; by default all placements.

    Attributes
    ----------
    cells : list of Cell
        In the order of the search: fixed tiles first, then row by row, or column by
        column if that is shorter.
    meetings : list of list of Meeting
        Of each cell, with earlier ones.
    choices : list of list of int
        Of each cell; without the blank.
    alike : list of int
        Of each cell, the first with the same choices.
    kind : list of int
        The kind of tile of each choice.
    stock : list of int
        How many tiles there are of each kind; the last one is none.
    shows : list of list of int
        What each choice shows at each side (side -> choice -> symbol).
    wants : list of list of int
        What a neighbor must show there; what is never shown, if nothing fits.
    mate : list of int
        The mate of each symbol; what is never shown, if it has none.
    symbols : int
        All numbers in `shows` and `wants` are below this.
    blank : int
        The choice to leave a cell empty; its kind is in stock only if the tiles cannot
        fill the board.
    possible : int
        How many inner sides there are.
    first : Board
        Some board.
    """

    def __init__(
        self, puzzle: EdgeMatching, options: Sequence[Placement] | None = None
    ) -> None:
        self.puzzle = puzzle
        self._number(
            _allowed(puzzle, placements(puzzle) if options is None else options)
        )
        self._arrange()
        self.possible = sum(map(len, self.meetings))
        self.first = self._assigned()

    def _number(self, allowed: list[tuple[Placement, tuple[str, ...]]]) -> None:
        """Number the kinds, choices and symbols.

        Tiles are of one kind if they may show the same on the same cells.
        """
        looks: dict[str, list[tuple[Cell, tuple[str, ...]]]] = {}
        for placement, around in allowed:
            looks.setdefault(placement.piece, []).append((placement.cells[0], around))
        kinds: dict[frozenset[tuple[Cell, tuple[str, ...]]], int] = {}
        kind_of = {
            name: kinds.setdefault(frozenset(look), len(kinds))
            for name, look in looks.items()
        }
        self.stock = [0] * (len(kinds) + 1)
        for kind in kind_of.values():
            self.stock[kind] += 1
        numbers: dict[tuple[int, tuple[str, ...]], int] = {}
        self._choices: dict[Cell, dict[int, None]] = {c: {} for c in self.puzzle.cells}
        self._ways: dict[tuple[int, Cell], list[Placement]] = {}
        for placement, around in allowed:
            (cell,), kind = placement.cells, kind_of[placement.piece]
            choice = numbers.setdefault((kind, around), len(numbers))
            self._choices[cell][choice] = None
            self._ways.setdefault((choice, cell), []).append(placement)
        self.blank = len(numbers)
        self.kind = [kind for kind, _ in numbers] + [len(kinds)]
        self._name_symbols([around for _, around in numbers])

    def _name_symbols(self, arounds: Sequence[tuple[str, ...]]) -> None:
        mates = dict(self.puzzle.mates)
        used = dict.fromkeys(symbol for around in arounds for symbol in around)
        number = {symbol: k for k, symbol in enumerate(used)}
        unseen = len(used)  # what no neighbor can show
        self.symbols = unseen + 2
        sides = range(len(self.puzzle.lattice.sides))
        self.shows = [
            [number[a[side]] for a in arounds] + [unseen + 1] for side in sides
        ]
        self.mate = [number.get(mates.get(symbol, ""), unseen) for symbol in used]
        self.wants = [
            [self.mate[symbol] for symbol in shown[:-1]] + [unseen]
            for shown in self.shows
        ]

    def _arrange(self) -> None:
        """Bring the cells into the order in which the fewest sides are open at once."""
        meets = _meets(self.puzzle)
        fast = [cell for cell, found in self._choices.items() if len(found) == 1]
        rows = sorted(self.puzzle.cells)
        columns = sorted(self.puzzle.cells, key=lambda cell: cell[::-1])
        orders = [dict.fromkeys([*fast, *cells]) for cells in (rows, columns)]
        self.cells = list(min(orders, key=lambda order: _widest(list(order), meets)))
        place = {cell: k for k, cell in enumerate(self.cells)}
        self.meetings = [
            [
                Meeting(side, place[other], across)
                for side, other, across in meets[cell]
                if place[other] < place[cell]
            ]
            for cell in self.cells
        ]
        self.choices = [list(self._choices[cell]) for cell in self.cells]
        sorts: dict[tuple[int, ...], int] = {}
        self.alike = [
            sorts.setdefault(tuple(choices), cell)
            for cell, choices in enumerate(self.choices)
        ]

    def _assigned(self) -> Board:
        """Return a board with as many tiles as can lie on it, wherever they match.

        Cells take tiles one by one; a cell without a free tile makes others change
        theirs along a shortest chain (a maximum matching, by augmenting paths).
        """
        kinds = [
            {self.kind[choice]: choice for choice in reversed(found)}
            for found in self.choices
        ]
        held = [-1] * len(self.cells)
        for start in range(len(self.cells)):
            _augment(start, kinds, held, self.stock)
        board = [
            self.blank if kind < 0 else kinds[cell][kind]
            for cell, kind in enumerate(held)
        ]
        self.stock[-1] = len(board) if self.blank in board else 0
        return board

    def lost(self, board: Board) -> int:
        """Return how many inner sides do not match."""
        return sum(
            self.shows[side][board[cell]] != self.wants[across][board[earlier]]
            for cell, meetings in enumerate(self.meetings)
            for side, earlier, across in meetings
        )

    def layout(self, board: Board) -> Layout:
        """Return the layout that a board stands for."""
        left: dict[int, Iterator[str]] = {}
        found = []
        for cell, choice in zip(self.cells, board):
            if choice == self.blank:
                continue
            ways = {way.piece: way for way in self._ways[choice, cell]}
            names = left.setdefault(self.kind[choice], iter(ways))
            found.append(ways[next(names)])
        return decode(self.puzzle, found)


def _allowed(
    puzzle: EdgeMatching, options: Sequence[Placement]
) -> list[tuple[Placement, tuple[str, ...]]]:
    """Return the placements that may be chosen, each with the symbols around.

    Where a tile is fixed, no other lies.
    """
    tiles = {tile.name: tile for tile in puzzle.tiles}
    fast = {entry.cell: entry.tile for entry in puzzle.fixed}
    shown: dict[tuple[str, int | None, bool], tuple[str, ...]] = {}
    found = []
    for placement in options:
        piece, (cell,), turns, flipped = placement
        if fast.get(cell, piece) == piece:
            way = piece, turns, flipped
            if way not in shown:
                shown[way] = shown_by(puzzle, tiles[piece], placement)
            found.append((placement, shown[way]))
    return found


def _meets(puzzle: EdgeMatching) -> dict[Cell, list[tuple[int, Cell, int]]]:
    """Return at which side each cell meets which other at which of its sides."""
    ends: dict[str, list[tuple[Cell, int]]] = {}
    for cell, sides in inner_sides(puzzle).items():
        for side in sides:
            ends.setdefault(side.item, []).append((cell, side.number))
    found: dict[Cell, list[tuple[int, Cell, int]]] = {c: [] for c in puzzle.cells}
    for (one, number), (other, across) in ends.values():
        found[one].append((number, other, across))
        found[other].append((across, one, number))
    return found


def _widest(
    order: Sequence[Cell], meets: dict[Cell, list[tuple[int, Cell, int]]]
) -> tuple[int, int]:
    """Return how many sides are open at once in an order: at most, and in all."""
    place = {cell: k for k, cell in enumerate(order)}
    most = total = open_sides = 0
    for cell in order:
        for _, other, _ in meets[cell]:
            open_sides += 1 if place[other] > place[cell] else -1
        most, total = max(most, open_sides), total + open_sides
    return most, total


def _augment(
    start: int, kinds: Sequence[dict[int, int]], held: list[int], stock: Sequence[int]
) -> None:
    """Give a cell a tile if that can be, changing those of others where needed.

    Parameters
    ----------
    start : int
        The cell.
    kinds : sequence of dict
        The kinds of tile that each cell may hold.
    held : list of int
        The kind that each cell holds, -1 for none; to be changed.
    stock : sequence of int
        How many tiles there are of each kind.
    """
    holders: list[list[int]] = [[] for _ in stock]
    for cell, kind in enumerate(held):
        if kind >= 0:
            holders[kind].append(cell)
    came: dict[int, int] = {}  # kind -> the cell that would take it
    queue = [start]
    for cell in queue:
        for kind in kinds[cell]:
            if kind in came:
                continue
            came[kind] = cell
            if len(holders[kind]) < stock[kind]:
                while kind >= 0:
                    taker = came[kind]
                    kind, held[taker] = held[taker], kind
                return
            queue += holders[kind]
