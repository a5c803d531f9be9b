"""Decisions of readers: one for each candidate and record, the newest in the place of the one before."""

from __future__ import annotations

from ...domain.findings.report import ReaderDecision
from ..repository import Repository


class DecisionRepository(Repository):
    statements = "decisions"

    def save(self, decision: ReaderDecision) -> None:
        """Keep a decision; the database says when."""
        self._run("save", **decision.model_dump(mode="json", exclude={"decided_at"}))

    def load(self, drug: str = "") -> list[ReaderDecision]:
        """The decisions on a drug, or all: by drug, disease and record."""
        return [ReaderDecision.model_validate(row) for row in self._rows("load", drug=drug)]

    def remove(self, drug: str, disease_id: str, record: str) -> bool:
        """Take a decision back; whether there was one."""
        return bool(self._run("remove", drug=drug, disease_id=disease_id, record=record))
