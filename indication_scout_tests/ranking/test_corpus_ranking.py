"""Ranking a corpus without a database: pairs, questions and classes in every configuration, with vectors of words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from indication_scout_assets.domain.records.articles import Article, PublicationType
from indication_scout_assets.ranking.corpus_ranking import CONFIGURATIONS, HYBRID, HybridRanker
from indication_scout_assets.ranking.retrieval.lexical import bm25_scores
from indication_scout_assets.ranking.retrieval.queries import words_of
from indication_scout_assets.ranking.scoring import CLASS, PAIR, QUESTION
from indication_scout_assets.ranking.topics import Topic
from indication_scout_tests.readings import brief_of_topic
from indication_scout_tests.whole_runs import WordEmbedder

PAIR_TOPIC = Topic.of_pair(["sildenafil", "Viagra"], ["Raynaud phenomenon"], id="pair")
QUESTION_TOPIC = Topic(id="question", query="does sildenafil reduce attacks of Raynaud phenomenon?")
CLASS_TOPIC = Topic(id="class", drugs=(("sildenafil",), ("tadalafil",)), disease_names=("Raynaud phenomenon",))
TOPICS = (PAIR_TOPIC, QUESTION_TOPIC, CLASS_TOPIC)
RETRACTED = (PublicationType(name="Retracted Publication", ui="D016441"),)
ARTICLES = [
    Article(id="1", year=2001, title="A register of Raynaud phenomenon", abstract="Cold was the trigger of attacks."),
    Article(id="2", year=2002, title="Sildenafil for Raynaud phenomenon: a crossover trial",
            abstract="Sildenafil reduced the attacks of Raynaud phenomenon in most patients."),
    Article(id="3", year=2003, title="Sildenafil before dental work", abstract="An interview of dentists."),
    Article(id="4", year=2004, title="Maps of rainfall"),
    Article(id="5", year=2005, title="Raynaud phenomenon caused by sildenafil",
            abstract="Raynaud phenomenon was caused by sildenafil in a woman."),
    Article(id="6", year=1990, title="Sildenafil cures Raynaud phenomenon", publication_types=RETRACTED),
]  # fmt: skip


class Stub:
    """A cross-encoder that reads one word; remembers what it was asked."""

    name, batch_size = "stub@1", 8

    def __init__(self, word: str) -> None:
        self._word = word
        self.queries: list[str] = []

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        self.queries.append(query)
        return [0.9 if self._word in text else 0.1 for text in texts]


class NoEmbedder(WordEmbedder):
    """Vectors nobody should ask for."""

    def embed_query(self, text: str) -> NDArray[np.float32]:
        raise AssertionError(text)


def ranker(configuration: str = "hybrid", cross_encoder: Stub | None = None, weight: float = 0.5) -> HybridRanker:
    made = HybridRanker(WordEmbedder(), CONFIGURATIONS[configuration], brief_of_topic, cross_encoder, weight)
    made.fit(ARTICLES)
    return made


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.id)
@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_every_configuration_ranks_every_kind_of_topic(configuration, topic):
    made = ranker(configuration)
    ranked = made.rank(topic, ARTICLES)
    assert sorted(r.id for r in ranked) == ["1", "2", "3", "4", "5", "6"]
    assert [r.rank for r in ranked] == [1, 2, 3, 4, 5, None]
    assert made.order(topic, ARTICLES) == [r.id for r in ranked]
    assert made.rank(topic, ARTICLES[::-1]) == ranked
    assert all(0 <= r.score <= 1 and r.why for r in ranked)


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.id)
def test_words_alone_give_the_order_of_bm25_and_need_no_vectors(topic):
    scores = bm25_scores(words_of(topic), [article.text for article in ARTICLES])
    expected = sorted(ARTICLES[:5], key=lambda a: (-scores[ARTICLES.index(a)], -(a.year or 0)))
    made = HybridRanker(NoEmbedder(), CONFIGURATIONS["bm25"], brief_of_topic)
    made.fit(ARTICLES)
    assert made.order(topic, ARTICLES)[:5] == [article.id for article in expected]


def test_a_pair_puts_treatment_before_harm_before_mention():
    assert ranker().order(PAIR_TOPIC, ARTICLES) == ["2", "5", "3", "1", "4", "6"]


def test_each_kind_of_topic_has_its_weights():
    assert [HYBRID.of(topic) for topic in TOPICS] == [PAIR, QUESTION, CLASS]
    by_kind = [ranker().rank(topic, ARTICLES)[0].components for topic in TOPICS]
    assert [configuration.intent is not None for configuration in by_kind] == [True, False, False]
    assert [configuration.feedback is not None for configuration in by_kind] == [False, False, True]


def test_only_the_articles_given_are_ranked_by_weights_of_the_whole_corpus():
    made = ranker("bm25")
    whole = {r.id: r.components.lexical for r in made.rank(PAIR_TOPIC, ARTICLES)}
    few = made.rank(PAIR_TOPIC, ARTICLES[1:3])
    assert [r.id for r in few] == ["2", "3"]
    assert [r.components.lexical for r in few] == [whole["2"], whole["3"]]


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.id)
def test_nothing_to_rank_gives_nothing(topic):
    assert ranker().rank(topic, []) == []
    assert HybridRanker(WordEmbedder(), HYBRID, brief_of_topic).order(topic, []) == []
    assert [r.rank for r in ranker().rank(topic, ARTICLES[-1:])] == [None]


def test_a_corpus_fitted_before_is_forgotten():
    made = ranker()
    made.fit(ARTICLES[:2])
    other = HybridRanker(WordEmbedder(), HYBRID, brief_of_topic)
    other.fit(ARTICLES[:2])
    assert made.rank(PAIR_TOPIC, ARTICLES[:2]) == other.rank(PAIR_TOPIC, ARTICLES[:2])
    with pytest.raises(KeyError):
        made.rank(PAIR_TOPIC, ARTICLES)


def test_a_cross_encoder_reads_the_claim_and_moves_the_order():
    stub = Stub("dentists")
    ranked = ranker(cross_encoder=stub, weight=0.9).rank(PAIR_TOPIC, ARTICLES)
    assert ranked[0].id == "3"
    assert ranked[0].components.cross_encoder == 0.9
    assert stub.queries == ["sildenafil is effective in the treatment of Raynaud phenomenon"]
    ranker(cross_encoder=stub).order(QUESTION_TOPIC, ARTICLES)
    assert stub.queries[1:] == [QUESTION_TOPIC.query]


def test_a_configuration_without_a_second_stage_asks_no_cross_encoder():
    stub = Stub("dentists")
    ranker("fusion", cross_encoder=stub).rank(PAIR_TOPIC, ARTICLES)
    assert stub.queries == []
