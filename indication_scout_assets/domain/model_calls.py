"""Calls of language models, as they are stored: paid for once, and counted.

What belongs here: the nouns. Who is called, and with what prompt, is in ``synthesis``.
"""

from __future__ import annotations

from .base import Value


class ModelCall(Value):
    """One call of a language model, keyed by everything its answer depends on."""

    key: str
    provider: str
    model: str
    purpose: str
    """What it was for, for example ``literature`` or ``name``."""
    prompt_hash: str
    answer: str
    stop_reason: str = ""
    input_tokens: int = 0
    output_tokens: int = 0


class ModelCallTotal(Value):
    """All stored calls of one model for one purpose."""

    provider: str
    model: str
    purpose: str
    calls: int
    input_tokens: int
    output_tokens: int
