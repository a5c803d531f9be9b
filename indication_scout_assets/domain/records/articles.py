"""Articles: bibliographic records with what grading, ranking and citing need.

What belongs here: the record and the text that is embedded, ranked and quoted. One article is one ``Article``, however
many sources know it; how their records become one is in ``article_merging``, whether it is retracted in
``retraction_status``. A citation's character offsets refer to ``Article.title`` or ``Article.abstract`` exactly as
stored.
"""

from __future__ import annotations

import hashlib
import re
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple

from pydantic import ConfigDict, Field, model_validator

from ..base import Value
from ..documents import Document, DocumentKind, Section


class PublicationType(Value):
    name: str
    ui: str | None = None
    """MeSH UI, for example ``D016449`` for Randomized Controlled Trial."""


class MeshHeading(Value):
    name: str
    ui: str | None = None
    major: bool = False
    qualifiers: tuple[str, ...] = ()


class Correction(Value):
    """A link of CommentsCorrections: an erratum, a retraction, an update…"""

    kind: str
    """RefType, for example ``RetractionIn``."""
    pmid: str | None = None
    pmcid: str | None = None
    doi: str | None = None
    source: str = ""


class RetractionStatus(StrEnum):
    RETRACTED = "retracted"
    EXPRESSION_OF_CONCERN = "expression_of_concern"
    CORRECTED = "corrected"
    REINSTATED = "reinstated"
    NONE = "none"
    UNCHECKED = "unchecked"


class AbstractSection(Value):
    """One headed part of a structured abstract, as character span of ``Article.abstract``."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)

    heading: str = Field(alias="label")
    start: int
    end: int


class Origin(Value):
    """Where a record of the article was found: the source, its id there and its page."""

    source: str
    """As the report prints it, for example ``Europe PMC``."""
    id: str
    url: str = ""


def article_id(pmid: str | None = None, pmcid: str | None = None, doi: str | None = None, other: str = "") -> str:
    """The key of an article: its PMID, else its PMC id, else ``doi:…`` in lower case, else ``other``, else empty.

    ``other`` is what the source calls it where it has none of these, with the source before it: ``PPR:PPR12345``,
    ``openalex:W12345``.
    """
    return pmid or pmcid or (f"doi:{doi.lower()}" if doi else other)


PERSON = re.compile(r"(?P<family>\S.*?) +(?P<initials>[A-ZÀ-Þ]{1,4})(?: +(?P<suffix>Jr|Sr|\d\w\w))?")
"""An author as PubMed cites a person: family name, initials, sometimes a suffix."""


def group_author(name: str) -> str:
    """A group's name among the authors. Where it ends as a ``PERSON`` does (``Task Force of the ESC``) its last space
    does not break, so that nobody takes the end for initials, wherever the name goes."""
    return "\u00a0".join(name.rsplit(" ", 1)) if PERSON.fullmatch(name) else name


RETRACTED_PUBLICATION_UI = "D016441"
RETRACTION_NOTICE_UI = "D016440"
NOTICE_TYPES = frozenset(
    {"retraction of publication", "retraction notice", "retraction", "partial-retraction", "partial retraction",
     "withdrawal", "removal"}
)  # fmt: skip
"""Publication types of what only says that another article was taken back, by PubMed, Semantic Scholar and JATS."""
CONCERN_TYPES = frozenset({"expression of concern", "expression-of-concern"})


# ------------------------------------------------------------------------------------------------ marks in titles
class TitleForm(StrEnum):
    RETRACTED = "retracted"
    """``RETRACTED: …``, ``[Retracted] …``, ``… (Retracted article. See vol. 7)``, ``… . Retracted.``"""
    WITHDRAWN = "withdrawn"
    """``Withdrawn: …``, ``… (Withdrawn)``, ``REMOVED: …``, ``TEMPORARY REMOVAL: …``"""
    NOTICE = "notice"
    """``Retraction: …``, ``Retraction Note to …``, ``Statement of retraction: …``, ``Removal notice``"""
    CONCERN = "concern"
    """``Expression of concern: …``, on a notice and on the paper it is about alike."""


class TitleMark(NamedTuple):
    """A mark as it stands in a title."""

    form: TitleForm
    words: str
    """As the publisher wrote them, without brackets and colon: ``RETRACTED ARTICLE``."""
    rest: str
    """The title without the mark."""


_WHOLE = r"(?:\ (?:article|paper|chapter|manuscript|publication))?"
_TITLE_FOLLOWS = r"(?!\s*(?-i:[a-z]+)\s)"
"""No plain lower-case word begins a title: ``Withdrawn: why patients leave trials`` is an author's."""
_NOTICE = rf"""(?:(?:retraction|withdrawal|removal)\ (?:note|notice|statement)
        |(?:notice|statement)\ of\ (?:retraction(?:\ and\ replacement)?|withdrawal|removal)
        |(?:article\ )?partial\ retraction|retrata[çc][ãa]o|retractaci[óo]n)(?=\s*(?:[:.\])]|$)|\ (?:to|for)\b)
    |retraction(?=\W*$|\s*:{_TITLE_FOLLOWS}|—\S|\ (?:of|to)\s*[:“"‘']|\ for\ [^:]{{1,80}}\bet\ al\b)
    |(?-i:WITHDRAWAL|REMOVAL)(?=\s*:)"""
