"""Full texts in JATS, the XML of PubMed Central and Europe PMC, as sections of plain text.

What belongs here: bytes in, text out. Front matter, abstracts and body are read; footnotes, formulas,
acknowledgements, interests and everything after the body are left out, the captions of figures and tables stay. The
rows of tables (``table_rows``) are sections of their own, for libraries alone. Of the references the PMIDs and DOIs are
read. Parsing expands no entity, loads no DTD and opens no connection.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from lxml import etree

from ...domain.documents import Section
from ...domain.records.cited_references import CitedReference
from ...domain.records.full_text import FullText
from ...rules.literature.article_keys import doi_key, pmid_key
from ...text.plain_text import plain_text
from ..http.http_client import TransientBody
from .json_texts import whole_number
from .markup import formula_text, shifted
from .table_rows import read_table
from .xml_root import local_name, xml_root

_Element = etree._Element


TABLE = "table"
"""Kind of the sections that hold the rows of tables."""


class JatsSection(NamedTuple):
    """A section's own text; that of its subsections is in theirs."""

    title: str
    """With the titles above it: ``Methods > Patients``."""
    kind: str
    """``intro``, ``methods``, ``results``, ``discussion``, ``conclusion``, ``abstract``, ``table`` or ``other``."""
    text: str
    """Paragraphs, a blank line between two."""


class JatsArticle(NamedTuple):
    """One article; what it does not say is empty."""

    pmid: str
    pmcid: str
    doi: str
    title: str
    license: str
    """``CC BY 4.0`` where it is a Creative Commons one, else the licence's address or type."""
    abstract: str
    """The article's own; what its publisher adds (highlights, key points, a summary for patients) is in the sections
    after it, and stands in only where there is no other."""
    sections: tuple[JatsSection, ...]
    """The abstracts' sections, then the body's, in the article's order."""
    has_body: bool
    """``False`` where the publisher gives out front matter only."""
    references: tuple[CitedReference, ...] = ()
    """What its reference lists name by PMID or DOI, in their order, each once."""


def parse_jats(xml: bytes, pmcid: str = "") -> JatsArticle:
    """The article of a JATS document; of a set, the one with this PMC id, else the first.

    Raises:
        TransientBody: truncated or malformed XML, declared entities, or a document without an article.
    """
    articles = parse_jats_set(xml)
    if not articles:
        raise TransientBody("the document has no article")
    return next((article for article in articles if pmcid and article.pmcid == pmcid), articles[0])


def parse_jats_set(xml: bytes) -> list[JatsArticle]:
    """All articles of a document, in its order. Raises as ``parse_jats``, but a set may be empty."""
    return [without_marks(article_of(element)) for element in article_elements(xml)]


def article_elements(xml: bytes) -> list[_Element]:
    """The elements of all articles of a document. Raises as ``parse_jats``."""
    return list(_articles(xml_root(xml, "the full text", named_characters=True)))


def without_marks(article: JatsArticle) -> JatsArticle:
    """The article as it is read: the numbers of its references as plain text (``as shown before [3,4]``), no rows of
    tables."""
    return article._replace(
        abstract=_MARK_SIGNS.sub("", article.abstract),
        sections=tuple(
            section._replace(text=_MARK_SIGNS.sub("", section.text))
            for section in article.sections
            if section.kind != TABLE
        ),
    )


def has_body(xml: bytes) -> bool:
    """Whether the document's first article has a text beyond its front matter."""
    first = next(_articles(xml_root(xml, "the full text", named_characters=True)), None)
    return first is not None and _child(first, "body") is not None


def to_full_text(article: JatsArticle, article_id: str, fetched_at: datetime) -> FullText:
    """The article's text with its sections, a blank line between two; headings are the sections' titles.

    Source, address, chunks and steps are the caller's to add.
    """
    text, sections = "", []
    for section in article.sections:
        text += "\n\n" if text else ""
        start = len(text)
        text += section.text
        sections.append(Section(title=section.title, kind=section.kind, start=start, end=len(text)))
    return FullText(
        article_id=article_id,
        license=article.license,
        text=text,
        sections=tuple(sections),
        references=article.references,
        fetched_at=fetched_at,
    )


