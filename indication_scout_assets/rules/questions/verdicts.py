"""The verdict on a question: counted evidence, and how much each sentence of it weighs.

What belongs here: from readings to one verdict, the counts that are shown with it, and how a reader is told it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ...domain.questions.answers import AnswerVerdict
from ...domain.questions.question_answering import EvidenceCount, Verdict

CLEAR = 2 / 3
"""Share of the weight below which "maybe" is the verdict, where a sentence says so."""
DIVIDED = "papers are divided"
_BY_RULE = "Read by rule: about one verdict in five was wrong where readers tried them. Read the sentences."
_BY_MODEL = "Read by {model}: its quotations stand in the papers, and each paper has one vote. Read the sentences."
"""SourcedSentence under a verdict that rules or a model read; the figures are in docs/questions.md."""


class WeighedReading(NamedTuple):
    """What a sentence says, of which paper, and how much it weighs."""

    verdict: Verdict
    paper: str
    weight: float


def decided(readings: Sequence[WeighedReading]) -> Verdict | None:
    """The side with the most weight; of two that weigh alike the one read first; ``None`` where there is nothing.

    Where a sentence says "maybe" and no side is clear, it is "maybe".
    """
    weights: dict[Verdict, float] = {}
    for reading in readings:
        weights[reading.verdict] = weights.get(reading.verdict, 0.0) + reading.weight
    if not weights:
        return None
    best = max(weights, key=lambda verdict: weights[verdict])
    split = weights[best] < CLEAR * sum(weights.values())
    return Verdict.MAYBE if split and Verdict.MAYBE in weights else best


def counts_of(readings: Sequence[WeighedReading]) -> tuple[EvidenceCount, ...]:
    """How many sentences of how many papers point which way, the commonest first."""
    sentences = Counter(reading.verdict for reading in readings)
    return tuple(
        EvidenceCount(
            reading=verdict.value,
            sentences=number,
            papers=len({reading.paper for reading in readings if reading.verdict is verdict}),
        )
        for verdict, number in sentences.most_common()
    )


def votes(readings: Iterable[tuple[str, Verdict]], weight_of: Callable[[str], float]) -> list[WeighedReading]:
    """One vote a paper: what most of its quotations say, the earlier of as many.

    Args:
        readings: paper and what it says, one for each quotation.
        weight_of: a paper's weight, by its design.
    """
    papers: dict[str, Counter[Verdict]] = {}
    for paper, verdict in readings:
        papers.setdefault(paper, Counter())[verdict] += 1
    return [
        WeighedReading(of_paper.most_common(1)[0][0], paper, weight_of(paper)) for paper, of_paper in papers.items()
    ]


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
