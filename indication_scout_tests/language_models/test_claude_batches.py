"""Message Batches against a local server: any order, entries that fail, runs that are killed, and the cost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from indication_scout_assets.domain.model_calls import ModelPrice
from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.language_models.budget import Budget, BudgetExceeded, Spending
from indication_scout_assets.language_models.claude import Claude
from indication_scout_assets.language_models.model_reply import NoAnswer
from indication_scout_assets.language_models.model_request import ModelRequest
from indication_scout_tests.json_server import Answer, Asked, json_server
from indication_scout_tests.synthesis.sample import Log
from indication_scout_tests.wire.model_protocols import ANTHROPIC, KEY

from .test_language_models import ANSWER, asking

PRICE = ModelPrice(input=2, output=10, batch_factor=0.5)
QUESTIONS = [asking(f'{{"disease": "{name}"}}') for name in ("gout", "asthma", "migraine")]


def succeeded(name: str, stop_reason: str = "end_turn") -> dict[str, Any]:
    return {"type": "succeeded", "message": ANTHROPIC.answers({"heading": name}, stop_reason)}


@dataclass
class Service:
    """Anthropic's batches: ended after so many looks, results in reverse order."""

    results: Callable[[str], dict[str, Any]] = field(
        default=lambda question: succeeded(json.loads(question)["disease"])
    )
    looks: int = 1
    batches: dict[str, Sequence[dict[str, Any]]] = field(default_factory=dict)
    gone: bool = False

    def __call__(self, asked: Asked) -> Answer:
        if asked.path == "/v1/messages":
            return 200, {}, ANTHROPIC.answers(ANSWER)
        if asked.body is not None:
            self.batches[f"batch_{len(self.batches)}"] = asked.body["requests"]
            return 200, {}, self._batch(f"batch_{len(self.batches) - 1}", ended=False)
        if self.gone:
            return 404, {}, ANTHROPIC.error("not found")
        (name,) = re.findall(r"batch_\d+", asked.path)
        if not asked.path.endswith("/results"):
            self.looks -= 1
            return 200, {}, self._batch(name, ended=self.looks < 0)
        lines = [
            json.dumps({"custom_id": r["custom_id"], "result": self.results(r["params"]["messages"][0]["content"])})
            for r in reversed(self.batches[name])
        ]
        return 200, {"Content-Type": "application/x-jsonl"}, "\n".join(lines).encode()

    def _batch(self, name: str, *, ended: bool) -> dict[str, Any]:
        counts = dict.fromkeys(("canceled", "errored", "expired", "processing", "succeeded"), 0)
        day = "2026-11-22T00:00:00Z"
        return {
            "id": name, "type": "message_batch", "processing_status": "ended" if ended else "in_progress",
            "request_counts": counts, "created_at": day, "expires_at": day, "archived_at": None, "ended_at": None,
            "cancel_initiated_at": None, "results_url": f"/v1/messages/batches/{name}/results" if ended else None,
        }  # fmt: skip


def claude(url: str, log: Log, **changes: Any) -> Claude:
    options: dict[str, Any] = {"api_key": KEY, "model": "m", "log": log, "base_url": url, "retries": 0, "batches": log}
    model = Claude(**(options | changes))
    model.sleep = lambda seconds: None
    return model


def paths(asked: Sequence[Asked]) -> list[str]:
    return [a.path.partition("?")[0].removeprefix("/v1/messages") for a in asked]


def test_many_questions_are_one_request_and_each_gets_its_own_answer_whatever_the_order():
    log, budget = Log(), Budget(1.0)
    waits: list[float] = []
    with json_server(Service(looks=3)) as service:
        model = claude(service.url, log, spending=Spending(PRICE, budget))
        model.sleep = waits.append
        assert model.ask_many(QUESTIONS) == [{"heading": name} for name in ("gout", "asthma", "migraine")]
    assert paths(service.asked).count("/batches") == 1
    assert "" not in paths(service.asked), "no single message"
    assert waits == [5.0, 7.5, 11.25]
    half = (11 * 2 + 7 * 10) / 1e6 / 2
    assert [call.batched for call in log.calls.values()] == [True] * 3
    assert [call.cost for call in log.calls.values()] == pytest.approx([half] * 3)
    assert budget.spent == pytest.approx(3 * half)
    assert log.batches == {}


def test_what_is_known_is_not_handed_over_again():
    log = Log()
    with json_server(Service()) as service:
        claude(service.url, log).ask_many(QUESTIONS[:2])
        claude(service.url, log).ask_many(QUESTIONS)
    handed_over = [len(a.body["requests"]) for a in service.asked if a.body]
    assert handed_over == [2, 1]


