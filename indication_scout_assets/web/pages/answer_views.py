"""An answer as a page shows it: sentences of papers with numbers that lead to their passages, and words of labels with
the way to their place.

What belongs here: choosing, ordering and naming. The templates lay it out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final
from urllib.parse import quote, urlencode

from markupsafe import Markup

from ...domain.findings.study_designs import StudyDesign
from ...domain.questions.answers import Answer, AnswerPicture, AnswerStep, AnswerVerdict, RefusalCause, SearchedLabel
from ...domain.questions.library import LibraryArticle, LibraryPassage, file_and_pages
from ...domain.questions.question_answering import AnswerCitation, AnswerSentence, PassageHit, RecordKind, Verdict
from ...reports.links import safe_url, set_id_url
from ...reports.views.quotes import MarkedSpan, highlight
from ...rules.questions.verdicts import verdict_words
from .monograph_views import drug_address, picture_address, place_address

NEAREST_SHOWN: Final = 5
REFUSALS: Final[Mapping[RefusalCause, str]] = {
    RefusalCause.NOT_COVERED: "Not answered.",
    RefusalCause.NOT_IN_LABEL: "Not in the label.",
    RefusalCause.DID_YOU_MEAN: "Is another name meant?",
    RefusalCause.NO_DRUG: "No drug is named.",
    RefusalCause.ADVICE_REFUSED: "Advice is not given.",
    RefusalCause.ERROR: "Nothing is shown.",
}
READINGS: Final[Mapping[str, str]] = {reading: reading.replace("_", " ").capitalize() for reading in Verdict}
_CLASS: Final[Mapping[str, str]] = {
    Verdict.YES: "supports",
    Verdict.NO: "contradicts",
    Verdict.MAYBE: "mixed",
    Verdict.INCREASED: "increased",
    Verdict.DECREASED: "decreased",
    Verdict.NO_DIFFERENCE: "neutral",
}
"""Of the colours; the word says what the colour only repeats. More or less of something is neither good nor bad."""
_FILTERS: Final[Mapping[str, str]] = {
    "kinds": "section",
    "journals": "journal",
    "article_types": "type",
    "licenses": "licence",
    "exclude": "without",
}


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
    """An answer as the page shows it: what it is made of, with the ways to its places."""

    answer: Answer
    anchor: str
    refused_as: str
    """Why it was refused, in a word or two; empty where it was not."""
    verdict: str
    tint: str
    counts: tuple[str, ...]
    sentences: tuple[ShownSentence, ...]
    """Of papers, where they are not told by steps."""
    label_words: tuple[tuple[AnswerSentence, str], ...]
    """Sentences of labels, each with its place in the label's page."""
    labels_first: bool
    """Whether the words of labels come before the sentences of papers."""
    sources: tuple[SourceView, ...]
    counted: tuple[tuple[str, str, str], ...]
    """What the verdict counts where a model wrote: which way it points, the words, the page of their passage."""
    steps: tuple[StepView, ...]
    """The questions it was answered by, where there are several."""
    pictures: tuple[tuple[AnswerPicture, str], ...]
    """With where their bytes are served; empty where they are not held."""
    nearest: tuple[CitedPassageView, ...]
    searched: str
    filters: tuple[str, ...]
    labels: tuple[tuple[str, str, str], ...]
    """The labels searched: title, region with version, page."""
    why: str
    seconds: str


def answer_view(answer: Answer, passages: Mapping[str, LibraryPassage], texts: Mapping[str, str]) -> AnswerView:
    """The answer as the page shows it.

    Args:
        answer: an answer or a refusal.
        passages: those that are cited and not among the retrieved ones, by id.
        texts: of their articles, by id.
    """
    anchor = f"turn-{answer.turn or 1}"
    of_papers = [line for line in answer.sentences if not line.of_label]
    cited = _cited(answer, anchor, passages, texts)
    shown = [_sentence(line, anchor) for line in of_papers]
    by_step = [
        tuple(view for line, view in zip(of_papers, shown, strict=True) if line.step == number)
        for number in range(len(answer.steps))
    ]
    verdict, refusal = answer.verdict, answer.refusal
    held_in_part = refusal is not None and bool(refusal.sections_held)
    return AnswerView(
        answer=answer,
        anchor=anchor,
        refused_as=("Not known." if held_in_part else REFUSALS[refusal.cause]) if refusal else "",
        verdict=_verdict(verdict),
        tint="none" if verdict is None else "mixed" if verdict.divided else _CLASS[verdict.value],
        counts=tuple(_count(c.reading, c.sentences, c.papers) for c in verdict.votes) if verdict else (),
        sentences=() if answer.steps else tuple(shown),
        label_words=tuple((line, _place(line)) for line in answer.sentences if line.of_label),
        labels_first=bool(answer.sentences) and answer.sentences[0].of_label,
        sources=tuple(
            SourceView(n, some[0].paper, tuple(some))
            for n, group in groupby(cited, key=lambda view: view.n)
            if (some := list(group))
        ),
        counted=tuple(
            (READINGS.get(line.reading, ""), line.text, passage_address(cited.passage_id, cited.start, cited.end))
            for line in answer.counted_sentences
            for cited in line.citations
        ),
        steps=tuple(_step(step, views) for step, views in zip(answer.steps, by_step, strict=True)),
        pictures=tuple((p, picture_address(p.drug, p.file, p.sha256 or p.drawn_from)) for p in answer.pictures),
        nearest=tuple(_nearest(anchor, place, hit) for place, hit in enumerate(answer.retrieved[:NEAREST_SHOWN], 1)),
        searched=" ".join(entry.searched for entry in answer.sources if entry.searched),
        filters=tuple(_filter(name, value) for name, value in answer.asks.filters.items()),
        labels=tuple(_label(label) for entry in answer.sources for label in entry.labels),
        why=answer.why if len(answer.sources) > 1 else answer.asks.reason,
        seconds=f"{answer.elapsed_ms / 1000:.2f}\u00a0s" if answer.elapsed_ms else "",
    )


