"""A row of Europe PMC's search as an article, and what it says of the article's standing.

What belongs here: reading rows of ``resultType=core``. Asking for them is in ``europepmc``.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from ..domain.articles import (
    AbstractSection,
    Article,
    Correction,
    MeshHeading,
    Origin,
    PublicationType,
    article_id,
)
from ..domain.base import DEMONSTRATION_KEYWORD
from ..domain.retractions import Notice, RetractionSignal
from ..rules.literature.retraction_status import LINKS
from .article_rows import DatedArticle, ids_in, last_day_of
from .pubmed_dates import read_printed_date
from .texts import exact_day, part, parts, plain_text, texts, whole_number

SOURCE = "Europe PMC"
PREPRINTS = "PPR"
"""Europe PMC's name for the collection of preprints."""
MEDLINE = "MED"
"""The collection whose ids are PMIDs."""

_PAGE = "https://europepmc.org/article/{}/{}"
_HEADING = re.compile(r"<h[1-6][^<>]{0,100}>([^<>]{0,200})</h[1-6]>", re.IGNORECASE)
_BLOCK = re.compile(r"</?(?:h[1-6]|p|br|div|li|ul|ol|sec|title)\b[^<>]{0,100}>", re.IGNORECASE)
_DAY_PRINTED, _MONTH_PRINTED = re.compile(r"\d{4} [A-Za-z]{3,9} \d{1,2}"), re.compile(r"\d{4} [A-Za-z]{3,9}")
_WHOLE_ABSTRACT = {"", "ABSTRACT", "SUMMARY", "UNLABELLED", "UNLABELED"}

# Europe PMC mixes MeSH's publication types with those of publishers' XML.
_TYPE_NAMES = {
    "case-report": "Case Reports", "correction": "Published Erratum", "meta-analysis": "Meta-Analysis",
    "preprint": "Preprint", "research-article": "Journal Article", "retraction": "Retraction of Publication",
    "review-article": "Review", "systematic-review": "Systematic Review", "rapid-communication": "Journal Article",
}  # fmt: skip
_MESH_TYPES = (
    "Case Reports", "Clinical Trial", "Clinical Trial, Phase I", "Clinical Trial, Phase II",
    "Clinical Trial, Phase III", "Clinical Trial, Phase IV", "Comment", "Comparative Study",
    "Controlled Clinical Trial", "Editorial", "Guideline", "Journal Article", "Letter", "Multicenter Study",
    "Observational Study", "Practice Guideline", "Published Erratum", "Randomized Controlled Trial",
    "Retracted Publication", "Retraction of Publication", "Review",
)  # fmt: skip
_TYPE_NAMES |= {name.casefold(): name for name in _MESH_TYPES}

# Links as PubMed names them, by their letters: Europe PMC writes "Expression of concern in".
_LINK_NAMES = {
    name.casefold(): name
    for name in (
        "CommentIn", "CommentOn", "CorrectedandRepublishedFrom", "CorrectedandRepublishedIn", "ErratumFor",
        "ErratumIn", "ExpressionOfConcernFor", "ExpressionOfConcernIn", "OriginalReportIn", "PartialRetractionIn",
        "PartialRetractionOf", "PreprintIn", "PreprintOf", "RepublishedFrom", "RepublishedIn",
        "RetractedandRepublishedFrom", "RetractedandRepublishedIn", "RetractionIn", "RetractionOf",
        "SummaryForPatientsIn", "UpdateIn", "UpdateOf",
    )
}  # fmt: skip


def read_row(row: Mapping[str, Any]) -> DatedArticle | None:
    """The article of a row; ``None`` where it has no id or no title. A field of the wrong type counts as absent."""
    collection, own_id = plain_text(row.get("source")), plain_text(row.get("id"))
    title = plain_text(row.get("title"))
    if not (collection and own_id and title):
        return None
    pmid, pmcid, doi = ids_in(own_id if collection == MEDLINE else row.get("pmid"), row.get("pmcid"), row.get("doi"))
    book, journal = part(row, "bookOrReportDetails"), part(row, "journalInfo")
    first_day = exact_day(row.get("firstPublicationDate"))
    printed = plain_text(journal.get("dateOfPublication")) or plain_text(row.get("firstPublicationDate"))
    read = read_printed_date({"MedlineDate": printed})
    abstract, sections = abstract_text(row.get("abstractText"))
    types, links = publication_types(row), corrections(row)
    is_preprint = collection == PREPRINTS or "Preprint" in types
    keywords = texts(part(row, "keywordList").get("keyword"))
    names_notice = any(LINKS.get(link.kind) is Notice.RETRACTION for link in links)
    article = Article(
        id=article_id(pmid, pmcid, doi, f"{collection}:{own_id}"),
        pmid=pmid,
        pmcid=pmcid,
        doi=doi,
        title=title,
        abstract=abstract,
        sections=sections,
        authors=_authors(row),
        journal=_journal(journal, book) or plain_text(row.get("journalTitle")),
        pub_date=printed,
        year=_year(row) or read.year,
        published=first_day or read.first_day,
        language=plain_text(row.get("language")),
        publication_types=tuple(
            PublicationType(name=name) for name in dict.fromkeys([*types, *(["Preprint"] if is_preprint else [])])
        ),
        mesh_headings=_mesh_headings(row),
        keywords=keywords,
        substances=_names(part(row, "chemicalList").get("chemical"), "name"),
        corrections=links,
        is_book=bool(book.get("comprisingTitle")),
        is_preprint=is_preprint,
        open_access={"Y": True, "N": False}.get(plain_text(row.get("isOpenAccess"))),
        cited_by=whole_number(row.get("citedByCount")),
        marked_retracted_by=(SOURCE,) if "Retracted Publication" in types and not names_notice else (),
        origins=(Origin(source=SOURCE, id=f"{collection}:{own_id}", url=_PAGE.format(collection, own_id)),),
        demonstration=DEMONSTRATION_KEYWORD in keywords,
    )
    return DatedArticle(article, _appeared_by(row, first_day))


