"""The quoted words of one candidate: which stand on a stored text, and where on the page they are marked.

What belongs here: anchors of citations. How marks are written is in ``highlight``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

from ...domain.articles import Article
from ...domain.statements import Citation, Polarity, Synthesis
from ...domain.trials import Trial
from ..words import common_words


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


_Key = tuple[str, str, str, int, int]


class Quotes:
    """An anchor for each distinct span that stands on the stored text; equal citations share one.

    Args:
        prefix: of every anchor, unique on the page.
        syntheses: whose citations are placed.
        articles: the report's articles, by PMID.
        trials: the candidate's trials, by NCT id.
        further: citations beside those of the syntheses, with the polarity they are marked in.
    """

    def __init__(
        self,
        prefix: str,
        syntheses: Iterable[Synthesis],
        articles: Mapping[str, Article],
        trials: Mapping[str, Trial],
        further: Iterable[tuple[Citation, Polarity]] = (),
    ) -> None:
        self._articles, self._trials = articles, trials
        self._spans: dict[_Key, MarkedSpan] = {}
        stated = [(c, s.polarity) for synthesis in syntheses for s in synthesis.statements for c in s.citations]
        for citation, polarity in (*stated, *further):
            key = _key(citation)
            if key not in self._spans and citation.stands_on(self._stored_text(citation)):
                anchor = f"{prefix}-quote-{len(self._spans) + 1}"
                self._spans[key] = MarkedSpan(citation.start, citation.end, anchor, polarity.value)

    def anchor(self, citation: Citation) -> str | None:
        """Where the citation's words are marked; ``None`` where they are not in the stored text at their place."""
        span = self._spans.get(_key(citation))
        return span.anchor if span else None

    def marked(self, kind: str, evidence_id: str, field: str, text: str, breaks: Iterable[int] = ()) -> Markup:
        """A record's text with its quoted words marked."""
        spans = [span for key, span in self._spans.items() if key[:3] == (kind, evidence_id, field)]
        return highlight(text, spans, frozenset(breaks))

    def fields(self, kind: str, evidence_id: str) -> frozenset[str]:
        """Fields of a record that some citation quotes."""
        return frozenset(key[2] for key in self._spans if key[:2] == (kind, evidence_id))

    def ids(self, kind: str) -> frozenset[str]:
        """Records of a kind that some citation quotes."""
        return frozenset(key[1] for key in self._spans if key[0] == kind)

    def describe(self, citation: Citation) -> str:
        """The kind of record a statement stands on, in a few words: what a reader weighs it by."""
        if citation.evidence_kind == "article":
            article = self._articles.get(citation.evidence_id)
            if article is None:
                return ""
            kind = next(iter(common_words.publication_types(article)), "")
            return ", ".join(part for part in (kind, str(article.year or "undated")) if part)
        trial = self._trials.get(citation.evidence_id)
        return f"{trial.phase_label}, {common_words.status_label(trial)}" if trial else ""

    def _stored_text(self, citation: Citation) -> str:
        """The text a citation points into; empty where the report does not hold it."""
        if citation.evidence_kind == "article":
            article = self._articles.get(citation.evidence_id)
            return {"title": article.title, "abstract": article.abstract}.get(citation.field, "") if article else ""
        trial = self._trials.get(citation.evidence_id)
        return trial.citable_fields.get(citation.field, "") if trial else ""


def _key(citation: Citation) -> _Key:
    return (citation.evidence_kind, citation.evidence_id, citation.field, citation.start, citation.end)
