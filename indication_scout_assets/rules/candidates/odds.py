"""How often candidates like one were really tried: odds in bands, never decimals.

What belongs here: the fitted coefficients with their basis, and the bands. The fit itself, and how well the bands hold,
is in ``evaluation.discovery.odds_fitting``.
"""

from __future__ import annotations

import math
from typing import Final

from ...domain.candidates import OddsBand, UseEvidence

BASIS: Final = (
    "130 common diseases whose register of trials is complete, and drugs that were worked on, 2010 to mid-2016"
)
"""What the odds are of. Fitted on 2026-11-23; the command is in docs/developers/discovery.md."""

INTERCEPT: Final = -6.554
COEFFICIENTS: Final = {"use": 0.339, "class": 0.910, "drugs": 0.531, "own_uses": 0.588}
"""Of ln(0.001 + strength of the use path), the class path, ln(drugs of the disease), ln(own uses of the drug)."""
_LEAST_STRENGTH: Final = 0.001

BANDS: Final = (
    (0.08, OddsBand.ONE_IN_10),
    (0.04, OddsBand.ONE_IN_16),
    (0.02, OddsBand.ONE_IN_35),
    (0.01, OddsBand.ONE_IN_80),
    (0.0, OddsBand.FEWER),
)
"""The least probability of each band. Nothing stands above 1 in 10: a fit on one half of the drugs expected twice as
many of its likeliest pairs as came true on the other."""


def features(use: UseEvidence, class_path: float, drug_count: int, own_uses: int) -> tuple[float, float, float, float]:
    """What the odds rest on, in the order of ``COEFFICIENTS``."""
    return (
        math.log(_LEAST_STRENGTH + use.strength),
        class_path,
        math.log(max(1, drug_count)),
        math.log(max(1, own_uses)),
    )


def probability(use: UseEvidence, class_path: float, drug_count: int, own_uses: int) -> float:
    """That a disease new to the drug is in a registered trial of it within six and a half years, 0 to 1."""
    values = features(use, class_path, drug_count, own_uses)
    logit = INTERCEPT + math.fsum(c * v for c, v in zip(COEFFICIENTS.values(), values, strict=True))
    return 1.0 / (1.0 + math.exp(-logit))


def band(chance: float) -> OddsBand:
    """The band of a probability."""
    return next(named for least, named in BANDS if chance >= least)


def odds_band(use: UseEvidence, class_path: float, drug_count: int | None, own_uses: int) -> OddsBand | None:
    """The band of a candidate; ``None`` where nobody counted the drugs of the disease, as on a day of the past."""
    if drug_count is None:
        return None
    return band(probability(use, class_path, drug_count, own_uses))
