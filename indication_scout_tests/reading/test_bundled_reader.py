"""The bundled reader: the last layer's arithmetic, and that a reading stands on words of the article."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from indication_scout_assets.domain.findings.readings import Direction, PairNames, TreatmentRelation
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.reading import bundled_reader
from indication_scout_assets.reading.bundled_reader import BundledReader, LastLayer, PairText
from indication_scout_assets.reading.reader_protocol import ArticleToRead, ReadingDraft
from indication_scout_assets.reading.trained_model import DIRECTIONS, Impression

PAIR = PairNames(drug_names=("zelavir",), disease="asthma", disease_names=("asthma",))
NARROWER = PAIR.model_copy(update={"narrower_names": ("silo cough",)})
HELPED = "Zelavir reduced attacks of asthma compared with placebo (12% v 30%, p < 0.001)."


def layer(**thresholds: float) -> LastLayer:
    """A layer whose probabilities are those given as features."""
    same = [[float(row == column) for column in range(5)] for row in range(5)]
    return LastLayer(
        {"mean": [0.0] * 5, "scale": [1.0] * 5, "weights": same, "bias": [0.0] * 5, "most_harm": 0.1}
        | {"thresholds": {Direction[name.upper()]: least for name, least in thresholds.items()}}
    )


def test_the_probabilities_add_up_and_follow_the_features() -> None:
    given = layer().probabilities([3, 1, 0, 0, -800])
    assert sum(given) == pytest.approx(1)
    assert given == sorted(given, reverse=True)


@pytest.mark.parametrize(
    ("features", "expected"),
    [
        ([5, 0, 0, 0, 0], Direction.BENEFIT),
        ([0, 5, 0, 0, 0], Direction.NO_BENEFIT),
        ([0, 0, 0, 5, 0], Direction.HARM),
        ([0, 0, 0, 0, 5], Direction.NONE),
        ([0, 0, 5, 0, 0], Direction.NONE),
        ([1, 0, 0, 0, 0], Direction.NONE),
        ([5, 0, 0, 4, 0], Direction.NONE),
    ],
)
def test_a_direction_is_told_from_its_threshold_on(features: list[float], expected: Direction) -> None:
    """One that has no threshold never is, and no benefit where harm is not ruled out."""
    assert layer(benefit=0.6, no_benefit=0.6, harm=0.6).direction(features) is expected


@pytest.fixture
def model_says(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets the trained model say one thing of every article."""

    def says(direction: Direction, sentence: int = 1, *, together: float = 0.0, cautious: float = 0.0) -> None:
        class SourcedSentence:
            tokenizer = None
            card: ClassVar[dict[str, Any]] = {"last_layer": {}}

            def impressions(self, articles: list[Any]) -> list[Impression]:
                return [Impression((0.2,) * len(DIRECTIONS), sentence, together, cautious) for _ in articles]

        monkeypatch.setattr(bundled_reader, "trained_model", SourcedSentence)
        monkeypatch.setattr(bundled_reader, "masked_article", lambda *_: None)
        monkeypatch.setattr(LastLayer, "direction", lambda *_: direction)

    return says


def read(article: Article, pair: PairNames = PAIR) -> Any:
    [draft] = BundledReader("1").read([ArticleToRead(article, (pair,))])
    assert isinstance(draft, ReadingDraft)
    return draft.pairs[pair.key]


def test_a_direction_stands_on_the_models_sentence_where_the_rules_find_none(model_says: Any) -> None:
    model_says(Direction.NO_BENEFIT, 2)
    article = Article(pmid="1", title="Zelavir in asthma", abstract="It was given. Nothing came of it in the end.")
    reading = read(article)
    assert (reading.direction, reading.relation) == (Direction.NO_BENEFIT, TreatmentRelation.NO_EFFECT)
    assert reading.span.text == "Nothing came of it in the end."
    assert article.abstract[reading.span.start : reading.span.end] == reading.span.text
    assert reading.quotations[0].span == reading.span


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Treatment of asthma with zelavir", Direction.NONE),
        ("Zelavir improves asthma in children", Direction.BENEFIT),
    ],
)
def test_a_title_without_an_abstract_has_the_direction_that_it_states(
    model_says: Any, title: str, expected: Direction
) -> None:
    """The model has learnt from abstracts alone."""
    model_says(Direction.BENEFIT, 0)
    assert read(Article(pmid="1", title=title)).direction is expected


def test_it_stands_on_the_rules_words_where_they_say_the_same(model_says: Any) -> None:
    model_says(Direction.BENEFIT, 1)
    reading = read(Article(pmid="1", title="Zelavir in asthma", abstract=f"It was given to 40 patients. {HELPED}"))
    assert (reading.span.text, reading.direction) == (HELPED, Direction.BENEFIT)
    assert reading.cue
    assert reading.effects


def test_a_combination_and_caution_are_the_models_to_tell(model_says: Any) -> None:
    model_says(Direction.BENEFIT, together=0.9, cautious=0.9)
    reading = read(Article(pmid="1", title="Zelavir in asthma", abstract="It may be good to have."))
    assert (reading.of_combination, reading.cautious) == (True, True)


def test_an_article_that_does_not_name_both_is_not_put_to_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled_reader, "trained_model", lambda: pytest.fail("asked"))
    assert read(Article(pmid="1", title="Zelavir in gout", abstract="It helped.")).direction is Direction.NONE


def test_the_result_of_a_narrower_disease_is_marked(model_says: Any) -> None:
    model_says(Direction.BENEFIT)
    reading = read(Article(pmid="1", title="Zelavir in silo cough", abstract="Zelavir reduced silo cough."), NARROWER)
    assert (reading.direction, reading.of_narrower_disease) == (Direction.BENEFIT, True)


def test_features_are_what_the_model_and_the_rules_find() -> None:
    helped, given = (
        PairText(Article(pmid="1", title="Zelavir in asthma", abstract=text), PAIR)
        for text in (HELPED, "It was given.")
    )
    impression = Impression((0.2,) * 5, 1, 0, 0)
    *likely, benefit, harm = map(float.__sub__, helped.features(impression), given.features(impression))
    assert (likely, benefit, harm) == ([0.0] * 5, 1.0, 0.0)
