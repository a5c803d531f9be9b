"""How far trials came and what became of them: phases by state, with the number of trials.

What belongs here: this picture, its table, and which state a trial counts under.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from textwrap import wrap
from typing import Final

from markupsafe import Markup

from ...domain.assessment import TrialOutcome, TrialReading
from ...domain.trials import StopReason, Trial
from ..words.common_words import OPEN_STATUSES, STOPPED_STATUSES, plural
from .svg import el, line, picture, text


class TrialState(StrEnum):
    """What became of a trial; the value is the head of its column."""

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
PHASES: Final = (1, 2, 3, 4)
_WIDTH, _LEFT, _TOP, _ROW = 880.0, 92.0, 40.0, 34.0
_COLUMN: Final = (_WIDTH - _LEFT) / len(TrialState)
_BAR: Final = _COLUMN - 40


@dataclass(frozen=True)
class Funnel:
    """Trials by phase (0 where none is stated) and state."""

    counts: dict[tuple[int, TrialState], int]

    @property
    def phases(self) -> tuple[int, ...]:
        """1 to 4, and 0 where a trial states none."""
        return (*PHASES, 0) if any(phase == 0 for phase, _ in self.counts) else PHASES

    def row(self, phase: int) -> list[int]:
        return [self.counts.get((phase, state), 0) for state in TrialState]

    @property
    def total(self) -> int:
        return sum(self.counts.values())


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


def funnel_of(trials: Iterable[tuple[Trial, TrialReading | None]]) -> Funnel:
    """Trials counted under their furthest phase; early phase 1 is phase 1."""
    return Funnel(Counter((math.ceil(trial.phase_number), state_of(trial, reading)) for trial, reading in trials))


def phase_name(phase: int) -> str:
    """``phase 3``, or that none is stated."""
    return f"phase {phase}" if phase else "no phase"


def phase_funnel(ident: str, name: str, funnel: Funnel) -> Markup | None:
    """The picture, or ``None`` where there is no trial."""
    if not funnel.total:
        return None
    most = max(funnel.counts.values())
    parts = []
    for n, state in enumerate(TrialState):
        lines = wrap(state.value, 15)
        parts += [
            text(_LEFT + n * _COLUMN + 8, _TOP - 10 - 14 * (len(lines) - 1 - at), part, "small strong")
            for at, part in enumerate(lines)
        ]
    for n, phase in enumerate(funnel.phases):
        top = _TOP + n * _ROW
        parts += [line(0, top, _WIDTH, top, "grid"), text(4, top + 22, phase_name(phase), "")]
        for column, (state, count) in enumerate(zip(TrialState, funnel.row(phase), strict=True)):
            parts += _cell(_LEFT + column * _COLUMN + 8, top, state, count, most)
    bottom = _TOP + len(funnel.phases) * _ROW
    parts.append(line(0, bottom, _WIDTH, bottom, "grid"))
    title = f"Trials on {name} by phase and by what became of them"
    return picture(f"{ident}-funnel", _WIDTH, bottom + 4, title, _described(funnel), parts)


def _cell(x: float, top: float, state: TrialState, count: int, most: int) -> Sequence[Markup]:
    if not count:
        return [text(x, top + 22, "–", "muted")]
    width = max(4.0, _BAR * count / most)
    bar = el("rect", x=x, y=top + 10, width=width, height=14, rx=2, class_=f"funnel state-{state.name.lower()}")
    return [bar, text(x + width + 6, top + 22, f"{count:,}", "strong")]


def _described(funnel: Funnel) -> str:
    rows = []
    for phase in funnel.phases:
        counts = [f"{n} {state.value}" for state, n in zip(TrialState, funnel.row(phase), strict=True) if n]
        rows += [f"{phase_name(phase)}: {', '.join(counts)}"] if counts else []
    return f"{plural(funnel.total, 'trial').capitalize()}. {'; '.join(rows)}."
