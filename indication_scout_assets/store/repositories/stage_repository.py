"""Stages: what each last did for each subject, what its sources answered, and which drugs are due.

A subject stands by its key, ``domain.runs.Subject.key``, which for a drug is its slug.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from psycopg.types.json import Jsonb

from ...domain.outcomes import SourceOutcome, SourceUse
from ...domain.runs import NOT_RUN, DueDrug, RefreshCause, RefreshKind, RunCost, StageRun
from ..repository import Repository, json_list, stored_value


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


class FirstFailure(NamedTuple):
    stage: str
    reason: str


class DataCheckRepository(Repository):
    statements = "data_checks"

    def offences(self, name: str, slug: str, model: str) -> list[str]:
        """What is wrong with each row of the drug that breaks the rule ``name``; ``model`` makes the vectors."""
        return [row["detail"] for row in self._rows(name, slug=slug, model=model)]

    def first_failure(self, subject: str) -> FirstFailure | None:
        """The first stage that failed for the subject (``Subject.key``), and why.

        A stage that only waited for another is the first of none that has another.
        """
        row = self._row("first_failure", subject=subject, waiting=NOT_RUN)
        return FirstFailure(row["stage"], row["reason"]) if row else None
