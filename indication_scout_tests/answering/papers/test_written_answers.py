"""Answers a language model writes, as a whole: what is shown, what is kept, and what takes its place."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from indication_scout_assets.answering.answering_desk import Answering
from indication_scout_assets.domain.outcomes import PermanentFailure, TransientFailure, WrongArgument
from indication_scout_assets.domain.questions.answers import Answer, AnswerEvent, EventKind
from indication_scout_assets.language_models import language_model
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_tests.json_server import Asked, JsonServer, json_server
from indication_scout_tests.library_texts import (
    JATS,
    QUESTION,
    ask_papers,
    events_of_papers,
    take_in,
    verdict_in,
    votes_of,
    write_texts,
)
from indication_scout_tests.wire.language_models import PROTOCOLS, sending, speaking
from indication_scout_tests.wire.model_streams import ollama_stream

OLLAMA = PROTOCOLS["ollama"]
LOWER = "Serum cholesterol was significantly lower with oat bran than with wheat bran (p = 0.01)."
TRUE = "With oat bran, serum cholesterol was significantly lower than with wheat bran (p = 0.01)."
LIE = "Serum cholesterol was significantly higher with oat bran than with wheat bran."
ALIKE = "Serum cholesterol did not differ between oat bran and wheat bran in the elderly (p = 0.40)."
NOTHING: dict[str, Any] = {"standalone_question": "", "missing": "none", "quotes": [], "sentences": []}
Reply = Callable[[list[dict[str, Any]]], dict[str, Any]]


@pytest.fixture
def filled(bench: Workbench, tmp_path: Path) -> Workbench:
    write_texts(tmp_path)
    take_in(bench, "oats", tmp_path)
    return bench


@contextmanager
def written_by(bench: Workbench, reply: Reply, *, most: float | None = None) -> Iterator[tuple[Answering, JsonServer]]:
    """A desk whose model replies to what the user's messages hold as the function says."""

    def answer(asked: Asked) -> dict[str, Any]:
        return reply([json.loads(m["content"]) for m in asked.body["messages"] if m["role"] == "user"])

    with speaking(OLLAMA, answer) as server:
        changed = {"ollama_url": server.url, "ollama_model": "a-model", "model_budget": most}
        bench.settings = bench.settings.model_copy(update=changed)
        yield Answering(bench, "oats"), server


def stating(*texts: str, words: str = LOWER, contrary: str = "", standalone: str = "") -> Reply:
    """A reply of these sentences, each over the passage that holds the words; ``contrary`` is quoted and not used."""

    def reply(messages: list[dict[str, Any]]) -> dict[str, Any]:
        shown = {passage["id"]: passage["text"] for m in messages for passage in m.get("passages", [])}
        message = messages[-1]
        if message["task"] == "rewrite":
            return NOTHING | {"standalone_question": standalone}
        name = next((name for name in message["answer_from"] if words in shown[name]), "P0")
        quote = {"id": "Q1", "passage": name, "words": words, "says": "decreased"}
        quotes = [quote]
        if contrary:
            holder = next((name for name in message["answer_from"] if contrary in shown[name]), name)
            quotes.append({"id": "Q2", "passage": holder, "words": contrary, "says": "no_difference"})
        sentences = [{"text": text, "quotes": ["Q1"]} for text in texts]
        return {"standalone_question": "", "missing": "none", "quotes": quotes, "sentences": sentences}

    return reply


def test_what_stands_is_shown_and_what_does_not_is_listed(filled: Workbench) -> None:
    with written_by(filled, stating(TRUE, LIE)) as (desk, _):
        answer = ask_papers(desk, QUESTION, provider="ollama")
    assert (answer.read_by, answer.written_by, answer.notes) == ("ollama a-model", "ollama a-model", ())
    assert answer.sentences[0].text == TRUE
    assert [(removed.text, removed.kind) for removed in answer.removed] == [(LIE, "direction")]
    assert (answer.usage.calls, answer.usage.output_tokens > 0) == (1, True)
    assert answer.text.startswith(f"{TRUE} [1]")
    article = filled.db.library.load(["PMC101"])["PMC101"]
    citation = answer.citations[0]
    assert article.text[citation.start : citation.end] == citation.quote == LOWER
    assert verdict_in(answer) == "decreased"
    assert answer.verdict is not None
    assert answer.verdict.caution.startswith("Read by a-model")
    assert answer.exchange
    assert "exchange" not in answer.as_json()


