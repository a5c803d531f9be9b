"""The arms of a study: what they are called, which had the drug, and which values and ratios are theirs.

Zelavir, budenoside, moricanol and the sentences are made up.
"""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.domain.effects import Effect, TextSpan
from indication_scout_assets.rules.effects.effect_reading import read_effects
from indication_scout_assets.rules.effects.no_effects import is_of_safety, is_outcome
from indication_scout_assets.rules.effects.study_arms import StudyArms, study_arms
from indication_scout_assets.rules.language.mentions import ArticleReader, Pair

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

    @pytest.mark.parametrize(
        ("methods", "labels"),
        [
            ("They got zelavir (group 1) or budenoside (group 2).", {"group 1": True, "group 2": False}),
            ("Group A was younger than group B.", {}),
            ("Group A received placebo and group B received nothing else.", {}),
            ("Group A received 40 mg and group B received 80 mg.", {}),
        ],
    )
    def test_a_letter_stands_for_what_its_group_got(self, methods: str, labels: dict[str, bool]) -> None:
        assert {label.name: label.has_drug for label in arms(OPPOSED, methods).labels} == labels

    @pytest.mark.parametrize(
        ("sentence", "names"),
        [
            ("the treatment group and the control group", [("treatment group", ""), ("control group", "control")]),
            ("zelavir-treated and placebo patients", [("zelavir-treated", ""), ("placebo patients", "placebo")]),
            ("patients not receiving zelavir", [("not receiving zelavir", "control")]),
            ("a placebo-controlled period of both groups", []),
            ("the control of asthma", []),
        ],
    )
    def test_what_any_study_calls_its_arms(self, sentence: str, names: list[tuple[str, str]]) -> None:
        assert named(arms(ALONE, "They were given zelavir or placebo."), sentence) == names

    def test_the_treatment_group_is_nobody_s_where_another_agent_was_given(self) -> None:
        assert named(arms(OPPOSED), "the treatment group") == []


