"""What a name at the command line stands for: a file of Knuth's, or more by a plug-in.

An installed distribution may have entry points in the group ``dlx.subjects``: functions
from a name or path to a `Subject`, which raise an error that names the file and what is
wrong with it.  They are looked up only where there is no file of Knuth's of that name.
"""

from __future__ import annotations

import os

from .. import text
from ..errors import FormatError
from . import Subject

__all__ = ["GROUP", "subject"]

GROUP = "dlx.subjects"

#: Text with such an ending may be a file of Knuth's, or any other.
ANYTHING = ("", ".txt")


def subject(path: str) -> Subject:
    """Return what a name stands for.

    Parameters
    ----------
    path : str
        A file, or whatever a plug-in knows by that name.

    Returns
    -------
    Subject

    Raises
    ------
    FormatError
        If nobody can read it; where it ends in ``.dlx``, it is Knuth's and no other.
    OSError
        If the file cannot be opened.

    Examples
    --------
    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "toy.dlx")
    >>> from dlx import Problem
    >>> text.dump(Problem(["ab", "a"]), path)
    >>> subject(path).title
    'toy.dlx'
    """
    end = os.path.splitext(path)[1].lower()
    try:
        return Subject(os.path.basename(path), text.load(path))
    except FileNotFoundError:
        found = None if end == ".dlx" else _elsewhere(path)
        if found is None:
            raise
    except FormatError as error:
        try:
            found = None if end == ".dlx" else _elsewhere(path)
        except ValueError as other:
            if end not in ANYTHING:
                raise
            raise FormatError(f"{error}; or else {other}") from None
        if found is None:
            raise
    return found


def _elsewhere(path: str) -> Subject | None:
    """Ask the first plug-in that can be loaded."""
    from importlib.metadata import entry_points

    for point in sorted(entry_points(group=GROUP), key=lambda point: point.value):
        try:
            read = point.load()
        except (ImportError, AttributeError):  # left over from another version
            continue
        found: Subject | None = read(path)
        return found
    return None
