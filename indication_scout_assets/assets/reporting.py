"""The reports group: everything known about a drug's candidates, gathered, rendered and written to files."""

from __future__ import annotations

import os
from pathlib import Path

from ..domain.base import fingerprint
from ..reports.html import render_html
from ..reports.json_export import render_json
from ..reports.markdown import render_markdown
from .gathering import gather
from .stage import Stage, Written
from .workbench import DrugRun

FORMATS = {"html": render_html, "md": render_markdown, "json": render_json}


def report_path(directory: Path, slug: str, suffix: str = "html") -> Path:
    """Where a drug's report lies."""
    return directory / f"{slug}.{suffix}"


async def _evidence_reports(run: DrugRun) -> Written:
    """One report per drug: HTML in one self-contained file, Markdown and JSON, written to the reports folder.

    The same evidence gives the same bytes: the report is dated by its newest input.
    """
    report = gather(run)
    directory = run.settings.report_dir
    for suffix, render in FORMATS.items():
        _write(report_path(directory, run.slug, suffix), render(report))
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
        preview=render_markdown(report),
    )


def _write(path: Path, text: str) -> None:
    """Write the file whole or not at all: a reader never sees half a report."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(path)


EVIDENCE_REPORTS = Stage(
    "evidence_reports",
    "reports",
    "2",
    _evidence_reports,
    upstream=(
        "drug_profile",
        "candidates",
        "normalized_names",
        "abstracts",
        "reranked_top_k",
        "clinical_trials",
        "literature_syntheses",
        "trial_syntheses",
        "retraction_checks",
        "full_texts",
        "drug_labels",
        "reference_entries",
        "web_pages",
    ),
    settings=("reports_dir",),
    kinds=frozenset({"python", "html", "markdown"}),
    intact=lambda run: all(report_path(run.settings.report_dir, run.slug, suffix).exists() for suffix in FORMATS),
)
STAGES = (EVIDENCE_REPORTS,)
