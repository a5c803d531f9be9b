"""The parts of a candidate's score as a small bar in the table of all candidates, and how its numbers are written.

What belongs here: that bar, and the colours of the parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from markupsafe import Markup

from ...domain.findings.assessment import EvidenceScore, PartName, ScoreTerm
from .svg import el, line, small_picture

CLASS: Final = {
    PartName.TARGET_PATH: "path-target",
    PartName.CLASS_PATH: "path-class",
    PartName.USE_PATH: "path-use",
    PartName.LITERATURE: "part-literature",
    PartName.TRIALS: "part-trials",
    PartName.SAFETY: "part-safety",
}


def signed(value: float) -> str:
    """``+0.21``, ``−0.10`` or ``0.00``: two decimals, a real minus."""
    text_ = f"{value:+.2f}".replace("-", "−")
    return "0.00" if text_ in {"+0.00", "−0.00"} else text_


def strongest(terms: Sequence[ScoreTerm]) -> list[ScoreTerm]:
    """Terms in the order of their size."""
    return sorted(terms, key=lambda t: (-t.value, -t.sign, t.evidence_kind, t.evidence_id, t.text))


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
