"""NCBI E-utilities: esearch, efetch and esummary for ``db=pubmed``, ``db=mesh`` and ``db=pmc``.

What belongs here: the utilities' common frame. What a database finds and returns is in ``pubmed``, ``mesh`` and
``pmc``.
"""

from __future__ import annotations

from typing import Any, Protocol

from .books import Books
from .mesh import MeshDatabase
from .messages import Answer, Request, as_json, plain
from .pmc import PmcDatabase
from .pubmed import PubMedDatabase
from .query import QueryError
from .records import Records
from .search_index import Found

_LAST_START = 9998


class Database(Protocol):
    """One Entrez database."""

    def search(self, query: str) -> Found:
        """Find records; raises ``QueryError``."""

    def summary(self, uid: str) -> dict[str, Any] | None:
        """The record's document summary, or ``None``."""


class Eutils:
    """The E-utilities over the authored records."""

    def __init__(self, records: Records) -> None:
        mesh = MeshDatabase(records)
        pubmed = PubMedDatabase(records, mesh)
        pmc = PmcDatabase(records, lambda: pubmed.pmc_index)
        self._databases: dict[str, Database] = {"pubmed": pubmed, "mesh": mesh, "pmc": pmc}
        self._books = Books(records)

    def answer(self, request: Request) -> Answer:
        """Answer by the utility the path names."""
        database = request.params.get("db", "pubmed")
        if database == "books":
            return self._books.answer(request)
        source = self._databases.get(database)
        if source is None:
            return as_json({"error": f"Invalid db name specified: {database}"}, 400)
        if request.path == "esearch.fcgi":
            return _esearch(source, request)
        if request.path == "esummary.fcgi":
            return _esummary(source, request)
        if request.path == "efetch.fcgi" and isinstance(source, PubMedDatabase | PmcDatabase):
            return Answer(source.fetch(_ids(request)), content_type="text/xml; charset=UTF-8")
        return plain("Not found", 404)


def _esearch(database: Database, request: Request) -> Answer:
    start, size = int(request.params.get("retstart", 0)), int(request.params.get("retmax", 20))
    term = request.params.get("term", "")
    if not term.strip():
        return _esearch_error("Empty term and query_key - nothing todo")
    if start > _LAST_START:
        return _esearch_error("Search Backend failed: Exception: 'retstart' cannot be larger than 9998.")
    try:
        hits = database.search(term)
    except QueryError as error:
        return _esearch_error(f"Search Backend failed: {error}")
    page = list(hits.ids[start : start + size])
    result: dict[str, Any] = {
        "count": str(len(hits.ids)),
        "retmax": str(len(page)),
        "retstart": str(start),
        "idlist": page,
        "translationset": [],
        "querytranslation": hits.translation,
    }
    if hits.phrases_not_found or hits.fields_not_found:
        result["errorlist"] = {
            "phrasesnotfound": list(hits.phrases_not_found),
            "fieldsnotfound": list(hits.fields_not_found),
        }
    if hits.quoted_not_found or not hits.ids:
        result["warninglist"] = {
            "phrasesignored": [],
            "quotedphrasesnotfound": [f'"{phrase}"' for phrase in hits.quoted_not_found],
            "outputmessages": [] if hits.ids else ["No items found."],
        }
    return as_json({"header": {"type": "esearch", "version": "0.3"}, "esearchresult": result})


def _esearch_error(message: str) -> Answer:
    """An error inside HTTP 200, as the E-utilities report it."""
    return as_json({"header": {"type": "esearch", "version": "0.3"}, "esearchresult": {"ERROR": message}})


def _esummary(database: Database, request: Request) -> Answer:
    result: dict[str, Any] = {"uids": _ids(request)}
    for uid in _ids(request):
        result[uid] = database.summary(uid) or {"uid": uid, "error": f"cannot get document summary for {uid}"}
    return as_json({"header": {"type": "esummary", "version": "0.3"}, "result": result})


def _ids(request: Request) -> list[str]:
    return [part.strip() for part in request.params.get("id", "").split(",") if part.strip()]
