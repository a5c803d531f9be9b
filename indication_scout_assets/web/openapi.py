"""The OpenAPI 3.1 description of the HTTP API, made from the types that its addresses take and give.

What belongs here: the description alone; what an address does is in ``api``. Format: the OpenAPI Specification 3.1.1,
whose schemas are JSON Schema 2020-12, as pydantic writes them.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from importlib.metadata import version
from typing import Any, Literal

from pydantic import ConfigDict, Field
from pydantic.json_schema import models_json_schema
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..domain.base import Value
from ..domain.questions.answers import Answer
from ..domain.questions.question_answering import FoundPassages, PassageHit
from .asked_questions import AskedFields, AskedLabel, AskedQuestion, AskedSearch

ADDRESS = "/v1/openapi.json"
_COMPONENT = "#/components/schemas/{model}"


class ConversationEntry(Value):
    """A stored conversation."""

    id: str
    collection: str
    turns: int
    title: str
    created_at: datetime
    updated_at: datetime


class ConversationList(Value):
    """Every conversation, the last used first."""

    conversations: tuple[ConversationEntry, ...]


class ConversationTurns(Value):
    """The turns of a conversation in their order."""

    turns: tuple[Answer, ...]


class RollBack(Value):
    """Which turns of a conversation stay."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    to: int = Field(ge=0, lt=2**31)
    """The last turn that stays."""


class TurnsRemoved(Value):
    """What was taken back."""

    removed: int


class Health(Value):
    """The process answers and reaches its database."""

    status: Literal["ok"]


class ErrorSentence(Value):
    """What is wrong, in one sentence."""

    error: str


_FAULTS = {
    "401": "The token is missing or wrong.",
    "404": "There is nothing at this address.",
    "413": "The body is above 1 MB.",
    "421": "The server does not have this name.",
    "422": "The request cannot be taken.",
    "429": "This client has asked too often; `Retry-After` says when to come again.",
    "503": "A source or the database does not answer now.",
}


async def show(request: Request) -> Response:
    """The description."""
    return JSONResponse(description())


@cache
def description() -> dict[str, Any]:
    """The OpenAPI document."""
    given = (Answer, FoundPassages, ConversationList, ConversationTurns, TurnsRemoved, Health, ErrorSentence)
    _, schemas = models_json_schema(
        [*((model, "serialization") for model in given), (AskedQuestion, "validation"), (RollBack, "validation")],
        ref_template=_COMPONENT,
    )
    components = {**schemas["$defs"], "Passage": _passage()}
    return {
        "openapi": "3.1.1",
        "info": {
            "title": "IndicationScout",
            "version": version("indication-scout"),
            "description": "Questions over papers and drug labels, answered in exact sentences with their place.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "security": [{}, {"token": []}],
        "paths": _paths(),
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "SCOUT_WEB_TOKEN"}},
        },
    }


def _passage() -> dict[str, Any]:
    """A passage, without the scores of a search."""
    hit = PassageHit.model_json_schema(ref_template=_COMPONENT)
    scores = {"score", "words_score", "nearness", "published", "source"}
    hit["properties"] = {key: part for key, part in hit["properties"].items() if key not in scores}
    hit["required"] = [key for key in hit.get("required", ()) if key not in scores]
    return {**{key: part for key, part in hit.items() if key != "$defs"}, "title": "Passage"}


def _paths() -> dict[str, Any]:
    conversation = _parameter("name", "path", {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,64}$"})
    passage = _parameter("id", "path", {"type": "string"})
    return {
        "/v1/ask": {"post": _ask()},
        "/v1/search": {
            "get": _operation(
                "search", "The passages that fit a question best.", "FoundPassages", _query_of(AskedSearch)
            )
        },
        "/v1/conversations": {
            "get": _operation("listConversations", "Every conversation, the last used first.", "ConversationList")
        },
        "/v1/conversations/{name}": {
            "get": _operation("readConversation", "The turns of a conversation.", "ConversationTurns", [conversation]),
            "delete": _operation("removeConversation", "Remove a conversation.", "", [conversation]),
        },
        "/v1/conversations/{name}/rollback": {
            "post": _operation("rollBack", "Take back later turns.", "TurnsRemoved", [conversation], body="RollBack")
        },
        "/v1/conversations/{name}/export": {"get": _export(conversation)},
        "/v1/passages/{id}": {
            "get": _operation("readPassage", "A passage with its exact words.", "Passage", [passage])
        },
        "/v1/labels/ask": {
            "get": _operation(
                "askLabel", "Answer a question from the labels that are held.", "Answer", _query_of(AskedLabel)
            )
        },
        "/healthz": {"get": {**_operation("health", "Whether the process answers.", "Health"), "security": [{}]}},
    }


def _operation(
    name: str, summary: str, gives: str, parameters: list[dict[str, Any]] | None = None, body: str = ""
) -> dict[str, Any]:
    """An operation whose answer is a component, or nothing (204)."""
    done = {"200": _json_of(summary, gives)} if gives else {"204": {"description": "It is removed."}}
    refused = {status: _json_of(sentence, "ErrorSentence") for status, sentence in _FAULTS.items()}
    taken = {"requestBody": {"required": True, "content": _content(body)}} if body else {}
    return {
        "operationId": name,
        "summary": summary,
        "parameters": parameters or [],
        **taken,
        "responses": done | refused,
    }


def _ask() -> dict[str, Any]:
    operation = _operation("ask", "Answer a question from papers, labels or both.", "Answer", body="AskedQuestion")
    operation["description"] = "With `Accept: text/event-stream` the answer comes as server-sent events (docs/web.md)."
    operation["responses"]["200"]["content"]["text/event-stream"] = {"schema": {"type": "string"}}
    return operation


def _export(conversation: dict[str, Any]) -> dict[str, Any]:
    form = _parameter("format", "query", {"enum": ["md", "json", "ris"], "default": "md"})
    operation = _operation("exportConversation", "A conversation as a file.", "ErrorSentence", [conversation, form])
    kinds = ("text/markdown", "application/json", "application/x-research-info-systems")
    operation["responses"]["200"]["content"] = {kind: {"schema": {}} for kind in kinds}
    return operation


def _query_of(form: type[AskedFields]) -> list[dict[str, Any]]:
    """The parameters of an address, by what it takes."""
    schema = form.model_json_schema()
    required = schema.get("required", ())
    return [_parameter(n, "query", part, required=n in required) for n, part in schema["properties"].items()]


def _parameter(name: str, where: str, schema: dict[str, Any], *, required: bool = False) -> dict[str, Any]:
    return {"name": name, "in": where, "required": required or where == "path", "schema": schema}


def _json_of(sentence: str, component: str) -> dict[str, Any]:
    return {"description": sentence, "content": _content(component)}


def _content(component: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _COMPONENT.format(model=component)}}}


ROUTES = [Route(ADDRESS, show)]
