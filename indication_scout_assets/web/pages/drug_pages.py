"""Pages over drugs: the start page, the drugs, and the reports as they are stored.

What belongs here: addresses and requests. What a report shows is made in ``reports``.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...domain.comparison import Comparison
from ...domain.drugs import slug
from ...domain.findings.report import ReaderDecision
from ...pipeline.stages.evidence_reports import FORMATS, start_page_text
from ...reports.html_report import render_html
from ...reports.start_page import STATE_CLASS
from ...reports.words import common_words
from ...rules.names.nearest_names import nearest_names
from ..faults import NothingThere
from ..site import Site, site_of
from .name_search import matches
from .page_templates import SECTIONS, page

KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "md": "text/plain; charset=utf-8",
    "json": "application/json; charset=utf-8",
}
MOST_REPORTS: Final = 24
"""Laid out reports that are kept, about 2 MB each."""
_BAR: Final = tuple((name, address) for name, address in SECTIONS.items() if name != "Start")
"""The start page's links to the other pages."""
_NAME: Final = re.compile(rf"([a-z0-9-]{{1,200}})\.({'|'.join(KINDS)})")
"""Names of reports, see ``domain.drugs.slug``."""
REPORT_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""The pages' own policy names their style and script by hash; this one keeps everything else out of all files."""


def report_text(site: Site, name: str, kind: str) -> bytes | None:
    """A drug's report in one of its formats, from the store: whichever host ran the drug. ``None`` without one."""
    fingerprint = site.desks.db.reports.fingerprint(name)
    if fingerprint is None:
        return None
    decided = site.desks.db.decisions.load(name) if kind == "html" else []
    return _rendered(site, name, kind, fingerprint, tuple(decided))


@lru_cache(MOST_REPORTS)
def _rendered(site: Site, name: str, kind: str, fingerprint: str, decided: tuple[ReaderDecision, ...]) -> bytes:
    """Laid out once as long as report and decisions are the same, of which ``fingerprint`` tells."""
    stored = site.desks.db.reports.load(name)
    if stored is None:
        raise NothingThere("There is no such report.")
    if kind == "html":
        return render_html(stored.report, served=True, decisions=decided).encode()
    return FORMATS[kind](stored.report).encode()


async def show_report(request: Request) -> Response:
    """A drug's report. Names are matched against a pattern, and read from the store alone."""
    site = site_of(request)
    match = _NAME.fullmatch(request.path_params["name"])
    content = await site.read(report_text, site, match[1], match[2]) if match else None
    if match is None or content is None:
        raise NothingThere("There is no such report.")
    return _sent(request, content, _tag(content), KINDS[match[2]])


async def show_start(request: Request) -> Response:
    """The page over all drugs, as of now."""
    site = site_of(request)
    content = await site.read(_start_page, site, request.path_params.get("number", 1))
    if not content:
        raise NothingThere("There is no such page.")
    return _sent(request, content, _tag(content), KINDS["html"])


def _start_page(site: Site, number: int) -> bytes:
    def made() -> bytes:
        return (start_page_text(site.desks.bench, _BAR, number) or "").encode()

    return site.kept("start", made) if number == 1 else made()  # of many pages each is seldom asked for


def _tag(content: bytes) -> str:
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def _sent(request: Request, content: bytes, tag: str, kind: str) -> Response:
    headers = {"ETag": tag, "Content-Security-Policy": REPORT_POLICY}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


async def list_drugs(request: Request) -> Response:
    """The drugs of the workspace by any of their names, with their reports and labels."""
    site, wanted = site_of(request), request.query_params.get("q", "").strip()[:200]

    def work() -> dict[str, Any]:
        db = site.desks.db
        comparison = db.comparisons.load(only_notable=True)
        labels = Counter(document.drug for document in db.labels.documents())
        rows = [row for row in _drug_rows(comparison, labels) if matches(wanted, row["names"])]
        return {"rows": rows, "labels": labels}

    shown = await site.read(work)
    rows = shown["rows"]
    near = await site.read(_near, site, wanted) if wanted and not rows else []
    named: dict[str, Any] = {"kinds": KINDS, "state_class": STATE_CLASS}
    return page("drugs.html", request, wanted=wanted, near=near, typed=shlex.quote(wanted), **shown, **named)


def _near(site: Site, wanted: str) -> list[str]:
    """Names of drugs held here that a name which is not may be meant for."""
    return nearest_names(wanted, site.desks.db.known_names.drug_names())


def _drug_rows(comparison: Comparison, labels: Mapping[str, int]) -> list[dict[str, Any]]:
    """A row for each drug with a run, then for each that has labels alone."""
    candidates = Counter(cell.slug for cell in comparison.cells if cell.rank is not None)
    held = {slug(drug): drug for drug in labels}
    rows = [
        {
            "drug": drug,
            "name": common_words.in_heading(drug.name),
            "names": (drug.name, *drug.synonyms),
            "candidates": candidates[drug.slug],
            "labelled": held.pop(drug.slug, ""),
        }
        for drug in comparison.drugs
    ]
    return rows + [
        {"drug": None, "name": common_words.in_heading(drug), "names": (drug,), "candidates": 0, "labelled": drug}
        for drug in held.values()
    ]


ROUTES = [
    Route("/", show_start),
    Route("/index.html", show_start),
    Route("/index-{number:int}.html", show_start),
    Route("/drugs", list_drugs),
    Route("/{name}", show_report),
]
"""The last takes every name that no other address takes."""
