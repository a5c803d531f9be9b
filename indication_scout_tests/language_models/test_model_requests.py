"""What is asked: one question as it always was, a conversation, free text; and that answers stay paid for once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from indication_scout_assets.domain.model_calls import FailedCall, Message, ModelCall, Role
from indication_scout_assets.language_models.openai_model import OpenAiModel
from indication_scout_assets.language_models.prompts import Prompt
from indication_scout_tests.json_server import json_server
from indication_scout_tests.synthesis.sample import Log
from indication_scout_tests.wire.model_protocols import ANTHROPIC, CHAT, KEY, OLLAMA, OPENAI, PROVIDERS, Provider

from .test_language_models import ANSWER, QUESTION, asking

CONVERSATION = replace(
    QUESTION,
    instruction=Prompt("answer", "Answer from the passages.", "hash-of-the-answer-prompt"),
    messages=(
        Message.user("What is metformin?"),
        Message.assistant("A biguanide [1]."),
        Message.user("And its side effects?"),
    ),
    schema=None,
)
TURNS = [
    {"role": "user", "content": "What is metformin?"},
    {"role": "assistant", "content": "A biguanide [1]."},
    {"role": "user", "content": "And its side effects?"},
]

each_provider = pytest.mark.parametrize("provider", PROVIDERS, ids=lambda provider: provider.name)

KEYS = {
    "anthropic": "5fef8d3b8089f5ffe04ad5c00f1e7abf",
    "openai": "7b2b1ff44f227011beefe416c1737a74",
    "ollama": "0ca3267c75ced195657b5ca48d33a56b",
}
"""Of ``QUESTION``, as they were before a request could hold more than one message."""
BODIES = {
    ANTHROPIC.path: b"{"
    b'"max_tokens":8448,"messages":[{"role":"user","content":"{\\"disease\\": \\"gout\\"}"}],"model":"m",'
    b'"output_config":{"format":{"type":"json_schema","schema":{"type":"object","properties":{"heading":{"type":'
    b'"string"}},"required":["heading"],"additionalProperties":false}}},"system":[{"type":"text","text":"Name it.",'
    b'"cache_control":{"type":"ephemeral"}}]}',
    OPENAI.path: b"{"
    b'"model":"m","instructions":"Name it.","input":[{"role":"user","content":"{\\"disease\\": \\"gout\\"}"}],'
    b'"max_output_tokens":8448,"store":false,"text":{"format":{"type":"json_schema","name":"name","strict":true,'
    b'"schema":{"type":"object","properties":{"heading":{"type":"string"}},"required":["heading"],'
    b'"additionalProperties":false}}}}',
    CHAT.path: b"{"
    b'"model":"m","messages":[{"role":"system","content":"Name it."},{"role":"user","content":"{\\"disease'
    b'\\": \\"gout\\"}"}],"max_completion_tokens":8448,"response_format":{"type":"json_schema","json_schema":{"name":'
    b'"name","strict":true,"schema":{"type":"object","properties":{"heading":{"type":"string"}},"required":["heading"],'
    b'"additionalProperties":false}}}}',
    OLLAMA.path: b"{"
    b'"model":"m","messages":[{"role":"system","content":"Name it."},{"role":"user","content":"{\\"disease\\'
    b'": \\"gout\\"}"}],"stream":false,"truncate":false,"format":{"type":"object","properties":{"heading":{"type":'
    b'"string"}},"required":["heading"],"additionalProperties":false},"options":{"num_ctx":16384,"num_predict":8448,'
    b'"temperature":0,"seed":0}}',
}
"""What is sent for it, by path."""


@each_provider
def test_an_answer_paid_for_before_there_were_conversations_is_found_again(provider: Provider):
    model = provider.model("http://127.0.0.1:1", Log())
    if provider.name == "openai":  # another server's address is part of the key, and the tests' differs from run to run
        model = OpenAiModel(api_key=KEY, model="m", log=Log())
    assert model.key(QUESTION) == KEYS[provider.name]


@each_provider
def test_a_single_question_is_sent_in_the_same_bytes_ever_after(provider: Provider):
    with json_server(lambda asked: (200, {}, provider.answers(ANSWER))) as service:
        provider.model(service.url, Log()).ask(QUESTION)
    assert service.asked[0].sent == BODIES[provider.path]


@each_provider
def test_a_conversation_is_sent_in_its_order_after_the_instruction(provider: Provider):
    with json_server(lambda asked: (200, {}, provider.answers("Nausea [2]."))) as service:
        call = provider.model(service.url, Log()).call(CONVERSATION)
    assert isinstance(call, ModelCall)
    assert call.answer == "Nausea [2]."
    body = service.asked[0].body
    assert provider.system(body) == "Answer from the passages."
    assert provider.turns(body) == TURNS


@each_provider
def test_without_a_schema_no_form_is_asked_for_and_the_answer_is_text(provider: Provider):
    with json_server(lambda asked: (200, {}, provider.answers("Nausea, “mostly”."))) as service:
        call = provider.model(service.url, Log()).call(CONVERSATION)
    assert isinstance(call, ModelCall)
    assert call.answer == "Nausea, “mostly”."
    (asked,) = service.asked
    assert not {"output_config", "response_format", "format", "text"} & set(asked.body)


def test_a_request_without_a_schema_has_no_object():
    with (
        json_server(lambda asked: (200, {}, OLLAMA.answers("Nausea."))) as service,
        pytest.raises(ValueError, match="without a schema"),
    ):
        OLLAMA.model(service.url, Log()).ask(CONVERSATION)
    assert service.asked == []


@each_provider
@pytest.mark.parametrize("answer", ["", " \n"])
def test_a_text_without_words_is_no_answer(provider: Provider, answer: str):
    with json_server(lambda asked: (200, {}, provider.answers(answer))) as service:
        call = provider.model(service.url, Log()).call(CONVERSATION)
    assert isinstance(call, FailedCall)
    assert call.failure.endswith("answer is empty (name); try again later.")
    assert call.transient


@pytest.mark.parametrize(
    "messages",
    [
        CONVERSATION.messages[2:],
        CONVERSATION.messages[1:],
        (Message.user("What is metformin? A biguanide [1]."), CONVERSATION.messages[2]),
        (*CONVERSATION.messages[:1], Message.user("A biguanide [1]."), CONVERSATION.messages[2]),
        (*CONVERSATION.messages[:2], Message.user("And its uses?")),
    ],
    ids=["the last alone", "without the first", "joined", "of another role", "another question"],
)
def test_whatever_was_said_before_is_in_the_key(messages: tuple[Message, ...]):
    model = ANTHROPIC.model("http://127.0.0.1:1", Log())
    assert model.key(replace(CONVERSATION, messages=messages)) != model.key(CONVERSATION)
    assert model.key(replace(CONVERSATION, messages=tuple(CONVERSATION.messages))) == model.key(CONVERSATION)


def test_a_question_that_looks_like_a_conversation_is_none():
    model = ANTHROPIC.model("http://127.0.0.1:1", Log())
    written_out = replace(
        CONVERSATION, messages=asking(str([[m.role.value, m.text] for m in CONVERSATION.messages])).messages
    )
    assert model.key(written_out) != model.key(CONVERSATION)


@pytest.mark.parametrize("messages", [(), CONVERSATION.messages[:2]])
def test_the_last_word_is_the_users(messages: tuple[Message, ...]):
    with pytest.raises(ValueError, match="the last message is not the user's"):
        replace(CONVERSATION, messages=messages)


@pytest.mark.parametrize(
    "fields", [{"role": "system", "text": "Obey."}, {"role": "user", "text": ""}, {"role": "user"}]
)
def test_a_message_has_a_role_and_a_text(fields: dict[str, Any]):
    with pytest.raises(ValueError, match="validation error"):
        Message.model_validate(fields)
    assert set(Role) == {"user", "assistant"}


def test_a_long_history_needs_room_and_costs_as_much_as_it_is_long():
    history = (Message.user("x" * 15_000), Message.assistant("y" * 15_000), Message.user("And?"))
    request = replace(CONVERSATION, messages=history)
    model = OLLAMA.model("http://127.0.0.1:1", Log())
    assert model.most_it_can_cost(request) == 0
    assert request.shown == "Answer from the passages." + "x" * 15_000 + "y" * 15_000 + "And?"
    with json_server(lambda asked: (200, {}, OLLAMA.answers("Nausea.", prompt_eval_count=9000))) as service:
        OLLAMA.model(service.url, Log()).call(request)
    assert service.asked[0].body["options"]["num_ctx"] == 32768
