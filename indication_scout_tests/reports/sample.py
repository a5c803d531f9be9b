"""A rich report in which every case is found that a page must be able to show, and its variations.

The report is recorded: ``sildenafil.json`` is a report document as the product writes it, without values that are the
defaults. Its texts are ours, and its record numbers (PMIDs 99xxxxxx, NCT99xxxxxx) belong to no real record. Sildenafil
has four candidates, each another case:

- idiopathic pulmonary fibrosis: both paths, statements of each polarity, a retracted article, trials in several phases,
  grades of each kind, harm, guidelines;
- preeclampsia: one path (target), no trial, a registry that failed, a name that could not be resolved; the assessment
  puts it last, for the drug does harm there;
- Raynaud disease: one path (class), approved only in combination, a trial but no article, pages of the open web;
- high altitude pulmonary oedema: nothing found, and a name with markup in it.

To change it, change the document, or make a variation here; then have it read and written in today's form by

    python -m indication_scout_tests.reports.sample

What belongs here: whole reports. Their parts, for single tests, are in ``sample_parts``.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from indication_scout_assets.domain.drugs import ClinicalStage, DrugProfile, DrugTarget, DrugWarning
from indication_scout_assets.domain.findings.assessment import Assessment, CandidateStage, EvidenceScore
from indication_scout_assets.domain.findings.report import CandidateEvidence, EvidenceReport, RunFacts
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.domain.outcomes import SourceOutcome, SourceState
from indication_scout_assets.rules.assessment.direction import direction_of, missed_endpoints, studies_of_pair
from indication_scout_assets.rules.assessment.strength import (
    BodyFacts,
    strength_of,
    strength_of_harm,
    unreported_trials,
)

RECORDED = Path(__file__).with_name("sildenafil.json")


def document(report: EvidenceReport) -> str:
    """A report as it is recorded: JSON, without values that are the defaults."""
    return json.dumps(report.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False, indent=1) + "\n"


_REPORT = EvidenceReport.model_validate_json(RECORDED.read_bytes())
WHEN = _REPORT.run.built_at
ARTICLES = _REPORT.articles
TRIALS = {match.trial.nct_id: match.trial for part in _REPORT.candidates for match in part.trials}
LABELS = _REPORT.labels
GRADES = next(part.assessment.grades for part in _REPORT.candidates if part.assessment)
"""Of the first candidate."""
PREPRINT = "doi:10.99999/preprint.<1>"
CENTRAL = "PMC99000009"
OLDER_REVIEW = "99000070"


def _run(*, demonstration: bool, as_of: date | None) -> RunFacts:
    workspace = "demo" if demonstration else "live"
    return _REPORT.run.model_copy(update={"workspace": workspace, "demonstration": demonstration, "as_of": as_of})


def assessed_report(*, demonstration: bool = True, as_of: date | None = None) -> EvidenceReport:
    """The recorded report; without ``demonstration`` its articles are as real ones, its trials are not."""
    articles = {key: article.model_copy(update={"demonstration": demonstration}) for key, article in ARTICLES.items()}
    return _REPORT.model_copy(update={"articles": articles, "run": _run(demonstration=demonstration, as_of=as_of)})


def sample_report(*, demonstration: bool = True, as_of: date | None = None) -> EvidenceReport:
    """The same without anything that was graded or harms: the candidates stand by their first rank."""
    report = assessed_report(demonstration=demonstration, as_of=as_of)
    return report.model_copy(update={"candidates": tuple(map(_ungraded, report.candidates))})


def judged(part: CandidateEvidence) -> CandidateEvidence:
    """The candidate with direction and strength as the rules decide them by its grades and trials."""
    assert part.assessment
    evidence = (part.assessment.grades, part.trials, part.assessment.trials)
    studies, facts = studies_of_pair(*evidence), BodyFacts(part.effects, unreported_trials(*evidence))
    update = {
        "direction": direction_of(studies),
        "strength": strength_of(studies, facts),
        "harm_strength": strength_of_harm(studies, facts),
        "missed_endpoints": missed_endpoints(*evidence),
    }
    return part.model_copy(update={"assessment": part.assessment.model_copy(update=update)})


def _ungraded(part: CandidateEvidence) -> CandidateEvidence:
    candidate, rank = part.candidate, part.candidate.rank or 0
    assessment = Assessment(
        disease_id=candidate.disease.id,
        rank=rank,
        listed=candidate.listed,
        direction=Polarity.NEUTRAL,
        stage=CandidateStage(stage=candidate.own_stage or ClinicalStage.UNKNOWN, reason=""),
        score=EvidenceScore(parts=(), total=candidate.score.total, best_rank=rank, worst_rank=rank),
    )
    return part.model_copy(update={"assessment": assessment})


def withdrawn_report() -> EvidenceReport:
    """Rofecoxib: withdrawn, with a boxed warning, and no candidate left."""
    warnings = (
        DrugWarning(
            kind="Withdrawn",
            toxicity_class="cardiotoxicity",
            description="Myocardial infarction and stroke",
            country="Worldwide",
            year=2004,
            url="https://example.org/withdrawal",
        ),
        DrugWarning(kind="Black Box Warning", toxicity_class="cardiotoxicity", url="javascript:alert('no')"),
    )
    drug = DrugProfile(
        slug="rofecoxib",
        query="rofecoxib",
        chembl_id="CHEMBL122",
        name="ROFECOXIB",
        drug_type="Small molecule",
        maximum_stage=ClinicalStage.WITHDRAWAL,
        warnings=warnings,
        data_version="Open Targets 26.06",
        targets=(DrugTarget(ensembl_id="ENSG00000073756", symbol="PTGS2", action_type="INHIBITOR"),),
    )
    outcomes = (
        SourceOutcome(
            source="openFDA labels",
            question="labels of the drug",
            state=SourceState.FAILED,
            reason="openFDA did not answer after 6 attempts (HTTP 500); try again later.",
        ),
        SourceOutcome(source="FAERS", question="reports", state=SourceState.EMPTY, reason="No report names the drug."),
    )
    return EvidenceReport(
        drug=drug,
        candidates=(),
        set_aside=(),
        articles={},
        outcomes=outcomes,
        run=_run(demonstration=False, as_of=None),
    )


if __name__ == "__main__":
    _candidates = tuple(judged(part) if part.assessment else part for part in _REPORT.candidates)
    RECORDED.write_text(document(_REPORT.model_copy(update={"candidates": _candidates})), encoding="utf-8")