def _sentence(line: AnswerSentence, anchor: str) -> ShownSentence:
    numbers = tuple(dict.fromkeys((c.n, _mark(anchor, c)) for c in line.citations))
    reading, tint = READINGS.get(line.reading, ""), _CLASS.get(line.reading, "none")
    aside = line.why_not_counted or ("not counted" if line.counted is False else "")
    design = "" if line.design == StudyDesign.OTHER.value else line.design.replace("_", " ")
    word_for_word = any(c.quote == line.text for c in line.citations)
    return ShownSentence(line.text, word_for_word, numbers, reading, tint, design, aside)


def _label(label: SearchedLabel) -> tuple[str, str, str]:
    about = ", version ".join(filter(None, (label.region, label.version)))
    return label.title or label.set_id, about, drug_address(label.drug, label=label.set_id)


def _place(line: AnswerSentence) -> str:
    """The page of the label whose words a sentence is, with them marked."""
    cited = line.citations[0]
    drug, section = cited.label.drug if cited.label else "", cited.passage_id.rpartition("#")[2]
    return place_address(drug, cited.article_id, int(section), cited.start, cited.end)


def _step(step: AnswerStep, sentences: tuple[ShownSentence, ...]) -> StepView:
    counts = "; ".join(_count(c.reading, c.sentences, c.papers) for c in step.verdict.votes) if step.verdict else ""
    verdict = f"{_verdict(step.verdict)}, by the sentences that count: {counts}" if step.verdict else ""
    outcome = f"Not answered. {step.reason}" if step.refused else verdict or step.reason
    return StepView(step.question, outcome, sentences)


def _verdict(verdict: AnswerVerdict | None) -> str:
    """The verdict in words; empty where there is none."""
    words = verdict_words(verdict) if verdict else ""
    return words[:1].upper() + words[1:]


def missing_passages(answer: Answer) -> list[str]:
    """Ids of passages that are cited and were not handed out with the answer."""
    there = {hit.passage_id for hit in answer.retrieved}
    papers = (c for c in answer.citations if c.source is RecordKind.PAPER)
    return list(dict.fromkeys(c.passage_id for c in papers if c.passage_id not in there))


def passage_address(passage_id: str, start: int | None = None, end: int | None = None) -> str:
    """The page of a passage; ``start`` and ``end`` are characters of the article that are marked."""
    marked = f"?{urlencode({'start': start, 'end': end})}#words" if start is not None else ""
    return f"/passages/{passage_id}{marked}"


def paper_view(article: PassageHit | AnswerCitation | LibraryArticle) -> PaperView:
    """An article, a trial or a label as one line names it."""
    when = str(article.year) if article.year else ""
    if not isinstance(article, LibraryArticle) and article.source is not RecordKind.PAPER:
        number = article.article_id
        is_trial = article.source is RecordKind.TRIAL
        url = f"https://clinicaltrials.gov/study/{number}" if is_trial else set_id_url(number)
        return PaperView(article.title, ", ".join(filter(None, (article.source, when))), number, safe_url(url))
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


def _cited(
    answer: Answer, anchor: str, passages: Mapping[str, LibraryPassage], texts: Mapping[str, str]
) -> tuple[CitedPassageView, ...]:
    """Each cited passage once, by number and place."""
    hits = {hit.passage_id: (hit.start, hit.text, hit.section) for hit in answer.retrieved}
    for passage in passages.values():
        text = texts.get(passage.article_id, "")[passage.start : passage.end]
        hits.setdefault(passage.id, (passage.start, text, passage.section))
    by_passage: dict[str, list[AnswerCitation]] = {}
    for citation in (citation for citation in answer.citations if citation.label is None):
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
                passage_address(passage_id, first.start, first.end) if first.source is RecordKind.PAPER else "",
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
        passage_address(hit.passage_id) if hit.source is RecordKind.PAPER else "",
    )


def _at(file: str, pages: Sequence[int | None], place: str) -> str:
    return " · ".join(filter(None, (file_and_pages(file, pages), place)))


def _mark(anchor: str, citation: AnswerCitation) -> str:
    return f"{anchor}-words-{citation.passage_id}-{citation.start}-{citation.end}"


def _count(reading: str, sentences: int, papers: int) -> str:
    name = READINGS.get(reading, reading.replace("_", " ")).lower()
    return f"{name}: {sentences} sentence{'s' if sentences != 1 else ''} of {papers} paper{'s' if papers != 1 else ''}"


def _filter(name: str, value: Any) -> str:
    values: Sequence[Any] = value if isinstance(value, list | tuple) else (value,)
    return f"{_FILTERS.get(name, name)}: {', '.join(map(str, values))}"
