"""The reports group: everything known about a drug's candidates, gathered, rendered and written to files.

After them the start page over all drugs is written.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from pathlib import Path

from ...domain.base import fingerprint
from ...reports.exports.report_exports import render_json
from ...reports.html_report import render_html
from ...reports.markdown_report import render_markdown
from ...reports.start_page import render_start_page
from ..data_checks import EVERY_STATEMENT_STANDS, NO_DRUG_IS_LEFT_FAILED
from ..engine import Stage, Written
from ..workbench import DrugRun, Workbench
from .report_content import commonness, gather

FORMATS = {"html": render_html, "md": render_markdown, "json": render_json}
START_PAGE = "index.html"
MATRIX_PLACES = 10
"""Places of each list of the matrix that the start page searches."""
MATRIX_ROWS = 12
"""Diseases it names as the commonest."""

log = logging.getLogger(__name__)


def report_path(directory: Path, slug: str, suffix: str = "html") -> Path:
    """Where a drug's report lies."""
    return directory / f"{slug}.{suffix}"


async def _evidence_reports(run: DrugRun) -> Written:
    """One report per drug: HTML in one self-contained file, Markdown and JSON, written to the reports folder.

    The same evidence gives the same bytes: the report is dated by its newest input.
    """
    report = gather(run)
    directory = run.settings.report_dir
    rendered = {suffix: render(report) for suffix, render in FORMATS.items()}
    for suffix, text in rendered.items():
        _write(report_path(directory, run.slug, suffix), text)
    html = report_path(directory, run.slug)
    content = fingerprint(report)
    ranked = [c for c in report.candidates if c.ranked]
    return Written(
        write=lambda: run.db.reports.save(run.slug, content, report, str(html)),
        outputs=content,
        facts={
            "rows": len(report.candidates),
            "report": str(html),
            "candidates_with_articles": len(ranked),
            "candidates_with_trials": sum(1 for c in report.candidates if c.trials),
            "articles_cited_or_shown": len(report.articles),
            "set_aside": len(report.set_aside),
        },
        preview=rendered["md"],
    )


def write_start_page(bench: Workbench) -> None:
    """Write the page over all drugs of the workspace beside their reports; an equal one is not touched.

    The page is made of what is committed, under a lock of the workspace: of two runs at once the later writer reads
    what the earlier one has committed. A page that cannot be written is logged and ends no run: it only repeats what
    the reports say.
    """
    path = bench.settings.report_dir / START_PAGE
    with bench.db.comparisons.writing():
        text = start_page_text(bench)
        try:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                _write(path, text)
        except OSError as error:
            log.warning("The start page %s could not be written: %s; check the folder and its owner.", path, error)


def start_page_text(bench: Workbench, bar: Sequence[tuple[str, str]] = ()) -> str:
    """The page over all drugs of the workspace; ``bar`` are names and addresses of further pages beside it."""
    settings = bench.settings
    return render_start_page(
        bench.db.comparisons.load(only_notable=True),
        demonstration=settings.is_demo,
        as_of=settings.as_of,
        matrix=bench.db.matrix.overview(MATRIX_PLACES, MATRIX_ROWS),
        bar=bar,
    )


def _answers(run: DrugRun) -> list[str]:
    """What every source answered, and how common the candidates are: the report prints it, so that another answer makes
    another report.
    """
    common = commonness(run)
    return [
        *sorted(fingerprint(outcome) for outcome in run.db.stages.outcomes(run.slug)),
        *([fingerprint(common)] if common else []),
    ]


def _links(run: DrugRun) -> dict[str, str]:
    """The drug's report and the start page, where the reports are served."""
    base = run.settings.reports_url.rstrip("/")
    if not base:
        return {}
    return {"open the report": f"{base}/{run.slug}.html", "open the page over all drugs": f"{base}/{START_PAGE}"}


def _write(path: Path, text: str) -> None:
    """Write the file whole or not at all: a reader never sees half a report."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(path)


EVIDENCE_REPORTS = Stage(
    name="evidence_reports",
    group="reports",
    code_version="6",
    function=_evidence_reports,
    upstream=(
        "drug_profile",
        "candidates",
        "normalized_names",
        "abstracts",
        "reranked_top_k",
        "reranked_records",
        "clinical_trials",
        "literature_syntheses",
        "trial_syntheses",
        "assessments",
        "retraction_checks",
        "full_texts",
        "drug_labels",
        "reference_entries",
        "web_pages",
    ),
    checks=(
        EVERY_STATEMENT_STANDS,
        NO_DRUG_IS_LEFT_FAILED,
    ),
    settings=("reports_dir",),
    depends_on=_answers,
    kinds=frozenset({"python", "html", "markdown"}),
    intact=lambda run: all(report_path(run.settings.report_dir, run.slug, suffix).exists() for suffix in FORMATS),
    afterwards=write_start_page,
    links=_links,
    sums_up=True,
)
