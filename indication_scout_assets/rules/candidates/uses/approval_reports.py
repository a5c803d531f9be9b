"""The clinical reports behind an approved use: whether they show that only a combination is approved, and their ids.

What belongs here: reading one use's reports. What an approval means for a candidate is in ``approval``.
"""

from __future__ import annotations

import re
from collections import Counter

from ....domain.drugs import TRIAL, ClinicalReport, ClinicalStage, DrugProfile, Indication
from ...names.name_matching import words

CURATED_LIST = "CURATED_RESOURCE"
FEWEST_TRIALS = 3
"""Late trials it takes to doubt a curated list."""


def combination_reports(profile: DrugProfile, use: Indication) -> tuple[ClinicalReport, ...]:
    """The reports that show that only a combination is approved; none where the drug is approved by itself.

    Every approving report names another drug. Or, since curated lists file a combination under each of its components:
    the approval stands on such lists alone, every late trial names another drug, and most name both as one product.
    """
    approving = approving_reports(use)
    if approving and all(_other_drugs(profile, report) for report in approving):
        return approving
    late = tuple(r for r in use.reports if r.kind == TRIAL and r.stage.rank >= ClinicalStage.PHASE_3.rank)
    together = [r for r in late if profile.own_ids & set(r.combined_ids)]
    if (
        all(report.kind == CURATED_LIST for report in approving)
        and len(late) >= FEWEST_TRIALS
        and all(_other_drugs(profile, report) for report in late)
        and 2 * len(together) > len(late)
    ):
        return tuple(together)
    return ()


def approving_reports(use: Indication) -> tuple[ClinicalReport, ...]:
    """The reports behind an approval: approvals and withdrawals, or the phase-4 trials where there are none."""
    for stages in ({ClinicalStage.APPROVAL, ClinicalStage.WITHDRAWAL}, {ClinicalStage.PHASE_4}):
        reports = tuple(r for r in use.reports if r.stage in stages)
        if reports:
            return reports
    return ()


def _other_drugs(profile: DrugProfile, report: ClinicalReport) -> list[str]:
    """Drugs of the report that are not this one in another form: ids, and names the source could not map."""
    names = dict(zip(report.drug_ids, report.drug_names, strict=False))
    others = [names.get(i, i) for i in report.drug_ids if i not in profile.own_ids]
    own = [words(profile.name), *(words(s.name) for s in profile.synonyms)]
    for unmapped in report.unmapped_drugs:
        parts = [words(part) for part in re.split(r"[/+;,&]|\band\b|\bwith\b", unmapped)]
        if any(part and not any(contains_words(part, name) for name in own) for part in parts):
            others.append(unmapped)
    return others


def contains_words(text: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """``bupropion hydrochloride`` contains ``bupropion``: a salt or a dose form is no other drug."""
    return bool(name) and any(text[i : i + len(name)] == name for i in range(len(text)))


def partners(profile: DrugProfile, reports: tuple[ClinicalReport, ...]) -> str:
    """The drugs named most often beside this one, at most two."""
    counts = Counter(other for report in reports for other in set(_other_drugs(profile, report)))
    return ", ".join(sorted(counts, key=lambda name: (-counts[name], name))[:2])


def proof(use: Indication) -> str:
    """Ids of the reports behind an approval, as ``records``."""
    return records(approving_reports(use))


def records(reports: tuple[ClinicalReport, ...]) -> str:
    """Ids of the reports in brackets, at most two; empty for none."""
    ids = [report.id for report in reports]
    if not ids:
        return ""
    more = f" and {len(ids) - 2} more" if len(ids) > 2 else ""
    return f" (record {ids[0]})" if len(ids) == 1 else f" (records {', '.join(ids[:2])}{more})"
