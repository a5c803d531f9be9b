"""Reactome's Content Service: ``search/query?query=…&species=…&types=…&cluster=true``.

What belongs here: the JSON answer, entries in groups by type with the words found marked up, and the 404 where
there are none.
"""

from __future__ import annotations

import re
from typing import Any

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .messages import Answer, Request, as_json, plain
from .records import Record, Records


class Reactome:
    """The authored pathways and reactions."""

    def __init__(self, records: Records) -> None:
        self._events: list[Record] = records.extra.get("reference", {}).get("reactome", [])

    def answer(self, request: Request) -> Answer:
        """Answer a search over names and summaries."""
        query = request.params.get("query", "")
        if request.path != "search/query":
            return plain("Not found", 404)
        if not query or request.params.get("cluster") != "true":
            return as_json({"code": 400, "reason": "BAD_REQUEST"}, 400)
        events = [
            event for event in self._events if query.casefold() in f"{event['name']} {event['summary']}".casefold()
        ]
        if not events:
            return as_json({"code": 404, "messages": [f"No entries found for query: {query}"]}, 404)
        kinds = dict.fromkeys(event["type"] for event in events)
        groups = [_group(kind, [event for event in events if event["type"] == kind], query) for kind in kinds]
        return as_json(
            {"results": groups, "rowCount": len(events), "numberOfGroups": len(groups), "numberOfMatches": len(events)}
        )


def _group(kind: str, events: list[Record], query: str) -> dict[str, Any]:
    rows = [_row(event, query) for event in events]
    return {"entries": rows, "typeName": kind, "entriesCount": len(rows), "rowCount": len(rows)}


def _row(event: Record, query: str) -> dict[str, Any]:
    return {
        "dbId": event["id"].split("-")[-1],
        "stId": event["id"],
        "id": event["id"],
        "name": _marked(event["name"], query),
        "type": event["type"],
        "exactType": event["type"],
        "species": ["Homo sapiens"],
        "summation": _marked(event["summary"], query),
        "databaseName": DEMONSTRATION_KEYWORD,
    }


def _marked(text: str, query: str) -> str:
    return re.sub(f"({re.escape(query)})", r'<span class="highlighting" >\1</span>', text, flags=re.IGNORECASE)
