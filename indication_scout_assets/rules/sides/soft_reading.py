"""A soft reading of articles that take no side: which of them are likely to support the drug all the same.

What belongs here: the facts of an article that are counted, and their weights. The reading orders articles for a reader
and says so in one of two words; it takes no side, and neither grade nor score knows of it.

The facts are what the rules find anyway: how often drug, disease and other agents are named, which phrases of
``result_phrases`` stand beside the drug before any guard is asked, and what results the guards left. Each is there or
not; the weights of those that are there are added up. The weights are whole numbers in ``soft_weights.json``, fitted by
``evaluation.soft_fitting`` to articles that people judged, and the same on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from ...domain.articles import Article
from ...domain.assessment import SoftReading, SoftWord
from ...domain.readings import TreatmentRelation
from ..language.mentions import DISEASE, DRUG, ArticleReader, Pair
from ..vocabulary import AGENT
from . import cues
from . import result_marks as marks
from . import result_phrases as phrases
from .article_sentences import ArticleSentence, article_sentences
from .result_clauses import ArticleFrame
from .results import ArticleResults, Place, places

_OFTEN = (1, 2, 3, 5)
"""Sentences from which on it is a fact of its own that they name something."""
_MOST = 0.4
"""Share of an article's sentences from which on most of it is about what they name."""


@dataclass(frozen=True)
class SoftWeights:
    """What each fact weighs, and from which sum on an article is called what."""

    likely: int
    unclear: int
    weights: Mapping[str, int]

    def sum_of(self, facts: frozenset[str]) -> int:
        return sum(weight for fact, weight in self.weights.items() if fact in facts)

    def reading_of(self, facts: frozenset[str]) -> SoftReading | None:
        """The word and the sum; ``None`` below both thresholds."""
        total = self.sum_of(facts)
        if total < self.unclear:
            return None
        return SoftReading(word=SoftWord.LIKELY if total >= self.likely else SoftWord.UNCLEAR, weight=total)


def read_softly(
    drug_names: Sequence[str], disease_names: Sequence[str], article: Article, intent: TreatmentRelation
) -> SoftReading | None:
    """How likely an article without a side is to support the drug; ``None`` where little speaks for it.

    Args:
        drug_names, disease_names: all names of the two, as for ``intent.read_intent``.
        intent: what ``read_intent`` gave.
    """
    facts = facts_of(drug_names, disease_names, article, intent)
    return shipped_weights().reading_of(facts) if facts else None


def facts_of(
    drug_names: Sequence[str], disease_names: Sequence[str], article: Article, intent: TreatmentRelation
) -> frozenset[str]:
    """The facts of an article that may weigh; none where it does not name both in any wording."""
    pair = Pair.named_in(drug_names, disease_names, article, near=True)
    if pair is None:
        return frozenset()
    reader = ArticleReader(pair, article)
    title, *rest = article_sentences(reader)
    standing = [(title, Place.TITLE), *zip(rest, places(rest), strict=True)]
    facts = {f"the drug {intent.value.replace('_', ' ')} the disease", *_numbers([title, *rest])}
    for sentence, place in standing:
        facts.update(_beside_drug(sentence, place))
    facts.update(_results(title, rest, ArticleFrame.of(reader, title, rest)))
    return frozenset(facts)


@lru_cache(maxsize=1)
def shipped_weights() -> SoftWeights:
    """The weights that come with the product."""
    return weights_from_json(files(__package__).joinpath("soft_weights.json").read_text("utf-8"))


def weights_from_json(text: str) -> SoftWeights:
    """The weights a file of ``evaluation.soft_fitting`` holds."""
    return SoftWeights(**json.loads(text))


# ------------------------------------------------------------------------------------------------ facts
def _numbers(sentences: Sequence[ArticleSentence]) -> Iterator[str]:
    """How often drug, disease, both and other agents are named."""
    masked = [sentence.masked for sentence in sentences]
    named = {
        "drug": sum(DRUG in text for text in masked),
        "disease": sum(DISEASE in text for text in masked),
        "both": sum(sentence.names_both for sentence in sentences),
    }
    for what, number in named.items():
        yield from (f"{what} in {least} sentences" for least in _OFTEN if number >= least)
        if number / len(masked) > _MOST:
            yield f"{what} in most sentences"
    agents = sum(bool(AGENT.search(text)) for text in masked)
    if agents > named["drug"]:
        yield "other agents in more sentences than the drug"
    if not agents:
        yield "no other agent"
    if len(masked) == 1:
        yield "no abstract"


def _beside_drug(sentence: ArticleSentence, place: Place) -> Iterator[str]:
    """What a sentence with the drug holds, whether or not a guard would take it away."""
    if DRUG not in sentence.masked:
        return
    what = "drug and disease" if sentence.names_both else "drug"
    yield f"{what} {'beside another agent' if AGENT.search(sentence.masked) else 'alone'}"
    if DRUG not in sentence.helping:
        yield f"{what} as no treatment"
    if marks.SAFETY.search(sentence.masked):
        yield f"{what} beside safety"
    for phrase in phrases.SUPPORTING:
        if phrase.pattern.search(sentence.helping):
            yield f"phrase {phrase.id}"
            yield from _told("benefit", what, place)
    if any(phrase.pattern.search(sentence.helping) for phrase in phrases.DENYING):
        yield from _told("denial", what, place)
    if cues.NO_EFFECT.search(sentence.helping):
        yield f"{what} beside no effect"


def _told(side: str, what: str, place: Place) -> Iterator[str]:
    yield f"{what} beside {side}"
    yield f"{what} beside {side}, {place.name.lower()}"


def _results(title: ArticleSentence, rest: Sequence[ArticleSentence], frame: ArticleFrame) -> Iterator[str]:
    """The results the guards leave, though they make no side."""
    readings = ArticleResults(title, rest, frame).readings
    for reading in readings:
        named = (DRUG in reading.sentence.masked, DISEASE in reading.sentence.masked)
        by = {(True, True): "both", (True, False): "the drug", (False, True): "the disease"}.get(named, "neither")
        yield f"result {reading.polarity.value}, {reading.place.name.lower()}"
        yield f"result {reading.polarity.value}, names {by}"
    if not readings:
        yield "no result"
