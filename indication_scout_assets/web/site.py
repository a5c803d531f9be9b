"""What every address of the application shares: its desks, its threads, and how often a client may ask.

What belongs here: the one object that lives as long as the server, and how a request reaches it.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable, Iterator
from http import HTTPStatus
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from ..domain.questions.question_answering import AnswerEvent, EventKind
from ..settings import Settings
from .asked_questions import AskedQuestion
from .desks import Desks
from .event_streams import PAUSE, AnswerThreads
from .request_rates import RequestRates

Result = TypeVar("Result")


class Site:
    """One workspace, open for requests."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.desks = Desks(settings)
        self.threads = AnswerThreads()
        self._rates = RequestRates(settings.web_rate)

    def admit(self, request: Request) -> None:
        """Count a request that takes work.

        Raises:
            HTTPException: the client has asked too often; it is told when to come again.
        """
        client = request.client.host if request.client else ""
        if seconds := self._rates.wait(client):
            again = math.ceil(seconds)
            sentence = f"This client has asked too often; ask again in {again} s."
            raise HTTPException(HTTPStatus.TOO_MANY_REQUESTS, sentence, {"Retry-After": str(again)})

    async def read(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """What a function that blocks returns."""
        return await run_in_threadpool(work, *arguments)

    def answering(self, asked: AskedQuestion, pause: float = PAUSE) -> AsyncIterator[AnswerEvent | None]:
        """What happens while a question is answered; ``None`` for a pause. Who stops reading leaves no turn."""

        def events(gone: Callable[[], bool]) -> Iterator[AnswerEvent]:
            with self.desks.asking(asked.collection, gone) as desk:
                yield from desk.events(asked.question, asked.conversation, asked.top_k, asked.filters)

        return self.threads.events(events, pause)

    async def answered(self, request: Request, asked: AskedQuestion) -> AnswerEvent:
        """The last event of an answer: ``done``, or ``error``. Where the client leaves, the work ends and there is none.

        Raises:
            HTTPException: the client has left; nobody reads it.
        """
        last = AnswerEvent(kind=EventKind.ERROR, message="The question was not answered.")
        events = self.answering(asked, pause=0.25)
        async for event in events:
            if event is not None:
                last = event
            elif await request.is_disconnected():
                await events.aclose()  # type: ignore[attr-defined]
                raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, "The client has left.")
        return last

    def close(self) -> None:
        """End what is under way and close the workspace."""
        self.threads.close()
        self.desks.close()


def site_of(request: Request) -> Site:
    """The site a request is for."""
    site: Site = request.app.state.site
    return site
