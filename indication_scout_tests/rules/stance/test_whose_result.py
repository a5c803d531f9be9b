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
