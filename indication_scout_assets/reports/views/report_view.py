"""A report as every format shows it: what its templates are filled with.

What belongs here: which views there are of a report. What each of them shows, it says itself.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...domain.findings.report import EvidenceReport
from ...domain.outcomes import SourceState
from ..words.change_words import news_sentence
from ..words.list_words import readers
from .background_view import background_views
from .candidates.candidate_views import candidate_views
from .candidates.record_lists import record_lists
from .candidates.summary_view import ROWS
from .drug_view import IdentityView, approved_uses, mechanisms, news_lines, set_aside_groups
from .known_harms_view import known_harm_lines
from .label_facts_view import LabelFactsView
from .report_citation import ReportCitation
from .safety_view import Safety
from .source_table import all_outcomes, source_rows, sources_line


def report_views(report: EvidenceReport) -> dict[str, Any]:
    """The report with its views by the names that templates know; ``report`` is verified already."""
    views, sources, safety = candidate_views(report), source_rows(all_outcomes(report)), Safety(report)
    return {
        "report": report,
        "drug": report.drug,
        "run": report.run,
        "views": views,
        "set_aside": set_aside_groups(report),
        "mechanisms": mechanisms(report.drug),
        "safety": safety,
        "approved": approved_uses(report, safety),
        "known_harms": known_harm_lines(report, safety),
        "citation": ReportCitation(report),
        "lists": record_lists(views),
        "news_sentence": news_sentence(report.news),
        "news_lines": news_lines(report, {view.candidate.disease.id: view.anchor for view in views}),
        "summary_rows": ROWS,
        "identity": IdentityView(report),
        "label_facts": LabelFactsView(report),
        "background": background_views(report),
        "sources": sources,
        "sources_line": sources_line(sources),
        "readers_line": readers(
            Counter(note.reader.partition(";")[0] for view in views for note in view.evidence.readings.values())
        ),
        "sources_failed": any(row.state is SourceState.FAILED for row in sources),
    }
