"""A refusal of labels names what was asked in the words it was asked in."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.labels.label_answering import answer_of
from indication_scout_assets.rules.labels.label_intent import read_question
from indication_scout_assets.rules.questions.question_language import is_other_language
from indication_scout_tests.label_examples import held, names_of, paragraphs, section, spl, texts_of

TOLD = {
    "34067-9": "Lumerol is indicated for gout.", "34068-7": "Take 5 mg daily.", "34071-1": "Watch for a rash.",
    "34084-4": "A rash was seen.", "34089-3": "Lumerol is a white powder.",
}  # fmt: skip
LABEL = held(
    spl("11110000-0000-4000-8000-000000000041", "Lumero", "lumerol", "lumerol",
        *(section(code, "", paragraphs(text)) for code, text in TOLD.items())), "lumerol",
)  # fmt: skip
NAMES = names_of(LABEL)


def note(question: str) -> str:
    intent = read_question(question, NAMES, lambda words: ())
    return answer_of(intent, {"lumerol": texts_of(LABEL)}, {"lumerol": ()}, NAMES.drugs).note


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What is the half-life of lumerol?", "half-life"),
        ("Does lumerol cause hot flashes?", "hot flashes"),
        ("Can lumerol be taken in pregnancy?", "pregnancy"),
        ("Is lumerol used for malaria?", "malaria"),
    ],
)
def test_what_was_asked_is_named_as_it_was_asked(question: str, named: str):
    assert note(question) == f"Nothing is said of {named} in 1 label of lumerol."


def test_a_question_in_another_language_is_told_so():
    assert note("Welche Nebenwirkungen hat lumerol?").endswith(" Questions are read in English.")


@pytest.mark.parametrize(
    "question",
    [
"Welche Nebenwirkungen hat Lumerol?",
"¿Cuáles son los efectos secundarios de lumerol?",
"Каковы побочные эффекты?",
],
)  # fmt: skip
def test_other_languages_are_known_by_their_small_words(question: str):
    assert is_other_language(question)


@pytest.mark.parametrize(
    "question",
    [
"lumerol dose",
"Does lumerol help Guillain-Barré syndrome?",
"Is lumerol good for tic de la face?",
"Does par-4 help?",
"β-lactam allergy and lumerol",
],
)  # fmt: skip
def test_names_make_no_question_of_another_language(question: str):
    assert not is_other_language(question)


PLURAL = held(
    spl("11110000-0000-4000-8000-000000000042", "Lumero", "lumerol", "lumerol",
        section("34067-9", "", paragraphs("Lumerol is indicated for thromboses.")),
        section("43682-4", "12.3 Pharmacokinetics", paragraphs(
            "The terminal half-lives of lumerol and of its main metabolite are about 4 hours.",
            "Its volumes of distribution are 20 L and 40 L.",
        ))), "lumerol",
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is the half-life of lumerol?", "terminal half-lives"),
        ("half life of lumerol", "terminal half-lives"),
        ("What is the volume of distribution of lumerol?", "volumes of distribution"),
        ("Is lumerol used for thrombosis?", "thromboses"),
    ],
)
def test_what_a_label_says_in_the_plural_answers_the_singular(question: str, words: str):
    names = names_of(PLURAL)
    intent = read_question(question, names, lambda words: ())
    answer = answer_of(intent, {"lumerol": texts_of(PLURAL)}, {"lumerol": ()}, names.drugs)
    assert any(words in fact.text for fact in answer.facts), answer.note
