"""Plain lists of tiles: a tile a line, its edge symbols clockwise from the top.

Blank lines and comments from ``#`` on count for nothing; commas are blanks.  The board
is the square that the tiles fill; seven hexagons lie around one.  Where every symbol
ends in H or T, those are heads and tails: a head meets the tail of the same name.
Otherwise equal symbols meet.
"""

from __future__ import annotations

from dlx.errors import FormatError, shown
from reductions import PuzzleError
from reductions.edge_matching import SIDES, EdgeMatching
from reductions.edge_matching import parse as parse_edge_matching

from ..files import PuzzleFile

__all__ = ["ABOUT", "parse", "reads"]

ABOUT = "a list of tiles, one a line"

#: A text with longer words is not taken for a list of tiles.
LONGEST = 15


def reads(text: str) -> bool:
    """Tell whether every line has as many symbols as a tile has sides.

    Symbols are short: a Sudoku in one word, with a note, is none.
    """
    plain = (line.partition("#")[0].replace(",", " ") for line in text.split("\n"))
    tiles = [line.split() for line in plain if line.strip()]
    return {len(tile) for tile in tiles} in ({4}, {6}) and all(
        len(symbol) <= LONGEST for tile in tiles for symbol in tile
    )


def parse(text: str, source: str, edges: str = "") -> list[PuzzleFile]:
    """Read a puzzle from a list of tiles.

    Raises
    ------
    FormatError
        If a line is not a tile; the message names it.

    Examples
    --------
    >>> parse("AH BH AT BT # 1\\nAT BT AH BH\\nAH AH BT BT\\nAT AT BH BH", "a")[0].notes
    ('heads and tails (H, T) of the same name meet',)
    """
    tiles: list[list[str]] = []
    numbers: list[int] = []  # the lines of the tiles
    for number, line in enumerate(text.split("\n"), 1):
        words = line.partition("#")[0].replace(",", " ").split()
        if not words:
            continue
        want = len(tiles[0]) if tiles and len(tiles[0]) in SIDES else 4
        if len(words) != want and (tiles or len(words) not in SIDES):
            raise FormatError(
                f"{source}:{number}: tile {len(tiles) + 1} has {len(words)} "
                f"edges, want {want} ({SIDES[want]})"
            )
        tiles.append(words)
        numbers.append(number)
    if not tiles:
        raise FormatError(f"{source}: there are no tiles; want one a line")
    data: dict[str, object] = {"tiles": tiles}
    notes = []
    if len(tiles[0]) == 6:
        data["lattice"] = "hexagonal"
        if len(tiles) == 7:
            data["board"] = [".##", "###", ".##"]
            notes.append("six hexagons lie around one")
    if _has_heads_and_tails(tiles, numbers, source):
        names = dict.fromkeys(symbol[:-1] for tile in tiles for symbol in tile)
        data["mates"] = [[f"{name}H", f"{name}T"] for name in names]
        notes.append("heads and tails (H, T) of the same name meet")
    else:
        notes.append("equal symbols meet")
    try:
        puzzle = parse_edge_matching(data)
    except PuzzleError as error:
        message = str(error)
        if message.startswith("size:"):
            message = (
                f"{len(tiles)} tiles do not fill a square; is a line missing?  "
                "Another board needs a file of our own: puzzles new edge-matching"
            )
        raise PuzzleError(f"{source}: {message}") from None
    return [PuzzleFile(source, source, "", puzzle, {}, (*notes, *_lonely(puzzle)))]


def _has_heads_and_tails(
    tiles: list[list[str]], numbers: list[int], source: str
) -> bool:
    """Tell whether all symbols end in H or T; refuse it if only some few do not."""
    strange = [
        (number, tile, symbol)
        for number, (tile, symbols) in zip(numbers, enumerate(tiles, 1))
        for symbol in symbols
        if len(symbol) < 2 or symbol[-1] not in "HT"
    ]
    if not strange:
        return True
    symbols = {symbol for tile in tiles for symbol in tile}
    paired = any(
        symbol[:-1] + "T" in symbols for symbol in symbols if symbol[-1] == "H"
    )
    rest = sum(map(len, tiles)) - len(strange)
    if paired and rest >= 3 * len(strange):
        number, tile, symbol = strange[0]
        raise FormatError(
            f"{source}:{number}: tile {tile} has {shown(symbol)}, which "
            f"ends in neither H nor T, while {rest} others do"
        )
    return False


def _lonely(puzzle: EdgeMatching) -> list[str]:
    """Return a note for each symbol whose mate is on no tile."""
    tile_of = {symbol: tile.name for tile in puzzle.tiles for symbol in tile.edges}
    return [
        f"no tile has {mate}, the mate of {symbol} (tile {tile_of[symbol]}): that "
        "edge can only lie outside"
        for symbol, mate in puzzle.mates
        if symbol in tile_of and mate not in tile_of
    ]
