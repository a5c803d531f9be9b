"""What the studies of one candidate say, by how they were made: rows of levels, columns of polarity, a mark per study.

What belongs here: this picture and its table of counts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from markupsafe import Markup

from ...domain.assessment import Level
from ...domain.statements import Polarity
from ..words.assessment_words import LEVEL_SHORT
from ..words.common_words import CASE, plural
from .svg import el, line, link, picture, small_picture, text

COLUMNS: Final = (Polarity.SUPPORTS, Polarity.MIXED, Polarity.NEUTRAL, Polarity.CONTRADICTS, Polarity.HARM)
"""From left to right."""
SMALLEST, LARGEST = 40, 1000
"""Participants of the smallest and of the largest mark; between them the area grows with the number."""

_BIGGEST: Final = 20.0
_UNKNOWN: Final = 6.0
_WIDTH, _LEFT, _TOP = 880.0, 150.0, 34.0
_COLUMN: Final = (_WIDTH - _LEFT) / len(COLUMNS)
_GAP: Final = 3.0
_LOWEST_ROW: Final = 40.0


@dataclass(frozen=True)
class StudyMark:
    """One counted study."""

    title: str
    href: str
    level: Level
    polarity: Polarity
    participants: int | None
    indirect: bool
    """Of animals or cells, of another disease, or of the class: drawn dashed."""


def radius(participants: int | None) -> float:
    """Radius in pixels: the area grows with the participants from ``SMALLEST`` to ``LARGEST``."""
    if participants is None:
        return _UNKNOWN
    return _BIGGEST * math.sqrt(min(max(participants, SMALLEST), LARGEST) / LARGEST)


def evidence_map(ident: str, name: str, marks: Sequence[StudyMark]) -> Markup | None:
    """The picture, or ``None`` where no study counts.

    Args:
        ident: an id that is unique on the page.
        name: the disease, for the title.
        marks: in any order; the largest of a cell come first.
    """
    if not marks:
        return None
    parts = [_head(n, polarity) for n, polarity in enumerate(COLUMNS)]
    top = _TOP
    for level in Level:
        cells = [_packed([m for m in marks if m.level is level and m.polarity is p]) for p in COLUMNS]
        height = max([_LOWEST_ROW, *(bottom for _, bottom in cells)])
        parts += [line(0, top, _WIDTH, top, "grid"), *_row_heading(level, top)]
        for column, (placed, _) in enumerate(cells):
            left = _LEFT + column * _COLUMN
            parts += [_mark(mark, left + x, top + y) for mark, x, y in placed]
        top += height
    parts.append(line(0, top, _WIDTH, top, "grid"))
    parts += [line(_LEFT + n * _COLUMN, _TOP - 22, _LEFT + n * _COLUMN, top, "grid") for n in range(len(COLUMNS))]
    title = f"Studies on {name} by kind of study and by what they say"
    return picture(f"{ident}-evidence-map", _WIDTH, top + 4, title, _described(marks), parts)


def size_legend(participants: int | None) -> Markup:
    """A mark of this size alone; it stands beside its words."""
    r = radius(participants)
    size = 2 * r + 3
    kind = "study unknown" if participants is None else "study"
    circle = el("circle", cx=size / 2, cy=size / 2, r=r, class_=f"{kind} p-neutral")
    return el(
        "svg",
        circle,
        viewBox=f"0 0 {size:.1f} {size:.1f}",
        width=size,
        height=size,
        aria_hidden="true",
        class_="symbol",
    )


def dashed_legend() -> Markup:
    """The dashed mark alone."""
    circle = el("circle", cx=8, cy=8, r=6.5, class_="study indirect p-neutral")
    return small_picture(16, 16, "symbol", circle)


def map_rows(marks: Sequence[StudyMark]) -> list[tuple[Level, list[str]]]:
    """The picture as a table: per level and column the studies and their participants, ``2 (257 people)``."""
    rows = []
    for level in Level:
        cells = []
        for polarity in COLUMNS:
            here = [m for m in marks if m.level is level and m.polarity is polarity]
            known = [m.participants for m in here if m.participants is not None]
            people = f" ({sum(known):,} people)" if known else ""
            cells.append(f"{len(here)}{people}" if here else "0")
        rows.append((level, cells))
    return rows


def _packed(marks: Sequence[StudyMark]) -> tuple[list[tuple[StudyMark, float, float]], float]:
    """Marks placed in rows within one cell, the largest first, and the height they need."""
    ordered = sorted(marks, key=lambda m: (-(m.participants or -1), m.title, m.href))
    placed: list[tuple[StudyMark, float, float]] = []
    x, y, height = 10.0, 10.0, 0.0
    for mark in ordered:
        r = radius(mark.participants)
        if x + 2 * r > _COLUMN - 6 and x > 10:
            x, y, height = 10.0, y + height + _GAP, 0.0
        placed.append((mark, x + r, y + r))
        x, height = x + 2 * r + _GAP, max(height, 2 * r)
    return placed, y + height + 10


def _mark(mark: StudyMark, x: float, y: float) -> Markup:
    kinds = "study" + (" unknown" if mark.participants is None else "") + (" indirect" if mark.indirect else "")
    circle = el("circle", cx=x, cy=y, r=radius(mark.participants), class_=f"{kinds} p-{mark.polarity.value}")
    return link(mark.href, mark.title, circle)


def _head(column: int, polarity: Polarity) -> Markup:
    return text(_LEFT + column * _COLUMN + 10, _TOP - 10, CASE[polarity], f"strong head-{polarity.value}")


def _row_heading(level: Level, top: float) -> list[Markup]:
    lines = wrap(LEVEL_SHORT[level], 22)
    number = text(4, top + 18, str(level.value), "strong")
    return [number, *(text(22, top + 18 + 14 * n, part, "small") for n, part in enumerate(lines[:2]))]


def _described(marks: Sequence[StudyMark]) -> str:
    parts = []
    for level in Level:
        counts = [(CASE[p].lower(), sum(m.level is level and m.polarity is p for m in marks)) for p in COLUMNS]
        studies = ", ".join(f"{word} {number}" for word, number in counts if number)
        if studies:
            parts.append(f"level {level.value}, {LEVEL_SHORT[level]}: {studies}")
    return f"{plural(len(marks), 'study', 'studies').capitalize()}. {'; '.join(parts)}."
