"""OpenAI, and every server that speaks its Chat Completions protocol: at once, streamed or in batches.

What belongs here: how ``/chat/completions``, ``/files`` and ``/batches`` are spoken to, over HTTP itself. What every
provider shares is in ``language_model`` and ``model_batches``.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ..domain.model_calls import ModelBatch, Usage
from .budget import Spending
from .call_log import BatchLog, CallLog
from .model_batches import CANCELLED, OUT_OF_TIME, BatchingModel
from .model_reply import End, Gone, ModelReply, NoReply
from .model_request import ROOM_TO_THINK, ModelRequest
from .provider_http import Posted, json_object, send, streaming, without

OFFICIAL = "https://api.openai.com/v1"
_ENDS = {"stop": End.FINISHED, "content_filter": End.WITHHELD}
"""Every other finish reason means that the answer was cut off."""
_UNREADABLE = "OpenAI's model sent something that is not of its protocol; try again later."
_LAST_WORD = b"[DONE]"
"""What ends a stream, in place of a chunk."""
_OUR_FAULT = "invalid_request_error"
"""The type of the errors that asking again does not mend."""
_BATCHED = "/v1/chat/completions"
"""The end point whose requests a batch holds, which is named the same wherever a server has it."""
_NOT_ANSWERED = {
    **dict.fromkeys(("expired", "batch_expired"), OUT_OF_TIME),
    **dict.fromkeys(("cancelled", "batch_cancelled"), CANCELLED),
}
"""By the code of a question's error, or by the status of its batch."""
_QUEUE_FULL = "token_limit_exceeded"
"""Code of the one error of a whole batch that passes by itself: too much waits in others."""


