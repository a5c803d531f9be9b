"""Whether a sentence is about the drugs and diseases a question names."""

from __future__ import annotations

import pytest

from indication_scout_assets.domain.questions.library import NameGroup
from indication_scout_assets.rules.questions.pertinence import is_about
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
        ("Skin disease of the psoriatic kind was rarer with zelavir.", {}),
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
        ("Cholecystectomy was associated with acne.", {"before": "People with psoriasis took zelavir."}),
        ("Psoriasis is common.", {"title": "Zelavir in psoriasis"}),
        ("Metoprolol reduced psoriasis (p = 0.01).", {"title": "Zelavir in psoriasis"}),
    ],
)
def test_what_lacks_one_of_them_or_tells_nothing_does_not_count(sentence, around):
    assert not about(sentence, **around)


@pytest.mark.parametrize(
    ("question", "sentence", "counts"),
    [
        ("Does zelavir cause cold hands?", "Cold hands were common with zelavir.", True),
        ("Does zelavir cause cold hands?", "Zelavir lowered blood pressure.", False),
        ("Does zelavir lengthen life in psoriasis?", "Zelavir was better than placebo in psoriasis.", False),
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
