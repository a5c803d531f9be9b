"""The API: the JSON of the command, events in their order, limits in one sentence, and no half turn."""

from __future__ import annotations

import base64
import json
import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from indication_scout_assets.answering.papers import library_answering
from indication_scout_assets.domain.questions.answers import AnswerEvent, EventKind
from indication_scout_assets.domain.questions.question_answering import RemovedSentence
from indication_scout_assets.operations.questions.answering import answering
from indication_scout_assets.settings import Settings
from indication_scout_assets.web.serving import application
from indication_scout_tests.answering.papers.test_written_answers import LIE, TRUE, stating, stopping_after_one
from indication_scout_tests.label_examples import VELOTRIN
from indication_scout_tests.library_texts import QUESTION
from indication_scout_tests.web.workspaces import Client, events_of, served

LABEL_QUESTION = "What is the half-life of Velozip?"


def without_times(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key not in {"elapsed_ms"}}


def test_an_answer_is_the_json_of_the_command(site: Client, settings: Settings) -> None:
    answer = site.post("/v1/ask", {"question": QUESTION}).json
    with answering(settings) as desk:
        assert without_times(answer) == without_times(desk.answer(QUESTION).as_json())
    assert (answer["sources"][0]["source"], answer["verdict"]["value"]) == ("papers", "decreased")


def test_a_stream_tells_what_happens_in_its_order(site: Client) -> None:
    reply = site.post("/v1/ask", {"question": QUESTION}, Accept="text/event-stream")
    assert reply.headers["content-type"].startswith("text/event-stream")
    events = events_of(reply.text)
    names = [name for name, _ in events]
    assert names[:2] == ["start", "retrieved"]
    assert set(names[2:-1]) == {"sentence"}
    assert names[-1] == "done"
    done = events[-1][1]
    assert [data["text"] for name, data in events if name == "sentence"] == [s["text"] for s in done["sentences"]]
    assert without_times(done) == without_times(site.post("/v1/ask", {"question": QUESTION}).json)


def test_filters_limit_what_is_searched(site: Client) -> None:
    asked = {"question": QUESTION, "filters": {"since": "2020-01-01", "journals": ["Wheat Weekly"]}}
    assert {hit["pmcid"] for hit in site.post("/v1/ask", asked).json["retrieved"]} == {"PMC102"}
    searched = site(f"/v1/search?q={quote(QUESTION)}&sections=results&exclude=PMC101&top_k=50&mode=words").json
    assert {hit["pmcid"] for hit in searched["passages"]} == {"PMC102"}
    assert {hit["kind"] for hit in searched["passages"]} == {"results"}
    assert len(site(f"/v1/search?q={quote(QUESTION)}&top_k=3&per_paper=2").json["passages"]) == 3


def test_a_passage_is_its_exact_words(site: Client) -> None:
    hit = site.post("/v1/ask", {"question": QUESTION}).json["retrieved"][0]
    passage = site(f"/v1/passages/{hit['passage_id']}").json
    assert passage == {key: value for key, value in hit.items() if key in passage}
    assert passage["text"]


def test_conversations_are_listed_shown_rolled_back_and_removed(site: Client) -> None:
    first = site.post("/v1/ask", {"question": QUESTION, "conversation": "talk"}).json
    second = site.post("/v1/ask", {"question": "And on body weight?", "conversation": "talk"}).json
    assert (first["turn"], second["turn"]) == (1, 2)
    assert second["standalone_question"] == "What is the effect of oat bran on body weight?"
    assert [row["turns"] for row in site("/v1/conversations").json["conversations"] if row["id"] == "talk"] == [2]
    assert [turn["question"] for turn in site("/v1/conversations/talk").json["turns"]] == [
        QUESTION, "And on body weight?",
    ]  # fmt: skip
    for fmt, kind in (("md", "text/markdown"), ("json", "application/json"), ("ris", "application/x-research-info")):
        file = site(f"/v1/conversations/talk/export?format={fmt}")
        assert file.headers["content-type"].startswith(kind)
        assert file.headers["content-disposition"] == f'attachment; filename="talk.{fmt}"'
        assert "Oat bran" in file.text
    assert site("/v1/conversations/talk/export?format=exe").status == 422
    assert site("/v1/conversations/nosuch/export").status == 404
    assert site.post("/v1/conversations/talk/rollback", {"to": 1}).json == {"removed": 1}
    assert len(site("/v1/conversations/talk").json["turns"]) == 1
    assert site("/v1/conversations/talk", "DELETE").status == 204
    assert site("/v1/conversations/talk").status == 404
    assert site("/v1/conversations/talk", "DELETE").status == 404


