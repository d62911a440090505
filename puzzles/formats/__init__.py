"""Formats of puzzle files, one module each.

A module has ``parse(text, source) -> PuzzleFile``; which one reads a file is found by
the file's content.
"""

from __future__ import annotations

import re

from ..files import PuzzleFile

__all__ = ["parse"]


def parse(text: str, source: str) -> PuzzleFile:
    """Read a puzzle in any format.

    Parameters
    ----------
    text : str
    source : str
        What messages call it; a name that ends in ``.toml`` says that it is our own.

    Raises
    ------
    FormatError, PuzzleError
        If it cannot be read; the message names `source`, and the line or the key.
    """
    if source.endswith(".toml") or re.search(
        r"^[ \t]*(\[\w+\][ \t]*$|[\w.-]+[ \t]*=)", text, re.M
    ):
        from . import own

        return own.parse(text, source)
    from . import tile_list

    return tile_list.parse(text, source)