class OpenAiModel(BatchingModel):
    """One model behind Chat Completions. Arguments beyond those of every model with batches:

    Args:
        api_key: sent as a header; never part of keys, errors or logs. Empty for servers without one.
        model: for example ``gpt-5.6-terra``. Sampling settings are left alone: models that think refuse them.
        base_url: another server's, with its ``/v1``; it becomes part of the key of every answer.
        timeout: seconds until an answer, or its next piece, is no longer waited for.
    """

    provider: ClassVar[str] = "openai"
    title: ClassVar[str] = "OpenAI's model"
    version: ClassVar[str] = "1"

    def __init__(
        self,
        *,
        api_key: str,
        model: str,
        log: CallLog,
        base_url: str = OFFICIAL,
        retries: int = 2,
        timeout: float = 300.0,
        spending: Spending | None = None,
        batches: BatchLog | None = None,
    ) -> None:
        super().__init__(model=model, log=log, spending=spending, retries=retries, batches=batches)
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._timeout = timeout

    def _also_in_the_key(self) -> tuple[str, ...]:
        return () if self._base_url == OFFICIAL else (self._base_url,)

    def hand_over(self, requests: Mapping[str, ModelRequest]) -> str:
        """As for every model with batches: a file of questions is uploaded, and a batch made of it."""
        lines = [
            json.dumps({"custom_id": key, "method": "POST", "url": _BATCHED, "body": self._body(request)})
            for key, request in requests.items()
        ]
        file = ("questions.jsonl", "\n".join(lines).encode(), "application/jsonl")
        uploaded = self._sent("files", data={"purpose": "batch"}, files={"file": file})
        order = {"input_file_id": _id_of(uploaded), "endpoint": _BATCHED, "completion_window": "24h"}
        return _id_of(self._sent("batches", json=order))

    def has_ended(self, batch_id: str) -> bool:
        """As for every model with batches."""
        return self._sent(f"batches/{batch_id}").get("status") in ("completed", "failed", "expired", "cancelled")

    def results(self, batch: ModelBatch) -> Iterator[tuple[str, ModelReply | NoReply]]:
        """As for every model with batches: what was answered and what was not are files of their own."""
        state = self._sent(f"batches/{batch.batch_id}")
        for file in filter(None, (state.get("output_file_id"), state.get("error_file_id"))):
            url = f"{self._base_url}/files/{file}/content"
            with streaming(self.title, url, None, self._headers, self._timeout, self._refusal) as lines:
                for line in filter(bytes.strip, lines):
                    entry = json_object(line, self.title)
                    yield str(entry.get("custom_id")), self._outcome_of(entry)
        if state.get("status") != "completed":  # what stands in no file was never come to
            why = self._end_of(state)
            yield from ((key, why) for key in batch.keys)

    def _end_of(self, state: Mapping[str, Any]) -> NoReply:
        """Why a batch as a whole came to no good end."""
        try:
            facts = ((state.get("errors") or {}).get("data") or [{"code": state.get("status")}])[0]
            return self._unanswered(facts, transient=facts.get("code") in (_QUEUE_FULL, *_NOT_ANSWERED))
        except (AttributeError, LookupError, TypeError):
            return NoReply(_UNREADABLE, transient=True)

    def _outcome_of(self, entry: Mapping[str, Any]) -> ModelReply | NoReply:
        """What a line of a batch's files says."""
        try:
            response = entry.get("response") or {}
            status, body = response.get("status_code"), response.get("body") or {}
            if status == 200:
                return _reply_of(body)
            facts = _facts_of(entry.get("error") or body.get("error"))
            return self._unanswered(facts, transient=status is None or _passes(status))
        except NoReply as failure:
            return failure
        except (AttributeError, TypeError):
            return NoReply(_UNREADABLE, transient=True, billed=True)

    def _unanswered(self, facts: Mapping[str, Any], *, transient: bool) -> NoReply:
        if _without_credit(facts):
            return _no_credit()
        code = str(facts.get("code") or "")
        words = without(self._api_key, str(facts.get("message") or code or "an error"))
        return self.unanswered(_NOT_ANSWERED.get(code, f"the service reported {words}"), transient=transient)

    def _sent(self, path: str, **content: Any) -> dict[str, Any]:
        """What the service answers, as a JSON object.

        Raises:
            NoReply: nothing, or a refusal.
        """
        posted = send(self.title, f"{self._base_url}/{path}", self._headers, self._timeout, **content)
        if posted.status != 200:
            raise self._refusal(posted)
        return posted.body

    def _send(self, request: ModelRequest) -> ModelReply:
        return _reply_of(self._sent("chat/completions", json=self._body(request)))

    def _send_streaming(self, request: ModelRequest) -> Generator[str | ModelReply, None, None]:
        """Server-sent events: each line that is no comment is one chunk; ``[DONE]`` ends them."""
        body = self._body(request) | {"stream": True, "stream_options": {"include_usage": True}}
        completion = _StreamedCompletion()
        url = f"{self._base_url}/chat/completions"
        with streaming(self.title, url, body, self._headers, self._timeout, self._refusal) as lines:
            for line in lines:
                data = _data_of(line)
                if data == _LAST_WORD:
                    yield completion.reply()
                    return
                if data:
                    chunk = json_object(data, self.title)
                    if error := chunk.get("error"):
                        raise self._broken_by(error)
                    yield completion.take(chunk)

    def _body(self, request: ModelRequest) -> dict[str, Any]:
        """``max_completion_tokens`` is today's name of the limit and counts thinking; prompts are cached unasked."""
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": "system", "content": request.instruction.text}, *request.turns],
            "max_completion_tokens": request.max_tokens + ROOM_TO_THINK,
        }
        if request.schema is not None:
            schema = {"name": request.purpose, "strict": True, "schema": dict(request.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return body

    def _refusal(self, posted: Posted) -> NoReply:
        facts = _facts_of(posted.body.get("error"))
        if _without_credit(facts):
            return _no_credit()
        if _passes(posted.status):
            return self._busy(posted.status, posted.wait)
        if posted.status in (401, 403):
            return NoReply("OpenAI refused the key; check the OpenAI API key.", transient=False)
        words = without(self._api_key, str(facts.get("message") or ""))
        sentence = f"OpenAI refused the request to {self.model} (HTTP {posted.status}: {words or 'no reason'})."
        return (Gone if posted.status == 404 else NoReply)(sentence, transient=False)

    def _broken_by(self, error: Any) -> NoReply:
        """An error in a stream that began well."""
        facts = _facts_of(error)
        if _without_credit(facts):
            return _no_credit()
        words = without(self._api_key, str(facts.get("message") or ""))
        return self._broke_off(words, transient=facts.get("type") != _OUR_FAULT)


@dataclass
class _StreamedCompletion:
    """What the chunks of a stream add up to."""

    pieces: list[str] = field(default_factory=list)
    refused: bool = False
    stop_reason: str = ""
    usage: Usage | None = None
    """In a last chunk without choices, which servers that do not know ``stream_options`` do not send."""

    def take(self, chunk: Mapping[str, Any]) -> str:
        """Add a chunk; returns the text it holds, often none.

        Raises:
            NoReply: it is none.
        """
        try:
            if chunk.get("usage"):
                self.usage = _usage(chunk["usage"])
            piece = ""
            for choice in chunk.get("choices") or ():
                delta = choice.get("delta") or {}
                piece += delta.get("content") or ""
                self.refused = self.refused or bool(delta.get("refusal"))
                self.stop_reason = str(choice.get("finish_reason") or self.stop_reason)
        except (AttributeError, TypeError, ValueError):
            raise NoReply(_UNREADABLE, transient=True, billed=True) from None
        self.pieces.append(piece)
        return piece

    def reply(self) -> ModelReply:
        return _reply("".join(self.pieces), self.stop_reason, self.usage, refused=self.refused)


def _data_of(line: bytes) -> bytes:
    """What a line of server-sent events carries; empty for comments and other fields.

    Raises:
        NoReply: it is none.
    """
    name, _, value = line.strip().partition(b":")
    if name == b"data":
        return value.strip()
    if name in (b"", b"event", b"id", b"retry"):
        return b""
    raise NoReply(_UNREADABLE, transient=True, billed=True)


def _reply_of(body: dict[str, Any]) -> ModelReply:
    try:
        choice = body["choices"][0]
        message = choice["message"]
        usage = _usage(body.get("usage") or {})
        stop_reason = str(choice.get("finish_reason") or "")
        refusal, text = message.get("refusal"), message.get("content") or ""
    except (KeyError, IndexError, TypeError, AttributeError, ValueError):
        raise NoReply(_UNREADABLE, transient=True, billed=True) from None
    return _reply(str(text), stop_reason, usage, refused=bool(refusal))


def _reply(text: str, stop_reason: str, usage: Usage | None, *, refused: bool) -> ModelReply:
    if refused:
        return ModelReply("", End.REFUSED, "refusal", usage)
    return ModelReply(text, _ENDS.get(stop_reason, End.CUT_OFF), stop_reason or "none given", usage)


def _usage(counts: dict[str, Any]) -> Usage:
    """``prompt_tokens`` counts what was read from the cache and written to it as well."""
    details = counts.get("prompt_tokens_details") or {}
    read, written = int(details.get("cached_tokens") or 0), int(details.get("cache_write_tokens") or 0)
    return Usage(
        input_tokens=max(0, int(counts.get("prompt_tokens") or 0) - read - written),
        output_tokens=int(counts.get("completion_tokens") or 0),
        cache_read_tokens=read,
        cache_write_tokens=written,
    )


def _facts_of(error: Any) -> dict[str, Any]:
    """An error of OpenAI's; other servers send a sentence in its place."""
    return error if isinstance(error, dict) else {"message": error or ""}


def _passes(status: int) -> bool:
    """Whether an error of this status may pass by itself."""
    return status in (408, 409, 429) or status >= 500


def _id_of(body: Mapping[str, Any]) -> str:
    if not isinstance(body.get("id"), str):
        raise NoReply(_UNREADABLE, transient=True, billed=True)
    return str(body["id"])


def _without_credit(facts: Mapping[str, Any]) -> bool:
    return "insufficient_quota" in (facts.get("code"), facts.get("type"))


def _no_credit() -> NoReply:
    return NoReply("The OpenAI account has no credit left; add some, or take another model.", transient=False)
