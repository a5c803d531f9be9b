"""What is to be run and what became of it: the watch list, subjects, the record of a stage, the drugs that are due.

What belongs here: the nouns. What a stage does is in ``pipeline``; which drugs are due is one query of the store.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from pydantic import AwareDatetime, Field

from .base import Value

Progress = Callable[[str, int, int], None]
"""Told how far long work has come: what is counted, how much of it is done, of how much."""
NOT_RUN = "Not run because"
"""With these words begins the reason of a stage that failed only because one it builds on did."""


class WatchedDrug(Value):
    """A drug the workspace knows."""

    slug: str
    query: str
    """The name the user gave."""
    active: bool
    """On the watch list; a removed drug keeps its rows."""
    chembl_id: str | None = None
    name: str | None = None


class SubjectKind(StrEnum):
    DRUG = "drug"
    COLLECTION = "collection"


class Subject(NamedTuple):
    """What a stage runs for: a drug, or another thing that has partitions of its own."""

    kind: SubjectKind
    name: str
    """Unique among its kind, and the key of its partition; a drug's slug, a collection's name."""

    @property
    def key(self) -> str:
        """Unique among all subjects of a workspace."""
        return self.name if self.kind is SubjectKind.DRUG else f"{self.kind}:{self.name}"


class StageStatus(StrEnum):
    OK = "ok"
    DEGRADED = "degraded"
    FAILED = "failed"


class StageRun(Value):
    """What a stage last did for a subject. Equal ``inputs`` and ``code_version`` make running it again needless."""

    subject: str
    """``Subject.key``."""
    stage: str
    inputs: str
    """Fingerprint of everything the stage read."""
    outputs: str = ""
    """Fingerprint of what it wrote; the next stage's input."""
    code_version: str = ""
    made_with: str | None = None
    """Fingerprint of the models and prompts it worked with; ``None`` where nobody noted it."""
    status: StageStatus
    reason: str = ""
    """One plain sentence where the status is not ``ok``."""
    transient: bool = False
    """The failure may pass by itself."""
    facts: dict[str, Any] = Field(default_factory=dict)
    """Counts shown as metadata; JSON values."""
    preview: str = ""
    """Markdown a person wants to look at."""
    due_at: AwareDatetime | None = None
    """When a source must be asked again; ``None``: only when inputs change."""
    finished_at: AwareDatetime


class RefreshKind(StrEnum):
    """What a look at the sources may find."""

    NEW_ARTICLES = "new articles"
    CHANGED_TRIALS = "changed trials"
    RETRACTED_PAPER = "retracted paper"


class RefreshCause(Value):
    """Something the sources have that a drug's report does not show yet."""

    slug: str
    stage: str
    """The stage that has to ask its sources again."""
    kind: RefreshKind
    detail: str
    """One sentence."""
    found_at: AwareDatetime


class DueDrug(Value):
    """A drug whose stages should run now."""

    slug: str
    reason: str
    """One plain sentence."""
    fingerprint: str
    """Equal for the same cause on the same day; a run key made of it asks once."""


class RunCost(Value):
    """What a run took for a subject: what was asked, made and paid."""

    run: str
    """Dagster's id; empty for what was asked outside of a run, such as an answer of `scout ask`."""
    subject: str
    """``Subject.key``; empty where it was for none."""
    requests: int
    """To sources, those that were repeated included."""
    cached: int
    """Questions whose answer was stored."""
    retries: int
    vectors: int
    embedder: str = ""
    seconds: float
    """Of its stages, summed over those that ran at the same time."""
    model_calls: int
    """To language models."""
    model_calls_failed: int
    input_tokens: int
    output_tokens: int
    dollars: float
    """Of the calls whose cost is known."""
    cost_unknown: int
    """Calls whose cost is not."""
    models: tuple[str, ...] = ()
    ended_at: AwareDatetime
