"""Effects read from abstracts: which sentences tell one, which numbers belong to it, and what is left out.

Zelavir, budenoside and the sentences are made up.
"""

from __future__ import annotations

import string
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.domain.effects import Effect, EffectMeasure, TextSpan
from indication_scout_assets.domain.statements import Polarity
from indication_scout_assets.rules.effects.effect_reading import (
    in_line_with,
    of_the_disease,
    read_effects,
)
from indication_scout_assets.rules.effects.result_sentences import LONGEST_SENTENCE
from indication_scout_assets.rules.language.mentions import ArticleReader, Pair

METHODS = "METHODS: We gave 212 patients with asthma zelavir or placebo. RESULTS: "


def reader(abstract: str, title: str = "Zelavir in asthma") -> ArticleReader:
    return ArticleReader(Pair(("zelavir",), ("asthma",)), Article(id="1", title=title, abstract=abstract))


def effects(result: str, title: str = "Zelavir in asthma") -> tuple[Effect, ...]:
    return read_effects(reader(METHODS + result, title))


def text(span: TextSpan | None) -> str | None:
    return span.text if span else None


class TestNumbers:
    @pytest.mark.parametrize(
        ("result", "groups", "p"),
        [
            (
                "Response was higher with zelavir than with placebo (71% vs 37%, p=0.03).",
                "71% vs 37%",
                "p=0.03",
            ),
            (
                "Attacks stopped in 30 of 34 patients (88%) in the zelavir group and in 32 of 38 patients (84%) in the"
                " budenoside group (P = N.S.).",
                "30 of 34 patients (88%) in the zelavir group and in 32 of 38 patients (84%)",
                "P = N.S.",
            ),
            (
                "The mean score was 3.6 +/- 0.4 for zelavir and 4.4 +/- 0.7 for placebo (P < 0.001).",
                "3.6 +/- 0.4 for zelavir and 4.4 +/- 0.7",
                "P < 0.001",
            ),
            (
                "Relief was reported by 67 and 48% of those on zelavir and placebo, respectively (p = 0.002).",
                "67 and 48%",
                "p = 0.002",
            ),
            (
                "Patients on zelavir had fewer attacks (3.1/week) compared with placebo (5.4/week; P=.04).",
                "3.1/week) compared with placebo (5.4/week",
                "P=.04",
            ),
        ],
    )
    def test_the_values_of_two_arms(self, result: str, groups: str | None, p: str) -> None:
        (effect,) = effects(result)
        assert text(effect.groups) == groups
        assert text(effect.p_value) == p

    @pytest.mark.parametrize(
        ("result", "groups", "comparator"),
        [
            (
                "Rates were 17.7% with zelavir, 31.3% with placebo and 37.1% with both, and differed between groups.",
                "17.7% with zelavir, 31.3%",
                "placebo",
            ),
            (
                "Relief came to 60% of the budenoside group, 48% of the zelavir group and 44% on placebo.",
                "60% of the budenoside group, 48%",
                "budenoside",
            ),
            (
                "Volume was 1.48 ± 0.02 L for ZLV and 1.35 ± 0.02 L for placebo.",
                "1.48 ± 0.02 L for ZLV and 1.35 ± 0.02 L",
                "placebo",
            ),
        ],
    )
    def test_values_beside_the_names_of_their_arms(self, result: str, groups: str, comparator: str) -> None:
        abstract = METHODS.replace("zelavir", "zelavir (ZLV)") + result
        (effect,) = read_effects(reader(abstract, "Zelavir and budenoside in asthma"))
        assert (text(effect.groups), text(effect.comparator)) == (groups, comparator)

    def test_a_first_of_a_range_and_a_heart_rate_are_no_ratio(self) -> None:
        for sentence in (
            "Risks were lower with zelavir than with placebo (RR 0.03-0.22).",
            "Variation in HR changes during surgery was 17.2 and 8.8 with zelavir and placebo.",
        ):
            assert all(effect.value is None for effect in effects(sentence))

    def test_a_semicolon_in_brackets_ends_no_clause(self) -> None:
        (effect,) = effects("Relief was more common (65% vs 35%; P = 0.03) after zelavir compared with budenoside.")
        assert text(effect.groups) == "65% vs 35%"

    def test_what_people_had_done_before_is_no_endpoint(self) -> None:
        (effect,) = effects("Zelavir was better than placebo, yet by less than patients had called worthwhile.")
        assert effect.endpoint is None

    def test_the_drug_is_not_its_own_comparator_but_its_lack_is(self) -> None:
        (effect,) = effects(
            "Those treated died less often (rate ratio = 0.66, P=.01) than those not receiving zelavir."
        )
        assert text(effect.comparator) == "not receiving zelavir"

    def test_a_ratio_with_its_interval(self) -> None:
        (effect,) = effects(
            "Median survival was 7·4 months in the zelavir group versus 4·8 months in the placebo group"
            " (hazard ratio 0·66, 95% CI 0·55-0·80; p<0·0001)."
        )
        assert effect.measure is EffectMeasure.HAZARD_RATIO
        assert (effect.number, effect.low, effect.high) == (0.66, 0.55, 0.80)
        assert text(effect.groups) == "7·4 months in the zelavir group versus 4·8 months"
        assert text(effect.interval) == "0·55-0·80"
        assert text(effect.endpoint) == "Median survival"
        assert text(effect.comparator) == "placebo"

    def test_a_difference_with_its_interval(self) -> None:
        (effect,) = effects(
            "Change in score was -10.5 points with zelavir and -3.6 points with budenoside"
            " (estimated treatment difference, -6.9 points [95% CI, -8.3 to -5.5; P < 0.001])."
        )
        assert effect.measure is EffectMeasure.DIFFERENCE
        assert (effect.number, effect.low, effect.high) == (-6.9, -8.3, -5.5)

    def test_the_primary_endpoint_comes_first_then_what_has_numbers(self) -> None:
        first, second, third = effects(
            "Zelavir was superior to placebo. Attacks were fewer with zelavir than with placebo (12% vs 30%)."
            " The primary endpoint did not differ between the groups (P = 0.4)."
        )
        assert first.primary
        assert text(second.groups) == "12% vs 30%"
        assert third.measure is EffectMeasure.WORDS

    def test_words_alone_are_an_effect_without_numbers(self) -> None:
        (effect,) = effects("Symptom scores did not differ between the two groups.")
        assert effect.measure is EffectMeasure.WORDS
        assert text(effect.words) == "did not differ"
        assert effect.groups is effect.value is effect.p_value is None


