"""The root of an XML document from a source, parsed without trusting it.

What belongs here: the one parser of all sources' XML. No entity is expanded, no DTD loaded, no connection opened, and
a document nested or grown beyond libxml2's limits is refused. What the elements mean is each source's own affair.
"""

from __future__ import annotations

from typing import Any

from lxml import etree

from .answers import TransientBody

Element = etree._Element


def xml_root(xml: bytes, of: str, *, named_characters: bool = False) -> Element:
    """The root element of a whole document, without comments and processing instructions.

    Args:
        xml: the document.
        of: whose it is, as a sentence begins: ``PubMed``, ``the label``.
        named_characters: leave undeclared entities (``&nbsp;``) as nodes, for a caller that reads them as characters.

    Raises:
        TransientBody: truncated or malformed XML, declared entities, or one that is not declared.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(xml, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise TransientBody(f"{of}'s XML is truncated or malformed: {str(error)[:200]}") from error
    subset: Any = root.getroottree().docinfo.internalDTD
    if subset is not None and any(True for _ in subset.iterentities()):
        raise TransientBody(f"{of}'s XML declares entities, which its records never do")
    if not named_characters and next(root.iter(etree.Entity), None) is not None:
        raise TransientBody(f"{of}'s XML uses an entity that is not declared")
    return root
