"""The check of all statements of a report, on the records the report carries.

What belongs here: which records the statements of a candidate may cite. How one statement is checked is in ``claims``.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...domain.articles import RetractionStatus
from ...domain.report import CandidateEvidence, EvidenceReport
from ...domain.statements import RefusedStatement, Synthesis
from ..language.mentions import Pair
from .claims import Given, verify


def verify_report(report: EvidenceReport) -> EvidenceReport:
    """The report without the statements that do not stand on its own articles and trials, counted and listed."""
    candidates = tuple(_verified(report, candidate) for candidate in report.candidates)
    unchanged = all(new is old for new, old in zip(candidates, report.candidates, strict=True))
    return report if unchanged else report.model_copy(update={"candidates": candidates})


def report_faults(report: EvidenceReport) -> list[tuple[str, RefusedStatement]]:
    """The statements of a report that do not stand, each with the id of its disease."""
    return [
        (candidate.candidate.disease.id, refusal)
        for candidate in report.candidates
        for kind, synthesis in _syntheses(candidate)
        for refusal in verify(synthesis, _given(report, candidate, kind)).refused[len(synthesis.refused) :]
    ]


def _verified(report: EvidenceReport, candidate: CandidateEvidence) -> CandidateEvidence:
    checked = {
        kind: new
        for kind, old in _syntheses(candidate)
        if (new := verify(old, _given(report, candidate, kind))) is not old
    }
    return candidate.model_copy(update=checked) if checked else candidate


def _syntheses(candidate: CandidateEvidence) -> Iterator[tuple[str, Synthesis]]:
    if candidate.literature is not None:
        yield "literature", candidate.literature
    if candidate.trial_synthesis is not None:
        yield "trial_synthesis", candidate.trial_synthesis


def _given(report: EvidenceReport, candidate: CandidateEvidence, kind: str) -> Given:
    pair = Pair.of(report.drug.names, candidate.name)
    if kind == "trial_synthesis":
        return Given(pair, trials={match.trial.nct_id: match for match in candidate.trials})
    shown = [row.id for row in candidate.ranked if row.in_top_k and row.id in report.articles]
    bad = {
        article_id for article_id, standing in report.standings.items() if standing.status is RetractionStatus.RETRACTED
    }
    return Given(
        pair,
        {article_id: report.articles[article_id] for article_id in shown},
        retracted=frozenset(bad | {*candidate.retracted}),
    )
