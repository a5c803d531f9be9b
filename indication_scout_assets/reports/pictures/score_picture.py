"""The arithmetic of a candidate's score: each part carries the sum further, and beside it stands what it is made of.

What belongs here: the waterfall of one candidate, and the small bar of the first page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from markupsafe import Markup

from ...domain.findings.assessment import EvidenceScore, PartName, ScorePart, ScoreTerm
from ..words.assessment_words import term_name
from .svg import el, line, picture, shorten, small_picture, text

TERMS_DRAWN: Final = 5
"""Terms drawn of a part, the largest first; the table has them all."""
CLASS: Final = {
    PartName.TARGET_PATH: "path-target",
    PartName.CLASS_PATH: "path-class",
    PartName.USE_PATH: "path-use",
    PartName.LITERATURE: "part-literature",
    PartName.TRIALS: "part-trials",
    PartName.SAFETY: "part-safety",
}

_WIDTH: Final = 880.0
_SUM_LEFT, _SUM_RIGHT = 116.0, 452.0
_TERM_NAME, _TERM_ZERO, _TERM_HALF = 500.0, 790.0, 46.0
_TOP, _LINE, _BAR = 40.0, 17.0, 16.0


def signed(value: float) -> str:
    """``+0.21``, ``−0.10`` or ``0.00``: two decimals, a real minus."""
    text_ = f"{value:+.2f}".replace("-", "−")
    return "0.00" if text_ in {"+0.00", "−0.00"} else text_


def strongest(terms: Sequence[ScoreTerm]) -> list[ScoreTerm]:
    """Terms in the order of their size."""
    return sorted(terms, key=lambda t: (-t.value, -t.sign, t.evidence_kind, t.evidence_id, t.text))


class _PointScale:
    """Points to places, with zero always in sight."""

    def __init__(self, values: Sequence[float]) -> None:
        self.low = math.floor(min(0.0, *values) * 10) / 10
        self.high = max(math.ceil(max(0.0, *values) * 10) / 10, self.low + 0.2)

    def x(self, value: float) -> float:
        return _SUM_LEFT + (_SUM_RIGHT - _SUM_LEFT) * (value - self.low) / (self.high - self.low)

    @property
    def ticks(self) -> list[float]:
        step = 0.1 if self.high - self.low <= 0.61 else 0.2
        first = math.ceil(self.low / step - 1e-9)
        return [n * step for n in range(first, math.floor(self.high / step + 1e-9) + 1)]


def score_picture(ident: str, name: str, score: EvidenceScore) -> Markup | None:
    """The waterfall, or ``None`` for a score without parts."""
    if not score.parts:
        return None
    ends = [0.0]
    for part in score.parts:
        ends.append(ends[-1] + part.points)
    scale = _PointScale(ends)
    parts = [
        text(0, 14, "points, added from the top", "small strong"),
        text(_TERM_NAME, 14, "made of, the largest first", "small strong"),
    ]
    top = _TOP
    rows = []
    for part, start, end in zip(score.parts, ends, ends[1:], strict=False):
        height = max(42.0, _LINE * _lines(part) + 12)
        rows += _part_row(part, scale, (start, end), top, height)
        top += height
    bottom = top + 30
    parts += _axis(scale, bottom)
    parts += rows
    parts += _total_row(score, scale, top)
    title = f"How the score for {name} adds up"
    return picture(f"{ident}-score", _WIDTH, bottom + 22, title, _described(score), parts)


def reach(scores: Iterable[EvidenceScore]) -> float:
    """How far the longest of several scores' bars reaches from zero: their common scale; 1 where all are zero."""
    sums = [abs(sum(p.points for p in s.parts if p.points * side > 0)) for s in scores for side in (1, -1)]
    return max(sums, default=0.0) or 1.0


