"""Labels of which only a part is held: their silence is not the label's, and no other section speaks for it."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.monographs.label_answers import AnswerStatus, LabelAnswer
from indication_scout_assets.rules.labels.label_answering import answer_of
from indication_scout_assets.rules.labels.label_intent import read_question
from indication_scout_assets.rules.labels.label_retrieval import DrugTexts
from indication_scout_tests.label_examples import held, names_of, paragraphs, section, spl, texts_of, velotrin

USE = paragraphs(
    "Velotrin is indicated to lower urate in adults with chronic kidney disease and in children with gout."
)
PARTIAL = spl("11110000-0000-4000-8000-000000000031", "Velozip", "velotrin", "velotrin",
              section("34067-9", "INDICATIONS AND USAGE", USE))  # fmt: skip
WHOLE = held(velotrin(), "velotrin")
NAMES = names_of(WHOLE)


def ask(question: str, *texts: DrugTexts) -> LabelAnswer:
    intent = read_question(question, NAMES, lambda words: ())
    return answer_of(intent, {"velotrin": texts[0]}, {"velotrin": ()}, NAMES.drugs)


def part() -> DrugTexts:
    return texts_of(held(PARTIAL, "velotrin"))


def both() -> DrugTexts:
    first, second = WHOLE, held(PARTIAL, "velotrin")
    return DrugTexts(
        [first.document, second.document], [*first.sections, *second.sections], [*first.spans, *second.spans]
    )  # fmt: skip


@pytest.mark.parametrize(
    "question",
    [
        "Can velotrin be taken in pregnancy?",
        "Does velotrin need a dose reduction in renal impairment?",
        "What is the half-life of velotrin?",
        "Does velotrin cause hiccups?",
    ],
)
def test_what_a_section_that_is_not_held_would_say_is_not_known(question: str):
    answer = ask(question, part())
    assert (answer.status, answer.facts) == (AnswerStatus.NOT_IN_LABEL, ())
    assert answer.note == (
        "The label held has only its section “Indications and Usage”; whether the label says so is not known. "
        "Read the whole label."
    )
    assert answer.sections_held == ("Indications and Usage",)


@pytest.mark.parametrize(
    "question",
    ["What is velotrin used for?", "Is velotrin approved for chronic kidney disease?", "Can children take velotrin?"],
)
def test_the_section_that_is_held_answers_what_it_says(question: str):
    answer = ask(question, part())
    assert answer.status is AnswerStatus.ANSWERED
    assert "chronic kidney disease" in answer.facts[0].text


def test_what_the_section_held_does_not_say_is_not_in_the_label():
    answer = ask("Is velotrin indicated for asthma?", part())
    assert (answer.note, answer.sections_held) == ("Nothing is said of asthma in 1 label of velotrin.", ())


def test_beside_a_whole_label_the_part_is_named():
    answer = ask("Does velotrin cause hiccups?", both())
    assert answer.note == (
        "Nothing is said of hiccups in 2 labels of velotrin. 1 of the 2 labels held has only its section "
        "“Indications and Usage” here; what else they say is not known."
    )
    assert ask("What is the half-life of velotrin?", both()).status is AnswerStatus.ANSWERED


def test_a_whole_label_is_held_whole():
    answer = ask("Does velotrin cause hiccups?", texts_of(WHOLE))
    assert (answer.note, answer.sections_held) == ("Nothing is said of hiccups in 1 label of velotrin.", ())


def test_what_a_leaflet_instructs_among_the_uses_answers():
    leaflet = spl(
        "11110000-0000-4000-8000-000000000032", "Velozip", "velotrin", "velotrin",
        section("34067-9", "INDICATIONS AND USAGE", USE + paragraphs(
            "Do not drive until you know how velotrin affects you.",
            "Do not change your dose of velotrin without talking to your doctor.",
        )),
    )  # fmt: skip
    held_in_part = texts_of(held(leaflet, "velotrin"))
    (fact,) = ask("Can I drive while taking velotrin?", held_in_part).facts
    assert fact.text == "Do not drive until you know how velotrin affects you."
    assert ask("What is the dose of velotrin?", held_in_part).facts == (), "no amount is told"
