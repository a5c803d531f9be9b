"""The vocabulary of results holds: every phrase reads its examples and leaves its counter-examples alone."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.articles import Article
from indication_scout_assets.rules.sides.intent import IntentReading, read_intent
from indication_scout_assets.rules.sides.result_phrases import PHRASES, ResultPhrase

ABSTRACT = "METHODS: Zelavir was compared with placebo in patients with asthma. CONCLUSION: {}"
BY_ID = {phrase.id: phrase for phrase in PHRASES}
EXAMPLES = [(phrase.id, example) for phrase in PHRASES for example in phrase.examples]
COUNTER_EXAMPLES = [(phrase.id, example) for phrase in PHRASES for example in phrase.counter_examples]


def read(conclusion: str) -> IntentReading:
    article = Article(id="1", title="Zelavir in asthma", abstract=ABSTRACT.format(conclusion))
    return read_intent(["zelavir"], ["asthma"], article)


def test_ids_are_given_once_and_every_phrase_has_an_example() -> None:
    assert len(BY_ID) == len(PHRASES)
    assert all(phrase.examples for phrase in PHRASES)


@pytest.mark.parametrize(("id_", "example"), EXAMPLES)
def test_a_phrase_reads_its_examples(id_: str, example: str) -> None:
    phrase: ResultPhrase = BY_ID[id_]
    reading = read(example)
    assert (reading.polarity, reading.rule, reading.sentence) == (phrase.side, id_, example)


@pytest.mark.parametrize(("id_", "example"), COUNTER_EXAMPLES)
def test_a_phrase_leaves_its_counter_examples_alone(id_: str, example: str) -> None:
    reading = read(example)
    assert reading.rule != id_ or reading.polarity is not BY_ID[id_].side
    assert reading.polarity is not BY_ID[id_].side or id_ in ("no-difference", "no-effect")
