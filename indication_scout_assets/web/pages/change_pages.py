"""What changed in the reports: the page, and the feeds of it.

What belongs here: addresses and requests; the feeds are made in ``reports.noted_changes``.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ...domain.findings.report import NotedChange
from ...reports.noted_changes import atom_feed, json_feed
from ..asked_questions import form_of
from ..site import Site, site_of
from .page_templates import page

LISTED = 500
"""Changes of a page or a feed at most, the newest."""


async def list_changes(request: Request) -> Response:
    """The changes of a drug, or of all; with ``new`` those since a reader last said to have seen them."""
    site, given = site_of(request), request.query_params
    new = bool(given.get("new"))

    def work() -> dict[str, Any]:
        drug = _drug(site, given.get("drug", ""))
        changes = site.desks.db.reports.changes(drug, unseen=new, most=LISTED + 1)
        asked = f"?{urlencode({'drug': drug})}" if drug else ""
        return {"changes": changes[:LISTED], "more": len(changes) > LISTED, "drug": drug, "asked": asked}

    return page("changes.html", request, new=new, **await site.read(work))


async def feed(request: Request) -> Response:
    """The changes as an Atom feed or a JSON Feed."""
    site = site_of(request)

    def work() -> tuple[str, list[NotedChange]]:
        drug = _drug(site, request.query_params.get("drug", ""))
        return drug, site.desks.db.reports.changes(drug, most=LISTED)

    drug, changes = await site.read(work)
    if request.url.path.endswith(".json"):
        return Response(json_feed(changes, drug, str(request.url)), media_type="application/feed+json")
    return Response(atom_feed(changes, drug, str(request.url)), media_type="application/atom+xml")


async def mark_seen(request: Request) -> Response:
    """A reader has seen what changed."""
    site, form = site_of(request), await form_of(request)
    drug = form.get("drug", "")
    await site.read(lambda: site.desks.db.reports.mark_seen(_drug(site, drug)))
    return RedirectResponse(f"/changes?{urlencode({'new': '1', 'drug': drug})}", 303)


def _drug(site: Site, name: str) -> str:
    """The key of a drug; empty for all."""
    return site.desks.db.drugs.known_as([name])[name] if name else ""


ROUTES = [
    Route("/changes", list_changes),
    Route("/changes.atom", feed),
    Route("/changes.json", feed),
    Route("/changes/seen", mark_seen, methods=["POST"]),
]
