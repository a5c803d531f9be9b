"""A question to papers as it is answered: events in their order, and what closing them early leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from indication_scout_assets.answering.answering_desk import Answering
from indication_scout_assets.cli.output.answer_text import print_answer
from indication_scout_assets.domain.questions.answers import EventKind
from indication_scout_assets.pipeline.resources.workbench import Workbench
from indication_scout_assets.reports.exports.conversation_exports import render_markdown
from indication_scout_assets.web.pages.answer_views import answer_view
from indication_scout_assets.web.pages.passage_pages import passage_json
from indication_scout_tests.label_examples import pdf
from indication_scout_tests.library_texts import (
    QUESTION,
    UNCOVERED,
    ask_papers,
    events_of_papers,
    take_in,
    votes_of,
    write_texts,
)


@pytest.fixture
def desk(bench: Workbench, tmp_path: Path) -> Answering:
    write_texts(tmp_path)
    take_in(bench, "oats", tmp_path)
    return Answering(bench, "oats")


def test_events_come_in_their_order_and_end_with_the_answer(desk: Answering) -> None:
    events, answer = events_of_papers(desk, QUESTION)
    kinds = [event.kind for event in events]
    assert kinds[:2] == [EventKind.START, EventKind.RETRIEVED]
    assert set(kinds[2:]) == {EventKind.SENTENCE}
    assert tuple(event.sentence for event in events[2:]) == answer.sentences
    assert answer.model_copy(update={"elapsed_ms": 0}) == ask_papers(desk, QUESTION).model_copy(
        update={"elapsed_ms": 0}
    )


def test_a_refusal_has_no_sentence(desk: Answering) -> None:
    events, answer = events_of_papers(desk, UNCOVERED)
    assert [event.kind for event in events] == [EventKind.START, EventKind.RETRIEVED]
    assert answer.refused


def test_closing_early_leaves_no_turn(desk: Answering, bench: Workbench) -> None:
    for kept in range(1, 4):
        events = desk.events(QUESTION, source="papers", conversation="talk")
        for _ in range(kept):
            next(events)
        events.close()  # type: ignore[attr-defined]
    assert bench.db.conversations.turns("talk") == ()
    assert bench.db.conversations.list() == []
    _, answer = events_of_papers(desk, QUESTION, conversation="talk")
    assert (answer.turn, answer.citations[0].n) == (1, 1)
    assert len(bench.db.conversations.turns("talk")) == 1


def test_events_as_json_hold_what_their_kind_does(desk: Answering) -> None:
    start, retrieved, sentence, *_ = events_of_papers(desk, QUESTION)[0]
    assert start.as_json() == {"question": QUESTION, "standalone_question": QUESTION, "steps": []}
    assert retrieved.as_json()["retrieved"][0]["passage_id"]
    assert sentence.as_json()["citations"][0]["quote"] == sentence.as_json()["text"]
    *_, done = desk.events(QUESTION, source="papers")
    assert done.kind == EventKind.DONE
    assert done.as_json().keys() == desk.answer(QUESTION, source="papers").as_json().keys()


def test_each_sentence_says_whether_the_verdict_counts_it(desk: Answering) -> None:
    answer = ask_papers(desk, QUESTION)
    counted = [sentence.reading for sentence in answer.sentences if sentence.counted]
    assert sorted(counted) == votes_of(answer)
    assert {sentence.counted for sentence in answer.sentences if not sentence.reading} <= {None}
    weight = ask_papers(desk, "What is the effect of oat bran compared with wheat bran on body weight?")
    aside = [sentence for sentence in weight.sentences if sentence.reading and not sentence.counted]
    assert all(sentence.counted is False for sentence in aside)


OATS = "Serum cholesterol was significantly lower with oat bran than with wheat bran (p = 0.01)."


def test_an_answer_from_a_pdf_cites_its_file_and_page(
    bench: Workbench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    front = ("Oat bran against wheat bran in nurses", "Ninety nurses who work at night ate oat bran or wheat bran.")
    pages = [[(line, False) for line in front], [("Results", True), (OATS, False)]]
    (tmp_path / "oats.pdf").write_bytes(pdf(*pages))
    take_in(bench, "oats", tmp_path)
    answer = ask_papers(Answering(bench, "oats"), QUESTION)
    (cited,) = (citation for citation in answer.citations if citation.quote == OATS)
    assert (cited.file, cited.page, cited.section) == ("oats.pdf", 2, "Results")
    assert bench.db.library.load([cited.article_id])[cited.article_id].text[cited.start : cited.end] == OATS
    print_answer(answer)
    assert "oats.pdf, page 2" in capsys.readouterr().out
    assert {hit["file"] for hit in answer.as_json()["retrieved"]} == {"oats.pdf"}
    shown = answer_view(answer, {}, {})
    assert any(passage.place.startswith("oats.pdf, page 2") for passage in shown.cited)
    assert passage_json(bench.db, cited.passage_id) is not None
    assert "(oats.pdf, page 2)" in render_markdown("oats", [answer])
