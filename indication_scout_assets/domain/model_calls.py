"""What language models are asked, message by message, and their calls as they are stored: paid once, priced, counted.

What belongs here: the nouns. Who is called, with what prompt and at what price, is in ``synthesis``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import partial

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


class Usage(Value):
    """Tokens of one call. The three kinds of input do not overlap."""

    input_tokens: int = Field(0, ge=0)
    output_tokens: int = Field(0, ge=0)
    cache_read_tokens: int = Field(0, ge=0)
    cache_write_tokens: int = Field(0, ge=0)


class Call(Usage):
    """What is kept of every call, answered or not."""

    key: str
    """Names everything the answer depends on."""
    provider: str
    model: str
    purpose: str
    """What it was for, for example ``literature`` or ``name``."""
    prompt_hash: str
    stop_reason: str = ""
    """The provider's own word."""
    cost: float | None = None
    """US dollars; ``None`` where the price, or what was billed, is unknown."""
    seconds: float = 0.0
    batched: bool = False


class ModelCall(Call):
    """A call that was answered; the answer is replayed under its key."""

    answer: str


class FailedCall(Call):
    """A call without an answer: refused, cut off, not the form asked for, or never reached. Never replayed."""

    failure: str
    """One plain sentence."""
    transient: bool = False
    """Whether asking again later may help."""


class ModelBatch(Value):
    """Questions handed over together, whose answers have not all been collected yet."""

    batch_id: str
    provider: str
    model: str
    keys: tuple[str, ...]


class ModelCallTotal(Value):
    """All stored calls of one model for one purpose, the failed ones included."""

    provider: str
    model: str
    purpose: str
    calls: int
    failed: int = 0
    input_tokens: int
    output_tokens: int
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    cost: float = 0.0
    """US dollars of the calls whose cost is known."""
    cost_unknown: int = 0
    """Calls whose cost is not."""
    seconds: float = 0.0


class ModelPrice(Value):
    """What a model costs, in US dollars per million tokens."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    """Thinking is billed as output."""
    cache_read: float | None = Field(None, ge=0)
    """Input read from the provider's prompt cache; ``None``: as any other input."""
    cache_write: float | None = Field(None, ge=0)
    """Input written to it; ``None``: as any other input."""
    batch_factor: float = Field(1.0, ge=0, le=1)
    """Share of all these prices that a batch costs."""
    long_prompt: int | None = Field(None, gt=0)
    """Tokens of a prompt, cached ones included, beyond which all of the request costs more; ``None``: never."""
    long_input_factor: float = Field(1.0, ge=1)
    """What input, cached or not, of such a request costs, times its price."""
    long_output_factor: float = Field(1.0, ge=1)
    """The same of its output."""


PRICES_OF = "2026-11-28"
"""The day the defaults were looked up."""
_long_haiku = partial(ModelPrice, long_prompt=100_000, long_input_factor=5.0, long_output_factor=5.0)
_long_gpt = partial(ModelPrice, long_prompt=272_000, long_input_factor=2.0, long_output_factor=1.5)
DEFAULT_PRICES: Mapping[str, ModelPrice] = {
    "claude-haiku-4-5": ModelPrice(input=1, output=5, cache_read=0.1, cache_write=1.25, batch_factor=0.5),
    "claude-haiku-5-5": _long_haiku(input=0.1, output=0.5, cache_read=0.01, cache_write=0.125, batch_factor=0.5),
    "claude-sonnet-5": ModelPrice(input=2, output=10, cache_read=0.2, cache_write=2.5, batch_factor=0.5),
    "claude-sonnet-5-5": ModelPrice(input=2, output=10, cache_read=0.1, cache_write=2.5, batch_factor=0.5),
    "claude-opus-5": ModelPrice(input=5, output=25, cache_read=0.5, cache_write=6.25, batch_factor=0.5),
    "claude-opus-5-5": ModelPrice(input=4, output=20, cache_read=0.2, cache_write=5, batch_factor=0.5),
    "gpt-5.6-luna": _long_gpt(input=0.2, output=1.2, cache_read=0.02, cache_write=0.25, batch_factor=0.5),
    "gpt-5.6-terra": _long_gpt(input=2, output=12, cache_read=0.2, cache_write=2.5, batch_factor=0.5),
    "gpt-6-luna": _long_gpt(input=0.1, output=0.5, cache_read=0.01, cache_write=0.125, batch_factor=0.5),
    "text-embedding-3-small": ModelPrice(input=0.02, output=0, batch_factor=0.5),
    "text-embedding-3-large": ModelPrice(input=0.13, output=0, batch_factor=0.5),
    "gpt-6.1-terra": _long_gpt(input=1, output=5, cache_read=0.05, cache_write=1.25, batch_factor=0.5),
}
"""Dollars per million tokens, cache writes for five minutes. From the pages of Anthropic (platform.claude.com, pricing)
and OpenAI (developers.openai.com, pricing). Of Sonnet 5.5 and Opus 5.5 the cache, and all of gpt-6-luna and
gpt-6.1-terra, as several who read these pages repeat them."""
