"""Figures of rankings against examples worked by hand, and what must hold for every ranking."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.evaluation.rankings import metrics
from indication_scout_assets.evaluation.rankings.metrics import METRICS, figures_of
from indication_scout_assets.evaluation.shares import Interval, bootstrap, paired_difference

DOCUMENTS = [f"d{n}" for n in range(1, 11)]
SECOND_AND_FIFTH = {"d2": 1.0, "d5": 1.0}


def test_a_ranking_worked_by_hand():
    f = figures_of(DOCUMENTS, SECOND_AND_FIFTH)
    assert f["ndcg_at_10"] == pytest.approx((1 / math.log2(3) + 1 / math.log2(6)) / (1 + 1 / math.log2(3)))
    assert f["precision_at_5"] == pytest.approx(0.4)
    assert f["mrr"] == pytest.approx(0.5)
    assert f["recall_at_100"] == 1.0
    assert f["average_precision"] == pytest.approx((1 / 2 + 2 / 5) / 2)
    assert f["work_saved_at_95"] == pytest.approx(5 / 10 - 0.05)


def test_graded_gains_are_linear():
    # Grades 1, 3, 2 in this order: DCG = 1 + 3 / log2 3 + 2 / 2; the ideal order is 3, 2, 1.
    gains = {"d1": 1.0, "d2": 3.0, "d3": 2.0}
    expected = (1 + 3 / math.log2(3) + 2 / 2) / (3 + 2 / math.log2(3) + 1 / 2)
    assert metrics.ndcg(DOCUMENTS, gains) == pytest.approx(expected)
    assert metrics.average_precision(DOCUMENTS, gains) == 1.0


def test_ndcg_looks_at_the_first_ten_only():
    ranking = [f"x{n}" for n in range(10)] + ["late"]
    assert metrics.ndcg(ranking, {"late": 1.0}) == 0
    assert metrics.ndcg(ranking, {"late": 1.0}, k=11) == pytest.approx(1 / math.log2(12))


def test_precision_divides_by_five_even_where_fewer_are_ranked():
    assert metrics.precision(["a", "b"], {"a": 1.0, "b": 1.0}) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("relevant", "last_needed"), [(1, 1), (19, 19), (20, 19), (21, 20), (40, 38), (100, 95), (101, 96)]
)
def test_work_saved_stops_at_the_document_that_reaches_95_per_cent(relevant: int, last_needed: int):
    ranking = [f"d{n}" for n in range(200)]
    gains = {f"d{n}": 1.0 for n in range(relevant)}
    assert metrics.work_saved(ranking, gains) == pytest.approx((200 - last_needed) / 200 - 0.05)


def test_relevant_documents_that_are_not_ranked_count_as_never_found():
    gains = {"d1": 1.0, "elsewhere": 1.0}
    assert metrics.recall(DOCUMENTS, gains) == 0.5
    assert metrics.average_precision(DOCUMENTS, gains) == 0.5
    assert metrics.work_saved(DOCUMENTS, gains) == pytest.approx(-0.05)
    assert metrics.reciprocal_rank(DOCUMENTS, {"elsewhere": 1.0}) == 0


def test_nothing_relevant_gives_zeros():
    assert set(figures_of(DOCUMENTS, {}).values()) == {0.0}


rankings = st.integers(1, 60).flatmap(
    lambda n: st.tuples(
        st.permutations([f"d{i}" for i in range(n)]),
        st.dictionaries(st.sampled_from([f"d{i}" for i in range(n)]), st.integers(1, 3).map(float), min_size=1),
    )
)


@given(rankings, st.randoms(use_true_random=False))
def test_a_perfect_ranking_is_the_best_and_the_order_of_irrelevant_documents_does_not_matter(
    given_: tuple[list[str], dict[str, float]], chance: random.Random
):
    ranking, gains = given_
    perfect = sorted(ranking, key=lambda document: -gains.get(document, 0.0))
    best, figures = figures_of(perfect, gains), figures_of(ranking, gains)
    assert best["ndcg_at_10"] == pytest.approx(1)
    assert best["average_precision"] == pytest.approx(1)
    assert best["mrr"] == 1
    assert best["precision_at_5"] == pytest.approx(min(5, len(gains)) / 5)
    assert all(figures[key] <= best[key] + 1e-12 for key in figures)
    assert all(0 <= value <= 1 for key, value in figures.items() if key != "work_saved_at_95")
    assert -0.05 - 1e-12 <= figures["work_saved_at_95"] <= 0.95
    others = [document for document in ranking if document not in gains]
    chance.shuffle(others)
    swapped = [document if document in gains else others.pop() for document in ranking]
    judged = list(gains.items())
    chance.shuffle(judged)
    assert figures_of(swapped, dict(judged)) == pytest.approx(figures)


@given(rankings)
def test_moving_a_relevant_document_up_never_lowers_a_figure(given_: tuple[list[str], dict[str, float]]):
    ranking, gains = given_
    place = max(i for i, document in enumerate(ranking) if document in gains)
    before = ranking[place - 1] if place else None
    if before is None or before in gains:
        return
    better = [*ranking[: place - 1], ranking[place], before, *ranking[place + 1 :]]
    first, second = figures_of(ranking, gains), figures_of(better, gains)
    assert all(second[metric.key] >= first[metric.key] - 1e-12 for metric in METRICS)


def test_the_interval_holds_the_mean_and_comes_out_the_same_again():
    chance = random.Random(1)
    values = [chance.random() for _ in range(100)]
    once = bootstrap(values)
    assert once == bootstrap(values)
    assert once.mean == pytest.approx(sum(values) / 100)
    assert once.low < once.mean < once.high
    # The normal approximation for the mean of 100 uniform values: 1.96 * 0.2887 / 10 to each side.
    assert (once.high - once.low) / 2 == pytest.approx(1.96 * 0.2887 / 10, rel=0.15)


def test_one_topic_has_no_spread_and_none_has_no_mean():
    assert bootstrap([0.3]) == Interval(0.3, 0.3, 0.3)
    with pytest.raises(ValueError, match="no items"):
        bootstrap([])


def test_a_difference_is_paired():
    chance = random.Random(2)
    theirs = [chance.random() for _ in range(50)]
    ours = [figure + 0.01 for figure in theirs[:40]] + theirs[40:45] + [figure - 0.01 for figure in theirs[45:]]
    difference = paired_difference(ours, theirs)
    assert (difference.better, difference.worse) == (40, 5)
    assert difference.interval.mean == pytest.approx(0.007)
    assert (
        0 < difference.interval.low < difference.interval.high < 0.01 + 1e-9
    )  # though each mean alone is far less certain
    assert bootstrap(theirs).high - bootstrap(theirs).low > 0.1
    with pytest.raises(ValueError, match="zip"):
        paired_difference(ours, theirs[:-1])
