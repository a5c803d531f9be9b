"""What a language model is asked, and what counts as an answer to it.

What belongs here: the request and the check of an answer's form. Asking is in ``language_model``, what came back in
``model_reply``.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..domain.model_calls import Message, Role
from ..domain.outcomes import TransientFailure
from .prompts import Prompt

ROOM_TO_THINK = 8192
"""Tokens beyond the request's ``max_tokens``: models that think are cut off in mid-thought otherwise."""


IMAGE_TOKENS = 5_000
"""An upper estimate of what one picture counts as: Claude scales what is larger down to some 4,800 tokens."""


def object_schema(**properties: Any) -> dict[str, Any]:
    """The JSON schema of an object that has all of these properties and no others, in this order."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


@dataclass(frozen=True)
class Image:
    """A picture that a model is shown."""

    media_type: str
    """For example ``image/png``."""
    content: bytes

    @property
    def base64(self) -> str:
        return base64.b64encode(self.content).decode()

    @property
    def url(self) -> str:
        """As a ``data:`` URL."""
        return f"data:{self.media_type};base64,{self.base64}"


@dataclass(frozen=True)
class ModelRequest:
    """Everything an answer depends on besides the model.

    Raises:
        ValueError: the last message is not the user's.
    """

    purpose: str
    """For example ``literature``."""
    instruction: Prompt
    messages: tuple[Message, ...]
    """The conversation so far, the oldest first; a single question is a conversation of one message. Data asked about
    is JSON in a message, so that no text in it can pass for anything else."""
    schema: Mapping[str, Any] | None
    """JSON schema of the answer; ``None``: free text."""
    max_tokens: int
    """Of the answer, thinking not counted."""
    images: tuple[Image, ...] = ()
    """Pictures that belong to the last message."""
    resent: bool = False
    """Whether its messages will be the beginning of further requests, so that a provider should keep them at hand. The
    answer does not depend on it."""

    def __post_init__(self) -> None:
        if not self.messages or self.messages[-1].role is not Role.USER:
            raise ValueError(f"A model was to be asked ({self.purpose}) where the last message is not the user's.")

    def turns(self, with_images: Callable[[str, tuple[Image, ...]], dict[str, Any]]) -> list[dict[str, Any]]:
        """The messages in the form in which every provider takes them.

        Args:
            with_images: the fields of the last message in the provider's form, where it has pictures.
        """
        turns: list[dict[str, Any]] = [{"role": each.role.value, "content": each.text} for each in self.messages]
        if self.images:
            turns[-1] |= with_images(self.messages[-1].text, self.images)
        return turns

    @property
    def shown(self) -> str:
        """All the text the model reads besides the schema, for counting."""
        return self.instruction.text + "".join(message.text for message in self.messages)


def wrong_form(answer: str, schema: Mapping[str, Any] | None) -> str:
    """What is wrong with the form of an answer, as the rest of a sentence; empty where nothing is.

    Checked are the object itself and its required fields with their types; of free text, that there is some. What
    stands inside lists is left to who reads them: one bad item must not cost the good ones, and each is counted there.
    """
    if schema is None:
        return "" if answer.strip() else "is empty"
    try:
        fields = json.loads(answer)
    except ValueError:
        return "is not the JSON object that was asked for"
    if not isinstance(fields, dict):
        return "is not the JSON object that was asked for"
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in fields:
            return f"lacks the field {name!r} that was asked for"
        if not _is_of(fields[name], properties.get(name, {})):
            return f"has something else in {name!r} than was asked for"
    return ""


def parsed(answer: str) -> dict[str, Any]:
    """A stored answer, which was an object when it was stored.

    Raises:
        TransientFailure: it is none any more.
    """
    try:
        fields = json.loads(answer)
    except ValueError:
        fields = None
    if not isinstance(fields, dict):
        raise TransientFailure("A stored answer of a language model is damaged; delete its row and try again.")
    return fields


_IS: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "null": lambda value: value is None,
}


def _is_of(value: Any, schema: Mapping[str, Any]) -> bool:
    if "enum" in schema and value not in schema["enum"]:
        return False
    types = schema.get("type", [])
    named = [types] if isinstance(types, str) else types
    return not named or any(_IS[name](value) for name in named)
