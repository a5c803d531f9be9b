"""The last layer and its thresholds: fitted on invented pairs whose model tells the truth half of the time."""

from __future__ import annotations

import random

import pytest

from indication_scout_assets.domain.findings.readings import Direction, PairNames
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.evaluation.training.reader_training import (
    LEAST_RIGHT,
    LEAST_TOLD,
    Example,
    fitted,
    threshold_of,
)
from indication_scout_assets.reading.bundled_reader import LastLayer, PairText
from indication_scout_assets.reading.trained_model import DIRECTIONS, Impression, MaskedArticle
from indication_scout_tests.evaluation.readings.invented import judged

NOTHING = MaskedArticle((), (), (0,))
PAIR = PairNames(drug_names=("zelavir",), disease="asthma", disease_names=("asthma",))
TEXT = PairText(Article(pmid="1", title="Zelavir in asthma"), PAIR)


class Oracle:
    """A model that is sure of the label it is told."""

    def __init__(self, labels: list[Direction]) -> None:
        self.labels = labels

    def impressions(self, articles: list[MaskedArticle]) -> list[Impression]:
        sure = ((0.8 if direction is label else 0.05 for direction in DIRECTIONS) for label in self.labels)
        return [Impression(tuple(given), 0, 0.0, 0.0) for given in sure]


def test_a_layer_over_a_model_that_is_right_tells_what_the_model_says() -> None:
    chance = random.Random(1)
    labels = [chance.choice(DIRECTIONS) for _ in range(200)]
    rows = [judged(str(n), label, drug=f"drug {n % 20}") for n, label in enumerate(labels)]
    made = fitted(Oracle(labels), [Example(row, TEXT, NOTHING) for row in rows])  # type: ignore[arg-type]
    assert (made["pairs"], made["drugs"]) == (200, 20)
    layer = LastLayer(made)
    for label, impression in zip(DIRECTIONS, Oracle(list(DIRECTIONS)).impressions([]), strict=True):
        expected = label if label in LEAST_RIGHT else Direction.NONE
        assert layer.direction(TEXT.features(impression)) is expected, "the others have no threshold"


@pytest.mark.parametrize(
    ("right", "least", "expected"),
    [
        ([1, 1, 1, 1, 0], 0.8, 0.5),
        ([1, 1, 1, 1, 0], 0.9, 0.6),
        ([0, 1, 1, 1, 1, 1], 0.8, 0.4),
        ([0, 0, 0, 0, 0, 1], 0.8, None),
        ([1] * (LEAST_TOLD - 1), 0.8, None),
    ],
)
def test_a_threshold_is_the_least_probability_above_which_enough_are_right(
    right: list[int], least: float, expected: float | None
) -> None:
    given = [0.88 - 0.1 * n for n in range(len(right))]
    assert threshold_of(given, [bool(hit) for hit in right], least) == (expected and pytest.approx(expected))
