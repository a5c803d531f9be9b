"""The small marks that tables, lists and pictures share.

What belongs here: symbols of polarity, the meter. Pictures have modules of their own, as ``timeline`` and
``mechanism``.
"""

from __future__ import annotations

from markupsafe import Markup

from .svg import el, number, small_picture


def mark(polarity: str, x: float, y: float, size: float = 6, class_: str = "") -> Markup:
    """The mark of a polarity: its shape says the same as its colour."""
    s = size
    classes = f"p-{polarity} {class_}".strip()
    shapes = {
        "supports": f"M{number(x)} {number(y - s)}l{number(s)} {number(1.8 * s)}h{number(-2 * s)}z",
        "contradicts": f"M{number(x)} {number(y + s)}l{number(s)} {number(-1.8 * s)}h{number(-2 * s)}z",
        "harm": f"M{number(x - s * 0.85)} {number(y - s * 0.85)}h{number(1.7 * s)}v{number(1.7 * s)}"
        f"h{number(-1.7 * s)}z",
        "mixed": f"M{number(x)} {number(y - s * 1.15)}l{number(s * 1.15)} {number(s * 1.15)}"
        f"l{number(-s * 1.15)} {number(s * 1.15)}l{number(-s * 1.15)} {number(-s * 1.15)}z",
        "retracted": f"M{number(x - s * 0.8)} {number(y - s * 0.8)}l{number(1.6 * s)} {number(1.6 * s)}"
        f"m0 {number(-1.6 * s)}l{number(-1.6 * s)} {number(1.6 * s)}",
    }
    if polarity in shapes:
        return el("path", d=shapes[polarity], class_=f"mark {classes}")
    return el("circle", cx=x, cy=y, r=s * 0.85, class_=f"mark {classes}")


def symbol(polarity: str, class_: str = "top") -> Markup:
    """The mark alone, for legends and lists; silent to screen readers, for it always stands beside its word."""
    return small_picture(14, 14, "symbol", mark(polarity, 7, 7, 5, class_))


def meter(value: float, width: float = 56) -> Markup:
    """A thin bar for a number from 0 to 1 that stands beside it in words."""
    track = el("rect", x=0, y=1, width=width, height=4, rx=2, class_="track")
    fill = el("rect", x=0, y=1, width=max(0.0, min(1.0, value)) * width, height=4, rx=2, class_="fill")
    return small_picture(width, 6, "bar", track, fill)
