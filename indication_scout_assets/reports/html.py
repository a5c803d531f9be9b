"""The report as one self-contained HTML file.

What belongs here: filling the templates and inlining style and script. The page makes no request of its own, works from
``file://``, and its content policy allows exactly the one style and the one script that are written into it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from jinja2 import Environment
from markupsafe import Markup

from ..domain.assessment import Level
from ..domain.outcomes import SourceState
from ..domain.report import EvidenceReport
from ..domain.statements import Polarity
from ..domain.trials import Trial
from . import links
from .page import asset, environment, policy
from .pictures import marks
from .pictures.candidate_map import MapPoint, candidate_map
from .pictures.evidence_map import COLUMNS, dashed_legend, evidence_map, map_rows, size_legend
from .pictures.mechanism import mechanism
from .pictures.phase_funnel import TrialState, phase_funnel, phase_label
from .pictures.score_picture import CLASS, part_bar, reach, score_picture, signed, strongest
from .pictures.timeline import ArticlePoint, TrialBar, timeline, year_of, year_of_registered
from .views import search_views
from .views.assessment_view import risk_labels
from .views.background_view import background_views
from .views.candidate_views import CandidateView, candidate_views
from .views.drug_view import mechanisms, set_aside_groups
from .views.identity_view import IdentityView
from .views.record_views import ArticleView, TrialView
from .views.safety_view import Safety, label_link
from .views.source_table import TROUBLE, all_outcomes, source_rows, sources_line
from .views.verified import verified
from .words import article_words, as_of_words, assessment_words, common_words, ranking_words


def render_html(report: EvidenceReport) -> str:
    """The whole page. The same report gives the same bytes."""
    report = verified(report)
    style, script = asset("report.css"), asset("report.js")
    views, sources = candidate_views(report), source_rows(all_outcomes(report))
    template = _environment().get_template("report.html")
    return template.render(
        report=report,
        drug=report.drug,
        run=report.run,
        views=views,
        assessed=any(view.assessment for view in views),
        longest=reach(view.assessment.found.score for view in views if view.assessment),
        set_aside=set_aside_groups(report),
        mechanisms=mechanisms(report.drug),
        safety=Safety(report),
        identity=IdentityView(report),
        background=background_views(report),
        sources=sources,
        sources_line=sources_line(sources),
        sources_failed=any(row.state is SourceState.FAILED for row in sources),
        drug_troubles=sum(o.state in TROUBLE for o in report.outcomes),
        style=Markup(style),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        policy=policy(style, script),
        map=candidate_map([_map_point(view) for view in views]) if views else "",
    )


_DRAWN: Final[tuple[Callable[..., object], ...]] = (
    part_bar, signed, strongest, score_picture, evidence_map, map_rows, size_legend, dashed_legend, phase_funnel,
    phase_label, risk_labels,
)  # fmt: skip
"""What the templates of an assessment call by name."""


@cache
def _environment() -> Environment:
    found = environment()
    found.globals.update(
        links=links,
        words=common_words,
        searches=search_views,
        as_of_words=as_of_words,
        article_words=article_words,
        ranking_words=ranking_words,
        label_link=label_link,
        charts=marks,
        mechanism=mechanism,
        candidate_timeline=_timeline,
        Polarity=Polarity,
        assessment_words=assessment_words,
        levels=tuple(Level),
        trial_states=tuple(TrialState),
        map_columns=COLUMNS,
        part_classes=CLASS,
        **{f.__name__: f for f in _DRAWN},
    )
    found.filters["grouped"] = lambda value: f"{value:,}"
    found.filters["capitalize_first"] = lambda value: value[:1].upper() + value[1:]
    return found


def _map_point(view: CandidateView) -> MapPoint:
    c = view.candidate
    path = common_words.path_kind(c)
    return MapPoint(view.rank, c.disease.name, f"#{view.anchor}", c.score.total, view.articles_total, path)


def _timeline(view: CandidateView) -> Markup | None:
    points = [_article_point(a, retracted=False) for a in view.articles]
    points += [_article_point(a, retracted=True) for a in view.retracted]
    return timeline(view.anchor, view.disease.name, points, [_trial_bar(t) for t in view.trials])


def _article_point(view: ArticleView, *, retracted: bool) -> ArticlePoint:
    article, ranked = view.article, view.ranked
    polarity = "retracted" if retracted else view.polarities[0].value if view.polarities else "none"
    when = article.year or "undated"
    score = f", score {ranked.score:.2f}" if ranked else ", retracted"
    return ArticlePoint(
        label=f"{article.title} ({when}{score})",
        href=f"#{view.anchor}",
        year=year_of(article.published, article.year),
        score=ranked.score if ranked else None,
        polarity=polarity,
        rank=ranked.rank if ranked else None,
        top=bool(ranked and ranked.in_top_k),
    )


def _trial_bar(view: TrialView) -> TrialBar:
    trial: Trial = view.trial
    state = "stopped" if view.stopped else "open" if trial.status in common_words.OPEN_STATUSES else "done"
    note = trial.phase_label if trial.phase_number else (trial.study_type.lower() or trial.phase_label)
    if trial.enrollment is not None:
        note += f", {common_words.enrolment(trial)}"
    if view.stopped:
        note += f", {common_words.status_label(trial)}: {view.stop_class.value}"
    return TrialBar(
        label=f"{trial.nct_id} {trial.title}: {note}, {common_words.status_label(trial)}",
        name=trial.nct_id,
        href=f"#{view.anchor}",
        start=year_of_registered(trial.start_date),
        end=year_of_registered(trial.completion_date),
        phase=trial.phase_number,
        note=note,
        state=state,
    )
