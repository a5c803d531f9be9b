"""An answer as a page shows it: sentences of papers with numbers that lead to their passages, and words of labels with
the way to their place.

What belongs here: looking up what an answer cites, and the words and addresses that its templates ask ``answers`` for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, urlencode

from markupsafe import Markup

from ...domain.questions.answers import Answer, AnswerRefusal, AnswerStep, AnswerVerdict, RefusalCause
from ...domain.questions.library import LibraryArticle, LibraryPassage, file_and_pages
from ...domain.questions.question_answering import AnswerCitation, AnswerSentence, PassageHit, RecordKind, Verdict
from ...reports.links import safe_url, set_id_url
from ...reports.views.quotes import MarkedSpan, highlight
from ...rules.questions.verdicts import verdict_words
from .monograph_views import place_address

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
CLASS: Final[Mapping[str, str]] = {
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
class AnswerView:
    """An answer with what its page looks up for it."""

    answer: Answer
    anchor: str
    cited: tuple[CitedPassageView, ...]
    """Each cited passage of a paper, a trial or a label cited by papers once, by its number."""
    nearest: tuple[CitedPassageView, ...]


def answer_view(answer: Answer, passages: Mapping[str, LibraryPassage], texts: Mapping[str, str]) -> AnswerView:
    """The answer as the page shows it.

    Args:
        answer: an answer or a refusal.
        passages: those that are cited and not among the retrieved ones, by id.
        texts: of their articles, by id.
    """
    anchor = f"turn-{answer.turn or 1}"
    nearest = (_nearest(anchor, place, hit) for place, hit in enumerate(answer.retrieved[:NEAREST_SHOWN], 1))
    return AnswerView(answer, anchor, _cited(answer, anchor, passages, texts), tuple(nearest))


# ------------------------------------------------------------------------------------------------ for templates
def refused_as(refusal: AnswerRefusal) -> str:
    """Why it was refused, in a word or two."""
    return "Not known." if refusal.sections_held else REFUSALS[refusal.cause]


def tint(verdict: AnswerVerdict) -> str:
    """The colour of a verdict."""
    return "mixed" if verdict.divided else CLASS[verdict.value]


def counts(verdict: AnswerVerdict) -> str:
    """The sentences and papers that a verdict counts, by what they say."""
    return "; ".join(_count(c.reading, c.sentences, c.papers) for c in verdict.votes)


def marks(line: AnswerSentence, anchor: str) -> list[tuple[int, str]]:
    """Number and anchor of the words that a sentence of the answer quotes, each once."""
    return list(dict.fromkeys((c.n, _mark(anchor, c)) for c in line.citations))


def label_place(line: AnswerSentence) -> str:
    """The page of the label whose words a sentence is, with them marked."""
    cited = line.citations[0]
    drug, section = cited.label.drug if cited.label else "", cited.passage_id.rpartition("#")[2]
    return place_address(drug, cited.article_id, int(section), cited.start, cited.end)


def outcome(step: AnswerStep) -> str:
    """What became of one of several questions."""
    if step.refused:
        return f"Not answered. {step.reason}"
    if step.verdict:
        return f"{in_words(step.verdict)}, by the sentences that count: {counts(step.verdict)}"
    return step.reason


def in_words(verdict: AnswerVerdict) -> str:
    """The verdict in words."""
    words = verdict_words(verdict)
    return words[:1].upper() + words[1:]


def limit(name: str, value: Any) -> str:
    """What the search was limited to by one filter."""
    values: Sequence[Any] = value if isinstance(value, list | tuple) else (value,)
    return f"{_FILTERS.get(name, name)}: {', '.join(map(str, values))}"


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
