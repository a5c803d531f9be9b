"""Questions held against texts word by word, by the bundled model's own tokens, and their part in the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.ranking.corpus_ranking import CONFIGURATIONS, HYBRID, HybridRanker
from indication_scout_assets.ranking.late_interaction import LateInteraction, TokenEmbedder
from indication_scout_assets.ranking.models.cached_embedder import CachedEmbedder
from indication_scout_assets.ranking.models.embedders import minilm
from indication_scout_assets.ranking.models.minilm import MAX_TOKENS
from indication_scout_assets.ranking.scoring import QUESTION
from indication_scout_assets.ranking.topics import Topic
from indication_scout_tests.readings import brief_of_topic
from indication_scout_tests.whole_runs import WordEmbedder

TEXTS = (
    "Aspirin prevents heart attacks in adults at risk.",
    "Statins lower cholesterol in adults at risk.",
    "A loss of mitochondrial enzymes makes yeast cells grow slowly.",
    "Road traffic noise disturbs sleep in adults.",
)
ASKED = "Yeast that lacks mitochondrial enzymes grows slowly"


class OneHot:
    """A token per word, each with a direction of its own."""

    name, dimension = "onehot", 8

    def __init__(self) -> None:
        self.asked: list[str] = []

    def wordpieces(self, texts: Sequence[str]) -> list[list[int]]:
        return [[ord(word) - ord("a") for word in text.split()] for text in texts]

    def token_vectors(self, text: str) -> NDArray[np.float32]:
        self.asked.append(text)
        (pieces,) = self.wordpieces([text])
        return np.eye(8, dtype=np.float32)[pieces]


class Letters(OneHot):
    """A token per letter or sign."""

    dimension = 128

    def wordpieces(self, texts: Sequence[str]) -> list[list[int]]:
        return [[ord(letter) for letter in text if letter != " "] for text in texts]

    def token_vectors(self, text: str) -> NDArray[np.float32]:
        return np.eye(128, dtype=np.float32)[self.wordpieces([text])[0]]


class Pairs(Letters):
    """Two letters a token, across words."""

    def wordpieces(self, texts: Sequence[str]) -> list[list[int]]:
        joined = [text.replace(" ", "") for text in texts]
        return [[sum(map(ord, text[i : i + 2])) % 128 for i in range(0, len(text), 2)] for text in joined]


@pytest.fixture(scope="module")
def model():
    return minilm()


def test_rare_words_weigh_more():
    reader = LateInteraction(OneHot(), ["b c", "b d", "b e"])
    common, rare = np.log(1 + 4 / 4) ** 2, np.log(1 + 4 / 2) ** 2
    assert reader.scores("b c", ["b", "c", "c b", "d"]) == pytest.approx(
        [common / (common + rare), rare / (common + rare), 1, 0]
    )  # fmt: skip


def test_a_word_weighs_as_much_in_pieces_as_whole_and_signs_nothing():
    reader = LateInteraction(Letters(), ["bc d", "b d", "c d"])
    common, rare = np.log(1 + 4 / 4) ** 2, np.log(1 + 4 / 2) ** 2
    assert reader.scores("bc, d!", ["bc", "b", "d", "!"]) == pytest.approx(
        [rare / (common + rare), rare / 2 / (common + rare), common / (common + rare), 0]
    )  # fmt: skip


def test_a_question_of_stop_words_or_of_words_cut_otherwise_weighs_all_pieces_alike():
    assert LateInteraction(OneHot(), ["b"]).scores("a", ["a", "b"]) == pytest.approx([1, 0])
    odd = LateInteraction(Pairs(), ["b"] * 9)
    assert odd.scores("b cde", ["bc", "de"]) == pytest.approx([0.5, 0.5])


def test_empty_questions_and_texts_score_nothing():
    reader = LateInteraction(OneHot(), [])
    assert reader.scores("", ["a", "b"]) == [0, 0]
    assert reader.scores("b", ["", "b"]) == pytest.approx([0, 1])
    assert reader.scores("b", []) == []


def test_no_more_vectors_are_kept_than_there_is_room_for():
    embedder = OneHot()
    reader = LateInteraction(embedder, [], most_kept=2)
    for text in ("a b", "c d", "a b", "e f", "a b", "c d"):
        reader.scores("g", [text])
    assert [text for text in embedder.asked if text != "g"] == ["a b", "c d", "e f", "c d"]


@pytest.mark.slow
def test_tokens_of_the_model_are_unit_vectors_one_for_each_wordpiece(model):
    assert isinstance(model, TokenEmbedder)
    for text in (*TEXTS, "", "word " * 400):
        (pieces,), vectors = model.wordpieces([text]), model.token_vectors(text)
        assert vectors.shape == (len(pieces), 384)
        assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-2)
        assert len(pieces) <= MAX_TOKENS - 2


@pytest.mark.slow
def test_the_planted_text_wins_equal_texts_tie_and_order_changes_nothing(model):
    texts = [*TEXTS, TEXTS[0]]
    scores = LateInteraction(model, TEXTS).scores(ASKED, texts)
    assert max(scores) == scores[2]
    assert scores[0] == scores[4]
    assert LateInteraction(model, TEXTS[::-1]).scores(ASKED, texts[::-1]) == scores[::-1]


def ranked(embedder, articles, **more):
    ranker = HybridRanker(embedder, HYBRID, brief_of_topic, **more)
    ranker.fit(articles)
    return ranker.rank(Topic(id="q", query=ASKED), articles)


ARTICLES = [Article(id=str(i), title=text) for i, text in enumerate((*TEXTS, TEXTS[0]))]


@pytest.mark.slow
def test_it_takes_part_in_questions_through_a_cache_too(model, tmp_path: Path):
    plain, remembered = ranked(model, ARTICLES), ranked(CachedEmbedder(model, tmp_path), ARTICLES)
    assert [(article.id, article.components.tokens) for article in plain] == [
        (article.id, article.components.tokens) for article in remembered
    ]  # fmt: skip
    assert plain[0].id == "2"
    assert 0.5 < max(article.components.tokens for article in plain) == plain[0].components.tokens < 1
    assert ranked(model, ARTICLES[::-1]) == plain
    by_id = {article.id: article for article in plain}
    assert by_id["0"].score == by_id["4"].score


@pytest.mark.slow
def test_a_cross_encoder_takes_its_place(model):
    class Last:
        name, batch_size = "last@1", 8

        def score(self, query: str, texts: Sequence[str]) -> list[float]:
            return [0.9 if "noise" in text else 0.1 for text in texts]

    articles = ranked(model, ARTICLES, cross_encoder=Last())
    assert all(article.components.tokens is None for article in articles)
    assert all(article.components.cross_encoder is not None for article in articles)


def test_an_embedder_without_tokens_ranks_without_them_and_words_count_for_more():
    parts = [article.components for article in ranked(WordEmbedder(), ARTICLES)]
    share = QUESTION.lexical_unread
    assert QUESTION.lexical < share
    assert all(part.tokens is None for part in parts)
    assert [part.fused for part in parts] == pytest.approx(
        [share * part.lexical_normalized + (1 - share) * part.cosine for part in parts]
    )  # fmt: skip


class Counting(WordEmbedder):
    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return super().embed_documents(texts)


def test_questions_embed_sentences_only_and_pairs_whole_texts():
    articles = [Article(id="1", title="Aspirin", abstract="It prevents attacks. It is cheap.")]
    embedder = Counting()
    ranker = HybridRanker(embedder, HYBRID, brief_of_topic)
    ranker.fit(articles)
    assert embedder.asked == []
    ranker.order(Topic(id="q", query=ASKED), articles)
    assert embedder.asked == ["Aspirin", "It prevents attacks.", "It is cheap."]
    ranker.order(Topic(id="p", drugs=(("aspirin",),), disease_names=("attacks",)), articles)
    assert embedder.asked[3:] == ["Aspirin It prevents attacks. It is cheap."]


def test_words_alone_embed_nothing():
    embedder = Counting()
    ranker = HybridRanker(embedder, CONFIGURATIONS["bm25"], brief_of_topic)
    ranker.fit(ARTICLES)
    assert ranker.order(Topic(id="q", query=ASKED), ARTICLES)[0] == "2"
    assert embedder.asked == []
