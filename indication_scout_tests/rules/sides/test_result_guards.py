"""What takes a benefit or a failure from the drug though its words are there (``result_guards``, ``blame``).

All sentences are made up. Each test has sentences that look like a result and are none; those that are one stand
beside them, so that a guard that refuses everything fails as well.
"""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.domain.statements import Polarity
from indication_scout_assets.rules.sides.intent import IntentReading, read_intent
from indication_scout_assets.rules.sides.result_words import OTHER_AGENT, names_other_agent

TRIAL = "METHODS: Patients with asthma were given zelavir or placebo. "


def read(title: str, abstract: str) -> IntentReading:
    return read_intent(["zelavir"], ["asthma"], Article(id="1", title=title, abstract=abstract))


def concluded(sentence: str, title: str = "Zelavir in asthma") -> IntentReading:
    return read(title, f"{TRIAL}CONCLUSION: {sentence}")


@pytest.mark.parametrize("is_named", [True, False])
def test_another_agent_is_found_by_every_form_of_name(*, is_named: bool) -> None:
    texts = {
        True: (
            "after placebo or brivastatin",
            "given with nitric oxide",
            "folic acid was given",
            "beta-blockers and betablockers",
            "an ace inhibitor",
            "interferon-alfa2b helped",
            "cholecystectomy was done",
            "glibornuride",
            "insulin was given",
        ),
        False: (
            "insulin resistance fell",
            "the beta of a face",
            "nitric acid",
            "adipose tissue",
            "the ace of spades",
            "",
        ),
    }[is_named]
    assert [text for text in texts if names_other_agent(text) is not is_named] == []
    assert [text for text in texts if (OTHER_AGENT.search(text) is not None) is not is_named] == []


class TestBenefits:
    @pytest.mark.parametrize(
        "sentence",
        [
            "Zelavir was given to patients in whom relief had been brought by another course.",
            "Improvement of asthma after zelavir is very unlikely.",
            "Treatment success of zelavir was lower in older than in younger people.",
            "Measures of efficacy of zelavir were peak flow and symptom scores.",
            "Zelavir increased the level of growth hormone.",
            "There was a tendency to higher peak flow with zelavir; p = 0.08.",
            "Elevated enzymes of one patient on zelavir normalized after zelavir withdrawal.",
            "Mean birth weight was lower in the zelavir group.",
            "The goal of treatment with zelavir is a reduction of symptoms.",
            "Patients uncontrolled with zelavir had a marked improvement after dornamide.",
            "Zelavir/dornamide was superior to zelavir 5 mg alone in reducing symptoms.",
            "No safety concerns arose with zelavir as adjunctive therapy.",
            "Zelavir may be harmful in the prevention of asthma.",
            "Symptoms of asthma improved after withdrawal of the last dose of zelavir.",
            "Zelavir, which was not associated with asthma, may be the drug of choice.",
        ],
    )
    def test_words_of_benefit_that_tell_none(self, sentence: str) -> None:
        assert concluded(sentence).polarity is not Polarity.SUPPORTS

    @pytest.mark.parametrize(
        "sentence",
        [
            "Patients who took zelavir had relief of their symptoms.",
            "Improvement of asthma after zelavir was marked.",
            "Symptom scores fell in patients who took zelavir.",
            "Fewer exacerbations occurred with zelavir than with placebo.",
        ],
    )
    def test_the_same_words_told_of_the_drug(self, sentence: str) -> None:
        assert concluded(sentence).polarity is Polarity.SUPPORTS

    def test_what_the_drug_is_only_compared_with_has_no_part_in_it(self) -> None:
        sentence = "The efficacy of dornamide in asthma was non-inferior to that of zelavir."
        assert concluded(sentence, "Dornamide versus zelavir in asthma").polarity is not Polarity.SUPPORTS

    def test_what_both_changed_is_not_what_both_did(self) -> None:
        title = "Zelavir and budesonide in asthma"
        own = "Treatment with budesonide was effective both in reducing cough and in reducing wheeze."
        shared = "Both improved symptom scores."
        assert concluded(own, title).polarity is not Polarity.SUPPORTS
        assert concluded(shared, title).polarity is Polarity.SUPPORTS


