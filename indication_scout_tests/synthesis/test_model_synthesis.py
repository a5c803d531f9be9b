"""A language model's synthesis: what it is asked, what is made of its answer, and what happens where it gives none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from indication_scout_assets.domain.findings.statements import Basis, Polarity, RefusalKind, Strength, Synthesis
from indication_scout_assets.domain.model_calls import ModelPrice
from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.domain.records.trials import DrugRole, TrialMatch
from indication_scout_assets.language_models.prompts import Prompt, prompt
from indication_scout_assets.providers.budget import Budget, Spending
from indication_scout_assets.reading.verifier.pair_statements import Given, verify
from indication_scout_assets.rules.language.mentions import Pair
from indication_scout_assets.synthesis import model_synthesis
from indication_scout_assets.synthesis.extractive import ExtractiveSynthesizer
from indication_scout_assets.synthesis.model_synthesis import SCHEMA, ModelSynthesizer
from indication_scout_tests.json_server import Asked, json_server
from indication_scout_tests.readings import read_literature
from indication_scout_tests.wire.language_models import PROTOCOLS, Protocol, sending, speaking

from .sample import DISEASE, DRUG_NAMES, RETRACTED, TRIAL, UNRELATED, Log, trial

STUDY = TRIAL.model_copy(update={"year": 2019, "journal": "Journal of Invented Lungs"})
ONE_STUDY = read_literature([STUDY], DRUG_NAMES, DISEASE)
SAID = "Sildenafil improved the walking distance by 45 m compared with placebo."
OLLAMA = PROTOCOLS["ollama"]
PAIR = Pair.of(DRUG_NAMES, DISEASE)
each_protocol = pytest.mark.parametrize("protocol", PROTOCOLS.values(), ids=PROTOCOLS)


def statement(*ids: str, text: str = SAID, polarity: str = "supports", **changes: Any) -> dict[str, Any]:
    draft = {
        "sentences": list(ids or ("101.4",)), "sources": [], "basis": "this drug", "statement": text,
        "polarity": polarity, "strength": "strong",
    }  # fmt: skip
    return draft | changes


def synthesizer(protocol: Protocol, url: str, log: Log | None = None) -> ModelSynthesizer:
    return ModelSynthesizer(protocol.model(url, log or Log()), ExtractiveSynthesizer())


def write(answer: Any, *articles: Article, log: Log | None = None) -> tuple[Synthesis, list[Asked]]:
    """The literature synthesis a model's answer leads to, and what was asked."""
    given = articles or (STUDY,)
    with speaking(OLLAMA, lambda asked: answer) as server:
        synthesis = synthesizer(OLLAMA, server.url, log).literature(
            DRUG_NAMES, DISEASE, read_literature(given, DRUG_NAMES, DISEASE, searched=9)
        )
    assert verify(synthesis, Given(PAIR, {a.id: a for a in given})) is synthesis, "whatever comes through stands"
    return synthesis, server.asked


@each_protocol
def test_sentence_ids_become_exact_citations(protocol: Protocol):
    with speaking(protocol, lambda asked: {"statements": [statement("101.4", "101.5")]}) as server:
        synthesis = synthesizer(protocol, server.url).literature(DRUG_NAMES, DISEASE, ONE_STUDY)
    (kept,) = synthesis.statements
    assert [c.quote for c in kept.citations] == [
        "Sildenafil improved the walking distance by 45 m compared with placebo (P < .001).",
        "Sildenafil improves exercise capacity in PAH.",
    ]
    assert all(c.stands_on(STUDY.abstract) for c in kept.citations)
    assert {(c.title, c.year, c.journal) for c in kept.citations} == {(STUDY.title, 2019, STUDY.journal)}
    assert (kept.text, kept.polarity, kept.polarity_cue) == (SAID, Polarity.SUPPORTS, "improved")
    assert (kept.strength, kept.basis) == (Strength.STRONG, Basis.THIS_DRUG)
    assert (synthesis.method, synthesis.model, synthesis.dropped) == (protocol.provider, "a-model", 0)


