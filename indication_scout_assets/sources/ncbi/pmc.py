"""PubMed Central through E-utilities: searches of ``db=pmc``, and the full text of articles that may be read.

What belongs here: asking PMC. Its full texts (JATS) are parsed in ``jats``; which text an article gets is decided in
``full_text``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from ...domain.findings.evidence import SearchRecord
from ...domain.findings.pair_questions import PairQuestion, SearchResult
from ...domain.outcomes import PermanentFailure, SourceState
from ...domain.records.articles import Article, Origin, group_author
from ...rules.literature.pubmed_query import pubmed_query, with_filters
from ..formats.jats import has_body
from ..formats.json_texts import exact_day, part, parts, plain_text
from ..formats.markup import element_text
from ..formats.xml_root import xml_root
from ..http.http_client import Host, HttpAnswer, HttpClient, ServiceClient, TransientBody, expect_xml
from .esearch import Esearch
from .pubmed_dates import PrintedDate, read_printed_date
from .pubmed_xml import NO_TITLE

SOURCE = "PMC"
BATCH = 100
"""Document summaries per request."""

_TITLES = {"pmc_articles": "PubMed Central", "pmc_reviews": "PubMed Central, reviews"}
_REVIEWS = '"review"[ti] OR "meta-analysis"[ti]'
"""PMC knows no publication types: it would search ``[pt]`` in all fields, without an error."""
_PMCID = re.compile(r"(?:PMC)?(\d{1,10})", re.IGNORECASE)


class Pmc(ServiceClient):
    """One client of PMC. ``host`` is the E-utilities host."""

    def __init__(self, client: HttpClient, host: Host) -> None:
        super().__init__(client, host)
        self._esearch = Esearch(client, host, "pmc", SOURCE)

    async def search(self, entry: str, question: PairQuestion) -> SearchResult:
        """Articles whose full text is in PMC: ``pmc_articles`` or ``pmc_reviews``. Summaries have no abstract.

        Two requests. With an as-of date the day counts on which the text became readable in PMC.

        Raises:
            PermanentFailure: drug or disease has no name that can be searched, or PMC refuses.
            TransientFailure: E-utilities do not answer.
        """
        until = question.as_of
        query = with_filters(
            pubmed_query(question.drug_names, question.disease),
            _REVIEWS if entry == "pmc_reviews" else "",
            f'"1800/01/01"[pmcrdat] : "{until:%Y/%m/%d}"[pmcrdat]' if until else "",
        )
        record = await self._esearch.search(query, question.limit, disease_id=question.disease_id)
        summaries = await self._summaries(record.ids)
        articles = [
            _article(uid, summary) for uid, summary in summaries.items() if until is None or _in(summary, until)
        ]
        dropped = len(summaries) - len(articles)
        search = record.model_copy(
            update={
                "source": _TITLES[entry],
                "ids": tuple(article.id for article in articles),
                "left_out": dropped,
                **_state(record, unread=len(record.ids) - len(summaries), dropped=dropped),
            }
        )
        return SearchResult(search, articles)

    async def full_text_xml(self, pmcid: str) -> bytes | None:
        """The article as JATS; ``None`` where PMC has no such article or its publisher gives out no text.

        Raises:
            PermanentFailure: no PMC id.
            TransientFailure: E-utilities do not answer.
        """
        number = _PMCID.fullmatch(pmcid)
        if number is None:
            raise PermanentFailure(f"{pmcid!r} is no PMC id (PMC and up to ten digits).")
        params = {"db": "pmc", "id": number[1], "retmode": "xml"}
        answer = await self._get("efetch.fcgi", check_article, params=params)
        return answer.body if has_body(answer.body) else None

    async def found_by(self, query: str, most: int) -> SearchRecord:
        """The ids of articles that a query in PMC's own syntax finds, as ``PMC123``.

        Raises: as ``search``.
        """
        record = await self._esearch.search(query, most)
        return record.model_copy(update={"ids": tuple(f"PMC{uid}" for uid in record.ids)})

    async def full_texts_xml(self, pmcids: Sequence[str]) -> bytes:
        """The articles of up to 200 PMC ids as one set in JATS; those PMC does not have are missing from it.

        Raises: as ``full_text_xml``.
        """
        numbers = [match[1] for pmcid in pmcids if (match := _PMCID.fullmatch(pmcid))]
        if len(numbers) != len(pmcids):
            raise PermanentFailure(f"{', '.join(pmcids)!r} are not all PMC ids (PMC and up to ten digits).")
        params = {"db": "pmc", "id": ",".join(numbers), "retmode": "xml"}
        answer = await self._client.request(self._host, "POST", "efetch.fcgi", form=params, check=check_article)
        return answer.body

    async def _summaries(self, uids: Sequence[str]) -> dict[str, Mapping[str, Any]]:
        """The summaries PMC has, in the order of ``uids``."""
        summaries: dict[str, Mapping[str, Any]] = {}
        for start in range(0, len(uids), BATCH):
            some = uids[start : start + BATCH]
            params = {"db": "pmc", "id": ",".join(some), "retmode": "json"}
            answer = await self._get("esummary.fcgi", check_summary, params=params)
            result = part(answer.json(), "result")
            summaries |= {uid: summary for uid in some if (summary := part(result, uid)) and "error" not in summary}
        return summaries


def check_summary(answer: HttpAnswer) -> None:
    """Accept a JSON esummary answer; an error inside HTTP 200 is none."""
    body = answer.json()
    if not isinstance(part(body, "result").get("uids"), list):
        message = plain_text(body.get("error")) if isinstance(body, dict) else ""
        raise TransientBody(f"an esummary answer without result{': ' + message[:200] if message else ''}")


def check_article(answer: HttpAnswer) -> None:
    """Accept an efetch answer with an article, or with PMC's word that it has none; another document is neither."""
    expect_xml(answer)
    root = xml_root(answer.body, "PMC", named_characters=True)
    if not str(root.tag).endswith(("pmc-articleset", "article")):
        raise TransientBody(f"PMC sent no article but <{root.tag}>: {element_text(root)[:200]}")


