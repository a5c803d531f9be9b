"""MedlinePlus web service: ``query?db=healthTopics&term=…`` in XML.

What belongs here: which topics mention a term, and the XML with the words found marked in escaped HTML.
"""

from __future__ import annotations

import html
import re

from indication_scout_assets.domain.base import DEMONSTRATION_KEYWORD

from .messages import Answer, Request, plain
from .query import contains, normalise
from .records import Record, Records


class MedlinePlus:
    """The authored topics."""

    def __init__(self, records: Records) -> None:
        self._topics: list[Record] = records.extra.get("reference", {}).get("medlineplus", [])

    def answer(self, request: Request) -> Answer:
        """Answer a search over full texts; titles come before summaries."""
        term = request.params.get("term", "").strip().strip('"')
        if request.path != "query" or request.params.get("db") != "healthTopics" or not term:
            return plain("Bad request", 400)
        topics = [topic for topic in self._topics if contains(normalise(_texts(topic)), term)]
        topics.sort(key=lambda topic: not contains(normalise([topic["title"], *topic["also"]]), term))
        page = topics[: int(request.params.get("retmax", 10))]
        documents = "".join(_document(rank, topic, term) for rank, topic in enumerate(page))
        body = (
            '<?xml version="1.0" encoding="UTF-8"?>\n<nlmSearchResult>'
            f"<term>{html.escape(request.params['term'])}</term><file>viv_demo</file><server>demo</server>"
            f"<count>{len(topics)}</count><retstart>0</retstart><retmax>{len(page)}</retmax>"
            f'<list num="{len(page)}" start="0" per="{len(page)}">{documents}</list></nlmSearchResult>'
        )
        return Answer(body.encode(), content_type="text/xml; charset=utf-8")


def _texts(topic: Record) -> list[str]:
    return [topic["title"], *topic["also"], re.sub(r"<[^>]*>", " ", topic["summary"])]


def _document(rank: int, topic: Record, term: str) -> str:
    contents = [
        ("title", topic["title"]),
        ("organizationName", "National Library of Medicine"),
        *(("altTitle", name) for name in topic["also"]),
        ("FullSummary", topic["summary"]),
        ("groupName", DEMONSTRATION_KEYWORD),
    ]
    marked = (
        (name, re.sub(f"({re.escape(term)})", r'<span class="qt0">\1</span>', t, flags=re.I)) for name, t in contents
    )
    inside = "".join(f'<content name="{name}">{html.escape(text)}</content>' for name, text in marked)
    return f'<document rank="{rank}" url="{topic["url"]}">{inside}</document>'
