"""The front matter of a JATS article beyond what names it, and the article as a library keeps it.

What belongs here: journal, dates, authors, type and keywords, which a library filters and cites by. Text and sections
are read in ``jats``.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import NamedTuple

from lxml import etree

from ...domain.documents import Section
from ...domain.questions.library import LibraryArticle, ReferenceMark
from ...domain.records.articles import Article, Correction, PublicationType, RetractionStatus, group_author
from ..literature.article_rows import ids_in
from .jats import MARK_CLOSES, MARK_OPENS, JatsArticle, article_elements, article_of
from .markup import element_text
from .month_names import MONTHS
from .xml_root import local_name

_Element = etree._Element
_DATE_ORDER = ("epub", "pub", "ppub", "collection", "pmc-release")
"""Which publication date counts, best first."""
_RELATIONS = {
    r"retract(?:ed|ion)-(?:by|in)|retraction-forward": "RetractionIn",
    r"(?:retracted|withdrawn|removed)-article": "RetractionOf",
    r"partial-retraction|partially-retracted-article": "PartialRetractionOf",
    r"object-of-concern": "ExpressionOfConcernFor",
}
"""Types of related articles, and PubMed's names of these links."""
_HREF = "{http://www.w3.org/1999/xlink}href"


class FrontMatter(NamedTuple):
    """What an article's front says; what it does not say is empty."""

    journal: str
    published: date | None
    """The first day of the month or year where only that is known."""
    authors: tuple[str, ...]
    article_type: str
    """As the publisher writes it: ``research-article``, ``review-article``, ``retraction``."""
    keywords: tuple[str, ...]
    corrections: tuple[Correction, ...]
    """Links to a retraction of it and, from a notice, to what that is about; called as PubMed calls them."""


def parse_with_front(xml: bytes) -> list[tuple[JatsArticle, FrontMatter]]:
    """All articles of a document with their front matter; texts with marks, see ``jats.article_of``.

    Raises:
        TransientBody: truncated or malformed XML, or declared entities.
    """
    return [(article_of(element), _front(element)) for element in article_elements(xml)]


def _front(article: _Element) -> FrontMatter:
    front = next((child for child in article if local_name(child) == "front"), None)
    meta = next((child for child in ([] if front is None else front) if local_name(child) == "article-meta"), None)
    return FrontMatter(
        journal=_first(front, "journal-title") or _first(front, "abbrev-journal-title"),
        published=_published(meta),
        authors=_authors(meta),
        article_type=article.get("article-type") or "",
        keywords=tuple(dict.fromkeys(filter(None, (element_text(word) for word in _all(meta, "kwd"))))),
        corrections=tuple(filter(None, (_correction(related) for related in _all(meta, "related-article")))),
    )


def _correction(related: _Element) -> Correction | None:
    relation = related.get("related-article-type") or ""
    kind = next((name for pattern, name in _RELATIONS.items() if re.match(pattern, relation)), "")
    address = related.get(_HREF) or element_text(related)
    number_of = related.get("ext-link-type")
    pmid, pmcid, doi = ids_in(
        address if number_of in {"pmid", "pubmed"} else None,
        address if number_of in {"pmc", "pmcid"} else None,
        address,
    )
    return Correction(kind=kind, pmid=pmid, pmcid=pmcid, doi=doi) if kind else None


def _published(meta: _Element | None) -> date | None:
    dates: dict[str, date] = {}
    for element in _all(meta, "pub-date"):
        kind = element.get("pub-type") or element.get("date-type") or ""
        if (day := _day(element)) is not None:
            dates.setdefault(kind, day)
    return next((dates[kind] for kind in _DATE_ORDER if kind in dates), next(iter(dates.values()), None))


def _day(element: _Element) -> date | None:
    year, month, day = (_first(element, part) for part in ("year", "month", "day"))
    if not re.fullmatch(r"(?:1[89]|20)\d\d", year):
        return None
    number = int(month) if month.isdecimal() else MONTHS.get(month[:3].lower(), 1)
    try:
        return date(int(year), number if 1 <= number <= 12 else 1, int(day) if day.isdecimal() else 1)
    except ValueError:
        return date(int(year), 1, 1)


def _authors(meta: _Element | None) -> tuple[str, ...]:
    group = next(iter(_all(meta, "contrib-group")), None)
    names = []
    for person in _all(group, "contrib"):
        if (person.get("contrib-type") or "author") != "author":
            continue
        surname, given = _first(person, "surname"), _first(person, "given-names")
        initials = "".join(part[0] for part in re.split(r"[\s.-]+", given) if part)
        names.append(f"{surname} {initials}".strip() or group_author(_first(person, "collab")))
    return tuple(filter(None, names))


def _all(element: _Element | None, name: str) -> list[_Element]:
    return [] if element is None else [inner for inner in element.iter() if local_name(inner) == name]


def _first(element: _Element | None, name: str) -> str:
    return element_text(next(iter(_all(element, name)), None))


# ------------------------------------------------------------------------------------------------ a library's article
_MARK = re.compile(f"[ \\t]?{MARK_OPENS}([^{MARK_CLOSES}]*){MARK_CLOSES}")


def to_library_article(article: JatsArticle, front: FrontMatter, source: str, fetched_at: datetime) -> LibraryArticle:
    """The article as a library keeps it: one text with its sections, the numbers of references as marks beside it.

    An article without PMC id and PMID is called after its DOI; what has none of them, nothing at all (empty id).
    """
    text, sections, marks = "", [], []
    for section in article.sections:
        text += "\n\n" if text else ""
        start = len(text)
        plain, within = _without_marks(section.text)
        text += plain
        marks += [ReferenceMark(at=start + at, words=words) for at, words in within]
        sections.append(Section(title=section.title, kind=section.kind, start=start, end=len(text)))
    pmid = article.pmid if re.fullmatch(r"[1-9]\d{0,8}", article.pmid) else ""
    return LibraryArticle(
        id=article.pmcid or pmid or (f"doi:{article.doi.lower()}" if article.doi else ""),
        pmid=pmid,
        pmcid=article.pmcid,
        doi=article.doi,
        title=article.title,
        journal=front.journal,
        published=front.published,
        authors=front.authors,
        article_type=front.article_type,
        license=article.license,
        retraction=_retraction(article, front),
        corrections=front.corrections,
        source=source,
        text=text,
        sections=tuple(sections),
        marks=tuple(marks),
        fetched_at=fetched_at,
    )


def _without_marks(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text without the numbers of its references, and where each of them stood."""
    pieces: list[str] = []
    marks: list[tuple[int, str]] = []
    position = length = 0
    for mark in _MARK.finditer(text):
        pieces.append(text[position : mark.start()])
        length += mark.start() - position
        marks.append((length, mark[1].strip("[]() ")))
        position = mark.end()
    return "".join([*pieces, text[position:]]), marks


def _retraction(article: JatsArticle, front: FrontMatter) -> RetractionStatus:
    """What the article's own record says; that it says nothing is no all-clear."""
    types = (PublicationType(name=front.article_type),)
    record = Article(id="x", title=article.title, publication_types=types, corrections=front.corrections)
    return RetractionStatus.UNCHECKED if record.standing is RetractionStatus.NONE else record.standing
