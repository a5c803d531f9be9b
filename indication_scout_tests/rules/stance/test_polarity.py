"""What a sentence says the drug does to the disease, and what it must not be taken to say."""

from __future__ import annotations

import time

import pytest

from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.rules.language.mentions import DISEASE, DRUG, MEASURE, ArticleReader, Pair
from indication_scout_assets.rules.stance.polarity import (
    concerns_pair,
    names_combination,
    read,
    title_is_elsewhere,
    title_is_of_pair_alone,
    title_reports_harm,
    title_reports_treatment,
    title_states_finding,
)
from indication_scout_tests.synthesis.sample import DISEASE as NAME
from indication_scout_tests.synthesis.sample import DRUG_NAMES, article

PAIR = Pair.of(DRUG_NAMES, NAME)


def polarity(sentence: str, understood: bool = False) -> str:
    return read(PAIR.mask(sentence), understood=understood).polarity.value


@pytest.mark.parametrize(
    "sentence",
    [
        "Sildenafil improved exercise capacity in patients with pulmonary hypertension.",
        "Viagra was superior to placebo in pulmonary hypertension.",
        "Sildenafil attenuated monocrotaline-induced pulmonary hypertension in rats.",
    ],
)
def test_a_benefit_of_the_drug_supports(sentence):
    assert polarity(sentence) == "supports"


@pytest.mark.parametrize(
    "sentence",
    [
        "Sildenafil did not improve exercise capacity in pulmonary hypertension.",
        "There was no significant difference between sildenafil and placebo in pulmonary hypertension.",
        "Sildenafil did not meet its primary outcome in pulmonary hypertension.",
        "Sildenafil reduced mortality in pulmonary hypertension against placebo (hazard ratio 0.9, 95% CI 0.7 to 1.2).",
    ],
)
def test_no_benefit_contradicts(sentence):
    assert polarity(sentence) == "contradicts"


@pytest.mark.parametrize(
    "sentence",
    [
        "Sildenafil-induced pulmonary hypertension was seen in three patients.",
        "Sildenafil caused pulmonary hypertension in rats.",
        "Pulmonary hypertension was found in 19% after sildenafil and 5% after placebo (p = 0.008).",
    ],
)
def test_the_drug_as_the_cause_is_harm(sentence):
    assert polarity(sentence) == "harm"


@pytest.mark.parametrize(
    "sentence",
    [
        "Placebo was superior to sildenafil in pulmonary hypertension.",
        "Compared with sildenafil, bosentan improved pulmonary hypertension.",
        "Sildenafil did not increase the risk of pulmonary hypertension.",
        "It is unknown whether sildenafil improved pulmonary hypertension.",
        "Sildenafil improved erectile function.",
    ],
)
def test_what_is_not_clearly_the_drugs_is_neutral(sentence):
    assert polarity(sentence) == "neutral"


def test_a_sentence_that_says_both_is_mixed():
    reading = read(
        PAIR.mask("Sildenafil reduced symptoms of pulmonary hypertension, but did not improve survival."),
        understood=True,
    )
    assert reading.polarity is Polarity.MIXED
    assert reading.cue == "reduced / did not improve"


def test_the_cue_is_words_of_the_sentence():
    assert read(PAIR.mask("Sildenafil did not improve pulmonary hypertension.")).cue == "did not improve"


def test_only_an_article_about_the_pair_may_leave_the_names_out():
    sentence = "Treatment improved survival and quality of life."
    assert polarity(sentence) == "neutral"
    assert polarity(sentence, understood=True) == "supports"
    assert polarity("Treatment improved survival compared with the control group.", understood=True) == "neutral"


@pytest.mark.parametrize(
    "sentence",
    [
        "Prostacyclin increased shunting and decreased arterial oxygenation.",
        "Mortality increased.",
    ],
)
def test_a_sentence_without_the_drug_needs_the_treatment_or_an_outcome_as_its_subject(sentence):
    assert polarity(sentence, understood=True) == "neutral"


