"""``docs/reference/answer-json.md``, written from the type of an answer, by running this module.

What belongs here: the page. A test holds that it is what the type gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from types import NoneType
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from indication_scout_assets.domain.questions.answers import Answer
from indication_scout_tests import ROOT

PAGE = ROOT / "docs" / "reference" / "answer-json.md"
HEAD = """\
# The JSON of an answer

Every question, to papers or to drug labels, is answered with one shape: in Python an `Answer`
(`indication_scout_assets.domain.questions.answers`), as JSON by `scout ask --json`, `scout label ask --json`,
`POST /v1/ask`, `GET /v1/labels/ask`, in conversations and by the tools of `scout mcp`, there
[shortened](../mcp.md#tools). How questions are answered is on the pages of [papers](../questions.md) and of
[labels](../questions.md).

This page is written from the type (`python -m indication_scout_tests.documentation.answer_page`); a test holds them
together. All fields are always there; what a question does not have is empty, 0 or `null`.
"""


def page() -> str:
    """The whole page."""
    types = list(dict.fromkeys(_types(Answer)))
    models = [each for each in types if issubclass(each, BaseModel)]
    words = [each for each in types if issubclass(each, Enum)]
    lists = "\n".join(f"| `{each.__name__}` | {', '.join(f'`{value.value}`' for value in each)} |" for each in words)
    return "\n".join([HEAD, *map(_section, models), f"## Words\n\n| word | values |\n|---|---|\n{lists}\n"])


def _types(annotation: Any) -> Iterator[type]:
    """All models and enumerations that an answer is made of."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel | Enum):
        yield annotation
        if issubclass(annotation, BaseModel):
            for field in _fields(annotation).values():
                yield from _types(field.annotation)
    for part in get_args(annotation):
        yield from _types(part)


def _fields(model: type[BaseModel]) -> dict[str, FieldInfo]:
    return {name: field for name, field in model.model_fields.items() if not field.exclude}


def _section(model: type[BaseModel]) -> str:
    summary = _one_line((model.__doc__ or "").split("\n\n")[0])
    rows = (
        f"| `{name}` | {_type_words(field.annotation)} | {_one_line(field.description or '')} |"
        for name, field in _fields(model).items()
    )
    return "\n".join(
        [f"## `{model.__name__}`", "", summary, "", "| field | type | meaning |", "|---|---|---|", *rows, ""]
    )


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("``", "`").replace("|", "\\|")


def _type_words(annotation: Any) -> str:
    parts = [part for part in get_args(annotation) if part not in (NoneType, Ellipsis)]
    if NoneType in get_args(annotation):
        return f"{_type_words(parts[0])} or `null`"
    if getattr(annotation, "__origin__", None) is tuple:
        return f"list of {_type_words(parts[0])}" if len(set(parts)) == 1 else "list"
    if getattr(annotation, "__origin__", annotation) is dict:
        return "object"
    if issubclass(annotation, BaseModel):
        return f"[`{annotation.__name__}`](#{annotation.__name__.lower()})"
    if issubclass(annotation, Enum):
        return f"[`{annotation.__name__}`](#words)"
    return {str: "text", int: "number", float: "number", bool: "true or false"}.get(annotation, "text")


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
