"""How good a ranking is: figures of one topic, and means over topics with their uncertainty.

What belongs here: formulas with their sources, and the bootstrap. What does not: reading judgements or ranking. Every
figure takes a ranking as ids, best first, from which unjudged documents were already left out, and ``gains``: the grade
of each relevant document, above 0. Relevant documents that the ranking lacks count as never found.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

RESAMPLES: Final = 2000
SEED: Final = 20260101
_CONFIDENCE: Final = 0.95
_SCREENED: Final = 95
"""Per cent of the relevant documents that work saved over sampling asks for."""

Figures = Mapping[str, float]
"""The value of each metric for one topic, by its key in ``METRICS``."""


def ndcg(ranking: Sequence[str], gains: Mapping[str, float], k: int = 10) -> float:
    """Normalised discounted cumulative gain of the first ``k``.

    DCG = sum over places i of gain_i / log2(i + 1), divided by the DCG of the best possible order. Järvelin and
    Kekäläinen, ACM Trans. Inf. Syst. 2002; 20: 422; linear gains and this discount as in trec_eval's ``ndcg_cut``.
    """
    ideal = _dcg(sorted(gains.values(), reverse=True)[:k])
    return _dcg([gains.get(document, 0.0) for document in ranking[:k]]) / ideal if ideal else 0.0


def precision(ranking: Sequence[str], gains: Mapping[str, float], k: int = 5) -> float:
    """Relevant documents among the first ``k``, divided by ``k`` (also where the ranking is shorter)."""
    return sum(document in gains for document in ranking[:k]) / k


def reciprocal_rank(ranking: Sequence[str], gains: Mapping[str, float]) -> float:
    """1 / place of the first relevant document, 0 where there is none; its mean over topics is the MRR.

    Voorhees, The TREC-8 question answering track report, 1999.
    """
    return next((1 / place for place, document in enumerate(ranking, start=1) if document in gains), 0.0)


def recall(ranking: Sequence[str], gains: Mapping[str, float], k: int = 100) -> float:
    """Share of the relevant documents that stand among the first ``k``."""
    return sum(document in gains for document in ranking[:k]) / len(gains) if gains else 0.0


def average_precision(ranking: Sequence[str], gains: Mapping[str, float]) -> float:
    """Mean, over all relevant documents, of the precision at each one's place; 0 for those never found.

    Buckley and Voorhees, SIGIR 2000; not interpolated, over the whole ranking, as trec_eval's ``map``.
    """
    total, hits = 0.0, 0
    for place, document in enumerate(ranking, start=1):
        if document in gains:
            hits += 1
            total += hits / place
    return total / len(gains) if gains else 0.0


def work_saved(ranking: Sequence[str], gains: Mapping[str, float]) -> float:
    """Work saved over sampling at 95 % recall: WSS@95 = (TN + FN) / N - 0.05.

    TN + FN are the documents of ``ranking`` left unread when reading from the top stops at the first place by which at
    least 95 % of the relevant ones are found. Reading in random order saves about 0; the best possible order saves
    0.95 less the share of documents that must be read. Cohen et al., J Am Med Inform Assoc 2006; 13: 206.
    """
    if not ranking or not gains:
        return 0.0
    wanted = -(-_SCREENED * len(gains) // 100)
    hits, read = 0, len(ranking)
    for place, document in enumerate(ranking, start=1):
        hits += document in gains
        if hits == wanted:
            read = place
            break
    return (len(ranking) - read) / len(ranking) - (1 - _SCREENED / 100)


@dataclass(frozen=True)
class Metric:
    key: str
    title: str
    of: Callable[[Sequence[str], Mapping[str, float]], float]


METRICS: Final = (
    Metric("ndcg_at_10", "nDCG@10", ndcg),
    Metric("precision_at_5", "P@5", precision),
    Metric("mrr", "MRR", reciprocal_rank),
    Metric("recall_at_100", "recall@100", recall),
    Metric("average_precision", "AP", average_precision),
    Metric("work_saved_at_95", "WSS@95", work_saved),
)
"""In the order of every table. The mean over topics of AP is the mean average precision."""


def figures_of(ranking: Sequence[str], gains: Mapping[str, float]) -> dict[str, float]:
    """Every metric of one topic, by key.

    Raises:
        ValueError: a document stands twice in the ranking, or a gain is not above 0.
    """
    if len(set(ranking)) != len(ranking):
        raise ValueError("a document stands twice in the ranking")
    if any(not gain > 0 for gain in gains.values()):
        raise ValueError("gains of relevant documents must be above 0")
    return {metric.key: metric.of(ranking, gains) for metric in METRICS}


@dataclass(frozen=True)
class Interval:
    """A mean over topics with its 95 % bootstrap interval."""

    mean: float
    low: float
    high: float


def bootstrap(values: Sequence[float], *, resamples: int = RESAMPLES, seed: int = SEED) -> Interval:
    """The mean of ``values``, one per topic, and its 95 % percentile bootstrap interval over topics.

    Topics are drawn with replacement, as many as there are; the interval lies between the 2.5th and the 97.5th
    percentile of the means drawn (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13). The same
    values and seed give the same interval. With few topics it is too narrow; with one it is that topic's value.

    Raises:
        ValueError: there are no values.
    """
    if not len(values):
        raise ValueError("a mean over no topics does not exist")
    sample: NDArray[np.float64] = np.asarray(values, dtype=np.float64)
    drawn = np.random.default_rng(seed).integers(0, len(sample), size=(resamples, len(sample)))
    tail = 100 * (1 - _CONFIDENCE) / 2
    low, high = np.percentile(sample[drawn].mean(axis=1), [tail, 100 - tail])
    return Interval(float(sample.mean()), float(low), float(high))


@dataclass(frozen=True)
class Difference:
    """One configuration less another, topic by topic."""

    interval: Interval
    better: int
    """Topics in which the first has the higher figure."""
    worse: int


def paired_difference(
    ours: Sequence[float], theirs: Sequence[float], *, resamples: int = RESAMPLES, seed: int = SEED
) -> Difference:
    """Mean difference of two configurations on the same topics, with its paired bootstrap interval.

    The differences of the topics are resampled, so what makes a topic hard for both cancels out; an interval without 0
    is a difference that the choice of topics alone does not explain.

    Raises:
        ValueError: the lists differ in length or are empty.
    """
    differences = [a - b for a, b in zip(ours, theirs, strict=True)]
    return Difference(
        bootstrap(differences, resamples=resamples, seed=seed),
        better=sum(difference > 0 for difference in differences),
        worse=sum(difference < 0 for difference in differences),
    )


def _dcg(gains: Sequence[float]) -> float:
    return sum(gain / math.log2(place + 1) for place, gain in enumerate(gains, start=1))
