"""Questions of whether a drug helps in a disease, and what a paper says of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from indication_scout_assets.domain.documents import Section
from indication_scout_assets.domain.questions.library import LibraryArticle, NameGroup
from indication_scout_assets.domain.questions.question_answering import QuestionFrame, Verdict
from indication_scout_assets.rules.language.mentions import Pair
from indication_scout_assets.rules.questions.other_names import NamesKnown
from indication_scout_assets.rules.questions.question_frames import read_question
from indication_scout_assets.rules.questions.treatment_questions import side_sentence, treatment_asked

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


def frame(question: str) -> QuestionFrame:
    return read_question(question).model_copy(update={"things": KNOWN.things_in(question)})


@pytest.mark.parametrize(
    "question",
    [
        "Does zelavir help in psoriasis?",
        "Is Zelavex effective for the treatment of plaque psoriasis?",
        "Does zelavir work for patients with psoriasis?",
        "Is zelavir of any benefit in psoriasis?",
        "Can zelavir be used to treat acne?",
        "Does zelavir prevent acne?",
        "Is there any evidence that zelavir is active against psoriasis?",
    ],
)
def test_a_question_of_treatment_gives_the_pair_under_all_names(question):
    pair = treatment_asked(frame(question))
    assert pair is not None
    assert {"zelavir", "Zelavex"} == set(pair.drug_names)
    assert len(pair.disease_names) == 1


@pytest.mark.parametrize(
    "question",
    [
        "Does zelavir lengthen life in psoriasis?",
        "Is zelavir better than budenoside in psoriasis?",
        "Does zelavir help in psoriasis and acne?",
        "Is zelavir safe in psoriasis?",
        "Does zelavir cause psoriasis?",
        "What is the effect of zelavir on psoriasis?",
        "Does zelavir help in eczema?",
        "Does zelavir help children with psoriasis?",
    ],
)
def test_a_question_that_asks_for_more_is_none(question):
    assert treatment_asked(frame(question)) is None


def article(title: str, *parts: tuple[str, str], body: str = "") -> LibraryArticle:
    text, sections = body, []
    for heading, words in parts:
        text += "\n" if text else ""
        sections.append(Section(title=f"Abstract > {heading}", kind="abstract", start=len(text), end=len(text + words)))
        text += words
    return LibraryArticle(
        id="1", title=title, text=text, sections=tuple(sections), fetched_at=datetime(2026, 1, 1, tzinfo=UTC)
    )


RESULTS = "Zelavir did not differ from placebo in the severity of psoriasis (p = 0.7)."


@pytest.mark.parametrize(
    ("conclusion", "verdict"),
    [
        ("Zelavir is effective in psoriasis.", Verdict.YES),
        ("Zelavir was no better than placebo in psoriasis.", Verdict.NO),
    ],
)
def test_the_sentence_stands_where_the_text_says_it(conclusion, verdict):
    paper = article("Zelavir in psoriasis", ("Methods", "We gave it."), ("Conclusions", conclusion), body="Body. ")
    side = side_sentence(PAIR, paper)
    assert side is not None
    assert (side.verdict, paper.text[side.start : side.end]) == (verdict, conclusion)


def test_a_side_of_the_title_is_shown_by_a_sentence_of_the_abstract():
    paper = article("Zelavir relieves psoriasis", ("Results", "Zelavir was given to nine men. They went home."))
    side = side_sentence(PAIR, paper)
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
    assert side_sentence(PAIR, paper) is None


def test_what_is_told_with_caution_weighs_half():
    paper = article("Zelavir in psoriasis", ("Conclusions", "Zelavir may be effective in psoriasis."))
    side = side_sentence(PAIR, paper)
    assert side is not None
    assert (side.verdict, side.weight) == (Verdict.YES, 0.5)