def test_a_run_that_was_killed_collects_what_it_paid_for():
    log, speaks = Log(), Service(looks=1)
    with json_server(speaks) as service:
        killed = claude(service.url, log)

        def kill(seconds: float) -> None:
            raise KeyboardInterrupt

        killed.sleep = kill
        with pytest.raises(KeyboardInterrupt):
            killed.ask_many(QUESTIONS)
        assert [batch.keys for batch in log.batches.values()] == [tuple(map(killed.key, QUESTIONS))]
        assert claude(service.url, log).ask_many(QUESTIONS)[2] == {"heading": "migraine"}
    assert len(speaks.batches) == 1
    assert log.batches == {}


def test_a_batch_that_is_gone_is_forgotten_and_its_questions_are_handed_over_again():
    log, speaks = Log(), Service(looks=1)
    with json_server(speaks) as service:
        claude(service.url, log)
        log.save_batch(_batch_of(claude(service.url, log), QUESTIONS, "batch_99"))
        speaks.gone = True
        outcomes = claude(service.url, log).ask_many(QUESTIONS)
        assert log.batches == {}
        assert len(speaks.batches) == 1
        assert all(isinstance(outcome, PermanentFailure | TransientFailure) for outcome in outcomes) or outcomes


def _batch_of(model: Claude, questions: Sequence[ModelRequest], name: str) -> Any:
    from indication_scout_assets.domain.model_calls import ModelBatch  # noqa: PLC0415

    return ModelBatch(batch_id=name, provider="anthropic", model="m", keys=tuple(map(model.key, questions)))


@pytest.mark.parametrize(
    ("result", "kind", "says"),
    [
        (
            {"type": "errored", "error": {"type": "error", "error": {"type": "overloaded_error", "message": KEY}}},
            TransientFailure,
            "the service reported overloaded_error",
        ),
        (
            {"type": "errored", "error": {"type": "error", "error": {"type": "invalid_request_error", "message": "x"}}},
            PermanentFailure,
            "the service reported invalid_request_error",
        ),
        ({"type": "expired"}, TransientFailure, "did not come to it within the day"),
        ({"type": "canceled"}, TransientFailure, "its batch was cancelled"),
        (succeeded("gout", "refusal"), NoAnswer, "Claude declined to answer"),
        (succeeded("gout", "max_tokens"), NoAnswer, "cut off"),
        ({"type": "succeeded", "message": {}}, TransientFailure, "not of its protocol"),
    ],
)
def test_an_entry_that_failed_is_a_failure_and_is_not_asked_again_in_this_run(result, kind, says):
    log = Log()
    speaks = Service(results=lambda question: result if "gout" in question else succeeded("other"))
    with json_server(speaks) as service:
        model = claude(service.url, log)
        first, second, third = model.ask_many(QUESTIONS)
        assert isinstance(first, kind)
        assert says in str(first)
        assert (second, third) == ({"heading": "other"}, {"heading": "other"})
        with pytest.raises(kind, match=says):
            model.ask(QUESTIONS[0])
        assert "" not in paths(service.asked), "no single message at the full price"
    assert [(failed.batched, failed.key) for failed in log.failures] == [(True, model.key(QUESTIONS[0]))]
    assert KEY not in log.failures[0].model_dump_json()
    assert log.batches == {}


def test_what_the_budget_does_not_allow_is_not_handed_over():
    log = Log()
    speaks = Service()
    with json_server(speaks) as service:
        model = claude(service.url, log, spending=Spending(PRICE, Budget(None)))
        price = model.most_it_can_cost(QUESTIONS[0], batched=True) or 0.0
        model = claude(service.url, log, spending=Spending(PRICE, Budget(2.5 * price)))
        *_, last = model.ask_many(QUESTIONS)
    assert isinstance(last, BudgetExceeded)
    assert [len(requests) for requests in speaks.batches.values()] == [2]


def test_a_service_that_refuses_the_batch_is_a_failure_of_each_question():
    with json_server(lambda asked: (401, {}, ANTHROPIC.error(KEY))) as service:
        outcomes = claude(service.url, Log()).ask_many(QUESTIONS)
    assert [str(outcome) for outcome in outcomes] == ["Anthropic refused the key; check the Anthropic API key."] * 3


def test_without_batches_questions_are_asked_one_by_one():
    with json_server(Service()) as service:
        claude(service.url, Log(), batches=None).ask_many(QUESTIONS)
    assert paths(service.asked) == [""] * 3
