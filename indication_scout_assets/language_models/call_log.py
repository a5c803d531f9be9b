"""Where calls of language models and their batches are kept: what the models need from a store.

What belongs here: the protocols. ``store.repositories.model_call_repository.ModelCallRepository`` keeps both.
"""

from __future__ import annotations

from typing import Protocol

from ..domain.model_calls import FailedCall, ModelBatch, ModelCall


class CallLog(Protocol):
    """Models' answers by key, and what failed."""

    def get(self, key: str) -> str | None: ...

    def save(self, call: ModelCall) -> None: ...

    def save_failure(self, call: FailedCall) -> None:
        """Keep a call without an answer, where ``get`` never finds it."""


class BatchLog(Protocol):
    """Batches handed over and not wholly collected."""

    def save_batch(self, batch: ModelBatch) -> None: ...

    def open_batches(self, provider: str) -> list[ModelBatch]: ...

    def end_batch(self, batch_id: str) -> None: ...
