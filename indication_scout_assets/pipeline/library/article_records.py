"""Articles of a library, made of the records the product has: PubMed's, and those of a drug's run.

What belongs here: from one value to another, without asking anybody and without storing.
"""

from __future__ import annotations

import re
from datetime import datetime

from ...domain.documents import Section
from ...domain.letters import latin_letters
from ...domain.questions.library import LibraryArticle
from ...domain.records.articles import Article, RetractionStatus
from ...domain.records.full_text import FullText
from ...domain.records.retractions import RetractionCheck
from ...sources.formats.pdf.pdf_lines import OPENING
from ...sources.literature.full_text_ladder import ABSTRACT

PUBMED = "PubMed"
"""``LibraryArticle.source`` of an abstract alone."""
_SAME_TITLE = 0.8
"""Share of the longer words of a record's title that stand on a PDF's first pages; type and markup may spoil some."""


def with_record(article: LibraryArticle, record: Article | None) -> LibraryArticle:
    """The full text with what its bibliographic record knows better: standing, date, journal, type of publication."""
    if record is None:
        return article
    own, known = article.retraction, record.standing
    silent = known is RetractionStatus.NONE and own is not RetractionStatus.UNCHECKED
    types = ", ".join(kind.name for kind in record.publication_types)
    return article.model_copy(
        update={
            "retraction": own if own is RetractionStatus.RETRACTED or silent else known,
            "corrections": tuple(dict.fromkeys((*article.corrections, *record.corrections))),
            "pmid": article.pmid or record.pmid or "",
            "published": article.published or record.published,
            "journal": article.journal or record.journal,
            "article_type": "; ".join(filter(None, (article.article_type, types))),
        }
    )


def named_by(article: LibraryArticle, record: Article | None) -> LibraryArticle:
    """The article with what the record of its DOI says. A DOI on a PDF whose title does not stand there is another
    paper's, and left out."""
    if record is None or not article.file:
        return with_record(article, record)
    opening = article.text[: article.pages[OPENING].at if len(article.pages) > OPENING else None]
    texts = (record.title, f"{article.title} {opening}")
    own, printed = (set(re.findall(r"[^\W_]{4,}", latin_letters(text))) for text in texts)
    if not own or len(own & printed) < _SAME_TITLE * len(own):
        return article.model_copy(update={"doi": ""})
    better = {"title": record.title, "authors": record.authors, "published": record.published, "pmcid": record.pmcid}
    return with_record(article.model_copy(update={name: value for name, value in better.items() if value}), record)


def with_check(article: LibraryArticle, check: RetractionCheck | None) -> LibraryArticle:
    """The article with the standing that the drug's run gave it."""
    if check is None or article.retraction is RetractionStatus.RETRACTED:
        return article
    return article.model_copy(update={"retraction": check.status})


def from_record(record: Article, now: datetime) -> LibraryArticle:
    """The abstract alone, as an article of a library."""
    return LibraryArticle(
        id=record.pmid or record.id,
        pmid=record.pmid or "",
        pmcid="",
        doi=record.doi or "",
        title=record.title,
        journal=record.journal,
        published=record.published,
        authors=record.authors,
        article_type=", ".join(kind.name for kind in record.publication_types),
        retraction=record.standing,
        corrections=record.corrections,
        source=PUBMED,
        text=record.abstract,
        sections=_abstract_parts(record),
        fetched_at=now,
    )


def from_run(record: Article, text: FullText | None, now: datetime) -> LibraryArticle:
    """An article of a drug's run, with the full text as the run has stored it, where it has."""
    article = from_record(record, now)
    own = {"id": record.pmcid or record.id, "pmcid": record.pmcid or ""}
    if text is None or not has_body(text):
        return article.model_copy(update=own)
    whole = {"text": text.text, "sections": text.sections, "license": text.license, "source": text.source}
    return article.model_copy(update=own | whole)


def has_body(text: FullText) -> bool:
    """Whether more than the abstract could be had."""
    return bool(text.text) and text.source not in {"", ABSTRACT}


def _abstract_parts(record: Article) -> tuple[Section, ...]:
    """The parts of an abstract; what lies behind the last headed one is its last part, a conclusion as a rule."""
    text = record.abstract
    if not text:
        return ()
    if not record.sections:
        return (Section(title="Abstract", kind="abstract", start=0, end=len(text)),)
    parts = [
        Section(title=f"Abstract > {part.heading}", kind="abstract", start=part.start, end=part.end)
        for part in record.sections
    ]
    past = parts[-1].end
    start = past + len(text[past:]) - len(text[past:].lstrip())
    if start < len(text):
        parts.append(Section(title="Abstract > Last part", kind="abstract", start=start, end=len(text)))
    return tuple(parts)
