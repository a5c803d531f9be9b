"""Reports: what an evidence report looks like, as HTML, Markdown, JSON and CSV.

What belongs here: wording, templates, charts and exports of a finished ``EvidenceReport``. What does not: fetching,
ranking, judging, or any reading of a store or a setting. The same report always gives the same bytes.
"""

from .exports.report_exports import render_candidates_csv, render_evidence_csv, render_json
from .html_report import render_html
from .markdown_report import render_candidates_table, render_markdown

__all__ = [
    "render_candidates_csv",
    "render_candidates_table",
    "render_evidence_csv",
    "render_html",
    "render_json",
    "render_markdown",
]
