"""Questions of whether a drug helps in a disease, answered by the sides that papers take for the pair.

What belongs here: telling such a question from others, and the one sentence of a paper that says what came of the drug
in the disease, by what a reader read of the whole paper: a sentence alone would not tell whose result it is. A question
that asks for more ("… survive longer in …") is read by its own words (``yes_no``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...domain.articles import AbstractSection, Article, PublicationType
from ...domain.questions.library import LibraryArticle, NameGroup
from ...domain.questions.question_answering import QuestionFrame, QuestionKind, Verdict
from ...domain.readings import ArticleReading, PairReading
from ...domain.statements import Polarity
from ..language.mentions import DISEASE, DRUG, Pair
from ..language.sentences import abstract_sentences
from .finding_signs import tells_aim, tells_method, tells_plan
from .pertinence import FORM, holds_enough
from .stems import content_stems
from .yes_no import leaves_open

_ASKING = re.compile(
    r"(?:(?:is|are|was|were|do|does|did|can|could|may|might|will|would|has|have|been|be|there|any|good"
    r"|really|the|an?|that"
    r"|evidence|shown|proven|known|it|to|of|for|in|on|with|by|as|against|help(?:s|ful)?|work(?:s|ed)?"
    r"|effective(?:ness)?"
    r"|efficac(?:y|ious)|active|activity|useful|use[ds]?|benefi(?:t|ts|cial)|treat(?:s|ed|ing|ment)?|therap(?:y|eutic)"
    r"|option|improve[sd]?|reliev(?:es?|ed|ing)|reduce[sd]?|alleviate[sd]?|ameliorate[sd]?|cure[sd]?|manage[sd]?"
    r"|management|prevent(?:s|ed|ing|ion)?|patients?|people|persons?|those|who|having|suffering|from|symptoms?|drug"
    r"|medicine|mild|moderate|severe|acute|chronic|frequent|active|advanced|metastatic|refractory"
    r"|relaps(?:ed|ing)|recurrent|(?:treatment-)?resistant)\b|[\s,?.])*"
)
"""What a question may hold beside drug and disease and still ask whether the one helps in the other."""
_HELPS_AGAINST = re.compile(
    r"\s+(?:(?:be|of|an?|any|been|shown|proven|known|to)\s)*"
    r"(?:help(?:s|ful)?|works?|effective|efficacious|active|useful|used?|benefi(?:t|cial)|treats?|relieves?|cures?"
    r"|alleviates?)\b\s*"
    r"(?:(?:in|for|against|with|as|on|to|the|an?|treat(?:ing|ment)?|therapy|of|reliev(?:e|ing)"
    r"|cur(?:e|ing)|manag(?:e|ing)"
    r"|management|patients|people|persons|those|who|have|having|suffering|from|symptoms)\s+)*"
    r"(?P<name>[^\s?.!,;:]+(?:\s[^\s?.!,;:]+){0,4})\s*[?.!]*",
    re.IGNORECASE,
)
"""What stands behind the drug where it is asked whether it helps, to the end of the question."""
_HELPS = re.compile(
    r"^(?:is|are|was|were|do|does|did|can|could|will|would)\b.*\b"
    r"(?:help(?:s|ful)?|works?|effective|efficacious|useful|good"
    r"|benefi(?:t|cial)|treat(?:s|ment)?|cures?|relieves?|alleviates?|active)\b",
    re.IGNORECASE,
)
_AGAINST_ANOTHER = re.compile(r"\b(?:than|versus|vs|compared|as (?:effective|good|well))\b", re.IGNORECASE)
_NO_DISEASE = re.compile(
    r"\b(?:weight (?:loss|reduction)|los(?:e|ing)|gain(?:ing)?|in|with|for|and|or|than|versus|vs"
    r"|compared|after|during|before|without|by"
    r"|(?:reduc|increas|improv|prevent)\w+|surviv\w+|mortality|deaths?|hospitali[sz]\w+|children|adults?|elderly"
    r"|(?:wo)?men|infants|pregnan\w+|it|this|that)\b",
    re.IGNORECASE,
)
"""Words that no name of a disease holds: of other outcomes, of people, and such as join."""
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


@lru_cache(maxsize=64)
def treatment_asked(frame: QuestionFrame) -> Pair | None:
    """The drug and the disease of a question that asks whether the one helps in the other; else ``None``."""
    drugs, diseases = _of_kind(frame.things, "drug"), _of_kind(frame.things, "disease")
    if frame.kind is not QuestionKind.YES_NO or frame.negated or len(drugs) != 1 or len(diseases) != 1:
        return None
    pair = Pair(drugs[0].names, diseases[0].names)
    rest = pair.mask(frame.text).replace(DRUG, " ").replace(DISEASE, " ")
    return pair if _ASKING.fullmatch(rest) else None


class TreatmentAsked(NamedTuple):
    """A drug and a disease, and the stems of whom or what else the question names: "in children", "after surgery"."""

    pair: Pair
    among: frozenset[str]

    def is_of(self, article: LibraryArticle) -> bool:
        """Whether a paper's title and abstract name enough of what else was asked."""
        return holds_enough(f"{article.title} {article.abstract}", self.among)


