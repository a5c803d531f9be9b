"""The drug prepared for layout: its three lines, its targets, who it is, and the diseases beside the ranking.

What belongs here: grouping of what is not about one candidate. Safety is in ``safety``, wording in ``words``. What
sources say of who the drug is comes by every source that knows it, with where they differ; the comparison itself is in
``drug_identity``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import groupby
from typing import Final

from ...domain.candidates import ApprovalStatus, Candidate, SetAside
from ...domain.drugs import ClinicalStage, DrugProfile, DrugTarget
from ...domain.findings.report import EvidenceReport
from ...domain.records.references import ReferenceEntry, ReferenceKind
from ...domain.records.source_catalogue import CATALOGUE, About, ClientMethod
from ...rules.labels.drug_identity import classes_on_labels, differences, structure_confirmed, substance_codes
from ..words import change_words, common_words
from .background_view import reference_views
from .safety_view import Safety
from .source_table import TROUBLE, source_rows

USES_SHOWN = 8
WIDER_SHOWN = 8
_LIMITS = {
    ApprovalStatus.COMBINATION_ONLY: " (in combination only)",
    ApprovalStatus.WITHDRAWN: " (withdrawn)",
}

IDENTITY_SOURCES: Final = frozenset(
    entry.title
    for entry in CATALOGUE
    if entry.key == "chembl" or (entry.call is ClientMethod.LOOK_UP and entry.about is About.DRUG and entry.in_runs)
)


def mechanisms(drug: DrugProfile) -> list[tuple[str, list[DrugTarget]]]:
    """The drug's targets by what it does to them, each target once: ``("inhibits", [JAK1, JAK2])``."""
    by_verb: dict[str, dict[str, DrugTarget]] = {}
    for target in drug.targets:
        by_verb.setdefault(common_words.verb(target.action_type), {}).setdefault(target.symbol, target)
    return [(action, list(targets.values())) for action, targets in by_verb.items()]


def approved_uses(report: EvidenceReport, safety: Safety) -> str:
    """The approved uses by name, those with most records first, and by whom they are told; of none, why."""
    uses = [use for use in report.drug.indications if use.stage is ClinicalStage.APPROVAL]
    uses.sort(key=lambda use: (-len(use.reports), use.disease_name.casefold()))
    if uses:
        judged = [*(c.candidate for c in report.candidates), *report.set_aside]
        limits = {c.disease.id: _LIMITS[c.approval] for c in judged if c.approval in _LIMITS}
        names = [f"{common_words.in_sentence(use.disease_name)}{limits.get(use.disease_id, '')}" for use in uses]
        named = _first(list(dict.fromkeys(names)))  # two terms of Open Targets may bear one name
        return f"{named}. Source: Open Targets (country not specified); labels may list more."
    approved = (c.disease.name for c in report.set_aside if c.set_aside is SetAside.APPROVED_USE)
    if listed := sorted(map(common_words.in_sentence, approved), key=str.casefold):
        return f"{_first(listed)}. Source: the labels read; Open Targets lists no approved use."
    return safety.no_indications or "See the labels."


def _first(names: list[str]) -> str:
    more = f" and {len(names) - USES_SHOWN:,} more" if len(names) > USES_SHOWN else ""
    return f"{', '.join(names[:USES_SHOWN])}{more}"


def news_lines(report: EvidenceReport, anchors: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """What is new since the earlier report, a line for each candidate and label: its name, place on the page, and what.

    Args:
        report: the report.
        anchors: the candidates' places on the page, by disease id.
    """
    if report.news is None:
        return []
    return [
        *((new.disease, anchors[new.disease_id], change_words.news_of(new)) for new in report.news.candidates),
        *((f"label of {new.title}", "safety", change_words.versions_of(new)) for new in report.news.labels),
    ]


def wider_uses(report: EvidenceReport) -> list[tuple[str, str]]:
    """Diseases that were set aside as wider than an approved use, each with that use in a sentence.

    The records behind it stand with what was set aside.
    """
    wider = [c for c in report.set_aside if c.set_aside is SetAside.WIDER_THAN_APPROVED_USE][:WIDER_SHOWN]
    return [(c.disease.name, common_words.part_approved(c.approved_part)) for c in wider]


def set_aside_groups(report: EvidenceReport) -> list[tuple[SetAside | None, list[Candidate]]]:
    """What was set aside, by reason in the order of ``SetAside``, each group as the report has it."""
    order = {reason: n for n, reason in enumerate(SetAside)}

    def place(candidate: Candidate) -> int:
        return order[candidate.set_aside] if candidate.set_aside else len(order)

    ordered = sorted(report.set_aside, key=place)
    return [(group[0].set_aside, group) for _, candidates in groupby(ordered, key=place) if (group := list(candidates))]


class IdentityView:
    """The identity of a report's drug."""

    def __init__(self, report: EvidenceReport) -> None:
        self._report = report
        self._drug = report.drug
        self._entries = [entry for entry in report.references if entry.kind is ReferenceKind.IDENTITY]

    @cached_property
    def ids(self) -> list[ReferenceEntry]:
        """Ids of the drug elsewhere, each once: ``RxNorm 136411``."""
        named = [entry.model_copy(update={"title": f"{entry.source} {entry.id}"}) for entry in self._entries]
        return list({view.title: view for view in reference_views(self._report, named)}.values())

    @cached_property
    def by_source(self) -> list[tuple[str, str]]:
        """What each source says of the drug: (source, its words)."""
        sentences = [("ChEMBL", f"Structure {self._drug.inchi_key}.")] if self._drug.inchi_key else []
        sentences += [(entry.source, _told_of(entry)) for entry in self._entries]
        if codes := substance_codes(self._report.labels):
            listed = "; ".join(f"{substance} {', '.join(unii)}" for substance, unii in codes.items())
            sentences.append(("Labels", f"UNII: {listed}."))
        if classes := classes_on_labels(self._report.labels):
            sentences.append(("Labels", f"Classes: {', '.join(classes)}."))
        return list(dict.fromkeys(sentences))

    @cached_property
    def differences(self) -> list[str]:
        """Where sources do not agree who the drug is, one sentence each."""
        return list(dict.fromkeys(differences(self._drug, self._entries, self._report.labels)))

    @property
    def agreement(self) -> str:
        """Which sources give ChEMBL's structure; empty where none does or nobody could be asked."""
        confirmed = structure_confirmed(self._drug, self._entries)
        gives = "gives" if len(confirmed) == 1 else "give"
        return f"{common_words.listed(confirmed)} {gives} the same structure as ChEMBL." if confirmed else ""

    @property
    def unanswered(self) -> str:
        """Which of the sources on identity gave no full answer, in one sentence; empty where all did."""
        asked = [outcome for outcome in self._report.outcomes if outcome.source in IDENTITY_SOURCES]
        troubled = [row.source for row in source_rows(asked) if row.state in TROUBLE]
        return f"{common_words.listed(troubled)} did not answer in full: more may be known." if troubled else ""


def _told_of(entry: ReferenceEntry) -> str:
    return f"{entry.title}. {entry.text}" if entry.text else f"{entry.title}."
