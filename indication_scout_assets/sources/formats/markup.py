"""Markup of XML as plain text: what stands in an element, raised and lowered text as such.

What belongs here: elements to strings; what strings become is in ``text.plain_text``. Blocks, notes and tables are
each format's own affair.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lxml import etree

from ...domain.base import fingerprint_of_code
from ...text.plain_text import lowered, plain_text, raised
from .xml_root import local_name

READER: Final = fingerprint_of_code(
    "sources/*.py", "sources/formats/*.py", "sources/ncbi/*.py", "sources/opentargets/*.py", "rules/plain_text.py",
    "domain/records/articles.py",
)  # fmt: skip
"""All code that makes texts of what sources send, and tells notices by their titles: what another version read is read
again, of itself."""
_Element = etree._Element
_RAISED = frozenset({"sup"})
_LOWERED = frozenset({"sub", "inf"})
_BREAKS = frozenset({"br", "break"})
_SCRIPTS = {"msup": ("", "sup"), "msub": ("", "sub"), "msubsup": ("", "sub", "sup")}
"""Elements of MathML whose children stand in the line, below and above it."""


def element_text(element: _Element | None) -> str:
    """All text inside in one line, that of inline markup included. Words never run together or fall apart: markup adds
    no space and removes none, but for breaks and the white space between the elements of a formula.
    """
    return "" if element is None else plain_text("".join(_pieces(element)))


def formula_text(math: _Element) -> str:
    """A formula of MathML in the line, without spaces."""
    return "".join("".join(_pieces(math)).split())


def shifted(element: _Element, text: str) -> str:
    """The text of an element as its markup has it: raised, lowered or in the line."""
    name, above = local_name(element), element.getparent()
    if above is not None and (places := _SCRIPTS.get(local_name(above))) is not None:
        place = above.index(element)
        name = places[place] if place < len(places) else name
    if name in _RAISED:
        return raised(text)
    return lowered(text) if name in _LOWERED else text


def _pieces(element: _Element) -> Iterator[str]:
    yield _words(element.text, closed=_is_formula(element) and local_name(element) != "mtext")
    for child in element:
        name = local_name(child)
        if name in _BREAKS:
            yield " "
        elif name:
            yield shifted(child, "".join(_pieces(child)))
        yield _words(child.tail, closed=_is_formula(child) and name != "math")


def _words(text: str | None, *, closed: bool) -> str:
    """White space between the elements of a formula means nothing, and ``TeO₃`` is not ``TeO ₃``."""
    return "" if not text or (closed and not text.strip()) else text


def _is_formula(element: _Element) -> bool:
    return isinstance(element.tag, str) and element.tag.startswith("{http://www.w3.org/1998/Math/MathML}")
