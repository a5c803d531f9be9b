"""One search of an Entrez database as it was made: esearch, and everything it says about the query.

What belongs here: what PubMed and PMC share. The query text is built in ``rules.literature.pubmed_query``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...domain.findings.evidence import SearchRecord
from ...domain.outcomes import PermanentFailure, SourceState
from ...rules.literature.pubmed_query import without_phrases
from ..http.entries import Params
from ..http.http_client import Host, HttpAnswer, HttpClient, TransientBody

CEILING = 10_000
"""E-utilities serve no more ids than this for one query."""
LONGEST_GET = 1_500
"""Characters of a query that still goes into a URL; longer ones are posted."""

_OUR_FAULT = re.compile(
    r"empty term|invalid|not supported|only the first|cannot be larger|unable to obtain query", re.I
)


@dataclass(frozen=True)
class Esearch:
    """Searches of one Entrez database."""

    client: HttpClient
    host: Host
    database: str
    """``pubmed`` or ``pmc``."""
    name: str
    """Of the database, as messages print it; also the record's source."""

    async def search(
        self, query: str, max_results: int, *, disease_id: str = "", sort: str = "relevance"
    ) -> SearchRecord:
        """The first ``max_results`` ids by ``sort``, with everything the service says about the query.

        Where it does not know a quoted phrase it searches its words instead. If that found anything, the query is
        made once more without the phrase; if a whole side would be lost, the first answer stands and the state is
        ``degraded``. One request, at most two.

        Raises:
            PermanentFailure: more than 10,000 results asked, or a query that is refused.
            TransientFailure: the service does not answer. A fault is never an empty result.
        """
        if not 1 <= max_results <= CEILING:
            raise PermanentFailure(
                f"{self.name} serves 1 to {CEILING} results for a query, not {max_results}; ask for fewer."
            )
        record, unknown = await self._once(query, max_results, disease_id, sort)
        shorter = without_phrases(query, unknown) if unknown and record.total else None
        if shorter is None or shorter == query:
            return record
        second, _ = await self._once(shorter, max_results, disease_id, sort)
        left_out = f"Left out, because {self.name} has no record with these words as a phrase: {_quoted(unknown)}."
        return second.model_copy(update={"warnings": (left_out, *second.warnings)})

    async def _once(self, query: str, max_results: int, disease_id: str, sort: str) -> tuple[SearchRecord, list[str]]:
        """One esearch as a record, and the phrases the service does not know."""
        params = {
            "db": self.database,
            "term": query,
            "retmode": "json",
            "sort": sort,
            "retmax": str(max_results),
        }
        answer = await esearch(self.client, self.host, params)
        result = answer.json()["esearchresult"]
        listed = _ListedIds.of(result, query)
        total = int(result["count"])
        state, reason = _state(self.name, total, listed)
        record = SearchRecord(
            source=self.name,
            disease_id=disease_id,
            query=query,
            translation=str(result.get("querytranslation", "")),
            ids=tuple(as_list(result.get("idlist"))[:max_results]),
            total=total,
            warnings=listed.sentences(self.name),
            state=state,
            reason=reason,
            searched_at=answer.fetched_at,
        )
        return record, listed.phrases_replaced


async def esearch(client: HttpClient, host: Host, params: Params) -> HttpAnswer:
    """The answer to a search; its query is posted where it is too long for a URL."""
    if len(str(params["term"])) > LONGEST_GET:
        return await client.request(host, "POST", "esearch.fcgi", form=params, check=check_search)
    return await client.request(host, "GET", "esearch.fcgi", params=params, check=check_search)


class _ListedIds(NamedTuple):
    """What esearch complains about."""

    not_found: list[str]
    fields_unknown: list[str]
    phrases_ignored: list[str]
    phrases_replaced: list[str]
    messages: list[str]

    @classmethod
    def of(cls, result: Mapping[str, Any], query: str) -> _ListedIds:
        errors, warnings = _part(result, "errorlist"), _part(result, "warninglist")
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

    def sentences(self, name: str) -> tuple[str, ...]:
        templates = (
            (self.not_found, "{} found nothing for: {}."),
            (self.fields_unknown, "{} does not know the search field: {}."),
            (self.phrases_ignored, "{} ignored: {}."),
            (self.phrases_replaced, "{} does not know this phrase and searched its words instead: {}."),
        )
        return (*(text.format(name, _quoted(names)) for names, text in templates if names), *self.messages)


def _quoted(phrases: Sequence[str]) -> str:
    """In quotation marks each, for some hold a comma: “Heart Failure, Systolic”."""
    return ", ".join(f"“{phrase}”" for phrase in phrases)


def _part(result: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = result.get(key)
    return value if isinstance(value, dict) else {}


def _state(name: str, total: int, listed: _ListedIds) -> tuple[SourceState, str]:
    """State and reason of a search. A part of the query left out leaves even "nothing found" in doubt."""
    if listed.phrases_ignored or listed.fields_unknown:
        ignored = _quoted(listed.phrases_ignored + listed.fields_unknown)
        return SourceState.DEGRADED, f"{name} left a part of the query out: {ignored}."
    if total == 0:
        return SourceState.EMPTY, f"{name} has no record that names both the drug and the disease."
    if listed.phrases_replaced:
        phrases = _quoted(listed.phrases_replaced)
        return SourceState.DEGRADED, f"{name} does not know this phrase and searched its words instead: {phrases}."
    return SourceState.OK, ""


def check_search(answer: HttpAnswer) -> None:
    """Accept an esearch answer: ``ERROR`` inside HTTP 200, a missing count or half a JSON are no results."""
    body = answer.json()
    result = body.get("esearchresult") if isinstance(body, dict) else None
    if not isinstance(result, dict):
        raise TransientBody("an answer without esearchresult")
    if message := str(result.get("ERROR") or "").strip():
        if _OUR_FAULT.search(message):
            raise PermanentFailure(f"E-utilities refused the search: {message[:200].rstrip('.')}.")
        raise TransientBody(f"the search failed: {message[:200]}")
    if not re.fullmatch(r"[0-9]{1,9}", str(result.get("count", ""))):
        raise TransientBody("an esearch answer without a count")
    if not all(re.fullmatch(r"[0-9]{1,12}", uid) for uid in as_list(result.get("idlist"))):
        raise TransientBody("an esearch answer with ids that are none")


def as_list(value: Any) -> list[str]:
    """A JSON list of strings; E-utilities write a list of one as a bare value, and none as null or an empty string."""
    if value is None or value == "":
        return []
    items: Iterable[Any] = value if isinstance(value, list) else [value]
    return [str(item) for item in items if item not in (None, "")]