def test_what_points_the_other_way_is_added_where_the_model_leaves_it_out(filled: Workbench) -> None:
    with written_by(filled, stating(TRUE, contrary=ALIKE)) as (desk, _):
        answer = ask_papers(desk, QUESTION, provider="ollama")
    assert [sentence.reading for sentence in answer.sentences] == ["decreased", "no_difference"]
    assert answer.sentences[1].text == answer.citations[1].quote
    counted = [line.reading for line in answer.counted_sentences]
    assert sorted(counted) == votes_of(answer)


def test_in_the_place_of_a_sentence_that_does_not_stand_is_what_it_quotes(filled: Workbench) -> None:
    with written_by(filled, stating(LIE, f"{TRUE} [3]")) as (desk, _):
        answer = ask_papers(desk, QUESTION, provider="ollama")
    assert [(sentence.text, sentence.reading) for sentence in answer.sentences] == [(LOWER, "decreased")]
    assert (verdict_in(answer), answer.citations[0].quote) == ("decreased", LOWER)
    assert answer.notes == (
        "Quoted word for word: of 2 sentences the language model wrote, 2 failed verification (1 direction, 1 "
        "foreign_citation).",
    )
    assert len(answer.removed) == 2


def test_a_model_that_writes_nothing_is_no_reason_to_say_nothing(filled: Workbench) -> None:
    with written_by(filled, stating()) as (desk, _):
        answer = ask_papers(desk, QUESTION, provider="ollama")
    assert answer.notes == ("Quoted word for word: the language model wrote nothing.",)
    assert answer.sentences


def test_a_model_that_declines_is_replaced_and_that_is_said(filled: Workbench) -> None:
    with sending(OLLAMA.refusal) as server:
        filled.settings = filled.settings.model_copy(update={"ollama_url": server.url})
        answer = ask_papers(Answering(filled, "oats"), QUESTION, provider="ollama")
    assert answer.notes[0].startswith("Quoted word for word, without the language model:")
    assert answer.sentences


def test_a_budget_that_is_spent_asks_nobody(filled: Workbench) -> None:
    changed = {"openai_url": "http://127.0.0.1:9", "model_budget": 0.0, "openai_model": "gpt-6.1-terra"}
    filled.settings = filled.settings.model_copy(update=changed)
    answer = ask_papers(Answering(filled, "oats"), QUESTION, provider="openai")
    assert "without the language model" in answer.notes[0]
    assert answer.sentences


@pytest.mark.parametrize(
    ("missing", "why"),
    [("population", "none is on the people who are asked about"), ("comparator", "none compares with what is asked")],
)
def test_what_a_model_finds_no_answer_to_is_refused_with_what_is_missing(
    filled: Workbench, missing: str, why: str
) -> None:
    with written_by(filled, lambda _: {**NOTHING, "missing": missing}) as (desk, _):
        answer = ask_papers(desk, QUESTION, provider="ollama")
    assert (answer.refused, answer.verdict, answer.citations) == (True, None, ())
    assert why in answer.reason
    assert answer.retrieved[0].title in answer.reason


def test_a_question_without_an_answer_is_searched_once_more_in_the_terms_of_papers(
    filled: Workbench, tmp_path: Path
) -> None:
    """The first passages hold the lay words and no answer; a model that says so is given those of its own terms."""
    for number in range(200, 220):
        hearsay = f"Quakers of town {number} said that brekkies bring down blood fats, which nobody measured."
        text = {"number": number, "journal": "Town Talk", "title": f"Talk of town {number}", "year": 2020}
        (tmp_path / f"{number}.xml").write_text(
            JATS.format(**text, methods="Some were asked.", results=hearsay), "utf-8"
        )
    take_in(filled, "oats", tmp_path)

    def reply(messages: list[dict[str, Any]]) -> dict[str, Any]:
        if LOWER not in json.dumps(messages[-1]["passages"]):
            return NOTHING | {"standalone_question": QUESTION, "missing": "drug"}
        return stating(TRUE)(messages)

    with written_by(filled, reply) as (desk, server):
        answer = ask_papers(desk, "Do Quakers say that brekkies bring down blood fats?", provider="ollama")
    assert (answer.sentences[0].text, len(server.asked)) == (TRUE, 2)
    assert f"Searched once more, as “{QUESTION}”" in answer.sources[0].searched
    assert answer.citations[0].passage_id in {hit.passage_id for hit in answer.retrieved}


