"""A language model that answers from passages: what is asked, what stands, and the messages that are sent again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import pairwise, repeat
from typing import Any

import pytest

from indication_scout_assets.answering.papers.library_writer import LONGEST_HISTORY, SCHEMA, LibraryWriter
from indication_scout_assets.domain.model_calls import Message
from indication_scout_assets.domain.questions.question_answering import PassageHit
from indication_scout_assets.language_models.model_reply import NoAnswer
from indication_scout_tests.json_server import Asked
from indication_scout_tests.reading.verifier import answer_cases as cases
from indication_scout_tests.synthesis.sample import Log
from indication_scout_tests.wire.language_models import PROTOCOLS, Protocol, sending, speaking

from .lying_writer import (
    FORM_LIES,
    HITS,
    HONEST,
    NAMES,
    ORDERS,
    QUESTION,
    TEXTS,
    all_lies,
    answer,
    hit,
    over,
    what_stands,
    whole_draft,
)

EMPTY: dict[str, Any] = {"standalone_question": "", "missing": "none", "quotes": [], "sentences": []}


@pytest.fixture(params=PROTOCOLS.values(), ids=list(PROTOCOLS))
def protocol(request: pytest.FixtureRequest) -> Protocol:
    chosen: Protocol = request.param
    return chosen


def answering(asked: list[Asked], replies: Iterator[dict[str, Any]]) -> Callable[[Asked], dict[str, Any]]:
    """Keeps what is asked, and gives one reply after the other."""

    def answer_of(request: Asked) -> dict[str, Any]:
        asked.append(request)
        return next(replies)

    return answer_of


def named(asked: Asked) -> str:
    """The field of a request that holds the conversation."""
    return "input" if "input" in asked.body else "messages"


def messages_of(asked: Asked) -> list[dict[str, Any]]:
    return [message for message in asked.body[named(asked)] if message["role"] != "system"]


def test_no_lie_stands_over_any_protocol(protocol: Protocol) -> None:
    lies = all_lies()
    assert len(lies) >= 60
    assert [what for what, reply in lies if what_stands(protocol, reply).own] == []


@pytest.mark.parametrize("lie", FORM_LIES, ids=lambda lie: lie.what)
def test_each_lie_is_counted_in_its_kind(lie: Any) -> None:
    draft = what_stands(PROTOCOLS["ollama"], lie.told)
    assert [removed.kind for removed in draft.removed] == [lie.kind.value]
    assert draft.removed[0].reason.endswith(".")


def test_a_quarter_of_true_paraphrases_at_most_is_refused(protocol: Protocol) -> None:
    refused = [case.text for case in cases.TRUE if not what_stands(protocol, over(case.source, case.text)).own]
    assert len(cases.TRUE) >= 40
    assert len(refused) <= 0.25 * len(cases.TRUE), refused


def test_a_quotation_is_cited_at_its_place_in_the_article() -> None:
    source = TEXTS["oats"]
    draft = what_stands(PROTOCOLS["openai"], answer(HONEST, (NAMES["oats"], source[:60]), (NAMES["oats"], source)))
    [sentence] = draft.sentences
    assert sentence.citations
    for citation in sentence.citations:
        at = citation.start - 100
        assert source[at : citation.end - 100] == citation.quote
        assert (citation.article_id, citation.passage_id) == ("PMC-oats", "id-oats")


def test_one_bad_sentence_costs_no_other() -> None:
    reply = over("oats", HONEST)
    reply["sentences"] = [
        *reply["sentences"],
        "no object",
        {"text": "x"},
        {"text": HONEST, "quotes": ["Q7"]},
        *reply["sentences"],
    ]
    draft = what_stands(PROTOCOLS["anthropic"], reply)
    assert [sentence.text for sentence in draft.sentences] == [HONEST]
    assert [removed.kind for removed in draft.removed] == ["malformed", "malformed", "unknown_source", "malformed"]
    assert draft.own


def test_a_quotation_given_twice_is_nobodys() -> None:
    reply = over("oats", HONEST)
    reply["quotes"] *= 2
    assert what_stands(PROTOCOLS["ollama"], reply).removed[0].kind == "unknown_source"


def test_passages_are_data_in_one_message(protocol: Protocol) -> None:
    asked: list[Asked] = []
    with speaking(protocol, answering(asked, repeat(EMPTY))) as server:
        whole_draft(LibraryWriter(protocol.model(server.url, Log())), HITS)
    [request] = asked
    assert ORDERS not in protocol.prompt_of(request.body)
    [text] = protocol.question_of(request.body)
    document = json.loads(text)
    assert document["task"] == "answer"
    assert document["answer_from"] == list(NAMES.values())
    assert {passage["text"] for passage in document["passages"]} == set(TEXTS.values())
    assert document["question"] == QUESTION


def test_a_title_that_gives_orders_is_not_shown(protocol: Protocol) -> None:
    asked: list[Asked] = []
    bad = hit("bad", "Tea lengthened sleep in nurses.").model_copy(update={"title": ORDERS})
    with speaking(protocol, answering(asked, repeat(EMPTY))) as server:
        whole_draft(LibraryWriter(protocol.model(server.url, Log())), [bad])
    assert ORDERS not in asked[0].sent.decode()


def conversation(protocol: Protocol, turns: list[tuple[list[PassageHit], dict[str, Any]]]) -> list[Asked]:
    """The requests of several turns, each answered as given."""
    asked: list[Asked] = []
    history: tuple[Message, ...] = ()
    replies = iter([reply for _, reply in turns])
    with speaking(protocol, answering(asked, replies)) as server:
        writer = LibraryWriter(protocol.model(server.url, Log()))
        for hits, _ in turns:
            history += whole_draft(writer, hits, history).exchange
    return asked


def test_each_request_begins_with_the_whole_of_the_one_before(protocol: Protocol) -> None:
    first, second = list(HITS[:3]), list(HITS[2:5])
    asked = conversation(protocol, [(first, over("oats", HONEST)), (second, EMPTY), (first, EMPTY)])
    for before, after in pairwise(asked):
        name = named(before)
        sent = json.dumps(before.body[name], ensure_ascii=False)[:-1]
        assert json.dumps(after.body[name], ensure_ascii=False).startswith(sent)
        begins = before.sent[before.sent.index(f'"{name}"'.encode()) :]
        length = _end_of_messages(begins)
        assert begins[:length] in after.sent
        assert {k: v for k, v in before.body.items() if k not in {name, "options"}} == {
            k: v for k, v in after.body.items() if k not in {name, "options"}
        }


def _end_of_messages(sent: bytes) -> int:
    """Up to where the list of messages ends in a request's body, its bracket left out."""
    _, end = json.JSONDecoder().raw_decode(sent.decode()[sent.index(b"[") :])
    return len(sent.decode()[: sent.index(b"[") + end - 1].encode())


