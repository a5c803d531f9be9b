"""The four lists over all candidates: what failed, what is running, what was retracted, what harms in the disease.

What belongs here: which records are on a list, each once, and where each is on the page. The words are
in ``words.list_words``; ``EvidenceReport.lists`` holds the lists without their places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ....domain.documents import DocumentKind
from ....domain.drugs import ClinicalReport
from ....domain.findings.assessment import HarmKind, RiskSignal
from ....domain.findings.report import ListedRecord, RecordList, RecordListName
from ....domain.findings.statements import Polarity
from ....domain.findings.study_designs import NOT_IN_PEOPLE
from ....domain.records.trials import OPEN_STATUSES, STOPPED_EARLY
from ...words import assessment_words, common_words, list_words
from .assessment_view import GradeView, ReadingView
from .candidate_views import CandidateView
from .record_views import PlaceView, TrialView

SHOWN: Final = 8
"""Rows of a list that are open on the page; the others are one click away."""


@dataclass(frozen=True)
class ListRow:
    """A record of a list with the places it leads to."""

    record: ListedRecord
    place: PlaceView
    """The record, under its first candidate."""
    candidates: tuple[PlaceView, ...]
    of_paper: bool = False
    """The fact gives the result already that the words, which are a paper's, rest on."""

    @property
    def fact(self) -> str:
        """Why it is on the list, without what the list's name says of all its records."""
        return self.record.fact.removeprefix(assessment_words.HARM_SHORT[HarmKind.CAUSES_DISEASE]).strip()

    @property
    def quote(self) -> str:
        """The words it rests on, as a line of the list shows them; all of them are where ``place`` leads."""
        return common_words.quoted_words(self.record.words)


@dataclass(frozen=True)
class ListView:
    """One list with its rows."""

    name: RecordListName
    rows: tuple[ListRow, ...]
    note: str

    @property
    def open_rows(self) -> tuple[ListRow, ...]:
        """The first rows; of failures the trials alone, for the table of candidates counts the papers."""
        return tuple(row for row in self.rows if not self._in_table(row))[:SHOWN]

    @property
    def folded_rows(self) -> tuple[ListRow, ...]:
        shown = self.open_rows
        return tuple(row for row in self.rows if row not in shown)

    @property
    def folded(self) -> str:
        """What the folded rows are: ``5 counted studies without benefit``, ``7 more``."""
        rows = self.folded_rows
        studies = common_words.plural(len(rows), "counted study without benefit", "counted studies without benefit")
        return studies if all(map(self._in_table, rows)) else f"{len(rows)} more"

    def _in_table(self, row: ListRow) -> bool:
        return self.name is RecordListName.FAILED and row.record.evidence_kind is DocumentKind.ARTICLE

    @property
    def stored(self) -> RecordList:
        """The list as the report's JSON holds it."""
        return RecordList(name=self.name, records=tuple(row.record for row in self.rows), note=self.note)


def record_lists(views: Sequence[CandidateView]) -> list[ListView]:
    """All four lists, in the order of ``RecordListName``; none without candidates."""
    if not views:
        return []
    unasked = sum(view.trials_unchecked for view in views)
    papers = {article.article.id for view in views for article in view.articles}
    notes = {
        RecordListName.FAILED: list_words.no_trial("has failed or was stopped early", unasked, len(views)),
        RecordListName.RUNNING: list_words.no_trial("is planned or running", unasked, len(views)),
        RecordListName.RETRACTED: list_words.none_retracted(len(papers)),
        RecordListName.HARM: list_words.none_harmful(safety_read=views[0].assessment.safety_read),
    }
    lists = []
    for name, kinds in _ROWS.items():
        rows = _each_once(row for rows_of in kinds for view in views for row in rows_of(view))
        unchecked = list_words.unchecked(unasked, len(views)) if name in _OF_TRIALS else ""
        note = unchecked if rows else notes[name]
        not_counted = list_words.not_counted(views[0].report.flow) if name is RecordListName.RETRACTED else ""
        lists.append(ListView(name, rows, " ".join(filter(None, (note, not_counted)))))
    return lists


def _ended(view: CandidateView) -> Iterator[ListRow]:
    """Trials of the drug that missed their primary endpoint or were stopped for lack of efficacy."""
    return (_of_trial(view, reading) for reading in view.assessment.failed)


def _without_benefit(view: CandidateView) -> Iterator[ListRow]:
    """Counted studies in people that report no benefit, but for those whose trial is listed already."""
    listed = {view.summary.study_of(reading) for reading in view.assessment.failed}
    for graded in view.assessment.counted:
        grade = graded.grade
        failed = grade.polarity is Polarity.CONTRADICTS and grade.directness.population not in NOT_IN_PEOPLE
        if failed and grade.study not in listed:
            yield _of_study(view, graded)


def _stopped(view: CandidateView) -> Iterator[ListRow]:
    """The other trials that were stopped early, each with its registered reason: a reader judges what it means."""
    listed = {reading.reading.nct_id for reading in view.assessment.failed}
    for trial in view.stopped_early:
        if trial.trial.nct_id not in listed:
            yield _registered(view, trial, list_words.stopped(trial.match), trial.trial.why_stopped)


def _stopped_elsewhere(view: CandidateView) -> Iterator[ListRow]:
    """Trials that Open Targets alone gives as stopped, with the reason it gives."""
    return (_named(view, report) for report in view.trials_by_open_targets if report.status in STOPPED_EARLY)


