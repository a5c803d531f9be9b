"""Quoted words marked in the text they were quoted from.

What belongs here: turning character spans into ``<mark>`` elements. Spans may touch, nest or overlap; the marked text
is always exactly ``text[start:end]``, cut into several marks only where another span begins or ends inside it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape


@dataclass(frozen=True)
class Span:
    """``text[start:end]``, reached by the fragment ``#anchor``."""

    start: int
    end: int
    anchor: str
    polarity: str = "neutral"


def highlight(text: str, spans: Sequence[Span], breaks: Collection[int] = ()) -> Markup:
    """Escaped ``text`` with every span marked.

    Each piece of a span carries the span's anchor in ``data-spans``; the first piece also carries it as ``id``.

    Args:
        text: the stored text, unescaped.
        spans: spans of ``text``; all must lie within it.
        breaks: offsets before which a line break is put, for the sections of a structured abstract.
    """
    ordered = sorted(spans, key=lambda span: (span.start, -span.end, span.anchor))
    cuts = sorted({0, len(text), *(s.start for s in ordered), *(s.end for s in ordered), *breaks})
    out = []
    for start, end in pairwise(cuts):
        if start in breaks and start > 0:
            out.append(Markup("<br>"))
        covering = [s for s in ordered if s.start <= start and end <= s.end]
        out.append(_piece(text[start:end], start, covering))
    return Markup("").join(out)


def _piece(text: str, start: int, covering: Sequence[Span]) -> Markup:
    if not covering:
        return escape(text)
    inner = escape(text)
    first, *others = [s.anchor for s in covering if s.start == start] or [""]
    for anchor in others:
        inner = Markup('<span id="{}">{}</span>').format(anchor, inner)
    ident = Markup(' id="{}"').format(first) if first else Markup("")
    names = " ".join(s.anchor for s in covering)
    return Markup('<mark{} class="p-{}" data-spans="{}">{}</mark>').format(ident, covering[0].polarity, names, inner)
