"""Message Batches: many questions handed to Claude at once, answered within a day at half the price.

What belongs here: handing over, waiting, collecting. A batch is remembered until all of it is stored, so a run that was
killed collects what it paid for instead of asking again. Results come in any order and are told apart by their key.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..domain.model_calls import FailedCall, ModelBatch, ModelCall
from ..domain.outcomes import PermanentFailure, ScoutError, TransientFailure
from .budget import BudgetExceeded
from .language_model import Busy, NoReply, Question
from .protocol import BatchLog, CallLog

if TYPE_CHECKING:
    from .claude import Claude

FIRST_PAUSE, LONGEST_PAUSE = 5.0, 60.0
"""Seconds between two looks at a batch; the pause grows by half each time."""
LONGEST_WAIT = 25 * 3600.0
"""Seconds; a batch ends by itself after 24 hours."""
_NOT_ANSWERED = {
    "expired": "Claude did not come to it within the day a batch is given",
    "canceled": "its batch was cancelled",
}

log = logging.getLogger(__name__)


class ClaudeBatches:
    """Batches of one model."""

    def __init__(self, claude: Claude, batches: BatchLog, calls: CallLog) -> None:
        self._claude = claude
        self._batches = batches
        self._calls = calls
        self._failures: dict[str, ScoutError] = {}

    def answer(self, questions: Sequence[Question]) -> dict[str, ScoutError]:
        """Store an answer for each question that has none yet; returns, by key, why some still have none."""
        wanted = {self._claude.key(q): q for q in questions if self._claude.recall(q) is None}
        for batch in self._batches.open_batches(self._claude.provider):
            if batch.model == self._claude.model and wanted.keys() & set(batch.keys):
                self._collect(batch, wanted)
        open_ = {key: q for key, q in wanted.items() if key not in self._failures and self._claude.recall(q) is None}
        held, sent = self._affordable(open_)
        try:
            if sent:
                self._collect(self._hand_over(sent), sent)
        except NoReply as failure:
            kind = TransientFailure if failure.transient else PermanentFailure
            self._failures |= dict.fromkeys(sent, kind(str(failure)))
        finally:
            self._claude.spending.budget.settle(held, 0.0)
        return self._failures

    def _affordable(self, questions: dict[str, Question]) -> tuple[float, dict[str, Question]]:
        """What the budget allows, and how many dollars are held for it."""
        held, sent = 0.0, {}
        for key, question in questions.items():
            try:
                held += self._claude.spending.budget.hold(self._claude.most_it_can_cost(question, batched=True))
            except BudgetExceeded as exceeded:
                self._failures[key] = exceeded
            else:
                sent[key] = question
        return held, sent

    def _hand_over(self, questions: dict[str, Question]) -> ModelBatch:
        requests: Any = [{"custom_id": key, "params": self._claude.request(q)} for key, q in questions.items()]
        with self._claude.client() as client:
            made = client.messages.batches.create(requests=requests)
        batch = ModelBatch(
            batch_id=made.id, provider=self._claude.provider, model=self._claude.model, keys=tuple(questions)
        )
        self._batches.save_batch(batch)
        return batch

    def _collect(self, batch: ModelBatch, wanted: dict[str, Question]) -> None:
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

    def _store(self, results: Iterable[Any], wanted: dict[str, Question]) -> None:
        for entry in results:
            question = wanted.get(entry.custom_id)
            if question is None or self._calls.get(entry.custom_id) is not None:
                continue
            call = self._call_of(question, entry.result)
            self._claude.spending.budget.settle(0.0, call.cost or 0.0)
            try:
                self._claude.remember(call)
            except ScoutError as failure:
                self._failures[entry.custom_id] = failure

    def _call_of(self, question: Question, result: Any) -> ModelCall | FailedCall:
        try:
            if result.type == "succeeded":
                return self._claude.made_of(question, self._claude.reply_of(result.message), 0.0, batched=True)
            raise _unanswered(question, result)
        except NoReply as failure:
            return self._claude.not_made(question, failure, batched=True)


def _unanswered(question: Question, result: Any) -> NoReply:
    kind = str(result.error.error.type) if result.type == "errored" else ""
    why = f"the service reported {kind}" if kind else _NOT_ANSWERED.get(result.type, "it was left out")
    said = f"Claude did not answer in a batch ({question.purpose}): {why}; try again later."
    return NoReply(said, transient=kind != "invalid_request_error")