@lru_cache(maxsize=64)
def treatment_among(frame: QuestionFrame) -> TreatmentAsked | None:
    """As ``treatment_asked``, also where a question says of whom it asks: "does zelavir help scurvy in sailors"."""
    if pair := treatment_asked(frame):
        return TreatmentAsked(pair, frozenset())
    drugs, diseases = _of_kind(frame.things, "drug"), _of_kind(frame.things, "disease")
    if frame.kind is not QuestionKind.YES_NO or frame.negated or len(drugs) != 1 or not diseases:
        return None
    if not _HELPS.search(frame.text) or _AGAINST_ANOTHER.search(frame.text):
        return None
    pair = Pair(drugs[0].names, diseases[0].names)
    rest = content_stems(pair.mask(frame.text).replace(DRUG, " ").replace(DISEASE, " ")) - FORM
    return TreatmentAsked(pair, rest)


def with_disease(question: str, things: tuple[NameGroup, ...]) -> tuple[NameGroup, ...]:
    """What a question names, with the disease it asks about where the workspace does not know it, or only a wider one.

    That is what stands behind the words of help to the end: "hiccups" in "does zelavir help against hiccups", and
    "pustular psoriasis" where psoriasis is known. A name is all that is known of it, and the abbreviations of papers.

    Args:
        question: as it was asked.
        things: what of it is known.
    """
    drugs, diseases = _of_kind(things, "drug"), _of_kind(things, "disease")
    if len(drugs) != 1 or len(diseases) > 1:
        return things
    before, _, rest = question.partition(drugs[0].names[0])
    behind = _HELPS_AGAINST.fullmatch(rest)
    if not behind or not _ASKING.fullmatch(before.lower()) or _NO_DISEASE.search(behind["name"]):
        return things
    if diseases and _ASKING.fullmatch(behind["name"].replace(diseases[0].names[0], " ").lower()):
        return things
    return (drugs[0], NameGroup(kind="disease", names=(behind["name"],)))


def _of_kind(things: Sequence[NameGroup], kind: str) -> list[NameGroup]:
    return [thing for thing in things if thing.kind == kind]


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
    planned = (tells_aim, tells_plan, tells_method)
    results = [(place, text) for place, text in spans if not any(tells(text) for tells in planned)]
    telling = [place for place, _ in results if place in {(span.start, span.end) for span in alike}]
    both = [place for place, text in results if DRUG in text and DISEASE in text]
    naming = [place for place, text in results if DRUG in text]
    return (telling or both or naming or [place for place, _ in spans])[-1]


def _masked(pair: Pair, record: Article) -> Iterator[tuple[tuple[int, int], str]]:
    for span in abstract_sentences(record):
        yield (span.start, span.end), pair.mask(span.text)
