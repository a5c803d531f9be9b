"""Claude through Anthropic's SDK: the Messages API, and Message Batches at half the price where they are switched on.

What belongs here: how Anthropic is spoken to. What every provider shares is in ``language_model``.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from ..domain.model_calls import ModelBatch, Usage
from ..providers.budget import Spending
from ..providers.provider_http import Busy, NoReply, seconds_to_wait, without
from .call_log import BatchLog, CallLog
from .model_batches import CANCELLED, OUT_OF_TIME, BatchingModel
from .model_reply import End, Gone, ModelReply
from .model_request import ROOM_TO_THINK, Image, ModelRequest

if TYPE_CHECKING:
    import ssl

    import anthropic

_ENDS = {"end_turn": End.FINISHED, "stop_sequence": End.FINISHED, "refusal": End.REFUSED}
"""Every other stop reason means that the answer was cut off."""
_UNREADABLE = "Claude's service sent something that is not of its protocol; try again later."
_OUR_FAULT = "invalid_request_error"
"""Anthropic's type of the errors that asking again does not mend."""
_NOT_ANSWERED = {"expired": OUT_OF_TIME, "canceled": CANCELLED}


class Claude(BatchingModel):
    """One model of Anthropic's. Arguments beyond those of every model with batches:

    Args:
        api_key: sent as a header; never part of keys, errors or logs.
        model: for example ``claude-sonnet-5-5``. Sampling settings are left alone: newer models refuse them.
        base_url: another end point of the same protocol.
        timeout: seconds until an answer, or its next piece, is no longer waited for.
    """

    provider: ClassVar[str] = "anthropic"
    title: ClassVar[str] = "Claude"
    version: ClassVar[str] = "1"

    def __init__(
        self,
        *,
        api_key: str,
        model: str,
        log: CallLog,
        base_url: str | None = None,
        retries: int = 2,
        timeout: float = 300.0,
        spending: Spending | None = None,
        batches: BatchLog | None = None,
    ) -> None:
        super().__init__(model=model, log=log, spending=spending, retries=retries, batches=batches)
        self._api_key = api_key
        self._base_url = base_url
        self._timeout = timeout

    def body(self, request: ModelRequest) -> dict[str, Any]:
        """The body of a request for one message.

        The instruction carries a cache mark: it is the same for every candidate of a run. Where it is shorter than the
        model's least length for caching (512 to 4,096 tokens) the mark changes nothing and costs nothing. A
        conversation has a second mark, which the service puts to its last message.
        """
        body: dict[str, Any] = {
            "model": self.model,
            "max_tokens": request.max_tokens + ROOM_TO_THINK,
            "system": [{"type": "text", "text": request.instruction.text, "cache_control": {"type": "ephemeral"}}],
            "messages": request.turns(_with_images),
        }
        if request.resent:  # the mark stands beside the messages, which stay the same byte for byte in the next request
            body["cache_control"] = {"type": "ephemeral"}
        if request.schema is not None:
            body["output_config"] = {"format": {"type": "json_schema", "schema": dict(request.schema)}}
        return body

    def reply_of(self, message: Any) -> ModelReply:
        """What a message of the SDK says, in the words all providers share.

        Raises:
            NoReply: it is none; the SDK makes a message of whatever comes.
        """
        try:
            used = message.usage
            usage = Usage(
                input_tokens=used.input_tokens,
                output_tokens=used.output_tokens,
                cache_read_tokens=used.cache_read_input_tokens or 0,
                cache_write_tokens=used.cache_creation_input_tokens or 0,
            )
            text = "".join(block.text for block in message.content if block.type == "text")
        except (AttributeError, TypeError, ValueError):
            raise NoReply(_UNREADABLE, transient=True, billed=True) from None
        return ModelReply(text, _ENDS.get(message.stop_reason, End.CUT_OFF), message.stop_reason or "none given", usage)

    @contextmanager
    def client(self) -> Iterator[anthropic.Anthropic]:
        """The SDK's client, without retries of its own; its errors leave as ``NoReply`` or ``Busy``."""
        import anthropic  # noqa: PLC0415
        import httpx2  # noqa: PLC0415 - the SDK's own; what breaks while a stream is read leaves it as it is

        try:
            with anthropic.Anthropic(
                api_key=self._api_key,
                base_url=self._base_url,
                max_retries=0,
                timeout=self._timeout,
                http_client=anthropic.DefaultHttpxClient(verify=_trusted_certificates(), timeout=self._timeout),
            ) as client:
                yield client
        except anthropic.APIStatusError as error:
            raise self._refusal(error) from None
        except (anthropic.APITimeoutError, httpx2.TimeoutException):
            raise NoReply("Claude did not answer in time; try again later.", transient=True, billed=True) from None
        except anthropic.APIConnectionError:
            raise Busy("Claude did not answer at all; try again later.") from None
        except httpx2.RequestError:
            raise self._broke_off() from None
        except (anthropic.APIError, json.JSONDecodeError):  # a body that is not of the protocol
            raise NoReply(_UNREADABLE, transient=True, billed=True) from None

    def hand_over(self, requests: Mapping[str, ModelRequest]) -> str:
        """As for every model with batches."""
        entries: Any = [{"custom_id": key, "params": self.body(request)} for key, request in requests.items()]
        with self.client() as client:
            return client.messages.batches.create(requests=entries).id

    def has_ended(self, batch_id: str) -> bool:
        """As for every model with batches."""
        with self.client() as client:
            return client.messages.batches.retrieve(batch_id).processing_status == "ended"

    def results(self, batch: ModelBatch) -> Iterator[tuple[str, ModelReply | NoReply]]:
        """As for every model with batches."""
        with self.client() as client:
            for entry in client.messages.batches.results(batch.batch_id):
                yield entry.custom_id, self._outcome_of(entry.result)

    def _outcome_of(self, result: Any) -> ModelReply | NoReply:
        if result.type == "succeeded":
            try:
                return self.reply_of(result.message)
            except NoReply as failure:
                return failure
        kind = str(result.error.error.type) if result.type == "errored" else ""
        why = f"the service reported {kind}" if kind else _NOT_ANSWERED.get(result.type, "it was left out")
        return self.unanswered(why, transient=kind != _OUR_FAULT)

    def _send(self, request: ModelRequest) -> ModelReply:
        with self.client() as client:
            return self.reply_of(client.messages.create(**self.body(request)))

    def _send_streaming(self, request: ModelRequest) -> Generator[str | ModelReply, None, None]:
        with self.client() as client, client.messages.stream(**self.body(request)) as stream:
            try:
                for event in stream:
                    if event.type == "message_stop":
                        yield self.reply_of(event.message)
                    elif event.type in ("text", "thinking"):
                        yield event.text if event.type == "text" else ""
            except (AttributeError, LookupError, TypeError, ValueError):  # the SDK believes events to be what they say
                raise NoReply(_UNREADABLE, transient=True, billed=True) from None

    def _refusal(self, error: anthropic.APIStatusError) -> NoReply:
        status = error.status_code
        if status == 200:  # an error event in a stream that began well
            kind = without(self._api_key, str(error.type or "an error"))
            return self._broke_off(f"the service reported {kind}", transient=kind != _OUR_FAULT)
        if status in (408, 409, 429) or status >= 500:
            return self._busy(status, seconds_to_wait(error.response.headers))
        if status in (401, 403):
            return NoReply("Anthropic refused the key; check the Anthropic API key.", transient=False)
        words = without(self._api_key, error.api_message or "")
        sentence = f"Anthropic refused the request to {self.model} (HTTP {status}: {words or 'no reason'})."
        return (Gone if status == 404 else NoReply)(sentence, transient=False)


def _with_images(text: str, images: Sequence[Image]) -> dict[str, Any]:
    """Pictures before the text, as Anthropic recommends."""
    shown = [
        {"type": "image", "source": {"type": "base64", "media_type": image.media_type, "data": image.base64}}
        for image in images
    ]
    return {"content": [*shown, {"type": "text", "text": text}]}


@cache
def _trusted_certificates() -> ssl.SSLContext:
    """The certificates the SDK trusts, read once per process: every call has a client, and reading takes 25 ms."""
    import httpx2  # noqa: PLC0415

    return httpx2.create_ssl_context()
