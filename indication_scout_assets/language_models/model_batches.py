"""Many questions handed over together at a lower price: what all providers with batches share.

What belongs here: waiting, collecting, resuming after a kill, the budget, and the stand-in that collects the questions.
How a provider's batches are spoken to is in its module.
"""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Generator, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar

from ..domain.model_calls import ModelBatch
from ..domain.outcomes import PermanentFailure, ScoutError, TransientFailure
from ..providers.budget import BudgetExceeded, Spending
from ..providers.provider_http import NoReply
from .call_log import BatchLog, CallLog
from .language_model import LanguageModel
from .model_reply import Gone, ModelReply, NoAnswer
from .model_request import ModelRequest

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 5.0, 60.0
"""Seconds between two looks at a batch; the pause grows by half each time."""
LONGEST_WAIT = 25 * 3600.0
"""Seconds; a batch ends by itself after 24 hours."""
OUT_OF_TIME, CANCELLED = "nobody came to it within the day a batch is given", "its batch was cancelled"
_NOT_ASKED = "Nothing was asked yet."


class BatchingModel(LanguageModel):
    """A model whose provider takes many questions at once. Argument beyond those of every model:

    Args:
        batches: where batches are remembered; ``None``: ``ask_many`` asks one by one at the full price.
    """

    def __init__(
        self,
        *,
        model: str,
        log: CallLog,
        spending: Spending | None = None,
        retries: int = 2,
        batches: BatchLog | None = None,
    ) -> None:
        super().__init__(model=model, log=log, spending=spending, retries=retries)
        self._batches = batches
        self.batched = batches is not None
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
        self._failed_in_a_batch |= _Batches(self, self._batches, self._log).answer(requests)
        return [self._outcome(request) for request in requests]

    def unanswered(self, why: str, *, transient: bool = True) -> NoReply:
        """What became of a question that the provider left without an answer."""
        again = "; try again later" if transient else ""
        return NoReply(f"{self.title} did not answer in a batch: {why}{again}.", transient=transient)

    @abstractmethod
    def hand_over(self, requests: Mapping[str, ModelRequest]) -> str:
        """Hand requests over by their keys; returns the provider's name of the batch.

        Raises:
            NoReply: it was not taken.
        """

    @abstractmethod
    def has_ended(self, batch_id: str) -> bool:
        """Whether nothing of a batch is under way any more.

        Raises:
            NoReply: the provider does not say. Gone: it does not know the batch.
        """

    @abstractmethod
    def results(self, batch: ModelBatch) -> Iterable[tuple[str, ModelReply | NoReply]]:
        """What became of the questions of a batch that has ended, by key, in any order; some may be missing.

        Raises:
            NoReply, Gone: as ``has_ended``.
        """


