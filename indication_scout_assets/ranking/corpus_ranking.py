"""The ranking of a corpus without a database, and the configurations it is compared in.

What belongs here: embedding and indexing a corpus once, and ranking it for many topics; ``scout rerank`` and
``scout eval`` use it. The stages of a drug's run keep vectors in the store and call ``ranker`` directly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ..domain.findings.evidence import RankedArticle
from ..domain.records.articles import Article
from .late_interaction import LateInteraction, TokenEmbedder
from .models.cached_embedder import CachedEmbedder
from .models.cross_encoders import CrossEncoder
from .models.embedders import Embedder
from .ranker import ranked_articles, ranking_order, read_again, unusable_articles, usable_articles
from .retrieval.lexical import Postings, stem_weights
from .retrieval.passages import Passages
from .retrieval.queries import OMNIBUS, claims_of, words_of
from .scoring import CLASS, PAIR, QUESTION, Configuration, ReadPair, Scores, score
from .topics import Topic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Configurations:
    """One way of ranking, by kind of topic."""

    pair: Configuration
    question: Configuration
    review: Configuration
    cross_encoder: bool = False
    """Whether the second stage takes part where there is a model."""

    def of(self, topic: Topic) -> Configuration:
        """The weights for a topic."""
        if not topic.is_pair:
            return self.question
        return self.review if len(topic.drugs) > 1 else self.pair


def _plain(lexical: float, *, reciprocal: bool = False) -> Configurations:
    configuration = Configuration(lexical=lexical, axes=(OMNIBUS,), reciprocal=reciprocal)
    return Configurations(configuration, configuration, configuration)


HYBRID = Configurations(PAIR, QUESTION, CLASS, cross_encoder=True)
CONFIGURATIONS: Mapping[str, Configurations] = {
    "bm25": _plain(1.0),
    "cosine": _plain(0.0),
    "fusion": _plain(0.5),
    "reciprocal": _plain(0.5, reciprocal=True),
    "gate": Configurations(replace(PAIR, intent=0.0), QUESTION, replace(CLASS, study=0.0, focus=0.0, feedback=0.0)),
    "hybrid": HYBRID,
}
"""By the name ``scout eval`` takes. ``hybrid`` is the product's; the others are what it is compared with."""


class HybridRanker:
    """A configuration at work on one corpus.

    Vectors are made at the first topic that needs them, so that questions in free words embed sentences only.

    Args:
        embedder: makes the vectors of documents, sentences and claims.
        configuration: the weights.
        read: says what articles say of a pair.
        cross_encoder: reads the best ``DEPTH`` again, where the configuration has a second stage.
        cross_encoder_weight: share of its score, 0 to 1.
    """

    def __init__(
        self,
        embedder: Embedder,
        configuration: Configurations,
        read: ReadPair,
        cross_encoder: CrossEncoder | None = None,
        cross_encoder_weight: float = 0.5,
    ) -> None:
        self._embedder = embedder
        self._configuration = configuration
        self._read = read
        self._cross_encoder = cross_encoder if configuration.cross_encoder else None
        self._cross_encoder_weight = cross_encoder_weight
        self.notes: dict[str, None] = {}
        """What went wrong with the cross-encoder, each sentence once, in order."""
        self.fit(())

    def fit(self, articles: Sequence[Article]) -> None:
        """Index a corpus; a corpus fitted before is forgotten. Its vectors are made when the first topic needs them."""
        self._articles = tuple(articles)
        self._texts = [article.text for article in articles]
        self._place = {article.id: i for i, article in enumerate(articles)}
        self._bm25 = Postings.of(self._texts)
        for made in ("_vectors", "_passages", "_tokens"):
            self.__dict__.pop(made, None)

    def rank(self, topic: Topic, articles: Sequence[Article]) -> list[RankedArticle]:
        """Articles of the corpus, best first; retracted ones come last, without a rank."""
        usable, scores = self._by_both_stages(topic, articles)
        return ranked_articles(articles, usable, scores, topic)

    def order(self, topic: Topic, articles: Sequence[Article]) -> list[str]:
        """Ids in the order of ``rank``, without the reasons."""
        usable, scores = self._by_both_stages(topic, articles)
        order = [usable[i].id for i in ranking_order(usable, scores)]
        return order + [article.id for article in unusable_articles(articles)]

    def _by_both_stages(self, topic: Topic, articles: Sequence[Article]) -> tuple[Sequence[Article], Scores]:
        """The articles that may be used, and their scores after both stages."""
        usable = usable_articles(articles)
        scores = self._scores(topic, usable)
        if self._cross_encoder is not None:
            stage = read_again(topic, usable, scores, self._cross_encoder, self._cross_encoder_weight)
            if stage.note:
                self.notes[stage.note] = None
        return usable, scores

    def _scores(self, topic: Topic, usable: Sequence[Article]) -> Scores:
        configuration = self._configuration.of(topic)
        takes_part = configuration.tokens and not topic.is_pair and self._cross_encoder is None
        tokens = self._tokens if takes_part else None
        if configuration.tokens and tokens is None:
            configuration = replace(configuration, lexical=configuration.lexical_unread)
        places = [self._place[article.id] for article in usable]
        lexical = self._bm25.scores(stem_weights(words_of(topic))).tolist()
        by_sentence = configuration.sentences and not topic.is_pair
        needed = places and not by_sentence and (configuration.lexical < 1 or configuration.feedback)
        vectors = self._vectors[places] if needed else None
        cosine = [0.0] * len(places)
        if places and configuration.lexical < 1:
            claims = self._claim_vectors(topic, configuration)
            nearest = (
                (vectors @ claims.T).max(axis=1) if vectors is not None else self._passages.two_best(claims)[places]
            )
            cosine = [float(x) for x in nearest]
        scores = score(topic, usable, [lexical[i] for i in places], cosine, configuration, self._read, vectors)
        if tokens is not None:
            self._add_tokens(topic, usable, scores, configuration, tokens)
        return scores

    def _claim_vectors(self, topic: Topic, configuration: Configuration) -> NDArray[np.float32]:
        """Shape (claims, dimension)."""
        import numpy as np  # noqa: PLC0415

        return np.stack([self._embedder.embed_query(claim) for claim in claims_of(topic, configuration.axes)])

    @cached_property
    def _vectors(self) -> NDArray[np.float32]:
        return self._embedder.embed_documents(self._texts)

    @cached_property
    def _passages(self) -> Passages:
        return Passages(self._articles, self._embedder)

    @cached_property
    def _tokens(self) -> LateInteraction | None:
        """The corpus for late interaction; ``None`` where the embedder shows no tokens."""
        inner = self._embedder.wrapped if isinstance(self._embedder, CachedEmbedder) else self._embedder
        return LateInteraction(inner, self._texts) if isinstance(inner, TokenEmbedder) else None

    def _add_tokens(
        self,
        topic: Topic,
        usable: Sequence[Article],
        scores: Scores,
        configuration: Configuration,
        tokens: LateInteraction,
    ) -> None:
        """Let late interaction read the best; the others lose what it could have given, and stay behind them."""
        import numpy as np  # noqa: PLC0415

        best = ranking_order(usable, scores)[: configuration.tokens_depth]
        column = np.full(len(usable), np.nan)
        column[best] = np.clip(tokens.scores(topic.query, [usable[i].text for i in best]), 0, 1)
        scores.parts["tokens"] = column
        scores.score = (scores.score + configuration.tokens * np.nan_to_num(column)) / (1 + configuration.tokens)
