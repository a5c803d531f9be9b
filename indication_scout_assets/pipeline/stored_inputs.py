"""What several stages read from the store, and how a question without an answer is recorded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar, cast

from ..domain.candidates import Candidate
from ..domain.diseases import NameMethod, NormalizedName
from ..domain.findings.evidence import PoolEntry, SearchRecord
from ..domain.outcomes import ScoutError, SourceOutcome, SourceState
from ..domain.records.articles import Article, Origin, RetractionStatus
from ..domain.records.source_catalogue import SourceEntry, source_entry
from ..rules.literature.article_merging import merge_with_ids
from ..rules.literature.joined_records import origins_of
from .resources.source_bench import SourceRun
from .resources.workbench import DrugRun

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


def pools(run: DrugRun) -> dict[str, list[PoolEntry]]:
    """The articles found for each candidate, and the papers of its registered trials; each once.

    Older versions of Cochrane reviews are left out.
    """
    stored = run.db.pools.load(run.slug)
    current = {disease_id: [e for e in pool if not e.superseded] for disease_id, pool in stored.items()}
    for record in run.db.searches.load(run.slug, TRIAL_PAPERS.title):
        older = {entry.article_id for entry in stored.get(record.disease_id, []) if entry.superseded}
        papers = [article_id for article_id in record.ids if article_id not in older]
        current[record.disease_id] = _with_papers(run, current.get(record.disease_id, []), papers)
    return current


def _with_papers(run: DrugRun, pool: Sequence[PoolEntry], papers: Sequence[str]) -> list[PoolEntry]:
    """The pool with the trials' papers; what a paper shows to be one article becomes one entry, and nothing is lost.

    A paper may be in the pool under its DOI alone, and may prove two records of the pool to be one.
    """
    known = {entry.article_id for entry in pool}
    home: dict[str, str] = {}
    if new := [article_id for article_id in papers if article_id not in known]:
        stored = run.db.articles.load([*known, *new])
        alike = merge_with_ids(stored.values())
        home = {
            article_id: merged.article.id
            for merged in alike
            if merged.article.id in stored
            for article_id in merged.ids
        }
    entries: dict[str, PoolEntry] = {}
    for entry in (*pool, *(PoolEntry(article_id=article_id, found_by=(TRIAL_PAPERS.key,)) for article_id in papers)):
        key = home.get(entry.article_id, entry.article_id)
        before = entries.get(key) or PoolEntry(article_id=key, found_by=())
        entries[key] = entry.model_copy(
            update={
                "article_id": key,
                "found_by": tuple(dict.fromkeys((*before.found_by, *entry.found_by))),
                "origins": tuple(dict.fromkeys((*before.origins, *entry.origins))),
            }
        )
    return list(entries.values())


def pool_articles(run: DrugRun, pooled: Mapping[str, Sequence[PoolEntry]] | None = None) -> dict[str, Article]:
    """All articles of the drug's pools by id, each with the origins this drug's searches brought."""
    origins: dict[str, dict[Origin, None]] = {}
    for pool in (pools(run) if pooled is None else pooled).values():
        for entry in pool:
            origins.setdefault(entry.article_id, {}).update(dict.fromkeys(entry.origins))
    articles = run.db.articles.load(sorted(origins))
    pubmed = {article_id: [o for o in origins_of(a) if o.source == PUBMED] for article_id, a in articles.items()}
    return {
        article_id: a.model_copy(update={"origins": (*pubmed[article_id], *origins[article_id])})
        for article_id, a in articles.items()
    }


def retracted(run: DrugRun) -> frozenset[str]:
    """Ids of the drug's articles that the retraction gate found to be retracted."""
    checks = run.db.retraction_checks.by_article(run.slug)
    return frozenset(article_id for article_id, check in checks.items() if check.status is RetractionStatus.RETRACTED)


