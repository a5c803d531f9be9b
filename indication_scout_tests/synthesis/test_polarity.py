"""What a sentence says the drug does to the disease, and what it must not be taken to say."""

from __future__ import annotations

import time

import pytest

from indication_scout_assets.domain.statements import Polarity
from indication_scout_assets.synthesis.mentions import DISEASE, DRUG, ArticleReader, Pair
from indication_scout_assets.synthesis.polarity import (
    names_combination,
    read,
    title_reports_harm,
    title_reports_treatment,
)

from .sample import DISEASE as NAME
from .sample import DRUG_NAMES, article

PAIR = Pair.of(DRUG_NAMES, NAME)


def polarity(sentence: str, understood: bool = False) -> str:
    return read(PAIR.mask(sentence), understood=understood).polarity.value


@pytest.mark.parametrize(
    "sentence",
    [
        "Sildenafil improved exercise capacity in patients with pulmonary hypertension.",
        "Pulmonary arterial hypertension was significantly reduced by sildenafil.",
        "In pulmonary hypertension, symptoms were relieved after sildenafil treatment.",
        "Viagra was superior to placebo in pulmonary hypertension.",
        "Sildenafil attenuated monocrotaline-induced pulmonary hypertension in rats.",
        "Sildenafil was shown to prevent pulmonary hypertension in lambs.",
        "Sildenafil 20 mg, but not 10 mg, improved survival in pulmonary hypertension.",
        "Compared with placebo, sildenafil increased survival in pulmonary hypertension.",
    ],
)
def test_a_benefit_of_the_drug_supports(sentence):
    assert polarity(sentence) == "supports"


@pytest.mark.parametrize(
    "sentence",
    [
        "Sildenafil did not improve exercise capacity in pulmonary hypertension.",
        "Sildenafil failed to reduce mortality in pulmonary hypertension.",
        "There was no significant difference between sildenafil and placebo in pulmonary hypertension.",
        "Sildenafil was ineffective in pulmonary hypertension.",
        "Sildenafil was not superior to placebo in pulmonary hypertension.",
        "Neither survival (23.8 months) nor symptoms of pulmonary hypertension could be improved by sildenafil.",
        "Sildenafil has limited efficacy in pulmonary hypertension.",
    ],
)
def test_no_benefit_contradicts(sentence):
    assert polarity(sentence) == "contradicts"


@pytest.mark.parametrize(
    "sentence",
    [
        "Sildenafil-induced pulmonary hypertension was seen in three patients.",
        "Sildenafil caused pulmonary hypertension in rats.",
        "Pulmonary hypertension due to sildenafil is rare.",
        "Sildenafil, at high doses, worsened pulmonary hypertension.",
        "Bosentan reduced sildenafil-induced pulmonary hypertension.",
        "Pulmonary hypertension resolved after withdrawal of sildenafil.",
        "Adverse effects of sildenafil included headache and pulmonary hypertension.",
        "The risk of pulmonary hypertension was higher in infants given sildenafil.",
        "Sildenafil increased mortality in pulmonary hypertension.",
    ],
)
def test_the_drug_as_the_cause_is_harm(sentence):
    assert polarity(sentence) == "harm"


@pytest.mark.parametrize(
    "sentence",
    [
        "Sildenafil is used to treat pulmonary hypertension.",
        "Placebo was superior to sildenafil in pulmonary hypertension.",
        "Bosentan improved pulmonary hypertension more than sildenafil.",
        "Compared with sildenafil, bosentan improved pulmonary hypertension.",
        "Exercise, added to sildenafil, improved pulmonary hypertension.",
        "Bosentan was as effective as sildenafil in pulmonary hypertension.",
        "Sildenafil is effective in erectile dysfunction, also in men with pulmonary hypertension.",
        "Sildenafil plus bosentan improved pulmonary hypertension.",
        "The bosentan/sildenafil combination improved pulmonary hypertension.",
        "Sildenafil levels were reduced in pulmonary hypertension.",
        "Sildenafil did not increase the risk of pulmonary hypertension.",
        "There was no significant difference between sildenafil and bosentan in pulmonary hypertension.",
        "It is unknown whether sildenafil improved pulmonary hypertension.",
        "Sildenafil is advised to prevent pulmonary hypertension.",
        "A reduction of pulmonary hypertension with sildenafil was not detected.",
        "Pulmonary hypertension did not modify the effect of sildenafil.",
        "Sildenafil improved erectile function.",
        "Patients with pulmonary hypertension improved.",
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
    ("title", "treatment", "harm"),
    [
        ("Sildenafil for pulmonary hypertension", True, False),
        ("Treatment of severe pulmonary hypertension with oral sildenafil", True, False),
        ("Sildenafil improves pulmonary hypertension in rats", True, False),
        ("Pulmonary hypertension associated with sildenafil", False, True),
        ("Sildenafil-induced pulmonary hypertension", False, True),
        ("Sildenafil for erectile dysfunction in men with pulmonary hypertension", False, False),
        ("Sildenafil and the kidney", False, False),
    ],
)
def test_titles_tell_what_an_article_is_about(title, treatment, harm):
    masked = PAIR.mask(title)
    assert (title_reports_treatment(masked), title_reports_harm(masked)) == (treatment, harm)


def test_a_combination_in_the_title_is_seen():
    assert names_combination(PAIR.mask("Bosentan/sildenafil for pulmonary hypertension"))
    assert not names_combination(PAIR.mask("Sildenafil plus standard care for pulmonary hypertension"))


def test_names_in_any_form_and_the_articles_own_abbreviations_are_masked():
    reader = ArticleReader(PAIR, article("1", "Pulmonary arterial hypertension (PAH) and sildenafil (SIL)"))
    assert reader.mask("SIL lowered PAH, pulmonary-hypertension and Viagra use; silent PAHs") == (
        f"{DRUG} lowered {DISEASE}, {DISEASE} and {DRUG} use; silent {DISEASE}"
    )
    assert reader.mask("Silicon and UK-92480") == f"silicon and {DRUG}"


@pytest.mark.parametrize("unit", [f"{DRUG} ", f"{DISEASE}, ", "not ", f"{DRUG} {DISEASE} reduced ", "1.2 ", "a-"])
def test_hostile_text_takes_no_time(unit):
    started = time.perf_counter()
    read(unit * (20_000 // len(unit)), understood=True)
    assert time.perf_counter() - started < 5
