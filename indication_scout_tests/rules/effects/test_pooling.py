"""Pooling: the properties any pooled estimate has, published examples, and what is refused."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indication_scout_assets.domain.findings.assessment import DrugMatch, EvidenceDirectness, Grade, Level, RiskSignal
from indication_scout_assets.domain.findings.effects import Effect, EffectMeasure, PooledEffect, TextSpan
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.findings.study_designs import StudyDesign
from indication_scout_assets.rules.effects.pooling import (
    pool_trials,
    prediction_interval,
    random_effects,
    standard_error,
)

from .test_best_effect import grade

Interval = tuple[float, float, float]
_STUDY = st.tuples(st.floats(-2, 2), st.floats(0.05, 1.5))
_STUDIES = st.lists(_STUDY, min_size=3, max_size=9)


def pooled_logs(ratios: Sequence[Interval]) -> tuple[float, ...]:
    """The pooled ratio with its interval, prediction interval and I²."""
    errors = [standard_error(math.log(low), math.log(high)) for _, low, high in ratios]
    result = random_effects([math.log(ratio) for ratio, _, _ in ratios], errors)
    return (*(math.exp(number) for number in result[:5]), result.i_squared)


class TestProperties:
    @settings(max_examples=60, deadline=None)
    @given(_STUDIES)
    def test_the_estimate_lies_within_its_inputs_and_within_its_intervals(
        self, studies: list[tuple[float, float]]
    ) -> None:
        effects, errors = zip(*studies, strict=True)
        result = random_effects(effects, errors)
        assert min(effects) - 1e-9 <= result.estimate <= max(effects) + 1e-9
        assert result.predicted_low <= result.low <= result.estimate <= result.high <= result.predicted_high
        assert 0 <= result.i_squared < 1
        assert result.tau_squared >= 0
        assert sum(result.weights) == pytest.approx(1)

    @settings(max_examples=40, deadline=None)
    @given(_STUDIES, st.randoms(use_true_random=False))
    def test_the_order_does_not_matter(self, studies: list[tuple[float, float]], chance: random.Random) -> None:
        shuffled = list(studies)
        chance.shuffle(shuffled)
        results = [random_effects(*zip(*order, strict=True)) for order in (studies, shuffled)]
        assert results[0][:7] == pytest.approx(results[1][:7], abs=1e-6)

    @settings(max_examples=40, deadline=None)
    @given(_STUDIES)
    def test_inverted_ratios_give_the_inverted_result(self, studies: list[tuple[float, float]]) -> None:
        effects, errors = zip(*studies, strict=True)
        result, inverted = random_effects(effects, errors), random_effects([-effect for effect in effects], errors)
        expected = (-result.estimate, -result.high, -result.low, -result.predicted_high, -result.predicted_low)
        assert inverted[:5] == pytest.approx(expected, abs=1e-6)
        assert inverted.i_squared == pytest.approx(result.i_squared, abs=1e-9)

    @given(st.floats(-2, 2), st.floats(0.05, 1.5), st.integers(3, 8))
    def test_identical_trials_vary_by_chance_alone(self, effect: float, error: float, number: int) -> None:
        result = random_effects([effect] * number, [error] * number)
        assert result.i_squared == pytest.approx(0)
        assert result.tau_squared == pytest.approx(0, abs=1e-9)
        assert result.estimate == pytest.approx(effect)
        assert result.high - result.low > 0, "equal estimates are no certainty"

    def test_two_are_too_few(self) -> None:
        with pytest.raises(ValueError, match="2 effects were given; pooling needs 3 at least"):
            random_effects([0.1, 0.2], [0.1, 0.1])


# Corticosteroids in critical COVID-19, death by day 28, odds ratios: WHO REACT Working Group, JAMA 2020;324:1330,
# figure 2; random effects by Paule and Mandel with the interval of Hartung and Knapp, as here.
DEXAMETHASONE = [(2.00, 0.21, 18.69), (0.80, 0.49, 1.31), (0.59, 0.44, 0.78)]
HYDROCORTISONE = [(0.46, 0.20, 1.04), (4.00, 0.65, 24.66), (0.71, 0.38, 1.33)]
METHYLPREDNISOLONE = [(0.91, 0.29, 2.87)]
# BCG vaccine against tuberculosis, cases and persons vaccinated and not: Colditz et al., JAMA 1994;271:698, the data
# set dat.bcg of R's metadat, for which metafor gives by Paule and Mandel -0.7150 with a variance of 0.3181.
BCG = [
    (4, 123, 11, 139), (6, 306, 29, 303), (3, 231, 11, 220), (62, 13598, 248, 12867), (33, 5069, 47, 5808),
    (180, 1541, 372, 1451), (8, 2545, 10, 629), (505, 88391, 499, 88391), (29, 7499, 45, 7277), (17, 1716, 65, 1665),
    (186, 50634, 141, 27338), (5, 2498, 3, 2341), (27, 16913, 29, 17854),
]  # fmt: skip


class TestPublishedExamples:
    @pytest.mark.parametrize(
        ("ratios", "published", "within"),
        [
            (DEXAMETHASONE + HYDROCORTISONE + METHYLPREDNISOLONE, (0.70, 0.48, 1.01), 0.02),
            (DEXAMETHASONE, (0.65, 0.36, 1.17), 0.03),
            (HYDROCORTISONE, (0.87, 0.072, 10.5), 0.02),
        ],
    )  # fmt: skip
    def test_by_the_same_method_the_same_comes_out(
        self, ratios: list[Interval], published: Interval, within: float
    ) -> None:
        """But for the second decimal, to which the inputs were rounded."""
        assert pooled_logs(ratios)[:3] == pytest.approx(published, rel=within)

    def test_the_prediction_interval_is_that_of_rs_meta(self) -> None:
        """Of eight trials of JAK inhibitors in COVID-19, in their open analysis by Amstutz et al."""
        bounds = prediction_interval(math.log(0.7052), 0.1042, 0.0163, 8)
        assert [math.exp(bound) for bound in bounds] == pytest.approx([0.4711, 1.0556], abs=3e-4)

    def test_the_vaccine_trials_give_what_metafor_gives(self) -> None:
        logs = [math.log((a / n) / (c / m)) for a, n, c, m in BCG]
        errors = [math.sqrt(1 / a - 1 / n + 1 / c - 1 / m) for a, n, c, m in BCG]
        result = random_effects(logs, errors)
        assert (result.estimate, result.tau_squared) == pytest.approx((-0.7150, 0.3181), abs=5e-4)
        assert result.i_squared == pytest.approx(0.921, abs=0.001)


# ------------------------------------------------------------------------------------------------ which trials
def trial(name: str, participants: int = 100, **other: object) -> Grade:
    return grade(name, Level.RANDOMIZED_TRIAL, StudyDesign.RANDOMIZED_TRIAL, participants, **other)


def effect(
    ratio: Interval, *, endpoint: str = "relapse", comparator: str = "placebo", measure: str = "hazard ratio",
    level: str = "95% CI", primary: bool = False, unit: str = "",
) -> Effect:  # fmt: skip
    """An effect as a reader reads it; an empty ``endpoint`` is not read."""
    value, low, high = (f"{number:g}" for number in ratio)
    sentence = f"With zelavir {endpoint or 'something'} was less than with {comparator} ({measure} {value}{unit}; "
    sentence += f"{level}, {low} to {high})."
    start = 500

    def span(words: str, at: int) -> TextSpan:
        return TextSpan(start=start + at, end=start + at + len(words), text=words)

    at_value = sentence.index(f" {value}{unit};") + 1
    return Effect(
        sentence=span(sentence, 0),
        measure=EffectMeasure(measure.replace(" ", "_")),
        endpoint=span(endpoint, sentence.index(endpoint)) if endpoint else None,
        comparator=span(comparator, sentence.index(comparator)) if comparator else None,
        value=span(f"{value}{unit}", at_value),
        interval=span(f"{low} to {high}", sentence.index(f"{low} to")),
        number=ratio[0], low=ratio[1], high=ratio[2], primary=primary,
    )  # fmt: skip


RATIOS = [(0.8, 0.6, 1.07), (0.7, 0.5, 0.98), (0.9, 0.75, 1.08)]
GRADES = [trial(f"{n}", 100 + n) for n in range(3)]


def of(effects: Sequence[Effect]) -> dict[str, tuple[Effect, ...]]:
    return {f"{n}": (effect,) for n, effect in enumerate(effects)}


ALIKE = of([effect(ratio) for ratio in RATIOS])


def alone(grades: Sequence[Grade], effects: dict[str, tuple[Effect, ...]]) -> PooledEffect:
    (pooled,), reason = pool_trials(grades, effects, {})
    assert reason == ""
    return pooled


def refused(grades: Sequence[Grade], effects: dict[str, tuple[Effect, ...]]) -> str:
    pooled, reason = pool_trials(grades, effects, {})
    assert pooled == ()
    return reason


class TestWhichTrials:
    def test_three_alike_are_pooled_with_their_words(self) -> None:
        pooled = alone(GRADES, ALIKE)
        assert pooled_logs(RATIOS)[:5] == pytest.approx(
            (pooled.estimate, pooled.low, pooled.high, pooled.predicted_low, pooled.predicted_high)
        )
        assert (pooled.endpoint, pooled.comparator, pooled.measure) == (
            "relapse",
            "placebo",
            EffectMeasure.HAZARD_RATIO,
        )
        assert {t.article_id: (t.effect,) for t in pooled.trials} == ALIKE
        weights = [t.weight for t in pooled.trials]
        assert weights == sorted(weights, reverse=True)

    def test_wordings_differ_by_case_and_spaces_alone(self) -> None:
        effects = of([effect(RATIOS[0], endpoint="Relapse"), *(effect(ratio) for ratio in RATIOS[1:])])
        assert len(alone(GRADES, effects).trials) == 3
        other = of([effect(RATIOS[0], endpoint="time to relapse"), *(effect(ratio) for ratio in RATIOS[1:])])
        assert "2 endpoints, 1 measure, 1 comparator" in refused(GRADES, other)

    def test_placebo_and_no_treatment_are_one_comparator_and_another_drug_is_not(self) -> None:
        names = ("placebo", "no treatment", "usual care")
        assert len(alone(GRADES, of([effect(r, comparator=c) for r, c in zip(RATIOS, names, strict=True)])).trials) == 3
        active = of([effect(ratio, comparator="atenolol") for ratio in RATIOS])
        assert alone(GRADES, active).comparator == "atenolol"
        assert "2 comparators" in refused(GRADES, active | of([effect(RATIOS[0])]))

    def test_measures_are_never_mixed(self) -> None:
        measures = ("hazard ratio", "odds ratio", "risk ratio")
        mixed = of([effect(r, measure=m) for r, m in zip(RATIOS, measures, strict=True)])
        assert "1 endpoint, 3 measures, 1 comparator" in refused(GRADES, mixed)

    def test_differences_are_pooled_in_one_unit(self) -> None:
        numbers = [(-3.0, -5.0, -1.0), (-2.0, -4.5, 0.5), (-4.0, -6.0, -2.0)]
        units = [effect(n, measure="difference", unit=" kg") for n in numbers]
        pooled = alone(GRADES, of(units))
        assert pooled.unit == "kg"
        assert -4 < pooled.estimate < -2
        assert refused(GRADES, of([*units[:2], effect(numbers[2], measure="difference", unit=" mg")]))
        without = of([effect(n, measure="difference") for n in numbers])
        assert "unit of 3 was not read" in refused(GRADES, without), "one may be standardised and another not"

    def test_two_trials_are_refused(self) -> None:
        two = {key: ALIKE[key] for key in "01"}
        assert refused(GRADES, two) == (
            "Not pooled: 2 randomised trials give an estimate with its 95 % interval, and 3 are needed."
        )
        assert pool_trials(GRADES, {}, {}) == ((), "")

    def test_an_interval_of_another_level_is_no_input(self) -> None:
        other = ALIKE | {"2": (effect(RATIOS[2], level="99% CI"),)}
        assert "2 randomised trials give" in refused(GRADES, other)

    def test_a_number_that_is_not_that_of_its_words_is_no_input(self) -> None:
        wrong = ALIKE["2"][0].model_copy(update={"low": 0.7})
        assert "2 randomised trials give" in refused(GRADES, ALIKE | {"2": (wrong,)})

    @pytest.mark.parametrize(
        "other",
        [
            {"risks": (RiskSignal.RETRACTED,)},
            {"counts": False},
            {"deferred": "a person must look"},
            {"level": Level.CONTROLLED_STUDY},
            {"directness": EvidenceDirectness.model_validate(
                {**GRADES[2].directness.model_dump(), "drug": DrugMatch.COMBINATION}
            )},
        ],
    )  # fmt: skip
    def test_what_is_no_counted_direct_randomised_trial_is_never_an_input(self, other: dict[str, object]) -> None:
        grades = [*GRADES[:2], GRADES[2].model_copy(update=other)]
        assert "2 randomised trials give" in refused(grades, ALIKE)
        fourth = trial("3")
        pooled = alone([*grades, fourth], ALIKE | {"3": (effect((0.6, 0.4, 0.9)),)})
        assert {t.article_id for t in pooled.trials} == {"0", "1", "3"}

    def test_a_study_counts_once(self) -> None:
        again = GRADES[0].model_copy(update={"evidence_id": "again"})
        assert "2 randomised trials give" in refused([GRADES[0], GRADES[1], again], ALIKE | {"again": ALIKE["0"]})
        assert alone([*GRADES, again], ALIKE | {"again": ALIKE["0"]}) == alone(GRADES, ALIKE)

    def test_a_trial_that_gives_two_numbers_for_one_endpoint_is_left_out(self) -> None:
        of_two_doses = ALIKE | {"0": (effect((0.8, 0.6, 1.07)), effect((0.5, 0.3, 0.83)))}
        assert refused(GRADES, of_two_doses)
        repeated = ALIKE | {"0": (effect(RATIOS[0]), effect(RATIOS[0]))}
        assert alone(GRADES, repeated).estimate == alone(GRADES, ALIKE).estimate

    def test_benefits_on_both_sides_of_no_effect_are_refused(self) -> None:
        clear = [(0.5, 0.3, 0.83), (0.6, 0.4, 0.9), (2.0, 1.2, 3.33)]
        reason = refused(GRADES, of([effect(ratio) for ratio in clear]))
        assert reason.endswith("two with the same direction lie on opposite sides of no effect.")
        harmed = [*GRADES[:2], GRADES[2].model_copy(update={"polarity": Polarity.CONTRADICTS})]
        assert alone(harmed, of([effect(ratio) for ratio in clear])).i_squared > 0.5

    def test_the_registered_primary_endpoint_stands_in_where_the_sentence_says_it_is_primary(self) -> None:
        registered = dict.fromkeys("012", "Relapse-free weeks")
        primary = of([effect(ratio, endpoint="", primary=True) for ratio in RATIOS])
        (pooled,), _ = pool_trials(GRADES, primary, registered)
        assert pooled.endpoint == "Relapse-free weeks"
        not_primary = of([effect(ratio, endpoint="") for ratio in RATIOS])
        assert pool_trials(GRADES, not_primary, registered)[0] == ()
        assert pool_trials(GRADES, primary, registered | {"0": "Pain"})[0] == ()
