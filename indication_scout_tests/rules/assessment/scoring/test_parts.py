"""The parts of the score on cases a scientist would check by hand."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.candidates import CandidateList
from indication_scout_assets.domain.findings.assessment import (
    DiseaseMatch,
    DrugMatch,
    Harm,
    HarmKind,
    Level,
    MisuseKind,
    PartName,
    RiskSignal,
    TrialMisuse,
    TrialOutcome,
)
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.findings.study_designs import StudyDesign
from indication_scout_assets.domain.records.trials import DrugRole, StopReason
from indication_scout_assets.rules.assessment.scoring.candidate_score import (
    class_path_part,
    safety_part,
    score_candidate,
    target_path_part,
)
from indication_scout_assets.rules.assessment.scoring.literature_part import literature_part
from indication_scout_assets.rules.assessment.scoring.sensitivity import assess_all
from indication_scout_assets.rules.assessment.scoring.trials_part import studies_of, trials_part

from .samples import DIRECT, WEIGHTS, candidate, grade, graded, inputs, match, reading

NCT = "NCT00000001"


def trials(*pairs, grades=()):
    own = [graded(m) for m, _ in pairs if m.trial.nct_id not in {grade.evidence_id for grade in grades}]
    return trials_part([m for m, _ in pairs], [r for _, r in pairs], [*grades, *own], WEIGHTS)


# ------------------------------------------------------------------------------------------------ literature
def test_a_randomised_trial_of_a_hundred_people():
    part = literature_part([grade()], WEIGHTS)
    factors = {factor.name: factor.value for factor in part.terms[0].factors}
    assert factors == {
        "level 2": 0.6, "drug: this drug": 1, "disease: this disease": 1, "population: human": 1,
        "100 participants": 0.7676,
    }  # fmt: skip
    assert part.value == 0.4606
    assert part.points == pytest.approx(0.35 * 0.4606, abs=1e-4)
    assert part.formula == "For 1 − (1 − 0.4606) = 0.4606; against 0; 0.4606 − 0.0000 = 0.4606."


@pytest.mark.parametrize("polarity", [Polarity.MIXED, Polarity.NEUTRAL])
def test_mixed_and_neutral_articles_take_no_side_and_are_told_of(polarity):
    part = literature_part([grade(polarity=polarity)], WEIGHTS)
    assert (part.value, part.terms) == (0, ())
    assert "1 article is counted in neither direction" in part.formula


def test_articles_of_the_class_weigh_a_third_and_those_that_name_neither_nothing():
    class_ = DIRECT.model_copy(update={"drug": DrugMatch.CLASS})
    part = literature_part([grade(directness=class_)], WEIGHTS)
    assert part.value == pytest.approx(0.35 * 0.4606, abs=1e-4)
    nothing = DIRECT.model_copy(update={"drug": DrugMatch.NOT_NAMED})
    assert literature_part([grade(directness=nothing)], WEIGHTS).terms == ()


def test_articles_on_a_broader_disease_alone_add_nothing_however_strong():
    broader = DIRECT.model_copy(update={"disease": DiseaseMatch.BROADER})
    some = [grade(str(n), level=Level.SYNTHESIS_OF_TRIALS, directness=broader, participants=9_000) for n in range(9)]
    assert literature_part(some, WEIGHTS).value == 0
    assert literature_part([*some, grade("x")], WEIGHTS).value == literature_part([grade("x")], WEIGHTS).value


def test_studies_are_counted_where_they_name_drug_and_disease():
    def named(n, **change):
        return grade(n, directness=DIRECT.model_copy(update=change))

    counted = [
        grade("1"), named("2", drug=DrugMatch.COMBINATION), named("3", disease=DiseaseMatch.NARROWER),
        named("4", drug=DrugMatch.COMPARATOR),
    ]  # fmt: skip
    others = [
        named("5", drug=DrugMatch.CLASS), named("6", drug=DrugMatch.NOT_NAMED), named("7", disease=DiseaseMatch.NEAR),
        named("8", disease=DiseaseMatch.BROADER), named("9", disease=DiseaseMatch.NOT_NAMED),
        grade("10", level=None), grade("11", counts=False), grade("12", deferred="A person must decide."),
        grade("13", risks=(RiskSignal.RETRACTED,)),
    ]  # fmt: skip
    (assessed,) = assess_all([inputs(grades=(*others, *counted))], WEIGHTS)
    assert assessed.counted == tuple(counted)


def test_a_study_made_for_an_approved_use_weighs_four_tenths():
    part = literature_part([grade(approved_use="gout", approved_use_alone=True)], WEIGHTS)
    assert part.value == pytest.approx(0.4 * 0.4606, abs=1e-4)
    assert part.terms[0].factors[-1].name == "of an approved use, gout"
    assert literature_part([grade(approved_use="gout")], WEIGHTS).value == 0.4606


# ------------------------------------------------------------------------------------------------ trials
def test_a_stop_for_futility_counts_against_without_a_result():
    part = trials((match(enrollment=12), reading(stop=StopReason.EFFICACY)))
    assert part.value == -WEIGHTS.phase_3


@pytest.mark.parametrize("outcome", TrialOutcome)
def test_a_stop_that_nobody_has_read_takes_no_side(outcome):
    assert trials((match(), reading(outcome=outcome, stop=StopReason.NOT_CLASSIFIED))).terms == ()


def test_a_trial_stopped_because_it_had_succeeded_counts_by_its_outcome():
    assert trials((match(), reading(outcome=TrialOutcome.MET, stop=StopReason.OBJECTIVE_MET))).value > 0
    assert trials((match(), reading(stop=StopReason.OBJECTIVE_MET))).terms == ()


@pytest.mark.parametrize("outcome", [TrialOutcome.NOT_KNOWN, TrialOutcome.POSTED, TrialOutcome.MIXED])
def test_activity_without_a_result_counts_neither_way(outcome):
    part = trials((match(), reading(outcome=outcome)))
    assert (part.value, part.terms) == (0, ())
    assert "1 trial has no direction" in part.formula


def test_a_trial_of_something_else_takes_no_side():
    other = TrialMisuse(kind=MisuseKind.INTERVENTION, sentence="All arms get the drug.")
    assert trials((match(), reading(outcome=TrialOutcome.MET, misuse=(other,)))).terms == ()
    assert trials((match(drug=DrugRole.MENTIONED), reading(outcome=TrialOutcome.MET))).terms == ()


def test_a_missing_comparison_is_counted_once():
    alone = TrialMisuse(kind=MisuseKind.COMPARATOR, sentence="The trial has one arm.")
    warned = trials((match(allocation="NA"), reading(outcome=TrialOutcome.MET, misuse=(alone,))))
    unwarned = trials((match(allocation="NA"), reading(outcome=TrialOutcome.MET)))
    randomized = trials((match(), reading(outcome=TrialOutcome.MET)))
    assert warned.value == unwarned.value == pytest.approx(randomized.value / 2, abs=1e-4)


def test_planned_numbers_are_no_participants():
    planned = trials((match(enrollment=5000, enrollment_type="ESTIMATED"), reading(outcome=TrialOutcome.MET)))
    assert "participants not stated, taken as 20" in [factor.name for factor in planned.terms[0].factors]


def test_the_outcome_falls_with_the_paper_it_was_read_from():
    by_paper = (match(), reading(outcome=TrialOutcome.MET, outcome_source="55"))
    paper = grade("55", study=NCT)
    assert trials(by_paper, grades=[paper]).terms
    assert trials(by_paper, grades=[paper.model_copy(update={"risks": (RiskSignal.RETRACTED,)})]).terms == ()
    assert trials(by_paper, grades=[paper.model_copy(update={"deferred": "They disagree."})]).terms == ()


def test_a_trials_grade_gives_its_directness_and_defers_it():
    class_ = DIRECT.model_copy(update={"drug": DrugMatch.CLASS})
    of_trial = grade(NCT, evidence_kind="trial", study=NCT, directness=class_)
    met = (match(), reading(outcome=TrialOutcome.MET))
    assert trials(met, grades=[of_trial]).value == pytest.approx(0.35 * trials(met).value, abs=1e-4)
    assert trials(met, grades=[of_trial.model_copy(update={"deferred": "They disagree."})]).terms == ()


# ------------------------------------------------------------------------------------------------ one study, one part
def test_a_trial_with_an_outcome_keeps_its_papers_out_of_the_literature():
    paper, other = grade("55", study=NCT), grade("56")
    score = score_candidate(
        inputs(grades=(paper, other), trials=(match(),), readings=(reading(outcome=TrialOutcome.NOT_MET),)), WEIGHTS
    )
    literature, registered = score.parts[3], score.parts[4]
    assert [term.evidence_id for term in literature.terms] == ["56"]
    assert "1 article is counted in the trials part" in literature.formula
    assert studies_of(registered) == {NCT}


def test_a_trial_that_takes_no_side_leaves_its_paper_to_the_literature():
    score = score_candidate(inputs(grades=(grade("55", study=NCT),), trials=(match(),), readings=(reading(),)), WEIGHTS)
    assert [term.evidence_id for term in score.parts[3].terms] == ["55"]
    assert score.parts[4].terms == ()


# ------------------------------------------------------------------------------------------------ paths and safety
def test_a_candidate_no_path_found_says_so():
    unranked = candidate(targets=(), classmates=())
    assert target_path_part(unranked, WEIGHTS).formula == "No target of the drug is associated with the disease: 0."
    assert class_path_part(unranked, WEIGHTS).value == 0


def test_safety_adds_penalties_up_to_one_and_shows_the_rest():
    findings = [
        Harm(kind=HarmKind.CONTRAINDICATED, sentence="a", about_disease=True, source="openFDA", penalty=0.8),
        Harm(kind=HarmKind.BOXED_WARNING, sentence="b", about_disease=False, source="openFDA", penalty=0.1),
        Harm(kind=HarmKind.ADVERSE_EVENTS, sentence="c", about_disease=True, source="FAERS"),
    ]
    part = safety_part(findings, WEIGHTS)
    assert part.value == -0.82
    assert part.points == -0.205
    assert part.formula.endswith("1 finding is shown and not counted here.")
    assert safety_part([], WEIGHTS).value == 0


# ------------------------------------------------------------------------------------------------ ranks
def test_ranks_follow_the_total_and_ties_the_rank_before():
    failed = inputs(
        candidate("MONDO_1", 1, listed=CandidateList.TRIED),
        trials=(match(),),
        readings=(reading(outcome=TrialOutcome.NOT_MET),),
    )
    plain = [inputs(candidate(f"MONDO_{n}", n, listed=CandidateList.TRIED)) for n in (3, 2)]
    ranked = assess_all([failed, *plain], WEIGHTS)
    assert [assessed.disease_id for assessed in ranked] == ["MONDO_2", "MONDO_3", "MONDO_1"]
    assert [assessed.rank for assessed in ranked] == [1, 2, 3]


def test_effects_show_what_each_weight_decides():
    failed = inputs(
        candidate("MONDO_1", 1, listed=CandidateList.TRIED),
        trials=(match(),),
        readings=(reading(outcome=TrialOutcome.NOT_MET),),
    )
    weak = inputs(candidate("MONDO_2", 2, targets=(0.1,), classmates=(), listed=CandidateList.TRIED))
    first, second = assess_all([failed, weak], WEIGHTS)
    assert (first.disease_id, first.score.best_rank, first.score.worst_rank) == ("MONDO_2", 1, 2)
    effects = {effect.part: effect for effect in second.score.effects}
    assert list(effects) == list(PartName)
    assert effects[PartName.TRIALS].without == 1
    assert effects[PartName.TRIALS].doubled == 2
    assert effects[PartName.SAFETY].without == 2


def _factors_of(part):
    return {factor.name: factor.value for factor in part.terms[0].factors}


def test_a_record_silent_on_randomisation_is_not_called_unrandomised():
    met = reading(outcome=TrialOutcome.MET)
    silent, without = trials((match(allocation=""), met)), trials((match(allocation="NON_RANDOMIZED"), met))
    assert _factors_of(silent)["randomisation not stated"] == 0.75
    assert _factors_of(without)["not randomised"] == 0.5
    assert without.value < silent.value < trials((match(), met)).value


def test_the_paper_tells_what_the_registry_leaves_open_and_is_named():
    silent = match(allocation="", enrollment=None, enrollment_type="")
    met = reading(outcome=TrialOutcome.MET, outcome_source="55")
    factors = _factors_of(trials((silent, met), grades=[grade("55", study=NCT, participants=400)]))
    assert factors["randomised by article 55"] == 1
    assert "400 participants by article 55" in factors
    cohort = grade("55", study=NCT, participants=None, design=StudyDesign.COHORT)
    factors = _factors_of(trials((silent, met), grades=[cohort]))
    assert "randomisation not stated" in factors
    assert "participants not stated, taken as 20" in factors


def test_what_the_registry_says_is_not_overruled_by_the_paper():
    met = reading(outcome=TrialOutcome.MET, outcome_source="55")
    factors = _factors_of(trials((match(allocation="NON_RANDOMIZED"), met), grades=[grade("55", study=NCT)]))
    assert "not randomised" in factors
    assert "400 participants" in factors
