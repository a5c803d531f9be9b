"""The Ask page: a question, its answer, the conversation it belongs to. It works with and without script.

What belongs here: forms and their answers. The script of the page sends the same form and reads the answer as events,
whose pieces of page are rendered here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from starlette.datastructures import ImmutableMultiDict
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ...domain.outcomes import AmbiguousCollection, ScoutError, WrongArgument
from ...domain.questions.answers import Answer
from ...domain.questions.library import SECTION_KINDS, Collection, drug_of
from ...reports.words.common_words import in_sentence
from ...store.database import Database
from ...store.questions.conversation_repository import ConversationRepository
from ..api import STREAM
from ..asked_questions import AskedQuestion, conversation_name, form_of, new_conversation, question_of_fields
from ..event_streams import PING, event_stream, server_sent
from ..faults import NothingThere, WrongRequest, error_event, status_of
from ..site import Site, site_of
from .answer_views import AnswerView, answer_view, missing_passages
from .page_templates import page, part

HISTORY = 50
"""Conversations listed beside the form."""


def view_of(db: Database, answer: Answer) -> AnswerView:
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
        answer = await site.answered(request, question)
    except ScoutError as failure:
        return await _page(site, request, fields, failure=failure)
    return await _page(site, request, fields, answer=answer)


async def ask_form(request: Request) -> Response:
    """Answer the form: the next turn of its conversation, or the first of a new one."""
    site, fields = site_of(request), await form_of(request)
    streamed = STREAM in request.headers.get("accept", "")
    try:
        site.admit(request)
        question = question_of_fields(fields)
    except WrongArgument as failure:
        return await _page(site, request, fields, failure=failure)
    if not question.conversation:
        question = question.model_copy(update={"conversation": new_conversation()})
    elif not question.collection:
        question = question.model_copy(
            update={"collection": await site.read(_collection_of, site.conversations(request), question)}
        )
    if streamed:
        return event_stream(_pieces(site, request, question))
    try:
        answer = await site.answered(request, question)
    except ScoutError as failure:
        return await _page(site, request, fields, failure=failure)
    return RedirectResponse(f"{_address(question.conversation)}#turn-{answer.turn}", 303)


async def _pieces(site: Site, request: Request, question: AskedQuestion) -> AsyncIterator[str]:
    """What happens, as the script of the page shows it."""
    try:
        async for event in site.answering(question, site.user(request)):
            if event is None:
                yield PING
            else:
                shown = await _whole(site, request, event) if isinstance(event, Answer) else event.as_json()
                yield server_sent(event.kind, shown)
    except Exception as error:
        yield server_sent(*error_event(error))


async def _whole(site: Site, request: Request, answer: Answer) -> dict[str, Any]:
    """The answer as a piece of the page, and the conversations as they are now."""
    conversation = answer.conversation

    def work() -> dict[str, Any]:
        db = site.desks.db
        return {
            "html": part(
                "answer.html", view=view_of(db, answer), conversation=conversation, demonstration=site.settings.is_demo
            ),
            "history": part("history.html", history=_history(site.conversations(request)), conversation=conversation),
        }

    return {**await site.read(work), "conversation": conversation, "address": _address(conversation)}


async def show_conversation(request: Request) -> Response:
    """A conversation, to read and to go on with."""
    site, name = site_of(request), conversation_name(request.path_params["name"])
    turns = await site.read(lambda: site.conversations(request).turns(name))
    if not turns:
        raise NothingThere("There is no conversation of this name; it may have been removed.")
    collection = next((turn.collection for turn in reversed(turns) if turn.collection), "")
    fields = ImmutableMultiDict([("conversation", name), ("collection", collection)])
    return await _page(site, request, fields, turns=turns)


async def roll_back_form(request: Request) -> Response:
    """Take back the turns after the one that is named; without any left, the conversation goes."""
    site, name = site_of(request), conversation_name(request.path_params["name"])
    kept = (await form_of(request)).get("to", "")
    if not (kept.isascii() and kept.isdigit() and len(kept) < 7):
        raise WrongRequest("Say which turn is the last that stays.")
    if int(kept) == 0:
        return await remove_form(request)
    await site.read(lambda: site.conversations(request).roll_back(name, int(kept)))
    return RedirectResponse(f"{_address(name)}#turn-{kept}", 303)


async def remove_form(request: Request) -> Response:
    """Remove a conversation."""
    site, name = site_of(request), conversation_name(request.path_params["name"])
    await site.read(lambda: site.conversations(request).remove(name))
    return RedirectResponse("/ask", 303)


async def _page(
    site: Site,
    request: Request,
    fields: ImmutableMultiDict[str, str],
    *,
    turns: Sequence[Answer] = (),
    answer: Answer | None = None,
    failure: ScoutError | None = None,
) -> Response:
    """The whole page."""
    conversation = fields.get("conversation", "") if turns or failure is not None else ""
    context = answer.question if answer is not None else ""

    def work() -> dict[str, Any]:
        db = site.desks.db
        collections = db.library.collections()
        return {
            "shown": [view_of(db, given) for given in (*turns, *([answer] if answer is not None else ()))],
            "collections": collections,
            "history": _history(site.conversations(request)),
            "example": "" if conversation or context else _example(db, collections),
        }

    values = await site.read(work)
    return page(
        "ask.html",
        request,
        status=status_of(failure) if failure else 200,
        failure=str(failure) if failure else "",
        choices=choices(failure, fields),
        fields=fields,
        conversation=conversation,
        context=context,
        kinds=[kind for kind in SECTION_KINDS if kind != "table"],  # rows of tables are found, never quoted,
        **values,
    )


_LOOKED_AT = 8
"""Drugs of which an example is sought: to read all would take longer the more drugs a workspace holds."""


def _example(db: Database, collections: Sequence[Collection]) -> str:
    """A question that the papers held here answer: of one of the first drugs with a library, on the disease it has most
    studies in; else one that its label answers; empty where neither is held.
    """
    drugs = sorted({drug_of(held.name) for held in collections if held.articles} - {""})[:_LOOKED_AT]
    comparison = db.comparisons.load(drugs, only_notable=True) if drugs else None
    cells = [cell for cell in comparison.cells if cell.supports or cell.contradicts] if comparison else []
    if comparison and cells:
        cell = max(cells, key=lambda cell: (cell.supports or 0) + (cell.contradicts or 0))
        name = next(drug.name for drug in comparison.drugs if drug.slug == cell.slug)
        disease = next(disease.name for disease in comparison.diseases if disease.id == cell.disease_id)
        return f"Does {in_sentence(name)} help in {in_sentence(disease)}?"
    labelled = sorted({document.drug for document in db.labels.documents()})
    return f"What are the side effects of {labelled[0]}?" if labelled else ""


def choices(failure: ScoutError | None, fields: ImmutableMultiDict[str, str]) -> list[tuple[str, str]]:
    """The collections a question may be put to where it is not certain which is meant: name, and its address there."""
    if not isinstance(failure, AmbiguousCollection):
        return []
    given = [(key, value) for key, value in fields.multi_items() if key not in {"collection", "conversation"} and value]
    return [(drug_of(name) or name, f"/ask?{urlencode([*given, ('collection', name)])}") for name in failure.choices]


def _history(own: ConversationRepository) -> list[dict[str, Any]]:
    return [row for row in own.list() if row["turns"]][:HISTORY]


def _collection_of(own: ConversationRepository, question: AskedQuestion) -> str:
    """The collection a conversation is about; empty for one that is new."""
    rows = own.list()
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
