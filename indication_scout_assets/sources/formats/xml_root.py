"""The root of an XML document from a source, parsed without trusting it.

What belongs here: the one parser of all sources' XML. No entity is expanded, no DTD loaded, no connection opened, and
a document nested or grown beyond libxml2's limits is refused. What the elements mean is each source's own affair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from lxml import etree

from ..http.http_answers import TransientBody, looks_like

Element = etree._Element

_UNTRUSTED: dict[str, Any] = {
    "resolve_entities": False,
    "no_network": True,
    "load_dtd": False,
    "dtd_validation": False,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}


def xml_root(xml: bytes, of: str, *, named_characters: bool = False) -> Element:
    """The root element of a whole document, without comments and processing instructions.

    Args:
        xml: the document.
        of: whose it is, as a sentence begins: ``PubMed``, ``the label``.
        named_characters: leave undeclared entities (``&nbsp;``) as nodes, for a caller that reads them as characters.

    Raises:
        TransientBody: HTML, truncated or malformed XML, declared entities, or one that is not declared.
    """
    if looks_like(xml) == "HTML":
        raise TransientBody(f"HTML instead of {of}'s XML")
    parser = etree.XMLParser(**_UNTRUSTED)
    try:
        root = etree.fromstring(xml, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise TransientBody(f"{of}'s XML is truncated or malformed: {_said(error)}") from error
    _refuse_entities(root, of)
    if not named_characters:
        _refuse_undeclared(root, of)
    return root


def local_name(element: Element) -> str:
    """The name without its namespace; empty for what is no element."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def xml_records(file: BinaryIO, of: str, records: Sequence[str], within: str) -> Iterator[Element]:
    """The records of a document one by one, as they are read: a record is gone when the next one is asked for.

    So a document may be larger than the memory. What comes before a fault is given, then the fault is raised.

    Args:
        file: the document, at its start.
        of: whose it is, as a sentence begins.
        records: names of the elements that are records, either the root itself or children of it.
        within: name of a root that holds records.

    Raises:
        TransientBody: as ``xml_root``, or another root.
    """
    parsing = etree.iterparse(file, events=("end",), tag=records, **_UNTRUSTED)
    try:
        for _, record in parsing:
            parent = record.getparent()
            if parent is not None and parent.getparent() is not None:
                continue  # not the root's child, so a part of something else
            root = record if parent is None else parent
            _refuse_entities(root, of)
            _refuse_undeclared(record, of)
            if parent is not None:
                _expect_root(root, of, within)
            yield record
            record.clear()
            while record.getprevious() is not None and parent is not None:
                del parent[0]
    except (etree.XMLSyntaxError, ValueError) as error:
        raise TransientBody(f"{of}'s XML is truncated or malformed: {_said(error)}") from error
    _refuse_entities(parsing.root, of)
    if parsing.root.tag not in records:
        _expect_root(parsing.root, of, within)


def _said(error: Exception) -> str:
    """libxml2's own words, without the name of a file that is none."""
    return str(getattr(error, "msg", error))[:200]


def _expect_root(root: Element, of: str, within: str) -> None:
    if root.tag != within:
        message = " ".join("".join(map(str, root.itertext())).split())[:200] or f"a <{root.tag}> element"
        raise TransientBody(f"{of} sent no records but {message!r}")


def _refuse_entities(root: Element, of: str) -> None:
    subset: Any = root.getroottree().docinfo.internalDTD
    if subset is not None and any(True for _ in subset.iterentities()):
        raise TransientBody(f"{of}'s XML declares entities, which its records never do")


def _refuse_undeclared(element: Element, of: str) -> None:
    if next(element.iter(etree.Entity), None) is not None:
        raise TransientBody(f"{of}'s XML uses an entity that is not declared")
