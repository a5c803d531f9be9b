"""The last layer of the bundled reader and its thresholds, fitted on the pairs for calibration.

What belongs here: a logistic regression over what the trained model and the rules say, and for each direction the least
probability from which on it was right often enough on pairs that the regression had not seen (cross-fitted by drug).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...domain.findings.readings import Direction
from ...reading.trained_model import DIRECTIONS, TrainedModel
from .reader_training import Example

LEAST_RIGHT: Final = {
    Direction.BENEFIT: 0.83,
    Direction.HARM: 0.90,
}
"""Share right that a threshold has to reach. Failures and mixed results are too few for one of their own: 39 of 664."""
LEAST_TOLD: Final = 4
"""Pairs that must lie above a threshold."""
_MOST_HARM: Final = 0.05
"""Probability of harm above which no benefit is told."""
_FOLDS: Final = 8
_C: Final = 0.1
"""Inverse strength of the regression's L2 penalty."""


def fitted(model: TrainedModel, examples: Sequence[Example]) -> Mapping[str, Any]:
    """The last layer: ``mean``, ``scale``, ``weights``, ``bias``, ``thresholds``, ``most_harm``, and on how many.

    Args:
        model: trained on other pairs.
        examples: for calibration, of several drugs.
    """
    import numpy as np  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.model_selection import GroupKFold, cross_val_predict  # noqa: PLC0415
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

    impressions = model.impressions([example.masked for example in examples])
    features = np.array([e.text.features(seen) for e, seen in zip(examples, impressions, strict=True)])
    labels = np.array([DIRECTIONS.index(example.row.label) for example in examples])
    sure = np.array([0.5 if example.row.sure is False else 1.0 for example in examples])
    drugs = [example.row.drug.lower() for example in examples]
    regression = make_pipeline(StandardScaler(), LogisticRegression(C=_C, max_iter=2000))
    weighted = {"logisticregression__sample_weight": sure}
    unseen = cross_val_predict(
        regression, features, labels, groups=drugs, cv=GroupKFold(_FOLDS), method="predict_proba", params=weighted
    )
    regression.fit(features, labels, **weighted)
    scaler, layer = regression[0], regression[1]
    thresholds = {
        direction.value: threshold
        for column, direction in enumerate(DIRECTIONS)
        if direction in LEAST_RIGHT
        and (threshold := threshold_of(unseen[:, column], labels == column, LEAST_RIGHT[direction])) is not None
    }
    return {
        "pairs": len(examples),
        "drugs": len(set(drugs)),
        "mean": [round(float(x), 6) for x in scaler.mean_],
        "scale": [round(float(x), 6) for x in scaler.scale_],
        "weights": [[round(float(x), 5) for x in row] for row in layer.coef_],
        "bias": [round(float(x), 5) for x in layer.intercept_],
        "thresholds": thresholds,
        "most_harm": _MOST_HARM,
    }


def threshold_of(given: Sequence[float], right: Sequence[bool], least: float) -> float | None:
    """The least probability from which on the share right is reached, rounded up to a tenth as a margin for drugs that
    nobody has labelled; ``None`` where none is."""
    ordered = sorted(zip(given, right, strict=True), reverse=True)
    hits, best = 0, None
    for count, (probability, is_right) in enumerate(ordered, start=1):
        hits += bool(is_right)
        if count >= LEAST_TOLD and hits >= least * count:
            best = float(probability)
    return None if best is None else math.ceil(best * 10) / 10
