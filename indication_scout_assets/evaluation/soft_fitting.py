"""How well the soft reading tells articles that support a drug, and fitting its weights to judged articles.

What belongs here: the fit, and the figures by word. The facts are in ``rules.sides.soft_reading``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

from ..domain.assessment import SoftWord
from ..domain.outcomes import PermanentFailure
from ..rules.sides.soft_reading import SoftWeights
from .shares import Share, of_those

_LEAST: Final = 10
"""Articles a fact has to be in to be weighed; fewer would tell one article from the others."""
_STRENGTH: Final = 0.03
"""Inverse strength of the penalty on squared weights (``C`` of scikit-learn)."""
_SCALE: Final = 20
"""Steps of a whole weight in one unit of log odds."""
_FOLDS: Final = 10
_LIKELY_FROM, _UNCLEAR_FROM = 0.5, 0.25
"""Share of the articles from a sum on that support, in folds of drugs that were not fitted on."""


class SidelessArticle(NamedTuple):
    """A judged article that the rules give no side, with its facts."""

    drug: str
    facts: frozenset[str]
    supports: bool


def fit(articles: Sequence[SidelessArticle]) -> SoftWeights:
    """Weights and thresholds; equal articles give equal bytes.

    Logistic regression with balanced classes, its coefficients rounded to whole numbers. The thresholds are set on sums
    that each drug got from the other drugs' weights.

    Raises:
        PermanentFailure: too few drugs, or none or all of the articles support.
    """
    supports = np.array([article.supports for article in articles])
    drugs = [article.drug for article in articles]
    if len(set(drugs)) < _FOLDS or supports.all() or not supports.any():
        raise PermanentFailure(
            f"Weights cannot be fitted to {len(articles)} articles without a side of {len(set(drugs))} drugs, "
            f"{int(supports.sum())} of which support; judge some of both kinds for {_FOLDS} drugs or more."
        )
    sums = np.zeros(len(articles), dtype=int)
    for rest, left_out in GroupKFold(_FOLDS).split(articles, supports, drugs):
        weights = SoftWeights(0, 0, _weights([articles[n] for n in rest]))
        sums[left_out] = [weights.sum_of(articles[n].facts) for n in left_out]
    likely, unclear = (_threshold(sums, supports, share) for share in (_LIKELY_FROM, _UNCLEAR_FROM))
    return SoftWeights(likely, unclear, _weights(articles))


def as_json(weights: SoftWeights) -> str:
    """The file of the weights, facts in the order of the alphabet."""
    ordered = dict(sorted(weights.weights.items()))
    return json.dumps({"likely": weights.likely, "unclear": weights.unclear, "weights": ordered}, indent=1) + "\n"


def _weights(articles: Sequence[SidelessArticle]) -> dict[str, int]:
    counted = Counter(fact for article in articles for fact in article.facts)
    facts = sorted(fact for fact, number in counted.items() if number >= _LEAST)
    matrix = np.array([[fact in article.facts for fact in facts] for article in articles], dtype=float)
    model = LogisticRegression(C=_STRENGTH, class_weight="balanced", max_iter=5000, tol=1e-8)
    model.fit(matrix, [article.supports for article in articles])
    weighed = {fact: round(_SCALE * float(c)) for fact, c in zip(facts, model.coef_[0], strict=True)}
    return {fact: weight for fact, weight in weighed.items() if weight}


def _threshold(sums: NDArray[np.int_], supports: NDArray[np.bool_], share: float) -> int:
    """The lowest sum from which on at least ``share`` of the articles support."""
    reached = [int(value) for value in np.unique(sums) if supports[sums >= value].mean() >= share]
    return min(reached, default=int(sums.max()) + 1)


class SoftFigures(NamedTuple):
    """How articles without a side fall under the words, and how well the sum orders them."""

    articles: int
    by_word: dict[str, Share]
    """Of the articles with the word those that support; ``nothing`` for those without one."""
    area: float | None
    """Area under the receiver operating characteristic of the sum; ``None`` where all or none support."""


def soft_figures(articles: Sequence[SidelessArticle], weights: SoftWeights) -> SoftFigures:
    """What the weights make of articles they were not fitted to."""
    readings = [weights.reading_of(article.facts) for article in articles]
    words = [reading.word.value if reading else "nothing" for reading in readings]
    supports = [article.supports for article in articles]
    by_word = {
        word: of_those([held for held, own in zip(supports, words, strict=True) if own == word])
        for word in (*(word.value for word in SoftWord), "nothing")
    }
    sums = [weights.sum_of(article.facts) for article in articles]
    area = float(roc_auc_score(supports, sums)) if len(set(supports)) > 1 else None
    return SoftFigures(len(articles), by_word, area)
