"""What a model would be asked, without asking it: for providers that take many questions at once.

What belongs here: the stand-in. Handing the questions over is ``LanguageModel.ask_many``.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ..synthesizer import CallLog, NoAnswer
from .language_model import LanguageModel, ModelReply, ModelRequest, NoReply

_NOT_ASKED = "Nothing was asked yet."


class RequestCollector(LanguageModel):
    """Stands in for a model: keeps every question and answers none."""

    provider: ClassVar[str] = "none"
    title: ClassVar[str] = "Nobody"
    version: ClassVar[str] = "1"

    def __init__(self, log: CallLog) -> None:
        super().__init__(model="none", log=log)
        self.asked: list[ModelRequest] = []

    def ask(self, question: ModelRequest) -> dict[str, Any]:
        """Keep the question.

        Raises:
            NoAnswer: always.
        """
        self.asked.append(question)
        raise NoAnswer(_NOT_ASKED)

    def _send(self, question: ModelRequest) -> ModelReply:
        raise NoReply(_NOT_ASKED, transient=False)