class TestFailures:
    @pytest.mark.parametrize(
        "sentence",
        [
            "Neither 40 nor 120 mg of zelavir had an effect on exacerbations.",
            "The study did not show benefits in terms of survival in patients with asthma.",
            "Both doses of zelavir failed to improve asthma.",
            "Zelavir had no effect on exercise capacity when compared with placebo or baseline.",
        ],
    )
    def test_denials_of_an_effect(self, sentence: str) -> None:
        assert concluded(sentence).polarity is Polarity.CONTRADICTS

    @pytest.mark.parametrize(
        "sentence",
        [
            "No decline in efficacy of zelavir was seen over the year.",
            "Neither zelavir nor placebo adversely affected lipids.",
            "Zelavir may be of benefit in patients in whom conventional treatment is ineffective.",
            "Zelavir offered no benefit over budesonide in preventing attacks.",
            "Our results do not support the suggestion that zelavir absorption is saturable.",
            "No patient on zelavir withdrew because of lack of efficacy.",
            "Zelavir reduces, but does not prevent, asthma in children.",
            "No efficacy differences were seen between zelavir and budesonide.",
            "No difference was found between the side of the attack and the other side.",
            "If zelavir is ineffective the dose can be doubled.",
            "Zelavir did not affect blood pressure and may be safely used.",
        ],
    )
    def test_denials_of_something_else(self, sentence: str) -> None:
        assert concluded(sentence).polarity is not Polarity.CONTRADICTS

    def test_a_denial_in_the_results_counts_where_nothing_speaks_for_the_drug(self) -> None:
        results = "RESULTS: Zelavir failed to improve asthma (p=0.36). CONCLUSION: Larger trials are needed."
        assert read("Zelavir in asthma", f"{TRIAL}{results}").polarity is Polarity.CONTRADICTS

    def test_a_title_may_deny(self) -> None:
        title = "No effects on exacerbations in patients with asthma after treatment with zelavir"
        assert read(title, f"{TRIAL}CONCLUSION: Larger trials are needed.").polarity is Polarity.CONTRADICTS

    def test_for_and_against_in_one_sentence_is_mixed(self) -> None:
        both = "Zelavir improved symptom scores in the weekly but not monthly group, did not improve lung function."
        assert concluded(both).polarity is Polarity.MIXED

    def test_the_partner_of_a_combination_is_no_rival(self) -> None:
        sentence = "Symptoms improved significantly compared with placebo."
        assert concluded(sentence, "Zelavir plus ibudilast in asthma").polarity is Polarity.SUPPORTS
        assert concluded(sentence, "Zelavir plus ibudilast versus budesonide in asthma").polarity is Polarity.NEUTRAL

    @pytest.mark.parametrize(
        ("sentence", "title"),
        [
            ("No significant difference in symptoms was seen between the arms.", "Zelavir plus ibudilast in asthma"),
            ("Zelavir plus ibudilast did not improve asthma.", "Zelavir plus ibudilast versus budesonide in asthma"),
        ],
    )
    def test_a_combination_fails_for_the_sake_of_either_part(self, sentence: str, title: str) -> None:
        assert concluded(sentence, title).polarity is Polarity.NEUTRAL

    def test_the_plain_failure_of_a_combination_is_one_of_the_combination(self) -> None:
        reading = concluded("Zelavir plus ibudilast did not improve asthma.", "Zelavir plus ibudilast in asthma")
        assert (reading.polarity, reading.combined) == (Polarity.CONTRADICTS, True)

    def test_a_failure_that_is_not_said_to_be_the_drugs_takes_nothing_from_its_benefit(self) -> None:
        reading = concluded("Zelavir improved asthma. Kidney function was not affected by treatment.")
        assert reading.polarity is Polarity.SUPPORTS

    def test_more_research_is_no_benefit(self) -> None:
        reading = concluded("Zelavir had no effect in asthma. Further trials in more severe asthma are needed.")
        assert reading.polarity is Polarity.CONTRADICTS

    def test_what_the_drug_adds_is_its_own(self) -> None:
        sentence = "Adding zelavir to atenolol did not improve asthma."
        reading = concluded(sentence, "Zelavir plus atenolol and atenolol alone in asthma")
        assert (reading.polarity, reading.combined) == (Polarity.CONTRADICTS, False)


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
        assert read(sentence, sentence).polarity is not Polarity.HARM
        assert read("Zelavir in people", sentence).polarity is not Polarity.HARM

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
        assert read("Zelavir in people", sentence).polarity is Polarity.HARM


class TestWhenAFailureIsWithheld:
    """Each case stands beside the like one in which the drug did fail."""

    @pytest.mark.parametrize(
        ("sentence", "title"),
        [
            (
                "The findings do not support the efficacy of atenolol in asthma.",
                "Use of atenolol with zelavir in asthma",
            ),
            ("Adding both did not improve asthma.", "Zelavir versus zelavir, dornamide and cortamine in asthma"),
            ("Zelavir had no augmenting effect on asthma.", "Zelavir in asthma"),
            ("Zelavir did not affect asthma.", "Cardiovascular effects of zelavir in asthma"),
            (
                "The results do not support replacing zelavir in asthma.",
                "Switching from zelavir to dornamide in asthma",
            ),
        ],
    )
    def test_another_agents_or_not_what_was_asked(self, sentence: str, title: str) -> None:
        assert concluded(sentence, title).polarity is not Polarity.CONTRADICTS

    @pytest.mark.parametrize(
        "sentence",
        [
            "Zelavir did not improve asthma but might result in a better sleep.",
            "Zelavir produced a marked reduction of sputum, but did not improve asthma.",
        ],
    )
    def test_what_is_granted_or_supposed_beside_it_makes_it_mixed(self, sentence: str) -> None:
        assert concluded(sentence).polarity is Polarity.MIXED

    def test_one_of_several_results_at_the_end_concludes_nothing(self) -> None:
        aim, benefit = (
            "We gave zelavir or placebo to patients with asthma.",
            "Zelavir reduced attacks of asthma (p<0.05).",
        )
        failure, safety = "Zelavir had no effect on the severity of exacerbations.", "Zelavir was well tolerated."
        assert (
            read("Zelavir in asthma", f"{aim} {aim} {benefit} {failure} {safety}").polarity is not Polarity.CONTRADICTS
        )
        assert read("Zelavir in asthma", f"{aim} {aim} {failure} {safety}").polarity is Polarity.CONTRADICTS


