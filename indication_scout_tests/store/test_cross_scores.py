"""Scores of cross-encoders: kept by query, model and set."""

from __future__ import annotations

from indication_scout_assets.store.database import Database


def test_scores_are_kept_by_query_model_and_set(db: Database) -> None:
    scores = {"h1": 0.59868766, "h2": 1e-300}
    assert db.cross_scores.get("q", "m", "c") is None
    db.cross_scores.put("q", "m", "c", scores)
    assert db.cross_scores.get("q", "m", "c") == scores
    assert [db.cross_scores.get(*key) for key in (("p", "m", "c"), ("q", "n", "c"), ("q", "m", "d"))] == [None] * 3


def test_the_first_scores_stay(db: Database) -> None:
    db.cross_scores.put("q", "m", "c", {"h": 0.5})
    db.cross_scores.put("q", "m", "c", {"h": 0.7})
    assert db.cross_scores.get("q", "m", "c") == {"h": 0.5}
