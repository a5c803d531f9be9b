"""What a model would be asked, without asking it: for providers that take many questions at once.

What belongs here: the stand-in. Handing the requests over is ``LanguageModel.ask_many``.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, ClassVar

from .call_log import CallLog
from .language_model import LanguageModel
from .model_reply import ModelReply, NoAnswer, NoReply
from .model_request import ModelRequest

_NOT_ASKED = "Nothing was asked yet."


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
