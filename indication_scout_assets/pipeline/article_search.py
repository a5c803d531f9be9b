"""Asking every source of articles about every candidate, side by side, and making one article of one article.

What belongs here: what the stage ``abstracts`` does before it writes. The sources' own ways of asking are in
``sources``; what makes two records one article is in ``article_merging``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Container, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from typing import Any

from ..domain.candidates import Candidate
from ..domain.findings.evidence import PoolEntry, SearchRecord
from ..domain.findings.pair_questions import PairQuestion, SearchResult
from ..domain.outcomes import ScoutError, SourceState
from ..domain.records.articles import Article, Origin
from ..domain.records.source_catalogue import CATALOGUE, SourceEntry, Yields
from ..rules.as_of import articles_as_of
from ..rules.literature.article_merging import merge_with_ids
from ..rules.literature.joined_records import fullest_abstract, origins_of
from ..rules.literature.review_versions import newer_versions, newest_versions
from ..sources.formats.markup import READER
from ..sources.ncbi.pubmed_searches import MOST_UPDATES
from ..sources.ncbi.pubmed_xml import read_packed
from .resources.workbench import DrugRun
from .stored_inputs import PUBMED, doubted, failed_search, names_of, not_asked, search_not_made

FETCH_BATCH = 200
"""Records per efetch: the size NCBI answers reliably."""

ENTRIES = tuple(e for e in CATALOGUE if e.yields is Yields.ARTICLES and e.about is not None and e.in_runs)

_OF_PUBMED = frozenset(entry.title for entry in ENTRIES if entry.service.name == "PubMed")


@dataclass
class Pooled:
    """What all searches of a drug brought."""

    searches: list[SearchRecord]
    articles: dict[str, Article]
    """Merged, by id."""
    pools: dict[str, list[PoolEntry]]
    fetched: int = 0
    """PubMed records fetched now."""
    records: int = 0
    """Records before they were merged."""


async def search_everywhere(run: DrugRun, candidates: Sequence[Candidate]) -> Pooled:
    """Ask every source of articles about every candidate; fetch PubMed's records; merge.

    A source without an answer is recorded as such; its last good answer stays, marked.
    """
    asked = [(entry, candidate) for candidate in candidates for entry in ENTRIES]
    questions = {
        disease_id: PairQuestion(
            drug_names=tuple(run.profile.names),
            disease=name,
            limit=run.settings.max_abstracts,
            today=run.bench.today,
            as_of=run.settings.as_of,
        )
        for disease_id, name in names_of(run, candidates).items()
    }
    before = {(r.source, r.disease_id): r for r in run.db.searches.load(run.slug, None)}
    answers = await asyncio.gather(
        *(_ask(run, entry, questions[c.disease.id], before.get((entry.title, c.disease.id))) for entry, c in asked)
    )
    searches = [answer.record for answer in answers]
    rows = [article for answer in answers for article in answer.articles]
    ids = list(dict.fromkeys(article_id for record in searches for article_id in record.ids))
    fetched, missing, stored = await _pubmed_records(run, searches, ids)
    joined = merge_with_ids([*stored.values(), *rows])
    known, day = [each.article for each in joined], run.settings.as_of
    # As of a day only what was known then: told after merging, since PubMed alone has the entrez date.
    merged = {a.id: a for a in (known if day is None else articles_as_of(known, day))}
    home = {key: each.article.id for each in joined if each.article.id in merged for key in each.ids}
    brought = [(entry, answer) for (entry, _), answer in zip(asked, answers, strict=True)]
    earlier = run.db.pools.load(run.slug)
    pooled = Pooled(searches, merged, {}, fetched, len(stored) + len(rows))
    for candidate in candidates:
        of_pair = [(e, answer) for e, answer in brought if answer.record.disease_id == candidate.disease.id]
        pool = _with_newer(_pool(of_pair, home, earlier.get(candidate.disease.id, [])), merged, home)
        # As of today: a newer version that could not be had must not take the older one's place.
        _, older = newest_versions([merged[entry.article_id] for entry in pool], as_of=run.bench.today)
        left_out = {article.id for article in older}
        pooled.pools[candidate.disease.id] = [
            entry.model_copy(update={"superseded": entry.article_id in left_out}) for entry in pool
        ]
    if day:
        there = {*home, *missing}
        pooled.searches = [s if s.unanswered else _without_later(s, there, day) for s in pooled.searches]
    return pooled


def _without_later(search: SearchRecord, there: Set[str], as_of: date) -> SearchRecord:
    """The search with the records that the day lets in: whether PubMed's are too late shows when they are fetched."""
    if search.state is SourceState.EMPTY:
        return search.model_copy(update={"reason": f"As of {as_of}: {search.reason}"})
    ids = tuple(article_id for article_id in search.ids if article_id in there)
    if not (late := len(search.ids) - len(ids)):
        return search
    sentence = f"{late} of {len(search.ids)} records found are later than {as_of}, or PubMed gives no day for them."
    update: dict[str, Any] = {"ids": ids, "left_out": search.left_out + late, "warnings": (*search.warnings, sentence)}
    if not ids and search.state is SourceState.OK:
        update |= {"state": SourceState.EMPTY, "reason": sentence}
    return search.model_copy(update=update)


