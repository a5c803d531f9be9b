"""A library: the articles of a collection with their texts, and the passages they are searched by.

What belongs here: the values and how they are called. All offsets are characters of ``LibraryArticle.text``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Self

from pydantic import ConfigDict, model_validator

from ..base import Value
from ..documents import Section
from ..outcomes import WrongArgument
from ..records.articles import Correction, RetractionStatus


class ReferenceMark(Value):
    """Where the source's own text pointed to its references. The text itself does not hold the numbers."""

    at: int
    """The character before which it stood."""
    words: str
    """``3,4``."""


class PageStart(Value):
    """Where a page of a file begins in its text; pages without text have none."""

    number: int
    """From 1."""
    at: int


def page_at(pages: Sequence[PageStart], at: int) -> int | None:
    """The page that a character stands on; ``None`` for a text without pages."""
    begun = [page.number for page in pages if page.at <= at]
    return begun[-1] if begun else None


def file_and_pages(file: str, pages: Iterable[int | None]) -> str:
    """``paper.pdf, pages 3, 7``; empty for what is no file of one's own."""
    numbers = sorted({page for page in pages if page is not None})
    named = f"page{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}" if numbers else ""
    return ", ".join(filter(None, (file, named)))


class ArticleDetails(Value):
    """What every mention of an article says of it."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    pmcid: str = ""
    pmid: str = ""
    doi: str = ""
    title: str
    journal: str = ""
    authors: tuple[str, ...] = ()
    file: str = ""
    """Name of the PDF of one's own that it is, with the folders it lies in below the collection's."""

    def details(self, *further: str) -> dict[str, Any]:
        """The values of these fields, and of ``further`` ones, for another mention of the article."""
        return {name: getattr(self, name) for name in (*ArticleDetails.model_fields, *further)}

    @property
    def led_by(self) -> str:
        """Its author, or the first of several: ``Smith J et al.``"""
        return f"{self.authors[0]} et al." if len(self.authors) > 1 else "".join(self.authors)


class LibraryArticle(ArticleDetails):
    """An article of a library, with as much of its text as could be had."""

    id: str
    """PMC id, else PMID; for a file without either, ``file:`` and its name, of a PDF with a fingerprint of its
    content."""
    published: date | None = None
    article_type: str = ""
    """As the publisher or PubMed writes it."""
    license: str = ""
    retraction: RetractionStatus = RetractionStatus.UNCHECKED
    corrections: tuple[Correction, ...] = ()
    """Links to notices about it, and of a notice to what it is about."""
    source: str = ""
    """``PMC``, ``Europe PMC``, ``PubMed`` (the abstract alone) or ``file``."""
    text: str = ""
    sections: tuple[Section, ...] = ()
    marks: tuple[ReferenceMark, ...] = ()
    pages: tuple[PageStart, ...] = ()
    """Of a PDF."""
    read_by: str = ""
    """Version of the code that made this text of what the source sent; what another read is read again."""
    fetched_at: datetime

    @property
    def year(self) -> int | None:
        return self.published.year if self.published else None

    @property
    def abstract(self) -> str:
        """The words of its abstract, without headings; empty where it has none."""
        return " ".join(self.text[s.start : s.end] for s in self.sections if s.kind == "abstract")

    def pages_of(self, start: int, end: int) -> tuple[PageStart, ...]:
        """The pages that characters stand on; none where it is no PDF."""
        return tuple(
            page
            for page, following in zip(self.pages, [*self.pages[1:], None], strict=False)
            if page.at < end and (following is None or following.at > start)
        )

    @property
    def usable(self) -> bool:
        """Whether it may answer: a retracted article never does."""
        return self.retraction is not RetractionStatus.RETRACTED


class LibraryPassage(Value):
    """A piece of an article within one section."""

    id: str
    article_id: str
    position: int
    """Its place in the article, from 0."""
    kind: str
    """Of its section: ``abstract``, ``results``…"""
    section: str
    """Title of its section, with those above it."""
    start: int
    end: int
    tells_finding: bool
    """Whether it reports a result: an effect with its numbers."""


def passage_id(article_id: str, text_hash: str, start: int, end: int) -> str:
    """The same for the same words at the same place, and for no others: 16 hex digits."""
    return hashlib.sha256(f"{article_id}\0{text_hash}\0{start}\0{end}".encode()).hexdigest()[:16]


class CollectionKind(StrEnum):
    COLLECTION = "collection"
    """Named and filled by whoever wants it."""
    DRUG = "drug"
    """The library of a drug; it follows the drug's run."""


DRUG_LIBRARY = "drug:"
"""Before the slug in the name of a drug's library; no other collection's name has a colon."""


def drug_library(slug: str) -> str:
    """The name of a drug's library."""
    return f"{DRUG_LIBRARY}{slug}"


def drug_of(library: str) -> str:
    """The slug of the drug whose library is called so; empty for the name of another collection."""
    return library.removeprefix(DRUG_LIBRARY) if library.startswith(DRUG_LIBRARY) else ""


def is_collection_name(name: str) -> bool:
    """Whether a collection may be called so: letters, digits, ``.``, ``_`` and ``-``, up to 64, none of the signs
    first. Names are parts of paths and keys of partitions."""
    return re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", name) is not None


class Collection(Value):
    """A named library and how it is filled."""

    name: str
    kind: CollectionKind = CollectionKind.COLLECTION
    queries: tuple[str, ...] = ()
    """PMC queries it is filled by."""
    folders: tuple[str, ...] = ()
    """Folders of JATS files and PDFs."""
    drugs: tuple[str, ...] = ()
    """Slugs of drugs whose articles it holds."""
    most: int = 9_999
    """Articles of a query."""
    wants_vectors: bool = True
    """Whether its passages are to have vectors."""
    articles: int = 0
    passages: int = 0
    vectors: int = 0
    retracted: int = 0
    updated_at: datetime | None = None


SECTION_KINDS = ("abstract", "intro", "methods", "results", "discussion", "conclusion", "table", "other")
"""Kinds of sections that passages are of."""


class PassageFilters(Value):
    """What a search is limited to; what is empty limits nothing.

    Raises:
        WrongArgument: nothing could pass, so that finding nothing would say nothing of the papers.
    """

    kinds: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    journals: tuple[str, ...] = ()
    """Any of these, without regard to capitals."""
    article_types: tuple[str, ...] = ()
    licenses: tuple[str, ...] = ()
    """Beginnings: ``CC BY`` finds ``CC BY 4.0``."""
    only: tuple[str, ...] = ()
    """PMC ids or PMIDs."""
    exclude: tuple[str, ...] = ()
    """PMC ids or PMIDs."""
    as_of: date | None = None
    """Of that day's knowledge: nothing later, and nothing without a date."""
    drug: str = ""
    """Articles whose title or abstract names the drug, by any name the workspace knows of it."""

    @model_validator(mode="after")
    def _can_be_passed(self) -> Self:
        if wrong := [kind for kind in self.kinds if kind not in SECTION_KINDS]:
            raise WrongArgument(f"There is no section {wrong[0][:60]!r}; there are {', '.join(SECTION_KINDS)}.")
        if self.since and self.until and self.since > self.until:
            raise WrongArgument(f"No day is from {self.since} on and before {self.until}; exchange since and until.")
        return self


class NameGroup(Value):
    """The names of one drug or one disease."""

    kind: str
    """``drug`` or ``disease``."""
    names: tuple[str, ...]


class OtherNames(Value):
    """What a question names, and by which other names texts may."""

    named: str
    others: tuple[str, ...]
