"""What the product reads in an article, asked as the measurement asks it: the one place that knows who reads.

What belongs here: a study, a pair and a trial's paper read by the reader in use, as the nouns of ``domain.readings``.
Another reader is measured by another ``JudgedReader``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from ...domain.articles import Article
from ...domain.assessment import TrialOutcome
from ...domain.diseases import NameMethod, NormalizedName
from ...domain.effects import Effect
from ...domain.readings import ArticleSpan, Direction, PairNames, PairReading, Participants, Relation, StudyReading
from ...domain.statements import Polarity
from ...domain.study_designs import Population
from ...domain.trials import Intervention, Trial
from ...rules.assessment.grading.participants import participants_of
from ...rules.assessment.grading.polarities import ArticlePolarity
from ...rules.effects.effect_reading import of_the_disease, read_effects
from ...rules.language.mentions import ArticleReader, Pair
from ...rules.literature.study_design import design_of, directness_of
from ...rules.sides.intent import read_intent
from ...rules.trials.trial_matching import match
from ...rules.trials.trial_outcomes import read_outcome
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
    direction: Callable[[Article, PairNames], PairReading]
    effects: Callable[[Article, PairNames], tuple[Effect, ...]]
    trial_paper: Callable[[Trial, Article, PairNames], TrialPaperOutcome]


def study_by_rules(article: Article) -> StudyReading:
    """Design, population and participants of an article's study."""
    design = design_of(article)
    count = participants_of(article, design.design)
    return StudyReading(
        design=design,
        population=directness_of((), (), article, design.design).population or Population.UNCLEAR,
        participants=Participants(number=count.number, spans=(), cue=count.cue) if count else None,
    )


def direction_by_rules(article: Article, pair: PairNames) -> PairReading:
    """Which way an article points for a pair, as a grade takes it; its effects are read by ``effects_by_rules``."""
    name = normalized(pair)
    read = read_intent(pair.drug_names, name.names, article)
    polarity, cue = ArticlePolarity(article, pair.drug_names, name, (), read.intent.value).verdict()
    taken = polarity is not Polarity.NEUTRAL
    field: Final = "title" if read.field == "title" else "abstract"
    return PairReading(
        relation=Relation(read.intent.value),
        direction=Direction.of(polarity),
        cautious=taken and read.hedged,
        span=ArticleSpan(field=field, start=read.start, end=read.end, text=read.sentence) if taken else None,
        cue=cue,
        rule=read.rule if taken else "",
    )


def effects_by_rules(article: Article, pair: PairNames) -> tuple[Effect, ...]:
    """The effects of the drug on the disease that an article tells, the main one first."""
    reader = ArticleReader(Pair.of(pair.drug_names, normalized(pair)), article)
    return of_the_disease(read_effects(reader, most=None), reader)


def trial_paper_by_rules(trial: Trial, article: Article, pair: PairNames) -> TrialPaperOutcome:
    """What the paper tells of the trial's primary endpoint; the results the registry holds are left out."""
    name = normalized(pair)
    matched = match(trial.model_copy(update={"results": ()}), pair.drug_names, name)
    if matched is None:
        return TrialPaperOutcome.NOT_TOLD
    outcome = read_outcome(matched, [article], pair.drug_names, name).outcome
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


RULES: Final = JudgedReader("rules", study_by_rules, direction_by_rules, effects_by_rules, trial_paper_by_rules)
