"""What a client is told when something is wrong: one sentence, as JSON under ``/v1``, else as a page.

What belongs here: which error has which status, and what of it may be said and logged. No trace is sent, and nothing of
a question is logged.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..domain.outcomes import AmbiguousCollection, PermanentFailure, ScoutError, TransientFailure, WrongArgument
from .pages.page_templates import page

log = logging.getLogger(__name__)
LARGEST_BODY = 1_000_000
"""Bytes of a request."""
MOST_CHOICES = 3
"""Collections that an error offers; it has named what is held."""
SENTENCES: Mapping[int, str] = {
    HTTPStatus.NOT_FOUND: "There is nothing at this address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address does not take this method.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "A request may have up to 1 MB.",
}
"""For what the framework itself refuses."""
UNEXPECTED = "Something went wrong here that nobody expected; the log of the server names the place."


class WrongRequest(WrongArgument):
    """A request that cannot be understood, or asks for more than is given."""


class NothingThere(PermanentFailure):
    """An address that names nothing."""


def status_of(failure: ScoutError) -> int:
    """The status of an error whose sentence may be sent as it is."""
    if isinstance(failure, NothingThere):
        return HTTPStatus.NOT_FOUND
    if isinstance(failure, TransientFailure):
        return HTTPStatus.SERVICE_UNAVAILABLE
    return HTTPStatus.UNPROCESSABLE_ENTITY


def fault(scope: Scope, status: int, sentence: str, headers: Mapping[str, str] | None = None) -> Response:
    """The response that says the sentence."""
    if scope["path"].startswith(("/v1/", "/healthz")):
        return JSONResponse({"error": sentence}, status, headers)
    return page("fault.html", Request(scope), status=status, headers=headers, sentence=sentence)


async def scout_error(request: Request, error: Exception) -> Response:
    """An error whose text is a sentence for the user."""
    if not isinstance(error, ScoutError):
        raise error
    again = {"Retry-After": "5"} if isinstance(error, TransientFailure) else None
    return fault(request.scope, status_of(error), _of_request(error), again)


def _of_request(error: ScoutError) -> str:
    """An error's sentence, with the field by which one of several collections is chosen."""
    if not isinstance(error, AmbiguousCollection) or not error.choices:
        return str(error)
    return f"{error} Give one as `collection`: {' or '.join(error.choices[:MOST_CHOICES])}."


async def http_error(request: Request, error: Exception) -> Response:
    """A refusal of the framework's, or of ours that has a status of its own."""
    if not isinstance(error, HTTPException):
        raise error
    own = error.detail != HTTPStatus(error.status_code).phrase and error.detail.endswith(".")
    sentence = error.detail if own else SENTENCES.get(error.status_code, f"{error.detail}.")
    return fault(request.scope, error.status_code, sentence, error.headers)


def error_event(error: Exception) -> tuple[str, dict[str, Any]]:
    """The last event of a stream that broke off: its name and what it holds."""
    if isinstance(error, ScoutError):
        return "error", {"message": _of_request(error), "transient": isinstance(error, TransientFailure)}
    _log(error)
    return "error", {"message": UNEXPECTED, "transient": False}


def _log(error: Exception) -> None:
    """Note what nobody expected by its place; its text may hold a question."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}, line {place.lineno}"
    log.error("Unexpected %s in %s; please report it.", type(error).__name__, where)


class NoTraces:
    """The outermost part: an error nobody expected becomes a sentence; its place is logged, its text is not."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except Exception as error:
            _log(error)
            if scope["type"] == "http" and not begun:
                await fault(scope, HTTPStatus.INTERNAL_SERVER_ERROR, UNEXPECTED)(scope, receive, send)
