"""The sentences of one article for one pair: masked, under their headings, with the part of the abstract they stand in.

What belongs here: what several readers of a whole abstract (``intent``, ``results``) need of its sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ..language.instructions import citable_sentences
from ..language.mentions import DISEASE, DRUG, ArticleReader
from ..language.sentences import sentences
from . import intent_cues as cues
from .drug_roles import mark_passive

_ASKS = re.compile(
    r"""\b(?:aim(?:ed|s)?|objectives?|purpose|sought|hypothesi[sz]ed?|whether|study\ protocol
    |we\ (?:have\ )?(?:evaluate|investigate|examine|assesse?|study|studie|compare|test|teste)d?
    |(?:to|will)\ (?:\w+ly\ )?(?:evaluate|investigate|determine|assess|examine|compare|test|study|clarify|review|define)
    |(?:study|trial|analys[ei]s|review|report)\ (?:\w+ly\ |also\ )?(?:evaluate|investigate|examine|assesse|compare|teste
        |studie|aim|describe)[ds]|this\ (?:review|article|paper)
    |(?:was|were)\ (?:\w+\ )?(?:defined|designed|undertaken|conducted|evaluated|investigated|examined|studied|assessed
        |compared|measured|performed|recorded|determined|randomi[sz]ed|randomly|assigned|enrolled|included|divided)
    |(?:criteri(?:on|a)|parameters?|(?:end\ ?points?|outcomes?)(?:\ measures?)?)\ (?:was|were)\ (?:the|a|change))\b""",
    re.VERBOSE,
)


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
        return _ASKS.search(self.masked) is not None

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
