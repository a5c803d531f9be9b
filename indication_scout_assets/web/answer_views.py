"""An answer from papers as a page shows it: sentences with numbers that lead to their marked passages.

What belongs here: choosing, ordering and naming. The templates lay it out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from markupsafe import Markup

from ..domain.questions.library import LibraryArticle, LibraryPassage
from ..domain.questions.question_answering import AnswerCitation, LibraryAnswer, PassageHit, Verdict
from ..reports.links import safe_url
from ..reports.views.quotes import MarkedSpan, highlight

NEAREST_SHOWN: Final = 5
READINGS: Final[Mapping[str, str]] = {
    Verdict.YES: "Yes",
    Verdict.NO: "No",
    Verdict.MAYBE: "Maybe",
    Verdict.INCREASED: "Increased",
    Verdict.DECREASED: "Decreased",
    Verdict.NO_DIFFERENCE: "No difference",
}
_CLASS: Final[Mapping[str, str]] = {
    Verdict.YES: "supports", Verdict.NO: "contradicts", Verdict.MAYBE: "mixed", Verdict.INCREASED: "increased",
    Verdict.DECREASED: "decreased", Verdict.NO_DIFFERENCE: "neutral",
}  # fmt: skip
"""Of the colours; the word says what the colour only repeats. More or less of something is neither good nor bad."""


@dataclass(frozen=True)
class PaperView:
    """An article in one line."""

    title: str
    byline: str
    name: str
    """Its PMC id or PMID; empty where it has none."""
    url: str | None


@dataclass(frozen=True)
class CitedPassageView:
    """A passage with the words that are cited."""

    n: int
    anchor: str
    paper: PaperView
    section: str
    place: str
    text: Markup
    href: str
    """Its own page, with the same words marked."""


@dataclass(frozen=True)
class ShownSentence:
    """A sentence of the answer."""

    text: str
    numbers: tuple[tuple[int, str], ...]
    """Number and the anchor of the marked words."""
    reading: str
    tint: str
    design: str


@dataclass(frozen=True)
class AnswerView:
    """A turn as the page shows it."""

    anchor: str
    question: str
    searched_as: str
    """Empty where it is the question itself."""
    refused: bool
    reason: str
    verdict: str
    tint: str
    counts: tuple[str, ...]
    sentences: tuple[ShownSentence, ...]
    passages: tuple[CitedPassageView, ...]
    removed: tuple[tuple[str, str], ...]
    nearest: tuple[CitedPassageView, ...]
    searched: str
    filters: tuple[str, ...]
    writer: str
    seconds: str
    turn: int


def answer_view(answer: LibraryAnswer, passages: Mapping[str, LibraryPassage], texts: Mapping[str, str]) -> AnswerView:
    """The answer as the page shows it.

    Args:
        answer: an answer or a refusal.
        passages: those that are cited and not among the retrieved ones, by id.
        texts: of their articles, by id.
    """
    anchor = f"turn-{answer.turn or 1}"
    cited = _cited(answer, anchor, passages, texts)
    places = {(c.passage_id, c.start, c.end): _mark(anchor, c) for c in answer.citations}
    sentences = []
    for line in answer.sentences:
        own = [c for c in answer.citations if c.n in line.citations and _is_of(c, line.text, answer)]
        numbers = tuple(dict.fromkeys((c.n, places[c.passage_id, c.start, c.end]) for c in own))
        sentences.append(
            ShownSentence(
                line.text, numbers, READINGS.get(line.reading, ""), _CLASS.get(line.reading, "none"),
                line.design.replace("_", " "),
            )
        )  # fmt: skip
    return AnswerView(
        anchor=anchor,
        question=answer.question,
        searched_as=answer.standalone_question if answer.standalone_question != answer.question else "",
        refused=answer.refused,
        reason=answer.reason,
        verdict=READINGS.get(answer.verdict or "", ""),
        tint=_CLASS.get(answer.verdict or "", "none"),
        counts=tuple(_count(c.reading, c.sentences, c.papers) for c in answer.counts),
        sentences=tuple(sentences),
        passages=cited,
        removed=tuple((line.text, line.reason) for line in answer.removed),
        nearest=tuple(_nearest(anchor, place, hit) for place, hit in enumerate(answer.retrieved[:NEAREST_SHOWN], 1)),
        searched=answer.searched,
        filters=tuple(_filter(name, value) for name, value in answer.filters.items()),
        writer="" if answer.provider == "extractive" else " ".join(filter(None, (answer.provider, answer.model))),
        seconds=f"{answer.ms['total'] / 1000:.2f}\u00a0s" if "total" in answer.ms else "",
        turn=answer.turn,
    )


def missing_passages(answer: LibraryAnswer) -> list[str]:
    """Ids of passages that are cited and were not handed out with the answer."""
    there = {hit.passage_id for hit in answer.retrieved}
    return list(dict.fromkeys(c.passage_id for c in answer.citations if c.passage_id not in there))


def passage_address(passage_id: str, start: int | None = None, end: int | None = None) -> str:
    """The page of a passage; ``start`` and ``end`` are characters of the article that are marked."""
    marked = f"?{urlencode({'start': start, 'end': end})}#words" if start is not None else ""
    return f"/passages/{passage_id}{marked}"


def paper_view(article: PassageHit | AnswerCitation | LibraryArticle) -> PaperView:
    """An article as one line names it."""
    authors = article.authors
    who = f"{authors[0]} et al." if len(authors) > 1 else "".join(authors)
    when = str(article.year) if article.year else ""
    address = ""
    if article.pmcid:
        address = f"https://pmc.ncbi.nlm.nih.gov/articles/{article.pmcid}/"
    elif article.pmid:
        address = f"https://pubmed.ncbi.nlm.nih.gov/{article.pmid}/"
    name = article.pmcid or (f"PMID {article.pmid}" if article.pmid else "")
    return PaperView(article.title, ", ".join(filter(None, (who, article.journal, when))), name, safe_url(address))


def _is_of(citation: AnswerCitation, text: str, answer: LibraryAnswer) -> bool:
    """Whether a sentence stands on this citation: where several of a paper are cited, on its own words."""
    same = [c for c in answer.citations if c.n == citation.n]
    return citation.quote == text or len(same) == 1 or all(c.quote != text for c in same)


def _cited(
    answer: LibraryAnswer, anchor: str, passages: Mapping[str, LibraryPassage], texts: Mapping[str, str]
) -> tuple[CitedPassageView, ...]:
    """Each cited passage once, by number and place."""
    hits = {hit.passage_id: (hit.start, hit.text, hit.section) for hit in answer.retrieved}
    for passage in passages.values():
        text = texts.get(passage.article_id, "")[passage.start : passage.end]
        hits.setdefault(passage.id, (passage.start, text, passage.section))
    by_passage: dict[str, list[AnswerCitation]] = {}
    for citation in answer.citations:
        by_passage.setdefault(citation.passage_id, []).append(citation)
    views = []
    for passage_id, citations in by_passage.items():
        first = citations[0]
        start, text, section = hits.get(passage_id, (first.start, first.quote, first.section))
        spans = [MarkedSpan(c.start - start, c.end - start, _mark(anchor, c)) for c in citations]
        inside = [span for span in spans if span.start >= 0 and span.end <= len(text)]
        views.append(
            CitedPassageView(
                first.n, f"{anchor}-passage-{passage_id}", paper_view(first), section or first.section,
                f"characters {first.start:,} to {first.end:,}", highlight(text, inside),
                passage_address(passage_id, first.start, first.end),
            )
        )  # fmt: skip
    return tuple(sorted(views, key=lambda view: view.n))


def _nearest(anchor: str, place: int, hit: PassageHit) -> CitedPassageView:
    return CitedPassageView(
        place, f"{anchor}-nearest-{place}", paper_view(hit), hit.section, f"score {hit.score:.2f}",
        highlight(hit.text, ()), passage_address(hit.passage_id),
    )  # fmt: skip


def _mark(anchor: str, citation: AnswerCitation) -> str:
    return f"{anchor}-words-{citation.passage_id}-{citation.start}-{citation.end}"


def _count(reading: str, sentences: int, papers: int) -> str:
    name = READINGS.get(reading, reading.replace("_", " ")).lower()
    return f"{name}: {sentences} sentence{'s' if sentences != 1 else ''} of {papers} paper{'s' if papers != 1 else ''}"


_FILTERS: Final[Mapping[str, str]] = {
    "kinds": "section", "since": "since", "until": "until", "journals": "journal", "article_types": "type",
    "licenses": "licence", "only": "only", "exclude": "without",
}  # fmt: skip


def _filter(name: str, value: Any) -> str:
    values: Sequence[Any] = value if isinstance(value, list | tuple) else (value,)
    return f"{_FILTERS.get(name, name)}: {', '.join(str(v) for v in values)}"
