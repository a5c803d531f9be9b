"""Guideline sentences: for or against, how strongly, in which order, and what is no advice at all."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.assessment import RecommendationStrength as Strength
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.records.articles import PublicationType
from indication_scout_assets.rules.language.mentions import DISEASE as S
from indication_scout_assets.rules.language.mentions import DRUG as D
from indication_scout_assets.rules.literature.recommendations import read_sentence, recommendations

from ..trials.made import DRUGS, NAME, paper

GUIDELINE = (PublicationType(ui="D017065", name="Practice Guideline"),)


@pytest.mark.parametrize(
    ("sentence", "polarity", "strength", "line"),
    [
        (
            f"we recommend {D} in {S} (strong recommendation, moderate certainty).",
            Polarity.SUPPORTS,
            Strength.STRONG,
            None,
        ),
        (f"{D} is of no benefit in {S} (class iii, level b).", Polarity.CONTRADICTS, Strength.STRONG, None),
        (f"{D} should not be used in {S}.", Polarity.CONTRADICTS, Strength.NOT_GRADED, None),
        (f"we recommend against {D} in {S} (strong recommendation).", Polarity.CONTRADICTS, Strength.STRONG, None),
        (f"there is insufficient evidence to recommend {D} in {S}.", Polarity.NEUTRAL, Strength.NOT_GRADED, None),
        (
            f"{D} is recommended, whereas bosentan should not be used in {S}.",
            Polarity.SUPPORTS,
            Strength.NOT_GRADED,
            None,
        ),
    ],
)
def test_advice(sentence: str, polarity: Polarity, strength: Strength, line: int | None) -> None:
    read = read_sentence(sentence)
    assert read is not None
    assert (read[0], read[1], read[3]) == (polarity, strength, line)


@pytest.mark.parametrize(
    "sentence",
    [
        f"grade 3 adverse events occurred with {D} in {S}.",
        f"the recommended dose was 20 mg of {D} in {S}.",
    ],
)
def test_what_is_no_advice(sentence: str) -> None:
    assert read_sentence(sentence) is None


def test_sentences_of_guidelines_about_the_drug_and_the_disease_are_cited_to_the_letter() -> None:
    guideline = paper(
        "This guideline covers adults.",
        "We recommend sildenafil as first-line treatment (strong recommendation).",
        "Bosentan is recommended as well.",
        title="Treatment of pulmonary hypertension: a guideline", publication_types=GUIDELINE,
    )  # fmt: skip
    (recommendation,) = recommendations([guideline], DRUGS, NAME)
    assert recommendation.citation.stands_on(guideline.abstract)
    assert recommendation.citation.quote == "We recommend sildenafil as first-line treatment (strong recommendation)."
    assert (recommendation.polarity, recommendation.strength, recommendation.line) == (
        Polarity.SUPPORTS,
        Strength.STRONG,
        1,
    )
    assert recommendation.strength_cue == "strong recommendation"


def test_the_disease_must_be_named_there_or_in_the_title() -> None:
    advice = "Sildenafil is recommended."
    other = {"title": "Treatment of asthma: a guideline", "publication_types": GUIDELINE}
    assert recommendations([paper(advice, **other)], DRUGS, NAME) == ()
    named = paper("Sildenafil is recommended in pulmonary hypertension.", **other)
    assert len(recommendations([named], DRUGS, NAME)) == 1


def test_a_trial_and_a_retracted_guideline_recommend_nothing() -> None:
    advice = "Sildenafil is recommended in pulmonary hypertension."
    retracted = (*GUIDELINE, PublicationType(ui="D016441", name="Retracted Publication"))
    assert recommendations([paper(advice), paper(advice, publication_types=retracted)], DRUGS, NAME) == ()
