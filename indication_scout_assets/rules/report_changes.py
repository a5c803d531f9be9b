"""What changed between two reports on one drug: new papers and trials, retractions, outcomes, ranks.

What belongs here: comparing two ``EvidenceReport`` values, whatever runs or files they come from. How the difference is
printed is in ``reports``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime

from ..domain.base import Value
from ..domain.findings.assessment import StrengthOfEvidence
from ..domain.findings.report import CandidateEvidence, CandidateNews, EvidenceReport, LabelChange, ReportNews
from ..domain.outcomes import PermanentFailure, SourceState
from ..domain.records.articles import Article, RetractionStatus
from ..domain.records.labels import Label, LabelVersion
from ..domain.records.trials import Trial


class Named(Value):
    """A record by its id and title."""

    id: str
    title: str


class Changed(Value):
    """One fact of a record, before and after."""

    id: str
    title: str
    what: str
    """For example ``status`` or ``standing``."""
    before: str
    after: str


class CandidateChanges(Value):
    """What changed for one candidate that both reports have."""

    disease_id: str
    disease: str
    rank_before: int
    rank_after: int
    score_before: float
    score_after: float
    new_articles: tuple[Named, ...] = ()
    """Among the shown ones."""
    gone_articles: tuple[Named, ...] = ()
    articles_found: tuple[int, int] = (0, 0)
    """Articles found for the pair, before and after."""
    new_trials: tuple[Named, ...] = ()
    gone_trials: tuple[Named, ...] = ()
    trial_changes: tuple[Changed, ...] = ()
    evidence_changes: tuple[Changed, ...] = ()
    """Its direction, and how strong the evidence for it and for harm is; of an older report what it did not keep is no
    change."""
    statements: tuple[int, int] = (0, 0)
    new_statements: tuple[str, ...] = ()
    gone_statements: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    """Sources that gave no full answer in the later run: what is gone may only be unseen."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing a reader would act on changed."""
        same = self.rank_before == self.rank_after and round(self.score_before - self.score_after, 4) == 0
        listed = (
            self.new_articles,
            self.gone_articles,
            self.new_trials,
            self.gone_trials,
            self.trial_changes,
            self.evidence_changes,
            self.new_statements,
            self.gone_statements,
        )
        return same and not any(listed) and self.articles_found[0] == self.articles_found[1]


class ReportChanges(Value):
    """What changed between two reports on a drug."""

    drug: str
    built_before: datetime
    built_after: datetime
    as_of_before: date | None = None
    as_of_after: date | None = None
    new_candidates: tuple[Named, ...] = ()
    gone_candidates: tuple[Named, ...] = ()
    candidates: tuple[CandidateChanges, ...] = ()
    """Those that changed, in the later report's order."""
    standings: tuple[Changed, ...] = ()
    """Articles whose standing changed: retracted since, concern, correction, reinstatement."""
    labels: tuple[LabelChange, ...] = ()
    """Labels in another version, and those that came or went."""
    settings: tuple[Changed, ...] = ()
    """Settings, models and data versions that differ, so that a change of method is not read as new evidence."""

    @property
    def is_empty(self) -> bool:
        """Whether all its lists are."""
        return not any(value for value in vars(self).values() if isinstance(value, tuple))


def changes(before: EvidenceReport, after: EvidenceReport) -> ReportChanges:
    """The difference of two reports on one drug.

    Raises:
        PermanentFailure: the reports are on different drugs.
    """
    if before.drug.chembl_id != after.drug.chembl_id:
        raise PermanentFailure(
            f"The reports are on {before.drug.name} and {after.drug.name}; compare two reports on one drug."
        )
    old, new = _by_disease(before), _by_disease(after)
    both = [_candidate(old[key], new[key], before, after) for key in new if key in old]
    return ReportChanges(
        drug=after.drug.name,
        built_before=before.run.built_at,
        built_after=after.run.built_at,
        as_of_before=before.run.as_of,
        as_of_after=after.run.as_of,
        new_candidates=tuple(_disease(part) for key, part in new.items() if key not in old),
        gone_candidates=tuple(_disease(part) for key, part in old.items() if key not in new),
        candidates=tuple(candidate for candidate in both if not candidate.is_empty),
        standings=_standings(before, after),
        labels=tuple(_labels(before, after)),
        settings=_settings(before, after),
    )


