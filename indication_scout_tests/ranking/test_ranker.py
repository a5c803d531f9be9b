"""Ranking a pair: order, ties, retracted papers, missing abstracts, and the sentence that says why."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from indication_scout_assets.domain.articles import Article, PublicationType
from indication_scout_assets.domain.evidence import RankedArticle
from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.ranking.queries import lexical_query, therapeutic_query
from indication_scout_assets.ranking.ranker import rank_articles
from indication_scout_assets.ranking.reasons import NOTICE_WHY, RETRACTED_WHY

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
    articles: Sequence[Article] = ARTICLES, cosines: Mapping[str, float] = COSINES, **changes: Any
) -> list[RankedArticle]:
    options: dict[str, Any] = {
        "drug_names": ["SILDENAFIL", "Viagra"], "disease_names": ["Pulmonary Hypertension"], "lexical_weight": 0.5,
        "top_k": 2,
    } | changes  # fmt: skip
    return rank_articles(articles, cosines, lexical_query("sildenafil", "pulmonary hypertension"), **options)


def test_the_best_in_both_scores_comes_first_and_the_top_k_are_marked():
    ranked = rank()
    assert [r.pmid for r in ranked] == ["101", "102", "104", "103", "105"]
    assert [r.rank for r in ranked] == [1, 2, 3, 4, None]
    assert [r.in_top_k for r in ranked] == [True, True, False, False, False]


def test_every_component_is_kept_and_the_score_is_their_weighted_sum():
    for r in rank(lexical_weight=0.3)[:-1]:
        c = r.components
        assert r.score == c.fused == pytest.approx(0.3 * c.lexical_normalized + 0.7 * c.cosine_normalized)
        assert c.cosine == COSINES[r.id]
        assert 0 <= c.lexical_normalized <= 1


def test_the_notice_of_a_retraction_has_no_rank():
    notice = ARTICLES[0].model_copy(
        update={
            "pmid": "106",
            "id": "106",
            "publication_types": (PublicationType(name="Retraction of Publication", ui="D016440"),),
        }
    )
    last = rank([*ARTICLES, notice])[-1]
    assert (last.pmid, last.rank, last.in_top_k, last.why) == ("106", None, False, NOTICE_WHY)


def test_a_retracted_article_is_listed_without_a_rank_and_moves_no_score():
    with_it, without = rank(), rank(ARTICLES[:-1])
    assert with_it[-1].pmid == "105"
    assert with_it[-1].why == RETRACTED_WHY
    assert (with_it[-1].score, with_it[-1].names_drug) == (0.0, True)
    assert with_it[:-1] == without


def test_the_order_of_the_input_does_not_matter():
    expected = rank()
    for seed in range(5):
        shuffled = random.Random(seed).sample(ARTICLES, len(ARTICLES))
        assert rank(shuffled) == expected


def test_equal_scores_go_to_the_newer_article_then_to_the_lower_pmid():
    twins = [
        Article(pmid=pmid, year=year, title="Sildenafil", abstract="The same words.")
        for pmid, year in (("9", 2001), ("10", 2001), ("11", 2020), ("12", None))
    ]
    ranked = rank(twins, dict.fromkeys(("9", "10", "11", "12"), 0.4))
    assert [r.pmid for r in ranked] == ["11", "9", "10", "12"]
    assert {r.score for r in ranked} == {0.5}


def test_the_reason_names_what_is_named_where_and_gives_the_place_in_both_scores():
    why = {r.pmid: r.why for r in rank()}
    assert why["101"] == (
        "Names sildenafil and pulmonary hypertension in the title; best of 4 by its words "
        f"(BM25 {rank()[0].components.lexical:.1f}), best by its meaning (cosine 0.71)."
    )
    assert why["102"].startswith("Names pulmonary hypertension in the title and sildenafil in the abstract; ")
    assert why["103"].startswith("Names neither sildenafil nor pulmonary hypertension; ")
    assert "; no word matches (BM25 0.0), 4th by its meaning (cosine " in why["103"]
    assert why["104"].startswith("Names sildenafil in the title but not pulmonary hypertension; ")
    assert why["104"].endswith("; ranked by its title alone, as the record has no abstract.")


def test_the_flags_say_whether_drug_and_disease_are_named():
    flags = {r.pmid: (r.names_drug, r.names_disease) for r in rank()}
    assert flags["102"] == (True, True)
    assert flags["103"] == (False, False)
    assert flags["104"] == (True, False)


def test_no_articles_give_no_ranking():
    assert rank([], {}) == []


def test_one_article_stands_in_the_middle_of_its_own_scale():
    (only,) = rank(ARTICLES[:1])
    assert (only.rank, only.score) == (1, 0.5)
    assert "; the only article found (BM25 " in only.why


def test_an_article_without_a_vector_is_a_fault_not_a_low_score():
    with pytest.raises(PermanentFailure, match=r"1 of 4 articles have no vector \(the first is 103\)"):
        rank(cosines={k: v for k, v in COSINES.items() if k != "103"})


def test_only_a_retracted_article_may_lack_a_vector():
    assert rank(cosines={k: v for k, v in COSINES.items() if k != "105"})[-1].components.cosine == 0.0


def test_the_therapeutic_query_asks_for_treatment():
    assert therapeutic_query("bupropion", "obesity") == (
        "Evidence for bupropion as a treatment for obesity, including clinical trials, efficacy, mechanism of action, "
        "and therapeutic outcomes"
    )
