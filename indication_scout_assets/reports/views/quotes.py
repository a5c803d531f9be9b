"""The quoted words of one candidate: which stand on a stored text, and where on the page they are marked.

What belongs here: anchors of citations, and how marks are written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

from ...domain.documents import Citation, Document, DocumentKey, DocumentKind, Documents
from ...domain.findings.statements import Polarity, Synthesis


@dataclass(frozen=True)
class MarkedSpan:
    """``text[start:end]``, reached by the fragment ``#anchor``."""

    start: int
    end: int
    anchor: str
    polarity: str = "neutral"


def highlight(text: str, spans: Sequence[MarkedSpan], breaks: Collection[int] = ()) -> Markup:
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


def _piece(text: str, start: int, covering: Sequence[MarkedSpan]) -> Markup:
    if not covering:
        return escape(text)
    inner = escape(text)
    first, *others = [s.anchor for s in covering if s.start == start] or [""]
    for anchor in others:
        inner = Markup('<span id="{}">{}</span>').format(anchor, inner)
    ident = Markup(' id="{}"').format(first) if first else Markup("")
    names = " ".join(s.anchor for s in covering)
    return Markup('<mark{} class="p-{}" data-spans="{}">{}</mark>').format(ident, covering[0].polarity, names, inner)


_Place = tuple[DocumentKey, str, int, int]
"""Document, field, start and end."""


class Quotes:
    """An anchor for each distinct span that stands on the stored text; equal citations share one.

    Args:
        prefix: of every anchor, unique on the page.
        documents: what may be quoted on the page.
        syntheses: whose citations are placed.
        further: citations beside those of the syntheses, with the polarity they are marked in.
    """

    def __init__(
        self,
        prefix: str,
        documents: Documents,
        syntheses: Iterable[Synthesis],
        further: Iterable[tuple[Citation, Polarity]] = (),
    ) -> None:
        self._spans: dict[_Place, MarkedSpan] = {}
        stated = [(c, s.polarity) for synthesis in syntheses for s in synthesis.statements for c in s.citations]
        for citation, polarity in (*stated, *further):
            place = _place(citation)
            stored = documents.citable_text(citation.document, citation.field)
            if place not in self._spans and citation.stands_on(stored):
                anchor = f"{prefix}-quote-{len(self._spans) + 1}"
                self._spans[place] = MarkedSpan(citation.start, citation.end, anchor, polarity.value)

    def anchor(self, citation: Citation) -> str | None:
        """Where the citation's words are marked; ``None`` where they are not in the stored text at their place."""
        span = self._spans.get(_place(citation))
        return span.anchor if span else None

    def marked(self, document: Document, field: str, breaks: Iterable[int] = ()) -> Markup:
        """A text of a document with its quoted words marked."""
        spans = [span for (key, name, *_), span in self._spans.items() if (key, name) == (document.key, field)]
        return highlight(document.texts[field], spans, frozenset(breaks))

    def fields(self, key: DocumentKey) -> frozenset[str]:
        """Fields of a document that some citation quotes."""
        return frozenset(field for cited, field, *_ in self._spans if cited == key)

    def ids(self, kind: DocumentKind) -> frozenset[str]:
        """Documents of a kind that some citation quotes."""
        return frozenset(key.id for key, *_ in self._spans if key.kind is kind)


def _place(citation: Citation) -> _Place:
    return (citation.document, citation.field, citation.start, citation.end)
