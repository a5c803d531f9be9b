"""Claude's Messages API through Anthropic's SDK: one question, one structured answer, paid for once.

What belongs here: the call, its key in the call log, and its errors as sentences. What is asked and what is made of
the answer is in ``anthropic_client`` and ``names``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..domain.base import fingerprint
from ..domain.model_calls import ModelCall
from ..domain.outcomes import PermanentFailure, TransientFailure
from .prompts import Prompt
from .protocol import CallLog

PROVIDER = "anthropic"
VERSION = "1"
"""Raised when the meaning of a request changes without any of its parts changing."""
_FINISHED = frozenset({"end_turn", "stop_sequence"})


@dataclass(frozen=True)
class Question:
    """Everything an answer depends on besides the model."""

    purpose: str
    """For example ``literature``."""
    prompt: Prompt
    material: str
    """The data asked about: JSON, so that no text in it can pass for anything else."""
    schema: Mapping[str, Any]
    """JSON schema of the answer."""
    max_tokens: int


class Claude:
    """One model. Answers come from the call log where it has them; only finished answers are logged.

    Args:
        api_key: never part of keys, errors or logs.
        model: for example ``claude-sonnet-5``. Sampling settings are left alone: newer models refuse them.
        log: where answers are kept.
        base_url: another end point of the same protocol.
        retries: the SDK's own, for 429, 5xx and connection errors.
    """

    def __init__(
        self, *, api_key: str, model: str, log: CallLog, base_url: str | None = None, retries: int = 2,
        timeout: float = 120.0,
    ) -> None:  # fmt: skip
        self.model = model
        self._api_key = api_key
        self._log = log
        self._base_url = base_url
        self._retries = retries
        self._timeout = timeout

    def ask(self, question: Question) -> dict[str, Any]:
        """The answer as the schema's object.

        Raises:
            TransientFailure: the service is busy or out of reach, or sent something that is not the schema's JSON.
            PermanentFailure: the key or the request is refused, the model declines, or the answer does not fit.
        """
        answer = self.recall(question)
        return self.remember(question, self.call(question)) if answer is None else answer

    def key(self, question: Question) -> str:
        """Names everything the answer depends on."""
        return fingerprint(
            PROVIDER, self.model, question.prompt.hash, question.material, dict(question.schema), question.max_tokens,
            VERSION,
        )  # fmt: skip

    def recall(self, question: Question) -> dict[str, Any] | None:
        """The logged answer, if there is one."""
        answer = self._log.get(self.key(question))
        return None if answer is None else _parsed(answer)

    def call(self, question: Question) -> ModelCall:
        """Ask the service; touches no log, so it may run in another thread."""
        message = self._message(question)
        if message.stop_reason not in _FINISHED:
            raise PermanentFailure(_unfinished(message.stop_reason, question))
        answer = "".join(block.text for block in message.content if block.type == "text")
        _parsed(answer)
        return ModelCall(
            key=self.key(question), provider=PROVIDER, model=self.model, purpose=question.purpose,
            prompt_hash=question.prompt.hash, answer=answer, stop_reason=message.stop_reason,
            input_tokens=message.usage.input_tokens, output_tokens=message.usage.output_tokens,
        )  # fmt: skip

    def remember(self, question: Question, call: ModelCall) -> dict[str, Any]:
        """Log an answer and give it back."""
        self._log.save(call)
        return _parsed(call.answer)

    def _message(self, question: Question) -> Any:
        import anthropic  # noqa: PLC0415

        try:
            with anthropic.Anthropic(
                api_key=self._api_key, base_url=self._base_url, max_retries=self._retries, timeout=self._timeout
            ) as client:
                return client.messages.create(
                    model=self.model,
                    max_tokens=question.max_tokens,
                    system=question.prompt.text,
                    messages=[{"role": "user", "content": question.material}],
                    output_config={"format": {"type": "json_schema", "schema": dict(question.schema)}},
                )
        except anthropic.APIStatusError as error:
            raise self._refusal(error.status_code, error.api_message or "") from None
        except anthropic.APIConnectionError as error:
            kind = "in time" if isinstance(error, anthropic.APITimeoutError) else "at all"
            raise TransientFailure(f"Claude did not answer {kind}; try again later.") from None

    def _refusal(self, status: int, said: str) -> Exception:
        if status == 429 or status >= 500:
            return TransientFailure(
                f"Claude is busy (HTTP {status} after {self._retries + 1} attempts); try again later."
            )
        if status in (401, 403):
            return PermanentFailure("Anthropic refused the key; check the Anthropic API key.")
        said = " ".join(said.split())[:160].replace(self._api_key, "…").rstrip(".")
        return PermanentFailure(
            f"Anthropic refused the request to {self.model} (HTTP {status}: {said or 'no reason'})."
        )


def _unfinished(stop_reason: str | None, question: Question) -> str:
    if stop_reason == "refusal":
        return f"Claude declined to answer ({question.purpose}); choose the extractive synthesizer for this drug."
    return (
        f"Claude's answer was cut off ({question.purpose}: {stop_reason}); give it fewer articles, or choose the "
        "extractive synthesizer."
    )


def _parsed(answer: str) -> dict[str, Any]:
    try:
        parsed = json.loads(answer)
    except ValueError:
        parsed = None
    if not isinstance(parsed, dict):
        raise TransientFailure("Claude's answer is not the JSON object that was asked for; try again later.")
    return parsed
