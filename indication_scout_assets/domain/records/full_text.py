"""Full text of an article: the stored text, its sections and chunks, and the steps that led to it.

What belongs here: the values. All offsets are characters of ``FullText.text``.
"""

from __future__ import annotations

from datetime import datetime

from ..base import Value
from ..documents import Document, DocumentKind, Section
from ..outcomes import SourceState
from .cited_references import CitedReference


class FullTextStep(Value):
    """One rung of the ladder: Unpaywall, PMC, abstract."""

    source: str
    state: SourceState
    detail: str = ""
    """What came of it, one plain sentence."""
    url: str = ""


class TextChunk(Value):
    """A piece of one section, cut at sentence ends where there are any."""

    section: int
    """Index of the section."""
    start: int
    end: int


class FullText(Value):
    """What could be had of an article's text."""

    article_id: str
    source: str = ""
    """``PMC``, or ``abstract`` where there was nothing more."""
    url: str = ""
    """Open-access location, where one is known."""
    license: str = ""
    text: str = ""
    sections: tuple[Section, ...] = ()
    chunks: tuple[TextChunk, ...] = ()
    references: tuple[CitedReference, ...] = ()
    """What its reference list names by PMID or DOI; empty without a full text."""
    steps: tuple[FullTextStep, ...] = ()
    fetched_at: datetime

    @property
    def document(self) -> Document:
        """The whole text as one field, ``text``, with its sections."""
        return Document(
            kind=DocumentKind.FULL_TEXT, id=self.article_id, texts={"text": self.text}, sections={"text": self.sections}
        )


class FullTextFacts(Value):
    """What a report says of an article's full text, without the text."""

    source: str
    url: str = ""
    license: str = ""
    sections: int = 0
    characters: int = 0
    steps: tuple[FullTextStep, ...] = ()


class FullTextQuote(Value):
    """A sentence of an article's full text that reports what the drug did in the disease.

    ``text`` is ``FullText.text[start:end]`` of the stored text. It is shown and neither graded nor cited.
    """

    article_id: str
    section: str
    """With the titles above it: ``Results > Efficacy``."""
    text: str
    start: int
    end: int
