"""Europe PMC: articles and preprints of a drug in a disease, the standing of PMIDs, and open full texts.

What belongs here: the queries, paging, and what an answer means: an error of Europe PMC comes inside HTTP 200. Rows
are read in ``europepmc_rows``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from ..domain.outcomes import PermanentFailure
from ..domain.questions import RECENT_YEARS, Found, Question
from ..domain.retractions import RetractionSignal
from ..domain.source_catalogue import source_entry
from ..rules.literature.article_keys import pmcid_key, pmid_key
from .article_rows import gathered, ids_in, names_to_ask, not_by_citations
from .europepmc_rows import MEDLINE, PREPRINTS, SOURCE, read_row, signals
from .http import Answer, Host, HttpClient, TransientBody, expect_xml
from .texts import part, parts, plain_text, whole_number

PAGE = 100
"""Rows per request; rows with abstracts are large."""
BATCH = 100
"""PMIDs per question about their standing."""
LONGEST_GET = 1_000
"""Characters of a query that still goes into a URL, where its quotes take three each; longer ones are posted."""

_FOREVER = date(3000, 12, 31)
"""Europe PMC's own word for "until now"."""
_FIRST_DAY = date(1800, 1, 1)


class _Search(NamedTuple):
    """How one entry of the catalogue asks."""

    filters: str
    sort: str = ""
    """Empty for Europe PMC's order by relevance."""
    recent: bool = False


_MOST_CITED = "CITED desc"
# Preprints have a search of their own: without a date of print they sort last by date, and they are hardly cited yet.
_NO_PREPRINTS = f"NOT (SRC:{PREPRINTS} OR SRC:PAT)"
SEARCHES: Mapping[str, _Search] = {
    "europepmc_recent": _Search(_NO_PREPRINTS, sort="P_PDATE_D desc", recent=True),
    "europepmc_cited": _Search(_NO_PREPRINTS, sort=_MOST_CITED),
    "europepmc_open_access": _Search(f"AND OPEN_ACCESS:y {_NO_PREPRINTS}"),
    "europepmc_preprints": _Search(f"AND SRC:{PREPRINTS}"),
}
"""By key of the catalogue's entry."""


class EuropePmc:
    """One client of Europe PMC."""

    def __init__(self, client: HttpClient, host: Host) -> None:
        self._client = client
        self._host = host

    async def search(self, entry: str, question: Question) -> Found:
        """The first ``question.limit`` records that name the drug and the disease in title or abstract.

        One request per ``PAGE`` records. With an as-of date the most relevant stand in for the most cited.

        Raises:
            PermanentFailure: no name of one of the two can be searched, or Europe PMC refuses the query.
            TransientFailure: Europe PMC does not answer. A fault is never an empty result.
        """
        if entry not in SEARCHES:
            raise PermanentFailure(f"Europe PMC has no search {entry!r}; it has {', '.join(SEARCHES)}.")
        how = SEARCHES[entry]
        query = search_query(how, question)
        wanted = question.limit if question.as_of is None else max(question.limit, PAGE)  # some will be shut out
        by_citations = how.sort == _MOST_CITED
        sort = "" if by_citations and question.as_of else how.sort
        rows, total, asked_at = await self._rows(query, sort, wanted)
        found = gathered(
            map(read_row, rows),
            entry=source_entry(entry),
            question=question,
            query=f"{query} (sort: {sort or 'relevance'})",
            total=total,
            searched_at=asked_at,
        )
        return not_by_citations(found) if by_citations and question.as_of else found

    async def standings(self, pmids: Sequence[str]) -> Mapping[str, list[RetractionSignal]]:
        """What Europe PMC says of the standing of each PMID it knows, ``BATCH`` per request.

        An empty list means: known, and nothing against it. A PMID that is missing is not known to Europe PMC.

        Raises:
            PermanentFailure: an id that is no PMID.
            TransientFailure: Europe PMC does not answer.
        """
        if bad := [pmid for pmid in pmids if pmid_key(pmid) != pmid]:
            raise PermanentFailure(f"{bad[0]!r} is no PMID; PMIDs are numbers of up to nine digits.")
        records = await self._client.records(
            self._host, "searchPOST", pmids, form=_standing_form, split=_split_rows, batch=BATCH, check=check_page,
            store=True,
        )  # fmt: skip
        return {pmid: signals(json.loads(body)) for pmid, body in records.items()}

    async def full_text_xml(self, pmcid: str) -> bytes | None:
        """The JATS document of an article, or ``None`` where Europe PMC may not or cannot give its full text.

        Raises:
            PermanentFailure: an id that is no PMC id.
            TransientFailure: Europe PMC does not answer, or not with an article.
        """
        if pmcid_key(pmcid) != pmcid:
            raise PermanentFailure(f"{pmcid!r} is no PMC id; PMC ids look like PMC1234567.")
        answer = await self._client.request(
            self._host, "GET", f"{pmcid}/fullTextXML", check=_check_full_text, accept_status=(200, 404)
        )
        return None if answer.status == 404 else answer.body

    async def _rows(self, query: str, sort: str, limit: int) -> tuple[list[dict[str, Any]], int, datetime]:
        """The first ``limit`` rows, how many there are, and when the first page was asked for."""
        asked = {"query": query, **_FORM, "pageSize": str(max(1, min(PAGE, limit)))}
        if sort:
            asked["sort"] = sort
        first = answer = await self._page(asked, "*")
        rows = _result(answer)
        mark, following = "*", _next_mark(answer)
        while len(rows) < limit and following not in ("", mark):
            mark, answer = following, await self._page(asked, following)
            if not (more := _result(answer)):
                break
            rows += more
            following = _next_mark(answer)
        return rows[:limit], whole_number(first.json().get("hitCount")) or 0, first.fetched_at

    async def _page(self, asked: Mapping[str, str], mark: str) -> Answer:
        form = {**asked, "cursorMark": mark}
        if len(asked["query"]) > LONGEST_GET:
            return await self._client.request(self._host, "POST", "searchPOST", form=form, check=check_page)
        return await self._client.request(self._host, "GET", "search", params=form, check=check_page)


