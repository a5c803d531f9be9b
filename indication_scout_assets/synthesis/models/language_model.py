"""What every language model shares: the question, the key of a call, what counts as an answer, and the log.

What belongs here: the protocol. How a provider is spoken to is in ``claude``, ``openai_model`` and ``ollama``; what a
call costs in ``prices``, what a run may spend in ``budget``; what is asked in ``model_synthesis`` and ``names``.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from ...domain.base import fingerprint
from ...domain.model_calls import FailedCall, ModelCall, Usage
from ...domain.outcomes import PermanentFailure, ScoutError, TransientFailure
from ..prompts import Prompt
from ..synthesizer import CallLog, NoAnswer
from .budget import Spending
from .prices import cost, most_it_can_cost

_IS: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "null": lambda value: value is None,
}


def not_as_asked(text: str, schema: Mapping[str, Any]) -> str:
    """What is wrong with an answer, as the rest of a sentence; empty where nothing is.

    Checked are the object itself and its required fields with their types. What stands inside lists is left to who
    reads them: one bad item must not cost the good ones, and each is counted there.
    """
    try:
        answer = json.loads(text)
    except ValueError:
        return "is not the JSON object that was asked for"
    if not isinstance(answer, dict):
        return "is not the JSON object that was asked for"
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in answer:
            return f"lacks the field {name!r} that was asked for"
        if not _is_of(answer[name], properties.get(name, {})):
            return f"has something else in {name!r} than was asked for"
    return ""


def _is_of(value: Any, schema: Mapping[str, Any]) -> bool:
    if "enum" in schema and value not in schema["enum"]:
        return False
    types = schema.get("type", [])
    named = [types] if isinstance(types, str) else types
    return not named or any(_IS[name](value) for name in named)


def parsed(answer: str) -> dict[str, Any]:
    """A stored answer, which was an object when it was stored.

    Raises:
        TransientFailure: it is none any more.
    """
    try:
        value = json.loads(answer)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise TransientFailure("A stored answer of a language model is damaged; delete its row and try again.")
    return value


LONGEST_WAIT = 60.0
"""Seconds; a provider that asks for more has no quota left for this run."""
_PATIENCE = (1.0, 2.0, 4.0, 8.0)
"""Seconds before each further attempt, where the provider does not say how long to wait."""
ROOM_TO_THINK = 8192
"""Tokens beyond the question's ``max_tokens``: models that think are cut off in mid-thought otherwise."""


@dataclass(frozen=True)
class ModelRequest:
    """Everything an answer depends on besides the model."""

    purpose: str
    """For example ``literature``."""
    prompt: Prompt
    material: str
    """The data asked about: JSON, so that no text in it can pass for anything else."""
    schema: Mapping[str, Any]
    """JSON schema of the answer."""
    max_tokens: int


class End(StrEnum):
    """Why a model stopped. Only what is finished is an answer."""

    FINISHED = "finished"
    REFUSED = "refused"
    WITHHELD = "withheld"
    CUT_OFF = "cut off"


@dataclass(frozen=True)
class ModelReply:
    """What came back, in the words all providers share."""

    text: str
    end: End
    stop_reason: str
    """The provider's own word."""
    usage: Usage


class NoReply(Exception):
    """The provider could not be asked, or would not be. Its text is one plain sentence without any secret.

    Args:
        billed: whether it may have cost something nonetheless, as where we stopped waiting.
    """

    def __init__(self, sentence: str, *, transient: bool, billed: bool = False) -> None:
        super().__init__(sentence)
        self.transient = transient
        self.billed = billed


class Busy(NoReply):
    """The provider is busy or out of reach for the moment: asked again after a pause.

    Args:
        wait: seconds it asks us to wait, where it says so.
    """

    def __init__(self, sentence: str, *, wait: float | None = None) -> None:
        super().__init__(sentence, transient=True)
        self.wait = wait


