"""What an abstract as a whole says the drug is to the disease, and the sentence it stands on."""

from __future__ import annotations

import time

import pytest

from indication_scout_assets.domain.findings.readings import TreatmentRelation
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.rules.stance.drug_roles import PASSIVE, mark_passive
from indication_scout_assets.rules.stance.intent import IntentReading, read_intent


def reading(drug: str, disease: str, title: str, abstract: str = "") -> IntentReading:
    return read_intent([drug], [disease], Article(id="1", title=title, abstract=abstract))


def intent(drug: str, disease: str, title: str, abstract: str = "") -> str:
    return reading(drug, disease, title, abstract).intent.value


@pytest.mark.parametrize(
    ("drug", "disease", "title", "abstract"),
    [
        ("zolpiril", "hypertension", "Zolpiril for hypertension.", "Forty adults took part."),
        ("zolpiril", "breast cancer", "A review.", "Zolpiril is used for breast, lung and skin cancers."),
        ("zolpiril", "migraine", "A study.", "Zolpiril (ZPL) was given. ZPL relieved migraine within an hour."),
    ],
)
def test_the_drug_as_a_remedy_treats(drug, disease, title, abstract):
    assert intent(drug, disease, title, abstract) == "treats"


def test_keeping_a_disease_away_prevents():
    answer = reading("zolpiril", "stroke", "Zolpiril prevents stroke in adults with diabetes.")
    assert answer.intent is TreatmentRelation.PREVENTS
    assert answer.intent.supports
    assert answer.polarity is Polarity.SUPPORTS


@pytest.mark.parametrize(
    ("title", "abstract"),
    [
        ("Zolpiril-induced hepatitis.", "Zolpiril is an effective drug."),
        ("A case of hepatitis.", "She developed hepatitis while receiving zolpiril."),
        ("Berberol prevents zolpiril-induced hepatitis in rats.", "Berberol was protective."),
    ],
)
def test_a_disease_the_drug_brings_is_never_support(title, abstract):
    answer = reading("zolpiril", "hepatitis", title, abstract)
    assert answer.intent is TreatmentRelation.CAUSES
    assert answer.polarity is Polarity.HARM


@pytest.mark.parametrize(
    "abstract",
    [],
)
def test_two_names_in_one_abstract_are_not_a_treatment(abstract):
    assert not reading("zolpiril", "gout", "Notes from a ward.", abstract).intent.supports


@pytest.mark.parametrize(
    ("title", "abstract"),
    [
        ("Zolpiril for asthma in adults with gout.", "Adults with gout were given zolpiril. Asthma improved."),
        ("Notes from a clinic.", "Zolpiril was effective for asthma in patients with gout."),
    ],
)
def test_another_use_in_people_who_have_the_disease_is_unclear(title, abstract):
    assert intent("zolpiril", "gout", title, abstract) == "unclear"


def test_a_conclusion_against_outweighs_the_aim():
    answer = reading(
        "zolpiril",
        "gout",
        "Zolpiril for the treatment of gout: a randomised trial.",
        "We gave zolpiril to adults with gout. CONCLUSIONS: Zolpiril did not improve gout compared with placebo.",
    )
    assert (answer.intent, answer.polarity) == (TreatmentRelation.NO_EFFECT, Polarity.CONTRADICTS)
    assert answer.sentence.startswith("Zolpiril did not improve")


def test_use_without_an_outcome_is_neutral():
    answer = reading("zolpiril", "gout", "Costs of zolpiril.", "Adults with gout were treated with zolpiril.")
    assert (answer.intent, answer.polarity) == (TreatmentRelation.TREATS, Polarity.NEUTRAL)


@pytest.mark.parametrize(
    ("title", "abstract"),
    [("Gout in winter.", "Cold weather matters."), ("Zolpiril in winter.", "It keeps."), ("Of winter.", "")],
)
def test_unless_both_are_named_it_is_unclear(title, abstract):
    answer = reading("zolpiril", "gout", title, abstract)
    assert answer == IntentReading(TreatmentRelation.UNCLEAR, Polarity.NEUTRAL)


@pytest.mark.parametrize("field", ["title", "abstract"])
def test_the_sentence_stands_in_the_text_as_it_says(field):
    sentence = "Zolpiril relieved gout – in adults."
    article = Article(
        id="1",
        title=sentence if field == "title" else "Naïve subjects in α-trials.",
        abstract=f"RESULTS: Ten adults came. {sentence}" if field == "abstract" else "Ten came.",
    )
    answer = read_intent(["zolpiril"], ["gout"], article)
    assert answer.field == field
    assert getattr(article, field)[answer.start : answer.end] == answer.sentence == sentence
    assert answer.cue == "relieved"


def test_mentions_that_cannot_help_are_marked():
    drug, disease = "\ue000", "\ue001"
    assert mark_passive(f"berberol reduced {drug}-induced {disease}") == f"berberol reduced {PASSIVE}-induced {disease}"
    assert mark_passive(f"{drug} reduced {disease}") == f"{drug} reduced {disease}"


def test_it_is_fast():
    text = "Adults with gout were given berberol or zolpiril and the swelling of their joints was seen to by a nurse. "
    article = Article(id="1", title="Zolpiril in gout.", abstract=text * 12)
    read_intent(["zolpiril"], ["gout"], article)
    started = time.process_time()
    for _ in range(20):
        read_intent(["zolpiril"], ["gout"], article)
    assert (time.process_time() - started) / 20 < 0.02