async def _pubmed_records(
    run: DrugRun, searches: list[SearchRecord], ids: Sequence[str]
) -> tuple[int, list[str], dict[str, Article]]:
    """How many records were fetched now, PMIDs PubMed did not send, and the stored articles of the ids.

    Newer versions of the reviews found are fetched as well. Where PubMed does not give all records, what is stored and
    the other sources' records stand, and each search of PubMed says what it lacks.
    """
    fetched, missing, newer = 0, list[str](), tuple[str, ...]()
    try:
        fetched, missing = await fetch_from_pubmed(run, [article_id for article_id in ids if article_id.isdecimal()])
        for _ in range(MOST_UPDATES):
            more = newer_versions(list(run.db.articles.load([*ids, *newer]).values()))
            if not set(more) - set(newer):
                break
            newer = (*newer, *(article_id for article_id in more if article_id not in newer))
            fetched += (await fetch_from_pubmed(run, newer))[0]
    except ScoutError as error:
        known = run.db.articles.load(ids)
        unread = set(
            run.db.articles.to_fetch([article_id for article_id in ids if article_id.isdecimal()], run.bench.aged)
        )
        searches[:] = [_unread(search, unread.intersection(search.ids), known, error) for search in searches]
    return fetched, missing, run.db.articles.load([*ids, *newer])


def _unread(search: SearchRecord, lacking: Set[str], known: Container[str], error: ScoutError) -> SearchRecord:
    """The search with what could not be read of the records it found; one that failed itself says so already."""
    if search.source not in _OF_PUBMED or search.unanswered or not lacking:
        return search
    state = SourceState.DEGRADED if any(article_id in known for article_id in search.ids) else SourceState.FAILED
    reason = f"{len(lacking)} of {len(search.ids)} records could not be read now: {error}"
    if any(article_id in known for article_id in lacking):
        reason += " What was read of them before is shown."
    return search.model_copy(update={"state": state, "reason": reason, "unanswered": True})


async def fetch_from_pubmed(run: DrugRun, pmids: Sequence[str]) -> tuple[int, list[str]]:
    """Fetch and store records that are unknown or have aged, batch by batch; (fetched, PMIDs PubMed did not send).

    A record is fetched again when it is as old as an answer may be, for retractions come late. A batch that fails
    leaves the others their time: what they bring is stored before its error is raised.
    """
    _read_again(run, pmids)
    # Sorted, for the same ids make the same requests, however found.
    wanted = sorted(run.db.articles.to_fetch(pmids, run.bench.aged))

    async def batch(ids: list[str]) -> list[str]:
        fetched = await run.sources.pubmed.fetch(ids)
        known, fresh = run.db.articles.load(ids), list(fetched.articles.values())
        if run.settings.as_of:  # what is later is not even stored
            fresh = articles_as_of(fresh, run.settings.as_of)
        with run.db.transaction():
            run.db.articles.save([_refreshed(article, known.get(article.id)) for article in fresh])
            kept = {article.id for article in fresh}
            run.db.articles.save_bodies({k: body for k, body in fetched.bodies.items() if k in kept}, READER)
        return sorted(fetched.missing)

    batches = [wanted[i : i + FETCH_BATCH] for i in range(0, len(wanted), FETCH_BATCH)]
    ends = await asyncio.gather(*map(batch, batches), return_exceptions=True)
    for end in ends:
        if isinstance(end, BaseException):
            raise end
    missing = [pmid for end in ends if not isinstance(end, BaseException) for pmid in end]
    return len(wanted) - len(missing), missing


