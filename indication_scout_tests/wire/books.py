"""NCBI Bookshelf as the E-utilities serve it: esearch and esummary for ``db=books``.

What belongs here: chapters and their sections; a search finds both, as the real one does.
"""

from __future__ import annotations

from typing import Any

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .messages import Answer, Request, as_json, plain
from .query import Fields, QueryError, Term, contains, evaluate, normalise, parse
from .records import Record, Records


class Books:
    """The authored chapters of StatPearls."""

    def __init__(self, records: Records) -> None:
        chapters: list[Record] = records.extra.get("reference", {}).get("books", [])
        self._summaries: dict[str, dict[str, Any]] = {}
        for chapter in chapters:
            self._summaries[chapter["uid"]] = _summary(chapter, chapter["uid"], chapter["title"], "chapter")
            for uid, title in chapter.get("sections", {}).items():
                self._summaries[uid] = _summary(chapter, uid, title, "section")

    def answer(self, request: Request) -> Answer:
        """Answer by the utility the path names."""
        if request.path == "esearch.fcgi":
            return self._search(request)
        if request.path == "esummary.fcgi":
            uids = [uid.strip() for uid in request.params.get("id", "").split(",") if uid.strip()]
            unknown = {uid: {"uid": uid, "error": f"cannot get document summary for {uid}"} for uid in uids}
            result = {"uids": uids, **unknown, **{u: self._summaries[u] for u in uids if u in self._summaries}}
            return as_json({"header": {"type": "esummary", "version": "0.3"}, "result": result})
        return plain("Not found", 404)

    def _search(self, request: Request) -> Answer:
        def matches(term: Term, fields: Fields) -> bool:
            return contains(fields.get(term.field, fields["title"]), term.text)

        header = {"type": "esearch", "version": "0.3"}
        try:
            tree = parse(request.params.get("term", ""))
        except QueryError as error:
            return as_json({"header": header, "esearchresult": {"ERROR": f"Search Backend failed: {error}"}})
        chapters = [
            uid
            for uid, summary in self._summaries.items()
            if evaluate(tree, {"title": normalise(summary["title"]), "book": normalise("statpearls")}, matches)
        ]
        page = chapters[: int(request.params.get("retmax", 20))]
        result = {"count": str(len(chapters)), "retmax": str(len(page)), "retstart": "0", "idlist": page}
        return as_json({"header": header, "esearchresult": result})


def _summary(chapter: Record, uid: str, title: str, kind: str) -> dict[str, Any]:
    return {
        "uid": uid,
        "title": title,
        "rtype": kind,
        "book": "statpearls",
        "pubdate": chapter["published"],
        "text": chapter["text"] if kind == "chapter" else "",
        "accessionid": chapter["chapter"],
        "bookaccessionid": "NBK990000",
        "chapteraccessionid": chapter["chapter"],
        "bookinfo": f"<Info><Note>{DEMONSTRATION_KEYWORD}</Note></Info>",
    }
