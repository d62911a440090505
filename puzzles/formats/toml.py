"""Writing TOML, as far as our files need it; the standard library only reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["written"]


def written(data: Mapping[str, Any]) -> str:
    """Return data as TOML: lists of texts and of tables with a line for each entry.

    Parameters
    ----------
    data : mapping
        Texts, numbers, truth values, dates, lists and mappings of those.

    Examples
    --------
    >>> print(written({"size": [2, 3], "known": {"raw": 1}}), end="")
    size = [2, 3]
    <BLANKLINE>
    [known]
    raw = 1
    """
    tables = {key: value for key, value in data.items() if isinstance(value, Mapping)}
    lines = [_line(key, value) for key, value in data.items() if key not in tables]
    for key, table in tables.items():
        lines += ["", f"[{_key(key)}]"]
        lines += [_line(name, value) for name, value in table.items()]
    return "\n".join(lines).lstrip("\n") + "\n"


def _line(key: str, value: Any) -> str:
    several = isinstance(value, (list, tuple)) and any(
        isinstance(entry, (str, Mapping)) for entry in value
    )
    if several and len(_value(value)) > 60:
        entries = "".join(f"  {_value(entry)},\n" for entry in value)
        return f"{_key(key)} = [\n{entries}]"
    return f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _value(value: Any) -> str:
    """Return a value on one line; nested values are taken apart without recursion."""
    done: list[str] = []
    left: list[Any] = [value]
    while left:
        one = left.pop()
        if isinstance(one, _Mark):
            done.append(one.text)
        elif isinstance(one, Mapping):
            left += reversed([*_inline(one)])
        elif isinstance(one, (list, tuple)):
            left += reversed([*_listed(one)])
        elif isinstance(one, bool):
            done.append("true" if one else "false")
        else:
            done.append(_text(one) if isinstance(one, str) else str(one))
    return "".join(done)


class _Mark:
    """A piece of text between values."""

    def __init__(self, text: str) -> None:
        self.text = text


def _inline(table: Mapping[str, Any]) -> Iterator[Any]:
    yield _Mark("{ " if table else "{")
    for number, (key, value) in enumerate(table.items()):
        yield _Mark(f"{', ' * (number > 0)}{_key(key)} = ")
        yield value
    yield _Mark(" }" if table else "}")


def _listed(values: list[Any] | tuple[Any, ...]) -> Iterator[Any]:
    yield _Mark("[")
    for number, value in enumerate(values):
        yield _Mark(", " * (number > 0))
        yield value
    yield _Mark("]")


def _text(text: str) -> str:
    """Return a text in quotes.

    >>> _text('say "a" again')
    '"say \\\\"a\\\\" again"'
    """
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else _escaped(c) for c in quoted) + '"'


def _escaped(sign: str) -> str:
    """Return how a sign is written that could drive a terminal, or mislead a reader.

    >>> print(_escaped(chr(27)), _escaped(chr(0xE0001)))
    \\u001b \\U000e0001
    """
    return f"\\u{ord(sign):04x}" if ord(sign) < 2**16 else f"\\U{ord(sign):08x}"
