"""What a call of a language model costs, in US dollars, by the prices of the settings.

What belongs here: arithmetic. The default prices are in ``domain.model_calls``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from ..domain.model_calls import DEFAULT_PRICES, ModelPrice, Usage

FREE = ModelPrice(input=0, output=0)
"""A model on a machine of one's own."""
_MILLION = 1_000_000
_BYTES_PER_TOKEN = 2.5
"""A low guess for biomedical English (about 4), so that an estimate is never below what is billed."""
CHARACTERS_PER_TOKEN = 4.0
"""Of biomedical English, for a likely cost."""
LIKELY_ANSWER = 500
"""Tokens of an answer in the form asked for on one article, for a likely cost."""
_DAY = re.compile(r"-\d{4}-?\d{2}-?\d{2}$")


def price_of(model: str, own: Mapping[str, ModelPrice]) -> ModelPrice | None:
    """The price of a model: as set, else the default, of the exact name, else of the name without its date.

    Returns:
        ``None`` where it is unknown.
    """
    for name in (model, _DAY.sub("", model)):
        for prices in (own, DEFAULT_PRICES):
            if name in prices:
                return prices[name]
    return None


def cost(price: ModelPrice | None, usage: Usage, *, batched: bool = False) -> float | None:
    """Dollars of a call; ``None`` where the price is unknown."""
    if price is None:
        return None
    read = price.input if price.cache_read is None else price.cache_read
    write = price.input if price.cache_write is None else price.cache_write
    prompt = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens
    inward, outward = _factors(price, prompt)
    given = usage.input_tokens * price.input + usage.cache_read_tokens * read + usage.cache_write_tokens * write
    dollars = (given * inward + usage.output_tokens * price.output * outward) / _MILLION
    return dollars * (price.batch_factor if batched else 1.0)


def _factors(price: ModelPrice, prompt: int) -> tuple[float, float]:
    """What input and output cost, times their prices, for a prompt of so many tokens."""
    is_long = price.long_prompt is not None and prompt > price.long_prompt
    return (price.long_input_factor, price.long_output_factor) if is_long else (1.0, 1.0)


def most_tokens(text: str) -> int:
    """An upper estimate of the tokens of a text."""
    return math.ceil(len(text.encode("utf-8", "replace")) / _BYTES_PER_TOKEN)


def most_it_can_cost(price: ModelPrice | None, prompt: int, max_tokens: int, *, batched: bool = False) -> float | None:
    """An upper estimate in dollars of a call that has not been made; ``None`` where the price is unknown.

    Args:
        price: of the model.
        prompt: tokens of the prompt at most.
        max_tokens: tokens of the answer at most.
        batched: whether it is asked at the price of a batch.
    """
    if price is None:
        return None
    dearest = max(price.input, price.cache_write or 0.0)
    inward, outward = _factors(price, prompt)
    dollars = (prompt * dearest * inward + max_tokens * price.output * outward) / _MILLION
    return dollars * (price.batch_factor if batched else 1.0)


def likely_cost(
    price: ModelPrice | None, instruction: str, questions: Sequence[str], *, batched: bool = False
) -> float | None:
    """What questions under one instruction are likely to cost in dollars, by their characters.

    The instruction is written to the provider's cache once and read from it ever after; an answer has ``LIKELY_ANSWER``
    tokens, thinking not counted.

    Returns:
        ``None`` where the price is unknown.
    """
    if not questions:
        return None if price is None else 0.0
    each = round(len(instruction) / CHARACTERS_PER_TOKEN)
    usage = Usage(
        input_tokens=round(sum(map(len, questions)) / CHARACTERS_PER_TOKEN),
        output_tokens=LIKELY_ANSWER * len(questions),
        cache_write_tokens=each,
        cache_read_tokens=each * (len(questions) - 1),
    )
    return cost(price, usage, batched=batched)