def failed_search(
    source: str, disease_id: str, error: ScoutError, before: SearchRecord | None, at: datetime
) -> SearchRecord:
    """The record of a search that got no answer: the last good answer stays, marked; without one nothing is claimed.

    ``at``: the workbench's moment, so that what a snapshot lacks is dated as the snapshot is.
    """
    if before is not None and before.state not in (SourceState.FAILED, SourceState.NOT_ASKED):
        dated = f"{error} The answer of {before.searched_at:%Y-%m-%d} is shown."
        return before.model_copy(update={"state": SourceState.DEGRADED, "reason": dated, "unanswered": True})
    return _without_record(source, disease_id, SourceState.FAILED, str(error), at)


def doubted(record: SearchRecord, name: NormalizedName) -> SearchRecord:
    """The search, degraded where it found nothing under a name that stands in for one nobody could look up: what the
    failed look-up hides must not pass for absence.
    """
    if name.method is not NameMethod.UNANSWERED or record.state is not SourceState.EMPTY:
        return record
    reason = f"{record.reason} Only the disease's own name was searched, for its indexed name could not be looked up."
    return record.model_copy(update={"state": SourceState.DEGRADED, "reason": reason.strip()})


def search_not_made(entry: SourceEntry, disease_id: str, reason: str, at: datetime) -> SearchRecord:
    """The record of a search that was not asked for at the workbench's moment ``at``."""
    return _without_record(entry.title, disease_id, SourceState.NOT_ASKED, reason, at)


def _without_record(source: str, disease_id: str, state: SourceState, reason: str, at: datetime) -> SearchRecord:
    return SearchRecord(source=source, disease_id=disease_id, query="", state=state, reason=reason, searched_at=at)


def switched_off(run: DrugRun, *entries: SourceEntry) -> list[str]:
    """Which of the entries the settings switch off: a stage's result depends on these and on no other."""
    return sorted(entry.key for entry in entries if entry.key in run.settings.switched_off)


def not_asked(run: SourceRun, entry: SourceEntry) -> str:
    """Why a source is not asked in this run, as one sentence; empty where it is."""
    if entry.key in run.settings.switched_off:
        return f"{entry.title} was not asked: SCOUT_SOURCES_OFF names it."
    if entry.key_required and not run.bench.has_key(entry):
        mend = (
            f"it needs a key; set {entry.key_setting}"
            if run.settings.snapshot is None
            else "the snapshot holds none of it"
        )
        return f"{entry.title} was not asked: {mend}."
    return ""


async def answered(
    run: SourceRun,
    entry: SourceEntry,
    question: Callable[[], Awaitable[tuple[T, SourceOutcome]]],
    nothing: T,
    disease_id: str | None = None,
    before: Callable[[], T] | None = None,
) -> tuple[T, SourceOutcome]:
    """The answer, or ``nothing`` and why: a source that is down or not asked never stops the others.

    ``before`` reads what the source answered a drug's run the last time; where it did, that stands, marked, while it is
    down.
    """

    def without(state: SourceState, reason: str) -> SourceOutcome:
        return SourceOutcome(source=entry.title, question=entry.asks, state=state, reason=reason, disease_id=disease_id)

    if reason := not_asked(run, entry):
        return nothing, without(SourceState.NOT_ASKED, reason)
    try:
        answer, outcome = await question()
    except ScoutError as error:
        asked = cast(DrugRun, run).db.stages.outcomes(cast(DrugRun, run).slug) if before else []
        silent = (SourceState.FAILED, SourceState.NOT_ASKED)
        same = (o for o in asked if (o.source, o.disease_id) == (entry.title, disease_id) and o.state not in silent)
        if before and (last := next(same, None)):
            reason = f"{error} What it answered before is shown."
            return before(), last.model_copy(
                update={"state": SourceState.DEGRADED, "reason": reason, "unanswered": True}
            )
        return nothing, without(SourceState.FAILED, str(error))
    return answer, outcome.model_copy(update={"source": entry.title, "disease_id": disease_id})


def search_outcome(search: SearchRecord, matching: int | None = None) -> SourceOutcome:
    """The search as a line of the report's table of sources."""
    return SourceOutcome(
        source=search.source,
        question=search.query,
        state=search.state,
        reason=search.reason,
        found=len(search.ids) if matching is None else matching,
        total=search.total,
        disease_id=search.disease_id,
        left_out=search.left_out,
        unanswered=search.unanswered,
    )
