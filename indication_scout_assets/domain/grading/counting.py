"""One study counts once: which of its reports stands for it, and why the others do not.

What belongs here: grouping grades by study and choosing. Which papers and trials are one study is decided in
``studies``; a paper of several trials belongs to the first of them.

Of a study's reports that one counts which has the best level; of equals one that takes a side, then the one with most
participants, then the first id (papers before trials). A retracted or deferred report never counts; where nothing else
is left, the study counts nowhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ..articles import Article
from ..assessment import Grade, RiskSignal
from ..statements import Polarity
from ..studies import links, same_studies
from ..trials import Trial

RETRACTED = "It is retracted."
DEFERRED = "A person must decide on it first."
_NO_LEVEL = 9
"""After every level."""


def study_keys(articles: Sequence[Article], trials: Sequence[Trial]) -> dict[str, str]:
    """Id of every article and trial -> key of its study: a trial's number, else the id of its first paper."""
    reported = links(articles, trials).trials
    by_id = {article.id: article for article in articles}
    keys = {trial.nct_id: trial.nct_id.upper() for trial in trials}
    for group in same_studies(list(by_id.values())):
        numbers = {number for one in group for number in reported.get(one, ())}
        first = min(group, key=lambda one: (by_id[one].year or 9999, one))
        keys |= dict.fromkeys(group, min(numbers) if numbers else first)
    return keys


def counted_once(grades: Sequence[Grade], keys: dict[str, str]) -> tuple[Grade, ...]:
    """The grades in their order, each under its study, one of each study counting.

    Args:
        keys: of ``study_keys``; an id it does not hold is a study of its own.
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
