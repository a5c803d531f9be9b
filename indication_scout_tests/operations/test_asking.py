"""A question as it is answered: events in their order, and what closing them early leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from indication_scout_assets.domain.questions.question_answering import EventKind
from indication_scout_assets.operations.asking import Asking, answer_json, event_json
from indication_scout_assets.pipeline.workbench import Workbench
from indication_scout_tests.library_texts import QUESTION, UNCOVERED, take_in, write_texts


@pytest.fixture
def asking(bench: Workbench, tmp_path: Path) -> Asking:
    write_texts(tmp_path)
    take_in(bench, "oats", tmp_path)
    return Asking(bench, "oats")


def test_events_come_in_their_order_and_end_with_the_answer(asking: Asking) -> None:
    events = list(asking.events(QUESTION))
    kinds = [event.kind for event in events]
    assert kinds[:2] == [EventKind.START, EventKind.RETRIEVED]
    assert set(kinds[2:-1]) == {EventKind.SENTENCE}
    assert kinds[-1] is EventKind.DONE
    answer = events[-1].answer
    assert answer is not None
    assert tuple(event.sentence for event in events[2:-1]) == answer.sentences
    assert [citation for event in events[2:-1] for citation in event.citations] == list(answer.citations)
    assert answer.model_copy(update={"ms": {}}) == asking.ask(QUESTION).model_copy(update={"ms": {}})


def test_a_refusal_has_no_sentence(asking: Asking) -> None:
    events = list(asking.events(UNCOVERED))
    assert [event.kind for event in events] == [EventKind.START, EventKind.RETRIEVED, EventKind.DONE]
    assert events[-1].answer is not None
    assert events[-1].answer.refused


def test_bad_input_is_an_event(asking: Asking) -> None:
    last = list(asking.events("x" * 20_000))[-1]
    assert last.kind is EventKind.ERROR
    assert last.message.endswith(".")
    assert not last.transient


def test_closing_early_leaves_no_turn(asking: Asking, bench: Workbench) -> None:
    for kept in range(1, 4):
        events = asking.events(QUESTION, "talk")
        for _ in range(kept):
            next(events)
        events.close()  # type: ignore[attr-defined]
    assert bench.db.conversations.turns("talk") == ()
    assert bench.db.conversations.list() == []
    last = list(asking.events(QUESTION, "talk"))[-1].answer
    assert last is not None
    assert (last.turn, last.citations[0].n) == (1, 1)
    assert len(bench.db.conversations.turns("talk")) == 1


def test_events_as_json_hold_what_their_kind_does(asking: Asking) -> None:
    events = list(asking.events(QUESTION))
    start, retrieved, sentence, done = events[0], events[1], events[2], events[-1]
    assert event_json(start) == {"question": QUESTION, "standalone_question": QUESTION, "steps": []}
    assert event_json(retrieved)["retrieved"][0]["chunk_id"]
    assert event_json(sentence)["sources"][0]["quote"] == event_json(sentence)["text"]
    assert done.answer is not None
    assert event_json(done) == answer_json(done.answer)


def test_each_sentence_says_whether_the_verdict_counts_it(asking: Asking) -> None:
    answer = asking.ask(QUESTION)
    counted = [sentence.reading for sentence in answer.sentences if sentence.counted]
    assert sorted(counted) == sorted(count.reading for count in answer.counts for _ in range(count.sentences))
    assert {sentence.counted for sentence in answer.sentences if not sentence.reading} <= {None}
    weight = asking.ask("What is the effect of oat bran compared with wheat bran on body weight?")
    aside = [sentence for sentence in weight.sentences if sentence.reading and not sentence.counted]
    assert all(sentence.counted is False for sentence in aside)
