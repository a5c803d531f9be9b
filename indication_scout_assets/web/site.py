"""What every address of the application shares: its desks, its threads, and how often a client may ask.

What belongs here: the one object that lives as long as the server, and how a request reaches it.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from http import HTTPStatus
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from ..domain.outcomes import AmbiguousCollection, PermanentFailure, TransientFailure
from ..domain.questions.answers import Answer, Happening
from ..operations.questions.request_rates import RequestRates
from ..settings import Settings
from ..store.questions.conversation_repository import ConversationRepository
from .asked_questions import AskedQuestion
from .desks import SessionPool
from .event_streams import PAUSE, AnswerThreads
from .guard import user_of

Result = TypeVar("Result")
KEPT = 2.0


class Site:
    """One workspace, open for requests."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.desks = SessionPool(settings)
        self.threads = AnswerThreads()
        self._rates = RequestRates(settings.web_rate)
        self._pages: dict[str, tuple[float, bytes]] = {}
        self._pages_lock = threading.Lock()

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

    def user(self, request: Request) -> str:
        """Who asks, by the proxy's header or the name given with the token; empty for nobody in particular."""
        return user_of(request.headers, self.settings.web_user_header)

    def conversations(self, request: Request) -> ConversationRepository:
        """Those of who asks."""
        return self.desks.db.conversations.of(self.user(request))

    async def read(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """What a function that blocks returns."""
        return await run_in_threadpool(work, *arguments)

    def answering(
        self, asked: AskedQuestion, owner: str, pause: float = PAUSE, *, stream: bool = True
    ) -> AsyncIterator[Happening | None]:
        """What happens while a question is answered; ``None`` for a pause. Who stops reading leaves no turn.
        Without ``stream`` a model is heard when it has written all. A conversation is ``owner``'s.
        """

        def events(gone: Callable[[], bool]) -> Iterator[Happening]:
            with self.desks.answering(asked.collection, gone) as desk:
                yield from desk.events(
                    asked.question,
                    source=asked.source,
                    context=asked.context,
                    drug=asked.drug or None,
                    k=asked.top_k,
                    filters=asked.filters.of_passages,
                    conversation=asked.conversation,
                    owner=owner,
                    steps=asked.steps,
                    trials=asked.trials,
                    labels=asked.labels,
                    stream=stream,
                )

        return self.threads.events(events, pause)

    async def answered(self, request: Request, asked: AskedQuestion) -> Answer:
        """The answer. Where the client leaves, the work ends and there is none.

        Raises:
            PermanentFailure, TransientFailure: the question could not be answered.
            HTTPException: the client has left; nobody reads it.
        """
        last: Happening | None = None
        events = self.answering(asked, self.user(request), pause=0.25, stream=False)
        async for event in events:
            last = event or last
            if await request.is_disconnected():
                await events.aclose()  # type: ignore[attr-defined]
                raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, "The client has left.")
        return answer_of(last)

    def kept(self, name: str, make: Callable[[], bytes]) -> bytes:
        """A page that takes a while to make, as it was made up to ``KEPT`` seconds ago; who comes together waits."""
        with self._pages_lock:
            made, content = self._pages.get(name, (-KEPT, b""))
            if time.monotonic() - made > KEPT:
                content = make()
                self._pages[name] = time.monotonic(), content
            return content

    def close(self) -> None:
        """End what is under way and close the workspace."""
        self.threads.close()
        self.desks.close()


def answer_of(event: Happening | None) -> Answer:
    """The answer of the last event.

    Raises:
        PermanentFailure, TransientFailure: it is none.
    """
    if isinstance(event, Answer):
        return event
    if event is not None and event.transient:
        raise TransientFailure(event.message)
    if event is not None and event.choices:
        raise AmbiguousCollection(event.message, event.choices)
    raise PermanentFailure(event.message if event is not None and event.message else "The question was not answered.")


def site_of(request: Request) -> Site:
    """The site a request is for."""
    site: Site = request.app.state.site
    return site
