"""Tavily web search: pages of trusted medical sites, for pairs whose primary evidence is insufficient.

What belongs here: the search, the list of trusted sites, and what keeps a page in quarantine: its site is checked
again, its text is cut, and it is data and nothing else. When the web is asked is decided in ``sufficiency``.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from ..domain.findings.pair_questions import PairQuestion
from ..domain.outcomes import SourceState
from ..domain.records.references import Pages, WebPage
from .formats.json_texts import exact_day, part, parts, plain_text
from .http.http_client import HttpAnswer, KeyRefused, ServiceClient, TransientBody, expect_part
from .http.transport import service_message
from .literature.article_rows import names_to_ask
from .reference_lookups import once, outcome_of, short_text, web_address, without_key

SOURCE = "Tavily"
MAX_CONTENT = 500
"""Characters of a page that are kept."""
MAX_RESULTS = 20
"""Tavily serves no more for one search."""
MAX_QUERY = 399
"""Characters; Tavily refuses longer queries."""

TRUSTED_DOMAINS = (
    "aan.com", "aap.org", "acpjournals.org", "ahajournals.org", "bmj.com", "cancer.gov", "cancer.org", "cdc.gov",
    "clevelandclinic.org", "cochrane.org", "cochranelibrary.com", "diabetes.org", "ema.europa.eu", "escardio.org",
    "fda.gov", "heart.org", "hopkinsmedicine.org", "idsociety.org", "jamanetwork.com", "kdigo.org", "mayoclinic.org",
    "medlineplus.gov", "msdmanuals.com", "nejm.org", "nhs.uk", "nice.org.uk", "nih.gov", "psychiatry.org",
    "rheumatology.org", "thelancet.com", "thoracic.org", "who.int",
)  # fmt: skip
"""Health authorities, large hospitals, medical societies and journals; each with its subdomains."""

_REFUSALS = {
    401: "Tavily refused the key",
    403: "Tavily does not allow this to the key",
    432: "Tavily's plan has no searches left",
    433: "Tavily's pay-as-you-go limit is reached",
}
_ADVICE = {
    432: "wait for the next month, buy a larger plan, or run without the key",
    433: "raise the limit in Tavily's settings, or run without the key",
}


class Tavily(ServiceClient):
    """One client of Tavily. The key is in the host's header ``Authorization: Bearer …``."""

    async def search(self, question: PairQuestion) -> Pages:
        """Pages on the drug in the disease, in Tavily's order; those of other sites than asked for are left out.

        With ``as_of``, pages of a later day or without a date are left out, which is nearly all. Not asked without a
        key. One request, one credit.

        Raises:
            PermanentFailure: no name can be searched, the key is refused, or the plan has nothing left.
            TransientFailure: Tavily does not answer.
        """
        about: dict[str, Any] = {"disease_id": question.disease_id}
        if reason := without_key(SOURCE, self._host):
            asked = question.disease.disease_name
            return Pages((), outcome_of(SOURCE, asked, SourceState.NOT_ASKED, reason, total=None, **about))
        query = _query(question)
        answer = await self._client.request(
            self._host,
            "POST",
            "search",
            json=_body(query, question),
            check=self._check,
            accept_status=(200, *_REFUSALS),
        )
        rows = parts(answer.json().get("results"))
        pages = [page for row in rows if (page := _page(row, question)) is not None]
        dated = [page for page in pages if question.as_of is None or _is_by(page, question.as_of)]
        kept = tuple(once(dated, lambda page: page.url)[: question.limit])
        reason = _reason(len(rows) - len(pages), len(pages) - len(dated), bool(kept))
        state = SourceState.OK if kept else SourceState.EMPTY
        left_out = len(pages) - len(dated)
        return Pages(kept, outcome_of(SOURCE, query, state, reason, len(kept), len(rows), left_out=left_out, **about))

    def _check(self, answer: HttpAnswer) -> None:
        """Accept a list of results; say what to do where Tavily refuses, also inside HTTP 200."""
        if answer.status in _REFUSALS:
            message = service_message(self._host, answer.body)
            advice = _ADVICE.get(answer.status, f"check {self._host.key_setting or 'the key'}")
            raise KeyRefused(
                f"{_REFUSALS[answer.status]} (HTTP {answer.status}{': ' + message if message else ''}); {advice}."
            )
        body = answer.json()
        if message := _message(body):
            raise TransientBody(message)
        expect_part(list, "results", fault="an answer without results")(answer)


def is_trusted(url: str) -> bool:
    """Whether the address is on a trusted site: its host is one of them or a true subdomain, on the usual ports."""
    if not web_address(url):
        return False
    try:
        address = urlsplit(url)
        host, port = (address.hostname or "").rstrip("."), address.port
    except ValueError:
        return False
    return port in (None, 80, 443) and any(host == d or host.endswith(f".{d}") for d in TRUSTED_DOMAINS)


def _query(question: PairQuestion) -> str:
    """What is searched: both names as phrases.

    Raises:
        PermanentFailure: the drug or the disease has no name that can be searched.
    """
    drugs, diseases = names_to_ask(question, SOURCE)
    return f'"{drugs[0]}" "{diseases[0]}" treatment evidence'[:MAX_QUERY]


def _body(query: str, question: PairQuestion) -> dict[str, Any]:
    body: dict[str, Any] = {
        "query": query,
        "search_depth": "basic",
        "topic": "general",
        "max_results": min(question.limit, MAX_RESULTS),
        "include_answer": False,
        "include_raw_content": False,
        "include_images": False,
        "include_domains": list(TRUSTED_DOMAINS),
    }
    if question.as_of is not None:
        body["end_date"] = question.as_of.isoformat()
    return body


def _page(row: Mapping[str, Any], question: PairQuestion) -> WebPage | None:
    """The page, or ``None`` where it is of another site than asked for."""
    url = web_address(row.get("url"))
    if not is_trusted(url):
        return None
    score = row.get("score")
    usable = isinstance(score, int | float) and not isinstance(score, bool) and 0 <= score <= 1
    day = _day(row.get("published_date"))
    return WebPage(
        url=url,
        title=short_text(row.get("title")) or url,
        content=short_text(row.get("content"), MAX_CONTENT),
        score=float(score) if usable and score is not None else 0.0,
        published=day.isoformat() if day else "",
        disease_id=question.disease_id,
    )


def _day(value: object) -> date | None:
    """A day written ``2024-03-05…`` or ``Tue, 05 Mar 2024 10:00:00 GMT``."""
    if isinstance(value, str) and "," in value:
        try:
            return parsedate_to_datetime(value).date()
        except (ValueError, IndexError, OverflowError):
            return None
    return exact_day(value)


def _is_by(page: WebPage, day: date) -> bool:
    published = exact_day(page.published)
    return published is not None and published <= day


def _message(body: Any) -> str:
    """The words of an error: ``{"detail": {"error": …}}`` or ``{"error": {"message": …}}``."""
    if not isinstance(body, dict):
        return ""
    detail, error = body.get("detail"), body.get("error")
    text = (
        plain_text(part(body, "detail").get("error"))
        or plain_text(part(body, "error").get("message"))
        or plain_text(detail)
        or plain_text(error)
    )
    return short_text(text, 200) or ("an error without words" if detail or error else "")


def _reason(untrusted: int, undated: int, some: bool) -> str:
    left_out = []
    if untrusted:
        left_out.append(f"{untrusted} of another site than asked for")
    if undated:
        left_out.append(f"{undated} of a later day or without a date")
    if left_out:
        return f"Left out: {', '.join(left_out)}."
    return "" if some else "Tavily found no page of a trusted site."
