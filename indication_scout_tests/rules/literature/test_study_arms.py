"""The arms of a study: what they are called, which had the drug, and which values and ratios are theirs.

Zelavir, budenoside, moricanol and the sentences are made up.
"""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.domain.effects import Effect, TextSpan
from indication_scout_assets.rules.language.mentions import ArticleReader, Pair
from indication_scout_assets.rules.literature.effect_reading import read_effects
from indication_scout_assets.rules.literature.outcome_words import is_of_safety, is_outcome
from indication_scout_assets.rules.literature.study_arms import StudyArms, study_arms

ALONE = "Zelavir in asthma"
OPPOSED = "Zelavir versus budenoside in asthma"


def reader(title: str, abstract: str) -> ArticleReader:
    return ArticleReader(Pair(("zelavir",), ("asthma",)), Article(id="1", title=title, abstract=abstract))


def arms(title: str, methods: str = "") -> StudyArms:
    return study_arms(reader(title, methods))


def effects(result: str, methods: str = "We gave zelavir or placebo.", title: str = ALONE) -> tuple[Effect, ...]:
    return read_effects(reader(title, f"METHODS: {methods} RESULTS: {result}"))


def numbers(result: str, methods: str = "We gave zelavir or placebo.", title: str = ALONE) -> list[str]:
    """The values of two arms and the ratios that are read."""
    return [span.text for effect in effects(result, methods, title) for span in (effect.groups, effect.value) if span]


def comparator(effect: Effect) -> str | None:
    span: TextSpan | None = effect.comparator
    return span.text if span else None


def named(study: StudyArms, sentence: str) -> list[tuple[str, str]]:
    return [(sentence[m.start : m.end], m.name) for m in study.mentions(sentence)]


class TestNamesOfArms:
    @pytest.mark.parametrize(
        ("title", "methods", "agents"),
        [
            ("Zelavir versus budenoside in asthma", "", ("budenoside",)),
            ("A comparison of zelavir and budenoside in asthma", "", ("budenoside",)),
            ("Asthma: oral budenoside compared with zelavir", "", ("budenoside",)),
            (
                "Zelavir in asthma",
                "Relief in the budenoside group was compared with budenoside alone.",
                ("budenoside",),
            ),
            ("Zelavir versus placebo in asthma", "", ()),
            ("Zelavir versus usual care in asthma", "", ()),
            ("Zelavir and quality of life in asthma", "", ()),
            ("Zelavir in asthma", "The severity group was smaller than the elderly group.", ()),
        ],
    )
    def test_what_other_arms_got(self, title: str, methods: str, agents: tuple[str, ...]) -> None:
        assert arms(title, methods).agents == agents

    def test_an_abbreviation_stands_for_what_the_abstract_says(self) -> None:
        study = arms(OPPOSED, "We gave zelavir or budenoside (BUD) to patients with peak flow (PEF) below 50%.")
        assert dict(study.short) == {"BUD": "budenoside"}
        assert named(study, "PEF rose with BUD.") == [("BUD", "budenoside")]

    @pytest.mark.parametrize(
        ("methods", "labels"),
        [
            ("Group A received zelavir and group B received placebo.", {"group a": True, "group b": False}),
            ("They got zelavir (group 1) or budenoside (group 2).", {"group 1": True, "group 2": False}),
            ("Group A was younger than group B.", {}),
            (
                "Group A received zelavir plus budenoside; group B received placebo.",
                {"group a": True, "group b": False},
            ),
            ("Group A received placebo and group B received nothing else.", {}),
        ],
    )
    def test_a_letter_stands_for_what_its_group_got(self, methods: str, labels: dict[str, bool]) -> None:
        assert dict(arms(OPPOSED, methods).labels) == labels

    @pytest.mark.parametrize(
        ("sentence", "names"),
        [
            ("the treatment group and the control group", [("treatment group", ""), ("control group", "control")]),
            ("zelavir-treated and placebo patients", [("zelavir-treated", ""), ("placebo patients", "placebo")]),
            ("the zelavine group", [("zelavine group", "")]),
            ("patients not receiving zelavir", [("not receiving zelavir", "control")]),
            ("a placebo-controlled period of both groups", []),
            ("the control of asthma", []),
            ("a dose of zelavir", []),
        ],
    )
    def test_what_any_study_calls_its_arms(self, sentence: str, names: list[tuple[str, str]]) -> None:
        assert named(arms(ALONE, "They were given zelavir or placebo."), sentence) == names

    def test_the_treatment_group_is_nobody_s_where_another_agent_was_given(self) -> None:
        assert named(arms(OPPOSED), "the treatment group") == []

    def test_what_the_drug_was_given_with_belongs_to_its_arm(self) -> None:
        (both, alone) = arms(OPPOSED).mentions("more with zelavir plus budenoside than with budenoside")
        assert both.has_drug
        assert both.is_combined
        assert both.partner == alone.name == "budenoside"


