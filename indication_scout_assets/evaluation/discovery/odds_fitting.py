"""The odds of candidates against what happened: the fit of ``rules.candidates.odds``, and how well its bands hold.

    python -m indication_scout_assets.evaluation.discovery.odds_fitting FOLDER

fits the coefficients on the entries of a folder (``scout eval discovery`` documents its form), prints them, and prints
what a fit on either half of the drugs expects of the other, and how well it tells that half's drugs apart. What belongs
here: pairs of drug and disease with what became of them, the fit, and figures of bands.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...domain.candidates import UseEvidence
from ...rules.candidates import odds
from ...rules.candidates.paths import class_findings
from ...rules.candidates.use_path import used
from ...settings import Settings
from ..halves import half_of
from .figures import separations
from .folder import DiscoveryFolder, LaterUse, read_discovery_folder
from .snapshot import FieldSnapshot

_RIDGE: Final = 1e-6
"""Of the penalty on squared coefficients, by pair."""
Features = tuple[float, float, float, float]
"""In the order of ``odds.COEFFICIENTS``."""


@dataclass(frozen=True)
class JudgedPair:
    """A drug and a disease new to it on the day."""

    drug: str
    features: Features
    tried: bool
    """Whether a trial of the pair was registered before the end."""


def judged_pairs(snapshot: FieldSnapshot, drug: str, tried: Set[str], until: float) -> list[JudgedPair]:
    """Every disease with a complete register that was open to the drug on the snapshot's day.

    Args:
        snapshot: the day.
        drug: its id.
        tried: diseases that were tried with it later.
        until: the end, as a decimal year.
    """
    left_out = (snapshot.kin(drug) | snapshot.undecided(drug, until)) - tried
    open_to_it = _open(snapshot.open_diseases, snapshot.folder.slim, left_out)
    return [
        JudgedPair(drug, features, disease in tried)
        for disease, features in features_of(snapshot, drug, open_to_it).items()
    ]


def features_of(snapshot: FieldSnapshot, drug: str, diseases: Iterable[str]) -> dict[str, Features]:
    """What the odds of each disease rest on for the drug."""
    profile = snapshot.profile(drug)
    use = {finding.disease_id: finding.use for finding in snapshot.use_findings(profile)}
    classmates = {f.disease_id: f.score for f in class_findings(profile, snapshot.class_drugs(profile))}
    own_uses = len(used(profile.indications))
    return {
        disease: odds.features(
            use.get(disease, UseEvidence()),
            classmates.get(disease, 0.0),
            snapshot.drug_counts.get(disease, 0),
            own_uses,
        )
        for disease in diseases
    }


def _open(diseases: Iterable[str], slim: Set[str], left_out: Set[str]) -> list[str]:
    return [disease for disease in diseases if disease in slim and disease not in left_out]


def band_figures(
    pairs: Iterable[JudgedPair], chance: Callable[[JudgedPair], float] | None = None
) -> list[Mapping[str, Any]]:
    """What each band expected and what was seen, the likeliest first.

    ``pairs``, ``expected`` and ``seen`` are numbers of pairs; ``ratio`` is seen / expected, ``None`` where nothing was
    expected.
    """
    expected: dict[str, float] = {}
    seen: dict[str, int] = {}
    number: dict[str, int] = {}
    for pair in pairs:
        value = (chance or bundled)(pair)
        name = odds.band(value).value
        expected[name] = expected.get(name, 0.0) + value
        seen[name] = seen.get(name, 0) + pair.tried
        number[name] = number.get(name, 0) + 1
    return [
        {
            "band": named.value,
            "pairs": number.get(named.value, 0),
            "expected": round(expected.get(named.value, 0.0), 2),
            "seen": seen.get(named.value, 0),
            "ratio": round(seen[named.value] / expected[named.value], 3) if expected.get(named.value) else None,
        }
        for _, named in odds.BANDS
    ]


def bundled(pair: JudgedPair) -> float:
    """The probability by the coefficients of the product."""
    return logistic(np.asarray([odds.INTERCEPT, *odds.COEFFICIENTS.values()]), pair)


def logistic(coefficients: NDArray[np.float64], pair: JudgedPair) -> float:
    """The probability by these coefficients, the intercept first."""
    return float(1.0 / (1.0 + np.exp(-_logit(coefficients, pair.features))))


def _logit(coefficients: NDArray[np.float64], features: Features) -> float:
    return float(coefficients[0] + np.dot(coefficients[1:], features))


Scores = Mapping[str, Mapping[str, float]]
"""By drug and disease."""
Scorer = Callable[[FieldSnapshot, Collection[str], Collection[str]], Scores]
"""What makes them of these drugs in these diseases."""


def by_likeness(snapshot: FieldSnapshot, drugs: Collection[str], diseases: Collection[str]) -> Scores:
    """The order that the product gives the drugs of a disease."""
    return snapshot.likeness(drugs, diseases)


def by_odds(coefficients: NDArray[np.float64]) -> Scorer:
    """The odds by these coefficients, the intercept first."""
    return lambda snapshot, drugs, diseases: {
        drug: {disease: _logit(coefficients, f) for disease, f in features_of(snapshot, drug, diseases).items()}
        for drug in sorted(drugs)
    }


def half_separations(
    snapshots: Iterable[FieldSnapshot], answers: Sequence[LaterUse], score: Scorer, half: int
) -> list[float]:
    """AUROC by disease, one value an answer of this half of the drugs, among drugs of this half alone.

    See ``figures.separations``.
    """
    values: list[float] = []
    for snapshot in snapshots:
        of_day = [a for a in answers if a.as_of == snapshot.as_of and half_of(a.drug) == half]
        asked = sorted({answer.disease for answer in of_day})
        drugs = {drug for drug in snapshot.drugs_with_a_list if half_of(drug) == half and snapshot.has_a_future(drug)}
        drugs |= {answer.drug for answer in of_day}
        values += separations(score(snapshot, drugs, asked), *snapshot.came_and_left_out(of_day, drugs))
    return values


def fit(pairs: Sequence[JudgedPair]) -> NDArray[np.float64]:
    """Coefficients of a logistic regression with a slight ridge, the intercept first."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - takes a second to import

    model = LogisticRegression(C=1 / (_RIDGE * len(pairs)), solver="newton-cholesky", tol=1e-9)
    model.fit([pair.features for pair in pairs], [pair.tried for pair in pairs])
    return np.concatenate([model.intercept_, model.coef_[0]])


