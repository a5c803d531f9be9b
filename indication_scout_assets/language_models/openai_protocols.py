"""The two protocols in which OpenAI's models are asked: Responses, and Chat Completions for servers that know no other.

What belongs here: the form of requests, answers and streamed events, as in OpenAI's API reference ("Responses",
"Streaming events", "Chat Completions"). How they are sent, and what refusals mean, is in ``openai_model``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..domain.model_calls import Usage
from ..providers.provider_http import NoReply
from .model_reply import End, ModelReply
from .model_request import ROOM_TO_THINK, Image, ModelRequest

UNREADABLE = "OpenAI's model sent something that is not of its protocol; try again later."
LAST_WORD = b"[DONE]"
"""What ends a stream of Chat Completions, in place of a chunk."""
_ENDS = {"stop": End.FINISHED, "completed": End.FINISHED, "content_filter": End.WITHHELD}
"""Of both protocols; every other reason means that the answer was cut off."""
_NOT_BEGUN = ("response.created", "response.queued", "response.in_progress")
"""Events before the model does anything."""
_LAST_EVENTS = ("response.completed", "response.incomplete", "response.failed")


class Responses:
    """``/responses``: what OpenAI recommends. Nothing is left with OpenAI after the answer (``store``)."""

    path: ClassVar[str] = "responses"
    """Of its end point, under the base URL; a batch names it after ``/v1/``."""
    streamed: ClassVar[Mapping[str, Any]] = {"stream": True}
    """What a body says besides where the answer is to be streamed."""

    def body(self, model: str, request: ModelRequest) -> dict[str, Any]:
        """``max_output_tokens`` counts thinking; prompts are cached unasked."""
        body: dict[str, Any] = {
            "model": model,
            "instructions": request.instruction.text,
            "input": request.turns(self._with_images),
            "max_output_tokens": request.max_tokens + ROOM_TO_THINK,
            "store": False,
        }
        if request.schema is not None:
            form = {"type": "json_schema", "name": request.purpose, "strict": True, "schema": dict(request.schema)}
            body["text"] = {"format": form}
        return body

    def _with_images(self, text: str, images: Sequence[Image]) -> dict[str, Any]:
        shown = [{"type": "input_image", "image_url": image.url, "detail": "auto"} for image in images]
        return {"content": [*shown, {"type": "input_text", "text": text}]}

    def reply_of(self, body: Mapping[str, Any]) -> ModelReply:
        """What a whole answer says; ``AttributeError`` to ``ValueError``, as all here, where it is none."""
        parts = [part for item in body["output"] if item["type"] == "message" for part in item["content"]]
        refused = any(part["type"] == "refusal" for part in parts)
        text = "".join(part["text"] for part in parts if part["type"] == "output_text")
        stop_reason = str((body.get("incomplete_details") or {}).get("reason") or body["status"])
        counts = body.get("usage")
        usage = counts and _usage(counts, counts["input_tokens"], counts["output_tokens"], "input_tokens_details")
        return _reply(text, stop_reason, usage, refused=refused)

    def error_of(self, event: Mapping[str, Any]) -> Any:
        """The error that an answer or an event holds, if any."""
        own = event if event.get("type") == "error" else None
        return event.get("error") or (event.get("response") or {}).get("error") or own

    def stream(self) -> StreamedResponse:
        return StreamedResponse(self)


@dataclass
class StreamedResponse:
    """The last event holds the whole answer."""

    protocol: Responses

    def take(self, event: Mapping[str, Any]) -> str | ModelReply | None:
        """The text of an event, often none; ``None`` before the model has begun; of the last event, the reply."""
        kind = event["type"]
        if kind in _LAST_EVENTS:
            return self.protocol.reply_of(event["response"])
        if kind in _NOT_BEGUN:
            return None
        return str(event["delta"]) if kind == "response.output_text.delta" else ""

    def reply(self) -> None:
        """Nothing: no word comes after the last event."""


class ChatCompletions:
    """``/chat/completions``, which many servers know."""

    path: ClassVar[str] = "chat/completions"
    streamed: ClassVar[Mapping[str, Any]] = {"stream": True, "stream_options": {"include_usage": True}}

    def body(self, model: str, request: ModelRequest) -> dict[str, Any]:
        """``max_completion_tokens`` is today's name of the limit and counts thinking; prompts are cached unasked."""
        body: dict[str, Any] = {
            "model": model,
            "messages": [{"role": "system", "content": request.instruction.text}, *request.turns(self._with_images)],
            "max_completion_tokens": request.max_tokens + ROOM_TO_THINK,
        }
        if request.schema is not None:
            schema = {"name": request.purpose, "strict": True, "schema": dict(request.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return body

    def _with_images(self, text: str, images: Sequence[Image]) -> dict[str, Any]:
        shown = [{"type": "image_url", "image_url": {"url": image.url}} for image in images]
        return {"content": [*shown, {"type": "text", "text": text}]}

    def reply_of(self, body: Mapping[str, Any]) -> ModelReply:
        choice = body["choices"][0]
        message = choice["message"]
        text, stop_reason = str(message.get("content") or ""), str(choice.get("finish_reason") or "")
        return _reply(text, stop_reason, _chat_usage(body.get("usage") or {}), refused=bool(message.get("refusal")))

    def error_of(self, event: Mapping[str, Any]) -> Any:
        return event.get("error")

    def stream(self) -> StreamedCompletion:
        return StreamedCompletion()


@dataclass
class StreamedCompletion:
    """What the chunks of a stream add up to."""

    pieces: list[str] = field(default_factory=list)
    refused: bool = False
    stop_reason: str = ""
    usage: Usage | None = None
    """In a last chunk without choices, which servers that do not know ``stream_options`` do not send."""

    def take(self, event: Mapping[str, Any]) -> str:
        """The text of a chunk, often none."""
        if event.get("usage"):
            self.usage = _chat_usage(event["usage"])
        piece = ""
        for choice in event.get("choices") or ():
            delta = choice.get("delta") or {}
            piece += delta.get("content") or ""
            self.refused = self.refused or bool(delta.get("refusal"))
            self.stop_reason = str(choice.get("finish_reason") or self.stop_reason)
        self.pieces.append(piece)
        return piece

    def reply(self) -> ModelReply:
        """The reply after ``LAST_WORD``."""
        return _reply("".join(self.pieces), self.stop_reason, self.usage, refused=self.refused)


OpenAiProtocol = Responses | ChatCompletions


def any_reply_of(body: Mapping[str, Any]) -> ModelReply:
    """What an answer of either protocol says: a batch may have been handed over in the other one.

    Raises:
        NoReply: it is none.
    """
    try:
        return (ChatCompletions() if "choices" in body else Responses()).reply_of(body)
    except (AttributeError, LookupError, TypeError, ValueError):
        raise NoReply(UNREADABLE, transient=True, billed=True) from None


def _reply(text: str, stop_reason: str, usage: Usage | None, *, refused: bool) -> ModelReply:
    if refused:
        return ModelReply("", End.REFUSED, "refusal", usage)
    return ModelReply(text, _ENDS.get(stop_reason, End.CUT_OFF), stop_reason or "none given", usage)


def _chat_usage(counts: Mapping[str, Any]) -> Usage:
    return _usage(counts, counts.get("prompt_tokens"), counts.get("completion_tokens"), "prompt_tokens_details")


def _usage(counts: Mapping[str, Any], prompt: Any, answer: Any, details: str) -> Usage:
    """The tokens of a prompt count what was read from the cache and written to it as well."""
    cached = counts.get(details) or {}
    read, written = int(cached.get("cached_tokens") or 0), int(cached.get("cache_write_tokens") or 0)
    return Usage(
        input_tokens=max(0, int(prompt or 0) - read - written),
        output_tokens=int(answer or 0),
        cache_read_tokens=read,
        cache_write_tokens=written,
    )