_CONCERN = r"(?:(?:editorial|notice\ of)\ )?expressions?\ of\ (?:editorial\ )?concern"
_AFTER_CONCERN = r"""(?:\W*$|\s*[:\])]|(?=\ (?:to|for|on|regarding|about)\s*[:“"‘']))"""
_RETRACTED = rf"retracted{_WHOLE}|(?:article|paper)\ retracted|art[íi](?:go\ retratado|culo\ retractado)"
_WITHDRAWN = rf"""(?-i:WITHDRAWN|REMOVED)(?=\s*[:\])])
    |(?:withdrawn{_WHOLE}|removed|temporary\ removal)(?=\s*[:\])]{_TITLE_FOLLOWS})"""
_AFTER = rf"""[(\[]\s*(?:(?P<retracted_after>retracted{_WHOLE})(?:(?:\s*[.:,;]|\s(?:in|by|on|see)\b)[^()\[\]]{{0,200}})?
        |(?P<withdrawn_after>withdrawn{_WHOLE}))\s*[)\]]\W*$
    |(?<=[.?!])\s+(?:(?P<retracted_last>retracted{_WHOLE})|(?P<withdrawn_last>withdrawn{_WHOLE}))\W*$"""
_MARK = re.compile(
    rf"""^\W*(?:(?P<notice>{_NOTICE})|(?P<concern>{_CONCERN}){_AFTER_CONCERN}
        |(?P<retracted>{_RETRACTED})\s*[:\])]|(?P<withdrawn>{_WITHDRAWN})\s*[:\])])|{_AFTER}""",
    re.IGNORECASE | re.VERBOSE,
)


def title_mark(title: str) -> TitleMark | None:
    """The mark at the start or the end of a title; ``None`` where there is none, which says nothing of the paper."""
    match = _MARK.search(title)
    if match is None or match.lastgroup is None:
        return None
    rest = f"{title[: match.start()]} {title[match.end() :]}".strip()
    return TitleMark(TitleForm(match.lastgroup.partition("_")[0]), match[match.lastgroup], rest)


