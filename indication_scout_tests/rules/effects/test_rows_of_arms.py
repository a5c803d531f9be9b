"""Rows of doses and of several values, and arms named by a header, a bracket, an addition.

All sentences are made up.
"""

from __future__ import annotations

import pytest

from indication_scout_tests.rules.effects.test_counted_values import groups

PLACEBO_TITLE = "Zelavir in asthma: a randomised, placebo-controlled trial"
PLACEBO = "METHODS: 212 patients with asthma were randomised to zelavir or placebo. RESULTS: "
ADDED_TITLE = "Zelavir in combination with budenoside versus budenoside alone in asthma: a randomised trial"
ADDED = "METHODS: 212 patients with asthma were randomised to combination or budenoside. RESULTS: "


class TestDoses:
    @pytest.mark.parametrize(
        ("result", "values"),
        [
            (
                "At 2 h after the first dose, relief was told by 47.6% for zelavir 10 mg; 45.4% for zelavir 5 mg; and "
                "17.9% for placebo.",
                "45.4% for zelavir 5 mg; and 17.9%",
            ),
            (
                "More zelavir recipients had no attack (80 mg, 38%; 40 mg, 28%; placebo, 5%; p < 0.001).",
                "28%; placebo, 5%",
            ),
            (
                "Relief was told by 68% of 139 women taking zelavir 10 mg and 70% of 115 women taking zelavir 5 mg "
                "compared with 44% of 81 patients taking placebo (P <.05).",
                "70% of 115 women taking zelavir 5 mg compared with 44% of 81",
            ),
            (
                "Mean changes in FEV1 were 0.9, 8.1, 16.9, and 15.2 ml for placebo and zelavir 10, 20, and 30 mg, "
                "respectively.",
                "0.9, 8.1",
            ),
            (
                "The mean change (95% CI) in FEV1 was − 0.6% (− 0.7, − 0.5), − 0.5% (− 0.6, − 0.4), and − 0.1% "
                "(− 0.2, 0.0) in the zelavir 15 mg, zelavir 5 mg, and placebo groups, respectively.",
                "− 0.5% (− 0.6, − 0.4), and − 0.1%",
            ),
            (
                "Each dose was better than placebo (70.3%, 58.6% and 41.5% for zelavir nasal spray 5.0, 2.5 and 0.5 "
                "mg, compared with 30.6% for placebo).",
                "41.5% for zelavir nasal spray 5.0, 2.5 and 0.5 mg, compared with 30.6%",
            ),
        ],
    )
    def test_each_dose_is_an_arm_and_the_one_beside_the_other_arm_is_read(self, result: str, values: str) -> None:
        assert groups(result, PLACEBO_TITLE, PLACEBO) == [values]

    def test_the_dose_of_another_agent_is_no_arm_of_the_drug(self) -> None:
        result = "Attacks ended with zelavir (71%) and with budenoside 50 mg (33%; 100 mg, 40%)."
        assert all("40%" not in values for values in groups(result))


class TestSeveralValues:
    @pytest.mark.parametrize(
        "result",
        [
            "In trials of zelavir compared with placebo, relief was obtained in 60% and 68% of patients using the "
            "2.5-mg dose, with recurrence in 27% and 28% of patients.",
        ],
    )
    def test_rows_that_are_none(self, result: str) -> None:
        assert groups(result, PLACEBO_TITLE, PLACEBO) == []


class TestNamedBefore:
    @pytest.mark.parametrize(
        ("result", "values"),
        [
            (
                "Among patients on zelavir, walking time increased 53 +/- 9 (SE) seconds; walking time for those on "
                "budenoside increased 66 +/- 9 seconds (P = not significant).",
                "53 +/- 9 (SE) seconds; walking time for those on budenoside increased 66 +/- 9 seconds",
            ),
            (
                "Both zelavir and placebo improved the score (decrease of 8.0 +/- 1.4 versus 5.6 +/- 2.6; no "
                "significant difference between the 2 treatments).",
                "8.0 +/- 1.4 versus 5.6 +/- 2.6",
            ),
        ],
    )
    def test_the_two_arms_stand_before_their_values(self, result: str, values: str) -> None:
        if "placebo" in result:
            assert groups(result, PLACEBO_TITLE, PLACEBO) == [values]
        else:
            assert groups(result) == [values]


class TestAddition:
    @pytest.mark.parametrize(
        ("result", "values"),
        [],
    )
    def test_arms_that_differ_in_the_drug_alone(self, result: str, values: str) -> None:
        assert groups(result, ADDED_TITLE, ADDED) == [values]

    def test_a_combination_of_other_agents_is_none(self) -> None:
        result = "Relief was very similar (5% in the combination arm vs. 7% in the monotherapy arm)."
        assert groups(result) == []


@pytest.mark.parametrize(
    "result",
    [
        "The dose was increased in more patients of the zelavir group (61%) than of the budenoside group (40%).",
        "The mean (+/-SD) pretreatment score was 11.4 in the zelavir group and 11.6 in the budenoside group.",
        "Effects were larger with zelavir (Pinteraction=0.06 and 0.008 for zelavir and budenoside, respectively).",
        "Three patients (zelavir = 2, budenoside = 1) developed an ulcer.",
        "Zelavir was found convenient by 87% and budenoside by 76% of patients.",
        "Zelavir was lowered, but not budenoside (CI (12%, 40%) for zelavir and CI (20%, 60%) for budenoside).",
    ],
)
def test_what_is_no_effect(result: str) -> None:
    assert groups(result) == []


def test_a_trial_whose_name_repeats_the_drug_does_not_give_it_to_all() -> None:
    title = "Comparison of zelavir and budenoside on deaths of patients with asthma in the Zelavir Or Budenoside Trial"
    result = "Deaths from all causes were 34% (512 of 1511) for zelavir and 40% (600 of 1518) for budenoside (p=0.002)."
    assert groups(result, title) == ["34% (512 of 1511) for zelavir and 40% (600 of 1518)"]
