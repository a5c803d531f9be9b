"""The JSON export: the report's own model, as it is. ``docs/report-json.md`` describes every field."""

from __future__ import annotations

import json

from ..domain.report import EvidenceReport
from .verified import verified


def render_json(report: EvidenceReport) -> str:
    """Indented JSON with sorted keys and a newline at the end.

    The text is stable (equal reports give equal bytes) and complete (``EvidenceReport.model_validate_json`` reads it
    back to an equal report).
    """
    report = verified(report)
    return json.dumps(report.model_dump(mode="json"), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
