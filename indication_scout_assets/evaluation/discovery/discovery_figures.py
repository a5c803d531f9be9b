"""How many of the diseases that came later stand in lists made before: recall, reciprocal rank, hits, and the lists.

What belongs here: formulas over ranked ids and over the product's candidates. What is ranked, and by which rules, is in
``snapshot``; which answers go with which list in ``evaluation``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from statistics import fmean
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...domain.candidates import Candidate, TargetDirection
from ...rules.candidates.paths import pooled_direction
from ...rules.candidates.places import evidence_order
from ..rankings.metrics import reciprocal_rank

PLACES: Final = 10
"""Of the list a reader is shown."""


class JudgedList(NamedTuple):
    """One drug's list on one day, with the diseases that came later."""

    drug: str
    ranking: tuple[str, ...]
    """Disease ids, best first: without what was known of the drug, and without pairs nobody can judge."""
    answers: frozenset[str]

    def found(self, places: int) -> int:
        return len(self.answers & set(self.ranking[:places]))


class DiscoveryMetric(NamedTuple):
    """A figure that is a quotient of two sums over lists."""

    key: str
    title: str
    parts: Callable[[JudgedList], tuple[float, float]]
    """What a list adds above and below the line."""


DISCOVERY_METRICS: Final = (
    DiscoveryMetric("recall_at_10", "recall@10", lambda judged: (judged.found(10), len(judged.answers))),
    DiscoveryMetric("recall_at_30", "recall@30", lambda judged: (judged.found(30), len(judged.answers))),
    DiscoveryMetric("recall_at_100", "recall@100", lambda judged: (judged.found(100), len(judged.answers))),
    DiscoveryMetric(
        "mrr", "MRR", lambda judged: (reciprocal_rank(judged.ranking, dict.fromkeys(judged.answers, 1)), 1)
    ),
    DiscoveryMetric("hit_at_10", "hit@10", lambda judged: (float(judged.found(10) > 0), 1)),
)
"""Recall is the share of all answers, so that a drug with five weighs five times one with one; MRR and hit@10 are means
over lists."""


def figures_by_drug(
    lists: Iterable[JudgedList], metric: DiscoveryMetric
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What each drug adds above and below the line, in order of the drugs' ids: two arrays of shape (drugs,).

    A drug's lists of several days are taken, and drawn, together.
    """
    sums: dict[str, NDArray[np.float64]] = defaultdict(lambda: np.zeros(2))
    for judged in sorted(lists, key=lambda each: each.drug):
        sums[judged.drug] += metric.parts(judged)
    parts = np.array([*sums.values()])
    return parts[:, 0], parts[:, 1]


class ShownList(NamedTuple):
    """The places one drug's reader is shown, read once and forgotten: hundreds of lists of candidates are large."""

    diseases: tuple[str, ...]
    ties: int
    """Places that only the name tells from another place of the whole list."""
    wrong_direction: int
    """Places where the drug does what the disease's cause does."""
    own_trials: int
    """Places of diseases the drug had been tried in by then, or of their kin."""


def shown_list(candidates: Sequence[Candidate], kin: Set[str]) -> ShownList:
    """The first places of a ranking; ``kin``: what the drug had been tried in, with kin."""
    shown, same = candidates[:PLACES], Counter(evidence_order(candidate) for candidate in candidates)
    return ShownList(
        diseases=tuple(candidate.disease.id for candidate in shown),
        ties=sum(same[evidence_order(candidate)] > 1 for candidate in shown),
        wrong_direction=sum(pooled_direction(c.target_facts) is TargetDirection.OPPOSES for c in shown),
        own_trials=sum(candidate.disease.id in kin for candidate in shown),
    )


def figures_of_lists(days: Mapping[float, Sequence[ShownList]], diseases: Mapping[float, int]) -> dict[str, Any]:
    """Figures of all lists; ``diseases``: how many diseases there were to choose from, by day.

    ``entropy`` is 1 where every disease stands in as many lists as any other and 0 where one is in all places: Shannon
    entropy of the places, divided by that of an even spread over all diseases, as a mean over days. ``commonest_share``
    is the share of one day's lists that hold the disease which most of them hold.
    """
    every = [shown for lists in days.values() for shown in lists]
    places = sum(len(shown.diseases) for shown in every)
    counted = {day: Counter(d for shown in lists for d in shown.diseases) for day, lists in days.items()}
    spread = {day: counter for day, counter in counted.items() if counter}
    shares = [(counter[d] / len(days[day]), d) for day, counter in spread.items() for d in counter]
    commonest: tuple[float, str | None] = max(shares, default=(0.0, None))
    return {
        "entropy": fmean([_entropy(counter, diseases[day]) for day, counter in spread.items()] or [0.0]),
        "commonest_share": commonest[0],
        "commonest": commonest[1],
        "ties": sum(shown.ties for shown in every) / places if places else 0.0,
        "wrong_direction": sum(shown.wrong_direction for shown in every),
        "own_trials": sum(shown.own_trials for shown in every),
        "empty": sum(not shown.diseases for shown in every),
        "places": places,
        "lists": len(every),
    }


def _entropy(counter: Counter[str], diseases: int) -> float:
    from scipy.stats import entropy  # noqa: PLC0415 - takes a second to import

    return float(entropy(list(counter.values()), base=diseases)) if diseases > 1 else 0.0


def separations(
    scores: Mapping[str, Mapping[str, float]], answers: Mapping[str, Set[str]], left_out: Mapping[str, Set[str]]
) -> list[float]:
    """AUROC by disease, one value an answer: how many of the other drugs score lower in the disease that came.

    With the disease held, its popularity tells nothing. Other drugs are those with scores for which the disease was
    new and did not come; equal scores count half.

    Args:
        scores: by drug, then disease.
        answers: the diseases that came, by drug.
        left_out: by drug, the diseases it had been tried in, with kin, and those nobody can judge.
    """
    values = []
    for drug, disease in ((drug, disease) for drug, diseases in answers.items() for disease in diseases):
        own, none = scores[drug].get(disease, 0.0), frozenset[str]()
        others = [
            scored.get(disease, 0.0)
            for other, scored in scores.items()
            if disease not in left_out.get(other, none) and disease not in answers.get(other, none)
        ]
        if others:
            values.append(fmean(1.0 if own > each else 0.5 if own == each else 0.0 for each in others))
    return values