def test_each_user_that_the_proxy_names_has_conversations_of_their_own(settings: Settings) -> None:
    with served(settings.model_copy(update={"web_user_header": "Remote-User"})) as site:

        def seen_by(user: str, path: str, method: str = "GET", body: Any = None) -> Any:
            return site(path, method, body, {"Remote-User": user, "Content-Type": "application/json"})

        asked = {"question": QUESTION, "conversation": "hers"}
        assert seen_by("ada", "/v1/ask", "POST", json.dumps(asked).encode()).json["turn"] == 1
        assert [row["id"] for row in seen_by("ada", "/v1/conversations").json["conversations"]] == ["hers"]
        assert "hers" in seen_by("ada", "/ask").text
        assert seen_by("bob", "/v1/conversations").json["conversations"] == []
        assert "/conversations/hers" not in seen_by("bob", "/ask").text
        for path, method, body in (
            ("/v1/conversations/hers", "GET", None),
            ("/v1/conversations/hers", "DELETE", None),
            ("/v1/conversations/hers/export", "GET", None),
            ("/v1/conversations/hers/rollback", "POST", b'{"to": 0}'),
            ("/conversations/hers", "GET", None),
        ):
            assert seen_by("bob", path, method, body).status == 404
        refused = seen_by("bob", "/v1/ask", "POST", json.dumps(asked).encode())
        assert refused.status == 422
        assert "begin a conversation of another name" in refused.text
        assert len(seen_by("ada", "/v1/conversations/hers").json["turns"]) == 1
        assert seen_by("ada", "/v1/conversations/hers", "DELETE").status == 204


def test_without_such_a_proxy_the_name_given_with_the_token_tells_users_apart(settings: Settings) -> None:
    token = "a-secret-of-the-tests"
    with served(settings.model_copy(update={"web_token": SecretStr(token)})) as site:

        def seen_by(user: str, path: str, method: str = "GET", body: Any = None) -> Any:
            given = base64.b64encode(f"{user}:{token}".encode()).decode()
            return site(path, method, body, {"Authorization": f"Basic {given}", "Content-Type": "application/json"})

        asked = json.dumps({"question": QUESTION, "conversation": "his"}).encode()
        assert seen_by("bob", "/v1/ask", "POST", asked).json["turn"] == 1
        assert seen_by("ada", "/v1/conversations/his").status == 404
        assert seen_by("bob", "/v1/conversations/his", "DELETE").status == 204


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({}, "no question"),
        ({"question": 7}, "no question"),
        ({"question": "x" * 10_001}, "up to 10,000 characters"),
        ({"question": "x", "top_k": 0}, "1 to 100"),
        ({"question": "x", "steps": 7}, "1 to 6"),
        ({"question": "x", "trials": "perhaps"}, "true or false"),
        ({"question": "x", "from": "the web"}, "one of auto, papers, labels"),
        ({"question": "x", "colection": "oats"}, "no field 'colection'"),
        ({"question": "x", "collection": "none"}, "no collection 'none'"),
        ({"question": "x", "conversation": "../x"}, "up to 64 letters"),
        ({"question": "x", "filters": [1]}, "object"),
        ({"question": "x", "filters": {"since": "2020"}}, "YYYY-MM-DD"),
        ({"question": "x", "filters": {"sections": ["Results"]}}, "no section 'Results'"),
        ({"question": "x", "filters": {"since": "2020-01-02", "until": "2020-01-01"}}, "exchange since and until"),
        ({"question": "x", "filters": {"year": 2020}}, "no filter 'year'"),
        ({"question": "oats \ud83d?"}, "half of a character"),
        ({"question": "x", "filters": {"only": ["\udc00"]}}, "half of a character"),
        ({"question": "x", "filters": {"journals": ["x" * 501]}}, "up to 500 characters"),
    ],
)
def test_a_wrong_question_is_one_sentence(site: Client, body: dict[str, Any], words: str) -> None:
    reply = site.post("/v1/ask", body)
    assert reply.status == 422
    assert words in reply.json["error"]
    assert reply.json["error"].endswith(".")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"x"', b"\xff", b"[" * 100_000])
def test_what_is_no_json_object_is_refused(site: Client, body: bytes) -> None:
    reply = site("/v1/ask", "POST", body, {"Content-Type": "application/json"})
    assert (reply.status, reply.json["error"].startswith("The body is no JSON")) == (422, True)


def test_a_form_of_a_foreign_page_is_no_json(site: Client) -> None:
    assert "application/json" in site.form("/v1/ask", '{"question": "x"}').json["error"]


def test_a_body_over_a_megabyte_is_refused_with_and_without_its_length(site: Client, settings: Settings) -> None:
    whole = site("/v1/ask", "POST", b"x" * 1_000_001, {"Content-Type": "application/json"})
    assert (whole.status, whole.json["error"]) == (413, "A request may have up to 1 MB.")
    pieces = (b"x" * 0x10000 for _ in range(20))
    with TestClient(application(settings), base_url="http://127.0.0.1") as client:
        chunked = client.post("/v1/ask", content=pieces, headers={"Content-Type": "application/json"})
    assert (chunked.status_code, chunked.json()) == (413, whole.json)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/passages/nosuch", 404),
        ("/v1/conversations/nosuch", 404),
        ("/v1/nosuch", 404),
        ("/v1/search?q=", 422),
        ("/v1/search?q=x&mode=vectors", 422),
        ("/v1/search?q=x&top_k=many", 422),
        ("/v1/search?q=x&per_paper=0", 422),
        ("/v1/labels/ask", 422),
        ("/v1/labels/ask?question=dose&region=MARS", 422),
        ("/v1/labels/ask?question=dose&drug=nosuch", 422),
        ("/v1/labels/ask?question=dose&limit=-1", 422),
        ("/v1/conversations/%00", 422),
    ],
)
def test_what_is_not_there_or_wrong_is_one_sentence(site: Client, path: str, status: int) -> None:
    reply = site(path)
    assert reply.status == status
    assert reply.json["error"].endswith(".")


