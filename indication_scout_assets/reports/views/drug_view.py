"""The drug prepared for layout: its three lines, its targets, and the diseases beside the ranking.

What belongs here: grouping of what is not about one candidate. Safety is in ``safety``, wording in ``words``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from ...domain.candidates import ApprovalStatus, Candidate, SetAside
from ...domain.drugs import ClinicalStage, DrugProfile, DrugTarget
from ...domain.report import EvidenceReport
from ..words import change_words, common_words
from .safety_view import Safety

USES_SHOWN = 8
WARNINGS_SHOWN = 3
WIDER_SHOWN = 8
_LIMITS = {
    ApprovalStatus.COMBINATION_ONLY: " (in combination only)",
    ApprovalStatus.WITHDRAWN: " (withdrawn)",
}


def mechanisms(drug: DrugProfile) -> list[tuple[str, list[DrugTarget]]]:
    """The drug's targets by what it does to them, each target once: ``("inhibits", [JAK1, JAK2])``."""
    by_verb: dict[str, dict[str, DrugTarget]] = {}
    for target in drug.targets:
        by_verb.setdefault(common_words.verb(target.action_type), {}).setdefault(target.symbol, target)
    return [(action, list(targets.values())) for action, targets in by_verb.items()]


class DrugLines:
    """The drug in three lines: what it is approved for, and its gravest warnings; what it is, ``mechanisms`` says."""

    def __init__(self, report: EvidenceReport, safety: Safety) -> None:
        self._report, self._safety = report, safety

    @property
    def approved(self) -> str:
        """The approved uses by name, the first few, and by whom they are told; where there are none, why."""
        uses = [use for use in self._report.drug.indications if use.stage is ClinicalStage.APPROVAL]
        if uses:
            names = [f"{use.disease_name}{self._limits.get(use.disease_id, '')}" for use in uses]
            named = _first(list(dict.fromkeys(names)))  # two terms of Open Targets may bear one name
            return f"{named}. By Open Targets, which names no country; labels may list more uses."
        listed = [c.disease.name for c in self._report.set_aside if c.set_aside is SetAside.APPROVED_USE]
        if listed:
            return f"{_first(listed)}. By the labels read; Open Targets lists no approved use."
        return self._safety.no_indications or "See the labels."

    @property
    def _limits(self) -> dict[str, str]:
        """What limits an approval, by disease id."""
        judged = [*(c.candidate for c in self._report.candidates), *self._report.set_aside]
        return {c.disease.id: _LIMITS[c.approval] for c in judged if c.approval in _LIMITS}

    @property
    def warnings(self) -> str:
        """Boxed warnings and withdrawals on record, else what the labels read have, else that none was read."""
        recorded = list(dict.fromkeys(common_words.warning_sentence(w) for w in self._report.drug.warnings))
        if recorded:
            more = len(recorded) - WARNINGS_SHOWN
            further = f" {common_words.plural(more, 'further warning').capitalize()}." if more > 0 else ""
            return " ".join(recorded[:WARNINGS_SHOWN]) + further
        boxed = next((part for part in self._safety.parts if part.kind == "boxed_warning"), None)
        return boxed.sentence if boxed else f"Not checked. {self._safety.no_label}"


def _first(names: list[str]) -> str:
    more = f" and {len(names) - USES_SHOWN:,} more" if len(names) > USES_SHOWN else ""
    return f"{', '.join(sorted(names, key=str.casefold)[:USES_SHOWN])}{more}"


@dataclass(frozen=True)
class NewsLine:
    """What is new for one candidate, with its place on the page."""

    disease: str
    anchor: str
    what: str


def news_lines(report: EvidenceReport, anchors: Mapping[str, str]) -> list[NewsLine]:
    """What is new since the earlier report, a line for each candidate.

    Args:
        report: the report.
        anchors: the candidates' places on the page, by disease id.
    """
    candidates = report.news.candidates if report.news else ()
    return [NewsLine(new.disease, anchors[new.disease_id], change_words.news_of(new)) for new in candidates]


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
