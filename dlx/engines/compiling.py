"""Compiling in a process of its own, which can be ended at once.

A compiler works for seconds without looking up, so that Ctrl-C would have to wait for
it.  The other process leaves what it has compiled on disk, where numba looks for it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

__all__ = ["compile_first", "is_compiled", "warm"]

#: So often we look whether the compiler has come to its end.
PAUSE = 0.05

#: What the other process runs, to find the same modules as this one.
PROGRAM = ("import sys; sys.path[:] = {path!r}; "
           "from dlx.engines.compiling import warm; warm()")


def compile_first() -> None:
    """Have the code of `words` compiled, unless it is on disk.

    Whatever goes wrong there is met again, and said, where the code is used.

    Examples
    --------
    >>> compile_first()
    """
    from . import compiled

    if all(map(is_compiled, (compiled.fill, compiled.enter, compiled.search_slice))):
        return
    import subprocess  # which takes longer to load than to see that it is not needed

    program = PROGRAM.format(path=[str(Path(place).absolute()) for place in sys.path])
    quiet = subprocess.DEVNULL
    try:
        process = subprocess.Popen([sys.executable, "-c", program], stdin=quiet,
                                   stdout=quiet, stderr=quiet)
    except OSError:
        return
    try:
        while process.poll() is None:
            try:
                process.wait(PAUSE)
            except subprocess.TimeoutExpired:
                pass
    finally:
        process.kill()
        process.wait()


def is_compiled(function: Any) -> bool:
    """Tell whether a function that numba compiles is compiled, here or on disk.

    Examples
    --------
    >>> is_compiled(len)  # there is nothing to wait for
    True
    """
    try:
        if function.signatures:
            return True
        index = Path(function._cache.cache_path)
        name, source = function.py_func.__name__, function.py_func.__code__.co_filename
        return any(file.stat().st_mtime >= Path(source).stat().st_mtime
                   for file in index.glob(f"*.{name}-*.nbi"))
    except (AttributeError, OSError):  # another numba keeps its books elsewhere
        return True


def warm() -> None:
    """Use all of the code once, so that it is compiled and kept on disk.

    Examples
    --------
    >>> warm()
    """
    from ..problem import Problem
    from .words import Words

    engine = Words(Problem(["ab", "a", "b"]))
    list(engine.search())
    engine.restart((1, 0))
    list(engine.search())
