"""The reports group: everything known about a drug's candidates, gathered, rendered and written to files.

After them the start page over all drugs is written.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from ...domain.base import fingerprint
from ...reports.exports.report_exports import render_json
from ...reports.html_report import render_html
from ...reports.markdown_report import render_markdown
from ...reports.noted_changes import noted_changes
from ...reports.start_page import PageLink, render_start_page
from ...reports.views.candidates.candidate_views import candidate_views
from ...reports.views.candidates.record_lists import record_lists
from ...rules.report_changes import changes, news
from ...sources.http.entries import write_atomically
from ...store.repositories.comparison_repository import PicturedDrug
from ..data_checks import EVERY_STATEMENT_STANDS, NO_STAGE_IS_LEFT_FAILED
from ..engine import Stage, Written
from ..resources.source_bench import code_version
from ..resources.workbench import DrugRun, Workbench
from .label_monographs import held_labels
from .report_content import commonness, gather, proving_code

FORMATS = {"html": render_html, "md": render_markdown, "json": render_json}
START_PAGE = "index.html"
PICTURES = ".index.json"
"""What each page over drugs showed when it was made, where there are several."""
DRUGS_ON_A_PAGE = 50
"""A page of so many has about a megabyte; all of 10,000 drugs on one would have 250."""
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
    if earlier := run.db.reports.earlier(run.slug, report.run.built_at):
        report = report.model_copy(update={"news": news(earlier, report)})
    lists = tuple(records.stored for records in record_lists(candidate_views(report)))
    report = report.model_copy(update={"lists": lists}).sealed()
    directory = run.settings.report_dir
    rendered = {suffix: render(report) for suffix, render in FORMATS.items()}
    for suffix, text in rendered.items():
        write_atomically(report_path(directory, run.slug, suffix), text.encode())
    html = report_path(directory, run.slug)
    content = fingerprint(report)
    before = run.db.reports.load(run.slug)
    noted = noted_changes(changes(before.report, report), report, run.slug, datetime.now(UTC)) if before else []

    def write() -> None:
        run.db.reports.save(run.slug, content, report, str(html))
        run.db.reports.note(noted)

    ranked = [c for c in report.candidates if c.ranked]
    return Written(
        write=write,
        outputs=content,
        facts={
            "rows": len(report.candidates),
            "report": str(html),
            "candidates_with_articles": len(ranked),
            "candidates_with_trials": sum(1 for c in report.candidates if c.trials),
            "articles_cited_or_shown": len(report.articles),
            "set_aside": len(report.set_aside),
            "changes": len(noted),
            **{records.name.value.lower(): len(records.records) for records in lists},
        },
        preview=rendered["md"],
    )


def write_start_page(bench: Workbench) -> None:
    """Write the pages over all drugs of the workspace beside their reports; an equal one is not touched.

    They are made of what is committed, under a lock of the workspace: of two runs at once the later writer reads what
    the earlier one has committed. Where there are several, those whose drugs show what they showed are not made anew. A
    page that cannot be written is logged and ends no run: it only repeats what the reports say.
    """
    directory = bench.settings.report_dir
    with bench.db.comparisons.writing():
        pages = _pages(bench)
        path, shown = directory / PICTURES, _shown(bench, pages)
        try:
            before = json.loads(path.read_text()) if path.exists() else {}
            for number, drugs in enumerate(pages, 1):
                page = directory / start_page_name(number)
                if len(pages) > 1 and before.get(page.name) == shown[page.name] and page.exists():
                    continue
                text = _page_text(bench, pages, number, drugs)
                if not page.exists() or page.read_text(encoding="utf-8") != text:
                    write_atomically(page, text.encode())
            for surplus in before.keys() - shown.keys():
                (directory / Path(surplus).name).unlink(missing_ok=True)
            if len(pages) > 1:
                write_atomically(path, json.dumps(shown).encode())
            else:
                path.unlink(missing_ok=True)
        except (OSError, ValueError) as error:
            log.warning("The start page in %s could not be written: %s; check the folder and its owner.", path, error)


def start_page_name(number: int) -> str:
    """File of a page over drugs; the first is the start page."""
    return START_PAGE if number == 1 else f"index-{number}.html"


def start_page_text(bench: Workbench, bar: Sequence[tuple[str, str]] = (), number: int = 1) -> str | None:
    """A page over the drugs, ``None`` where there are fewer; ``bar`` are names and addresses of pages beside it."""
    pages = _pages(bench)
    return _page_text(bench, pages, number, pages[number - 1], bar) if 1 <= number <= len(pages) else None


def _pages(bench: Workbench) -> list[list[PicturedDrug]]:
    """The drugs of each page; one page where there are few, as there is where there are none."""
    drugs = bench.db.comparisons.pictures()
    return [drugs[i : i + DRUGS_ON_A_PAGE] for i in range(0, max(len(drugs), 1), DRUGS_ON_A_PAGE)]


def _shown(bench: Workbench, pages: Sequence[Sequence[PicturedDrug]]) -> dict[str, str]:
    """What each page shows, by its file. All name all pages: what a page is called is part of every one."""
    named = [[drugs[0].name, drugs[-1].name, sum(drug.failed for drug in drugs)] if drugs else [] for drugs in pages]
    frame = [code_version(), named, str(bench.db.matrix.state())]
    return {
        start_page_name(number): fingerprint(frame, [drug.shown for drug in drugs])
        for number, drugs in enumerate(pages, 1)
    }


def _page_text(
    bench: Workbench,
    pages: Sequence[Sequence[PicturedDrug]],
    number: int,
    drugs: Sequence[PicturedDrug],
    bar: Sequence[tuple[str, str]] = (),
) -> str:
    settings = bench.settings
    several = len(pages) > 1
    return render_start_page(
        bench.db.comparisons.load([drug.slug for drug in drugs] if several else None, only_notable=True),
        demonstration=settings.is_demo,
        as_of=settings.as_of,
        matrix=bench.db.matrix.overview(MATRIX_PLACES, MATRIX_ROWS) if number == 1 else None,
        bar=bar,
        pages=[
            PageLink(start_page_name(n), d[0].name, d[-1].name, sum(drug.failed for drug in d), n == number)
            for n, d in enumerate(pages, 1)
        ]
        if several
        else (),
    )


def _answers(run: DrugRun) -> list[str]:
    """What every source answered, which labels are held, and how common the candidates are: the report prints it, so
    that another answer makes another report.
    """
    common = commonness(run)
    return [
        *sorted(fingerprint(outcome) for outcome in run.db.stages.outcomes(run.slug)),
        *sorted(held_labels(run)),
        *([fingerprint(common)] if common else []),
    ]


def _links(run: DrugRun) -> dict[str, str]:
    """The drug's report and the start page, where the reports are served."""
    base = run.settings.reports_url.rstrip("/")
    if not base:
        return {}
    return {"open the report": f"{base}/{run.slug}.html", "open the page over all drugs": f"{base}/{START_PAGE}"}


EVIDENCE_REPORTS = Stage(
    name="evidence_reports",
    group="reports",
    code_version=f"50.{proving_code()}",
    function=_evidence_reports,
    upstream=(
        "drug_profile",
        "candidates",
        "normalized_names",
        "abstracts",
        "reranked_top_k",
        "reranked_records",
        "clinical_trials",
        "known_harms",
        "article_readings",
        "literature_syntheses",
        "trial_syntheses",
        "assessments",
        "reference_checks",
        "retraction_checks",
        "full_texts",
        "drug_labels",
        "label_index",
        "reference_entries",
        "web_pages",
    ),
    checks=(
        EVERY_STATEMENT_STANDS,
        NO_STAGE_IS_LEFT_FAILED,
    ),
    settings=("reports_dir",),
    depends_on=_answers,
    kinds=frozenset({"python", "html", "markdown"}),
    intact=lambda run: all(report_path(run.settings.report_dir, run.slug, suffix).exists() for suffix in FORMATS),
    afterwards=write_start_page,
    links=_links,
    sums_up=True,
)
