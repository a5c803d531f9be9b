"""Sides that were another arm's, other people's or another thing's, and the drug under its class's name.

All articles are made up. Beside each that takes no side, or another one, stands one that does, so that a rule that
refuses everything fails as well.
"""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.rules.language.mentions import DISEASE, DRUG, ArticleReader, Pair
from indication_scout_assets.rules.stance.intent import IntentReading, read_intent
from indication_scout_assets.rules.stance.polarity import read

PAIR = Pair(("zelavir",), ("asthma",))


def shown_direction(sentence: str, *, understood: bool = False) -> Polarity:
    return read(PAIR.mask(sentence), understood=understood).polarity


def whole(title: str, abstract: str, drug: str = "zelavir") -> IntentReading:
    return read_intent([drug], ["asthma"], Article(id="1", title=title, abstract=abstract))


class TestTheOtherSideOfAComparison:
    FRONTED = "Compared with patients assigned dornamide, bradalimine or zelavir (n = 40), "

    def test_what_others_had_more_of_is_no_harm_of_the_drug(self) -> None:
        sentence = f"{self.FRONTED}those assigned budenoside had a significantly higher risk of asthma."
        assert shown_direction(sentence) is Polarity.NEUTRAL
        assert whole("Budenoside and risks", sentence).polarity is not Polarity.HARM

    def test_it_is_where_the_drug_is_the_subject(self) -> None:
        sentence = "Compared with patients assigned dornamide, those assigned zelavir had a higher risk of asthma."
        assert shown_direction(sentence) is Polarity.HARM


class TestOtherPeople:
    @pytest.mark.parametrize(
        "sentence",
        [
            "Zelavir reduced deaths after pneumonia in patients without asthma.",
            "Zelavir reduced deaths in adults with pneumonia but without asthma.",
        ],
    )
    def test_people_who_lack_the_disease_do_not_tell_of_it(self, sentence: str) -> None:
        assert DISEASE not in PAIR.mask(sentence)
        assert shown_direction(sentence) is Polarity.NEUTRAL

    @pytest.mark.parametrize(
        "sentence",
        [
            "The proportion of patients without asthma rose on zelavir.",
            "Zelavir did less in people with asthma compared with people without asthma.",
            "Zelavir reduced symptoms in patients with asthma.",
        ],
    )
    def test_as_an_outcome_or_in_a_comparison_it_is_the_disease(self, sentence: str) -> None:
        assert DISEASE in PAIR.mask(sentence)


class TestAnotherThing:
    def test_what_the_drug_makes_in_a_model_is_not_helped_by_it(self) -> None:
        title = "Dornamide in the zelavir model of asthma"
        reading = whole(title, "CONCLUSION: Dornamide improved breath when given with zelavir.")
        assert reading.polarity is not Polarity.SUPPORTS

    def test_no_effect_on_what_is_no_outcome_is_no_failure(self) -> None:
        assert (
            shown_direction("The lack of effect of zelavir on thirst in patients with asthma was evident.")
            is Polarity.NEUTRAL
        )
        assert shown_direction("Zelavir had no effect on symptoms in patients with asthma.") is Polarity.CONTRADICTS


class TestPlainResults:
    def test_no_drug_is_no_treatment(self) -> None:
        text = "Zelavir caused a 35% reduction in attacks compared with no zelavir in asthma."
        reading = whole("Effect of zelavir versus no zelavir on attacks in asthma", text)
        assert reading.polarity is Polarity.SUPPORTS