# ------------------------------------------------------------------------------------------------ one article
def _articles(root: _Element) -> Iterator[_Element]:
    """The articles of a document or a set; replies and reviews inside an article (sub-article) are none."""
    return (
        iter([root]) if local_name(root) == "article" else (child for child in root if local_name(child) == "article")
    )


def article_of(article: _Element) -> JatsArticle:
    """One article's element as a value. In its texts ``MARK_OPENS`` and ``MARK_CLOSES`` stand around the numbers of its
    references, so that these can be told from brackets of its own ("median 2 [1,3]")."""
    meta = _child(_child(article, "front"), "article-meta")
    body = _child(article, "body")
    ids: dict[str, str] = {}
    for element in _children(meta, "article-id"):
        ids.setdefault(element.get("pub-id-type") or "", _line(element))
    number = re.search(r"\d+", ids.get("pmcid") or ids.get("pmc") or ids.get("pmcaid") or "")
    summaries = sorted(filter(_is_summary, _children(meta, "abstract")), key=_abstract_type)  # the article's own first
    abstracts = [(part, _abstract_type(element)) for element in summaries for part in _abstract(element)]
    own = [part for part, kind in abstracts if kind == abstracts[0][1]]
    sections = [*(part for part, _ in abstracts), *_sections(body, "", "other"), *_floats(article), *_tables(article)]
    return JatsArticle(
        pmid=ids.get("pmid", ""),
        pmcid=f"PMC{number[0]}" if number else "",
        doi=ids.get("doi", ""),
        title=_line(_child(_child(meta, "title-group"), "article-title")),
        license=_license(_child(meta, "permissions")) or _license(meta),
        abstract="\n\n".join(section.text for section in own),
        sections=tuple(sections),
        has_body=body is not None,
        references=tuple(_references(article)),
    )


def _is_summary(abstract: _Element) -> bool:
    """Whether it is prose: a graphical abstract is a picture, a teaser a line for a table of contents."""
    return _abstract_type(abstract) not in {"graphical", "teaser", "toc", "toc-summary", "video"}


def _abstract_type(abstract: _Element) -> str:
    """Empty for the abstract itself; highlights, key points and summaries for patients name what they are."""
    return (abstract.get("abstract-type") or "").lower()


def _abstract(abstract: _Element) -> Iterator[JatsSection]:
    title = _line(_child(abstract, "title")) or "Abstract"
    return _sections(abstract, title, "abstract")


def _floats(article: _Element) -> Iterator[JatsSection]:
    """Captions of figures and tables that stand after the article instead of in it."""
    captions = [text for group in _children(article, "floats-group") for element in group for text in _block(element)]
    if captions:
        yield JatsSection("Figures and tables", "other", "\n\n".join(captions))


def _tables(article: _Element) -> Iterator[JatsSection]:
    """The rows of all tables, a section for each table."""
    parts = [_child(article, "body"), *_children(article, "floats-group")]
    wraps = [e for part in parts if part is not None for e in part.iter() if local_name(e) == "table-wrap"]
    for wrap in wraps:
        label = _line(_child(wrap, "label")).rstrip(".:")
        caption = _unmarked(" ".join(_caption(wrap))) or label
        tables = (element for element in wrap.iter() if local_name(element) == "table")
        rows = [row for t in tables for row in read_table(t, lambda c: _unmarked(_marked_line(c))).sentences(caption)]
        if rows:
            yield JatsSection(f"Tables > {label}" if label else "Tables", TABLE, "\n\n".join(rows))


def _unmarked(text: str) -> str:
    """A line without the numbers of references; a table's rows have no place to keep them at."""
    return " ".join(re.sub(f"{MARK_OPENS}[^{MARK_CLOSES}]*{MARK_CLOSES}", "", text).split())


_NAMED_LICENSE = re.compile(
    r"creative\s+commons\s+attribution(?P<nc>[\s-]+non-?commercial)?(?P<end>[\s-]+(?:no-?deriv\w*|share-?alike))?", re.I
)


