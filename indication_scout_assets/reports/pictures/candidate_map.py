"""The map of candidates: how likely a trial is against how strong the evidence is.

What belongs here: this picture. Both axes are steps, not sums, so that it tells as much where every score is zero. No
two candidates stand on each other: a cell grows with what it holds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from ...domain.assessment import Level
from ...domain.candidates import OddsBand
from .marks import mark
from .svg import line, link, picture, text

TRIED: Final = "already tried"
UNKNOWN: Final = "odds not known"
COLUMNS: Final = (
    UNKNOWN,
    OddsBand.FEWER.value,
    OddsBand.ONE_IN_80.value,
    OddsBand.ONE_IN_35.value,
    OddsBand.ONE_IN_16.value,
    OddsBand.ONE_IN_10.value,
    TRIED,
)
"""What a column holds, the least likely first; for what was tried no odds are counted."""
ROWS: Final[Mapping[Level | None, str]] = {
    Level.SYNTHESIS_OF_TRIALS: "synthesis of trials",
    Level.RANDOMIZED_TRIAL: "randomised trial",
    Level.CONTROLLED_STUDY: "controlled study",
    Level.CASES: "reports of cases",
    Level.MECHANISM: "animals, cells",
    None: "no counted study",
}
"""The strongest counted study of a candidate, from the top."""


@dataclass(frozen=True)
class MapPoint:
    """One candidate on the map."""

    rank: int
    name: str
    href: str
    column: str
    """One of ``COLUMNS``."""
    strongest: Level | None
    """Level of its strongest counted study; ``None`` without one."""
    polarity: str
    """The side of its counted studies."""
    side: str
    """The same in words."""

    @property
    def described(self) -> str:
        return f"{self.rank} {self.name}: {self.column}, {ROWS[self.strongest]}, {self.side}"


_WIDTH, _LEFT, _TOP = 880.0, 150.0, 44.0
_PLACE, _LINE = 34.0, 26.0
_COLUMN: Final = (_WIDTH - _LEFT) / len(COLUMNS)
_PER_LINE: Final = int((_COLUMN - 8) // _PLACE)


def candidate_map(points: Sequence[MapPoint]) -> Markup:
    """To the right what is more likely to be tried, upwards the stronger evidence; what was tried stands apart."""
    cells: dict[tuple[Level | None, str], list[MapPoint]] = {}
    for point in points:
        cells.setdefault((point.strongest, point.column), []).append(point)
    parts = [text(_LEFT, 14, "odds of a registered trial within six years →", "small")]
    heads = [name.replace("fewer than", "<") for name in COLUMNS]
    parts += [text(_column(n) + 6, _TOP - 10, head, "small strong") for n, head in enumerate(heads)]
    parts.append(text(4, _TOP - 10, "↑ strongest study", "small"))
    top = _TOP
    for level, name in ROWS.items():
        lines = max(math.ceil(len(cells.get((level, column), ())) / _PER_LINE) for column in COLUMNS)
        height = 10 + _LINE * max(1, lines)
        parts += [line(0, top, _WIDTH, top, "grid"), text(4, top + 22, name, "small")]
        for n, column in enumerate(COLUMNS):
            parts += _cell(cells.get((level, column), ()), _column(n), top)
        top += height
    parts.append(line(0, top, _WIDTH, top, "grid"))
    parts += [line(_column(n), _TOP, _column(n), top, "grid") for n in range(len(COLUMNS))]
    described = "; ".join(point.described for point in points)
    title = "Candidates by odds of a trial and by their strongest study"
    return picture("map", _WIDTH, top + 4, title, f"{described}.", parts)


def _column(number: int) -> float:
    return _LEFT + number * _COLUMN


def _cell(points: Sequence[MapPoint], left: float, top: float) -> list[Markup]:
    drawn = []
    for n, point in enumerate(points):
        x, y = left + 14 + _PLACE * (n % _PER_LINE), top + 18 + _LINE * (n // _PER_LINE)
        shape = mark(point.polarity, x, y, 6, "top")
        drawn.append(link(point.href, point.described, shape, text(x + 8, y + 4, str(point.rank), "small strong")))
    return drawn
