"""What an article's full text says of a pair beyond its abstract: sentences of its results and conclusions.

What belongs here: which sections may be quoted, and where in the stored text a quote stands. Which of their sentences
are worth it is decided in ``quotable_sentences``, as for abstracts.
"""

from __future__ import annotations

import re

from ..domain.findings.readings import Direction, PairReading
from ..domain.records.articles import AbstractSection, Article
from ..domain.records.full_text import FullText, FullTextQuote
from ..rules.language.mentions import ArticleReader, Pair
from ..rules.stance.intent import read_masked
from .quotable_sentences import Finding, findings

_QUOTED = {"results": "RESULTS", "conclusion": "CONCLUSIONS"}
"""Kinds of sections, as an abstract's headings. A discussion is left out: it speaks of other people's studies."""
_NOT_QUOTED = "METHODS"
_CITES_OTHERS = re.compile(r"\[\d[\d,–-]*\]")


def quotes(pair: Pair, article: Article, full_text: FullText) -> tuple[FullTextQuote, ...]:
    """At most two sentences that report what the drug did in the disease, in the order of the text.

    None where there was nothing but the abstract, and none that says what the abstract says or cites another article.
    """
    if full_text.source in {"", "abstract"}:
        return ()
    sections = tuple(
        AbstractSection(heading=_QUOTED.get(section.kind, _NOT_QUOTED), start=section.start, end=section.end)
        for section in full_text.sections
    )
    whole = article.model_copy(update={"abstract": full_text.text, "sections": sections})
    known = _findings(pair, article)
    new = [f for f in _findings(pair, whole) if f.field == "abstract" and f.adds_to(known)]
    return tuple(
        FullTextQuote(
            article_id=article.id,
            section=next(s.title for s in full_text.sections if s.start <= span.start < s.end),
            text=span.text,
            start=span.start,
            end=span.end,
        )
        for span in sorted((finding.span for finding in new), key=lambda span: span.start)
        if not _CITES_OTHERS.search(span.text)
    )


def _findings(pair: Pair, article: Article) -> list[Finding]:
    reader = ArticleReader(pair, article)
    return findings(reader, PairReading(direction=Direction.of(read_masked(reader).polarity)))
