"""Min-max normalisation and fusion: ranges, order, and lists without differences."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.ranking.fusion import CONSTANT, fuse, min_max

finite = st.floats(allow_nan=False, allow_infinity=False, width=32)
unit = st.floats(0, 1)


def test_the_least_is_0_and_the_greatest_1():
    assert min_max([2.0, 4.0, 3.0]) == [0.0, 1.0, 0.5]


@given(finite, st.integers(1, 5))
def test_a_constant_list_says_nothing_about_anyone(score, count):
    assert min_max([score] * count) == [CONSTANT] * count


def test_no_scores_give_no_scores():
    assert min_max([]) == []
    assert fuse([], [], 0.5) == []


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


@given(st.lists(st.tuples(unit, unit)), unit)
def test_a_fused_score_lies_between_its_parts(pairs, weight):
    fused = fuse([a for a, _ in pairs], [b for _, b in pairs], weight)
    for score, (a, b) in zip(fused, pairs, strict=True):
        assert min(a, b) - 1e-12 <= score <= min(1.0, max(a, b) + 1e-12)


@given(st.lists(finite, min_size=2, max_size=20), st.floats(0, 0.99))
def test_a_constant_list_leaves_the_order_to_the_other(scores, weight):
    meaning = min_max(scores)
    fused = fuse(min_max([7.0] * len(scores)), meaning, weight)
    assert sorted(range(len(scores)), key=fused.__getitem__) == sorted(range(len(scores)), key=meaning.__getitem__) or (
        # equal within the last bits of the sum
        min_max(fused) == pytest.approx(meaning, abs=1e-9)
    )


def test_the_weight_is_the_lexical_share():
    assert fuse([1.0], [0.0], 0.25) == [0.25]


@pytest.mark.parametrize("weight", [-0.1, 1.1])
def test_a_weight_outside_0_and_1_is_refused(weight):
    with pytest.raises(ValueError, match="weight"):
        fuse([1.0], [1.0], weight)


def test_lists_of_different_length_are_refused():
    with pytest.raises(ValueError, match="shorter"):
        fuse([1.0, 2.0], [1.0], 0.5)
