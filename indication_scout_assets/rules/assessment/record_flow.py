"""Which box of the PRISMA flow each record of a pair ends in, by what the run stored of it.

What belongs here: the reasons, asked in the order of ``Exclusion``. The boxes and their sums are in
``domain.findings.evidence``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...domain.documents import DocumentKind
from ...domain.findings.assessment import Grade, RiskSignal
from ...domain.findings.evidence import (
    Exclusion,
    IdentifiedRecords,
    PrismaFlow,
    RankedArticle,
    Record,
    SearchRecord,
    furthest,
)
from ...domain.findings.study_designs import Population
from ...domain.outcomes import SourceOutcome, SourceState
from ...domain.records.source_catalogue import source_entry

_REGISTER = source_entry("clinicaltrials").title
_REVIEWS = source_entry("cochrane_reviews").key
_SILENT = frozenset({SourceState.FAILED, SourceState.NOT_ASKED})


@dataclass(frozen=True)
class PairRecords:
    """What a run stored of a pair's records."""

    searches: Sequence[SearchRecord]
    outcomes: Sequence[SourceOutcome]
    pool: Mapping[str, Sequence[str]]
    """Ids of the articles found, older versions of reviews left out, with the keys of what found each."""
    older: Collection[str]
    """Ids of older versions of reviews."""
    retracted: Collection[str]
    ranked: Sequence[RankedArticle]
    """All that were ranked, the best and the rest."""
    trials: Collection[str]
    """Numbers of the trials of the pair."""
    grades: Sequence[Grade]
    without_record: Collection[str] = ()
    """PMIDs that searches gave and PubMed sent no record of."""

    @property
    def article_ids(self) -> list[str]:
        """What the searches gave, as often as they gave it."""
        return [i for search in self.searches if search.source != _REGISTER for i in search.ids]


@dataclass(frozen=True)
class RecordFlow:
    """The records of a pair, or of all pairs of a drug, on their way."""

    sources: tuple[IdentifiedRecords, ...]
    ends: Mapping[Record, Exclusion | None]
    later: int = 0
    not_delivered: int = 0
    followed: int = 0

    @classmethod
    def of_pair(cls, pair: PairRecords) -> RecordFlow:
        given, missing = pair.article_ids, frozenset(pair.without_record)
        return cls(
            identified(pair.searches, pair.outcomes),
            dict(_ends(pair)),
            later=_later(pair.searches, pair.outcomes),
            not_delivered=sum(i in missing for i in given),
            followed=len([i for i, keys in pair.pool.items() if tuple(keys) == (_REVIEWS,) and i not in set(given)]),
        )

    @classmethod
    def together(cls, pairs: Sequence[RecordFlow]) -> RecordFlow:
        """Of a drug: a record that several pairs share is one, and went as far as where it came furthest."""
        return cls(
            joined(source for pair in pairs for source in pair.sources),
            furthest(pair.ends for pair in pairs),
            later=sum(pair.later for pair in pairs),
            not_delivered=sum(pair.not_delivered for pair in pairs),
            followed=sum(pair.followed for pair in pairs),
        )

    @property
    def flow(self) -> PrismaFlow:
        """Its boxes."""
        return PrismaFlow.of(
            self.sources,
            self.ends,
            later=self.later,
            not_delivered=self.not_delivered,
            followed=self.followed,
        )


def identified(searches: Iterable[SearchRecord], outcomes: Iterable[SourceOutcome]) -> tuple[IdentifiedRecords, ...]:
    """What each source gave for a pair, later records of an as-of run among them."""
    left_out = {outcome.source: outcome.left_out for outcome in outcomes}
    return joined(
        IdentifiedRecords(
            source=search.source,
            of_register=search.source == _REGISTER,
            searches=1,
            not_in_full=int(search.state in (*_SILENT, SourceState.DEGRADED)),
            matching=None if search.state in _SILENT else search.total,
            records=None if search.state in _SILENT else len(search.ids) + left_out.get(search.source, 0),
        )
        for search in searches
    )


