"""Calls of language models, as they are stored: paid for once, priced, and counted.

What belongs here: the nouns. Who is called, with what prompt and at what price, is in ``synthesis``.
"""

from __future__ import annotations

from pydantic import Field

from .base import Value


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
