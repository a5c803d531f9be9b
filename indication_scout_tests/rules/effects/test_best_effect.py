"""The best evidence: by design and size, whatever it found, and numbers of another study only under their own name."""

from __future__ import annotations

import itertools

import pytest

from indication_scout_assets.domain.documents import DocumentKind
from indication_scout_assets.domain.findings.assessment import (
    DiseaseMatch,
    DrugMatch,
    EvidenceDirectness,
    Grade,
    Level,
    RiskSignal,
)
from indication_scout_assets.domain.findings.effects import Effect, EffectMeasure, TextSpan
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.findings.study_designs import Population, StudyDesign
from indication_scout_assets.rules.effects.best_effect import best_effect, effect_of_study

META, REVIEW = StudyDesign.META_ANALYSIS, StudyDesign.SYSTEMATIC_REVIEW
TRIAL, COHORT = StudyDesign.RANDOMIZED_TRIAL, StudyDesign.COHORT


def grade(name: str, level: Level, design: StudyDesign, participants: int | None = None, **other: object) -> Grade:
    whom = other.pop("population", Population.HUMAN)
    directness = EvidenceDirectness(
        drug=DrugMatch.THIS_DRUG, disease=DiseaseMatch.THIS_DISEASE, population=Population(str(whom))
    )
    fields = {"evidence_kind": DocumentKind.ARTICLE, "polarity": Polarity.SUPPORTS, "directness": directness} | other
    return Grade.model_validate(
        {"evidence_id": name, "study": name, "design": design, "level": level, "level_reason": "",
         "participants": participants, **fields}
    )  # fmt: skip


def effect(sentence: str, value: str = "", *, primary: bool = False) -> Effect:
    span = TextSpan(start=0, end=len(sentence), text=sentence)
    at = sentence.index(value) if value else 0
    return Effect(
        sentence=span, measure=EffectMeasure.ODDS_RATIO if value else EffectMeasure.WORDS, primary=primary,
        value=TextSpan(start=at, end=at + len(value), text=value) if value else None,
    )  # fmt: skip


IN_NUMBERS = effect("The odds ratio of relapse was 0.5.", "0.5")
IN_WORDS = effect("Fewer relapsed.")
STUDIES = (
    grade("meta", Level.SYNTHESIS_OF_TRIALS, META, 264),
    grade("review", Level.SYNTHESIS_OF_TRIALS, REVIEW, 9000),
    grade("large", Level.RANDOMIZED_TRIAL, TRIAL, 800, polarity=Polarity.CONTRADICTS),
    grade("small", Level.RANDOMIZED_TRIAL, TRIAL, 22),
    grade("unknown size", Level.RANDOMIZED_TRIAL, TRIAL),
    grade("cohort", Level.CONTROLLED_STUDY, COHORT, 20_000),
    grade("healthy", Level.RANDOMIZED_TRIAL, TRIAL, 50_000, population=Population.HEALTHY),
)
"""In the order in which they are to be taken."""


def test_studies_are_ordered_by_design_then_size_whatever_they_found_and_whatever_order_they_come_in() -> None:
    for number in range(len(STUDIES)):
        rest = STUDIES[number:]
        for order in itertools.islice(itertools.permutations(rest), 0, 5040, 97):
            best = best_effect(order, {study.evidence_id: (IN_NUMBERS,) for study in rest}, {})
            assert best is not None
            assert (best.best_id, best.shown_id, best.is_of_best) == (rest[0].evidence_id, rest[0].evidence_id, True)


def test_numbers_of_a_lesser_study_never_make_it_the_best() -> None:
    best = best_effect(STUDIES, {"meta": (IN_WORDS,), "small": (IN_NUMBERS,)}, {"meta": "It helps."})
    assert best is not None
    assert (best.best_id, best.conclusion, best.shown_id, best.effect) == ("meta", "It helps.", "small", IN_NUMBERS)
    assert not best.is_of_best


