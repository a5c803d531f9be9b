"""Crossref: what publishers and Retraction Watch have registered about the standing of articles, by DOI.

What belongs here: the requests and what ``updated-by`` means. ``update-to`` stands on notices and says nothing about
the notice itself, so it is never read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from urllib.parse import quote

from ...domain.records.articles import Article, Correction, PublicationType, group_author
from ...domain.records.cited_references import CitedReference
from ...domain.records.retractions import Notice, RetractionSignal
from ...rules.literature.article_keys import doi_key
from ..formats.json_texts import exact_day, part, parts, plain_text, texts, whole_number
from ..http.batches import PLAIN_DOI, batches, side_by_side
from ..http.http_client import HttpAnswer, ServiceClient, TransientBody

SOURCE = "Crossref"
BATCH = 50
"""DOIs per list. Lists are slower than single works, and fewer a second are allowed."""
LONGEST_FILTER = 3_000
"""Characters of a list's filter in a URL."""

_NOTICES = {
    "retraction": Notice.RETRACTION,
    "removal": Notice.RETRACTION,
    "withdrawal": Notice.RETRACTION,
    "partial_retraction": Notice.CONCERN,  # a part stands and a part does not: read with care, not struck out
    "expression_of_concern": Notice.CONCERN,
    "correction": Notice.CORRECTION,
    "corrigendum": Notice.CORRECTION,
    "erratum": Notice.CORRECTION,
    "addendum": Notice.CORRECTION,
    "clarification": Notice.CORRECTION,
    "reinstatement": Notice.REINSTATEMENT,
}
"""Crossref's types of updates that bear on an article's standing; new editions and versions do not."""
_SPELT_OTHERWISE = (
    ("partial", Notice.CONCERN),
    ("retract", Notice.RETRACTION),
    ("withdraw", Notice.RETRACTION),
    ("concern", Notice.CONCERN),
)
"""Parts of types that publishers made up (``retraction_notice``, ``concern``): the first one found tells."""
_LINKS = {Notice.RETRACTION: "RetractionIn", Notice.CONCERN: "ExpressionOfConcernIn", Notice.CORRECTION: "ErratumIn"}
"""Links to notices as PubMed calls them; where a reinstatement stands beside a retraction, none is made."""
_STANDING = "DOI,updated-by"
_RECORD = f"{_STANDING},title,container-title,issued,type,author,relation"
ALIKE = 5
"""Works that a search for a printed reference brings."""
_LONGEST_REFERENCE = 500
"""Characters of a printed reference that are searched."""
_SAID_BY = {"publisher": "the publisher", "retraction-watch": "Retraction Watch"}


class Crossref(ServiceClient):
    """One client of Crossref's REST API."""

    async def retraction_signals(self, dois: Sequence[str]) -> Mapping[str, list[RetractionSignal]]:
        """What Crossref says about the standing of articles, by ``doi:10.…`` in lower case.

        Every work it knows has a list, an empty one where nothing is registered; DOIs it does not know (those of other
        agencies) are missing. One request per ``BATCH`` DOIs; those a list cannot be asked for, one each.

        Raises:
            TransientFailure: Crossref does not answer.
            PermanentFailure: Crossref refuses.
        """
        works = await self._works(dois, _STANDING)
        return {f"doi:{doi}": _signals(work) for doi, work in works.items()}

    async def records(self, dois: Sequence[str]) -> Mapping[str, Article]:
        """The works with these DOIs, by DOI in lower case, with links to the notices about them; those it does not
        know are missing. Requests and faults are as of ``retraction_signals``."""
        return {doi: _record(doi, work) for doi, work in (await self._works(dois, _RECORD)).items()}

    async def references(self, dois: Sequence[str]) -> Mapping[str, list[CitedReference]]:
        """What the works with these DOIs cite, by ``doi:10.…`` in lower case: the references that have a DOI.

        Works of which no publisher deposited such a list are missing. Requests and faults are as of
        ``retraction_signals``.
        """
        works = await self._works(dois, "DOI,reference")
        cited = {f"doi:{doi}": [*map(_reference, parts(work.get("reference")))] for doi, work in works.items()}
        return {key: known for key, listed in cited.items() if (known := [r for r in listed if r.doi])}

    async def alike(self, printed: str) -> list[Article]:
        """The ``ALIKE`` works most like a reference as it is printed, the most alike first; whether one of them is it,
        Crossref does not say. One request; faults as of ``retraction_signals``."""
        asked = " ".join(printed.split())[:_LONGEST_REFERENCE]
        params = {"query.bibliographic": asked, "select": _RECORD, "rows": str(ALIKE)}
        works = parts((await self._get("works", _check_list, params=params)).json()["message"]["items"])
        return [_record(doi, work) for work in works if (doi := doi_key(plain_text(work.get("DOI"))))]

    async def _works(self, dois: Sequence[str], fields: str) -> dict[str, dict[str, Any]]:
        wanted = {key for doi in dois if (key := doi_key(doi))}
        plain_dois = {doi for doi in wanted if PLAIN_DOI.fullmatch(doi)}
        jobs = [self._listed(batch, fields) for batch in batches(plain_dois, BATCH, LONGEST_FILTER, ",doi:")]
        jobs += [self._single(doi) for doi in sorted(wanted - plain_dois)]
        answers = await side_by_side(jobs)
        return {doi: work for works in answers for doi, work in works.items() if doi in wanted}

    async def _listed(self, dois: Sequence[str], fields: str) -> dict[str, dict[str, Any]]:
        """The works with these DOIs. A list Crossref refuses is asked DOI by DOI: one odd DOI spoils a whole list."""
        params = {
            "filter": ",".join(f"doi:{doi}" for doi in dois),
            "select": fields,
            "rows": str(len(dois)),
        }
        answer = await self._get("works", _check_list, params=params, accept_status=(200, 400))
        if answer.status == 400:
            single = [await self._single(doi) for doi in dois]
            return {doi: work for works in single for doi, work in works.items()}
        return {doi_key(plain_text(work.get("DOI"))): work for work in parts(answer.json()["message"]["items"])}

    async def _single(self, doi: str) -> dict[str, dict[str, Any]]:
        """The work with this DOI, or nothing."""
        answer = await self._get(f"works/{quote(doi, safe='/')}", _check_single, accept_status=(200, 404))
        return {} if answer.status == 404 else {doi: dict(part(answer.json(), "message"))}


