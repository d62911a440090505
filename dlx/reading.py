"""From a file to text: its bytes, as many as there may be, and what they spell."""

from __future__ import annotations

import os
import stat
import time

from .errors import FormatError

__all__ = ["MOST_BYTES", "contents", "decoded"]

#: Larger files are refused (256 MiB).
MOST_BYTES = 2**28

#: For so many seconds we wait for a pipe into which nothing is written.
PATIENCE = 10.0


def contents(path: str | os.PathLike[str], most: int) -> bytes:
    """Return the first bytes of a file, so many at most.

    A pipe is waited for as long as something comes out of it now and then.

    Raises
    ------
    FormatError
        If nothing does.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> contents(os.devnull, 10)
    b''
    """
    if not (hasattr(os, "O_NONBLOCK") and stat.S_ISFIFO(os.stat(path).st_mode)):
        with open(path, "rb") as file:
            return file.read(most)
    # To open a pipe in the ordinary way waits until somebody opens its other end.
    pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        return _drained(pipe, most, os.fspath(path))
    finally:
        os.close(pipe)


def _drained(pipe: int, most: int, source: str) -> bytes:
    """Return what comes out of a pipe, so many bytes at most."""
    data = b""
    end = time.monotonic() + PATIENCE
    while len(data) < most:
        try:
            more = os.read(pipe, min(2**16, most - len(data)))
            if data and not more:  # nobody holds its other end any more
                break
        except BlockingIOError:
            more = b""
        if more:
            data += more
            end = time.monotonic() + PATIENCE
        elif time.monotonic() > end:
            raise FormatError(f"{source}: nothing came out of this pipe for "
                              f"{PATIENCE:g} seconds")
        else:
            time.sleep(0.01)
    return data


def decoded(data: bytes, source: str) -> str:
    """Return the text of a file's bytes, whichever way its lines end.

    Raises
    ------
    FormatError
        If they are too many, or no text in UTF-8.

    Examples
    --------
    >>> decoded(b"A B\\r\\nA", "toy.dlx")
    'A B\\nA'
    """
    if len(data) > MOST_BYTES:
        raise FormatError(f"{source}: larger than {MOST_BYTES >> 20} MiB")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FormatError(f"{source}:1: this is not UTF-8 text, but perhaps UTF-16")
    data = data.removeprefix(b"\xef\xbb\xbf")
    data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(f"{source}:{line}: this is not UTF-8 text") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise FormatError(f"{source}:{line}: a NUL character; this is not a text")
    return text
