"""OpenAI, and every server that speaks one of its protocols: at once, streamed or in batches.

What belongs here: sending, refusals, and batches ("Batch API" of OpenAI's reference: ``/files`` and ``/batches``), over
HTTP itself. What is sent is in ``openai_protocols``; what every provider shares in ``language_model`` and
``model_batches``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, ClassVar

from ..domain.model_calls import ModelBatch
from ..providers.budget import Spending
from ..providers.provider_http import NoReply, Posted, json_object, place, send, streaming, without
from .call_log import BatchLog, CallLog
from .model_batches import CANCELLED, OUT_OF_TIME, BatchingModel
from .model_reply import Gone, ModelReply
from .model_request import ModelRequest
from .openai_protocols import (
    LAST_WORD,
    UNREADABLE,
    ChatCompletions,
    OpenAiProtocol,
    Responses,
    StreamedCompletion,
    StreamedResponse,
    any_reply_of,
)

OFFICIAL = "https://api.openai.com/v1"
_OUR_FAULT = "invalid_request_error"
_NOT_ANSWERED = {
    **dict.fromkeys(("expired", "batch_expired"), OUT_OF_TIME),
    **dict.fromkeys(("cancelled", "batch_cancelled"), CANCELLED),
}
"""By the code of a question's error, or by the status of its batch."""
_QUEUE_FULL = "token_limit_exceeded"
"""Code of the one error of a whole batch that passes by itself: too much waits in others."""