def joined(sources: Iterable[IdentifiedRecords]) -> tuple[IdentifiedRecords, ...]:
    """Each source once, its numbers added up; what nobody knows adds nothing."""
    by_source: dict[str, IdentifiedRecords] = {}
    for row in sources:
        before = by_source.get(row.source)
        by_source[row.source] = (
            row
            if before is None
            else row.model_copy(
                update={
                    "searches": before.searches + row.searches,
                    "not_in_full": before.not_in_full + row.not_in_full,
                    "matching": _added(before.matching, row.matching),
                    "records": _added(before.records, row.records),
                }
            )
        )
    return tuple(by_source.values())


def ends_of_grades(grades: Iterable[Grade]) -> dict[Record, Exclusion | None]:
    """Why each item that was read does not count; ``None`` for those that do. Retracted articles are screened out."""
    return {
        (grade.evidence_kind, grade.evidence_id): _not_counted(grade)
        for grade in grades
        if not (grade.evidence_kind is DocumentKind.ARTICLE and RiskSignal.RETRACTED in grade.risks)
    }


def _added(first: int | None, second: int | None) -> int | None:
    return second if first is None else first + (second or 0)


def _later(searches: Iterable[SearchRecord], outcomes: Iterable[SourceOutcome]) -> int:
    left_out = {outcome.source: outcome.left_out for outcome in outcomes}
    return sum(left_out.get(search.source, 0) for search in searches if search.state not in _SILENT)


def _ends(pair: PairRecords) -> Iterable[tuple[Record, Exclusion | None]]:
    read, rows = ends_of_grades(pair.grades), {row.id: row for row in pair.ranked}
    for article_id in (*pair.older, *pair.pool):
        record = (DocumentKind.ARTICLE, article_id)
        if article_id in pair.older:
            yield record, Exclusion.OLDER_VERSION
        elif article_id in pair.retracted:
            yield record, Exclusion.RETRACTED
        else:
            yield record, read[record] if record in read else _screened_out(rows.get(article_id))
    given = {number for search in pair.searches if search.source == _REGISTER for number in search.ids}
    for number in sorted(given | set(pair.trials)):
        record = (DocumentKind.TRIAL, number)
        if number not in pair.trials:
            yield record, Exclusion.OTHER_TRIAL
        else:
            yield record, read.get(record, Exclusion.NOT_READ)


def _screened_out(row: RankedArticle | None) -> Exclusion:
    """Why an article that is not retracted was not read."""
    reasons = (
        (row is None or row.in_top_k, Exclusion.NOT_READ),
        (row is not None and row.rank is None, Exclusion.RETRACTED),
        (row is not None and not row.names_drug, Exclusion.NO_DRUG),
        (row is not None and not row.names_disease, Exclusion.NO_DISEASE),
        (row is not None and bool(row.same_study_as), Exclusion.SAME_STUDY),
        (row is not None and not row.passed, Exclusion.BELOW_THRESHOLD),
    )
    return next((reason for holds, reason in reasons if holds), Exclusion.BELOW_TOP)


def _not_counted(grade: Grade) -> Exclusion | None:
    reasons = (
        (RiskSignal.RETRACTED in grade.risks, Exclusion.RESTS_ON_RETRACTED),
        (bool(grade.deferred), Exclusion.DEFERRED),
        (grade.directness.population is Population.HEALTHY, Exclusion.HEALTHY),
        (grade.directness.population is Population.MOTHERS, Exclusion.MOTHERS),
        (not grade.counts, Exclusion.OTHER_REPORT),
        (grade.level is None, Exclusion.NO_LEVEL),
        (not grade.directness.names_pair, Exclusion.NOT_OF_PAIR),
    )
    return next((reason for holds, reason in reasons if holds), None)
