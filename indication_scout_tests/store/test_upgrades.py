"""Stored documents evolve: unknown fields are ignored, new ones filled, older forms upgraded wherever they lie."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.domain.assessment import TrialOutcome
from indication_scout_assets.domain.evidence import RankedArticle
from indication_scout_assets.domain.readings import RecordReadings
from indication_scout_assets.domain.report import EvidenceReport
from indication_scout_assets.domain.statements import RefusalKind, Synthesis
from indication_scout_assets.domain.trials import StopReason
from indication_scout_assets.store.database import Database
from indication_scout_assets.store.repository import as_json, stored_value
from indication_scout_assets.store.upgrades import upgraded
from indication_scout_tests.store import values
from indication_scout_tests.store.values import SLUG


def test_a_field_this_version_does_not_know_is_ignored_when_read_and_refused_elsewhere() -> None:
    document = as_json(values.article("1")) | {"from_the_future": 1}
    document["mesh_headings"][0]["from_the_future"] = 1
    assert stored_value(Article, document) == values.article("1")
    with pytest.raises(ValidationError, match="from_the_future"):
        Article.model_validate(document)


def test_a_field_that_was_added_is_filled() -> None:
    document: dict[str, Any] = as_json(values.ranked("1"))
    for added in ("found_by", "passed", "study_design", "same_study_as", "intent"):
        del document[added]
    assert stored_value(RankedArticle, document) == values.ranked("1")


def test_rows_of_a_newer_version_are_read_by_this_one(sildenafil: Database) -> None:
    sildenafil.articles.save([values.article("1")])
    sildenafil.evidence.replace(SLUG, {"A": [values.ranked("1")]})
    with sildenafil.transaction() as connection:
        connection.execute("""UPDATE ranked_evidence SET ranked = ranked || '{"from_the_future": {"a": 1}}'""")
        connection.execute("""UPDATE articles SET record = record || '{"from_the_future": null}'""")
    assert sildenafil.evidence.load(SLUG) == {"A": [values.ranked("1")]}
    assert sildenafil.articles.load(["1"]) == {"1": values.article("1")}


def test_a_ranked_article_without_an_id_has_its_pmid() -> None:
    document = as_json(values.ranked("1"))
    for absent in ({}, {"id": ""}):
        assert stored_value(RankedArticle, {k: v for k, v in document.items() if k != "id"} | absent).id == "1"


def test_refused_statements_of_older_syntheses_are_their_reasons() -> None:
    old = {"kind": "trials", "disease_id": "D", "method": "extractive", "dropped": 1, "dropped_reasons": ["Because."]}
    synthesis = stored_value(Synthesis, dict(old))
    assert (synthesis.dropped, synthesis.unsupported) == (1, 0)
    assert [(r.text, r.kind, r.reason) for r in synthesis.refused] == [("", RefusalKind.MALFORMED, "Because.")]


def test_a_report_is_upgraded_where_such_documents_lie_in_it() -> None:
    old = {"dropped_reasons": ["Because."]}
    candidate = {"ranked": [{"pmid": "1"}], "literature": dict(old), "trial_synthesis": None}
    document = upgraded(EvidenceReport, {"candidates": [candidate, {"trial_synthesis": dict(old)}]})
    assert document["candidates"][0]["ranked"] == [{"pmid": "1", "id": "1"}]
    assert document["candidates"][0]["literature"]["refused"][0]["reason"] == "Because."
    assert document["candidates"][1]["trial_synthesis"]["refused"][0]["reason"] == "Because."


def test_what_a_second_reader_made_of_a_report_is_taken_out_with_the_effects_it_alone_had_read() -> None:
    agrees, proposed = ({"model": "m", "verdict": verdict, "sentence": "S."} for verdict in ("agrees", "proposed"))
    effects = {"1": [{"measure": "groups", "mark": agrees}, {"mark": proposed}], "2": [{"mark": proposed}], "3": [{}]}
    grades = [{"evidence_id": "1", "second_reading": {"model": "m", "effect": {"mark": None}}}, {"evidence_id": "2"}]
    document = {"candidates": [{"effects": effects, "assessment": {"grades": grades}}, {"assessment": None}]}
    (first, _) = upgraded(EvidenceReport, document)["candidates"]
    assert first["effects"] == {"1": [{"measure": "groups"}], "3": [{}]}
    assert first["assessment"]["grades"] == [{"evidence_id": "1"}, {"evidence_id": "2"}]


@pytest.mark.parametrize("document", [None, [], "text", {"candidates": {"ranked": 1}}, {"candidates": [None]}])
def test_what_is_no_such_document_is_left_as_it_is(document: Any) -> None:
    assert upgraded(EvidenceReport, document) == document


def test_a_stop_that_was_called_safety_by_a_word_has_no_class_and_is_no_harm() -> None:
    readings = [
        {"nct_id": f"NCT{n}", "outcome": TrialOutcome.NOT_KNOWN, "stop": stop} for n, stop in enumerate(OLD_STOPS)
    ]
    old = {"disease_id": "D", "trials": readings}
    assert [reading.stop for reading in stored_value(RecordReadings, old).trials] == [
        StopReason.NOT_CLASSIFIED, StopReason.NOT_CLASSIFIED, StopReason.EFFICACY, None,
    ]  # fmt: skip
    kept = {"kind": "withdrawn", "sentence": "It was withdrawn.", "about_disease": False}
    stopped = kept | {"kind": "trial stopped for safety"}
    report = {"candidates": [{"assessment": {"harms": [stopped, kept], "trials": []}}, {"assessment": None}]}
    assert upgraded(EvidenceReport, report)["candidates"][0]["assessment"]["harms"] == [kept]


OLD_STOPS = ("safety", "other", "lack of efficacy", None)