def test_the_model_sees_numbered_sentences_and_selects_before_it_writes():
    _, (asked,) = write({"statements": []})
    (question,) = OLLAMA.question_of(asked.body)
    shown = json.loads(question)
    assert (shown["drug"], shown["disease"]) == ("sildenafil", "pulmonary hypertension")
    (paper,) = shown["articles"]
    assert (paper["id"], paper["title"], paper["year"], paper["journal"]) == ("101", STUDY.title, "2019", STUDY.journal)
    assert [line["sentence"] for line in paper["sentences"]] == [f"101.{n}" for n in range(1, 6)]
    assert paper["sentences"][3]["heading"] == "RESULTS"
    assert OLLAMA.prompt_of(asked.body) == prompt("literature").text
    schema: dict[str, Any] = SCHEMA
    fields = schema["properties"]["statements"]["items"]
    assert list(fields["properties"]) == ["sentences", "sources", "basis", "statement", "polarity", "strength"]
    assert fields["required"] == list(fields["properties"])
    assert "grade" not in json.dumps(SCHEMA)
    assert "level" not in json.dumps(SCHEMA)


@pytest.mark.parametrize("answer", [{"statements": []}, {"statements": [{}]}])
def test_an_answer_without_statements_leaves_a_note(answer):
    synthesis, _ = write(answer)
    assert not synthesis.statements
    assert synthesis.note.startswith("No sentence among the article found reports what sildenafil did")


def test_retracted_and_unrelated_articles_are_not_shown_and_without_any_nothing_is_asked():
    retracted = STUDY.model_copy(update={"publication_types": RETRACTED, "pmid": "1", "id": "1"})
    synthesis, asked = write({"statements": []}, retracted, UNRELATED)
    assert asked == []
    assert synthesis.note.startswith("No drug-specific evidence among the article found")


def test_the_same_question_is_paid_for_once_and_gives_the_same_bytes():
    log = Log()
    first, asked = write({"statements": [statement()]}, log=log)
    again, asked_again = write({"statements": []}, log=log)
    assert (len(asked), len(asked_again)) == (1, 0)
    assert first.model_dump_json() == again.model_dump_json()


def test_the_key_of_a_call_names_prompt_and_material(monkeypatch):
    log = Log()
    write({"statements": []}, log=log)
    write({"statements": []}, STUDY.model_copy(update={"title": "Sildenafil and pulmonary hypertension"}), log=log)
    assert len(log.calls) == 2
    monkeypatch.setattr(model_synthesis, "prompt", lambda name: Prompt(name, "Another prompt.", "another-hash"))
    write({"statements": []}, log=log)
    assert len(log.calls) == 3


@each_protocol
@pytest.mark.parametrize("end", ["refusal", "cut_off"])
def test_a_model_that_declines_or_is_cut_off_leaves_that_candidate_to_quotation(protocol: Protocol, end: str):
    log = Log()
    with sending(getattr(protocol, end)) as server:
        model = synthesizer(protocol, server.url, log)
        literature = model.literature(DRUG_NAMES, DISEASE, ONE_STUDY)
        trials = model.trials(DRUG_NAMES, DISEASE, [trial(status="TERMINATED", why_stopped="Futility")])
    quoted = ExtractiveSynthesizer().literature(DRUG_NAMES, DISEASE, ONE_STUDY)
    assert literature.statements == quoted.statements != ()
    assert (literature.method, trials.method, len(trials.statements)) == ("extractive", "extractive", 1)
    for synthesis in (literature, trials):
        assert synthesis.note.startswith("Quoted word for word, without the language model: ")
        assert "declined" in synthesis.note or "cut off" in synthesis.note
    assert log.calls == {}


def test_a_spent_budget_leaves_the_rest_to_quotation_and_asks_nothing():
    with speaking(OLLAMA, lambda asked: {"statements": []}) as server:
        model = OLLAMA.model(server.url, Log())
        model.spending = Spending(ModelPrice(input=1000.0, output=1000.0), Budget(0.01))
        synthesis = ModelSynthesizer(model, ExtractiveSynthesizer()).literature(DRUG_NAMES, DISEASE, ONE_STUDY)
    assert server.asked == []
    assert synthesis.statements
    assert "budget" in synthesis.note


@pytest.mark.parametrize(("status", "failure"), [(503, TransientFailure), (400, PermanentFailure)])
def test_a_service_that_fails_is_a_failure_and_never_an_empty_synthesis(status, failure):
    with json_server(lambda asked: (status, {}, {"error": "no"})) as server, pytest.raises(failure):
        synthesizer(OLLAMA, server.url).literature(DRUG_NAMES, DISEASE, ONE_STUDY)


