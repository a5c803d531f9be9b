"""Which passages of a drug's labels answer a question: a small trained ranking over words, vectors and sections.

What belongs here: what the ranking sees of a passage, and its pass. It is trained by
``evaluation.training.label_training`` on judged questions; a wrong order is mended by another judged question, never
by a phrase.

A passage is seen by how near its vector and that of its section are to the question's, by BM25 over the passage alone
and with what stands above it, by where it stands, by its form, and by how likely a question of this kind is answered in
a section of its category. Three networks of one hidden layer are trained alike from other beginnings; to their mean
comes for the best passages how well every word of the question is matched in them (late interaction).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ...domain.monographs.label_documents import FactSpan, LabelCategory, SpanForm
from ...domain.questions.answers import QuestionSubject
from ...rules.labels.label_facts import DrugTexts
from ...text.bundled_encoder import packaged_arrays
from ..late_interaction import LateInteraction, TokenEmbedder
from ..models.embedders import minilm
from ..models.minilm import MiniLmEmbedder
from .lexical import Postings, stem_weights, tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

WEIGHTS: Final = Path(__file__).with_name("label_ranking.safetensors")
CATEGORIES: Final = tuple(LabelCategory)
_FORMS: Final = (SpanForm.SENTENCE, SpanForm.BULLET, SpanForm.TABLE_ROW)
"""Of passages that can answer: titles and captions only say what stands below them."""
_VECTOR_SCALE: Final = 20.0
"""Products of two components of unit vectors are small; scaled so that their weights learn as fast as the others."""
_LEAST_LIKELY: Final = 1e-3
MOST_KEPT: Final = 1_300
"""Passages of a drug's labels whose token vectors are kept: some 60 MB."""
MATCHED: Final = 20
"""Passages, the best by the networks, in which every word is looked for."""
WORTH_OF_MATCH: Final = 20.0
"""What a full match of all words is worth, in units of the networks' scores; chosen by cross-validation by drug."""
WORTH_OF_BEFORE: Final = 0.5
_WEIGHED: Final = 5
"""Passages, the best, by which it is judged whether there is an answer."""
NEAR, IN_FULL, SHARED = 0, 5, 8
"""Columns of the features: how near a passage is, BM25 with what stands above it, the share of the words it has."""
_LETTERS: Final = re.compile(r"[\W_]+")


def in_context(texts: DrugTexts, span: FactSpan) -> str:
    """A passage with what stands above it, as its vector is made of it."""
    above = f"{' > '.join(texts.titles_above(span))}. {span.heading} {span.group} {span.header} {span.lead_in}".strip()
    return f"{above}: {span.text}"


def same_words(text: str) -> str:
    """A text by its letters and digits alone: labels print one sentence in several ways."""
    return _LETTERS.sub("", text.lower())


