"""Questions that count people: "how many patients had a rash" is answered by a number beside what they had.

What belongs here: which spans of a label may answer such a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...domain.monographs.label_answers import LabelIntent
from ...domain.monographs.label_documents import SpanForm
from ...text.numbers import PLAIN_NUMBER
from ..questions.method_values import counts_people, what_they_had
from .label_retrieval import DrugTexts, Scored
from .label_words import question_words, stem, stems, stems_meant, words

_HOW_MANY = re.compile(
    r"\bhow many (?:\w+ )?(?:patients|people|persons|participants|subjects|men|women|children|adults|users)\b",
    re.IGNORECASE,
)
_SIZE = re.compile(
    r"\bhow many \w+(?: were| are)?(?: (?:there|enroll?ed|randomi[sz]ed|included|treated|studied))*"
    r" (?:in|into|took part|participated)\b",
    re.IGNORECASE,
)
"""Questions of how many took part in a study."""
_COUNT = re.compile(
    rf"(?<![\d.,]){PLAIN_NUMBER}(?: [\w-]+){{0,3}}"
    r" (?:patients|people|persons|participants|subjects|men|women|children|adults)\b",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")


def with_number(intent: LabelIntent, chosen: Sequence[Scored], texts: DrugTexts) -> list[Scored]:
    """The spans that may answer: of a question that counts people those with a number and at least half of the words
    for what they had, and of one that asks how many took part those with a number of people, which a share is not.
    """
    if not _HOW_MANY.search(intent.question):
        return list(chosen)
    of_drug = {s for drug in intent.drugs for s in stems(drug)} | question_words().plain
    had = [word for word in words(what_they_had(intent.question)) if stem(word) not in of_drug]
    telling = [entry for entry in chosen if _tells(entry, had, texts)]
    return [e for e in telling if _COUNT.search(e.span.text)] if _SIZE.search(intent.question) else telling


def people_counted(question: str) -> str:
    """The words by which a question counts people, to its end; empty where it counts none."""
    asks = _HOW_MANY.search(question)
    return question[asks.start() :].rstrip(" ?.!").lower() if asks else ""


def _tells(entry: Scored, had: Sequence[str], texts: DrugTexts) -> bool:
    span = entry.span
    whole = " ".join((span.heading, span.lead_in, span.header, span.group, span.text))
    in_row = span.form is SpanForm.TABLE_ROW and bool(_DIGIT.search(span.text))
    held = stems_meant(whole)
    return (in_row or counts_people(whole)) and 2 * sum(bool(texts.means(word) & held) for word in had) >= len(had)