# ------------------------------------------------------------------------------------------------ the record
class Article(Value):
    """A bibliographic record. Dates are ISO; the parts a record lacks are empty, never invented."""

    id: str = ""
    """See ``article_id``; made from the PMID, PMC id or DOI where it is left out."""
    pmid: str | None = None
    title: str
    abstract: str = ""
    sections: tuple[AbstractSection, ...] = ()
    authors: tuple[str, ...] = ()
    """Persons as PubMed cites them, ``Galiè N``; groups as ``group_author`` writes them."""
    journal: str = ""
    pub_date: str = ""
    """As printed: ``2019 Mar 5``, ``1998 Dec-1999 Jan``."""
    year: int | None = None
    published: date | None = None
    """Best exact date; the first day of the month or year where only that is known."""
    entrez_date: date | None = None
    language: str = ""
    publication_types: tuple[PublicationType, ...] = ()
    mesh_headings: tuple[MeshHeading, ...] = ()
    keywords: tuple[str, ...] = ()
    substances: tuple[str, ...] = ()
    doi: str | None = None
    pmcid: str | None = None
    nct_ids: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()
    is_book: bool = False
    is_preprint: bool = False
    open_access: bool | None = None
    cited_by: int | None = None
    """Citations as the source with the highest count says."""
    marked_retracted_by: tuple[str, ...] = ()
    """Sources whose record flags the article as retracted without naming a notice (OpenAlex, Europe PMC)."""
    origins: tuple[Origin, ...] = ()
    """Every source that has the article, in the order of the catalogue."""
    demonstration: bool = False
    """True for records written for the demonstration."""

    @model_validator(mode="before")
    @classmethod
    def _has_an_id(cls, values: Any) -> Any:
        if isinstance(values, dict) and not values.get("id"):
            made = article_id(values.get("pmid"), values.get("pmcid"), values.get("doi"))
            if not made:
                raise ValueError("an article needs a PMID, a PMC id, a DOI or the id its source gives it")
            return {**values, "id": made}
        return values

    @property
    def document(self) -> Document:
        """Title and abstract, with the headed parts of the abstract as sections."""
        parts = tuple(Section(title=part.heading, start=part.start, end=part.end) for part in self.sections)
        return Document(
            kind=DocumentKind.ARTICLE,
            id=self.id,
            title=self.title,
            year=self.year,
            journal=self.journal,
            texts={"title": self.title, "abstract": self.abstract},
            sections={"abstract": parts} if parts else {},
        )

    @property
    def text(self) -> str:
        """What is embedded and matched: title, then abstract."""
        return f"{self.title} {self.abstract}".strip()

    @property
    def text_hash(self) -> str:
        return text_hash(self.text)

    @property
    def retraction(self) -> RetractionStatus:
        """From the record itself: publication types, CommentsCorrections, and a mark in the title.

        An erratum alone is ``corrected``; the notice of a retraction is not itself retracted.
        """
        if self.title_mark:
            return RetractionStatus.RETRACTED
        kinds = {c.kind for c in self.corrections}
        if any(p.ui == RETRACTED_PUBLICATION_UI or p.name == "Retracted Publication" for p in self.publication_types):
            return RetractionStatus.RETRACTED
        if kinds & {"RetractionIn", "RetractedandRepublishedIn"}:
            return RetractionStatus.RETRACTED
        if self.concern_mark or kinds & {"ExpressionOfConcernIn", "PartialRetractionIn"}:
            return RetractionStatus.EXPRESSION_OF_CONCERN
        if kinds & {"ErratumIn", "CorrectedandRepublishedIn"}:
            return RetractionStatus.CORRECTED
        return RetractionStatus.NONE

    @property
    def standing(self) -> RetractionStatus:
        """``retraction``; ``retracted`` for a notice too, which repeats what it takes back and answers no more."""
        return RetractionStatus.RETRACTED if self.is_retraction_notice else self.retraction

    @property
    def usable(self) -> bool:
        """Whether it may be ranked, quoted and counted, by its own record."""
        return self.standing is not RetractionStatus.RETRACTED

    @property
    def title_mark(self) -> str:
        """``RETRACTED`` or ``WITHDRAWN`` as the publisher wrote it before or after the title; empty where it did not.

        The one sign on records that have neither PMID nor DOI, and on withdrawn Cochrane reviews. Its absence says
        nothing. Some journals title the notice alike.
        """
        mark = None if self.is_retraction_notice else title_mark(self.title)
        return mark.words if mark and mark.form in {TitleForm.RETRACTED, TitleForm.WITHDRAWN} else ""

    @property
    def concern_mark(self) -> str:
        """The title's or the type's ``Expression of Concern``; empty where there is none."""
        mark = title_mark(self.title)
        named = (p.name for p in self.publication_types if p.name.casefold() in CONCERN_TYPES)
        return mark.words if mark and mark.form is TitleForm.CONCERN else next(named, "")

    @property
    def is_retraction_notice(self) -> bool:
        """Whether this is the notice of a retraction, which is evidence of nothing else: by type, link or title."""
        types, mark = self.publication_types, title_mark(self.title)
        return (
            any(kind.ui == RETRACTION_NOTICE_UI or kind.name.casefold() in NOTICE_TYPES for kind in types)
            or any(link.kind in ("RetractionOf", "PartialRetractionOf") for link in self.corrections)
            or (mark is not None and mark.form is TitleForm.NOTICE)
        )

    @property
    def masked(self) -> bool:
        """Whether MeSH's headings say that a study is single- or double-blind; ``False`` where there is none."""
        return any(heading.name in ("Double-Blind Method", "Single-Blind Method") for heading in self.mesh_headings)

    @property
    def in_pregnancy(self) -> bool:
        """Whether MeSH's check tag says that it is on pregnancy."""
        return any(heading.name == "Pregnancy" for heading in self.mesh_headings)

    @property
    def animals_only(self) -> bool:
        """Whether MeSH's check tags say animals and not humans; ``False`` where there is no tag."""
        tags = {heading.name for heading in self.mesh_headings}
        return "Animals" in tags and "Humans" not in tags

    @property
    def url(self) -> str:
        """The page to read it on: PubMed's where it has the record."""
        if self.pmid:
            return f"https://pubmed.ncbi.nlm.nih.gov/{self.pmid}/"
        if self.pmcid:
            return f"https://pmc.ncbi.nlm.nih.gov/articles/{self.pmcid}/"
        if self.doi:
            return f"https://doi.org/{self.doi}"
        return next((origin.url for origin in self.origins if origin.url), "")


def text_hash(text: str) -> str:
    """Key of a text version: SHA-256, first 32 hex digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:32]
