"""Europe PMC: ``/search``, ``/searchPOST`` and ``/{PMCID}/fullTextXML`` over the authored articles and preprints.

What belongs here: which records are in Europe PMC, what a query finds, and the shape of a row. Every article with an
odd PMID is in it; open are those that PMC has. A fault of the request comes inside HTTP 200, as from the real service.
"""

from __future__ import annotations

import base64
import binascii
import calendar
import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .article_xml import publication_date, substances_of
from .messages import Answer, Request, as_json
from .pmc import jats_article, pmcids
from .query import Fields, QueryError, Term, contains, evaluate, normalise, parse
from .records import Record, Records, cited_by, doi_of

VERSION = "6.9"
_SORTS = {"": "relevance", "CITED desc": "cited", "P_PDATE_D desc": "date"}
_FIELD = re.compile(r'\b([A-Z_]+):(?=["\w])')
_RANGE = re.compile(r"\b([A-Z_]+):\[\s*(\S+)\s+TO\s+(\S+)\s*\]")


class EuropePmc:
    """The authored articles and preprints."""

    def __init__(self, records: Records) -> None:
        in_pmc, own = pmcids(records), records.extra.get("europepmc") or {}
        listed = [_medline_row(a, in_pmc) for a in records.articles if int(a["pmid"]) % 2]
        listed += [_preprint_row(p) for p in own.get("preprints", [])]
        self._rows = sorted(listed, key=lambda row: str(row["id"]))
        self._fields = [_fields(row) for row in self._rows]
        self._records = records

    def answer(self, request: Request) -> Answer:
        """Answer by path."""
        if request.path in ("search", "searchPOST"):
            return self._search(request.params)
        asked = re.fullmatch(r"(PMC\d+)/fullTextXML", request.path)
        if asked and (document := jats_article(asked[1])) is not None:
            return Answer(document.encode(), content_type="application/xml")
        if asked := re.fullmatch(r"MED/(\d+)/references", request.path):
            return self._references(asked[1])
        return Answer(b"", 404, "text/plain")

    def _references(self, pmid: str) -> Answer:
        """The list of an article; one it does not hold is an empty one, as from the real service."""
        cited = cited_by(self._records, "europepmc", pmid)
        listed = [
            {"id": str(article["pmid"]), "source": "MED", "citationType": "JOURNAL ARTICLE", "title": article["title"],
             "journalAbbreviation": article["journal"], "pubYear": article["year"], "citedOrder": n, "match": "Y"}
            for n, article in enumerate(cited, 1)
        ]  # fmt: skip
        if listed:
            listed.append({"citationType": "BOOK", "title": "A book", "pubYear": 1999, "citedOrder": 9, "match": "N"})
        asked = {"id": pmid, "source": "MED", "offSet": 0, "pageSize": 1000}
        body = {"version": VERSION, "hitCount": len(listed), "request": asked}
        return as_json({**body, "referenceList": {"reference": listed}} if listed else body)

    def _search(self, params: Mapping[str, str]) -> Answer:
        query, sort, mark = params.get("query", ""), params.get("sort", ""), params.get("cursorMark", "*")
        if not query.strip():
            return _refused("No query supplied")
        if sort not in _SORTS:
            return as_json({"version": VERSION})
        try:
            tree = parse(_in_our_syntax(query))
            begin = 0 if mark == "*" else int(base64.b64decode(mark, validate=True))
        except QueryError as error:
            return _refused(f"The query cannot be read: {error}")
        except (ValueError, binascii.Error):
            return _refused("Invalid cursorMark")
        rows = [row for row, f in zip(self._rows, self._fields, strict=True) if evaluate(tree, f, _matches)]
        if _SORTS[sort] == "cited":
            rows.sort(key=lambda row: -int(row["citedByCount"]))
        elif _SORTS[sort] == "date":
            rows.sort(key=lambda row: str(row["firstPublicationDate"]), reverse=True)
        end = begin + int(params.get("pageSize", 25))
        following = base64.b64encode(str(end).encode()).decode() if end < len(rows) else mark
        return as_json(
            {
                "version": VERSION,
                "hitCount": len(rows),
                "nextCursorMark": following,
                "request": {"queryString": query, "resultType": params.get("resultType", "lite"), "sort": sort},
                "resultList": {"result": [_shown(row, params) for row in rows[begin:end]]},
            }
        )


def _refused(message: str) -> Answer:
    return as_json({"version": VERSION, "errCode": 404, "errMsg": message})


# ------------------------------------------------------------------------------------------------ queries
def _in_our_syntax(query: str) -> str:
    """``FIELD:value`` and ``FIELD:[a TO b]`` as ``AREA[FIELD]``, which ``query`` reads."""
    return _FIELD.sub(r"AREA[\1]", _RANGE.sub(r'AREA[\1]"\2 \3"', query))


def _matches(term: Term, fields: Fields) -> bool:
    if term.field == "first_pdate":
        begin, end = term.text.split()
        return begin <= fields["first_pdate"] <= end
    if term.field in ("src", "ext_id", "open_access"):
        return fields[term.field] == term.text.lower()
    return contains(fields.get(term.field or "everything", ""), term.text)