def _running_elsewhere(view: CandidateView) -> Iterator[ListRow]:
    """Trials that Open Targets alone gives as planned or running."""
    return (_named(view, report) for report in view.trials_by_open_targets if report.status in OPEN_STATUSES)


def _named(view: CandidateView, report: ClinicalReport) -> ListRow:
    words = " ".join((report.why_stopped or "").split())
    place = PlaceView(report.id, f"#{view.anchor}-open-targets")
    fact = list_words.by_open_targets(report)
    return _row(view, (DocumentKind.TRIAL, report.id), place, fact, words)


def _of_trial(view: CandidateView, reading: ReadingView) -> ListRow:
    registered = reading.trial.trial if reading.trial else None
    words = reading.why_stopped or (reading.citation.citation.quote if reading.citation else "")
    fact = list_words.ended(registered, reading.reading)
    trial = (DocumentKind.TRIAL, reading.reading.nct_id)
    return replace(_row(view, trial, reading.record, fact, words), of_paper=not reading.why_stopped)


def _of_study(view: CandidateView, graded: GradeView) -> ListRow:
    grade = graded.grade
    sentence = next((row.telling for row in view.summary.studies if row.record.name == graded.record.name), "")
    fact = list_words.study(graded.design.partition(" (")[0], grade.participants, grade.polarity)
    place = PlaceView(graded.record.name, graded.href)
    return _row(view, (grade.evidence_kind, grade.evidence_id), place, fact, sentence)


def _running(view: CandidateView) -> Iterator[ListRow]:
    """Planned and running trials, the furthest phase first."""
    for trial in sorted(view.running, key=lambda trial: (-trial.trial.phase_number, trial.trial.nct_id)):
        yield _registered(view, trial, list_words.running(trial.match), trial.trial.title)


def _registered(view: CandidateView, trial: TrialView, fact: str, words: str = "") -> ListRow:
    nct_id = trial.trial.nct_id
    place = PlaceView(nct_id, f"#{trial.anchor}")
    return _row(view, (DocumentKind.TRIAL, nct_id), place, fact, words)


def _retracted(view: CandidateView) -> Iterator[ListRow]:
    """Retracted papers with their notice, then those under an expression of concern, which are counted."""
    concerns = {g.evidence_id for g in view.assessment.assessment.grades if RiskSignal.CONCERN in g.risks}
    concerned = [article for article in view.articles if article.article.id in concerns]
    for article in (*view.retracted, *concerned):
        place = PlaceView(article.name, f"#{article.anchor}")
        notice = list_words.notice(article.standing)
        yield _row(view, (DocumentKind.ARTICLE, article.article.id), place, notice, article.article.title)


def _harms(view: CandidateView) -> Iterator[ListRow]:
    """Findings that the drug causes the disease, worsens it or is warned of in it; those in passing come last."""
    for harm in (*view.assessment.harms, *view.assessment.mentioned_in_passing):
        section, cited = f"#{view.anchor}", harm.citation
        fact = assessment_words.HARM_SHORT[harm.harm.kind]
        if cited is None:
            place = PlaceView(harm.source or fact, section)
            yield _row(view, (DocumentKind.LABEL, ""), place, fact, harm.harm.sentence)
        else:
            record = (cited.citation.evidence_kind, cited.citation.evidence_id)
            place = PlaceView(cited.name, f"#{cited.anchor}" if cited.anchor else section)
            yield _row(view, record, place, fact, cited.citation.quote)


def _row(
    view: CandidateView,
    record: tuple[DocumentKind, str],
    place: PlaceView,
    fact: str,
    words: str = "",
) -> ListRow:
    kind, ident = record
    listed = ListedRecord(
        disease_ids=(view.disease.id,),
        diseases=(view.disease.name,),
        evidence_kind=kind,
        evidence_id=ident,
        fact=fact,
        words=words,
    )
    return ListRow(listed, place, (PlaceView(view.heading, f"#{view.anchor}"),))


def _each_once(rows: Iterable[ListRow]) -> tuple[ListRow, ...]:
    """The rows in their order; what is the same of one record for several candidates is one row that names them all."""
    merged: dict[tuple[str, str, str], ListRow] = {}
    for row in rows:
        key = (row.place.name, row.record.fact, row.record.words)
        if (first := merged.get(key)) is None:
            merged[key] = row
        elif not set(row.candidates) <= set(first.candidates):
            ids = (*first.record.disease_ids, *row.record.disease_ids)
            names = (*first.record.diseases, *row.record.diseases)
            record = first.record.model_copy(update={"disease_ids": ids, "diseases": names})
            merged[key] = replace(first, record=record, candidates=(*first.candidates, *row.candidates))
    return tuple(merged.values())


_ROWS: Final[dict[RecordListName, tuple[Callable[[CandidateView], Iterator[ListRow]], ...]]] = {
    RecordListName.FAILED: (_ended, _stopped, _stopped_elsewhere, _without_benefit),
    RecordListName.RUNNING: (_running, _running_elsewhere),
    RecordListName.RETRACTED: (_retracted,),
    RecordListName.HARM: (_harms,),
}
"""What is on a list: trials before studies that the table counts, and the gravest first."""
_OF_TRIALS: Final = (RecordListName.FAILED, RecordListName.RUNNING)
