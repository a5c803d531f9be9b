"""Where reason meets research: all candidates by score and by number of articles.

What belongs here: this picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from ..words.common_words import plural
from .svg import el, line, link, picture, shorten, text

_TICKS: Final = (0, 1, 3, 10, 30, 100, 300, 1000, 3000, 10000, 100000)


@dataclass(frozen=True)
class MapPoint:
    """One candidate on the map. ``articles`` is ``None`` where a source of them could not be asked."""

    rank: int
    name: str
    href: str
    score: float
    articles: int | None
    path: str
    """``dual``, ``target``, ``class`` or ``own``."""

    @property
    def count(self) -> str:
        return "articles not checked" if self.articles is None else plural(self.articles, "article")


_Box = tuple[float, float, float, float]
_WIDTH, _HEIGHT = 880.0, 400.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 864.0, 28.0, 340.0


@dataclass(frozen=True)
class _Frame:
    """Scores and article counts to places."""

    edge: float
    """Highest score on the axis, a whole tenth."""
    ceiling: int
    """Highest number of articles on the axis."""

    def x(self, score: float) -> float:
        return _LEFT + 20 + (_RIGHT - _LEFT - 40) * score / self.edge

    def y(self, articles: int | None) -> float:
        """Logarithmic; below the axis where the number is not known."""
        if articles is None:
            return _BOTTOM + 28
        share = math.log1p(min(articles, self.ceiling)) / math.log1p(self.ceiling)
        return _BOTTOM - 14 - (_BOTTOM - _TOP - 34) * share


def candidate_map(points: Sequence[MapPoint]) -> Markup:
    """Reason against evidence: the score to the right, the number of articles upwards (logarithmic).

    What lies low and to the right has a reason and has hardly been studied; what lies high and to the left has been
    written about without much of a reason.
    """
    highest = max((p.articles or 0 for p in points), default=0)
    frame = _Frame(
        edge=min(1.0, max(0.1, math.ceil(max((p.score for p in points), default=0) * 10 + 0.2) / 10)),
        ceiling=next(t for t in _TICKS[2:] if t >= highest or t == _TICKS[-1]),
    )
    parts = [*_axes(frame), *_corners()]
    if any(p.articles is None for p in points):
        parts.append(text(_LEFT - 8, frame.y(None) + 4, "not checked", "small muted", "end"))
    places = [(frame.x(p.score), frame.y(p.articles)) for p in points]
    taken: list[_Box] = [(x - 12, y - 12, x + 12, y + 12) for x, y in places]
    taken += [(_RIGHT - 190, _TOP - 4, _RIGHT, _TOP + 16), (_LEFT, _TOP - 4, _LEFT + 190, _TOP + 16)]
    parts += [_point(point, x, y, taken) for point, (x, y) in zip(points, places, strict=True)]
    described = "; ".join(f"{p.rank} {p.name}: score {p.score:.2f}, {p.count}" for p in points)
    return picture("map", _WIDTH, _HEIGHT, "Candidates by score and number of articles", described + ".", parts)


def _axes(frame: _Frame) -> list[Markup]:
    parts = []
    for tenth in range(round(frame.edge * 10) + 1):
        x = frame.x(tenth / 10)
        parts.append(line(x, _TOP, x, _BOTTOM, "grid"))
        parts.append(text(x, _BOTTOM + 16, f"{tenth / 10:.1f}", "small muted", "middle"))
    for tick in (t for t in _TICKS if t <= frame.ceiling):
        y = frame.y(tick)
        parts.append(line(_LEFT, y, _RIGHT, y, "grid"))
        parts.append(text(_LEFT - 8, y + 4, f"{tick:,}", "small muted", "end"))
    parts.append(text(_RIGHT, _HEIGHT - 6, "score: how strong the reason is →", "small", "end"))
    parts.append(text(4, 14, "↑ articles on drug and disease", "small"))
    return parts


def _corners() -> list[Markup]:
    return [
        text(_RIGHT - 4, _BOTTOM - 6, "a reason, hardly studied", "small corner", "end"),
        text(_RIGHT - 4, _TOP + 12, "a reason, much studied", "small corner", "end"),
        text(_LEFT + 4, _TOP + 12, "much studied, little reason", "small corner"),
    ]


def _point(point: MapPoint, x: float, y: float, taken: list[_Box]) -> Markup:
    name = shorten(point.name, 34)
    parts = [
        el("circle", cx=x, cy=y, r=11, class_=f"dot path-{point.path}"),
        text(x, y + 4, str(point.rank), "dot-number", "middle"),
    ]
    placed = _place_text(x, y, len(name) * 6.9, taken)
    if placed:
        taken.append(placed[0])
        parts.append(text(placed[1], placed[2], name, "label", placed[3]))
    return link(point.href, f"{point.rank} {point.name}: score {point.score:.2f}, {point.count}", *parts)


def _place_text(x: float, y: float, width: float, taken: Sequence[_Box]) -> tuple[_Box, float, float, str] | None:
    """The first place beside the point that is free and within the picture; none if all are taken."""
    tries = (
        (x + 16, y + 4, "start", x + 16),
        (x - 16, y + 4, "end", x - 16 - width),
        (x, y - 16, "middle", x - width / 2),
        (x, y + 26, "middle", x - width / 2),
        (x + 10, y - 12, "start", x + 10),
        (x + 10, y + 22, "start", x + 10),
        (x - 10, y - 12, "end", x - 10 - width),
        (x - 10, y + 22, "end", x - 10 - width),
    )
    for at, base, anchor, left in tries:
        box = (left, base - 11, left + width, base + 3)
        inside = left >= _LEFT and left + width <= _WIDTH and base - 11 >= 16 and base <= _BOTTOM + 34
        if inside and not any(_overlap(box, other) for other in taken):
            return box, at, base, anchor
    return None


def _overlap(a: _Box, b: _Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
