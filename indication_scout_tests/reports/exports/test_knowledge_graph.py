"""The knowledge graph: valid TRAPI, each edge with its sources, and no more asserted than is known."""

from __future__ import annotations

import json
from typing import Any

from reasoner_pydantic import Response

from indication_scout_assets.reports.exports.knowledge_graph import render_trapi

from ..sample import assessed_report

REPORT = assessed_report()
SENT = json.loads(render_trapi(REPORT))
GRAPH = SENT["message"]["knowledge_graph"]


def edges(predicate: str) -> list[dict[str, Any]]:
    return [edge for edge in GRAPH["edges"].values() if edge["predicate"] == f"biolink:{predicate}"]


def attributes(edge: dict[str, Any]) -> dict[str, Any]:
    return {
        part.get("original_attribute_name", part["attribute_type_id"]): part["value"] for part in edge["attributes"]
    }


def test_it_is_a_trapi_message_whose_edges_join_its_nodes() -> None:
    assert Response.model_validate(SENT)
    assert SENT["description"] == "Demonstration texts; no real records."
    for edge in GRAPH["edges"].values():
        assert {edge["subject"], edge["object"]} <= set(GRAPH["nodes"])
        assert {"biolink:knowledge_level", "biolink:agent_type"} <= set(attributes(edge))
        assert [source["resource_role"] for source in edge["sources"]].count("primary_knowledge_source") == 1


def test_treats_is_asserted_of_approved_uses_alone() -> None:
    asserted = [
        edge for edge in edges("treats") if attributes(edge)["biolink:knowledge_level"] == "knowledge_assertion"
    ]
    approved = {use.disease_id.replace("_", ":") for use in REPORT.drug.approved_uses}
    assert {edge["object"] for edge in asserted} == approved != set()


def test_studies_and_trials_are_named_with_direction_and_strength() -> None:
    studied = {edge["object"]: attributes(edge) for edge in edges("studied_to_treat")}
    [first] = [part for part in REPORT.candidates if part.assessment and part.assessment.rank == 1]
    assert first.assessment is not None
    assert first.assessment.strength is not None
    edge = studied[first.candidate.disease.id.replace("_", ":")]
    assert edge["strength_of_evidence"] == first.assessment.strength.word.value
    assert len(edge["biolink:publications"]) == len(first.assessment.strength.studies)
    registered = {f"clinicaltrials:{match.trial.nct_id}" for part in REPORT.candidates for match in part.trials}
    named = {number for edge in edges("in_clinical_trials_for") for number in attributes(edge)["biolink:publications"]}
    assert named == registered != set()
