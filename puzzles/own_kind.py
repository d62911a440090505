"""A kind of puzzle of one's own: a module in a file that the command line names.

A module is a program and is run; so only who starts the command says which one, with
``--kind FILE.py``, and never the file of a puzzle.  ``stars.py`` is the kind ``stars``,
``all_intervals.py`` the kind ``all-intervals``; `reductions.kinds.Kind` says what it
provides, and `reductions.simple` has what many need not write themselves.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, NoReturn, cast

from dlx.errors import DlxError, FormatError
from reductions import KINDS, PuzzleError
from reductions.kinds import Kind, missing

__all__ = ["OwnKind", "load_kind", "one_line_errors"]


class OwnKind(NamedTuple):
    """A kind that was read from a file: its name, its module, and the file."""

    name: str
    module: Kind
    path: str


def load_kind(path: str) -> OwnKind:
    """Run a module and return it as a kind of puzzle.

    Parameters
    ----------
    path : str
        Its file.  What it says is done: give only what you trust.

    Returns
    -------
    OwnKind

    Raises
    ------
    FormatError
        If it does not run, or lacks something; the message names the file, and the
        line where there is one.
    OSError
        If the file cannot be read.
    """
    from importlib.util import module_from_spec, spec_from_file_location

    stem, end = os.path.splitext(os.path.basename(path))
    if end != ".py" or not stem.isidentifier():
        raise FormatError(f"{path}: want a Python module, such as stars.py")
    name = stem.replace("_", "-")
    if name in dict(KINDS):
        raise FormatError(f"{path}: there is a kind {name} already; rename the file")
    open(path, "rb").close()  # else its loader would say in its own way what is wrong
    spelled = re.sub(r"\W", "_", os.path.abspath(path))
    spec = spec_from_file_location(f"own_kind{spelled}", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where `kind_of` finds the kind of its puzzles
    with one_line_errors(path):
        spec.loader.exec_module(module)
    lacking = missing(module)
    if lacking:
        raise FormatError(
            f"{path}: it lacks {', '.join(lacking)}; reductions.kinds.Kind says what "
            "they are, reductions.simple has some to import"
        )
    return OwnKind(name, cast(Kind, module), path)


@contextmanager
def one_line_errors(path: str) -> Iterator[None]:
    """Turn what goes wrong in a module of one's own into a line that names its place.

    Errors that are meant for the user pass as they are.

    Parameters
    ----------
    path : str
        The file of the module; nothing, if there is none.
    """
    try:
        yield
    except Exception as error:
        if not path or isinstance(error, (DlxError, PuzzleError)):
            raise
        _blame(path, error)


def _blame(path: str, error: Exception) -> NoReturn:
    home = os.path.abspath(path)
    if isinstance(error, SyntaxError) and error.filename == home:
        raise FormatError(f"{path}:{error.lineno}: {error.msg}") from None
    lines, place, trace = [], "", error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if os.path.abspath(file) == home:
            lines.append(trace.tb_lineno)
        place = f"{os.path.basename(file)}:{trace.tb_lineno}"
        trace = trace.tb_next
    text = f"{type(error).__name__}: {error}".replace("\n", " ")
    if lines:
        raise FormatError(f"{path}:{lines[-1]}: {text}") from None
    if isinstance(error, (OSError, MemoryError, ValueError, ImportError)):
        raise error  # ours, and meant for the user, too
    raise FormatError(
        f"{path}: something that it provides is not as reductions.kinds.Kind says: "
        f"{text} (at {place})"
    ) from None