def news(before: EvidenceReport, after: EvidenceReport) -> ReportNews:
    """What the later of two reports on one drug has that the earlier had not.

    Raises:
        PermanentFailure: the reports are on different drugs.
    """
    differences = changes(before, after)
    changed = {part.disease_id: part for part in differences.candidates}
    fresh = {record.id for record in differences.new_candidates}
    candidates = []
    for part in after.candidates:
        disease, new = part.candidate.disease, changed.get(part.candidate.disease.id)
        if disease.id in fresh:
            candidates.append(CandidateNews(disease_id=disease.id, disease=disease.name, is_new=True))
        elif new and (new.new_articles or new.new_trials or new.trial_changes):
            counts = {"articles": len(new.new_articles), "trials": len(new.new_trials)}
            candidates.append(
                CandidateNews(
                    disease_id=disease.id, disease=disease.name, trial_changes=len(new.trial_changes), **counts
                )
            )
    return ReportNews(
        since=differences.built_before,
        candidates=tuple(candidates),
        standings=tuple(change.id for change in differences.standings),
        labels=tuple(change for change in differences.labels if change.before and change.after),
        made_differently=bool(differences.settings),
    )


def _by_disease(report: EvidenceReport) -> dict[str, CandidateEvidence]:
    return {part.candidate.disease.id: part for part in report.candidates}


def _disease(part: CandidateEvidence) -> Named:
    return Named(id=part.candidate.disease.id, title=part.candidate.disease.name)


def _candidate(
    old: CandidateEvidence, new: CandidateEvidence, before: EvidenceReport, after: EvidenceReport
) -> CandidateChanges:
    shown_before, shown_after = _articles(old, before), _articles(new, after)
    trials_before, trials_after = _trials(old), _trials(new)
    statements_before, statements_after = _statement_texts(old), _statement_texts(new)
    return CandidateChanges(
        disease_id=new.candidate.disease.id,
        disease=new.candidate.disease.name,
        rank_before=old.rank,
        rank_after=new.rank,
        score_before=old.total,
        score_after=new.total,
        new_articles=_only_in(shown_after, shown_before),
        gone_articles=_only_in(shown_before, shown_after),
        articles_found=(old.articles_found, new.articles_found),
        new_trials=_only_in(trials_after, trials_before),
        gone_trials=_only_in(trials_before, trials_after),
        trial_changes=tuple(
            change
            for key in trials_after
            if key in trials_before
            for change in _trial_changes(trials_before[key], trials_after[key])
        ),
        evidence_changes=tuple(_evidence_changes(old, new)),
        statements=(len(statements_before), len(statements_after)),
        new_statements=tuple(text for text in statements_after if text not in statements_before),
        gone_statements=tuple(text for text in statements_before if text not in statements_after),
        unanswered=tuple(
            dict.fromkeys(o.source for o in new.outcomes if o.state in (SourceState.FAILED, SourceState.DEGRADED))
        ),
    )


def _articles(part: CandidateEvidence, report: EvidenceReport) -> dict[str, Article]:
    return {r.id: report.articles[r.id] for r in part.ranked if r.id in report.articles}


def _trials(part: CandidateEvidence) -> dict[str, Trial]:
    return {m.trial.nct_id: m.trial for m in part.trials}


def _statement_texts(part: CandidateEvidence) -> dict[str, None]:
    syntheses = (part.literature, part.trial_synthesis)
    return {statement.text: None for s in syntheses if s is not None for statement in s.statements}


def _only_in(these: Mapping[str, Article | Trial], others: Mapping[str, Article | Trial]) -> tuple[Named, ...]:
    return tuple(Named(id=key, title=entry.title) for key, entry in these.items() if key not in others)


def _trial_changes(old: Trial, new: Trial) -> list[Changed]:
    facts = {
        "status": (old.status, new.status),
        "why stopped": (old.why_stopped, new.why_stopped),
        "results posted": (_posted(old), _posted(new)),
        "enrolment": (str(old.enrollment or ""), str(new.enrollment or "")),
        "completion date": (old.completion_date, new.completion_date),
    }
    return [
        Changed(id=new.nct_id, title=new.title, what=what, before=before, after=after)
        for what, (before, after) in facts.items()
        if before != after
    ]


