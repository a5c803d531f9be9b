"""PubMed through E-utilities: searches as they were made, and the articles behind PMIDs.

What belongs here: esearch and efetch, and what their answers mean. The query text is built in ``domain.pubmed_query``,
records are parsed in ``pubmed_xml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..domain.articles import Article
from ..domain.evidence import SearchRecord
from ..domain.outcomes import PermanentFailure, SourceState
from ..domain.pubmed_query import without_phrases
from .http import Answer, Host, HttpClient, TransientBody
from .pubmed_xml import join_records, parse_articles, split_records

SOURCE = "PubMed"
BATCH = 200
"""Records per efetch; larger answers are often cut off."""
CEILING = 10_000
"""PubMed serves no more ids than this for one query."""
LONGEST_GET = 1_500
"""Characters of a query that still goes into a URL; longer ones are posted."""

_OUR_FAULT = re.compile(
    r"empty term|invalid|not supported|only the first|cannot be larger|unable to obtain query", re.I
)


class Fetched(NamedTuple):
    """What efetch gave: articles by PMID in the order asked, and the PMIDs PubMed has no record of."""

    articles: dict[str, Article]
    missing: frozenset[str]


class PubMed:
    """One client of PubMed. ``host`` is the E-utilities host."""

    def __init__(self, client: HttpClient, host: Host) -> None:
        self._client = client
        self._host = host

    async def search(self, query: str, max_results: int = 100, *, disease_id: str = "") -> SearchRecord:
        """The best ``max_results`` PMIDs by PubMed's relevance, with everything PubMed says about the query.

        Where PubMed does not know a quoted phrase it searches its words instead. If that found anything, the query is
        made once more without the phrase; if a whole side would be lost, the first answer stands and the state is
        ``degraded``. One request, at most two.

        Raises:
            PermanentFailure: more than 10,000 results asked, or a query PubMed refuses.
            TransientFailure: PubMed does not answer. A fault is never an empty result.
        """
        if not 1 <= max_results <= CEILING:
            raise PermanentFailure(
                f"PubMed serves 1 to {CEILING} results for a query, not {max_results}; ask for fewer."
            )
        record, unknown = await self._search(query, max_results, disease_id)
        shorter = without_phrases(query, unknown) if unknown and record.total else None
        if shorter is None or shorter == query:
            return record
        second, _ = await self._search(shorter, max_results, disease_id)
        left_out = f"Left out, because PubMed has no record with these words as a phrase: {', '.join(unknown)}."
        return second.model_copy(update={"warnings": (left_out, *second.warnings)})

    async def fetch(self, pmids: Sequence[str]) -> Fetched:
        """The articles of these PMIDs, ``BATCH`` per request.

        Raises:
            PermanentFailure: an id that is no PMID.
            TransientFailure: PubMed does not answer.
        """
        wanted = list(dict.fromkeys(pmids))
        if bad := [pmid for pmid in wanted if not re.fullmatch(r"\d{1,9}", pmid)]:
            raise PermanentFailure(f"{bad[0]!r} is no PMID; PMIDs are numbers of up to nine digits.")
        records = await self._client.records(
            self._host, "efetch.fcgi", wanted, form=_fetch_form, split=split_records, batch=BATCH
        )
        parsed = {article.pmid: article for article in parse_articles(join_records(records.values()))}
        articles = {pmid: parsed[pmid] for pmid in wanted if pmid in parsed}
        return Fetched(articles, frozenset(wanted) - articles.keys())

    async def _search(self, query: str, max_results: int, disease_id: str) -> tuple[SearchRecord, list[str]]:
        """One esearch as a record, and the phrases PubMed does not know."""
        params = {"db": "pubmed", "term": query, "retmode": "json", "sort": "relevance", "retmax": str(max_results)}
        if len(query) > LONGEST_GET:
            answer = await self._client.request(self._host, "POST", "esearch.fcgi", form=params, check=check_search)
        else:
            answer = await self._client.request(self._host, "GET", "esearch.fcgi", params=params, check=check_search)
        result = answer.json()["esearchresult"]
        listed = _Listed.of(result, query)
        total = int(result["count"])
        state, reason = _state(total, listed)
        record = SearchRecord(
            source=SOURCE,
            disease_id=disease_id,
            query=query,
            translation=str(result.get("querytranslation", "")),
            ids=tuple(as_list(result.get("idlist"))[:max_results]),
            total=total,
            warnings=listed.sentences(),
            state=state,
            reason=reason,
            searched_at=answer.fetched_at,
        )
        return record, listed.phrases_replaced


class _Listed(NamedTuple):
    """What esearch complains about."""

    not_found: list[str]
    fields_unknown: list[str]
    phrases_ignored: list[str]
    phrases_replaced: list[str]
    messages: list[str]

    @classmethod
    def of(cls, result: Mapping[str, Any], query: str) -> _Listed:
        errors, warnings = result.get("errorlist") or {}, result.get("warninglist") or {}
        quoted = [phrase.split("[")[0].strip(' "') for phrase in as_list(warnings.get("quotedphrasesnotfound"))]
        # A name searched in several fields (heading, substance, abstract) is reported for each field that lacks it.
        in_one_field = [p for p in as_list(errors.get("phrasesnotfound")) if query.casefold().count(p.casefold()) <= 1]
        return cls(
            not_found=in_one_field,
            fields_unknown=as_list(errors.get("fieldsnotfound")),
            phrases_ignored=as_list(warnings.get("phrasesignored")),
            phrases_replaced=[phrase for phrase in quoted if phrase],
            messages=as_list(warnings.get("outputmessages")),
        )

    def sentences(self) -> tuple[str, ...]:
        templates = (
            (self.not_found, "PubMed found nothing for: {}."),
            (self.fields_unknown, "PubMed does not know the search field: {}."),
            (self.phrases_ignored, "PubMed ignored: {}."),
            (self.phrases_replaced, "PubMed does not know this phrase and searched its words instead: {}."),
        )
        return (*(text.format(", ".join(names)) for names, text in templates if names), *self.messages)


def _state(total: int, listed: _Listed) -> tuple[SourceState, str]:
    """State and reason of a search. A part of the query left out leaves even "nothing found" in doubt."""
    if listed.phrases_ignored or listed.fields_unknown:
        ignored = ", ".join(listed.phrases_ignored + listed.fields_unknown)
        return SourceState.DEGRADED, f"PubMed left a part of the query out: {ignored}."
    if total == 0:
        return SourceState.EMPTY, "PubMed has no record that names both the drug and the disease."
    if listed.phrases_replaced:
        phrases = ", ".join(listed.phrases_replaced)
        return SourceState.DEGRADED, f"PubMed does not know this phrase and searched its words instead: {phrases}."
    return SourceState.OK, ""


def check_search(answer: Answer) -> None:
    """Accept an esearch answer: ``ERROR`` inside HTTP 200, a missing count or half a JSON are no results."""
    body = answer.json()
    result = body.get("esearchresult") if isinstance(body, dict) else None
    if not isinstance(result, dict):
        raise TransientBody("an answer without esearchresult")
    if message := str(result.get("ERROR") or "").strip():
        if _OUR_FAULT.search(message):
            raise PermanentFailure(f"E-utilities refused the search: {message[:200]}")
        raise TransientBody(f"the search failed: {message[:200]}")
    if not str(result.get("count", "")).isdecimal():
        raise TransientBody("an esearch answer without a count")


def as_list(value: Any) -> list[str]:
    """A JSON list of strings; E-utilities write a list of one as a bare value, and none as null or an empty string."""
    if value is None or value == "":
        return []
    items: Iterable[Any] = value if isinstance(value, list) else [value]
    return [str(item) for item in items if item not in (None, "")]


def _fetch_form(pmids: Sequence[str]) -> dict[str, Any]:
    return {"db": "pubmed", "id": ",".join(pmids), "retmode": "xml"}