def _fields(row: Record) -> Fields:
    texts = [row["title"], re.sub(r"<[^<>]+>", " ", row.get("abstractText", ""))]
    return {
        "title_abs": normalise(texts),
        "everything": normalise([*texts, *row["keywordList"]["keyword"]]),
        "first_pdate": row["firstPublicationDate"],
        "src": row["source"].lower(),
        "ext_id": row["id"].lower(),
        "open_access": row["isOpenAccess"].lower(),
    }


# ------------------------------------------------------------------------------------------------ rows
def _shown(row: Record, params: Mapping[str, str]) -> Record:
    """A row as the result type has it: only ``core`` has abstracts, indexing and links."""
    if params.get("resultType") == "core":
        return row
    core = ("abstractText", "commentCorrectionList", "keywordList", "meshHeadingList", "chemicalList", "authorList")
    return {name: value for name, value in row.items() if name not in core}


def _medline_row(article: Record, in_pmc: Mapping[str, str]) -> Record:
    pmid = str(article["pmid"])
    year, month = publication_date(article)
    printed = article.get("medline_date") or f"{year} {calendar.month_abbr[month] if article.get('month') else ''}"
    month = next((n for n, name in enumerate(calendar.month_abbr) if name and f" {name}" in printed[:8]), month)
    types = article.get("publication_types", ["Journal Article"])
    links = article.get("corrections", [])
    row = {
        "id": pmid,
        "source": "MED",
        "pmid": pmid,
        "pmcid": in_pmc.get(pmid),
        "doi": doi_of(article),
        "title": article["title"],
        "authorString": ", ".join(article.get("authors", [])) + "." if article.get("authors") else None,
        "authorList": {"author": _authors(article)},
        "journalInfo": {
            "dateOfPublication": printed.strip(),
            "yearOfPublication": year,
            "printPublicationDate": f"{year}-{month:02d}-01",
            "journal": {"title": article["journal"]},
        },
        "pubYear": str(year),
        "abstractText": _abstract(article.get("abstract")),
        "language": article.get("language", "eng"),
        # A list of one is written as a bare value.
        "pubTypeList": {"pubType": types if len(types) > 1 else types[0]},
        "meshHeadingList": {"meshHeading": [_heading(*heading) for heading in article.get("mesh", [])]},
        "keywordList": {"keyword": [*article.get("keywords", []), DEMONSTRATION_KEYWORD]},
        "chemicalList": {"chemical": [{"name": name} for name, _ in substances_of(article)]},
        "commentCorrectionList": {"commentCorrection": [_link(link) for link in links]} if links else None,
        "isOpenAccess": "Y" if pmid in in_pmc else "N",
        "citedByCount": int(pmid) * 37 % 211,
        "firstPublicationDate": f"{year}-{month:02d}-01",
    }
    return {name: value for name, value in row.items() if value}


def _preprint_row(preprint: Record) -> Record:
    posted = preprint["posted"]
    day = posted.isoformat() if isinstance(posted, date) else str(posted)
    published_as = preprint.get("published_as")
    link = {"id": str(published_as), "source": "MED", "type": "Preprint of"}
    row = {
        "id": preprint["id"],
        "source": "PPR",
        "doi": preprint["doi"],
        "title": preprint["title"],
        "authorString": ", ".join(preprint["authors"]) + ".",
        "bookOrReportDetails": {"publisher": preprint["server"], "yearOfPublication": int(day[:4])},
        "pubYear": day[:4],
        "abstractText": _abstract(preprint["abstract"]),
        "pubTypeList": {"pubType": "Preprint"},
        "keywordList": {"keyword": [DEMONSTRATION_KEYWORD]},
        "commentCorrectionList": {"commentCorrection": [link]} if published_as else None,
        "isOpenAccess": "Y" if preprint.get("open_access") else "N",
        "citedByCount": int(preprint.get("cited_by", 0)),
        "firstPublicationDate": day,
    }
    return {name: value for name, value in row.items() if value is not None}


def _abstract(abstract: Any) -> str:
    """Labelled parts under headings, as Europe PMC marks them."""
    if not isinstance(abstract, list):
        return str(abstract or "")
    return " ".join(f"<h4>{str(part['label']).capitalize()}</h4>{part['text']}" for part in abstract)


def _authors(article: Record) -> list[Record]:
    group = article.get("collective")
    return [{"fullName": name} for name in article.get("authors", [])] + ([{"collectiveName": group}] if group else [])


def _heading(name: str, ui: str, major: bool = False) -> Record:
    """The UI is not shown: Europe PMC gives names alone."""
    return {"majorTopic_YN": "Y" if major else "N", "descriptorName": name}


def _link(link: Record) -> Record:
    """``ExpressionOfConcernIn`` is "Expression of concern in" here."""
    words = re.findall(r"[A-Z][a-z]*", link["kind"])
    row = {"source": "MED", "type": " ".join(words).capitalize(), "reference": link.get("source", "")}
    return {**row, "id": str(link["pmid"])} if link.get("pmid") else row
