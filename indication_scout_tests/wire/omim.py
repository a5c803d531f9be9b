"""OMIM's API: ``entry/search``.

What belongs here: the JSON answer and the refusal of a key that stands in the address.
"""

from __future__ import annotations

from typing import Any

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .messages import Answer, Request, as_json, plain
from .query import Fields, QueryError, Term, contains, evaluate, normalise, parse
from .records import Record, Records


class Omim:
    """The authored entries. Any key does; none is refused."""

    def __init__(self, records: Records) -> None:
        self._entries: list[Record] = records.extra.get("reference", {}).get("omim", [])

    def answer(self, request: Request) -> Answer:
        """Answer a search over titles and texts. Keys come in a header, which these servers do not see."""
        if "apiKey" in request.params:
            return plain("A key in an address ends up in logs.", 400)
        if request.path != "entry/search":
            return plain("Not found", 404)

        def matches(term: Term, fields: Fields) -> bool:
            return contains(fields["text"], term.text)

        try:
            tree = parse(request.params.get("search", ""))
        except QueryError as error:
            return plain(f"Bad request: {error}", 400)
        entries = [e for e in self._entries if evaluate(tree, {"text": normalise(_texts(e))}, matches)]
        page = entries[: int(request.params.get("limit", 10))]
        response = {
            "search": request.params["search"], "totalResults": len(entries), "startIndex": 0,
            "endIndex": max(len(page) - 1, 0), "entryList": [{"entry": _entry(e)} for e in page],
        }  # fmt: skip
        return as_json({"omim": {"version": "1.0", "searchResponse": response}})


def _texts(entry: Record) -> list[str]:
    return [entry["title"].replace(",", " "), entry["also"], entry["description"]]


def _entry(entry: Record) -> dict[str, Any]:
    section = {
        "textSectionName": "description",
        "textSectionTitle": DEMONSTRATION_KEYWORD,
        "textSectionContent": entry["description"],
    }
    return {
        "prefix": entry["prefix"], "mimNumber": entry["mim"], "status": "live",
        "titles": {"preferredTitle": entry["title"], "alternativeTitles": entry["also"]},
        "textSectionList": [{"textSection": section}],
    }  # fmt: skip
