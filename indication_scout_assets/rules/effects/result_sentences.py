"""The sentences of an abstract that tell results, and the one of them that tells in numbers what the drug did.

What belongs here: where results stand, and choosing a sentence to be shown word for word where no effect could be read
from it (``effect_reading``). It says nothing on whose numbers they are: the reader sees the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..language.mentions import DISEASE, DRUG, ArticleReader
from ..language.sentences import Sentence, abstract_sentences
from . import effect_patterns as patterns
from . import no_effects
from .no_effects import is_of_safety

LONGEST_SENTENCE = 1_200
"""Characters; what is longer is a table or a list that lost its form."""
_OPENING = 0.25
"""Share of an abstract without headings in which nothing is a result."""
_MEASURED = re.compile(r"\d[.·]\d|\d\s?%|\d\)?\s(?:vs\.?|versus|compared|and\s\d)", re.IGNORECASE)
"""A number that was measured, rather than one of a dose or a time."""
_STUDIED = re.compile(r"\brandom|\bdouble-blind|\bwere\s(?:treated|enrolled|included|given)\b", re.IGNORECASE)
"""What a study did with its people."""
_BACKGROUND = re.compile(r"\bat baseline\b|\bbaseline characteristics\b", re.IGNORECASE)


def result_sentences(reader: ArticleReader) -> Iterator[Sentence]:
    """The sentences that stand among results or conclusions."""
    text = reader.article.abstract
    read = abstract_sentences(reader.article)
    headed = any(patterns.RESULTS.search(sentence.heading) for sentence in read)
    for sentence in read:
        tells = bool(patterns.RESULTS.search(sentence.heading)) if headed else sentence.start >= _OPENING * len(text)
        if tells and len(sentence.text) <= LONGEST_SENTENCE:
            yield sentence


def early_results(reader: ArticleReader) -> Iterator[Sentence]:
    """Sentences of a short abstract without headings that stand in its opening, yet after what the study did."""
    text = reader.article.abstract
    read = abstract_sentences(reader.article)
    if any(patterns.RESULTS.search(s.heading) for s in read):
        return
    for sentence in read:
        in_opening = sentence.start < _OPENING * len(text) and len(sentence.text) <= LONGEST_SENTENCE
        if in_opening and _STUDIED.search(text, 0, sentence.start) and not _STUDIED.search(sentence.text):
            yield sentence


def result_in_numbers(reader: ArticleReader) -> Sentence | None:
    """The sentence that best tells in numbers what the drug did; ``None`` where no sentence compares with a number.

    It compares, holds a number, names the drug and is about no unwanted effect. Of several the one on the primary
    endpoint comes first, then one with a p value or an interval, then one that names the disease, then the first.
    """
    telling = [sentence for sentence in result_sentences(reader) if _tells(reader.mask(sentence.text), sentence.text)]
    return min(telling, key=lambda sentence: _rank(reader, sentence.text), default=None)


def _tells(masked: str, text: str) -> bool:
    compares = patterns.COMPARES.search(text) or patterns.OPPOSES.search(text)
    planned = no_effects.PLANS.search(text) and not patterns.P_VALUE.search(text)
    aside = planned or is_of_safety(text) or _BACKGROUND.search(text)
    return (
        DRUG in masked
        and bool(compares)
        and bool(_MEASURED.search(masked) or patterns.P_VALUE.search(text))
        and not aside
    )


def _rank(reader: ArticleReader, text: str) -> tuple[bool, bool, bool]:
    tested = patterns.P_VALUE.search(text) or patterns.INTERVAL.search(text)
    return not patterns.PRIMARY.search(text), not tested, DISEASE not in reader.mask(text)