class _Batches:
    """Batches of one model."""

    def __init__(self, model: BatchingModel, batches: BatchLog, calls: CallLog) -> None:
        self._model = model
        self._batches = batches
        self._calls = calls
        self._failures: dict[str, ScoutError] = {}

    def answer(self, requests: Sequence[ModelRequest]) -> dict[str, ScoutError]:
        """Store an answer for each request that has none yet; returns, by key, why some still have none."""
        wanted = {self._model.key(request): request for request in requests if self._model.recall(request) is None}
        for batch in self._batches.open_batches(self._model.provider):
            if batch.model == self._model.model and wanted.keys() & set(batch.keys):
                self._resume(batch, wanted)
        unanswered = {key: request for key, request in wanted.items() if not self._is_settled(key)}
        held, affordable = self._affordable(unanswered)
        try:
            if affordable:
                self._collect(self._hand_over(affordable), affordable)
        except NoReply as failure:
            self._fail(affordable, failure)
        finally:
            self._model.spending.budget.settle(held, 0.0)
        return self._failures

    def _resume(self, batch: ModelBatch, wanted: dict[str, ModelRequest]) -> None:
        """Collect a batch of an earlier run; one that is gone is forgotten, and its questions are handed over again."""
        try:
            self._collect(batch, wanted)
        except Gone as failure:
            log.warning("A batch of questions to %s is gone and is forgotten: %s", self._model.title, failure)
            self._batches.end_batch(batch.batch_id)
        except NoReply as failure:
            self._fail(wanted.keys() & set(batch.keys), failure)

    def _is_settled(self, key: str) -> bool:
        return key in self._failures or self._calls.get(key) is not None

    def _fail(self, keys: Iterable[str], failure: NoReply) -> None:
        kind = TransientFailure if failure.transient else PermanentFailure
        self._failures |= {key: kind(str(failure)) for key in keys if not self._is_settled(key)}

    def _affordable(self, requests: dict[str, ModelRequest]) -> tuple[float, dict[str, ModelRequest]]:
        """How many dollars are held, and what the budget allows for them."""
        held, affordable = 0.0, {}
        for key, request in requests.items():
            try:
                held += self._model.spending.budget.hold(self._model.most_it_can_cost(request, batched=True))
            except BudgetExceeded as exceeded:
                self._failures[key] = exceeded
            else:
                affordable[key] = request
        return held, affordable

    def _hand_over(self, requests: dict[str, ModelRequest]) -> ModelBatch:
        name = self._model.hand_over(requests)
        batch = ModelBatch(batch_id=name, provider=self._model.provider, model=self._model.model, keys=tuple(requests))
        self._batches.save_batch(batch)
        return batch

    def _collect(self, batch: ModelBatch, wanted: dict[str, ModelRequest]) -> None:
        """Wait for a batch and store what it answered of what is wanted."""
        self._wait(batch)
        self._store(batch, wanted)
        if all(map(self._is_settled, batch.keys)):
            self._batches.end_batch(batch.batch_id)

    def _wait(self, batch: ModelBatch) -> None:
        pause, waited = FIRST_PAUSE, 0.0
        while waited < LONGEST_WAIT:
            if self._has_ended(batch):
                return
            log.info("Waiting for %d answers of %s in a batch.", len(batch.keys), self._model.title)
            self._model.sleep(pause)
            waited, pause = waited + pause, min(pause * 1.5, LONGEST_PAUSE)
        title = self._model.title
        raise NoReply(f"A batch of {title} has not ended within a day; run again to collect it.", transient=True)

    def _has_ended(self, batch: ModelBatch) -> bool:
        try:
            return self._model.has_ended(batch.batch_id)
        except NoReply as failure:
            if failure.transient:  # looked at again after the pause, as one still under way
                return False
            raise

    def _store(self, batch: ModelBatch, wanted: dict[str, ModelRequest]) -> None:
        waiting = {key: wanted[key] for key in batch.keys if key in wanted and self._calls.get(key) is None}
        left_out = ((key, self._model.unanswered("it was left out")) for key in batch.keys)
        for key, outcome in chain(self._model.results(batch), left_out):
            request = waiting.pop(key, None)
            if request is None:
                continue
            if isinstance(outcome, ModelReply):
                call = self._model.made_of(request, outcome, 0.0, batched=True)
            else:
                call = self._model.not_made(request, outcome, batched=True)
            self._model.spending.budget.settle(0.0, call.cost or 0.0)
            try:
                self._model.remember(call)
            except ScoutError as failure:
                self._failures[key] = failure


class RequestCollector(LanguageModel):
    """Stands in for a model: keeps every request and answers none."""

    provider: ClassVar[str] = "none"
    title: ClassVar[str] = "Nobody"
    version: ClassVar[str] = "1"

    def __init__(self, log: CallLog) -> None:
        super().__init__(model="none", log=log)
        self.asked: list[ModelRequest] = []

    def ask(self, request: ModelRequest) -> dict[str, Any]:
        """Keep the request.

        Raises:
            NoAnswer: always.
        """
        self.asked.append(request)
        raise NoAnswer(_NOT_ASKED)

    def _send(self, request: ModelRequest) -> ModelReply:
        raise NoReply(_NOT_ASKED, transient=False)

    def _send_streaming(self, request: ModelRequest) -> Generator[str | ModelReply, None, None]:
        raise NoReply(_NOT_ASKED, transient=False)
