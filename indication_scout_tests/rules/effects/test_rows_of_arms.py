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
                "Zelavir 20 mg, 40 mg, and 80 mg achieved better relief than placebo at 2 hours (47%, 62%, and 59%, "
                "respectively, versus 22%) and 4 hours (64%, 76%, and 79%, respectively, versus 25%).",
                "59%, respectively, versus 22%",
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
            (
                "Relief was 32.5% with placebo, and 30%, 56.3% and 66.5% with zelavir 2, 6.25 and 25 mg.",
                "32.5% with placebo, and 30%",
            ),
        ],
    )
    def test_each_dose_is_an_arm_and_the_one_beside_the_other_arm_is_read(self, result: str, values: str) -> None:
        assert groups(result, PLACEBO_TITLE, PLACEBO) == [values]

    def test_the_dose_of_another_agent_is_no_arm_of_the_drug(self) -> None:
        result = "Attacks ended with zelavir (71%) and with budenoside 50 mg (33%; 100 mg, 40%)."
        assert all("40%" not in values for values in groups(result))


class TestSeveralValues:
    def test_all_values_of_both_arms_are_shown(self) -> None:
        result = (
            "Rates of relief at 2 h and 4 h were 56% and 80% for zelavir, 42% and 67% for budenoside (P < 0.01 for "
            "both vs. zelavir), and 31% and 44% for placebo."
        )
        assert groups(result) == ["56% and 80% for zelavir, 42% and 67%"]

    def test_a_unit_is_shared(self) -> None:
        result = (
            "The reductions in systolic and diastolic pressure were 17 +/- 3 and 10 +/- 6 mm Hg, respectively, with "
            "zelavir and 23 +/- 6 and 14 +/- 6 mm Hg with budenoside."
        )
        assert groups(result) == [
            "17 +/- 3 and 10 +/- 6 mm Hg, respectively, with zelavir and 23 +/- 6 and 14 +/- 6 mm Hg"
        ]

    @pytest.mark.parametrize(
        "result",
        [
            "In trials of zelavir compared with placebo, relief was obtained in 60% and 68% of patients using the "
            "2.5-mg dose, with recurrence in 27% and 28% of patients.",
            "Changes were 1.5 and 1.8 ml with zelavir and an increase of 0.3 and a decrease of 0.8 ml with placebo.",
        ],
    )
    def test_rows_that_are_none(self, result: str) -> None:
        assert groups(result, PLACEBO_TITLE, PLACEBO) == []


class TestNamedBefore:
    @pytest.mark.parametrize(
        ("result", "values"),
        [
            (
                "Relief was better with zelavir than with budenoside (66% [95% CI 53-80] vs 23% [12-35]) or with "
                "saline (50% [36-63] vs 12% [4-20]).",
                "66% [95% CI 53-80] vs 23% [12-35]",
            ),
            (
                "The number (%) responding to zelavir compared to budenoside was: for attacks, 28 (87.5) v 15 (46.9), "
                "p < 0.001; for nights, 21 (65.6) v 9 (28.1), p < 0.003.",
                "28 (87.5) v 15",
            ),
            (
                "Relief was alike, resulting, respectively for zelavir and budenoside, in a 66.6% and a 61.3% "
                "decrease in the score.",
                "66.6% and a 61.3%",
            ),
            (
                "FEV1 fell after 16 weeks: in both groups (score at 16 weeks: 0.43 for zelavir and 0.38 for "
                "budenoside).",
                "0.43 for zelavir and 0.38",
            ),
            (
                "Forced volume rose (zelavir = 14.3 ml, budenoside = 0.1 ml) at week 2.",
                "14.3 ml, budenoside = 0.1 ml",
            ),
            (
                "The groups differed in time to relief by 1.5 days (budenoside: 9.8 days; zelavir: 8.4 days).",
                "9.8 days; zelavir: 8.4 days",
            ),
            (
                "Twenty-seven patients relapsed (8 in the zelavir group vs. 19 in the budenoside group).",
                "8 in the zelavir group vs. 19",
            ),
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

    def test_two_changes_in_the_order_of_their_arms(self) -> None:
        result = "Zelavir and budenoside lowered the score (from 12.1 to 9.4 and from 12.2 to 9.9, respectively)."
        assert groups(result) == ["12.1 to 9.4 and from 12.2 to 9.9"]


class TestAddition:
    @pytest.mark.parametrize(
        ("result", "values"),
        [
            (
                "Relief was very similar (5% in the combination arm vs. 7% in the monotherapy arm).",
                "5% in the combination arm vs. 7%",
            ),
            (
                "35% (6 of 17) of those receiving budenoside alone and 53% (19 of 36) of those receiving budenoside "
                "and zelavir improved.",
                "35% (6 of 17) of those receiving budenoside alone and 53% (19 of 36)",
            ),
            (
                "Recurrence on budenoside plus placebo was 59% (23 out of 39) and that on budenoside plus zelavir was "
                "25% (10 out of 39).",
                "59% (23 out of 39) and that on budenoside plus zelavir was 25%",
            ),
        ],
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
        "Relief was better with zelavir than with budenoside in two of three attacks versus 16% and 8%, respectively.",
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
