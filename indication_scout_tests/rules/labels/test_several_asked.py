"""A question over labels that asks two things is answered in both."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.label_answers import LabelAnswer
from indication_scout_assets.rules.labels.label_answering import answer_of
from indication_scout_assets.rules.labels.label_intent import read_question
from indication_scout_assets.rules.labels.several_asked import answered_in_parts, parts_asked
from indication_scout_tests.label_examples import held, names_of, paragraphs, section, spl, texts_of

LABEL = held(
    spl("11110000-0000-4000-8000-000000000043", "Zelavin", "zelavir", "zelavir",
        section("34067-9", "1 INDICATIONS AND USAGE", paragraphs("Zelavir is indicated for colds.")),
        section("42228-7", "8.6 Renal Impairment", paragraphs("In renal impairment give half the dose of 5 mg.")),
        section("34070-3", "4 CONTRAINDICATIONS", paragraphs("Zelavir is contraindicated with nitrates.")),
        section("43682-4", "12.3 Pharmacokinetics", paragraphs("The half-life of zelavir is 4 hours."))), "zelavir",
)  # fmt: skip
NAMES = names_of(LABEL)


def answer(question: str) -> LabelAnswer:
    def of_part(part: str, context: str) -> LabelAnswer:
        intent = read_question(part, NAMES, lambda words: (), context)
        return answer_of(intent, {"zelavir": texts_of(LABEL)}, {"zelavir": ()}, NAMES.drugs)

    return answered_in_parts(question, "", of_part)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Is zelavir contraindicated with nitrates and what is its half-life?", ("nitrates", "half-life")),
        ("What is the half-life of zelavir? And what is it indicated for?", ("half-life", "colds")),
        ("half-life of zelavir and dose in renal impairment", ("half-life", "half the dose")),
    ],
)
def test_both_are_answered(question: str, words: tuple[str, str]) -> None:
    facts = [fact.text for fact in answer(question).facts]
    assert all(any(word in fact for fact in facts) for word in words), facts
    assert not answer(question).intent.from_context


def test_what_the_label_lacks_of_one_is_said() -> None:
    half = answer("What is the half-life of zelavir and is it used in pregnancy?")
    assert [fact.text for fact in half.facts] == ["The half-life of zelavir is 4 hours."]
    assert "whether the label says so is not known" in half.note


@pytest.mark.parametrize(
    "question",
    ["What is the half-life of zelavir?", "Can zelavir be taken with tea and coffee?", "zelavir and budenoside"],
)
def test_a_question_of_one_thing_stays(question: str) -> None:
    assert parts_asked(question) == ()
