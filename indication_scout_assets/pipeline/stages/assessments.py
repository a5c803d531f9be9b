"""The assessment group: every item of evidence graded, every trial read, every candidate scored; by rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...domain.candidates import Candidate
from ...domain.diseases import NormalizedName
from ...domain.findings.assessment import Assessment, Grade
from ...domain.findings.effects import Effect
from ...domain.findings.readings import RecordReadings
from ...domain.findings.statements import Synthesis
from ...domain.records.trials import TrialMatch
from ...reading.readers import code_fingerprint
from ...rules.assessment.grading.grade import PriorReadings, grade_all
from ...rules.assessment.harms import CandidateFacts, DrugFacts, harms_of
from ...rules.assessment.scoring.candidate_score import CandidateInputs
from ...rules.assessment.scoring.sensitivity import assess_all
from ...rules.assessment.scoring.weights import EvidenceWeights
from ...rules.candidates.uses.approval import indexed_as_approved
from ...rules.trials.development_stage import candidate_stage
from ..candidate_names import pair_names
from ..engine import Stage, Written
from ..resources.workbench import DrugRun
from ..stored_inputs import names_of, pool_articles, ranked_candidates


async def _assessments(run: DrugRun) -> Written:
    """What each candidate's evidence amounts to: grades, readings of trials, stage, harms, score and rank.

    Graded are the top articles and all trials. A study counts once, however many papers it has. Nothing here asks a
    source or a model: the same evidence and weights give the same bytes.
    """
    candidates = ranked_candidates(run)
    names, material = names_of(run, candidates), _DrugEvidence(run)
    pairs = [material.of_pair(candidate, names[candidate.disease.id]) for candidate in candidates]
    inputs = [candidate_inputs(material.drug, pair, material.candidates, material.weights) for pair in pairs]
    assessed = assess_all(inputs, run.settings.evidence_weights)
    return Written(
        write=lambda: run.db.assessments.replace(run.slug, assessed),
        outputs=assessed,
        facts=_facts(assessed, candidates),
    )


class _DrugEvidence:
    """What the store holds on a drug, for all its candidates."""

    def __init__(self, run: DrugRun) -> None:
        db, slug = run.db, run.slug
        self.drug = DrugFacts(
            profile=run.profile,
            names=run.profile.names,
            labels=db.drug_records.labels(slug),
            events=db.drug_records.adverse_events(slug),
        )
        self.weights = run.settings.evidence_weights
        self.articles = pool_articles(run)
        self.ranked = db.evidence.load(slug)
        self.trials = db.trials.load(slug)
        self.registered = {m.trial.nct_id: m.trial for matches in self.trials.values() for m in matches}
        self.checks = db.retraction_checks.by_article(slug)
        self.literature = db.syntheses.load(slug, "literature")
        self.of_trials = db.syntheses.load(slug, "trials")
        self.readings = db.readings.load(slug)
        """By disease and article."""
        self.records = {record.disease_id: record for record in db.record_readings.load(slug)}
        self.candidates = db.candidates.load(slug)
        """Those set aside as well."""

    def of_pair(self, candidate: Candidate, name: NormalizedName) -> GradedPair:
        disease_id = candidate.disease.id
        trials = tuple(self.trials.get(disease_id, ()))
        literature, of_trials = self.literature.get(disease_id), self.of_trials.get(disease_id)
        records = self.records.get(disease_id, RecordReadings(disease_id=disease_id))
        readings = self.readings.get(disease_id, {})
        grades = grade_all(
            [self.articles[r.id] for r in self.ranked.get(disease_id, ()) if r.id in self.articles],
            trials,
            pair_names(self.drug.profile, candidate, name, self.candidates),
            PriorReadings(readings, records, self.checks, literature, self.registered),
        )
        effects = {key: made.of_pair.effects for key, made in readings.items() if made.of_pair.effects}
        syntheses = tuple(s for s in (literature, of_trials) if s is not None)
        return GradedPair(candidate, name, grades, trials, records, effects, syntheses)


class GradedPair(NamedTuple):
    """What one candidate's score is made of."""

    candidate: Candidate
    name: NormalizedName
    grades: tuple[Grade, ...]
    trials: tuple[TrialMatch, ...]
    records: RecordReadings
    effects: Mapping[str, tuple[Effect, ...]]
    """What articles that were read in full measured, by their ids."""
    syntheses: tuple[Synthesis, ...]


def candidate_inputs(
    drug: DrugFacts, pair: GradedPair, known: Sequence[Candidate], weights: EvidenceWeights
) -> CandidateInputs:
    """Everything decided about one candidate before its score; ``known`` are all diseases known of the drug."""
    candidate, name = pair.candidate, pair.name
    own_reports = drug.profile.reports_on({candidate.disease.id, *candidate.merged_ids})
    facts = CandidateFacts(candidate=candidate, disease_names=name.names, grades=pair.grades, syntheses=pair.syntheses)
    return CandidateInputs(
        candidate=candidate,
        stage=candidate_stage(candidate, pair.trials, drug.names, own_reports, disease_names=name.names),
        grades=pair.grades,
        trials=pair.trials,
        readings=pair.records.trials,
        effects=dict(pair.effects),
        recommendations=pair.records.recommendations,
        harms=harms_of(drug, facts, weights),
        on_approved_use=bool(indexed_as_approved(name, known)),
    )


def _facts(assessed: Sequence[Assessment], candidates: Sequence[Candidate]) -> dict[str, int]:
    levels = Counter(int(g.level) for assessment in assessed for g in assessment.counted if g.level)
    before = {candidate.disease.id: candidate.rank for candidate in candidates}
    return {
        "rows": len(assessed),
        "graded": sum(len(assessment.grades) for assessment in assessed),
        "studies_counted": sum(levels.values()),
        **{f"studies_of_level_{level}": levels[level] for level in sorted(levels)},
        "ranks_changed_by_the_evidence": sum(1 for a in assessed if a.rank != before[a.disease_id]),
    }


ASSESSMENTS = Stage(
    name="assessments",
    group="assessment",
    code_version=f"28.{code_fingerprint()}",
    function=_assessments,
    upstream=(
        "drug_profile",
        "candidates",
        "normalized_names",
        "abstracts",
        "clinical_trials",
        "retraction_checks",
        "drug_labels",
        "reranked_top_k",
        "article_readings",
        "literature_syntheses",
        "trial_syntheses",
    ),
    settings=("evidence_weights",),
)
