"""DailyMed v2: ``/spls.json``, ``/spls/{setid}.xml`` and ``/spls/{setid}/history.json`` over the authored documents.

What belongs here: the list, its pages and dates, the documents as they are, and histories, in which each version is of
a quarter after the one before. An unknown document is an empty 404, a format DailyMed does not serve an empty 415.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from lxml import etree

from .messages import Answer, Request, as_json
from .query import contains, normalise
from .records import RECORDS, Records

QUARTER = timedelta(days=91)
_HL7 = "{urn:hl7-org:v3}"
_COMPARISONS = {"lt": operator.lt, "lte": operator.le, "gt": operator.gt, "gte": operator.ge, "eq": operator.eq}


class _Document(NamedTuple):
    set_id: str
    title: str
    version: int
    published: date
    names: str
    xml: bytes


class DailyMed:
    """The authored documents of ``directory``. They are files, so ``records`` has nothing to add."""

    def __init__(self, records: Records, directory: Path = RECORDS / "spl") -> None:
        self._documents = {d.set_id: d for d in map(_document, sorted(directory.glob("*.xml")))}

    def answer(self, request: Request) -> Answer:
        """Answer by path."""
        if request.path == "spls.json":
            return self._list(request.params)
        match = re.fullmatch(r"spls/([0-9a-fA-F-]{36})(\.xml|/history\.json)", request.path)
        if not match:
            return Answer(b"", 415, "text/plain")
        document = self._documents.get(match[1].lower())
        if document is None:
            return Answer(b"", 404, "text/plain")
        return Answer(document.xml, 200, "application/xml") if match[2] == ".xml" else _history(document)

    def _list(self, params: Mapping[str, str]) -> Answer:
        documents = [d for d in self._documents.values() if contains(d.names, params.get("drug_name", ""))]
        if params.get("published_date"):
            day = date.fromisoformat(params["published_date"])
            compare = _COMPARISONS[params.get("published_date_comparison", "eq")]
            documents = [d for d in documents if compare(d.published, day)]
        documents.sort(key=lambda d: d.published, reverse=True)
        size, page = int(params.get("pagesize", 100)), int(params.get("page", 1))
        pages = max(1, -(-len(documents) // size))
        metadata = {
            "db_published_date": "Nov 02, 2026 09:00:00AM EST",
            "elements_per_page": size,
            "total_elements": len(documents),
            "total_pages": pages,
            "current_page": page,
            "next_page": page + 1 if page < pages else "null",
        }
        return as_json({"metadata": metadata, "data": [_row(d) for d in documents[(page - 1) * size : page * size]]})


def _row(document: _Document) -> dict[str, Any]:
    return {
        "spl_version": document.version,
        "published_date": document.published.strftime("%b %d, %Y"),
        "title": document.title,
        "setid": document.set_id,
    }


def _history(document: _Document) -> Answer:
    versions = [
        {
            "spl_version": n,
            "published_date": (document.published - (document.version - n) * QUARTER).strftime("%b %d, %Y"),
        }
        for n in range(document.version, 0, -1)
    ]
    spl = {"setid": document.set_id, "title": document.title}
    return as_json({"metadata": {"total_elements": str(len(versions))}, "data": {"spl": spl, "history": versions}})


def _document(path: Path) -> _Document:
    xml = path.read_bytes()
    root = etree.fromstring(xml)

    def attribute(tag: str, name: str) -> str:
        element = root.find(_HL7 + tag)
        return str(element.get(name)) if element is not None else ""

    title = root.findtext(_HL7 + "title") or ""
    maker = root.findtext(f".//{_HL7}representedOrganization/{_HL7}name") or ""
    names = [name.text or "" for name in root.iter(_HL7 + "name")]
    return _Document(
        set_id=attribute("setId", "root"),
        title=f"{title} [{maker}]",
        version=int(attribute("versionNumber", "value")),
        published=datetime.strptime(attribute("effectiveTime", "value") + "+0000", "%Y%m%d%z").date(),
        names=normalise([title, *names]),
        xml=xml,
    )