def signals(row: Mapping[str, Any]) -> list[RetractionSignal]:
    """What the row says of the paper's standing; empty for a paper in good standing, and for a notice."""
    found = [
        RetractionSignal(source=SOURCE, notice=notice, notice_id=link.pmid or "")
        for link in corrections(row)
        if (notice := LINKS.get(link.kind))
    ]
    named = any(signal.notice is Notice.RETRACTION for signal in found)
    if not named and "Retracted Publication" in publication_types(row):
        found.append(RetractionSignal(source=SOURCE, notice=Notice.RETRACTION))
    return list(dict.fromkeys(found))


def publication_types(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Publication types by their MeSH names where they have one; a short row lists them in one text."""
    listed = texts(part(row, "pubTypeList").get("pubType")) or tuple(plain_text(row.get("pubType")).split("; "))
    return tuple(dict.fromkeys(_TYPE_NAMES.get(name.casefold(), name) for name in listed if name))


def corrections(row: Mapping[str, Any]) -> tuple[Correction, ...]:
    """The row's links to notices, comments and versions, their kinds spelled as PubMed does."""
    found = []
    for link in parts(part(row, "commentCorrectionList").get("commentCorrection")):
        kind = plain_text(link.get("type"))
        if not kind:
            continue
        kind = _LINK_NAMES.get(re.sub(r"[^a-z]", "", kind.casefold()), kind)
        pmid, _, _ = ids_in(link.get("id") if link.get("source") == MEDLINE else None, None, None)
        found.append(Correction(kind=kind, pmid=pmid, source=plain_text(link.get("reference"))))
    return tuple(dict.fromkeys(found))


def abstract_text(value: object) -> tuple[str, tuple[AbstractSection, ...]]:
    """An abstract without markup, each headed part on a line as ``Heading: text``, and the span of each part's text."""
    if not isinstance(value, str):
        return "", ()
    pieces = ["", *_HEADING.split(value)]
    text, sections = "", []
    for heading, body in zip(pieces[::2], pieces[1::2], strict=True):
        words = plain_text(_BLOCK.sub(" ", body))
        if not words:
            continue
        text += "\n" if text else ""
        label = plain_text(heading).rstrip(" :.")
        if label.upper() not in _WHOLE_ABSTRACT:
            text += f"{label}: "
            sections.append(AbstractSection(label=label, start=len(text), end=len(text) + len(words)))
        text += words
    return text, tuple(sections)


def _appeared_by(row: Mapping[str, Any], first_day: date | None) -> date | None:
    """The last day on which the article can have appeared first; ``None`` without a full date."""
    printed = plain_text(part(row, "journalInfo").get("dateOfPublication"))
    exact = first_day == exact_day(row.get("electronicPublicationDate")) or _DAY_PRINTED.fullmatch(printed)
    if first_day is None or exact:
        return first_day
    if first_day.day == 1 and _MONTH_PRINTED.fullmatch(printed):
        return first_day.replace(day=calendar.monthrange(first_day.year, first_day.month)[1])
    return last_day_of(first_day)


def _year(row: Mapping[str, Any]) -> int | None:
    year = whole_number(row.get("pubYear"))
    return year if year is not None and 1500 <= year <= 2999 else None


def _journal(journal: Mapping[str, Any], book: Mapping[str, Any]) -> str:
    """The journal, the book of a chapter, or the server of a preprint."""
    named = (part(journal, "journal").get("title"), book.get("comprisingTitle"), book.get("publisher"))
    return next((name for value in named if (name := plain_text(value))), "")


def _authors(row: Mapping[str, Any]) -> tuple[str, ...]:
    """As PubMed cites them: ``Galiè N``; groups under their own name."""
    listed = []
    for author in parts(part(row, "authorList").get("author")):
        personal = " ".join(filter(None, (plain_text(author.get("lastName")), plain_text(author.get("initials")))))
        name = plain_text(author.get("fullName")) or personal or plain_text(author.get("collectiveName"))
        listed += [name] if name else []
    written = plain_text(row.get("authorString")).rstrip(".")
    return tuple(listed or (name for one in written.split(",") if (name := one.strip())))


def _mesh_headings(row: Mapping[str, Any]) -> tuple[MeshHeading, ...]:
    """Headings with their qualifiers. A heading is major where a qualifier of it is."""
    found = []
    for heading in parts(part(row, "meshHeadingList").get("meshHeading")):
        name = plain_text(heading.get("descriptorName"))
        qualifiers = parts(part(heading, "meshQualifierList").get("meshQualifier"))
        major = any(plain_text(one.get("majorTopic_YN")) == "Y" for one in (heading, *qualifiers))
        if name:
            found.append(MeshHeading(name=name, major=major, qualifiers=_names(qualifiers, "qualifierName")))
    return tuple(found)


def _names(items: Any, field: str) -> tuple[str, ...]:
    return tuple(name for one in parts(items) if (name := plain_text(one.get(field))))
