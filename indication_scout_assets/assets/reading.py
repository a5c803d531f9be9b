"""What several stages read from the store, and how a question without an answer is recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TypeVar

from ..domain.articles import Article, Origin, RetractionStatus
from ..domain.candidates import Candidate
from ..domain.diseases import NormalizedName
from ..domain.evidence import PoolEntry, SearchRecord
from ..domain.joined_records import origins_of
from ..domain.merging import merge_with_ids
from ..domain.outcomes import ScoutError, SourceOutcome, SourceState
from ..domain.source_catalogue import SourceEntry, source_entry
from .workbench import DrugRun

_WORTH_A_REASON = (SourceState.FAILED, SourceState.DEGRADED, SourceState.NOT_ASKED)
T = TypeVar("T")
PUBMED = "PubMed"
CLINICALTRIALS = "ClinicalTrials.gov"
REGISTRY, TRIAL_PAPERS = source_entry("clinicaltrials"), source_entry("trial_publications")


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


def pools(run: DrugRun) -> dict[str, list[PoolEntry]]:
    """The articles found for each candidate, and the papers of its registered trials; each once.

    Older versions of Cochrane reviews are left out.
    """
    stored = run.db.pools.load(run.slug)
    found = {disease_id: [e for e in pool if not e.superseded] for disease_id, pool in stored.items()}
    for record in run.db.searches.load(run.slug, TRIAL_PAPERS.title):
        older = {entry.article_id for entry in stored.get(record.disease_id, []) if entry.superseded}
        papers = [one for one in record.ids if one not in older]
        found[record.disease_id] = _with_papers(run, found.get(record.disease_id, []), papers)
    return found


def _with_papers(run: DrugRun, pool: Sequence[PoolEntry], papers: Sequence[str]) -> list[PoolEntry]:
    """The pool with the trials' papers; one that the pool has under a DOI alone is not a second article."""
    entries = {entry.article_id: entry for entry in pool}
    if new := [one for one in papers if one not in entries]:
        alike = merge_with_ids(run.db.articles.load([*entries, *new]).values())
        home = {one: merged.article.id for merged in alike for one in merged.ids}
        entries = {home.get(one, one): entry for one, entry in entries.items()}
    for one in papers:
        entry = entries.get(one) or PoolEntry(article_id=one, found_by=())
        found_by = tuple(dict.fromkeys((*entry.found_by, TRIAL_PAPERS.key)))
        entries[one] = entry.model_copy(update={"article_id": one, "found_by": found_by})
    return list(entries.values())


def pool_articles(run: DrugRun, found: Mapping[str, Sequence[PoolEntry]] | None = None) -> dict[str, Article]:
    """All articles of the drug's pools by id, each with the origins this drug's searches brought."""
    origins: dict[str, dict[Origin, None]] = {}
    for pool in (pools(run) if found is None else found).values():
        for entry in pool:
            origins.setdefault(entry.article_id, {}).update(dict.fromkeys(entry.origins))
    articles = run.db.articles.load(sorted(origins))
    pubmed = {one: [o for o in origins_of(a) if o.source == PUBMED] for one, a in articles.items()}
    return {one: a.model_copy(update={"origins": (*pubmed[one], *origins[one])}) for one, a in articles.items()}


def retracted(run: DrugRun) -> frozenset[str]:
    """Ids of the drug's articles that the retraction gate found to be retracted."""
    checks = run.db.standings.load(run.slug)
    return frozenset(one for one, check in checks.items() if check.status is RetractionStatus.RETRACTED)


def failed_search(
    source: str, disease_id: str, query: str, error: ScoutError, before: SearchRecord | None
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


def search_not_made(entry: SourceEntry, disease_id: str, reason: str) -> SearchRecord:
    """The record of a search that was not asked for."""
    return SearchRecord(
        source=entry.title,
        disease_id=disease_id,
        query="",
        state=SourceState.NOT_ASKED,
        reason=reason,
        searched_at=datetime.now(UTC),
    )


def switched_off(run: DrugRun, *entries: SourceEntry) -> list[str]:
    """Which of the entries the settings switch off: a stage's result depends on these and on no other."""
    return sorted(entry.key for entry in entries if entry.key in run.settings.switched_off)


def not_asked(run: DrugRun, entry: SourceEntry) -> str:
    """Why a source is not asked in this run, as one sentence; empty where it is."""
    if entry.key in run.settings.switched_off:
        return f"{entry.title} was not asked: SCOUT_SOURCES_OFF names it."
    if entry.key_required and not run.bench.has_key(entry):
        return f"{entry.title} was not asked: it needs a key; set {entry.key_setting}."
    return ""


async def answered(
    run: DrugRun,
    entry: SourceEntry,
    question: Callable[[], Awaitable[tuple[T, SourceOutcome]]],
    nothing: T,
    disease_id: str | None = None,
) -> tuple[T, SourceOutcome]:
    """The answer, or ``nothing`` and why: a source that is down or not asked never stops the others."""
    if reason := not_asked(run, entry):
        return nothing, _without_answer(entry, SourceState.NOT_ASKED, reason, disease_id)
    try:
        answer, outcome = await question()
    except ScoutError as error:
        return nothing, _without_answer(entry, SourceState.FAILED, str(error), disease_id)
    return answer, outcome.model_copy(update={"source": entry.title, "disease_id": disease_id})


def _without_answer(entry: SourceEntry, state: SourceState, reason: str, disease_id: str | None) -> SourceOutcome:
    return SourceOutcome(source=entry.title, question=entry.asks, state=state, reason=reason, disease_id=disease_id)


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


def source_table(searches: Sequence[SearchRecord] | Sequence[SourceOutcome]) -> str:
    """What each source answered, as a Markdown table for the partition's metadata."""
    rows: dict[str, list[SearchRecord | SourceOutcome]] = {}
    for search in searches:
        rows.setdefault(search.source, []).append(search)
    lines = []
    for source, asked in rows.items():
        states = Counter(one.state.value for one in asked)
        found = sum(one.found if isinstance(one, SourceOutcome) else len(one.ids) for one in asked)
        told = ", ".join(f"{count} {state.replace('_', ' ')}" for state, count in sorted(states.items()))
        reason = next((one.reason for one in asked if one.state in _WORTH_A_REASON), "").replace("|", "/")
        lines.append(f"| {source} | {len(asked)} | {found} | {told} | {reason} |")
    return "| Source | Asked | Found | States | Reason |\n|---|--:|--:|---|---|\n" + "\n".join(lines)
