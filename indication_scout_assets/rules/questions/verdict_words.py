"""A verdict as a reader is told it: with the sentences that count, and that papers are divided where they are.

What belongs here: words. The verdict itself, a word for machines, is decided by weight in ``verdicts``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...domain.questions.answers import AnswerVerdict
from ...domain.questions.question_answering import EvidenceCount, Verdict

DIVIDED = "papers are divided"
_BY_RULE = "Read by rule: about one verdict in five was wrong where readers tried them. Read the sentences."
_BY_MODEL = "Read by {model}: its quotations stand in the papers, and each paper has one vote. Read the sentences."
"""Said under a verdict that rules or a model read; the figures are in docs/questions.md."""


def verdict_told(verdict: Verdict | None, votes: Sequence[EvidenceCount], model: str = "") -> AnswerVerdict | None:
    """A verdict with what is said of it; ``None`` without one.

    Args:
        verdict: the verdict.
        votes: the sentences that count, by which way they point.
        model: that read what counts; empty where rules did.
    """
    if verdict is None:
        return None
    own = sum(count.sentences for count in votes if count.reading == verdict.value)
    others = (count for count in votes if count.reading != verdict.value)
    divided = verdict is not Verdict.MAYBE and any(count.sentences >= own for count in others)
    caution = _BY_MODEL.format(model=model) if model else _BY_RULE
    return AnswerVerdict(value=verdict, votes=tuple(votes), divided=divided, caution=caution)


def verdict_words(verdict: AnswerVerdict) -> str:
    """A verdict in words: "yes", or "papers are divided, by weight yes"."""
    plain = verdict.value.replace("_", " ")
    return f"{DIVIDED}, by weight {plain}" if verdict.divided else plain


def turned_words(answered: str) -> str:
    """Of a question that asked whether something is not so: which one the verdict answers."""
    return f"Yes and no here answer the question “{answered}”"
