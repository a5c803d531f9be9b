"""What the numbers of two arms are of: subject, object or predicate of their clause, as short as is complete.

Zelavir, budenoside and the sentences are made up.
"""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.effects import Effect
from indication_scout_assets.rules.effects.effect_reading import read_effects
from indication_scout_tests.rules.effects.test_effect_reading import effects, reader, text


def endpoint(result: str) -> str | None:
    """The endpoint of the one effect with numbers of a result."""
    (effect,) = (effect for effect in effects(result) if effect.has_numbers)
    return text(effect.endpoint)


@pytest.mark.parametrize(
    ("result", "name"),
    [
        ("Wheezing spells came back in 3 (6%) of 50 on zelavir.", None),
        ("Relapse occurred in 3 patients (6%) in the zelavir group and in 9 (18%) in the placebo group.", "Relapse"),
        ("Responder rates at 8 weeks were 74% for zelavir and 62% for placebo (P = 0.01).", "Responder rates"),
        ("Change from baseline in peak flow at week 12 was 41 L with zelavir and 18 L with placebo.", "peak flow"),
        ("The mucus plug was cleared in 31 of 40 (78%) on zelavir and in 20 of 40 (50%) on placebo.", "mucus plug"),
        ("The data indicated that AUG was longer with zelavir than with placebo (median 2.8 vs. 4.2 months).", "AUG"),
        ("Overall survival was longer with zelavir than with placebo (7.4 vs. 4.2 months).", "Overall survival"),
        (
            "At 4 weeks, the proportion of patients who had night wheeze after exercise was lower with zelavir than"
            " with placebo (9% vs 21%).",
            "night wheeze",
        ),
    ],
)
def test_the_subject_of_the_clause(result: str, name: str | None) -> None:
    if name is None:
        assert not any(effect.has_numbers for effect in effects(result))
    else:
        assert name in (endpoint(result) or "")


@pytest.mark.parametrize(
    ("result", "name"),
    [
        (
            "Zelavir produced a greater reduction in wheeze scores than placebo (-1.60 versus -0.54; p = 0.006).",
            "reduction in wheeze scores",
        ),
        ("Zelavir lowered mean night flow to a greater extent than placebo (8% vs 3%).", "mean night flow"),
        ("Zelavir was more effective than placebo at relieving wheeze at 2 h (51% versus 31%).", "relieving wheeze"),
        ("Zelavir was associated with a lower risk of relapse than placebo (12% vs 19%).", "risk of relapse"),
        ("There was no difference in flow and wheeze between zelavir and placebo (12% vs 14%).", "flow and wheeze"),
        ("Fewer patients on zelavir than on placebo required a second dose (12% vs 44%).", "required a second dose"),
        ("More patients on zelavir than on placebo were symptom-free at 6 weeks (52% vs 14%).", "symptom-free"),
    ],
)
def test_the_object_or_what_people_did(result: str, name: str) -> None:
    assert endpoint(result) == name


@pytest.mark.parametrize(
    ("result", "name"),
    [
        ("A total of 38% of those on placebo relapsed, as compared with 23% of those on zelavir.", "relapsed"),
        ("By week 8, 84% of the zelavir group were cured as opposed to only 32% of the placebo group.", "cured"),
    ],
)
def test_the_predicate_of_a_share(result: str, name: str) -> None:
    assert endpoint(result) == name


@pytest.mark.parametrize(
    ("result", "name"),
    [
        (
            "Zelavir affected relapse (5% vs 9%), wheeze (12% vs 30%) and flow (3% vs 8%) more than placebo.",
            "relapse",
        ),
    ],
)
def test_a_measure_beside_a_bracket(result: str, name: str) -> None:
    assert endpoint(result) == name


@pytest.mark.parametrize(
    "result",
    [
        "It was 8% with zelavir and 16% with placebo.",
        "These reductions were 8% with zelavir and 16% with placebo.",
        "At 3 months there was a significant difference (0.85 vs 0.67, P < 0.005) between zelavir and placebo.",
        "Zelavir was more effective than placebo (71% vs 37%).",
    ],
)
def test_a_clause_without_a_plain_name(result: str) -> None:
    assert endpoint(result) is None


@pytest.mark.parametrize(
    ("result", "groups"),
    [
        ("Attacks were fewer on zelavir 10 mg and 20 mg than on placebo (50% and 57% vs 69%).", "57% vs 69%"),
        (
            "Relief was better on zelavir 15 mg and 30 mg (64 and 58%, respectively) than placebo (37%).",
            "58%, respectively) than placebo (37%",
        ),
        (
            "Relief came to 61% and 51% of patients who took zelavir 100 mg and 50 mg, respectively, compared with 29%"
            " of patients on placebo.",
            "51% of patients who took zelavir 100 mg and 50 mg, respectively, compared with 29%",
        ),
        (
            "Relapse was seen in 27 of 86 (31%), 15 of 75 (20%) and 50 of 74 (68%) of the patients treated with zelavir"
            " 15 mg and 30 mg and placebo, respectively.",
            "15 of 75 (20%) and 50 of 74 (68%)",
        ),
    ],
)
def test_of_several_doses_the_one_beside_the_control(result: str, groups: str) -> None:
    (effect,) = effects(result)
    assert (text(effect.groups), text(effect.comparator)) == (groups, "placebo")


