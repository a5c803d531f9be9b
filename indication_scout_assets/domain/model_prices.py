"""What language models cost by their vendors' pages, until a user sets other prices.

What belongs here: the noun and the defaults. Prices change without notice: check them, and set your own
(``SCOUT_MODEL_PRICES``). What a call costs is reckoned in ``synthesis.prices``.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from .base import Value


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


PRICES_OF = "2026-11-22"
"""The day the defaults were looked up."""
DEFAULT_PRICES: Mapping[str, ModelPrice] = {
    "claude-haiku-4-5": ModelPrice(input=1, output=5, cache_read=0.1, cache_write=1.25, batch_factor=0.5),
    "claude-sonnet-5": ModelPrice(input=2, output=10, cache_read=0.2, cache_write=2.5, batch_factor=0.5),
    "claude-opus-5": ModelPrice(input=5, output=25, cache_read=0.5, cache_write=6.25, batch_factor=0.5),
    "gpt-5.6-terra": ModelPrice(input=2, output=12, cache_read=0.2, cache_write=2.5, batch_factor=0.5),
}
"""Dollars per million tokens, cache writes for five minutes. From the pages of Anthropic (platform.claude.com, pricing)
and OpenAI (developers.openai.com, pricing), the latter for requests up to 272,000 tokens."""
