"""The drug prepared for layout: its targets by what it does to them, and the diseases beside the ranking.

What belongs here: grouping of what is not about one candidate. Safety is in ``safety``, wording in ``words``.
"""

from __future__ import annotations

from itertools import groupby

from ...domain.candidates import Candidate, SetAside
from ...domain.drugs import DrugProfile, DrugTarget
from ...domain.report import EvidenceReport
from ..words import common_words


def mechanisms(drug: DrugProfile) -> list[tuple[str, list[DrugTarget]]]:
    """The drug's targets by what it does to them, each target once: ``("inhibits", [JAK1, JAK2])``."""
    by_verb: dict[str, dict[str, DrugTarget]] = {}
    for target in drug.targets:
        by_verb.setdefault(common_words.verb(target.action_type), {}).setdefault(target.symbol, target)
    return [(action, list(targets.values())) for action, targets in by_verb.items()]


def set_aside_groups(report: EvidenceReport) -> list[tuple[SetAside | None, list[Candidate]]]:
    """What was set aside, by reason in the order of ``SetAside``, each group as the report has it."""
    order = {reason: n for n, reason in enumerate(SetAside)}

    def place(candidate: Candidate) -> int:
        return order[candidate.set_aside] if candidate.set_aside else len(order)

    ordered = sorted(report.set_aside, key=place)
    return [(group[0].set_aside, group) for _, candidates in groupby(ordered, key=place) if (group := list(candidates))]
