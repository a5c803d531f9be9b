"""Pairs of drug and disease whose end is known, from dated reports: approved later, or stopped because it did not work.

What belongs here: which reports make an end, and on which day a pair is looked at. Pure; ``pairs`` asks the
sources.

A pair is looked at on the day its last phase 2 or 3 trial of the window began, whatever its end: approved pairs would
else have years more in which evidence could come, and time alone would tell the two apart.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import date
from typing import Final, NamedTuple

from ...domain.drugs import ClinicalReport, ClinicalStage, Indication
from .score_folder import KnownEnd

FUTILE: Final = "Negative"
"""Open Targets' category of trials stopped for want of efficacy."""
_PHASES: Final = frozenset({ClinicalStage.PHASE_2, ClinicalStage.PHASE_2_3, ClinicalStage.PHASE_3})
_NUMBER: Final = "NCT"
_NEIGHBOURS: Final = 25
"""Dated trials with numbers near that of an undated one, half of them before it: the middle of them is its day."""


class PairEnd(NamedTuple):
    """One pair with its end."""

    drug_id: str
    disease_id: str
    disease_name: str
    end: KnownEnd
    day: date | None
    """On which it is looked at; ``None`` where no dates are asked for."""
    by: str
    """Id of the report that is the end: an approval, or the trial that was stopped."""
    trials: tuple[str, ...] = ()
    """Ids of all trials of the drug in the disease that began on the day or later; they tell the end."""

    @property
    def id(self) -> str:
        return f"{self.drug_id} {self.disease_id}"


def start_days(days: Mapping[str, date | None]) -> dict[str, date]:
    """The day each registered trial began, by its number; where no date is known, that of trials numbered near it.

    Numbers are given in the order of registration, which is around the start for most trials since 2005. Trials
    without a date and with fewer than two dated neighbours are left out.
    """
    dated = sorted((number, day) for number, day in days.items() if number.startswith(_NUMBER) and day is not None)
    numbers = [number for number, _ in dated]
    known = dict(dated)
    for number in days:
        if number.startswith(_NUMBER) and number not in known:
            place = bisect_left(numbers, number)
            near = sorted(day for _, day in dated[max(0, place - _NEIGHBOURS // 2) : place + _NEIGHBOURS // 2 + 1])
            if len(near) > 1:
                known[number] = near[len(near) // 2]
    return known


def dated_ends(
    uses: Mapping[str, Sequence[Indication]], days: Mapping[str, date | None], first: date, last: date
) -> list[PairEnd]:
    """Pairs whose phase 2 or 3 trials began from ``first`` to ``last`` and whose end is known.

    Approved: a report of an approval with its year, and such a trial that began in an earlier year. Failed: such a
    trial, of this drug alone, stopped for want of efficacy, and no approval of the pair, dated or not.

    Args:
        uses: by drug.
        days: of every report; one that only ``start_days`` knows counts for pairs that were approved.
    """
    starts = start_days(days)
    return [end for drug, use in _every(uses) if (end := _dated_end(drug, use, days, starts, first, last)) is not None]


def undated_ends(uses: Mapping[str, Sequence[Indication]]) -> list[PairEnd]:
    """Pairs whose end is known without a day: approved by a report without a year, or failed as in ``dated_ends``."""
    ends = []
    for drug, use in _every(uses):
        approvals = [report for report in use.reports if report.stage is ClinicalStage.APPROVAL]
        futile = [report for report in use.reports if _is_futile(report)]
        if approvals and not any(report.year for report in approvals):
            ends.append(PairEnd(drug, use.disease_id, use.disease_name, KnownEnd.APPROVED, None, approvals[0].id, ()))
        elif futile and not _is_approved(use):
            ends.append(PairEnd(drug, use.disease_id, use.disease_name, KnownEnd.FAILED, None, futile[0].id, ()))
    return ends


def approved_diseases(uses: Mapping[str, Sequence[Indication]]) -> dict[str, frozenset[str]]:
    """Ids of the diseases each drug is approved for, at whatever time."""
    return {drug: frozenset(use.disease_id for use in own if _is_approved(use)) for drug, own in uses.items()}


def without_approved_kin(
    ends: Iterable[PairEnd], approved: Mapping[str, Set[str]], ancestors: Mapping[str, Set[str]]
) -> list[PairEnd]:
    """The ends without failures in a wider or narrower term of what the drug is approved for: no failure of the drug.

    ``ancestors`` are those of the diseases of both, by id; a disease it does not hold has no kin.
    """

    def is_kin(disease: str, other: str) -> bool:
        return disease in ancestors.get(other, ()) or other in ancestors.get(disease, ())

    return [
        end
        for end in ends
        if end.end is KnownEnd.APPROVED
        or not any(is_kin(end.disease_id, other) for other in approved.get(end.drug_id, ()))
    ]


def by_hash(ends: Iterable[PairEnd]) -> list[PairEnd]:
    """In an order that has nothing to do with what they are: by the SHA-256 of their ids."""
    return sorted(ends, key=lambda end: hashlib.sha256(end.id.encode()).hexdigest())


def first_of_each(ends: Iterable[PairEnd], limit: int) -> list[PairEnd]:
    """The first ``limit`` of each end, in the order of ``by_hash``."""
    ordered = by_hash(ends)
    return [end for kind in KnownEnd for end in [each for each in ordered if each.end is kind][:limit]]


# ------------------------------------------------------------------------------------------------ single pairs
def _dated_end(
    drug: str, use: Indication, days: Mapping[str, date | None], starts: Mapping[str, date], first: date, last: date
) -> PairEnd | None:
    begun = {
        report.id: starts[report.id]
        for report in use.reports
        if report.stage in _PHASES and report.id in starts and first <= starts[report.id] <= last
    }
    approvals = [(r.year, r.id) for r in use.reports if r.stage is ClinicalStage.APPROVAL and r.year]
    if approvals:
        year, by = min(approvals)
        day = max((day for day in begun.values() if day.year < year), default=None)
        if day is None:
            return None
        return PairEnd(drug, use.disease_id, use.disease_name, KnownEnd.APPROVED, day, by, _from(use, starts, day))
    futile = {r.id: begun[r.id] for r in use.reports if r.id in begun and _is_futile(r) and days.get(r.id)}
    if not futile or _is_approved(use):
        return None
    by = max(futile, key=lambda trial: (futile[trial], trial))
    return PairEnd(
        drug, use.disease_id, use.disease_name, KnownEnd.FAILED, futile[by], by, _from(use, starts, futile[by])
    )


def _from(use: Indication, starts: Mapping[str, date], day: date) -> tuple[str, ...]:
    return tuple(sorted(report.id for report in use.reports if report.id in starts and starts[report.id] >= day))


def _is_futile(report: ClinicalReport) -> bool:
    """Stopped for want of efficacy, and of this drug alone: a comparator or a partner has not failed."""
    return report.stage in _PHASES and FUTILE in report.stop_reasons and len(report.drug_ids) <= 1


def _is_approved(use: Indication) -> bool:
    at_market = ClinicalStage.APPROVAL.rank
    return use.stage.rank >= at_market or any(report.stage.rank >= at_market for report in use.reports)


def _every(uses: Mapping[str, Sequence[Indication]]) -> Iterator[tuple[str, Indication]]:
    return ((drug, use) for drug, own in sorted(uses.items()) for use in own)
