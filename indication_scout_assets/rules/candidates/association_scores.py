"""Open Targets' association score from single records of evidence, for when its own score may not be used.

What belongs here: the record and the published formula (https://platform-docs.opentargets.org/associations). Reading
evidence is in ``sources.opentargets``.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from ...domain.base import Value

CEILING = math.fsum(1 / place**2 for place in range(1, 1001))
"""The harmonic sum of a thousand scores of 1, about 1.644: Open Targets divides by it."""

DATED_LOOKUPS = 15
"""Diseases per target whose evidence is read, one by one, to score them as of a day."""


class AssociationEvidence(Value):
    """One record of evidence that a target has to do with a disease."""

    source: str
    """Data source, for example ``gwas_credible_sets``."""
    datatype: str
    score: float
    """0 to 1."""
    day: date | None = None
    """From when on it is known; ``None`` where no date can be read."""
    on_target: str | None = None
    """``LoF`` or ``GoF``."""
    on_trait: str | None = None
    """``risk`` or ``protect``."""


class AssociationScore(NamedTuple):
    """The score, 0 to 1, and its parts by datatype and by source."""

    total: float
    by_datatype: dict[str, float]
    by_source: dict[str, float]


def association_score(evidence: Iterable[AssociationEvidence], weights: Mapping[str, float]) -> AssociationScore:
    """The score that these records give: harmonic sums of the records by source, then of the sources times weights.

    A source that ``weights`` does not name weighs 1. Datatypes are scored over their sources without weights, against
    the most that so many sources could give; sources of weight 0 are left out.
    """
    scores: dict[tuple[str, str], list[float]] = defaultdict(list)
    for record in evidence:
        if weights.get(record.source, 1.0) > 0:
            scores[record.source, record.datatype].append(record.score)
    sources = {key: min(1.0, harmonic_sum(row_scores) / CEILING) for key, row_scores in scores.items()}
    datatypes: dict[str, list[float]] = defaultdict(list)
    for (_, datatype), score in sources.items():
        datatypes[datatype].append(score)
    total = harmonic_sum(score * weights.get(source, 1.0) for (source, _), score in sources.items()) / CEILING
    return AssociationScore(
        total=min(1.0, total),
        by_datatype={
            name: min(1.0, harmonic_sum(source_scores) / harmonic_sum([1.0] * len(source_scores)))
            for name, source_scores in sorted(datatypes.items())
        },
        by_source={source: score for (source, _), score in sorted(sources.items())},
    )


def harmonic_sum(scores: Iterable[float]) -> float:
    """s1 + s2/4 + s3/9 …, largest first: subunits of one complex, say, are not independent witnesses."""
    return math.fsum(score / place**2 for place, score in enumerate(sorted(scores, reverse=True), start=1))