def _read_again(run: DrugRun, pmids: Sequence[str]) -> None:
    """Read stored records again that another version of the reader read: what it gained must not wait for their age."""
    bodies = run.db.articles.read_by_another(pmids, READER)
    if not bodies:
        return
    known, read = run.db.articles.load(bodies), read_packed(bodies.values())
    with run.db.transaction():
        run.db.articles.save([_refreshed(article, known.get(article.id)) for article in read], from_pubmed=False)
        run.db.articles.save_bodies(bodies, READER)


def _refreshed(fresh: Article, known: Article | None) -> Article:
    """PubMed's record as it is now; of what is stored stays what PubMed does not have and other sources gave.

    Two stages may fetch one record at once, so it must not matter which of them stores it last.
    """
    if known is None:
        return fresh
    own = {kind.name for kind in fresh.publication_types}
    abstract, sections = fullest_abstract([fresh, known])
    others = [kind for kind in known.publication_types if kind.ui is None and kind.name not in own]
    origins = known.origins or fresh.origins  # a record that others gave while PubMed was down is PubMed's now as well
    if not any(origin.source == PUBMED for origin in origins):
        origins = (*origins_of(fresh), *origins) if known.origins else origins
    kept: dict[str, Any] = {
        "publication_types": (*fresh.publication_types, *others),
        "nct_ids": tuple(dict.fromkeys((*fresh.nct_ids, *known.nct_ids))),
        "marked_retracted_by": known.marked_retracted_by,
        "cited_by": known.cited_by,
        "open_access": known.open_access,
        "abstract": abstract,
        "sections": sections,
        "doi": fresh.doi or known.doi,
        "pmcid": fresh.pmcid or known.pmcid,
        "origins": origins,
    }
    return fresh.model_copy(update=kept)


async def _ask(run: DrugRun, entry: SourceEntry, question: PairQuestion, before: SearchRecord | None) -> SearchResult:
    """One search, or the record of why there is none."""
    if entry.limit:
        question = question.model_copy(update={"limit": entry.limit})
    if reason := not_asked(run, entry):
        return SearchResult(search_not_made(entry, question.disease_id, reason, run.bench.now))
    try:
        answer = await run.sources.articles[entry.key].search(entry.key, question)
        return answer._replace(record=doubted(answer.record, question.disease))
    except ScoutError as error:
        return SearchResult(failed_search(entry.title, question.disease_id, error, before, run.bench.now))


def _pool(
    answers: Sequence[tuple[SourceEntry, SearchResult]], home: Mapping[str, str], earlier: Sequence[PoolEntry]
) -> list[PoolEntry]:
    """The pair's articles in the order in which the searches brought them, with all that brought each.

    A search without an answer stands with what it brought before: then the origins of ``earlier`` hold as well.
    """
    pool: dict[str, PoolEntry] = {}
    before = {entry.article_id: entry.origins for entry in earlier}
    for entry, answer in answers:
        origins = {article.id: article.origins for article in answer.articles}
        kept = before if answer.record.state is SourceState.DEGRADED and not answer.articles else {}
        for article_id in answer.record.ids:
            if (key := home.get(article_id)) is None:
                continue
            known = pool.get(key) or PoolEntry(article_id=key, found_by=())
            pool[key] = PoolEntry(
                article_id=key,
                found_by=tuple(dict.fromkeys((*known.found_by, entry.key))),
                origins=tuple(dict.fromkeys((*known.origins, *origins.get(article_id, ()), *kept.get(key, ())))),
            )
    return [entry.model_copy(update={"origins": _in_catalogue_order(entry.origins)}) for entry in pool.values()]


def _in_catalogue_order(origins: Iterable[Origin]) -> tuple[Origin, ...]:
    """One order, whatever answered when."""
    services = list(dict.fromkeys(entry.service.name for entry in CATALOGUE))
    places = {service: place for place, service in enumerate(services)}
    return tuple(sorted(origins, key=lambda o: (places.get(o.source, len(services)), o.source, o.id)))


def _with_newer(pool: list[PoolEntry], merged: Mapping[str, Article], home: Mapping[str, str]) -> list[PoolEntry]:
    """The pool and the newer versions of its reviews that the searches did not bring."""
    present = {entry.article_id for entry in pool}
    newer = newer_versions([merged[entry.article_id] for entry in pool])
    ids = [home[pmid] for pmid in newer if pmid in home and home[pmid] not in present]
    return pool + [
        PoolEntry(article_id=article_id, found_by=("cochrane_reviews",)) for article_id in dict.fromkeys(ids)
    ]
