"""Unpaywall: ``/v2/{doi}`` over the authored articles.

What belongs here: the answer per DOI. An article no entry of ``unpaywall.yaml`` opens is closed.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from .article_xml import publication_date
from .messages import Answer, Request, as_json
from .records import Record, Records, doi_of


class Unpaywall:
    """The authored articles' places to read them."""

    def __init__(self, records: Records) -> None:
        extra = records.extra.get("unpaywall", {})
        places, unknown = extra.get("open", {}), {str(pmid) for pmid in extra.get("unknown", [])}
        self._records = {
            doi_of(article).lower(): _record(article, places.get(str(article["pmid"])))
            for article in records.articles
            if str(article["pmid"]) not in unknown
        }

    def answer(self, request: Request) -> Answer:
        """Answer by path, first to callers who say who they are."""
        if not request.path.startswith("v2/"):
            return _error(404, "Not found")
        email = request.params.get("email", "")
        if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", email) or email.endswith("@example.com"):
            return _error(422, "Please use your own email address in API calls.")
        doi = unquote(request.path.removeprefix("v2/")).lower()
        return as_json(self._records[doi]) if doi in self._records else _error(404, f"'{doi}' isn't in Unpaywall.")


def _error(status: int, message: str) -> Answer:
    return as_json({"HTTP_status_code": status, "error": True, "message": message}, status)


def _record(article: Record, place: Record | None) -> dict[str, Any]:
    location = place and {
        "url": place.get("pdf") or place["page"],
        "url_for_pdf": place.get("pdf"),
        "url_for_landing_page": place["page"],
        "host_type": place.get("host", "publisher"),
        "license": place.get("license"),
        "version": place.get("version", "publishedVersion"),
        "is_best": True,
    }
    return {
        "doi": doi_of(article).lower(),
        "doi_url": f"https://doi.org/{doi_of(article).lower()}",
        "title": article["title"],
        "genre": "journal-article",
        "year": publication_date(article)[0],
        "journal_name": article["journal"],
        "is_oa": location is not None,
        "oa_status": place["status"] if place else "closed",
        "best_oa_location": location,
        "oa_locations": [location] if location else [],
    }
