"""The rules of language as a reader of articles: the first of the readers, and the cheap one of a whole pool.

What belongs here: putting together what the rules of ``rules.stance``, ``rules.effects`` and ``rules.literature`` read
of one article, each asked once. No direction is taken without exact words.

1. An article in which the drug causes or worsens the disease is harm.
2. Else a benefit that it concludes, or its title states, is one (``sides.results``), and what it concludes that the
   drug does not do is none.
3. Where the article says nothing of the disease itself, a result in a narrower one is taken, and marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..domain.findings.assessment import DiseaseMatch, DrugMatch, EvidenceDirectness
from ..domain.findings.readings import (
    ArticleSpan,
    Direction,
    PairNames,
    PairReading,
    ReaderId,
    ReadFailure,
    StudyReading,
    TreatmentRelation,
)
from ..domain.findings.statements import Polarity
from ..domain.findings.study_designs import SYNTHESES, WITHOUT_RESULTS
from ..domain.records.articles import Article
from ..rules.assessment.grading.directness import approved_use_of, directness_of_article, is_only_mentioned
from ..rules.assessment.grading.levels import level_of_article
from ..rules.assessment.grading.participants import participants_of
from ..rules.effects.effect_reading import of_the_disease, read_effects
from ..rules.language.mentions import DISEASE, ArticleReader, Pair
from ..rules.literature.study_design import design_of, population_of
from ..rules.names.name_matching import names_in
from ..rules.stance.harm_attribution import names_another_beside
from ..rules.stance.intent import IntentReading, read_intent
from ..rules.stance.polarity import counted_harm, names_combination
from .quotable_sentences import quotations
from .reader_protocol import ArticleToRead, ReadingDraft

BRIEF_RULES = "rules, in brief"
"""Under which it is registered and stored."""


@dataclass(frozen=True)
class RuleReader:
    """Reads relation, direction, design and population by rule, for pools of hundreds of articles.

    Args:
        version: fingerprint of the code that reads.
    """

    version: str

    @property
    def id(self) -> ReaderId:
        return ReaderId(name=BRIEF_RULES, version=self.version)

    def read(self, articles: Sequence[ArticleToRead]) -> Iterator[ReadingDraft | ReadFailure]:
        """One draft for each article; rules never fail."""
        for article, pairs in articles:
            study = read_study(article, brief=True)
            yield ReadingDraft(study, {pair.key: RuleText(article, pair).reading for pair in pairs})


def read_study(article: Article, *, brief: bool = False) -> StudyReading:
    """Design and population of the study an article reports, and unless ``brief`` its level and participants."""
    design = design_of(article)
    population = population_of(article, design.design)
    if brief:
        return StudyReading(design=design, population=population)
    level, count = level_of_article(article, design, population), participants_of(article, design.design)
    return StudyReading(
        design=design, population=population, level=level.level, level_reason=level.reason, participants=count
    )


@dataclass(frozen=True)
class RuleText:
    """One article as one pair sees it."""

    article: Article
    pair: PairNames

    @cached_property
    def reader(self) -> ArticleReader:
        return ArticleReader(Pair(self.pair.drug_names, self.pair.all_disease_names), self.article)

    @cached_property
    def intent(self) -> IntentReading:
        return read_intent(self.pair.drug_names, self.pair.disease_names, self.article)

    @cached_property
    def _narrower(self) -> RuleText | None:
        """The article by the names of narrower diseases as well, where it tells a result of these alone."""
        names = self.pair.narrower_names
        if not names or self.intent.polarity is not Polarity.NEUTRAL or not names_in(self.article.text, names):
            return None
        wider = {"disease_names": (*self.pair.disease_names, *names), "narrower_names": ()}
        part = RuleText(self.article, self.pair.model_copy(update=wider))
        return None if part.intent.polarity is Polarity.NEUTRAL else part

    @cached_property
    def reading(self) -> PairReading:
        """Relation and direction with their words."""
        part = self._narrower or self
        verdict = part.intent
        title, masked = part.reader.mask(self.article.title), part.reader.mask(verdict.sentence)
        return PairReading(
            relation=self.intent.intent,
            direction=Direction.of(verdict.polarity),
            of_combination=names_combination(title) or names_combination(masked),
            span=ArticleSpan.of(self.article, verdict.field, verdict.start, verdict.end) if verdict.field else None,
            cue=verdict.cue,
            harm_in_passing=verdict.polarity is Polarity.HARM and is_harm_in_passing(title, masked),
            of_narrower_disease=part is not self,
        )


def is_harm_in_passing(title: str, masked: str) -> bool:
    """Whether neither the title gives a harm to the drug alone nor the numbers of two arms do; both are masked.

    A title that names another drug beside it leaves open which of them did it.
    """
    of_drug_alone = DISEASE in title and not names_another_beside(title)
    return not of_drug_alone and not counted_harm(masked)


def completed_reading(text: RuleText, reading: PairReading, study: StudyReading) -> PairReading:
    """A reading with all that is shown and decided by code: whose effect it is, quotations, effects in numbers."""
    stated = with_record_facts(text.article, text.pair, reading, study)
    tells = stated.direction is not Direction.NONE and study.design.design not in WITHOUT_RESULTS
    effects = of_the_disease(read_effects(text.reader), text.reader) if tells else ()
    return stated.model_copy(update={"quotations": quotations(text.reader, stated), "effects": effects})


def with_record_facts(article: Article, pair: PairNames, reading: PairReading, study: StudyReading) -> PairReading:
    """A reading with what is decided by code whoever reads: its directness and the approved use its title names."""
    use = approved_use_of(article, pair)
    return reading.model_copy(
        update={
            "directness": _directness(article, pair, reading, study),
            "approved_use": use.name,
            "approved_use_alone": use.alone,
        }
    )


def _directness(article: Article, pair: PairNames, reading: PairReading, study: StudyReading) -> EvidenceDirectness:
    """How directly the article speaks to the pair, in the light of what it says."""
    directness = directness_of_article(article, study.population, pair)
    if reading.of_narrower_disease:
        directness = directness.model_copy(update={"disease": DiseaseMatch.NARROWER})
    if reading.of_combination and directness.drug is DrugMatch.THIS_DRUG:
        directness = directness.model_copy(update={"drug": DrugMatch.COMBINATION})
    named = directness.drug in (DrugMatch.THIS_DRUG, DrugMatch.COMBINATION)
    if named and reading.direction is Direction.NONE:
        given_for_it = reading.relation is not TreatmentRelation.UNCLEAR
        if is_only_mentioned(article, pair, given_for_it=given_for_it):
            directness = directness.model_copy(update={"drug": DrugMatch.MENTIONED})
    of_review = study.design.design in SYNTHESES and directness.drug is DrugMatch.THIS_DRUG
    if of_review and not names_in(article.title, list(pair.drug_names)):
        directness = directness.model_copy(update={"drug": DrugMatch.AMONG_SEVERAL})
    return directness
