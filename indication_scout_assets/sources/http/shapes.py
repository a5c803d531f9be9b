"""Answers of another shape than a source promises: one plain sentence instead of a crash.

What belongs here: the guard of the clients that read rows strictly, because a schema says what they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from ...domain.outcomes import PermanentFailure

_P = ParamSpec("_P")
_T = TypeVar("_T")
_OTHER_SHAPE = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError)


def strict_about(
    service: str,
) -> Callable[[Callable[_P, Coroutine[Any, Any, _T]]], Callable[_P, Coroutine[Any, Any, _T]]]:
    """Make a client's method raise ``PermanentFailure`` where reading an answer fails on its shape."""

    def guard(method: Callable[_P, Coroutine[Any, Any, _T]]) -> Callable[_P, Coroutine[Any, Any, _T]]:
        @wraps(method)
        async def guarded(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            try:
                return await method(*args, **kwargs)
            except _OTHER_SHAPE as error:
                raise _failure(service, error) from error

        return guarded

    return guard


def _failure(service: str, error: BaseException) -> PermanentFailure:
    what = " ".join(f"{type(error).__name__}: {error}".split())[:120]
    return PermanentFailure(
        f"{service} answered in another shape than this version reads ({what}); if it stays so, update IndicationScout."
    )
