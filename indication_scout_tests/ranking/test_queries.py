"""The wording of queries, for vectors and for words."""

from __future__ import annotations

from indication_scout_assets.ranking.retrieval.queries import (
    AXES,
    OMNIBUS,
    claims_of,
    words_of,
)
from indication_scout_assets.ranking.topics import Topic

PAIR = Topic.of_pair(["bupropion", "Zyban"], ["obesity", "overweight"])
REVIEW = Topic(id="1", drugs=(("losartan", "Cozaar"), ("valsartan",)), disease_names=("hypertension",))
QUESTION = Topic(id="2", query="does bupropion reduce weight?")


def test_each_axis_is_a_claim_that_names_both():
    claims = claims_of(PAIR, tuple(AXES))
    assert len(claims) == len(set(claims)) == 4
    assert all("bupropion" in claim and "obesity" in claim for claim in claims)
    assert claims[0] == "bupropion is effective in the treatment of obesity"
    assert not any("{" in claim for claim in claims)


def test_the_omnibus_sentence_is_a_framing_like_the_axes():
    assert claims_of(PAIR, (OMNIBUS,)) == [
        "Evidence for bupropion as a treatment for obesity, including clinical trials, efficacy, mechanism of action, "
        "and therapeutic outcomes"
    ]


def test_words_are_the_preferred_names_and_nothing_else():
    assert words_of(PAIR) == "bupropion obesity"


def test_a_class_is_worded_by_the_preferred_names_of_its_drugs():
    assert words_of(REVIEW) == "losartan, valsartan hypertension"
    assert claims_of(REVIEW, ("efficacy",)) == ["losartan, valsartan is effective in the treatment of hypertension"]


def test_a_question_stays_as_it_was_asked_whatever_the_axes():
    assert claims_of(QUESTION, tuple(AXES)) == [QUESTION.query] == [words_of(QUESTION)]


def test_a_topic_is_a_pair_where_it_has_drugs_and_a_disease():
    assert PAIR.is_pair
    assert REVIEW.is_pair
    assert not QUESTION.is_pair
    assert not Topic(id="3", query="q", disease_names=("obesity",)).is_pair
