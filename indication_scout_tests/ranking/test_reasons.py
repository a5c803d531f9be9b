"""How names are written inside a sentence, and the sentence that says why an article stands where it stands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from indication_scout_assets.domain.findings.evidence import RankingComponents
from indication_scout_assets.domain.findings.readings import TreatmentRelation
from indication_scout_assets.domain.records.articles import Article
from indication_scout_assets.ranking.gate import Gate, words_of
from indication_scout_assets.ranking.reasons import RankPlace, ReasonWording, Spelling
from indication_scout_assets.ranking.scoring import Scores
from indication_scout_assets.ranking.topics import Topic
from indication_scout_tests.readings import brief_of_topic, changed

SPELLING = Spelling(
    ["Sildenafil for Pulmonary Hypertension.", "In hypertension of lupus, COPD and Raynaud phenomenon, Revatio helped."]
)
ELSEWHERE = Article(id="2", title="On seizures, gout and colchicine")
"""Shows how names are written inside a sentence."""
SECOND = RankPlace(2, 1, 4)
TOPIC = Topic.of_pair(["LEVETIRACETAM"], ["seizures"])
PLACES = "; 2nd of 4 by its words (BM25 3.2), best by its meaning (cosine 0.71)."


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Hypertension, Pulmonary", "Pulmonary hypertension"),
        ("hypertension, portal", "portal hypertension"),
        ("SILDENAFIL", "sildenafil"),
        ("revatio", "Revatio"),
        ("Raynaud Disease", "Raynaud disease"),
        ("phenomenon, raynaud", "Raynaud phenomenon"),
        ("Diabetes Mellitus, Type 1", "type 1 diabetes mellitus"),
        ("PAH", "PAH"),
        ("copd disease", "COPD disease"),
        ("HIV infection", "HIV infection"),
    ],
)
def test_names_are_in_natural_order_and_spelt_as_the_articles_spell_them(name, written):
    assert SPELLING.readable(name) == written


def why(
    title: str, abstract: str = "A study.", *, topic: Topic = TOPIC, intent: TreatmentRelation | None = None,
    lexical: float = 3.24, cross_encoder: float | None = None, place: RankPlace = SECOND,
) -> str:  # fmt: skip
    """The sentence for an article with these figures."""
    article = Article(id="1", title=title, abstract=abstract)
    half = np.array([0.5])
    scores = Scores(half, half, half, half, half, half)
    if topic.is_pair:
        gate = Gate([name for names in topic.drugs for name in names], topic.disease_names)
        scores.verdicts = [gate.verdict(*words_of(article))]
    if intent:
        [read] = brief_of_topic(topic, [article])
        scores.readings = {0: changed(read, of_pair={"relation": intent})}
    components = RankingComponents(
        cosine=0.714, lexical=lexical, cosine_normalized=1, lexical_normalized=0.5, fused=0.7,
        cross_encoder=cross_encoder,
    )  # fmt: skip
    return ReasonWording(topic, [article, ELSEWHERE], scores).why(0, components, place)


@pytest.mark.parametrize(
    ("title", "abstract", "naming"),
    [
        ("Levetiracetam in seizures", "It worked.", "Names levetiracetam and seizures in the title"),
        ("Levetiracetam", "In seizures.", "Names levetiracetam in the title and seizures in the abstract"),
        ("Seizures", "We gave levetiracetam.", "Names seizures in the title and levetiracetam in the abstract"),
        ("A trial", "Levetiracetam in seizures", "Names levetiracetam and seizures in the abstract"),
        ("Levetiracetam", "In mice.", "Names levetiracetam in the title but not seizures"),
        ("A survey", "Of seizures.", "Names seizures in the abstract but not levetiracetam"),
        ("A survey", "Of men.", "Names neither levetiracetam nor seizures"),
        (
            "Levetiracetam", "Of use in epilepsy.",
            "Names levetiracetam in the title and something close to seizures in the abstract",
        ),
        (
            "Epilepsy", "Levetiracetam was used in epilepsy.",
            "Names levetiracetam in the abstract and something close to seizures in the title",
        ),
    ],
)  # fmt: skip
def test_the_sentence_says_what_is_named_and_where(title, abstract, naming):
    assert why(title, abstract) == naming + PLACES


@pytest.mark.parametrize(
    ("intent", "phrase"),
    [
        (TreatmentRelation.TREATS, " and says that the drug treats the disease"),
        (TreatmentRelation.PREVENTS, " and says that the drug prevents the disease"),
        (TreatmentRelation.NO_EFFECT, " and says that the drug does not help"),
        (TreatmentRelation.CAUSES, " and says that the drug causes or worsens the disease"),
        (TreatmentRelation.UNCLEAR, " but says nothing clear about the two"),
    ],
)
def test_then_what_it_says_of_the_two(intent, phrase):
    assert why("Levetiracetam in seizures", intent=intent) == (
        f"Names levetiracetam and seizures in the title{phrase}{PLACES}"
    )


def test_the_cross_encoder_is_told_where_it_read_the_article():
    assert why("Levetiracetam", cross_encoder=0.926) == (
        f"Names levetiracetam in the title but not seizures; the cross-encoder gives it 0.93{PLACES}"
    )


def test_a_question_has_places_alone():
    question = Topic(id="q", query="what stops seizures?")
    assert why("Anything", topic=question) == PLACES[2:]
    assert why("Anything", topic=question, place=RankPlace(1, 3, 4)) == (
        "Best of 4 by its words (BM25 3.2), 3rd by its meaning (cosine 0.71)."
    )


def test_where_no_word_matches_the_sentence_says_so():
    assert why("Anything", topic=Topic(id="q", query="q"), lexical=0.0, place=RankPlace(3, 4, 4)) == (
        "No word matches (BM25 0.0), 4th of 4 by its meaning (cosine 0.71)."
    )


def test_a_single_article_has_no_place():
    assert why("Levetiracetam", place=RankPlace(1, 1, 1)) == (
        "Names levetiracetam in the title but not seizures; the only article found (BM25 3.2, cosine 0.71)."
    )


def test_what_the_record_lacks_is_told():
    assert why("Levetiracetam", "").endswith("; ranked by its title alone, as the record has no abstract.")
    assert why("", "").endswith("; last, as the record has no abstract and no title.")


@pytest.mark.parametrize(
    ("number", "ordinal"),
    [(1, "best"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (21, "21st"), (112, "112th")],
)
def test_places_are_ordinals(number, ordinal):
    assert f", {ordinal} by its meaning" in why("Anything", place=RankPlace(1, number, 200))


def review(drugs: Sequence[str]) -> Topic:
    return Topic(id="r", drugs=tuple((drug,) for drug in drugs), disease_names=("gout",))


def test_a_short_class_is_listed():
    two = review(["colchicine", "probenecid"])
    assert why("Colchicine in gout", topic=two).startswith("Names colchicine or probenecid and gout in the title; ")
    assert why("Gout", topic=two).startswith("Names gout in the title but not colchicine or probenecid; ")


def test_a_long_class_is_counted():
    five = review(["colchicine", "probenecid", "allopurinol", "febuxostat", "lesinurad"])
    assert why("Colchicine", "In gout.", topic=five).startswith(
        "Names one of the 5 drugs in the title and gout in the abstract; "
    )
    assert why("Gout", topic=five).startswith("Names gout in the title but not any of the 5 drugs; ")
    assert why("Men", topic=five).startswith("Names neither any of the 5 drugs nor gout; ")


@pytest.mark.parametrize("intent", [None, *TreatmentRelation])
@pytest.mark.parametrize("title", ["Levetiracetam in seizures", "Levetiracetam", "Seizures", "Epilepsy", ""])
def test_every_reason_is_one_sentence(title, intent):
    sentence = why(title, intent=intent)
    assert sentence[0].isupper()
    assert sentence.endswith(").")
    assert "  " not in sentence
    assert ". " not in sentence