def test_a_model_answers_where_the_words_of_the_question_are_others(filled: Workbench) -> None:
    """Which passages answer is the model's to say: rules see that no passage names what a lay question names."""
    lay = "Do roughage brekkies bring down blood fats?"
    assert ask_papers(Answering(filled, "oats"), lay).refused
    with written_by(filled, stating(TRUE)) as (desk, _):
        assert ask_papers(desk, lay, provider="ollama").sentences[0].text == TRUE


@pytest.mark.parametrize(
    ("quoted", "counts"), [(ALIKE, {"decreased": 1, "no_difference": 1}), ("Nobody wrote this.", {"decreased": 1})]
)
def test_papers_vote_by_what_stands_of_a_models_quotations(
    filled: Workbench, quoted: str, counts: dict[str, int]
) -> None:
    with written_by(filled, stating(TRUE, contrary=quoted)) as (desk, _):
        answer = ask_papers(desk, QUESTION, provider="ollama")
    assert answer.verdict is not None
    assert {count.reading: count.papers for count in answer.verdict.votes} == counts


def test_a_second_time_the_kept_answer_is_used(filled: Workbench) -> None:
    with written_by(filled, stating(TRUE)) as (desk, server):
        first, second = (ask_papers(desk, QUESTION, provider="ollama") for _ in range(2))
        assert first.sentences == second.sentences
        assert len(server.asked) == 1
    assert (first.usage.calls, second.usage.calls) == (1, 0), "what was kept costs nothing"


def test_a_model_out_of_reach_is_a_failure_and_leaves_no_turn(
    filled: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language_model, "_PATIENCE", (0.0,))
    filled.settings = filled.settings.model_copy(update={"ollama_url": "http://127.0.0.1:9"})
    desk = Answering(filled, "oats")
    with pytest.raises(TransientFailure):
        ask_papers(desk, QUESTION, provider="ollama", conversation="talk")
    assert filled.db.conversations.turns("talk") == ()


def test_what_was_paid_for_is_kept_where_a_turn_is_not(filled: Workbench) -> None:
    with written_by(filled, stating(TRUE, contrary=ALIKE)) as (desk, server):
        events = desk.events(QUESTION, source="papers", conversation="talk", provider="ollama")
        texts: list[str] = []
        while len(texts) < 2:  # the second is told once the model has written all
            event = next(events)
            if isinstance(event, AnswerEvent) and event.sentence is not None:
                texts.append(event.sentence.text)
        events.close()  # type: ignore[attr-defined]
        assert filled.db.conversations.turns("talk") == ()
        assert ask_papers(desk, QUESTION, provider="ollama", conversation="talk").sentences[0].text == TRUE
        assert len(server.asked) == 1


def test_a_missing_key_or_a_wrong_name_is_said(filled: Workbench) -> None:
    desk = Answering(filled, "oats")
    with pytest.raises(PermanentFailure, match="SCOUT_ANTHROPIC_API_KEY"):
        ask_papers(desk, QUESTION, provider="anthropic")
    with pytest.raises(PermanentFailure, match="SCOUT_OPENAI_API_KEY"):
        ask_papers(desk, QUESTION, provider="openai")
    with pytest.raises(WrongArgument, match="extractive, anthropic"):
        ask_papers(desk, QUESTION, provider="oracle")
    (wrong,) = desk.events(QUESTION, source="papers", provider="oracle")
    assert isinstance(wrong, AnswerEvent)
    assert wrong.kind is EventKind.ERROR


def test_removed_sentences_are_events(filled: Workbench) -> None:
    with written_by(filled, stating(TRUE, LIE)) as (desk, _):
        events, _ = events_of_papers(desk, QUESTION, provider="ollama")
    kinds = [event.kind for event in events]
    assert kinds.count(EventKind.REMOVED) == 1
    assert kinds.index(EventKind.REMOVED) > kinds.index(EventKind.SENTENCE)


def test_a_sentence_is_told_while_the_model_writes_the_next(filled: Workbench) -> None:
    with written_while_asked(filled, stating(TRUE, LIE)) as (desk, goes_on):
        events = desk.events(QUESTION, source="papers", conversation="talk", provider="ollama")
        first = next(e.sentence for e in events if isinstance(e, AnswerEvent) and e.sentence is not None)
        assert first.text == TRUE
        goes_on.set()
        *_, last = events
    assert isinstance(last, Answer)
    assert (last.written_by, last.turn) == ("ollama a-model", 1)
    assert last.sentences[0].text == TRUE
    assert [removed.text for removed in last.removed] == [LIE]


