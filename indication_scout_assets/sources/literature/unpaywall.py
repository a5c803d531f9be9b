"""Unpaywall: where an article can be read without paying, by DOI.

What belongs here: the request and what its answers mean. Fetching the text is not done here.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple
from urllib.parse import quote

from ...domain.outcomes import PermanentFailure
from ...rules.literature.article_keys import doi_key
from ..formats.json_texts import part, plain_text
from ..http.http_client import HttpAnswer, ServiceClient, TransientBody

SOURCE = "Unpaywall"


class OpenAccess(NamedTuple):
    """The best place to read an article; texts are empty where nothing is known."""

    is_oa: bool
    status: str
    """``gold``, ``hybrid``, ``bronze``, ``green`` or ``closed``."""
    url: str
    """A page or a file."""
    license: str
    """For example ``cc-by``; empty: free to read, not to reuse."""


class Unpaywall(ServiceClient):
    """One client of Unpaywall. The e-mail address it wants of every caller is among ``host.identify``."""

    async def location(self, doi: str) -> OpenAccess | None:
        """Where the article can be read; ``None`` where Unpaywall does not know the DOI, or it is none.

        Raises:
            PermanentFailure: Unpaywall does not accept the caller's e-mail address.
            TransientFailure: Unpaywall does not answer.
        """
        key = doi_key(doi)
        if not key:
            return None
        answer = await self._get(f"v2/{quote(key, safe='/')}", _check, accept_status=(200, 404, 422))
        return None if answer.status == 404 else _open_access(answer.json())


def _check(answer: HttpAnswer) -> None:
    """Accept a record, or Unpaywall's own word that there is none; another server's page with HTTP 404 is neither."""
    if answer.status == 422:
        raise PermanentFailure(
            "Unpaywall does not accept the caller's e-mail address (HTTP 422); set SCOUT_CONTACT_EMAIL to your own."
        )
    body = answer.json()
    unknown = re.search(r"^\W*10\.\S+ isn't in", plain_text(body.get("message")) if isinstance(body, dict) else "")
    known = isinstance(body, dict) and (
        isinstance(body.get("is_oa"), bool) if answer.status == 200 else unknown is not None
    )
    if not known:
        raise TransientBody("an answer that is no record")


def _open_access(record: dict[str, Any]) -> OpenAccess:
    best = part(record, "best_oa_location")
    addresses = (_address(best.get(name)) for name in ("url", "url_for_landing_page", "url_for_pdf"))
    return OpenAccess(
        is_oa=record["is_oa"],
        status=plain_text(record.get("oa_status")),
        url=next(filter(None, addresses), ""),
        license=plain_text(best.get("license")),
    )


def _address(value: Any) -> str:
    """A web address; anything else counts as absent."""
    text = value.strip() if isinstance(value, str) else ""
    return text if text.lower().startswith(("https://", "http://")) and not any(map(str.isspace, text)) else ""
