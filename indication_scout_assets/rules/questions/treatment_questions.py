"""Questions of whether a drug helps in a disease, answered by the sides that papers take for the pair.

What belongs here: the pair that such a question asks of, and the sentence of a paper that says what came of the drug in
the disease, by what a reader read of the whole paper: a sentence alone would not tell whose result it is. A question
that asks for more ("… survive longer in …") is read by its own words (``yes_no``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...domain.findings.readings import ArticleReading, PairReading
from ...domain.findings.statements import Polarity
from ...domain.questions.library import LibraryArticle
from ...domain.questions.question_answering import QuestionFrame, QuestionKind, Verdict
from ...domain.records.articles import AbstractSection, Article, PublicationType
from ..language.mentions import DISEASE, DRUG, Pair
from ..language.sentences import abstract_sentences
from .finding_signs import tells_aim, tells_design, tells_plan
from .pertinence import asked_beside, holds_enough
from .yes_no import leaves_open

_VERDICTS = {
    Polarity.SUPPORTS: Verdict.YES,
    Polarity.CONTRADICTS: Verdict.NO,
    Polarity.HARM: Verdict.NO,
    Polarity.MIXED: Verdict.MAYBE,
}
_HEDGED = 0.5
"""Weight of a side stated with caution, as in a grade."""


class SideSentence(NamedTuple):
    """What a paper says of the pair: ``text[start:end]`` of the article."""

    verdict: Verdict
    start: int
    end: int
    cue: str
    weight: float


class TreatmentAsked(NamedTuple):
    """A drug and a disease, and the stems of whom or what else the question names: "in children", "after surgery"."""

    pair: Pair
    among: frozenset[str]

    def is_of(self, article: LibraryArticle) -> bool:
        """Whether a paper's title and abstract name enough of what else was asked."""
        return holds_enough(f"{article.title} {article.abstract}", self.among)


def treatment_asked(frame: QuestionFrame) -> TreatmentAsked | None:
    """The drug and the disease of a question that asks whether the one helps in the other; else ``None``."""
    drugs, diseases = frame.things_of("drug"), frame.things_of("disease")
    if frame.kind is not QuestionKind.YES_NO or not frame.helps or len(drugs) != 1 or not diseases:
        return None
    return TreatmentAsked(Pair(drugs[0].names, diseases[0].names), asked_beside(frame))


def side_sentence(pair: Pair, article: AbstractOf, reading: ArticleReading | None) -> SideSentence | None:
    """The sentence on which a paper's side rests; ``None`` where it takes none, or does not name both.

    A side that the title tells is shown by a sentence of the abstract that tells it as well, else by the last one that
    names drug and disease, else by the last one that names the drug; not by one that says what was planned. A paper
    whose title names both and that takes no side, but says at its end that something remains to be shown, says maybe.
    """
    record, places = article
    if not abstract_sentences(record) or reading is None:
        return None
    stated = reading.of_pair
    if stated.direction.polarity not in _VERDICTS:
        return _left_open(pair, record, places)
    start, end = _in_abstract(pair, record, stated)
    weight = _HEDGED if stated.cautious else 1.0
    return _placed(SideSentence(_VERDICTS[stated.direction.polarity], start, end, stated.cue, weight), places)


def _left_open(pair: Pair, record: Article, places: Sequence[tuple[int, int, int]]) -> SideSentence | None:
    title = pair.mask(record.title)
    if DRUG not in title or DISEASE not in title:
        return None
    last = abstract_sentences(record)[-1]
    cue = leaves_open(last.text)
    return _placed(SideSentence(Verdict.MAYBE, last.start, last.end, cue, _HEDGED), places) if cue else None


def _placed(side: SideSentence, places: Sequence[tuple[int, int, int]]) -> SideSentence | None:
    """The side's sentence by its place in the text instead of in the abstract; ``None`` where it stands in no part."""
    for part_start, part_end, in_text in places:
        if part_start <= side.start < part_end:
            shift = in_text - part_start
            return side._replace(start=side.start + shift, end=min(side.end, part_end) + shift)
    return None


class AbstractOf(NamedTuple):
    """A paper of a collection as readers take articles."""

    record: Article
    places: Sequence[tuple[int, int, int]]
    """Where each part of its abstract stands in the text: from, to, and the place of its first character there."""


def abstract_of(article: LibraryArticle) -> AbstractOf:
    """Title and abstract of a paper, under its publication types."""
    abstract, parts, places = "", [], []
    for section in article.sections:
        if section.kind != "abstract":
            continue
        abstract += " " if abstract else ""
        start = len(abstract)
        abstract += article.text[section.start : section.end]
        places.append((start, len(abstract), section.start))
        _, divided, heading = section.title.rpartition(" > ")
        if divided:
            parts.append(AbstractSection(heading=heading, start=start, end=len(abstract)))
    named = article.article_type.replace(";", ",").split(", ")
    types = tuple(PublicationType(name=name) for name in named if name)
    record = Article(
        id=article.id, title=article.title, abstract=abstract, sections=tuple(parts), publication_types=types
    )
    return AbstractOf(record, places)


def _in_abstract(pair: Pair, record: Article, stated: PairReading) -> tuple[int, int]:
    if stated.span and stated.span.field == "abstract":
        return stated.span.start, stated.span.end
    spans = list(_masked(pair, record))
    alike = [q.span for q in stated.quotations if q.span.field == "abstract" and q.direction is stated.direction]
    planned = (tells_aim, tells_plan, tells_design)
    results = [(place, text) for place, text in spans if not any(tells(text) for tells in planned)]
    telling = [place for place, _ in results if place in {(span.start, span.end) for span in alike}]
    both = [place for place, text in results if DRUG in text and DISEASE in text]
    naming = [place for place, text in results if DRUG in text]
    return (telling or both or naming or [place for place, _ in spans])[-1]


def _masked(pair: Pair, record: Article) -> Iterator[tuple[tuple[int, int], str]]:
    for span in abstract_sentences(record):
        yield (span.start, span.end), pair.mask(span.text)
