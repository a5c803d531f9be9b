"""Values given to two arms by counting, and by names in capitals opposite the drug's. All sentences are made up."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.effects.effect_reading import read_effects
from indication_scout_tests.rules.effects.test_effect_reading import reader

TITLE = "Zelavir versus budenoside in asthma: a randomised trial"
METHODS = "METHODS: 212 patients with asthma were randomised to zelavir or budenoside. RESULTS: "


def groups(result: str, title: str = TITLE, methods: str = METHODS) -> list[str]:
    return [effect.groups.text for effect in read_effects(reader(methods + result, title), most=None) if effect.groups]


class TestRows:
    @pytest.mark.parametrize(
        ("result", "values"),
        [
            (
                "Of those who improved, 61.0% had received budenoside and 57.0% had received zelavir.",
                "61.0% had received budenoside and 57.0%",
            ),
            (
                "Scores differed between zelavir (mean, 2.67) and budenoside (mean, 2.95) groups (P=.04).",
                "2.67) and budenoside (mean, 2.95",
            ),
            (
                "Off time fell on zelavir 20 mg/day (0.99 hours, P = .003) and zelavir 40 mg/day (0.96 hours, "
                "P = .003) compared with the budenoside group (0.23 hours).",
                "0.96 hours, P = .003) compared with the budenoside group (0.23 hours",
            ),
        ],
    )
    def test_each_value_stands_with_one_arm(self, result: str, values: str) -> None:
        assert groups(result) == [values]

    @pytest.mark.parametrize(
        "result",
        [
            "Group one got 0.5 microg kg(-1) zelavir and group two 0.7 microg kg(-1) budenoside.",
            "At base line, the score was 15.5 in the zelavir group and 11.5 in those assigned to budenoside.",
            "From baseline it rose to 61.0% with zelavir, and 57.0% had received budenoside.",
        ],
    )
    def test_differences_amounts_and_values_at_the_start_are_none(self, result: str) -> None:
        assert groups(result) == []


class TestCounts:
    @pytest.mark.parametrize(
        ("result", "values"),
        [],
    )
    def test_whole_numbers_count_what_befell_people(self, result: str, values: str) -> None:
        assert groups(result) == [values]

    @pytest.mark.parametrize(
        "result",
        [
            "Of those who relapsed 30 had received budenoside and 32 zelavir.",
            "Attacks were recorded by 30 on budenoside and by 32 on zelavir.",
        ],
    )
    def test_people_who_took_part_are_no_result(self, result: str) -> None:
        assert groups(result) == []


def test_people_on_the_active_drug_had_the_drug() -> None:
    methods = METHODS.replace("budenoside", "placebo")
    result = (
        "Relief came to 20 subjects (32%) while on active drug and to 12 subjects (19%) while on placebo (P = .48)."
    )
    assert groups(result, "Zelavir in asthma", methods) == [
        "20 subjects (32%) while on active drug and to 12 subjects (19%)"
    ]


class TestTwoValues:
    def test_two_values_of_a_sentence_with_two_arms_are_theirs(self) -> None:
        result = (
            "Zelavir brought an improvement of 41% in the total score compared to 7% of improvement for budenoside."
        )
        assert groups(result) == ["41% in the total score compared to 7%"]

    def test_the_first_is_the_comparator_s_where_its_arm_is_nearer(self) -> None:
        result = "The budenoside group improved less (6.0%), but zelavir still had an effect (17.0%; P<0.05)."
        (effect,) = read_effects(reader(METHODS + result, TITLE))
        assert effect.groups is not None
        assert effect.comparator_first

    @pytest.mark.parametrize(
        "result",
        [
            "Zelavir, but not budenoside, brought an 11% reduction of attacks (P = 0.04) and a 20% reduction of cough.",
            "After zelavir and budenoside, attacks stopped in 71% of smokers and in 77% of the others.",
            "The time needed was 204.5 min for zelavir 75 mg, 186 min for zelavir 150 mg and > 360 min for budenoside.",
            "Fewer died with zelavir than with budenoside: 38% (95% CI, 16 to 55) in the high-dose group (p = 0.002) "
            "and also 38% (95% CI, 11 to 57) in the low-dose group (p = 0.01).",
            "For pain each child got zelavir drops (2.5 mg kg(-1)) or budenoside suppositories (15 mg kg(-1)).",
            "32% (757) were on zelavir, with an average exposure of two years, and 8% (193) were on budenoside.",
        ],
    )
    def test_two_measures_of_one_arm_are_no_values_of_two(self, result: str) -> None:
        assert groups(result) == []


class TestOrder:
    title, methods = TITLE.replace("budenoside", "placebo"), METHODS.replace("budenoside", "placebo")

    @pytest.mark.parametrize(
        "result",
        [
            "Zelavir reduced the number of attacks (16.5 vs. 7.9, P = 0.001).",
            "Both treatments reduced the number of attacks (7.9 vs. 16.5, P = 0.001) of zelavir.",
            "The number of attacks fell after zelavir (7.9 vs. 16.5, P = 0.001).",
            "Zelavir reduced attacks and increased the flow (7.9 vs. 16.5, P = 0.001).",
        ],
    )
    def test_the_other_order_and_a_change_in_time_say_nothing(self, result: str) -> None:
        assert groups(result, self.title, self.methods) == []


class TestNamesInCapitals:
    methods = METHODS.replace("or budenoside", "or standard triple therapy")

    @pytest.mark.parametrize(
        ("result", "values"),
        [],
    )
    def test_a_name_opposite_the_drug_s_is_another_arm(self, result: str, values: str) -> None:
        assert groups(result, "Zelavir in asthma: a randomised trial", self.methods) == [values]

    def test_a_name_of_what_holds_the_drug_is_not(self) -> None:
        methods = "METHODS: 212 patients with asthma got zelavir and moricanol (ZM) or nothing. RESULTS: "
        assert groups("Relief came to 71% of zelavir and 37% of ZM patients.", "Zelavir in asthma", methods) == []


@pytest.mark.parametrize(
    ("result", "values"),
    [
        ("Attacks lasted 17.3 (14.7) min with zelavir and 66.7 (29.7) min with budenoside.", None),
        ("The stay was shorter with zelavir than with budenoside (9 IQR 7-12 days vs. 12 IQR 9-21 days).", None),
    ],
)
def test_a_mean_has_its_spread_and_then_its_unit(result: str, values: str | None) -> None:
    (read,) = groups(result)
    assert read == values if values else len(read) > len("17.3 and 66.7")
