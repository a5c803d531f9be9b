"""The sentences of one article for one pair: masked, under their headings, with the part of the abstract they stand in.

What belongs here: what several readers of a whole abstract (``intent``, ``results``) need of its sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ..language.instructions import citable_sentences
from ..language.mentions import DISEASE, DRUG, ArticleReader
from ..language.sentences import sentences
from . import intent_cues as cues
from . import result_marks as marks
from .drug_roles import mark_passive


@dataclass(frozen=True)
class ArticleSentence:
    """A sentence of title or abstract: ``getattr(article, field)[start:end] == text``."""

    field: str
    start: int
    end: int
    text: str
    masked: str
    heading: str = ""
    part: int = 0
    """Which part of an abstract without headings it stands in; old abstracts end each part with a semicolon."""

    @cached_property
    def helping(self) -> str:
        """The masked sentence with the mentions of the drug that cannot help marked."""
        return mark_passive(self.masked)

    @cached_property
    def asks(self) -> bool:
        """Whether its words tell what the study set out to do, in whom and how."""
        return marks.ASKS.search(self.masked) is not None

    @property
    def names_both(self) -> bool:
        return DRUG in self.masked and DISEASE in self.masked


def article_sentences(reader: ArticleReader) -> Iterator[ArticleSentence]:
    """The title whole, then the abstract's sentences, masked; none that gives orders to software."""
    title = reader.article.title
    spans = sentences(title)
    end = spans[-1].end if spans else 0
    start = spans[0].start if spans else 0
    citable = citable_sentences(reader.article)
    yield ArticleSentence("title", start, end, title[start:end], reader.mask(title[start:end]) if citable else "")
    about_drug, part, stop = False, 0, 0
    for span in (span for field, _, span in citable if field == "abstract"):
        masked = reader.mask(span.text)
        if about_drug and DRUG not in masked:
            masked = cues.STANDS_FOR_DRUG.sub(DRUG, masked)
        about_drug = DRUG in masked
        part += ";" in reader.article.abstract[stop : span.start]
        stop = span.end
        yield ArticleSentence("abstract", span.start, span.end, span.text, masked, span.heading, part)