def _license(permissions: _Element | None) -> str:
    for element in _children(permissions, "license"):
        inner = (link for link in element.iter() if local_name(link) in {"license_ref", "ext-link", "uri"})
        addresses = [_link(element), *(address for link in inner for address in (_link(link), _line(link)))]
        for address in filter(None, addresses):
            if match := re.search(r"creativecommons\.org/licen[cs]es/([a-z-]+)(?:/(\d(?:\.\d)?))?", address):
                return f"CC {match[1].upper()} {match[2] or ''}".strip()
            if "creativecommons.org/publicdomain/zero" in address:
                return "CC0 1.0"
        if words := _NAMED_LICENSE.search(_line(element)):
            ending = (words["end"] or "").strip(" -")[:1].upper()
            return "CC BY" + ("-NC" if words["nc"] else "") + {"N": "-ND", "S": "-SA"}.get(ending, "")
        if named := next(filter(None, addresses), "") or (element.get("license-type") or ""):
            return named
    return ""


def _link(element: _Element) -> str:
    return next((str(value) for name, value in element.attrib.items() if str(name).endswith("href")), "")


# ------------------------------------------------------------------------------------------------ references
_CITATIONS = {"citation", "element-citation", "mixed-citation", "nlm-citation"}


def _references(article: _Element) -> Iterator[CitedReference]:
    """A ``ref`` may hold several citations, or one citation in two forms: the first with a title stands."""
    in_tables = set(_cited_in_tables(article))
    cited: dict[str, CitedReference] = {}
    for ref in (element for element in article.iter() if local_name(element) == "ref"):
        for citation in (element for element in ref.iter() if local_name(element) in _CITATIONS):
            read = _reference(citation, in_table=ref.get("id", "") in in_tables)
            key = read.pmid or read.doi
            if key and not (key in cited and cited[key].title):
                cited[key] = read
    yield from cited.values()


def _cited_in_tables(article: _Element) -> Iterator[str]:
    """Ids of the references that the tables of the article cite."""
    for table in (element for element in article.iter() if local_name(element) == "table-wrap"):
        for mark in table.iter():
            if local_name(mark) == "xref" and mark.get("ref-type") == "bibr":
                yield from (mark.get("rid") or "").split()


def _reference(citation: _Element, *, in_table: bool) -> CitedReference:
    parts = [(local_name(element), element) for element in citation.iter()]
    ids = {element.get("pub-id-type"): _line(element) for name, element in parts if name == "pub-id"}
    addresses = [address for name, e in parts if name == "ext-link" and "doi.org/" in (address := _link(e))]
    words = {name: _line(element) for name, element in reversed(parts) if name in {"article-title", "year"}}
    return CitedReference(
        pmid=pmid_key(ids.get("pmid")),
        doi=next(filter(None, map(doi_key, [ids.get("doi"), *addresses])), ""),
        title=words.get("article-title", ""),
        year=whole_number(words.get("year", "")[:4]),
        in_table=in_table,
    )


# ------------------------------------------------------------------------------------------------ sections
_NUMBERING = re.compile(r"^(?:(?:\d+(?:\.\d+)*|[IVX]+|[A-Z])[.)]\s+|\d{1,2}(?:\.\d+)*\s+(?=[A-Z]))")
_KINDS = (
    ("abstract", r"abstract$"),
    ("intro", r"introduction|background|intro\b|rationale|objectives?\b|aims?\b"),
    ("results", r"results?\b|findings"),
    (
        "methods",
        r"methods?\b|materials?\b|methodology|experimental (?:section|procedures?|design)|"
        r"(?:patients|subjects|participants) and methods|"
        r"study design|.*\bmethods$",
    ),
    ("conclusion", r"conclusions?\b|concluding"),
    ("discussion", r"discussion|comments?\b|interpretation|limitations|strengths and limitations"),
)
_BACK_MATTER = re.compile(
    r"(?:acknowledge?ments?|references|bibliography|funding(?: (?:sources?|statement|information))?|financial support"
    r"|(?:conflicts?|declarations?) of (?:competing )?interests?|(?:competing|conflicting) interests?|disclosures?"
    r"|authors?['’]?s? contributions?|data availability(?: statement)?|supplementary (?:materials?|data|information)"
    r"|abbreviations)$",
    re.IGNORECASE,
)
"""Titles of sections that are no part of the study wherever they stand: who paid must not be read as what was found."""
_OWN_KIND = {"conclusion", "conclusions", "concluding remarks"}
"""Titles of subsections that say more than the section they are in."""


