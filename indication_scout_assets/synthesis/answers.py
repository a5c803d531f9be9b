"""What a model's text must be to count as an answer: the JSON object its schema requires.

What belongs here: the outer form. Whether what it says stands on anything is checked by who asked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ..domain.outcomes import TransientFailure

_IS: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "null": lambda value: value is None,
}


def not_as_asked(text: str, schema: Mapping[str, Any]) -> str:
    """What is wrong with an answer, as the rest of a sentence; empty where nothing is.

    Checked are the object itself and its required fields with their types. What stands inside lists is left to who
    reads them: one bad item must not cost the good ones, and each is counted there.
    """
    try:
        answer = json.loads(text)
    except ValueError:
        return "is not the JSON object that was asked for"
    if not isinstance(answer, dict):
        return "is not the JSON object that was asked for"
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in answer:
            return f"lacks the field {name!r} that was asked for"
        if not _is_of(answer[name], properties.get(name, {})):
            return f"has something else in {name!r} than was asked for"
    return ""


def _is_of(value: Any, schema: Mapping[str, Any]) -> bool:
    if "enum" in schema and value not in schema["enum"]:
        return False
    types = schema.get("type", [])
    named = [types] if isinstance(types, str) else types
    return not named or any(_IS[name](value) for name in named)


def parsed(answer: str) -> dict[str, Any]:
    """A stored answer, which was an object when it was stored.

    Raises:
        TransientFailure: it is none any more.
    """
    try:
        value = json.loads(answer)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise TransientFailure("A stored answer of a language model is damaged; delete its row and try again.")
    return value
