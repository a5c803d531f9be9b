"""The grade of an article, of a trial, and of all a candidate's evidence.

What belongs here: putting the readings of this package together. No model takes part: statements come in verified, and
a model's that disagrees with the facts is set aside for a person (``Grade.deferred``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from ....domain.documents import DocumentKind
from ....domain.findings.assessment import Grade, RiskSignal, TrialOutcome, TrialReading
from ....domain.findings.readings import (
    ArticleReading,
    PairNames,
    PairReading,
    Participants,
    RecordReadings,
    StudyReading,
)
from ....domain.findings.statements import Polarity, Statement, Synthesis
from ....domain.findings.study_designs import Population, ReadFrom, StudyDesign
from ....domain.records.articles import Article, RetractionStatus
from ....domain.records.retractions import RetractionCheck
from ....domain.records.trials import Trial, TrialMatch
from ...literature.joined_records import is_preprint
from ...literature.retraction_status import pubmed_signals, status_of
from ...literature.studies import study_keys, study_of
from .directness import directness_of_trial
from .levels import level_of_trial
from .participants import participants_of_trial
from .polarities import disagreements, polarity_of_trial

EXTRACTIVE = "extractive"
"""Method of a synthesis that no language model wrote."""


def grade_article(
    article: Article,
    reading: ArticleReading,
    *,
    check: RetractionCheck | None,
    statements: Sequence[Statement],
    by_model: bool = False,
    registered: Trial | None = None,
) -> Grade:
    """The grade of one article by itself; which report of its study counts is decided in ``grade_all``.

    Args:
        reading: what the article says of the pair, whoever read it, in full.
        check: of the article's standing; ``None`` where nobody was asked.
        statements: verified ones that cite the article; may be empty.
        by_model: a language model wrote the statements.
        registered: the trial that the article reports, and nothing else; ``None`` where none is known.

    Raises:
        ValueError: the reading is a brief one.
    """
    stated = reading.of_pair
    if stated.directness is None:
        raise ValueError(f"The article {article.id} was read in brief, which is too little to grade it.")
    study = _as_registered(reading.study, registered)
    people, cue = (study.participants.number, study.participants.cue) if study.participants else (None, "")
    risks = risks_of_article(article, check, people)
    if RiskSignal.RETRACTED in risks:
        stated = PairReading(directness=stated.directness, approved_use=stated.approved_use, relation=stated.relation)
    deferred = " ".join(disagreements(reading, statements)) if by_model else ""
    return _alone(
        Grade(
            evidence_kind=DocumentKind.ARTICLE,
            evidence_id=article.id,
            study=study_of(article),
            design=study.design.design,
            design_cue=study.design.cue,
            design_source=study.design.source,
            level=study.level,
            level_reason=study.level_reason,
            directness=stated.directness,
            polarity=stated.direction.polarity,
            polarity_cue=stated.cue,
            harm_in_passing=stated.harm_in_passing,
            polarity_hedged=stated.cautious,
            approved_use=stated.approved_use,
            approved_use_alone=stated.approved_use_alone,
            participants=people,
            participants_cue=cue,
            masked=article.masked,
            risks=risks,
            deferred=deferred,
        )
    )


def _as_registered(study: StudyReading, trial: Trial | None) -> StudyReading:
    """A study is no randomised one where its trial is registered otherwise, and had no more participants than enrolled.

    Abstracts call for randomised trials and give the number that was planned; the registry has fields for both.
    """
    design = study.design.design
    if trial is None or design not in (StudyDesign.RANDOMIZED_TRIAL, StudyDesign.CLINICAL_TRIAL):
        return study
    if design is StudyDesign.RANDOMIZED_TRIAL and trial.allocation.upper() in _NOT_BY_CHANCE:
        design, level = level_of_trial(trial, results_known=True)
        by_registry = {"design": design, "cue": trial.allocation, "source": ReadFrom.REGISTRY}
        made = {"design": study.design.model_copy(update=by_registry), "level": level.level}
        study = study.model_copy(update={**made, "level_reason": level.reason})
    enrolled, cue = participants_of_trial(trial)
    if enrolled and (study.participants is None or study.participants.number > enrolled):
        return study.model_copy(update={"participants": Participants(number=enrolled, spans=(), cue=cue)})
    return study


_NOT_BY_CHANCE: Final = ("NA", "NON_RANDOMIZED")
"""How the registry allocates to a single arm, and to several without chance."""


def grade_trial(
    match: TrialMatch,
    reading: TrialReading,
    pair: PairNames,
    *,
    published: bool = False,
    retracted: Collection[str] = (),
) -> Grade:
    """The grade of one registered trial by itself.

    Args:
        reading: of ``read_trial``.
        published: an article at hand reports the trial, so that its results are known.
        retracted: ids of articles known to be retracted; an outcome read from one of them does not count.
    """
    trial = match.trial
    known = published or trial.has_results is True or reading.outcome is not TrialOutcome.NOT_KNOWN
    design, level = level_of_trial(trial, results_known=known)
    participants, cue = participants_of_trial(trial)
    polarity, polarity_cue = polarity_of_trial(match, reading)
    risks = risks_of_trial(
        trial,
        published=published,
        outcome_source=reading.outcome_source,
        retracted=retracted,
        participants=participants,
    )
    return _alone(
        Grade(
            evidence_kind=DocumentKind.TRIAL,
            evidence_id=trial.nct_id,
            study=trial.nct_id,
            design=design,
            design_cue=trial.allocation or trial.study_type,
            design_source=ReadFrom.REGISTRY,
            level=level.level,
            level_reason=level.reason,
            directness=directness_of_trial(match, pair),
            polarity=polarity,
            polarity_cue=polarity_cue,
            participants=participants,
            participants_cue=cue,
            risks=risks,
        )
    )


class PriorReadings(NamedTuple):
    """What other stages read of a pair's articles before they are graded."""

    readings: Mapping[str, ArticleReading]
    """What each article says of the pair, by its id; one without a reading is not graded."""
    records: RecordReadings
    """What was read of the trials and their papers."""
    checks: Mapping[str, RetractionCheck]
    """Of each article's standing, by its id."""
    literature: Synthesis | None
    """Verified statements on articles; those of a language model are held against the facts."""
    registered: Mapping[str, Trial] = MappingProxyType({})
    """Trials by their number, those of other candidates of the drug as well."""