def _sections(parent: _Element | None, path: str, kind: str) -> Iterator[JatsSection]:
    """The own text of ``parent`` and of every section in it, in document order; empty ones are left out."""
    pending: list[str] = []
    for child in [] if parent is None else parent:
        if local_name(child) == "sec" and _BACK_MATTER.match(_heading(child)):
            continue
        if local_name(child) in {"sec", "boxed-text"}:
            if pending:
                yield JatsSection(path or "Text", kind, "\n\n".join(pending))
                pending = []
            title = _heading(child)
            inner = " > ".join(filter(None, (path, title)))
            yield from _sections(
                child, inner, section_kind(title, child.get("sec-type") or "", kind, nested=bool(path))
            )
        else:
            pending += _block(child)
    if pending:
        yield JatsSection(path or "Text", kind, "\n\n".join(pending))


def _heading(section: _Element) -> str:
    title = _child(section, "title")
    if title is None:
        title = _child(_child(section, "caption"), "title")
    return _NUMBERING.sub("", _line(title)).rstrip(".:") or ("Box" if local_name(section) == "boxed-text" else "")


def section_kind(title: str, sec_type: str, around: str, *, nested: bool) -> str:
    """The kind of a section by its title or type, in one of kind ``around``; ``nested``: in one that has a title."""
    if around == "abstract":
        return around
    if nested and around != "other":
        return "conclusion" if title.casefold() in _OWN_KIND else around
    for name in (title, sec_type):
        for kind, pattern in _KINDS:
            if re.match(pattern, name, re.IGNORECASE):
                return kind
    return "other"


# ------------------------------------------------------------------------------------------------ blocks and text
_LEFT_OUT = {
    "title", "label", "sec-meta", "ref-list", "fn-group", "fn", "ack", "app", "app-group", "glossary", "notes",
    "bio", "back", "disp-formula-group", "array", "supplementary-material", "media", "graphic", "table",
    "table-wrap-foot", "alternatives", "object-id", "alt-text", "long-desc", "permissions", "attrib",
    "related-article", "related-object", "address", "sig-block", "kwd-group", "index-term", "contrib-group",
    "processing-meta", "subj-group",
}  # fmt: skip
_CAPTIONED = {"fig", "table-wrap", "chem-struct-wrap", "chem-struct-wrapper"}
_HOLDS_BLOCKS = {
    "fig-group", "table-wrap-group", "list", "list-item", "def-list", "def-item", "def", "disp-quote",
    "verse-group", "statement", "speech", "question", "answer", "question-wrap", "question-wrap-group",
    "answer-set", "explanation", "sec", "boxed-text", "caption",
}  # fmt: skip
_FORMULAS = {"disp-formula", "inline-formula", "math", "tex-math", "chem-struct"}
_LONGEST_FORMULA = 40
_NO_LINE = {"mfrac", "munder", "mover", "munderover", "msqrt", "mtable", "annotation"}
"""Elements of MathML that put signs above or below others, which a line cannot show."""
_FOOTNOTES = {"fn", "table-fn", "aff", "corresp", "author-notes"}
"""What a cross-reference leads to where its sign (``*``, ``a``) is no word of the text."""
_SILENT = {"fn", "index-term", "graphic", "inline-graphic", "media", "alt-text", "long-desc", "private-char"}


def _block(element: _Element) -> list[str]:
    """The paragraphs of one block. Figures, lists and the like inside a paragraph become paragraphs after it."""
    tag = local_name(element)
    if not tag or tag in _LEFT_OUT or tag in _FORMULAS:
        return []
    if tag in _CAPTIONED:
        return _caption(element)
    blocks = [] if tag in _HOLDS_BLOCKS else [text for text in [_marked_line(element)] if text]
    for child in element if tag in _HOLDS_BLOCKS else _blocks_inside(element):
        blocks += _block(child)
    return blocks


def _blocks_inside(element: _Element) -> Iterator[_Element]:
    """The blocks among an element's descendants, but none inside another."""
    for child in element:
        if _is_block(child):
            yield child
        elif local_name(child) not in _LEFT_OUT:
            yield from _blocks_inside(child)


