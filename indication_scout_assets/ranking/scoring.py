"""The score of an article for a topic: a weighted mean of components, each between 0 and 1.

What belongs here: the weights of each configuration and the arithmetic. Components come from ``lexical``, from
vectors, from the ``gate``, from the readings of the articles and, for reviews of a class, from ``patient_cues``;
wording is in ``reasons``.

A pair's score asks first whether the text names the drug, then whether it names the disease, how near the two stand and
whether a sentence says that the one treats the other; closeness in words and in meaning orders what is equal so far. A
boost for trials is no part of it: kinds of evidence have places (``quotas``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from ..domain.findings.evidence import RankingComponents
from ..domain.findings.readings import ArticleReading, TreatmentRelation
from ..domain.findings.study_designs import StudyDesign
from ..domain.records.articles import Article
from .gate import GateVerdict, gate_of, words_of
from .retrieval.queries import AXES
from .topics import Topic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[np.float64]


import re

_CUES = (
    # for: compared, for long, with outcomes patients feel
    (0.1, r"\b\d+[ -](?:weeks?|months?|years?)\b"),
    (0.1, r"\b(?:long[- ]term|follow-?up|extension)\b"),
    (0.1, r"\b(?:versus|vs\.?|compar\w+|superior|equivalen\w+)\b"),
    (0.2, r"\b(?:mortality|deaths?|cardiovascular events|myocardial infarction)\b"),
    # against: other routes, kinetics, operations, single doses, mechanisms, people without the disease
    (
        -0.2,
        r"\b(?:intrathecal|epidural|topical|intranasal|intravenous|infusion|injection|intravitreal|inhal\w+"
        r"|intra-?articular|bolus|i\.?v\.?)\b",
    ),
    (-0.15, r"\bpharmacokinetic\w*|\bbioavailab\w*|\bplasma (?:levels?|concentrations?)\b"),
    (-0.1, r"\b(?:surg\w+|postoperative|an[ae]*esthesi\w+|perioperative|bypass)\b"),
    (-0.1, r"\b(?:acute|single dose|single oral)\b"),
    (-0.1, r"\b(?:mechanism|receptor|expression|in vitro|cells?|channels?|hemodynamic\w*|heart rate)\b"),
    (-0.1, r"\bhealthy (?:\w+ )?(?:volunteers|subjects|men|women|adults)\b|\bvolunteers\b"),
)
_PATTERNS = tuple((weight, re.compile(cue, re.IGNORECASE)) for weight, cue in _CUES)
COMMON = 0.4
"""Share of the typical texts from which on a cue is what the review is about."""
LEAST = sum(weight for weight, _ in _CUES if weight < 0)
MOST = sum(weight for weight, _ in _CUES if weight > 0)


def patient_cues(texts: Sequence[str], typical: Sequence[int] = ()) -> list[float]:
    """For each text, the sum of the weights of its cues, mapped to 0 (all against) … 1 (all for).

    Args:
        texts: titles with abstracts.
        typical: places of the texts that answer the question best by other means. A cue against that more than
            ``COMMON`` of them show is what the review is about (injections, acute attacks) and speaks against nothing.
    """
    telling = [
        (weight, pattern) for weight, pattern in _PATTERNS if weight > 0 or not _is_common(pattern, texts, typical)
    ]
    totals = (sum(weight for weight, pattern in telling if pattern.search(text)) for text in texts)
    return [(total - LEAST) / (MOST - LEAST) for total in totals]


def _is_common(pattern: re.Pattern[str], texts: Sequence[str], typical: Sequence[int]) -> bool:
    return sum(1 for i in typical if pattern.search(texts[i])) > COMMON * len(typical) > 0


CONSTANT = 0.5
"""What every item of a list without differences gets: neither best nor worst, so the other score decides."""


def min_max(scores: Sequence[float]) -> list[float]:
    """Scores mapped linearly to [0, 1]: the least to 0, the greatest to 1; a constant list to ``CONSTANT``.

    Raises:
        ValueError: a score is not a finite number.
    """
    if not all(math.isfinite(score) for score in scores):
        raise ValueError("scores must be finite numbers")
    if not scores:
        return []
    low, high = min(scores), max(scores)
    spread = high - low
    if spread <= 0 or not math.isfinite(spread):
        return [CONSTANT] * len(scores)
    return [min(1.0, (score - low) / spread) for score in scores]


def reciprocal_ranks(scores: Sequence[float], k: int = 60) -> list[float]:
    """``(k + 1) / (k + rank)`` of each score, the best 1, equals sharing a rank (Cormack 2009, scaled to 1).

    The robust fallback where scores have no scale worth keeping.
    """
    order = sorted(scores, reverse=True)
    rank = {score: place for place, score in reversed(list(enumerate(order, start=1)))}
    return [(k + 1) / (k + rank[score]) for score in scores]


KIN = 0.6
"""What a near kin of the disease counts, where the disease itself is not named."""
TREATS, NO_EFFECT, SILENT, CAUSES = 1.0, 0.75, 0.5, 0.0
"""What a reading of the text counts: a trial without effect is about the drug as a treatment all the same."""
FEEDBACK = 10
"""Best articles whose mean vector stands for what the review looks for."""
TYPICAL = 20
"""Best articles by words and meaning that show what a review is about."""
_STUDY_VALUE = {
    StudyDesign.RANDOMIZED_TRIAL: 1.0,
    StudyDesign.META_ANALYSIS: 1.0,
    StudyDesign.SYSTEMATIC_REVIEW: 1.0,
    StudyDesign.CLINICAL_TRIAL: 0.8,
    StudyDesign.COHORT: 0.8,
    StudyDesign.CASE_CONTROL: 0.6,
    StudyDesign.GUIDELINE: 0.6,
    StudyDesign.CROSS_SECTIONAL: 0.5,
    StudyDesign.OTHER: 0.4,
    StudyDesign.CASE_SERIES: 0.2,
    StudyDesign.PROTOCOL: 0.2,
    StudyDesign.NARRATIVE_REVIEW: 0.2,
    StudyDesign.COMMENTARY: 0.1,
}
"""How much a design counts where a class of drugs is reviewed; others nothing."""


ReadPair: TypeAlias = Callable[[Topic, Sequence[Article]], Sequence[ArticleReading]]
"""What each of some articles says of a topic's pair, in their order; brief readings will do."""


