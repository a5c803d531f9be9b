"""Graded evidence of invented candidates, and random ones: what the tests of the score are fed."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from indication_scout_assets.domain.candidates import (
    ApprovalStatus,
    Candidate,
    CandidateWeights,
    ClassFact,
    MergedDisease,
    TargetDirection,
    TargetFact,
    UseEvidence,
    UseFact,
)
from indication_scout_assets.domain.diseases import Disease
from indication_scout_assets.domain.drugs import ClinicalStage
from indication_scout_assets.domain.findings.assessment import (
    CandidateStage,
    DiseaseMatch,
    DrugMatch,
    EvidenceDirectness,
    Grade,
    Harm,
    HarmKind,
    Level,
    MisuseKind,
    RiskSignal,
    TrialMisuse,
    TrialOutcome,
    TrialReading,
)
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.findings.study_designs import Population, StudyDesign
from indication_scout_assets.domain.records.trials import ConditionMatch, DrugRole, StopReason, Trial, TrialMatch
from indication_scout_assets.rules.assessment.scoring.candidate_score import CandidateInputs
from indication_scout_assets.rules.assessment.scoring.weights import EvidenceWeights
from indication_scout_assets.rules.candidates.formula import score

WEIGHTS = EvidenceWeights()
DIRECT = EvidenceDirectness(
    drug=DrugMatch.THIS_DRUG, disease=DiseaseMatch.THIS_DISEASE, population=Population.HUMAN
)  # fmt: skip


def grade(evidence_id="1", polarity=Polarity.SUPPORTS, level=Level.RANDOMIZED_TRIAL, **more) -> Grade:
    given = {
        "evidence_kind": "article", "study": evidence_id, "design": StudyDesign.RANDOMIZED_TRIAL,
        "level_reason": "PubMed indexes it so.", "directness": DIRECT, "participants": 100,
    } | more  # fmt: skip
    return Grade(evidence_id=evidence_id, polarity=polarity, level=level, **given)


def match(nct_id="NCT00000001", phases=("PHASE3",), drug=DrugRole.EXPERIMENTAL, **more) -> TrialMatch:
    trial = {"title": "A trial", "allocation": "RANDOMIZED", "enrollment": 400, "enrollment_type": "ACTUAL"} | more
    return TrialMatch(
        trial=Trial(nct_id=nct_id, phases=phases, **trial), condition=ConditionMatch.EXACT, matched_condition="It",
        drug=drug,
    )  # fmt: skip


def reading(nct_id="NCT00000001", outcome=TrialOutcome.NOT_KNOWN, **more) -> TrialReading:
    return TrialReading(nct_id=nct_id, outcome=outcome, **more)


def candidate(
    disease_id="MONDO_1", rank=1, targets=(0.6, 0.3), classmates=(0.5, 0.2), uses=(), **more
) -> Candidate:  # fmt: skip
    disease = Disease(id=disease_id, name=f"disease {disease_id}", drug_count=40)
    facts = tuple(
        TargetFact(ensembl_id=f"ENSG{n}", symbol=f"T{n}", score=value, direction=TargetDirection.AGREES,
                   direction_counts={"agrees": 3})
        for n, value in enumerate(targets)
    )  # fmt: skip
    drugs = tuple(
        ClassFact(chembl_id=f"CHEMBL{n}", name=f"drug {n}", stage=ClinicalStage.PHASE_3, shared_targets=("T0",),
                  action_type="INHIBITOR", weight=value)
        for n, value in enumerate(classmates)
    )  # fmt: skip
    alike = UseEvidence(
        strength=-math.fsum(math.log1p(-0.9 * value) for value in uses),
        drugs=len(uses),
        facts=tuple(
            UseFact(chembl_id=f"CHEMBL9{n}", name=f"drug 9{n}", similarity=value, shared=("gout",),
                    stage=ClinicalStage.PHASE_3, weight=0.9 * value)
            for n, value in enumerate(uses)
        ),
    )  # fmt: skip
    merged = MergedDisease(disease=disease, target_facts=facts, class_facts=drugs, use=alike)
    made = score(merged, CandidateWeights(), 3)
    return Candidate(
        disease=disease, rank=rank, score=made, target_facts=facts, class_facts=drugs, use=alike,
        approval=ApprovalStatus.NOT_APPROVED, **more,
    )  # fmt: skip


def graded(registered: TrialMatch) -> Grade:
    """The grade of a trial that says nothing of its own."""
    number = registered.trial.nct_id
    return grade(number, Polarity.NEUTRAL, None, evidence_kind="trial", study=number)


def inputs(of: Candidate | None = None, *, grades=(), trials=(), **evidence) -> CandidateInputs:
    """The inputs of one candidate; a trial without a grade among them gets one."""
    known = {grade.evidence_id for grade in grades}
    own = (graded(match) for match in trials if match.trial.nct_id not in known)
    stage = CandidateStage(stage=ClinicalStage.PHASE_2, reason="A trial of phase 2 is registered.")
    return CandidateInputs(candidate=of or candidate(), stage=stage, grades=(*grades, *own), trials=trials, **evidence)


# ------------------------------------------------------------------------------------------------ random ones
shares = st.floats(0, 1)
_nct_ids = st.sampled_from([f"NCT0000000{n}" for n in range(5)])
directness = st.builds(
    EvidenceDirectness,
    drug=st.sampled_from(DrugMatch), disease=st.sampled_from(DiseaseMatch), population=st.sampled_from(Population),
)  # fmt: skip
grades = st.builds(
    grade,
    evidence_id=st.integers(1, 30).map(str),
    polarity=st.sampled_from(Polarity),
    level=st.none() | st.sampled_from(Level),
    study=_nct_ids | st.integers(1, 30).map(str),
    directness=directness,
    participants=st.none() | st.integers(0, 100_000),
    risks=st.lists(st.sampled_from(RiskSignal), max_size=2, unique=True).map(tuple),
    counts=st.booleans(),
    deferred=st.sampled_from(["", "", "A statement and the facts disagree."]),
)
matches = st.builds(
    match,
    nct_id=_nct_ids,
    phases=st.lists(st.sampled_from(["EARLY_PHASE1", "PHASE1", "PHASE2", "PHASE3", "PHASE4", "NA"]), max_size=2).map(
        tuple
    ),
    drug=st.sampled_from(DrugRole),
    allocation=st.sampled_from(["RANDOMIZED", "NON_RANDOMIZED", ""]),
    enrollment=st.none() | st.integers(0, 50_000),
    enrollment_type=st.sampled_from(["ACTUAL", "ESTIMATED"]),
)
readings = st.builds(
    reading,
    nct_id=_nct_ids,
    outcome=st.sampled_from(TrialOutcome),
    outcome_source=st.just("posted results") | st.integers(1, 30).map(str),
    stop=st.none() | st.sampled_from(StopReason),
    misuse=st.lists(st.sampled_from(MisuseKind), max_size=2, unique=True).map(
        lambda kinds: tuple(TrialMisuse(kind=kind, sentence="It differs.") for kind in kinds)
    ),
)
harms = st.builds(
    Harm,
    kind=st.sampled_from(HarmKind), sentence=st.just("It harms."), about_disease=st.booleans(),
    source=st.sampled_from(["openFDA", "FAERS"]), penalty=shares,
)  # fmt: skip
candidates = st.builds(
    candidate,
    targets=st.lists(shares, max_size=4),
    classmates=st.lists(shares, max_size=8),
    uses=st.lists(shares, max_size=4),
    rank=st.integers(1, 10),
)


def _few(of, size=6, by=None):
    return st.lists(of, max_size=size, unique_by=by).map(tuple)


some_inputs = st.builds(
    inputs,
    of=candidates,
    grades=_few(grades, 12, (lambda grade: grade.study, lambda grade: grade.evidence_id)),
    trials=_few(matches, by=lambda match: match.trial.nct_id),
    readings=_few(readings, by=lambda reading: reading.nct_id),
    harms=_few(harms),
)


@st.composite
def weight_sets(draw) -> EvidenceWeights:
    """Any weights that are allowed."""
    fields = {name: draw(shares) for name, field in EvidenceWeights.model_fields.items() if field.annotation is float}
    for name in ("target_path", "class_path", "use_path", "literature", "trials", "safety"):
        fields[name] = fields[name] / 5
    counts = {name: draw(st.integers(1, 5000)) for name in ("participants_full", "participants_unknown")}
    return EvidenceWeights(**fields, **counts)