def grade_all(
    articles: Sequence[Article], trials: Sequence[TrialMatch], pair: PairNames, before: PriorReadings
) -> tuple[Grade, ...]:
    """All grades of a candidate, each study counting once: articles in the order given, then trials by number.

    Args:
        articles: each once, in the order of their rank.
        trials: each once; one without a reading is left out.
        pair: what is graded.
        before: what was read of them.
    """
    literature = before.literature
    cited = _by_article(literature)
    by_model = literature is not None and literature.method != EXTRACTIVE
    graded = [
        grade_article(
            article,
            before.readings[article.id],
            check=before.checks.get(article.id),
            statements=cited.get(article.id, ()),
            by_model=by_model,
            registered=before.registered.get(study_of(article)) if len(set(article.nct_ids)) == 1 else None,
        )
        for article in articles
        if article.id in before.readings
    ]
    retracted = frozenset(grade.evidence_id for grade in graded if RiskSignal.RETRACTED in grade.risks)
    read, published = {reading.nct_id: reading for reading in before.records.trials}, before.records.published_trials
    known = sorted((match for match in trials if match.trial.nct_id in read), key=lambda match: match.trial.nct_id)
    graded += [
        grade_trial(match, read[nct_id], pair, published=nct_id in published, retracted=retracted)
        for match in known
        for nct_id in (match.trial.nct_id,)
    ]
    return counted_once(graded, study_keys(articles, [match.trial for match in known]))


# ------------------------------------------------------------------------------------------------ rules
def _alone(grade: Grade) -> Grade:
    """The grade as it stands where its study has no other report."""
    why = _barred(grade)
    return grade.model_copy(update={"counts": False, "not_counted": why}) if why else grade


def _by_article(literature: Synthesis | None) -> dict[str, tuple[Statement, ...]]:
    """The statements that cite each article, in their order."""
    cited: dict[str, tuple[Statement, ...]] = {}
    for statement in literature.statements if literature else ():
        for article_id in dict.fromkeys(
            c.evidence_id for c in statement.citations if c.evidence_kind is DocumentKind.ARTICLE
        ):
            cited[article_id] = (*cited.get(article_id, ()), statement)
    return cited


