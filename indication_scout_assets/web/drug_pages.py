"""Pages over drugs: the start page, the drugs, and the reports as the files they are.

What belongs here: addresses and requests. What a report shows is made in ``reports`` when its drug is run.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..domain.comparison import Comparison, DrugState
from ..domain.drugs import slug
from ..pipeline.stages.evidence_reports import start_page_text
from ..reports.words import common_words, comparison_words
from .faults import NothingThere
from .monograph_views import drug_address
from .name_search import matches
from .page_templates import SECTIONS, page
from .site import Site, site_of

KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "md": "text/plain; charset=utf-8",
    "json": "application/json; charset=utf-8",
}
_NAME: Final = re.compile(rf"[a-z0-9-]{{1,200}}\.({'|'.join(KINDS)})")
"""Names of reports, see ``domain.drugs.slug``."""
REPORT_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""The pages' own policy names their style and script by hash; this one keeps everything else out of all files."""
_STATE_CLASS: Final = {DrugState.OK: "ok", DrugState.DEGRADED: "degraded", DrugState.FAILED: "failed"}


class ReportFile(NamedTuple):
    """A file of the reports folder."""

    content: bytes
    tag: str


def report_file(folder: Path, name: str) -> ReportFile | None:
    """The regular file of this name in the folder; ``None`` where there is none, or something else in its place."""
    with suppress(OSError):
        # Without O_NONBLOCK a pipe in the folder would hold the thread for ever.
        descriptor = os.open(folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            about = os.fstat(descriptor)
            if stat.S_ISREG(about.st_mode):
                return ReportFile(file.read(), f'"{about.st_mtime_ns:x}-{about.st_size:x}"')
    return None


async def show_report(request: Request) -> Response:
    """A file of the reports folder. Names are matched against a pattern: there is no path to traverse."""
    site, name = site_of(request), request.path_params["name"]
    match = _NAME.fullmatch(name)
    file = await site.read(report_file, site.settings.report_dir, name) if match else None
    if match is None or file is None:
        raise NothingThere("There is no such report.")
    return _sent(request, file.content, file.tag, KINDS[match[1]])


async def show_start(request: Request) -> Response:
    """The page over all drugs, as of now."""
    site = site_of(request)
    content = await site.read(_start_page, site)
    return _sent(request, content, f'"{hashlib.sha256(content).hexdigest()[:32]}"', KINDS["html"])


def _start_page(site: Site) -> bytes:
    return site.kept("start", lambda: start_page_text(site.desks.bench, _bar("Start")).encode())


def _bar(here: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, address) for name, address in SECTIONS.items() if name != here)


def _sent(request: Request, content: bytes, tag: str, kind: str) -> Response:
    headers = {"ETag": tag, "Content-Security-Policy": REPORT_POLICY}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)


async def list_drugs(request: Request) -> Response:
    """The drugs of the workspace by any of their names, with their reports and labels."""
    site, wanted = site_of(request), request.query_params.get("q", "").strip()[:200]

    def work() -> list[dict[str, Any]]:
        db = site.desks.db
        comparison = db.comparisons.load(only_notable=True)
        labels: dict[str, int] = {}
        for document in db.labels.documents():
            labels[document.drug] = labels.get(document.drug, 0) + 1
        rows = _drug_rows(site, comparison, labels)
        return [row for row in rows if matches(wanted, row["names"])]

    return page("drugs.html", request, rows=await site.read(work), wanted=wanted)


def _drug_rows(site: Site, comparison: Comparison, labels: dict[str, int]) -> list[dict[str, Any]]:
    candidates: dict[str, int] = {}
    for cell in comparison.cells:
        candidates[cell.slug] = candidates.get(cell.slug, 0) + (cell.rank is not None)
    held = {slug(drug): drug for drug in labels}
    rows = []
    for drug in comparison.drugs:
        files = [(kind.upper(), f"/{drug.slug}.{kind}") for kind in KINDS] if drug.built_at else []
        label = held.pop(drug.slug, "")
        rows.append(
            {
                "name": common_words.in_heading(drug.name), "names": (drug.name, *drug.synonyms), "files": files,
                "report": f"/{drug.slug}.html" if drug.built_at else "", "state": comparison_words.STATE[drug.state],
                "state_class": _STATE_CLASS.get(drug.state, "not_asked"), "candidates": candidates.get(drug.slug, 0),
                "date": drug.built_at.date().isoformat() if drug.built_at else "",
                "labels": labels.get(label, 0), "label": drug_address(label) if label else "",
            }
        )  # fmt: skip
    return rows + [
        {
            "name": common_words.in_heading(drug), "names": (drug,), "files": [], "report": "", "state": "labels only",
            "state_class": "not_asked", "candidates": 0, "date": "", "labels": labels[drug],
            "label": drug_address(drug),
        }
        for drug in held.values()
    ]  # fmt: skip


ROUTES = [
    Route("/", show_start),
    Route("/index.html", show_start),
    Route("/drugs", list_drugs),
    Route("/{name}", show_report),
]
"""The last takes every name that no other address takes."""
