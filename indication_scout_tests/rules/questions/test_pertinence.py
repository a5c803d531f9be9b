"""Whether a sentence is about the drugs and diseases a question names."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.questions.library import NameGroup
from indication_scout_assets.rules.questions.pertinence import asks_harms, is_about, tells_value
from indication_scout_assets.rules.questions.question_frames import read_question

ZELAVIR = NameGroup(kind="drug", names=("zelavir", "Zelavex"))
PSORIASIS = NameGroup(kind="disease", names=("psoriasis", "psoriatic skin disease"))
FRAME = read_question("Does zelavir help in psoriasis?").model_copy(update={"things": (ZELAVIR, PSORIASIS)})


def about(sentence: str, *, before: str = "", title: str = "", concludes: bool = False, **short: str) -> bool:
    return is_about(FRAME, sentence, before, title, short, concludes=concludes)


@pytest.mark.parametrize(
    ("sentence", "around"),
    [
        ("Zelavex cleared psoriasis.", {}),
        ("Plaques were smaller with zelavir than with placebo.", {"title": "A trial in psoriasis"}),
        ("It was better than placebo.", {"before": "Zelavir was given for psoriasis."}),
        ("Most of them did well.", {"title": "Zelavir in psoriasis", "concludes": True}),
    ],
)
def test_a_thing_is_named_by_the_sentence_the_title_or_the_sentence_it_refers_to(sentence, around):
    assert about(sentence, **around)


@pytest.mark.parametrize(
    ("sentence", "around"),
    [
        ("Zelavir helped in acne.", {"title": "Zelavir in acne"}),
        ("Psoriasis was less severe with budenoside.", {}),
        ("Psoriasis is common.", {"title": "Zelavir in psoriasis"}),
    ],
)
def test_what_lacks_one_of_them_or_tells_nothing_does_not_count(sentence, around):
    assert not about(sentence, **around)


@pytest.mark.parametrize(
    ("question", "sentence", "counts"),
    [
        ("Does zelavir cause cold hands?", "Cold hands were common with zelavir.", True),
        ("Does zelavir cause cold hands?", "Zelavir lowered blood pressure.", False),
        ("Is zelavir good?", "Zelavir was good.", False),
    ],
)
def test_the_outcome_has_to_be_named_too(question, sentence, counts):
    things = tuple(thing for thing in (ZELAVIR, PSORIASIS) if thing.names[0] in question)
    frame = read_question(question).model_copy(update={"things": things})
    assert is_about(frame, sentence, "", "", {}, concludes=False) is counts


def test_an_abbreviation_of_its_paper_names_what_it_stands_for():
    assert about("ZLV cleared psoriasis.", ZLV="zelavir")
    assert not about("ZLV cleared psoriasis.")


def test_where_nothing_known_is_asked_about_every_sentence_may_count():
    assert is_about(read_question("Is tea good for colds?"), "Coffee was better.", "", "", {}, concludes=False)


@pytest.mark.parametrize(
    ("sentence", "title", "counts"),
    [
        ("Fractures of the hip were rarer with tea.", "", True),
        ("It was rarer with tea.", "Tea and hip fractures", True),
    ],
)
def test_a_sentence_counts_only_if_it_or_its_title_names_the_endpoint(sentence, title, counts):
    frame = read_question("Does tea prevent hip fractures in old men?")
    assert is_about(frame, sentence, "", title, {}, concludes=False) is counts


DOSE = "What dose of lumerol was used in gout trials?"
NUMBER = "How many patients in trials of lumerol for gout had neuropathy?"


@pytest.mark.parametrize(
    ("question", "text", "tells"),
    [
        (DOSE, "Patients took lumerol 10 mg/day for gout.", True),
        (DOSE, "Patients took tavoline 10 mg/day for gout.", False),
        (NUMBER, "Neuropathy was seen in 14% of those given lumerol.", True),
        ("How long was lumerol given?", "Lumerol was given for 12 weeks.", True),
        ("How long was lumerol given?", "Lumerol was given for gout.", False),
    ],
)
def test_a_text_tells_the_value_asked_for(question: str, text: str, tells: bool):
    assert tells_value(text, read_question(question)) is tells


def test_what_asks_for_harms():
    asked = read_question("What are the side effects of zelavir?")
    assert asks_harms(asked.model_copy(update={"things": (ZELAVIR,)}))
    assert not asks_harms(asked), "of no drug that is known"
    assert not asks_harms(read_question("Does zelavir help?").model_copy(update={"things": (ZELAVIR,)}))
