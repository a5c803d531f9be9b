"""Whole articles read as results: whose they are, which way they go, and how many sentences become one side.

Zelavir, budenoside and the abstracts are made up. Single phrases are tested by their own examples
(``test_result_phrases``), denials of harm in ``test_blame``.
"""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.domain.statements import Polarity
from indication_scout_assets.rules.sides.intent import IntentReading, read_intent

TRIAL = "METHODS: Patients with asthma were given zelavir or placebo. "


def read(title: str, abstract: str, drug: str = "zelavir", disease: str = "asthma") -> IntentReading:
    return read_intent([drug], [disease], Article(id="1", title=title, abstract=abstract))


class TestWhatIsUnderstood:
    @pytest.mark.parametrize(
        "title", ["Zelavir in asthma", "A trial of zelavir in asthma", "Treatment of asthma with zelavir"]
    )
    @pytest.mark.parametrize(
        "result",
        [
            "Patients on zelavir had significantly lower symptom scores than those who received placebo (p<.01).",
            "Symptom scores fell by 60% with zelavir compared with 20% with placebo (P<0.001).",
            "Treatment was effective and well tolerated.",
            "Zelavir has activity in refractory disease.",
            "It is a useful new treatment.",
            "Exacerbations occurred in significantly fewer patients of the zelavir group than of the placebo group.",
        ],
    )
    def test_a_conclusion_need_not_repeat_the_disease(self, title: str, result: str) -> None:
        assert read(title, f"{TRIAL}CONCLUSION: {result}").polarity is Polarity.SUPPORTS

    @pytest.mark.parametrize("title", ["Zelavir in asthma", "A trial of zelavir in asthma"])
    @pytest.mark.parametrize(
        "result",
        [
            "There was no significant difference between the groups (p=0.81).",
            "Zelavir was no better than placebo.",
            "Zelavir had no effect on asthma.",
            "Zelavir did not reduce the rate of exacerbations.",
        ],
    )
    def test_nor_need_a_denial(self, title: str, result: str) -> None:
        assert read(title, f"{TRIAL}CONCLUSION: {result}").polarity is Polarity.CONTRADICTS

    def test_a_paper_on_another_drug_or_use_leaves_nothing_unnamed(self) -> None:
        for title in ("Budesonide versus zelavir as a comparator in asthma", "Zelavir for stroke in asthma"):
            assert read(title, f"{TRIAL}CONCLUSION: Treatment was effective.").polarity is Polarity.NEUTRAL

    def test_a_plan_has_no_results(self) -> None:
        abstract = "Zelavir may improve asthma. We describe how it will be compared with placebo. Zelavir is effective."
        assert read("Zelavir in asthma: rationale and design", abstract).polarity is not Polarity.SUPPORTS


class TestWhoseResultItIs:
    @pytest.mark.parametrize(
        "result",
        [
            "Budesonide was more effective than zelavir.",
            "Budesonide improved asthma in patients treated with zelavir.",
            "Symptoms improved with placebo.",
            "Asthma that had failed to respond to zelavir was relieved by budesonide.",
            "Whether zelavir improves asthma is unclear.",
            "Further trials must show whether zelavir is effective.",
        ],
    )
    def test_anothers_asked_or_doubted_results_are_not_the_drugs(self, result: str) -> None:
        assert read("Zelavir in asthma", f"{TRIAL}CONCLUSION: {result}").polarity is not Polarity.SUPPORTS

    def test_a_difference_from_an_active_drug_that_is_not_found_is_no_failure(self) -> None:
        abstract = "METHODS: Zelavir or budesonide was given. CONCLUSION: There was no difference between the groups."
        assert read("Zelavir versus budesonide in asthma", abstract).polarity is Polarity.NEUTRAL

    def test_as_good_as_a_drug_that_works_is_support(self) -> None:
        abstract = "METHODS: Zelavir or budesonide was given. CONCLUSION: Both drugs were equally effective."
        assert read("Zelavir versus budesonide in asthma", abstract).polarity is Polarity.SUPPORTS

    def test_less_of_the_disease_than_under_another_drug_is_no_help_against_it(self) -> None:
        title = "Zelavir versus haloperidol in schizophrenia"
        abstract = "CONCLUSION: The risk of tardive dyskinesia was lower with zelavir than with haloperidol."
        assert read(title, abstract, disease="tardive dyskinesia").polarity is Polarity.NEUTRAL

    def test_what_a_combination_did_is_marked(self) -> None:
        reading = read(
            "Zelavir plus budesonide in asthma", f"{TRIAL}CONCLUSION: Zelavir plus budesonide improved asthma."
        )
        assert (reading.polarity, reading.combined) == (Polarity.SUPPORTS, True)

    def test_what_is_added_to_usual_treatment_is_the_drugs(self) -> None:
        reading = read("Zelavir in asthma", f"{TRIAL}CONCLUSION: Adding zelavir to budesonide improved lung function.")
        assert (reading.polarity, reading.combined) == (Polarity.SUPPORTS, False)

    def test_caution_is_marked(self) -> None:
        reading = read("Zelavir in asthma", f"{TRIAL}CONCLUSION: Zelavir may be an effective treatment.")
        assert (reading.polarity, reading.hedged) == (Polarity.SUPPORTS, True)


