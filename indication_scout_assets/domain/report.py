"""The content of an evidence report, complete and typed, before any layout.

What belongs here: what a report says. How it looks is in ``reports``; the JSON export is ``EvidenceReport`` as is, and
its schema is documented in ``docs/report-json.md``.
"""

from __future__ import annotations

from datetime import datetime

from .articles import Article
from .base import Value
from .candidates import Candidate
from .diseases import NormalizedName
from .drugs import DrugProfile
from .evidence import RankedArticle, SearchRecord
from .outcomes import SourceOutcome
from .statements import Synthesis
from .trials import TrialMatch

REPORT_SCHEMA_VERSION = 1


class CandidateEvidence(Value):
    """One candidate with everything found for it."""

    candidate: Candidate
    name: NormalizedName
    searches: tuple[SearchRecord, ...] = ()
    articles_found: int = 0
    """Articles found and stored for the pair, retracted ones included."""
    ranked: tuple[RankedArticle, ...] = ()
    """The top k, in order."""
    retracted: tuple[str, ...] = ()
    """PMIDs found for the pair that are retracted; shown, never used."""
    trials: tuple[TrialMatch, ...] = ()
    literature: Synthesis | None = None
    trial_synthesis: Synthesis | None = None
    outcomes: tuple[SourceOutcome, ...] = ()
    cautions: tuple[str, ...] = ()
    """What a reader must keep in mind before the evidence, one plain sentence each."""
    not_found: tuple[str, ...] = ()
    """What was looked for and not found, one plain sentence each."""


class RunFacts(Value):
    """What a reader needs to repeat the run."""

    workspace: str
    demonstration: bool
    built_at: datetime
    """Date of the newest input, not of the rendering: the same inputs give the same bytes."""
    data_versions: dict[str, str]
    """For example ``{"Open Targets": "26.06"}``."""
    code_version: str
    embedding_model: str
    synthesizer: str
    ranking_query: str
    """The therapeutic query with its placeholders."""
    settings: dict[str, str]


class EvidenceReport(Value):
    """The report on one drug."""

    schema_version: int = REPORT_SCHEMA_VERSION
    drug: DrugProfile
    candidates: tuple[CandidateEvidence, ...]
    set_aside: tuple[Candidate, ...]
    articles: dict[str, Article]
    """All articles the report shows or cites, by PMID."""
    outcomes: tuple[SourceOutcome, ...] = ()
    """Sources' answers to questions about the drug itself."""
    run: RunFacts