def _check_list(answer: HttpAnswer) -> None:
    """Accept a list of works, or the refusal of one as JSON."""
    body = answer.json()
    if not isinstance(body, dict):
        raise TransientBody("an answer that is no object")
    if answer.status == 200 and not isinstance(part(body, "message").get("items"), list):
        raise TransientBody("an answer without items")


def _check_single(answer: HttpAnswer) -> None:
    """Accept a work, or Crossref's own words that it has none; another server's page with HTTP 404 is neither."""
    if answer.status == 404:
        if "resource not found" not in answer.text()[:200].lower():
            raise TransientBody("HTTP 404 that is not Crossref's own")
        return
    if not plain_text(part(answer.json(), "message").get("DOI")):
        raise TransientBody("an answer without a work")


def _reference(entry: Mapping[str, Any]) -> CitedReference:
    """An entry of a deposited list; one without a DOI is words alone and is not looked up."""
    title = plain_text(entry.get("article-title"))
    return CitedReference(
        doi=doi_key(plain_text(entry.get("DOI"))), title=title, year=whole_number(plain_text(entry.get("year"))[:4])
    )


def _record(doi: str, work: Mapping[str, Any]) -> Article:
    """The bibliographic record of a work; without a title where Crossref knows none."""
    signals = _signals(work)
    stands = any(signal.notice is Notice.REINSTATEMENT for signal in signals)
    day = _day(part(work, "issued"), first=True)
    published_as = [plain_text(other.get("id")) for other in parts(part(work, "relation").get("is-preprint-of"))]
    return Article(
        doi=doi,
        title=next(iter(texts(work.get("title"))), ""),
        authors=tuple(name for author in parts(work.get("author")) if (name := _author(author))),
        journal=next(iter(texts(work.get("container-title"))), ""),
        year=day.year if day else None,
        published=day,
        is_preprint=bool(published_as),
        publication_types=tuple(PublicationType(name=kind.replace("-", " ")) for kind in texts(work.get("type"))),
        corrections=tuple(
            Correction(kind=_LINKS[signal.notice], doi=signal.notice_id or None)
            for signal in signals
            if signal.notice in _LINKS and not stands
        )
        + tuple(Correction(kind="PreprintOf", doi=key) for other in published_as if (key := doi_key(other))),
    )


def _author(author: Mapping[str, Any]) -> str:
    """As PubMed cites a person or a group."""
    family, given = plain_text(author.get("family")), plain_text(author.get("given"))
    initials = "".join(name[0].upper() for name in re.split(r"[\s.-]+", given) if name)
    return f"{family} {initials}".strip() if family else group_author(plain_text(author.get("name")))


def _signals(work: Mapping[str, Any]) -> list[RetractionSignal]:
    """The notices on a work, each once: publishers and Retraction Watch often register the same one."""
    signals = (_signal(update) for update in parts(work.get("updated-by")))
    return list(dict.fromkeys(signal for signal in signals if signal is not None))


def _signal(update: Mapping[str, Any]) -> RetractionSignal | None:
    kind = re.sub(r"[\s-]+", "_", plain_text(update.get("type")).lower())
    notice = _NOTICES.get(kind) or next((notice for word, notice in _SPELT_OTHERWISE if word in kind), None)
    if notice is None:
        return None
    said_by = plain_text(update.get("source"))
    label = plain_text(update.get("label")) or kind.replace("_", " ").capitalize()
    return RetractionSignal(
        source=SOURCE,
        notice=notice,
        dated=_day(part(update, "updated")),
        notice_id=doi_key(plain_text(update.get("DOI"))),
        reason=f"{label}, registered by {_SAID_BY.get(said_by, said_by)}" if said_by else label,
    )


def _day(dated: Mapping[str, Any], *, first: bool = False) -> date | None:
    """The day that is named; where year or month alone are known, ``None``, or the ``first`` it can mean.

    ``date-parts`` come first: where they hold the year alone, ``date-time`` still names the first of January.
    """
    listed = dated.get("date-parts")
    if isinstance(listed, list) and listed:
        try:
            year, month, day = (*listed[0], 1, 1)[:3] if first else listed[0]
            return date(year, month, day)
        except (TypeError, ValueError, OverflowError):
            return None
    return exact_day(dated.get("date-time"))
