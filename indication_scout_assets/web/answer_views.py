"""An answer from papers as a page shows it: sentences with numbers that lead to their marked passages.

What belongs here: choosing, ordering and naming. The templates lay it out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final
from urllib.parse import quote, urlencode

from markupsafe import Markup

from ..domain.questions.library import LibraryArticle, LibraryPassage, file_and_pages
from ..domain.questions.question_answering import (
    AnswerCitation,
    AnswerSentence,
    AnswerStep,
    EvidenceCount,
    LibraryAnswer,
    PassageHit,
    Verdict,
)
from ..domain.study_designs import StudyDesign
from ..reports.links import safe_url, set_id_url
from ..reports.views.quotes import MarkedSpan, highlight
from ..rules.questions.verdict_words import caution, is_divided, verdict_words

NEAREST_SHOWN: Final = 5
ARTICLE: Final = "article"
"""What a citation is of, where it is neither of a trial nor of a label."""
READINGS: Final[Mapping[str, str]] = {
    Verdict.YES: "Yes",
    Verdict.NO: "No",
    Verdict.MAYBE: "Maybe",
    Verdict.INCREASED: "Increased",
    Verdict.DECREASED: "Decreased",
    Verdict.NO_DIFFERENCE: "No difference",
}
_CLASS: Final[Mapping[str, str]] = {
    Verdict.YES: "supports",
    Verdict.NO: "contradicts",
    Verdict.MAYBE: "mixed",
    Verdict.INCREASED: "increased",
    Verdict.DECREASED: "decreased",
    Verdict.NO_DIFFERENCE: "neutral",
}
"""Of the colours; the word says what the colour only repeats. More or less of something is neither good nor bad."""


@dataclass(frozen=True)
class PaperView:
    """An article in one line."""

    title: str
    byline: str
    name: str
    """Its PMC id or PMID, else its DOI; empty where it has none."""
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
    """Its own page, with the same words marked; empty where it has none."""


@dataclass(frozen=True)
class SourceView:
    """A number of the answer: an article with its cited passages."""

    n: int
    paper: PaperView
    passages: tuple[CitedPassageView, ...]


@dataclass(frozen=True)
class ShownSentence:
    """A sentence of the answer."""

    text: str
    word_for_word: bool
    """Whether a paper says it in these words; else a model wrote it."""
    numbers: tuple[tuple[int, str], ...]
    """Number and the anchor of the marked words."""
    reading: str
    tint: str
    design: str
    aside: str
    """What is to be said of it beside that; empty as a rule."""


@dataclass(frozen=True)
class StepView:
    """One of several questions an answer was put together from."""

    question: str
    outcome: str
    sentences: tuple[ShownSentence, ...]


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
    caution: str
    """What is said under a verdict; empty where there is none."""
    sentences: tuple[ShownSentence, ...]
    sources: tuple[SourceView, ...]
    counted: tuple[tuple[str, str, str], ...]
    """What the verdict counts where a model wrote: which way it points, the words, the page of their passage."""
    removed: tuple[tuple[str, str], ...]
    steps: tuple[StepView, ...]
    """The questions it was answered by, where there are several."""
    notes: tuple[str, ...]
    """What was not searched, and where a model was asked and not used."""
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
    sentences = tuple(_sentence(line, answer, places) for line in answer.sentences)
    by_step = [
        tuple(shown for line, shown in zip(answer.sentences, sentences, strict=True) if line.step == number)
        for number in range(len(answer.steps))
    ]
    return AnswerView(
        anchor=anchor,
        question=answer.question,
        searched_as=answer.standalone_question if answer.standalone_question != answer.question else "",
        refused=answer.refused,
        reason=answer.reason,
        verdict=_verdict(answer.verdict, answer.counts),
        tint="mixed" if is_divided(answer.verdict, answer.counts) else _CLASS.get(answer.verdict or "", "none"),
        counts=tuple(_count(c.reading, c.sentences, c.papers) for c in answer.counts),
        caution=caution(answer.verdict, answer.model),
        sentences=() if answer.steps else sentences,
        sources=tuple(
            SourceView(n, some[0].paper, tuple(some))
            for n, group in groupby(cited, key=lambda view: view.n)
            if (some := list(group))
        ),
        counted=tuple(
            (READINGS.get(line.reading, ""), line.text, passage_address(line.passage_id, line.start, line.end))
            for line in answer.counted_sentences
        ),
        removed=tuple((line.text, line.reason) for line in answer.removed),
        steps=tuple(_step(step, shown) for step, shown in zip(answer.steps, by_step, strict=True)),
        notes=tuple(filter(None, (answer.note, answer.rewrite_note, *answer.not_searched))),
        nearest=tuple(_nearest(anchor, place, hit) for place, hit in enumerate(answer.retrieved[:NEAREST_SHOWN], 1)),
        searched=answer.searched,
        filters=tuple(_filter(name, value) for name, value in answer.filters.items()),
        writer="" if answer.provider == "extractive" else " ".join(filter(None, (answer.provider, answer.model))),
        seconds=f"{answer.ms['total'] / 1000:.2f}\u00a0s" if "total" in answer.ms else "",
        turn=answer.turn,
    )


def _sentence(line: AnswerSentence, answer: LibraryAnswer, places: Mapping[tuple[str, int, int], str]) -> ShownSentence:
    own = [c for c in answer.citations if c.n in line.citations and _is_of(c, line.text, answer)]
    numbers = tuple(dict.fromkeys((c.n, places[c.passage_id, c.start, c.end]) for c in own))
    reading, tint = READINGS.get(line.reading, ""), _CLASS.get(line.reading, "none")
    aside = line.why_not_counted or ("not counted" if line.counted is False else "")
    design = "" if line.design == StudyDesign.OTHER.value else line.design.replace("_", " ")
    return ShownSentence(line.text, any(c.quote == line.text for c in own), numbers, reading, tint, design, aside)


def _step(step: AnswerStep, sentences: tuple[ShownSentence, ...]) -> StepView:
    counts = "; ".join(_count(c.reading, c.sentences, c.papers) for c in step.counts)
    verdict = f"{_verdict(step.verdict, step.counts)}, by the sentences that count: {counts}" if step.verdict else ""
    outcome = f"Not answered. {step.reason}" if step.refused else verdict or step.reason
    return StepView(step.question, outcome, sentences)


def _verdict(verdict: Verdict | None, counts: Sequence[EvidenceCount]) -> str:
    """The verdict in words; empty where there is none."""
    words = verdict_words(verdict, counts) if verdict else ""
    return words[:1].upper() + words[1:]


def missing_passages(answer: LibraryAnswer) -> list[str]:
    """Ids of passages that are cited and were not handed out with the answer."""
    there = {hit.passage_id for hit in answer.retrieved}
    articles = (c for c in answer.citations if c.record == ARTICLE)
    return list(dict.fromkeys(c.passage_id for c in articles if c.passage_id not in there))


def passage_address(passage_id: str, start: int | None = None, end: int | None = None) -> str:
    """The page of a passage; ``start`` and ``end`` are characters of the article that are marked."""
    marked = f"?{urlencode({'start': start, 'end': end})}#words" if start is not None else ""
    return f"/passages/{passage_id}{marked}"


def paper_view(article: PassageHit | AnswerCitation | LibraryArticle) -> PaperView:
    """An article, a trial or a label as one line names it."""
    when = str(article.year) if article.year else ""
    if not isinstance(article, LibraryArticle) and article.record != ARTICLE:
        number = article.article_id
        url = f"https://clinicaltrials.gov/study/{number}" if article.record == "trial" else set_id_url(number)
        return PaperView(article.title, ", ".join(filter(None, (article.record, when))), number, safe_url(url))
    address = ""
    if article.pmcid:
        address = f"https://pmc.ncbi.nlm.nih.gov/articles/{article.pmcid}/"
    elif article.pmid:
        address = f"https://pubmed.ncbi.nlm.nih.gov/{article.pmid}/"
    elif article.doi:
        address = f"https://doi.org/{quote(article.doi)}"
    name = article.pmcid or (f"PMID {article.pmid}" if article.pmid else article.doi or article.file)
    return PaperView(
        article.title, ", ".join(filter(None, (article.led_by, article.journal, when))), name, safe_url(address)
    )


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
                first.n,
                f"{anchor}-passage-{passage_id}",
                paper_view(first),
                section or first.section,
                _at(first.file, [c.page for c in citations], f"characters {first.start:,} to {first.end:,}"),
                highlight(text, inside),
                passage_address(passage_id, first.start, first.end) if first.record == ARTICLE else "",
            )
        )
    return tuple(sorted(views, key=lambda view: view.n))


def _nearest(anchor: str, place: int, hit: PassageHit) -> CitedPassageView:
    return CitedPassageView(
        place,
        f"{anchor}-nearest-{place}",
        paper_view(hit),
        hit.section,
        _at(hit.file, [page.number for page in hit.pages], f"score {hit.score:.2f}"),
        highlight(hit.text, ()),
        passage_address(hit.passage_id) if hit.record == ARTICLE else "",
    )


def _at(file: str, pages: Sequence[int | None], place: str) -> str:
    return " · ".join(filter(None, (file_and_pages(file, pages), place)))


def _mark(anchor: str, citation: AnswerCitation) -> str:
    return f"{anchor}-words-{citation.passage_id}-{citation.start}-{citation.end}"


def _count(reading: str, sentences: int, papers: int) -> str:
    name = READINGS.get(reading, reading.replace("_", " ")).lower()
    return f"{name}: {sentences} sentence{'s' if sentences != 1 else ''} of {papers} paper{'s' if papers != 1 else ''}"


_FILTERS: Final[Mapping[str, str]] = {
    "kinds": "section",
    "since": "since",
    "until": "until",
    "journals": "journal",
    "article_types": "type",
    "licenses": "licence",
    "only": "only",
    "exclude": "without",
}


def _filter(name: str, value: Any) -> str:
    values: Sequence[Any] = value if isinstance(value, list | tuple) else (value,)
    return f"{_FILTERS.get(name, name)}: {', '.join(str(v) for v in values)}"
