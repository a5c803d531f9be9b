"""Scores of cross-encoders: kept by query, model and set, and counted."""

from __future__ import annotations

from collections.abc import Sequence

from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.ranking.models.score_cache import ScoreCache
from indication_scout_assets.ranking.second_stage import rerank
from indication_scout_assets.store.database import Database


def test_scores_are_kept_by_query_model_and_set(db: Database) -> None:
    scores = {"h1": 0.59868766, "h2": 1e-300}
    assert db.cross_scores.get("q", "m", "c") is None
    db.cross_scores.put("q", "m", "c", scores)
    assert db.cross_scores.get("q", "m", "c") == scores
    assert [db.cross_scores.get(*key) for key in (("p", "m", "c"), ("q", "n", "c"), ("q", "m", "d"))] == [None] * 3
    assert (db.cross_scores.hits, db.cross_scores.misses) == (1, 4)


def test_the_first_scores_stay(db: Database) -> None:
    db.cross_scores.put("q", "m", "c", {"h": 0.5})
    db.cross_scores.put("q", "m", "c", {"h": 0.7})
    assert db.cross_scores.get("q", "m", "c") == {"h": 0.5}


def test_a_set_without_scores_is_known_too(db: Database) -> None:
    db.cross_scores.put("q", "m", "c", {})
    assert db.cross_scores.get("q", "m", "c") == {}


def test_a_list_is_scored_once_for_all_who_open_the_workspace(db: Database, database_url: str, workspace: str) -> None:
    class Once:
        name = "once@1"
        batch_size = 8
        calls = 0

        def score(self, query: str, texts: Sequence[str]) -> list[float]:
            self.calls += 1
            return [len(text) / 100 for text in texts]

    encoder = Once()
    papers = [Article(id=str(n), title="tea " * n) for n in range(1, 5)]
    cache: ScoreCache = db.cross_scores
    first = rerank("tea", papers, encoder, cache=cache)
    with Database.open(database_url, workspace) as other:
        again = rerank("tea", papers[::-1], encoder, cache=other.cross_scores)
    assert encoder.calls == 1
    assert again.kept == first.kept
