"""GraphQL over the shared HTTP client: named operations from files, and errors that hide in good answers.

What belongs here: sending an operation, and telling an outage from a refusal. What an answer holds belongs to the
source.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

from ..domain.outcomes import PermanentFailure
from .http import Answer, Host, HttpClient, TransientBody

_OUTAGE = re.compile(
    r"SOURCE_UNAVAILABLE|unavailable|time[d]?[ -]?out|internal server error|connection|temporarily|circuit breaker|"
    r"too many requests|overloaded",
    re.I,
)


@lru_cache
def operation(name: str) -> str:
    """Text of the operation in ``queries/<name>.graphql``."""
    return files(__package__).joinpath("queries", f"{name}.graphql").read_text(encoding="utf-8")


async def query(client: HttpClient, host: Host, name: str, variables: dict[str, Any]) -> dict[str, Any]:
    """The ``data`` of an operation's answer, complete.

    An answer with ``errors`` is never used, not even the part of ``data`` beside them: what is missing there would look
    like absence. Raises ``TransientFailure`` for outages that outlast the retries, ``PermanentFailure`` for refusals.
    """
    body = {"operationName": _operation_name(name), "query": operation(name), "variables": variables}

    def check(answer: Answer) -> None:
        _check(answer, host, name)

    answer = await client.request(host, "POST", "", json=body, check=check, accept_status=(200, 400))
    data: dict[str, Any] = answer.json()["data"]
    return data


def _operation_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _check(answer: Answer, host: Host, name: str) -> None:
    body = answer.json()
    if not isinstance(body, dict):
        raise TransientBody("JSON that is no GraphQL answer")
    messages = [_message(error) for error in body.get("errors") or ()]
    if "syntaxError" in body:
        messages.append(str(body["syntaxError"]))
    if messages:
        reason = "; ".join(messages)[:300]
        if answer.status == 200 and _OUTAGE.search(reason):
            raise TransientBody(reason)
        raise PermanentFailure(f"{host.name} refused the query {name}: {reason.rstrip('.')}.")
    if answer.status != 200:
        raise PermanentFailure(f"{host.name} refused the query {name} (HTTP {answer.status}).")
    if not isinstance(body.get("data"), dict):
        raise TransientBody("a GraphQL answer without data")


def _message(error: Any) -> str:
    """An error's message with its code, which some outages state only there."""
    if not isinstance(error, dict):
        return str(error)
    extensions = error.get("extensions")
    code = extensions.get("code") if isinstance(extensions, dict) else None
    return " ".join(str(part) for part in (error.get("message"), code) if part) or "an error without a message"
