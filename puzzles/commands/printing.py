"""``puzzles draw --out FILE.stl`` and ``.3mf``: the pieces as solids, to be printed."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from dlx.errors import FormatError
from dlx.terminal import BAD_INPUT, FOUND, say
from reductions import PuzzleError
from reductions.clock import Clock
from reductions.packing_parts import Packing

from ..drawing import plates
from ..drawing.meshes import Solid
from ..drawing.printing import needed, printable
from ..files import PuzzleFile
from . import read
from .draw import find_layout
from .progress import progress

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Write the pieces as solids, and return the exit code."""
    try:
        needed()
    except ModuleNotFoundError as error:
        say(f"puzzles: {error}")
        return BAD_INPUT
    file = read(arguments)
    try:
        solids = _solids(file, arguments)
        if isinstance(solids, int):
            return solids
        with progress("making solids", "pieces", len(solids)) as bar:
            content = printable(
                solids, os.path.splitext(arguments.out)[1].lower(), bar.tick
            )
    except PuzzleError as error:
        raise FormatError(f"{file.name}: {error}") from None
    with open(arguments.out, "wb") as out:
        out.write(content)
    _say_notes(file, [solid.name for solid in solids])
    number = f"{len(solids)} piece{'s' * (len(solids) != 1)}"
    x, y, z = (max(line) for line in zip(*(solid.high for solid in solids)))
    say(
        f"puzzles: {file.name}: {number}, {x:.1f} x {y:.1f} x {z:.1f} mm, in "
        f"{arguments.out}"
    )
    return FOUND


def _solids(file: PuzzleFile, arguments: argparse.Namespace) -> list[Solid] | int:
    """Return what is to be printed, or the exit code where there is no layout."""
    puzzle = file.puzzle
    if not isinstance(puzzle, Packing):
        raise PuzzleError(f"{puzzle.kind} has no pieces of cubes or squares to print")
    sizes = plates.scale(
        puzzle,
        12.0 if arguments.unit is None else arguments.unit,
        0.1 if arguments.gap is None else arguments.gap,
        ratio=arguments.ratio,
        height=arguments.height,
    )
    if arguments.piece is not None:
        return [plates.one(puzzle, arguments.piece, sizes)]
    if not arguments.assembled:
        return plates.plate(puzzle, sizes)
    if not sizes.gap and arguments.out.lower().endswith(".stl"):
        raise PuzzleError(
            "gap: 0; pieces that touch are one lump in .stl; want more, or .3mf"
        )
    code, chosen = find_layout(file, arguments, Clock(arguments.timeout))
    if chosen.layout is None:
        return code
    return plates.assembled(puzzle, chosen.layout, sizes)


def _say_notes(file: PuzzleFile, names: Sequence[str]) -> None:
    """Say what is not as a person may expect."""
    puzzle = file.puzzle
    if not isinstance(puzzle, Packing):
        return
    cells = {name: p.cells for p in puzzle.pieces for name in (p.name, *p.names)}
    gaps = sum(
        len(plates.whole(puzzle, name, cells[name])) - len(cells[name])
        for name in names
    )
    if gaps:
        say(
            f"puzzles: {file.name}: each long plate is one bar, over {gaps} gaps in "
            "all; that may lock pieces which would come apart without"
        )
    loose = [p for p in puzzle.pieces if p.bounds[0] < p.bounds[1] or not p.number]
    if loose and len(names) > 1:
        say(
            f"puzzles: {file.name}: piece {loose[0].name} may be used more or less "
            "often; a plate holds as many as must be used, and at least one"
        )