class LanguageModel(ABC):
    """One model. Answers come from the log where it has them; every call made is stored there, failed ones apart.

    Args:
        model: the provider's name of it.
        log: where answers are kept.
        spending: its price and the run's budget.
        retries: further attempts where the provider is busy (429, 5xx) or out of reach.
    """

    provider: ClassVar[str]
    title: ClassVar[str]
    """Its name in a sentence."""
    version: ClassVar[str]
    """Raised when the meaning of a request changes without any of its parts changing."""

    def __init__(self, *, model: str, log: CallLog, spending: Spending | None = None, retries: int = 2) -> None:
        self.model = model
        self.spending = spending or Spending()
        self.sleep: Callable[[float], None] = time.sleep
        """How to wait, in seconds."""
        self._log = log
        self._retries = retries

    def ask(self, question: ModelRequest) -> dict[str, Any]:
        """The answer as the schema's object.

        Raises:
            TransientFailure: the service is busy or out of reach, or sent something that is not the schema's object.
            NoAnswer: the model declines, or does not come to an end.
            PermanentFailure: the key or the request is refused.
            BudgetExceeded: the run has spent what it may; nothing was asked.
        """
        answer = self.recall(question)
        return self.remember(self.call(question)) if answer is None else answer

    def ask_many(self, questions: Sequence[ModelRequest]) -> list[dict[str, Any] | ScoutError]:
        """Each question's answer, or why it has none, in their order. Providers with batches ask all at once."""
        return [self._outcome(question) for question in questions]

    def key(self, question: ModelRequest) -> str:
        """Names everything the answer depends on."""
        return fingerprint(
            self.provider, self.model, question.prompt.hash, question.material, dict(question.schema),
            question.max_tokens, self.version, *self._also_in_the_key(),
        )  # fmt: skip

    def recall(self, question: ModelRequest) -> dict[str, Any] | None:
        """The stored answer, if there is one."""
        answer = self._log.get(self.key(question))
        return None if answer is None else parsed(answer)

    def call(self, question: ModelRequest) -> ModelCall | FailedCall:
        """Ask the provider; touches no log, so it may run in another thread.

        Raises:
            BudgetExceeded: nothing was asked.
        """
        held = self.spending.budget.hold(self.most_it_can_cost(question))
        spent: float | None = None
        try:
            call = self._made_now(question)
            spent = call.cost
        finally:
            self.spending.budget.settle(held, held if spent is None else spent)
        return call

    def remember(self, call: ModelCall | FailedCall) -> dict[str, Any]:
        """Store a call, then give its answer back or raise its failure."""
        if isinstance(call, FailedCall):
            self._log.save_failure(call)
            no_answer = NoAnswer if call.stop_reason else PermanentFailure
            raise (TransientFailure if call.transient else no_answer)(call.failure)
        self._log.save(call)
        return parsed(call.answer)

    def made_of(
        self, question: ModelRequest, reply: ModelReply, seconds: float, *, batched: bool = False
    ) -> ModelCall | FailedCall:
        """The call as it is stored: an answer only where the model finished and said what it was asked for."""
        facts = self._facts(question, seconds) | {
            "stop_reason": reply.stop_reason, "batched": batched,
            "cost": cost(self.spending.price, reply.usage, batched=batched), **reply.usage.model_dump(),
        }  # fmt: skip
        if reply.end is not End.FINISHED:
            return FailedCall(**facts, failure=self._unfinished(reply, question))
        if fault := not_as_asked(reply.text, question.schema):
            return FailedCall(
                **facts, failure=f"{self.title}'s answer {fault} ({question.purpose}); try again later.", transient=True
            )
        return ModelCall(**facts, answer=reply.text)

    def not_made(
        self, question: ModelRequest, failure: NoReply, seconds: float = 0.0, *, batched: bool = False
    ) -> FailedCall:
        """The call as it is stored where nothing came back."""
        return FailedCall(
            **self._facts(question, seconds), failure=str(failure), transient=failure.transient, batched=batched,
            cost=None if failure.billed else 0.0,
        )  # fmt: skip

    def most_it_can_cost(self, question: ModelRequest, *, batched: bool = False) -> float | None:
        """An upper estimate in dollars; ``None`` where the price is unknown."""
        text = question.prompt.text + question.material + json.dumps(dict(question.schema))
        return most_it_can_cost(self.spending.price, text, question.max_tokens + ROOM_TO_THINK, batched=batched)

    @abstractmethod
    def _send(self, question: ModelRequest) -> ModelReply:
        """Ask once.

        Raises:
            Busy, NoReply: there is no reply.
        """

    def _also_in_the_key(self) -> tuple[str, ...]:
        """What else of this model an answer depends on."""
        return ()

    def _made_now(self, question: ModelRequest) -> ModelCall | FailedCall:
        started = time.perf_counter()
        try:
            reply = self._reply(question)
        except NoReply as failure:
            return self.not_made(question, failure, time.perf_counter() - started)
        return self.made_of(question, reply, time.perf_counter() - started)

    def _outcome(self, question: ModelRequest) -> dict[str, Any] | ScoutError:
        try:
            return self.ask(question)
        except ScoutError as failure:
            return failure

    def _reply(self, question: ModelRequest) -> ModelReply:
        for attempt in range(self._retries):
            try:
                return self._send(question)
            except Busy as busy:
                if (busy.wait or 0.0) > LONGEST_WAIT:
                    raise
                self.sleep(busy.wait if busy.wait is not None else _PATIENCE[min(attempt, len(_PATIENCE) - 1)])
        return self._send(question)

    def _facts(self, question: ModelRequest, seconds: float) -> dict[str, Any]:
        return {
            "key": self.key(question), "provider": self.provider, "model": self.model, "purpose": question.purpose,
            "prompt_hash": question.prompt.hash, "seconds": seconds,
        }  # fmt: skip

    def _unfinished(self, reply: ModelReply, question: ModelRequest) -> str:
        otherwise = "choose the extractive synthesizer"
        if reply.end is End.REFUSED:
            return f"{self.title} declined to answer ({question.purpose}); {otherwise} for this drug."
        if reply.end is End.WITHHELD:
            return f"{self.title}'s answer was withheld by a content filter ({question.purpose}); {otherwise}."
        return (
            f"{self.title}'s answer was cut off ({question.purpose}: {reply.stop_reason}); give it fewer articles, "
            f"or {otherwise}."
        )

    def _busy(self, status: int, wait: float | None) -> Busy:
        attempts = self._retries + 1
        tried = (
            f"asks to be left alone for {wait:.0f} s" if (wait or 0) > LONGEST_WAIT else f"after {attempts} attempts"
        )
        return Busy(f"{self.title} is busy (HTTP {status} {tried}); try again later.", wait=wait)
