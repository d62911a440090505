"""``puzzles draw --out FILE.stl`` and ``.3mf``: the pieces as solids, to be printed."""

from __future__ import annotations

import argparse
import os

from dlx.errors import FormatError
from dlx.terminal import BAD_INPUT, FOUND, say
from reductions import PuzzleError
from reductions.packing_parts import Packing

from ..drawing import meshes
from ..drawing.printing import needed, printable
from ..files import PuzzleFile
from . import read
from .draw import find_layout

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
        content = printable(solids, os.path.splitext(arguments.out)[1].lower())
    except PuzzleError as error:
        raise FormatError(f"{file.name}: {error}") from None
    with open(arguments.out, "wb") as out:
        out.write(content)
    number = f"{len(solids)} piece{'s' * (len(solids) != 1)}"
    x, y, z = (max(line) for line in zip(*(solid.high for solid in solids)))
    say(
        f"puzzles: {file.name}: {number}, {x:.1f} x {y:.1f} x {z:.1f} mm, in "
        f"{arguments.out}"
    )
    return FOUND


def _solids(
    file: PuzzleFile, arguments: argparse.Namespace
) -> list[meshes.Solid] | int:
    """Return what is to be printed, or the exit code where there is no layout."""
    puzzle = file.puzzle
    if not isinstance(puzzle, Packing):
        raise PuzzleError(f"{puzzle.kind} has no pieces of cubes or squares to print")
    sizes = meshes.scale(
        puzzle,
        arguments.unit,
        arguments.gap,
        ratio=arguments.ratio,
        height=arguments.height,
    )
    if arguments.piece is not None:
        return [meshes.one(puzzle, arguments.piece, sizes)]
    if not arguments.assembled:
        return meshes.plate(puzzle, sizes)
    if not sizes.gap and arguments.out.lower().endswith(".stl"):
        raise PuzzleError(
            "gap: 0; pieces that touch are one lump in .stl; want more, or .3mf"
        )
    code, layout = find_layout(file, arguments)
    return code if layout is None else meshes.assembled(puzzle, layout, sizes)
