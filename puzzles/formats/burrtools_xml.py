"""The elements of a BurrTools file, read by a parser that trusts nobody.

Entities, document types and whatever else an XML file may bring along are refused; so
are elements and attributes that are not known.  Stored results are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from dlx.errors import FormatError, suggestion
from dlx.terminal import plain

__all__ = ["Element", "tree"]

#: Where an element may be, and its attributes.  Others might change the puzzle, so that
#: a file with them is refused; grids that are not read may have any.
KNOWN = {
    "puzzle": "version",
    "puzzle/gridType": None,
    "puzzle/colors": "",
    "puzzle/colors/color": "red green blue",
    "puzzle/shapes": "",
    "puzzle/shapes/voxel": "x y z hx hy hz weight name type",
    "puzzle/problems": "",
    "puzzle/problems/problem": "name state assemblies solutions time maxHoles",
    "puzzle/problems/problem/shapes": "",
    "puzzle/problems/problem/shapes/shape": "id count min max group",
    "puzzle/problems/problem/shapes/shape/group": "group count",
    "puzzle/problems/problem/result": "id",
    "puzzle/problems/problem/bitmap": "",
    "puzzle/problems/problem/bitmap/pair": "piece result",
    "puzzle/comment": "popup",
}

#: What is not looked into: stored results, and the state of a search.
SKIPPED = ("puzzle/problems/problem/solutions", "puzzle/problems/problem/assembler")

#: A file with more elements is refused, those that are not looked into aside.
MOST_ELEMENTS = 20_000


@dataclass(slots=True)
class Element:
    """An element of the file, and the line in which it begins."""

    tag: str
    line: int
    attributes: Mapping[str, str]
    parts: list[Element] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Its tag, as messages show it."""
        return f"<{plain(self.tag[:40])}>"

    def all(self, tag: str) -> Iterator[Element]:
        """Yield the elements in it that have a tag."""
        return (part for part in self.parts if part.tag == tag)


class Builder:
    """Make elements of what the XML parser meets, and refuse what is not known."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.expat: Any = None
        self.open: list[Element] = []
        self.number = 0
        self.skipping = 0
        self.root: Element | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        path = "/".join([*(element.tag for element in self.open), tag])
        if self.skipping or path in SKIPPED:
            self.skipping += 1
            return
        element = Element(tag, self.expat.CurrentLineNumber, attributes)
        self.check(element, path)
        if self.open:
            self.open[-1].parts.append(element)
        else:
            self.root = element
        self.open.append(element)

    def check(self, element: Element, path: str) -> None:
        """Refuse an element or an attribute that is not known."""
        where = f"{self.source}:{element.line}: "
        self.number += 1
        if self.number > MOST_ELEMENTS:
            raise FormatError(f"{where}more than {MOST_ELEMENTS} elements")
        if path not in KNOWN:
            if not self.open:
                raise FormatError(f"{where}{element.name}; want <puzzle>")
            inside = [known.rpartition("/")[::2] for known in KNOWN]
            above = path.rpartition("/")[0]
            raise FormatError(
                f"{where}{element.name} in {self.open[-1].name} is not known"
                + suggestion(
                    element.tag, [tag for path, tag in inside if path == above]
                )
            )
        known = KNOWN[path]
        for name in element.attributes if known is not None else ():
            if name not in (known or "").split():
                raise FormatError(
                    f"{where}{plain(name[:40])} of {element.name} is not known"
                    + suggestion(name, (known or "").split())
                )

    def end(self, tag: str) -> None:
        if self.skipping:
            self.skipping -= 1
        else:
            self.open.pop()

    def data(self, text: str) -> None:
        if not self.skipping:
            self.open[-1].text.append(text)

    def close(self) -> Element:
        assert self.root is not None  # the parser refuses a text without elements
        return self.root


def tree(text: str, source: str) -> Element:
    """Return the elements of a text; entities and anything outside are refused."""
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    builder = Builder(source)
    parser = DefusedXMLParser(target=builder, forbid_dtd=True)
    builder.expat = parser.parser
    try:
        parser.feed(text)
        root: Element = parser.close()
    except DefusedXmlException:
        line = builder.expat.CurrentLineNumber
        raise FormatError(
            f"{source}:{line}: a document type or an entity; these are not read"
        ) from None
    except ParseError as error:
        line, column = error.position
        reason = str(error).partition(":")[0]
        raise FormatError(f"{source}:{line}: {reason}, at column {column}") from None
    return root
