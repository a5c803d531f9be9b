"""What holds of every score, whatever the evidence and the weights."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from indication_scout_assets.domain.candidates import CandidateList
from indication_scout_assets.domain.findings.assessment import DrugMatch, PartName, RiskSignal, TrialOutcome
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.findings.study_designs import Population
from indication_scout_assets.domain.records.trials import StopReason
from indication_scout_assets.rules.assessment.scoring.candidate_score import CandidateInputs, score_candidate
from indication_scout_assets.rules.assessment.scoring.sensitivity import assess_all
from indication_scout_assets.rules.assessment.scoring.terms import figure, saturated

from . import samples
from .samples import WEIGHTS

few = settings(max_examples=30)
"""Each example is a whole candidate; thirty of them take a second."""
NEW = "new"
"""Id of an article no random one has."""


def with_grade(of: CandidateInputs, added) -> CandidateInputs:
    return of.model_copy(update={"grades": (*of.grades, added.model_copy(update={"evidence_id": NEW}))})


def counted(of, polarity: Polarity):
    return of.model_copy(update={"counts": True, "deferred": "", "polarity": polarity})


def part(score, name: PartName):
    return next(scored_part for scored_part in score.parts if scored_part.name is name)


@few
@given(samples.some_inputs, samples.grades, samples.weight_sets())
def test_one_more_supporting_article_never_lowers(of, added, weights):
    before = score_candidate(of, weights)
    after = score_candidate(with_grade(of, counted(added, Polarity.SUPPORTS)), weights)
    assert after.total >= before.total


@few
@given(
    samples.some_inputs, samples.grades, samples.weight_sets(), st.sampled_from([Polarity.CONTRADICTS, Polarity.HARM])
)
def test_one_more_article_against_never_raises(of, added, weights, polarity):
    before = score_candidate(of, weights)
    after = score_candidate(with_grade(of, counted(added, polarity)), weights)
    assert after.total <= before.total


@few
@given(
    samples.some_inputs,
    samples.grades,
    st.sampled_from(
        [{"risks": (RiskSignal.RETRACTED,)}, {"deferred": "They disagree."}, {"counts": False}, {"level": None}]
    ),
)
def test_what_does_not_count_changes_nothing(of, added, change):
    before = score_candidate(of, WEIGHTS)
    after = score_candidate(with_grade(of, added.model_copy(update=change)), WEIGHTS)
    assert [(p.value, p.points, p.terms) for p in after.parts] == [(p.value, p.points, p.terms) for p in before.parts]
    assert after.total == before.total


@few
@given(samples.some_inputs, samples.weight_sets())
def test_figures_stay_in_their_ranges(of, weights):
    score = score_candidate(of, weights)
    assert -1 <= score.total <= 1
    lowest = {PartName.LITERATURE: -1, PartName.TRIALS: -1, PartName.SAFETY: -1}
    highest = {PartName.SAFETY: 0}
    assert [p.name for p in score.parts] == list(PartName)
    for scored_part in score.parts:
        assert lowest.get(scored_part.name, 0) <= scored_part.value <= highest.get(scored_part.name, 1)
        assert abs(scored_part.points) <= scored_part.weight
        assert all(0 <= term.value <= 1 and term.sign in (-1, 1) for term in scored_part.terms)


@few
@given(samples.some_inputs, samples.weight_sets())
def test_a_reader_can_repeat_the_arithmetic_from_the_stored_figures(of, weights):
    score = score_candidate(of, weights)
    assert score.total == figure(math.fsum(scored_part.points for scored_part in score.parts))
    for scored_part in score.parts:
        assert scored_part.points == figure(scored_part.value * scored_part.weight)
        for term in scored_part.terms:
            assert term.value == figure(math.prod(factor.value for factor in term.factors))
    for name in (PartName.LITERATURE, PartName.TRIALS, PartName.SAFETY):
        terms = part(score, name).terms
        sides = [saturated(t.value for t in terms if t.sign == sign) for sign in (1, -1)]
        assert part(score, name).value == figure(sides[0] - sides[1])
    made = of.candidate.score
    joined = figure(saturated(term.value for term in part(score, PartName.CLASS_PATH).terms))
    assert part(score, PartName.CLASS_PATH).value == joined
    added = figure(min(1.0, sum(term.value for term in part(score, PartName.TARGET_PATH).terms)))
    assert part(score, PartName.TARGET_PATH).value == figure(added * figure(made.direction_factor))
    assert part(score, PartName.TARGET_PATH).value == pytest.approx(made.target_path * made.direction_factor, abs=5e-4)
    assert part(score, PartName.CLASS_PATH).value == pytest.approx(made.class_path, abs=1e-3)
    assert part(score, PartName.USE_PATH).value == figure(made.use_path)


@few
@given(samples.some_inputs, samples.weight_sets())
def test_the_figures_in_the_formula_are_those_of_the_part(of, weights):
    for scored_part in score_candidate(of, weights).parts:
        assert f"{abs(scored_part.value):.4f}" in scored_part.formula or not scored_part.terms


@settings(max_examples=12)
@given(st.lists(samples.some_inputs, min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_everything_changes_no_byte(several, shuffled):
    several = [
        inputs.model_copy(update={"candidate": samples.candidate(f"MONDO_{n}", rank=n + 1, targets=(0.1 * n,))})
        for n, inputs in enumerate(several)
    ]
    mixed = [inputs.model_copy(update={name: _shuffled(getattr(inputs, name), shuffled) for name in _LISTS})
             for inputs in several]  # fmt: skip
    shuffled.shuffle(mixed)
    scores = [assessed.score.model_dump_json() for assessed in assess_all(several, WEIGHTS)]
    assert [assessed.score.model_dump_json() for assessed in assess_all(mixed, WEIGHTS)] == scores
    again = [CandidateInputs.model_validate_json(inputs.model_dump_json()) for inputs in several]
    assert [a.model_dump_json() for a in assess_all(again, WEIGHTS)] == [
        a.model_dump_json() for a in assess_all(several, WEIGHTS)
    ]


_LISTS = ("grades", "trials", "readings", "harms")


def _shuffled(items, shuffled):
    items = list(items)
    shuffled.shuffle(items)
    return tuple(items)


@few
@given(samples.some_inputs)
def test_a_negative_phase_3_lowers_score_and_rank(of):
    assume(part(score_candidate(of, WEIGHTS), PartName.TRIALS).value > -0.95)  # else nothing is left to lose
    with_, without = _twins(of, samples.reading("NCT09999999", TrialOutcome.NOT_MET))
    ranked = assess_all([with_, without], WEIGHTS)
    assert ranked[0].score.total > ranked[1].score.total
    assert ranked[0].disease_id == without.candidate.disease.id


@few
@given(
    samples.some_inputs,
    st.sampled_from([StopReason.BUSINESS, StopReason.ENROLMENT, StopReason.NOT_CLASSIFIED, StopReason.NOT_STATED]),
    st.sampled_from(TrialOutcome),
)
def test_a_trial_stopped_for_business_or_enrolment_changes_nothing(of, reason, outcome):
    with_, without = _twins(of, samples.reading("NCT09999999", outcome, stop=reason))
    scores = [score_candidate(inputs, WEIGHTS) for inputs in (with_, without)]
    assert [(p.value, p.terms) for p in scores[0].parts] == [(p.value, p.terms) for p in scores[1].parts]


def _twins(of: CandidateInputs, reading):
    """The same evidence twice, once with one more trial; the one with it had the better rank before."""
    trial = samples.match(reading.nct_id)
    with_ = of.model_copy(
        update={
            "grades": (*of.grades, samples.graded(trial)),
            "candidate": of.candidate.model_copy(update={"rank": 1, "listed": CandidateList.TRIED}),
            "trials": (*of.trials, trial),
            "readings": (*of.readings, reading),
        }
    )
    disease = of.candidate.disease.model_copy(update={"id": "MONDO_2"})
    second = {"rank": 2, "disease": disease, "listed": CandidateList.TRIED}
    return with_, of.model_copy(update={"candidate": of.candidate.model_copy(update=second)})


def test_a_new_disease_without_paper_trial_or_target_stands_behind_the_others() -> None:
    animals = samples.DIRECT.model_copy(update={"population": Population.ANIMAL})
    elsewhere = samples.DIRECT.model_copy(update={"drug": DrugMatch.MENTIONED})
    ideas = [
        samples.inputs(samples.candidate("MONDO_1", 1, (), (0.9,))),
        samples.inputs(samples.candidate("MONDO_2", 2, (), (0.9,)), grades=(samples.grade("1", directness=elsewhere),)),
    ]
    known = [
        samples.inputs(samples.candidate("MONDO_3", 3, (), (0.1,)), grades=(samples.grade("2", directness=animals),)),
        samples.inputs(samples.candidate("MONDO_4", 4, (0.1,), ())),
    ]
    assessed = {a.disease_id: a for a in assess_all([*ideas, *known], WEIGHTS)}
    assert {i for i, a in assessed.items() if a.without_evidence} == {"MONDO_1", "MONDO_2"}
    assert {assessed[i].rank for i in ("MONDO_1", "MONDO_2")} == {3, 4}