def snapshots_of(data: DiscoveryFolder, settings: Settings) -> list[FieldSnapshot]:
    """The folder on every day it has answers of."""
    days = sorted({answer.as_of for answer in (*data.outcomes, *data.entries)})
    return [FieldSnapshot(data, day, settings.candidate_weights, settings.direction_lookups) for day in days]


def pairs_of_day(snapshot: FieldSnapshot) -> list[JudgedPair]:
    """The judged pairs of all drugs of which the folder tells what became of them.

    These are the drugs with a fact of the day or later: a folder may hold other drugs with their past alone. A drug
    that nobody touched any more is not among them, so that the odds are those of drugs people work on.
    """
    entries = [entry for entry in snapshot.folder.entries if entry.as_of == snapshot.as_of]
    if not entries:
        return []
    until = max(entry.until for entry in entries)
    tried: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        tried[entry.drug].add(entry.disease)
    return [
        pair
        for drug in snapshot.drugs_with_a_list
        if drug in tried or snapshot.has_a_future(drug)
        for pair in judged_pairs(snapshot, drug, tried.get(drug, frozenset()), until)
    ]


def _main() -> None:
    parser = argparse.ArgumentParser(description="Fit the odds of candidates on a folder of later uses.")
    parser.add_argument("folder", type=Path)
    data = read_discovery_folder(parser.parse_args().folder)
    snapshots = snapshots_of(data, Settings())
    pairs = [pair for snapshot in snapshots for pair in pairs_of_day(snapshot)]
    names = ["intercept", *odds.COEFFICIENTS]
    print(f"{len(pairs)} pairs, {sum(pair.tried for pair in pairs)} tried")
    for held_out in (0, 1):
        fitted = fit([pair for pair in pairs if half_of(pair.drug) != held_out])
        print(f"fitted without half {held_out}:", dict(zip(names, fitted.round(3).tolist(), strict=True)))
        for row in band_figures((p for p in pairs if half_of(p.drug) == held_out), lambda p, c=fitted: logistic(c, p)):  # type: ignore[misc]
            print("  ", row)
        for kind, answers in (("entries", data.entries), ("outcomes", data.outcomes)):
            for named, score in (("the likeness", by_likeness), ("the odds", by_odds(fitted))):
                values = half_separations(snapshots, answers, score, held_out)
                print(f"   AUROC by disease, {kind}, by {named}: {np.mean(values):.3f} ({len(values)} answers)")
    print("fitted on all:", dict(zip(names, fit(pairs).round(3).tolist(), strict=True)))


if __name__ == "__main__":
    _main()
