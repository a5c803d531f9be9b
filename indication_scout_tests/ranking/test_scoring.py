"""Scores of pairs, questions and classes of drugs: what counts more than what, ranges, and what is left out."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.findings.readings import TreatmentRelation
from indication_scout_assets.domain.records.articles import Article, PublicationType
from indication_scout_assets.ranking.scoring import (
    CAUSES,
    CLASS,
    KIN,
    NO_EFFECT,
    PAIR,
    QUESTION,
    SILENT,
    TREATS,
    Configuration,
    Scores,
    intent_value,
    score,
)
from indication_scout_assets.ranking.topics import Topic
from indication_scout_tests.readings import brief_of_topic

TOPIC = Topic.of_pair(["sildenafil", "Viagra"], ["hypertension"])
REVIEW = Topic(id="r", drugs=(("losartan",), ("valsartan",)), disease_names=("hypertension",))


def article(title: str, abstract: str = "", **more: object) -> Article:
    return Article.model_validate({"id": title or "none", "title": title, "abstract": abstract, **more})


TREATMENT = article("Sildenafil for hypertension", "Sildenafil improved hypertension in all patients.")
HARM = article("Sildenafil-induced hypertension", "Hypertension was caused by sildenafil in a man.")
DRUG_ONLY = article("Sildenafil before surgery", "Viagra was well tolerated.")
DISEASE_ONLY = article("A survey of hypertension", "Hypertension was common among the men.")
NEITHER = article("Maps of rainfall", "It rained.")
ALL = (TREATMENT, HARM, DRUG_ONLY, DISEASE_ONLY, NEITHER)


def scored(
    *articles: Article, lexical: list[float] | None = None, cosine: list[float] | None = None, topic: Topic = TOPIC,
    configuration: Configuration = PAIR, vectors: np.ndarray | None = None,
) -> Scores:  # fmt: skip
    same = [0.5] * len(articles)
    return score(topic, articles, lexical or same, cosine or same, configuration, brief_of_topic, vectors)


def test_words_and_meaning_are_fused_by_the_lexical_share():
    scores = scored(TREATMENT, HARM, lexical=[0.0, 4.0], cosine=[0.9, 0.1], configuration=Configuration(lexical=0.3))
    assert list(scores.score) == list(scores.fused) == pytest.approx([0.7, 0.3])
    assert scores.parts == {}


def test_absolute_cosines_are_not_stretched_but_cut_at_zero():
    configuration = Configuration(lexical=0.25, absolute=True)
    scores = scored(TREATMENT, HARM, lexical=[0.0, 4.0], cosine=[0.6, -0.2], configuration=configuration)
    assert list(scores.fused) == pytest.approx([0.75 * 0.6, 0.25])
    assert list(scores.cosine_normalized) == pytest.approx([0.6, 0])


def test_rank_fusion_takes_ranks_instead_of_scores():
    configuration = Configuration(lexical=1.0, reciprocal=True)
    assert list(scored(TREATMENT, HARM, lexical=[1.0, 9.0], configuration=configuration).score) == [61 / 62, 1.0]


def test_treatment_comes_before_drug_before_disease_before_neither():
    treatment, harm, drug, disease, neither = scored(*ALL).score
    assert treatment > harm > drug > disease > neither


def test_naming_the_drug_beats_naming_the_disease_whatever_words_and_meaning_say():
    drug, disease = scored(DRUG_ONLY, DISEASE_ONLY, lexical=[0.0, 9.0], cosine=[0.0, 1.0], configuration=replace(
        PAIR, near=0.0, intent=0.0, title=0.0)).score  # fmt: skip
    assert drug > disease  # drug 2.2 against disease 1 and the whole fused score
    drug, disease = scored(DRUG_ONLY, DISEASE_ONLY, lexical=[1.0, 9.0], cosine=[1.0, 0.9]).score
    assert drug > disease


def test_the_score_is_the_weighted_mean_of_its_components():
    scores = scored(*ALL, lexical=[3.0, 2.0, 1.0, 4.0, 0.0], cosine=[0.3, 0.4, 0.5, 0.2, 0.1])
    weights = {name: getattr(PAIR, name) for name in ("drug", "disease", "title", "near", "intent")}
    assert set(scores.parts) == set(weights)
    for i in range(len(ALL)):
        expected = scores.fused[i] + sum(weight * scores.parts[name][i] for name, weight in weights.items())
        assert scores.score[i] == pytest.approx(expected / (1 + sum(weights.values())))


numbers = st.floats(-100, 100)


@given(st.lists(st.tuples(st.sampled_from(ALL), numbers, numbers), min_size=1, max_size=6), st.booleans())
def test_every_score_lies_between_0_and_1(rows, reciprocal):
    lists = {"lexical": [row[1] for row in rows], "cosine": [row[2] for row in rows]}
    for topic, configuration in ((TOPIC, PAIR), (REVIEW, CLASS), (Topic(id="q", query="q"), QUESTION)):
        vectors = np.full((len(rows), 2), math.sqrt(0.5), dtype=np.float32)
        scores = score(
            topic, [row[0] for row in rows], **lists, configuration=replace(configuration, reciprocal=reciprocal),
            read=brief_of_topic, vectors=vectors,
        )  # fmt: skip
        assert np.all((scores.score >= 0) & (scores.score <= 1 + 1e-12))
        assert all(np.all((part >= 0) & (part <= 1)) for part in scores.parts.values())


@pytest.mark.parametrize(("topic", "configuration"), [(TOPIC, PAIR), (REVIEW, CLASS)])
def test_the_order_of_the_input_changes_no_score(topic, configuration):
    numbers = np.random.default_rng(1)
    cosine, lexical = list(numbers.random(len(ALL))), list(numbers.random(len(ALL)))
    vectors = numbers.normal(size=(len(ALL), 4)).astype(np.float32)
    first = score(topic, ALL, lexical, cosine, configuration, brief_of_topic, vectors)
    for seed in range(5):
        order = random.Random(seed).sample(range(len(ALL)), len(ALL))
        again = score(
            topic, [ALL[i] for i in order], [lexical[i] for i in order], [cosine[i] for i in order], configuration,
            brief_of_topic, vectors[order],
        )  # fmt: skip
        assert list(again.score) == pytest.approx([first.score[i] for i in order], abs=1e-6)


def test_a_near_kin_of_the_disease_counts_less_than_the_disease():
    topic = Topic.of_pair(["levetiracetam"], ["seizures"])
    scores = scored(article("Levetiracetam in epilepsy"), article("Levetiracetam in seizures"), topic=topic)
    assert list(scores.parts["disease"]) == [KIN, 1.0]
    assert list(scores.parts["title"]) == [1.0, 1.0]


@pytest.mark.parametrize(
    ("intent", "value"),
    [
        (TreatmentRelation.TREATS, TREATS), (TreatmentRelation.PREVENTS, TREATS),
        (TreatmentRelation.NO_EFFECT, NO_EFFECT), (TreatmentRelation.UNCLEAR, SILENT),
        (TreatmentRelation.CAUSES, CAUSES),
    ],
)  # fmt: skip
def test_every_intent_has_a_value(intent, value):
    assert intent_value(intent) == value
    assert CAUSES < SILENT < NO_EFFECT < TREATS


def test_only_an_article_that_names_both_is_read_for_its_intent():
    scores = scored(*ALL)
    assert set(scores.readings) == {0, 1}
    assert scores.readings[0].of_pair.relation is TreatmentRelation.TREATS
    assert scores.readings[1].of_pair.relation is TreatmentRelation.CAUSES
    assert list(scores.parts["intent"]) == [TREATS, CAUSES, SILENT, SILENT, SILENT]


def test_without_a_weight_a_component_is_not_computed():
    scores = scored(*ALL, configuration=replace(PAIR, intent=0.0, near=0.0))
    assert scores.readings == {}
    assert set(scores.parts) == {"drug", "disease", "title"}
    assert len(scores.verdicts) == len(ALL)


def test_a_question_is_not_held_against_names():
    scores = scored(*ALL, topic=Topic(id="q", query="does sildenafil help?", drugs=(("sildenafil",),)))
    assert scores.verdicts == ()
    assert scores.parts == {}


def test_a_class_counts_design_and_focus_and_names_a_drug_by_its_title_only():
    trial = article(
        "Losartan versus valsartan in hypertension", "Deaths within 5 years.",
        publication_types=[PublicationType(name="Randomized Controlled Trial", ui="D016449")],
    )  # fmt: skip
    case = article("A man with hypertension", "He had taken losartan.",
                   publication_types=[PublicationType(name="Case Reports", ui="D002363")])  # fmt: skip
    scores = scored(trial, case, topic=REVIEW, configuration=CLASS)
    assert set(scores.parts) == {"disease", "title", "study", "focus"}
    assert list(scores.parts["study"]) == [1.0, 0.0]
    assert list(scores.parts["title"]) == [1.0, 0.0]
    assert scores.parts["focus"][0] > scores.parts["focus"][1]
    assert scores.readings == {}


def test_feedback_draws_up_what_is_like_the_best():
    articles = [article(f"Paper {n}") for n in range(4)]
    vectors = np.array([[1, 0], [0, 1], [1, 0], [0.6, 0.8]], dtype=np.float32)
    configuration = Configuration(lexical=0.0, feedback=1.0, feedback_from=1)
    scores = scored(*articles, cosine=[1.0, 0.5, 0.0, 0.5], topic=REVIEW, configuration=configuration, vectors=vectors)
    assert list(scores.parts["feedback"]) == pytest.approx([1.0, 0.0, 1.0, 0.6])
    assert list(scores.score) == pytest.approx([1.0, 0.25, 0.5, 0.55])
    without = scored(*articles, topic=REVIEW, configuration=configuration)
    assert "feedback" not in without.parts


def test_a_number_that_is_none_is_never_shown():
    scores = scored(TREATMENT, HARM)
    scores.parts["cross_encoder"] = np.array([0.9, np.nan])
    assert scores.components(0).cross_encoder == 0.9
    assert scores.components(1).cross_encoder is None
    assert scores.components(1).tokens is None
    assert scores.components(1).intent == CAUSES


@pytest.mark.parametrize("topic", [TOPIC, REVIEW, Topic(id="q", query="q")])
def test_nothing_to_score_gives_no_scores(topic):
    for configuration in (PAIR, QUESTION, CLASS):
        scores = score(topic, [], [], [], configuration, brief_of_topic, np.empty((0, 2), dtype=np.float32))
        assert len(scores.score) == 0


def test_a_score_that_is_no_number_is_refused():
    with pytest.raises(ValueError, match="finite"):
        scored(TREATMENT, HARM, cosine=[math.nan, 0.1])
