"""Questions that compare two treatments: that they do, what a drug is compared with, and the facts of labels on both.

What belongs here: the question alone, and what a label that says something of both may answer of it.
"""

from __future__ import annotations

import re

from ...domain.monographs.label_answers import AnswerStatus, LabelAnswer, QuestionShape
from ..labels.label_words import question_words, stem, stems, words

_OTHER = (
    r"(?P<other>(?!\d)[^\W\d][\w/+-]*(?: (?!in\b|for\b|on\b|at\b|with\b|as\b|to\b|after\b|during\b|among\b|when\b|of\b"
    r"|does\b|do\b|is\b|are\b|and\b|or\b)[\w/+-]+){0,3})"
)
_COMPARED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:better|worse|safer|cheaper|(?:more|less|fewer|larger|greater|lower|higher|smaller)\b.*?) than {_OTHER}",
        rf"\bas \w+ as {_OTHER}",
        rf"\b(?:superior|inferior|equivalent|similar) to {_OTHER}",
        rf"\b(?:vs\.?|versus|compared (?:with|to)|in comparison (?:with|to)|relative to) {_OTHER}",
        rf"\bcompar(?:e|ison of|ing) .+? (?:and|with|to) {_OTHER}",
        rf"\bdifferences? between .+? and {_OTHER}",
    )
)
_NO_TREATMENT = frozenset(
    """once usual before expected normal average others other one those that this it they alone possible well
    soon""".split()  # noqa: SIM905
)
"""Words after "than" and "as" that name no other treatment."""


def compared_with(question: str) -> str:
    """What a question compares a drug with; empty where it compares nothing."""
    for pattern in _COMPARED:
        match = pattern.search(question)
        if match and match["other"].lower().split()[0] not in _NO_TREATMENT:
            return match["other"]
    return ""


def naming_both(label: LabelAnswer) -> LabelAnswer:
    """An answer of one drug's label to a question that compares it: the facts that name the other treatment alone, else
    no answer.
    """
    other = compared_with(label.intent.question)
    wanted = {stem(word) for word in words(other)} - question_words().plain
    if label.status is not AnswerStatus.ANSWERED or label.intent.shape is QuestionShape.COMPARE or not wanted:
        return label
    facts = tuple(fact for fact in label.facts if wanted & set(stems(fact.text)))
    if facts:
        return label.model_copy(update={"facts": facts, "section": facts[0].section})
    note = f"The labels held do not compare it with {other}."
    return label.model_copy(update={"status": AnswerStatus.NOT_IN_LABEL, "facts": (), "note": note})
