"""Batches against local servers: any order, entries that fail, runs that are killed, and the cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from indication_scout_assets.domain.model_calls import ModelBatch, ModelPrice
from indication_scout_assets.domain.outcomes import PermanentFailure, ScoutError, TransientFailure
from indication_scout_assets.language_models.language_model import LanguageModel
from indication_scout_assets.language_models.model_reply import NoAnswer
from indication_scout_assets.providers.budget import Budget, BudgetExceeded, Spending
from indication_scout_tests.json_server import Answer, Asked, JsonServer, json_server
from indication_scout_tests.synthesis.sample import Log
from indication_scout_tests.wire.model_batches import (
    BatchService,
    ChatBatchService,
    ClaudeBatchService,
    OpenAiBatchService,
)
from indication_scout_tests.wire.model_protocols import KEY, secret_in

from .test_language_models import asking

PRICE = ModelPrice(input=2, output=10, batch_factor=0.5)
DISEASES = ("gout", "asthma", "migraine")
QUESTIONS = [asking(f'{{"disease": "{name}"}}') for name in DISEASES]
CLAUDE, OPENAI, CHAT = ClaudeBatchService(), OpenAiBatchService(), ChatBatchService()

each_service = pytest.mark.parametrize(
    "kind", [ClaudeBatchService, OpenAiBatchService, ChatBatchService], ids=lambda kind: kind.provider.path
)


def asked_at(speaks: BatchService, service: JsonServer, log: Log, **changes: Any) -> LanguageModel:
    return speaks.provider.model(service.url, log, **({"batches": log} | changes))


def singles(speaks: BatchService, service: JsonServer) -> list[Asked]:
    """Questions asked one by one, at the full price."""
    return [asked for asked in service.asked if asked.path == speaks.provider.path]


def remembered(model: LanguageModel, log: Log, name: str) -> None:
    """As if an earlier run had handed the questions over."""
    keys = tuple(map(model.key, QUESTIONS))
    log.save_batch(ModelBatch(batch_id=name, provider=model.provider, model="m", keys=keys))


@each_service
def test_many_questions_are_one_request_and_each_gets_its_own_answer_whatever_the_order(kind: type[BatchService]):
    log, budget, speaks = Log(), Budget(1.0), kind(looks=3)
    waits: list[float] = []
    with json_server(speaks) as service:
        model = asked_at(speaks, service, log, spending=Spending(PRICE, budget))
        model.sleep = waits.append
        assert model.batched
        assert model.ask_many(QUESTIONS) == [{"heading": name} for name in DISEASES]
    assert (speaks.sizes(), singles(speaks, service)) == ([3], [])
    assert all(map(secret_in, service.asked))
    assert not any(KEY.encode() in asked.sent for asked in service.asked)
    assert waits == [5.0, 7.5, 11.25]
    half = (11 * 2 + 7 * 10) / 1e6 / 2
    assert [call.batched for call in log.calls.values()] == [True] * 3
    assert [call.cost for call in log.calls.values()] == pytest.approx([half] * 3)
    assert budget.spent == pytest.approx(3 * half)
    assert log.batches == {}


@each_service
def test_what_is_known_is_not_handed_over_again(kind: type[BatchService]):
    log, speaks = Log(), kind()
    with json_server(speaks) as service:
        asked_at(speaks, service, log).ask_many(QUESTIONS[:2])
        asked_at(speaks, service, log).ask_many(QUESTIONS)
    assert speaks.sizes() == [2, 1]


@each_service
def test_a_run_that_was_killed_collects_what_it_paid_for(kind: type[BatchService]):
    log, speaks = Log(), kind(looks=1)
    with json_server(speaks) as service:
        killed = asked_at(speaks, service, log)

        def kill(seconds: float) -> None:
            raise KeyboardInterrupt

        killed.sleep = kill
        with pytest.raises(KeyboardInterrupt):
            killed.ask_many(QUESTIONS)
        assert [batch.keys for batch in log.batches.values()] == [tuple(map(killed.key, QUESTIONS))]
        assert asked_at(speaks, service, log).ask_many(QUESTIONS)[2] == {"heading": "migraine"}
    assert speaks.sizes() == [3]
    assert log.batches == {}


@each_service
def test_a_batch_that_is_gone_is_forgotten_and_its_questions_are_handed_over_again(kind: type[BatchService]):
    log, speaks = Log(), kind(looks=1)

    def gone_once(asked: Asked) -> Answer:
        speaks.gone = "batch_99" in asked.path
        return speaks(asked)

    with json_server(gone_once) as service:
        model = asked_at(speaks, service, log)
        remembered(model, log, "batch_99")
        assert model.ask_many(QUESTIONS) == [{"heading": name} for name in DISEASES]
    assert (log.batches, speaks.sizes()) == ({}, [3])


@each_service
@pytest.mark.parametrize(("status", "failure"), [(401, PermanentFailure), (503, TransientFailure)])
def test_a_batch_that_cannot_be_collected_now_is_kept_and_its_questions_are_not_paid_for_twice(
    kind: type[BatchService], status: int, failure: type[ScoutError]
):
    log, speaks = Log(), kind()
    with json_server(lambda asked: (status, {}, speaks.provider.error("No."))) as service:
        model = asked_at(speaks, service, log)
        remembered(model, log, "batch_0")
        outcomes = model.ask_many(QUESTIONS)
        assert all(isinstance(outcome, failure) for outcome in outcomes)
        assert {asked.body for asked in service.asked} == {None}, "nothing was handed over"
    assert list(log.batches) == ["batch_0"]


CLAUDE_ERROR = {"type": "error", "error": {"type": "overloaded_error", "message": KEY}}
CLAUDE_FAULT = {"type": "error", "error": {"type": "invalid_request_error", "message": "x"}}
OPENAI_FAULT = {
    "error": {"type": "invalid_request_error", "code": "context_length_exceeded", "message": f"Long. {KEY}"}
}
OPENAI_FAILED = {"status": "failed", "output": [], "error": {"code": "server_error", "message": "Odd"}}
OPENAI_QUOTA = {"error": {"type": "insufficient_quota", "code": "insufficient_quota", "message": "x"}}


@pytest.mark.parametrize(
    ("speaks", "outcome", "failure", "says"),
    [
        (CLAUDE, {"result": {"type": "errored", "error": CLAUDE_ERROR}}, TransientFailure, "reported overloaded_error"),
        (CLAUDE, {"result": {"type": "errored", "error": CLAUDE_FAULT}}, PermanentFailure, "invalid_request_error"),
        (CLAUDE, {"result": {"type": "expired"}}, TransientFailure, "nobody came to it within the day"),
        (CLAUDE, {"result": {"type": "canceled"}}, TransientFailure, "its batch was cancelled"),
        (CLAUDE, CLAUDE.succeeded("gout", "refusal"), NoAnswer, "Claude declined to answer"),
        (CLAUDE, CLAUDE.succeeded("gout", "max_tokens"), NoAnswer, "cut off"),
        (CLAUDE, {"result": {"type": "succeeded", "message": {}}}, TransientFailure, "not of its protocol"),
        (CLAUDE, None, TransientFailure, "it was left out"),
        (OPENAI, OPENAI.responded(400, OPENAI_FAULT), PermanentFailure, "the service reported Long. …"),
        (OPENAI, OPENAI.responded(429, {"error": {"message": "Slow down."}}), TransientFailure, "reported Slow down;"),
        (OPENAI, OPENAI.responded(500, {"error": "Oops"}), TransientFailure, "the service reported Oops"),
        (OPENAI, OPENAI.responded(429, OPENAI_QUOTA), PermanentFailure, "no credit left"),
        (OPENAI, OPENAI.not_asked("batch_expired"), TransientFailure, "nobody came to it within the day"),
        (OPENAI, OPENAI.not_asked("batch_cancelled"), TransientFailure, "its batch was cancelled"),
        (OPENAI, OPENAI.not_asked("other"), TransientFailure, "the service reported It was not executed"),
        (OPENAI, OPENAI.succeeded("gout", "completed", "No."), NoAnswer, "OpenAI's model declined to answer"),
        (OPENAI, OPENAI.succeeded("gout", "max_output_tokens"), NoAnswer, "cut off"),
        (OPENAI, CHAT.succeeded("gout", "length"), NoAnswer, "cut off"),
        (OPENAI, OPENAI.responded(200, OPENAI_FAILED), TransientFailure, "the service reported Odd; try again later"),
        (OPENAI, OPENAI.responded(200, {}), TransientFailure, "not of its protocol"),
        (OPENAI, {"response": "odd", "error": None}, TransientFailure, "not of its protocol"),
        (OPENAI, None, TransientFailure, "it was left out"),
    ],
)
def test_an_entry_that_failed_is_a_failure_and_is_not_asked_again_in_this_run(
    speaks: BatchService, outcome: dict[str, Any] | None, failure: type[ScoutError], says: str
):
    log, other = Log(), speaks.succeeded({"heading": "other"})
    speaks = type(speaks)(results=lambda question: outcome if "gout" in question else other)
    with json_server(speaks) as service:
        model = asked_at(speaks, service, log)
        first, second, third = model.ask_many(QUESTIONS)
        assert isinstance(first, failure)
        assert says in str(first)
        assert (second, third) == ({"heading": "other"}, {"heading": "other"})
        with pytest.raises(failure, match=r".*"):
            model.ask(QUESTIONS[0])
        assert singles(speaks, service) == [], "no single question at the full price"
    assert [(failed.batched, failed.key) for failed in log.failures] == [(True, model.key(QUESTIONS[0]))]
    assert KEY not in log.failures[0].model_dump_json()
    assert log.batches == {}


@pytest.mark.parametrize(
    ("ended", "errors", "failure", "says"),
    [
        ("expired", [], TransientFailure, "nobody came to it within the day a batch is given; try again later."),
        ("cancelled", [], TransientFailure, "its batch was cancelled; try again later."),
        ("failed", [{"code": "invalid_json_line", "message": "Line 1 is odd."}], PermanentFailure, "Line 1 is odd."),
        ("failed", [{"code": "token_limit_exceeded", "message": "Full."}], TransientFailure, "Full; try again later."),
        ("failed", [], PermanentFailure, "the service reported failed."),
        ("failed", ["odd"], TransientFailure, "not of its protocol"),
    ],
)
def test_a_batch_of_openais_that_ends_early_is_told_and_keeps_what_it_has(
    ended: str, errors: list[Any], failure: type[ScoutError], says: str
):
    log = Log()
    speaks = OpenAiBatchService(
        results=lambda question: OPENAI.succeeded({"heading": "other"}) if "asthma" in question else None,
        ended=ended,
        errors=errors,
    )
    with json_server(speaks) as service:
        first, second, third = asked_at(speaks, service, log, spending=Spending(PRICE)).ask_many(QUESTIONS)
    for outcome in (first, third):
        assert isinstance(outcome, failure)
        assert says in str(outcome)
    if ended == "failed":
        assert isinstance(second, failure), "a failed batch has no answers"
    else:
        assert second == {"heading": "other"}
    assert all(failed.cost == 0.0 for failed in log.failures)
    assert log.batches == {}


@pytest.mark.parametrize("odd", [{"status": "completed"}, {"id": 7}])
def test_an_upload_that_gets_no_name_is_a_failure_of_each_question(odd: dict[str, Any]):
    with json_server(lambda asked: (200, {}, odd)) as service:
        outcomes = asked_at(OPENAI, service, log := Log()).ask_many(QUESTIONS)
    assert all(isinstance(outcome, TransientFailure) for outcome in outcomes)
    assert (len(service.asked), log.batches) == (1, {})


@each_service
def test_what_the_budget_does_not_allow_is_not_handed_over(kind: type[BatchService]):
    log, speaks = Log(), kind()
    with json_server(speaks) as service:
        model = asked_at(speaks, service, log, spending=Spending(PRICE, Budget(None)))
        price = model.most_it_can_cost(QUESTIONS[0], batched=True) or 0.0
        model = asked_at(speaks, service, log, spending=Spending(PRICE, Budget(2.5 * price)))
        *_, last = model.ask_many(QUESTIONS)
    assert isinstance(last, BudgetExceeded)
    assert speaks.sizes() == [2]


@each_service
def test_a_service_that_refuses_the_batch_is_a_failure_of_each_question(kind: type[BatchService]):
    speaks = kind()
    with json_server(lambda asked: (401, {}, speaks.provider.error(KEY))) as service:
        outcomes: Sequence[Any] = asked_at(speaks, service, Log()).ask_many(QUESTIONS)
    name = "Anthropic" if speaks.provider.name == "anthropic" else "OpenAI"
    assert [str(outcome) for outcome in outcomes] == [f"{name} refused the key; check the {name} API key."] * 3


@each_service
def test_without_batches_questions_are_asked_one_by_one(kind: type[BatchService]):
    speaks = kind()
    with json_server(speaks) as service:
        asked_at(speaks, service, Log(), batches=None).ask_many(QUESTIONS)
    assert len(singles(speaks, service)) == len(service.asked) == 3
