"""What is known of the drug itself in a disease before the literature is read: how far it came and why it stopped.

What belongs here: what one clinical report weighs and which reports tell that somebody was treated. Whether the drug is
approved is in ``approval``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

from ...domain.candidates import OwnDevelopment
from ...domain.drugs import ClinicalReport, ClinicalStage, Indication
from .paths import FAILED
from .use_path import BASKET, treating_reports, used

REPORT_WEIGHTS = {
    ClinicalStage.PHASE_1_2: 0.1,
    ClinicalStage.PHASE_2: 0.2,
    ClinicalStage.PHASE_2_3: 0.3,
    ClinicalStage.PHASE_3: 0.4,
    ClinicalStage.PREAPPROVAL: 0.5,
    ClinicalStage.APPROVAL: 0.6,
    ClinicalStage.PHASE_4: 0.6,
    ClinicalStage.WITHDRAWAL: 0.6,
}
"""What a report of each stage adds; earlier stages, and reports of unknown stage, ``LEAST_WEIGHT``. Judgement, not
fitted: it orders diseases in which the drug was tried before anything about them has been read."""
LEAST_WEIGHT = 0.05
NONE_COUNTED: Mapping[str, int] = {}
STOPPED_FACTOR = 0.25
"""A trial stopped for lack of effect or for safety speaks against the drug more than for it."""


def diseases_of_reports(indications: Iterable[Indication]) -> Mapping[str, int]:
    """Of each report of the drug by id, how many of its diseases the report names."""
    return Counter(report for use in indications for report in {report.id for report in use.reports})


def own_development(indications: Iterable[Indication], diseases_of: Mapping[str, int] = NONE_COUNTED) -> OwnDevelopment:
    """What the drug's own reports on one disease, under all its ids, say together.

    weight = 1 - Π(1 - w) over the reports, w as in ``REPORT_WEIGHTS``, none counting above the stage the source gives
    the pair. A report of more than ``BASKET`` of the drug's diseases (``diseases_of``, see ``diseases_of_reports``) is
    divided among them: a trial of transplants names forty diseases and is about none of them. Reports
    that only watch what patients happen to take are left out: they are no trial of the drug in the disease. Where only
    such reports are left the drug has not been tried.
    """
    stages: list[ClinicalStage] = []
    weights: list[float] = []
    stopped = reports = 0
    for use in used(indications).values():
        treating = treating_reports(use)
        reports += len(treating)
        stopped += sum(_failed(report) for report in treating)
        weights += [_weight(report, use.stage) * _share(report, diseases_of) for report in treating] or [
            _stage_weight(use.stage)
        ]
        stages.append(_stage(use, treating))
    return OwnDevelopment(
        stage=max(stages, key=lambda stage: stage.rank, default=None),
        reports=reports,
        stopped_reports=stopped,
        weight=1.0 - math.prod(sorted(1.0 - weight for weight in weights)),
    )


def _stage(use: Indication, treating: list[ClinicalReport]) -> ClinicalStage:
    """The pair's stage; that of the reports left where some were left out."""
    if len(treating) == len(use.reports):
        return use.stage
    return min(use.stage, max((r.stage for r in treating), key=lambda s: s.rank), key=lambda s: s.rank)


def _weight(report: ClinicalReport, ceiling: ClinicalStage) -> float:
    stage = min(report.stage, ceiling, key=lambda s: s.rank)
    return _stage_weight(stage) * (STOPPED_FACTOR if _failed(report) else 1.0)


def _share(report: ClinicalReport, diseases_of: Mapping[str, int]) -> float:
    return min(1.0, BASKET / diseases_of.get(report.id, 1))


def _stage_weight(stage: ClinicalStage) -> float:
    return REPORT_WEIGHTS.get(stage, LEAST_WEIGHT)


def _failed(report: ClinicalReport) -> bool:
    return bool(FAILED & set(report.stop_reasons))
