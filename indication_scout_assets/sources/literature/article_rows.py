"""Rows of a JSON service's answer as one search and its articles.

What belongs here: what services share that answer a search with rows: the names to ask by, reading the ids of an
article, shutting out what an as-of date shuts out, and the words and the state of what came of it. Reading a row is
each service's own.
"""

from __future__ import annotations

import calendar
from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from ...domain.findings.evidence import SearchRecord
from ...domain.findings.pair_questions import PairQuestion, SearchResult
from ...domain.outcomes import SourceState
from ...domain.records.articles import Article
from ...domain.records.source_catalogue import SourceEntry
from ...rules.as_of import article_as_of, known_on
from ...rules.literature.article_keys import bare_doi, pmcid_key, pmid_key
from ..reference_lookups import disease_terms, drug_terms

CITATIONS_ARE_OF_TODAY = (
    "Counts of citations are today's and would tell of what came later, so none chose these records."
)
"""Of a search for the most cited with an as-of date."""


class DatedArticle(NamedTuple):
    """An article as a row gives it, and by when it had appeared."""

    article: Article
    appeared_by: date | None
    """The last day on which it can have appeared first; ``None`` where the row has no full date."""


def names_to_ask(question: PairQuestion, service: str) -> tuple[list[str], list[str]]:
    """Names of the drug and names of the disease, fit for searching, best first.

    Raises:
        PermanentFailure: no name of one of the two can be searched.
    """
    return drug_terms(service, question.drug_names), disease_terms(service, question.disease)


def gathered(
    rows: Iterable[DatedArticle | None],
    *,
    entry: SourceEntry,
    question: PairQuestion,
    query: str,
    total: int,
    searched_at: datetime,
) -> SearchResult:
    """The search and its articles, each once, at most as many as asked, in the service's order.

    ``None`` among ``rows`` is a row that could not be read: the search is then ``degraded``. With an as-of date, what
    may have appeared later, and what has no full date, is left out and counted in a warning.
    """
    listed = list(rows)
    read = [row for row in listed if row is not None]
    known = [_as_asked(row.article, question.as_of) for row in read if _appeared(row, question.as_of)]
    unique: dict[str, Article] = {}
    for article in known:
        unique.setdefault(article.id, article)
    articles = list(unique.values())[: question.limit]
    unread, shut_out = len(listed) - len(read), len(read) - len(known)
    warning = f"Left out as later than {question.as_of} or not fully dated: {shut_out} of {len(read)} records read."
    counts = _RowCounts(total, len(listed), unread, shut_out, len(articles))
    state, reason = _state_of(counts, question, entry.service.name)
    record = SearchRecord(
        source=entry.title,
        disease_id=question.disease_id,
        query=query,
        ids=tuple(article.id for article in articles),
        total=max(total, len(read)),
        warnings=(warning,) if shut_out else (),
        left_out=shut_out,
        state=state,
        reason=reason,
        searched_at=searched_at,
    )
    return SearchResult(record, articles)


class _RowCounts(NamedTuple):
    """What became of the rows of a search."""

    total: int
    """Records that match, as the service says."""
    listed: int
    """Rows it sent."""
    unread: int
    """Those of them that could not be read."""
    shut_out: int
    """Those read that may have appeared too late."""
    articles: int
    """Articles that are left."""


def _state_of(counts: _RowCounts, question: PairQuestion, service: str) -> tuple[SourceState, str]:
    """The state of a search and, where it is not ``ok``, the reason; what was not read weighs more than nothing."""
    total, listed, unread, shut_out, articles = counts
    if unread:
        reason = f"{unread} of the {listed} records {service} sent lack an id or a title and were left out."
        return SourceState.DEGRADED, reason
    if listed < min(total, question.limit):
        return SourceState.DEGRADED, f"{service} says that {total} records match, but sent {listed}."
    if shut_out and articles < question.limit and total > listed:
        reason = f"Only {listed} of {total} records were read, {shut_out} of them too late or not fully dated."
        return SourceState.DEGRADED, reason
    if articles:
        return SourceState.OK, ""
    if listed:
        reason = f"Of the records {service} sent ({listed}), none is surely of {question.as_of} or earlier."
        return SourceState.EMPTY, reason
    return SourceState.EMPTY, f"{service} has no record that names both the drug and the disease."


def not_by_citations(result: SearchResult) -> SearchResult:
    """The search with the warning that, for its as-of date, it was not made by counts of citations."""
    warnings = (*result.record.warnings, CITATIONS_ARE_OF_TODAY)
    return result._replace(record=result.record.model_copy(update={"warnings": warnings}))


def ids_in(pmid: object, pmcid: object, doi: object) -> tuple[str | None, str | None, str | None]:
    """PMID, PMC id and DOI in the spelling of ``Article``; ``None`` for what is none, placeholders such as 0 included.

    Services write numbers as text or as numbers, and PMC ids with and without their letters.
    """
    texts = [
        str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
        for value in (pmid, pmcid, doi)
    ]
    return pmid_key(texts[0]) or None, pmcid_key(texts[1]) or None, bare_doi(texts[2]) or None


def last_day_of(day: date) -> date:
    """The last day a date can mean: services write the first of a month or year where they know no more."""
    if day.day != 1:
        return day
    month = 12 if day.month == 1 else day.month
    return day.replace(month=month, day=calendar.monthrange(day.year, month)[1])


def _appeared(row: DatedArticle, as_of: date | None) -> bool:
    return as_of is None or known_on(row.appeared_by, as_of)


def _as_asked(article: Article, as_of: date | None) -> Article:
    return article if as_of is None else article_as_of(article, as_of)