@pytest.mark.parametrize(
    ("title", "side"),
    [
        ("Ineffectiveness of zelavir in asthma", Polarity.CONTRADICTS),
        ("Zelavir not superior to placebo in asthma", Polarity.CONTRADICTS),
        ("Zelavir as effective as budesonide in asthma", Polarity.SUPPORTS),
        ("Zelavir for the relief of asthma", Polarity.NEUTRAL),
        ("Efficacy and safety of zelavir in asthma", Polarity.NEUTRAL),
    ],
)
def test_a_title_that_says_what_was_found_is_read(title: str, side: Polarity) -> None:
    abstract = "Sixty people with asthma were randomly assigned to zelavir or placebo. Means are given in the table."
    assert read(title, abstract).polarity is side


class TestWhatBearsASideOut:
    """One sentence at the end of an abstract without headings, that does not name both."""

    AIM = "We gave the drug to people with asthma. Attacks were counted. They were seen every week. "

    def read(self, *sentences: str, title: str = "Zelavir in asthma") -> Polarity:
        return read(title, self.AIM + " ".join(sentences)).polarity

    def test_alone_a_benefit_takes_no_side(self) -> None:
        assert self.read("Treatment was effective.") is Polarity.NEUTRAL

    def test_an_effect_that_is_denied_stands_by_itself(self) -> None:
        failure = "Zelavir had no effect on attacks."
        assert self.read(failure) is Polarity.CONTRADICTS
        assert self.read(failure, title="Zelavir and dornastatin in asthma") is Polarity.CONTRADICTS

    @pytest.mark.parametrize(
        ("result", "side"),
        [("Zelavir had no effect on attacks", Polarity.CONTRADICTS), ("Treatment was effective", Polarity.SUPPORTS)],
    )
    def test_both_names_or_words_that_conclude_bear_it_out(self, result: str, side: Polarity) -> None:
        assert self.read(f"In conclusion, {result.lower()}.") is side
        assert self.read(f"{result.replace('Treatment', 'Zelavir')} in asthma.") is side

    def test_a_comparison_with_nothing_bears_a_benefit_out(self) -> None:
        assert self.read("Half of them had placebo.", "Treatment was effective.") is Polarity.SUPPORTS

    def test_no_difference_needs_to_be_one_from_nothing(self) -> None:
        title, placebo = "Zelavir and dornastatin in asthma", "Half of them had placebo."
        sentence = "In conclusion, there was no difference {} in the severity of asthma."
        assert self.read(placebo, sentence.format("between zelavir and placebo"), title=title) is Polarity.CONTRADICTS
        assert self.read(placebo, sentence.format("between the zelavir groups"), title=title) is Polarity.NEUTRAL


class TestWeighing:
    def test_the_conclusion_outweighs_one_result(self) -> None:
        abstract = (
            f"{TRIAL}RESULTS: There was no difference in appetite between the groups. "
            "CONCLUSION: There was a clear effect: zelavir improved asthma."
        )
        assert read("Zelavir in asthma", abstract).polarity is Polarity.SUPPORTS

    def test_what_was_asked_does_not_hide_what_was_concluded(self) -> None:
        abstract = (
            "BACKGROUND: We investigated whether zelavir reduces exacerbations of asthma. "
            f"{TRIAL}CONCLUSION: Zelavir reduces exacerbations of asthma."
        )
        reading = read("Effects of zelavir in asthma", abstract)
        assert (reading.polarity, reading.sentence) == (Polarity.SUPPORTS, "Zelavir reduces exacerbations of asthma.")

    def test_a_missed_primary_endpoint_makes_benefit_mixed(self) -> None:
        abstract = (
            f"{TRIAL}RESULTS: The primary endpoint did not differ between zelavir and placebo. "
            "CONCLUSION: Zelavir improved quality of life."
        )
        assert read("Zelavir in asthma", abstract).polarity is Polarity.MIXED

    def test_for_and_against_in_the_conclusion_is_mixed(self) -> None:
        abstract = f"{TRIAL}CONCLUSION: Zelavir improved symptoms but did not reduce exacerbations."
        assert read("Zelavir in asthma", abstract).polarity is Polarity.MIXED

    def test_results_both_ways_without_a_conclusion_take_no_side(self) -> None:
        abstract = (
            f"{TRIAL}RESULTS: Zelavir improved symptoms. Zelavir did not reduce exacerbations. "
            "CONCLUSION: More is to be learned."
        )
        assert read("Zelavir in asthma", abstract).polarity is Polarity.NEUTRAL

    def test_a_title_that_states_counts_where_nothing_is_concluded(self) -> None:
        reading = read("Zelavir improves asthma", f"{TRIAL}RESULTS: Doses were raised weekly.")
        assert (reading.polarity, reading.field) == (Polarity.SUPPORTS, "title")

    def test_a_title_that_names_a_topic_does_not(self) -> None:
        title = "Comparison of zelavir with placebo in the prevention of asthma"
        abstract = f"{TRIAL}CONCLUSION: There was no significant difference between zelavir and placebo."
        assert read(title, abstract).polarity is Polarity.CONTRADICTS

    @pytest.mark.parametrize(
        "result",
        [
            "The time of day at which zelavir was given did not influence its efficacy.",
            "No significant differences between the two doses were found.",
            "Zelavir had no effect on the length of the corrected interval.",
            "Heart rate was not affected by zelavir.",
        ],
    )
    def test_how_it_is_given_and_what_is_no_outcome_are_no_failure(self, result: str) -> None:
        assert read("Zelavir in asthma", f"{TRIAL}CONCLUSION: {result}").polarity is not Polarity.CONTRADICTS

    def test_parts_of_old_abstracts_end_with_semicolons(self) -> None:
        abstract = (
            "Zelavir is said to be effective.; Patients with asthma were given zelavir or placebo.; Doses rose.; "
            "Zelavir did not improve asthma."
        )
        assert read("Zelavir in asthma", abstract).polarity is Polarity.CONTRADICTS
