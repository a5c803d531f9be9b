"""Tavily: ``POST search``.

What belongs here: the JSON answer and Tavily's refusals. One record's page is of a site nobody asked for: the client
must leave it out.
"""

from __future__ import annotations

import json

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .messages import Answer, Request, as_json
from .query import contains, normalise
from .records import Record, Records

_LONGEST_QUERY = 400


class Tavily:
    """The authored pages of one (drug, disease) pair; every other search finds nothing."""

    def __init__(self, records: Records) -> None:
        self._pairs: list[Record] = records.extra.get("reference", {}).get("tavily", [])

    def answer(self, request: Request) -> Answer:
        """Answer a search whose query names both."""
        if request.path != "search" or request.method != "POST":
            return _error("Not found", 404)
        try:
            asked = json.loads(request.body)
        except ValueError:
            return _error("The body is no JSON.", 400)
        query = str(asked.get("query") or "")
        if not query or len(query) >= _LONGEST_QUERY:
            return _error("Query is missing or too long. Max query length is 400 characters.", 400)
        words = normalise(query)
        pages = [
            {**page, "title": f"{page['title']} ({DEMONSTRATION_KEYWORD})", "raw_content": None}
            for pair in self._pairs
            if contains(words, pair["drug"]) and contains(words, pair["disease"])
            for page in pair["results"]
        ]
        results = pages[: int(asked.get("max_results", 5))]
        return as_json({"query": query, "answer": None, "images": [], "results": results, "response_time": 0.1})


def _error(message: str, status: int) -> Answer:
    return as_json({"detail": {"error": message}}, status)