class TestWhatIsNoEffect:
    @pytest.mark.parametrize(
        "sentence",
        [
            "Adverse events were more common with zelavir than with placebo (38% vs 29%, p=0.01).",
            "Mean age was similar in both groups (31.7 vs 31.5 years).",
            "Zelavir was compared with placebo.",
            "Further studies should compare zelavir with placebo.",
            "Scores fell from 5.1 to 3.2 with zelavir.",
            "At baseline, scores were 52.9 and 57.8 in the zelavir and placebo groups, respectively.",
            "Placebo did not alter any of these.",
            "Weight gain was greater with zelavir than with placebo (2.1 vs 0.4 kg).",
            "Pain intensity was significantly higher in both groups than before the operation.",
            "In women, zelavir helped more often than in men (67% vs. 25%, p = 0.038).",
            "Half-life was longer with zelavir than with budenoside (12.5 vs 7.1 h).",
            "Levels rose by 4.0 and 4.2 mU/l with zelavir alone or in combination with budenoside (P < 0.02).",
            "At baseline times were 132 and 126 minutes in the zelavir and placebo groups, respectively.",
            "In all, 70% of those on zelavir and 66% of those on placebo completed at least a year.",
            "The dose intensity was lower with zelavir than with placebo (73 vs. 95%).",
            "Pressure fell more with zelavir plus budenoside (14.5%) than with placebo (2.5%).",
            "Days alive were more with zelavir than with low dose zelavir (12.2 versus 7.6 days, p = 0.02).",
            "Attacks were rarer with zelavir plus budenoside than with zelavir alone (13.9% vs 9.7%; P = .001).",
        ],
    )
    def test_the_sentence_is_left_out(self, sentence: str) -> None:
        assert effects(sentence) == ()

    def test_a_side_measure_is_an_effect_where_the_article_is_about_it(self) -> None:
        sentence = "Weight loss was greater with zelavir than with placebo (2.1 vs 0.4 kg)."
        assert effects(sentence, "Zelavir for weight loss in asthma")

    @pytest.mark.parametrize(
        "result",
        [
            # two endpoints
            "Zelavir 2.5 mg was more effective than 0.25 mg or placebo.",  # doses
            "Zelavir reduced pressure (155 +/- 14 vs 142 +/- 12 mmHg) and improved sleep.",  # before and after
            "Response was higher with zelavir than placebo (88.5-100% for the per protocol set).",  # bounds of a range
            "Scores increased after zelavir (5.1 vs 3.8, P = 0.04) compared with placebo.",  # before and after
            "The group taking 60 mg was better than that taking 20 mg of zelavir (33.9 and 33.7 s, respectively).",
            "Zelavir 1% was better than budenoside 4%.",  # strengths
            "Of them 71% found zelavir easier than budenoside and 80% thought it better.",  # two questions
            "At inclusion scores were 5.1 for zelavir and 5.3 for placebo.",
            "Relief came to 71% in group A vs 37% in group B, and differed between the groups.",  # whose group?
            "Relief differed from 2% zelavir to 0.5% budenoside.",  # strengths
        ],
    )
    def test_numbers_that_may_be_something_else_are_not_two_arms(self, result: str) -> None:
        assert all(effect.groups is None for effect in effects(result))

    @pytest.mark.parametrize(
        "title",
        [
            "Zelavir with or without budenoside in asthma",
            "Addition of budenoside to zelavir in asthma",
            "Pharmacokinetics of zelavir in asthma",
            "Zelavir/budenoside in asthma",
        ],
    )
    def test_a_study_that_gave_the_drug_to_all_tells_none_of_it(self, title: str) -> None:
        assert effects("Attacks were fewer with zelavir than with placebo (12% vs 30%).", title) == ()

    def test_several_doses_are_compared_with_each_other_unless_a_placebo_stands_beside_them(self) -> None:
        title, result = "Three doses of zelavir in asthma", "Attacks were fewer with zelavir than with {} (12% vs 30%)."
        methods = METHODS.replace("placebo", "budenoside")
        assert read_effects(reader(methods + result.format("budenoside"), title)) == ()
        assert effects(result.format("placebo"), title) != ()

    def test_a_placebo_with_the_drug_is_no_comparator_of_it(self) -> None:
        assert effects("Relief came to 63% on zelavir plus budenoside versus 31% on zelavir plus placebo.") == ()

    def test_a_p_value_is_no_ratio_and_that_of_the_next_clause_no_one_else_s(self) -> None:
        assert effects("The response rate (RR) was higher with zelavir (P<0.001).")[0].value is None
        (effect,) = effects(
            "Attacks were longer with zelavir than with placebo (3.8 vs 4.4 h), while pain was lower (P = 0.01)."
        )
        assert effect.p_value is None

    def test_of_several_ratios_the_drug_s_is_read(self) -> None:
        (effect,) = effects(
            "Risks differed: budenoside (RR 0.9, 0.7-1.2) and zelavir (RR 1.1, 0.6-1.7) against placebo."
        )
        assert effect.number == 1.1

    def test_a_sentence_of_another_drug_is_left_out(self) -> None:
        assert effects("Budenoside was better than placebo (50% vs 20%).", "Budenoside in asthma") == ()

    def test_aims_and_methods_are_left_out(self) -> None:
        abstract = "BACKGROUND: Zelavir was superior to placebo (50% vs 20%). RESULTS: Scores were recorded."
        assert read_effects(reader(abstract)) == ()

    def test_what_is_longer_than_a_sentence_is_not_read(self) -> None:
        assert effects("Zelavir was superior to placebo (50% vs 20%) " + "and so on " * (LONGEST_SENTENCE // 10)) == ()


_WORDS = st.sampled_from(
    ["zelavir", "placebo", "than", "vs", "(", ")", "95% CI", "hazard ratio", "0.66", "12%", "p<0.01", "group", "and",
     ",", "respectively", "higher", "with", "differ", ".", ";", "±", "−3", "mg", "from", "to", "in"]
)  # fmt: skip


class TestWhoIsCompared:
    """A comparator is a treatment, a control or an arm, and a comparison is of the drug with it."""

    @pytest.mark.parametrize(
        "result",
        [
            "Attacks were fewer during the night than during the day both after placebo and after zelavir.",
            "Those on zelavir had fewer attacks than patients whose baseline eosinophils were low.",
            "Attacks rose over time and were more frequent with zelavir than time but not less.",
            "Flow was higher in normal subjects than in those on zelavir.",
            "Compared with patients assigned budenoside, theophylline, or zelavir, those assigned steroids had a higher"
            " risk of attacks (odds ratio 1.26, 95% CI 1.11-1.43, p=0.0003).",
            "Attacks increased from 2.1 to 3.4 with budenoside; zelavir was given as well.",
            "Attacks were significantly reduced in both groups, with zelavir as well.",
            "The amount of fluid volume was greater with zelavir than with placebo (951 vs 867 ml; P < 0.03).",
        ],
    )
    def test_what_is_no_comparison_of_the_drug(self, result: str) -> None:
        assert all(effect.groups is None and effect.value is None for effect in effects(result))
        assert not [effect for effect in effects(result) if effect.p_value or effect.comparator]

    def test_a_change_without_another_arm_is_one_in_time(self) -> None:
        abstract = "RESULTS: After zelavir flow increased by 52% (p = 0.0003)."
        assert not read_effects(reader(abstract))

    def test_the_only_other_arm_is_the_comparator(self) -> None:
        (effect,) = effects("Attacks were significantly fewer in the zelavir group (P < 0.01).")
        assert text(effect.comparator) == "placebo"

    def test_agents_on_one_side_of_than_are_not_held_against_each_other(self) -> None:
        abstract = f"{METHODS}Flow rose more with zelavir (6.7%) and budenoside (6.2%) than with placebo (2.5%)."
        for effect in read_effects(reader(abstract, "Zelavir and budenoside in asthma")):
            assert text(effect.comparator) != "budenoside"

    def test_an_addition_to_what_the_other_arm_has(self) -> None:
        abstract = "METHODS: 80 patients got budenoside or budenoside plus zelavir. RESULTS: Attacks came in 35% of"
        abstract += (
            " budenoside-treated patients and 14% of budenoside-zelavir-treated patients (hazard ratio 0.35, 95% CI"
        )
        abstract += " 0.15 to 0.85, p = 0.015)."
        (effect,) = read_effects(reader(abstract, "Zelavir and budenoside versus budenoside alone in asthma"))
        assert (effect.number, text(effect.comparator)) == (0.35, "budenoside")

    def test_the_outcome_of_the_title_comes_first(self) -> None:
        result = (
            "Quality of life was better with zelavir than with placebo (0.3 vs 0.2; P = 0.02). Wheezing was rarer with"
            " zelavir than with placebo (12% vs 24%)."
        )
        first, _ = effects(result, "Zelavir for wheezing in asthma")
        assert text(first.groups) == "12% vs 24%"

    def test_of_several_p_values_the_close_is_shown(self) -> None:
        (effect,) = effects(
            "Flow was lower than with placebo for all of the doses of the treatments but the first, and it was so for a"
            " long time (first: p = NS; zelavir 40 mg: p = 0.01)."
        )
        assert effect.p_value is None


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(_WORDS, st.text(string.printable + "µ·–≥", max_size=6)), max_size=60))
def test_every_span_is_the_text_it_names(words: list[str]) -> None:
    article = reader(METHODS + " ".join(words))
    for effect in read_effects(article, most=99):
        for span in (getattr(effect, name) for name in type(effect).model_fields):
            if isinstance(span, TextSpan):
                assert article.article.abstract[span.start : span.end] == span.text
                within = effect.sentence.start <= span.start <= span.end <= effect.sentence.end
                assert within or span == effect.comparator  # which the abstract may name elsewhere


