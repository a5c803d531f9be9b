"""The evidence of one candidate over time: articles by year and score above, trials as bars below.

What belongs here: this picture. Records without a date stand in a gutter of their own, never at an invented year.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from markupsafe import Markup

from ...domain.findings.assessment import TrialOutcome, TrialReading
from ...domain.records.trials import OPEN_STATUSES, STOPPED_STATUSES, StopReason, Trial
from .marks import mark
from .svg import el, line, link, number, picture, text


class TrialState(StrEnum):
    """What became of a trial; the value is its name."""

    MET = "endpoint met"
    IN_PART = "met in part"
    NOT_MET = "endpoint not met"
    FAILED = "stopped: no effect"
    STOPPED = "stopped early"
    RUNNING = "planned or running"
    NO_RESULT = "no outcome known"
    """Completed without an outcome that is known, or lost from sight."""


_DECIDED: Final = {
    TrialOutcome.MET: TrialState.MET,
    TrialOutcome.MIXED: TrialState.IN_PART,
    TrialOutcome.NOT_MET: TrialState.NOT_MET,
}


def state_of(trial: Trial, reading: TrialReading | None) -> TrialState:
    """Stopped for want of effect first, then what is known of the endpoint, then the status."""
    stop = reading.stop if reading else None
    if stop is StopReason.EFFICACY:
        return TrialState.FAILED
    if reading and reading.outcome in _DECIDED:
        return _DECIDED[reading.outcome]
    if stop or trial.status in STOPPED_STATUSES:
        return TrialState.STOPPED
    return TrialState.RUNNING if trial.status in OPEN_STATUSES else TrialState.NO_RESULT


MAX_TRIALS: Final = 16
"""Trials drawn; the table below the picture has them all."""


END_MARKS: Final[Mapping[TrialState, tuple[str, str]]] = {
    TrialState.MET: ("supports", "top"),
    TrialState.IN_PART: ("mixed", "top"),
    TrialState.NOT_MET: ("contradicts", "top"),
    TrialState.FAILED: ("contradicts", "top"),
    TrialState.STOPPED: ("retracted", "stop"),
}
"""The mark at the end of a trial's bar; a running one ends in an arrow, one without a known outcome in a line."""


@dataclass(frozen=True)
class ArticlePoint:
    title: str
    href: str
    year: float | None
    """Year with its fraction; ``None`` where the record has no date."""
    score: float | None
    """Score, 0 to 1; ``None`` for a retracted article, which is never scored."""
    polarity: str
    """A polarity, ``none`` where no statement cites the article, or ``retracted``."""
    rank: int | None
    top: bool


@dataclass(frozen=True)
class TrialBar:
    title: str
    name: str
    href: str
    start: float | None
    end: float | None
    phase: float
    note: str
    state: TrialState
    """What became of it."""


_WIDTH: Final = 880.0
_LEFT: Final = 118.0
_TOP: Final = 26.0
_PANEL: Final = 176.0
_ROW: Final = 22.0


@dataclass(frozen=True)
class _YearScale:
    """Years to places; undated records stand right of the plot."""

    first: int
    last: int
    right: float

    def x(self, year: float | None) -> float:
        if year is None:
            return self.right + 42
        share = (year - self.first) / (self.last - self.first)
        return _LEFT + 14 + (self.right - _LEFT - 28) * min(max(share, 0.0), 1.0)

    @property
    def ticks(self) -> list[int]:
        step = next(s for s in (1, 2, 5, 10, 20, 50) if (self.last - self.first) / s <= 9)
        return list(range(math.ceil(self.first / step) * step, self.last + 1, step))


def timeline(ident: str, name: str, articles: Sequence[ArticlePoint], trials: Sequence[TrialBar]) -> Markup | None:
    """The picture, or ``None`` where there is nothing to draw.

    Args:
        ident: an id that is unique on the page.
        name: the disease, for the title.
        articles: in any order.
        trials: in the order of the table; the first ``MAX_TRIALS`` are drawn.
    """
    if not articles and not trials:
        return None
    drawn = trials[:MAX_TRIALS]
    scale = _scale(articles, drawn)
    articles_end = _TOP + (_PANEL if articles else 0)
    trials_top = articles_end + (26 if articles else 0)
    bottom = trials_top + _ROW * len(drawn) + (4 if drawn else 0)
    parts = _years(scale, bottom)
    if articles:
        parts += _article_panel(scale, articles)
    if drawn:
        parts.append(text(_LEFT - 104, trials_top - 6, "trials", "small strong"))
    parts += [_trial_row(scale, bar, trials_top + _ROW * (n + 0.5)) for n, bar in enumerate(drawn)]
    if len(trials) > len(drawn):
        parts.append(text(_LEFT, bottom + 40, f"and {len(trials) - len(drawn)} more in the table", "small muted"))
    height = bottom + (46 if len(trials) > len(drawn) else 24)
    title = f"Evidence on {name} over time"
    return picture(f"{ident}-timeline", _WIDTH, height, title, _described(articles, trials), parts)


def year_of(published: date | None, year: int | None) -> float | None:
    """A date as a year with its fraction; the middle of the year where only the year is known."""
    if published is not None:
        return published.year + (published.timetuple().tm_yday - 1) / 366
    return None if year is None else year + 0.5


