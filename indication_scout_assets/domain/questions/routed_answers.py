"""An answer that may come from papers or from drug labels: which was asked, which answered, and why.

What belongs here: the values. Which is asked first is decided in ``answering.routed_course``.
"""

from __future__ import annotations

from enum import StrEnum

from ..base import Value
from ..model_calls import Message
from ..monographs.label_answers import AnswerStatus, LabelAnswer
from .question_answering import LibraryAnswer


class AnswerSource(StrEnum):
    """Where answers come from."""

    PAPERS = "papers"
    LABELS = "labels"


class AnswerRoute(Value):
    """Where a question is put."""

    first: AnswerSource
    then: AnswerSource | None = None
    """Asked where the first has no answer; ``None`` where that would not make sense."""
    reason: str
    """Why, in one sentence."""


class AskedOutcome(StrEnum):
    """What became of a question at one source."""

    ANSWERED = "answered"
    REFUSED = "refused"
    NOT_ASKED = "not_asked"
    """It could not be asked: there is no collection of papers to search."""


class AskedSource(Value):
    """One source that was asked, and what became of it."""

    source: AnswerSource
    outcome: AskedOutcome
    reason: str = ""
    """Why it gave no answer, in its own words."""


class RoutedAnswer(Value):
    """The answer to a question, from papers or from labels: exactly one of ``papers`` and ``label`` is there."""

    question: str
    answered_by: AnswerSource
    """Whose answer, or refusal, this is."""
    route: AnswerRoute
    asked: tuple[AskedSource, ...]
    """In the order in which they were asked."""
    suggestions: tuple[str, ...] = ()
    """Drugs a misspelt name of the question may mean."""
    papers: LibraryAnswer | None = None
    label: LabelAnswer | None = None
    elapsed_ms: int = 0
    """Milliseconds an answer of labels took; one of papers has its own."""
    conversation: str = ""
    """Of an answer of labels: whose turn it is; one of papers has its own."""
    turn: int = 0
    standalone_question: str = ""
    """Of an answer of labels: the question with the drug it was answered of, as the next turn takes it up."""

    @property
    def exchange(self) -> tuple[Message, ...]:
        """What a model is sent again of an answer of labels: nothing, as no model took part."""
        return ()

    @property
    def refused(self) -> bool:
        """Whether nothing was answered."""
        if self.papers is not None:
            return self.papers.refused
        return self.label is None or self.label.status is not AnswerStatus.ANSWERED

    @property
    def why(self) -> str:
        """Which sources were asked, which answered, and why, in plain sentences."""
        wording = {
            AskedOutcome.ANSWERED: "answered",
            AskedOutcome.REFUSED: "have no answer",
            AskedOutcome.NOT_ASKED: "could not be asked",
        }
        names = {AnswerSource.PAPERS: "papers", AnswerSource.LABELS: "drug labels"}
        outcomes = (f"{names[entry.source]} {wording[entry.outcome]}{_aside(entry.reason)}" for entry in self.asked)
        return f"{self.route.reason} Asked: {'; '.join(outcomes)}."


ConversationTurn = LibraryAnswer | RoutedAnswer
"""A turn of a conversation as it is stored: an answer of papers, or, with the sources asked, one of labels."""


def _aside(reason: str) -> str:
    return f" ({reason.rstrip('.')})" if reason else ""
