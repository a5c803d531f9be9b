"""How the providers of language models stream an answer: their events, chunks and lines, and what breaks them.

What belongs here: the shapes on the wire, each piece of bytes one that a client may act on. What a test makes of them
(which comes, and where the stream breaks) is in the test.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class AnswerStream:
    """One streamed answer, cut where a test may break it."""

    content_type: str
    opening: tuple[bytes, ...]
    """What comes before the model writes."""
    begun: tuple[bytes, ...]
    """What shows that it has begun, without any text yet."""
    deltas: tuple[bytes, ...]
    """One for each text."""
    ending: tuple[bytes, ...]
    """Stop reason and counts, and lastly what says that this was all."""
    error: bytes
    """What the service sends where it fails in mid-stream."""
    garbage: bytes
    """What is not of its protocol."""

    @property
    def whole(self) -> tuple[bytes, ...]:
        return (*self.opening, *self.begun, *self.deltas, *self.ending)

    @property
    def headers(self) -> dict[str, str]:
        return {"Content-Type": self.content_type}


def in_small_pieces(pieces: Iterable[bytes], size: int = 5) -> Iterator[bytes]:
    """The same bytes, cut without regard for lines and characters, as a network may cut them."""
    text = b"".join(pieces)
    return (text[start : start + size] for start in range(0, len(text), size))


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _event(body: dict[str, Any]) -> bytes:
    return f"event: {body['type']}\ndata: ".encode() + _json(body) + b"\n\n"


def anthropic_stream(
    *texts: str, stop_reason: str = "end_turn", words: str = "Overloaded", error: str = "overloaded_error", **usage: int
) -> AnswerStream:
    """Server-sent events of ``/v1/messages``, as a model that thinks sends them; counts in the first are overtaken by
    those in the last but one."""
    message: dict[str, Any] = {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": None,
        "stop_sequence": None, "usage": {"input_tokens": 11, "output_tokens": 1} | usage,
    }  # fmt: skip
    thinking = {"type": "thinking", "thinking": "", "signature": ""}
    ended = {"stop_reason": stop_reason, "stop_sequence": None}
    return AnswerStream(
        content_type="text/event-stream; charset=utf-8",
        opening=(
            _event({"type": "message_start", "message": message}),
            _event({"type": "ping"}),
            _event({"type": "content_block_start", "index": 0, "content_block": thinking}),
        ),
        begun=(
            _delta(0, {"type": "thinking_delta", "thinking": "hm"}),
            _delta(0, {"type": "signature_delta", "signature": "s"}),
            _event({"type": "content_block_stop", "index": 0}),
            _event({"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}}),
        ),
        deltas=tuple(_delta(1, {"type": "text_delta", "text": text}) for text in texts),
        ending=(
            _event({"type": "content_block_stop", "index": 1}),
            _event({"type": "message_delta", "delta": ended, "usage": {"output_tokens": 7}}),
            _event({"type": "message_stop"}),
        ),
        error=_event({"type": "error", "error": {"type": error, "message": words}}),
        garbage=b'event: content_block_delta\ndata: {"type": "content_block_del\n\n',
    )


def _delta(index: int, delta: dict[str, Any]) -> bytes:
    return _event({"type": "content_block_delta", "index": index, "delta": delta})


def chat_stream(
    *texts: str, stop_reason: str = "stop", words: str = "The server had an error", error: str = "server_error",
    refusal: Sequence[str] = (), counted: bool = True, **details: int,
) -> AnswerStream:  # fmt: skip
    """Chunks of ``/v1/chat/completions`` with ``include_usage``; ``counted`` is false where a server does not know it.

    Args:
        refusal: the pieces of a refusal, which stand in for the text.
    """
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18, "prompt_tokens_details": details}
    return AnswerStream(
        content_type="text/event-stream; charset=utf-8",
        opening=(b": connected\n\n",),
        begun=(_chunk({"role": "assistant", "content": "", "refusal": None}),),
        deltas=tuple(
            [_chunk({"content": text}) for text in texts] + [_chunk({"refusal": text}) for text in refusal]
        ),
        ending=(
            _chunk({}, stop_reason),
            *((_data(_FACTS | {"choices": [], "usage": usage}),) if counted else ()),
            b"data: [DONE]\n\n",
        ),
        error=_data({"error": {"message": words, "type": error, "param": None, "code": None}}),
        garbage=b'data: {"id": "chatcmpl-1", "choi\n\n',
    )  # fmt: skip


def responses_stream(
    *texts: str, ended: str = "completed", words: str = "The server had an error", error: str = "server_error",
    refusal: Sequence[str] = (), counted: bool = True, **details: int,
) -> AnswerStream:  # fmt: skip
    """Server-sent events of ``/v1/responses``; the last one holds the whole answer.

    Args:
        ended: the status, or why the answer is incomplete.
        refusal: the pieces of a refusal, which stand in for the text.
    """
    content = [{"type": "output_text", "text": "".join(texts)}] if texts else []
    content += [{"type": "refusal", "refusal": "".join(refusal)}] if refusal else []
    usage = {"input_tokens": 11, "output_tokens": 7, "total_tokens": 18, "input_tokens_details": details}
    opened: dict[str, Any] = {
        "id": "resp_1",
        "object": "response",
        "status": "in_progress",
        "error": None,
        "output": [],
        "usage": None,
    }
    whole = opened | {
        "status": "completed" if ended == "completed" else "incomplete",
        "incomplete_details": None if ended == "completed" else {"reason": ended},
        "output": [{"id": "msg_1", "type": "message", "role": "assistant", "content": content}],
        "usage": usage if counted else None,
    }
    at = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    last = "response.completed" if ended == "completed" else "response.incomplete"
    return AnswerStream(
        content_type="text/event-stream; charset=utf-8",
        opening=(
            _event({"type": "response.created", "response": opened}),
            _event({"type": "response.in_progress", "response": opened}),
        ),
        begun=(_event({"type": "response.output_item.added", "output_index": 0, "item": {"type": "reasoning"}}),),
        deltas=tuple(
            [_event({"type": "response.output_text.delta", "delta": text} | at) for text in texts]
            + [_event({"type": "response.refusal.delta", "delta": text} | at) for text in refusal]
        ),
        ending=(
            _event({"type": "response.output_text.done", "text": "".join(texts)} | at),
            _event({"type": last, "response": whole}),
        ),
        error=_event({"type": "error", "code": error, "message": words, "param": None}),
        garbage=b'event: response.output_text.delta\ndata: {"type": "response.outp\n\n',
    )


_FACTS = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}


def _chunk(delta: dict[str, Any], finish_reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason, "logprobs": None}
    return _data(_FACTS | {"choices": [choice], "usage": None})


def _data(body: dict[str, Any]) -> bytes:
    return b"data: " + _json(body) + b"\n\n"


def ollama_stream(
    *texts: str, stop_reason: str = "stop", words: str = "the model runner has stopped", **more: Any
) -> AnswerStream:
    """Lines of ``/api/chat``, of a model that thinks."""
    counts = {"prompt_eval_count": 11, "eval_count": 7} | more
    return AnswerStream(
        content_type="application/x-ndjson",
        opening=(),
        begun=(_line({"role": "assistant", "content": "", "thinking": "hm"}, done=False),),
        deltas=tuple(_line({"role": "assistant", "content": text}, done=False) for text in texts),
        ending=(_line({"role": "assistant", "content": ""}, done=True, done_reason=stop_reason, **counts),),
        error=_json({"error": words}) + b"\n",
        garbage=b'{"model": "m", "mess\n',
    )


def _line(message: dict[str, str], **facts: Any) -> bytes:
    return _json({"model": "m", "created_at": "2026-11-22T00:00:00Z", "message": message} | facts) + b"\n"
