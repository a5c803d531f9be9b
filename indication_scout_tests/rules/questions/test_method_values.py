"""A question for a dose, a number or a time is answered by one of what is asked."""

from __future__ import annotations

import pytest

from indication_scout_assets.rules.questions.answerability import named_in
from indication_scout_assets.rules.questions.method_values import asked_value, tells_value, what_they_had
from indication_scout_assets.rules.questions.question_frames import read_question
from indication_scout_assets.rules.questions.refusal_words import lacking, why_refused

DOSE = "What dose of lumerol was used in gout trials?"
NUMBER = "How many patients in trials of lumerol for gout had neuropathy?"


@pytest.mark.parametrize(
    ("question", "text", "tells"),
    [
        (DOSE, "Patients took lumerol 10 mg/day for gout.", True),
        (DOSE, "Patients took tavoline 10 mg/day for gout.", False),
        (DOSE, "Patients took lumerol at a high dose.", False),
        (NUMBER, "Neuropathy was seen in 14% of those given lumerol.", True),
        (NUMBER, "Grade 3-4 effects were neuropathy and dyspnoea.", False),
        (NUMBER, "Of 40 patients with gout, six had a rash.", False),
        ("What was the mean dose of lumerol in gout?", "The mean dose of lumerol was 1,310 mg/day.", True),
        ("How long was lumerol given?", "Lumerol was given for 12 weeks.", True),
        ("How long was lumerol given?", "Lumerol was given for gout.", False),
        ("Which drugs lower urate?", "Lumerol lowers urate.", True),
    ],
)
def test_a_text_tells_the_value_asked_for(question: str, text: str, tells: bool):
    assert tells_value(text, question) is tells


def test_times_are_no_people():
    assert asked_value("How many weeks was lumerol given?") == "time"
    assert what_they_had(NUMBER) == "neuropathy"
    assert what_they_had("What dose had effect?") == ""


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Does tea help insomnia?", "Does tea insomnia?"),
        ("Is tea good for insomnia?", "Is tea insomnia?"),
        ("Does tea work for insomnia?", "Does tea insomnia?"),
        ("What lowers urate?", "lowers urate?"),
        (DOSE, "of lumerol in gout ?"),
        ("Which dose of lumerol helps gout?", "of lumerol helps gout?"),
    ],
)
def test_how_a_question_is_put_need_not_be_covered(question: str, named: str):
    assert named_in(read_question(question)) == named


def split(text: str) -> list[str]:
    return text.lower().replace("?", "").split()


def test_a_refusal_names_the_words_that_are_lacking():
    assert lacking("tea insomnia", ["tea and sleep", "insomnia"], split) == (), "each stands in one of the nearest"
    missing = lacking("tea malaria", ["tea and sleep"], split)
    frame = read_question("Does tea help malaria?")
    assert why_refused(frame, "drug:tea", 4, missing, covers=False) == (
        "No passage of the library of tea (4 articles) covers the question: the nearest passages have nothing of "
        "“malaria”."
    )


@pytest.mark.parametrize(
    ("question", "missing", "covers", "why"),
    [
        (NUMBER, (), True, "no sentence of them tells a number of what is asked."),
        ("Does tea help?", (), True, "no sentence of them says what was found."),
        ("Does tea help?", (), False, "its words stand in the nearest papers, but not together."),
        ("Welche Wirkung hat der Tee?", ("Wirkung",), False, "Questions are read in English."),
    ],
)
def test_a_refusal_says_what_is_wrong(question: str, missing: tuple[str, ...], covers: bool, why: str):
    assert why_refused(read_question(question), "tea", 4, missing, covers=covers).endswith(why)
