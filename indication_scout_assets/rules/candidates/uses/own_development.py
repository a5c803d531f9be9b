"""What is known of the drug itself in a disease before the literature is read: how far it came and why it stopped.

What belongs here: what one clinical report weighs and which reports tell that somebody was treated. Whether the drug is
approved is in ``approval``.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ....domain.candidates import OwnDevelopment
from ....domain.diseases import Disease
from ....domain.drugs import ClinicalReport, ClinicalStage, DrugProfile, Indication
from ....domain.records.trials import Trial
from ...trials.misuse import not_treating
from ..disease_rules import is_too_broad
from ..paths import FAILED
from ..use_path import used

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
STOPPED_FACTOR = 0.25
"""A trial stopped for lack of effect or for safety speaks against the drug more than for it."""


BESIDE_APPROVED = 0.25
"""What a report weighs that names an approved use as well: it is of that use first of all, in which the disease may be
what else the patients have or what the drug was to prevent."""


SUPPORTS = "It supports patients with the tumour: what it treats is what else they have."


@dataclass(frozen=True)
class NamedDiseases:
    """Which diseases each report of a drug names, by living id; a term wider than another of the report left out."""

    by_report: Mapping[str, frozenset[str]] = field(default_factory=dict)
    ancestors: Mapping[str, frozenset[str]] = field(default_factory=dict)
    approved: frozenset[str] = frozenset()
    """The drug's approved uses and the terms wider than these, chapters of medicine apart."""

    def share(self, report: str, disease: str) -> float:
        """What part of the report is about the disease, kin of it counting as the disease."""
        others = [
            other
            for other in self.by_report.get(report, frozenset())
            if other != disease
            and other not in self.ancestors.get(disease, frozenset())
            and disease not in self.ancestors.get(other, frozenset())
        ]
        return (BESIDE_APPROVED if self.approved.intersection(others) else 1.0) / (1 + len(others))


ALONE = NamedDiseases()
"""Every report is of one disease."""


def named_diseases(
    profile: DrugProfile, diseases: Mapping[str, Disease], approved_uses: Iterable[Indication]
) -> NamedDiseases:
    """What the drug's reports name; ``diseases`` maps ids, dead ones included, to their living terms."""

    def living(disease_id: str) -> str:
        return diseases[disease_id].id if disease_id in diseases else disease_id

    ancestors: dict[str, frozenset[str]] = {}
    every: dict[str, set[str]] = defaultdict(set)
    for use in profile.indications:
        if use.disease_id in diseases:
            ancestors[living(use.disease_id)] = frozenset(diseases[use.disease_id].ancestors)
        for report in use.reports:
            every[report.id].add(living(use.disease_id))
    narrowest = {
        report: frozenset(named - {wide for term in named for wide in ancestors.get(term, ())})
        for report, named in every.items()
    }
    approved = {living(use.disease_id) for use in approved_uses}
    wider = {wide for use in approved for wide in ancestors.get(use, ())}
    approved |= {wide for wide in wider if wide in diseases and not is_too_broad(diseases[wide])}
    return NamedDiseases(narrowest, ancestors, frozenset(approved))


def with_registered(
    uses: Iterable[Indication],
    trials: Mapping[str, Trial],
    drug_names: Sequence[str],
    supporting: Mapping[str, Collection[str]],
) -> tuple[Indication, ...]:
    """The uses, with why a report treats nobody with the drug: by its trial, or as one ``supporting`` has for it."""

    def marked(report: ClinicalReport, disease: str) -> ClinicalReport:
        trial = trials.get(report.id)
        why = SUPPORTS if report.id in supporting.get(disease, ()) else trial and not_treating(trial, drug_names)
        return report.model_copy(update={"not_treating": why}) if why else report

    return tuple(u.model_copy(update={"reports": tuple(marked(r, u.disease_id) for r in u.reports)}) for u in uses)


def own_development(
    indications: Iterable[Indication], disease: str = "", named: NamedDiseases = ALONE
) -> OwnDevelopment:
    """What the drug's own reports on one disease, under all its ids, say together.

    weight = 1 - Π(1 - w) over the reports, w as in ``REPORT_WEIGHTS``, none counting above the stage the source gives
    the pair. A report that names other diseases as well is divided among them, and one that names an approved use
    weighs a quarter (``NamedDiseases.share``): a trial of transplants names forty diseases and is about none of them.
    Reports that ``used`` leaves out are no trial of the drug in the disease.
    """
    stages: list[ClinicalStage] = []
    weights: list[float] = []
    reports = 0
    for use in used(indications).values():
        reports += len(use.reports)
        weights += [_weight(report, use.stage) * named.share(report.id, disease) for report in use.reports] or [
            _stage_weight(use.stage)
        ]
        stages.append(use.stage)
    return OwnDevelopment(
        stage=max(stages, key=lambda stage: stage.rank, default=None),
        reports=reports,
        weight=1.0 - math.prod(sorted(1.0 - weight for weight in weights)),
    )


def _weight(report: ClinicalReport, ceiling: ClinicalStage) -> float:
    stage = min(report.stage, ceiling, key=lambda s: s.rank)
    return _stage_weight(stage) * (STOPPED_FACTOR if _failed(report) else 1.0)


def _stage_weight(stage: ClinicalStage) -> float:
    return REPORT_WEIGHTS.get(stage, LEAST_WEIGHT)


def _failed(report: ClinicalReport) -> bool:
    return bool(FAILED & set(report.stop_reasons))
