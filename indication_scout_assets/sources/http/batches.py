"""Many ids asked in few requests: how they are cut into batches, and batches asked side by side.

What belongs here: what the clients that look up lists of ids share. What a batch is asked for is each client's own.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from typing import Any, TypeVar
from urllib.parse import quote_plus

T = TypeVar("T")
PLAIN_DOI = re.compile(r"10\.\d{4,9}/[\w./()-]+")
"""A DOI without a character that separates values in a list; others are asked for one by one."""


def batches(ids: Iterable[str], size: int, longest: int, separator: str) -> Iterator[list[str]]:
    """Lists of at most ``size`` ids that, joined by ``separator``, take at most ``longest`` characters in a URL.

    The ids are sorted and each is asked once, so that the same ids make the same requests, however they were found.
    An id that is too long by itself makes a batch of its own.
    """
    batch: list[str] = []
    taken = 0
    for item_id in sorted(set(ids)):
        needed = len(quote_plus(separator + item_id))
        if batch and (len(batch) == size or taken + needed > longest):
            yield batch
            batch, taken = [], 0
        batch.append(item_id)
        taken += needed
    if batch:
        yield batch


async def side_by_side(jobs: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """The results in the order of ``jobs``; the first error stops the others and is raised as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(job) for job in jobs]
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None
    return [task.result() for task in tasks]
