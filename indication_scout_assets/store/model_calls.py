"""Model calls: answers of language models, paid for once."""

from __future__ import annotations

from ..domain.model_calls import ModelCall, ModelCallTotal
from .repository import Repository


class ModelCalls(Repository):
    def get(self, key: str) -> str | None:
        """The stored answer under a key that names everything it depends on."""
        row = self._row("load_model_answer", key=key)
        return str(row["answer"]) if row else None

    def save(self, call: ModelCall) -> None:
        """Store an answer; the first under a key stays."""
        self._run("save_model_call", **call.model_dump())

    def totals(self) -> list[ModelCallTotal]:
        """Calls and tokens by provider, model and purpose."""
        return [ModelCallTotal.model_validate(row) for row in self._rows("load_model_call_totals")]
