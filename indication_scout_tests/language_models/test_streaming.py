"""Answers given while they are written: by every provider, broken in every way, paid for once and honestly."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from indication_scout_assets.domain.model_calls import ModelPrice
from indication_scout_assets.domain.outcomes import PermanentFailure, ScoutError, TransientFailure
from indication_scout_assets.language_models.model_reply import NoAnswer
from indication_scout_assets.providers.budget import Budget, BudgetExceeded, Spending
from indication_scout_tests.json_server import Answer, json_server
from indication_scout_tests.synthesis.sample import Log
from indication_scout_tests.wire.model_protocols import (
    ANTHROPIC,
    CHAT,
    KEY,
    OLLAMA,
    OPENAI,
    PROVIDERS,
    Provider,
)
from indication_scout_tests.wire.model_streams import AnswerStream, in_small_pieces

from .test_language_models import QUESTION, each_of_openai
from .test_model_requests import CONVERSATION, TURNS

STRUCTURED = replace(CONVERSATION, schema=QUESTION.schema)
TEXTS = ("Nausea ", "and diarrhoea", " [2].")
WHOLE = "".join(TEXTS)
PRICE = ModelPrice(input=2, output=10)
COST = (11 * 2 + 7 * 10) / 1e6

each_provider = pytest.mark.parametrize("provider", PROVIDERS, ids=lambda provider: provider.name)
each_hosted = pytest.mark.parametrize("provider", [ANTHROPIC, OPENAI, CHAT], ids=lambda provider: provider.name)


def sent(stream: AnswerStream, pieces: Iterable[bytes] | None = None) -> Answer:
    """An answer that is these pieces of the stream; all of them where none are given."""
    return 200, stream.headers, iter(stream.whole if pieces is None else pieces)


def one_after_the_other(*answers: Answer) -> Any:
    left = list(answers)
    return lambda asked: left.pop(0)


def spending() -> Spending:
    return Spending(PRICE, Budget(1.0))


def read(answer: Iterator[str], pieces: list[str]) -> None:
    """Read an answer to its end, or to what breaks it."""
    for piece in answer:
        pieces.append(piece)


@each_provider
def test_the_text_comes_as_it_is_written(provider: Provider):
    stream = provider.streams(*TEXTS)
    gates = [threading.Event() for _ in TEXTS]

    def writing() -> Iterator[bytes]:
        yield from (*stream.opening, *stream.begun)
        for delta, gate in zip(stream.deltas, gates, strict=True):
            assert gate.wait(10), "the piece before was not read while the next one was not written yet"
            yield delta
        yield from stream.ending

    log = Log()
    with json_server(lambda asked: sent(stream, writing())) as service:
        answer = provider.model(service.url, log).stream(CONVERSATION)
        for text, gate in zip(TEXTS, gates, strict=True):
            gate.set()
            assert next(answer) == text
            assert not log.calls, "nothing is an answer before its end"
        assert list(answer) == []
    assert [call.answer for call in log.calls.values()] == [WHOLE]


@each_provider
def test_it_is_asked_for_as_a_whole_answer_is_and_to_be_streamed(provider: Provider):
    texts, an_object = provider.streams(*TEXTS), provider.streams('{"heading": "Gout"}')
    with json_server(one_after_the_other(sent(texts), sent(an_object))) as service:
        list(provider.model(service.url, Log()).stream(CONVERSATION))
        list(provider.model(service.url, Log()).stream(STRUCTURED))
    with json_server(lambda asked: (200, {}, provider.answers(WHOLE))) as plain:
        provider.model(plain.url, Log()).call(CONVERSATION)
    free, structured = (asked.body for asked in service.asked)
    assert service.asked[0].path == provider.path
    assert free.pop("stream") is True
    assert free.pop("stream_options", None) == ({"include_usage": True} if provider is CHAT else None)
    assert free == {name: value for name, value in plain.asked[0].body.items() if name != "stream"}
    assert provider.turns(free) == TURNS
    assert provider.schema(structured) == QUESTION.schema


@each_provider
def test_a_call_that_was_streamed_is_stored_with_cost_counts_and_stop_reason(provider: Provider):
    log, spent = Log(), spending()
    with json_server(lambda asked: sent(provider.streams(*TEXTS))) as service:
        list(provider.model(service.url, log, spending=spent).stream(CONVERSATION))
    (call,) = log.calls.values()
    assert (call.provider, call.model, call.purpose, call.prompt_hash) == (
        provider.name, "m", "name", "hash-of-the-answer-prompt",
    )  # fmt: skip
    assert (call.input_tokens, call.output_tokens) == (11, 7)
    assert call.stop_reason == {ANTHROPIC.path: "end_turn", OPENAI.path: "completed"}.get(provider.path, "stop")
    assert call.cost == pytest.approx(COST)
    assert spent.budget.spent == pytest.approx(COST)
    assert call.seconds > 0
    assert not log.failures


@each_provider
def test_an_answer_streamed_or_asked_for_is_paid_for_once(provider: Provider):
    streamed, asked_for = Log(), Log()
    with json_server(lambda asked: sent(provider.streams(*TEXTS))) as service:
        list(provider.model(service.url, streamed).stream(CONVERSATION))
        again = provider.model(service.url, streamed, spending=Spending(PRICE, Budget(0.0)))
        assert list(again.stream(CONVERSATION)) == [WHOLE]
    assert len(service.asked) == 1
    with json_server(lambda asked: (200, {}, provider.answers({"heading": "Gout"}))) as service:
        model = provider.model(service.url, asked_for)
        model.ask(STRUCTURED)
        assert list(model.stream(STRUCTURED)) == ['{"heading": "Gout"}']
    assert len(service.asked) == 1


@each_provider
@pytest.mark.parametrize("size", [1, 5, 4096])
def test_lines_and_letters_are_whole_however_the_network_cuts_them(provider: Provider, size: int):
    texts = ("„Ünbehagen“", " – naïve\n\n\N{LINE SEPARATOR}data: {", "\x85 ✓ \N{PILL}")
    stream = provider.streams(*texts)
    with json_server(lambda asked: sent(stream, in_small_pieces(stream.whole, size))) as service:
        assert list(provider.model(service.url, Log()).stream(CONVERSATION)) == list(texts)


@each_provider
def test_an_object_can_be_streamed_and_must_be_one_in_the_end(provider: Provider):
    log = Log()
    whole, broken = provider.streams('{"head', 'ing": "Gout"}'), provider.streams('{"head', "ing")
    with json_server(one_after_the_other(sent(broken), sent(whole))) as service:
        model = provider.model(service.url, log)
        pieces: list[str] = []
        with pytest.raises(TransientFailure, match="is not the JSON object that was asked for"):
            read(model.stream(STRUCTURED), pieces)
        assert pieces == ['{"head', "ing"]
        assert not log.calls
        assert "".join(model.stream(STRUCTURED)) == '{"heading": "Gout"}'
        assert model.ask(STRUCTURED) == {"heading": "Gout"}
    assert len(service.asked) == 2


@each_provider
def test_a_stream_without_a_word_is_no_answer(provider: Provider):
    log = Log()
    with (
        json_server(lambda asked: sent(provider.streams())) as service,
        pytest.raises(TransientFailure, match="answer is empty"),
    ):
        list(provider.model(service.url, log).stream(CONVERSATION))
    assert [failed.output_tokens for failed in log.failures] == [7]


@pytest.mark.parametrize(
    ("provider", "ends", "says", "stop_reason"),
    [
        (ANTHROPIC, {"stop_reason": "refusal"}, "Claude declined to answer", "refusal"),
        (ANTHROPIC, {"stop_reason": "max_tokens"}, "Claude's answer was cut off", "max_tokens"),
        (OPENAI, {"refusal": ["I can", "not."]}, "OpenAI's model declined to answer", "refusal"),
        (OPENAI, {"ended": "max_output_tokens"}, "OpenAI's model's answer was cut off", "max_output_tokens"),
        (OPENAI, {"ended": "content_filter"}, "withheld by a content filter", "content_filter"),
        (CHAT, {"refusal": ["I can", "not."]}, "OpenAI's model declined to answer", "refusal"),
        (CHAT, {"stop_reason": "length"}, "OpenAI's model's answer was cut off", "length"),
        (CHAT, {"stop_reason": "content_filter"}, "withheld by a content filter", "content_filter"),
        (CHAT, {"stop_reason": None}, "OpenAI's model's answer was cut off", "none given"),
        (OLLAMA, {"stop_reason": "length"}, "Ollama's answer was cut off", "length"),
        (OLLAMA, {"stop_reason": ""}, "Ollama's answer was cut off", "not done"),
    ],
)  # fmt: skip
def test_who_does_not_come_to_the_end_gives_no_answer_though_pieces_were_given(provider, ends, says, stop_reason):
    log, spent = Log(), spending()
    pieces: list[str] = []
    with (
        json_server(lambda asked: sent(provider.streams(*TEXTS, **ends))) as service,
        pytest.raises(NoAnswer, match=says) as raised,
    ):
        read(provider.model(service.url, log, spending=spent).stream(CONVERSATION), pieces)
    assert pieces == list(TEXTS)
    assert not log.calls
    (failed,) = log.failures
    assert (failed.failure, failed.stop_reason, failed.output_tokens) == (str(raised.value), stop_reason, 7)
    assert failed.cost == pytest.approx(COST)
    assert spent.budget.spent == pytest.approx(COST)


def aborted(pieces: Iterable[bytes]) -> Iterator[bytes]:
    yield from pieces
    raise ConnectionAbortedError


def half(stream: AnswerStream) -> list[bytes]:
    return [*stream.opening, *stream.begun, *stream.deltas[:2]]


BREAKS = {
    "error event": (lambda s: [*half(s), s.error], r"broke off its answer \(.*\); try again later\.$"),
    "no end of the message": (lambda s: s.whole[:-1], r"broke off its answer; try again later\.$"),
    "no end of the body": (lambda s: aborted(half(s)), r"broke off its answer; try again later\.$"),
    "no end of a line": (lambda s: [*half(s), s.deltas[2][:-9]], "try again later"),
    "garbage": (lambda s: [*half(s), s.garbage, *s.deltas[2:], *s.ending], "try again later"),
    "no text": (lambda s: [*half(s), b"\xff\xfe\xfd\n\n", *s.ending], "try again later"),
}


@each_provider
@pytest.mark.parametrize("way", BREAKS)
def test_a_stream_that_breaks_is_a_passing_failure_and_no_answer(provider: Provider, way: str):
    breaking, says = BREAKS[way]
    words = "overloaded" if provider is OLLAMA else f"overloaded\nwith {KEY}."  # Ollama knows no key
    stream = provider.streams(*TEXTS, words=words)
    log, spent = Log(), spending()
    pieces: list[str] = []
    with json_server(lambda asked: sent(stream, iter(breaking(stream)))) as service:
        model = provider.model(service.url, log, spending=spent, retries=3)
        with pytest.raises(TransientFailure, match=says) as raised:
            read(model.stream(CONVERSATION), pieces)
    assert pieces[:2] == list(TEXTS[:2])
    assert not log.calls
    (failed,) = log.failures
    assert (failed.failure, failed.transient, failed.stop_reason) == (str(raised.value), True, "")
    assert failed.cost is None
    assert spent.budget.spent == pytest.approx(model.most_it_can_cost(CONVERSATION)), "which it may have cost"
    assert len(service.asked) == 1, "what was read cannot be taken back"
    assert KEY not in failed.model_dump_json()


@each_provider
def test_a_connection_reset_in_mid_stream_is_a_passing_failure(provider: Provider):
    stream, was_read = provider.streams(*TEXTS), threading.Event()

    def resetting() -> Iterator[bytes]:
        yield from half(stream)
        assert was_read.wait(10)
        raise ConnectionResetError

    log = Log()
    pieces: list[str] = []
    with json_server(lambda asked: sent(stream, resetting())) as service:
        answer = provider.model(service.url, log, retries=3).stream(CONVERSATION)
        pieces += [next(answer), next(answer)]
        was_read.set()
        with pytest.raises(TransientFailure, match=r"broke off its answer; try again later\.$"):
            read(answer, pieces)
    assert pieces == list(TEXTS[:2])
    assert [failed.cost for failed in log.failures] == [None]
    assert len(service.asked) == 1


@each_provider
def test_a_provider_that_falls_silent_is_not_waited_for_for_ever(provider: Provider):
    stream, over = provider.streams(*TEXTS), threading.Event()

    def falling_silent() -> Iterator[bytes]:
        yield from half(stream)
        over.wait(10)

    log = Log()
    pieces: list[str] = []
    with json_server(lambda asked: sent(stream, falling_silent())) as service:
        with pytest.raises(TransientFailure, match="did not answer in time; try again later"):
            read(provider.model(service.url, log, timeout=0.3).stream(CONVERSATION), pieces)
        over.set()
    assert pieces == list(TEXTS[:2])
    assert [failed.cost for failed in log.failures] == [None]


@pytest.mark.parametrize("provider", [ANTHROPIC, OPENAI, CHAT], ids=lambda provider: provider.name)
def test_a_stream_broken_by_the_request_itself_is_not_to_be_tried_again(provider: Provider):
    error = "invalid_prompt" if provider is OPENAI else "invalid_request_error"
    stream = provider.streams(*TEXTS, error=error, words="no")
    log = Log()
    pieces: list[str] = []
    with (
        json_server(lambda asked: sent(stream, [*half(stream), stream.error])) as service,
        pytest.raises(PermanentFailure, match=r"broke off its answer \((the service reported .*|no)\)\.$"),
    ):
        read(provider.model(service.url, log).stream(CONVERSATION), pieces)
    assert [(failed.transient, failed.cost) for failed in log.failures] == [(False, None)]


@each_of_openai
def test_an_account_that_runs_out_of_credit_in_mid_stream_is_named(provider: Provider):
    stream = provider.streams(*TEXTS, error="insufficient_quota")
    log = Log()
    pieces: list[str] = []
    with (
        json_server(lambda asked: sent(stream, [*half(stream), stream.error])) as service,
        pytest.raises(PermanentFailure, match="account has no credit left"),
    ):
        read(provider.model(service.url, log).stream(CONVERSATION), pieces)
    assert [failed.cost for failed in log.failures] == [None], "what was read was paid for"


@each_provider
@pytest.mark.parametrize("first", ["busy", "error event", "closed at once"])
def test_before_the_model_begins_it_is_asked_again(provider: Provider, first: str):
    stream = provider.streams(*TEXTS)
    waits: list[float] = []
    failing: dict[str, Answer] = {
        "busy": (503, {"retry-after": "7"}, provider.error("busy")),
        "error event": sent(stream, [*stream.opening, stream.error]),
        "closed at once": sent(stream, aborted(stream.opening)),
    }
    log, spent = Log(), spending()
    with json_server(one_after_the_other(failing[first], sent(stream))) as service:
        model = provider.model(service.url, log, retries=1, spending=spent)
        model.sleep = waits.append
        assert list(model.stream(CONVERSATION)) == list(TEXTS)
    assert waits == [7.0 if first == "busy" else 1.0]
    assert len(service.asked) == 2
    assert not log.failures
    assert spent.budget.spent == pytest.approx(COST)


@each_provider
def test_a_model_that_thinks_has_begun_and_is_not_asked_again(provider: Provider):
    stream = provider.streams(*TEXTS)
    log = Log()
    with (
        json_server(lambda asked: sent(stream, [*stream.opening, *stream.begun, stream.error])) as service,
        pytest.raises(TransientFailure, match="broke off its answer"),
    ):
        list(provider.model(service.url, log, retries=3).stream(CONVERSATION))
    assert len(service.asked) == 1
    assert [failed.cost for failed in log.failures] == [None]


@each_provider
def test_a_provider_that_stays_busy_is_a_passing_failure(provider: Provider):
    log, spent = Log(), spending()
    with (
        json_server(lambda asked: (429, {}, provider.error("busy"))) as service,
        pytest.raises(TransientFailure, match=r"is busy \(HTTP 429 after 2 attempts\); try again later"),
    ):
        list(provider.model(service.url, log, retries=1, spending=spent).stream(CONVERSATION))
    assert len(service.asked) == 2
    assert [failed.cost for failed in log.failures] == [0.0]
    assert spent.budget.spent == 0.0


@each_provider
def test_a_plain_answer_to_a_request_for_a_stream_is_none(provider: Provider):
    log = Log()
    with json_server(lambda asked: (200, {}, b"<html>busy</html>")) as service, pytest.raises(ScoutError) as raised:
        list(provider.model(service.url, log).stream(CONVERSATION))
    assert str(raised.value).endswith("try again later.")
    assert not log.calls


@each_provider
def test_whoever_has_read_enough_ends_the_request_and_pays_what_it_may_have_cost(provider: Provider):
    stream = provider.streams(*TEXTS)

    def writing_on_and_on() -> Iterator[bytes]:
        yield from (*stream.opening, *stream.begun)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            yield stream.deltas[0]
            time.sleep(0.001)

    log, spent = Log(), spending()
    with json_server(lambda asked: sent(stream, writing_on_and_on())) as service:
        model = provider.model(service.url, log, spending=spent)
        answer = model.stream(CONVERSATION)
        assert next(answer) == TEXTS[0]
        answer.close()
        assert service.asked[0].hung_up.wait(10), "the provider is not left writing"
    assert not log.calls
    (failed,) = log.failures
    assert failed.failure.endswith("answer was closed before its end (name).")
    assert (failed.transient, failed.cost) == (True, None)
    most = model.most_it_can_cost(CONVERSATION)
    assert spent.budget.spent == pytest.approx(most)
    assert spent.budget.hold(1.0 - spent.budget.spent), "nothing is held any more"


@each_provider
def test_each_piece_may_be_taken_in_another_thread_as_web_servers_do(provider: Provider):
    stream = provider.streams(*TEXTS)
    with json_server(lambda asked: sent(stream)) as service:
        answer = provider.model(service.url, Log()).stream(CONVERSATION)
        pieces = []
        for _ in TEXTS:
            with ThreadPoolExecutor(1) as thread:
                pieces.append(thread.submit(next, answer).result())
        with ThreadPoolExecutor(1) as thread:
            assert thread.submit(list, answer).result() == []
    assert pieces == list(TEXTS)


def test_what_is_never_begun_costs_nothing():
    log, spent = Log(), spending()
    with json_server(lambda asked: sent(OPENAI.streams(*TEXTS))) as service:
        answer = OPENAI.model(service.url, log, spending=spent).stream(CONVERSATION)
        answer.close()
    assert (service.asked, log.failures, spent.budget.spent) == ([], [], 0.0)


@each_provider
def test_a_budget_that_does_not_suffice_stops_before_the_call(provider: Provider):
    log = Log()
    with json_server(lambda asked: sent(provider.streams(*TEXTS))) as service:
        model = provider.model(service.url, log, spending=Spending(PRICE, Budget(0.0001)))
        with pytest.raises(BudgetExceeded, match="does not suffice"):
            next(model.stream(CONVERSATION))
        assert service.asked == []
        assert not log.failures


@each_provider
def test_what_may_be_spent_is_held_while_it_is_read(provider: Provider):
    log, spent = Log(), spending()
    with json_server(lambda asked: sent(provider.streams(*TEXTS))) as service:
        model = provider.model(service.url, log, spending=spent)
        most = model.most_it_can_cost(CONVERSATION) or 0.0
        answer = model.stream(CONVERSATION)
        next(answer)
        with pytest.raises(BudgetExceeded):
            spent.budget.hold(1.0 - most / 2)
        list(answer)
    assert spent.budget.hold(1.0 - COST)


@each_of_openai
def test_a_server_that_does_not_count_leaves_the_cost_unknown(provider: Provider):
    log, spent = Log(), spending()
    with json_server(lambda asked: sent(provider.streams(*TEXTS, counted=False))) as service:
        model = provider.model(service.url, log, spending=spent)
        assert "".join(model.stream(CONVERSATION)) == WHOLE
    (call,) = log.calls.values()
    assert (call.answer, call.cost, call.output_tokens) == (WHOLE, None, 0)
    assert spent.budget.spent == pytest.approx(model.most_it_can_cost(CONVERSATION))


@pytest.mark.parametrize(
    ("provider", "details"),
    [
        (ANTHROPIC, {"input_tokens": 5, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 2}),
        (OPENAI, {"cached_tokens": 4, "cache_write_tokens": 2}),
        (CHAT, {"cached_tokens": 4, "cache_write_tokens": 2}),
    ],
    ids=["anthropic", "responses", "chat"],
)
def test_cached_tokens_of_a_stream_are_counted_apart(provider: Provider, details: dict[str, int]):
    log = Log()
    with json_server(lambda asked: sent(provider.streams(*TEXTS, **details))) as service:
        list(provider.model(service.url, log).stream(CONVERSATION))
    (call,) = log.calls.values()
    assert (call.input_tokens, call.cache_read_tokens, call.cache_write_tokens) == (5, 4, 2)
