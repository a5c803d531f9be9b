"""Decisions of readers: the page that lists them, and the forms that make one and take one back.

What belongs here: addresses and requests; what a decision may be on is in ``operations.deciding``.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ...domain.findings.report import DecisionVerdict
from ...domain.outcomes import ScoutError
from ...operations.deciding import decide, decisions_csv, withdraw
from ..asked_questions import form_of
from ..faults import status_of
from ..site import Site, site_of
from .page_templates import page

_FIELDS = ("drug", "disease", "verdict", "record", "reason", "by")


async def list_decisions(request: Request) -> Response:
    """What was decided, and the form for one more, filled from the address."""
    return await _page(site_of(request), request, _given(request.query_params))


async def export_decisions(request: Request) -> Response:
    """All decisions as CSV."""
    site = site_of(request)
    text = decisions_csv(await site.read(site.desks.db.decisions.load))
    attached = {"Content-Disposition": 'attachment; filename="decisions.csv"', "Cache-Control": "no-store"}
    return Response(text, media_type="text/csv; charset=utf-8", headers=attached)


async def make_decision(request: Request) -> Response:
    """Keep a decision, or say in a sentence why it cannot be kept; what was typed stays."""
    site, form = site_of(request), await form_of(request)
    given = _given(form)
    named = {name: given[name] for name in ("record", "reason", "by")}

    def work() -> None:
        decide(site.settings, site.desks.db, given["drug"], given["disease"], given["verdict"], **named)

    try:
        await site.read(work)
    except ScoutError as failure:
        return await _page(site, request, given, failure)
    return RedirectResponse("/decisions", 303)


async def remove_decision(request: Request) -> Response:
    """Take a decision back."""
    site, form = site_of(request), await form_of(request)
    drug, disease, record = (form.get(name, "") for name in ("drug", "disease", "record"))
    await site.read(lambda: withdraw(site.settings, site.desks.db, drug, disease, record))
    return RedirectResponse("/decisions", 303)


def _given(fields: Mapping[str, str]) -> dict[str, str]:
    return {name: fields.get(name, "") for name in _FIELDS}


async def _page(site: Site, request: Request, fields: Mapping[str, str], failure: ScoutError | None = None) -> Response:
    made = await site.read(site.desks.db.decisions.load)
    return page(
        "decisions.html",
        request,
        status=status_of(failure) if failure else 200,
        failure=str(failure) if failure else "",
        made=made,
        fields=fields,
        verdicts=[*DecisionVerdict],
    )


ROUTES = [
    Route("/decisions", list_decisions),
    Route("/decisions", make_decision, methods=["POST"]),
    Route("/decisions/remove", remove_decision, methods=["POST"]),
    Route("/decisions.csv", export_decisions),
]