def test_an_answer_that_is_no_object_is_transient_and_not_kept():
    log = Log()
    with pytest.raises(TransientFailure):
        write(["not", "an", "object"], log=log)
    assert log.calls == {}


# ------------------------------------------------------------------------------------------------ trials
STOPPED = trial(status="TERMINATED", why_stopped="Stopped for futility.", phases=("PHASE3",))
TITLE = "Sildenafil in Pulmonary Hypertension (NCT00000001)"


def write_trials(drafts: Any, *matches: TrialMatch) -> tuple[Synthesis, list[Asked]]:
    with speaking(OLLAMA, lambda asked: {"statements": drafts}) as server:
        synthesis = synthesizer(OLLAMA, server.url).trials(DRUG_NAMES, DISEASE, matches)
    given = Given(PAIR, trials={m.trial.nct_id: m for m in matches})
    assert verify(synthesis, given) is synthesis
    return synthesis, server.asked


def of_trial(*numbers: int, text: str, polarity: str, **changes: Any) -> dict[str, Any]:
    ids = [f"NCT00000001.{n}" for n in numbers]
    sources = [{"id": "NCT00000001", "title": TITLE, "year": "", "journal": ""}]
    return statement(*ids, text=text, polarity=polarity, **({"strength": "none stated", "sources": sources} | changes))


def test_a_registration_never_supports():
    drafts = [of_trial(1, text="Sildenafil in pulmonary hypertension.", polarity="supports")]
    synthesis, _ = write_trials(drafts, trial(has_results=True))
    assert [refusal.reason for refusal in synthesis.refused] == [
        "A statement that a trial supports on words that do not say so."
    ]
    assert synthesis.note == "Nothing stated on the trials found takes a side; see the table."


def test_a_trial_without_a_side_is_no_statement():
    drafts = [of_trial(1, text="Sildenafil in pulmonary hypertension.", polarity="neutral")]
    synthesis, _ = write_trials(drafts, trial())
    assert not synthesis.statements
    assert synthesis.note == "Nothing stated on the trials found takes a side; see the table."


def test_a_trial_contradicts_only_on_its_stop_reason_and_may_name_its_phase():
    text = "A phase 3 trial of sildenafil in pulmonary hypertension was stopped for futility."
    drafts = [of_trial(1, text=text, polarity="contradicts"), of_trial(1, 2, text=text, polarity="contradicts")]
    synthesis, _ = write_trials(drafts, STOPPED)
    (kept,) = synthesis.statements
    assert (kept.polarity, kept.polarity_cue) == (Polarity.CONTRADICTS, "Stopped for futility.")
    assert [refusal.kind for refusal in synthesis.refused] == [RefusalKind.UNSUPPORTED]


def test_a_stopped_trial_says_nothing_of_a_comparator():
    compared = STOPPED.model_copy(update={"drug": DrugRole.MENTIONED})
    text = "Sildenafil in pulmonary hypertension was stopped for futility."
    synthesis, _ = write_trials([of_trial(1, 2, text=text, polarity="contradicts")], compared)
    assert not synthesis.statements


def test_a_trial_has_no_year_and_no_other_title():
    text = "Sildenafil in pulmonary hypertension was stopped for futility."
    right = {"id": "NCT00000001", "title": TITLE, "year": "", "journal": ""}
    drafts = [
        of_trial(1, 2, text=text, polarity="contradicts", sources=[right | wrong])
        for wrong in ({"title": "Sildenafil cures"}, {"year": "2020"}, {"journal": "Lancet"}, {"id": "NCT09999999"})
    ]
    synthesis, _ = write_trials(drafts, STOPPED)
    assert (synthesis.wrong_metadata, synthesis.fabricated, synthesis.statements) == (3, 1, ())


def test_without_a_trial_nothing_is_asked():
    synthesis, asked = write_trials([])
    assert asked == []
    assert synthesis.note == "No registered trial of sildenafil in pulmonary hypertension was found."


def test_the_name_carries_provider_model_and_version():
    assert synthesizer(PROTOCOLS["openai"], "http://127.0.0.1:1").name == "openai:a-model@3"
