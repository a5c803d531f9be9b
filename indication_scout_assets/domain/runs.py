"""What is to be run and what became of it: the watch list, the record of a stage, the drugs that are due.

What belongs here: the nouns. What a stage does is in ``assets``; which drugs are due is one query of the store.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import AwareDatetime, Field

from .base import Value


class WatchedDrug(Value):
    """A drug the workspace knows."""

    slug: str
    query: str
    """The name the user gave."""
    active: bool
    """On the watch list; a removed drug keeps its rows."""
    chembl_id: str | None = None
    name: str | None = None


class StageStatus(StrEnum):
    OK = "ok"
    DEGRADED = "degraded"
    FAILED = "failed"


class StageRun(Value):
    """What a stage last did for a drug. Equal ``inputs`` and ``code_version`` make running it again needless."""

    slug: str
    stage: str
    inputs: str
    """Fingerprint of everything the stage read."""
    outputs: str = ""
    """Fingerprint of what it wrote; the next stage's input."""
    code_version: str = ""
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


class DueDrug(Value):
    """A drug whose stages should run now."""

    slug: str
    reason: str
    """One plain sentence."""
    fingerprint: str
    """Equal for the same cause on the same day; a run key made of it asks once."""
