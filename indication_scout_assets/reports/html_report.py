"""The report as one self-contained HTML file.

What belongs here: filling the templates and inlining style and script. The page makes no request of its own, works from
``file://``, and its content policy allows exactly the one style and the one script that are written into it.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from jinja2 import Environment
from markupsafe import Markup

from ..domain.findings.effects import EffectMeasure
from ..domain.findings.report import EvidenceReport, ReaderDecision
from ..domain.records.trials import Trial
from .exports.bibliography import render_bibtex, render_csl, render_ris
from .html_templates import asset, html_environment, policy
from .pictures import marks
from .pictures.forest_plot import ForestRow, PooledRow, forest_plot
from .pictures.prisma_flow import prisma_flow
from .pictures.score_picture import CLASS, part_bar, reach
from .pictures.timeline import END_MARKS, TrialBar, state_of, timeline, year_of_registered
from .views.candidates.assessment_view import ReadingView
from .views.candidates.candidate_views import CandidateView
from .views.candidates.effects_view import PooledView
from .views.candidates.record_views import TrialView
from .views.report_view import report_views
from .views.source_table import TROUBLE
from .views.verified import verified
from .words import common_words


def render_html(report: EvidenceReport, *, served: bool = False, decisions: Sequence[ReaderDecision] = ()) -> str:
    """The whole page. The same report gives the same bytes.

    Args:
        report: as it is stored.
        served: by the web application, whose pages on diseases and drugs it then links to.
        decisions: of readers, shown beside the candidates they are on.
    """
    given, report = report, verified(report)
    style, script = asset("report.css"), asset("report.js")
    shown = report_views(report)
    views: list[CandidateView] = shown["views"]
    return (
        _environment()
        .get_template("report.html")
        .render(
            **shown,
            served=served,
            decisions=decisions,
            longest=reach(view.assessment.assessment.score for view in views),
            drug_troubles=sum(o.state in TROUBLE for o in report.outcomes),
            style=Markup(style),  # noqa: S704 - our own file
            script=Markup(script),  # noqa: S704 - our own file
            policy=policy(style, script),
            downloads=[
                (name, f"{report.drug.slug}.{suffix}", _inline(kind, render(given)))
                for name, (render, suffix, kind) in _REFERENCES.items()
            ],
        )
    )


def _inline(kind: str, content: str) -> str:
    """The address of a file that the page itself holds: its content, so that it works from ``file://``."""
    return f"data:{kind};base64,{base64.b64encode(content.encode()).decode()}"


_REFERENCES: Final[Mapping[str, tuple[Callable[[EvidenceReport], str], str, str]]] = {
    "RIS": (render_ris, "ris", "application/x-research-info-systems"),
    "BibTeX": (render_bibtex, "bib", "application/x-bibtex"),
    "CSL-JSON": (render_csl, "json", "application/vnd.citationstyles.csl+json"),
}
"""Formats of reference managers: what writes them, the suffix of a file and the kind of its content."""
_RATIOS: Final = (EffectMeasure.HAZARD_RATIO, EffectMeasure.ODDS_RATIO, EffectMeasure.RISK_RATIO)


@cache
def _environment() -> Environment:
    environment = html_environment()
    environment.globals.update(
        charts=marks,
        candidate_timeline=_timeline,
        end_marks=END_MARKS,
        forest=_forest,
        pooled_forest=_pooled_forest,
        part_classes=CLASS,
        part_bar=part_bar,
        prisma_flow=prisma_flow,
    )
    return environment


def _timeline(view: CandidateView) -> Markup | None:
    readings = view.assessment.by_trial
    bars = [_trial_bar(t, readings.get(t.trial.nct_id)) for t in view.trials]
    return timeline(view.anchor, view.disease.name, bars)


def _forest(view: CandidateView) -> Markup | None:
    rows = [
        ForestRow(
            row.record.name,
            row.record.href or f"#{view.anchor}",
            row.endpoint,
            row.numbers,
            row.effect.number,
            row.effect.low,
            row.effect.high,
            row.polarity.value,
        )
        for row in view.summary.studies
        if row.effect
        and row.effect.measure in _RATIOS
        and row.effect.number is not None
        and row.effect.low is not None
        and row.effect.high is not None
    ]
    return forest_plot(view.anchor, view.disease.name, rows)


def _pooled_forest(view: CandidateView, pooled: PooledView) -> Markup | None:
    """The trials of a pooled ratio with its diamond; ``None`` for differences."""
    estimate = pooled.estimate
    if estimate.measure not in _RATIOS:
        return None
    rows = []
    for trial, (place, _), polarity in zip(estimate.trials, pooled.trials, pooled.polarities, strict=True):
        ratio, low, high = trial.effect.number or 0, trial.effect.low or 0, trial.effect.high or 0
        words = f"{ratio:g} ({low:g} to {high:g})"
        href = place.href or f"#{view.anchor}"
        rows.append(ForestRow(place.name, href, estimate.endpoint, words, ratio, low, high, polarity))
    words = f"{estimate.estimate:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"
    bounds = (estimate.low, estimate.high, estimate.predicted_low, estimate.predicted_high)
    diamond = PooledRow(words, estimate.estimate, *bounds)
    number = view.summary.pooled.index(pooled) + 1
    return forest_plot(f"{view.anchor}-pooled-{number}", view.disease.name, rows, diamond)


def _trial_bar(view: TrialView, read: ReadingView | None) -> TrialBar:
    trial: Trial = view.trial
    state = state_of(trial, read.reading if read else None)
    note = trial.phase_name if trial.phase_number else (trial.study_type.lower() or trial.phase_name)
    if trial.enrollment is not None:
        note += f", {common_words.enrolment(trial)}"
    if stop := common_words.stop_sentence(trial):
        note += f", {stop}"
    return TrialBar(
        title=f"{trial.nct_id} {trial.title}: {note}, {common_words.status_name(trial)}, {state.value}",
        name=trial.nct_id,
        href=f"#{view.anchor}",
        start=year_of_registered(trial.start_date),
        end=year_of_registered(trial.completion_date),
        phase=trial.phase_number,
        note=note,
        state=state,
    )