class TestTheClassForTheDrug:
    TITLE = "Beta-blocker therapy of severe asthma"

    def masked(self, title: str, abstract: str, drug: str = "zelolol") -> str:
        reader = ArticleReader(Pair((drug,), ("asthma",)), Article(id="1", title=title, abstract=abstract))
        return reader.mask(title)

    def test_it_stands_for_the_drug_that_alone_of_its_class_was_given(self) -> None:
        given = "We report on adding zelolol to usual therapy in 6 infants."
        assert DRUG in self.masked(self.TITLE, given)
        assert DRUG in self.masked("Beta-adrenergic blockade in asthma", given)
        end = "CONCLUSION: Beta-blockade was effective in asthma."
        assert whole(self.TITLE, f"METHODS: {given} {end}", "zelolol").polarity is Polarity.SUPPORTS

    @pytest.mark.parametrize(
        ("abstract", "drug"),
        [
            ("Patients were given zelolol or dornolol.", "zelolol"),
            ("Drugs such as zelolol are old.", "zelolol"),
            ("Patients were given zelapril.", "zelapril"),
        ],
    )
    def test_not_where_another_member_is_named_or_nobody_got_it(self, abstract: str, drug: str) -> None:
        assert DRUG not in self.masked(self.TITLE, abstract, drug)

    def test_not_where_the_title_names_the_drug(self) -> None:
        masked = self.masked("Zelolol, a beta-blocker, in asthma", "Patients were given zelolol.")
        assert "beta-blocker" in masked


class TestWordsThatAreNoResult:
    def test_a_missing_placebo_effect_is_no_failure_of_the_drug(self) -> None:
        assert (
            shown_direction("There was a lack of a placebo effect in a trial of zelavir in asthma.") is Polarity.NEUTRAL
        )
        assert shown_direction("There was a lack of effect of zelavir in asthma.") is Polarity.CONTRADICTS


class TestWhoseHarm:
    """Harm needs an article on what the drug does, not one in which it only brings the disease about."""

    @pytest.mark.parametrize(
        ("title", "sentence"),
        [
            (
                "A receptor blocker in animal models",
                "The blocker was active in the rat zelavir-induced wheeze model for asthma.",
            ),
            ("Drugs for asthma", "In studies of asthma, zelavir and steroids produced comparable responses."),
        ],
    )
    def test_the_drug_that_only_serves_is_not_to_blame(self, title: str, sentence: str) -> None:
        assert whole(title, sentence).polarity is Polarity.NEUTRAL

    @pytest.mark.parametrize(
        ("title", "sentence"),
        [
            ("Drug-induced asthma in a child", "Zelavir caused asthma."),
            ("Zelavir in the airways", "Zelavir caused asthma."),
        ],
    )
    def test_articles_on_the_drug_or_on_harm_blame_it(self, title: str, sentence: str) -> None:
        assert whole(title, sentence).polarity is Polarity.HARM


def test_what_a_title_states_outweighs_a_last_result_that_is_no_conclusion() -> None:
    text = (
        "Mice with asthma got zelavir or placebo. Zelavir reversed the dysfunction of their airways. "
        "Permeability was halved. Fibrosis was not altered by late treatment."
    )
    assert whole("Zelavir reverses airway dysfunction in a mouse model of asthma", text).polarity is Polarity.SUPPORTS


@pytest.mark.parametrize(
    ("title", "conclusion"),
    [
        ("Zelavir in asthma: clinical trial design", "Zelavir is effective in asthma."),
        ("Ramutavir in asthma", "In asthma (all previously zelavir treated) the addition of ramutavir was effective."),
    ],
)
def test_designs_endpoints_and_earlier_treatment_are_no_results(title: str, conclusion: str) -> None:
    text = f"METHODS: Patients with asthma got zelavir or placebo. CONCLUSION: {conclusion}"
    assert whole(title, text).polarity is Polarity.NEUTRAL


def test_how_a_model_was_made_and_then_treated_is_no_harm() -> None:
    title = "Zelavir in a model"
    treated = "Rats were allocated to controls or to asthma induced with albumin and treated with zelavir."
    assert whole(title, treated).polarity is Polarity.NEUTRAL
    assert whole(title, "Asthma was induced with albumin and zelavir in rats.").polarity is Polarity.HARM


@pytest.mark.parametrize("people", ["placebo subjects", "five placebo subjects", "12 placebo subjects"])
def test_what_placebo_did_is_no_benefit_of_the_drug(people: str) -> None:
    result = "The worsening of symptoms with zelavir was significant when compared to the decrease in the "
    assert whole("Zelavir in asthma", f"{result}{people} (p<0.01).").polarity is not Polarity.SUPPORTS
