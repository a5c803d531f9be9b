"""How good a ranking is: figures of one topic, and means over topics with their uncertainty.

What belongs here: formulas with their sources, and the bootstrap. Every figure takes a ranking as ids, best first, from
which unjudged documents were already left out, and ``gains``: the grade of each relevant document, above 0. Relevant
documents that the ranking lacks count as never found.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

RESAMPLES: Final = 2000
SEED: Final = 20260101
Gains = Mapping[str, float]


def ndcg(ranking: Sequence[str], gains: Gains, k: int = 10) -> float:
    """nDCG of the first ``k``, linear gains, as trec_eval's ``ndcg_cut``; Järvelin, ACM TOIS 2002; 20: 422."""
    ideal = _dcg(sorted(gains.values(), reverse=True)[:k])
    return _dcg([gains.get(document, 0.0) for document in ranking[:k]]) / ideal if ideal else 0.0


def precision(ranking: Sequence[str], gains: Gains, k: int = 5) -> float:
    """Relevant documents among the first ``k``, divided by ``k`` (also where the ranking is shorter)."""
    return sum(document in gains for document in ranking[:k]) / k


def reciprocal_rank(ranking: Sequence[str], gains: Gains) -> float:
    """1 / place of the first relevant document, 0 where there is none; its mean over topics is the MRR."""
    return next((1 / place for place, document in enumerate(ranking, start=1) if document in gains), 0.0)


def recall(ranking: Sequence[str], gains: Gains, k: int = 100) -> float:
    """Share of the relevant documents that stand among the first ``k``."""
    return sum(document in gains for document in ranking[:k]) / len(gains) if gains else 0.0


def average_precision(ranking: Sequence[str], gains: Gains) -> float:
    """Mean, over all relevant documents, of the precision at each one's place, as trec_eval's ``map``."""
    places = [place for place, document in enumerate(ranking, start=1) if document in gains]
    return sum(hits / place for hits, place in enumerate(places, start=1)) / len(gains) if gains else 0.0


def work_saved(ranking: Sequence[str], gains: Gains) -> float:
    """Work saved over sampling at 95 % recall, WSS@95; Cohen, J Am Med Inform Assoc 2006; 13: 206.

    The share of ``ranking`` left unread when reading from the top stops at the first place by which at least 95 % of
    the relevant documents are found, less .05: reading in random order saves about 0.
    """
    if not ranking or not gains:
        return 0.0
    places = [place for place, document in enumerate(ranking, start=1) if document in gains]
    wanted = -(-95 * len(gains) // 100)
    read = places[wanted - 1] if len(places) >= wanted else len(ranking)
    return (len(ranking) - read) / len(ranking) - 0.05


class Metric(NamedTuple):
    """A figure of a topic."""

    key: str
    title: str
    of: Callable[[Sequence[str], Gains], float]


METRICS: Final = (
    Metric("ndcg_at_10", "nDCG@10", ndcg),
    Metric("precision_at_5", "P@5", precision),
    Metric("mrr", "MRR", reciprocal_rank),
    Metric("recall_at_100", "recall@100", recall),
    Metric("average_precision", "AP", average_precision),
    Metric("work_saved_at_95", "WSS@95", work_saved),
)
"""In the order of every table. The mean over topics of AP is the mean average precision."""


def figures_of(ranking: Sequence[str], gains: Gains) -> dict[str, float]:
    """Every metric of one topic, by key.

    Raises:
        ValueError: a document stands twice in the ranking, or a gain is not above 0.
    """
    if len(set(ranking)) != len(ranking):
        raise ValueError("a document stands twice in the ranking")
    if any(not gain > 0 for gain in gains.values()):
        raise ValueError("gains of relevant documents must be above 0")
    return {metric.key: metric.of(ranking, gains) for metric in METRICS}


class Interval(NamedTuple):
    """A mean with its 95 % bootstrap interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def around(cls, mean: float, samples: NDArray[np.float64]) -> Interval:
        """The interval between the 2.5th and the 97.5th percentile of the means of samples."""
        low, high = np.percentile(samples, [2.5, 97.5]) if len(samples) else (mean, mean)
        return cls(mean, float(low), float(high))

    @property
    def words(self) -> str:
        """``0.916 [0.894, 0.937]``."""
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


class Difference(NamedTuple):
    """One configuration less another, topic by topic."""

    interval: Interval
    better: int
    """Topics in which the first has the higher figure."""
    worse: int

    @property
    def words(self) -> str:
        """``+3.1 [+1.2, +5.0] (12 : 4)`` in points of 100."""
        mean, low, high = (100 * value for value in self.interval)
        return f"{mean:+.1f} [{low:+.1f}, {high:+.1f}] ({self.better} : {self.worse})"


def draws(number: int, seed: int = SEED) -> NDArray[np.int64]:
    """``RESAMPLES`` samples of ``number`` places with replacement, always the same: shape (RESAMPLES, number)."""
    return np.random.default_rng(seed).integers(0, number, size=(RESAMPLES, number))


def bootstrap(values: Sequence[float], *, seed: int = SEED) -> Interval:
    """The mean of ``values``, one per topic, and its 95 % percentile bootstrap interval over topics.

    With few topics it is too narrow; with one it is that topic's value.

    Raises:
        ValueError: there are no values.
    """
    if not len(values):
        raise ValueError("a mean over no topics does not exist")
    sample = np.asarray(values, dtype=np.float64)
    return Interval.around(float(sample.mean()), sample[draws(len(sample), seed)].mean(axis=1))


def paired_difference(ours: Sequence[float], theirs: Sequence[float]) -> Difference:
    """Mean difference of two configurations on the same topics, with its paired bootstrap interval.

    Raises:
        ValueError: the lists differ in length or are empty.
    """
    differences = [a - b for a, b in zip(ours, theirs, strict=True)]
    return Difference(
        bootstrap(differences),
        better=sum(difference > 0 for difference in differences),
        worse=sum(difference < 0 for difference in differences),
    )


def _dcg(gains: Sequence[float]) -> float:
    return sum(gain / math.log2(place + 1) for place, gain in enumerate(gains, start=1))
