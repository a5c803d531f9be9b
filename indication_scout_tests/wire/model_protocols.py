"""How the providers of language models answer: their bodies, and a model of ours that speaks to them.

What belongs here: the shapes of their protocols. What a test makes a provider say is in the test.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from indication_scout_assets.language_models.claude import Claude
from indication_scout_assets.language_models.language_model import LanguageModel
from indication_scout_assets.language_models.ollama import OllamaModel
from indication_scout_assets.language_models.openai_model import ChatCompletionsModel, OpenAiModel
from indication_scout_tests.json_server import Asked
from indication_scout_tests.wire.model_streams import (
    AnswerStream,
    anthropic_stream,
    chat_stream,
    ollama_stream,
    responses_stream,
)

KEY = "sk-very-secret"


def _text(answer: Any) -> str:
    return answer if isinstance(answer, str) else json.dumps(answer)


def anthropic_message(answer: Any, stop_reason: str = "end_turn", **usage: int) -> dict[str, Any]:
    """A message of ``/v1/messages``, as a model that thinks sends it."""
    content = [{"type": "thinking", "thinking": "hm", "signature": "s"}, {"type": "text", "text": _text(answer)}]
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": content,
        "stop_reason": stop_reason, "stop_sequence": None,
        "usage": {"input_tokens": 11, "output_tokens": 7} | usage,
    }  # fmt: skip


def openai_response(
    answer: Any, ended: str = "completed", refusal: str | None = None, **details: int
) -> dict[str, Any]:
    """A response of ``/v1/responses``, as a model that thinks sends it; ``ended``: the status, or why incomplete."""
    content = {"type": "refusal", "refusal": refusal} if refusal else {"type": "output_text", "text": _text(answer)}
    is_status = ended in ("completed", "cancelled", "in_progress", "failed")
    return {
        "id": "resp_1", "object": "response", "created_at": 1, "model": "m", "error": None,
        "status": ended if is_status else "incomplete",
        "incomplete_details": None if is_status else {"reason": ended},
        "output": [
            {"id": "rs_1", "type": "reasoning", "summary": []},
            {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": [content]},
        ],
        "usage": {
            "input_tokens": 11, "input_tokens_details": {"cached_tokens": 0} | details, "output_tokens": 7,
            "output_tokens_details": {"reasoning_tokens": 2}, "total_tokens": 18,
        },
    }  # fmt: skip


def openai_completion(
    answer: Any, finish_reason: str = "stop", refusal: str | None = None, **details: int
) -> dict[str, Any]:
    """A completion of ``/v1/chat/completions``."""
    message = {"role": "assistant", "content": None if refusal else _text(answer), "refusal": refusal}
    return {
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason, "logprobs": None}],
        "usage": {
            "prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18, "prompt_tokens_details": details,
        },
    }  # fmt: skip


def ollama_chat(answer: Any, done_reason: str = "stop", **more: Any) -> dict[str, Any]:
    """An answer of ``/api/chat`` that is not streamed."""
    return {
        "model": "m", "created_at": "2026-11-22T00:00:00Z", "message": {"role": "assistant", "content": _text(answer)},
        "done": True, "done_reason": done_reason, "prompt_eval_count": 11, "eval_count": 7,
    } | more  # fmt: skip


@dataclass(frozen=True)
class Provider:
    """One provider's ways."""

    name: str
    path: str
    answers: Callable[..., dict[str, Any]]
    streams: Callable[..., AnswerStream]
    """The same, streamed: of texts, and of what else ``answers`` takes."""
    error: Callable[[str], dict[str, Any]]
    """The body of a refusal with these words."""
    system: Callable[[Any], str]
    """The instructions in the body of a request."""
    question: Callable[[Any], str]
    schema: Callable[[Any], Any]
    turns: Callable[[Any], list[dict[str, Any]]]
    """The conversation without the instructions."""
    build: Callable[..., LanguageModel]

    def model(self, url: str, log: Any, **changes: Any) -> LanguageModel:
        """A model of ours that asks this server and waits for nothing."""
        model = self.build(url, **({"model": "m", "log": log, "retries": 0} | changes))
        model.sleep = lambda seconds: None
        return model


def secret_in(asked: Asked) -> bool:
    """Whether the key came as a header, and in no other way."""
    headers = asked.headers.get("x-api-key", "") + asked.headers.get("authorization", "")
    return KEY in headers and KEY not in asked.path + json.dumps(asked.body)


ANTHROPIC = Provider(
    name="anthropic",
    path="/v1/messages",
    answers=anthropic_message,
    streams=anthropic_stream,
    error=lambda words: {"type": "error", "error": {"type": "some_error", "message": words}},
    system=lambda body: str(body["system"][0]["text"]),
    question=lambda body: str(body["messages"][0]["content"]),
    schema=lambda body: body["output_config"]["format"]["schema"],
    turns=lambda body: list(body["messages"]),
    build=lambda url, **options: Claude(api_key=KEY, base_url=url, **options),
)
OPENAI = Provider(
    name="openai",
    path="/v1/responses",
    answers=openai_response,
    streams=responses_stream,
    error=lambda words: {"error": {"message": words, "type": "some_error", "param": None, "code": "some_code"}},
    system=lambda body: str(body["instructions"]),
    question=lambda body: str(body["input"][0]["content"]),
    schema=lambda body: body["text"]["format"]["schema"],
    turns=lambda body: list(body["input"]),
    build=lambda url, **options: OpenAiModel(api_key=KEY, base_url=f"{url}/v1", **options),
)
CHAT = Provider(
    name="openai",
    path="/v1/chat/completions",
    answers=openai_completion,
    streams=chat_stream,
    error=lambda words: {"error": {"message": words, "type": "some_error", "param": None, "code": "some_code"}},
    system=lambda body: str(body["messages"][0]["content"]),
    question=lambda body: str(body["messages"][1]["content"]),
    schema=lambda body: body["response_format"]["json_schema"]["schema"],
    turns=lambda body: list(body["messages"][1:]),
    build=lambda url, **options: ChatCompletionsModel(api_key=KEY, base_url=f"{url}/v1", **options),
)
OLLAMA = Provider(
    name="ollama",
    path="/api/chat",
    answers=ollama_chat,
    streams=ollama_stream,
    error=lambda words: {"error": words},
    system=lambda body: str(body["messages"][0]["content"]),
    question=lambda body: str(body["messages"][1]["content"]),
    schema=lambda body: body["format"],
    turns=lambda body: list(body["messages"][1:]),
    build=lambda url, **options: OllamaModel(base_url=url, **options),
)
PROVIDERS = (ANTHROPIC, OPENAI, CHAT, OLLAMA)
