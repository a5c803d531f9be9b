"""Choosing passages that differ."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.ranking.diversity import diverse

SCORES = [1.0, 0.99, 0.8, 0.1]
TEXTS = ["tea helps nurses sleep", "tea helps nurses to sleep", "chess wakes teachers", "bread"]
PAPERS = ["A", "A", "A", "B"]


def test_the_same_in_other_words_comes_later() -> None:
    assert diverse(SCORES, TEXTS, PAPERS, 4) == [0, 2, 1, 3]
    assert diverse(SCORES, TEXTS, PAPERS, 4, share=1.0) == [0, 1, 2, 3]


def test_a_paper_waits_as_long_as_there_are_others() -> None:
    assert diverse(SCORES, TEXTS, PAPERS, 2, per_paper=1) == [0, 3]
    assert sorted(diverse(SCORES, TEXTS, PAPERS, 4, per_paper=1)) == [0, 1, 2, 3]


@given(
    st.lists(st.tuples(st.floats(0, 9), st.text(max_size=20), st.sampled_from("ABC")), max_size=12),
    st.integers(0, 15), st.floats(0, 1), st.none() | st.integers(1, 3),
)  # fmt: skip
def test_exactly_k_each_once(rows: list[tuple[float, str, str]], k: int, share: float, per_paper: int | None) -> None:
    scores, texts, papers = ([row[place] for row in rows] for place in range(3))
    chosen = diverse(scores, texts, papers, k, share, per_paper)  # type: ignore[arg-type]
    assert len(chosen) == len(set(chosen)) == min(k, len(rows))
