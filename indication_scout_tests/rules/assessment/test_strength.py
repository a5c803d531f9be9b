"""Strength and direction: what holds whatever the evidence is, and each domain by its fact."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indication_scout_assets.domain.findings.assessment import (
    DiseaseMatch,
    DrugMatch,
    EvidenceStrength,
    GradeDomain,
    Level,
    MisuseKind,
    RiskSignal,
    StrengthOfEvidence,
    TrialMisuse,
    TrialOutcome,
)
from indication_scout_assets.domain.findings.effects import Effect, EffectMeasure, TextSpan
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.findings.study_designs import Population, StudyDesign
from indication_scout_assets.domain.records.articles import RetractionStatus
from indication_scout_assets.domain.records.cited_references import CitedReference, RetractedReference, StudyReferences
from indication_scout_assets.domain.records.retractions import RetractionCheck
from indication_scout_assets.domain.records.trials import PostedOutcome, ResultGroup
from indication_scout_assets.rules.assessment.direction import (
    PairStudy,
    direction_of,
    missed_endpoints,
    studies_of_pair,
)
from indication_scout_assets.rules.assessment.scoring.sensitivity import assess_all
from indication_scout_assets.rules.assessment.strength import (
    BodyFacts,
    strength_of,
    strength_of_harm,
    unreported_trials,
    with_cited_retractions,
)

from .scoring.samples import DIRECT, WEIGHTS, grade, inputs, match, reading

FOR, AGAINST, MIXED, HARM, NONE = (
    Polarity.SUPPORTS, Polarity.CONTRADICTS, Polarity.MIXED, Polarity.HARM, Polarity.NEUTRAL,
)  # fmt: skip
HIGH, MODERATE, LOW, VERY_LOW = EvidenceStrength
TRIAL, CONTROLLED, CASES, CELLS = Level.RANDOMIZED_TRIAL, Level.CONTROLLED_STUDY, Level.CASES, Level.MECHANISM
NO_FACTS = BodyFacts()
many = settings(max_examples=50, deadline=None)


def study(key="1", direction=FOR, level=TRIAL, trial=None, missed=False, **more) -> PairStudy:
    given_ = {"participants": 1_000} | more
    return PairStudy(grade(key, direction, level, **given_), direction, trial, missed)


def masked(key="1", masking="DOUBLE", **more):
    return match(f"NCT{key:0>8}", masking=masking, **more)


def effect(number: float, low: float, high: float, measure=EffectMeasure.RISK_RATIO) -> Effect:
    return Effect(sentence=TextSpan(start=0, end=1, text="x"), measure=measure, number=number, low=low, high=high)


def word(*studies: PairStudy, facts: BodyFacts = NO_FACTS) -> EvidenceStrength | None:
    strength = strength_of(studies, facts)
    return strength.word if strength else None


def changes(strength: StrengthOfEvidence | None) -> dict[GradeDomain, int]:
    assert strength
    return {step.domain: step.change for step in strength.steps if step.change}


def height(strength: StrengthOfEvidence | None) -> int:
    assert strength
    return -list(EvidenceStrength).index(strength.word)


# ------------------------------------------------------------------------------------------------ properties
directness = st.builds(
    DIRECT.__class__,
    drug=st.sampled_from([DrugMatch.THIS_DRUG, DrugMatch.COMBINATION, DrugMatch.NOT_TOLD, DrugMatch.COMPARATOR]),
    disease=st.sampled_from([DiseaseMatch.THIS_DISEASE, DiseaseMatch.NARROWER]),
    population=st.sampled_from([Population.HUMAN, Population.UNCLEAR]),
)
trials = st.none() | st.builds(
    masked, masking=st.sampled_from(["", "NONE", "DOUBLE"]), status=st.sampled_from(["COMPLETED", "TERMINATED"])
)
designs = st.sampled_from([StudyDesign.RANDOMIZED_TRIAL, StudyDesign.META_ANALYSIS])
risks = st.lists(st.sampled_from([RiskSignal.TERMINATED, RiskSignal.CONCERN, RiskSignal.PREPRINT]), max_size=2).map(
    tuple
)


def bodies(level=TRIAL, directions=(FOR, AGAINST, MIXED, NONE), least=1):
    """Studies of one design, each with an id of its own; the first has a direction."""
    some = st.builds(
        study,
        direction=st.sampled_from(directions), level=st.just(level), trial=trials, design=designs, risks=risks,
        directness=directness, participants=st.none() | st.integers(0, 900),
    )  # fmt: skip
    return st.lists(some, min_size=least, max_size=6).map(
        lambda studies: [
            replace(
                s,
                grade=s.grade.model_copy(update={"evidence_id": str(n), "study": str(n)}),
                direction=s.direction if n else FOR,
            )
            for n, s in enumerate(studies)
        ]
    )


silent = st.lists(
    st.builds(
        grade,
        evidence_id=st.integers(1, 9).map(lambda n: f"NCT{n:08}"),
        polarity=st.just(NONE), evidence_kind=st.just("trial"), participants=st.none() | st.integers(0, 900),
    ),
    max_size=3,
)  # fmt: skip
facts = st.builds(
    BodyFacts,
    effects=st.dictionaries(
        st.integers(0, 6).map(str),
        st.sampled_from([(effect(0.8, 0.5, 1.2),), (effect(0.4, 0.3, 0.6),), (effect(0.9, 0.8, 1.1),)]),
    ),
    unreported=st.none() | silent.map(tuple),
)


@many
@given(bodies(), facts, st.data())
def test_more_participants_never_lower(body, known, data):
    place = data.draw(st.integers(0, len(body) - 1))
    more = (body[place].grade.participants or 0) + data.draw(st.integers(0, 2_000))
    if body[place].grade.participants is None:
        return
    larger = list(body)
    larger[place] = replace(body[place], grade=body[place].grade.model_copy(update={"participants": more}))
    assert height(strength_of(larger, known)) >= height(strength_of(body, known))


@many
@given(bodies(), facts, st.none() | st.integers(0, 2_000))
def test_one_more_consistent_trial_never_lowers(body, known, participants):
    before = strength_of(body, known)
    directed = [s.direction for s in body if s.direction is not NONE]
    most = max((FOR, AGAINST, MIXED), key=directed.count)
    added = study("new", most, trial=masked("99"), participants=participants, study="new")
    assert height(strength_of([*body, added], known)) >= height(before)


@many
@given(bodies(), facts, st.sampled_from([FOR, AGAINST, HARM]))
def test_a_retracted_article_changes_nothing(body, known, direction):
    of_body = [s.grade.model_copy(update={"polarity": s.direction}) for s in body]
    retracted = grade("new", direction, risks=(RiskSignal.RETRACTED,), participants=5_000)
    before, after = (studies_of_pair(grades, (), ()) for grades in (of_body, [*of_body, retracted]))
    assert strength_of(after, known) == strength_of(before, known)
    assert direction_of(after) is direction_of(before)


def _forget(body: list[PairStudy], place: int, what: str) -> list[PairStudy]:
    """The studies with one fact of one of them not known."""
    of_study, forgotten = body[place], list(body)
    unknown = {
        "participants": of_study.grade.model_copy(update={"participants": None}),
        "risks": of_study.grade.model_copy(update={"risks": ()}),
        "directness": of_study.grade.model_copy(
            update={"directness": of_study.grade.directness.model_copy(update={"drug": DrugMatch.NOT_TOLD})}
        ),
    }
    forgotten[place] = replace(of_study, trial=None) if what == "trial" else replace(of_study, grade=unknown[what])
    return forgotten


@many
@given(bodies(), facts, st.data())
def test_a_fact_that_is_not_known_never_lowers(body, known, data):
    place = data.draw(st.integers(0, len(body) - 1))
    before = strength_of(body, known)
    for what in ("participants", "risks", "directness", "trial"):
        assert height(strength_of(_forget(body, place, what), known)) >= height(before), what
    effects = {key: of_article for key, of_article in known.effects.items() if key != str(place)}
    assert height(strength_of(body, replace(known, effects=effects))) >= height(before)
    assert height(strength_of(body, replace(known, unreported=None))) >= height(before)


@many
@given(bodies(), facts, st.randoms(use_true_random=False))
def test_the_order_of_the_studies_does_not_matter(body, known, random):
    shuffled = random.sample(body, len(body))
    assert strength_of(shuffled, known) == strength_of(body, known)
    assert direction_of(shuffled) is direction_of(body)


@many
@given(bodies(CONTROLLED, (FOR, AGAINST, NONE)), facts)
def test_without_randomisation_nothing_is_above_low_but_for_a_large_effect(body, known):
    strength = strength_of(body, known)
    assert strength
    if GradeDomain.LARGE_EFFECT not in changes(strength):
        assert strength.word in (LOW, VERY_LOW)


@many
@given(bodies(), facts)
def test_the_word_is_the_start_and_its_steps(body, known):
    strength = strength_of(body, known)
    assert strength
    words = list(EvidenceStrength)
    place = words.index(strength.start) - sum(step.change for step in strength.steps)
    assert strength.word is words[min(max(place, 0), 3)]
    assert all(step.known or not step.change for step in strength.steps)
    assert all(step.fact.endswith(".") for step in strength.steps)


# ------------------------------------------------------------------------------------------------ domains
@many
@given(bodies(), facts, st.data())
def test_citing_retracted_work_is_a_concern_that_changes_nothing_else(body, known, data):
    (before,) = assess_all([inputs(grades=[each.grade for each in body])], WEIGHTS)
    before = before.model_copy(update={"strength": strength_of(body, known)})
    assert before.strength
    citing = data.draw(st.sets(st.sampled_from([each.grade.evidence_id for each in body])))
    included = data.draw(st.sampled_from(["", "cited in a table of the review"]))
    check = RetractionCheck(
        article_id="9", status=RetractionStatus.RETRACTED, checked_at=datetime(2026, 1, 1, tzinfo=UTC)
    )
    gone = RetractedReference(
        reference=CitedReference(pmid="9"), check=check, listed_by=("Crossref",), included=included
    )
    after = with_cited_retractions(
        before, {key: StudyReferences(article_id=key, references=1, retracted=(gone,)) for key in citing}
    )
    assert after.strength
    new = [step for step in after.strength.steps if step not in before.strength.steps]
    of_body = tuple(key for key in before.strength.studies if key in citing)
    assert [(step.change, step.evidence_ids) for step in new] == ([(0, of_body)] if of_body else [])
    assert after.strength.model_copy(update={"steps": before.strength.steps}) == before.strength
    assert after.strength.at_most == before.strength.at_most
    assert after.model_copy(update={"strength": None, "harm_strength": None}) == before.model_copy(
        update={"strength": None, "harm_strength": None}
    )


def test_none_where_no_study_has_a_direction():
    assert word(study(direction=NONE)) is None
    assert strength_of_harm([study(), study("2", AGAINST)], NO_FACTS) is None


@pytest.mark.parametrize(
    ("level", "start"), [(Level.SYNTHESIS_OF_TRIALS, HIGH), (TRIAL, HIGH), (CONTROLLED, LOW), (CELLS, VERY_LOW)]
)
def test_the_design_is_where_it_starts(level, start):
    assert word(study(level=level)) is start


def test_cells_alone_are_no_evidence_in_people():
    cells = DIRECT.model_copy(update={"population": Population.IN_VITRO})
    strength = strength_of([study(level=CELLS, directness=cells)], NO_FACTS)
    assert strength
    assert not strength.in_people
    assert strength.word is VERY_LOW
    comment = strength_of([study(level=CELLS)], NO_FACTS)
    assert comment
    assert comment.in_people


@pytest.mark.parametrize(
    ("participants", "expected"), [(None, HIGH), (119, LOW), (120, MODERATE), (399, MODERATE), (400, HIGH)]
)
def test_participants(participants, expected):
    assert word(study(participants=participants)) is expected


@pytest.mark.parametrize(
    ("body", "known", "at_most"),
    [
        ([study(), study("2")], BodyFacts(unreported=()), False),
        ([study(), study("2")], NO_FACTS, True),
        ([study()], BodyFacts(unreported=()), True),
        ([study(participants=90), study("2", participants=None)], BodyFacts(unreported=()), True),
        ([study(level=CELLS)], NO_FACTS, False),
    ],
    ids=["all known", "no registered trial", "single study", "participants", "very low"],
)
def test_the_word_is_an_upper_bound_where_nothing_is_known_of_a_domain(body, known, at_most):
    strength = strength_of(body, known)
    assert strength
    assert strength.at_most == at_most


def test_a_review_and_its_trials_are_not_added_up():
    review = study("2", level=Level.SYNTHESIS_OF_TRIALS, design=StudyDesign.META_ANALYSIS, participants=300)
    assert word(study(participants=300), review) is MODERATE
    assert word(study(participants=300), study("2", participants=300)) is HIGH


def test_a_review_of_several_drugs_is_indirect_and_brings_no_participants():
    several = DIRECT.model_copy(update={"drug": DrugMatch.AMONG_SEVERAL})
    review = study("2", level=Level.SYNTHESIS_OF_TRIALS, design=StudyDesign.META_ANALYSIS, directness=several)
    own = study("1", participants=130)
    lowered = changes(strength_of((own, review), NO_FACTS))
    assert (lowered[GradeDomain.INDIRECTNESS], lowered[GradeDomain.IMPRECISION]) == (-1, -1)
    third = study("3", participants=300)
    assert GradeDomain.INDIRECTNESS not in changes(strength_of((own, third, review), NO_FACTS)), "less than half"


def test_events_of_posted_results():
    groups = (ResultGroup(id="1", value="20"), ResultGroup(id="2", value="31"))
    posted = PostedOutcome(title="Death", measure="COUNT_OF_PARTICIPANTS", groups=groups)
    assert word(study(trial=match(results=(posted,)))) is MODERATE
    assert word(study(trial=match(results=(posted.model_copy(update={"measure": "MEAN"}),)))) is HIGH


@pytest.mark.parametrize(
    ("of_ratio", "expected"), [((0.9, 0.7, 1.2), MODERATE), ((0.95, 0.8, 1.1), HIGH), ((0.7, 0.5, 0.9), HIGH)]
)
def test_an_interval_with_no_effect_and_an_appreciable_one(of_ratio, expected):
    assert word(study(), facts=BodyFacts(effects={"1": (effect(*of_ratio),)})) is expected


@pytest.mark.parametrize(
    ("opposed", "expected"), [(0, HIGH), (1, MODERATE), (2, LOW)], ids=["none", "one in four", "two in five"]
)
def test_directions_that_disagree(opposed, expected):
    body = [study(str(n)) for n in range(3)] + [study(f"9{n}", AGAINST) for n in range(opposed)]
    assert word(*body) is expected


@pytest.mark.parametrize(
    "fault",
    [
        {"risks": (RiskSignal.CONCERN,)}, {"risks": (RiskSignal.PREPRINT,)}, {"trial": masked(masking="NONE")},
        {"trial": masked(status="TERMINATED")}, {"trial": masked(allocation="NON_RANDOMIZED")},
        {"directness": DIRECT.model_copy(update={"drug": DrugMatch.COMBINATION})},
        {"directness": DIRECT.model_copy(update={"disease": DiseaseMatch.NARROWER})}, {"approved_use_alone": True},
    ],
)  # fmt: skip
def test_a_fault_lowers_where_half_of_the_studies_have_it(fault):
    assert word(study(**fault)) is MODERATE
    assert word(study(**fault), study("2")) is MODERATE
    assert word(study(**fault), study("2"), study("3")) is HIGH


def test_cases_without_a_control_group_are_very_low():
    assert word(study(level=CASES, design=StudyDesign.CASE_SERIES)) is VERY_LOW
    assert word(study(level=CASES, design=StudyDesign.CASE_CONTROL)) is LOW


def test_unreported_trials_lower_by_their_share_of_participants():
    silent_trial = grade("NCT00000002", NONE, evidence_kind="trial", risks=(RiskSignal.NO_RESULTS,), participants=499)
    matches, readings = [match("NCT00000002")], [reading("NCT00000002")]
    (unreported,) = unreported_trials([silent_trial], matches, readings) or ()
    larger = unreported.model_copy(update={"participants": 500})
    assert word(study(), facts=BodyFacts(unreported=(unreported,))) is HIGH
    assert word(study(), facts=BodyFacts(unreported=(larger,))) is MODERATE
    assert (
        word(study(), facts=BodyFacts(unreported=(larger.model_copy(update={"design": StudyDesign.COHORT}),))) is HIGH
    )
    misused = [reading("NCT00000002", misuse=(TrialMisuse(kind=MisuseKind.POPULATION, sentence="Healthy."),))]
    assert unreported_trials([silent_trial], matches, misused) == ()
    assert unreported_trials([silent_trial], [], readings) is None


@pytest.mark.parametrize(
    ("of_ratio", "expected"),
    [((0.4, 0.3, 0.6), MODERATE), ((6.0, 3.0, 9.0), HIGH), ((0.4, 0.1, 1.1), VERY_LOW), ((0.6, 0.5, 0.7), LOW)],
)
def test_a_large_effect_raises_without_randomisation_alone(of_ratio, expected):
    known = BodyFacts(effects={"1": (effect(*of_ratio),)})
    assert word(study(level=CONTROLLED), facts=known) is expected
    assert word(study(level=CONTROLLED, participants=200), facts=known) is VERY_LOW


def test_a_weaker_design_stands_in_where_its_word_is_higher_and_its_direction_the_same():
    small = study(participants=50, risks=(RiskSignal.CONCERN,))
    assert word(small, study("2", level=CONTROLLED)) is LOW
    assert word(small, study("2", AGAINST, level=CONTROLLED)) is VERY_LOW


def test_harm_has_a_word_of_its_own():
    harm = strength_of_harm([study(direction=HARM), study("2", AGAINST)], NO_FACTS)
    assert harm
    assert (harm.word, harm.direction, harm.studies) == (HIGH, HARM, ("1",))
    contradicted = strength_of_harm([study(direction=HARM), study("2", FOR)], NO_FACTS)
    assert contradicted
    assert contradicted.word is LOW
    assert strength_of_harm([study(direction=HARM, harm_in_passing=True)], NO_FACTS) is None


# ------------------------------------------------------------------------------------------------ direction
@pytest.mark.parametrize(
    ("studies", "direction"),
    [
        ([], NONE), ([(FOR, TRIAL)], FOR), ([(AGAINST, TRIAL)], AGAINST), ([(HARM, CASES)], HARM),
        ([(HARM, CASES), (AGAINST, TRIAL)], AGAINST), ([(FOR, TRIAL), (HARM, CASES)], MIXED),
        ([(MIXED, TRIAL), (FOR, CELLS)], MIXED), ([(MIXED, TRIAL), (FOR, TRIAL)], FOR), ([(NONE, TRIAL)], NONE),
        ([(AGAINST, TRIAL), (FOR, CELLS)], AGAINST), ([(NONE, TRIAL), (FOR, CELLS)], FOR),
    ],
)  # fmt: skip
def test_the_direction_of_studies_together(studies, direction):
    assert direction_of([study(str(n), of, level) for n, (of, level) in enumerate(studies)]) is direction


MISSED = reading(outcome=TrialOutcome.NOT_MET, outcome_source="posted results")
REGISTERED = grade("NCT00000001", AGAINST, evidence_kind="trial", participants=600)


@pytest.mark.parametrize(
    ("others", "direction"),
    [
        ([], AGAINST),
        ([grade("2", FOR, CONTROLLED)], AGAINST),
        ([grade("2", FOR)], MIXED),
        ([grade("2", MIXED)], AGAINST),
        ([grade("2", FOR, study="NCT00000001")], AGAINST),
    ],
    ids=["alone", "observational benefit", "randomised benefit", "randomised mixed", "its own paper tells a benefit"],
)  # fmt: skip
def test_a_missed_phase_3_endpoint_reaches_the_direction_and_the_word(others, direction):
    own_paper = any(other.study == REGISTERED.study for other in others)
    grades = (*others, REGISTERED.model_copy(update={"counts": not own_paper}))
    (assessed,) = assess_all([inputs(grades=grades, trials=(match(),), readings=(MISSED,))], WEIGHTS)
    assert assessed.missed_endpoints == ("NCT00000001",)
    assert assessed.direction is direction
    assert assessed.strength
    assert assessed.strength.direction is direction
    if direction is MIXED:
        assert changes(assessed.strength)[GradeDomain.INCONSISTENCY] < 0
        fact = next(s.fact for s in assessed.strength.steps if s.domain is GradeDomain.INCONSISTENCY)
        assert "missed the primary endpoint" in fact


@pytest.mark.parametrize(
    ("phases", "of_trial", "known_as"),
    [
        (("PHASE2",), {}, REGISTERED),
        (("PHASE3",), {"misuse": (TrialMisuse(kind=MisuseKind.ENDPOINT, sentence="Another."),)}, REGISTERED),
        (("PHASE3",), {"outcome": TrialOutcome.MIXED}, REGISTERED),
        (("PHASE3",), {}, REGISTERED.model_copy(update={"risks": (RiskSignal.RETRACTED,)})),
    ],
    ids=["phase 2", "misused", "met in part", "by a retracted paper"],
)
def test_other_trials_are_no_missed_phase_3_endpoint(phases, of_trial, known_as):
    outcome = MISSED.model_copy(update=of_trial)
    assert missed_endpoints([known_as], [match(phases=phases)], [outcome]) == ()
    assert missed_endpoints([REGISTERED], [match(phases=("PHASE2", "PHASE3"))], [MISSED]) == ("NCT00000001",)


def test_a_missed_single_arm_trial_reaches_the_word_of_the_randomised_ones():
    single = study("NCT00000001", AGAINST, CASES, missed=True)
    strength = strength_of([study("2"), study("3"), single], NO_FACTS)
    assert strength
    assert changes(strength) == {GradeDomain.INCONSISTENCY: -2}
