"""What every language model shares: the key of a call, the log, the budget, retries, and answers that are streamed.

What belongs here: asking. What is asked is in ``model_request``, what comes back in ``model_reply``; how a provider is
spoken to in ``claude``, ``openai_model`` and ``ollama``; what a call costs in ``prices``, what a run may spend in
``budget``.
"""

from __future__ import annotations

import hashlib
import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import Any, ClassVar

from ..domain.base import fingerprint
from ..domain.model_calls import FailedCall, ModelCall, Usage
from ..domain.outcomes import PermanentFailure, ScoutError, TransientFailure
from ..providers.budget import Spending
from ..providers.prices import cost, most_it_can_cost, most_tokens
from ..providers.provider_http import Busy, NoReply
from .call_log import CallLog
from .model_reply import End, ModelReply, NoAnswer
from .model_request import IMAGE_TOKENS, ROOM_TO_THINK, ModelRequest, parsed, wrong_form

GIVES_UP = 5
"""Failures in a row after which a provider is not asked the rest of many requests."""
LONGEST_WAIT = 60.0
"""Seconds; a provider that asks for more has no quota left for this run."""
_PATIENCE = (1.0, 2.0, 4.0, 8.0)
"""Seconds before each further attempt, where the provider does not say how long to wait."""


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
    batched: bool = False
    """Whether many requests are handed over together, at the price of a batch."""
    at_once: ClassVar[int] = 4
    """Requests of many that are under way at the same time."""

    def __init__(self, *, model: str, log: CallLog, spending: Spending | None = None, retries: int = 2) -> None:
        self.model = model
        self.spending = spending or Spending()
        self.sleep: Callable[[float], None] = time.sleep
        """How to wait, in seconds."""
        self._log = log
        self._retries = retries

    @property
    def named(self) -> str:
        """The model with its provider, as answers say who read or wrote."""
        return f"{self.provider} {self.model}"

    def ask(self, request: ModelRequest) -> dict[str, Any]:
        """The answer to a request with a schema, as the schema's object.

        Raises:
            TransientFailure: the service is busy or out of reach, or sent something that is not the schema's object.
            NoAnswer: the model declines, or does not come to an end.
            PermanentFailure: the key or the request is refused.
            BudgetExceeded: the run has spent what it may; nothing was asked.
            ValueError: the request has no schema.
        """
        if request.schema is None:
            raise ValueError(f"A request without a schema has no object for an answer ({request.purpose}).")
        answer = self.recall(request)
        return self.remember(self.call(request)) if answer is None else answer

    def stream(self, request: ModelRequest) -> Generator[str, None, None]:
        """The answer's text piece by piece, as it is written; a stored one comes in one piece, without a call.

        Only who reaches the end has an answer: it may still turn out refused, cut off or broken, which raises as
        ``ask`` after pieces were given, and what was given is then to be withdrawn. Closing the generator before its
        end cancels the call; since nobody says what it cost, the budget takes the most it can have cost.

        The log is touched by the thread that takes the first piece and by the one that takes the last.
        """
        answer = self._log.get(self.key(request))
        if answer is not None:
            yield answer
            return
        call = yield from self._call_streaming(request)
        self._kept(call)

    def ask_many(self, requests: Sequence[ModelRequest]) -> list[dict[str, Any] | ScoutError]:
        """Each request's answer, or why it has none, in their order. Providers with batches ask all at once.

        A provider that fails ``GIVES_UP`` times in a row, without having declined to answer, is not asked any more.
        """
        due = {key: request for request in requests if self._log.get(key := self.key(request)) is None}
        row: list[str] = []
        with ThreadPoolExecutor(self.at_once) as pool:
            calls = {key: pool.submit(self._call_unless_down, request, row) for key, request in due.items()}
            try:
                failures = {key: failure for key, call in calls.items() if (failure := self._failure_of(call))}
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        return [failures.get(self.key(request)) or self._outcome(request) for request in requests]

    def key(self, request: ModelRequest) -> str:
        """Names everything the answer depends on."""
        messages = request.messages
        conversation: Any = [(message.role, message.text) for message in messages]
        if len(messages) == 1:  # as its text alone: the keys of answers paid for before there were conversations
            conversation = messages[0].text
        return fingerprint(
            self.provider,
            self.model,
            request.instruction.hash,
            conversation,
            None if request.schema is None else dict(request.schema),
            request.max_tokens,
            self.version,
            *(hashlib.sha256(image.content).hexdigest() for image in request.images),
            *self._also_in_the_key(),
        )

    def recall(self, request: ModelRequest) -> dict[str, Any] | None:
        """The stored answer to a request with a schema, if there is one."""
        answer = self._log.get(self.key(request))
        return None if answer is None else parsed(answer)

    def call(self, request: ModelRequest) -> ModelCall | FailedCall:
        """Ask the provider; touches no log, so it may run in another thread.

        Raises:
            BudgetExceeded: nothing was asked.
        """
        with self.spending.budget.reserved(self.most_it_can_cost(request)) as reservation:
            started = time.perf_counter()
            try:
                reply = self._reply(request)
                call: ModelCall | FailedCall = self.made_of(request, reply, time.perf_counter() - started)
            except NoReply as failure:
                call = self.not_made(request, failure, time.perf_counter() - started)
            reservation.cost = call.cost
        return call

    def remember(self, call: ModelCall | FailedCall) -> dict[str, Any]:
        """Store a call, then give its object back or raise its failure."""
        return parsed(self._kept(call))

    def made_of(
        self, request: ModelRequest, reply: ModelReply, seconds: float, *, batched: bool = False
    ) -> ModelCall | FailedCall:
        """The call as it is stored: an answer only where the model finished and said what it was asked for."""
        usage = reply.usage
        facts = self._facts(request, seconds) | {
            "stop_reason": reply.stop_reason,
            "batched": batched,
            "cost": None if usage is None else cost(self.spending.price, usage, batched=batched),
            **(usage or Usage()).model_dump(),
        }
        if reply.end is not End.FINISHED:
            return FailedCall(**facts, failure=self._unfinished(reply, request))
        if fault := wrong_form(reply.text, request.schema):
            return FailedCall(
                **facts, failure=f"{self.title}'s answer {fault} ({request.purpose}); try again later.", transient=True
            )
        return ModelCall(**facts, answer=reply.text)

    def not_made(
        self, request: ModelRequest, failure: NoReply, seconds: float = 0.0, *, batched: bool = False
    ) -> FailedCall:
        """The call as it is stored where nothing came back, or not all of it."""
        return FailedCall(
            **self._facts(request, seconds),
            failure=str(failure),
            transient=failure.transient,
            batched=batched,
            cost=None if failure.billed else 0.0,
        )

    def most_it_can_cost(self, request: ModelRequest, *, batched: bool = False) -> float | None:
        """An upper estimate in dollars; ``None`` where the price is unknown."""
        schema = "" if request.schema is None else json.dumps(dict(request.schema))
        prompt = most_tokens(request.shown + schema) + IMAGE_TOKENS * len(request.images)
        return most_it_can_cost(self.spending.price, prompt, request.max_tokens + ROOM_TO_THINK, batched=batched)

    @abstractmethod
    def _send(self, request: ModelRequest) -> ModelReply:
        """Ask once.

        Raises:
            Busy, NoReply: there is no reply.
        """

    @abstractmethod
    def _send_streaming(self, request: ModelRequest) -> Generator[str | ModelReply, None, None]:
        """Ask once: the pieces of the text as they arrive, empty ones while the model thinks, then the reply, which
        holds the whole text. Ends without one where the provider's last word did not come. Closing the generator
        closes the connection.

        Raises:
            Busy, NoReply: there is no reply.
        """

    def _also_in_the_key(self) -> tuple[str, ...]:
        """What else of this model an answer depends on."""
        return ()

    def _call_unless_down(self, request: ModelRequest, row: list[str]) -> ModelCall | FailedCall:
        """As ``call``; ``row`` has the failures in a row of the calls made beside it."""
        if len(row) >= GIVES_UP:
            raise TransientFailure(f"{row[-1]} After {GIVES_UP} failures in a row nothing more was asked.")
        call = self.call(request)
        if isinstance(call, FailedCall) and not call.stop_reason:
            row.append(call.failure)
        else:
            row.clear()
        return call

    def _failure_of(self, call: Future[ModelCall | FailedCall]) -> ScoutError | None:
        """Why a call has no answer; one that has is stored."""
        try:
            self._kept(call.result())
        except ScoutError as failure:
            return failure
        return None

    def _outcome(self, request: ModelRequest) -> dict[str, Any] | ScoutError:
        try:
            return self.ask(request)
        except ScoutError as failure:
            return failure

    def _kept(self, call: ModelCall | FailedCall) -> str:
        """Store a call, then give its answer back or raise its failure."""
        if isinstance(call, FailedCall):
            self._log.save_failure(call)
            no_answer = NoAnswer if call.stop_reason else PermanentFailure
            raise (TransientFailure if call.transient else no_answer)(call.failure)
        self._log.save(call)
        return call.answer

    def _call_streaming(self, request: ModelRequest) -> Generator[str, None, ModelCall | FailedCall]:
        """As ``call``, the text piece by piece on the way; a call that is closed is stored as failed."""
        with self.spending.budget.reserved(self.most_it_can_cost(request)) as reservation:
            started = time.perf_counter()
            try:
                reply = yield from self._reply_streaming(request)
                call: ModelCall | FailedCall = self.made_of(request, reply, time.perf_counter() - started)
            except NoReply as failure:
                call = self.not_made(request, failure, time.perf_counter() - started)
            except GeneratorExit:
                closed = NoReply(
                    f"{self.title}'s answer was closed before its end ({request.purpose}).", transient=True, billed=True
                )
                self._log.save_failure(self.not_made(request, closed, time.perf_counter() - started))
                raise
            reservation.cost = call.cost
        return call

    def _reply(self, request: ModelRequest) -> ModelReply:
        attempt = 0
        while True:
            try:
                return self._send(request)
            except Busy as busy:
                self._wait_or_give_up(attempt, busy)
                attempt += 1

    def _reply_streaming(self, request: ModelRequest) -> Generator[str, None, ModelReply]:
        """Asked again only as long as the model has not begun: what was given cannot be taken back, and is paid for."""
        attempt, begun = 0, False
        while True:
            try:
                with closing(self._send_streaming(request)) as pieces:
                    for piece in pieces:
                        if isinstance(piece, ModelReply):
                            return piece
                        begun = True
                        if piece:
                            yield piece
                raise self._broke_off()
            except NoReply as failure:
                if begun:
                    raise NoReply(str(failure), transient=failure.transient, billed=True) from None
                if not isinstance(failure, Busy):
                    raise
                self._wait_or_give_up(attempt, failure)
                attempt += 1

    def _wait_or_give_up(self, attempt: int, busy: Busy) -> None:
        """Wait before the next attempt, the first being number 0; where there may be none, raise."""
        if attempt >= self._retries or (busy.wait or 0.0) > LONGEST_WAIT:
            raise busy
        self.sleep(busy.wait if busy.wait is not None else _PATIENCE[min(attempt, len(_PATIENCE) - 1)])

    def _facts(self, request: ModelRequest, seconds: float) -> dict[str, Any]:
        return {
            "key": self.key(request),
            "provider": self.provider,
            "model": self.model,
            "purpose": request.purpose,
            "prompt_hash": request.instruction.hash,
            "seconds": seconds,
        }

    def _unfinished(self, reply: ModelReply, request: ModelRequest) -> str:
        otherwise = "go on without a language model"
        if reply.end is End.REFUSED:
            return f"{self.title} declined to answer ({request.purpose}); {otherwise}."
        if reply.end is End.WITHHELD:
            return f"{self.title}'s answer was withheld by a content filter ({request.purpose}); {otherwise}."
        return (
            f"{self.title}'s answer was cut off ({request.purpose}: {reply.stop_reason}); give it fewer articles, "
            f"or {otherwise}."
        )

    def _busy(self, status: int, wait: float | None) -> Busy:
        attempts = self._retries + 1
        tried = (
            f"asks to be left alone for {wait:.0f} s" if (wait or 0) > LONGEST_WAIT else f"after {attempts} attempts"
        )
        return Busy(f"{self.title} is busy (HTTP {status} {tried}); try again later.", wait=wait)

    def _broke_off(self, reason: str = "", *, transient: bool = True) -> NoReply:
        """A stream that ended before the answer did."""
        sentence = f"{self.title} broke off its answer{f' ({reason})' if reason else ''}"
        return Busy(f"{sentence}; try again later.") if transient else NoReply(f"{sentence}.", transient=False)
