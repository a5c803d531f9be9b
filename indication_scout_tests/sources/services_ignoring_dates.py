"""Services that send every record they have, whatever day they are asked for: one record per date, in their own format.

What belongs here: how each service writes a date it knows in full, in part or not at all. What the product lets in of
these records is tested in ``test_every_source_as_of``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

import httpx

from . import test_dailymed as dailymed
from . import test_openfda as openfda
from .opentargets import test_open_targets_as_of as opentargets

TEXT = "A systematic review of bupropion for obesity"


class Dated(NamedTuple):
    """A date as a source may know it: a day, a month, a year, or nothing."""

    day: date
    exact: str
    """``day``, ``month``, ``year`` or ``none``."""

    @property
    def iso(self) -> str | None:
        return {"day": f"{self.day}", "month": f"{self.day:%Y-%m}", "year": f"{self.day:%Y}", "none": None}[self.exact]

    def surely_by(self, as_of: date) -> bool:
        """Told apart from the product's own arithmetic: no day the date can mean is later."""
        spans = {"day": "%Y%m%d", "month": "%Y%m", "year": "%Y"}
        if self.exact == "none":
            return False
        following = date.fromordinal(as_of.toordinal() + 1)
        written = f"{self.day:{spans[self.exact]}}"
        return written < f"{following:{spans[self.exact]}}"

    def must_enter(self, as_of: date) -> bool:
        """A whole day that no bibliography writes for lack of a better one."""
        return self.exact == "day" and self.day.day != 1 and self.day <= as_of


def pmid(number: int) -> str:
    return str(90_000_000 + number)


