"""The Ask page: a question, its answer, the conversation it belongs to. It works with and without script.

What belongs here: forms and their answers. The script of the page sends the same form and reads the answer as events,
whose pieces of page are rendered here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any
from urllib.parse import quote

from starlette.datastructures import ImmutableMultiDict
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ..domain.outcomes import ScoutError
from ..domain.questions.question_answering import AnswerEvent, EventKind, LibraryAnswer
from ..store.database import Database
from .answer_views import AnswerView, answer_view, missing_passages
from .api import STREAM, answer_of
from .asked_questions import KINDS, AskedQuestion, conversation_name, form_of, new_conversation, question_of_fields
from .event_streams import PING, event_stream, server_sent
from .faults import NothingThere, WrongRequest, status_of
from .page_templates import page, part
from .site import Site, site_of

HISTORY = 50
"""Conversations listed beside the form."""


def view_of(db: Database, answer: LibraryAnswer) -> AnswerView:
    """The answer as the page shows it, with the passages it cites beyond those it was handed out with."""
    passages = {p.id: p for p in db.library.passages(missing_passages(answer))}
    articles = db.library.load({p.article_id for p in passages.values()})
    return answer_view(answer, passages, {key: article.text for key, article in articles.items()})


async def show_form(request: Request) -> Response:
    """The page with its form; with a question in the address, its answer, which belongs to no conversation."""
    site, fields = site_of(request), request.query_params
    if not fields.get("question"):
        return await _page(site, request, fields)
    try:
        site.admit(request)
        question = question_of_fields(fields).model_copy(update={"conversation": ""})
        answer = answer_of(await site.answered(request, question))
    except ScoutError as failure:
        return await _page(site, request, fields, failure=failure)
    return await _page(site, request, fields, answers=[answer])


async def ask_form(request: Request) -> Response:
    """Answer the form: the next turn of its conversation, or the first of a new one."""
    site, fields = site_of(request), await form_of(request)
    streamed = STREAM in request.headers.get("accept", "")
    try:
        site.admit(request)
        question = question_of_fields(fields)
    except WrongRequest as failure:
        return await _page(site, request, fields, failure=failure)
    if not question.conversation:
        question = question.model_copy(update={"conversation": new_conversation()})
    elif not question.collection:
        question = question.model_copy(update={"collection": await site.read(_collection_of, site, question)})
    if streamed:
        return event_stream(_pieces(site, question))
    try:
        answer = answer_of(await site.answered(request, question))
    except ScoutError as failure:
        return await _page(site, request, fields, failure=failure)
    return RedirectResponse(f"{_address(question.conversation)}#turn-{answer.turn}", 303)


async def _pieces(site: Site, question: AskedQuestion) -> AsyncIterator[str]:
    """What happens, as the script of the page shows it."""
    try:
        async for event in site.answering(question):
            yield PING if event is None else server_sent(event.kind.value, await _piece(site, event))
    except ScoutError as failure:
        yield server_sent(EventKind.ERROR.value, {"message": str(failure)})


async def _piece(site: Site, event: AnswerEvent) -> dict[str, Any]:
    if event.sentence is not None:
        return {"text": event.sentence.text, "numbers": list(event.sentence.citations)}
    if event.removed is not None:
        return {"text": event.removed.text, "reason": event.removed.reason}
    if event.kind is EventKind.RETRIEVED:
        return {"passages": len(event.retrieved), "searched": event.searched}
    if event.answer is not None:
        answer = event.answer
        view = await site.read(view_of, site.desks.db, answer)
        rows = await site.read(_history, site.desks.db)
        return {
            "html": part("answer.html", view=view, conversation=answer.conversation),
            "history": part("history.html", history=rows, conversation=answer.conversation),
            "conversation": answer.conversation,
            "address": _address(answer.conversation),
            "anchor": view.anchor,
            "said": "Not answered." if answer.refused else f"Answered with {len(answer.sentences)} sentences.",
        }
    return {"message": event.message} if event.kind is EventKind.ERROR else {"question": event.question}


async def show_conversation(request: Request) -> Response:
    """A conversation, to read and to go on with."""
    site, name = site_of(request), conversation_name(request.path_params["name"])
    turns = await site.read(lambda: site.desks.db.conversations.turns(name))
    if not turns:
        raise NothingThere("There is no conversation of this name; it may have been removed.")
    fields = ImmutableMultiDict([("conversation", name), ("collection", turns[-1].collection)])
    return await _page(site, request, fields, answers=turns)


async def roll_back_form(request: Request) -> Response:
    """Take back the turns after the one that is named; without any left, the conversation goes."""
    site, name = site_of(request), conversation_name(request.path_params["name"])
    kept = (await form_of(request)).get("to", "")
    if not (kept.isascii() and kept.isdigit() and len(kept) < 7):
        raise WrongRequest("Say which turn is the last that stays.")
    if int(kept) == 0:
        return await remove_form(request)
    await site.read(lambda: site.desks.db.conversations.roll_back(name, int(kept)))
    return RedirectResponse(f"{_address(name)}#turn-{kept}", 303)


async def remove_form(request: Request) -> Response:
    """Remove a conversation."""
    site, name = site_of(request), conversation_name(request.path_params["name"])
    await site.read(lambda: site.desks.db.conversations.remove(name))
    return RedirectResponse("/ask", 303)


async def _page(
    site: Site, request: Request, fields: ImmutableMultiDict[str, str], *,
    answers: Sequence[LibraryAnswer] = (), failure: ScoutError | None = None,
) -> Response:  # fmt: skip
    """The whole page."""

    def work() -> dict[str, Any]:
        db = site.desks.db
        return {
            "views": [view_of(db, answer) for answer in answers],
            "collections": db.library.collections(),
            "history": _history(db),
        }

    shown = await site.read(work)
    conversation = fields.get("conversation", "")
    return page(
        "ask.html", request, status=status_of(failure) if failure else 200, fields=fields, conversation=conversation,
        kinds=KINDS, failure=str(failure) if failure else "", demonstration=site.settings.is_demo, **shown,
    )  # fmt: skip


def _history(db: Database) -> list[dict[str, Any]]:
    return [row for row in db.conversations.list() if row["turns"]][:HISTORY]


def _collection_of(site: Site, question: AskedQuestion) -> str:
    """The collection a conversation is about; empty for one that is new."""
    rows = site.desks.db.conversations.list()
    return next((str(row["collection"]) for row in rows if row["id"] == question.conversation), "")


def _address(conversation: str) -> str:
    return f"/conversations/{quote(conversation, safe='')}"


ROUTES = [
    Route("/ask", show_form),
    Route("/ask", ask_form, methods=["POST"]),
    Route("/conversations/{name}", show_conversation),
    Route("/conversations/{name}/rollback", roll_back_form, methods=["POST"]),
    Route("/conversations/{name}/remove", remove_form, methods=["POST"]),
]
