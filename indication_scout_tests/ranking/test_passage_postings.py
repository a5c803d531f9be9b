"""The lexical index gives the scores of BM25, from memory as from its folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from indication_scout_assets.ranking.lexical import Bm25, tokens
from indication_scout_assets.ranking.passage_postings import Postings

TEXTS = ["oats lower cholesterol", "wheat and oats", "cholesterol, cholesterol and more cholesterol", "nothing of it"]


@pytest.fixture(params=["built", "opened"])
def postings(request: pytest.FixtureRequest, tmp_path: Path) -> Postings:
    built = Postings.of(TEXTS)
    if request.param == "built":
        return built
    built.save(tmp_path / "index")
    return Postings.open(tmp_path / "index")


@pytest.mark.parametrize("query", ["oats", "cholesterol of oats", "unknown words"])
def test_scores_are_bm25(postings: Postings, query: str) -> None:
    scores = postings.scores(dict.fromkeys(tokens(query), 1.0))
    assert scores.tolist() == pytest.approx(Bm25(TEXTS).scores(query), abs=1e-5)


def test_a_rarer_word_weighs_more(postings: Postings) -> None:
    rare, common, unknown = (postings.idf(tokens(word)[0]) for word in ("wheat", "oats", "barley"))
    assert unknown > rare > common
