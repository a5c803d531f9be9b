"""The trained ranking of labels' passages: what is plain is put first, what is not there is not answered."""

from __future__ import annotations

import numpy as np
import pytest

from indication_scout_assets.domain.questions.answers import QuestionSubject
from indication_scout_assets.ranking.retrieval.label_passages import (
    LabelPassages,
    in_context,
    label_embedder,
    label_ranking,
    same_words,
)
from indication_scout_assets.rules.labels.label_facts import DrugTexts
from indication_scout_tests.label_examples import held, texts_of, velotrin


def passages_of(texts: DrugTexts) -> LabelPassages:
    return LabelPassages(texts, label_embedder().embed_documents([in_context(texts, span) for span in texts.spans]))


TEXTS = texts_of(held(velotrin(), "velotrin"))


@pytest.fixture(scope="module")
def passages() -> LabelPassages:
    return passages_of(TEXTS)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is the half-life of it?", "1.6 hours"),
        ("max daily dose of it", "maximum dose is 40 mg"),
        ("dose of it in renal impairment", "creatinine clearance below"),
        ("forgot to take it this morning", "If a dose is missed"),
        ("how does it work?", "inhibits urate transport"),
        ("how much of it is stuck to proteins in the blood", "35% bound"),
        ("where do I keep the bottle of it", "Store at 20"),
        ("it with warfarin", "Warfarin"),
    ],
)
def test_the_passage_that_says_it_comes_first(passages: LabelPassages, question: str, words: str) -> None:
    ranked = label_ranking().ranked(passages, question)
    assert words in passages.spans[ranked.order[0]].text
    assert ranked.answered > 0.35


@pytest.mark.parametrize("question", ["Does wormwood tea change the level of it?", "Is it used in zebra colic?"])
def test_what_no_passage_says_is_not_likely_answered(passages: LabelPassages, question: str) -> None:
    assert label_ranking().ranked(passages, question).answered < 0.35


def test_a_follow_up_is_ranked_with_the_question_before(passages: LabelPassages) -> None:
    before = "What is the half-life of it?"
    protein = label_ranking().ranked(passages, "And its protein binding?", before)
    assert "35% bound" in passages.spans[protein.order[0]].text
    of_another = label_ranking().ranked(passages, "And it?", before)
    assert "1.6 hours" in passages.spans[of_another.order[0]].text


def test_a_text_that_labels_repeat_is_one_passage() -> None:
    label = held(velotrin(), "velotrin")
    twice = DrugTexts([label.document], label.sections, [*label.spans, *label.spans])
    assert len(passages_of(twice).spans) == len(passages_of(TEXTS).spans)
    assert same_words("The half-life, (1.6 h)") == same_words("the half life 1.6 h")


def test_the_words_that_stand_nowhere_are_named(passages: LabelPassages) -> None:
    assert passages.lacking("Is it mixed with wormwood and warfarin?") == ["mixed", "wormwood"]
    assert passages.lacking("Is it mixed with wormwood?", {"mix"}) == ["wormwood"]


def test_the_order_is_the_same_every_time(passages: LabelPassages) -> None:
    first, second = (label_ranking().ranked(passages, "dose of it in gout") for _ in range(2))
    assert first == second
    assert np.isfinite(first.scores).all()


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("What is the half-life of velotrin?", QuestionSubject.LABEL),
        ("velotrin dose in renal failure", QuestionSubject.LABEL),
        ("Does velotrin reduce mortality in heart failure compared with placebo?", QuestionSubject.PAPERS),
        ("What evidence is there that velotrin prevents dementia?", QuestionSubject.PAPERS),
        ("Should I stop my velotrin before my operation on Monday?", QuestionSubject.ADVICE),
        ("Show me the chemical structure of velotrin", QuestionSubject.IMAGE),
    ],
)
def test_what_a_question_asks_for(question: str, subject: QuestionSubject) -> None:
    likely = label_ranking().subjects(question)
    assert next(iter(likely)) is subject
    assert sum(likely.values()) == pytest.approx(1)
