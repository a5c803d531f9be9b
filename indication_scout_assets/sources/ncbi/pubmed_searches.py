"""The catalogue's searches of PubMed: articles, reviews, Cochrane, guidelines, papers of registered trials.

What belongs here: the query of each entry. They give PMIDs; the records are fetched afterwards, all at once, and only
then can superseded versions (``review_versions``) and, with an as-of date, records of a later or unknown entrez
date be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from ...domain.findings.evidence import SearchRecord
from ...domain.findings.pair_questions import RECENT_YEARS, PairQuestion, SearchResult
from ...domain.outcomes import PermanentFailure, SourceState
from ...domain.records.articles import Article
from ...domain.records.source_catalogue import source_entry
from ...rules.as_of import articles_as_of
from ...rules.literature.pubmed_query import (
    disease_query,
    entered_until,
    harm_queries,
    published_since,
    pubmed_query,
    use_queries,
    wider_heading_query,
    with_filters,
)
from ...rules.literature.review_versions import newer_versions, newest_versions
from ..http.http_client import Host, HttpClient
from .pubmed import PubMed

NCT_BATCH = 50
"""Registry numbers in one query."""
_TRIAL_PAPERS = source_entry("trial_publications")
MOST_UPDATES = 6
"""Updates of a review that are followed to its newest version."""
PAPERS = 1_000
"""PMIDs read for one batch of registry numbers."""
WIDER = 20
"""PMIDs taken under a heading wider than the disease, after those that name the disease."""
_WITH_WIDER_HEADING = "pubmed_articles"
"""The one search that looks under a wider heading as well."""

_REVIEWS = 'systematic[sb] OR "meta-analysis"[pt] OR "review"[pt]'
_COCHRANE = '"Cochrane Database Syst Rev"[ta]'
# Its committees and sections sign in their own names; what they sign is printed in its journal.
_ACADEMY = '"American Academy of Pediatrics"[cn] OR "Pediatrics"[ta]'
_GUIDELINES = '"practice guideline"[pt] OR "guideline"[pt] OR "policy statement"[ti] OR "clinical report"[ti]'


def _pair(question: PairQuestion) -> str:
    return pubmed_query(question.drug_names, question.disease)


def _recent_from(question: PairQuestion) -> int:
    """The year from which a paper is recent, as seen on the day the question is about."""
    return min(question.today, question.as_of or question.today).year - RECENT_YEARS


class _SearchRecipe(NamedTuple):
    query: Callable[[PairQuestion], str]
    """Without the as-of filter."""
    nothing: str
    """What an empty answer means."""


_BOTH = "PubMed has no {} that names both the drug and the disease."
_ENTRIES = {
    "pubmed_articles": _SearchRecipe(_pair, _BOTH.format("record")),
    "pubmed_reviews": _SearchRecipe(lambda q: with_filters(_pair(q), _REVIEWS), _BOTH.format("review")),
    "cochrane_reviews": _SearchRecipe(lambda q: with_filters(_pair(q), _COCHRANE), _BOTH.format("Cochrane review")),
    "cochrane_recent": _SearchRecipe(
        lambda q: with_filters(_pair(q), _COCHRANE, published_since(_recent_from(q))),
        _BOTH.format("recent Cochrane review"),
    ),
    # A guideline names classes of drugs more often than a drug, so the drug is not asked for; whether a guideline
    # names it shows when it is ranked.
    "aap_guidelines": _SearchRecipe(
        lambda q: with_filters(disease_query(q.disease), _ACADEMY, _GUIDELINES),
        "PubMed has no guideline of the American Academy of Pediatrics, or in its journal, that names the disease.",
    ),
}


class PubMedSearches:
    """PubMed's entries of the catalogue."""

    def __init__(self, client: HttpClient, host: Host) -> None:
        self._pubmed = PubMed(client, host)

    async def search(self, entry: str, question: PairQuestion) -> SearchResult:
        """PMIDs by relevance, at most ``question.limit``; ``Found.articles`` is empty.

        Where the disease's heading is wider than the disease, ``pubmed_articles`` makes a second search under it: up to
        ``WIDER`` further PMIDs, which stand last and of which a warning tells.

        Raises:
            PermanentFailure: drug or disease has no name that can be searched.
            TransientFailure: PubMed does not answer.
        """
        query, nothing = _ENTRIES[entry]
        asked = with_filters(query(question), entered_until(question.as_of))
        record = await self._pubmed.search(asked, question.limit, disease_id=question.disease_id)
        if record.state is SourceState.EMPTY:
            record = record.model_copy(update={"reason": nothing})
        if entry == _WITH_WIDER_HEADING and question.disease.is_broader:
            record = await self._with_wider_heading(question, record)
        return SearchResult(record.model_copy(update={"source": source_entry(entry).title}))

    async def _with_wider_heading(self, question: PairQuestion, own: SearchRecord) -> SearchRecord:
        """The search by the disease's own names, and after it what only its wider heading finds."""
        query = wider_heading_query(question.drug_names, question.disease)
        limit = len(own.ids) + WIDER
        wider = await self._pubmed.search(
            with_filters(query, entered_until(question.as_of)), limit, disease_id=question.disease_id
        )
        more = [pmid for pmid in wider.ids if pmid not in own.ids][:WIDER]
        if not more:
            return own
        sentence = (
            f"The last {len(more)} of {len(own.ids) + len(more)} were found by the wider heading "
            f"{question.disease.term!r} alone; they need not be about {question.disease.disease_name}."
        )
        answered = {"state": SourceState.OK, "reason": ""} if own.state is SourceState.EMPTY else {}
        return own.model_copy(
            update={
                "query": f"{own.query} OR ({wider.query})",
                "ids": (*own.ids, *more),
                "total": own.total + len(more),
                "warnings": (*own.warnings, sentence),
                **answered,
            }
        )

    async def harms(self, drug_names: Sequence[str], limit: int, as_of: date | None = None) -> SearchRecord:
        """PMIDs of what may tell harm by the drug, whatever the disease, the newest first: those indexed so, then,
        where places are left, those that name the drug.

        Raises:
            PermanentFailure: the drug has no name that can be searched.
            TransientFailure: PubMed does not answer.
        """
        source = source_entry("drug_harms").title
        return await self._in_turn(harm_queries(drug_names), source, limit, as_of, "pub_date")

    async def uses(self, drug_names: Sequence[str], source: str, limit: int, as_of: date | None = None) -> SearchRecord:
        """PMIDs of what may tell what the drug is used for, by relevance: those about it, then, where places are left,
        those that name it; raises as ``harms``.
        """
        return await self._in_turn(use_queries(drug_names), source, limit, as_of, "relevance")

    async def _in_turn(
        self, queries: Sequence[str], source: str, limit: int, as_of: date | None, sort: str
    ) -> SearchRecord:
        """What the queries give, each asked where those before leave places."""
        records = list[SearchRecord]()
        for query in queries:
            room = limit - sum(len(record.ids) for record in records)
            if room > 0:
                asked = with_filters(query, entered_until(as_of))
                records.append(await self._pubmed.search(asked, limit, sort=sort))
        ids = tuple(dict.fromkeys(pmid for record in records for pmid in record.ids))[:limit]
        doubtful = next((record for record in records if record.state is SourceState.DEGRADED), None)
        state, reason = (
            (SourceState.OK, "") if ids else (SourceState.EMPTY, "PubMed has no record that names the drug.")
        )
        return records[0].model_copy(
            update={
                "source": source,
                "query": " OR ".join(record.query for record in records),
                "ids": ids,
                "total": max(record.total for record in records),
                "state": doubtful.state if doubtful else state,
                "reason": doubtful.reason if doubtful else reason,
            }
        )

    async def newest(self, articles: Sequence[Article], as_of: date | None = None) -> list[Article]:
        """The newest version of each review; versions that the records name and that are not among them are fetched.

        With an as-of date a version of a later or unknown entrez date takes no older one's place.

        Raises:
            TransientFailure: PubMed does not answer.
        """
        versions, asked = list(articles), set[str]()
        for _ in range(MOST_UPDATES):
            newer = [pmid for pmid in newer_versions(versions) if pmid not in asked]
            if not newer:
                break
            asked |= set(newer)
            fetched = (await self._pubmed.fetch(newer)).articles.values()
            versions += fetched if as_of is None else articles_as_of(fetched, as_of)
        # As of some day: a version that could not be had takes no older one's place either.
        return list(newest_versions(versions, as_of=as_of or date.max).kept)

    async def papers_of_trials(
        self, nct_ids: Sequence[str], as_of: date | None = None, *, disease_id: str = ""
    ) -> SearchResult:
        """PMIDs of records that list one of these registry numbers, ``NCT_BATCH`` numbers per request.

        Which paper belongs to which trial is in the records: ``Article.nct_ids``.

        Raises:
            PermanentFailure: no number, or one that is none.
            TransientFailure: PubMed does not answer; papers of other batches are not given then either.
        """
        numbers = sorted(set(nct_ids))
        if not numbers:
            raise PermanentFailure("PubMed was asked for papers of no trial at all; give at least one NCT number.")
        if wrong := [number for number in numbers if not re.fullmatch(r"NCT\d{8}", number)]:
            raise PermanentFailure(f"{wrong[0]!r} is no registry number of ClinicalTrials.gov (NCT and eight digits).")
        records = []
        for start in range(0, len(numbers), NCT_BATCH):
            # Without quotes: a number no record lists is then no phrase that PubMed says it had to split.
            terms = " OR ".join(f"{number}[si]" for number in numbers[start : start + NCT_BATCH])
            query = with_filters(f"({terms})", entered_until(as_of))
            records.append(await self._pubmed.search(query, PAPERS, disease_id=disease_id))
        return SearchResult(_together(records))


def _together(records: Sequence[SearchRecord]) -> SearchRecord:
    """The searches of several batches as one. A number no record lists is nothing to warn of."""
    ids = tuple(dict.fromkeys(pmid for record in records for pmid in record.ids))
    cut = sum(record.total - len(record.ids) for record in records)
    doubtful = [r.reason for r in records if r.state is SourceState.DEGRADED]
    state, reason = SourceState.OK, ""
    if cut > 0 or doubtful:
        state = SourceState.DEGRADED
        reason = doubtful[0] if doubtful else f"Only {len(ids)} of {len(ids) + cut} papers were read."
    elif not ids:
        state, reason = SourceState.EMPTY, "PubMed has no record that lists one of the trials' registry numbers."
    return records[0].model_copy(
        update={
            "source": _TRIAL_PAPERS.title,
            "query": "; ".join(record.query for record in records),
            "translation": "",
            "ids": ids,
            "total": sum(record.total for record in records),
            "warnings": (),
            "state": state,
            "reason": reason,
        }
    )