def test_what_stands_is_told_once_whatever_does_not_stand_after_it(filled: Workbench) -> None:
    with written_while_asked(filled, stating(TRUE, LIE, f"{TRUE} [3]")) as (desk, goes_on):
        goes_on.set()
        events, answer = events_of_papers(desk, QUESTION, provider="ollama")
    kinds = [event.kind for event in events]
    assert (kinds.count(EventKind.SENTENCE), kinds.count(EventKind.REMOVED)) == (1, 2)
    assert EventKind.WITHDRAWN not in kinds
    assert [sentence.text for sentence in answer.sentences] == [TRUE]


@contextmanager
def written_while_asked(bench: Workbench, reply: Reply) -> Iterator[tuple[Answering, threading.Event]]:
    """A desk whose model stops after the first sentence until it may go on."""
    with stopping_after_one(reply) as (server, goes_on):
        bench.settings = bench.settings.model_copy(update={"ollama_url": server.url, "ollama_model": "a-model"})
        yield Answering(bench, "oats"), goes_on


@contextmanager
def stopping_after_one(reply: Reply) -> Iterator[tuple[JsonServer, threading.Event]]:
    """A server of Ollama's protocol that streams a reply, and stops after the first sentence until it may go on."""
    goes_on = threading.Event()

    def answer(asked: Asked) -> Any:
        written = json.dumps(reply([json.loads(m["content"]) for m in asked.body["messages"] if m["role"] == "user"]))
        end = written.index("]}", written.index('"sentences"')) + 2
        stream = ollama_stream(written[:end], written[end:], prompt_eval_count=5000)

        def pieces() -> Iterator[bytes]:
            yield from (*stream.opening, *stream.begun, stream.deltas[0])
            assert goes_on.wait(10), "the first sentence was not told while the second was not written yet"
            yield from (stream.deltas[1], *stream.ending)

        return 200, stream.headers, pieces()

    with json_server(answer) as server:
        yield server, goes_on


def follow_up(filled: Workbench, standalone: str) -> tuple[Any, JsonServer]:
    weight = "Body weight did not differ between oat bran and wheat bran (p = 0.62)."
    with written_by(filled, stating(TRUE, standalone=standalone)) as (desk, server):
        ask_papers(desk, QUESTION, provider="ollama", conversation="talk")
    with written_by(filled, stating(weight, words=weight, standalone=standalone)) as (desk, server):
        filled.settings = filled.settings.model_copy(update={"ollama_url": server.url})
        return ask_papers(desk, "And on body weight?", provider="ollama", conversation="talk"), server


def test_a_follow_up_is_written_out_by_the_model(filled: Workbench) -> None:
    rewrite = "What are the effects of oat bran on body weight?"
    answer, server = follow_up(filled, rewrite)
    assert (answer.standalone_question, answer.asks.rewritten) == (rewrite, "the model")
    both = [json.loads(asked.body["messages"][-1]["content"])["task"] for asked in server.asked]
    assert both == ["rewrite", "answer"]
    assert server.asked[0].body["messages"][:-1] == server.asked[1].body["messages"][:-1]
    assert len(server.asked[1].body["messages"]) == 4  # system, the first turn's two, this question


def test_a_rewriting_that_adds_something_is_not_used(filled: Workbench) -> None:
    answer, _ = follow_up(filled, "What is the effect of oat bran on body weight in pregnancy?")
    assert answer.standalone_question == "What is the effect of oat bran on body weight?"
    assert answer.asks.rewritten == "carried over"
    assert "It adds" in answer.notes[0]


def test_questions_that_ask_several_things_are_answered_step_by_step(filled: Workbench) -> None:
    question = "Compare oat bran and wheat bran on serum cholesterol."
    answer = ask_papers(Answering(filled, "oats"), question)
    assert [step.question for step in answer.steps] == [
        "What is the effect of oat bran on serum cholesterol?", "What is the effect of wheat bran on serum "
         "cholesterol?",
    ]  # fmt: skip
    numbers = {citation.article_id: citation.n for citation in answer.citations}
    assert sorted(numbers.values()) == list(range(1, len(numbers) + 1))
    assert {sentence.step for sentence in answer.sentences} == {0, 1}
    assert answer.verdict is None
    alone = ask_papers(Answering(filled, "oats"), question, steps=1)
    assert alone.steps == ()
