"""Conversations: what a user asked and what was answered, message by message.

What belongs here: the nouns. How a conversation is shown to a language model is in ``synthesis``.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from .base import Value


class Role(StrEnum):
    """Who wrote a message. Instructions are no message: they come from a prompt file and from nobody else."""

    USER = "user"
    ASSISTANT = "assistant"


class Message(Value):
    """One message of a conversation."""

    role: Role
    text: str = Field(min_length=1)

    @classmethod
    def user(cls, text: str) -> Message:
        """What the user asks."""
        return cls(role=Role.USER, text=text)

    @classmethod
    def assistant(cls, text: str) -> Message:
        """What was answered."""
        return cls(role=Role.ASSISTANT, text=text)