def test_without_numbers_anywhere_the_best_evidence_is_still_named() -> None:
    best = best_effect(STUDIES, {"meta": (IN_WORDS,)}, {})
    assert best is not None
    assert (best.best_id, best.shown_id, best.effect) == ("meta", "", None)


def test_stronger_and_larger_studies_without_a_direction_are_named() -> None:
    neutral = [study.model_copy(update={"polarity": Polarity.NEUTRAL}) for study in STUDIES]
    best = best_effect([*neutral[:3], STUDIES[3], *neutral[4:]], {}, {})
    assert best is not None
    assert (best.best_id, best.inconclusive) == ("small", ("meta", "review", "large"))
    first = best_effect([STUDIES[0], *neutral[1:]], {}, {})
    assert first is not None
    assert first.inconclusive == ()


def test_a_registered_trial_without_a_paper_may_be_the_best_and_gives_no_effect() -> None:
    registered = grade("NCT1", Level.RANDOMIZED_TRIAL, TRIAL, 900, evidence_kind=DocumentKind.TRIAL)
    best = best_effect([*STUDIES[2:], registered], {"NCT1": (IN_NUMBERS,), "large": (IN_NUMBERS,)}, {"NCT1": "x"})
    assert best is not None
    assert (best.best_kind, best.best_id, best.conclusion) == (DocumentKind.TRIAL, "NCT1", "")
    assert best.shown_id == "large"


@pytest.mark.parametrize(
    "other",
    [
        {"polarity": Polarity.NEUTRAL},
        {"counts": False},
        {"risks": (RiskSignal.RETRACTED,)},
        {"deferred": "a person must look"},
        {"directness": EvidenceDirectness(
            drug=DrugMatch.CLASS, disease=DiseaseMatch.THIS_DISEASE, population=Population.HUMAN
        )},
    ],
)  # fmt: skip
def test_what_is_no_counted_study_with_a_direction_is_never_the_best(other: dict[str, object]) -> None:
    meta = grade("meta", Level.SYNTHESIS_OF_TRIALS, META, 264, **other)
    best = best_effect([meta, STUDIES[3]], {"meta": (IN_NUMBERS,)}, {})
    assert best is not None
    assert (best.best_id, best.effect) == ("small", None)
    assert best_effect([meta], {"meta": (IN_NUMBERS,)}, {}) is None


def test_within_a_study_the_primary_endpoint_stands_before_others_and_numbers_before_a_sentence() -> None:
    primary = effect("The primary endpoint, odds ratio 0.7, was met.", "0.7", primary=True)
    in_words = effect("The primary endpoint was met.", primary=True)
    for order in itertools.permutations((IN_WORDS, in_words, IN_NUMBERS, primary)):
        assert effect_of_study(order, Polarity.NEUTRAL) == primary
    assert effect_of_study((in_words, IN_NUMBERS), Polarity.NEUTRAL) == IN_NUMBERS
    assert effect_of_study((IN_WORDS, in_words), Polarity.NEUTRAL) == in_words
    assert effect_of_study((), Polarity.NEUTRAL) is None


@pytest.mark.parametrize("direction", [Polarity.SUPPORTS, Polarity.HARM])
def test_what_may_be_chance_stands_for_no_study_with_a_direction_that_has_another_effect(direction: Polarity) -> None:
    low_dose = IN_NUMBERS.model_copy(update={"low": 0.2, "high": 1.3})
    high_dose = effect("With 400 mg the odds ratio was 0.4.", "0.4")
    assert effect_of_study((low_dose, high_dose), direction) == high_dose
    assert effect_of_study((low_dose, high_dose), Polarity.CONTRADICTS) == low_dose
    assert effect_of_study((low_dose,), direction) == low_dose
    primary = low_dose.model_copy(update={"primary": True})
    assert effect_of_study((high_dose, primary), direction) == primary