class OpenAiModel(BatchingModel):
    """One model. Arguments beyond those of every model with batches:

    Args:
        api_key: sent as a header; never part of keys, errors or logs. Empty for servers without one.
        model: for example ``gpt-6.1-terra``. Sampling settings are left alone: models that think refuse them.
        base_url: another server's, with its ``/v1``; it becomes part of the key of every answer.
        timeout: seconds until an answer, or its next piece, is no longer waited for.
    """

    provider: ClassVar[str] = "openai"
    title: ClassVar[str] = "OpenAI's model"
    version: ClassVar[str] = "1"
    protocol: ClassVar[OpenAiProtocol] = Responses()
    """No part of the key of an answer: in either the model is told the same."""

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
        end_point = f"/v1/{self.protocol.path}"  # named the same wherever a server has it
        lines = [
            json.dumps(
                {
                    "custom_id": key,
                    "method": "POST",
                    "url": end_point,
                    "body": self.protocol.body(self.model, request),
                }
            )
            for key, request in requests.items()
        ]
        file = ("questions.jsonl", "\n".join(lines).encode(), "application/jsonl")
        uploaded = self._sent("files", data={"purpose": "batch"}, files={"file": file})
        order = {"input_file_id": _id_of(uploaded), "endpoint": end_point, "completion_window": "24h"}
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
            return NoReply(UNREADABLE, transient=True)

    def _outcome_of(self, entry: Mapping[str, Any]) -> ModelReply | NoReply:
        """What a line of a batch's files says."""
        try:
            response = entry.get("response") or {}
            status, body = response.get("status_code"), response.get("body") or {}
            error = entry.get("error") or body.get("error")
            if status == 200 and not error:
                return any_reply_of(body)
            facts = _facts_of(error)
            passes = status is None or _passes(status) or (status == 200 and not _is_our_fault(facts))
            return self._unanswered(facts, transient=passes)
        except NoReply as failure:
            return failure
        except (AttributeError, TypeError):
            return NoReply(UNREADABLE, transient=True, billed=True)

    def _unanswered(self, facts: Mapping[str, Any], *, transient: bool) -> NoReply:
        if _without_credit(facts):
            return _no_credit()
        code = str(facts.get("code") or "")
        words = without(self._api_key, str(facts.get("message") or code or "an error"))
        return self.unanswered(_NOT_ANSWERED.get(code, f"the service reported {words}"), transient=transient)

    def _sent(self, path: str, refusal: Callable[[Posted], NoReply] | None = None, **content: Any) -> dict[str, Any]:
        """What the service answers, as a JSON object.

        Raises:
            NoReply: nothing, or a refusal.
        """
        posted = send(self.title, f"{self._base_url}/{path}", self._headers, self._timeout, **content)
        if posted.status != 200:
            raise (refusal or self._refusal)(posted)
        return posted.body

    def _send(self, request: ModelRequest) -> ModelReply:
        body = self._sent(self.protocol.path, self._refused_question, json=self.protocol.body(self.model, request))
        if error := self.protocol.error_of(body):
            raise self._broken_by(error)
        return any_reply_of(body)

    def _send_streaming(self, request: ModelRequest) -> Generator[str | ModelReply, None, None]:
        """Server-sent events: each line of data is one event; the last one, or ``[DONE]``, ends them."""
        body = {**self.protocol.body(self.model, request), **self.protocol.streamed}
        answer = self.protocol.stream()
        url = f"{self._base_url}/{self.protocol.path}"
        with streaming(self.title, url, body, self._headers, self._timeout, self._refused_question) as lines:
            for line in lines:
                data = _data_of(line)
                piece = answer.reply() if data == LAST_WORD else self._piece_of(data, answer) if data else None
                if piece is not None:
                    yield piece
                if isinstance(piece, ModelReply):
                    return

    def _piece_of(self, data: bytes, answer: StreamedResponse | StreamedCompletion) -> str | ModelReply | None:
        """What an event of a stream adds to the answer.

        Raises:
            Busy, NoReply: it is an error, or none of the protocol.
        """
        event = json_object(data, self.title)
        try:
            if error := self.protocol.error_of(event):
                raise self._broken_by(error)
            return answer.take(event)
        except (AttributeError, LookupError, TypeError, ValueError):
            raise NoReply(UNREADABLE, transient=True, billed=True) from None

    def _refused_question(self, posted: Posted) -> NoReply:
        """As ``_refusal``; another server may not know the end point of this protocol."""
        if posted.status in (404, 405) and isinstance(self.protocol, Responses) and self._base_url != OFFICIAL:
            words = without(self._api_key, str(_facts_of(posted.body.get("error")).get("message") or "no reason"))
            return NoReply(
                f"The server at {place(self._base_url)} refused /responses (HTTP {posted.status}: {words}); if it "
                "speaks Chat Completions alone, set SCOUT_OPENAI_PROTOCOL=chat.",
                transient=False,
            )
        return self._refusal(posted)

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
        """An error in an answer that began well."""
        facts = _facts_of(error)
        if _without_credit(facts):
            return _no_credit()
        words = without(self._api_key, str(facts.get("message") or ""))
        return self._broke_off(words, transient=not _is_our_fault(facts))


class ChatCompletionsModel(OpenAiModel):
    """One model behind Chat Completions alone, as servers of other makers have it."""

    protocol: ClassVar[OpenAiProtocol] = ChatCompletions()


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
    raise NoReply(UNREADABLE, transient=True, billed=True)


def _facts_of(error: Any) -> dict[str, Any]:
    """An error of OpenAI's; other servers send a sentence in its place."""
    return error if isinstance(error, dict) else {"message": error or ""}


def _is_our_fault(facts: Mapping[str, Any]) -> bool:
    """Whether asking again mends nothing: Responses has codes of its own (``invalid_prompt``) and no type."""
    return facts.get("type") == _OUR_FAULT or str(facts.get("code") or "").startswith("invalid_")


def _passes(status: int) -> bool:
    """Whether an error of this status may pass by itself."""
    return status in (408, 409, 429) or status >= 500


def _id_of(body: Mapping[str, Any]) -> str:
    if not isinstance(body.get("id"), str):
        raise NoReply(UNREADABLE, transient=True, billed=True)
    return str(body["id"])


def _without_credit(facts: Mapping[str, Any]) -> bool:
    return "insufficient_quota" in (facts.get("code"), facts.get("type"))


def _no_credit() -> NoReply:
    return NoReply("The OpenAI account has no credit left; add some, or take another model.", transient=False)
