"""Claude through Anthropic's SDK: the Messages API, and Message Batches at half the price where they are switched on.

What belongs here: how Anthropic is spoken to. What every provider shares is in ``language_model``.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from ..domain.model_calls import FailedCall, ModelBatch, ModelCall, Usage
from ..domain.outcomes import PermanentFailure, ScoutError, TransientFailure
from .budget import BudgetExceeded, Spending
from .call_log import BatchLog, CallLog
from .language_model import LanguageModel
from .model_reply import Busy, End, ModelReply, NoReply
from .model_request import ROOM_TO_THINK, ModelRequest
from .provider_http import seconds_to_wait, without

if TYPE_CHECKING:
    import ssl

    import anthropic

log = logging.getLogger(__name__)

_ENDS = {"end_turn": End.FINISHED, "stop_sequence": End.FINISHED, "refusal": End.REFUSED}
"""Every other stop reason means that the answer was cut off."""
_UNREADABLE = "Claude's service sent something that is not of its protocol; try again later."
_OUR_FAULT = "invalid_request_error"
"""Anthropic's type of the errors that asking again does not mend."""


class Claude(LanguageModel):
    """One model of Anthropic's. Arguments beyond those of every model:

    Args:
        api_key: sent as a header; never part of keys, errors or logs.
        model: for example ``claude-sonnet-5``. Sampling settings are left alone: newer models refuse them.
        base_url: another end point of the same protocol.
        timeout: seconds until an answer, or its next piece, is no longer waited for.
        batches: where batches are remembered; ``None``: ``ask_many`` asks one by one at the full price.
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
        super().__init__(model=model, log=log, spending=spending, retries=retries)
        self._api_key = api_key
        self._base_url = base_url
        self._timeout = timeout
        self._batches = batches
        self._failed_in_a_batch: dict[str, ScoutError] = {}

    def ask(self, request: ModelRequest) -> dict[str, Any]:
        """As for every model; what failed in a batch of this run is not asked again at the full price."""
        if failure := self._failed_in_a_batch.get(self.key(request)):
            raise failure
        return super().ask(request)

    def ask_many(self, requests: Sequence[ModelRequest]) -> list[dict[str, Any] | ScoutError]:
        """Each request's answer, or why it has none, in their order; in one batch where batches are switched on.

        Blocks until the batch has ended, at most a day.
        """
        if self._batches is None:
            return super().ask_many(requests)
        self._failed_in_a_batch |= ClaudeBatches(self, self._batches, self._log).answer(requests)
        return [self._outcome(request) for request in requests]

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
            "messages": request.turns,
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
        return NoReply(
            f"Anthropic refused the request to {self.model} (HTTP {status}: {words or 'no reason'}).", transient=False
        )


FIRST_PAUSE, LONGEST_PAUSE = 5.0, 60.0
"""Seconds between two looks at a batch; the pause grows by half each time."""
LONGEST_WAIT = 25 * 3600.0
"""Seconds; a batch ends by itself after 24 hours."""
_NOT_ANSWERED = {
    "expired": "Claude did not come to it within the day a batch is given",
    "canceled": "its batch was cancelled",
}


class ClaudeBatches:
    """Batches of one model."""

    def __init__(self, claude: Claude, batches: BatchLog, calls: CallLog) -> None:
        self._claude = claude
        self._batches = batches
        self._calls = calls
        self._failures: dict[str, ScoutError] = {}

    def answer(self, requests: Sequence[ModelRequest]) -> dict[str, ScoutError]:
        """Store an answer for each request that has none yet; returns, by key, why some still have none."""
        wanted = {self._claude.key(request): request for request in requests if self._claude.recall(request) is None}
        for batch in self._batches.open_batches(self._claude.provider):
            if batch.model == self._claude.model and wanted.keys() & set(batch.keys):
                self._collect(batch, wanted)
        unanswered = {
            key: request
            for key, request in wanted.items()
            if key not in self._failures and self._claude.recall(request) is None
        }
        held, affordable = self._affordable(unanswered)
        try:
            if affordable:
                self._collect(self._hand_over(affordable), affordable)
        except NoReply as failure:
            kind = TransientFailure if failure.transient else PermanentFailure
            self._failures |= dict.fromkeys(affordable, kind(str(failure)))
        finally:
            self._claude.spending.budget.settle(held, 0.0)
        return self._failures

    def _affordable(self, requests: dict[str, ModelRequest]) -> tuple[float, dict[str, ModelRequest]]:
        """How many dollars are held, and what the budget allows for them."""
        held, affordable = 0.0, {}
        for key, request in requests.items():
            try:
                held += self._claude.spending.budget.hold(self._claude.most_it_can_cost(request, batched=True))
            except BudgetExceeded as exceeded:
                self._failures[key] = exceeded
            else:
                affordable[key] = request
        return held, affordable

    def _hand_over(self, requests: dict[str, ModelRequest]) -> ModelBatch:
        entries: Any = [{"custom_id": key, "params": self._claude.body(request)} for key, request in requests.items()]
        with self._claude.client() as client:
            made = client.messages.batches.create(requests=entries)
        batch = ModelBatch(
            batch_id=made.id, provider=self._claude.provider, model=self._claude.model, keys=tuple(requests)
        )
        self._batches.save_batch(batch)
        return batch

    def _collect(self, batch: ModelBatch, wanted: dict[str, ModelRequest]) -> None:
        """Wait for a batch and store what it answered of what is wanted."""
        try:
            self._wait(batch)
            with self._claude.client() as client:
                self._store(client.messages.batches.results(batch.batch_id), wanted)
        except NoReply as failure:
            if failure.transient:
                raise
            log.warning("A batch of questions to Claude is gone and is forgotten: %s", failure)
            self._batches.end_batch(batch.batch_id)
            return
        if all(key in self._failures or self._calls.get(key) is not None for key in batch.keys):
            self._batches.end_batch(batch.batch_id)

    def _wait(self, batch: ModelBatch) -> None:
        pause, waited = FIRST_PAUSE, 0.0
        while waited < LONGEST_WAIT:
            if self._has_ended(batch):
                return
            log.info("Waiting for %d answers of Claude's in a batch.", len(batch.keys))
            self._claude.sleep(pause)
            waited, pause = waited + pause, min(pause * 1.5, LONGEST_PAUSE)
        raise NoReply("Claude's batch has not ended within a day; run again to collect it.", transient=True)

    def _has_ended(self, batch: ModelBatch) -> bool:
        try:
            with self._claude.client() as client:
                return client.messages.batches.retrieve(batch.batch_id).processing_status == "ended"
        except Busy:  # looked at again after the pause, as one still under way
            return False

    def _store(self, results: Iterable[Any], wanted: dict[str, ModelRequest]) -> None:
        for entry in results:
            request = wanted.get(entry.custom_id)
            if request is None or self._calls.get(entry.custom_id) is not None:
                continue
            call = self._call_of(request, entry.result)
            self._claude.spending.budget.settle(0.0, call.cost or 0.0)
            try:
                self._claude.remember(call)
            except ScoutError as failure:
                self._failures[entry.custom_id] = failure

    def _call_of(self, request: ModelRequest, result: Any) -> ModelCall | FailedCall:
        try:
            if result.type == "succeeded":
                return self._claude.made_of(request, self._claude.reply_of(result.message), 0.0, batched=True)
            raise _unanswered(request, result)
        except NoReply as failure:
            return self._claude.not_made(request, failure, batched=True)


def _unanswered(request: ModelRequest, result: Any) -> NoReply:
    kind = str(result.error.error.type) if result.type == "errored" else ""
    why = f"the service reported {kind}" if kind else _NOT_ANSWERED.get(result.type, "it was left out")
    sentence = f"Claude did not answer in a batch ({request.purpose}): {why}; try again later."
    return NoReply(sentence, transient=kind != _OUR_FAULT)


@cache
def _trusted_certificates() -> ssl.SSLContext:
    """The certificates the SDK trusts, read once per process: every call has a client, and reading takes 25 ms."""
    import httpx2  # noqa: PLC0415

    return httpx2.create_ssl_context()
