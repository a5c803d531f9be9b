"""Data checks: rows that break a rule, found by one statement per rule (``sql/data_checks.sql``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from psycopg.types.json import Jsonb

from ..domain.runs import NOT_RUN, SubjectKind
from .repository import Repository


class CheckLook(NamedTuple):
    """What a check found of a subject when it last read its records."""

    state: str
    """Of the subject's stages then."""
    offences: list[tuple[str, str]]
    """(name, what is wrong)."""


class DataCheckRepository(Repository):
    statements = "data_checks"

    def offenders(self, name: str, model: str) -> list[tuple[str, str]]:
        """(slug, what is wrong) of every row that breaks the rule ``name``; ``model`` is the embedding model in use."""
        return [(row["slug"], row["detail"]) for row in self._rows(name, model=model)]

    def first_failures(self, kind: SubjectKind) -> list[tuple[str, str, str]]:
        """(name, stage, reason) of every watched subject of the kind with a failed stage: the first that failed.

        A stage that only waited for another is the first of none that has another.
        """
        rows = self._rows("first_failures", kind=kind.value, waiting=NOT_RUN)
        return [(row["name"], row["stage"], row["reason"]) for row in rows]

    def looks(self, check: str) -> dict[str, CheckLook]:
        """What the check found of each subject, by its key."""
        rows = self._rows("load_looks", name=check)
        return {row["subject"]: CheckLook(row["state"], [(n, d) for n, d in row["offences"]]) for row in rows}

    def save_look(self, check: str, subject: str, state: str, offences: Sequence[tuple[str, str]]) -> None:
        """Keep what the check found of a subject, in place of what it found before."""
        kept = Jsonb([list(offence) for offence in offences])
        self._run("save_look", name=check, subject=subject, state=state, offences=kept)

    def states(self, kind: SubjectKind) -> dict[str, str]:
        """How the stages of each subject ended, by its key; equal where every stage wrote the same."""
        return {row["subject"]: row["state"] for row in self._rows("load_states", kind=kind.value)}