# Our queries hold the synonyms they mean; Europe PMC is to add none.
_FORM = {"format": "json", "resultType": "core", "synonym": "false"}


def search_query(how: _Search, question: Question) -> str:
    """``(drug) AND (disease)``, each a union of phrases in title or abstract, with the entry's filters and dates.

    "Recent" counts by years, so that the query stays the same for a year, and ends at the as-of date.

    Raises:
        PermanentFailure: no name of one of the two can be searched.
    """
    drugs, diseases = names_to_ask(question, SOURCE)
    begin, end = _FIRST_DAY, question.as_of or _FOREVER
    if how.recent:
        begin = date(min(question.today, end).year - RECENT_YEARS, 1, 1)
    dated = f" AND FIRST_PDATE:[{begin} TO {end}]" if (begin, end) != (_FIRST_DAY, _FOREVER) else ""
    return f"({_phrases(drugs)}) AND ({_phrases(diseases)}){dated} {how.filters}"


def _phrases(names: Sequence[str]) -> str:
    return " OR ".join(f'TITLE_ABS:"{name}"' for name in names)


def check_page(answer: Answer) -> None:
    """Accept a page of rows: an error inside HTTP 200, or an envelope with nothing in it, is no result."""
    body = answer.json()
    if not isinstance(body, dict):
        raise TransientBody("an answer that is no object")
    code, message = whole_number(body.get("errCode")), plain_text(body.get("errMsg"))
    if code is not None or message:
        if code is not None and 400 <= code < 500 and code not in (408, 429):
            raise PermanentFailure(f"Europe PMC refused the query ({code}): {message[:200] or 'no reason given'}")
        raise TransientBody(f"error {code or ''} inside HTTP 200: {message[:200]}")
    count = whole_number(body.get("hitCount"))
    if count is None:
        raise TransientBody("an answer without a number of hits")
    if count and not isinstance(part(body, "resultList").get("result"), list | dict):
        raise TransientBody("an answer without its rows")


def _result(answer: Answer) -> list[dict[str, Any]]:
    return parts(part(answer.json(), "resultList").get("result"))


def _next_mark(answer: Answer) -> str:
    mark = answer.json().get("nextCursorMark")
    return mark if isinstance(mark, str) else ""


def _standing_form(pmids: Sequence[str]) -> dict[str, Any]:
    ids = " OR ".join(f"EXT_ID:{pmid}" for pmid in pmids)
    return {"query": f"({ids}) AND SRC:{MEDLINE}", **_FORM, "pageSize": str(len(pmids)), "cursorMark": "*"}


def _split_rows(body: bytes) -> dict[str, bytes]:
    """The rows by PMID, with what their standing follows from and no more. The body has passed ``check_page``."""
    kept = ("id", "source", "pubType", "pubTypeList", "commentCorrectionList")
    out = {}
    for row in parts(part(json.loads(body), "resultList").get("result")):
        pmid, _, _ = ids_in(row.get("id"), None, None)
        if pmid and row.get("source") == MEDLINE:
            short = {name: row[name] for name in kept if name in row}
            out[pmid] = json.dumps(short, sort_keys=True, ensure_ascii=False).encode("utf-8", errors="replace")
    return out


def _check_full_text(answer: Answer) -> None:
    if answer.status == 404:
        return
    expect_xml(answer)
    if not re.search(rb"<article[\s>]", answer.body):
        raise TransientBody("an XML document that is no article")
