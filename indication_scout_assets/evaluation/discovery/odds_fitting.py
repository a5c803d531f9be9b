"""The odds of candidates against what happened: the fit of ``rules.candidates.odds``, and how well its bands hold.

    python -m indication_scout_assets.evaluation.discovery.odds_fitting FOLDER

fits the coefficients on the entries of a folder (``scout eval discovery`` documents its form), prints them, and prints
what a fit on either half of the drugs expects of the other.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...domain.candidates import UseEvidence
from ...rules.candidates import odds
from ...rules.candidates.paths import class_findings
from ...rules.candidates.use_path import used
from ...settings import Settings
from ..halves import half_of
from .discovery_folder import read_discovery_folder
from .snapshot import FieldSnapshot

_RIDGE: Final = 1e-6
"""Of the penalty on squared coefficients, by pair."""
Features = tuple[float, float, float, float]
"""In the order of ``odds.COEFFICIENTS``."""
Coefficients = NDArray[np.float64]
"""The intercept first."""
BUNDLED: Final[Coefficients] = np.asarray([odds.INTERCEPT, *odds.COEFFICIENTS.values()])
"""Those of the product."""


class JudgedPair(NamedTuple):
    """A drug and a disease new to it on the day."""

    drug: str
    features: Features
    tried: bool
    """Whether a trial of the pair was registered before the end."""


def pairs_of_day(snapshot: FieldSnapshot) -> list[JudgedPair]:
    """Every disease with a complete register that was open to a drug of which the folder tells what became of it.

    These are the drugs with a fact of the day or later: a folder may hold other drugs with their past alone. A drug
    that nobody touched any more is not among them, so that the odds are those of drugs people work on.
    """
    entries = [entry for entry in snapshot.folder.entries if entry.as_of == snapshot.as_of]
    drugs = [d for d in snapshot.drugs_with_a_list if snapshot.has_a_future(d) or any(e.drug == d for e in entries)]
    tried, left_out = snapshot.came_and_left_out(entries, drugs if entries else ())
    pairs = []
    for drug in left_out:
        came = tried.get(drug, set())
        closed = left_out[drug] - came
        new = [d for d in snapshot.open_diseases if d in snapshot.folder.slim and d not in closed]
        pairs += [JudgedPair(drug, f, disease in came) for disease, f in features_of(snapshot, drug, new).items()]
    return pairs


def features_of(snapshot: FieldSnapshot, drug: str, diseases: Iterable[str]) -> dict[str, Features]:
    """What the odds of each disease rest on for the drug."""
    profile = snapshot.profile(drug)
    use = {finding.disease_id: finding.use for finding in snapshot.use_findings(profile)}
    classmates = {f.disease_id: f.score for f in class_findings(profile, snapshot.class_drugs(profile))}
    own_uses, counts = len(used(profile.indications)), snapshot.drug_counts
    return {
        d: odds.features(use.get(d, UseEvidence()), classmates.get(d, 0.0), counts.get(d, 0), own_uses)
        for d in diseases
    }


def band_figures(pairs: Sequence[JudgedPair], coefficients: Coefficients = BUNDLED) -> list[dict[str, Any]]:
    """What each band expected and what was seen, the likeliest first.

    ``pairs``, ``expected`` and ``seen`` are numbers of pairs; ``ratio`` is seen / expected, ``None`` where nothing was
    expected.
    """
    from scipy.special import expit  # noqa: PLC0415 - takes a while to import

    chances = expit(logits(coefficients, [pair.features for pair in pairs]))
    bands = np.array([odds.band(float(chance)) for chance in chances])
    tried, rows = np.array([pair.tried for pair in pairs]), []
    for _, band in odds.BANDS:
        own = bands == band
        expected, seen = float(chances[own].sum()), int(tried[own].sum())
        ratio = round(seen / expected, 3) if expected else None
        counts = {"pairs": int(own.sum()), "expected": round(expected, 2), "seen": seen, "ratio": ratio}
        rows.append({"band": band.value, **counts})
    return rows


def logits(coefficients: Coefficients, features: Sequence[Features]) -> NDArray[np.float64]:
    """The logarithms of the odds by these coefficients, shape (len(features),)."""
    return np.asarray(coefficients[0] + np.reshape(features, (-1, len(coefficients) - 1)) @ coefficients[1:])


def fit(pairs: Sequence[JudgedPair]) -> Coefficients:
    """Coefficients of a logistic regression with a slight ridge."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - takes a second to import

    model = LogisticRegression(C=1 / (_RIDGE * len(pairs)), solver="newton-cholesky", tol=1e-9)
    model.fit([pair.features for pair in pairs], [pair.tried for pair in pairs])
    return np.concatenate([model.intercept_, model.coef_[0]])


def _main() -> None:
    parser = argparse.ArgumentParser(description="Fit the odds of candidates on a folder of later uses.")
    parser.add_argument("folder", type=Path)
    data = read_discovery_folder(parser.parse_args().folder)
    settings, days = Settings(), sorted({answer.as_of for answer in data.answers})
    snapshots = (FieldSnapshot(data, day, settings.candidate_weights, settings.direction_lookups) for day in days)
    pairs = [pair for snapshot in snapshots for pair in pairs_of_day(snapshot)]
    names = ["intercept", *odds.COEFFICIENTS]
    print(f"{len(pairs)} pairs, {sum(pair.tried for pair in pairs)} tried")
    for held_out in (0, 1):
        fitted = fit([pair for pair in pairs if half_of(pair.drug) != held_out])
        print(f"fitted without half {held_out}:", dict(zip(names, fitted.round(3).tolist(), strict=True)))
        for row in band_figures([p for p in pairs if half_of(p.drug) == held_out], fitted):
            print("  ", row)
    print("fitted on all:", dict(zip(names, fit(pairs).round(3).tolist(), strict=True)))


if __name__ == "__main__":
    _main()
