"""Stages: what each last did for each subject, what its sources answered, and which drugs are due.

A subject stands by its key, ``domain.runs.Subject.key``, which for a drug is its slug.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from psycopg.types.json import Jsonb

from ..domain.outcomes import SourceOutcome, SourceUse
from ..domain.runs import NOT_RUN, DueDrug, RefreshCause, RefreshKind, RunCost, StageRun, SubjectKind
from .repository import Repository, json_list, stored_value


class StageRepository(Repository):
    statements = "stages"

    def get(self, subject: str, stage: str) -> StageRun | None:
        rows = self._rows("load", subject=subject, stage=stage)
        return stored_value(StageRun, rows[0]) if rows else None

    def record(self, run: StageRun) -> None:
        """Store what a stage did, in place of what it did before."""
        self._run("record", **run.model_dump() | {"facts": Jsonb(run.model_dump(mode="json")["facts"])})

    def all(self, subject: str) -> dict[str, StageRun]:
        """The subject's stages by name, in the order in which they finished."""
        rows = self._rows("load", subject=subject, stage=None)
        return {row["stage"]: stored_value(StageRun, row) for row in rows}

    def replace_outcomes(self, subject: str, stage: str, outcomes: Sequence[SourceOutcome]) -> None:
        """Replace what the sources answered to a stage."""
        with self._transaction():
            self._run("clear_outcomes", subject=subject, stage=stage)
            self._run("insert_outcomes", subject=subject, stage=stage, outcomes=json_list(outcomes))

    def outcomes(self, subject: str, stage: str | None = None) -> list[SourceOutcome]:
        """The sources' answers, of one stage or of all by their names: the same order in every run."""
        rows = self._rows("load_outcomes", subject=subject, stage=stage)
        return [stored_value(SourceOutcome, row["outcome"]) for row in rows]

    def source_uses(self) -> list[SourceUse]:
        """For each source and state it was last found in: how often, for how many drugs, when."""
        return [stored_value(SourceUse, row) for row in self._rows("load_source_uses")]

    def add_work(
        self, run: str, subject: str, stage: str, work: Mapping[str, float], seconds: float, embedder: str
    ) -> None:
        """Keep what a stage asked and made in a run; ``embedder`` made its vectors."""
        counts = {name: int(work.get(name, 0)) for name in ("requests", "cached", "retries", "vectors")}
        self._run("add_work", run=run, subject=subject, stage=stage, embedder=embedder, seconds=seconds, **counts)

    def costs(self, subjects: Sequence[str] = ()) -> list[RunCost]:
        """What each run took for each subject, or for these alone, the newest first."""
        rows = self._rows("load_costs", subjects=list(subjects) or None)
        return [stored_value(RunCost, row) for row in rows]

    def unfinished(self, slugs: Sequence[str], now: datetime, code_versions: Mapping[str, str]) -> list[str]:
        """Those of the drugs that are not carried through, or are due; what failed for good is not among them."""
        rows = self._rows("load_unfinished", slugs=list(slugs), now=now, code_versions=Jsonb(dict(code_versions)))
        return [row["slug"] for row in rows]

    def due(
        self,
        now: datetime,
        code_versions: Mapping[str, str] | None = None,
        made_with: Mapping[str, str] | None = None,
    ) -> list[DueDrug]:
        """Drugs of the watch list that should run now, each with the first of its reasons, by slug.

        Args:
            now: an aware time; what was due at or before it is due.
            code_versions: present code version of every stage. Stages not named are not checked for new code nor
                for being missing.
            made_with: present fingerprint of the models and prompts of stages that have any.
        """
        rows = self._rows(
            "load_due", now=now, code_versions=Jsonb(dict(code_versions or {})), made_with=Jsonb(dict(made_with or {}))
        )
        return [stored_value(DueDrug, row) for row in rows]

    def add_cause(self, cause: RefreshCause) -> None:
        """Note what a look at the sources found; the newest of a kind counts."""
        self._run("save_cause", **cause.model_dump() | {"kind": cause.kind.value})

    def asked_anew(self, stage: str) -> dict[str, datetime]:
        """Drugs for which the stage must ask its sources anew, and since when stored answers are too old for them."""
        return {row["slug"]: row["since"] for row in self._rows("load_asked_anew", stage=stage)}

    def looked(self, slug: str, kind: RefreshKind, at: datetime) -> None:
        """Note when the sources were looked at."""
        self._run("save_look", slug=slug, kind=kind.value, looked_at=at)

    def last_look(self, slug: str, kind: RefreshKind) -> datetime | None:
        row = self._row("load_look", slug=slug, kind=kind.value)
        return row["looked_at"] if row else None


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
