"""Asking every source of articles about every candidate, side by side, and making one article of one article.

What belongs here: what the stage ``abstracts`` does before it writes. The sources' own ways of asking are in
``sources``; what makes two records one article is in ``domain.merging``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..domain.articles import Article, Origin
from ..domain.as_of import articles_as_of
from ..domain.candidates import Candidate
from ..domain.evidence import PoolEntry, SearchRecord
from ..domain.merging import merge_with_ids
from ..domain.outcomes import ScoutError, SourceState
from ..domain.questions import Found, Question
from ..domain.review_versions import newer_versions, newest_versions
from ..domain.source_catalogue import CATALOGUE, SourceEntry, Yields
from .reading import TRIAL_PAPERS, drug_labels, failed_search, names_of, not_asked, search_not_made
from .workbench import DrugRun

FETCH_BATCH = 200
"""Records per efetch: the size NCBI answers reliably."""

MOST_UPDATES = 6
"""Updates of a review that are followed to its newest version."""

ENTRIES = tuple(e for e in CATALOGUE if e.yields is Yields.ARTICLES and e.key != TRIAL_PAPERS.key)

_OF_PUBMED = frozenset(entry.title for entry in ENTRIES if entry.service == "PubMed")


@dataclass
class Pooled:
    """What all searches of a drug brought."""

    searches: list[SearchRecord]
    articles: dict[str, Article]
    """Merged, by id."""
    pools: dict[str, list[PoolEntry]]
    fetched: int = 0
    """PubMed records fetched now."""
    missing: list[str] = field(default_factory=list)
    """PMIDs PubMed did not return."""
    records: int = 0
    """Records before they were merged."""
    superseded: int = 0
    """Older versions of Cochrane reviews left out."""


async def search_everywhere(run: DrugRun, candidates: Sequence[Candidate]) -> Pooled:
    """Ask every source of articles about every candidate; fetch PubMed's records; merge.

    A source without an answer is recorded as such; its last good answer stays, marked.
    """
    asked = [(entry, candidate) for candidate in candidates for entry in ENTRIES]
    questions = _questions(run, candidates)
    before = {(r.source, r.disease_id): r for r in run.db.searches.load(run.slug, None)}
    answers = await asyncio.gather(
        *(_ask(run, entry, questions[c.disease.id], before.get((entry.title, c.disease.id))) for entry, c in asked)
    )
    searches = [found.record for found in answers]
    rows = [article for found in answers for article in found.articles]
    ids = list(dict.fromkeys(one for record in searches for one in record.ids))
    fetched, missing, stored = await _pubmed_records(run, searches, ids)
    merged, home = _merge(run, [*stored.values(), *rows])
    brought = [(entry, found) for (entry, _), found in zip(asked, answers, strict=True)]
    earlier = run.db.pools.load(run.slug)
    pooled = Pooled(searches, merged, {}, fetched, missing, len(stored) + len(rows))
    for candidate in candidates:
        of_pair = [(e, found) for e, found in brought if found.record.disease_id == candidate.disease.id]
        pool = _with_newer(_pool(of_pair, home, earlier.get(candidate.disease.id, [])), merged, home)
        # As of today: a newer version that could not be had must not take the older one's place.
        _, older = newest_versions([merged[entry.article_id] for entry in pool], as_of=run.bench.today)
        left_out = {article.id for article in older}
        pooled.superseded += len(left_out)
        pooled.pools[candidate.disease.id] = [
            entry.model_copy(update={"superseded": entry.article_id in left_out}) for entry in pool
        ]
    return pooled


async def _pubmed_records(
    run: DrugRun, searches: list[SearchRecord], ids: Sequence[str]
) -> tuple[int, list[str], dict[str, Article]]:
    """How many records were fetched now, PMIDs PubMed did not send, and the stored articles of the ids.

    Newer versions of the reviews found are fetched as well. Where PubMed gives no records, what is stored and the other
    sources' records stand, and the searches of PubMed say what they lack.
    """
    fetched, missing, newer = 0, list[str](), tuple[str, ...]()
    try:
        fetched, missing = await fetch_from_pubmed(run, [one for one in ids if one.isdecimal()])
        for _ in range(MOST_UPDATES):
            more = newer_versions(list(run.db.articles.load([*ids, *newer]).values()))
            if not set(more) - set(newer):
                break
            newer = (*newer, *(one for one in more if one not in newer))
            fetched += (await fetch_from_pubmed(run, newer))[0]
    except ScoutError as error:
        stored = run.db.articles.load(ids)
        for number, search in enumerate(searches):
            if search.source in _OF_PUBMED and search.ids and search.state is SourceState.OK:
                known = sum(1 for one in search.ids if one in stored)
                state = SourceState.DEGRADED if known else SourceState.FAILED
                reason = f"Of {len(search.ids)} records {known} are known from before; the others: {error}"
                searches[number] = search.model_copy(update={"state": state, "reason": reason})
    return fetched, missing, run.db.articles.load([*ids, *newer])


async def fetch_from_pubmed(run: DrugRun, pmids: Sequence[str]) -> tuple[int, list[str]]:
    """Fetch and store records that are unknown or have aged, batch by batch; (fetched, PMIDs PubMed did not send).

    A record is fetched again when it is as old as an answer may be, for retractions come late.
    """
    wanted = sorted(
        run.db.articles.to_fetch(pmids, run.bench.aged)
    )  # the same ids make the same requests, however found

    async def batch(ids: list[str]) -> list[str]:
        found = await run.sources.pubmed.fetch(ids)
        known = run.db.articles.load(ids)
        run.db.articles.save([_refreshed(article, known.get(article.id)) for article in found.articles.values()])
        return sorted(found.missing)

    batches = [wanted[i : i + FETCH_BATCH] for i in range(0, len(wanted), FETCH_BATCH)]
    missing = [pmid for ids in await asyncio.gather(*map(batch, batches)) for pmid in ids]
    return len(wanted) - len(missing), missing


def _refreshed(fresh: Article, known: Article | None) -> Article:
    """PubMed's record as it is now; of what is stored stays what PubMed does not have and other sources gave.

    Two stages may fetch one record at once, so it must not matter which of them stores it last.
    """
    if known is None:
        return fresh
    own = {kind.name for kind in fresh.publication_types}
    others = [kind for kind in known.publication_types if kind.ui is None and kind.name not in own]
    kept: dict[str, Any] = {
        "publication_types": (*fresh.publication_types, *others),
        "nct_ids": tuple(dict.fromkeys((*fresh.nct_ids, *known.nct_ids))),
        "marked_retracted_by": known.marked_retracted_by,
        "cited_by": known.cited_by,
        "open_access": known.open_access,
    }
    if not fresh.abstract:
        kept |= {"abstract": known.abstract, "sections": known.sections}
    return fresh.model_copy(update=kept)


def _questions(run: DrugRun, candidates: Sequence[Candidate]) -> dict[str, Question]:
    names, labels = names_of(run, candidates), tuple(drug_labels(run))
    return {
        disease_id: Question(
            drug_names=labels,
            disease=name,
            limit=run.settings.max_abstracts,
            today=run.bench.today,
            as_of=run.settings.as_of,
        )
        for disease_id, name in names.items()
    }


async def _ask(run: DrugRun, entry: SourceEntry, question: Question, before: SearchRecord | None) -> Found:
    """One search, or the record of why there is none."""
    if entry.limit:
        question = question.model_copy(update={"limit": entry.limit})
    if reason := not_asked(run, entry):
        return Found(search_not_made(entry, question.disease_id, reason))
    try:
        return await run.sources.articles[entry.key].search(entry.key, question)
    except ScoutError as error:
        return Found(failed_search(entry.title, question.disease_id, "", error, before))


def _merge(run: DrugRun, records: Sequence[Article]) -> tuple[dict[str, Article], dict[str, str]]:
    """One article per article, by id; and for the id of every record that of the article it became.

    With an as-of date only articles known on that day: told after merging, since PubMed alone has the entrez date.
    """
    merged = merge_with_ids(records)
    articles = [one.article for one in merged]
    as_of = run.settings.as_of
    known = {a.id: a for a in (articles if as_of is None else articles_as_of(articles, as_of))}
    return known, {key: one.article.id for one in merged if one.article.id in known for key in one.ids}


def _pool(
    answers: Sequence[tuple[SourceEntry, Found]], home: Mapping[str, str], earlier: Sequence[PoolEntry]
) -> list[PoolEntry]:
    """The pair's articles in the order in which the searches brought them, with all that brought each.

    A search without an answer stands with what it brought before: then the origins of ``earlier`` hold as well.
    """
    pool: dict[str, PoolEntry] = {}
    before = {entry.article_id: entry.origins for entry in earlier}
    for entry, found in answers:
        origins = {article.id: article.origins for article in found.articles}
        kept = before if found.record.state is SourceState.DEGRADED and not found.articles else {}
        for one in found.record.ids:
            if (key := home.get(one)) is None:
                continue
            known = pool.get(key) or PoolEntry(article_id=key, found_by=())
            pool[key] = PoolEntry(
                article_id=key,
                found_by=tuple(dict.fromkeys((*known.found_by, entry.key))),
                origins=tuple(dict.fromkeys((*known.origins, *origins.get(one, ()), *kept.get(key, ())))),
            )
    return [entry.model_copy(update={"origins": _in_catalogue_order(entry.origins)}) for entry in pool.values()]


def _in_catalogue_order(origins: Iterable[Origin]) -> tuple[Origin, ...]:
    """One order, whatever answered when."""
    services = list(dict.fromkeys(entry.service for entry in CATALOGUE))
    places = {service: place for place, service in enumerate(services)}
    return tuple(sorted(origins, key=lambda o: (places.get(o.source, len(services)), o.source, o.id)))


def _with_newer(pool: list[PoolEntry], merged: Mapping[str, Article], home: Mapping[str, str]) -> list[PoolEntry]:
    """The pool and the newer versions of its reviews that the searches did not bring."""
    present = {entry.article_id for entry in pool}
    newer = newer_versions([merged[entry.article_id] for entry in pool])
    ids = [home[pmid] for pmid in newer if pmid in home and home[pmid] not in present]
    return pool + [PoolEntry(article_id=one, found_by=("cochrane_reviews",)) for one in dict.fromkeys(ids)]


def save_merged(run: DrugRun, merged: Mapping[str, Article]) -> None:
    """Store what the merge changed or added."""
    stored = run.db.articles.load(sorted(merged))
    run.db.articles.save([a for one, a in merged.items() if stored.get(one) != a], from_pubmed=False)