def _evidence_changes(old: CandidateEvidence, new: CandidateEvidence) -> Iterator[Changed]:
    was, now = old.assessment, new.assessment
    if was is None or now is None or was.direction is None or now.direction is None:
        return
    facts = {
        "direction": (was.direction.value, now.direction.value),
        "strength of evidence": (_strength(was.strength), _strength(now.strength)),
        "strength of evidence of harm": (_strength(was.harm_strength), _strength(now.harm_strength)),
    }
    disease = new.candidate.disease
    for what, (before, after) in facts.items():
        if before != after:
            yield Changed(id=disease.id, title=disease.name, what=what, before=before, after=after)


def _strength(strength: StrengthOfEvidence | None) -> str:
    return strength.word.value if strength else ""


def _posted(trial: Trial) -> str:
    return {True: trial.results_posted or "yes", False: "no", None: ""}[trial.has_results]


def _standings(before: EvidenceReport, after: EvidenceReport) -> tuple[Changed, ...]:
    """Changes of standing, and articles that are new and not clean; one that was only unchecked is no change."""
    known = {key: check.status for key, check in before.standings.items()}
    changed = []
    for key, check in sorted(after.standings.items()):
        old = known.get(key, RetractionStatus.UNCHECKED)
        clean = {RetractionStatus.NONE, RetractionStatus.UNCHECKED}
        if check.status is not old and not {old, check.status} <= clean:
            title = after.articles[key].title if key in after.articles else ""
            changed.append(Changed(id=key, title=title, what="standing", before=old.value, after=check.status.value))
    return tuple(changed)


def _labels(before: EvidenceReport, after: EvidenceReport) -> Iterator[LabelChange]:
    """The drug's labels by set id. Of one that several sources give, DailyMed's counts where both reports have it:
    openFDA follows it later, and cuts its text otherwise.
    """
    old, new = _by_set_id(before), _by_set_id(after)
    for set_id in sorted(old | new):
        was_given, now_given = old.get(set_id, {}), new.get(set_id, {})
        shared = [source for source in now_given if source in was_given]
        if was_given and now_given and not shared:
            continue  # of two sources: which is newer is not known
        source = next(iter(shared or now_given or was_given))
        was, now = was_given.get(source), now_given.get(source)
        label = now or was
        if label and not (was and now and (was.version, was.effective) == (now.version, now.effective)):
            yield LabelChange(
                set_id=set_id,
                title=label.title,
                source=source,
                before=was and was.dated_version,
                after=now and now.dated_version,
                between=_between(was, now) if was and now else (),
                sections=_differing(was, now) if was and now else (),
            )


def _by_set_id(report: EvidenceReport) -> dict[str, dict[str, Label]]:
    """The labels by set id and source, DailyMed's first as the report has them."""
    by_set_id: dict[str, dict[str, Label]] = {}
    for label in report.labels:
        by_set_id.setdefault(label.set_id, {})[label.source] = label
    return by_set_id


def _between(was: Label, now: Label) -> tuple[LabelVersion, ...] | None:
    """The versions between two of a label, oldest first; ``None`` where its history could not be read."""
    if now.history is None:
        return None
    if not (was.version.isdecimal() and now.version.isdecimal()):
        return ()
    between = range(int(was.version) + 1, int(now.version))
    return tuple(v for v in reversed(now.history) if v.version.isdecimal() and int(v.version) in between)


def _differing(was: Label, now: Label) -> tuple[str, ...]:
    kinds = dict.fromkeys(section.kind for section in (*was.sections, *now.sections))
    return tuple(kind for kind in kinds if was.text_of(kind) != now.text_of(kind))


def _settings(before: EvidenceReport, after: EvidenceReport) -> tuple[Changed, ...]:
    old, new = _methods(before), _methods(after)
    return tuple(
        Changed(id=name, title="", what="setting", before=old.get(name, ""), after=new.get(name, ""))
        for name in sorted(old | new)
        if old.get(name, "") != new.get(name, "")
    )


def _methods(report: EvidenceReport) -> dict[str, str]:
    run = report.run
    return {
        **run.settings,
        **{f"data: {name}": version for name, version in run.data_versions.items()},
        "code version": run.code_version,
        "embedding model": run.embedding_model,
        "synthesizer": run.synthesizer,
        "as of": str(run.as_of or "today"),
    }
