"""Ranking a pair: order, ties, retracted papers, missing vectors, and the second stage."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from indication_scout_assets.domain.findings.evidence import RankedArticle
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.domain.records.articles import Article, PublicationType
from indication_scout_assets.ranking.ranker import (
    blend,
    rank_pair,
    ranked_articles,
    ranking_order,
    usable_articles,
)
from indication_scout_assets.ranking.reasons import NOTICE_WHY
from indication_scout_assets.ranking.second_stage import Rescored, SecondStage
from indication_scout_assets.ranking.topics import Topic
from indication_scout_assets.rules.literature.retraction_status import RETRACTED_WHY
from indication_scout_tests.readings import brief_of_topic

TOPIC = Topic.of_pair(["SILDENAFIL", "Viagra"], ["Pulmonary Hypertension"])
NOTICE = (PublicationType(name="Retraction of Publication", ui="D016440"),)
ARTICLES = [
    Article(
        pmid="101", year=2005, title="Sildenafil for pulmonary hypertension: a randomised trial",
        abstract="Sildenafil improved exercise capacity in patients with pulmonary hypertension.",
    ),
    Article(
        pmid="102", year=2010, title="Quality of life in pulmonary hypertension",
        abstract="Most patients took bosentan; a few took sildenafil.",
    ),
    Article(pmid="103", year=2012, title="Erectile dysfunction in primary care", abstract="A survey of 300 men."),
    Article(pmid="104", year=1999, title="Sildenafil and the lung"),
    Article(
        pmid="105", year=2008, title="Sildenafil cures pulmonary hypertension", abstract="Sildenafil cures everything.",
        publication_types=(PublicationType(name="Retracted Publication", ui="D016441"),),
    ),
]  # fmt: skip
COSINES = {"101": 0.71, "102": 0.48, "103": 0.12, "104": 0.50, "105": 0.80}


def rank(
    articles: Sequence[Article] = ARTICLES, cosines: Mapping[str, float] = COSINES, *,
    stage: SecondStage | None = None, weight: float = 0.5, retracted: Sequence[str] = (), **options: Any,
) -> list[RankedArticle]:  # fmt: skip
    usable, scores = rank_pair(TOPIC, articles, cosines, read=brief_of_topic, retracted=retracted, **options)
    if stage:
        blend(usable, scores, stage, weight)
    return ranked_articles(articles, usable, scores, TOPIC, retracted=retracted)


def read(**scores: float) -> SecondStage:
    """A second stage that read these articles."""
    kept = tuple(Rescored(id[1:], score, score, 0.0) for id, score in scores.items())
    return SecondStage(kept, separation=(min(scores.values()), 0.5, max(scores.values())))


def twins(*pairs: tuple[str, int | None]) -> list[Article]:
    return [Article(id=id, year=year, title="Sildenafil", abstract="The same words.") for id, year in pairs]


def test_treatment_comes_first_and_what_names_neither_last():
    ranked = rank()
    assert [r.pmid for r in ranked] == ["101", "102", "104", "103", "105"]
    assert [r.rank for r in ranked] == [1, 2, 3, 4, None]
    assert not any(r.in_top_k for r in ranked)  # places are given later


def test_every_component_is_kept():
    best = rank()[0].components
    assert best.cosine == COSINES["101"]
    assert best.lexical > 0
    assert (best.drug, best.disease, best.title, best.near, best.intent) == (1, 1, 1, 1, 1)
    assert (best.study, best.focus, best.feedback, best.cross_encoder) == (None,) * 4


def test_the_flags_and_the_intent_say_what_the_text_says():
    flags = {r.id: (r.names_drug, r.names_disease, r.intent) for r in rank()}
    assert flags["101"] == (True, True, "treats")
    assert flags["102"][:2] == (True, True)
    assert flags["103"] == (False, False, "")
    assert flags["104"] == (True, False, "")
    assert flags["105"] == (True, True, "")


def test_retracted_articles_and_notices_come_last_without_a_rank():
    notice = ARTICLES[0].model_copy(update={"pmid": "106", "id": "106", "year": 2020, "publication_types": NOTICE})
    ranked = rank([notice, *ARTICLES])
    assert [(r.id, r.rank, r.score, r.passed, r.in_top_k, r.why) for r in ranked[-2:]] == [
        ("106", None, 0.0, False, False, NOTICE_WHY),
        ("105", None, 0.0, False, False, RETRACTED_WHY),
    ]


def test_only_an_article_that_names_both_passes():
    assert [(r.id, r.passed) for r in rank()[:-1]] == [("101", True), ("102", True), ("104", False), ("103", False)]


def test_a_retracted_article_moves_no_score():
    assert rank()[:-1] == rank(ARTICLES[:-1])


def test_other_sources_may_know_of_a_retraction():
    ranked = rank(retracted=["101"])
    assert [r.id for r in ranked] == ["102", "104", "103", "105", "101"]
    assert ranked[-1].why == RETRACTED_WHY
    assert not ranked[-1].passed


def test_the_order_of_the_input_does_not_matter():
    expected = rank()
    for seed in range(5):
        assert rank(random.Random(seed).sample(ARTICLES, len(ARTICLES))) == expected


def test_equal_scores_go_to_the_newer_article_then_to_the_lower_id():
    same = twins(("9", 2001), ("10", 2001), ("11", 2020), ("12", None))
    for seed in range(3):
        ranked = rank(random.Random(seed).sample(same, 4), dict.fromkeys(("9", "10", "11", "12"), 0.4))
        assert [r.id for r in ranked] == ["11", "9", "10", "12"]
        assert len({r.score for r in ranked}) == 1


def test_the_last_bits_of_a_sum_decide_nothing():
    usable, scores = rank_pair(TOPIC, twins(("1", 2020), ("2", 2000)), {"1": 0.4, "2": 0.4}, read=brief_of_topic)
    scores.score[1] += 1e-13
    assert ranking_order(usable, scores) == [0, 1]


def test_ids_that_are_no_numbers_have_an_order_too():
    assert [a.id for a in usable_articles(twins(("b", 2000), ("7", 2000), ("a", 2000)))] == ["a", "b", "7"]


def test_an_article_without_any_text_comes_last_of_those_with_a_rank():
    empty = Article(id="1", title="")
    ranked = rank([empty, *ARTICLES], {**COSINES, "1": 0.99})
    assert [r.id for r in ranked] == ["101", "102", "104", "103", "1", "105"]
    assert ranked[-2].rank == 5


def test_no_articles_give_no_ranking():
    assert rank([], {}) == []


def test_where_all_are_retracted_nothing_is_ranked():
    assert [r.rank for r in rank(ARTICLES[-1:], {})] == [None]


def test_one_article_stands_in_the_middle_of_its_own_scale():
    (only,) = rank(ARTICLES[:1])
    assert (only.rank, only.components.fused) == (1, 0.5)


def test_an_article_without_a_vector_is_a_fault_not_a_low_score():
    with pytest.raises(PermanentFailure) as failure:
        rank(cosines={k: v for k, v in COSINES.items() if k != "103"})
    assert str(failure.value) == (
        "1 of 4 articles have no vector (the first is 103); materialise embeddings again."
    )  # fmt: skip


def test_only_a_retracted_article_may_lack_a_vector():
    assert rank(cosines={k: v for k, v in COSINES.items() if k != "105"})[-1].components.cosine == 0.0


def test_the_second_stage_is_blended_in_by_its_weight():
    before = {r.id: r.score for r in rank()}
    after = {r.id: r for r in rank(stage=read(_101=0.2, _102=0.9, _104=0.4), weight=0.25)}
    assert after["102"].score == pytest.approx(0.75 * before["102"] + 0.25 * 0.9)
    assert after["102"].components.cross_encoder == 0.9


def test_what_the_second_stage_did_not_read_counts_nothing_there():
    before = {r.id: r.score for r in rank()}
    after = {r.id: r for r in rank(stage=read(_101=0.9, _102=0.5))}
    assert after["104"].score == pytest.approx(before["104"] / 2)
    assert after["104"].components.cross_encoder is None
    assert not any(math.isnan(r.score) for r in after.values())
    assert "cross-encoder" in after["101"].why
    assert "cross-encoder" not in after["104"].why


def test_the_second_stage_may_turn_the_order():
    assert [r.id for r in rank(stage=read(_103=1.0, _101=0.0), weight=1.0)][:2] == ["103", "102"]


def test_a_second_stage_without_scores_leaves_everything_as_it_is():
    kept = (Rescored("103", 1.0, None, 1.0),)
    assert rank(stage=SecondStage(kept=kept, note="No cross-encoder is at hand.")) == rank()
    assert rank(stage=SecondStage(kept=kept, skipped=True)) == rank()
