"""Questions as they come in: from JSON, a form or an address, to values that were checked.

What belongs here: what a request may hold, and the one sentence where it holds something else. ``openapi`` describes
the same types.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar, get_args
from urllib.parse import parse_qsl

from pydantic import BeforeValidator, ConfigDict, Field, ValidationError, model_validator
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
MOST_FACTS = 1000
MOST_FIELDS = 200
_CONVERSATION = re.compile(r"[A-Za-z0-9_.-]{1,64}")


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


def _several(values: Any) -> Any:
    return tuple(values) if isinstance(values, list | tuple) else (values,) if values else ()


_Question = Annotated[str, BeforeValidator(question_text), Field(min_length=1, max_length=LONGEST_QUESTION)]
_Text = Annotated[str, Field(max_length=LONGEST_FIELD, pattern=r"^[^\x00]*$")]
_Texts = Annotated[tuple[_Text, ...], BeforeValidator(_several)]
_Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", json_schema_extra={"format": "date"})]
_Count = Annotated[int | None, Field(ge=1, le=MOST_FACTS)]


class AskedFields(Value):
    """What a request may hold, under the names that clients use."""

    model_config = ConfigDict(use_attribute_docstrings=True, strict=True, str_strip_whitespace=True)


class AskedFilters(AskedFields):
    """What a search is limited to. Raises as ``PassageFilters``."""

    since: _Day | None = None
    until: _Day | None = None
    kinds: _Texts = Field((), alias="sections")
    journals: _Texts = ()
    article_types: _Texts = Field((), alias="types")
    licenses: _Texts = Field((), alias="licences")
    only: _Texts = ()
    exclude: _Texts = ()

    @model_validator(mode="after")
    def _can_be_passed(self) -> AskedFilters:
        _ = self.of_passages
        return self

    @property
    def of_passages(self) -> PassageFilters:
        """The same as a search takes it."""
        return PassageFilters.model_validate(self.model_dump(include={*AskedFilters.model_fields}))


class AskedQuestion(AskedFields):
    """A question with what it is limited to."""

    question: _Question
    collection: _Text = ""
    conversation: Annotated[str, BeforeValidator(conversation_name)] = ""
    source: AskFrom = Field("auto", alias="from")
    context: Annotated[str, BeforeValidator(question_text)] = ""
    """The question before, for a follow-up outside a conversation."""
    drug: _Text = ""
    """Whose labels are asked, where the question does not name it."""
    top_k: int = Field(10, ge=1, le=MOST_PASSAGES)
    steps: int | None = Field(None, ge=1, le=MOST_STEPS)
    """The most questions it is taken apart into; ``None``: as many as it asks."""
    trials: bool = False
    """Whether registered trials answer beside papers."""
    labels: bool = False
    """Whether drug labels answer beside papers."""
    filters: AskedFilters = AskedFilters()


class AskedSearch(AskedFilters):
    """What passages are searched for."""

    q: _Question
    collection: _Text = ""
    top_k: int = Field(10, ge=1, le=MOST_PASSAGES)
    mode: Literal["hybrid", "words"] = "hybrid"
    per_paper: _Count = None


class AskedLabel(AskedFields):
    """A question to the labels that are held."""

    question: _Question
    drug: _Text = ""
    label: _Text = ""
    after: str = Field("", max_length=LONGEST_QUESTION)
    region: Annotated[Literal["US", "EU", "CA"] | None, BeforeValidator(lambda region: str(region).upper())] = None
    limit: _Count = None


_MUST_BE = {
    "from": f"one of {', '.join(get_args(AskFrom))}",
    "mode": "hybrid or words",
    "region": "US, EU or CA",
    "top_k": f"a number from 1 to {MOST_PASSAGES}",
    "steps": f"a number from 1 to {MOST_STEPS}",
    "trials": "true or false",
    "labels": "true or false",
    **dict.fromkeys(("per_paper", "limit"), f"a number from 1 to {MOST_FACTS:,}"),
    **dict.fromkeys(("since", "until"), "a day, written YYYY-MM-DD"),
    "filters": 'an object, as {"since": "2020-01-01"}',
}
"""What a field is, where it is not a text."""
_Asked = TypeVar("_Asked", bound=AskedFields)


def checked(form: type[_Asked], given: Mapping[str, Any], *, as_text: bool = False) -> _Asked:
    """What was given, as a value.

    Args:
        as_text: numbers and truth values are written, as in an address.

    Raises:
        WrongArgument: what is wrong with it.
    """
    named = {key: value for key, value in given.items() if value not in (None, "")}
    try:
        return form.model_validate(named, strict=not as_text)
    except ValidationError as wrong:
        first = wrong.errors()[0]
    field = next(str(part) for part in reversed(first["loc"]) if isinstance(part, str))
    if first["type"] == "extra_forbidden":
        kind = "filter" if len(first["loc"]) > 1 else "field"
        raise WrongRequest(f"There is no {kind} {field[:60]!r}; docs/web.md lists what there is.") from None
    if first["type"] == "missing":
        question_text("")
    raise WrongRequest(f'"{field}" is {_MUST_BE.get(field, f"text of up to {LONGEST_FIELD} characters")}.') from None


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
    return checked(AskedQuestion, body)


def question_of_fields(fields: ImmutableMultiDict[str, str]) -> AskedQuestion:
    """The question of a form or of an address; fields that are empty limit nothing. Raises as ``checked``."""
    given = _written(AskedQuestion, fields) | {"filters": _written(AskedFilters, fields)}
    return checked(AskedQuestion, given, as_text=True)


def asked_of_fields(form: type[_Asked], fields: ImmutableMultiDict[str, str]) -> _Asked:
    """What an address asks. Raises as ``checked``."""
    return checked(form, _written(form, fields), as_text=True)


def _written(form: type[AskedFields], fields: ImmutableMultiDict[str, str]) -> dict[str, Any]:
    """The fields of a form that are not empty; a list of those that may be repeated."""
    written = {}
    for name, field in form.model_fields.items():
        values = [value for value in fields.getlist(field.alias or name) if value.strip()]
        if values:
            written[field.alias or name] = values if field.default == () else values[-1]
    return written


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