@dataclass(frozen=True)
class Configuration:
    """Weights of one way of ranking. The score is the mean of the components, weighted; what is 0 is not computed."""

    lexical: float
    """Share of words in the fused score of words and meaning, 0 to 1."""
    axes: tuple[str, ...] = tuple(AXES)
    """The framings that are embedded."""
    reciprocal: bool = False
    """Fuse by reciprocal rank instead of min-max."""
    absolute: bool = False
    """Cosines as they are, 0 to 1, instead of stretched within the topic: the best of a poor lot stays poor."""
    drug: float = 0.0
    disease: float = 0.0
    title: float = 0.0
    near: float = 0.0
    intent: float = 0.0
    study: float = 0.0
    focus: float = 0.0
    feedback: float = 0.0
    feedback_from: int = FEEDBACK
    sentences: bool = False
    """Meaning by the two best sentences instead of the whole text."""
    tokens: float = 0.0
    """Late interaction's weight beside the fused score's 1, where the embedder shows its tokens."""
    lexical_unread: float = 0.0
    """In place of ``lexical`` where late interaction, which reads words too, takes no part."""
    tokens_depth: int = 20
    """Best articles of the fused score that late interaction reads."""

    @property
    def gated(self) -> bool:
        return self.drug > 0


PAIR = Configuration(lexical=0.35, drug=2.2, disease=1.0, title=0.1, near=0.4, intent=0.4)
"""A drug and a disease."""
QUESTION = Configuration(lexical=0.18, absolute=True, sentences=True, tokens=0.5, lexical_unread=0.25)
"""A question in free words."""
CLASS = Configuration(lexical=0.5, disease=0.1, title=0.1, study=0.2, focus=1.25, feedback=1.0)
"""A class of drugs: its documents were mostly found by the drugs' names, so naming one tells little."""


@dataclass
class Scores:
    """The components of all articles of a topic, as columns in the order of the articles."""

    score: Column
    cosine: Column
    lexical: Column
    cosine_normalized: Column
    lexical_normalized: Column
    fused: Column
    parts: dict[str, Column] = field(default_factory=dict)
    """Further components by name, each 0 to 1."""
    verdicts: Sequence[GateVerdict] = ()
    readings: dict[int, ArticleReading] = field(default_factory=dict)
    """What articles say of the pair, by their place in the list; only of those that name drug and disease (or its
    kin)."""

    def components(self, i: int) -> RankingComponents:
        """All numbers of one article."""
        parts = {name: part.item(i) for name, part in self.parts.items()}
        return RankingComponents(
            cosine=self.cosine.item(i),
            lexical=self.lexical.item(i),
            cosine_normalized=self.cosine_normalized.item(i),
            lexical_normalized=self.lexical_normalized.item(i),
            fused=self.fused.item(i),
            **{name: value for name, value in parts.items() if not math.isnan(value)},
        )


