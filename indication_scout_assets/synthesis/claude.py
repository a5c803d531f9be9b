"""Claude through Anthropic's SDK: the Messages API, and Message Batches at half the price where they are switched on.

What belongs here: how Anthropic is spoken to. What every provider shares is in ``language_model``, the handing over
and collecting of batches in ``claude_batches``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

from ..domain.model_calls import Usage
from ..domain.outcomes import ScoutError
from .budget import Spending
from .language_model import ROOM_TO_THINK, Busy, End, LanguageModel, NoReply, Question, Reply
from .protocol import BatchLog, CallLog
from .said import seconds_to_wait, without

if TYPE_CHECKING:
    import anthropic

_ENDS = {"end_turn": End.FINISHED, "stop_sequence": End.FINISHED, "refusal": End.REFUSED}
"""Every other stop reason means that the answer was cut off."""
_UNREADABLE = "Claude's service sent something that is not of its protocol; try again later."


class Claude(LanguageModel):
    """One model of Anthropic's. Arguments beyond those of every model:

    Args:
        api_key: sent as a header; never part of keys, errors or logs.
        model: for example ``claude-sonnet-5``. Sampling settings are left alone: newer models refuse them.
        base_url: another end point of the same protocol.
        timeout: seconds until an answer is no longer waited for.
        batches: where batches are remembered; ``None``: ``ask_many`` asks one by one at the full price.
    """

    provider: ClassVar[str] = "anthropic"
    title: ClassVar[str] = "Claude"
    version: ClassVar[str] = "1"

    def __init__(
        self, *, api_key: str, model: str, log: CallLog, base_url: str | None = None, retries: int = 2,
        timeout: float = 300.0, spending: Spending | None = None, batches: BatchLog | None = None,
    ) -> None:  # fmt: skip
        super().__init__(model=model, log=log, spending=spending, retries=retries)
        self._api_key = api_key
        self._base_url = base_url
        self._timeout = timeout
        self._batches = batches
        self._failed_in_a_batch: dict[str, ScoutError] = {}

    def ask(self, question: Question) -> dict[str, Any]:
        """As for every model; what failed in a batch of this run is not asked again at the full price."""
        if failure := self._failed_in_a_batch.get(self.key(question)):
            raise failure
        return super().ask(question)

    def ask_many(self, questions: Sequence[Question]) -> list[dict[str, Any] | ScoutError]:
        """Each question's answer, or why it has none, in their order; in one batch where batches are switched on.

        Blocks until the batch has ended, at most a day.
        """
        if self._batches is None:
            return super().ask_many(questions)
        from .claude_batches import ClaudeBatches  # noqa: PLC0415 - it knows this module

        self._failed_in_a_batch |= ClaudeBatches(self, self._batches, self._log).answer(questions)
        return super().ask_many(questions)

    def request(self, question: Question) -> dict[str, Any]:
        """The body of a request for one message.

        The prompt carries a cache mark: it is the same for every candidate of a run. Where it is shorter than the
        model's least length for caching (512 to 4,096 tokens) the mark changes nothing and costs nothing.
        """
        return {
            "model": self.model,
            "max_tokens": question.max_tokens + ROOM_TO_THINK,
            "system": [{"type": "text", "text": question.prompt.text, "cache_control": {"type": "ephemeral"}}],
            "messages": [{"role": "user", "content": question.material}],
            "output_config": {"format": {"type": "json_schema", "schema": dict(question.schema)}},
        }

    def reply_of(self, message: Any) -> Reply:
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
        return Reply(text, _ENDS.get(message.stop_reason, End.CUT_OFF), message.stop_reason or "none given", usage)

    @contextmanager
    def client(self) -> Iterator[anthropic.Anthropic]:
        """The SDK's client, without retries of its own; its errors leave as ``NoReply`` or ``Busy``."""
        import anthropic  # noqa: PLC0415

        try:
            with anthropic.Anthropic(
                api_key=self._api_key, base_url=self._base_url, max_retries=0, timeout=self._timeout
            ) as client:
                yield client
        except anthropic.APIStatusError as error:
            raise self._refusal(error) from None
        except anthropic.APITimeoutError:
            raise NoReply("Claude did not answer in time; try again later.", transient=True, billed=True) from None
        except anthropic.APIConnectionError:
            raise Busy("Claude did not answer at all; try again later.") from None
        except (anthropic.APIError, json.JSONDecodeError):  # a body that is not of the protocol
            raise NoReply(_UNREADABLE, transient=True, billed=True) from None

    def _send(self, question: Question) -> Reply:
        with self.client() as client:
            return self.reply_of(client.messages.create(**self.request(question)))

    def _refusal(self, error: anthropic.APIStatusError) -> NoReply:
        status = error.status_code
        if status in (408, 409, 429) or status >= 500:
            return self._busy(status, seconds_to_wait(error.response.headers))
        if status in (401, 403):
            return NoReply("Anthropic refused the key; check the Anthropic API key.", transient=False)
        said = without(self._api_key, error.api_message or "")
        return NoReply(
            f"Anthropic refused the request to {self.model} (HTTP {status}: {said or 'no reason'}).", transient=False
        )
