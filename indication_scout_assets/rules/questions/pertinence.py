"""Whether a sentence is about what a question asks, so that it may count: what is named, the endpoint, a number.

What belongs here: the drugs, diseases and outcome of a question held against a sentence, and whether it tells a number
of the kind asked for. A small library holds papers
on other uses and other outcomes of a drug; what they found says nothing of the one that was asked about. Where a
question names no drug or disease that the workspace knows, every sentence may count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from ...domain.questions.library import NameGroup
from ...domain.questions.question_answering import AskedValue, QuestionFrame, QuestionKind
from ...domain.records.articles import Article
from ..language.mentions import ArticleReader, Pair
from ..names.drug_mentions import names_drug
from ..names.name_matching import names_in
from .finding_signs import finding_strength
from .stems import FORM, content_stems

ENOUGH = 2 / 3
"""Share of the words for an outcome that a sentence has to hold: both of two, since "blood clots" are no blood."""
_REFERS_BACK = re.compile(
    r"(?:(?:thus|however|therefore|moreover|in addition|but|and|although),? )?(?:it|they|this|these|those|such|both"
    r"|the (?:drug|agent|treatment|therapy|combination|compound|intervention|same)|treatment|therapy)\b",
    re.IGNORECASE,
)
"""How a sentence begins that speaks of what the one before it named."""


_PEOPLE = (
    r"(?:patients?|participants?|people|subjects?|persons?|women|men|children|adults|infants|volunteers?|cases?|pairs?)"
)
_UNITS = r"(?:mg|mcg|µg|μg|g|kg|ng|ml|units?|iu|mmol|meq|%|milligrams?|micrograms?)"
_SMALL_NUMBERS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|half|none|no"
_TIMES = r"(?:hours?|minutes?|days?|weeks?|months?|years?)"
_SAYS = {
    AskedValue.DOSE: re.compile(
        rf"\d[\d.,]*(?:\s?(?:to|-|–|or|and)\s?\d[\d.,]*)?[\s-]?{_UNITS}(?![a-z])", re.IGNORECASE
    ),
    AskedValue.NUMBER: re.compile(
        rf"\d ?(?:%|percent\b|per cent\b)|\bn ?= ?\d|\d (?:of|out of) (?:the )?\d|\b\d+/\d+\b"
        rf"|(?:(?<![\w.-])\d[\d,]*|\b(?:{_SMALL_NUMBERS}))(?: \(?[\w-]+\)?){{0,3}} {_PEOPLE}\b",
        re.IGNORECASE,
    ),
    AskedValue.TIME: re.compile(
        rf"(?:\d|\b(?:{_SMALL_NUMBERS}))[\s-]{_TIMES}\b|\b(?:once|twice|daily|weekly|monthly|every)\b",
        re.IGNORECASE,
    ),
}
"""What holds a number of each kind."""


def asks_harms(frame: QuestionFrame) -> bool:
    """Whether a question asks what a drug that is known does to people beside what it is given for."""
    return frame.kind is QuestionKind.OPEN and frame.harms and bool(frame.things)


def asked_beside(frame: QuestionFrame) -> frozenset[str]:
    """The stems of what a question names beside the drugs and diseases that are known: "cold extremities"."""
    known = content_stems(" ".join(name for thing in frame.things for name in thing.names[:1]))
    return frozenset(stem for stem in content_stems(frame.named) - FORM - known if not stem.isdigit())


def is_about(
    frame: QuestionFrame,
    sentence: str,
    before: str,
    title: str,
    short_forms: Mapping[str, str],
    *,
    concludes: bool,
) -> bool:
    """Whether a sentence is about every drug and disease that the question names and the workspace knows, and about the
    outcome that it asks for.

    A drug or disease is named by the sentence itself, the paper's title, or the sentence before, where this one refers
    back ("it", "these patients"); the outcome by the sentence or the one it refers to. A sentence that does not name
    all of them itself has to tell a finding or stand where papers conclude, and not be of another drug. A question that
    names one drug and nothing else asks for nothing that a sentence could be about.

    Args:
        frame: the question.
        sentence: as it stands.
        before: the sentence before it in the same passage; empty where there is none.
        title: of the paper; empty where titles are left out.
        short_forms: the paper's abbreviations with what they stand for.
        concludes: whether the sentence stands where papers conclude.
    """
    referred = before if _REFERS_BACK.match(sentence) else ""
    if not frame.things:
        return holds_enough(f"{sentence} {referred} {title}", content_stems(frame.endpoint) - FORM)
    outcome = asked_beside(frame)
    to_the_point = (bool(outcome) or len(frame.things) > 1) and holds_enough(f"{sentence} {referred}", outcome)
    if not to_the_point or _all_named(frame.things, sentence, short_forms):
        return to_the_point
    tells = concludes or finding_strength(sentence) > 0
    drugs = tuple(name for thing in frame.things if thing.kind == "drug" for name in thing.names)
    another = not names_drug(sentence, drugs) and _names_another(drugs, title, sentence)
    return tells and not another and _all_named(frame.things, f"{sentence} {referred} {title}", short_forms)


def _names_another(drugs: tuple[str, ...], title: str, sentence: str) -> bool:
    """Whether a sentence names another drug than these, or what its paper studies beside them by its title."""
    reader = _reader(drugs, title)
    return reader.names_another_agent(reader.mask(sentence))


@lru_cache(maxsize=256)
def _reader(drugs: tuple[str, ...], title: str) -> ArticleReader:
    return ArticleReader(Pair(drugs, ()), Article(id="title", title=title))


def holds_enough(text: str, stems: frozenset[str]) -> bool:
    """Whether a text holds ``ENOUGH`` of some words, by their stems."""
    return len(stems & content_stems(text)) >= ENOUGH * len(stems)


def names_things(frame: QuestionFrame, sentence: str, before: str, title: str, short_forms: Mapping[str, str]) -> bool:
    """Whether every drug and disease that a question names is named by a sentence, its paper's title, or the sentence
    before where this one refers back. The arguments are those of ``is_about``."""
    referred = before if _REFERS_BACK.match(sentence) else ""
    return _all_named(frame.things, f"{sentence} {referred} {title}", short_forms)


def _all_named(things: Iterable[NameGroup], text: str, short_forms: Mapping[str, str]) -> bool:
    return all(_names(thing, text, short_forms) for thing in things)


def _names(thing: NameGroup, text: str, short_forms: Mapping[str, str]) -> bool:
    """Whether a text names a thing, by a name, an abbreviation of its paper, or its words in another order."""
    spelled = " ".join([text, *(full for short, full in short_forms.items() if names_in(text, [short]))])
    held, naming = content_stems(spelled), names_drug if thing.kind == "drug" else names_in
    return bool(naming(spelled, thing.names)) or any(
        stems <= held for stems in map(content_stems, thing.names) if len(stems) > 1
    )


def tells_value(text: str, frame: QuestionFrame) -> bool:
    """Whether a text tells a number of the kind a question asks for, and of what is asked: a dose next to the drug's
    name, a number of those who had something next to at least half of the words for it.
    """
    if frame.value is None:
        return True
    wanted = content_stems(frame.value_of)
    return bool(_SAYS[frame.value].search(text)) and len(wanted & content_stems(text)) * 2 >= len(wanted)
