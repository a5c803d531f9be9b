"""Denials, reductions, questions and comparisons in the drug's favour are no harm: each in five pairs."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.rules.language.mentions import Pair
from indication_scout_assets.rules.stance.intent import IntentReading, read_intent
from indication_scout_assets.rules.stance.polarity import harm_matches

PAIRS = [
    ("zelavir", "ventricular tachycardia"),
    ("morafenone", "tardive dyskinesia"),
    ("calridine", "prostate cancer"),
    ("ibuvastin", "gastric ulcer"),
    ("norquinol", "seizures"),
]
"""Made-up drugs and real diseases."""
NO_HARM = [
    "Y was no more common with X than with placebo.",
    "Y was significantly more frequent in patients taking placebo than in those taking X.",
    "Y was more frequent in people who took X than in people who did not.",
    "Resolution of Y was more frequent in the X group than in the placebo group.",
    "Treatment with X did not increase the risk of Y.",
    "Use of X was not associated with an increased risk of Y.",
    "There was a lower risk of Y with X than with placebo.",
    "The incidence of Y was lower in patients who received X.",
    "Fewer patients had adverse events such as Y with X than with placebo.",
    "No case of Y was attributed to X.",
    "No patient developed Y while taking X.",
    "X halved the development of Y.",
    "X reduced the occurrence of Y after surgery.",
    "X neither caused nor worsened Y.",
    "Y was not induced by X.",
    "The rate of Y with X was comparable to that in the control group.",
    "Y was more frequent with haloperidol than with X.",
    "Haloperidol-induced Y was milder in those who took X.",
    "We asked whether X causes Y.",
    "The incidence of Y was carefully assessed during treatment with X.",
    "X was given for cramps caused by acquired Y.",
    "Y was induced by haloperidol, an X receptor antagonist.",
]
HARM = [
    "X caused Y in four patients.",
    "Y was induced by X.",
    "Three patients developed Y while taking X.",
    "The risk of Y was higher with X than with placebo.",
    "We describe a patient without a history of heart disease who developed Y during treatment with X.",
    "X-induced Y was reduced by stopping it.",
]


def read(pattern: str, pair: tuple[str, str], title: str = "A study of X") -> IntentReading:
    drug, disease = pair

    def named(text: str) -> str:
        words = text.replace("X", drug).replace("Y", disease)
        return words[0].upper() + words[1:]

    return read_intent([drug], [disease], Article(id="1", title=named(title), abstract=named(pattern)))


@pytest.mark.parametrize("pattern", NO_HARM)
@pytest.mark.parametrize("title", ["A study of X", "X and the risk of Y"])
def test_what_is_denied_less_or_anothers_is_no_harm(pattern: str, title: str) -> None:
    sides = {pair: read(pattern, pair, title).polarity for pair in PAIRS}
    assert not {Polarity.HARM, Polarity.MIXED, Polarity.CONTRADICTS} & set(sides.values()), sides


@pytest.mark.parametrize("pattern", HARM)
def test_what_is_told_of_the_drug_is_harm(pattern: str) -> None:
    sides = {pair: read(pattern, pair).polarity for pair in PAIRS}
    assert set(sides.values()) == {Polarity.HARM}, sides


@pytest.mark.parametrize(
    "name",
    [
        "a phase II trial of the Cancer and Leukemia Group B",
        "results of the Leukemia Study Group",
        "from the National Leukemia Foundation",
    ],
)
def test_the_name_of_a_group_is_no_disease(name: str) -> None:
    title = f"Toxicity of zelavir in indolent lymphoma: {name}"
    reading = read_intent(["zelavir"], ["leukemia"], Article(id="1", title=title, abstract="Zelavir caused rashes."))
    assert reading.polarity is Polarity.NEUTRAL


def test_the_stroke_of_the_heart_is_no_disease() -> None:
    title, text = (
        "Calridine in heart failure",
        "Calridine led to an increase in stroke volume and stroke work.",
    )
    reading = read_intent(["calridine"], ["stroke"], Article(id="1", title=title, abstract=text))
    assert reading.polarity is Polarity.NEUTRAL
    hurt = Article(id="1", title=title, abstract="Calridine caused stroke in four patients.")
    assert read_intent(["calridine"], ["stroke"], hurt).polarity is Polarity.HARM


def test_one_kind_of_tumor_is_no_kin_of_another() -> None:
    text = "Norquinol improved survival in patients with prostate cancer."
    article = Article(id="1", title="Norquinol in advanced prostate cancer", abstract=text)
    assert read_intent(["norquinol"], ["leukemia"], article).polarity is Polarity.NEUTRAL
    assert read_intent(["norquinol"], ["prostate tumor"], article).polarity is Polarity.SUPPORTS


WHAT_THEY_HAD = [
    "A Y patient on X developed fever.",
    "Five cases of gout during treatment of Y with X.",
    "X-associated hepatitis in Y.",
    "X produced a striking disappearance of Y.",
    "This trial examined the incidence of Y after X.",
    "Sixty people were assigned to the X Y group.",
]
"""The disease is what people had, what was treated, what went away, or what was only counted."""


@pytest.mark.parametrize("pattern", WHAT_THEY_HAD)
def test_what_people_had_was_not_brought_about(pattern: str) -> None:
    for drug, disease in PAIRS:
        sentence = pattern.replace("X", drug).replace("Y", disease)
        assert not harm_matches(Pair((drug,), (disease,)).mask(sentence))


@pytest.mark.parametrize(
    "pattern",
    [
        "A patient on X developed Y.",
        "Five cases of Y during treatment of gout with X.",
        "X-associated Y in gout.",
        "X-induced Y in two patients.",
    ],
)
def test_what_came_of_the_drug_is_harm(pattern: str) -> None:
    for drug, disease in PAIRS:
        sentence = pattern.replace("X", drug).replace("Y", disease)
        assert harm_matches(Pair((drug,), (disease,)).mask(sentence))


NOT_BROUGHT_ABOUT = [
    "17 people receiving placebo and 10 receiving X developed Y.",
    "People with Y due to another agent received X.",
    "The Y was attributed to dornamide and not to X.",
    "Y was as frequent with X as with placebo.",
    "Births in pregnancies complicated by Y were followed while the women took X.",
    "Nine children with Y secondary to palsy in whom X was tried were seen again.",
    "Nine people on placebo had it, whereas none of the people in the X group developed severe Y.",
]


@pytest.mark.parametrize("pattern", NOT_BROUGHT_ABOUT)
def test_what_people_had_of_another_cause_is_not_the_drugs_doing(pattern: str) -> None:
    for drug, disease in PAIRS:
        text = pattern.replace("X", drug).replace("Y", disease)
        reading = read_intent([drug], [disease], Article(id="1", title=f"{drug} in {disease}", abstract=text))
        assert reading.polarity not in (Polarity.HARM, Polarity.MIXED)


def test_a_course_complicated_by_the_disease_is_harm() -> None:
    for drug, disease in PAIRS:
        text = f"Treatment with {drug} was complicated by {disease} in two people."
        reading = read_intent([drug], [disease], Article(id="1", title=f"Two cases after {drug}", abstract=text))
        assert reading.polarity is Polarity.HARM


def test_plain_words_of_blame_are_harm() -> None:
    for drug, disease in PAIRS:
        text = f"She took {drug}. {drug} use was an independent risk factor for {disease}."
        reading = read_intent([drug], [disease], Article(id="1", title=f"Safety of {drug}", abstract=text))
        assert reading.polarity is Polarity.HARM


def test_a_title_on_another_depression_is_not_on_the_mood() -> None:
    abstract = "Zelavir produced respiratory depression, ranging from mild depression to none."
    pair = (["zelavir"], ["depressive disorder", "depression"])
    of_breath = Article(id="1", title="Respiratory depression under zelavir", abstract=abstract)
    assert read_intent(*pair, of_breath).polarity is Polarity.NEUTRAL
    of_mood = Article(id="1", title="Depression under zelavir", abstract="Zelavir caused depression in three patients.")
    assert read_intent(*pair, of_mood).polarity is Polarity.HARM


def whole(title: str, abstract: str) -> IntentReading:
    return read_intent(["zelavir"], ["asthma"], Article(id="1", title=title, abstract=abstract))


class TestHarm:
    @pytest.mark.parametrize(
        "sentence",
        [
            "Zelavir increased peak flow 35 days after the onset of asthma.",
            "Zelavir produced significantly more rapid relief of asthma than theophylline.",
            "Asthma induced by dornamide was reversed by zelavir.",
            "Patients were enrolled in the Zelavir Asthma Trial.",
            "Zelavir was given to patients who had developed asthma under aspirin.",
            "Asthma occurred in one (1%) of 111 patients of the zelavir group and in 10 (9%) of the other group.",
            "Patients experienced a return of asthma after zelavir was stopped.",
            "Seven of 27 patients on zelavir and 6 of 23 on placebo developed asthma, P = NS.",
            "Patients on zelavir suffered less from asthma.",
        ],
    )
    def test_the_disease_is_not_brought_about(self, sentence: str) -> None:
        assert whole(sentence, sentence).polarity is not Polarity.HARM
        assert whole("Zelavir in people", sentence).polarity is not Polarity.HARM

    @pytest.mark.parametrize(
        "sentence",
        [
            "Asthma was induced by zelavir.",
            "Three patients developed asthma after being treated with zelavir.",
            "Cases of asthma were seen in patients treated with zelavir.",
            "Zelavir asthma.",
        ],
    )
    def test_the_disease_is_brought_about(self, sentence: str) -> None:
        assert whole("Zelavir in people", sentence).polarity is Polarity.HARM
