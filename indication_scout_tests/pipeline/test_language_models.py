"""Which model the settings choose, and what is said where it cannot be asked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from indication_scout_assets.domain.findings.statements import Synthesis
from indication_scout_assets.domain.model_calls import ModelPrice
from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.language_models.language_model import LanguageModel
from indication_scout_assets.operations.running import run_drugs_now
from indication_scout_assets.pipeline.resources.language_models import (
    ModelTask,
    article_readers,
    articles_model,
    check,
    chosen_for,
    model_for,
    reading_budget,
    ready,
    synthesizer_with,
    task_model,
)
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.providers.budget import Budget
from indication_scout_assets.settings import Settings
from indication_scout_assets.sources.http.exchanges import ExchangeStore
from indication_scout_assets.synthesis.synthesizer import Synthesizer
from indication_scout_tests.json_server import json_server
from indication_scout_tests.readings import read_literature
from indication_scout_tests.synthesis.sample import DISEASE, DRUG_NAMES, TRIAL, Log
from indication_scout_tests.wire.model_batches import ClaudeBatchService, OpenAiBatchService

SECRET = "sk-very-secret"


@pytest.fixture(autouse=True)
def _no_keys_of_this_machine(monkeypatch):
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "SCOUT_ANTHROPIC_API_KEY", "SCOUT_OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def settings(**changes: Any) -> Settings:
    keys = {name: f"SCOUT_{name.upper()}" for name in ("anthropic_api_key", "openai_api_key")}
    return Settings(**{keys.get(name, name): value for name, value in changes.items()})


def built(chosen: Settings) -> LanguageModel | None:
    return task_model(chosen, ModelTask.SYNTHESES, Log(), Budget(chosen.model_budget))


@pytest.mark.parametrize(
    ("changes", "chosen", "model"),
    [
        ({}, "extractive", None),
        ({"anthropic_api_key": SECRET}, "anthropic", "claude-sonnet-5-5"),
        ({"openai_api_key": SECRET}, "extractive", None),
        ({"anthropic_api_key": SECRET, "synthesizer": "extractive"}, "extractive", None),
        ({"openai_api_key": SECRET, "synthesizer": "openai"}, "openai", "gpt-6.1-terra"),
        ({"synthesizer": "openai", "openai_url": "http://127.0.0.1:8000/v1", "openai_model": "mine"}, "openai", "mine"),
        ({"synthesizer": "ollama", "ollama_model": "qwen3.5:9b"}, "ollama", "qwen3.5:9b"),
    ],
)
def test_the_settings_choose_the_model(changes, chosen, model):
    made = built(settings(**changes))
    task = ModelTask.SYNTHESES
    assert (chosen_for(settings(**changes), task), model_for(settings(**changes), task)) == (chosen, model or "")
    assert (made and (made.provider, made.model)) == (model and (chosen, model))
    assert synthesizer_with(made).name.startswith(f"{chosen}:" if model else "extractive")


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_a_missing_key_is_named(provider):
    chosen = settings(synthesizer=provider)
    for look in (built, check, ready):
        with pytest.raises(
            PermanentFailure, match=f"`{provider}` but no key is set; set SCOUT_{provider.upper()}_API_KEY"
        ):
            look(chosen)


def test_a_synthesizer_nobody_knows_is_refused():
    with pytest.raises(ValidationError, match="synthesizer"):
        Settings(synthesizer="gemini")


def test_a_budget_without_a_price_is_refused_before_anything_is_asked():
    chosen = settings(synthesizer="openai", openai_api_key=SECRET, openai_model="gpt-99", model_budget=1.0)
    for look in (built, check, ready):
        with pytest.raises(PermanentFailure, match="cannot be kept, because the price of gpt-99 is unknown"):
            look(chosen)
    check(chosen.model_copy(update={"model_budget": None}))
    check(chosen.model_copy(update={"model_prices": {"gpt-99": ModelPrice(input=1, output=2)}}))


def test_a_run_that_could_not_keep_its_budget_does_not_begin(tmp_path):
    chosen = settings(synthesizer="openai", openai_api_key=SECRET, openai_model="gpt-99", model_budget=1.0)
    chosen = chosen.model_copy(update={"state_dir": tmp_path / "state"})
    with pytest.raises(PermanentFailure, match="the price of gpt-99 is unknown"):
        run_drugs_now(chosen, ["sildenafil"], lambda *progress: None)
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize("kind", [ClaudeBatchService, OpenAiBatchService])
def test_in_batches_all_questions_of_a_stage_are_one_request(db, tmp_path, kind):
    def write(synthesizer: Synthesizer) -> list[Synthesis]:
        diseases = [DISEASE, DISEASE.model_copy(update={"disease_id": "MONDO_2", "disease_name": "PAH"})]
        return [
            synthesizer.literature(DRUG_NAMES, disease, read_literature([TRIAL], DRUG_NAMES, disease))
            for disease in diseases
        ]

    speaks: ClaudeBatchService | OpenAiBatchService = kind(
        results=lambda question: speaks.succeeded({"statements": []})
    )
    provider = speaks.provider.name
    with json_server(speaks) as service:
        keys = {f"{provider}_api_key": SECRET, f"{provider}_batches": True, "synthesizer": provider}
        chosen = settings(anthropic_url=service.url, openai_url=f"{service.url}/v1", **keys)
        bench = Workbench(chosen, db, ExchangeStore.cache(tmp_path, timedelta(days=1)))
        speaks.looks = 0
        syntheses = bench.syntheses(write)
    assert [synthesis.method for synthesis in syntheses] == [provider, provider]
    assert speaks.sizes() == [2]
    assert speaks.provider.path not in [asked.path for asked in service.asked], "no single question"
    assert bench.made["model_calls"] == 2
    assert db.model_calls.open_batches(provider) == []


def test_the_models_of_a_run_share_its_budget_and_have_their_prices():
    chosen, budget = settings(anthropic_api_key=SECRET, model_budget=2.0), Budget(2.0)
    writing, naming = (task_model(chosen, task, Log(), budget) for task in (ModelTask.SYNTHESES, ModelTask.NAMES))
    assert writing is not None
    assert naming is not None
    assert writing.spending.budget is naming.spending.budget is budget
    assert writing.spending.price != naming.spending.price


READS_BY_KEY: list[tuple[dict[str, Any], str, list[str]]] = [
    ({}, "bundled", ["bundled"]),
    ({"openai_api_key": SECRET}, "bundled", ["bundled"]),
    ({"anthropic_api_key": SECRET}, "anthropic", ["anthropic (claude-sonnet-5-5)", "bundled"]),
    ({"anthropic_api_key": SECRET, "reader": "bundled"}, "bundled", ["bundled"]),
    ({"openai_api_key": SECRET, "reader": "openai"}, "openai", ["openai (gpt-6.1-terra)", "bundled"]),
    ({"reader": "ollama"}, "ollama", ["ollama (qwen3.5:9b)", "bundled"]),
    ({"reader": "recorded"}, "recorded", ["recorded", "bundled"]),
]


@pytest.mark.parametrize(("changes", "name", "chain"), READS_BY_KEY)
def test_who_reads_articles_and_who_reads_in_place_of_it(changes: dict[str, Any], name: str, chain: list[str]):
    chosen = settings(**changes)
    assert chosen_for(chosen, ModelTask.ARTICLES) == name
    readers = article_readers(chosen, Log(), Budget(None))
    assert [by.id.title.partition(" (")[0] if name == "recorded" else by.id.title for by in readers] == chain
    check(chosen)


@pytest.mark.parametrize(
    ("changes", "dollars"),
    [({}, 2.0), ({"reader": "anthropic"}, None), ({"model_budget": 0.5}, 0.5), ({"model_budget": 0.0}, 0.0)],
)
def test_a_model_that_nobody_named_keeps_to_a_budget_of_its_own(changes: dict[str, Any], dollars: float | None):
    chosen = settings(anthropic_api_key=SECRET, **changes)
    assert reading_budget(chosen, Budget(chosen.model_budget)).dollars == dollars


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_a_reader_without_its_key_is_said_before_anything_runs(name: str):
    with pytest.raises(PermanentFailure, match=r"was to read articles but no key is set"):
        check(settings(reader=name))


def test_another_reader_model_or_budget_makes_readings_due():
    every = [{}, *(changes for changes, _, _ in READS_BY_KEY[2:]), {"reader": "recorded", "model_budget": 1.0}]
    every.append({"anthropic_api_key": SECRET, "reading_model": "claude-haiku-5-5"})
    versions = [str(articles_model(settings(**changes))) for changes in every]
    assert len(set(versions)) == len(every) - 1, "without a key and bundled by name is the same"


def test_names_are_proposed_only_with_a_key_of_claudes():
    assert task_model(settings(openai_api_key=SECRET), ModelTask.NAMES, Log(), Budget(None)) is None


def test_the_doctor_is_told_terms_and_no_key():
    report = ready(settings(anthropic_api_key=SECRET, model_budget=2.5, anthropic_batches=True))
    assert report == (
        "anthropic: claude-sonnet-5-5 in batches, 2 and 10 dollars per million tokens, a budget of 2.5 dollars a run "
        "(not tried here); articles are read by anthropic"
    )
    assert "openai: gpt-6.1-terra in batches, 1 and 5 dollars" in ready(
        settings(openai_api_key=SECRET, synthesizer="openai", openai_batches=True)
    )
    assert "at an unknown price, no budget" in ready(
        settings(openai_api_key=SECRET, synthesizer="openai", openai_model="gpt-99")
    )
    assert ready(settings()) == "none needed: syntheses are extractive; articles are read by bundled"


def test_the_doctor_looks_whether_ollama_holds_the_model():
    held = {"models": [{"name": "qwen3.5:9b"}, {"name": "mine:latest"}]}
    with json_server(lambda asked: (200, {}, held)) as service:
        for model in ("qwen3.5:9b", "mine"):
            assert "pulled" in ready(settings(synthesizer="ollama", ollama_url=service.url, ollama_model=model))
        with pytest.raises(PermanentFailure, match="run `ollama pull other`"):
            ready(settings(synthesizer="ollama", ollama_url=service.url, ollama_model="other"))
    with pytest.raises(TransientFailure, match="start it with `ollama serve`"):
        ready(settings(synthesizer="ollama", ollama_url=service.url))
