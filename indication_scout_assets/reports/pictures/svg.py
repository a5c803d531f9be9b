"""Scalable pictures as text: the few parts every chart is made of.

What belongs here: elements, escaping and numbers. Colours are classes of ``report.css``, so that pictures follow the
theme; no element carries a ``style``, because the page's content policy refuses it.
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape


def number(value: float) -> str:
    """At most two decimals, no trailing zeros: stable and short."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def el(name: str, *children: str, **attributes: str | float | None) -> Markup:
    """An element. ``class_`` is written as ``class``, other underscores as hyphens; text children are escaped."""
    parts = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        text = number(value) if isinstance(value, (int, float)) else value
        parts.append(f'{key.rstrip("_").replace("_", "-")}="{escape(text)}"')
    inner = "".join(escape(child) for child in children)
    return Markup(f"<{' '.join(parts)}>{inner}</{name}>" if inner else f"<{' '.join(parts)}/>")  # noqa: S704


def text(x: float, y: float, words: str, class_: str = "", anchor: str | None = None) -> Markup:
    """Words whose baseline is at ``y``; ``anchor`` is ``start`` (default), ``middle`` or ``end``."""
    return el("text", words, x=x, y=y, class_=class_ or None, text_anchor=anchor)


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Markup:
    """A straight line."""
    return el("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def link(href: str, title: str, *children: Markup) -> Markup:
    """A link within the page. It is left out of the tab order: the same place is linked from the table beside it."""
    return el("a", el("title", title), *children, href=href, tabindex="-1")


def picture(ident: str, width: float, height: float, title: str, description: str, parts: Iterable[Markup]) -> Markup:
    """A whole picture with a name and a description for those who cannot see it.

    One with links is a group: the parts of an image would be none to a screen reader.
    """
    parts = list(parts)
    return el(
        "svg",
        el("title", title, id=f"{ident}-title"),
        el("desc", description, id=f"{ident}-desc"),
        *parts,
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="group" if any(part.startswith("<a ") for part in parts) else "img",
        aria_labelledby=f"{ident}-title {ident}-desc",
        class_="picture",
    )


def small_picture(width: float, height: float, class_: str, *parts: Markup) -> Markup:
    """A small picture within a line or a cell, silent to screen readers: it always stands beside its words."""
    return el(
        "svg",
        *parts,
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        aria_hidden="true",
        class_=class_,
    )


def shorten(words: str, limit: int) -> str:
    """At most ``limit`` characters, the last one an ellipsis where something was cut."""
    return words if len(words) <= limit else words[: limit - 1].rstrip() + "…"