@pytest.mark.parametrize(
    ("result", "groups"),
    [
        ("Zelavir decreased airway resistance by 9% and placebo by 6%.", "9% and placebo by 6%"),
        (
            "Relief came to 80 percent (40 of 50) of the patients in the group given 20 mg of zelavir per day and to 63"
            " percent (32 of 50) of those given placebo.",
            "80 percent (40 of 50) of the patients in the group given 20 mg of zelavir per day and to 63 percent",
        ),
        ("Relief came to 80% of those taking 20 mg of zelavir and 63% of those on placebo.", "80% of those taking"),
        (
            "Treatment was successful in 80 percent of those on zelavir and in 63 percent of those on placebo.",
            "80 percent",
        ),
    ],
)
def test_values_in_further_plain_forms(result: str, groups: str) -> None:
    (effect,) = effects(result)
    assert (text(effect.groups) or "").startswith(groups)


@pytest.mark.parametrize(
    "result",
    [
        "Compared with placebo, zelavir lowered the pressure from 160 to 140 mm Hg.",
        "Walks of 12 and 14 min were made on zelavir 10 mg and 20 mg.",
    ],
)
def test_values_at_the_start_or_of_doses_alone_are_none(result: str) -> None:
    assert all(effect.groups is None for effect in effects(result))


def test_a_ratio_behind_the_name_of_its_interval() -> None:
    (effect,) = effects("Zelavir cut the risk of relapse versus placebo (HR [95% CI]: 0.64 [0.46; 0.88], p = 0.005).")
    assert (text(effect.value), text(effect.interval)) == ("0.64", "0.46; 0.88")


@pytest.mark.parametrize(
    "result",
    [
        "The relative risk of relapse with zelavir versus placebo was 3.10 and 1.42, respectively.",
        "Less zelavir was consumed in the placebo group (21.6 vs 30.7 mg, P < .01).",
        "Zelavir-induced changes in flow were larger in the placebo group (8.4 vs 3.8 mm, P < .01).",
    ],
)
def test_ratios_of_two_kinds_and_the_use_of_the_drug_itself_are_no_values(result: str) -> None:
    assert not any(effect.has_numbers for effect in effects(result))


@pytest.mark.parametrize(
    ("result", "groups"),
    [
        (
            "From 6 PM to 10 PM zelavir caused larger falls in flow (-7.4/-4.8 mm Hg) than placebo (2.7/1.0 mm Hg).",
            "-7.4/-4.8 mm Hg",
        ),
    ],
)
def test_units_and_times_beside_values(result: str, groups: str) -> None:
    (effect,) = effects(result)
    assert (text(effect.groups) or "").startswith(groups)


@pytest.mark.parametrize(
    ("result", "name"),
    [
        (
            "Treatment was associated with significant improvement at week 8 in the wheeze rating score for zelavir"
            " versus placebo (-17.5 vs. -11.4; p < 0.001).",
            "wheeze rating score",
        ),
        ("Weekly attacks numbered 18 ± 9 with zelavir and 27 ± 12 with placebo (p=0.006).", "Weekly attacks"),
        (
            "In the intention-to-treat analysis attacks fell by 42% with zelavir and by 20% with placebo (p=0.04).",
            "attacks",
        ),
    ],
)
def test_what_is_said_in_passing(result: str, name: str) -> None:
    assert (endpoint(result) or "").endswith(name)


@pytest.mark.parametrize(
    ("result", "name"),
    [
        (
            "The primary outcome (P = 0.03) was less frequent with zelavir than with placebo (10% versus 27%).",
            "primary outcome",
        ),
    ],
)
def test_an_endpoint_that_is_only_called_so_is_spelled_out_where_the_sentence_does(result: str, name: str) -> None:
    assert endpoint(result) == name


def test_a_name_that_also_denies_is_none() -> None:
    assert endpoint("The evening but not morning flow was higher on zelavir vs placebo (82% vs 79%; p < 0.05).") is None


def test_a_comparison_of_times_of_treatment_is_none_of_the_drug() -> None:
    assert effects("Early zelavir led to less relapse than when given late (21% vs 32%; P=.01).") == ()


class TestEarlyResults:
    REST = " ".join(["Further trials of longer duration in other people would be of some interest to all."] * 8)

    def early(self, result: str, title: str = "Zelavir in asthma") -> tuple[Effect, ...]:
        return read_effects(reader(f"Zelavir or placebo was given in a randomized study. {result} {self.REST}", title))

    def test_a_result_with_numbers_may_stand_early_where_there_are_no_headings(self) -> None:
        (effect,) = self.early("Relief was more common with zelavir than with placebo (71% vs 37%).")
        assert text(effect.groups) == "71% vs 37%"

    def test_words_alone_or_values_at_the_start_may_not(self) -> None:
        assert self.early("Relief was significantly more common with zelavir than with placebo.") == ()
        assert self.early("Flow on day 0 was 12 +/- 3 L with zelavir and 14 +/- 4 L with placebo.") == ()

    def test_with_headings_a_result_stands_among_results(self) -> None:
        result = "Relief was more common with zelavir than with placebo (71% vs 37%)."
        abstract = f"BACKGROUND: A randomized study of zelavir was made. {result} RESULTS: {self.REST}"
        assert read_effects(reader(abstract)) == ()


@pytest.mark.parametrize("whom", ["the per-protocol population", "completers", "a post hoc analysis"])
def test_numbers_of_some_of_the_people_have_no_name_so_that_their_sentence_is_printed(whom: str) -> None:
    assert endpoint(f"In {whom} attacks fell by 42% with zelavir and by 20% with placebo (p=0.04).") is None
