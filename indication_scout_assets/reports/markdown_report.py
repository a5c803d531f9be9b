"""The report as Markdown: for the terminal, for git, and for Dagster's page of a materialisation.

What belongs here: filling the templates with the views that the page shows too.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..domain.findings.report import EvidenceReport
from ..rules.report_changes import ReportChanges
from .markdown_templates import fill
from .views.report_view import report_views
from .views.source_table import SourceRow
from .views.verified import verified
from .words import change_words


def render_markdown(report: EvidenceReport) -> str:
    """The whole report; the same report gives the same text."""
    return fill("report.md", **report_views(verified(report)))


def render_source_table(rows: Sequence[SourceRow]) -> str:
    """The sources with what became of asking them, as a Markdown table."""
    return fill("source_table.md", sources=rows, dated=False).rstrip()


def render_changes(changes: ReportChanges) -> str:
    """The difference between two reports; one sentence where there is none."""
    sections = [] if changes.is_empty else change_words.sections(changes)
    return fill("changes.md", heading=change_words.heading(changes), sections=sections, unchanged=changes.is_empty)