def score(
    topic: Topic,
    articles: Sequence[Article],
    lexical: Sequence[float],
    cosine: Sequence[float],
    configuration: Configuration,
    read: ReadPair,
    vectors: NDArray[np.float32] | None = None,
) -> Scores:
    """Score articles for a topic.

    Args:
        topic: its names are what the gate looks for.
        articles: those that can be ranked.
        lexical: BM25 of each, in the same order.
        cosine: similarity of each to the nearest of the topic's claims, -1 to 1.
        configuration: the weights.
        read: what the articles say of the topic's pair; asked only where it takes part in the score.
        vectors: unit vectors of the articles, shape (n, dimension); only needed for feedback.
    """
    import numpy as np  # noqa: PLC0415

    fuse_by = reciprocal_ranks if configuration.reciprocal else min_max
    words = np.asarray(fuse_by(lexical))
    meaning = np.clip(np.asarray(cosine, dtype=float), 0, 1) if configuration.absolute else np.asarray(fuse_by(cosine))
    fused = configuration.lexical * words + (1 - configuration.lexical) * meaning
    scores = Scores(fused, np.asarray(cosine), np.asarray(lexical), meaning, words, fused)
    if topic.is_pair:
        _add_gate(scores, topic, articles, configuration, read)
        _add_studies(scores, topic, articles, configuration, read)
    weights = {name: getattr(configuration, name) for name in scores.parts}
    scores.score = (fused + sum(weights[name] * part for name, part in scores.parts.items())) / (
        1 + sum(weights.values())
    )
    if configuration.feedback and topic.is_pair and vectors is not None:
        _add_feedback(scores, vectors, configuration, 1 + sum(weights.values()))
    return scores


def _add_gate(
    scores: Scores, topic: Topic, articles: Sequence[Article], configuration: Configuration, read: ReadPair
) -> None:
    """What each article names, and what it says of the two."""
    import numpy as np  # noqa: PLC0415

    if not (configuration.gated or configuration.disease):
        return
    gate = gate_of(topic)
    verdicts = [gate.verdict(*words_of(article)) for article in articles]
    scores.verdicts = verdicts
    if configuration.gated:
        scores.parts["drug"] = np.array([v.names_drug for v in verdicts], dtype=float)
    scores.parts["disease"] = np.array([1.0 if v.names_disease else KIN * v.names_kin for v in verdicts])
    if configuration.gated:
        scores.parts["title"] = np.array([v.disease_in_title or v.kin_in_title for v in verdicts], dtype=float)
    else:
        scores.parts["title"] = np.array([v.drug_in_title for v in verdicts], dtype=float)
    if configuration.near:
        scores.parts["near"] = np.array([v.near for v in verdicts], dtype=float)
    if configuration.intent:
        passing = [i for i, verdict in enumerate(verdicts) if verdict.passes]
        scores.readings = dict(zip(passing, read(topic, [articles[i] for i in passing]), strict=True))
        column = np.full(len(articles), SILENT)
        for i, reading in scores.readings.items():
            column[i] = intent_value(reading.of_pair.relation)
        scores.parts["intent"] = column


def intent_value(intent: TreatmentRelation) -> float:
    """What a reading counts in the score, 0 to 1."""
    if intent.supports:
        return TREATS
    return {TreatmentRelation.NO_EFFECT: NO_EFFECT, TreatmentRelation.CAUSES: CAUSES}.get(intent, SILENT)


def _add_studies(
    scores: Scores, topic: Topic, articles: Sequence[Article], configuration: Configuration, read: ReadPair
) -> None:
    import numpy as np  # noqa: PLC0415

    if configuration.study:
        designs = [reading.study.design.design for reading in read(topic, articles)]
        scores.parts["study"] = np.array([_STUDY_VALUE.get(design, 0.0) for design in designs])
    if configuration.focus:
        typical = np.argsort(-scores.fused, kind="stable")[:TYPICAL]
        scores.parts["focus"] = np.array(patient_cues([article.text for article in articles], typical.tolist()))


def _add_feedback(
    scores: Scores, vectors: NDArray[np.float32], configuration: Configuration, weight_so_far: float
) -> None:
    """Rocchio's feedback from the best articles: their mean vector, compared with every article's."""
    import numpy as np  # noqa: PLC0415

    best = np.argsort(-scores.score, kind="stable")[: configuration.feedback_from]
    if not len(best):
        return
    part = np.asarray(min_max([float(x) for x in vectors @ vectors[best].mean(axis=0)]))
    scores.parts["feedback"] = part
    scores.score = (scores.score * weight_so_far + configuration.feedback * part) / (
        weight_so_far + configuration.feedback
    )
