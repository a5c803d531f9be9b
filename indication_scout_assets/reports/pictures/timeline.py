"""The trials of one candidate over time: a bar from start to end, with a mark of how it ended.

What belongs here: this picture, and what became of a trial. A trial without a date is in the table alone, never at an
invented year.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from markupsafe import Markup

from ...domain.findings.assessment import TrialOutcome, TrialReading
from ...domain.records.trials import OPEN_STATUSES, STOPPED_EARLY, WITHDRAWN, StopReason, Trial
from .marks import mark
from .svg import el, line, link, number, picture, text


class TrialState(StrEnum):
    """What became of a trial; the value is its name."""

    MET = "endpoint met"
    IN_PART = "met in part"
    NOT_MET = "endpoint not met"
    FAILED = "stopped: no effect"
    STOPPED = "stopped early"
    WITHDRAWN = "withdrawn before enrolment"
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
    if trial.status == WITHDRAWN:
        return TrialState.WITHDRAWN
    if stop or trial.status in STOPPED_EARLY:
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
    TrialState.WITHDRAWN: ("retracted", "stop"),
}
"""The mark at the end of a trial's bar; a running one ends in an arrow, one without a known outcome in a line."""


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
_TOP: Final = 10.0
_ROW: Final = 22.0


@dataclass(frozen=True)
class _YearScale:
    """Years to places."""

    first: int
    last: int

    def x(self, year: float) -> float:
        share = (year - self.first) / (self.last - self.first)
        return _LEFT + 14 + (_WIDTH - 8 - _LEFT - 28) * min(max(share, 0.0), 1.0)

    @property
    def ticks(self) -> list[int]:
        step = next(s for s in (1, 2, 5, 10, 20, 50) if (self.last - self.first) / s <= 9)
        return list(range(math.ceil(self.first / step) * step, self.last + 1, step))


def timeline(ident: str, name: str, trials: Sequence[TrialBar]) -> Markup | None:
    """The picture, or ``None`` where there is nothing to draw.

    Args:
        ident: an id that is unique on the page.
        name: the disease, for the title.
        trials: in the order of the table; the first ``MAX_TRIALS`` with a date are drawn.
    """
    drawn = [trial for trial in trials if trial.start is not None or trial.end is not None][:MAX_TRIALS]
    if not drawn:
        return None
    years = [year for bar in drawn for year in (bar.start, bar.end) if year is not None]
    last = math.ceil(max(years))
    scale = _YearScale(min(math.floor(min(years)), last - 4), last)
    bottom = _TOP + _ROW * len(drawn) + 4
    parts = []
    for year in scale.ticks:
        parts.append(line(scale.x(year), _TOP, scale.x(year), bottom, "grid"))
        parts.append(text(scale.x(year), bottom + 16, str(year), "small muted", "middle"))
    parts += [_trial_row(scale, bar, _TOP + _ROW * (n + 0.5)) for n, bar in enumerate(drawn)]
    more = len(trials) - len(drawn)
    if more:
        parts.append(text(_LEFT, bottom + 40, f"and {more} more in the table", "small muted"))
    ends = Counter(trial.state for trial in trials)
    by_state = ", ".join(f"{ends[state]} {state.value}" for state in TrialState if ends[state])
    described = f"{len(trials)} trials: {by_state}. Every trial is listed in the table that follows."
    height = bottom + (46 if more else 24)
    return picture(f"{ident}-timeline", _WIDTH, height, f"Trials on {name} over time", described, parts)


def year_of_registered(registered: str) -> float | None:
    """A registry's ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD`` as a year with its fraction, the middle of the year where
    only that is known; ``None`` for anything else."""
    parts = registered.split("-")
    if not all(part.isdigit() for part in parts) or len(parts[0]) != 4:
        return None
    month = int(parts[1]) if len(parts) > 1 else 7
    day = int(parts[2]) if len(parts) > 2 else 1
    return int(parts[0]) + (month - 1) / 12 + (day - 1) / 366


def _trial_row(scale: _YearScale, bar: TrialBar, y: float) -> Markup:
    begins = bar.start if bar.start is not None else bar.end
    start = scale.x(scale.last if begins is None else begins)
    end = max(scale.x(scale.last if bar.end is None else bar.end), start + 6)
    phase = f"phase-{min(4, math.ceil(bar.phase))}"
    parts = [
        text(_LEFT - 8, y + 4, bar.name, "small mono", "end"),
        el("rect", x=start, y=y - 5, width=end - start, height=10, rx=2, class_=f"trial {phase}"),
        _end_mark(bar.state, end, y),
    ]
    if end + 18 + len(bar.note) * 6.1 <= _WIDTH - 8:
        parts.append(text(end + 14, y + 4, bar.note, "small muted"))
    elif start - 10 - len(bar.note) * 6.1 >= _LEFT:
        parts.append(text(start - 8, y + 4, bar.note, "small muted", "end"))
    return link(bar.href, bar.title, *parts)


def _end_mark(state: TrialState, x: float, y: float) -> Markup:
    if state in END_MARKS:
        shape, class_ = END_MARKS[state]
        return mark(shape, x, y, 6, class_)
    if state is TrialState.RUNNING:
        return el("path", d=f"M{number(x)} {number(y - 5)}l8 5l-8 5z", class_="trial-open")
    return line(x, y - 7, x, y + 7, "trial-end")