def _state(record: SearchRecord, *, unread: int, dropped: int) -> dict[str, Any]:
    """State, reason and warnings of the whole search, after what happened to esearch's."""
    state, reason, warnings = record.state, record.reason, list(record.warnings)
    if dropped:
        warnings.append(f"{dropped} left out, because they are later than the as-of date or have no date.")
    if "[All Fields]" in record.translation and state is SourceState.OK:
        state, reason = SourceState.DEGRADED, "PMC does not know a field of the query and searched everywhere instead."
    if unread:
        state, reason = (
            SourceState.DEGRADED,
            f"PMC gave no summary of {unread} of the {len(record.ids)} articles found.",
        )
    elif state is SourceState.OK and dropped and dropped == len(record.ids):
        state, reason = SourceState.EMPTY, "PMC had no article that names both the drug and the disease on that day."
    return {"state": state, "reason": reason, "warnings": tuple(warnings)}


# ------------------------------------------------------------------------------------------------ one summary
def _in(summary: Mapping[str, Any], until: date) -> bool:
    """Whether the text could be read in PMC on that day, and bears no later date."""
    live, printed = _day(summary.get("pmclivedate")), _printed(summary).first_day
    return live is not None and live <= until and (printed is None or printed <= until)


def _article(uid: str, summary: Mapping[str, Any]) -> Article:
    ids = {
        plain_text(item.get("idtype")).lower(): plain_text(item.get("value"))
        for item in parts(summary.get("articleids"))
    }
    pmid = ids.get("pmid", "")
    number = _PMCID.fullmatch(ids.get("pmcid", ""))
    pmcid = f"PMC{number[1] if number else uid}"
    printed = _printed(summary)
    authors = (
        group_author(name) if plain_text(author.get("authtype")) == "CollectiveName" else name
        for author in parts(summary.get("authors"))
        if plain_text(author.get("authtype")) in {"", "Author", "CollectiveName"}
        and (name := plain_text(author.get("name")))
    )
    return Article(
        pmid=pmid if re.fullmatch(r"[1-9]\d{0,8}", pmid) else None,
        pmcid=pmcid,
        doi=ids.get("doi") or None,
        title=plain_text(summary.get("title")) or NO_TITLE,
        authors=tuple(authors),
        journal=plain_text(summary.get("fulljournalname")) or plain_text(summary.get("source")),
        pub_date=printed.text,
        year=printed.year,
        published=printed.first_day,
        origins=(Origin(source=SOURCE, id=pmcid, url=f"https://pmc.ncbi.nlm.nih.gov/articles/{pmcid}/"),),
    )


def _printed(summary: Mapping[str, Any]) -> PrintedDate:
    """When it was published: online before print, where the summary gives both."""
    dates = (read_printed_date({"MedlineDate": plain_text(summary.get(n))}) for n in ("epubdate", "pubdate"))
    return next((printed for printed in dates if printed.first_day), PrintedDate())


def _day(value: Any) -> date | None:
    return exact_day(plain_text(value).replace("/", "-"))
