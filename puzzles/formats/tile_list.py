"""Plain lists of tiles: a tile a line, its edge symbols clockwise from the top.

Blank lines and comments from ``#`` on count for nothing.  The board is the square that
the tiles fill.  Where every symbol ends in H or T, those are heads and tails: a head
meets the tail of the same name.  Otherwise equal symbols meet.
"""

from __future__ import annotations

from dlx.errors import FormatError
from reductions import PuzzleError
from reductions.edge_matching import SIDES, parse as parse_edge_matching

from ..files import PuzzleFile

__all__ = ["parse"]


def parse(text: str, source: str) -> PuzzleFile:
    """Read a puzzle from a list of tiles.

    Raises
    ------
    FormatError
        If a line is not a tile; the message names it.

    Examples
    --------
    >>> parse("AH BH AT BT # 1\\nAT BT AH BH\\nAH AH BT BT\\nAT AT BH BH", "a").notes
    ('heads and tails (H, T) of the same name meet',)
    """
    tiles: list[list[str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        want = len(tiles[0]) if tiles and len(tiles[0]) in SIDES else 4
        if len(words) != want and (tiles or len(words) not in SIDES):
            raise FormatError(
                f"{source}:{number}: tile {len(tiles) + 1} has {len(words)} "
                f"edges, want {want} ({SIDES[want]})"
            )
        tiles.append(words)
    if not tiles:
        raise FormatError(f"{source}: there are no tiles; want one a line")
    symbols = list(dict.fromkeys(symbol for tile in tiles for symbol in tile))
    data: dict[str, object] = {"tiles": tiles}
    if len(tiles[0]) == 6:
        data["lattice"] = "hexagonal"
    if all(len(symbol) > 1 and symbol[-1] in "HT" for symbol in symbols):
        names = dict.fromkeys(symbol[:-1] for symbol in symbols)
        data["mates"] = [[f"{name}H", f"{name}T"] for name in names]
        note = "heads and tails (H, T) of the same name meet"
    else:
        note = "equal symbols meet"
    try:
        puzzle = parse_edge_matching(data)
    except PuzzleError as error:
        raise PuzzleError(f"{source}: {error}") from None
    return PuzzleFile(source, source, "", puzzle, {}, (note,))
