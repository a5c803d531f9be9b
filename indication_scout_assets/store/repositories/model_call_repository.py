"""Model calls: answers of language models, paid for once; what failed; batches still to be collected."""

from __future__ import annotations

from datetime import datetime

from ...domain.model_calls import FailedCall, ModelBatch, ModelCall, ModelCallTotal
from ..repository import Repository, stored_value


class ModelCallRepository(Repository):
    statements = "model_calls"

    def get(self, key: str) -> str | None:
        """The stored answer under a key that names everything it depends on; a failure is none."""
        row = self._row("load_answer", key=key)
        return str(row["answer"]) if row else None

    def save(self, call: ModelCall, run: str = "", subject: str = "") -> None:
        """Store an answer, and for whom it was asked; the first under a key stays."""
        self._run("save", run=run, subject=subject, **call.model_dump())

    def save_failure(self, call: FailedCall, run: str = "", subject: str = "") -> None:
        """Store a call that got no answer, apart from the answers: it is counted and never replayed."""
        self._run("save_failure", run=run, subject=subject, **call.model_dump())

    def totals(self) -> list[ModelCallTotal]:
        """Calls, tokens and cost by provider, model and purpose, the failed calls included."""
        return [stored_value(ModelCallTotal, row) for row in self._rows("load_totals")]

    def save_batch(self, batch: ModelBatch) -> None:
        """Remember a batch that was handed over."""
        self._run("save_batch", **batch.model_dump() | {"keys": list(batch.keys)})

    def open_batches(self, provider: str) -> list[ModelBatch]:
        """Batches of a provider not wholly collected, the oldest first."""
        return [stored_value(ModelBatch, row) for row in self._rows("load_batches", provider=provider)]

    def end_batch(self, batch_id: str) -> None:
        """Forget a batch: all of its answers are stored, or it is gone."""
        self._run("delete_batch", batch_id=batch_id)

    def older(self, before: datetime) -> tuple[int, int]:
        """Answers and failures of calls made before a moment."""
        row = self._row("count_older", before=before) or {}
        return row["answered"], row["failed"]

    def forget(self, before: datetime) -> tuple[int, int]:
        """Remove them; how many there were. A question whose answer is gone is paid for again."""
        with self._transaction():
            return self._run("delete_older", before=before), self._run("delete_older_failed", before=before)
