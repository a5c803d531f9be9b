"""What the product reads in an article, asked as the measurement asks it: the one place that knows who reads.

What belongs here: a study, a pair and a trial's paper read by the reader in use, as the nouns of
``domain.findings.readings``. Another reader is measured by another ``JudgedReader``: ``chained_reader`` makes one of
any chain of readers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from ...domain.diseases import NameMethod, NormalizedName
from ...domain.findings.assessment import TrialOutcome
from ...domain.findings.readings import PairNames, PairReading, StudyReading
from ...domain.records.articles import Article
from ...domain.records.trials import Intervention, Trial
from ...reading.reader_protocol import ArticleToRead
from ...reading.readers import read_one
from ...reading.rule_reader import read_study
from ...reading.stored_readings import StoredReadings
from ...rules.trials.trial_matching import match
from ...rules.trials.trial_outcomes import read_trial
from ..judged_sets import TrialPaperOutcome

_OUTCOMES: Final = {
    TrialOutcome.MET: TrialPaperOutcome.MET,
    TrialOutcome.NOT_MET: TrialPaperOutcome.NOT_MET,
    TrialOutcome.MIXED: TrialPaperOutcome.MIXED,
    TrialOutcome.CALLED_ACTIVE: TrialPaperOutcome.SINGLE_ARM_POSITIVE,
    TrialOutcome.CALLED_INACTIVE: TrialPaperOutcome.SINGLE_ARM_NEGATIVE,
}


class JudgedReader(NamedTuple):
    """A reader as it is measured."""

    name: str
    study: Callable[[Article], StudyReading]
    of_pair: Callable[[Article, PairNames], PairReading]
    """As the stage ``article_readings`` stores it: the direction, and the effects, the main one first."""
    trial_paper: Callable[[Trial, Article, PairNames], TrialPaperOutcome]


def bundled_trial_paper(trial: Trial, article: Article, pair: PairNames) -> TrialPaperOutcome:
    """What the paper tells of the trial's primary endpoint; the results the registry holds are left out."""
    name = normalized(pair)
    matched = match(trial.model_copy(update={"results": ()}), pair.drug_names, name)
    if matched is None:
        return TrialPaperOutcome.NOT_TOLD
    readings = {article.id: read_one(article, pair)}
    outcome = read_trial(matched, [article], readings, pair.drug_names, name).outcome
    return _OUTCOMES.get(outcome, TrialPaperOutcome.NOT_TOLD)


def normalized(pair: PairNames) -> NormalizedName:
    """The pair's disease as the rules take it."""
    return NormalizedName(
        disease_id=pair.disease,
        disease_name=pair.disease,
        term=pair.disease,
        method=NameMethod.ORIGINAL,
        confidence=1.0,
        synonyms=tuple(name for name in pair.disease_names if name != pair.disease),
    )


def bare_trial(nct: str, pair: PairNames) -> Trial:
    """A trial of the pair of which no register's record is at hand: its number, drug and disease."""
    return Trial(
        nct_id=nct,
        title="",
        conditions=(pair.disease,),
        interventions=(Intervention(kind="DRUG", name=pair.drug_names[0]),),
    )


def chained_reader(readers: StoredReadings, asked: Iterable[tuple[Article, PairNames]]) -> JudgedReader:
    """A chain of readers that reads these articles now, each once for all its pairs. Trials' papers stay the
    bundled reader's."""
    grouped: dict[str, tuple[Article, dict[str, PairNames]]] = {}
    for article, pair in asked:
        grouped.setdefault(article.id, (article, {}))[1].setdefault(pair.key, pair)
    made = readers.of([ArticleToRead(article, tuple(pairs.values())) for article, pairs in grouped.values()])
    studies = {article_id: each.study for of_pair in made.values() for article_id, each in of_pair.items()}
    return JudgedReader(
        name=readers.by.id.title,
        study=lambda article: studies[article.id],
        of_pair=lambda article, pair: made[pair.key][article.id].of_pair,
        trial_paper=bundled_trial_paper,
    )


BUNDLED: Final = JudgedReader(
    "bundled", read_study, lambda article, pair: read_one(article, pair).of_pair, bundled_trial_paper
)
