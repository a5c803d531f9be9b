"""What the demonstration's reports make of their evidence: grades, arithmetic, stages, the case for and against.

What belongs here: what must hold of every assessment in a finished report; what single rules read is tested in
``domain``.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from typing import Any

import lxml.html
import pytest

from indication_scout_assets.demo import DRUGS
from indication_scout_assets.domain.candidates import CandidateList
from indication_scout_assets.domain.drugs import ClinicalStage
from indication_scout_assets.domain.findings.assessment import Assessment, RiskSignal, TrialOutcome
from indication_scout_assets.domain.findings.report import CandidateEvidence, EvidenceReport
from indication_scout_assets.domain.findings.statements import Polarity
from indication_scout_assets.pipeline.engine import Written
from indication_scout_assets.pipeline.resources.workbench import DrugRun
from indication_scout_assets.pipeline.stages.assessments import ASSESSMENTS
from indication_scout_assets.reading.verifier.pair_statements import report_faults
from indication_scout_tests.orchestration.demonstration import Run

pytestmark = pytest.mark.slow


@pytest.fixture
def run(demonstration: Run) -> Run:
    return demonstration


def assessed(report: EvidenceReport) -> list[tuple[CandidateEvidence, Assessment]]:
    pairs = [(candidate, candidate.assessment) for candidate in report.candidates]
    assert all(assessment is not None for _, assessment in pairs)
    return [(candidate, assessment) for candidate, assessment in pairs if assessment]


@pytest.mark.parametrize("drug", DRUGS)
def test_the_arithmetic_adds_up_and_the_ranks_follow(run: Run, drug: str) -> None:
    pairs = assessed(run.reports[drug])
    assert pairs
    for _, assessment in pairs:
        score = assessment.score
        assert score.total == pytest.approx(math.fsum(part.points for part in score.parts), abs=1e-9)
        for part in score.parts:
            assert part.points == pytest.approx(part.value * part.weight, abs=5e-5)
            for term in part.terms:
                assert term.value == pytest.approx(math.prod(factor.value for factor in term.factors), abs=5e-5)
        assert score.best_rank <= assessment.rank <= score.worst_rank
    for listed in CandidateList:
        of_list = sorted((a for _, a in pairs if a.listed is listed), key=lambda assessment: assessment.rank)
        behind = {
            c.candidate.disease.id
            for c, _ in pairs
            if any("ranked below the others" in caution for caution in c.cautions)
        }
        assert [assessment.rank for assessment in of_list] == list(range(1, len(of_list) + 1))
        order = [(assessment.disease_id in behind, -assessment.score.total) for assessment in of_list]
        assert order == sorted(order)


@pytest.mark.parametrize("drug", DRUGS)
def test_one_study_counts_once_and_what_does_not_count_says_why(run: Run, drug: str) -> None:
    pairs = assessed(run.reports[drug])
    assert any(assessment.grades for _, assessment in pairs)
    for _, assessment in pairs:
        counts = Counter(grade.study for grade in assessment.grades if grade.counts)
        assert set(counts.values()) <= {1}
        for grade in assessment.grades:
            assert grade.counts is not bool(grade.not_counted)
            assert not (grade.counts and RiskSignal.RETRACTED in grade.risks)


@pytest.mark.parametrize("drug", DRUGS)
def test_what_counts_for_a_candidate_in_its_literature_is_also_shown_for_it(run: Run, drug: str) -> None:
    """No article adds to the score while its own quoted words say the opposite; a quote without a side may stand."""
    compared = 0
    for candidate, assessment in assessed(run.reports[drug]):
        polarities_of: dict[str, set[Polarity]] = {}
        for statement in candidate.literature.statements if candidate.literature else ():
            for citation in statement.citations:
                polarities_of.setdefault(citation.evidence_id, set()).add(statement.polarity)
        for grade in assessment.grades:
            if (
                grade.evidence_kind == "article"
                and grade.polarity is Polarity.SUPPORTS
                and grade.evidence_id in polarities_of
            ):
                opposite = {Polarity.CONTRADICTS, Polarity.HARM}
                assert polarities_of[grade.evidence_id].isdisjoint(opposite), grade
                compared += 1
    assert compared


def test_failed_and_stopped_trials_count_against(run: Run) -> None:
    outcomes: Counter[TrialOutcome] = Counter()
    for report in run.reports.values():
        for candidate, assessment in assessed(report):
            part = next(part for part in assessment.score.parts if part.name == "trials")
            signs = {term.evidence_id: term.sign for term in part.terms}
            for reading in assessment.trials:
                outcomes[reading.outcome] += 1
                if reading.outcome is TrialOutcome.NOT_MET and reading.nct_id in signs:
                    assert signs[reading.nct_id] == -1, (candidate.candidate.disease.name, reading)
    assert outcomes[TrialOutcome.NOT_MET] >= 2
    assert outcomes[TrialOutcome.MET] >= 1


def test_no_stage_is_below_what_the_trials_set(run: Run) -> None:
    of_own_stage = 0
    for report in run.reports.values():
        for candidate, assessment in assessed(report):
            own = candidate.candidate.own_stage
            if own and own.rank < ClinicalStage.APPROVAL.rank:
                assert assessment.stage.stage.rank >= own.rank
                of_own_stage += 1
            assert assessment.stage.reason
    assert of_own_stage


def test_harm_never_stands_under_the_case_for(run: Run) -> None:
    harms = 0
    for drug, report in run.reports.items():
        page: Any = lxml.html.fromstring(run.file(drug, "html").read_text("utf-8"))
        texts = {
            statement.text
            for candidate in report.candidates
            for synthesis in (candidate.literature, candidate.trial_synthesis)
            if synthesis
            for statement in synthesis.statements
            if statement.polarity in (Polarity.HARM, Polarity.CONTRADICTS)
        }
        harms += len(texts)
        sides = page.xpath("//h3[contains(., 'The case for')]/..")
        assert len(sides) == len(report.candidates)
        shown = " ".join(" ".join(side.text_content().split()) for side in sides)
        assert not [text for text in texts if " ".join(text.split()) in shown]
    assert harms > 10


def test_every_statement_of_the_reports_stands(run: Run) -> None:
    assert all(report_faults(report) == [] for report in run.reports.values())


def test_the_same_evidence_gives_the_same_assessment(run: Run) -> None:
    """Made anew from the store, not read back."""
    for drug in DRUGS:
        again: Written = asyncio.run(ASSESSMENTS.function(DrugRun(run.bench, None, drug)))  # type: ignore[arg-type]
        stored = run.bench.db.assessments.load(drug)
        assert [assessment.model_dump_json() for assessment in again.outputs] == [
            assessment.model_dump_json() for assessment in stored
        ]
