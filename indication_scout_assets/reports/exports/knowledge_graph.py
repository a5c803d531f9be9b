"""The report as a knowledge graph in the terms of Translator: Biolink edges from the drug to diseases.

What belongs here: which facts of a report are edges, and under which predicate. Formats: the Translator Reasoner API
(TRAPI) 1.6, whose edges name their knowledge level, agent and sources, and the Biolink Model 4.4, by whose definitions
the predicates are chosen: ``treats`` is asserted of approved uses alone and predicted of candidates without evidence,
``in_clinical_trials_for`` says nothing of an outcome, ``studied_to_treat`` says that studies were made.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from ...domain.findings.assessment import StrengthOfEvidence
from ...domain.findings.report import CandidateEvidence, EvidenceReport
from ..views.verified import verified
from ..words.common_words import DIRECTION_WORD

_OURS: Final = "infores:indication-scout"
_TRIALS: Final = "infores:clinicaltrials"
_TARGETS: Final = "infores:open-targets"
_PREFIXES: Final = {"ORPHANET": "orphanet", "OMIM": "OMIM", "SNOMED": "SNOMEDCT", "OTAR": "OTAR"}
"""Prefixes of disease ids whose Biolink spelling differs in more than the colon."""


def render_trapi(report: EvidenceReport) -> str:
    """A TRAPI message with one drug node, a node for each disease and the edges between them."""
    report = verified(report)
    drug = f"CHEMBL.COMPOUND:{report.drug.chembl_id}"
    kind = "SmallMolecule" if report.drug.drug_type == "Small molecule" else "Drug"
    nodes: dict[str, Any] = {drug: _node(report.drug.name, kind)}
    edges: dict[str, Any] = {}
    for disease, name, edge in _edges(report):
        nodes.setdefault(disease, _node(name, "DiseaseOrPhenotypicFeature"))
        number = f"{edge['predicate'].removeprefix('biolink:')}:{disease}"
        edges[number] = {"subject": drug, "object": disease, **edge}
    graph = {"nodes": nodes, "edges": edges}
    message: dict[str, Any] = {"query_graph": None, "knowledge_graph": graph, "results": [], "auxiliary_graphs": {}}
    note = "Demonstration texts; no real records." if report.run.demonstration else ""
    versions = {"schema_version": "1.6.0", "biolink_version": "4.4.0", "description": note}
    return json.dumps({"message": message, **versions}, ensure_ascii=False, indent=1) + "\n"


def _edges(report: EvidenceReport) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Disease, its name, and the edge."""
    for use in report.drug.approved_uses:
        approved = _edge("treats", "knowledge_assertion", "manual_agent", [_TARGETS], _attribute("stage", use.stage))
        yield _curie(use.disease_id), use.disease_name, approved
    for evidence in report.candidates:
        disease = evidence.candidate.disease
        for edge in _candidate_edges(report, evidence):
            yield _curie(disease.id), disease.name, edge


def _candidate_edges(report: EvidenceReport, evidence: CandidateEvidence) -> Iterator[dict[str, Any]]:
    """Registered trials, then the direction of the counted studies, harm apart; without either, a prediction."""
    assessment = evidence.assessment
    trials = [f"clinicaltrials:{match.trial.nct_id}" for match in evidence.trials]
    if trials:
        published = _publications(trials)
        yield _edge("in_clinical_trials_for", "knowledge_assertion", "automated_agent", [_TRIALS], published)
    counted = assessment.counted if assessment else ()
    if assessment and assessment.direction and assessment.strength:
        words = [_attribute("direction", DIRECTION_WORD[assessment.direction]), *_strength(assessment.strength)]
        ids = _publications(_papers(report, assessment.strength.studies))
        yield _edge("studied_to_treat", "knowledge_assertion", "text_mining_agent", [_OURS], *words, ids)
    if assessment and assessment.harm_strength:
        ids = _publications(_papers(report, assessment.harm_strength.studies))
        harm = _strength(assessment.harm_strength)
        yield _edge("contributes_to", "knowledge_assertion", "text_mining_agent", [_OURS], *harm, ids)
    if not trials and not counted:
        rank = _attribute("rank", assessment.rank if assessment else None)
        yield _edge("treats", "prediction", "computational_model", [_OURS], rank)


def _edge(
    predicate: str, level: str, agent: str, primary: Sequence[str], *attributes: dict[str, Any]
) -> dict[str, Any]:
    """An edge without its ends; ``primary`` is who knows it, which is also named where we only pass it on."""
    sources: list[dict[str, Any]] = [
        {"resource_id": name, "resource_role": "primary_knowledge_source"} for name in primary
    ]
    if _OURS not in primary:
        aggregator = {"resource_id": _OURS, "resource_role": "aggregator_knowledge_source"}
        sources.append({**aggregator, "upstream_resource_ids": list(primary)})
    how = [_typed("biolink:knowledge_level", level), _typed("biolink:agent_type", agent)]
    known = [attribute for attribute in attributes if attribute["value"] not in (None, [], "")]
    return {"predicate": f"biolink:{predicate}", "sources": sources, "attributes": [*how, *known]}


def _strength(strength: StrengthOfEvidence) -> list[dict[str, Any]]:
    return [_attribute("strength_of_evidence", strength.word.value), _attribute("at_most", strength.at_most)]


def _papers(report: EvidenceReport, ids: Iterable[str]) -> list[str]:
    """Ids of records as CURIEs."""
    return [
        f"PMID:{article.pmid}"
        if (article := report.articles.get(number)) and article.pmid
        else f"clinicaltrials:{number}"
        if number.startswith("NCT")
        else number
        for number in ids
    ]


def _publications(ids: Sequence[str]) -> dict[str, Any]:
    return _typed("biolink:publications", list(ids))


def _attribute(name: str, value: object) -> dict[str, Any]:
    """A value of our own; ``original_attribute_name`` is its name in the report's JSON."""
    return {**_typed("biolink:has_attribute", value), "original_attribute_name": name}


def _typed(kind: str, value: object) -> dict[str, Any]:
    return {"attribute_type_id": kind, "value": value, "attribute_source": _OURS}


def _node(name: str, category: str) -> dict[str, Any]:
    return {"name": name, "categories": [f"biolink:{category}"], "attributes": []}


def _curie(disease_id: str) -> str:
    """``MONDO_0013730`` as ``MONDO:0013730``."""
    prefix, _, number = disease_id.partition("_")
    return f"{_PREFIXES.get(prefix.upper(), prefix)}:{number}" if number else disease_id
