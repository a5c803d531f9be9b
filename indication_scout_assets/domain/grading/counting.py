"""One study counts once: which of its reports stands for it, and why the others do not.

What belongs here: grouping grades by study and choosing. Which papers and trials are one study is decided in
``studies``.

Of a study's reports that one counts which has the best level; of equals one that takes a side, then the one with most
participants, then the first id (papers before trials). A retracted or deferred report never counts; where nothing else
is left, the study counts nowhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ..assessment import Grade, RiskSignal
from ..statements import Polarity

RETRACTED = "It is retracted."
DEFERRED = "A person must decide on it first."
_NO_LEVEL = 9
"""After every level."""


def counted_once(grades: Sequence[Grade], keys: dict[str, str]) -> tuple[Grade, ...]:
    """The grades in their order, each under its study, one of each study counting.

    Args:
        keys: of ``studies.study_keys``; an id it does not hold is a study of its own.
    """
    reports: defaultdict[str, list[Grade]] = defaultdict(list)
    for grade in grades:
        reports[keys.get(grade.evidence_id, grade.evidence_id)].append(grade)
    decided = {}
    for study, of_study in reports.items():
        chosen = min((grade for grade in of_study if not _barred(grade)), key=_place, default=None)
        for grade in of_study:
            why = "" if grade is chosen else _barred(grade) or _outdone(grade, chosen)
            update = {"study": study, "counts": not why, "not_counted": why}
            decided[grade.evidence_kind, grade.evidence_id] = grade.model_copy(update=update)
    return tuple(decided[grade.evidence_kind, grade.evidence_id] for grade in grades)


def _barred(grade: Grade) -> str:
    """Why a report may not count whatever else there is; empty where it may."""
    if RiskSignal.RETRACTED in grade.risks:
        return RETRACTED
    return DEFERRED if grade.deferred else ""


def _place(grade: Grade) -> tuple[int, bool, int, str]:
    level = _NO_LEVEL if grade.level is None else int(grade.level)
    return level, grade.polarity is Polarity.NEUTRAL, -(grade.participants or 0), grade.evidence_id


def _outdone(grade: Grade, chosen: Grade | None) -> str:
    if chosen is None:
        return ""
    said = f"Another report of the same study counts: {chosen.evidence_kind} {chosen.evidence_id}"
    differs = grade.polarity not in (chosen.polarity, Polarity.NEUTRAL) and chosen.polarity is not Polarity.NEUTRAL
    return (
        f"{said}, which reads as {chosen.polarity.value} and this one as {grade.polarity.value}."
        if differs
        else f"{said}."
    )
