"""Stored documents evolve: unknown fields are ignored, new ones filled, older forms upgraded wherever they lie."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from indication_scout_assets.domain.findings.assessment import TrialOutcome
from indication_scout_assets.domain.findings.evidence import RankedArticle
from indication_scout_assets.domain.findings.readings import RecordReadings
from indication_scout_assets.domain.findings.report import EvidenceReport
from indication_scout_assets.domain.findings.statements import RefusalKind, Synthesis
from indication_scout_assets.domain.questions.answers import Answer
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.trials import StopReason
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


def stored_turn(document: dict[str, Any]) -> Answer:
    """A stored turn as it is read; the document itself stays as it was."""
    return stored_value(Answer, json.loads(json.dumps(document)))


def test_an_answer_of_papers_of_before_keeps_its_sentences_with_their_words() -> None:
    cited = {
        "n": 1, "record": "article", "article_id": "PMC1", "title": "On oats", "section": "Results", "passage_id": "p",
        "start": 0, "quote": "Oats help.", "end": 10,
    }  # fmt: skip
    turn: dict[str, Any] = {
        "question": "And oats?", "standalone_question": "Do oats help?", "answer": "…", "refused": False,
        "reason": "Yes and no here answer another question.", "verdict": "yes",
        "counts": [{"reading": "yes", "sentences": 1, "papers": 1}],
        "sentences": [{"text": "Oats help.", "citations": [1], "reading": "yes", "counted": True, "supported": True}],
        "citations": [cited, cited | {"quote": "Rye too.", "start": 20, "end": 28}], "collection": "oats",
        "provider": "ollama", "model": "m", "ms": {"total": 5}, "searched": "12 passages.", "note": "",
        "counted_sentences": [
            {"text": "Oats help.", "reading": "yes", "article_id": "PMC1", "title": "On oats", "passage_id": "p",
             "start": 0, "end": 10, "step": 0},
        ],
        "exchange": [{"role": "user", "text": "asked"}], "turn": 2, "conversation": "talk",
    }  # fmt: skip
    answer = stored_turn(turn)
    assert [(line.text, line.numbers, line.citations[0].quote) for line in answer.sentences] == [
        ("Oats help.", (1,), "Oats help.")
    ]
    assert answer.verdict is not None
    assert (answer.verdict.value, answer.verdict.votes[0].papers, answer.cautions) == ("yes", 1, (turn["reason"],))
    assert (answer.collection, answer.written_by, answer.elapsed_ms, answer.turn) == ("oats", "ollama m", 5, 2)
    assert answer.exchange[0].text == "asked"
    assert [(line.reading, line.citations[0].quote) for line in answer.counted_sentences] == [("yes", "Oats help.")]
    refused = stored_turn(turn | {"refused": True, "verdict": None, "sentences": [], "citations": []})
    assert (refused.reason, refused.sources[0].outcome) == (turn["reason"], "refused")


def test_an_answer_of_labels_of_before_keeps_its_facts_with_their_places() -> None:
    fact = {
        "text": "Store cold.", "drug": "velotrin", "section": "storage", "title": "Storage", "number": "16",
        "set_id": "x", "version": "1", "effective": "2025-02-03", "region": "US", "url": "", "page": None, "start": 3,
        "end": 14, "source": "sentence", "assertion": "fact", "ordinal": 7,
    }  # fmt: skip
    label: dict[str, Any] = {
        "status": "answered", "question": "How is it stored?", "drug": "velotrin", "facts": [fact], "images": [],
        "intent": {"question": "How is it stored?", "drugs": ["velotrin"], "from_context": ["drug"], "suggestions": []},
        "searched": [{"set_id": "x", "drug": "velotrin", "title": "Velozip", "version": "1", "region": "US"}],
        "path": "ranked", "caution": "Nobody has read it.", "note": "",
    }  # fmt: skip
    turn: dict[str, Any] = {
        "question": "How is it stored?", "answered_by": "labels", "papers": None, "label": label, "turn": 1,
        "conversation": "talk", "standalone_question": "How is it stored of velotrin?",
        "route": {"first": "labels", "then": "papers", "reason": "The question asks for a fact of a label."},
        "asked": [{"source": "labels", "outcome": "answered", "reason": ""}],
    }  # fmt: skip
    answer = stored_turn(turn)
    (cited,) = answer.citations
    assert (cited.quote, cited.start, cited.section, cited.passage_id, cited.title) == (
        "Store cold.", 3, "16 Storage", "x#7", "Velozip",
    )  # fmt: skip
    assert cited.label is not None
    assert (cited.label.category, cited.label.effective, answer.asks.drugs) == ("storage", "2025-02-03", ("velotrin",))
    assert (answer.cautions, answer.standalone_question) == (("Nobody has read it.",), turn["standalone_question"])
    assert answer.why == "The question asks for a fact of a label. Asked: drug labels answered."
    missing = {**label, "status": "did_you_mean", "facts": [], "note": "No such drug."}
    missing["intent"] = {**label["intent"], "suggestions": ["velotrin"]}
    refused = stored_turn({**turn, "label": missing})
    assert (refused.reason, refused.suggestions) == ("No such drug.", ("velotrin",))
