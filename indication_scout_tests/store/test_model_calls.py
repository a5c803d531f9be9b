"""Calls of language models in the store: the first answer stays, a failure is never one, and all of it is counted."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.model_calls import FailedCall, ModelBatch, ModelCall
from indication_scout_assets.store.database import Database

CALL = ModelCall(
    key="k1", provider="anthropic", model="m", purpose="name", prompt_hash="p", answer="one", stop_reason="end_turn",
    input_tokens=10, output_tokens=2, cache_read_tokens=5, cache_write_tokens=3, cost=0.25, seconds=1.5,
)  # fmt: skip
FAILED = FailedCall(
    key="k9", provider="anthropic", model="m", purpose="name", prompt_hash="p", failure="It declined.",
    stop_reason="refusal", input_tokens=10, output_tokens=1, cost=None, seconds=0.5,
)  # fmt: skip


def test_the_first_answer_stays(db: Database) -> None:
    assert db.model_calls.get("k1") is None
    db.model_calls.save(CALL)
    db.model_calls.save(CALL.model_copy(update={"answer": "two"}))
    assert db.model_calls.get("k1") == "one"


def test_a_failure_is_kept_as_often_as_it_happens_and_is_no_answer(db: Database) -> None:
    db.model_calls.save_failure(FAILED)
    db.model_calls.save_failure(FAILED)
    assert db.model_calls.get("k9") is None
    db.model_calls.save(CALL.model_copy(update={"key": "k9"}))
    assert db.model_calls.get("k9") == "one"
    (total,) = db.model_calls.totals()
    assert (total.calls, total.failed) == (3, 2)


def test_totals_are_by_purpose_and_say_where_the_cost_is_unknown(db: Database) -> None:
    db.model_calls.save(CALL)
    db.model_calls.save(CALL.model_copy(update={"key": "k2", "purpose": "literature", "cost": 1.5, "batched": True}))
    db.model_calls.save(CALL.model_copy(update={"key": "k3", "purpose": "literature", "cost": None}))
    db.model_calls.save_failure(FAILED)
    literature, name = db.model_calls.totals()
    assert (literature.purpose, literature.calls, literature.cost, literature.cost_unknown) == ("literature", 2, 1.5, 1)
    assert (name.calls, name.failed, name.cost, name.cost_unknown) == (2, 1, 0.25, 1)
    assert (name.input_tokens, name.output_tokens, name.cache_read_tokens, name.cache_write_tokens) == (20, 3, 5, 3)
    assert name.seconds == pytest.approx(2.0)


def test_a_batch_is_remembered_until_it_is_collected(db: Database) -> None:
    first = ModelBatch(batch_id="b1", provider="anthropic", model="m", keys=("k1", "k2"))
    second = first.model_copy(update={"batch_id": "b2", "keys": ("k3",)})
    db.model_calls.save_batch(first)
    db.model_calls.save_batch(second)
    assert db.model_calls.open_batches("anthropic") == [first, second]
    assert db.model_calls.open_batches("openai") == []
    db.model_calls.end_batch("b1")
    assert db.model_calls.open_batches("anthropic") == [second]