class LabelPassages:
    """The passages of one drug's labels that can answer, each text once, and what the ranking sees of them.

    Args:
        texts: of the drug.
        vectors: of its spans ``in_context``, of length 1, shape (spans, 384), in their order.
    """

    def __init__(self, texts: DrugTexts, vectors: NDArray[np.float32]) -> None:
        kept: dict[tuple[str, str], int] = {}
        for number, span in enumerate(texts.spans):
            words = same_words(span.text)
            if span.form in _FORMS and words:
                kept.setdefault((words, same_words(span.header + span.group)), number)
        self.spans = [texts.spans[number] for number in kept.values()]
        self.categories = [texts.section_of(span).category for span in self.spans]
        self._contexts = [in_context(texts, span) for span in self.spans]
        self._vectors = vectors[list(kept.values())]
        self._late: LateInteraction | None = None

    def matching(self, embedder: TokenEmbedder, question: str, numbers: Sequence[int]) -> NDArray[np.float64]:
        """How well the question's words are matched in some of the passages, -1 to 1, in the order of ``numbers``."""
        if self._late is None:
            self._late = LateInteraction(embedder, self._contexts, MOST_KEPT)
        return np.array(self._late.scores(question, [self._contexts[number] for number in numbers]))

    @cached_property
    def _lexical(self) -> tuple[Postings, Postings]:
        """The passages with what stands above them, and alone."""
        return Postings.of(self._contexts), Postings.of(span.text for span in self.spans)

    @cached_property
    def _sections(self) -> list[list[int]]:
        """The passages of each section."""
        sections: dict[tuple[str, int], list[int]] = {}
        for number, span in enumerate(self.spans):
            sections.setdefault((span.document, span.section), []).append(number)
        return list(sections.values())

    @cached_property
    def _centres(self) -> list[tuple[list[int], NDArray[np.float32], float]]:
        """Of each section its passages, the mean of their vectors, and its length."""
        means = ((section, self._vectors[section].mean(0)) for section in self._sections)
        return [(section, mean, float(np.linalg.norm(mean)) or 1.0) for section, mean in means]

    @cached_property
    def _standing(self) -> NDArray[np.float64]:
        """What is the same for every question: length, places, form and category; shape (passages, n)."""
        in_section: Counter[tuple[Any, ...]] = Counter()
        rows = []
        for span, category in zip(self.spans, self.categories, strict=True):
            section, heading = (span.document, span.section), (span.document, span.section, span.heading)
            places = [1 / (1 + in_section[section]), 1 / (1 + in_section[heading])]
            in_section.update((section, heading))
            form = [float(span.form is form) for form in _FORMS]
            of_category = [float(category is each) for each in CATEGORIES]
            rows.append([math.log1p(len(span.text)), *places, *form, *of_category])
        return np.array(rows)

    def lacking(self, question: str, plain: Container[str] = ()) -> list[str]:
        """The words of a question, as it has them, that no passage has in any form; without ``plain`` ones, by stem."""
        words = {word: frozenset(tokens(word)) for word in re.findall(r"[^\W_]+(?:-[^\W_]+)*", question)}
        return [
            word
            for word, own in words.items()
            if own and not any(map(self._lexical[0].holds, own)) and not all(stem in plain for stem in own)
        ]

    def features(
        self, question: str, vector: NDArray[np.float32], likely: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What the ranking sees of each passage.

        Args:
            question: without the drug's names.
            vector: of the question, shape (384,).
            likely: of each of ``CATEGORIES``, how likely it answers.

        Returns:
            Shapes (passages, n) and (passages, 384): the products of the vectors' components.
        """
        products = self._vectors * vector
        near = products.sum(1)
        centres, best, in_best = np.zeros_like(near), np.zeros_like(near), np.zeros_like(near)
        in_full, alone = (index.scores(stem_weights(question)) for index in self._lexical)
        for section, centre, length in self._centres:
            centres[section] = centre @ vector / length
            best[section], in_best[section] = near[section].max(), in_full[section].max()
        of_category = self._standing[:, -len(CATEGORIES) :] @ likely
        columns = [
            *(near, centres, near - near.max(), centres - centres.max(), best - best.max()),
            *(_share(in_full), _share(alone), _share(in_best), self._shared(question)),
            *(_places(near), _places(in_full), _places(near + centres)),
            *(np.log(of_category + _LEAST_LIKELY), of_category, of_category / (likely.max() or 1)),
        ]
        return np.column_stack([*columns, self._standing]), np.asarray(products * _VECTOR_SCALE, dtype=np.float64)

    def _shared(self, question: str) -> NDArray[np.float64]:
        """The share of the question's words, by rarity, that each passage has."""
        index = self._lexical[0]
        rarity = {
            word: math.log(1 + len(self.spans) / (1 + index.count(word)))
            for word in set(tokens(question))
            if index.holds(word)
        }
        held = sum((weight * index.holding([word]) for word, weight in rarity.items()), np.zeros(index.size))
        return np.asarray(held / (sum(rarity.values()) or 1.0))


def _share(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    return scores / (scores.max() or 1)


def _places(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logarithm of each one's place in the order of the scores, from 0."""
    return np.log1p(np.argsort(np.argsort(-scores)))


PLAIN: Final = "plain.words"
"""Under this name the file of weights has words, as bytes of a text."""
REGISTRY: Final = "registry.words"
"""Under this name the words, by stem, by which people ask how trials stand: no trial is on them."""
OF_TRIALS: Final = 0.7
"""How likely a question must ask how trials stand: of 120 questions on labels that nothing learnt from, .67 at most."""
SUBJECTS: Final = tuple(QuestionSubject)


class SeenQuestion(NamedTuple):
    """A question before the passages of a drug's labels."""

    question: str
    """Without the drug's names."""
    features: NDArray[np.float64]
    """As of ``LabelPassages.features``, like the next."""
    products: NDArray[np.float64]


class PassageOrder(NamedTuple):
    """The passages of a drug's labels for one question."""

    order: list[int]
    """Their numbers, the best first."""
    scores: list[float]
    """What each came to, in this order."""
    answered: float
    """How likely the best of them answer, 0 to 1."""


class LabelRanking:
    """The trained ranking.

    Args:
        weights: by name, the arrays that ``evaluation.training.label_training`` writes.
        embedder: of the vectors that it was trained on.
    """

    def __init__(self, weights: Mapping[str, NDArray[Any]], embedder: MiniLmEmbedder) -> None:
        self._weights = weights
        self.embedder = embedder
        self.plain = self._words(PLAIN)
        """Stems of words that questions have which labels answer in other words: their absence says nothing."""
        self.registry_words = self._words(REGISTRY)

    def _words(self, name: str) -> frozenset[str]:
        return frozenset(bytes(self._weights[name]).decode().split()) if name in self._weights else frozenset()

    def ranked(self, passages: LabelPassages, question: str, before: str = "") -> PassageOrder:
        """The passages in their order.

        Args:
            passages: of the drug asked about.
            question: without the drug's names.
            before: the question that it follows up on, whose passages count less.
        """
        if before and not set(tokens(question)):  # "and of sildenafil?"
            question, before = before, ""
        seen = self.seen(passages, question, self.embedder.embed_query(question))
        scores = self.scores(passages, seen)
        answered = self.answered(self.evidence(passages, seen, scores))
        if before:
            together = f"{before} {question}"
            seen = self.seen(passages, together, self.embedder.embed_query(together))
            scores = scores + WORTH_OF_BEFORE * self.scores(passages, seen)
            answered = max(answered, self.answered(self.evidence(passages, seen, scores)))
        order = np.argsort(-scores, kind="stable")
        return PassageOrder([int(number) for number in order], scores[order].tolist(), answered)

    def subjects(self, question: str) -> dict[QuestionSubject, float]:
        """How likely a question asks for each, likeliest first. What is asked of trials, which is learnt apart, comes
        first where it is together ``OF_TRIALS`` likely, and else not at all; the others are together 1.
        """
        vector = self.embedder.embed_query(question)
        others = [subject for subject in SUBJECTS if not subject.of_trials]
        likely = dict(zip(others, self._shares("subject", vector), strict=True))
        of_trials = dict(zip(SUBJECTS, self._shares("registry", vector), strict=True))
        asked = {subject: share for subject, share in of_trials.items() if subject.of_trials}
        first = _falling(asked) if sum(asked.values()) >= OF_TRIALS else {}
        return first | _falling(likely)

    def _shares(self, head: str, vector: NDArray[np.float32]) -> list[float]:
        logits = self._weights[f"{head}.weight"] @ vector + self._weights[f"{head}.bias"]
        shares = np.exp(logits - logits.max())
        return [float(share) for share in shares / shares.sum()]

    def likely(self, vector: NDArray[np.float32]) -> NDArray[np.float64]:
        """Of each of ``CATEGORIES``, how likely it answers a question of this vector."""
        logits = self._weights["category.weight"] @ vector + self._weights["category.bias"]
        shares = np.exp(logits - logits.max())
        return np.asarray(shares / shares.sum(), dtype=np.float64)

    def seen(self, passages: LabelPassages, question: str, vector: NDArray[np.float32]) -> SeenQuestion:
        """A question with what the ranking sees of each passage for it; ``vector`` is the question's."""
        return SeenQuestion(question, *passages.features(question, vector, self.likely(vector)))

    def scores(self, passages: LabelPassages, seen: SeenQuestion) -> NDArray[np.float64]:
        """How well each passage answers, shape (passages,)."""
        own = self._weights
        scaled = (seen.features - own["mean"]) / own["deviation"]
        hidden = np.maximum(0, np.einsum("pf,shf->sph", scaled, own["hidden.weight"]) + own["hidden.bias"][:, None])
        given = np.einsum("sph,sh->sp", hidden, own["output.weight"]) + np.einsum(
            "pf,sf->sp", scaled, own["linear.weight"]
        )
        scores = (given + np.einsum("pd,sd->sp", seen.products, own["vector.weight"])).mean(0)
        best = np.argsort(-scores, kind="stable")[:MATCHED]
        matched = np.full(len(scores), -1.0)
        matched[best] = passages.matching(self.embedder, seen.question, best.tolist())
        return np.asarray(scores + WORTH_OF_MATCH * matched, dtype=np.float64)

    def evidence(self, passages: LabelPassages, seen: SeenQuestion, scores: NDArray[np.float64]) -> list[float]:
        """What tells whether the best passages answer at all: how near they are, and what of the question they lack."""
        order = np.argsort(-scores, kind="stable")
        best, near, shared = order[0], seen.features[:, NEAR], seen.features[:, SHARED]
        matched = passages.matching(self.embedder, seen.question, order[:_WEIGHED].tolist())
        words = max(1, len(set(tokens(seen.question)) - self.plain))
        lacking = len(passages.lacking(seen.question, self.plain))
        return [
            *(
                scores[best],
                np.log(np.exp(scores - scores[best]).sum()),
                scores[best] - scores[order[:_WEIGHED]].mean(),
            ),
            *(near[best], near.max(), shared[best], shared.max(), matched[0], matched.max(), lacking / words, lacking),
        ]

    def answered(self, evidence: Sequence[float]) -> float:
        """How likely the best passages answer at all, by their ``evidence``."""
        own = self._weights
        seen = (np.array(evidence) - own["answered.mean"]) / own["answered.deviation"]
        logit = float(seen @ own["answered.weight"] + own["answered.bias"][0])
        return 1 / (1 + math.exp(-logit))


def _falling(likely: Mapping[QuestionSubject, float]) -> dict[QuestionSubject, float]:
    return dict(sorted(likely.items(), key=lambda pair: -pair[1]))


@cache
def label_embedder() -> MiniLmEmbedder:
    """The embedder of labels and of the questions on them, whatever the settings name for papers; loaded once.

    Raises:
        PermanentFailure: the bundled model is missing.
    """
    return minilm()


@cache
def label_ranking() -> LabelRanking:
    """The ranking of the package.

    Raises:
        PermanentFailure: its file or the bundled model cannot be read.
    """
    return LabelRanking(packaged_arrays(WEIGHTS, "The ranking of labels"), label_embedder())