def part_bar(score: EvidenceScore, longest: float, width: float = 72) -> Markup:
    """The parts' points end to end: what speaks for to the right of the line, what against to the left.

    Args:
        longest: points that fill one side, see ``reach``.
        width: of the whole bar, in pixels.
    """
    half = width / 2
    right, left = half, half
    parts = [el("rect", x=0, y=2, width=width, height=8, rx=2, class_="track")]
    for part in score.parts:
        long = min(abs(part.points) / longest, 1.0) * half
        if part.points > 0:
            parts.append(el("rect", x=right, y=2, width=long, height=8, class_=CLASS[part.name]))
            right += long
        elif part.points < 0:
            left -= long
            parts.append(el("rect", x=left, y=2, width=long, height=8, class_=f"{CLASS[part.name]} minus"))
    parts.append(line(half, 0, half, 12, "zero"))
    return small_picture(width, 12, "bar", *parts)


def _lines(part: ScorePart) -> int:
    """Lines the terms take: those drawn, and one for the rest."""
    return min(len(part.terms), TERMS_DRAWN) + (len(part.terms) > TERMS_DRAWN)


def _part_row(
    part: ScorePart, scale: _PointScale, span: tuple[float, float], top: float, height: float
) -> list[Markup]:
    start, end = (scale.x(value) for value in span)
    middle = top + 14
    kind = CLASS[part.name] + (" minus" if part.points < 0 else "")
    right = max(start, end) + 6
    out = [
        line(0, top, _WIDTH, top, "grid"),
        text(0, middle + 4, part.name.value, "strong"),
        text(0, middle + 19, f"{signed(part.value)} × {part.weight:.2f}", "small muted"),
        line(end, middle, end, top + height + 6, "carry"),
        el("rect", x=min(start, end), y=middle - _BAR / 2, width=max(abs(end - start), 1.0), height=_BAR, class_=kind),
        text(right, middle + 4, signed(part.points), "small strong halo"),
    ]
    return out + _terms(part, top)


def _terms(part: ScorePart, top: float) -> list[Markup]:
    if not part.terms:
        return [text(_TERM_NAME, top + 18, "nothing", "small muted")]
    out = []
    ordered = strongest(part.terms)
    for n, term in enumerate(ordered[:TERMS_DRAWN]):
        y = top + 18 + n * _LINE
        long = min(term.value, 1.0) * _TERM_HALF
        left = _TERM_ZERO if term.sign > 0 else _TERM_ZERO - long
        kind = CLASS[part.name] + (" minus" if term.sign < 0 else "")
        out += [
            text(_TERM_NAME, y, shorten(term_name(term), 38), "small"),
            el("rect", x=left, y=y - 9, width=max(long, 1.0), height=9, class_=kind),
            line(_TERM_ZERO, y - 12, _TERM_ZERO, y + 3, "zero"),
            text(_WIDTH - 2, y, signed(term.sign * term.value), "small", "end"),
        ]
    if len(ordered) > TERMS_DRAWN:
        rest = f"and {len(ordered) - TERMS_DRAWN} more in the table"
        out.append(text(_TERM_NAME, top + 18 + TERMS_DRAWN * _LINE, rest, "small muted"))
    return out


def _total_row(score: EvidenceScore, scale: _PointScale, top: float) -> list[Markup]:
    start, end = scale.x(0.0), scale.x(score.total)
    return [
        line(0, top, _WIDTH, top, "grid"),
        text(0, top + 20, "score", "strong"),
        el("rect", x=min(start, end), y=top + 7, width=max(abs(end - start), 1.0), height=_BAR, class_="total"),
        text(max(start, end) + 6, top + 20, signed(score.total), "strong halo"),
    ]


def _axis(scale: _PointScale, bottom: float) -> list[Markup]:
    out = []
    for tick in scale.ticks:
        x = scale.x(tick)
        out.append(line(x, _TOP - 8, x, bottom, "zero" if abs(tick) < 1e-9 else "grid"))
        out.append(
            text(x, bottom + 14, f"{abs(tick):.1f}" if tick > -1e-9 else f"−{abs(tick):.1f}", "small muted", "middle")
        )
    return out


def _described(score: EvidenceScore) -> str:
    parts = "; ".join(f"{part.name.value} {signed(part.points)}" for part in score.parts)
    return f"{parts}; together {signed(score.total)}. Every term is in the table that follows."