@pytest.mark.parametrize(
    "piece", ["1.2 ", "than ", "12% vs ", "patients ", "(", "a ", "hazard ratio ", "no ", "1,", "difference "]
)
def test_repetition_costs_no_more_than_length(piece: str) -> None:
    abstract = METHODS + "Zelavir " + piece * (LONGEST_SENTENCE // len(piece) - 10)
    start = time.process_time()
    read_effects(reader(abstract))
    assert time.process_time() - start < 2


def test_a_part_of_the_people_is_no_endpoint() -> None:
    (effect,) = effects("There was no difference between zelavir and placebo in the allergic stratum (12% vs 14%).")
    assert effect.endpoint is None


@pytest.mark.parametrize(
    ("result", "p_value"),
    [
        ("Zelavir reduced attacks more than placebo (P = 0.002).", "P = 0.002"),
        ("Zelavir lowered attacks from 48% to 31% (P < 0.005) compared with placebo.", "P < 0.005"),
    ],
)
def test_a_p_value_is_shown_with_its_own_words(result: str, p_value: str | None) -> None:
    assert [text(effect.p_value) for effect in effects(result)] == [p_value]


@pytest.mark.parametrize(
    "result",
    [
        "Compared with zelavir, placebo significantly reduced attacks (P = 0.006).",
        "Budenoside but not zelavir reduced attacks (P = 0.002).",
    ],
)
def test_what_another_treatment_did_is_no_effect_of_the_drug(result: str) -> None:
    assert effects(result) == ()


def test_a_form_of_the_drug_with_two_short_names_belongs_to_its_arm() -> None:
    (effect,) = effects(
        "In the zelavir CR/XL group 96 patients (48%) relapsed compared with 118 (59%) in the placebo group."
    )
    assert effect.measure is EffectMeasure.GROUPS


def test_effects_are_the_diseases_where_title_or_sentence_names_it() -> None:
    abstract = (
        f"{METHODS}Lung function was better in 60% of the zelavir group and in 30% of the placebo group (p=0.01)."
    )
    for title, of_it in (("Zelavir in asthma", True), ("Zelavir versus placebo: a trial", False)):
        article = reader(abstract, title)
        told_of_drug = read_effects(article)
        assert told_of_drug
        assert bool(of_the_disease(told_of_drug, article)) is of_it


def test_effects_that_claim_a_difference_do_not_stand_beside_a_failure() -> None:
    higher = effects("Response was significantly higher with zelavir than with placebo.")
    alike = effects("Response did not differ between zelavir and placebo.")
    assert higher
    assert alike
    assert in_line_with(Polarity.CONTRADICTS, (*higher, *alike)) == alike
    assert in_line_with(Polarity.SUPPORTS, (*higher, *alike)) == (*higher, *alike)


def test_what_all_were_given_is_no_comparator() -> None:
    (effect,) = effects("Zelavir in addition to standard therapy was not better than placebo in exercise time.")
    assert text(effect.comparator) == "placebo"


def test_groups_at_baseline_tell_no_effect() -> None:
    assert effects("The baseline zelavir and placebo groups did not differ in attacks.") == ()
    assert effects("The zelavir and placebo groups did not differ in attacks.") != ()


def test_two_values_of_each_arm_are_not_told_as_one() -> None:
    (effect,) = effects("Healing was higher with zelavir (82%) than with placebo (67%, p=0.02).")
    assert text(effect.groups) is not None
    pairs = "Healing after 4 and 8 weeks was 69 and 82% (zelavir) and 57 and 67% (placebo), respectively (p=0.05)."
    assert [effect.groups for effect in effects(pairs)] == []


def test_an_interval_with_a_broken_bound_is_left_out() -> None:
    for bound, interval in (("1.04", "0.57-1.04"), ("1-04", None)):
        result = f"Attacks were fewer with zelavir than with placebo (relative risk 0.77 [0.57-{bound}], p=0.09)."
        (effect,) = effects(result)
        assert (text(effect.value), text(effect.interval)) == ("0.77", interval)


@pytest.mark.parametrize(
    ("sentence", "comparator_first"),
    [
        ("Attacks came in 49% with placebo and in 12% with zelavir (p = 0.01).", True),
        ("Attacks came in 12% with zelavir and in 49% with placebo (p = 0.01).", False),
        ("Attacks were more frequent in the placebo group than in the zelavir group (49% vs 12%, p = 0.01).", True),
        ("Attacks were less frequent in the zelavir group than in the placebo group (12% vs 49%, p = 0.01).", False),
        ("Compared with placebo, zelavir gave fewer attacks (12% vs 49%, p = 0.01).", False),
        (
            "Scores rose from 53 ± 10 to 62 ± 12 with placebo and from 52 ± 11 to 71 ± 13 with zelavir"
            " (p = 0.01 between groups).",
            True,
        ),
    ],
)
def test_it_is_known_whose_value_comes_first(sentence: str, *, comparator_first: bool) -> None:
    methods = "METHODS: 212 patients with asthma were randomised to zelavir or placebo."
    (effect,) = read_effects(
        reader(f"{methods} RESULTS: {sentence}", "Zelavir versus placebo in asthma: a randomised trial")
    )
    assert effect.has_numbers
    assert effect.comparator_first is comparator_first
    assert ("comparator_first" in effect.model_dump()) is comparator_first
