"""Documents: whatever has words that may be cited, seen alike, with its sections and passages.

What belongs here: the kinds of documents, their texts by field, and the one way from (kind, id, field) to the citable
text. How a record becomes a document says the noun itself: ``Article.document``, ``Trial.document``,
``Label.document``, ``FullText.document``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from .base import Value


class DocumentKind(StrEnum):
    ARTICLE = "article"
    """The bibliographic record: title and abstract."""
    FULL_TEXT = "full_text"
    """The text of an article beyond its abstract."""
    TRIAL = "trial"
    """A registered study."""
    LABEL = "label"
    """A drug label as a service of labels gives it."""
    MONOGRAPH = "monograph"
    """A file with a drug's monograph."""
    WEB_PAGE = "web_page"


class DocumentKey(NamedTuple):
    """What a document is found by. The source tells apart what two sources hold under one id; most kinds need none."""

    kind: DocumentKind
    id: str
    source: str = ""


class Section(Value):
    """A section with its own text, as characters of its field; the text of its subsections is theirs, so that nothing
    stands twice."""

    title: str
    """With the titles above it: ``Methods > Patients``."""
    kind: str = ""
    """``intro``, ``methods``, ``results``, ``discussion``, ``conclusion``, ``abstract`` or ``other``."""
    start: int
    """0-based, inclusive."""
    end: int
    """0-based, exclusive."""


class Passage(Value):
    """A span of a document: characters ``start`` to ``end`` of one of its texts."""

    evidence_kind: DocumentKind
    evidence_id: str
    """PMID (or ``article_id``), NCT id, or set id of a label."""
    source: str = ""
    """``DailyMed`` or ``openFDA`` of a label: both hold labels under one set id; empty where the id is enough."""
    field: str
    """A key of ``Document.texts``: ``title`` or ``abstract`` of an article, the kind of section of a label."""
    start: int
    """0-based, inclusive."""
    end: int
    """0-based, exclusive."""

    @property
    def document(self) -> DocumentKey:
        return DocumentKey(self.evidence_kind, self.evidence_id, self.source)


@dataclass(frozen=True)
class Document:
    """A record as citations see it: what it is called, and its texts word for word."""

    kind: DocumentKind
    id: str
    source: str = ""
    title: str = ""
    year: int | None = None
    """``None`` where it has none, or none that is ever cited."""
    journal: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    """The texts that may be cited, by field."""
    sections: Mapping[str, tuple[Section, ...]] = field(default_factory=dict)
    """By field, in the order of the text; fields without sections are left out."""

    @property
    def key(self) -> DocumentKey:
        return DocumentKey(self.kind, self.id, self.source)


class Documents:
    """Some documents by their keys: those a statement may cite, or those a report holds."""

    def __init__(self, documents: Iterable[Document] = ()) -> None:
        self._by_key: dict[DocumentKey, Document] = {}
        self._by_id: dict[DocumentKey, Document] = {}
        for document in documents:
            self._by_key[document.key] = document
            self._by_id.setdefault(DocumentKey(document.kind, document.id), document)

    def get(self, key: DocumentKey) -> Document | None:
        """The document, or ``None``. A key without a source finds the first document of that id: citations of labels
        were stored without it once."""
        return self._by_key.get(key) or (None if key.source else self._by_id.get(key))

    def citable_text(self, key: DocumentKey, field: str) -> str:
        """The text a passage of this document and field points into; empty where there is none."""
        document = self.get(key)
        return document.texts.get(field, "") if document else ""


class Citation(Passage):
    """A passage with its words: ``text[start:end] == quote``."""

    quote: str
    title: str = ""
    """Title of the document as it was cited; empty where none was given."""
    year: int | None = None
    journal: str = ""

    def stands_on(self, stored_text: str) -> bool:
        """Whether the stored text holds exactly the quoted words at exactly this place."""
        return 0 <= self.start < self.end <= len(stored_text) and stored_text[self.start : self.end] == self.quote


def cite(document: Document, field: str, start: int, end: int) -> Citation:
    """The citation of a document's characters from ``start`` to ``end``, with its title, year and journal."""
    return Citation(
        evidence_kind=document.kind,
        evidence_id=document.id,
        source=document.source,
        field=field,
        start=start,
        end=end,
        quote=document.texts[field][start:end],
        title=document.title,
        year=document.year,
        journal=document.journal,
    )