def test_a_passage_is_sent_once_and_keeps_its_name(protocol: Protocol) -> None:
    asked = conversation(protocol, [(list(HITS[:3]), EMPTY), (list(HITS[1:5]), EMPTY)])
    later = json.loads(protocol.question_of(asked[1].body)[-1])
    assert later["answer_from"] == ["P2", "P3", "P4", "P5"]
    assert [passage["id"] for passage in later["passages"]] == ["P4", "P5"]


def test_only_this_turns_passages_may_be_cited() -> None:
    history: tuple[Message, ...] = ()
    replies = iter([over("oats", HONEST), over("oats", HONEST)])
    with speaking(PROTOCOLS["ollama"], lambda request: next(replies)) as server:
        writer = LibraryWriter(PROTOCOLS["ollama"].model(server.url, Log()))
        history = whole_draft(writer, HITS[:3], history).exchange
        later = whole_draft(writer, HITS[3:6], history)
    assert [removed.kind for removed in later.removed] == ["unknown_source"]


def test_what_was_removed_is_not_shown_to_the_model_again(protocol: Protocol) -> None:
    lie = "Oat bran raised LDL cholesterol by 0.4 mmol/L compared with wheat bran."
    asked = conversation(protocol, [(list(HITS[:3]), over("oats", lie)), (list(HITS[:3]), EMPTY)])
    assert lie not in asked[1].sent.decode()


def test_a_history_that_has_grown_too_long_begins_anew() -> None:
    long = tuple(Message.user(json.dumps({"passages": [], "x": "y" * LONGEST_HISTORY})) for _ in range(1))
    asked: list[Asked] = []
    with speaking(PROTOCOLS["ollama"], answering(asked, repeat(EMPTY))) as server:
        whole_draft(LibraryWriter(PROTOCOLS["ollama"].model(server.url, Log())), HITS[:2], long)
    assert len(messages_of(asked[0])) == 1


def test_what_a_provider_keeps_is_marked() -> None:
    by_name = {name: conversation(protocol, [(list(HITS[:2]), EMPTY)])[0].body for name, protocol in PROTOCOLS.items()}
    assert by_name["anthropic"]["cache_control"] == {"type": "ephemeral"}
    assert by_name["anthropic"]["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert by_name["ollama"]["keep_alive"]
    assert by_name["ollama"]["format"] == SCHEMA


def test_a_follow_up_is_written_out_in_the_same_form(protocol: Protocol) -> None:
    rewrite = EMPTY | {"standalone_question": "What is the effect of oat bran on\n body weight?"}
    asked: list[Asked] = []
    with speaking(protocol, answering(asked, repeat(rewrite))) as server:
        writer = LibraryWriter(protocol.model(server.url, Log()))
        written = writer.rewrite("And on body weight?", "What is the effect of oat bran on LDL?")
    assert written == "What is the effect of oat bran on body weight?"
    assert json.loads(protocol.question_of(asked[0].body)[-1])["task"] == "rewrite"


def test_a_model_that_declines_gives_no_answer(protocol: Protocol) -> None:
    with sending(protocol.refusal) as server:
        writer = LibraryWriter(protocol.model(server.url, Log()))
        with pytest.raises(NoAnswer):
            whole_draft(writer, HITS[:2])
