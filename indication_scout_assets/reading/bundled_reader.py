"""The bundled reader: what reads articles where no language model is asked.

What belongs here: a small trained model and the rules of language put together by one last layer, and the thresholds
from which on a direction is told. Both were fitted on pairs of their own, and stand in the model's file
(``trained_model``). Everything else of a reading is the rules' (``rule_reader``).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ..domain.findings.readings import (
    ArticleSpan,
    Direction,
    PairNames,
    PairReading,
    ReaderId,
    ReadFailure,
    StudyReading,
    TreatmentRelation,
)
from ..domain.findings.statements import Polarity
from ..domain.records.articles import Article
from ..rules.language.mentions import DISEASE, DRUG, Pair
from ..rules.names.name_matching import names_in
from ..rules.stance.intent import IntentReading
from ..rules.stance.polarity import names_combination
from ..text.bundled_encoder import best_precision
from .reader_protocol import BUNDLED, ArticleToRead, ReadingDraft
from .rule_reader import RuleText, completed_reading, is_harm_in_passing, read_study
from .trained_model import DIRECTIONS, Impression, masked_article, sentence_at, trained_model

_POLARITIES: Final = (Polarity.SUPPORTS, Polarity.HARM)
_LEAST: Final = 1e-4
_LIKELY: Final = 0.5
_NOT_RULED_OUT: Final = 0.1
_SURE: Final = 0.7
"""From which probability on the trained model is believed without the last layer."""
_LIKELY_ENOUGH: Final = 0.3
"""From which probability on a failure is believed that the rules read."""
_SURE_ALONE: Final = 0.9
"""From which probability on a failure is believed that the rules do not read."""
_RELATION: Final = {Direction.NO_BENEFIT: TreatmentRelation.NO_EFFECT, Direction.HARM: TreatmentRelation.CAUSES}
"""What the drug is to the disease by a direction; a benefit leaves open whether it treats or prevents."""


class PairText(RuleText):
    """An article under the names of one pair, as model and rules see it."""

    @cached_property
    def names_both(self) -> bool:
        """Whether the article names drug and disease, in any wording or near kin."""
        names = self.pair.drug_names, self.pair.all_disease_names
        return Pair.named_in(*names, self.article, near=True) is not None

    def features(self, impression: Impression) -> list[float]:
        """What the last layer sees, shape (7,): the model's log probabilities, and whether the rules find that the
        article reports a benefit, or harm."""
        likely = [math.log(max(probability, _LEAST)) for probability in impression.directions]
        return [*likely, *(float(self.intent.polarity is polarity) for polarity in _POLARITIES)]


class LastLayer:
    """A logistic layer over the features, and from which probability on each direction is told.

    Args:
        fitted: ``mean``, ``scale``, ``weights`` (5 x features), ``bias``, ``thresholds`` by direction, ``most_harm``.
    """

    def __init__(self, fitted: Mapping[str, Any]) -> None:
        self._fitted = fitted

    def probabilities(self, features: Sequence[float]) -> list[float]:
        """One for each of ``DIRECTIONS``."""
        fitted = self._fitted
        scaled = [(x - mean) / scale for x, mean, scale in zip(features, fitted["mean"], fitted["scale"], strict=True)]
        rows = zip(fitted["weights"], fitted["bias"], strict=True)
        sums = [bias + sum(weight * x for weight, x in zip(row, scaled, strict=True)) for row, bias in rows]
        highest = max(sums)
        powers = [math.exp(each - highest) for each in sums]
        return [power / sum(powers) for power in powers]

    def direction(self, features: Sequence[float]) -> Direction:
        """The most probable direction that reaches its threshold; ``none`` where none does.

        A benefit is not told where harm is not ruled out.
        """
        given = dict(zip(DIRECTIONS, self.probabilities(features), strict=True))
        thresholds = self._fitted["thresholds"]
        likely = [d for d in DIRECTIONS if d in thresholds and given[d] >= thresholds[d]]
        if Direction.BENEFIT in likely and given[Direction.HARM] > self._fitted["most_harm"]:
            likely.remove(Direction.BENEFIT)
        return max(likely, key=given.__getitem__, default=Direction.NONE)


@dataclass(frozen=True)
class BundledReader:
    """Reads by the trained model and the rules.

    Args:
        version: fingerprint of the code and weights that read.
    """

    version: str

    @property
    def id(self) -> ReaderId:
        return ReaderId(name=BUNDLED, version=f"{self.version}.{best_precision()}")

    def read(self, articles: Sequence[ArticleToRead]) -> Iterator[ReadingDraft | ReadFailure]:
        """One draft for each article; it never fails."""
        for article, pairs in articles:
            study = read_study(article)
            yield ReadingDraft(study, {pair.key: _of_pair(article, pair, study) for pair in pairs})


def _of_pair(article: Article, pair: PairNames, study: StudyReading) -> PairReading:
    """The pair's reading; of a narrower disease's result where it tells none of its own."""
    text = PairText(article, pair)
    reading = _directed(text)
    if reading.direction is Direction.NONE and pair.narrower_names and names_in(article.text, pair.narrower_names):
        wider = {"disease_names": (*pair.disease_names, *pair.narrower_names), "narrower_names": ()}
        narrower = _directed(PairText(article, pair.model_copy(update=wider)))
        if narrower.direction is not Direction.NONE:
            reading = narrower.model_copy(update={"of_narrower_disease": True})
    return completed_reading(text, reading, study)


def _directed(text: PairText) -> PairReading:
    """Relation and direction with the words they stand on."""
    rules = text.intent
    own = ArticleSpan.of(text.article, rules.field, rules.start, rules.end) if rules.field else None
    if not text.names_both:
        return _undirected(rules, own)
    model = trained_model()
    [impression] = model.impressions([masked_article(model.tokenizer, text.reader)])
    layer = LastLayer(model.card["last_layer"])
    direction = _against(rules, impression) or layer.direction(text.features(impression))
    given = dict(zip(DIRECTIONS, impression.directions, strict=True))
    failing = rules.polarity is Polarity.CONTRADICTS or given[Direction.BENEFIT] < given[Direction.NO_BENEFIT]
    unseen = not text.article.abstract and rules.polarity is not direction.polarity  # the model learnt from abstracts
    if direction is Direction.NONE or unseen or (direction is Direction.BENEFIT and failing):
        return _undirected(rules, own)
    span, cue = own, rules.cue
    if rules.polarity is not direction.polarity or own is None:
        place = sentence_at(text.article, impression.sentence)
        span, cue = (ArticleSpan.of(text.article, place[0], place[1].start, place[1].end), "") if place else (own, cue)
    title, masked = text.reader.mask(text.article.title), text.reader.mask(span.text if span else "")
    return PairReading(
        relation=_RELATION.get(direction, rules.intent if rules.intent.supports else TreatmentRelation.TREATS),
        direction=direction,
        of_combination=impression.together > _LIKELY or names_combination(title) or names_combination(masked),
        cautious=impression.cautious > _LIKELY,
        span=span,
        cue=cue,
        harm_in_passing=direction is Direction.HARM and is_harm_in_passing(title, masked),
    )


def sure_direction(article: Article, pair: PairNames) -> tuple[Direction, ArticleSpan | None]:
    """Which way the trained model alone takes an article of a search for harm, with a sentence that says so: the title
    where it names drug and disease. None where it is not sure, or where the drug was given with another one.

    The last layer was fitted on pairs of which most are about treatment, and holds back harm: it is asked only whether
    it rules out a benefit.
    """
    text, model = PairText(article, pair), trained_model()
    if not text.names_both:
        return Direction.NONE, None
    [impression] = model.impressions([masked_article(model.tokenizer, text.reader)])
    probability, direction = max(zip(impression.directions, DIRECTIONS, strict=True))
    if probability < _SURE or impression.together > _LIKELY:
        return Direction.NONE, None
    if direction is Direction.HARM:
        layer = LastLayer(model.card["last_layer"]).probabilities(text.features(impression))
        if layer[DIRECTIONS.index(Direction.BENEFIT)] >= _NOT_RULED_OUT:
            return Direction.NONE, None
    title = text.reader.mask(article.title)
    place = sentence_at(article, 0 if DRUG in title and DISEASE in title else impression.sentence)
    return direction, ArticleSpan.of(article, place[0], place[1].start, place[1].end) if place else None


def _undirected(rules: IntentReading, span: ArticleSpan | None) -> PairReading:
    """The relation that the rules find; that the drug has no effect is none without a direction."""
    if rules.intent is TreatmentRelation.NO_EFFECT:
        return PairReading()
    return PairReading(relation=rules.intent, span=span, cue=rules.cue)


def _against(rules: IntentReading, impression: Impression) -> Direction | None:
    """Harm that the rules read and the model does not rule out, or failure that both read or of which the model is
    sure; ``None`` for neither.

    Failures are too few in the pairs for calibration for a threshold of their own, and harm is not to be missed.
    """
    given = dict(zip(DIRECTIONS, impression.directions, strict=True))
    failing = given[Direction.NO_BENEFIT]
    if rules.polarity is Polarity.HARM and given[Direction.HARM] >= _NOT_RULED_OUT:
        return Direction.HARM
    failed = failing >= _SURE_ALONE or (rules.polarity is Polarity.CONTRADICTS and failing >= _LIKELY_ENOUGH)
    return Direction.NO_BENEFIT if failed else None
