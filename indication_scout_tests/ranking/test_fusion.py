"""Min-max normalisation and reciprocal ranks: ranges, order, and lists without differences."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.ranking.scoring import CONSTANT, min_max, reciprocal_ranks

finite = st.floats(allow_nan=False, allow_infinity=False, width=32)


def test_the_least_is_0_and_the_greatest_1():
    assert min_max([2.0, 4.0, 3.0]) == [0.0, 1.0, 0.5]


@given(finite, st.integers(1, 5))
def test_a_constant_list_says_nothing_about_anyone(score, count):
    assert min_max([score] * count) == [CONSTANT] * count


def test_no_scores_give_no_scores():
    assert min_max([]) == []
    assert reciprocal_ranks([]) == []


@pytest.mark.parametrize("wrong", [math.nan, math.inf])
def test_a_score_that_is_no_number_is_refused(wrong):
    with pytest.raises(ValueError, match="finite"):
        min_max([1.0, wrong])


@given(st.lists(finite, min_size=1))
def test_normalised_scores_lie_in_range_and_keep_their_order(scores):
    normalised = min_max(scores)
    assert all(0 <= score <= 1 for score in normalised)
    order = sorted(range(len(scores)), key=scores.__getitem__)
    assert all(normalised[a] <= normalised[b] for a, b in pairwise(order))


def test_the_best_rank_counts_1_and_equals_share_theirs():
    assert reciprocal_ranks([0.2, 9.0, 0.2, 0.1]) == [61 / 62, 1.0, 61 / 62, 61 / 64]
    assert reciprocal_ranks([1.0, 2.0], k=1) == [2 / 3, 1.0]


@given(st.lists(finite, min_size=1))
def test_reciprocal_ranks_keep_the_order_and_only_the_order(scores):
    ranks = reciprocal_ranks(scores)
    assert all(0 < rank <= 1 for rank in ranks)
    order = sorted(range(len(scores)), key=scores.__getitem__)
    assert all((ranks[a] < ranks[b]) == (scores[a] < scores[b]) for a, b in pairwise(order))