class TestWhatIsSaidOfSomethingElse:
    """Each mechanism was found on pairs read for it; the sentences are made up. Such articles take no side against."""

    @pytest.mark.parametrize(
        ("sentence", "title"),
        [
            ("Zelavir-6-glucuronide was ineffective in asthma.", "Zelavir-6-glucuronide is ineffective in asthma"),
            (
                "Zelavir had no effect in people with asthma compared with people without asthma.",
                "Zelavir in asthma",
            ),
            ("Zelavir did not alter the benefits of training in asthma.", "Zelavir in asthma"),
            ("Zelavir had no negative effects on asthma.", "Zelavir in asthma"),
            (
                "Treatment had no effect on motility.",
                "Effect of zelavir on esophageal motility in patients with asthma",
            ),
            (
                "Treatment did not improve asthma.",
                "Addition of bradalimine in patients with asthma taking zelavir",
            ),
        ],
    )
    def test_no_failure(self, sentence: str, title: str) -> None:
        assert concluded(sentence, title).polarity is not Polarity.CONTRADICTS

    @pytest.mark.parametrize(
        ("sentence", "title"),
        [
            ("Zelavir offered no benefit in asthma.", "Relief of asthma: a meta-analysis"),
            ("Zelavir did not improve asthma.", "Zelavir for prevention of attacks in asthma"),
            ("Zelavir was not superior to placebo in asthma.", "Zelavir versus placebo in asthma"),
        ],
    )
    def test_its_own_failure_stands(self, sentence: str, title: str) -> None:
        assert concluded(sentence, title).polarity is Polarity.CONTRADICTS

    def test_people_who_failed_before_are_no_failure(self) -> None:
        reading = read(
            "Lipids in gout", "We studied gout. Zelavir is first for people with asthma who failed to improve."
        )
        assert reading.polarity is not Polarity.CONTRADICTS

    @pytest.mark.parametrize(
        ("sentence", "title"),
        [
            ("The evidence for efficacy of zelavir in asthma is weak.", "Zelavir in asthma"),
            ("Zelavir was effective in a small percentage of patients with asthma.", "Zelavir in asthma"),
            ("Training plus zelavir improved asthma relative to zelavir alone.", "Training plus zelavir in asthma"),
            ("Zelavir was as effective as an analgesic as atenolol.", "Zelavir in asthma"),
            ("Treatment was effective.", "Effects of bradalimine on asthma in patients taking zelavir"),
        ],
    )
    def test_no_support(self, sentence: str, title: str) -> None:
        assert concluded(sentence, title).polarity is not Polarity.SUPPORTS


class TestFailuresToldPlainly:
    """Denials that a guard of another purpose once withheld, beside those it is there for."""

    @pytest.mark.parametrize(
        ("sentence", "title"),
        [
            ("These results show that zelavir did not significantly decrease exacerbations.", "Zelavir in asthma"),
            ("Lung function did not improve with zelavir treatment in patients with asthma.", "Zelavir in asthma"),
            (
                "Zelavir did not alter appetite in asthma and did not prevent exacerbations.",
                "Zelavir in asthma",
            ),
        ],
    )
    def test_they_count(self, sentence: str, title: str) -> None:
        assert concluded(sentence, title).polarity is Polarity.CONTRADICTS

    @pytest.mark.parametrize(
        ("sentence", "title"),
        [
            ("These results show that patients who did not improve on zelavir had severe asthma.", "Zelavir in asthma"),
            (
                "Replacing all doses of dornamide with zelavir did not prevent exacerbations of asthma.",
                "Zelavir in asthma",
            ),
            ("Zelavir does not suppress vagal activity in patients with asthma.", "Zelavir in asthma"),
            (
                "Zelavir plus dornamide is not useful in asthma.",
                "Dornamide plus zelavir versus dornamide plus selquine in asthma",
            ),
        ],
    )
    def test_what_the_guards_are_for_does_not(self, sentence: str, title: str) -> None:
        assert concluded(sentence, title).polarity is not Polarity.CONTRADICTS

    def test_the_last_part_of_an_old_abstract_concludes_as_a_heading_does(self) -> None:
        asked = "To compare zelavir with placebo in asthma."
        result = "Forty patients took part."
        failed = "Zelavir had no significant advantage over placebo during the study."
        assert read("Breathing lessons and zelavir in asthma", f"{asked}; {result}; {failed}").polarity is (
            Polarity.CONTRADICTS
        )
        assert read("Budesonide and zelavir in asthma", f"{asked} {failed} {result}").polarity is Polarity.NEUTRAL
