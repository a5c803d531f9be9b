"""A verdict as a reader is told it: with the sentences that count, and that papers are divided where they are.

What belongs here: words. The verdict itself, a word for machines, is decided by weight in ``verdicts``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...domain.questions.question_answering import EvidenceCount, Verdict

DIVIDED = "papers are divided"
_BY_RULE = "Read by rule: about one verdict in five was wrong where readers tried them. Read the sentences."
_BY_MODEL = "Read by {model}: its quotations stand in the papers, and each paper has one vote. Read the sentences."
"""Said under a verdict that rules or a model read; the figures are in docs/questions.md."""


def caution(verdict: Verdict | None, model: str) -> str:
    """How far a verdict is to be trusted, in one sentence; empty without one.

    Args:
        verdict: the verdict.
        model: that read what counts; empty where rules did.
    """
    if verdict is None:
        return ""
    return _BY_MODEL.format(model=model) if model else _BY_RULE


def is_divided(verdict: Verdict | None, counts: Sequence[EvidenceCount]) -> bool:
    """Whether as many sentences that count point another way as point the verdict's."""
    if verdict is None or verdict is Verdict.MAYBE:
        return False
    own = sum(count.sentences for count in counts if count.reading == verdict.value)
    return any(count.sentences >= own for count in counts if count.reading != verdict.value)


def verdict_words(verdict: Verdict, counts: Sequence[EvidenceCount]) -> str:
    """A verdict in words: "yes", or "papers are divided, by weight yes"."""
    plain = verdict.value.replace("_", " ")
    return f"{DIVIDED}, by weight {plain}" if is_divided(verdict, counts) else plain


def turned_words(answered: str) -> str:
    """Of a question that asked whether something is not so: which one the verdict answers."""
    return f"Yes and no here answer the question “{answered}”"