def year_of_registered(registered: str) -> float | None:
    """The same for a registry's ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``; ``None`` for anything else."""
    parts = registered.split("-")
    if not all(part.isdigit() for part in parts) or len(parts[0]) != 4:
        return None
    month = int(parts[1]) if len(parts) > 1 else 7
    day = int(parts[2]) if len(parts) > 2 else 1
    return int(parts[0]) + (month - 1) / 12 + (day - 1) / 366


def _scale(articles: Sequence[ArticlePoint], trials: Sequence[TrialBar]) -> _YearScale:
    known = [a.year for a in articles] + [t.start for t in trials] + [t.end for t in trials]
    years = [year for year in known if year is not None]
    undated = any(a.year is None for a in articles) or any(t.start is None and t.end is None for t in trials)
    first, last = math.floor(min(years, default=2000)), math.ceil(max(years, default=2001))
    if last - first < 4:
        first = last - 4
    return _YearScale(first, last, _WIDTH - (92 if undated else 8))


def _years(scale: _YearScale, bottom: float) -> list[Markup]:
    parts = []
    for year in scale.ticks:
        parts.append(line(scale.x(year), _TOP, scale.x(year), bottom, "grid"))
        parts.append(text(scale.x(year), bottom + 16, str(year), "small muted", "middle"))
    if scale.right < _WIDTH - 50:
        parts.append(line(scale.right, _TOP - 10, scale.right, bottom, "gutter"))
        parts.append(text(scale.right + 42, bottom + 16, "undated", "small muted", "middle"))
    return parts


def _article_panel(scale: _YearScale, articles: Sequence[ArticlePoint]) -> list[Markup]:
    low, high = _TOP + _PANEL - 10, _TOP + 8
    parts = [text(_LEFT - 104, 14, "articles, by score", "small strong")]
    for score in (0.0, 0.5, 1.0):
        y = low - (low - high) * score
        parts.append(line(_LEFT, y, scale.right, y, "grid"))
        parts.append(text(_LEFT - 8, y + 4, f"{score:.1f}", "small muted", "end"))
    # Later ones are drawn over earlier ones: the best last.
    ordered = sorted(articles, key=lambda a: (a.top, a.score or -1.0, a.href))
    for point in ordered:
        x = scale.x(point.year)
        y = low if point.score is None else low - (low - high) * min(max(point.score, 0.0), 1.0)
        shape = mark(point.polarity, x, y, 7 if point.top else 5, "top" if point.top else "rest")
        number_ = [text(x + 10, y - 5, str(point.rank), "tiny")] if point.top and point.rank else []
        parts.append(link(point.href, point.title, shape, *number_))
    return parts


def _trial_row(scale: _YearScale, bar: TrialBar, y: float) -> Markup:
    parts = [text(_LEFT - 8, y + 4, bar.name, "small mono", "end")]
    phase = f"phase-{min(4, math.ceil(bar.phase))}"
    if bar.start is None and bar.end is None:
        x = scale.x(None)
        parts.append(el("rect", x=x - 6, y=y - 5, width=12, height=10, rx=2, class_=f"trial {phase}"))
        parts += _end_mark(bar.state, x + 6, y)
        parts.append(text(scale.right - 8, y + 4, bar.note, "small muted", "end"))
        return link(bar.href, bar.title, *parts)
    start = scale.x(bar.start if bar.start is not None else bar.end)
    end = scale.x(bar.end) if bar.end is not None else scale.x(scale.last)
    end = max(end, start + 6)
    parts.append(el("rect", x=start, y=y - 5, width=end - start, height=10, rx=2, class_=f"trial {phase}"))
    parts += _end_mark(bar.state, end, y)
    if end + 18 + len(bar.note) * 6.1 <= scale.right:
        parts.append(text(end + 14, y + 4, bar.note, "small muted"))
    elif start - 10 - len(bar.note) * 6.1 >= _LEFT:
        parts.append(text(start - 8, y + 4, bar.note, "small muted", "end"))
    return link(bar.href, bar.title, *parts)


def _end_mark(state: TrialState, x: float, y: float) -> list[Markup]:
    if state in END_MARKS:
        shape, class_ = END_MARKS[state]
        return [mark(shape, x, y, 6, class_)]
    if state is TrialState.RUNNING:
        return [el("path", d=f"M{number(x)} {number(y - 5)}l8 5l-8 5z", class_="trial-open")]
    return [line(x, y - 7, x, y + 7, "trial-end")]


def _described(articles: Sequence[ArticlePoint], trials: Sequence[TrialBar]) -> str:
    """What the picture shows, in words."""
    years = [int(a.year) for a in articles if a.year is not None]
    parts = []
    if articles:
        span = f" from {min(years)} to {max(years)}" if years else ""
        undated = sum(a.year is None for a in articles)
        parts.append(f"{len(articles)} articles{span}" + (f", {undated} undated" if undated else ""))
    if trials:
        ends = Counter(trial.state for trial in trials)
        by_state = ", ".join(f"{ends[state]} {state.value}" for state in TrialState if ends[state])
        parts.append(f"{len(trials)} trials: {by_state}")
    return ("; ".join(parts) + ". Every record is listed in the tables that follow.").strip()
