"""Plain lists of tiles: a tile a line, its edge symbols clockwise from the top.

Blanks or commas separate symbols; where commas do, blanks within a symbol count for
nothing.  Where all symbols are letters, a tile may be one word (``abCD``).  Tiles may
have names; then a line before the first is the title, another may name what the edges
show, and in lists with such names edges run counter-clockwise::

    Lion, Tiger, Panther, Leopard Puzzle
    Pictures: L, T, P, C
    1: C H, P T, T T, L T

A tile with a back has its symbols after a stroke, ``a b c d / e f g h``, as one sees
them after turning the tile over to the side.

Blank lines and comments from ``#`` on count for nothing, but for some that we write and
read again::

    # edges: clockwise from the top
    # mates: heads-and-tails
    # size: 3 x 3

``edges`` may run counter-clockwise; ``mates`` is a rule (``equal``, ``case``,
``signs``, ``heads-and-tails``) or pairs (``FWT SWB, FWB SWT``).  Without such comments
the symbols tell which of them meet, and the board is the square that the tiles fill;
seven hexagons lie around one, and triangles make up a large one.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

from dlx.errors import FormatError, one_line, shown, suggestion
from reductions import PuzzleError
from reductions.edge_matching import SIDES, EdgeMatching
from reductions.edge_matching import parse as parse_edge_matching
from reductions.edge_matching import state
from reductions.edge_matching_data import RULES

from ..files import PuzzleFile
from .bordered import few, is_framed
from .tile_symbols import Symbol, found_mates

__all__ = ["ABOUT", "parse", "reads", "write"]

ABOUT = "a list of tiles, one a line"

#: A text with longer words is not taken for a list of tiles.
LONGEST = 15

NAMED = re.compile(r"\s*([^\s:,]+)\s*:\s*(\S.*)")
PICTURES = re.compile(r"\s*(?:pictures|symbols|colou?rs)\s*:\s*(.*)", re.I)
STATED = re.compile(r"#\s*(edges|mates|size)\s*:\s*(.*)")
SIZE = re.compile(r"([0-9]{1,4}) x ([0-9]{1,4})")

CLOCKWISE = "clockwise from the top"
COUNTER = "counter-clockwise from the top"

LATTICES = {3: "triangular", 4: "square", 6: "hexagonal"}


class Line(NamedTuple):
    """A tile: where it stands, its name, and its symbols in the order listed.

    After a stroke those of its back, if it has one of its own.
    """

    where: str
    name: str
    symbols: list[str]
    back: list[str]


class Listing(NamedTuple):
    """What a text says.

    Attributes
    ----------
    title : str
    pictures : list of str
        The names of what the edges show; empty where the text does not tell.
    tiles : list of Line
    stated : dict
        What comments say, after where they stand.
    """

    title: str
    pictures: list[str]
    tiles: list[Line]
    stated: dict[str, tuple[str, str]]


def reads(text: str) -> bool:
    """Tell whether every line has as many symbols as a tile has sides.

    Symbols are short: a Sudoku in one word, with a note, is none.  Numbers with a
    border around are rather an Eternity II text, three columns of 0 and 1 a matrix.
    """
    if re.search(r"(?m)^[^#\n]* = ", text):
        return False  # keys of our own format
    try:
        listing = _listing(text, "")
    except FormatError:
        return False
    tiles = [tile.symbols for tile in listing.tiles]
    framed = is_framed(tiles) and "mates" not in listing.stated
    used = {symbol for tile in tiles for symbol in tile}
    bits = used <= {"0", "1"}
    if framed and not bits or max(map(len, used)) > LONGEST:
        return False
    widths = {len(tile) for tile in tiles}
    return len(widths) == 1 and not (bits and widths == {3})


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
    listing = _listing(text, source)
    tiles = listing.tiles
    notes: list[str] = []
    sides = len(tiles[0].symbols)
    order = _order(listing, source, edges, sides, notes)
    data: dict[str, Any] = {
        "lattice": LATTICES[sides],
        "tiles": {
            tile.name: " / ".join(
                " ".join([face[order.index(side)] for side in range(sides)])
                for face in (tile.symbols, tile.back)
                if face
            )
            for tile in tiles
        },
    }
    if "size" in listing.stated:
        data["size"] = _size(*listing.stated["size"])
    elif sides == 6 and len(tiles) == 7:
        data["board"] = [".##", "###", ".##"]
        notes.append("six hexagons lie around one")
    data["mates"] = _mates(listing, notes)
    try:
        puzzle = parse_edge_matching(data)
    except PuzzleError as error:
        message = str(error)
        if message.startswith("size:") and "size" not in data:
            message = (
                f"{len(tiles)} tiles do not fill a square; is a line missing?  "
                "For another board add a line such as # size: 3 x 4"
            )
        raise PuzzleError(f"{source}: {message}") from None
    notes += _lonely(puzzle)
    return [PuzzleFile(source, listing.title or source, "", puzzle, {}, tuple(notes))]


def write(file: PuzzleFile) -> str:
    """Return a puzzle as a list of tiles, with comments that say how to read it.

    Raises
    ------
    FormatError
        If the puzzle has what a list cannot say.
    """
    puzzle = file.puzzle
    if not isinstance(puzzle, EdgeMatching):
        raise FormatError(f"{file.name}: a list of tiles cannot hold {puzzle.kind}")
    data = state(puzzle)
    for key in data:
        backs = key == "flip" and all(tile.back for tile in puzzle.tiles)
        if key not in ("lattice", "size", "board", "tiles", "mates") and not backs:
            raise FormatError(
                f"{file.name}: a list of tiles cannot say {key}; write .toml instead"
            )
    lines = [f"# {one_line(file.title)}", f"# edges: {CLOCKWISE}"]
    lines += ["# mates: " + _written_mates(puzzle)]
    lines += _written_board(file, data)
    plain = [tile.name for tile in puzzle.tiles] == [
        str(number) for number in range(1, len(puzzle.tiles) + 1)
    ]
    for tile in puzzle.tiles:
        for word in (tile.name, *tile.edges, *tile.back):
            if set(word) & set("#,:") or not word.isprintable():
                raise FormatError(
                    f"{file.name}: a list of tiles cannot hold {shown(word)}, in which "
                    "a sign has a meaning of its own; write .toml instead"
                )
        faces = " / ".join(" ".join(face) for face in tile[1:] if face)
        lines.append(("" if plain else f"{tile.name}: ") + faces)
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------- lines


def _listing(text: str, source: str) -> Listing:
    rows = []
    stated = {}
    pictures: list[str] = []
    for number, whole in enumerate(text.split("\n"), 1):
        said = STATED.fullmatch(whole.strip())
        if said:
            stated[said[1]] = f"{source}:{number}", said[2]
        line = whole.partition("#")[0].strip()
        heading = PICTURES.fullmatch(line)
        if heading:
            pictures = heading[1].replace(",", " ").split()
        elif line:
            rows.append((number, line))
    few(len(rows), source)
    named = [NAMED.fullmatch(line) is not None for _, line in rows]
    first = named.index(True) if True in named else 0
    title = rows[0][1] if first else ""
    tiles = _tiles(rows[first:], True in named, source)
    return Listing(title, pictures, tiles, stated)


def _tiles(rows: list[tuple[int, str]], named: bool, source: str) -> list[Line]:
    if not rows:
        raise FormatError(f"{source}: there are no tiles; want one a line")
    spelled = all(line.isalpha() and len(line) in SIDES for _, line in rows)
    tiles: list[Line] = []
    seen: set[str] = set()
    for place, (number, line) in enumerate(rows, 1):
        name = str(place)
        found = NAMED.fullmatch(line)
        if found:
            name, line = found[1], found[2]
        elif named:
            raise FormatError(f"{source}:{number}: want the name of a tile, as in 1: …")
        if name in seen:
            raise FormatError(f"{source}:{number}: tile {name} is in the list already")
        seen.add(name)
        where = f"{source}:{number}: tile {name}"
        front, stroke, back = line.partition(" / ")
        symbols = list(line) if spelled else _symbols(front)
        tiles.append(Line(where, name, symbols, _symbols(back) if stroke else []))
    numbers = Counter(len(tile.symbols) for tile in tiles)
    first = len(tiles[0].symbols)
    want = max(SIDES, key=lambda sides: (numbers[sides], sides == first, sides == 4))
    for tile in tiles:
        for face, symbols in (("", tile.symbols), (" on its back", tile.back)):
            if len(symbols) != want and (symbols or not face):
                raise FormatError(
                    f"{tile.where} has {len(symbols)} edges{face}, want {want} "
                    f"({SIDES[want]})"
                )
    return tiles


def _symbols(line: str) -> list[str]:
    """Return the symbols of a line; ``+3`` is 3."""
    parts = line.strip(", \t").split(",") if "," in line else line.split()
    symbols = ["".join(part.split()) for part in parts]
    return [re.sub(r"^\+(?=[0-9]+$)", "", symbol) for symbol in symbols]


# ------------------------------------------------------------------- how to read them


def _order(
    listing: Listing, source: str, edges: str, sides: int, notes: list[str]
) -> list[int]:
    """Return on which side each symbol of a line lies, clockwise from the top."""
    where, said = listing.stated.get("edges", ("", ""))
    if edges:
        where, said = f"{source}: --edges", edges
    if not said and listing.pictures:
        said = COUNTER
        notes.append(
            f"edges are read {COUNTER}, as lists with the names of pictures are"
        )
    word = " ".join(said.lower().split()).replace("anticlock", "counter-clock")
    if word in ("", "clockwise", CLOCKWISE):
        return list(range(sides))
    if word in ("counter-clockwise", "counterclockwise", COUNTER):
        return [-side % sides for side in range(sides)]
    letters = "".join(word.upper().split())
    if sides == 4 and sorted(letters) == sorted("NESW"):
        return ["NESW".index(letter) for letter in letters]
    raise FormatError(
        f"{where}: {shown(said)}; want clockwise, counter-clockwise"
        + (" or the order, such as N E S W" if sides == 4 else "")
    )


def _size(where: str, said: str) -> list[int]:
    found = SIZE.fullmatch(said)
    if not found:
        raise FormatError(f"{where}: the size is {shown(said)}; want it as in 3 x 4")
    return [int(found[1]), int(found[2])]


def _written_board(file: PuzzleFile, data: dict[str, Any]) -> list[str]:
    """Return the size as a comment, where a reader would not find it."""
    if "size" in data:
        return ["# size: {} x {}".format(*data["size"])]
    default = dict(data)
    del default["board"]
    try:
        same = parse_edge_matching(default)._replace(mates=()) == (
            parse_edge_matching(data)._replace(mates=())
        )
    except PuzzleError:
        same = False
    if same or data["board"] == [".##", "###", ".##"] and len(data["tiles"]) == 7:
        return []
    raise FormatError(
        f"{file.name}: a list of tiles cannot hold a board that is drawn; write .toml "
        "instead"
    )


def _mates(listing: Listing, notes: list[str]) -> Any:
    """Return which symbols fit together, as data: as stated, or as found."""
    symbols = [
        Symbol(symbol, tile.where)
        for tile in listing.tiles
        for symbol in tile.symbols + tile.back
    ]
    for symbol in symbols:
        name = symbol.text[:-1] if symbol.text[-1:] in ("H", "T") else symbol.text
        if listing.pictures and name not in listing.pictures:
            raise FormatError(
                f"{symbol.where} has {shown(name)}, which is none of the pictures "
                f"{', '.join(listing.pictures)}" + suggestion(name, listing.pictures)
            )
    if "mates" not in listing.stated:
        mates, note = found_mates(symbols)
        notes.append(note)
        return mates or "equal"
    where, said = listing.stated["mates"]
    if said in RULES:
        return said
    pairs = [pair.split() for pair in said.split(",")]
    if not all(len(pair) == 2 for pair in pairs):
        raise FormatError(
            f"{where}: the mates are {shown(said)}; want {', '.join(RULES)}, or pairs "
            "such as A B, C D" + suggestion(said, RULES)
        )
    return pairs


def _written_mates(puzzle: EdgeMatching) -> str:
    """Return the rule by which symbols have mates, if there is one, or the pairs."""
    for rule in RULES:
        stated = {**state(puzzle), "mates": rule}
        try:
            if dict(parse_edge_matching(stated).mates) == dict(puzzle.mates):
                return rule
        except PuzzleError:
            continue
    pairs = dict.fromkeys(min(pair, pair[::-1]) for pair in puzzle.mates)
    return ", ".join(" ".join(pair) for pair in pairs)


def _lonely(puzzle: EdgeMatching) -> list[str]:
    """Return a note for each symbol whose mate is on no tile."""
    tile_of = {
        symbol: tile.name for tile in puzzle.tiles for symbol in tile.edges + tile.back
    }
    return [
        f"no tile has {mate}, the mate of {symbol} (tile {tile_of[symbol]}): that "
        "edge can only lie outside"
        + suggestion(symbol, [other for other in tile_of if other != symbol])
        for symbol, mate in puzzle.mates
        if symbol in tile_of and mate not in tile_of
    ]