RETRACTED = "It is retracted."
DEFERRED = "A person must decide on it first."
WHY_WITHOUT_DISEASE = {
    Population.HEALTHY: "It was made in healthy people, who do not have the disease.",
    Population.MOTHERS: "The drug was given to the mothers of the newborns, who do not have the disease.",
}
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
            why = "" if grade is chosen else _barred(grade) or _superseded_by(grade, chosen)
            update = {"study": study, "counts": not why, "not_counted": why}
            decided[grade.evidence_kind, grade.evidence_id] = grade.model_copy(update=update)
    return tuple(decided[grade.evidence_kind, grade.evidence_id] for grade in grades)


def _barred(grade: Grade) -> str:
    """Why a report may not count whatever else there is; empty where it may."""
    if RiskSignal.RETRACTED in grade.risks:
        return RETRACTED
    if grade.deferred:
        return DEFERRED
    return WHY_WITHOUT_DISEASE.get(grade.directness.population, "")


def _place(grade: Grade) -> tuple[bool, bool, int, bool, int, str]:
    """A report that names drug and disease before one that does not; what has no level last."""
    level = _NO_LEVEL if grade.level is None else int(grade.level)
    takes_no_side = grade.polarity is Polarity.NEUTRAL
    of_pair = grade.directness.names_pair
    return grade.level is None, not of_pair, level, takes_no_side, -(grade.participants or 0), grade.evidence_id


def _superseded_by(grade: Grade, chosen: Grade | None) -> str:
    if chosen is None:
        return ""
    reason = f"Another report of the same study counts: {chosen.evidence_kind} {chosen.evidence_id}"
    differs = grade.polarity not in (chosen.polarity, Polarity.NEUTRAL) and chosen.polarity is not Polarity.NEUTRAL
    return (
        f"{reason}, which reads as {chosen.polarity.value} and this one as {grade.polarity.value}."
        if differs
        else f"{reason}."
    )


FEW = 50
"""Fewer participants than this in all are few. Cochrane's group on pain, palliative and supportive care holds fewer
than 50 in each arm for a high risk of bias; below 50 in all no arm can have as many."""
_GRAVITY = (RetractionStatus.RETRACTED, RetractionStatus.EXPRESSION_OF_CONCERN)
_ENDED = frozenset({"COMPLETED", "TERMINATED"})


def risks_of_article(
    article: Article, check: RetractionCheck | None, participants: int | None
) -> tuple[RiskSignal, ...]:
    """The risks of an article, in the order of ``RiskSignal``.

    Args:
        check: of all sources; ``None`` where nobody was asked. What the article's own record says and the check has
            not weighed counts beside it.
    """
    own = status_of(signal for signal in pubmed_signals(article) if check is None or signal not in check.signals)
    asked = check.status if check else RetractionStatus.UNCHECKED
    retraction = next((status for status in _GRAVITY if status in (own, asked)), asked)
    if asked is RetractionStatus.REINSTATED:
        retraction = asked  # the check has read the same record, and a reinstatement of a later day
    signs = {
        RiskSignal.RETRACTED: retraction is RetractionStatus.RETRACTED,
        RiskSignal.CONCERN: retraction is RetractionStatus.EXPRESSION_OF_CONCERN,
        RiskSignal.UNCHECKED: retraction is RetractionStatus.UNCHECKED,
        RiskSignal.PREPRINT: is_preprint(article),
        RiskSignal.SMALL: _few(participants),
    }
    return tuple(signal for signal in RiskSignal if signs.get(signal))


def risks_of_trial(
    trial: Trial, *, published: bool, outcome_source: str, retracted: Collection[str], participants: int | None
) -> tuple[RiskSignal, ...]:
    """The risks of a registered trial, in the order of ``RiskSignal``.

    Args:
        published: an article at hand reports the trial.
        outcome_source: what its outcome was read from: ``posted results``, the id of an article, or empty.
        retracted: ids of articles known to be retracted, beside those the registry marks.
    """
    withdrawn_words = outcome_source in {*retracted, *trial.retracted_pmids} and outcome_source != ""
    ended_unpublished = trial.status.upper() in _ENDED and trial.has_results is False and not published
    signs = {
        RiskSignal.RETRACTED: withdrawn_words,
        RiskSignal.TERMINATED: trial.status.upper() == "TERMINATED",
        RiskSignal.NO_RESULTS: ended_unpublished,
        RiskSignal.SMALL: _few(participants),
    }
    return tuple(signal for signal in RiskSignal if signs.get(signal))


def _few(participants: int | None) -> bool:
    return participants is not None and participants < FEW
