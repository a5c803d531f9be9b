"""Recall, reciprocal rank and hits by hand; intervals over drugs; what the lists are like."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from indication_scout_assets.domain.candidates import (
    ApprovalStatus,
    Candidate,
    CandidateScore,
    TargetDirection,
    TargetFact,
)
from indication_scout_assets.domain.diseases import Disease
from indication_scout_assets.evaluation.discovery.discovery_figures import (
    DISCOVERY_METRICS,
    DiscoveryMetric,
    JudgedList,
    ShownList,
    figures_by_drug,
    figures_of_lists,
    separations,
    shown_list,
)
from indication_scout_assets.evaluation.shares import Interval, bootstrap, paired_difference

TWENTY = tuple(f"D{place}" for place in range(1, 21))
LISTS = [
    JudgedList("A", TWENTY, frozenset({"D2", "D12", "X"})),
    JudgedList("B", TWENTY[::-1], frozenset({"D20"})),
    JudgedList("C", (), frozenset({"D1"})),
]
METRICS = {metric.key: metric for metric in DISCOVERY_METRICS}


def interval(lists: list[JudgedList], metric: DiscoveryMetric) -> Interval:
    return bootstrap(*figures_by_drug(lists, metric))


@pytest.mark.parametrize(
    ("key", "by_hand"),
    [
        ("recall_at_10", Fraction(2, 5)),  # D2 and D20 of five answers
        ("recall_at_30", Fraction(3, 5)),  # D12 too
        ("recall_at_100", Fraction(3, 5)),
        ("mrr", Fraction(1, 2)),  # (1/2 + 1 + 0) / 3
        ("hit_at_10", Fraction(2, 3)),
    ],
)
def test_the_figures_are_those_worked_out_by_hand(key: str, by_hand: Fraction) -> None:
    assert interval(LISTS, METRICS[key]).mean == pytest.approx(float(by_hand))


def test_the_interval_is_over_drugs_and_always_the_same() -> None:
    metric = METRICS["recall_at_10"]
    first, again = interval(LISTS, metric), interval(list(reversed(LISTS)), metric)
    assert first == again
    assert first.low < first.mean < first.high
    two_days = [JudgedList("A", TWENTY, frozenset({"D1"})), JudgedList("A", TWENTY, frozenset({"X"}))]
    assert interval(two_days, metric).low == interval(two_days, metric).high == 0.5  # one drug: nothing to draw


def test_a_list_is_no_better_than_itself_and_better_than_an_empty_one() -> None:
    metric = METRICS["recall_at_10"]
    (above, below), none = figures_by_drug(LISTS, metric), np.zeros(len(LISTS))
    same = paired_difference(above, above, below)
    assert (same.interval.mean, same.interval.low, same.interval.high, same.better, same.worse) == (0, 0, 0, 0, 0)
    more = paired_difference(above, none, below)
    assert more.interval.mean == pytest.approx(0.4)
    assert (more.better, more.worse) == (2, 0)


def candidate(disease: str, total: float, *, opposes: int = 0, drugs: int | None = None) -> Candidate:
    fact = TargetFact(ensembl_id="E", symbol="S", score=0.5, direction_counts={TargetDirection.OPPOSES: opposes})
    return Candidate(
        disease=Disease(id=disease, name=disease, drug_count=drugs),
        score=CandidateScore(target_path=0, class_path=0, direction_factor=1, total=total),
        target_facts=(fact,) if opposes else (),
        approval=ApprovalStatus.NOT_APPROVED,
    )


def test_ties_directions_and_own_trials_are_counted_in_the_first_ten_places() -> None:
    scores = [0.9, 0.8, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.1, 0.05]
    candidates = [candidate(f"D{i}", score, opposes=int(i in (0, 11))) for i, score in enumerate(scores)]
    shown = shown_list(candidates, {"D3", "D10"})
    assert shown.diseases == tuple(f"D{i}" for i in range(10))
    assert (shown.ties, shown.wrong_direction, shown.own_trials) == (3, 1, 1)  # D1, D2 and D9, tied with the eleventh


def test_what_evidence_orders_is_no_tie() -> None:
    apart = [candidate("D1", 0.5, drugs=9), candidate("D2", 0.5, drugs=8)]
    assert shown_list(apart, set()).ties == 0
    assert shown_list([*apart, candidate("D3", 0.5, drugs=8)], set()).ties == 2


def test_which_drug_is_told_by_the_score_in_the_disease() -> None:
    scores = {"A": {"D1": 0.5}, "B": {"D1": 0.2}, "C": {}, "E": {"D1": 0.9}}
    assert separations(scores, {"A": {"D1"}}, {"E": {"D1"}}) == [1.0]  # E was tried in it before
    assert separations(scores, {"C": {"D1", "D2"}}, {"E": {"D1"}}) in ([0.0, 0.5], [0.5, 0.0])


def test_entropy_is_one_for_an_even_spread_and_nought_for_one_disease() -> None:
    def entropy(*lists: tuple[str, ...]) -> float:
        shown = [ShownList(diseases, 0, 0, 0) for diseases in lists]
        value: float = figures_of_lists({2010.0: shown}, {2010.0: 4})["entropy"]
        return value

    assert entropy(("D1", "D2"), ("D3", "D4")) == pytest.approx(1.0)
    assert entropy(("D1",), ("D1",)) == 0.0
    assert entropy(("D1", "D2"), ("D1",), ()) == pytest.approx(
        -(2 / 3 * math.log(2 / 3) + 1 / 3 * math.log(1 / 3)) / math.log(4)
    )


def test_the_commonest_disease_is_a_share_of_one_days_lists() -> None:
    days = {
        2010.0: [ShownList(("D1", "D2"), 1, 0, 2), ShownList(("D1",), 0, 1, 0), ShownList((), 0, 0, 0)],
        2015.5: [ShownList(("D2",), 0, 0, 0)] * 2 + [ShownList(("D3",), 0, 0, 0)] * 2,
    }
    figures = figures_of_lists(days, {2010.0: 9, 2015.5: 9})
    assert (figures["commonest"], figures["commonest_share"]) == ("D1", pytest.approx(2 / 3))
    assert (figures["places"], figures["lists"], figures["empty"]) == (7, 7, 1)
    assert (figures["ties"], figures["wrong_direction"], figures["own_trials"]) == (pytest.approx(1 / 7), 1, 2)


def test_no_lists_at_all_are_nought() -> None:
    figures = figures_of_lists({}, {})
    assert (figures["entropy"], figures["commonest_share"], figures["ties"], figures["commonest"]) == (0, 0, 0, None)
