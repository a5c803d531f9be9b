"""What is read from names and texts, kept while the subjects they belong to are at hand.

What belongs here: the one way to keep readings that grow with the subjects a process has seen (a drug's articles, the
wordings of its candidates). Many stages and pairs of one run ask for them again; the next run's are others. So
whoever makes one run after the other forgets between them, and a process that has seen two hundred drugs holds no more
than one that has seen a run's. What is bounded by the language itself, such as stems of words, is kept by
``lru_cache``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

T = TypeVar("T")
_FORGETTING: list[Callable[[], None]] = []


def kept(most: int) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """Keep the ``most`` latest results of a pure function until ``forget`` is called."""

    def keeping(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
        keeper = lru_cache(maxsize=most)(function)
        _FORGETTING.append(keeper.cache_clear)
        return keeper

    return keeping


def forget() -> None:
    """Let go of everything that is kept: another run begins."""
    for clear in _FORGETTING:
        clear()