class TestWhoseNumbers:
    @pytest.mark.parametrize(
        ("result", "methods", "groups", "other"),
        [
            (
                "Relief was more common in group A than in group B (71% vs 37%, p = 0.03).",
                "Group A received zelavir and group B received placebo.",
                "71% vs 37%",
                "group B",
            ),
            (
                "Attacks were fewer in the treatment group (12%) than in the control group (30%).",
                "We gave zelavir or nothing; the control group was observed.",
                "12%) than in the control group (30%",
                "control",
            ),
            (
                "Relief came to 71% of the zelavine group and 37% of the placebo group.",
                "We gave zelavir or placebo.",
                "71% of the zelavine group and 37%",
                "placebo",
            ),
            (
                "Relief came to 71% with 20 mg daily and 37% with placebo.",
                "We gave zelavir 20 mg daily or placebo.",
                "71% with 20 mg daily and 37%",
                "placebo",
            ),
            (
                "In the zelavir and placebo groups, relief came to 71% and 37%, respectively.",
                "We gave zelavir or placebo.",
                "71% and 37%",
                "placebo",
            ),
        ],
    )
    def test_values_are_given_to_arms_by_any_of_their_names(
        self, result: str, methods: str, groups: str, other: str
    ) -> None:
        (effect,) = effects(result, methods)
        assert effect.groups
        assert (effect.groups.text, comparator(effect)) == (groups, other)

    def test_a_combination_is_compared_with_its_other_part(self) -> None:
        methods = "We gave zelavir plus budenoside or budenoside alone."
        title = "Zelavir as an adjunct to budenoside versus budenoside in asthma"
        against_part = "Relief came to 71% with zelavir plus budenoside and 37% with budenoside (p = 0.03)."
        against_other = "Relief came to 71% with zelavir plus budenoside and 37% with moricanol (p = 0.03)."
        assert numbers(against_part, methods, title) == ["71% with zelavir plus budenoside and 37%"]
        assert numbers(against_other, methods, title) == []

    @pytest.mark.parametrize(
        "result",
        [
            "Relief came to 71% in group A and 37% in group B (p = 0.03).",  # nobody says what they got
            "Relief was more common with budenoside (71%) than with placebo (37%).",  # neither has the drug
            "Relief came to 71% with zelavir 20 mg and 37% with zelavir 10 mg.",  # both have it
            "Scores fell from 5.1 to 3.2 with zelavir and from 5.0 to 4.9 with placebo.",  # before and after
            "Scores were lower after treatment (5.1 vs 3.2 for zelavir and 5.0 vs 4.9 for placebo).",
            "Zelavir and placebo consumption were 41 ml and 62 ml, respectively.",  # of what was given
        ],
    )
    def test_values_of_no_such_pair_are_left_out(self, result: str) -> None:
        assert numbers(result, title=OPPOSED) == []

    def test_a_ratio_needs_its_interval_or_p_value(self) -> None:
        ratio = "The risk of death was lower with zelavir than with placebo (hazard ratio 0.66{})."
        assert numbers(ratio.format("")) == []
        assert numbers(ratio.format(", p = 0.03")) == ["0.66"]
        assert numbers(ratio.format(", 95% CI 0.55-0.80")) == ["0.66"]

    def test_a_ratio_of_another_arm_is_not_the_drug_s(self) -> None:
        of_other = "The risk was lower with budenoside than with placebo (hazard ratio 0.66, 95% CI 0.55-0.80)."
        assert numbers(of_other, title=OPPOSED) == []

    def test_a_p_value_of_another_comparison_is_left_out(self) -> None:
        (effect,) = effects("Relief came to 71% with zelavir and 37% with placebo (p = 0.03 vs budenoside).")
        assert effect.groups
        assert effect.p_value is None

    def test_an_endpoint_that_names_an_arm_or_the_disease_alone_is_none(self) -> None:
        for subject in ("Asthma", "The placebo group's score"):
            for effect in effects(f"{subject} was lower with zelavir than with placebo (12% vs 30%)."):
                assert effect.endpoint is None


class TestWhatWasMeasured:
    METHODS = "The primary outcome was the rate of attacks. Zelavir or placebo was given."

    def test_what_follows_unwanted_effects_is_left_out_unless_declared(self) -> None:
        harms = "Adverse events were mild. "
        unnamed = "Dry mouth was more common with zelavir than with placebo (38% vs 29%)."
        of_aim = "Attacks were less common with zelavir than with placebo (12% vs 30%)."
        assert numbers(harms + unnamed, self.METHODS) == []
        assert numbers(harms + of_aim, self.METHODS) == ["12% vs 30%"]

    @pytest.mark.parametrize(("text", "expected"), [("Adverse events were mild.", True), ("Pain was mild.", False)])
    def test_a_sentence_of_safety(self, text: str, expected: bool) -> None:
        assert is_of_safety(text) is expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [("Mortality was 3%.", True), ("Airflow was higher.", True), ("Dry mouth was more common.", False)],
    )
    def test_an_outcome_is_declared_or_what_any_study_measures(self, text: str, expected: bool) -> None:
        assert is_outcome(text, "effects on airflow in asthma") is expected
