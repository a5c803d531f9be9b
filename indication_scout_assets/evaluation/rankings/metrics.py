"""How good a ranking is: figures of one topic.

What belongs here: formulas with their sources. Every figure takes a ranking as ids, best first, from which unjudged
documents were already left out, and ``gains``: the grade of each relevant document, above 0. Relevant documents that
the ranking lacks count as never found.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

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
    return next((1 / place for place in _places(ranking, gains)), 0.0)


def recall(ranking: Sequence[str], gains: Gains, k: int = 100) -> float:
    """Share of the relevant documents that stand among the first ``k``."""
    return sum(document in gains for document in ranking[:k]) / len(gains) if gains else 0.0


def average_precision(ranking: Sequence[str], gains: Gains) -> float:
    """Mean, over all relevant documents, of the precision at each one's place, as trec_eval's ``map``."""
    places = enumerate(_places(ranking, gains), start=1)
    return sum(hits / place for hits, place in places) / len(gains) if gains else 0.0


def work_saved(ranking: Sequence[str], gains: Gains) -> float:
    """Work saved over sampling at 95 % recall, WSS@95; Cohen, J Am Med Inform Assoc 2006; 13: 206.

    The share of ``ranking`` left unread when reading from the top stops at the first place by which at least 95 % of
    the relevant documents are found, less .05: reading in random order saves about 0.
    """
    if not ranking or not gains:
        return 0.0
    places, wanted = _places(ranking, gains), -(-95 * len(gains) // 100)
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
    """Every metric of one topic, by key."""
    return {metric.key: metric.of(ranking, gains) for metric in METRICS}


def _places(ranking: Sequence[str], gains: Gains) -> list[int]:
    return [place for place, document in enumerate(ranking, start=1) if document in gains]


def _dcg(gains: Sequence[float]) -> float:
    return sum(gain / math.log2(place + 1) for place, gain in enumerate(gains, start=1))