def pubmed(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    if request.url.path.endswith("esearch.fcgi"):
        ids = [pmid(n) for n in range(len(dates))]
        return httpx.Response(200, json={"esearchresult": {"count": str(len(ids)), "idlist": ids}})
    records = "".join(
        f"<PubmedArticle><MedlineCitation><PMID>{pmid(n)}</PMID><Article><Journal><JournalIssue><PubDate>"
        f"<Year>2005</Year></PubDate></JournalIssue></Journal><ArticleTitle>{TEXT} {n}</ArticleTitle></Article>"
        f'</MedlineCitation><PubmedData><History><PubMedPubDate PubStatus="entrez">{_parts(dated)}</PubMedPubDate>'
        "</History></PubmedData></PubmedArticle>"
        for n, dated in enumerate(dates)
    )
    return httpx.Response(200, text=f"<PubmedArticleSet>{records}</PubmedArticleSet>")


def _parts(dated: Dated) -> str:
    names = ("Year", "Month", "Day")[: ("none", "year", "month", "day").index(dated.exact)]
    values = (dated.day.year, dated.day.month, dated.day.day)
    return "".join(f"<{name}>{value}</{name}>" for name, value in zip(names, values, strict=False))


def pmc(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    if request.url.path.endswith("esearch.fcgi"):
        ids = [str(n + 1) for n in range(len(dates))]
        return httpx.Response(200, json={"esearchresult": {"count": str(len(ids)), "idlist": ids}})
    known = {
        str(n + 1): {
            "uid": str(n + 1), "title": f"{TEXT} {n}", "pubdate": "2005",
            "pmclivedate": (dated.iso or "").replace("-", "/"),
        }
        for n, dated in enumerate(dates)
    }  # fmt: skip
    return httpx.Response(200, json={"result": {"uids": list(known), **known}})


def europepmc(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    rows = [
        {
            "id": f"PPR{n}", "source": "PPR", "title": f"{TEXT} {n}", "citedByCount": 7, "isOpenAccess": "Y",
            **({"firstPublicationDate": dated.iso} if dated.iso else {}),
        }
        for n, dated in enumerate(dates)
    ]  # fmt: skip
    return httpx.Response(200, json={"hitCount": len(rows), "resultList": {"result": rows}})


def openalex(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    works = [
        {
            "id": f"https://openalex.org/W{n}", "title": f"{TEXT} {n}", "type": "article", "is_retracted": False,
            "publication_date": dated.iso, "publication_year": 2005, "cited_by_count": 7,
            "open_access": {"is_oa": True},
        }
        for n, dated in enumerate(dates)
    ]  # fmt: skip
    return httpx.Response(200, json={"meta": {"count": len(works)}, "results": works})


def semanticscholar(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    papers = [
        {
            "paperId": f"p{n}", "title": f"{TEXT} {n}", "publicationDate": dated.iso, "year": 2005, "citationCount": 7,
            "isOpenAccess": True,
        }
        for n, dated in enumerate(dates)
    ]  # fmt: skip
    return httpx.Response(200, json={"total": len(papers), "data": papers})


def registry(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    studies = [
        {
            "protocolSection": {
                "identificationModule": {"nctId": f"NCT0000{n:04d}", "briefTitle": "T"},
                "statusModule": {
                    "overallStatus": "TERMINATED", "whyStopped": "Futility",
                    "studyFirstPostDateStruct": {"date": dated.iso} if dated.iso else None,
                    "lastUpdatePostDateStruct": {"date": "2020-01-01"}, "resultsFirstPostDateStruct": {"date": "2019"},
                },
            }
        }
        for n, dated in enumerate(dates)
    ]  # fmt: skip
    return httpx.Response(200, json={"studies": studies, "totalCount": len(studies)})


def shelf(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    rows = [
        dailymed.row(n, title=f"BUPROPION tablet {n}", published=f"{d.day:%b %d, %Y}" if d.exact == "day" else "")
        for n, d in enumerate(dates)
    ]
    documents = {n: dailymed.xml(n, effective=(d.iso or "").replace("-", "")) for n, d in enumerate(dates)}
    return dailymed.Shelf(*rows, documents=documents)(request)


def labels_of_openfda(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    rows = [openfda.row(n, effective_time=(dated.iso or "").replace("-", "")) for n, dated in enumerate(dates)]
    return openfda.Labels(*rows)(request)


def faers(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    """Counts as openFDA does, which sorts by the digits and finds no report without a whole day in a range."""
    match = re.search(r"receivedate:\[(\d{8}) TO (\d{8})\]", request.url.params["search"])
    assert match, "every count is limited by the day of receipt"
    days = [f"{dated.day:%Y%m%d}" for dated in dates if dated.exact == "day"]
    count = sum(match[1] <= day <= match[2] for day in days)
    if not count:
        return httpx.Response(404, json=openfda.NO_MATCH)
    meta = {"last_updated": "2026-11-02", "results": {"total": count}}
    return httpx.Response(200, json={"meta": meta, "results": [{"term": "NAUSEA", "count": count}]})


def web(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    rows = [
        {"url": f"https://www.who.int/x/{n}", "title": "A page", "content": "Words.", "published_date": dated.iso}
        for n, dated in enumerate(dates)
    ]
    return httpx.Response(200, json={"results": rows})


def platform(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    reports: dict[str, list[opentargets.Dated]] = {
        f"D{n}": [(f"R{n}", "PHASE_3", dated.iso, None)] for n, dated in enumerate(dates)
    }
    evidence = {f"D{n}": [opentargets.evidence(evidenceDate=dated.iso)] for n, dated in enumerate(dates)}
    evidence.setdefault("D0", [])
    return opentargets.Platform(reports, evidence)(request)


def chembl(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    """Knows the year of the first approval alone."""
    if request.url.path.endswith("molecule.json"):
        return httpx.Response(200, json={"molecules": [], "page_meta": {"next": None}})
    year = dates[0].day.year if dates and dates[0].exact != "none" else None
    market = {"first_approval": year, "withdrawn_flag": 1, "atc_classifications": ["N06AX12"], "max_phase": 4}
    return httpx.Response(200, json={"molecule_chembl_id": "CHEMBL192", "pref_name": "S", **market})


def crossref(dates: Sequence[Dated], request: httpx.Request) -> httpx.Response:
    updates = [
        {"DOI": f"10.5555/n{n}", "type": "retraction", "updated": _crossref_day(dated)} for n, dated in enumerate(dates)
    ]
    items = [{"DOI": "10.5555/x", "updated-by": updates}]
    return httpx.Response(200, json={"status": "ok", "message": {"total-results": 1, "items": items}})


def _crossref_day(dated: Dated) -> dict[str, Any]:
    parts = [dated.day.year, dated.day.month, dated.day.day]
    return {"date-parts": [parts[: ("none", "year", "month", "day").index(dated.exact)]]}