class TestWhoseNumbers:
    @pytest.mark.parametrize(
        ("result", "methods", "groups", "other"),
        [
            (
                "Attacks were fewer in the treatment group (12%) than in the control group (30%).",
                "We gave zelavir or nothing; the control group was observed.",
                "12%) than in the control group (30%",
                "control",
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
            "Scores fell from 5.1 to 3.2 with zelavir, and from 5.0 to 4.9 before it.",  # before and after
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


class TestNamesShown:
    """A comparator known by a label alone is shown as what the abstract says the group got."""

    @pytest.mark.parametrize(
        ("methods", "shown"),
        [],
    )
    def test_a_label_is_shown_as_what_the_group_got(self, methods: str, shown: str) -> None:
        (effect,) = effects("Relief was seen in 40% of group 1 and 20% of group 2.", methods, OPPOSED)
        assert comparator(effect) == shown

    def test_a_label_that_is_not_explained_gives_no_number(self) -> None:
        methods = "Group 1 received zelavir. Group 2 received budenoside plus moricanol and placebo."
        assert numbers("Relief was seen in 40% of group 1 and 20% of group 2.", methods, OPPOSED) == []

    def test_groups_that_all_got_the_drug_compare_nothing(self) -> None:
        methods = "Group A received zelavir once and group B received zelavir twice."
        assert numbers("Relief was better in group B than in group A (OR 1.5, 95% CI 1.1 to 2.0).", methods) == []


class TestValuesInRows:
    def test_strengths_outside_a_list_are_no_values(self) -> None:
        assert numbers("Zelavir 1% was better than budenoside 2% for relief.", title=OPPOSED) == []

    @pytest.mark.parametrize(
        ("result", "read"),
        [
            ("Relief with zelavir and budenoside was 64%, 50% and 27%, respectively.", []),
        ],
    )
    def test_three_values_go_to_three_arms_in_their_order(self, result: str, read: list[str]) -> None:
        assert numbers(result, title=OPPOSED) == read

    def test_the_first_of_two_pairs_is_read(self) -> None:
        result = "Relief was similar with zelavir and budenoside (70% vs. 79% and 77% vs. 84%, respectively)."
        assert numbers(result, title=OPPOSED) == ["70% vs. 79%"]

    def test_two_pairs_of_one_arm_are_none(self) -> None:
        result = "Zelavir decreased both rates (2.0% versus 1.7% and 1.8% versus 1.6%, respectively)."
        assert numbers(result) == []

    def test_a_value_of_everybody_before_is_not_a_partner(self) -> None:
        result = "Asthma was seen in 23% of the patients, 7% after zelavir compared with 40% in the placebo group."
        assert numbers(result) == ["7% after zelavir compared with 40%"]

    def test_an_interval_in_a_bracket_does_not_hide_the_arm(self) -> None:
        result = (
            "Relief came to 46 (92%, 95% CI 85-99%) in the zelavir group and to 43 (86%, 95% CI 76-96%) on placebo."
        )
        assert numbers(result) == ["46 (92%, 95% CI 85-99%) in the zelavir group and to 43 (86%"]

    def test_each_value_may_stand_at_the_outer_side_of_its_arm(self) -> None:
        result = "The fall in the zelavir group was 32.5 mmHg and 23.1 mmHg in the placebo group."
        assert numbers(result) == ["32.5 mmHg and 23.1 mmHg"]

    @pytest.mark.parametrize(
        "result",
        [
            "Scores changed after zelavir (13.8% vs. 11.4%) and after placebo (14.6% vs. 11.4%).",
            "Before treatment, relief was alike in the zelavir and placebo groups (9.6% vs 10.5%).",
            "At time 0, pain was 7.6 points with zelavir and 7.3 points with placebo.",
            "The duration of surgery was alike with zelavir and placebo (145.1 vs 131.2 min).",
            "Relief on zelavir 60 mg was not better than on zelavir 20 mg (33.9% vs 33.7%).",
            "Differences between zelavir and placebo were 1.5% and 0.5%, respectively.",
            "Deaths on zelavir were fewer in women than in men (6% versus 12%), but not on placebo.",
            "On zelavir, relief in those cured was similar to that in those in whom germs stayed (26% vs. 31%).",
        ],
    )
    def test_what_only_looks_like_the_values_of_two_arms(self, result: str) -> None:
        assert numbers(result) == []

    def test_a_difference_between_two_named_arms(self) -> None:
        result = "The mean difference in peak flow between zelavir and placebo was 4.3 (95% CI, 0.9-7.7)."
        assert numbers(result) == ["4.3"]
        assert numbers("Zelavir lowered pain (mean difference [95% CI], -0.77 [-1.49, -0.05]).") == ["-0.77"]

    def test_a_difference_in_a_study_of_one_arm_is_a_change_in_time(self) -> None:
        assert numbers("Zelavir lowered it (mean difference -0.77, 95% CI -1.49 to -0.05).", "We gave zelavir.") == []


class TestWhatAStudyIsAbout:
    @pytest.mark.parametrize(
        "title",
        [
            "Gastric tolerability of zelavir in asthma",
            "Plasma zelavir and asthma",
            "Zelavir guidance in asthma",
            "Reducing zelavir use in asthma",
            "A comparison of zelavir salts and zelavir in asthma",
            "Prevalence of resistance to zelavir in asthma",
            "Lack of interaction between zelavir and budenoside in asthma",
            "Infections during treatment with zelavir in asthma",
            "Repeated dose of zelavir in asthma",
            "Zelavir as a risk factor for asthma",
        ],
    )
    def test_such_titles_tell_no_effect_of_the_drug(self, title: str) -> None:
        assert numbers("Relief was 71% with zelavir than 37% with placebo.", title=title) == []

    @pytest.mark.parametrize(
        "title",
        ["Zelavir monotherapy in asthma", "Two years of zelavir in asthma", "Efficacy and safety of zelavir in asthma"],
    )
    def test_such_titles_do(self, title: str) -> None:
        assert numbers("Relief was 71% with zelavir and 37% with placebo.", title=title) != []


class TestEndpointsInDoubt:
    @pytest.mark.parametrize(
        "result",
        [
            "This score was 8% with zelavir and 16% with placebo.",
        ],
    )
    def test_a_doubtful_endpoint_is_left_empty(self, result: str) -> None:
        (effect,) = effects(result)
        assert effect.groups is not None
        assert effect.endpoint is None

    @pytest.mark.parametrize(
        ("result", "endpoint"),
        [
            (
                "Peak flow was not different, however relief was better with zelavir than placebo (8% vs 16%).",
                "relief",
            ),
        ],
    )
    def test_the_endpoint_is_that_of_the_nearest_clause(self, result: str, endpoint: str) -> None:
        (effect,) = effects(result)
        assert effect.endpoint is not None
        assert effect.endpoint.text == endpoint

    def test_the_endpoint_right_before_the_numbers_is_taken(self) -> None:
        result = "Of patients who had asthma for a year, more patients reported relief with zelavir (38% versus 29%)."
        (effect,) = effects(result)
        assert effect.endpoint is not None
        assert effect.endpoint.text == "relief"
