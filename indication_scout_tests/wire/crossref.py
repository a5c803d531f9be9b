"""Crossref's REST API: ``/works`` by DOI and ``/works/{doi}`` over the authored articles, with ``updated-by``.

What belongs here: the parameters, the works, and which notices stand on them. An article without a DOI of its own has
one by the rule of ``records.doi_of``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from urllib.parse import unquote

from .article_xml import publication_date
from .messages import Answer, Request, as_json, plain
from .query import normalise
from .records import Record, Records, cited_by, doi_of

_PARAMETERS = {"query.bibliographic", "filter", "select", "rows", "offset", "mailto"}
_UPDATES = {"RetractionIn": "retraction", "ErratumIn": "correction", "ExpressionOfConcernIn": "expression_of_concern"}
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


class Crossref:
    """The authored articles."""

    def __init__(self, records: Records) -> None:
        extra = records.extra.get("crossref", {})
        more, unknown = extra.get("updates", {}), {str(pmid) for pmid in extra.get("unknown", [])}
        by_pmid = {str(article["pmid"]): article for article in records.articles}
        self._works = {
            doi_of(article).lower(): _work(article, by_pmid, more.get(pmid, []))
            | _references(cited_by(records, "crossref", pmid))
            for pmid, article in by_pmid.items()
            if pmid not in unknown
        }

    def answer(self, request: Request) -> Answer:
        """Answer by path."""
        if request.path == "works":
            return self._list(request.params)
        doi = unquote(request.path.removeprefix("works/")).lower()
        if request.path.startswith("works/") and doi in self._works:
            return _ok("work", self._works[doi])
        return plain("Resource not found.", 404)

    def _list(self, params: Mapping[str, str]) -> Answer:
        if unknown := sorted(set(params) - _PARAMETERS):
            return _refused("parameter-not-allowed", unknown[0], "This route does not support this parameter")
        filters = [part.partition(":")[::2] for part in params.get("filter", "").split(",") if part]
        if wrong := [name for name, _ in filters if name != "doi"]:
            return _refused(
                "filter-not-available", wrong[0], f"Filter {wrong[0]} specified but there is no such filter"
            )
        if wrong := [value for _, value in filters if not value.startswith("10.")]:
            return _refused("doi-invalid", wrong[0], "The DOI is not valid")
        rows = params.get("rows", "20")
        if not rows.isdecimal() or int(rows) > 1000:
            return _refused("integer-not-valid", rows, "Integer specified as rows must be at most 1000")
        works = [self._works[doi] for _, value in filters if (doi := value.lower()) in self._works]
        if printed := params.get("query.bibliographic"):
            works = sorted(self._works.values(), key=lambda work: -_shared(work, normalise(printed)))
        fields = params["select"].split(",") if params.get("select") else None
        items = [w if fields is None else {f: w[f] for f in fields if f in w} for w in works[: int(rows)]]
        return _ok("work-list", {"total-results": len(works), "items": items, "items-per-page": int(rows)})


def _shared(work: Mapping[str, Any], printed: str) -> int:
    """Words of a work's title in a printed reference: Crossref always finds something."""
    return len(set(normalise(work["title"]).split()) & set(printed.split()))


def _ok(kind: str, message: Any) -> Answer:
    return as_json({"status": "ok", "message-type": kind, "message-version": "1.0.0", "message": message})


def _refused(kind: str, value: str, message: str) -> Answer:
    problem = {"type": kind, "value": value, "message": message}
    return as_json({"status": "failed", "message-type": "validation-failure", "message": [problem]}, 400)


def _work(article: Record, by_pmid: Mapping[str, Record], more: list[Record]) -> dict[str, Any]:
    """A work with the notices its record lists and those of ``crossref.yaml``; a notice names what it updates."""
    links = [link for link in article.get("corrections", []) if link.get("pmid")]
    updated_by = [_update(link, by_pmid) for link in links if link["kind"] in _UPDATES]
    updated_by += [
        _noted(u["type"], u["doi"], date.fromisoformat(str(u["date"])), u.get("source", "publisher")) for u in more
    ]
    year, month = publication_date(article)
    update_to = [
        _noted("retraction", doi_of(by_pmid[str(link["pmid"])]), date(year, month, 1), "publisher")
        for link in links
        if link["kind"] == "RetractionOf" and str(link["pmid"]) in by_pmid
    ]
    work = {
        "DOI": doi_of(article).lower(),
        "type": "journal-article",
        "title": [article["title"]],
        "container-title": [article["journal"]],
        "issued": {"date-parts": [[year, month]]},
        "author": [{"family": name.rpartition(" ")[0], "given": name[-1]} for name in article.get("authors", [])],
        "updated-by": updated_by,
        "update-to": update_to,
    }
    return {name: value for name, value in work.items() if value}


def _references(cited: list[Record]) -> dict[str, Any]:
    """A deposited list: entries with a DOI, and one that the publisher gave as words alone."""
    listed = [
        {"key": f"ref{n}", "doi-asserted-by": "crossref", "DOI": doi_of(article), "year": str(article["year"])}
        for n, article in enumerate(cited, 1)
    ]
    return {"reference": [*listed, {"key": "words", "unstructured": "A report of a ministry. 2004."}]} if cited else {}


def _update(link: Record, by_pmid: Mapping[str, Record]) -> dict[str, Any]:
    """A link of CommentsCorrections as an update: its notice may be an article of its own, or a number alone."""
    notice = by_pmid.get(str(link["pmid"]), {"pmid": link["pmid"]})
    match = re.search(r"\b(\d{4})(?: ([A-Z][a-z]{2}))?", link["source"])
    year, name = (int(match[1]), match[2]) if match else (2000, None)
    day = date(year, _MONTHS.index(name) + 1 if name in _MONTHS else 1, 1)
    return _noted(_UPDATES[link["kind"]], doi_of(notice), day, "publisher")


def _noted(kind: str, doi: str, day: date, source: str) -> dict[str, Any]:
    moment = datetime(day.year, day.month, day.day)  # noqa: DTZ001 - Crossref's days have no zone
    updated = {"date-parts": [[day.year, day.month, day.day]], "date-time": f"{moment.isoformat()}Z"}
    return {
        "updated": updated,
        "DOI": doi,
        "type": kind,
        "label": kind.replace("_", " ").capitalize(),
        "source": source,
    }
