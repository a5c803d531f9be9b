"""Questions as they come in: from JSON, a form or an address, to values that were checked.

What belongs here: what a request may hold, and the one sentence where it holds something else.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, get_args
from urllib.parse import parse_qsl

from pydantic import ConfigDict, Field, ValidationError
from starlette.datastructures import ImmutableMultiDict
from starlette.requests import Request

from ..answering.question_input import LONGEST_QUESTION, AskFrom, json_of
from ..domain.base import Value
from ..domain.questions.library import PassageFilters
from .faults import WrongRequest

MOST_PASSAGES = 100
LONGEST_FIELD = 500
"""Characters of anything that is not the question."""
MOST_STEPS = 6
MOST_FIELDS = 200
_FIELDS = ("question", "collection", "conversation", "from", "context", "drug")
_WISHES = ("top_k", "steps", "trials", "labels")
_CONVERSATION = re.compile(r"[A-Za-z0-9_.-]{1,64}")
FILTER_LISTS = {
    "sections": "kinds",
    "journals": "journals",
    "types": "article_types",
    "licences": "licenses",
    "only": "only",
    "exclude": "exclude",
}
"""Filters of several values: as a client names them, as ``PassageFilters`` does."""


class AskedQuestion(Value):
    """A question with what it is limited to."""

    model_config = ConfigDict(use_attribute_docstrings=True, strict=True, str_strip_whitespace=True)

    question: str = Field(min_length=1, max_length=LONGEST_QUESTION)
    collection: str = Field("", max_length=LONGEST_FIELD)
    conversation: str = ""
    source: AskFrom = Field("auto", alias="from")
    context: str = ""
    """The question before, for a follow-up outside a conversation."""
    drug: str = Field("", max_length=LONGEST_FIELD)
    """Whose labels are asked, where the question does not name it."""
    top_k: int = Field(10, ge=1, le=MOST_PASSAGES)
    steps: int | None = Field(None, ge=1, le=MOST_STEPS)
    """The most questions it is taken apart into; ``None``: as many as it asks."""
    trials: bool = False
    """Whether registered trials answer beside papers."""
    labels: bool = False
    """Whether drug labels answer beside papers."""
    filters: PassageFilters = PassageFilters()


_MUST_BE = {
    "from": f"one of {', '.join(get_args(AskFrom))}",
    "top_k": f"a number from 1 to {MOST_PASSAGES}",
    "steps": f"a number from 1 to {MOST_STEPS}",
    "trials": "true or false",
    "labels": "true or false",
}
"""What a field is, where it is not a text."""


async def question_of_body(request: Request) -> AskedQuestion:
    """The question of a JSON body.

    Raises:
        WrongArgument: it is no JSON object, or holds something that is not known or not allowed.
    """
    try:
        body = json_of(await request.body())
    except (ValueError, RecursionError):
        raise WrongRequest('The body is no JSON; send {"question": "…"}.') from None
    if not isinstance(body, dict):
        raise WrongRequest('The body is no JSON object; send {"question": "…"}.')
    filters = body.pop("filters", None)
    filters = {} if filters is None else filters
    if not isinstance(filters, dict):
        raise WrongRequest('"filters" must be an object, as {"since": "2020-01-01"}.')
    if unknown := set(body) - {*_FIELDS, *_WISHES}:
        raise WrongRequest(f"There is no field {sorted(unknown)[0][:60]!r}; docs/web.md lists what there is.")
    return asked({name: body.get(name) for name in (*_FIELDS, *_WISHES)}, filters)


def question_of_fields(fields: ImmutableMultiDict[str, str], name: str = "question") -> AskedQuestion:
    """The question of a form or of an address; fields that are empty limit nothing.

    Raises:
        WrongRequest: as ``question_of_body``.
    """
    filters: dict[str, Any] = {key: fields.get(key) for key in ("since", "until") if fields.get(key)}
    for key in FILTER_LISTS:
        filters[key] = [value for value in fields.getlist(key) if value.strip()]
    given: dict[str, Any] = {key: fields.get(key) or None for key in _FIELDS} | {"question": fields.get(name)}
    for key in ("top_k", "steps"):
        given[key] = _number(fields.get(key) or "", key)
    for key in ("trials", "labels"):
        given[key] = fields.get(key) in {"on", "true", "1"}
    return asked(given, filters)


async def form_of(request: Request) -> ImmutableMultiDict[str, str]:
    """The fields of a form.

    Raises:
        WrongRequest: the body is no form, or has too many fields.
    """
    try:
        fields = parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except (ValueError, UnicodeDecodeError):
        raise WrongRequest("The form cannot be read; send it anew.") from None
    return ImmutableMultiDict(fields)


def asked(given: Mapping[str, Any], filters: Mapping[str, Any] | None = None) -> AskedQuestion:
    """The question, checked.

    Raises:
        WrongArgument: what is wrong with it or with what it is limited to.
    """
    named = {key: value for key, value in given.items() if value not in (None, "")}
    named["question"] = question_text(named.get("question"))
    if "context" in named:
        named["context"] = question_text(named["context"])
    if "conversation" in named:
        conversation_name(named["conversation"])
    try:
        return AskedQuestion(**named, filters=_filters(filters or {}))
    except ValidationError as wrong:
        field = str(wrong.errors()[0]["loc"][0])
        must_be = _MUST_BE.get(field, f"text of up to {LONGEST_FIELD} characters")
        raise WrongRequest(f'"{field}" is {must_be}.') from None


def question_text(question: Any) -> str:
    """A question as it may be asked.

    Raises:
        WrongRequest: it is empty, endless or no text.
    """
    if not isinstance(question, str) or not question.strip():
        raise WrongRequest('There is no question; give one as "question".')
    if len(question) > LONGEST_QUESTION:
        raise WrongRequest(f"A question has up to {LONGEST_QUESTION:,} characters; this one has {len(question):,}.")
    return question.strip().replace("\0", " ")


def conversation_name(name: Any) -> str:
    """The name of a conversation.

    Raises:
        WrongRequest: it cannot be one.
    """
    if not isinstance(name, str) or not _CONVERSATION.fullmatch(name):
        raise WrongRequest("The name of a conversation is up to 64 letters, digits, points, dashes and underscores.")
    return name


def new_conversation() -> str:
    """A name that nobody can guess."""
    return secrets.token_urlsafe(12)


def _filters(given: Mapping[str, Any]) -> PassageFilters:
    if unknown := set(given) - {"since", "until", *FILTER_LISTS}:
        listed = ", ".join(("since", "until", *FILTER_LISTS))
        raise WrongRequest(f"There is no filter {sorted(unknown)[0][:60]!r}; there are {listed}.")
    named: dict[str, Any] = {key: _day(given[key], key) for key in ("since", "until") if given.get(key)}
    for key, field in FILTER_LISTS.items():
        named[field] = _texts(given.get(key) or (), key)
    return PassageFilters(**named)


def _number(text: str, key: str) -> int | None:
    if text and not (text.isascii() and text.isdigit() and len(text) < 5):
        raise WrongRequest(f'"{key}" is a number.')
    return int(text) if text else None


def _day(value: Any, key: str) -> date:
    try:
        if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise WrongRequest(f'"{key}" is no day; write YYYY-MM-DD.')


def _texts(values: Any, key: str) -> tuple[str, ...]:
    several: Iterable[Any] = values if isinstance(values, Sequence) and not isinstance(values, str) else (values,)
    return tuple(_short(value, key) for value in several)


def _short(value: Any, key: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST_FIELD or "\0" in value:
        raise WrongRequest(f'"{key}" must be text of up to {LONGEST_FIELD} characters.')
    return value.strip()
