"""Questions compared with sentences: the two best count, whatever the order of the corpus."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.ranking.models.embedders import minilm
from indication_scout_assets.ranking.retrieval.passages import Passages, passages_of
from indication_scout_tests.whole_runs import WordEmbedder


class Table:
    """Vectors of two dimensions from a table: the first is the cosine to the question (1, 0)."""

    name, dimension = "table", 2

    def __init__(self, **cosines: float) -> None:
        self._cosines = cosines
        self.asked: list[str] = []

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        first = np.array([self._cosines[text.rstrip(".").lower()] for text in texts])
        return np.stack([first, np.sqrt(1 - first**2)], axis=1).astype(np.float32)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        return np.array([1, 0], dtype=np.float32)


QUESTION = np.array([[1, 0]], dtype=np.float32)


def article(id: str, title: str = "", abstract: str = "") -> Article:
    return Article(id=id, title=title, abstract=abstract)


def test_the_title_is_a_passage_and_so_is_every_sentence():
    assert passages_of(article("1", "A title", "One sentence. Another one.")) == [
        "A title", "One sentence.", "Another one.",
    ]  # fmt: skip
    assert passages_of(article("1", "", "One sentence.")) == ["One sentence."]
    assert passages_of(article("1")) == []


def test_the_two_best_count_the_best_twice_and_of_one_passage_that_one():
    table = Table(low=0.1, good=0.6, best=0.8, lone=0.65)
    corpus = [article("1", "Good", "Low. Best. Low."), article("2", "Lone"), article("3", "Best", "Low.")]
    assert Passages(corpus, table).two_best(QUESTION) == pytest.approx([2.2 / 3, 0.65, 1.7 / 3])
    assert sorted(table.asked) == ["Best", "Best.", "Good", "Lone", "Low."], "each text once"


def test_the_nearest_of_several_queries_counts():
    corpus = [article("1", "East"), article("2", "North")]
    queries = np.array([[1, 0], [0, 1]], dtype=np.float32)
    assert Passages(corpus, Table(east=1.0, north=0.0)).two_best(queries) == pytest.approx([1, 1])


def test_an_article_without_text_is_as_far_as_the_farthest():
    corpus = [article("1"), article("2", "Good"), article("3", "Low"), article("4")]
    assert Passages(corpus, Table(low=0.1, good=0.6)).two_best(QUESTION) == pytest.approx([0.1, 0.6, 0.1, 0.1])
    assert Passages([article("1")], Table()).two_best(QUESTION).tolist() == [0]
    assert Passages([], Table()).two_best(QUESTION).shape == (0,)


def test_the_order_of_the_corpus_changes_nothing():
    words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]
    corpus = [article(str(i), f"{a} {b}", f"{b} {c}. {c} {a}.") for i, (a, b, c) in enumerate(zip(
        words, words[1:] + words[:1], words[2:] + words[:2], strict=True))]  # fmt: skip
    query = WordEmbedder().embed_documents(["beta gamma"])
    there = Passages(corpus, WordEmbedder()).two_best(query)
    back = Passages(corpus[::-1], WordEmbedder()).two_best(query)
    assert there == pytest.approx(back[::-1])


@pytest.mark.slow
def test_one_sentence_in_a_long_text_is_found():
    model = minilm()
    filler = "The survey covered roads. Bridges were painted green. Rainfall was above average. "
    planted = article("2", "Notes of a year", filler + "Metformin lowered blood glucose in mice. " + filler)
    corpus = [article("1", "Notes of a year", filler * 2), planted, article("3", "Notes of a year", filler * 2)]
    scores = Passages(corpus, model).two_best(model.embed_query("Metformin reduces glucose in mice")[None, :])
    assert int(scores.argmax()) == 1
    assert scores[0] == scores[2]
