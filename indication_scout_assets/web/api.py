"""The HTTP API under ``/v1``: questions, searches, conversations, passages and labels as JSON.

What belongs here: addresses and their answers, which are those of the command line. They are documented in
``docs/web.md``.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..answering.kept_conversations import exported_conversation
from ..domain.questions.answers import Answer
from ..domain.questions.question_answering import FoundPassages
from .asked_questions import (
    AskedLabel,
    AskedQuestion,
    AskedSearch,
    asked_of_fields,
    conversation_name,
    question_of_body,
)
from .event_streams import PING, event_stream, server_sent
from .faults import NothingThere, WrongRequest, error_event
from .pages.passage_pages import passage_json
from .site import Site, site_of

STREAM = "text/event-stream"
EXPORTS = {"md": "text/markdown", "json": "application/json", "ris": "application/x-research-info-systems"}
"""Formats of an exported conversation, with their media types."""


async def ask(request: Request) -> Response:
    """Answer a question, as one JSON object or as a stream of events."""
    site = site_of(request)
    site.admit(request)
    _check_json(request)
    question = await question_of_body(request)
    if STREAM in request.headers.get("accept", ""):
        return event_stream(_sent(site, question, site.user(request)))
    return JSONResponse((await site.answered(request, question)).as_json())


async def _sent(site: Site, question: AskedQuestion, user: str) -> AsyncIterator[str]:
    try:
        async for event in site.answering(question, user):
            yield PING if event is None else server_sent(event.kind, event.as_json())
    except Exception as error:
        yield server_sent(*error_event(error))


async def search(request: Request) -> Response:
    """The passages that fit a question best."""
    site = site_of(request)
    site.admit(request)
    asked = asked_of_fields(AskedSearch, request.query_params)

    def work() -> dict[str, Any]:
        with site.desks.answering(asked.collection) as desk:
            papers = desk.papers_for(asked.q).desk
            hits, path = papers.find(
                asked.q, k=asked.top_k, filters=asked.of_passages, mode=asked.mode, per_paper=asked.per_paper
            )
        passages = FoundPassages(question=asked.q, collection=papers.collection, path=path, passages=tuple(hits))
        return passages.model_dump(mode="json")

    return JSONResponse(await site.read(work))


async def list_conversations(request: Request) -> Response:
    """Every conversation of the user's, the last used first."""
    site = site_of(request)

    def work() -> list[dict[str, Any]]:
        return site.conversations(request).list()

    return _json({"conversations": await site.read(work)})


async def conversation(request: Request) -> Response:
    """The turns of a conversation, or its end."""
    site, name = site_of(request), conversation_name(request.path_params["name"])
    if request.method == "DELETE":
        if not await site.read(lambda: site.conversations(request).remove(name)):
            raise NothingThere("There is no conversation of this name.")
        return Response(status_code=204)
    return JSONResponse({"turns": [answer.as_json() for answer in await _turns(site, request, name)]})


async def _turns(site: Site, request: Request, name: str) -> Sequence[Answer]:
    turns = await site.read(lambda: site.conversations(request).turns(name))
    if not turns:
        raise NothingThere("There is no conversation of this name.")
    return turns


async def roll_back(request: Request) -> Response:
    """Take back the turns after a number."""
    site, name = site_of(request), conversation_name(request.path_params["name"])
    _check_json(request)
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError):
        body = None
    kept = body.get("to") if isinstance(body, dict) else None
    if not isinstance(kept, int) or isinstance(kept, bool) or not 0 <= kept < 2**31:
        raise WrongRequest('Say which turn is the last that stays; send {"to": 1}.')
    await _turns(site, request, name)
    return JSONResponse({"removed": await site.read(lambda: site.conversations(request).roll_back(name, kept))})


async def export(request: Request) -> Response:
    """A conversation as a file."""
    site, name = site_of(request), conversation_name(request.path_params["name"])
    fmt = request.query_params.get("format") or "md"
    if fmt not in EXPORTS:
        raise WrongRequest(f"The format is one of {', '.join(EXPORTS)}.")
    await _turns(site, request, name)
    demonstration = site.settings.is_demo
    text = await site.read(lambda: exported_conversation(site.desks.db, name, fmt, demonstration=demonstration))
    attached = {"Content-Disposition": f'attachment; filename="{name}.{fmt}"', "Cache-Control": "no-store"}
    return Response(text, media_type=EXPORTS[fmt], headers=attached)


async def passage(request: Request) -> Response:
    """A passage with its exact words and its article."""
    site = site_of(request)
    held = await site.read(passage_json, site.desks.db, request.path_params["id"])
    if held is None:
        raise NothingThere("There is no passage of this id.")
    return JSONResponse(held)


async def ask_label(request: Request) -> Response:
    """Answer a question from the labels that are held."""
    site = site_of(request)
    site.admit(request)
    asked = asked_of_fields(AskedLabel, request.query_params)

    def work() -> dict[str, Any]:
        with site.desks.labels() as desk:
            answer = desk.ask(
                asked.question,
                context=asked.after,
                drug=asked.drug or None,
                region=asked.region,
                label=asked.label or None,
                limit=asked.limit,
            )
        return answer.as_json()

    return JSONResponse(await site.read(work))


async def health(request: Request) -> Response:
    """Whether the process answers and reaches its database."""
    site = site_of(request)

    def work() -> None:
        with site.desks.db.transaction():
            pass

    await site.read(work)
    return JSONResponse({"status": "ok"}, headers={"Cache-Control": "no-store"})


def _check_json(request: Request) -> None:
    """A body of another kind is what a form of a foreign page could send."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise WrongRequest("Send the body as application/json.")


def _json(value: Any) -> Response:
    """JSON of values that hold moments."""
    return Response(json.dumps(value, ensure_ascii=False, default=str), media_type="application/json")


ROUTES = [
    Route("/v1/ask", ask, methods=["POST"]),
    Route("/v1/search", search),
    Route("/v1/conversations", list_conversations),
    Route("/v1/conversations/{name}", conversation, methods=["GET", "DELETE"]),
    Route("/v1/conversations/{name}/rollback", roll_back, methods=["POST"]),
    Route("/v1/conversations/{name}/export", export),
    Route("/v1/passages/{id}", passage),
    Route("/v1/labels/ask", ask_label),
    Route("/healthz", health),
]