@pytest.mark.parametrize(
    ("title", "treatment", "harm"),
    [
        ("Sildenafil for pulmonary hypertension", True, False),
        ("Sildenafil improves pulmonary hypertension in rats", True, False),
        ("Pulmonary hypertension associated with sildenafil", False, True),
        ("Sildenafil-induced pulmonary hypertension", False, True),
        ("Sildenafil for erectile dysfunction in men with pulmonary hypertension", False, False),
    ],
)
def test_titles_tell_what_an_article_is_about(title, treatment, harm):
    masked = PAIR.mask(title)
    assert (title_reports_treatment(masked), title_reports_harm(masked)) == (treatment, harm)


@pytest.mark.parametrize(
    ("title", "alone", "elsewhere", "states"),
    [
        ("Sildenafil improves pulmonary hypertension in rats", True, False, True),
        ("Daily sildenafil for pulmonary hypertension: a trial", True, False, False),
        ("Sildenafil in men with erectile dysfunction and pulmonary hypertension", False, False, False),
        ("Sildenafil for smoking cessation in pulmonary hypertension", False, True, False),
        ("Does sildenafil help in pulmonary hypertension?", True, False, False),
    ],
)
def test_titles_tell_whether_the_pair_is_their_only_subject_and_whether_they_state_a_finding(
    title, alone, elsewhere, states
):
    masked = PAIR.mask(title)
    subject = title_is_of_pair_alone(masked), title_is_elsewhere(masked)
    assert (*subject, title_states_finding(masked, Polarity.SUPPORTS)) == (alone, elsewhere, states)


def test_a_sentence_concerns_the_pair_only_with_the_drug_as_its_treatment():
    assert concerns_pair(PAIR.mask("Sildenafil was given in pulmonary hypertension."))
    assert not concerns_pair(PAIR.mask("Compared with sildenafil, bosentan was given in pulmonary hypertension."))
    assert not concerns_pair(PAIR.mask("Sildenafil was given."))
    assert concerns_pair(PAIR.mask("Sildenafil was given."), understood=True)


def test_a_combination_in_the_title_is_seen():
    assert names_combination(PAIR.mask("Bosentan/sildenafil for pulmonary hypertension"))
    assert not names_combination(PAIR.mask("Sildenafil plus standard care for pulmonary hypertension"))


def test_measures_of_other_diseases_are_masked_and_the_diseases_own_are_not():
    assert PAIR.mask("BMI and pulmonary vascular resistance") == f"{MEASURE} and pulmonary vascular resistance"
    obesity = NAME.model_copy(update={"disease_name": "obesity", "term": "Obesity", "entry_terms": (), "synonyms": ()})
    assert Pair.of(DRUG_NAMES, obesity).mask("BMI and vascular resistance") == f"bmi and {MEASURE}"


def test_names_in_any_form_and_the_articles_own_abbreviations_are_masked():
    reader = ArticleReader(PAIR, article("1", "Pulmonary arterial hypertension (PAH) and sildenafil (SIL)"))
    assert reader.mask("SIL lowered PAH, pulmonary-hypertension and Viagra use; silent PAHs") == (
        f"{DRUG} lowered {DISEASE}, {DISEASE} and {DRUG} use; silent {DISEASE}"
    )
    assert reader.mask("Silicon and UK-92480") == f"silicon and {DRUG}"


STOPS = [f"withdrawal of {DRUG} because of ", f"{DRUG} was stopped ", f"{DISEASE} resolved after stopping it "]


@pytest.mark.parametrize(
    "unit", [f"{DRUG} ", f"{DISEASE}, ", "not ", f"{DRUG} {DISEASE} reduced ", "1.2 ", "a-", *STOPS]
)
def test_hostile_text_takes_no_time(unit):
    started = time.perf_counter()
    read(unit * (20_000 // len(unit)), understood=True)
    assert time.perf_counter() - started < 5