def test_a_label_question_of_a_drug_that_is_given(site: Client) -> None:
    answer = site("/v1/labels/ask?question=half-life&drug=velotrin&region=us").json
    assert (answer["refusal"], answer["sentences"][0]["citations"][0]["article_id"]) == (None, VELOTRIN)


def test_the_process_says_that_it_lives(site: Client) -> None:
    assert site("/healthz").json == {"status": "ok"}


def test_a_client_that_asks_too_often_is_told_when_to_come_again(settings: Settings) -> None:
    with served(settings.model_copy(update={"web_rate": 2})) as client:
        replies = [client.post("/v1/ask", {"question": LABEL_QUESTION}) for _ in range(3)]
        assert [reply.status for reply in replies] == [200, 200, 429]
        assert 1 <= int(replies[-1].headers["retry-after"]) <= 30
        assert "ask again in" in replies[-1].json["error"]
        assert client("/healthz").status == 200


def test_a_client_that_leaves_stops_the_work_and_leaves_no_turn(
    site: Client, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    closed: list[float] = []
    own = library_answering.LibraryAnswering.events

    def slow(self: Any, *arguments: Any, **named: Any) -> Iterator[AnswerEvent]:
        for event in own(self, *arguments, **named):
            if event.kind is EventKind.SENTENCE:
                try:
                    for _ in range(600):
                        time.sleep(0.02)
                        removed = RemovedSentence(text="x", kind="x", reason="x")
                        yield AnswerEvent(kind=EventKind.REMOVED, removed=removed)
                finally:
                    closed.append(time.monotonic())
            yield event

    monkeypatch.setattr(library_answering.LibraryAnswering, "events", slow)
    for accept in ("text/event-stream", "application/json"):
        body = f'{{"question": "{QUESTION}", "conversation": "broken"}}'.encode()
        host, port = urlsplit(site.address).hostname, urlsplit(site.address).port
        with socket.create_connection((host, port), timeout=10) as connection:
            head = f"POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: {accept}\r\nContent-Type: application/json\r\n"
            connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            if accept == "text/event-stream":
                while b"event: removed" not in connection.recv(1 << 16):
                    pass
            else:
                time.sleep(0.5)
        until = time.monotonic() + 5
        while not closed and time.monotonic() < until:
            time.sleep(0.02)
        assert closed, f"the work went on after the client had left ({accept})"
        closed.clear()
    monkeypatch.undo()
    assert site("/v1/conversations/broken").status == 404
    assert site.post("/v1/ask", {"question": QUESTION, "conversation": "broken"}).json["turn"] == 1


def test_a_sentence_of_a_model_is_sent_while_it_writes_the_next(settings: Settings) -> None:
    body = f'{{"question": "{QUESTION}"}}'.encode()
    head = "POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nConnection: close\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with stopping_after_one(stating(TRUE, LIE)) as (server, goes_on):
        written = {"answer_writer": "ollama", "ollama_url": server.url, "ollama_model": "a-model"}
        with served(settings.model_copy(update=written)) as client:
            host, port = urlsplit(client.address).hostname, urlsplit(client.address).port
            with socket.create_connection((host, port), timeout=10) as connection:
                connection.sendall(head.encode() + body)
                sent = b""
                while b"event: sentence" not in sent:
                    sent += connection.recv(1 << 16)
                assert b"event: done" not in sent, "the model has not written its second sentence yet"
                goes_on.set()
                while more := connection.recv(1 << 16):
                    sent += more
    assert sent.index(b"event: sentence") < sent.index(b"event: removed") < sent.index(b"event: done")
    assert TRUE.encode() in sent


def test_nothing_of_a_question_is_logged_and_no_trace_is_sent(
    site: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError(f"about {QUESTION}")

    monkeypatch.setattr(library_answering.LibraryAnswering, "events", broken)
    reply = site.post("/v1/ask", {"question": QUESTION})
    assert (reply.status, "nobody expected" in reply.json["error"]) == (500, True)
    assert b"Traceback" not in reply.body
    (record,) = caplog.records
    assert record.getMessage().startswith("Unexpected RuntimeError in test_api.py, line ")
    streamed = site.post("/v1/ask", {"question": QUESTION}, Accept="text/event-stream")
    assert "Traceback" not in streamed.text
    assert "oat" not in caplog.text
    assert "oat" not in "".join(capfd.readouterr())
