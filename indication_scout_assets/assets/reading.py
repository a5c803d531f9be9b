"""What several stages read from the store, and how a search without an answer is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from ..domain.candidates import Candidate
from ..domain.diseases import NormalizedName
from ..domain.evidence import SearchRecord
from ..domain.outcomes import SourceOutcome, SourceState, TransientFailure
from .workbench import DrugRun

PUBMED = "PubMed"
CLINICALTRIALS = "ClinicalTrials.gov"


def ranked_candidates(run: DrugRun) -> list[Candidate]:
    """The drug's candidates that are investigated, best first."""
    return [c for c in run.db.candidates.load(run.slug) if c.rank is not None]


def names_of(run: DrugRun, candidates: Sequence[Candidate]) -> dict[str, NormalizedName]:
    """Normalised names by disease id."""
    stored = run.db.names.load([c.disease.id for c in candidates])
    return {disease_id: name for disease_id, (name, _) in stored.items()}


def drug_labels(run: DrugRun) -> list[str]:
    """The drug's names, preferred one first, each once; the name the user gave is last where no source knows it.

    Whatever name the user gave, the same drug is searched by the same names in the same order.
    """
    profile = run.profile
    labels: dict[str, str] = {}
    for label in (profile.name, *(s.label for s in profile.synonyms), run.query):
        labels.setdefault(label.casefold(), label)
    return list(labels.values())


def pmids_by_disease(run: DrugRun) -> dict[str, list[str]]:
    """PMIDs found for each candidate, in PubMed's order."""
    return {record.disease_id: list(record.ids) for record in run.db.searches.load(run.slug, PUBMED)}


def failed_search(
    source: str, disease_id: str, query: str, error: TransientFailure, before: SearchRecord | None
) -> SearchRecord:
    """The record of a search that got no answer: the last good answer stays, marked; without one nothing is claimed."""
    if before is not None and before.state is not SourceState.FAILED:
        dated = f"{error} The answer of {before.searched_at:%Y-%m-%d} is shown."
        return before.model_copy(update={"state": SourceState.DEGRADED, "reason": dated})
    return SearchRecord(
        source=source,
        disease_id=disease_id,
        query=query,
        state=SourceState.FAILED,
        reason=str(error),
        searched_at=datetime.now(UTC),
    )


def search_outcome(search: SearchRecord, found: int | None = None) -> SourceOutcome:
    """The search as a line of the report's table of sources."""
    return SourceOutcome(
        source=search.source,
        question=search.query,
        state=search.state,
        reason=search.reason,
        found=len(search.ids) if found is None else found,
        total=search.total,
        disease_id=search.disease_id,
    )
