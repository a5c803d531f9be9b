"""The second stage with models of a few lines: order, ties, failures, thresholds, the tie-breaker and the cache."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.ranking.second_stage import document_text, rerank
from indication_scout_assets.ranking.tie_breaker import lexical_score

from .scores_in_memory import ScoresInMemory

QUERY = "sildenafil as a treatment for pulmonary hypertension"
NAMES = ("sildenafil", "pulmonary hypertension")


class Stub:
    """Scores by a function of the text; remembers its batches."""

    name = "stub@1"

    def __init__(self, score, batch_size: int = 8) -> None:
        self._score = score
        self.batch_size = batch_size
        self.batches: list[list[str]] = []

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        self.batches.append(list(texts))
        return [self._score(text) for text in texts]


def treats(text: str) -> float:
    """A model that knows a treatment from a mention."""
    return 0.9 if "improved" in text else 0.5 if "sildenafil" in text.lower() else 0.1


def length(text: str) -> float:
    return len(text) / 1000


def articles(*abstracts: str) -> list[Article]:
    return [Article(id=str(n), title=f"Paper {n}", abstract=abstract) for n, abstract in enumerate(abstracts)]


PLANTED = articles(
    "Sildenafil was among the drugs that the patients took for other reasons.",
    "Soil bacteria fix nitrogen.",
    "Sildenafil improved exercise capacity in pulmonary hypertension.",
    "Bosentan is another drug for pulmonary hypertension.",
)


def test_the_relevant_one_of_a_planted_pair_wins():
    result = rerank(QUERY, PLANTED, Stub(treats))
    assert [document.id for document in result.kept[:2]] == ["2", "0"]
    assert result.separation == pytest.approx((0.1, 0.3, 0.9))
    assert (result.documents, result.invalid, result.failed) == (4, 0, 0)
    assert not result.blended
    assert result.note == ""
    assert result.model == "stub@1"


def test_the_order_of_documents_changes_nothing_but_their_places():
    given = articles(*("word " * n for n in range(1, 40)))
    stub, other = Stub(length), Stub(length)
    expected = rerank(QUERY, given, stub).kept
    shuffled = random.Random(1).sample(given, len(given))
    assert rerank(QUERY, shuffled, other).kept == expected
    assert other.batches == stub.batches
    assert len({document.score for document in expected}) == 39


def test_identical_documents_are_read_once_and_tie():
    stub = Stub(lambda text: random.random(), batch_size=1)
    same = [Article(id=letter, title="Same", abstract="text") for letter in "cab"]
    result = rerank(QUERY, [*PLANTED, *same], stub)
    assert len(stub.batches) == 5
    scores = {document.id: document.score for document in result.kept}
    assert scores["a"] == scores["b"] == scores["c"]
    assert [document.id for document in result.kept if document.id in "abc"] == ["a", "b", "c"]


def test_batches_hold_documents_of_like_length():
    stub = Stub(length, batch_size=4)
    rerank(QUERY, articles(*("word " * n for n in (9, 1, 8, 2, 7, 3, 6))), stub)
    assert [[len(text.split()) - 2 for text in batch] for batch in stub.batches] == [[9, 8, 7, 6], [3, 2, 1]]


def test_documents_without_text_or_score_are_dropped_and_counted():
    nothing = Article(id="empty", title=" ", abstract="")
    result = rerank(QUERY, [nothing, *PLANTED], Stub(lambda text: math.nan if "Soil" in text else treats(text)))
    assert [document.id for document in result.kept] == ["2", "0", "3"]
    assert (result.documents, result.invalid) == (5, 2)
    assert result.separation == (0.1, 0.5, 0.9)


def test_scores_that_hardly_differ_are_blended_with_the_words():
    close = Stub(lambda text: 0.50 if "improved" in text else 0.505)
    result = rerank(QUERY, PLANTED, close, boost_terms=NAMES)
    assert result.blended
    best = result.kept[0]
    lexical = lexical_score(QUERY, document_text(PLANTED[2]), NAMES)
    assert (best.id, best.model_score, best.lexical) == ("2", 0.50, lexical)
    assert best.score == pytest.approx(0.85 * 0.50 + 0.15 * lexical)
    apart = rerank(QUERY, PLANTED, Stub(lambda text: 0.50 if "improved" in text else 0.56), boost_terms=NAMES)
    assert not apart.blended
    assert apart.kept[-1].id == "2"


def test_a_blended_score_is_one_at_most():
    same = [Article(id=str(n), title=QUERY) for n in range(3)]
    assert [d.score for d in rerank(QUERY, same, Stub(lambda text: 1.0), boost_terms=NAMES).kept] == [1.0] * 3


@pytest.mark.parametrize(
    ("encoder", "note"),
    [
        (None, "No cross-encoder is at hand; the order of the first stage stands."),
        (
            Stub(lambda text: 1 / 0),
            "The cross-encoder stub@1 failed (ZeroDivisionError: division by zero); "
            "the order of the first stage stands.",
        ),
        (
            Stub(lambda text: math.nan),
            "The cross-encoder stub@1 gave no finite score; the order of the first stage stands.",
        ),
    ],
)
def test_a_missing_or_failing_model_leaves_the_lexical_order_sorted(encoder, note):
    result = rerank(QUERY, PLANTED, encoder, boost_terms=NAMES)
    expected = {a.id: lexical_score(QUERY, document_text(a), NAMES) for a in PLANTED}
    assert [d.id for d in result.kept] == sorted(expected, key=lambda i: -expected[i])
    assert [d.score for d in result.kept] == [expected[d.id] for d in result.kept]
    assert result.kept[0].id == "2"
    assert (result.failed, result.invalid, result.separation) == (4, 0, None)
    assert result.note == note
    assert all(document.model_score is None for document in result.kept)


def test_a_failed_batch_gets_lexical_scores_and_the_others_keep_theirs():
    def score(text: str) -> float:
        if "Soil" in text:
            raise TransientFailure("The reranker is busy; try again later.")
        return treats(text)

    result = rerank(QUERY, PLANTED, Stub(score, batch_size=1), boost_terms=NAMES)
    assert {d.id: d.model_score for d in result.kept} == {"0": 0.5, "1": None, "2": 0.9, "3": 0.1}
    assert next(d for d in result.kept if d.id == "1").score == lexical_score(QUERY, document_text(PLANTED[1]), NAMES)
    assert (result.failed, result.separation) == (1, (0.1, 0.5, 0.9))
    assert result.note == "The reranker is busy; try again later; 1 of 4 documents are scored by words."


def test_an_answer_of_the_wrong_length_is_a_failed_batch():
    class Short(Stub):
        def score(self, query: str, texts: Sequence[str]) -> list[float]:
            return super().score(query, texts)[1:]

    assert rerank(QUERY, PLANTED, Short(treats)).failed == 4


def test_a_model_that_cannot_be_had_is_asked_once():
    class Absent(Stub):
        def score(self, query: str, texts: Sequence[str]) -> list[float]:
            super().score(query, texts)
            raise PermanentFailure("The cross-encoder folder x does not exist; give another.")

    absent = Absent(treats, batch_size=1)
    assert rerank(QUERY, PLANTED, absent).note.startswith("The cross-encoder folder x does not exist; give another; ")
    assert len(absent.batches) == 1


def test_fewer_than_three_documents_are_left_as_they_are():
    stub = Stub(treats)
    result = rerank(QUERY, [PLANTED[1], Article(id="empty", title=""), PLANTED[2]], stub)
    assert [document.id for document in result.kept] == ["1", "2"]
    assert result.skipped
    assert result.invalid == 1
    assert not stub.batches
    assert result.separation is None


def test_scores_are_cached_by_query_model_and_set_whatever_the_order():
    cache, stub = ScoresInMemory(), Stub(treats)
    first = rerank(QUERY, PLANTED, stub, cache=cache)
    again = rerank(QUERY, PLANTED[::-1], stub, cache=cache)
    assert (cache.hits, cache.misses) == (1, 1)
    assert again.kept == first.kept
    assert len(stub.batches) == 1
    rerank(QUERY, PLANTED[:3], stub, cache=cache)
    rerank(QUERY + "?", PLANTED, stub, cache=cache)
    other = Stub(treats)
    other.name = "stub@2"
    rerank(QUERY, PLANTED, other, cache=cache)
    assert (cache.hits, cache.misses) == (1, 4)


def test_a_document_without_a_score_is_dropped_again_when_scores_come_from_the_cache():
    cache, stub = ScoresInMemory(), Stub(lambda text: math.nan if "Soil" in text else treats(text))
    first, again = (rerank(QUERY, PLANTED, stub, cache=cache) for _ in range(2))
    assert cache.hits == 1
    assert (again.invalid, again.kept) == (first.invalid, first.kept) == (1, first.kept)


def test_what_a_failed_batch_left_is_not_cached():
    cache = ScoresInMemory()
    rerank(QUERY, PLANTED, Stub(lambda text: 1 / 0), cache=cache)
    rerank(QUERY, PLANTED, Stub(treats), cache=cache)
    assert (cache.hits, cache.misses) == (0, 2)
    rerank(QUERY, PLANTED, Stub(treats), cache=cache)
    assert (cache.hits, cache.misses) == (1, 2)


@pytest.mark.parametrize(
    ("title", "abstract", "text"),
    [
        ("A title", "An abstract.", "A title. An abstract."),
        ("A title.", " An abstract. ", "A title. An abstract."),
        ("Does it help?", "Yes.", "Does it help? Yes."),
        ("A title", "", "A title"),
        ("", "An abstract.", "An abstract."),
    ],
)
def test_a_document_is_title_full_stop_abstract(title, abstract, text):
    assert document_text(Article(id="1", title=title, abstract=abstract)) == text
