"""Questions of whether a drug helps in a disease, and what a paper says of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from indication_scout_assets.domain.documents import Section
from indication_scout_assets.domain.questions.library import LibraryArticle, NameGroup
from indication_scout_assets.domain.questions.question_answering import QuestionFrame, Verdict
from indication_scout_assets.reading.readers import names_alone
from indication_scout_assets.rules.language.mentions import Pair
from indication_scout_assets.rules.questions.other_names import NamesKnown
from indication_scout_assets.rules.questions.question_frames import read_question, with_known_names
from indication_scout_assets.rules.questions.stems import content_stems
from indication_scout_assets.rules.questions.treatment_questions import (
    SideSentence,
    abstract_of,
    side_sentence,
    treatment_asked,
)
from indication_scout_tests.readings import read_by_rules

KNOWN = NamesKnown(
    [
        NameGroup(kind="drug", names=("zelavir", "Zelavex")),
        NameGroup(kind="drug", names=("budenoside",)),
        NameGroup(kind="disease", names=("psoriasis",)),
        NameGroup(kind="disease", names=("plaque psoriasis",)),
        NameGroup(kind="disease", names=("acne",)),
    ]
)
PAIR = Pair(("zelavir", "Zelavex"), ("psoriasis",))


def shown_direction(paper: LibraryArticle) -> SideSentence | None:
    """What a paper says of the pair, as the rules read it."""
    abstract = abstract_of(paper)
    return side_sentence(
        PAIR, abstract, read_by_rules(abstract.record, names_alone(PAIR.drug_names, PAIR.disease_names))
    )


def frame(question: str) -> QuestionFrame:
    return with_known_names(read_question(question), KNOWN.things_in(question), ())


@pytest.mark.parametrize(
    ("question", "disease"),
    [
        ("Does zelavir help in eczema?", "eczema"),
        ("Is zelavir effective in pustular psoriasis?", "pustular psoriasis"),
    ],
)
def test_a_disease_that_the_workspace_does_not_know_is_called_as_in_the_question(question, disease):
    asked = treatment_asked(frame(question))
    assert asked is not None
    assert asked.pair.disease_names == (disease,)


@pytest.mark.parametrize(
    "question",
    [
        "Is zelavir effective in children with eczema?",
        "Does zelavir help in psoriasis?",
    ],
)
def test_no_disease_is_made_up(question):
    assert frame(question).things == KNOWN.things_in(question)


def article(title: str, *parts: tuple[str, str], body: str = "") -> LibraryArticle:
    text, sections = body, []
    for heading, words in parts:
        text += "\n" if text else ""
        sections.append(Section(title=f"Abstract > {heading}", kind="abstract", start=len(text), end=len(text + words)))
        text += words
    return LibraryArticle(
        id="1", title=title, text=text, sections=tuple(sections), fetched_at=datetime(2026, 1, 1, tzinfo=UTC)
    )


@pytest.mark.parametrize(
    ("conclusion", "verdict"),
    [
        ("Zelavir is effective in psoriasis.", Verdict.YES),
        ("Zelavir was no better than placebo in psoriasis.", Verdict.NO),
    ],
)
def test_the_sentence_stands_where_the_text_says_it(conclusion, verdict):
    paper = article("Zelavir in psoriasis", ("Methods", "We gave it."), ("Conclusions", conclusion), body="Body. ")
    side = shown_direction(paper)
    assert side is not None
    assert (side.verdict, paper.text[side.start : side.end]) == (verdict, conclusion)


def test_a_side_of_the_title_is_shown_by_a_sentence_of_the_abstract():
    paper = article("Zelavir relieves psoriasis", ("Results", "Zelavir was given to nine men. They went home."))
    side = shown_direction(paper)
    assert side is not None
    assert (side.verdict, paper.text[side.start : side.end]) == (Verdict.YES, "Zelavir was given to nine men.")


@pytest.mark.parametrize(
    "paper",
    [
        article("Zelavir in acne", ("Conclusions", "Zelavir is effective in acne.")),
        article("Zelavir in psoriasis", ("Methods", "Zelavir was given to nine men with psoriasis.")),
        article("Zelavir relieves psoriasis"),
    ],
)
def test_a_paper_that_takes_no_side_gives_none(paper):
    assert shown_direction(paper) is None


def test_what_is_told_with_caution_weighs_half():
    abstract = abstract_of(article("Zelavir in psoriasis", ("Conclusions", "Zelavir was effective in psoriasis.")))
    reading = read_by_rules(abstract.record, names_alone(PAIR.drug_names, PAIR.disease_names))
    cautious = reading.of_pair.model_copy(update={"cautious": True})
    side = side_sentence(PAIR, abstract, reading.model_copy(update={"of_pair": cautious}))
    assert side is not None
    assert (side.verdict, side.weight) == (Verdict.YES, 0.5)


@pytest.mark.parametrize(
    ("question", "among"),
    [
        ("Does zelavir help in psoriasis?", ""),
        ("Does zelavir help sailors with psoriasis?", "sailors"),
        ("Is zelavir effective for psoriasis after surgery?", "surgery"),
    ],
)
def test_of_whom_a_question_of_treatment_is(question, among):
    asked = treatment_asked(frame(question))
    assert asked is not None
    assert asked.among == content_stems(among)


@pytest.mark.parametrize(
    "question",
    ["Is zelavir better than budenoside in psoriasis?", "Does zelavir cause psoriasis?", "Does zelavir reduce sleep?"],
)
def test_what_asks_for_something_else(question):
    assert treatment_asked(frame(question)) is None
