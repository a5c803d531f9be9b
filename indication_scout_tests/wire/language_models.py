"""The protocols by which language models are spoken to, from the server's side.

What belongs here: how each provider wraps an answer, and where in a request prompt and question stand. What is
answered is up to the test.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from indication_scout_assets.language_models.call_log import CallLog
from indication_scout_assets.language_models.claude import Claude
from indication_scout_assets.language_models.language_model import LanguageModel
from indication_scout_assets.language_models.ollama import OllamaModel
from indication_scout_assets.language_models.openai_model import OpenAiModel
from indication_scout_tests.json_server import Asked, JsonServer, json_server

_MODEL = "a-model"


@dataclass(frozen=True)
class Protocol:
    """One provider's side of the wire."""

    provider: str
    path: str
    message: Callable[[str], dict[str, Any]]
    """A finished answer around a text."""
    refusal: dict[str, Any]
    """The model declines."""
    cut_off: dict[str, Any]
    """The model runs out of tokens."""
    prompt_of: Callable[[Any], str]
    """The instructions of a request's body."""
    question_of: Callable[[Any], list[str]]
    """Everything else a request tells the model: one text, unless something broke out."""
    model: Callable[[str, CallLog], LanguageModel]
    """The client, speaking to a server at a URL."""


def _anthropic(text: str, stop_reason: str = "end_turn") -> dict[str, Any]:
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": _MODEL,
        "content": [{"type": "text", "text": text}], "stop_reason": stop_reason, "stop_sequence": None,
        "usage": {"input_tokens": 1000, "output_tokens": 7},
    }  # fmt: skip


def _openai(text: str | None, ended: str = "completed", refusal: str | None = None) -> dict[str, Any]:
    content = {"type": "refusal", "refusal": refusal} if refusal else {"type": "output_text", "text": text}
    return {
        "id": "resp_1", "object": "response", "created_at": 1, "model": _MODEL, "error": None,
        "status": "completed" if ended == "completed" else "incomplete",
        "incomplete_details": None if ended == "completed" else {"reason": ended},
        "output": [{"id": "msg_1", "type": "message", "role": "assistant", "content": [content]}],
        "usage": {"input_tokens": 1000, "output_tokens": 7, "total_tokens": 1007},
    }  # fmt: skip


def _ollama(text: str, reason: str = "stop") -> dict[str, Any]:
    return {
        "model": _MODEL, "created_at": "2026-01-01T00:00:00Z", "message": {"role": "assistant", "content": text},
        "done": True, "done_reason": reason, "prompt_eval_count": 5000, "eval_count": 7,
    }  # fmt: skip


def _messages(body: Any, *roles: str) -> list[str]:
    return [message["content"] for message in body["messages"] if message["role"] in roles]


def _not_system(body: Any) -> list[str]:
    return [message["content"] for message in body["messages"] if message["role"] != "system"]


PROTOCOLS = {
    protocol.provider: protocol
    for protocol in (
        Protocol(
            "anthropic", "/v1/messages", _anthropic, _anthropic("", "refusal"), _anthropic('{"sta', "max_tokens"),
            prompt_of=lambda body: "".join(block["text"] for block in body["system"]),
            question_of=lambda body: [message["content"] for message in body["messages"]],
            model=lambda url, log: Claude(api_key="sk-x", model=_MODEL, log=log, base_url=url, retries=0),
        ),
        Protocol(
            "openai", "/v1/responses", _openai, _openai(None, refusal="No."), _openai('{"sta', "max_output_tokens"),
            prompt_of=lambda body: str(body["instructions"]),
            question_of=lambda body: [message["content"] for message in body["input"]],
            model=lambda url, log: OpenAiModel(
                api_key="sk-x", model=_MODEL, log=log, base_url=f"{url}/v1", retries=0
            ),
        ),
        Protocol(
            "ollama", "/api/chat", _ollama, _ollama("I cannot help with that.", "refusal"), _ollama('{"sta', "length"),
            prompt_of=lambda body: "".join(_messages(body, "system")),
            question_of=_not_system,
            model=lambda url, log: OllamaModel(model=_MODEL, log=log, base_url=url, retries=0),
        ),
    )
}  # fmt: skip
"""By provider."""


@contextmanager
def speaking(protocol: Protocol, answer: Callable[[Asked], Any]) -> Iterator[JsonServer]:
    """A server of the protocol whose every answer is what the function says, as JSON in the provider's envelope."""
    with json_server(lambda asked: (200, {}, protocol.message(json.dumps(answer(asked))))) as server:
        yield server
        assert all(asked.path == protocol.path for asked in server.asked)


@contextmanager
def sending(body: dict[str, Any]) -> Iterator[JsonServer]:
    """A server that answers everything with the same body."""
    with json_server(lambda asked: (200, {}, body)) as server:
        yield server