def _is_block(element: _Element) -> bool:
    return local_name(element) in _CAPTIONED | _HOLDS_BLOCKS


def _caption(element: _Element) -> list[str]:
    """``Figure 1. What it shows`` in one paragraph; empty where there is only a label."""
    caption = _child(element, "caption")
    words = [_marked_line(child) for child in ([] if caption is None else caption)]
    text = " ".join(filter(None, words))
    label = _line(_child(element, "label")).rstrip(".:")
    return [f"{label}. {text}" if label else text] if text else []


_PRIVATE = re.compile("[\ue000-\ue003]")
MARK_OPENS, MARK_CLOSES = "\ue002", "\ue003"
_MARK_SIGNS = re.compile(f"[{MARK_OPENS}{MARK_CLOSES}]")
_MARKS = re.compile(r"([\[(]\s*)?(\ue000[^\ue000\ue001]*\ue001(?:[\s,;–-]*\ue000[^\ue000\ue001]*\ue001)*)(\s*[\])])?")


def _line(element: _Element | None) -> str:
    """The element's words in one line. Numbers of references stand in brackets: ``as shown before [3,4]``."""
    return _MARK_SIGNS.sub("", _marked_line(element))


def _marked_line(element: _Element | None) -> str:
    """``_line`` with the signs of ``article_of`` around the numbers of references."""
    if element is None:
        return ""
    text = plain_text("".join(_words(element)))
    return re.sub(r"\s+([,.;])(?=\s|$)", r"\1", _MARKS.sub(_bracketed, text)).strip()


def _words(element: _Element) -> Iterator[str]:
    """The text of an element in pieces; private characters \\ue000 and \\ue001 stand around numbers of references."""
    yield _plain(element.text)
    for child in element:
        tag = local_name(child)
        if not tag:  # an entity that no DTD was loaded for
            yield _entity(child)
        elif tag in _FORMULAS:
            yield f" {_formula(child)} "
        elif tag in {"break", "p", "title"}:
            yield " "
            yield from _words(child)
            yield " "
        elif tag == "xref" and child.get("ref-type") in _FOOTNOTES:
            pass
        elif tag == "xref" and child.get("ref-type") == "bibr":
            marker = "".join(_words(child)).replace("\ue000", "").replace("\ue001", "").strip()
            is_number = re.fullmatch(r"[\d\s,;–-]+", marker) and not re.fullmatch(r"(?:1[89]|20)\d\d", marker)
            yield f"\ue000{marker}\ue001" if is_number else marker
        elif tag not in _SILENT and not _is_block(child):
            words = "".join(_words(child))
            yield words if local_name(element) == "xref" else shifted(child, words)
        yield _plain(child.tail)


def _formula(element: _Element) -> str:
    """A formula in the line as it reads, where it is short MathML; else a stand-in."""
    math = next((inner for inner in element.iter() if local_name(inner) == "math"), None)
    text = "" if math is None or any(local_name(inner) in _NO_LINE for inner in math.iter()) else formula_text(math)
    return _plain(text) if 0 < len(text) <= _LONGEST_FORMULA else "[formula]"


def _bracketed(match: re.Match[str]) -> str:
    numbers = re.sub(r"\s+", "", match[2].replace("\ue000", "").replace("\ue001", ""))
    before, after = match[1] or "", match[3] or ""
    marked = f"{before}{numbers}{after}" if before and after else f"{before}[{numbers}]{after}"
    return f"{MARK_OPENS}{marked}{MARK_CLOSES}"


def _plain(text: str | None) -> str:
    return _PRIVATE.sub("", text or "")


def _entity(node: _Element) -> str:
    """A named character (``&nbsp;``) as HTML knows it, else nothing. No declared entity gets this far."""
    name = node.text or ""
    meant = html.unescape(name)
    return _plain(meant) if meant != name else ""


# ------------------------------------------------------------------------------------------------ elements
def _children(element: _Element | None, tag: str) -> list[_Element]:
    return [] if element is None else [child for child in element if local_name(child) == tag]


def _child(element: _Element | None, tag: str) -> _Element | None:
    return next(iter(_children(element, tag)), None)
